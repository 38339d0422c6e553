"""Plain data with one thing wrong: what a stranger, or a damaged file, may send."""

import copy

WRONG = (None, True, -1, 0, 7, 1.5, float("nan"), 10**400, "", "x", [], [1], {}, {"x": 1})


def paths(data, here=(), closed=()):
    """Every place in nested objects and lists, the whole first; values under keys that are closed count as one."""
    yield here
    if here and here[-1] in closed:
        return
    if isinstance(data, dict):
        for key, value in data.items():
            yield from paths(value, (*here, key), closed)
    if isinstance(data, list):
        for index, value in enumerate(data):
            yield from paths(value, (*here, index), closed)


def at(data, path):
    """What stands at a place."""
    for key in path:
        data = data[key]
    return data


def mutations(data, closed=()):
    """The data with one value exchanged, or one key taken out or put in; values equal to the old one are left out."""
    for path in paths(data, closed=closed):
        old = at(data, path)
        if not path:
            yield from WRONG
            continue
        for value in WRONG:
            if type(value) is not type(old) or value != old:
                changed = copy.deepcopy(data)
                at(changed, path[:-1])[path[-1]] = copy.deepcopy(value)
                yield changed
        removed = copy.deepcopy(data)
        del at(removed, path[:-1])[path[-1]]
        yield removed
        if isinstance(old, dict):
            added = copy.deepcopy(data)
            at(added, path)["unknown"] = 1
            yield added
