"""The commands and their options."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003  # typer reads the options from the signature
from typing import Annotated

import typer
from rich.console import Console

import tavla
from tavla.cli import bearoff, hyper, ids, matches
from tavla.cli.chouette import chouette
from tavla.cli.failing import errors_in_words
from tavla.cli.match import match, money
from tavla.cli.output import Json, folding_table, print_json
from tavla.cli.play import new_session, resumed_session
from tavla.cli.verify import verify
from tavla.cli.words import Dice, read_dice, read_games, read_position

app = typer.Typer(
    help="Rules engine for tables games: simulate, list plays, show boards, count trees.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

VariantName = Annotated[
    str, typer.Argument(metavar="VARIANT", help="A name `tavla variants` lists.")
]
PlayerSide = Annotated[
    str | None,
    typer.Option(
        "--player", metavar="SIDE", help="The side on roll, as '24:2 13:5 bar:1'; the rest is off."
    ),
]
OpponentSide = Annotated[
    str | None,
    typer.Option("--opponent", metavar="SIDE", help="The other side, in its own numbers."),
]
PositionId = Annotated[
    str | None, typer.Option("--id", metavar="ID", help="A GNU Backgammon Position ID.")
]


app.command()(match)
app.command()(money)
app.command()(chouette)
app.command()(verify)
app.add_typer(hyper.app, name="hyper")
app.add_typer(bearoff.app, name="bearoff")


def version(wanted: bool) -> None:  # typer passes the option's value
    """Print the version and stop."""
    if wanted:
        print(f"tavla {tavla.__version__}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Rules engine for tables games: simulate, list plays, show boards, count trees."""


matches.register(app)


@app.command()
def simulate(
    games: Annotated[
        list[str],
        typer.Argument(metavar="VARIANT[:GAMES]...", help="What to play, as hyper:1000000."),
    ],
    default_games: Annotated[
        int, typer.Option("--games", "-n", help="Games of each variant that names no number.")
    ] = 10_000,
    players: Annotated[
        str, typer.Option(help="Seat 0's and seat 1's player: random or pip.")
    ] = "random,random",
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed gives the same games; without it, a fresh one."),
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Threads; by default every core.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    as_json: Json = False,
) -> None:
    """Play whole games and sum them up."""
    with errors_in_words():
        seats = read_players(players)
        summaries = []
        for variant, number in [read_games(text, default_games) for text in games]:
            progress = False if quiet or as_json else None
            results = tavla.simulate(
                variant,
                number,
                seed=seed,
                players=seats,
                threads=threads,
                progress=progress,
            )
            summary = results.summary()
            summaries.append(summary)
            if not as_json:
                print(summary, end="\n\n", flush=True)
        if as_json:
            print_json([summary.to_dict() for summary in summaries])


def read_players(text: str) -> tuple[str, str]:
    """Read the two seats' players."""
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= 2
    if len(names) != 2:
        raise tavla.InvalidArgumentError(
            f"--players: expected two names such as pip,random, got {text!r}"
        )
    return names[0], names[1]


@app.command()
def play(
    variant: Annotated[
        str | None, typer.Argument(metavar="VARIANT", help="A name `tavla variants` lists.")
    ] = None,
    against: Annotated[str, typer.Option(help="Your opponent: pip, random or human.")] = "pip",
    seat: Annotated[int, typer.Option(help="Your seat: 0 or 1.")] = 0,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same dice; without it, fresh ones.")
    ] = None,
    cube: Annotated[bool, typer.Option("--cube", help="Play with the doubling cube.")] = False,
    jacoby: Annotated[
        bool, typer.Option("--jacoby", help="Gammons count once until somebody doubles.")
    ] = False,
    beavers: Annotated[
        int, typer.Option(help="How often a double may be turned again at once.")
    ] = 0,
    auto_doubles: Annotated[
        int, typer.Option(help="How many tied opening throws double the stake.")
    ] = 0,
    settlements: Annotated[
        bool, typer.Option("--settlements", help="The players may settle for any points.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the game here after each action.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")
    ] = None,
) -> None:
    """Play a game in the terminal, against a program or another person."""
    with errors_in_words():
        rules = tavla.GameRules(
            cube=cube,
            jacoby=jacoby,
            beavers=beavers,
            auto_doubles=auto_doubles,
            settlements=settlements,
        )
        if not cube and (jacoby or beavers or auto_doubles):
            raise tavla.InvalidArgumentError(
                "--jacoby, --beavers, --auto-doubles: they need --cube"
            )
        if resume is not None:
            told = (variant, seed, rules, against, seat)
            if told != (None, None, tavla.GameRules(), "pip", 0):
                raise tavla.InvalidArgumentError(
                    "--resume: the saved game has its own rules, players and dice"
                )
            session = resumed_session(resume, save)
        elif variant is None:
            raise tavla.InvalidArgumentError("play: expected a VARIANT, or --resume FILE")
        else:
            known = tavla.variant(variant)
            session = new_session(known, rules, against=against, seat=seat, seed=seed, path=save)
        try:
            session.run()
        except KeyboardInterrupt:
            print()
            raise typer.Exit(130) from None


