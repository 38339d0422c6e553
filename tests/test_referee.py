"""The referee: irregular dice, hasty and illegal plays, and who may demand what, policy by policy."""

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from helpers import pos
from tavla import errors
from tavla.game import (
    Accept,
    Beaver,
    Challenge,
    Cube,
    Decide,
    Decline,
    Double,
    GameRules,
    GameState,
    IllegalPlay,
    LetStand,
    Lift,
    MakeMove,
    MakePlay,
    Pass,
    PressClock,
    RefereePolicy,
    Resign,
    Roll,
    Settle,
    Shift,
    Stage,
    Take,
    TakeBack,
    Throw,
    Touch,
)
from tavla.game import deeds as deeds_module
from tavla.game.policy import REPORTERS

RULES = GameRules(cube=True, illegal_plays="accepted")
MIDDLE = GameState.at(tavla.Position.start(tavla.HYPER), RULES, turn=2)
LEGAL, ILLEGAL = ((24, 18), (23, 18)), ((24, 17),)
TURN = (Throw(0, (6, 5)), Shift(0, LEGAL), Lift(0))
BAD_TURN = (Throw(0, (6, 5)), Shift(0, ILLEGAL), Lift(0))
POLICIES = {
    "club": RefereePolicy.club(),
    "us2008": RefereePolicy.us2008(),
    "usbgf2014": RefereePolicy.usbgf2014(),
    "wbgf": RefereePolicy.wbgf(),
    "default": RefereePolicy(),
    "late": RefereePolicy(illegal_move="late_window", wrong_side="opponent_choice"),
    "clock": RefereePolicy(turn_end="clock", premature_roll="opponent_choice"),
    "both": RefereePolicy(turn_end="lift_both", premature_roll="stands", double_accepts=False),
}


def after(referee, *deeds):
    for deed in deeds:
        referee = referee.apply(deed)
    return referee


def table(start=MIDDLE, **options):
    return tavla.Referee(start=start, policy=RefereePolicy(**options))


def at(text, variant=tavla.HYPER, **options):
    """A refereed position with seat 0 to roll."""
    return table(GameState.at(pos(variant, text), RULES, turn=2), **options)


def codes(referee):
    return [ruling.code for ruling in referee.rulings[-1]]


def refused(referee, deed, error=errors.ActionError, match=None):
    with pytest.raises(error, match=match) as caught:
        referee.apply(deed)
    if isinstance(caught.value, errors.ActionError):
        assert caught.value.allowed == (*referee.legal_actions, *referee.may)


# Valid rolls, and dice on or against checkers and beyond the bar.


@pytest.mark.parametrize(
    ("options", "mishaps", "counts"),
    [
        ({}, {}, True),
        ({}, {"first": ("not_flat",)}, False),
        ({}, {"second": ("not_flat",)}, False),
        ({}, {"first": ("off_board",)}, False),
        ({}, {"together": False}, False),
        ({}, {"second": ("on_checker",)}, False),
        ({"die_on_checker": "reroll"}, {"first": ("on_checker",)}, False),
        ({"die_on_checker": "valid_if_flat"}, {"first": ("on_checker",)}, True),
        ({"die_on_checker": "valid_if_flat"}, {"first": ("on_checker", "not_flat")}, False),
        ({}, {"first": ("touching_checker",)}, True),
        ({"die_touches_checker": "valid_if_flat"}, {"first": ("touching_checker",)}, True),
        (
            {"die_touches_checker": "valid_if_flat"},
            {"first": ("touching_checker", "not_flat")},
            False,
        ),
        ({"die_touches_checker": "reroll"}, {"second": ("touching_checker",)}, False),
        ({}, {"first": ("wrong_side",)}, False),
        ({"wrong_side": "reroll"}, {"second": ("wrong_side",)}, False),
        ({"wrong_side": "opponent_choice"}, {"first": ("wrong_side", "not_flat")}, False),
        ({"wrong_side": "opponent_choice"}, {"first": ("wrong_side", "on_checker")}, False),
    ],
)
def test_a_roll_counts_only_as_the_policy_says_else_both_dice_are_rolled_again(
    options, mishaps, counts
):
    referee = table(**options).apply(Throw(0, (6, 5), **mishaps))
    if counts:
        assert referee.stage is Stage.MOVING
        assert referee.state.dice == (6, 5)
        assert codes(referee) == []
    else:
        assert referee.stage is Stage.AWAIT
        assert referee.state == MIDDLE
        assert codes(referee) == ["reroll"]
        assert referee.apply(Throw(0, (2, 1))).state.dice == (2, 1)


WRONG_SIDE = Throw(0, (6, 5), first=("wrong_side",))


@pytest.mark.parametrize(
    ("deeds", "dice"),
    [
        ((Challenge(1, "roll"),), None),
        ((LetStand(1, "roll"),), (6, 5)),
        ((Shift(0, LEGAL),), (6, 5)),
        ((Decide("roll", True),), (6, 5)),
        ((Decide("roll", False),), None),
    ],
)
def test_a_die_on_the_wrong_side_counts_unless_the_opponent_objects(deeds, dice):
    unchecked = table(wrong_side="opponent_choice").apply(WRONG_SIDE)
    assert unchecked.stage is Stage.ROLLED
    assert codes(unchecked) == ["unchecked"]
    assert [demand.deed for demand in unchecked.demands(1)] == [Challenge(1, "roll")]
    assert unchecked.demands(0) == ()
    assert unchecked.to_act == {0, 1}
    referee = after(unchecked, *deeds)
    assert referee.state.dice == dice
    assert referee.stage is (Stage.MOVING if dice else Stage.AWAIT)


