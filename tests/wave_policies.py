"""Policies for the tests of waves, in a module of their own so that other processes find them."""

import os
import time

import numpy as np

import tavla

SHOTS = np.array(
    [0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1], np.int64
)


def first(wave):
    """The first play of each turn."""
    return wave.successors.indptr[:-1]


def last(wave):
    """The last play of each turn."""
    return wave.successors.indptr[1:] - 1


def rolling(wave):
    """A play that depends on game, turn and seat."""
    indptr = wave.successors.indptr
    number = wave.game.astype(np.int64) * 7 + wave.turn * 3 + wave.seat
    return indptr[:-1] + number % np.diff(indptr)


def by_batch(wave):
    """A play that depends on which other turns are in the wave."""
    indptr = wave.successors.indptr
    return indptr[:-1] + (len(wave) + np.arange(len(wave))) % np.diff(indptr)


def chance(wave):
    """What the player "random" chooses, from the promised dice."""
    indptr = wave.successors.indptr
    turns = zip(wave.game, wave.seat, wave.turn, indptr[:-1], np.diff(indptr), strict=True)
    return [
        int(row) + tavla.DiceStream(wave.seed, int(game)).choose(int(seat), int(turn), int(plays))
        for game, seat, turn, row, plays in turns
    ]


def careful(wave):
    """What the player "pip" chooses, from the page on simulation."""
    return wave.successors.argmax(pip_scores(wave.variant, wave.successors.boards))


def pip_scores(variant, boards):
    """The scores of results in the next player's view."""
    theirs, mine = boards[:, 0].astype(np.int64), boards[:, 1].astype(np.int64)
    pips = np.arange(26)
    score = 36 * (theirs @ pips - mine @ pips) + 36 * mine[:, 0]
    points = np.arange(1, 25)
    other = 25 - points if variant.track == "contrary" else (points + 11) % 24 + 1
    if variant.contact == "hit":
        score += 24 * (mine[:, 3:9] >= 2).sum(axis=1)
        for point, across in zip(points, other, strict=True):
            away = np.arange(across + 1, 26) - across
            shots = np.where(theirs[:, across + 1 :] > 0, SHOTS[away], 0).max(axis=1, initial=0)
            score -= np.where(mine[:, point] == 1, shots * (25 - point), 0)
        return score
    score += 18 * (mine[:, 1:25] > 0).sum(axis=1)
    for point, across in zip(points, other, strict=True):
        # The checkers that a checker on my point `point` and on his point `across` would block.
        hindered = theirs[:, across + 1 : across + 7].sum(axis=1)
        score += 6 * np.where(mine[:, point] > 0, hindered, 0)
        blocked = mine[:, point + 1 : point + 7].sum(axis=1)
        score -= 6 * np.where(theirs[:, across] > 0, blocked, 0)
    return score


class Agent:
    """An object with a method that is a policy."""

    def __init__(self, shift):
        self.shift = shift

    def act(self, wave):
        indptr = wave.successors.indptr
        return indptr[:-1] + self.shift % np.diff(indptr)

    __call__ = act


def broken(wave):
    """A policy with an error in its third wave."""
    if wave.number == 2:
        raise ZeroDivisionError("no value")
    return first(wave)


def broken_late(wave):
    """A policy that fails in every block but the first, at once."""
    if wave.block.start > 0:
        raise ZeroDivisionError(f"block of {wave.block.start}")
    return first(wave)


def broken_in_order(wave):
    """A policy that fails everywhere, in the first block later than in the others."""
    if wave.block.start == 0:
        time.sleep(0.3)
    raise ZeroDivisionError(f"block of {wave.block.start}")


def slow(wave):
    """A policy that takes its time."""
    time.sleep(0.05)
    return first(wave)


def dying(wave):
    """A policy that ends its process."""
    os._exit(3)


class Dataset:
    """Samples of positions with their encodings, made on demand, as data loaders have them."""

    def __getitem__(self, index):
        kept = []

        def keep(wave):
            kept.append(wave.boards)
            return rolling(wave)

        tavla.simulate(tavla.HYPER, 200, seed=index, players=keep)
        boards = np.concatenate(kept)
        succ = tavla.batch.afterstates(boards, None, variant=tavla.HYPER)
        return boards, tavla.batch.encode(boards, "tesauro", variant=tavla.HYPER), succ.indptr


def load(dataset, indices, batches):
    for index in iter(indices.get, None):
        batches.put((index, dataset[index]))
