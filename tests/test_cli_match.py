"""`tavla match` and `tavla money`: what a scorer types, what comes of it, and what is on disk at every moment."""

import contextlib
import csv
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import tavla
from tavla.cli import desk
from tavla.cli.app import app
from tavla.cli.desk import KeptFile
from tavla.cli.match import RATES, MatchDesk, MoneyDesk
from tavla.cli.match_words import COMMON, HELP, find_seat, read_annulled, read_result, usage
from tavla.scoring.met import MatchEquity

PLAYERS = ("ann", "bob")
NEW = ("--players", "ann,bob")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*lines, args=(), command="match"):
    typed = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(app, [command, *map(str, args)], input=typed)


def ok(*lines, args=(), command="match"):
    ran = run(*lines, args=args, command=command)
    assert ran.exit_code == 0, ran.output
    return ran.output


def stored(path="match.json"):
    return tavla.Match.from_json(Path(path).read_bytes())


EVENING = (
    "win ann gammon 2",
    "drop bob",
    "resign ann gammon",
    "win BO mart 2 note='so late'",
    "void",
)


def library_match():
    match = tavla.Match(7, players=PLAYERS)
    match.enter(winner="ann", kind=2, cube=2)
    match.enter(winner="ann", end="pass")
    match.enter(winner="bob", kind=2, end="resignation")
    match.enter(winner="bob", kind=2, cube=2, note="so late")
    match.enter(winner=None, end="void")
    return match


def test_an_evening_is_that_of_the_library():
    text = ok(*EVENING, "sheet", args=NEW)
    assert stored().entries == library_match().entries
    assert library_match().sheet() in text


def test_each_command_is_on_disk_before_the_next():
    for number, line in enumerate(EVENING):
        ok(line, args=NEW if number == 0 else ())
        assert stored().entries == library_match().entries[: number + 1]
        assert stored("match.json.bak").entries == library_match().entries[:number]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("win ann", {"winner": 0}),
        ("WIN Bob", {"winner": 1}),
        ("win ann 4", {"winner": 0, "cube": 4}),
        ("win ann koks", {"winner": 0, "kind": 3}),
        ("win b gammon 2", {"winner": 1, "kind": 2, "cube": 2}),
        ("win b 2 auto=1 note=x", {"winner": 1, "cube": 2, "automatics": 1, "note": "x"}),
        ("drop bob", {"winner": 0, "end": "pass"}),
        ("pass ann 2", {"winner": 1, "end": "pass", "cube": 2}),
        ("resign bob", {"winner": 0, "end": "resignation"}),
        ("resign bob backgammon 8", {"winner": 0, "end": "resignation", "kind": 3, "cube": 8}),
        ("settle ann 1/2 4", {"winner": 0, "end": "settlement", "points": "1/2", "cube": 4}),
        ("settle ann 0", {"winner": None, "end": "settlement", "points": "0"}),
        ("void", {"winner": None, "end": "void"}),
    ],
)
def test_results_as_they_are_typed(line, told):
    assert read_result(PLAYERS, line.split()) == told


def test_an_annulled_double_was_made_once_unless_told():
    assert read_annulled(PLAYERS, ["ann", "gammon"]) == {"winner": 0, "kind": 2, "cube": 2}
    assert read_annulled(PLAYERS, ["ann", "4"]) == {"winner": 0, "cube": 4}


def test_names_may_be_shortened_where_one_is_meant():
    assert find_seat(("Ann", "Anna"), "Ann") == 0
    assert find_seat(("Ann", "Anna"), "anna") == 1
    for text in ("a", "", "x"):
        with pytest.raises(tavla.errors.UnknownPlayerError, match="expected Ann or Anna"):
            find_seat(("Ann", "Anna"), text)