def test_the_wrong_side_is_the_opponents_to_object_to_and_only_until_a_checker_moves():
    referee = table(wrong_side="opponent_choice").apply(WRONG_SIDE)
    refused(referee, Challenge(0, "roll"), errors.NotYourTurnError)
    refused(referee, LetStand(0, "roll"), errors.NotYourTurnError)
    refused(referee, Throw(0, (2, 1)), match="lie already")
    refused(referee, Double(0), match="lies already")
    refused(referee.apply(Shift(0, LEGAL)), Challenge(1, "roll"))


# The end of a turn.


@pytest.mark.parametrize(
    ("turn_end", "deeds", "ended"),
    [
        ("lift_any_die", (Lift(0, 1),), True),
        ("lift_any_die", (Lift(0, 2),), True),
        ("lift_both", (Lift(0, 1),), False),
        ("lift_both", (Lift(0, 1), Lift(0, 1)), True),
        ("lift_both", (Lift(0, 2),), True),
        ("clock", (Lift(0, 2),), False),
        ("clock", (PressClock(0),), True),
        ("clock", (Lift(0, 2), PressClock(0)), True),
    ],
)
def test_a_turn_is_made_by_lifting_a_die_or_both_or_by_the_clock(turn_end, deeds, ended):
    referee = after(table(turn_end=turn_end), *TURN[:2], *deeds)
    assert (referee.stage is Stage.MOVING) != ended
    assert referee.state.seat == (1 if ended else 0)
    assert ("turn_ended" in codes(referee)) == ended


def test_no_more_dice_than_two_are_lifted_and_no_clock_pressed_where_there_is_none():
    referee = after(table(turn_end="lift_both"), *TURN[:2], Lift(0, 1))
    refused(referee, Lift(0, 2), match="1 of the dice")
    refused(referee, PressClock(0), match="without a clock")
    refused(referee, Lift(1), errors.NotYourTurnError)


@pytest.mark.parametrize("turn_end", ["lift_both", "clock"])
def test_checkers_may_be_moved_back_freely_until_the_turn_is_made(turn_end):
    referee = after(table(turn_end=turn_end), *TURN[:1], Shift(0, ILLEGAL), Lift(0, 1))
    assert referee.board.player[17] == 1
    referee = after(referee, TakeBack(0), Shift(0, LEGAL))
    assert referee.board.player[18] == 2
    assert referee.state.position.player == tavla.HYPER.start
    refused(after(referee, TakeBack(0), TakeBack(0)), TakeBack(0), match="no checker was moved")


def test_a_legal_play_enters_the_game_when_the_turn_is_made_whatever_way_the_checkers_went():
    astray = Shift(0, ((24, 5), (23, 18), (5, 18)))
    referee = after(table(), TURN[0], astray, Lift(0))
    assert referee.state == MIDDLE.apply(Roll(0, (6, 5))).play("24/18 23/18")
    assert referee.demands(0) == referee.demands(1) == ()
    refused(referee, Challenge(1), match="no illegal play")


@pytest.mark.parametrize("moves", [((24, 18),), ((24, 17),), ((24, 23), (23, 24)), ((24, 0),)])
def test_incomplete_and_illegal_plays_are_seen(moves):
    referee = after(table(), TURN[0], Shift(0, moves), Lift(0))
    assert referee.stage is Stage.REVIEW
    assert codes(referee) == ["illegal_play"]
    assert referee.settled == MIDDLE.apply(Roll(0, (6, 5)))
    assert isinstance(referee.scene.actions[-1], IllegalPlay)


def test_a_hit_on_the_way_must_be_made_not_only_meant():
    referee = at("24:1 2:2 | 7:1 6:2").apply(Throw(0, (6, 5)))
    assert codes(after(referee, Shift(0, ((24, 18), (18, 13))), Lift(0))) == ["turn_ended"]
    jumped = after(referee, Shift(0, ((24, 13),)), Lift(0))
    assert codes(jumped) == ["illegal_play"]
    assert "do not stand" in jumped.rulings[-1][0].words


def test_a_turn_in_which_nothing_can_move_needs_no_moves():
    referee = after(at("bar:1 6:2 | 5:2 6:1"), Throw(0, (5, 5)), Lift(0))
    assert codes(referee) == ["turn_ended"]
    assert referee.scene.actions[-1] == MakePlay(0, ())


def test_checkers_that_cannot_stand_so_are_refused():
    referee = at("6:2 5:1 | 24:2 3:1").apply(Throw(0, (2, 1)))
    refused(referee, Shift(0, ((4, 3),)), errors.InvalidPositionError, "no checker on 4")
    refused(referee, Shift(0, ((5, 1),)), errors.InvalidPositionError)


# Illegal plays.

CORRECT = Challenge(1)


