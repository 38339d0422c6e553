"""A match: games until a player has the points, on boards or by their results alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self

from tavla._engine import BACKGAMMON, Variant
from tavla.errors import (
    DataError,
    ForeignGameError,
    GameNotOverError,
    GameOverError,
    ImpossibleResultError,
    InvalidArgumentError,
    InvalidRulesError,
    NothingToUndoError,
)
from tavla.game.plain import check_header, checked_seat
from tavla.game.reading import fields_of, reading
from tavla.game.record import GameRecord
from tavla.game.result import End
from tavla.game.rules import GameRules
from tavla.game.state import checked_game
from tavla.scoring.match import MatchEnd, MatchResult, MatchScore
from tavla.table.entry import Entry
from tavla.table.results import entered_result
from tavla.table.series import Series
from tavla.table.sheets import Tally, game_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavla.game.game import Game
    from tavla.game.result import GameResult

__all__ = ["Match"]

FORMAT, VERSION = "tavla.match", 1
_FIELDS = {
    *("format", "version", "length", "options", "variant", "players", "seed"),
    *("entries", "game", "scores", "closed"),
}

_OWN = tuple(MatchScore(2).game_rules())
"""The options of a game that a match decides itself."""


class Match(Series):
    """A match to so many points.

    Games are played on a board (`new_game`, then `finish`), or their results are entered (`enter`), in any mixture and
    under the same rules. Doubling in the Crawford game cannot happen; Jacoby's rule, beavers, automatic doubles and
    settlements are out.

    Args:
        length: Points that win, from 1.
        variant: The rules of the board.
        players: The names of seat 0 and seat 1, not the same.
        crawford: Whether the Crawford rule is played.
        holland: Whether after the Crawford game nobody doubles before each side has rolled twice.
        dead_cube: `"allow"`, or `"refuse"` for doubles that cannot help the doubler.
        cube: Whether there is a cube; None for the variant's custom.
        seed: The seed of the dice of all games, a whole number or 32 bytes; None for a fresh one.
        agreed: Further options of `GameRules`, such as `resign_when="own_turn"`.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind.
        InvalidRulesError: Options that are unknown or no business of a match.

    Examples:
        >>> import tavla
        >>> match = tavla.Match(length=3, variant=tavla.HYPER, players=("ann", "bob"))
        >>> _ = match.enter(winner="ann", kind=2)
        >>> print(match.score)
        2-0 to 3, Crawford
        >>> match.new_game().rules.crawford
        True
    """

    def __init__(
        self,
        length: int = 7,
        variant: Variant = BACKGAMMON,
        players: tuple[str, str] = ("seat 0", "seat 1"),
        *,
        crawford: bool = True,
        holland: bool = False,
        dead_cube: Literal["allow", "refuse"] = "allow",
        cube: bool | None = None,
        seed: int | bytes | None = None,
        **agreed: Any,
    ) -> None:
        variant, _ = checked_game(variant, None)
        super().__init__(players, variant, seed)
        self._start = MatchScore(length, crawford=crawford)
        self._options: dict[str, Any] = {
            "cube": variant.cube if cube is None else cube,
            "holland": holland,
            "dead_cube": dead_cube,
        }
        self._agreed = agreed
        self._closed: MatchResult | None = None
        self._check_options()

    def _check_options(self) -> None:
        for name in ("cube", "holland"):
            if type(self._options[name]) is not bool:
                raise InvalidArgumentError(
                    f"{name}: expected True or False, got {self._options[name]!r}"
                )
        reasons = [f"{name}: a match decides it" for name in _OWN if name in self._agreed]
        if reasons:
            raise InvalidRulesError("; ".join(reasons), reasons)
        self._rules_after(())

    @property
    def length(self) -> int:
        """The points that win."""
        return self._start.length

    @property
    def options(self) -> dict[str, Any]:
        """What was agreed, by the names of the arguments."""
        return {"crawford": self._start.crawford, **self._options, **self._agreed}

    @property
    def score(self) -> MatchScore:
        """The score now."""
        return self._score_after(self.results)

    @property
    def scores(self) -> tuple[MatchScore, ...]:
        """The score at the start and after each game."""
        results = self.results
        return tuple(self._score_after(results[:count]) for count in range(len(results) + 1))

    @property
    def result(self) -> MatchResult | None:
        """How the match came out, or None while it goes on."""
        score = self.score
        if self._closed is None and score.is_over:
            return MatchResult(score.winner, score.scores)
        return self._closed

    @property
    def winner(self) -> int | None:
        """The seat that won the match, or None."""
        return None if self.result is None else self.result.winner

    @property
    def next_rules(self) -> GameRules | None:
        """What the next game is played under; None when there is none."""
        return None if self.score.is_over else self._rules_after(self.results)

    @property
    def next_starter(self) -> int | None:
        """The seat that starts the next game, or None where an opening throw decides or no game follows."""
        return None if self.score.is_over else super().next_starter

    @property
    def may(self) -> tuple[str, ...]:
        """The names of the methods that change something and can be called now."""
        if self._closed is not None:
            return ("reopen",)
        found = super().may
        return found if self.is_over else (*found, "forfeit", "leave")

    def why_over(self, time: float | None = None) -> str | None:  # noqa: ARG002  # no clock ends a match
        """How the match ended, a word of `MatchEnd`; None while it goes on."""
        return None if self.result is None else str(self.result.end)

    def _score_after(self, results: Sequence[GameResult]) -> MatchScore:
        score = self._start
        for result in results:
            score = score.after(int(result.points), result.winner)
        return score

    def _rules_after(self, results: Sequence[GameResult]) -> GameRules:
        own = self._score_after(results).game_rules(**self._options)
        return GameRules().replace(**own, **self._agreed)

    def finish(self, game: Game, *, time: float | None = None, note: str = "") -> Entry:
        """Enter the result of the game that is under way, which must be over, and keep its record.

        Raises:
            GameOverError: The match was forfeited or left; `reopen` it first.
            AlreadyEnteredError, ForeignGameError, GameNotOverError, InvalidArgumentError: As `Series.finish`.
        """
        self._check_open("finish")
        return super().finish(game, time=time, note=note)

    def add(self, record: GameRecord) -> Entry:
        """Enter a game from its record, which must be one of the next game between these players.

        Raises:
            GameOverError: There is no next game.
            GameInProgressError: A game is under way.
            GameNotOverError: It has not ended.
            ForeignGameError: It starts otherwise, or others played it.
            RecordError: It does not replay.
        """
        self._between_games("add")
        self._going_on("add", None)
        if not isinstance(record, GameRecord):
            raise InvalidArgumentError(f"record: expected a GameRecord, got {record!r}")
        if record.result is None:
            self._refuse(GameNotOverError, "add", "the game of the record is not over")
        record.replay()
        entry = Entry(record.result, record)
        fault = self._wrong_start((*self._entries, entry), None)
        if fault:
            self._refuse(ForeignGameError, "add", fault)
        self._entries = (*self._entries, entry)
        return entry

    def enter_annulled(
        self,
        *,
        winner: str | int,
        cube: int,
        kind: int | None = None,
        end: str = End.BORNE_OFF,
        time: float | None = None,
        note: str = "",
    ) -> Entry:
        """Enter a Crawford game in which the cube was turned against the rules, as if it had not been.

        The double is void, even when it is noticed late: as long as the next game has not begun.

        Args:
            winner: Who won, by name or by seat.
            cube: Where the cube stood at the end.
            kind: 1 single, 2 gammon, 3 backgammon; None is a single game.
            end: `"borne_off"` or `"resignation"`; a game whose void double was passed has not ended.
            time: The time now on the caller's clock.
            note: A further note on the game.

        Raises:
            ImpossibleResultError: It was no Crawford game, there was no double, or no such game ends so.
            GameInProgressError, GameOverError, UnknownPlayerError, InvalidArgumentError: As `enter`.

        Examples:
            >>> import tavla
            >>> match = tavla.Match(3, players=("ann", "bob"))
            >>> _ = match.enter(winner="bob", cube=2, end="pass")
            >>> match.enter(winner="ann", cube=2)
            Traceback (most recent call last):
            ...
            tavla.errors.ImpossibleResultError: result: cube: nobody doubles in the Crawford game
            >>> match.enter_annulled(winner="ann", cube=2).result.points
            Fraction(1, 1)
        """
        self._between_games("enter_annulled")
        self._going_on("enter_annulled", None)
        if not self.score.is_crawford:
            raise _impossible(f"annulled: expected the Crawford game, the score is {self.score}")
        if type(cube) is not int or cube < 2 or cube & (cube - 1):
            raise _impossible(f"annulled: expected a cube at 2, 4 or higher, got {cube!r}")
        if end == End.PASS:
            raise _impossible("annulled: without the double that was passed the game goes on")
        said = f"cube at {cube} annulled"
        note = f"{said}; {note}" if note else said
        return self.enter(winner=winner, kind=kind, end=end, time=time, note=note)

    def forfeit(self, player: str | int, note: str = "") -> MatchResult:
        """End the match: a player gives it up, and the other wins it.

        Raises:
            GameOverError: The match is over.
            UnknownPlayerError, InvalidArgumentError: No player.
        """
        seat = self._seat(player, "player")
        if type(seat) is not int or seat not in (0, 1):
            raise InvalidArgumentError(f"player: expected a name, 0 or 1, got {player!r}")
        return self._close("forfeit", 1 - seat, MatchEnd.FORFEIT, note)

    def leave(self, note: str = "") -> MatchResult:
        """End the match unfinished: nobody wins it.

        Raises:
            GameOverError: The match is over.
        """
        return self._close("leave", None, MatchEnd.UNFINISHED, note)

    def _close(self, what: str, winner: int | None, end: MatchEnd, note: str) -> MatchResult:
        self._going_on(what, None)
        if not isinstance(note, str):
            raise InvalidArgumentError(f"note: expected text, got {note!r}")
        self._closed = MatchResult(winner, self.score.scores, end, note)
        return self._closed

    def reopen(self) -> None:
        """Take back that the match was forfeited or left; a game that was under way goes on.

        Raises:
            NothingToUndoError: It was neither.
        """
        if self._closed is None:
            self._refuse(NothingToUndoError, "reopen", "the match was neither forfeited nor left")
        self._closed = None

    def undo(self) -> Entry:
        """Take the last entry back and give it. The next game has its number and its dice.

        Raises:
            NothingToUndoError: Nothing was entered.
            GameInProgressError: A game is under way.
            GameOverError: The match was forfeited or left; `reopen` it first.
        """
        self._check_open("undo")
        return super().undo()

    def _check_open(self, what: str) -> None:
        """Check that the match was neither forfeited nor left."""
        if self._closed is not None:
            self._refuse(GameOverError, what, f"the match was ended ({self._closed.end})")

    def _going_on(self, what: str, time: float | None) -> None:
        why = self.why_over(time)
        if why is not None:
            self._refuse(GameOverError, what, f"the match is over ({why}): {self.score}")

    def _wrong_results(self, entries: Sequence[Entry], game: Game | None) -> str | None:
        """What is wrong with a game at its score; None where nothing is."""
        results = [entry.result for entry in entries]
        for number in range(len(entries) + (game is not None)):
            before = results[:number]
            if self._score_after(before).is_over:
                return f"game {number} comes after the end of the match"
            if number < len(entries) and entries[number].record is None:
                why = self._wrong_result(self._rules_after(before), results[number])
                if why:
                    return f"game {number}: {why}"
        return None

    def _wrong_result(self, rules: GameRules, result: GameResult) -> str | None:
        """Why a game under these rules cannot have ended so."""
        kind = None if result.kind is None else int(result.kind)
        told: dict[str, Any] = {"winner": result.winner, "cube": result.cube, "end": result.end}
        try:
            entered_result(self._variant, rules, kind=kind, **told)
        except ImpossibleResultError as error:
            return str(error)
        return None

    def sheet(self) -> str:
        """The score sheet as plain text, a line for each game.

        Examples:
            >>> import tavla
            >>> match = tavla.Match(5, players=("ann", "bob"))
            >>> _ = match.enter(winner="ann", kind=2, cube=2)
            >>> _ = match.enter(winner="bob", end="resignation", note="late")
            >>> print(match.sheet())
            ann - bob, match to 5 points, backgammon
            game  winner  how          cube  points  score
               1  ann     gammon          2       4  4-0
               2  bob     resignation     1       1  4-1     Crawford, late
        """
        title = f"{' - '.join(self._players)}, match to {self.length} points, {self._variant.name}"
        lines = [title, *game_lines(self._players, self._entries, self._tallies())]
        if self.result is not None:
            lines.append(self._outcome(self.result))
        return "\n".join(lines)

    def _tallies(self) -> list[Tally]:
        before, after = self.scores[:-1], self.scores[1:]
        return [
            Tally("{}-{}".format(*score.scores), score.scores, "Crawford" * old.is_crawford)
            for old, score in zip(before, after, strict=True)
        ]

    def _outcome(self, result: MatchResult) -> str:
        """How the match came out, in a line."""
        first, second = result.scores
        if result.winner is None:
            text = f"left unfinished at {first}-{second}"
        elif result.end is MatchEnd.FORFEIT:
            winner, loser = self._players[result.winner], self._players[1 - result.winner]
            text = f"{loser} forfeits the match to {winner} at {first}-{second}"
        else:
            high, low = max(first, second), min(first, second)
            text = f"{self._players[result.winner]} wins the match {high}-{low}"
        return f"{text} ({result.note})" if result.note else text

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What to send to a seat, or to a spectator: the score and the game under way, with no dice to come.

        Raises:
            InvalidArgumentError: No seat.
        """
        if seat is not None:
            checked_seat(seat)
        return {
            "format": f"{FORMAT}_view",
            "version": VERSION,
            "players": list(self._players),
            "variant": {"name": self._variant.name, "fingerprint": self._variant.fingerprint},
            "length": self.length,
            "options": self.options,
            "scores": list(self.score.scores),
            "crawford": self.score.is_crawford,
            "results": [result.to_dict() for result in self.results],
            "next_starter": self.next_starter,
            "result": None if self.result is None else self.result.to_dict(),
            "may": list(self.may),
            "game": None if self._game is None else self._game.view(seat),
        }

    def to_dict(self) -> dict[str, Any]:
        """The match as plain data for storage, at any moment. It holds the seed: send `view` instead."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "length": self.length,
            "options": self.options,
            **self._stored(),
            "scores": list(self.score.scores),
            "closed": None if self._closed is None else self._closed.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """The match that `to_dict` gave, after JSON or not, every result and record checked again.

        Raises:
            DataError: Not such data, of another version or variant, or contradicting itself.
            RecordError: A record does not replay.
        """
        check_header(data, FORMAT, VERSION)
        found = fields_of("match", data, _FIELDS)
        with reading("match"):
            match = cls(
                found["length"],
                Variant.from_dict(found["variant"]),
                found["players"],
                seed=bytes.fromhex(found["seed"]),
                **found["options"],
            )
            match._restore(found["entries"], found["game"])
            match._read_closed(found["closed"])
            if list(match.score.scores) != found["scores"]:
                raise DataError(
                    f"match: the games add up to {match.score.scores}, not to {found['scores']!r}"
                )
        return match

    def _read_closed(self, data: object) -> None:
        """End the match as it was ended by hand, if it was."""
        match data:
            case {"winner": int(winner), "end": "forfeit", "note": note}:
                self.forfeit(1 - winner, note)
            case {"winner": None, "end": "unfinished", "note": note}:
                self.leave(note)
            case _:
                pass
        if (None if self._closed is None else self._closed.to_dict()) != data:
            raise DataError(f"match: expected how it was closed, got {data!r}")

    def __repr__(self) -> str:
        first, second = self._players
        return f"<tavla.Match {self._variant.name}, {first} - {second}, {self.score}>"


def _impossible(why: str) -> ImpossibleResultError:
    return ImpossibleResultError(why, reasons=[why])
