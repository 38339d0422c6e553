"""XGID: every field and state, nine fields or ten, and an absolute board."""

from dataclasses import replace

import pytest
from hypothesis import given

import tavla
from id_states import plain, states
from tavla.errors import FormatLossError, InvalidIdError
from tavla.formats import PositionState, Status, cannot_hold, parse_id, write_id, xgid

START = tavla.Position.start(tavla.BACKGAMMON)

# What stands there: pips of the bottom and of the top player, on roll, dice, cube, owner, score of the bottom and of
# the top player, length.
KNOWN = {
    "-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10": (111, 52, 1, (2, 1), 2, 0, 3, 6, 7),
    "--BaBCCBAA------acccc-a--A:0:0:1:00:0:2:0:7:10": (101, 112, 1, None, 1, None, 0, 2, 7),
    "---BADB------------bf---a-:1:1:1:00:4:0:0:7:10": (42, 43, 1, None, 2, 1, 4, 0, 7),
    "---c--CCB---dB-B---c-BcAb-:1:1:1:00:0:1:0:7:10": (176, 147, 1, None, 2, 1, 0, 1, 7),
    "---aBBCCCB----a-aa-babbbb-:1:1:1:00:1:2:0:9:10": (99, 87, 1, None, 2, 1, 1, 2, 9),
    "---BBaB-BbA-bC-b--BdAca---:0:0:1:00:0:5:0:9:10": (147, 137, 1, None, 1, None, 0, 5, 9),
    "-aAaBaDaB---bD-b-A-cA-b-b-:0:0:1:00:2:4:0:9:10": (139, 156, 1, None, 1, None, 2, 4, 9),
    "---BBBBAAA---Ac-bbccbAA-A-:1:1:-1:63:4:3:0:5:8": (140, 116, 0, (6, 3), 2, 1, 4, 3, 5),
    "--CBBBBaa--------bCbcbbAb-:2:-1:-1:D:0:0:2:0:10": (119, 94, 0, None, 4, 0, 0, 0, 0),
    "----BaC-B---aD--aa-bcbbBbB:0:0:1:22:2:3:0:13:10": (190, 93, 1, (2, 2), 1, None, 2, 3, 13),
    "-b----E-C--AeD---bAdb---A-:0:0:1:52:0:0:3:0:10": (159, 163, 1, (5, 2), 1, None, 0, 0, 0),
    "b-A-BaC-D---cB---bBcbb--A-:0:0:-1:52:0:0:1:0:10": (146, 161, 0, (5, 2), 1, None, 0, 0, 0),
    "-b---CC-C---eD---c-e---AA-:0:0:1:66:4:1:1:5:10": (156, 167, 1, (6, 6), 1, None, 4, 1, 5),
}
SAME_AS_POSITION_IDS = {
    "-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10": "b9sBCIC5bYDQAA",
    "---BBaB-BbA-bC-b--BdAca---:0:0:1:00:0:5:0:9:10": "dB7GGAJsZuJgAg",
    "-aAaBaDaB---bD-b-A-cA-b-b-:0:0:1:00:2:4:0:9:10": "Mw5jkCQyz+AhAg",
    "--BaBCCBAA------acccc-a--A:0:0:1:00:0:2:0:7:10": "5O4uAAhmdysAQA",
    "---BADB------------bf---a-:1:1:1:00:4:0:0:7:10": "4TcAALDeAAAAAA",
    "---c--CCB---dB-B---c-BcAb-:1:1:1:00:0:1:0:7:10": "cxzwAA7gbjADEw",
    "---aBBCCCB----a-aa-babbbb-:1:1:1:00:1:2:0:9:10": "29aUAAjY7m4AAA",
}


@pytest.mark.parametrize(("text", "known"), KNOWN.items())
def test_known_xgids(text, known):
    pips, other, seat, dice, cube, owner, low, high, length = known
    state = parse_id(f"XGID={text}")
    assert (state.seen_by(1).pips, state.seat, state.dice) == ((pips, other), seat, dice)
    assert (state.cube, state.cube_owner) == (cube, owner)
    assert (state.score, state.length) == ((high, low), length)
    assert write_id(state, "xgid") == f"XGID={text}"


@pytest.mark.parametrize(("text", "position_id"), SAME_AS_POSITION_IDS.items())
def test_xgids_and_position_ids_agree(text, position_id):
    assert parse_id(text).position.gnubg_id == position_id