@pytest.mark.parametrize(
    ("options", "reporters"),
    [
        ({}, {"opponent"}),
        ({"illegal_move": "condone"}, {"opponent"}),
        ({"illegal_move": "responsible"}, {"opponent"}),
        ({"illegal_move": "legal_moves"}, {"mover", "opponent", "director", "monitor"}),
        ({"illegal_move": "late_window"}, {"mover", "opponent", "director"}),
        ({"reporters": {"spectator"}}, {"spectator"}),
        ({"reporters": set(), "illegal_move": "legal_moves"}, set()),
    ],
)
def test_only_those_that_the_policy_names_may_point_an_illegal_play_out(options, reporters):
    referee = after(table(**options), *BAD_TURN)
    said = {"mover": Challenge(0), "opponent": Challenge(1)} | {
        role: Challenge(None, "play", role) for role in ("director", "monitor", "spectator")
    }
    assert set(said) == set(REPORTERS)
    for role, challenge in said.items():
        if role in reporters:
            assert codes(referee.apply(challenge)) == ["corrected"]
        else:
            refused(referee, challenge, errors.NotYourTurnError, "may point it out")
    for seat, role in ((0, "mover"), (1, "opponent")):
        assert len(referee.demands(seat)) == (role in reporters)


@pytest.mark.parametrize(
    ("illegal_move", "duty"),
    [("condone", False), ("responsible", False), ("legal_moves", True), ("late_window", True)],
)
def test_where_moves_are_legal_moves_it_is_a_duty_to_point_out_an_illegal_one(illegal_move, duty):
    referee = after(table(illegal_move=illegal_move), *BAD_TURN)
    assert [demand.duty for demand in referee.demands(1)] == [duty]


@pytest.mark.parametrize("illegal_move", ["condone", "responsible", "legal_moves", "late_window"])
def test_the_remedy_is_board_and_dice_restored_and_any_legal_play(illegal_move):
    rolled = table(illegal_move=illegal_move).apply(BAD_TURN[0])
    referee = after(rolled, *BAD_TURN[1:], CORRECT)
    assert referee.scene == rolled.scene
    other = after(referee, Shift(0, ((24, 13),)), Lift(0))
    assert other.state == MIDDLE.apply(Roll(0, (6, 5))).play("24/13")


STANDS = MIDDLE.apply(Roll(0, (6, 5))).apply(IllegalPlay(0, ILLEGAL))
NEXT_TURN = (Throw(1, (3, 1)), Shift(1, ((24, 21), (23, 22))), Lift(1))


@pytest.mark.parametrize(
    ("options", "deeds", "stands"),
    [
        ({}, (), False),
        ({}, (Throw(1, (3, 1)),), True),
        ({}, (Double(1),), True),
        ({}, (Throw(1, (3, 1), first=("not_flat",)),), False),
        ({}, (Throw(1, (3, 1), together=False),), False),
        ({"illegal_move": "responsible"}, (Throw(1, (3, 1)),), True),
        ({"illegal_move": "legal_moves"}, (Throw(1, (3, 1)),), True),
        ({"illegal_move": "legal_moves"}, (Throw(1, (3, 1), first=("not_flat",)),), False),
        ({"illegal_move": "legal_moves"}, (Double(1),), True),
        ({"illegal_move": "legal_moves", "double_accepts": False}, (Double(1),), False),
        ({"illegal_move": "legal_moves", "double_accepts": False}, (Double(1), Take(0)), False),
        (
            {"illegal_move": "legal_moves", "double_accepts": False},
            (Double(1), Take(0), Throw(1, (3, 1))),
            True,
        ),
        ({"illegal_move": "late_window"}, (Throw(1, (3, 1)),), False),
        ({"illegal_move": "late_window"}, (Double(1), Take(0), Throw(1, (3, 1))), False),
        ({"illegal_move": "late_window"}, NEXT_TURN[:2], False),
        ({"illegal_move": "late_window"}, NEXT_TURN, True),
        ({"illegal_move": "late_window"}, (Double(1), Pass(0)), True),
        ({}, (LetStand(1),), True),
        ({}, (Decide("play", True),), True),
        ({"wrong_side": "opponent_choice"}, (Throw(1, (3, 1), first=("wrong_side",)),), False),
        (
            {"wrong_side": "opponent_choice"},
            (Throw(1, (3, 1), first=("wrong_side",)), LetStand(0, "roll")),
            True,
        ),
    ],
)
def test_until_when_an_illegal_play_can_be_corrected(options, deeds, stands):
    referee = after(table(**options), *BAD_TURN, *deeds)
    if stands:
        refused(referee, CORRECT)
        assert referee.settled == referee.state
        assert referee.scene.actions[1] == IllegalPlay(0, ILLEGAL)
    else:
        restored = referee.apply(CORRECT)
        assert restored.state == MIDDLE.apply(Roll(0, (6, 5)))
        assert restored.record.replay() == restored.state


def test_an_illegal_play_that_stands_is_in_the_game():
    assert after(table(), *BAD_TURN, LetStand(1)).state == STANDS
    refused(after(table(), *BAD_TURN), LetStand(0), errors.NotYourTurnError)


def test_in_the_late_window_the_opponents_roll_is_withdrawn_and_rolled_again():
    referee = after(table(illegal_move="late_window"), *BAD_TURN, *NEXT_TURN[:2], Challenge(0))
    assert referee.stage is Stage.MOVING
    assert (referee.state.seat, referee.state.dice) == (0, (6, 5))
    referee = after(referee, *TURN[1:])
    assert referee.may == ("throw",)
    assert referee.apply(Throw(1, (6, 6))).state.dice == (6, 6)


def test_a_second_illegal_play_opens_its_own_window_and_closes_the_first():
    wrong = (Throw(1, (3, 1)), Shift(1, ((24, 10),)), Lift(1))
    referee = after(table(illegal_move="late_window"), *BAD_TURN, *wrong)
    assert codes(referee) == ["play_stands", "illegal_play"]
    assert referee.settled == STANDS.apply(Roll(1, (3, 1)))


