"""Money play between two players: game after game, each for a stake, until they stop."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tavla._engine import HYPER, Variant
from tavla.errors import DataError, InvalidArgumentError, InvalidRulesError
from tavla.game.plain import check_header, checked_seat, plain_number
from tavla.game.reading import fields_of, reading
from tavla.game.rules import GameRules
from tavla.game.state import checked_game
from tavla.scoring.ledger import Ledger, Row
from tavla.scoring.limits import Limits, checked_time
from tavla.scoring.money import Stake
from tavla.table.series import Series
from tavla.table.sheets import Tally, game_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from tavla.game.result import GameResult

__all__ = ["MoneySession"]

FORMAT, VERSION = "tavla.money_session", 1


class MoneySession(Series):
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
        >>> _ = game.resign(1, seat=1), game.accept()
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
        if rules is None and isinstance(variant, Variant):
            rules = GameRules.money(variant)
        variant, self._rules = checked_game(variant, rules)
        super().__init__(players, variant, seed)
        if self._rules.away is not None:
            reason = "away: a session for money is no match"
            raise InvalidRulesError(reason, [reason])
        if limits is not None and not isinstance(limits, Limits):
            raise InvalidArgumentError(f"limits: expected Limits, got {limits!r}")
        self._limits = limits or Limits()
        self._stake = _checked_stake(stake, unit)

    @property
    def rules(self) -> GameRules:
        """What else the players agreed on."""
        return self._rules

    @property
    def stake(self) -> Stake:
        """What a point is worth."""
        return self._stake

    @property
    def limits(self) -> Limits:
        """When the session ends."""
        return self._limits

    @property
    def difference(self) -> Fraction:
        """Points by which seat 0 leads; negative where seat 1 does."""
        won = [
            sum((result.points for result in self.results if result.winner == seat), Fraction(0))
            for seat in (0, 1)
        ]
        return won[0] - won[1]

    @property
    def ledger(self) -> Ledger:
        """What each player has won, points times the stake, a row a game; every row sums to zero."""
        first, second = self._players
        rows = []
        for number, result in enumerate(self.results):
            won = self._stake.of(result.scores[0])
            rows.append(Row(((first, won), (second, -won)), f"game {number}"))
        return Ledger(self._players, tuple(rows))

    def why_over(self, time: float | None = None) -> str | None:
        """The limit that is reached, `"difference"`, `"games"` or `"time"`; None while the session goes on.

        Args:
            time: The time now on the caller's clock; without, the time of the last entry.

        Raises:
            InvalidArgumentError: No time.
        """
        if checked_time(time) is None and self._entries:
            time = self._entries[-1].time
        return self._limits.reached(difference=self.difference, games=len(self._entries), time=time)

    def _rules_after(self, results: Sequence[GameResult]) -> GameRules:  # noqa: ARG002  # always the same
        return self._rules

    def _timed(self, time: float | None) -> float | None:
        limit = self._limits.time
        if time is None and limit is not None:
            raise InvalidArgumentError(
                f"time: expected a number, since the session ends at {limit}"
            )
        return super()._timed(time)

    def sheet(self) -> str:
        """The score sheet as plain text, a line for each game.

        Examples:
            >>> import tavla
            >>> session = tavla.MoneySession(("ann", "bob"), stake="0.50", unit="EUR")
            >>> _ = session.enter(winner="bob", kind=2, cube=2)
            >>> _ = session.enter(winner="ann", cube=1, end="pass")
            >>> print(session.sheet())
            ann - bob, 0.5 EUR a point, hyper
            game  winner  how          cube  points  score
               1  bob     gammon          2       4  bob +4
               2  ann     pass            1       1  bob +3
            bob wins 1.5 EUR
        """
        title = f"{' - '.join(self._players)}, {self._stake.text(1)} a point, {self._variant.name}"
        lines = game_lines(self._players, self._entries, self._tallies())
        return "\n".join([title, *lines, self._outcome()])

    def _tallies(self) -> list[Tally]:
        found, lead = [], Fraction(0)
        for result in self.results:
            lead += result.scores[0]
            found.append(Tally(self._lead(lead), (lead, -lead)))
        return found

    def _lead(self, lead: Fraction) -> str:
        """Who is ahead by how many points."""
        return f"{self._players[lead < 0]} +{abs(lead)}" if lead else "level"

    def _outcome(self) -> str:
        """What has been won, in a line."""
        won = self.difference
        return f"{self._players[won < 0]} wins {self._stake.text(abs(won))}" if won else "level"

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
            "rules": self._rules.to_dict(),
            "stake": self._stake.to_dict(),
            "limits": self._limits.to_dict(),
            **self._stored(),
        }

    @classmethod
    def from_dict(cls, data: object) -> MoneySession:
        """The session that `to_dict` gave, after JSON or not, every result and record checked again.

        Raises:
            DataError: Not such data, of another version or variant, or contradicting itself.
            RecordError: A record does not replay.
        """
        check_header(data, FORMAT, VERSION)
        found = fields_of("session", data, _NAMES)
        with reading("session"):
            session = _empty(cls, found)
            session._restore(found["entries"], found["game"])
        limits, entries = session.limits, session.entries
        if limits.games is not None and len(entries) > limits.games:
            raise DataError(f"entries: expected {limits.games} at most, got {len(entries)}")
        if limits.time is not None and any(entry.time is None for entry in entries):
            raise DataError("entries: expected times, since the session ends by time")
        return session

    def __repr__(self) -> str:
        first, second = self._players
        score = f"{first} {plain_number(self.difference)} on {second}"
        return f"<tavla.MoneySession {self._variant.name}, {len(self._entries)} games, {score}>"


def _checked_stake(stake: Any, unit: str) -> Stake:
    if not isinstance(stake, Stake):
        return Stake(stake, unit)
    if unit:
        raise InvalidArgumentError(f"unit: the stake has its own, got {unit!r}")
    return stake


_NAMES = (
    *("format", "version", "players", "variant", "rules", "stake", "seed", "limits"),
    *("entries", "game"),
)


def _empty(cls: type[MoneySession], data: dict[str, Any]) -> MoneySession:
    """A session with nothing entered yet, from the rest of its data."""
    if not isinstance(data["players"], list):
        raise DataError(f"players: expected a list of two names, got {data['players']!r}")
    return cls(
        tuple(data["players"]),
        Variant.from_dict(data["variant"]),
        GameRules.from_dict(data["rules"]),
        stake=Stake.from_dict(data["stake"]),
        seed=bytes.fromhex(data["seed"]),
        limits=Limits.from_dict(data["limits"]),
    )
