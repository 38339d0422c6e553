"""Simulation: many whole games at once, and what they add up to."""

import math
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavla._engine import _PLAYERS, Variant, _seed_bytes, _simulate, _whole_number
from tavla.errors import InvalidArgumentError
from tavla.executors import Stop, check_executor, in_order
from tavla.progress import Progress, telling
from tavla.threads import MOST, thread_count
from tavla.waves import BLOCK, Columns, Player, play_block, player_name

__all__ = ["Estimate", "SimulationResult", "Summary", "simulate"]

FRESH_SEED_BITS = 53  # short enough to type again, and exact in every JSON reader
MOST_GAMES = 2**40  # memory does not hold the results of more

PARTS = 256  # how many parts an executor should get at least, where there are so many blocks
MOST_BLOCKS = 64  # of a part, so that none is long


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

    def __post_init__(self) -> None:
        for column in (self.winner, self.starter, self.points, self.turns):
            column.setflags(write=False)

    def __reduce__(self) -> tuple[Any, ...]:
        columns = self.winner, self.starter, self.points, self.turns
        return SimulationResult, (self.variant, self.players, self.seed, *columns)

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
    players: Player | Sequence[Player] = ("random", "random"),
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> SimulationResult:
    """Play whole games between two players.

    Game `g` depends on the variant, the seed, the players and `g` alone: any number of threads and any executor give
    the same games, and a longer run begins with the games of a shorter one. `DiceStream(seed, g)` gives the dice of
    game `g`. The GIL is released, and Ctrl-C answered.

    A policy is a callable that gets a `tavla.Wave` and returns one row of `wave.successors.boards` for each turn of the
    wave. Games advance together in fixed blocks of 4096, games 0 to 4095 and so on; a wave holds all the turns of a
    block that the policy has to choose for now. A policy of both seats gets the turns of both seats in one wave. What a
    policy gets depends on nothing but the arguments, so a policy that is a function of the wave gives the same games
    always; one that looks at other turns of the wave than the one it chooses for may play the last, shorter block
    otherwise in a longer run.

    Args:
        variant: The rules.
        games: How many games, at least 1.
        seed: A whole number from 0 to 2**256 - 1, or its 32 bytes, the lowest first. None draws a fresh one, which
            the result tells.
        players: The players of seat 0 and of seat 1, or one for both: "random" takes every distinct result with equal
            chance, "pip" is a fixed heuristic of race and safety; or a policy.
        threads: How many threads enumerate plays; policies are called on the caller's. None is the environment's
            TAVLA_THREADS, or else every core; with an executor it is 1.
        executor: Plays blocks of games through its method `submit`, as `concurrent.futures` has it; Dask's
            `client.get_executor()` and `mpi4py.futures` have it too. Policies go there by pickle, where it is another
            process, and are called at the same time, where it is threads.
        progress: True for a bar, a callable that gets the share done from 0 to 1, False for silence; None is a bar on
            a terminal after two seconds.

    Raises:
        InvalidArgumentError: An argument out of range or of the wrong kind.
        InvalidVariantError: A game of the variant does not end.
        PolicyError: A policy raised an exception, or gave something else than rows; it names the wave.

    Examples:
        >>> import tavla
        >>> result = tavla.simulate(tavla.HYPER, 1000, seed=7)
        >>> len(result), result.winner.dtype.name, result.turns.dtype.name
        (1000, 'uint8', 'uint16')

        A policy that leaves the opponent the most pips to go:

        >>> def hitter(wave):
        ...     pips = tavla.batch.pips(wave.successors.boards, variant=wave.variant)
        ...     return wave.successors.argmax(pips[:, 0])
        >>> result = tavla.simulate(tavla.HYPER, 1000, seed=7, players=(hitter, "random"))
        >>> result.players, bool((result.winner == 0).mean() > 0.6)
        (('hitter', 'random'), True)
    """
    number = secrets.randbits(FRESH_SEED_BITS) if seed is None else _seed_number(seed)
    if not isinstance(variant, Variant):
        raise InvalidArgumentError(
            f'variant: expected a Variant such as tavla.HYPER or tavla.variant("hyper"), got {variant!r}'
        )
    both = _players(players)
    names = (player_name(both[0]), player_name(both[1]))
    count = _whole_number(games, "games", 1, MOST_GAMES)
    if executor is not None:
        check_executor(executor)
        threads = 1 if threads is None else threads
    workers = _whole_number(thread_count(threads), "threads", 1, MOST)
    whole = _Part(variant, number, range(count), both, workers, Stop())
    if executor is not None:
        columns = _play_on(executor, whole, progress)
    elif all(isinstance(player, str) for player in both):
        columns = _simulate(variant, 0, count, number, names, workers, progress)
    else:
        columns = _play_here(whole, progress)
    return SimulationResult(variant, names, number, *columns)


