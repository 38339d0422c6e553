"""Simulation: many whole games at once, and what they add up to."""

import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavla._engine import Variant, _seed_bytes, _simulate
from tavla.errors import InvalidArgumentError
from tavla.progress import Progress
from tavla.threads import thread_count

__all__ = ["Estimate", "SimulationResult", "Summary", "simulate"]

FRESH_SEED_BITS = 53  # short enough to type again, and exact in every JSON reader


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over games, and how far chance may have moved it.

    Attributes:
        mean: The mean over the games played.
        standard_error: The standard error of the mean; NaN for a single game, which says nothing about it.
    """

    mean: float
    standard_error: float

    def to_dict(self) -> dict[str, float | None]:
        """Give plain data; a standard error that is unknown is None."""
        error = None if math.isnan(self.standard_error) else self.standard_error
        return {"mean": self.mean, "standard_error": error}


@dataclass(frozen=True, slots=True)
class Summary:
    """What the games of a simulation add up to, each figure with its standard error.

    Attributes:
        variant: The variant's name.
        fingerprint: The fingerprint of its rules.
        players: Who played for seat 0 and for seat 1.
        seed: The seed of all the games.
        games: How many games.
        win_rate: The share of games that seat 0 and that seat 1 won.
        single_rate: The share of games won by a single game; with the next two it makes 1.
        gammon_rate: The share of games won by a gammon (and no backgammon).
        backgammon_rate: The share of games won by a backgammon.
        starter_win_rate: The share of games that the seat with the first turn won.
        starter_advantage: How much more often the starter won than the other seat: 2 x starter_win_rate - 1.
        turns: Turns a game, both sides' together, dances included.
        points: Points that a game was worth to its winner.
        equity: Points a game that seat 0 won, less those it lost.
    """

    variant: str
    fingerprint: str
    players: tuple[str, str]
    seed: int
    games: int
    win_rate: tuple[Estimate, Estimate]
    single_rate: Estimate
    gammon_rate: Estimate
    backgammon_rate: Estimate
    starter_win_rate: Estimate
    starter_advantage: Estimate
    turns: Estimate
    points: Estimate
    equity: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, ready for JSON."""
        data: dict[str, Any] = {}
        for name in self.__slots__:
            value = getattr(self, name)
            if name == "win_rate":
                value = [rate.to_dict() for rate in value]
            elif isinstance(value, Estimate):
                value = value.to_dict()
            elif isinstance(value, tuple):
                value = list(value)
            data[name] = value
        return data

    def __str__(self) -> str:
        first, second = self.players
        rows = [
            (f"seat 0 ({first}) wins", self.win_rate[0], True),
            (f"seat 1 ({second}) wins", self.win_rate[1], True),
            ("single games", self.single_rate, True),
            ("gammons", self.gammon_rate, True),
            ("backgammons", self.backgammon_rate, True),
            ("the starter wins", self.starter_win_rate, True),
            ("the starter's advantage", self.starter_advantage, True),
            ("turns a game", self.turns, False),
            ("points a game", self.points, False),
            ("equity of seat 0", self.equity, False),
        ]
        width = max(len(label) for label, _, _ in rows)
        plural = "game" if self.games == 1 else "games"
        lines = [f"{self.variant}: {self.games:,} {plural}, seed {self.seed}"]
        lines += [f"  {label:<{width}}  {_shown(value, share)}" for label, value, share in rows]
        return "\n".join(lines)


