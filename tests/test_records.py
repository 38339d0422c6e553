"""Records and stored data: what was written is read again, and what was tampered with is seen."""

import copy
import json
import pickle
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from helpers import pos
from mutation import deep, mutant
from tavla import BACKGAMMON, HYPER, MOULTEZIM, Game, GameRecord, GameRules, GameState
from tavla.errors import DataError, InvalidArgumentError, RecordError
from tavla.game import (
    Cube,
    Decline,
    Double,
    Event,
    FairDice,
    IllegalPlay,
    MakeMove,
    MakePlay,
    OpeningRoll,
    Resign,
    Roll,
    ScriptedDice,
    SeededDice,
    Settle,
    actions,
)

MONEY = GameRules(
    cube=True, jacoby=True, beavers=3, auto_doubles=2, settlements=True, illegal_plays="accepted"
)
HITTING = pos(HYPER, "24:1 23:1 22:1 | 7:1 24:2")


def stories():
    """Games and states of every kind, by name."""
    found = {}
    game = Game(HYPER, MONEY, dice=ScriptedDice([(3, 3), (6, 5), (6, 6), (2, 1), (4, 3), (5, 2)]))
    game.roll()
    game.roll()
    found["opened"] = copy.copy(game.to_dict())
    game.play("24/18 23/18")
    game.offer()
    game.beaver()
    found["beavered"] = game.to_dict()
    game.raccoon()
    game.take()
    game.roll()
    found["rolled"] = game.to_dict()
    game.play(str(game.state.position.legal_plays(game.state.dice)[0]))
    game.roll()
    game.move(*next((m.source, m.target) for m in game.state.position.legal_moves((2, 1))))
    found["moved"] = game.to_dict()
    game.resign(2)
    found["resigned"] = game.to_dict()
    game.decline(3)
    game.settle("1/3")
    found["settling"] = game.to_dict()
    game.accept()
    found["settled"] = game.to_dict()
    passed = Game(BACKGAMMON, MONEY, seed=7, players=("ann", "bob"), tags={"event": "club"})
    passed.roll()
    passed.apply(MakePlay(passed.state.seat, first(passed).moves), comment="so far")
    passed.offer()
    passed.pass_()
    found["passed"] = passed.to_dict()
    whole = Game(MOULTEZIM.replace(name="mini", start={24: 3}), seed=3, auto=("roll", "forced"))
    whole.roll()
    while not whole.is_over:
        whole.play(str(first(whole)))
    found["borne off"] = whole.to_dict()
    return found


def first(game):
    return game.state.position.legal_plays(game.state.dice)[0]


STORIES = stories()
names = st.sampled_from(sorted(STORIES))
ACTIONS = [
    OpeningRoll(0, (3, 3)),
    Roll(1, (6, 5)),
    Roll(1),
    Double(0),
    MakePlay(0, (tavla.Move(24, 18, 6, hit=True), tavla.Move(23, 18, 5))),
    MakePlay(1),
    MakeMove(1, (6, 0, 6)),
    IllegalPlay(0, ((24, 10), (25, 24))),
    Resign(0, 3),
    Settle(1, Fraction(-1, 3)),
    Settle(1, 4),
    Decline(0, 2),
    Decline(0),
]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_actions_are_the_same_after_json(action):
    again = actions.read(json.loads(json.dumps(action.to_dict())))
    assert again == action
    assert hash(again) == hash(action)
    assert again.to_dict() == action.to_dict()
    assert pickle.loads(pickle.dumps(action)) == action
    assert (
        eval(repr(action), vars(tavla.game) | {"Move": tavla.Move, "Fraction": Fraction}) == action
    )


@pytest.mark.parametrize("name", STORIES)
def test_stored_games_go_on_where_they_were(name):
    game = Game.from_json(json.dumps(STORIES[name]))
    assert game.to_dict() == STORIES[name]
    assert game.record.replay() == game.state
    assert GameRecord.from_dict(game.record.to_dict()) == game.record
    assert GameState.from_dict(game.state.to_dict()) == game.state


