"""FIBS board strings and Snowie position lines: who is who, bars, cubes, and what they leave open."""

from dataclasses import replace

import pytest
from hypothesis import given

import tavla
from id_states import plain, states
from tavla.errors import FormatLossError, InvalidIdError
from tavla.formats import PositionState, Status, cannot_hold, fibs, parse_id, snowie, write_id

START = tavla.Position.start(tavla.BACKGAMMON)
OPENING = (
    "board:You:someplayer:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
    "1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
)
ENDING = (
    "board:You:MonteCarlo:1:0:0:0:3:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-1:-2:0:"
    "1:2:2:0:0:1:1:1:0:1:-1:0:25:12:12:0:0:3:1:0:0"
)

# Board strings of GNU Backgammon beside the ids of the same positions.
BOARDS = {
    "7:3:6:0:2:0:3:2:2:2:0:0:0:-1:0:0:0:1:0:0:0:1:2:-3:-2:-2:-2:-4:0:1:2:1:2:1:2:0:1:0:1:-1:0:25:0:1:0:0:0:0:1:1": "b9sBCIC5bYDQAA:QQnlAGAAGAAE",
    "7:0:2:0:0:2:-1:2:3:3:2:1:1:0:0:0:0:0:0:-1:-3:-3:-3:-3:0:-1:0:0:1:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1": "5O4uAAhmdysAQA:cAngACAAAAAE",
    "5:4:3:-1:0:0:1:0:3:3:3:3:1:0:0:0:0:0:0:-1:-1:-2:-3:-3:-2:1:-2:0:0:-1:6:3:6:3:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:1:1": "5O4uAAhmdysAQA:EQGvADAAIAAE",
    "0:0:0:-1:-1:0:0:0:1:4:0:3:0:0:0:-4:5:0:0:0:-4:1:-5:0:0:0:0:1:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1": "4PPgAVDQc/BBIA:cAkAAAAAAAAE",
    "13:1:0:0:0:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-1:-1:0:0:-1:2:1:2:1:8:1:0:0:1:-1:0:25:14:13:0:0:0:0:0:1": "AgAAKAAAAAAAAA:EwGlAQAACAAE",
    "9:1:2:0:0:0:-1:2:2:3:3:3:2:0:0:0:0:-1:0:-1:-1:0:-2:-1:-2:-2:-2:-2:0:1:0:0:0:0:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:1": "29aUAAjY7m4AAA:UQkgASAACAAE",
    "7:0:1:0:0:0:-3:0:0:3:3:2:0:0:0:-4:2:0:2:0:0:0:-3:0:2:-3:1:-2:0:1:0:0:0:0:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:1": "cxzwAA7gbjADEw:UQngABAAAAAE",
    "13:9:2:0:-1:0:0:0:0:5:-1:3:0:0:0:-4:5:0:-1:0:-3:0:-5:0:0:0:0:2:0:1:5:3:5:3:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1": "4HPiQSDgc/ABMA:cImuASAASAAE",
}
# Snowie lines beside the ids.
LINES = {
    "7;0;0;0;1;root;gnubg;0;0;2;1;0;0;0;2;-1;2;3;3;2;1;1;0;0;0;0;0;0;-1;-3;-3;-3;-3;0;-1;0;0;1;0;0;": "5O4uAAhmdysAQA:cAngACAAAAAE",
    "0;1;0;1;1;root;gnubg;0;0;0;1;0;-1;-1;0;0;0;1;4;0;3;0;0;0;-4;5;0;0;0;-4;1;-5;0;0;0;0;1;0;0;0;": "4PPgAVDQc/BBIA:cAkAAAAAAAAA",
    "7;0;0;0;1;root;gnubg;0;3;6;2;-1;0;2;0;3;2;2;2;0;0;0;-1;0;0;0;1;0;0;0;1;2;-3;-2;-2;-2;-4;0;2;1;": "b9sBCIC5bYDQAA:QQnlAGAAGAAE",
    "5;0;0;0;0;gnubg;root;0;3;4;2;-1;0;0;2;-1;2;3;3;2;1;1;0;0;0;0;0;0;-1;-3;-3;-3;-3;0;-1;0;0;1;6;3;": "5O4uAAhmdysAQA:EQGvADAAIAAE",
}
# Lines out of match files; the third and fourth fields are not as in the others.
DUMPS = {
    "25;0;1;0;0;Anna;bo;0;10;8;2;1;0;3;4;2;2;2;0;0;0;0;0;0;0;0;0;0;0;0;0;-3;-3;-3;-2;-2;-2;2;1;1;": (
        0,
        2,
        0,
        (10, 8),
    ),
    "25;0;1;0;1;bo;Anna;0;15;18;2;-1;0;3;-2;8;0;-1;3;0;0;-1;0;-1;0;0;-1;0;0;0;0;-2;-2;-3;-2;0;1;0;4;3;": (
        1,
        0,
        0,
        (18, 15),
    ),
    "15;0;1;0;0;Left;Right;0;9;9;1;0;0;0;0;2;2;2;2;0;2;0;1;0;-2;0;0;-3;0;-4;0;-3;2;-1;0;2;-2;0;1;6;": (
        0,
        0,
        0,
        (9, 9),
    ),
    "25;0;1;0;0;Anna;bo;0;20;15;1;0;0;-1;0;-1;-2;2;6;2;2;0;2;0;0;0;0;0;0;0;0;0;-2;-3;-3;-3;0;1;0;0;": (
        0,
        1,
        0,
        (20, 15),
    ),
}


