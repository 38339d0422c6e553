"""The command `tavla chouette`: an evening in the terminal, kept by a scorer who watches the board."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tavla
from tavla.cli.chouette_words import HELP, WIDTH, listed, read_entries, read_kind, typed, usage
from tavla.cli.desk import Desk, KeptFile
from tavla.cli.failing import errors_in_words
from tavla.cli.words import read_dice
from tavla.errors import ActionError
from tavla.game import actions
from tavla.render import plot, sheet
from tavla.scoring.chouette.seating import seat_order, still_tied
from tavla.table.chouette_entries import describe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tavla.scoring.chouette import ChouetteBook, ChouetteGame, events

__all__ = ["Scorer", "chouette"]


def chouette(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where the evening is saved; resumed if there.")
    ] = Path("chouette.json"),
    players: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME,...", help="Who plays: the box, the captain, the line."),
    ] = None,
    preset: Annotated[
        str | None, typer.Option(help=f"House rules: {', '.join(tavla.scoring.chouette.PRESETS)}.")
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="OPTION=VALUE", help="One house rule; may be given several times."),
    ] = None,
    stake: Annotated[
        str, typer.Option(metavar="POINTS", help="What a point is worth, or NAME=WORTH,...")
    ] = "1",
    throw: Annotated[
        bool, typer.Option("--throw", help="Throw a die for each player to seat them.")
    ] = False,
    variant: Annotated[
        str | None,
        typer.Option(
            metavar="VARIANT", help="Play on a board here, a game `tavla variants` lists."
        ),
    ] = None,
) -> None:
    """Keep the score of a chouette: who doubled, took, dropped and won, and who sits where."""
    with errors_in_words():
        evening = evening_file(file)
        if evening.exists():
            if players is not None:
                raise tavla.InvalidArgumentError(f"{file} is there already; give no --players")
            table = evening.load()
        elif players is None:
            raise tavla.InvalidArgumentError(
                f"{file} is not there; give --players NAME,NAME,... for a new evening"
            )
        else:
            names = [name.strip() for name in players.split(",")]
            if throw:
                throws = throws_for_seats(names)
                print(*map(listed_throws, throws), sep="\n")
                names = list(seat_order(throws))
            table = tavla.Chouette(
                names,
                read_rules(preset, rule or []),
                stakes=read_stakes(stake),
                variant=None if variant is None else tavla.variant(variant),
            )
            evening.save(table)
        raise typer.Exit(Scorer(table, evening).serve())


def evening_file(path: Path) -> KeptFile[tavla.Chouette]:
    """The file of an evening, as it is kept."""
    return KeptFile(path, tavla.Chouette.from_json)


def read_rules(preset: str | None, options: Iterable[str]) -> tavla.ChouetteRules:
    """Read house rules: a preset, and single options as `retain_box=finisher`."""
    rules = tavla.ChouetteRules() if preset is None else tavla.ChouetteRules.preset(preset)
    found: dict[str, object] = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise tavla.InvalidArgumentError(f"--rule: expected OPTION=VALUE, got {text!r}")
        words: dict[str, object] = {"on": True, "off": False, "none": None}
        default = getattr(rules, name, None)
        is_word = isinstance(default, str)  # `off` and `none` are values of some options
        if value.isdecimal():
            found[name] = int(value)
        else:
            found[name] = value if is_word else words.get(value, value)
    return rules.replace(**found)


def throws_for_seats(names: list[str]) -> list[dict[str, int]]:
    """Throw a die for each player, and again for those who are tied."""
    throws: list[dict[str, int]] = []
    tied = set(names)
    while tied:
        throws.append({name: secrets.randbelow(6) + 1 for name in names if name in tied})
        tied = still_tied(throws)
    return throws


def listed_throws(throws: dict[str, int]) -> str:
    """Who threw what."""
    return "thrown: " + ", ".join(f"{name} {die}" for name, die in throws.items())


def read_number(text: str) -> int:
    """Read the number of an entry, or of entries."""
    if not text.isdecimal():
        raise tavla.InvalidArgumentError(f"expected a number, got {text!r}")
    return int(text)


def read_range(text: str) -> tuple[int, int]:
    """Read `5`, or `5-7`: the first number, and how many."""
    first, dash, last = text.partition("-")
    low = read_number(first)
    high = read_number(last) if dash else low
    if high < low:
        raise tavla.InvalidArgumentError(f"expected numbers such as 5-7, got {text!r}")
    return low, high - low + 1


def commands(words: list[str]) -> list[list[str]]:
    """The commands between which `then` stands."""
    found: list[list[str]] = [[]]
    for word in words:
        if word == "then":
            found.append([])
        else:
            found[-1].append(word)
    if not all(found):
        raise tavla.InvalidArgumentError("expected a command before and after `then`")
    return found


def read_stakes(text: str) -> object:
    """Read `1/2`, or `ann=1,bob=2`."""
    if "=" not in text:
        return text
    found: dict[str, str] = {}
    for one in text.split(","):
        name, equals, worth = one.strip().partition("=")
        if not equals or name in found:
            raise tavla.InvalidArgumentError(
                f"--stake: expected NAME=WORTH,... with each name once, got {text!r}"
            )
        found[name] = worth
    return found


class Scorer(Desk[tavla.Chouette]):
    """One evening at the terminal.

    Args:
        table: The chouette.
        evening: Its file.
    """

    def __init__(self, table: tavla.Chouette, evening: KeptFile[tavla.Chouette]) -> None:
        super().__init__(table, evening)
        self._queries: dict[str, Callable[[], str]] = {
            "help": lambda: HELP,
            "sheet": lambda: sheet.sheet(self.book, WIDTH),
            "game": lambda: sheet.game_text(self.book, WIDTH) or "no game yet",
            "stats": lambda: sheet.statistics_table(self.book, WIDTH),
            "order": lambda: status(self.book),
            "rules": lambda: json.dumps(self.book.rules.to_dict(), indent=1),
            "list": self._list,
            "allowed": self._allowed,
            "consult": self._consult,
            "board": self._board,
        }

    @property
    def book(self) -> ChouetteBook:
        """The book as it stands."""
        return self.table.book

    def status(self) -> str:
        """Who sits where, and what is to be answered."""
        return status(self.book)

    def told(self, error: Exception) -> str:
        """Why something was refused, and what would not be."""
        if not isinstance(error, ActionError) or not error.allowed:
            return super().told(error)
        options = dict.fromkeys(typed(self.book, one) for one in error.allowed)
        return f"{super().told(error)}\nallowed: {'; '.join([*options][:12])}"

    def do(self, words: list[str]) -> None:
        """Do what a command says."""
        word, *rest = words
        query = self._queries.get(word.lower())
        if query is not None and not rest:
            print(query())
            return
        games = len(self.book.games)
        match word.lower(), rest:
            case "export", [form, path]:
                self._export(form, self.other_path(path))
                return
            case "plot", [path]:
                plot.save_scores(self.book, self.other_path(path))
                print(f"drawn: {path}")
                return
            case ("roll" | "play" | "resign" | "accept" | "decline") as what, _:
                self.changed(lambda: self._on_board(what, rest))
            case "undo", _:
                self.changed(lambda: self.table.undo(*map(read_number, rest)))
            case "amend" | "insert" as how, [number, *command] if command:
                self._correct(how, number, command)
                print(sheet.totals_text(self.book, WIDTH))
            case "remove", [number]:
                first, count = read_range(number)
                self.changed(lambda: self.table.remove(first, count))
                print(sheet.totals_text(self.book, WIDTH))
            case _:
                entries = read_entries(self.book, words)
                self.changed(lambda: [self.table.apply(one) for one in entries])
        if len(self.book.games) > games:
            print(sheet.game_text(self.book, WIDTH))
        print(status(self.book))
        if self.table.board is not None:
            print(board_status(self.table))

    def _on_board(self, what: str, words: list[str]) -> object:
        """Obey a command that is about the board."""
        match what, words:
            case "roll", []:
                return self.table.roll()
            case "roll", [*dice]:
                return self.table.roll(read_dice(" ".join(dice)))
            case "play", [_, *_]:
                return self.table.play(" ".join(words))
            case "resign", ["box" | "crew" as side, *kind] if len(kind) < 2:
                return self.table.resign(("box", "crew").index(side), read_kind("".join(kind)))
            case "accept", []:
                return self.table.accept()
            case "decline", []:
                return self.table.decline()
            case _:
                raise tavla.InvalidArgumentError(f"expected {usage(what)}")

    def _correct(self, how: str, number: str, words: list[str]) -> None:
        """Put commands, with `then` between them, in the place of entries, or before one."""
        first, count = read_range(number)
        book = self.table.before(first)
        entries: list[events.Event] = []
        for command in commands(words):
            new = read_entries(book, command)
            entries += new
            try:
                for entry in new:
                    book = book.apply(entry)
            except tavla.TavlaError:
                break  # the amendment is refused there, with the reason
        if how == "amend":
            self.changed(lambda: self.table.amend(first, *entries, count=count))
        else:
            self.changed(lambda: self.table.insert(first, *entries))

    def _board(self) -> str:
        board = self.table.board
        return "no board is in play" if board is None else str(board.board)

    def _list(self) -> str:
        entries = [f"{n:3} {describe(one)}" for n, one in enumerate(self.table.entries, 1)]
        return "\n".join(entries) or "nothing yet"

    def _allowed(self) -> str:
        board, found = self.table.board, []
        for one in self.table.allowed:
            if not isinstance(one, actions.MakePlay | actions.MakeMove):
                found.append(typed(self.book, one))
            elif isinstance(one, actions.MakePlay) and board is not None and board.dice is not None:
                play = next(
                    p for p in board.position.legal_plays(board.dice) if p.moves == one.moves
                )
                found.append(f"play {play}")
        return "\n".join(found)

    def _consult(self) -> str:
        book = self.book
        about = [
            (about, [name for name in book.players if book.may_consult(name, about)])
            for about in ("move", "cube")
        ]
        return "\n".join(f"about a {about}: {listed(names)}" for about, names in about)

    def _export(self, form: str, path: Path) -> None:
        forms: dict[str, Callable[[], str]] = {
            "text": lambda: sheet.sheet(self.book, WIDTH) + "\n",
            "csv": lambda: sheet.as_csv(self.book),
            "json": lambda: (
                json.dumps(sheet.as_dict(self.book), indent=1, ensure_ascii=False) + "\n"
            ),
        }
        self.write_out(form, path, forms)


def status(book: ChouetteBook) -> str:
    """Who sits where, and what is to be answered."""
    game = book.game
    if game is None:
        box, *line = (*book.order, "nobody")[: max(len(book.order), 1)]
        partner = "" if book.partner is None else f" with {book.partner}"
        away = f"; away {listed(sorted(book.absent))}" if book.away else ""
        return f"next game {len(book.games) + 1}: box {box}{partner}, line {listed(line)}{away}"
    parts = [f"game {game.number}: box {game.box}"]
    if game.partner is not None:
        parts[0] += f" with {game.partner}"
    parts.append(f"captain {book.acting_captain}")
    cubes = []
    for bet in game.live:
        owner = {None: "", 0: f" with {bet.against}", 1: f" with {bet.member}"}[bet.cube.owner]
        cubes.append(f"{bet.name} {bet.cube.value}{owner}")
    parts.append("cubes " + listed(cubes))
    due = asked(game)
    due += [f"{taker} about an extra of {dropper}" for dropper, taker in game.extra_offers]
    text = "; ".join(parts)
    return f"{text}\nto answer: {'; '.join(due)}" if due else text


def asked(game: ChouetteGame) -> list[str]:
    """Who is to answer the cubes that were turned: `ann about bob, cleo at 2`, `dan, eve at 2` about their own."""
    found: dict[tuple[str | None, int], list[str]] = {}
    for bet in game.waiting:
        if bet.offer is not None:
            own = bet.answerer == bet.member and not bet.is_extra
            key = (None if own else bet.answerer, bet.offer.value)
            found.setdefault(key, []).append(bet.name)
    return [
        f"{', '.join(names)} at {value}"
        if who is None
        else f"{who} about {', '.join(names)} at {value}"
        for (who, value), names in found.items()
    ]


def board_status(table: tavla.Chouette) -> str:
    """What the board waits for."""
    board = table.board
    if board is None or table.mover is None:
        return "to throw for the start: box and captain"
    if board.dice is None:
        return f"to roll: {table.mover}"
    return f"to play {board.dice[0]}-{board.dice[1]}: {table.mover}"
