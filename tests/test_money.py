"""The score of money play: what a game is worth, by the rules of the cube, Jacoby's rule, resignations and settlements."""

from decimal import Decimal
from fractions import Fraction

import pytest

import tavla
from tavla import BACKGAMMON, FEVGA, HYPER, MOULTEZIM, GameRules
from tavla.errors import DataError, ImpossibleResultError, InvalidArgumentError
from tavla.game import Cube, End, GameResult
from tavla.scoring import Limits, MoneyScoring, Stake, statistics
from tavla.table.results import entered_result, money_scoring

SINGLE, GAMMON, KOKS = tavla.Kind
PLAIN = MoneyScoring(cube=True)
JACOBY = MoneyScoring(cube=True, jacoby=True)
COUNTING = MoneyScoring(cube=True, jacoby=True, jacoby_auto_counts_as_turned=True)
NO_CUBE = MoneyScoring(jacoby=True, max_result=2)

CENTRED = Cube()
DOUBLED = Cube().offer(0).taken()
REDOUBLED = DOUBLED.offer(1).taken()
BEAVERED = Cube().offer(0).turned().taken()
RACCOONED = Cube().offer(0).turned().turned().taken()
AUTOMATIC = Cube().doubled_automatically()
AUTOMATIC_DOUBLED = AUTOMATIC.offer(1).taken()


