"""hash64, key, rank, index, dense index, GNU ids: stable, injective, and back again."""

import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from reference_hash import hash64
from strategies import constructed, positions, rolls, sides


@given(positions())
def test_hash64_is_that_of_the_written_promise(position):
    assert position.hash64 == hash64(position.player, position.opponent)
    assert position.flipped().hash64 == hash64(position.opponent, position.player)


@given(positions())
def test_keys_give_the_position_back(position):
    assert len(position.key) == 26
    assert tavla.Position.from_key(position.variant, position.key) == position
    counts = [n for byte in position.key for n in (byte & 15, byte >> 4)]
    assert tuple(counts[:26]) == position.player
    assert tuple(counts[26:]) == position.opponent


def colex_rank(counts):
    slots = [slot for slot, count in enumerate(counts) for _ in range(count)]
    return sum(math.comb(slot + i - 1, i) for i, slot in enumerate(slots, 1))


@given(st.sampled_from(list(tavla.VARIANTS.values())).flatmap(sides))
def test_rank_is_that_of_the_written_promise(counts):
    assert tavla.rank(counts) == colex_rank(counts)
    assert tuple(tavla.unrank(sum(counts), tavla.rank(counts))) == counts


@given(constructed(tavla.HYPER))
def test_hyper_indices(position):
    assert position.index == tavla.rank(position.player) * 3276 + tavla.rank(position.opponent)
    assert tavla.Position.from_index(tavla.HYPER, position.index) == position
    assert 0 <= position.dense_index < 7_959_904
    assert tavla.Position.from_dense_index(tavla.HYPER, position.dense_index) == position


@given(st.integers(0, 7_959_903))
def test_every_dense_index_is_a_position(number):
    assert tavla.Position.from_dense_index(tavla.HYPER, number).dense_index == number


def test_indices_end_where_the_positions_do():
    for number in (-1, 7_959_904, 10**30):
        with pytest.raises(tavla.TavlaError):
            tavla.Position.from_dense_index(tavla.HYPER, number)
    for number in (-1, 3276**2, 10**30):
        with pytest.raises(tavla.TavlaError):
            tavla.Position.from_index(tavla.HYPER, number)


def test_indices_of_fifteen_checkers_are_undefined():
    start = tavla.Position.start(tavla.BACKGAMMON)
    for name in ("index", "dense_index"):
        with pytest.raises(tavla.UndefinedIndexError):
            getattr(start, name)


def test_small_variants_are_numbered_without_gaps():
    mini = tavla.MOULTEZIM.replace(name="mini", start={24: 1})
    seen = set()
    number = 0
    while True:
        try:
            position = tavla.Position.from_dense_index(mini, number)
        except tavla.UndefinedIndexError:
            break
        assert position.dense_index == number
        seen.add((position.player, position.opponent))
        number += 1
    # Off or one of 24 points for each, not the same point: 25 * 25 - 24.
    assert len(seen) == number == 601


@given(positions())
def test_positions_are_values(position):
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert tavla.Position.from_array(position.variant, position.array) == position
    assert position.array.dtype == np.uint8
    assert position.array.shape == (2, 26)
    assert position.flipped().flipped() == position


@given(positions(), rolls)
def test_plays_and_moves_are_values(position, dice):
    plays = position.legal_plays(dice)
    again = pickle.loads(pickle.dumps(plays))
    assert again[:] == plays[:]
    for play in plays[:3]:
        copy = pickle.loads(pickle.dumps(play))
        assert copy == play
        assert hash(copy) == hash(play)
        assert position.after(copy) == position.after(play)


@given(st.sampled_from((tavla.BACKGAMMON, tavla.NACKGAMMON, tavla.HYPER)).flatmap(constructed))
def test_gnu_ids_give_the_position_back(position):
    assert len(position.gnubg_id) == 14
    assert tavla.Position.from_gnubg_id(position.gnubg_id, position.variant) == position
    assert tavla.formats.gnubg.position_id(position) == position.gnubg_id
    assert tavla.formats.gnubg.parse_position_id(position.gnubg_id, position.variant) == position


@pytest.mark.parametrize(
    ("text", "player", "opponent"),
    [
        ("4HPwATDgc/ABMA", {24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}),
        ("4HPiQSDgc/ABMA", {24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 18: 1, 13: 4, 10: 1, 8: 3, 6: 5}),
        (
            "5O4uAAhmdysAQA",
            {25: 1, 9: 1, 8: 1, 7: 2, 6: 3, 5: 3, 4: 2, 2: 2},
            {22: 1, 9: 1, 8: 3, 7: 3, 6: 3, 5: 3, 3: 1},
        ),
        ("AgAAKAAAAAAAAA", {3: 1, 2: 1, 0: 13}, {2: 1, 0: 14}),
    ],
)
def test_known_gnu_ids(text, player, opponent):
    def counts(stacks):
        return tuple(stacks.get(slot, 0) for slot in range(26))

    position = tavla.Position.from_gnubg_id(text)
    assert (position.player, position.opponent) == (counts(player), counts(opponent))
    assert position.gnubg_id == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMAA",
        "4HPwATDgc/AB_A",
        "//////////////",
        "AAAAAAAAAAAAAg",
        "é" * 14,
    ],
)
def test_garbage_ids_are_refused(text):
    with pytest.raises(tavla.InvalidIdError):
        tavla.Position.from_gnubg_id(text)


@given(st.text(max_size=20))
def test_any_text_is_an_id_or_an_error(text):
    try:
        position = tavla.Position.from_gnubg_id(text)
    except tavla.InvalidIdError:
        return
    assert position.gnubg_id == text


def test_a_variant_without_gnu_ids_says_so():
    with pytest.raises(tavla.InvalidIdError, match="moultezim"):
        _ = tavla.Position.start(tavla.MOULTEZIM).gnubg_id
