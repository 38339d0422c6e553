"""A second opinion on the rules: plain lists, every order of the dice, nothing clever.

Written from the rules alone; it shares no code with the package and asks it only for the data of a variant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tavla

OFF, BAR = 0, 25
Counts = tuple[int, ...]


class Step(NamedTuple):
    """One checker by one die."""

    source: int
    target: int
    die: int


class Board(NamedTuple):
    """Both sides, the mover first."""

    mine: Counts
    theirs: Counts


class Line(NamedTuple):
    """Moves in order and where they lead."""

    steps: tuple[Step, ...]
    board: Board


def across(variant: tavla.Variant, point: int) -> int:
    """Give the same point in the other side's numbers."""
    if variant.track == "contrary":
        return 25 - point
    return point + 12 if point <= 12 else point - 12


def moved(counts: Counts, source: int, target: int) -> Counts:
    """Move one checker."""
    after = list(counts)
    after[source] -= 1
    after[target] += 1
    return tuple(after)


def everyone_home(board: Board) -> bool:
    """Tell whether every checker left is on 1..6."""
    return sum(board.mine[7:]) == 0


def passed(variant: tavla.Variant, board: Board) -> bool:
    """Tell whether the first checker is away."""
    start = variant.start.index(variant.checkers)
    return board.mine[OFF] > 0 or any(board.mine[1 : start - variant.first_away_pips + 1])


def limits_in_force(variant: tavla.Variant, board: Board) -> list[tuple[int, int, int]]:
    """List the held limits that have not lapsed."""
    kept = []
    for low, high, most in variant.held_limits:
        if variant.limit_lapse == "when_opp_start_empty":
            lapsed = board.theirs[BAR] == 0 and not any(
                n and s for n, s in zip(board.theirs, variant.start, strict=True)
            )
        elif variant.limit_lapse == "when_opp_all_passed":
            lapsed = sum(board.theirs[min(across(variant, p) for p in range(low, high + 1)) :]) == 0
        else:
            lapsed = False
        if not lapsed:
            kept.append((low, high, most))
    return kept


def unled_primes(variant: tavla.Variant, board: Board) -> set[int]:
    """Give the lowest opponent's number of each six-prime of mine that no opposing checker has passed."""
    return {
        low
        for low in range(1, 20)
        if all(board.mine[across(variant, p)] for p in range(low, low + 6))
        and not any(board.theirs[:low])
    }


def keeps_limits(variant: tavla.Variant, start: Board, before: Board, after: Board) -> bool:
    """Tell whether no count that is over its limit has risen."""
    for low, high, most in limits_in_force(variant, start):
        was, now = (sum(1 for n in board.mine[low : high + 1] if n) for board in (before, after))
        if now > most and now > was:
            return False
    new = unled_primes(variant, after) - unled_primes(variant, before)
    return not (variant.six_prime_needs_opp_ahead and new)


def single(
    variant: tavla.Variant, start: Board, board: Board, source: int, die: int
) -> Board | None:
    """Move one checker by one die, or give None where a rule forbids it."""
    mine, theirs = board
    if not mine[source] or (mine[BAR] and source != BAR):
        return None
    if variant.first_away_pips:
        free = passed(variant, start if variant.first_away_release == "next_turn" else board)
        home = variant.start.index(variant.checkers)
        if not free and source == home and sum(mine[1:]) > mine[home]:
            return None
    if source > die:
        target = source - die
        there = across(variant, target)
        if theirs[there] >= (2 if variant.contact == "hit" else 1):
            return None
        if variant.bearoff_inner_moves == "forbidden" and everyone_home(board):
            return None
        if theirs[there]:
            theirs = moved(theirs, there, BAR)
    else:
        target = OFF
        if not everyone_home(board):
            return None
        if source < die and (variant.bearoff_overshoot == "exact_only" or any(mine[source + 1 :])):
            return None
    after = Board(moved(mine, source, target), theirs)
    if variant.limit_check == "each_step" and not keeps_limits(variant, start, board, after):
        return None
    return after


def lines(
    variant: tavla.Variant, start: Board, line: Line, dice: tuple[int, ...]
) -> Iterator[Line]:
    """Walk every line of moves, short ones included."""
    yield line
    if not dice:
        return
    for source in range(25, 0, -1):
        after = single(variant, start, line.board, source, dice[0])
        if after is not None:
            step = Step(source, max(source - dice[0], OFF), dice[0])
            yield from lines(variant, start, Line((*line.steps, step), after), dice[1:])


def wall(variant: tavla.Variant, board: Board) -> list[int]:
    """Give my six points that wall in all of the opponent's checkers, if the duty is about them."""
    stacks = [p for p in range(1, 26) if board.theirs[p]]
    if not variant.unblock_duty or len(stacks) != 1 or stacks[0] < 7:
        return []
    points = [across(variant, stacks[0] - k) for k in range(1, 7)]
    return points if all(board.mine[p] for p in points) else []


def full_plays(
    variant: tavla.Variant, mine: Counts, theirs: Counts, dice: tuple[int, int]
) -> list[Line]:
    """List every legal way to play the turn, each order of moves on its own."""
    start = Board(tuple(mine), tuple(theirs))
    high, low = max(dice), min(dice)
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    found = [line for order in orders for line in lines(variant, start, Line((), start), order)]
    if variant.limit_check == "end_of_turn":
        found = [line for line in found if keeps_limits(variant, start, start, line.board)]
    most = max(len(line.steps) for line in found)
    found = [line for line in found if len(line.steps) == most]
    if most == 1 and any(line.steps[0].die == high for line in found):
        found = [line for line in found if line.steps[0].die == high]
    points = wall(variant, start)
    opening = [line for line in found if not all(line.board.mine[p] for p in points)]
    return opening if points and opening else found


def results(
    variant: tavla.Variant, mine: Counts, theirs: Counts, dice: tuple[int, int]
) -> set[Board]:
    """Give the positions that legal plays lead to, the mover still first."""
    return {line.board for line in full_plays(variant, mine, theirs, dice)}


def ordered_results(
    variant: tavla.Variant, mine: Counts, theirs: Counts, dice: tuple[int, int]
) -> list[Line]:
    """Give one line for each result, in the promised order and with its canonical sequence."""
    first: dict[Board, Line] = {}
    for line in full_plays(variant, mine, theirs, dice):
        first.setdefault(line.board, line)
    return list(first.values())


def next_moves(plays: list[Line], played: tuple[Step, ...]) -> set[Step]:
    """Give the moves that come next in some full play after those played."""
    depth = len(played)
    return {
        line.steps[depth]
        for line in plays
        if line.steps[:depth] == played and len(line.steps) > depth
    }


def pips(counts: Counts) -> int:
    """Count the pips to go."""
    return sum(point * count for point, count in enumerate(counts))
