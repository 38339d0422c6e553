"""What might happen next: events to try on a book, which knows which of them are allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla.scoring.chouette import events

if TYPE_CHECKING:
    from tavla.scoring.chouette.book import ChouetteBook

__all__ = ["candidates"]


def candidates(book: ChouetteBook) -> list[events.Event]:
    """Events worth trying, each with who does it, whatever the rules say of them."""
    game = book.game
    if game is None:
        partners = [events.Start(partner=name) for name in book.players]
        return [events.Start(), *partners]
    found: list[events.Event] = [events.Automatic(), events.Double(game.box)]
    found += [events.Double(game.box, (name,)) for name in game.live_members]
    found += [events.Double(name) for name in game.live_members]
    extras = [bet for bet in game.live if bet.is_extra]
    found += [events.Double(bet.member, (bet.against,)) for bet in extras]
    found += [events.Double(bet.against, (bet.member,)) for bet in extras]
    answers = (events.Take, events.Drop, events.Beaver, events.Raccoon)
    whole = book.rules.cubes == "single"
    asked = [
        (bet.answerer, None if whole and bet.answerer == game.box else bet.member)
        for bet in game.waiting
    ]
    for bet, (who, member) in zip(game.waiting, asked, strict=True):
        other = bet.against if who == bet.member else member
        found += [kind(who, other) for kind in answers if who is not None]
    for dropper, taker in game.extra_offers:
        found += [events.Take(taker, dropper), events.Drop(taker, dropper)]
        found += [events.Drop(taker, game.box)]
    if game.round is not None and book.rules.extras != "off":
        sellers, takers = game.round.dropped, game.round.taken
        found += [events.Extra(one, other) for one in sellers for other in takers]
    found += [events.Finish(side, kind) for side in ("box", "crew") for kind in (1, 2, 3)]
    return list(dict.fromkeys((*found, events.Finish(None))))
