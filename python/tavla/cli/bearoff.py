"""`tavla bearoff`: databases built, and what they say of a side or a race."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

import tavla
from tavla.bearoff import OneSided, TwoSided, bd
from tavla.cli.failing import errors_in_words
from tavla.cli.output import Json, print_json
from tavla.cli.words import read_side

__all__ = ["app"]

app = typer.Typer(
    help="Bear-off databases: races to the last checker.",
    no_args_is_help=True,
    add_completion=False,
)

MIB = 2**20

Variant = Annotated[
    str, typer.Option("--variant", metavar="VARIANT", help="The game whose races these are.")
]
Points = Annotated[int, typer.Argument(metavar="POINTS", help="The farthest point, 1 to 24.")]
Checkers = Annotated[int, typer.Argument(metavar="CHECKERS", help="The most checkers of a side.")]
Threads = Annotated[int | None, typer.Option(help="Threads that work; all cores without it.")]


@app.command()
def build(
    points: Points,
    checkers: Checkers,
    two_sided: Annotated[
        bool,
        typer.Option("--two-sided", help="What every pair of sides is worth, not rolls alone."),
    ] = False,
    variant: Variant = "backgammon",
    cube: Annotated[
        bool, typer.Option("--cube/--no-cube", help="Two-sided: for money with the cube too.")
    ] = True,
    beavers: Annotated[
        bool, typer.Option("--beavers", help="Two-sided: a double may be turned back.")
    ] = False,
    memory: Annotated[int, typer.Option(metavar="MIB", help="The memory it may take.")] = 4096,
    threads: Threads = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Even if it is there.")] = False,
    write: Annotated[
        Path | None,
        typer.Option("--bd", metavar="FILE", help="Write a file for GNU Backgammon too."),
    ] = None,
) -> None:
    """Build a database and keep it, or say where it is."""
    with errors_in_words():
        game = tavla.variant(variant)
        options: dict[str, Any] = {
            "variant": game,
            "memory": memory * MIB,
            "threads": threads,
            "rebuild": rebuild,
        }
        database: OneSided | TwoSided
        if two_sided:
            stakes: dict[str, Any] = {"cube": "money" if cube else None, "beavers": beavers}
            database = tavla.bearoff.two_sided(points, checkers, **stakes, **options)
        else:
            database = tavla.bearoff.one_sided(points, checkers, **options)
        print(repr(database).strip("<>"))
        print("in memory only" if database.path is None else database.path)
        if write is not None:
            if isinstance(database, TwoSided):
                bd.write_two_sided(database, write)
            else:
                bd.write_one_sided(database, write)
            print(write)


@app.command()
def show(
    side: Annotated[
        str,
        typer.Argument(metavar="SIDE", help="The side on roll, as '6:2 4 1:3'; the rest is off."),
    ],
    opponent: Annotated[
        str | None, typer.Option(metavar="SIDE", help="The other side, for a race.")
    ] = None,
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Of a race: its exact values, from a two-sided database."),
    ] = False,
    jacoby: Annotated[
        bool, typer.Option("--jacoby", help="Gammons count once until somebody doubles.")
    ] = False,
    variant: Variant = "backgammon",
    file: Annotated[
        Path | None,
        typer.Option("--bd", metavar="FILE", help="Read a file of GNU Backgammon instead."),
    ] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Say how many rolls a side takes, and with --opponent how a race stands."""
    with errors_in_words():
        game = tavla.variant(variant)
        player = read_side(side, game.checkers)
        other = None if opponent is None else read_side(opponent, game.checkers)
        if file is not None:
            found = from_file(bd.read(file), player, other)
        else:
            if exact and other is None:
                raise tavla.InvalidArgumentError("--opponent: expected the other side, for --exact")
            found = rolls_of(player, game, threads)
            if other is not None:
                position = tavla.Position(game, player, other)
                found |= race_of(position, threads, exact=exact, jacoby=jacoby)
        if as_json:
            print_json(found)
        else:
            print("\n".join(lines(found)))


