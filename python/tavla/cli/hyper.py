"""`tavla hyper`: Hyper-Backgammon solved, from the command line."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

import tavla
from tavla.cli.failing import errors_in_words
from tavla.cli.output import Json, folding_table, print_json
from tavla.cli.words import read_dice, read_side

if TYPE_CHECKING:
    from tavla.exact import CubeDecision, Solution
    from tavla.exact.cube import Owner

__all__ = ["app"]

app = typer.Typer(
    help="Hyper-Backgammon solved: values, best plays and cube actions.",
    no_args_is_help=True,
)

Checkers = Annotated[int, typer.Option(help="Checkers a side: 1, 2 or 3.")]
Beavers = Annotated[bool, typer.Option("--beavers", help="A double may be turned back.")]
Where = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="'start'; an id in any format; or both sides, the one on roll first, as '24 23 bar | 24:2 off'. Quote it.",
    ),
]
CubeOwner = Annotated[
    str | None,
    typer.Option(
        "--cube",
        metavar="OWNER",
        help="Who has the cube: centred, player (on roll) or opponent; without it, no cube.",
    ),
]
Jacoby = Annotated[
    bool | None, typer.Option("--jacoby/--no-jacoby", help="Gammons count once until a double.")
]
# An XGID begins with a hyphen, as an option does.
IDS = {"ignore_unknown_options": True}


@app.command()
def solve(
    checkers: Checkers = 3,
    cube: Annotated[
        str | None, typer.Option(metavar="STAKES", help="'money': with the cube, for money.")
    ] = None,
    beavers: Beavers = False,
    chances: Annotated[
        bool | None,
        typer.Option(
            "--chances/--no-chances",
            help="Find the chances of gammons too; by default, where there is no cube.",
        ),
    ] = None,
    residual: Annotated[float, typer.Option(help="How exact the values are to be.")] = 1e-12,
    threads: Annotated[int | None, typer.Option(help="Threads; by default every core.")] = None,
    certify: Annotated[
        bool, typer.Option("--certify", help="Prove the values too, from above and from below.")
    ] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Solve it even if it is there.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    as_json: Json = False,
) -> None:
    """Solve the game and keep the solution in a file, where it is not there yet."""
    with errors_in_words():
        solution = tavla.hyper.solve(
            _stakes(cube),
            checkers=checkers,
            beavers=beavers,
            chances=chances,
            residual=residual,
            threads=threads,
            progress=False if quiet or as_json else None,
            certify=certify,
            rebuild=rebuild,
        )
        start = tavla.Position.start(solution.variant)
        certificate = solution.certificate
        facts: dict[str, Any] = {
            "variant": solution.variant.name,
            "cube": solution.cube,
            "beavers": solution.beavers,
            "residual": solution.residual,
            "passes": solution.passes,
            "chances": solution.has_chances,
            "certificate": None if certificate is None else asdict(certificate),
            "start": solution.equity(start),
            "path": None if solution.path is None else str(solution.path),
        }
        if as_json:
            print_json(facts)
            return
        print(f"{solution.variant.name}, {'no cube' if solution.cube is None else 'money'}")
        print(f"the start, to the side on roll: {facts['start']:+.12f}")
        print(f"residual {solution.residual:.1e} after {solution.passes} passes")
        if certificate is not None:
            print(f"proved: no value is wrong by more than {certificate.error:.1e}")
        print(facts["path"] or "kept in memory only")


@app.command(context_settings=IDS)
def best(
    position: Where,
    roll: Annotated[
        list[str] | None,
        typer.Argument(metavar="ROLL", help="Two dice: 65, 6-5 or 6 5; an id may hold them."),
    ] = None,
    checkers: Checkers = 3,
    cube: CubeOwner = None,
    jacoby: Jacoby = None,
    as_json: Json = False,
) -> None:
    """List the plays of a roll with their equities, the best first."""
    with errors_in_words():
        asked = _read(position, checkers)
        dice = read_dice(" ".join(roll)) if roll else asked.dice
        if dice is None:
            raise tavla.InvalidDiceError("best: expected a roll such as 65")
        solution, where = _solution(asked, cube, jacoby)
        plays = solution.plays(asked.position, dice, **where)
        if as_json:
            found = [{"text": str(one.play), "equity": one.equity} for one in plays]
            print_json({**_facts(asked, where), "dice": list(dice), "plays": found})
            return
        table = folding_table("play", "equity", "less than best")
        for one in plays:
            less = one.equity - plays[0].equity
            table.add_row(str(one.play), f"{one.equity:+.9f}", f"{less:+.9f}" if less else "")
        print(asked.position)
        Console().print(table)


@app.command(context_settings=IDS)
def cube(
    position: Where,
    checkers: Checkers = 3,
    owner: CubeOwner = None,
    jacoby: Jacoby = None,
    beavers: Beavers = False,
    as_json: Json = False,
) -> None:
    """Tell what to do with the cube before the roll, and why. An id says who has it."""
    with errors_in_words():
        asked = _read(position, checkers)
        solution, where = _solution(asked, owner or asked.owner, jacoby, beavers=beavers)
        decision = solution.cube_action(asked.position, **where)
        if as_json:
            print_json({**_facts(asked, where), **_decision(decision)})
            return
        table = folding_table("action", "equity")
        for name, equity in _equities(decision).items():
            if equity is not None:
                table.add_row(name.replace("_", " "), f"{equity:+.9f}")
        print(asked.position)
        Console().print(table)
        print(f"{decision}{' (optional)' if decision.is_optional else ''}")


@app.command(name="table", context_settings=IDS)
def roll_table(
    position: Where,
    checkers: Checkers = 3,
    cube: CubeOwner = None,
    jacoby: Jacoby = None,
    as_json: Json = False,
) -> None:
    """List all 21 rolls with their best plays and equities."""
    with errors_in_words():
        asked = _read(position, checkers)
        solution, where = _solution(asked, cube, jacoby)
        found = solution.roll_table(asked.position, **where)
        if as_json:
            rolls = [
                {"dice": list(one.dice), "play": str(one.play), "equity": one.equity}
                for one in found.rolls
            ]
            print_json({**_facts(asked, where), "equity": found.equity, "rolls": rolls})
            return
        table = folding_table("roll", "best play", "equity")
        for one in found.rolls:
            table.add_row(f"{one.dice[0]}-{one.dice[1]}", str(one.play), f"{one.equity:+.9f}")
        print(asked.position)
        Console().print(table)
        print(f"equity of rolling: {found.equity:+.12f}")


@dataclass(frozen=True)
class _Asked:
    """A position, and what an id says beside it: the roll, the owner of the cube, Jacoby's rule."""

    position: tavla.Position
    dice: tuple[int, int] | None = None
    owner: str = "centred"
    jacoby: bool = False


