"""What people, clocks and sites write around the cells of a match file: read for what it is, kept, and no fault."""

import pytest

from mat_texts import actions, kinds, plays_of, read, text_of
from tavla.formats import mat
from tavla.formats.remarks import split
from tavla.game import Double, MakePlay, OpeningRoll, Pass, Resign, Roll, Take

ROWS = "  1) 31: 8/5 6/5{}                 64: 24/14{}"
BEHIND = [
    "0:15",
    "1:02:33",
    "12:05",
    "0:07.5",
    "(0:15)",
    "[12:04]",
    "?",
    "??",
    "?!",
    "(??)",
    "(forced)",
    "forced",
    "-0.045",
    "(-0.045)",
    "3.4%",
    "15s",
    "{blunder}",
    "[0:15] ?!",
    "(should double)",
    "(better 24/23 13/10)",
    "very bad",
    "; hm, 24/20 13/11 is better",
]


def comments_of(reading, game=0):
    return [event.comment for event in reading.match.games[game].events if event.comment]


def same_again(reading):
    """What was read, written and read once more."""
    text = mat.write(reading.match)
    again = mat.read(text)
    assert again.match == reading.match
    assert mat.write(again.match) == text


@pytest.mark.parametrize("words", BEHIND)
def test_words_behind_a_play_are_a_comment(words):
    reading = read(ROWS.format("", f" {words}"), "      Wins 1 point")
    assert plays_of(reading) == ["8/5 6/5", "24/14"]
    assert comments_of(reading) == [words]
    assert kinds(reading) == ["comment"]
    same_again(reading)


@pytest.mark.parametrize("words", [one for one in BEHIND if ";" not in one])
def test_words_behind_the_left_play_leave_the_right_one_alone(words):
    reading = read(ROWS.format(f" {words}", f" {words}"), "      Wins 1 point")
    assert plays_of(reading) == ["8/5 6/5", "24/14"]
    assert comments_of(reading) == [words, words]
    assert not reading.faults


@pytest.mark.parametrize("mark", ["?", "??", "!", "?!"])
def test_marks_may_touch_the_play_or_stand_within(mark):
    reading = read(ROWS.format(mark, mark), "      Wins 1 point")
    assert plays_of(reading) == ["8/5 6/5", "24/14"]
    within = read(f"  1) 31: 8/5{mark} 6/5                 64: 24/14", "      Wins 1 point")
    assert plays_of(within) == ["8/5 6/5", "24/14"]
    assert comments_of(within) == [mark]


@pytest.mark.parametrize("sign", [";", "#"])
def test_cells_in_a_remark_to_the_end_of_the_line_are_none(sign):
    for words in (f"{sign} 62: 24/18 was before", f"{sign} not 24/18 13/11, 62: is another"):
        reading = read(ROWS.format("", f" {words}"), "      Wins 1 point")
        assert plays_of(reading) == ["8/5 6/5", "24/14"]
        assert comments_of(reading) == [words]
        assert not reading.faults
        same_again(reading)


def test_braces_over_several_lines_are_one_comment():
    reading = read(
        ROWS.format("", " {a long"),
        "  2) 62: thought}",
        "{ 31: 8/5 would",
        "  be better } ",
        "  2) 62: 24/18 13/10",
        "      Wins 1 point",
    )
    assert kinds(reading) == ["comment", "comment", "illegal-play"]
    assert plays_of(reading)[:2] == ["8/5 6/5", "24/14"]
    assert reading.findings[-1].line == 10
    same_again(reading)


@pytest.mark.parametrize(
    ("words", "level"), [("(gammon)", 2), ("[backgammon]", 3), ("(single)", 1)]
)
def test_level_of_a_resignation_in_brackets(words, level):
    reading = read(ROWS.format("", ""), f"  2) Resigns {words}", length=9)
    assert actions(reading)[-2] == Resign(0, level)
    assert not reading.faults


def test_time_before_the_dice_or_the_moves():
    for row in (
        "  1) 0:15 31: 8/5 6/5            (0:12) 64: 24/14",
        "  1) 31: 0:15 8/5 6/5            64: [0:12] 24/14",
    ):
        reading = read(row, "      Wins 1 point")
        assert plays_of(reading) == ["8/5 6/5", "24/14"]
        assert not reading.faults
        assert " ".join(comments_of(reading)).count(":") == 2
        same_again(reading)


