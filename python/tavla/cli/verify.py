"""`tavla verify`: stored games, matches and sessions, replayed from scratch."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path  # noqa: TC003  # typer reads the options from the signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

import tavla
from tavla.cli.output import Json, counted, print_json, printable
from tavla.cli.words import error_words
from tavla.formats import files, records
from tavla.formats.findings import Findings, Place
from tavla.formats.scores import Scores
from tavla.game import SeededDice, fair
from tavla.game.plain import read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tavla.formats.matches import MatchRecord

__all__ = ["verify"]

FORMAT, VERSION = "tavla.verify", 1
PROOFS = {
    fair.Proof.FAIR: "the dice are provably fair: they follow from the seeds of both players and the server",
    fair.Proof.SEED: "the dice follow from the seed",
    fair.Proof.NONE: "the dice were not checked: the record does not tell what they follow from",
}
SET_UP = "the game was set up in the middle: what came before is not checked"


@dataclass
class Verified:
    """What came of one file.

    Attributes:
        path: The file.
        kind: What it holds, by the word of its format.
        games: The games that replay, by their number from 1, and what is proved of their dice.
        remarks: What else there is to say.
        faults: What is wrong.
    """

    path: str
    kind: str = "unknown"
    games: dict[int, tuple[tavla.GameRecord, fair.Proof]] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, games: Iterable[tavla.GameRecord | None], commitment: str | None) -> None:
        """Replay games and check their dice; None stands for one that was entered by its result."""
        entered = 0
        for number, game in enumerate(games, start=1):
            if game is None:
                entered += 1
                continue
            try:
                if commitment is not None:
                    fair.verify(game, commitment=commitment)
                self.games[number] = game, fair.prove(game)
            except tavla.TavlaError as error:
                self.faults.append(self._of(number, str(error)))
        if entered:
            self.remarks.append(f"{counted(entered, 'game')} entered by the result alone")

    def _of(self, number: int, words: str) -> str:
        """Words on a game, with its number where there may be several."""
        is_one = self.kind in ("tavla.record", "tavla.game")
        return words if is_one else f"game {number}: {words}"

    def lines(self) -> list[str]:
        """What is sound, in words."""
        if not self.games:
            return self.remarks
        told = [game for game, _ in self.games.values()]
        events = sum(len(game.events) for game in told)
        games = "" if len(told) == 1 else f"{len(told)} games, "
        variants = ", ".join(dict.fromkeys(game.start.variant.name for game in told))
        lines = [f"{variants}: {games}all {events} events follow the rules"]
        for number, (game, _) in self.games.items():
            if not begins_at_the_start(game.start):
                lines.append(self._of(number, SET_UP))
        for proof in dict.fromkeys(proof for _, proof in self.games.values()):
            count = sum(one is proof for _, one in self.games.values())
            of_these = "" if count == len(told) else f"{count} of the games: "
            lines.append(of_these + PROOFS[proof])
        return lines + self.remarks

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "path": self.path,
            "kind": self.kind,
            "games": [
                {
                    "game": number,
                    "events": len(game.events),
                    "result": None if game.result is None else game.result.to_dict(),
                    "proof": str(proof),
                }
                for number, (game, proof) in self.games.items()
            ],
            "remarks": self.remarks,
            "faults": self.faults,
        }


def verify(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILES...",
            help="Records, matches and sessions as JSON, whoever stored them; also match files.",
        ),
    ],
    commitment: Annotated[
        str | None,
        typer.Option(
            metavar="HEX",
            help="The commitment published before the games; the dice must be provably fair.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Replay stored games and check their dice; exit code 1 where anything fails."""
    promise = None if commitment is None else commitment.strip().lower()
    found = []
    for path in paths:
        one = verified(path, promise)
        found.append(one)
        if not as_json:
            head = f"{path}: " if len(paths) > 1 else ""
            for line in one.lines():
                print(printable(f"{head}{line}"), flush=True)
            for fault in one.faults:
                print(printable(f"tavla: {path}: {fault}"), file=sys.stderr)
    if as_json:
        files_told = [one.to_dict() for one in found]
        print_json({"format": FORMAT, "version": VERSION, "files": files_told})
    if any(one.faults for one in found):
        raise typer.Exit(1)


