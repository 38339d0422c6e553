"""Match files as a dozen programs might write them: legal games in every dress that the formats are known to come in."""

from dataclasses import dataclass, field
from itertools import groupby

from tavla.game import (
    Beaver,
    Double,
    MakePlay,
    OpeningRoll,
    Pass,
    Phase,
    Raccoon,
    Resign,
    Roll,
    Take,
)

CHOICES = {
    "header": (" {} point match", "{} points match", "  {} Point Match", "\t{} POINT MATCH", "{} point match (casual)",
        "{}-point match", "{} pt. match", "Match to {}", "{} point", " {} Points", "{}-point", "{} pts.", "{} pt(s) match",
        "Match length: {}", "Length {}", "Matchlength = {}", "Match to {} points", "Match: {} points", "Playing to {}",
        "First to {} points", "Match of {} points", "{}-pointer"),
    "game": (" Game {}", "Game {}", "game {}", "\tGame {}", " Game {} ", "GAME {}", "Game #{}", "Game: {}",
        "=== Game {} ===", "Game {} (Crawford)", "Game {}: a long evening", "--Game {}--"),
    "names": (" {} : {}{gap}{} : {}", "{} : {}{gap}{} : {}", "{}: {}{gap}{}: {}", "  {} :{}{gap}{} :{}",
        " {} : {}{gap}{} : {} (Crawford)", " {} : {} (1512.3){gap}{} : {} (1498)"),
    "number": ("{:3}) ", " {}) ", "{}) ", "{:02}) ", "{:3})", "\t{}) ", "{:3}. ", "{} ) "),
    "width": (27, 33, 40, 48, 60),
    "bar": ("25", "bar", "Bar", "BAR"),
    "off": ("0", "off", "Off", "OFF"),
    "hits": ("none", "all", "late"),
    "moves": ("single", "counted", "chained", "combined"),
    "order": ("played", "reversed", "shuffled"),
    "between": (" ", "  ", ", ", "\t"),
    "dice": ("{}{}:", "{}{}: ", "{}{}:  ", "{}-{}: ", "{} {}: ", "{}{} : ", "{}{}: 0:12 ", "{}{}: [0:12] "),
    "dance": ("", "Cannot Move", "cannot move", "Can't move", "No move", "no legal move", "--", "Fan", "Pass", "passes",
        "(no play)", "blocked", "Cannot Move (0:05)", "Cannot Move 0:05", "0:05", "[forced]", "nothing at all"),
    "behind": ("", " (0:15)", " [12:04]", "!", " ?!", " (forced)", " ; nice", " {3.2} !", " 0:15", " 1:02:33", " 0:07.5",
        "  12:05", "?", " ??", " (??)", " forced", " -0.045", " 15s", " 3.4%", " [0:15] ?!", " (should double)",
        " (better 8/5 6/5)", " <b>", " very bad", " $"),
    "double": (" Doubles => {}", " Doubles ==> {}", "Doubles=>{}", "doubles => {}", "Redoubles => {}", "DOUBLES => {}",
        "Doubles => {} (0:12)", "Doubles => {} 0:12", "Doubles to {}", "Doubles {}", "Offers double", "Doubles => {} ?",
        "Doubles (0:03) => {}", "Doubles ({}) "),
    "beaver": (" Beavers => {}", "Doubles => {}", "Raccoons => {}", "beavers => {}", "Beavers => {} 0:15"),
    "take": (" Takes", "Takes", "takes", "Take", "Accepts", "TAKES", "Takes 0:07", "Takes (0:07)", "Accepts double",
        "Takes the cube", "Takes?!", "Takes reluctantly"),
    "drop": (" Drops", "Drops", "drops", "Passes", "Rejects", "Drop", "Pass", "Drops 0:07", "Drops (wrong)", "Declines",
        "Rejects the double", "Refuses"),
    "resign": ("", "????", "???", "Resigns", "Concedes", "Resigned Game", "resigned match", "Forfeits", "Gives up",
        "gives up", "Gave up", "Times out", "Timed out", "loses on time", "Resigns (0:15)", "???? 0:15", "0:15"),
    "wins": ("Wins {} point", "Wins {} points", "wins {} point", "Wins {} point and the match", "WINS {} POINTS",
        "Wins {} points (resignation)", "Wins {} points by timeout", "Wins {} point.", "Won {} points"),
    "loses": ("", "Losses {} point", "Loses {} points"),
    "blank": ("", "\n", "\n\n", "\nann 10:22   bob 0:33\n", "\nwell played; I should have passed\n"),
    "ends": ("\n", "\r\n", "\r"),
    "first": (True, False),
}  # fmt: skip
NAMES = (
    ("ann", "bob"),
    ("Jürgen", "O'Neil (IRL)"),
    ("x: y", "R2-D2"),
    ("a, b", "7"),
    ("Анна", "山田 太郎"),
)


@dataclass
class Dialect:
    """One way to write; each part is drawn once for a file."""

    rng: object
    said: dict = field(default_factory=dict)

    def __getattr__(self, name):
        if name not in CHOICES:
            raise AttributeError(name)
        return self.said.setdefault(name, self.rng.choice(CHOICES[name]))


