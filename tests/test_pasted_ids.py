"""Ids within what people paste: drawings, whole copies of other programs, sentences, addresses."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tavla
from id_states import plain, states
from tavla.errors import FormatLossError, InvalidIdError
from tavla.formats import ID_FORMATS, find_ids, parse_id, recognise_id, write_id

XG = """XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:3:5:0:7:10

X:Ann Smith   O:Position ID
Score is X:3 O:5 7 pt.(s) match.
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
 |                  |BAR|                  |
 | O           X    |   | X              O |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
Pip count  X: 167  O: 167 X-O: 3-5/7
Cube: 2, O own cube
X to play 52

    1. 3-ply       13/8 24/22                   eq:-0,491
      Player:   45,45% (G:12,51% B:0,45%)

eXtreme Gammon Version: 2.10, MET: Kazaross XG2
"""
GNU = """ GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : QYkqASAAGAAE
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: gnubg
 | X           O    |   | O              X |     3 points
 | O           X    |   | X              O |     5 points
 +13-14-15-16-17-18------19-20-21-22-23-24-+     X: ann (Cube: 2)
"""
BLITZ = """Position-ID: 4HPwATDgc/ABMA   Match-ID: {match}
XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:{low}:{high}:0:7:10
White to play
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_copy_of_extreme_gammon_holds_its_xgid(ends):
    text = XG.replace("\n", ends)
    assert find_ids(text) == ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:3:5:0:7:10",)
    assert recognise_id(text) == "xgid"
    assert parse_id(text) == parse_id(XG.splitlines()[0])


def test_drawing_of_gnu_backgammon_holds_both_of_its_ids():
    assert find_ids(GNU) == ("4HPwATDgc/ABMA:QYkqASAAGAAE",)
    assert recognise_id(GNU) == "gnubg"
    assert parse_id(GNU) == parse_id("4HPwATDgc/ABMA:QYkqASAAGAAE")
    upper, lower = GNU.splitlines()[:2]
    assert parse_id(f"{lower}\n{upper}") == parse_id(GNU)


@pytest.mark.parametrize(
    "text",
    [
        "What do you play here? {} I think 24/20.",
        "{}.",
        "({})",
        "**{}**",
        "[{}]",
        "{} What do you play here?",
        "{}, score: 5",
        "my position:\n\n   {}\n\nthanks",
        "> {}\n> {}",
        "http://example.org/board?id={}&size=3",
    ],
)
@pytest.mark.parametrize("form", [form for form in ID_FORMATS if form not in ("snowie", "fibs")])
def test_id_within_words(text, form):
    state = parse_id("4HPwATDgc/ABMA:cAkAAAAAAAAE")
    one = write_id(state, form, lossy=True)
    if form == "position_id":
        if text.startswith("{}") and " " in text:
            pytest.skip("words behind a Position ID may be a Match ID with a slip in it")
        one = f"Position ID: {one}"
    assert parse_id(text.replace("{}", one)) == parse_id(one)


@pytest.mark.parametrize("text", ["xgid = {}", "XGID : {}", "XGID= {}"])
def test_prefix_with_blanks_around_its_sign(text):
    board = "-b----E-C---eE---c-e----B-:0:0:1:52:3:5:0:7:10"
    assert parse_id(text.format(board)) == parse_id(board)


@pytest.mark.parametrize(
    "fault", [":0:0:1:52:3:5:0:7 :10", ":0:0:1 :52:3:5:0:7:10", ":0:0:1: 52:3:5:0:7:10"]
)
def test_blank_within_an_id_is_a_fault_and_no_end(fault):
    with pytest.raises(InvalidIdError, match="XGID"):
        parse_id(f"XGID=-b----E-C---eE---c-e----B-{fault}")


@pytest.mark.parametrize("form", ["snowie", "fibs"])
def test_line_within_lines(form):
    one = write_id(parse_id("4HPwATDgc/ABMA:cAkAAAAAAAAE"), form, lossy=True)
    assert parse_id(f"some words\n{one}\nand more") == parse_id(one)


def test_several_ids_of_one_moment_are_taken_for_one():
    state = parse_id("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:5:0:7:10")
    match = tavla.formats.gnubg.match_id(state)
    text = BLITZ.format(match=match, dice=25, low=3, high=5)
    assert len(find_ids(text)) == 2
    assert parse_id(text) == state


@pytest.mark.parametrize("changed", [{"dice": "51"}, {"low": 2}])
def test_several_ids_that_differ_are_an_error(changed):
    state = parse_id("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:5:0:7:10")
    match = tavla.formats.gnubg.match_id(state)
    text = BLITZ.format(**{"match": match, "dice": 52, "low": 3, "high": 5} | changed)
    with pytest.raises(InvalidIdError, match="several of one moment, not 2 that differ"):
        parse_id(text)
    with pytest.raises(InvalidIdError, match="that differ"):
        parse_id(f"{GNU}\n{GNU.replace('4HPwATDgc/ABMA', '4HPwATDgc/ABKA')}")


def test_faulty_id_in_a_text_is_told():
    with pytest.raises(InvalidIdError, match="XGID: dice"):
        parse_id(XG.replace(":52:", ":72:"))
    with pytest.raises(InvalidIdError, match="expected one of"):
        parse_id("nothing\nat all")


def test_long_text_is_searched_in_time_that_grows_with_it():
    hard = (
        "a" * 10_000,
        "A" * 10_000,
        "0:" * 10_000,
        "XGID=" * 5_000,
        "board:" * 5_000,
        "%41" * 5_000,
    )
    for text in hard:
        with pytest.raises(InvalidIdError):
            parse_id(text + "\n" + text)
        assert parse_id(text + "\n" + XG) == parse_id(XG)
    with pytest.raises(InvalidIdError, match="length"):
        parse_id("a\n" * 600_000)


@settings(max_examples=60, deadline=None)
@given(state=states(), form=st.sampled_from(["gnubg", "xgid", "ogid", "tavla"]))
def test_any_id_is_found_between_lines(state, form):
    try:
        one = write_id(plain(state), form, lossy=True)
    except FormatLossError:
        return
    expected = parse_id(one, state.position.variant)
    assert parse_id(f"before\n{one}\nbehind", state.position.variant) == expected