def _read(text: str, checkers: int) -> _Asked:
    variant = tavla.hyper.variant(checkers)
    if text.strip().lower() == "start":
        return _Asked(tavla.Position.start(variant))
    if re.fullmatch(r"[^|]*[|][^|]*", text):
        sides = [read_side(side, variant.checkers) for side in text.split("|")]
        return _Asked(tavla.Position(variant, *sides))
    state = tavla.formats.parse_id(text, variant)
    owner = "centred"
    if state.cube_owner is not None:
        owner = "player" if state.cube_owner == state.seat else "opponent"
    return _Asked(state.position, state.dice, owner, bool(state.jacoby))


def _stakes(cube: str | None) -> Any:
    if cube not in (None, "money"):
        raise tavla.InvalidArgumentError(f"--cube: expected money, got {cube!r}")
    return cube


def _solution(
    asked: _Asked, owner: str | None, jacoby: bool | None, *, beavers: bool = False
) -> tuple[Solution, dict[str, Any]]:
    """The solution to ask, and where the cube is; those of few checkers are made at once."""
    checkers = asked.position.variant.checkers
    stakes: Any = None if owner is None else "money"
    if checkers < 3:
        solution = tavla.hyper.solve(stakes, checkers=checkers, beavers=beavers, chances=False)
    else:
        solution = tavla.hyper.load(stakes, beavers=beavers)
    if owner is None:
        if jacoby:
            raise tavla.InvalidArgumentError("--jacoby: it needs --cube")
        return solution, {}
    known: tuple[Owner, ...] = ("centred", "player", "opponent")
    if owner not in known:
        raise tavla.InvalidArgumentError(
            f"--cube: expected one of {', '.join(known)}, got {owner!r}"
        )
    return solution, {"cube": owner, "jacoby": asked.jacoby if jacoby is None else jacoby}


def _facts(asked: _Asked, where: dict[str, Any]) -> dict[str, Any]:
    position = asked.position
    return {
        "variant": position.variant.name,
        "player": list(position.player),
        "opponent": list(position.opponent),
        "cube": where.get("cube"),
        "jacoby": where.get("jacoby", False),
    }


def _decision(decision: CubeDecision) -> dict[str, Any]:
    return {
        "action": str(decision.action),
        "answer": str(decision.answer),
        "words": str(decision),
        "optional": decision.is_optional,
        **_equities(decision),
    }


def _equities(decision: CubeDecision) -> dict[str, float | None]:
    return {
        "no_double": decision.no_double,
        "double_take": decision.double_take,
        "double_pass": decision.double_pass,
        "double_beaver": decision.double_beaver,
    }
