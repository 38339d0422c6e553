"""Writing `.bd` files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tavla.bearoff.bd.layout import EQUITY, HEAD, PROBABILITY, ROLLS
from tavla.errors import InvalidArgumentError
from tavla.whole import whole_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from typing import BinaryIO

    from numpy.typing import NDArray

    from tavla.bearoff.equities import TwoSided
    from tavla.bearoff.rolls import OneSided

__all__ = ["write_one_sided", "write_two_sided"]


def write_one_sided(
    database: OneSided,
    path: str | os.PathLike[str],
    *,
    gammons: bool = True,
    compressed: bool = True,
    normal: bool = False,
) -> None:
    """Write a one-sided database as GNU Backgammon reads it.

    Probabilities are rounded to parts of 65,535, the most likely number of rolls making up what is wanting; more than
    31 rolls have no place and count as the most likely number.

    Args:
        database: What to write.
        path: Where; what is there is replaced when the file is whole.
        gammons: Whether to write the chances of the first checker off.
        compressed: Whether to leave out the zeros around distributions.
        normal: Whether to write means and deviations alone.

    Raises:
        DataError: The file of the database is damaged.
        OSError: It cannot be written; nothing is left of it.
    """
    # `makebearoff` calls its normal distributions ones with gammons, uncompressed.
    kind = "1-0-1" if normal else f"{int(gammons)}-{int(compressed)}-0"
    head = _head(f"gnubg-OS-{database.points:02}-{database.checkers:02}-{kind}")
    with whole_file(path) as file:
        file.write(head)
        if normal:
            for part in _parts(database):
                file.write(_moments(database, part).astype("<f4").tobytes())
        elif compressed:
            _write_compressed(database, file, gammons=gammons)
        else:
            for part in _parts(database):
                tables = [_parts_of_65535(database, part, first=False)]
                if gammons:
                    tables.append(_parts_of_65535(database, part, first=True))
                file.write(np.stack(tables, axis=1).astype("<u2").tobytes())


def write_two_sided(
    database: TwoSided, path: str | os.PathLike[str], *, cube: bool | None = None
) -> None:
    """Write a two-sided database as GNU Backgammon reads it: its equities, cut to parts of 32,767.5.

    Args:
        database: One in which no gammon can happen.
        path: Where; what is there is replaced when the file is whole.
        cube: Whether to write equities with the cube; None where there are any.

    Raises:
        InvalidArgumentError: Gammons can happen, or the database knows no cube.
        DataError: The file of the database is damaged.
        OSError: It cannot be written; nothing is left of it.
    """
    has_cube = database.cube is not None
    wanted = has_cube if cube is None else cube
    if database.has_gammons or (wanted and not has_cube):
        raise InvalidArgumentError(
            "database: expected one without gammons, and with the cube where that is written"
        )
    # What each leaves the other side with: no cube, the own one, that in the middle, the other side's.
    lanes = ("equity", "his", "centred", "own") if wanted else ("equity",)
    core = database._core  # of this room
    head = _head(f"gnubg-TS-{database.points:02}-{database.checkers:02}-{int(wanted)}")
    with whole_file(path) as file:
        file.write(head)
        for mine in range(len(database)):
            rows = np.stack([core.rolled_row(lane, mine) for lane in lanes], axis=1)
            rows[0] = -1.0
            if mine == 0:
                rows[:] = 1.0  # who is done has won, whatever the other side has left
            # Cut as `makebearoff` cuts; 1e-9 for what is a whole number but for rounding.
            values = np.floor((rows + 1) * EQUITY + 1e-9)
            file.write(values.clip(0, PROBABILITY).astype("<u2").tobytes())


def _head(text: str) -> bytes:
    return text.encode("ascii").ljust(HEAD - 1, b"x") + b"\n"


PART = 1 << 14


def _parts(database: OneSided) -> Iterator[range]:
    many = len(database)
    return (range(start, min(start + PART, many)) for start in range(0, many, PART))


def _parts_of_65535(database: OneSided, part: range, *, first: bool) -> NDArray[np.int64]:
    core = database._core  # of this room
    chances = core.table(part.start, part.stop, ROLLS, first)
    found = np.floor(chances * PROBABILITY + 0.5).astype(np.int64)
    likeliest = found.argmax(axis=1)
    found[np.arange(len(found)), likeliest] -= found.sum(axis=1) - PROBABILITY
    return found


def _write_compressed(database: OneSided, file: BinaryIO, *, gammons: bool) -> None:
    """First where each distribution lies and which rolls it is of, then all of them."""
    heads: list[bytes] = []
    data: list[bytes] = []
    start = 0
    for part in _parts(database):
        tables = [
            _parts_of_65535(database, part, first=first) for first in (False, True)[: 1 + gammons]
        ]
        table = np.stack(tables, axis=1)
        fewest = (table > 0).argmax(axis=2)
        most = ROLLS - 1 - (table[:, :, ::-1] > 0).argmax(axis=2)
        many = most - fewest + 1
        rolls = np.arange(ROLLS)
        within = (rolls >= fewest[..., None]) & (rolls <= most[..., None])
        data.append(table[within].astype("<u2").tobytes())
        sums = many.sum(axis=1)
        starts = start + np.cumsum(sums) - sums
        start += int(sums.sum())
        head = np.empty((len(table), 4 + 2 * len(tables)), dtype=np.uint8)
        head[:, :4] = starts.astype("<u4")[:, None].view(np.uint8)
        head[:, 4::2] = many
        head[:, 5::2] = fewest
        heads.append(head.tobytes())
    file.writelines([*heads, *data])


def _moments(database: OneSided, part: range) -> NDArray[np.float64]:
    """Mean, deviation, and those of the first checker off, (sides, 4)."""
    core = database._core  # of this room
    rolls = np.arange(128.0)
    columns = []
    for first in (False, True):
        chances = core.table(part.start, part.stop, len(rolls), first)
        mean = chances @ rolls
        spread = chances @ rolls**2 - mean**2
        columns += [mean, np.sqrt(np.maximum(spread, 0.0))]
    return np.stack(columns, axis=1)
