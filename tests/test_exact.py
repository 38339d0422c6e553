"""Exact solutions: what they say follows from the plays that the engine gives, and agrees with known values."""

import functools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from strategies import constructed
from tavla.exact import CubeAction, CubeAnswer, Solution
from tavla.exact.cube import decide

HYPER1, HYPER2 = tavla.hyper.variant(1), tavla.hyper.variant(2)
MOULTEZIM2 = tavla.MOULTEZIM.replace(start={24: 2}, name="moultezim2")


@functools.cache
def solved(variant, cube=None, beavers=False):
    return tavla.solve(variant, cube, beavers=beavers, progress=False)


def at(variant, mine, theirs):
    """The position of checkers on these slots."""
    sides = [np.bincount(slots, minlength=26).tolist() for slots in (mine, theirs)]
    return tavla.Position(variant, *sides)


def mean(position, worth):
    """The mean over all rolls of the best that a play leads to."""
    rolls = zip(tavla.ROLLS, tavla.ROLL_WEIGHTS, strict=True)
    of_roll = (
        weight * max(worth(play.result) for play in position.legal_plays(dice))
        for dice, weight in rolls
    )
    return sum(of_roll) / 36


# Values.


def test_the_start_of_hyper1_has_the_known_values():
    """Of GNU Backgammon's database, which has no dances to go wrong with one checker."""
    money, start = solved(HYPER1, "money"), tavla.Position.start(HYPER1)
    assert money.cube_action(start, "player").no_double == pytest.approx(0.5883, abs=6e-5)
    assert money.cube_action(start, "centred").no_double == pytest.approx(0.5393, abs=6e-5)
    assert money.cube_action(start, jacoby=True).no_double == pytest.approx(0.4557, abs=6e-5)
    assert money.equity(start, "opponent") == pytest.approx(0.3864, abs=6e-5)


def test_two_checkers_on_the_bar_have_the_known_values():
    money, both = solved(HYPER1, "money"), at(HYPER1, [25], [25])
    assert money.cube_action(both, "player").no_double == pytest.approx(0.5176, abs=6e-5)
    assert money.cube_action(both, "centred").no_double == pytest.approx(0.4647, abs=6e-5)
    assert money.cube_action(both, jacoby=True).no_double == pytest.approx(0.4151, abs=6e-5)
    assert money.equity(both, "opponent") == pytest.approx(0.3016, abs=6e-5)


def test_a_sure_gammon_is_worth_two_points_and_with_jacobys_rule_a_double():
    money, ace = solved(HYPER1, "money"), at(HYPER1, [1], [1])
    for cube in ("player", "opponent"):
        assert money.equity(ace, cube) == pytest.approx(2, abs=1e-14)
    decision = money.cube_action(ace)
    assert (decision.action, decision.answer) == (CubeAction.TOO_GOOD, CubeAnswer.PASS)
    assert decision.equity == pytest.approx(money.equity(ace), abs=1e-14)
    decision = money.cube_action(ace, jacoby=True)
    assert decision.action is CubeAction.DOUBLE
    assert decision.is_optional
    assert decision.equity == pytest.approx(money.equity(ace, jacoby=True), abs=1e-14)


@given(constructed(HYPER2))
def test_an_equity_is_the_mean_of_the_best_plays(position):
    solution = solved(HYPER2)

    def worth(after):
        over = after.outcome
        return -solution.equity(after) if over is None else over.multiplier

    assert solution.equity(position) == pytest.approx(mean(position, worth), abs=1e-11)


@given(constructed(HYPER2), st.booleans())
def test_an_equity_with_the_cube_is_that_of_the_best_action(position, jacoby):
    money = solved(HYPER2, "money", beavers=True)

    def after(cube, jacoby=False):
        return lambda result: money.equity_after(result, cube, jacoby=jacoby)

    assert money.equity(position, "opponent") == pytest.approx(
        mean(position, after("opponent")), abs=1e-11
    )
    for cube in ("centred", "player"):
        decision = money.cube_action(position, cube, jacoby=jacoby)
        assert decision.no_double == pytest.approx(mean(position, after(cube, jacoby)), abs=1e-11)
        assert decision.double_take == 2 * money.equity(position, "opponent")
        assert decision.equity == pytest.approx(
            money.equity(position, cube, jacoby=jacoby), abs=1e-11
        )
        assert decision.is_redouble == (cube == "player")


