"""`PositionState`: what goes together, and the way to a game and back."""

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tavla
from id_states import states
from strategies import rolls
from tavla.errors import FormatLossError, InvalidArgumentError, InvalidStateError
from tavla.formats import PositionState, Status, from_game_state, parse_id, to_game_state
from tavla.game import Accept, Decline, Double, Pass, Resign, Settle, Take

START = tavla.Position.start(tavla.BACKGAMMON)


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"seat": 2}, "seat"),
        ({"seat": True}, "seat"),
        ({"dice": (0, 3)}, "dice"),
        ({"dice": [3, 1]}, "dice"),
        ({"dice": (7, 3)}, "dice"),
        ({"cube": 3}, "cube"),
        ({"cube": 0}, "cube"),
        ({"cube": -2}, "cube"),
        ({"cube_status": "gone"}, "cube_status"),
        ({"cube_owner": 0}, "cube_owner"),
        ({"cube": 2, "cube_owner": 0, "cube_status": "dead"}, "cube_owner"),
        ({"offered": -1}, "offered"),
        ({"offered": 1, "dice": (3, 1)}, "dice"),
        ({"offered": 1, "cube": 2, "cube_owner": 1}, "cube_owner"),
        ({"offered": 1, "cube": 64, "max_cube": 64}, "cube"),
        ({"cube": 64, "max_cube": 32}, "cube"),
        ({"offered": 2, "length": 5}, "offered"),
        ({"offered": 1, "length": 5, "score": (4, 0), "crawford": True}, "crawford"),
        ({"crawford": True}, "crawford"),
        ({"resignation": 4, "to_act": 0}, "resignation"),
        ({"resignation": 1}, "to_act"),
        ({"resignation": 1, "to_act": 1, "offered": 1}, "resignation"),
        ({"to_act": 1}, "to_act"),
        ({"offered": 1, "to_act": 0}, "to_act"),
        ({"score": (-1, 0)}, "score"),
        ({"score": (6, 0), "length": 5}, "score"),
        ({"length": -1}, "length"),
        ({"length": 5, "jacoby": False}, "jacoby"),
        ({"length": 5, "beavers": True}, "beavers"),
        ({"names": ("ann", None)}, "names"),
        ({"status": "playing"}, "status"),
        ({"seat": None, "dice": (3, 1)}, "seat"),
        ({"move": -3}, "move"),
    ],
)
def test_facts_that_contradict_each_other_are_refused_by_name(facts, field):
    with pytest.raises(InvalidStateError) as caught:
        PositionState(START, **{"seat": 0} | facts)
    assert field in caught.value.fields
    assert len(caught.value.reasons) == len(caught.value.fields)


def test_a_game_that_pays_no_backgammons_knows_no_resignation_of_three():
    start = tavla.Position.start(tavla.MOULTEZIM)
    with pytest.raises(InvalidStateError, match="level 3"):
        PositionState(start, 0, resignation=3, to_act=1)


def test_all_contradictions_are_told_at_once():
    with pytest.raises(InvalidStateError) as caught:
        PositionState(START, 0, dice=(3, 1), offered=1, length=5, score=(9, 0), jacoby=True)
    assert set(caught.value.fields) == {"dice", "score", "jacoby"}


def test_who_decides_follows_from_the_double():
    assert PositionState(START, 1).to_act == 1
    assert [PositionState(START, 1, offered=depth).to_act for depth in (1, 2, 3)] == [0, 1, 0]
    assert PositionState(START, None, status=Status.NONE).to_act is None


def test_dice_stand_the_higher_first():
    assert PositionState(START, 0, dice=(2, 5)) == PositionState(START, 0, dice=(5, 2))


def test_post_crawford_follows_from_the_score():
    def past(length, score, *, crawford=False):
        return PositionState(
            START, 0, length=length, score=score, crawford=crawford
        ).is_post_crawford

    assert past(7, (6, 3))
    assert not past(7, (6, 3), crawford=True)
    assert not past(7, (5, 3))
    assert not past(1, (0, 0))
    assert not past(0, (0, 0))


@given(states())
def test_states_are_values(state):
    assert pickle.loads(pickle.dumps(state)) == copy.copy(state) == state
    assert hash(replace(state)) == hash(state)
    assert state.seen_by(1) == state.seen_by(0).flipped()
    with pytest.raises(FrozenInstanceError):
        state.cube = 2


def settled(state):
    """Whether a game can stand as the state says."""
    return state.status in (Status.NONE, Status.PLAYING) and state.max_cube != 1


@given(states())
def test_a_game_set_up_from_a_state_says_the_same(state):
    assume(settled(state))
    state = replace(state, names=("", ""), move=None, status=Status.PLAYING)
    assume(
        not state.length or state.cube == 1 or (state.cube_owner is not None and not state.crawford)
    )
    try:
        game = to_game_state(state)
    except FormatLossError:
        assume(state.resignation == 0)  # a level that can no longer be lost
        raise
    again = from_game_state(game, length=state.length or None, score=state.score)
    if state.length == 0:
        # A game always has its customs: none where the id does not say, and beavers where one was turned.
        state = replace(
            state, jacoby=bool(state.jacoby), beavers=bool(state.beavers) or state.offered > 1
        )
    assert again == state
    assert game.to_act == frozenset((state.to_act,))
    assert tavla.GameState.from_dict(game.to_dict()) == game


