"""`tavla verify`: every format that is stored, several files at once, and exit code 1 for anything that does not follow."""

import json

import pytest
from typer.testing import CliRunner

import tavla
from records_of import random_match
from tavla.cli.app import app
from tavla.formats import mat, records
from tavla.game import Phase

SEED = 9
"""A random match of several games."""

runner = CliRunner()


def verify(*args):
    return runner.invoke(app, ["verify", *map(str, args)])


def stored(path, data):
    path.write_text(json.dumps(data))
    return path


def played(seed):
    return tavla.play_game(("pip", "pip"), tavla.HYPER, seed=seed)


def series(kind):
    """Games on the board, one entered by hand, one under way."""
    names = {"players": ("ann", "bob"), "variant": tavla.HYPER, "seed": 3}
    made = tavla.MoneySession(**names) if kind == "money" else tavla.Match(length=9, **names)
    for _ in range(2):
        game = made.new_game()
        while game.state.phase is Phase.OPENING:
            game.roll()
        game.resign()
        game.accept()
        made.finish(game)
    made.enter(winner="ann")
    made.new_game().roll()
    return made


def test_a_match_record_is_replayed_game_by_game(tmp_path):
    match = random_match(SEED)
    path = stored(tmp_path / "a.json", records.to_dict(match))
    ran = verify(path)
    assert ran.exit_code == 0, ran.output
    events = sum(len(game.events) for game in match.games)
    assert f"{len(match.games)} games, all {events} events follow the rules" in ran.output


@pytest.mark.parametrize("kind", ["money", "match"])
def test_a_session_and_a_match_are_replayed(tmp_path, kind):
    path = tmp_path / "a.json"
    path.write_text(series(kind).to_json())
    ran = verify(path)
    assert ran.exit_code == 0, ran.output
    assert "hyper: 3 games, all" in ran.output
    assert "the dice follow from the seed" in ran.output
    assert "1 game entered by the result alone" in ran.output


def test_several_files_are_told_each_with_its_name(tmp_path):
    one = tmp_path / "one.json"
    one.write_text(played(1).to_json())
    two = tmp_path / "two.json"
    two.write_text(series("money").to_json())
    three = tmp_path / "three.mat"
    three.write_text(mat.write(random_match(6)))
    ran = verify(one, two, three)
    assert ran.exit_code == 0, ran.output
    for path in (one, two, three):
        assert f"{path}: " in ran.output


def test_one_bad_file_fails_and_the_others_are_told(tmp_path):
    good = tmp_path / "good.json"
    good.write_text(played(1).to_json())
    data = records.to_dict(random_match(SEED))
    data["games"][1]["events"].pop(3)
    bad = stored(tmp_path / "bad.json", data)
    gone = tmp_path / "gone.json"
    ran = verify(bad, gone, good)
    assert ran.exit_code == 1
    assert f"tavla: {bad}: game 2: " in ran.stderr
    assert f"tavla: {gone}: No such file" in ran.stderr
    assert f"{good}: hyper: all" in ran.stdout


def spoiled_score(data):
    data["scores"][1] = [7, 0]


def spoiled_winner(data):
    data["games"][0]["result"]["winner"] ^= 1


def spoiled_format(data):
    data["format"] = "tavla.omelette"


def spoiled_version(data):
    data["version"] = 99


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (spoiled_score, "game 2: the games before add up to"),
        (spoiled_winner, "game 1: "),
        (spoiled_format, "expected one of the formats tavla.record, tavla.game"),
        (spoiled_version, "version"),
    ],
)
def test_what_is_wrong_is_told(tmp_path, spoil, words):
    data = records.to_dict(random_match(SEED))
    spoil(data)
    ran = verify(stored(tmp_path / "a.json", data))
    assert ran.exit_code == 1
    assert words in ran.stderr


def test_dice_of_a_session_by_another_seed_are_not_proved(tmp_path):
    data = json.loads(series("money").to_json())
    data["game"] = None
    data["seed"] = "00" * 32
    ran = verify(stored(tmp_path / "a.json", data), "--json")
    (told,) = json.loads(ran.stdout)["files"]
    assert [game["proof"] for game in told["games"]] == ["none", "none"]


@pytest.mark.parametrize(
    "text",
    ["5 point match\nGame 1\na : 0   b : 0\n1) 31: 8/4 6/5\n  Wins 1 point\n", "", "{", "[]"],
)
def test_files_that_hold_no_sound_game_fail(tmp_path, text):
    path = tmp_path / "a.mat"
    path.write_text(text)
    assert verify(path).exit_code == 1


def test_others_that_are_stored_are_read_and_so_checked(tmp_path):
    chouette = tavla.Chouette(["ann", "bob", "cleo"], variant=tavla.HYPER, seed=1)
    path = stored(tmp_path / "a.json", chouette.to_dict())
    ran = verify(path)
    assert ran.exit_code == 0, ran.output
    assert "tavla.chouette: everything in it follows the rules" in ran.output


def test_commitment_is_asked_of_every_game(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(series("match").to_json())
    ran = verify(path, "--commitment", "00")
    assert ran.exit_code == 1
    assert "game 1: " in ran.stderr
    assert "game 2: " in ran.stderr


def test_json_tells_games_and_faults(tmp_path):
    good = tmp_path / "good.json"
    good.write_text(series("match").to_json())
    ran = verify(good, tmp_path / "gone.json", "--json")
    assert ran.exit_code == 1
    data = json.loads(ran.stdout)
    assert (data["format"], data["version"]) == ("tavla.verify", 1)
    first, second = data["files"]
    assert first["kind"] == "tavla.match"
    assert [game["game"] for game in first["games"]] == [1, 2, 4]
    assert {game["proof"] for game in first["games"]} == {"seed"}
    assert first["faults"] == []
    assert second["faults"] == ["No such file or directory"]


def test_nothing_in_a_file_steers_the_terminal(tmp_path):
    told = tmp_path / "a\x1b[31m.mat"
    told.write_text("5 point match\nGame 1\na : 0   b : 0\n1) 31: \x1b[2Jxx\n  Wins 1 point\n")
    form = stored(tmp_path / "b.json", {"format": "\x1b]0;title\x07"})
    for path in (told, form):
        ran = verify(path)
        assert ran.exit_code == 1
        assert "\x1b" not in ran.stdout + ran.stderr
        assert "\\x1b" in ran.stderr
