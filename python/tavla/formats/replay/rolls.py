"""Rolls: of the turn that is due, of the opening, out of turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla.formats import plays
from tavla.formats.remarks import split
from tavla.formats.replay.course import DICE, ROLLED
from tavla.game import GameState, OpeningRoll, Phase, Roll, Take

if TYPE_CHECKING:
    from tavla._engine import Position
    from tavla.formats.acts import Act
    from tavla.formats.replay.course import Course

__all__ = ["roll"]


def roll(course: Course, act: Act) -> bool:
    """Roll the dice of an act; gives whether a play with them is due."""
    course.rolls += 1
    if course.stopped:
        course.unplayed += 1
        return False
    dice = DICE.get(act.dice)
    if dice is None:
        _no_dice(course, act)
        return False
    state, seat = course.state, act.seat
    if state.phase is Phase.START and state.seat == seat:
        course.state = state.apply(Roll(seat, dice))
        course.done.append(ROLLED[seat, dice])
    elif not _rolled_otherwise(course, act, dice):
        return False
    course.replayed += 1
    return act.kind == "roll" or not course.is_last


def _no_dice(course: Course, act: Act) -> None:
    """Dice that cannot be: none at all is how some say that the player gave up before the roll."""
    if act.dice == "00" and course.is_last and not plays.is_moves(act.text):
        course.rolls -= 1
        course.loser = act.seat
        return
    course.note("dice", act, f"two dice show 1 to 6 each, and {act.dice!r} is written")
    course.stop(act, "the dice are not known")
    course.unplayed += 1


def _rolled_otherwise(course: Course, act: Act, dice: tuple[int, int]) -> bool:
    """A roll that is no plain continuation: the first of the game, one out of turn, one too many."""
    phase = course.state.phase
    if phase is Phase.OPENING:
        _open(course, act, dice)
        return True
    if phase is Phase.OVER:
        course.note("turn", act, "a roll after the end of the game")
        return False
    if phase is Phase.CUBE:
        _take_silently(course, act)
    if course.state.phase is Phase.MOVE:
        course.stop(act, "the play before it is not known")
        return False
    due = course.state.seat
    assert due is not None
    if due != act.seat:
        _out_of_turn(course, act, due, dice)
        due = course.state.seat
        assert due is not None
    course.do(Roll(due, dice))
    return True


def _open(course: Course, act: Act, dice: tuple[int, int]) -> None:
    """The first roll of the game, by whoever won the opening throw."""
    high, low = max(dice), min(dice)
    if high == low:
        course.note("opening", act, "equal dice decide no opening: they are thrown again")
        _begin_with(course, act.seat)
        course.do(Roll(act.seat, dice))
        return
    thrown = (high, low) if act.seat == 0 else (low, high)
    course.do(OpeningRoll(act.seat, thrown))
    if course.state.phase is Phase.START:  # a variant that throws again for the first turn
        _begin_with(course, act.seat)
        course.done.clear()
        course.do(Roll(act.seat, dice))


def _begin_with(course: Course, seat: int) -> None:
    course.begin_at(GameState.new(course.variant, course.start.rules, starter=seat))


def _take_silently(course: Course, act: Act) -> None:
    """Somebody rolls while a cube waits for its answer: a beaver needs none, a double does."""
    offer = course.state.offer
    assert offer is not None
    if offer.depth == 0:
        course.note("cube", act, "the double before this roll has no answer; it counts as taken")
    course.do(Take(offer.answerer))


def _out_of_turn(course: Course, act: Act, seat: int, dice: tuple[int, int]) -> None:
    """A roll in the column of the other player: the turn of `seat` all the same, or his turn is missing."""
    if not act.sure:
        return
    position = course.state.position
    if _fits(position, act.text, dice) or not _fits(position.flipped(), act.text, dice):
        course.note("column", act, f"it is the turn of the other player, seat {seat}")
        return
    words = f"a roll by seat {act.seat} in the turn of seat {seat}, whose turn is missing"
    course.note("turn", act, words)
    course.go_on_from(position.flipped(), act.seat, course.state.cube)
    course.doubtful = True


def _fits(position: Position, text: str, dice: tuple[int, int]) -> bool:
    """Whether a position has a play of this text."""
    moves = split(text).moves
    if moves:
        return plays.read(position, moves, dice).play is not None
    return position.legal_plays(dice).is_dance
