"""Sessions for money: who starts, what may be done when, what it adds up to, and that it can be stored at any moment."""

import copy
import json
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tavla
from hostile import mutations
from playing import play_out, step, told
from tavla import FEVGA, HYPER, MOULTEZIM, GameRules, MoneySession
from tavla.errors import (
    ActionError,
    AlreadyEnteredError,
    BoardEntryError,
    DataError,
    ForeignGameError,
    GameInProgressError,
    GameNotOverError,
    GameOverError,
    ImpossibleResultError,
    InvalidArgumentError,
    InvalidRulesError,
    NoGameError,
    NoSuchEntryError,
    NothingToUndoError,
    UnknownPlayerError,
)
from tavla.game import MakePlay, ManualDice, SeededDice
from tavla.scoring import Ledger, Limits, Stake

PLAYERS = ("ann", "bob")
KEEN_RULES = GameRules.money(HYPER, auto_doubles=2, beavers=2, max_redoubles=3)

agreements = st.builds(
    KEEN_RULES.replace,
    jacoby=st.booleans(),
    jacoby_auto_counts_as_turned=st.booleans(),
    auto_doubles=st.sampled_from((0, 1, "unlimited")),
    beavers=st.integers(0, 3),
    beaver_on=st.sampled_from(("any_double", "initial_only")),
    max_redoubles=st.sampled_from((None, 0, 1, 2)),
    cube_cap=st.sampled_from((None, 1, 2, 4, 8)),
)
SHORT_FEVGA = FEVGA.replace(name="short fevga", start={24: 2}, held_limits=(), unblock_duty=False)


def hyper(**options):
    return MoneySession(PLAYERS, HYPER, **{"seed": 7} | options)


def resigned(session, loser):
    """Play a game of the session that the loser resigns after the first throw."""
    game = session.new_game(auto=("roll",))
    while game.state.dice is None:
        game.roll()
    game.resign(1, seat=loser)
    game.accept()
    return game


# What it is made of.


def test_money_play_is_as_the_variant_has_it():
    assert hyper().rules == GameRules(cube=True, jacoby=True, settlements=True)
    assert MoneySession(PLAYERS, MOULTEZIM).rules == GameRules(settlements=True)
    assert MoneySession(PLAYERS).variant is HYPER
    assert MoneySession(PLAYERS).stake == Stake(1)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"players": ("ann",)}, InvalidArgumentError, "two names"),
        ({"players": ("ann", "ann")}, InvalidArgumentError, "each name once"),
        ({"players": ("ann", "")}, InvalidArgumentError, "expected names"),
        ({"variant": "hyper"}, InvalidArgumentError, "expected a Variant"),
        ({"rules": {"cube": True}}, InvalidArgumentError, "expected GameRules"),
        ({"rules": GameRules(away=(3, 5))}, InvalidRulesError, "no match"),
        ({"stake": 0.1}, InvalidArgumentError, "stake: expected"),
        ({"stake": Stake(1, "EUR"), "unit": "USD"}, InvalidArgumentError, "unit: the stake has"),
        ({"seed": -1}, InvalidArgumentError, "seed"),
        ({"limits": {"games": 3}}, InvalidArgumentError, "expected Limits"),
    ],
)
def test_what_makes_no_session_is_refused(options, error, words):
    with pytest.raises(error, match=words):
        MoneySession(**{"players": PLAYERS} | options)


def test_without_a_seed_every_session_has_other_dice():
    assert MoneySession(PLAYERS).seed != MoneySession(PLAYERS).seed


# A2: who starts.


def test_a2_an_opening_throw_decides_each_game_where_the_variant_says_so():
    session = hyper()
    session.enter(winner="bob")
    assert session.next_starter is None
    assert session.new_game().state.phase == "opening"


def test_a2_the_previous_winner_starts_where_the_variant_says_so():
    session = MoneySession(PLAYERS, FEVGA)
    assert session.next_starter is None
    session.enter(winner="bob", kind=2)
    assert session.next_starter == 1
    state = session.new_game().state
    assert (state.phase, state.seat, state.starter) == ("start", 1, 1)


def test_a2_a_game_that_nobody_won_leaves_the_start_with_the_winner_before():
    session = MoneySession(PLAYERS, FEVGA)
    session.enter(winner=None, end="void")
    assert session.next_starter is None
    session.enter(winner="ann")
    session.enter(winner=None, end="settlement", points=0)
    assert session.next_starter == 0