@pytest.mark.parametrize("name", STORIES)
def test_the_order_of_names_in_stored_data_means_nothing(name):
    game = Game.from_dict(STORIES[name])
    for text in (json.dumps(STORIES[name], sort_keys=True), json.dumps(backwards(STORIES[name]))):
        again = Game.from_json(text)
        assert again.state == game.state
        assert again.record == game.record
        assert again.to_dict() == game.to_dict()


def backwards(data):
    if isinstance(data, dict):
        return {key: backwards(value) for key, value in reversed(data.items())}
    return [backwards(item) for item in data] if isinstance(data, list) else data


def check_read(kind, data):
    """Whatever came: it is refused as data, or it is sound."""
    try:
        found = kind.from_dict(data)
    except DataError:
        return None
    plain = found.to_dict()
    again = kind.from_dict(plain)
    assert again.to_dict() == plain
    if not isinstance(found, Game):
        assert again == found
        assert hash(again) == hash(found)
    return found


def check_state(found):
    if found is not None:
        for action in found.legal_actions:
            found.apply(action)
        assert found.view()


@given(name=names, seed=st.integers(0, 2**32))
def test_tampered_states_are_refused_or_sound(name, seed):
    rng = random.Random(seed)
    state = Game.from_dict(STORIES[name]).state.to_dict()
    for _ in range(20):
        check_state(check_read(GameState, mutant(state, rng)))


@given(name=names, seed=st.integers(0, 2**32))
def test_tampered_records_and_games_are_refused_or_sound(name, seed):
    rng = random.Random(seed)
    for _ in range(5):
        check_read(GameRecord, mutant(STORIES[name]["record"], rng))
        check_read(Game, mutant(STORIES[name], rng))


@given(seed=st.integers(0, 2**32))
def test_tampered_rules_and_actions_are_refused_or_sound(seed):
    rng = random.Random(seed)
    for _ in range(20):
        check_read(GameRules, mutant(MONEY.to_dict(), rng))
        data = mutant(rng.choice(ACTIONS).to_dict(), rng)
        try:
            action = actions.read(data)
        except DataError:
            continue
        assert actions.read(action.to_dict()) == action


@pytest.mark.parametrize("kind", [GameState, GameRecord, Game, GameRules])
@pytest.mark.parametrize(
    "data",
    [None, 5, "x", [], {}, {"format": 10**5000}, {"format": "tavla.state", "version": 10**5000}],
)
def test_what_is_no_such_object_at_all(kind, data):
    if kind is GameRules and data == {}:
        assert kind.from_dict(data) == GameRules()
        return
    with pytest.raises(DataError):
        kind.from_dict(data)


@pytest.mark.parametrize("name", ["variant", "rules", "position", "cube", "offer", "moves", "dice"])
def test_nesting_beyond_reason(name):
    data = STORIES["moved"]["record"]["start"] | {name: deep()}
    with pytest.raises(DataError):
        GameState.from_dict(data)
    with pytest.raises(DataError):
        actions.read({"type": "play", "seat": 0, "moves": deep()})


@pytest.mark.parametrize("kind", [GameRecord, Game])
@pytest.mark.parametrize("text", ["", "{", "NaN", "[" * 100_000, b"\xff\xfe\x00", "1" * 5000])
def test_what_is_no_json(kind, text):
    with pytest.raises(DataError):
        kind.from_json(text)


def over(**changes):
    """The state of a game of Hyper-Backgammon that seat 0 won, with changes."""
    state = GameState.at(pos(HYPER, "6:1 | 24:3"), GameRules(), dice=(6, 5)).play("6/off")
    return state.to_dict() | changes


