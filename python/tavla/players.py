"""Players that choose actions, and a game between two of them.

A `Player` is anything with `choose`. `RandomPlayer` and `PipPlayer` are the players "random" and "pip" of `simulate`:
the same seed gives the same games.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tavla._engine import _PLAYERS, DiceStream
from tavla.errors import InvalidArgumentError, PlayerError, TavlaError
from tavla.game import actions
from tavla.game.game import Game
from tavla.game.permissions import highest_level, why_no_double
from tavla.game.situation import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tavla._engine import Position, Variant
    from tavla.game.actions import Action
    from tavla.game.record import GameRecord
    from tavla.game.rules import GameRules
    from tavla.game.state import GameState

__all__ = ["MOST_TURNS", "PLAYERS", "PipPlayer", "Player", "RandomPlayer", "play_game", "player"]

PLAYERS = _PLAYERS
"""The names that stand for players."""

MOST_TURNS = 65_535
"""The turns after which a game counts as endless, as in `simulate`."""

EVENTS_A_TURN = 100
"""The events of one turn after which the players are taken to go round in circles."""


Choose = Callable[["GameState", int, "NDArray[np.uint8]"], int]


class Player(Protocol):
    """Anything that chooses actions for a seat."""

    def choose(self, state: GameState, seat: int) -> Action:
        """The action of a seat that is to act.

        It is asked at the start of a turn, with `Roll(seat)` to throw and whatever `state.legal_actions` lists; with the
        dice thrown, for a play; and for an answer to a cube, a resignation or a settlement. Opening throws are made
        without it.
        """


class RandomPlayer:
    """Every distinct result of a roll is equally likely: the player "random" of `simulate`.

    He never doubles, resigns or settles. He takes every double and turns none back, declines every settlement, and
    accepts a resignation only at the highest level that can still be lost.

    Args:
        seed: The seed of his choices; with that of the game's dice, and its number, the game is that of `simulate`.
        number: The number of the game.

    Raises:
        InvalidArgumentError: A seed or a number out of range.
    """

    def __init__(self, seed: int | bytes, number: int = 0) -> None:
        self._stream = DiceStream(seed, number)

    def choose(self, state: GameState, seat: int) -> Action:
        """The action of a seat that is to act."""
        if state.dice is not None and state.proposal is None:
            return _play(state, state.dice, seat, self._row)
        return _answer(state, seat) or actions.Roll(seat)

    def _row(self, state: GameState, seat: int, results: NDArray[np.uint8]) -> int:
        plays = len(results)
        return 0 if plays == 1 else self._stream.choose(seat, state.turn, plays)


class PipPlayer:
    """A plain player who runs, makes points and takes care: the player "pip" of `simulate`.

    He takes the play with the highest score, as `docs/simulation.md` tells it. While the sides are in contact he takes
    every double and offers none. In a race he counts pips: he doubles when the opponent has at least 8 per cent more
    than he, redoubles from 9 per cent, and takes as long as he has at most 12 per cent more himself. He turns no double
    back, never resigns or settles, declines every settlement, and accepts a resignation only at the highest level that
    can still be lost.
    """

    def choose(self, state: GameState, seat: int) -> Action:
        """The action of a seat that is to act."""
        if state.dice is not None and state.proposal is None:
            return _play(state, state.dice, seat, self._row)
        if state.offer is not None and state.proposal is None:
            return actions.Take(seat) if _takes(state.seen_by(seat)) else actions.Pass(seat)
        doubles = not why_no_double(state) and _doubles(state.position, state.cube.owner is None)
        return _answer(state, seat) or (actions.Double(seat) if doubles else actions.Roll(seat))

    @staticmethod
    def _row(state: GameState, _seat: int, results: NDArray[np.uint8]) -> int:
        return int(scores(state.variant, results[:, 1], results[:, 0]).argmax())


def _play(state: GameState, dice: tuple[int, int], seat: int, row: Choose) -> Action:
    """The play of the row chosen; a turn that was begun by single moves is finished by the first that go on."""
    if state.moves:
        left = state.position.legal_moves(dice, state.moves)
        return actions.MakeMove(seat, left[0]) if left else actions.EndTurn(seat)
    plays = state.position.legal_plays(dice)
    return actions.MakePlay(seat, plays[row(state, seat, plays.boards)].moves)


def _answer(state: GameState, seat: int) -> Action | None:
    """The answer to what was proposed, or a take; None where nothing waits for an answer."""
    proposal = state.proposal
    if proposal is None:
        return None if state.offer is None else actions.Take(seat)
    if isinstance(proposal, actions.Settle):
        return actions.Decline(seat)
    highest = highest_level(state, proposal.seat)
    return actions.Accept(seat) if proposal.level == highest else actions.Decline(seat, highest)


def _takes(mine: Position) -> bool:
    me, other = mine.pips
    return mine.has_contact or 100 * me <= 112 * other


def _doubles(mine: Position, is_first: bool) -> bool:
    me, other = mine.pips
    return not mine.has_contact and 100 * other >= (108 if is_first else 109) * me


# The score of "pip": the terms stand in docs/simulation.md.

SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1)
_SLOTS = np.arange(26)
_AHEAD = _SLOTS[:, None] - _SLOTS
# For a slot of the shooter (row) and a point (column) the shots; likewise whether a die reaches.
_REACH = np.where(_AHEAD > 0, np.take(SHOTS, np.clip(_AHEAD, 0, 24)), 0)
_DICE = ((_AHEAD >= 1) & (_AHEAD <= 6) & (_SLOTS >= 1) & (_SLOTS[:, None] <= 24)).astype(int)


def scores(
    variant: Variant, player: NDArray[np.integer[Any]], opponent: NDArray[np.integer[Any]]
) -> NDArray[np.int64]:
    """The scores of "pip" for the side that has just moved, one for each row of counts."""
    mine, theirs = player.astype(np.int64), opponent.astype(np.int64)
    race = 36 * (theirs @ _SLOTS - mine @ _SLOTS + mine[:, 0])
    across = _across(variant)
    score: NDArray[np.int64]
    if variant.contact == "hit":
        shots = np.where(theirs[:, :, None] > 0, _REACH, 0).max(axis=1)[:, across]
        blots = mine[:, 1:25] == 1
        built = (mine[:, 3:9] >= 2).sum(axis=1)
        score = race + 24 * built - (blots * shots * (25 - _SLOTS[1:25])).sum(axis=1)
    else:
        held, their_points = np.zeros_like(mine), np.zeros_like(mine)
        held[:, across] = mine[:, 1:25] > 0  # in the opponent's numbers
        their_points[:, across] = theirs[:, 1:25] > 0
        blocked = (theirs @ _DICE * held).sum(axis=1) - (mine @ _DICE * their_points).sum(axis=1)
        score = race + 18 * held.sum(axis=1) + 6 * blocked
    return score


@functools.lru_cache(maxsize=32)
def _across(variant: Variant) -> NDArray[np.int64]:
    """The opponent's numbers of the points 1 to 24."""
    return np.array([variant.opponent_point(point) for point in range(1, 25)])


