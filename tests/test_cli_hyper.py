"""`tavla hyper`: what it prints is what the solutions say."""

import json

import pytest

import tavla
from test_cli import ok, run

HYPER1, HYPER2 = tavla.hyper.variant(1), tavla.hyper.variant(2)


@pytest.fixture(autouse=True)
def _folder(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path_factory.getbasetemp() / "cli-cache"))


def test_solve_makes_a_file_and_tells_of_it():
    text = ok("hyper", "solve", "--checkers", "1", "--quiet")
    assert "hyper1, no cube" in text
    assert f"{tavla.hyper.load(checkers=1).equity(tavla.Position.start(HYPER1)):+.12f}" in text
    found = json.loads(ok("hyper", "solve", "--checkers", "1", "--cube", "money", "--json"))
    assert found["path"] == str(tavla.hyper.path("money", checkers=1))
    assert found["residual"] <= 1e-12
    assert (found["cube"], found["beavers"]) == ("money", False)


def test_solve_finds_the_chances_where_they_are_wanted(tmp_path, monkeypatch):
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path))
    arguments = ("hyper", "solve", "--checkers", "1", "--json")
    assert json.loads(ok(*arguments, "--no-chances"))["chances"] is False
    assert json.loads(ok(*arguments))["chances"] is True
    assert json.loads(ok(*arguments, "--no-chances"))["chances"] is True
    assert json.loads(ok(*arguments, "--cube", "money"))["chances"] is False


def test_best_lists_the_plays_the_best_first():
    solution = tavla.hyper.solve(checkers=2)
    position = tavla.Position(HYPER2, {20: 1, 9: 1}, {17: 1, 3: 1})
    plays = solution.plays(position, (5, 2))
    found = json.loads(ok("hyper", "best", "20 9 | 17 3", "52", "--checkers", "2", "--json"))
    assert [one["text"] for one in found["plays"]] == [str(one.play) for one in plays]
    assert [one["equity"] for one in found["plays"]] == [one.equity for one in plays]
    text = ok("hyper", "best", "20 9 | 17 3", "5", "2", "--checkers", "2")
    assert str(plays[0].play) in text
    assert f"{plays[0].equity:+.9f}" in text


def test_table_lists_all_rolls():
    money = tavla.hyper.solve("money", checkers=2)
    table = money.roll_table(tavla.Position.start(HYPER2), "player")
    arguments = ("hyper", "table", "start", "--checkers", "2", "--cube", "player")
    found = json.loads(ok(*arguments, "--json"))
    assert [one["equity"] for one in found["rolls"]] == [one.equity for one in table.rolls]
    assert found["equity"] == table.equity
    assert f"equity of rolling: {table.equity:+.12f}" in ok(*arguments)


def test_cube_tells_the_action_and_the_equities():
    money = tavla.hyper.solve("money", checkers=1)
    decision = money.cube_action(tavla.Position.start(HYPER1), jacoby=True)
    arguments = ("hyper", "cube", "start", "--checkers", "1", "--jacoby")
    found = json.loads(ok(*arguments, "--json"))
    assert found["words"] == str(decision)
    assert found["no_double"] == decision.no_double
    assert found["double_beaver"] is None
    assert str(decision) in ok(*arguments)
    with_beavers = json.loads(ok(*arguments, "--beavers", "--json"))
    assert with_beavers["double_beaver"] is not None


def test_ids_say_who_has_the_cube_and_what_was_rolled():
    position = tavla.Position(HYPER2, {20: 1, 9: 1}, {17: 1, 3: 1})
    state = tavla.formats.PositionState(position, seat=1, dice=(5, 2), jacoby=True)
    xgid = tavla.formats.write_id(state, "xgid", lossy=True)
    best = json.loads(ok("hyper", "best", xgid, "--checkers", "2", "--json"))
    assert best["dice"] == [5, 2]
    assert best["player"] == list(position.player)
    owned = tavla.formats.PositionState(position, seat=1, cube=2, cube_owner=1)
    xgid = tavla.formats.write_id(owned, "xgid", lossy=True)
    found = json.loads(ok("hyper", "cube", xgid, "--checkers", "2", "--json"))
    assert found["cube"] == "player"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("best", "start", "65"), "has not been made yet"),
        (("best", "start", "--checkers", "2"), "expected a roll"),
        (("best", "start", "65", "--checkers", "2", "--jacoby"), "needs --cube"),
        (("best", "start", "65", "--checkers", "2", "--cube", "me"), "centred, player, opponent"),
        (("best", "nonsense", "65", "--checkers", "2"), "id"),
        (("best", "5 | 20", "65", "--checkers", "1"), "no position"),
        (("table", "off | 3", "--checkers", "1"), "the game is over"),
        (("cube", "start", "--checkers", "4"), "1, 2 or 3"),
        (("cube", "start", "--checkers", "1", "--cube", "opponent"), "not open"),
        (("solve", "--checkers", "1", "--cube", "match"), "expected money"),
        (("solve", "--checkers", "1", "--cube", "money", "--chances"), "False with the cube"),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_line(arguments, words):
    ran = run("hyper", *arguments)
    assert ran.returncode == 1
    assert ran.stderr.startswith("tavla: ")
    assert words in ran.stderr
    assert "Traceback" not in ran.stderr
