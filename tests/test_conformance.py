"""The handed positions with every legal result; skipped where that folder is not beside the project."""

import json
from pathlib import Path

import pytest

import tavla
from oracle import full_plays, next_moves, results

SHARED = Path(__file__).parents[2] / "shared"
NAMES = ("hyper", "moultezim", "fevga", "backgammon", "nackgammon")

pytestmark = pytest.mark.skipif(
    not SHARED.exists(), reason="the handed cases are not beside the project"
)


def lines(path):
    return [json.loads(line) for line in (SHARED / path).read_text().splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_every_case_gives_exactly_its_results(name):
    variant = tavla.VARIANTS[name]
    for case in lines(f"conformance/{name}.jsonl"):
        position = tavla.Position(variant, player=case["player"], opponent=case["opponent"])
        plays = position.legal_plays(case["dice"])
        found = [position.after(play).flipped() for play in plays]
        assert len(set(found)) == len(found)
        expected = {(tuple(mine), tuple(theirs)) for mine, theirs in case["after"]}
        assert {(p.player, p.opponent) for p in found} == expected


@pytest.mark.parametrize("name", NAMES)
def test_the_second_opinion_agrees_with_every_case(name):
    variant = tavla.VARIANTS[name]
    for case in lines(f"conformance/{name}.jsonl")[::3]:
        found = results(
            variant, tuple(case["player"]), tuple(case["opponent"]), tuple(case["dice"])
        )
        assert found == {(tuple(mine), tuple(theirs)) for mine, theirs in case["after"]}


@pytest.mark.parametrize("name", NAMES)
def test_first_moves_are_those_of_all_full_plays(name):
    variant = tavla.VARIANTS[name]
    for case in lines(f"conformance/{name}.jsonl")[::3]:
        position = tavla.Position(variant, player=case["player"], opponent=case["opponent"])
        plays = full_plays(variant, position.player, position.opponent, tuple(case["dice"]))
        found = {(m.source, m.target, m.die) for m in position.legal_moves(case["dice"])}
        assert found == next_moves(plays, ())


@pytest.mark.parametrize("name", NAMES)
def test_perft_counts(name):
    start = tavla.Position.start(tavla.VARIANTS[name])
    for row in json.loads((SHARED / "conformance/perft.json").read_text())[name]:
        found = tavla.perft(start, depth=row["depth"])
        assert (found.plays, found.distinct) == (row["plays"], row["distinct"])


@pytest.mark.parametrize("name", ["openspiel", "wildbg_movegen", "tsgammon_basic"])
def test_every_vector_gives_exactly_its_results(name):
    for case in lines(f"data/vectors/{name}_vectors.jsonl"):
        position = with_opponent(tavla.Position.from_gnubg_id(case["position_id"]))
        plays = position.legal_plays(case["dice"])
        found = {position.after(play).flipped() for play in plays}
        expected = {with_opponent(tavla.Position.from_gnubg_id(text)) for text in case["results"]}
        if position.is_finished:
            # Elsewhere a side without checkers dances; here the game is over.
            assert not plays
            assert expected == {position}
        else:
            assert found == expected, case["source"]


def with_opponent(position):
    """Stand the checkers of an opponent who has none on the board on the bar, where they change nothing.

    Here a side that is all off has won, and there is nothing to play.
    """
    if position.opponent[0] < 15:
        return position
    return tavla.Position(position.variant, player=position.player, opponent=[0] * 25 + [15])