RESULT = over()["result"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 2}, "version 1"),
        ({"format": "tavla.view"}, "tavla.state"),
        ({"seat": 0}, "the seat on turn follows"),
        ({"seat": None}, "the seat on turn follows"),
        ({"phase": "start", "result": None}, "a finished board ends the game"),
        ({"dice": [6, 5]}, "dice lie"),
        ({"result": RESULT | {"points": 2}}, "the result should be"),
        ({"result": RESULT | {"winner": 1}}, "the result should be"),
        ({"result": None}, "the result should be"),
        ({"cube": {"value": 2, "owner": 0, "doubles": 1, "automatics": 0}}, "the cube"),
        ({"offer": {"doubler": 1, "depth": 0}}, "offer"),
        ({"proposal": {"type": "resign", "seat": 0, "level": 1}}, "finished board"),
        ({"proposal": {"type": "accept", "seat": 0}}, "accept is no proposal"),
        ({"moves": [[24, 18, 6]]}, "moves without dice"),
        ({"position": {"player": [0] * 26, "opponent": [3] + [0] * 25}}, "no position"),
        (
            {"position": {"player": [3] + [0] * 25, "opponent": [0] * 6 + [3] + [0] * 19}},
            "finished",
        ),
        ({"more": 1}, "not known"),
        ({"turn": True}, "whole number"),
        ({"turn": 0, "seat": 1, "starter": 1}, "finished board"),
        (
            {
                "cube": {"value": 2, "owner": None, "doubles": 0, "automatics": 1},
                "rules": {"cube": True, "auto_doubles": 1},
            },
            "automatic doubles come from tied",
        ),
        ({"rules": {"beavers": 10**12, "cube": True}}, "beavers"),
    ],
    ids=str,
)
def test_states_that_contradict_themselves(changes, words):
    assert GameState.from_dict(over())
    with pytest.raises(DataError, match=words):
        GameState.from_dict(over(**changes))


@pytest.mark.parametrize(
    ("changes", "sound"),
    [
        ({}, True),
        ({"offer": {"doubler": 0, "depth": 1}}, True),
        ({"offer": {"doubler": 0, "depth": 2}}, False),
        ({"offer": {"doubler": 0, "depth": 64}}, False),
        ({"offer": {"doubler": 1, "depth": 0}}, False),
        ({"offer": None}, False),
        ({"turn": 0, "starter": 0}, False),
        ({"phase": "start"}, False),
        ({"rules": {}}, False),
    ],
    ids=str,
)
def test_an_offer_that_stands_could_have_been_made(changes, sound):
    rules = GameRules(cube=True, beavers=1)
    data = GameState.at(HITTING, rules).apply(Double(0)).to_dict() | changes
    if sound:
        assert GameState.from_dict(data).to_dict() == data
    else:
        with pytest.raises(DataError, match="offer"):
            GameState.from_dict(data)


def test_dice_do_not_lie_before_the_roll_whatever_is_proposed():
    state = GameState.at(HITTING).apply(Resign(0, 1)).to_dict()
    assert GameState.from_dict(state)
    with pytest.raises(DataError, match="dice lie"):
        GameState.from_dict(state | {"dice": [6, 5]})


def test_the_variant_of_stored_data_is_checked():
    state = GameState.new(MOULTEZIM).to_dict()
    wrong = state["variant"] | {"fingerprint": HYPER.fingerprint}
    with pytest.raises(DataError, match="fingerprint"):
        GameState.from_dict(state | {"variant": wrong})
    with pytest.raises(DataError, match="no position of moultezim"):
        GameState.from_dict(state | {"position": GameState.new(HYPER).to_dict()["position"]})
    with pytest.raises(DataError, match="opening"):
        GameState.from_dict(
            state | {"position": {"player": [15] + [0] * 25, "opponent": [15] + [0] * 25}}
        )


# What was recorded is what was played.


def hit_game():
    """A game whose first play is hitting; then a play and a roll."""
    game = Game(start=GameState.at(HITTING), dice=ScriptedDice([(6, 5), (2, 1), (3, 3)]))
    game.roll()
    game.play("24/18*/13")
    game.roll()
    game.play(str(first(game)))
    game.roll()
    return game