def test_the_value_is_that_of_the_opening_throw():
    solution, start = solved(HYPER2), tavla.Position.start(HYPER2)
    rolls = [dice for dice in tavla.ROLLS if dice[0] != dice[1]]
    best = [
        max(-solution.equity(play.result) for play in start.legal_plays(dice)) for dice in rolls
    ]
    assert solution.value == pytest.approx(sum(best) / 15, abs=1e-12)
    again = tavla.solve(HYPER2.replace(opening="reroll"), progress=False)
    assert again.value == pytest.approx(solution.equity(start), abs=1e-11)
    assert solved(HYPER2, "money").opening(jacoby=True) < solved(HYPER2, "money").value


def test_small_moultezim_is_solved_by_its_own_rules():
    solution, start = solved(MOULTEZIM2), tavla.Position.start(MOULTEZIM2)

    def worth(after):
        return solution.equity_after(after)

    assert solution.passes == 1
    assert solution.equity(start) == pytest.approx(mean(start, worth), abs=1e-12)


# Plays.


@given(constructed(HYPER2), st.sampled_from(tavla.ROLLS))
def test_the_best_play_leaves_least_and_among_equals_fewest_pips(position, dice):
    solution = solved(HYPER2)
    plays = position.legal_plays(dice)

    def key(play):
        """By pips and rank, first of the side that moved."""
        after = play.result
        return (
            after.pips[1],
            tavla.rank(after.opponent),
            after.pips[0],
            tavla.rank(after.player),
        )

    worth = {play: solution.equity_after(play.result) for play in plays}
    top = max(worth.values())
    best = min((play for play in plays if worth[play] >= top - 1e-11), key=key)
    assert solution.best_play(position, dice) == best
    rated = solution.plays(position, dice)
    assert rated[0].play == best
    assert {one.play: one.equity for one in rated} == worth
    rest = [one.equity for one in rated[1:]]
    assert rest == sorted(rest, reverse=True)


def test_the_roll_table_holds_the_best_play_of_every_roll():
    money, position = solved(HYPER2, "money"), tavla.Position.start(HYPER2)
    table = money.roll_table(position, "player")
    assert tuple(roll.dice for roll in table.rolls) == tavla.ROLLS
    assert tuple(roll.weight for roll in table.rolls) == tavla.ROLL_WEIGHTS
    for roll in table.rolls:
        best = money.plays(position, roll.dice, "player")[0]
        assert (roll.play, roll.equity) == (best.play, best.equity)
    assert table.equity == pytest.approx(
        sum(roll.weight * roll.equity for roll in table.rolls) / 36, abs=1e-14
    )


# Batches.


def boards_of(found):
    return np.array([position.array for position in found])


@given(st.lists(constructed(HYPER2), min_size=1, max_size=5))
def test_equities_are_those_of_the_positions(found):
    money = solved(HYPER2, "money")
    for cube in ("centred", "player", "opponent"):
        one_by_one = [money.equity(position, cube) for position in found]
        assert money.equities(boards_of(found), cube).tolist() == one_by_one


def test_equities_are_the_same_on_any_number_of_threads():
    solution = solved(HYPER2)
    starts = [at(HYPER2, [mine, 25], [theirs, 3]) for mine in (0, 1, 25) for theirs in (0, 1, 25)]
    rows = tavla.batch.afterstates(boards_of(starts), None, variant=HYPER2).boards
    many = np.concatenate([rows] * 40)
    one, out = solution.equities(many, threads=1), np.empty(len(many))
    assert solution.equities(many, threads=2, out=out) is out
    assert (one == out).all()


def test_a_game_that_is_over_is_worth_what_was_won_or_lost():
    money = solved(HYPER1, "money")
    lost, won = at(HYPER1, [25], [0]), at(HYPER1, [0], [7])
    assert money.equity(lost) == -3
    assert money.equity(lost, jacoby=True) == -1
    assert money.equity(won) == 2
    assert money.equities(boards_of([lost, won]), jacoby=True).tolist() == [-1, 1]


def test_best_rows_are_the_best_plays_and_finished_positions_have_none():
    money = solved(HYPER2, "money")
    found = [tavla.Position.start(HYPER2), at(HYPER2, [4, 2], [0, 0]), at(HYPER2, [4, 2], [5, 9])]
    successors = tavla.batch.afterstates(boards_of(found), (6, 1), variant=HYPER2)
    rows = money.best_rows(successors, "player")
    assert rows[1] == -1
    for row, position in zip(rows[[0, 2]], (found[0], found[2]), strict=True):
        assert successors.play(row) == money.best_play(position, (6, 1), "player")


