"""Any id: recognised by its shape, equal across formats, converted with its losses, and nothing else than an error for garbage."""

import string
import time
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from helpers import pos
from id_states import plain, states
from tavla.errors import FormatLossError, InvalidArgumentError, InvalidIdError
from tavla.formats import (
    ID_FORMATS,
    Conversion,
    PositionState,
    Status,
    cannot_hold,
    convert,
    parse_id,
    recognise_id,
    write_id,
)
from tavla.formats.reading import LONGEST

START = tavla.Position.start(tavla.BACKGAMMON)
# One position in every format: a match to 7, 2-0, seat 1 on roll with a checker on the bar.
ONE = {
    "gnubg": "5O4uAAhmdysAQA:cAngACAAAAAE",
    "xgid": "XGID=--BaBCCBAA------acccc-a--A:0:0:1:00:0:2:0:7:10",
    "ogid": "3ghhhiiijjjkkkm:22445556667789p:N0N::W:C:2:0:7:0",
    "fibs": "board:root:gnubg:7:0:2:0:0:2:-1:2:3:3:2:1:1:0:0:0:0:0:0:-1:-3:-3:-3:-3:0:-1:0:0:1:"
    "1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1",
    "snowie": "7;0;0;0;1;root;gnubg;0;0;2;1;0;0;0;2;-1;2;3;3;2;1;1;0;0;0;0;0;0;-1;-3;-3;-3;-3;0;-1;0;0;1;0;0;",
    "tavla": "tavla1.backgammon.AAIyIxEAAAAAAAAAEAAQMDMTAAAAAAAAAQA.s1-p2_0-m7.8d9834bc",
}
FORMS = ("gnubg", "xgid", "ogid", "fibs", "snowie", "tavla")


@pytest.mark.parametrize("form", FORMS)
def test_one_position_is_the_same_in_every_format(form):
    state = parse_id(ONE[form])
    assert recognise_id(ONE[form]) == form
    assert plain(state) == parse_id(ONE["gnubg"])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("to", FORMS)
def test_every_format_converts_to_every_other(form, to):
    found = convert(ONE[form], to)
    assert isinstance(found, Conversion)
    assert str(found) == found.text
    assert plain(parse_id(found.text)) == parse_id(ONE["gnubg"])
    named = form in ("fibs", "snowie") and to not in ("fibs", "snowie")
    assert found.losses == (("the names of the players",) if named else ())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "wrap", ["{}", "  {}\n", '"{}"', "'{}'", "`{}`", "\u201c{}\u201d", "\ufeff{}", "<{}>"]
)
def test_what_people_paste_around_an_id_is_taken_away(form, wrap):
    assert parse_id(wrap.format(ONE[form])) == parse_id(ONE[form])


@pytest.mark.parametrize("form", ["gnubg", "xgid", "ogid", "fibs", "snowie"])
def test_ids_come_out_of_addresses(form):
    text = quote(ONE[form], safe="")
    assert parse_id(text) == parse_id(ONE[form])


def test_a_position_id_alone_comes_out_of_an_address():
    assert parse_id("4HPwATDgc%2fABMA") == parse_id("4HPwATDgc/ABMA")


@pytest.mark.parametrize("form", ["gnubg", "ogid", "fibs", "snowie"])
def test_a_game_before_its_opening_throw_is_written_with_what_is_lost(form):
    for variant in (tavla.BACKGAMMON, tavla.HYPER):
        uneven = pos(variant, "24:2 5:1 | 13:1 3:1")
        state = PositionState(uneven, None, status=Status.NONE)
        assert "that nobody is on roll yet" in cannot_hold(state, form)
        found = parse_id(write_id(state, form, lossy=True), variant)
        assert found.seen_by(0) == uneven
        for whole in ("xgid", "tavla"):
            assert parse_id(write_id(state, whole), variant).seen_by(0) == uneven


@pytest.mark.parametrize(
    ("form", "prefix"),
    [
        ("xgid", "XGID="),
        ("xgid", "xgid="),
        ("xgid", "XGID: "),
        ("xgid", ""),
        ("ogid", "OGID="),
        ("ogid", "OGID:"),
        ("ogid", "ogid= "),
        ("gnubg", "GNUbg ID: "),
        ("gnubg", "gnubgid="),
    ],
)
def test_prefixes_may_stand_or_be_missing(form, prefix):
    bare = ONE[form].removeprefix("XGID=")
    assert parse_id(prefix + bare) == parse_id(ONE[form])


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "format"),
        ("24/18 13/11", "format"),
        ("4HPwATDgc/ABM", "id"),
        ("XGID=", "fields"),
        ("OGID=::", "fields"),
        ("board:", "fields"),
        (";" * 38, "fields"),
        (";" * 40, "player on roll"),
        ("tavla9.moultezim.x.y.z", "version"),
        ("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0", "fields"),
        ("-b----E-C---eE---c-e---B-:0:0:1:31:0:0:0:7:10", "board"),
    ],
)
def test_what_is_no_id_is_refused_with_the_field(text, field):
    with pytest.raises(InvalidIdError) as caught:
        parse_id(text)
    assert caught.value.field == field


