"""Who has the box next, and in which line the others stand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tavla.scoring.chouette.rules import ChouetteRules

__all__ = ["Ended", "Rotation", "rotate"]


@dataclass(frozen=True, slots=True)
class Ended:
    """What a game that ended tells about the next one.

    Attributes:
        box: Who had the box.
        partner: His partner, or None.
        line: The crew in line, the captain of record first.
        results: What each of the crew won from the box or lost to him.
        acting: Who was captain when the game ended.
        finish: Who won the end of it, the board or the last cube: 1 the box, -1 the crew, 0 nobody.
    """

    box: str
    partner: str | None
    line: tuple[str, ...]
    results: dict[str, Fraction]
    acting: str
    finish: int

    @property
    def captain(self) -> str:
        """The captain of record."""
        return self.line[0]

    @property
    def net(self) -> Fraction:
        """What the box won from all the crew."""
        return -sum(self.results.values(), Fraction(0))


@dataclass(frozen=True, slots=True)
class Rotation:
    """The order of the next game.

    Attributes:
        box: Who has the box.
        line: The others, the captain first.
        partner: The box's partner who stays with him, or None.
        sent_down: Those who went to the end of the line, in their order there.
        loser: Of those, the one whom others stand behind.
        reason: `"stays"`, `"claims"`, or `"stands_up"` when the next in line has the box.
    """

    box: str
    line: tuple[str, ...]
    partner: str | None
    sent_down: tuple[str, ...]
    loser: str
    reason: str


def rotate(rules: ChouetteRules, game: Ended) -> Rotation:
    """The order after a game."""
    claimant = game.acting if rules.captain_out_claim == "acting_captain" else game.captain
    claims = _crew_won(rules, game.results[claimant])
    finished = not _crew_won(rules, Fraction(-game.finish))
    both_lost = not finished and game.results[claimant] < 0
    if both_lost and rules.double_stand_up and rules.retain_box in ("beats_captain", "finisher"):
        return _stand_up(game)
    if _stays(rules, game, claims=claims, finished=finished):
        return _stay(game)
    if rules.retain_box == "finisher":
        if finished:  # he won the end of the game, and lost on the whole
            return _stand_up(game)
        return _claim(game, claimant if claims else game.acting)
    return _claim(game, claimant) if claims else _stand_up(game)


def _crew_won(rules: ChouetteRules, result: Fraction) -> bool:
    """Whether a result of the crew's counts as theirs; zero does as was agreed."""
    return result > 0 or (result == 0 and rules.settlement_zero == "captain_claims")


def _stays(rules: ChouetteRules, game: Ended, *, claims: bool, finished: bool) -> bool:
    match rules.retain_box:
        case "beats_captain":
            return not claims
        case "finisher":
            return finished and game.net >= 0
        case "profit":
            return game.net > 0
        case "break_even":
            return game.net >= 0
        case "beats_all":
            return not any(_crew_won(rules, result) for result in game.results.values())


def _stay(game: Ended) -> Rotation:
    """The box stays, the captain goes to the end."""
    line = (*game.line[1:], game.captain)
    return Rotation(game.box, line, game.partner, (game.captain,), game.captain, "stays")


def _claim(game: Ended, claimant: str) -> Rotation:
    """The claimant has the box, the old box goes to the end; a captain who lost goes there before him."""
    down = [game.box]
    if game.captain != claimant and game.results[game.captain] < 0:
        down.insert(0, game.captain)
    rest = [name for name in game.line if name != claimant and name not in down]
    line = (*_promoted(game), *rest, *down)
    return Rotation(claimant, line, None, tuple(down), game.box, "claims")


def _stand_up(game: Ended) -> Rotation:
    """Captain and box go to the end, the next in line has the box."""
    down = (game.captain, game.box)
    order = (*game.line[1:], *down)
    line = (*_promoted(game), *order[1:])
    return Rotation(order[0], line, None, down, game.box, "stands_up")


def _promoted(game: Ended) -> tuple[str, ...]:
    """The partner of a box who lost is captain."""
    return () if game.partner is None else (game.partner,)
