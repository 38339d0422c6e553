"""Hypothesis strategies: states as ids tell them."""

from dataclasses import replace

from hypothesis import strategies as st

import tavla
from strategies import COMPOSED, constructed, played
from tavla.formats import PositionState, Status

BOARDS = (tavla.BACKGAMMON, tavla.NACKGAMMON, tavla.HYPER, *COMPOSED[:2])
ENDED = (Status.OVER, Status.RESIGNED, Status.DROPPED)

powers = st.integers(0, 7).map(lambda power: 1 << power)
names = st.text(st.characters(codec="utf-8", exclude_characters=":;"), max_size=12).filter(
    lambda name: name.isprintable() and name.strip() == name
)


@st.composite
def cubes(draw, seat):
    """Draw a cube that the seat may turn."""
    value = draw(powers)
    return {"cube": value, "cube_owner": seat if value > 1 and draw(st.booleans()) else None}


@st.composite
def turns(draw, variant, deepest):
    """Draw who is on roll and what is to be decided."""
    seat = draw(st.integers(0, 1))
    kind = draw(st.sampled_from(("roll", "play", "cube", "resignation")))
    facts = {"seat": seat} | draw(cubes(seat))
    if kind == "cube" and deepest:
        return facts | {"offered": draw(st.integers(1, deepest))}
    if facts["cube_owner"] is not None and draw(st.booleans()):
        facts["cube_owner"] = 1 - seat
    if kind == "play":
        facts["dice"] = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    if kind == "resignation":
        facts["resignation"] = draw(st.integers(1, variant.max_result))
        facts["to_act"] = draw(st.integers(0, 1))
    return facts


@st.composite
def matches(draw):
    """Draw a match of 1 to 64 points that is not over."""
    length = draw(st.integers(1, 64))
    points = st.one_of(st.integers(0, length - 1), st.just(length - 1))
    score = draw(st.tuples(points, points))
    crawford = length > 1 and length - 1 in score and draw(st.booleans())
    return {"length": length, "score": score, "crawford": crawford}


@st.composite
def states(draw, variants=BOARDS, deepest=3):
    """Draw a state that is sound, of any of the variants, with doubles to this depth in money play."""
    variant = draw(st.sampled_from(variants))
    position = draw(st.one_of(constructed(variant), played(variant)))
    match = draw(st.one_of(st.just({}), matches()))
    if match:
        facts = draw(turns(variant, 0 if match["crawford"] else 1)) | match
    else:
        flags = st.sampled_from((None, True, False))
        facts = draw(turns(variant, deepest)) | {
            "jacoby": draw(flags),
            "beavers": draw(flags),
            "score": draw(st.tuples(st.integers(0, 400), st.integers(0, 400))),
        }
    if draw(st.booleans()):
        least = facts["cube"] << facts.get("offered", 0)
        caps = (1 << 8, 1 << 12, 1 << 15)
        facts["max_cube"] = draw(st.sampled_from([cap for cap in caps if cap >= least] or [None]))
    if draw(st.booleans()):
        facts["names"] = draw(st.tuples(names, names))
    facts["move"] = draw(st.sampled_from((None, 1, 77)))
    if not facts.get("offered") and not facts.get("resignation"):
        facts["status"] = draw(st.sampled_from((Status.PLAYING, *Status)))
    return PositionState(position, **facts)


def plain(state, *, keep=()):
    """The state without what only some formats hold, so that states out of several formats compare."""
    facts = {
        "names": ("", ""),
        "jacoby": None,
        "beavers": None,
        "max_cube": None,
        "move": None,
        "games": None,
    }
    return replace(state, **{name: value for name, value in facts.items() if name not in keep})
