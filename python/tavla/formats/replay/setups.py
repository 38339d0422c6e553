"""Positions that a file sets up, at the beginning of a game or within it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla._engine import Position
from tavla.errors import TavlaError
from tavla.formats.setups import Setup
from tavla.formats.starts import start_at
from tavla.game import Cube, Phase

if TYPE_CHECKING:
    from tavla.formats.acts import Act
    from tavla.formats.replay.course import Course

__all__ = ["set_up"]


def set_up(course: Course, act: Act, following: Act | None) -> None:
    """Go on from a position of the file, also where the game was lost sight of."""
    setup, state = act.value, course.state
    if not isinstance(setup, Setup):
        course.note("set-position", act, "a position is set up that cannot be read")
        course.stop(act, "the position is not known")
        return
    if state.is_over:
        course.note("turn", act, "a position is set up after the end of the game")
        return
    seat = _seat_behind(following)
    if seat is None:
        seat = state.seat or 0 if setup.seat is None else setup.seat
    try:
        if course.done:
            _set_position(course, act, setup, seat)
        else:
            _set_start(course, act, setup, seat)
    except TavlaError as error:
        words = str(error).partition("; allowed")[0]
        course.note("set-position", act, f"a position is set up that cannot be: {words}")
        course.stop(act, "the position is not known")
        return
    course.tell_unplayed(act)  # the position is known from here, whatever came before
    course.stopped, course.doubtful, course.loser, course.unplayed = False, False, None, 0


def _seat_behind(following: Act | None) -> int | None:
    """Who does what follows, if only the seat on turn does such a thing."""
    if following is None or following.kind not in ("roll", "throw", "double"):
        return None
    return following.seat


def _set_start(course: Course, act: Act, setup: Setup, seat: int) -> None:
    """The game begins from a position."""
    position = setup.on(Position.start(course.variant), seat)
    if not setup.has_board and not setup.has_cube:
        return  # who is on turn the first roll tells as well
    cube = setup.turned(Cube())
    rules = course.start.rules
    if cube.automatics and rules.away is None:
        most = max(rules.automatics or 0, cube.automatics)
        rules = rules.replace(auto_doubles=most)
    course.begin_at(start_at(position, rules, seat, cube))
    course.note("set-start", act, "the game begins from a position that is set up")


def _set_position(course: Course, act: Act, setup: Setup, seat: int) -> None:
    """The game goes on from another position."""
    state = course.state
    position = setup.on(state.seen_by(0), seat)
    cube = setup.turned(state.cube)
    same = (position, seat, cube) == (state.position, state.seat, state.cube)
    if same and state.phase is Phase.START and not (setup.has_board or course.stopped):
        return
    course.go_on_from(position, seat, cube, act.comment)
    course.note("set-position", act, "another position is set up, and the game goes on from it")
