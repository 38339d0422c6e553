"""One position at a time: the object API."""

import pytest

import tavla
from tavla import BACKGAMMON, HYPER, MOULTEZIM, Position


@pytest.mark.parametrize(
    ("variant", "dice", "plays"),
    [(BACKGAMMON, (3, 1), 16), (BACKGAMMON, (6, 5), 7), (HYPER, (6, 5), 9), (MOULTEZIM, (6, 5), 1)],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_legal_plays(benchmark, variant, dice, plays):
    position = Position.start(variant)
    assert len(benchmark(position.legal_plays, dice)) == plays


def test_legal_plays_of_a_double(benchmark):
    position = Position.start(BACKGAMMON)
    assert len(benchmark(position.legal_plays, (1, 1))) == 42


def test_find_and_after(benchmark):
    position = Position.start(BACKGAMMON)

    def turn():
        return position.after(position.legal_plays((3, 1)).find("8/5 6/5"))

    assert benchmark(turn).opponent[5] == 2


def test_legal_moves(benchmark):
    position = Position.start(BACKGAMMON)
    assert benchmark(position.legal_moves, (3, 1))


def test_explain(benchmark):
    position = Position.start(BACKGAMMON)
    assert not benchmark(position.explain, "24/18", (6, 5)).legal


def test_whole_random_game(benchmark):
    """The loop that a beginner writes."""

    def game():
        position, stream, turn = Position.start(BACKGAMMON), tavla.DiceStream(7), 0
        while not position.is_finished:
            plays = position.legal_plays(stream.roll(turn))
            position = position.after(plays[stream.choose(0, turn, len(plays))])
            turn += 1
        return turn

    assert benchmark(game) == game()
