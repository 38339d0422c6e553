"""Stored data as a stranger may send them: one or two places changed at random."""

import copy

JUNK = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    25,
    64,
    10**30,
    -(10**5000),
    10**5000,
    1.0,
    float("nan"),
    float("inf"),
    "",
    "0",
    "start",
    "over",
    "1/3",
    "1e999999999",
    "x" * 1000,
    [],
    [1],
    [6, 5],
    [24, 18, 6],
    [[24, 18, 6, True]],
    [[[]]],
    {},
    {"x": 1},
    {"type": "resign", "seat": 0, "level": 3},
    {"type": "settle", "seat": 1, "points": "1/3"},
    {"type": "take", "seat": 1},
    {"doubler": 0, "depth": 0},
    {"doubler": 1, "depth": 10**12},
    {"value": 4, "owner": 0, "doubles": 1, "automatics": 0},
    {"cube": True, "beavers": 5},
    {"winner": 0, "points": 1, "kind": 1, "end": "borne_off", "cube": 1},
)


def deep():
    """Lists in lists, deeper than Python recurses."""
    data = []
    for _ in range(5000):
        data = [data]
    return data


def places(data, found=None):
    """Every container in the data with every key or index."""
    found = [] if found is None else found
    keys = data if isinstance(data, dict) else range(len(data))
    for key in keys:
        found.append((data, key))
        if isinstance(data[key], dict | list):
            places(data[key], found)
    return found


def mutant(data, rng):
    """The data with something changed."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        found = places(data)
        if not found:
            break
        where, key = rng.choice(found)
        match rng.randrange(6):
            case 0:
                del where[key]
            case 1 if isinstance(where, dict):
                where[rng.choice(("x", "seat", 1, None))] = copy.deepcopy(rng.choice(JUNK))
            case 1 | 2:
                other, name = rng.choice(found)
                where[key] = copy.deepcopy(other[name]) if _has(other, name) else None
            case 3 if type(where[key]) is int:
                where[key] += rng.choice((-1, 1))
            case _:
                where[key] = copy.deepcopy(rng.choice(JUNK))
    return data


def _has(where, key):
    return key in where if isinstance(where, dict) else key < len(where)