def test_the_board_stays_as_it_is_whoever_is_on_roll():
    """With turn -1 the checkers are not mirrored: the same side is at the bottom."""
    board = "-a-B--E-B-a-dDB--b-bcb----"
    bottom, top = (parse_id(f"{board}:0:0:{turn}:63:0:0:0:3:8") for turn in (1, -1))
    assert bottom.position == top.position.flipped()
    assert bottom.seen_by(1) == top.seen_by(1)
    assert (bottom.seat, top.seat) == (1, 0)


def test_two_of_the_top_player_on_the_bar_have_one_play():
    state = parse_id("XGID=b-A-BaC-D---cB---bBcbb--A-:0:0:-1:52:0:0:1:0:10")
    assert state.position.player[25] == 2
    (play,) = state.position.legal_plays(state.dice)
    assert str(play) == "bar/23* bar/20"


def test_an_owned_cube_belongs_to_the_one_that_the_id_names():
    state = parse_id("XGID=--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8")
    assert (state.cube, state.cube_owner, state.seat) == (2, 1, 1)


def test_nine_fields_say_nothing_of_the_highest_cube():
    text = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0"
    assert parse_id(text) == parse_id(f"{text}:10")
    assert parse_id(f"{text}:0").max_cube == 1


def test_an_owner_of_a_cube_that_nobody_turned_is_nobody():
    text = "-b----E-C---eE---c-e----B-:0:{}:1:31:0:0:0:0"
    assert parse_id(text.format(-1)) == parse_id(text.format(0))


@pytest.mark.parametrize("power", range(16))
def test_large_cubes_are_read(power):
    owner = 0 if power == 0 else -1
    text = f"XGID=-b----E-C---eE---c-e----B-:{power}:{owner}:1:31:0:0:0:0:15"
    state = parse_id(text)
    assert state.cube == 2**power
    assert write_id(state, "xgid") == text


@pytest.mark.parametrize(
    ("dice", "offered", "to_act"), [("00", 0, 0), ("D", 1, 1), ("B", 2, 0), ("R", 3, 1)]
)
def test_doubles_beavers_and_raccoons_wait_for_the_right_seat(dice, offered, to_act):
    """The turn is the doubler's throughout, and the cube shows what it was before."""
    text = f"XGID=-b----E-C---eE---c-e----B-:1:-1:-1:{dice}:0:0:2:0:10"
    state = parse_id(text)
    assert (state.seat, state.offered, state.to_act) == (0, offered, to_act)
    assert state.cube == 2
    assert write_id(state, "xgid") == text


@pytest.mark.parametrize(
    ("rule", "jacoby", "beavers"),
    [(0, False, False), (1, True, False), (2, False, True), (3, True, True)],
)
def test_the_rules_of_money_play_are_two_bits(rule, jacoby, beavers):
    text = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:{rule}:0:10"
    state = parse_id(text)
    assert (state.jacoby, state.beavers, state.crawford) == (jacoby, beavers, False)
    assert write_id(state, "xgid") == text


def test_the_rule_of_a_match_is_the_crawford_game():
    state = parse_id("-b---CC-C---eD---c-e---AA-:0:0:1:66:4:1:1:5:10")
    assert (state.crawford, state.jacoby, state.beavers) == (True, None, None)


def test_a_turn_of_0_is_before_the_opening_throw():
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:7:10"
    state = parse_id(text)
    assert (state.seat, state.to_act, state.status) == (None, None, Status.NONE)
    assert write_id(state, "xgid") == text


def test_hyper_has_the_same_id_and_needs_its_name_where_the_checkers_leave_doubt():
    start = PositionState(tavla.Position.start(tavla.HYPER), 0)
    text = write_id(start, "xgid")
    assert parse_id(text) == replace(start, jacoby=False, beavers=False)
    race = PositionState(tavla.Position(tavla.HYPER, {3: 1, 0: 2}, {2: 3}), 0)
    assert parse_id(write_id(race, "xgid")).position.player[0] == 14
    assert parse_id(write_id(race, "xgid"), tavla.HYPER).position == race.position


def test_nackgammon_is_known_by_its_start():
    start = PositionState(tavla.Position.start(tavla.NACKGAMMON), 1)
    assert parse_id(write_id(start, "xgid")).position == start.position


FINE = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


