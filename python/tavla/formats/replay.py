"""One game of a file, played again by the engine: acts in, a record and findings out."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tavla._engine import Position, _follow, _unpacked_turn
from tavla.errors import CubeError, TavlaError
from tavla.formats import plays
from tavla.formats.acts import Act
from tavla.formats.findings import Findings, Place
from tavla.formats.setups import Setup
from tavla.formats.starts import start_at
from tavla.game import (
    Accept,
    Beaver,
    Cube,
    Double,
    Event,
    GameRecord,
    GameState,
    IllegalPlay,
    MakePlay,
    OpeningRoll,
    Pass,
    Phase,
    Raccoon,
    Resign,
    Roll,
    SetUp,
    Take,
)
from tavla.game.permissions import highest_level

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tavla._engine import Play, Variant
    from tavla.game import Action, GameRules

__all__ = ["GameReplay"]

DICE = {f"{a}{b}": (a, b) for a in range(1, 7) for b in range(1, 7)}
ROLLED = {(seat, dice): Event(Roll(seat, dice)) for seat in (0, 1) for dice in DICE.values()}
"""The events of rolls, which all games share."""
MOST_SHARED = 1 << 14
"""So many turns that were met have events that all games share."""
MOST_LEGAL = 40
ENDS = ("wins", "loses", "resign")


class GameReplay:
    """Plays the acts of one game.

    Args:
        variant: The rules of the board.
        rules: The agreements of the game.
        findings: Where faults are noted.
        number: The number of the game in the file, from 1.
        jacoby_is_told: Whether the file says if Jacoby's rule is played; else it may follow from the points.
        keeps_text: Whether the text of illegal plays is as somebody wrote it, and kept where it says more than the moves.
    """

    def __init__(
        self,
        variant: Variant,
        rules: GameRules,
        findings: Findings,
        number: int = 1,
        *,
        jacoby_is_told: bool = True,
        keeps_text: bool = True,
    ) -> None:
        self.keeps_text = keeps_text
        self.jacoby_is_told = jacoby_is_told or rules.jacoby
        self.variant = variant
        self.findings = findings
        self.number = number
        self.start = GameState.new(variant, rules)
        self.state = self.start
        self._done: list[Event | int] = []
        """What was done: events, and turns as numbers, whose events are made when somebody asks for them."""
        self._kept: dict[int, list[str]] = {}
        """Comments of acts that left no event, by how much was done before them."""
        self.rolls = 0
        self.replayed = 0
        self.stopped = False
        self.doubtful = False
        """Whether a turn is missing, so that checkers may stand elsewhere than it is thought."""
        self.is_last = False
        self.loser: int | None = None
        """Who gave up, before it is known for how much."""
        self._missed: Act | None = None
        self._unplayed = 0

    def run(self, acts: list[Act]) -> None:
        """Play all acts in order."""
        last = len(acts) - 1
        while last >= 0 and acts[last].kind in ENDS:
            last -= 1
        index = 0
        while index < len(acts):
            followed = self._follow(acts, index)
            if followed:
                index += followed
                continue
            act = acts[index]
            self.is_last = index >= last or acts[index + 1].kind == "setup"
            done = len(self._done)
            if act.kind in ("roll", "throw"):
                self._roll(act)
            elif act.kind == "setup":
                self._set_up(act, acts[index + 1 :])
            elif not self.stopped:
                _HANDLERS[act.kind](self, act)
            if act.comment is not None:
                self._keep(act.comment, done)
            index += 1

    def _keep(self, comment: str, done: int) -> None:
        """Keep a comment with the last event where none of those that its act made has it."""
        made = (event for event in self._done[done:] if isinstance(event, Event))
        if all(event.comment is None for event in made):
            self._kept.setdefault(len(self._done), []).append(comment)

    def record(self, players: tuple[str, str], tags: dict[str, str]) -> GameRecord:
        """The game as far as it was followed."""
        events: list[Event] = []
        if 0 in self._kept:
            before = [tags["Comment"]] if "Comment" in tags else []
            tags = {**tags, "Comment": "\n".join([*before, *self._kept[0]])}
        for count, done in enumerate(self._done, start=1):
            events += _events_of(done) if isinstance(done, int) else (done,)
            if count in self._kept:
                own, texts = events[-1].comment, self._kept[count]
                text = "\n".join(texts if own is None else [own, *texts])
                events[-1] = replace(events[-1], comment=text)
        return GameRecord(self.start, tuple(events), self.state.result, players, tags)

    def events(self) -> Iterator[Event]:
        """What was done so far."""
        for done in self._done:
            if isinstance(done, int):
                yield from _events_of(done)
            else:
                yield done

    def place(self, act: Act) -> Place:
        """Where an act is written."""
        return Place(act.line, act.column, self.number, self.rolls or None)

    def note(self, kind: str, act: Act, text: str, legal: tuple[str, ...] = ()) -> None:
        """Note a finding at an act."""
        dice = f"{act.dice}: " if act.dice else ""
        self.findings.add(kind, self.place(act), text, f"{dice}{act.text}".strip(), legal)

    def stop(self, act: Act, why: str) -> None:
        """Give up following the game at an act."""
        if not self.stopped:
            self.stopped = True
            self.note("stopped", act, f"the game cannot be followed from here: {why}")

    def do(self, action: Action, written: str | None = None, comment: str | None = None) -> None:
        """Apply an action and keep it."""
        self.state = self.state.apply(action)
        self._done.append(Event(action, written, comment))

    # Positions that are set up.

    def _set_up(self, act: Act, following: Sequence[Act]) -> None:
        """Go on from a position of the file, also where the game was lost sight of."""
        setup, state = act.value, self.state
        if not isinstance(setup, Setup):
            self.note("set-position", act, "a position is set up that cannot be read")
            self.stop(act, "the position is not known")
            return
        if state.is_over:
            self.note("turn", act, "a position is set up after the end of the game")
            return
        seat = _seat_behind(following)
        if seat is None:
            seat = state.seat or 0 if setup.seat is None else setup.seat
        try:
            if self._done:
                self._set_position(act, setup, seat)
            else:
                self._set_start(act, setup, seat)
        except TavlaError as error:
            words = str(error).partition("; allowed")[0]
            self.note("set-position", act, f"a position is set up that cannot be: {words}")
            self.stop(act, "the position is not known")
            return
        self._found_again(act)

    def _found_again(self, act: Act) -> None:
        """The position is known from here, whatever came before."""
        if self.stopped and self._unplayed:
            self._tell_unplayed(act)
        self.stopped, self.doubtful, self.loser, self._unplayed = False, False, None, 0

    def _set_start(self, act: Act, setup: Setup, seat: int) -> None:
        """The game begins from a position."""
        position = setup.on(Position.start(self.variant), seat)
        if not setup.has_board and not setup.has_cube:
            return  # who is on turn the first roll tells as well
        cube = setup.turned(Cube())
        rules = self.start.rules
        if cube.automatics and rules.away is None:
            most = max(rules.automatics or 0, cube.automatics)
            rules = rules.replace(auto_doubles=most)
        self.start = start_at(position, rules, seat, cube)
        self.state = self.start
        self.note("set-start", act, "the game begins from a position that is set up")

    def _set_position(self, act: Act, setup: Setup, seat: int) -> None:
        """The game goes on from another position."""
        state = self.state
        position = setup.on(state.seen_by(0), seat)
        cube = setup.turned(state.cube)
        same = (position, seat, cube) == (state.position, state.seat, state.cube)
        if same and state.phase is Phase.START and not (setup.has_board or self.stopped):
            return
        self._go_on_from(position, seat, cube, act.comment)
        self.note("set-position", act, "another position is set up, and the game goes on from it")

    def _go_on_from(
        self, position: Position, seat: int, cube: Cube, comment: str | None = None
    ) -> None:
        action = SetUp(seat, position.player, position.opponent, cube.value, cube.owner)
        rules = self.state.rules.replace(illegal_plays="recorded")
        self.state = self.state._next(rules=rules).apply(action)
        self.start = self.start._next(rules=rules)
        self._done.append(Event(action, None, comment))

    # Rolls and plays.

    def _follow(self, acts: list[Act], first: int) -> int:
        """Play the turns from an act on that mean one legal play each, all at once; gives how many they are."""
        state = self.state
        if self.stopped or state.phase is not Phase.START or state.seat is None:
            return 0
        turns, play = _follow(state.position, state.seat, acts, first)
        if play is None:
            return 0
        self._done += turns
        seat, dice, _ = _unpacked_turn(turns[-1])
        before = state._next(position=play.position, seat=seat, turn=state.turn + len(turns) - 1)
        self.state = before.played(dice, play)
        self.rolls += len(turns)
        self.replayed += len(turns)
        return len(turns)

    def _roll(self, act: Act) -> None:
        self.rolls += 1
        if self.stopped:
            self._unplayed += 1
            return
        dice = DICE.get(act.dice)
        if dice is None:
            self._no_dice(act)
            return
        state, seat = self.state, act.seat
        if state.phase is Phase.START and state.seat == seat:
            self.state = state.apply(Roll(seat, dice))
            self._done.append(ROLLED[seat, dice])
        elif not self._rolled_otherwise(act, dice):
            return
        self.replayed += 1
        if act.kind == "roll" or not self.is_last:
            self._play(act)

    def _no_dice(self, act: Act) -> None:
        """Dice that cannot be: none at all is how some say that the player gave up before the roll."""
        if act.dice == "00" and self.is_last and not plays.is_moves(act.text):
            self.rolls -= 1
            self.loser = act.seat
            return
        self.note("dice", act, f"two dice show 1 to 6 each, and {act.dice!r} is written")
        self.stop(act, "the dice are not known")
        self._unplayed += 1

    def _rolled_otherwise(self, act: Act, dice: tuple[int, int]) -> bool:
        """A roll that is no plain continuation: the first of the game, one out of turn, one too many."""
        state = self.state
        if state.phase is Phase.OPENING:
            return self._opened(act, dice)
        if state.phase is Phase.OVER:
            self.note("turn", act, "a roll after the end of the game")
            return False
        if state.phase is Phase.CUBE:
            self._taken_silently(act)
            state = self.state
        if state.phase is Phase.MOVE:
            self.stop(act, "the play before it is not known")
            return False
        assert state.seat is not None
        if state.seat != act.seat:
            self._out_of_turn(act, state.seat, dice)
            state = self.state
        assert state.seat is not None
        self.do(Roll(state.seat, dice))
        return True

    def _opened(self, act: Act, dice: tuple[int, int]) -> bool:
        """The first roll of the game, by whoever won the opening throw."""
        high, low = max(dice), min(dice)
        if high == low:
            self.note("opening", act, "equal dice decide no opening: they are thrown again")
            self._begin_with(act.seat)
            self.do(Roll(act.seat, dice))
            return True
        thrown = (high, low) if act.seat == 0 else (low, high)
        self.do(OpeningRoll(act.seat, thrown))
        if self.state.phase is Phase.START:  # a variant that throws again for the first turn
            self._begin_with(act.seat)
            self._done.clear()
            self.do(Roll(act.seat, dice))
        return True

    def _begin_with(self, seat: int) -> None:
        self.start = GameState.new(self.variant, self.start.rules, starter=seat)
        self.state = self.start

    def _taken_silently(self, act: Act) -> None:
        """Somebody rolls while a cube waits for its answer: a beaver needs none, a double does."""
        offer = self.state.offer
        assert offer is not None
        if offer.depth == 0:
            self.note("cube", act, "the double before this roll has no answer; it counts as taken")
        self.do(Take(offer.answerer))

    def _out_of_turn(self, act: Act, seat: int, dice: tuple[int, int]) -> None:
        """A roll in the column of the other player: the turn of `seat` all the same, or his turn is missing."""
        if not act.sure:
            return
        fits = _fits(self.state.position, act.text, dice)
        if fits or not _fits(self.state.position.flipped(), act.text, dice):
            self.note("column", act, f"it is the turn of the other player, seat {seat}")
            return
        words = f"a roll by seat {act.seat} in the turn of seat {seat}, whose turn is missing"
        self.note("turn", act, words)
        self._go_on_from(self.state.position.flipped(), act.seat, self.state.cube)
        self.doubtful = True

    def _play(self, act: Act) -> None:
        """What was played with the roll that lies."""
        text, state = act.text, self.state
        assert state.dice is not None
        if not plays.is_moves(text):
            self._no_moves(act)
            return
        position = state.position
        found = position.explain(text, state.dice)
        if found.legal:
            self._played(act, state.dice, found.plays[0])
            return
        chosen = plays.read(position, text, state.dice)
        for kind, words in chosen.remarks:
            self.note(kind, act, words)
        if chosen.play is not None:
            self._played(act, state.dice, chosen.play)
        elif chosen.code == "notation" and plays.without_words(text)[1]:
            self._play(self._bare(act))
        elif chosen.code == "notation":
            self.note("cell", act, chosen.words)
            self._unknown(act, "the play cannot be read")
        elif chosen.code == "more_dice" and self.is_last:
            words = f"the game ends within the play: {chosen.words}"
            self._illegal(act, words, plays.pairs(text), kind="hidden-play")
        else:
            self._illegal(act, chosen.words, plays.pairs(text))

    def _bare(self, act: Act) -> Act:
        """The act without what is written behind the play, which becomes a comment."""
        text, words = plays.without_words(act.text)
        self.note("comment", act, f"words behind the play: {words}")
        comment = words if act.comment is None else f"{words}\n{act.comment}"
        return Act(
            act.kind, act.seat, act.line, act.column, text, act.dice, sure=act.sure, comment=comment
        )

    def _played(self, act: Act, dice: tuple[int, int], play: Play) -> None:
        """Keep a legal play; the order of its moves in a file says nothing."""
        seat = self.state.seat
        assert seat is not None
        self.state = self.state.played(dice, play)
        self._done.append(Event(MakePlay.of(seat, play), None, act.comment))

    def _no_moves(self, act: Act) -> None:
        """A roll without moves: a dance, a play that is not told, one that was illegal."""
        state, words = self.state, act.text.lower()
        assert state.dice is not None
        legal = state.position.legal_plays(state.dice)
        if "illegal play" in words or "unexportable play" in words:
            self._dumped(act)
        elif "??" in words:
            self.note("hidden-play", act, "the play is not told")
            self._unknown(act, "the play is not told")
        elif not plays.is_dance(words):
            self.note("cell", act, f"{act.text!r} is no play")
            self._unknown(act, "the play cannot be read")
        elif legal.is_dance:
            self._played(act, state.dice, legal[0])
        elif words:
            self._illegal(act, "there are legal plays", ())
        elif self.is_last:
            return  # somebody gave up after the roll; the result tells who
        elif len(legal) == 1:
            self._played(act, state.dice, legal[0])
        else:
            self._missing(act)

    def _missing(self, act: Act) -> None:
        """No play is written where there are some and the game goes on."""
        state = self.state
        assert state.dice is not None
        legal = state.position.legal_plays(state.dice)
        assert state.seat is not None
        self.note(
            "missing-play", act, "no play is written, and there are legal ones", _words(legal)
        )
        self.do(IllegalPlay(state.seat, ()), None, act.comment)

    def _unknown(self, act: Act, why: str) -> None:
        """The play is not known: nothing more may come, or it is forced, or the game is lost sight of."""
        state = self.state
        assert state.dice is not None
        legal = state.position.legal_plays(state.dice)
        if self.is_last:
            return  # somebody gave up; the result tells who
        if len(legal) == 1:
            self._played(act, state.dice, legal[0])
        else:
            self.stop(act, why)

    def _illegal(
        self,
        act: Act,
        words: str,
        moves: tuple[tuple[int, int], ...],
        *,
        kind: str = "illegal-play",
    ) -> None:
        """A play against the rules, which stands as it was made where that can be."""
        state = self.state
        assert state.dice is not None
        assert state.seat is not None
        if self.doubtful and kind == "illegal-play":
            self.stop(act, "the play does not fit the board as it stood before the missing turn")
            return
        legal = _words(state.position.legal_plays(state.dice))
        self.note(kind, act, words, legal)
        kept = (
            self.keeps_text
            and act.text != plays.text_of_pairs(moves)
            and plays.says(state.position, act.text, moves)
        )
        written = act.text if moves and kept else None
        try:
            self.do(IllegalPlay(state.seat, moves), written, act.comment)
        except TavlaError as error:
            self.stop(act, str(error))

    def _dumped(self, act: Act) -> None:
        """An illegal play that is told by the position after it."""
        state = self.state
        moves = plays.moves_to_dump(state.position, act.text)
        if moves is None:
            self.note("illegal-play", act, "an illegal play, without the moves that were made")
            self.stop(act, "the position after the illegal play is not known")
            return
        self._illegal(act, "the file says that the play was illegal", moves)

    # The cube.

    def _double(self, act: Act) -> None:
        state = self.state
        if state.phase is Phase.CUBE:
            self._turned_back(act)
            return
        seat = act.seat
        if state.phase is Phase.START and state.seat is not None and seat != state.seat:
            if act.sure:
                self.note("column", act, f"it is the turn of the other player, seat {state.seat}")
            seat = state.seat
        if not self._cube(act, Double(seat)):
            return
        self._check_value(act)

    def _check_value(self, act: Act) -> None:
        offer = self.state.offer
        if offer is not None and act.value is not None and act.value != offer.value:
            words = f"the cube is turned to {offer.value}, and {act.value} is written"
            self.note("cube", act, words)

    def _turned_back(self, act: Act) -> None:
        """A double as the answer to one is a beaver, a raccoon, and so on."""
        offer = self.state.offer
        assert offer is not None
        if act.seat != offer.answerer and act.sure:
            self.note("cube", act, "the double before this one has no answer; it counts as taken")
            self.do(Take(offer.answerer))
            self._double(act)
            return
        turn = (Beaver if offer.depth == 0 else Raccoon)(offer.answerer)
        if self._cube(act, turn):
            self._check_value(act)

    def _answer(self, act: Act) -> None:
        offer = self.state.offer
        if self.state.phase is not Phase.CUBE or offer is None:
            self.note("cube", act, "no cube waits for an answer")
            return
        if act.seat != offer.answerer and act.sure:
            self.note("column", act, f"it is for the other player, seat {offer.answerer}")
        action = Take if act.kind == "take" else Pass
        self._cube(act, action(offer.answerer))

    def _cube(self, act: Act, action: Action) -> bool:
        """Apply a cube action; what the agreements forbid is noted, and stands where it can."""
        try:
            self.do(action, None, act.comment)
        except CubeError as error:
            self.note("cube", act, str(error).partition("; allowed")[0])
            return self._lifted(action, act.comment)
        except TavlaError as error:
            self.note("cube", act, str(error).partition("; allowed")[0])
            return False
        return True

    def _lifted(self, action: Action, comment: str | None) -> bool:
        """Lift what the players agreed on and evidently did not keep: the Crawford game, the depth of beavers."""
        rules = self.state.rules
        if isinstance(action, Beaver | Raccoon) and rules.away is None:
            depth = 1 if self.state.offer is None else self.state.offer.depth + 1
            lifted = rules.replace(beavers=max(depth, rules.beavers))
        else:
            lifted = rules.replace(crawford=False)
        start, state = self.start._next(rules=lifted), self.state._next(rules=lifted)
        try:
            self.state = state.apply(action)
        except TavlaError:
            return False
        self.start = start
        self._done.append(Event(action, None, comment))
        return True

    # The end.

    def _resigned(self, act: Act) -> None:
        if self.state.phase is Phase.OVER:
            self.note("turn", act, "a resignation after the end of the game")
            return
        self.loser = act.seat
        if act.value is not None:
            self.settle(1 - act.seat, None, act, level=act.value)

    def _loses(self, act: Act) -> None:
        """The loser's side of the result; the winner's says the same."""

    def _wins(self, act: Act) -> None:
        winner = act.seat if act.sure else self._likely_winner(act)
        self.settle(winner, act.value, act)

    def _likely_winner(self, act: Act) -> int:
        """Who won where the place does not tell: on the board, by a pass, or because the other gave up in his turn."""
        state = self.state
        if state.result is not None and state.result.winner is not None:
            return state.result.winner
        if state.offer is not None:
            return 1 - state.offer.answerer
        if self.loser is not None:
            return 1 - self.loser
        return act.seat if state.seat is None else 1 - state.seat

    def settle(
        self, winner: int, points: int | None, act: Act, *, level: int | None = None
    ) -> None:
        """End the game as the result says, by board, by pass or by resignation, and compare."""
        state = self.state
        if state.phase is Phase.CUBE and state.offer is not None:
            offer = state.offer
            # A beaver is taken without a word, so that the points tell whether it was.
            passed = offer.depth == 0 or points is None or points % offer.value != 0
            lost = winner != offer.answerer and passed
            self.do(Pass(offer.answerer) if lost else Take(offer.answerer))
        state = self.state
        if state.phase in (Phase.START, Phase.MOVE):
            self._resign(winner, points, act, level)
        elif state.phase is Phase.OPENING:
            self._unplayed_result(winner, points, act)
            return
        self._compare(winner, points, act)

    def _unplayed_result(self, winner: int, points: int | None, act: Act) -> None:
        """A result before anything was played."""
        self.note("points", act, f"seat {winner} wins {points} before anything was played")

    def _resign(self, winner: int, points: int | None, act: Act, level: int | None) -> None:
        state, loser = self.state, 1 - winner
        if self.loser == winner:
            self.note("winner", act, f"seat {winner} gave up, and is written as the winner")
            loser = winner
        highest = highest_level(state, loser)
        cube = state.cube.value
        if level is None:
            level = 1 if points is None else max(1, -(-points // cube))
        once = state.rules.jacoby and state.cube.doubles == 0
        self.do(Resign(loser, 1 if once else min(level, highest)))
        self.do(Accept(1 - loser))

    def _compare(self, winner: int, points: int | None, act: Act) -> None:
        """Compare the result with what is written."""
        result = self.state.result
        if result is None:
            return
        if result.winner != winner:
            self.note("winner", act, f"seat {result.winner} won the game, and not seat {winner}")
            return
        if points is None or points == result.points:
            return
        away = self.state.rules.away
        if away is not None and points == away[winner] <= result.points:
            return
        if self._counts_once(points):
            return
        words = f"the game was worth {result.points}, and {points} is written"
        self.note("points", act, words)

    def _counts_once(self, points: int) -> bool:
        """Whether Jacoby's rule explains the points, where nothing says if it is played; then it is."""
        rules, cube = self.state.rules, self.state.cube
        if rules.away is not None or self.jacoby_is_told or cube.doubles or points != cube.value:
            return False
        start = self.start._next(rules=rules.replace(jacoby=True))
        state = start
        for event in self.events():
            state = state.apply(event.action)
        if state.result is None or state.result.points != points:
            return False
        self.start, self.state = start, state
        return True

    def finish(self, act: Act | None, *, is_last: bool) -> None:
        """Close the game, which may not be over.

        Args:
            act: The last act, or None where there is none.
            is_last: Whether it is the last game of the file.
        """
        if self.stopped and act is not None and self._unplayed:
            self._tell_unplayed(act)
        if self.state.is_over or self.stopped or act is None:
            return
        if self.loser is not None and self.state.phase in (Phase.START, Phase.MOVE):
            self.settle(1 - self.loser, None, act)
            return
        what = "file" if is_last else "game"
        self.note("truncated", act, f"the {what} ends here, and the game has no result")

    def _tell_unplayed(self, act: Act) -> None:
        words = f"{self._unplayed} of the {self.rolls} rolls of the game could not be replayed"
        self.note("stopped", act, words)


_HANDLERS = {
    "double": GameReplay._double,
    "beaver": GameReplay._double,
    "take": GameReplay._answer,
    "drop": GameReplay._answer,
    "resign": GameReplay._resigned,
    "wins": GameReplay._wins,
    "loses": GameReplay._loses,
}


def _seat_behind(acts: Sequence[Act]) -> int | None:
    """Who does the next thing that only the seat on turn does."""
    first = acts[0] if acts else None
    return first.seat if first is not None and first.kind in ("roll", "throw", "double") else None


@lru_cache(maxsize=MOST_SHARED)
def _events_of(turn: int) -> tuple[Event, Event]:
    """The events of a roll and its play, kept for the next time that they are met."""
    seat, dice, moves = _unpacked_turn(turn)
    return ROLLED[seat, dice], Event(MakePlay._made(seat, moves))


def _fits(position: Position, text: str, dice: tuple[int, int]) -> bool:
    """Whether a position has a play of this text."""
    if plays.is_moves(text):
        return plays.read(position, text, dice).play is not None
    return position.legal_plays(dice).is_dance


def _words(legal: Sequence[Play]) -> tuple[str, ...]:
    """The first legal plays as text."""
    return tuple(str(play) for play in list(legal)[:MOST_LEGAL])
