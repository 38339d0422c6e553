"""`tavla chouette`: an evening typed in a terminal, saved after each entry."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tavla
from chouette_helpers import NAMES
from tavla.cli.chouette import (
    Scorer,
    commands,
    evening_file,
    read_range,
    read_rules,
    read_stakes,
)
from tavla.cli.chouette_words import read_entries, typed
from tavla.errors import DataError, InvalidArgumentError, InvalidRulesError, RecordError
from tavla.scoring.chouette import events

GOLDEN = Path(__file__).parent / "golden" / "v1"


def scorer(tmp_path, players=4, lines=(), **options):
    table = tavla.Chouette(NAMES[:players], tavla.ChouetteRules(**options))
    found = Scorer(table, evening_file(tmp_path / "evening.json"))
    found.run(list(lines))
    return found


def totals(scorer):
    return [int(total) for total in scorer.book.totals.values()]


def tavla_chouette(folder, *args, typed=""):
    return subprocess.run(
        [sys.executable, "-c", "from tavla.cli import main; main()", "chouette", *args],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=folder,
        env=os.environ | {"COLUMNS": "100"},
    )


def test_every_command(tmp_path):
    lines = """
    start
    double bob            # the captain
    beaver bob
    drop bob
    double ann c d
    take c
    drop dan
    extra dan cat
    take cat/dan
    settle cat/dan 1
    join eve
    leave bob
    away cat dan
    back cat
    win crew gammon
    """.splitlines()
    found = scorer(tmp_path, lines=lines, extras="optional")
    assert found.refused == 0
    assert totals(found) == [-1, -2, 6, -3, 0]


def test_the_single_cube_and_other_commands(tmp_path):
    lines = ["start", "auto", "double captain", "withdraw cat dan", "take", "void"]
    options = {"cubes": "single", "objectors": "may_withdraw", "automatics": "one"}
    found = scorer(tmp_path, lines=lines, **options)
    assert (found.refused, totals(found)) == (0, [0, 0, 0, 0])
    lines = ["start", "double bob", "beaver", "raccoon", "pass bob"]
    found = scorer(tmp_path / "..", players=2, lines=lines, beavers="raccoon")
    assert (found.refused, totals(found)) == (0, [-4, 4])


@pytest.mark.parametrize("order", ["captain_first", "captain_last", "simultaneous"])
def test_all_may_answer_at_once(tmp_path, order):
    found = scorer(tmp_path, lines=["start", "double box", "drop all"], cube_answer_order=order)
    assert totals(found) == [3, -1, -1, -1]


@pytest.mark.parametrize("away", ["bob", "cat", "dan"])
def test_all_answer_but_those_who_follow_the_captain(tmp_path, away):
    found = scorer(tmp_path, lines=["start", f"away {away}", "double box", "take all", "win box"])
    assert (found.refused, totals(found)) == (0, [6, -2, -2, -2])


def test_all_of_the_crew_who_may_double(tmp_path):
    lines = ["start", "double bob", "take bob", "double all", "take all", "win crew"]
    found = scorer(tmp_path, lines=lines)
    assert (found.refused, totals(found)) == (0, [-6, 2, 2, 2])
    found.obey("double all")
    assert found.refused == 1


def test_an_answer_of_all_that_one_may_not_give_is_refused_whole(tmp_path, capsys):
    options = {"lone_taker": "must_beaver"}
    found = scorer(tmp_path, lines=["start", "double box", "drop b", "drop c"], **options)
    before = found.table.to_dict()
    found.obey("take all")
    assert found.table.to_dict() == before
    assert "must beaver or drop" in capsys.readouterr().out


def test_the_start_with_a_partner(tmp_path):
    lines = ["start eve declined=fay share=1/4", "win box"]
    found = scorer(tmp_path, 6, lines, partner="optional", partner_share="agreed")
    assert (found.refused, totals(found)) == (0, [3, -1, -1, -1, 1, -1])


def test_corrections(tmp_path, capsys):
    lines = ["start", "double bob", "take", "win crew", "amend 4 win crew gammon", "list"]
    found = scorer(tmp_path, 2, lines)
    assert totals(found) == [-4, 4]
    assert "  4 finish crew 2" in capsys.readouterr().out
    for line, expected in (
        ("insert 3 drop bob", [-4, 4]),
        ("amend 3 drop bob", [-4, 4]),
        ("amend 3-4 drop bob", [-1, 1]),
        ("amend 3 take then win crew gammon", [-4, 4]),
        ("remove 4", [0, 0]),
        ("undo 2", [0, 0]),
    ):
        found.obey(line)
        assert totals(found) == expected
    assert found.refused == 2, "the game would have been over"
    assert "Totals: bob +4, ann -4" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["amend 3 win box", "amend 3 win box then take b"])
def test_a_correction_that_cannot_be_says_where_and_changes_nothing(tmp_path, capsys, command):
    found = scorer(tmp_path, 2, ["start", "double b", "take b", "win box"])
    before = found.table.to_dict()
    capsys.readouterr()
    found.obey(command)
    out = capsys.readouterr().out
    assert out == (
        "refused: the amendment is refused: entry 3, finish box: "
        "finish: answers are due first: bob\n"
    )
    assert found.table.to_dict() == before


def test_a_game_that_ended_otherwise_can_be_corrected_games_later(tmp_path):
    lines = ["start", "double b", "take b", "win box", "start", "double c", "drop c", "win crew"]
    found = scorer(tmp_path, 3, [*lines, "start"])
    assert totals(found) == [1, -1, 0]
    found.obey("amend 6-8 win crew gammon")
    found.obey("amend 3-4 drop b then double c then drop c")
    assert found.refused == 0
    assert totals(found) == [-1, -1, 2]
    assert (len(found.book.games), found.book.game.box) == (2, "cat")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dance", "a command that `help` lists"),
        ("double", "double WHO"),
        ("double zoe", "expected one of ann, bob, cat, dan"),
        ("take", "say whose cube: none waits"),
        ("take bob", "no cube waits"),
        ("win everybody", "win box|crew"),
        ("win box twice", "single, gammon or backgammon"),
        ("settle bob much", "exact number"),
        ("amend 9 win box", "a number from 1 to 1"),
        ("amend one win box", "expected a number, got 'one'"),
        ("undo 9", "there are 1"),
        ("export pdf x", "text, csv or json"),
        ("export csv no/such/folder", "No such file"),
        ('double "bob', "No closing quotation"),
        ("start a b", "expected a partner"),
        ("start", "is in progress"),
    ],
)
def test_what_is_refused_says_what_was_expected(tmp_path, capsys, line, words):
    found = scorer(tmp_path, lines=["start"])
    before = found.table.to_dict()
    found.obey(line)
    assert found.refused == 1
    assert words in capsys.readouterr().out
    assert found.table.to_dict() == before


def test_a_refusal_lists_what_was_allowed(tmp_path, capsys):
    found = scorer(tmp_path, lines=["start", "double bob"])
    found.obey("win box")
    assert "allowed: double cat; double dan; take bob; drop bob" in capsys.readouterr().out


def test_what_is_allowed_is_listed_as_it_is_typed():
    data = json.loads((GOLDEN / "chouette_evening.json").read_text(encoding="utf-8"))
    evening = tavla.Chouette.from_dict(data)
    books = [evening.before(number) for number in range(1, len(evening.entries) + 1)]
    single = tavla.Chouette(["box", "Jo Ann", "d'Arc"], tavla.ChouetteRules(cubes="single")).book
    books += [single, single.apply(events.Start())]
    books.append(books[-1].apply(events.Double("Jo Ann")))
    count = 0
    for book in books:
        for event in book.allowed:
            entries = read_entries(book, shlex.split(typed(book, event), comments=True))
            assert [book.apply(one) for one in entries] == [book.apply(event)], event
            count += 1
    assert count > 500


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("help", "extra DROPPER TAKER"),
        ("sheet", "Totals: "),
        ("game", "Game 1, in progress"),
        ("stats", "drops gained"),
        ("order", "captain bob"),
        ("rules", "{}"),
        ("allowed", "double cat"),
        ("consult", "about a move: nobody"),
    ],
)
def test_queries(tmp_path, capsys, query, words):
    found = scorer(tmp_path, lines=["start", "double bob", query])
    assert words in capsys.readouterr().out
    assert found.refused == 0


def test_names_may_be_shortened_where_one_is_meant(tmp_path):
    found = scorer(tmp_path, lines=["start", "double B", "take b"])
    assert found.refused == 0
    found.obey("join bea")
    found.obey("double b")
    assert found.refused == 1


def test_exports(tmp_path):
    found = scorer(tmp_path, lines=["start", "win crew"])
    for form in ("text", "csv", "json"):
        found.obey(f"export {form} '{tmp_path / form}'")
    assert found.refused == 0
    assert "Game 1: bob has the box next" in (tmp_path / "text").read_text(encoding="utf-8")
    assert "1,ann,box,,-3,-3" in (tmp_path / "csv").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "json").read_text(encoding="utf-8"))["totals"]["ann"] == -3


@pytest.mark.parametrize("command", ["export csv", "export text", "plot"])
@pytest.mark.parametrize("name", ["evening.json", "evening.json.bak"])
def test_nothing_is_written_over_the_saved_evening(tmp_path, capsys, command, name):
    found = scorer(tmp_path, lines=["start", "win crew"])
    before = (tmp_path / name).read_bytes()
    found.obey(f"{command} '{tmp_path}/../{tmp_path.name}/{name}'")
    assert "is where the evening is saved" in capsys.readouterr().out
    assert (tmp_path / name).read_bytes() == before


def test_a_board_in_the_terminal(tmp_path, capsys):
    table = tavla.Chouette(["ann", "bob"], variant=tavla.HYPER, seed=7)
    found = Scorer(table, evening_file(tmp_path / "evening.json"))
    found.run(["start", "roll", "board", "resign crew", "decline", "resign crew", "accept"])
    out = capsys.readouterr().out
    assert found.refused == 0
    assert totals(found) == [1, -1]
    assert "to play 2-1: ann" in out
    assert "to throw for the start" in out
    found.run(["start", "roll", "play 1/2", "roll 3 1", "board now", "resign box twice"])
    assert found.refused == 4
    assert "1/2 with" in capsys.readouterr().out
    assert (
        json.loads((tmp_path / "evening.json").read_bytes())["entries"]
        == (found.table.to_dict()["entries"])
    )


def test_a_game_on_a_board_is_played_by_typing_what_is_allowed(tmp_path, capsys):
    table = tavla.Chouette(["ann", "bob"], variant=tavla.HYPER, seed=3)
    found = Scorer(table, evening_file(tmp_path / "evening.json"))
    found.run(["start", "roll", "win box"])
    assert "allowed: play PLAY; resign box;" in capsys.readouterr().out
    while not found.book.games:
        capsys.readouterr()
        found.obey("allowed")
        lines = capsys.readouterr().out.splitlines()
        assert "resign box gammon" in lines or "roll" in lines
        found.obey(next(line for line in lines if line == "roll" or line.startswith("play ")))
        assert found.refused == 1, "the board says who wins"


def test_dice_by_hand_in_the_terminal(tmp_path):
    table = tavla.Chouette(["ann", "bob"], variant=tavla.HYPER, manual_dice=True)
    found = Scorer(table, evening_file(tmp_path / "evening.json"))
    lines = ["start", "roll", "roll 62", "play 24/22 24/18", "play 24/18 23/21", "roll 61"]
    found.run(lines)
    assert found.refused == 2, "a roll without dice, and a checker that is not there"
    assert found.table.board.dice == (6, 1)


def test_players_throw_for_their_seats(tmp_path):
    ran = tavla_chouette(tmp_path, "--players", "ann,bob,cat", "--throw", "--variant", "fevga")
    assert ran.returncode == 0
    assert ran.stdout.startswith("thrown: ann ")
    saved = tavla.Chouette.from_json((tmp_path / "chouette.json").read_bytes())
    assert sorted(saved.book.players) == ["ann", "bob", "cat"]
    assert saved.variant == tavla.FEVGA


# The file


def test_each_entry_is_saved_and_the_state_before_it_kept(tmp_path):
    found = scorer(tmp_path, lines=["start", "double bob"])
    evening = evening_file(tmp_path / "evening.json")
    assert evening.load().to_dict() == found.table.to_dict()
    assert len(evening_file(evening.backup).load().entries) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evening.json", "evening.json.bak"]


@pytest.mark.parametrize("step", ["write", "rename", "backup"])
def test_a_save_that_fails_leaves_the_last_good_state(tmp_path, monkeypatch, capsys, step):
    found = scorer(tmp_path, lines=["start", "double bob"])
    before = (tmp_path / "evening.json").read_bytes()
    replace = type(tmp_path).replace

    def broken(*args):
        raise OSError(28, "No space left on device")

    def renamed(self, target):
        if step == "backup" or (step == "rename" and target.suffix == ".json"):
            broken()
        return replace(self, target)

    if step == "write":
        monkeypatch.setattr(os, "fsync", broken)
    else:
        monkeypatch.setattr(type(tmp_path), "replace", renamed)
    found.obey("take bob")
    assert "No space left" in capsys.readouterr().out
    assert (tmp_path / "evening.json").read_bytes() == before
    assert [one.name for one in found.table.entries] == ["start", "double"]
    monkeypatch.undo()
    found.obey("take bob")
    assert found.refused == 1
    assert len(evening_file(tmp_path / "evening.json").load().entries) == 3
    assert not list(tmp_path.glob(".*"))


def test_a_killed_evening_loses_nothing(tmp_path):
    code = "from tavla.cli import main; main()"
    running = subprocess.Popen(
        [sys.executable, "-u", "-c", code, "chouette", "--players", "ann,bob"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    with running:
        for line in ("start", "double bob", "take bob"):
            running.stdin.write(line + "\n")
            running.stdin.flush()
        while "bob 2 with ann" not in running.stdout.readline():
            pass
        running.kill()
    found = evening_file(tmp_path / "chouette.json").load()
    assert [one.name for one in found.entries] == ["start", "double", "take"]


def test_a_file_that_somebody_else_wrote_is_not_overwritten(tmp_path, capsys):
    found = scorer(tmp_path, lines=["start"])
    (tmp_path / "evening.json").write_text("other")
    found.obey("win box")
    assert "changed by somebody else" in capsys.readouterr().out
    assert (tmp_path / "evening.json").read_text() == "other"


def test_a_damaged_file_is_refused_with_the_reason_and_left(tmp_path):
    scorer(tmp_path, lines=["start", "double bob"])
    path = tmp_path / "evening.json"
    text = path.read_text()
    path.write_text(text[:-10])
    with pytest.raises(DataError, match=r"refused: no JSON.*is in .*evening.json.bak"):
        evening_file(path).load()
    path.write_text(text.replace('"double"', '"take"'))
    with pytest.raises(RecordError, match="refused: entry 2, take bob"):
        evening_file(path).load()
    ran = tavla_chouette(tmp_path, "evening.json", typed="win box\n")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "entry 2, take bob" in ran.stderr
    assert path.read_text() == text.replace('"double"', '"take"')


def test_an_evening_from_the_command_line(tmp_path):
    ran = tavla_chouette(
        tmp_path, "--players", "ann, bob,cleo", "--preset", "cambridge", typed="start\nwin crew\n"
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "next game 2: box bob, line cleo, ann" in ran.stdout
    ran = tavla_chouette(tmp_path, typed="start\ndouble bob\nsettle cleo 1\nquit\nundo\n")
    assert ran.returncode == 1, "a command was refused"
    assert "refused: settle: settlements are excluded" in ran.stdout
    chouette = tavla.Chouette.from_json((tmp_path / "chouette.json").read_bytes())
    assert len(chouette.entries) == 4
    assert chouette.rules == tavla.ChouetteRules.preset("cambridge")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "give --players"),
        (["--players", "ann"], "two different names"),
        (["--players", "ann,bob", "--preset", "paris"], "expected one of chouette_classic"),
        (["--players", "ann,bob", "--rule", "cubes=three"], "'multi' or 'single'"),
        (["--players", "ann,bob", "--rule", "cubes"], "OPTION=VALUE"),
        (["--players", "ann,bob", "--stake", "0"], "above 0"),
        (["no/such/folder/x.json", "--players", "ann,bob"], "No such file"),
    ],
)
def test_wrong_arguments(tmp_path, args, words):
    ran = tavla_chouette(tmp_path, *args)
    assert ran.returncode == 1
    assert words in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_players_are_given_once(tmp_path):
    assert tavla_chouette(tmp_path, "--players", "ann,bob").returncode == 0
    ran = tavla_chouette(tmp_path, "--players", "ann,bob")
    assert (ran.returncode, "is there already" in ran.stderr) == (1, True)


def test_house_rules_on_the_command_line():
    rules = read_rules(
        "act",
        [
            "max_players=none",
            "jacoby=off",
            "extras=off",
            "partner_at=7",
            "partner=optional",
            "settlements=on",
        ],
    )
    assert (rules.max_players, rules.jacoby, rules.extras, rules.partner_at, rules.settlements) == (
        None,
        False,
        "off",
        7,
        True,
    )
    with pytest.raises(InvalidRulesError, match="no such option"):
        read_rules(None, ["cube=2"])
    with pytest.raises(InvalidArgumentError):
        read_rules(None, ["cubes"])


@pytest.mark.parametrize(("text", "expected"), [("5", (5, 1)), ("5-7", (5, 3)), ("5-5", (5, 1))])
def test_entries_are_named_by_numbers(text, expected):
    assert read_range(text) == expected


@pytest.mark.parametrize("text", ["", "-", "5-", "-5", "7-5", "five", "5-7-9"])
def test_what_names_no_entries_is_refused(text):
    with pytest.raises(InvalidArgumentError):
        read_range(text)


@pytest.mark.parametrize("words", [["then"], ["take", "then"], ["take", "then", "then", "drop"]])
def test_then_stands_between_commands(words):
    with pytest.raises(InvalidArgumentError, match="before and after"):
        commands(words)


def test_stakes_on_the_command_line():
    assert read_stakes("1/2") == "1/2"
    assert read_stakes("ann=1, bob=2") == {"ann": "1", "bob": "2"}
    for text in ("ann=1,bob", "ann=1,", "ann=1,ann=2"):
        with pytest.raises(InvalidArgumentError, match="--stake: expected"):
            read_stakes(text)
