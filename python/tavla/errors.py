"""What can go wrong, one class for each cause.

Every error is a `TavlaError`; every concrete one is also a `ValueError`. Messages say what came, where, and what
was expected.
"""

from collections.abc import Iterable
from typing import Any

__all__ = [
    "ActionError",
    "AlreadyEnteredError",
    "AmbiguousPlayError",
    "AmendmentError",
    "BoardEntryError",
    "CacheWarning",
    "CubeError",
    "DataError",
    "DiceSourceError",
    "FairnessError",
    "ForeignGameError",
    "FormatError",
    "FormatLossError",
    "GameInProgressError",
    "GameNotOverError",
    "GameOverError",
    "HouseRuleError",
    "IllegalPlayError",
    "ImpossibleResultError",
    "InvalidArgumentError",
    "InvalidDiceError",
    "InvalidIdError",
    "InvalidPositionError",
    "InvalidRulesError",
    "InvalidStateError",
    "InvalidVariantError",
    "MissingExtraError",
    "NoGameError",
    "NoSuchEntryError",
    "NotYourTurnError",
    "NotationError",
    "NothingToUndoError",
    "OutOfGameError",
    "OutsideDatabaseError",
    "PlayerError",
    "PolicyError",
    "RecordError",
    "ResignationError",
    "RosterError",
    "SessionError",
    "SettlementError",
    "StaleActionError",
    "TavlaError",
    "UnbalancedRowError",
    "UndefinedIndexError",
    "UnknownPlayerError",
    "UnknownVariantError",
    "WrongPhaseError",
]


class TavlaError(Exception):
    """The base of every error that tavla raises on purpose."""


class InvalidArgumentError(TavlaError, ValueError):
    """An argument is of the wrong kind or out of range: a count, a seed, a depth, a slot."""


