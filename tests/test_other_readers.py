"""Faults that other readers of match files are known for, none of which is ours."""

import pytest

from mat_texts import RIGHT, ROLLS, actions, kinds, plays_of, read, result_of, text_of
from tavla.formats import mat, sgf
from tavla.game import (
    Beaver,
    Double,
    End,
    IllegalPlay,
    MakePlay,
    Raccoon,
    Resign,
    SetUp,
    Take,
)


def test_beaver_and_raccoon_keep_their_columns():
    """The cube goes to 8, and the roll that follows tells that the raccoon was taken."""
    reading = read(
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2)  Beavers => 4                Beavers => 8",
        "  3)                             65: 24/13",
        "  4)  Doubles => 16               Takes",
        "                                  Wins 16 points",
        length=0,
    )
    assert kinds(reading) == []
    cube = [a for a in actions(reading) if isinstance(a, Double | Beaver | Raccoon | Take)]
    assert cube == [Double(1), Beaver(0), Raccoon(1), Take(0), Double(0), Take(1)]
    assert reading.match.games[0].result.points == 16


def test_beaver_is_taken_by_the_next_roll():
    reading = read(
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2)  Beavers => 4               65: 24/13",
        "      Wins 4 points",
        length=0,
    )
    assert kinds(reading) == []
    assert reading.match.games[0].result.cube == 4
    assert actions(reading)[4] == Take(1)


def test_double_back_is_a_beaver():
    reading = read(
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2)  Doubles => 4                Takes",
        "  3)                             65: 24/13",
        "      Wins 4 points",
        length=0,
    )
    assert actions(reading)[3] == Beaver(0)
    assert kinds(reading) == []


def dump(roller, other, dice="21"):
    """A Snowie line: the checkers of the player on roll and of the other, each in his own numbers."""
    board = [0] * 26
    for slot, count in roller.items():
        board[slot] += count
    for slot, count in other.items():
        board[25 - slot] -= count
    head = "5;0;1;0;1;bob;ann;0;0;0;1;0;"
    return head + ";".join(map(str, [*board, *dice])) + ";"


START = {24: 2, 13: 5, 8: 3, 6: 5}


@pytest.mark.parametrize("gap", ["", " ", "      "])
@pytest.mark.parametrize("words", ["Illegal play", "Unexportable play"])
def test_illegal_play_is_taken_from_its_dump(gap, words):
    """Ann moves 8/5 and 6/4 with 31; the dump tells it from bob's side."""
    line = dump(START, {24: 2, 13: 5, 8: 2, 6: 4, 5: 1, 4: 1})
    row = f"  1) 31: {gap}{words} ({line})  21: 13/11 24/23"
    reading = read(row, "      Wins 1 point")
    assert kinds(reading) == ["illegal-play"]
    assert actions(reading)[1] == IllegalPlay(0, ((8, 5), (6, 4)))
    assert reading.replayed == 2
    again = mat.read(mat.write(reading.match))
    assert again.match == reading.match


def test_illegal_play_that_hits_and_goes_on():
    """With 31 ann goes from 24 over 20, where bob has a blot, to 19 or so; bob comes back from the bar."""
    rows = [
        "  1) 31: 8/5 6/5                 21: 13/11 6/5",
        "  2) 31: Illegal play ("
        + dump(
            {25: 1, 24: 2, 13: 4, 11: 1, 8: 3, 6: 4},
            {24: 1, 18: 1, 13: 5, 8: 2, 6: 4, 5: 2},
        )
        + ") 64: bar/15",
        "      Wins 1 point",
    ]
    reading = read(*rows)
    assert IllegalPlay(0, ((24, 20), (20, 18))) in actions(reading)
    assert "stopped" not in kinds(reading)


