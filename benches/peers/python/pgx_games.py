"""tavla beside pgx on the CPU, compiled: complete random games of standard backgammon.

A step of pgx is one checker by one die. It takes any die that can be played, so it lacks the rules that as many dice
as possible must be played, or the larger: its results include all of tavla's and now and then one more.
"""

# ruff: noqa: E402 - JAX reads the environment when it is imported
from __future__ import annotations

import argparse
import os
import random
import time
from functools import partial

from common import Whole, assert_alike, compare, head, our_games, pin, points, results

# Before JAX starts: one core, one thread.
pin()
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import jax.numpy as jnp
import numpy as np
import pgx
from pgx.experimental.wrappers import auto_reset

import tavla
from tavla import BACKGAMMON

ENV = pgx.make("backgammon")
PEER = "pgx (XLA, CPU)"
BATCHES = (1, 8, 16, 32, 64, 256, 1024)
TURN_STEPS = 5  # at most four moves and a pass
WIDTH = 256  # states of one call while turns are compared


def board(cells: np.ndarray) -> np.ndarray:
    """Give a position as tavla has it from pgx's 28 cells, the player's side first."""
    mine, theirs = np.maximum(cells, 0), np.maximum(-cells, 0)
    return np.array(
        [[mine[26], *mine[23::-1], mine[24]], [theirs[27], *theirs[:24], theirs[25]]],
        dtype=np.uint8,
    )


def pick(key: jax.Array, mask: jax.Array) -> jax.Array:
    """Choose among the legal actions with equal chances; quicker here than `jax.random.categorical`."""
    ranks = jnp.cumsum(mask.astype(jnp.int32))
    return jnp.argmax(ranks > jax.random.randint(key, (), 0, ranks[-1]))


def random_step(step, state: pgx.State, key: jax.Array) -> pgx.State:
    choose, go = jax.random.split(key)
    return step(state, pick(choose, state.legal_action_mask), go)


class Runner:
    """Games that go on for ever, a new one where one has ended: one alone, or a batch of them."""

    def __init__(self, batch: int) -> None:
        self.batch = batch
        start, step = ENV.init, partial(random_step, auto_reset(ENV.step, ENV.init))
        if batch > 1:
            start, step = jax.vmap(start), jax.vmap(step)

        def split(key: jax.Array) -> jax.Array:
            return jax.random.split(key, batch) if batch > 1 else key

        def one(_: int, carry: tuple) -> tuple:
            states, key, games, turns = carry
            key, now = jax.random.split(key)
            then = step(states, split(now))
            ended = then.terminated
            turned = ended | (then._turn != states._turn)
            return then, key, games + ended.sum(), turns + turned.sum()

        self.states = jax.jit(start)(split(jax.random.key(1)))
        self.run = jax.jit(lambda steps, *carry: jax.lax.fori_loop(0, steps, one, carry))
        self.key = jax.random.key(2)

    def play(self, steps: int) -> tuple[int, int]:
        """Go on for so many steps a game; how many games ended, and how many turns."""
        carry = self.run(steps, self.states, self.key, jnp.int32(0), jnp.int32(0))
        self.states, self.key, games, turns = jax.block_until_ready(carry)
        return int(games), int(turns)


