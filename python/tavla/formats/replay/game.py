"""One game of a file, act by act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla._engine import _follow, _unpacked_turn
from tavla.formats.replay import cube, results
from tavla.formats.replay.course import Course
from tavla.formats.replay.rolls import roll
from tavla.formats.replay.setups import set_up
from tavla.formats.replay.turns import play
from tavla.game import Phase

if TYPE_CHECKING:
    from tavla.formats.acts import Act

__all__ = ["GameReplay"]

ENDS = ("wins", "loses", "resign")
_HANDLERS = {
    "double": cube.double,
    "beaver": cube.double,
    "take": cube.answer,
    "drop": cube.answer,
    "resign": results.resigns,
    "wins": results.wins,
    "loses": results.loses,
}


class GameReplay(Course):
    """Plays the acts of one game."""

    __slots__ = ()

    def run(self, acts: list[Act]) -> None:
        """Play all acts in order."""
        last = _last_turn(acts)
        index = 0
        while index < len(acts):
            followed = self._follow(acts, index)
            if followed:
                index += followed
                continue
            act = acts[index]
            following = acts[index + 1] if index + 1 < len(acts) else None
            self.is_last = index >= last or (following is not None and following.kind == "setup")
            done = len(self.done)
            if act.kind in ("roll", "throw"):
                if roll(self, act):
                    play(self, act)
            elif act.kind == "setup":
                set_up(self, act, following)
            elif not self.stopped:
                self._handle(act, following, goes_on=index < last)
            if act.comment is not None:
                self.keep(act.comment, done)
            index += 1

    def _handle(self, act: Act, following: Act | None, *, goes_on: bool) -> None:
        """The cube, a result or a resignation; within the game the last two may end nothing."""
        if goes_on and act.kind == "wins" and act.value is None:
            self.note("cell", act, "a result without points, and the game goes on")
        elif goes_on and act.kind == "resign" and not _is_taken(following):
            results.declined(self, act, following)
        else:
            _HANDLERS[act.kind](self, act)

    def finish(self, act: Act | None, *, is_last: bool) -> None:
        """Close the game behind its last act; `is_last` where it is the last game of the file."""
        results.close(self, act, is_last=is_last)

    def _follow(self, acts: list[Act], first: int) -> int:
        """Play the turns from an act on that mean one legal play each, all at once; gives how many they are."""
        state = self.state
        if self.stopped or state.phase is not Phase.START or state.seat is None:
            return 0
        turns, made = _follow(state.position, state.seat, acts, first)
        if made is None:
            return 0
        self.done += turns
        seat, dice, _ = _unpacked_turn(turns[-1])
        before = state._next(position=made.position, seat=seat, turn=state.turn + len(turns) - 1)
        self.state = before.played(dice, made)
        self.rolls += len(turns)
        self.replayed += len(turns)
        return len(turns)


def _last_turn(acts: list[Act]) -> int:
    """The number of the last act that is no result or resignation, nor the answer to one; -1 where there is none."""
    last = len(acts) - 1
    while last >= 0 and (acts[last].kind in ENDS or _answers_a_resignation(acts, last)):
        last -= 1
    return last


def _answers_a_resignation(acts: list[Act], index: int) -> bool:
    return index > 0 and _is_taken(acts[index]) and acts[index - 1].kind == "resign"


def _is_taken(answer: Act | None) -> bool:
    return answer is not None and answer.kind == "take"
