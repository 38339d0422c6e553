"""Positions that read like diagrams, and the files of known answers."""

from pathlib import Path

import tavla

VECTORS = Path(__file__).parent / "vectors"
SLOTS = {"off": 0, "bar": 25}


def counts(text, checkers):
    """Read `24:2 13:5 bar:1`; checkers that are not placed are off."""
    found = [0] * 26
    for word in text.split():
        slot, _, count = word.partition(":")
        found[int(SLOTS.get(slot, slot))] += int(count or 1)
    found[0] += checkers - sum(found)
    return found


def pos(variant, text):
    """Read `24:1 6:2 | bar:1 3:2`: the player's side, then the opponent's in his own numbers."""
    player, opponent = text.split("|")
    return tavla.Position(
        variant,
        player=counts(player, variant.checkers),
        opponent=counts(opponent, variant.checkers),
    )


def vectors(name):
    """Give the lines of a file, each as the words before and after the arrow."""
    for line in (VECTORS / name).read_text().splitlines():
        if not line.startswith("#"):
            question, answer = line.split(" -> ")
            yield question.split(), answer.split()
