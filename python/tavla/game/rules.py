"""What the players of one game agree on beside the variant: the cube, its customs, and how a game may end early."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from tavla.errors import DataError, InvalidArgumentError, InvalidRulesError
from tavla.game.cube import DEEPEST
from tavla.game.reading import reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from tavla._engine import Variant

__all__ = ["PRESETS", "GameRules"]

Auto = int | Literal["unlimited"]

PRESETS: dict[str, dict[str, Any]] = {
    "hyper_single": {},
    "hyper_money": {"cube": True, "jacoby": True, "settlements": True},
    "hyper_match": {"cube": True},
    "gnubg_money": {"cube": True, "jacoby": True, "beavers": 3},
}
"""The rules that have a name, for files of settings and the like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRules:
    """The agreements of one game. `GameRules()` is a single game without a cube.

    Without a cube none of the options of the cube has an effect, Jacoby's rule included: it would erase every double
    win. Sources and disputes of each option: `docs/cube.md`.

    Attributes:
        cube: Whether there is a doubling cube.
        jacoby: Gammons and backgammons count once only while nobody has doubled.
        jacoby_auto_counts_as_turned: Whether an automatic double ends that.
        beavers: How often a double may be turned again at once: 0 never, 1 beaver, 2 raccoon, and deeper.
        beaver_on: `"any_double"`, or `"initial_only"` for the first double of the game.
        auto_doubles: How many tied opening throws double the stake: a number or `"unlimited"`.
        cube_cap: The highest value of the cube, a power of two, or None.
        max_redoubles: How many doubles may follow the first, or None.
        may_double_when_cannot_move: Whether a player may double who surely cannot move a checker.
        dead_cube: `"allow"`, or `"refuse"` for doubles that cannot help the doubler (needs `away`).
        away: Points that seat 0 and seat 1 still need to win the match, or None outside of matches.
        crawford: Whether this is the Crawford game of a match, without doubling.
        holland: Whether nobody doubles before each side has rolled twice, as the Holland rule has it after the
            Crawford game.
        resign_when: `"any_time"`, or `"own_turn"` before the roll or after it.
        settlements: Whether the players may agree on any points and stop.
        illegal_plays: `"refused"`; `"accepted"` where a referee or a record may let one stand; `"recorded"` where
            positions may be set up as well, in records of games that were played elsewhere.

    Raises:
        InvalidRulesError: Options of the wrong kind or contradicting each other; `reasons` lists everything.

    Examples:
        >>> import tavla
        >>> tavla.GameRules(cube=True, beavers=-1)
        Traceback (most recent call last):
        ...
        tavla.errors.InvalidRulesError: beavers: expected a whole number from 0 to 64, got -1
    """

    cube: bool = False
    jacoby: bool = False
    jacoby_auto_counts_as_turned: bool = False
    beavers: int = 0
    beaver_on: Literal["any_double", "initial_only"] = "any_double"
    auto_doubles: Auto = 0
    cube_cap: int | None = None
    max_redoubles: int | None = None
    may_double_when_cannot_move: bool = True
    dead_cube: Literal["allow", "refuse"] = "allow"
    away: tuple[int, int] | None = None
    crawford: bool = False
    holland: bool = False
    resign_when: Literal["any_time", "own_turn"] = "any_time"
    settlements: bool = False
    illegal_plays: Literal["refused", "accepted", "recorded"] = "refused"

    def __post_init__(self) -> None:
        reasons = [
            f"{name}: expected {expected}, got {getattr(self, name)!r}"
            for name, (expected, holds) in _KINDS.items()
            if not holds(getattr(self, name))
        ]
        reasons = reasons or _contradictions(self)
        if reasons:
            raise InvalidRulesError("; ".join(reasons), reasons)

    @classmethod
    def money(cls, variant: Variant, **options: Any) -> GameRules:
        """Money play as the variant's custom has it: its cube, Jacoby's rule where customary, settlements."""
        custom = {"cube": variant.cube, "jacoby": variant.jacoby, "settlements": True}
        return cls(**custom | options)

    @classmethod
    def gnubg_money(cls) -> GameRules:
        """Money play as GNU Backgammon is shipped: Jacoby's rule, beavers three deep, no automatic doubles."""
        return cls.preset("gnubg_money")

    @classmethod
    def preset(cls, name: str, **options: Any) -> GameRules:
        """The rules of a name, with some options changed.

        Args:
            name: `"hyper_single"`, a game without a cube; `"hyper_money"`; `"hyper_match"`, which needs `away`; or
                `"gnubg_money"`.
            **options: Options to change.

        Raises:
            InvalidArgumentError: No rules have this name.
            InvalidRulesError: What the class itself refuses, or a match without `away`.

        Examples:
            >>> import tavla
            >>> tavla.GameRules.preset("hyper_match", away=(5, 5)).to_dict()
            {'cube': True, 'away': [5, 5]}
        """
        if name not in tuple(PRESETS):
            raise InvalidArgumentError(f"rules: expected one of {', '.join(PRESETS)}, got {name!r}")
        rules = cls(**PRESETS[name]).replace(**options)
        if name == "hyper_match" and rules.away is None:
            reason = "away: expected the points that each seat still needs, since this is a match"
            raise InvalidRulesError(reason, [reason])
        return rules

    @property
    def automatics(self) -> int | None:
        """How many automatic doubles there may be; None for any number."""
        return None if self.auto_doubles == "unlimited" else self.auto_doubles

    def replace(self, **options: Any) -> GameRules:
        """The same rules with some options changed.

        Raises:
            InvalidRulesError: Unknown options, or what the class itself refuses.
        """
        unknown = sorted(set(options) - set(_KINDS))
        if unknown:
            reasons = [f"{name}: no such option" for name in unknown]
            raise InvalidRulesError("; ".join(reasons), reasons)
        return replace(self, **options)

    def to_dict(self) -> dict[str, Any]:
        """The options that differ from `GameRules()`, as plain data."""
        found = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                found[field.name] = list(value) if isinstance(value, tuple) else value
        return found

    @classmethod
    def from_dict(cls, data: object) -> GameRules:
        """The rules that `to_dict` gave, after JSON or not.

        Raises:
            DataError: Not such data.
        """
        with reading("rules"):
            if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
                raise DataError(f"rules: expected an object of options, got {data!r}")
            away = data.get("away")
            pair = {"away": tuple(away)} if isinstance(away, list) else {}
            return cls().replace(**data | pair)