def test_a2_the_winner_of_a_game_on_the_board_starts_the_next():
    session = MoneySession(PLAYERS, FEVGA, seed=3)
    session.finish(resigned(session, loser=0))
    assert session.new_game().state.starter == 1


# The games under a seed.


def test_games_of_a_session_are_those_of_simulate():
    session = hyper(rules=GameRules())
    expected = tavla.simulate(HYPER, games=4, seed=7, players="random")
    for number in range(4):
        game = session.new_game()
        stream = tavla.DiceStream(7, number)
        while not game.is_over:
            if game.state.dice is None:
                game.roll()
                continue
            plays = [action for action in game.legal_actions if isinstance(action, MakePlay)]
            seat, turn = game.state.seat, game.state.turn
            row = stream.choose(seat, turn, len(plays)) if len(plays) > 1 else 0
            game.apply(plays[row])
        entry = session.finish(game)
        assert entry.result.winner == expected.winner[number]
        assert entry.result.points == expected.points[number]
        assert game.state.starter == expected.starter[number]
        assert game.state.turn == expected.turns[number]


def test_a_game_entered_by_hand_takes_a_number_too():
    session = hyper()
    session.enter(winner="ann")
    assert session.new_game().dice.game == 1


def test_a_game_abandoned_or_undone_gives_its_number_and_dice_back():
    session = hyper()
    first = resigned(session, loser=0)
    session.finish(first)
    session.undo()
    again = session.new_game()
    assert again.dice.game == 0
    again.roll()
    assert again.events[0] == first.events[0]
    assert session.abandon() is again
    assert session.game is None
    assert session.new_game().dice.game == 0


def test_dice_may_be_thrown_by_hand():
    session = hyper()
    game = session.new_game(dice=ManualDice())
    game.roll((6, 5))
    again = MoneySession.from_json(session.to_json())
    assert again.game.state == game.state
    assert isinstance(again.game.dice, ManualDice)


def test_nothing_that_is_sent_tells_the_dice_of_games_to_come():
    session = hyper()
    session.finish(resigned(session, loser=0))
    game = resigned(session, loser=1)
    secret = session.seed.hex()
    for one in (session, MoneySession.from_json(session.to_json())):
        assert secret in one.to_json()
        assert secret not in json.dumps(one.view())
        assert secret not in one.game.record.to_json()
        assert secret not in one.entries[0].record.to_json()
    assert session.finish(game).record.dice is None


# The score.


def test_b2_the_points_of_each_game_count_times_the_stake():
    session = hyper(stake="0.5", unit="EUR")
    session.enter(winner="ann", kind=2, cube=2)
    session.enter(winner="bob", kind=3, cube=4)
    session.enter(winner=0)
    assert session.difference == 4 - 12 + 1
    assert session.ledger.totals == {"ann": Fraction(-7, 2), "bob": Fraction(7, 2)}
    assert [row["ann"] for row in session.ledger.rows] == [2, -6, Fraction(1, 2)]
    assert session.stake.text(session.difference) == "-3.5 EUR"


def test_c1_a_passed_double_costs_the_stake_before_it():
    session = hyper()
    game = session.new_game()
    game.roll()
    game.apply(game.legal_actions[0])
    game.offer()
    game.pass_()
    result = session.finish(game).result
    assert (result.points, result.cube, result.end) == (1, 1, "pass")
    assert result.winner == game.events[-2].action.seat


def test_c3_passing_a_beaver_costs_the_double():
    session = hyper(rules=GameRules.money(HYPER, beavers=1))
    game = session.new_game()
    game.roll()
    game.apply(game.legal_actions[0])
    game.offer()
    game.beaver()
    game.pass_()
    entry = session.finish(game)
    assert (entry.result.points, entry.result.cube) == (2, 2)
    assert hyper(rules=session.rules).enter(**told(game)).result == entry.result


def test_c4_a_resigned_koks_counts_once_while_nobody_doubled():
    session = hyper()
    game = session.new_game()
    game.roll()
    game.resign(3)
    game.accept()
    assert session.finish(game).result.points == 1


