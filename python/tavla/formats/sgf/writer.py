"""Writes GNU Backgammon's SGF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla.errors import InvalidArgumentError
from tavla.formats.gnubg_variants import words_of
from tavla.formats.sgf.tree import escaped
from tavla.formats.sgf.words import OPEN, OURS, RAW, TAGS, letter_of, other_rules
from tavla.formats.starts import is_set_up, result_to_write
from tavla.game import (
    Accept,
    Beaver,
    Decline,
    Double,
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tavla.formats.matches import MatchRecord
    from tavla.game import Action, GameRecord, GameState

__all__ = ["write"]

_PROPERTIES = {key: name for name, key in TAGS.items()}


def write(match: MatchRecord) -> str:
    r"""Write a match as GNU Backgammon's SGF.

    Ties of the opening throw, resignations that were declined and moves one by one have no place in the format and
    are left out; everything else comes back from `read`.

    Raises:
        InvalidArgumentError: A variant, a settlement or a start in the middle of a turn, which the format cannot hold.

    Examples:
        >>> from tavla.formats import mat, sgf
        >>> text = "1 point match\nGame 1\nann : 0  bob : 0\n1) 31: 8/5 6/5 63: 24/15\n      Wins 1 point\n"
        >>> print(sgf.write(mat.read(text).match))
        (;FF[4]GM[6]CA[UTF-8]AP[tavla]MI[length:1][game:0][ws:0][bs:0]PW[ann]PB[bob]RU[Crawford]RE[W+1R]
        ;W[31hefe]
        ;B[63aggj])
        <BLANKLINE>
    """
    return "".join(_tree(match, index) for index in range(len(match.games)))


def _tree(match: MatchRecord, index: int) -> str:
    """One game as a tree."""
    game = match.games[index]
    nodes = [_root(match, index)]
    for number, text in enumerate(_nodes(game), start=1):
        nodes.append(text + _raw(game, number))
    return f"({chr(10).join(';' + node for node in nodes)})\n"


def _raw(game: GameRecord, number: int) -> str:
    """What was kept of a node as it stood."""
    return game.tags.get(f"{RAW} {number or 'root'}", "")


def _root(match: MatchRecord, index: int) -> str:
    """The properties of the match, the score and the result."""
    game = match.games[index]
    first, second = match.scores[index] if index < len(match.scores) else (0, 0)
    number = match.numbers[index] if index < len(match.numbers) else index + 1
    kept = _raw(game, 0)
    parts = [
        "FF[4]GM[6]CA[UTF-8]",
        "" if "AP[" in kept else OURS,
        f"MI[length:{match.length}][game:{number - 1}][ws:{first}][bs:{second}]",
        _property("PW", game.players[0]),
        _property("PB", game.players[1]),
        *_ratings(game),
        *(_match_properties(match) if index == 0 else ()),
        f"RU[{_rules(match, game)}]",
        _result(game),
        kept,
    ]
    return "".join(parts)


def _property(name: str, value: str) -> str:
    return f"{name}[{escaped(value)}]"


def _ratings(game: GameRecord) -> Iterator[str]:
    for seat, name in enumerate(("WR", "BR")):
        rating = game.tags.get(f"Rating {seat}")
        if rating is not None:
            yield _property(name, rating)


def _match_properties(match: MatchRecord) -> Iterator[str]:
    """What the first tree says of the whole match."""
    for key, value in match.tags:
        name = _PROPERTIES.get(key)
        if name is not None:
            yield _property(name, value.replace(".", "-") if name == "DT" else value)
    if match.comments:
        yield _property("GC", "\n".join(match.comments))


def _rules(match: MatchRecord, game: GameRecord) -> str:
    """The words of RU."""
    said = (
        ("Crawford", match.crawford and match.length > 0),
        ("CrawfordGame", game.start.rules.crawford),
        ("Jacoby", match.jacoby),
        (words_of(match.variant)[1], True),
        (escaped(other_rules(game.tags.get(f"{RAW} rules", ""))), True),
    )
    return ":".join(word for word, holds in said if word and holds)


def _result(game: GameRecord) -> str:
    found = result_to_write(game)
    if found is None:
        return ""
    winner, result = found
    resigned = "R" if result.end == "resignation" else ""
    return f"RE[{'WB'[winner]}+{result.points}{resigned}]"


def _nodes(game: GameRecord) -> Iterator[str]:
    """A node for each turn, each cube action and each position that is set up; comments without one are the last."""
    dice, laid, noted = "", None, Notes()
    states = game.states()
    state = next(states)
    if "Comment" in game.tags:
        yield _property("C", game.tags["Comment"])
    if is_set_up(game):
        yield _set_up(state)
    for event, after in zip(game.events, states, strict=True):
        is_open = after.phase is Phase.CUBE and event is game.events[-1]
        action, seat = event.action, "WB"[event.action.seat]
        if laid is not None and isinstance(action, SetUp):
            yield f"{laid}{noted.taken()}"
            laid = None
        noted.add(event.comment)
        if isinstance(action, OpeningRoll | Roll):
            if after.phase is Phase.MOVE and after.dice is not None and after.seat is not None:
                dice = "".join(map(str, after.dice))
                laid = f"PL[{'WB'[after.seat]}]DI[{dice}]"
        elif isinstance(action, MakePlay | IllegalPlay):
            yield f"{seat}[{dice}{_letters(action)}]{noted.taken()}"
            laid = None
        elif isinstance(action, SetUp):
            yield f"{_set_up(after)}{noted.taken()}"
        elif not isinstance(action, Resign | Accept | Decline):
            yield f"{seat}[{_cube_word(action)}]{noted.taken()}{OPEN if is_open else ''}"
    if laid is not None:
        yield f"{laid}{noted.taken()}"
    elif noted.texts:
        yield noted.taken()


def node_count(game: GameRecord) -> int:
    """How many nodes a game has that a file can hold, the root left out."""
    held = [event.action for event in game.events]
    rolls = sum(isinstance(action, OpeningRoll | Roll) for action in held)
    plays = sum(isinstance(action, MakePlay | IllegalPlay) for action in held)
    others = sum(
        isinstance(action, Double | Beaver | Raccoon | Take | Pass | SetUp) for action in held
    )
    starts = int("Comment" in game.tags) + int(is_set_up(game))
    return starts + max(rolls, plays) + others


class Notes:
    """Comments on what has no node of its own, kept for the next node."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def add(self, comment: str | None) -> None:
        """Keep a comment."""
        if comment is not None:
            self.texts.append(comment)

    def taken(self) -> str:
        """The property of all comments so far."""
        if not self.texts:
            return ""
        text, self.texts = "\n".join(self.texts), []
        return _property("C", text)


