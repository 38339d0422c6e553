"""Legal plays and moves against the second opinion in oracle.py, through the public names."""

import pytest
from hypothesis import given

import tavla
from oracle import Step, full_plays, next_moves, ordered_results, pips
from strategies import positions, rolls


def sides(board):
    return board.mine, board.theirs


def after(position, play):
    """Both sides after a play, the mover still first."""
    result = position.after(play)
    return result.opponent, result.player


@given(positions(), rolls)
def test_plays_are_the_results_in_the_promised_order_with_their_canonical_sequences(position, dice):
    plays = position.legal_plays(dice)
    expected = ordered_results(position.variant, position.player, position.opponent, dice)
    assert [after(position, play) for play in plays] == [sides(line.board) for line in expected]
    for play, line in zip(plays, expected, strict=True):
        assert tuple((m.source, m.target, m.die) for m in play.moves) == line.steps


@given(positions(), rolls)
def test_legal_moves_are_the_first_moves_of_all_full_plays_at_every_depth(position, dice):
    lines = full_plays(position.variant, position.player, position.opponent, dice)
    prefixes = {line.steps[:depth] for line in lines for depth in range(len(line.steps) + 1)}
    for prefix in sorted(prefixes, key=len)[:200]:
        found = position.legal_moves(dice, played=prefix)
        assert {Step(m.source, m.target, m.die) for m in found} == next_moves(lines, prefix)


@given(positions(), rolls)
def test_pips_fall_by_the_dice_played_and_no_checker_is_lost(position, dice):
    for play in position.legal_plays(dice):
        mine, theirs = after(position, play)
        assert sum(mine) == sum(theirs) == position.variant.checkers
        dropped = pips(position.player) - pips(mine)
        moved = sum(m.source - m.target for m in play.moves)
        assert dropped == moved
        overshoot = sum(m.die - m.source for m in play.moves if m.target == 0)
        assert moved + overshoot == sum(m.die for m in play.moves)
        hits = sum(m.hit for m in play.moves)
        assert theirs[25] - position.opponent[25] == hits


@given(positions(), rolls)
def test_the_text_of_a_play_finds_it_again(position, dice):
    plays = position.legal_plays(dice)
    texts = [str(play) for play in plays]
    assert len(set(texts)) == len(texts)
    for play, text in zip(plays, texts, strict=True):
        assert plays.find(text) == play
        assert position.parse_play(text, dice) == play
        assert position.explain(text, dice=dice).legal


@given(positions(), rolls)
def test_both_colours_have_the_same_plays(position, dice):
    again = tavla.Position(position.variant, player=position.opponent, opponent=position.player)
    assert again == position.flipped()
    assert again.flipped().legal_plays(dice)[:] == position.legal_plays(dice)[:]


@given(positions(), rolls)
def test_dice_can_be_given_in_either_order(position, dice):
    assert position.legal_plays(dice)[:] == position.legal_plays(dice[::-1])[:]


def test_a_dance_is_one_play_with_no_moves():
    closed = [0, 2, 2, 2, 2, 2, 2] + [0] * 18 + [3]
    closed[25] = 0
    closed[7] = 3
    barred = [0] * 26
    barred[25], barred[13] = 1, 14
    position = tavla.Position(tavla.BACKGAMMON, player=barred, opponent=closed)
    plays = position.legal_plays((6, 5))
    assert len(plays) == 1
    assert plays.is_dance
    assert plays[0].moves == ()
    assert str(plays[0]) == "dance"
    assert plays.find("dance") == plays[0]
    assert position.after(plays[0]) == position.flipped()
    assert position.legal_moves((6, 5)) == ()


def test_a_finished_position_has_no_plays():
    off = [15] + [0] * 25
    position = tavla.Position(tavla.BACKGAMMON, player=tavla.BACKGAMMON.start, opponent=off)
    assert position.is_finished
    assert len(position.legal_plays((2, 1))) == 0
    assert position.legal_moves((2, 1)) == ()
    with pytest.raises(tavla.IllegalPlayError, match="over"):
        position.parse_play("24/22", (2, 1))


def test_exact_moves_by_the_smaller_die_break_the_larger_die_rule():
    one = [14, 1] + [0] * 24
    position = tavla.Position(tavla.BACKGAMMON, player=one, opponent=one)
    assert position.explain([(1, 0, 5)], dice=(5, 4)).legal
    assert position.explain("1/off", dice=(5, 4)).legal
    assert position.explain([(1, 0)], dice=(5, 4)).legal
    assert position.explain([(1, 0, 4)], dice=(5, 4)).code == "larger_die"
    with pytest.raises(tavla.IllegalPlayError) as caught:
        position.legal_moves((5, 4), played=[(1, 0, 4)])
    assert caught.value.code == "larger_die"
