"""A game as it is really played at a board, and a referee who knows what each deed comes to."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from tavla.errors import (
    ActionError,
    DataError,
    InvalidArgumentError,
    InvalidRulesError,
    RecordError,
    TavlaError,
)
from tavla.game import actions, deeds
from tavla.game.judgements import Ruling, judge, reporter
from tavla.game.permissions import in_words
from tavla.game.plain import Stored, check_header
from tavla.game.policy import RefereePolicy
from tavla.game.reading import fields_of, reading
from tavla.game.record import Event, GameRecord
from tavla.game.rules import GameRules
from tavla.game.scene import Scene, Stage
from tavla.game.situation import Phase
from tavla.game.state import GameState, checked_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tavla._engine import Position, Variant
    from tavla.game.deeds import Deed
    from tavla.game.result import GameResult

__all__ = ["Demand", "Referee"]

FORMAT, VERSION = "tavla.referee", 1


@dataclass(frozen=True, slots=True)
class Demand:
    """What a seat may demand.

    Attributes:
        deed: The deed that makes the demand.
        duty: Whether the seat must make it if it notices.
        words: What is demanded, for people.
    """

    deed: deeds.Challenge
    duty: bool
    words: str


@dataclass(frozen=True, slots=True, init=False)
class Referee(Stored):
    """A refereed game, frozen and hashable: `apply` gives the next one.

    It takes what people do at a board (`tavla.game.deeds`), wrong and hasty things included, and judges it by a policy.
    The game under it is changed by actions of a `GameState` only, so it is never in a wrong state. A referee is known by
    its policy, the start of the game and the log of the deeds; everything else follows from these.

    Args:
        variant: The rules of the board.
        rules: What else the players agree on; they must accept illegal plays. Without, a single game without a cube.
        policy: What the referee goes by, or its name as `RefereePolicy.preset` takes it; without, the common rules.
        starter: The seat that starts without an opening throw, or None.
        start: A state to start from, instead of `variant`, `rules` and `starter`.

    Attributes:
        policy: What the referee goes by.
        start: The game before the first deed.
        log: The deeds so far.
        rulings: What the referee said, a tuple for each deed.
        scene: What lies on the board.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind, or a start in the middle of a turn played move by move.
        InvalidRulesError: Rules that refuse illegal plays.

    Examples:
        >>> import tavla
        >>> from tavla.game.deeds import Challenge, Lift, Shift, Throw
        >>> referee = tavla.Referee(tavla.HYPER, starter=0)
        >>> for deed in (Throw(0, (6, 5)), Shift(0, ((24, 17),)), Lift(0)):
        ...     referee = referee.apply(deed)
        >>> referee.rulings[-1][0].code, referee.stage
        ('illegal_play', <Stage.REVIEW: 'review'>)
        >>> [demand.words for demand in referee.demands(1)]
        ['a correct play instead of the illegal one']
        >>> referee.apply(Challenge(1)).state.dice
        (6, 5)
    """

    policy: RefereePolicy
    start: GameState
    log: tuple[Deed, ...]
    rulings: tuple[tuple[Ruling, ...], ...]
    scene: Scene

    def __init__(
        self,
        variant: Variant | None = None,
        rules: GameRules | None = None,
        *,
        policy: RefereePolicy | str | None = None,
        starter: int | None = None,
        start: GameState | None = None,
    ) -> None:
        policy = _checked_policy(policy)
        if start is None:
            rules = GameRules(illegal_plays="accepted") if rules is None else rules
            start = GameState.new(*checked_game(variant, rules), starter=starter)
        elif variant is not None or rules is not None or starter is not None:
            raise InvalidArgumentError("start: it has its own variant, rules and starter")
        _check_start(start)
        self._put(policy, start, (), (), Scene(start))

    def _put(self, *values: Any) -> None:
        for field, value in zip(fields(self), values, strict=True):
            object.__setattr__(self, field.name, value)

    @property
    def state(self) -> GameState:
        """The game as it lies; an illegal play that may yet be corrected is in it."""
        return self.scene.state

    @property
    def settled(self) -> GameState:
        """The game as far as nobody can have it corrected any more."""
        disputed = self.scene.disputed
        return self.state if disputed is None else disputed.before

    @property
    def stage(self) -> Stage:
        """Where the turn is."""
        return self.scene.stage

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that the game waits for, as `GameState.to_act`; both while a roll waits for a word."""
        return self.scene.to_act

    @property
    def board(self) -> Position:
        """The board as it lies, checkers moved in this turn included, the seat on turn first."""
        return self.scene.board

    @property
    def is_over(self) -> bool:
        """Whether the game has ended beyond dispute."""
        return self.stage is Stage.OVER

    @property
    def result(self) -> GameResult | None:
        """How the game ended, once it is beyond dispute, or None."""
        return self.state.result if self.is_over else None

    @property
    def record(self) -> GameRecord:
        """The game as it lies, as a record of its actions; plays that were corrected are not in it."""
        events = tuple(map(Event, self.scene.actions))
        return GameRecord(start=self.start, events=events, result=self.state.result)

    def apply(self, deed: Deed) -> Referee:
        """The referee after a deed; this one stays as it is.

        Raises:
            ActionError: The subclass that names why the deed means nothing now; `allowed` tells what would.
            InvalidPositionError: Checkers that cannot be moved so at all: from where none stands, or to where the
                opponent's stand and are not hit.
        """
        try:
            scene, said = judge(self.policy, self.scene, deed)
        except ActionError as error:
            known, may = self.legal_actions, self.may
            why, _, _ = str(error).partition("; allowed: ")  # what the game alone would allow
            words = f"{why}; allowed: {in_words(known, may)}"
            raise type(error)(words, (*known, *may)) from None
        return self._with((*self.log, deed), (*self.rulings, said), scene)

    def _with(
        self, log: tuple[Deed, ...], rulings: tuple[tuple[Ruling, ...], ...], scene: Scene
    ) -> Referee:
        """The same game later, or earlier."""
        new = object.__new__(Referee)
        new._put(self.policy, self.start, log, rulings, scene)
        return new

    @property
    def legal_actions(self) -> tuple[Deed, ...]:
        """Every regular deed that can be applied as it is; those with an open value are named by `may`."""
        return tuple(deed for deed in self._regular() if self._takes(deed))

    def _regular(self) -> list[Deed]:
        """Deeds that can be regular at some moment of this state."""
        found: list[Deed] = [
            action
            for action in self.state.legal_actions
            if isinstance(action, deeds.Spoken) and not isinstance(action, actions.TakeBack)
        ]
        for seat in (0, 1):
            found += [actions.TakeBack(seat), deeds.Lift(seat, 1), deeds.Lift(seat, 2)]
            found += [deeds.PressClock(seat)]
            found += [deeds.LetStand(seat, what) for what in ("roll", "double", "play")]
            found += [demand.deed for demand in self.demands(seat)]
        return found

    def _takes(self, deed: Deed) -> bool:
        try:
            judge(self.policy, self.scene, deed)
        except TavlaError:
            return False
        return True

    @property
    def may(self) -> tuple[str, ...]:
        """The names of the regular deeds whose value comes from outside: `throw`, `shift`, `settle`."""
        if self.is_over:
            return ()
        found = []
        if self.state.phase is Phase.OPENING or self.scene.thrower is not None:
            found.append("throw")
        early, waits = self.scene.early, self.stage is Stage.REVIEW
        ready = waits and early is not None and early.dice and early.seat == self.state.seat
        if ready or self.stage in (Stage.MOVING, Stage.ROLLED):
            found.append("shift")
        if "settle" in self.state.may:
            found.append("settle")
        return tuple(found)

    def demands(self, seat: int) -> tuple[Demand, ...]:
        """What a seat may demand now.

        Raises:
            InvalidArgumentError: No seat.
        """
        scene, found = self.scene, []
        play = deeds.Challenge(seat, "play")
        if scene.lying is not None and scene.lying.seat != seat:
            found.append(Demand(deeds.Challenge(seat, "roll"), False, "another roll"))
        elif scene.early is not None and scene.early.open and scene.early.seat != seat:
            again = deeds.Challenge(seat, "roll" if scene.early.dice else "double")
            found.append(Demand(again, False, f"that the hasty {again.what} is void"))
        if scene.disputed is not None and reporter(scene.disputed, play) in self.policy.may_report:
            words = "a correct play instead of the illegal one"
            found.append(Demand(play, self.policy.must_report, words))
        return tuple(found)

    @classmethod
    def replay(
        cls, log: Iterable[Deed], *, start: GameState, policy: RefereePolicy | str | None = None
    ) -> Referee:
        """The referee after all the deeds of a log.

        Raises:
            RecordError: At the first deed that cannot be; its number, from 0, is in `event`.
        """
        referee, log, rulings = cls(start=start, policy=policy), tuple(log), []
        scene = referee.scene
        for number, deed in enumerate(log):
            try:
                scene, said = judge(referee.policy, scene, deed)
            except TavlaError as error:
                raise RecordError(f"deed {number}: {error}", number) from error
            rulings.append(said)
        return referee._with(log, tuple(rulings), scene)

    def to_dict(self) -> dict[str, Any]:
        """The referee as plain data: policy, start and log."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "policy": self.policy.to_dict(),
            "start": self.start.to_dict(),
            "log": [deed.to_dict() for deed in self.log],
        }

    @classmethod
    def from_dict(cls, data: object) -> Referee:
        """The referee that `to_dict` gave, after JSON or not, replayed and so checked.

        Raises:
            DataError: Not such data, or of another version.
            RecordError: The log does not replay.
        """
        check_header(data, FORMAT, VERSION)
        with reading("referee"):
            found = fields_of("referee", data, ("format", "version", "policy", "start", "log"))
            if not isinstance(found["log"], list):
                raise DataError(f"log: expected a list, got {found['log']!r}")
            policy = RefereePolicy.from_dict(found["policy"])
            start = GameState.from_dict(found["start"])
            return cls.replay(map(deeds.read, found["log"]), start=start, policy=policy)

    def __repr__(self) -> str:
        name = self.start.variant.name
        return f"<tavla.Referee {name}, {len(self.log)} deeds, {self.stage}>"


def _checked_policy(policy: object) -> RefereePolicy:
    if policy is None:
        return RefereePolicy()
    if isinstance(policy, str):
        return RefereePolicy.preset(policy)
    if not isinstance(policy, RefereePolicy):
        raise InvalidArgumentError(
            f"policy: expected a RefereePolicy or the name of one, got {policy!r}"
        )
    return policy


def _check_start(start: object) -> None:
    if not isinstance(start, GameState) or start.moves:
        raise InvalidArgumentError(
            f"start: expected a GameState without single moves made, got {start!r}"
        )
    if start.rules.illegal_plays != "accepted":
        reason = "illegal_plays: expected 'accepted', since a referee may let one stand"
        raise InvalidRulesError(reason, (reason,))
