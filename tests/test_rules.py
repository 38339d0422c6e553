"""The agreements of a game: what can be agreed on, and what the rules say of each (rules B2 to C5, A7)."""

import copy
import pickle
from fractions import Fraction

import pytest

import tavla
from helpers import pos
from tavla import BACKGAMMON, FEVGA, HYPER, MOULTEZIM, NACKGAMMON, GameRules, GameState
from tavla.errors import (
    CubeError,
    DataError,
    InvalidArgumentError,
    InvalidRulesError,
    NotYourTurnError,
    ResignationError,
    SettlementError,
    WrongPhaseError,
)
from tavla.game import (
    Accept,
    Beaver,
    Cube,
    Decline,
    Double,
    End,
    IllegalPlay,
    MakePlay,
    OpeningRoll,
    Pass,
    Phase,
    Raccoon,
    Resign,
    Roll,
    Settle,
    SetUp,
    Take,
)

CUBE = GameRules(cube=True)
MONEY = GameRules(cube=True, jacoby=True, beavers=3, settlements=True)
OWNED = Cube(value=2, owner=0, doubles=1)


def at(text, rules=CUBE, variant=HYPER, **options):
    return GameState.at(pos(variant, text), rules, **options)


def after(state, *actions):
    for action in actions:
        state = state.apply(action)
    return state


# The options


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cube": 1}, "cube: expected True or False, got 1"),
        ({"jacoby": None}, "jacoby"),
        ({"jacoby_auto_counts_as_turned": "no"}, "jacoby_auto_counts_as_turned"),
        ({"beavers": True}, "beavers"),
        ({"beavers": -1}, "beavers"),
        ({"beavers": 65}, "from 0 to 64"),
        ({"beaver_on": "never"}, "beaver_on: expected 'any_double' or 'initial_only', got 'never'"),
        ({"auto_doubles": -1}, "auto_doubles"),
        ({"auto_doubles": "many"}, "auto_doubles"),
        ({"cube_cap": 3}, "cube_cap: expected a power of two"),
        ({"cube_cap": 0}, "cube_cap"),
        ({"max_redoubles": -1}, "max_redoubles"),
        ({"may_double_when_cannot_move": 0}, "may_double_when_cannot_move"),
        ({"dead_cube": True}, "dead_cube"),
        ({"away": (1,)}, "away: expected two whole numbers from 1"),
        ({"away": (0, 3)}, "away"),
        ({"away": [3, 3]}, "away"),
        ({"resign_when": "never"}, "resign_when"),
        ({"settlements": 2}, "settlements"),
        ({"illegal_plays": "condoned"}, "illegal_plays"),
        ({"jacoby": True, "away": (3, 3)}, "jacoby: not in a match"),
        ({"beavers": 1, "away": (3, 3)}, "beavers: not in a match"),
        ({"auto_doubles": 1, "away": (3, 3)}, "auto_doubles: not in a match"),
        ({"settlements": True, "away": (3, 3)}, "settlements: not in a match"),
        ({"crawford": True}, "crawford: needs a match"),
        ({"crawford": True, "away": (2, 3)}, "crawford: needs a match"),
        ({"dead_cube": "refuse"}, "dead_cube: 'refuse' needs a match"),
    ],
    ids=str,
)
def test_what_cannot_be_agreed_on(options, words):
    with pytest.raises(InvalidRulesError, match=words) as caught:
        GameRules(**options)
    assert caught.value.reasons


def test_everything_wrong_is_told_at_once():
    with pytest.raises(InvalidRulesError) as caught:
        GameRules(cube=None, beavers=-1, away=5)
    assert len(caught.value.reasons) == 3
    with pytest.raises(InvalidRulesError, match="autos: no such option"):
        GameRules().replace(autos=1)


