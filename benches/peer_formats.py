"""Match files beside GNU Backgammon: `python benches/peer_formats.py FOLDER` prints CPU-seconds of both.

Needs GNU Backgammon, in the usual places or where TAVLA_GNUBG names the program. User and system time are counted, the
start of the programs is measured alone and taken off, and each figure is the best of some rounds, which take turns.
"""

from __future__ import annotations

import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench_formats import match_of

from tavla import BACKGAMMON
from tavla.formats import checking, files, mat, sgf
from tavla.formats.matches import MatchRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS = 5
TIMES = 10
FOUND = os.environ.get("TAVLA_GNUBG") or shutil.which("gnubg", path="/usr/games:/usr/bin:/bin")
QUIET = (
    "set confirm new off",
    "set confirm save off",
    "set automatic game off",
    "set automatic move off",
    "set automatic roll off",
    "set player 0 human",
    "set player 1 human",
)


def seconds(command: Sequence[str], home: Path) -> float:
    """CPU-seconds of a command, those of the system for it included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        env=os.environ | {"HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def gnubg(commands: Sequence[str], home: Path) -> float:
    """CPU-seconds of GNU Backgammon for these commands."""
    script = home / "commands.txt"
    script.write_text("\n".join([*QUIET, *commands]) + "\n")
    return seconds([*str(FOUND).split(), "-t", "-q", "-r", "-c", str(script)], home)


def tavla(look: str, paths: Sequence[Path], home: Path) -> float:
    """CPU-seconds of reading or checking files in a process of its own."""
    script = f"""
import sys
from pathlib import Path
from tavla.formats.files import {look}
for path in sys.argv[1:]:
    {look}(Path(path).read_bytes())
"""
    return seconds([sys.executable, "-c", script, *map(str, paths)], home)


def check_imports(paths: Sequence[Path], home: Path) -> None:
    """Print how much GNU Backgammon really took in: the games and rolls of what it saves again."""
    commands = []
    for number, path in enumerate(paths):
        commands += [f"import mat {path}", f"save match {home / str(number)}.sgf"]
    gnubg(commands, home)
    games, rolls = 0, 0
    for number, path in enumerate(paths):
        saved = home / f"{number}.sgf"
        if not saved.exists():
            print(f"not imported: {path}")
            continue
        back = sgf.read(saved.read_bytes())
        games, rolls = games + len(back.match.games), rolls + back.rolls
    ours = [files.load(path) for path in paths]
    told = sum(len(reading.match.games) for reading in ours), sum(one.rolls for one in ours)
    print(
        f"GNU Backgammon saves {games} games and {rolls} rolls; tavla reads {told[0]} and {told[1]}"
    )


def long_match(path: Path, copies: int) -> Path:
    """Write a session of seven games, so many times over, in one file."""
    games, scores, total = [], [], [0, 0]
    for record in match_of(1).games * copies:
        games.append(record)
        scores.append((total[0], total[1]))
        total[record.result.winner] += int(record.result.points)
    numbers = tuple(range(1, len(games) + 1))
    match = MatchRecord(BACKGAMMON, 0, ("ann", "bob"), tuple(games), tuple(scores), numbers)
    path.write_text(mat.write(match))
    return path


def main() -> None:
    """Print a line for each work."""
    if not FOUND or not sys.argv[1:]:
        sys.exit(__doc__)
    paths = [Path(path).resolve() for path in checking.find_files(sys.argv[1:])]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        check_imports(paths, home)
        works = {
            "nothing, the start": [],
            f"{len(paths)} files": paths,
            f"the same {TIMES} times over": paths * TIMES,
            "700 games in one file": [long_match(home / "700.mat", 100)],
            "2800 games in one file": [long_match(home / "2800.mat", 400)],
        }
        best = {name: [math.inf] * 3 for name in works}
        for _ in range(ROUNDS):
            for name, named in works.items():
                imports = [f"import mat {path}" for path in named]
                found = (
                    tavla("check", named, home),
                    tavla("read", named, home),
                    gnubg(imports, home),
                )
                best[name] = list(map(min, best[name], found))
        start = best["nothing, the start"]
        print("| work | MB | checked, s | read, s | GNU Backgammon, s |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for name, each in best.items():
            size = sum(path.stat().st_size for path in works[name]) / 1e6
            taken = [one - own * bool(works[name]) for one, own in zip(each, start, strict=True)]
            print(f"| {name} | {size:.1f} | {' | '.join(f'{one:.3f}' for one in taken)} |")


if __name__ == "__main__":
    main()