@pytest.mark.parametrize(
    ("rule", "scoring", "cube", "points"),
    [
        ("B2: once, twice, three times the cube", PLAIN, CENTRED, (1, 2, 3)),
        ("C1: a double doubles the stake", PLAIN, DOUBLED, (2, 4, 6)),
        ("C1: a redouble doubles it again", PLAIN, REDOUBLED, (4, 8, 12)),
        ("C2: an automatic double doubles the stake", PLAIN, AUTOMATIC, (2, 4, 6)),
        ("C2: with Jacoby any win counts the stake once", JACOBY, AUTOMATIC, (2, 2, 2)),
        ("C2: unless agreed that it counts as turned", COUNTING, AUTOMATIC, (2, 4, 6)),
        ("C2: a double after it turns the cube", JACOBY, AUTOMATIC_DOUBLED, (4, 8, 12)),
        ("C3: a beaver is in the cube", PLAIN, BEAVERED, (4, 8, 12)),
        ("C3: a raccoon is in the cube", PLAIN, RACCOONED, (8, 16, 24)),
        ("C3: a beaver is a turned cube for Jacoby", JACOBY, BEAVERED, (4, 8, 12)),
        ("C4: Jacoby, nobody doubled", JACOBY, CENTRED, (1, 1, 1)),
        ("C4: Jacoby, somebody doubled", JACOBY, DOUBLED, (2, 4, 6)),
        ("C4: counting automatics changes nothing without one", COUNTING, CENTRED, (1, 1, 1)),
        ("C4: no Jacoby where no cube is in play", NO_CUBE, CENTRED, (1, 2)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_points_of_a_win(rule, scoring, cube, points):
    assert tuple(scoring.points(kind, cube) for kind in range(1, scoring.max_result + 1)) == points


def test_no_cube_told_is_one_that_nobody_turned():
    assert JACOBY.points(3) == 1
    assert PLAIN.points(3) == 3


@pytest.mark.parametrize(
    ("variant", "kinds"),
    [(HYPER, (1, 1, 1)), (BACKGAMMON, (1, 1, 1)), (MOULTEZIM, (1, 2)), (FEVGA, (1, 2))],
    ids=lambda value: getattr(value, "name", ""),
)
def test_c4_money_as_the_variant_has_it(variant, kinds):
    scoring = money_scoring(variant, GameRules.money(variant))
    assert tuple(scoring.points(kind) for kind in range(1, scoring.max_result + 1)) == kinds


@pytest.mark.parametrize("kind", [0, 3, 4, -1, None, "2"])
def test_a_kind_that_the_game_does_not_have_is_refused(kind):
    with pytest.raises(InvalidArgumentError, match="kind: expected a number from 1 to 2"):
        NO_CUBE.points(kind)


def test_a_turned_cube_where_none_is_in_play_is_refused():
    with pytest.raises(InvalidArgumentError, match="none is in play, got one at 2"):
        NO_CUBE.points(1, DOUBLED)


@pytest.mark.parametrize(
    "options", [{"cube": 1}, {"jacoby": None}, {"max_result": 4}, {"max_result": True}]
)
def test_options_of_the_wrong_kind_are_refused(options):
    with pytest.raises(InvalidArgumentError, match=f"{next(iter(options))}: expected"):
        MoneyScoring(**options)


# Results that a person enters.

MONEY = GameRules.money(HYPER)
AUTOS = MONEY.replace(auto_doubles=2)
SINGLES = GameRules(cube=True)


@pytest.mark.parametrize(
    ("rule", "rules", "told", "points"),
    [
        ("B2: a single game", MONEY, {"winner": 0}, 1),
        ("B2: Mart at 2", MONEY, {"winner": 1, "kind": 2, "cube": 2}, 4),
        ("B2: Koks at 2", MONEY, {"winner": 1, "kind": 3, "cube": 2}, 6),
        ("C1: passing costs the stake before", MONEY, {"winner": 0, "end": "pass"}, 1),
        ("C1: passing a redouble to 8", MONEY, {"winner": 0, "end": "pass", "cube": 4}, 4),
        (
            "C2: Koks at 2, all automatic",
            AUTOS,
            {"winner": 0, "kind": 3, "cube": 2, "automatics": 1},
            2,
        ),
        (
            "C2: Koks at 4, one automatic",
            AUTOS,
            {"winner": 0, "kind": 3, "cube": 4, "automatics": 1},
            12,
        ),
        (
            "C2: passing after one",
            AUTOS,
            {"winner": 0, "end": "pass", "cube": 2, "automatics": 1},
            2,
        ),
        ("C4: Koks with the cube in the middle", MONEY, {"winner": 0, "kind": 3}, 1),
        ("C4: no Jacoby agreed on", SINGLES, {"winner": 0, "kind": 3}, 3),
        (
            "C5: a resigned Mart at 4",
            MONEY,
            {"winner": 1, "kind": 2, "cube": 4, "end": "resignation"},
            8,
        ),
        (
            "C5: resigned with the cube in the middle",
            MONEY,
            {"winner": 1, "kind": 3, "end": "resignation"},
            1,
        ),
        (
            "C5: any points are settled for",
            MONEY,
            {"winner": 1, "cube": 8, "end": "settlement", "points": "16/9"},
            Fraction(16, 9),
        ),
        ("C5: none too", MONEY, {"winner": None, "end": "settlement", "points": 0}, 0),
        ("a game is called off", MONEY, {"winner": None, "end": "void"}, 0),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_points_of_an_entered_result(rule, rules, told, points):
    told = told | {"end": End(told.get("end", "borne_off"))}
    result = entered_result(HYPER, rules, **told)
    assert (result.winner, result.points, result.end) == (told["winner"], points, told["end"])
    assert result.cube == told.get("cube", 1)
    assert (result.kind is not None) == (result.end in {"borne_off", "resignation"})
    assert sum(result.scores) == 0


@pytest.mark.parametrize(
    ("variant", "rules", "told", "reason"),
    [
        (HYPER, MONEY, {"winner": None}, "winner: expected a seat where a game ends by borne_off"),
        (HYPER, MONEY, {"winner": None, "end": End.PASS}, "winner: expected a seat"),
        (HYPER, MONEY, {"winner": 0, "end": End.VOID}, "winner: expected nobody"),
        (
            HYPER,
            MONEY,
            {"winner": 0, "end": End.PASS, "kind": 2},
            "kind: a game that ends by pass has none",
        ),
        (
            HYPER,
            MONEY,
            {"winner": 0, "points": 3},
            "points: expected None where a game ends by borne_off",
        ),
        (HYPER, MONEY, {"winner": 0, "end": End.SETTLEMENT}, "points: expected a number"),
        (
            HYPER,
            MONEY,
            {"winner": 0, "end": End.SETTLEMENT, "points": 0},
            "winner: expected nobody",
        ),
        (
            HYPER,
            MONEY,
            {"winner": 0, "end": End.SETTLEMENT, "points": -1},
            "points: expected what the winner gets",
        ),
        (
            HYPER,
            MONEY.replace(settlements=False),
            {"winner": 0, "end": End.SETTLEMENT, "points": 1},
            "settlements are excluded",
        ),
        (
            MOULTEZIM,
            GameRules.money(MOULTEZIM),
            {"winner": 0, "kind": 3},
            "kind: expected 1 to 2 in moultezim",
        ),
        (
            MOULTEZIM,
            GameRules.money(MOULTEZIM),
            {"winner": 0, "cube": 2},
            "cube: the game is played without a cube",
        ),
        (
            MOULTEZIM,
            GameRules.money(MOULTEZIM),
            {"winner": 0, "end": End.PASS},
            "cube: the game is played without a cube",
        ),
        (HYPER, MONEY, {"winner": 0, "cube": 2, "automatics": 1}, "no more than 0 automatic"),
        (HYPER, AUTOS, {"winner": 0, "cube": 8, "automatics": 3}, "no more than 2 automatic"),
        (
            HYPER,
            MONEY.replace(cube_cap=4),
            {"winner": 0, "cube": 8},
            "cube: the cube goes no higher than 4",
        ),
        (
            HYPER,
            MONEY.replace(cube_cap=4),
            {"winner": 0, "cube": 4, "end": End.PASS},
            "no higher than 4",
        ),
        (
            HYPER,
            MONEY.replace(max_redoubles=0),
            {"winner": 0, "cube": 4},
            "the players turn it 1 times at most",
        ),
        (
            HYPER,
            MONEY.replace(max_redoubles=1, beavers=1),
            {"winner": 0, "cube": 32},
            "4 times at most, as agreed, got 5",
        ),
        (
            HYPER,
            MONEY.replace(max_redoubles=1, beavers=1, beaver_on="initial_only"),
            {"winner": 0, "cube": 16},
            "3 times at most, as agreed, got 4",
        ),
        (
            HYPER,
            MONEY.replace(max_redoubles=0),
            {"winner": 0, "cube": 2, "end": End.PASS},
            "1 times at most, as agreed, got 2",
        ),
    ],
)
def test_a_result_that_the_rules_cannot_give_is_refused(variant, rules, told, reason):
    with pytest.raises(ImpossibleResultError, match=reason) as caught:
        entered_result(variant, rules, **told)
    assert len(caught.value.reasons) == 1


def test_a_refused_result_tells_everything_that_is_wrong():
    with pytest.raises(ImpossibleResultError) as caught:
        entered_result(
            HYPER, MONEY, winner=None, kind=2, end=End.PASS, cube=2, automatics=1, points=1
        )
    words = [reason.split(":")[0] for reason in caught.value.reasons]
    assert words == ["cube", "winner", "kind", "points"]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (MONEY.replace(cube_cap=4), {"cube": 4}),
        (MONEY.replace(cube_cap=4), {"cube": 2, "end": End.PASS}),
        (MONEY.replace(cube_cap=1), {"cube": 1}),
        (MONEY.replace(max_redoubles=0), {"end": End.PASS}),
        (MONEY.replace(max_redoubles=0, beavers=1), {"cube": 2, "end": End.PASS}),
        (MONEY.replace(max_redoubles=0, beavers=2), {"cube": 8}),
        (MONEY.replace(max_redoubles=1, beavers=1), {"cube": 16}),
        (MONEY.replace(max_redoubles=1, beavers=1), {"cube": 8, "end": End.PASS}),
        (MONEY.replace(auto_doubles="unlimited"), {"cube": 1 << 63, "automatics": 63}),
    ],
)
def test_results_at_the_limits_of_the_cube_are_taken(rules, told):
    assert entered_result(HYPER, rules, winner=0, **told).points > 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("winner", value) for value in (2, -1, True, 0.0, "0")),
        *(("kind", value) for value in (0, 4, True, 1.0, "1")),
        *(("cube", value) for value in (0, 3, -2, True, 2.0, "2", None, 1 << 64)),
        *(("automatics", value) for value in (-1, True, 1.0, None, 64, 1)),
        *(("points", value) for value in (0.5, True, "x", 10**200)),
    ],
)
def test_values_of_the_wrong_kind_are_refused(name, value):
    with pytest.raises(InvalidArgumentError, match=f"{name}: expected|cube: 1 is too low"):
        entered_result(HYPER, AUTOS, **{"winner": 0, name: value})