def verified(path: Path, commitment: str | None) -> Verified:
    """Check one file; what is wrong with it is told and not raised."""
    found = Verified(str(path))
    try:
        data = path.read_bytes()
        if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
            _stored(found, read_json(data), commitment)
        else:
            _written(found, data, commitment)
    except OSError as error:
        found.faults.append(error.strerror or str(error))
    except tavla.TavlaError as error:
        found.faults.append(error_words(error))
    return found


def _stored(found: Verified, data: object, commitment: str | None) -> None:
    """Check what was stored as JSON.

    Raises:
        TavlaError: It is damaged, or something in it breaks a rule.
    """
    form = data.get("format") if isinstance(data, dict) else None
    found.kind = str(form)
    match form:
        case "tavla.record":
            found.add([tavla.GameRecord.from_dict(data)], commitment)
        case "tavla.game":
            found.add([tavla.Game.from_dict(data).record], commitment)
        case "tavla.match_record":
            match = records.from_dict(data)
            found.faults += _wrong_scores(match)
            found.add(match.games, commitment)
        case "tavla.match" | "tavla.money_session":
            kind = tavla.Match if form == "tavla.match" else tavla.MoneySession
            _add_series(found, kind.from_dict(data), commitment)
        case str() if form in OTHERS:
            OTHERS[form](data)
            found.remarks.append(f"{form}: everything in it follows the rules")
        case _:
            known = ", ".join((*_GAMES, *OTHERS))
            raise tavla.DataError(f"expected one of the formats {known}, got {form!r}")


_GAMES = (
    *("tavla.record", "tavla.game", "tavla.match_record"),
    *("tavla.match", "tavla.money_session"),
)
OTHERS: dict[str, Callable[[object], object]] = {
    "tavla.chouette": tavla.Chouette.from_dict,
    "tavla.team_match": tavla.TeamMatch.from_dict,
    "tavla.consultation": tavla.Consultation.from_dict,
    "tavla.referee": tavla.Referee.from_dict,
}
"""What replays itself when it is read, and tells no single games."""


def _add_series(
    found: Verified, series: tavla.Match | tavla.MoneySession, commitment: str | None
) -> None:
    """The games of a match or a session that was kept, the one under way among them."""
    games = [entry.record for entry in series.entries]
    if series.game is not None:
        games.append(series.game.record)
    found.add((_with_seed(series, *one) for one in enumerate(games)), commitment)
    if not games:
        found.remarks.append("no games yet")


def _with_seed(
    series: tavla.Match | tavla.MoneySession, number: int, game: tavla.GameRecord | None
) -> tavla.GameRecord | None:
    """A game with the seed of its series, which its record keeps secret, where the dice follow from it."""
    if game is None or game.dice is not None:
        return game
    seeded = replace(game, dice=SeededDice(series.seed, number).to_dict())
    try:
        fair.prove(seeded)
    except tavla.FairnessError:
        return game  # thrown by hand, or another source of dice
    return seeded


def _wrong_scores(match: MatchRecord) -> list[str]:
    """Scores that the games before do not add up to."""
    findings = Findings()
    scores = Scores(
        match.length,
        findings,
        crawford=match.crawford,
        jacoby=match.jacoby,
        beavers=3 if match.beavers else 0,
    )
    for number, (game, score) in enumerate(
        zip(match.games, match.scores, strict=bool(match.scores)), start=1
    ):
        scores.begin(score, Place(game=number))
        scores.end(game.result)
    return [f"game {finding.game}: {finding.text}" for finding in findings.in_order()]


def _written(found: Verified, data: bytes, commitment: str | None) -> None:
    """Check a match file of another program; its findings are what `tavla check` tells.

    Raises:
        TavlaError: It cannot be read.
    """
    reading = files.read(data)
    found.kind = "match file"
    found.faults += [str(finding) for finding in reading.faults]
    found.add([game for match in reading.matches for game in match.games], commitment)


def begins_at_the_start(state: tavla.GameState) -> bool:
    """Tell whether a state is the first of a game."""
    return state == tavla.GameState.new(state.variant, state.rules, starter=state.starter)
