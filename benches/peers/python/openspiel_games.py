"""tavla beside OpenSpiel's Python API: complete random games of standard backgammon."""

from __future__ import annotations

import argparse
import random
from functools import partial

import numpy as np
import pyspiel
from common import Whole, assert_alike, compare, head, our_games, pin, points, results, simulated

# The cap on turns is lifted: every game is played to its end.
GAME = pyspiel.load_game("backgammon(scoring_type=full_scoring,max_player_turns=100000)")
BAR = 100  # OpenSpiel's number for it
PEER = "OpenSpiel (Python API)"


def side(state: pyspiel.State, player: int) -> list[int]:
    points = [state.board(player, 24 - n if player == 0 else n - 1) for n in range(1, 25)]
    bar = state.board(player, BAR)
    return [15 - bar - sum(points), *points, bar]


def board(state: pyspiel.State, player: int) -> np.ndarray:
    """Give the position as tavla has it, the player's side first."""
    return np.array([side(state, player), side(state, 1 - player)], dtype=np.uint8)


def whole_turns(state: pyspiel.State) -> dict[bytes, pyspiel.State]:
    """Give the results of a whole turn, which is two turns of OpenSpiel's for a double."""
    player = state.current_player()
    found: dict[bytes, pyspiel.State] = {}
    half: dict[bytes, pyspiel.State] = {}
    for action in state.legal_actions():
        child = state.child(action)
        now = half if child.current_player() == player else found
        now.setdefault(board(child, 1 - player).tobytes(), child)
    for child in half.values():
        for action in child.legal_actions():
            end = child.child(action)
            assert end.current_player() != player, "a third turn"
            found.setdefault(board(end, 1 - player).tobytes(), end)
    return found


def agreed_game(rng: random.Random) -> Whole:
    """Play one game, each distinct result of a turn as likely as any other, and compare every turn."""
    state = GAME.new_initial_state()
    turns, first = 0, None
    while not state.is_terminal():
        chances = state.chance_outcomes()
        assert len({chance for _, chance in chances}) == 1, "rolls are not equally likely"
        action = rng.choice(state.legal_actions())
        dice = [int(die) for die in state.action_to_string(action).split("roll: ")[1][:2]]
        state.apply_action(action)
        player = state.current_player()
        first = player if first is None else first
        assert player == (first + turns) % 2, "a turn out of turn"
        turns += 1
        found = whole_turns(state)
        assert set(found) == results(board(state, player), dice), f"{state}"
        state = rng.choice(list(found.values()))
    won = int(state.returns()[player])
    assert won == points(board(state, 1 - player)), f"{state}"
    return Whole(turns, won, player == first)


def lean(games: int, number: int) -> int:
    """Play random games with as few calls as can be."""
    choice, turns = random.Random(number).choice, 0
    for _ in range(games):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            turns += state.is_chance_node()  # a roll is a whole turn
            state.apply_action(choice(state.legal_actions()))
    assert 80 < turns / games < 115
    return games


def as_documented(games: int, number: int) -> int:
    """Play random games by the loop of OpenSpiel's `python/examples/example.py`."""
    np.random.seed(number)  # noqa: NPY002 - as the example does
    random.seed(number)
    turns = 0
    for _ in range(games):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(np.random.choice(actions, p=chances))  # noqa: NPY002
                turns += 1
            else:
                state.apply_action(random.choice(state.legal_actions(state.current_player())))
    assert 80 < turns / games < 115
    return games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--agree", type=int, default=100, help="games whose every turn is compared")
    options = parser.parse_args()
    pin()
    rng = random.Random(1)
    theirs = [agreed_game(rng) for _ in range(options.agree)]
    print(f"{PEER}: all results equal in {sum(game.turns for game in theirs)} turns")
    assert_alike(PEER, theirs, simulated(20_000, 1))
    head()
    for name, loop in (("lean loop", lean), ("documented loop", as_documented)):
        work = f"random games, {name}"
        compare(PEER, work, our_games(15_000), partial(loop, 150), options.rounds)


if __name__ == "__main__":
    main()
