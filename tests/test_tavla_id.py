"""The id of tavla: every variant, every fact, and no damage unseen."""

import json
import re
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from id_states import states
from strategies import COMPOSED
from tavla.errors import FormatLossError, InvalidArgumentError, InvalidIdError
from tavla.formats import PositionState, Status, cannot_hold, parse_id, tavla_id, write_id

VECTORS = Path(__file__).parent / "vectors" / "tavla_ids.txt"
EVERY = (*tavla.VARIANTS.values(), *COMPOSED)
START = tavla.Position.start(tavla.MOULTEZIM)


def known():
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            text, facts = line.split(" ", 1)
            yield text, json.loads(facts)


def variant_of(facts):
    base = tavla.VARIANTS[facts.pop("base")]
    limits = facts.pop("held_limits", None)
    if limits is not None:
        facts["held_limits"] = tuple(map(tuple, limits))
    return base.replace(name="composed", **facts) if facts else base


def state_of(facts):
    variant = variant_of(facts.pop("variant"))
    sides = [
        {int(slot): count for slot, count in facts.pop(side).items()}
        for side in ("player", "opponent")
    ]
    facts = {name: tuple(v) if isinstance(v, list) else v for name, v in facts.items()}
    if "status" in facts:
        facts["status"] = Status(facts["status"])
    return PositionState(tavla.Position(variant, *sides), **facts)


@pytest.mark.parametrize(("text", "facts"), list(known()))
def test_known_ids_are_read_and_written(text, facts):
    state = state_of(facts)
    assert write_id(state, "tavla") == text
    assert parse_id(text, state.position.variant) == state


def test_ids_of_presets_need_no_variant():
    for text, facts in known():
        if len(facts["variant"]) == 1:
            assert parse_id(text).position.variant.name == facts["variant"]["base"]


@given(
    states(variants=EVERY, deepest=60), st.integers(0, (1 << 31) - 1), st.sampled_from((None, 9))
)
def test_every_state_but_its_names_comes_back(state, length, games):
    if state.length:
        state = replace(state, length=max(state.length, length))
    state = replace(state, games=games)
    text = write_id(state, "tavla", lossy=True)
    assert re.fullmatch(r"[A-Za-z0-9._-]+", text)
    assert parse_id(text, state.position.variant) == replace(state, names=("", ""))
    if state.names == ("", ""):
        assert write_id(state, "tavla") == text
        assert cannot_hold(state, "tavla") == ()


@given(states(variants=EVERY), st.data())
def test_no_character_can_be_changed_dropped_or_doubled(state, data):
    text = write_id(state, "tavla", lossy=True)
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from(("", text[at] * 2, "A", "0", "-", ".", "z")))
    changed = text[:at] + new + text[at + 1 :]
    if changed != text:
        with pytest.raises(InvalidIdError):
            tavla_id.parse(changed, state.position.variant)


def test_names_are_the_only_loss():
    state = PositionState(START, 0, names=("ann", "bob"))
    with pytest.raises(FormatLossError, match="names"):
        write_id(state, "tavla")


def signed(text):
    """A text with the check that belongs to it."""
    return f"{text}.{zlib.crc32(text.encode()):08x}"


KEY = "AAAAAAAAAAAAAAAADwAAAAAAAAAAAAAAAA8"


@pytest.mark.parametrize(
    ("text", "field", "at"),
    [
        (signed(f"tavla2.moultezim.{KEY}.s0"), "version", 1),
        (signed(f"tavla1.nobody.{KEY}.s0"), "variant", 8),
        (signed(f"tavla1.x0123456789abcdef.{KEY}.s0"), "variant", 8),
        (signed(f"tavla1.x0123456789ABCDEF.{KEY}.s0"), "variant", 8),
        (signed(f"tavla1.moultezim.{KEY[1:]}.s0"), "checkers", 18),
        (signed(f"tavla1.moultezim.{KEY[:-1]}9.s0"), "checkers", 52),
        (signed(f"tavla1.moultezim.{KEY[:-1]}+.s0"), "checkers", 18),
        (signed(f"tavla1.hyper.{KEY}.s0"), "checkers", 14),
        (signed(f"tavla1.moultezim.{KEY}.s2"), "state", 54),
        (signed(f"tavla1.moultezim.{KEY}.s0-s0"), "state", 57),
        (signed(f"tavla1.moultezim.{KEY}.d3_1-s0"), "state", 59),
        (signed(f"tavla1.moultezim.{KEY}.s0-d31"), "state", 57),
        (signed(f"tavla1.moultezim.{KEY}.s0-d7_1"), "state", 57),
        (signed(f"tavla1.moultezim.{KEY}.s0-c3"), "state", 57),
        (signed(f"tavla1.moultezim.{KEY}.s0-q1"), "state", 57),
        (signed(f"tavla1.moultezim.{KEY}.s0-"), "state", 57),
        (signed(f"tavla1.moultezim.{KEY}.s0-d3_1-t1"), "state", 57),
        (f"tavla1.moultezim.{KEY}.s0.00000000", "check", 57),
        (f"tavla1.moultezim.{KEY}.s0", "fields", 1),
    ],
)
def test_faulty_ids_name_the_field_and_the_character(text, field, at):
    with pytest.raises(InvalidIdError) as caught:
        tavla_id.parse(text)
    assert (caught.value.field, caught.value.at) == (field, at)


@pytest.mark.parametrize("words", ["s0-d1_3", "s00", "s0-c1", "s0-f0", "s0-a0", "s0-g1"])
def test_there_is_one_way_to_write_a_state(words):
    with pytest.raises(InvalidIdError):
        tavla_id.parse(signed(f"tavla1.moultezim.{KEY}.{words}"))


def test_an_id_of_a_composed_variant_needs_that_variant():
    five, other = COMPOSED[2], COMPOSED[3]
    state = PositionState(tavla.Position.start(five), 1)
    text = write_id(state, "tavla")
    assert five.fingerprint[:16] in text
    with pytest.raises(InvalidIdError, match="variant="):
        parse_id(text)
    with pytest.raises(InvalidIdError, match="fingerprint"):
        parse_id(text, other)
    with pytest.raises(InvalidArgumentError):
        parse_id(text, "moultezim")
    renamed = five.replace(name="my game")
    assert parse_id(text, renamed).position.variant == renamed


def test_rules_of_a_preset_go_by_its_name():
    renamed = tavla.MOULTEZIM.replace(name="house rules")
    text = write_id(PositionState(tavla.Position.start(renamed), 0), "tavla")
    assert text.startswith("tavla1.moultezim.")
    assert parse_id(text, renamed).position.variant == renamed


def test_a_variant_that_is_not_the_one_named_is_refused():
    text = write_id(PositionState(START, 0), "tavla")
    with pytest.raises(InvalidIdError, match="fevga"):
        parse_id(text, tavla.FEVGA)
