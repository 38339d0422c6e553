"""Print the best opening plays of Hyper-Backgammon as a table, with the cube and without.

    python examples/hyper_openings.py [CHECKERS]

The first turn comes before anybody can double, so that the cube lies in the middle while it is played. Doubles are
listed too: where the opening dice are thrown again they can be the first roll. Solutions are made where they are not in
the cache yet: with three checkers, the default, that takes minutes.
"""

import sys

import tavla


def openings(checkers: int) -> list[tuple[str, ...]]:
    """One row for each roll: the roll, and for each kind of game the best play and its equity."""
    cubeless, money = (
        tavla.hyper.solve(checkers=checkers),
        tavla.hyper.solve("money", checkers=checkers),
    )
    start = tavla.Position.start(cubeless.variant)
    tables = (
        cubeless.roll_table(start),
        money.roll_table(start, "centred"),
        money.roll_table(start, "centred", jacoby=True),
    )
    rows = []
    for entries in zip(*(table.rolls for table in tables), strict=True):
        high, low = entries[0].dice
        cells = [cell for one in entries for cell in (str(one.play), f"{one.equity:+.6f}")]
        rows.append((f"{high}-{low}", *cells))
    return rows


def main() -> None:
    """Print the table in Markdown."""
    checkers = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    head = ("roll", "no cube", "equity", "money", "equity", "money, Jacoby", "equity")
    print("|", " | ".join(head), "|")
    print("|", " | ".join("---" for _ in head), "|")
    for row in openings(checkers):
        print("|", " | ".join(row), "|")


if __name__ == "__main__":
    main()