def test_a_checker_wrongly_taken_off_the_board_may_be_put_back_or_stays_off():
    off = after(table(), TURN[0], Shift(0, ((24, 0),)), Lift(0))
    assert off.apply(CORRECT).board.player[24] == 1
    assert off.apply(LetStand(1)).board.opponent[0] == 1


# The end of the game.


def test_the_last_checker_borne_off_rightly_ends_the_game_at_once():
    referee = after(at("1:1 | 20:3"), Throw(0, (2, 1)), Shift(0, ((1, 0),)), Lift(0))
    assert referee.is_over
    assert referee.result is not None
    assert (referee.legal_actions, referee.may, referee.demands(1)) == ((), (), ())
    refused(referee, Touch(1), errors.GameOverError)


def test_the_last_checker_borne_off_wrongly_ends_the_game_only_when_it_stands():
    referee = after(at("6:1 | 20:3"), Throw(0, (2, 1)), Shift(0, ((6, 0),)), Lift(0))
    assert referee.stage is Stage.REVIEW
    assert referee.result is None
    assert referee.to_act == {1}
    refused(referee, Throw(1, (2, 1)))
    assert referee.apply(LetStand(1)).result.winner == 0
    assert referee.apply(CORRECT).state.dice == (2, 1)


def test_a_resignation_that_is_accepted_ends_the_dispute():
    referee = after(table(), *BAD_TURN, Resign(1, 1), Accept(0))
    assert referee.is_over
    assert codes(referee) == ["play_stands"]


def test_a_resignation_accepted_while_dice_lie_comes_back_from_data():
    referee = after(table(), TURN[0], Resign(1, 1), Accept(0))
    assert referee.is_over
    assert referee.state.dice == (6, 5)
    assert GameState.from_dict(referee.state.to_dict()) == referee.state


def test_a_resignation_that_is_declined_leaves_the_dispute_open():
    referee = after(table(), *BAD_TURN, Resign(1, 1))
    refused(referee, Throw(1, (2, 1)), match="an answer is due")
    assert after(referee, Decline(0), CORRECT).state.dice == (6, 5)


# Hasty rolls and doubles.

HASTY = Throw(1, (3, 1))


@pytest.mark.parametrize(
    ("options", "then", "dice", "code"),
    [
        ({}, (), None, "premature_void"),
        ({"premature_roll": "void"}, (), None, "premature_void"),
        ({"premature_roll": "stands"}, (), (3, 1), "premature_stands"),
        ({"premature_roll": "opponent_choice"}, (), (3, 1), "premature_open"),
        (
            {"premature_roll": "opponent_choice"},
            (LetStand(0, "roll"),),
            (3, 1),
            "premature_stands",
        ),
        ({"premature_roll": "opponent_choice"}, (Challenge(0, "roll"),), None, "premature_void"),
        ({"premature_roll": "stands"}, (Decide("roll", False),), None, "premature_void"),
        (
            {"premature_roll": "opponent_choice"},
            (Decide("roll", True),),
            (3, 1),
            "premature_stands",
        ),
    ],
)
def test_a_roll_before_the_turn_is_ended(options, then, dice, code):
    referee = after(table(**options), *TURN[:2], HASTY, *then)
    assert codes(referee) == [code]
    assert (referee.state.seat, referee.state.dice) == (0, (6, 5))
    # The mover goes on, and may choose another play knowing the roll.
    referee = after(referee, TakeBack(0), TakeBack(0), Shift(0, ((24, 13),)), Lift(0))
    assert (referee.state.seat, referee.state.dice) == (1, dice)
    assert referee.stage is (Stage.MOVING if dice else Stage.AWAIT)
    assert referee.state.position.opponent[13] == 1


def test_only_the_other_seat_chooses_and_only_before_it_ends_its_turn():
    referee = after(table(premature_roll="opponent_choice"), *TURN[:2], HASTY)
    assert [demand.deed for demand in referee.demands(0)] == [Challenge(0, "roll")]
    refused(referee, Challenge(1, "roll"), errors.NotYourTurnError)
    refused(referee, LetStand(1, "roll"), errors.NotYourTurnError)
    refused(referee.apply(LetStand(0, "roll")), Challenge(0, "roll"))
    refused(referee.apply(TURN[2]), Challenge(0, "roll"))
    refused(referee, HASTY, match="waits already")


@pytest.mark.parametrize("premature_roll", ["void", "stands", "opponent_choice"])
@pytest.mark.parametrize("mishap", ["not_flat", "off_board", "wrong_side"])
def test_a_hasty_roll_that_is_not_valid_counts_under_no_policy(premature_roll, mishap):
    referee = table(premature_roll=premature_roll, wrong_side="opponent_choice")
    referee = after(referee, *TURN[:2], Throw(1, (3, 1), first=(mishap,)))
    assert codes(referee) == ["reroll"]
    assert referee.scene.early is None


FORCED_APART = "6:1 | 6:3"  # with 6-6 the last checker goes off
CHOICE_APART = "6:2 5:1 | 6:3"
FORCED_CONTACT = "24:1 | 2:1 7:2"  # with 1-1 nothing but 24/20
CHOICE_CONTACT = "24:1 6:2 | 6:2 7:1"
DANCE = "bar:1 6:2 | 5:2 6:1"