# What a point is worth.


@pytest.mark.parametrize(
    ("amount", "unit", "points", "text"),
    [
        (1, "", 3, "3"),
        ("1/3", "", 2, "2/3"),
        ("1/3", "pound", 3, "1 pound"),
        (Decimal("0.05"), "EUR", -3, "-0.15 EUR"),
        (Fraction(5, 2), "EUR", 1, "2.5 EUR"),
        ("0.001", "BTC", Fraction(1, 2), "0.0005 BTC"),
        (2, "chips", 0, "0 chips"),
    ],
)
def test_a_stake_is_an_exact_number_of_something(amount, unit, points, text):
    stake = Stake(amount, unit)
    assert stake.of(points) == Fraction(amount) * points
    assert stake.text(points) == text
    assert Stake.from_dict(stake.to_dict()) == stake


@pytest.mark.parametrize("amount", [0, -1, 0.5, True, "free", None])
def test_a_stake_is_above_nothing(amount):
    with pytest.raises(InvalidArgumentError, match="stake: expected"):
        Stake(amount)


@pytest.mark.parametrize(
    "data", [None, {}, {"amount": 1}, {"amount": 0.5, "unit": ""}, {"amount": 1, "unit": 1}]
)
def test_stored_data_that_are_no_stake_are_refused(data):
    with pytest.raises(DataError):
        Stake.from_dict(data)


