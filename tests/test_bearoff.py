"""Bear-off databases as people use them: what is asked, what is refused, what is kept."""

import pickle
import signal
import subprocess
import sys
import threading
import warnings
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from tavla import BACKGAMMON, FEVGA, HYPER, MOULTEZIM, Position
from tavla.bearoff import OneSided, TwoSided, bd, one_sided, two_sided

SIX = {"points": 6, "checkers": 15}


@pytest.fixture(scope="module")
def rolls():
    return one_sided(**SIX)


@pytest.fixture(scope="module")
def races():
    return two_sided(6, 4)


@pytest.fixture(scope="module")
def hyper():
    return two_sided(6, 3, variant=HYPER)


def race(player, opponent, variant=BACKGAMMON):
    """A position whose other checkers are off."""
    sides = (player | {0: variant.checkers - sum(player.values())} for player in (player, opponent))
    return Position(variant, *sides)


def test_fifteen_on_the_ace_point(rolls):
    assert round(rolls.mean({1: 15}), 10) == 6.9795917638
    assert rolls.epc({1: 15}) == pytest.approx(56.999999, abs=5e-7)
    assert rolls.wastage({1: 15}) == pytest.approx(41.999999, abs=5e-7)


def test_a_side_can_be_given_in_three_ways(rolls):
    position = race({6: 2, 4: 1}, {1: 1})
    counts = position.player
    assert rolls.mean(position) == rolls.mean(counts) == rolls.mean({6: 2, 4: 1})
    assert rolls.mean(position.flipped()) == rolls.mean(position.opponent) == 1


def test_numbers_and_sides_belong_together(rolls):
    for number in range(0, len(rolls), 101):
        assert rolls.number(rolls.side(number)) == number
    for wrong in (-1, len(rolls), "one", 2**70):
        with pytest.raises(tavla.InvalidArgumentError, match="below 54264"):
            rolls.side(wrong)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=15))
def test_a_distribution_adds_up_to_its_mean_and_deviation(points):
    rolls = one_sided(**SIX)
    side = {point: points.count(point) for point in points}
    chances, number = rolls.rolls(side), np.arange(len(rolls.rolls(side)))
    assert chances.sum() == pytest.approx(1, abs=1e-14)
    assert chances @ number == pytest.approx(rolls.mean(side), abs=1e-12)
    spread = chances @ (number - rolls.mean(side)) ** 2
    assert rolls.deviation(side) == pytest.approx(spread**0.5, abs=1e-12)
    first = rolls.first_off(side)
    assert first.sum() == pytest.approx(1, abs=1e-14)
    # A checker is borne off by the first roll from home, and was before where one is off.
    assert len(first) == (2 if len(points) == 15 and max(points) == 1 else len(first))
    assert (first.tolist() == [1.0]) == (len(points) < 15)


def test_no_checker_is_borne_off_before_all_are_home():
    rolls = one_sided(8, 3, variant=HYPER)
    assert rolls.first_off({8: 1, 1: 2})[1] == pytest.approx(
        sum(
            _can_bear_off(roll) * weight
            for roll, weight in zip(tavla.ROLLS, tavla.ROLL_WEIGHTS, strict=True)
        )
        / 36
    )


def _can_bear_off(roll):
    """Whether some play of the roll bears off a checker of one on 8 and two on the ace."""
    position = Position(HYPER, {8: 1, 1: 2}, {1: 1, 0: 2})
    return any(
        play_after.opponent[0] > 0 for play_after in map(position.after, position.legal_plays(roll))
    )


def test_the_best_play_has_the_least_mean(rolls):
    position = race({6: 3, 5: 2, 3: 1, 2: 2}, {1: 1})
    for dice in tavla.ROLLS:
        play = rolls.best_play(position, dice)
        after = rolls.mean(position.after(play).opponent)
        others = [
            rolls.mean(position.after(other).opponent) for other in position.legal_plays(dice)
        ]
        assert after <= min(others) + 1e-11


