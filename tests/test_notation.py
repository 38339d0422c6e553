"""Play text: read as people type it, refused with the place, explained with the rule."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from helpers import pos
from strategies import positions, rolls

START = tavla.Position.start(tavla.BACKGAMMON)


@pytest.mark.parametrize(
    "text",
    [
        "24/18 13/11",
        "13/11 24/18",
        "24/18, 13/11",
        " 24 / 18   13/ 11 ",
        "24-18 13-11",
        "24/18;13/11",
    ],
)
def test_moves_in_any_order_and_spacing(text):
    assert str(START.parse_play(text, (6, 2))) == "24/18 13/11"


@pytest.mark.parametrize(
    "text", ["bar/22* 6/4", "BAR/22*  6/4", "25/22* 6/4", "Bar / 22 * 6 / 4", "bar/22 6/4"]
)
def test_bar_by_word_or_number_and_the_hit_mark_may_be_left_out(text):
    position = pos(tavla.BACKGAMMON, "bar:1 6:14 | 3:1 13:14")
    assert str(position.parse_play(text, (3, 2))) == "bar/22* 6/4"


@pytest.mark.parametrize("text", ["6/off 5/off", "6/0 5/0", "6/OFF, 5/o"])
def test_off_by_word_or_number(text):
    position = pos(tavla.BACKGAMMON, "6:2 5:2 | 6:2")
    assert str(position.parse_play(text, (6, 5))) == "6/off 5/off"


def test_repeats_and_chains():
    assert str(START.parse_play("13/7(2) 8/2 (2)", (6, 6))) == "13/7(2) 8/2(2)"
    assert str(START.parse_play("24/22/20(2)", (2, 2))) == "24/20(2)"
    assert str(START.parse_play("24/20(2)", (2, 2))) == "24/20(2)"


def test_a_hit_on_the_way_is_written_out():
    position = pos(tavla.HYPER, "24:1 3:2 | 5:1 2:2")
    texts = {str(play) for play in position.legal_plays((6, 4))}
    assert "24/20*/14" in texts


def test_ambiguous_text_lists_the_candidates():
    # 24/14 goes by way of 20, hitting, or by way of 18.
    position = pos(tavla.HYPER, "24:1 3:2 | 5:1 24:2")
    with pytest.raises(tavla.AmbiguousPlayError, match="24/20") as caught:
        position.parse_play("24/14", (6, 4))
    assert isinstance(caught.value, ValueError)
    candidates = caught.value.candidates
    assert {str(play) for play in candidates} == {"24/20*/14", "24/18/14"}
    for play in candidates:
        assert position.parse_play(str(play), (6, 4)) == play
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    verdict = position.explain("24/14", dice=(6, 4))
    assert verdict.code == "ambiguous"


@pytest.mark.parametrize(
    ("variant", "board", "dice", "text", "code"),
    [
        (
            tavla.BACKGAMMON,
            "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5",
            (6, 5),
            "24/19 24/18",
            "blocked",
        ),
        (
            tavla.BACKGAMMON,
            "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5",
            (6, 5),
            "23/17 13/8",
            "no_checker",
        ),
        (tavla.BACKGAMMON, "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5", (6, 5), "24/18", "more_dice"),
        (tavla.BACKGAMMON, "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5", (6, 5), "dance", "more_dice"),
        (
            tavla.BACKGAMMON,
            "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5",
            (6, 5),
            "24/20 13/8",
            "no_such_die",
        ),
        (
            tavla.BACKGAMMON,
            "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5",
            (6, 5),
            "18/24 13/8",
            "no_such_die",
        ),
        (
            tavla.BACKGAMMON,
            "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5",
            (6, 2),
            "24/18* 13/11",
            "no_hit",
        ),
        (tavla.BACKGAMMON, "bar:1 13:14 | 6:2", (6, 2), "13/7 13/11", "bar_first"),
        (tavla.BACKGAMMON, "7:1 6:2 | 6:2", (6, 1), "6/off 6/5", "not_home"),
        (tavla.BACKGAMMON, "6:1 3:1 | 6:2", (4, 1), "3/off 6/5", "higher_first"),
        (
            tavla.BACKGAMMON.replace(bearoff_overshoot="exact_only"),
            "4:1 3:1 | 6:2",
            (6, 1),
            "4/off 3/2",
            "exact_only",
        ),
        (
            tavla.BACKGAMMON.replace(bearoff_inner_moves="forbidden"),
            "6:2 1:1 | 6:2",
            (6, 1),
            "6/5 6/off",
            "inner_move",
        ),
        (tavla.HYPER, "24:1 | 12:2", (6, 5), "24/19", "larger_die"),
        (tavla.HYPER, "off:3 | 7:2", (6, 5), "24/19", "finished"),
        (tavla.MOULTEZIM, "24:15 | 24:15", (6, 5), "24/18 24/19", "first_away"),
        (tavla.MOULTEZIM, "13:1 11 10 9 8 6 | 24:14", (6, 5), "13/7 6/1", "held_limit"),
        (tavla.FEVGA, "24:2 23 22 21 20 8 1:8 | 24:15", (5, 2), "24/19 8/6", "held_limit"),
        (
            tavla.FEVGA,
            "21 20 19 18 17 16:2 12:4 1:4 | 10:15",
            (2, 1),
            "12/10 12/11",
            "unblock_duty",
        ),
        (
            tavla.MOULTEZIM.replace(held_limits=(), six_prime_needs_opp_ahead=True),
            "13:1 11 10 9 8 7 | 24:15",
            (6, 1),
            "13/6",
            "six_prime",
        ),
    ],
    ids=str,
)
def test_an_illegal_play_names_the_rule_it_breaks(variant, board, dice, text, code):
    position = pos(variant, board)
    verdict = position.explain(text, dice=dice)
    assert not verdict.legal
    assert verdict.code == code, verdict
    assert len(verdict.words) > 10
    with pytest.raises(tavla.IllegalPlayError) as caught:
        position.parse_play(text, dice)
    assert caught.value.code == code
    assert verdict.words in str(caught.value)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "24",
        "24/",
        "/18",
        "26/20",
        "off/3",
        "6/bar",
        "6/5(9)",
        "6/5(",
        "xyz",
        "24/18 and 13/11",
        "\u0662/\u0661",  # digits, but not ours
    ],
)
def test_text_that_is_no_play_says_where_reading_stopped(text):
    for ask in (START.legal_plays((6, 5)).find, lambda t: START.parse_play(t, (6, 5))):
        with pytest.raises(tavla.NotationError) as caught:
            ask(text)
        assert caught.value.text == text
        assert caught.value.at >= 1
        assert caught.value.expected
    assert START.explain(text, dice=(6, 5)).code == "notation"


@given(st.text(max_size=30), positions(), rolls)
def test_any_text_is_a_play_or_an_error(text, position, dice):
    try:
        play = position.parse_play(text, dice)
    except (tavla.NotationError, tavla.IllegalPlayError, tavla.AmbiguousPlayError):
        assert not position.explain(text, dice=dice).legal
    else:
        assert play in position.legal_plays(dice)


PLAYLIKE = st.lists(
    st.tuples(
        st.integers(0, 26),
        st.sampled_from(["/", "-"]),
        st.integers(-1, 26),
        st.sampled_from(["", "*", "(2)", "*(2)"]),
    ),
    max_size=5,
).map(lambda hops: " ".join(f"{a}{slash}{b}{mark}" for a, slash, b, mark in hops))


@given(PLAYLIKE, positions(), rolls)
def test_any_text_that_looks_like_a_play_is_one_or_an_error(text, position, dice):
    test_any_text_is_a_play_or_an_error.hypothesis.inner_test(text, position, dice)


def test_legal_plays_read_like_a_sequence():
    plays = START.legal_plays((3, 1))
    assert len(plays) == 16
    assert plays
    assert plays[0] == plays[-16]
    assert plays[-1] == list(plays)[-1]
    assert plays[2:4] == (plays[2], plays[3])
    assert plays[0] in plays
    assert "8/5 6/5" in plays
    assert "24/18" not in plays
    assert START.legal_plays((6, 5))[0] not in plays
    assert not plays.is_dance
    assert plays.dice in {(3, 1), (1, 3)}
    assert "16" in repr(plays) or "8/5" in repr(plays)
    for index in (16, -17, 10**30):
        with pytest.raises(IndexError):
            plays[index]
    with pytest.raises(TypeError):
        plays["8/5"]


def test_after_checks_the_play_against_the_position():
    plays = START.legal_plays((3, 1))
    play = plays.find("8/5 6/5")
    nxt = START.after(play)
    assert nxt.opponent[5] == 2
    assert nxt == play.result
    # The same play from another position is judged there.
    other = pos(tavla.BACKGAMMON, "24:2 13:5 8:3 6:5 | 24:2 20:2 13:3 8:3 6:5")
    with pytest.raises(tavla.IllegalPlayError) as caught:
        other.after(play)
    assert caught.value.code == "blocked"
    for nonsense in (None, 7, (8, 5)):
        with pytest.raises((TypeError, tavla.TavlaError)):
            START.after(nonsense)


def test_moves_have_source_target_die_and_hit():
    position = pos(tavla.HYPER, "bar:1 3:2 | 5:1 24:2")
    (move,) = [m for m in position.legal_moves((5, 2)) if m.die == 5]
    assert (move.source, move.target, move.die, move.hit) == (25, 20, 5, True)
    assert str(move) == "bar/20*"


def test_moves_played_that_are_not_legal_say_which():
    with pytest.raises(tavla.IllegalPlayError, match="2") as caught:
        START.legal_moves((6, 5), played=[(24, 18), (24, 19)])
    assert caught.value.code == "blocked"
    assert START.legal_moves((6, 5), played=[(24, 18), (18, 13)]) == ()
    for nonsense in ([(24,)], ["24/18"], 7, [(24, 18, 9)], [(10**30, 1)]):
        with pytest.raises(tavla.TavlaError):
            START.legal_moves((6, 5), played=nonsense)
