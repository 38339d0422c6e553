"""The score sheet, statistics and exports of a chouette."""

import csv
import io
import json
import sys

import pytest

from chouette_helpers import new, play, started
from tavla.errors import MissingExtraError, UnknownPlayerError
from tavla.render import plot, sheet
from tavla.scoring.chouette import chouette_statistics

EVENING = """
start; double bob; double cat; take ann bob; drop ann cat; finish crew 2
start; double bob; drop cat; take dan; take ann; extra cat dan; take dan; settle dan 1/2 bob
"""


def evening():
    return play(new(4, extras="optional"), EVENING)


def test_the_sheet_has_a_table_for_each_game():
    text = """\
Game 1: bob has the box next
player  role     cubes                 points  total
ann     box                                -6     -6
bob     captain  2 gammon                  +4     +4
cat     crew     1 dropped by ann          +1     +1
dan     crew     1 gammon                  +1     +1

Game 2, in progress
player  role     cubes                                                          points  total
bob     box                                                                       +1/2   +9/2
cat     captain  1 dropped by cat                                                   -2     -1
dan     crew     2 settlement +1/2; extra against cat: 2 owned by dan             +3/2   +5/2
ann     crew     2 owned by ann                                                      0     -6

Totals: bob +9/2, dan +5/2, cat -1, ann -6"""
    assert sheet.sheet(evening()).split() == text.split()
    lines = sheet.sheet(evening()).splitlines()
    assert lines[1].index("points") + len("points") == lines[2].index("-6") + 2, "numbers line up"


def test_a_sheet_of_some_width_has_a_line_for_each_cube():
    lines = sheet.sheet(evening(), 72).splitlines()
    assert max(map(len, lines)) <= 72
    assert lines[1].startswith("player  role     cubes             points"), "this one fits"
    at = lines.index("dan     crew     2 settlement +1/2                    +3/2   +5/2")
    assert lines[at + 1] == "                 extra against cat: 2 owned by dan"
    assert sheet.game_text(evening(), 72) == "\n".join(lines[7:-2])
    assert sheet.totals_text(evening(), 20).splitlines() == [
        "Totals: bob +9/2,",
        "dan +5/2, cat -1,",
        "ann -6",
    ]


def test_statistics_of_some_width_have_a_column_for_each_player():
    lines = sheet.statistics_table(evening(), 80).splitlines()
    assert lines[0].split() == ["player", "ann", "bob", "cat", "dan"]
    assert lines[2].split() == ["as", "box", "1", "0", "0", "0"]
    assert len(sheet.statistics_table(evening(), 200).splitlines()) == 5


def test_a_cube_that_waits_is_on_the_sheet():
    text = sheet.game_text(started(3, "double bob"))
    assert "2 offered to ann" in text
    assert sheet.game_text(new(3)) == ""


def test_the_sheet_names_automatic_doubles_and_roles():
    text = sheet.sheet(
        play(new(6, partner="optional", automatics="one"), "start with fay; automatic")
    )
    assert "Game 1, 1 automatic, in progress" in text
    assert "fay     partner" in text


def test_long_names_are_not_cut():
    book = play(new(2), "join " + "x" * 40)
    assert "x" * 40 + " 0" in sheet.sheet(book)


def test_the_table_as_csv():
    rows = list(csv.DictReader(io.StringIO(sheet.as_csv(evening()))))
    assert len(rows) == 8
    assert rows[1] == {
        "game": "1",
        "player": "bob",
        "role": "captain",
        "cubes": "2 gammon",
        "points": "4",
        "total": "4",
    }
    assert rows[-2]["points"] == "3/2"


def test_the_sheet_as_plain_data():
    data = json.loads(json.dumps(sheet.as_dict(evening())))
    assert data["format"] == "tavla.chouette_sheet"
    assert data["games"][0]["next_box"] == "bob"
    assert data["games"][1]["players"][2]["points"] == "3/2"
    assert data["totals"] == {"ann": -6, "bob": "9/2", "cat": -1, "dan": "5/2"}
    assert data["statistics"]["bob"]["as_captain"] == 1
    assert len(data["ledger"]) == 6


def test_statistics_of_a_player():
    book = play(evening(), "finish box")
    found = chouette_statistics(book, "bob")
    assert (found.games, found.as_box, found.as_captain, found.as_crew) == (2, 1, 1, 0)
    assert (found.won, found.lost, found.best, found.worst) == (2, 0, 4, found.points - 4)
    assert (found.drops, found.drops_gained, found.boxes_kept) == (0, 1, 1)
    assert chouette_statistics(book, "ann").drops == 1
    assert chouette_statistics(book, "cat").drops_gained == 1
    everybody = [chouette_statistics(book, name).points for name in book.ledger.players]
    assert sum(everybody) == 0
    with pytest.raises(UnknownPlayerError):
        chouette_statistics(book, "zoe")


def test_statistics_of_a_partner():
    book = play(new(6, partner="optional"), "start with fay; finish box")
    assert chouette_statistics(book, "fay").as_partner == 1


def test_the_table_of_statistics_has_everybody():
    lines = sheet.statistics_table(evening()).splitlines()
    assert [line.split()[0] for line in lines] == ["player", "ann", "bob", "cat", "dan"]


def test_running_scores_end_at_the_totals():
    book = play(evening(), "finish box")
    curves = plot.running_scores(book)
    assert {name: scores[-1] for name, scores in curves.items()} == book.totals
    assert {len(scores) for scores in curves.values()} == {3}


def test_a_plot_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    plot.save_scores(evening(), tmp_path / "scores.svg")
    assert "<svg" in (tmp_path / "scores.svg").read_text(encoding="utf-8")


def test_without_matplotlib_the_message_tells_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtraError, match=r"tavla\[plot\]"):
        plot.save_scores(evening(), tmp_path / "scores.svg")
