"""What a scorer types during a chouette, read into entries."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import tavla
from tavla.cli.words import LEVELS, TERMS
from tavla.game import actions
from tavla.scoring.chouette import events
from tavla.table.chouette_entries import describe
from tavla.table.chouette_moment import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tavla.scoring.chouette import Bet, ChouetteBook
    from tavla.table.chouette_entries import Entry

__all__ = ["HELP", "WIDTH", "find_name", "listed", "read_entries", "read_kind", "typed", "usage"]

HELP = """\
start [PARTNER] [share=1/2] [declined=NAME,NAME]   begin the next game
auto                      the opening dice were equal: double every cube
double WHO [TO ...]       a member doubles the box; the box those named, or all he can
double all                every member who may doubles the box
take NAME, drop NAME      the cube of NAME is taken, dropped, by whoever is asked
beaver NAME, raccoon NAME  the cube of NAME is turned again; an extra's name is TAKER/DROPPER
extra DROPPER TAKER       who dropped offers an extra to one who took
withdraw NAME ...         those against the captain's double leave the game
settle NAME POINTS        NAME and the box stop, for so many points to NAME
win box|crew [gammon|backgammon]   the board is over; void: nobody won
join NAME [STAKE], leave NAME, away NAME [PROXY], back NAME
roll [DICE]               on a board: throw for the start, or for the turn
play PLAY                 on a board: the turn, such as 24/18 13/11
resign box|crew [gammon|backgammon]   on a board; then accept, decline
undo [N]                  take the last entries back
list                      every entry with its number
amend N COMMAND, insert N COMMAND, remove N    correct an earlier entry; several entries
                          are N-M, several commands stand with `then` between them
sheet, game, stats, order, board, allowed, rules   what is
consult                   who may say what he thinks
export text|csv|json FILE, plot FILE
help, quit                everything is saved after each entry; take and drop know `all`"""

WIDTH = 80
"""Characters of a line in the terminal and on paper."""

AT_LEVEL = ("", " gammon", " backgammon")

Answer = type[events.Take] | type[events.Drop] | type[events.Beaver] | type[events.Raccoon]

ANSWERS: dict[str, Answer] = {
    "take": events.Take,
    "drop": events.Drop,
    "pass": events.Drop,
    "beaver": events.Beaver,
    "raccoon": events.Raccoon,
}


def read_entries(book: ChouetteBook, words: list[str]) -> list[events.Event]:
    """The entries that a command means, in the order to enter them; names may be shortened.

    Raises:
        InvalidArgumentError: No such command, or something is missing.
        UnknownPlayerError: A name that nobody has, or several.
    """
    word, *rest = words
    word = word.lower()
    if word in ANSWERS:
        return _answers(book, ANSWERS[word], word, rest)
    match TERMS.get(word, word), rest:
        case "start", _:
            return [_start(book, rest)]
        case "auto" | "automatic", []:
            return [events.Automatic()]
        case "double", ["all"]:
            return _doubles(book)
        case "double", [who, *to]:
            names = [find_name(book, name) for name in to]
            return [events.Double(find_name(book, who), tuple(names))]
        case "extra", [who, taker]:
            return [events.Extra(find_name(book, who), find_name(book, taker))]
        case "withdraw", [_, *_]:
            return [events.Withdraw(tuple(find_name(book, name) for name in rest))]
        case "settle", [who, points]:
            member, against = _pair(book, who)
            return [events.Settle(member, points, against)]  # type: ignore[arg-type]  # made exact
        case "win", [side, *kind] if side in ("box", "crew") and len(kind) < 2:
            return [events.Finish(side, read_kind("".join(kind)))]
        case "void", []:
            return [events.Finish(None)]
        case "join", [who, *stake] if len(stake) < 2:
            return [events.Join(who, stake[0] if stake else None)]  # type: ignore[arg-type]
        case "leave", [who]:
            return [events.Leave(find_name(book, who))]
        case "away", [who, *proxy] if len(proxy) < 2:
            names = [find_name(book, name) for name in proxy]
            return [events.Away(find_name(book, who), *names)]
        case "back", [who]:
            return [events.Back(find_name(book, who))]
        case _:
            pass
    raise tavla.InvalidArgumentError(f"expected {usage(word)}, got {' '.join(words)!r}")


def typed(book: ChouetteBook, entry: Entry) -> str:
    """An entry as it is typed, such as `take bob`; `read_entries` reads it back."""
    match entry:
        case events.Start(partner=partner):
            return " ".join(("start", *_words(partner)))
        case events.Automatic():
            return "auto"
        case events.Double(who=who, to=to):
            return " ".join(("double", *_words(who, *to)))
        case events.Take() | events.Drop() | events.Beaver() | events.Raccoon():
            box = None if book.game is None else book.game.box
            pair = [name for name in (entry.who, entry.against) if name not in (box, None)]
            return " ".join((entry.name, *_words("/".join(pair) if entry.against else None)))
        case events.Extra(who=who, against=taker):
            return " ".join(("extra", *_words(who, taker)))
        case events.Finish(winner=winner, kind=kind):
            return f"win {winner}{AT_LEVEL[kind - 1]}" if winner else "void"
        case actions.OpeningRoll() | actions.Roll():
            return "roll"
        case actions.MakePlay() | actions.MakeMove():
            return "play PLAY"
        case actions.Resign(seat=seat, level=level):
            return f"resign {SIDES[seat]}{AT_LEVEL[level - 1]}"
        case actions.Accept() | actions.Decline():
            return entry.name
        case _:
            return describe(entry)


def _words(*names: str | None) -> list[str]:
    """Names as one types them, in quotes where they need some; None is left out."""
    return [name if _is_word(name) else shlex.quote(name) for name in names if name is not None]


def _is_word(name: str) -> bool:
    try:
        return shlex.split(name, comments=True) == [name]
    except ValueError:
        return False


def usage(word: str) -> str:
    """How a command is typed."""
    usages = [line.split("  ")[0] for line in HELP.splitlines()]
    known = [one for one in usages if word in one.replace(",", " ").split()]
    return known[0] if known else "a command that `help` lists"


def find_name(book: ChouetteBook, text: str) -> str:
    """The player whose name this is, or begins with this, whatever the case; `box` and `captain` are names too.

    Raises:
        UnknownPlayerError: Nobody, or several.
    """
    players = (*book.players, *(name for name in book.ledger.players if name not in book.players))
    if text in players:
        return text
    roles = {"box": book.order[0] if book.order else None, "captain": book.acting_captain}
    named = roles.get(text.lower())
    if named is not None:
        return named
    found = [name for name in book.players if name.lower().startswith(text.lower())]
    if len(found) == 1:
        return found[0]
    among = ", ".join(found or book.players)
    raise tavla.errors.UnknownPlayerError(f"{text}: expected one of {among}")


def read_kind(text: str) -> int:
    """Read single, gammon or backgammon; 1, 2 or 3."""
    word = text.lower() or "single"
    level = LEVELS.get(TERMS.get(word, word))
    if level is not None:
        return level
    raise tavla.InvalidArgumentError(f"expected single, gammon or backgammon, got {text!r}")


def _start(book: ChouetteBook, words: list[str]) -> events.Start:
    partner: str | None = None
    declined: tuple[str, ...] = ()
    share: str | None = None
    for word in words:
        name, equals, value = word.partition("=")
        if name == "share" and equals:
            share = value
        elif name == "declined" and equals:
            declined = tuple(find_name(book, one) for one in value.split(","))
        elif not equals and partner is None:
            partner = find_name(book, word)
        else:
            raise tavla.InvalidArgumentError(f"start: expected a partner, got {word!r}")
    return events.Start(partner, declined, share)  # type: ignore[arg-type]  # made exact


def _pair(book: ChouetteBook, text: str) -> tuple[str, str | None]:
    """The two players of a bet: `bob` is bob's with the box, `cat/bob` an extra."""
    one, slash, other = text.partition("/")
    if slash:
        return find_name(book, one), find_name(book, other)
    return find_name(book, one), book.game.box if book.game is not None else None


