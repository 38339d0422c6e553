"""Curves of running scores; drawing needs the extra `plot`."""

from __future__ import annotations

import importlib
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from tavla.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction
    from pathlib import Path

    from tavla.scoring.chouette import ChouetteBook

__all__ = ["running_scores", "save_curves", "save_scores"]


def running_scores(book: ChouetteBook) -> dict[str, list[Fraction]]:
    """What each player had won before the first game and after each game that is over.

    Examples:
        >>> from tavla.scoring.chouette import ChouetteBook, events
        >>> book = ChouetteBook.new(["ann", "bob"]).apply(events.Start()).apply(events.Finish("crew"))
        >>> running_scores(book)["bob"]
        [Fraction(0, 1), Fraction(1, 1)]
    """
    start = dict.fromkeys(book.ledger.players, next(iter(book.totals.values())) * 0)
    results = [start | game.totals for game in book.games]
    return {
        name: list(accumulate((result[name] for result in results), initial=start[name]))
        for name in book.ledger.players
    }


def save_scores(book: ChouetteBook, path: str | Path) -> None:
    """Draw the running scores of a chouette into a file; as `save_curves`.

    Raises:
        MissingExtraError: Matplotlib is not installed.
    """
    save_curves(running_scores(book), path)


def save_curves(curves: Mapping[str, Sequence[Fraction | int]], path: str | Path) -> None:
    """Draw scores by name, before the first game and after each, into a file.

    The ending of the path says in which form, such as `.png` or `.svg`. `running_scores` of a match or of a session for
    money gives such scores.

    Raises:
        MissingExtraError: Matplotlib is not installed.
    """
    try:
        figures: Any = importlib.import_module("matplotlib.figure")
    except ImportError:
        raise MissingExtraError(
            "plots need matplotlib; install it with: pip install 'tavla[plot]'"
        ) from None
    figure = figures.Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for name, scores in curves.items():
        axes.step(range(len(scores)), [float(one) for one in scores], where="post", label=name)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xlabel("games")
    axes.set_ylabel("points")
    axes.legend()
    figure.savefig(path)
