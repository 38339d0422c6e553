"""One game of a chouette as data: the roles, the bets, the doubles that wait, and what was paid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tavla.errors import OutOfGameError, UnknownPlayerError
from tavla.scoring.chouette.bets import CREW, Bet
from tavla.scoring.ledger import Row

if TYPE_CHECKING:
    from tavla.game.cube import Offer
    from tavla.scoring.chouette.rotation import Rotation

__all__ = ["ChouetteGame", "Round"]


@dataclass(frozen=True, slots=True)
class Round:
    """The doubles that were offered together, and how they were answered so far.

    Attributes:
        by_box: Whether the box doubled, or the crew.
        captain: Who was captain then.
        offers: The members concerned in line, each with the cube as it was first turned.
        taken: Those whose cube was taken, or turned again.
        dropped: Those whose cube was dropped.
        lone: The member who alone took, once that asks something of him.
    """

    by_box: bool
    captain: str
    offers: tuple[tuple[str, Offer], ...] = ()
    taken: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    lone: str | None = None

    @property
    def members(self) -> tuple[str, ...]:
        """The members concerned, in line."""
        return tuple(member for member, _ in self.offers)

    @property
    def unanswered(self) -> tuple[str, ...]:
        """Those whose cube still waits for its first answer."""
        answered = {*self.taken, *self.dropped}
        return tuple(member for member in self.members if member not in answered)

    @property
    def is_answered(self) -> bool:
        """Whether an answer was given, so that nobody may join in the doubling."""
        return bool(self.taken or self.dropped)

    def offer(self, member: str) -> Offer:
        """A member's cube as it was first turned."""
        return dict(self.offers)[member]