def test_dump_that_no_moves_lead_to_stops_the_game():
    line = dump({24: 2, 13: 5, 8: 2, 6: 6}, {24: 1, 23: 1, 13: 5, 8: 3, 6: 5})
    reading = read(f"  1) 31: Illegal play ({line})  21: 13/11 24/23", "      Wins 1 point")
    assert kinds(reading) == ["illegal-play", "stopped", "stopped"]


def test_illegal_play_without_a_dump_stops_the_game():
    reading = read("  1) 31: Illegal play           21: 13/11 24/23", "   Wins 1 point")
    assert kinds(reading) == ["illegal-play", "stopped", "stopped"]
    assert (reading.rolls, reading.replayed) == (2, 1)
    assert "1 of the 2 rolls" in reading.findings[-1].text


def test_game_line_without_a_space_and_right_player_first():
    text = "5 point match\nGame 1\nann : 0                       bob : 0\n"
    text += "  1)                             51: 13/8 6/5\n"
    assert actions(mat.read(text))[0].seat == 1


@pytest.mark.parametrize(
    ("points", "cube", "level"), [(2, 2, 1), (4, 2, 2), (6, 2, 3), (3, 2, 2), (1, 1, 1)]
)
def test_points_tell_the_level_of_a_resignation(points, cube, level):
    rows = ["  1) 31: 8/5 6/5                 64: 24/14"]
    if cube == 2:
        rows.append("  2)  Doubles => 2                Takes")
    reading = read(*rows, f"      Wins {points} points", length=9)
    assert [a for a in actions(reading) if isinstance(a, Resign)] == [Resign(1, level)]
    assert kinds(reading) == (["points"] if points == 3 else [])


def test_game_goes_on_from_a_position_that_is_set_up():
    """Capitals are the left player; a cube of 1 is the right player's, of -1 the left player's."""
    for power, owner in ((0, None), (1, 1), (-2, 0)):
        reading = read(
            "  1) 31: 8/5 6/5                 64: 24/14",
            f"; Set Pos=-a----E-C---eE---c-e----B-/{power}",
            "  2)                             31: 24/20",
            "      Wins 1 point",
            length=9,
        )
        assert (kinds(reading)[0], reading.findings[0].line) == ("set-position", 7)
        jump = actions(reading)[4]
        assert jump == SetUp(1, jump.player, jump.opponent, 2 ** abs(power), owner)
        assert (jump.player[0], jump.player[24], jump.opponent[6], jump.opponent[24]) == (
            1,
            1,
            5,
            2,
        )
        assert plays_of(reading)[2] == "24/20"
        assert (reading.rolls, reading.replayed) == (3, 3)
        text = mat.write(reading.match)
        assert f"; Set Pos=-a----E-C---eE---c-e----B-/{power}\n  2) " in text
        assert mat.read(text).match == reading.match
        assert (
            sgf.read(sgf.write(reading.match)).match.games[0].events
            == reading.match.games[0].events
        )


def test_game_begins_from_a_position_that_is_set_up():
    reading = read(
        "; Set Pos=-a----E-C---eE---c-e----B-/-1",
        "  1)                             31: 24/20",
        "  2)  Doubles => 4                Drops",
        "      Wins 2 points",
    )
    assert kinds(reading) == ["set-start"]
    assert not reading.faults
    start = reading.match.games[0].start
    assert (start.seat, start.cube.value, start.cube.owner, start.position.player[24]) == (
        1,
        2,
        0,
        1,
    )
    assert mat.read(mat.write(reading.match)).match == reading.match


def test_position_that_is_set_up_finds_a_game_again_that_was_lost_sight_of():
    reading = read(
        "  1) 31: ????                    64: 24/14",
        "; Set Pos=-a----E-C---eE---c-e----B-/0",
        "  2) 31: 8/5 6/5                 64: 24/18 8/4",
        "      Wins 1 point",
    )
    assert kinds(reading) == ["hidden-play", "stopped", "set-position", "stopped"]
    assert "1 of the 2 rolls" in reading.findings[3].text
    assert (reading.rolls, reading.replayed) == (4, 3)
    assert reading.match.games[0].result.winner == 0
    assert mat.read(mat.write(reading.match)).match == reading.match


