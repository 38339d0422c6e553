"""The command line: what it prints, its JSON and its exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tavla

FULL = Path("/dev/full")


def run(*args, **options):
    return subprocess.run(
        [sys.executable, "-c", "from tavla.cli import main; main()", *args],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        **options,
    )


def ok(*args):
    ran = run(*args)
    assert ran.returncode == 0, ran
    return ran.stdout


def test_simulate_sums_up_each_variant():
    text = ok("simulate", "hyper:500", "moultezim:50", "--seed", "3", "--players", "pip,random")
    assert "hyper" in text
    assert "moultezim" in text
    assert "gammon" in text


def test_simulate_json_is_what_python_says():
    (found,) = json.loads(ok("simulate", "hyper:500", "--seed", "3", "--json"))
    assert found == json.loads(
        json.dumps(tavla.simulate(tavla.HYPER, 500, seed=3).summary().to_dict())
    )


def test_plays_lists_every_play():
    text = ok("plays", "hyper", "65")
    start = tavla.Position.start(tavla.HYPER)
    assert "9 plays" in text
    for play in start.legal_plays((6, 5)):
        assert str(play) in text
    assert ok("plays", "hyper", "6", "5") == text
    data = json.loads(ok("plays", "hyper", "6-5", "--json"))
    assert [p["text"] for p in data["plays"]] == [str(p) for p in start.legal_plays((6, 5))]


def test_plays_of_a_position_given_by_sides_or_id():
    by_sides = ok("plays", "hyper", "65", "--player", "24", "--opponent", "12:2 24")
    assert "1 play" in by_sides
    assert "24/18" in by_sides
    by_id = ok("plays", "backgammon", "31", "--id", "4HPwATDgc/ABMA", "--json")
    assert len(json.loads(by_id)["plays"]) == 16


def test_explain_says_why_and_exits_with_1():
    ran = run("plays", "backgammon", "65", "--explain", "24/18 24/19")
    assert ran.returncode == 1
    assert "blocked" in ran.stdout
    assert run("plays", "backgammon", "65", "--explain", "24/18 18/13").returncode == 0


def test_show_draws_the_board():
    text = ok("show", "backgammon")
    assert text.isascii()
    assert "167" in text
    data = json.loads(ok("show", "moultezim", "--json"))
    assert data["player"] == list(tavla.MOULTEZIM.start)
    assert data["pips"] == [360, 360]


def test_perft_counts():
    assert "202,782" in ok("perft", "backgammon", "2")
    assert json.loads(ok("perft", "hyper", "2", "--json")) == {
        "depth": 2,
        "plays": 38017,
        "distinct": 20449,
    }


def test_variants_lists_the_games_and_one_in_full():
    text = ok("variants")
    for name in tavla.VARIANTS:
        assert name in text
    assert tavla.FEVGA.fingerprint in ok("variants", "fevga", "--json")


def test_the_module_is_the_command():
    ran = subprocess.run(
        [sys.executable, "-m", "tavla", "--version"], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == f"tavla {tavla.__version__}"


def test_version():
    assert ok("--version").strip() == f"tavla {tavla.__version__}"


@pytest.mark.parametrize(
    "args",
    [
        ("simulate", "chess:10"),
        ("simulate", "hyper:many"),
        ("simulate", "hyper", "1000"),
        ("simulate", "hyper:0"),
        ("simulate", "hyper:10", "--players", "pip,nobody"),
        ("plays", "hyper", "77"),
        ("plays", "hyper", "six"),
        ("plays", "hyper", "65", "--player", "99"),
        ("plays", "hyper", "65", "--id", "nonsense"),
        ("plays", "moultezim", "65", "--id", "4HPwATDgc/ABMA"),
        ("show", "hyper", "--player", "24:4"),
        ("perft", "hyper", "--", "-1"),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line_and_exit_code_1(args):
    ran = run(*args)
    assert ran.returncode == 1, ran
    assert ran.stderr.startswith("tavla: ")
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    "args",
    [("simulate",), ("plays", "hyper"), ("nonsense",), ("simulate", "hyper", "--games", "x")],
)
def test_wrong_usage_is_exit_code_2(args):
    assert run(*args).returncode == 2


def test_without_the_extra_it_says_how_to_get_it():
    block = "import sys; sys.modules['typer'] = None; from tavla.cli import main; main()"
    ran = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "pip install 'tavla[cli]'" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_tables_lose_nothing_on_a_narrow_terminal():
    narrow = {**os.environ, "COLUMNS": "40"}
    for args in (("variants",), ("variants", "fevga")):
        ran = run(*args, env=narrow, encoding="utf-8")
        assert ran.returncode == 0
        assert "\N{HORIZONTAL ELLIPSIS}" not in ran.stdout
    assert tavla.FEVGA.fingerprint in ran.stdout
    assert "24:15" in ran.stdout


def test_what_the_output_cannot_hold_is_escaped():
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = run("plays", "hyper", "65", "--explain", "24\N{EN DASH}1", env=env)
    assert ran.returncode == 1
    assert "u2013" in ran.stdout
    assert not ran.stderr


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_full_device_is_one_line_and_exit_code_1():
    with FULL.open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", "from tavla.cli import main; main()", "show", "hyper"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ran.returncode == 1
    assert ran.stderr.startswith("tavla: ")
    assert len(ran.stderr.strip().splitlines()) == 1


XGID = "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10"


def test_an_id_is_told_in_words_and_in_every_format():
    text = ok("id", XGID)
    for words in ("XGID: backgammon", "seat 1", "to play 21", "cube: 2 with seat 0", "6-3"):
        assert words in text
    for name in ("gnubg", "position_id", "xgid", "ogid", "fibs", "snowie", "tavla"):
        assert f"\n{name} " in text
    assert "b9sBCIC5bYDQAA:QQnlAGAAGAAE" in text


def test_an_irregular_position_is_told():
    assert "irregular: both sides are on the bar" in ok("id", "27YBAHDbtgEAcA")


def test_an_id_as_json_has_its_state_and_the_others_with_their_losses():
    data = json.loads(ok("id", "AACgAgAAKgAAAA", "--variant", "hyper", "--json"))
    assert data["format"] == "gnubg"
    assert data["state"]["variant"] == "hyper"
    assert data["state"]["pips"] == [69, 69]
    assert data["ids"]["ogid"]["text"].endswith(":3")
    assert data["ids"]["tavla"]["losses"] == []


def test_an_id_without_its_prefix_is_no_option():
    """An XGID begins with a hyphen."""
    bare = XGID.removeprefix("XGID=")
    assert ok("id", bare, "--to", "gnubg") == "b9sBCIC5bYDQAA:QQnlAGAAGAAE\n"
    assert ok("id", "--to", "gnubg", "-" + bare[1:]) == "b9sBCIC5bYDQAA:QQnlAGAAGAAE\n"


def test_a_conversion_tells_what_is_lost_beside_its_output():
    ran = run("id", "cAkAAAAAAAAA", "--to", "ogid")
    assert ran.returncode == 0
    assert ran.stdout == "11ccccchhhjjjjj:66666888dddddoo:N0N::W:C:0:0:0:0\n"
    assert "lost: whether Jacoby's rule is in force" in ran.stderr
    data = json.loads(ok("id", "cAkAAAAAAAAA", "--to", "ogid", "--json"))
    assert data["losses"] == ["whether Jacoby's rule is in force"]


def test_what_no_id_or_format_is_ends_with_1():
    for args in (["nonsense"], [XGID, "--to", "sgf"], [XGID, "--variant", "hyper"], [""]):
        ran = run("id", *args)
        assert ran.returncode == 1
        assert ran.stdout == ""
        assert ran.stderr.startswith("tavla: ")


def test_an_id_of_a_variant_without_other_ids_says_so():
    text = ok("id", "tavla1.moultezim.AAAAAAAAAAAAAAAADwAAAAAAAAAAAAAAAA8.s0-d5_3.ce4a8a51")
    assert "moultezim" in text
    assert text.count("cannot hold a board of moultezim") == 6


def test_id_of_text_that_is_piped_in():
    pasted = (
        " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : QYkqASAAGAAE\n"
    )
    ran = subprocess.run(
        [sys.executable, "-m", "tavla", "id", "-", "--to", "xgid"],
        capture_output=True, text=True, check=True, timeout=120, input=pasted,
    )  # fmt: skip
    assert ran.stdout.startswith("XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:")
