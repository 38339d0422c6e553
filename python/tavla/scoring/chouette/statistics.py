"""What the games of a chouette were like for each player."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tavla.errors import UnknownPlayerError
from tavla.game.plain import plain_number

if TYPE_CHECKING:
    from tavla.scoring.chouette.bets import Bet
    from tavla.scoring.chouette.book import ChouetteBook

__all__ = ["ChouetteStatistics", "chouette_statistics"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChouetteStatistics:
    """The games of one player that are over, in numbers.

    Attributes:
        games: Games taken part in.
        as_box: Of these, in the box.
        as_partner: As the box's partner.
        as_captain: As captain at the start.
        as_crew: Elsewhere in the line.
        won: Games with more won than lost.
        lost: Games with more lost than won.
        points: What was won less what was lost, stakes included.
        best: The best result of a game; 0 without games.
        worst: The worst one.
        drops: Cubes that the player dropped, extras included.
        drops_gained: Cubes that others dropped to him.
        boxes_kept: Games in the box after which he kept it.
    """

    games: int = 0
    as_box: int = 0
    as_partner: int = 0
    as_captain: int = 0
    as_crew: int = 0
    won: int = 0
    lost: int = 0
    points: Fraction = Fraction(0)
    best: Fraction = Fraction(0)
    worst: Fraction = Fraction(0)
    drops: int = 0
    drops_gained: int = 0
    boxes_kept: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The numbers as plain data."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: plain_number(value) if isinstance(value, Fraction) else value
            for name, value in values.items()
        }


def chouette_statistics(book: ChouetteBook, player: str) -> ChouetteStatistics:
    """The games of a player in numbers.

    Raises:
        UnknownPlayerError: Nobody of this name ever took part.

    Examples:
        >>> from tavla.scoring.chouette import ChouetteBook, events
        >>> book = ChouetteBook.new(["ann", "bob", "cleo"])
        >>> for event in (events.Start(), events.Finish("crew"), events.Start(), events.Finish("box")):
        ...     book = book.apply(event)
        >>> bob = chouette_statistics(book, "bob")
        >>> bob.as_captain, bob.as_box, bob.points
        (1, 1, Fraction(3, 1))
    """
    if player not in book.ledger.players:
        known = ", ".join(book.ledger.players)
        raise UnknownPlayerError(f"{player}: expected one of {known}")
    games = [game for game in book.games if game.role(player) is not None]
    roles = [game.role(player) for game in games]
    results = [game.totals[player] for game in games]
    losers = [(_dropped(bet), bet) for game in games for bet in game.bets if bet.end == "drop"]
    return ChouetteStatistics(
        games=len(games),
        as_box=roles.count("box"),
        as_partner=roles.count("partner"),
        as_captain=roles.count("captain"),
        as_crew=roles.count("crew"),
        won=sum(result > 0 for result in results),
        lost=sum(result < 0 for result in results),
        points=sum(results, Fraction(0)),
        best=max(results, default=Fraction(0)),
        worst=min(results, default=Fraction(0)),
        drops=sum(loser == player for loser, _ in losers),
        drops_gained=sum(
            player in (bet.member, bet.against) and loser != player for loser, bet in losers
        ),
        boxes_kept=sum(
            game.box == player and game.rotation is not None and game.rotation.box == player
            for game in games
        ),
    )


def _dropped(bet: Bet) -> str:
    """Who dropped the cube of a bet."""
    return bet.member if bet.amount < 0 else bet.against