def _answers(book: ChouetteBook, kind: Answer, word: str, words: list[str]) -> list[events.Event]:
    """Answers to the cubes that are named by their member; to the only one where none is named."""
    game = book.game
    if game is None:
        raise tavla.errors.NoGameError(f"{word}: no game is in progress; start one")
    asked = _asked(book)
    if words == ["all"]:
        return _all_answers(book, kind)
    if not words:
        if len(asked) != 1:
            due = _named(asked, word)
            raise tavla.InvalidArgumentError(f"{word}: say whose cube: {due}")
        return [kind(*asked[0])]
    found: list[events.Event] = []
    for text in words:
        pair = {*filter(None, _pair(book, text))}
        mine = [one for one in asked if one[0] in pair and (one[1] is None or one[1] in pair)]
        member, against = _pair(book, text)
        # Where none is due the book says why, about the member's own answer.
        found.append(kind(*mine[0]) if mine else kind(member, against))
    return found


def _all_answers(book: ChouetteBook, kind: Answer) -> list[events.Event]:
    """The same answer to everything that waits, in the order to enter; who follows the captain is asked no more."""
    left = _asked(book)
    found: list[events.Event] = []
    while left:
        possible = [kind(*one) for one in left if book.accepts(kind(*one))]
        found.append(possible[0] if possible else kind(*left[0]))
        if not possible:
            break  # the book says why
        book = book.apply(found[-1])
        left = [one for one in left if one in _asked(book) and kind(*one) != found[-1]]
    return found


def _doubles(book: ChouetteBook) -> list[events.Event]:
    """The doubles of all of the crew who may, down the line."""
    found: list[events.Event] = []
    for name in book.game.live_members if book.game is not None else ():
        event = events.Double(name)
        if book.accepts(event):
            found.append(event)
            book = book.apply(event)
    if not found:
        raise tavla.errors.WrongPhaseError("double all: nobody of the crew may double")
    return found


def _named(asked: list[tuple[str, str | None]], word: str) -> str:
    return " or ".join(f"{word} {other or who}" for who, other in asked) or "none waits"


def _asked(book: ChouetteBook) -> list[tuple[str, str | None]]:
    """Who is to answer, and against whom; the single cube is answered by the box as a whole."""
    game = book.game
    if game is None:
        return []
    found: list[tuple[str, str | None]] = [(taker, dropper) for dropper, taker in game.extra_offers]
    for bet in game.waiting:
        who = bet.answerer or bet.member  # one that waits has an answerer
        if _is_whole(book, bet) and who == game.box:
            if (who, None) not in found:
                found.append((who, None))
        else:
            found.append((who, bet.against if who == bet.member else bet.member))
    return found


def _is_whole(book: ChouetteBook, bet: Bet) -> bool:
    return book.rules.cubes == "single" and not bet.is_extra


def listed(names: Iterable[str]) -> str:
    """Names with commas, or `nobody`."""
    return ", ".join(names) or "nobody"
