"""The command `tavla`."""

import importlib.util
import sys


def main() -> None:
    """Run the command line."""
    if importlib.util.find_spec("typer") is None or importlib.util.find_spec("rich") is None:
        print(
            "tavla: the command line is an extra; install it with: pip install 'tavla[cli]'",
            file=sys.stderr,
        )
        sys.exit(1)

    import typer  # noqa: PLC0415  # optional

    app = typer.Typer(help="Rules engine for tables games.", add_completion=False)

    @app.callback(invoke_without_command=True)
    def version() -> None:
        from tavla._engine import __version__  # noqa: PLC0415

        print(f"tavla {__version__}")

    app()
