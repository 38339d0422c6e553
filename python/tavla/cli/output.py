"""How commands print JSON and tables."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

__all__ = ["Json", "folding_table", "print_json"]

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def print_json(value: object) -> None:
    """Print one JSON document."""
    print(json.dumps(value, indent=2))


def folding_table(*columns: str, title: str | None = None) -> Table:
    """Make a table that loses nothing on a narrow terminal."""
    table = Table(title=title)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
