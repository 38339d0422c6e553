"""Money play between two players: game after game, each for a stake, until they stop."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

from tavla._engine import HYPER, Variant
from tavla.errors import (
    AlreadyEnteredError,
    BoardEntryError,
    DataError,
    ForeignGameError,
    GameInProgressError,
    GameNotOverError,
    GameOverError,
    InvalidArgumentError,
    InvalidRulesError,
    NoGameError,
    NoSuchEntryError,
    NothingToUndoError,
    TavlaError,
    UnknownPlayerError,
)
from tavla.game.dice import SeededDice
from tavla.game.game import Game
from tavla.game.plain import check_header, plain_number, read_json
from tavla.game.result import End
from tavla.game.rules import GameRules
from tavla.game.state import GameState, checked_game
from tavla.scoring.ledger import Ledger, Row, checked_names
from tavla.scoring.limits import Limits, checked_time
from tavla.scoring.money import Stake
from tavla.scoring.statistics import PlayerStatistics, statistics
from tavla.table.entry import Entry
from tavla.table.results import checked_end, entered_result

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from decimal import Decimal

    from tavla.errors import ActionError
    from tavla.game.dice import DiceSource
    from tavla.game.result import GameResult

__all__ = ["MoneySession"]

FORMAT, VERSION = "tavla.money_session", 1


class MoneySession:
    """Games for money between two players, on a board or entered by hand.

    Games are numbered from 0, and the dice of each are those of its number under the seed: the games of
    `tavla.simulate` with that seed. The session never reads a clock; where time matters the caller gives it.

    Args:
        players: The names of seat 0 and seat 1, not the same.
        variant: The rules of the board.
        rules: What else the players agree on; without, money play as the variant's custom has it.
        stake: What a point is worth: an exact number above 0, or a `Stake`.
        unit: What the stake counts, such as a currency.
        seed: The seed of all dice, a whole number or 32 bytes; without, a fresh one.
        limits: When the session ends; without, never.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind.
        InvalidRulesError: The rules of a match.

    Examples:
        >>> import tavla
        >>> session = tavla.MoneySession(("ann", "bob"), stake="0.5", unit="EUR", seed=7)
        >>> game = session.new_game()
        >>> _ = game.roll()
        >>> _ = game.resign(1), game.accept()
        >>> session.finish(game).result.points
        Fraction(1, 1)
        >>> _ = session.enter(winner="ann", kind=2, cube=4)
        >>> session.difference, str(session.ledger.totals["ann"])
        (Fraction(9, 1), '9/2')
    """

    def __init__(
        self,
        players: tuple[str, str],
        variant: Variant = HYPER,
        rules: GameRules | None = None,
        *,
        stake: Stake | Fraction | Decimal | int | str = 1,
        unit: str = "",
        seed: int | bytes | None = None,
        limits: Limits | None = None,
    ) -> None:
        names = checked_names(players)
        if len(names) != 2:
            raise InvalidArgumentError(f"players: expected two names, got {players!r}")
        if rules is None and isinstance(variant, Variant):
            rules = GameRules.money(variant)
        self._variant, self._rules = checked_game(variant, rules)
        if self._rules.away is not None:
            reason = "away: a session for money is no match"
            raise InvalidRulesError(reason, [reason])
        if limits is not None and not isinstance(limits, Limits):
            raise InvalidArgumentError(f"limits: expected Limits, got {limits!r}")
        self._players = (names[0], names[1])
        self._stake = _checked_stake(stake, unit)
        self._seed = SeededDice(seed).seed
        self._limits = limits or Limits()
        self._entries: tuple[Entry, ...] = ()
        self._game: Game | None = None

    @property
    def players(self) -> tuple[str, str]:
        """The names of seat 0 and seat 1."""
        return self._players

    @property
    def variant(self) -> Variant:
        """The rules of the board."""
        return self._variant

    @property
    def rules(self) -> GameRules:
        """What else the players agreed on."""
        return self._rules

    @property
    def stake(self) -> Stake:
        """What a point is worth."""
        return self._stake

    @property
    def seed(self) -> bytes:
        """The 32 bytes of the seed. Whoever knows it knows all dice to come."""
        return self._seed

    @property
    def limits(self) -> Limits:
        """When the session ends."""
        return self._limits

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The games entered so far, by number."""
        return self._entries

    @property
    def game(self) -> Game | None:
        """The game that is under way, or that is over and waits to be entered; None between games."""
        return self._game

    @property
    def results(self) -> tuple[GameResult, ...]:
        """How the games entered so far ended."""
        return tuple(entry.result for entry in self._entries)

    @property
    def next_starter(self) -> int | None:
        """The seat that starts the next game, or None where an opening throw decides.

        Where the variant lets the previous winner start, that is the winner of the last game that anybody won.
        """
        return _starter(self._variant, self.results)

    @property
    def difference(self) -> Fraction:
        """Points by which seat 0 leads; negative where seat 1 does."""
        return sum((result.scores[0] for result in self.results), Fraction(0))

    @property
    def ledger(self) -> Ledger:
        """What each player has won in units of money, a row a game; every row sums to zero."""
        first, second = self._players
        rows = []
        for number, result in enumerate(self.results):
            won = self._stake.of(result.scores[0])
            rows.append(Row(((first, won), (second, -won)), f"game {number}"))
        return Ledger(self._players, tuple(rows))

    @property
    def statistics(self) -> dict[str, PlayerStatistics]:
        """The games of each player in numbers, points in units of the stake."""
        return {name: statistics(self.results, seat) for seat, name in enumerate(self._players)}

    def why_over(self, time: float | None = None) -> str | None:
        """The limit that ended the session: `"difference"`, `"games"`, `"time"`; None while it goes on.

        Args:
            time: The time now on the caller's clock; without, the time of the last entry.

        Raises:
            InvalidArgumentError: No time.
        """
        if checked_time(time) is None and self._entries:
            time = self._entries[-1].time
        return self._limits.reached(difference=self.difference, games=len(self._entries), time=time)

    @property
    def is_over(self) -> bool:
        """Whether no further game can be played or entered."""
        return self.why_over() is not None

    @property
    def may(self) -> tuple[str, ...]:
        """The names of the methods that change the session and can be called now."""
        if self._game is not None:
            found = ["finish", "abandon"] if self._game.is_over else ["abandon"]
        else:
            found = [] if self.is_over else ["new_game", "enter"]
            found += ["undo"] if self._entries else []
        amendable = any(entry.record is None for entry in self._entries)
        return (*found, "amend") if amendable else tuple(found)

    def _refuse(self, cause: type[ActionError], what: str, why: str) -> NoReturn:
        raise cause(f"{what}: {why}; allowed: {', '.join(self.may) or 'nothing'}", self.may)

    def _between_games(self, what: str) -> None:
        """Check that no game is under way."""
        if self._game is not None:
            over = "is over and waits for finish" if self._game.is_over else "is under way"
            self._refuse(GameInProgressError, what, f"game {len(self._entries)} {over}")

    def _going_on(self, what: str, time: float | None) -> None:
        """Check that another game may be played."""
        limit = self.why_over(time)
        if limit is not None:
            self._refuse(
                GameOverError, what, f"the session is over: its limit of {limit} is reached"
            )

    def _timed(self, time: float | None) -> float | None:
        """Check that there is a time where the session needs one."""
        if time is None and self._limits.time is not None:
            raise InvalidArgumentError(
                f"time: expected a number, since the session ends at {self._limits.time}"
            )
        return checked_time(time)

    def new_game(
        self,
        *,
        dice: DiceSource | None = None,
        auto: Collection[str] = (),
        time: float | None = None,
    ) -> Game:
        """Start the next game.

        Args:
            dice: Another source of dice than the seed, such as `ManualDice`.
            auto: What the game does by itself, as `Game` takes it.
            time: The time now on the caller's clock, needed where the session has a limit of time.

        Raises:
            GameInProgressError: A game is under way.
            GameOverError: The session is over.
            InvalidArgumentError: Arguments of the wrong kind.
        """
        self._between_games("new_game")
        self._going_on("new_game", self._timed(time))
        self._game = Game(
            self._variant,
            self._rules,
            dice=self._dice(len(self._entries)) if dice is None else dice,
            players=self._players,
            starter=self.next_starter,
            auto=auto,
        )
        return self._game

    def _dice(self, number: int) -> SeededDice:
        """The dice of a game under the seed; its record must not tell the seed, which the next games need."""
        return SeededDice(self._seed, number, secret=True)

    def finish(self, game: Game, *, time: float | None = None, note: str = "") -> Entry:
        """Enter the result of the game that is under way, which must be over, and keep its record.

        Args:
            game: The game, as `new_game` or `game` gave it.
            time: The time now on the caller's clock, needed where the session has a limit of time.
            note: A note on the game.

        Raises:
            AlreadyEnteredError: It was entered before.
            ForeignGameError: It is another game.
            GameNotOverError: It has not ended.
            InvalidArgumentError: Arguments of the wrong kind.
        """
        if not isinstance(game, Game):
            raise InvalidArgumentError(f"game: expected a Game, got {game!r}")
        if game is not self._game:
            record = game.record
            if any(entry.record == record for entry in self._entries):
                self._refuse(AlreadyEnteredError, "finish", "this game was entered already")
            self._refuse(
                ForeignGameError, "finish", "this is not the game under way in the session"
            )
        if game.result is None:
            self._refuse(GameNotOverError, "finish", f"game {len(self._entries)} is not over")
        entry = Entry(game.result, game.record, 0, self._timed(time), _checked_note(note))
        self._entries, self._game = (*self._entries, entry), None
        return entry

    def abandon(self) -> Game:
        """Drop the game under way without a result, and give it back. The next game has its number and its dice.

        Raises:
            NoGameError: None is under way.
        """
        game = self._game
        if game is None:
            self._refuse(NoGameError, "abandon", "no game is under way")
        self._game = None
        return game

    def enter(
        self,
        *,
        winner: str | int | None,
        kind: int | None = None,
        cube: int = 1,
        automatics: int = 0,
        end: str = End.BORNE_OFF,
        points: object = None,
        time: float | None = None,
        note: str = "",
    ) -> Entry:
        """Enter the result of a game that was played elsewhere.

        Args:
            winner: Who won, by name or by seat; None where nobody did.
            kind: 1 single, 2 gammon, 3 backgammon, as it happened, whatever it counts; None is a single game, where one
                has a kind.
            cube: The value of the cube at the end; after a pass, before the double that was passed.
            automatics: How many automatic doubles are in that value: beyond them, somebody has doubled.
            end: What ended the game, a word of `tavla.game.End`.
            points: What was settled for: an exact number to the winner, or 0; None for other ends.
            time: The time now on the caller's clock, needed where the session has a limit of time.
            note: A note on the game.

        Raises:
            ImpossibleResultError: No game under these rules ends so; `reasons` lists everything.
            GameInProgressError: A game is under way.
            GameOverError: The session is over.
            UnknownPlayerError: No player has this name.
            InvalidArgumentError: Values of the wrong kind.
        """
        self._between_games("enter")
        self._going_on("enter", None)
        result = entered_result(
            self._variant,
            self._rules,
            winner=self._seat(winner),
            kind=kind,
            cube=cube,
            automatics=automatics,
            end=checked_end(end),
            points=points,
        )
        entry = Entry(result, None, automatics, self._timed(time), _checked_note(note))
        self._entries = (*self._entries, entry)
        return entry

    def _seat(self, player: str | int | None) -> int | None:
        """The seat of a player who is told by name or by seat."""
        if not isinstance(player, str):
            return player
        if player not in self._players:
            names = " or ".join(map(repr, self._players))
            raise UnknownPlayerError(f"winner: expected {names}, got {player!r}")
        return self._players.index(player)

    def undo(self) -> Entry:
        """Take the last entry back and give it. The next game has its number and its dice.

        Raises:
            NothingToUndoError: Nothing was entered.
            GameInProgressError: A game is under way.
        """
        self._between_games("undo")
        if not self._entries:
            self._refuse(NothingToUndoError, "undo", "nothing was entered")
        *left, last = self._entries
        self._entries = tuple(left)
        return last

    def amend(
        self,
        number: int,
        *,
        winner: str | int | None,
        kind: int | None = None,
        cube: int = 1,
        automatics: int = 0,
        end: str = End.BORNE_OFF,
        points: object = None,
        note: str | None = None,
    ) -> Entry:
        """Put another result in the place of one that was entered by hand; its time stays, and its note unless given.

        Args:
            number: The number of the game, from 0.
            winner: As `enter` takes it, with all that follows.
            kind: As `enter`.
            cube: As `enter`.
            automatics: As `enter`.
            end: As `enter`.
            points: As `enter`.
            note: A note on the game, or None for the one that is there.

        Raises:
            NoSuchEntryError: No game of this number was entered.
            BoardEntryError: A board gave the result, or a later game on the board was started by its winner.
            ImpossibleResultError, UnknownPlayerError, InvalidArgumentError: As `enter`.
        """
        count = len(self._entries)
        if type(number) is not int or not 0 <= number < count:
            entered = f"numbers 0 to {count - 1} are entered" if count else "nothing is entered"
            self._refuse(NoSuchEntryError, "amend", f"{entered}, got {number!r}")
        old = self._entries[number]
        if old.record is not None:
            self._refuse(BoardEntryError, "amend", f"game {number} was played on the board")
        result = entered_result(
            self._variant,
            self._rules,
            winner=self._seat(winner),
            kind=kind,
            cube=cube,
            automatics=automatics,
            end=checked_end(end),
            points=points,
        )
        note = old.note if note is None else _checked_note(note)
        entry = Entry(result, None, automatics, old.time, note)
        entries = (*self._entries[:number], entry, *self._entries[number + 1 :])
        fault = self._wrong_start(entries, self._game)
        if fault:
            self._refuse(BoardEntryError, "amend", fault)
        self._entries = entries
        return entry

    def _wrong_start(self, entries: tuple[Entry, ...], game: Game | None) -> str | None:
        """What is wrong with the start of a game on the board after these entries; None where nothing is."""
        starts = [entry.record and (entry.record.start, entry.record.players) for entry in entries]
        starts.append(game and (game.record.start, game.players))
        for number, found in enumerate(starts):
            if found is None:
                continue
            starter = _starter(self._variant, [entry.result for entry in entries[:number]])
            start = GameState.new(self._variant, self._rules, starter=starter)
            if found != (start, self._players):
                who = "after an opening throw" if starter is None else f"by seat {starter}"
                return f"game {number} must be started {who}, by these players and rules"
        return None

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What to send to a seat, or to a spectator: the score and the game under way, with no dice to come."""
        return {
            "format": "tavla.money_session_view",
            "version": VERSION,
            "players": list(self._players),
            "variant": {"name": self._variant.name, "fingerprint": self._variant.fingerprint},
            "rules": self._rules.to_dict(),
            "stake": self._stake.to_dict(),
            "limits": self._limits.to_dict(),
            "results": [result.to_dict() for result in self.results],
            "difference": plain_number(self.difference),
            "totals": {name: plain_number(n) for name, n in self.ledger.totals.items()},
            "next_starter": self.next_starter,
            "over": self.why_over(),
            "may": list(self.may),
            "game": None if self._game is None else self._game.view(seat),
        }

    def to_dict(self) -> dict[str, Any]:
        """The session as plain data for storage. It holds the seed: send `view` instead."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "players": list(self._players),
            "variant": self._variant.to_dict(),
            "rules": self._rules.to_dict(),
            "stake": self._stake.to_dict(),
            "seed": self._seed.hex(),
            "limits": self._limits.to_dict(),
            "entries": [entry.to_dict() for entry in self._entries],
            "game": None if self._game is None else self._game.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: object) -> MoneySession:
        """The session that `to_dict` gave, after JSON or not, every result and record checked again.

        Raises:
            DataError: Not such data, of another version or variant, or contradicting itself.
            RecordError: A record does not replay.
        """
        found = check_header(data, FORMAT, VERSION)
        wanted = {"players", "variant", "rules", "stake", "seed", "limits", "entries", "game"}
        if set(found) != wanted | {"format", "version"}:
            raise DataError(f"session: expected {sorted(wanted)}, got {sorted(map(str, found))}")
        session = _empty(cls, found)
        if not isinstance(found["entries"], list):
            raise DataError(f"entries: expected a list, got {found['entries']!r}")
        variant, rules = session.variant, session.rules
        entries = tuple(Entry.from_dict(entry, variant, rules) for entry in found["entries"])
        game = None if found["game"] is None else Game.from_dict(found["game"])
        session._check_stored(entries, game)
        session._entries, session._game = entries, game
        return session

    def _check_stored(self, entries: tuple[Entry, ...], game: Game | None) -> None:
        """Check that entries and a game can be those of this session."""
        fault = self._wrong_start(entries, game)
        most = self._limits.games
        if most is not None and len(entries) > most:
            fault = f"{most} games at most, got {len(entries)}"
        if self._limits.time is not None and any(entry.time is None for entry in entries):
            fault = "entries without a time, in a session that ends by time"
        if game is not None and isinstance(game.dice, SeededDice) and game.dice.secret:
            ours = self._dice(len(entries))
            if game.dice.to_dict() != ours.to_dict():
                fault = f"game {len(entries)} has the dice of another seed or number"
        if fault:
            raise DataError(f"session: {fault}")

    def to_json(self, indent: int | None = None) -> str:
        """The session as JSON text for storage."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> MoneySession:
        """The session that `to_json` gave.

        Raises:
            DataError: No JSON, or no session.
            RecordError: A record does not replay.
        """
        return cls.from_dict(read_json(text))

    def __repr__(self) -> str:
        first, second = self._players
        games = f"{len(self._entries)} games, {first} {plain_number(self.difference)} on {second}"
        return f"<tavla.MoneySession {self._variant.name}, {games}>"


def _starter(variant: Variant, results: Iterable[GameResult]) -> int | None:
    """The seat that starts after games with these results, or None where an opening throw decides."""
    if variant.next_starter == "roll":
        return None
    winners = [result.winner for result in results if result.winner is not None]
    return winners[-1] if winners else None


def _checked_stake(stake: Any, unit: str) -> Stake:
    if not isinstance(stake, Stake):
        return Stake(stake, unit)
    if unit:
        raise InvalidArgumentError(f"unit: the stake has its own, got {unit!r}")
    return stake


def _checked_note(note: object) -> str:
    if not isinstance(note, str):
        raise InvalidArgumentError(f"note: expected text, got {note!r}")
    return note


def _empty(cls: type[MoneySession], data: dict[str, Any]) -> MoneySession:
    """A session with nothing entered yet, from the rest of its data."""
    if not isinstance(data["players"], list) or not isinstance(data["seed"], str):
        raise DataError("session: expected a list of players and a seed in hex")
    try:
        return cls(
            tuple(data["players"]),
            Variant.from_dict(data["variant"]),
            GameRules.from_dict(data["rules"]),
            stake=Stake.from_dict(data["stake"]),
            seed=bytes.fromhex(data["seed"]),
            limits=Limits.from_dict(data["limits"]),
        )
    except DataError:
        raise
    except (TavlaError, TypeError, ValueError) as error:
        raise DataError(f"session: {error}") from None
