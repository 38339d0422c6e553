"""A game as an application plays it: by text, by whole plays and move by move (rules A5, A6, B1, H)."""

import contextlib
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import tavla
from helpers import pos
from tavla import BACKGAMMON, FEVGA, HYPER, MOULTEZIM, Game, GameRules, GameState
from tavla.errors import (
    ActionError,
    DiceSourceError,
    GameOverError,
    IllegalPlayError,
    InvalidArgumentError,
    NothingToUndoError,
    NotYourTurnError,
    StaleActionError,
    WrongPhaseError,
)
from tavla.game import (
    Accept,
    Double,
    End,
    EndTurn,
    MakeMove,
    MakePlay,
    ManualDice,
    OpeningRoll,
    Phase,
    Resign,
    Roll,
    ScriptedDice,
    Settle,
    TakeBack,
)

CUBE = GameRules(cube=True)
MONEY = GameRules.money(HYPER, beavers=2)


def game_at(text, dice, variant=HYPER, rules=None, throws=()):
    start = GameState.at(pos(variant, text), rules, dice=dice)
    return Game(start=start, dice=ScriptedDice(throws))


def test_a_whole_game_by_the_named_actions():
    throws = [(3, 3), (6, 5), (4, 3), (6, 1), (2, 1)]
    game = Game(HYPER, MONEY, dice=ScriptedDice(throws), players=("ann", "bob"))
    assert game.state.to_act == {0, 1}
    assert game.legal_actions == (OpeningRoll(0), OpeningRoll(1))
    assert game.roll().attempt == 1
    assert game.roll().dice == (6, 5)
    game.play("24/18 23/18")
    assert game.offer().to_act == {0}
    assert game.beaver().to_act == {1}
    assert game.raccoon().to_act == {0}
    assert game.take().cube == tavla.game.Cube(value=8, owner=0, doubles=1)
    assert game.roll().dice == (4, 3)
    game.play("24/20 23/20")
    assert game.resign().proposal == Resign(0, 1)
    assert game.decline(asks=2).proposal is None
    game.settle("-1/2")
    game.accept()
    assert game.is_over
    assert game.result.end is End.SETTLEMENT
    assert game.result.scores == (-game.result.points, game.result.points)
    names = [event.action.name for event in game.events]
    assert names[:5] == ["opening_roll", "opening_roll", "play", "double", "beaver"]
    assert names[5:9] == ["raccoon", "take", "roll", "play"]
    assert names[9:] == ["resign", "decline", "settle", "accept"]
    with pytest.raises(GameOverError, match="roll by seat"):
        game.roll()
    assert game.legal_actions == ()


# Errors tell what was allowed, and nothing is changed.


@pytest.mark.parametrize(
    ("action", "cause", "words"),
    [
        (Roll(1), NotYourTurnError, "seat 0 is to act; allowed: double by seat 0, resign"),
        (EndTurn(0), WrongPhaseError, "the game waits for a roll or a double"),
        (MakePlay(0), WrongPhaseError, r"allowed: .*roll \.\.\."),
        (Accept(1), WrongPhaseError, "nothing was proposed"),
        (TakeBack(0), WrongPhaseError, "take_back by seat 0"),
    ],
)
def test_a_refusal_tells_what_was_allowed_and_changes_nothing(action, cause, words):
    game = Game(start=GameState.at(tavla.Position.start(HYPER), CUBE), seed=1)
    before = game.to_dict()
    with pytest.raises(cause, match=words) as caught:
        game.apply(action)
    assert isinstance(caught.value, ActionError)
    assert Double(0) in caught.value.allowed
    assert game.to_dict() == before


def test_what_is_no_action_is_refused():
    game = Game(HYPER, seed=1)
    for junk in ("roll", None, ("roll", 0), Roll):
        with pytest.raises(InvalidArgumentError, match="action"):
            game.apply(junk)
    assert not game.events


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (
            "24:1 23:1 22:1 | 24:1 23:1 22:1",
            "is not legal: there is no checker on 13; legal plays: 24/18 23/18, .* and 3 more$",
        ),
        ("bar:1 8:2 | 6:2 5:1", r"legal plays: bar/20\*/14, bar/20\* 8/2$"),
        ("bar:1 8:2 | 6:3", r"legal plays: bar/14, bar/20 8/2$"),
        ("bar:1 8:2 | 6:1 5:2", r"legal plays: bar/19\*/14, bar/19\* 8/3$"),
    ],
)
def test_an_illegal_play_names_some_that_are_legal(text, options):
    game = game_at(text, (6, 5))
    for refused in (lambda: game.play("13/2"), lambda: game.apply(MakePlay(0, ((13, 7, 6),)))):
        with pytest.raises(IllegalPlayError, match=options) as caught:
            refused()
        assert caught.value.code == "no_checker"
        assert "legal plays" not in caught.value.words


