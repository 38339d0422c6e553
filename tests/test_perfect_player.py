"""Players on exact solutions: as good as the solution says, in simulations and in games with the cube."""

import functools

import numpy as np
import pytest

import tavla
from tavla.exact import PerfectPlayer
from tavla.game import (
    Accept,
    Beaver,
    Cube,
    Decline,
    Double,
    EndTurn,
    GameRules,
    GameState,
    MakeMove,
    MakePlay,
    OpeningRoll,
    Pass,
    Raccoon,
    Resign,
    Roll,
    Settle,
    Take,
)

HYPER2 = tavla.hyper.variant(2)
MONEY = GameRules(cube=True, jacoby=True, beavers=2, settlements=True)


@functools.cache
def perfect(cube=None, beavers=False):
    return tavla.solve(HYPER2, cube, beavers=beavers, progress=False).player()


def at(mine, theirs):
    sides = [np.bincount(slots, minlength=26).tolist() for slots in (mine, theirs)]
    return tavla.Position(HYPER2, *sides)


def find(player, test, rules=MONEY, **options):
    """The first state in which the cube decision is of a kind."""
    for mine in range(1, 26):
        for theirs in range(1, 25 - mine if mine < 25 else 25):
            position = at([mine, mine], [theirs, theirs])
            decision = player.solution.cube_action(position, jacoby=rules.jacoby)
            if test(decision):
                return GameState.at(position, rules, **options), decision
    raise AssertionError("no such position")


def test_among_perfect_players_the_starter_wins_what_the_solution_says():
    player = perfect()
    result = tavla.simulate(HYPER2, 20_000, seed=3, players=(player, player), progress=False)
    starter = np.where(result.winner == result.starter, 1, -1) * result.points.astype(int)
    error = starter.std() / np.sqrt(len(starter))
    assert starter.mean() == pytest.approx(player.solution.value, abs=4 * error)
    assert result.summary().players == ("perfect", "perfect")


def test_nobody_beats_a_perfect_player():
    result = tavla.simulate(HYPER2, 20_000, seed=3, players=(perfect(), "pip"), progress=False)
    won = np.where(result.winner == 0, 1, -1) * result.points.astype(int)
    assert won.mean() > 3 * won.std() / np.sqrt(len(won))


def test_games_are_those_of_simulate():
    players = (perfect(), "random")
    result = tavla.simulate(HYPER2, 20, seed=5, players=players, progress=False)
    for number in range(20):
        record = tavla.play_game(players, HYPER2, seed=5, number=number)
        assert record.result.winner == result.winner[number]
        assert record.result.points == result.points[number]


@pytest.mark.parametrize("beavers", [False, True])
def test_whole_games_with_the_cube_are_played(beavers):
    rules = MONEY.replace(beavers=int(beavers))
    player, ends = perfect("money", beavers), set()
    for number in range(60):
        record = tavla.play_game((player, player), HYPER2, rules, seed=1, number=number)
        ends.add(record.result.end)
    assert len(ends) > 1


def test_doubles_takes_and_passes_are_those_of_the_solution():
    player = perfect("money")
    for words, double, answer in (
        ("double, take", True, Take(1)),
        ("double, pass", True, Pass(1)),
        ("no double, take", False, None),
    ):
        state, decision = find(player, lambda found, words=words: str(found) == words)
        assert str(decision) == words
        assert player.choose(state, 0) == (Double(0) if double else Roll(0))
        if double:
            assert player.choose(state.apply(Double(0)), 1) == answer


def test_a_bad_double_is_turned_back_and_that_again_where_it_was_right():
    player = perfect("money", beavers=True)
    state, _ = find(player, lambda found: found.answer == "beaver")
    doubled = state.apply(Double(0))
    assert player.choose(doubled, 1) == Beaver(1)
    assert player.choose(doubled.apply(Beaver(1)), 0) in (Take(0), Pass(0))
    state, decision = find(player, lambda found: 0 < found.double_take < 1)
    doubled = state.apply(Double(0))
    assert decision.answer == "take"
    assert player.choose(doubled, 1) == Take(1)
    assert player.choose(doubled.apply(Beaver(1)), 0) == Raccoon(0)
    without = GameState.at(state.position, MONEY.replace(beavers=0)).apply(Double(0))
    assert player.choose(without, 1) == Take(1)


