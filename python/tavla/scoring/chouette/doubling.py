"""Doubles and their answers, extras and withdrawals: what each does to a game, or why it may not be."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tavla.errors import (
    CubeError,
    HouseRuleError,
    NotYourTurnError,
    OutOfGameError,
    SettlementError,
    WrongPhaseError,
)
from tavla.scoring.chouette import events
from tavla.scoring.chouette.bets import BOX, CREW, Bet
from tavla.scoring.chouette.game import ChouetteGame, Round
from tavla.scoring.chouette.limits import box_may_answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tavla.scoring.chouette.rules import ChouetteRules

__all__ = ["Table"]

Answer = events.Take | events.Drop | events.Beaver | events.Raccoon


class Table:
    """A game with the rules it is played by and those who are absent; each method gives the game after an event.

    Args:
        rules: The agreements.
        game: The game as it stands.
        absent: Who is away.
        following: Of those, the members without a proxy: their cubes follow the captain.
        stakes: What a point is worth to each player; 1 where it is not said.
    """

    def __init__(
        self,
        rules: ChouetteRules,
        game: ChouetteGame,
        absent: frozenset[str] = frozenset(),
        following: frozenset[str] = frozenset(),
        stakes: Mapping[str, Fraction] | None = None,
    ) -> None:
        self.rules = rules
        self.game = game
        self.absent = absent
        self.stakes = stakes or {}
        self.captain = game.acting_captain(absent)
        self.following = following - {self.captain}  # with nobody here he decides himself

    # Doubles

    def automatic(self) -> ChouetteGame:
        """Every cube doubled because the opening dice were equal."""
        game, option = self.game, self.rules.automatics
        if option == "none" or (option == "one" and game.automatics == 1):
            raise HouseRuleError(f"automatic: automatics is {option!r}")
        if game.round is not None or any(not bet.is_live or bet.cube.doubles for bet in game.bets):
            raise WrongPhaseError("automatic: automatic doubles come before any other cube")
        bets = [replace(bet, cube=bet.cube.doubled_automatically()) for bet in game.bets]
        return replace(game, bets=tuple(bets), automatics=game.automatics + 1)

    def double(self, event: events.Double) -> ChouetteGame:
        """The cubes turned."""
        others = [name for name in event.to if name != self.game.box]
        if event.who == self.game.box:
            return self._double_of_box(event)
        if others:
            return self._double_of_extra(event)
        return self._double_of_crew(event.who)

    def _double_of_box(self, event: events.Double) -> ChouetteGame:
        game = self.game
        self._nothing_waits("double")
        open_to_box = [bet.member for bet in game.pairs if bet.is_live and bet.cube.is_open_to(BOX)]
        if not open_to_box:
            raise CubeError(f"{event.who} cannot double: no cube is open to the box")
        to = event.to or tuple(open_to_box)
        for member in to:
            bet = game.live_pair(member)
            if member not in open_to_box:
                raise CubeError(f"{event.who} cannot double {member}: {bet.member} owns the cube")
        self._box_may_choose(to, open_to_box)
        members = [member for member in game.line if member in to]
        game = replace(game, round=Round(by_box=True, captain=self.captain))
        return self._offered(game, members, event.who)

    def _box_may_choose(self, to: tuple[str, ...], open_to_box: list[str]) -> None:
        """Check whom the box may double."""
        option = self.rules.box_selective_double
        whole = option == "all_or_none" or self.rules.cubes == "single"
        if whole and set(to) != set(open_to_box):
            wanted = ", ".join(open_to_box)
            raise HouseRuleError(f"double: the box doubles all that he can: {wanted}")
        levels = {(bet.cube.value, bet.cube.owner) for bet in self.game.pairs if bet.is_live}
        if option == "captain_if_level" and len(levels) == 1 and self.captain not in to:
            raise HouseRuleError(f"double: with level cubes the captain, {self.captain}, is among")

    def _double_of_crew(self, who: str) -> ChouetteGame:
        game = self.game
        game.live_pair(who)
        collecting = self._collecting()
        if not collecting:
            self._nothing_waits("double")
        if self.rules.cubes == "single":
            if who != self.captain:
                raise NotYourTurnError(
                    f"{who} cannot double: the captain, {self.captain}, doubles for the crew"
                )
            members = list(game.live_members)
        else:
            self._decides_himself(who)
            followers = [name for name in game.live_members if name in self.following]
            members = [who, *(followers if who == self.captain else ())]
        bet = game.live_pair(who)
        if bet.offer is not None:
            raise WrongPhaseError(f"{who} has doubled already")
        if not bet.cube.is_open_to(CREW):
            raise CubeError(f"{who} cannot double: the box owns the cube")
        members = [name for name in members if _may_offer(game.live_pair(name))]
        if not collecting:
            game = replace(game, round=Round(by_box=False, captain=self.captain))
        return self._offered(game, members, None)

    def _double_of_extra(self, event: events.Double) -> ChouetteGame:
        if len(event.to) != 1:
            raise HouseRuleError("double: an extra is doubled by itself, one at a time")
        if not self._collecting():
            self._nothing_waits("double")
        bet = self.game.between(event.who, event.to[0])
        if self._collecting() and bet.seat(event.who) == BOX:
            raise WrongPhaseError(
                f"double: it is the crew's turn, and {event.who} has no part in it"
            )
        if bet.offer is not None:
            raise WrongPhaseError(f"the cube of {bet.name} waits for an answer")
        if not bet.cube.is_open_to(bet.seat(event.who)):
            raise CubeError(f"{event.who} cannot double: {event.to[0]} owns the cube")
        return self.game.with_bet(bet.offered(event.who))

    def _offered(self, game: ChouetteGame, members: list[str], box: str | None) -> ChouetteGame:
        """The cubes of these members turned, by the box or by themselves, and noted in the round."""
        assert game.round is not None
        offers = dict(game.round.offers)
        for member in members:
            bet = game.live_pair(member).offered(box or member)
            game = game.with_bet(bet)
            assert bet.offer is not None
            offers[member] = bet.offer
        assert game.round is not None
        in_line = tuple((name, offers[name]) for name in game.line if name in offers)
        return replace(game, round=replace(game.round, offers=in_line))

    def _collecting(self) -> bool:
        """Whether the crew is doubling and the box has not begun to answer."""
        now = self.game.round
        return now is not None and not now.by_box and not now.is_answered

    def _nothing_waits(self, what: str) -> None:
        if self.game.waiting or self.game.extra_offers:
            names = ", ".join(bet.name for bet in self.game.waiting) or "an extra"
            raise WrongPhaseError(f"{what}: answers are due first: {names}")

    def _decides_himself(self, who: str) -> None:
        if who in self.following:
            raise NotYourTurnError(f"{who} is away without a proxy: the cube follows the captain")

    # Answers

    def answer(self, event: Answer) -> ChouetteGame:
        """A cube that waits, answered; those who follow the captain do as he does."""
        if isinstance(event, events.Take | events.Drop):
            extra = self._extra_offer(event)
            if extra is not None:
                return self._answer_extra(event, extra)
        if self.game.extra_offers:
            lone = self._lone_drop(event)
            if lone is None:
                dropper, taker = self.game.extra_offers[0]
                raise WrongPhaseError(f"{taker} is to answer the extra that {dropper} offers first")
            return lone
        bet = self._waiting_bet(event)
        if self.rules.cubes == "single" and event.who == self.game.box and not bet.is_extra:
            return self._answer_all(event)
        if not bet.is_extra and event.who == bet.member:
            self._in_order(bet)
        game = self._answered(self.game, bet, event)
        if event.who == self.captain and not bet.is_extra:
            game = self._followed(game, event)
        return _closed(self.rules, game)

    def _waiting_bet(self, event: Answer) -> Bet:
        """The bet that an answer is about."""
        waiting = self.game.waiting
        if not waiting:
            raise WrongPhaseError(f"{event.name}: no cube waits for an answer")
        mine = [bet for bet in waiting if bet.answerer == event.who]
        if event.against is not None:
            mine = [bet for bet in mine if bet.is_between(event.who, event.against)]
        if self.rules.cubes == "single" and event.who == self.game.box and mine:
            return mine[0]
        if len(mine) == 1:
            return mine[0]
        if not mine:
            due = ", ".join(f"{bet.answerer} about {bet.name}" for bet in waiting)
            raise NotYourTurnError(f"{event.name} by {event.who}: answers are due from {due}")
        names = ", ".join(bet.player(1 - bet.seat(event.who)) for bet in mine)
        raise NotYourTurnError(f"{event.name} by {event.who}: say against whom: {names}")

    def _answer_all(self, event: Answer) -> ChouetteGame:
        """The box answers the single cube as a whole."""
        game = self.game
        if event.against is not None:
            raise HouseRuleError(f"{event.name}: with a single cube the box answers all at once")
        for bet in game.waiting:
            if bet.answerer == event.who and not bet.is_extra:
                game = self._answered(game, bet, event)
        return _closed(self.rules, game)

    def _in_order(self, bet: Bet) -> None:
        """Check that it is this member's turn to answer the box's double."""
        now = self.game.round
        assert now is not None
        if not now.by_box or bet.member not in now.unanswered:
            self._answers_himself(bet)
            return
        left = [name for name in now.unanswered if not self._copies(name)]
        if self.rules.cube_answer_order == "simultaneous":
            left = [bet.member] if bet.member in left else left
        due = left[-1] if self.rules.cube_answer_order == "captain_last" else left[0]
        if due != bet.member:
            raise NotYourTurnError(f"{bet.member}: {due} is to answer first")

    def _copies(self, member: str) -> bool:
        """Whether a member's answer will be the captain's."""
        now = self.game.round
        return member in self.following and now is not None and self.captain in now.unanswered

    def _answers_himself(self, bet: Bet) -> None:
        captain = self.game.pair(self.captain)
        if bet.member in self.following and captain.answerer == self.captain != bet.member:
            self._decides_himself(bet.member)

    def _answered(self, game: ChouetteGame, bet: Bet, event: Answer) -> ChouetteGame:
        """One cube answered."""
        first = bet.offer is not None and bet.offer.depth == 0
        if isinstance(event, events.Beaver | events.Raccoon):
            self._may_turn(bet, event)
        if first and not bet.is_extra:
            self._allowed_by_house(game, bet, event)
        game = game.with_bet(_answer(bet, event))
        now = game.round
        if now is None or bet.is_extra or bet.member not in now.unanswered:
            return game
        if isinstance(event, events.Drop):
            now = replace(now, dropped=(*now.dropped, bet.member))
        else:
            now = replace(now, taken=(*now.taken, bet.member))
        return replace(game, round=now)

    def _may_turn(self, bet: Bet, event: events.Beaver | events.Raccoon) -> None:
        """Check that the cube may be turned again."""
        offer = bet.offer
        assert offer is not None
        if offer.depth >= self.rules.beaver_depth:
            raise CubeError(f"{event.name}: beavers is {self.rules.beavers!r}")
        if event.name != offer.next_name:
            raise CubeError(f"{event.name}: the turn due is a {offer.next_name}")
        if self.rules.cubes == "single" and event.who != self.game.box and not bet.is_extra:
            raise HouseRuleError("beaver: with a single cube only the box turns it again")

    def _allowed_by_house(self, game: ChouetteGame, bet: Bet, event: Answer) -> None:
        """Check the first answer to a double against the house rules."""
        now = game.round
        assert now is not None
        takes = not isinstance(event, events.Drop)
        if not now.by_box:
            if self.rules.cubes == "multi":
                box_may_answer(self.rules, game, bet.member, takes=takes)
            return
        alone = now.lone == bet.member or (
            now.unanswered == (bet.member,) and not now.taken and _doubled_all(game, now)
        )
        if alone and isinstance(event, events.Take) and _must_beaver(self.rules, now, bet.member):
            raise HouseRuleError(f"{bet.member} is the lone taker, who must beaver or drop")

    def _followed(self, game: ChouetteGame, event: Answer) -> ChouetteGame:
        """Those who follow the captain answer as he did, where they are asked the same."""
        for member in self.game.live_members:
            bet = game.pair(member)
            if member in self.following and bet.answerer == member != self.captain:
                copy = type(event)(member, bet.against)
                game = self._answered(game, bet, copy)
        return game

    # Extras

    def offer_extra(self, event: events.Extra) -> ChouetteGame:
        """An extra offered, or sold at once where it must be accepted."""
        game, now, dropper, taker = self.game, self.game.round, event.who, event.against
        if self.rules.extras == "off":
            raise HouseRuleError("extra: extras is 'off'")
        game.live_pair(taker)
        game.pair(dropper)
        if now is None or not now.by_box or dropper not in now.dropped or taker not in now.taken:
            raise WrongPhaseError(
                "extra: one who has just dropped the box's double offers it to one who took it"
            )
        if game.pair(taker).offer is not None or (dropper, taker) in game.extra_offers:
            raise WrongPhaseError(f"extra: {taker} has an answer due")
        if any(bet.is_extra and bet.is_between(dropper, taker) for bet in game.bets):
            raise WrongPhaseError(f"extra: {taker} has one of {dropper} already")
        lone = now.lone == taker
        forced = self.rules.extras == "mandatory" or (
            self.rules.extras == "mandatory_lone_taker" and lone
        )
        if forced and not self._may_drop_instead(taker):
            return self._sold(game, dropper, taker)
        return replace(game, extra_offers=(*game.extra_offers, (dropper, taker)))

    def _extra_offer(self, event: events.Take | events.Drop) -> tuple[str, str] | None:
        """The extra that an answer is about, if it is about one."""
        mine = [offer for offer in self.game.extra_offers if offer[1] == event.who]
        if event.against is not None:
            mine = [offer for offer in mine if offer[0] == event.against]
        elif isinstance(event, events.Drop) and mine and self._may_drop_instead(event.who):
            return None
        return mine[0] if mine else None

    def _answer_extra(
        self, event: events.Take | events.Drop, extra: tuple[str, str]
    ) -> ChouetteGame:
        left = tuple(one for one in self.game.extra_offers if one != extra)
        game = replace(self.game, extra_offers=left)
        if isinstance(event, events.Take):
            return self._sold(game, *extra)
        if self._may_drop_instead(event.who):
            raise HouseRuleError(
                f"{event.who} is the lone taker, who accepts the extras offered or drops the cube"
            )
        return game

    def _may_drop_instead(self, taker: str) -> bool:
        """Whether a lone taker may still drop the box's cube because extras were offered."""
        now = self.game.round
        asked = self.rules.lone_taker == "must_accept_extras" and now is not None
        return asked and now is not None and now.lone == taker

    def _lone_drop(self, event: Answer) -> ChouetteGame | None:
        """The lone taker drops the box's cube rather than accept extras."""
        if not (isinstance(event, events.Drop) and self._may_drop_instead(event.who)):
            return None
        now = self.game.round
        assert now is not None
        if event.against not in (None, self.game.box):
            return None
        bet = self.game.live_pair(event.who)
        offer = now.offer(event.who)
        if bet.cube != offer.taken():
            raise CubeError(f"{event.who} has turned the cube again and cannot drop it any more")
        if any(one.is_extra and one.is_live and one.member == event.who for one in self.game.bets):
            raise HouseRuleError(f"{event.who} has accepted an extra and cannot drop any more")
        points = Fraction(-offer.price)
        game = replace(self.game, extra_offers=(), round=replace(now, lone=None))
        return game.with_bet(bet.settled(points, "drop"))

    def _sold(self, game: ChouetteGame, dropper: str, taker: str) -> ChouetteGame:
        """The price of an extra paid, and the taker with a further cube."""
        assert game.round is not None
        offer = game.round.offer(dropper)
        stake = min(self.stakes.get(name, Fraction(1)) for name in (dropper, taker))
        price = offer.price * stake
        game = game.paid({taker: price, dropper: -price}, f"{taker}/{dropper}: price of an extra")
        bet = Bet(taker, dropper, stake, is_extra=True, cube=offer.taken())
        return replace(game, bets=(*game.bets, bet))

    # Other ends

    def withdraw(self, event: events.Withdraw) -> ChouetteGame:
        """Those against the captain's double out of the game at no cost."""
        game = self.game
        if self.rules.objectors != "may_withdraw":
            raise HouseRuleError(f"withdraw: objectors is {self.rules.objectors!r}")
        if not self._collecting():
            raise WrongPhaseError("withdraw: only when the captain has just doubled")
        for name in event.names:
            game.live_pair(name)
        if self.captain in event.names:
            raise NotYourTurnError(f"withdraw: {self.captain} has doubled and stays")
        if not event.names or 2 * len(event.names) < len(game.live_members):
            raise HouseRuleError("withdraw: half of the crew or more must be against the double")
        for name in event.names:
            game = game.with_bet(game.live_pair(name).settled(Fraction(0), "withdrawn"))
        now = game.round
        assert now is not None
        offers = tuple(one for one in now.offers if one[0] not in event.names)
        return replace(game, round=replace(now, offers=offers))

    def settle(self, event: events.Settle) -> ChouetteGame:
        """A bet settled for an agreed number of points."""
        if not self.rules.settlements:
            raise SettlementError("settle: settlements are excluded")
        self._nothing_waits("settle")
        mine = [bet for bet in self.game.live if event.who in (bet.member, bet.against)]
        if event.against is not None:
            mine = [bet for bet in mine if bet.is_between(event.who, event.against)]
        if not mine:
            raise OutOfGameError(f"settle: {event.who} has no such bet that is still played for")
        if len(mine) > 1:
            names = ", ".join(bet.player(1 - bet.seat(event.who)) for bet in mine)
            raise NotYourTurnError(f"settle by {event.who}: say against whom: {names}")
        (bet,) = mine
        self._decides_himself(bet.member)
        points = event.points if event.who == bet.member else -event.points
        return self.game.with_bet(bet.settled(points, "settlement"))

    def finish(self, event: events.Finish) -> ChouetteGame:
        """Every bet settled as the board ended."""
        self._nothing_waits("finish")
        game = self.game
        for bet in game.live:
            sign = {"crew": 1, "box": -1, None: 0}[event.winner]
            points = sign * bet.cube.worth(
                event.kind,
                jacoby=self.rules.jacoby,
                auto_counts_as_turned=self.rules.jacoby_auto_counts_as_turned,
            )
            end = ("single", "gammon", "backgammon")[event.kind - 1] if sign else "void"
            game = game.with_bet(bet.settled(Fraction(points), end))
        return replace(game, winner=event.winner, kind=event.kind if event.winner else None)


