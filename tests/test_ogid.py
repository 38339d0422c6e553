"""OGID: absolute points, the player who acted last, and fields that may be missing."""

from dataclasses import replace

import pytest
from hypothesis import given

import tavla
from helpers import pos
from id_states import plain, states
from tavla.errors import FormatLossError, InvalidIdError
from tavla.formats import PositionState, Status, cannot_hold, ogid, parse_id, write_id

BG = tavla.BACKGAMMON
START = tavla.Position.start(BG)
BOARD = "11ccccchhhjjjjj:66666888dddddoo"
WHITE, BLACK = 0, 1


@pytest.mark.parametrize(
    ("text", "seat", "player"),
    [
        (f"{BOARD}:N0N::B:IW:0:0:1:0", WHITE, "24:2 13:5 8:3 6:5"),
        (f"{BOARD}:N0N::W:IB:0:0:1:0", BLACK, "24:2 13:5 8:3 6:5"),
        (
            "jjjkkklllmmnnoo:111222333445566:N0N::B:C:0:0:0:0",
            WHITE,
            "6:3 5:3 4:3 3:2 2:2 1:2",
        ),
        (
            "jjjkkklllmmnnoo:111222333445566:N0N::W:C:0:0:0:0",
            BLACK,
            "1:3 2:3 3:3 4:2 5:2 6:2",
        ),
        ("00jjj:66ppp:N0N::B:C:0:0:0:0", WHITE, "bar:2 6:3"),
        ("00jjj:66ppp:N0N::W:C:0:0:0:0", BLACK, "bar:3 6:2"),
    ],
)
def test_points_are_blacks_own_and_the_other_of_the_colour_is_on_roll(text, seat, player):
    state = parse_id(text)
    assert state.seat == seat
    assert state.position.player == pos(BG, f"{player} | ").player
    assert write_id(state, "ogid") == text


@pytest.mark.parametrize("cube", ["N0N", "W1N"])
def test_field_five_is_who_acted_last_and_not_who_is_on_roll(cube):
    text = f"{BOARD}:{cube}:36:B:R:3:5:7C:0"
    state = parse_id(text)
    assert (state.seat, state.dice, state.away) == (WHITE, (6, 3), (4, 2))
    assert state.crawford
    assert state.cube_owner == (WHITE if cube == "W1N" else None)
    assert write_id(state, "ogid") == text


def test_a_game_that_begins_says_who_does_without_dice():
    """Before the dice the state names who begins; with them the colour says who threw."""
    assert parse_id(f"{BOARD}:N0N::W:IW:0:0:1:0").seat == WHITE
    assert parse_id(f"{BOARD}:N0N:36:W:IW:0:0:1:0").seat == BLACK


def test_five_fields_are_enough():
    state = parse_id(f"{BOARD}:N0N::W")
    assert state == PositionState(START, WHITE, status=Status.NONE)


def test_checkers_come_in_any_order_and_are_written_sorted():
    text = "11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0"
    assert write_id(parse_id(text), "ogid") == f"{BOARD}:N0N::B:IW:0:0:1:0"


@pytest.mark.parametrize(("owner", "status"), [("D", "dead"), ("?", "unknown"), ("N", "live")])
def test_cubes_that_are_dead_or_unknown_have_no_owner(owner, status):
    text = f"{BOARD}:{owner}1N:36:B:R:0:0:0:0"
    state = parse_id(text)
    assert (state.cube, state.cube_owner, state.cube_status) == (2, None, status)
    assert write_id(state, "ogid") == text


@pytest.mark.parametrize("cube", ["B2O", "B2N", "N2O"])
def test_a_double_is_asked_of_the_other_and_black_who_doubled_is_on_roll(cube):
    state = parse_id(f"{BOARD}:{cube}::B:D:0:0:0:0")
    assert (state.seat, state.to_act, state.offered, state.cube) == (BLACK, WHITE, 1, 4)
    assert state.cube_owner == (BLACK if cube[0] == "B" else None)


@pytest.mark.parametrize(
    ("word", "cube", "status"),
    [
        ("", "N0N", Status.PLAYING),
        ("R", "N0N", Status.PLAYING),
        ("C", "N0N", Status.PLAYING),
        ("A", "W1T", Status.PLAYING),
        ("P", "N0P", Status.DROPPED),
        ("G", "N0N", Status.OVER),
        ("G", "N0P", Status.OVER),
        ("M", "N0N", Status.OVER),
        ("RG", "N0N", Status.RESIGNED),
        ("RM", "N0N", Status.RESIGNED),
        ("IB", "N0N", Status.NONE),
    ],
)
def test_every_state_of_a_game_is_known(word, cube, status):
    state = parse_id(f"{BOARD}:{cube}::W:{word}:0:0:0:0")
    assert (state.status, state.seat) == (status, BLACK)


@pytest.mark.parametrize(
    ("length", "facts"),
    [
        ("7", {"length": 7}),
        ("7C", {"length": 7, "crawford": True}),
        ("0G12", {"games": 12}),
        ("0", {}),
    ],
)
def test_lengths_say_crawford_and_numbers_of_games(length, facts):
    text = f"{BOARD}:N0N:36:B:R:0:0:{length}:0"
    state = parse_id(text)
    assert state == PositionState(START, WHITE, dice=(6, 3), **facts)
    assert write_id(state, "ogid") == text


