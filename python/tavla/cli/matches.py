"""`tavla check`, `tavla convert` and `tavla replay`: files of matches."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003  # typer reads the options from the signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

import tavla
from tavla.cli.failing import errors_in_words
from tavla.cli.output import Json, counted, print_json, printable
from tavla.formats import checking, files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tavla.formats.checking import CheckedFile
    from tavla.formats.matches import Reading
    from tavla.game import Event, GameRecord, GameState

__all__ = ["register"]

FORMAT, VERSION = "tavla.check", 1
MOST_LEGAL = 12

Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="The encoding of the files, where you know it.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to an application."""
    for command in (check, convert, replay):
        app.command()(command)


def check(
    paths: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Files or folders.")],
    as_json: Json = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Stop at the first fault of each file.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the faults alone, and no progress.")
    ] = False,
    encoding: Encoding = None,
    processes: Annotated[
        int | None, typer.Option(help="Processes to use; by default one for each core.")
    ] = None,
) -> None:
    """Replay recorded matches and say what is wrong in them; exit code 1 where there is a fault."""
    with errors_in_words():
        found = checking.find_files(paths)
        if not found:
            raise tavla.InvalidArgumentError(
                f"check: no file that ends in {', '.join(checking.SUFFIXES)} is below "
                + ", ".join(map(str, paths))
            )
        checked = checking.check(
            found,
            encoding=encoding,
            strict=strict,
            processes=processes,
            progress=False if quiet or as_json else None,
        )
        results = print_checked(checked, quiet=quiet) if not as_json else list(checked)
        if as_json:
            print_json(summed_up(results) | {"files": [one.to_dict() for one in results]})
        elif not quiet:
            totals = summed_up(results)["totals"]
            print(
                f"{counted(totals['files'], 'file')}, {counted(totals['games'], 'game')}, "
                f"{counted(totals['rolls'], 'roll')}, {totals['replayed']:,} replayed; "
                f"{counted(totals['faulty'], 'file')} with faults"
            )
        if any(one.faults for one in results):
            raise typer.Exit(1)


def summed_up(results: list[CheckedFile]) -> dict[str, Any]:
    """The head of the JSON: the format and the totals."""
    totals = {
        "files": len(results),
        "games": sum(one.games for one in results),
        "rolls": sum(one.rolls for one in results),
        "replayed": sum(one.replayed for one in results),
        "faulty": sum(one.faults > 0 for one in results),
    }
    return {"format": FORMAT, "version": VERSION, "totals": totals}


def print_checked(checked: Iterator[CheckedFile], *, quiet: bool) -> list[CheckedFile]:
    """Print what came of each file as it comes, and gather it."""
    results = []
    for one in checked:
        results.append(one)
        for line in lines_of(one, quiet=quiet):
            print(line)
    return results


def lines_of(checked: CheckedFile, *, quiet: bool) -> Iterator[str]:
    """What came of one file, in words: a line of counts, and the findings below it."""
    findings = [one for one in checked.findings if one.is_fault or not quiet]
    if quiet and not findings:
        return
    games, rolls = counted(checked.games, "game"), counted(checked.rolls, "roll")
    words = counted(len(findings), "finding") if findings else "no findings"
    yield f"{printable(checked.path)}: {games}, {rolls}, {words}"
    for finding in findings:
        yield f"  {printable(str(finding))}"
        if finding.written:
            yield f"    written: {printable(finding.written)}"
        if finding.legal:
            more = len(finding.legal) - MOST_LEGAL
            tail = f" and {more} more" if more > 0 else ""
            yield f"    legal: {', '.join(finding.legal[:MOST_LEGAL])}{tail}"


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A .mat, .txt, .sgf or .json file.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="Its suffix names the format: .mat, .sgf, .json.")
    ],
    strict: Annotated[bool, typer.Option("--strict", help="Refuse a file with a fault.")] = False,
    encoding: Encoding = None,
) -> None:
    """Write a match in another format; what is wrong in it goes to the standard error.

    Further matches in the same file go to files beside it, OUT-2 and so on. Nothing is written where a file has faults
    and no game.
    """
    with errors_in_words():
        reading = loaded(source, encoding, strict=strict)
        for finding in reading.findings:
            print(printable(f"{source}: {finding}"), file=sys.stderr)
        if reading.faults and not any(match.games for match in reading.matches):
            raise tavla.DataError(printable(f"{source}: it holds no game, so nothing is written"))
        for number, match in enumerate(reading.matches, start=1):
            path = target if number == 1 else target.with_stem(f"{target.stem}-{number}")
            files.save(match, path)
            if number > 1:
                print(printable(f"{source}: match {number} goes to {path}"), file=sys.stderr)


