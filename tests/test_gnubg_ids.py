"""GNU Backgammon's ids: Position ID, Match ID, both joined, and arrays of Position IDs."""

import base64
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tavla
from helpers import pos
from id_states import BOARDS, plain, states
from strategies import constructed
from tavla.errors import FormatLossError, InvalidArgumentError, InvalidIdError, InvalidPositionError
from tavla.formats import PositionState, Status, cannot_hold, convert, gnubg, parse_id, write_id

BG = tavla.BACKGAMMON
SHARED = Path(__file__).parents[2] / "shared"

# Ids with both sides, the one on roll first, each in its own numbers.
POSITIONS = {
    "4HPwATDgc/ABMA": "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5",
    "b9sBCIC5bYDQAA": "19:2 18:1 14:1 6:2 5:2 4:2 3:3 1:2 | 15:1 5:3 4:2 3:2 2:2 1:4",
    "5O4uAAhmdysAQA": "bar:1 9:1 8:1 7:2 6:3 5:3 4:2 2:2 | 22:1 9:1 8:3 7:3 6:3 5:3 3:1",
    "4HPiQSDgc/ABMA": "24:2 13:5 8:3 6:5 | 24:1 18:1 13:4 10:1 8:3 6:5",
    "4PPgASTgc/ABMA": "24:2 13:5 8:3 6:5 | 24:1 22:1 13:4 8:4 6:5",
    "zswOADSw54kBAw": "20:2 13:2 10:1 8:4 6:4 5:2 | 24:2 23:1 9:3 8:2 6:2 4:2 2:3",
    "AgAAKAAAAAAAAA": "3:1 2:1 | 2:1",
    "mxmAQ4PbAQAAAA": "3:3 2:2 1:3 | 21:2 20:1 16:3 6:2 4:2 2:2 1:2",
    "HC/wATDg8+AxAA": "16:2 13:4 8:4 6:5 | 24:2 13:5 7:1 6:4 3:3",
}

# Match IDs: on roll, to decide, dice, cube, owner, score, length, and what else is not as usual.
MATCHES = {
    "cAkAAAAAAAAA": (1, 1, None, 1, None, (0, 0), 0, {"jacoby": True}),
    "cAkAAAAAAAAE": (1, 1, None, 1, None, (0, 0), 0, {"jacoby": False}),
    "cIkqAAAAAAAE": (1, 1, (5, 2), 1, None, (0, 0), 1, {}),
    "QQnlAGAAGAAE": (1, 1, (2, 1), 2, 0, (6, 3), 7, {}),
    "QYnoAGAAGAAE": (1, 1, (2, 1), 2, 0, (6, 3), 7, {}),
    "cAngACAAAAAE": (1, 1, None, 1, None, (2, 0), 7, {}),
    "UQngAAAAIAAE": (1, 1, None, 2, 1, (0, 4), 7, {}),
    "UQkgASAACAAE": (1, 1, None, 2, 1, (2, 1), 9, {}),
    "MACvASAASAAE": (0, 0, (6, 3), 1, None, (2, 9), 13, {"status": Status.NONE}),
    "cImuASAASAAE": (1, 1, (5, 3), 1, None, (2, 9), 13, {}),
    "sACzAEAAEAAE": (0, 0, (6, 4), 1, None, (4, 2), 5, {"status": Status.NONE, "crawford": True}),
    "cBFgAAAACAAE": (1, 0, None, 1, None, (0, 1), 3, {"offered": 1}),
    "EgFmAAAACAAE": (0, 0, (4, 1), 4, 1, (0, 1), 3, {}),
    "EwGlAQAACAAE": (0, 0, (2, 1), 8, 1, (0, 1), 13, {}),
    "AgEAAAAAAAAE": (0, 0, None, 4, 0, (0, 0), 0, {"jacoby": False}),
    "EQGvADAAIAAE": (0, 0, (6, 3), 2, 1, (3, 4), 5, {}),
    "cIgUAAAAAAAA": (1, 1, (5, 1), 1, None, (0, 0), 0, {"status": Status.NONE, "jacoby": True}),
}
# Dice as rolled; GNU Backgammon writes the higher first.
LOW_DIE_FIRST = ("QYnoAGAAGAAE", "cIgUAAAAAAAA")


@pytest.mark.parametrize(("text", "sides"), POSITIONS.items())
def test_known_position_ids(text, sides):
    position = pos(BG, sides)
    assert gnubg.parse_position_id(text) == position
    assert gnubg.position_id(position) == text
    state = parse_id(text)
    assert (state.position, state.seat) == (position, 1)
    assert write_id(state, "position_id") == text


