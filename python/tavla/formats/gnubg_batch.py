"""Position IDs by the million: arrays of boards out of ids, and ids out of arrays of boards."""

from __future__ import annotations

import binascii
from typing import TYPE_CHECKING

import numpy as np

from tavla._engine import BACKGAMMON, Position, Variant
from tavla.errors import InvalidArgumentError, InvalidIdError, InvalidPositionError
from tavla.formats.writing import unsuited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["boards", "ids"]

LENGTH, BITS, SLOTS = 14, 80, 25
PADDED = 16  # base64 goes by fours
CHUNK = 1 << 11  # ids at a time: what they need stays in the cache
MOST = 15


def boards(
    ids: Sequence[str] | NDArray[np.str_] | NDArray[np.bytes_], variant: Variant = BACKGAMMON
) -> NDArray[np.uint8]:
    """Read many Position IDs as one `uint8` array of shape `(n, 2, 26)`, the player on roll first.

    Every id is checked as `parse_position_id` checks it.

    Raises:
        InvalidIdError: The first id that is none, or no position of the variant; the message names its row and why.
        InvalidArgumentError: Not a sequence of texts.

    Examples:
        >>> import tavla
        >>> found = boards(["4HPwATDgc/ABMA", "4HPiQSDgc/ABMA"])
        >>> found.shape, bool((found[0, 0] == tavla.BACKGAMMON.start).all())
        ((2, 2, 26), True)
        >>> boards(["4HPwATDgc/ABMA", "4HPwATDgc/AB-A"])
        Traceback (most recent call last):
        ...
        tavla.errors.InvalidIdError: row 1: character 13 of a GNU Position ID must be ..., got '-'
    """
    _check_variant(variant)
    letters = _letters(ids, variant)
    found = np.zeros((len(letters), 2, 26), np.uint8)
    for start in range(0, len(letters), CHUNK):
        part = letters[start : start + CHUNK]
        if not _decode(part, found[start : start + CHUNK], variant.checkers):
            _refuse_first(part, start, variant)
    return found


def ids(boards: NDArray[np.uint8], variant: Variant = BACKGAMMON) -> NDArray[np.str_]:
    """Write many boards, an integer array of shape `(n, 2, 26)`, as an array of Position IDs.

    Raises:
        InvalidPositionError: The first row that is no position of the variant.
        InvalidIdError: The id cannot say positions of the variant.
        InvalidArgumentError: An array of another shape or kind.

    Examples:
        >>> import tavla
        >>> ids(tavla.Position.start(tavla.HYPER).array[None], tavla.HYPER).tolist()
        ['AACgAgAAKgAAAA']
    """
    _check_variant(variant)
    given = np.asarray(boards)
    if given.shape[1:] != (2, 26) or given.dtype.kind not in "iu":
        raise InvalidArgumentError(
            f"boards: expected integers of shape (n, 2, 26), got {given.dtype} of {given.shape}"
        )
    letters = np.empty((len(given), LENGTH), np.uint8)
    zeros = np.arange(CHUNK)[:, None] * BITS + np.arange(2 * SLOTS)
    for start in range(0, len(given), CHUNK):
        part = given[start : start + CHUNK]
        if not _is_sound(part, variant.checkers):
            _refuse_first_board(part, start, variant)
        letters[start : start + CHUNK] = _encode(part, zeros)
    return letters.astype(np.uint32).view(f"<U{LENGTH}").reshape(-1)


def _check_variant(variant: object) -> None:
    if not isinstance(variant, Variant):
        raise InvalidArgumentError(f"variant: expected a Variant, got {variant!r}")
    if unsuited(variant):
        raise InvalidIdError(f"a GNU Position ID cannot hold {unsuited(variant)[0]}")


def _letters(ids: object, variant: Variant) -> NDArray[np.uint8]:
    """The characters of the ids as bytes, one row each."""
    if isinstance(ids, np.ndarray):
        ids = ids.astype(str).tolist() if ids.dtype.kind in "SU" and ids.ndim == 1 else None
    if isinstance(ids, str | bytes) or not hasattr(ids, "__iter__"):
        raise InvalidArgumentError("ids: expected a sequence of texts, or an array of them")
    texts = list(ids)
    try:
        joined = "".join(texts).encode("ascii")
    except (TypeError, UnicodeEncodeError):
        joined = b""
    if len(joined) != LENGTH * len(texts) or set(map(len, texts)) - {LENGTH}:
        for row, text in enumerate(texts):
            if not isinstance(text, str):
                raise InvalidArgumentError(f"ids: row {row}: expected a text, got {text!r}")
            if len(text) != LENGTH or not text.isascii():
                _refuse(row, text, variant)
    return np.frombuffer(joined, np.uint8).reshape(-1, LENGTH)