def _set_up(state: GameState) -> str:
    """A position that is set up: who is on turn, the checkers, the cube."""
    sides = "".join(_checkers(state, seat) for seat in (0, 1))
    owner = "c" if state.cube.owner is None else "wb"[state.cube.owner]
    return f"PL[{'WB'[state.seat or 0]}]AE[a:y]{sides}CV[{state.cube.value}]CP[{owner}]"


def _checkers(state: GameState, seat: int) -> str:
    counts = state.seen_by(seat).player
    letters = [letter_of(slot, seat) for slot in range(1, 26) for _ in range(counts[slot])]
    return f"A{'WB'[seat]}[{']['.join(letters)}]" if letters else ""


def _cube_word(action: Action) -> str:
    if isinstance(action, Double | Beaver | Raccoon):
        return "double"
    if isinstance(action, Take | Pass):
        return "take" if isinstance(action, Take) else "drop"
    raise InvalidArgumentError(f"{action.name}: the format cannot hold it")


def _letters(action: MakePlay | IllegalPlay) -> str:
    """The moves as pairs of letters."""
    if isinstance(action, MakePlay):
        pairs = tuple((move.source, move.target) for move in action.moves)
    else:
        pairs = action.moves
    return "".join(letter_of(slot, action.seat) for pair in pairs for slot in pair)