def test_odds_are_those_of_two_distributions(rolls):
    position = race({6: 10, 5: 5}, {6: 15})
    odds = rolls.odds(position)
    mine, theirs = rolls.rolls(position), rolls.rolls(position.flipped())
    win = sum(mine[n] * theirs[n:].sum() for n in range(len(mine)))
    assert odds.win == pytest.approx(win, abs=1e-12)
    assert odds.gammon < 1e-3
    assert odds.equity == 2 * odds.win - 1 + odds.gammon - odds.gammon_loss
    last = race({1: 1}, {6: 15})
    assert rolls.odds(last).gammon == 1
    # Of 36 throws 17 bear off one of fifteen on the 6: 6-x, 5-1, 4-2, 3-3 and 2-2.
    assert rolls.odds(last.flipped()).gammon_loss == pytest.approx(19 / 36)


def test_arrays_give_what_single_positions_give(rolls, races):
    rng = np.random.default_rng(7)
    boards = np.zeros((500, 2, 26), dtype=np.uint8)
    for sides in boards:
        for side in sides:
            for point in rng.integers(1, 7, size=rng.integers(1, 5)):
                side[point] += 1
            side[0] = 15 - side.sum()
    positions = [Position(BACKGAMMON, *sides) for sides in boards]
    means = [[rolls.mean(p), rolls.mean(p.flipped())] for p in positions]
    assert np.array_equal(rolls.means(boards), means)
    odds = [(o.win, o.gammon, o.gammon_loss) for o in map(rolls.odds, positions)]
    assert np.array_equal(rolls.odds_of(boards, threads=2), odds)
    for cube in (None, "centred", "player", "opponent"):
        single = [races.equity(position, cube) for position in positions]
        out = np.empty(len(boards))
        assert races.equities(boards, cube, out=out) is out
        assert np.array_equal(out, single)


def test_games_that_are_over_are_worth_what_was_won(races, hyper):
    over = Position(HYPER, {6: 3}, {0: 3})
    for cube in (None, "centred", "player", "opponent"):
        assert hyper.equity(over, cube) == -2
        assert hyper.equity(over.flipped(), cube) == 2
    assert hyper.equity(over, "centred", jacoby=True) == -1
    boards = np.stack([over.array, over.flipped().array])
    assert hyper.equities(boards).tolist() == [-2, 2]
    assert hyper.equities(boards, "centred", jacoby=True).tolist() == [-1, 1]
    for ask in (hyper.probabilities, hyper.cube_action, lambda p: hyper.best_play(p, (2, 1))):
        with pytest.raises(tavla.OutsideDatabaseError, match="over"):
            ask(over)


def some_races(game, farthest, most, many=60):
    """Sides of so many checkers or fewer on so many points, at random."""
    rng = np.random.default_rng(11)
    for _ in range(many):
        sides = [
            np.bincount(rng.integers(1, farthest + 1, rng.integers(1, most + 1))) for _ in "ab"
        ]
        yield race(*({p: int(n) for p, n in enumerate(side) if n} for side in sides), game)


def same_actions(database, positions, cube=None, **options):
    """Whether many positions are decided as each alone; `cube_action` adds rolls up in another order."""
    boards = np.stack([position.array for position in positions])
    variant = {"variant": positions[0].variant}
    found = list(database.cube_actions(boards, cube, **variant, **options))
    alone = [database.cube_action(position, cube, **options) for position in positions]
    assert [(str(one), one.double_take, one.double_beaver) for one in found] == [
        (str(one), one.double_take, one.double_beaver) for one in alone
    ]
    assert [one.no_double for one in found] == pytest.approx(
        [one.no_double for one in alone], abs=1e-14
    )
    assert [one.is_optional for one in found] == [one.is_optional for one in alone]
    assert len({str(one) for one in found}) >= 3


@pytest.mark.parametrize("cube", [None, "centred", "player"])
def test_cube_actions_are_those_of_the_positions(races, cube, monkeypatch):
    monkeypatch.setattr("tavla.exact.stored.ROWS", 7)
    same_actions(races, list(some_races(BACKGAMMON, 6, 4)), cube)


