"""Random games through every format, spoiled files through every reader, many files through the checker."""

import contextlib
import json
import random
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tavla
from mutations import mutated
from records_of import random_match
from tavla.errors import DataError, FormatError, InvalidArgumentError
from tavla.formats import checking, files, mat, records, sgf
from tavla.formats.findings import KINDS, NOTES
from tavla.formats.matches import MatchRecord, Reading

ROOT = Path(__file__).resolve().parent.parent
SEEDS = Path(__file__).parent / "corpus" / "matches"
FORMATS = {"mat": mat, "sgf": sgf, "json": records}


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), faults=st.booleans(), setups=st.booleans())
def test_what_is_written_is_read_again(name, seed, faults, setups):
    form = FORMATS[name]
    match = random_match(seed, faults=faults, setups=setups)
    text = form.write(match)
    reading = form.read(text)
    assert reading.match == match
    assert form.write(reading.match) == text
    if not faults:
        assert {finding.kind for finding in reading.faults} <= {"set-position"}
    assert reading.rolls == reading.replayed == sum(map(records.count_rolls, match.games))


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_match_goes_through_all_formats(seed):
    match = random_match(seed)
    by_sgf = sgf.read(sgf.write(match)).match
    by_mat = mat.read(mat.write(by_sgf)).match
    assert records.read(records.write(by_mat)).match == match


@pytest.mark.parametrize("variant", [tavla.MOULTEZIM, tavla.FEVGA])
def test_json_holds_games_that_others_cannot(variant):
    game = tavla.Game(variant, seed=5, players=("ann", "bob"))
    while not game.is_over:
        dice = game.state.dice
        if dice is None:
            game.roll()
        else:
            game.play(str(game.state.position.legal_plays(dice)[0]))
    match = records.of_game(game.record)
    assert records.read(records.write(match)).match == match
    for form in (mat, sgf):
        with pytest.raises(InvalidArgumentError, match="variant"):
            form.write(match)


def test_settlement_is_refused_where_it_cannot_be_held():
    game = tavla.Game(tavla.HYPER, rules=tavla.GameRules(settlements=True), seed=1)
    game.roll()
    game.settle(1)
    game.accept()
    match = records.of_game(game.record)
    assert records.read(records.write(match)).match == match
    for form in (mat, sgf):
        with pytest.raises(InvalidArgumentError, match="settle"):
            form.write(match)


# Spoiled files.


def read_or_place(read, data):
    """What comes of reading: nothing, where there is an error, which must have a place."""
    try:
        return read(data)
    except FormatError as error:
        if min(error.line, error.column) < 1 or str(error.line) not in str(error):
            raise AssertionError(f"no place: {error!r}") from error
        return Reading(MatchRecord(tavla.BACKGAMMON, 0, ("", "")))


def corpus():
    return [path.read_bytes() for path in sorted(SEEDS.iterdir())]


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_spoiled_files_give_a_reading_or_an_error_with_a_place(seed):
    rng = random.Random(seed)
    data = mutated(rng, rng.choice(corpus()))
    reading = read_or_place(files.read, data)
    for finding in reading.findings:
        assert finding.kind in KINDS
        assert finding.line >= 1
        assert finding.column >= 1
    for game in reading.match.games:
        game.replay()


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=300))
def test_any_bytes_give_a_reading_or_an_error(data):
    for read in (mat.read, sgf.read, records.read, files.read):
        read_or_place(read, data)


