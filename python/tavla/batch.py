"""Many positions at once, as arrays: afterstates, counts, hashes, encodings, dice.

Positions are `uint8` arrays of shape (n, 2, 26): the side on roll first, each side's counts in its owner's own numbering,
index 0 off, 1 to 24 the points, 25 the bar. They are checked when they come in, and an error names the first bad row.
The GIL is released while the core works, Ctrl-C is answered, and the results do not depend on the number of threads.

Mind that NumPy's uint8 wraps: `a - b` of two counts is 255 where it should be -1. Convert first:
`boards.astype(np.int16)`.
"""

from collections.abc import Iterator
from typing import Any, Literal, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from tavla._engine import (
    ROLLS,
    Play,
    Variant,
    _Batch,
    _best_rows,
    _encode_f32,
    _encode_u8,
    _encoding_width,
    _roll,
    _seed_bytes,
)
from tavla.errors import InvalidArgumentError, InvalidDiceError
from tavla.threads import thread_count

__all__ = [
    "CONTACT",
    "FINISHED",
    "IRREGULAR",
    "OPPONENT_ON_BAR",
    "PLAYER_ON_BAR",
    "Successors",
    "afterstates",
    "count_plays",
    "encode",
    "hash64",
    "iter_afterstates",
    "outcomes",
    "pips",
    "roll",
    "status",
]

FINISHED = 1
"""Bit of `status`: one side has borne off every checker."""
CONTACT = 2
"""Bit of `status`: a checker still has one of the other side ahead of it."""
PLAYER_ON_BAR = 4
"""Bit of `status`: the side on roll has a checker on the bar."""
OPPONENT_ON_BAR = 8
"""Bit of `status`: the other side has a checker on the bar."""
IRREGULAR = 16
"""Bit of `status`: no game of the variant reaches the position, see `Position.irregularities`."""

Boards = NDArray[np.uint8]
Encoding = Literal["counts", "tesauro", "parallel"]

UNLIMITED = 2**62


@final
class Successors:
    """The results of every play of many turns, one row each, segment by segment.

    A segment is one position with one roll; with all 21 rolls a position has 21 segments, in the order of `tavla.ROLLS`.
    The rows of a segment are in the frozen order of `Position.legal_plays`. A dance is one row; a finished position has
    none.

    Attributes:
        indptr: int64 (segments + 1,); segment `i` is rows `indptr[i]` to `indptr[i + 1] - 1`.
        boards: uint8 (rows, 2, 26), each in the *next* player's view: the side that moved is second.
    """

    __slots__ = ("_batch", "boards", "indptr")

    indptr: NDArray[np.int64]
    boards: Boards

    def __init__(self, batch: _Batch, indptr: NDArray[np.int64], boards: Boards) -> None:
        self._batch = batch
        self.indptr = indptr
        self.boards = boards

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.boards)

    def __repr__(self) -> str:
        return f"<Successors: {len(self)} rows in {len(self.indptr) - 1} segments>"

    def argmin(self, values: ArrayLike) -> NDArray[np.int64]:
        """Give each segment's row with the smallest value.

        Args:
            values: Real numbers, shape (rows,): one for each row of `boards`.

        Returns:
            int64 (segments,): rows of `boards`; the lowest where values tie, -1 where a segment is empty.

        Raises:
            InvalidArgumentError: Another shape, values that are no real numbers, or NaN (the row is named).
        """
        return _best_rows(self.indptr, self._values(values), False)

    def argmax(self, values: ArrayLike) -> NDArray[np.int64]:
        """Give each segment's row with the largest value; otherwise as `argmin`."""
        return _best_rows(self.indptr, self._values(values), True)

    def segment(self, row: int) -> int:
        """Give the segment that a row of `boards` belongs to."""
        number = self._row(row)
        return int(np.searchsorted(self.indptr, number, side="right")) - 1

    def play(self, row: int) -> Play:
        """Give the play that leads to a row of `boards`; its moves are made again, not stored."""
        segment = self.segment(row)
        return self._batch.play(segment, row - int(self.indptr[segment]))

    def _row(self, row: int) -> int:
        number = _whole_number(row, "row")
        if not 0 <= number < len(self):
            raise InvalidArgumentError(
                f"row: expected a row from 0 to {len(self) - 1}, got {number}"
            )
        return number

    def _values(self, values: ArrayLike) -> NDArray[Any]:
        array = np.asarray(values)
        if array.shape != (len(self),):
            raise InvalidArgumentError(
                f"values: expected shape ({len(self)},), one for each row, got {array.shape}"
            )
        if array.dtype == np.float32:
            return np.ascontiguousarray(array)
        if array.dtype == np.uint64 or array.dtype.kind not in "iuf":
            raise InvalidArgumentError(f"values: expected real numbers, got dtype {array.dtype}")
        wide = np.float64 if array.dtype.kind == "f" else np.int64
        return np.ascontiguousarray(array, dtype=wide)