def test_c5_a_settlement_is_entered_in_exact_numbers():
    session = hyper(stake="0.01")
    game = session.new_game()
    game.roll()
    game.settle("-16/9", seat=1)
    game.accept()
    session.finish(game)
    assert session.difference == Fraction(16, 9)
    assert session.ledger.totals["bob"] == Fraction(-4, 225)


def test_statistics_are_those_of_the_entries():
    session = hyper()
    session.enter(winner="ann", kind=2, cube=2)
    session.enter(winner="ann", cube=4, end="pass")
    session.enter(winner="bob")
    ann, bob = (session.statistics[name] for name in PLAYERS)
    assert (ann.wins, ann.gammons, ann.biggest_win, ann.longest_run) == (2, 1, 4, 2)
    assert (bob.wins, bob.passes, bob.points) == (1, 1, -7)
    assert ann.average_cube == Fraction(7, 3)


# When it ends.


@pytest.mark.parametrize(
    ("limits", "games", "reached"),
    [
        (Limits(difference=3), [("ann", 1), ("bob", 1), ("ann", 4)], "difference"),
        (Limits(difference=3), [("bob", 4)], "difference"),
        (Limits(games=2), [("ann", 1), ("bob", 1)], "games"),
    ],
)
def test_a_session_ends_at_its_limit(limits, games, reached):
    session = hyper(limits=limits)
    for winner, cube in games:
        assert not session.is_over
        session.enter(winner=winner, cube=cube)
    assert session.why_over() == reached
    assert session.may == ("undo", "amend")
    for call in (session.new_game, lambda: session.enter(winner="ann")):
        with pytest.raises(GameOverError, match=f"{reached} reached; allowed: undo, amend"):
            call()
    session.undo()
    assert not session.is_over


def test_a_game_that_began_in_time_is_played_to_its_end():
    session = hyper(limits=Limits(time=100))
    session.new_game(time=99.5)
    game = session.abandon()
    game = session.new_game(time=99.9)
    game.roll()
    game.resign(1)
    game.accept()
    assert session.why_over(time=130) == "time"
    entry = session.finish(game, time=130)
    assert entry.time == 130
    assert session.why_over() == "time"


def test_no_game_starts_after_the_time():
    session = hyper(limits=Limits(time=100))
    with pytest.raises(GameOverError, match=r"time reached; allowed: enter$") as caught:
        session.new_game(time=100)
    assert caught.value.allowed == ("enter",)
    session.enter(winner="ann", time=99)
    session.enter(winner="ann", time=101)
    with pytest.raises(GameOverError, match="time reached"):
        session.enter(winner="ann", time=102)


def test_the_session_never_reads_a_clock():
    session = hyper(limits=Limits(time=100))
    for call in (session.new_game, lambda: session.enter(winner="ann")):
        with pytest.raises(InvalidArgumentError, match="time: expected a number"):
            call()
    game = session.new_game(time=1)
    game.roll()
    game.resign(1)
    game.accept()
    with pytest.raises(InvalidArgumentError, match="time: expected a number"):
        session.finish(game)
    assert session.game is game


# What may be done when.


def fresh():
    return hyper()


def under_way():
    session = hyper()
    session.enter(winner="ann")
    session.new_game().roll()
    return session


def not_entered():
    session = hyper()
    resigned(session, loser=1)
    return session


def between():
    session = hyper()
    session.finish(resigned(session, loser=1))
    session.enter(winner="bob")
    return session


def ended():
    session = hyper(limits=Limits(games=1))
    session.enter(winner="bob")
    return session


STATES = {
    fresh: ("new_game", "enter"),
    under_way: ("abandon", "amend"),
    not_entered: ("finish", "abandon"),
    between: ("new_game", "enter", "undo", "amend"),
    ended: ("undo", "amend"),
}


