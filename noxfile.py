"""Every check of the project; `nox` alone runs all that CI needs, `nox --list` names the sessions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import nox

nox.needs_version = ">=2025.2"
nox.options.reuse_venv = "yes"
nox.options.sessions = ["lint", "docs", "types", "package", "rust", "tests"]

ROOT = Path(__file__).parent
DIST = (
    ROOT / "target" / "nox-dist"
)  # what the sessions share; `maturin build` alone writes elsewhere
PYPROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
CRATES = ("-p", "tavla-engine", "-p", "tavla-solve")

_built: dict[str, Path] = {}


def group(session: nox.Session, name: str) -> None:
    """Install a dependency group of pyproject.toml."""
    session.install(*nox.project.dependency_groups(PYPROJECT, name))


def built(session: nox.Session, kind: str) -> Path:
    """Build the release wheel or the sdist, once for all the sessions of this run."""
    if kind not in _built:
        out = DIST / kind
        shutil.rmtree(out, ignore_errors=True)
        session.install(*PYPROJECT["build-system"]["requires"])
        if kind == "wheel":
            command = ["build", "--release", "--locked", "--interpreter", sys.executable]
        else:
            command = ["sdist"]
        session.run("maturin", *command, "--out", str(out))
        (_built[kind],) = out.iterdir()
    return _built[kind]


def install_wheel(session: nox.Session, *extras: str) -> None:
    """Install the release wheel, always the one built in this run."""
    wheel = built(session, "wheel")
    wanted = f"tavla[{','.join(extras)}] @ {wheel.as_uri()}" if extras else str(wheel)
    session.install(wanted)
    session.install("--force-reinstall", "--no-deps", str(wheel))


@nox.session
def lint(session: nox.Session) -> None:
    """Formatting, lints, licences and origins of the dependencies."""
    group(session, "lint")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("cargo", "fmt", "--all", "--check", external=True)
    session.run(
        "cargo",
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
        external=True,
    )
    check_dependencies(session)


def check_dependencies(session: nox.Session) -> None:
    """Run cargo-deny; the advisories only where their database can be reached."""
    deny = ("cargo", "deny", "--all-features", "--locked", "--config", ".github/deny.toml")
    session.run(*deny, "check", "bans", "licenses", "sources", external=True)
    # The database of advisories is a repository of its own; a closed network does not reach it.
    path = os.pathsep.join([*session.bin_paths, os.environ["PATH"]])
    try:
        fetched = subprocess.run(
            [*deny, "fetch", "db"],
            cwd=ROOT,
            env=os.environ | {"PATH": path, "GIT_TERMINAL_PROMPT": "0"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=False,
        )
        reason = fetched.stderr.decode(errors="replace") if fetched.returncode else ""
    except subprocess.TimeoutExpired:
        reason = "no answer in 120 seconds"
    if not reason:
        session.run(*deny, "--offline", "check", "advisories", external=True)
    elif os.environ.get("TAVLA_REQUIRE_ADVISORIES"):
        session.error(f"the advisory database could not be fetched: {reason}")
    else:
        session.warn("ADVISORIES NOT CHECKED: the advisory database cannot be reached from here")


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation, warnings being errors, and the examples in docstrings."""
    group(session, "docs")
    install_wheel(session, "cli")
    for builder in ("html", "doctest"):
        session.run(
            "sphinx-build", "-q", "-W", "-E", "-b", builder, "docs", f"docs/_build/{builder}"
        )
    session.run(
        "cargo",
        "doc",
        "--workspace",
        "--no-deps",
        "--locked",
        "-q",
        external=True,
        env={"RUSTDOCFLAGS": "-D warnings"},
    )


@nox.session
def types(session: nox.Session) -> None:
    """Types of the Python code, and the stub against the compiled module."""
    group(session, "types")
    install_wheel(session, "cli")
    session.run("mypy")
    session.run(
        "python",
        "-m",
        "mypy.stubtest",
        "tavla._engine",
        "--allowlist",
        "tests/typing/stubtest-allowlist.txt",
    )


