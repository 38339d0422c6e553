"""Legal games in dialects drawn at random: no legal play is called illegal, nothing stops, the games are the same."""

import random
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dialects import CHOICES, NAMES, Dialect, written
from records_of import random_match
from tavla.formats import mat
from tavla.game import MakePlay, OpeningRoll, Roll

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")


def told(game):
    """The turns and the result, whatever the order of the moves within one."""
    turns = []
    for state, event in zip(game.states(), game.events, strict=False):
        action = event.action
        if isinstance(action, MakePlay) and not action.moves:
            continue  # whoever resigns after a roll without a move may be taken to have danced
        if isinstance(action, MakePlay):
            turns.append(state.apply(action).position)
        elif isinstance(action, OpeningRoll):
            turns.append((action.seat, sorted(action.dice)))
        elif not isinstance(action, Roll):
            turns.append(type(action))
        else:
            turns.append((action.seat, action.dice))
    return turns, game.result


def renamed(match, names):
    games = tuple(replace(game, players=names) for game in match.games)
    return replace(match, players=names, games=games)


def check(match, dialect, encoding="utf-8"):
    text = written(match, dialect)
    reading = mat.read(text.encode(encoding), variant=match.variant)
    findings = [str(finding) for finding in reading.findings if finding.is_fault]
    assert not findings, (findings[:3], dialect.said, text)
    assert reading.match.players == match.players
    assert reading.rolls == reading.replayed
    assert list(map(told, reading.match.games)) == list(map(told, match.games)), (
        dialect.said,
        text,
    )


@pytest.mark.parametrize(
    ("part", "choice"), [(part, one) for part, many in CHOICES.items() for one in many]
)
def test_each_way_to_write_is_read(part, choice):
    plain = {name: many[0] for name, many in CHOICES.items()} | {part: choice}
    for seed in range(12):
        check(random_match(seed, most_games=2), Dialect(random.Random(seed), dict(plain)))


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 2**32), names=st.sampled_from(NAMES), encoding=st.sampled_from(ENCODINGS)
)
@example(
    2_026_457_683, ("ann", "bob"), "utf-8"
)  # who wins and who loses, where columns tell little
def test_any_mixture_of_them_is_read(seed, names, encoding):
    match = renamed(random_match(seed, most_games=2), names)
    check(match, Dialect(random.Random(seed)), encoding)


@pytest.mark.parametrize(
    "header", ["Unlimited match", " unlimited game", "Money session", "0 point match"]
)
def test_sessions_without_a_length(header):
    reading = mat.read(
        f"{header}\n Game 1\n a : 0    b : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
    )
    assert reading.match.length == 0
    assert not reading.findings


def test_what_is_written_behind_a_play_is_a_comment():
    text = " 5 point match\n Game 1\n a : 0             b : 0\n  1) 31: 8/5 6/5 (0:15) !!       64: 24/14 ; hm\n"
    reading = mat.read(text + "      Wins 1 point\n")
    assert [finding.kind for finding in reading.findings] == ["comment", "comment"]
    comments = [event.comment for event in reading.match.games[0].events]
    assert comments == [None, "(0:15) !!", None, "; hm", None, None]
    assert mat.read(mat.write(reading.match)).match == reading.match