def _refuse(row: int, text: str, variant: Variant) -> None:
    """Raise the error that the reader of one id gives, with the row, if it gives one."""
    try:
        Position.from_gnubg_id(text, variant)
    except InvalidIdError as error:
        raise InvalidIdError(f"row {row}: {error}", form="position_id", got=text) from None


def _refuse_first(letters: NDArray[np.uint8], start: int, variant: Variant) -> None:
    for row, letter in enumerate(letters):
        _refuse(start + row, letter.tobytes().decode("ascii"), variant)
    raise AssertionError("the two readers of Position IDs differ")


def _decode(letters: NDArray[np.uint8], out: NDArray[np.uint8], checkers: int) -> bool:
    """Fill `out` with the boards of some ids; False where one of them is at fault."""
    bits = _bits(letters)
    if bits is None:
        return False
    ones = bits.sum(1, dtype=np.uint8)
    if ones.max(initial=0) > BITS - 2 * SLOTS:
        return False
    # An id uses as many bits as it has ones, and a zero after each slot; of those bits, exactly the zeros end slots.
    used = np.arange(BITS, dtype=np.uint8) < (ones + 2 * SLOTS)[:, None]
    zeros = np.flatnonzero(bits < used)
    if len(zeros) != 2 * SLOTS * len(bits):
        return False
    ends = zeros.reshape(-1, 2 * SLOTS)
    starts = np.arange(0, BITS * len(bits), BITS)
    if (ends[:, -1] - starts != ones + 2 * SLOTS - 1).any():
        return False  # ones that stand after both sides
    counts = np.diff(zeros.astype(np.uint8), prepend=0).reshape(ends.shape) - 1  # modulo 256
    counts[:, 0] = ends[:, 0] - starts
    theirs = ends[:, SLOTS - 1] - starts - (SLOTS - 1)
    most = max(theirs.max(initial=0), (ones - theirs).max(initial=0))
    out[:, 0, 0] = checkers - (ones - theirs)
    out[:, 1, 0] = checkers - theirs
    out[:, 0, 1:] = counts[:, SLOTS:]
    out[:, 1, 1:] = counts[:, :SLOTS]
    return most <= checkers and not _is_shared(out)


def _is_shared(boards: NDArray[np.integer]) -> bool:
    """Whether both sides stand on one point anywhere."""
    return bool(np.minimum(boards[:, 0, 1:25], boards[:, 1, 24:0:-1]).any())


def _bits(letters: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """The 80 bits of each id; None where one has a letter that no id has there."""
    padded = np.full((len(letters), PADDED), ord("A"), np.uint8)
    padded[:, :LENGTH] = letters
    try:
        data = binascii.a2b_base64(padded.tobytes(), strict_mode=True)
    except binascii.Error:
        return None
    packed = np.frombuffer(data, np.uint8).reshape(-1, PADDED * 6 // 8)
    if packed[:, BITS // 8 :].any():
        return None
    return np.unpackbits(packed[:, : BITS // 8], axis=1, bitorder="little")


def _encode(boards: NDArray[np.integer], zeros: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The characters of the ids of sound boards; `zeros` is where the zero of each slot stands on empty boards."""
    counts = np.concatenate((boards[:, 1, 1:], boards[:, 0, 1:]), axis=1)
    sums = np.cumsum(counts, axis=1, dtype=np.uint8)
    bits = (np.arange(BITS, dtype=np.uint8) < sums[:, -1:] + 2 * SLOTS).view(np.uint8)
    bits.reshape(-1)[sums + zeros[: len(boards)]] = 0
    packed = np.zeros((len(boards), PADDED * 6 // 8), np.uint8)
    packed[:, : BITS // 8] = np.packbits(bits, axis=1, bitorder="little")
    text = binascii.b2a_base64(packed.tobytes(), newline=False)
    return np.frombuffer(text, np.uint8).reshape(-1, PADDED)[:, :LENGTH]


def _is_sound(boards: NDArray[np.integer], checkers: int) -> bool:
    """Whether all boards are positions of a game with hits and so many checkers a side."""
    if boards.min() < 0 or boards.max() > MOST:
        return False
    fits = (boards.sum(2, dtype=np.uint16) == checkers).all()
    return bool(fits) and not _is_shared(boards)


def _refuse_first_board(boards: NDArray[np.integer], start: int, variant: Variant) -> None:
    """Raise the error that a single position gives, with the row."""
    for row, board in enumerate(boards, start):
        try:
            Position.from_array(variant, board)
        except InvalidPositionError as error:
            raise InvalidPositionError(f"row {row}: {error}", error.reasons, row) from None
    raise AssertionError("the two checks of positions differ")