@pytest.mark.parametrize(
    "board",
    [
        "",
        "-a----E-C---eE---c-e----B",
        "-a----E-C---eE---c-e----B-/x",
        "Aa----E-C---eE---c-e-----b/0",
        "-a----O-C---eE---c-e----B-/0",
        "-a----E-C---eE---c-e----B-/99",
    ],
)
def test_position_that_cannot_be_set_up_stops_the_game(board):
    reading = read(
        "  1) 31: 8/5 6/5                 64: 24/14",
        f"; Set Pos={board}",
        "  2) 31: 8/5 6/5                 64: 24/14",
    )
    assert kinds(reading)[:2] == ["set-position", "stopped"]
    assert (reading.rolls, reading.replayed) == (4, 2)
    assert "2 of the 4 rolls" in reading.findings[-1].text


def test_missing_turn_is_told_and_the_game_goes_on_while_it_can():
    rows = [
        "  1) 31: 8/5 6/5                 64: 24/14",
        "  2) 52: 13/8 6/4",
        "  3) 41: 8/4 5/4                 21: 13/11 6/5",
        "  4) 61: 13/7 8/7                21: 20/18 20/19",
        "  5) 21: 8/7 8/6                 11: 6/5 6/5 6/5 6/5",
        "      Wins 1 point",
    ]
    reading = read(*rows)
    assert kinds(reading) == ["turn", "stopped", "stopped"]
    assert [(finding.line, finding.column) for finding in reading.findings[:2]] == [(8, 6), (9, 34)]
    assert "2 of the 9 rolls" in reading.findings[2].text
    assert (reading.rolls, reading.replayed) == (9, 7)
    assert mat.read(mat.write(reading.match)).match == reading.match


def test_cube_is_live_after_the_crawford_game():
    text = text_of("  1) 31: 8/5 6/5", "      Wins 4 points", length=5)
    text += "\n Game 2\n ann : 4      bob : 0\n  1) 31: 8/5 6/5\n                   Wins 1 point\n"
    text += "\n Game 3\n ann : 4      bob : 1\n  1) 31: 8/5 6/5           Doubles => 2\n"
    text += "  2)  Drops                  Wins 1 point\n"
    reading = mat.read(text)
    assert [g.start.rules.crawford for g in reading.match.games] == [False, True, False]
    assert "cube" not in kinds(reading)


def test_double_in_the_crawford_game_is_found_and_stands():
    text = text_of(
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2)  Takes                      64: 24/14",
        "                                  Wins 2 points",
        scores=" ann : 4          bob : 0",
    )
    reading = mat.read(text)
    assert kinds(reading) == ["cube"]
    assert "Crawford" in reading.findings[0].text
    assert reading.match.games[0].result.points == 2
    assert reading.match.games[0].replay().result.points == 2


@pytest.mark.parametrize(
    "header", ["5 point match", " 5 points match", "  5 Point Match", "5 point match (Crawford)"]
)
def test_header_is_read_in_any_dress(header):
    reading = mat.read(f"{header}\n\n Game 1\n a : 0   b : 0\n")
    assert reading.match.length == 5
    assert kinds(reading) == []


def test_header_may_come_after_many_tags():
    tags = "\n".join(f'; [Tag{n} "{n}"]' for n in range(40))
    reading = mat.read(f"{tags}\n\n 7 point match\n\n Game 1\n a : 0   b : 0\n")
    assert reading.match.length == 7
    assert len(reading.match.tags) == 40


def test_chain_with_a_hit_on_the_way():
    reading = read(
        "  1) 31: 8/5 6/5                 21: 13/11 6/5",
        "  2) 44: 24/20*/16 24/16          Wins 1 point",
    )
    assert "24/20*/16 24/16" in plays_of(reading)[2] or "24/20*" in plays_of(reading)[2]


