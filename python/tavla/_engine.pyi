"""The compiled core of tavla; import the package `tavla` instead."""

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, final, overload
from typing import SupportsIndex as _Int

import numpy as np
from numpy.typing import NDArray

_Dice: TypeAlias = Sequence[_Int] | NDArray[np.integer[Any]]
_Counts: TypeAlias = Sequence[_Int] | NDArray[np.integer[Any]] | Mapping[int, int]
_Progress: TypeAlias = bool | Callable[[float], object] | None

_PLAYERS: Final[tuple[str, ...]]
__version__: Final[str]

HYPER: Final[Variant]
"""Hyper-Backgammon: three checkers a side. Rules: `docs/rules/hyper.md`."""
MOULTEZIM: Final[Variant]
"""Moultezim: parallel, nothing is hit, at most four of the points 7 to 12. Rules: `docs/rules/moultezim.md`."""
FEVGA: Final[Variant]
"""Fevga: parallel, nothing is hit, never all six of 19 to 24. Rules: `docs/rules/fevga.md`."""
BACKGAMMON: Final[Variant]
"""Standard backgammon. Rules: `docs/rules/backgammon.md`."""
NACKGAMMON: Final[Variant]
"""Backgammon from Nack Ballard's start. Rules: `docs/rules/backgammon.md`."""
VARIANTS: Final[MappingProxyType[str, Variant]]
"""The five presets by name, read-only."""
ROLLS: Final[tuple[tuple[int, int], ...]]
"""The 21 rolls, `(higher, lower)`, in the order used everywhere: by the higher die, then by the lower."""
ROLL_WEIGHTS: Final[tuple[int, ...]]
"""Of the 36 throws of two dice, how many give each of `ROLLS`: 1 for a double, else 2."""

class Who(enum.IntEnum):
    """A side as a position sees it: PLAYER is on roll."""

    PLAYER = 0
    OPPONENT = 1

