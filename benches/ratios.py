"""How fast tavla is beside its peers and its own core: `python benches/ratios.py` builds, measures, prints the tables.

The peers are installed into an environment of their own below Cargo's target folder; one that cannot be installed is
left out, and said to be. Every comparison first asserts that both sides do the same work. Times are CPU-seconds on one
core, both sides in turns; ratios are tavla's rate over the peer's, the least, the median and the greatest of the rounds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PEERS = ROOT / "benches" / "peers"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "ratios"
PYTHON = TARGET / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
# Name, the module that must be there, the script.
FROM_PYTHON = (
    ("GNU Backgammon", "gnubg_nn", "gnubg_games.py"),
    ("OpenSpiel", "pyspiel", "openspiel_games.py"),
    ("pgx", "pgx", "pgx_games.py"),
)


def run(*command: str | Path) -> bool:
    return not subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode


def build() -> None:
    """Build tavla as users get it, and install it with the peers."""
    if not PYTHON.exists():
        venv.create(TARGET / "venv", with_pip=True)
    pip = (PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check")
    for wheel in (TARGET / "wheel").glob("*.whl"):
        wheel.unlink()
    maturin = (PYTHON, "-m", "maturin", "build", "-q", "--release", "--locked", "-i", PYTHON)
    if not (run(*pip, "maturin>=1.14.1,<2") and run(*maturin, "--out", TARGET / "wheel")):
        sys.exit("tavla could not be built")
    peers = (PEERS / "python" / "requirements.txt").read_text().splitlines()
    for peer in [line for line in peers if line and not line.startswith("#")]:
        run(*pip, peer) or print(f"NOT INSTALLED: {peer}")
    cargo = ("cargo", "build", "-q", "--release", "--locked", "--target-dir", TARGET / "peers")
    run(*cargo, "--manifest-path", PEERS / "Cargo.toml") or print("NOT BUILT: benches/peers")
    (wheel,) = (TARGET / "wheel").glob("*.whl")
    if not (run(*pip, wheel) and run(*pip, "--force-reinstall", "--no-deps", wheel)):
        sys.exit("tavla could not be installed")


def measured(peer: str, command: list[str | Path]) -> list[list[str]]:
    """Run a comparison, show what it says, and give its lines: peer, work, least, median, greatest."""
    print(f"\n== {peer}", flush=True)
    lines: list[list[str]] = []
    if not Path(command[0]).exists():
        print(f"SKIPPED: {command[0]} is not there")
        return lines
    with subprocess.Popen(
        [str(part) for part in command], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            # The heading and the line below it have no number at the end, tavla alone no ratio.
            if len(cells) >= 7 and cells[-1].replace(".", "").isdigit():
                what = [cell for cell in cells[:-5] if not cell.startswith(peer)]
                lines.append([peer, ", ".join(what), *cells[-3:]])
    if process.returncode:
        print(f"FAILED: {peer}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", default="9", help="rounds of each measurement, default 9")
    parser.add_argument("--no-build", action="store_true", help="use what was installed before")
    options = parser.parse_args()
    if not options.no_build:
        build()
    programs = TARGET / "peers" / "release"
    lines = measured("bkgm", [programs / "tavla-peers", options.rounds])
    for peer, module, script in FROM_PYTHON:
        if run(PYTHON, "-c", f"import {module}"):
            command = [PYTHON, PEERS / "python" / script, "--rounds", options.rounds]
            lines += measured(peer, command)
        else:
            print(f"\n== {peer}\nSKIPPED: the module {module} is not installed")
    print("\n== Python beside the core", flush=True)
    run(PYTHON, ROOT / "benches" / "goals.py", programs / "rows", "--rounds", options.rounds)
    print("\n== tavla's rate over the peer's")
    print(f"| {'peer':14} | {'work':64} | {'min':>6} | {'median':>6} | {'max':>6} |")
    print(f"| {'-' * 14} | {'-' * 64} | -----: | -----: | -----: |")
    for peer, work, *ratios in lines:
        least, median, most = (f"{ratio:>6}" for ratio in ratios)
        print(f"| {peer:14} | {work:64} | {least} | {median} | {most} |")


if __name__ == "__main__":
    main()
