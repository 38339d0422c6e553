"""Score sheets of games between two players: lines of text, rows for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from tavla.game.plain import plain_number
from tavla.game.result import End

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavla.game.result import GameResult
    from tavla.scoring.statistics import PlayerStatistics
    from tavla.table.entry import Entry

__all__ = ["Tally", "csv_text", "game_lines", "rows", "statistics_text"]


class Tally(NamedTuple):
    """How things stood after a game.

    Attributes:
        text: The score as people write it.
        points: That of seat 0 and of seat 1.
        mark: What else the sheet says about the game, or nothing.
    """

    text: str
    points: tuple[Fraction | int, Fraction | int]
    mark: str = ""


def game_lines(
    players: tuple[str, str], entries: Sequence[Entry], tallies: Sequence[Tally]
) -> list[str]:
    """The table of a sheet: a heading, and a line for each game with the score after it."""
    wide = max(6, *map(len, players))
    lines = [f"game  {'winner':{wide}}  how          cube  points  score"]
    for number, (entry, tally) in enumerate(zip(entries, tallies, strict=True), 1):
        result = entry.result
        winner = "" if result.winner is None else players[result.winner]
        remarks = filter(None, (tally.mark, " ".join(entry.note.split())))
        line = (
            f"{number:4}  {winner:{wide}}  {how(result):11}  {result.cube:4}  "
            f"{result.points!s:>6}  {tally.text:6}  {', '.join(remarks)}"
        )
        lines.append(line.rstrip())
    return lines


def how(result: GameResult) -> str:
    """How a game ended, in a word."""
    if result.end is End.BORNE_OFF and result.kind is not None:
        return result.kind.name.lower()
    return str(result.end)


def rows(
    players: tuple[str, str], entries: Sequence[Entry], tallies: Sequence[Tally]
) -> list[dict[str, Any]]:
    """The games as plain data, numbered from 1 as on the sheet."""
    found = []
    for number, (entry, tally) in enumerate(zip(entries, tallies, strict=True), 1):
        result = entry.result
        scores = zip(players, map(Fraction, tally.points), strict=True)
        row = {
            "game": number,
            "winner": None if result.winner is None else players[result.winner],
            "end": str(result.end),
            "kind": None if result.kind is None else result.kind.name.lower(),
            "cube": result.cube,
            "points": plain_number(result.points),
            **{f"score {name}": plain_number(score) for name, score in scores},
            "mark": tally.mark,
            "note": entry.note,
        }
        found.append(row)
    return found


def csv_text(players: tuple[str, str], found: Sequence[dict[str, Any]]) -> str:
    """Rows as comma-separated values; the heading is there even without games."""
    out = io.StringIO()
    names = [f"score {name}" for name in players]
    columns = ["game", "winner", "end", "kind", "cube", "points", *names, "mark", "note"]
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue()


def statistics_text(found: dict[str, PlayerStatistics]) -> str:
    """The numbers of the players as a table, a column for each.

    Examples:
        >>> from tavla.scoring.statistics import PlayerStatistics
        >>> print(statistics_text({"ann": PlayerStatistics(games=2), "bob": PlayerStatistics()}).splitlines()[1])
        games           2    0
    """
    plain = {name: one.to_dict() for name, one in found.items()}
    lines = [" " * 13 + "".join(f"  {name:>3}" for name in plain)]
    for field in next(iter(plain.values())):
        values = "".join(f"  {one[field]!s:>{max(3, len(name))}}" for name, one in plain.items())
        lines.append(f"{field.replace('_', ' '):13}{values}")
    return "\n".join(lines)