@given(st.data())
def test_a_game_that_is_played_gives_states_that_lead_back_to_it(data):
    """All but the history: the number of the turn, who began, and how the cube came where it is."""
    rules = tavla.GameRules(cube=True, jacoby=True, beavers=2)
    state = tavla.GameState.new(tavla.HYPER, rules, starter=data.draw(st.integers(0, 1)))
    for _ in range(data.draw(st.integers(0, 30))):
        allowed = [one for one in state.legal_actions if not isinstance(one, Accept | Pass)]
        if "roll" in state.may and data.draw(st.booleans()):
            allowed = [tavla.game.Roll(state.seat, data.draw(rolls))]
        allowed = allowed or [tavla.game.Roll(state.seat, data.draw(rolls))]
        after = state.apply(data.draw(st.sampled_from(allowed)))
        if after.is_over:
            break
        state = after
    told = from_game_state(state, lossy=True)
    assert told.position == state.position
    again = to_game_state(told, rules)
    assert (again.position, again.seat, again.phase) == (
        state.position,
        state.seat,
        again.phase if state.moves else state.phase,
    )
    assert (again.cube.value, again.cube.owner) == (state.cube.value, state.cube.owner)
    assert again.to_act == state.to_act
    if not state.moves and state.turn:
        assert again.legal_actions == state.legal_actions


def test_what_ids_cannot_hold_of_a_game_is_told():
    rules = tavla.GameRules(cube=True, settlements=True)
    state = tavla.GameState.new(tavla.HYPER, rules, starter=0)
    with pytest.raises(FormatLossError, match="settlement"):
        from_game_state(state.apply(Settle(0, Fraction(1, 2))))
    moved = state.apply(tavla.game.Roll(0, (3, 1)))
    moved = moved.apply(next(a for a in moved.legal_actions if a.name == "move"))
    with pytest.raises(FormatLossError, match="single moves") as caught:
        from_game_state(moved)
    assert caught.value.losses == ("the single moves made so far",)
    assert from_game_state(moved, lossy=True).dice == (3, 1)


def test_how_games_end_is_told():
    state = tavla.GameState.at(START, tavla.GameRules(cube=True), seat=1)
    doubled = state.apply(Double(1))
    assert from_game_state(doubled).offered == 1
    assert from_game_state(doubled.apply(Pass(0))).status is Status.DROPPED
    assert from_game_state(doubled.apply(Take(0))).cube_owner == 0
    resigned = state.apply(Resign(0, 2))
    assert (from_game_state(resigned).resignation, from_game_state(resigned).to_act) == (2, 1)
    assert from_game_state(resigned.apply(Accept(1))).status is Status.RESIGNED
    assert from_game_state(resigned.apply(Decline(1))) == from_game_state(state)


def test_a_game_before_its_opening_throw_has_nobody_on_roll():
    state = from_game_state(tavla.GameState.new(tavla.NACKGAMMON, tavla.GameRules(cube=True)))
    assert (state.seat, state.status, state.to_act) == (None, Status.NONE, None)
    assert to_game_state(state).phase == "opening"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::B:G:0:0:0:0", "has ended"),
        ("11ccccchhhjjjjj:66666888dddddoo:D1N::B:R:0:0:0:0", "dead"),
        ("11ccccchhhjjjjj:66666888dddddoo:W1N:36:B:R:3:6:7C:0", "cube at 2"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N:36:B:R:3:5:7C:0", "crawford"),
        ("11ccccchhhjjjjj:66666888dddddoo:N1N:36:B:R:3:5:7:0", "cube at 2"),
    ],
)
def test_a_state_that_no_game_can_stand_in_says_why(text, why):
    state = parse_id(text)
    with pytest.raises(FormatLossError, match=why):
        to_game_state(state)


def test_rules_beside_the_id_are_kept():
    rules = tavla.GameRules(cube=True, resign_when="own_turn", beavers=5, jacoby=False)
    state = to_game_state(parse_id("4HPwATDgc/ABMA:cAkAAAAAAAAA"), rules)
    assert (state.rules.resign_when, state.rules.beavers, state.rules.jacoby) == (
        "own_turn",
        5,
        True,
    )


def test_games_have_a_cube_unless_the_id_or_the_rules_say_not():
    text = "XGID=-b----E-C---eE---c-e----B-:{}:0:1:00:0:0:0:0:{}"
    without = tavla.GameRules()
    assert to_game_state(parse_id(text.format(0, 10))).rules.cube
    assert not to_game_state(parse_id(text.format(0, 0))).rules.cube
    assert not to_game_state(parse_id(text.format(0, 10)), without).rules.cube
    assert to_game_state(parse_id(text.format(1, 10)), without).rules.cube
    assert to_game_state(parse_id(text.format(0, 6))).rules.cube_cap == 64


@pytest.mark.parametrize("call", [from_game_state, to_game_state])
def test_arguments_of_another_kind_are_refused(call):
    with pytest.raises(InvalidArgumentError):
        call("4HPwATDgc/ABMA")
