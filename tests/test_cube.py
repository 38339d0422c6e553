"""The cube alone, without a board: values, owners, prices (rules C1 to C4)."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla.errors import CubeError, InvalidArgumentError
from tavla.game.cube import DEEPEST, TURNS, Cube, Offer

CENTRED = Cube()
OWNED = Cube(value=4, owner=1, doubles=2)

# depth: name, value when taken, price of a pass, who is asked. Seat 0 doubles a cube at 1.
EXCHANGE = [
    (0, "double", 2, 1, 1),
    (1, "beaver", 4, 2, 0),
    (2, "raccoon", 8, 4, 1),
    (3, "aardvark", 16, 8, 0),
    (4, "aardvark", 32, 16, 1),
]


@pytest.mark.parametrize(("depth", "name", "value", "price", "asked"), EXCHANGE)
def test_each_turn_of_an_exchange_doubles_and_costs_the_value_before_it(
    depth, name, value, price, asked
):
    offer = CENTRED.offer(0)
    for _ in range(depth):
        offer = offer.turned()
    assert (offer.depth, offer.name, offer.value) == (depth, name, value)
    assert (offer.price, offer.answerer) == (price, asked)


@pytest.mark.parametrize("depth", range(6))
@pytest.mark.parametrize("doubler", [0, 1])
def test_the_seat_that_was_doubled_first_owns_the_cube_at_every_depth(depth, doubler):
    offer = Offer(CENTRED, doubler, depth)
    assert offer.owner == 1 - doubler
    assert offer.taken() == Cube(value=2 << depth, owner=1 - doubler, doubles=1)


@pytest.mark.parametrize("depth", range(5))
def test_names_follow_the_depth(depth):
    assert Offer(CENTRED, 0, depth).next_name == TURNS[min(depth + 1, 3)]


def test_a_redouble_hands_the_cube_over():
    offer = OWNED.offer(1)
    assert (offer.value, offer.price, offer.answerer) == (8, 4, 0)
    assert offer.taken() == Cube(value=8, owner=0, doubles=3)


def test_only_its_owner_turns_a_cube():
    assert CENTRED.is_centred
    assert CENTRED.is_open_to(0)
    assert CENTRED.is_open_to(1)
    assert not OWNED.is_centred
    assert not OWNED.is_open_to(0)
    with pytest.raises(CubeError, match="seat 1 owns"):
        OWNED.offer(0)


def test_automatic_doubles_leave_the_cube_centred():
    twice = CENTRED.doubled_automatically().doubled_automatically()
    assert twice == Cube(value=4, automatics=2)
    assert twice.is_centred
    assert twice.offer(1).taken() == Cube(value=8, owner=0, doubles=1, automatics=2)
    with pytest.raises(CubeError):
        OWNED.doubled_automatically()


AUTO = Cube(value=2, automatics=1)
BOTH = Cube(value=4, owner=0, doubles=1, automatics=1)

# cube, options, worth of a single, a gammon, a backgammon
WORTH = [
    (CENTRED, {"jacoby": False}, (1, 2, 3)),
    (CENTRED, {"jacoby": True}, (1, 1, 1)),
    (OWNED, {"jacoby": False}, (4, 8, 12)),
    (OWNED, {"jacoby": True}, (4, 8, 12)),
    (AUTO, {"jacoby": False}, (2, 4, 6)),
    (AUTO, {"jacoby": True}, (2, 2, 2)),
    (AUTO, {"jacoby": True, "auto_counts_as_turned": True}, (2, 4, 6)),
    (CENTRED, {"jacoby": True, "auto_counts_as_turned": True}, (1, 1, 1)),
    (BOTH, {"jacoby": True}, (4, 8, 12)),
    (Offer(CENTRED, 0, 1).taken(), {"jacoby": True}, (4, 8, 12)),
]


@pytest.mark.parametrize(("cube", "options", "points"), WORTH)
def test_worth_under_jacoby_and_without(cube, options, points):
    assert tuple(cube.worth(times, **options) for times in (1, 2, 3)) == points


@pytest.mark.parametrize("multiplier", [0, 4, -1, True, 1.0, None, "2"])
def test_other_multipliers_are_refused(multiplier):
    with pytest.raises(InvalidArgumentError, match="multiplier"):
        CENTRED.worth(multiplier, jacoby=False)


NO_CUBES = [
    {"value": 0},
    {"value": 3},
    {"value": -2},
    {"value": True},
    {"value": 2.0},
    {"value": "2"},
    {"value": 2, "owner": 2, "doubles": 1},
    {"value": 2, "owner": True, "doubles": 1},
    {"value": 2, "owner": 0},
    {"value": 2, "doubles": 1},
    {"value": 2, "owner": 0, "doubles": 2},
    {"value": 2, "owner": 0, "doubles": 1, "automatics": 1},
    {"value": 1, "automatics": 1},
    {"value": 4, "automatics": 1},
    {"value": 1, "doubles": -1},
    {"value": 1, "automatics": False},
]


@pytest.mark.parametrize("fields", NO_CUBES, ids=str)
def test_no_such_cube(fields):
    with pytest.raises(InvalidArgumentError, match="cube"):
        Cube(**fields)


@pytest.mark.parametrize(
    ("cube", "doubler", "depth"),
    [
        (CENTRED, 2, 0),
        (CENTRED, True, 0),
        (CENTRED, 0, -1),
        (CENTRED, 0, DEEPEST + 1),
        (CENTRED, 0, 1.0),
        (OWNED, 0, 0),
    ],
)
def test_no_such_offer(cube, doubler, depth):
    with pytest.raises(InvalidArgumentError, match="offer"):
        Offer(cube, doubler, depth)


@given(st.data())
def test_whatever_is_turned_and_taken_the_value_is_a_power_of_two_and_the_owner_was_doubled(data):
    cube, turns, seat = Cube(), 0, data.draw(st.integers(0, 1))
    for _ in range(data.draw(st.integers(0, 4))):
        cube, turns = cube.doubled_automatically(), turns + 1
    for _ in range(data.draw(st.integers(0, 10))):
        offer = cube.offer(seat)
        for _ in range(data.draw(st.integers(0, 3))):
            offer = offer.turned()
        turns += offer.depth + 1
        assert offer.value == 2 * offer.price == 2**turns
        cube, seat = offer.taken(), 1 - seat
        assert cube.value == 2**turns
        assert cube.owner == seat
        assert cube == Cube(**{name: getattr(cube, name) for name in Cube.__dataclass_fields__})


@pytest.mark.parametrize("made", [CENTRED, OWNED, BOTH, Offer(OWNED, 1, 2)])
def test_cubes_and_offers_are_values(made):
    for again in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made), eval(repr(made))):
        assert again == made
        assert hash(again) == hash(made)
    with pytest.raises(AttributeError):
        setattr(made, next(iter(type(made).__dataclass_fields__)), 2)