def test_the_first_turn_and_the_opponents_cube_are_rolled():
    player, start = perfect("money"), tavla.Position.start(HYPER2)
    state, _ = find(player, lambda found: found.is_double)
    assert player.choose(GameState.at(state.position, MONEY, turn=0), 0) == Roll(0)
    his = Cube(value=2, owner=1, doubles=1)
    assert player.choose(GameState.at(state.position, MONEY, cube=his), 0) == Roll(0)
    assert player.choose(GameState.new(HYPER2, MONEY), 1) == OpeningRoll(1)
    assert player.choose(GameState.at(start, MONEY, dice=(6, 1)), 0).seat == 0


def test_plays_are_the_best_for_where_the_cube_is():
    player = perfect("money")
    for cube, owner in (
        (Cube(), "centred"),
        (Cube(value=2, owner=0, doubles=1), "player"),
        (Cube(value=2, owner=1, doubles=1), "opponent"),
    ):
        position = at([20, 9], [17, 3])
        state = GameState.at(position, MONEY, cube=cube, dice=(5, 2))
        best = player.solution.best_play(position, (5, 2), owner, jacoby=True)
        assert player.choose(state, 0) == MakePlay.of(0, best)


def test_a_turn_that_was_begun_is_ended_as_well_as_it_can():
    player, position = perfect(), at([20, 9], [17, 3])
    best = player.solution.best_play(position, (5, 2))
    state = GameState.at(position, dice=(5, 2)).apply(MakeMove(0, best.moves[0]))
    while isinstance(action := player.choose(state, 0), MakeMove):
        state = state.apply(action)
    assert action == EndTurn(0)
    assert state.board.flipped() == best.result


def test_resignations_are_accepted_when_they_are_worth_it():
    player = perfect("money")
    ahead = GameState.at(at([1, 1], [15, 15]), MONEY, seat=0)
    assert player.choose(ahead.apply(Resign(1, 1)), 0) == Accept(0)  # Jacoby's rule
    turned = GameState.at(
        at([1, 1], [15, 15]), MONEY, cube=Cube(value=2, owner=0, doubles=1), dice=(2, 1)
    )
    assert player.choose(turned.apply(Resign(1, 1)), 0) == Decline(0)
    assert player.choose(turned.apply(Resign(1, 2)), 0) == Accept(0)
    settle = ahead.apply(Settle(1, 1))
    assert player.choose(settle, 0) == Decline(0)


def test_games_by_other_rules_are_refused():
    money, start = perfect("money"), tavla.Position.start(HYPER2)
    for player, rules, words in (
        (money, GameRules(), "expected one with the cube"),
        (perfect(), MONEY, "expected one without a cube"),
        (money, GameRules(cube=True, away=(3, 3)), "for money, got one of a match"),
    ):
        with pytest.raises(tavla.InvalidArgumentError, match=words):
            player.choose(GameState.at(start, rules), 0)
    with pytest.raises(tavla.PolicyError):
        tavla.simulate(HYPER2, 10, seed=1, players=(money, "pip"), progress=False)
    with pytest.raises(tavla.PolicyError):
        tavla.simulate(tavla.HYPER, 10, seed=1, players=(perfect(), "pip"), progress=False)
    state = GameState.at(start)
    with pytest.raises(tavla.NotYourTurnError):
        perfect().choose(state, 1)
    with pytest.raises(tavla.InvalidArgumentError, match="expected a GameState"):
        perfect().choose(start, 0)
    over = GameState.at(at([1, 0], [3, 3]), dice=(2, 1)).play("1/off")
    with pytest.raises(tavla.GameOverError):
        perfect().choose(over, 0)
    assert repr(perfect()).startswith("<PerfectPlayer on <Solution of hyper2")
    assert isinstance(money, PerfectPlayer)
