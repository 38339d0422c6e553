"""Policies by wave: games that advance together, and ask a Python callable for thousands of plays at a time."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import MethodType
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tavla._engine import Variant, _Block
from tavla.batch import UNLIMITED, Successors, _successors
from tavla.errors import PolicyError

__all__ = ["BLOCK", "Columns", "Player", "Policy", "Wave", "play_block", "player_name"]

BLOCK = 4096
"""Games that advance together: games 0 to 4095, 4096 to 8191 and so on, whatever plays them."""

Columns: TypeAlias = tuple[
    NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int8], NDArray[np.uint16]
]
"""Winners, starters, points and turns."""


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Wave:
    """Every turn of a block of games that one policy has to choose for now.

    Dances and turns with a single play are among them, so that whoever writes them down has whole games. The games are
    in the order of their numbers. The arrays cannot be written to; they belong to this wave alone and may be kept.

    Attributes:
        variant: The rules.
        seed: The seed of the simulation.
        block: The numbers of the games that advance together; those that are over, or wait for the other seat's policy,
            have no turn in the wave.
        number: The number of the wave among those of its block, from 0.
        boards: uint8 (n, 2, 26), the positions in the view of the side on roll.
        dice: uint8 (n, 2), the higher die first.
        game: uint64 (n,), the numbers of the games.
        turn: uint16 (n,), the numbers of the turns in their games, from 0.
        seat: uint8 (n,), the seats on roll.
        successors: What the turns can lead to, as `tavla.batch.afterstates(boards, dice)` gives it: the rows of turn `i`
            are `indptr[i]` to `indptr[i + 1] - 1`, at least one.
    """

    variant: Variant
    seed: int
    block: range
    number: int
    boards: NDArray[np.uint8]
    dice: NDArray[np.uint8]
    game: NDArray[np.uint64]
    turn: NDArray[np.uint16]
    seat: NDArray[np.uint8]
    successors: Successors

    def __len__(self) -> int:
        """Count the turns."""
        return len(self.game)

    def __repr__(self) -> str:
        return f"<Wave {self.number} of games {_span(self.block[0], self.block[-1])}: {len(self)} turns>"


Policy: TypeAlias = Callable[[Wave], ArrayLike]
"""Chooses one row of `wave.successors.boards` for each turn of a wave: whole numbers, shape (n,)."""

Player: TypeAlias = str | Policy
"""The name of a player, or a policy."""


def player_name(player: Player) -> str:
    """Give the name of a player; a policy has that of its function or its class."""
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", type(player).__name__))


def play_block(
    variant: Variant,
    seed: int,
    games: range,
    players: tuple[Player, Player],
    *,
    threads: int,
    tell: Callable[[int], object],
) -> Columns:
    """Play games that advance together.

    Args:
        variant: The rules.
        seed: The seed of the dice.
        games: The numbers of the games.
        players: The players of seat 0 and of seat 1; a policy of both seats gets the turns of both in one wave.
        threads: How many threads enumerate the plays.
        tell: Called after each wave with the number of games that are over.

    Raises:
        PolicyError: A policy failed.
    """
    policies: list[Policy] = []
    chooses = [_choice(player, policies) for player in players]
    block = _Block(variant, seed, games.start, len(games), (chooses[0], chooses[1]))
    make = partial(Wave, variant, seed, games)
    number = 0
    while _play_wave(block, policies, partial(make, number), threads):
        tell(len(games) - block.live)
        number += 1
    return block.results()


def _play_wave(
    block: _Block, policies: list[Policy], make: Callable[..., Wave], threads: int
) -> bool:
    """Play the next wave, if there is one.

    A function of its own: the next wave takes this one's memory, which is warm, unless the policy kept it.
    """
    turns = block.wave()
    if turns is None:
        return False
    place, batch, boards, dice, game, turn, seat = turns
    successors = _successors(batch, threads, UNLIMITED)
    for array in (boards, dice, game, turn, seat, successors.indptr, successors.boards):
        array.setflags(write=False)
    policy, wave = policies[place], make(boards, dice, game, turn, seat, successors)
    rows = _rows(policy, wave)
    wrong = block.play(rows, successors.indptr, successors.boards)
    if wrong is not None:
        raise _wrong_row(policy, wave, wrong, int(rows[wrong]))
    return True


def _choice(player: Player, policies: list[Policy]) -> str | int:
    """Give the name of a player, or the number of a policy, which joins the list."""
    if isinstance(player, str):
        return player
    for number, known in enumerate(policies):
        # One method of one object, looked up twice, is two objects.
        if known is player or (isinstance(known, MethodType) and known == player):
            return number
    policies.append(player)
    return len(policies) - 1


def _rows(policy: Policy, wave: Wave) -> NDArray[np.int64]:
    """Ask a policy, and check everything about its answer but the ranges of the rows."""
    try:
        answer = policy(wave)
        array = np.asarray(answer)
    except Exception as error:
        words = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise _failure(policy, wave, f"raised {words}") from error
    if answer is None:
        raise _no_rows(policy, wave, "None")
    if array.shape != (len(wave),):
        raise _no_rows(policy, wave, f"shape {array.shape} of {array.dtype}")
    if array.dtype.kind == "f":
        bad = np.flatnonzero(~np.isfinite(array) | (array != np.trunc(array)))
        if len(bad):
            raise _wrong_row(policy, wave, int(bad[0]), float(array[bad[0]]))
    if array.dtype.kind not in "iu":
        raise _no_rows(policy, wave, f"dtype {array.dtype}")
    if array.dtype == np.uint64:
        # None of these is a row, and int64 cannot say it.
        huge = np.flatnonzero(array > np.iinfo(np.int64).max)
        if len(huge):
            raise _wrong_row(policy, wave, int(huge[0]), int(array[huge[0]]))
    return np.ascontiguousarray(array, dtype=np.int64)


def _no_rows(policy: Policy, wave: Wave, got: str) -> PolicyError:
    what = f"expected whole numbers of shape ({len(wave)},), one row for each turn, got {got}"
    return _failure(policy, wave, what)


def _wrong_row(policy: Policy, wave: Wave, entry: int, row: float) -> PolicyError:
    game, turn = int(wave.game[entry]), int(wave.turn[entry])
    first, end = wave.successors.indptr[entry : entry + 2].tolist()
    what = f"entry {entry} (game {game}, turn {turn}): expected a row from {first} to {end - 1}, got {row}"
    return _failure(policy, wave, what, entry=entry, game=game, row=row)


def _failure(
    policy: Policy,
    wave: Wave,
    what: str,
    *,
    entry: int | None = None,
    game: int | None = None,
    row: float | None = None,
) -> PolicyError:
    games = int(wave.game[0]), int(wave.game[-1])
    where = f"policy {player_name(policy)}, wave {wave.number} of games {_span(*games)}"
    return PolicyError(
        f"{where}: {what}", wave=wave.number, games=games, entry=entry, game=game, row=row
    )


def _span(first: int, last: int) -> str:
    return f"{first} to {last}" if first < last else f"{first}"