@pytest.mark.parametrize("jacoby", [False, True])
@pytest.mark.parametrize("game", [HYPER, MOULTEZIM.replace(start={24: 3})])
@pytest.mark.parametrize("precision", ["double", "single"])
def test_cube_actions_know_jacobys_rule_beavers_parallel_games_and_single_precision(
    game, jacoby, precision
):
    database = two_sided(6, 3, variant=game, beavers=True, precision=precision)
    same_actions(database, list(some_races(game, 6, 3)), jacoby=jacoby)


def test_cube_actions_are_of_any_game_with_the_same_races():
    game = MOULTEZIM.replace(start={24: 3})
    other = game.replace(name="other", opening="reroll")
    same_actions(two_sided(6, 3, variant=game), list(some_races(other, 6, 3)))


def test_cube_actions_refuse_what_cube_action_refuses(races, hyper):
    position = race({2: 1}, {1: 1})
    over, far = race({}, {1: 1}), race({7: 1}, {1: 1})
    for wrong, words in ((over, "over in row 1"), (far, "beyond the 6 point")):
        with pytest.raises(tavla.OutsideDatabaseError, match=words) as caught:
            races.cube_actions([position.array, wrong.array])
        assert caught.value.row == 1
    with pytest.raises(tavla.InvalidPositionError, match="row 0"):
        hyper.cube_actions([position.array])
    with pytest.raises(tavla.OutsideDatabaseError, match="hyper"):
        races.cube_actions([race({2: 1}, {1: 1}, HYPER).array], variant=HYPER)
    with pytest.raises(tavla.InvalidArgumentError, match="not open"):
        races.cube_actions([position.array], "opponent")
    assert len(races.cube_actions(np.empty((0, 2, 26), np.uint8))) == 0


def test_a_database_without_a_cube_decides_nothing_and_says_so():
    position, races = race({2: 1}, {1: 1}), two_sided(4, 3, cube=None)
    for asked in (None, "centred", "player"):
        with pytest.raises(tavla.InvalidArgumentError, match="cube_action: expected a TwoSided"):
            races.cube_action(position, asked)
        with pytest.raises(tavla.InvalidArgumentError, match="cube_actions: expected a TwoSided"):
            races.cube_actions([position.array], asked)


def test_the_best_play_leads_to_the_equity(races):
    position = race({6: 2, 4: 1, 2: 1}, {5: 2, 3: 1})
    for cube, after in ((None, None), ("centred", "centred"), ("player", "opponent")):
        total = 0.0
        for dice, weight in zip(tavla.ROLLS, tavla.ROLL_WEIGHTS, strict=True):
            play = races.best_play(position, dice, cube)
            total -= weight * races.equity(position.after(play), after) / 36
        if cube is None:
            assert total == pytest.approx(races.equity(position), abs=1e-12)
        else:
            decision = races.cube_action(position, cube)
            assert decision.no_double == pytest.approx(total, abs=1e-12)
            assert decision.equity == pytest.approx(races.equity(position, cube), abs=1e-12)


def test_a_last_roll_is_doubled_from_a_half_and_passed_from_three_quarters(rolls, races):
    seen = set()
    for far in range(1, 7):
        for near in range(1, far + 1):
            side = {far: 2} if far == near else {far: 1, near: 1}
            win = round(36 * rolls.rolls(side)[1])
            decision = races.cube_action(race(side, {1: 1}))
            assert decision.is_double == (win >= 18)
            assert (decision.answer == "pass") == (win > 27)
            assert decision.no_double == pytest.approx(win / 18 - 1, abs=1e-14)
            seen.add(str(decision))
    assert len(seen) == 3


def test_gammons_count_where_all_checkers_can_be_on_the_board(hyper, races):
    assert hyper.has_gammons
    assert not races.has_gammons
    won = Position(HYPER, {1: 1, 0: 2}, {6: 3})
    assert hyper.equity(won) == hyper.equity(won, "player") == 2
    assert hyper.equity(won, "centred", jacoby=True) == 1
    assert str(hyper.cube_action(won)) == "too good, pass"
    assert str(hyper.cube_action(won, jacoby=True)) == "double, pass"
    assert hyper.probabilities(won).gammon == 1


