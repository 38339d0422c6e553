"""Provably fair dice: the construction, the proof of a record, and every way in which it fails."""

import dataclasses
import hashlib
import hmac
import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference_dice
import tavla
from helpers import vectors
from tavla.errors import (
    DataError,
    DiceSourceError,
    FairnessError,
    InvalidArgumentError,
    RecordError,
)
from tavla.game import Event, FairDice, Game, GameRecord, GameState, ManualDice, Roll, SystemDice
from tavla.game.dice import source_from_dict
from tavla.game.fair import Proof, commitment_of, key_of, prove, verify
from tavla.players import PipPlayer

SECRET = bytes(range(32))


def played(dice, events=None):
    """A game between two pip players, over or cut short."""
    game = Game(tavla.HYPER, dice=dice, players=("ann", "bob"))
    player = PipPlayer()
    while not game.is_over and len(game.events) != events:
        state = game.state
        game.roll() if state.seat is None else game.apply(player.choose(state, state.seat))
    return game


@pytest.fixture(scope="module")
def record():
    return played(FairDice(SECRET, 3, ("ann's", b"\x00bob"))).record


def changed(record, **dice):
    return dataclasses.replace(record, dice=record.dice | dice)


def test_construction_is_the_documented_one():
    for question, answer in vectors("fair.txt"):
        if question[2] in ("opening", "dice"):
            stream = reference_dice.DiceStream(bytes.fromhex(question[0]), int(question[1]))
            throw = stream.opening if question[2] == "opening" else stream.roll
            assert throw(int(question[3])) == tuple(map(int, answer))
            continue
        secret, first, second = map(bytes.fromhex, question[:3])
        assert hashlib.sha256(secret).hexdigest() == commitment_of(secret) == answer[0]
        message = b"".join(
            len(part).to_bytes(8, "little") + part for part in (b"tavla/fair/1", first, second)
        )
        key = hmac.new(secret, message, hashlib.sha256).digest()
        assert key == key_of(secret, (first, second)) == bytes.fromhex(answer[1])
        dice, stream = (
            FairDice(secret, int(question[3]), (first, second)),
            tavla.DiceStream(key, int(question[3])),
        )
        assert [dice.roll(turn) for turn in range(9)] == [stream.roll(turn) for turn in range(9)]
        assert dice.opening(1) == stream.opening(1)


@given(st.tuples(st.binary(min_size=1, max_size=9), st.binary(min_size=1, max_size=9)), st.data())
def test_other_seeds_make_another_key(seeds, data):
    others = data.draw(st.tuples(st.binary(min_size=1, max_size=9), st.binary(max_size=9)))
    assert (key_of(SECRET, seeds) == key_of(SECRET, others)) == (seeds == others)


def test_nothing_is_thrown_before_both_seeds_are_in():
    dice = FairDice(SECRET)
    game = Game(tavla.HYPER, dice=dice)
    for seats in ("0 and 1", "1"):
        with pytest.raises(DiceSourceError, match=f"seat {seats}$"):
            game.roll()
        assert not game.events
        assert not dice.is_ready
        dice.join(0 if seats == "0 and 1" else 1, "words")
    assert dice.is_ready
    game.roll()


def test_a_seed_is_given_once():
    dice = FairDice(SECRET)
    dice.join(1, "mine")
    with pytest.raises(InvalidArgumentError, match="seat 1 has given"):
        dice.join(1, "another")


@pytest.mark.parametrize(
    "arguments",
    [
        {"server_seed": b"short"},
        {"server_seed": "x" * 32},
        {"game": -1},
        {"game": 2**64},
        {"seeds": ("one",)},
        {"seeds": ("", None)},
        {"seeds": ("x" * 257, None)},
        {"seeds": (7, None)},
        {"seeds": ("\ud800", None)},
    ],
)
def test_arguments_are_checked(arguments):
    with pytest.raises(InvalidArgumentError):
        FairDice(**arguments)
    with pytest.raises(InvalidArgumentError):
        FairDice().join(2, "words")


def test_what_is_published_and_when():
    dice = FairDice(SECRET, 3)
    told = {"source": "fair", "game": 3, "commitment": commitment_of(SECRET)}
    hidden = told | {"seeds": None, "server_seed": None}
    dice.join(0, "a")
    assert dice.published(over=False) == dice.published(over=True) == hidden
    dice.join(1, "b")
    assert dice.published(over=False) == hidden | {"seeds": ["61", "62"]}
    assert dice.published(over=True) == hidden | {
        "seeds": ["61", "62"],
        "server_seed": SECRET.hex(),
    }


def test_views_and_records_of_a_game_that_goes_on_keep_the_secret():
    game = played(FairDice(SECRET, 0, ("a", "b")), events=5)
    assert SECRET.hex() not in json.dumps(game.view(0)) + game.record.to_json()
    assert SECRET.hex() in game.to_json()


def test_fresh_dice_have_fresh_secrets():
    assert FairDice().commitment != FairDice().commitment


@pytest.mark.parametrize("seeds", [(None, None), ("a", None), ("a", "b")])
def test_storage_brings_the_dice_back(seeds):
    game = played(FairDice(SECRET, 5, seeds), events=6 if None not in seeds else 0)
    again = Game.from_json(game.to_json())
    assert again.to_dict() == game.to_dict()
    for seat, seed in enumerate(seeds):
        if seed is None:
            game.dice.join(seat, "late")
            again.dice.join(seat, "late")
    assert [again.dice.roll(turn) for turn in range(9)] == [game.dice.roll(n) for n in range(9)]