def test_a_board_string_names_you_and_the_opponent():
    state = parse_id(OPENING)
    assert state.position == START
    assert (state.names, state.seat, state.dice) == (("someplayer", "You"), 1, (6, 2))
    assert (state.score, state.length, state.cube) == ((0, 0), 3, 1)


def test_checkers_off_are_read():
    state = parse_id(ENDING)
    assert (state.position.player[0], state.position.player[1]) == (12, 3)
    assert (state.position.opponent[0], state.position.variant) == (12, tavla.BACKGAMMON)


@pytest.mark.parametrize(("text", "ids"), BOARDS.items())
def test_boards_of_gnu_backgammon_say_what_its_ids_say(text, ids):
    state = parse_id(f"board:root:gnubg:{text}")
    assert state.names == ("gnubg", "root")
    assert plain(state) == plain(parse_id(ids))
    assert write_id(state, "gnubg", lossy=True) == ids


@pytest.mark.parametrize(("text", "ids"), LINES.items())
def test_lines_of_gnu_backgammon_say_what_its_ids_say(text, ids):
    state = parse_id(text)
    assert state.names == ("gnubg", "root")
    assert replace(state, names=("", "")) == parse_id(ids)
    assert write_id(state, "snowie") == text
    assert parse_id(text.removesuffix(";")) == state


@pytest.mark.parametrize(("text", "known"), DUMPS.items())
def test_lines_out_of_match_files_are_read_whatever_their_flags(text, known):
    seat, on_bar, other_bar, score = known
    state = parse_id(text)
    assert (state.seat, state.position.player[25], state.position.opponent[25]) == (
        seat,
        on_bar,
        other_bar,
    )
    assert state.score == score
    assert state.names[seat] == text.split(";")[5]


def test_the_bar_of_the_player_on_roll_stands_last_in_a_snowie_line():
    state = parse_id(next(iter(LINES)))
    assert (state.position.player[25], state.position.opponent[25]) == (1, 0)


def changed(text, sign=":", **fields):
    """A text with fields, counted as `f12`, replaced."""
    parts = text.split(sign)
    for name, value in fields.items():
        parts[int(name[1:])] = str(value)
    return sign.join(parts)