CALLS = {
    "new_game": lambda session: session.new_game(),
    "enter": lambda session: session.enter(winner="ann"),
    "finish": lambda session: session.finish(session.game or tavla.Game(HYPER)),
    "abandon": lambda session: session.abandon(),
    "undo": lambda session: session.undo(),
    "amend": lambda session: session.amend(len(session.entries) - 1, winner="bob", kind=2),
}
REFUSED = {
    (fresh, "finish"): ForeignGameError,
    (fresh, "abandon"): NoGameError,
    (fresh, "undo"): NothingToUndoError,
    (fresh, "amend"): NoSuchEntryError,
    (under_way, "new_game"): GameInProgressError,
    (under_way, "enter"): GameInProgressError,
    (under_way, "finish"): GameNotOverError,
    (under_way, "undo"): GameInProgressError,
    (not_entered, "new_game"): GameInProgressError,
    (not_entered, "enter"): GameInProgressError,
    (not_entered, "undo"): GameInProgressError,
    (not_entered, "amend"): NoSuchEntryError,
    (between, "finish"): ForeignGameError,
    (between, "abandon"): NoGameError,
    (ended, "new_game"): GameOverError,
    (ended, "enter"): GameOverError,
    (ended, "finish"): ForeignGameError,
    (ended, "abandon"): NoGameError,
}


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
@pytest.mark.parametrize("name", CALLS)
def test_what_may_be_done_when(state, name):
    session = state()
    assert session.may == STATES[state]
    before = session.to_dict()
    if name in session.may:
        CALLS[name](session)
        assert session.to_dict() != before
        return
    with pytest.raises(REFUSED[state, name]) as caught:
        CALLS[name](session)
    assert isinstance(caught.value, ActionError)
    assert caught.value.allowed == session.may
    assert str(caught.value).endswith(f"allowed: {', '.join(session.may)}")
    assert str(caught.value).startswith(f"{name}: ")
    assert session.to_dict() == before


def test_a_refusal_says_what_the_game_waits_for():
    with pytest.raises(GameInProgressError, match="game 1 is under way; allowed"):
        under_way().new_game()
    with pytest.raises(GameInProgressError, match="game 0 is over and waits for finish; allowed"):
        not_entered().new_game()


def test_a_game_is_entered_once():
    session = hyper()
    game = resigned(session, loser=0)
    session.finish(game)
    with pytest.raises(AlreadyEnteredError, match="entered already; allowed: new_game"):
        session.finish(game)
    assert len(session.entries) == 1


def test_a_game_of_another_session_is_not_entered():
    ours, theirs = hyper(), hyper(seed=8)
    resigned(ours, loser=0)
    with pytest.raises(ForeignGameError, match="not the game"):
        ours.finish(resigned(theirs, loser=0))
    with pytest.raises(InvalidArgumentError, match="expected a Game"):
        ours.finish(None)


def test_what_can_be_settled_for_can_be_booked():
    session = hyper(stake=f"{10**99}/3")
    session.enter(winner="ann", end="settlement", points=f"{10**99}/7")
    total = session.ledger.totals["ann"]
    assert total == Fraction(10**198, 21)
    assert session.view()["totals"]["ann"] == f"{10**198}/21"
    assert Ledger.from_json(session.ledger.to_json()) == session.ledger


def test_text_that_no_file_can_hold_is_refused():
    half, session = "half a character: \ud83c", hyper()
    with pytest.raises(InvalidArgumentError, match="note: expected text"):
        session.enter(winner="ann", note=half)
    assert not session.entries
    for options in ({"players": ("ann", half)}, {"unit": half}):
        with pytest.raises(InvalidArgumentError, match="expected"):
            MoneySession(**{"players": PLAYERS} | options)
    with pytest.raises(InvalidArgumentError, match="label: expected text"):
        session.ledger.with_row({"ann": 1, "bob": -1}, label=half)


def test_what_is_entered_by_hand_is_checked_by_the_rules():
    session = hyper()
    with pytest.raises(ImpossibleResultError, match="no more than 0 automatic"):
        session.enter(winner="ann", cube=2, automatics=1)
    with pytest.raises(UnknownPlayerError, match="expected 'ann' or 'bob', got 'cleo'"):
        session.enter(winner="cleo")
    with pytest.raises(InvalidArgumentError, match="end: expected one of borne_off, pass"):
        session.enter(winner="ann", end="luck")
    with pytest.raises(InvalidArgumentError, match="note: expected text"):
        session.enter(winner="ann", note=None)
    assert session.entries == ()


# Amending.


def test_an_entry_is_amended_in_its_place():
    session = hyper()
    session.enter(winner="ann", note="on table 2", time=5)
    session.enter(winner="ann")
    entry = session.amend(0, winner="bob", kind=2, cube=2)
    assert (entry.note, entry.time, entry.result.points) == ("on table 2", 5, 4)
    assert session.difference == -3
    assert session.amend(0, winner="bob", note="").note == ""


