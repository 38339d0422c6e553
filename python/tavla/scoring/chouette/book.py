"""The book of a chouette: who sits where, what is played for, who won how much. Every event is refused or applied."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tavla.errors import (
    ActionError,
    GameInProgressError,
    HouseRuleError,
    InvalidArgumentError,
    InvalidRulesError,
    NoGameError,
    RosterError,
    TavlaError,
    UnknownPlayerError,
)
from tavla.game.plain import exact
from tavla.scoring.chouette import events
from tavla.scoring.chouette.bets import Bet
from tavla.scoring.chouette.candidates import candidates
from tavla.scoring.chouette.doubling import Table
from tavla.scoring.chouette.game import ChouetteGame
from tavla.scoring.chouette.rotation import Ended, rotate
from tavla.scoring.chouette.rules import ChouetteRules
from tavla.scoring.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction

__all__ = ["ChouetteBook"]


@dataclass(frozen=True, slots=True)
class ChouetteBook:
    """A chouette after some events. `ChouetteBook.new` begins one; `apply` gives the next.

    Attributes:
        rules: The agreements.
        stakes: What a point is worth to each player who ever took part.
        order: Who takes part: the box, then the line, the captain first; a partner in the box stands apart.
        partner: The box's partner, also between games while he stays, or None.
        away: Those who are absent, each with a proxy or None.
        ledger: Every amount that changed hands, and what everybody has won.
        game: The game in progress, or None.
        games: The games that are over.
        joining: Those who take part from the next game.
        leaving: Those who leave when the game is over.

    Examples:
        >>> from tavla.scoring.chouette.events import Double, Finish, Start, Take
        >>> book = ChouetteBook.new(["ann", "bob", "cleo"])
        >>> for event in (Start(), Double("bob"), Take("ann"), Finish("crew", 2)):
        ...     book = book.apply(event)
        >>> {name: int(total) for name, total in book.ledger.totals.items()}
        {'ann': -5, 'bob': 4, 'cleo': 1}
        >>> book.order
        ('bob', 'cleo', 'ann')
    """

    rules: ChouetteRules
    stakes: tuple[tuple[str, Fraction], ...]
    order: tuple[str, ...]
    partner: str | None = None
    away: tuple[tuple[str, str | None], ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    game: ChouetteGame | None = None
    games: tuple[ChouetteGame, ...] = ()
    joining: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()

    @classmethod
    def new(
        cls,
        players: Iterable[str],
        rules: ChouetteRules | None = None,
        stakes: Mapping[str, object] | object = 1,
    ) -> ChouetteBook:
        """A chouette before its first game.

        Args:
            players: The names in the order that was thrown: box, captain, and the line.
            rules: The agreements; `ChouetteRules()` where none are given.
            stakes: What a point is worth: one number for all, or one for each name where stakes differ.

        Raises:
            InvalidArgumentError: No such names, or stakes that are no numbers above 0.
            InvalidRulesError: More players than `max_players`, or stakes that differ where they are equal.
        """
        if isinstance(players, str) or not hasattr(players, "__iter__"):
            raise InvalidArgumentError(f"players: expected names, got {players!r}")
        names = tuple(map(events.checked_name, players))
        rules = ChouetteRules() if rules is None else rules
        if not isinstance(rules, ChouetteRules):
            raise InvalidArgumentError(f"rules: expected ChouetteRules, got {rules!r}")
        if len(names) < 2 or len(set(names)) != len(names):
            raise InvalidArgumentError(
                f"players: expected two different names or more, got {', '.join(names)}"
            )
        if rules.max_players is not None and len(names) > rules.max_players:
            reason = f"max_players: {rules.max_players} may take part, got {len(names)}"
            raise InvalidRulesError(reason, [reason])
        worth = _stakes(names, stakes)
        if rules.stakes == "equal" and len(set(worth.values())) > 1:
            reason = "stakes: 'equal' excludes stakes that differ"
            raise InvalidRulesError(reason, [reason])
        return cls(rules, tuple(worth.items()), names, ledger=Ledger(names))

    # Queries

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who takes part: box, partner, line, and those who join next."""
        partner = () if self.partner is None else (self.partner,)
        return (*self.order[:1], *partner, *self.order[1:], *self.joining)

    @property
    def totals(self) -> dict[str, Fraction]:
        """What everybody has won so far; it sums to zero."""
        return self.ledger.totals

    @property
    def absent(self) -> frozenset[str]:
        """Those who are away."""
        return frozenset(name for name, _ in self.away)

    @property
    def following(self) -> frozenset[str]:
        """Those absent whose cube follows the captain: without a proxy who is here and not in the box."""
        here = {*self.players} - self.absent
        box = {self.order[0] if self.order else None, self.partner}
        return frozenset(
            name for name, proxy in self.away if proxy is None or proxy not in here - box
        )

    @property
    def acting_captain(self) -> str | None:
        """Who rolls and moves for the crew now; None between games."""
        return None if self.game is None else self.game.acting_captain(self.absent)

    def may_consult(self, player: str, about: str = "move") -> bool:
        """Whether somebody may say to his side what he thinks about a move or a cube.

        Raises:
            InvalidArgumentError: `about` is neither `"move"` nor `"cube"`.
        """
        if about not in ("move", "cube"):
            raise InvalidArgumentError(f"about: expected 'move' or 'cube', got {about!r}")
        game = self.game
        if game is None or player in self.absent:
            return False
        if game.role(player) in ("box", "partner"):
            # They share one result, and hold their tongues only where everybody does.
            return game.partner is not None and self.rules.consult_moves != "never"
        if player not in game.live_members:
            return False
        if about == "cube":
            return self.rules.consult_cube == "allowed"
        turned = game.pair(player).cube.doubles > 0
        return self.rules.consult_moves == "full" or (
            self.rules.consult_moves == "after_cube_turned" and turned
        )

    def may_ask(self, player: str) -> bool:
        """Whether somebody may ask for advice about a move: the captain, if anybody of the crew may give it.

        He may ask before his own cube is turned, but `may_consult` says whether he may give his opinion.
        """
        if self.game is None or player != self.acting_captain:
            return False
        return any(self.may_consult(name) for name in self.game.live_members if name != player)

    def must_speak_up(self, player: str) -> bool:
        """Whether somebody must point out an illegal play."""
        game = self.game
        if game is None:
            return False
        if self.rules.legal_moves == "everyone":
            return True
        playing = (game.box, game.partner, *game.live_members)
        return player in playing or (
            self.rules.legal_moves == "players_and_out" and player in game.line
        )

    @property
    def allowed(self) -> tuple[events.Event, ...]:
        """Everything that can be applied as it is, each event with who does it.

        What has open values (joining, leaving, absences, settlements, choosing some of the crew) is not listed.
        """
        return tuple(event for event in candidates(self) if self.accepts(event))

    def accepts(self, event: events.Event) -> bool:
        """Whether an event can be applied."""
        try:
            self._apply(event)
        except TavlaError:
            return False
        return True

    # Events

    def apply(self, event: events.Event) -> ChouetteBook:
        """The book after an event.

        Raises:
            ActionError: The subclass that names the cause; `allowed` tells what was allowed. Nothing is changed.
            UnknownPlayerError: Somebody who does not take part.
        """
        try:
            return self._apply(event)
        except ActionError as error:
            if not error.allowed:
                error.allowed = self.allowed
            raise

    def _apply(self, event: events.Event) -> ChouetteBook:
        apply = _APPLY.get(type(event))
        if apply is not None:
            return apply(self, event)
        if not isinstance(event, events.Event):
            raise InvalidArgumentError(f"event: expected a chouette's event, got {event!r}")
        if self.game is None:
            raise NoGameError(f"{event.name}: no game is in progress; start one")
        table = Table(self.rules, self.game, self.absent, self.following, dict(self.stakes))
        return self._after(_in_game(table, event))

    def _after(self, game: ChouetteGame) -> ChouetteBook:
        """The book with the game as it became, closed where it is over."""
        before = self.game
        assert before is not None
        if game.is_over:
            acting = before.acting_captain(self.absent)
            game = replace(game.with_partner_paid(dict(self.stakes)), acting_at_end=acting)
        new = game.rows[len(before.rows) :]
        ledger = replace(self.ledger, rows=(*self.ledger.rows, *new)) if new else self.ledger
        book = replace(self, game=game, ledger=ledger)
        return book._rotated(game) if game.is_over else book

    def _rotated(self, game: ChouetteGame) -> ChouetteBook:
        """The book between games: the order turned, those who left gone, those who joined placed."""
        assert game.acting_at_end is not None
        results = {bet.member: bet.amount for bet in game.pairs}
        ended = Ended(
            game.box, game.partner, game.line, results, game.acting_at_end, _finish_of(game)
        )
        rotation = rotate(self.rules, ended)
        game = replace(game, rotation=rotation)
        book = replace(
            self,
            order=(rotation.box, *rotation.line),
            partner=rotation.partner,
            game=None,
            games=(*self.games, game),
            joining=(),
            leaving=(),
        )
        for name in self.leaving:
            book = book._without(name)
        for name in self.joining:
            book = book._placed(name)
        return book

    def _without(self, name: str) -> ChouetteBook:
        """The book without a player, between games; the partner of a box who leaves has the box."""
        order = tuple(one for one in self.order if one != name)
        partner = None if self.partner == name else self.partner
        if partner is not None and self.order[:1] == (name,):
            order, partner = (partner, *order), None
        return replace(
            self,
            order=order,
            partner=partner,
            away=tuple(one for one in self.away if one[0] != name),
            joining=tuple(one for one in self.joining if one != name),
        )

    def _placed(self, name: str) -> ChouetteBook:
        """The book with a new player in the line, between games."""
        order = list(self.order)
        rotation = self.games[-1].rotation if self.games else None
        place = len(order)
        if rotation is not None and self.rules.join_at == "ahead":
            first = next((one for one in rotation.sent_down if one in order), None)
            place = len(order) if first is None else order.index(first)
        elif rotation is not None and self.rules.join_at == "after_loser":
            place = order.index(rotation.loser) + 1 if rotation.loser in order else place
        order.insert(max(place, 1), name)
        return replace(self, order=tuple(order))

    def _start(self, event: events.Start) -> ChouetteBook:
        if self.game is not None:
            raise GameInProgressError(f"start: game {self.game.number} is in progress")
        order = self.order
        if self.partner is not None and event.partner != self.partner:
            order = (*order, self.partner)  # the partnership ended: he goes to the end of the line
        order = _passed_over(order, self.absent)
        players = len({*order, *filter(None, (self.partner,))} - self.absent)
        if sum(name not in self.absent for name in order) < 2:
            raise RosterError("start: a box and a captain must be here")
        self._partner_fits(event, order, players)
        box, *line = (name for name in order if name != event.partner)
        stakes = dict(self.stakes)
        bets = tuple(Bet(name, box, min(stakes[name], stakes[box])) for name in line)
        number = len(self.games) + 1
        game = ChouetteGame(number, box, tuple(line), bets, event.partner, event.share)
        return replace(self, order=(box, *line), partner=event.partner, game=game)

    def _partner_fits(self, event: events.Start, order: tuple[str, ...], players: int) -> None:
        """Check the partner of a new game."""
        rules, partner = self.rules, event.partner
        kept = partner is not None and partner == self.partner
        if partner is None:
            if rules.must_have_partner(players):
                raise HouseRuleError(f"start: with {players} players the box has a partner")
            if event.share is not None or event.declined:
                raise HouseRuleError("start: a share and refusals go with a partner")
            return
        if partner not in (*order, self.partner) or partner in self.absent:
            raise UnknownPlayerError(f"{partner}: expected a partner who is here")
        if not kept and not rules.may_have_partner(players):
            raise HouseRuleError(f"start: with {players} players the box has no partner")
        if (event.share is not None) != (rules.partner_share == "agreed"):
            raise HouseRuleError(f"start: partner_share is {rules.partner_share!r}")
        if not kept:
            self._partner_is_next(event, order)

    def _partner_is_next(self, event: events.Start, order: tuple[str, ...]) -> None:
        rules = self.rules
        if event.declined and rules.partner_pick == "next":
            raise HouseRuleError("start: the next in line must accept, or leave")
        line = [name for name in order[2:] if name not in self.absent]
        asked = line[::-1] if rules.partner_pick == "last" else line
        unknown = [name for name in event.declined if name not in asked]
        left = [name for name in asked if name not in event.declined]
        if unknown or tuple(asked[: len(event.declined)]) != event.declined:
            raise HouseRuleError(f"start: asked are, in turn, {', '.join(asked)}")
        if not left or left[0] != event.partner:
            due = left[0] if left else "nobody"
            raise HouseRuleError(f"start: {due} is to be asked ({rules.partner_pick})")

    def _join(self, event: events.Join) -> ChouetteBook:
        who, limit = event.who, self.rules.max_players
        if who in self.players:
            raise RosterError(f"join: {who} takes part already")
        staying = len(self.players) - len(self.leaving)
        if limit is not None and staying >= limit:
            raise RosterError(f"join: max_players is {limit}; split the chouette")
        stakes = dict(self.stakes)
        common = next(iter(stakes.values()))
        if self.rules.stakes == "smaller" and event.stake is None and who not in stakes:
            raise HouseRuleError(f"join: stakes differ; say what a point is worth to {who}")
        stake = event.stake or stakes.get(who, common)
        if self.rules.stakes == "equal" and stake != common:
            raise HouseRuleError(f"join: stakes are equal, {common} a point")
        if who in stakes and stakes[who] != stake and self.game is not None:
            raise GameInProgressError("join: a stake changes between games")
        known = who in self.ledger.players
        ledger = self.ledger if known else self.ledger.with_players(who)
        book = replace(self, ledger=ledger, stakes=tuple((stakes | {who: stake}).items()))
        if self.game is not None:
            return replace(book, joining=(*self.joining, who))
        return book._placed(who)

    def _leave(self, event: events.Leave) -> ChouetteBook:
        who, game = event.who, self.game
        self._takes_part(who)
        if game is None or who in self.joining:
            return self._without(who)
        if who in self.leaving:
            raise RosterError(f"leave: {who} leaves already")
        if who in (game.box, game.partner):
            raise RosterError(f"leave: {who} is in the box until the game is over")
        if any(who in (bet.member, bet.against) for bet in game.live):
            raise RosterError(f"leave: {who} has a bet in this game; settle it, or be away")
        return replace(self, leaving=(*self.leaving, who))

    def _go_away(self, event: events.Away) -> ChouetteBook:
        who, proxy, game = event.who, event.proxy, self.game
        self._takes_part(who)
        if who in self.absent:
            raise RosterError(f"away: {who} is away already")
        if game is not None and game.role(who) == "box":
            raise RosterError(f"away: {who} is in the box until the game is over")
        if proxy is not None:
            self._takes_part(proxy)
            if proxy == who or proxy in self.absent or (game is not None and proxy == game.box):
                raise RosterError(
                    f"away: expected a proxy who is here and not the box, got {proxy}"
                )
        elif self.rules.absent_member == "proxy":
            raise HouseRuleError("away: an absent member names a proxy")
        return replace(self, away=(*self.away, (who, proxy)))

    def _come_back(self, event: events.Back) -> ChouetteBook:
        self._takes_part(event.who)
        if event.who not in self.absent:
            raise RosterError(f"back: {event.who} is here")
        return replace(self, away=tuple(one for one in self.away if one[0] != event.who))

    def _takes_part(self, who: str) -> None:
        if who not in self.players:
            raise UnknownPlayerError(f"{who}: expected one of {', '.join(self.players)}")


