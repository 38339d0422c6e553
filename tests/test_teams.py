"""Team forms: pairs that consult at one board, and teams that meet on several."""

import copy
import json
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tavla
from hostile import mutations
from tavla import Consultation, Match, MoneySession, TeamMatch
from tavla.errors import (
    DataError,
    GameInProgressError,
    GameOverError,
    InvalidArgumentError,
    InvalidRulesError,
    NoGameError,
    NothingToUndoError,
    NotYourTurnError,
    StaleActionError,
    UnknownPlayerError,
    WrongPhaseError,
)
from tavla.game import OpeningRoll
from tavla.scoring import MatchResult, TeamScore

PAIRS = (("ann", "abe"), ("bob", "bea"))
TEAMS = (("ann", "abe", "ada"), ("bob", "ben", "bea"))
QUICK = tavla.HYPER.replace(name="one-checker hyper", start={24: 1})


def pairs_of(**options):
    return Consultation(PAIRS, length=5, variant=QUICK, seed=7, **options)


def play_by_deciders(pairs, chooser):
    """Play a game out, each action by the partner who has the last word; give who decided what."""
    game, log = pairs.series.new_game(), []
    while not game.is_over:
        actions = [a for a in game.legal_actions if a.name not in ("resign", "move", "double")]
        action = chooser.choice(actions)
        player = pairs.decider(action.seat)
        log.append((action.seat, game.state.turn, player))
        pairs.apply(player, action)
    return log


# --- pairs -----------------------------------------------------------------------------------------------------------


def test_roller_alternates_by_game_unless_said():
    pairs = pairs_of()
    assert [pairs.roller(seat) for seat in (0, 1)] == ["ann", "bob"]
    pairs.match.enter(winner=0)
    assert [pairs.roller(seat) for seat in (0, 1)] == ["abe", "bea"]
    pairs.match.enter(winner=0)
    assert [pairs.roller(seat) for seat in (0, 1)] == ["ann", "bob"]


def test_fixed_roller():
    pairs = pairs_of(roller="fixed")
    pairs.match.enter(winner=0)
    log = play_by_deciders(pairs, random.Random(1))
    assert {player for _, _, player in log} == {"ann", "bob"}


