"""GNU Backgammon's SGF: trees, properties, games; and that it tells what the match files of the same games tell."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tavla.errors import FormatError
from tavla.formats import mat, sgf
from tavla.game import Beaver, Double, IllegalPlay, MakePlay, Raccoon, Resign, SetUp, Take

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
HEAD = "(;FF[4]GM[6]CA[UTF-8]MI[length:5][game:0][ws:0][bs:0]PW[ann]PB[bob]RU[Crawford]"


def kinds(reading):
    return [finding.kind for finding in reading.findings]


def actions(reading):
    return [event.action for event in reading.match.games[0].events]


@pytest.mark.parametrize(
    ("nodes", "meant"),
    [
        (";B[31hefe]", None),
        (";W[54xtmh]", "24/20 13/8"),
        (";B[54aelq]", "24/20 13/8"),
        (";W[55fafahchc]", None),
        (";W[21mkxw]", "24/23 13/11"),
        (";B[31qtst]", "8/5 6/5"),
        (";B[65aggl]", "24/13"),
        (";W[65xrrm]", "24/13"),
    ],
)
def test_letters_are_points_in_the_own_numbers(nodes, meant):
    reading = sgf.read(f"{HEAD}RE[W+1R]{nodes})")
    if meant is None:
        assert "illegal-play" in kinds(reading)
        return
    play = next(a for a in actions(reading) if isinstance(a, MakePlay))
    start = reading.match.games[0].start.position
    dice = tuple(map(int, re.search(r"[0-9]{2}", nodes)[0]))
    assert play.moves == start.legal_plays(dice).find(meant).moves


def test_beavers_are_doubles_back():
    text = "(;GM[6]MI[length:0]PW[a]PB[b]RU[]RE[B+32R];W[31hefe];B[double];W[double];B[double];W[take])"
    cube = [a for a in actions(sgf.read(text)) if isinstance(a, Double | Beaver | Raccoon | Take)]
    assert cube == [Double(1), Beaver(0), Raccoon(1), Take(0)]


def test_phantom_double_at_the_end_is_no_move():
    """Some files end with a double that was a hint; without a result nothing follows from it."""
    reading = sgf.read(f"{HEAD};W[31hefe];B[double])")
    assert kinds(reading) == ["truncated"]
    assert reading.match.games[0].result is None
    assert not any(isinstance(a, Double) for a in actions(reading))


def test_double_that_waits_for_its_answer_is_marked():
    match = mat.read(
        " 5 point match\n Game 1\n a : 0    b : 0\n  1) 31: 8/5 6/5          Doubles => 2"
    ).match
    assert isinstance(match.games[0].events[-1].action, Double)
    written = sgf.write(match)
    assert written.endswith(";B[double]XD[open])\n")
    assert sgf.read(written).match.games == match.games


def test_result_with_r_is_a_resignation():
    reading = sgf.read(f"{HEAD}RE[B+2R];W[31hefe];B[21lnab])")
    assert [a for a in actions(reading) if isinstance(a, Resign)] == [Resign(0, 2)]
    assert kinds(reading) == []


def test_dice_that_nobody_played():
    reading = sgf.read(f"{HEAD}RE[B+1R];PL[W]DI[65])")
    assert reading.rolls == 1
    assert [a.name for a in actions(reading)] == ["opening_roll", "resign", "accept"]


def test_dice_without_moves_are_no_play():
    reading = sgf.read(f"{HEAD}RE[B+1R];W[31];B[21lnab])")
    assert kinds(reading) == ["illegal-play"]
    assert actions(reading)[1] == IllegalPlay(0, ())


def test_escapes_in_names_and_comments():
    text = r"(;GM[6]MI[length:1]PW[a\]b\\c]PB[d:e]RE[W+1R];W[31hefe]C[well \[played\]])"
    match = sgf.read(text).match
    assert match.players == ("a]b\\c", "d:e")
    assert match.games[0].events[1].comment == "well [played]"
    assert sgf.read(sgf.write(match)).match == match


def test_properties_without_a_place_survive():
    text = f"{HEAD}XX[1][2]GS[M:0]RE[W+1R];W[31hefe]A[0][hefe E ver 3]LU[x])"
    match = sgf.read(text).match
    written = sgf.write(match)
    for raw in ("XX[1][2]", "GS[M:0]", "A[0][hefe E ver 3]LU[x]"):
        assert raw in written
    assert sgf.read(written).match == match


BOARD = "AE[a:y]AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]AB[s:s][l][l][l][a]"


def test_game_begins_from_a_position_that_is_set_up():
    reading = sgf.read(f"{HEAD}RE[W+2];CP[w];CV[2];PL[B]{BOARD};B[31lost];W[double];B[drop])")
    assert kinds(reading) == ["set-start"]
    start = reading.match.games[0].start
    assert (start.seat, start.cube.value, start.cube.owner) == (1, 2, 0)
    assert (start.position.player[24], start.position.player[6], start.position.player[0]) == (
        1,
        1,
        10,
    )
    assert start.position.opponent[24] == 2
    assert sgf.read(sgf.write(reading.match)).match == reading.match


def test_game_goes_on_from_a_position_that_is_set_up():
    """What is not told stays: the points that are not cleared, the cube, the turn."""
    nodes = ";W[31hefe];B[64aggk];AE[x]AW[w][w];W[21wvwu];PL[W];CV[4]CP[b];W[65ffff]"
    reading = sgf.read(f"{HEAD}RE[B+4R]{nodes})")
    assert kinds(reading)[0] == kinds(reading)[1] == "set-position"
    first, second = (action for action in actions(reading) if isinstance(action, SetUp))
    assert (first.seat, first.player[24], first.player[23], first.cube) == (0, 0, 2, 1)
    assert (second.seat, second.cube, second.owner) == (0, 4, 1)
    assert sgf.read(sgf.write(reading.match)).match == reading.match


@pytest.mark.parametrize(
    "value", ["AE[7]", "AW[aab]", "AB[]", "CV[3]", "CV[9999999999999999999999]", "CP[x]"]
)
def test_what_cannot_be_set_up_has_its_place(value):
    reading = sgf.read(f"{HEAD};W[31hefe];{value};B[64aggk])")
    assert ("property", 1) in [(finding.kind, finding.line) for finding in reading.findings]
    assert reading.replayed == 2


def test_automatic_doubles_are_a_cube_that_is_set_up():
    text = "(;GM[6]MI[length:0]PW[a]PB[b]CV[4]RE[B+4R];W[31hefe];B[21lnab])"
    reading = sgf.read(text)
    assert kinds(reading) == ["set-start"]
    match = reading.match
    assert (match.games[0].start.cube.value, match.games[0].result.points) == (4, 4)
    assert sgf.read(sgf.write(match)).match == match


def test_comments_of_nodes_without_an_action_are_kept():
    nodes = "C[before];C[again];W[31hefe]C[one];C[two]XX[y];B[21lnab];LU[z]C[three]"
    match = sgf.read(f"{HEAD}RE[B+1R];{nodes})").match
    (game,) = match.games
    assert game.tags["Comment"] == "before\nagain"
    assert [event.comment for event in game.events] == [None, "one\ntwo", None, "three", None, None]
    assert "XX[y]" in game.tags["SGF 2"]
    assert "LU[z]" in game.tags["SGF 3"]
    written = sgf.write(match)
    assert sgf.read(written).match == match
    assert sgf.write(sgf.read(written).match) == written


def test_comment_on_a_resignation_is_kept_behind_the_last_move():
    match = sgf.read(f"{HEAD}RE[B+1R];W[31hefe];B[21lnab])").match
    (game,) = match.games
    match = replace(match, games=(game.commented(4, "why?"),))
    again = sgf.read(sgf.write(match)).match
    assert [event.comment for event in again.games[0].events] == [
        None,
        None,
        None,
        "why?",
        None,
        None,
    ]


@pytest.mark.parametrize(
    "nodes",
    [
        ";C[first];XX[1]opW[2]",
        ";PB[x]RU[y];W[31hefe]FF[4];AP[tavla]",
        "W[31hefe];B[21lnab]W[65ytjd]AE[a:y]",
        ";W[31hefe];XX[1];B[21lnab];XX[2];W[double];XX[3];W[double]",
        ";W[31hefe];DI[64]PL[B]C[no];CV[2]C[yes]CP[w];B[64aggk]",
        ";W[31xxyy];B[21lnab]",
        ";W[31hello]XX[1];PL[B]DI[64]XX[2];AE[a:y]AW[f][x]AB[a][s]XX[3];B[64aggk]XX[4]",
    ],
)
def test_odd_nodes_come_back_as_they_were_read(nodes):
    reading = sgf.read(f"{HEAD}{nodes})")
    written = sgf.write(reading.match)
    assert sgf.read(written).match == reading.match
    assert sgf.write(sgf.read(written).match) == written


def test_second_action_in_a_node_is_told_and_kept():
    reading = sgf.read(f"{HEAD}RE[B+1R];W[31hefe]B[21lnab])")
    assert kinds(reading) == ["property"]
    assert reading.findings[0].written == "B[21lnab]"


def test_second_match_in_a_file_is_a_match_of_its_own():
    one = f"{HEAD}RE[B+1R];W[31hefe];B[21lnab])"
    other = "(;GM[6]MI[length:1][game:0]PW[x]PB[y]RU[Hypergammon3]RE[W+1R];W[65xrrm])"
    reading = sgf.read(one + one.replace("[game:0]", "[game:1]") + other)
    assert "second-match" in kinds(reading)
    assert len(reading.match.games) == 2
    (last,) = reading.others
    assert (last.length, last.players, last.variant.name, last.numbers) == (
        1,
        ("x", "y"),
        "hyper",
        (1,),
    )


def test_variations_are_passed_over():
    reading = sgf.read(f"{HEAD}RE[B+1R];W[31hefe](;B[21lnab])(;B[54aelq](;W[31hefe])))")
    assert kinds(reading) == ["property"]
    assert reading.rolls == 2


@pytest.mark.parametrize(
    ("text", "kind", "line", "column"),
    [
        ("", "header", 1, 1),
        ("(;GM[1])", "header", 1, 2),
        (f"{HEAD}\n;W[31hefe]\n;B[21ln", "truncated", 3, 2),
        (f"{HEAD}\n;W[31hefe]\n;B[21lnab]", "truncated", 3, 11),
        (f"{HEAD}\n;W[hello])", "property", 2, 2),
        (f"{HEAD}\n;W[31hefe]\n;B[71lnab])", "dice", 3, 2),
        (f"{HEAD}\n;W[31hefd]\n;B[21lnab])", "illegal-play", 2, 2),
        (f"{HEAD}\n;W[31hefe]))", "property", 2, 12),
        (f"{HEAD}\n;W[31hefe] ? ;B[21lnab])", "property", 2, 12),
        ("(;GM[6]MI[length:-3])", "header", 1, 2),
        (f"(;GM[6]MI[length:{'9' * 5000}])", "header", 1, 2),
    ],
)
def test_fault_has_its_place(text, kind, line, column):
    found = sgf.read(text).findings
    assert (kind, line, column) in [(f.kind, f.line, f.column) for f in found], list(
        map(str, found)
    )
    with pytest.raises(FormatError):
        sgf.read(text, strict=True)


def told_by_both(match):
    """What a `.mat` and an SGF both hold: Jacoby's rule stands in the one, other tags and comments in the other."""
    games = tuple(
        replace(
            game,
            start=game.start._next(rules=game.start.rules.replace(jacoby=False)),
            tags={},
        )
        for game in match.games
    )
    date = tuple(pair for pair in match.tags if pair[0] == "EventDate")
    return replace(match, games=games, tags=date, comments=(), jacoby=False)