_APPLY: dict[type, Callable[[ChouetteBook, Any], ChouetteBook]] = {
    events.Start: ChouetteBook._start,
    events.Join: ChouetteBook._join,
    events.Leave: ChouetteBook._leave,
    events.Away: ChouetteBook._go_away,
    events.Back: ChouetteBook._come_back,
}


def _in_game(table: Table, event: events.Event) -> ChouetteGame:
    """The game after an event that belongs to it."""
    match event:
        case events.Automatic():
            return table.automatic()
        case events.Double():
            return table.double(event)
        case events.Take() | events.Drop() | events.Beaver() | events.Raccoon():
            return table.answer(event)
        case events.Extra():
            return table.offer_extra(event)
        case events.Withdraw():
            return table.withdraw(event)
        case events.Settle():
            return table.settle(event)
        case events.Finish():
            return table.finish(event)
        case _:
            raise InvalidArgumentError(f"event: {event!r} belongs to no game")


def _stakes(names: tuple[str, ...], stakes: object) -> dict[str, Fraction]:
    """What a point is worth to each."""
    given = dict(stakes) if isinstance(stakes, dict) else dict.fromkeys(names, stakes)
    if set(given) != set(names):
        raise InvalidArgumentError(f"stakes: expected one for each of {', '.join(names)}")
    found = {name: exact(given[name], f"stake of {name}") for name in names}
    if min(found.values()) <= 0:
        raise InvalidArgumentError("stakes: expected numbers above 0")
    return found


def _passed_over(order: tuple[str, ...], absent: frozenset[str]) -> tuple[str, ...]:
    """The order with box and captain among those who are here; the others keep their places."""
    here = [name for name in order if name not in absent][:2]
    return (*here, *(name for name in order if name not in here))


def _finish_of(game: ChouetteGame) -> int:
    """Who won the end of a game: 1 the box, -1 the crew, 0 nobody."""
    if game.winner is not None:
        return 1 if game.winner == "box" else -1
    if game.last is None:
        return 0
    points = game.pair(game.last).amount
    return (points < 0) - (points > 0)