@pytest.mark.parametrize(
    ("text", "start"), [("AACgAgAAKgAAAA", {24: 1, 23: 1, 22: 1}), ("AACAAAAAAgAAAA", {24: 1})]
)
def test_position_ids_of_hyper_of_three_and_one_checkers(text, start):
    variant = tavla.HYPER.replace(name="small", start=start)
    assert parse_id(text, variant).position == tavla.Position.start(variant)


@pytest.mark.parametrize(
    "text",
    ["4PPgAVDQc/BBIA", "4PPgAQXgOfggUA", "5wEAABsAAAAAAA", "//kBAAA2AADwfw", "fgAAwH//twEAAA"],
)
def test_position_ids_of_stacks_bars_and_bear_offs_come_back(text):
    position = gnubg.parse_position_id(text)
    assert position.gnubg_id == text
    assert gnubg.boards([text])[0].tolist() == position.array.tolist()


@pytest.mark.parametrize(("text", "known"), MATCHES.items())
def test_known_match_ids(text, known):
    seat, to_act, dice, cube, owner, score, length, more = known
    facts = {"dice": dice, "cube": cube, "cube_owner": owner, "score": score, "length": length}
    expected = PositionState(tavla.Position.start(BG), seat, to_act=to_act, **facts | more)
    assert parse_id(text) == expected
    if text not in LOW_DIE_FIRST:
        assert gnubg.match_id(expected) == text


def test_match_ids_accept_either_order_of_the_dice_and_write_the_higher_first():
    low, high = parse_id("QYnoAGAAGAAE"), parse_id("QQnlAGAAGAAE")
    assert low == high
    assert gnubg.match_id(low) == "QQnlAGAAGAAE"


def test_a_match_id_without_the_last_bit_is_jacoby_in_money_and_nothing_in_a_match():
    assert parse_id("cAkAAAAAAAAA").jacoby is True
    assert parse_id("cAkAAAAAAAAE").jacoby is False
    assert parse_id("cAngACAAAAAA") == parse_id("cAngACAAAAAE")


def test_a_pending_double_belongs_to_the_doubler():
    """The seat on roll has doubled and its checkers come second in the id; the other is asked."""
    state = parse_id("4HPiQSDgc/ABMA:cBFgAAAACAAE")
    assert (state.seat, state.to_act, state.offered, state.cube) == (1, 0, 1, 1)
    assert state.position.player == BG.start


@pytest.mark.parametrize(("depth", "cube", "owner"), [(1, 1, None), (2, 2, 0), (3, 4, 0)])
def test_beavers_and_raccoons_show_by_the_owner_and_who_decides(depth, cube, owner):
    """A cube that was turned again already lies at the other's, at what it will be worth."""
    state = PositionState(tavla.Position.start(BG), 1, offered=depth, jacoby=True)
    text = gnubg.match_id(state)
    bits = int.from_bytes(base64.b64decode(text), "little")
    assert 1 << (bits & 15) == cube
    assert bits >> 4 & 3 == (3 if owner is None else owner)
    assert parse_id(text) == state


@pytest.mark.parametrize(
    ("join", "both"),
    [
        ("{p}:{m}", True),
        ("{m}:{p}", True),
        ("{p} {m}", True),
        ("GNUbg ID: {p}:{m}", True),
        ("gnubgid={p}:{m}", True),
        (" GNU Backgammon  Position ID: {p}\n                 Match ID   : {m}\n", True),
        ("Position-ID: {p} Match-ID: {m}", True),
        ('"{p}:{m}"', True),
        ("Position ID: {p}", False),
        ("{p}:", False),
    ],
)
def test_both_ids_are_found_in_either_order_with_their_labels(join, both):
    text = join.format(p="4HPiQSDgc/ABMA", m="cImuASAASAAE")
    expected = parse_id("4HPiQSDgc/ABMA:cImuASAASAAE" if both else "4HPiQSDgc/ABMA")
    assert parse_id(text) == expected


def test_an_id_that_happens_to_hold_a_label_is_an_id():
    """The letters of "gnubg" are letters of an id as well."""
    position = gnubg.parse_position_id("CgNubgAABBAAAA")
    assert parse_id("CgNubgAABBAAAA").position == position
    assert parse_id("GNUBG ID: CgNubgAABBAAAA").position == position


def flipped(text, bit, width=1, value=None):
    """A Match ID with some of its bits changed."""
    bits = int.from_bytes(base64.b64decode(text), "little")
    mask = (1 << width) - 1
    new = (bits >> bit & mask ^ mask) if value is None else value
    bits = bits & ~(mask << bit) | new << bit
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


