"""A second opinion on games, written from the rules and apart from the package: who may do what, and what a win pays."""

from hypothesis import strategies as st

import tavla
from strategies import COMPOSED
from tavla import GameRules
from tavla.game import (
    Accept,
    Beaver,
    Decline,
    Double,
    End,
    EndTurn,
    IllegalPlay,
    MakeMove,
    MakePlay,
    OpeningRoll,
    Pass,
    Phase,
    Raccoon,
    Resign,
    Roll,
    Settle,
    Take,
    TakeBack,
)

game_variants = st.sampled_from((*tavla.VARIANTS.values(), *COMPOSED[:6], COMPOSED[10]))
seats = st.integers(0, 1)
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
slots = st.integers(0, 25)


@st.composite
def agreements(draw):
    """Draw agreements that go together, half of them with a cube, some of a match."""
    common = {
        "cube": draw(st.booleans()),
        "resign_when": draw(st.sampled_from(("any_time", "own_turn"))),
        "illegal_plays": draw(st.sampled_from(("refused", "refused", "accepted", "recorded"))),
        "cube_cap": draw(st.sampled_from((None, None, 1, 4, 64))),
        "max_redoubles": draw(st.sampled_from((None, None, 0, 1))),
        "may_double_when_cannot_move": draw(st.booleans()),
    }
    if draw(st.booleans()):
        away = draw(st.tuples(st.integers(1, 7), st.integers(1, 7)))
        return GameRules(
            **common,
            away=away,
            crawford=draw(st.booleans()) and 1 in away,
            dead_cube=draw(st.sampled_from(("allow", "refuse"))),
        )
    return GameRules(
        **common,
        jacoby=draw(st.booleans()),
        jacoby_auto_counts_as_turned=draw(st.booleans()),
        beavers=draw(st.sampled_from((0, 1, 2, 5))),
        beaver_on=draw(st.sampled_from(("any_double", "initial_only"))),
        auto_doubles=draw(st.sampled_from((0, 1, 2, "unlimited"))),
        settlements=draw(st.booleans()),
    )


moves = st.builds(
    lambda source, die: (source, max(source - die, 0), die), st.integers(1, 25), st.integers(1, 6)
)
# Any action of anybody, most of them out of place.
any_actions = st.one_of(
    st.builds(OpeningRoll, seats, dice),
    st.builds(Roll, seats, dice),
    *(
        st.builds(kind, seats)
        for kind in (Double, Take, Pass, Beaver, Raccoon, TakeBack, EndTurn, Accept)
    ),
    st.builds(MakePlay, seats, st.lists(moves, max_size=4)),
    st.builds(MakeMove, seats, moves),
    st.builds(IllegalPlay, seats, st.lists(st.tuples(slots, slots), max_size=2)),
    st.builds(Resign, seats, st.integers(1, 3)),
    st.builds(Settle, seats, st.fractions(-10, 10, max_denominator=9)),
    st.builds(Decline, seats, st.none() | st.integers(1, 3)),
)


def lost_at_most(state, seat):
    """The highest level a seat can still lose at; no contact is left to be made by other means."""
    board = state.board if seat == state.seat else state.board.flipped()
    if board.player[0]:
        return 1
    if board.has_contact:
        return state.variant.max_result
    home = [state.variant.opponent_point(point) for point in range(1, 7)]
    deep = board.player[25] or any(board.player[point] for point in home)
    return min(state.variant.max_result, 3 if deep else 2)


def may_propose(state, seat):
    """Whether the seat may resign or settle, as far as the time goes."""
    return (
        state.proposal is None
        and state.phase in (Phase.START, Phase.MOVE)
        and (state.rules.resign_when == "any_time" or seat == state.seat)
    )


