"""Errors of a command, in words."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

import tavla
from tavla.cli.output import printable
from tavla.cli.words import error_words

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["errors_in_words"]


@contextmanager
def errors_in_words() -> Iterator[None]:
    """Turn an error of tavla, or of the output, into a line of text and exit code 1."""
    try:
        yield
        if sys.stdout is not None:  # closed by who started us
            sys.stdout.flush()
    except BrokenPipeError:  # who reads has seen enough; typer ends quietly
        raise
    except MemoryError as error:
        print(f"tavla: not enough memory: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    except (tavla.TavlaError, OSError) as error:
        print(printable(f"tavla: {error_words(error)}"), file=sys.stderr)
        raise typer.Exit(1) from None
