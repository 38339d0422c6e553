"""Between what an id says and a `GameState`, which can be played on."""

from __future__ import annotations

from typing import Any, NoReturn

from tavla.errors import FormatLossError, InvalidArgumentError, TavlaError
from tavla.formats.state import PositionState, Status
from tavla.game import Cube, End, GameRules, GameState, actions
from tavla.game.situation import Phase

__all__ = ["from_game_state", "to_game_state"]

_TURNS = (actions.Double, actions.Beaver, actions.Raccoon)
_ENDS = {
    End.BORNE_OFF: Status.OVER,
    End.PASS: Status.DROPPED,
    End.RESIGNATION: Status.RESIGNED,
}


def from_game_state(
    state: GameState,
    *,
    length: int | None = None,
    score: tuple[int, int] = (0, 0),
    names: tuple[str, str] = ("", ""),
    lossy: bool = False,
) -> PositionState:
    """What an id can say of a game.

    A game of a match knows how many points are missing, not how many there are: without `length` the match is the
    shortest that fits. `score` is that of money play; in a match it follows from the length.

    Raises:
        FormatLossError: The game has something that no id holds, and not `lossy`; `losses` lists it.
        InvalidStateError: A length that does not fit the points missing.

    Examples:
        >>> import tavla
        >>> state = tavla.GameState.new(tavla.HYPER, tavla.GameRules(cube=True, away=(3, 5)), starter=1)
        >>> found = from_game_state(state)
        >>> found.seat, found.length, found.score
        (1, 5, (2, 0))
    """
    if not isinstance(state, GameState):
        raise InvalidArgumentError(f"state: expected a GameState, got {state!r}")
    losses = tuple(words for words, holds in _LOSSES if holds(state))
    if losses and not lossy:
        raise FormatLossError(f"ids cannot hold {'; '.join(losses)}", losses)
    rules, proposal = state.rules, state.proposal
    if rules.away is not None:
        length = max(rules.away) if length is None else length
        score = (length - rules.away[0], length - rules.away[1])
    facts: dict[str, Any] = {
        "status": _status(state),
        "dice": state.dice,
        "cube": state.cube.value,
        "cube_owner": state.cube.owner,
        "length": length or 0,
        "score": score,
        "crawford": rules.crawford,
        "max_cube": _max_cube(rules),
        "names": names,
    }
    if rules.away is None:
        facts |= {"jacoby": rules.jacoby, "beavers": rules.beavers > 0}
    if not state.is_over and state.offer is not None:
        facts["offered"] = state.offer.depth + 1
    if not state.is_over and isinstance(proposal, actions.Resign):
        facts |= {"resignation": proposal.level, "to_act": 1 - proposal.seat}
    return PositionState(state.position, state.seat, **facts)


def _status(state: GameState) -> Status:
    if state.phase is Phase.OPENING:
        return Status.NONE
    if state.result is None:
        return Status.PLAYING
    return _ENDS.get(state.result.end, Status.OVER)


def _max_cube(rules: GameRules) -> int | None:
    if not rules.cube:
        return 1
    return None if rules.cube_cap == 1024 else rules.cube_cap


_LOSSES = (
    ("the single moves made so far", lambda state: bool(state.moves)),
    (
        "a settlement that waits for its answer",
        lambda state: not state.is_over and isinstance(state.proposal, actions.Settle),
    ),
    (
        "how the game ended",
        lambda state: state.result is not None and state.result.end not in _ENDS,
    ),
    ("ties of the opening throw", lambda state: state.attempt != state.cube.automatics),
)


def to_game_state(s: PositionState, rules: GameRules | None = None) -> GameState:
    """A game that stands as the id says, to be played on.

    `rules` adds agreements that no id holds, and are those of a game with a cube unless given; what the id says of the
    match, the Crawford game, Jacoby's rule, beavers and the cube replaces them. The history of the cube is the shortest that leads to it.

    Raises:
        FormatLossError: A game cannot stand so: it has ended, or the rules exclude it; `losses` says why.

    Examples:
        >>> from tavla.formats import parse_id
        >>> state = to_game_state(parse_id("4HPwATDgc/ABMA:cBFgAAAACAAE"))
        >>> state.phase, state.to_act, state.rules.away
        (<Phase.CUBE: 'cube'>, frozenset({0}), (3, 2))
    """
    if not isinstance(s, PositionState):
        raise InvalidArgumentError(f"state: expected a PositionState, got {s!r}")
    if s.status not in (Status.NONE, Status.PLAYING):
        _refuse(f"a game that has ended ({s.status})")
    if s.cube_status != "live":
        _refuse(f"a cube that is {s.cube_status}")
    if s.length and s.cube > 1 and (s.crawford or s.cube_owner is None):
        _refuse(f"a cube at {s.cube} that nobody can have turned in this match")
    try:
        return _built(s, _rules(s, rules or GameRules(cube=True)))
    except TavlaError as error:
        if isinstance(error, FormatLossError):
            raise
        _refuse(str(error))


def _refuse(why: str) -> NoReturn:
    raise FormatLossError(f"a game state cannot hold {why}", (why,))


def _rules(s: PositionState, rules: GameRules) -> GameRules:
    """The rules with what the id says of them."""
    options: dict[str, Any] = {"crawford": s.crawford, "away": s.away}
    if s.max_cube is not None:
        options["cube"] = s.max_cube > 1
        options["cube_cap"] = s.max_cube if s.max_cube > 1 else None
    elif s.offered or s.cube > 1:
        options["cube"] = True
    if s.length:
        options |= {"jacoby": False, "beavers": 0, "auto_doubles": 0, "settlements": False}
        return rules.replace(**options)
    if s.jacoby is not None:
        options["jacoby"] = s.jacoby
    if s.beavers is not None:
        options["beavers"] = max(rules.beavers, 2) if s.beavers else 0
    options["beavers"] = max(options.get("beavers", rules.beavers), s.offered - 1)
    if s.cube_owner is None and s.cube > 1 and rules.automatics is not None:
        options["auto_doubles"] = max(rules.automatics, s.cube.bit_length() - 1)
    return rules.replace(**options)


def _built(s: PositionState, rules: GameRules) -> GameState:
    variant = s.position.variant
    if s.seat is None:
        new = GameState.new(variant, rules)
        if new.position != s.position or s.cube > 1:
            _refuse("a game past its start with nobody on roll")
        return new
    turn = 0 if s.status is Status.NONE else 1
    state = GameState.at(s.position, rules, seat=s.seat, cube=_cube(s), dice=s.dice, turn=turn)
    for depth in range(s.offered):
        seat = s.seat if depth % 2 == 0 else 1 - s.seat
        state = state.apply(_TURNS[min(depth, 2)](seat))
    if s.resignation and s.to_act is not None:
        state = state.apply(actions.Resign(1 - s.to_act, s.resignation))
    return state


def _cube(s: PositionState) -> Cube:
    """The cube with the shortest history that leads to it: one double after as many automatic ones as need be."""
    power = s.cube.bit_length() - 1
    if s.cube_owner is None:
        return Cube(s.cube, None, 0, power)
    return Cube(s.cube, s.cube_owner, power, 0)
