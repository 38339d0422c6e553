"""Reads GNU Backgammon's SGF: nodes become acts, and the engine replays them."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from tavla._engine import BACKGAMMON
from tavla.formats.acts import Act
from tavla.formats.findings import Findings, Place
from tavla.formats.gnubg_variants import of_rule
from tavla.formats.matches import Check, MatchRecord, Reading
from tavla.formats.replay import GameReplay
from tavla.formats.scores import Scores
from tavla.formats.sgf.tree import Node, Property, Tree, parse
from tavla.formats.sgf.words import OURS, RAW, TAGS
from tavla.formats.texts import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tavla._engine import Variant
    from tavla.game import GameRecord

__all__ = ["check", "read"]

_OWN = frozenset(("FF", "GM", "CA", "MI", "PW", "PB", "RU", "RE", "WR", "BR", "GC", *TAGS))
_SETUP = frozenset(("AE", "AW", "AB", "CV", "CP", "CO"))
_SEATS = {"W": 0, "B": 1}
_RESULT = re.compile(r"\s*([WB])\+([0-9]{1,9})(R?)", re.IGNORECASE)
_MOVE = re.compile(r"\s*([0-9])([0-9])((?:[a-z][a-z])*)\s*")
MOST_DIGITS = 9


def read(
    source: str | bytes,
    *,
    strict: bool = False,
    variant: Variant | None = None,
    encoding: str | None = None,
) -> Reading:
    """Read an SGF of a match.

    Args:
        source: Its text or its bytes.
        strict: Raise at the first fault; else it is a finding, and reading goes on.
        variant: The game that is played, whatever the file says.
        encoding: The encoding of the bytes, where the caller knows it.

    Raises:
        FormatError: The first fault, in strict reading.
        InvalidArgumentError: Neither text nor bytes, or an unknown encoding.

    Examples:
        >>> reading = read("(;GM[6]MI[length:1]PW[ann]PB[bob]RE[B+1R];B[31hexz];W[21mkxw])")
        >>> reading.match.players, reading.rolls
        (('ann', 'bob'), 2)
    """
    match = _Match.of(source, variant, encoding)
    found = match.check(strict=strict)
    return Reading(match.record(), found.findings, found.rolls, found.replayed, found.encoding)


def check(
    source: str | bytes,
    *,
    strict: bool = False,
    variant: Variant | None = None,
    encoding: str | None = None,
) -> Check:
    """Check an SGF of a match: as `read`, but nothing is made of the games.

    Raises:
        FormatError: The first fault, in strict checking.
        InvalidArgumentError: Neither text nor bytes, or an unknown encoding.
    """
    return _Match.of(source, variant, encoding).check(strict=strict)


class _Match:
    """The games replayed so far."""

    def __init__(self, findings: Findings, variant: Variant | None, encoding: str | None) -> None:
        self.findings = findings
        self.encoding = encoding
        self.given = variant
        self.match: MatchRecord | None = None
        self.scores: Scores | None = None
        self.games: list[Callable[[], GameRecord]] = []
        """What makes the record of each game."""
        self.written: list[tuple[int, int]] = []
        self.numbers: list[int] = []
        self.rolls = self.replayed = 0

    @classmethod
    def of(cls, source: str | bytes, variant: Variant | None, encoding: str | None) -> _Match:
        """The match of a source, replayed."""
        findings = Findings()
        text, name = text_of(source, encoding, findings)
        trees = [tree for tree in parse(text, findings) if tree]
        if not trees:
            findings.add("header", Place(), "no game tree")
        match = cls(findings, variant, name)
        for index, tree in enumerate(trees, 1):
            match.add(index, tree, is_last=index == len(trees))
        return match

    def check(self, *, strict: bool) -> Check:
        """What was found."""
        found = self.findings.in_order(strict=strict)
        return Check(len(self.games), found, self.rolls, self.replayed, self.encoding)

    def record(self) -> MatchRecord:
        """What was read."""
        head = self.match or MatchRecord(_variant([], self.given), 0, ("", ""))
        return MatchRecord(
            head.variant,
            head.length,
            head.players,
            tuple(make() for make in self.games),
            tuple(self.written),
            tuple(self.numbers),
            head.tags,
            head.comments,
            head.crawford,
            head.jacoby,
            head.beavers,
        )

    def add(self, index: int, tree: Tree, *, is_last: bool) -> None:
        """Replay the game of one tree."""
        root = tree[0]
        place = Place(root.line, root.column, index)
        if root.value("GM") != "6":
            self.findings.add("header", place, "no game of backgammon: GM is not 6")
        info = _info(root)
        if self.match is None:
            self._open(root, info, place)
        assert self.match is not None
        assert self.scores is not None
        score = self.scores.begin(_score(info), place)
        replay = GameReplay(self.match.variant, self.scores.rules(), self.findings, index)
        reader = _Game(self.findings, index)
        acts = list(reader.acts(tree))
        if acts and acts[-1].kind == "double":
            acts.pop()  # a hint that somebody looked at, where no result says that it was passed
        replay.run(acts)
        if not reader.is_set_up:
            replay.finish(acts[-1] if acts else None, is_last=is_last)
        names = root.value("PW") or "", root.value("PB") or ""
        tags = _game_tags(root, first=index == 1) | reader.raw
        self.scores.end(replay.state.result)
        self.games.append(partial(replay.record, names, tags))
        self.written.append(score)
        self.numbers.append(_number(info.get("game"), index - 1) + 1)
        self.rolls += replay.rolls
        self.replayed += replay.replayed

    def _open(self, root: Node, info: dict[str, str], place: Place) -> None:
        """Read what the first tree says of the match."""
        rules = (root.value("RU") or "").lower().split(":")
        length = _number(info.get("length"), 0)
        if "length" in info and (length < 0 or str(length) != info["length"].strip()):
            words = f"the length of a match cannot be {info['length'][:40]}"
            self.findings.add("header", place, words)
            length = 0
        tags = [
            (TAGS[one.name], _dated(one.name, one.values[0]))
            for one in root.properties
            if one.name in TAGS
        ]
        comment = root.value("GC")
        crawford = "crawford" in rules or length < 2
        jacoby = "jacoby" in rules and not length
        self.match = MatchRecord(
            _variant(rules, self.given),
            length,
            (root.value("PW") or "", root.value("PB") or ""),
            tags=tuple(tags),
            comments=() if comment is None else tuple(comment.splitlines()),
            crawford=crawford,
            jacoby=jacoby,
        )
        self.scores = Scores(
            length,
            self.findings,
            crawford=crawford,
            jacoby=jacoby,
            beavers=3,
        )


def _variant(rules: list[str], given: Variant | None) -> Variant:
    if given is not None:
        return given
    return next(filter(None, map(of_rule, rules)), BACKGAMMON)


def _dated(name: str, value: str) -> str:
    """Dates as a `.mat` writes them."""
    return value.replace("-", ".") if name == "DT" else value


def _info(root: Node) -> dict[str, str]:
    """What MI says: length, game, ws and bs."""
    found = {}
    for value in root.values("MI"):
        key, _, said = value.partition(":")
        found[key.strip().lower()] = said
    return found


def _number(text: str | None, default: int) -> int:
    if text is None or not re.fullmatch(r"\s*-?[0-9]{1,9}\s*", text):
        return default
    return int(text)


def _score(info: dict[str, str]) -> tuple[int, int] | None:
    if "ws" not in info and "bs" not in info:
        return None
    return _number(info.get("ws"), 0), _number(info.get("bs"), 0)


def _game_tags(root: Node, *, first: bool) -> dict[str, str]:
    """What is kept of the root with its game: ratings, and what a record has no place for."""
    tags = {}
    for name, key in (("WR", "Rating 0"), ("BR", "Rating 1")):
        value = root.value(name)
        if value is not None:
            tags[key] = value
    kept = [one for one in root.properties if one.name not in _OWN and one.raw != OURS]
    if not first:
        kept += [one for one in root.properties if one.name == "GC"]
    if kept:
        tags[f"{RAW} root"] = "".join(one.raw for one in kept)
    return tags


class _Game:
    """From the nodes of a tree to acts, and what is left over."""

    def __init__(self, findings: Findings, index: int) -> None:
        self.findings = findings
        self.index = index
        self.raw: dict[str, str] = {}
        self.is_set_up = False

    def acts(self, tree: Tree) -> Iterator[Act]:
        """The acts of all nodes, and the result."""
        pending: Act | None = None
        for number, node in enumerate(tree):
            act, laid = self._of_node(node, number)
            if self.is_set_up:
                return
            if act is not None and pending is not None:
                if (act.kind, act.seat, act.dice) != ("roll", pending.seat, pending.dice):
                    yield pending
                pending = None
            if act is not None:
                yield act
            pending = laid or pending
        if pending is not None:
            yield pending
        result = tree[0].value("RE")
        found = None if result is None else _RESULT.match(result)
        if found is not None:
            last = tree[-1]
            seat, points = _SEATS[found[1].upper()], int(found[2])
            text = result or ""
            yield Act("wins", seat, last.line, last.column, f"RE[{text}]", "", points)

    def _of_node(self, node: Node, number: int) -> tuple[Act | None, Act | None]:
        """What was done in a node, and the dice that it lays on the table."""
        act = laid = None
        left = []
        comment = node.value("C")
        for one in node.properties:
            if one.name in _SEATS and act is None:
                act = self._act(one, comment)
            elif one.name in _SETUP:
                self._set_up(one)
            elif one.name == "DI":
                laid = self._laid(node, one)
            elif one.name not in ("C", "PL") and number > 0:
                left.append(one)
        if left:
            self.raw[f"{RAW} {number}"] = "".join(one.raw for one in left)
        return act, laid

    def _act(self, one: Property, comment: str | None) -> Act | None:
        """What a `W` or `B` says."""
        seat, value = _SEATS[one.name], one.values[0]
        word = value.strip().lower()
        if word in ("double", "take", "drop"):
            return Act(word, seat, one.line, one.column, word, comment=comment)
        found = _MOVE.fullmatch(value)
        if found is None:
            place = Place(one.line, one.column, self.index)
            self.findings.add("property", place, "neither dice with moves nor a cube action", value)
            return None
        letters = found[3]
        pairs = zip(letters[::2], letters[1::2], strict=True)
        text = " ".join(f"{_slot(a, seat)}/{_slot(b, seat)}" for a, b in pairs)
        return Act(
            "roll",
            seat,
            one.line,
            one.column,
            text or "Cannot Move",
            found[1] + found[2],
            comment=comment,
        )

    def _laid(self, node: Node, one: Property) -> Act | None:
        player = (node.value("PL") or "").strip().upper()[:1]
        dice = one.values[0].strip()
        if player not in _SEATS or not dice:
            return None
        return Act("throw", _SEATS[player], one.line, one.column, "", dice)

    def _set_up(self, one: Property) -> None:
        if not self.is_set_up:
            place = Place(one.line, one.column, self.index)
            self.findings.add(
                "set-position", place, "a position is set up, which is not followed", one.raw
            )
        self.is_set_up = True


def _slot(letter: str, seat: int) -> int:
    """A letter as a slot in the seat's own numbers."""
    if letter == "y":
        return 25
    if letter == "z":
        return 0
    index = ord(letter) - ord("a")
    return index + 1 if seat == 0 else 24 - index
