"""Games played at random: what must hold in every state, whatever is done (rules B2, C, A7)."""

import json
import pickle

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

import game_oracle as oracle
import tavla
from tavla import Game, GameRecord, GameRules, GameState
from tavla.errors import ActionError, IllegalPlayError, NothingToUndoError
from tavla.game import (
    Decline,
    MakeMove,
    MakePlay,
    OpeningRoll,
    Phase,
    Resign,
    Roll,
    Settle,
    actions,
)

PLAYING = (OpeningRoll, Roll, MakePlay, MakeMove)


class GamesAtRandom(RuleBasedStateMachine):
    @initialize(
        variant=oracle.game_variants,
        rules=oracle.agreements(),
        starter=st.sampled_from((None, None, 0, 1)),
        seed=st.integers(0, 2**64),
        number=st.integers(0, 1000),
    )
    def start(self, variant, rules, starter, seed, number):
        self.game = Game(variant, rules, seed=seed, number=number, starter=starter)
        self.first = self.game.state
        self.stream = tavla.DiceStream(seed, game=number)

    @rule(data=st.data())
    @precondition(lambda self: not self.game.is_over)
    def act(self, data):
        """Take a legal action; games go on for a while, so those that end them come seldom."""
        kinds = {}
        for action in self.game.legal_actions:
            kinds.setdefault(type(action), []).append(action)
        likely = [kind for kind in kinds if kind is not Resign] or list(kinds)
        chosen = data.draw(st.sampled_from(likely * 5 + list(kinds)), label="kind")
        found = kinds[chosen]
        action = found[data.draw(st.integers(0, len(found) - 1), label="which")]
        before = self.game.state
        after = self.game.apply(action, expect=len(self.game.events))
        assert after is self.game.state
        assert after != before or isinstance(action, Decline)
        if isinstance(action, OpeningRoll):
            assert self.game.events[-1].action.dice == self.stream.opening(before.attempt)
        if isinstance(action, Roll):
            assert after.dice == self.stream.roll(before.turn)

    @rule(count=st.integers(1, 3))
    def undo(self, count):
        events, state = self.game.events, self.game.state
        if count > len(events):
            with pytest.raises(NothingToUndoError):
                self.game.undo(count)
            assert (self.game.events, self.game.state) == (events, state)
        else:
            self.game.undo(count)
            assert self.game.events == events[:-count]

    @rule(points=st.fractions(-5, 5, max_denominator=4), seat=oracle.seats)
    @precondition(lambda self: "settle" in self.game.state.may)
    def settle(self, points, seat):
        if oracle.is_legal(self.game.state, Settle(seat, points)):
            self.game.settle(points, seat)

    @rule(some=st.lists(oracle.any_actions, min_size=1, max_size=6))
    def anything(self, some):
        """Actions of any kind: taken where the second opinion says so, and otherwise refused without a trace."""
        game, state, events = self.game, self.game.state, self.game.events
        for action in some:
            if oracle.is_legal(state, action):
                after = state.apply(action)
                check_state(after)
                assert state.apply(actions.read(action.to_dict())) == after
            else:
                with pytest.raises((ActionError, IllegalPlayError)) as caught:
                    state.apply(action)
                assert str(caught.value)
                with pytest.raises((ActionError, IllegalPlayError)):
                    game.apply(action)
            assert game.state is state
            assert game.events == events

    @rule(throw=oracle.dice)
    @precondition(lambda self: "roll" in self.game.state.may)
    def other_dice(self, throw):
        state, events = self.game.state, self.game.events
        if throw != self.stream.roll(state.turn):
            with pytest.raises(tavla.errors.DiceSourceError):
                self.game.roll(throw)
            assert self.game.state is state
            assert self.game.events == events

    @invariant()
    def the_state_is_sound(self):
        check_state(self.game.state)

    @invariant()
    def the_legal_actions_are_those_of_the_second_opinion(self):
        state = self.game.state
        found = state.legal_actions
        assert len(set(found)) == len(found)
        for action in found:
            assert oracle.is_legal(state, action), action
            assert isinstance(state.apply(action), GameState)
        assert (state.phase is Phase.OVER) == (not found and not state.may)
        assert {action.seat for action in found if not isinstance(action, Resign)} <= state.to_act

    @invariant()
    def views_hold_nothing_to_come(self):
        for seat in (None, 0, 1):
            text = json.dumps(self.game.view(seat))
            assert '"seed"' not in text
            assert '"thrown"' not in text
            assert self.stream.seed.hex() not in text
            view = json.loads(text)
            assert view["dice"] == (self.game.state.dice and list(self.game.state.dice))
            for action in view["legal_actions"]:
                assert seat in (None, action["seat"])
                assert action.get("dice") is None

    @invariant()
    def the_game_is_the_same_from_json(self):
        record = self.game.record
        again = GameRecord.from_json(record.to_json())
        assert again == record
        assert hash(again) == hash(record)
        assert again.replay() == self.game.state
        game = Game.from_json(self.game.to_json())
        assert game.to_dict() == self.game.to_dict()
        assert game.events == self.game.events
        assert game.state == self.game.state
        assert game.record == record
        assert pickle.loads(pickle.dumps(record)) == record

    def teardown(self):
        """Undo everything, and do it again without saying the dice."""
        if not hasattr(self, "game"):
            return
        events, last = self.game.events, self.game.state
        assert self.game.undo(len(events)) == self.first
        for event in events:
            action = event.action
            again = type(action)(action.seat) if isinstance(action, OpeningRoll | Roll) else action
            self.game.apply(again)
        assert (self.game.events, self.game.state) == (events, last)


def check_state(state):
    position, cube = state.position, state.cube
    for board in (position, state.board):
        assert sum(board.player) == sum(board.opponent) == state.variant.checkers
    assert cube.value & (cube.value - 1) == 0
    assert cube.value.bit_length() - 1 >= cube.doubles + cube.automatics
    assert state.seat is None or state.seat == (state.starter + state.turn) % 2
    again = GameState.from_dict(json.loads(json.dumps(state.to_dict())))
    assert again == state
    assert hash(again) == hash(state)
    assert again.to_dict() == state.to_dict()
    copied = pickle.loads(pickle.dumps(state))
    assert copied == state
    assert hash(copied) == hash(state)
    if state.is_over:
        assert state.result.points == oracle.points(state)
        assert sum(state.result.scores) == 0
        assert not state.to_act
    else:
        assert state.result is None
        assert state.to_act


TestGamesAtRandom = GamesAtRandom.TestCase
TestGamesAtRandom.settings = settings(
    max_examples=max(20, settings().max_examples // 4),
    stateful_step_count=30,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("variant", tavla.VARIANTS.values(), ids=str)
@pytest.mark.parametrize(
    "rules", [GameRules(), GameRules(cube=True, jacoby=True)], ids=["", "cube"]
)
def test_whole_games_end_and_pay_what_they_should(variant, rules):
    for number in range(4):
        game = Game(variant, rules, seed=5, number=number)
        stream = tavla.DiceStream(11, game=number)
        while not game.is_over:
            found = [a for a in game.legal_actions if isinstance(a, OpeningRoll | Roll | MakePlay)]
            game.apply(found[stream.choose(0, game.state.turn, len(found))])
            assert game.state.cube.value == 1
        check_state(game.state)
        assert game.state.position.outcome.winner is tavla.OPPONENT
        assert game.result.winner == 1 - game.state.seat
        assert GameRecord.from_json(game.record.to_json()).replay() == game.state