@pytest.mark.parametrize(
    ("waiver", "waived"),
    [
        ("forced_or_no_contact", {"forced apart", "choice apart", "forced contact", "dance"}),
        ("forced_and_no_contact", {"forced apart"}),
        ("never", set()),
    ],
)
@pytest.mark.parametrize(
    ("case", "text", "dice"),
    [
        ("forced apart", FORCED_APART, (6, 6)),
        ("choice apart", CHOICE_APART, (2, 1)),
        ("forced contact", FORCED_CONTACT, (1, 1)),
        ("choice contact", CHOICE_CONTACT, (2, 1)),
        ("dance", DANCE, (5, 5)),
    ],
)
def test_the_rule_of_hasty_rolls_is_waived(case, text, dice, waiver, waived):
    referee = at(text, premature_waiver=waiver).apply(Throw(0, dice))
    position = referee.state.position
    assert ("apart" in case) == (not position.has_contact)
    assert ("choice" in case) == (len(position.legal_plays(dice)) > 1)
    assert ("dance" in case) == position.legal_plays(dice).is_dance
    referee = referee.apply(HASTY)
    assert codes(referee) == ["premature_waived" if case in waived else "premature_void"]


@pytest.mark.parametrize(
    ("text", "apart"),
    [("7:8 6:7 | 8:15", True), ("9:8 8:7 | 18:15", False)],
)
def test_contact_in_the_block_games_is_as_the_board_has_it(text, apart):
    referee = at(text, tavla.MOULTEZIM).apply(Throw(0, (2, 1)))
    assert referee.state.position.has_contact != apart
    assert len(referee.state.position.legal_plays((2, 1))) > 1
    assert codes(referee.apply(HASTY)) == ["premature_waived" if apart else "premature_void"]


def test_a_hasty_roll_that_stands_accepts_no_play_that_was_not_made_yet():
    referee = after(table(premature_roll="stands"), TURN[0], HASTY, *BAD_TURN[1:])
    assert referee.stage is Stage.REVIEW
    assert referee.state.dice is None
    refused(referee, Throw(1, (2, 1)), match="waits already")
    refused(referee, Double(1), match="waits already")
    corrected = referee.apply(CORRECT)
    assert after(corrected, *TURN[1:]).state.dice == (3, 1)
    for accepted in (referee.apply(LetStand(1)), referee.apply(Shift(1, ((24, 21),)))):
        assert accepted.state.dice == (3, 1)
        refused(accepted, CORRECT)
    assert "shift" in referee.may


def test_a_void_roll_accepts_no_earlier_play():
    referee = after(table(), TURN[0], HASTY, *BAD_TURN[1:])
    assert codes(referee.apply(CORRECT)) == ["corrected"]


def test_in_the_late_window_a_hasty_roll_that_stood_is_withdrawn_too():
    options = {"premature_roll": "stands", "illegal_move": "late_window"}
    referee = after(table(**options), TURN[0], HASTY, *BAD_TURN[1:])
    assert referee.state.dice == (3, 1)
    referee = after(referee, CORRECT, *TURN[1:])
    assert (referee.state.seat, referee.state.dice) == (1, None)


def test_a_choice_that_was_open_is_open_again_after_a_correction():
    referee = after(table(premature_roll="opponent_choice"), TURN[0], HASTY, *BAD_TURN[1:])
    assert [demand.deed for demand in referee.apply(CORRECT).demands(0)] == [Challenge(0, "roll")]


def test_rolling_over_an_unchecked_roll_lets_it_stand_where_the_hasty_roll_counts():
    referee = table(wrong_side="opponent_choice", premature_roll="stands")
    assert after(referee, WRONG_SIDE, HASTY).stage is Stage.MOVING
    referee = table(wrong_side="opponent_choice")
    assert after(referee, WRONG_SIDE, HASTY).stage is Stage.ROLLED


@pytest.mark.parametrize(
    ("options", "then", "phase"),
    [
        ({}, (), "start"),
        ({"premature_roll": "stands"}, (), "cube"),
        ({"premature_roll": "opponent_choice"}, (), "cube"),
        ({"premature_roll": "opponent_choice"}, (Challenge(0, "double"),), "start"),
        ({"premature_roll": "opponent_choice"}, (LetStand(0, "double"),), "cube"),
    ],
)
def test_a_double_before_the_turn_is_ended_follows_the_rule_of_rolls(options, then, phase):
    referee = after(table(**options), *TURN[:2], Double(1), *then, Lift(0))
    assert str(referee.state.phase) == phase
    assert referee.state.cube == Cube()


def test_a_hasty_double_needs_the_cube_and_comes_once():
    owned = GameState.at(
        tavla.Position.start(tavla.HYPER), RULES, turn=2, cube=Cube(2, owner=0, doubles=1)
    )
    refused(table(owned).apply(TURN[0]), Double(1), errors.CubeError, "owns the cube")
    referee = after(table(premature_roll="stands"), TURN[0], Double(1))
    refused(referee, Double(1), match="waits already")
    last = after(at("1:1 | 20:3"), Throw(0, (2, 1)), Shift(0, ((1, 0),)))
    refused(last, Double(1), errors.CubeError, "ends with this turn")


def test_a_hasty_double_lapses_where_it_is_not_allowed_when_its_time_comes():
    rules = RULES.replace(may_double_when_cannot_move=False)
    almost = pos(tavla.BACKGAMMON, "12:3 7:1 6:2 5:2 4:2 3:2 2:2 1:1 | bar:1 6:14")
    start = GameState.at(almost, rules, turn=2)
    referee = after(table(start, premature_roll="stands"), Throw(0, (6, 1)), Double(1))
    assert referee.scene.early is not None
    shut_out = after(referee, Shift(0, ((7, 1), (12, 11))), Lift(0))
    assert codes(shut_out) == ["turn_ended", "lapsed"]
    assert shut_out.may == ("throw",)
    open_board = after(referee, Shift(0, ((12, 6), (7, 6))), Lift(0))
    assert isinstance(open_board.scene.actions[-1], Double)