def test_after_the_crawford_game_an_l_is_written_and_may_be_missing():
    text = f"{BOARD}:N0N:36:B:R:6:3:7{{}}:0"
    assert parse_id(text.format("")) == parse_id(text.format("L"))
    assert write_id(parse_id(text.format("")), "ogid") == text.format("L")


def test_the_number_of_checkers_names_the_variant():
    text = "123:mno:N0N:36:B:R:0:0:0:9:3"
    state = parse_id(text)
    assert state.position.variant == tavla.HYPER
    assert (state.position.player[24], state.position.opponent[24], state.move) == (1, 1, 9)
    assert write_id(state, "ogid") == text
    assert parse_id("1:o:N0N:36:B:R:0:0:0:0:1").position.variant.checkers == 1
    assert parse_id("123:mno:N0N:36:B:R:0:0:0:0").position.player[0] == 12
    mini = BG.replace(name="mini", start={24: 2, 13: 2})
    assert parse_id("11cc:oodd:N0N:36:B:R:0:0:0:0:4", mini).position.variant == mini


@pytest.mark.parametrize(
    ("text", "field", "at"),
    [
        (f"{BOARD}:N0N:", "fields", 1),
        (f"{BOARD}:N0N::W:IW:0:0:0:0:15:1", "fields", 1),
        ("11ccccchhhjjjjq:66666888dddddoo:N0N::W", "White's checkers", 15),
        ("11ccccchhhjjjjp:66666888dddddoo:N0N::W", "White's checkers", 15),
        ("11ccccchhhjjjjj:06666888dddddoo:N0N::W", "Black's checkers", 17),
        ("11ccccchhhjjjjj6:66666888dddddoo:N0N::W", "White's checkers", 1),
        ("11ccccchhhjjjj:66666888dddddooo:N0N::W:R:0:0:0:0:14", "checkers a side", 50),
        ("11ccccchhhjjjj:666668888dddddoo:N0N::W:R", "Black's checkers", 16),
        (f"{BOARD}:X0N::W", "cube", 33),
        (f"{BOARD}:N16N::W", "cube", 33),
        (f"{BOARD}:N0X::W", "cube", 33),
        (f"{BOARD}:N0N:3:W", "dice", 37),
        (f"{BOARD}:N0N:07:W", "dice", 37),
        (f"{BOARD}:N0N::X", "colour", 38),
        (f"{BOARD}:N0N::W:Q", "state", 40),
        (f"{BOARD}:N0O::W:R", "state", 40),
        (f"{BOARD}:N0P::W:R", "state", 40),
        (f"{BOARD}:N0N:36:W:D", "dice", 37),
        (f"{BOARD}:W1O::B:D", "cube", 33),
        (f"{BOARD}:N0N::W:R:8:0:7", "score of White", 42),
        (f"{BOARD}:N0N::W:R:0:-1:7", "score of Black", 44),
        (f"{BOARD}:N0N::W:R:0:0:7X", "length", 46),
        (f"{BOARD}:N0N::W:R:0:0:7L", "length", 46),
        (f"{BOARD}:N0N::W:R:0:0:0C", "length", 46),
        (f"{BOARD}:N0N::W:R:0:0:7G3", "length", 46),
        (f"{BOARD}:N0N::W:R:0:0:7:x", "number of the position", 48),
        (f"{BOARD}:N0N::W:R:0:0:7:0:20", "checkers a side", 50),
    ],
)
@pytest.mark.parametrize("prefix", ["", "OGID=", "ogid:"])
def test_faulty_ogids_name_the_field_and_the_character(prefix, text, field, at):
    with pytest.raises(InvalidIdError) as caught:
        ogid.parse(prefix + text)
    assert (caught.value.field, caught.value.at) == (field, at + len(prefix))


def test_a_variant_of_another_number_of_checkers_is_refused():
    with pytest.raises(InvalidIdError, match="3, as in hyper"):
        ogid.parse(f"{BOARD}:N0N::W", tavla.HYPER)


@given(states())
def test_states_come_back_through_an_ogid(state):
    if ogid.impossible(state):
        with pytest.raises(FormatLossError):
            write_id(state, "ogid", lossy=True)
        return
    text = write_id(state, "ogid", lossy=True)
    again = parse_id(text, state.position.variant)
    if not cannot_hold(state, "ogid"):
        assert write_id(state, "ogid") == text
        assert again == plain(state, keep=("move", "games"))
    assert (again.position, again.seat, again.dice) == (state.position, state.seat, state.dice)
    assert (again.score, again.length, again.crawford) == (
        state.score,
        state.length,
        state.crawford,
    )
    assert again == parse_id(write_id(again, "ogid"), state.position.variant)


def test_what_an_ogid_cannot_hold_is_told():
    state = PositionState(START, 0, jacoby=True, beavers=True, max_cube=64, offered=2)
    assert cannot_hold(state, "ogid") == (
        "a double of depth 2, past 1",
        "whether Jacoby's rule is in force",
        "whether beavers are allowed",
        "the highest value of the cube",
    )
    assert cannot_hold(replace(state, offered=0, jacoby=False, beavers=None), "ogid") == (
        "the highest value of the cube",
    )