MONEY, SEVEN, DOUBLED = "cAkAAAAAAAAE", "cAngACAAAAAE", "cBFgAAAACAAE"


@pytest.mark.parametrize(
    ("text", "field", "at"),
    [
        (flipped(MONEY, 7), "Crawford", 1),
        (flipped(MONEY, 8, 3, 5), "state of the game", 3),
        (flipped(MONEY, 15, 3, 7), "first die", 2),
        (flipped(MONEY, 15, 3, 2), "second die", 4),
        (flipped(MONEY, 18, 3, 2), "second die", 4),
        (flipped(MONEY, 21, 15, 65), "length", 3),
        (flipped(MONEY, 21, 15, 32767), "length", 3),
        (flipped(SEVEN, 36, 15, 8), "score of player 0", 6),
        (flipped(SEVEN, 51, 15, 8), "score of player 1", 9),
        (flipped(MONEY, 67), "unused bits", 11),
        (flipped(MONEY, 71), "unused bits", 11),
        (flipped(MONEY, 11), "to decide", 3),
        (flipped(DOUBLED, 11), "to decide", 3),
        (flipped(DOUBLED, 13, 2, 2), "resignation", 2),
        (flipped(DOUBLED, 15, 6, 0o11), "first die", 2),
    ],
)
def test_impossible_match_ids_name_the_field_and_the_place(text, field, at):
    with pytest.raises(InvalidIdError, match=field) as caught:
        parse_id(text)
    assert caught.value.field == f"Match ID, {field}"
    assert caught.value.at == at


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("4HPwATDgc/AB_A", 13),
        ("4HPwATDgc/ABMB", 14),
        ("4HPwATDgc/ABMA:cAkAAAAAAA_E", 26),
        ("4HPwATDgc/ABMA:4HPwATDgc/ABMA", 16),
        ("cAkAAAAAAAAE:cAkAAAAAAAAE", 14),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA", 16),
        ("  4HPwATDgc/ABMA:cAkAAAAAAAAEE", 18),
    ],
)
def test_garbled_ids_name_the_character(text, at):
    with pytest.raises(InvalidIdError) as caught:
        gnubg.parse(text)
    assert caught.value.at == at


@given(states())
def test_states_come_back_through_the_joined_id(state):
    assume(not gnubg.impossible(state))
    text = write_id(state, "gnubg", lossy=True)
    again = parse_id(text, state.position.variant)
    expected = replace(plain(state), jacoby=None if state.length else bool(state.jacoby))
    assert again == expected
    if not cannot_hold(state, "gnubg"):
        assert write_id(state, "gnubg") == text


@given(states(), st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))
def test_any_match_id_is_a_state_or_an_error(state, letters):
    assume(not gnubg.impossible(state))
    text = (letters + gnubg.match_id(state, lossy=True))[:12]
    try:
        found = parse_id(text)
    except InvalidIdError as error:
        if error.at == 0:
            raise
        return
    again = gnubg.match_id(found, lossy=True)
    assert parse_id(again) == found


@pytest.mark.parametrize(
    ("facts", "loss"),
    [
        ({"length": 65}, "a match to 65, past 64"),
        ({"score": (40000, 0)}, "a score of 40000, past 32767"),
        ({"cube": 1 << 16}, "a cube at 65536, past 32768"),
        ({"offered": 4}, "a double of depth 4, past 3"),
        ({"cube": 2, "offered": 2}, "a beaver on a cube that automatic doubles turned"),
    ],
)
def test_what_the_ids_cannot_hold_at_all_is_refused_in_any_case(facts, loss):
    state = PositionState(tavla.Position.start(BG), 0, **facts)
    for lossy in (False, True):
        with pytest.raises(FormatLossError) as caught:
            write_id(state, "gnubg", lossy=lossy)
        assert caught.value.losses == (loss,)


@pytest.mark.parametrize("variant", [tavla.MOULTEZIM, tavla.FEVGA, BG.replace(contact="block")])
def test_boards_without_hits_or_in_parallel_have_no_gnu_id(variant):
    state = PositionState(tavla.Position.start(variant), 0)
    with pytest.raises(FormatLossError, match="games with hits"):
        write_id(state, "gnubg", lossy=True)
    with pytest.raises(InvalidIdError):
        parse_id("4HPwATDgc/ABMA", variant)


