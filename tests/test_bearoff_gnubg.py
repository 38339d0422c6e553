"""Databases that GNU Backgammon made: read, and their numbers beside ours.

`makebearoff` rounds every value to 16 bits and works on with what it has rounded, so that its values are a few units of
the last place off. That they follow from our plays by one step of its own arithmetic is shown exactly.
"""

import itertools
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import tavla
from tavla import BACKGAMMON, HYPER, Position
from tavla.bearoff import bd, one_sided, two_sided

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "gnubg"
UNIT = 1 / 65535


def sample(name):
    """A file of the shared samples; the test is skipped without it."""
    path = DATA / name
    if not path.exists():
        pytest.skip("the shared samples are absent")
    return bd.read(path)


def alone(side):
    """A side with an opponent who has one checker left."""
    return Position(BACKGAMMON, side, {1: 1, 0: 14})


def stepped(table, afters, whole):
    """The distributions that `makebearoff` makes of those after the plays of each roll; several where plays tie."""
    rolls = np.arange(32)
    choices = []
    for after in afters:
        means = table[after] @ rolls
        best = {
            tuple(table[n].tolist())
            for n, mean in zip(after, means, strict=True)
            if mean == means.min()
        }
        choices.append(sorted(best))
    for chosen in itertools.islice(itertools.product(*choices), 200):
        total = np.zeros(32, dtype=int)
        for weight, chances in zip(tavla.ROLL_WEIGHTS, chosen, strict=True):
            total[1:] += weight * np.array(chances)[:-1]
        if not whole:
            total = np.where(rolls == 0, 36 * 65535, 0)
        found = (total + 18) // 36
        found[found.argmax()] -= found.sum() - 65535
        yield found


def check_steps(rolls, file, numbers):
    """Each distribution of the file follows from others of the file by the plays of the rules."""
    tables = [
        file.table(first=first).astype(int) for first in (False, True)[: 1 + file.has_gammons]
    ]
    for number in numbers:
        position = alone(rolls.side(number))
        plays = (position.legal_plays(dice) for dice in tavla.ROLLS)
        afters = [[rolls.number(position.after(play).opponent) for play in some] for some in plays]
        for table, always in zip(tables, (True, False), strict=False):
            whole = always or position.player[0] == 0
            found = stepped(table, afters, whole)
            assert any(np.array_equal(one, table[number]) for one in found), number


def check_means(rolls, file):
    """The mean of what it plays is no less than ours, but for its rounding."""
    means = file.table() @ np.arange(32.0) / 65535
    off = means - rolls._core.means()
    assert off.min() > -2e-4
    assert off.max() < 3e-4


@pytest.mark.parametrize(
    "name", ["os_3_comp_gam", "os_3_comp_nogam", "os_3_uncomp_gam", "os_3_uncomp_nogam"]
)
def test_one_sided_distributions_follow_from_each_other(name):
    file = sample(f"{name}.bd")
    assert (file.points, file.checkers, file.is_normal) == (3, 15, False)
    rolls = one_sided(3, 15)
    assert len(rolls) == len(file) == 816
    check_means(rolls, file)
    check_steps(rolls, file, range(1, 816, 1 if name == "os_3_uncomp_gam" else 37))


def test_the_four_kinds_of_one_sided_files_say_the_same():
    files = [
        sample(f"os_3_{name}.bd")
        for name in ("comp_gam", "comp_nogam", "uncomp_gam", "uncomp_nogam")
    ]
    for file in files:
        assert np.array_equal(file.table(), files[0].table())
    assert np.array_equal(files[0].table(first=True), files[2].table(first=True))


def test_normal_approximations_have_our_means_and_deviations():
    file, rolls = sample("os_3_nd.bd"), one_sided(3, 15)
    for number in range(1, len(rolls)):
        side = rolls.side(number)
        mean, deviation, *first = file.moments(side)
        assert mean == pytest.approx(rolls.mean(side), abs=5e-6)
        assert deviation == pytest.approx(rolls.deviation(side), abs=5e-5)
        chances = rolls.first_off(side)
        assert first[0] == pytest.approx(chances @ np.arange(len(chances)), abs=5e-6)


def check_two_sided(races, file):
    """Every value is within a few units of the last place of ours."""
    lanes = ("equity", "his", "centred", "own")[: file.values.shape[2]]
    for mine in range(1, len(races)):
        ours = np.stack([races._core.rolled_row(lane, mine) for lane in lanes], axis=1)
        off = (ours[1:] + 1) * 32767.5 - file.values[mine, 1:]
        assert np.abs(off).max() < 6, mine


@pytest.mark.parametrize("name", ["ts_3x3_cubeful", "ts_3x3_cubeless"])
def test_two_sided_equities_are_ours(name):
    file = sample(f"{name}.bd")
    assert file.has_cube == (name == "ts_3x3_cubeful")
    check_two_sided(two_sided(3, 3), file)


