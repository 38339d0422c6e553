"""Policies by wave: the same games as any other way, whoever plays the blocks, and errors that name their place."""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import tracemalloc
import weakref
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)

import numpy as np
import pytest

import tavla
import wave_policies
from tavla.executors import IN_FLIGHT, Stop, in_order
from tavla.waves import BLOCK

NAMES = ("winner", "starter", "points", "turns")
VARIANTS = list(tavla.VARIANTS.values())
COMPOSED = [
    tavla.HYPER.replace(name="contrary block", contact="block"),
    tavla.MOULTEZIM.replace(name="parallel hit", contact="hit", first_away_pips=0),
    tavla.FEVGA.replace(name="rerolled", opening="reroll"),
]
METHODS = [
    method for method in ("fork", "spawn") if method in multiprocessing.get_all_start_methods()
]
THREE_BLOCKS = 2 * BLOCK + 500  # the last a short one

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def same(a, b):
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in NAMES)


def recorded(variant, games, players, **options):
    """Play with policies that keep their waves."""
    waves = []

    def keeping(policy):
        def keep(wave):
            waves.append(wave)
            return policy(wave)

        return keep

    if not isinstance(players, tuple):
        return tavla.simulate(variant, games, seed=3, players=keeping(players), **options), waves
    kept = tuple(keeping(player) if callable(player) else player for player in players)
    return tavla.simulate(variant, games, seed=3, players=kept, **options), waves


# What a wave is


def test_a_wave_is_arrays_of_turns():
    _, waves = recorded(tavla.BACKGAMMON, 60, wave_policies.rolling)
    first, second = waves[:2]
    assert repr(first) == "<Wave 0 of games 0 to 59: 60 turns>"
    assert (first.variant, first.seed, first.block) == (tavla.BACKGAMMON, 3, range(60))
    assert [wave.number for wave in waves] == list(range(len(waves)))
    for wave in (first, second):
        n, m = len(wave), len(wave.successors)
        assert (wave.boards.shape, wave.boards.dtype) == ((n, 2, 26), np.uint8)
        assert (wave.dice.shape, wave.dice.dtype) == ((n, 2), np.uint8)
        assert (wave.game.shape, wave.game.dtype) == ((n,), np.uint64)
        assert (wave.turn.shape, wave.turn.dtype) == ((n,), np.uint16)
        assert (wave.seat.shape, wave.seat.dtype) == ((n,), np.uint8)
        indptr, boards = wave.successors.indptr, wave.successors.boards
        assert (indptr.shape, indptr.dtype) == ((n + 1,), np.int64)
        assert (boards.shape, boards.dtype) == ((m, 2, 26), np.uint8)
        for array in (wave.boards, wave.dice, wave.game, wave.turn, wave.seat, indptr, boards):
            assert not array.flags.writeable
            assert array.flags.c_contiguous
    assert (wave.dice[:, 0] >= wave.dice[:, 1]).all()
    with pytest.raises(ValueError, match="read-only"):
        first.successors.boards[0, 0, 0] = 1
    with pytest.raises(AttributeError):
        first.turn = second.turn