@pytest.mark.parametrize("bad", [None, 7, b"4HPwATDgc/ABMA", ["4HPwATDgc/ABMA"]])
def test_what_is_no_text_is_another_error(bad):
    with pytest.raises(InvalidArgumentError):
        parse_id(bad)


@pytest.mark.parametrize("bad", ["mat", "", None, 7, ["xgid"]])
def test_formats_that_there_are_not_are_refused_with_those_there_are(bad):
    for call in (lambda: convert(ONE["xgid"], bad), lambda: write_id(PositionState(START, 0), bad)):
        with pytest.raises(InvalidArgumentError, match="gnubg, position_id, xgid"):
            call()


@pytest.mark.parametrize("form", ID_FORMATS)
def test_what_is_no_state_or_no_variant_is_refused(form):
    with pytest.raises(InvalidArgumentError):
        write_id("4HPwATDgc/ABMA", form)
    if form != "position_id":
        with pytest.raises(InvalidArgumentError, match="variant"):
            ID_FORMATS[form].parse(ONE[form], "backgammon")


# The variant of an id that names none.


@pytest.mark.parametrize("form", ["gnubg", "xgid", "ogid", "fibs", "snowie"])
@pytest.mark.parametrize("variant", [tavla.BACKGAMMON, tavla.NACKGAMMON, tavla.HYPER])
def test_starts_name_their_variant(form, variant):
    text = write_id(PositionState(tavla.Position.start(variant), 1), form)
    assert parse_id(text).position == tavla.Position.start(variant)


@pytest.mark.parametrize("form", ["gnubg", "xgid", "snowie"])
def test_three_checkers_a_side_in_contact_are_hyper_and_a_race_is_backgammon(form):
    for sides, variant in (
        ("12:1 7:1 3:1 | 20:1 5:2", tavla.HYPER),
        ("6:1 4:2 | 3:2 2:1", tavla.BACKGAMMON),
        ("12:1 7:1 | 20:1 5:2", tavla.BACKGAMMON),
    ):
        state = PositionState(pos(variant, sides), 1)
        assert parse_id(write_id(state, form)).position == state.position


@pytest.mark.parametrize("form", ["ogid", "fibs"])
def test_formats_that_tell_the_number_of_checkers_leave_no_doubt(form):
    for variant in (tavla.HYPER, tavla.BACKGAMMON):
        for sides in ("12:1 7:1 3:1 | 20:1 5:2", "6:1 4:2 | 3:2 2:1", "1:1 | 2:1"):
            state = PositionState(pos(variant, sides), 1)
            assert parse_id(write_id(state, form)).position == state.position


@pytest.mark.parametrize("form", ["gnubg", "xgid", "ogid", "fibs", "snowie"])
def test_a_variant_that_does_not_fit_is_refused(form):
    with pytest.raises(InvalidIdError, match="hyper"):
        parse_id(ONE[form], tavla.HYPER)
    with pytest.raises(InvalidIdError):
        parse_id(ONE[form], tavla.FEVGA)


# Reading has no side effects, and states of one format go through another.


@given(states(), st.sampled_from(FORMS), st.sampled_from(FORMS))
def test_states_that_two_formats_hold_go_from_one_to_the_other(state, first, second):
    if cannot_hold(state, first) or cannot_hold(state, second):
        return
    text = write_id(state, first)
    variant = state.position.variant
    there = parse_id(convert(text, second, variant).text, variant)
    unsaid = ("jacoby", "beavers")  # formats with a place for them cannot leave it open
    back = parse_id(write_id(there, first), variant)
    for name in PositionState.__dataclass_fields__:
        if name in unsaid:
            assert bool(getattr(back, name)) == bool(getattr(state, name))
        else:
            assert getattr(back, name) == getattr(state, name)


@given(states(), st.sampled_from(FORMS))
def test_what_is_written_whole_is_held_and_what_is_not_is_listed(state, form):
    losses = cannot_hold(state, form)
    if losses:
        with pytest.raises(FormatLossError) as caught:
            write_id(state, form)
        assert set(caught.value.losses) <= set(losses)
    else:
        assert write_id(state, form) == write_id(state, form, lossy=True)


