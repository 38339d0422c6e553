"""The command `tavla`; it needs the extra `cli`."""

from __future__ import annotations

import importlib.util
import io
import sys

NEEDED = ("typer", "rich")


def is_installed(name: str) -> bool:
    """Tell whether a module can be imported."""
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # it is in `sys.modules`, blocked or half made
        return False


def main() -> None:
    """Run the command line, or say how to get it."""
    missing = [name for name in NEEDED if not is_installed(name)]
    if missing:
        print(
            f"tavla: the command line needs {' and '.join(missing)}; "
            "install it with: pip install 'tavla[cli]'",
            file=sys.stderr,
        )
        sys.exit(1)

    from tavla.cli.app import app  # noqa: PLC0415  # optional

    # What was typed is quoted back, also where the output cannot hold it.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    app()