@pytest.mark.parametrize("variant", [*VARIANTS, *COMPOSED], ids=lambda v: v.name)
def test_the_successors_are_those_of_the_batch_layer(variant):
    _, waves = recorded(variant, 40, wave_policies.rolling)
    for wave in waves[:: max(1, len(waves) // 12)]:
        expected = tavla.batch.afterstates(wave.boards, wave.dice, variant=variant)
        assert np.array_equal(wave.successors.indptr, expected.indptr)
        assert np.array_equal(wave.successors.boards, expected.boards)
        row = int(wave.successors.indptr[-1]) - 1
        assert wave.successors.play(row) == expected.play(row)
        values = tavla.batch.pips(wave.successors.boards, variant=variant)[:, 1]
        assert np.array_equal(wave.successors.argmin(values), expected.argmin(values))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_turns_make_whole_games_dances_included(variant):
    result, waves = recorded(variant, 50, wave_policies.rolling)
    games = {game: [] for game in range(50)}
    for wave in waves:
        assert (np.diff(wave.game.astype(np.int64)) > 0).all()
        rows = np.asarray(wave_policies.rolling(wave))
        for i, row in enumerate(rows):
            single = np.diff(wave.successors.indptr)[i] == 1
            turn = wave.turn[i], wave.seat[i], wave.dice[i], wave.boards[i]
            games[int(wave.game[i])].append((*turn, wave.successors.boards[row], single))
    for game, turns in games.items():
        stream = tavla.DiceStream(3, game)
        assert [int(turn[0]) for turn in turns] == list(range(result.turns[game]))
        assert np.array_equal(turns[0][3], tavla.Position.start(variant).array)
        for number, (_, seat, dice, _, after, _) in enumerate(turns):
            assert seat == (result.starter[game] + number) % 2
            if number > 0 or variant.opening == "reroll":
                assert sorted(dice, reverse=True) == sorted(stream.roll(number), reverse=True)
            if number + 1 < len(turns):
                assert np.array_equal(after, turns[number + 1][3])
            else:
                outcome = tavla.Position(variant, *after).outcome
                assert outcome.multiplier == result.points[game]
                assert seat == result.winner[game]
    assert any(turn[5] for turns in games.values() for turn in turns)


def test_one_policy_of_both_seats_gets_one_wave_a_turn():
    result, waves = recorded(tavla.HYPER, 300, wave_policies.rolling)
    assert len(waves) == result.turns.max()
    assert len(waves[0]) == 300
    assert set(waves[0].seat) == {0, 1}
    assert all(len(set(wave.turn)) == 1 for wave in waves)


def test_two_policies_take_turns_with_all_the_games():
    result, waves = recorded(tavla.HYPER, 300, (wave_policies.rolling, wave_policies.rolling))
    assert len(waves) <= result.turns.max() + 1
    assert all(set(wave.seat) == {wave.number % 2} for wave in waves)
    assert len(waves[1]) == 300
    shared, _ = recorded(tavla.HYPER, 300, wave_policies.rolling)
    assert same(result, shared)


def test_a_policy_against_a_player_gets_its_own_seat_only():
    result, waves = recorded(tavla.HYPER, 300, ("pip", wave_policies.rolling))
    assert all(set(wave.seat) == {1} for wave in waves)
    assert set(waves[0].turn) == {0, 1}
    assert result.players == ("pip", "keep")


def test_a_method_of_one_object_is_one_policy():
    agent = wave_policies.Agent(2)
    sizes = []

    class Counting(wave_policies.Agent):
        def act(self, wave):
            sizes.append(len(wave))
            return super().act(wave)

    counting = Counting(2)
    a = tavla.simulate(tavla.HYPER, 200, seed=1, players=(agent.act, agent.act))
    b = tavla.simulate(tavla.HYPER, 200, seed=1, players=(counting.act, counting.act))
    c = tavla.simulate(tavla.HYPER, 200, seed=1, players=agent)
    assert same(a, b)
    assert same(a, c)
    assert sizes[0] == 200
    assert a.players == ("act", "act")
    assert c.players == ("Agent", "Agent")


def test_blocks_are_fixed():
    result, waves = recorded(tavla.HYPER, THREE_BLOCKS, wave_policies.by_batch)
    blocks = [wave.block for wave in waves if wave.number == 0]
    assert blocks == [range(BLOCK), range(BLOCK, 2 * BLOCK), range(2 * BLOCK, THREE_BLOCKS)]
    assert max(map(len, waves)) == BLOCK
    assert len(result) == THREE_BLOCKS
    # Whole blocks do not depend on what comes after them.
    short = tavla.simulate(tavla.HYPER, BLOCK, seed=3, players=wave_policies.by_batch)
    assert np.array_equal(result.turns[:BLOCK], short.turns)


# The same games


@pytest.mark.parametrize("variant", [*VARIANTS, *COMPOSED], ids=lambda v: v.name)
@pytest.mark.parametrize(
    ("name", "policy"),
    [("random", wave_policies.chance), ("pip", wave_policies.careful)],
    ids=["random", "pip"],
)
def test_policies_that_choose_as_the_players_do_play_their_games(variant, name, policy):
    def play(players):
        return tavla.simulate(variant, 40, seed=2**200 + 9, players=players)

    assert same(play(name), play(policy))
    other = "pip" if name == "random" else "random"
    assert same(play((name, other)), play((policy, other)))
    assert same(play((other, name)), play((other, policy)))


def test_two_different_policies_play_the_games_of_two_players():
    expected = tavla.simulate(tavla.FEVGA, 60, seed=1, players=("pip", "random"))
    players = (wave_policies.careful, wave_policies.chance)
    assert same(expected, tavla.simulate(tavla.FEVGA, 60, seed=1, players=players))


def test_threads_change_nothing():
    def play(threads):
        policy = wave_policies.by_batch
        return tavla.simulate(tavla.BACKGAMMON, 3000, seed=1, players=policy, threads=threads)

    alone = play(1)
    assert same(alone, play(2))
    assert same(alone, play(5))


def test_the_environment_sets_the_threads(monkeypatch):
    expected = tavla.simulate(tavla.HYPER, 3000, seed=1, players=wave_policies.first, threads=1)
    monkeypatch.setenv("TAVLA_THREADS", "2")
    found = tavla.simulate(tavla.HYPER, 3000, seed=1, players=wave_policies.first)
    assert same(expected, found)
    monkeypatch.setenv("TAVLA_THREADS", "many")
    with pytest.raises(tavla.InvalidArgumentError, match="TAVLA_THREADS"):
        tavla.simulate(tavla.HYPER, 10, seed=1, players=wave_policies.first)


# Executors


class Plain(Executor):
    """The least an executor can be: `submit` alone, on the caller's thread."""

    def __init__(self):
        self.items = 0

    def submit(self, function, /, *args, **kwargs):
        self.items += 1
        future = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whatever it is goes to the caller
            future.set_exception(error)
        return future


@pytest.fixture(params=["plain", "threads", *METHODS])
def executor(request):
    if request.param == "plain":
        yield Plain()
    elif request.param == "threads":
        with ThreadPoolExecutor(3) as pool:
            yield pool
    else:
        # The pool of threads is used before, so that a forked child finds it.
        tavla.simulate(tavla.HYPER, 20_000, seed=1, threads=2)
        context = multiprocessing.get_context(request.param)
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            yield pool


def test_executors_play_the_same_games(executor):
    for players in (
        wave_policies.by_batch,
        (wave_policies.by_batch, "pip"),
        (wave_policies.Agent(3).act, wave_policies.first),
        ("pip", "random"),
    ):
        expected = tavla.simulate(tavla.HYPER, THREE_BLOCKS, seed=5, players=players)
        found = tavla.simulate(
            tavla.HYPER, THREE_BLOCKS, seed=5, players=players, executor=executor
        )
        assert same(expected, found)
        assert found.players == expected.players
        assert all(not getattr(found, name).flags.writeable for name in NAMES)


def test_parts_may_use_threads_when_asked(executor):
    policy = wave_policies.by_batch
    expected = tavla.simulate(tavla.HYPER, THREE_BLOCKS, seed=5, players=policy)
    options = {"seed": 5, "players": policy, "executor": executor, "threads": 2}
    assert same(expected, tavla.simulate(tavla.HYPER, THREE_BLOCKS, **options))


def test_composed_variants_travel_to_executors(executor):
    variant = COMPOSED[0]
    expected = tavla.simulate(variant, 100, seed=5, players=wave_policies.rolling)
    found = tavla.simulate(variant, 100, seed=5, players=wave_policies.rolling, executor=executor)
    assert same(expected, found)


def test_many_blocks_are_few_parts():
    plain = Plain()
    games = 600 * BLOCK
    result = tavla.simulate(tavla.HYPER, 3 * BLOCK, seed=1, executor=plain)
    assert plain.items == 3
    assert same(result, tavla.simulate(tavla.HYPER, 3 * BLOCK, seed=1))
    plain.items = 0
    tiny = tavla.HYPER.replace(name="one checker", checkers=1, start={1: 1})
    found = tavla.simulate(tiny, games, seed=1, executor=plain)
    assert 256 <= plain.items <= 320
    assert same(found, tavla.simulate(tiny, games, seed=1))


@pytest.mark.parametrize("executor", [3, "threads", ThreadPoolExecutor, object()], ids=str)
def test_what_is_no_executor_is_refused(executor):
    with pytest.raises(tavla.InvalidArgumentError, match="executor"):
        tavla.simulate(tavla.HYPER, 10, executor=executor)


def test_an_executor_that_is_shut_down_says_so():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(RuntimeError, match="shutdown"):
        tavla.simulate(tavla.HYPER, 10, executor=pool)


def test_the_first_error_in_order_is_raised_and_the_rest_is_cancelled():
    with ThreadPoolExecutor(2) as pool:
        with pytest.raises(tavla.PolicyError, match="block of 0") as caught:
            tavla.simulate(
                tavla.HYPER,
                50 * BLOCK,
                seed=1,
                players=wave_policies.broken_in_order,
                executor=pool,
            )
        assert caught.value.games == (0, BLOCK - 1)
        assert isinstance(caught.value.__cause__, ZeroDivisionError)
        # The executor can be used again at once.
        assert pool.submit(int, 7).result(timeout=30) == 7


def test_errors_come_home_from_other_processes(executor):
    with pytest.raises(tavla.PolicyError, match=f"block of {BLOCK}") as caught:
        tavla.simulate(
            tavla.HYPER, THREE_BLOCKS, seed=1, players=wave_policies.broken_late, executor=executor
        )
    assert caught.value.wave == 0
    assert caught.value.games == (BLOCK, 2 * BLOCK - 1)
    assert "ZeroDivisionError" in f"{caught.value.__cause__!r} {caught.value.__cause__}"


@pytest.mark.parametrize("method", METHODS)
def test_a_process_that_dies_is_an_error_and_no_hang(method):
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool, pytest.raises(BrokenExecutor):
        tavla.simulate(
            tavla.HYPER, THREE_BLOCKS, seed=1, players=wave_policies.dying, executor=pool
        )


def test_a_policy_that_cannot_be_pickled_is_an_error_and_no_hang():
    with (
        ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(METHODS[0])) as pool,
        pytest.raises((pickle.PicklingError, AttributeError, TypeError)),
    ):
        tavla.simulate(
            tavla.HYPER,
            THREE_BLOCKS,
            seed=1,
            players=lambda wave: wave.successors.indptr[:-1],
            executor=pool,
        )


def test_items_in_flight_are_bounded_and_results_in_order():
    submitted, taken = [], []
    ahead = []

    class Counting(Plain):
        def submit(self, function, /, *args, **kwargs):
            submitted.append(args[0])
            ahead.append(len(submitted) - len(taken))
            return super().submit(function, *args, **kwargs)

    results = in_order(Counting(), str, range(1000), lambda done: None)
    while (result := next(results, None)) is not None:
        taken.append(result)
    assert max(ahead) == IN_FLIGHT
    assert taken == [str(number) for number in range(1000)]
    assert submitted == list(range(1000))


def test_what_has_not_begun_is_cancelled_when_nobody_takes_more():
    futures = []

    class Never(Plain):
        def submit(self, function, /, *args, **kwargs):
            futures.append(super().submit(function, *args) if not futures else Future())
            return futures[-1]

    results = in_order(Never(), str, range(10), lambda done: None)
    assert next(results) == "0"
    results.close()
    assert len(futures) == 10
    assert all(future.cancelled() for future in futures[1:])


def test_a_stop_says_nothing_in_another_process():
    stop = Stop()
    stop.asked = True
    assert pickle.loads(pickle.dumps(stop)).asked is False


# Errors


def answer(wrong):
    """A policy whose answer is spoilt in its second wave."""

    def policy(wave):
        rows = wave_policies.first(wave)
        return wrong(wave, rows.copy()) if wave.number == 1 else rows

    return policy


def put(place, value, dtype=np.int64):
    def wrong(wave, rows):
        rows = rows.astype(dtype)
        rows[place] = value
        return rows

    return wrong


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda wave, rows: None, "got None"),
        (lambda wave, rows: rows[:-1], r"shape \(99,\)"),
        (lambda wave, rows: rows[:, None], r"shape \(100, 1\)"),
        (lambda wave, rows: int(rows[0]), r"shape \(\)"),
        (lambda wave, rows: rows > 0, "dtype bool"),
        (lambda wave, rows: rows.astype(np.float64), "dtype float64"),
        (lambda wave, rows: rows.astype(np.complex128), "dtype complex128"),
        (lambda wave, rows: rows.astype(str), "dtype <U"),
        (lambda wave, rows: rows.astype(object), "dtype object"),
        (lambda wave, rows: [[1], [2, 3]], "inhomogeneous"),
        (lambda wave, rows: {}, r"shape \(\) of object"),
        (lambda wave, rows: rows.astype("datetime64[s]"), "dtype datetime64"),
    ],
    ids=str,
)
def test_answers_that_are_no_rows_name_the_wave(wrong, words):
    with pytest.raises(tavla.PolicyError, match=words) as caught:
        tavla.simulate(tavla.HYPER, 100, seed=1, players=answer(wrong))
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.wave, error.games) == (1, (0, 99))
    assert "policy policy, wave 1 of games 0 to 99" in str(error)
    assert error.entry is error.game is error.row is None


