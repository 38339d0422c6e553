"""The house: versions, marker files, the direction of imports, the commands of README.md."""

import ast
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import tavla

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python" / "tavla"

# Highest first: each may import itself and what stands after it. A new module of the package takes its
# place here.
LAYERS = (
    "__main__",
    "cli",
    "envs",
    "render",
    "analysis",
    "simulate",
    "executors",
    "waves",
    "players",
    "hyper",
    "bearoff",
    "exact",
    "formats",
    "table",
    "scoring",
    "game",
    "batch",
    "cache",
    "progress",
    "threads",
    "whole",
    "_engine",
    "errors",
)

# The book-keeping can be read and tested alone: these import nothing but errors and each other.
ALONE = ("scoring", "game.cube", "game.plain", "game.reading")
ALONE_MAY_USE = ("errors", *ALONE)


def module_name(path):
    """The dotted name below tavla, '' for tavla itself."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(source):
    """Dotted names below tavla of all that the source imports, at any depth of its code."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports are not used here"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {
        name.removeprefix("tavla").removeprefix(".")
        for name in found
        if name.split(".")[0] == "tavla"
    }


def wrong_imports(module, imported):
    """Those of the imports that the layers forbid to the module."""

    def below(name, roots):
        return any(name == root or name.startswith(f"{root}.") for root in roots)

    if below(module, ALONE):
        return {name for name in imported if not below(name, ALONE_MAY_USE)}
    if module == "":
        return set()  # the package itself gathers the public names of all layers
    layer = module.split(".")[0]
    allowed = LAYERS[LAYERS.index(layer) :]
    if layer == "cli":
        return set()  # the top, a user of the public names like any other
    return {name for name in imported if name.split(".")[0] not in allowed}


def test_version_is_the_same_everywhere():
    cargo = ROOT / "Cargo.toml"
    if cargo.exists():
        assert (
            tomllib.loads(cargo.read_text())["workspace"]["package"]["version"] == tavla.__version__
        )
    assert version("tavla") == tavla.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+", tavla.__version__), "a spelling that Cargo and PyPI share"


def test_changelog_names_the_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[{re.escape(tavla.__version__)}\]", changelog, re.MULTILINE)


def test_typed():
    assert (Path(tavla.__file__).parent / "py.typed").exists()


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_imports_run_one_way(path):
    module = module_name(path)
    assert not wrong_imports(module, imports_of(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("cli.main", "from tavla.simulate import run", set()),
        ("simulate", "from tavla import cli", {"cli"}),
        ("simulate", "def f():\n    import tavla.render.svg", {"render.svg"}),
        ("players", "from tavla.simulate import run", {"simulate.run"}),
        ("batch", "from tavla._engine import Position", set()),
        (
            "scoring.money",
            "from tavla.errors import TavlaError\nfrom tavla.game.cube import Cube",
            set(),
        ),
        ("scoring.money", "from tavla._engine import Position", {"_engine.Position"}),
        ("game.cube", "from tavla.game.state import GameState", {"game.state.GameState"}),
        ("game.state", "from tavla.game.cube import Cube", set()),
        ("errors", "from tavla._engine import Position", {"_engine.Position"}),
        ("errors", "import json", set()),
        ("simulate", "from tavla.players import Player", set()),
        ("simulate", "import tavla", {""}),
        ("simulate", "from tavla import HYPER", {"HYPER"}),
        ("cli", "from tavla import HYPER", set()),
    ],
)
def test_wrong_imports_are_seen(module, source, wrong):
    assert wrong_imports(module, imports_of(source)) == wrong


def test_every_module_has_a_layer():
    present = {module_name(path).split(".")[0] for path in PACKAGE.rglob("*.py")} - {""}
    assert present <= set(LAYERS)


def test_ci_runs_the_command_of_the_readme():
    run = ROOT / ".ci" / "run"
    if not run.exists():
        pytest.skip("not in the source distribution")
    blocks = re.findall(
        r"```(?:sh|console|bash)\n(.*?)```",
        (ROOT / "README.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
    commands = [line for block in blocks for line in block.splitlines()]
    (command,) = [line for line in commands if line.endswith("nox")]
    assert command in [line.strip() for line in run.read_text(encoding="utf-8").splitlines()]
