"""Hyper-Backgammon in files: built once, opened at once, and nothing else in their place."""

import json
import re
import subprocess
import sys
import warnings

import pytest

import tavla
from tavla.exact import Solution


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path))
    return tmp_path


def test_the_variants_have_one_to_three_checkers():
    assert tavla.hyper.variant() is tavla.HYPER
    assert [tavla.hyper.variant(n).checkers for n in (1, 2)] == [1, 2]
    for wrong in (0, 4, True, "3"):
        with pytest.raises(tavla.InvalidArgumentError, match="1, 2 or 3"):
            tavla.hyper.variant(wrong)


@pytest.mark.parametrize("stakes", [{}, {"cube": "money"}, {"cube": "money", "beavers": True}])
def test_a_solution_is_made_once_and_then_opened(folder, stakes):
    made = tavla.hyper.solve(checkers=1, **stakes)
    assert made.path == tavla.hyper.path(checkers=1, **stakes)
    assert made.path.parent == folder
    assert (made.cube, made.beavers) == (stakes.get("cube"), stakes.get("beavers", False))

    again = tavla.hyper.solve(checkers=1, progress=fail, **stakes)
    opened = tavla.hyper.load(checkers=1, **stakes)
    start = tavla.Position.start(tavla.hyper.variant(1))
    assert made.equity(start) == again.equity(start) == opened.equity(start)
    assert tavla.solve(made.variant, **stakes).equity(start) == made.equity(start)


def test_the_files_of_two_runs_are_the_same_bytes(folder):
    first = tavla.hyper.solve("money", checkers=1, threads=1).path.read_bytes()
    second = tavla.hyper.solve("money", checkers=1, threads=2, rebuild=True).path.read_bytes()
    assert first == second


def test_a_solution_that_is_not_there_is_told_with_how_to_make_it(folder):
    with pytest.raises(tavla.DataError) as missing:
        tavla.hyper.load("money", checkers=2, beavers=True)
    words = str(missing.value)
    assert "tavla.hyper.solve" in words
    assert "tavla hyper solve --checkers 2 --cube money --beavers" in words
    assert str(folder) in words


def test_another_solution_under_the_name_is_refused(folder):
    tavla.hyper.solve(checkers=1)
    other = tavla.hyper.path("money", checkers=1)
    tavla.hyper.path(checkers=1).rename(other)
    with pytest.raises(tavla.DataError, match="expected the solution"):
        tavla.hyper.solve("money", checkers=1)


def test_a_damaged_file_is_told_with_what_to_do(folder):
    path = tavla.hyper.solve(checkers=1).path
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(tavla.DataError, match="delete the file"):
        tavla.hyper.solve(checkers=1)
    assert tavla.hyper.solve(checkers=1, rebuild=True).residual <= 1e-12


def test_without_a_folder_to_write_to_it_stays_in_memory(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path / "file"))
    with pytest.warns(tavla.CacheWarning, match="memory") as warned:
        solution = tavla.hyper.solve(checkers=1, certify=True)
    assert [one.filename for one in warned] == [__file__]
    assert solution.path is None
    assert solution.has_chances
    assert solution.certificate is not None
    assert solution.equity(tavla.Position.start(solution.variant)) > 0


LIMITED = """
import resource, sys
import tavla

which, name, limit = sys.argv[1], sys.argv[2], int(sys.argv[3])
if name == "RLIMIT_AS":
    with open("/proc/self/statm") as pages:
        limit += int(pages.read().split()[0]) * resource.getpagesize()
resource.setrlimit(getattr(resource, name), (limit, limit))
work = {
    "hyper": lambda: tavla.hyper.solve("money", progress=False),
    "chances": lambda: tavla.hyper.solve(checkers=2, progress=False),
    "general": lambda: tavla.solve(
        tavla.MOULTEZIM.replace(start={24: 3}), "money", progress=False
    ),
    "one-sided": lambda: tavla.bearoff.one_sided(9, 15, progress=False),
    "two-sided": lambda: tavla.bearoff.two_sided(6, 9, progress=False),
    "small": lambda: tavla.bearoff.two_sided(4, 4, progress=False),
}
try:
    work[which]()
except (MemoryError, OSError) as error:
    print(type(error).__name__, error)
"""