def test_hits_are_recorded_whether_they_were_said_or_not():
    said = (tavla.Move(24, 18, 6, hit=True), tavla.Move(18, 13, 5))
    for moves in (said, ((24, 18, 6), (18, 13, 5))):
        game = Game(start=GameState.at(HITTING, dice=(6, 5)))
        game.apply(MakePlay(0, moves))
        assert game.events[0].action.moves == said
    single = Game(start=GameState.at(HITTING, dice=(6, 5)))
    single.move(24, 18)
    assert single.events[0].action.move == single.state.moves[0] == said[0]
    other = Game(start=GameState.at(HITTING, dice=(6, 5)))
    other.apply(MakePlay(0, ((23, 18, 5), (24, 18, 6))))
    assert [move.hit for move in other.events[0].action.moves] == [True, False]


def test_hits_follow_from_the_board_when_a_record_is_read():
    record = hit_game().record
    again = GameRecord.from_json(record.to_json())
    assert again == record
    for event, other in zip(record.events, again.events, strict=True):
        assert repr(event) == repr(other), "hits included"
    assert record.events[1].action.moves[0].hit
    # As an application sends it back, without a word of hits.
    state = GameState.at(HITTING, dice=(6, 5))
    for action in state.legal_actions:
        sent = actions.read(json.loads(json.dumps(action.to_dict())))
        assert sent == action
        assert sent in state.legal_actions
        assert state.apply(sent) == state.apply(action)


@pytest.mark.parametrize(
    "moves",
    [
        (tavla.Move(24, 18, 6, hit=True), tavla.Move(18, 13, 5, hit=True)),
        (tavla.Move(23, 18, 5, hit=True), tavla.Move(24, 18, 6, hit=True)),
    ],
)
def test_a_hit_that_is_none_is_refused(moves):
    state = GameState.at(HITTING, dice=(6, 5))
    with pytest.raises(tavla.IllegalPlayError, match="hits nothing") as caught:
        state.apply(MakePlay(0, moves))
    assert caught.value.code == "no_hit"
    with pytest.raises(tavla.IllegalPlayError, match="hits nothing"):
        state.apply(MakeMove(0, tavla.Move(23, 17, 6, hit=True)))


TAMPERED = [
    ("a hit too many", 1, {"moves": [[24, 18, 6, True], [18, 13, 5, True]]}),
    ("other dice", 0, {"dice": [6, 4]}),
    ("dice of no play", 2, {"dice": [5, 5]}),
    ("no dice", 2, {"dice": None}),
    ("out of turn", 1, {"seat": 1}),
    ("a play of other dice", 1, {"moves": [[24, 20, 4], [23, 18, 5, True]]}),
    ("half a play", 1, {"moves": [[24, 18, 6, True]]}),
]


@pytest.mark.parametrize(
    ("event", "changes"), [row[1:] for row in TAMPERED], ids=[row[0] for row in TAMPERED]
)
def test_a_record_that_does_not_replay_tells_where(event, changes):
    data = hit_game().record.to_dict()
    assert GameRecord.from_dict(data) == hit_game().record
    data["events"][event] |= changes
    with pytest.raises(RecordError) as caught:
        GameRecord.from_dict(data)
    # Other dice can be rolled; then it is the play after them that cannot be.
    assert caught.value.event in (event, event + 1)
    assert f"event {caught.value.event}: " in str(caught.value)


@pytest.mark.parametrize(
    "dice", [5, [], {"x": float("nan")}, {"x": 10**5000}, {"x": {1}}, {"x": deep()}], ids=type
)
def test_what_a_record_tells_of_its_dice_is_json(dice):
    data = hit_game().record.to_dict()
    with pytest.raises(DataError):
        GameRecord.from_dict(data | {"dice": dice})
    assert GameRecord.from_dict(data | {"dice": {"source": "cup"}}).dice == {"source": "cup"}


def test_a_record_with_another_result_is_refused():
    game = Game.from_dict(STORIES["passed"])
    record = game.record
    data = record.to_dict()
    for result in (None, data["result"] | {"points": 4}, data["result"] | {"winner": 0}):
        if result == data["result"]:
            continue
        with pytest.raises(RecordError, match="result") as caught:
            GameRecord.from_dict(data | {"result": result})
        assert caught.value.event is None
    wrong = GameRecord(record.start, record.events, None, record.players)
    with pytest.raises(RecordError, match="result"):
        wrong.replay()
    with pytest.raises(RecordError, match="event 1") as caught:
        GameRecord(record.start, (record.events[0], *record.events)).replay()
    assert caught.value.event == 1


