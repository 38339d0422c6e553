"""Pairs at one board: who rolls, who has the last word, who may speak."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tavla.errors import (
    InvalidArgumentError,
    InvalidRulesError,
    NoGameError,
    NotYourTurnError,
    UnknownPlayerError,
)
from tavla.game.plain import Stored, check_header, checked_seat
from tavla.game.reading import fields_of, reading
from tavla.scoring.ledger import checked_names
from tavla.table.match import Match
from tavla.table.series import Series
from tavla.table.session import MoneySession

if TYPE_CHECKING:
    from tavla.game.actions import Action
    from tavla.game.state import GameState

__all__ = ["Consultation"]

FORMAT, VERSION = "tavla.consultation", 1
_FIELDS = {"format", "version", "teams", "roller", "final_say", "consult", "series"}

ROLLERS = ("alternate_games", "fixed", "alternate_turns")
CONSULT = ("free", "none_relay")

Pair = tuple[str, str]


class Consultation(Stored):
    """Two pairs that play a match, or for money, at one board. Rules and score are those of two players.

    One partner at a time is the roller of his pair: he throws the dice, moves, and has the last word on plays and cube.

    Args:
        teams: The two partners of seat 0 and those of seat 1: four names.
        series: The `Match` or `MoneySession` that the pairs play; without, a match made of `options`, its players named
            like "ann & abe".
        roller: `"alternate_games"`: the partners change after each game; `"fixed"`: the first of each pair always;
            `"alternate_turns"`: they change after each turn of theirs, the first of each pair beginning every game.
        final_say: `"roller"`.
        consult: `"free"`, or `"none_relay"`: whoever does not play says nothing.
        options: The arguments of `Match`.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind.
        InvalidRulesError: Options that do not exist, or a relay in which nobody changes.

    Examples:
        >>> import tavla
        >>> pairs = tavla.Consultation((("ann", "abe"), ("bob", "bea")), length=5, seed=7)
        >>> pairs.match.players
        ('ann & abe', 'bob & bea')
        >>> _ = pairs.match.enter(winner=0)
        >>> pairs.roller(0), pairs.may_consult("ann", "play")
        ('abe', True)
    """

    def __init__(
        self,
        teams: tuple[Pair, Pair],
        series: Series | None = None,
        *,
        roller: Literal["alternate_games", "fixed", "alternate_turns"] = "alternate_games",
        final_say: Literal["roller"] = "roller",
        consult: Literal["free", "none_relay"] = "free",
        **options: Any,
    ) -> None:
        self._teams = _checked_pairs(teams)
        self._roller, self._final_say, self._consult = roller, final_say, consult
        self._check_rules()
        if series is None:
            first, second = (" & ".join(pair) for pair in self._teams)
            series = Match(players=(first, second), **options)
        elif options:
            raise InvalidArgumentError(
                f"series: it has its own options, got {', '.join(sorted(options))}"
            )
        if not isinstance(series, Series):
            raise InvalidArgumentError(f"series: expected a Match, got {series!r}")
        self._series = series

    def _check_rules(self) -> None:
        given = {
            "roller": (self._roller, ROLLERS),
            "final_say": (self._final_say, ("roller",)),
            "consult": (self._consult, CONSULT),
        }
        reasons = [
            f"{name}: expected one of {', '.join(words)}, got {value!r}"
            for name, (value, words) in given.items()
            if value not in words
        ]
        if not reasons and (self._consult, self._roller) == ("none_relay", "fixed"):
            reasons = ["consult: in a relay the partners change, so that no roller is fixed"]
        if reasons:
            raise InvalidRulesError("; ".join(reasons), reasons)

    @property
    def teams(self) -> tuple[Pair, Pair]:
        """The partners of seat 0 and of seat 1."""
        return self._teams

    @property
    def series(self) -> Series:
        """The match or the session that the pairs play."""
        return self._series

    @property
    def match(self) -> Match:
        """The match that the pairs play.

        Raises:
            InvalidArgumentError: They play for money.
        """
        if not isinstance(self._series, Match):
            raise InvalidArgumentError(f"match: the pairs play {self._series!r}")
        return self._series

    def seat_of(self, player: str) -> int:
        """The seat of the pair that a player belongs to.

        Raises:
            UnknownPlayerError: Nobody has this name.
        """
        for seat, pair in enumerate(self._teams):
            if player in pair:
                return seat
        names = ", ".join(name for pair in self._teams for name in pair)
        raise UnknownPlayerError(f"player: expected one of {names}, got {player!r}")

    def roller(self, seat: int) -> str:
        """The partner who rolls for a seat: now, when it is on turn, or else in its next turn."""
        checked_seat(seat)
        if self._roller == "fixed":
            return self._teams[seat][0]
        if self._roller == "alternate_games":
            return self._teams[seat][len(self._series.entries) % 2]
        game = self._series.game
        turn = 0 if game is None else game.state.turn
        waits = game is not None and game.state.seat is not None and game.state.seat != seat
        return self._teams[seat][(turn + waits) // 2 % 2]

    def decider(self, seat: int) -> str:
        """The partner who has the last word for a seat on plays, the cube and resignations: the roller."""
        return self.roller(seat)

    @property
    def to_act(self) -> frozenset[str]:
        """Those whom the game under way waits for."""
        game = self._series.game
        return frozenset(self.decider(seat) for seat in game.state.to_act) if game else frozenset()

    def may_consult(self, player: str, about: str = "play") -> bool:
        """Whether a player may speak to his partner about a `"play"`, the `"cube"` or a `"resignation"`.

        Raises:
            UnknownPlayerError: Nobody has this name.
            InvalidArgumentError: Nothing to consult about.
        """
        self.seat_of(player)
        if about not in ("play", "cube", "resignation"):
            raise InvalidArgumentError(f"about: expected play, cube or resignation, got {about!r}")
        return self._consult == "free"

    def apply(self, player: str, action: Action, *, expect: int | None = None) -> GameState:
        """Take an action in the game under way, by the partner who has the last word.

        Raises:
            NoGameError: No game is under way.
            UnknownPlayerError: Nobody has this name.
            NotYourTurnError: His partner decides, or it is an action of the other pair.
            ActionError, IllegalPlayError, DiceSourceError: As `Game.apply`.
        """
        game, seat = self._series.game, self.seat_of(player)
        if game is None:
            raise NoGameError(f"{action!r}: no game is under way")
        if getattr(action, "seat", None) != seat or self.decider(seat) != player:
            decides = ", ".join(sorted(self.to_act))
            raise NotYourTurnError(
                f"{getattr(action, 'name', action)} by {player}: to act: {decides}",
                game.legal_actions,
            )
        return game.apply(action, expect=expect)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data for storage. It holds the seed of the dice."""
        if not isinstance(self._series, Match | MoneySession):
            raise InvalidArgumentError(f"series: cannot store {self._series!r}")
        return {
            "format": FORMAT,
            "version": VERSION,
            "teams": [list(pair) for pair in self._teams],
            "roller": self._roller,
            "final_say": self._final_say,
            "consult": self._consult,
            "series": self._series.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: object) -> Consultation:
        """What `to_dict` gave, after JSON or not, checked again.

        Raises:
            DataError: Not such data, or of another version.
            RecordError: A record does not replay.
        """
        check_header(data, FORMAT, VERSION)
        found = fields_of("consultation", data, _FIELDS)
        options = {name: found[name] for name in ("roller", "final_say", "consult")}
        with reading("consultation"):
            return cls(found["teams"], _read_series(found["series"]), **options)

    def __repr__(self) -> str:
        pairs = " - ".join(" & ".join(pair) for pair in self._teams)
        return f"<tavla.Consultation {pairs}, {self._series!r}>"


def _checked_pairs(teams: object) -> tuple[Pair, Pair]:
    if isinstance(teams, tuple | list) and len(teams) == 2:
        pairs = [tuple(pair) if isinstance(pair, tuple | list) else () for pair in teams]
        if all(len(pair) == 2 for pair in pairs):
            first, partner, second, other = checked_names([*pairs[0], *pairs[1]])
            return (first, partner), (second, other)
    raise InvalidArgumentError(f"teams: expected two pairs of names, got {teams!r}")


def _read_series(data: object) -> Series:
    if isinstance(data, dict) and data.get("format") == "tavla.money_session":
        return MoneySession.from_dict(data)
    return Match.from_dict(data)