@pytest.mark.parametrize(
    "rules",
    [
        GameRules(),
        MONEY,
        GameRules.gnubg_money(),
        GameRules(cube=True, away=(3, 1), crawford=True, dead_cube="refuse"),
        GameRules(cube=True, auto_doubles="unlimited", cube_cap=64, max_redoubles=0),
    ],
)
def test_rules_are_values_and_plain_data(rules):
    for again in (
        pickle.loads(pickle.dumps(rules)),
        copy.deepcopy(rules),
        eval(repr(rules)),
        GameRules.from_dict(rules.to_dict()),
        rules.replace(),
    ):
        assert again == rules
        assert hash(again) == hash(rules)


@pytest.mark.parametrize(
    "data", [None, [], "rules", {"beaver": 1}, {1: 2}, {"self": 1}, {"away": [1, "x"]}, {"cube": 1}]
)
def test_no_rules(data):
    with pytest.raises(DataError, match="rules"):
        GameRules.from_dict(data)


@pytest.mark.parametrize(
    ("variant", "cube", "jacoby"),
    [
        (HYPER, True, True),
        (MOULTEZIM, False, False),
        (FEVGA, False, False),
        (BACKGAMMON, True, True),
        (NACKGAMMON, True, True),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_money_play_follows_the_custom_of_the_variant(variant, cube, jacoby):
    rules = GameRules.money(variant)
    assert (rules.cube, rules.jacoby, rules.settlements) == (cube, jacoby, True)
    assert rules.beavers == rules.auto_doubles == 0
    assert GameRules.money(variant, beavers=1).beavers == 1


@pytest.mark.parametrize(
    ("name", "options", "rules"),
    [
        ("hyper_single", {}, GameRules()),
        ("hyper_money", {}, GameRules.money(HYPER)),
        ("hyper_money", {"beavers": 1}, GameRules.money(HYPER, beavers=1)),
        ("hyper_match", {"away": (7, 7)}, GameRules(cube=True, away=(7, 7))),
        (
            "hyper_match",
            {"away": (1, 3), "crawford": True},
            GameRules(cube=True, away=(1, 3), crawford=True),
        ),
        ("gnubg_money", {}, GameRules(cube=True, jacoby=True, beavers=3)),
        ("gnubg_money", {}, GameRules.gnubg_money()),
    ],
)
def test_rules_by_name(name, options, rules):
    assert GameRules.preset(name, **options) == rules


@pytest.mark.parametrize(
    ("name", "options", "cause", "words"),
    [
        ("hyper_match", {}, InvalidRulesError, "away: expected the points"),
        ("hyper_match", {"away": (3, 3), "jacoby": True}, InvalidRulesError, "not in a match"),
        ("hyper_single", {"dice": 3}, InvalidRulesError, "dice: no such option"),
        ("chess", {}, InvalidArgumentError, "hyper_money, hyper_match"),
        ([], {}, InvalidArgumentError, "hyper_single"),
    ],
)
def test_no_rules_by_that_name(name, options, cause, words):
    with pytest.raises(cause, match=words):
        GameRules.preset(name, **options)


# Rules B2 and A7: what a win is worth: the loser's side, and how many times the cube he loses

SCORES = [
    ("H20 loser has one off", HYPER, "24:1 20:1 off:1", 1),
    ("loser has none off", HYPER, "18:1 17:1 16:1", 2),
    ("H21 none off, rearmost on his 18", HYPER, "18:3", 2),
    ("H21 none off, one on his 19", HYPER, "19:1 6:2", 3),
    ("none off, one on his 24", HYPER, "24:1 6:2", 3),
    ("H21 three left, one on the bar", HYPER, "bar:1 6:2", 3),
    ("H21 one off and two on the bar", HYPER, "bar:2 off:1", 1),
    ("one off and one in the winner's home", HYPER, "24:1 23:1 off:1", 1),
    ("backgammon: none off", BACKGAMMON, "6:15", 2),
    ("backgammon: on the bar", BACKGAMMON, "bar:1 6:14", 3),
    ("backgammon: in the winner's home", BACKGAMMON, "19:1 6:14", 3),
    ("backgammon: one off", BACKGAMMON, "19:1 6:13 off:1", 1),
    ("nackgammon: in the winner's home", NACKGAMMON, "19:1 6:14", 3),
    ("H43 moultezim: none off", MOULTEZIM, "24:15", 2),
    ("H43 moultezim: one off", MOULTEZIM, "24:14 off:1", 1),
    ("fevga: none off", FEVGA, "24:15", 2),
    ("fevga: one off", FEVGA, "24:14 off:1", 1),
]


def won(variant, loser, rules, cube=None, seat=0):
    """The result once the seat on turn bears its last checker off."""
    state = at(f"3:1 | {loser}", rules, variant, cube=cube, dice=(6, 5), seat=seat)
    return state.play("3/off").result


@pytest.mark.parametrize(
    ("variant", "loser", "times"), [row[1:] for row in SCORES], ids=[row[0] for row in SCORES]
)
@pytest.mark.parametrize("seat", [0, 1])
def test_single_gammon_and_backgammon(variant, loser, times, seat):
    result = won(variant, loser, GameRules(), seat=seat)
    assert (result.winner, result.points, result.kind) == (seat, times, times)
    assert result.end is End.BORNE_OFF
    assert result.scores[seat] == times == -result.scores[1 - seat]


@pytest.mark.parametrize(("loser", "times"), [("18:3", 2), ("19:1 6:2", 3), ("6:2 off:1", 1)])
@pytest.mark.parametrize("value", [2, 8, 64])
def test_a_win_counts_times_the_cube(loser, times, value):
    cube = Cube(value=value, owner=1, doubles=1)
    result = won(HYPER, loser, MONEY, cube)
    assert (result.points, result.cube) == (times * value, value)


@pytest.mark.parametrize(
    ("rules", "cube", "points"),
    [
        (MONEY, Cube(), 1),
        (MONEY, Cube(value=2, owner=0, doubles=1), 6),
        (MONEY, Cube(value=2, owner=1, doubles=1), 6),
        (MONEY.replace(jacoby=False), Cube(), 3),
        (MONEY.replace(auto_doubles=1), Cube(value=2, automatics=1), 2),
        (
            MONEY.replace(auto_doubles=1, jacoby_auto_counts_as_turned=True),
            Cube(value=2, automatics=1),
            6,
        ),
        # Only where a cube is in play: it would erase every double win.
        (GameRules(jacoby=True), None, 3),
    ],
)
def test_jacoby_counts_gammons_once_while_nobody_doubled(rules, cube, points):
    result = won(HYPER, "bar:1 6:2", rules, cube)
    assert result.points == points
    assert result.kind is tavla.Kind.BACKGAMMON, "what happened on the board is kept"


def test_jacoby_without_a_cube_keeps_the_double_wins_of_moultezim():
    assert won(MOULTEZIM, "24:15", GameRules(jacoby=True)).points == 2


def test_a_pass_costs_the_stake_before_whatever_the_position():
    state = at("3:1 off:2 | bar:1 24:2", MONEY, turn=3)
    result = after(state, Double(0), Pass(1)).result
    assert (result.winner, result.points, result.kind) == (0, 1, None)


# Rules C1: doubling


@pytest.mark.parametrize(
    ("cube", "passed", "taken"),
    [
        (Cube(), 1, Cube(2, 1, 1)),
        (OWNED, 2, Cube(4, 1, 2)),
        (Cube(value=4, automatics=2), 4, Cube(8, 1, 1, 2)),
        (Cube(value=2**40, owner=0, doubles=40), 2**40, Cube(2**41, 1, 41)),
    ],
)
def test_a_double_is_taken_or_costs_the_stake_before(cube, passed, taken):
    offered = at("24:1 23:1 22:1 | 24:1 23:1 22:1", MONEY.replace(auto_doubles=2), cube=cube)
    offered = offered.apply(Double(0))
    assert offered.to_act == {1}
    assert offered.cube == cube, "it is the cube before, until it is taken"
    result = offered.apply(Pass(1)).result
    assert (result.winner, result.points, result.end) == (0, passed, End.PASS)
    going_on = offered.apply(Take(1))
    assert going_on.cube == taken
    assert (going_on.phase, going_on.seat, going_on.offer) == (Phase.START, 0, None)
    with pytest.raises(CubeError, match="seat 1 owns the cube"):
        going_on.apply(Double(0))


BOARD = "24:1 23:1 22:1 | 24:1 23:1 22:1"
NO_DOUBLE = [
    ("no cube", GameRules(), {}, "without a cube"),
    ("the other's cube", CUBE, {"cube": Cube(2, 1, 1)}, "seat 1 owns the cube"),
    ("the first turn", CUBE, {"turn": 0}, "first turn"),
    ("the cap", GameRules(cube=True, cube_cap=2), {"cube": OWNED}, "no higher than 2"),
    ("a cap of 1", GameRules(cube=True, cube_cap=1), {}, "no higher than 1"),
    ("64 bits", CUBE, {"cube": Cube(2**63, 0, 63)}, f"no higher than {2**63}"),
    (
        "64 bits, and a higher cap",
        GameRules(cube=True, cube_cap=2**70),
        {"cube": Cube(2**63, 0, 63)},
        f"no higher than {2**63}",
    ),
    ("redoubles", GameRules(cube=True, max_redoubles=0), {"cube": OWNED}, "0 redoubles"),
    (
        "redoubles, one used",
        GameRules(cube=True, max_redoubles=1),
        {"cube": Cube(4, 0, 2)},
        "1 redoubles",
    ),
    ("crawford", GameRules(cube=True, away=(1, 2), crawford=True), {}, "Crawford"),
    (
        "a dead cube",
        GameRules(cube=True, away=(2, 5), dead_cube="refuse"),
        {"cube": OWNED},
        "dead",
    ),
]


@pytest.mark.parametrize(
    ("rules", "options", "words"), [row[1:] for row in NO_DOUBLE], ids=[row[0] for row in NO_DOUBLE]
)
def test_no_double(rules, options, words):
    state = at(BOARD, rules, **options)
    assert Double(0) not in state.legal_actions
    with pytest.raises(CubeError, match=words) as caught:
        state.apply(Double(0))
    assert "roll" in caught.value.allowed
    assert "allowed: " in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        (GameRules(cube=True, cube_cap=4), {"cube": OWNED}),
        (GameRules(cube=True, max_redoubles=0), {}),
        (GameRules(cube=True, max_redoubles=1), {"cube": OWNED}),
        (GameRules(cube=True, away=(3, 5), dead_cube="refuse"), {"cube": OWNED}),
        (GameRules(cube=True, away=(2, 5)), {"cube": OWNED}),
        (GameRules(cube=True, away=(1, 2)), {}),
    ],
)
def test_a_double_within_the_limits(rules, options):
    assert at(BOARD, rules, **options).legal_actions[0] == Double(0)


