"""Where the dice of a game come from, and that they cannot be chosen."""

import json

import pytest

import tavla
from tavla import BACKGAMMON, FEVGA, HYPER, MOULTEZIM, DiceStream, Game, GameRules, GameState
from tavla.errors import DataError, DiceSourceError, InvalidArgumentError, InvalidDiceError
from tavla.game import (
    MakePlay,
    ManualDice,
    OpeningRoll,
    Roll,
    ScriptedDice,
    SeededDice,
    SystemDice,
)
from tavla.game.dice import source_from_dict


def played(variant, seed, number):
    """A game in which every player takes the first play there is."""
    game = Game(variant, seed=seed, number=number)
    while not game.is_over:
        if game.state.dice is None:
            game.roll()
        else:
            game.apply(next(a for a in game.legal_actions if isinstance(a, MakePlay)))
    return game


def throws(game):
    return [e.action.dice for e in game.events if isinstance(e.action, OpeningRoll | Roll)]


class FirstPlay:
    """A policy that takes the first play of every turn, and remembers the dice of its games."""

    def __init__(self):
        self.dice = {}

    def __call__(self, wave):
        for game, turn, dice in zip(wave.game, wave.turn, wave.dice, strict=True):
            self.dice[int(game), int(turn)] = tuple(sorted(map(int, dice)))
        return wave.successors.indptr[:-1]


@pytest.mark.parametrize("variant", [HYPER, MOULTEZIM, BACKGAMMON], ids=lambda v: v.name)
def test_a_game_has_the_dice_the_starter_and_the_result_of_the_simulated_one(variant):
    policy = FirstPlay()
    found = tavla.simulate(variant, games=6, seed=11, players=(policy, policy))
    for number in range(6):
        game = played(variant, 11, number)
        assert game.events[-1].action.seat == found.winner[number] == game.result.winner
        assert game.state.starter == found.starter[number]
        assert game.state.turn == found.turns[number]
        assert game.result.points == found.points[number]
        turn = 0
        for event, state in zip(game.events, list(game.record.states())[1:], strict=True):
            if isinstance(event.action, OpeningRoll | Roll) and state.dice is not None:
                assert tuple(sorted(state.dice)) == policy.dice[number, turn]
                turn += 1
        assert turn == found.turns[number]


@pytest.mark.parametrize("variant", [HYPER, FEVGA], ids=lambda v: v.name)
def test_the_dice_are_those_of_the_stream(variant):
    game, stream = played(variant, 3, 5), DiceStream(3, game=5)
    for event, state in zip(game.events, game.record.states(), strict=False):
        if isinstance(event.action, OpeningRoll):
            assert event.action.dice == stream.opening(state.attempt)
        if isinstance(event.action, Roll):
            assert event.action.dice == stream.roll(state.turn)


def test_a_stored_game_goes_on_with_the_same_dice_and_so_it_does_after_undo():
    whole = throws(played(HYPER, 3, 5))
    game = Game(HYPER, seed=3, number=5)
    while not game.is_over:
        game = Game.from_json(game.to_json())
        if game.state.dice is None:
            thrown = game.roll()
            game.undo()
            assert game.roll() == thrown
        else:
            game.apply(next(a for a in game.legal_actions if isinstance(a, MakePlay)))
    assert throws(game) == whole


def test_what_was_played_does_not_change_the_dice():
    first, second = Game(HYPER, seed=9), Game(HYPER, seed=9)
    for game, which in ((first, 0), (second, -1)):
        game.roll()
        for _ in range(6):
            plays = [a for a in game.legal_actions if isinstance(a, MakePlay)]
            game.apply(plays[which])
            game.roll()
    assert throws(first) == throws(second)


@pytest.mark.parametrize("dice", [SeededDice(7), SystemDice()], ids=["seeded", "system"])
def test_dice_that_differ_from_the_source_are_refused_and_not_given_away(dice):
    start = GameState.at(tavla.Position.start(HYPER), GameRules(cube=True))
    game = Game(start=start, dice=dice)
    thrown = game.roll().dice
    game.undo()
    for throw in [(a, b) for a in range(1, 7) for b in range(1, 7) if (a, b) != thrown]:
        with pytest.raises(DiceSourceError) as caught:
            game.roll(throw)
        assert str(caught.value) == f"roll: the dice are others than {throw}"
        assert game.state is start
        assert not game.events
    assert game.roll(thrown).dice == thrown


def test_system_dice_once_thrown_stay_thrown():
    game = Game(start=GameState.at(tavla.Position.start(HYPER)), dice=SystemDice())
    thrown = game.roll().dice
    for _ in range(20):
        game = Game.from_json(game.to_json())
        game.undo()
        assert game.roll().dice == thrown


