"""How commands print JSON and tables."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

__all__ = ["Json", "counted", "folding_table", "print_json", "printable"]

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def print_json(value: object) -> None:
    """Print one JSON document."""
    print(json.dumps(value, indent=2))


def printable(text: str) -> str:
    """A text out of a file, with what would steer the terminal or break the line spelled out."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one == " " else ascii(one)[1:-1] for one in text)


def counted(number: int, noun: str) -> str:
    """A number of things in words, such as `1 game` and `2,000 games`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def folding_table(*columns: str, title: str | None = None) -> Table:
    """Make a table that loses nothing on a narrow terminal."""
    table = Table(title=title)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
