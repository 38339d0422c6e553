"""Matches: boards and entered results under the same rules, undo, storage, forfeits."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tavla
from hostile import mutations
from tavla.errors import (
    BoardEntryError,
    CubeError,
    DataError,
    ForeignGameError,
    GameInProgressError,
    GameNotOverError,
    GameOverError,
    ImpossibleResultError,
    InvalidArgumentError,
    InvalidRulesError,
    NothingToUndoError,
    SettlementError,
    UnknownPlayerError,
)
from tavla.game import Double, ManualDice, Settle
from tavla.scoring import MatchEnd
from tavla.table import Match

NAMES = ("ann", "bob")
QUICK = tavla.HYPER.replace(name="one-checker hyper", start={24: 1})


def match_of(length=3, variant=QUICK, **options):
    return Match(length, variant, NAMES, seed=7, **options)


def at(length, scores, **options):
    """A match at a score, made of single games and gammons; the Crawford game is still to come."""
    match = match_of(length, tavla.BACKGAMMON, **options)
    for seat in (0, 1):
        for _ in range(scores[seat]):
            match.enter(winner=seat)
    return match


def step(game, chooser):
    """Take an action at random, doubling now and then."""
    actions = game.legal_actions
    cubes = [a for a in actions if a.name in ("double", "take", "pass")]
    if not cubes or chooser.random() >= 0.4:
        cubes = [a for a in actions if a.name in ("opening_roll", "roll", "play", "take")]
    game.apply(chooser.choice(cubes))


def play(game, chooser):
    """Play a game out."""
    while not game.is_over:
        step(game, chooser)
    return game


def entered(match, entry):
    """Enter the result of a game that another match played."""
    result = entry.result
    kind = None if result.kind is None else int(result.kind)
    match.enter(winner=result.winner, kind=kind, cube=result.cube, end=result.end)


# --- boards ---------------------------------------------------------------------------------------------------------


def test_a_game_gets_the_rules_of_its_score():
    match = match_of(3, holland=True, dead_cube="refuse", resign_when="own_turn")
    first = match.new_game().rules
    assert (first.away, first.crawford, first.holland, first.cube) == ((3, 3), False, False, True)
    assert (first.dead_cube, first.resign_when) == ("refuse", "own_turn")
    match.abandon()
    match.enter(winner=0, kind=2)
    assert match.next_rules.crawford
    match.enter(winner=1)
    assert match.next_rules.holland


def test_a_double_in_the_crawford_game_cannot_happen():
    match = match_of(2)
    match.enter(winner=0)
    game = play(match.new_game(), random.Random(1))
    assert not [event for event in game.events if event.action.name == "double"]
    game.undo(len(game.events))
    game.roll(), game.play(str(game.state.position.legal_plays(game.state.dice)[0]))
    before = game.state
    with pytest.raises(CubeError, match="Crawford"):
        game.apply(Double(before.seat))
    assert game.state == before


def test_settlements_and_customs_of_money_play_are_excluded():
    game = match_of().new_game()
    game.roll()
    with pytest.raises(SettlementError):
        game.apply(Settle(0, 1))
    for name in ("jacoby", "beavers", "auto_doubles", "settlements"):
        with pytest.raises(InvalidRulesError, match=name):
            match_of(**{name: 1})


def test_dice_are_those_of_the_seed_and_the_number_of_the_game():
    match = match_of(5)
    for number in range(2):
        game = match.new_game()
        game.roll()
        alone = tavla.Game(QUICK, rules=game.rules, seed=7, number=number)
        alone.roll()
        assert game.events[0] == alone.events[0]
        match.abandon()
        match.enter(winner=0)


def test_next_starter_is_the_custom_of_the_variant():
    fevga = Match(5, tavla.FEVGA, NAMES)
    assert fevga.next_starter is None
    fevga.enter(winner=1)
    fevga.enter(winner=None, end="void")
    assert fevga.new_game().state.starter == fevga.next_starter == 1
    hyper = match_of()
    hyper.enter(winner=1)
    assert hyper.new_game().state.starter is None


def test_cube_is_the_custom_of_the_variant_unless_said():
    assert not Match(5, tavla.MOULTEZIM).next_rules.cube
    assert Match(5, tavla.MOULTEZIM, cube=True).next_rules.cube
    assert not Match(5, tavla.BACKGAMMON, cube=False).next_rules.cube
    assert not Match(1, tavla.BACKGAMMON).next_rules.cube


def test_one_game_at_a_time():
    match = match_of()
    game = match.new_game()
    for refused in (
        match.new_game,
        match.undo,
        lambda: match.enter(winner=0),
        lambda: match.enter_annulled(winner=0, cube=2),
        lambda: match.add(game.record),
    ):
        with pytest.raises(GameInProgressError):
            refused()
    with pytest.raises(GameNotOverError):
        match.finish(game)
    with pytest.raises(ForeignGameError):
        match.finish(tavla.Game(QUICK))
    assert match.game is game
    entry = match.finish(play(game, random.Random(2)))
    assert (match.game, match.entries, entry.record) == (None, (entry,), game.record)


def test_a_game_counts_from_its_record():
    source, match = match_of(), match_of()
    record = play(source.new_game(), random.Random(3)).record
    match.add(record)
    assert match.entries[0].record == record
    assert Match.from_dict(match.to_dict()).to_dict() == match.to_dict()
    if not match.is_over:
        with pytest.raises(ForeignGameError):
            match.add(record)  # of another score
    with pytest.raises(GameNotOverError):
        match_of().add(match_of().new_game().record)
    with pytest.raises(ForeignGameError):
        Match(3, QUICK, ("ann", "cyd")).add(record)
    with pytest.raises(InvalidArgumentError):
        match_of().add("record")


def test_a_source_of_dice_can_be_given():
    match = match_of()
    game = match.new_game(dice=ManualDice(), auto=("dance",))
    game.roll((6, 5))
    assert Match.from_dict(match.to_dict()).game.state == game.state


# --- results without a board -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "points"),
    [
        ({"winner": 0}, 1),
        ({"winner": "bob", "kind": 3}, 3),
        ({"winner": 0, "kind": tavla.GAMMON, "cube": 4}, 8),
        ({"winner": 0, "cube": 2, "end": "pass"}, 2),
        ({"winner": 1, "kind": 2, "end": "resignation"}, 2),
        ({"winner": None, "end": "void"}, 0),
    ],
)
def test_entered_results_score_as_the_board_would(result, points):
    match = match_of(25)
    entry = match.enter(**result)
    assert entry.result.points == points
    assert max(match.score.scores) == points
    assert match.score.winner is None


@pytest.mark.parametrize(
    "result",
    [
        {"winner": 2},
        {"winner": "cyd"},
        {"winner": None},
        {"winner": True},
        {"winner": 0, "kind": 4},
        {"winner": 0, "kind": "2"},
        {"winner": 0, "kind": 2, "end": "pass"},
        {"winner": 0, "cube": 3},
        {"winner": 0, "cube": 0},
        {"winner": 0, "cube": 2.0},
        {"winner": 0, "end": "lost"},
        {"winner": 0, "end": "void"},
        {"winner": 0, "automatics": 1, "cube": 2},
    ],
)
def test_entered_results_that_no_game_has_are_refused(result):
    match = match_of(25)
    with pytest.raises((ImpossibleResultError, InvalidArgumentError, UnknownPlayerError)):
        match.enter(**result)
    assert match.entries == ()


def test_kinds_are_those_of_the_variant():
    match = Match(5, tavla.MOULTEZIM, NAMES)
    with pytest.raises(ImpossibleResultError, match="1 to 2"):
        match.enter(winner=0, kind=3)


def test_settlements_cannot_be_entered():
    with pytest.raises(ImpossibleResultError, match="settlements"):
        match_of().enter(winner=0, end="settlement", points=2)


@pytest.mark.parametrize("result", [{"cube": 2}, {"end": "pass"}])
def test_no_cube_is_entered_where_there_is_none(result):
    for match in (Match(1, QUICK, NAMES), Match(5, QUICK, NAMES, cube=False)):
        with pytest.raises(ImpossibleResultError, match="without a cube"):
            match.enter(winner=0, **result)


def test_crawford_violation_is_refused_or_annulled():
    match = at(5, (4, 0))
    for result in ({"cube": 2}, {"end": "pass"}):
        with pytest.raises(ImpossibleResultError, match="Crawford"):
            match.enter(winner=1, **result)
    entry = match.enter_annulled(winner=1, kind=2, cube=4, note="seen late")
    assert (entry.result.points, entry.result.cube) == (2, 1)
    assert match.score.is_post_crawford
    assert "Crawford, cube at 4 annulled; seen late" in match.sheet()
    assert Match.from_dict(match.to_dict()).entries == match.entries


@pytest.mark.parametrize(
    ("scores", "result"),
    [
        ((4, 0), {"end": "pass", "cube": 2}),
        ((4, 0), {"cube": 1}),
        ((4, 0), {"cube": 3}),
        ((4, 0), {"cube": "2"}),
        ((3, 0), {"cube": 2}),
    ],
)
def test_annulment_needs_a_cube_in_the_crawford_game(scores, result):
    match = at(5, scores)
    with pytest.raises(ImpossibleResultError, match="annulled"):
        match.enter_annulled(winner=1, **result)


@pytest.mark.parametrize(
    ("length", "scores", "result", "reachable"),
    [
        (3, (0, 0), {"cube": 4}, True),  # 1 to 2 is alive for either, 2 to 4 too
        (3, (0, 0), {"cube": 8}, False),  # at 4 the cube is dead for both
        (3, (1, 1), {"cube": 4}, False),
        (5, (3, 0), {"cube": 4}, True),  # seat 0 doubles to 2, seat 1 to 4
        (5, (3, 0), {"cube": 2, "end": "pass", "winner": 0}, False),  # seat 0 had no use for 4
        (5, (3, 0), {"cube": 2, "end": "pass", "winner": 1}, True),
    ],
)
def test_dead_cube_policy_holds_for_entered_results(length, scores, result, reachable):
    for policy in ("allow", "refuse"):
        match = at(length, scores, dead_cube=policy)
        if policy == "refuse" and not reachable:
            with pytest.raises(ImpossibleResultError, match="dead"):
                match.enter(**({"winner": 0} | result))
        else:
            match.enter(**({"winner": 0} | result))


@pytest.mark.parametrize(
    ("agreed", "highest"), [({"cube_cap": 4}, 4), ({"max_redoubles": 1}, 4), ({"cube_cap": 1}, 1)]
)
def test_agreed_limits_hold_for_entered_results(agreed, highest):
    match = match_of(25, **agreed)
    for result in ({"cube": 2 * highest}, {"cube": highest, "end": "pass"}):
        with pytest.raises(ImpossibleResultError, match="cube"):
            match.enter(winner=0, **result)
    match.enter(winner=0, cube=highest)


# --- amendments ------------------------------------------------------------------------------------------------------


def test_an_amended_result_changes_the_score_of_what_follows():
    match = match_of(5)
    match.enter(winner=0, kind=2)
    match.enter(winner=1)
    match.amend(0, winner=1, kind=2)
    assert match.score.scores == (0, 3)


@pytest.mark.parametrize(
    ("amended", "why"),
    [
        (
            {"winner": 0, "kind": 2, "cube": 2},
            "game 1: result: cube",
        ),  # 4-0: game 1 is the Crawford game
        ({"winner": 0, "kind": 3, "cube": 2}, "game 1 comes after the end"),
    ],
)
def test_an_amendment_that_contradicts_a_later_game_is_refused(amended, why):
    match = match_of(5)
    match.enter(winner=0)
    match.enter(winner=1, cube=2)
    before = match.to_dict()
    with pytest.raises(ImpossibleResultError, match=why):
        match.amend(0, **amended)
    assert match.to_dict() == before


def test_an_amendment_under_a_board_that_depends_on_it_is_refused():
    match = match_of(5)
    match.enter(winner=0)
    match.new_game()
    with pytest.raises(BoardEntryError, match="game 1"):
        match.amend(0, winner=1)
    assert match.score.scores == (1, 0)
    match.abandon()
    match.amend(0, winner=1)
    assert match.score.scores == (0, 1)


# --- the end of a match ----------------------------------------------------------------------------------------------


def test_the_match_ends_when_a_player_has_the_points():
    match = match_of(3)
    match.enter(winner=1, kind=2, cube=4)
    assert (match.winner, match.score.scores, match.result.end) == (1, (0, 3), MatchEnd.WON)
    assert (match.is_over, match.next_rules, match.next_starter) == (True, None, None)
    for refused in (match.new_game, lambda: match.enter(winner=0), lambda: match.forfeit(0)):
        with pytest.raises(GameOverError):
            refused()


def test_forfeit_and_reopening():
    match = match_of(3)
    match.enter(winner=0)
    game = match.new_game()
    match.forfeit("ann", "left early")
    assert (match.winner, match.result.scores, match.result.end) == (1, (1, 0), MatchEnd.FORFEIT)
    assert "ann forfeits the match to bob at 1-0 (left early)" in match.sheet()
    again = Match.from_json(match.to_json())
    assert (again.result, again.game.state) == (match.result, game.state)
    play(game, random.Random(4))
    for refused in (lambda: match.finish(game), match.undo):
        with pytest.raises(GameOverError):
            refused()
    match.reopen()
    assert match.result is None
    assert match.finish(game).record == game.record
    with pytest.raises(NothingToUndoError):
        match.reopen()


@pytest.mark.parametrize(
    ("player", "error"), [(2, InvalidArgumentError), ("cyd", UnknownPlayerError)]
)
def test_only_a_player_forfeits(player, error):
    with pytest.raises(error):
        match_of().forfeit(player)


def test_unfinished_match():
    match = match_of(3)
    match.enter(winner=0)
    match.leave()
    assert (match.is_over, match.winner, match.result.end) == (True, None, MatchEnd.UNFINISHED)
    assert "left unfinished at 1-0" in match.sheet()
    assert Match.from_json(match.to_json()).result == match.result


# --- undo ------------------------------------------------------------------------------------------------------------


def test_undo_takes_the_last_entry_back_and_the_dice_stay():
    match = match_of()
    game = play(match.new_game(), random.Random(5))
    entry = match.finish(game)
    assert match.undo() == entry
    assert match.score.scores == (0, 0)
    again = match.new_game()
    again.roll()
    assert again.events[0].action.dice == game.events[0].action.dice
    match.abandon()
    with pytest.raises(NothingToUndoError):
        match.undo()


def test_a_finished_game_counts_as_it_was_finished():
    match = match_of()
    game = play(match.new_game(), random.Random(5))
    before = match.finish(game), match.to_dict()
    game.undo()
    assert (match.entries[0], match.to_dict()) == before


def test_what_may_be_done_is_named():
    match = match_of(2)
    assert match.may == ("new_game", "enter", "forfeit", "leave")
    match.enter(winner=0)
    assert match.may == ("new_game", "enter", "undo", "amend", "forfeit", "leave")
    match.leave()
    assert match.may == ("reopen",)


# --- properties ------------------------------------------------------------------------------------------------------


@given(st.integers(1, 5), st.randoms(use_true_random=False), st.booleans(), st.booleans())
@settings(max_examples=15)
def test_random_matches(length, chooser, crawford, holland):
    """The same after storage at every step; entered results add up as boards do; undo leads back to the start."""
    options = {"crawford": crawford, "holland": holland}
    match, boardless = match_of(length, **options), match_of(length, **options)
    stored = [match.to_json()]
    while not match.is_over:
        match.new_game()
        while not match.game.is_over:
            step(match.game, chooser)
            if chooser.random() < 0.2:
                match = Match.from_json(match.to_json())
        entered(boardless, match.finish(match.game))
        assert boardless.scores == match.scores
        stored.append(match.to_json())
        assert Match.from_json(stored[-1]).to_json() == stored[-1]
        assert Match.from_json(boardless.to_json()).scores == match.scores
    assert boardless.result == match.result
    match = Match.from_json(stored.pop())
    while stored:
        match.undo()
        assert match.to_json() == stored.pop()


def test_resume_in_the_middle_of_a_game():
    match = match_of(5)
    match.enter(winner=0)
    game = match.new_game()
    game.roll()
    again = Match.from_json(match.to_json())
    assert again.game.state == game.state
    for one in (game, again.game):
        play(one, random.Random(6))
    assert match.finish(game).result == again.finish(again.game).result


# --- storage ---------------------------------------------------------------------------------------------------------


def stored_match():
    """A match whose Crawford game is under way, after a game on the board and one entered, as JSON gives it."""
    match = match_of(3, resign_when="any_time", cube_cap=8)
    match.enter(winner=0, end="resignation")
    game = match.new_game()
    game.roll(), game.resign(1, seat=1), game.accept()
    match.finish(game)
    match.new_game().roll()
    return json.loads(match.to_json())


BAD = [
    ("format", "tavla.session"),
    ("version", 2),
    ("version", True),
    ("length", 0),
    ("length", "3"),
    ("length", 2),  # the games add up to other rules
    ("players", ["ann"]),
    ("players", ["ann", "ann"]),
    ("players", ["ann", "cyd"]),
    ("players", None),
    ("seed", "zz"),
    ("seed", 7),
    ("seed", "00"),
    ("variant", {}),
    ("variant", None),
    ("options", None),
    ("options", {"jacoby": True}),
    ("options", {"seed": 1}),
    ("options", {"crawford": 1}),
    ("options", {"dead_cube": "never"}),
    ("entries", None),
    ("entries", [None]),
    ("entries", [{}]),
    ("game", 5),
    ("game", {}),
    ("scores", [0, 0]),
    ("scores", None),
    ("closed", {"winner": 0, "end": "won", "scores": [3, 0], "note": ""}),
    ("closed", {"winner": 0, "end": "forfeit", "scores": [3, 0], "note": ""}),
    ("closed", {"winner": 7, "end": "forfeit", "scores": [2, 0], "note": ""}),
    ("closed", {"winner": None, "end": "unfinished", "scores": [2, 0], "note": 5}),
    ("closed", 5),
]


@pytest.mark.parametrize(("field", "value"), BAD)
def test_damaged_matches_are_refused(field, value):
    data = stored_match()
    Match.from_dict(data)
    data[field] = value
    with pytest.raises(DataError):
        Match.from_dict(data)


@pytest.mark.parametrize(
    ("field", "value"),
    [("winner", 1), ("points", 3), ("points", "2"), ("cube", 2), ("end", "pass"), ("kind", 4)],
)
def test_results_that_do_not_add_up_are_refused(field, value):
    data = stored_match()
    data["entries"][0]["result"][field] = value
    with pytest.raises(DataError):
        Match.from_dict(data)


def test_a_game_stored_under_another_score_is_refused():
    data = stored_match()
    data["entries"].reverse()
    with pytest.raises(DataError, match="game 0"):
        Match.from_dict(data)


def test_a_match_that_goes_on_after_its_end_is_refused():
    match = match_of(1)
    match.enter(winner=0)
    data = match.to_dict()
    data["entries"] = 2 * data["entries"]
    with pytest.raises(DataError, match="the match is over"):
        Match.from_dict(data)


def test_a_dead_cube_stored_where_it_is_refused_is_refused():
    match = match_of(3)
    match.enter(winner=0, cube=8)
    data = match.to_dict()
    data["options"]["dead_cube"] = "refuse"
    with pytest.raises(DataError, match="dead"):
        Match.from_dict(data)


@pytest.mark.parametrize("data", [None, [], {}, "match", {"format": "tavla.match", "version": 1}])
def test_what_is_no_match_is_refused(data):
    with pytest.raises(DataError):
        Match.from_dict(data)


@pytest.mark.parametrize("text", ["", "{", "[" * 10000, b"\xff", "5"])
def test_what_is_no_json_is_refused(text):
    with pytest.raises(DataError):
        Match.from_json(text)


def test_every_changed_field_is_refused_or_kept():
    """With one thing wrong a match is refused, or read as it stands."""
    for data in mutations(stored_match(), closed=("variant", "record", "game")):
        try:
            match = Match.from_dict(data)
        except DataError:
            continue
        assert Match.from_dict(match.to_dict()).to_dict() == match.to_dict()


# --- what is sent and shown ------------------------------------------------------------------------------------------


def test_the_view_holds_no_seed():
    match = match_of()
    match.enter(winner=0)
    match.new_game().roll()
    text = json.dumps(match.view(1))
    assert match.seed.hex() not in text
    assert json.loads(text)["game"]["players"] == list(NAMES)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"length": 0}, InvalidArgumentError),
        ({"variant": "hyper"}, InvalidArgumentError),
        ({"players": ("ann",)}, InvalidArgumentError),
        ({"players": (1, 2)}, InvalidArgumentError),
        ({"players": ("ann", "ann")}, InvalidArgumentError),
        ({"holland": 1}, InvalidArgumentError),
        ({"cube": 1}, InvalidArgumentError),
        ({"crawford": None}, InvalidArgumentError),
        ({"dead_cube": "no"}, InvalidRulesError),
        ({"colour": "red"}, InvalidRulesError),
        ({"away": (1, 1)}, InvalidRulesError),
        ({"seed": -1}, InvalidArgumentError),
    ],
)
def test_arguments_are_checked(arguments, error):
    with pytest.raises(error):
        Match(**arguments)


def test_records_that_do_not_replay_are_refused():
    data = stored_match()
    del data["entries"][1]["record"]["events"][-1]
    with pytest.raises(DataError):
        Match.from_dict(data)


def test_a_note_stays_on_its_line_of_the_sheet():
    match = Match(5, players=("ann", "bob"))
    match.enter(winner="ann", note="late,\nand tired")
    assert match.sheet().splitlines()[-1].endswith("1-0     late, and tired")
    assert match.sheet_rows()[0]["note"] == "late,\nand tired"


def test_the_rows_of_a_sheet_tell_what_the_sheet_tells():
    match = Match(3, players=("ann", "bob"))
    match.enter(winner="ann", cube=2)
    match.enter(winner=None, end="void")
    match.enter(winner="bob", kind=3, end="resignation")
    assert [list(row.values()) for row in match.sheet_rows()] == [
        [1, "ann", "borne_off", "single", 2, 2, 2, 0, "", ""],
        [2, None, "void", None, 1, 0, 2, 0, "Crawford", ""],
        [3, "bob", "resignation", "backgammon", 1, 3, 2, 3, "Crawford", ""],
    ]
    lines = match.sheet_csv().splitlines()
    assert lines[0] == "game,winner,end,kind,cube,points,score ann,score bob,mark,note"
    assert lines[2] == "2,,void,,1,0,2,0,Crawford,"
    assert len(Match(3, players=("ann", "bob")).sheet_csv().splitlines()) == 1


def test_errors_say_which_argument_and_what_came():
    with pytest.raises(UnknownPlayerError, match="player: expected 'ann' or 'bob', got 'cyd'"):
        Match(5, players=("ann", "bob")).forfeit("cyd")
    with pytest.raises(InvalidArgumentError, match=r"from 1 to .*, got 2\.0"):
        Match(5).enter(winner=0, cube=2.0)
    with pytest.raises(InvalidArgumentError, match="crawford: expected True or False, got 1"):
        Match(5, crawford=1)


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "\x1b[2J", "\u2028", 5])
def test_a_name_fits_on_a_line(name):
    with pytest.raises(InvalidArgumentError, match="players: expected names, got "):
        Match(5, players=("ann", name))
