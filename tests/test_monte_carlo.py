"""Games of perfect players come out as the solutions say: with dice, not with the equations that were solved."""

import numpy as np
import pytest

import tavla

SEED = 20


def opening_dice(random, games):
    """The first roll, no double."""
    first = random.integers(1, 7, games)
    second = (first + random.integers(0, 5, games)) % 6 + 1
    return np.stack([first, second], axis=1).astype(np.uint8)


def money_points(solution, games, *, seed=SEED, jacoby=False):
    """What the side that begins wins in each game with the cube, both sides perfect: float64 (games,)."""
    random = np.random.default_rng(seed)
    variant = solution.variant
    boards = np.repeat(tavla.Position.start(variant).array[None], games, axis=0)
    dice = opening_dice(random, games)
    points, cube = np.zeros(games), np.ones(games)
    owner = np.full(games, "centred", dtype="U8")  # as the side on roll sees it
    live, sign = np.arange(games), 1
    is_first = True
    while len(live):
        if not is_first:
            his = solution.equities(boards[live], "opponent")
            doubled = np.minimum(2 * his, 1)
            for who in ("centred", "player"):
                mine = owner[live] == who
                rule = jacoby and who == "centred"
                value = solution.equities(boards[live], who, jacoby=rule)
                double = mine & (doubled >= value - 1e-11)
                passed = double & (2 * his > 1 + 1e-11)
                points[live[passed]] = sign * cube[live[passed]]
                taken = live[double & ~passed]
                cube[taken] *= 2
                owner[taken] = "opponent"
                kept = ~passed
                live, his, doubled = live[kept], his[kept], doubled[kept]
            dice[live] = random.integers(1, 7, (len(live), 2))
        for who in ("centred", "player", "opponent"):
            these = live[owner[live] == who]
            if len(these):
                results = tavla.batch.afterstates(boards[these], dice[these], variant=variant)
                rule = jacoby and who == "centred"
                boards[these] = results.boards[solution.best_rows(results, who, jacoby=rule)]
        outcomes = -tavla.batch.outcomes(boards[live], variant=variant).astype(float)
        if jacoby:
            outcomes[owner[live] == "centred"] = np.sign(outcomes[owner[live] == "centred"])
        points[live] = sign * outcomes * cube[live]
        live = live[outcomes == 0]
        mine, his = owner == "player", owner == "opponent"
        owner[mine], owner[his] = "opponent", "player"
        sign, is_first = -sign, False
    return points


def assert_mean(sample, expected, what):
    error = sample.std() / np.sqrt(len(sample))
    mean = sample.mean()
    figures = f"{mean:+.5f} +/- {error:.5f}, exactly {expected:+.5f}"
    print(f"{what}: {figures}, {(mean - expected) / error:+.2f} errors")  # noqa: T201  # for -s
    assert abs(mean - expected) < 4 * error, what


def check_cubeless(solution, games):
    """The equity, and the chance of each end of the game."""
    player = solution.player()
    result = tavla.simulate(
        solution.variant, games, seed=SEED, players=(player, player), progress=False
    )
    won = np.where(result.winner == result.starter, 1, -1) * result.points.astype(int)
    assert_mean(won, solution.value, "points of the starter")
    # The chances before the first roll: those after each opening roll's best play, turned.
    start = tavla.Position.start(solution.variant)
    rolls = [one for one in tavla.ROLLS if one[0] != one[1]]
    after = [solution.probabilities(solution.best_play(start, roll).result) for roll in rolls]
    for what, least, name in (
        ("wins", 1, "loss"),
        ("gammons", 2, "gammon_loss"),
        ("backgammons", 3, "backgammon_loss"),
        ("gammons lost", -2, "gammon"),
        ("backgammons lost", -3, "backgammon"),
    ):
        happened = won >= least if least > 0 else won <= least
        assert_mean(happened, np.mean([getattr(chances, name) for chances in after]), what)


def check_money(solution, games, parts=1):
    for jacoby in (False, True):
        seeds = range(SEED, SEED + parts)
        samples = [money_points(solution, games, seed=seed, jacoby=jacoby) for seed in seeds]
        sample = np.concatenate(samples)
        rule = "Jacoby's rule" if jacoby else "money"
        assert_mean(sample, solution.opening(jacoby=jacoby), rule)


def test_opening_dice_are_all_throws_but_doubles():
    dice = opening_dice(np.random.default_rng(1), 30_000)
    kinds, counts = np.unique(dice, axis=0, return_counts=True)
    assert len(kinds) == 30
    assert (kinds[:, 0] != kinds[:, 1]).all()
    assert counts.min() > 850


def test_games_of_two_checkers_come_out_as_their_solution_says():
    check_cubeless(tavla.hyper.solve(checkers=2, progress=False), 20_000)


def test_games_of_two_checkers_for_money_come_out_as_their_solution_says():
    check_money(tavla.hyper.solve("money", checkers=2, progress=False), 20_000)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_games_of_three_checkers_come_out_as_their_solution_says():
    check_cubeless(tavla.hyper.solve(progress=False), 4_000_000)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_games_of_three_checkers_for_money_come_out_as_their_solution_says():
    check_money(tavla.hyper.solve("money", progress=False), 250_000, parts=16)