def test_reading_one_id_leaves_nothing_behind_for_the_next():
    before = parse_id("cAkAAAAAAAAE")
    parse_id("XGID=-b----E-C--AeD---bAdb---A-:2:-1:1:52:0:0:3:0:8")
    assert parse_id("cAkAAAAAAAAE") == before


# Fuzz: any text is a state or an InvalidIdError, and takes no longer than it is long.

SIGNS = string.ascii_letters + string.digits + "+/-_=.:; %\u0660é\x00"


@given(st.one_of(st.text(max_size=120), st.text(SIGNS, max_size=120)))
def test_any_text_is_a_state_or_an_error(text):
    for read in (parse_id, *(one.parse for one in ID_FORMATS.values())):
        try:
            state = read(text)
        except InvalidIdError as error:
            message = str(error)
        else:
            message = write_id(state, "tavla", lossy=True)
        assert message


@given(st.sampled_from(FORMS), st.data())
def test_mutated_ids_are_states_or_errors(form, data):
    letters = list(ONE[form])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(letters) - 1))
        letters[at] = data.draw(
            st.sampled_from(("", *SIGNS, "::", ";;", "-1", "99999999999999999999", letters[at] * 2))
        )
    text = "".join(letters)
    try:
        state = parse_id(text)
    except InvalidIdError as error:
        if not (str(error) and 0 <= error.at <= len(text) + 1):
            raise
        return
    for to in FORMS:
        try:
            written = write_id(state, to, lossy=True)
        except FormatLossError:
            assert cannot_hold(state, to)
            continue
        assert parse_id(written, state.position.variant).position == state.position


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "A" * n,
        lambda n: "-" * n,
        lambda n: ":" * n,
        lambda n: ";" * n,
        lambda n: "0" * n + ":",
        lambda n: "XGID=" * n,
        lambda n: "%3A" * n,
        lambda n: "Position ID " * n,
        lambda n: " " * n,
        lambda n: "tavla1." + "A" * n,
        lambda n: "board:" + "9" * n,
        lambda n: "((((" * n,
    ],
)
@pytest.mark.parametrize("count", [200, 300_000])
def test_long_texts_are_refused_at_once(make, count):
    text = make(count)
    start = time.perf_counter()
    for read in (parse_id, *(one.parse for one in ID_FORMATS.values())):
        with pytest.raises(InvalidIdError) as caught:
            read(text)
        assert len(str(caught.value)) < 1000
    assert time.perf_counter() - start < 2


def test_the_longest_text_is_told():
    with pytest.raises(InvalidIdError, match=f"at most {LONGEST} characters"):
        parse_id("A" * (LONGEST + 1))


# Faults that programs have had, one by one. `test_xgid`, `test_ogid`, `test_gnubg_ids` and `test_fibs_and_snowie` hold
# what is wrong in general.


def test_a_position_id_holds_one_side_after_the_other_and_not_point_by_point():
    state = parse_id("4HPwATDgc/ABMA")
    assert state.position == START
    uneven = pos(tavla.BACKGAMMON, "24:1 1:14 | 2:15")
    assert parse_id(uneven.gnubg_id).position == uneven


def test_xgids_do_not_swap_checkers_cubes_or_customs():
    """Turn -1 leaves the checkers where they are, a cube of 1024 is read, and Jacoby's rule is of this id alone."""
    state = parse_id("XGID=-b----E-C--AeD---bAdb---A-:10:-1:-1:52:0:0:1:0:10")
    assert (state.cube, state.cube_owner, state.jacoby) == (1024, 0, True)
    assert state.seen_by(1).pips == (159, 163)
    assert parse_id("XGID=-b----E-C--AeD---bAdb---A-:0:0:1:52:0:0:0:0:10").jacoby is False


def test_an_owned_cube_stays_owned_in_every_format():
    text = "XGID=--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8"
    for to in FORMS:
        state = parse_id(convert(text, to).text)
        assert (state.cube, state.cube_owner) == (2, 1)


def test_old_match_ids_lack_the_bit_that_says_no_jacoby():
    old, new = parse_id("cAkAAAAAAAAA"), parse_id("cAkAAAAAAAAE")
    assert (old.jacoby, new.jacoby) == (True, False)


def test_the_roller_of_a_snowie_line_has_his_bar_at_its_end():
    state = parse_id(ONE["snowie"])
    assert state.position.player[25] == 1
    assert state.position.opponent[25] == 0
