"""A moment of a chouette: the book, the board where there is one, and what each entry makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tavla.errors import BoardEntryError, NoGameError, NotYourTurnError, WrongPhaseError
from tavla.game import actions
from tavla.game.rules import GameRules
from tavla.game.situation import Phase
from tavla.game.state import GameState
from tavla.scoring.chouette import ChouetteBook, ChouetteGame, events
from tavla.scoring.chouette.bets import BOX, CREW

if TYPE_CHECKING:
    from tavla._engine import Variant
    from tavla.game.actions import Action
    from tavla.table.chouette_entries import Entry

__all__ = ["BOARD_RULES", "SIDES", "Moment"]

BOARD_RULES = GameRules(cube=False)

SIDES = ("box", "crew")
"""Who sits at the seats of the board."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The book and the board after some entries.

    Attributes:
        book: The book.
        board: The board of the game in progress, where there is one.
        doubled: The turn of the board before which cubes were turned last, extras apart.
    """

    book: ChouetteBook
    board: GameState | None = None
    doubled: int | None = None

    def after(self, entry: Entry, variant: Variant | None) -> Moment:
        """The next moment."""
        if isinstance(entry, actions.Action):
            return self._moved(entry)
        if self.board is not None:
            _check_moment_of_board(self, entry)
        book = self.book.apply(entry)
        if isinstance(entry, events.Start) and variant is not None:
            return Moment(book, GameState.new(variant, BOARD_RULES))
        if self.board is None or book.game is None:
            return Moment(book)
        doubles = isinstance(entry, events.Double) and not _is_of_extra(book.game, entry)
        return Moment(book, self.board, self.board.turn if doubles else self.doubled)

    def _moved(self, action: Action) -> Moment:
        """After an action on the board, with what the book takes from it."""
        board, game = self.board, self.book.game
        if board is None or game is None:
            raise NoGameError(f"{action.name}: no board is in play")
        if game.waiting or game.extra_offers:
            raise WrongPhaseError(f"{action.name}: a cube waits for an answer")
        after = board.apply(action)
        book = self.book
        first_tie = after.attempt > board.attempt and not game.automatics
        if first_tie and book.rules.automatics in ("one", "first_then_box"):
            book = book.apply(events.Automatic())  # later ties are the box's to decide
        if after.result is None:
            return Moment(book, after, self.doubled)
        winner = after.result.winner
        side = None if winner is None else SIDES[winner]
        kind = 1 if after.result.kind is None else int(after.result.kind)
        return Moment(book.apply(events.Finish(side, kind)))


def _check_moment_of_board(moment: Moment, event: events.Event) -> None:
    """Check that an event of the book fits what the board waits for."""
    board, game = moment.board, moment.book.game
    if board is None or game is None:
        return
    before_roll = board.phase is Phase.START and board.proposal is None
    match event:
        case events.Finish():
            raise BoardEntryError("finish: the board says how the game ends; resign to end it")
        case events.Automatic() if (
            board.phase is not Phase.OPENING or board.attempt <= game.automatics
        ):
            raise WrongPhaseError("automatic: after equal opening dice, once for each tie")
        case events.Settle() if not before_roll:
            raise WrongPhaseError("settle: between turns only")
        case events.Double() | events.Extra():
            if not before_roll:
                raise WrongPhaseError(f"{event.name}: only before a roll")
            if board.seat != _side(game, event):
                raise NotYourTurnError(f"{event.name}: the {SIDES[board.seat or 0]} is on roll")
            if isinstance(event, events.Double) and not _is_of_extra(game, event):
                _check_once(moment)
        case _:
            pass


def _check_once(moment: Moment) -> None:
    """Check that the doubles before a roll are made together: nobody waits for the answers to others."""
    board, game = moment.board, moment.book.game
    now = None if game is None else game.round
    answered = now is None or now.by_box or now.is_answered
    if board is not None and moment.doubled == board.turn and answered:
        raise WrongPhaseError("double: those before this roll are answered; the next are after it")


def _is_of_extra(game: ChouetteGame, event: events.Double) -> bool:
    return event.who != game.box and any(name != game.box for name in event.to)


def _side(game: ChouetteGame, event: events.Double | events.Extra) -> int:
    """On whose turn it is: extras on the box's, doubles on that of the doubler's side of the bet."""
    if isinstance(event, events.Extra) or event.who == game.box:
        return BOX
    others = [name for name in event.to if name != game.box]
    return game.between(event.who, others[0]).seat(event.who) if others else CREW