@pytest.mark.parametrize(
    ("wrong", "row"),
    [
        (put(17, -1), -1),
        (put(17, -(2**63)), -(2**63)),
        (put(17, 2**63 - 1), 2**63 - 1),
        (put(17, 2**63, np.uint64), 2**63),
        (put(17, 2**64 - 1, np.uint64), 2**64 - 1),
        (put(17, np.nan, np.float64), np.nan),
        (put(17, 1.5, np.float32), 1.5),
        (put(17, np.inf, np.float64), np.inf),
        (lambda wave, rows: put(17, rows[18])(wave, rows), None),
        (lambda wave, rows: put(17, rows[17] - 1)(wave, rows), None),
        (put([17, 30], -5), -5),
    ],
    ids=str,
)
def test_wrong_rows_name_wave_game_and_entry(wrong, row):
    with pytest.raises(tavla.PolicyError, match=r"entry 17 \(game 17, turn 1\)") as caught:
        tavla.simulate(tavla.HYPER, 100, seed=1, players=answer(wrong))
    error = caught.value
    assert (error.wave, error.entry, error.game) == (1, 17, 17)
    if row is not None:
        assert error.row == row or (np.isnan(row) and np.isnan(error.row))
        assert f"got {error.row}" in str(error)


def test_integers_of_any_kind_and_lists_are_rows():
    expected = tavla.simulate(tavla.HYPER, 50, seed=1, players=wave_policies.last)
    for convert in (
        list,
        lambda rows: rows.tolist(),
        lambda rows: rows.astype(np.uint64),
        lambda rows: rows.astype(np.int16),
        lambda rows: np.repeat(rows, 2)[::2],
        lambda rows: rows.astype(">i8"),
    ):
        found = tavla.simulate(
            tavla.HYPER, 50, seed=1, players=lambda wave, c=convert: c(wave_policies.last(wave))
        )
        assert same(expected, found)