def test_a_play_by_text_is_refused_with_its_cause():
    game = game_at("24:1 23:1 22:1 | 24:1 23:1 22:1", (6, 5))
    before = game.to_dict()
    for text, cause in (
        ("24/10", IllegalPlayError),
        ("24/18", IllegalPlayError),
        ("x", tavla.NotationError),
        ("", tavla.TavlaError),
    ):
        with pytest.raises(cause):
            game.play(text)
        with pytest.raises(cause):
            game.state.play(text)
    assert game.to_dict() == before
    game.play("24/18 23/18")
    with pytest.raises(WrongPhaseError, match=r"allowed: resign .* roll"):
        game.state.play("24/18 23/18")
    with pytest.raises(WrongPhaseError, match="opening"):
        Game(HYPER, seed=1).play("24/18")


def test_legal_actions_come_in_a_known_order():
    state = GameState.at(tavla.Position.start(HYPER), MONEY, dice=(6, 5))
    kinds = [type(action) for action in state.legal_actions]
    assert kinds == sorted(kinds, key=[MakePlay, MakeMove, Resign].index)
    plays = [a.moves for a in state.legal_actions if isinstance(a, MakePlay)]
    assert plays == [play.moves for play in state.position.legal_plays((6, 5))]
    start = GameState.at(tavla.Position.start(HYPER), MONEY)
    assert start.legal_actions[0] == Double(0)
    assert [a.level for a in start.legal_actions if a.name == "resign"] == [1, 2, 3, 1, 2, 3]
    assert start.may == ("roll", "settle")


def test_a_stale_action_is_refused():
    game = Game(HYPER, seed=1)
    game.apply(OpeningRoll(0), expect=0)
    for seen in (0, 2, None if not game.events else -1):
        with pytest.raises(StaleActionError, match="there are 1") as caught:
            game.apply(Resign(0), expect=seen)
        assert caught.value.allowed
    game.apply(Resign(0), expect=1)


def test_states_are_frozen():
    state = GameState.new(HYPER)
    for name in ("turn", "position", "more"):
        with pytest.raises(AttributeError):
            setattr(state, name, 5)
    assert len({state, GameState.new(HYPER), GameState.new(HYPER, CUBE)}) == 2


# Move by move


def test_moves_are_taken_back_and_the_turn_is_ended():
    game = game_at("24:1 23:1 22:1 | 24:1 23:1 22:1", (6, 5))
    start = game.state
    assert game.move(24, 18).moves == (tavla.Move(24, 18, 6),)
    assert game.state.position == start.position, "the board of the turn's start"
    assert game.state.board.player[18] == 1
    with pytest.raises(WrongPhaseError, match="the turn is not complete"):
        game.end_turn()
    with pytest.raises(WrongPhaseError, match="begun by single moves"):
        game.play("24/18 23/18")
    assert game.take_back() == start
    with pytest.raises(WrongPhaseError, match="no move was made"):
        game.take_back()
    game.move(23, 18)
    game.move(24, 18)
    assert game.legal_actions[:2] == (EndTurn(0), TakeBack(0))
    assert game.take_back().moves == (tavla.Move(23, 18, 5),)
    game.move(24, 18)
    by_moves = game.end_turn()
    assert by_moves == start.play("24/18 23/18")
    assert game.record.replay() == by_moves


@pytest.mark.parametrize("order", ["24/18 23/18", "23/18 24/18", "23/18, 24/18", "24/18,23/18"])
def test_several_orders_are_one_play_and_what_was_written_is_kept(order):
    game = game_at("24:1 23:1 22:1 | 24:1 23:1 22:1", (6, 5))
    first = game.state.play("24/18 23/18")
    try:
        after = game.play(order)
    except tavla.NotationError:
        pytest.skip("no such separator")
    assert after == first
    assert game.events[-1].written == order
    assert tavla.GameRecord.from_json(game.record.to_json()).events[-1].written == order