class Kind(enum.IntEnum):
    """How large a win is: 1, 2 or 3 times the stake."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3

PLAYER: Final = Who.PLAYER
OPPONENT: Final = Who.OPPONENT
SINGLE: Final = Kind.SINGLE
GAMMON: Final = Kind.GAMMON

def variant(name: str) -> Variant:
    """The variant of this name.

    Case does not matter, nor do spaces, hyphens and underscores. Beside the presets there are
    `moultezim_pbm` (12 pips for the first checker, not all six of 19..24), `moultezim_seed`
    (which is Moultezim) and `fevga_mvf` (Fevga, the limit checked at the end of the turn).

    Raises:
        UnknownVariantError: No variant has this name.
    """

@final
class Variant:
    """The rules of a game, as data.

    The presets are `HYPER`, `MOULTEZIM`, `FEVGA`, `BACKGAMMON` and `NACKGAMMON`; `replace`
    composes others. Two variants are equal when their rules and their names are.

    >>> import tavla
    >>> longer = tavla.MOULTEZIM.replace(held_limits=((7, 12, 5),))
    >>> longer
    tavla.MOULTEZIM.replace(name='moultezim*', held_limits=((7, 12, 5),))
    """

    @property
    def name(self) -> str:
        """A short name, for people; not part of the rules."""
    @property
    def start(self) -> tuple[int, ...]:
        """The starting counts of each side, in its own numbering: 26 numbers, off first, bar last."""
    @property
    def checkers(self) -> int:
        """Checkers a side."""
    @property
    def track(self) -> Literal["contrary", "parallel"]:
        """`"contrary"` (my point p is the opponent's 25 - p) or `"parallel"` (p + 12 or p - 12)."""
    @property
    def contact(self) -> Literal["hit", "block"]:
        """`"hit"` (a lone checker can be hit) or `"block"` (a lone checker holds its point)."""
    @property
    def first_away_pips(self) -> int | None:
        """Pips the first checker must travel before another may move, or None."""
    @property
    def first_away_release(self) -> Literal["immediate", "next_turn"]:
        """When the first checker away frees the others: `"immediate"` or `"next_turn"`."""
    @property
    def held_limits(self) -> tuple[tuple[int, int, int], ...]:
        """Limits on points held at once: `(low, high, most)`, at most `most` of `low..high`."""
    @property
    def limit_check(self) -> Literal["each_step", "end_of_turn"]:
        """When limits are checked: `"each_step"` or `"end_of_turn"`."""
    @property
    def limit_lapse(self) -> Literal["never", "when_opp_start_empty", "when_opp_all_passed"]:
        """When limits lapse: `"never"`, `"when_opp_start_empty"` or `"when_opp_all_passed"`."""
    @property
    def unblock_duty(self) -> bool:
        """Whether a side that walls in every opposing checker must open the wall where it can."""
    @property
    def six_prime_needs_opp_ahead(self) -> bool:
        """Whether six points in a row need an opposing checker ahead of them."""
    @property
    def bearoff_overshoot(self) -> Literal["required_when_no_higher", "exact_only"]:
        """What an overlarge die bears off: `"required_when_no_higher"` or `"exact_only"`."""
    @property
    def bearoff_inner_moves(self) -> Literal["allowed", "forbidden"]:
        """Moves within home once every checker is home: `"allowed"` or `"forbidden"`."""
    @property
    def opening(self) -> Literal["use_dice", "reroll"]:
        """Dice of the first turn: `"use_dice"` (the opening dice) or `"reroll"`."""
    @property
    def next_starter(self) -> Literal["roll", "previous_winner"]:
        """Who starts the next game of a series: `"roll"` or `"previous_winner"`."""
    @property
    def max_result(self) -> int:
        """The largest multiplier of a win: 1, 2 (gammon) or 3 (backgammon)."""
    @property
    def cube(self) -> bool:
        """Whether a doubling cube is customary."""
    @property
    def jacoby(self) -> bool:
        """Whether the Jacoby rule is customary for money."""
    @property
    def fingerprint(self) -> str:
        """SHA-256 of `rule_text` in hex: equal for equal rules, whatever their name."""
    @property
    def rule_text(self) -> str:
        """The rules without the name as one line of text, the same for ever."""
    def replace(
        self,
        *,
        name: str = ...,
        start: _Counts = ...,
        checkers: int = ...,
        track: Literal["contrary", "parallel"] = ...,
        contact: Literal["hit", "block"] = ...,
        first_away_pips: int | None = ...,
        first_away_release: Literal["immediate", "next_turn"] = ...,
        held_limits: Sequence[tuple[int, int, int]] = ...,
        limit_check: Literal["each_step", "end_of_turn"] = ...,
        limit_lapse: Literal["never", "when_opp_start_empty", "when_opp_all_passed"] = ...,
        unblock_duty: bool = ...,
        six_prime_needs_opp_ahead: bool = ...,
        bearoff_overshoot: Literal["required_when_no_higher", "exact_only"] = ...,
        bearoff_inner_moves: Literal["allowed", "forbidden"] = ...,
        opening: Literal["use_dice", "reroll"] = ...,
        next_starter: Literal["roll", "previous_winner"] = ...,
        max_result: int = ...,
        cube: bool = ...,
        jacoby: bool = ...,
    ) -> Variant:
        """The variant with some options changed.

        Options are named as the attributes are. `start` takes 26 counts or a dict of points to
        counts, and `checkers` follows it unless given. Without `name` the changed variant gets
        this one's name and a star; the name of a preset stays with the preset's rules.

        Raises:
            InvalidVariantError: Options that are unknown, of the wrong kind, or that contradict
                each other; `reasons` lists everything that is wrong.
        """
    def to_dict(self) -> dict[str, Any]:
        """The variant as plain data: format, version, name, fingerprint and rules."""
    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Variant:
        """The variant that `to_dict` gave, after JSON or not. A preset may come without rules.

        Raises:
            DataError: Not such data, of another version, or changed since.
        """
    def opponent_point(self, point: _Int) -> int:
        """The same physical point in the opponent's numbering; `point` is 1 to 24."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Position:
    """Two sides of checkers on the board of a variant, the player on roll first.

    A side is 26 counts in its owner's own numbering: off, the points 1 to 24, the bar. Each is
    given as a sequence or an integer array of 26, or as a dict of slots to counts. A position is
    always *sound*: the counts add up and no point is shared in a way that cannot be.

    Raises:
        InvalidPositionError: The counts are no position of the variant; `reasons` lists all
            that is wrong.

    >>> import tavla
    >>> start = tavla.Position.start(tavla.HYPER)
    >>> start
    tavla.Position(tavla.HYPER, player={24: 1, 23: 1, 22: 1}, opponent={24: 1, 23: 1, 22: 1})
    >>> start.pips
    (69, 69)
    """

    def __new__(cls, variant: Variant, player: _Counts, opponent: _Counts) -> Position: ...
    @staticmethod
    def start(variant: Variant) -> Position:
        """The starting position of a variant."""
    @staticmethod
    def from_array(variant: Variant, array: NDArray[np.integer[Any]]) -> Position:
        """The position of an integer array of shape `(2, 26)`, the player's counts first.

        Raises:
            InvalidPositionError: The counts are no position of the variant.
            InvalidArgumentError: The array has another shape or kind of numbers.
        """
    @staticmethod
    def from_key(variant: Variant, key: bytes) -> Position:
        """The position with this `key`.

        Raises:
            DataError: Not 26 bytes.
            InvalidPositionError: The counts are no position of the variant.
        """
    @staticmethod
    def from_index(variant: Variant, index: _Int) -> Position:
        """The position with this `index`.

        Raises:
            UndefinedIndexError: The variant has no indices, or no position has this one.
        """
    @staticmethod
    def from_dense_index(variant: Variant, index: _Int) -> Position:
        """The position with this `dense_index`.

        Raises:
            UndefinedIndexError: The variant has no indices, or the index is past the last.
        """
    @staticmethod
    def from_gnubg_id(text: str, variant: Variant | None = None) -> Position:
        """The position of a GNU Backgammon Position ID of 14 characters, read strictly.

        Raises:
            InvalidIdError: Not an id, or no position of the variant.
        """
    @property
    def variant(self) -> Variant:
        """The variant whose position this is."""
    @property
    def player(self) -> tuple[int, ...]:
        """The counts of the side on roll, in its own numbering: off, 1 to 24, bar."""
    @property
    def opponent(self) -> tuple[int, ...]:
        """The counts of the other side, in its own numbering."""
    @property
    def pips(self) -> tuple[int, int]:
        """The pips that each side has to go, the player first; the bar counts 25."""
    @property
    def array(self) -> NDArray[np.uint8]:
        """The counts as a fresh `uint8` array of shape `(2, 26)`, the player's first."""
    @property
    def has_contact(self) -> bool:
        """Whether a checker of one side still has one of the other ahead of it."""
    @property
    def is_finished(self) -> bool:
        """Whether one side has borne off every checker."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
    def flipped(self) -> Position:
        """The same position as the other side sees it."""
    @property
    def irregularities(self) -> tuple[Reason, ...]:
        """What the position shows that no game of the variant reaches; empty when it is regular."""
    @property
    def is_regular(self) -> bool:
        """Whether the position is within the variant's limits."""
    def displaced(self, moves: _Moves) -> Position:
        """The position after checkers of the player moved, without judging.

        Any distance, any direction, dice or not; the same side stays first. `moves` are `Move`s, or pairs of slots `(source, target)`. They are made in order; a lone
        opposing checker on a target goes to the bar where the game has hits, whatever a move
        says about hits.

        Raises:
            InvalidPositionError: No checker stands where one should move from, or the result is
                not sound.
        """
    def legal_plays(self, dice: _Dice) -> LegalPlays:
        """Every legal play of a roll, one for each result, in the frozen order.

        Plays use as many dice as can be used, the larger if only one can, and keep the variant's
        other rules (`docs/rules`). Their order and their sequences are promises
        (`docs/stability.md`).

        Raises:
            InvalidDiceError: Not two whole numbers from 1 to 6.
        """
    def legal_moves(self, dice: _Dice, played: _Moves = ()) -> tuple[Move, ...]:
        """Every single move that begins a legal play, or continues one after the moves `played`.

        All ways of playing the roll count, not the canonical sequences alone. Moves by the larger
        die come first, then from the highest source down; there are none when the play is
        complete.

        `played` are `Move`s, `(source, target)` or `(source, target, die)`.

        Raises:
            InvalidDiceError: Not two whole numbers from 1 to 6.
            IllegalPlayError: A move in `played` neither begins nor continues a legal play.
        """
    def after(self, play: Play) -> Position:
        """The position after a play, as the next player sees it.

        Raises:
            IllegalPlayError: The play is of another position and not legal in this one.
        """
    def parse_play(self, text: str, dice: _Dice) -> Play:
        """The play that a text means with these dice; `legal_plays(dice).find(text)`.

        Raises:
            InvalidDiceError: Not two whole numbers from 1 to 6.
            IllegalPlayError: It is not legal; `code` and `words` name the rule it breaks.
            AmbiguousPlayError: It can mean several plays; `candidates` lists them.
            NotationError: It cannot be read.
        """
    def explain(self, play: str | _Moves, dice: _Dice) -> Explanation:
        """Whether a play is legal with these dice, and if not, the rule it breaks.

        `play` is text, a `Play`, or moves: `Move`s or `(source, target, die)` made in order, or
        `(source, target)` in any order.

        Raises:
            InvalidDiceError: Not two whole numbers from 1 to 6.
        """
    @property
    def hash64(self) -> int:
        """A hash of the 52 counts in 64 bits, stable for ever and the same for every variant."""
    @property
    def key(self) -> bytes:
        """The 52 counts in 26 bytes, stable for ever; `from_key` reads it.

        The player's 13 bytes, then the opponent's: byte i of a side holds slot 2 i in its low
        four bits, slot 2 i + 1 in its high four.
        """
    @property
    def index(self) -> int:
        """The number of the position, with holes where the sides would share a point.

        `rank(player)` times the number of sides (3276 of three checkers), plus `rank(opponent)`.

        Raises:
            UndefinedIndexError: The variant has more than five checkers a side.
        """
    @property
    def dense_index(self) -> int:
        """The number of the position among all positions of the variant, without gaps.

        Raises:
            UndefinedIndexError: The variant has more than five checkers a side.
        """
    @property
    def gnubg_id(self) -> str:
        """The Position ID of GNU Backgammon.

        Raises:
            InvalidIdError: The id cannot say positions of the variant.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class LegalPlays(Sequence[Play]):
    """Every legal play of a roll in a position, one for each result, in the frozen order.

    A sequence of `Play`. Where no checker can move it holds one play without moves, a dance; in
    a finished position it is empty.

    >>> import tavla
    >>> plays = tavla.Position.start(tavla.HYPER).legal_plays((6, 5))
    >>> len(plays), str(plays[0]), "24/18 23/18" in plays
    (9, '24/18 23/18', True)
    """

    @property
    def position(self) -> Position:
        """The position the plays start from."""
    @property
    def dice(self) -> tuple[int, int]:
        """The dice, the higher first."""
    @property
    def is_dance(self) -> bool:
        """Whether there is one play only and it moves no checker."""
    @property
    def boards(self) -> NDArray[np.uint8]:
        """The results as one fresh `uint8` array of shape `(len, 2, 26)`, in the order of the plays.

        Each is as the next player sees it, his counts first.
        """
    def find(self, text: str) -> Play:
        """The play that a text means: moves in any order, as people write them.

        Raises:
            IllegalPlayError: It is not legal; `code` and `words` name the rule it breaks.
            AmbiguousPlayError: It can mean several plays; `candidates` lists them.
            NotationError: It cannot be read.
        """
    def index(self, value: object) -> int:  # type: ignore[override]  # plays are too few to search a part of them
        """The place of a play, or of the one play that a text means.

        Raises:
            ValueError: It is none of these.
        """
    def count(self, value: object) -> int:
        """1 for a play that is among these, or a text that means one, else 0."""
    def __len__(self, /) -> int: ...
    def __contains__(self, value: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: _Int, /) -> Play: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Play, ...]: ...
    def __iter__(self, /) -> Iterator[Play]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Play:
    """A whole turn: the moves made with a roll in a position. `LegalPlays` holds those there are.

    Plays are equal when they lead from the same position with the same dice to the same result.
    """

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves in the canonical sequence, none for a dance."""
    @property
    def position(self) -> Position:
        """The position it is played in."""
    @property
    def dice(self) -> tuple[int, int]:
        """The dice, the higher first."""
    @property
    def result(self) -> Position:
        """The position it leads to, as the next player sees it."""
    @property
    def is_dance(self) -> bool:
        """Whether no checker moves."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Move:
    """One checker moved by one die.

    >>> import tavla
    >>> str(tavla.Move(24, 18, 6, hit=True))
    '24/18*'
    """

    def __new__(cls, source: _Int, target: _Int, die: _Int, hit: bool = False) -> Move: ...
    @property
    def source(self) -> int:
        """Where the checker stood: 1 to 24, or 25 for the bar."""
    @property
    def target(self) -> int:
        """Where it went: 1 to 24, or 0 for off."""
    @property
    def die(self) -> int:
        """The die it was moved by."""
    @property
    def hit(self) -> bool:
        """Whether it hit a blot."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

_Moves: TypeAlias = Play | Sequence[Move | tuple[int, int] | tuple[int, int, int]]

@final
class Explanation:
    """What a play comes to: legal, or the rule it breaks."""

    def __new__(cls, code: str, words: str, plays: tuple[Play, ...]) -> Explanation: ...
    @property
    def legal(self) -> bool:
        """Whether it means one legal play."""
    @property
    def code(self) -> str:
        """`"legal"`, `"ambiguous"`, `"notation"`, or the rule it breaks, a stable word."""
    @property
    def words(self) -> str:
        """The same for people."""
    @property
    def plays(self) -> tuple[Play, ...]:
        """The legal plays it can mean: one, several when ambiguous, none when not legal."""
    def __bool__(self, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Outcome:
    """The result of a finished position."""

    def __new__(
        cls, winner: Who | int, kind: Kind | int, multiplier: _Int | None = None
    ) -> Outcome: ...
    @property
    def winner(self) -> Who:
        """The side that has borne off every checker."""
    @property
    def kind(self) -> Kind:
        """How large the win is."""
    @property
    def multiplier(self) -> int:
        """1, 2 or 3 times the stake."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Reason:
    """Something a position shows that no game of its variant reaches."""

    def __new__(cls, code: str, words: str) -> Reason: ...
    @property
    def code(self) -> str:
        """A stable word for programs."""
    @property
    def words(self) -> str:
        """The same for people."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Perft:
    """What stands below a position at one depth."""

    def __new__(cls, plays: int, distinct: int) -> Perft: ...
    @property
    def plays(self) -> int:
        """Paths of plays of that length, each of the 21 rolls counted once a turn."""
    @property
    def distinct(self) -> int:
        """Different positions at their ends."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

def perft(position: Position, depth: _Int, *, progress: _Progress = None) -> Perft:
    """Counts plays and distinct positions `depth` turns below a position, over all 21 rolls a turn.

    A dance is one play; a finished game goes no further. Runs without the GIL and answers Ctrl-C.
    The positions of all layers but the last are held in memory: at most 29 million a layer.

    Args:
        position: Where to start.
        depth: How many turns, 0 to 16.
        progress: True for a bar, a callable that gets the share done from 0 to 1, False for
            silence; None is a bar on a terminal after two seconds.

    Raises:
        InvalidArgumentError: Not a position, a depth out of range, or one whose layers do not fit.

    >>> import tavla
    >>> tavla.perft(tavla.Position.start(tavla.HYPER), 2)
    Perft(plays=..., distinct=...)
    """

@final
class DiceStream:
    """The dice of one game as a function of seed, game and turn, and the two seats' own randomness.

    ChaCha8 under a 256-bit key; `docs/stability.md` tells the whole promise. What is asked for, in what order
    and how often, changes nothing. `seed` is a whole number from 0 to 2**256 - 1, or its 32
    bytes, the lowest first.

    Raises:
        InvalidArgumentError: A seed or a game out of range.

    >>> import tavla
    >>> stream = tavla.DiceStream(7, game=3)
    >>> stream.roll(5) == tavla.DiceStream(7, game=3).roll(5)
    True
    """

    def __new__(cls, seed: int | bytes, game: _Int = 0) -> DiceStream: ...
    @property
    def seed(self) -> bytes:
        """The 32 bytes of the seed."""
    @property
    def game(self) -> int:
        """The number of the game."""
    def roll(self, turn: _Int) -> tuple[int, int]:
        """The dice of turn `turn`, counted from 0, in the order thrown."""
    def opening(self, attempt: _Int = 0) -> tuple[int, int]:
        """An opening throw, counted from 0: the die of seat 0 and that of seat 1. Ties are kept."""
    def choose(self, seat: _Int, turn: _Int, below: _Int) -> int:
        """A seat's own choice in a turn: a whole number from 0 to `below` - 1, each as likely."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

def rank(counts: _Counts) -> int:
    """The place of a side among all sides with as many checkers, from 0.

    All off is 0, all on the bar the last: the colexicographic order of the checkers' slots
    (`docs/stability.md`). `counts` are 26: off, points 1 to 24, bar; at most 15 checkers.

    Raises:
        InvalidArgumentError: Not such counts.
    """

def unrank(checkers: _Int, rank: _Int) -> tuple[int, ...]:
    """The side of so many checkers with this rank, as 26 counts.

    Raises:
        InvalidArgumentError: Not 0 to 15 checkers, or no number.
        UndefinedIndexError: The rank is past the last.
    """

@final
class _Act:
    """One entry of a game as a file tells it, before anybody asked whether it can be.

    A cell of a `.mat`, a node of an SGF.
    """

    def __new__(
        cls,
        kind: str,
        seat: int,
        line: int,
        column: int,
        text: str = "",
        dice: str = "",
        value: Any = None,
        sure: bool = True,
        comment: str | None = None,
    ) -> _Act: ...
    @property
    def kind(self) -> str:
        """What was done.

        `roll`, `throw` (a roll that nothing was played with yet), `double`, `beaver`, `take`, `drop`, `resign`, `wins`,
        `loses` or `setup`.
        """
    @property
    def seat(self) -> int:
        """Who did it, or who won or lost."""
    @property
    def line(self) -> int:
        """The line of the file, from 1."""
    @property
    def column(self) -> int:
        """The column, from 1."""
    @property
    def text(self) -> str:
        """The play, or the words."""
    @property
    def dice(self) -> str:
        """The dice as they are written."""
    @property
    def value(self) -> Any:
        """The value of the cube, the points, the level of a resignation, or what is set up."""
    @property
    def sure(self) -> bool:
        """Whether the place says who did it."""
    @property
    def comment(self) -> str | None:
        """What somebody noted about it."""
    def by(self, seat: int, sure: bool) -> _Act:
        """The same act of another seat, for sure or not."""
    def noted(self, comment: str | None) -> _Act:
        """The same act with another comment."""

def _plain_rows(lines: list[str]) -> list[tuple[_Act, ...] | None]:
    """For each line of a match file its rolls as acts, the left one of seat 0; None where it is no common row."""

def _follow(
    position: Position, seat: int, acts: list[_Act], first: int
) -> tuple[list[int], Play | None]:
    """Plays the turns that acts tell, from one of them on, while each means just one legal play.

    `seat` is on roll in `position`. Stops before an act that is anything but a roll of the seat whose turn it is, with
    a play and without a comment, and before the second dance in a row, after which somebody must look whether the game
    is stuck.

    Gives each turn that was played as a number, which `_unpacked_turn` reads, and the last as a `Play`, or None where
    there is none.
    """

def _unpacked_turn(turn: int) -> tuple[int, tuple[int, int], tuple[Move, ...]]:
    """The seat, the dice in the order written, and the moves of a turn that `_follow` gave."""

def _set_drawing(draw: Callable[[Position], str]) -> None:
    """Says what draws positions for `str`; the package does, once."""

def _restore_play(position: Position, dice: _Dice, index: int) -> Play:
    """For pickle."""

def _seed_bytes(value: int | bytes) -> bytes:
    """A seed as its 32 bytes: a whole number from 0 to 2**256 - 1, or 32 bytes already."""

def _simulate(
    variant: Variant,
    first_game: int,
    games: int,
    seed: int | bytes,
    players: tuple[str, str],
    threads: int,
    progress: _Progress,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int8], NDArray[np.uint16]]:
    """Winners, starters, points and turns of so many games; `tavla.simulate` is the way to call it."""

@final
class _Batch:
    """Positions of one variant, validated, each with a roll or all with every roll.

    Args:
        variant: The rules.
        boards: uint8 (n, 2, 26), C-contiguous.
        dice: uint8 (n, 2), or None for all 21 rolls.

    Raises:
        InvalidPositionError: A row is no position; the first is named.
        InvalidDiceError: A row is no roll; the first is named.
    """

    def __new__(
        cls, variant: Variant, boards: NDArray[np.uint8], dice: NDArray[np.uint8] | None
    ) -> _Batch: ...
    def __len__(self, /) -> int: ...
    def estimated_rows(self) -> int:
        """About how many rows the results have, rather more; exact for small batches."""
    def afterstates(
        self, out: NDArray[np.uint8], threads: int
    ) -> tuple[NDArray[np.int64] | None, int]:
        """Where each segment begins, and how many rows there are.

        The results of every play go into `out`, uint8 (room, 2, 26); where they do not fit there are no offsets.
        """
    def count_plays(self, threads: int) -> NDArray[np.uint32]:
        """How many plays each position has with each of its rolls, uint32, rolls together."""
    def play(self, segment: int, index: int) -> Play:
        """The play with this index among those of one segment."""
    def outcomes(self, out: NDArray[np.int8], threads: int) -> None:
        """Fills int8 (n,): 0 while the game goes on, else its points to the player."""
    def pips(self, out: NDArray[np.uint16], threads: int) -> None:
        """Fills uint16 (n, 2): the pips of the player and of the opponent."""
    def hash64(self, out: NDArray[np.uint64], threads: int) -> None:
        """Fills uint64 (n,): the stable hashes."""
    def status(self, out: NDArray[np.uint8], threads: int) -> None:
        """Fills uint8 (n,): 1 finished, 2 contact, 4 player on the bar, 8 opponent on the bar, 16 irregular."""

def _best_rows(indptr: NDArray[np.int64], values: NDArray[Any], largest: bool) -> NDArray[np.int64]:
    """For each segment the row with the best of its values, the lowest on ties; -1 where it is empty."""

def _encode_f32(
    variant: Variant,
    boards: NDArray[np.uint8],
    encoding: str,
    out: NDArray[np.float32],
    threads: int,
) -> None:
    """Fills float32 (n, width) with the encoding's units times their scales.

    Args:
        variant: The rules.
        boards: uint8 (n, 2, 26), C-contiguous; no memory of `out`.
        encoding: The encoding.
        out: The rows.
        threads: How many threads work.

    Raises:
        InvalidPositionError: A row is no position; the first is named. Others may have been written.
    """

def _encode_u8(
    variant: Variant,
    boards: NDArray[np.uint8],
    encoding: str,
    out: NDArray[np.uint8],
    threads: int,
) -> None:
    """Fills uint8 (n, width) with the encoding's units; otherwise as `_encode_f32`."""

def _encoding_width(encoding: str) -> int:
    """Units of a row in an encoding."""

def _roll(
    seed: int | bytes,
    games: NDArray[np.uint64],
    turns: NDArray[np.uint64],
    out: NDArray[np.uint8],
) -> None:
    """Fills uint8 (n, 2) with the dice of the games' turns, in the order thrown."""

def _whole_number(value: object, what: str, low: int, high: int) -> int:
    """A whole number within a range, as an int; `what` is the name of the argument."""

@final
class _Block:
    """Consecutive games that advance together.

    Args:
        variant: The rules.
        seed: The seed of the dice.
        first_game: The number of the first game.
        games: How many.
        chooses: For each seat the name of a player, or the number of a policy.
    """

    def __new__(
        cls,
        variant: Variant,
        seed: int | bytes,
        first_game: int,
        games: int,
        chooses: tuple[str | int, str | int],
    ) -> _Block: ...
    @property
    def live(self) -> int:
        """How many games are not over."""
    def wave(
        self,
    ) -> (
        tuple[
            int,
            _Batch,
            NDArray[np.uint8],
            NDArray[np.uint8],
            NDArray[np.uint64],
            NDArray[np.uint16],
            NDArray[np.uint8],
        ]
        | None
    ):
        """The turns that one policy has to choose for now; None when all games are over.

        Returns:
            The number of the policy; a batch of the positions with their dice, and the same as uint8 (n, 2, 26) and
            uint8 (n, 2), the higher die first; uint64 (n,) games; uint16 (n,) turns; uint8 (n,) seats.
        """
    def play(
        self, rows: NDArray[np.int64], indptr: NDArray[np.int64], boards: NDArray[np.uint8]
    ) -> int | None:
        """Ends the turns of the last wave, each with one of its rows of the successors.

        Args:
            rows: int64 (n,).
            indptr: int64 (n + 1,), where each turn's rows begin.
            boards: uint8 (m, 2, 26), the rows.

        Returns:
            The first turn whose row is none of its own, when nothing was played; else None.
        """
    def results(
        self,
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int8], NDArray[np.uint16]]:
        """Winners, starters, points and turns of the games that are over."""

