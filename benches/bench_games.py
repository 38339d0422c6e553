"""Whole games as an application plays them: every play judged, recorded and answered with the next state.

The peer is python-chess (`benches/peers/python/requirements.txt`), whose `Board.push_uci` does for a move of chess what
`Game.play` does for a turn: read it, judge it, make it, keep the history. Both are timed in the same run, in turns, and
the ratio is printed; without the peer that comparison is skipped.
"""

from statistics import median
from time import process_time

import pytest

import tavla
from tavla import BACKGAMMON, HYPER, MOULTEZIM, Game, GameRecord
from tavla.game import MakePlay

VARIANTS = [HYPER, BACKGAMMON, MOULTEZIM]
GAMES = 5
ROUNDS = 9


def played(variant, number):
    """A game between players who choose at random."""
    game, stream = Game(variant, seed=7, number=number), tavla.DiceStream(8, game=number)
    while not game.is_over:
        state = game.state
        if state.dice is None:
            game.roll()
        else:
            plays = state.position.legal_plays(state.dice)
            game.play(str(plays[stream.choose(0, state.turn, len(plays))]))
    return game


def turns(variant):
    """Of every turn of some games: a game that waits for the play, the action, and the play as it was written."""
    found = []
    for game in (played(variant, number) for number in range(GAMES)):
        for state, event in zip(game.record.states(), game.events, strict=False):
            if isinstance(event.action, MakePlay):
                waiting = Game(start=state, seed=7, number=len(found))
                found.append((waiting, event.action, event.written))
    return found


def by_text(todo):
    for game, _, text in todo:
        game.play(text)


def by_action(todo):
    for game, action, _ in todo:
        game.apply(action)


def undone(todo):
    """The turns, each game back before its play."""
    for game, _, _ in todo:
        game.undo(len(game.events))
    return todo


@pytest.mark.parametrize("way", [by_text, by_action], ids=lambda way: way.__name__)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_plays(benchmark, variant, way):
    todo = turns(variant)
    way(todo)
    for game, action, _ in todo:
        assert game.events[-1].action == action
    benchmark.extra_info["plays"] = len(todo)
    benchmark.pedantic(way, setup=lambda: ((undone(todo),), {}), rounds=ROUNDS)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_whole_games(benchmark, variant):
    """Rolls and plays."""
    expected = [played(variant, number).record for number in range(GAMES)]

    def games():
        return [played(variant, number) for number in range(GAMES)]

    found = benchmark(games)
    assert [game.record for game in found] == expected
    assert all(game.is_over for game in found)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_read_a_record(benchmark, variant):
    record = played(variant, 0).record
    text = record.to_json()
    assert benchmark(GameRecord.from_json, text) == record


def chess_moves(chess):
    """A game of chess between players who choose at random, as texts."""
    board, stream, moves = chess.Board(), tavla.DiceStream(9), []
    while not board.is_game_over() and len(moves) < 200:
        legal = sorted(move.uci() for move in board.legal_moves)
        moves.append(legal[stream.choose(0, len(moves), len(legal))])
        board.push_uci(moves[-1])
    assert len(moves) > 50
    return moves, board.fen()


def seconds(work, *values):
    start = process_time()
    work(*values)
    return process_time() - start


def test_a_play_beside_a_move_of_chess(benchmark, capsys):
    chess = pytest.importorskip("chess")
    moves, fen = chess_moves(chess)

    def push():
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
        return board

    assert push().fen() == fen

    def compared(todo, way):
        """Seconds of a play and of a move of chess, the median of rounds in which both took turns."""
        rounds = [(seconds(way, undone(todo)), seconds(push)) for _ in range(ROUNDS)]
        play, move = (median(times) for times in zip(*rounds, strict=True))
        return play / len(todo), move / len(moves)

    def every():
        return {
            f"{variant.name} {way.__name__}": compared(turns(variant), way)
            for variant in VARIANTS
            for way in (by_text, by_action)
        }

    found = benchmark.pedantic(every, rounds=1)
    with capsys.disabled():
        print()
        for name, (play, move) in found.items():
            figures = f"{1e6 * play:5.1f} us a play, {1e6 * move:5.1f} us a move of chess"
            print(f"{name:20} {figures}, {move / play:.2f} times its rate")