def test_roller_alternates_by_turn():
    pairs = pairs_of(roller="alternate_turns")
    log = play_by_deciders(pairs, random.Random(2))
    for seat, turn, player in log[1:]:
        assert player == PAIRS[seat][turn // 2 % 2]
    assert {player for _, _, player in log} >= {"ann", "bob"}
    assert pairs.to_act == frozenset()


def test_between_the_turns_the_next_roller_of_the_pair_decides():
    """He answers a double, say: the one who rolls in the next turn of his pair."""
    pairs = pairs_of(roller="alternate_turns")
    game = pairs.match.new_game(dice=tavla.game.ScriptedDice([(2, 1), (2, 1), (2, 1), (2, 1)]))
    game.roll()
    found = []
    for _ in range(4):
        found.append((pairs.roller(0), pairs.roller(1)))
        game.play(str(game.state.position.legal_plays(game.state.dice)[0]))
        if game.state.turn < 4:
            game.roll()
    assert found == [("ann", "bob"), ("abe", "bob"), ("abe", "bea"), ("ann", "bea")]


def test_the_roller_has_the_last_word():
    pairs = pairs_of()
    with pytest.raises(NoGameError):
        pairs.apply("ann", OpeningRoll(0))
    game = pairs.match.new_game()
    assert pairs.to_act == {"ann", "bob"}
    for player, action in (("abe", OpeningRoll(0)), ("bob", OpeningRoll(0)), ("ann", "roll")):
        with pytest.raises(NotYourTurnError, match="to act: ann, bob"):
            pairs.apply(player, action)
    with pytest.raises(UnknownPlayerError):
        pairs.apply("cyd", OpeningRoll(0))
    with pytest.raises(StaleActionError):
        pairs.apply("ann", OpeningRoll(0), expect=3)
    assert game.events == ()
    pairs.apply("ann", OpeningRoll(0), expect=0)
    assert len(game.events) == 1


@pytest.mark.parametrize("about", ["play", "cube", "resignation"])
def test_consulting_is_free_or_a_relay_without_words(about):
    for player in ("ann", "abe", "bob", "bea"):
        assert pairs_of().may_consult(player, about)
        assert not pairs_of(consult="none_relay").may_consult(player, about)


def test_pairs_play_for_money_too():
    session = MoneySession(("Oaks", "Elms"), QUICK, seed=7)
    pairs = Consultation(PAIRS, session)
    session.enter(winner="Oaks")
    assert pairs.roller(0) == "abe"
    assert Consultation.from_json(pairs.to_json()).series.difference == 1
    with pytest.raises(InvalidArgumentError):
        assert pairs.match


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: pairs_of(roller="anybody"), InvalidRulesError),
        (lambda: pairs_of(final_say="captain"), InvalidRulesError),
        (lambda: pairs_of(consult="whisper"), InvalidRulesError),
        (lambda: pairs_of(consult="none_relay", roller="fixed"), InvalidRulesError),
        (lambda: Consultation((("ann", "abe"), ("ann", "bea"))), InvalidArgumentError),
        (lambda: Consultation((("ann", "abe"), ("bob",))), InvalidArgumentError),
        (lambda: Consultation("ab"), InvalidArgumentError),
        (lambda: Consultation(PAIRS, "match"), InvalidArgumentError),
        (lambda: Consultation(PAIRS, Match(3), length=5), InvalidArgumentError),
        (lambda: pairs_of().roller(2), InvalidArgumentError),
        (lambda: pairs_of().may_consult("ann", "dinner"), InvalidArgumentError),
        (lambda: pairs_of().may_consult("cyd"), UnknownPlayerError),
    ],
)
def test_arguments_of_pairs_are_checked(call, error):
    with pytest.raises(error):
        call()


@given(st.randoms(use_true_random=False), st.sampled_from(("alternate_games", "alternate_turns")))
@settings(max_examples=10)
def test_pairs_are_the_same_after_storage(chooser, roller):
    pairs = pairs_of(roller=roller)
    play_by_deciders(pairs, chooser)
    again = Consultation.from_json(pairs.to_json())
    assert again.to_dict() == pairs.to_dict()
    assert (again.teams, again.roller(0), again.roller(1)) == (
        pairs.teams,
        pairs.roller(0),
        pairs.roller(1),
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("version", 2),
        ("teams", [["ann", "abe"]]),
        ("teams", None),
        ("roller", "anybody"),
        ("roller", []),
        ("consult", None),
        ("series", None),
        ("series", {"format": "tavla.money_session"}),
        ("more", 1),
    ],
)
def test_damaged_pairs_are_refused(field, value):
    data = json.loads(pairs_of().to_json())
    data[field] = value
    with pytest.raises(DataError):
        Consultation.from_dict(data)


# --- the score of teams ----------------------------------------------------------------------------------------------

WON, LOST, LEFT = MatchResult(0, (7, 3)), MatchResult(1, (6, 7)), MatchResult(None, (2, 1))


