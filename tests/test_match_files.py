"""Match files: the dialects, the faults that files have, and what is said about them."""

from pathlib import Path

import pytest

import tavla
from mat_texts import RIGHT, ROLLS, actions, kinds, plays_of, read, result_of, text_of
from tavla.errors import FormatError
from tavla.formats import mat
from tavla.game import (
    Double,
    End,
    IllegalPlay,
    MakePlay,
    OpeningRoll,
    Pass,
)

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


# The layouts that programs and sites write.


def test_gnu_layout():
    reading = read(
        "  1) 31: 8/5 6/5                 64: 24/14 ",
        "  2) 66:                          Doubles => 2",
        "  3)  Drops                       Wins 1 point ",
    )
    assert reading.match.players == ("ann", "bob")
    assert reading.match.length == 5
    assert kinds(reading) == ["missing-play"]  # 66 has plays
    assert [type(a) for a in actions(reading)[-2:]] == [Double, Pass]
    assert reading.match.games[0].result.winner == 1
    assert reading.rolls == reading.replayed == 3


def test_right_player_opens():
    reading = read(
        "  1)                             51: 24/23 13/8", "  2) 44: 24/16(2)    51: 8/2"
    )
    assert actions(reading)[0] == OpeningRoll(1, (1, 5))
    assert kinds(reading) == ["truncated"]


def test_cells_that_touch():
    reading = read(
        "  1) 31: 8/5 6/5                 43: 13/10 13/9",
        "  2) 11: 24/23 24/23 23/22 23/22 64: 24/14",
        "      Wins 1 point",
    )
    assert kinds(reading) == []
    assert reading.rolls == 4


def test_cells_that_are_not_padded():
    """Copied from a page that folds blanks: the order of the cells tells whose they are."""
    reading = read(
        " 1) 51: 13/8 6/5",
        " 2) 31: 8/5 6/5 64: 24/18 18/14",
        " 3) 21: 6/4 24/23 65: 14/8 13/8",
        " 4) Doubles => 2 Drops",
        " Wins 1 point",
        scores=" ann : 0 bob : 0",
    )
    assert kinds(reading) == []
    assert actions(reading)[0].seat == 1
    assert reading.match.games[0].result.winner == 0


def test_few_rows_that_are_not_padded():
    """Three rows tell it as well as thirty, where the second cell starts before any right column does."""
    games = [
        *(" 1) 52: 24/22 13/8", " 2) 31: 8/5 6/5 64: 24/18 13/9", " 3) Doubles => 2 Drops"),
        *(" Wins 1 point", " Game 2", " ann : 1 bob : 0"),
        *(" 1) 62: 24/18 13/11 43: 24/20 13/10", " 2) 54: 13/8 13/9 Doubles => 2"),
        " 3) Drops Wins 1 point",
    ]
    reading = read(*games, scores=" ann : 0 bob : 0")
    assert kinds(reading) == []
    assert actions(reading)[0].seat == 1
    assert [result_of(reading, game)[0] for game in (0, 1)] == [0, 1]


def test_next_score_tells_who_won_where_the_place_does_not():
    names = " ann : {}                      bob : {}"
    following = [" Game 2", names.format(1, 0), ROLLS, f"{RIGHT}Wins 1 point"]
    reading = read(ROLLS, "Wins 1 point", *following)
    assert kinds(reading) == []
    assert result_of(reading) == (0, 1)


@pytest.mark.parametrize("between", ["- ", "| ", ", ", "vs ", "vs. "])
def test_signs_between_the_players_belong_to_no_name(between):
    reading = read(ROLLS, "      Wins 1 point", scores=f"ann: 0  {between}bob: 0")
    assert reading.match.players == ("ann", "bob")
    assert mat.read(mat.write(reading.match)).match == reading.match


def test_name_that_begins_with_such_a_sign_is_kept_where_a_tag_tells_it():
    scores, head = "ann: 0  - bob: 0", '; [Player 2 "- bob"]\n; [Player 1 "ann"]'
    reading = read(ROLLS, "      Wins 1 point", scores=scores, head=head)
    assert reading.match.players == ("ann", "- bob")
    assert mat.read(mat.write(reading.match)).match == reading.match


