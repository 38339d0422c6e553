"""How near Python comes to the core, and what threads cost: `python benches/goals.py ROWS` prints the table.

ROWS is the program `rows` of `benches/peers`. Times are CPU-seconds, both sides in turns on the same turns of random
games; the number of results is asserted equal first. `benches/ratios.py` runs this after the peers.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from random_turns import random_turns

import tavla
from tavla import batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Work = tuple[int, float]  # how many units, and the CPU-seconds they took
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
PASS = 0.05  # seconds that one measurement should take at least


def timed(work: Callable[[], int]) -> Callable[[], Work]:
    """Repeat a piece of work often enough to be timed."""
    start = time.process_time()
    work()
    repeats = 1 + int(PASS / max(1e-9, time.process_time() - start))

    def measure() -> Work:
        start = time.process_time()
        units = sum(work() for _ in range(repeats))
        return units, time.process_time() - start

    return measure


def compare(ours: Callable[[], Work], theirs: Callable[[], Work], rounds: int) -> list[list[float]]:
    """Give the seconds a unit of both, round by round, in turns."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    return [[seconds / units for units, seconds in pair] for pair in pairs]


def line(what: str, values: list[float], goal: str, note: str = "") -> None:
    low, middle, high = min(values), statistics.median(values), max(values)
    print(
        f"| {what:62} | {low:7.2f} | {middle:7.2f} | {high:7.2f} | {goal:>8} | {note}", flush=True
    )


