"""The commands `tavla match` and `tavla money`: an evening of two players in the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, TypeVar

import typer

import tavla
from tavla.cli.desk import Desk, KeptFile
from tavla.cli.failing import errors_in_words
from tavla.cli.match_words import COMMON, HELP, find_seat, read_annulled, read_number, read_result
from tavla.cli.play import HUMAN, Session, checked_opponent, programs
from tavla.errors import InvalidArgumentError
from tavla.render import plot
from tavla.scoring.met import MatchEquity
from tavla.table.sheets import statistics_text

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MatchDesk", "MoneyDesk", "match", "money"]

RATES: Final = {"hyper": (0.583, 0.038)}
"""Shares of gammons and backgammons among the games won, where they are not those of backgammon."""

S = TypeVar("S", tavla.Match, tavla.MoneySession)


class SeriesDesk(Desk[S], Generic[S]):
    """Two players, game after game: what a match and a session for money have in common."""

    kind: str

    def do(self, words: list[str]) -> None:
        """Do what a command says."""
        word, rest = words[0].lower(), words[1:]
        queries: dict[str, Callable[[], str]] = {
            "help": lambda: f"{HELP[self.kind]}\n{COMMON}",
            "sheet": self.table.sheet,
            "score": self.status,
            "stats": lambda: statistics_text(self.table.statistics),
        }
        if word in queries and not rest:
            print(queries[word]())
        elif (word, len(rest)) == ("export", 2):
            self.export(rest[0], self.other_path(rest[1]))
        elif (word, len(rest)) == ("plot", 1):
            plot.save_curves(self.table.running_scores(), self.other_path(rest[0]))
            print(f"drawn: {rest[0]}")
        elif not self.of_its_own(word, rest):
            self.change(word, rest)
            print(self.status())

    def of_its_own(self, _word: str, _rest: list[str]) -> bool:
        """Do a command that only this kind of evening knows, if it is one."""
        return False

    def change(self, word: str, rest: list[str]) -> None:
        """Do a command that changes something."""
        match word, rest:
            case "undo", []:
                self.changed(self.table.undo)
            case "abandon", []:
                self.changed(self.table.abandon)
            case "board", [*how] if len(how) < 3:
                self.board(*how)
            case "amend", [number, *command] if command:
                told, game = read_result(self.table.players, command), self.game_number(number)
                self.changed(lambda: self.table.amend(game - 1, **told))
                print(self.game_told(game))
            case _:
                told = read_result(self.table.players, [word, *rest])
                self.changed(lambda: self.table.enter(**told))
                print(self.game_told(len(self.table.entries)))

    def board(self, against: str = HUMAN, name: str | None = None) -> None:
        """Play the next game on a board, or go on with the one under way, and enter it once it is over."""
        checked_opponent(against, 0)
        players = self.table.players
        seat = 1 if name is None else find_seat(players, name)
        if self.table.game is None:
            self.changed(self.table.new_game)
        game = self.table.game
        if game is not None and not game.is_over:
            found = programs(game, against, 1 - seat)
            Session(game, found, keep=lambda: self._file.save(self.table)).run()
        if game is not None and game.is_over:
            self.changed(lambda: self.table.finish(game))
            print(self.game_told(len(self.table.entries)))

    def game_number(self, text: str) -> int:
        """Read the number of a game of the sheet, from 1."""
        number, games = read_number(text, "amend"), len(self.table.entries)
        if not 1 <= number <= games:
            raise InvalidArgumentError(f"amend: the sheet has {games} games, got {text}")
        return number

    def game_told(self, number: int) -> str:
        """How a game of the sheet ended, in words."""
        result, players = self.table.results[number - 1], self.table.players
        if result.winner is None:
            return f"game {number}: nobody won ({result.end})"
        points = f"{result.points} point{'s' * (result.points != 1)}"
        loser = players[1 - result.winner]
        if result.kind is None:
            passed = f"{loser} passed the double to {2 * result.cube}"
            how = passed if result.end == "pass" else "settled"
        else:
            how = f"{result.kind.name.lower()}, cube {result.cube}"
            how += f", {loser} resigned" * (result.end == "resignation")
        return f"game {number}: {players[result.winner]} wins {points} ({how})"

    def next_game(self) -> str:
        """What comes next."""
        number, table = len(self.table.entries) + 1, self.table
        if table.game is not None:
            goes_on = "enters its result" if table.game.is_over else "goes on with it"
            return f"game {number} is on the board: `board` {goes_on}, `abandon` drops it"
        starter = table.next_starter
        starts = "" if starter is None else f", {table.players[starter]} starts"
        return f"game {number} is next{starts}"

    def told(self, error: Exception) -> str:
        """Why something was refused; games are numbered as on the sheet, from 1."""
        words = super().told(error).partition("; allowed:")[0]
        return re.sub(r"\bgame (\d+)", lambda found: f"game {int(found[1]) + 1}", words)

    def export(self, form: str, path: Path) -> None:
        """Write the sheet to a file."""
        forms: dict[str, Callable[[], str]] = {
            "text": lambda: f"{self.table.sheet()}\n",
            "csv": self.table.sheet_csv,
            "json": lambda: json.dumps(self.summary(), indent=1, ensure_ascii=False) + "\n",
        }
        self.write_out(form, path, forms)

    def summary(self) -> dict[str, Any]:
        """The sheet as plain data, without the seed of the dice."""
        return {
            "format": f"tavla.{self.kind}_sheet",
            "version": 1,
            "players": list(self.table.players),
            "variant": self.table.variant.name,
            "games": self.table.sheet_rows(),
            "statistics": {name: one.to_dict() for name, one in self.table.statistics.items()},
        }


class MatchDesk(SeriesDesk[tavla.Match]):
    """A match at the terminal."""

    kind = "match"

    def of_its_own(self, word: str, rest: list[str]) -> bool:
        """Do a command that only a match knows, if it is one."""
        table = self.table
        match word, rest:
            case "annul", _:
                told = read_annulled(table.players, rest)
                self.changed(lambda: table.enter_annulled(**told))
                print(self.game_told(len(table.entries)))
            case "forfeit", [name, *note]:
                seat = find_seat(table.players, name)
                self.changed(lambda: table.forfeit(seat, " ".join(note)))
            case "leave", note:
                self.changed(lambda: table.leave(" ".join(note)))
            case "reopen", []:
                self.changed(table.reopen)
            case "met", [*cube] if len(cube) < 2:
                print(self.equity(read_number(cube[0], "cube") if cube else 1))
                return True
            case _:
                return False
        print(self.status())
        return True

    def status(self) -> str:
        """The score, what each needs, and what is special about the next game."""
        score, players = self.table.score, self.table.players
        text = " - ".join(f"{name} {n}" for name, n in zip(players, score.scores, strict=True))
        if self.table.result is not None:
            return f"{text}: {self.table.sheet().splitlines()[-1]}"
        needs = ", ".join(f"{name} needs {n}" for name, n in zip(players, score.away, strict=True))
        marks = {
            "the Crawford game: nobody doubles": score.is_crawford,
            "post-Crawford": score.is_post_crawford and not score.is_double_match_point,
            "double match point": score.is_double_match_point,
        }
        said = "".join(f"; {mark}" for mark, holds in marks.items() if holds)
        return f"{text}, to {score.length}: {needs}{said}\n{self.next_game()}"

    def equity(self, cube: int) -> str:
        """What the match equity table says about the score."""
        rules = self.table.next_rules
        if rules is None:
            raise InvalidArgumentError("met: the match is over")
        rates = gammons, backgammons = RATES.get(self.table.variant.name, (0.26, 0.0))
        table = MatchEquity.computed(gammon_rate=gammons, backgammon_rate=backgammons)
        score = self.table.score
        lines = [f"computed with {gammons:.1%} gammons among the games won"]
        doubles = rules.cube and not rules.crawford
        for seat, name in enumerate(self.table.players):
            mine, theirs = score.away[seat], score.away[1 - seat]
            parts = [
                f"{name}: {table.chance(score, seat):.1%} to win the match",
                f"gammon value {table.gammon_value(mine, theirs, cube):.2f} at {cube}",
            ]
            if doubles and theirs > cube:  # else the other has no use for a double
                dead, live = (
                    table.take_point(mine, theirs, cube, efficiency=x, wins=rates, losses=rates)
                    for x in (0.0, 1.0)
                )
                parts.append(f"takes {2 * cube} from {dead:.1%} (dead cube), {live:.1%} (live)")
            lines.append(", ".join(parts))
        return "\n".join(lines if doubles else [*lines, "nobody doubles in this game"])

    def summary(self) -> dict[str, Any]:
        """The sheet as plain data."""
        result = self.table.result
        return super().summary() | {
            "length": self.table.length,
            "options": self.table.options,
            "scores": list(self.table.score.scores),
            "result": None if result is None else result.to_dict(),
        }


class MoneyDesk(SeriesDesk[tavla.MoneySession]):
    """A session for money at the terminal."""

    kind = "money"

    def status(self) -> str:
        """Who is ahead, and by how much."""
        lead, players = self.table.difference, self.table.players
        points = f"{abs(lead)} point{'s' * (abs(lead) != 1)}"
        worth = self.table.stake.text(abs(lead))
        ahead = f"{players[lead < 0]} leads by {points}: {worth}" if lead else "level"
        return f"{ahead}\n{self.next_game()}"

    def summary(self) -> dict[str, Any]:
        """The sheet as plain data."""
        stake = self.table.stake
        totals = {
            name: stake.text(total / stake.amount)
            for name, total in self.table.ledger.totals.items()
        }
        return super().summary() | {"stake": stake.to_dict(), "totals": totals}


File = Annotated[
    Path, typer.Argument(metavar="FILE", help="Where the evening is saved; resumed if there.")
]
Players = Annotated[
    str | None, typer.Option(metavar="NAME,NAME", help="Who plays; needed for a new evening.")
]
VariantName = Annotated[
    str | None, typer.Option(metavar="VARIANT", help="A name `tavla variants` lists.")
]
Seed = Annotated[
    int | None, typer.Option(help="The same seed gives the same dice; without it, fresh ones.")
]


def match(
    file: File = Path("match.json"),
    players: Players = None,
    length: Annotated[int | None, typer.Option(help="Points that win; 7 by default.")] = None,
    variant: VariantName = None,
    crawford: Annotated[
        bool | None,
        typer.Option("--crawford/--no-crawford", help="The Crawford rule; played by default."),
    ] = None,
    holland: Annotated[
        bool | None,
        typer.Option("--holland/--no-holland", help="The Holland rule; off by default."),
    ] = None,
    dead_cube: Annotated[
        str | None,
        typer.Option(metavar="allow|refuse", help="Doubles that cannot help the doubler."),
    ] = None,
    cube: Annotated[
        bool | None, typer.Option("--cube/--no-cube", help="By default the variant's custom.")
    ] = None,
    seed: Seed = None,
) -> None:
    """Keep a match: results as they come, or games on a board, with the score as it goes."""
    agreed = {
        "length": length,
        "variant": variant,
        "crawford": crawford,
        "holland": holland,
        "dead_cube": dead_cube,
        "cube": cube,
        "seed": seed,
    }
    kept = KeptFile(file, tavla.Match.from_json)
    keep(MatchDesk, kept, tavla.Match, players, agreed)


def money(
    file: File = Path("money.json"),
    players: Players = None,
    stake: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="What a point is worth; 1 by default.")
    ] = None,
    unit: Annotated[str | None, typer.Option(help="What the stake counts, such as EUR.")] = None,
    variant: VariantName = None,
    seed: Seed = None,
) -> None:
    """Keep a session for money: results as they come, or games on a board."""
    agreed = {"stake": stake, "unit": unit, "variant": variant, "seed": seed}
    kept = KeptFile(file, tavla.MoneySession.from_json)
    keep(MoneyDesk, kept, tavla.MoneySession, players, agreed)


def keep(
    desk: Callable[[S, KeptFile[S]], SeriesDesk[S]],
    kept: KeptFile[S],
    new: Callable[..., S],
    players: str | None,
    agreed: dict[str, Any],
) -> None:
    """Go on with an evening, or begin one, and obey what is typed."""
    given = {name: value for name, value in agreed.items() if value is not None}
    with errors_in_words():
        if kept.exists():
            table = resumed(kept, players, given)
        elif players is None:
            raise InvalidArgumentError(
                f"{kept.path} is not there; give --players NAME,NAME for a new evening"
            )
        else:
            if "variant" in given:
                given["variant"] = tavla.variant(given["variant"])
            names = tuple(name.strip() for name in players.split(","))
            table = new(players=names, **given)
            kept.save(table)
        raise typer.Exit(desk(table, kept).serve())


def resumed(kept: KeptFile[S], players: str | None, given: dict[str, Any]) -> S:
    """An evening from its file, which has its own players and rules."""
    if players is not None or given:
        name = "players" if players is not None else next(iter(given)).replace("_", "-")
        raise InvalidArgumentError(f"{kept.path} is there already; give no --{name}")
    return kept.load()
