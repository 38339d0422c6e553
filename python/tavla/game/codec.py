"""Situations as plain data and back. What comes back is checked as if a stranger had sent it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavla._engine import Position, Variant
from tavla.errors import DataError, TavlaError, WrongPhaseError
from tavla.game import actions
from tavla.game.cube import Cube, Offer
from tavla.game.permissions import why_no_beaver, why_no_double, why_no_proposal
from tavla.game.rules import GameRules
from tavla.game.situation import Phase, Situation
from tavla.game.transitions import changes, result_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["check_header", "play_action", "situation_from_dict", "situation_to_dict"]


def play_action(s: Situation, text: str) -> actions.MakePlay:
    """The play that a text means for the seat on turn.

    Raises:
        WrongPhaseError: No play is due.
        IllegalPlayError, AmbiguousPlayError, NotationError: As `Position.parse_play`.
    """
    if s.dice is None or s.seat is None:
        raise WrongPhaseError(f"play: the game is in phase {s.phase}, without dice to play")
    return actions.MakePlay(s.seat, s.position.legal_plays(s.dice).find(text).moves)


def check_header(data: object, form: str, version: int) -> None:
    """Check that data are an object of this format and version.

    Raises:
        DataError: They are not.
    """
    if not isinstance(data, dict) or data.get("format") != form:
        found = data.get("format") if isinstance(data, dict) else data
        raise DataError(f"expected an object of format {form!r}, got {found!r}")
    if type(data.get("version")) is not int or data["version"] != version:
        raise DataError(f"{form}: expected version {version}, got {data.get('version')!r}")


def situation_to_dict(s: Situation) -> dict[str, Any]:
    """The fields as plain data."""
    position = s.position
    return {
        "variant": s.variant.to_dict(),
        "rules": s.rules.to_dict(),
        "position": {"player": list(position.player), "opponent": list(position.opponent)},
        "phase": str(s.phase),
        "seat": s.seat,
        "starter": s.starter,
        "turn": s.turn,
        "attempt": s.attempt,
        "dice": None if s.dice is None else list(s.dice),
        "moves": [[move.source, move.target, move.die] for move in s.moves],
        "cube": cube_to_dict(s.cube),
        "offer": None if s.offer is None else {"doubler": s.offer.doubler, "depth": s.offer.depth},
        "proposal": None if s.proposal is None else s.proposal.to_dict(),
        "result": None if s.result is None else s.result.to_dict(),
    }


def cube_to_dict(cube: Cube) -> dict[str, Any]:
    """A cube as plain data."""
    return {
        "value": cube.value,
        "owner": cube.owner,
        "doubles": cube.doubles,
        "automatics": cube.automatics,
    }


_FIELDS = (*Situation.__dataclass_fields__,)


def situation_from_dict(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a situation.

    Raises:
        DataError: Not such data, or contradicting themselves.
    """
    missing = [name for name in _FIELDS if name not in data]
    unknown = sorted(map(str, set(data) - {*_FIELDS, "format", "version"}))
    if missing or unknown:
        raise DataError(f"state: fields missing {missing}, not known {unknown}")
    try:
        found = _read(data)
    except DataError:
        raise
    except (TavlaError, TypeError, ValueError, KeyError, OverflowError) as error:
        raise DataError(f"state: {error}") from None
    _check(Situation(**found), data["result"])
    return found