@pytest.mark.parametrize(
    ("state", "cause"),
    [
        (GameState.new(HYPER, CUBE), WrongPhaseError),
        (at(BOARD, dice=(6, 5)), WrongPhaseError),
        (at(BOARD).apply(Double(0)), NotYourTurnError),
        (at(BOARD, seat=1), NotYourTurnError),
    ],
)
def test_a_double_comes_in_turn_before_the_roll(state, cause):
    with pytest.raises(cause):
        state.apply(Double(0))


@pytest.mark.parametrize("variant", [HYPER, MOULTEZIM], ids=lambda variant: variant.name)
def test_whoever_has_the_first_turn_does_not_double_before_it(variant):
    for state in (
        GameState.new(variant, CUBE).apply(OpeningRoll(0, (6, 5))),
        GameState.new(variant, CUBE, starter=0),
    ):
        assert state.seat == 0
        assert Double(0) not in state.legal_actions
        rolled = state if state.dice else state.apply(Roll(0, (6, 5)))
        answering = rolled.apply(next(a for a in rolled.legal_actions if isinstance(a, MakePlay)))
        assert Double(1) in answering.legal_actions


def test_a_player_who_cannot_move_may_double_unless_agreed_otherwise():
    closed = "bar:1 6:14 | 1:2 2:2 3:2 4:2 5:2 6:5"
    assert Double(0) in at(closed, CUBE, BACKGAMMON).legal_actions
    strict = GameRules(cube=True, may_double_when_cannot_move=False)
    assert Double(0) in at(BOARD, strict).legal_actions
    with pytest.raises(CubeError, match="cannot move"):
        at(closed, strict, BACKGAMMON).apply(Double(0))