def test_an_exception_in_a_policy_is_the_cause():
    with pytest.raises(tavla.PolicyError, match="raised ZeroDivisionError: no value") as caught:
        tavla.simulate(tavla.HYPER, 100, seed=1, players=wave_policies.broken)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert (caught.value.wave, caught.value.games) == (2, (0, 99))


def test_nan_among_the_values_names_wave_and_row():
    def policy(wave):
        values = np.zeros(len(wave.successors))
        values[5] = np.nan
        return wave.successors.argmin(values)

    with pytest.raises(tavla.PolicyError, match=r"wave 0 of games 0 to 99: .*NaN in row 5"):
        tavla.simulate(tavla.HYPER, 100, seed=1, players=policy)


def test_what_is_no_exception_passes_as_it_is():
    def policy(wave):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tavla.simulate(tavla.HYPER, 100, seed=1, players=policy)


def test_a_policy_error_survives_pickling():
    with pytest.raises(tavla.PolicyError) as caught:
        tavla.simulate(tavla.HYPER, 100, seed=1, players=answer(put(17, -1)))
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert vars(again) == vars(caught.value)


def test_boards_that_somebody_changed_by_force_are_refused():
    def policy(wave):
        boards = wave.successors.boards
        boards.setflags(write=True)
        boards[0] = 255
        return wave_policies.first(wave)

    with pytest.raises(tavla.TavlaError, match="successors"):
        tavla.simulate(tavla.HYPER, 100, seed=1, players=policy)