def test_hit_is_made_where_no_star_is_written():
    reading = read(
        "  1) 31: 8/5 6/5                 21: 13/11 6/5",
        "  2) 41: 24/20 6/5               21: 25/24 13/11",
        "      Wins 1 point",
    )
    assert kinds(reading) == []
    hits = [m for a in actions(reading) if isinstance(a, MakePlay) for m in a.moves if m.hit]
    assert [str(hit) for hit in hits] == ["24/20*"]


def test_star_where_nothing_is_hit_is_a_finding():
    reading = read("  1) 31: 8/5* 6/5                64: 24/14", "      Wins 1 point")
    assert kinds(reading) == ["hit"]
    assert reading.replayed == 2


def test_combined_move_hits_on_the_way_only_where_marked():
    """With 42 the 24 goes to 18 over 20, where a checker stands alone, or over 22."""
    opening = "  1) 31: 8/5 6/5                 21: 13/11 6/5"
    plain = read(opening, "  2) 42: 24/18                   65: 24/13", "      Wins 1 point")
    starred = read(opening, "  2) 42: 24/20*/18               21: 25/23 24/23", "   Wins 1 point")
    assert kinds(plain) == kinds(starred) == []
    assert not any(m.hit for m in actions(plain)[5].moves)
    assert any(m.hit for m in actions(starred)[5].moves)


@pytest.mark.parametrize(
    "row", ["  2) 65: ????", "  2) 00: ????", "  2) 65: ???", "  2)  Concedes"]
)
def test_giving_up_without_a_play(row):
    reading = read("  1) 31: 8/5 6/5                 64: 24/14", row, f"{'':34}Wins 1 point")
    result = reading.match.games[0].result
    assert (result.winner, result.end) == (1, End.RESIGNATION)
    assert not reading.faults
    assert reading.rolls == (2 if "65" not in row else 3)


def test_giving_up_behind_a_play():
    reading = read(
        "  1) 31: 8/5 6/5                 64: 24/14",
        "  2) 65: 24/13    Concedes",
        "                                  Wins 1 point",
    )
    assert reading.match.games[0].result.winner == 1
    assert not reading.findings


def test_giving_up_within_a_play():
    """The checkers that were moved stand where they are, and nobody calls it illegal."""
    reading = read("  1) 31: 8/5 6/5                 64: 24/18", "      Wins 1 point")
    assert kinds(reading) == ["hidden-play"]
    assert actions(reading)[3] == IllegalPlay(1, ((24, 18),))
    assert mat.read(mat.write(reading.match)).match == reading.match


def test_right_player_is_known_in_a_game_of_two_rows():
    """A long cell pushes its neighbour away; the name above tells where the column is."""
    reading = read(
        "  1)                             51: 13/8 6/5",
        "  2) 44: 24/20 24/20 13/9 13/9 64: 24/18 18/14",
        "      Wins 1 point",
    )
    assert actions(reading)[0].seat == 1
    reading = read(
        "  1)                             51: 13/8 6/5",
        "  2) 44: 24/20 24/20 13/9 13/9 xxxxxxxxxxxxxxx      64: 24/18 18/14",
        "      Wins 1 point",
    )
    assert actions(reading)[0].seat == 1


def test_giving_up_without_a_result():
    reading = read("  1) 31: 8/5 6/5                 64: 24/14", "  2) 65: Concedes")
    result = reading.match.games[0].result
    assert (result.winner, result.points) == (1, 1)
    assert not reading.findings


def test_hidden_play_in_the_middle_stops_the_game():
    reading = read(
        "  1) 31: ???                     64: 24/14",
        "  2) 65: 24/13                   21: 13/11 6/5",
        "      Wins 1 point",
    )
    assert kinds(reading) == ["hidden-play", "stopped", "stopped"]
    assert (reading.rolls, reading.replayed) == (4, 1)