# Rules C2: automatic doubles, and A2: the opening


@pytest.mark.parametrize(
    ("options", "ties", "cube"),
    [
        ({}, 3, Cube()),
        ({"auto_doubles": 1}, 3, Cube(2, automatics=1)),
        ({"auto_doubles": 2}, 3, Cube(4, automatics=2)),
        ({"auto_doubles": 5}, 3, Cube(8, automatics=3)),
        ({"auto_doubles": "unlimited"}, 12, Cube(4096, automatics=12)),
        ({"auto_doubles": "unlimited", "cube_cap": 4}, 12, Cube(4, automatics=2)),
        ({"auto_doubles": "unlimited", "cube": False}, 3, Cube()),
    ],
    ids=str,
)
def test_tied_opening_throws_double_the_stake_as_often_as_agreed(options, ties, cube):
    state = GameState.new(HYPER, GameRules(**{"cube": True} | options))
    for tie in range(ties):
        state = state.apply(OpeningRoll(tie % 2, (3, 3)))
        assert (state.phase, state.seat, state.attempt) == (Phase.OPENING, None, tie + 1)
        assert GameState.from_dict(state.to_dict()) == state
    assert state.cube == cube
    assert state.apply(OpeningRoll(0, (1, 2))).cube == cube


@pytest.mark.parametrize(
    ("variant", "dice", "phase"),
    [
        (HYPER, (5, 2), Phase.MOVE),
        (BACKGAMMON, (5, 2), Phase.MOVE),
        (NACKGAMMON, (5, 2), Phase.MOVE),
        (MOULTEZIM, None, Phase.START),
        (FEVGA, None, Phase.START),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
@pytest.mark.parametrize("starter", [0, 1])
def test_the_higher_die_starts_with_these_dice_or_with_both_thrown_again(
    variant, dice, phase, starter
):
    throw = (5, 2) if starter == 0 else (2, 5)
    for seat in (0, 1):
        state = GameState.new(variant).apply(OpeningRoll(seat, throw))
        assert (state.seat, state.starter, state.phase) == (starter, starter, phase)
        assert state.dice == (throw if dice else None)
        assert state.position == tavla.Position.start(variant)
    if dice is None:
        assert state.apply(Roll(starter, (4, 4))).dice == (4, 4), "even a double on the first turn"


def test_a_given_starter_rolls_both_dice_without_an_opening_throw():
    state = GameState.new(FEVGA, starter=1)
    assert (state.phase, state.seat, state.starter) == (Phase.START, 1, 1)
    with pytest.raises(WrongPhaseError):
        state.apply(OpeningRoll(1, (2, 1)))
    assert state.apply(Roll(1, (6, 6))).dice == (6, 6)
    assert GameState.new(HYPER, GameRules(cube=True, auto_doubles=3), starter=0).cube == Cube()


# Rules C3: beaver, raccoon and deeper

CHAIN = (Beaver(1), Raccoon(0), Raccoon(1), Raccoon(0))


@pytest.mark.parametrize("depth", range(5))
@pytest.mark.parametrize("cube", [Cube(), OWNED], ids=["double", "redouble"])
def test_value_price_and_owner_at_each_depth(depth, cube):
    state = at(BOARD, GameRules(cube=True, beavers=4, jacoby=True), cube=cube)
    state = after(state, Double(0), *CHAIN[:depth])
    asked = 1 - depth % 2
    assert state.to_act == {asked}
    result = state.apply(Pass(asked)).result
    assert (result.winner, result.points) == (1 - asked, cube.value << depth)
    taken = state.apply(Take(asked))
    assert (taken.cube.value, taken.cube.owner) == (cube.value << (depth + 1), 1)
    assert taken.cube.doubles == cube.doubles + 1
    assert (taken.seat, taken.phase) == (0, Phase.START)
    assert GameState.from_dict(state.to_dict()) == state


@pytest.mark.parametrize("most", range(4))
def test_turns_go_as_deep_as_agreed(most):
    state = at(BOARD, GameRules(cube=True, beavers=most)).apply(Double(0))
    for action in CHAIN[:most]:
        assert action in state.legal_actions
        state = state.apply(action)
    assert len(state.legal_actions) == 2
    with pytest.raises(CubeError, match=f"{most} times at most"):
        state.apply(CHAIN[most])


def test_the_turn_due_has_its_own_name():
    state = at(BOARD, MONEY).apply(Double(0))
    with pytest.raises(CubeError, match="the turn due is a beaver"):
        state.apply(Raccoon(1))
    with pytest.raises(CubeError, match="the turn due is a raccoon"):
        state.apply(Beaver(1)).apply(Beaver(0))


def test_a_beaver_comes_only_at_once():
    taken = after(at(BOARD, MONEY), Double(0), Take(1))
    with pytest.raises(NotYourTurnError):
        taken.apply(Beaver(1))
    with pytest.raises(NotYourTurnError):
        after(taken, Roll(0, (6, 5))).apply(Beaver(1))
    with pytest.raises(NotYourTurnError):
        at(BOARD, MONEY).apply(Double(0)).apply(Beaver(0))


def test_beavers_on_the_first_double_alone_where_so_agreed():
    rules = MONEY.replace(beaver_on="initial_only")
    assert Beaver(1) in at(BOARD, rules).apply(Double(0)).legal_actions
    redoubled = at(BOARD, rules, cube=OWNED).apply(Double(0))
    assert Beaver(1) not in redoubled.legal_actions
    with pytest.raises(CubeError, match="only the first double"):
        redoubled.apply(Beaver(1))


def test_beavers_stay_below_the_cap():
    state = at(BOARD, MONEY.replace(cube_cap=4)).apply(Double(0)).apply(Beaver(1))
    with pytest.raises(CubeError, match="no higher than 4"):
        state.apply(Raccoon(0))
    state = at(BOARD, MONEY, cube=Cube(2**62, 0, 62)).apply(Double(0))
    with pytest.raises(CubeError, match=f"no higher than {2**63}"):
        state.apply(Beaver(1))


# Rules C5: how a game may end early

LEVELS = [
    ("one off", HYPER, "24:2 off:1 | 24:3", 1),
    ("contact", HYPER, "18:3 | 24:3", 3),
    ("no contact, none in the winner's home", HYPER, "10:3 | 10:3", 2),
    ("no contact, one on the bar cannot be", HYPER, "bar:1 10:2 | 10:3", 3),
    ("no contact, one in the winner's home", HYPER, "19:1 10:2 | 5:3", 3),
    ("moultezim, none off", MOULTEZIM, "24:15 | 24:15", 2),
    ("moultezim, one off", MOULTEZIM, "6:14 off:1 | 6:15", 1),
]


@pytest.mark.parametrize(
    ("variant", "text", "most"), [row[1:] for row in LEVELS], ids=[row[0] for row in LEVELS]
)
def test_the_level_of_a_resignation_is_capped_at_what_can_still_be_lost(variant, text, most):
    state = at(text, GameRules(), variant)
    offered = {a.level for a in state.legal_actions if isinstance(a, Resign) and a.seat == 0}
    assert offered == set(range(1, most + 1))
    for level in range(most + 1, 4):
        with pytest.raises(ResignationError, match=f"level {most} is the highest"):
            state.apply(Resign(0, level))


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize(
    ("rules", "cube", "factor"),
    [
        (CUBE, Cube(), (1, 2, 3)),
        (CUBE, OWNED, (2, 4, 6)),
        (MONEY, Cube(), (1, 1, 1)),
        (MONEY, OWNED, (2, 4, 6)),
    ],
)
def test_a_resignation_is_worth_its_level_times_the_cube(level, rules, cube, factor):
    state = at("20:3 | 20:3", rules, cube=cube)
    result = after(state, Resign(1, level), Accept(0)).result
    assert (result.winner, result.points) == (0, factor[level - 1])
    assert (result.end, result.kind) == (End.RESIGNATION, level)


def test_declining_a_resignation_costs_nothing_and_play_goes_on():
    state = at(BOARD, MONEY, dice=(6, 5))
    proposed = state.apply(Resign(1, 1))
    assert proposed.to_act == {0}
    with pytest.raises(NotYourTurnError):
        proposed.apply(Accept(1))
    with pytest.raises(WrongPhaseError):
        proposed.play("24/18 23/18")
    assert proposed.apply(Decline(0)) == proposed.apply(Decline(0, asks=2)) == state


@pytest.mark.parametrize("asks", [1, 2])
def test_whoever_declines_asks_for_more_than_was_offered(asks):
    proposed = at("20:3 | 20:3").apply(Resign(1, 2))
    with pytest.raises(ResignationError, match="more than level 2"):
        proposed.apply(Decline(0, asks=asks))
    single = at("20:3 | 20:2 off:1").apply(Resign(1, 1))
    with pytest.raises(ResignationError, match="at most level 1"):
        single.apply(Decline(0, asks=2))


@pytest.mark.parametrize(
    ("when", "dice", "allowed"),
    [
        ("any_time", None, {0, 1}),
        ("any_time", (6, 5), {0, 1}),
        ("own_turn", None, {0}),
        ("own_turn", (6, 5), {0}),
    ],
)
def test_when_to_resign(when, dice, allowed):
    state = at(BOARD, GameRules(resign_when=when), dice=dice)
    for seat in (0, 1):
        if seat in allowed:
            assert state.apply(Resign(seat, 1)).to_act == {1 - seat}
        else:
            with pytest.raises(ResignationError, match="own turn"):
                state.apply(Resign(seat, 1))


def test_no_resignation_while_a_cube_waits_nor_before_the_opening_nor_on_another():
    for state, seat in (
        (at(BOARD, MONEY).apply(Double(0)), 1),
        (GameState.new(HYPER), 0),
        (at(BOARD).apply(Resign(0, 1)), 1),
    ):
        with pytest.raises(ResignationError):
            state.apply(Resign(seat, 1))


@pytest.mark.parametrize(
    ("points", "winner", "paid"),
    [
        (2, 0, Fraction(2)),
        (-2, 1, Fraction(2)),
        (0, None, Fraction(0)),
        ("1/3", 0, Fraction(1, 3)),
        ("-1.78", 1, Fraction(89, 50)),
        (Fraction(-16, 9), 1, Fraction(16, 9)),
    ],
)
def test_a_settlement_is_any_exact_number(points, winner, paid):
    state = at(BOARD, MONEY).apply(Settle(0, points))
    assert GameState.from_dict(state.to_dict()) == state
    result = state.apply(Accept(1)).result
    assert (result.winner, result.points, result.end) == (winner, paid, End.SETTLEMENT)
    assert sum(result.scores) == 0
    assert state.apply(Decline(1)) == at(BOARD, MONEY)


@pytest.mark.parametrize(
    "points", [0.5, True, None, "x", "nan", "inf", "1/0", "1e9", 10**100, [], "1" * 300]
)
def test_a_settlement_is_no_other_number(points):
    with pytest.raises(InvalidArgumentError, match="points"):
        Settle(0, points)


def test_settlements_are_excluded_unless_agreed_on():
    state = at(BOARD, GameRules(cube=True))
    assert "settle" not in state.may
    with pytest.raises(SettlementError, match="excluded"):
        state.apply(Settle(0, 1))
    assert "settle" in at(BOARD, MONEY).may
    with pytest.raises(WrongPhaseError, match="only a resignation"):
        at(BOARD, MONEY).apply(Settle(0, 1)).apply(Decline(1, asks=2))


def test_an_illegal_play_stands_only_where_it_is_accepted():
    state = at(BOARD, GameRules(), dice=(6, 5))
    with pytest.raises(WrongPhaseError, match="no illegal play"):
        state.apply(IllegalPlay(0, ((24, 10),)))
    lenient = at(BOARD, GameRules(illegal_plays="accepted"), dice=(6, 5))
    assert lenient.apply(IllegalPlay(0, ((24, 10),))).position.opponent[10] == 1
    with pytest.raises(WrongPhaseError, match="the play is legal"):
        lenient.apply(IllegalPlay(0, ((24, 18), (23, 18))))
    with pytest.raises(tavla.IllegalPlayError):
        lenient.apply(IllegalPlay(0, ((20, 10),)))


def test_a_position_is_set_up_only_in_records_of_games_played_elsewhere():
    start = tavla.Position.start(tavla.BACKGAMMON)
    moved = start.displaced([(24, 18)])
    action = SetUp(1, moved.player, moved.opponent, 4, 0)
    for rules in (GameRules(cube=True), GameRules(cube=True, illegal_plays="accepted")):
        state = GameState.at(start, rules)
        assert "set_up" not in state.may
        with pytest.raises(WrongPhaseError, match="no position can be set up"):
            state.apply(action)
    rules = GameRules(cube=True, illegal_plays="recorded")
    state = GameState.at(start, rules, turn=2).apply(Double(0))
    assert "set_up" in state.may
    after = state.apply(action)
    assert (after.position, after.seat, after.phase) == (moved, 1, "start")
    assert (after.cube.value, after.cube.owner, after.offer) == (4, 0, None)
    assert (after.starter, after.turn) == (0, 3)  # the turn of seat 0 is passed over
    assert after.apply(Roll(1, (6, 5))).dice == (6, 5)
    assert GameState.from_dict(after.to_dict()) == after


def test_a_position_that_cannot_be_is_not_set_up():
    rules = GameRules(cube=True, illegal_plays="recorded")
    state = GameState.new(tavla.HYPER, rules, starter=0)
    start = state.position
    with pytest.raises(tavla.InvalidPositionError, match="checkers"):
        state.apply(SetUp(0, (4, *start.player[1:]), start.opponent))
    with pytest.raises(tavla.InvalidPositionError, match="over"):
        state.apply(SetUp(0, (3, *(0,) * 25), start.opponent))
    with pytest.raises(tavla.CubeError, match="automatic"):
        state.apply(SetUp(0, start.player, start.opponent, 2))
    for wrong in ({"cube": 3}, {"owner": 0}, {"player": (1,) * 25}, {"player": (-1,) * 26}):
        with pytest.raises(tavla.InvalidArgumentError):
            SetUp(**{"seat": 0, "player": start.player, "opponent": start.opponent} | wrong)