def test_a_two_sided_file_is_asked_as_ours():
    file, races = sample("ts_3x3_cubeful.bd"), two_sided(3, 3)
    player, opponent = {3: 2, 1: 1}, {2: 3}
    position = Position(BACKGAMMON, player | {0: 12}, opponent | {0: 12})
    assert file.equity(player, opponent) == pytest.approx(races.equity(position), abs=2e-4)
    decision = races.cube_action(position)
    assert file.equity(player, opponent, "centred") == pytest.approx(decision.no_double, abs=2e-4)
    assert 2 * file.equity(player, opponent, "opponent") == pytest.approx(
        decision.double_take, abs=4e-4
    )
    with pytest.raises(tavla.InvalidArgumentError, match="cube"):
        sample("ts_3x3_cubeless.bd").equity(player, opponent, "centred")


def test_hypergammon_files_are_read():
    file = sample("hyper1.bd")
    assert (len(file), file.checkers) == (26, 1)
    assert file.probabilities({24: 1}, {24: 1}).win == pytest.approx(0.60158, abs=5e-6)
    worth = {"player": 0.5883, "centred": 0.5393, "opponent": 0.3864}
    for cube, expected in worth.items():
        assert file.equity({24: 1}, {24: 1}, cube) == pytest.approx(expected, abs=5e-5)
    assert file.equity({24: 1}, {24: 1}, "centred", jacoby=True) == pytest.approx(0.4557, abs=5e-5)
    assert file.probabilities({25: 1}, {25: 1}).win == pytest.approx(0.58482, abs=5e-6)


def test_a_hypergammon_file_of_one_checker_is_our_solution():
    file, game = sample("hyper1.bd"), HYPER.replace(start={24: 1})
    cubeless, money = tavla.solve(game), tavla.solve(game, "money")
    for mine, theirs in itertools.product(range(1, 26), repeat=2):
        if mine + theirs == 25:
            continue  # one point for both
        position = Position(game, {mine: 1}, {theirs: 1})
        found = file.probabilities({mine: 1}, {theirs: 1})
        points = 2 * found.win - 1 + found.gammon + found.backgammon - found.gammon_loss
        assert points - found.backgammon_loss == pytest.approx(cubeless.equity(position), abs=4e-6)
        assert file.equity({mine: 1}, {theirs: 1}, "opponent") == pytest.approx(
            money.equity(position, "opponent"), abs=4e-6
        )
        for cube in ("player", "centred"):
            assert file.equity({mine: 1}, {theirs: 1}, cube) == pytest.approx(
                money.cube_action(position, cube).no_double, abs=4e-6
            )


def test_a_side_that_a_file_does_not_hold_is_refused():
    file = sample("hyper1.bd")
    for side in ({24: 2}, {1: 1, 2: 1}):
        with pytest.raises(tavla.OutsideDatabaseError, match="at most 1 checkers on 25 points"):
            file.number(side)
    with pytest.raises(tavla.InvalidArgumentError, match="26 counts"):
        file.number({26: 1})


GAMES = os.environ.get("TAVLA_GNUBG") or shutil.which(
    "gnubg", path="/usr/games:/usr/bin:/usr/local/bin"
)


def tool(name):
    """A program that comes with GNU Backgammon; the test is skipped without it."""
    path = Path(GAMES or "").with_name(name) if GAMES else None
    if path is None or not path.exists():
        assert not os.environ.get("TAVLA_GNUBG"), f"GNU Backgammon was promised, {name} is absent"
        pytest.skip("GNU Backgammon is not installed")
    return path


def made(folder, *options):
    """A file that `makebearoff` makes now."""
    path = folder / "made.bd"
    subprocess.run([tool("makebearoff"), *options, "-f", path], check=True, capture_output=True)
    return bd.read(path)


@pytest.mark.peers
def test_the_database_of_six_points_and_fifteen_checkers_is_ours(tmp_path):
    file, rolls = made(tmp_path, "-o", "6"), one_sided(6, 15)
    assert (file.points, file.checkers, file.has_gammons) == (6, 15, True)
    check_means(rolls, file)
    check_steps(rolls, file, range(1, len(rolls), 211))


@pytest.mark.peers
@pytest.mark.parametrize("size", [(6, 6), (4, 7)])
def test_the_two_sided_database_is_ours(tmp_path, size):
    points, checkers = size
    check_two_sided(two_sided(points, checkers), made(tmp_path, "-t", f"{points}x{checkers}"))


@pytest.mark.peers
def test_gnu_backgammon_reads_the_files_that_are_written(tmp_path):
    dump = tool("bearoffdump")
    rolls, path = one_sided(6, 15), tmp_path / "ours.bd"
    side = {6: 2, 5: 1, 3: 4}
    for options in ({}, {"compressed": False}, {"gammons": False}):
        bd.write_one_sided(rolls, path, **options)
        number = str(rolls.number(side))
        ran = subprocess.run([dump, "-n", number, path], capture_output=True, text=True, check=True)
        shown = [line.split() for line in ran.stdout.splitlines()]
        printed = {
            int(words[0]): float(words[2])
            for words in shown
            if len(words) > 2 and words[0].isdigit()
        }
        for number_of_rolls, chance in enumerate(rolls.rolls(side)):
            if chance > 1e-5:
                assert printed[number_of_rolls] == pytest.approx(100 * chance, abs=0.01)
    races = two_sided(6, 3)
    bd.write_two_sided(races, path)
    ran = subprocess.run([dump, "-n", "5000", path], capture_output=True, text=True, check=True)
    assert "2-sided" in ran.stdout