@pytest.mark.parametrize(
    ("boards", "options", "over", "winner"),
    [
        ((WON, WON, None), {}, False, None),  # played out
        ((WON, WON, None), {"play": "stop_when_decided"}, True, 0),
        ((WON, LOST, None), {"play": "stop_when_decided"}, False, None),
        ((WON, LOST, LOST), {}, True, 1),
        ((WON, WON, WON), {}, True, 0),
        ((WON, LEFT, LEFT), {}, True, 0),  # more wins, if not most boards
        ((WON, LOST, LEFT), {}, True, None),
        ((WON, LOST), {"tiebreak": "draw"}, True, None),
        ((WON, LOST), {"tiebreak": "sum_points"}, True, 0),  # 13 points to 10
        ((WON, MatchResult(1, (3, 7))), {"tiebreak": "sum_points"}, True, None),
        ((WON, LOST), {"tiebreak": "sudden_board"}, False, None),
        ((WON, LOST), {"tiebreak": "sudden_board", "sudden": MatchResult(1, (0, 1))}, True, 1),
        ((WON, WON, LOST, None), {"tiebreak": "draw", "play": "stop_when_decided"}, False, None),
        ((WON, WON, WON, None), {"tiebreak": "draw", "play": "stop_when_decided"}, True, 0),
        ((LOST,), {}, True, 1),
    ],
)
def test_match_wins_decide_and_then_the_tiebreak(boards, options, over, winner):
    score = TeamScore(boards, **options)
    assert (score.is_over, score.winner) == (over, winner)
    assert score.is_draw == (over and winner is None)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"boards": ()}, InvalidArgumentError),
        ({"boards": (5,)}, InvalidArgumentError),
        ({"boards": [None]}, InvalidArgumentError),
        ({"boards": (None, None)}, InvalidRulesError),
        ({"boards": (None,), "play": "on"}, InvalidRulesError),
        ({"boards": (None,), "tiebreak": "coin"}, InvalidRulesError),
        ({"boards": (None,), "sudden": WON}, InvalidArgumentError),
        ({"boards": (WON, LOST), "tiebreak": "draw", "sudden": WON}, InvalidArgumentError),
    ],
)
def test_scores_of_teams_are_checked(arguments, error):
    with pytest.raises(error):
        TeamScore(**arguments)


# --- teams -----------------------------------------------------------------------------------------------------------


def tie_of(teams=TEAMS, **options):
    return TeamMatch(teams, names=("Oaks", "Elms"), length=3, variant=QUICK, seed=7, **options)


def test_three_boards_and_two_wins_of_three():
    tie = tie_of()
    assert [board.players for board in tie.boards] == [
        ("ann", "bob"),
        ("abe", "ben"),
        ("ada", "bea"),
    ]
    tie.boards[0].enter(winner="ann", kind=3)
    tie.enter(1, winner=1, scores=(1, 3))
    assert not tie.is_over
    tie.boards[2].enter(winner="bea", kind=3)
    assert (tie.is_over, tie.winner, tie.score.wins) == (True, 1, (1, 2))


def test_play_out_plays_the_third_board():
    tie = tie_of()
    tie.enter(0, winner=0, scores=(3, 0))
    tie.enter(1, winner=0, scores=(3, 0))
    assert (tie.is_over, tie.score.leader) == (False, 0)
    tie.boards[2].enter(winner="bea", kind=3)
    assert tie.winner == 0


def test_stop_when_decided_stops_the_third_board():
    tie = tie_of(play="stop_when_decided")
    third = tie.boards[2]
    third.enter(winner="ada")
    tie.enter(0, winner=0, scores=(3, 0))
    tie.enter(1, winner=0, scores=(3, 2))
    assert (tie.is_over, tie.winner) == (True, 0)
    for refused in (third.new_game, lambda: third.enter(winner=0)):
        with pytest.raises(GameOverError, match="decided"):
            refused()
    assert "board 3  ada - bea  1-0  not ended" in tie.sheet()
    tie.withdraw(1)
    third.enter(winner="bea")
    assert third.score.scores == (1, 1)


def test_a_copy_is_a_tie_of_its_own():
    tie = tie_of(play="stop_when_decided")
    tie.enter(0, winner=0, scores=(3, 0))
    for again in (copy.deepcopy(tie), pickle.loads(pickle.dumps(tie))):
        again.enter(1, winner=0, scores=(3, 0))
        assert (again.boards[2].why_over(), tie.boards[2].why_over()) == ("decided", None)


