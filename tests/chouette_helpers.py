"""A few words for the tests of the chouette: events written as a person would say them."""

from fractions import Fraction

from tavla.scoring.chouette import ChouetteBook, ChouetteRules, events

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
