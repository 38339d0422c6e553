"""What a referee goes by: when a roll counts, when a turn is made, and what becomes of a wrong or hasty one."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from tavla.errors import DataError, InvalidArgumentError, InvalidRulesError
from tavla.game.reading import reading

if TYPE_CHECKING:
    from tavla.game.deeds import Throw

__all__ = ["POLICIES", "REPORTERS", "RefereePolicy"]

REPORTERS = ("mover", "opponent", "director", "monitor", "spectator")
"""Who can notice an illegal play: the player who made it, the other one, and people beside the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereePolicy:
    """The agreements about irregular play. The defaults are the common rules; `docs/disputes.md` has the sources.

    Attributes:
        die_on_checker: A die flat on a checker: `"reroll"` or `"valid_if_flat"`.
        die_touches_checker: A die flat on the board against a checker: `"valid_if_flat"` or `"reroll"`.
        wrong_side: A die on the other side of the bar: `"reroll"`, or `"opponent_choice"` where it counts unless the
            opponent objects before the first checker is moved.
        turn_end: What ends a turn: `"lift_any_die"`, `"lift_both"` or `"clock"`.
        illegal_move: `"condone"` and `"responsible"`: the opponent may have it corrected or let it stand.
            `"legal_moves"`: whoever notices must say so. `"late_window"`: the same, until the opponent's next play is
            made, and his roll is withdrawn.
        double_accepts: Whether a double lets an illegal play stand as a valid roll does. No matter in a late window.
        reporters: Who may point out an illegal play, a set of `REPORTERS`; None is the custom of `illegal_move`.
        premature_roll: A roll or a double before the other's turn is ended: `"void"`, `"stands"`, or
            `"opponent_choice"` where it stands unless the other demands a new one before he ends his turn.
        premature_waiver: When a hasty roll counts all the same: `"forced_or_no_contact"`, `"forced_and_no_contact"`
            or `"never"`.

    Raises:
        InvalidRulesError: Options of the wrong kind; `reasons` lists everything.

    Examples:
        >>> RefereePolicy.wbgf().replace(illegal_move="responsible").may_report
        frozenset({'opponent'})
        >>> RefereePolicy(turn_end="bell")
        Traceback (most recent call last):
        ...
        tavla.errors.InvalidRulesError: turn_end: expected one of lift_any_die, lift_both, clock, got 'bell'
    """

    die_on_checker: Literal["reroll", "valid_if_flat"] = "reroll"
    die_touches_checker: Literal["valid_if_flat", "reroll"] = "valid_if_flat"
    wrong_side: Literal["reroll", "opponent_choice"] = "reroll"
    turn_end: Literal["lift_any_die", "lift_both", "clock"] = "lift_any_die"
    illegal_move: Literal["condone", "legal_moves", "responsible", "late_window"] = "condone"
    double_accepts: bool = True
    reporters: frozenset[str] | None = None
    premature_roll: Literal["void", "stands", "opponent_choice"] = "void"
    premature_waiver: Literal["forced_or_no_contact", "forced_and_no_contact", "never"] = (
        "forced_or_no_contact"
    )

    def __post_init__(self) -> None:
        named: Any = self.reporters
        if isinstance(named, set | list | tuple) and _all_text(named):
            object.__setattr__(self, "reporters", named := frozenset(named))
        reasons = [
            f"{name}: expected one of {', '.join(map(str, words))}, got {getattr(self, name)!r}"
            for name, words in _CHOICES.items()
            if getattr(self, name) not in words or type(getattr(self, name)) is not type(words[0])
        ]
        if not (named is None or (isinstance(named, frozenset) and named <= set(REPORTERS))):
            reasons.append(f"reporters: expected None or a set of {REPORTERS}, got {named!r}")
        if reasons:
            raise InvalidRulesError("; ".join(reasons), reasons)

    @classmethod
    def club(cls) -> RefereePolicy:
        """The traditional rules of clubs, strict: no checker may be hit by the dice, hasty rolls are void."""
        return cls(die_touches_checker="reroll", premature_waiver="forced_and_no_contact")

    @classmethod
    def us2008(cls) -> RefereePolicy:
        """The United States tournament rules of 2008: illegal plays may be condoned, hasty actions stand."""
        return cls(premature_roll="stands")

    @classmethod
    def usbgf2014(cls) -> RefereePolicy:
        """The same with the legal moves policy of 2014: corrected until the opponent's valid roll."""
        return cls(
            illegal_move="legal_moves",
            double_accepts=False,
            reporters=frozenset(("mover", "opponent", "director")),
            premature_roll="stands",
        )

    @classmethod
    def wbgf(cls) -> RefereePolicy:
        """The rules of the world federation, edition 2.1; a director may take `responsible` for `illegal_move`."""
        return cls(illegal_move="legal_moves", premature_roll="opponent_choice")

    @classmethod
    def preset(cls, name: str) -> RefereePolicy:
        """The policy of a name: `"referee_seed"`, `"referee_us2008"`, `"referee_usbgf2014"` or `"referee_wbgf"`.

        Raises:
            InvalidArgumentError: No policy has this name.

        Examples:
            >>> RefereePolicy.preset("referee_seed") == RefereePolicy.club()
            True
        """
        if name not in tuple(POLICIES):
            raise InvalidArgumentError(
                f"policy: expected one of {', '.join(POLICIES)}, got {name!r}"
            )
        return POLICIES[name]

    @property
    def may_report(self) -> frozenset[str]:
        """Who may point out an illegal play."""
        return _CUSTOM[self.illegal_move] if self.reporters is None else self.reporters

    @property
    def must_report(self) -> bool:
        """Whether the players who notice an illegal play have to point it out."""
        return self.illegal_move in ("legal_moves", "late_window")

    @property
    def roll_accepts(self) -> bool:
        """Whether a valid roll of the opponent lets an illegal play stand."""
        return self.illegal_move != "late_window"

    @property
    def cube_accepts(self) -> bool:
        """Whether a double of the opponent lets an illegal play stand."""
        return self.roll_accepts and self.double_accepts

    def fault_of(self, throw: Throw, *, opening: bool = False, strict: bool = False) -> str | None:
        """Why both dice must be rolled again, or None.

        A wrong side that is left to the opponent is a fault only if `strict`. At the opening each player throws one
        die, so they need not be thrown together.
        """
        if not (throw.together or opening):
            return "the dice were not thrown together"
        for mishap in (*throw.first, *throw.second):
            ruled = "reroll" if mishap not in _RULED else getattr(self, _RULED[mishap])
            if ruled == "reroll" or (ruled == "opponent_choice" and strict):
                return _WORDS[mishap]
        return None

    def replace(self, **options: Any) -> RefereePolicy:
        """The same policy with some options changed.

        Raises:
            InvalidRulesError: Unknown options, or what the class itself refuses.
        """
        unknown = sorted(set(options) - {field.name for field in fields(self)})
        if unknown:
            reasons = [f"{name}: no such option" for name in unknown]
            raise InvalidRulesError("; ".join(reasons), reasons)
        return replace(self, **options)

    def to_dict(self) -> dict[str, Any]:
        """The options that differ from `RefereePolicy()`, as plain data."""
        found = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                found[field.name] = sorted(value) if isinstance(value, frozenset) else value
        return found

    @classmethod
    def from_dict(cls, data: object) -> RefereePolicy:
        """The policy that `to_dict` gave, after JSON or not.

        Raises:
            DataError: Not such data.
        """
        with reading("policy"):
            if not isinstance(data, dict) or not _all_text(data):
                raise DataError(f"policy: expected an object of options, got {data!r}")
            return cls().replace(**data)