HARD = {
    "digits": b"9" * 40_000,
    "rows": b" 1 point match\n Game 1\n" + b"  1) " * 10_000,
    "colons": b" 1 point match\n Game 1\n" + b"a : 1 " * 8_000,
    "cells": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) " + b"31: 8/5 6/5 " * 4_000,
    "moves": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 11: " + b"8/7 " * 12_000,
    "slashes": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 11: " + b"8/" * 24_000,
    "brackets": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 11: " + b"(;" * 24_000,
    "spaces": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 11: 8/7" + b" " * 40_000 + b"x",
    "word": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 11: 8" + b"a" * 40_000,
    "point": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 11: " + b"9" * 40_000,
    "gap in names": b" 1 point match\n Game 1\n a" + b" " * 40_000 + b"b : 1 x",
    "gap in a tag": b"; [a" + b" " * 40_000 + b"b",
    "gap in a row": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) " + b" " * 40_000 + b"x",
    "row number": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 11: 8/7" + b" 1)" * 9_000,
    "tags": b'; [a "' * 8_000,
    "games": b" Game 1\n" * 6_000,
    "tree": b"(;" * 20_000,
    "values": b"(;A" + b"[" * 40_000,
    "escapes": b"(;A[" + b"\\" * 40_001,
    "names": b"(;" + b"A " * 20_000,
    "nodes": b"(;GM[6]" + b";W[31hefe]" * 4_000,
    "json": b'{"a":' * 8_000,
    "empty games": b" 1 point match\n" + b" Game 1\n" * 8_000,
    "empty trees": b"(;GM[6])" * 5_000,
    "matches": b" 5 point match\n Game 1\n a : 0 b : 0\n" * 3_000,
    "odd lines": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 31: 8/5 6/5\n"
    + b"what is this\n" * 20_000,
    "comments": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 31: 8/5 6/5\n"
    + b" Takes\n; why\n" * 10_000,
    "set-ups": b"1 point match\nGame 1\n"
    + b"; Set Pos=-b----E-C---eE---c-e----B-/0\n1) 31: 8/5\n" * 1_500,
    "nodes without acts": b"(;GM[6];W[31hefe]" + b";C[x]XX[x]" * 20_000,
    "nodes before acts": b"(;GM[6]" + b";C[x]XX[x]" * 20_000,
    "set-ups in nodes": b"(;GM[6];W[31hefe]" + b";AE[a:y]PL[W]C[x]" * 5_000,
    "clocks": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 31: 8/5 6/5" + b" 0:15" * 9_000,
    "rows with clocks": b" 1 point match\n Game 1\n a : 0 b : 0\n"
    + b" 1) 31: 8/5 6/5 0:15  Takes (0:12)\n" * 1_500,
    "open brackets": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 31: 8/5 " + b"([{<" * 9_000,
    "nested brackets": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 31: 8/5 "
    + b"(" * 20_000
    + b")" * 20_000,
    "length with a gap": b"5 points" + b" " * 40_000 + b"x",
    "scores behind scores": b" 1 point match\n Game 1\n a : 0 b : 0\n 1) 31: 8/5 6/5\n"
    + b" a : 0 b : 0\n" * 4_000,
    "text that is none": b" 1 point match\n Game 1\n" + b"\xe9\xff " * 20_000,
}


@pytest.mark.parametrize("name", HARD)
def test_time_grows_with_the_input_and_no_faster(name):
    """What is twice as long takes about twice as long; a square or worse would take hours for a large file."""

    def seconds(data):
        begun = time.process_time()
        with contextlib.suppress(FormatError):
            files.read(data)
        return time.process_time() - begun

    data = HARD[name]
    assert seconds(data) < 3
    assert seconds(data * 2) < 6


def test_memory_grows_with_the_input_and_no_faster():
    text = mat.write(random_match(7, most_games=1))
    body = text.partition(" Game 1\n")[2]
    sizes = []
    for games in (20, 40):
        data = (" 0 point match\n" + (" Game 1\n" + body) * games).encode()
        tracemalloc.start()
        files.read(data)
        sizes.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert sizes[1] < 2.5 * sizes[0]


# The checker.


def test_every_kind_of_finding_is_told_in_the_docs():
    page = (ROOT / "docs" / "checking.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| `")]
    told = {row[1].strip().strip("`"): row[3].strip() == "fault" for row in rows}
    assert told == {kind: kind not in NOTES for kind in KINDS}


def test_checker_takes_folders_and_files_that_cannot_be_read(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "good.mat").write_text(mat.write(random_match(3)))
    (tmp_path / "bad.txt").write_bytes(b"\0\1\2")
    (tmp_path / "other.csv").write_text("not a match")
    found = checking.find_files([tmp_path, tmp_path / "bad.txt"])
    assert [path.name for path in found] == ["bad.txt", "good.mat"]
    checked = {Path(one.path).name: one for one in checking.check([*found, tmp_path / "gone.mat"])}
    assert checked["good.mat"].faults == 0
    assert checked["good.mat"].games > 0
    assert checked["bad.txt"].faults > 0
    assert [f.kind for f in checked["gone.mat"].findings] == ["unreadable"]


def test_checker_gives_the_same_on_many_processes(tmp_path):
    for number in range(40):
        match = random_match(number, most_games=1, faults=True)
        (tmp_path / f"{number:02}.mat").write_text(mat.write(match))
    found = checking.find_files([tmp_path])
    assert list(checking.check(found, processes=2)) == list(checking.check(found, processes=1))
    assert list(checking.check([], processes=2)) == []


def test_checker_refuses_no_processes():
    with pytest.raises(InvalidArgumentError, match="processes"):
        list(checking.check(["a"], processes=0))


def test_strict_checking_tells_the_first_fault_alone(tmp_path):
    path = tmp_path / "a.mat"
    path.write_text("5 point match\nGame 1\na : 0  b : 0\n1) 31: 8/4 64: 24/1\nWins 9 points\n")
    assert len(checking.check_file(path).findings) > 1
    (only,) = checking.check_file(path, strict=True).findings
    assert only.line == 4


def test_checked_file_as_plain_data(tmp_path):
    path = tmp_path / "a.mat"
    path.write_text("5 point match\nGame 1\na : 0  b : 0\n1) 31: 8/4 6/5\nWins 1 point\n")
    data = json.loads(json.dumps(checking.check_file(path).to_dict()))
    assert data["path"] == str(path)
    assert (data["games"], data["rolls"]) == (1, 1)
    (finding,) = data["findings"]
    assert (finding["kind"], finding["line"], finding["fault"]) == ("illegal-play", 4, True)


def test_formats_are_told_by_their_contents(tmp_path):
    match = random_match(11)
    for suffix in (".mat", ".txt", ".sgf", ".json"):
        path = tmp_path / f"a{suffix}"
        files.save(match, path)
        assert files.load(path).match == match
        other = tmp_path / "misnamed.xg"
        other.write_bytes(path.read_bytes())
        assert files.load(other).match == match
    with pytest.raises(InvalidArgumentError, match="name that ends"):
        files.save(match, tmp_path / "a.pdf")


NOTE = "(exported by a friend)\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("note", ["", "\n\n", NOTE])
@pytest.mark.parametrize("form", [mat, sgf])
def test_note_before_a_match_does_not_hide_its_format(form, note, encoding):
    match = random_match(11)
    reading = files.read((note + form.write(match)).encode(encoding))
    assert reading.match.games == match.games
    assert reading.rolls == reading.replayed > 0


KILLING = """
import os, signal
from tavla.formats import checking

def killing(names):
    if any("deadly" in name for name in names):
        os.kill(os.getpid(), signal.SIGKILL)
    return [checking.CheckedFile(name) for name in names]

if __name__ == "__main__":
    names = ["0.mat", "1.mat", "deadly.mat", "3.mat", "4.mat"]
    for one in checking._side_by_side(names, 2, killing):
        print(one.path, *(finding.text for finding in one.findings))
"""
"""A process that is killed, as for lack of memory, by one file of its chunk."""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a signal of POSIX")
def test_process_that_is_killed_costs_its_file_alone(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(KILLING)
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    told = ran.stdout.splitlines()
    assert told[:2] + told[3:] == ["0.mat", "1.mat", "3.mat", "4.mat"]
    assert told[2] == "deadly.mat the process that read it was ended by the system"


def test_script_that_cannot_start_processes_is_told_so_at_once(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from tavla.formats import checking\nlist(checking.check(['a.mat'] * 60, processes=2))\n"
    )
    ran = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode != 0
    assert "__main__" in ran.stderr
    assert "BrokenProcessPool" in ran.stderr


@pytest.mark.parametrize(
    ("text", "place"),
    [('{\n  "format": x}', (2, 13)), ('{"a": 1}\n{}', (2, 1)), ("{", (1, 2)), ("{}", (1, 1))],
)
def test_place_where_json_cannot_be_read_is_told(text, place):
    with pytest.raises(FormatError) as told:
        records.read(text)
    assert (told.value.line, told.value.column) == place
    assert str(told.value).startswith(f"line {place[0]}, column {place[1]}: ")


@pytest.mark.parametrize("name", ["length", "seat", "name"])
def test_json_with_two_values_under_one_name_is_refused(name):
    """Nobody knows which of them is meant: those of the match, of an event, of the variant."""
    text = records.write(random_match(5))
    start = text.index(f'"{name}": ')
    doubled = f'{text[:start]}"{name}": 0, {text[start:]}'
    with pytest.raises(FormatError, match=f"'{name}' stands in one object more than once") as told:
        records.read(doubled)
    assert told.value.kind == "json"
    with pytest.raises(DataError, match="more than once"):
        tavla.Game.from_json(doubled)


def test_match_of_json_has_no_score_below_0():
    text = " 5 point match\n\n Game 1\n a : 1          b : 0\n  1) 31: 8/5 6/5\n"
    data = records.to_dict(mat.read(text).match)
    data["scores"] = [[-1, 0]]
    with pytest.raises(FormatError, match="below 0"):
        records.read(json.dumps(data))
    data["length"] = 0
    assert records.from_dict(data | {"jacoby": True}).scores == ((-1, 0),)
