"""What is done with the cube: doubles, beavers, answers, and what the agreements forbid and evidently happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla.errors import CubeError, TavlaError
from tavla.game import Beaver, Double, Event, Pass, Phase, Raccoon, Take

if TYPE_CHECKING:
    from tavla.formats.acts import Act
    from tavla.formats.replay.course import Course
    from tavla.game import Action

__all__ = ["answer", "double"]


def double(course: Course, act: Act) -> None:
    """A double, or one as the answer to another, which is a beaver."""
    state = course.state
    if state.phase is Phase.CUBE:
        _turn_back(course, act)
        return
    seat = act.seat
    if state.phase is Phase.START and state.seat is not None and seat != state.seat:
        if act.sure:
            course.note("column", act, f"it is the turn of the other player, seat {state.seat}")
        seat = state.seat
    if _turn(course, act, Double(seat)):
        _check_value(course, act)


def _turn_back(course: Course, act: Act) -> None:
    """A double as the answer to one is a beaver, a raccoon, and so on."""
    offer = course.state.offer
    assert offer is not None
    if act.seat != offer.answerer and act.sure:
        course.note("cube", act, "the double before this one has no answer; it counts as taken")
        course.do(Take(offer.answerer))
        double(course, act)
        return
    turned = (Beaver if offer.depth == 0 else Raccoon)(offer.answerer)
    if _turn(course, act, turned):
        _check_value(course, act)


def _check_value(course: Course, act: Act) -> None:
    offer = course.state.offer
    if offer is not None and act.value is not None and act.value != offer.value:
        words = f"the cube is turned to {offer.value}, and {act.value} is written"
        course.note("cube", act, words)


def answer(course: Course, act: Act) -> None:
    """A take or a pass, of the cube or of a resignation."""
    offer = course.state.offer
    if offer is None and course.loser is not None:
        if act.kind == "drop":
            course.loser = None  # the game goes on
        return
    if course.state.phase is not Phase.CUBE or offer is None:
        course.note("cube", act, "no cube waits for an answer")
        return
    if act.seat != offer.answerer and act.sure:
        course.note("column", act, f"it is for the other player, seat {offer.answerer}")
    action = Take if act.kind == "take" else Pass
    _turn(course, act, action(offer.answerer))


def _turn(course: Course, act: Act, action: Action) -> bool:
    """Apply a cube action; what the agreements forbid is noted, and stands where it can."""
    try:
        course.do(action, None, act.comment)
    except CubeError as error:
        course.note("cube", act, str(error).partition("; allowed")[0])
        return _lifted(course, action, act.comment)
    except TavlaError as error:
        course.note("cube", act, str(error).partition("; allowed")[0])
        return False
    return True


def _lifted(course: Course, action: Action, comment: str | None) -> bool:
    """Lift what the players agreed on and evidently did not keep: the Crawford game, the depth of beavers."""
    rules, offer = course.state.rules, course.state.offer
    if isinstance(action, Beaver | Raccoon) and rules.away is None:
        depth = 1 if offer is None else offer.depth + 1
        lifted = rules.replace(beavers=max(depth, rules.beavers))
    else:
        lifted = rules.replace(crawford=False)
    start, state = course.start._next(rules=lifted), course.state._next(rules=lifted)
    try:
        course.state = state.apply(action)
    except TavlaError:
        return False
    course.start = start
    course.done.append(Event(action, None, comment))
    return True