def best_batch(batches: list[int], total: int) -> Runner:
    """Give the runner with the most steps a CPU-second, and print them all."""
    found = {}
    for batch in batches:
        runner = Runner(batch)
        runner.play(1)
        times = []
        for _ in range(3):
            start = time.process_time()
            runner.play(total // batch)
            times.append(time.process_time() - start)
        found[runner] = total // batch * batch / min(times)
        print(f"{PEER}: batch {batch:4}: {found[runner]:9.0f} steps a CPU-second", flush=True)
    return max(found, key=found.get)


class Turns:
    """Random games, each played once to its end, and the results of turns met on the way."""

    def __init__(self, games: int) -> None:
        self.step = jax.jit(jax.vmap(ENV.step))
        self.move = jax.jit(jax.vmap(partial(random_step, ENV.step)))
        self.games = games

    def play(self, sample: int) -> tuple[list[Whole], list[pgx.State]]:
        key, now = jax.random.split(jax.random.key(3))
        states = jax.jit(jax.vmap(ENV.init))(jax.random.split(now, self.games))
        first, turns = np.array(states.current_player), np.zeros(self.games, dtype=int)
        rewards, boards = np.zeros((self.games, 2)), np.array(states._board)
        over, met, rng = np.zeros(self.games, dtype=bool), [], random.Random(4)
        while not over.all():
            fresh = np.flatnonzero(~over & (np.array(states._played_dice_num) == 0))
            if len(met) < sample and len(fresh):
                row = rng.choice(fresh)
                met.append(jax.tree.map(lambda leaf, row=row: np.array(leaf)[row], states))
            key, now = jax.random.split(key)
            then = self.move(states, jax.random.split(now, self.games))
            ended = np.array(then.terminated) & ~over
            turned = np.array(then._turn) != np.array(states._turn)
            turns += ended | (turned & ~over)
            rewards[ended], boards[ended] = then.rewards[ended], then._board[ended]
            over |= ended
            states = then
        games = []
        for game in range(self.games):
            # The winner is on roll still; tavla has the next player first.
            last = board(boards[game])[::-1]
            won = points(last)
            # pgx takes a checker on the bar for no backgammon, where rewards go to 3.
            on_bar_alone = won == 3 and not last[0, 19:25].any()
            assert won - on_bar_alone == abs(rewards[game, 0]), (last, rewards[game])
            starter_won = rewards[game, first[game]] > 0
            assert starter_won == (turns[game] % 2 == 1)
            games.append(Whole(int(turns[game]), won, bool(starter_won)))
        return games, met

    def results(self, state: pgx.State) -> set[bytes]:
        """Give the results of a turn, in the next player's view."""
        frontier, found = [state], set()
        for _ in range(TURN_STEPS):
            tries = [
                (one, action)
                for one in frontier
                for action in np.flatnonzero(one.legal_action_mask)
            ]
            frontier = {}
            for child in self.children(tries):
                if child.terminated:
                    found.add(board(child._board)[::-1].tobytes())
                elif child._turn != state._turn:
                    found.add(board(child._board).tobytes())
                else:
                    key = child._board.tobytes() + np.sort(child._playable_dice).tobytes()
                    frontier.setdefault(key, child)
            frontier = list(frontier.values())
        assert not frontier, "a turn without end"
        return found

    def children(self, tries: list[tuple[pgx.State, int]]) -> list[pgx.State]:
        found = []
        for first in range(0, len(tries), WIDTH):
            part = tries[first : first + WIDTH]
            full = part + [part[0]] * (WIDTH - len(part))
            states = jax.tree.map(lambda *leaves: np.stack(leaves), *(state for state, _ in full))
            actions = np.array([action for _, action in full], dtype=np.int32)
            keys = jax.random.split(jax.random.key(5), WIDTH)
            after = jax.tree.map(np.array, self.step(states, actions, keys))
            found += [
                jax.tree.map(lambda leaf, row=row: leaf[row], after) for row in range(len(part))
            ]
        return found


def agree(games: int, sample: int) -> None:
    """Compare turns and whole games."""
    turns = Turns(games)
    theirs, met = turns.play(sample)
    more = 0
    for state in met:
        wanted = results(board(state._board), [int(die) + 1 for die in state._dice])
        found = turns.results(state)
        assert wanted <= found, f"{state._board} {state._dice}"
        more += wanted != found
    print(
        f"{PEER}: has all results of tavla's in {len(met)} turns, and others too in {more} of them"
    )
    rng = random.Random(6)
    assert_alike(PEER, theirs, [by_single_moves(rng) for _ in range(games)])


def by_single_moves(rng: random.Random) -> Whole:
    """Play a game with tavla as pgx chooses: each checker and die as likely as any other."""
    position, turns = tavla.Position.start(BACKGAMMON), 0
    while not position.is_finished:
        dice = (1, 1)
        while not turns and dice[0] == dice[1]:
            dice = rng.randint(1, 6), rng.randint(1, 6)
        if turns:
            dice = rng.randint(1, 6), rng.randint(1, 6)
        played: tuple[tavla.Move, ...] = ()
        while moves := position.legal_moves(dice, played):
            played += (rng.choice(moves),)
        position = position.displaced(played).flipped()
        turns += 1
    return Whole(turns, points(position.array), turns % 2 == 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--agree", type=int, default=500, help="whole games compared")
    parser.add_argument("--turns", type=int, default=200, help="turns compared")
    parser.add_argument("--batches", type=int, nargs="+", default=BATCHES)
    options = parser.parse_args()
    agree(options.agree, options.turns)
    total = 50_000
    runner = best_batch(options.batches, total)
    runner.play(total // runner.batch)  # games are begun by now at all times, not all at once
    played = {"games": 0, "turns": 0}

    def theirs(_: int) -> int:
        games, turns = runner.play(2 * total // runner.batch)
        played["games"] += games
        played["turns"] += turns
        return games

    head()
    work = f"random games, batch {runner.batch}"
    compare(PEER, work, our_games(15_000), theirs, options.rounds)
    assert 80 < played["turns"] / played["games"] < 115


if __name__ == "__main__":
    main()
