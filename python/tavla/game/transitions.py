"""What each action does to a situation: a function for each, which refuses or gives the fields that change."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from tavla._engine import OPPONENT, Kind, Move, Position
from tavla.errors import (
    ActionError,
    CubeError,
    DiceSourceError,
    GameOverError,
    IllegalPlayError,
    InvalidArgumentError,
    InvalidPositionError,
    NotYourTurnError,
    ResignationError,
    SettlementError,
    WrongPhaseError,
)
from tavla.game import actions
from tavla.game.cube import Cube
from tavla.game.permissions import (
    highest_level,
    in_words,
    is_stuck,
    legal_actions,
    may,
    why_no_automatic,
    why_no_beaver,
    why_no_cube,
    why_no_double,
    why_no_proposal,
)
from tavla.game.result import End, GameResult
from tavla.game.situation import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tavla._engine import Explanation, Play
    from tavla.game.cube import Offer
    from tavla.game.situation import Situation

__all__ = [
    "as_made",
    "changes",
    "check_throw",
    "meant",
    "meant_move",
    "played",
    "result_of",
    "rolled_and_played",
]

MOST_NAMED = 6
"""How many legal plays an error names."""

Changes = dict[str, Any]
A = TypeVar("A", bound=actions.Action)


def changes(s: Situation, action: actions.Action) -> Changes:
    """The fields that an action changes.

    Raises:
        ActionError: The subclass that names the cause; `allowed` tells what was allowed.
        IllegalPlayError: A play or a move against the rules of the board.
    """
    apply = _CHANGES.get(type(action))
    if apply is None:
        raise InvalidArgumentError(f"action: expected an action of tavla.game, got {action!r}")
    if s.phase is Phase.OVER:
        raise GameOverError(f"{action.name} by seat {action.seat}: the game is over")
    return apply(s, action)


def check_throw(s: Situation, action: actions.OpeningRoll | actions.Roll) -> None:
    """Check that a throw is due, before anything is thrown.

    Raises:
        ActionError: As `changes`.
    """
    changes(s, type(action)(action.seat, (2, 1)))


def as_made(before: Situation, action: actions.Action, after: Situation) -> actions.Action:
    """An action that led from one situation to another, with the hits of its moves as they were."""
    if isinstance(action, actions.MakeMove):
        return actions.MakeMove(action.seat, after.moves[-1])
    if isinstance(action, actions.MakePlay):
        hits = after.position.player[25] - before.position.opponent[25]
        if hits != sum(move.hit for move in action.moves):
            return actions.MakePlay(action.seat, _with_hits(before.position, action.moves))
    return action


def _with_hits(position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Legal moves, each a hit where one more checker comes to stand on the bar."""
    made = []
    before = position.opponent[25]
    for number, move in enumerate(moves, 1):
        bar = position.displaced(moves[:number]).opponent[25]
        made.append(Move(move.source, move.target, move.die, bar > before))
        before = bar
    return tuple(made)


def refuse(cause: type[ActionError], s: Situation, action: actions.Action, why: str) -> NoReturn:
    """Raise an error that tells what was allowed."""
    known, open_valued = legal_actions(s), may(s)
    raise cause(
        f"{action.name} by seat {action.seat}: {why}; allowed: {in_words(known, open_valued)}",
        (*known, *open_valued),
    )


def _in_turn(s: Situation, action: actions.Action, phase: Phase) -> None:
    """Check that the seat is on turn, in this phase, with nothing waiting for an answer."""
    if action.seat not in s.to_act:
        (wanted, *_) = s.to_act
        refuse(NotYourTurnError, s, action, f"seat {wanted} is to act")
    if s.phase is not phase or s.proposal is not None:
        waits = "an answer to a proposal" if s.proposal is not None else _WAITS[s.phase]
        refuse(WrongPhaseError, s, action, f"the game waits for {waits}")


_WAITS = {
    Phase.OPENING: "the opening throw",
    Phase.START: "a roll or a double",
    Phase.CUBE: "an answer to the cube",
    Phase.MOVE: "a play",
}


def _dice_of(action: actions.OpeningRoll | actions.Roll) -> tuple[int, int]:
    if action.dice is None:
        raise DiceSourceError(f"{action.name}: expected dice, since a state has no source of them")
    return action.dice


def _opening_roll(s: Situation, action: actions.OpeningRoll) -> Changes:
    _in_turn(s, action, Phase.OPENING)
    first, second = dice = _dice_of(action)
    if first == second:
        cube = s.cube
        if not why_no_automatic(s):
            cube = cube.doubled_automatically()
        return {"attempt": s.attempt + 1, "cube": cube}
    starter = 0 if first > second else 1
    found: Changes = {"seat": starter, "starter": starter, "phase": Phase.START}
    if starter == 1:
        found["position"] = s.position.flipped()
    if s.variant.opening == "use_dice":
        found |= {"phase": Phase.MOVE, "dice": dice}
    return found