def test_a_bad_row_is_named():
    boards = boards_of([tavla.Position.start(HYPER2)] * 3)
    boards[2, 0, 5] = 9
    with pytest.raises(tavla.InvalidPositionError) as bad:
        solved(HYPER2).equities(boards)
    assert bad.value.row == 2
    with pytest.raises(tavla.InvalidArgumentError, match="out"):
        solved(HYPER2).equities(boards[:2], out=np.empty(3))


# The cube.


@pytest.mark.parametrize(
    ("no_double", "his", "beavers", "words", "equity"),
    [
        (0.5, 0.2, False, "no double, take", 0.5),
        (0.5, 0.3, False, "double, take", 0.6),
        (0.8, 0.6, False, "double, pass", 1.0),
        (1.2, 0.6, False, "too good, pass", 1.2),
        (1.2, 0.5, False, "no double, take", 1.2),
        (0.6, 0.3, False, "double, take", 0.6),
        (-0.1, -0.2, True, "no double, beaver", -0.1),
        (-0.9, -0.2, True, "double, beaver", -0.8),
        (-0.5, -0.2, False, "double, take", -0.4),
        # After the beaver the doubler passes, which costs two units.
        (-2.5, -0.9, True, "double, beaver", -2.0),
        # A take wins more than two units.
        (-2.5, -1.5, True, "no double, take", -2.5),
    ],
)
def test_the_cube_is_decided_by_what_the_other_side_does_best(
    no_double, his, beavers, words, equity
):
    decision = decide(no_double, his, beavers=beavers, is_redouble=False)
    assert str(decision) == words
    assert decision.equity == pytest.approx(equity)
    assert decision.is_double == (decision.action is CubeAction.DOUBLE)


def test_ties_are_optional_doubles():
    decision = decide(0.6, 0.3, beavers=False, is_redouble=True)
    assert decision.is_optional
    assert str(decision) == "redouble, take"
    assert str(decide(0.7, 0.3, beavers=False, is_redouble=True)) == "no redouble, take"


# What cannot be asked.


@pytest.mark.parametrize("beavers", [False, True])
@pytest.mark.parametrize(
    ("cube", "jacoby"), [("centred", False), ("centred", True), ("player", False)]
)
def test_cube_actions_are_those_of_the_positions(cube, jacoby, beavers, monkeypatch):
    monkeypatch.setattr("tavla.exact.stored.ROWS", 7)
    money = solved(HYPER2, "money", beavers)
    random = np.random.default_rng(3)
    positions = [
        found
        for found in (
            tavla.Position.from_dense_index(HYPER2, int(n)) for n in random.integers(0, 90_000, 60)
        )
        if not found.is_finished
    ]
    decisions = money.cube_actions([found.array for found in positions], cube, jacoby=jacoby)
    expected = [money.cube_action(found, cube, jacoby=jacoby) for found in positions]
    assert [decisions[n] for n in range(len(decisions))] == expected
    assert decisions.is_double.tolist() == [found.is_double for found in expected]
    assert len({(found.action, found.answer) for found in expected}) >= 3


def test_cube_actions_refuse_what_cube_action_refuses():
    money, start = solved(HYPER1, "money"), tavla.Position.start(HYPER1).array
    over = start.copy()
    over[0] = 0
    over[0, 0] = 1
    with pytest.raises(tavla.InvalidPositionError, match="over in row 1"):
        money.cube_actions([start, over])
    with pytest.raises(tavla.InvalidArgumentError, match="not open"):
        money.cube_actions([start], "opponent")
    with pytest.raises(tavla.InvalidArgumentError, match="cube_actions: expected a Solution with"):
        solved(HYPER1).cube_actions([start])
    assert len(money.cube_actions(np.empty((0, 2, 26), np.uint8))) == 0


def test_cube_decisions_are_compared_and_hashed_as_objects_and_asked_for_row_by_row():
    start = tavla.Position.start(HYPER1).array
    one, other = (solved(HYPER1, "money").cube_actions([start, start]) for _ in range(2))
    assert one == one and one != other and len({one, other}) == 2  # noqa: PLR0124, PT018
    assert one[0] == one[-1] == other[np.int64(1)]
    assert [str(found) for found in one] == ["double, take"] * 2
    for row in (slice(2), 1.0, None):
        with pytest.raises(TypeError):
            one[row]