def test_parallel_games_are_served_too():
    game = MOULTEZIM.replace(start={24: 3})
    races = two_sided(6, 3, variant=game)
    position = Position(game, {6: 3}, {6: 3})
    assert races.probabilities(position).win > 0.5
    assert one_sided(**SIX).mean(Position(FEVGA, {6: 15}, {6: 15})) == one_sided(**SIX).mean(
        {6: 15}
    )


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (Position.start(BACKGAMMON), "contact"),
        (race({7: 1}, {1: 1}), "beyond the 6 point, got one on 7"),
        (race({1: 1}, {2: 5}), "at most 4 checkers left on a side, got 5"),
        (Position(HYPER, {1: 3}, {1: 3}), "got one of hyper"),
    ],
)
def test_positions_that_are_not_in_a_database_are_refused(races, position, words):
    for ask in (races.equity, races.probabilities, races.cube_action):
        with pytest.raises(tavla.OutsideDatabaseError, match=words):
            ask(position)
    with pytest.raises(tavla.OutsideDatabaseError, match=words) as caught:
        races.equities([position.array], variant=position.variant)
    assert caught.value.row in (0, None)


def test_sides_that_are_not_in_a_database_are_refused(rolls):
    for side in ({7: 1}, {25: 1}):
        with pytest.raises(tavla.OutsideDatabaseError, match="beyond the 6 point"):
            rolls.mean(side)
    for side in ({1: 16}, {-1: 2}, {"1": 1}, [1, 2], None, 3):
        with pytest.raises(tavla.InvalidArgumentError):
            rolls.mean(side)
    with pytest.raises(tavla.OutsideDatabaseError, match="one_sided"):
        rolls.odds(Position(HYPER, {1: 3}, {1: 3}))
    with pytest.raises(tavla.InvalidArgumentError, match="Position"):
        rolls.odds({1: 1})


@given(st.binary(min_size=52, max_size=52 * 3))
def test_any_bytes_are_refused_or_valued(data):
    boards = np.frombuffer(data[: len(data) // 52 * 52], dtype=np.uint8).reshape(-1, 2, 26)
    rolls = one_sided(**SIX)
    with suppress(tavla.InvalidPositionError, tavla.OutsideDatabaseError):
        assert (rolls.means(boards) >= 0).all()


@pytest.mark.parametrize("wrong", [0, 25, -1, 1.5, True, "6", None, 10**30])
def test_no_points_that_cannot_be(wrong):
    with pytest.raises(tavla.InvalidArgumentError, match="points"):
        one_sided(wrong, 3)
    with pytest.raises(tavla.InvalidArgumentError, match="points"):
        two_sided(wrong, 3)


def test_other_arguments_that_cannot_be():
    for checkers in (0, 16, "15"):
        with pytest.raises(tavla.InvalidArgumentError, match="checkers"):
            one_sided(6, checkers)
    for options in (
        {"variant": "backgammon"},
        {"memory": -1},
        {"memory": 1.5},
        {"threads": 0},
        {"progress": 3},
    ):
        with pytest.raises(tavla.InvalidArgumentError):
            one_sided(4, 5, rebuild=True, **options)
    for options in ({"cube": "match"}, {"beavers": 1}, {"precision": "half"}):
        with pytest.raises(tavla.InvalidArgumentError):
            two_sided(4, 2, rebuild=True, **options)


def test_what_does_not_fit_is_refused_with_the_bytes_it_needs():
    with pytest.raises(
        tavla.InvalidArgumentError, match=r"25140840660 positions and needs \d{14} bytes"
    ):
        one_sided(24, 15)
    with pytest.raises(
        tavla.InvalidArgumentError, match=r"needs \d+ bytes of memory; 1000 are allowed"
    ):
        two_sided(6, 6, memory=1000, rebuild=True)


def test_variants_whose_rolls_can_be_lost_are_refused():
    with pytest.raises(tavla.InvalidVariantError, match="cannot be played"):
        one_sided(6, 15, variant=BACKGAMMON.replace(bearoff_overshoot="exact_only"))


def test_a_database_is_built_once_and_mapped(tmp_path, monkeypatch):
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path))
    shares = []
    built = one_sided(5, 6, progress=shares.append)
    assert built.path.parent == tmp_path
    assert shares[-1] == 1.0
    again = one_sided(5, 6, progress=lambda _: pytest.fail("built twice"))
    assert again.path == built.path
    # Games with the same races share the file; those with fewer checkers have another.
    assert one_sided(5, 6, variant=FEVGA).path == built.path
    assert len(list(tmp_path.glob("*.tavla"))) == 1
    two = two_sided(4, 3)
    assert two_sided(4, 3).path == two.path != two_sided(4, 3, cube=None).path
    for database in (built, two):
        other = pickle.loads(pickle.dumps(database))
        assert repr(other) == repr(database)
        assert other.path == database.path