def afterstates(
    boards: ArrayLike,
    dice: ArrayLike | None,
    *,
    variant: Variant,
    threads: int | None = None,
    out: Boards | None = None,
    max_rows: int | None = None,
) -> Successors:
    """Enumerate the results of every play of every position.

    Args:
        boards: uint8 (n, 2, 26), the side on roll first.
        dice: uint8 (n, 2), a roll for each position; or (2,), the same for all; or None for all 21 rolls of each
            position, as many segments in the order of `tavla.ROLLS`.
        variant: The rules.
        threads: How many threads; None is the environment's TAVLA_THREADS, or else every core. Small batches stay on the
            caller's thread.
        out: uint8 (room, 2, 26), C-contiguous and writable; the rows go there, and `boards` of the result is its first
            part. What is behind stays as it is.
        max_rows: An error instead of more rows than this.

    Raises:
        InvalidPositionError: A row is no position; `row` tells which, `reasons` why.
        InvalidDiceError: Dice that are no rolls, or not one for each position.
        InvalidArgumentError: Arrays of other shapes or kinds; more rows than `out` or `max_rows` has room for.

    Examples:
        >>> import numpy as np
        >>> import tavla
        >>> start = tavla.Position.start(tavla.HYPER).array
        >>> succ = tavla.batch.afterstates(start[None], (6, 5), variant=tavla.HYPER)
        >>> succ
        <Successors: 9 rows in 1 segments>
        >>> pips = tavla.batch.pips(succ.boards, variant=tavla.HYPER)
        >>> str(succ.play(succ.argmin(pips[:, 1])[0]))
        '24/18 23/18'
    """
    batch = _batch(variant, boards, dice, dice is None)
    limit = UNLIMITED if max_rows is None else _limit(max_rows)
    if out is None:
        return _successors(batch, thread_count(threads), limit)
    _check_out(out, np.dtype(np.uint8), 3, "(room, 2, 26)")
    if out.shape[1:] != (2, 26):
        raise InvalidArgumentError(f"out: expected shape (room, 2, 26), got {out.shape}")
    indptr, rows = batch.afterstates(out[:limit], thread_count(threads))
    if indptr is None:
        what = "out" if len(out) <= limit else "max_rows"
        raise InvalidArgumentError(
            f"{what}: expected room for {rows} rows, got {min(len(out), limit)}"
        )
    return Successors(batch, indptr, out[:rows])


def _successors(batch: _Batch, threads: int, limit: int) -> Successors:
    """Enumerate into an array of the right size: a good guess, cut to measure afterwards."""
    room = min(batch.estimated_rows(), limit)
    while True:
        boards = np.empty((room, 2, 26), dtype=np.uint8)
        indptr, rows = batch.afterstates(boards, threads)
        if indptr is not None:
            # Nobody else has seen the array, so it can shrink where it is.
            boards.resize((rows, 2, 26), refcheck=False)
            return Successors(batch, indptr, boards)
        if rows > limit:
            raise InvalidArgumentError(f"max_rows: expected room for {rows} rows, got {limit}")
        room = rows


