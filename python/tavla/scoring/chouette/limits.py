"""How many of the crew's cubes the box must take, and whether the captain's is among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla.errors import HouseRuleError

if TYPE_CHECKING:
    from tavla.scoring.chouette.game import ChouetteGame, Round
    from tavla.scoring.chouette.rules import ChouetteRules

__all__ = ["box_may_answer"]


def box_may_answer(rules: ChouetteRules, game: ChouetteGame, member: str, *, takes: bool) -> None:
    """Check that the box's answers can still end in a way that the house rules allow.

    Every limit reads "none, or at least so many", so it is enough to try the two extremes for the cubes left.

    Raises:
        HouseRuleError: They cannot.
    """
    now = game.round
    assert now is not None
    taken, dropped = {*now.taken}, {*now.dropped}
    (taken if takes else dropped).add(member)
    left = {*now.members} - taken - dropped
    least = _why_not(rules, game, now, taken, dropped | left)
    most = _why_not(rules, game, now, taken | left, dropped)
    if least and most:
        raise HouseRuleError(f"{'take' if takes else 'drop'} of {member}'s cube: {most}")


def _why_not(
    rules: ChouetteRules, game: ChouetteGame, now: Round, taken: set[str], dropped: set[str]
) -> str:
    """Which house rule the box's answers to a round of the crew break; empty where none."""
    together = not set(game.live_members) - {*now.members}
    centred = all(now.offer(name).cube.is_centred for name in now.members)
    option = rules.box_must_take_captain
    asked = option == "when_possible" or (option == "all_at_once" and together)
    if asked and now.captain in dropped and not set(game.box_took) - {now.captain}:
        gives_up = not taken and together
        if not gives_up:
            return f"the captain's cube, {now.captain}'s, must be taken ({option})"
    if not (taken and together and centred):
        return ""
    if rules.both_or_none and len(game.pairs) == 2 and len(now.members) == 2 and dropped:
        return "of two cubes both are taken or none"
    return _too_few(rules, game, now, taken, dropped)


def _too_few(
    rules: ChouetteRules, game: ChouetteGame, now: Round, taken: set[str], dropped: set[str]
) -> str:
    """Whether the box takes fewer cubes than `box_min_take` asks; empty where not."""
    match rules.box_min_take:
        case "all_or_none" if dropped:
            return "all cubes are taken or none"
        case "half_or_none" if len(taken) < len(dropped):
            return "half of the cubes are taken or none"
        case "break_even":
            won = sum(now.offer(name).value * game.pair(name).stake for name in taken)
            lost = sum(now.offer(name).price * game.pair(name).stake for name in dropped)
            if won < lost:
                return "the cubes taken must be able to win back those dropped, or none is taken"
        case _:
            pass
    return ""