@pytest.mark.parametrize(
    ("text", "field", "at"),
    [
        ("-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:7:10", "board", 1),
        ("-b----E-C---eE---c-e----B--:0:0:1:31:0:0:0:7:10", "board", 1),
        ("-b----E-C-Q-eE---c-e----B-:0:0:1:31:0:0:0:7:10", "board", 11),
        ("-b----E-C-é-eE---c-e----B-:0:0:1:31:0:0:0:7:10", "board", 11),
        ("Ab----E-C---eE---c-e------:0:0:1:31:0:0:0:7:10", "board", 1),
        ("-b----E-C---eE---c-e----Ba:0:0:1:31:0:0:0:7:10", "board", 1),
        ("-b----EAC---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "board", 1),
        ("---BBBBAAA---Ac-bbcccbAA-A:1:1:-1:63:4:3:0:5:8", "board", 1),
        (FINE.replace(":0:0:1:", ":-1:0:1:"), "cube", 28),
        (FINE.replace(":0:0:1:", ":16:0:1:"), "cube", 28),
        (FINE.replace(":0:0:1:", ":\u0663:0:1:"), "cube", 28),  # a digit, but none of ours
        (FINE.replace(":0:0:1:", ":0:2:1:"), "cube owner", 30),
        (FINE.replace(":0:0:1:", ":0:0:2:"), "turn", 32),
        (FINE.replace(":31:", ":05:"), "dice", 34),
        (FINE.replace(":31:", ":37:"), "dice", 34),
        (FINE.replace(":31:", ":3:"), "dice", 34),
        (FINE.replace(":31:", "::"), "dice", 34),
        (FINE.replace(":31:", ":DD:"), "dice", 34),
        (FINE.replace(":31:0:0:", ":31:7:0:"), "score of the bottom player", 37),
        (FINE.replace(":31:0:0:", ":31:-1:0:"), "score of the bottom player", 37),
        (FINE.replace(":31:0:0:", ":31:0:8:"), "score of the top player", 39),
        (FINE.replace(":0:7:10", ":2:7:10"), "rules", 41),
        (FINE.replace(":0:7:10", ":0:x:10"), "length", 43),
        (FINE.replace(":0:7:10", ":0:7:16"), "highest cube", 45),
        (FINE.replace(":0:7:10", ":0:7:"), "highest cube", 45),
        (FINE.replace(":0:0:1:", ":3:0:1:").replace(":7:10", ":7:2"), "cube", 28),
        (FINE.replace(":0:0:1:31", ":1:-1:1:D"), "cube owner", 30),
        (FINE.replace(":0:0:1:31:0:0", ":1:-1:-1:B:0:0"), "dice", 36),
        (FINE + ":0", "fields", 1),
        (FINE[:-5], "fields", 1),
    ],
)
@pytest.mark.parametrize("prefix", ["", "XGID=", "  xgid="])
def test_faulty_xgids_name_the_field_and_the_character(prefix, text, field, at):
    with pytest.raises(InvalidIdError) as caught:
        xgid.parse(prefix + text)
    assert (caught.value.field, caught.value.at) == (field, at + len(prefix))
    assert caught.value.expected
    assert caught.value.form == "XGID"


@given(states())
def test_states_come_back_through_an_xgid(state):
    if xgid.impossible(state):
        with pytest.raises(FormatLossError):
            write_id(state, "xgid", lossy=True)
        return
    text = write_id(state, "xgid", lossy=True)
    again = parse_id(text, state.position.variant)
    if not cannot_hold(state, "xgid"):
        assert write_id(state, "xgid") == text
        unsaid = {
            name: bool(getattr(state, name)) for name in ("jacoby", "beavers") if not state.length
        }
        assert again == replace(state, **unsaid)
    assert (again.position, again.seat, again.dice) == (state.position, state.seat, state.dice)
    assert (again.cube, again.cube_owner) == (state.cube, state.cube_owner)
    assert plain(again).score == state.score


def test_what_an_xgid_cannot_hold_is_told():
    state = PositionState(START, 0, resignation=2, to_act=1, names=("ann", "bob"), move=7, length=5)
    assert cannot_hold(state, "xgid") == (
        "who decides",
        "the resignation that waits for its answer",
        "the names of the players",
        "the number of the position in its game",
    )
    with pytest.raises(FormatLossError, match="resignation"):
        write_id(state, "xgid")
    assert parse_id(write_id(state, "xgid", lossy=True)).seat == 0