def _roll(s: Situation, action: actions.Roll) -> Changes:
    _in_turn(s, action, Phase.START)
    return {"phase": Phase.MOVE, "dice": _dice_of(action)}


def _double(s: Situation, action: actions.Double) -> Changes:
    _in_turn(s, action, Phase.START)
    why = why_no_double(s)
    if why:
        refuse(CubeError, s, action, why)
    return {"phase": Phase.CUBE, "offer": s.cube.offer(action.seat)}


def _offer(s: Situation, action: actions.Action) -> Offer:
    _in_turn(s, action, Phase.CUBE)
    assert s.offer is not None
    return s.offer


def _take(s: Situation, action: actions.Take) -> Changes:
    offer = _offer(s, action)
    return {"phase": Phase.START, "cube": offer.taken(), "offer": None}


def _pass(s: Situation, action: actions.Pass) -> Changes:
    _offer(s, action)
    return {"phase": Phase.OVER, "result": _passed(s)}


def _beaver(s: Situation, action: actions.Beaver | actions.Raccoon) -> Changes:
    offer = _offer(s, action)
    why = why_no_beaver(s)
    if not why and (offer.depth == 0) != isinstance(action, actions.Beaver):
        why = f"the turn due is a {offer.next_name}"
    if why:
        refuse(CubeError, s, action, why)
    return {"offer": offer.turned()}


def _play(s: Situation, action: actions.MakePlay) -> Changes:
    _in_turn(s, action, Phase.MOVE)
    if s.moves:
        refuse(WrongPhaseError, s, action, "the turn was begun by single moves")
    assert s.dice is not None
    found = s.position.explain(action.moves, s.dice)
    if not found.legal:
        text = " ".join(map(str, action.moves)) or "a dance"
        message = f"{text} with {s.dice[0]}-{s.dice[1]} is not legal: {found.words}"
        raise _wrong_play(s, message, found.code, found.words)
    play = found.plays[0]
    if play.moves != action.moves and any(move.hit for move in action.moves):
        for said, made in zip(action.moves, _with_hits(s.position, action.moves), strict=True):
            _check_hit(said, made)
    return played(s, play)


def meant(s: Situation, text: str) -> Play:
    """The legal play that a text means for the seat on turn.

    Raises:
        ActionError: No play is due.
        IllegalPlayError, AmbiguousPlayError, NotationError: As `Position.parse_play`.
    """
    if s.phase is not Phase.MOVE or s.moves or s.proposal is not None:
        changes(s, actions.MakePlay(s.seat or 0))  # refuses
    assert s.dice is not None
    try:
        return s.position.legal_plays(s.dice).find(text)
    except IllegalPlayError as error:
        raise _wrong_play(s, str(error), error.code, error.words) from None


def _wrong_play(s: Situation, message: str, code: str, words: str) -> IllegalPlayError:
    """The error of a whole play, with some of those that were legal."""
    assert s.dice is not None
    plays = s.position.legal_plays(s.dice)
    options = ", ".join(map(str, islice(plays, MOST_NAMED)))
    more = f" and {len(plays) - MOST_NAMED} more" if len(plays) > MOST_NAMED else ""
    return IllegalPlayError(f"{message}; legal plays: {options}{more}", code, words)


def meant_move(s: Situation, source: int, target: int) -> Move:
    """The legal move from one slot to another; of two dice that both fit, by the larger.

    Raises:
        ActionError: No move is due.
        IllegalPlayError: No legal move leads there.
    """
    if s.phase is not Phase.MOVE or s.proposal is not None:
        changes(s, actions.MakeMove(s.seat or 0, Move(1, 0, 1)))  # refuses
    assert s.dice is not None
    for move in s.position.legal_moves(s.dice, s.moves):
        if (move.source, move.target) == (source, target):
            return move
    pairs = [(move.source, move.target) for move in s.moves]
    found = s.position.explain([*pairs, (source, target)], s.dice)
    raise _wrong_move(s, f"{source}/{target}", found)


def played(s: Situation, play: Play) -> Changes:
    """What a legal play of the roll changes."""
    return _turn_ended(s, play.result, dance=play.is_dance)


