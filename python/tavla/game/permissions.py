"""Who may do what in a situation: one function for each question, for the lists and for the refusals alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavla._engine import ROLLS, Kind, Position
from tavla.game.actions import (
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    EndTurn,
    MakeMove,
    MakePlay,
    Pass,
    Raccoon,
    Resign,
    Take,
    TakeBack,
)
from tavla.game.cube import HIGHEST, Cube
from tavla.game.situation import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tavla.game.rules import GameRules
    from tavla.game.situation import Situation

__all__ = [
    "highest_cube",
    "highest_level",
    "in_words",
    "is_stuck",
    "legal_actions",
    "may",
    "why_no_automatic",
    "why_no_beaver",
    "why_no_cube",
    "why_no_double",
    "why_no_proposal",
]


def is_stuck(position: Position) -> bool:
    """Whether the player on roll can move nothing, whatever he rolls."""
    return all(position.legal_plays(dice).is_dance for dice in ROLLS)


def highest_cube(rules: GameRules) -> int:
    """The highest value that the cube can have."""
    return HIGHEST if rules.cube_cap is None else min(rules.cube_cap, HIGHEST)


def why_no_automatic(s: Situation) -> str | None:
    """Why a tied opening throw does not double the stake, or None when it does."""
    rules, cube = s.rules, s.cube
    if not rules.cube:
        return "the game is played without a cube"
    if rules.automatics is not None and cube.automatics >= rules.automatics:
        return f"no more than {rules.automatics} automatic doubles were agreed"
    if 2 * cube.value > highest_cube(rules):
        return f"the cube goes no higher than {highest_cube(rules)}"
    return None


def why_no_double(s: Situation) -> str | None:
    """Why the seat on turn may not double now, or None when it may."""
    rules, cube, seat = s.rules, s.cube, s.seat
    if s.phase is not Phase.START or seat is None or s.proposal is not None:
        return "a double comes at the start of a turn, before the roll"
    if not rules.cube:
        return "the game is played without a cube"
    if rules.crawford:
        return "nobody doubles in the Crawford game"
    if s.turn == 0:
        return "the first turn of a game comes without a double"
    if rules.holland and s.turn < 4:  # turns 0 to 3 are two rolls of each side
        return "nobody doubles before each side has rolled twice, by the Holland rule"
    if not cube.is_open_to(seat):
        return f"seat {cube.owner} owns the cube"
    if 2 * cube.value > highest_cube(rules):
        return f"the cube goes no higher than {highest_cube(rules)}"
    if rules.max_redoubles is not None and cube.doubles > rules.max_redoubles:
        return f"no more than {rules.max_redoubles} redoubles were agreed"
    if rules.dead_cube == "refuse" and rules.away and rules.away[seat] <= cube.value:
        return "the cube is dead: the points at stake win the match already"
    if not rules.may_double_when_cannot_move and is_stuck(s.position):
        return "a player who cannot move may not double, as agreed"
    return None


def why_no_beaver(s: Situation) -> str | None:
    """Why the seat that is asked may not turn the cube again, or None when it may."""
    rules, offer = s.rules, s.offer
    if offer is None or s.phase is not Phase.CUBE:
        return "a beaver is the answer to a double, at once"
    if offer.depth + 1 > rules.beavers:
        return f"the cube is turned back {rules.beavers} times at most, as agreed"
    if rules.beaver_on == "initial_only" and offer.cube.doubles > 0:
        return "only the first double of a game may be turned back, as agreed"
    if 2 * offer.value > highest_cube(rules):
        return f"the cube goes no higher than {highest_cube(rules)}"
    return None


def why_no_cube(rules: GameRules, cube: Cube) -> str | None:
    """Why the cube cannot lie like that in a game with these rules, or None when it can."""
    if not rules.cube:
        return None if cube == Cube() else "the game is played without a cube"
    if rules.crawford and cube.doubles > 0:
        return "nobody doubles in the Crawford game"
    if cube.value > highest_cube(rules):
        return f"the cube goes no higher than {highest_cube(rules)}"
    if rules.automatics is not None and cube.automatics > rules.automatics:
        return f"no more than {rules.automatics} automatic doubles were agreed"
    if rules.max_redoubles is not None and cube.doubles > rules.max_redoubles + 1:
        return f"no more than {rules.max_redoubles} redoubles were agreed"
    return None


def why_no_proposal(s: Situation, seat: int) -> str | None:
    """Why the seat may propose neither a resignation nor a settlement now, or None when it may."""
    if s.proposal is not None:
        return "a proposal waits for its answer"
    if s.phase not in (Phase.START, Phase.MOVE):
        return "proposals come before a roll or after it, while no cube waits for its answer"
    if s.rules.resign_when == "own_turn" and seat != s.seat:
        return "proposals come in one's own turn, as agreed"
    return None


def highest_level(s: Situation, seat: int) -> int:
    """The highest level that the seat can still lose at, from the board as it stands."""
    mine = s.seen_by(seat)
    lost = Position(s.variant, mine.player, {0: s.variant.checkers}).outcome
    assert lost is not None
    if lost.kind is Kind.GAMMON and mine.has_contact:
        return s.variant.max_result  # a checker can still be hit, or held in the winner's home
    return lost.multiplier


def legal_actions(s: Situation) -> tuple[Action, ...]:
    """Every action that can be applied as it is; those with an open value are named by `may`."""
    if s.phase is Phase.OVER:
        return ()
    if s.proposal is not None:
        other = 1 - s.proposal.seat
        return Accept(other), Decline(other)
    if s.phase is Phase.CUBE and s.offer is not None:
        seat = s.offer.answerer
        turn = Beaver if s.offer.depth == 0 else Raccoon
        again = () if why_no_beaver(s) else (turn(seat),)
        return Take(seat), Pass(seat), *again
    if s.seat is None:
        return ()
    found: list[Action] = [] if why_no_double(s) else [Double(s.seat)]
    if s.phase is Phase.MOVE:
        found += _moving(s, s.seat)
    return *found, *_resignations(s)


def _moving(s: Situation, seat: int) -> list[Action]:
    """Whole turns where none was begun, single moves, and their ends."""
    assert s.dice is not None
    moves = s.position.legal_moves(s.dice, s.moves)
    single: list[Action] = [MakeMove(seat, move) for move in moves]
    if not moves:
        single.append(EndTurn(seat))
    if not s.moves:
        return [MakePlay(seat, play.moves) for play in s.position.legal_plays(s.dice)] + single
    return [*single, TakeBack(seat)]


def _resignations(s: Situation) -> list[Action]:
    seats = [seat for seat in (0, 1) if not why_no_proposal(s, seat)]
    return [Resign(seat, level + 1) for seat in seats for level in range(highest_level(s, seat))]


def in_words(known: Iterable[Any], open_valued: Iterable[str]) -> str:
    """What is allowed, for a message: each kind of action with its seat, and the names of those with an open value."""
    words = [f"{one.name} by seat {one.seat}" for one in known]
    words += [f"{name} ..." for name in open_valued]
    return ", ".join(dict.fromkeys(words)) or "nothing"


def may(s: Situation, seat: int | None = None) -> tuple[str, ...]:
    """The names of the actions that need a value from outside: dice, points, moves against the rules, positions.

    Without a seat they are those of both.
    """
    seats = (0, 1) if seat is None else (seat,)
    if s.phase is Phase.OVER or s.proposal is not None:
        return ()
    if s.phase is Phase.OPENING:
        return ("opening_roll",)
    found = []
    if s.seat in seats and s.phase is Phase.START:
        found.append("roll")
    if s.seat in seats and s.phase is Phase.MOVE and s.rules.illegal_plays != "refused":
        found.append("illegal_play")
    if s.rules.illegal_plays == "recorded":
        found.append("set_up")
    if s.rules.settlements and not all(why_no_proposal(s, one) for one in seats):
        found.append("settle")
    return tuple(found)