def test_sgf_and_match_file_of_the_same_games_are_equal():
    if not SHARED.exists():
        pytest.skip("the shared files are not here")
    paths = sorted(SHARED.glob("gnubg*/*.sgf"))
    assert len(paths) > 20
    for path in paths:
        one = sgf.read(path.read_bytes())
        other = mat.load(path.with_suffix(".mat"))
        assert told_by_both(one.match) == told_by_both(other.match), path
        assert (one.rolls, one.replayed) == (other.rolls, other.replayed)
        assert sgf.read(sgf.write(one.match)).match == one.match, path


def test_odd_blanks_in_a_number_are_no_digits():
    reading = sgf.read("(;GM[6]MI[length: 7 ][ws:0][bs:\x1e0])")
    assert reading.match.length == 7
    assert reading.match.scores == ((0, 0),)


def test_dice_without_a_player_are_told_and_not_passed_over():
    (finding,) = sgf.read("(;GM[6]MI[length:1];W[31hefe];DI[64];B[64aggk])").faults[:1]
    assert (finding.kind, finding.written) == ("property", "DI[64]")
    assert "PL" in finding.text


@pytest.mark.parametrize("result", ["W+R", "W+", "X+1", "W+-1R", "W", "1-0"])
def test_result_that_cannot_be_read_is_told(result):
    faults = sgf.read(f"(;GM[6]MI[length:1]RE[{result}];W[31hefe])").faults
    assert [one.written for one in faults if one.kind == "property"] == [f"RE[{result}]"]