def test_a_hasty_roll_waits_for_a_dispute_about_the_last_checker():
    referee = at("6:1 | 20:3", premature_roll="stands")
    referee = after(referee, Throw(0, (2, 1)), HASTY, Shift(0, ((6, 0),)), Lift(0))
    assert referee.apply(LetStand(1)).is_over
    corrected = after(referee, CORRECT, Shift(0, ((6, 3),)), Lift(0))
    assert corrected.state.dice == (3, 1)


def test_a_roll_after_a_double_and_before_its_answer_is_hasty():
    void = after(table(), Double(0), Throw(0, (3, 1)), Take(1))
    assert void.may == ("throw",)
    stood = after(table(premature_roll="stands"), Double(0), Throw(0, (3, 1)))
    assert stood.apply(Take(1)).state.dice == (3, 1)
    assert stood.apply(Pass(1)).is_over
    chosen = after(table(premature_roll="opponent_choice"), Double(0), Throw(0, (3, 1)))
    assert after(chosen, Challenge(1, "roll"), Take(1)).state.dice is None
    assert codes(stood.apply(Throw(1, (2, 1)))) == ["out_of_turn"]


def test_a_roll_out_of_turn_is_void_and_changes_nothing():
    for referee in (table(premature_roll="stands"), after(table(premature_roll="stands"), *TURN)):
        wrong = referee.apply(Throw(1 - referee.state.seat, (2, 1)))
        assert codes(wrong) == ["out_of_turn"]
        assert wrong.scene == referee.scene
        refused(referee, Double(1 - referee.state.seat), errors.NotYourTurnError)


@pytest.mark.parametrize(
    ("deeds", "deed", "words"),
    [
        ((), Take(1), "resign by seat 0, resign by seat 1, throw ...$"),
        (TURN[:1], Take(1), "resign by seat 1, lift by seat 0, shift ...$"),
        (TURN[:1], Lift(1), "resign by seat 1, lift by seat 0, shift ...$"),
        (BAD_TURN, Lift(0), "let_stand by seat 1, challenge by seat 1, throw ...$"),
        ((Double(0), Pass(1)), Double(0), "the game is over; allowed: nothing$"),
    ],
)
def test_a_refusal_tells_the_deeds_that_are_allowed(deeds, deed, words):
    with pytest.raises(errors.ActionError, match=words) as caught:
        after(table(), *deeds).apply(deed)
    assert str(caught.value).count("allowed: ") == 1


# Touching, the opening, the director, and what is no deed.


@pytest.mark.parametrize("what", ["dice", "checkers"])
def test_touching_what_is_the_others_is_warned_of_and_changes_nothing(what):
    before = after(table(), *TURN[:2])
    referee = before.apply(Touch(1, what))
    assert codes(referee) == ["warning"]
    assert referee.rulings[-1][0].seat == 1
    assert referee.scene == before.scene


def test_the_opening_throw_is_judged_too():
    referee = tavla.Referee(tavla.HYPER)
    assert referee.may == ("throw",)
    assert codes(referee.apply(Throw(0, (6, 5), second=("not_flat",)))) == ["reroll"]
    strict = tavla.Referee(tavla.HYPER, policy=RefereePolicy(wrong_side="opponent_choice"))
    assert codes(strict.apply(Throw(0, (6, 5), second=("wrong_side",)))) == ["reroll"]
    assert referee.apply(Throw(0, (4, 4))).state.attempt == 1
    begun = referee.apply(Throw(1, (3, 5), together=False))
    assert (begun.state.seat, begun.stage) == (1, Stage.MOVING)
    reroll = tavla.Referee(tavla.MOULTEZIM).apply(Throw(0, (6, 5)))
    assert (reroll.state.seat, reroll.stage) == (0, Stage.AWAIT)


def test_the_directors_word_needs_no_reporter_and_something_open():
    referee = after(table(reporters=()), *BAD_TURN)
    assert codes(referee.apply(Decide("play", False))) == ["corrected"]
    for what in ("roll", "double", "play"):
        refused(table(), Decide(what, True), errors.WrongPhaseError)


@pytest.mark.parametrize(
    "deed",
    [Roll(0, (6, 5)), MakePlay(0, ()), IllegalPlay(0, ()), None, "lift", Lift],
)
def test_what_is_no_deed_is_refused(deed):
    with pytest.raises(errors.InvalidArgumentError, match="expected a deed"):
        table().apply(deed)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Throw(0, (7, 1)),
        lambda: Throw(2, (6, 5)),
        lambda: Throw(0, (6, 5), first=("cocked",)),
        lambda: Throw(0, (6, 5), second="not_flat"),
        lambda: Throw(0, (6, 5), together=1),
        lambda: Shift(0, ()),
        lambda: Shift(0, ((24, 26),)),
        lambda: Lift(0, 3),
        lambda: Touch(0, "cube"),
        lambda: LetStand(0, "dice"),
        lambda: Challenge(None),
        lambda: Challenge(1, "play", "director"),
        lambda: Challenge(None, "play", "parrot"),
        lambda: Decide("play", 1),
    ],
)
def test_deeds_check_what_they_are_given(make):
    with pytest.raises((errors.InvalidArgumentError, errors.InvalidDiceError)):
        make()