def test_the_order_of_moves_is_kept_as_they_were_made():
    start = GameState.at(tavla.Position.start(HYPER), dice=(6, 5))
    ways = [((24, 18, 6), (23, 18, 5)), ((23, 18, 5), (24, 18, 6))]
    states = []
    for moves in ways:
        game = Game(start=start)
        states.append(game.apply(MakePlay(0, moves)))
        assert [(m.source, m.target, m.die) for m in game.events[0].action.moves] == list(moves)
    assert states[0] == states[1]


@pytest.mark.parametrize(
    ("text", "dice", "move", "die"),
    [
        ("4:1 3:1 | 24:3", (6, 5), (4, 0), 6),
        ("6:1 2:1 | 24:3", (6, 5), (6, 0), 6),
        ("5:1 2:1 | 24:3", (6, 5), (5, 0), 6),
        ("5:1 1:1 | 22:3", (5, 1), (5, 0), 5),
        ("5:1 | 24:3", (1, 5), (5, 4), 1),
    ],
)
def test_bearing_off_takes_the_larger_die_that_fits(text, dice, move, die):
    game = game_at(text, dice)
    assert game.move(*move).moves == (tavla.Move(*move, die),)


def test_bearing_off_to_the_end_move_by_move():
    game = game_at("4:1 3:1 | 18:3", (6, 5))
    game.move(4, 0)
    game.move(3, 0)
    game.end_turn()
    assert game.result.points == 2
    assert game.result.end is End.BORNE_OFF


@pytest.mark.parametrize(
    ("text", "dice", "move", "words"),
    [
        ("6:1 2:1 | 24:3", (3, 1), (2, 0), "legal moves: 6/3"),
        ("24:1 8:1 6:1 | 7:2 24:1", (6, 5), (24, 18), "18"),
        ("24:1 8:1 6:1 | 7:2 24:1", (6, 5), (20, 14), "legal moves"),
        ("bar:1 8:1 6:1 | 24:3", (6, 5), (8, 2), "bar"),
        ("24:1 8:1 6:1 | 24:3", (6, 5), (24, 10), "legal moves"),
    ],
)
def test_an_illegal_move_tells_why_and_what_is_legal(text, dice, move, words):
    game = game_at(text, dice)
    before = game.to_dict()
    with pytest.raises(tavla.TavlaError, match=words):
        game.move(*move)
    assert game.to_dict() == before