def loaded(source: Path, encoding: str | None, *, strict: bool = False) -> Reading:
    """Read a file; an error names it."""
    try:
        return files.load(source, strict=strict, encoding=encoding)
    except tavla.DataError as error:
        raise tavla.DataError(printable(f"{source}: {error}")) from error


def replay(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A match or a record.")],
    game: Annotated[int | None, typer.Option(help="Show this game alone, counted from 1.")] = None,
    encoding: Encoding = None,
) -> None:
    """Step through a match: on a terminal, Enter goes on, n to the next game, q ends."""
    with errors_in_words():
        reading = loaded(source, encoding)
        games = [
            (one, match.scores[index] if match.scores else (0, 0))
            for match in reading.matches
            for index, one in enumerate(match.games)
        ]
        if games and game is not None and not 0 < game <= len(games):
            raise tavla.InvalidArgumentError(
                f"--game: expected a number from 1 to {len(games)}, got {game}"
            )
        numbers = [game - 1] if games and game is not None else range(len(games))
        for number in numbers:
            shown, score = games[number]
            if not show_game(shown, number + 1, score):
                break
        for finding in reading.findings:
            print(printable(str(finding)))
        if not games:
            raise tavla.DataError(printable(f"{source}: it holds no game"))


def show_game(game: GameRecord, number: int, score: tuple[int, int]) -> bool:
    """Show each moment of a game; False when the user has seen enough."""
    names = [printable(name) for name in game.players]
    print(f"Game {number}: {names[0]} {score[0]}, {names[1]} {score[1]}")
    states = game.states()
    print(next(states).board)
    for event, state in zip(game.events, states, strict=True):
        print(f"\n{printable(told(game, event))}")
        for line in (event.comment or "").splitlines():
            print(printable(line))
        if event.action.name in ("play", "illegal_play", "set_up"):
            print(seat_first(state))
        answer = asked()
        if answer == "q":
            return False
        if answer == "n":
            break
    result = game.result
    if result is not None and result.winner is not None:
        print(f"\n{names[result.winner]} wins {result.points}\n")
    else:
        print("\nno result\n")
    return True


def seat_first(state: GameState) -> tavla.Position:
    """The board as seat 0 sees it, so that it does not turn with every play."""
    return state.seen_by(0)


def told(game: GameRecord, event: Event) -> str:
    """An event in words."""
    action = event.action
    name = game.players[action.seat] or f"seat {action.seat}"
    match action:
        case tavla.game.MakePlay():
            moves = " ".join(map(str, action.moves)) or "no move"
            return f"{name} plays {moves}"
        case tavla.game.IllegalPlay():
            moves = " ".join(f"{source}/{target}" for source, target in action.moves)
            return f"{name} plays {moves or 'no move'}, against the rules"
        case tavla.game.SetUp(cube=cube):
            return f"another position is set up, with {name} on turn and the cube at {cube}"
        case tavla.game.OpeningRoll(dice=(first, second)):
            return f"opening throw {first}-{second}"
        case tavla.game.Roll(dice=(first, second)):
            return f"{name} rolls {first}-{second}"
        case tavla.game.Resign():
            return f"{name} gives up"
        case _:
            return f"{name}: {action.name}"


def asked() -> str:
    """What the user answers, on a terminal."""
    if not sys.stdin.isatty():
        return ""
    try:
        return input("> ").strip().lower()[:1]
    except EOFError:
        return "q"