@pytest.mark.parametrize("dice", ["6 4:", "64 :", "6 4 :", "6-4 :"])
def test_blanks_within_the_dice(dice):
    reading = read(f"  1) 31: 8/5 6/5                 {dice} 24/14", f"{RIGHT}Wins 1 point")
    assert kinds(reading) == []
    assert plays_of(reading) == ["8/5 6/5", "24/14"]


def test_score_with_blanks_around_its_colon_is_no_roll():
    reading = read(ROLLS, "by now 21 : 15 in rolls", f"{RIGHT}Wins 1 point")
    assert kinds(reading) == ["comment"]
    assert reading.rolls == 2


def test_illegal_play_with_hyphens_has_its_moves():
    reading = read("  1) 31: 8-5 6-4                 64: 24-14", f"{RIGHT}Wins 1 point")
    assert kinds(reading) == ["illegal-play"]
    assert actions(reading)[1] == IllegalPlay(0, ((8, 5), (6, 4)))


def test_tabs_and_windows_line_ends():
    text = text_of("1)\t31: 8/5 6/5\t\t\t64: 24/14", "\tWins 1 point").replace("\n", "\r\n")
    reading = mat.read(text)
    assert kinds(reading) == []
    assert reading.match.games[0].result.winner == 0


def test_old_line_ends():
    reading = mat.read(text_of("  1) 31: 8/5 6/5", "      Wins 1 point").replace("\n", "\r"))
    assert kinds(reading) == []
    assert reading.match.games[0].result.end is End.RESIGNATION


@pytest.mark.parametrize(
    ("dice", "text", "meant"),
    [
        ("65", "24/13", "24/13"),
        ("65", "24/18 18/13", "24/13"),
        ("65", "18/13 24/18", "24/13"),
        ("44", "24/16(2)", "24/16(2)"),
        ("44", "24/20 24/20 20/16 20/16", "24/16(2)"),
        ("44", "13/5 24/16", "24/16 13/5"),
        ("11", "6/4(2)", "6/4(2)"),
        ("31", "08/05 06/05", "8/5 6/5"),
        ("31", "8/5 6/5   2)", "8/5 6/5"),
        ("31", "8/5*, 6/5", "8/5 6/5"),
    ],
)
def test_play_is_read_however_it_is_written(dice, text, meant):
    reading = read(f"  1) {dice}: {text}", "      Wins 1 point")
    position = tavla.Position.start(tavla.BACKGAMMON)
    roll = (int(dice[0]), int(dice[1]))
    (action,) = [a for a in actions(reading) if isinstance(a, MakePlay)] or [None]
    if action is None:  # equal dice open no game, but are played
        pytest.fail("no play")
    assert action.moves == position.legal_plays(roll).find(meant).moves


def test_bar_and_off_in_words_and_numbers():
    hit = ["  1) 31: 8/5 6/5                 21: 13/11 6/5"]
    for bar in ("bar/24", "Bar/24", "25/24"):
        rows = [*hit, "  2) 44: 24/20* 24/20 13/9(2)   61: " + bar + " 13/7", "   Wins 1 point"]
        reading = read(*rows)
        assert "bar/24 13/7" in plays_of(reading), bar
        assert kinds(reading) == []


def test_words_with_letters_that_only_look_like_others_are_no_cells():
    """A long s is an s for a search that ignores case, and no word is written with it."""
    reading = read("  1) 31: 8/5 6/5                 64: 24/14", "  2)  Take\u017f")
    assert kinds(reading) == ["truncated", "cell"]


def test_row_without_a_number_and_empty_rows():
    reading = read(
        "  1) 31: 8/5 6/5",
        "  2)",
        "                                  Doubles => 2",
        "      Drops                       Wins 1 point",
    )
    assert kinds(reading) == []
    assert reading.match.games[0].result.end is End.PASS


