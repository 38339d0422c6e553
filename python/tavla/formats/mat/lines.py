"""From the lines of a match file to what it says of itself and the rows of each game. Nothing is judged yet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tavla._engine import _plain_rows
from tavla.formats.acts import Act
from tavla.formats.findings import Findings, Place
from tavla.formats.mat.cells import ENDS, Row, cut, is_prose, joined, out_of_columns, told_by_name
from tavla.formats.mat.header import Header, ScoreLine, plain_comment, read_scores, read_tag
from tavla.formats.mat.lengths import begins_a_match, is_unlimited, read_length
from tavla.formats.remarks import split
from tavla.formats.setups import of_set_pos

if TYPE_CHECKING:
    from collections.abc import Callable

    from tavla._engine import Variant

__all__ = ["Gathered", "gather"]

_ROW = re.compile(r"\s*[0-9]+(?: ?\)|(?P<dot>[.](?=\s)))")
_NUMBER = re.compile(r"\s*([0-9]{1,9})")
_GAME = re.compile(
    r"[\s=*~_-]*game(?:\s+(?:no\.?\s*)?|\s*[#:]\s*|\s+#\s*)(-?[0-9]+)\b", re.IGNORECASE
)
_SET = re.compile(r"\s*[;#]\s*Set\s+Pos\s*=\s*", re.IGNORECASE)
_BRACES = re.compile(r"\{[^{}]{0,1000}\}")
_RULE = " -=*~_.:"
"""Signs around the number of a game that say nothing."""
MOST_DIGITS = 9
NEAR = 3
"""So near before a cell words belong to it."""


class Gathered:
    """A game as its lines are gathered.

    Attributes:
        line: The line it begins at.
        number: The number it bears.
        scores: Its line of names and scores, if there is one.
        rows: Its rows.
        notes: Comments and odd lines, each with the number of rows before it.
    """

    __slots__ = ("line", "notes", "number", "rows", "scores")

    def __init__(self, line: int, number: int) -> None:
        self.line = line
        self.number = number
        self.scores: ScoreLine | None = None
        self.rows: list[Row] = []
        self.notes: list[tuple[int, str]] | None = None

    def note(self, text: str) -> None:
        """Keep a comment with the row before it."""
        if self.notes is None:
            self.notes = []
        self.notes.append((len(self.rows), text))

    def notes_behind(self, tells: Callable[[str], bool]) -> list[str]:
        """Take away the comments behind the last row, from the first on that tells something; and give them."""
        notes, rows = self.notes or [], len(self.rows)
        own = len(notes)
        for index in range(len(notes) - 1, -1, -1):
            if notes[index][0] < rows:
                break
            own = index if tells(notes[index][1]) else own
        moved = [text for _, text in notes[own:]]
        del notes[own:]
        return moved

    @property
    def comments(self) -> list[str]:
        """Comments before the first row."""
        return [text for count, text in self.notes or () if not count]

    def noted(self) -> list[Row]:
        """The rows, with the comments behind each at its last cell."""
        if self.notes is None:
            return self.rows
        told: dict[int, list[str]] = {}
        for count, text in self.notes:
            if count:
                told.setdefault(count - 1, []).append(text)
        self.notes = [note for note in self.notes if not note[0]]
        for index, texts in told.items():
            *others, last = self.rows[index]
            own = [] if last.comment is None else [last.comment]
            self.rows[index] = (*others, last.noted("\n".join([*own, *texts])))
        return self.rows


class Part(NamedTuple):
    """A match as its lines are gathered: files may hold several, one behind the other."""

    header: Header
    games: list[Gathered]


def gather(text: str, variant: Variant | None, findings: Findings) -> list[Part]:
    """Gather the headers and the games of a text."""
    gathered = _Lines(variant, findings)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "{" in text:
        text = _BRACES.sub(_on_one_line, text)
    lines = text.expandtabs().split("\n")
    for number, (line, row) in enumerate(zip(lines, _plain_rows(lines), strict=True), start=1):
        if row is not None and gathered.games and gathered.pending is None:
            gathered.games[-1].rows.append(row)
        elif row is not None and gathered.games:
            gathered.add_row(row, line)
        elif line and not line.isspace():
            gathered.add(number, line)
    gathered.close()
    for part in gathered.parts:
        part.header.close()
    return gathered.parts


def _on_one_line(braces: re.Match[str]) -> str:
    """What stands in braces on one line, with the ends of its lines behind it, so that others keep their numbers."""
    return braces[0].replace("\n", " ") + "\n" * braces[0].count("\n")


class _Lines:
    """The matches and games so far, the last of them still open."""

    def __init__(self, variant: Variant | None, findings: Findings) -> None:
        self.variant = variant
        self.parts: list[Part] = []
        self.findings = findings
        self.pending: tuple[str, ScoreLine] | None = None
        """A line of scores behind the rows of a game, which begins another if rows follow."""
        self._known: ScoreLine | None = None
        """The last line of scores, whose names others must have."""
        self._before = 0
        self._open()

    def _open(self) -> None:
        """Begin a match."""
        if self.parts:
            self._before += len(self.games)
        self.header = Header(self.variant)
        self.games: list[Gathered] = []
        self.parts.append(Part(self.header, self.games))
        self._last = (0, "")

    def add(self, number: int, line: str) -> None:
        """Take one line that is not blank."""
        game = self.games[-1] if self.games else None
        is_comment = line.lstrip()[:1] in ";#"
        if (
            game is not None
            and game.scores is None
            and not game.rows
            and ":" in line
            and not is_comment
        ):
            scores = read_scores(number, line, self.header.names)
            if scores is not None:  # before all else, since a name may look like anything
                self._score(game, scores)
                return
        row = _ROW.match(line)
        if row is not None and row["dot"] and not cut(number, line, row.end())[0]:
            row = None  # a sentence that is numbered
        if row is not None and game is not None:
            self._row(number, line, row.end())
        elif is_comment:
            self._comment(number, line)
        elif (begins := _GAME.match(line)) is not None:
            self._begin(number, line, begins)
        elif game is None:
            self._before_games(number, line)
        elif begins_a_match(line):
            self._another(number, line)
        elif (scores := read_scores(number, line, self.header.names)) is None:
            self._row(number, line, 0)
        elif self._known is None or self._known.players == scores.players:
            self.close()
            self.pending = line.strip(), scores
        else:
            self._odd(number, line, line.strip())

    def close(self) -> None:
        """No rows follow the scores that stand behind the last game: they are a remark."""
        if self.pending is not None:
            text, scores = self.pending
            self.pending = None
            self._odd(scores.line, text, text)

    def _place(self, line: int, column: int = 1) -> Place:
        return Place(line, column, self._before + len(self.games) or None)

    def _odd(self, number: int, line: str, text: str) -> None:
        """Keep a line, or a part of it, that is none of the format."""
        place = self._place(number, line.find(text) + 1)
        self.findings.add("comment", place, "a line that is none of the format", text)
        self.games[-1].note(text)

    def _another(self, number: int, line: str) -> None:
        """Another match begins; comments behind the last row are its own from the first tag on."""
        self.close()
        moved = self.games[-1].notes_behind(lambda text: read_tag(text) is not None)
        words = "another match begins in the same file"
        self.findings.add("second-match", Place(number), words, line.strip())
        self._open()
        for text in moved:
            self.header.note(text, read_tag(text))
        self._before_games(number, line)

    # Rows.

    def _row(self, number: int, line: str, start: int) -> None:
        """A row, or a line without a number that holds cells, such as the result."""
        cells, odd = cut(number, line, start)
        if cells and odd:
            cells, odd = self._beside(cells, odd, line, start)
        elif cells and not start and is_prose(cells[0]):
            cells, odd = (), line.strip()
        if cells:
            self.add_row(cells, line)
            self._check_rolls(number, cells)
        for cell in cells:
            if cell.comment is not None:
                place = self._place(number, cell.column)
                self.findings.add("comment", place, f"words beside it: {cell.comment}", cell.text)
        if odd and start and split(odd).words:
            place = self._place(number, line.find(odd, start) + 1)
            self.findings.add("cell", place, "words that are no cell", odd)
            self.games[-1].note(odd)
        elif odd:
            self._odd(number, line, odd)

    def add_row(self, row: Row, line: str = "") -> None:
        """Add a row to the game, or to one that begins with it."""
        if self.pending is not None and self._goes_on(self.pending[1], line):
            self.close()
        elif self.pending is not None:
            _, scores = self.pending
            self.pending = None
            self._imply(scores.line, self.games[-1].number + 1)
            self._score(self.games[-1], scores)
        self.games[-1].rows.append(row)

    def _goes_on(self, scores: ScoreLine, line: str) -> bool:
        """Whether a row behind a line of scores belongs to the game before: a new page repeats the line."""
        own, number = self.games[-1].scores, _NUMBER.match(line)
        is_same = own is not None and (own.names, own.scores) == (scores.names, scores.scores)
        return is_same and number is not None and int(number[1]) > 1

    def _beside(self, cells: Row, odd: str, line: str, start: int) -> tuple[Row, str]:
        """What words before the first cell are: a remark on it, who won, a cell that means nothing, or a whole remark."""
        first, *others = cells
        if not split(odd).words or (
            start and line.find(odd, start) + len(odd) >= first.column - NEAR
        ):
            return (first.noted(joined(odd, first.comment)), *others), ""
        if start or first.kind == "roll":
            return cells, odd
        if first.kind not in ENDS:
            return (), line.strip()
        game = self.games[-1]
        names = () if game.scores is None else game.scores.players
        name = next((name for name in names if name and odd.endswith(name)), None)
        if name is not None:
            return (told_by_name(first, name), *others), odd.removesuffix(name).strip()
        if first.value is None:
            return (), line.strip()
        return (out_of_columns(first), *others), odd

    def _check_rolls(self, number: int, cells: Row) -> None:
        """A row has a roll for each player at most."""
        rolls = [cell for cell in cells if cell.kind == "roll"]
        if len(rolls) > 2:
            place = self._place(number, rolls[1].column)
            words = f"{len(rolls)} rolls in a row, two of them in one cell"
            self.findings.add("cell", place, words, f"{rolls[1].dice}: {rolls[1].text}")

    # What is no row.

    def _before_games(self, number: int, line: str) -> None:
        length = read_length(line)
        if length is None and is_unlimited(line) and not self.header.found:
            self.header.found = True
            return
        if length is None:
            self._without_game(number, line)
            return
        digits, place = length.digits, Place(number, length.start + 1)
        if self.header.found:
            self.findings.add("header", place, "a second length of the match", line.strip())
        elif len(digits) > MOST_DIGITS or int(digits) < 0:
            words = f"the length of a match cannot be {digits[:40]}"
            self.findings.add("header", place, words, line.strip())
        else:
            self.header.length = int(digits)
        self.header.found = True

    def _without_game(self, number: int, line: str) -> None:
        """A line before the first game: words, or names and rows whose line `Game 1` is missing."""
        row = _ROW.match(line)
        if row is None or not any(cell.kind == "roll" for cell in cut(number, line, row.end())[0]):
            self.header.note(line.strip(), read_tag(line))
            self._last = (number, line)
            return
        self._imply(number, 1)
        scores = read_scores(*self._last, self.header.names)
        if scores is not None:
            self.header.comments.pop()
            self._score(self.games[-1], scores)
        self.add(number, line)

    def _imply(self, number: int, index: int) -> None:
        """A game begins without a line that says so."""
        self.games.append(Gathered(number, index))
        words = f"no line such as 'Game {index}' comes before"
        self.findings.add("game", self._place(number), words)

    def _comment(self, number: int, line: str) -> None:
        text = line.strip()
        if not self.games:
            self.header.note(text, read_tag(text))
            return
        setup = _SET.match(line)
        if setup is None:
            self.games[-1].note(plain_comment(text))
        else:
            told = line[setup.end() :].strip()
            place = setup.end() + 1
            self.add_row((Act("setup", 0, number, place, told, value=of_set_pos(told)),))

    def _begin(self, number: int, line: str, found: re.Match[str]) -> None:
        self.close()
        digits = found[1]
        is_short = len(digits) <= MOST_DIGITS
        self.games.append(Gathered(number, int(digits) if is_short else 0))
        if not is_short or int(digits) < 0:
            words = "no number that a game can have"
            self.findings.add("game", self._place(number, found.start(1) + 1), words, digits)
        rest = line[found.end() :].strip()
        if rest.strip(_RULE):
            self._odd(number, line, rest)

    def _score(self, game: Gathered, scores: ScoreLine) -> None:
        """The names and the scores of a game."""
        game.scores = scores
        self._known = scores
        if scores.rest:
            self._odd(scores.line, scores.rest, scores.rest)