def test_a_game_of_the_board_cannot_be_amended():
    session = hyper()
    session.finish(resigned(session, loser=0))
    with pytest.raises(BoardEntryError, match="game 0 was played on the board"):
        session.amend(0, winner="ann")


@pytest.mark.parametrize("number", [-1, 1, True, None, "0", 0.0])
def test_only_entries_that_are_there_can_be_amended(number):
    session = hyper()
    session.enter(winner="ann")
    with pytest.raises(NoSuchEntryError, match="one of 1 entries"):
        session.amend(number, winner="ann")


def test_amending_cannot_change_who_started_a_game_on_the_board():
    session = MoneySession(PLAYERS, FEVGA, seed=7)
    session.enter(winner="ann")
    session.enter(winner="bob")
    session.new_game()
    session.amend(0, winner="bob")
    with pytest.raises(BoardEntryError, match="game 2 has to start with seat 0"):
        session.amend(1, winner="ann")
    assert session.results[1].winner == 1
    session.amend(1, winner="bob", kind=2)


# Storing.


def test_a_session_resumes_in_the_middle_of_a_game():
    session = hyper(rules=KEEN_RULES)
    session.enter(winner="ann")
    game = session.new_game()
    game.roll()
    for _ in range(2):
        game.apply(next(action for action in game.legal_actions if isinstance(action, MakePlay)))
        game.roll()
    again = MoneySession.from_json(session.to_json())
    assert again.to_dict() == session.to_dict()
    assert again.game.state == game.state
    play_out(again.game, random.Random(1))
    play_out(game, random.Random(1))
    assert again.finish(again.game).result == session.finish(game).result
    assert again.to_json() == session.to_json()


def test_a_session_that_has_ended_is_stored_too():
    session = ended()
    assert MoneySession.from_json(session.to_json()).why_over() == "games"


def test_a_game_of_a_stored_session_is_another_object():
    session = not_entered()
    again = MoneySession.from_json(session.to_json())
    with pytest.raises(ForeignGameError):
        again.finish(session.game)
    assert again.finish(again.game).result == session.finish(session.game).result


def test_stored_data_name_format_version_and_variant():
    data = hyper().to_dict()
    assert (data["format"], data["version"]) == ("tavla.money_session", 1)
    assert data["variant"]["name"] == "hyper"
    assert data["variant"]["fingerprint"] == HYPER.fingerprint


def played_session():
    """A session with everything in it: entries by hand and by board, a game under way, limits."""
    limits = Limits(difference="99/2", games=9, time=1000)
    session = MoneySession(PLAYERS, SHORT_FEVGA, seed=7, stake="1/3", unit="EUR", limits=limits)
    session.enter(winner="bob", kind=2, time=1.5)
    game = session.new_game(time=2)
    game.roll()
    game.resign(1)
    game.accept()
    session.finish(game, time=3, note="short")
    session.enter(winner=None, end="settlement", points=0, time=4)
    session.new_game(time=5).roll()
    return session


def as_read(data):
    """The data without what the readers of variants and of games pass over."""
    data = copy.deepcopy(data)
    stored = [
        data["variant"],
        *(entry["record"]["start"]["variant"] for entry in data["entries"] if entry["record"]),
    ]
    if data["game"]:
        stored.append(data["game"]["record"]["start"]["variant"])
        data["game"]["record"]["dice"] = None
    for variant in stored:
        variant.pop("unknown", None)
    return data


