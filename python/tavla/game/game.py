"""A game as it is played: the states so far, the events that led to them, and a source of dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import RLock
from typing import TYPE_CHECKING, Any

from tavla.errors import (
    DataError,
    DiceSourceError,
    InvalidArgumentError,
    NothingToUndoError,
    RecordError,
    StaleActionError,
)
from tavla.game import actions
from tavla.game.actions import checked_dice
from tavla.game.dice import DiceSource, ManualDice, SeededDice, source_from_dict
from tavla.game.fair import FairDice
from tavla.game.permissions import why_no_double
from tavla.game.plain import Stored, check_header, exact, is_text
from tavla.game.reading import fields_of, reading, whole
from tavla.game.record import Event, GameRecord
from tavla.game.situation import Phase
from tavla.game.state import GameState, checked_game
from tavla.game.transitions import as_made, check_throw, meant, meant_move, played

if TYPE_CHECKING:
    from collections.abc import Collection

    from tavla._engine import Variant
    from tavla.game.actions import Action
    from tavla.game.result import GameResult
    from tavla.game.rules import GameRules

__all__ = ["AUTO", "Game"]

FORMAT, VERSION = "tavla.game", 1

AUTO = ("roll", "dance", "forced")
"""What a game can do by itself: roll where no double is possible, pass a turn in which nothing moves, and make the only
play there is."""

Throw = actions.OpeningRoll | actions.Roll


class Game(Stored):
    """A game between two seats, with its history.

    Any thread may act: actions and undos come one after the other. Who reads first and acts then says with `expect`
    what was read.

    Args:
        variant: The rules of the board.
        rules: What else the players agree on; without, a single game without a cube.
        seed: The seed of the dice: those of `simulate` for the same seed and game.
        number: The number of the game under the seed.
        dice: Another source of dice, instead of `seed` and `number`; see `tavla.game.dice`.
        players: The names of seat 0 and seat 1, for people.
        starter: The seat that starts without an opening throw, or None.
        start: A state to start from, instead of `variant`, `rules` and `starter`.
        auto: Which of `AUTO` the game does by itself after each action.
        tags: Further words for the record.

    Without `seed` and `dice` the dice have a fresh random seed.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind, or contradicting each other.

    Examples:
        >>> import tavla
        >>> game = tavla.Game(tavla.HYPER, rules=tavla.GameRules(cube=True), seed=7)
        >>> _ = game.roll()
        >>> _ = game.apply(game.legal_actions[0])
        >>> game.undo().phase
        <Phase.MOVE: 'move'>
    """

    def __init__(
        self,
        variant: Variant | None = None,
        rules: GameRules | None = None,
        *,
        seed: int | bytes | None = None,
        number: int = 0,
        dice: DiceSource | None = None,
        players: tuple[str, str] = ("", ""),
        starter: int | None = None,
        start: GameState | None = None,
        auto: Collection[str] = (),
        tags: Mapping[str, str] | None = None,
    ) -> None:
        if dice is not None and (seed is not None or number != 0):
            raise InvalidArgumentError(
                "dice: they have their own seed; give seed and number or dice"
            )
        if start is None:
            variant, rules = checked_game(variant, rules)
            start = GameState.new(variant, rules, starter=starter)
        elif variant is not None or rules is not None or starter is not None:
            raise InvalidArgumentError("start: it has its own variant, rules and starter")
        if not isinstance(start, GameState):
            raise InvalidArgumentError(f"start: expected a GameState, got {start!r}")
        self._dice = SeededDice(seed, number) if dice is None else _checked_source(dice)
        self._players = _checked_names(players)
        self._auto = _checked_auto(auto)
        self._tags = _checked_tags(tags)
        self._states = [start]
        self._events: list[Event] = []
        # By what was asked for, so that nothing is thrown twice.
        self._thrown: dict[tuple[str, int], tuple[int, int]] = {}
        # One change at a time, whichever threads ask for it.
        self._lock = RLock()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=RLock())

    @property
    def state(self) -> GameState:
        """The state now."""
        return self._states[-1]

    @property
    def variant(self) -> Variant:
        """The rules of the board."""
        return self.state.variant

    @property
    def rules(self) -> GameRules:
        """What else the players agreed on."""
        return self.state.rules

    @property
    def players(self) -> tuple[str, str]:
        """The names of seat 0 and seat 1."""
        return self._players

    @property
    def dice(self) -> DiceSource:
        """The source of the dice. Never send it to a player."""
        return self._dice

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened so far; their number is what `expect` compares."""
        return tuple(self._events)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    @property
    def result(self) -> GameResult | None:
        """How the game ended, or None."""
        return self.state.result

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What can be applied as it is: those of the state, and a throw where the source has dice for it."""
        return *self._throws, *self.state.legal_actions

    @property
    def _throws(self) -> tuple[Action, ...]:
        """The throws that are due and that the source has dice for."""
        state = self.state
        if isinstance(self._dice, ManualDice):
            return ()
        if state.phase is Phase.OPENING:
            return actions.OpeningRoll(0), actions.OpeningRoll(1)
        return (actions.Roll(state.seat),) if "roll" in state.may and state.seat is not None else ()

    @property
    def record(self) -> GameRecord:
        """The game so far as a record, without what would give away future dice."""
        return GameRecord(
            start=self._states[0],
            events=self.events,
            result=self.result,
            players=self._players,
            tags=dict(self._tags),
            dice=self._dice.published(over=self.is_over),
        )

    def apply(
        self,
        action: Action,
        *,
        expect: int | None = None,
        written: str | None = None,
        comment: str | None = None,
    ) -> GameState:
        """Take an action and give the state it leads to; a throw without dice takes the source's.

        Args:
            action: The action, with its seat.
            expect: How many events the caller has seen.
            written: How a person wrote the action.
            comment: A note for the record.

        Raises:
            StaleActionError: There are not `expect` events.
            InvalidArgumentError: No action, or `expect` is no number.
            ActionError, IllegalPlayError: As `GameState.apply`; nothing is changed.
            DiceSourceError: No dice for the throw, or others than the source's.
        """
        if expect is not None and type(expect) is not int:
            raise InvalidArgumentError(f"expect: expected a whole number or None, got {expect!r}")
        with self._lock:
            if expect is not None and expect != len(self._events):
                raise StaleActionError(
                    f"{getattr(action, 'name', action)}: expected after {expect!r} events, "
                    f"and there are {len(self._events)}",
                    self.legal_actions,
                )
            if isinstance(action, Throw):
                action = self._with_dice(action)
            self._take(action, written, comment)
            return self._go_on()

    def _take(self, action: Action, written: str | None = None, comment: str | None = None) -> None:
        """Take one action, or refuse it and change nothing."""
        state = self.state
        after = state.apply(action)
        self._add(Event(as_made(state, action, after), written, comment), after)

    def _add(self, event: Event, after: GameState) -> None:
        self._events.append(event)
        self._states.append(after)

    def _with_dice(self, action: Throw) -> Throw:
        """The throw with the dice of the source, or with those that came where they are thrown by hand."""
        if isinstance(self._dice, ManualDice) and action.dice is not None:
            return action
        check_throw(self.state, action)
        opening = isinstance(action, actions.OpeningRoll)
        number = self.state.attempt if opening else self.state.turn
        asked = (action.name, number)
        if asked not in self._thrown:
            throw = self._dice.opening if opening else self._dice.roll
            self._thrown[asked] = checked_dice(throw(number))
        dice = self._thrown[asked]
        if action.dice not in (None, dice):
            # Without the dice themselves: whoever asks could still double.
            raise DiceSourceError(f"{action.name}: the dice are others than {action.dice}")
        return type(action)(action.seat, dice)

    def _go_on(self) -> GameState:
        """Do what was asked to be done by itself, as long as there is something."""
        while self._auto and (action := self._next_by_itself()) is not None:
            self._take(action)
        return self.state

    def _next_by_itself(self) -> Action | None:
        state = self.state
        if state.proposal is not None or state.seat is None:
            return None
        if state.phase is Phase.START:
            by_hand = isinstance(self._dice, ManualDice)
            if by_hand or "roll" not in self._auto or not why_no_double(state):
                return None
            try:
                return self._with_dice(actions.Roll(state.seat))
            except DiceSourceError:  # no dice are left: somebody else has to see to it
                return None
        if state.phase is Phase.MOVE and state.dice is not None and not state.moves:
            plays = state.position.legal_plays(state.dice)
            word = "dance" if plays.is_dance else "forced"
            if len(plays) == 1 and word in self._auto:
                return actions.MakePlay(state.seat, plays[0].moves)
        return None

    def undo(self, count: int = 1) -> GameState:
        """Take the last events back. Dice once thrown stay: the same throw gives them again.

        Raises:
            NothingToUndoError: There are fewer events.
        """
        if type(count) is not int or count < 0:
            raise InvalidArgumentError(f"count: expected a whole number from 0, got {count!r}")
        with self._lock:
            there = len(self._events)
            if count > there:
                raise NothingToUndoError(f"undo: {count} asked for, and there are {there}")
            if count:
                del self._events[-count:], self._states[-count:]
            return self.state

    # The actions by name, each for the seat that is to act.

    def roll(self, dice: tuple[int, int] | None = None) -> GameState:
        """Throw: the opening throw, or the dice of the turn."""
        seat = self.state.seat
        if self.state.phase is Phase.OPENING:
            return self.apply(actions.OpeningRoll(0, dice))
        return self.apply(actions.Roll(0 if seat is None else seat, dice))

    def play(self, text: str) -> GameState:
        """Play the turn that a text means, such as "24/18 13/11"; the record keeps it as it was written."""
        state = self.state
        play = meant(state, text)
        action = actions.MakePlay(0 if state.seat is None else state.seat, play.moves)
        self._add(Event(action, text), state._next(**played(state, play)))
        return self._go_on()

    def move(self, source: int, target: int) -> GameState:
        """Move one checker; of two dice that both fit, the larger."""
        move = meant_move(self.state, source, target)
        return self.apply(actions.MakeMove(self._seat, move))

    def take_back(self) -> GameState:
        """Take the last single move back."""
        return self.apply(actions.TakeBack(self._seat))

    def end_turn(self) -> GameState:
        """End the turn after single moves."""
        return self.apply(actions.EndTurn(self._seat))

    def offer(self) -> GameState:
        """Double."""
        return self.apply(actions.Double(self._seat))

    def take(self) -> GameState:
        """Take the cube."""
        return self.apply(actions.Take(self._seat))

    def pass_(self) -> GameState:
        """Pass, and lose the game."""
        return self.apply(actions.Pass(self._seat))

    def beaver(self) -> GameState:
        """Turn the cube back at once."""
        return self.apply(actions.Beaver(self._seat))

    def raccoon(self) -> GameState:
        """Turn a beaver back at once."""
        return self.apply(actions.Raccoon(self._seat))

    def resign(self, level: int = 1, seat: int | None = None) -> GameState:
        """Offer to lose at a level, by the seat on turn unless another is said."""
        return self.apply(actions.Resign(self._seat if seat is None else seat, level))

    def settle(self, points: object, seat: int | None = None) -> GameState:
        """Propose to stop for so many points to the proposer."""
        return self.apply(actions.Settle(self._seat if seat is None else seat, exact(points)))

    def accept(self) -> GameState:
        """Accept what was proposed."""
        return self.apply(actions.Accept(self._seat))

    def decline(self, asks: int | None = None) -> GameState:
        """Decline what was proposed."""
        return self.apply(actions.Decline(self._seat, asks))

    @property
    def _seat(self) -> int:
        return min(self.state.to_act, default=0)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What to send to a seat, or to a spectator: no dice source, no seed, no dice to come.

        Raises:
            InvalidArgumentError: No seat.
        """
        found = self.state.view(seat)
        throws = [throw.to_dict() for throw in self._throws if seat in (None, throw.seat)]
        return found | {
            "players": list(self._players),
            "events": len(self._events),
            "legal_actions": throws + found["legal_actions"],
        }

    def to_dict(self) -> dict[str, Any]:
        """The game as plain data for storage. It holds the source of the dice: send `view` instead."""
        record = self.record.to_dict() | {"dice": None}
        thrown = [[name, number, *dice] for (name, number), dice in self._thrown.items()]
        return {
            "format": FORMAT,
            "version": VERSION,
            "record": record,
            "dice": self._dice.to_dict(),
            "thrown": thrown,
            "auto": sorted(self._auto),
        }

    @classmethod
    def from_dict(cls, data: object) -> Game:
        """The game that `to_dict` gave, replayed and so checked; it goes on with the same dice.

        Raises:
            DataError: Not such data, or of another version.
            RecordError: The record does not replay.
        """
        check_header(data, FORMAT, VERSION)
        with reading("game"):
            names = ("format", "version", "record", "dice", "thrown", "auto")
            values = fields_of("game", data, names)
            record, states = GameRecord.read(values["record"])
            if not isinstance(values["auto"], list):
                raise DataError(f"auto: expected a list, got {values['auto']!r}")
            game = cls(
                start=record.start,
                dice=source_from_dict(values["dice"]),
                players=record.players,
                auto=values["auto"],
                tags=record.tags,
            )
            game._events, game._states = list(record.events), states
            game._thrown = _read_thrown(values["thrown"])
            game._check_thrown()
        return game

    def _check_thrown(self) -> None:
        """Check that the dice of the events are those that were thrown, and those of a seed its own."""
        if isinstance(self._dice, ManualDice):
            return
        for number, (state, event) in enumerate(zip(self._states, self._events, strict=False)):
            action = event.action
            if isinstance(action, Throw):
                turn = state.attempt if isinstance(action, actions.OpeningRoll) else state.turn
                if self._thrown.get((action.name, turn)) != action.dice:
                    raise RecordError(f"event {number}: other dice were thrown", number)
        if isinstance(self._dice, SeededDice | FairDice):
            for (name, turn), dice in self._thrown.items():
                throw = self._dice.roll if name == "roll" else self._dice.opening
                if throw(turn) != dice:
                    raise DataError(f"thrown: the seed gives other dice for {name} {turn}")

    def __repr__(self) -> str:
        state = self.state
        return f"<tavla.Game {state.variant.name}, {len(self._events)} events, {state.phase}>"