def test_every_usage_is_found():
    for line in "\n".join((*HELP.values(), COMMON)).splitlines():
        typed = line.split("  ")[0]
        for word in (typed.split() or [""])[:1]:
            if word.isalpha():
                assert word in usage(word)
    assert usage("dance") == "a command that `help` lists"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("win", "expected win NAME"),
        ("win cat", "expected ann or bob, got 'cat'"),
        ("win ann 3", "power of two"),
        ("win ann triple", "expected single, gammon or backgammon, got 'triple'"),
        ("win ann gammon 2 2", "expected the cube alone"),
        ("win ann 99999999999999999999999", "expected a whole number"),
        ("win ann auto=x", "auto: expected a whole number"),
        ("win ann 2 auto=1", "automatic doubles"),
        ("win 'ann", "No closing quotation"),
        ("drop ann 2 2", "expected drop NAME [CUBE]"),
        ("settle ann 3", "settlements are excluded"),
        ("annul ann", "expected the Crawford game"),
        ("annul", "expected annul NAME"),
        ("amend 1", "expected amend N COMMAND"),
        ("amend 0 win ann", "the sheet has 1 games, got 0"),
        ("amend 2 win ann", "the sheet has 1 games, got 2"),
        ("reopen", "neither forfeited nor left"),
        ("abandon", "no game is under way"),
        ("forfeit cat", "expected ann or bob"),
        ("board chess", "expected random, pip, human, got 'chess'"),
        ("board pip cat", "expected ann or bob"),
        ("met 3", "power of two"),
        ("export pdf x", "expected text, csv or json, got 'pdf'"),
        ("export csv match.json", "is where the evening is saved"),
        ("export csv no/such/folder", "No such file"),
        ("\x00", "expected a command that `help` lists"),
        ("sheet please", "expected"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(line, words):
    ok("win bob", args=NEW)
    before = Path("match.json").read_bytes()
    ran = run(line)
    assert ran.exit_code == 1
    assert "refused: " in ran.output
    assert words in ran.output
    assert "allowed:" not in ran.output
    assert Path("match.json").read_bytes() == before


def test_undo_and_amend_count_as_the_sheet_does():
    text = ok(
        "win ann 4", "win bob", "win bob 2", "undo", "amend 1 win ann 2", args=(*NEW, "--length", 5)
    )
    assert stored().score.scores == (2, 1)
    assert "game 1: ann wins 2 points (single, cube 2)" in text
    ran = run("amend 1 win ann backgammon 2")
    assert "refused: amend: game 2 comes after the end of the match" in ran.output


def test_the_score_tells_crawford_post_crawford_and_double_match_point():
    args = (*NEW, "--length", 3, "--variant", "hyper")
    lines = ok("win ann 2", "annul bob", "win bob", "win bob", args=args).splitlines()
    assert [line for line in lines if line.startswith("ann ")] == [
        "ann 0 - bob 0, to 3: ann needs 3, bob needs 3",
        "ann 2 - bob 0, to 3: ann needs 1, bob needs 3; the Crawford game: nobody doubles",
        "ann 2 - bob 1, to 3: ann needs 1, bob needs 2; post-Crawford",
        "ann 2 - bob 2, to 3: ann needs 1, bob needs 1; double match point",
        "ann 2 - bob 3: bob wins the match 3-2",
    ]
    assert [entry.note for entry in stored().entries] == ["", "cube at 2 annulled", "", ""]


def test_options_are_those_of_the_match():
    args = ("--length", 9, "--variant", "fevga", "--no-crawford", "--holland", "--cube")
    ok(args=(*NEW, *args, "--dead-cube", "refuse", "--seed", 5))
    assert (
        stored().to_dict()
        == tavla.Match(
            9,
            tavla.FEVGA,
            PLAYERS,
            crawford=False,
            holland=True,
            cube=True,
            dead_cube="refuse",
            seed=5,
        ).to_dict()
    )


def test_the_winner_of_the_last_game_starts_where_the_variant_says_so():
    assert "game 2 is next, bob starts" in ok("win bob", args=(*NEW, "--variant", "fevga"))


def test_forfeits_and_what_takes_them_back():
    ran = run("win ann", "forfeit bob went home", "win ann", args=NEW)
    assert ran.exit_code == 1
    assert "bob forfeits the match to ann at 1-0 (went home)" in ran.output
    assert "refused: enter: the match is over (forfeit)" in ran.output
    ok("reopen", "leave closing time")
    assert (stored().result.end, stored().result.note) == ("unfinished", "closing time")


def test_met_is_the_table_at_the_score():
    text = ok("met 2", "win ann gammon 2", "met", args=(*NEW, "--length", 5, "--variant", "hyper"))
    table = MatchEquity.computed(gammon_rate=RATES["hyper"][0], backgammon_rate=RATES["hyper"][1])
    take = table.take_point(5, 5, 2, wins=RATES["hyper"], losses=RATES["hyper"])
    assert f"takes 4 from {take:.1%} (dead cube)" in text
    assert f"gammon value {table.gammon_value(5, 5, 2):.2f} at 2" in text
    assert f"ann: {table.equity(1, 5, crawford=True):.1%} to win the match" in text
    assert text.count("takes") == 2
    assert "nobody doubles in this game" in text
    assert "refused: met: the match is over" in run("win ann", "met").output


def test_a_player_who_cannot_use_a_double_is_not_feared():
    text = ok("win ann 2", "win bob", "met", args=(*NEW, "--length", 3))
    assert "bob: " in text
    assert text.count("takes 2 from") == 1


def test_scores_are_drawn():
    pytest.importorskip("matplotlib")
    ok(*EVENING, "plot x.svg", args=NEW)
    assert "<svg" in Path("x.svg").read_text(encoding="utf-8")


def test_running_scores_end_at_the_score():
    match = tavla.Match(5, players=("ann", "bob"))
    match.enter(winner="bob", kind=2)
    match.enter(winner="ann", cube=2, end="pass")
    assert match.running_scores() == {"ann": [0, 0, 2], "bob": [0, 2, 2]}
    session = tavla.MoneySession(("ann", "bob"))
    session.enter(winner="bob", cube=2)
    assert session.running_scores() == {"ann": [0, -2], "bob": [0, 2]}


def test_exports():
    ok(*EVENING, "export csv x.csv", "export json x.json", "export text x.txt", args=NEW)
    match = library_match()
    assert Path("x.txt").read_text() == f"{match.sheet()}\n"
    rows = list(csv.DictReader(io.StringIO(Path("x.csv").read_text())))
    assert [row["score bob"] for row in rows] == ["0", "0", "2", "6", "6"]
    assert (rows[3]["note"], rows[3]["kind"], rows[4]["winner"]) == ("so late", "gammon", "")
    data = json.loads(Path("x.json").read_text())
    assert data["games"] == match.sheet_rows()
    assert data["scores"] == [5, 6]
    assert data["statistics"]["bob"]["gammons"] == 2
    assert "seed" not in Path("x.json").read_text()


def test_statistics_have_a_column_for_each_player():
    lines = ok("win ann gammon 2", "stats", args=NEW).splitlines()
    assert "gammons          1    0" in lines
    assert "average cube     2    2" in lines


def test_help_comes_from_one_place():
    assert f"{HELP['match']}\n{COMMON}" in ok("help", args=NEW)


# What is on disk.


def test_the_evening_of_the_documentation():
    page = Path(__file__).resolve().parent.parent / "docs" / "matches.md"
    told = page.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0].splitlines()
    typed = [line[2:] for line in told if line.startswith("> ")]
    text = ok(*typed, args=(*NEW, "--length", 5, "--variant", "hyper"))
    assert text.splitlines() == [line for line in told if not line.startswith("> ")]