@pytest.mark.parametrize("points", [16, 4016, 123456789])
def test_points_that_cannot_be_are_capped(points):
    reading = read("  1) 31: 8/5 6/5                 64: 24/14", f"      Wins {points} points")
    assert kinds(reading) == ["points"]
    assert reading.match.games[0].result.points == 3


def test_win_without_points_where_nothing_tells_them_is_a_finding():
    reading = read(ROLLS, f"{RIGHT}Wins")
    assert kinds(reading) == ["points"]
    assert "no points are written; 1 is taken" in reading.findings[0].text
    assert result_of(reading) == (1, 1)


@pytest.mark.parametrize(
    ("words", "level"), [("Wins a gammon", 2), ("Wins backgammon", 3), ("Wins a single game", 1)]
)
def test_win_in_words_tells_its_level(words, level):
    reading = read(ROLLS, f"{RIGHT}{words}", length=9)
    assert kinds(reading) == []
    assert result_of(reading) == (1, level)


@pytest.mark.parametrize("gain", [1, 2, 3])
def test_next_score_tells_the_points_that_are_not_written(gain):
    following = [" Game 2", f" ann : 0                      bob : {gain}", ROLLS]
    for end in (f"{RIGHT}Wins", "  2) 52: Resigns"):
        reading = read(ROLLS, end, *following, f"{RIGHT}Wins 1 point", length=9)
        assert kinds(reading) == []
        assert result_of(reading) == (1, gain)


def test_next_score_of_the_other_player_does_not_tell_the_points():
    following = [" Game 2", " ann : 2                      bob : 0", ROLLS]
    reading = read(ROLLS, f"{RIGHT}Wins", *following, f"{RIGHT}Wins 1 point", length=9)
    assert kinds(reading) == ["points", "score"]


@pytest.mark.parametrize(
    ("score", "words", "points"), [(4, "Wins", 1), (3, "Wins and the match", 2)]
)
def test_score_tells_the_points_that_win_the_match(score, words, points):
    names = f" ann : 0                      bob : {score}"
    reading = read(ROLLS, f"{RIGHT}{words}", scores=names)
    assert kinds(reading) == []
    assert result_of(reading) == (1, points)


def test_win_without_points_after_a_pass_needs_none():
    reading = read(ROLLS, "  2)  Doubles => 2                Drops", "      Wins")
    assert kinds(reading) == []
    assert result_of(reading) == (0, 1)


@pytest.mark.parametrize("word", ["Losses", "Loses", "loses"])
def test_loser_side_alone_tells_the_result(word):
    for seat, margin in ((0, " " * 6), (1, RIGHT)):
        reading = read(ROLLS, f"{margin}{word} 2 points")
        assert kinds(reading) == []
        assert result_of(reading) == (1 - seat, 2)
    by_name = read(ROLLS, f"ann {word.lower()} 2 points")
    assert kinds(by_name) == []
    assert result_of(by_name) == (1, 2)


def test_match_that_is_written_as_won_too_early_is_a_finding():
    reading = read(ROLLS, f"{RIGHT}Wins 1 point and the match")
    assert kinds(reading) == ["points"]
    assert "the winner needs 4 more" in reading.findings[0].text
    assert kinds(read(ROLLS, f"{RIGHT}Wins 1 point and the match", length=1)) == []


@pytest.mark.parametrize("words", ["Wins", "Loses connection", "Lost connection", "Wins nothing"])
def test_result_without_points_within_the_game_ends_nothing(words):
    reading = read(ROLLS, f"  2) {words}", "  3) 21: 13/10", "      Wins 1 point")
    assert reading.replayed == reading.rolls == 3
    assert result_of(reading) == (0, 1)
    assert all(kind in ("cell", "comment") for kind in kinds(reading))