def iter_afterstates(
    boards: ArrayLike,
    dice: ArrayLike | None,
    *,
    variant: Variant,
    max_rows: int,
    threads: int | None = None,
) -> Iterator[tuple[slice, Successors]]:
    """Enumerate in pieces, so that memory stays bounded.

    Yields:
        The positions of the piece, a slice of `boards`, and their results, at most `max_rows` rows. Everything is
        checked before the first piece.

    Raises:
        InvalidArgumentError: One position alone has more than `max_rows` results.
        InvalidPositionError, InvalidDiceError: As `afterstates`.
    """
    array, rolls = _boards(boards), None if dice is None else _dice(dice, boards)
    limit = _limit(max_rows)
    counts = count_plays(array, rolls, variant=variant, threads=threads)
    rows = counts.reshape(len(array), -1).sum(axis=1, dtype=np.int64)
    if len(rows) and rows.max() > limit:
        row = int(rows.argmax())
        raise InvalidArgumentError(
            f"max_rows: expected at least {rows[row]}, the results of row {row} alone, got {limit}"
        )
    return (
        (
            piece,
            afterstates(
                array[piece],
                rolls if rolls is None else rolls[piece],
                variant=variant,
                threads=threads,
            ),
        )
        for piece in _pieces(np.cumsum(rows), limit)
    )


def _pieces(ends: NDArray[np.int64], limit: int) -> Iterator[slice]:
    """Cut positions into pieces of at most `limit` rows; `ends` are the rows up to each position."""
    first, done = 0, 0
    while first < len(ends):
        last = int(np.searchsorted(ends, done + limit, side="right"))
        yield slice(first, last)
        first, done = last, int(ends[last - 1])


def count_plays(
    boards: ArrayLike, dice: ArrayLike | None, *, variant: Variant, threads: int | None = None
) -> NDArray[np.uint32]:
    """Count the plays of every position, without making them.

    Args:
        boards: uint8 (n, 2, 26).
        dice: As in `afterstates`.
        variant: The rules.
        threads: As in `afterstates`.

    Returns:
        uint32 (n,); with all rolls (n, 21). A dance counts as one play, a finished position has none.
    """
    batch = _batch(variant, boards, dice, dice is None)
    counts = batch.count_plays(thread_count(threads))
    return counts.reshape(len(batch), len(ROLLS)) if dice is None else counts


def outcomes(
    boards: ArrayLike,
    *,
    variant: Variant,
    threads: int | None = None,
    out: NDArray[np.int8] | None = None,
) -> NDArray[np.int8]:
    """Tell how the games stand: int8 (n,), 0 while a game goes on.

    Where it is over, 1, 2 or 3 when the side on roll has won a single game, a gammon or a backgammon, and -1, -2 or -3
    when it has lost one.
    """
    batch = _batch(variant, boards)
    filled = _out(out, (len(batch),), np.dtype(np.int8))
    batch.outcomes(filled, thread_count(threads))
    return filled


def pips(
    boards: ArrayLike,
    *,
    variant: Variant,
    threads: int | None = None,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]:
    """Count the pips to go: uint16 (n, 2), the side on roll first; a checker on the bar has 25."""
    batch = _batch(variant, boards)
    filled = _out(out, (len(batch), 2), np.dtype(np.uint16))
    batch.pips(filled, thread_count(threads))
    return filled


def hash64(
    boards: ArrayLike,
    *,
    variant: Variant,
    threads: int | None = None,
    out: NDArray[np.uint64] | None = None,
) -> NDArray[np.uint64]:
    """Give the stable hash of each position, `Position.hash64`: uint64 (n,)."""
    batch = _batch(variant, boards)
    filled = _out(out, (len(batch),), np.dtype(np.uint64))
    batch.hash64(filled, thread_count(threads))
    return filled