def test_loser_side_of_the_result_says_nothing_more():
    reading = read(
        "  1) 31: 8/5 6/5                 Losses 1 point              ",
        "      Wins 1 point and the match",
        length=1,
    )
    assert kinds(reading) == []
    assert reading.match.games[0].result.winner == 0


# Faults, each with its place.


@pytest.mark.parametrize(
    ("rows", "kind", "line", "column"),
    [
        (["  1) 31: 8/4 6/5                 64: 24/14"], "illegal-play", 6, 6),
        (["  1) 31: 8/5 6/5                 64: 24/15"], "illegal-play", 6, 34),
        (["  1) 71: 8/5 6/5                 64: 24/14"], "dice", 6, 6),
        (["  1) 311: 8/5 6/5                64: 24/14"], "dice", 6, 6),
        (["  1) 31: 8/5 6/5                 64: 24/14", "  2) 31: 8/5 hello"], "cell", 7, 6),
        (["  1) hello                       64: 24/14"], "cell", 6, 6),
        (["  1) 31: 8/5 6/5 64: 24/14      21: 6/4 24/23"], "cell", 6, 18),
        (["  1) 31: 8/5 6/5                  Doubles => 3"], "cube", 6, 35),
        (["  1) 31: 8/5 6/5                  Takes"], "cube", 6, 35),
        (["  1)  Doubles => 2                64: 24/14"], "cube", 6, 7),
        (["  1) 33: 8/5(2) 6/3(2)            64: 24/14"], "opening", 6, 6),
        (["  1) 31: 8/5 6/5", "  2) 31: 8/5 6/5                 64: 24/14"], "column", 7, 6),
        (["what is this?", "  1) 31: 8/5 6/5                64: 24/14"], "comment", 6, 1),
        (["  1) 31: Cannot Move              64: 24/14"], "illegal-play", 6, 6),
        (["  1) 31:                          64: 24/14"], "missing-play", 6, 6),
    ],
)
def test_fault_has_its_place(rows, kind, line, column):
    reading = read(*rows, "      Wins 1 point")
    assert (kind, line, column) in [(f.kind, f.line, f.column) for f in reading.findings], [
        str(f) for f in reading.findings
    ]


def test_strict_reading_raises_at_the_first_fault():
    text = text_of("  1) 31: 8/5 6/5                 64: 24/15", "  2) 71: 8/5 6/5")
    with pytest.raises(FormatError) as caught:
        mat.read(text, strict=True)
    error = caught.value
    assert (error.line, error.column, error.game, error.roll) == (6, 34, 1, 2)
    assert error.kind == "illegal-play"
    assert error.written == "64: 24/15"
    assert "24/14" in error.legal
    assert "24/15" in str(error)


def test_strict_reading_accepts_what_is_only_remarkable():
    text = text_of("  1) 31: 8/5 6/5                 64: ????", "      Wins 1 point")
    assert kinds(mat.read(text, strict=True)) == ["hidden-play"]


def test_scores_are_carried_and_compared():
    text = text_of("  1) 31: 8/5 6/5", "      Wins 1 point")
    text += " Game 2\n ann : 0      bob : 2\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
    reading = mat.read(text)
    assert [(f.kind, f.game) for f in reading.findings] == [("score", 2)]
    assert reading.match.scores == ((0, 0), (0, 2))


def test_winner_is_compared_with_the_board():
    reading = read(
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2)  Drops",
        "      Wins 1 point",
    )
    assert kinds(reading) == ["winner"]
    assert reading.match.games[0].result.winner == 1


def test_truncated_file_gives_the_games_it_holds():
    text = text_of("  1) 31: 8/5 6/5", "      Wins 1 point")
    text += " Game 2\n ann : 1      bob : 0\n  1) 31: 8/5 6/5               64: 24/1"
    reading = mat.read(text)
    assert len(reading.match.games) == 2
    assert reading.match.games[0].result is not None
    assert "truncated" in kinds(reading) or "illegal-play" in kinds(reading)


