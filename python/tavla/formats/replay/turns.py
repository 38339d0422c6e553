"""What was played with a roll: a legal play, an illegal one, none, or one that is not told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tavla.errors import TavlaError
from tavla.formats import plays
from tavla.formats.acts import Act
from tavla.formats.remarks import split
from tavla.game import Event, IllegalPlay, MakePlay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavla._engine import Play
    from tavla.formats.replay.course import Course

__all__ = ["play"]

MOST_LEGAL = 40
_HIDDEN = re.compile(r"\?{2,}")


def play(course: Course, act: Act) -> None:
    """What was played with the roll that lies."""
    text, state = act.text, course.state
    assert state.dice is not None
    if not plays.is_moves(text):
        _no_moves(course, act)
        return
    position = state.position
    found = position.explain(text, state.dice)
    if found.legal:
        _played(course, act, state.dice, found.plays[0])
        return
    chosen = plays.read(position, text, state.dice)
    if chosen.code == "notation":
        bare = _bare(course, act)
        if bare is not None:
            play(course, bare)
            return
        if not split(text).moves:
            _no_moves(course, act)
            return
    for kind, words in chosen.remarks:
        course.note(kind, act, words)
    if chosen.play is not None:
        _played(course, act, state.dice, chosen.play)
    elif chosen.code == "notation":
        course.note("cell", act, chosen.words)
        _unknown(course, act, "the play cannot be read")
    elif chosen.code == "more_dice" and course.is_last:
        words = f"the game ends within the play: {chosen.words}"
        _illegal(course, act, words, plays.pairs(text), kind="hidden-play")
    else:
        _illegal(course, act, chosen.words, plays.pairs(text))


def _bare(course: Course, act: Act) -> Act | None:
    """The act with its moves alone, if it has any; what stands around them becomes a comment.

    Times, marks and brackets never belong to a play. Other words might, so that the moves without them must be legal.
    """
    parts, state = split(act.text), course.state
    assert state.dice is not None
    if not parts.moves or not parts.rest:
        return None
    if parts.words and plays.read(state.position, parts.moves, state.dice).play is None:
        return None
    course.note("comment", act, f"words beside the play: {parts.rest}")
    comment = parts.rest if act.comment is None else f"{parts.rest}\n{act.comment}"
    return Act(
        act.kind,
        act.seat,
        act.line,
        act.column,
        parts.moves,
        act.dice,
        sure=act.sure,
        comment=comment,
    )


def _keep_words(course: Course, act: Act, words: str) -> None:
    """Keep what stands beside a turn without moves, with whatever event it left last."""
    if words:
        course.note("comment", act, f"words beside the play: {words}")
        course.keep(words, len(course.done))


def _played(course: Course, act: Act, dice: tuple[int, int], made: Play) -> None:
    """Keep a legal play; the order of its moves in a file says nothing."""
    seat = course.state.seat
    assert seat is not None
    course.state = course.state.played(dice, made)
    course.done.append(Event(MakePlay.of(seat, made), None, act.comment))


def _no_moves(course: Course, act: Act) -> None:
    """A text that does not begin with moves."""
    words = act.text.lower()
    if "illegal play" in words or "unexportable play" in words:
        _dumped(course, act)
        return
    if plays.is_dance(words):
        _nothing(course, act, act.text)
        return
    bare = _bare(course, act)
    if bare is not None:
        play(course, bare)
    elif "??" in words:
        _hidden(course, act)
    else:
        _words_alone(course, act)


def _nothing(course: Course, act: Act, text: str) -> None:
    """No move, in so many words or in none: a dance, a roll before somebody gave up, a forced play."""
    state = course.state
    assert state.dice is not None
    legal = state.position.legal_plays(state.dice)
    if legal.is_dance:
        _played(course, act, state.dice, legal[0])
    elif text:
        _illegal(course, act, "there are legal plays", ())
    elif course.is_last:
        return  # somebody gave up after the roll; the result tells who
    elif len(legal) == 1:
        _played(course, act, state.dice, legal[0])
    else:
        _missing(course, act)


def _hidden(course: Course, act: Act) -> None:
    """A play that is not told."""
    course.note("hidden-play", act, "the play is not told")
    _unknown(course, act, "the play is not told")
    _keep_words(course, act, _HIDDEN.sub("", act.text).strip())


def _words_alone(course: Course, act: Act) -> None:
    """Words that are no moves: beside a dance or a blank, or in the place of a play that nobody made."""
    parts, state = split(act.text), course.state
    assert state.dice is not None
    legal = state.position.legal_plays(state.dice)
    if plays.is_dance(parts.words):
        _nothing(course, act, parts.words)
        _keep_words(course, act, parts.remarks or parts.signs)
    elif legal.is_dance:
        _played(course, act, state.dice, legal[0])
        _keep_words(course, act, act.text)
    else:
        course.note("cell", act, f"{act.text!r} is no play")
        _unknown(course, act, "the play cannot be read")


def _missing(course: Course, act: Act) -> None:
    """No play is written where there are some and the game goes on."""
    state = course.state
    assert state.dice is not None
    assert state.seat is not None
    legal = _words(state.position.legal_plays(state.dice))
    course.note("missing-play", act, "no play is written, and there are legal ones", legal)
    course.do(IllegalPlay(state.seat, ()), None, act.comment)


def _unknown(course: Course, act: Act, why: str) -> None:
    """The play is not known: nothing more may come, or it is forced, or the game is lost sight of."""
    state = course.state
    assert state.dice is not None
    legal = state.position.legal_plays(state.dice)
    if course.is_last:
        return  # somebody gave up; the result tells who
    if len(legal) == 1:
        _played(course, act, state.dice, legal[0])
    else:
        course.stop(act, why)


def _illegal(
    course: Course,
    act: Act,
    words: str,
    moves: tuple[tuple[int, int], ...],
    *,
    kind: str = "illegal-play",
) -> None:
    """A play against the rules, which stands as it was made where that can be."""
    state = course.state
    assert state.dice is not None
    assert state.seat is not None
    if course.doubtful and kind == "illegal-play":
        course.stop(act, "the play does not fit the board as it stood before the missing turn")
        return
    course.note(kind, act, words, _words(state.position.legal_plays(state.dice)))
    kept = (
        course.keeps_text
        and act.text != plays.text_of_pairs(moves)
        and plays.says(state.position, act.text, moves)
    )
    written = act.text if moves and kept else None
    try:
        course.do(IllegalPlay(state.seat, moves), written, act.comment)
    except TavlaError as error:
        course.stop(act, str(error).partition("; allowed")[0])


def _dumped(course: Course, act: Act) -> None:
    """An illegal play that is told by the position after it."""
    moves = plays.moves_to_dump(course.state.position, act.text)
    if moves is None:
        course.note("illegal-play", act, "an illegal play, without the moves that were made")
        course.stop(act, "the position after the illegal play is not known")
        return
    _illegal(course, act, "the file says that the play was illegal", moves)


def _words(legal: Sequence[Play]) -> tuple[str, ...]:
    """The first legal plays as text."""
    return tuple(str(one) for one in list(legal)[:MOST_LEGAL])