def _seed_number(seed: int | bytes) -> int:
    return int.from_bytes(_seed_bytes(seed), "little")


def _players(players: Player | Sequence[Player]) -> tuple[Player, Player]:
    both: tuple[Player, ...] = ()
    if isinstance(players, str) or callable(players):
        both = (players, players)
    else:
        with suppress(TypeError):
            both = tuple(players)
    if len(both) != 2:
        raise InvalidArgumentError(
            f'players: expected two players such as ("random", "pip") or one for both, got {players!r}'
        )
    for player in both:
        if not _is_player(player):
            known = ", ".join(f'"{name}"' for name in _PLAYERS)
            raise InvalidArgumentError(
                f"players: expected {known} or a callable policy, got {player!r}"
            )
    return both[0], both[1]


def _is_player(player: object) -> bool:
    return callable(player) or (isinstance(player, str) and player in _PLAYERS)


@dataclass(frozen=True, slots=True)
class _Part:
    """Consecutive games, and all that is needed to play them anywhere."""

    variant: Variant
    seed: int
    games: range
    players: tuple[Player, Player]
    threads: int
    stop: Stop

    def cut(self, size: int) -> Iterator["_Part"]:
        """Give parts of so many games, the last with what is left."""
        for start in range(self.games.start, self.games.stop, size):
            yield replace(self, games=range(start, min(start + size, self.games.stop)))


class _NotWantedError(Exception):
    """The part is not wanted any more; nobody sees this."""


def _play_part(part: _Part) -> Columns:
    """Play a part somewhere else."""

    def check(_: float) -> None:
        if part.stop.asked:
            raise _NotWantedError

    check(0)
    first, second = part.players
    if isinstance(first, str) and isinstance(second, str):
        games, names = part.games, (first, second)
        return _simulate(
            part.variant, games.start, len(games), part.seed, names, part.threads, check
        )
    columns = _room(len(part.games))
    for block in part.cut(BLOCK):
        _put(columns, block.games.start - part.games.start, _play_block(block, check))
    return columns


def _play_block(block: _Part, tell: Callable[[int], object]) -> Columns:
    return play_block(
        block.variant, block.seed, block.games, block.players, threads=block.threads, tell=tell
    )


def _play_here(whole: _Part, progress: Progress) -> Columns:
    """Play block after block."""
    count = len(whole.games)
    columns = _room(count)
    with telling(progress, f"simulate {whole.variant.name}") as tell:
        for block in whole.cut(BLOCK):
            first = block.games.start

            def tell_block(over: int, first: int = first) -> None:
                tell((first + over) / count)

            _put(columns, first, _play_block(block, tell_block))
    return columns


def _play_on(executor: Executor, whole: _Part, progress: Progress) -> Columns:
    """Play parts, each some whole blocks, on an executor."""
    count = len(whole.games)
    blocks = -(-count // BLOCK)
    size = BLOCK * min(max(blocks // PARTS, 1), MOST_BLOCKS)
    columns, first = _room(count), 0
    with telling(progress, f"simulate {whole.variant.name}") as tell:
        parts = in_order(
            executor,
            _play_part,
            whole.cut(size),
            lambda more: tell(min(1.0, (first + more * size) / count)),
        )
        try:
            with closing(parts):
                for played in parts:
                    _put(columns, first, played)
                    first += len(played[0])
        finally:
            whole.stop.asked = True
    return columns


def _room(games: int) -> Columns:
    try:
        return (
            np.empty(games, np.uint8),
            np.empty(games, np.uint8),
            np.empty(games, np.int8),
            np.empty(games, np.uint16),
        )
    except MemoryError:
        raise InvalidArgumentError(
            f"games: expected so many that the results fit in memory, five bytes each, got {games}"
        ) from None


def _put(columns: Sequence[NDArray[Any]], first: int, played: Sequence[NDArray[Any]]) -> None:
    for column, piece in zip(columns, played, strict=True):
        column[first : first + len(piece)] = piece
