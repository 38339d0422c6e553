"""Games played to their end by chance, for tests of what stands above a game."""

from fractions import Fraction

from tavla.game import Double, MakePlay, Pass, Resign, Settle

RARE = {Resign: 0.01, Pass: 0.3, Double: 0.3}
"""How likely it is that an action is considered at all; others always are."""


def step(game, chance):
    """Take one action of the game, chosen by a `random.Random`: whole plays mostly, and doubles where they may be."""
    legal = game.legal_actions
    if "settle" in game.state.may and chance.random() < 0.01:
        points = Fraction(chance.randint(-9, 9), 4)
        return game.apply(Settle(chance.randint(0, 1), points))
    considered = [one for one in legal if chance.random() < RARE.get(type(one), 1)] or legal
    plays = [action for action in considered if isinstance(action, MakePlay)]
    return game.apply(chance.choice(plays if plays and chance.random() < 0.95 else considered))


def play_out(game, chance):
    """Play the game to its end."""
    while not game.is_over:
        step(game, chance)
    return game


def told(game):
    """What a person would enter of a game that is over."""
    result = game.result
    return {
        "winner": result.winner,
        "kind": result.kind,
        "cube": result.cube,
        "automatics": game.state.cube.automatics,
        "end": result.end,
        "points": result.points if result.end == "settlement" else None,
    }