def status(
    boards: ArrayLike,
    *,
    variant: Variant,
    threads: int | None = None,
    out: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """Tell what kind of position each is: uint8 (n,).

    The sum of `FINISHED`, `CONTACT`, `PLAYER_ON_BAR`, `OPPONENT_ON_BAR` and `IRREGULAR`, where they apply.
    """
    batch = _batch(variant, boards)
    filled = _out(out, (len(batch),), np.dtype(np.uint8))
    batch.status(filled, thread_count(threads))
    return filled


def roll(games: ArrayLike, turns: ArrayLike, *, seed: int | bytes) -> NDArray[np.uint8]:
    """Throw the dice of many games' turns: those of `DiceStream(seed, game).roll(turn)`.

    Args:
        games: Numbers of games, from 0, below 2**64.
        turns: Numbers of turns, from 0, below 2**60; the two are broadcast against each other.
        seed: A whole number from 0 to 2**256 - 1, or its 32 bytes, the lowest first.

    Returns:
        uint8, the shape of both and a last axis of 2, in the order thrown.

    Raises:
        InvalidArgumentError: Numbers out of range, or that do not broadcast.
    """
    key = _seed_bytes(seed)
    games_array, turns_array = _numbers(games, "games", 2**64), _numbers(turns, "turns", 2**60)
    try:
        both = np.broadcast_arrays(games_array, turns_array)
    except ValueError:
        raise InvalidArgumentError(
            f"games and turns: expected shapes that broadcast, got {games_array.shape} and {turns_array.shape}"
        ) from None
    filled = np.empty((both[0].size, 2), dtype=np.uint8)
    flat = [np.ascontiguousarray(numbers).reshape(-1) for numbers in both]
    _roll(key, flat[0], flat[1], filled)
    return filled.reshape(*both[0].shape, 2)


def encode(
    boards: ArrayLike,
    encoding: Encoding = "tesauro",
    *,
    variant: Variant,
    dtype: DTypeLike = np.float32,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
) -> NDArray[Any]:
    """Encode positions as rows for learners, always from the side on roll.

    As uint8 a row holds whole units; as float32 each unit times its scale.

    * `"counts"`, 52 units: the player's 26 counts and the opponent's, each in its own numbering; scale 1.
    * `"tesauro"`, 198 units: for the player and then for the opponent, for each of his points 1 to 24, four units: at
      least one checker, at least two, at least three, and how many beyond three (scale 1/2). Then the player's and the
      opponent's checkers on the bar (scale 1/2), their checkers off (scale 1/15), and 1 and 0 for who is on roll. (G.
      Tesauro, "Practical Issues in Temporal Difference Learning", 1992, as R. Sutton and A. Barto, "Reinforcement
      Learning", 1998, section 11.1, spell it out.)
    * `"parallel"`, 198 units, for games in which both sides travel the same way: along the player's points 1 to 24 the
      four units of his own checkers and then of the opponent's on the same place of the board. Then both sides'
      checkers off (scale 1/15), whether each side's first checker is away, and their checkers on the bar (scale 1/2).

    Args:
        boards: uint8 (n, 2, 26).
        encoding: One of these words.
        variant: The rules.
        dtype: float32 or uint8; that of `out` where it is given.
        out: (n, units), C-contiguous and writable, to be filled and returned. When a row of `boards` is refused, some of
            it may have been written.
        threads: As in `afterstates`.

    Returns:
        (n, units) of that dtype.
    """
    array = _boards(boards)
    shape = (len(array), _encoding_width(encoding))
    wanted = _dtype(dtype) if out is None else getattr(out, "dtype", None)
    if wanted not in (np.float32, np.uint8):
        raise InvalidArgumentError(f"dtype: expected float32 or uint8, got {wanted}")
    filled = _out(out, shape, np.dtype(wanted))
    if out is not None and np.may_share_memory(array, filled):
        array = array.copy()
    fill = _encode_f32 if wanted == np.float32 else _encode_u8
    fill(variant, array, encoding, filled, thread_count(threads))
    return filled


def _dtype(dtype: DTypeLike) -> np.dtype[Any]:
    try:
        return np.dtype(dtype)
    except TypeError:
        raise InvalidArgumentError(f"dtype: expected float32 or uint8, got {dtype!r}") from None


def _batch(
    variant: Variant, boards: ArrayLike, dice: ArrayLike | None = None, all_rolls: bool = True
) -> _Batch:
    array = _boards(boards)
    return _Batch(variant, array, None if all_rolls else _dice(dice, array))


def _boards(boards: ArrayLike) -> Boards:
    array = _whole(boards, "boards")
    if array.ndim != 3 or array.shape[1:] != (2, 26):
        raise InvalidArgumentError(f"boards: expected shape (n, 2, 26), got {array.shape}")
    return _bytes(array, "boards", 15)


def _dice(dice: ArrayLike | None, boards: ArrayLike) -> NDArray[np.uint8]:
    array = _whole(dice, "dice", InvalidDiceError)
    positions = len(np.asarray(boards))
    if array.shape == (2,):
        array = np.broadcast_to(array, (positions, 2))
    if array.shape != (positions, 2):
        raise InvalidDiceError(
            f"dice: expected shape ({positions}, 2), a roll for each position, or (2,), got {array.shape}"
        )
    return _bytes(array, "dice", 255, InvalidDiceError)


def _whole(
    values: ArrayLike | None, what: str, error: type[ValueError] = InvalidArgumentError
) -> NDArray[Any]:
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, OverflowError) as reason:
        raise error(
            f"{what}: expected an array of whole numbers, got {type(values).__name__}"
        ) from reason
    if array.dtype.kind not in "iu":
        raise error(f"{what}: expected whole numbers (uint8), got dtype {array.dtype}")
    return array