@dataclass(frozen=True, slots=True)
class ChouetteGame:
    """One game, in progress or finished.

    Attributes:
        number: The number of the game in the evening, from 1.
        box: The player in the box.
        line: The crew in line, the captain of record first.
        bets: Each member's bet with the box in line, then the extras.
        partner: The box's partner, or None.
        share: The partner's part of the box's result, where it is agreed on.
        automatics: Automatic doubles.
        round: The last doubles, until the next ones.
        extra_offers: Extras that wait for an answer, as `(dropper, taker)`.
        box_took: Members whose doubles the box took in earlier rounds.
        rows: What was paid so far.
        last: The member whose bet with the box was settled last.
        winner: Who won the board, `"box"` or `"crew"`; None where it was not finished.
        kind: At which level: 1, 2 or 3; None where it was not finished.
        rotation: The order that followed, once the game is over.
        acting_at_end: Who was captain when it ended.
    """

    number: int
    box: str
    line: tuple[str, ...]
    bets: tuple[Bet, ...]
    partner: str | None = None
    share: Fraction | None = None
    automatics: int = 0
    round: Round | None = None
    extra_offers: tuple[tuple[str, str], ...] = ()
    box_took: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    last: str | None = None
    winner: str | None = None
    kind: int | None = None
    rotation: Rotation | None = None
    acting_at_end: str | None = None

    @property
    def captain(self) -> str:
        """The captain of record."""
        return self.line[0]

    @property
    def pairs(self) -> tuple[Bet, ...]:
        """The bets with the box, in line."""
        return tuple(bet for bet in self.bets if not bet.is_extra)

    @property
    def live(self) -> tuple[Bet, ...]:
        """The bets that are still played for."""
        return tuple(bet for bet in self.bets if bet.is_live)

    @property
    def live_members(self) -> tuple[str, ...]:
        """The members still in the game against the box, in line."""
        return tuple(bet.member for bet in self.pairs if bet.is_live)

    @property
    def waiting(self) -> tuple[Bet, ...]:
        """The bets whose cube waits for an answer."""
        return tuple(bet for bet in self.bets if bet.offer is not None)

    @property
    def is_over(self) -> bool:
        """Whether every bet is settled."""
        return not self.live

    @property
    def totals(self) -> dict[str, Fraction]:
        """What each player of the game has won in it so far; it sums to zero."""
        found = dict.fromkeys((self.box, *filter(None, (self.partner,)), *self.line), Fraction(0))
        for row in self.rows:
            for name, amount in row.amounts:
                found[name] += amount
        return found

    def role(self, player: str) -> str | None:
        """What somebody is in the game: `"box"`, `"partner"`, `"captain"`, `"crew"`, or None."""
        if player == self.box:
            return "box"
        if player == self.partner:
            return "partner"
        if player == self.captain:
            return "captain"
        return "crew" if player in self.line else None

    def pair(self, member: str) -> Bet:
        """A member's bet with the box.

        Raises:
            UnknownPlayerError: Nobody of the crew.
        """
        for bet in self.pairs:
            if bet.member == member:
                return bet
        raise UnknownPlayerError(f"{member}: expected one of the crew, {', '.join(self.line)}")

    def live_pair(self, member: str) -> Bet:
        """A member's bet with the box, still played for.

        Raises:
            UnknownPlayerError: Nobody of the crew.
            OutOfGameError: It is settled.
        """
        bet = self.pair(member)
        if not bet.is_live:
            raise OutOfGameError(f"{member} is out of this game ({bet.end})")
        return bet

    def between(self, one: str, other: str) -> Bet:
        """The live bet of two players.

        Raises:
            OutOfGameError: They have none.
        """
        for bet in self.live:
            if bet.is_between(one, other):
                return bet
        raise OutOfGameError(f"{one} and {other} have no bet that is still played for")

    def with_bet(self, bet: Bet) -> ChouetteGame:
        """The game with a bet changed, and what it pays once it is settled."""
        old = self.bets
        place = next(
            number
            for number, one in enumerate(old)
            if (one.member, one.against) == (bet.member, bet.against)
        )
        game = replace(self, bets=(*old[:place], bet, *old[place + 1 :]))
        if bet.is_live or not old[place].is_live:
            return game
        amounts = {bet.member: bet.amount, bet.against: -bet.amount}
        game = game.paid(amounts, f"{bet.name}: {bet.end}")
        return game if bet.is_extra else replace(game, last=bet.member)

    def paid(self, amounts: dict[str, Fraction], label: str) -> ChouetteGame:
        """The game with a further row."""
        row = Row.of(amounts, f"game {self.number}, {label}")
        return replace(self, rows=(*self.rows, row))

    def with_partner_paid(self, stakes: dict[str, Fraction]) -> ChouetteGame:
        """The game with the partner's part of the box's result.

        Of a half the odd point stays with the box, won or lost; a point is worth the box's stake.
        """
        net = -sum((bet.amount for bet in self.pairs), Fraction(0))
        if self.partner is None or not net:
            return self
        if self.share is not None:
            part = net * self.share
        else:
            unit = stakes[self.box]
            half = abs(net) / unit // 2 * unit
            part = half if net > 0 else -half
        label = f"{self.partner}: partner of {self.box}"
        return self.paid({self.partner: part, self.box: -part}, label) if part else self

    def acting_captain(self, absent: frozenset[str] = frozenset()) -> str:
        """Who rolls and moves for the crew: the first in line who still plays and is here.

        A member who plays an extra only comes after those who play against the box, an absent one after those here.
        """
        extras = [bet.member for bet in self.live if bet.is_extra]
        playing = [*self.live_members, *sorted(extras, key=self.line.index)]
        here = [name for name in playing if name not in absent]
        return (here or playing or [self.captain])[0]

    def acting_box(self) -> str:
        """Who rolls and moves against the crew: the box, or when only extras are left one who sold them."""
        if self.live_members or not self.live:
            return self.box
        return min((bet.against for bet in self.live), key=self.line.index)

    def mover(self, seat: int, absent: frozenset[str] = frozenset()) -> str:
        """Who rolls and moves at a seat of the board."""
        return self.acting_captain(absent) if seat == CREW else self.acting_box()