def rolls_of(side: list[int], game: tavla.Variant, threads: int | None) -> dict[str, Any]:
    """What a one-sided database says of a side."""
    points = max(6, *(point for point in range(25) if side[point]))
    rolls = tavla.bearoff.one_sided(points, game.checkers, variant=game, threads=threads)
    return {
        "pips": sum(point * count for point, count in enumerate(side)),
        "mean": rolls.mean(side),
        "deviation": rolls.deviation(side),
        "epc": rolls.epc(side),
        "wastage": rolls.wastage(side),
        "rolls": rolls.rolls(side).tolist(),
        "first_off": rolls.first_off(side).tolist(),
    }


def race_of(
    position: tavla.Position, threads: int | None, *, exact: bool, jacoby: bool
) -> dict[str, Any]:
    """What the databases say of a race."""
    game, sides = position.variant, (position.player, position.opponent)
    points = max(6, *(point for side in sides for point in range(25) if side[point]))
    if not exact:
        rolls = tavla.bearoff.one_sided(points, game.checkers, variant=game, threads=threads)
        return {"odds": asdict(rolls.odds(position))}
    most = max(sum(side[1:]) for side in sides)
    races = tavla.bearoff.two_sided(points, most, variant=game, threads=threads)
    decision = races.cube_action(position, jacoby=jacoby)
    redouble = races.cube_action(position, "player")
    return {
        "equity": races.equity(position),
        "probabilities": asdict(races.probabilities(position)),
        "centred": {"action": str(decision)} | cube_equities(decision),
        "own": {"action": str(redouble)} | cube_equities(redouble),
        "opponent": {"no_double": races.equity(position, "opponent")},
    }


def cube_equities(decision: Any) -> dict[str, float]:
    """The equities that decide."""
    return {name: getattr(decision, name) for name in ("no_double", "double_take", "double_pass")}


def from_file(
    file: bd.GnubgOneSided | bd.GnubgTwoSided | bd.GnubgHyper,
    player: list[int],
    opponent: list[int] | None,
) -> dict[str, Any]:
    """What a file of GNU Backgammon says."""
    if isinstance(file, bd.GnubgOneSided):
        if file.is_normal:
            names = ("mean", "deviation", "first_mean", "first_deviation")
            return dict(zip(names, file.moments(player), strict=True))
        found: dict[str, Any] = {"mean": file.mean(player), "rolls": file.rolls(player).tolist()}
        if file.has_gammons:
            found["first_off"] = file.first_off(player).tolist()
        return found
    if opponent is None:
        raise tavla.InvalidArgumentError("--opponent: expected the other side, for this file")
    cubes = ("player", "centred", "opponent")
    if isinstance(file, bd.GnubgHyper):
        found = {"probabilities": asdict(file.probabilities(player, opponent))}
        return found | {cube: file.equity(player, opponent, cube) for cube in cubes}
    found = {"equity": file.equity(player, opponent)}
    return found | {cube: file.equity(player, opponent, cube) for cube in cubes if file.has_cube}


def lines(found: dict[str, Any]) -> list[str]:
    """The same in words."""
    rows = []
    for name, value in found.items():
        words = name.replace("_", " ")
        if isinstance(value, dict):
            inner = (f"{key.replace('_', ' ')} {shown(part)}" for key, part in value.items())
            rows.append(f"{words:<13} {', '.join(inner)}")
        elif isinstance(value, list):
            chances = [(n, chance) for n, chance in enumerate(value) if chance >= 5e-5]
            inner = (f"{n}: {chance:.2%}" for n, chance in chances)
            rows.append(f"{words:<13} {', '.join(inner)}")
        else:
            rows.append(f"{words:<13} {shown(value)}")
    return rows


def shown(value: object) -> str:
    """A number to four places, anything else as it is."""
    return f"{value:.4f}" if isinstance(value, float | np.floating) else str(value)