def test_positions_of_other_games_are_refused():
    solution = solved(HYPER2)
    for other in (HYPER1, tavla.BACKGAMMON, HYPER2.replace(max_result=2)):
        start = tavla.Position.start(other)
        for ask in (solution.equity, solution.roll_table, solution.equity_after):
            with pytest.raises(tavla.InvalidPositionError, match="expected one of hyper2"):
                ask(start)
        with pytest.raises(tavla.InvalidPositionError, match="expected one of hyper2"):
            solution.best_play(start, (6, 5))


def test_another_start_and_other_customs_are_the_same_game():
    other = HYPER2.replace(start={20: 1, 13: 1}, opening="reroll", cube=False, jacoby=False)
    assert solved(HYPER2).equity(tavla.Position(other, {20: 1, 13: 1}, {20: 1, 13: 1})) != 0


def test_finished_positions_have_no_plays_and_no_cube():
    over = at(HYPER2, [5, 5], [0, 0])
    for ask in (solved(HYPER2).roll_table, solved(HYPER2, "money").cube_action):
        with pytest.raises(tavla.InvalidPositionError, match="the game is over"):
            ask(over)
    with pytest.raises(tavla.InvalidPositionError, match="the game is over"):
        solved(HYPER2).best_play(over, (6, 5))


def test_the_cube_is_asked_for_only_where_there_is_one():
    start = tavla.Position.start(HYPER2)
    with pytest.raises(tavla.InvalidArgumentError, match="without a cube"):
        solved(HYPER2).equity(start, "centred")
    with pytest.raises(tavla.InvalidArgumentError, match="without"):
        solved(HYPER2).cube_action(start)
    money = solved(HYPER2, "money")
    with pytest.raises(tavla.InvalidArgumentError, match="not open"):
        money.cube_action(start, "opponent")
    with pytest.raises(tavla.InvalidArgumentError, match="'centred', 'player', 'opponent' or None"):
        money.equity(start, "owned")
    with pytest.raises(tavla.InvalidDiceError):
        money.best_play(start, (7, 1))
    with pytest.raises(tavla.InvalidArgumentError, match="expected a Position"):
        money.equity("start")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cube": "match"}, "cube"),
        ({"beavers": True}, "beavers"),
        ({"residual": 0}, "residual"),
        ({"residual": "fine"}, "residual"),
        ({"residual": float("nan")}, "residual"),
        ({"threads": 0}, "threads"),
        ({"memory": 1000}, "memory: expected at least"),
        ({"memory": -1}, "memory"),
        ({"progress": 3}, "progress"),
    ],
)
def test_arguments_of_solve_are_checked(options, words):
    with pytest.raises(tavla.InvalidArgumentError, match=words):
        tavla.solve(HYPER1, **options)


def test_games_that_are_too_large_are_refused_with_what_they_need():
    with pytest.raises(tavla.InvalidArgumentError, match=r"memory: expected at least [0-9]{10}"):
        tavla.solve(tavla.BACKGAMMON)
    with pytest.raises(tavla.InvalidArgumentError, match="expected a Variant"):
        tavla.solve("hyper")


@pytest.mark.parametrize(
    "wrong", [0, -1e-12, 1e-16, 2, float("inf"), float("nan"), True, None, "1e-12", [1e-12]]
)
def test_a_residual_is_a_number_from_1e_15_to_1(wrong):
    plain = tavla.solve(HYPER1, chances=False)
    for ask in (
        lambda: tavla.solve(HYPER1, residual=wrong),
        lambda: tavla.hyper.solve(checkers=1, residual=wrong),
        lambda: tavla.hyper.path(checkers=1, residual=wrong),
        lambda: plain.with_chances(residual=wrong),
        lambda: plain.certified(width=wrong),
    ):
        with pytest.raises(tavla.InvalidArgumentError, match="from 1e-15 to 1"):
            ask()


def test_arguments_of_any_other_kind_are_refused():
    position = tavla.Position.start(HYPER1)
    money = solved(HYPER1, "money")
    for wrong in (np.array([1, 2]), ["centred"], {"cube": 1}, b"player", 3):
        for ask in (
            lambda wrong=wrong: tavla.solve(HYPER1, wrong),
            lambda wrong=wrong: tavla.solve(HYPER1, chances=wrong),
            lambda wrong=wrong: money.equity(position, wrong),
            lambda wrong=wrong: money.cube_action(position, wrong),
            lambda wrong=wrong: money.best_rows(wrong),
        ):
            with pytest.raises(tavla.InvalidArgumentError, match="expected"):
                ask()