def rolled_and_played(s: Situation, dice: tuple[int, int], play: Play) -> Changes:
    """What a roll and a play change that the engine gave for this board and these dice; it is not judged again."""
    is_due = s.phase is Phase.START or (s.phase is Phase.MOVE and s.dice == dice and not s.moves)
    if not is_due or s.proposal is not None:
        raise WrongPhaseError(f"play: the game waits for {_WAITS.get(s.phase, 'nothing more')}")
    first, second = dice
    fits = play.dice == (dice if first >= second else (second, first))
    if not fits or play.position != s.position:
        raise WrongPhaseError(f"play: {play} is of another position or other dice")
    return played(s, play)


def _check_hit(said: Move, made: Move) -> None:
    """A hit need not be said, and one that is said must be one."""
    if said.hit and not made.hit:
        words = f"{made} hits nothing"
        raise IllegalPlayError(words, "no_hit", words)


def _move(s: Situation, action: actions.MakeMove) -> Changes:
    _in_turn(s, action, Phase.MOVE)
    return {"moves": (*s.moves, _legal_move(s, action.move))}


def _legal_move(s: Situation, move: Move) -> Move:
    """The legal move that this one means, its hit as it is."""
    assert s.dice is not None
    wanted = (move.source, move.target, move.die)
    legal = s.position.legal_moves(s.dice, s.moves)
    for one in legal:
        if (one.source, one.target, one.die) == wanted:
            _check_hit(move, one)
            return one
    raise _wrong_move(s, str(move), s.position.explain((*s.moves, move), s.dice))


def _wrong_move(s: Situation, text: str, found: Explanation) -> IllegalPlayError:
    """The error of a single move, with what was legal."""
    assert s.dice is not None
    words = found.words
    if found.code in ("legal", "too_few_moves"):
        words = "no legal play goes on like that"
    options = ", ".join(map(str, s.position.legal_moves(s.dice, s.moves))) or "none"
    return IllegalPlayError(f"{text}: {words}; legal moves: {options}", found.code, words)


def _take_back(s: Situation, action: actions.TakeBack) -> Changes:
    _in_turn(s, action, Phase.MOVE)
    if not s.moves:
        refuse(WrongPhaseError, s, action, "no move was made in this turn")
    return {"moves": s.moves[:-1]}


def _end_turn(s: Situation, action: actions.EndTurn) -> Changes:
    _in_turn(s, action, Phase.MOVE)
    assert s.dice is not None
    left = s.position.legal_moves(s.dice, s.moves)
    if left:
        why = f"the turn is not complete, since there is {', '.join(map(str, left))}"
        refuse(WrongPhaseError, s, action, why)
    return _turn_ended(s, s.board.flipped(), dance=not s.moves)


def _illegal_play(s: Situation, action: actions.IllegalPlay) -> Changes:
    _in_turn(s, action, Phase.MOVE)
    if s.rules.illegal_plays == "refused":
        refuse(WrongPhaseError, s, action, "the game accepts no illegal play")
    assert s.dice is not None
    try:
        result = s.position.displaced(action.moves).flipped()
    except InvalidPositionError as error:
        raise IllegalPlayError(str(error), "impossible", str(error)) from None
    if any(play.result == result for play in s.position.legal_plays(s.dice)):
        refuse(WrongPhaseError, s, action, "the play is legal: make it as one")
    return _turn_ended(s, result, dance=not action.moves)


def _set_up(s: Situation, action: actions.SetUp) -> Changes:
    if "set_up" not in may(s):
        refuse(WrongPhaseError, s, action, "no position can be set up now, or in this game")
    position = Position(s.variant, action.player, action.opponent)
    if position.is_finished:
        raise InvalidPositionError(f"{action.name} by seat {action.seat}: the game is over in it")
    cube = Cube.at(action.cube, action.owner)
    why = why_no_cube(s.rules, cube)
    if why:
        refuse(CubeError, s, action, why)
    return {
        "phase": Phase.START,
        "position": position,
        "seat": action.seat,
        "turn": s.turn + (action.seat != s.seat),  # the turn of the other seat is passed over
        "attempt": max(s.attempt, cube.automatics),
        "dice": None,
        "moves": (),
        "cube": cube,
        "offer": None,
        "proposal": None,
    }


def _turn_ended(s: Situation, position: Position, *, dance: bool) -> Changes:
    """The turn is over; `position` is as the next player sees it."""
    assert s.seat is not None
    found: Changes = {
        "phase": Phase.START,
        "position": position,
        "seat": 1 - s.seat,
        "turn": s.turn + 1,
        "dice": None,
        "moves": (),
    }
    if position.is_finished:
        found["phase"] = Phase.OVER
        found["result"] = _borne_off(s, position, 1 - s.seat)
    elif dance and is_stuck(position) and is_stuck(position.flipped()):
        found["phase"] = Phase.OVER
        found["result"] = _void(s)
    return found


