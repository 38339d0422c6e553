"""The command `play`: what a person types, what comes of it, and what is on disk at every moment."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import tavla
from tavla.cli.app import app
from tavla.cli.play import Session, by_itself, new_session
from tavla.cli.saving import fresh_path
from tavla.game import Game, GameRules, GameState, ScriptedDice
from tavla.players import PipPlayer
from tavla.whole import write_text

CUBE = GameRules(cube=True, beavers=3, settlements=True)
# Seat 0 starts with 6-5; then 3-1, 6-6 and so on.
THROWS = ((6, 5), (3, 1), (6, 6), (2, 1), (5, 4), (4, 3))


def run(*args, lines=()):
    return CliRunner().invoke(
        app, ["play", *map(str, args)], input="".join(f"{x}\n" for x in lines)
    )


def ok(*args, lines=()):
    ran = run(*args, lines=lines)
    assert ran.exit_code == 0, ran.output
    return ran.output


def session(*lines, rules=CUBE, programs=None, path=None, throws=THROWS, start=None):
    """A game of two people, unless programs are given, with scripted dice; the text printed comes with it."""
    options = {"start": start} if start else {"variant": tavla.HYPER, "rules": rules}
    game = Game(
        **options, dice=ScriptedDice(throws), players=("ann", "bob"), tags={"against": "human", "seat": "0"}
    )  # fmt: skip
    found = Session(game, programs or {}, path)
    alone = typer.Typer()
    alone.command()(found.run)
    ran = CliRunner().invoke(alone, input="".join(f"{line}\n" for line in lines))
    assert ran.exception is None, ran.output
    return game, ran.output


@pytest.mark.parametrize("name", sorted(tavla.VARIANTS))
def test_a_whole_game_of_every_variant_by_numbers(name):
    lines = ["1"] * 2000
    text = ok(name, "--seed", 4, lines=lines)
    assert " won" in text.splitlines()[-1]
    assert text.isascii()


def test_the_game_is_that_of_the_library():
    record = tavla.play_game(("pip", "pip"), tavla.HYPER, seed=21)
    mine = [e.action for e in record.events if e.action.name == "play" and e.action.seat == 1]
    lines = [" ".join(map(str, action.moves)) for action in mine if action.moves]
    text = ok("hyper", "--seed", 21, "--seat", 1, lines=lines)
    winner = "you" if record.result.winner == 1 else "pip"
    assert text.splitlines()[-1].startswith(f"{winner} won")


def test_the_board_is_drawn_from_the_view_of_whoever_is_asked():
    game, text = session("24/13", "double")
    drawn = [tavla.render.text.board(game.state.seen_by(seat), legend=False) for seat in (0, 1)]
    assert drawn[0] != drawn[1]
    asked_bob, asked_ann = text.split("> ")[1:3]
    assert drawn[1] in asked_bob
    assert "X bob: 69 pips" in asked_bob
    assert drawn[0] in asked_ann
    assert "X ann: 58 pips" in asked_ann


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("24/18 24/19", "Not legal: there is no checker on 24"),
        ("24/20", "Not legal: "),
        ("24", "Not understood: "),
        ("hello there", "Not understood: cannot read"),
        ("99", "Not understood: "),
        pytest.param("9" * 5000, "Not understood: ", id="digits"),
        ("settle 1e999999999", "expected an exact number"),
        ("take", "Not now: the game waits for a play. Type ?"),
        ("double", "Not now: the game waits for a play. Type ?"),
        ("roll", "Not now: the game waits for a play. Type ?"),
        ("resign 4", "expected 1, 2 or 3"),
        ("resign many", "expected 1, 2 or 3"),
        ("settle many", "expected an exact number"),
        ("save", "expected the name of a file"),
        ("save no/such/file", "Not saved: no/such/file: No such file or directory."),
        ("undo", "Not now: there is no decision of yours to take back."),
        ("accept", "Not now: "),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(line, words):
    game, text = session(line)
    assert words in text
    assert len(game.events) == 1


def test_a_question_mark_lists_every_legal_play():
    _, text = session("?")
    for play in tavla.Position.start(tavla.HYPER).legal_plays((6, 5)):
        assert f"  {play}\n" in text
    assert "You can: play, resign, settle" in text
    _, text = session("help")
    assert "beaver" in text


def test_an_ambiguous_play_lists_what_it_can_mean():
    start = GameState.at(
        tavla.Position(tavla.BACKGAMMON, {24: 1, 0: 14}, {6: 1, 8: 1, 0: 13}), dice=(6, 5)
    )
    plays = start.position.legal_plays((6, 5))
    with pytest.raises(tavla.AmbiguousPlayError):
        plays.find("24/13")
    game, text = session("24/13", start=start)
    assert "That can mean: " in text
    assert not game.events


@pytest.mark.parametrize("word", ["double", "Dave", "DOUBLE"])
def test_doubles_and_their_answers(word):
    game, text = session("24/13", word, "take", "24/20", "redouble", "Base", "pass")
    assert "ann: play 6-5" in text
    assert "bob: double to 2." in text
    assert "ann: take for 2 or pass for 1" in text
    assert game.state.cube.value == 2
    assert text.count("Not now: ") == 1  # a redouble is no answer
    assert game.result.end == "pass"
    assert "ann won by pass: 2 points." in text


def test_beaver_and_raccoon():
    game, text = session("24/13", "double", "beaver", "raccoon", "take")
    assert game.state.cube.value == 8
    assert "ann: beaver to 4." in text
    assert "bob: raccoon to 8." in text
    assert "The cube is at 8, with ann." in text


@pytest.mark.parametrize("line", ["koks", "24/18", "hello"])
@pytest.mark.parametrize("asked", ["double", "resign"])
def test_who_is_asked_is_told_that_an_answer_is_due(asked, line):
    game, text = session("24/13", asked, line)
    assert f"Not understood: expected an answer, got '{line}'." in text
    assert len(game.events) == 3


@pytest.mark.parametrize("words", ["3", "koks", "Backgammon"])
def test_resignation(words):
    game, text = session(
        f"resign {words}", "decline", "resign", "decline 2", "resign Mart", "accept"
    )
    assert "bob declined and asks for a gammon." in text
    assert "bob: accept or decline" in text
    assert game.result.points == 2
    assert text.splitlines()[-1] == "bob won a gammon by resignation: 2 points."


def test_settlement():
    game, text = session("settle -1/3", "accept")
    assert game.result.points * 3 == 1
    assert text.splitlines()[-1] == "bob won by settlement: 1/3 points."
    game, text = session("settle 0", "accept")
    assert text.splitlines()[-1] == "Nobody won (settlement)."


def test_undo_goes_back_to_the_persons_last_decision():
    game, text = session("24/13", "roll", "undo", "undo", "1", programs={1: PipPlayer()})
    plays = tavla.Position.start(tavla.HYPER).legal_plays((6, 5))
    assert game.events[1].action.moves == plays[0].moves
    assert text.count("ann: play 6-5 >") == 2
    assert game.events[2].action.dice == (3, 1)  # nothing is thrown afresh


def test_undo_takes_a_dance_and_the_programs_turn_back_too():
    position = tavla.Position(tavla.HYPER, {25: 1, 0: 2}, {1: 2, 6: 1})
    start = GameState.at(position.flipped(), seat=1, dice=(2, 1))
    game, _ = session("1", "undo", start=start, throws=((1, 1), (3, 3)), programs={0: PipPlayer()})
    assert not game.events


def test_an_empty_line_rolls_or_makes_the_only_play():
    start = GameState.at(tavla.Position(tavla.HYPER, {6: 1, 0: 2}, {24: 3}), CUBE)
    game, _ = session("", "", start=start)
    assert [event.action.name for event in game.events] == ["roll", "play"]
    game, text = session("", "")
    assert len(game.events) == 1
    assert "   1  24/18 23/18" in text


def test_nobody_is_asked_where_there_is_nothing_to_decide():
    state = GameState.new(tavla.HYPER)
    assert by_itself(state).name == "opening_roll"
    danced = GameState.at(tavla.Position(tavla.HYPER, {25: 1, 0: 2}, {1: 2, 6: 1}), dice=(1, 1))
    assert by_itself(danced).moves == ()
    assert by_itself(GameState.at(danced.position)).name == "roll"
    assert by_itself(GameState.at(danced.position, CUBE)) is None


def test_the_opening_tells_ties_and_automatic_doubles():
    rules = GameRules(cube=True, auto_doubles=1)
    _, text = session(rules=rules, throws=((3, 3), (3, 3), (1, 2), (1, 1)))
    assert "Opening throw: ann 3, bob 3. The cube is at 2." in text
    assert "Opening throw: ann 3, bob 3.\n" in text
    assert "First turn: bob." in text


def test_saved_after_each_action(tmp_path):
    path = tmp_path / "game.json"
    ok("hyper", "--seed", 7, "--save", path, lines=["1"])
    saved = Game.from_json(path.read_text())
    assert len(saved.events) > 3
    assert list(tmp_path.iterdir()) == [path]
    ok("--resume", path, lines=["1"] * 1000)
    assert Game.from_json(path.read_text()).is_over
    assert " won" in ok("--resume", path)


@pytest.mark.parametrize("against", ["random", "pip"])
def test_a_resumed_game_is_the_game_that_was_not_interrupted(tmp_path, against):
    whole, path = tmp_path / "whole.json", tmp_path / "parts.json"
    options = ("fevga", "--seed", 5, "--against", against, "--seat", 1)
    ok(*options, "--save", whole, lines=["1"] * 3000)
    ok(*options, "--save", path)
    for _ in range(400):
        text = ok("--resume", path, lines=["1"] * 7)
        if " won" in text:
            break
    assert Game.from_json(path.read_text()).record == Game.from_json(whole.read_text()).record


def test_a_save_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    write_text(path, "old")

    def fail(handle):
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_text(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_save_that_fails_in_the_middle_is_told(tmp_path, monkeypatch):
    calls = []

    def fail_later(path, text):
        calls.append(path)
        if len(calls) > 1:
            raise OSError("disk full")

    monkeypatch.setattr("tavla.cli.play.write_text", fail_later)
    assert "could not be saved: disk full" in ok("hyper", "--save", tmp_path / "g", lines=["1"])


def test_save_and_quit(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ok("hyper", "--seed", 7, lines=["save mine.json", "1", "quit", "1"])
    assert len(Game.from_json(Path("mine.json").read_text()).events) > 1
    for name in ("tavla-hyper.json", "tavla-hyper-2.json"):
        assert name in ok("hyper", lines=["quit"])
        assert Path(name).exists()
    assert fresh_path("tavla-hyper") == Path("tavla-hyper-3.json")


def test_no_other_file_is_overwritten(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("dear ann")
    ran = run("hyper", "--save", path)
    assert ran.exit_code == 1
    assert "the file exists" in ran.output
    assert "the file exists" in ok("hyper", lines=[f"save {path}"])
    assert path.read_text() == "dear ann"


def damaged(text):
    data = json.loads(text)
    yield text[:-20], "no JSON"
    yield "[]", "expected an object of format"
    yield json.dumps(data | {"version": 2}), "expected version 1"
    yield json.dumps(data | {"dice": {"source": "seeded"}}), "expected a source of dice"
    record = json.loads(text)["record"]
    record["events"][1]["moves"] = [[22, 21, 1]]
    yield json.dumps(data | {"record": record}), "event 1"
    record = json.loads(text)["record"]
    record["tags"] = {}
    yield json.dumps(data | {"record": record}), "not a game that was played here"
    record["tags"] = {"against": "gnu", "seat": "0"}
    yield json.dumps(data | {"record": record}), "expected random, pip, human"
    yield json.dumps(data | {"dice": {"source": "manual"}}), "not a game that was played here"


def test_a_damaged_file_is_refused_with_the_reason(tmp_path):
    path = tmp_path / "game.json"
    ok("hyper", "--seed", 7, "--save", path, lines=["1"])
    for text, words in damaged(path.read_text()):
        path.write_text(text)
        ran = run("--resume", path)
        assert ran.exit_code == 1
        assert words in ran.output, ran.output
        assert path.read_text() == text


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chess"], "chess"),
        ([], "expected a VARIANT"),
        (["hyper", "--against", "gnu"], "expected random, pip, human"),
        (["hyper", "--seat", 2], "expected 0 or 1"),
        (["hyper", "--beavers", -1], "beavers"),
        (["hyper", "--jacoby"], "need --cube"),
        (["hyper", "--beavers", 1], "need --cube"),
        (["hyper", "--auto-doubles", 1], "need --cube"),
        (["hyper", "--seed", -1], "seed"),
        (["hyper", "--resume", "x"], "its own rules"),
        (["--cube", "--resume", "x"], "its own rules"),
        (["--against", "human", "--resume", "x"], "its own rules, players and dice"),
        (["--seat", 1, "--resume", "x"], "its own rules, players and dice"),
        (["--resume", "no/such/file"], "tavla: no/such/file: No such file or directory"),
        (["hyper", "--save", "no/such/file"], "tavla: no/such/file: No such file or directory"),
    ],
)
def test_options_that_cannot_be_are_refused(args, words):
    ran = run(*args)
    assert ran.exit_code == 1
    assert words in ran.output


def test_a_turn_begun_by_single_moves_is_played_again_as_a_whole(tmp_path):
    path = tmp_path / "game.json"
    game = new_session(tavla.HYPER, GameRules(), seed=7, against="human").game
    game.roll()
    move = game.state.position.legal_moves(game.state.dice)[0]
    game.move(move.source, move.target)
    path.write_text(game.to_json())
    ok("--resume", path)
    assert not Game.from_json(path.read_text()).state.moves


def test_the_end_of_the_input_is_no_error():
    text = ok("hyper", "--cube", "--jacoby")
    assert "The input has ended." in text
    assert "The game is not saved" in text


def test_input_that_is_no_text_is_told(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-m", "tavla", "play", "hyper"],
        input=b"\xff\xfe\n?\n",
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    assert b"Not understood" in ran.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_keeps_the_saved_game(tmp_path):
    path = tmp_path / "game.json"
    args = [sys.executable, "-m", "tavla", "play", "hyper", "--save", str(path)]
    with subprocess.Popen(
        args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        while not path.exists() or not Game.from_json(path.read_text()).events:
            time.sleep(0.02)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert not err
    assert b"The game is saved" in out
    Game.from_json(path.read_text())
