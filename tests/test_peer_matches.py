"""GNU Backgammon itself reads what we write. Runs where it is installed, or where TAVLA_GNUBG names the program."""

import os
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise

import pytest

from records_of import random_match
from tavla.formats import mat, sgf
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