def test_a_cube_that_is_turned_for_ever_is_refused():
    """Both with a last checker on the ace point and only a 1 to bear it off: each redoubles while he can."""
    variant = HYPER1.replace(bearoff_overshoot="exact_only", name="exact")
    with pytest.raises(tavla.InvalidVariantError, match="the cube leaves more than one value to"):
        tavla.solve(variant, "money")
    assert tavla.solve(variant).residual <= 1e-12


def test_progress_is_told_and_work_can_be_stopped():
    shares = []
    tavla.solve(HYPER1, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def stop(_share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tavla.solve(HYPER2, progress=stop)


# Files.


def test_a_saved_solution_says_the_same(tmp_path):
    money = solved(HYPER2, "money", beavers=True)
    money.save(tmp_path / "two")
    opened = Solution.open(tmp_path / "two")
    assert opened.path == tmp_path / "two"
    for name in ("variant", "cube", "beavers", "residual", "passes", "certificate"):
        assert getattr(opened, name) == getattr(money, name)
    assert repr(opened) == repr(money)
    start = tavla.Position.start(HYPER2)
    assert opened.cube_action(start) == money.cube_action(start)
    found = [at(HYPER2, [mine, 3], [theirs, 25]) for mine in range(1, 20) for theirs in range(5)]
    assert (opened.equities(boards_of(found)) == money.equities(boards_of(found))).all()
    assert pickle.loads(pickle.dumps(opened)).equity(start) == money.equity(start)
    with pytest.raises(TypeError, match="save it"):
        pickle.dumps(money)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("exact") / "one"
    tavla.solve(HYPER1, chances=False).save(path)  # all of it is read below
    return path.read_bytes()


@given(st.data())
def test_a_damaged_file_never_gives_a_number(saved, tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "damaged"
    at_byte, by = data.draw(st.integers(0, len(saved) - 1)), data.draw(st.integers(1, 255))
    path.write_bytes(saved[:at_byte] + bytes([saved[at_byte] ^ by]) + saved[at_byte + 1 :])
    everything = np.array([at(HYPER1, [25], [n]).array for n in range(26)])
    with pytest.raises(tavla.DataError, match="damaged"):
        Solution.open(path).equities(everything)


def test_files_of_other_kinds_are_refused(tmp_path):
    from tavla._engine import _write_store

    with pytest.raises(FileNotFoundError):
        Solution.open(tmp_path / "none")
    (tmp_path / "text").write_text("no solution\n" * 10)
    with pytest.raises(tavla.DataError, match="expected a file of tavla's"):
        Solution.open(tmp_path / "text")
    _write_store(tmp_path / "bearoff", "bearoff", "{}", [])
    with pytest.raises(tavla.DataError, match="expected exact, got bearoff"):
        Solution.open(tmp_path / "bearoff")
    _write_store(tmp_path / "empty", "exact", "{}", [])
    with pytest.raises(tavla.DataError, match="empty"):
        Solution.open(tmp_path / "empty")


# Chances.


@given(constructed(HYPER2))
def test_the_chances_are_those_of_the_best_plays(position):
    solution = solved(HYPER2)

    def after(result, name):
        """The chance of the side that has moved."""
        if result.is_finished:
            won = {"win": 1, "gammon": 2, "backgammon": 3}
            return float(name in won and result.outcome.multiplier >= won[name])
        other = solution.probabilities(result)
        turned = {
            "win": other.loss,
            "gammon": other.gammon_loss,
            "backgammon": other.backgammon_loss,
            "gammon_loss": other.gammon,
            "backgammon_loss": other.backgammon,
        }
        return turned[name]

    found, rolls = solution.probabilities(position), solution.roll_table(position).rolls
    for name in ("win", "gammon", "backgammon", "gammon_loss", "backgammon_loss"):
        mean = sum(roll.weight * after(roll.play.result, name) for roll in rolls) / 36
        assert getattr(found, name) == pytest.approx(mean, abs=1e-10)
    won = found.win + found.gammon + found.backgammon
    lost = found.loss + found.gammon_loss + found.backgammon_loss
    assert won - lost == pytest.approx(solution.equity(position), abs=1e-10)


def test_one_checker_wins_as_often_as_is_known():
    """GNU Backgammon's database of one checker; every win is a gammon."""
    found = solved(HYPER1).probabilities(tavla.Position.start(HYPER1))
    assert found.win == pytest.approx(0.60158, abs=1e-5)
    assert found.gammon == pytest.approx(found.win, abs=1e-12)


def test_chances_are_found_where_they_are_asked_for():
    without = tavla.solve(HYPER1, chances=False)
    assert without.equity(at(HYPER1, [3], [4])) == solved(HYPER1).equity(at(HYPER1, [3], [4]))
    for solution in (without, solved(HYPER1, "money")):
        with pytest.raises(tavla.InvalidArgumentError, match="without a cube and with chances"):
            solution.probabilities(at(HYPER1, [3], [4]))
    with pytest.raises(tavla.InvalidPositionError, match="the game is over"):
        solved(HYPER1).probabilities(at(HYPER1, [3], [0]))
    with pytest.raises(tavla.InvalidArgumentError, match="chances"):
        tavla.solve(HYPER1, "money", chances=True)


@pytest.mark.parametrize("variant", [HYPER2, MOULTEZIM2])
def test_chances_that_are_added_are_those_found_at_once(variant, tmp_path):
    at_once = solved(variant)
    assert at_once.with_chances() is at_once
    plain = tavla.solve(variant, chances=False, progress=False)
    shares = []
    added = plain.with_chances(progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    at_once.save(tmp_path / "at once")
    added.save(tmp_path / "added")
    assert (tmp_path / "at once").read_bytes() == (tmp_path / "added").read_bytes()
    assert not plain.has_chances


def test_chances_cannot_be_added_to_what_has_a_cube_or_no_room():
    with pytest.raises(tavla.InvalidArgumentError, match="without a cube"):
        solved(HYPER1, "money").with_chances()
    plain = tavla.solve(HYPER1, chances=False)
    with pytest.raises(tavla.InvalidArgumentError, match="memory: expected at least"):
        plain.with_chances(memory=1000)
    with pytest.raises(tavla.InvalidArgumentError, match="residual"):
        plain.with_chances(residual=0)


# Proofs.


@pytest.mark.parametrize("cube", [None, "money"])
def test_values_are_proved_from_above_and_from_below(cube, tmp_path):
    solution = solved(HYPER1, cube)
    assert solution.certificate is None
    certified = solution.certified(progress=False)
    assert 0 < certified.certificate.width <= 1e-12
    assert 0 < certified.certificate.error <= 1e-12
    certified.save(tmp_path / "proved")
    assert Solution.open(tmp_path / "proved").certificate == certified.certificate


def test_what_cannot_be_proved_is_refused():
    with pytest.raises(tavla.InvalidVariantError, match="hits"):
        solved(MOULTEZIM2).certified()
    with pytest.raises(tavla.InvalidArgumentError, match="width"):
        solved(HYPER1).certified(width=0)


# Long work.


def test_work_that_was_stopped_is_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setattr(tavla.cache, "EVERY", 0.0)
    state, shares = tmp_path / "state", []

    def stop(share):
        shares.append(share)
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tavla.solve(HYPER2, "money", state=state, progress=stop)
    assert state.exists()
    assert shares[0] < 0.5
    resumed = tavla.solve(HYPER2, "money", state=state, progress=False)
    resumed.save(tmp_path / "resumed")
    solved(HYPER2, "money").save(tmp_path / "whole")
    assert (tmp_path / "resumed").read_bytes() == (tmp_path / "whole").read_bytes()


def test_the_state_of_other_work_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(tavla.cache, "EVERY", 0.0)
    state = tmp_path / "state"
    tavla.solve(HYPER1, "money", state=state)
    plain = tavla.solve(HYPER1, state=state, chances=False)
    assert plain.passes == tavla.solve(HYPER1, chances=False).passes
    state.write_bytes(b"nonsense")
    assert tavla.solve(HYPER1, state=state, chances=False).passes == plain.passes
    nowhere = tavla.solve(HYPER1, state=tmp_path / "no" / "folder", chances=False)
    assert nowhere.passes == plain.passes


@pytest.mark.parametrize(("before", "now"), [(50_000, 2**32), (2**32, 50_000), (50_000, 200_000)])
def test_a_state_by_another_amount_of_memory_is_not_used(tmp_path, monkeypatch, before, now):
    # Little memory has games solved in another way, whose states hold positions in another order.
    monkeypatch.setattr(tavla.cache, "EVERY", 0.0)
    state = tmp_path / "state"
    tavla.solve(HYPER1, chances=False, memory=before, state=state)
    assert state.exists()
    whole = tavla.solve(HYPER1, chances=False, memory=now)
    found = tavla.solve(HYPER1, chances=False, memory=now, state=state)
    whole.save(tmp_path / "whole")
    found.save(tmp_path / "found")
    assert (tmp_path / "found").read_bytes() == (tmp_path / "whole").read_bytes()
