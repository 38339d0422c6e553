"""Reads match files: lines are gathered into games, and the engine replays each from the score that it is told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tavla.formats.acts import Act
from tavla.formats.findings import Findings, Place
from tavla.formats.gnubg_variants import of_variation
from tavla.formats.mat.columns import acts_of
from tavla.formats.mat.header import ambiguous_names, names_as_tags, split_rating
from tavla.formats.mat.lines import gather
from tavla.formats.mat.notes import read_notes
from tavla.formats.matches import Check, MatchRecord, Reading, Replayed
from tavla.formats.replay import GameReplay
from tavla.formats.scores import Scores
from tavla.formats.texts import text_of

if TYPE_CHECKING:
    import os

    from tavla._engine import Variant
    from tavla.formats.mat.header import Header
    from tavla.formats.mat.lines import Gathered, Part
    from tavla.game import GameRecord

__all__ = ["check", "load", "read"]

_NO_TAGS: dict[str, str] = {}
"""The tags of a game without any, for the time before its record is made."""


def read(
    source: str | bytes,
    *,
    strict: bool = False,
    variant: Variant | None = None,
    encoding: str | None = None,
) -> Reading:
    r"""Read a match file.

    Args:
        source: Its text or its bytes.
        strict: Raise at the first fault; else it is a finding, and reading goes on.
        variant: The game that is played, whatever the file says; by default what it says, or backgammon.
        encoding: The encoding of the bytes, where the caller knows it.

    Raises:
        FormatError: The first fault, in strict reading.
        InvalidArgumentError: Neither text nor bytes, or an unknown encoding.

    Examples:
        >>> reading = read(" 1 point match\n\n Game 1\n ann : 0      bob : 0\n  1) 31: 8/5 6/5\n")
        >>> reading.match.players, reading.rolls
        (('ann', 'bob'), 1)
        >>> print(reading.findings[0])
        line 5, column 6 game 1 roll 1: truncated: the file ends here, and the game has no result
    """
    return _replayed(source, variant, encoding).reading(strict=strict)


def check(
    source: str | bytes,
    *,
    strict: bool = False,
    variant: Variant | None = None,
    encoding: str | None = None,
) -> Check:
    """Check a match file: as `read`, but nothing is made of the games.

    Raises:
        FormatError: The first fault, in strict checking.
        InvalidArgumentError: Neither text nor bytes, or an unknown encoding.
    """
    return _replayed(source, variant, encoding).check(strict=strict)


def load(
    path: str | os.PathLike[str],
    *,
    strict: bool = False,
    variant: Variant | None = None,
    encoding: str | None = None,
) -> Reading:
    """Read the match file at a path; as `read`.

    Raises:
        OSError: The file cannot be read.
        FormatError: The first fault, in strict reading.
    """
    data = Path(path).read_bytes()
    return read(data, strict=strict, variant=variant, encoding=encoding)


def _replayed(source: str | bytes, variant: Variant | None, encoding: str | None) -> Replayed:
    """The matches of a source, replayed."""
    findings = Findings()
    text, name = text_of(source, encoding, findings)
    parts = gather(text, variant, findings)
    if not parts[0].header.found:
        words = "no line such as '7 point match' comes before the games"
        findings.add("header", Place(), words)
    matches: list[_Match] = []
    before = 0
    for part in parts:
        is_last = part is parts[-1]
        matches.append(_part_replayed(part, findings, before, is_last=is_last))
        before += len(part.games)
    return Replayed(matches, findings, name)


def _part_replayed(part: Part, findings: Findings, before: int, *, is_last: bool) -> _Match:
    """Replay a match; where Jacoby's rule follows from one game it holds for all, unless others speak against it."""
    known = len(findings)
    match = _Match(part.header, findings).replay(part.games, before, is_last=is_last)
    if not match.scores.jacoby or part.header.says("jacoby") is not None:
        return match
    faults = findings.count("points", known)
    for jacoby in (True, False):
        findings.back_to(known)
        match = _Match(part.header, findings, jacoby=jacoby)
        match.replay(part.games, before, is_last=is_last)
        if findings.count("points", known) <= faults:
            break
    return match