def test_dice_by_hand_come_with_the_throw():
    game = Game(HYPER, dice=ManualDice())
    assert game.legal_actions == ()
    assert game.state.may == ("opening_roll",)
    for throw in (None, (7, 1), (0, 1), (1,), (1, 2, 3), "65", (1.0, 2), (True, 2), 65):
        with pytest.raises((DiceSourceError, InvalidDiceError)):
            game.roll(throw)
    assert not game.events
    game.roll((6, 5))
    with pytest.raises(tavla.errors.WrongPhaseError):
        game.roll((3, 1))
    game.undo()
    assert game.roll([2, 5]).dice == (2, 5), "somebody wrote the wrong dice down"
    assert Game.from_json(game.to_json()).state == game.state


def test_scripted_dice_are_thrown_in_order_and_counted():
    with ScriptedDice([(6, 5), (3, 1)]) as dice:
        game = Game(HYPER, dice=dice)
        game.roll()
        game.undo()
        assert game.roll().dice == (6, 5), "an undo throws nothing"
        assert dice.left == ((3, 1),)
        game.play("24/18 23/18")
        again = Game.from_json(game.to_json())
        assert again.roll().dice == game.roll().dice == (3, 1)
    left = ScriptedDice([(6, 5), (3, 1)])
    Game(HYPER, dice=left).roll()
    with pytest.raises(DiceSourceError, match="1 of 2 scripted throws were not used"), left:
        pass
    with pytest.raises(KeyError), ScriptedDice([(6, 5)]):
        raise KeyError("what went wrong inside is not hidden")
    for wrong in ([(6, 7)], [6], [(True, 1)]):
        with pytest.raises(InvalidDiceError):
            ScriptedDice(wrong)
    for used in (-1, 2, True, None):
        with pytest.raises(InvalidArgumentError, match="used"):
            ScriptedDice([(6, 5)], used)


def test_a_refused_throw_takes_no_scripted_dice():
    dice = ScriptedDice([(6, 5)])
    game = Game(HYPER, dice=dice, starter=0)
    with pytest.raises(tavla.errors.NotYourTurnError):
        game.apply(Roll(1))
    assert dice.used == 0


class Loaded:
    """A source of somebody's own that throws what are no dice."""

    def opening(self, attempt):
        return 0, 7

    def roll(self, turn):
        return "65"

    def to_dict(self):
        return {"source": "loaded"}

    def published(self, *, over):
        return None


def test_a_source_of_ones_own_is_checked():
    game = Game(HYPER, dice=Loaded())
    for _ in range(2):
        with pytest.raises(InvalidDiceError):
            game.roll()
        assert game.to_dict()["thrown"] == []
    assert not game.events
    with pytest.raises(DataError, match="source"):
        Game.from_json(game.to_json())


def test_a_state_has_no_source():
    with pytest.raises(DiceSourceError, match="expected dice"):
        GameState.new(HYPER).apply(OpeningRoll(0))


def test_the_seed_is_published_only_when_the_game_is_over():
    game = Game(HYPER, GameRules(settlements=True), seed=7)
    game.roll()
    assert game.record.dice is None
    assert json.dumps(game.record.to_dict()).count(SeededDice(7).seed.hex()) == 0
    game.resign()
    game.accept()
    assert game.record.dice == {"source": "seeded", "seed": SeededDice(7).seed.hex(), "game": 0}


@pytest.mark.parametrize(
    "source", [SeededDice(7, 3), ManualDice(), SystemDice(), ScriptedDice([(6, 5), (2, 1)], 1)]
)
def test_sources_are_plain_data(source):
    again = source_from_dict(json.loads(json.dumps(source.to_dict())))
    assert type(again) is type(source)
    assert again.to_dict() == source.to_dict()


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"source": "loaded"},
        {"source": ["seeded"]},
        {"source": "seeded"},
        {"source": "seeded", "seed": 7, "game": 0},
        {"source": "seeded", "seed": "00", "game": 0},
        {"source": "seeded", "seed": "x" * 64, "game": 0},
        {"source": "seeded", "seed": "00" * 32, "game": -1},
        {"source": "seeded", "seed": "00" * 32, "game": 10**30},
        {"source": "manual", "more": 1},
        {"source": "scripted", "throws": [[6, 7]], "used": 0},
        {"source": "scripted", "throws": 5, "used": 0},
        {"source": "scripted", "throws": [[6, 5]], "used": 2},
        {"source": "manual", 5: 1, "x": 2},
    ],
    ids=str,
)
def test_no_such_source(data):
    with pytest.raises(DataError):
        source_from_dict(data)