def test_missing_game_lines_are_found_and_nothing_is_lost():
    text = text_of("  1) 31: 8/5 6/5                 64: 24/14", "      Wins 1 point")
    text += " Game 2\n ann : 1      bob : 0\n  1) 31: 8/5 6/5                 64: 24/14\n   Wins 1 point\n"
    whole = mat.read(text)
    for game in (" Game 1\n", " Game 2\n"):
        reading = mat.read(text.replace(game, ""))
        assert [f.kind for f in reading.findings] == ["game"]
        assert reading.match == whole.match


def test_numbers_too_large_are_findings():
    digits = "9" * 5000
    for text in (
        f" {digits} point match\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5\n",
        f" 5 point match\n Game {digits}\n a : 0   b : 0\n  1) 31: 8/5 6/5\n",
        f" 5 point match\n Game 1\n a : {digits}   b : 0\n  1) 31: 8/5 6/5\n",
        " 5 point match\n Game 1\n a : -3   b : 0\n  1) 31: 8/5 6/5\n",
        " -5 point match\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5\n",
        f" 5 point match\n Game 1\n a : 0   b : 0\n  {digits}) {digits}: 8/5 6/5\n",
        f" 5 point match\n Game 1\n a : 0   b : 0\n  1) 31: {digits}/5 6/5\n",
        f" 5 point match\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5\n  Wins {digits} points",
        f" 5 point match\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5   Doubles => {digits}\n",
    ):
        assert mat.read(text).faults, text[:80]


def test_jacoby_follows_from_the_points_where_no_tag_tells():
    """A gammon without a cube that counts once can be nothing else."""
    hyper = '; [Variation "HyperGammon (1)"]'
    rows = [
        "  1) 65: 24/13                   54: 24/15",
        "  2) 66: 13/7 7/1 1/0",
    ]
    once = mat.read(text_of(*rows, "      Wins 1 point", length=0, head=hyper))
    assert kinds(once) == []
    assert once.match.jacoby is True
    assert once.match.games[0].result.points == 1
    twice = mat.read(text_of(*rows, "      Wins 2 points", length=0, head=hyper))
    assert kinds(twice) == []
    assert twice.match.jacoby is False
    told = mat.read(
        text_of(*rows, "      Wins 1 point", length=0, head=hyper + '\n; [Jacoby "Off"]')
    )
    assert kinds(told) == ["points"]
    match = mat.read(text_of(*rows, "      Wins 2 points", length=3, head=hyper))
    assert kinds(match) == []


def test_jacoby_that_follows_from_one_game_holds_for_all():
    """Unless another game speaks against it: then the points of the one are a fault."""
    hyper = '; [Variation "HyperGammon (1)"]'
    gammon = ["  1) 65: 24/13                   54: 24/15", "  2) 66: 13/7 7/1 1/0"]
    single = ["  1) 65: 24/13                   54: 24/15", "      Wins 1 point"]

    def session(*games):
        lines = [hyper, " 0 point match"]
        for rows in games:
            lines += [" Game 1", " ann : 0                      bob : 0", *rows]
        return mat.read("\n".join(lines))

    once, twice = [*gammon, "      Wins 1 point"], [*gammon, "      Wins 2 points"]
    reading = session(single, once)
    assert "points" not in kinds(reading)
    assert [game.start.rules.jacoby for game in reading.match.games] == [True, True]
    assert mat.read(mat.write(reading.match)).match == reading.match
    reading = session(twice, once)
    assert kinds(reading).count("points") == 1
    assert not reading.match.jacoby
    assert mat.read(mat.write(reading.match)).match == reading.match


def test_second_match_in_a_file_is_a_match_of_its_own():
    """With its own header, tags, length, variant and score; findings count the games of the file."""
    first = text_of(
        "  1) 31: 8/5 6/5                 64: 24/14", "      Wins 1 point", "; good night"
    )
    tag = '; [Variation "HyperGammon (1)"]\n; [Event "Late"]'
    second = text_of("  1) 65: 24/13                   54: 24/14", length=1, head=tag)
    reading = mat.read(first + second)
    assert kinds(reading) == ["second-match", "illegal-play", "truncated"]
    assert [finding.game for finding in reading.findings] == [None, 2, 2]
    (other,) = reading.others
    assert (other.length, other.variant.checkers, other.tag("event")) == (1, 1, "Late")
    assert (len(reading.match.games), len(other.games), reading.rolls) == (1, 1, 4)
    assert reading.match == mat.read(first).match
    assert other.comments == ()
    assert mat.read(mat.write(other)).match == other


