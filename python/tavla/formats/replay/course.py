"""The course of a game of a file: how it stands, what was done so far, and what is odd about it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tavla._engine import _unpacked_turn
from tavla.formats.findings import Findings, Place
from tavla.game import Event, GameRecord, GameState, MakePlay, Roll, SetUp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tavla._engine import Position, Variant
    from tavla.formats.acts import Act
    from tavla.game import Action, Cube, GameRules

__all__ = ["DICE", "ROLLED", "Course"]

DICE = {f"{a}{b}": (a, b) for a in range(1, 7) for b in range(1, 7)}
ROLLED = {(seat, dice): Event(Roll(seat, dice)) for seat in (0, 1) for dice in DICE.values()}
"""The events of rolls, which all games share."""
MOST_SHARED = 1 << 14
"""So many turns that were met have events that all games share."""


class Course:
    """A game as far as it was followed.

    Args:
        variant: The rules of the board.
        rules: The agreements of the game.
        findings: Where faults are noted.
        number: The number of the game in the file, from 1.
        jacoby_is_told: Whether the file says if Jacoby's rule is played; else it may follow from the points.
        gains: The points of each seat by the score of the next game, or None where nothing tells it.
        keeps_text: Whether the text of illegal plays is as somebody wrote it, and kept where it says more than the moves.
    """

    __slots__ = (
        *("variant", "findings", "number", "keeps_text", "jacoby_is_told"),
        *("start", "state", "done", "rolls", "replayed", "unplayed"),
        *("stopped", "doubtful", "is_last", "loser", "gains", "_kept"),
    )

    def __init__(
        self,
        variant: Variant,
        rules: GameRules,
        findings: Findings,
        number: int = 1,
        *,
        jacoby_is_told: bool = True,
        gains: tuple[int, int] | None = None,
        keeps_text: bool = True,
    ) -> None:
        self.keeps_text = keeps_text
        self.gains = gains
        self.jacoby_is_told = jacoby_is_told or rules.jacoby
        self.variant = variant
        self.findings = findings
        self.number = number
        self.start = self.state = _new(variant, rules)
        self.done: list[Event | int] = []
        """What was done: events, and turns as numbers, whose events are made when somebody asks for them."""
        self._kept: dict[int, list[str]] | None = None
        """Comments of acts that left no event, by how much was done before them."""
        self.rolls = 0
        self.replayed = 0
        self.unplayed = 0
        """How many rolls came after the game was lost sight of."""
        self.stopped = False
        self.doubtful = False
        """Whether a turn is missing, so that checkers may stand elsewhere than it is thought."""
        self.is_last = False
        """Whether the act that is played is the last before the end or before a position that is set up."""
        self.loser: int | None = None
        """Who gave up, before it is known for how much."""

    def record(self, players: tuple[str, str], tags: dict[str, str]) -> GameRecord:
        """The game as far as it was followed."""
        events: list[Event] = []
        kept = self._kept or {}
        if 0 in kept:
            before = [tags["Comment"]] if "Comment" in tags else []
            tags = {**tags, "Comment": "\n".join([*before, *kept[0]])}
        for count, done in enumerate(self.done, start=1):
            events += _events_of(done) if isinstance(done, int) else (done,)
            if count in kept:
                own, texts = events[-1].comment, kept[count]
                text = "\n".join(texts if own is None else [own, *texts])
                events[-1] = replace(events[-1], comment=text)
        return GameRecord(self.start, tuple(events), self.state.result, players, tags)

    def events(self) -> Iterator[Event]:
        """What was done so far."""
        for done in self.done:
            if isinstance(done, int):
                yield from _events_of(done)
            else:
                yield done

    # What is done.

    def do(self, action: Action, written: str | None = None, comment: str | None = None) -> None:
        """Apply an action and keep it."""
        self.state = self.state.apply(action)
        self.done.append(Event(action, written, comment))

    def begin_at(self, state: GameState) -> None:
        """Begin the game otherwise than was thought; nothing was done yet."""
        self.start = self.state = state

    def go_on_from(
        self, position: Position, seat: int, cube: Cube, comment: str | None = None
    ) -> None:
        """Go on from another position with this seat on turn."""
        action = SetUp(seat, position.player, position.opponent, cube.value, cube.owner)
        rules = self.state.rules.replace(illegal_plays="recorded")
        self.state = self.state._next(rules=rules).apply(action)
        self.start = self.start._next(rules=rules)
        self.done.append(Event(action, None, comment))

    # What is noted.

    def keep(self, comment: str, done: int) -> None:
        """Keep a comment with the last event where none of those that its act made has it."""
        made = (event for event in self.done[done:] if isinstance(event, Event))
        if all(event.comment is None for event in made):
            if self._kept is None:
                self._kept = {}
            self._kept.setdefault(len(self.done), []).append(comment)

    def note(self, kind: str, act: Act, text: str, legal: tuple[str, ...] = ()) -> None:
        """Note a finding at an act."""
        place = Place(act.line, act.column, self.number, self.rolls or None)
        dice = f"{act.dice}: " if act.dice else ""
        self.findings.add(kind, place, text, f"{dice}{act.text}".strip(), legal)

    def stop(self, act: Act, why: str) -> None:
        """Give up following the game at an act."""
        if not self.stopped:
            self.stopped = True
            self.note("stopped", act, f"the game cannot be followed from here: {why}")

    def tell_unplayed(self, act: Act) -> None:
        """Tell how many rolls could not be replayed, if there are any."""
        if self.stopped and self.unplayed:
            words = f"{self.unplayed} of the {self.rolls} rolls of the game could not be replayed"
            self.note("stopped", act, words)


@lru_cache(maxsize=64)
def _new(variant: Variant, rules: GameRules) -> GameState:
    """The start of a game, which games under the same rules share."""
    return GameState.new(variant, rules)


@lru_cache(maxsize=MOST_SHARED)
def _events_of(turn: int) -> tuple[Event, Event]:
    """The events of a roll and its play, kept for the next time that they are met."""
    seat, dice, moves = _unpacked_turn(turn)
    return ROLLED[seat, dice], Event(MakePlay._made(seat, moves))
