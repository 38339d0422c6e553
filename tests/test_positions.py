"""Positions: sound or refused, regular or reported; pips, contact, outcome, displacing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from helpers import counts, pos
from strategies import positions

START = list(tavla.BACKGAMMON.start)


def test_the_starts():
    for variant in tavla.VARIANTS.values():
        position = tavla.Position.start(variant)
        assert position.player == position.opponent == variant.start
        assert position.variant == variant
        assert position.outcome is None
        assert position.is_regular
        assert position.has_contact
    assert tavla.Position.start(tavla.HYPER).pips == (69, 69)
    assert tavla.Position.start(tavla.BACKGAMMON).pips == (167, 167)
    assert tavla.Position.start(tavla.MOULTEZIM).pips == (360, 360)


@pytest.mark.parametrize("make", [list, tuple, np.array, lambda c: np.array(c, dtype=np.int64)])
def test_counts_come_as_any_sequence_of_integers(make):
    assert tavla.Position(
        tavla.BACKGAMMON, player=make(START), opponent=make(START)
    ) == tavla.Position.start(tavla.BACKGAMMON)


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (START[:-1], "26"),
        ([*START, 0], "26"),
        ([], "26"),
        ([*START[:-1], -1], "-1"),
        ([*START[:-1], 16], "16"),
        ([*START[:-1], 10**30], "15"),
        ([*START[:-1], True], "bool"),
        ([*START[:-1], 1.0], "float"),
        ([*START[:-1], "1"], "str"),
        ([*START[:-1], 1], "16 checkers"),
        ("x" * 26, "26"),
        (None, "26"),
        (7, "26"),
        (np.zeros((2, 13)), "26"),
        (np.array(START, dtype=float), "float"),
    ],
    ids=str,
)
def test_counts_that_are_no_side_are_refused(player, words):
    with pytest.raises(tavla.InvalidPositionError, match=words) as caught:
        tavla.Position(tavla.BACKGAMMON, player=player, opponent=START)
    assert isinstance(caught.value, ValueError)
    assert "player" in str(caught.value)


def test_every_reason_is_listed_at_once():
    player = counts("24:1 12:1 bar:1", 15)
    player[0] += 1
    with pytest.raises(tavla.InvalidPositionError) as caught:
        tavla.Position(tavla.MOULTEZIM, player=player, opponent=counts("24:14 12:2", 16))
    text = " ".join(caught.value.reasons)
    assert "player has 16 checkers" in text
    assert "opponent has 16 checkers" in text
    assert "bar" in text
    # The opponent's 24 is the player's 12, his 12 the player's 24.
    assert text.count("both sides stand on") == 2


def test_sharing_a_point_is_refused_by_track():
    with pytest.raises(tavla.InvalidPositionError, match="24"):
        pos(tavla.BACKGAMMON, "24:15 | 1:15")
    with pytest.raises(tavla.InvalidPositionError, match="12"):
        pos(tavla.FEVGA, "24:15 | 12:15")


@pytest.mark.parametrize(
    ("variant", "text", "code"),
    [
        (tavla.MOULTEZIM, "11 10 9 8 7 | 24:15", "held_limit"),
        (tavla.FEVGA, "24 23 22 21 20 19 6 | 24:15", "held_limit"),
        (tavla.MOULTEZIM, "24:13 23 22 | 24:15", "first_away"),
        (
            tavla.BACKGAMMON,
            "bar:1 6:2 5:2 4:2 3:2 2:2 1:2 | bar:1 6:2 5:2 4:2 3:2 2:2 1:2",
            "mutual_shutout",
        ),
        (tavla.BACKGAMMON, "off:15 | off:15", "both_finished"),
        (
            tavla.MOULTEZIM.replace(held_limits=(), six_prime_needs_opp_ahead=True),
            "11 10 9 8 7 6 | 24:15",
            "six_prime",
        ),
    ],
    ids=str,
)
def test_irregularities_are_reported_not_refused(variant, text, code):
    position = pos(variant, text)
    assert code in [reason.code for reason in position.irregularities]
    assert all(reason.words for reason in position.irregularities)
    assert not position.is_regular


def test_a_count_over_its_limit_may_stay_but_not_rise():
    over = pos(tavla.MOULTEZIM, "18:1 11:2 10 9 8 7 | 24:15")
    targets = {(m.source, m.target) for m in over.legal_moves((2, 1))}
    assert (11, 10) in targets
    assert (10, 9) in targets
    assert over.legal_plays((2, 1))


@pytest.mark.parametrize(
    ("variant", "text", "contact"),
    [
        (tavla.BACKGAMMON, "13:1 | 13:1", True),
        (tavla.BACKGAMMON, "12:1 | 12:1", False),
        (tavla.BACKGAMMON, "bar:1 | 1:1", True),
        (tavla.BACKGAMMON, "6:3 | off:15", False),
        # Parallel: my 12 is his 24; one of the sides has the other ahead.
        (tavla.FEVGA, "6:1 | 6:1", False),
        (tavla.FEVGA, "24:15 | 24:15", True),
        (tavla.FEVGA, "18:1 | 1:1", True),
        (tavla.FEVGA, "1:1 | 12:1", False),
        (tavla.FEVGA, "1:1 | 20:1", True),
        (tavla.FEVGA, "20:1 | 1:1", True),
    ],
    ids=str,
)
def test_contact(variant, text, contact):
    position = pos(variant, text)
    assert position.has_contact is contact
    assert position.flipped().has_contact is contact


def slow_contact(position):
    mine = [p for p in range(1, 26) if position.player[p]]
    theirs = [p for p in range(1, 26) if position.opponent[p]]
    if position.variant.track == "contrary":
        return any(p > 25 - q for p in mine for q in theirs)

    def ahead(rears, others):
        return any(q < 25 and position.variant.opponent_point(q) < p for p in rears for q in others)

    return ahead(mine, theirs) or ahead(theirs, mine)


@given(positions())
def test_contact_is_that_of_the_definition(position):
    assert position.has_contact is slow_contact(position)


@pytest.mark.parametrize(
    ("variant", "text", "kind", "multiplier"),
    [
        (tavla.HYPER, "3:3 | off:3", "GAMMON", 2),
        (tavla.HYPER, "3:2 bar:1 | off:3", "BACKGAMMON", 3),
        (tavla.HYPER, "bar:2 off:1 | off:3", "SINGLE", 1),
        (tavla.HYPER, "18:3 | off:3", "GAMMON", 2),
        (tavla.HYPER, "18:2 19:1 | off:3", "BACKGAMMON", 3),
        (tavla.MOULTEZIM, "24:15 | off:15", "GAMMON", 2),
        (tavla.MOULTEZIM, "24:14 off:1 | off:15", "SINGLE", 1),
        (tavla.FEVGA, "13:15 | off:15", "GAMMON", 2),
        (tavla.BACKGAMMON, "1:15 | off:15", "GAMMON", 2),
        (tavla.BACKGAMMON.replace(max_result=1), "24:15 | off:15", "SINGLE", 1),
        (tavla.FEVGA.replace(max_result=3), "13:15 | off:15", "BACKGAMMON", 3),
        (tavla.FEVGA.replace(max_result=3), "12:15 | off:15", "GAMMON", 2),
    ],
    ids=str,
)
def test_outcome(variant, text, kind, multiplier):
    lost = pos(variant, text)
    assert lost.is_finished
    assert lost.outcome == tavla.Outcome(
        winner=tavla.OPPONENT, kind=tavla.Kind[kind], multiplier=multiplier
    )
    assert lost.flipped().outcome == tavla.Outcome(
        winner=tavla.PLAYER, kind=tavla.Kind[kind], multiplier=multiplier
    )


def test_displaced_moves_without_judging_and_recomputes_hits():
    position = pos(tavla.BACKGAMMON, "24:2 13:5 8:3 6:5 | 24:1 4:1 13:5 8:3 6:5")
    # 4 is the player's 21. The dice do not matter, nor does the order of things.
    moved = position.displaced([(24, 21)])
    assert moved.player == tuple(counts("24:1 21:1 13:5 8:3 6:5", 15))
    assert moved.opponent[25] == 1
    assert moved.opponent[4] == 0
    assert position.displaced([]) == position
    back = position.displaced([(13, 14)])
    assert back.player[14] == 1


@pytest.mark.parametrize(
    "moves", [[(23, 20)], [(24, 19)], [(0, 5)], [(24, 26)], [(24,)], "24/21", [(24, -1)], 7]
)
def test_displacing_what_cannot_stand_is_refused(moves):
    position = tavla.Position.start(tavla.BACKGAMMON)
    with pytest.raises(tavla.TavlaError):
        position.displaced(moves)


@given(positions())
def test_drawings_are_plain_text(position):
    text = str(position)
    assert text.isascii()
    assert str(position.pips[0]) in text
    assert str(position.pips[1]) in text
    assert max(map(len, text.splitlines())) < 80


@given(positions(), st.integers())
def test_positions_are_frozen(position, value):
    for name in ("player", "variant", "hash64"):
        with pytest.raises(AttributeError):
            setattr(position, name, value)


@pytest.mark.parametrize(
    "dice",
    [
        (0, 1),
        (1, 7),
        (-1, 1),
        (1,),
        (1, 2, 3),
        "65",
        65,
        None,
        (1.0, 2),
        (True, 2),
        ("6", "5"),
        (10**30, 1),
        (),
    ],
    ids=str,
)
def test_dice_that_are_no_roll_are_refused(dice):
    position = tavla.Position.start(tavla.HYPER)
    for ask in (
        position.legal_plays,
        position.legal_moves,
        lambda d: position.parse_play("24/18", d),
    ):
        with pytest.raises(tavla.InvalidDiceError) as caught:
            ask(dice)
        assert isinstance(caught.value, ValueError)


def test_dice_can_be_numpy_integers():
    position = tavla.Position.start(tavla.HYPER)
    assert position.legal_plays(np.array([6, 5]))[:] == position.legal_plays((6, 5))[:]
