"""Match files: `python benches/bench_formats.py [FOLDER...]` prints megabytes a minute; pytest times one match.

Without folders it times random matches, laid out as GNU Backgammon writes them. Times are CPU-seconds of one core.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import tavla
from tavla.formats import checking, files, mat, records, sgf
from tavla.formats.matches import MatchRecord
from tavla.game import GameRules, SeededDice

MATCHES = 40
ROUNDS = 5


def match_of(seed: int, games: int = 7) -> MatchRecord:
    """A session of games between two players who play by pips."""
    rules = GameRules(cube=True, beavers=3, illegal_plays="accepted")
    played = []
    for number in range(games):
        game = tavla.Game(
            tavla.BACKGAMMON,
            rules=rules,
            dice=SeededDice(seed, game=number),
            players=("ann", "bob"),
        )
        while not game.is_over:
            dice = game.state.dice
            if dice is None:
                game.roll()
            else:
                plays = game.state.position.legal_plays(dice)
                game.play(str(min(plays, key=lambda play: play.result.pips[1])))
        played.append(game.record)
    scores, total = [], [0, 0]
    for record in played:
        scores.append((total[0], total[1]))
        total[record.result.winner] += int(record.result.points)
    numbers = tuple(range(1, games + 1))
    return MatchRecord(tavla.BACKGAMMON, 0, ("ann", "bob"), tuple(played), tuple(scores), numbers)


def test_read_a_match(benchmark):
    text = mat.write(match_of(1))
    assert not benchmark(mat.read, text).faults


def test_check_a_match(benchmark):
    text = mat.write(match_of(1))
    assert benchmark(mat.check, text).games == 7


def test_read_an_sgf(benchmark):
    text = sgf.write(match_of(1))
    assert not benchmark(sgf.read, text).faults


def test_read_json(benchmark):
    text = records.write(match_of(1))
    assert not benchmark(records.read, text).faults


def test_write_a_match(benchmark):
    assert benchmark(mat.write, match_of(1))


def rates(texts: list[bytes]) -> str:
    """The best of some rounds over all texts: megabytes a minute, and rolls a second, checked alone and read."""
    size, told = sum(map(len, texts)), []
    for name, look in (("checked", files.check), ("read", files.read)):
        best, rolls = float("inf"), 0
        for _ in range(ROUNDS):
            begun = time.process_time()
            rolls = sum(look(text).rolls for text in texts)
            best = min(best, time.process_time() - begun)
        told.append(
            f"{name} {size / best * 60 / 1e6:.0f} MB a minute, {rolls / best:,.0f} rolls a second"
        )
    return "; ".join(told)


def main() -> None:
    """Print a line for each folder, or for each format."""
    if sys.argv[1:]:
        for folder in sys.argv[1:]:
            paths = checking.find_files([folder])
            texts = [Path(path).read_bytes() for path in paths]
            print(f"{folder}, {len(paths)} files: {rates(texts)}")
        return
    matches = [match_of(seed) for seed in range(MATCHES)]
    for name, form in (("mat", mat), ("sgf", sgf), ("json", records)):
        print(f"{name}: {rates([form.write(match).encode() for match in matches])}")


if __name__ == "__main__":
    main()
