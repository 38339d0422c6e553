"""Simulation: the same games whatever the threads, sums that add up, bad input refused."""

import multiprocessing
import pickle
import sys
import threading

import numpy as np
import pytest

import tavla


def same(a, b):
    return all(
        np.array_equal(getattr(a, name), getattr(b, name))
        for name in ("winner", "starter", "points", "turns")
    )


@pytest.mark.parametrize("variant", tavla.VARIANTS.values(), ids=str)
def test_results_are_one_entry_a_game(variant):
    r = tavla.simulate(variant, games=200, seed=1)
    assert r.winner.dtype == r.starter.dtype == np.uint8
    assert r.points.dtype == np.int8
    assert r.turns.dtype == np.uint16
    assert r.winner.shape == r.starter.shape == r.points.shape == r.turns.shape == (200,)
    assert set(np.unique(r.winner)) <= {0, 1}
    assert set(np.unique(r.starter)) <= {0, 1}
    assert r.points.min() >= 1
    assert r.points.max() <= variant.max_result
    assert r.turns.min() >= 1


@pytest.mark.parametrize("variant", tavla.VARIANTS.values(), ids=str)
def test_same_seed_same_games_on_any_number_of_threads(variant):
    one = tavla.simulate(variant, games=3000, seed=7, threads=1)
    for threads in (2, 7):
        assert same(one, tavla.simulate(variant, games=3000, seed=7, threads=threads))
    assert not same(one, tavla.simulate(variant, games=3000, seed=8))


def test_a_longer_run_begins_with_the_shorter_one():
    short = tavla.simulate(tavla.HYPER, games=500, seed=3)
    long = tavla.simulate(tavla.HYPER, games=2000, seed=3)
    assert np.array_equal(long.turns[:500], short.turns)


def replay(variant, seed, game):
    """Play one random game with the object API and the promised dice."""
    stream = tavla.DiceStream(seed, game)
    attempt = 0
    while len(set(stream.opening(attempt))) == 1:
        attempt += 1
    dice = stream.opening(attempt)
    seat = starter = int(dice[1] > dice[0])
    position, turn = tavla.Position.start(variant), 0
    while True:
        if turn > 0 or variant.opening == "reroll":
            dice = stream.roll(turn)
        plays = position.legal_plays(dice)
        row = stream.choose(seat, turn, len(plays))
        position = position.after(plays[row])
        turn += 1
        if position.outcome:
            return seat, starter, position.outcome.multiplier, turn
        seat = 1 - seat


@pytest.mark.parametrize("variant", tavla.VARIANTS.values(), ids=str)
def test_games_are_those_of_the_object_api_with_the_same_dice(variant):
    r = tavla.simulate(variant, games=30, seed=99)
    for game in range(30):
        expected = replay(variant, 99, game)
        found = r.winner[game], r.starter[game], r.points[game], r.turns[game]
        assert tuple(map(int, found)) == expected


@pytest.mark.parametrize("variant", tavla.VARIANTS.values(), ids=str)
def test_the_pip_player_beats_the_random_one(variant):
    r = tavla.simulate(variant, games=2000, seed=5, players=("pip", "random"))
    assert (r.winner == 0).mean() > 0.7


def test_one_name_is_for_both_seats():
    both = tavla.simulate(tavla.HYPER, games=100, seed=5, players=("pip", "pip"))
    one = tavla.simulate(tavla.HYPER, games=100, seed=5, players="pip")
    assert same(both, one)
    assert one.players == ("pip", "pip")


def test_the_summary_says_the_rates_with_their_standard_errors():
    r = tavla.simulate(tavla.HYPER, games=4000, seed=11)
    data = r.summary().to_dict()
    text = str(r.summary())
    assert "hyper" in text
    assert "gammon" in text
    assert data["games"] == 4000
    assert data["seed"] == 11
    assert (r.winner == 0).mean() == pytest.approx(data["win_rate"][0]["mean"])


def test_without_a_seed_a_fresh_one_is_drawn_and_told():
    a = tavla.simulate(tavla.HYPER, games=300)
    b = tavla.simulate(tavla.HYPER, games=300)
    assert a.seed != b.seed
    assert same(a, tavla.simulate(tavla.HYPER, games=300, seed=a.seed))


def test_results_survive_pickling():
    r = tavla.simulate(tavla.HYPER, games=300, seed=1)
    again = pickle.loads(pickle.dumps(r))
    assert same(r, again)
    for result in (r, again):
        with pytest.raises(ValueError, match="read-only"):
            result.winner[0] = 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork here")
def test_a_forked_child_plays_the_same_games_and_does_not_hang():
    before = tavla.simulate(tavla.HYPER, games=20_000, seed=1, threads=2)
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        found = pool.map_async(run_hyper, [20_000, 20_000]).get(timeout=60)
    assert all(np.array_equal(before.turns, turns) for turns in found)


def run_hyper(games):
    return tavla.simulate(tavla.HYPER, games=games, seed=1, threads=2).turns


def test_many_python_threads_at_once():
    expected = tavla.simulate(tavla.HYPER, games=5000, seed=1).turns
    found = []

    def work():
        found.append(tavla.simulate(tavla.HYPER, games=5000, seed=1, threads=2).turns)

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 8
    assert all(np.array_equal(expected, turns) for turns in found)


def test_progress_rises_to_the_end():
    shares = []
    tavla.simulate(tavla.MOULTEZIM, games=20_000, seed=1, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[0] >= 0
    assert shares[-1] == 1


def test_an_error_in_the_progress_callback_stops_the_run():
    def fail(share):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        tavla.simulate(tavla.MOULTEZIM, games=10_000_000, seed=1, progress=fail)


@pytest.mark.parametrize(
    "arguments",
    [
        {"games": 0},
        {"games": -1},
        {"games": 10**30},
        {"games": 2**63},
        {"games": True},
        {"games": 1.5},
        {"games": 10, "threads": 0},
        {"games": 10, "threads": -2},
        {"games": 10, "threads": 10**9},
        {"games": 10, "seed": -1},
        {"games": 10, "seed": 2**256},
        {"games": 10, "players": ("pip",)},
        {"games": 10, "players": ("pip", "nobody")},
        {"games": 10, "players": "nobody"},
        {"games": 10, "players": 3},
        {"games": 10, "players": (None, "pip")},
        {"games": 10, "players": ("pip", "pip", "pip")},
    ],
    ids=str,
)
def test_arguments_that_make_no_sense_are_refused(arguments):
    with pytest.raises(tavla.TavlaError) as caught:
        tavla.simulate(tavla.HYPER, **arguments)
    assert isinstance(caught.value, ValueError)
    (name,) = [
        name for name in ("games", "threads", "seed", "players") if name in str(caught.value)
    ][:1]
    assert name in arguments