def test_nothing_is_begun_without_players():
    ran = run()
    assert (ran.exit_code, Path("match.json").exists()) == (1, False)
    assert "give --players NAME,NAME" in ran.output


@pytest.mark.parametrize("names", ["ann", "ann,ann", "ann,bob,cat", ","])
def test_two_names_are_needed(names):
    assert run(args=("--players", names)).exit_code == 1
    assert not Path("match.json").exists()


@pytest.mark.parametrize("option", [NEW, ("--length", 5), ("--no-crawford",), ("--dead-cube", "x")])
def test_an_evening_that_is_there_has_its_own_rules(option):
    ok("win ann", args=NEW)
    before = Path("match.json").read_bytes()
    ran = run(args=option)
    assert ran.exit_code == 1
    assert f"is there already; give no {option[0].replace('no-', '')}" in ran.output
    assert Path("match.json").read_bytes() == before


def cut(data):
    return data[: len(data) // 2]


def other_score(data):
    return data.replace(b'"scores": [\n  1,', b'"scores": [\n  2,')


def other_result(data):
    return data.replace(b'"points": 1', b'"points": 2')


@pytest.mark.parametrize(
    "damage", [cut, other_score, other_result, lambda data: b"\xff" + data, lambda _: b"[]"]
)
def test_a_damaged_file_is_refused_with_the_reason_and_left_alone(damage):
    ok("win ann", args=NEW)
    path = Path("match.json")
    damaged = damage(path.read_bytes())
    assert damaged != path.read_bytes()
    path.write_bytes(damaged)
    ran = run("win bob")
    assert ran.exit_code == 1
    assert "match.json is refused: " in ran.output
    assert "before its last change is in match.json.bak" in ran.output
    assert path.read_bytes() == damaged
    assert stored("match.json.bak").score.scores == (0, 0)


def test_a_session_for_money_is_no_match():
    ok(args=(*NEW, "--stake", "2"), command="money")
    assert "money.json is refused: " in run(args=("money.json",)).output


def test_where_it_cannot_be_saved_nothing_has_happened(monkeypatch):
    ok("win ann", args=NEW)
    before = Path("match.json").read_bytes()

    def full(path, text):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(desk, "write_text", full)
    text = run("win bob", "board", "sheet").output
    assert text.count("refused: [Errno 28]") == 2
    assert text.splitlines()[-1] == "   1  ann     single          1       1  1-0"
    assert Path("match.json").read_bytes() == before


def test_a_file_that_somebody_else_changed_is_left_alone():
    match = tavla.Match(3, players=PLAYERS)
    kept = KeptFile(Path("x.json"), tavla.Match.from_json)
    kept.save(match)
    Path("x.json").write_text(match.to_json())
    match.enter(winner=0)
    with pytest.raises(tavla.DataError, match="changed by somebody else"):
        kept.save(match)
    assert stored("x.json").entries == ()


class Typist:
    """A scorer at a process of his own."""

    def __init__(self, *args):
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from tavla.cli import main; main()", "match", *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )

    def until(self, words):
        for line in self.process.stdout:
            if words in line:
                return line
        raise AssertionError(words)

    def type(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def stop(self, number):
        self.process.send_signal(number)
        rest = self.process.stdout.read()
        self.process.stdin.close()
        self.process.stdout.close()
        return rest, self.process.wait(timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_whoever_is_stopped_loses_nothing(number, code):
    typist = Typist(*NEW)
    typist.until("game 1 is next")
    typist.type("win ann 4")
    typist.until("game 2 is next")
    assert typist.stop(number)[1] == code
    assert stored().score.scores == (4, 0)
    ok("win bob")
    assert stored().score.scores == (4, 1)


COMMANDS = (
    "win drop resign annul void undo amend forfeit leave reopen settle abandon met sheet stats score help ann bob b "
    "gammon mart koks single 1 2 3 4 64 1/2 note=x auto=1 = # ' \\ \x00 \u0662"
)
WORDS = st.sampled_from(COMMANDS.split(" "))


@given(lines=st.lists(st.lists(WORDS, max_size=5).map(" ".join), max_size=12), money=st.booleans())
def test_whatever_is_typed_the_file_holds_what_was_done(lines, money):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.json")
        if money:
            found = MoneyDesk(
                tavla.MoneySession(PLAYERS), KeptFile(path, tavla.MoneySession.from_json)
            )
        else:
            match = tavla.Match(3, tavla.HYPER, PLAYERS)
            found = MatchDesk(match, KeptFile(path, tavla.Match.from_json))
        with contextlib.redirect_stdout(io.StringIO()) as out:
            found.run(lines)
        assert out.getvalue().count("refused: ") == found.refused
        if path.exists():
            again = KeptFile(path, type(found.table).from_json).load()
            assert again.to_dict() == found.table.to_dict()
        else:
            assert not found.table.entries


# Games on a board.


def test_a_game_on_the_board_is_entered_with_its_record():
    args = (*NEW, "--length", 3, "--variant", "moultezim", "--seed", 11)
    ran = run("board pip", *["1"] * 300, args=args)
    match = stored()
    (entry,) = match.entries
    assert match.game is None
    assert entry.record.replay().result == entry.result
    assert entry.record.players == PLAYERS
    assert "game 2 is next" in ran.output
    expected = tavla.Match(3, tavla.MOULTEZIM, PLAYERS, seed=11).new_game()
    expected.roll()
    assert entry.record.events[0] == expected.events[0]  # the dice of the match


def test_a_game_on_the_board_waits_and_goes_on():
    args = (*NEW, "--variant", "hyper", "--seed", 3)
    ran = run("board", "1", "quit", "win ann", args=args)
    assert "game 1 is on the board" in ran.output
    assert "refused: enter: game 1 is under way" in ran.output
    events = stored().game.events
    assert [one.action.name for one in events[:2]] == ["opening_roll", "play"]
    ran = run("board", "save x.json", "resign", "accept")
    assert "save: the game is saved after each action already" in ran.output
    assert stored().entries[0].record.events[:2] == events[:2]
    assert stored().entries[0].result.end == "resignation"


def test_a_game_on_the_board_can_be_abandoned():
    ok("board", "quit", "abandon", "win ann", args=(*NEW, "--variant", "hyper"))
    assert stored().score.scores == (1, 0)
    assert stored().entries[0].record is None


def test_a_game_that_was_over_when_all_stopped_is_entered():
    match = tavla.Match(3, tavla.HYPER, PLAYERS, seed=3)
    game = match.new_game()
    game.roll()
    game.resign(2, seat=0)
    game.accept()
    Path("match.json").write_text(match.to_json())
    text = ok("board")
    assert "`board` enters its result" in text
    assert stored().score.scores == (0, 2)
    assert "game 1: bob wins 2 points (gammon, cube 1, ann resigned)" in text


def test_in_the_crawford_game_nobody_doubles_on_the_board():
    ok("win ann 2", "board", "quit", args=(*NEW, "--length", 3, "--variant", "hyper"))
    assert stored().game.rules.crawford


# Money.


def test_an_evening_for_money():
    args = (*NEW, "--stake", "0.50", "--unit", "EUR", "--variant", "backgammon", "--seed", 1)
    lines = (
        "win ann gammon",
        "settle bob 16/9 4",
        "win bob gammon 2",
        "sheet",
        "export json x.json",
    )
    text = ok(*lines, args=args, command="money")
    session = tavla.MoneySession(PLAYERS, tavla.BACKGAMMON, stake="0.50", unit="EUR", seed=1)
    session.enter(winner=0, kind=2)
    session.enter(winner=1, cube=4, end="settlement", points="16/9")
    session.enter(winner=1, kind=2, cube=2)
    assert (
        tavla.MoneySession.from_json(Path("money.json").read_bytes()).to_dict() == session.to_dict()
    )
    assert session.sheet() in text
    assert "bob leads by 43/9 points: 43/18 EUR" in text
    assert json.loads(Path("x.json").read_text())["totals"] == {
        "ann": "-43/18 EUR",
        "bob": "43/18 EUR",
    }


@pytest.mark.parametrize("line", ["annul ann", "forfeit ann", "leave", "met"])
def test_a_session_for_money_has_no_match_to_speak_of(line):
    assert "refused: expected" in run(line, args=NEW, command="money").output