def test_files_are_read_as_they_were_written(tmp_path, rolls, hyper):
    for database, kind in ((rolls, OneSided), (hyper, TwoSided)):
        path = tmp_path / "database.tavla"
        database.save(path)
        found = kind.open(path)
        assert repr(found) == repr(database)
        assert found.variant.fingerprint == database.variant.fingerprint
        data = bytearray(path.read_bytes())
        data[-5000] ^= 1
        path.write_bytes(data)
        with pytest.raises(tavla.DataError, match="block"):
            _read_all(kind.open(path))
        path.write_bytes(data[:-1])
        with pytest.raises(tavla.DataError, match="length"):
            kind.open(path)
    hyper.save(path)
    with pytest.raises(tavla.DataError, match="kind of file"):
        OneSided.open(path)


def _read_all(database):
    for number in range(1, len(database)):
        if isinstance(database, OneSided):
            database.rolls(database.side(number))
        else:
            for other in range(1, len(database)):
                database._core.value("jacoby", number, other)


def test_a_folder_that_cannot_be_written_to_gives_a_warning(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_bytes(b"")
    monkeypatch.setenv("TAVLA_CACHE", str(file / "below"))
    with pytest.warns(tavla.errors.CacheWarning) as warned:
        database = one_sided(3, 3)
    assert [one.filename for one in warned] == [__file__]
    assert database.path is None
    with pytest.raises(TypeError, match="save it"):
        pickle.dumps(database)


def test_ctrl_c_ends_a_build(tmp_path, monkeypatch):
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path))

    def interrupt(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        one_sided(7, 15, progress=interrupt)
    assert not list(tmp_path.glob("*.tavla"))


BUILDS = {
    "one-sided": lambda **options: one_sided(8, 15, threads=1, **options),
    "two-sided": lambda **options: two_sided(6, 6, threads=1, **options),
}


@pytest.mark.parametrize("kind", BUILDS)
def test_a_build_that_was_stopped_is_gone_on_with(kind, tmp_path, monkeypatch):
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path / "whole"))
    whole = BUILDS[kind](progress=False)
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path))
    monkeypatch.setattr(tavla.cache, "EVERY", 0.0)

    def interrupt(share):
        if share > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        BUILDS[kind](progress=interrupt)
    (state,) = tmp_path.glob("*.part")
    shares = []
    resumed = BUILDS[kind](progress=shares.append)
    assert shares[0] > 0.3
    assert resumed.path.read_bytes() == whole.path.read_bytes()
    assert not state.exists()


KILLED = """
import os, signal, sys
import tavla

def kill(share):
    if share > 0.4:
        os.kill(os.getpid(), signal.SIGKILL)

tavla.cache.EVERY = 0.0
tavla.bearoff.one_sided(8, 15, threads=1, progress=kill)
"""


