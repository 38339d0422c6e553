"""Two teams that meet on several boards, a match on each."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from tavla._engine import BACKGAMMON, Variant
from tavla.errors import (
    DataError,
    GameInProgressError,
    GameOverError,
    InvalidArgumentError,
    NothingToUndoError,
    UnknownPlayerError,
    WrongPhaseError,
)
from tavla.game.dice import SeededDice
from tavla.game.plain import Stored, check_header
from tavla.game.reading import fields_of, reading
from tavla.scoring.ledger import checked_names
from tavla.scoring.match import MatchEnd, MatchResult, MatchScore
from tavla.scoring.teams import TeamScore
from tavla.table.match import Match

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TeamMatch"]

FORMAT, VERSION = "tavla.team_match", 1
_FIELDS = {"format", "version", "names", "play", "tiebreak", "boards", "sudden"}


class _Board(Match):
    """A match that ends, without a result of its own, when nothing is to be played on its board any more."""

    tie: TeamMatch | None = None
    number = 0

    def why_over(self, time: float | None = None) -> str | None:
        """How the match ended, or why it is not played on."""
        stopped = None if self.tie is None else self.tie.why_stopped(self.number)
        return super().why_over(time) or stopped


class TeamMatch(Stored):
    """Two teams of equal size: the first of the one meets the first of the other, and so on, a match on each board.

    The matches in `boards` are played on their boards or entered game by game, as every `Match`; or only the result of a
    match is entered (`enter`). The team with more match wins takes the tie: with three boards, two wins.

    Args:
        teams: The players of team 0 and of team 1, in the order of the boards; all names differ.
        names: The names of the teams.
        length: The points of each match.
        variant: The rules of the boards.
        play: `"play_out"` every board, or `"stop_when_decided"`.
        tiebreak: What decides when wins are level: `"sum_points"`, `"sudden_board"` or `"draw"`. Needed for an even
            number of boards; without, an odd number that unfinished matches leave level is a draw.
        seed: The seed of all dice, a whole number or 32 bytes; None for a fresh one. Each board has dice of its own.
        options: Further arguments of `Match`.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind.
        InvalidRulesError: Options that do not exist, or no tie-break for an even number of boards.

    Examples:
        >>> import tavla
        >>> tie = tavla.TeamMatch((("ann", "abe", "ada"), ("bob", "ben", "bea")), names=("Oaks", "Elms"), length=3)
        >>> _ = tie.boards[0].enter(winner="ann", kind=3)
        >>> _ = tie.enter(1, winner=1, scores=(2, 3))
        >>> tie.score.wins, tie.is_over
        ((1, 1), False)
        >>> _ = tie.enter(2, winner=0, scores=(3, 0))
        >>> tie.names[tie.winner]
        'Oaks'
    """

    def __init__(
        self,
        teams: tuple[Sequence[str], Sequence[str]],
        *,
        names: tuple[str, str] = ("team 0", "team 1"),
        length: int = 7,
        variant: Variant = BACKGAMMON,
        play: Literal["play_out", "stop_when_decided"] = "play_out",
        tiebreak: Literal["sum_points", "sudden_board", "draw"] | None = None,
        seed: int | bytes | None = None,
        **options: Any,
    ) -> None:
        pairs = _checked_teams(teams)
        secret = SeededDice(seed).seed
        boards = [
            _Board(length, variant, pair, seed=_seed_of_board(secret, number), **options)
            for number, pair in enumerate(pairs)
        ]
        self._set_up(names, boards, TeamScore((None,) * len(boards), play, tiebreak))

    def _set_up(self, names: tuple[str, str], boards: Sequence[_Board], rules: TeamScore) -> None:
        checked = checked_names(names)
        if len(checked) != 2:
            raise InvalidArgumentError(f"names: expected those of two teams, got {names!r}")
        self._names = (checked[0], checked[1])
        self._boards = tuple(boards)
        self._entered: list[MatchResult | None] = [None] * len(boards)
        self._rules = rules
        self._sudden: _Board | None = None
        for number, board in enumerate(boards):
            board.tie, board.number = self, number

    def _results(self) -> list[MatchResult | None]:
        return [
            entered or board.result
            for entered, board in zip(self._entered, self._boards, strict=True)
        ]

    @property
    def names(self) -> tuple[str, str]:
        """The names of the teams."""
        return self._names

    @property
    def teams(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The players of both teams, in the order of the boards."""
        first, second = zip(*(board.players for board in self._boards), strict=True)
        return first, second

    @property
    def boards(self) -> tuple[Match, ...]:
        """The matches, to be played; team 0 has seat 0 on every board."""
        return self._boards

    @property
    def sudden_board(self) -> Match | None:
        """The match that breaks the tie, or None before it is set up."""
        return self._sudden

    @property
    def results(self) -> tuple[MatchResult | None, ...]:
        """The result of each board, or None while it is played."""
        return tuple(self._results())

    @property
    def score(self) -> TeamScore:
        """What the boards add up to."""
        boards = replace(self._rules, boards=self.results)
        if self._sudden is None or not boards.needs_sudden_board:
            return boards
        return replace(boards, sudden=self._sudden.result)

    @property
    def is_over(self) -> bool:
        """Whether the tie has ended."""
        return self.score.is_over

    @property
    def winner(self) -> int | None:
        """The team that has won, or None before the end and after a draw."""
        return self.score.winner

    def why_stopped(self, board: int) -> str | None:
        """Why no game is played on a board any more, whatever its match says: `"entered"`, `"decided"`, or None."""
        self._board(board)
        if self._entered[board] is not None:
            return "entered"
        # What the other boards decide: its own result is the business of the match.
        others = [None if n == board else result for n, result in enumerate(self._results())]
        decided = replace(self._rules, boards=tuple(others)).boards_are_done
        return "decided" if decided else None

    def enter(
        self,
        board: int,
        *,
        winner: str | int | None,
        scores: tuple[int, int],
        end: str = MatchEnd.WON,
        note: str = "",
    ) -> MatchResult:
        """Enter how the match on a board came out that was played elsewhere.

        Args:
            board: Its number, from 0.
            winner: The player or the team that won it, by name or by number, or None where it was left unfinished.
            scores: The points of both.
            end: `"won"`, `"forfeit"` or `"unfinished"`.
            note: A note.

        Raises:
            GameOverError: The board has its result, or the tie is decided.
            GameInProgressError: The match was begun game by game.
            UnknownPlayerError: Neither a team nor a player on this board has this name.
            InvalidArgumentError: No board, or no result of such a match.
        """
        match = self._board(board)
        why = match.why_over()
        if why is not None:
            raise GameOverError(f"enter: nothing more is played on board {board} ({why})")
        if match.entries or match.game is not None:
            raise GameInProgressError(f"enter: the match on board {board} is entered game by game")
        team = self._team(match, winner) if isinstance(winner, str) else winner
        result = _checked_result(match.length, team, scores, end, note)
        self._entered[board] = result
        return result

    def _team(self, match: Match, name: str) -> int:
        """The team of this name, or the one for which a player of this name plays the match."""
        for known in (match.players, self._names):
            if name in known:
                return known.index(name)
        known_names = ", ".join((*match.players, *self._names))
        raise UnknownPlayerError(f"winner: expected one of {known_names}, got {name!r}")

    def withdraw(self, board: int) -> MatchResult:
        """Take back the result that was entered for a board, and give it.

        Raises:
            NothingToUndoError: None was entered, or the sudden board was set up because of it.
            InvalidArgumentError: No board.
        """
        self._board(board)
        result = self._entered[board]
        if result is None or self._sudden is not None:
            raise NothingToUndoError(f"withdraw: no result of board {board} can be taken back")
        self._entered[board] = None
        return result

    def start_sudden_board(self, first: str, second: str, *, length: int = 1) -> Match:
        """Set up the match that breaks the tie, between a player of each team, to be played like any other.

        Raises:
            WrongPhaseError: No sudden board is called for, or it was set up before.
            InvalidArgumentError: Not a player of each team, or no length.
        """
        if self._sudden is not None or not self.score.needs_sudden_board:
            raise WrongPhaseError("start_sudden_board: none is called for now")
        if first not in self.teams[0] or second not in self.teams[1]:
            raise InvalidArgumentError(
                f"players: expected one of each team, got {first!r} and {second!r}"
            )
        board = self._boards[0]
        seed = _seed_of_board(board.seed, len(self._boards))
        players = (first, second)
        self._sudden = _Board(length, board.variant, players, seed=seed, **board.options)
        return self._sudden

    def _board(self, number: object) -> _Board:
        if type(number) is not int or not 0 <= number < len(self._boards):
            raise InvalidArgumentError(
                f"board: expected a number from 0 to {len(self._boards) - 1}, got {number!r}"
            )
        return self._boards[number]

    def sheet(self) -> str:
        """The score sheet as plain text, a line for each board.

        Examples:
            >>> import tavla
            >>> tie = tavla.TeamMatch((("ann", "abe"), ("bob", "ben")), names=("Oaks", "Elms"), tiebreak="draw")
            >>> _ = tie.enter(0, winner=0, scores=(7, 5))
            >>> _ = tie.enter(1, winner=1, scores=(0, 3), end="forfeit")
            >>> print(tie.sheet())
            Oaks - Elms, 2 boards to 7 points, backgammon
            board 1  ann - bob  7-5
            board 2  abe - ben  0-3  forfeit
            match wins 1-1, points 7-8: a draw
        """
        score, first = self.score, self._boards[0]
        kind = f"{len(self._boards)} boards to {first.length} points, {first.variant.name}"
        lines = [f"{' - '.join(self._names)}, {kind}"]
        wide = max(len(" - ".join(board.players)) for board in self._boards)
        boards = [*zip(self._boards, score.boards, strict=True)]
        labels = [f"board {number}" for number in range(1, len(boards) + 1)]
        if self._sudden is not None:
            boards.append((self._sudden, self._sudden.result))
            labels.append("sudden")
        long = max(map(len, labels))
        for label, (board, result) in zip(labels, boards, strict=True):
            points = board.score.scores if result is None else result.scores
            end = "not ended" if result is None else str(result.end).replace("won", "")
            text = f"{label:{long}}  {' - '.join(board.players):{wide}}  {points[0]}-{points[1]}  {end}"
            lines.append(text.rstrip())
        wins, total = score.wins, score.points
        found = f"match wins {wins[0]}-{wins[1]}, points {total[0]}-{total[1]}"
        if score.is_over:
            won = "a draw" if score.winner is None else f"{self._names[score.winner]} wins"
            found = f"{found}: {won}"
        return "\n".join([*lines, found])

    def to_dict(self) -> dict[str, Any]:
        """The tie as plain data for storage. It holds the seeds of the dice."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "names": list(self._names),
            "play": self._rules.play,
            "tiebreak": self._rules.tiebreak,
            "boards": [
                {"match": board.to_dict(), "entered": None if result is None else result.to_dict()}
                for board, result in zip(self._boards, self._entered, strict=True)
            ],
            "sudden": None if self._sudden is None else self._sudden.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: object) -> TeamMatch:
        """The tie that `to_dict` gave, after JSON or not, checked again.

        Raises:
            DataError: Not such data, of another version, or contradicting itself.
            RecordError: A record does not replay.
        """
        check_header(data, FORMAT, VERSION)
        found = fields_of("team match", data, _FIELDS)
        with reading("team match"):
            tie = cls.__new__(cls)
            tie._read(found)
        return tie

    def _read(self, found: dict[str, Any]) -> None:
        """Take stored data in."""
        stored = found["boards"]
        if not isinstance(stored, list) or not all(
            isinstance(one, dict) and set(one) == {"match", "entered"} for one in stored
        ):
            raise DataError(f"boards: expected matches and results, got {stored!r}")
        boards = [_Board.from_dict(one["match"]) for one in stored]
        same = {_kind_of(board) for board in boards}
        names = [name for board in boards for name in board.players]
        if len(same) != 1 or len(checked_names(names)) != 2 * len(boards):
            raise DataError("boards: expected matches of the same kind between other players each")
        self._set_up(
            found["names"],
            boards,
            TeamScore((None,) * len(boards), found["play"], found["tiebreak"]),
        )
        for number, one in enumerate(stored):
            if one["entered"] is not None:
                self._read_entered(number, one["entered"])
        if found["sudden"] is not None:
            self._read_sudden(found["sudden"])

    def _read_entered(self, number: int, data: object) -> None:
        match data:
            case {
                "winner": winner,
                "scores": [first, second],
                "end": end,
                "note": note,
                **rest,
            } if not rest:
                board = self._boards[number]
                if board.entries or board.game is not None:
                    raise DataError(f"board {number}: expected games or a result, got both")
                scores = (first, second)
                result = _checked_result(board.length, winner, scores, end, note)
                self._entered[number] = result
            case _:
                raise DataError(f"board {number}: expected a result, got {data!r}")

    def _read_sudden(self, data: object) -> None:
        board = _Board.from_dict(data)
        first, second = board.players
        made = self.start_sudden_board(first, second, length=board.length)
        if (made.seed, made.variant, made.options) != (board.seed, board.variant, board.options):
            raise DataError("sudden: expected a match of the same kind as on the boards")
        self._sudden = board

    def __repr__(self) -> str:
        wins = self.score.wins
        return f"<tavla.TeamMatch {' - '.join(self._names)}, match wins {wins[0]}-{wins[1]}>"


def _checked_teams(teams: object) -> list[tuple[str, str]]:
    """The pairs that meet, by board."""
    if isinstance(teams, tuple | list) and len(teams) == 2:
        first, second = (list(team) if isinstance(team, tuple | list) else [] for team in teams)
        if first and len(first) == len(second):
            checked_names([*first, *second])
            return list(zip(first, second, strict=True))
    raise InvalidArgumentError(f"teams: expected two lists of as many names, got {teams!r}")


def _seed_of_board(seed: bytes, number: int) -> bytes:
    """A seed of its own for each board."""
    return hashlib.sha256(b"tavla board %d " % number + seed).digest()


def _kind_of(match: Match) -> tuple[int, str, str]:
    """What all matches of a tie share."""
    return match.length, match.variant.fingerprint, repr(sorted(match.options.items()))


def _checked_result(
    length: int, winner: int | None, scores: object, end: str, note: str
) -> MatchResult:
    """The result of a match, if it can be.

    Raises:
        InvalidArgumentError: It cannot.
    """
    if end not in list(MatchEnd):
        raise InvalidArgumentError(f"end: expected one of {', '.join(MatchEnd)}, got {end!r}")
    if not isinstance(note, str):
        raise InvalidArgumentError(f"note: expected text, got {note!r}")
    if not isinstance(scores, tuple | list) or len(scores) != 2:
        raise InvalidArgumentError(f"scores: expected two counts, got {scores!r}")
    score = MatchScore(length, (scores[0], scores[1]), crawford=False)
    if type(winner) is bool or winner not in (0, 1, None):
        raise InvalidArgumentError(f"winner: expected team 0, 1 or None, got {winner!r}")
    if (winner is None) != (end == "unfinished") or score.winner != (
        winner if end == "won" else None
    ):
        raise InvalidArgumentError(
            f"a match to {length} points cannot be {end} by {winner!r} at {score.scores}"
        )
    return MatchResult(winner, score.scores, MatchEnd(end), note)