# Policies.


def test_the_presets():
    default = {
        "die_on_checker": "reroll",
        "die_touches_checker": "valid_if_flat",
        "wrong_side": "reroll",
        "turn_end": "lift_any_die",
        "illegal_move": "condone",
        "double_accepts": True,
        "premature_roll": "void",
        "premature_waiver": "forced_or_no_contact",
    }
    assert all(getattr(RefereePolicy(), name) == value for name, value in default.items())
    changes = {
        RefereePolicy.club(): {
            "die_touches_checker": "reroll",
            "premature_waiver": "forced_and_no_contact",
        },
        RefereePolicy.us2008(): {"premature_roll": "stands"},
        RefereePolicy.usbgf2014(): {
            "illegal_move": "legal_moves",
            "double_accepts": False,
            "reporters": ["director", "mover", "opponent"],
            "premature_roll": "stands",
        },
        RefereePolicy.wbgf(): {
            "illegal_move": "legal_moves",
            "premature_roll": "opponent_choice",
        },
    }
    assert [policy.to_dict() for policy in changes] == list(changes.values())


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("referee_seed", RefereePolicy.club()),
        ("referee_us2008", RefereePolicy.us2008()),
        ("referee_usbgf2014", RefereePolicy.usbgf2014()),
        ("referee_wbgf", RefereePolicy.wbgf()),
    ],
)
def test_a_policy_can_be_told_by_its_name(name, policy):
    referee = tavla.Referee(tavla.HYPER, policy=name)
    assert referee.policy == RefereePolicy.preset(name) == policy
    assert referee == tavla.Referee(tavla.HYPER, policy=policy)


@pytest.mark.parametrize("name", ["wbgf", "Referee_WBGF", "", 1])
def test_a_policy_of_another_name_is_refused(name):
    with pytest.raises(errors.InvalidArgumentError, match="referee_us2008"):
        RefereePolicy.preset(name)


@pytest.mark.parametrize("name", POLICIES)
def test_policies_come_back_from_json(name):
    policy = POLICIES[name]
    assert RefereePolicy.from_dict(json.loads(json.dumps(policy.to_dict()))) == policy


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"turn_end": "bell"}, "turn_end: expected one of lift_any_die"),
        ({"double_accepts": 1}, "double_accepts"),
        ({"reporters": {"parrot"}}, "reporters"),
        ({"reporters": "opponent"}, "reporters"),
        ({"premature_roll": []}, "premature_roll"),
        ({"cube": True}, "cube: no such option"),
    ],
)
def test_policies_refuse_what_is_no_option(options, words):
    with pytest.raises(errors.InvalidRulesError, match=words):
        RefereePolicy().replace(**options)
    plain = {k: sorted(v) if isinstance(v, set) else v for k, v in options.items()}
    with pytest.raises(errors.DataError, match=words):
        RefereePolicy.from_dict(plain)


# The value.


def test_a_referee_needs_rules_that_accept_illegal_plays_and_a_start():
    with pytest.raises(errors.InvalidRulesError, match="illegal_plays"):
        tavla.Referee(tavla.HYPER, GameRules())
    begun = MIDDLE.apply(Roll(0, (6, 5))).apply(MakeMove(0, tavla.Move(24, 18, 6)))
    for wrong in (
        {"start": "middle"},
        {"start": MIDDLE, "starter": 0},
        {"variant": "hyper"},
        {"variant": tavla.HYPER, "policy": "club"},
        {"variant": tavla.HYPER, "starter": 2},
        {"start": begun},
        {},
    ):
        with pytest.raises(errors.InvalidArgumentError):
            tavla.Referee(**wrong)


def test_the_log_replays_to_an_equal_referee():
    referee = after(table(), *BAD_TURN, CORRECT, *TURN[1:], Touch(0))
    again = tavla.Referee.replay(referee.log, start=referee.start, policy=referee.policy)
    assert again == referee
    assert hash(again) == hash(referee)
    assert pickle.loads(pickle.dumps(referee)) == referee
    with pytest.raises(errors.RecordError) as caught:
        tavla.Referee.replay((*BAD_TURN, Lift(0)), start=MIDDLE)
    assert caught.value.event == 3


VALID = after(table(), *BAD_TURN, CORRECT).to_dict()


def changed(path, value):
    data = copy.deepcopy(VALID)
    *way, last = path
    inner = data
    for step in way:
        inner = inner[step]
    inner[last] = value
    return data


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {**VALID, "more": 1},
        {name: value for name, value in VALID.items() if name != "log"},
        changed(["format"], "tavla.game"),
        changed(["version"], 2),
        changed(["policy"], None),
        changed(["policy"], {"turn_end": "bell"}),
        changed(["policy"], {1: 2}),
        changed(["start"], {}),
        changed(["start", "rules"], {"cube": True}),
        changed(["start", "turn"], -1),
        changed(["log"], "throw"),
        changed(["log", 0], None),
        changed(["log", 0], {"type": "roll", "seat": 0, "dice": [6, 5]}),
        changed(["log", 0], {"type": ["throw"]}),
        changed(["log", 0, "dice"], [6, 7]),
        changed(["log", 0, "dice"], None),
        changed(["log", 0, "seat"], "0"),
        changed(["log", 0, "first"], [["not_flat"]]),
        changed(["log", 0, "first"], [{}]),
        changed(["log", 0, "first"], None),
        changed(["log", 0, "extra"], 1),
        changed(["log", 1, "moves"], []),
        changed(["log", 1, "moves"], [[24, 17, 7]]),
        changed(["log", 1, "moves"], [[12, 3]]),
        changed(["log", 1, "moves"], 5),
        changed(["log", 3, "what"], {}),
        changed(["log", 3, "role"], "spectator"),
        changed(["log", 3, "seat"], 0),
    ],
)
def test_data_that_nobody_should_believe_are_refused(data):
    with pytest.raises(errors.DataError):
        tavla.Referee.from_dict(data)
    with pytest.raises(errors.DataError):
        tavla.Referee.from_json("{")


