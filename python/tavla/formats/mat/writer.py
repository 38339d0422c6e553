"""Writes match files as GNU Backgammon writes and imports them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla.errors import InvalidArgumentError
from tavla.formats import plays
from tavla.formats.gnubg_variants import words_of
from tavla.formats.mat.header import ambiguous_names, names_as_tags, score_line
from tavla.formats.mat.notes import notes_of
from tavla.formats.setups import set_pos
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
    from tavla.game import Event, GameRecord, GameState

__all__ = ["write"]

WIDTH = 27
DROPS = " Drops"
HIDDEN = "????"
"""What stands for a play that is not told."""
MARGINS = (" " * 6, " " * 34)


def write(match: MatchRecord) -> str:
    r"""Write a match as a `.mat`.

    Ties of the opening throw, resignations that were declined and moves one by one have no place in the format and
    are left out; everything else comes back from `read`.

    Raises:
        InvalidArgumentError: A variant, a settlement or a start in the middle of a turn, which the format cannot hold.

    Examples:
        >>> from tavla.formats import mat
        >>> reading = mat.read("5 point match\nGame 1\nann : 0  bob : 0\n1) 31: 8/5 6/5 63: 24/15\n      Wins 1 point\n")
        >>> print(mat.write(reading.match))
        ; [Variation "Backgammon"]
        ; [Crawford "On"]
        <BLANKLINE>
         5 point match
        <BLANKLINE>
         Game 1
         ann : 0                       bob : 0
          1) 31: 8/5 6/5                 63: 24/18 18/15
              Wins 1 point
        <BLANKLINE>
        <BLANKLINE>
    """
    lines = [*_header(match), "", f" {match.length} point match", ""]
    for index in range(len(match.games)):
        lines += [*_game(match, index), ""]
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split("\n")) if "\n" in text or "\r" in text else text


def _header(match: MatchRecord) -> Iterator[str]:
    """Tags, comments, and the agreements of the match."""
    tags = list(match.tags)
    for names in dict.fromkeys(game.players for game in match.games):
        if ambiguous_names(names):
            tags += [tag for tag in names_as_tags(names) if tag not in tags]
    on = {True: "On", False: "Off"}
    own = [("Variation", words_of(match.variant)[0])]
    if match.length:
        own.append(("Crawford", on[match.crawford]))
    else:
        own += [("Jacoby", on[match.jacoby]), ("Beaver", on[match.beavers])]
    tags = own + tags  # first, since the first of a key is what counts
    for number, game in enumerate(match.games, start=1):
        tags += notes_of(number, game)
    for key, value in tags:
        yield f'; [{_one_line(key)} "{_one_line(value)}"]'
    for comment in match.comments:
        yield f"; {_one_line(comment)}"


def _game(match: MatchRecord, index: int) -> Iterator[str]:
    """The lines of one game."""
    game = match.games[index]
    yield f" Game {match.numbers[index] if index < len(match.numbers) else index + 1}"
    scores = match.scores[index] if index < len(match.scores) else (0, 0)
    left, right = (f"{_name(game, seat)} : {scores[seat]}" for seat in (0, 1))
    yield score_line((left, right))
    yield from _rows(game)


def _name(game: GameRecord, seat: int) -> str:
    rating = game.tags.get(f"Rating {seat}")
    name = _one_line(game.players[seat])
    return name if rating is None else f"{name},{rating}"


def _rows(game: GameRecord) -> Iterator[str]:
    """Numbered rows of two cells, the left one padded as GNU Backgammon expects it."""
    number, left = 1, None
    for seat, cell in _cells(game):
        if seat is None:
            if left is not None:
                yield f"{number:3}) {left:<{WIDTH}} "
                number, left = number + 1, None
            yield cell
            continue
        if seat == 1:
            yield f"{number:3}) {left or '':<{WIDTH}} {cell}"
            number, left = number + 1, None
            continue
        if left is not None:
            yield f"{number:3}) {left:<{WIDTH}} "
            number += 1
        left = cell
    won = _won(game)
    if left is not None and won is not None and left == DROPS:
        yield f"{number:3}) {left:<{WIDTH}}  {won[1]}"
        return
    if left is not None:
        yield f"{number:3}) {left:<{WIDTH}} "
    if won is not None:
        yield f"{MARGINS[won[0]]}{won[1]}"


def _cells(game: GameRecord) -> Iterator[tuple[int | None, str]]:
    """The cells of a game with their seats; without a seat they are lines of their own."""
    states = game.states()
    state = next(states)
    events = list(game.events)
    if is_set_up(game):
        yield None, _set_up(state, 0, events)
    for index, (event, after) in enumerate(zip(events, states, strict=True)):
        action = event.action
        if isinstance(action, OpeningRoll | Roll):
            if after.phase is Phase.MOVE:
                follows = events[index + 1] if index + 1 < len(events) else None
                seat, cell = _rolled(after, follows, opening=isinstance(action, OpeningRoll))
                if HIDDEN not in cell and _seems_the_loser_s(game, index):
                    cell = f"{cell.rstrip()} {HIDDEN}"
                yield seat, cell
        elif isinstance(action, Double | Beaver | Raccoon):
            assert after.offer is not None
            word = "Doubles" if isinstance(action, Double) else "Beavers"
            yield action.seat, f" {word} => {after.offer.value}"
        elif isinstance(action, Take):
            assert state.offer is not None
            behind = events[index + 1].action if index + 1 < len(events) else None
            if state.offer.depth == 0 or not isinstance(behind, Roll | Resign):
                yield action.seat, " Takes"
        elif isinstance(action, Pass):
            yield action.seat, DROPS
        elif isinstance(action, SetUp):
            yield None, _set_up(after, state.seat, events[index + 1 :])
        elif not isinstance(action, MakePlay | IllegalPlay | Resign | Accept | Decline):
            raise InvalidArgumentError(f"event {index}: the format cannot hold {action.name}")
        state = after


def _seems_the_loser_s(game: GameRecord, index: int) -> bool:
    """Whether a first roll in the left column would be read as the loser's, who gave up: GNU Backgammon writes so."""
    if index > 0 or game.result is None or len(game.events) < 2:
        return False
    gave_up = isinstance(game.events[1].action, Resign)
    return gave_up and game.events[0].action.seat == game.result.winner == 0


