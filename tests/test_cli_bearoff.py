"""`tavla bearoff build` and `tavla bearoff show`."""

import json

import pytest
from typer.testing import CliRunner

from tavla.bearoff import bd
from tavla.cli.app import app


def run(*args, code=0):
    result = CliRunner().invoke(app, ["bearoff", *args])
    assert result.exit_code == code, result.output
    return result.output


def test_a_database_is_built_and_written_for_gnu_backgammon(tmp_path):
    path = tmp_path / "one.bd"
    said = run("build", "3", "4", "--bd", str(path))
    assert "3 points and 4 checkers, 35 sides" in said
    assert str(path) in said.replace("\n", "")
    assert bd.read(path).points == 3
    said = run("build", "3", "2", "--two-sided", "--no-cube", "--bd", str(path))
    assert "without a cube" in said
    assert not bd.read(path).has_cube


def test_what_does_not_fit_is_told():
    assert "bytes of memory" in run("build", "6", "10", "--two-sided", "--memory", "1", code=1)
    assert "points" in run("build", "25", "10", code=1)


def test_a_side_is_shown():
    found = json.loads(run("show", "1:15", "--json"))
    assert round(found["mean"], 10) == 6.9795917638
    assert found["pips"] == 15
    said = run("show", "4 1")
    assert "1: 80.56%, 2: 19.44%" in said


def test_a_race_is_shown():
    found = json.loads(run("show", "5:1", "--opponent", "3:1", "--json"))
    assert found["odds"]["win"] == pytest.approx(31 / 36)
    found = json.loads(run("show", "5:1", "--opponent", "3:1", "--exact", "--json"))
    assert found["equity"] == pytest.approx(26 / 36)
    assert found["centred"]["action"] == "double, pass"
    assert "double, pass" in run("show", "5:1", "--opponent", "3:1", "--exact")


def test_exact_values_are_of_two_sides():
    assert "--opponent" in run("show", "5:1", "--exact", code=1)


def test_a_file_that_cannot_be_written_is_named_as_it_was_given(tmp_path):
    path = tmp_path / "no folder" / "one.bd"
    said = run("build", "3", "2", "--bd", str(path), code=1).replace("\n", "")
    assert f"{path}: No such file" in said


def test_files_of_gnu_backgammon_are_shown(tmp_path):
    path = str(tmp_path / "some.bd")
    run("build", "3", "4", "--bd", path)
    assert "mean" in run("show", "3 1", "--bd", path)
    run("build", "3", "4", "--two-sided", "--bd", path)
    assert "centred" in run("show", "3 1", "--opponent", "2", "--bd", path)
    assert "--opponent" in run("show", "3 1", "--bd", path, code=1)
