"""The score sheet of a chouette: as text for people, as CSV for spreadsheets, as plain data for programs."""

from __future__ import annotations

import csv
import io
import textwrap
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tavla.game.plain import plain_number
from tavla.scoring.chouette.statistics import chouette_statistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavla.scoring.chouette import Bet, ChouetteBook, ChouetteGame

__all__ = ["as_csv", "as_dict", "game_text", "sheet", "statistics_table", "totals_text"]

FORMAT, VERSION = "tavla.chouette_sheet", 1
WORDS = ("player", "role", "cubes")
COLUMNS = ("game", "player", "role", "cubes", "points", "total")

Row = dict[str, Any]


def sheet(book: ChouetteBook, width: int | None = None) -> str:
    """The whole evening: a table for each game, the one in progress too, and the totals.

    Args:
        book: The book.
        width: Characters of a line from which several cubes of a player stand below each other, and the totals are
            wrapped; without, nothing is.

    Examples:
        >>> from tavla.scoring.chouette import ChouetteBook, events
        >>> book = ChouetteBook.new(["ann", "bob", "cleo"])
        >>> for event in (events.Start(), events.Double("bob"), events.Take("ann"), events.Finish("crew", 2)):
        ...     book = book.apply(event)
        >>> print(sheet(book))
        Game 1: bob has the box next
        player  role     cubes      points  total
        ann     box                     -5     -5
        bob     captain  2 gammon       +4     +4
        cleo    crew     1 gammon       +1     +1
        <BLANKLINE>
        Totals: bob +4, cleo +1, ann -5
    """
    totals = dict.fromkeys(book.ledger.players, Fraction(0))
    parts = []
    for game in _games(book):
        rows = _rows(game, totals)
        parts.append(f"{_title(game)}\n{_game_table(rows, width)}")
    parts.append(totals_text(book, width))
    return "\n\n".join(parts)


def totals_text(book: ChouetteBook, width: int | None = None) -> str:
    """What everybody has won so far, the best first."""
    ranked = sorted(book.totals.items(), key=lambda one: -one[1])
    text = "Totals: " + ", ".join(f"{name} {_signed(total)}" for name, total in ranked)
    return text if width is None else textwrap.fill(text, width, break_long_words=False)


def game_text(book: ChouetteBook, width: int | None = None) -> str:
    """The game in progress, or the last one; empty before the first. `width` is that of `sheet`."""
    games = _games(book)
    if not games:
        return ""
    totals = dict.fromkeys(book.ledger.players, Fraction(0))
    for game in games:
        rows = _rows(game, totals)
    return f"{_title(games[-1])}\n{_game_table(rows, width)}"


