"""A chouette as it is played: on a board, or entered by a scorer who watches one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tavla._engine import Variant
from tavla.errors import (
    ActionError,
    AmendmentError,
    DataError,
    InvalidArgumentError,
    NoGameError,
    NothingToUndoError,
    NotYourTurnError,
    RecordError,
    StaleActionError,
    TavlaError,
)
from tavla.game import actions
from tavla.game.codec import play_action
from tavla.game.dice import ManualDice, SeededDice
from tavla.game.plain import Stored, check_header, plain_number
from tavla.game.reading import fields_of, reading
from tavla.game.record import Event as BoardEvent
from tavla.game.record import GameRecord
from tavla.game.situation import Phase
from tavla.game.state import GameState
from tavla.scoring.chouette import ChouetteBook, ChouetteGame, ChouetteRules, events
from tavla.scoring.chouette.bets import BOX
from tavla.table.chouette_entries import Entry, describe, entry_to_dict, read_entry
from tavla.table.chouette_moment import BOARD_RULES, Moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from tavla.game.actions import Action
    from tavla.scoring.ledger import Ledger

__all__ = ["Chouette", "Entry"]

FORMAT, VERSION = "tavla.chouette", 1
_NAMES = ("format", "version", "rules", "players", "board", "entries")


class Chouette(Stored):
    """An evening's chouette: the book, and on demand a board for each game.

    Without a variant it is kept **boardless**: the scorer enters who doubled, took and dropped, and who won how. With
    one, each game has a board: seat 0 is the box and seat 1 the crew, whose captain rolls and moves; the board's own
    cube is off, and its end settles every cube that is still live.

    Whatever was entered can be undone, or amended at any depth: later entries are validated again, and the amendment is
    refused with the reason where one of them could not have happened.

    Args:
        players: The names in the order that was thrown: the box, the captain, the rest of the line.
        rules: The agreements; `ChouetteRules()` where none are given.
        stakes: What a point is worth: one number for all, or one for each name where stakes differ.
        variant: The rules of the board; without, there is none.
        seed: The seed of all dice of the boards; without, a fresh one. Game `n` has the dice of game `n - 1` under it.
        manual_dice: Whether dice are thrown by hand, each roll telling them.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind, or contradicting each other.
        InvalidRulesError: As `ChouetteBook.new`.

    Examples:
        >>> import tavla
        >>> chouette = tavla.Chouette(["ann", "bob", "cleo"])
        >>> _ = chouette.start()
        >>> _ = chouette.double("bob")
        >>> _ = chouette.take("ann")
        >>> _ = chouette.finish("crew", 2)
        >>> {name: int(total) for name, total in chouette.totals.items()}
        {'ann': -5, 'bob': 4, 'cleo': 1}
        >>> _ = chouette.amend(4, tavla.scoring.chouette.events.Finish("crew", 1))
        >>> {name: int(total) for name, total in chouette.totals.items()}
        {'ann': -3, 'bob': 2, 'cleo': 1}
    """

    def __init__(
        self,
        players: Iterable[str],
        rules: ChouetteRules | None = None,
        *,
        stakes: Mapping[str, object] | object = 1,
        variant: Variant | None = None,
        seed: int | bytes | None = None,
        manual_dice: bool = False,
    ) -> None:
        if variant is not None and not isinstance(variant, Variant):
            raise InvalidArgumentError(f"variant: expected a Variant or None, got {variant!r}")
        if type(manual_dice) is not bool:
            raise InvalidArgumentError(f"manual_dice: expected True or False, got {manual_dice!r}")
        if seed is not None and (variant is None or manual_dice):
            raise InvalidArgumentError("seed: only for a board whose dice are not thrown by hand")
        self._variant = variant
        self._seed = None if variant is None or manual_dice else SeededDice(seed).seed
        self._moments = [Moment(ChouetteBook.new(players, rules, stakes))]
        self._entries: list[Entry] = []

    # What is

    @property
    def book(self) -> ChouetteBook:
        """The book as it stands."""
        return self._moments[-1].book

    @property
    def board(self) -> GameState | None:
        """The board of the game in progress; None between games, and always where none is kept."""
        return self._moments[-1].board

    @property
    def game(self) -> ChouetteGame | None:
        """The game in progress, or None."""
        return self.book.game

    @property
    def rules(self) -> ChouetteRules:
        """The agreements."""
        return self.book.rules

    @property
    def variant(self) -> Variant | None:
        """The rules of the board, or None where there is none."""
        return self._variant

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that was entered, in order; people count from 1."""
        return tuple(self._entries)

    @property
    def ledger(self) -> Ledger:
        """Every amount that changed hands."""
        return self.book.ledger

    @property
    def totals(self) -> dict[str, Fraction]:
        """What everybody has won so far; it sums to zero."""
        return self.book.totals

    @property
    def mover(self) -> str | None:
        """Who is to roll or move: the box or the acting captain; None where the board waits for neither."""
        board, game = self.board, self.game
        if board is None or game is None or board.seat is None:
            return None
        return game.mover(board.seat, self.book.absent)

    @property
    def allowed(self) -> tuple[Entry, ...]:
        """Everything that can be entered as it is; see `ChouetteBook.allowed`, with the board's legal actions."""
        found: list[Entry] = [event for event in self.book.allowed if self._accepts(event)]
        board = self.board
        if board is not None and not any(map(bool, self._pending())):
            rolls: list[Action] = []
            if self._seed is not None and "opening_roll" in board.may:
                rolls = [actions.OpeningRoll(BOX)]
            elif self._seed is not None and "roll" in board.may and board.seat is not None:
                rolls = [actions.Roll(board.seat)]
            found += [*rolls, *board.legal_actions]
        return tuple(found)

    def _pending(self) -> tuple[object, object]:
        game = self.game
        return ((), ()) if game is None else (game.waiting, game.extra_offers)

    def _accepts(self, entry: Entry) -> bool:
        try:
            self._moments[-1].after(entry, self._variant)
        except TavlaError:
            return False
        return True

    def may_consult(self, player: str, about: str = "move") -> bool:
        """Whether somebody may say what he thinks; see `ChouetteBook.may_consult`."""
        return self.book.may_consult(player, about)

    @property
    def records(self) -> tuple[GameRecord, ...]:
        """The boards of all games, each as far as it was played, with box and captain as players."""
        found: list[GameRecord] = []
        for entry, before in zip(self._entries, self._moments, strict=False):
            if isinstance(entry, events.Start) and self._variant is not None:
                start = GameState.new(self._variant, BOARD_RULES)
                game = before.after(entry, self._variant).book.game
                names = ("", "") if game is None else (game.box, game.captain)
                found.append(GameRecord(start, players=names))
            elif isinstance(entry, actions.Action) and before.board is not None:
                result = before.board.apply(entry).result
                last = found[-1]
                found[-1] = replace(last, events=(*last.events, BoardEvent(entry)), result=result)
        return tuple(found)

    # What happens

    def apply(self, entry: Entry, expect: int | None = None) -> ChouetteBook:
        """Enter an event, or an action on the board; a throw without dice gets them from the seed.

        Args:
            entry: What happened.
            expect: How many entries the caller has seen; another number refuses.

        Raises:
            StaleActionError: Not as many entries as expected.
            ActionError: The subclass that names the cause; nothing is changed.
            UnknownPlayerError: Somebody who does not take part.
        """
        if expect is not None and expect != len(self._entries):
            raise StaleActionError(f"expected {expect} entries, there are {len(self._entries)}")
        _check_entry(entry)
        if isinstance(entry, actions.OpeningRoll | actions.Roll) and entry.dice is None:
            entry = self._thrown(entry)
        try:
            moment = self._moments[-1].after(entry, self._variant)
        except ActionError as error:
            if not error.allowed:
                error.allowed = self.allowed
            raise
        self._moments.append(moment)
        self._entries.append(entry)
        return moment.book

    def _thrown(self, action: actions.OpeningRoll | actions.Roll) -> Action:
        """The action with the dice that the seed has for it."""
        board, game = self.board, self.game
        if board is None or game is None:
            raise NoGameError(f"{action.name}: no board is in play")
        source = ManualDice() if self._seed is None else SeededDice(self._seed, game.number - 1)
        if isinstance(action, actions.OpeningRoll):
            return replace(action, dice=source.opening(board.attempt))
        return replace(action, dice=source.roll(board.turn))

    def start(
        self, partner: str | None = None, declined: tuple[str, ...] = (), share: object = None
    ) -> ChouetteBook:
        """Begin the next game, with a partner in the box or not."""
        return self.apply(events.Start(partner, declined, share))  # type: ignore[arg-type]  # made exact

    def automatic(self) -> ChouetteBook:
        """Double every cube because the opening dice were equal."""
        return self.apply(events.Automatic())

    def double(self, who: str, *to: str) -> ChouetteBook:
        """Double: a member the box, or the box those named or all he can."""
        return self.apply(events.Double(who, to))

    def take(self, who: str, against: str | None = None) -> ChouetteBook:
        """Take a cube that was turned."""
        return self.apply(events.Take(who, against))

    def drop(self, who: str, against: str | None = None) -> ChouetteBook:
        """Give up for what stood on the cube before it was turned."""
        return self.apply(events.Drop(who, against))

    def beaver(self, who: str, against: str | None = None) -> ChouetteBook:
        """Turn the cube again and keep it."""
        return self.apply(events.Beaver(who, against))

    def raccoon(self, who: str, against: str | None = None) -> ChouetteBook:
        """Turn a beaver again."""
        return self.apply(events.Raccoon(who, against))

    def extra(self, who: str, against: str) -> ChouetteBook:
        """Offer an extra to one who took."""
        return self.apply(events.Extra(who, against))

    def withdraw(self, *names: str) -> ChouetteBook:
        """Leave the game because of the captain's double."""
        return self.apply(events.Withdraw(names))

    def settle(self, who: str, points: object, against: str | None = None) -> ChouetteBook:
        """Agree to stop for so many points to `who`."""
        return self.apply(events.Settle(who, points, against))  # type: ignore[arg-type]  # made exact

    def finish(self, winner: str | None, kind: int = 1) -> ChouetteBook:
        """Enter how the board ended: `"box"`, `"crew"` or None, and 1, 2 or 3."""
        return self.apply(events.Finish(winner, kind))

    def join(self, who: str, stake: object = None) -> ChouetteBook:
        """Take part from the next game."""
        return self.apply(events.Join(who, stake))  # type: ignore[arg-type]  # made exact

    def leave(self, who: str) -> ChouetteBook:
        """Take part no more."""
        return self.apply(events.Leave(who))

    def away(self, who: str, proxy: str | None = None) -> ChouetteBook:
        """Be absent for a time."""
        return self.apply(events.Away(who, proxy))

    def back(self, who: str) -> ChouetteBook:
        """Be here again."""
        return self.apply(events.Back(who))

    # On the board

    def roll(self, dice: tuple[int, int] | None = None, who: str | None = None) -> ChouetteBook:
        """Throw: the opening throw, the box's die first, or the dice of the turn.

        Args:
            dice: The dice, where they are thrown by hand.
            who: Who throws, to be checked; without, whoever is to.
        """
        self._is_mover(who)
        board = self.board
        if board is not None and board.phase is Phase.OPENING:
            return self.apply(actions.OpeningRoll(BOX, dice))
        return self.apply(actions.Roll(self._seat, dice))

    def play(self, text: str, who: str | None = None) -> ChouetteBook:
        """Play the turn that a text means, such as "24/18 13/11"."""
        self._is_mover(who)
        if self.board is None:
            raise NoGameError("play: no board is in play")
        return self.apply(play_action(self.board, text))

    def resign(self, seat: int, level: int = 1) -> ChouetteBook:
        """Offer to lose the board at a level, for all cubes that are live: seat 0 the box, seat 1 the crew."""
        return self.apply(actions.Resign(seat, level))

    def accept(self) -> ChouetteBook:
        """Accept a resignation."""
        return self.apply(actions.Accept(self._seat))

    def decline(self) -> ChouetteBook:
        """Decline a resignation."""
        return self.apply(actions.Decline(self._seat))

    @property
    def _seat(self) -> int:
        board = self.board
        return 0 if board is None else min(board.to_act, default=0)

    def _is_mover(self, who: str | None) -> None:
        mover = self.mover
        if who is not None and mover is not None and who != mover:
            raise NotYourTurnError(f"{who}: {mover} rolls and moves", self.allowed)

    # Corrections

    def undo(self, count: int = 1) -> ChouetteBook:
        """Take the last entries back.

        Raises:
            NothingToUndoError: There are fewer.
        """
        if type(count) is not int or count < 1:
            raise InvalidArgumentError(f"count: expected a whole number from 1, got {count!r}")
        if count > len(self._entries):
            raise NothingToUndoError(f"undo: {count} entries, there are {len(self._entries)}")
        del self._entries[-count:], self._moments[-count:]
        return self.book

    def amend(self, number: int, *entries: Entry, count: int = 1) -> ChouetteBook:
        """Put other entries in the place of one, or of several, and validate all that follow again.

        Args:
            number: The first entry that is replaced, counted from 1.
            entries: What happened instead.
            count: How many are replaced.

        Raises:
            InvalidArgumentError: No such entries, or none in their place.
            AmendmentError: One of the entries, or one that follows, could not have happened; nothing is changed.
        """
        if not entries:
            raise InvalidArgumentError("amend: expected an entry; remove takes entries out")
        return self._amended(self._index(number, count), list(entries), count)

    def insert(self, number: int, *entries: Entry) -> ChouetteBook:
        """Put entries before one, counted from 1, and validate all that follow again.

        Raises:
            InvalidArgumentError: No such entry.
            AmendmentError: As `amend`.
        """
        return self._amended(self._index(number), list(entries), 0)

    def remove(self, number: int, count: int = 1) -> ChouetteBook:
        """Take one entry out, counted from 1, or so many from there, and validate all that follow again.

        Raises:
            InvalidArgumentError: No such entries.
            AmendmentError: As `amend`.
        """
        return self._amended(self._index(number, count), [], count)

    def before(self, number: int) -> ChouetteBook:
        """The book as it stood before an entry, counted from 1.

        Raises:
            InvalidArgumentError: No such entry.
        """
        return self._moments[self._index(number)].book

    def _index(self, number: int, count: int = 1) -> int:
        """Where in the list an entry stands; `count` of them are there."""
        if type(number) is not int or not 0 < number <= len(self._entries):
            if not self._entries:
                raise InvalidArgumentError(f"entry: there is none yet, got {number!r}")
            have = f"a number from 1 to {len(self._entries)}"
            raise InvalidArgumentError(f"entry: expected {have}, got {number!r}")
        most = len(self._entries) - number + 1
        if type(count) is not int or not 0 < count <= most:
            raise InvalidArgumentError(f"count: expected a number from 1 to {most}, got {count!r}")
        return number - 1

    def _amended(self, index: int, new: list[Entry], drop: int) -> ChouetteBook:
        for entry in new:
            _check_entry(entry)
        entries = [*self._entries[:index], *new, *self._entries[index + drop :]]
        moments = self._moments[: index + 1]
        for at, entry in enumerate(entries[index:], index):
            try:
                moments.append(moments[-1].after(entry, self._variant))
            except TavlaError as error:
                is_new = at < index + len(new)
                number = 1 + (at if is_new else at - len(new) + drop)  # as it was before
                words = f"the amendment is refused: entry {number}, {describe(entry)}: {error}"
                raise AmendmentError(words, number) from error
        self._entries, self._moments = entries, moments
        return self.book

    # Storage

    def view(self) -> dict[str, Any]:
        """What to send to anybody: who sits where, cubes, totals, the board and what is allowed; no seed."""
        book, game, board = self.book, self.game, self.board
        return {
            "players": list(book.players),
            "totals": {name: plain_number(total) for name, total in self.totals.items()},
            "away": sorted(book.absent),
            "games": len(book.games),
            "game": None if game is None else self._game_view(game),
            "board": None if board is None else board.view(),
            "mover": self.mover,
            "allowed": [entry_to_dict(entry) for entry in self.allowed],
            "entries": len(self._entries),
        }

    def _game_view(self, game: ChouetteGame) -> dict[str, Any]:
        return {
            "number": game.number,
            "roles": {name: game.role(name) for name in game.totals},
            "captain": self.book.acting_captain,
            "bets": [
                {
                    "bet": bet.name,
                    "value": bet.cube.value,
                    "owner": None if bet.cube.owner is None else bet.player(bet.cube.owner),
                    "asked": bet.answerer,
                    "points": None if bet.points is None else plain_number(bet.points),
                    "end": bet.end,
                }
                for bet in game.bets
            ],
        }

    def to_dict(self) -> dict[str, Any]:
        """The evening as plain data for storage. With a board it holds the seed of dice to come."""
        first = self._moments[0].book
        dice = {"source": "manual"} if self._seed is None else {"seed": self._seed.hex()}
        board = None
        if self._variant is not None:
            board = {"variant": self._variant.to_dict(), "dice": dice}
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": first.rules.to_dict(),
            "players": [[name, plain_number(stake)] for name, stake in first.stakes],
            "board": board,
            "entries": [entry_to_dict(entry) for entry in self._entries],
        }

    @classmethod
    def from_dict(cls, data: object) -> Chouette:
        """The chouette that `to_dict` gave, after JSON or not, replayed and so checked.

        Raises:
            DataError: Not such data, or of another version.
            RecordError: An entry that could not have happened; its number, from 1, is in `event`.
        """
        check_header(data, FORMAT, VERSION)
        found = fields_of("chouette", data, _NAMES)
        if not isinstance(found["entries"], list):
            raise DataError("entries: expected a list")
        names = _read_players(found["players"])
        rules = ChouetteRules.from_dict(found["rules"])
        with reading("chouette"):
            stakes = dict(found["players"])
            chouette = cls(names, rules, stakes=stakes, **_read_board(found["board"]))
        for number, one in enumerate(found["entries"], 1):
            entry = read_entry(one)
            try:
                chouette.apply(_with_own_dice(entry))
            except TavlaError as error:
                raise RecordError(f"entry {number}, {describe(entry)}: {error}", number) from error
        return chouette

    def __repr__(self) -> str:
        book = self.book
        return f"<tavla.Chouette {', '.join(book.players)}; {len(book.games)} games over>"