@final
class _Store:
    """A file of tables, mapped and checked as it is read."""

    @staticmethod
    def open(path: str | PathLike[str], kind: str) -> _Store:
        """Maps a file of a kind and checks its head.

        Raises:
            DataError: It is foreign, truncated, damaged or of another kind.
            OSError: It cannot be opened.
        """
    @property
    def parameters(self) -> str:
        """What the file says of its planes, as JSON."""
    @property
    def planes(self) -> list[tuple[str, str, int]]:
        """Name, kind of numbers and length of each plane."""
    def read(self, plane: str, start: int, stop: int) -> NDArray[Any]:
        """A copy of some numbers of a plane.

        Raises:
            DataError: There is no such plane, or it is damaged there.
            InvalidArgumentError: It is not so long.
        """
    def check(self) -> None:
        """Checks every block.

        Raises:
            DataError: One is damaged; the first is named.
        """

def _write_store(
    path: str | PathLike[str],
    kind: str,
    parameters: str,
    planes: Sequence[tuple[str, NDArray[Any]]],
) -> None:
    """Writes a file of planes, each a contiguous array of one dimension.

    Args:
        path: Where; what is there is replaced when the file is whole.
        kind: What must be said to open it.
        parameters: A JSON object.
        planes: Name and array of each.

    Raises:
        OSError: It cannot be written, for want of room say; nothing is left of it.
        InvalidArgumentError: Two planes of one name, other arrays, or no JSON object.
    """

