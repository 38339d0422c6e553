"""One bet of a chouette: a member of the crew with a cube against the box, or an extra between two players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tavla.game.cube import Cube

if TYPE_CHECKING:
    from tavla.game.cube import Offer

__all__ = ["BOX", "CREW", "Bet"]

_CENTRED = Cube()

BOX, CREW = 0, 1
"""The seats of every cube and of the board: the box's side and the crew's."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A cube between a player on the crew's side and one on the box's.

    Attributes:
        member: The player on the crew's side.
        against: The player on the box's side: the box, or whoever sold an extra.
        stake: What a point is worth to these two.
        is_extra: Whether it is a side bet.
        cube: The cube as it lies, or lay before the offer; seat 0 is the box's side, seat 1 the crew's.
        offer: The cube that was turned, while it waits for an answer.
        points: What the member won or lost, once the bet is settled; None before.
        end: What settled it: `"drop"`, `"single"`, `"gammon"`, `"backgammon"`, `"void"`, `"settlement"` or
            `"withdrawn"`.
    """

    member: str
    against: str
    stake: Fraction = Fraction(1)
    is_extra: bool = False
    cube: Cube = _CENTRED
    offer: Offer | None = None
    points: Fraction | None = None
    end: str | None = None

    @property
    def name(self) -> str:
        """The member, or for an extra both players as `"ann/bob"`."""
        return f"{self.member}/{self.against}" if self.is_extra else self.member

    @property
    def is_live(self) -> bool:
        """Whether it is still played for."""
        return self.points is None

    @property
    def amount(self) -> Fraction:
        """What the member won or lost by it, points times the stake; 0 while it is live."""
        return (self.points or Fraction(0)) * self.stake

    @property
    def answerer(self) -> str | None:
        """The player whose answer the cube waits for, or None."""
        return None if self.offer is None else self.player(self.offer.answerer)

    def player(self, seat: int) -> str:
        """The player at a seat."""
        return self.member if seat == CREW else self.against

    def seat(self, player: str) -> int:
        """The seat of one of the two players."""
        return CREW if player == self.member else BOX

    def is_between(self, one: str, other: str) -> bool:
        """Whether it is the bet of these two."""
        return {one, other} == {self.member, self.against}

    def offered(self, player: str) -> Bet:
        """With the cube turned by one of the two.

        Raises:
            CubeError: The other one owns it.
        """
        return replace(self, offer=self.cube.offer(self.seat(player)))

    def taken(self) -> Bet:
        """With the last turn of the cube taken."""
        assert self.offer is not None
        return replace(self, cube=self.offer.taken(), offer=None)

    def turned(self) -> Bet:
        """With the cube turned once more by whoever is asked."""
        assert self.offer is not None
        return replace(self, offer=self.offer.turned())

    def dropped(self) -> Bet:
        """Settled because whoever was asked gave it up."""
        assert self.offer is not None
        lost = self.offer.answerer == CREW
        return self.settled(Fraction(-self.offer.price if lost else self.offer.price), "drop")

    def settled(self, points: Fraction, end: str) -> Bet:
        """Settled for so many points to the member."""
        return replace(self, offer=None, points=points, end=end)
