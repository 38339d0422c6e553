"""The known answers in `tests/vectors`: by plain Python that restates the promises, and by tavla."""

from collections import Counter
from itertools import groupby

import pytest

import reference_dice
import reference_hash
import tavla
from helpers import VECTORS, vectors

# D. J. Bernstein's cipher under a key and a nonce of zeros: the first block with 8 and with 20 rounds, as published
# with J. Strombergson's test vectors for ChaCha (2013).
ZERO_KEY_BLOCKS = {
    8: "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42",
    20: "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
    "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
}


def printed(module):
    return module.HEADER + "\n".join(module.lines()) + "\n"


@pytest.mark.parametrize("rounds", ZERO_KEY_BLOCKS)
def test_the_reference_is_chacha(rounds):
    words = reference_dice.block(bytes(32), 0, 0, rounds)
    assert b"".join(word.to_bytes(4, "little") for word in words).hex() == ZERO_KEY_BLOCKS[rounds]


def test_dice_are_those_of_the_reference():
    assert (VECTORS / "dice.txt").read_text() == printed(reference_dice)


def test_the_dice_file_has_rejected_words():
    rejected = Counter()
    for (seed, game, lane, *numbers), _ in vectors("dice.txt"):
        if lane == "choose":
            seat, turn, below = map(int, numbers)
            stream = reference_dice.DiceStream(bytes.fromhex(seed), int(game))
            word = next(stream.words(reference_dice.SEATS[seat], turn))
            rejected[word * below % 2**32 < 2**32 % below] += 1
    assert min(rejected[True], rejected[False]) > 50


def test_dice_of_tavla_are_the_known_ones():
    for (seed, game, lane, *words), answer in vectors("dice.txt"):
        numbers = list(map(int, words))
        of_bytes = tavla.DiceStream(bytes.fromhex(seed), int(game))
        of_number = tavla.DiceStream(int.from_bytes(bytes.fromhex(seed), "little"), int(game))
        for stream in (of_bytes, of_number):
            if lane == "choose":
                got = [stream.choose(*numbers)]
            else:
                got = list({"opening": stream.opening, "dice": stream.roll}[lane](*numbers))
            assert got == list(map(int, answer)), (seed, game, lane, numbers)


def test_hashes_are_those_of_the_reference():
    assert (VECTORS / "hash64.txt").read_text() == printed(reference_hash)


def test_every_key_of_the_hash_is_different():
    keys = [key for slot in reference_hash.KEYS for key in slot[1:]]
    assert len(set(keys)) == 26 * 15


def test_hashes_of_tavla_are_the_known_ones():
    tried = Counter()
    for (player, opponent), (answer,) in vectors("hash64.txt"):
        sides = [[int(digit, 16) for digit in digits] for digits in (player, opponent)]
        for variant in tavla.VARIANTS.values():
            try:
                position = tavla.Position(variant, *sides)
            except tavla.InvalidPositionError:
                continue
            assert f"{position.hash64:016x}" == answer
            tried[variant.name] += 1
    assert tried["hyper"] > 10
    assert tried["backgammon"] > 10
    assert tried["moultezim"] > 0


class Replay:
    """A simulated game once more, from the words of docs/simulation.md; only the legal plays are asked of tavla."""

    def __init__(self, variant, players, seed, game):
        self.variant = variant
        self.players = players
        self.stream = reference_dice.DiceStream(seed, game)

    def result(self):
        """Give starter, winner, points and turns."""
        throws = map(self.stream.opening, range(1000))
        opening = next(throw for throw in throws if throw[0] != throw[1])
        starter = seat = int(opening[1] > opening[0])
        position = tavla.Position.start(self.variant)
        for turn in range(65_535):
            use_opening = turn == 0 and self.variant.opening == "use_dice"
            plays = position.legal_plays(opening if use_opening else self.stream.roll(turn))
            position = position.after(plays[self.row(plays, seat, turn)])
            if position.outcome is not None:
                return starter, seat, position.outcome.multiplier, turn + 1
            seat = 1 - seat
        raise AssertionError

    def row(self, plays, seat, turn):
        if self.players[seat] == "random":
            return self.stream.choose(seat, turn, len(plays))
        scores = [self.score(theirs, mine) for theirs, mine in plays.boards.tolist()]
        return scores.index(max(scores))

    def other(self, point):
        """The same point in the other side's numbering."""
        if self.variant.track == "contrary":
            return 25 - point
        return point + 12 if point <= 12 else point - 12

    def score(self, theirs, mine):
        pips = [sum(slot * count for slot, count in enumerate(side)) for side in (theirs, mine)]
        score = 36 * (pips[0] - pips[1]) + 36 * mine[0]
        if self.variant.contact == "hit":
            blots = [point for point in range(1, 25) if mine[point] == 1]
            risk = sum(self.shots(theirs, point) * (25 - point) for point in blots)
            return score + 24 * sum(mine[point] >= 2 for point in range(3, 9)) - risk
        spread = sum(mine[point] > 0 for point in range(1, 25))
        return score + 18 * spread + 6 * (self.blocked(theirs, mine) - self.blocked(mine, theirs))

    def shots(self, theirs, point):
        ways = {15: 1, 16: 1, 18: 1, 20: 1, 24: 1}
        ways |= dict(enumerate((11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3), start=1))
        shooters = [slot for slot in range(self.other(point) + 1, 26) if theirs[slot] > 0]
        return max((ways.get(slot - self.other(point), 0) for slot in shooters), default=0)

    def blocked(self, walker, holder):
        return sum(
            walker[slot]
            for slot in range(1, 26)
            for point in range(max(1, slot - 6), slot)
            if holder[self.other(point)] > 0
        )


def simulated():
    for (variant, first, second, seed, game), answer in vectors("simulate.txt"):
        yield (variant, (first, second), seed), int(game), tuple(map(int, answer))


def test_games_replayed_in_python_are_the_known_ones():
    for (variant, players, seed), game, answer in simulated():
        # One game of each group is enough here; the slow generator of the engine replays them all.
        if game == int(seed[:2], 16) % 2:
            replay = Replay(tavla.VARIANTS[variant], players, bytes.fromhex(seed), game)
            assert replay.result() == answer, (variant, players, seed, game)


def test_games_of_tavla_are_the_known_ones():
    for (variant, players, seed), group in groupby(simulated(), key=lambda known: known[0]):
        known = {game: answer for _, game, answer in group}
        result = tavla.simulate(
            tavla.VARIANTS[variant],
            games=3,
            seed=bytes.fromhex(seed),
            players=players,
            progress=False,
        )
        columns = (result.starter, result.winner, result.points, result.turns)
        for game, row in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
            assert row == known[game]