@contextmanager
def rust_loop(
    program: str, variant: tavla.Variant, boards: np.ndarray, dice: np.ndarray
) -> Iterator[Callable[[str], Work]]:
    """Give what does a work once on these turns, in Rust alone."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "turns"
        file.write_bytes(np.hstack([boards.reshape(len(boards), 52), dice]).tobytes())
        with subprocess.Popen(
            [program, variant.name, str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        ) as process:

            def once(work: str) -> Work:
                print(work, file=process.stdin)
                units, seconds = process.stdout.readline().split()
                return int(units), float(seconds)

            yield once
            process.stdin.close()


def afterstates(program: str, variant: tavla.Variant, count: int, rounds: int) -> None:
    boards, dice = random_turns(variant, count)
    room = len(batch.afterstates(boards, dice, variant=variant))
    buffer = np.empty((room, 2, 26), np.uint8)

    def ours(out: np.ndarray | None) -> int:
        found = batch.afterstates(boards, dice, variant=variant, threads=1, out=out)
        assert len(found) == room
        return room

    with rust_loop(program, variant, boards, dice) as rust:
        units, seconds = rust("afterstates")
        assert units == room
        repeats = 1 + int(PASS / seconds)

        def theirs() -> Work:
            return room * repeats, sum(rust("afterstates")[1] for _ in range(repeats))

        for name, out in (("", None), (", out=", buffer)):
            pairs = compare(timed(partial(ours, out)), theirs, rounds)
            rates = [rust_time / python_time for python_time, rust_time in pairs]
            rate = 1e-6 / statistics.median(python_time for python_time, _ in pairs)
            what = f"afterstates{name}, {variant.name}, {count} turns: rate over Rust's"
            line(what, rates, ">= 0.85", f"{rate:.1f} M rows/s")


def legal_plays(program: str, variant: tavla.Variant, rounds: int) -> None:
    """Compare the plays of one turn, the average over many turns."""
    boards, dice = random_turns(variant, 4096)
    positions = [tavla.Position.from_array(variant, board) for board in boards]
    turns = list(zip(positions, [tuple(roll) for roll in dice.tolist()], strict=True))

    def plays() -> int:
        for position, roll in turns:
            position.legal_plays(roll)
        return len(turns)

    with rust_loop(program, variant, boards, dice) as rust:
        assert rust("plays")[0] == sum(len(one.legal_plays(roll)) for one, roll in turns)
        pairs = compare(timed(plays), lambda: (len(turns), rust("plays")[1]), rounds)
    python, core = (statistics.median(column) * 1e9 for column in zip(*pairs, strict=True))
    # The goal is twice the core's time and a microsecond.
    shares = [ours / (2 * theirs + 1e-6) for ours, theirs in pairs]
    note = f"{python:.0f} ns a call, {core:.0f} ns in Rust"
    line(f"legal_plays, {variant.name}: time over 2 x Rust's + 1 us", shares, "<= 1", note)


def encode(name: str, dtype: type, rounds: int) -> None:
    variant = tavla.MOULTEZIM if name == "parallel" else tavla.BACKGAMMON
    boards, _ = random_turns(variant, 65536)
    out = batch.encode(boards, name, variant=variant, dtype=dtype)

    def ours() -> int:
        batch.encode(boards, name, variant=variant, dtype=dtype, out=out, threads=1)
        return out.nbytes

    def theirs() -> int:
        out.fill(0)
        return out.nbytes

    pairs = compare(timed(ours), timed(theirs), rounds)
    shares = [fill_time / encode_time for encode_time, fill_time in pairs]
    rate = 1e-9 / statistics.median(encode_time for encode_time, _ in pairs)
    what = f"encode {name} as {np.dtype(dtype).name}: rate over fill(0)'s"
    line(what, shares, ">= 0.5", f"{rate:.2f} GB/s, {len(boards)} rows")


def first_row(wave: tavla.Wave) -> np.ndarray:
    return wave.successors.indptr[:-1]


def wave_policy(variant: tavla.Variant, rounds: int) -> None:
    """Compare a policy that returns the first row with `afterstates` on the same waves."""
    waves = []

    def keep(wave: tavla.Wave) -> np.ndarray:
        waves.append((wave.boards, wave.dice))
        return first_row(wave)

    games = 4096
    tavla.simulate(variant, games, seed=1, players=keep, threads=1)
    turns = sum(len(dice) for _, dice in waves)

    def ours() -> int:
        found = tavla.simulate(variant, games, seed=1, players=first_row, threads=1)
        assert int(found.turns.sum(dtype=int)) == turns
        return turns

    def theirs() -> int:
        for boards, dice in waves:
            batch.afterstates(boards, dice, variant=variant, threads=1)
        return turns

    pairs = compare(timed(ours), timed(theirs), rounds)
    shares = [wave_time / batch_time for wave_time, batch_time in pairs]
    rate = 1e-6 / statistics.median(wave_time for wave_time, _ in pairs)
    what = f"first-row policy, {variant.name}: time over afterstates'"
    line(what, shares, "<= 1.3", f"{rate:.2f} M turns/s, {len(waves)} waves")


def threads(variant: tavla.Variant, games: int, rounds: int) -> None:
    walls, cpus = [], []
    for number in range(rounds + 1):
        times = []
        for count in (1, 2):
            wall, cpu = time.perf_counter(), time.process_time()
            tavla.simulate(variant, games, seed=number, threads=count)
            times.append((time.perf_counter() - wall, time.process_time() - cpu))
        if number:  # the first round starts the threads
            (wall, cpu), (two_wall, two_cpu) = times
            walls.append(wall / two_wall)
            cpus.append(two_cpu / cpu)
    line(f"two threads, {variant.name}: CPU-seconds over one thread's", cpus, "<= 1.1")
    line(f"two threads, {variant.name}: wall ratio", walls, "", f"best {max(walls):.2f}")


def memory() -> None:
    """Show what a million games leave behind, and by how much they let the process grow."""
    games = 1_000_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    kept = tavla.simulate(tavla.HYPER, games, seed=1)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * MAXRSS_UNIT
    size = sum(column.nbytes for column in (kept.winner, kept.starter, kept.points, kept.turns))
    line("a million games: bytes a game, kept", [size / games], "few")
    line("a million games: bytes a game, growth of the process", [grown / games], "few")


def import_time(rounds: int) -> None:
    """Compare the CPU time of `import tavla` with that of `import numpy`."""

    def spent(code: str) -> float:
        start = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime

    pairs = [(spent("import tavla"), spent("import numpy")) for _ in range(rounds)]
    more = [1e3 * (ours - numpys) for ours, numpys in pairs]
    numpys = 1e3 * statistics.median(column for _, column in pairs)
    line("import tavla: CPU-milliseconds over import numpy", more, "", f"numpy {numpys:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", help="the program `rows` of benches/peers")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    program, rounds = options.rows, options.rounds
    print(f"| {'what':62} | {'min':>7} | {'median':>7} | {'max':>7} | {'goal':>8} | note")
    print(f"| {'-' * 62} | ------: | ------: | ------: | -------: | ----")
    memory()
    for variant in (tavla.BACKGAMMON, tavla.HYPER, tavla.MOULTEZIM):
        afterstates(program, variant, 4096, rounds)
        afterstates(program, variant, 32768, rounds)
        legal_plays(program, variant, rounds)
    for name in ("counts", "tesauro", "parallel"):
        for dtype in (np.uint8, np.float32):
            encode(name, dtype, rounds)
    for variant in (tavla.BACKGAMMON, tavla.HYPER):
        wave_policy(variant, rounds)
    threads(tavla.BACKGAMMON, 40_000, min(rounds, 5))
    threads(tavla.HYPER, 400_000, min(rounds, 5))
    import_time(rounds)


if __name__ == "__main__":
    main()