def test_a_time_alone_is_no_roll():
    reading = read(ROWS.format("", ""), "  2) 12:33", "      Wins 1 point")
    assert reading.rolls == 2
    assert kinds(reading) == ["comment"]


def test_illegal_play_with_a_time_behind_is_called_illegal():
    reading = read("  1) 31: 8/4 6/5 0:15             64: 24/14", "      Wins 1 point")
    assert kinds(reading) == ["comment", "illegal-play"]


def test_words_that_leave_no_legal_play_are_a_fault():
    reading = read("  1) 31: 8/5 and so on            64: 24/14", "      Wins 1 point")
    assert kinds(reading)[0] == "cell"


@pytest.mark.parametrize(
    "dance",
    [
        "",
        "Pass",
        "passes",
        "0:05",
        "Cannot Move 0:05",
        "Cannot Move (0:05)",
        "(no play)",
        "[forced]",
        "blocked",
        "sits it out",
    ],
)
def test_dance_in_any_words(dance):
    """The left player is on the bar against a closed board."""
    board = "-c----------N------bbbbbbA"
    rows = [f"; Set Pos={board}/0", f"  1) 21: {dance}", "      Wins 1 point"]
    reading = read(*rows)
    assert not reading.faults
    assert MakePlay(0, ()) in actions(reading)
    same_again(reading)


@pytest.mark.parametrize(
    "cell",
    [
        "Doubles => 2",
        "Doubles => 2 0:12",
        "Doubles (0:12) => 2",
        "Doubles to 2",
        "Double 2?!",
        "Offers double",
    ],
)
@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("Takes", Take),
        ("Takes 0:07", Take),
        ("Accepts double", Take),
        ("Takes the cube", Take),
        ("Drops (wrong)", Pass),
        ("Rejects the double", Pass),
        ("Declines", Pass),
    ],
)
def test_cube_in_any_words(cell, answer, action):
    points = "Wins 2 points" if action is Take else "Wins 1 point"
    reading = read(
        "  1)                              31: 8/5 6/5",
        f"  2)  {cell:26} {answer}",
        f"      {points}",
    )
    assert not reading.faults
    assert actions(reading)[2:4] == [Double(0), action(1)]
    said = " ".join(comments_of(reading))
    assert all(word in said for word in ("0:12", "0:07", "wrong") if word in cell + answer)
    same_again(reading)


@pytest.mark.parametrize(
    "words",
    [
        *("Gives up", "gives up", "Gave up", "Give up", "Times out", "Timed out", "Loses on time"),
        *("Resigns", "Surrenders", "Concedes", "Resigns (0:15)"),
    ],
)
def test_giving_up_in_any_words(words):
    reading = read(ROWS.format("", ""), f"  2) 65: {words}", f"{'':34}Wins 1 point")
    assert not reading.faults
    assert Resign(0, 1) in actions(reading)
    assert reading.match.games[0].result.winner == 1


def test_resignation_that_is_answered():
    taken = read(ROWS.format("", ""), "  2)  Resigns gammon             Accepts")
    assert not taken.faults
    assert taken.match.games[0].result.points == 2
    declined = read(
        ROWS.format("", ""),
        "  2)  Resigns                     Rejects",
        "  3) 52: 13/8 13/11",
        "      Wins 1 point",
    )
    assert not declined.faults
    assert declined.match.games[0].result.winner == 0


def test_how_a_game_was_won_is_no_resignation_behind_the_end():
    reading = read(ROWS.format("", ""), "      Wins 1 point by resignation")
    assert not reading.faults
    assert kinds(reading) == ["comment"]


@pytest.mark.parametrize(
    ("line", "winner"),
    [("ann wins 1 point", 0), ("bob wins 1 point", 1), ("Result: bob wins 1 point", 1)],
)
def test_winner_is_told_by_name(line, winner):
    reading = read(ROWS.format("", ""), line)
    assert not reading.faults
    assert reading.match.games[0].result.winner == winner


@pytest.mark.parametrize(
    "line",
    [
        " 5 point match",
        "5 point",
        "5 points",
        "5-point",
        "5 pts.",
        "5 pt(s) match",
        "5-pointer",
        "Match length: 5",
        "Match length 5",
        "Length = 5",
        "Matchlength: 5 points",
        "Match to 5",
        "Match: 5 points",
        "Match of 5 points",
        "Playing to 5",
        "First to 5 points",
        "Race to 5",
        '; [MatchLength "5"]',
        '; [Match Length "5 points"]',
    ],
)
def test_length_in_any_words(line):
    text = text_of(ROWS.format("", ""), "      Wins 1 point").replace(" 5 point match", line)
    reading = mat.read(text)
    assert reading.match.length == 5
    assert not reading.findings
    same_again(reading)