def test_a_board_has_games_or_a_result_not_both():
    tie = tie_of()
    tie.boards[0].enter(winner=0)
    tie.boards[1].new_game()
    for board in (0, 1):
        with pytest.raises(GameInProgressError):
            tie.enter(board, winner=0, scores=(3, 0))
    tie.enter(2, winner=0, scores=(3, 0))
    with pytest.raises(GameOverError, match="entered"):
        tie.boards[2].new_game()
    with pytest.raises(GameOverError):
        tie.enter(2, winner=1, scores=(0, 3))
    assert tie.withdraw(2).scores == (3, 0)
    with pytest.raises(NothingToUndoError):
        tie.withdraw(2)


def test_each_board_has_dice_of_its_own():
    seeds = {board.seed for board in tie_of().boards}
    assert len(seeds) == 3
    assert [b.seed for b in tie_of().boards] == [b.seed for b in tie_of().boards]


def test_forfeits_and_unfinished_matches_count():
    tie = tie_of()
    tie.boards[0].forfeit("bob")
    tie.enter(1, winner=1, scores=(2, 0), end="forfeit")
    tie.boards[2].leave()
    assert (tie.is_over, tie.score.wins, tie.score.is_draw) == (True, (1, 1), True)


def test_even_teams_need_a_tiebreak():
    teams = (("ann", "abe"), ("bob", "ben"))
    with pytest.raises(InvalidRulesError, match="tiebreak"):
        tie_of(teams)
    tie = tie_of(teams, tiebreak="sum_points")
    tie.enter(0, winner=0, scores=(3, 2))
    tie.enter(1, winner=1, scores=(0, 3))
    assert (tie.score.points, tie.winner) == ((3, 5), 1)


def test_sudden_board():
    tie = tie_of((("ann", "abe"), ("bob", "ben")), tiebreak="sudden_board")
    with pytest.raises(WrongPhaseError):
        tie.start_sudden_board("ann", "ben")
    tie.enter(0, winner=0, scores=(3, 2))
    tie.enter(1, winner=1, scores=(0, 3))
    assert not tie.is_over
    with pytest.raises(InvalidArgumentError):
        tie.start_sudden_board("ann", "abe")
    board = tie.start_sudden_board("ann", "ben")
    assert TeamMatch.from_json(tie.to_json()).to_dict() == tie.to_dict()
    with pytest.raises(NothingToUndoError):
        tie.withdraw(1)
    with pytest.raises(WrongPhaseError):
        tie.start_sudden_board("ann", "ben")
    board.enter(winner="ben")
    assert (tie.is_over, tie.winner, tie.sudden_board) == (True, 1, board)
    assert TeamMatch.from_json(tie.to_json()).winner == 1
    assert "sudden   ann - ben  0-1" in tie.sheet()


@pytest.mark.parametrize(
    "result",
    [
        {"winner": 0, "scores": (2, 0)},
        {"winner": 1, "scores": (3, 0)},
        {"winner": 0, "scores": (4, 0)},
        {"winner": 0, "scores": (3, 3)},
        {"winner": None, "scores": (3, 0)},
        {"winner": None, "scores": (1, 0)},
        {"winner": 0, "scores": (3, 0), "end": "forfeit"},
        {"winner": 0, "scores": (1, 0), "end": "unfinished"},
        {"winner": 2, "scores": (3, 0)},
        {"winner": True, "scores": (0, 3)},
        {"winner": 0, "scores": 3},
        {"winner": 0, "scores": ("3", 0)},
        {"winner": 0, "scores": (3, 0), "end": "lost"},
        {"winner": 0, "scores": (3, 0), "note": 5},
    ],
)
def test_results_that_no_match_has_are_refused(result):
    tie = tie_of()
    with pytest.raises(InvalidArgumentError):
        tie.enter(0, **result)
    assert tie.results == (None, None, None)


@pytest.mark.parametrize(
    "teams",
    [(("ann",), ("bob", "ben")), ((), ()), (("ann",), ("ann",)), ("ab", "cd"), ((1,), (2,)), None],
)
def test_teams_are_lists_of_as_many_names(teams):
    with pytest.raises(InvalidArgumentError):
        TeamMatch(teams)


