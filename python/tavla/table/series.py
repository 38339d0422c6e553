"""Games one after another between two players: at most one under way on the board, the others entered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NoReturn

from tavla.errors import (
    AlreadyEnteredError,
    BoardEntryError,
    DataError,
    ForeignGameError,
    GameInProgressError,
    GameNotOverError,
    GameOverError,
    ImpossibleResultError,
    InvalidArgumentError,
    NoGameError,
    NoSuchEntryError,
    NothingToUndoError,
    UnknownPlayerError,
)
from tavla.game.dice import SeededDice
from tavla.game.game import Game
from tavla.game.plain import Stored
from tavla.game.result import End
from tavla.game.state import GameState
from tavla.scoring.ledger import checked_names
from tavla.scoring.limits import checked_time
from tavla.scoring.statistics import PlayerStatistics, statistics
from tavla.table.entry import Entry, checked_note
from tavla.table.results import checked_end, entered_result
from tavla.table.sheets import csv_text, rows

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from fractions import Fraction

    from tavla._engine import Variant
    from tavla.errors import ActionError
    from tavla.game.dice import DiceSource
    from tavla.game.record import GameRecord
    from tavla.game.result import GameResult
    from tavla.game.rules import GameRules
    from tavla.table.sheets import Tally

__all__ = ["Series"]


class Series(Stored, ABC):
    """Games one after another, numbered from 0. What they add up to, and when they end, is told by the subclasses.

    The dice of each game are those of its number under the seed: the games of `tavla.simulate` with that seed.

    Args:
        players: The names of seat 0 and seat 1, not the same.
        variant: The rules of the board.
        seed: The seed of all dice, a whole number or 32 bytes; None for a fresh one.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind.
    """

    def __init__(
        self, players: tuple[str, str], variant: Variant, seed: int | bytes | None
    ) -> None:
        names = checked_names(players)
        if len(names) != 2:
            raise InvalidArgumentError(f"players: expected two names, got {players!r}")
        self._players = (names[0], names[1])
        self._variant = variant
        self._seed = SeededDice(seed).seed
        self._entries: tuple[Entry, ...] = ()
        self._game: Game | None = None

    @abstractmethod
    def _rules_after(self, results: Sequence[GameResult]) -> GameRules:
        """What is agreed on for the game that follows these."""

    @abstractmethod
    def why_over(self, time: float | None = None) -> str | None:
        """What was reached, so that no further game can be played or entered; None while one can.

        Args:
            time: The time now on the caller's clock; without, the time of the last entry.
        """

    @abstractmethod
    def sheet(self) -> str:
        """The score sheet as plain text, a line for each game."""

    @abstractmethod
    def _tallies(self) -> list[Tally]:
        """How things stood after each game."""

    def sheet_rows(self) -> list[dict[str, Any]]:
        """The games of the sheet as plain data for programs, numbered from 1.

        Each row has the keys `game`, `winner` (a name), `end`, `kind`, `cube`, `points`, `score NAME` for both players
        after the game, `mark` (such as `"Crawford"`) and `note`.
        """
        return rows(self._players, self._entries, self._tallies())

    def running_scores(self) -> dict[str, list[Fraction | int]]:
        """The score of each player before the first game and after each."""
        tallies = [tally.points for tally in self._tallies()]
        return {
            name: [0, *(points[seat] for points in tallies)]
            for seat, name in enumerate(self._players)
        }

    def sheet_csv(self) -> str:
        """The games of the sheet as comma-separated values for spreadsheets, the keys of `sheet_rows` being the heading."""
        return csv_text(self._players, self.sheet_rows())

    @property
    def players(self) -> tuple[str, str]:
        """The names of seat 0 and seat 1."""
        return self._players

    @property
    def variant(self) -> Variant:
        """The rules of the board."""
        return self._variant

    @property
    def seed(self) -> bytes:
        """The 32 bytes of the seed. Whoever knows it knows all dice to come."""
        return self._seed

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The games entered so far, by number."""
        return self._entries

    @property
    def results(self) -> tuple[GameResult, ...]:
        """How the games entered so far ended."""
        return tuple(entry.result for entry in self._entries)

    @property
    def game(self) -> Game | None:
        """The game that is under way, or that is over and waits to be entered; None between games."""
        return self._game

    @property
    def next_starter(self) -> int | None:
        """The seat that starts the next game, or None where an opening throw decides.

        Where the variant lets the previous winner start, that is the winner of the last game that anybody won.
        """
        return self._start_after(self.results).starter

    @property
    def statistics(self) -> dict[str, PlayerStatistics]:
        """The games of each player in numbers."""
        return {name: statistics(self.results, seat) for seat, name in enumerate(self._players)}

    @property
    def is_over(self) -> bool:
        """Whether no further game can be played or entered."""
        return self.why_over() is not None

    @property
    def may(self) -> tuple[str, ...]:
        """The names of the methods that change something and can be called now."""
        if self._game is not None:
            found = ["finish", "abandon"] if self._game.is_over else ["abandon"]
        else:
            found = [] if self.is_over else ["new_game", "enter"]
            found += ["undo"] if self._entries else []
        by_hand = any(entry.record is None for entry in self._entries)
        return (*found, "amend") if by_hand else tuple(found)

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
            time: The time now on the caller's clock, needed where there is a limit of time.

        Raises:
            GameInProgressError: A game is under way.
            GameOverError: There is no further game.
            InvalidArgumentError: Arguments of the wrong kind.
        """
        self._between_games("new_game")
        self._going_on("new_game", self._timed(time))
        self._game = Game(
            start=self._start_after(self.results),
            dice=self._dice(len(self._entries)) if dice is None else dice,
            players=self._players,
            auto=auto,
        )
        return self._game

    def finish(self, game: Game, *, time: float | None = None, note: str = "") -> Entry:
        """Enter the result of the game that is under way, which must be over, and keep its record.

        Args:
            game: The game, as `new_game` or `game` gave it.
            time: The time now on the caller's clock, needed where there is a limit of time.
            note: A note on the game.

        Raises:
            AlreadyEnteredError: It was entered before.
            ForeignGameError: It is another game.
            GameNotOverError: It has not ended.
            InvalidArgumentError: Arguments of the wrong kind.
        """
        if not isinstance(game, Game):
            raise InvalidArgumentError(f"game: expected a Game, got {game!r}")
        record = game.record
        if game is not self._game:
            if any(entry.record == record for entry in self._entries):
                self._refuse(AlreadyEnteredError, "finish", "this game was entered already")
            self._refuse(ForeignGameError, "finish", "this is not the game that is under way here")
        if record.result is None:
            self._refuse(GameNotOverError, "finish", f"game {len(self._entries)} is not over")
        entry = Entry(record.result, record, 0, self._timed(time), checked_note(note))
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
            time: The time now on the caller's clock, needed where there is a limit of time.
            note: A note on the game.

        Raises:
            ImpossibleResultError: No game under these rules ends so; `reasons` lists everything.
            GameInProgressError: A game is under way.
            GameOverError: There is no further game.
            UnknownPlayerError: No player has this name.
            InvalidArgumentError: Values of the wrong kind.
        """
        self._between_games("enter")
        self._going_on("enter", None)
        told = {"kind": kind, "cube": cube, "automatics": automatics, "points": points}
        result = self._told(self.results, winner, end, told)
        entry = Entry(result, None, automatics, self._timed(time), checked_note(note))
        self._entries = (*self._entries, entry)
        return entry

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
        """Put another result in the place of one that was entered by hand. Its time stays.

        Args:
            number: The number of the game, from 0.
            winner: As `enter` takes it, and so all that follows.
            kind: As `enter`.
            cube: As `enter`.
            automatics: As `enter`.
            end: As `enter`.
            points: As `enter`.
            note: A note on the game, or None for the one that is there.

        Raises:
            NoSuchEntryError: No game of this number was entered.
            BoardEntryError: The board gave the result, or a later game on the board was started because of it.
            ImpossibleResultError: As `enter`, or a later game cannot have been so then.
            UnknownPlayerError, InvalidArgumentError: As `enter`.
        """
        if type(number) is not int or not 0 <= number < len(self._entries):
            why = f"expected the number of one of {len(self._entries)} entries, from 0, got {number!r}"
            self._refuse(NoSuchEntryError, "amend", why)
        old, before = self._entries[number], self._entries[:number]
        if old.record is not None:
            self._refuse(BoardEntryError, "amend", f"game {number} was played on the board")
        told = {"kind": kind, "cube": cube, "automatics": automatics, "points": points}
        result = self._told(self.results[:number], winner, end, told)
        note = old.note if note is None else checked_note(note)
        entry = Entry(result, None, automatics, old.time, note)
        entries = (*before, entry, *self._entries[number + 1 :])
        fault = self._wrong_results(entries, self._game)
        if fault:
            self._refuse(ImpossibleResultError, "amend", fault)
        fault = self._wrong_start(entries, self._game)
        if fault:
            self._refuse(BoardEntryError, "amend", fault)
        self._entries = entries
        return entry

    def _refuse(
        self, cause: type[ActionError], what: str, why: str, allowed: tuple[str, ...] | None = None
    ) -> NoReturn:
        allowed = self.may if allowed is None else allowed
        raise cause(f"{what}: {why}; allowed: {', '.join(allowed) or 'nothing'}", allowed)

    def _between_games(self, what: str) -> None:
        """Check that no game is under way."""
        if self._game is not None:
            state = "is over and waits for finish" if self._game.is_over else "is under way"
            self._refuse(GameInProgressError, what, f"game {len(self._entries)} {state}")

    def _going_on(self, what: str, time: float | None) -> None:
        """Check that there is a further game."""
        why = self.why_over(time)
        if why is not None:
            left = tuple(name for name in self.may if name != what)
            self._refuse(GameOverError, what, f"it has ended, {why} reached", left)

    def _timed(self, time: float | None) -> float | None:
        """The time that a caller gives, checked."""
        return checked_time(time)

    def _dice(self, number: int) -> SeededDice:
        """The dice of a game. No record of it may tell the seed, which the games to come need."""
        return SeededDice(self._seed, number, secret=True)

    def _told(
        self,
        before: Sequence[GameResult],
        winner: str | int | None,
        end: str,
        told: dict[str, Any],
    ) -> GameResult:
        """The result that a person tells of the game after these."""
        rules, seat = self._rules_after(before), self._seat(winner)
        return entered_result(self._variant, rules, winner=seat, end=checked_end(end), **told)

    def _seat(self, player: str | int | None, what: str = "winner") -> int | None:
        """The seat of a player who is told by name or by seat."""
        if not isinstance(player, str):
            return player
        if player not in self._players:
            names = " or ".join(map(repr, self._players))
            raise UnknownPlayerError(f"{what}: expected {names}, got {player!r}")
        return self._players.index(player)

    def _start_after(self, results: Sequence[GameResult]) -> GameState:
        """How the game after these starts."""
        starter = None
        if self._variant.next_starter == "previous_winner":
            winners = (one.winner for one in reversed(results) if one.winner is not None)
            starter = next(winners, None)
        return GameState.new(self._variant, self._rules_after(results), starter=starter)

    def _wrong_results(self, entries: Sequence[Entry], game: Game | None) -> str | None:  # noqa: ARG002
        """What is wrong with games at their place among the others; None where they do not depend on each other."""
        return None

    def _wrong_start(self, entries: Sequence[Entry], game: Game | None) -> str | None:
        """What is wrong with the start of a game on the board; None where nothing is."""
        records: list[GameRecord | None] = [entry.record for entry in entries]
        records.append(None if game is None else game.record)
        results = [entry.result for entry in entries]
        for number, record in enumerate(records):
            if record is None:
                continue
            start = self._start_after(results[:number])
            if (record.start, record.players) != (start, self._players):
                who = "an opening throw" if start.starter is None else f"seat {start.starter}"
                return f"game {number} has to start with {who}, by the rules and the players here"
        return None

    def _stored(self) -> dict[str, Any]:
        """What every series stores."""
        return {
            "players": list(self._players),
            "variant": self._variant.to_dict(),
            "seed": self._seed.hex(),
            "entries": [entry.to_dict() for entry in self._entries],
            "game": None if self._game is None else self._game.to_dict(),
        }

    def _restore(self, entries: object, game: object) -> None:
        """Take stored entries and a stored game in, checked again.

        Raises:
            DataError: They are no such data, or not of this series.
            RecordError: A record does not replay.
        """
        if not isinstance(entries, list):
            raise DataError(f"entries: expected a list, got {entries!r}")
        found: list[Entry] = []
        for entry in entries:
            rules = self._rules_after([one.result for one in found])
            found.append(Entry.from_dict(entry, self._variant, rules))
        under_way = None if game is None else Game.from_dict(game)
        fault = (
            self._wrong_results(found, under_way)
            or self._wrong_start(found, under_way)
            or self._wrong_dice(len(found), under_way)
        )
        if fault:
            raise DataError(fault)
        self._entries, self._game = tuple(found), under_way

    def _wrong_dice(self, number: int, game: Game | None) -> str | None:
        """What is wrong with the seed of a game; None where nothing is, or where it has dice of its own."""
        if game is None or not isinstance(game.dice, SeededDice) or not game.dice.secret:
            return None
        same = game.dice.to_dict() == self._dice(number).to_dict()
        return None if same else f"game {number} has the dice of another seed or number"