@nox.session
def package(session: nox.Session) -> None:
    """The wheel and the sdist: checked, installed into empty environments, and tried."""
    group(session, "package")
    wheel, sdist = built(session, "wheel"), built(session, "sdist")
    session.run("twine", "check", "--strict", str(wheel), str(sdist))
    session.run("check-wheel-contents", str(wheel))
    if "-abi3-" in wheel.name:
        session.run("abi3audit", "--strict", str(wheel))

    tmp = Path(session.create_tmp()).resolve()
    shutil.rmtree(tmp)
    tmp.mkdir(parents=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp, filter="data")
    (unpacked,) = tmp.iterdir()

    def fresh(name: str, *wanted: str) -> str:
        """Make an empty environment, install into it, and give its Python."""
        session.run("python", "-m", "venv", str(tmp / name))
        python = str(tmp / name / ("Scripts" if sys.platform == "win32" else "bin") / "python")
        # The registry's crates that are compiled already are taken from the common folder.
        env = {"CARGO_TARGET_DIR": str(ROOT / "target")}
        session.run(python, "-m", "pip", "install", "-q", *wanted, external=True, env=env)
        return python

    def smoke(python: str, *args: str) -> None:
        with session.chdir(tmp):
            session.run(python, "-I", str(unpacked / "tests" / "smoke.py"), *args, external=True)

    smoke(fresh("wheel", str(wheel)))
    smoke(fresh("wheel-cli", f"tavla[cli] @ {wheel.as_uri()}"), "--cli")
    smoke(fresh("sdist-cli", f"tavla[cli] @ {unpacked.as_uri()}"), "--cli")
    if sys.version_info[:2] == (3, 11):
        # The oldest Python with the oldest dependencies that pyproject.toml admits.
        project = PYPROJECT["project"]
        oldest = [*project["dependencies"], *project["optional-dependencies"]["cli"]]
        pins = [requirement.replace(">=", "==") for requirement in oldest]
        smoke(fresh("oldest", str(wheel), *pins), "--cli")


@nox.session(venv_backend="none")
def rust(session: nox.Session) -> None:
    """The tests of the Rust crates."""
    session.run("cargo", "test", *CRATES, "--locked", *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """The Python tests, with the examples of README.md, docs/ and the docstrings."""
    group(session, "test")
    install_wheel(session, "cli")
    session.run("pytest", *session.posargs)


@nox.session
def peers(session: nox.Session) -> None:
    """The tests beside GNU Backgammon, which is installed from Debian's packages; none may be skipped."""
    program, data = Path("/usr/games/gnubg"), Path("/usr/share/gnubg")
    if not (program.exists() and (data / "met").is_dir()):
        if shutil.which("apt-get") is None:
            session.error("GNU Backgammon comes from Debian's packages: apt-get is needed")
        packages = ("gnubg", "gnubg-data")
        session.run("apt-get", "install", "-y", "--no-install-recommends", *packages, external=True)
    group(session, "test")
    install_wheel(session, "cli")
    where = {"TAVLA_GNUBG": str(program), "TAVLA_GNUBG_DATA": str(data)}
    session.run("pytest", "-m", "peers", *session.posargs, env=where)


FUZZ_TARGETS = ("mat", "sgf", "json", "any", "ids")


@nox.session
def fuzz(session: nox.Session) -> None:
    """The readers of files and ids, fuzzed by coverage: five minutes for each, or as libFuzzer's options say."""
    group(session, "fuzz")
    install_wheel(session)
    names = [word for word in session.posargs if word in FUZZ_TARGETS] or FUZZ_TARGETS
    options = [word for word in session.posargs if word not in FUZZ_TARGETS]
    for name in names:
        session.run("python", "tests/fuzz/run.py", name, *(options or ["-max_total_time=300"]))


@nox.session
def bench(session: nox.Session) -> None:
    """The benchmarks, on a quiet machine."""
    session.run("cargo", "bench", *CRATES, "--locked", external=True)
    group(session, "test")
    install_wheel(session)
    where = [folder for folder in ("benches", "tests") if (ROOT / folder).exists()]
    session.run(
        "pytest",
        *("-o", "addopts=--import-mode=importlib", "--benchmark-only"),
        *(session.posargs or where),
        success_codes=[0, 5],  # 5: no benchmark found
    )


@nox.session
def proofs(session: nox.Session) -> None:
    """The long proofs: deep counts, exhaustive checks, many more random cases. Takes hours at most."""
    session.run(
        *("cargo", "test", "--release", *CRATES, "--locked", "--", "--include-ignored"),
        external=True,
        env={"PROPTEST_CASES": "2000"},
    )
    # The seeds of the fuzz targets, replayed without a fuzzer.
    session.run(
        *(
            "cargo",
            "test",
            "--manifest-path",
            "rust/fuzz/Cargo.toml",
            "--no-default-features",
            "--locked",
        ),
        external=True,
    )
    group(session, "test")
    install_wheel(session, "cli")
    session.run(
        "pytest",
        "-m",
        "slow or not slow",
        "--timeout=0",
        *session.posargs,
        env={"TAVLA_TEST_PROFILE": "deep"},
    )
