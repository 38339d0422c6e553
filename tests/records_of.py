"""Whole games at random as records, for what reads and writes them."""

import random

import tavla
from tavla.formats.findings import Findings, Place
from tavla.formats.gnubg_variants import hyper
from tavla.formats.matches import MatchRecord
from tavla.formats.scores import Scores
from tavla.formats.starts import start_at
from tavla.game import (
    Accept,
    Beaver,
    Cube,
    Double,
    Event,
    GameRecord,
    GameState,
    IllegalPlay,
    MakePlay,
    OpeningRoll,
    Pass,
    Phase,
    Raccoon,
    Resign,
    Roll,
    SetUp,
    Take,
)
from tavla.game.permissions import highest_level, why_no_beaver, why_no_double

VARIANTS = (tavla.BACKGAMMON, tavla.NACKGAMMON, tavla.HYPER, hyper(1), hyper(2))


def random_match(seed, *, most_games=4, faults=False, setups=False):
    """A match or a session that a `.mat` and an SGF can hold, with illegal plays and set-ups where asked for."""
    rng = random.Random(seed)
    variant = rng.choice(VARIANTS)
    length = rng.choice((0, 1, 3, 7))
    jacoby = length == 0 and rng.random() < 0.5
    scores = Scores(length, Findings(), crawford=True, jacoby=jacoby, beavers=3)
    games, written = [], []
    for _ in range(rng.randint(1, most_games)):
        score = scores.begin(None, Place())
        if length and max(score) >= length:
            break
        record = random_game(rng, variant, scores.rules(), faults=faults, setups=setups)
        scores.end(record.result)
        games.append(record)
        written.append(score)
    numbers = tuple(range(1, len(games) + 1))
    return MatchRecord(
        variant, length, ("ann", "bob"), tuple(games), tuple(written), numbers, jacoby=jacoby
    )


def random_game(rng, variant, rules, *, faults, setups=False):
    """A game to its end: plays, the cube with beavers, resignations, positions that are set up."""
    if setups:
        rules = rules.replace(illegal_plays="recorded")
    start = GameState.new(variant, rules)
    if setups and rng.random() < 0.5:
        start = start_at(
            random_position(rng, variant), rules, rng.randrange(2), random_cube(rng, rules)
        )
    events, state = [], start
    is_set_up = setups and state.phase is Phase.START
    jumps = 0
    while not state.is_over:
        if is_set_up:
            action = Roll(state.seat, (rng.randint(1, 6), rng.randint(1, 6)))
        elif setups and "set_up" in state.may and state.turn and (rng.random() < 0.05 or not jumps):
            action = jump(rng, state)
            jumps += 1
        else:
            action = chosen(rng, state, faults=faults)
        is_set_up = isinstance(action, SetUp)
        comment = rng.choice((None,) * 20 + ("well played", "two\nlines"))
        commented = isinstance(action, MakePlay | IllegalPlay | Double | Pass)
        state = state.apply(action)
        events.append(Event(action, None, comment if commented else None))
    return GameRecord(start, tuple(events), state.result, ("ann", "bob"))


def jump(rng, state):
    """Another position."""
    position = random_position(rng, state.variant)
    cube = random_cube(rng, state.rules)
    return SetUp(rng.randrange(2), position.player, position.opponent, cube.value, cube.owner)


def random_position(rng, variant):
    """A position that some plays lead to."""
    position = tavla.Position.start(variant)
    for _ in range(rng.randint(1, 20)):
        after = rng.choice(position.legal_plays((rng.randint(1, 6), rng.randint(1, 6)))).result
        if not after.is_finished:
            position = after
    return position


def random_cube(rng, rules):
    """A cube as it may lie."""
    if rules.crawford or rng.random() < 0.5:
        return Cube()
    return Cube.at(rng.choice((2, 4, 8)), rng.randrange(2))


def chosen(rng, state, *, faults):
    """Something that can be done."""
    if state.proposal is not None:
        return Accept(1 - state.proposal.seat)
    if state.phase is Phase.OPENING:
        first, second = rng.sample(range(1, 7), 2)
        return OpeningRoll(0 if first > second else 1, (first, second))
    if state.phase is Phase.CUBE:
        return answer(rng, state)
    if rng.random() < 0.01 and state.turn:
        return resignation(rng, state)
    if state.phase is Phase.START:
        if not why_no_double(state) and rng.random() < 0.1 and state.cube.value < 64:
            return Double(state.seat)
        first, second = rng.randint(1, 6), rng.randint(1, 6)
        return Roll(state.seat, (first, second))
    plays = state.position.legal_plays(state.dice)
    if faults and rng.random() < 0.05:
        return illegal(rng, state, plays)
    return MakePlay(state.seat, rng.choice(plays).moves)


def answer(rng, state):
    seat, draw = state.offer.answerer, rng.random()
    if draw < 0.3 and not why_no_beaver(state):
        return (Beaver if state.offer.depth == 0 else Raccoon)(seat)
    # A pass of a beaver is written as any other: a file tells it by the winner.
    return Take(seat) if draw < 0.8 else Pass(seat)


def resignation(rng, state):
    """At a level that the points tell: under Jacoby's rule a gammon without a cube counts once."""
    seat = rng.randint(0, 1)
    level = rng.randint(1, highest_level(state, seat))
    once = state.rules.jacoby and state.rules.cube and state.cube.doubles == 0
    return Resign(seat, 1 if once else level)


def illegal(rng, state, plays):
    """Checkers moved against the rules, or a legal play where that comes of it."""
    moves = []
    board = state.position
    for _ in range(rng.randint(0, 3)):
        sources = [slot for slot in range(1, 26) if board.player[slot]]
        if not sources:
            break
        source = rng.choice(sources)
        targets = [t for t in range(25) if t != source]
        rng.shuffle(targets)
        for target in targets:
            try:
                board.displaced([(source, target)])
            except tavla.InvalidPositionError:
                continue
            board = board.displaced([(source, target)])
            moves.append((source, target))
            break
    result = board.flipped()
    if board.is_finished or any(play.result == result for play in plays):
        return MakePlay(state.seat, plays[0].moves)
    return IllegalPlay(state.seat, tuple(moves))
