"""`tavla check`, `convert` and `replay`."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from records_of import random_match
from tavla.formats import files, mat

ROOT = Path(__file__).resolve().parent.parent
GOOD = """ 5 point match

 Game 1
 ann : 0                      bob : 0
  1) 31: 8/5 6/5                 64: 24/14
                                 Wins 1 point
"""
BAD = GOOD.replace("24/14", "24/15")


def run(*args):
    return subprocess.run(
        [sys.executable, "-c", "from tavla.cli import main; main()", *map(str, args)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "good.mat"
    path.write_text(GOOD)
    return path


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text(BAD)
    return path


def test_check_of_a_sound_file(good):
    ran = run("check", good)
    assert ran.returncode == 0, ran
    assert f"{good}: 1 game, 2 rolls, no findings" in ran.stdout
    assert run("check", good, "--quiet").stdout == ""


def test_one_of_a_kind_is_told_in_the_singular(bad):
    assert run("check", bad).stdout.endswith(
        "1 file, 1 game, 2 rolls, 2 replayed; 1 file with faults\n"
    )


def test_a_file_that_is_missing_is_told_without_a_place(tmp_path):
    ran = run("check", tmp_path / "gone.mat")
    assert ran.returncode == 1
    assert "  unreadable: No such file or directory\n" in ran.stdout
    assert "line 1" not in ran.stdout


def test_check_of_a_file_with_a_fault(bad):
    ran = run("check", bad)
    assert ran.returncode == 1
    assert "line 5, column 34 game 1 roll 2: illegal-play" in ran.stdout
    assert "written: 64: 24/15" in ran.stdout
    assert "legal: " in ran.stdout


def test_check_tells_programs(good, bad):
    ran = run("check", good.parent, "--json")
    assert ran.returncode == 1
    data = json.loads(ran.stdout)
    schema = ROOT / "docs" / "schema" / "check.schema.json"
    jsonschema.validate(data, json.loads(schema.read_text()))
    assert data["totals"] == {"files": 2, "games": 2, "rolls": 4, "replayed": 4, "faulty": 1}
    first, second = data["files"]
    assert (first["path"], second["path"]) == (str(bad), str(good))
    assert second["findings"] == []
    (finding,) = first["findings"]
    assert finding["kind"] == "illegal-play"
    assert finding["line"] == 5
    assert "dice" in finding["text"] or "die" in finding["text"]


def test_check_goes_on_after_a_file_that_is_none(good):
    (good.parent / "noise.mat").write_bytes(bytes(range(256)))
    ran = run("check", good.parent / "gone.mat", good.parent / "noise.mat", good)
    assert ran.returncode == 1
    assert f"{good}: 1 game, 2 rolls, no findings" in ran.stdout
    assert "  unreadable: No such file or directory" in ran.stdout
    assert "3 files, " in ran.stdout


def test_check_of_an_empty_folder_says_so(tmp_path):
    ran = run("check", tmp_path)
    assert ran.returncode == 1
    assert "no file that ends in .mat, .txt, .sgf is below" in ran.stderr
    assert str(tmp_path) in ran.stderr


@pytest.mark.parametrize("suffix", [".sgf", ".json", ".txt"])
def test_convert_and_back(tmp_path, suffix):
    match = random_match(5)
    source, middle, back = (tmp_path / name for name in ("a.mat", f"b{suffix}", "c.mat"))
    source.write_text(mat.write(match))
    assert run("convert", source, middle).returncode == 0
    assert run("convert", middle, back).returncode == 0
    assert files.load(back).match == match


def test_convert_tells_what_is_wrong_and_strict_refuses(bad, tmp_path):
    ran = run("convert", bad, tmp_path / "x.sgf")
    assert ran.returncode == 0
    assert "illegal-play" in ran.stderr
    refused = run("convert", bad, tmp_path / "y.sgf", "--strict")
    assert refused.returncode == 1
    assert "line 5, column 34" in refused.stderr
    assert not (tmp_path / "y.sgf").exists()


def test_replay_shows_every_event(good):
    ran = run("replay", good)
    assert ran.returncode == 0
    assert "ann plays 8/5 6/5" in ran.stdout
    assert "bob plays 24/18 18/14" in ran.stdout
    assert "bob wins 1" in ran.stdout


def test_replay_of_one_game(good):
    assert run("replay", good, "--game", "1").returncode == 0
    ran = run("replay", good, "--game", "2")
    assert ran.returncode == 1
    assert "from 1 to 1" in ran.stderr


def test_further_matches_of_a_file_go_to_files_of_their_own(tmp_path):
    source, target = tmp_path / "two.mat", tmp_path / "out.sgf"
    source.write_text(GOOD + GOOD.replace(" 5 point", " 7 point"))
    ran = run("convert", source, target)
    assert ran.returncode == 0
    assert "out-2.sgf" in ran.stderr
    lengths = [files.load(path).match.length for path in (target, tmp_path / "out-2.sgf")]
    assert lengths == [5, 7]
    assert f"{source}: 2 games, 4 rolls" in run("check", source).stdout


def test_replay_of_a_record_without_scores(tmp_path, good):
    match = replace(files.load(good).match, scores=(), numbers=())
    files.save(match, tmp_path / "a.json")
    assert "Game 1: ann 0, bob 0" in run("replay", tmp_path / "a.json").stdout


def test_nothing_in_a_file_steers_the_terminal(tmp_path):
    path = tmp_path / "a\x1b[31m\nb.mat"
    path.write_text(GOOD.replace("24/14", "\x1b[2J24/14"))
    for command in (("check", path), ("replay", path), ("convert", path, tmp_path / "a.sgf")):
        ran = run(*command)
        assert "\x1b" not in ran.stdout + ran.stderr
        assert "\\x1b[2J" in ran.stdout + ran.stderr


def test_errors_of_files_name_the_file(bad, tmp_path):
    damaged = tmp_path / "damaged.json"
    damaged.write_text('{"format"')
    for command in (
        ("convert", bad, tmp_path / "a.sgf", "--strict"),
        ("convert", damaged, tmp_path / "a.sgf"),
        ("replay", damaged),
    ):
        ran = run(*command)
        assert ran.returncode == 1
        assert ran.stderr.startswith(f"tavla: {command[1]}: line ")
    assert run("check", damaged).stdout.count("line 1, column ") == 1


def test_file_without_a_game_is_not_converted(tmp_path):
    path = tmp_path / "empty.mat"
    path.write_text("")
    ran = run("convert", path, tmp_path / "a.sgf")
    assert ran.returncode == 1
    assert f"{path}: it holds no game" in ran.stderr
    assert not (tmp_path / "a.sgf").exists()
    for options in ((), ("--game", "1")):
        ran = run("replay", path, *options)
        assert ran.returncode == 1
        assert f"{path}: it holds no game" in ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_output_that_is_closed_or_full_is_told(good):
    main = f"{sys.executable} -c 'from tavla.cli import main; main()' check {good}"
    for output in (">&-", "> /dev/full"):
        if "full" in output and not Path("/dev/full").exists():
            continue
        ran = subprocess.run(
            ["sh", "-c", f"{main} {output}"],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert "Traceback" not in ran.stderr
        if "full" in output:
            assert ran.returncode == 1
            assert ran.stderr.startswith("tavla: output: ")


def test_converted_file_is_whole_or_as_it_was(good, tmp_path, monkeypatch):
    target = tmp_path / "a.sgf"
    target.write_text("old")

    def fail(handle):
        raise OSError(28, "full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="full") as told:
        files.save(mat.read(GOOD).match, target)
    assert told.value.filename == str(target)
    assert target.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.sgf", "good.mat"]


@pytest.mark.skipif(sys.platform == "win32", reason="links and permissions of POSIX")
def test_converted_file_keeps_its_link_and_its_permissions(good, tmp_path):
    target, link = tmp_path / "a.sgf", tmp_path / "link.sgf"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    files.save(mat.read(GOOD).match, link)
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert target.read_text().startswith("(;")