def test_a_build_that_was_killed_is_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path))
    killed = subprocess.run([sys.executable, "-c", KILLED], check=False)
    assert killed.returncode == -signal.SIGKILL
    (state,) = tmp_path.glob("*.part")
    begun = state.read_bytes()
    shares = []
    built = one_sided(8, 15, threads=1, progress=shares.append)
    assert shares[0] > 0.3
    assert not state.exists()
    built = built.path.read_bytes()
    # A state that is damaged, or of other work, is as good as none.
    other = two_sided(3, 3).path.with_suffix(".tavla.part")
    for path, bytes_of in ((state, begun[:-1]), (state, b"nonsense"), (other, begun)):
        path.write_bytes(bytes_of)
    assert one_sided(8, 15, rebuild=True).path.read_bytes() == built
    expected = two_sided(3, 3).path.read_bytes()
    assert two_sided(3, 3, rebuild=True).path.read_bytes() == expected


def test_single_precision_is_near(races):
    single = two_sided(6, 4, precision="single")
    assert (single.precision, races.precision) == ("single", "double")
    near = 0.0
    for mine in range(1, len(races), 7):
        for theirs in range(1, len(races)):
            for lane in ("equity", "own", "centred", "his"):
                one, other = (d._core.value(lane, mine, theirs) for d in (single, races))
                near = max(near, abs(one - other))
    assert 0 < near < 1e-7


def test_a_database_serves_many_threads(rolls):
    found = []
    threads = [threading.Thread(target=lambda: found.append(rolls.mean({6: 15}))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found) == 8


def test_files_of_gnu_backgammon_are_written_and_read(tmp_path, races):
    rolls = one_sided(3, 15)
    sides = [rolls.side(number) for number in range(0, len(rolls), 13)]
    for gammons in (False, True):
        for compressed in (False, True):
            path = tmp_path / "one.bd"
            bd.write_one_sided(rolls, path, gammons=gammons, compressed=compressed)
            file = bd.read(path)
            assert (file.has_gammons, file.is_compressed) == (gammons, compressed)
            assert len(file) == len(rolls)
            assert (file.table().sum(axis=1, dtype=int) == 65535).all()
            for side in sides:
                assert file.number(side) == rolls.number(side)
                chances = np.zeros(32)
                chances[: len(rolls.rolls(side))] = rolls.rolls(side)
                assert np.abs(file.rolls(side) - chances).max() < 3 / 65535
                assert file.mean(side) == pytest.approx(rolls.mean(side), abs=1e-3)
            if not gammons:
                with pytest.raises(tavla.DataError, match="first checker"):
                    file.first_off({1: 1})
    bd.write_one_sided(rolls, path, normal=True)
    file = bd.read(path)
    for side in sides:
        mean, deviation, *_ = file.moments(side)
        assert mean == pytest.approx(rolls.mean(side), rel=1e-6)
        assert deviation == pytest.approx(rolls.deviation(side), abs=1e-6)
    with pytest.raises(tavla.DataError, match="distributions"):
        file.rolls({1: 1})
    bd.write_two_sided(races, path)
    file = bd.read(path)
    player, opponent = {6: 2, 4: 1}, {5: 1, 1: 1}
    position = race(player, opponent)
    assert file.equity(player, opponent) == pytest.approx(races.equity(position), abs=1e-4)
    for cube in ("centred", "player"):
        expected = races.cube_action(position, cube).no_double
        assert file.equity(player, opponent, cube) == pytest.approx(expected, abs=1e-4)
    expected = races.equity(position, "opponent")
    assert file.equity(player, opponent, "opponent") == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("gammons", [False, True])
@pytest.mark.parametrize("options", [{}, {"compressed": False}, {"normal": True}])
def test_one_sided_files_of_another_length_are_refused(tmp_path, gammons, options):
    path = tmp_path / "one.bd"
    bd.write_one_sided(one_sided(3, 4), path, gammons=gammons, **options)
    whole = path.read_bytes()
    assert len(bd.read(path)) == 35
    for data in (whole[:-1], whole[:-2], whole[:60], whole + b"x", whole + b"xx"):
        path.write_bytes(data)
        with pytest.raises(tavla.DataError, match=r"expected .* bytes"):
            bd.read(path)


def test_files_of_gnu_backgammon_are_written_whole_and_can_be_read_by_others(tmp_path, races):
    path, other = tmp_path / "two.bd", tmp_path / "other"
    bd.write_two_sided(races, path)
    other.touch()  # as the system makes files here
    assert path.stat().st_mode == other.stat().st_mode
    path.chmod(0o640)
    bd.write_one_sided(one_sided(3, 2), path)
    assert path.stat().st_mode & 0o777 == 0o640
    assert bd.read(path).points == 3
    assert {found.name for found in tmp_path.iterdir()} == {"two.bd", "other"}
    lost = tmp_path / "no folder" / "two.bd"
    with pytest.raises(FileNotFoundError) as missing:
        bd.write_two_sided(races, lost)
    assert missing.value.filename == str(lost)


def test_a_database_with_gammons_has_no_two_sided_file(tmp_path, hyper):
    with pytest.raises(tavla.InvalidArgumentError, match="without gammons"):
        bd.write_two_sided(hyper, tmp_path / "two.bd")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"gnubg",
        b"gnubg-XX-06-06-1".ljust(39, b"x") + b"\n",
        b"gnubg-TS-06-06-1".ljust(39, b"x") + b"\n",
        b"gnubg-TS-99-99-1".ljust(39, b"x") + b"\n",
        b"gnubg-OS-03-15-1-1-0".ljust(39, b"x") + b"\n" + b"\0" * 100,
        b"gnubg-OS-03-15-1-0-0".ljust(39, b"x") + b"\n" + b"\0" * 100,
        b"gnubg-OS-03-15-1-0-1".ljust(39, b"x") + b"\n",
        b"gnubg-H1".ljust(39, b"x") + b"\n" + b"\0" * (28 * 26 * 26 - 1),
    ],
)
def test_foreign_and_cut_files_are_refused(tmp_path, data):
    path = tmp_path / "wrong.bd"
    path.write_bytes(data)
    with pytest.raises(tavla.DataError, match=r"wrong\.bd: expected"):
        bd.read(path)