def limited(which, name, limit):
    """What work says when the system gives so few bytes of memory, or of a file."""
    pytest.importorskip("resource", reason="limits of processes are Unix's")
    command = [sys.executable, "-c", LIMITED, which, name, str(limit)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux tells of its pages")
@pytest.mark.parametrize("which", ["hyper", "general", "one-sided", "two-sided"])
def test_too_little_memory_is_told(folder, which):
    assert re.match(
        r"MemoryError the system has no [0-9]+ bytes", limited(which, "RLIMIT_AS", 10**8)
    )
    assert not list(folder.glob("*.tavla"))


@pytest.mark.parametrize("which", ["chances", "small"])
def test_too_little_room_on_the_disk_is_told_and_leaves_nothing(folder, which):
    """A limit on the size of files stands for a disk that is full."""
    assert re.match(r"OSError .*File too large.*tavla'", limited(which, "RLIMIT_FSIZE", 20_000))
    assert [path.suffix for path in folder.iterdir()] == [".lock"]


def test_nothing_is_warned_of_where_all_is_well(folder):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tavla.hyper.solve(checkers=1)


def test_a_file_without_its_facts_is_refused(folder):
    from tavla._engine import _Planes

    path = folder / "bare"
    solution = tavla.solve(tavla.hyper.variant(1), progress=False)
    game = solution.variant.to_dict()
    for facts in ({}, {"variant": game}, {"variant": game, "cube": "match"}):
        solution._core.save(path, json.dumps(facts))
        with pytest.raises(tavla.DataError, match="bare"):
            Solution.open(path)
    facts = {"variant": tavla.hyper.variant(2).to_dict(), "cube": None}
    facts |= {"beavers": False, "residual": 0, "passes": 1}
    solution._core.save(path, json.dumps(facts))
    with pytest.raises(tavla.DataError, match="length of plane"):
        Solution.open(path)
    assert _Planes.open(path).planes[0] == ("equity", "f64", 26**2)
    assert len(_Planes.open(path).planes) == 6


def fail(*_arguments, **_options):
    raise AssertionError("work that was not asked for")


def test_chances_are_added_where_they_are_wanted(folder, monkeypatch):
    from tavla import hyper

    whole = tavla.solve(tavla.hyper.variant(1), progress=False)
    whole.save(folder / "whole")
    without = tavla.hyper.solve(checkers=1, chances=False)
    assert not without.has_chances
    assert tavla.hyper.solve(checkers=1, chances=False, progress=fail).path == without.path
    with pytest.raises(tavla.InvalidArgumentError, match="with chances"):
        tavla.hyper.load(checkers=1).probabilities(tavla.Position.start(whole.variant))
    monkeypatch.setattr(hyper, "solve_game", fail)
    assert tavla.hyper.solve(checkers=1).has_chances
    assert without.path.read_bytes() == (folder / "whole").read_bytes()
    # What is there is enough for who asks for less.
    assert tavla.hyper.solve(checkers=1, chances=False, progress=fail).has_chances


def test_chances_and_a_certificate_are_added_to_each_other(folder, monkeypatch):
    from tavla import hyper

    proved = tavla.hyper.solve(checkers=1, chances=False, certify=True)
    monkeypatch.setattr(hyper, "solve_game", fail)
    both = tavla.hyper.solve(checkers=1)
    assert both.has_chances
    assert both.certificate == proved.certificate
    opened = tavla.hyper.load(checkers=1)
    assert (opened.has_chances, opened.certificate) == (True, proved.certificate)


def test_work_that_was_stopped_at_the_chances_keeps_the_equities(folder, monkeypatch):
    from tavla import hyper

    monkeypatch.setattr(Solution, "with_chances", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tavla.hyper.solve(checkers=1)
    monkeypatch.undo()
    monkeypatch.setenv("TAVLA_CACHE", str(folder))
    monkeypatch.setattr(hyper, "solve_game", fail)
    assert tavla.hyper.solve(checkers=1).has_chances


def interrupted(*_arguments, **_options):
    raise KeyboardInterrupt


def test_arguments_are_checked(folder):
    for options, words in (
        ({"cube": "match"}, "cube"),
        ({"beavers": True}, "beavers"),
        ({"checkers": 4}, "checkers"),
    ):
        for ask in (tavla.hyper.solve, tavla.hyper.load):
            with pytest.raises(tavla.InvalidArgumentError, match=words):
                ask(**options)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_three_checkers_are_solved(folder):
    """The start as two programs have found it independently."""
    solution = tavla.hyper.solve(progress=False)
    start = tavla.Position.start(tavla.HYPER)
    assert solution.equity(start) == pytest.approx(0.110690594380, abs=1e-11)
    assert solution.residual <= 1e-12


def test_a_certificate_is_added_where_it_is_wanted(folder):
    plain = tavla.hyper.solve("money", checkers=1)
    assert plain.certificate is None
    proved = tavla.hyper.solve("money", checkers=1, certify=True)
    assert proved.certificate.error < 1e-12
    assert tavla.hyper.load("money", checkers=1).certificate == proved.certificate
    start = tavla.Position.start(proved.variant)
    assert plain.equity(start) == proved.equity(start)