def _read(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields, each as it should be for itself."""
    variant = Variant.from_dict(data["variant"])
    position = data["position"]
    cube = Cube(**data["cube"])
    offer, proposal, dice = data["offer"], data["proposal"], data["dice"]
    found: dict[str, Any] = {
        "variant": variant,
        "rules": GameRules.from_dict(data["rules"]),
        "position": Position(variant, position["player"], position["opponent"]),
        "phase": Phase(data["phase"]),
        "seat": _seat(data, "seat"),
        "starter": _seat(data, "starter"),
        "turn": _count(data, "turn"),
        "attempt": _count(data, "attempt"),
        "dice": None if dice is None else actions.Roll(0, dice).dice,
        "moves": actions.MakePlay(0, data["moves"]).moves,
        "cube": cube,
        "offer": None if offer is None else Offer(cube, offer["doubler"], offer["depth"]),
        "proposal": None if proposal is None else actions.read(proposal),
    }
    if not isinstance(found["proposal"], actions.Resign | actions.Settle | None):
        raise DataError(f"state: {found['proposal'].name} is no proposal")
    found["moves"] = _replayed(found)
    found["result"] = result_of(Situation(**found)) if found["phase"] is Phase.OVER else None
    return found


def _seat(data: Mapping[str, Any], name: str) -> int | None:
    seat = data[name]
    if seat is not None and (type(seat) is not int or seat not in (0, 1)):
        raise DataError(f"state: {name}: expected 0, 1 or None, got {seat!r}")
    return seat


def _count(data: Mapping[str, Any], name: str) -> int:
    count = data[name]
    if type(count) is not int or count < 0:
        raise DataError(f"state: {name}: expected a whole number from 0, got {count!r}")
    return count


def _replayed(found: dict[str, Any]) -> tuple[Any, ...]:
    """The single moves made, played again, so that each is legal and its hit true."""
    moves = found["moves"]
    if not moves:
        return ()
    if found["dice"] is None or found["seat"] is None:
        raise DataError("state: moves without dice")
    s = Situation(**{**found, "phase": Phase.MOVE, "moves": (), "offer": None, "proposal": None})
    for move in moves:
        s = s._next(**changes(s, actions.MakeMove(found["seat"], move)))
    return s.moves


def _check(s: Situation, result: object) -> None:
    """Check that the fields go together."""
    faults = [words for words, wrong in _FAULTS if wrong(s)]
    if not faults and (None if s.result is None else s.result.to_dict()) != result:
        faults = [f"the result should be {s.result}, not {result!r}"]
    if faults:
        raise DataError(f"state: {'; '.join(faults)}")


def _unfit_offer(s: Situation) -> bool:
    """Whether an offer stands that could not have been made."""
    if s.offer is None:
        return s.phase is Phase.CUBE
    before = s._next(phase=Phase.START, offer=None, proposal=None, result=None)
    if s.phase not in (Phase.CUBE, Phase.OVER) or s.offer.doubler != s.seat:
        return True
    asked = s._next(phase=Phase.CUBE)
    rungs = [
        asked._next(offer=Offer(s.cube, s.offer.doubler, depth))
        for depth in range(min(s.offer.depth, 64))
    ]
    return bool(why_no_double(before)) or s.offer.depth > 64 or any(map(why_no_beaver, rungs))


def _unfit_proposal(s: Situation) -> bool:
    """Whether a proposal stands that could not have been made."""
    if s.proposal is None:
        return False
    phase = s.phase
    if phase is Phase.OVER:
        phase = Phase.START if s.dice is None else Phase.MOVE
    before = s._next(phase=phase, proposal=None, result=None)
    try:
        changes(before, s.proposal)
    except TavlaError:
        return True
    return bool(why_no_proposal(before, s.proposal.seat))


def _agreed_with_dice(s: Situation) -> bool:
    """Whether a proposal that was accepted ended the game while dice lay."""
    return s.phase is Phase.OVER and s.proposal is not None and s.dice is not None


def _unfit_cube(s: Situation) -> bool:
    """Whether the cube lies as it cannot with these rules."""
    cube, rules = s.cube, s.rules
    if not rules.cube:
        return cube != Cube()
    capped = rules.cube_cap is not None and cube.value > rules.cube_cap and cube.value > 1
    too_many = rules.automatics is not None and cube.automatics > rules.automatics
    return capped or too_many or (rules.crawford and cube.doubles > 0)


# What is wrong, in words and as a check.
_FAULTS = (
    (
        "a seat on turn and a starter go with every phase but the opening",
        lambda s: (
            (s.seat is None) != (s.phase is Phase.OPENING)
            or (s.starter is None) != (s.phase is Phase.OPENING)
        ),
    ),
    (
        "the seat on turn follows from the starter and the turn",
        lambda s: s.seat is not None and s.seat != (s.starter ^ (s.turn & 1)),
    ),
    ("the opening comes before all turns", lambda s: s.phase is Phase.OPENING and s.turn > 0),
    (
        "dice lie while they are to be played, and at other times do not",
        lambda s: (s.dice is not None) != (s.phase is Phase.MOVE) and not _agreed_with_dice(s),
    ),
    (
        "a finished board goes with the end of the game",
        lambda s: s.position.is_finished and s.phase is not Phase.OVER,
    ),
    (
        "a game that is over has a result",
        lambda s: (s.result is None) == (s.phase is Phase.OVER),
    ),
    ("the offer could not have been made", _unfit_offer),
    ("the proposal could not have been made", _unfit_proposal),
    ("the cube cannot lie so", _unfit_cube),
)