def test_a_game_whose_dice_are_not_those_of_its_seed_is_refused():
    game = Game(HYPER, seed=7, number=3)
    game.roll()
    data = game.to_dict()
    assert Game.from_dict(data).to_dict() == data
    for change in (
        {"dice": data["dice"] | {"game": 4}},
        {"thrown": []},
        {"thrown": [[*data["thrown"][0][:2], 1, 2]]},
        {"thrown": [*data["thrown"], ["roll", 5, 1, 1], ["roll", 6, 1, 1]]},
    ):
        with pytest.raises(DataError):
            Game.from_dict(data | change)


def test_a_game_whose_dice_are_not_those_of_its_fair_source_is_refused():
    fair = FairDice(bytes(32), seeds=(b"a" * 16, b"b" * 16))
    game = Game(HYPER, dice=fair)
    game.roll()
    data = game.to_dict()
    assert Game.from_dict(data).to_dict() == data
    other = FairDice(bytes(32), seeds=(b"a" * 16, b"c" * 16)).to_dict()
    waiting = FairDice(bytes(32)).to_dict()
    for dice in (other, waiting, SeededDice(7).to_dict()):
        with pytest.raises(DataError):
            Game.from_dict(data | {"dice": dice})


def test_comments_and_what_was_written_are_kept():
    game = Game(start=GameState.at(pos(BACKGAMMON, "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5")))
    game.apply(Roll(0, game.dice.roll(1)))
    text = " ".join(reversed(str(first(game)).split()))
    game.play(text)
    record = game.record.commented(1, "why not?")
    again = GameRecord.from_json(record.to_json())
    assert (again.events[1].written, again.events[1].comment) == (text, "why not?")
    assert again.commented(1, None) == game.record
    for event in (2, -1, True, "1"):
        with pytest.raises(InvalidArgumentError, match="event"):
            record.commented(event, "x")
    with pytest.raises(InvalidArgumentError, match="comment"):
        record.commented(0, 5)
    with pytest.raises(InvalidArgumentError, match="written"):
        Event(Double(0), written=5)


def test_text_that_no_file_can_hold_is_refused():
    half = "half a character: \ud83c"
    game = Game(HYPER, seed=7)
    game.roll()
    for options in (
        {"players": (half, "bob")},
        {"tags": {"place": half}},
        {"tags": {half: "club"}},
    ):
        with pytest.raises(InvalidArgumentError, match="expected"):
            Game(HYPER, **options)
    for options in ({"written": half}, {"comment": half}):
        with pytest.raises(InvalidArgumentError, match="expected text or None"):
            game.apply(game.legal_actions[0], **options)
    data = game.record.to_dict()
    event = data["events"][0] | {"comment": half}
    for wrong in (
        {"players": ["ann", half]},
        {"tags": {"place": half}},
        {"dice": {"source": half}},
        {"events": [event]},
    ):
        with pytest.raises(DataError):
            GameRecord.from_json(json.dumps(data | wrong))


@pytest.mark.parametrize(
    ("rules", "cube"),
    [
        (GameRules(), Cube(2, 0, 1)),
        (GameRules(cube=True, cube_cap=2), Cube(4, 0, 2)),
        (GameRules(cube=True, max_redoubles=1), Cube(8, 0, 3)),
        (GameRules(cube=True), Cube(2**64, 0, 64)),
        (GameRules(cube=True), Cube(2, automatics=1)),
        (GameRules(cube=True, away=(1, 3), crawford=True), Cube(2, 0, 1)),
    ],
)
def test_a_state_is_not_set_up_with_a_cube_against_its_rules(rules, cube):
    with pytest.raises(InvalidArgumentError, match="cube"):
        GameState.at(HITTING, rules, cube=cube)
