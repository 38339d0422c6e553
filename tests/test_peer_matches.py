"""GNU Backgammon itself reads what we write. Runs where it is installed, or where TAVLA_GNUBG names the program."""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import tavla
from records_of import random_match
from tavla.formats import files, mat, sgf
from tavla.game import Beaver, Event, MakePlay, OpeningRoll, Roll

MATCHES = 40
FOUND = os.environ.get("TAVLA_GNUBG") or shutil.which("gnubg", path="/usr/games:/usr/bin:/bin")
pytestmark = [
    pytest.mark.peers,
    pytest.mark.skipif(not FOUND, reason="GNU Backgammon is not installed"),
]
QUIET = [
    "set confirm new off",
    "set confirm save off",
    "set automatic game off",
    "set automatic move off",
    "set automatic roll off",
    "set player 0 human",
    "set player 1 human",
]


def gnubg(folder, commands):
    script = folder / "commands.txt"
    script.write_text("\n".join([*QUIET, *commands]) + "\n")
    ran = subprocess.run(
        [*FOUND.split(), "-t", "-q", "-r", "-c", script],
        env=os.environ | {"HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=250,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def is_plain(match):
    """Whether GNU Backgammon's import keeps all: it passes over Jacoby's tag, takes what follows a beaver that was
    passed for the same game, and plays forced plays that nobody made."""
    for game in match.games:
        names = [event.action for event in game.events]
        for action, following in pairwise(names):
            if isinstance(action, Beaver) or (
                isinstance(action, Roll | OpeningRoll) and not isinstance(following, MakePlay)
            ):
                return False
    return not match.jacoby


def told(match):
    """The games without comments and agreements."""
    games = tuple(
        replace(
            game,
            start=game.start._next(rules=game.start.rules.replace(jacoby=False, crawford=False)),
            events=tuple(Event(event.action) for event in game.events),
            tags={},
        )
        for game in match.games
    )
    return match.players, match.variant, match.length, match.scores, games


@pytest.mark.parametrize(("form", "command"), [(mat, "import mat"), (sgf, "load match")])
def test_gnubg_reads_what_is_written(tmp_path, form, command):
    matches = [random_match(seed) for seed in range(MATCHES)]
    if form is mat:
        matches = [match for match in matches if is_plain(match)]
    assert len(matches) > 10
    commands = []
    for number, match in enumerate(matches):
        written = tmp_path / f"{number}.{form.__name__.rpartition('.')[2]}"
        written.write_text(form.write(match))
        commands += [f"{command} {written}", f"save match {tmp_path / str(number)}.back.sgf"]
    gnubg(tmp_path, commands)
    for number, match in enumerate(matches):
        reading = sgf.read((tmp_path / f"{number}.back.sgf").read_bytes())
        assert told(reading.match) == told(match), number


def test_gnubg_tells_the_same_score(tmp_path):
    match = next(m for m in map(random_match, range(99)) if m.length and len(m.games) > 1)
    (tmp_path / "a.mat").write_text(mat.write(match))
    text = gnubg(tmp_path, [f"import mat {tmp_path / 'a.mat'}", "show score"])
    expected = list(match.scores[-1])
    result = match.games[-1].result
    expected[result.winner] += int(result.points)
    assert f"ann {expected[0]}, bob {expected[1]} (match to {match.length} points" in text


SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


def ends_of(folder, command, paths):
    """Where GNU Backgammon stands after loading each file: the Position ID, and the Match ID, which has the score.

    None stands for a file that it could not read whole. The bit of Jacoby's rule is left out: a `.mat` has no word for it
    that GNU Backgammon knows.
    """
    commands = []
    for path in paths:
        commands += ["show clockwise", f"{command} {path}", "show board"]
    _, *parts = re.split("^.*clockwise.*$", gnubg(folder, commands), flags=re.MULTILINE)
    assert len(parts) == len(paths)
    found = []
    for part in parts:
        ids = re.findall(r"Position ID: (\S+)\s+Match ID   : (\S+)[AE]$", part, re.MULTILINE)
        found.append(None if "Unrecognised move" in part or not ids else ids[-1])
    return found


def loadable(path):
    """What we read of a file, unless it holds what a program that follows the rules cannot load alike: illegal plays,
    plays that are not told, points that the game was not worth."""
    reading = files.load(path)
    kinds = {finding.kind for finding in reading.findings}
    return reading.match if not kinds - {"comment"} else None


def test_gnubg_stands_alike_after_the_real_files_and_what_we_write_of_them(tmp_path):
    """Every file without a finding, imported as it is, and as our `.mat` and our SGF of it."""
    if not SHARED.exists():
        pytest.skip("the shared files are not here")
    paths = [*sorted(SHARED.glob("matches/*")), *sorted(SHARED.glob("gnubg*/*.mat"))]
    read = {path: loadable(path) for path in paths}
    paths = [path for path in paths if read[path] is not None]
    assert len(paths) > 50
    plain = tmp_path / "plain"
    plain.mkdir()
    mats, sgfs = [], []
    for number, path in enumerate(paths):
        (plain / f"{number}.mat").write_bytes(path.read_bytes())
        mats.append(tmp_path / f"{number}.mat")
        sgfs.append(tmp_path / f"{number}.sgf")
        files.save(read[path], mats[-1])
        files.save(read[path], sgfs[-1])
    originals = ends_of(tmp_path, "import mat", [plain / f"{n}.mat" for n in range(len(paths))])
    ours = ends_of(tmp_path, "import mat", mats)
    by_sgf = ends_of(tmp_path, "load match", sgfs)
    assert None not in ours + by_sgf
    assert len(paths) - originals.count(None) > 80  # it knows not all that sites write
    odd = [
        (path.name, *three)
        for path, *three in zip(paths, originals, ours, by_sgf, strict=True)
        if len(set(three) - {None}) > 1 and len(read[path].games[-1].events) > 3
    ]
    assert not odd


def test_gnubg_stands_alike_after_matches_of_few_checkers(tmp_path):
    """Nackgammon and Hyper-Backgammon, imported as `.mat` and loaded as SGF."""
    matches = [match for match in map(random_match, range(200)) if is_plain(match)]
    matches = [
        match
        for match in matches
        if match.variant is not tavla.BACKGAMMON and len(match.games[-1].events) > 3
    ]
    assert len({match.variant.name for match in matches}) == 4
    for number, match in enumerate(matches):
        files.save(match, tmp_path / f"{number}.mat")
        files.save(match, tmp_path / f"{number}.sgf")
    numbers = range(len(matches))
    ours = ends_of(tmp_path, "import mat", [tmp_path / f"{n}.mat" for n in numbers])
    assert None not in ours
    assert ours == ends_of(tmp_path, "load match", [tmp_path / f"{n}.sgf" for n in numbers])


def test_gnubg_goes_on_from_positions_that_we_set_up(tmp_path):
    matches = [random_match(seed, most_games=1, setups=True) for seed in range(60)]
    matches = [match for match in matches if is_plain(match) and len(match.games[0].events) > 3]
    assert len(matches) > 10
    for number, match in enumerate(matches):
        files.save(match, tmp_path / f"{number}.mat")
        files.save(match, tmp_path / f"{number}.sgf")
    numbers = range(len(matches))
    ours = ends_of(tmp_path, "import mat", [tmp_path / f"{n}.mat" for n in numbers])
    by_sgf = ends_of(tmp_path, "load match", [tmp_path / f"{n}.sgf" for n in numbers])
    odd = [(n, *pair) for n, *pair in zip(numbers, ours, by_sgf, strict=True) if pair[0] != pair[1]]
    assert not odd
