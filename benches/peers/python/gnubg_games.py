"""tavla beside GNU Backgammon's move generator, as PyPI's `gnubg-nn` gives it to Python."""

from __future__ import annotations

import argparse
import random
from functools import partial

import gnubg_nn
import numpy as np
from common import Whole, assert_alike, compare, head, our_games, pin, points, results, simulated

import tavla
from tavla import BACKGAMMON

PEER = "GNU Backgammon (gnubg-nn)"
START = gnubg_nn.board_from_position_id("4HPwATDgc/ABMA")
Board = tuple[tuple[int, ...], tuple[int, ...]]  # the opponent's 24 points and bar, the player's


def board(position: Board) -> np.ndarray:
    """Give the position as tavla has it, the player's side first."""
    opponent, player = position
    sides = [[15 - sum(side), *side] for side in (player, opponent)]
    return np.array(sides, dtype=np.uint8)


def throw(rng: random.Random, *, opening: bool) -> tuple[int, int]:
    """Throw two dice, unequal ones to open a game."""
    while True:
        dice = rng.randint(1, 6), rng.randint(1, 6)
        if not opening or dice[0] != dice[1]:
            return dice


def swapped(position: Board) -> Board:
    return position[1], position[0]


def nexts(position: Board, dice: tuple[int, int]) -> list[Board]:
    """Give the results of a turn, in the next player's view; a dance is one."""
    keys = gnubg_nn.moves(position, *dice)
    after = map(gnubg_nn.board_from_position_key, keys) if keys else [position]
    return [swapped(one) for one in after]


def agreed_game(rng: random.Random, turns_seen: list[tuple[Board, tuple[int, int]]]) -> Whole:
    """Play one game and compare every turn of it."""
    position, turns = START, 0
    while any(position[0]):
        dice = throw(rng, opening=not turns)
        turns_seen.append((position, dice))
        found = nexts(position, dice)
        keys = {board(one).tobytes() for one in found}
        assert len(keys) == len(found), f"a result twice: {position} {dice}"
        assert keys == results(board(position), dice), f"{position} {dice}"
        position = rng.choice(found)
        turns += 1
    return Whole(turns, points(board(position)), turns % 2 == 1)


def games(count: int, number: int) -> int:
    """Play random games with as few calls as can be."""
    rng = random.Random(number)
    choice, moves, read = rng.choice, gnubg_nn.moves, gnubg_nn.board_from_position_key
    faces = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    opening = [dice for dice in faces if dice[0] != dice[1]]
    turns = 0
    for _ in range(count):
        position, dice = START, choice(opening)
        while True:
            if keys := moves(position, *dice):
                position = read(choice(keys))
            turns += 1
            if not any(position[1]):
                break
            position, dice = (position[1], position[0]), choice(faces)
    assert 80 < turns / count < 115
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--agree", type=int, default=300, help="games whose every turn is compared")
    options = parser.parse_args()
    pin()
    rng, seen = random.Random(1), []
    theirs = [agreed_game(rng, seen) for _ in range(options.agree)]
    print(f"{PEER}: all results equal in {len(seen)} turns")
    assert_alike(PEER, theirs, simulated(20_000, 1))
    sample = rng.sample(seen, min(4000, len(seen)))
    ours = [(tavla.Position.from_array(BACKGAMMON, board(one)), dice) for one, dice in sample]
    count = sum(len(nexts(one, dice)) for one, dice in sample)

    def our_plays(_: int) -> int:
        assert sum(len(position.legal_plays(dice)) for position, dice in ours) == count
        return count

    def their_plays(_: int) -> int:
        found = sum(len(gnubg_nn.moves(position, *dice) or (None,)) for position, dice in sample)
        assert found == count
        return count

    head()
    compare(PEER, "plays of one position, one call each", our_plays, their_plays, options.rounds)
    compare(PEER, "random games", our_games(15_000), partial(games, 300), options.rounds)


if __name__ == "__main__":
    main()