def player(name: str, seed: int | bytes = 0, number: int = 0) -> Player:
    """The player of a name, his chance that of a game's number under a seed.

    Raises:
        InvalidArgumentError: No player has this name.

    Examples:
        >>> player("pip").choose.__name__
        'choose'
    """
    if name == "random":
        return RandomPlayer(seed, number)
    if name == "pip":
        return PipPlayer()
    raise InvalidArgumentError(f"player: expected {' or '.join(PLAYERS)}, got {name!r}")


def play_game(
    players: Sequence[Player | str],
    variant: Variant,
    rules: GameRules | None = None,
    *,
    seed: int | bytes,
    number: int = 0,
    names: tuple[str, str] | None = None,
    starter: int | None = None,
    most_turns: int = MOST_TURNS,
    tags: Mapping[str, str] | None = None,
) -> GameRecord:
    """Play one game and give its record.

    Args:
        players: Seat 0's and seat 1's player: a name of `PLAYERS`, or a `Player`.
        variant: The rules of the board.
        rules: What else is agreed on; without, a single game without a cube.
        seed: The seed of the dice, and of the chance of players given by name.
        number: The number of the game: between players given by name it is game `number` of `simulate`.
        names: The names for the record; without, those of the players.
        starter: The seat that starts without an opening throw, or None.
        most_turns: After how many turns the game is given up as endless.
        tags: Further words for the record.

    Raises:
        PlayerError: A player answered with what cannot be, failed, or the game did not end. It names seat and event.
        InvalidArgumentError: Arguments of the wrong kind.

    Examples:
        >>> import tavla
        >>> record = tavla.play_game(("pip", "random"), tavla.HYPER, seed=7)
        >>> result = tavla.simulate(tavla.HYPER, 1, seed=7, players=("pip", "random"))
        >>> (record.result.winner, record.result.points) == (result.winner[0], result.points[0])
        True
    """
    if isinstance(players, str) or len(players) != 2:
        raise InvalidArgumentError(f"players: expected two players, got {players!r}")
    if type(most_turns) is not int or most_turns < 1:
        raise InvalidArgumentError(
            f"most_turns: expected a whole number from 1, got {most_turns!r}"
        )
    first, second = players
    titles = (_title(first), _title(second)) if names is None else names
    game = Game(
        variant, rules, seed=seed, number=number, players=titles, starter=starter, tags=tags
    )
    seats = [player(p, seed, number) if isinstance(p, str) else p for p in players]
    turn, begun = -1, 0
    while not game.is_over:
        if game.state.phase is Phase.OPENING:
            game.roll()
            continue
        (seat,) = game.state.to_act
        if game.state.turn != turn:
            turn, begun = game.state.turn, len(game.events)
        if turn >= most_turns:
            raise _failure(game, seat, f"the game has not ended after {turn} turns")
        if len(game.events) - begun > EVENTS_A_TURN:
            raise _failure(game, seat, f"the turn has not ended after {EVENTS_A_TURN} events")
        _act(game, seats[seat], seat)
    return game.record


def _title(one: Player | str) -> str:
    return one if isinstance(one, str) else type(one).__name__


def _act(game: Game, one: Player, seat: int) -> None:
    """Let a player act once."""
    try:
        action = one.choose(game.state, seat)
    except Exception as error:
        raise _failure(game, seat, f"raised {type(error).__name__}: {error}") from error
    if getattr(action, "seat", None) != seat:
        raise _failure(game, seat, f"expected an action of this seat, got {action!r}")
    try:
        game.apply(action)
    except TavlaError as error:
        raise _failure(game, seat, str(error)) from error


def _failure(game: Game, seat: int, why: str) -> PlayerError:
    name, event = game.players[seat], len(game.events)
    return PlayerError(f"player {name} of seat {seat}, event {event}: {why}", seat, event)