def _all_text(values: Any) -> bool:
    return all(isinstance(value, str) for value in values)


_CHOICES: dict[str, tuple[object, ...]] = {
    "die_on_checker": ("reroll", "valid_if_flat"),
    "die_touches_checker": ("valid_if_flat", "reroll"),
    "wrong_side": ("reroll", "opponent_choice"),
    "turn_end": ("lift_any_die", "lift_both", "clock"),
    "illegal_move": ("condone", "legal_moves", "responsible", "late_window"),
    "double_accepts": (True, False),
    "premature_roll": ("void", "stands", "opponent_choice"),
    "premature_waiver": ("forced_or_no_contact", "forced_and_no_contact", "never"),
}
_CUSTOM = {
    "condone": frozenset(("opponent",)),
    "responsible": frozenset(("opponent",)),
    "legal_moves": frozenset(("mover", "opponent", "director", "monitor")),
    "late_window": frozenset(("mover", "opponent", "director")),
}
_RULED = {
    "on_checker": "die_on_checker",
    "touching_checker": "die_touches_checker",
    "wrong_side": "wrong_side",
}
_WORDS = {
    "not_flat": "a die does not lie flat",
    "off_board": "a die left the board",
    "on_checker": "a die lies on a checker",
    "touching_checker": "a die lies against a checker",
    "wrong_side": "a die lies on the wrong side of the bar",
}

POLICIES = {
    "referee_seed": RefereePolicy.club(),
    "referee_us2008": RefereePolicy.us2008(),
    "referee_usbgf2014": RefereePolicy.usbgf2014(),
    "referee_wbgf": RefereePolicy.wbgf(),
}
"""The policies that have a name, for files of settings and the like."""
