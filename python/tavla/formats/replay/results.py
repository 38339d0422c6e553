"""How a game ends: on the board, by a pass or by a resignation; compared with what is written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tavla.formats.remarks import level_in
from tavla.game import Accept, Pass, Phase, Resign, Take
from tavla.game.permissions import highest_level

if TYPE_CHECKING:
    from tavla.formats.acts import Act
    from tavla.formats.replay.course import Course

__all__ = ["close", "declined", "loses", "resigns", "wins"]

_MATCH = re.compile(r"\b(?:and|wins|won) (?:the )?match\b", re.IGNORECASE)
"""How a result says that it decides the match."""


def resigns(course: Course, act: Act) -> None:
    """Somebody gives up; the result tells for how much, unless he says so."""
    if course.state.phase is Phase.OVER:
        course.note("turn", act, "a resignation after the end of the game")
        return
    course.loser = act.seat
    if act.value is not None:
        _settle(course, 1 - act.seat, None, act, level=act.value)


def declined(course: Course, act: Act, following: Act | None) -> None:
    """Somebody gives up, and the game goes on, with a word or without one."""
    if following is not None and following.kind == "drop":
        course.loser = act.seat  # until the answer, which comes next
    else:
        course.note("comment", act, "a resignation that nobody accepts: the game goes on")


def loses(_course: Course, _act: Act) -> None:
    """The loser's side of the result, beside the winner's, which says the same."""


def wins(course: Course, act: Act) -> None:
    """The result as it is written."""
    winner = act.seat if act.sure else _likely_winner(course, act)
    _settle(course, winner, act.value, act, level=level_in(act.text) if act.value is None else None)
    _check_match(course, act)


def _check_match(course: Course, act: Act) -> None:
    """Compare with the score where the result says that the match is won."""
    away, result = course.state.rules.away, course.state.result
    if away is None or result is None or result.winner is None or not _MATCH.search(act.text):
        return
    missing = away[result.winner] - int(result.points)
    if missing > 0:
        words = f"the match is written as won, and the winner needs {missing} more"
        course.note("points", act, words)


def close(course: Course, act: Act | None, *, is_last: bool) -> None:
    """Close the game, which may not be over.

    Args:
        course: The game.
        act: The last act, or None where there is none.
        is_last: Whether it is the last game of the file.
    """
    if act is None:
        return
    course.tell_unplayed(act)
    if course.state.is_over or course.stopped:
        return
    if course.loser is not None and course.state.phase in (Phase.START, Phase.MOVE):
        _settle(course, 1 - course.loser, None, act)
        return
    what = "file" if is_last else "game"
    course.note("truncated", act, f"the {what} ends here, and the game has no result")


def _likely_winner(course: Course, act: Act) -> int:
    """Who won where the place does not tell: on the board, by a pass, by the next score, or as the other gave up in his turn."""
    state = course.state
    if state.result is not None and state.result.winner is not None:
        return state.result.winner
    if state.offer is not None:
        return 1 - state.offer.answerer
    if course.loser is not None:
        return 1 - course.loser
    if course.gains is not None and max(course.gains) > 0 == min(course.gains):
        return course.gains.index(max(course.gains))
    return act.seat if state.seat is None else 1 - state.seat


def _settle(
    course: Course, winner: int, points: int | None, act: Act, *, level: int | None = None
) -> None:
    """End the game as the result says, by board, by pass or by resignation, and compare."""
    offer = course.state.offer
    if course.state.phase is Phase.CUBE and offer is not None:
        # A beaver is taken without a word, so that the points tell whether it was.
        passed = offer.depth == 0 or points is None or points % offer.value != 0
        lost = winner != offer.answerer and passed
        course.do(Pass(offer.answerer) if lost else Take(offer.answerer))
    phase = course.state.phase
    if phase is Phase.OPENING:
        course.note("points", act, f"seat {winner} wins {points} before anything was played")
        return
    if phase in (Phase.START, Phase.MOVE):
        _resign(course, winner, points, act, level)
    _compare(course, winner, points, act)


def _resign(course: Course, winner: int, points: int | None, act: Act, level: int | None) -> None:
    state, loser = course.state, 1 - winner
    if course.loser == winner:
        course.note("winner", act, f"seat {winner} gave up, and is written as the winner")
        loser = winner
    highest = highest_level(state, loser)
    cube = state.cube.value
    if level is None:
        points = _unwritten(course, loser, act) if points is None else points
        level = max(1, -(-points // cube))
    once = state.rules.jacoby and state.cube.doubles == 0
    course.do(Resign(loser, 1 if once else min(level, highest)))
    course.do(Accept(1 - loser))


def _unwritten(course: Course, loser: int, act: Act) -> int:
    """The points that nobody wrote: those of the next score, or that win the match; or the fewest, which need not be right."""
    state, winner, gains = course.state, 1 - loser, course.gains
    if gains is not None and gains[winner] > 0 == gains[loser]:
        return gains[winner]
    away, fewest = state.rules.away, state.cube.value
    if away is not None and _MATCH.search(act.text):
        return away[winner]
    is_sure = (
        act.kind != "wins"  # a resignation without a level is a single one
        or (away is not None and away[winner] <= fewest)
        or (state.rules.jacoby and state.cube.doubles == 0)
        or highest_level(state, loser) == 1
    )
    if not is_sure:
        course.note(
            "points", act, f"no points are written; {fewest} is taken, the fewest there can be"
        )
    return fewest


def _compare(course: Course, winner: int, points: int | None, act: Act) -> None:
    """Compare the result with what is written."""
    result = course.state.result
    if result is None:
        return
    if result.winner != winner:
        course.note("winner", act, f"seat {result.winner} won the game, and not seat {winner}")
        return
    if points is None or points == result.points:
        return
    away = course.state.rules.away
    if away is not None and points == away[winner] <= result.points:
        return
    if _counts_once(course, points):
        return
    course.note("points", act, f"the game was worth {result.points}, and {points} is written")


def _counts_once(course: Course, points: int) -> bool:
    """Whether Jacoby's rule explains the points, where nothing says if it is played; then it is."""
    rules, cube = course.state.rules, course.state.cube
    if rules.away is not None or course.jacoby_is_told or cube.doubles or points != cube.value:
        return False
    start = course.start._next(rules=rules.replace(jacoby=True))
    state = start
    for event in course.events():
        state = state.apply(event.action)
    if state.result is None or state.result.points != points:
        return False
    course.start, course.state = start, state
    return True
