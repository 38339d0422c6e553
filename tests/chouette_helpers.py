"""A few words for the tests of the chouette: events written as a person would say them, and read."""

from fractions import Fraction

from tavla.render import sheet
from tavla.scoring.chouette import ChouetteBook, ChouetteRules, events
from tavla.table.chouette_entries import describe

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")


def event(text):
    """`double ann`, `double ann bob,cat`, `take ann bob`, `finish box 2`, `settle ann 3/2 bob`, `start with fay`."""
    word, *rest = text.split()
    first, second, third = (*rest, None, None, None)[:3]
    match word:
        case "start":
            return events.Start(partner=second if first == "with" else None)
        case "automatic":
            return events.Automatic()
        case "double":
            return events.Double(first, tuple(second.split(",")) if second else ())
        case "withdraw":
            return events.Withdraw(tuple(rest))
        case "settle":
            return events.Settle(first, Fraction(second), third)
        case "finish":
            return events.Finish(None if first == "nobody" else first, int(second or 1))
        case "join":
            return events.Join(first, second)
    return events.TYPES[word](*rest)


def script(text):
    """Events separated by semicolons or lines."""
    return [event(part) for part in text.replace("\n", ";").split(";") if part.strip()]


def play(book, text):
    """The book after these events."""
    for one in script(text):
        book = book.apply(one)
        assert sum(book.totals.values()) == 0
    return book


def new(players, stakes=1, preset=None, **options):
    """A book for so many players: box ann, captain bob, then cat, dan, eve and so on."""
    rules = ChouetteRules() if preset is None else ChouetteRules.preset(preset)
    return ChouetteBook.new(NAMES[:players], rules.replace(**options), stakes)


def started(players, text="", **options):
    """A book in its first game after some events."""
    return play(new(players, **options).apply(events.Start()), text)


def totals(book):
    """The totals in whole numbers, in the order of joining; fractions stay as they are."""
    return [int(x) if x.denominator == 1 else x for x in book.totals.values()]


def order(book):
    """The order between games as one word: "abcd" is ann in the box, bob captain."""
    return "".join(name[0] for name in book.order)


def transcript(table):
    """An evening for people: the rules, each entry, the sheet of each game, and how it all ended."""
    rules = [f"  {name}: {value}" for name, value in table.rules.to_dict().items()]
    stakes = ", ".join(f"{name} {stake}" for name, stake in table.before(1).stakes)
    lines = ["House rules beside the defaults:", *rules, f"A point is worth: {stakes}", ""]
    books = [*(table.before(n) for n in range(2, len(table.entries) + 1)), table.book]
    games = 0
    for number, (entry, book) in enumerate(zip(table.entries, books, strict=True), 1):
        lines.append(f"{number:3}. {describe(entry)}")
        if len(book.games) > games:
            games = len(book.games)
            lines += ["", sheet.game_text(book), "", f"Next: {', '.join(book.players)}", ""]
    lines += ["Totals: " + ", ".join(f"{name} {total}" for name, total in table.totals.items())]
    lines += ["", sheet.statistics_table(table.book)]
    return "\n".join(line.rstrip() for line in lines) + "\n"
