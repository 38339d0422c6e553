"""Results that a person enters, without a board: checked against what the rules of the game can give."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tavla._engine import Kind
from tavla.errors import ImpossibleResultError, InvalidArgumentError
from tavla.game.cube import HIGHEST, Cube
from tavla.game.permissions import why_no_cube
from tavla.game.plain import exact
from tavla.game.result import End, GameResult
from tavla.scoring.money import MoneyScoring

if TYPE_CHECKING:
    from tavla._engine import Variant
    from tavla.game.rules import GameRules

__all__ = ["checked_end", "entered_result", "money_scoring"]


def money_scoring(variant: Variant, rules: GameRules) -> MoneyScoring:
    """How games under these rules score."""
    return MoneyScoring(
        cube=rules.cube,
        jacoby=rules.jacoby,
        jacoby_auto_counts_as_turned=rules.jacoby_auto_counts_as_turned,
        max_result=variant.max_result,
    )


def checked_end(value: str) -> End:
    """What ended a game.

    Raises:
        InvalidArgumentError: No word of `End`.
    """
    try:
        return End(value)
    except ValueError:
        raise InvalidArgumentError(
            f"end: expected one of {', '.join(End)}, got {value!r}"
        ) from None


def entered_result(
    variant: Variant,
    rules: GameRules,
    *,
    winner: int | None,
    kind: int | None = None,
    cube: int = 1,
    automatics: int = 0,
    end: End = End.BORNE_OFF,
    points: object = None,
) -> GameResult:
    """The result of a game that was played elsewhere.

    Args:
        variant: The rules of the board.
        rules: What else was agreed on.
        winner: The seat that won, or None where nobody did.
        kind: 1 single, 2 gammon, 3 backgammon; None is a single game where one has a kind.
        cube: The value of the cube at the end; after a pass, before the double that was passed.
        automatics: How many automatic doubles are in that value.
        end: What ended the game.
        points: What was settled for, an exact number above 0 to the winner, or 0; None for other ends.

    Raises:
        InvalidArgumentError: Values of the wrong kind.
        ImpossibleResultError: No game under these rules ends so; `reasons` lists everything.
    """
    if winner is not None and (type(winner) is not int or winner not in (0, 1)):
        raise InvalidArgumentError(f"winner: expected seat 0, 1 or None, got {winner!r}")
    if kind is not None and not _is_kind(kind):
        raise InvalidArgumentError(f"kind: expected 1, 2, 3 or None, got {kind!r}")
    lying = _lying(cube, automatics)
    settled = None if points is None else exact(points)
    reasons = _wrong_cube(rules, lying, end) + _wrong_end(winner, kind, end, settled)
    reasons += _dead_cube(rules, lying, winner if end is End.PASS else None)
    if kind is not None and kind > variant.max_result:
        reasons.append(f"kind: expected 1 to {variant.max_result} in {variant.name}, got {kind}")
    if end is End.SETTLEMENT and not rules.settlements:
        reasons.append("end: settlements are excluded")
    if reasons:
        raise ImpossibleResultError(f"result: {'; '.join(reasons)}", reasons=reasons)
    won = Kind(kind or 1) if end in _WITH_KIND else None
    if won is not None:
        settled = Fraction(money_scoring(variant, rules).points(won, lying))
    elif end is End.PASS:
        settled = Fraction(lying.value)
    return GameResult(winner, settled or Fraction(0), won, end, lying.value)


_WITH_KIND = (End.BORNE_OFF, End.RESIGNATION)

MOST_TURNS = HIGHEST.bit_length() - 1
"""How often a cube may have been turned: oftener is a slip, or an attack on the memory."""


def _is_kind(value: object) -> bool:
    return isinstance(value, int) and value is not True and value in (1, 2, 3)


def _lying(value: object, automatics: object) -> Cube:
    """A cube of this value; where it shows more than automatic doubles make, somebody has doubled."""
    if type(automatics) is not int or not 0 <= automatics <= MOST_TURNS:
        expected = f"a whole number from 0 to {MOST_TURNS}"
        raise InvalidArgumentError(f"automatics: expected {expected}, got {automatics!r}")
    if type(value) is not int or not 0 < value <= 1 << MOST_TURNS:
        got = (
            repr(value) if type(value) is not int else "one beyond"
        )  # it may have a million digits
        raise InvalidArgumentError(
            f"cube: expected a power of two from 1 to 2**{MOST_TURNS}, got {got}"
        )
    if value == 1 << automatics:
        return Cube(value, automatics=automatics)
    return _cube(value, automatics)


def _cube(value: int, automatics: int) -> Cube:
    """A cube that somebody turned to this value, in as few doubles as can be."""
    return Cube(value, owner=0, doubles=1, automatics=automatics)


def _most_turns(rules: GameRules) -> int | None:
    """How often the players may turn the cube in one game, beavers included; None for no limit."""
    if rules.max_redoubles is None:
        return None
    later = rules.beavers if rules.beaver_on == "any_double" else 0
    return 1 + rules.beavers + rules.max_redoubles * (1 + later)


def _wrong_cube(rules: GameRules, cube: Cube, end: End) -> list[str]:
    """Why the cube cannot lie so; a double that was passed counts as a turn."""
    turned = _cube(2 * cube.value, cube.automatics) if end is End.PASS else cube
    why = why_no_cube(rules, turned)
    most = _most_turns(rules)
    if why is None and most is not None:
        turns = turned.value.bit_length() - 1 - turned.automatics
        if turns > most:
            why = f"the players turn it {most} times at most, as agreed, got {turns}"
    return [] if why is None else [f"cube: {why}"]


def _wrong_end(
    winner: int | None, kind: int | None, end: End, points: Fraction | None
) -> list[str]:
    """Why winner, kind and points do not go with the end."""
    reasons = []
    nobody = end is End.VOID or (end is End.SETTLEMENT and points == 0)
    if nobody != (winner is None):
        wanted = "nobody" if nobody else "a seat"
        reasons.append(f"winner: expected {wanted} where a game ends by {end}, got {winner!r}")
    if kind is not None and end not in _WITH_KIND:
        reasons.append(f"kind: a game that ends by {end} has none, got {int(kind)}")
    if (points is None) == (end is End.SETTLEMENT):
        wanted = "a number" if points is None else "None"
        reasons.append(f"points: expected {wanted} where a game ends by {end}, got {points}")
    if points is not None and points < 0:
        reasons.append(f"points: expected what the winner gets, got {points}")
    return reasons


def _dead_cube(rules: GameRules, cube: Cube, doubler: int | None) -> list[str]:
    """Why the players cannot have turned the cube so often where the match refuses doubles of a dead cube.

    They turn it one after the other; who began is not told, but after a pass it is known who turned last.
    """
    if rules.dead_cube == "allow" or not rules.away:
        return []
    turns = cube.value.bit_length() - 1 + (doubler is not None)
    faults = [
        _dead_turn(rules.away, turns, first)
        for first in (0, 1)
        if doubler in (None, (first + turns - 1) % 2)
    ]
    return [f"cube: {why}" for why in faults[:1] if why and None not in faults]


def _dead_turn(away: tuple[int, int], turns: int, first: int) -> str | None:
    """The turn of a cube that was dead for the one who turned it, `first` being the first to do so."""
    for turn in range(turns):
        seat = (first + turn) % 2
        if away[seat] <= 1 << turn:
            return f"seat {seat} cannot have doubled at {1 << turn}, where the cube is dead for it"
    return None