def test_a_game_that_does_not_end_is_named():
    stuck = tavla.MOULTEZIM.replace(name="stuck", held_limits=((1, 24, 1),))
    with pytest.raises(tavla.InvalidVariantError, match="game 0 is not over"):
        tavla.simulate(stuck, 3, seed=1, players=wave_policies.first)


@pytest.mark.parametrize(
    "arguments",
    [
        {"games": 0},
        {"games": True},
        {"games": 10**30},
        {"games": 10, "threads": 0},
        {"games": 10, "threads": 10**9},
        {"games": 10, "seed": -1},
        {"games": 10, "variant": "hyper"},
        {"games": 10, "progress": "yes"},
    ],
    ids=str,
)
def test_arguments_that_make_no_sense_are_refused(arguments):
    arguments = {"variant": tavla.HYPER, "players": wave_policies.first, **arguments}
    for executor in (None, Plain()):
        with pytest.raises(tavla.InvalidArgumentError) as caught:
            tavla.simulate(**arguments, executor=executor)
        assert any(name in str(caught.value) for name in arguments)


# Progress, Ctrl-C, memory


@pytest.mark.parametrize("with_executor", [False, True])
def test_progress_rises_to_the_end(with_executor):
    shares = []
    options = {"seed": 1, "players": wave_policies.slow, "progress": shares.append}
    with ThreadPoolExecutor(1) as pool:
        executor = pool if with_executor else None
        tavla.simulate(tavla.HYPER, 50, **options, executor=executor)
    assert shares == sorted(shares)
    assert len(shares) > 2
    assert 0 <= shares[0] < 1
    assert shares[-1] == 1