@pytest.mark.parametrize(
    ("variant", "text", "dice"),
    [
        (BACKGAMMON, "bar:1 6:14 | 1:2 2:2 3:2 4:2 5:2 6:5", (6, 5)),
        (HYPER, "bar:1 10:1 4:1 | 4:2 24:1", (4, 4)),
        (MOULTEZIM, "24:14 13:1 | 24:15", (1, 1)),
        (FEVGA, "24:14 13:1 | 24:15", (1, 1)),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_dance_is_a_play_without_moves_or_an_ended_turn(variant, text, dice):
    start = GameState.at(pos(variant, text), dice=dice)
    assert start.legal_actions[:2] == (MakePlay(0), EndTurn(0))
    danced = start.apply(MakePlay(0))
    assert danced == start.apply(EndTurn(0))
    assert (danced.seat, danced.phase, danced.position) == (
        1,
        Phase.START,
        start.position.flipped(),
    )
    with pytest.raises(IllegalPlayError):
        GameState.at(tavla.Position.start(variant), dice=(2, 1)).apply(MakePlay(0))


# Undo, and what a game does by itself


def test_undo_takes_back_events_and_keeps_dice():
    game = Game(HYPER, CUBE, seed=5)
    start = game.state
    first = game.roll()
    game.apply(game.legal_actions[0])
    for junk in (-1, True, 1.0, "1"):
        with pytest.raises(InvalidArgumentError):
            game.undo(junk)
    with pytest.raises(NothingToUndoError):
        game.undo(3)
    assert game.undo(0) is game.state
    assert game.undo(2) == start
    assert game.roll() == first


def test_a_game_rolls_and_dances_and_plays_what_is_forced_by_itself():
    game = Game(MOULTEZIM, seed=1, auto=("roll", "dance", "forced"))
    game.roll()
    assert len(game.events) > 3, "the first plays of Moultezim are forced"
    while not game.is_over:
        state = game.state
        assert state.phase is Phase.MOVE
        assert len(state.position.legal_plays(state.dice)) > 1
        game.apply(game.legal_actions[0])
    assert game.record.replay() == game.state


def test_a_game_does_not_roll_by_itself_where_a_double_is_possible():
    game = Game(HYPER, CUBE, seed=1, auto=("roll",))
    game.roll()
    assert game.apply(game.legal_actions[0]).phase is Phase.START
    assert game.legal_actions[:2] == (Roll(game.state.seat), Double(game.state.seat))


def test_scripted_dice_that_run_out_stop_what_goes_by_itself():
    game = Game(HYPER, dice=ScriptedDice([(6, 5)]), auto=("roll",))
    game.roll()
    assert game.play("24/18 23/18").phase is Phase.START
    with pytest.raises(DiceSourceError, match="used"):
        game.roll()


def test_a_view_is_for_one_seat():
    game = Game(HYPER, MONEY, seed=1, players=("ann", "bob"))
    game.roll()
    seat = game.state.seat
    mine, other, public = game.view(seat), game.view(1 - seat), game.view()
    assert {a["seat"] for a in mine["legal_actions"]} == {seat}
    assert {a["type"] for a in other["legal_actions"]} == {"resign"}
    assert len(public["legal_actions"]) == len(game.legal_actions)
    assert mine["may"] == other["may"] == public["may"] == ["settle"]
    assert public["players"] == ["ann", "bob"]
    assert public["events"] == 1
    assert public["to_act"] == [seat]
    with pytest.raises(tavla.DataError):
        GameState.from_dict(public)


@pytest.mark.parametrize(
    ("rules", "dice", "mine", "others"),
    [
        (MONEY, None, ["roll", "settle"], ["settle"]),
        (GameRules(settlements=True, resign_when="own_turn"), None, ["roll", "settle"], []),
        (GameRules(illegal_plays="accepted"), (6, 5), ["illegal_play"], []),
    ],
)
def test_a_view_names_what_its_seat_may_do_with_a_value_from_outside(rules, dice, mine, others):
    state = GameState.at(tavla.Position.start(HYPER), rules, seat=1, dice=dice)
    assert [state.view(seat)["may"] for seat in (1, 0, None)] == [mine, others, mine]


@pytest.mark.parametrize("seat", [2, -1, "0", True, 1.0])
def test_there_is_no_view_for_what_is_no_seat(seat):
    players = ("ann", "bob")
    session, match = tavla.MoneySession(players), tavla.Match(length=3, players=players)
    for shown in (Game(HYPER, seed=1), GameState.new(HYPER), session, match):
        with pytest.raises(InvalidArgumentError, match="seat: expected 0 or 1"):
            shown.view(seat)


@pytest.mark.parametrize("expect", ["1", 1.0, True, []])
def test_what_is_expected_is_a_number_of_events(expect):
    game = Game(HYPER, seed=1)
    game.roll()
    with pytest.raises(InvalidArgumentError, match="expect: expected a whole number"):
        game.apply(game.legal_actions[0], expect=expect)
    assert len(game.events) == 1


@pytest.mark.parametrize(
    "options",
    [
        {"seed": 1, "dice": ManualDice()},
        {"number": 1, "dice": ManualDice()},
        {"seed": -1},
        {"seed": "x"},
        {"number": -1},
        {"starter": 2},
        {"starter": True},
        {"players": ("ann",)},
        {"players": "ab"},
        {"players": (1, 2)},
        {"auto": "roll"},
        {"auto": ("rolls",)},
        {"auto": ([],)},
        {"auto": 1},
        {"dice": (6, 5)},
        {"tags": {"round": 1}},
        {"tags": ["x"]},
        {"rules": {}},
        {"variant": "hyper"},
        {"start": GameState.new(HYPER)},
    ],
    ids=str,
)
def test_no_such_game(options):
    with pytest.raises(InvalidArgumentError):
        Game(**{"variant": HYPER} | options)


def test_actions_of_many_threads_come_one_after_the_other():
    def act(_):
        seen, actions = len(game.events), game.legal_actions
        with contextlib.suppress(ActionError):
            return game.apply(actions[0], expect=seen) if actions else None

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for seed in range(20):
            game = Game(HYPER, seed=seed)
            with ThreadPoolExecutor(4) as pool:
                taken = [state for state in pool.map(act, range(60)) if state is not None]
            assert len(taken) == len(game.events)
            assert game.record.replay() == game.state
    finally:
        sys.setswitchinterval(interval)


def test_a_settlement_and_a_resignation_can_come_from_the_other_seat():
    game = Game(start=GameState.at(tavla.Position.start(HYPER), MONEY), seed=1)
    assert game.settle(1, seat=1).proposal == Settle(1, 1)
    game.decline()
    assert game.resign(3, seat=1).proposal == Resign(1, 3)
    assert game.accept().result.scores == (1, -1), "Jacoby: nobody doubled"