@app.command()
def plays(
    variant: VariantName,
    dice: Annotated[list[str], typer.Argument(metavar="DICE", help="Two dice: 65, 6-5 or 6 5.")],
    player: PlayerSide = None,
    opponent: OpponentSide = None,
    position_id: PositionId = None,
    explain: Annotated[
        str | None, typer.Option(metavar="PLAY", help="Say whether this play is legal, or why not.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the legal plays of a roll, from the start or from a position."""
    with errors_in_words():
        position = read_position(tavla.variant(variant), player, opponent, position_id)
        roll = read_dice(" ".join(dice))
        if explain is not None:
            explain_play(position, roll, explain, as_json=as_json)
            return
        legal = position.legal_plays(roll)
        if as_json:
            print_json(
                {
                    "variant": position.variant.name,
                    "dice": list(roll),
                    "plays": [
                        {
                            "text": str(play),
                            "moves": [[m.source, m.target, m.die, m.hit] for m in play.moves],
                            "player": list(play.result.opponent),
                            "opponent": list(play.result.player),
                        }
                        for play in legal
                    ],
                }
            )
            return
        print(position)
        number = len(legal)
        print(f"\n{roll[0]}-{roll[1]}: {number} {'play' if number == 1 else 'plays'}")
        for play in legal:
            print(f"  {play}")


def explain_play(position: tavla.Position, roll: Dice, text: str, *, as_json: bool) -> None:
    """Say whether a play is legal; exit code 1 where it is not."""
    verdict = position.explain(text, dice=roll)
    if as_json:
        print_json({"legal": verdict.legal, "code": verdict.code, "words": verdict.words})
    else:
        print(f"{verdict.code}: {verdict.words}")
    if not verdict.legal:
        raise typer.Exit(1)


@app.command()
def show(
    variant: VariantName,
    player: PlayerSide = None,
    opponent: OpponentSide = None,
    position_id: PositionId = None,
    as_json: Json = False,
) -> None:
    """Draw a position as text: the start, or the one given."""
    with errors_in_words():
        position = read_position(tavla.variant(variant), player, opponent, position_id)
        if as_json:
            print_json(
                {
                    "variant": position.variant.name,
                    "player": list(position.player),
                    "opponent": list(position.opponent),
                    "pips": list(position.pips),
                    "hash64": f"{position.hash64:016x}",
                    "irregularities": [reason.words for reason in position.irregularities],
                }
            )
            return
        print(position)
        for reason in position.irregularities:
            print(f"irregular: {reason.words}")


# An XGID begins with a hyphen, as an option does.
@app.command(name="id", context_settings={"ignore_unknown_options": True})
def show_id(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT", help="An id, or text with one; quote it. - reads what is piped in."
        ),
    ],
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", help="Print the id in this format alone."),
    ] = None,
    variant: Annotated[
        str | None, typer.Option(metavar="VARIANT", help="The variant, where the id names none.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Tell what a position id says, and convert it: gnubg, position_id, xgid, ogid, fibs, snowie, tavla."""
    with errors_in_words():
        text = sys.stdin.read() if text == "-" else text
        game = None if variant is None else tavla.variant(variant)
        if to is None:
            if as_json:
                print_json(ids.data(text, game))
            else:
                print(ids.shown(text, game))
            return
        found = tavla.formats.convert(text, to, game)
        if as_json:
            print_json({"format": to, "text": found.text, "losses": list(found.losses)})
            return
        print(found.text)
        for loss in found.losses:
            print(f"tavla: lost: {loss}", file=sys.stderr)


@app.command()
def perft(
    variant: VariantName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Turns to look ahead.")],
    player: PlayerSide = None,
    opponent: OpponentSide = None,
    position_id: PositionId = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    as_json: Json = False,
) -> None:
    """Count the plays and the distinct positions some turns ahead, all 21 rolls each turn."""
    with errors_in_words():
        position = read_position(tavla.variant(variant), player, opponent, position_id)
        counts = tavla.perft(position, depth, progress=False if quiet or as_json else None)
        if as_json:
            print_json({"depth": depth, "plays": counts.plays, "distinct": counts.distinct})
        else:
            print(f"depth {depth}: {counts.plays:,} plays, {counts.distinct:,} distinct positions")


@app.command()
def variants(
    name: Annotated[
        str | None, typer.Argument(metavar="[VARIANT]", help="Show this one alone, in full.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games, or every rule of one."""
    with errors_in_words():
        if name is not None:
            show_variant(tavla.variant(name), as_json=as_json)
            return
        known = list(tavla.VARIANTS.values())
        if as_json:
            print_json([variant.to_dict() for variant in known])
            return
        table = folding_table("name", "checkers", "track", "contact", "start", "fingerprint")
        for variant in known:
            table.add_row(
                variant.name,
                str(variant.checkers),
                variant.track,
                variant.contact,
                stacks(variant),
                variant.fingerprint[:12],
            )
        Console().print(table)


def show_variant(variant: tavla.Variant, *, as_json: bool) -> None:
    """Show every rule of one variant."""
    if as_json:
        print_json(variant.to_dict())
        return
    table = folding_table("rule", "value", title=variant.name)
    for rule, value in variant.to_dict()["rules"].items():
        table.add_row(rule, stacks(variant) if rule == "start" else str(value))
    Console().print(table)
    print(f"fingerprint {variant.fingerprint}")


def stacks(variant: tavla.Variant) -> str:
    """Write a start as `24:2 13:5 8:3 6:5`."""
    held = [f"{point}:{count}" for point, count in enumerate(variant.start) if count]
    return " ".join(reversed(held))
