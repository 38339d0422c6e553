"""What an id says, for people and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tavla
from tavla.errors import FormatLossError
from tavla.formats import ID_FORMATS, PositionState, Status, recognise_id

if TYPE_CHECKING:
    from collections.abc import Iterator

TURNED = ("", "doubled", "beavered", "raccooned")
LEVELS = ("", "a single game", "a gammon", "a backgammon")
SEATS = ("seat 0 (top, O, White)", "seat 1 (bottom, X, Black)")


def shown(text: str, variant: tavla.Variant | None) -> str:
    """All that an id says, and the same in the other formats."""
    state = tavla.formats.parse_id(text, variant)
    title = ID_FORMATS[recognise_id(text)].title
    rows = [f"{title}: {state.position.variant.name}", "", str(state.position), ""]
    rows += [f"irregular: {reason.words}" for reason in state.position.irregularities]
    rows += [*facts(state), ""]
    width = max(map(len, ID_FORMATS))
    for name, conversion in conversions(state).items():
        words = conversion.get("text", f"cannot hold {'; '.join(conversion['losses'])}")
        rows.append(f"{name:<{width}}  {words}")
    return "\n".join(rows)


def data(text: str, variant: tavla.Variant | None) -> dict[str, Any]:
    """The same as plain data."""
    state = tavla.formats.parse_id(text, variant)
    return {
        "format": recognise_id(text),
        "state": state_data(state),
        "ids": conversions(state),
    }


def conversions(state: PositionState) -> dict[str, dict[str, Any]]:
    """The state in every format that can hold its board, each with what it loses."""
    found: dict[str, dict[str, Any]] = {}
    for name, form in ID_FORMATS.items():
        try:
            text = form.write(state, lossy=True)
        except FormatLossError as error:
            found[name] = {"losses": list(error.losses)}
        else:
            found[name] = {"text": text, "losses": list(form.cannot_hold(state))}
    return found


def state_data(state: PositionState) -> dict[str, Any]:
    """The fields of a state as plain data."""
    found: dict[str, Any] = {
        "variant": state.position.variant.name,
        "player": list(state.position.player),
        "opponent": list(state.position.opponent),
        "pips": list(state.position.pips),
        "irregularities": [reason.words for reason in state.position.irregularities],
    }
    for name in PositionState.__dataclass_fields__:
        value = getattr(state, name)
        if name != "position":
            found[name] = list(value) if isinstance(value, tuple) else value
    return found


def facts(state: PositionState) -> Iterator[str]:
    """The fields of a state in words, a line each."""
    yield _turn(state)
    yield _cube(state)
    if state.resignation and state.to_act is not None:
        yield f"seat {1 - state.to_act} offers to lose {LEVELS[state.resignation]}"
    yield _score(state)
    if any(state.names):
        yield f"players: {state.names[0]} (seat 0), {state.names[1]} (seat 1)"
    if state.status is not Status.PLAYING:
        yield f"state of the game: {state.status}"
    if state.move is not None:
        yield f"position {state.move} of the game"


def _turn(state: PositionState) -> str:
    if state.seat is None:
        return "nobody is on roll yet"
    dice = f", to play {state.dice[0]}{state.dice[1]}" if state.dice else ""
    asked = "" if state.to_act in (None, state.seat) else f"; seat {state.to_act} is to decide"
    return f"on roll: {SEATS[state.seat]}{dice}{asked}"


def _cube(state: PositionState) -> str:
    if state.max_cube == 1:
        return "no cube"
    owner = "in the middle" if state.cube_owner is None else f"with seat {state.cube_owner}"
    if state.cube_status != "live":
        owner = state.cube_status
    turned = TURNED[min(state.offered, 3)]
    asked = f", {turned} to {state.cube << state.offered}" if turned else ""
    most = "" if state.max_cube is None else f", to {state.max_cube} at most"
    return f"cube: {state.cube} {owner}{asked}{most}"


def _score(state: PositionState) -> str:
    score = f"{state.score[0]}-{state.score[1]}"
    if state.length:
        crawford = ", Crawford game" if state.crawford else ""
        crawford = ", after the Crawford game" if state.is_post_crawford else crawford
        return f"match to {state.length}: {score} (seat 0 first){crawford}"
    customs = [
        f"{name} {'on' if value else 'off'}"
        for name, value in (("Jacoby", state.jacoby), ("beavers", state.beavers))
        if value is not None
    ]
    return ", ".join([f"money game: {score}", *customs])
