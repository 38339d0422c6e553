"""Turns of random games, the same at every run: what the benchmarks work on."""

from __future__ import annotations

from functools import cache

import numpy as np

import tavla
from tavla import batch

SEED = 42


@cache
def random_turns(variant: tavla.Variant, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Give so many boards and as many rolls, of all stages of the games, in no order."""
    rng = np.random.default_rng(SEED)
    games = np.arange(max(64, count // 16))
    boards = np.repeat(tavla.Position.start(variant).array[None], len(games), axis=0)
    seen = []
    for turn in range(1000):
        dice = batch.roll(games, turn, seed=SEED)
        seen.append((boards, dice))
        succ = batch.afterstates(boards, dice, variant=variant, threads=1)
        boards = succ.boards[rng.integers(succ.indptr[:-1], succ.indptr[1:])]
        live = batch.status(boards, variant=variant) & batch.FINISHED == 0
        boards, games = boards[live], games[live]
        if not len(games):
            break
    all_boards, all_dice = (np.concatenate(column) for column in zip(*seen, strict=True))
    chosen = rng.choice(len(all_boards), count, replace=len(all_boards) < count)
    return all_boards[chosen], all_dice[chosen]