def _bytes(
    array: NDArray[Any], what: str, most: int, error: type[ValueError] = InvalidArgumentError
) -> NDArray[np.uint8]:
    """Narrow other kinds of whole numbers, where they fit."""
    if array.dtype != np.uint8 and array.size:
        bad = (array < 0) | (array > most)
        if bad.any():
            at = tuple(int(index) for index in np.argwhere(bad)[0])
            raise error(
                f"{what}: row {at[0]}: expected numbers from 0 to {most}, got {array[at]} at {at}"
            )
    return np.ascontiguousarray(array, dtype=np.uint8)


def _numbers(values: ArrayLike, what: str, end: int) -> NDArray[np.uint64]:
    array = _whole(values, what)
    if array.size and (int(array.min()) < 0 or int(array.max()) >= end):
        raise InvalidArgumentError(
            f"{what}: expected numbers from 0 to {end - 1}, got {array.min()} to {array.max()}"
        )
    return array.astype(np.uint64)


def _whole_number(value: object, what: str) -> int:
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise InvalidArgumentError(f"{what}: expected a whole number, got {value!r}")
    return int(value)


def _limit(max_rows: int) -> int:
    limit = _whole_number(max_rows, "max_rows")
    if not 1 <= limit <= UNLIMITED:
        raise InvalidArgumentError(f"max_rows: expected a whole number from 1, got {limit}")
    return limit


def _out(out: NDArray[Any] | None, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    if out is None:
        return np.empty(shape, dtype=dtype)
    _check_out(out, dtype, len(shape), str(shape))
    if out.shape != shape:
        raise InvalidArgumentError(f"out: expected shape {shape}, got {out.shape}")
    return out


def _check_out(out: object, dtype: np.dtype[Any], ndim: int, shape: str) -> None:
    if not isinstance(out, np.ndarray) or out.dtype != dtype or out.ndim != ndim:
        got = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise InvalidArgumentError(f"out: expected a {dtype} array of shape {shape}, got {got}")
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise InvalidArgumentError("out: expected a C-contiguous and writable array")