@pytest.mark.parametrize("with_executor", [False, True])
def test_an_error_in_the_progress_callback_stops_the_run(with_executor):
    def fail(share):
        raise RuntimeError("enough")

    options = {"seed": 1, "players": wave_policies.slow, "progress": fail}
    with ThreadPoolExecutor(1) as pool:
        executor = pool if with_executor else None
        with pytest.raises(RuntimeError, match="enough"):
            tavla.simulate(tavla.HYPER, 50 * BLOCK, **options, executor=executor)


def interrupt_soon():
    threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()


@pytest.mark.skipif(sys.platform == "win32", reason="no signal can be sent to this process alone")
@pytest.mark.parametrize("players", ["random", wave_policies.first, wave_policies.slow])
@pytest.mark.parametrize("with_executor", [False, True])
def test_ctrl_c_ends_long_calls_soon(players, with_executor):
    with ThreadPoolExecutor(2) as pool:
        executor = pool if with_executor else None
        interrupt_soon()
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            tavla.simulate(
                tavla.BACKGAMMON, 10_000 * BLOCK, seed=1, players=players, executor=executor
            )
        assert time.monotonic() - begun < 10
    # What was running on the executor's threads ended too.
    assert time.monotonic() - begun < 20


def test_results_are_a_few_bytes_a_game_and_blocks_are_bounded():
    def peak(games):
        tracemalloc.start()
        result = tavla.simulate(tavla.HYPER, games, seed=1, players=wave_policies.first)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert sum(getattr(result, name).nbytes for name in NAMES) == 5 * games
        return most

    one, six = peak(BLOCK), peak(6 * BLOCK)
    assert six < 1.3 * one + 5 * 6 * BLOCK