# Whatever happens.

seats, slots, faces = st.integers(0, 1), st.integers(0, 25), st.integers(1, 6)
matters = st.sampled_from(("roll", "double", "play"))
mishaps = st.lists(st.sampled_from(deeds_module.MISHAPS), max_size=1)
anything = st.one_of(
    st.builds(Throw, seats, st.tuples(faces, faces)),
    st.builds(Throw, seats, st.tuples(faces, faces), mishaps, mishaps, st.booleans()),
    st.builds(Shift, seats, st.lists(st.tuples(slots, slots), min_size=1, max_size=2)),
    st.builds(Lift, seats, st.integers(1, 2)),
    st.builds(LetStand, seats, matters),
    st.builds(Challenge, seats, matters),
    st.builds(Challenge, st.none(), matters, st.sampled_from(("director", "monitor"))),
    st.builds(Decide, matters, st.booleans()),
    st.builds(Touch, seats, st.sampled_from(("dice", "checkers"))),
    st.builds(Resign, seats, st.integers(1, 3)),
    st.builds(Settle, seats, st.integers(-3, 3)),
    *(
        st.builds(kind, seats)
        for kind in (PressClock, TakeBack, Double, Take, Pass, Beaver, Accept, Decline)
    ),
)


def drawn(draw, referee):
    """Draw a deed: any at all, a regular or a hasty one, or checkers moved as a legal play has them."""
    kind = draw(st.sampled_from(("any", "regular", "regular", "throw", "hasty", "play", "wild")))
    state = referee.state
    regular = [deed for deed in referee.legal_actions if not isinstance(deed, Resign)]
    if kind == "regular" and regular:
        return draw(st.sampled_from(regular))
    if kind == "hasty":
        other = 1 - (state.seat or 0)
        return draw(st.sampled_from((Double(other), Throw(other, (2, 1)), Throw(other, (6, 6)))))
    if kind == "throw":
        return Throw(state.seat or 0, draw(st.tuples(faces, faces)))
    if kind == "play" and state.dice and not referee.scene.made:
        plays = [play for play in state.position.legal_plays(state.dice) if play.moves]
        if plays:
            play = draw(st.sampled_from(plays))
            return Shift(state.seat, tuple((m.source, m.target) for m in play.moves))
    if kind == "wild" and state.seat is not None:
        own = [slot for slot in range(1, 26) if referee.board.player[slot]]
        return Shift(state.seat, ((draw(st.sampled_from(own or [1])), draw(slots)),))
    return draw(anything)


@given(st.data())
def test_any_deed_applies_or_changes_nothing(data):
    draw = data.draw
    variant = draw(st.sampled_from((tavla.HYPER, tavla.MOULTEZIM, tavla.BACKGAMMON)))
    rules = RULES.replace(beavers=1, settlements=draw(st.booleans()))
    policy = draw(st.sampled_from(tuple(POLICIES.values())))
    referee = tavla.Referee(variant, rules, policy=policy)
    for _ in range(draw(st.integers(1, 40))):
        deed = drawn(draw, referee)
        before = (referee, hash(referee), referee.to_json())
        try:
            new = referee.apply(deed)
        except errors.TavlaError:
            assert (referee, hash(referee), referee.to_json()) == before
            continue
        assert (hash(referee), referee.to_json()) == before[1:]
        referee = new
        assert deeds_module.read(json.loads(json.dumps(deed.to_dict()))) == deed
        check(referee)
    for deed in referee.legal_actions:
        check(referee.apply(deed))


def regular_throw(referee):
    """Whether a throw of a seat would be in its turn."""

    def is_regular(seat):
        try:
            thrown = referee.apply(Throw(seat, (2, 1)))
        except errors.ActionError:
            return False
        out = ("out_of_turn", "reroll")
        return not any(code in out or code.startswith("premature") for code in codes(thrown))

    return is_regular


def check(referee):
    """What holds of every referee."""
    assert tavla.Referee.from_json(referee.to_json()) == referee
    assert GameState.from_dict(json.loads(json.dumps(referee.state.to_dict()))) == referee.state
    assert referee.record.replay() == referee.state
    for position in (referee.board, referee.settled.position):
        assert sum(position.player) == sum(position.opponent) == position.variant.checkers
    assert referee.is_over == (referee.stage is Stage.OVER)
    assert (referee.stage is Stage.ROLLED) <= (referee.scene.lying is not None)
    assert len(referee.log) == len(referee.rulings)
    if not referee.is_over:
        assert ("throw" in referee.may) == any(map(regular_throw(referee), (0, 1)))
    assert bool(referee.to_act) != referee.is_over
    for seat in (0, 1):
        for demand in referee.demands(seat):
            assert referee.apply(demand.deed).log[-1] == demand.deed