def _checked_auto(auto: object) -> frozenset[str]:
    if isinstance(auto, Iterable) and not isinstance(auto, str):
        words = tuple(auto)
        if all(word in AUTO for word in words):
            return frozenset(words)
    raise InvalidArgumentError(f"auto: expected some of {AUTO}, got {auto!r}")


def _checked_source(dice: DiceSource) -> DiceSource:
    if all(callable(getattr(dice, name, None)) for name in _SOURCE):
        return dice
    raise InvalidArgumentError(
        f"dice: expected a source of dice, with {', '.join(_SOURCE)}, got {dice!r}"
    )


_SOURCE = ("opening", "roll", "to_dict", "published")


def _checked_names(players: object) -> tuple[str, str]:
    if isinstance(players, tuple | list) and len(players) == 2:
        first, second = players
        if is_text(first) and is_text(second):
            return first, second
    raise InvalidArgumentError(f"players: expected two names, got {players!r}")


def _checked_tags(tags: object) -> dict[str, str]:
    if tags is None:
        return {}
    if isinstance(tags, Mapping) and all(map(is_text, (*tags, *tags.values()))):
        return dict(tags)
    raise InvalidArgumentError(f"tags: expected a mapping of texts, got {tags!r}")


def _read_thrown(data: object) -> dict[tuple[str, int], tuple[int, int]]:
    """What was thrown, by what was asked for."""
    found = {}
    if not isinstance(data, list):
        raise DataError(f"thrown: expected a list, got {data!r}")
    for entry in data:
        match entry:
            case ["roll" | "opening_roll" as name, number, first, second]:
                found[name, whole("thrown", number)] = checked_dice((first, second))
            case _:
                raise DataError(f"thrown: expected a name, a number and dice, got {entry!r}")
    return found