def _may_offer(bet: Bet) -> bool:
    return bet.offer is None and bet.cube.is_open_to(CREW)


def _answer(bet: Bet, event: Answer) -> Bet:
    if isinstance(event, events.Take):
        return bet.taken()
    return bet.dropped() if isinstance(event, events.Drop) else bet.turned()


def _closed(rules: ChouetteRules, game: ChouetteGame) -> ChouetteGame:
    """The game once a round is fully answered: what it asks of a lone taker, and what the box has taken."""
    now = game.round
    if now is None or now.unanswered:
        return game
    if not now.by_box:
        return replace(game, box_took=tuple(dict.fromkeys((*game.box_took, *now.taken))))
    if len(now.taken) != 1 or now.lone is not None or not _doubled_all(game, now):
        return game
    (taker,) = now.taken
    bet = game.pair(taker)
    if not bet.is_live:
        return game
    game = replace(game, round=replace(now, lone=taker))
    plain = bet.offer is None and bet.cube == now.offer(taker).taken()
    if plain and _must_beaver(rules, now, taker):
        return game.with_bet(replace(bet, cube=now.offer(taker).cube, offer=now.offer(taker)))
    return game


def _doubled_all(game: ChouetteGame, now: Round) -> bool:
    """Whether the box doubled all who were in the game, and these were several."""
    others = set(game.live_members) - set(now.members)
    return len(now.members) > 1 and not others


def _must_beaver(rules: ChouetteRules, now: Round, taker: str) -> bool:
    """Whether a lone taker must beaver or drop."""
    if rules.lone_taker == "captain_must_beaver":
        return taker == now.captain
    return rules.lone_taker == "must_beaver"
