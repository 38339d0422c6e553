"""What must hold for any bytes: one function for each reader, called by the fuzzer and by the tests.

Any bytes give a result or a `FormatError` with a place; what was read replays; and what is written of it is read as the
same again.
"""

from dataclasses import replace
from pathlib import Path

import tavla
from tavla.errors import FormatError, FormatLossError, InvalidArgumentError, InvalidIdError
from tavla.formats import (
    ID_FORMATS,
    files,
    find_ids,
    from_game_state,
    mat,
    parse_id,
    records,
    sgf,
    to_game_state,
    write_id,
)
from tavla.formats.findings import KINDS

__all__ = ["SEEDS", "TARGETS"]


def _checked(read, data):
    """What was read, or None; places and games are checked."""
    reading = fault = None
    try:
        reading = read(data)
    except FormatError as error:
        fault = error
    places = [fault] if reading is None else reading.findings
    for place in places:
        assert place.line >= 1
        assert place.column >= 1
    if reading is None:
        return None
    assert {finding.kind for finding in reading.findings} <= set(KINDS)
    assert 0 <= reading.replayed <= reading.rolls
    for match in reading.matches:
        for game in match.games:
            game.replay()
    return reading


def _is_fixed(form, match):
    """Check that what is written of a match is read as the same; some matches a format cannot hold."""
    try:
        text = form.write(match)
    except InvalidArgumentError:
        return
    again = form.read(text)
    assert not again.others
    assert again.match == match
    assert form.write(again.match) == text


def _file(form):
    def target(data):
        reading = _checked(form.read, data)
        if reading is None:
            return
        for match in reading.matches:
            _is_fixed(form, match)
            _is_fixed(records, match)

    return target


def any_file(data):
    """Whatever the file is."""
    _checked(files.read, data)


def _known(state):
    """The state with customs that it does not tell as most formats write them, as not in use."""
    if state.length:
        return state
    return replace(state, jacoby=bool(state.jacoby), beavers=bool(state.beavers))


def ids(data):
    """A text that may be an id, or hold some."""
    text = data.decode("utf-8", "surrogateescape")
    find_ids(text)
    for variant in (None, tavla.HYPER):
        try:
            state = parse_id(text, variant)
        except InvalidIdError:
            continue
        for name, form in ID_FORMATS.items():
            try:
                written = write_id(state, name, lossy=True)
            except FormatLossError:
                continue
            again = form.parse(written, state.position.variant)
            assert write_id(again, name, lossy=True) == written
            if not form.cannot_hold(state):
                assert _known(again) == _known(state)
        try:
            game = to_game_state(state)
        except FormatLossError:
            continue
        from_game_state(game, length=state.length or None, score=state.score, lossy=True)


CORPUS = Path(__file__).resolve().parent.parent / "corpus"
TARGETS = {
    "mat": _file(mat),
    "sgf": _file(sgf),
    "json": _file(records),
    "any": any_file,
    "ids": ids,
}
SEEDS = {name: [CORPUS / ("ids" if name == "ids" else "matches")] for name in TARGETS}
"""The folders of seeds for each target."""
