"""Reads GNU Backgammon's SGF: nodes become acts, and the engine replays them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tavla.formats.acts import Act
from tavla.formats.findings import Findings, Place
from tavla.formats.matches import Check, MatchRecord, Reading, Replayed
from tavla.formats.replay import GameReplay
from tavla.formats.scores import Scores
from tavla.formats.sgf.roots import (
    OWN,
    dated,
    game_tags,
    info_of,
    number_in,
    rule_words,
    score_in,
    variant_of,
)
from tavla.formats.sgf.setups import SETUP, Setups
from tavla.formats.sgf.tree import Node, Property, Tree, parse
from tavla.formats.sgf.words import (
    OPEN,
    OURS,
    RAW,
    SEATS,
    TAGS,
    declared_encoding,
    slot_of,
)
from tavla.formats.sgf.writer import node_count
from tavla.formats.texts import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tavla._engine import Variant
    from tavla.game import GameRecord

__all__ = ["check", "read"]

_RESULT = re.compile(r"\s*([WB])\+([0-9]{1,9})(R?)", re.IGNORECASE)
_NO_RESULT = frozenset(("", "0", "?", "void", "draw"))
_MOVE = re.compile(r"\s*([0-9])([0-9])((?:[a-z][a-z])*)\s*")


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
    return _replayed(source, variant, encoding).reading(strict=strict)


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
    return _replayed(source, variant, encoding).check(strict=strict)


def _replayed(source: str | bytes, variant: Variant | None, encoding: str | None) -> Replayed:
    """The matches of a source, replayed."""
    findings = Findings()
    text, name = text_of(source, encoding, findings, declared=declared_encoding(source))
    trees = [tree for tree in parse(text, findings) if tree]
    if not trees:
        findings.add("header", Place(), "no game tree")
    matches = [_Match(findings, variant)]
    for index, tree in enumerate(trees, start=1):
        if matches[-1].is_another(tree[0]):
            place = Place(tree[0].line, tree[0].column, index)
            findings.add("second-match", place, "another match begins in the same file")
            matches.append(_Match(findings, variant))
        matches[-1].add(index, tree, is_last=index == len(trees))
    return Replayed(matches, findings, name)


class _Match:
    """The games replayed so far."""

    def __init__(self, findings: Findings, variant: Variant | None) -> None:
        self.findings = findings
        self.given = variant
        self.match: MatchRecord | None = None
        self.scores: Scores | None = None
        self.games: list[Callable[[], GameRecord]] = []
        """What makes the record of each game."""
        self.written: list[tuple[int, int]] = []
        self.numbers: list[int] = []
        self.rolls = self.replayed = 0

    def record(self) -> MatchRecord:
        """What was read."""
        head = self.match or MatchRecord(variant_of([], self.given), 0, ("", ""))
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

    def is_another(self, root: Node) -> bool:
        """Whether a tree is of another match than those before: of another length, or another variant."""
        match = self.match
        if match is None:
            return False
        length = max(number_in(info_of(root).get("length"), match.length), 0)
        rules = root.value("RU")
        variant = match.variant if rules is None else variant_of(rule_words(rules), self.given)
        return length != match.length or variant != match.variant

    def add(self, index: int, tree: Tree, *, is_last: bool) -> None:
        """Replay the game of one tree."""
        root = tree[0]
        place = Place(root.line, root.column, index)
        if root.value("GM") != "6":
            self.findings.add("header", place, "no game of backgammon: GM is not 6")
        info = info_of(root)
        if self.match is None:
            self._open(root, info, place)
        assert self.match is not None
        assert self.scores is not None
        score = self.scores.begin(score_in(info), place)
        replay = GameReplay(
            self.match.variant, self.scores.rules(), self.findings, index, keeps_text=False
        )
        reader = _Game(self.findings, index)
        acts = reader.acts(tree)
        while acts and acts[-1].kind == "double" and not reader.is_open:
            acts.pop()  # a hint that somebody looked at, where no result says that it was passed
        replay.run(acts)
        replay.finish(acts[-1] if acts else None, is_last=is_last)
        names = root.value("PW") or "", root.value("PB") or ""
        tags = game_tags(root, first=not self.games)
        if reader.comments:
            tags["Comment"] = "\n".join(reader.comments)
        self.scores.end(replay.state.result)
        self.games.append(partial(reader.record, replay, names, tags))
        self.written.append(score)
        self.numbers.append(number_in(info.get("game"), len(self.games) - 1) + 1)
        self.rolls += replay.rolls
        self.replayed += replay.replayed

    def _open(self, root: Node, info: dict[str, str], place: Place) -> None:
        """Read what the first tree says of the match."""
        rules = rule_words(root.value("RU") or "")
        length = number_in(info.get("length"), 0)
        if "length" in info and (length < 0 or str(length) != info["length"].strip()):
            words = f"the length of a match cannot be {info['length'][:40]}"
            self.findings.add("header", place, words)
            length = 0
        tags = [
            (TAGS[one.name], dated(one.name, one.values[0]))
            for one in root.properties
            if one.name in TAGS
        ]
        comment = root.value("GC")
        crawford = "crawford" in rules or length < 2
        jacoby = "jacoby" in rules and not length
        self.match = MatchRecord(
            variant_of(rules, self.given),
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


class _Game:
    """From the nodes of a tree to acts, and what is left over."""

    def __init__(self, findings: Findings, index: int) -> None:
        self.findings = findings
        self.index = index
        self.setups = Setups(findings, index)
        self.comments: list[str] = []
        """Comments before the first act."""
        self._found: list[Act] = []
        self._raw: list[tuple[int, str]] = []
        self._nodes = 0
        """How many nodes a written file has so far."""
        self._notes: dict[int, list[str]] = {}
        """Comments of nodes in which nothing is done, by the number of acts before them."""
        self.is_open = False
        """Whether the last act is marked as a double without an answer."""

    def acts(self, tree: Tree) -> list[Act]:
        """The acts of all nodes, and the result."""
        for number, node in enumerate(tree):
            self._read(node, is_root=number == 0)
        self._found += self.setups.taken()
        self.comments += self._notes.pop(0, [])
        for count, texts in self._notes.items():
            act = self._found[count - 1]
            own = [] if act.comment is None else [act.comment]
            self._found[count - 1] = act.noted("\n".join([*own, *texts]))
        self._found += self._result(tree)
        return self._found

    def _result(self, tree: Tree) -> Iterator[Act]:
        """The end of the game, if RE tells one."""
        one = next((one for one in tree[0].properties if one.name == "RE"), None)
        if one is None:
            return
        result = one.values[0]
        found = _RESULT.match(result)
        if found is not None:
            last, seat = tree[-1], SEATS[found[1].upper()]
            yield Act("wins", seat, last.line, last.column, f"RE[{result}]", "", int(found[2]))
        elif result.strip().lower() not in _NO_RESULT:
            self._fault(one, "no result such as B+2 or W+1R")

    def record(
        self, replay: GameReplay, names: tuple[str, str], tags: dict[str, str]
    ) -> GameRecord:
        """The record of the game, with what is left over."""
        record = replay.record(names, tags)
        raw = self.raw(record)
        if not raw:
            return record
        tags = dict(record.tags) | {key: tags.get(key, "") + text for key, text in raw.items()}
        return replace(record, tags=tags)

    def raw(self, game: GameRecord) -> dict[str, str]:
        """What a record has no place for, by the number of the node that a written file would have it in."""
        first, last = int("Comment" in game.tags), node_count(game)
        found: dict[str, list[str]] = {}
        for number, text in self._raw:
            held = min(number + first, last) if number else 0
            key = f"{RAW} {held if held > first else 'root'}"
            found.setdefault(key, []).append(text)
        return {key: "".join(texts) for key, texts in found.items()}

    def _read(self, node: Node, *, is_root: bool) -> None:
        """Take what was done in a node, or the dice that it lays on the table, behind what is set up."""
        act: Act | None = None
        is_open = False
        left: list[Property] = []
        comments: list[str] = []
        if self.setups.begins_anew(node):
            self._nodes += 1
            self._found += self.setups.taken()
        for one in node.properties:
            if one.name in SEATS and act is not None and act.kind != "throw":
                self._fault(one, "a second action in one node")
            elif one.name in SEATS:
                act = self._act(one) or act
            elif one.name in SETUP:
                self.setups.add(one)
            elif one.name == "DI":
                act = act or self._laid(node, one)
            elif is_root:
                continue  # kept with the root
            elif one.name in OWN:
                self._fault(one, f"{one.name} belongs to the root of a tree")
            elif one.name == "C":
                comments += one.values
            elif one.raw == OPEN:
                is_open = True
            elif one.raw != OURS:
                left.append(one)
        self.is_open = is_open
        comment = "\n".join(comments) if comments else None
        if act is not None:
            self._add(act.noted(comment))
        elif self.setups.has_any:
            self.setups.note(comment)
        elif comment is not None:
            self._notes.setdefault(len(self._found), []).append(comment)
        if left:
            number = self._nodes + self.setups.has_node
            self._raw.append((number, "".join(one.raw for one in left)))

    def _fault(self, one: Property, words: str) -> None:
        place = Place(one.line, one.column, self.index)
        self.findings.add("property", place, words, one.raw)

    def _add(self, act: Act) -> None:
        """Add an act, behind what is set up before it; dice that are laid and then played are one act."""
        self._nodes += self.setups.has_node + 1
        self._found += self.setups.taken()
        last = self._found[-1] if self._found else act
        if (last.kind, act.kind) == ("throw", "roll") and _thrown(last) == _thrown(act):
            self._found.pop()
            self._nodes -= 1
            act = act.noted(_joined(last.comment, act.comment))
        self._found.append(act)

    def _act(self, one: Property) -> Act | None:
        """What a `W` or `B` says."""
        seat, value = SEATS[one.name], one.values[0]
        word = value.strip().lower()
        if word in ("double", "take", "drop"):
            return Act(word, seat, one.line, one.column, word)
        found = _MOVE.fullmatch(value)
        if found is None:
            self._fault(one, "neither dice with moves nor a cube action")
            return None
        letters = found[3]
        pairs = zip(letters[::2], letters[1::2], strict=True)
        text = " ".join(f"{slot_of(a, seat)}/{slot_of(b, seat)}" for a, b in pairs)
        dice = found[1] + found[2]
        return Act("roll", seat, one.line, one.column, text or "Cannot Move", dice)

    def _laid(self, node: Node, one: Property) -> Act | None:
        player = (node.value("PL") or "").strip().upper()[:1]
        dice = one.values[0].strip()
        if player not in SEATS or not dice:
            self._fault(one, "DI needs two dice, and PL beside it to say whose they are")
            return None
        return Act("throw", SEATS[player], one.line, one.column, "", dice)


def _joined(first: str | None, second: str | None) -> str | None:
    """Two comments as one."""
    if first is None or second is None:
        return second if first is None else first
    return f"{first}\n{second}"


def _thrown(act: Act) -> tuple[int, str]:
    """Who threw what."""
    return act.seat, act.dice