@pytest.mark.parametrize(
    "line", ["5 apples", "Points lost: 5.5", "10 best matches", "The length was 5", "Match 3 of 5"]
)
def test_other_words_with_numbers_are_no_length(line):
    text = text_of(ROWS.format("", "")).replace(" 5 point match", line)
    assert "header" in kinds(mat.read(text))


def test_lines_between_rows_are_comments_whatever_they_look_like():
    """Clocks look like a line of scores, and sentences may begin with the words of the cube."""
    lines = [
        "ann 12:33    bob 10:22",
        "Double was clearly wrong here",
        "I would pass this",
        "1. A good move",
        "He wins too many gammons",
    ]
    reading = read(
        ROWS.format("", ""), *lines, "  2) 52: 13/8 13/11              Doubles => 2", "  3)  Drops"
    )
    assert kinds(reading) == ["comment"] * len(lines)
    assert [type(action) for action in actions(reading)] == [
        *(OpeningRoll, MakePlay, Roll, MakePlay, Roll, MakePlay),
        *(Double, Pass),
    ]
    assert comments_of(reading) == ["\n".join(lines)]
    same_again(reading)


def test_lines_behind_a_cell_with_words_keep_them():
    rows = [ROWS.format("", ""), "  2)  Doubles => 2 0:07", "well doubled"]
    reading = read(*rows, f"{'':34}Drops", "      Wins 1 point")
    assert comments_of(reading) == ["0:07\nwell doubled"]
    same_again(reading)


def test_score_behind_a_game_is_a_comment():
    first = text_of(ROWS.format("", ""), "      Wins 1 point", " ann : 1          bob : 0")
    rest = " Game 2\n ann : 1     bob : 0\n  1) 31: 8/5 6/5\n   Wins 1 point\n ann : 2   bob : 0\n"
    reading = mat.read(first + rest)
    assert len(reading.match.games) == 2
    assert kinds(reading) == ["comment", "comment"]
    same_again(reading)


def test_words_behind_the_number_of_a_game_and_behind_the_scores_are_kept():
    text = text_of(ROWS.format("", ""), "   Wins 1 point", scores=" ann : 4   bob : 0 (Crawford)")
    reading = mat.read(text.replace("Game 1", "Game 1 (at night)"))
    assert kinds(reading) == ["comment", "comment"]
    assert reading.match.games[0].tags == {"Comment": "(at night)\n(Crawford)"}
    same_again(reading)


def test_ratings_behind_the_scores():
    scores = " ann : 0 (1512.3)              bob : 0 (1498)"
    reading = read(ROWS.format("", ""), "      Wins 1 point", scores=scores)
    assert reading.match.players == ("ann", "bob")
    assert reading.match.games[0].tags == {"Comment": "(1512.3) (1498)"}
    assert not reading.faults


def test_rows_with_a_full_stop_and_dice_with_a_hyphen():
    reading = read(
        "  1. 3-1: 8/5 6/5                 6-4: 24/14",
        "  2. Doubles => 2                Drops",
        "      Wins 1 point",
    )
    assert not reading.findings
    assert plays_of(reading) == ["8/5 6/5", "24/14"]


def test_results_keep_to_the_names_where_long_cells_do_not():
    """Times push the right column away, but not the result below it."""
    rows = [ROWS.format(" [0:15]", " [0:15]")]
    rows += [
        "  2) 44: 13/9 13/9 8/4 8/4 [0:15]          31: 14/10 [0:15]",
        "  3)  Doubles => 2                  Drops",
    ]
    reading = read(*rows, f"{'':34}Wins 1 point")
    assert kinds(reading)[-1] == "winner"
    assert not read(*rows, "      Wins 1 point").faults


def test_parts_of_a_text():
    parts = split("24/18*(2)? bar/20 [0:15] => why -0.3 ; 8/5")
    assert parts.moves == "24/18*(2) bar/20"
    assert (parts.words, parts.signs) == ("why", "=>")
    assert parts.remarks == "? [0:15] -0.3 ; 8/5"
    assert parts.rest == "? [0:15] => why -0.3 ; 8/5"