@pytest.mark.parametrize("board", [-1, 3, "0", True])
def test_boards_have_numbers(board):
    with pytest.raises(InvalidArgumentError):
        tie_of().enter(board, winner=0, scores=(3, 0))


@given(st.data(), st.sampled_from(("play_out", "stop_when_decided")))
@settings(max_examples=25)
def test_teams_are_the_same_after_storage_at_every_step(data, mode):
    tie = tie_of(play=mode)
    while not tie.is_over:
        open_boards = [n for n, board in enumerate(tie.boards) if board.why_over() is None]
        number = data.draw(st.sampled_from(open_boards))
        board = tie.boards[number]
        if not board.entries and data.draw(st.booleans()):
            tie.enter(number, winner=0, scores=(3, data.draw(st.integers(0, 2))))
        else:
            board.enter(winner=data.draw(st.integers(0, 1)), kind=data.draw(st.integers(1, 3)))
        again = TeamMatch.from_json(tie.to_json())
        assert again.to_dict() == tie.to_dict()
        assert (again.score, again.is_over) == (tie.score, tie.is_over)
        tie = again
    assert tie.winner == (0 if tie.score.wins[0] > tie.score.wins[1] else 1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("version", 0),
        ("names", ["Oaks"]),
        ("names", None),
        ("play", "on"),
        ("tiebreak", "coin"),
        ("boards", []),
        ("boards", None),
        ("boards", [{}]),
        ("boards", [{"match": None, "entered": None}]),
        ("sudden", {}),
        ("more", 1),
    ],
)
def test_damaged_teams_are_refused(field, value):
    data = json.loads(tie_of().to_json())
    data[field] = value
    with pytest.raises(DataError):
        TeamMatch.from_dict(data)


def test_boards_of_different_kinds_or_with_the_same_players_are_refused():
    other = json.loads(tie_of(crawford=False).to_json())["boards"][1]
    for wrong in (other, json.loads(tie_of().to_json())["boards"][0]):
        data = json.loads(tie_of().to_json())
        data["boards"][1] = wrong
        with pytest.raises(DataError):
            TeamMatch.from_dict(data)


@pytest.mark.parametrize(
    "entered",
    [
        5,
        {"winner": 0},
        {"winner": 0, "scores": [2, 0], "end": "won", "note": ""},
        {"winner": 0, "scores": [3, 0], "end": "won", "note": "", "more": 1},
    ],
)
def test_damaged_results_of_boards_are_refused(entered):
    data = json.loads(tie_of().to_json())
    data["boards"][0]["entered"] = entered
    with pytest.raises(DataError):
        TeamMatch.from_dict(data)


def test_a_board_stored_with_games_and_a_result_is_refused():
    tie = tie_of()
    tie.boards[0].enter(winner=0)
    data = json.loads(tie.to_json())
    data["boards"][0]["entered"] = {"winner": 0, "scores": [3, 0], "end": "won", "note": ""}
    with pytest.raises(DataError, match="both"):
        TeamMatch.from_dict(data)


@pytest.mark.parametrize("made", [pairs_of(), tie_of((("ann",), ("bob",)))])
def test_every_changed_field_is_refused_or_kept(made):
    for data in mutations(json.loads(made.to_json()), closed=("variant",)):
        try:
            again = type(made).from_dict(data)
        except DataError:
            continue
        assert type(made).from_dict(again.to_dict()).to_dict() == again.to_dict()


@pytest.mark.parametrize("winner", [1, "Elms", "bob"])
def test_the_winner_of_a_board_is_told_by_name_or_number(winner):
    tie = TeamMatch((("ann", "abe"), ("bob", "ben")), names=("Oaks", "Elms"), tiebreak="draw")
    assert tie.enter(0, winner=winner, scores=(3, 7)).winner == 1
    with pytest.raises(UnknownPlayerError, match="expected one of abe, ben, Oaks, Elms, got 'bob'"):
        tie.enter(1, winner="bob", scores=(3, 7))
