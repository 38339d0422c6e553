"""The score of a match: the Crawford rule, away scores, what each game is played under."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from tavla.errors import CubeError, GameOverError, InvalidArgumentError, InvalidRulesError
from tavla.game import Double, MakePlay, Roll
from tavla.scoring.match import MatchScore

MONEY_CUSTOMS = {"jacoby": False, "beavers": 0, "auto_doubles": 0, "settlements": False}


def score_of(length, *games, crawford=True):
    """The score after games `(points, winner)`."""
    score = MatchScore(length, crawford=crawford)
    for points, winner in games:
        score = score.after(points, winner)
    return score


@pytest.mark.parametrize(
    ("games", "kinds"),
    [
        ([(2, 0)], "-C"),
        ([(1, 0), (1, 0), (1, 1)], "--Cp"),
        ([(2, 0), (1, 1), (1, 1)], "-Cpp"),  # the trailer draws level: no second Crawford game
        ([(1, 1), (1, 0), (1, 1), (1, 0)], "---Cp"),
        ([(2, 0), (2, 1), (1, 0)], "-Cp."),  # the trailer reaches n-1 in the Crawford game itself
        ([(2, 0), (1, 0)], "-C."),
        ([(3, 0)], "-."),  # straight past n-1
    ],
)
def test_crawford_game_is_the_first_after_a_player_first_reaches_one_away(games, kinds):
    scores = [score_of(3, *games[:count]) for count in range(len(games) + 1)]
    found = [
        "." if s.is_over else "C" if s.is_crawford else "p" if s.is_post_crawford else "-"
        for s in scores
    ]
    assert "".join(found) == kinds


def test_crawford_bars_both_players():
    rules = tavla.GameRules(**MatchScore(5, (4, 2)).game_rules())
    assert rules.crawford
    position = tavla.Position.start(tavla.BACKGAMMON)
    for seat in (0, 1):
        with pytest.raises(CubeError, match="Crawford"):
            tavla.GameState.at(position, rules, seat=seat).apply(Double(seat))


def test_crawford_off():
    score = score_of(3, (2, 0), crawford=False)
    assert not score.is_crawford
    assert not score.is_post_crawford
    assert not score.after(2, 1).is_crawford
    assert not score.game_rules()["crawford"]


def test_match_to_one_point_has_no_cube_and_no_crawford_game():
    score = MatchScore(1)
    assert score.is_double_match_point
    assert not score.is_crawford
    assert not score.game_rules()["cube"]
    assert MatchScore(2).game_rules()["cube"]


def test_no_bonus_for_surplus_points():
    score = score_of(5, (4, 0), (24, 0))
    assert score.scores == (5, 0)
    assert score.winner == 0


def test_away_scores_and_double_match_point():
    assert MatchScore(7, (2, 4)).away == (5, 3)
    assert score_of(3, (2, 1), (2, 0)).is_double_match_point
    assert not MatchScore(3, (2, 0)).is_double_match_point


def test_void_game_leaves_the_score_and_the_crawford_game():
    score = MatchScore(3, (2, 0))
    assert score.after(0, None) == score
    assert score.after(0, None).is_crawford


@pytest.mark.parametrize("score", [MatchScore(7), MatchScore(7, (6, 0)), MatchScore(1)])
def test_customs_of_money_play_are_out(score):
    rules = score.game_rules()
    assert rules.items() >= MONEY_CUSTOMS.items()
    assert tavla.GameRules(**rules).away == score.away


def test_dead_cube_policy_is_passed_on():
    rules = tavla.GameRules(**MatchScore(7, (5, 0)).game_rules(dead_cube="refuse"))
    state = tavla.GameState.at(
        tavla.Position.start(tavla.BACKGAMMON),
        rules,
        cube=tavla.game.Cube(2, owner=0, doubles=1),
    )
    with pytest.raises(CubeError, match="dead"):
        state.apply(Double(0))


def test_holland_rule_holds_after_the_crawford_game_only():
    before, crawford = MatchScore(5), MatchScore(5, (4, 0))
    after = crawford.after(1, 1)
    flags = [s.game_rules(holland=True)["holland"] for s in (before, crawford, after)]
    assert flags == [False, False, True]
    assert not after.game_rules()["holland"]


@pytest.mark.parametrize("starter", [None, 0])
def test_holland_rule_waits_until_each_side_has_rolled_twice(starter):
    rules = tavla.GameRules(**score_of(5, (4, 0), (1, 1)).game_rules(holland=True))
    state = tavla.GameState.new(tavla.HYPER, rules, starter=starter)
    if starter is None:
        state = state.apply(tavla.game.OpeningRoll(0, (2, 1)))
    rolls, doubles = [0, 0], []
    for _ in range(6):
        if state.phase == "start":
            doubles.append((min(rolls), Double(state.seat) in state.legal_actions))
            state = state.apply(Roll(state.seat, (2, 1)))
        rolls[state.seat] += 1
        play = state.position.legal_plays(state.dice)[0]
        state = state.apply(MakePlay(state.seat, play.moves))
    assert doubles == [(least, least >= 2) for least, _ in doubles]
    assert (2, True) in doubles


@pytest.mark.parametrize(
    "rules",
    [
        {"holland": True},
        {"holland": True, "away": (2, 3)},
        {"holland": True, "away": (1, 3), "crawford": True},
        {"holland": 1},
    ],
)
def test_holland_rule_needs_a_game_after_the_crawford_game(rules):
    with pytest.raises(InvalidRulesError, match="holland"):
        tavla.GameRules(cube=True, **rules)


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (MatchScore(7, (3, 4)), "3-4 to 7"),
        (MatchScore(7, (6, 4)), "6-4 to 7, Crawford"),
        (MatchScore(7, (6, 4), crawford_played=True), "6-4 to 7, post-Crawford"),
        (MatchScore(7, (7, 4), crawford_played=True), "7-4 to 7"),
    ],
)
def test_score_as_people_say_it(score, text):
    assert str(score) == text


@pytest.mark.parametrize(
    "fields",
    [
        {"length": 0},
        {"length": True},
        {"length": "7"},
        {"length": 7, "scores": (8, 0)},
        {"length": 7, "scores": (7, 7)},
        {"length": 7, "scores": (-1, 0)},
        {"length": 7, "scores": [1, 0]},
        {"length": 7, "scores": (1.0, 0)},
        {"length": 7, "scores": (6, 6)},  # one of them came there in the Crawford game
        {"length": 7, "scores": (5, 5), "crawford_played": True},
        {"length": 7, "scores": (6, 5), "crawford_played": True, "crawford": False},
        {"length": 1, "crawford_played": True},
        {"length": 7, "crawford": 1},
    ],
)
def test_scores_that_cannot_be_are_refused(fields):
    with pytest.raises(InvalidArgumentError):
        MatchScore(**fields)


@pytest.mark.parametrize(
    ("points", "winner"), [(0, 0), (1, None), (-1, 0), (1, 2), (1, True), (1.0, 0), ("1", 0)]
)
def test_games_that_cannot_be_are_refused(points, winner):
    with pytest.raises(InvalidArgumentError):
        MatchScore(7).after(points, winner)


def test_nothing_follows_the_match():
    score = MatchScore(7, (7, 2))
    with pytest.raises(GameOverError):
        score.after(1, 0)
    with pytest.raises(GameOverError):
        score.game_rules()


@given(st.integers(1, 25), st.lists(st.tuples(st.integers(1, 8), st.integers(0, 1))), st.booleans())
def test_any_match_has_at_most_one_crawford_game_and_one_winner(length, games, crawford):
    scores = [MatchScore(length, crawford=crawford)]
    for points, winner in games:
        if scores[-1].is_over:
            break
        scores.append(scores[-1].after(points, winner))
    for before, after in itertools.pairwise(scores):
        assert after.is_post_crawford <= (before.is_crawford or before.is_post_crawford)
        assert sum(after.scores) > sum(before.scores)
    assert sum(score.is_crawford for score in scores) <= (crawford and length > 1)
    for score in scores:
        assert MatchScore(score.length, score.scores, crawford, score.crawford_played) == score
        if not score.is_over:
            tavla.GameRules(**score.game_rules(holland=True, dead_cube="refuse"))