def as_csv(book: ChouetteBook) -> str:
    """The sheet with a line for each player of each game, as comma-separated values."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    totals = dict.fromkeys(book.ledger.players, Fraction(0))
    for game in _games(book):
        for row in _rows(game, totals):
            writer.writerow(row | {name: str(row[name]) for name in ("points", "total")})
    return out.getvalue()


def as_dict(book: ChouetteBook) -> dict[str, Any]:
    """The sheet as plain data: games with their rows, the ledger, totals and statistics."""
    totals = dict.fromkeys(book.ledger.players, Fraction(0))
    games = []
    for game in _games(book):
        rows = [
            row | {name: plain_number(row[name]) for name in ("points", "total")}
            for row in _rows(game, totals)
        ]
        next_box = None if game.rotation is None else game.rotation.box
        games.append({"game": game.number, "next_box": next_box, "players": rows})
    return {
        "format": FORMAT,
        "version": VERSION,
        "games": games,
        "totals": {name: plain_number(total) for name, total in book.totals.items()},
        "ledger": [row.to_dict() for row in book.ledger.rows],
        "statistics": {
            name: chouette_statistics(book, name).to_dict() for name in book.ledger.players
        },
    }


def statistics_table(book: ChouetteBook, width: int | None = None) -> str:
    """What the evening was like for each player, in a table; with a column for each where lines were too long."""
    rows = []
    for name in book.ledger.players:
        found = chouette_statistics(book, name)
        rows.append(
            {"player": name}
            | {key.replace("_", " "): value for key, value in found.to_dict().items()}
            | {key: getattr(found, key) for key in ("points", "best", "worst")}
        )
    table = _table(tuple(rows[0]), rows)
    if _fits(table, width):
        return table
    names = [row["player"] for row in rows]
    turned = [
        {"player": key} | {row["player"]: row[key] for row in rows}
        for key in rows[0]
        if key != "player"
    ]
    return _table(("player", *names), turned)


def _games(book: ChouetteBook) -> list[ChouetteGame]:
    return [*book.games, *([] if book.game is None else [book.game])]


def _title(game: ChouetteGame) -> str:
    """What a table is about."""
    title = f"Game {game.number}"
    if game.automatics:
        title += f", {game.automatics} automatic"
    if game.rotation is None:
        return f"{title}, in progress"
    verb = "keeps the box" if game.rotation.box == game.box else "has the box next"
    return f"{title}: {game.rotation.box} {verb}"


def _rows(game: ChouetteGame, totals: dict[str, Fraction]) -> list[Row]:
    """A row for each player; the totals are brought forward."""
    won = game.totals
    rows = []
    for player in won:
        totals[player] += won[player]
        role = game.role(player)
        cubes = [_cube(bet) for bet in game.bets if bet.member == player]
        rows.append(
            {
                "game": game.number,
                "player": player,
                "role": role,
                "cubes": "; ".join(cubes),
                "points": won[player],
                "total": totals[player],
            }
        )
    return rows


def _cube(bet: Bet) -> str:
    """What became of a bet: `2 gammon`, `1 dropped by ann`, `4 owned by crew`."""
    name = f"extra against {bet.against}: " if bet.is_extra else ""
    if bet.end == "drop":
        lost = bet.amount < 0
        return f"{name}{abs(bet.points or 0)} dropped by {bet.member if lost else bet.against}"
    if bet.end in ("settlement", "withdrawn"):
        return f"{name}{bet.cube.value} {bet.end} {_signed(bet.points or bet.amount)}"
    if bet.end is not None:
        return f"{name}{bet.cube.value} {bet.end}"
    if bet.offer is not None:
        return f"{name}{bet.offer.value} offered to {bet.answerer}"
    owner = {None: "", 0: f" owned by {bet.against}", 1: f" owned by {bet.member}"}[bet.cube.owner]
    return f"{name}{bet.cube.value}{owner}"


def _signed(value: Fraction) -> str:
    return f"+{value}" if value > 0 else str(value)


def _game_table(rows: Sequence[Row], width: int | None) -> str:
    """The rows of a game; a line for each cube where lines were too long."""
    table = _table(COLUMNS[1:], rows)
    if _fits(table, width):
        return table
    lines: list[Row] = []
    for row in rows:
        first, *others = row["cubes"].split("; ")
        lines.append(row | {"cubes": first})
        lines += [dict.fromkeys(COLUMNS, "") | {"cubes": cube} for cube in others]
    return _table(COLUMNS[1:], lines)


def _fits(table: str, width: int | None) -> bool:
    return width is None or max(map(len, table.splitlines())) <= width


def _table(columns: Sequence[str], rows: Sequence[Row]) -> str:
    """Columns of text, numbers to the right."""
    lines = [list(columns)]
    lines += [[_cell(row[name]) for name in columns] for row in rows]
    widths = [max(len(line[at]) for line in lines) for at in range(len(columns))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if name in WORDS else cell.rjust(width)
            for name, cell, width in zip(columns, line, widths, strict=True)
        ).rstrip()
        for line in lines
    )


def _cell(value: object) -> str:
    return _signed(value) if isinstance(value, Fraction) else str(value)