class InvalidVariantError(TavlaError, ValueError):
    """Rule data that are unknown, of the wrong kind, or contradict each other.

    Attributes:
        reasons: Everything that is wrong, one sentence each.
    """

    reasons: tuple[str, ...]

    def __init__(self, message: str, reasons: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.reasons = tuple(reasons)


class UnknownVariantError(TavlaError, ValueError):
    """No variant has this name; the message lists those there are."""


class InvalidPositionError(TavlaError, ValueError):
    """Counts that are no position of the variant.

    Attributes:
        reasons: Everything that is wrong, one sentence each.
        row: The row of an array in which they stand; None for a single position.
    """

    reasons: tuple[str, ...]
    row: int | None

    def __init__(self, message: str, reasons: Iterable[str] = (), row: int | None = None) -> None:
        super().__init__(message)
        self.reasons = tuple(reasons)
        self.row = row


class InvalidDiceError(TavlaError, ValueError):
    """Dice that are not two whole numbers from 1 to 6."""


class IllegalPlayError(TavlaError, ValueError):
    """A play or a move that the rules forbid.

    Attributes:
        code: The rule it breaks, a stable word for programs.
        words: The rule it breaks, for people.
    """

    code: str
    words: str

    def __init__(self, message: str, code: str = "", words: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.words = words


class AmbiguousPlayError(TavlaError, ValueError):
    """A text that can mean several legal plays.

    Attributes:
        candidates: Those plays, as `Play` objects in the frozen order.
    """

    candidates: tuple[Any, ...]

    def __init__(self, message: str, candidates: Iterable[Any] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


class NotationError(TavlaError, ValueError):
    """A text that cannot be read as a play.

    Attributes:
        text: The whole text.
        at: The character, counted from 1, where reading stopped.
        expected: What was expected there.
    """

    text: str
    at: int
    expected: str

    def __init__(self, message: str, text: str = "", at: int = 0, expected: str = "") -> None:
        super().__init__(message)
        self.text = text
        self.at = at
        self.expected = expected


class InvalidIdError(TavlaError, ValueError):
    """A text that is no position id, or a position that the id cannot say.

    Attributes:
        form: The format that was read, such as `"xgid"`; empty where none was recognised.
        field: The field of the id that is wrong; empty where it is about the whole.
        at: The character, counted from 1, at which the fault stands; 0 where it is about the whole.
        got: What was written there.
        expected: What was expected instead.
    """

    form: str
    field: str
    at: int
    got: str
    expected: str

    def __init__(
        self,
        message: str,
        *,
        form: str = "",
        field: str = "",
        at: int = 0,
        got: str = "",
        expected: str = "",
    ) -> None:
        super().__init__(message)
        self.form = form
        self.field = field
        self.at = at
        self.got = got
        self.expected = expected


class FormatLossError(InvalidIdError):
    """A state that a format cannot hold, or cannot hold whole.

    Attributes:
        losses: Everything that the format cannot hold, one phrase each.
    """

    losses: tuple[str, ...]

    def __init__(self, message: str, losses: Iterable[str] = (), *, form: str = "") -> None:
        super().__init__(message, form=form)
        self.losses = tuple(losses)


class InvalidStateError(TavlaError, ValueError):
    """Facts about a position that contradict each other: dice and a double, a score past the length of the match.

    Attributes:
        fields: The fields that are wrong, in the order of `reasons`.
        reasons: Everything that is wrong, one sentence each.
    """

    fields: tuple[str, ...]
    reasons: tuple[str, ...]

    def __init__(
        self, message: str, fields: Iterable[str] = (), reasons: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.fields = tuple(fields)
        self.reasons = tuple(reasons)


class OutsideDatabaseError(TavlaError, ValueError):
    """A position that a bear-off database does not hold: still in contact, too far from home, or of another game.

    Attributes:
        row: The first such row of an array of positions, or None.
    """

    row: int | None

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


class UndefinedIndexError(TavlaError, ValueError):
    """A variant whose positions have no numbers, or a number that no position has."""


class PolicyError(TavlaError, ValueError):
    """A policy that raised an exception, which is the cause of this one, or gave something else than one row a turn.

    Attributes:
        wave: The number of the wave in its block of games, from 0.
        games: The first and the last game of the wave.
        entry: The first wrong entry of the answer; None where it is not about one entry.
        game: The game that the entry is for, or None.
        row: What the policy gave there, or None.
    """

    wave: int
    games: tuple[int, int]
    entry: int | None
    game: int | None
    row: float | None

    def __init__(
        self,
        message: str,
        *,
        wave: int = 0,
        games: tuple[int, int] = (0, 0),
        entry: int | None = None,
        game: int | None = None,
        row: float | None = None,
    ) -> None:
        super().__init__(message)
        self.wave = wave
        self.games = games
        self.entry = entry
        self.game = game
        self.row = row


class PlayerError(TavlaError, ValueError):
    """A player that chose what cannot be, raised an exception, which is the cause of this one, or never ends.

    Attributes:
        seat: The seat that was to act.
        event: The event, counted from 0, that was due.
    """

    seat: int
    event: int

    def __init__(self, message: str, seat: int = 0, event: int = 0) -> None:
        super().__init__(message)
        self.seat = seat
        self.event = event


class DataError(TavlaError, ValueError):
    """Stored data that are damaged, foreign, or of another version or variant."""


class CacheWarning(UserWarning):
    """The folder for large tables cannot be written to: they stay in memory and are built again next time."""


class RecordError(DataError):
    """A record that does not replay.

    Attributes:
        event: The event, counted from 0, at which the record and the rules part; None where it is about the whole.
    """

    event: int | None

    def __init__(self, message: str, event: int | None = None) -> None:
        super().__init__(message)
        self.event = event


class FairnessError(RecordError):
    """Dice of a record that are not those that follow from its seeds, or seeds that are not those committed to."""


class InvalidRulesError(TavlaError, ValueError):
    """Options of a game, a session or a policy that are unknown, of the wrong kind, or contradict each other.

    Attributes:
        reasons: Everything that is wrong, one sentence each.
    """

    reasons: tuple[str, ...]

    def __init__(self, message: str, reasons: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.reasons = tuple(reasons)


class ActionError(TavlaError, ValueError):
    """An action that cannot be taken now; nothing is changed. Its subclasses name the causes.

    Attributes:
        allowed: What was allowed instead: actions, or words for those whose value is open.
    """

    allowed: tuple[Any, ...]

    def __init__(self, message: str, allowed: Iterable[Any] = ()) -> None:
        super().__init__(message)
        self.allowed = tuple(allowed)


class GameOverError(ActionError):
    """The game, the match or the session has ended."""


class NotYourTurnError(ActionError):
    """The other seat is to act."""


class WrongPhaseError(ActionError):
    """The action belongs to another moment of the game."""


class CubeError(ActionError):
    """The seat may not turn the cube: no cube, no access to it, or a limit that is reached."""


class ResignationError(ActionError):
    """A resignation at a level that cannot be, or at a time that the rules exclude."""


class SettlementError(ActionError):
    """A settlement that the rules exclude, or points that are no exact number."""


class StaleActionError(ActionError):
    """The game has gone on since the caller looked: not as many events as expected."""


class NothingToUndoError(ActionError):
    """Fewer events than should be taken back."""


class DiceSourceError(ActionError):
    """Dice that the source does not have, or has left over, or that are not those it gave."""


class SessionError(ActionError):
    """Something that a session of games cannot do now; nothing is changed. Its subclasses name the causes."""


class GameInProgressError(SessionError):
    """A game is under way, and must be entered or abandoned first."""


class NoGameError(SessionError):
    """No game is under way."""


class GameNotOverError(SessionError):
    """A game that has not ended cannot be entered."""


class ForeignGameError(SessionError):
    """The game is not the one that is under way in the session."""


class AlreadyEnteredError(SessionError):
    """The game was entered before."""


class ImpossibleResultError(SessionError):
    """A result that no game under these rules has.

    Attributes:
        reasons: Everything that is wrong, one sentence each.
    """

    reasons: tuple[str, ...]

    def __init__(
        self, message: str, allowed: Iterable[Any] = (), reasons: Iterable[str] = ()
    ) -> None:
        super().__init__(message, allowed)
        self.reasons = tuple(reasons)


class NoSuchEntryError(SessionError):
    """No game of this number was entered."""


class BoardEntryError(SessionError):
    """An entry that a board gives cannot be changed by hand."""


class UnbalancedRowError(TavlaError, ValueError):
    """A row of a ledger that does not sum to zero."""


class UnknownPlayerError(TavlaError, ValueError):
    """Nobody of this name is in the ledger, the session or the match."""


class OutOfGameError(ActionError):
    """The player's bet in this game is settled, or he has none."""


class HouseRuleError(ActionError):
    """Something that the house rules of a chouette exclude; the message names the option."""


class RosterError(ActionError):
    """A joining, a leaving or an absence that cannot be: too many players, too few, or one who is needed."""


class AmendmentError(TavlaError, ValueError):
    """A correction after which the events that follow could not have happened; nothing is changed.

    Attributes:
        event: The number of the first event, from 1 and as it was before, that the correction makes impossible.
    """

    event: int | None

    def __init__(self, message: str, event: int | None = None) -> None:
        super().__init__(message)
        self.event = event


class MissingExtraError(TavlaError, ValueError):
    """A library that an optional part of tavla needs is not installed; the message tells how to get it."""


class FormatError(DataError):
    """A file of matches with a fault, told with its place.

    Attributes:
        kind: A stable word for the fault, as `Finding.kind`.
        line: The line, from 1.
        column: The column, from 1.
        game: The number of the game in the file, from 1, or None.
        roll: The number of the roll in the game, from 1, or None.
        written: What is written there.
        legal: What could stand there instead: plays or actions, as text.
    """

    kind: str
    line: int
    column: int
    game: int | None
    roll: int | None
    written: str
    legal: tuple[str, ...]

    def __init__(
        self,
        message: str,
        *,
        kind: str = "syntax",
        line: int = 1,
        column: int = 1,
        game: int | None = None,
        roll: int | None = None,
        written: str = "",
        legal: Iterable[str] = (),
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.line = line
        self.column = column
        self.game = game
        self.roll = roll
        self.written = written
        self.legal = tuple(legal)
