"""GNU Backgammon itself reads the ids that tavla writes, and prints the same; skipped where it is not installed."""

import os
import re
import shutil
import subprocess
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tavla
from id_states import plain, states
from tavla.formats import Status, gnubg, parse_id, write_id

COMMAND = os.environ.get("TAVLA_GNUBG") or shutil.which("gnubg") or shutil.which("/usr/games/gnubg")
QUIET = (
    "set display off",
    "set player 0 human",
    "set player 1 human",
    "set automatic game off",
    "set automatic roll off",
    "new session",
)
SHOW = ("show board", "set output rawboard on", "show board", "set output rawboard off")

pytestmark = [
    pytest.mark.peers,
    pytest.mark.skipif(COMMAND is None, reason="GNU Backgammon is not installed"),
]


def run(folder, commands):
    """What GNU Backgammon prints when it is told all this."""
    script = folder / "commands"
    script.write_text("\n".join([*QUIET, *commands]) + "\n", encoding="ascii")
    ran = subprocess.run(
        [COMMAND, "-t", "-q", "-r", "-c", str(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        stdin=subprocess.DEVNULL,
    )
    return ran.stdout


def boards_in(text):
    """The board strings among what was printed."""
    return re.findall("^board:.*", text, re.MULTILINE)


@st.composite
def loadable(draw):
    """Draw states that GNU Backgammon can be set to: it steps back from doubles, and plays on."""
    state = draw(states(variants=(tavla.BACKGAMMON,), deepest=0))
    if state.crawford:
        state = replace(state, cube=1, cube_owner=None)
    return replace(
        plain(state, keep=("jacoby",)), status=Status.PLAYING, resignation=0, to_act=None
    )


@settings(max_examples=5, suppress_health_check=list(HealthCheck))
@given(st.lists(loadable(), min_size=20, max_size=60))
def test_gnu_backgammon_reads_our_ids_and_prints_them_back(tmp_path_factory, drawn):
    texts = [gnubg.write(state) for state in drawn]
    commands = [line for text in texts for line in (f"set gnubgid {text}", *SHOW)]
    printed = run(tmp_path_factory.mktemp("gnubg"), commands)
    shown = re.findall(r"Position ID: (\S+)\s+Match ID   : (\S+)", printed)
    assert set(texts) <= {":".join(pair) for pair in shown}
    assert [plain(parse_id(text)) for text in boards_in(printed)] == [plain(s) for s in drawn]


def test_gnu_backgammon_shows_doubles_beavers_and_raccoons_as_we_write_them(tmp_path):
    turns = [line for turn in ("double", "redouble", "redouble") for line in (turn, *SHOW)]
    start = ("set beavers 3", "set jacoby on", "new session", "set turn 1")
    printed = run(tmp_path, [*start, "set board 4HPwATDgc/ABMA", *turns])
    for depth in (1, 2, 3):
        state = replace(parse_id("4HPwATDgc/ABMA:cAkAAAAAAAAA"), offered=depth, to_act=None)
        assert gnubg.match_id(state) in printed
    assert [parse_id(text).offered for text in boards_in(printed)] == [1, 2, 3]


@pytest.mark.parametrize("turn", [1, -1])
def test_gnu_backgammon_reads_our_xgids(tmp_path, turn):
    state = parse_id(f"XGID=---BBBBAAA---Ac-bbccbAA-A-:1:1:{turn}:63:4:3:0:5:8")
    printed = run(tmp_path, [f"set xgid {write_id(state, 'xgid')}", "show board"])
    assert state.position.gnubg_id in printed
