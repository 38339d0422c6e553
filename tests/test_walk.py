"""The golden walk, tests/walk.md: every layer gives the row that stands there."""

import re
from pathlib import Path

import pytest

import tavla
from helpers import counts
from oracle import across, ordered_results
from reference_hash import hash64
from tavla.errors import FormatLossError
from tavla.formats import PositionState, parse_id, write_id

WALK = (Path(__file__).parent / "walk.md").read_text()


def sections():
    for text in WALK.split("\n## ")[1:]:
        rows = dict(re.findall(r"^\| (.*?) +\| (.*?) +\|$", text, flags=re.MULTILINE))
        yield pytest.param(rows, id=rows["variant"])


@pytest.fixture(params=sections())
def row(request):
    return request.param


@pytest.fixture
def variant(row):
    return tavla.variant(row["variant"])


def position(variant, player, opponent):
    sides = [counts(text, variant.checkers) for text in (player, opponent)]
    return tavla.Position(variant, player=sides[0], opponent=sides[1])


@pytest.fixture
def before(row, variant):
    return position(variant, row["player"], row["opponent"])


@pytest.fixture
def dice(row):
    return tuple(map(int, row["dice"].split()))


@pytest.fixture
def after(row, variant):
    return position(variant, row["next player"], row["next opponent"])


def written(move):
    return f"{move.source}-{move.target} by {move.die}{' hits' * move.hit}"


def test_the_other_sides_numbers(row, variant, before):
    points = [variant.opponent_point(p) for p in range(1, 25) if before.opponent[p]]
    assert sorted(points) == sorted(map(int, row["opponent in player's points"].split()))
    assert points == [across(variant, p) for p in range(1, 25) if before.opponent[p]]


def test_pips_and_contact(row, before, after):
    assert before.pips == tuple(map(int, row["pips"].split()))
    assert after.pips == tuple(map(int, row["pips after"].split()))
    assert before.has_contact is (row["contact"] == "yes")


def test_plays_and_first_moves(row, variant, before, dice):
    plays = before.legal_plays(dice)
    assert [str(play) for play in plays] == row["plays"].split(", ")
    lines = ordered_results(variant, before.player, before.opponent, dice)
    assert [tuple((m.source, m.target, m.die) for m in play.moves) for play in plays] == [
        line.steps for line in lines
    ]
    assert [str(move) for move in before.legal_moves(dice)] == row["first moves"].split()


def test_the_play_and_what_follows(row, before, after, dice):
    play = before.parse_play(row["play"], dice)
    assert str(play) == row["play"]
    assert sorted(map(written, play.moves)) == sorted(row["moves"].split(", "))
    assert before.after(play) == play.result == after


def test_identities(row, before, after):
    for name, pos in (("hash64", before), ("hash64 after", after)):
        assert f"{pos.hash64:016x}" == row[name]
        assert hash64(pos.player, pos.opponent) == pos.hash64
    assert tavla.rank(before.player) == int(row["rank of player"])
    assert tavla.rank(before.opponent) == int(row["rank of opponent"])
    if row["index"] == "none":
        with pytest.raises(tavla.UndefinedIndexError):
            _ = before.index
    else:
        assert before.index == int(row["index"])


def test_gnu_ids(row, before, after):
    for name, pos in (("GNU id", before), ("GNU id after", after)):
        if row[name] == "none":
            with pytest.raises(tavla.InvalidIdError):
                _ = pos.gnubg_id
        else:
            assert pos.gnubg_id == row[name]
            assert tavla.Position.from_gnubg_id(row[name], pos.variant) == pos


def test_ids(row, variant, before, dice):
    state = PositionState(before, 1, dice=dice)
    for name, form in (("XGID", "xgid"), ("tavla id", "tavla")):
        known = row[f"{name}, seat 1 on roll"]
        if known == "none":
            with pytest.raises(FormatLossError):
                write_id(state, form)
            continue
        assert write_id(state, form) == known
        assert parse_id(known, variant).position == before
        assert parse_id(known, variant).dice == dice