def _shown(value: Estimate, is_share: bool) -> str:
    scale, unit, digits = (100, "%", 2) if is_share else (1, " ", 3)
    error = value.standard_error
    spread = "?" if math.isnan(error) else f"{error * scale:.{digits}f}"
    return f"{value.mean * scale:9.{digits}f}{unit} +/- {spread}"


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class SimulationResult:
    """How the games went, one entry a game in each array, in the order of the games' numbers.

    Attributes:
        variant: The variant played.
        players: Who played for seat 0 and for seat 1.
        seed: The seed: with the variant and the players it gives the same games again.
        winner: `uint8 (games,)`, the seat that won, 0 or 1.
        starter: `uint8 (games,)`, the seat that had the first turn.
        points: `int8 (games,)`, points won by the winner: 1, 2 for a gammon, 3 for a backgammon.
        turns: `uint16 (games,)`, turns of both sides together, dances included.
    """

    variant: Variant
    players: tuple[str, str]
    seed: int
    winner: NDArray[np.uint8]
    starter: NDArray[np.uint8]
    points: NDArray[np.int8]
    turns: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.winner)

    def __repr__(self) -> str:
        return f"<SimulationResult of {len(self):,} games of {self.variant.name}, seed {self.seed}>"

    def summary(self) -> Summary:
        """Add the games up."""
        games = len(self)
        won = self.winner == 0
        by_starter = self.winner == self.starter
        gains = np.where(won, self.points, -self.points)
        starter = _share(int(by_starter.sum()), games)
        return Summary(
            variant=self.variant.name,
            fingerprint=self.variant.fingerprint,
            players=self.players,
            seed=self.seed,
            games=games,
            win_rate=(
                _share(int(won.sum()), games),
                _share(games - int(won.sum()), games),
            ),
            single_rate=_share(int((self.points == 1).sum()), games),
            gammon_rate=_share(int((self.points == 2).sum()), games),
            backgammon_rate=_share(int((self.points == 3).sum()), games),
            starter_win_rate=starter,
            starter_advantage=Estimate(2 * starter.mean - 1, 2 * starter.standard_error),
            turns=_mean(self.turns),
            points=_mean(self.points),
            equity=_mean(gains),
        )


def _share(count: int, games: int) -> Estimate:
    rate = count / games
    return Estimate(rate, math.sqrt(rate * (1 - rate) / (games - 1)) if games > 1 else math.nan)


def _mean(values: NDArray[Any]) -> Estimate:
    games = len(values)
    spread = float(values.std(ddof=1)) if games > 1 else math.nan
    return Estimate(float(values.mean(dtype=np.float64)), spread / math.sqrt(games))


def simulate(
    variant: Variant,
    games: int,
    *,
    seed: int | bytes | None = None,
    players: Sequence[str] = ("random", "random"),
    threads: int | None = None,
    progress: Progress = None,
) -> SimulationResult:
    """Play whole games between two simple players.

    Game `g` depends on the variant, the seed, the players and `g` alone: any number of threads gives the same games,
    and a longer run begins with the games of a shorter one. `DiceStream(seed, g)` gives the dice of game `g`. The GIL
    is released, and Ctrl-C answered.

    Args:
        variant: The rules.
        games: How many games, at least 1.
        seed: A whole number from 0 to 2**256 - 1, or its 32 bytes, the lowest first. None draws a fresh one, which
            the result tells.
        players: The players of seat 0 and of seat 1: "random" takes every distinct result with equal chance, "pip"
            is a fixed heuristic of race and safety.
        threads: How many threads; None is the environment's TAVLA_THREADS, or else every core.
        progress: True for a bar, a callable that gets the share done from 0 to 1, False for silence; None is a bar on
            a terminal after two seconds.

    Raises:
        InvalidArgumentError: An argument out of range or of the wrong kind.

    Examples:
        >>> import tavla
        >>> result = tavla.simulate(tavla.HYPER, 1000, seed=7)
        >>> len(result), result.winner.dtype.name, result.turns.dtype.name
        (1000, 'uint8', 'uint16')
    """
    number = secrets.randbits(FRESH_SEED_BITS) if seed is None else _seed_number(seed)
    names = _players(players)
    count = thread_count(threads)
    columns = _simulate(variant, games, number, names, count, progress)
    for column in columns:
        column.setflags(write=False)
    winner, starter, points, turns = columns
    return SimulationResult(variant, names, number, winner, starter, points, turns)


def _seed_number(seed: int | bytes) -> int:
    return int.from_bytes(_seed_bytes(seed), "little")


def _players(players: Sequence[str]) -> tuple[str, str]:
    names = () if isinstance(players, str) else tuple(players)
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise InvalidArgumentError(
            f'players: expected two names such as ("random", "pip"), got {players!r}'
        )
    return names[0], names[1]
