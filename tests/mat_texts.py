"""Match files of one game, written for tests, and what is read from them."""

from tavla.formats import mat
from tavla.game import IllegalPlay, MakePlay

ROLLS = "  1) 31: 8/5 6/5                 64: 24/14"
RIGHT = " " * 33


def text_of(*rows, length=5, scores=" ann : 0                      bob : 0", head=""):
    """A match of one game, as GNU Backgammon lays it out."""
    return "\n".join([head, f" {length} point match", "", " Game 1", scores, *rows, ""])


def read(*rows, **options):
    return mat.read(text_of(*rows, **options))


def kinds(reading):
    return [finding.kind for finding in reading.findings]


def actions(reading, game=0):
    return [event.action for event in reading.match.games[game].events]


def plays_of(reading, game=0):
    """The plays as text, in order."""
    record = reading.match.games[game]
    found = []
    for state, event in zip(record.states(), record.events, strict=False):
        action = event.action
        if isinstance(action, MakePlay):
            found.append(str(state.position.explain(action.moves, state.dice).plays[0]))
        elif isinstance(action, IllegalPlay):
            found.append(f"illegal {action.moves}")
    return found


def result_of(reading, game=0):
    result = reading.match.games[game].result
    return result.winner, int(result.points)
