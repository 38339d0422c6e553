"""Games played to their end by chance, for tests of what stands above a game."""

from fractions import Fraction

from tavla.game import Double, MakePlay, Pass, Resign, Settle

KEEN = (Double,)
RARE = (Resign, Pass)


def step(game, chance):
    """Take one action of the game, chosen by a `random.Random`: whole plays mostly, and doubles where they may be."""
    legal = game.legal_actions
    if "settle" in game.state.may and chance.random() < 0.01:
        points = Fraction(chance.randint(-9, 9), 4)
        return game.apply(Settle(chance.randint(0, 1), points))
    keen = [action for action in legal if isinstance(action, KEEN)]
    if keen and chance.random() < 0.3:
        return game.apply(keen[0])
    if any(isinstance(action, MakePlay) for action in legal) and chance.random() < 0.95:
        return game.apply(chance.choice([one for one in legal if isinstance(one, MakePlay)]))
    usual = [one for one in legal if not isinstance(one, RARE) or chance.random() < 0.2]
    return game.apply(chance.choice(usual or legal))


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