@given(st.data())
def test_no_damage_to_a_compressed_file_gives_more_than_an_error(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("bd") / "one.bd"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bd.write_one_sided(one_sided(2, 3), path)
        whole = bytearray(path.read_bytes())
        for _ in range(3):
            whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
        path.write_bytes(whole)
        with suppress(tavla.DataError):
            file = bd.read(path)
            for number in range(10):
                assert len(file._distribution(number, number % 2)) == 32


def races_of(game, rng, many):
    """Random positions without contact, on all of the board."""
    while many:
        sides = np.zeros((2, 26), dtype=np.uint8)
        for side in sides:
            for point in rng.integers(1, 25, size=rng.integers(1, game.checkers + 1)):
                side[point] += 1
            side[0] = game.checkers - side.sum()
        with suppress(tavla.InvalidPositionError):
            position = Position(game, *sides)
            if not position.has_contact:
                many -= 1
                yield position


@pytest.mark.parametrize(
    ("name", "beavers"), [("hyper", False), ("hyper", True), ("moultezim", False)]
)
def test_races_are_worth_what_the_solver_of_whole_games_finds(name, beavers):
    game = tavla.hyper.variant(2) if name == "hyper" else MOULTEZIM.replace(start={24: 2})
    cubeless, money = tavla.solve(game), tavla.solve(game, "money", beavers=beavers)
    races = two_sided(24, 2, variant=game, beavers=beavers)
    assert races.has_gammons
    for position in races_of(game, np.random.default_rng(7), 400):
        assert races.equity(position) == pytest.approx(cubeless.equity(position), abs=1e-10)
        for cube in ("centred", "player", "opponent"):
            expected = money.equity(position, cube)
            assert races.equity(position, cube) == pytest.approx(expected, abs=1e-10)
        expected = money.equity(position, "centred", jacoby=True)
        assert races.equity(position, "centred", jacoby=True) == pytest.approx(expected, abs=1e-10)
        decision = races.cube_action(position, "centred", jacoby=True)
        expected = money.cube_action(position, "centred", jacoby=True)
        assert decision.no_double == pytest.approx(expected.no_double, abs=1e-10)
        assert decision.double == pytest.approx(expected.double, abs=1e-10)