@pytest.mark.parametrize("words", ["Resigns", "Resigns gammon", "Gives up"])
@pytest.mark.parametrize("answer", ["Rejects", "Declines"])
def test_resignation_that_is_declined_ends_nothing(words, answer):
    reading = read(ROLLS, f"  2) {words:29}{answer}", "  3) 21: 13/10", f"{RIGHT}Wins 1 point")
    assert kinds(reading) == []
    assert reading.replayed == 3
    assert result_of(reading) == (1, 1)


@pytest.mark.parametrize("words", ["Resigns", "Resigns gammon", "Timeout"])
def test_resignation_that_nobody_answers_ends_nothing_where_rolls_follow(words):
    reading = read(ROLLS, f"  2) {words}", "  3) 21: 13/10", "      Wins 1 point")
    assert kinds(reading) == ["comment"]
    assert reading.replayed == 3
    assert result_of(reading) == (0, 1)


def test_loss_of_something_else_is_no_result():
    reading = read(ROLLS, f"  2) {'':29}Loses connection")
    assert sorted(kinds(reading)) == ["comment", "truncated"]
    assert reading.match.games[0].result is None


def test_name_that_begins_with_an_initial_is_kept():
    reading = read(ROLLS, "      Wins 1 point", scores=" ann : 0           V. Smith : 0")
    assert reading.match.players == ("ann", "V. Smith")


def test_names_and_scores_that_a_new_page_repeats():
    names = " ann : 0                      bob : 0"
    reading = read(ROLLS, "", names, "  2) 21: 13/10", "      Wins 1 point")
    assert kinds(reading) == ["comment"]
    assert len(reading.match.games) == 1
    another = read(ROLLS, "", names, "  1) 21: 13/10", "      Wins 1 point")
    assert len(another.match.games) == 2


def test_sentence_that_begins_with_the_word_of_a_result_is_none():
    for words in ("Wins the race easily from here", "Loss of the line, resumed on Friday"):
        reading = read(ROLLS, words, f"{RIGHT}Wins 1 point")
        assert kinds(reading) == ["comment"]
        assert result_of(reading) == (1, 1)


def test_only_the_points_that_were_needed():
    reading = read(
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2)  Takes                      64: 24/14",
        "      Wins 1 point and the match",
        length=1,
    )
    assert kinds(reading) == []


def test_long_names_are_kept():
    first, second = "a" * 200, "b" * 300
    text = text_of("  1) 31: 8/5 6/5", "   Wins 1 point", scores=f" {first} : 0 {second} : 0")
    assert mat.read(text).match.players == (first, second)
    assert mat.read(mat.write(mat.read(text).match)).match.players == (first, second)


@pytest.mark.parametrize(
    "names",
    [
        ("Müller", "Čapek"),
        ("Анна", "山田 太郎"),
        ("a:b", "c : d"),
        ("Bot 1", "R2-D2 (JPN)"),
        ("Smith, John", "x,y"),
        ("name : 12 ann", "bob"),
        ("7", "8"),
        ("[x]", "{y}"),
        ("x,12", "y,1500.5"),
    ],
)
def test_names_of_any_kind(names):
    match = read("  1) 31: 8/5 6/5", "      Wins 1 point").match
    (game,) = match.games
    from dataclasses import replace

    renamed = replace(match, players=names, games=(replace(game, players=names),))
    again = mat.read(mat.write(renamed)).match
    assert again.players == names
    assert again.games[0].players == names


def test_ratings_are_kept_beside_the_names():
    text = text_of("  1) 31: 8/5 6/5", "   Wins 1 point", scores=" ann,1567.3 : 0   bob,1700 : 0")
    reading = mat.read(text)
    assert reading.match.players == ("ann", "bob")
    assert reading.match.games[0].tags == {"Rating 0": "1567.3", "Rating 1": "1700"}
    assert mat.read(mat.write(reading.match)).match == reading.match