def _resign(s: Situation, action: actions.Resign) -> Changes:
    why = why_no_proposal(s, action.seat)
    if why:
        refuse(ResignationError, s, action, why)
    highest = highest_level(s, action.seat)
    if action.level > highest:
        refuse(
            ResignationError, s, action, f"level {highest} is the highest that can still be lost"
        )
    return {"proposal": action}


def _settle(s: Situation, action: actions.Settle) -> Changes:
    if not s.rules.settlements:
        refuse(SettlementError, s, action, "settlements are excluded")
    why = why_no_proposal(s, action.seat)
    if why:
        refuse(SettlementError, s, action, why)
    return {"proposal": action}


def _answered(s: Situation, action: actions.Accept | actions.Decline) -> None:
    if s.proposal is None:
        refuse(WrongPhaseError, s, action, "nothing was proposed")
    if action.seat == s.proposal.seat:
        refuse(NotYourTurnError, s, action, f"seat {1 - action.seat} is to answer")


def _accept(s: Situation, action: actions.Accept) -> Changes:
    _answered(s, action)
    return {"phase": Phase.OVER, "result": _proposed(s)}


def _decline(s: Situation, action: actions.Decline) -> Changes:
    _answered(s, action)
    if action.asks is not None:
        _check_asked(s, action, action.asks)
    return {"proposal": None}


def _check_asked(s: Situation, action: actions.Decline, asks: int) -> None:
    """Whoever declines a resignation may ask for a higher one that can still be lost."""
    proposal = s.proposal
    if not isinstance(proposal, actions.Resign):
        refuse(WrongPhaseError, s, action, "only a resignation has levels to ask for")
    highest = highest_level(s, proposal.seat)
    if asks > highest:
        refuse(ResignationError, s, action, f"at most level {highest} can still be lost")
    if asks <= proposal.level:
        refuse(ResignationError, s, action, f"to ask for is more than level {proposal.level}")


_CHANGES: dict[type, Callable[[Any, Any], Changes]] = {
    actions.OpeningRoll: _opening_roll,
    actions.Roll: _roll,
    actions.Double: _double,
    actions.Take: _take,
    actions.Pass: _pass,
    actions.Beaver: _beaver,
    actions.Raccoon: _beaver,
    actions.MakePlay: _play,
    actions.MakeMove: _move,
    actions.TakeBack: _take_back,
    actions.EndTurn: _end_turn,
    actions.IllegalPlay: _illegal_play,
    actions.SetUp: _set_up,
    actions.Resign: _resign,
    actions.Settle: _settle,
    actions.Accept: _accept,
    actions.Decline: _decline,
}


def _worth(s: Situation, multiplier: int) -> Fraction:
    """The points of a win at a level; Jacoby's rule needs a cube in play."""
    rules = s.rules
    points = s.cube.worth(
        multiplier,
        jacoby=rules.jacoby and rules.cube,
        auto_counts_as_turned=rules.jacoby_auto_counts_as_turned,
    )
    return Fraction(points)


def _borne_off(s: Situation, position: Position, seat: int) -> GameResult:
    """The result on the board; `seat` is the one that the position has first."""
    outcome = position.outcome
    assert outcome is not None
    winner = 1 - seat if outcome.winner is OPPONENT else seat
    points = _worth(s, outcome.multiplier)
    return GameResult(winner, points, outcome.kind, End.BORNE_OFF, s.cube.value)


def _passed(s: Situation) -> GameResult:
    assert s.offer is not None
    winner, price = 1 - s.offer.answerer, s.offer.price
    return GameResult(winner, Fraction(price), None, End.PASS, price)


def _proposed(s: Situation) -> GameResult:
    proposal = s.proposal
    assert proposal is not None
    if isinstance(proposal, actions.Resign):
        points = _worth(s, proposal.level)
        kind = Kind(proposal.level)
        return GameResult(1 - proposal.seat, points, kind, End.RESIGNATION, s.cube.value)
    points = proposal.points
    winner = None if points == 0 else proposal.seat if points > 0 else 1 - proposal.seat
    return GameResult(winner, abs(points), None, End.SETTLEMENT, s.cube.value)


def _void(s: Situation) -> GameResult:
    return GameResult(None, Fraction(0), None, End.VOID, s.cube.value)


def result_of(s: Situation) -> GameResult | None:
    """The result that a situation at the end of a game must have; None where it is none."""
    if s.position.is_finished and s.seat is not None:
        return _borne_off(s, s.position, s.seat)
    if s.offer is not None:
        return _passed(s)
    if s.proposal is not None:
        return _proposed(s)
    if is_stuck(s.position) and is_stuck(s.position.flipped()):
        return _void(s)
    return None
