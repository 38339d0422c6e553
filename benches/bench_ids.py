"""Position IDs by the array; a million in the time that the goal names (`docs/ids.md`)."""

import numpy as np
import pytest
from random_turns import random_turns

from tavla import BACKGAMMON, HYPER
from tavla.formats import gnubg, parse_id

SAMPLE, MILLION = 20_000, 1_000_000


def many(variant):
    """A million boards out of a sample of random games, and their ids as a list of texts."""
    boards, _ = random_turns(variant, SAMPLE)
    boards = np.tile(boards, (MILLION // SAMPLE, 1, 1))
    return boards, gnubg.ids(boards, variant).tolist()


@pytest.mark.parametrize("variant", [BACKGAMMON, HYPER], ids=lambda variant: variant.name)
def test_boards_of_a_million_ids(benchmark, variant):
    boards, ids = many(variant)
    found = benchmark.pedantic(gnubg.boards, (ids, variant), rounds=5)
    assert np.array_equal(found, boards)


@pytest.mark.parametrize("variant", [BACKGAMMON, HYPER], ids=lambda variant: variant.name)
def test_ids_of_a_million_boards(benchmark, variant):
    boards, ids = many(variant)
    found = benchmark.pedantic(gnubg.ids, (boards, variant), rounds=5)
    assert found.tolist() == ids


@pytest.mark.parametrize(
    "text",
    [
        "5O4uAAhmdysAQA:cAngACAAAAAE",
        "XGID=--BaBCCBAA------acccc-a--A:0:0:1:00:0:2:0:7:10",
        "3ghhhiiijjjkkkm:22445556667789p:N0N::W:C:2:0:7:0",
        "tavla1.backgammon.AAIyIxEAAAAAAAAAEAAQMDMTAAAAAAAAAQA.s1-p2_0-m7.8d9834bc",
    ],
    ids=["gnubg", "xgid", "ogid", "tavla"],
)
def test_one_id(benchmark, text):
    assert benchmark(parse_id, text).seat == 1
