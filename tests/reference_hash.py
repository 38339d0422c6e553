"""The promise about `hash64` (`rust/engine/src/hash.rs`) once more, in plain Python.

Written from the words of the promise. Run as a script, it prints `tests/vectors/hash64.txt`.
"""

import random
import sys
from collections.abc import Iterator, Sequence

MASK64 = 2**64 - 1
SEED = int.from_bytes(b"tavla/64", "little")
SLOTS, MOST, TURN = 26, 15, 23


def split_mix(seed: int) -> Iterator[int]:
    """SplitMix64: G. Steele, D. Lea, C. Flood, OOPSLA 2014."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK64
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK64
        yield mixed ^ mixed >> 31


def table() -> list[list[int]]:
    numbers = split_mix(SEED)
    return [[0, *(next(numbers) for _ in range(MOST))] for _ in range(SLOTS)]


KEYS = table()


def side_hash(counts: Sequence[int]) -> int:
    value = 0
    for keys, count in zip(KEYS, counts, strict=True):
        value ^= keys[count]
    return value


def hash64(player: Sequence[int], opponent: Sequence[int]) -> int:
    other = side_hash(opponent)
    return side_hash(player) ^ (other << TURN & MASK64 | other >> (64 - TURN))


HEADER = """\
# hash64: known answers. Checked by tests/reference_hash.py, which printed them, and by rust/engine/tests/vectors.rs.
#
# counts: one hex digit a slot, from 0 (off) over the points 1 to 24 to 25 (bar), in the owner's own numbering
#
# player's counts, opponent's counts -> hash64 in hex
"""


def side(**stacks: int) -> list[int]:
    """Counts from `p24=2, p13=5`, with `off` and `bar`."""
    counts = [0] * SLOTS
    for name, count in stacks.items():
        slot = {"off": 0, "bar": 25}.get(name)
        counts[int(name[1:]) if slot is None else slot] = count
    return counts


def positions() -> Iterator[tuple[list[int], list[int]]]:
    starts = (
        side(p24=1, p23=1, p22=1),
        side(p24=15),
        side(p24=2, p13=5, p8=3, p6=5),
        side(p24=2, p23=2, p13=4, p8=3, p6=4),
    )
    for start in starts:
        yield start, start
    yield side(off=15), side(bar=15)
    yield side(bar=15), side(off=15)
    yield side(off=3), side(p1=3)
    yield side(bar=1, p1=1, off=1), side(p24=3)
    rng = random.Random(64)
    for checkers in (3, 15) * 10:
        yield apart(rng, checkers)
    # Any counts have a hash, a position or not.
    for _ in range(40):
        yield scattered(rng), scattered(rng)
    # Every key once: each count in each slot.
    for slot in range(SLOTS):
        for count in range(1, MOST + 1):
            counts = [0] * SLOTS
            counts[slot] = count
            yield counts, [0] * SLOTS


def scattered(rng: random.Random) -> list[int]:
    counts = [0] * SLOTS
    for _ in range(rng.randint(1, MOST)):
        counts[rng.randrange(SLOTS)] += 1
    return counts


def apart(rng: random.Random, checkers: int) -> tuple[list[int], list[int]]:
    """Draw two sides that share no point where they travel towards each other."""
    mine = {slot for slot in range(1, 25) if rng.random() < 0.5}
    theirs = {25 - slot for slot in range(1, 25) if slot not in mine}
    return placed(rng, mine, checkers), placed(rng, theirs, checkers)


def placed(rng: random.Random, points: set[int], checkers: int) -> list[int]:
    slots = [0, *sorted(points), 25]
    counts = [0] * SLOTS
    for _ in range(checkers):
        counts[rng.choice(slots)] += 1
    return counts


def digits(counts: Sequence[int]) -> str:
    return "".join(f"{count:x}" for count in counts)


def lines() -> Iterator[str]:
    for player, opponent in positions():
        yield f"{digits(player)} {digits(opponent)} -> {hash64(player, opponent):016x}"


if __name__ == "__main__":
    sys.stdout.write(HEADER + "\n".join(lines()) + "\n")