def test_boards_follow_the_direction_and_the_colour():
    """The same position with X for O, and played the other way."""
    as_o = parse_id(OPENING)
    parts = OPENING.split(":")
    mirrored = [str(-int(count)) for count in parts[6:32]]
    as_x = [*parts[:6], *mirrored, "-1", *parts[33:41], "-1", *parts[42:]]
    assert parse_id(":".join(as_x)) == as_o
    upwards = [*parts[:6], *parts[31:5:-1], *parts[32:42], "1", "25", "0", *parts[45:]]
    assert parse_id(":".join(upwards)) == as_o


@pytest.mark.parametrize("length", [9999, 0])
def test_unlimited_matches_are_money(length):
    assert parse_id(changed(OPENING, f3=length)).length == 0


def test_dice_lie_with_who_is_on_roll_or_with_both():
    assert parse_id(changed(OPENING, f32=-1, f33=0, f34=0, f35=4, f36=1)).dice == (4, 1)
    assert parse_id(changed(OPENING, f35=6, f36=2)).dice == (6, 2)
    assert parse_id(changed(OPENING, f33=0, f34=0)).dice is None


@pytest.mark.parametrize(("mine", "theirs", "owner"), [(1, 1, None), (1, 0, 1), (0, 1, 0)])
def test_who_alone_may_double_owns_the_cube(mine, theirs, owner):
    state = parse_id(changed(OPENING, f37=4, f38=mine, f39=theirs))
    assert (state.cube, state.cube_owner, state.cube_status) == (4, owner, "live")


def test_a_cube_that_nobody_may_turn_while_dice_lie_has_an_unknown_owner():
    assert parse_id(changed(OPENING, f37=4, f38=0, f39=0)).cube_status == "unknown"


def test_doubles_of_either_side_are_seen():
    theirs = parse_id(changed(OPENING, f32=-1, f33=0, f34=0, f40=1))
    assert (theirs.seat, theirs.offered, theirs.to_act) == (0, 1, 1)
    mine = parse_id(changed(OPENING, f33=0, f34=0, f38=0, f39=0))
    assert (mine.seat, mine.offered, mine.to_act) == (1, 1, 0)


@pytest.mark.parametrize(
    ("fields", "match_id"),
    [
        ({"f40": 1}, "cBEAAAAAAAAA"),
        ({"f37": 2, "f38": 0, "f40": -1}, "QRkAAAAAAAAA"),
        ({"f37": 4, "f38": 0, "f40": 1}, "QhEAAAAAAAAA"),
    ],
)
def test_doubles_beavers_and_raccoons_of_gnu_backgammon_are_those_of_its_match_id(fields, match_id):
    board = parse_id(changed(OPENING, f3=0, f33=0, f34=0, **fields))
    assert plain(board) == plain(parse_id(match_id))


@pytest.mark.parametrize(
    ("fields", "crawford"),
    [
        ({"f4": 2}, True),
        ({"f4": 2, "f51": 1}, False),
        ({"f4": 2, "f52": 3}, False),
        ({"f4": 1}, False),
    ],
)
def test_somebody_1_away_is_the_crawford_game_unless_it_is_over(fields, crawford):
    assert parse_id(changed(OPENING, **fields)).crawford is crawford


def test_a_match_to_one_has_no_crawford_game():
    assert not parse_id(ENDING).crawford


def test_a_turn_of_0_is_the_end():
    assert parse_id(changed(OPENING, f32=0, f33=0, f34=0)).status is Status.OVER