def test_a_position_id_tells_what_it_leaves_out():
    found = convert("4HPiQSDgc/ABMA:EwGlAQAACAAE", to="position_id")
    assert found.text == "4HPiQSDgc/ABMA"
    assert "the dice" in found.losses
    assert "which seat is on roll" in found.losses


# Arrays.


@given(st.sampled_from(BOARDS).flatmap(lambda v: st.lists(constructed(v), max_size=5)))
def test_arrays_are_what_single_ids_are(positions):
    variant = positions[0].variant if positions else BG
    texts = [position.gnubg_id for position in positions]
    expected = np.array([p.array for p in positions], np.uint8).reshape(-1, 2, 26)
    found = gnubg.boards(texts, variant)
    assert found.dtype == np.uint8
    assert np.array_equal(found, expected)
    assert gnubg.ids(expected, variant).tolist() == texts


@pytest.mark.parametrize("form", [list, tuple, np.array, lambda ids: np.array(ids, "S")])
def test_ids_come_as_sequences_or_arrays(form):
    assert gnubg.boards(form(list(POSITIONS))).shape == (len(POSITIONS), 2, 26)


@pytest.mark.parametrize(
    "bad",
    [
        "4HPwATDgc/AB-A",
        "4HPwATDgc/ABMB",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMAA",
        "",
        "é" * 14,
        "/////////////w",
        "AAAAAAAAAAAAAg",
        "//8fAAAAAAAAAA",  # too many of one side
        "AQAAAAAAAgAAAA",  # both on one point
        "44AAAABBB/4wAA",  # goes on after both sides, within the bits that so many checkers take
        "4HPwATDgc/ABM=",
    ],
)
@pytest.mark.parametrize("row", [0, 3, 5000])
def test_the_first_bad_id_of_an_array_is_named_with_its_reason(bad, row):
    with pytest.raises(InvalidIdError) as caught:
        tavla.Position.from_gnubg_id(bad)
    reason = str(caught.value)
    texts = ["4HPwATDgc/ABMA"] * 6000
    texts[row] = texts[row + 9] = bad
    with pytest.raises(InvalidIdError) as caught:
        gnubg.boards(texts)
    assert str(caught.value) == f"row {row}: {reason}"


@given(st.text("ABgw/+Qz4cx", min_size=14, max_size=14), st.sampled_from(BOARDS))
def test_arrays_refuse_exactly_what_the_reader_of_one_id_refuses(text, variant):
    def answer(read):
        try:
            return read()
        except InvalidIdError as error:
            return str(error).removeprefix("row 0: ")

    expected = answer(lambda: [tavla.Position.from_gnubg_id(text, variant).array.tolist()])
    assert answer(lambda: list(gnubg.boards([text], variant).tolist())) == expected


def test_boards_that_are_none_are_named_by_their_row():
    boards = np.array([tavla.Position.start(BG).array] * 5000)
    boards[4321, 0, 0] = 1
    with pytest.raises(InvalidPositionError, match="row 4321") as caught:
        gnubg.ids(boards)
    assert caught.value.row == 4321
    boards = boards.astype(np.int64)
    boards[4321, 0, 0], boards[77, 1, 3] = 0, -1
    with pytest.raises(tavla.TavlaError, match="row 77"):
        gnubg.ids(boards)


def test_empty_arrays_and_arguments_of_another_kind():
    assert gnubg.boards([]).shape == (0, 2, 26)
    assert gnubg.ids(np.zeros((0, 2, 26), np.uint8)).shape == (0,)
    for bad in ("4HPwATDgc/ABMA", 7, None, [1, 2], np.zeros(3), [b"4HPwATDgc/ABMA"]):
        with pytest.raises(InvalidArgumentError):
            gnubg.boards(bad)
    for bad in (np.zeros((1, 26), np.uint8), np.zeros((1, 2, 26))):
        with pytest.raises(InvalidArgumentError):
            gnubg.ids(bad)
    with pytest.raises(InvalidIdError, match="moultezim"):
        gnubg.boards([], tavla.MOULTEZIM)
    with pytest.raises(InvalidArgumentError):
        gnubg.boards([], "hyper")


@pytest.mark.skipif(not SHARED.exists(), reason="the handed cases are not beside the project")
def test_the_handed_ids_are_read_and_written():
    texts = []
    for path in sorted((SHARED / "data" / "vectors").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            texts += [case["position_id"], *case["results"]]
    assert len(texts) > 1000
    assert gnubg.ids(gnubg.boards(texts)).tolist() == texts
    for text in texts[::50]:
        assert parse_id(text, BG).position == tavla.Position.from_gnubg_id(text)