def _whole(low: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and value >= low


def _is_cap(value: object) -> bool:
    return value is None or (type(value) is int and value > 0 and value & (value - 1) == 0)


def _is_away(value: object) -> bool:
    return value is None or (
        isinstance(value, tuple)
        and len(value) == 2
        and all(type(n) is int and n > 0 for n in value)
    )


def _one_of(*words: str) -> tuple[str, Callable[[object], bool]]:
    return " or ".join(
        repr(word) for word in words
    ), lambda value: isinstance(value, str) and value in words


_FLAG: tuple[str, Callable[[object], bool]] = ("True or False", lambda value: type(value) is bool)

# For each option what is expected, in words and as a check.
_KINDS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "cube": _FLAG,
    "jacoby": _FLAG,
    "jacoby_auto_counts_as_turned": _FLAG,
    "beavers": (
        f"a whole number from 0 to {DEEPEST}",
        lambda value: type(value) is int and 0 <= value <= DEEPEST,
    ),
    "beaver_on": _one_of("any_double", "initial_only"),
    "auto_doubles": (
        "a whole number from 0 or 'unlimited'",
        lambda value: _whole(0)(value) or (isinstance(value, str) and value == "unlimited"),
    ),
    "cube_cap": ("a power of two or None", _is_cap),
    "max_redoubles": (
        "a whole number from 0 or None",
        lambda value: value is None or _whole(0)(value),
    ),
    "may_double_when_cannot_move": _FLAG,
    "dead_cube": _one_of("allow", "refuse"),
    "away": ("two whole numbers from 1, or None", _is_away),
    "crawford": _FLAG,
    "holland": _FLAG,
    "resign_when": _one_of("any_time", "own_turn"),
    "settlements": _FLAG,
    "illegal_plays": _one_of("refused", "accepted", "recorded"),
}


def _contradictions(rules: GameRules) -> list[str]:
    """What cannot be agreed on together: matches know no customs of money play."""
    reasons = []
    if rules.away is not None:
        money = {
            "jacoby": rules.jacoby,
            "beavers": rules.beavers,
            "auto_doubles": rules.auto_doubles,
            "settlements": rules.settlements,
        }
        reasons += [f"{name}: not in a match (away is given)" for name, on in money.items() if on]
    if rules.crawford and (rules.away is None or 1 not in rules.away):
        reasons.append("crawford: needs a match in which a player is 1 away")
    if rules.holland and (rules.away is None or 1 not in rules.away or rules.crawford):
        reasons.append("holland: needs a game after the Crawford game of a match")
    if rules.dead_cube == "refuse" and rules.away is None:
        reasons.append("dead_cube: 'refuse' needs a match (away)")
    return reasons