def written(match, dialect):
    """A match in a dialect."""
    lines = [dialect.header.format(match.length), ""]
    for number, game in enumerate(match.games, start=1):
        lines += [dialect.game.format(number), scores(match, number, game, dialect)]
        lines += rows(game, dialect)
        lines += [dialect.blank]
    return dialect.ends.join("\n".join(lines).split("\n")) + dialect.ends


def scores(match, number, game, dialect):
    first, second = match.scores[number - 1]
    one = f"{game.players[0]} : {first}"
    gap = " " * max(2, dialect.width + 4 - len(one))
    return dialect.names.format(game.players[0], first, game.players[1], second, gap=gap)


def rows(game, dialect):
    """Numbered rows, the right column where the dialect has it."""
    number, left = 1, None
    found = []
    for seat, cell in cells(game, dialect):
        if seat == 0:
            if left is not None:
                found.append(dialect.number.format(number) + left)
                number += 1
            left = cell
        else:
            head = dialect.number.format(number) + (left or "")
            found.append(f"{head.expandtabs():<{dialect.width + 6}} {cell}")
            number, left = number + 1, None
    if left is not None:
        found.append(dialect.number.format(number) + left)
    return found + result(game, dialect)


def result(game, dialect):
    away, points = game.start.rules.away, game.result.points
    is_last = away is not None and points >= away[game.result.winner]
    won = dialect.wins if is_last else dialect.wins.removesuffix(" and the match")
    won = won.format(int(points))
    lost = dialect.loses.format(int(game.result.points))
    if game.result.winner == 0:
        return [f"      {won:<{dialect.width}} {lost}".rstrip()]
    return [f"      {lost:<{dialect.width}} {won}"]


def cells(game, dialect):
    states = game.states()
    state = next(states)
    events = [event.action for event in game.events]
    for index, (action, after) in enumerate(zip(events, states, strict=True)):
        follows = events[index + 1] if index + 1 < len(events) else None
        if isinstance(action, OpeningRoll | Roll) and after.phase is Phase.MOVE:
            yield after.seat, rolled(after, action, follows, dialect)
        elif isinstance(action, Double):
            yield action.seat, dialect.double.format(after.offer.value)
        elif isinstance(action, Beaver | Raccoon):
            yield action.seat, dialect.beaver.format(after.offer.value)
        elif isinstance(action, Take) and state.offer.depth == 0:
            yield action.seat, dialect.take
        elif isinstance(action, Pass):
            yield action.seat, dialect.drop
        elif isinstance(action, Resign) and dialect.resign[:1].isalpha():
            is_told = isinstance(events[index - 1], OpeningRoll | Roll)  # beside the roll
            if not is_told and state.phase is Phase.START and action.seat == state.seat:
                yield action.seat, dialect.resign
        state = after


def rolled(state, action, follows, dialect):
    dice = max(state.dice), min(state.dice)
    head = dialect.dice.format(*(state.dice if isinstance(action, Roll) else dice))
    if isinstance(follows, MakePlay):
        behind = dialect.behind if follows.moves else ""
        return f"{head} {played(state, follows.moves, dialect)}{behind}".rstrip()
    return f"{head} {dialect.resign if follows.seat == state.seat else ''}".rstrip()


def played(state, moves, dialect):
    if not moves:
        return dialect.dance
    if dialect.moves == "counted" and len(moves) > 1:
        parts = counted(moves, dialect)
    elif dialect.moves in ("chained", "combined"):
        parts = chains(moves, dialect)
    else:
        parts = [part((move.source, move.target), [move.hit], dialect) for move in moves]
    if dialect.order == "reversed":
        parts.reverse()
    elif dialect.order == "shuffled":
        dialect.rng.shuffle(parts)
    return dialect.between.join(parts)


def slot(number, dialect):
    return {25: dialect.bar, 0: dialect.off}.get(number, str(number))


def part(stops, hits, dialect):
    text = slot(stops[0], dialect)
    for stop, hit in zip(stops[1:], hits, strict=True):
        text += f"/{slot(stop, dialect)}{'*' if hit and dialect.hits != 'none' else ''}"
    return text


def counted(moves, dialect):
    """Equal moves as one with a count; the star in front of it or behind."""
    found = []
    for stops, group in groupby(
        sorted(moves, key=lambda m: (-m.source, m.target)), lambda m: (m.source, m.target)
    ):
        same = list(group)
        text = part(stops, [False], dialect)
        star = "*" if any(move.hit for move in same) and dialect.hits != "none" else ""
        count = f"({len(same)})" if len(same) > 1 else ""
        found.append(f"{text}{count}{star}" if dialect.hits == "late" else f"{text}{star}{count}")
    return found


def chains(moves, dialect):
    """Moves of one checker as one, with the stops between or, where nothing was hit on the way, without."""
    found = []
    for move in moves:
        for chain in found:
            if chain[0][-1] == move.source and move.source < 25:
                chain[0].append(move.target)
                chain[1].append(move.hit)
                break
        else:
            found.append(([move.source, move.target], [move.hit]))
    texts = []
    for stops, hits in found:
        if dialect.moves == "combined" and not any(hits[:-1]) and dialect.hits != "none":
            texts.append(part([stops[0], stops[-1]], hits[-1:], dialect))
        else:
            texts.append(part(stops, hits, dialect))
    return texts