@pytest.mark.parametrize("result", ["", "0", "?", "Void"])
def test_result_of_a_game_that_was_not_finished_is_none(result):
    faults = sgf.read(f"(;GM[6]MI[length:1]RE[{result}];W[31hefe])").faults
    assert [one.kind for one in faults] == ["truncated"]


@pytest.mark.parametrize(
    "rules", ["NoCube", "NoCube:Crawford", "Crawford:Foo:Hypergammon2", "a\\]b"]
)
def test_rules_that_a_record_has_no_place_for_survive(rules):
    read = sgf.read(f"(;GM[6]MI[length:5]RU[{rules}]RE[W+1R];W[31])").match
    text = sgf.write(read)
    assert sgf.read(text).match == read
    words = text.partition("RU[")[2].partition("]RE")[0].split(":")
    assert sorted(words) == sorted(rules.split(":"))


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [("KOI8-R", "koi8-r"), ("windows-1251", "cp1251"), ("UTF-8", "utf-8"), ("KOI8-R", "utf-8")],
)
def test_encoding_that_a_file_declares_is_taken_where_it_is_not_utf_8(declared, encoding):
    text = f"(;GM[6]CA[{declared}]MI[length:1]PW[Анна]PB[Bob]RE[W+1R];W[31hefe])"
    reading = sgf.read(text.encode(encoding))
    assert reading.match.players == ("Анна", "Bob")
    assert not reading.faults


@pytest.mark.parametrize("declared", ["klingon", "base64", "UTF-16"])
def test_encoding_that_a_file_cannot_have_is_passed_over(declared):
    text = f"(;GM[6]CA[{declared}]MI[length:1]PW[Jürgen]PB[Bob]RE[W+1R];W[31hefe])"
    for blanks in ("", " "):  # an odd and an even number of bytes
        data = (text + blanks).encode("cp1252")
        assert sgf.read(data).match.players == ("Jürgen", "Bob")


START = "AE[a:y]AW[f:f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]"


@pytest.mark.parametrize("before", ["", "\n;W[31hefe]"])
def test_board_that_is_cleared_and_set_up_twice_is_not_added_up(before):
    setups = f";PL[W]{START}\n;PL[B]{START}CV[2]CP[b]"
    reading = sgf.read(f"(;GM[6]MI[length:0]RE[B+2R]{before}\n{setups}\n;B[31hefe])")
    assert all("more stand" not in finding.text for finding in reading.findings)
    assert reading.rolls == reading.replayed
    assert sgf.read(sgf.write(reading.match)).match == reading.match
    assert reading.match.games[0].replay().cube.value == 2