# When it ends.


@pytest.mark.parametrize(
    ("limits", "now", "reached"),
    [
        ({}, {"difference": Fraction(10**6), "games": 10**6, "time": 1e9}, None),
        ({"difference": 5}, {"difference": Fraction(9, 2), "games": 9}, None),
        ({"difference": 5}, {"difference": Fraction(5), "games": 9}, "difference"),
        ({"difference": "5/2"}, {"difference": Fraction(-5, 2), "games": 9}, "difference"),
        ({"games": 3}, {"difference": Fraction(0), "games": 2}, None),
        ({"games": 3}, {"difference": Fraction(0), "games": 3}, "games"),
        ({"time": 60}, {"difference": Fraction(0), "games": 3, "time": 59.9}, None),
        ({"time": 60}, {"difference": Fraction(0), "games": 3, "time": 60}, "time"),
        ({"time": 60}, {"difference": Fraction(0), "games": 3}, None),
    ],
)
def test_limits_are_reached(limits, now, reached):
    limits = Limits(**limits)
    assert limits.reached(**now) == reached
    assert Limits.from_dict(limits.to_dict()) == limits


@pytest.mark.parametrize(
    "options",
    [
        *({"difference": value} for value in (0, -1, 0.5, True, "x")),
        *({"games": value} for value in (0, -1, 1.0, True, "1")),
        *({"time": value} for value in ("1", True, float("nan"), float("inf"), 10**400)),
    ],
)
def test_limits_of_the_wrong_kind_are_refused(options):
    with pytest.raises(InvalidArgumentError, match=f"{next(iter(options))}: expected"):
        Limits(**options)
    with pytest.raises(DataError):
        Limits.from_dict({"difference": None, "games": None, "time": None} | options)


# What the games were like.


def test_statistics_of_both_players():
    def won(seat, points, kind, end=End.BORNE_OFF, cube=1):
        return GameResult(seat, Fraction(points), kind, end, cube)

    games = [
        won(0, 1, SINGLE),
        won(0, 4, GAMMON, cube=2),
        won(None, 0, None, End.VOID),
        won(0, 1, KOKS, End.RESIGNATION),
        won(1, 2, None, End.PASS, cube=2),
        won(1, Fraction(1, 2), None, End.SETTLEMENT, cube=4),
    ]
    ann, bob = statistics(games, 0), statistics(games, 1)
    assert (ann.games, ann.wins, ann.losses) == (6, 3, 2)
    assert (bob.games, bob.wins, bob.losses) == (6, 2, 3)
    assert (ann.gammons, ann.backgammons, bob.gammons, bob.backgammons) == (1, 1, 0, 0)
    assert (ann.passes, bob.passes) == (1, 0)
    assert ann.points == -bob.points == Fraction(7, 2)
    assert ann.average_cube == bob.average_cube == Fraction(11, 6)
    assert (ann.biggest_win, bob.biggest_win) == (4, 2)
    assert (ann.longest_run, bob.longest_run) == (2, 2)
    assert ann.to_dict()["average_cube"] == "11/6"


def test_statistics_of_no_games():
    assert set(statistics([], 0).to_dict().values()) == {0}