@pytest.mark.parametrize(
    "wrong",
    [{"server_seed": "00"}, {"server_seed": 7}, {"game": None}, {"seeds": ["61"]}, {"seeds": ["?", None]}, {"seeds": 3}],
)  # fmt: skip
def test_damaged_storage_is_refused(wrong):
    with pytest.raises(DataError):
        source_from_dict(FairDice(SECRET, 0, ("a", "b")).to_dict() | wrong)


def test_a_whole_game_is_proved_after_json_too(record):
    again = GameRecord.from_json(record.to_json())
    verify(again, commitment=commitment_of(SECRET), seeds=("ann's", b"\x00bob"))
    assert prove(again) is Proof.FAIR


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ({"server_seed": None}, "not revealed"),
        ({"server_seed": bytes(32).hex()}, "was published"),
        ({"server_seed": 7}, "server_seed: expected bytes in hex"),
        ({"commitment": "00"}, "was published"),
        ({"commitment": None}, "None was published"),
        ({"seeds": None}, "both players"),
        ({"seeds": ["61", None]}, "seeds: expected bytes"),
        ({"game": "3"}, "game: expected"),
        ({"game": -1}, "dice: "),
        ({"game": 4}, "event 0: opening_roll: the dice should be"),
        ({"seeds": ["61", "62"]}, "event 0: opening_roll: the dice should be"),
        ({"source": "system"}, "expected provably fair ones"),
    ],
)
def test_a_false_record_is_refused(record, dice, words):
    with pytest.raises(FairnessError, match=words):
        verify(changed(record, **dice))


def test_what_was_seen_before_the_game_must_be_what_is_recorded(record):
    with pytest.raises(FairnessError, match="was published"):
        verify(record, commitment="00")
    with pytest.raises(FairnessError, match="seat 1 gave another seed"):
        verify(record, seeds=(None, "other"))


def test_the_first_changed_throw_is_named(record):
    rolls = [n for n, event in enumerate(record.events) if isinstance(event.action, Roll)]
    for number in (rolls[0], rolls[-1]):
        roll = record.events[number].action
        events = list(record.events)
        events[number] = Event(Roll(roll.seat, (roll.dice[0] % 6 + 1, roll.dice[1])))
        with pytest.raises(FairnessError, match=f"event {number}: roll: the dice should") as caught:
            verify(dataclasses.replace(record, events=tuple(events)))
        assert caught.value.event == number


def test_fair_dice_do_not_excuse_a_breach_of_the_rules(record):
    with pytest.raises(RecordError, match="event 1"):
        verify(dataclasses.replace(record, events=(record.events[0], record.events[0])))


def test_dice_that_lay_at_the_start_are_not_proved():
    game = Game(start=GameState.at(tavla.Position.start(tavla.HYPER), dice=(6, 5)), seed=3)
    game.resign(3), game.accept()
    with pytest.raises(FairnessError, match="start"):
        prove(game.record)


def test_seeded_dice_are_proved_by_their_seed():
    record = tavla.play_game(("pip", "pip"), tavla.FEVGA, seed=9, number=4)
    assert prove(record) is Proof.SEED
    with pytest.raises(FairnessError, match="event 0"):
        prove(changed(record, game=5))
    with pytest.raises(FairnessError, match="seed"):
        prove(changed(record, seed="?"))


def test_other_sources_prove_nothing():
    assert prove(played(SystemDice()).record) is Proof.NONE
    assert prove(Game(tavla.HYPER, dice=ManualDice()).record) is Proof.NONE
    assert prove(played(FairDice(SECRET, 0, ("a", "b"))).record) is Proof.FAIR
    assert prove(Game(tavla.HYPER, seed=1).record) is Proof.NONE


def test_a_game_that_goes_on_has_its_seed_to_reveal_later(record):
    unfinished = played(FairDice(SECRET, 0, ("a", "b")), events=4).record
    assert prove(unfinished) is Proof.NONE
    with pytest.raises(FairnessError, match="not revealed"):
        verify(unfinished)
    with pytest.raises(FairnessError, match="not revealed"):
        prove(changed(record, server_seed=None))


def cli(path, *args):
    return subprocess.run(
        [sys.executable, "-m", "tavla", "verify", str(path), *args],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_command_says_what_was_proved(record, tmp_path):
    path = tmp_path / "record.json"
    seeded = tavla.play_game(("pip", "pip"), tavla.HYPER, seed=9)
    manual = dataclasses.replace(seeded, dice=None)
    for one, words in ((record, "provably fair"), (seeded, "the seed"), (manual, "not checked")):
        path.write_text(one.to_json(), encoding="utf-8")
        ran = cli(path)
        assert ran.returncode == 0, ran
        assert words in ran.stdout
        assert f"all {len(one.events)} events follow the rules" in ran.stdout
    (told,) = json.loads(cli(path, "--json").stdout)["files"]
    assert [game["proof"] for game in told["games"]] == ["none"]


def test_the_command_says_when_a_game_was_set_up(tmp_path):
    path = tmp_path / "record.json"
    for start, told in (
        (GameState.new(tavla.HYPER, starter=1), False),
        (GameState.at(tavla.Position.start(tavla.HYPER), turn=5), True),
    ):
        path.write_text(Game(start=start, seed=1).to_json())
        assert ("set up in the middle" in cli(path).stdout) == told


def test_the_command_fails_with_the_reason(record, tmp_path):
    path = tmp_path / "record.json"
    cases = [
        (changed(record, server_seed=None).to_json(), (), "not revealed"),
        (changed(record, game=4).to_json(), (), "event 0"),
        (record.to_json(), ("--commitment", "00"), "was published"),
        (record.to_json()[:-10], (), "no JSON"),
    ]
    for text, args, words in cases:
        path.write_text(text, encoding="utf-8")
        ran = cli(path, *args)
        assert ran.returncode == 1, ran
        assert words in ran.stderr
    assert cli(path.with_name("none.json")).returncode == 1
