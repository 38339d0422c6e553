"""Read by mypy only: the types that users meet."""

from concurrent.futures import ThreadPoolExecutor
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import tavla

assert_type(tavla.__version__, str)
assert_type(tavla.VARIANTS["hyper"], tavla.Variant)
assert_type(tavla.MOULTEZIM.replace(held_limits=((7, 12, 5),)), tavla.Variant)

position = tavla.Position(tavla.HYPER, player=[0] * 26, opponent=np.zeros(26, np.uint8))
plays = position.legal_plays((6, 5))
assert_type(position, tavla.Position)
assert_type(position.player, tuple[int, ...])
assert_type(position.array, NDArray[np.uint8])
assert_type(plays[0], tavla.Play)
assert_type(plays[1:], tuple[tavla.Play, ...])
assert_type(plays.boards, NDArray[np.uint8])
assert_type([str(play) for play in plays], list[str])
assert_type(position.legal_moves((6, 5), played=[(24, 18)]), tuple[tavla.Move, ...])
assert_type(position.after(plays.find("24/13")), tavla.Position)
assert_type(position.outcome, tavla.Outcome | None)
assert_type(position.explain("24/13", dice=(6, 5)).legal, bool)
assert_type(tavla.perft(position, depth=2).plays, int)
assert_type(tavla.DiceStream(7).roll(0), tuple[int, int])

result = tavla.simulate(tavla.HYPER, games=10, seed=7, players=("pip", "random"))
assert_type(result, tavla.SimulationResult)
assert_type(result.winner, NDArray[np.uint8])
assert_type(result.summary().equity.mean, float)


def policy(wave: tavla.Wave) -> NDArray[np.int64]:
    assert_type(wave.boards, NDArray[np.uint8])
    assert_type(wave.successors.indptr, NDArray[np.int64])
    return wave.successors.indptr[:-1]


with ThreadPoolExecutor() as executor:
    assert_type(
        tavla.simulate(tavla.HYPER, games=10, players=(policy, "random"), executor=executor),
        tavla.SimulationResult,
    )
tavla.simulate(tavla.HYPER, games=10, players=policy)
tavla.simulate(tavla.HYPER, games=10, players=3)  # type: ignore[arg-type]
assert_type(tavla.play_game(("pip", "random"), tavla.HYPER, seed=7), tavla.GameRecord)

state = tavla.formats.parse_id("4HPwATDgc/ABMA:cAkAAAAAAAAE")
assert_type(state, tavla.formats.PositionState)
assert_type(state.dice, tuple[int, int] | None)
assert_type(tavla.formats.convert("cAkAAAAAAAAE", to="xgid").losses, tuple[str, ...])
assert_type(tavla.formats.ID_FORMATS["ogid"].write(state, lossy=True), str)
assert_type(tavla.formats.to_game_state(state), tavla.GameState)
assert_type(tavla.formats.gnubg.boards(["4HPwATDgc/ABMA"]), NDArray[np.uint8])
assert_type(tavla.formats.gnubg.ids(np.zeros((0, 2, 26), np.uint8)), NDArray[np.str_])
