"""Situations as plain data and back. What comes back is checked as if a stranger had sent it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tavla._engine import OPPONENT, Position, Variant
from tavla.errors import DataError, TavlaError
from tavla.game import actions
from tavla.game.cube import Cube, Offer
from tavla.game.permissions import why_no_beaver, why_no_cube, why_no_double
from tavla.game.reading import fields_of, reading, whole
from tavla.game.rules import GameRules
from tavla.game.situation import Phase, Situation
from tavla.game.transitions import changes, meant, result_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tavla._engine import Move
    from tavla.game.result import GameResult

__all__ = ["play_action", "situation_from_dict", "situation_to_dict"]


def play_action(s: Situation, text: str) -> actions.MakePlay:
    """The play that a text means for the seat on turn.

    Raises:
        ActionError: No play is due.
        IllegalPlayError, AmbiguousPlayError, NotationError: As `Position.parse_play`.
    """
    return actions.MakePlay(s.seat or 0, meant(s, text).moves)


def situation_to_dict(s: Situation) -> dict[str, Any]:
    """The fields as plain data."""
    position, cube, offer = s.position, s.cube, s.offer
    return {
        "variant": s.variant.to_dict(),
        "rules": s.rules.to_dict(),
        "position": {"player": list(position.player), "opponent": list(position.opponent)},
        "phase": str(s.phase),
        "seat": s.seat,
        "starter": s.starter,
        "turn": s.turn,
        "attempt": s.attempt,
        "dice": actions.plain(s.dice),
        "moves": actions.plain(s.moves),
        "cube": {name: getattr(cube, name) for name in _CUBE},
        "offer": None if offer is None else {"doubler": offer.doubler, "depth": offer.depth},
        "proposal": None if s.proposal is None else s.proposal.to_dict(),
        "result": None if s.result is None else s.result.to_dict(),
    }


_FIELDS = (*Situation.__dataclass_fields__,)
_CUBE = (*Cube.__dataclass_fields__,)


def situation_from_dict(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a situation, whose header was checked.

    Raises:
        DataError: Not such data, or contradicting themselves.
    """
    with reading("state"):
        found = _read(fields_of("state", data, (*_FIELDS, "format", "version")))
        found["moves"] = _replayed(found)
        s = Situation(**found)
        faults = [words for words, wrong in _FAULTS if wrong(s)]
        if faults:
            raise DataError(f"state: {'; '.join(faults)}")
        found["result"] = _result(s, data["result"])
    return found


def _read(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields, each as it should be for itself; the result is still to come."""
    variant = Variant.from_dict(data["variant"])
    position = fields_of("position", data["position"], ("player", "opponent"))
    cube = Cube(**fields_of("cube", data["cube"], _CUBE))
    offer, proposal, dice = data["offer"], data["proposal"], data["dice"]
    if offer is not None:
        offer = Offer(cube, **fields_of("offer", offer, ("doubler", "depth")))
    if proposal is not None:
        proposal = actions.read(proposal)
    if not isinstance(proposal, actions.Resign | actions.Settle | None):
        raise DataError(f"state: {proposal.name} is no proposal")
    return {
        "variant": variant,
        "rules": GameRules.from_dict(data["rules"]),
        "position": Position(variant, _counts(position["player"]), _counts(position["opponent"])),
        "phase": Phase(data["phase"]),
        "seat": _seat(data["seat"]),
        "starter": _seat(data["starter"]),
        "turn": whole("turn", data["turn"]),
        "attempt": whole("attempt", data["attempt"]),
        "dice": None if dice is None else actions.Roll(0, dice).dice,
        "moves": actions.MakePlay(0, data["moves"]).moves,
        "cube": cube,
        "offer": offer,
        "proposal": proposal,
    }


def _counts(side: object) -> list[int]:
    if not isinstance(side, list):
        raise DataError(f"position: expected a list of 26 counts, got {side!r}")
    return side


def _seat(seat: object) -> int | None:
    if seat is None or (type(seat) is int and seat in (0, 1)):
        return seat
    raise DataError(f"state: expected seat 0, 1 or None, got {seat!r}")


def _replayed(found: dict[str, Any]) -> tuple[Move, ...]:
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


def _result(s: Situation, recorded: object) -> GameResult | None:
    """The result that the situation has, which must be the one recorded."""
    result = result_of(s) if s.phase is Phase.OVER else None
    if (result is None) == (s.phase is Phase.OVER):
        raise DataError("state: nothing ended the game, and it is said to be over")
    if (None if result is None else result.to_dict()) != recorded:
        raise DataError(f"state: the result should be {result}, and {recorded!r} is recorded")
    return result


def _unfit_seats(s: Situation) -> bool:
    """Whether the seats are not those of the turn."""
    if s.phase is Phase.OPENING:
        return s.seat is not None or s.starter is not None
    return s.seat is None or s.starter is None or s.seat != s.starter ^ (s.turn & 1)


def _unfit_dice(s: Situation) -> bool:
    """Whether dice are missing, or lie where none can."""
    if s.dice is None:
        return s.phase is Phase.MOVE
    agreed = s.phase is Phase.OVER and s.proposal is not None
    return not (s.phase is Phase.MOVE or agreed)


def _unfit_end(s: Situation) -> bool:
    """Whether the board is finished in a game that goes on, or that something else ended."""
    outcome = s.position.outcome
    if outcome is None:
        return False
    alone = s.offer is None and s.proposal is None and s.dice is None
    return not (s.phase is Phase.OVER and alone and outcome.winner is OPPONENT and s.turn > 0)


def _unfit_offer(s: Situation) -> bool:
    """Whether an offer stands that could not have been made, or none where one must."""
    offer = s.offer
    if offer is None:
        return s.phase is Phase.CUBE
    if s.phase not in (Phase.CUBE, Phase.OVER) or s.proposal or offer.doubler != s.seat:
        return True
    if why_no_double(s._next(phase=Phase.START, offer=None)):
        return True
    # What may be turned back deep down may be turned back before.
    before = s._next(phase=Phase.CUBE, offer=replace(offer, depth=max(offer.depth - 1, 0)))
    return offer.depth > 0 and why_no_beaver(before) is not None


def _unfit_proposal(s: Situation) -> bool:
    """Whether a proposal stands that could not have been made."""
    if s.proposal is None:
        return False
    phase = s.phase
    if phase is Phase.OVER:
        phase = Phase.START if s.dice is None else Phase.MOVE
    try:
        changes(s._next(phase=phase, proposal=None), s.proposal)
    except TavlaError:
        return True
    return False


# What is wrong, in words and as a check.
_FAULTS = (
    ("the seat on turn follows from the starter and the turn", _unfit_seats),
    (
        "the opening comes before all turns, from the start",
        lambda s: (
            s.phase is Phase.OPENING and (s.turn > 0 or s.position != Position.start(s.variant))
        ),
    ),
    ("dice lie while they are to be played, and at no other time", _unfit_dice),
    ("a finished board ends the game, by the last turn", _unfit_end),
    ("the offer could not have been made", _unfit_offer),
    ("the proposal could not have been made", _unfit_proposal),
    ("the cube cannot lie so", lambda s: why_no_cube(s.rules, s.cube) is not None),
    (
        "automatic doubles come from tied opening throws",
        lambda s: s.cube.automatics > s.attempt,
    ),
)
