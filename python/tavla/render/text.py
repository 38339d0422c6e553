"""A position as plain text, in ASCII.

Points are numbered as the player on roll numbers them. The player's checkers are `X` and travel from 24 down to 1; the
opponent's are `O`, and travel the other way where the sides move in contrary directions, or the same way, half a board
apart, where they move in parallel. A column that is too high shows its count in place of the last checker.
"""

from tavla._engine import Position

__all__ = ["board"]

HEIGHT = 5
PLAYER, OPPONENT, EMPTY = "X", "O", "."


def board(position: Position, *, legend: bool = True) -> str:
    """Draw the board; the legend tells the bar, checkers borne off and pips of both sides."""
    points = {point: _point(position, point) for point in range(1, 25)}
    upper = [[points[p] for p in range(13, 19)], [points[p] for p in range(19, 25)]]
    lower = [[points[p] for p in range(12, 6, -1)], [points[p] for p in range(6, 0, -1)]]
    rows = [_numbers(range(13, 19), range(19, 25)), _edge()]
    rows += [_row(upper, level, position.opponent[25], OPPONENT) for level in range(HEIGHT)]
    rows += ["|" + " " * 24 + "|BAR|" + " " * 24 + "|"]
    rows += [_row(lower, level, position.player[25], PLAYER) for level in reversed(range(HEIGHT))]
    rows += [_edge(), _numbers(range(12, 6, -1), range(6, 0, -1))]
    return "\n".join([*rows, *(_legend(position) if legend else ())])


def _point(position: Position, point: int) -> tuple[str, int]:
    """Who stands on a point, and with how many checkers."""
    if position.player[point]:
        return PLAYER, position.player[point]
    count = position.opponent[position.variant.opponent_point(point)]
    return (OPPONENT, count) if count else (EMPTY, 0)


def _cell(who: str, count: int, level: int) -> str:
    """What one place of a column shows, level 0 being at the edge of the board."""
    if level == HEIGHT - 1 and count > HEIGHT:
        return str(count)
    if level < count:
        return who
    return EMPTY if level == 0 else " "


def _row(halves: list[list[tuple[str, int]]], level: int, on_bar: int, who: str) -> str:
    left, right = ("".join(f"{_cell(*p, level):>3} " for p in half) for half in halves)
    # The bar fills from the middle of the board outwards.
    bar = _cell(who, on_bar, HEIGHT - 1 - level) if on_bar else ""
    return f"|{left}|{bar.replace(EMPTY, ''):^3}|{right}|"


def _numbers(left: range, right: range) -> str:
    def half(points: range) -> str:
        return "".join(f"{point:>3} " for point in points)

    return f" {half(left)}     {half(right)}".rstrip()


def _edge() -> str:
    return "+" + "-" * 24 + "+---+" + "-" * 24 + "+"


def _legend(position: Position) -> list[str]:
    sides = [(PLAYER, "on roll", position.player), (OPPONENT, "waiting", position.opponent)]
    lines = [f"{position.variant.name} ({position.variant.track})"]
    for (mark, role, counts), pips in zip(sides, position.pips, strict=True):
        lines.append(f"{mark} {role}: {pips} pips, {counts[25]} on the bar, {counts[0]} off")
    return lines
