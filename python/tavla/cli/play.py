"""A game in the terminal: two people, or one against a program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import tavla
from tavla.cli.saving import fresh_path, read_game
from tavla.cli.words import LEVELS, TERMS, error_words
from tavla.errors import ActionError, InvalidArgumentError, NothingToUndoError
from tavla.game import actions
from tavla.game.codec import play_action
from tavla.game.dice import ManualDice
from tavla.game.permissions import why_no_double
from tavla.game.plain import exact
from tavla.game.situation import Phase
from tavla.players import PLAYERS
from tavla.render.text import board
from tavla.whole import write_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tavla.game.actions import Action
    from tavla.game.result import GameResult
    from tavla.players import Player

HUMAN: Final = "human"
HELP: Final = """\
a play    24/18 13/11, bar/20, 6/off; or its number in the list
?         what you can do now, every legal play with its number
roll      throw the dice; an empty line does too
double    turn the cube (redouble, Dave, Base)
take, pass, beaver, raccoon   answer a double
resign N  offer to lose 1 single, 2 gammon (Mart), 3 backgammon (Koks)
settle N  propose to stop for N points to you, where that was agreed
accept, decline   answer a resignation or a settlement
decline N asks for a higher resignation
undo      back to your last decision
board     draw the board again
save FILE save the game now and after each action
quit      save the game and stop"""


class Session:
    """One game at the terminal.

    Args:
        game: The game, from its start or from a file.
        programs: The program of a seat; a seat without one is a person's.
        path: Where to save after each action, or None.
        keep: What saves a game that is part of a match instead.
    """

    def __init__(
        self,
        game: tavla.Game,
        programs: dict[int, Player],
        path: Path | None = None,
        keep: Callable[[], None] | None = None,
    ) -> None:
        self.game = game
        self._programs = programs
        self._path = path
        self._keep = keep
        self._drawn: int | None = None
        self._going = True

    def run(self) -> None:
        """Play until the game is over, the person quits, or the input ends."""
        if self._path is not None:
            write_text(self._path, self.game.to_json())
        try:
            while self._going and not self.game.is_over:
                self._step()
        except EOFError:
            print("\nThe input has ended.")
        finally:
            self._farewell()

    def _farewell(self) -> None:
        result = self.game.result
        if result is not None:
            self._draw(min(self._people))
            print(self._ended(result))
        elif self._path is not None:
            print(f"\nThe game is saved: tavla play --resume {self._path}")
        elif self._keep is None:
            print("\nThe game is not saved; quit saves it, and so does --save FILE from its start.")

    @property
    def _people(self) -> list[int]:
        return [seat for seat in (0, 1) if seat not in self._programs]

    def _step(self) -> None:
        """One action, or one line of input."""
        state = self.game.state
        action = by_itself(state)
        if action is None:
            (seat,) = state.to_act
            program = self._programs.get(seat)
            if program is None:
                self._ask(seat)
                return
            action = program.choose(state, seat)
        self._apply(action)

    def _apply(self, action: Action, written: str | None = None) -> None:
        before, number = self.game.state, len(self.game.events)
        self.game.apply(action, written=written)
        print(self._told(before, self.game.events[number].action))
        self._save()

    def _ask(self, seat: int) -> None:
        """Read a line and do what it says; what cannot be done is told and changes nothing."""
        if self._drawn != len(self.game.events):
            self._draw(seat)
        try:
            line = input(f"{self._prompt(seat)} > ").strip()
        except UnicodeError:
            line = "\N{REPLACEMENT CHARACTER}"
        try:
            self._obey(seat, line)
        except tavla.AmbiguousPlayError as error:
            print("That can mean: " + "; ".join(map(str, error.candidates)))
        except tavla.IllegalPlayError as error:
            print(f"Not legal: {error.words}. Type ? for the legal plays.")
        except ActionError as error:
            print(f"Not now: {why(error)}. Type ? for what you can do.")
        except OSError as error:
            print(f"Not saved: {error_words(error)}.")
        except tavla.TavlaError as error:
            print(f"Not understood: {error}. Type ? for what you can do.")

    def _obey(self, seat: int, line: str) -> None:
        word, *rest = line.split() or [""]
        word = TERMS.get(word.lower(), word.lower())
        if word in COMMANDS:
            COMMANDS[word](self, seat, rest)
        elif word in SIMPLE and not rest:
            self._apply(SIMPLE[word](seat))
        elif not line:
            self._go_on(seat)
        else:
            self._play(seat, line)

    def _go_on(self, seat: int) -> None:
        """An empty line: roll, or make the only play."""
        state = self.game.state
        if state.phase is Phase.START and state.proposal is None:
            self._apply(actions.Roll(seat))
            return
        plays = self._plays()
        if len(plays) == 1:
            self._apply(actions.MakePlay(seat, plays[0].moves))
        else:
            self._list(seat, [])

    def _plays(self) -> list[tavla.Play]:
        """The legal plays, where one is due."""
        state = self.game.state
        if state.dice is None or state.proposal is not None:
            return []
        return list(state.position.legal_plays(state.dice))

    def _play(self, seat: int, line: str) -> None:
        state, plays = self.game.state, self._plays()
        number = int(line) if line.isdecimal() and len(line) < 5 else 0
        if 0 < number <= len(plays):
            self._apply(actions.MakePlay(seat, plays[number - 1].moves))
        elif state.offer is not None or state.proposal is not None:
            raise InvalidArgumentError(f"expected an answer, got {line!r}")
        else:
            self._apply(play_action(state, line), written=line)

    def _help(self, seat: int, rest: list[str]) -> None:
        print(HELP)
        self._list(seat, rest)

    def _list(self, seat: int, _rest: list[str]) -> None:
        """What the seat can do, by word, and the legal plays."""
        names = [one.name for one in self.game.legal_actions if one.seat == seat]
        words = [name for name in dict.fromkeys(names) if name != "move"]
        words += ["settle"] if "settle" in self.game.state.may else []
        print(f"You can: {', '.join(words)}")
        for number, play in enumerate(self._plays(), 1):
            print(f"{number:>4}  {play}")

    def _resign(self, seat: int, rest: list[str]) -> None:
        self._apply(actions.Resign(seat, self._level(rest) if rest else 1))

    @staticmethod
    def _level(words: list[str]) -> int:
        word = " ".join(words).lower()
        level = LEVELS.get(TERMS.get(word, word))
        if level is None:
            raise InvalidArgumentError(f"level: expected 1, 2 or 3, got {word!r}")
        return level

    def _decline(self, seat: int, rest: list[str]) -> None:
        asks = self._level(rest) if rest else None
        self._apply(actions.Decline(seat, asks))

    def _settle(self, seat: int, rest: list[str]) -> None:
        self._apply(actions.Settle(seat, exact(" ".join(rest))))

    def _undo(self, _seat: int, _rest: list[str]) -> None:
        """Back to the last decision of a person."""
        states = list(self.game.record.states())
        for number in reversed(range(len(self.game.events))):
            action = self.game.events[number].action
            if action.seat in self._people and by_itself(states[number]) is None:
                self.game.undo(len(self.game.events) - number)
                self._save()
                return
        raise NothingToUndoError("undo: there is no decision of yours to take back")

    def _board(self, seat: int, _rest: list[str]) -> None:
        self._draw(seat)

    def _save_as(self, _seat: int, rest: list[str]) -> None:
        if not rest:
            raise InvalidArgumentError("save: expected the name of a file")
        if self._keep is not None:
            raise InvalidArgumentError("save: the game is saved after each action already")
        path = Path(" ".join(rest))
        refuse_existing(path, self._path)
        write_text(path, self.game.to_json())
        self._path = path
        print(f"The game is saved after each action in {path}")

    def _quit(self, seat: int, rest: list[str]) -> None:
        if rest or (self._path is None and self._keep is None):
            self._save_as(seat, rest or [str(fresh_path(f"tavla-{self.game.variant.name}"))])
        self._going = False

    def _save(self) -> None:
        try:
            if self._keep is not None:
                self._keep()
            elif self._path is not None:
                write_text(self._path, self.game.to_json())
        except (OSError, tavla.DataError) as error:
            print(f"The game could not be saved: {error_words(error)}")

    def _draw(self, seat: int) -> None:
        """The board as a seat sees it, its own checkers X."""
        state = self.game.state
        position = state.seen_by(seat)
        print(f"\n{board(position, legend=False)}")
        for mark, one, counts, pips in (
            ("X", seat, position.player, position.pips[0]),
            ("O", 1 - seat, position.opponent, position.pips[1]),
        ):
            name = self.game.players[one]
            print(f"{mark} {name}: {pips} pips, {counts[25]} on the bar, {counts[0]} off")
        if state.rules.cube:
            owner = state.cube.owner
            whose = "in the middle" if owner is None else f"with {self.game.players[owner]}"
            print(f"The cube is at {state.cube.value}, {whose}.")
        self._drawn = len(self.game.events)

    def _prompt(self, seat: int) -> str:
        state, name = self.game.state, self.game.players[seat]
        if state.proposal is not None:
            return f"{name}: accept or decline"
        if state.offer is not None:
            return f"{name}: take for {state.offer.value} or pass for {state.offer.price}"
        if state.dice is not None:
            return f"{name}: play {state.dice[0]}-{state.dice[1]}"
        return f"{name}: roll or double"

    def _told(self, before: tavla.GameState, action: Action) -> str:
        """What an action did, in words."""
        name, after = self.game.players[action.seat], self.game.state
        match action:
            case actions.OpeningRoll(dice=(first, second)):
                thrown = f"Opening throw: {self.game.players[0]} {first}, {self.game.players[1]} {second}."
                if after.starter is not None:
                    return f"{thrown} First turn: {self.game.players[after.starter]}."
                doubled = after.cube.value > before.cube.value
                return thrown + (f" The cube is at {after.cube.value}." if doubled else "")
            case actions.Roll(dice=(first, second)):
                return f"{name} rolled {first}-{second}."
            case actions.MakePlay(moves=()):
                return f"{name} cannot move."
            case actions.MakePlay(moves=moves) if before.dice is not None:
                (play,) = before.position.explain(moves, before.dice).plays
                return f"{name} played {play}."
            case actions.Double() | actions.Beaver() | actions.Raccoon() if after.offer is not None:
                return f"{name}: {after.offer.name} to {after.offer.value}."
            case actions.Resign(level=level):
                return f"{name} offered to lose {'a ' * (level > 1)}{KINDS[level]}."
            case actions.Settle(points=points):
                return f"{name} proposed to stop for {points} to {name}."
            case actions.Decline(asks=int(asks)):
                return f"{name} declined and asks for {'a ' * (asks > 1)}{KINDS[asks]}."
            case _:
                return f"{name}: {action.name}."

    def _ended(self, result: GameResult) -> str:
        """How the game ended, in words."""
        if result.winner is None:
            return f"Nobody won ({result.end})."
        level = int(result.kind or 1)
        kind = f" a {KINDS[level]}" if level > 1 else ""
        points = f"{result.points} point{'s' * (result.points != 1)}"
        how = "" if result.end == "borne_off" else f" by {result.end}"
        return f"{self.game.players[result.winner]} won{kind}{how}: {points}."


KINDS: Final = {1: "single", 2: "gammon", 3: "backgammon"}
COMMANDS: Final[dict[str, Callable[[Session, int, list[str]], None]]] = {
    "?": Session._list,
    "help": Session._help,
    "decline": Session._decline,
    "resign": Session._resign,
    "settle": Session._settle,
    "undo": Session._undo,
    "board": Session._board,
    "save": Session._save_as,
    "quit": Session._quit,
}
SIMPLE: Final[dict[str, Callable[[int], Action]]] = {
    "roll": actions.Roll,
    "double": actions.Double,
    "take": actions.Take,
    "pass": actions.Pass,
    "beaver": actions.Beaver,
    "raccoon": actions.Raccoon,
    "accept": actions.Accept,
}


def why(error: ActionError) -> str:
    """Why an action was refused, without its name and seat, and without what else was allowed."""
    return str(error).partition("; allowed:")[0].partition(": ")[2]


def by_itself(state: tavla.GameState) -> Action | None:
    """The action where nobody has anything to decide: the opening throw, a roll without a cube to turn, a dance."""
    if state.proposal is not None:
        return None
    if state.seat is None:
        return actions.OpeningRoll(0)
    if state.phase is Phase.START and why_no_double(state):
        return actions.Roll(state.seat)
    if state.dice is not None and state.position.legal_plays(state.dice).is_dance:
        return actions.MakePlay(state.seat)
    return None


def refuse_existing(path: Path, own: Path | None = None) -> None:
    """Refuse a file that exists and is not the session's own.

    Raises:
        InvalidArgumentError: It exists.
    """
    if path.exists() and (own is None or not path.samefile(own)):
        raise InvalidArgumentError(f"{path}: the file exists; --resume goes on with a saved game")


def new_session(
    variant: tavla.Variant,
    rules: tavla.GameRules,
    *,
    against: str = "pip",
    seat: int = 0,
    seed: int | None = None,
    path: Path | None = None,
) -> Session:
    """A game from its start.

    Raises:
        InvalidArgumentError: No such opponent, seat or seed, or a file that exists.
    """
    checked_opponent(against, seat)
    if path is not None:
        refuse_existing(path)
    names = ["you", "you"]
    names[1 - seat] = against
    if against == HUMAN:
        names = ["seat 0", "seat 1"]
    tags = {"against": against, "seat": str(seat)}
    game = tavla.Game(variant, rules, seed=seed, players=(names[0], names[1]), tags=tags)
    return Session(game, programs(game, against, seat), path)


def resumed_session(path: Path, save: Path | None = None) -> Session:
    """A game from a file that a session saved.

    Raises:
        DataError: No such file, or a damaged one; the message says why.
        InvalidArgumentError: A file to save to that exists.
    """
    game = read_game(path)
    tags = game.record.tags
    against, seat = tags.get("against"), tags.get("seat")
    if isinstance(game.dice, ManualDice) or seat not in ("0", "1") or against is None:
        raise tavla.DataError(f"{path}: not a game that was played here")
    checked_opponent(against, int(seat))
    if save is not None:
        refuse_existing(save, path)
    while game.state.moves:  # turns are played whole here
        game.undo()
    return Session(game, programs(game, against, int(seat)), save or path)


def checked_opponent(against: str, seat: int) -> None:
    """Check an opponent and a seat.

    Raises:
        InvalidArgumentError: No such opponent or seat.
    """
    known = (*PLAYERS, HUMAN)
    if against not in known:
        raise InvalidArgumentError(f"--against: expected {', '.join(known)}, got {against!r}")
    if seat not in (0, 1):
        raise InvalidArgumentError(f"--seat: expected 0 or 1, got {seat!r}")


def programs(game: tavla.Game, against: str, seat: int) -> dict[int, Player]:
    """The program of the other seat, if any; its chance is that of the game's seed."""
    if against == HUMAN:
        return {}
    dice = game.dice
    seed, number = (dice.seed, dice.game) if isinstance(dice, tavla.game.SeededDice) else (0, 0)
    return {1 - seat: tavla.players.player(against, seed, number)}