@final
class _Planes:
    """The values of all positions of a game, one plane for each slot."""

    @staticmethod
    def solve(
        variant: Variant,
        money: bool | None,
        with_chances: bool,
        residual: float,
        threads: int,
        memory: int,
        progress: _Progress,
        state: tuple[str | PathLike[str], str, float] | None,
    ) -> tuple[_Planes, float, int]:
        """Solves a game: its planes, what the last pass changed at most, and the passes made.

        Args:
            variant: The game.
            money: None without a cube; for money whether there are beavers.
            with_chances: Whether to find the chances of gammons too, which needs `money` None.
            residual: The most that the last pass may change a value by.
            threads: How many threads work.
            memory: The bytes that may be used.
            progress: As everywhere.
            state: None, or a path, a JSON object that says what is solved, and seconds: at the path the state of the work
                is kept every so many seconds, and gone on from where it is one of the same work.

        Raises:
            InvalidArgumentError: A residual that cannot be, or too little memory.
            InvalidVariantError: A game without values.
            MemoryError: The system has too little.
        """
    def with_chances(
        self, residual: float, threads: int, memory: int, progress: _Progress
    ) -> _Planes:
        """The same planes of a game without a cube, and those of its chances.

        Args:
            residual: The most that the last pass may change a chance by.
            threads: How many threads work.
            memory: The bytes that may be used.
            progress: As everywhere.

        Raises:
            DataError: The file is damaged.
            InvalidArgumentError: A residual that cannot be, or too little memory.
            MemoryError: The system has too little.
        """
    def prove(
        self, money: bool | None, width: float, threads: int, progress: _Progress
    ) -> tuple[float, float, int]:
        """Proves the values: the widest distance between bounds of one, the most that one can be wrong by, and the passes made.

        Args:
            money: As it was solved.
            width: How close the bounds are to come.
            threads: How many threads work.
            progress: As everywhere.

        Raises:
            DataError: The file is damaged.
            InvalidArgumentError: A width that cannot be.
            InvalidVariantError: A game of a kind whose values cannot be proved.
        """
    @staticmethod
    def open(path: str | PathLike[str]) -> _Store:
        """Maps a file of a solved game; its parameters tell the variant.

        Raises:
            DataError: It is foreign, truncated, damaged or of another kind.
            OSError: It cannot be opened.
        """
    @staticmethod
    def stored(store: _Store, variant: Variant) -> _Planes:
        """The planes of a file.

        Raises:
            DataError: They do not fit the variant.
        """
    def save(self, path: str | PathLike[str], parameters: str) -> None:
        """Writes a file; `parameters` are a JSON object.

        Raises:
            OSError: It cannot be written; nothing is left of it.
            DataError: The file that the planes are read from is damaged.
        """
    @property
    def variant(self) -> Variant:
        """The variant that is solved."""
    @property
    def slots(self) -> list[str]:
        """The names of the slots."""
    def value(self, slot: str, position: Position) -> float:
        """The value of a slot in a position.

        Raises:
            DataError: The file is damaged there.
            InvalidPositionError: It is a position of another game.
        """
    def fill(self, slot: str, batch: _Batch, out: NDArray[np.float64], threads: int) -> None:
        """Fills float64 (n,) with the values of a slot.

        Raises:
            DataError: The file is damaged.
            InvalidPositionError: They are positions of another game.
        """
    def best_rows(
        self, slot: str, indptr: NDArray[np.int64], boards: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        """For each segment of results its row to choose, by the values of a slot; -1 where it is empty.

        Args:
            slot: What the other side is left with.
            indptr: int64 (n + 1,), where each segment begins.
            boards: uint8 (m, 2, 26), the results in the other side's view.

        Raises:
            DataError: The file is damaged.
            InvalidPositionError: A row is no position of the game.
        """

def _bearoff_numbers(points: int, sides: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """The numbers of sides on so many points, the bar being the 25th: uint32 (n,).

    Args:
        points: 1 to 25.
        sides: uint8 (n, 26), at most 15 checkers on these points and none beyond.
    """

@final
class _OneSided:
    """How many rolls each side of a race takes."""

    @staticmethod
    def build(
        variant: Variant,
        points: int,
        checkers: int,
        threads: int,
        memory: int,
        progress: _Progress,
        state: tuple[str | PathLike[str], str, float] | None,
    ) -> _OneSided:
        """Builds a database. `state` is as in `_Planes.solve`.

        Raises:
            InvalidArgumentError: Points or checkers that cannot be, or too little memory.
            InvalidVariantError: A variant whose races are of another kind.
        """
    @staticmethod
    def open(path: str | PathLike[str]) -> _Store:
        """Maps a file; its parameters tell which races it is of.

        Raises:
            DataError: It is foreign, truncated, damaged or of another kind.
            OSError: It cannot be opened.
        """
    @staticmethod
    def stored(store: _Store, variant: Variant, points: int, checkers: int) -> _OneSided:
        """The database of a file.

        Raises:
            DataError: It is of other races.
        """
    def save(self, path: str | PathLike[str], parameters: str) -> None:
        """Writes a file; `parameters` are a JSON object.

        Raises:
            OSError: It cannot be written; nothing is left of it.
            DataError: The file that is read from is damaged.
        """
    @staticmethod
    def key(variant: Variant, points: int, checkers: int) -> str:
        """What is the same where races are the same."""
    @property
    def variant(self) -> Variant:
        """The variant whose races it is of."""
    @property
    def points(self) -> int: ...
    @property
    def checkers(self) -> int: ...
    def __len__(self) -> int:
        """Return len(self)."""
    def numbers(self, position: Position) -> tuple[int, int]:
        """The numbers of the two sides of a position.

        Raises:
            OutsideDatabaseError: It is not in the database.
        """
    def number(self, counts: object) -> int:
        """The number of a side of 26 counts.

        Raises:
            OutsideDatabaseError: It is not in the database.
            InvalidArgumentError: Not such counts.
        """
    def numbers_of(self, batch: _Batch) -> NDArray[np.uint32]:
        """The numbers of the sides of many positions, uint32 (n, 2).

        Raises:
            OutsideDatabaseError: One is not in the database; the first is named.
        """
    def side(self, number: int) -> tuple[int, ...]:
        """The 26 counts of a number."""
    def mean(self, number: int) -> float:
        """The mean number of rolls."""
    def deviation(self, number: int) -> float:
        """The standard deviation of the number of rolls."""
    def chances(self, number: int) -> NDArray[np.float64]:
        """The chances of bearing off all in so many rolls, float64, from none on."""
    def first_off(self, number: int) -> NDArray[np.float64]:
        """The chances of bearing off the first checker in so many rolls, float64, from none on."""
    def means(self) -> NDArray[np.float64]:
        """The mean numbers of rolls of all sides, float64 by number."""
    def table(self, start: int, stop: int, width: int, first: bool) -> NDArray[np.float64]:
        """The chances of numbers of rolls below `width`, float64 (numbers, width), of some numbers.

        Args:
            start: The first number.
            stop: The first that is not wanted.
            width: So many numbers of rolls, from none on.
            first: Of the first checker off, or of all.
        """
    def fill_odds(self, batch: _Batch, out: NDArray[np.float64], threads: int) -> None:
        """Fills float64 (n, 3) with win, gammon and gammon lost of each race.

        Raises:
            OutsideDatabaseError: A position is not in the database; the first is named.
            DataError: The file is damaged.
        """
    def odds(self, mine: int, theirs: int) -> tuple[float, float, float]:
        """Win, gammon and gammon lost of a race of two numbers, the first on roll."""
    def best(self, position: Position, dice: _Dice) -> int | None:
        """Which of the legal plays of a roll takes the fewest rolls.

        Raises:
            OutsideDatabaseError: The position is not in the database.
        """

@final
class _TwoSided:
    """The exact values of races."""

    @staticmethod
    def build(
        variant: Variant,
        points: int,
        checkers: int,
        money: bool | None,
        single: bool,
        threads: int,
        memory: int,
        progress: _Progress,
        state: tuple[str | PathLike[str], str, float] | None,
    ) -> _TwoSided:
        """Builds a database.

        Args:
            variant: The game.
            points: The farthest point.
            checkers: The most checkers of a side.
            money: None without a cube; for money whether there are beavers.
            single: Whether to store in single precision.
            threads: How many threads work.
            memory: The bytes that may be used.
            progress: As everywhere.
            state: As in `_Planes.solve`.

        Raises:
            InvalidArgumentError: Points or checkers that cannot be, or too little memory.
            InvalidVariantError: A variant whose races are of another kind.
        """
    @staticmethod
    def open(path: str | PathLike[str]) -> _Store:
        """Maps a file; its parameters tell which races it is of.

        Raises:
            DataError: It is foreign, truncated, damaged or of another kind.
            OSError: It cannot be opened.
        """
    @staticmethod
    def stored(
        store: _Store,
        variant: Variant,
        points: int,
        checkers: int,
        money: bool | None,
        single: bool,
    ) -> _TwoSided:
        """The database of a file.

        Raises:
            DataError: It is of other races.
        """
    def save(self, path: str | PathLike[str], parameters: str) -> None:
        """Writes a file; `parameters` are a JSON object.

        Raises:
            OSError: It cannot be written; nothing is left of it.
            DataError: The file that is read from is damaged.
        """
    @staticmethod
    def key(variant: Variant, points: int, checkers: int) -> str:
        """What is the same where races are worth the same."""
    @property
    def variant(self) -> Variant:
        """The game whose races it is of."""
    @property
    def points(self) -> int: ...
    @property
    def checkers(self) -> int: ...
    @property
    def is_single(self) -> bool:
        """Whether it is stored in single precision."""
    @property
    def lanes(self) -> list[str]:
        """The names of the lanes."""
    def __len__(self) -> int:
        """Return len(self)."""
    def numbers(self, position: Position) -> tuple[int, int]:
        """The numbers of the two sides of a position.

        Raises:
            OutsideDatabaseError: It is not in the database.
        """
    def side(self, number: int) -> tuple[int, ...]:
        """The 26 counts of a number."""
    def value(self, lane: str, mine: int, theirs: int) -> float:
        """The value of a lane for two numbers, the first on roll and not done."""
    def rolled(self, after: str, mine: int, theirs: int) -> float:
        """What rolling is worth when the other side is left with a lane."""
    def best(self, after: str, position: Position, dice: _Dice) -> tuple[int, float] | None:
        """Which of the legal plays of a roll leaves the other side with the least of a lane, and how much that is.

        Raises:
            OutsideDatabaseError: The position is not in the database.
        """
    def fill(self, lane: str, batch: _Batch, out: NDArray[np.float64], threads: int) -> None:
        """Fills float64 (n,) with the values of a lane.

        Raises:
            OutsideDatabaseError: A position is not in the database; the first is named.
            DataError: The file is damaged.
        """
    def rolled_row(self, after: str, mine: int) -> NDArray[np.float64]:
        """What rolling is worth to a number against every other, when the other side is left with a lane: float64 (n,)."""
