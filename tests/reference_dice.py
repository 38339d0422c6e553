"""The promise about dice (`rust/engine/src/rng.rs`) once more, in plain Python.

Written from the words of the promise and from D. J. Bernstein, "ChaCha, a variant of Salsa20" (2008), not from the
Rust code. Run as a script, it prints `tests/vectors/dice.txt`.
"""

import sys
from collections.abc import Iterator
from functools import lru_cache

MASK32 = 2**32 - 1
MASK64 = 2**64 - 1
SIGMA = tuple(int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4))
ROUNDS = 8

OPENING, DICE, SEATS, RETRIES = 0, 1, (2, 3), 8

# Columns, then diagonals, of the 4 by 4 state.
QUARTERS = (
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
    (0, 5, 10, 15),
    (1, 6, 11, 12),
    (2, 7, 8, 13),
    (3, 4, 9, 14),
)


def rotate(word: int, by: int) -> int:
    return (word << by | word >> (32 - by)) & MASK32


def quarter_round(state: list[int], a: int, b: int, c: int, d: int) -> None:
    for one, two, three, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[one] = (state[one] + state[two]) & MASK32
        state[three] = rotate(state[three] ^ state[one], by)


def words_of(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


@lru_cache(maxsize=1024)
def block(key: bytes, nonce: int, counter: int, rounds: int = ROUNDS) -> tuple[int, ...]:
    """The 16 words of one block: 64 bits of counter, then 64 bits of nonce."""
    counter_and_nonce = counter.to_bytes(8, "little") + nonce.to_bytes(8, "little")
    start = [*SIGMA, *words_of(key), *words_of(counter_and_nonce)]
    state = list(start)
    for _ in range(rounds // 2):
        for quarter in QUARTERS:
            quarter_round(state, *quarter)
    return tuple((a + b) & MASK32 for a, b in zip(state, start, strict=True))


def seed_bytes(seed: int) -> bytes:
    """An integer seed as the 32 bytes of the key."""
    return seed.to_bytes(32, "little")


class DiceStream:
    """The dice of one game and the two seats' own randomness."""

    def __init__(self, seed: int | bytes, game: int) -> None:
        self.key = seed if isinstance(seed, bytes) else seed_bytes(seed)
        self.game = game

    def block(self, lane: int, number: int) -> tuple[int, ...]:
        return block(self.key, self.game, (lane << 60) + number)

    def words(self, lane: int, index: int) -> Iterator[int]:
        """The word of a draw, then those that take its place when it is rejected."""
        yield self.block(lane, index // 16)[index % 16]
        yield from self.block(lane + RETRIES, index)

    def draw(self, lane: int, index: int, below: int) -> int:
        product = 0
        for word in self.words(lane, index):
            product = word * below
            if product % 2**32 >= 2**32 % below:
                break
        return product >> 32

    def throw(self, lane: int, index: int) -> tuple[int, int]:
        first, second = divmod(self.draw(lane, index, 36), 6)
        return 1 + first, 1 + second

    def opening(self, attempt: int) -> tuple[int, int]:
        return self.throw(OPENING, attempt)

    def roll(self, turn: int) -> tuple[int, int]:
        return self.throw(DICE, turn)

    def choose(self, seat: int, turn: int, below: int) -> int:
        return self.draw(SEATS[seat], turn, below)


HEADER = """\
# Dice: known answers. Checked by tests/reference_dice.py, which printed them, and by rust/engine/tests/vectors.rs.
#
# seed: the 32 bytes of the key in hex, the first byte first
# opening ATTEMPT -> seat 0's die, seat 1's; dice TURN -> the two dice as thrown; choose SEAT TURN BELOW -> the choice
#
# seed game lane index.. -> result..
"""

SEEDS = (0, 1, 7, 2**256 - 1, int.from_bytes(bytes(range(32)), "little"))
GAMES = (0, 1, 2**32, MASK64)
INDICES = (0, 1, 2, 15, 16, 63, 64, 65, 1000, 65_534)
# Below 3 * 2^30 a quarter of the words is rejected, just above 2^31 nearly half.
BELOWS = (1, 2, 17, 36, 1_000_003, 3 * 2**30, 2**31 + 1, MASK32)


def lines() -> Iterator[str]:
    for seed in SEEDS:
        for game in GAMES:
            stream = DiceStream(seed, game)
            where = f"{seed_bytes(seed).hex()} {game}"
            for index in INDICES:
                for lane, throw in (("opening", stream.opening), ("dice", stream.roll)):
                    first, second = throw(index)
                    yield f"{where} {lane} {index} -> {first} {second}"
            for seat in (0, 1):
                for number, below in enumerate(BELOWS * 3):
                    turn = INDICES[number % len(INDICES)] + number
                    yield f"{where} choose {seat} {turn} {below} -> {stream.choose(seat, turn, below)}"


if __name__ == "__main__":
    sys.stdout.write(HEADER + "\n".join(lines()) + "\n")