def test_every_changed_field_is_refused_or_kept():
    whole = json.loads(played_session().to_json())
    assert MoneySession.from_dict(copy.deepcopy(whole)).to_dict() == whole
    refused = kept = 0
    for changed in mutations(whole, closed=("variant", "start")):
        sent = copy.deepcopy(changed)
        try:
            found = MoneySession.from_dict(sent)
        except DataError:
            refused += 1
        else:
            kept += 1
            assert found.to_dict() == as_read(changed)
    assert refused > 300
    assert kept


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.update(seed="00" * 32), "dice of another seed"),
        (lambda data: data["entries"].pop(0), "game 0 has to start with an opening throw"),
        (lambda data: data.update(players=["ann", "bert"]), "the players here"),
        (lambda data: data.update(rules={}), "result|rules"),
        (lambda data: data.update(variant=MOULTEZIM.to_dict()), "the rules and the players"),
        (lambda data: data["limits"].update(games=2), "2 at most, got 3"),
        (lambda data: data["entries"][0].update(time=None), "expected times"),
        (lambda data: data["entries"][0]["result"].update(points=7), "result: expected"),
        (lambda data: data["entries"][1]["result"].update(points=2), "result of its record"),
        (lambda data: data["entries"].append(data["entries"][1]), "has to start|dice of another"),
        (lambda data: data.update(version=2), "expected version 1"),
    ],
)
def test_a_session_that_contradicts_itself_is_refused(change, words):
    data = json.loads(played_session().to_json())
    change(data)
    with pytest.raises(DataError, match=words):
        MoneySession.from_dict(data)


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{}", "[" * 100_000, '{"format": "tavla.game"}']
)
def test_what_is_no_session_is_refused(text):
    with pytest.raises(DataError):
        MoneySession.from_json(text)


# Any session.


def same_when_stored(session):
    again = MoneySession.from_json(session.to_json())
    assert again.to_dict() == session.to_dict()
    assert again.may == session.may
    assert again.view() == session.view()


def check(session):
    """What holds of every session at every moment."""
    totals = session.ledger.totals
    assert sum(totals.values()) == 0
    assert totals["ann"] == session.stake.of(session.difference)
    for row in session.ledger.rows:
        assert row["ann"] == -row["bob"]
    ann, bob = session.statistics["ann"], session.statistics["bob"]
    assert ann.points == -bob.points == session.difference
    assert ann.wins == bob.losses
    same_when_stored(session)


@settings(max_examples=15)
@given(
    st.integers(0, 2**32),
    st.one_of(
        st.tuples(st.just(HYPER), agreements),
        st.tuples(st.just(SHORT_FEVGA), st.none()),
    ),
    st.integers(1, 5),
)
def test_any_session_adds_up_and_can_be_stored_at_every_step(seed, game_played, games):
    chance = random.Random(seed)
    variant, rules = game_played
    session = MoneySession(PLAYERS, variant, rules, stake="2/7", seed=seed)
    by_hand = MoneySession(PLAYERS, variant, rules, stake="2/7", seed=seed)
    for _ in range(games):
        before = session.to_dict()
        game = session.new_game(auto=("dance",))
        steps = 0
        while not game.is_over:
            step(game, chance)
            steps += 1
            if steps % 7 == 0:
                same_when_stored(session)
        check(session)
        entry = session.finish(game)
        check(session)
        assert session.undo() == entry
        assert session.to_dict() == before
        by_hand.enter(**told(game))
        check(by_hand)
        play_again(session, entry)
        assert by_hand.ledger == session.ledger
        assert by_hand.results == session.results
        assert by_hand.statistics == session.statistics
        assert by_hand.next_starter == session.next_starter


def play_again(session, entry):
    """Play a game that was undone again, with the same dice, and enter it."""
    game = session.new_game(auto=("dance",))
    while not game.is_over:
        game.apply(entry.record.events[len(game.events)].action)
    assert session.finish(game) == entry


def test_seeds_of_games_stay_secret_only_where_asked():
    assert SeededDice(7).published(over=True)["seed"] == (7).to_bytes(32, "little").hex()
    assert SeededDice(7, secret=True).published(over=True) is None


def test_the_sheet_tells_who_leads_by_how_much():
    session = MoneySession(("ann", "bob"), stake="1/3", unit="EUR")
    assert session.sheet().splitlines()[-1] == "level"
    session.enter(winner="ann", cube=2, end="settlement", points="3/2")
    session.enter(winner="bob", cube=2)
    session.enter(winner=None, end="void")
    assert [line.split("  ")[-1] for line in session.sheet().splitlines()[2:-1]] == [
        "ann +3/2",
        "bob +1/2",
        "bob +1/2",
    ]
    assert session.sheet().splitlines()[-1] == "bob wins 1/6 EUR"
    assert [row["score bob"] for row in session.sheet_rows()] == ["-3/2", "1/2", "1/2"]
    assert session.sheet_csv().splitlines()[1] == "1,ann,settlement,,2,3/2,3/2,-3/2,,"
