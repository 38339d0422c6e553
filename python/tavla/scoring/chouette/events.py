"""What can happen in a chouette: one frozen type for each event.

A list of events is an evening. `to_dict` gives an event as plain data, `read` reads it back and trusts nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar, get_args

from tavla.errors import DataError, InvalidArgumentError, TavlaError
from tavla.game.plain import exact, plain_number

__all__ = [
    "Automatic",
    "Away",
    "Back",
    "Beaver",
    "Double",
    "Drop",
    "Event",
    "Extra",
    "Finish",
    "Join",
    "Leave",
    "Raccoon",
    "Settle",
    "Start",
    "Take",
    "Withdraw",
    "checked_name",
    "read",
]

LONGEST_NAME = 40


def checked_name(name: object) -> str:
    """A player's name.

    Raises:
        InvalidArgumentError: No text, longer than 40 characters, or such as cannot stand on a sheet.
    """
    fits = isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()
    if not isinstance(name, str) or not fits or name != name.strip() or "/" in name:
        shown = repr(name)[: 2 * LONGEST_NAME]
        raise InvalidArgumentError(
            f"name: expected at most {LONGEST_NAME} characters to print, without a slash, got {shown}"
        )
    return name


def _checked_names(names: object) -> tuple[str, ...]:
    if not isinstance(names, tuple | list):
        raise InvalidArgumentError(f"names: expected a sequence of names, got {names!r}")
    found = tuple(map(checked_name, names))
    if len(set(found)) != len(found):
        raise InvalidArgumentError(f"names: expected each name once, got {', '.join(found)}")
    return found


@dataclass(frozen=True, slots=True)
class _Event:
    name: ClassVar[str]

    def __post_init__(self) -> None:
        for field in fields(self):
            check = _CHECKS[field.name]
            object.__setattr__(self, field.name, check(getattr(self, field.name)))

    def to_dict(self) -> dict[str, Any]:
        """The event as plain data, its name under `type`; what was not given is left out."""
        found: dict[str, Any] = {"type": self.name}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                found[field.name] = _plain(value)
        return found


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return plain_number(value)
    return list(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Start(_Event):
    """Begin the next game, with a partner in the box or not.

    `declined` names those who were asked before the partner and refused; `share` is the partner's part of the box's
    result, where it is agreed on.
    """

    name: ClassVar[str] = "start"
    partner: str | None = None
    declined: tuple[str, ...] = ()
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Automatic(_Event):
    """Double every cube because the opening dice were equal."""

    name: ClassVar[str] = "automatic"


@dataclass(frozen=True, slots=True)
class Double(_Event):
    """Offer a double, or a redouble.

    A member doubles the box, the box the members named in `to`, all he can when nobody is named. For an extra `to`
    names the other player.
    """

    name: ClassVar[str] = "double"
    who: str
    to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Answer(_Event):
    who: str
    against: str | None = None


@dataclass(frozen=True, slots=True)
class Take(_Answer):
    """Take a cube that was turned; `against` names the other player where several cubes wait."""

    name: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Drop(_Answer):
    """Give the bet up for what stood on the cube before it was turned."""

    name: ClassVar[str] = "drop"


@dataclass(frozen=True, slots=True)
class Beaver(_Answer):
    """Turn the cube again and keep it, as the answer to a double."""

    name: ClassVar[str] = "beaver"


@dataclass(frozen=True, slots=True)
class Raccoon(_Answer):
    """Turn a beaver again, as the doubler."""

    name: ClassVar[str] = "raccoon"


@dataclass(frozen=True, slots=True)
class Extra(_Event):
    """Offer an extra: `who` dropped the box's double and pays `against`, who took it, to hold a further cube."""

    name: ClassVar[str] = "extra"
    who: str
    against: str


@dataclass(frozen=True, slots=True)
class Withdraw(_Event):
    """Leave the game at no cost, all those together who are against the captain's double."""

    name: ClassVar[str] = "withdraw"
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settle(_Event):
    """Agree to stop for so many points to `who`, negative if he pays; `against` as in an answer."""

    name: ClassVar[str] = "settle"
    who: str
    points: Fraction
    against: str | None = None


@dataclass(frozen=True, slots=True)
class Finish(_Event):
    """The end of the board: `winner` is `"box"`, `"crew"` or None for nobody; `kind` 1 single, 2 gammon, 3 backgammon.

    Resignations are entered so too, at their level.
    """

    name: ClassVar[str] = "finish"
    winner: str | None
    kind: int = 1


@dataclass(frozen=True, slots=True)
class Join(_Event):
    """Take part from the next game; `stake` is what a point is worth to the player, where stakes differ."""

    name: ClassVar[str] = "join"
    who: str
    stake: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Leave(_Event):
    """Take part no more."""

    name: ClassVar[str] = "leave"
    who: str


@dataclass(frozen=True, slots=True)
class Away(_Event):
    """Be absent for a time, the cube being in a proxy's hands or following the captain."""

    name: ClassVar[str] = "away"
    who: str
    proxy: str | None = None


@dataclass(frozen=True, slots=True)
class Back(_Event):
    """Be here again."""

    name: ClassVar[str] = "back"
    who: str


Event = (
    Start
    | Automatic
    | Double
    | Take
    | Drop
    | Beaver
    | Raccoon
    | Extra
    | Withdraw
    | Settle
    | Finish
    | Join
    | Leave
    | Away
    | Back
)
TYPES: dict[str, type[Event]] = {kind.name: kind for kind in get_args(Event)}


def _name_or_none(name: object) -> str | None:
    return None if name is None else checked_name(name)


def _checked_stake(stake: object) -> Fraction | None:
    if stake is None:
        return None
    found = exact(stake, "stake")
    if found <= 0:
        raise InvalidArgumentError(f"stake: expected more than 0, got {found}")
    return found


def _checked_share(share: object) -> Fraction | None:
    found = None if share is None else exact(share, "share")
    if found is not None and not 0 <= found <= 1:
        raise InvalidArgumentError(f"share: expected a part from 0 to 1, got {found}")
    return found


def _checked_winner(winner: object) -> str | None:
    if winner is None or (isinstance(winner, str) and winner in ("box", "crew")):
        return winner
    raise InvalidArgumentError(f"winner: expected 'box', 'crew' or None, got {winner!r}")


def _checked_kind(kind: object) -> int:
    if isinstance(kind, int) and not isinstance(kind, bool) and kind in (1, 2, 3):
        return int(kind)
    raise InvalidArgumentError(f"kind: expected 1, 2 or 3, got {kind!r}")


_CHECKS: dict[str, Any] = {
    "who": checked_name,
    "against": _name_or_none,
    "partner": _name_or_none,
    "proxy": _name_or_none,
    "names": _checked_names,
    "declined": _checked_names,
    "to": _checked_names,
    "points": exact,
    "stake": _checked_stake,
    "share": _checked_share,
    "winner": _checked_winner,
    "kind": _checked_kind,
}


def read(data: object) -> Event:
    """The event that `to_dict` gave, after JSON or not.

    Raises:
        DataError: Not such data.
    """
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise DataError(f"event: expected an object with a type, got {data!r:.200}")
    values = dict(data)
    name = values.pop("type")
    kind = TYPES.get(name)
    if kind is None:
        raise DataError(f"event: expected one of {', '.join(TYPES)}, got {name!r:.200}")
    try:
        return kind(**values)
    except (TavlaError, TypeError) as error:
        raise DataError(f"event {name}: {error}") from None