def _set_up(state: GameState, seat: int | None, following: list[Event]) -> str:
    """The line of a position that is set up; who is on turn is told by what he does next, else it is `seat`."""
    told = set_pos(state.seen_by(0), state.cube)
    if told is None:
        raise InvalidArgumentError(
            f"cube: the format cannot hold one at {state.cube.value} in the middle"
        )
    acts = bool(following) and isinstance(following[0].action, Roll | Double)
    if not acts and state.seat != seat:
        raise InvalidArgumentError(
            "set_up: the format cannot hold who is on turn, since nothing follows"
        )
    return f"; Set Pos={told}"


def _rolled(state: GameState, follows: Event | None, *, opening: bool) -> tuple[int, str]:
    """A roll with what was played."""
    assert state.seat is not None
    assert state.dice is not None
    first, second = (max(state.dice), min(state.dice)) if opening else state.dice
    return state.seat, f"{first}{second}: {_played(state, follows)}"


def _played(state: GameState, follows: Event | None) -> str:
    """What was played with the roll, as text."""
    assert state.dice is not None
    action = None if follows is None else follows.action
    if isinstance(action, MakePlay):
        return plays.text_of(action.moves)
    if isinstance(action, IllegalPlay):
        written = None if follows is None else follows.written
        if written is not None and plays.says(state.position, written, action.moves):
            return written
        return plays.text_of_pairs(action.moves) or "Cannot Move"
    if isinstance(action, Resign | Accept | SetUp | None):
        return HIDDEN if state.position.legal_plays(state.dice).is_dance else ""
    raise InvalidArgumentError(f"the format cannot hold {action.name} in the middle of a turn")


def _won(game: GameRecord) -> tuple[int, str] | None:
    """The winner, and the words of the result."""
    found = result_to_write(game)
    if found is None:
        return None
    winner, result = found
    return winner, f"Wins {result.points} point{'' if result.points == 1 else 's'}"
