"""Variants as data: presets, composition, contradictions, fingerprints."""

import pickle

import pytest

import tavla


def test_the_five_presets_by_name():
    assert list(tavla.VARIANTS) == ["hyper", "moultezim", "fevga", "backgammon", "nackgammon"]
    for name, variant in tavla.VARIANTS.items():
        assert variant.name == name
        assert tavla.variant(name) == variant
        assert tavla.variant(f" {name.upper()} ") == variant
    with pytest.raises(TypeError):
        tavla.VARIANTS["hyper"] = tavla.FEVGA


@pytest.mark.parametrize("text", ["hypergammon", "Hyper-Backgammon", "hyper backgammon"])
def test_other_names_people_type(text):
    assert tavla.variant(text) == tavla.HYPER


@pytest.mark.parametrize("text", ["chess", "", "narde"])
def test_an_unknown_name_lists_the_known_ones(text):
    with pytest.raises(tavla.UnknownVariantError, match="hyper"):
        tavla.variant(text)


def test_the_presets_are_the_rules_of_the_house():
    assert [v.checkers for v in tavla.VARIANTS.values()] == [3, 15, 15, 15, 15]
    assert [v.track for v in tavla.VARIANTS.values()] == [
        "contrary",
        "parallel",
        "parallel",
        "contrary",
        "contrary",
    ]
    assert [v.contact for v in tavla.VARIANTS.values()] == ["hit", "block", "block", "hit", "hit"]
    assert tavla.MOULTEZIM.held_limits == ((7, 12, 4),)
    assert tavla.FEVGA.held_limits == ((19, 24, 5),)
    assert tavla.MOULTEZIM.first_away_pips == tavla.FEVGA.first_away_pips == 13
    assert [v.unblock_duty for v in tavla.VARIANTS.values()] == [False, False, True, False, False]
    assert [v.opening for v in tavla.VARIANTS.values()] == [
        "use_dice",
        "reroll",
        "reroll",
        "use_dice",
        "use_dice",
    ]
    assert [v.next_starter for v in tavla.VARIANTS.values()] == [
        "roll",
        "roll",
        "previous_winner",
        "roll",
        "roll",
    ]
    assert [v.max_result for v in tavla.VARIANTS.values()] == [3, 2, 2, 3, 3]
    assert [v.cube for v in tavla.VARIANTS.values()] == [True, False, False, True, True]
    assert [v.jacoby for v in tavla.VARIANTS.values()] == [True, False, False, True, True]


def test_opponents_numbers_by_track():
    assert [tavla.HYPER.opponent_point(p) for p in (1, 12, 24)] == [24, 13, 1]
    assert [tavla.MOULTEZIM.opponent_point(p) for p in (1, 12, 24)] == [13, 24, 12]
    for variant in tavla.VARIANTS.values():
        for point in range(1, 25):
            assert variant.opponent_point(variant.opponent_point(point)) == point
    for point in (0, 25, -1, 300, 1.5, "6"):
        with pytest.raises(tavla.TavlaError):
            tavla.HYPER.opponent_point(point)


def test_replace_composes_and_keeps_the_rest():
    five = tavla.MOULTEZIM.replace(held_limits=((7, 12, 5),))
    assert five.held_limits == ((7, 12, 5),)
    assert five.first_away_pips == 13
    assert five != tavla.MOULTEZIM
    assert five.fingerprint != tavla.MOULTEZIM.fingerprint
    two = tavla.HYPER.replace(start={24: 1, 23: 1})
    assert two.checkers == 2
    assert sum(two.start) == 2


def test_fingerprints_are_of_the_rules_without_names():
    renamed = tavla.HYPER.replace(name="three-checker")
    assert renamed.name == "three-checker"
    assert renamed.fingerprint == tavla.HYPER.fingerprint
    assert len({v.fingerprint for v in tavla.VARIANTS.values()}) == 5
    assert int(tavla.HYPER.fingerprint, 16) >= 0


@pytest.mark.parametrize(
    ("preset", "changes", "words"),
    [
        ("moultezim", {"start": {24: 14, 23: 1}}, "stack"),
        ("moultezim", {"contact": "hit"}, "first-checker-away"),
        ("moultezim", {"first_away_pips": 24}, "first checker"),
        ("moultezim", {"held_limits": ((0, 12, 4),)}, "low"),
        ("moultezim", {"held_limits": ((7, 12, 0),)}, "at least one"),
        ("moultezim", {"jacoby": True}, "cube"),
        ("fevga", {"contact": "hit", "first_away_pips": 0}, "duty"),
        ("hyper", {"start": {24: 16}}, "15"),
        ("hyper", {"start": {24: 1, 1: 1, 22: 1}}, "one point"),
        ("hyper", {"start": {25: 1, 24: 2}}, "bar"),
        ("hyper", {"start": {}}, "1 to 15"),
        ("hyper", {"checkers": 4}, "4"),
        ("hyper", {"max_result": 4}, "max_result"),
        ("hyper", {"track": "sideways"}, "contrary"),
        ("hyper", {"colour": "red"}, "colour"),
        ("hyper", {"head_limit": 1}, "turn number"),
        ("hyper", {"cascade_from_roll": 4}, "turn number"),
        ("hyper", {"held_limits": "all"}, "held_limits"),
        ("hyper", {"cube": 1}, "cube"),
    ],
    ids=str,
)
def test_contradictions_are_refused_with_the_reason(preset, changes, words):
    with pytest.raises(tavla.InvalidVariantError, match=words) as caught:
        tavla.VARIANTS[preset].replace(**changes)
    assert isinstance(caught.value, ValueError)
    assert any(words in reason for reason in caught.value.reasons)


def test_every_contradiction_is_listed_at_once():
    with pytest.raises(tavla.InvalidVariantError) as caught:
        tavla.MOULTEZIM.replace(contact="hit", jacoby=True, max_result=9, held_limits=((12, 7, 4),))
    assert len(caught.value.reasons) >= 4


@pytest.mark.parametrize("variant", tavla.VARIANTS.values(), ids=str)
def test_variants_are_values(variant):
    assert pickle.loads(pickle.dumps(variant)) == variant
    assert tavla.Variant.from_dict(variant.to_dict()) == variant
    assert hash(variant.replace()) == hash(variant)
    assert variant.name in repr(variant).lower()
    with pytest.raises(AttributeError):
        variant.checkers = 4


def test_a_stored_variant_that_was_changed_is_refused():
    data = tavla.MOULTEZIM.to_dict()
    data["rules"]["max_result"] = 1
    with pytest.raises(tavla.DataError, match="fingerprint"):
        tavla.Variant.from_dict(data)
    for broken in ({}, {"format": "other"}, {**tavla.HYPER.to_dict(), "version": 99}):
        with pytest.raises(tavla.DataError):
            tavla.Variant.from_dict(broken)
