"""Players that never err, on a solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tavla.errors import GameOverError, InvalidArgumentError, NotYourTurnError
from tavla.exact.cube import TIE
from tavla.exact.games import is_same_game
from tavla.game import actions
from tavla.game.permissions import why_no_beaver, why_no_double
from tavla.game.situation import Phase
from tavla.game.state import GameState

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    import numpy as np
    from numpy.typing import NDArray

    from tavla._engine import Move, Variant
    from tavla.batch import Successors
    from tavla.exact.solution import Solution
    from tavla.game.actions import Action, Dice
    from tavla.game.cube import Offer
    from tavla.game.situation import Proposal

    class Wave(Protocol):
        """What of a `tavla.Wave` is looked at here."""

        variant: Variant
        successors: Successors


__all__ = ["PerfectPlayer"]


class PerfectPlayer:
    """Plays, doubles, takes and beavers as a solution has it, for either seat and for any number of games at once.

    For `tavla.simulate` it is a policy by wave. For `Game` and `tavla.play_game` it is a player, whose `choose` gives the
    action for a state. Its actions are best in games played by the rules that were solved: without a cube, or for money
    with the cube, with Jacoby's rule or without, and beavers as solved. Limits on the cube (a cap, a number of
    redoubles, the Holland rule) are kept but not reckoned with; matches are refused.

    A resignation is accepted when it is worth no less than playing on, a settlement never.

    Args:
        solution: A solution.

    Examples:
        >>> import tavla
        >>> hyper1 = tavla.HYPER.replace(start={24: 1})
        >>> perfect = tavla.solve(hyper1).player()
        >>> result = tavla.simulate(hyper1, 1000, seed=7, players=(perfect, "random"))
        >>> len(result.points)
        1000
        >>> tavla.play_game((perfect, perfect), hyper1, seed=7).players
        ('PerfectPlayer', 'PerfectPlayer')
    """

    __name__ = "perfect"

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def __repr__(self) -> str:
        return f"<PerfectPlayer on {self.solution!r}>"

    def __call__(self, wave: Wave) -> NDArray[np.int64]:
        """Choose the rows of a wave.

        Raises:
            InvalidArgumentError: The solution is of another game, or one with the cube, which `simulate` has not.
        """
        self._check_game(wave.variant, has_cube=False)
        return self.solution.best_rows(wave.successors)

    def choose(self, state: GameState, seat: int) -> Action:
        """The action of a seat that is to act.

        Raises:
            InvalidArgumentError: A game of other rules than those solved.
            GameOverError: The game is over.
            NotYourTurnError: The other seat is to act.
        """
        if not isinstance(state, GameState):
            raise InvalidArgumentError(f"state: expected a GameState, got {state!r}")
        if state.phase is Phase.OVER:
            raise GameOverError("the game is over")
        if seat not in state.to_act:
            raise NotYourTurnError(f"expected a seat of {sorted(state.to_act)}, got {seat!r}")
        if state.rules.away is not None:
            raise InvalidArgumentError("state: expected a game for money, got one of a match")
        self._check_game(state.variant, has_cube=state.rules.cube)
        if state.phase is Phase.OPENING:
            return actions.OpeningRoll(seat)
        if state.proposal is not None:
            return self._reply(state, state.proposal, seat)
        if state.offer is not None:
            return self._answer(state, state.offer, seat)
        if state.dice is None:
            return self._before_roll(state, seat)
        return self._play(state, state.dice, seat)

    def _check_game(self, variant: Variant, *, has_cube: bool) -> None:
        solved = self.solution
        if not is_same_game(variant, solved.variant):
            raise InvalidArgumentError(
                f"game: expected {solved.variant.name}, which is solved, got {variant.name}"
            )
        if has_cube != (solved.cube is not None):
            words = ("without a cube", "with the cube")
            raise InvalidArgumentError(
                f"game: expected one {words[not has_cube]}, as it is solved, got one {words[has_cube]}"
            )

    def _cube(self, state: GameState, seat: int | None) -> dict[str, Any]:
        """Where the cube is, for a question about a position in which a seat is on roll."""
        if self.solution.cube is None:
            return {}
        rules, cube = state.rules, state.cube
        owner: Literal["centred", "player", "opponent"] = "centred"
        if cube.owner is not None:
            owner = "player" if cube.owner == seat else "opponent"
        counts = cube.counts_gammons(
            jacoby=rules.jacoby, auto_counts_as_turned=rules.jacoby_auto_counts_as_turned
        )
        return {"cube": owner, "jacoby": not counts}

    def _before_roll(self, state: GameState, seat: int) -> Action:
        if self.solution.cube is None or why_no_double(state):
            return actions.Roll(seat)
        decision = self.solution.cube_action(state.position, **self._cube(state, seat))
        return actions.Double(seat) if decision.is_double else actions.Roll(seat)

    def _answer(self, state: GameState, offer: Offer, seat: int) -> Action:
        """A take, a pass, or another turn of the cube, however often it was turned."""
        # What the doubler, who is on roll, can expect for each unit of the stake.
        expected = self.solution.equity(state.position, "opponent")
        mine = expected if seat == offer.doubler else -expected
        if mine > TIE and not why_no_beaver(state):
            return actions.Beaver(seat) if offer.depth == 0 else actions.Raccoon(seat)
        # A pass costs the stake before the last turn: half of it.
        return actions.Pass(seat) if 2 * mine < -1 - TIE else actions.Take(seat)

    def _reply(self, state: GameState, proposal: Proposal, seat: int) -> Action:
        """Accepts a resignation that is worth no less than playing on."""
        cube, rules = state.cube, state.rules
        if isinstance(proposal, actions.Resign):
            # Without a cube Jacoby's rule has no effect.
            jacoby = rules.cube and rules.jacoby
            turned = rules.jacoby_auto_counts_as_turned
            offered = cube.worth(proposal.level, jacoby=jacoby, auto_counts_as_turned=turned)
            if offered >= cube.value * (self._standing(state, seat) - TIE):
                return actions.Accept(seat)
        return actions.Decline(seat)

    def _standing(self, state: GameState, seat: int) -> float:
        """The equity of a seat, in units of the cube, with what was rolled and moved so far."""
        where = self._cube(state, state.seat)
        if state.dice is None:
            equity = self.solution.equity(state.position, **where)
        else:
            equity = max(worth for worth, _ in self._turns(state, state.dice))
        return equity if seat == state.seat else -equity

    def _play(self, state: GameState, dice: Dice, seat: int) -> Action:
        if not state.moves:
            play = self.solution.best_play(state.position, dice, **self._cube(state, seat))
            return actions.MakePlay.of(seat, play)
        _, rest = max(self._turns(state, dice), key=lambda turn: turn[0])
        return actions.MakeMove(seat, rest[0]) if rest else actions.EndTurn(seat)

    def _turns(self, state: GameState, dice: Dice) -> Iterator[tuple[float, tuple[Move, ...]]]:
        """Every way to end a turn that was begun: its equity, and the moves that are left."""
        where = self._cube(state, state.seat)
        pending: list[tuple[Move, ...]] = [()]
        while pending:
            rest = pending.pop()
            left = state.position.legal_moves(dice, (*state.moves, *rest))
            pending += [(*rest, move) for move in left]
            if not left:
                after = state.position.displaced((*state.moves, *rest)).flipped()
                yield self.solution.equity_after(after, **where), rest