def test_a_wave_that_nobody_keeps_is_gone_before_the_next():
    kept = []

    def policy(wave):
        assert all(reference() is None for reference in kept)
        kept[:] = [weakref.ref(wave.boards), weakref.ref(wave.successors.boards)]
        return wave_policies.first(wave)

    tavla.simulate(tavla.HYPER, 100, seed=1, players=policy)


# Threads and forks


def test_many_python_threads_at_once():
    boards = np.stack([tavla.Position.start(tavla.BACKGAMMON).array] * 4000)
    expected = (
        tavla.simulate(tavla.HYPER, 3000, seed=1, players=wave_policies.by_batch),
        tavla.batch.afterstates(boards, (3, 1), variant=tavla.BACKGAMMON, threads=1),
    )
    found = []

    def work():
        for _ in range(3):
            result = tavla.simulate(
                tavla.HYPER, 3000, seed=1, players=wave_policies.by_batch, threads=2
            )
            rows = tavla.batch.afterstates(boards, (3, 1), variant=tavla.BACKGAMMON, threads=2)
            found.append(
                same(result, expected[0]) and np.array_equal(rows.boards, expected[1].boards)
            )

    workers = [threading.Thread(target=work) for _ in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [True] * 18


def serve(requests, answers):
    """A worker of a server: answers requests until there are no more."""
    while (number := requests.get()) is not None:
        boards = np.stack([tavla.Position.start(tavla.BACKGAMMON).array] * 1000)
        rows = tavla.batch.afterstates(boards, None, variant=tavla.BACKGAMMON, threads=2)
        played = tavla.simulate(
            tavla.HYPER, 3000, seed=number, players=wave_policies.by_batch, threads=2
        )
        builtin = tavla.simulate(tavla.HYPER, 20_000, seed=number, threads=2)
        answers.put((number, len(rows), played.turns, builtin.turns))


@pytest.mark.skipif("fork" not in METHODS, reason="there is no fork here")
def test_workers_forked_after_the_pool_was_used_answer():
    # As servers do that load everything first and fork their workers then.
    boards = np.stack([tavla.Position.start(tavla.BACKGAMMON).array] * 1000)
    rows = tavla.batch.afterstates(boards, None, variant=tavla.BACKGAMMON, threads=2)
    expected = {
        number: (
            tavla.simulate(
                tavla.HYPER, 3000, seed=number, players=wave_policies.by_batch, threads=2
            ),
            tavla.simulate(tavla.HYPER, 20_000, seed=number, threads=2),
        )
        for number in range(4)
    }
    context = multiprocessing.get_context("fork")
    requests, answers = context.Queue(), context.Queue()
    workers = [context.Process(target=serve, args=(requests, answers)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for number in expected:
        requests.put(number)
    found = [answers.get(timeout=120) for _ in expected]
    # The parent goes on with its own threads.
    tavla.simulate(tavla.HYPER, 20_000, seed=1, threads=2)
    for _ in workers:
        requests.put(None)
    for worker in workers:
        worker.join(timeout=60)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    for number, count, played, builtin in found:
        assert count == len(rows)
        assert np.array_equal(played, expected[number][0].turns)
        assert np.array_equal(builtin, expected[number][1].turns)


@pytest.mark.parametrize("method", METHODS)
def test_the_workers_of_a_data_loader_make_what_the_main_process_makes(method):
    dataset = wave_policies.Dataset()
    tavla.simulate(tavla.HYPER, 20_000, seed=1, threads=2)
    expected = [dataset[index] for index in range(4)]
    context = multiprocessing.get_context(method)
    indices, batches = context.Queue(), context.Queue()
    workers = [
        context.Process(target=wave_policies.load, args=(dataset, indices, batches), daemon=True)
        for _ in range(2)
    ]
    for worker in workers:
        worker.start()
    for index in range(4):
        indices.put(index)
    found = dict(batches.get(timeout=120) for _ in range(4))
    for _ in workers:
        indices.put(None)
    for worker in workers:
        worker.join(timeout=60)
    assert [worker.exitcode for worker in workers] == [0, 0]
    for index in range(4):
        for made, wanted in zip(found[index], expected[index], strict=True):
            assert np.array_equal(made, wanted)
