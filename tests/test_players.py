"""Players and the games between them: those of `simulate`, and what a wrong answer comes to."""

import numpy as np
import pytest

import tavla
from helpers import pos
from tavla.errors import InvalidArgumentError, PlayerError
from tavla.game import (
    Accept,
    Cube,
    Decline,
    Double,
    GameRules,
    GameState,
    MakeMove,
    MakePlay,
    Pass,
    Resign,
    Roll,
    Settle,
    Take,
)
from tavla.players import PipPlayer, RandomPlayer, scores

GAMES = {"hyper": 300, "moultezim": 40, "fevga": 40, "backgammon": 60, "nackgammon": 60}


@pytest.mark.parametrize("players", [("random", "random"), ("pip", "pip"), ("pip", "random")])
@pytest.mark.parametrize("name", GAMES)
def test_games_are_those_of_simulate(name, players):
    variant = tavla.VARIANTS[name]
    simulated = tavla.simulate(variant, games=GAMES[name], seed=11, players=players)
    for number in range(GAMES[name]):
        record = tavla.play_game(players, variant, seed=11, number=number)
        last = record.replay()
        found = (record.result.winner, last.starter, record.result.points, last.turn)
        columns = (simulated.winner, simulated.starter, simulated.points, simulated.turns)
        assert found == tuple(int(column[number]) for column in columns), number
        assert record.players == players


@pytest.mark.parametrize(
    ("variant", "text", "expected"),
    [
        # Race, two built points and a blot on 8 with the bar 8 away; the 13 is passed.
        (tavla.BACKGAMMON, "5:2 6:2 8:1 13:1 | bar:1 10:2", 36 * 11 + 48 - 6 * 17),
        # Of several shooters the most dangerous counts.
        (tavla.BACKGAMMON, "20:1 | 6:1 11:1 12:1", 36 * (9 + 14) - 17 * 5),
        # Without hits: race, points held, dice blocked.
        (
            tavla.MOULTEZIM,
            "24:12 11:1 10:1 1:1 | 24:13 20:1 8:1",
            36 * 30 + 18 * 4 + 6 * 12,
        ),
    ],
)
def test_the_score_of_pip_is_that_of_the_documentation(variant, text, expected):
    position = pos(variant, text)
    rows = [np.array([side]) for side in (position.player, position.opponent)]
    assert scores(variant, *rows).tolist() == [expected]


def test_every_name_is_a_player():
    state = GameState.at(tavla.Position.start(tavla.HYPER), dice=(6, 5))
    for name in tavla.players.PLAYERS:
        assert tavla.players.player(name).choose(state, 0) in state.legal_actions


MONEY = GameRules(cube=True, settlements=True)


@pytest.mark.parametrize(
    ("text", "cube", "chosen"),
    [
        ("5:1 | 6:1", Cube(), Double),  # a race, 20 per cent ahead
        ("6:2 | 6:2", Cube(), Roll),
        ("24:1 | 23:1 22:1 20:1", Cube(), Roll),  # contact
        ("5:1 | 6:1", Cube(2, 1, 1), Roll),  # no access
        ("24:1 6:2 | 24:3", Cube(), Roll),
    ],
)
def test_pip_doubles_in_races_that_he_leads(text, cube, chosen):
    state = GameState.at(pos(tavla.HYPER, text), MONEY, cube=cube)
    assert type(PipPlayer().choose(state, 0)) is chosen


@pytest.mark.parametrize(
    ("text", "chosen"), [("5:1 4:1 | 6:1 4:1", Take), ("5:1 | 6:1", Pass), ("3:1 | 24:3", Take)]
)
def test_pip_takes_in_races_that_are_close_and_always_in_contact(text, chosen):
    state = GameState.at(pos(tavla.HYPER, text), MONEY).apply(Double(0))
    assert type(PipPlayer().choose(state, 1)) is chosen
    assert type(RandomPlayer(1).choose(state, 1)) is Take


@pytest.mark.parametrize("player", [RandomPlayer(1), PipPlayer()])
def test_answers_to_proposals(player):
    state = GameState.at(pos(tavla.HYPER, "24:3 | 6:2"), MONEY)
    assert player.choose(state.apply(Resign(0, 3)), 1) == Accept(1)
    assert player.choose(state.apply(Resign(0, 1)), 1) == Decline(1, 3)
    assert player.choose(state.apply(Settle(0, 1)), 1) == Decline(1)


@pytest.mark.parametrize("player", [RandomPlayer(1), PipPlayer()])
def test_a_turn_begun_by_single_moves_is_finished(player):
    state = GameState.at(pos(tavla.HYPER, "24:3 | 24:3"), dice=(6, 5))
    state = state.apply(MakeMove(0, (24, 18, 6)))
    for _ in range(2):
        state = state.apply(player.choose(state, 0))
    assert state.seat == 1


def test_the_cube_is_played_to_the_end():
    ends = set()
    for number in range(60):
        record = tavla.play_game(("pip", "pip"), tavla.HYPER, MONEY, seed=3, number=number)
        ends.add(str(record.result.end))
        record.replay()
    assert ends == {"borne_off", "pass"}


class Wrong:
    """Answers as told at the third event, before that as "random" does."""

    def __init__(self, answer):
        self.answer = answer
        self.player = RandomPlayer(0)

    def choose(self, state, seat):
        if state.turn == 1:
            return self.answer(state, seat)
        return self.player.choose(state, seat)


def stumble(state, seat):
    raise ZeroDivisionError("no")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda state, seat: Double(seat), "without a cube"),
        (lambda state, seat: MakePlay(seat, ()), "waits for a roll"),
        (lambda state, seat: Roll(1 - seat), "action of this seat"),
        (lambda state, seat: None, "action of this seat"),
        (lambda state, seat: Roll(seat, (1, 1)), "the dice are others than"),
        (stumble, "ZeroDivisionError: no"),
        (
            lambda state, seat: Decline(seat) if state.proposal else Resign(seat),
            "turn has not ended after 100 events",
        ),
    ],
)
def test_a_wrong_answer_names_player_and_event(answer, words):
    with pytest.raises(PlayerError, match=words) as caught:
        tavla.play_game((Wrong(answer), Wrong(answer)), tavla.HYPER, seed=2)
    error = caught.value
    assert f"player Wrong of seat {error.seat}, event {error.event}" in str(error)


def test_a_game_that_takes_too_long_is_given_up():
    with pytest.raises(PlayerError, match="after 3 turns"):
        tavla.play_game(("pip", "pip"), tavla.BACKGAMMON, seed=2, most_turns=3)


@pytest.mark.parametrize(
    "options", [{"players": ("gnu", "pip")}, {"players": "pip"}, {"most_turns": 0}]
)
def test_arguments_are_checked(options):
    with pytest.raises(InvalidArgumentError):
        tavla.play_game(**{"players": ("pip", "pip"), "variant": tavla.HYPER, "seed": 1} | options)