def test_the_checkers_on_the_board_and_off_name_hyper():
    state = PositionState(tavla.Position(tavla.HYPER, {3: 1, 0: 2}, {2: 3}), 1)
    assert parse_id(write_id(state, "fibs")).position == state.position


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"f0": "bard"}, "board"),
        ({"f3": 1000}, "length"),
        ({"f4": 4}, "your score"),
        ({"f5": -1}, "opponent's score"),
        ({"f7": 16}, "board number 1"),
        ({"f6": 1}, "board number 0"),
        ({"f32": 2}, "turn"),
        ({"f33": 7}, "your first die"),
        ({"f34": 0}, "your second die"),
        ({"f37": 3}, "cube"),
        ({"f38": 2}, "whether you may double"),
        ({"f40": 1}, "your first die"),
        ({"f41": 0}, "your colour"),
        ({"f42": 0}, "your direction"),
        ({"f45": 1}, "opponent's checkers off"),
        ({"f45": 1, "f46": 1}, "your checkers off"),
        ({"f51": "x"}, "whether the Crawford game is over"),
    ],
)
def test_faulty_board_strings_name_the_field_and_the_character(fields, field):
    text = changed(OPENING, **fields)
    with pytest.raises(InvalidIdError) as caught:
        fibs.parse(text)
    assert caught.value.field == field
    index = fibs.FIELDS.index(field)
    assert caught.value.at == 1 + len(":".join(text.split(":")[:index] + [""] * (index > 0)))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"f0": -1}, "length"),
        ({"f1": 2}, "Jacoby"),
        ({"f4": 2}, "player on roll"),
        ({"f7": 1}, "Crawford"),
        ({"f8": -5}, "score of the player on roll"),
        ({"f10": 0}, "cube"),
        ({"f11": 2}, "cube owner"),
        ({"f12": 1}, "bar of the other"),
        ({"f13": "1.5"}, "point 1"),
        ({"f37": -1}, "bar of the other"),
        ({"f38": 3, "f39": 0}, "second die"),
        ({"f38": 9}, "first die"),
    ],
)
def test_faulty_lines_name_the_field_and_the_character(fields, field):
    line = list(LINES)[1]
    text = changed(line, ";", **fields)
    with pytest.raises(InvalidIdError) as caught:
        snowie.parse(text)
    assert caught.value.field == field
    index = snowie.FIELDS.index(field)
    assert caught.value.at == 1 + len(";".join(text.split(";")[:index] + [""] * (index > 0)))


@pytest.mark.parametrize("number", [52, 54])
def test_other_numbers_of_fields_are_refused(number):
    text = ":".join([*OPENING.split(":"), "0"][:number])
    with pytest.raises(InvalidIdError, match=f"53 fields.*not {number}"):
        parse_id(text)


@given(states())
def test_states_come_back_through_a_board_string(state):
    if fibs.impossible(state):
        with pytest.raises(FormatLossError):
            write_id(state, "fibs", lossy=True)
        return
    text = write_id(state, "fibs", lossy=True)
    again = parse_id(text, state.position.variant)
    if not cannot_hold(state, "fibs"):
        assert write_id(state, "fibs") == text
        assert again == replace(state, jacoby=None, beavers=None)
    assert (again.position, again.seat, again.dice) == (state.position, state.seat, state.dice)
    assert (again.cube, again.cube_owner) == (state.cube, state.cube_owner)


@given(states())
def test_states_come_back_through_a_snowie_line(state):
    text = write_id(state, "snowie", lossy=True)
    again = parse_id(text, state.position.variant)
    if not cannot_hold(state, "snowie"):
        assert write_id(state, "snowie") == text
        jacoby = None if state.length else bool(state.jacoby)
        assert again == replace(state, jacoby=jacoby, beavers=None)
    assert (again.position, again.seat, again.dice) == (state.position, state.seat, state.dice)
    assert (again.cube, again.cube_owner) == (state.cube, state.cube_owner)


@pytest.mark.parametrize(("form", "sign"), [("fibs", ":"), ("snowie", ";")])
def test_names_that_would_break_the_line_are_told_and_mended(form, sign):
    state = PositionState(START, 0, names=(f"a{sign}b", " c\n"))
    with pytest.raises(FormatLossError, match="names"):
        write_id(state, form)
    assert parse_id(write_id(state, form, lossy=True)).names == ("a_b", "c_")


def test_crawford_game_with_nobody_1_away_is_a_told_loss():
    state = parse_id("4HPwATDgc/ABMA:/YkqASAAGAAE")
    assert state.crawford
    assert any("1 away" in words for words in fibs.cannot_hold(state))
    assert not fibs.parse(fibs.write(state, lossy=True)).crawford