@pytest.mark.parametrize(
    "text",
    [
        # An open beaver that was taken; names that look like rows, scores and cells; tags that are spoiled.
        text_of(
            "  1) 31: 8/5 6/5                  Doubles => 2",
            "  2)  Beavers => 4                Takes",
            length=0,
        ),
        text_of(
            "  1) 31: 8/5 6/5", scores="31: 8/5 6/5 1)                  ann : 0        bob : 0"
        ),
        text_of("  1) 31: 8/5 6/5", scores=" ann : 0 ann : 0 ann : 0     Drops bob : 0"),
        text_of(
            "  1) 31: 8/5 6/5", scores="  2)  Beavers => 4                ann : 0       bob : 0"
        ),
        text_of(
            "  1)                              44: 24/20",
            "  2) 31:",
            scores=f" {'a' * 90} : 0    b : 0",
        ),
        text_of("  1) 42: hello", "      Wins 1 point"),
        text_of(
            "  1) 31: 8/5 6/5",
            head='; [Beaver "On"]x[y"]\n; [Beaver "On"]\n; [Variation "?"]',
            length=0,
        ),
        text_of("  1) 31: 8/5 6/5", "what?", "; is", "this", "      Wins 1 point", "; end"),
        text_of("  1) 31: 8/5 6/5", head='; [Jacoby "Ox"]', length=0),
    ],
)
def test_odd_texts_come_back_as_they_were_read(text):
    match = mat.read(text).match
    written = mat.write(match)
    assert mat.read(written).match == match
    assert mat.write(mat.read(written).match) == written


def test_comments_are_kept_where_the_cell_has_no_event():
    reading = read(
        "  1) 31: 8/5 6/5                 64: 24/14", "      Wins 1 point", "; good game"
    )
    assert reading.match.games[0].events[-1].comment == "good game"


# Real files.


def real(pattern):
    if not SHARED.exists():
        pytest.skip("the shared files are not here")
    return sorted(SHARED.glob(pattern))


def test_every_roll_of_the_real_files_replays_or_is_explained():
    """One file has had its digits scrambled; in the others no play is illegal and nothing stops."""
    rolls = replayed = 0
    for path in real("matches/*") + real("gnubg*/*.mat"):
        reading = mat.load(path)
        rolls += reading.rolls
        replayed += reading.replayed
        found = set(kinds(reading))
        assert reading.rolls == reading.replayed or "stopped" in found, path
        if not found & {"dice"}:
            odd = {"missing-play", "column"} if path.name == "beaver.mat" else set()
            assert found <= {"hidden-play", "points"} | odd, (path, found)
        for game in reading.match.games:
            game.replay()
    assert (rolls, replayed) == (26012, 25597)


def test_real_files_come_back_from_what_is_written():
    for path in real("matches/*") + real("gnubg*/*.mat"):
        match = mat.load(path).match
        text = mat.write(match)
        again = mat.read(text)
        assert again.match == match, path
        assert mat.write(again.match) == text, path


@pytest.mark.parametrize("length", range(1, 40))
@pytest.mark.parametrize("score", [0, 1234567])
def test_names_with_colons_and_scores_of_any_length_come_back(length, score):
    name = "a:5" + "b" * length
    text = f" 0 point match\n\n Game 1\n {name} : {score}{' ' * 30}c:7d : 3\n  1) 31: 8/5 6/5\n"
    match = mat.read(text).match
    assert match.players == (name, "c:7d")
    again = mat.read(mat.write(match)).match
    assert (again.players, again.scores) == (match.players, match.scores)