def may_double(state):
    """Whether the seat on turn may double, apart from the agreement on players who cannot move."""
    rules, cube = state.rules, state.cube
    return (
        rules.cube
        and not rules.crawford
        and state.turn > 0
        and cube.owner in (None, state.seat)
        and (rules.cube_cap is None or cube.value < rules.cube_cap)
        and (rules.max_redoubles is None or cube.doubles <= rules.max_redoubles)
        and not (rules.dead_cube == "refuse" and rules.away[state.seat] <= cube.value)
    )


def may_turn_again(state):
    """Whether the seat that was doubled may turn the cube once more."""
    rules, offer = state.rules, state.offer
    value = state.cube.value * 2 ** (offer.depth + 1)
    return (
        offer.depth < rules.beavers
        and (rules.beaver_on == "any_double" or state.cube.doubles == 0)
        and (rules.cube_cap is None or 2 * value <= rules.cube_cap)
    )


def is_legal(state, action):
    """Whether a state should take an action."""
    if isinstance(action, Resign):
        return may_propose(state, action.seat) and action.level <= lost_at_most(state, action.seat)
    if isinstance(action, Settle):
        return may_propose(state, action.seat) and state.rules.settlements
    if action.seat not in state.to_act:
        return False
    if state.proposal is not None:
        return _answers(state, action)
    match state.phase, action:
        case Phase.OPENING, OpeningRoll():
            return True
        case Phase.START, Roll():
            return True
        case Phase.START, Double():
            stuck = all(state.position.legal_plays(roll).is_dance for roll in tavla.ROLLS)
            return may_double(state) and (state.rules.may_double_when_cannot_move or not stuck)
        case Phase.CUBE, Take() | Pass():
            return True
        case Phase.CUBE, Beaver():
            return state.offer.depth == 0 and may_turn_again(state)
        case Phase.CUBE, Raccoon():
            return state.offer.depth > 0 and may_turn_again(state)
        case Phase.MOVE, _:
            return _moves(state, action)
    return False


def _answers(state, action):
    if isinstance(action, Decline) and action.asks is not None:
        proposal = state.proposal
        return isinstance(proposal, Resign) and proposal.level < action.asks <= lost_at_most(
            state, proposal.seat
        )
    return isinstance(action, Accept | Decline)


def _moves(state, action):
    legal = state.position.legal_moves(state.dice, state.moves)
    match action:
        case MakePlay():
            return not state.moves and state.position.explain(action.moves, state.dice).legal
        case MakeMove():
            return action in {MakeMove(action.seat, move) for move in legal}
        case TakeBack():
            return bool(state.moves)
        case EndTurn():
            return not legal
        case IllegalPlay():
            return state.rules.illegal_plays != "refused" and _stands(state, action)
    return False


def _stands(state, action):
    """Whether checkers can stand as an illegal play leaves them, and no legal play leaves them so."""
    try:
        result = state.position.displaced(action.moves).flipped()
    except tavla.InvalidPositionError:
        return False
    return all(play.result != result for play in state.position.legal_plays(state.dice))


def points(state):
    """What a game that is over should pay, by its board, its cube and the agreements."""
    end, cube, rules = state.result.end, state.cube, state.rules
    if end is End.VOID:
        return 0
    if end is End.SETTLEMENT:
        return abs(state.proposal.points)
    if end is End.PASS:
        return cube.value * 2**state.offer.depth
    turned = cube.doubles > 0 or (rules.jacoby_auto_counts_as_turned and cube.automatics > 0)
    if rules.cube and rules.jacoby and not turned:
        return cube.value
    if end is End.RESIGNATION:
        return cube.value * state.proposal.level
    return cube.value * _times(state)


def _times(state):
    """Single, gammon or backgammon of a board on which the seat on turn has lost."""
    loser, most = state.position.player, state.variant.max_result
    assert state.position.opponent[0] == state.variant.checkers
    if loser[0]:
        return 1
    deep = loser[25] or any(loser[state.variant.opponent_point(p)] for p in range(1, 7))
    return min(most, 3 if deep else 2)