class _Match:
    """The games replayed so far, and the score that they add up to."""

    def __init__(self, header: Header, findings: Findings, *, jacoby: bool | None = None) -> None:
        self.header = header
        self.findings = findings
        self._choose_variant()
        self.jacoby = header.says("jacoby") if jacoby is None else jacoby
        """Whether money is played by Jacoby's rule, or None where it is not known."""
        beaver = header.says("beaver")
        self.scores = Scores(
            header.length,
            findings,
            crawford=header.says("crawford") is not False,
            jacoby=bool(self.jacoby),
            beavers=0 if beaver is False else 3,
        )
        self.notes = read_notes(header.tags)
        self.players: tuple[str, str] | None = None
        self.names: set[tuple[str, str]] = set()
        """The names of all games."""
        self.games: list[tuple[GameReplay, tuple[str, str], dict[str, str]]] = []
        """Each game with its names and tags, before anybody asks for its record."""
        self.written: list[tuple[int, int]] = []
        self.numbers: list[int] = []
        self.rolls = self.replayed = 0

    def _choose_variant(self) -> None:
        header = self.header
        said = header.values("variation")
        if header.given or not said:
            return
        found = next(filter(None, map(of_variation, said)), None)
        if found is None:
            words = f"no variant {said[0]!r} is known; the games are read as backgammon"
            self.findings.add("header", Place(), words, said[0])
        else:
            header.variant = found

    def replay(self, games: list[Gathered], before: int, *, is_last: bool) -> _Match:
        """Replay all games; so many came before them in the file."""
        for index, game in enumerate(games, start=1):
            ends = is_last and index == len(games)
            following = games[index] if index < len(games) else None
            self._replay(game, before + index, _gains(game, following), is_last=ends)
        return self

    def record(self) -> MatchRecord:
        """What was read."""
        header = self.header
        return MatchRecord(
            header.variant,
            header.length,
            self.players or ("", ""),
            tuple(self._record(index, *game) for index, game in enumerate(self.games, start=1)),
            tuple(self.written),
            tuple(self.numbers),
            self._tags(),
            tuple(header.comments),
            crawford=self.scores.crawford,
            jacoby=self.scores.jacoby,
            beavers=self.scores.beavers > 0,
        )

    def _tags(self) -> tuple[tuple[str, str], ...]:
        """The tags without the names of players that the lines of scores tell less clearly, as they are written."""
        clear = {
            tag for names in self.names if ambiguous_names(names) for tag in names_as_tags(names)
        }
        return tuple(tag for tag in self.header.other_tags if tag not in clear)

    def _replay(
        self, game: Gathered, number: int, gains: tuple[int, int] | None, *, is_last: bool
    ) -> None:
        place = Place(game.line, 1, number)
        names, tags = self._names(game, place)
        score = self.scores.begin(None if game.scores is None else game.scores.scores, place)
        acts = _lone_roll(_lone_loss(acts_of(game.noted(), game.scores)))
        replay = GameReplay(
            self.header.variant,
            self.scores.rules(),
            self.findings,
            number,
            jacoby_is_told=self.jacoby is not None,
            gains=gains,
        )
        replay.run(acts)
        replay.finish(acts[-1] if acts else None, is_last=is_last)
        comments = game.comments
        if comments:
            tags["Comment"] = "\n".join(comments)
        self.scores.jacoby = self.scores.jacoby or replay.start.rules.jacoby
        self.scores.end(replay.state.result)
        self.names.add(names)
        self.games.append((replay, names, tags or _NO_TAGS))
        self.written.append(score)
        self.numbers.append(game.number)
        self.rolls += replay.rolls
        self.replayed += replay.replayed

    def _record(
        self, index: int, replay: GameReplay, names: tuple[str, str], tags: dict[str, str]
    ) -> GameRecord:
        """The record of a game with its notes."""
        record = replay.record(names, dict(tags))
        return self.notes[index].added_to(record) if index in self.notes else record

    def _names(self, game: Gathered, place: Place) -> tuple[tuple[str, str], dict[str, str]]:
        """The names of a game, and the ratings that stand behind them."""
        if game.scores is None:
            words = "no line of names and scores follows the number of the game"
            self.findings.add("game", place, words)
            return self.players or ("", ""), {}
        known = self.header.names
        tags = {}
        names = []
        for seat, written in enumerate(game.scores.names):
            name, rating = split_rating(written, known)
            names.append(name)
            if rating is not None:
                tags[f"Rating {seat}"] = rating
        found = names[0], names[1]
        if self.players is None and any(found):
            self.players = found
        return found, tags


def _gains(game: Gathered, following: Gathered | None) -> tuple[int, int] | None:
    """What each seat gained by a game, as far as the scores tell."""
    if following is None or game.scores is None or following.scores is None:
        return None
    (first, second), (one, two) = game.scores.scores, following.scores.scores
    return one - first, two - second


def _lone_loss(acts: list[Act]) -> list[Act]:
    """The loser's side of the result says who won where the winner's is missing."""
    if not acts or acts[-1].kind != "loses" or any(act.kind == "wins" for act in acts):
        return acts
    *others, loss = acts
    is_vague = loss.value is None and loss.comment is not None  # who loses his connection, say
    return acts if is_vague else [*others, _as_win(loss)]


def _as_win(loss: Act) -> Act:
    """The win that a loss is to the other seat."""
    place, said = (loss.line, loss.column), (loss.text, "", loss.value)
    return Act("wins", 1 - loss.seat, *place, *said, sure=loss.sure, comment=loss.comment)


def _lone_roll(acts: list[Act]) -> list[Act]:
    """GNU Backgammon writes a first roll after which a player gave up in the left column: the loser rolled it."""
    if len(acts) != 2:
        return acts
    first, end = acts
    if (first.kind, end.kind) == ("roll", "wins") and not first.text and first.seat == 0:
        return [first.by(1 - end.seat, first.sure), end]
    return acts