def _check_entry(entry: object) -> None:
    if not isinstance(entry, events.Event | actions.Action):
        raise InvalidArgumentError(f"entry: expected an event or an action, got {entry!r}")


def _with_own_dice(entry: Entry) -> Entry:
    if isinstance(entry, actions.OpeningRoll | actions.Roll) and entry.dice is None:
        raise DataError(f"{entry.name}: expected dice")
    return entry


def _read_players(data: object) -> list[str]:
    """The names; each stands with what a point is worth to him."""
    if isinstance(data, list) and all(
        isinstance(one, list | tuple) and len(one) == 2 and isinstance(one[0], str) for one in data
    ):
        return [name for name, _ in data]
    raise DataError(f"players: expected names with stakes, got {data!r:.200}")


def _read_board(data: object) -> dict[str, Any]:
    """What the constructor needs to know of the board."""
    if data is None:
        return {}
    found = fields_of("board", data, ("variant", "dice"))
    with reading("board"):
        variant = Variant.from_dict(found["variant"])
    match found["dice"]:
        case {"source": "manual", **more} if not more:
            return {"variant": variant, "manual_dice": True}
        case {"seed": str(seed), **more} if not more and len(seed) == 64:
            with reading("board"):
                return {"variant": variant, "seed": bytes.fromhex(seed)}
    raise DataError("board: expected dice by a seed of 64 hexadecimal digits, or manual")
