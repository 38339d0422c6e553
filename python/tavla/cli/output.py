"""How commands print JSON."""

from __future__ import annotations

import json
from typing import Annotated

import typer

__all__ = ["Json", "print_json"]

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def print_json(value: object) -> None:
    """Print one JSON document."""
    print(json.dumps(value, indent=2))
