"""What the players of a chouette agree on: every house rule is an option with a name."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from tavla.errors import DataError, InvalidRulesError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PRESETS", "ChouetteRules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChouetteRules:
    """The agreements of a chouette. `docs/chouette.md` tells each option at length, and who plays it so.

    Attributes:
        cubes: `"multi"`, a cube for each member of the crew, or `"single"`, one cube for all of them.
        jacoby: Gammons count for a cube only once that cube was doubled and taken.
        jacoby_auto_counts_as_turned: Whether an automatic double is enough for that.
        beavers: `"none"`, `"beaver"` or `"raccoon"`, which allows both.
        automatics: Equal opening dice double every cube: `"none"`, `"one"` a game, `"first_then_box"` (later ones if the
            box likes) or `"box_choice"`.
        consult_moves: Who may speak about moves: `"never"` anybody, `"after_cube_turned"` members whose cube was
            turned, `"full"` every member still in the game.
        consult_cube: Whether the crew may speak about cubes: `"never"` or `"allowed"`.
        cube_answer_order: How the crew answers the box's double: `"captain_first"`, `"captain_last"` or
            `"simultaneous"`.
        box_min_take: What the box must take when all the crew double at once with centred cubes, unless he drops all:
            `"free"`, `"all_or_none"`, `"half_or_none"` or `"break_even"`.
        box_must_take_captain: Whether the captain's cube must be among those the box takes: `"no"`, `"when_possible"`
            or `"all_at_once"`, when all the crew double together.
        three_handed: Whether a crew of two that doubles at once is taken whole or dropped whole: `"free"` or
            `"both_or_none"`; None is `"free"` only where `box_min_take` is.
        box_selective_double: Whom the box may double: `"any_subset"`, `"captain_if_level"` or `"all_or_none"`.
        lone_taker: What is asked of the one member who takes when the box doubled all: `"nothing"`, `"must_beaver"`,
            `"captain_must_beaver"` or `"must_accept_extras"`; he may drop instead.
        extras: Whether those who dropped may sell an extra cube to a taker: `"off"`, `"optional"`,
            `"mandatory_lone_taker"` or `"mandatory"` for whoever is offered one.
        retain_box: When the box stays: he `"beats_captain"`, is the `"finisher"`, has a `"profit"`, does at least
            `"break_even"`, or `"beats_all"`.
        double_stand_up: When captain and box both lost, both go to the end and the next in line is box.
        captain_out_claim: Whose result decides when the captain was out early: `"captain_of_record"` or
            `"acting_captain"`.
        settlement_zero: Who has the box when the result that decides is zero: `"box_stays"` or `"captain_claims"`.
        partner: Whether the box has a partner: `"none"`, `"optional"` or `"mandatory"`.
        partner_at: From how many players.
        partner_must_at: With an optional partner, from how many players he is mandatory; None never.
        partner_pick: Who it is: the `"last"` of the line, the `"next"` behind the captain, who cannot refuse, or the
            `"third"`, the same player, who can.
        partner_share: `"half_odd_box"`, half of the box's points with the odd one left to the box, or `"agreed"`.
        max_players: How many may take part, or None.
        join_at: Where new players stand: `"behind"` whoever was sent down last, `"ahead"` of him, or `"after_loser"`,
            directly behind the loser.
        absent_member: An absent member's cube follows the captain unless he named a proxy (`"follow_captain"`), or he
            must name one (`"proxy"`).
        stakes: `"equal"` for all, or each his own, a pair playing for the `"smaller"`.
        settlements: Whether a pair may agree on points and stop.
        objectors: With a single cube, whether those against the captain's double `"stay"` or, being half of the crew or
            more, `"may_withdraw"`.
        legal_moves: Who must speak up about an illegal play: the `"players"` still in the game, `"players_and_out"`,
            or `"everyone"`.

    Raises:
        InvalidRulesError: Options of the wrong kind or contradicting each other; `reasons` lists everything.

    Examples:
        >>> from tavla import ChouetteRules
        >>> ChouetteRules(cubes="single", lone_taker="must_beaver", max_players=1)
        Traceback (most recent call last):
        ...
        tavla.errors.InvalidRulesError: max_players: expected a whole number from 2 or None, got 1
        >>> ChouetteRules(cubes="single", lone_taker="must_beaver", beavers="none")
        Traceback (most recent call last):
        ...
        tavla.errors.InvalidRulesError: lone_taker: 'must_beaver' needs beavers; lone_taker: 'must_beaver' needs multi cubes
    """

    cubes: Literal["multi", "single"] = "multi"
    jacoby: bool = True
    jacoby_auto_counts_as_turned: bool = False
    beavers: Literal["none", "beaver", "raccoon"] = "beaver"
    automatics: Literal["none", "one", "first_then_box", "box_choice"] = "none"
    consult_moves: Literal["never", "after_cube_turned", "full"] = "after_cube_turned"
    consult_cube: Literal["never", "allowed"] = "never"
    cube_answer_order: Literal["captain_first", "captain_last", "simultaneous"] = "captain_first"
    box_min_take: Literal["free", "all_or_none", "half_or_none", "break_even"] = "free"
    box_must_take_captain: Literal["no", "when_possible", "all_at_once"] = "no"
    three_handed: Literal["free", "both_or_none"] | None = None
    box_selective_double: Literal["any_subset", "captain_if_level", "all_or_none"] = "any_subset"
    lone_taker: Literal["nothing", "must_beaver", "captain_must_beaver", "must_accept_extras"] = (
        "nothing"
    )
    extras: Literal["off", "optional", "mandatory_lone_taker", "mandatory"] = "off"
    retain_box: Literal["beats_captain", "finisher", "profit", "break_even", "beats_all"] = (
        "beats_captain"
    )
    double_stand_up: bool = False
    captain_out_claim: Literal["captain_of_record", "acting_captain"] = "captain_of_record"
    settlement_zero: Literal["box_stays", "captain_claims"] = "box_stays"
    partner: Literal["none", "optional", "mandatory"] = "none"
    partner_at: int = 6
    partner_must_at: int | None = None
    partner_pick: Literal["last", "next", "third"] = "last"
    partner_share: Literal["half_odd_box", "agreed"] = "half_odd_box"
    max_players: int | None = None
    join_at: Literal["behind", "ahead", "after_loser"] = "behind"
    absent_member: Literal["follow_captain", "proxy"] = "follow_captain"
    stakes: Literal["equal", "smaller"] = "equal"
    settlements: bool = True
    objectors: Literal["stay", "may_withdraw"] = "stay"
    legal_moves: Literal["players", "players_and_out", "everyone"] = "players"

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
    def preset(cls, name: str) -> ChouetteRules:
        """The rules of a club: `"chouette_classic"`, `"boston"`, `"la"`, `"cambridge"`, `"act"` or `"clinton"`.

        Raises:
            InvalidRulesError: No such preset.

        Examples:
            >>> from tavla import ChouetteRules
            >>> ChouetteRules.preset("cambridge").settlements
            False
        """
        if name not in PRESETS:
            reason = f"preset: expected one of {', '.join(PRESETS)}, got {name!r}"
            raise InvalidRulesError(reason, [reason])
        return cls(**PRESETS[name])

    @property
    def beaver_depth(self) -> int:
        """How often a double may be turned again at once."""
        return ("none", "beaver", "raccoon").index(self.beavers)

    @property
    def both_or_none(self) -> bool:
        """Whether a crew of two that doubles at once is taken whole or dropped whole."""
        if self.three_handed is None:
            return self.box_min_take != "free"
        return self.three_handed == "both_or_none"

    def may_have_partner(self, players: int) -> bool:
        """Whether the box may have a partner among so many players."""
        return self.partner != "none" and players >= max(self.partner_at, 4)

    def must_have_partner(self, players: int) -> bool:
        """Whether the box must have one."""
        if not self.may_have_partner(players):
            return False
        least = self.partner_must_at
        return self.partner == "mandatory" or (least is not None and players >= least)

    def replace(self, **options: Any) -> ChouetteRules:
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
        """The options that differ from `ChouetteRules()`, as plain data."""
        values = {field.name: (getattr(self, field.name), field.default) for field in fields(self)}
        return {name: value for name, (value, default) in values.items() if value != default}

    @classmethod
    def from_dict(cls, data: object) -> ChouetteRules:
        """The rules that `to_dict` gave, after JSON or not.

        Raises:
            DataError: Not such data.
        """
        if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
            raise DataError(f"rules: expected an object of options, got {data!r}")
        try:
            return cls().replace(**data)
        except InvalidRulesError as error:
            raise DataError(f"rules: {error}") from None


PRESETS: dict[str, dict[str, Any]] = {
    "chouette_classic": {"cubes": "single", "consult_moves": "full", "consult_cube": "allowed"},
    "boston": {"legal_moves": "everyone"},
    "la": {
        "consult_moves": "never",
        "box_min_take": "break_even",
        "box_must_take_captain": "all_at_once",
        "three_handed": "both_or_none",
        "box_selective_double": "captain_if_level",
        "lone_taker": "must_accept_extras",
        "extras": "optional",
        "retain_box": "finisher",
        "double_stand_up": True,
        "partner": "optional",
        "partner_must_at": 7,
        "partner_pick": "next",
        "max_players": 7,
    },
    "cambridge": {
        "beavers": "none",
        "automatics": "box_choice",
        "join_at": "ahead",
        "settlements": False,
    },
    "act": {
        "beavers": "raccoon",
        "automatics": "first_then_box",
        "box_must_take_captain": "when_possible",
        "max_players": 6,
        "join_at": "after_loser",
    },
    "clinton": {
        "beavers": "raccoon",
        "cube_answer_order": "captain_last",
        "box_min_take": "half_or_none",
        "lone_taker": "captain_must_beaver",
    },
}
"""The options in which each club differs from `ChouetteRules()`."""


def _one_of(*words: str | None) -> tuple[str, Callable[[object], bool]]:
    listed = " or ".join(repr(word) for word in words)
    return listed, lambda value: isinstance(value, str | None) and value in words


def _whole(low: int) -> tuple[str, Callable[[object], bool]]:
    return f"a whole number from {low}", lambda value: type(value) is int and value >= low


def _whole_or_none(low: int) -> tuple[str, Callable[[object], bool]]:
    expected, holds = _whole(low)
    return f"{expected} or None", lambda value: value is None or holds(value)


_FLAG: tuple[str, Callable[[object], bool]] = ("True or False", lambda value: type(value) is bool)

# For each option what is expected, in words and as a check.
_KINDS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "cubes": _one_of("multi", "single"),
    "jacoby": _FLAG,
    "jacoby_auto_counts_as_turned": _FLAG,
    "beavers": _one_of("none", "beaver", "raccoon"),
    "automatics": _one_of("none", "one", "first_then_box", "box_choice"),
    "consult_moves": _one_of("never", "after_cube_turned", "full"),
    "consult_cube": _one_of("never", "allowed"),
    "cube_answer_order": _one_of("captain_first", "captain_last", "simultaneous"),
    "box_min_take": _one_of("free", "all_or_none", "half_or_none", "break_even"),
    "box_must_take_captain": _one_of("no", "when_possible", "all_at_once"),
    "three_handed": _one_of("free", "both_or_none", None),
    "box_selective_double": _one_of("any_subset", "captain_if_level", "all_or_none"),
    "lone_taker": _one_of("nothing", "must_beaver", "captain_must_beaver", "must_accept_extras"),
    "extras": _one_of("off", "optional", "mandatory_lone_taker", "mandatory"),
    "retain_box": _one_of("beats_captain", "finisher", "profit", "break_even", "beats_all"),
    "double_stand_up": _FLAG,
    "captain_out_claim": _one_of("captain_of_record", "acting_captain"),
    "settlement_zero": _one_of("box_stays", "captain_claims"),
    "partner": _one_of("none", "optional", "mandatory"),
    "partner_at": _whole(4),
    "partner_must_at": _whole_or_none(4),
    "partner_pick": _one_of("last", "next", "third"),
    "partner_share": _one_of("half_odd_box", "agreed"),
    "max_players": _whole_or_none(2),
    "join_at": _one_of("behind", "ahead", "after_loser"),
    "absent_member": _one_of("follow_captain", "proxy"),
    "stakes": _one_of("equal", "smaller"),
    "settlements": _FLAG,
    "objectors": _one_of("stay", "may_withdraw"),
    "legal_moves": _one_of("players", "players_and_out", "everyone"),
}

# What one cube for all leaves no room for, with the values that are left.
_ONLY_MULTI = {
    "box_min_take": ("free",),
    "box_must_take_captain": ("no",),
    "three_handed": ("free", None),
    "box_selective_double": ("any_subset",),
    "lone_taker": ("nothing", "must_accept_extras"),
    "beavers": ("none", "beaver"),
}


def _contradictions(rules: ChouetteRules) -> list[str]:
    """What cannot be agreed on together, all of it."""
    reasons = []
    if rules.lone_taker.endswith("must_beaver") and rules.beavers == "none":
        reasons.append(f"lone_taker: {rules.lone_taker!r} needs beavers")
    if rules.lone_taker == "must_accept_extras" and rules.extras == "off":
        reasons.append("lone_taker: 'must_accept_extras' needs extras")
    if rules.cubes == "single":
        for name, left in _ONLY_MULTI.items():
            value = getattr(rules, name)
            if value not in left:
                reasons.append(f"{name}: {value!r} needs multi cubes")
    elif rules.objectors != "stay":
        reasons.append("objectors: 'may_withdraw' needs a single cube")
    if rules.jacoby_auto_counts_as_turned and not (rules.jacoby and rules.automatics != "none"):
        reasons.append("jacoby_auto_counts_as_turned: needs Jacoby's rule and automatic doubles")
    if rules.three_handed == "free" and rules.box_min_take == "all_or_none":
        reasons.append("three_handed: 'free' contradicts box_min_take 'all_or_none'")
    return reasons + _contradictions_about_partners(rules)


def _contradictions_about_partners(rules: ChouetteRules) -> list[str]:
    if rules.partner == "none":
        default = ChouetteRules.__dataclass_fields__
        unused = ("partner_at", "partner_must_at", "partner_pick", "partner_share")
        changed = [name for name in unused if getattr(rules, name) != default[name].default]
        return [f"{name}: needs a partner" for name in changed]
    reasons = []
    if rules.partner_must_at is not None:
        if rules.partner == "mandatory":
            reasons.append("partner_must_at: a mandatory partner has partner_at alone")
        elif rules.partner_must_at <= rules.partner_at:
            reasons.append("partner_must_at: expected more players than partner_at")
    if rules.max_players is not None and rules.max_players < rules.partner_at:
        reasons.append("partner_at: expected no more players than max_players")
    return reasons
