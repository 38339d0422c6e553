"""Arrays: the same as the object API row by row, for any threads, buffers and layouts; bad rows are named."""

import pickle
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from strategies import constructed, played, variants
from tavla import batch

ALL = list(tavla.VARIANTS.values())


@st.composite
def batches(draw):
    """Draw a variant and positions of it, finished ones among them."""
    variant = draw(variants)
    positions = draw(
        st.lists(st.one_of(constructed(variant), played(variant)), min_size=1, max_size=6)
    )
    off = [variant.checkers] + [0] * 25
    positions.append(tavla.Position(variant, player=variant.start, opponent=off))
    return variant, positions


def stack(positions):
    return np.array([position.array for position in positions])


def walk(variant, rows, seed=0):
    """Give boards and dice of random play."""
    boards, dice, game = [], [], 0
    while len(boards) < rows:
        stream, position = tavla.DiceStream(seed, game), tavla.Position.start(variant)
        game += 1
        for turn in range(500):
            roll = stream.roll(turn)
            boards.append(position.array)
            dice.append(roll)
            plays = position.legal_plays(roll)
            position = position.after(plays[stream.choose(0, turn, len(plays))])
            if position.is_finished:
                break
    return np.array(boards[:rows]), np.array(dice[:rows], dtype=np.uint8)


@given(batches(), st.data())
def test_afterstates_are_those_of_the_object_api(drawn, data):
    variant, positions = drawn
    dice = [data.draw(st.tuples(st.integers(1, 6), st.integers(1, 6))) for _ in positions]
    succ = batch.afterstates(stack(positions), dice, variant=variant)
    assert succ.indptr.dtype == np.int64
    assert succ.boards.dtype == np.uint8
    assert succ.boards.shape == (len(succ), 2, 26)
    counts = batch.count_plays(stack(positions), dice, variant=variant)
    assert counts.tolist() == np.diff(succ.indptr).tolist()
    for i, (position, roll) in enumerate(zip(positions, dice, strict=True)):
        plays = position.legal_plays(roll)
        rows = range(succ.indptr[i], succ.indptr[i + 1])
        assert len(rows) == len(plays)
        assert np.array_equal(succ.boards[rows.start : rows.stop], plays.boards)
        assert [succ.segment(row) for row in rows] == [i] * len(rows)
        if rows:
            assert succ.play(rows[-1]) == plays[-1]


@given(batches())
def test_all_rolls_are_21_segments_a_position(drawn):
    variant, positions = drawn
    boards = stack(positions)
    succ = batch.afterstates(boards, None, variant=variant)
    assert len(succ.indptr) == 21 * len(positions) + 1
    counts = batch.count_plays(boards, None, variant=variant)
    assert counts.shape == (len(positions), 21)
    for i in range(len(positions)):
        for j, roll in enumerate(tavla.ROLLS):
            one = batch.afterstates(boards[i : i + 1], roll, variant=variant)
            k = 21 * i + j
            assert np.array_equal(succ.boards[succ.indptr[k] : succ.indptr[k + 1]], one.boards)
            assert counts[i, j] == len(one)
    for row in (0, len(succ) - 1):
        play = succ.play(row)
        assert np.array_equal(play.result.array, succ.boards[row])
        assert play.dice == tavla.ROLLS[succ.segment(row) % 21]


def test_the_weights_of_the_rolls():
    assert len(tavla.ROLLS) == len(tavla.ROLL_WEIGHTS) == 21
    assert sum(tavla.ROLL_WEIGHTS) == 36


@given(batches())
def test_the_other_columns_are_those_of_the_object_api(drawn):
    variant, positions = drawn
    boards = stack(positions)
    assert [tuple(p) for p in batch.pips(boards, variant=variant).tolist()] == [
        p.pips for p in positions
    ]
    assert batch.hash64(boards, variant=variant).tolist() == [p.hash64 for p in positions]
    results = batch.outcomes(boards, variant=variant)
    status = batch.status(boards, variant=variant)
    assert results.dtype == np.int8
    for position, result, bits in zip(positions, results.tolist(), status.tolist(), strict=True):
        outcome = position.outcome
        sign = {None: 0, tavla.PLAYER: 1, tavla.OPPONENT: -1}[outcome and outcome.winner]
        assert result == (sign * outcome.multiplier if outcome else 0)
        assert bool(bits & batch.FINISHED) is position.is_finished
        assert bool(bits & batch.CONTACT) is position.has_contact
        assert bool(bits & batch.PLAYER_ON_BAR) is (position.player[25] > 0)
        assert bool(bits & batch.OPPONENT_ON_BAR) is (position.opponent[25] > 0)
        assert bool(bits & batch.IRREGULAR) is not position.is_regular


@pytest.mark.parametrize("variant", ALL, ids=str)
def test_results_do_not_depend_on_threads_or_buffers(variant):
    boards, dice = walk(variant, 3000)
    one = batch.afterstates(boards, dice, variant=variant, threads=1)
    for threads in (2, 7):
        many = batch.afterstates(boards, dice, variant=variant, threads=threads)
        assert np.array_equal(one.boards, many.boards)
        assert np.array_equal(one.indptr, many.indptr)
        out = np.full((len(one) + 3, 2, 26), 77, dtype=np.uint8)
        into = batch.afterstates(boards, dice, variant=variant, threads=threads, out=out)
        assert np.shares_memory(into.boards, out)
        assert np.array_equal(one.boards, into.boards)
        assert (out[len(one) :] == 77).all()
        for name in ("count_plays",):
            same = getattr(batch, name)
            assert np.array_equal(
                same(boards, dice, variant=variant, threads=1),
                same(boards, dice, variant=variant, threads=threads),
            )
        for column in (batch.pips, batch.hash64, batch.outcomes, batch.status, batch.encode):
            rows = np.concatenate([boards] * 8)
            assert np.array_equal(
                column(rows, variant=variant, threads=1),
                column(rows, variant=variant, threads=threads),
            )
    every = batch.afterstates(boards[:300], None, variant=variant, threads=1)
    shared = batch.afterstates(boards[:300], None, variant=variant, threads=2)
    assert np.array_equal(every.boards, shared.boards)
    assert np.array_equal(every.indptr, shared.indptr)


def test_the_guess_of_the_size_may_be_wrong():
    # Mostly dances, then at the end, off the sample's beat, positions with very many plays.
    quiet = np.array([0, 2, 2, 2, 2, 2, 2, 3] + [0] * 18)
    barred = np.array([0] * 25 + [15])
    boards = np.array([[barred, quiet]] * 4000, dtype=np.uint8)
    wide = [0] * 26
    for point in range(2, 17):
        wide[point] = 1
    busy = tavla.Position(tavla.BACKGAMMON, player=wide, opponent=[14] + [1] + [0] * 24)
    for row in range(1, 4000, 7):
        boards[row] = busy.array
    for dice in ((1, 1), (2, 1)):
        for threads in (1, 2):
            succ = batch.afterstates(boards, dice, variant=tavla.BACKGAMMON, threads=threads)
            plays = busy.legal_plays(dice)
            assert np.array_equal(succ.boards[succ.indptr[1] : succ.indptr[2]], plays.boards)
            assert len(succ) == batch.count_plays(boards, dice, variant=tavla.BACKGAMMON).sum()


def test_an_empty_batch():
    none = np.empty((0, 2, 26), dtype=np.uint8)
    succ = batch.afterstates(none, np.empty((0, 2), dtype=np.uint8), variant=tavla.HYPER)
    assert succ.indptr.tolist() == [0]
    assert succ.boards.shape == (0, 2, 26)
    assert succ.argmin(np.empty(0)).tolist() == []
    assert batch.afterstates(none, None, variant=tavla.HYPER).indptr.tolist() == [0]
    assert batch.count_plays(none, None, variant=tavla.HYPER).shape == (0, 21)
    assert batch.encode(none, variant=tavla.HYPER).shape == (0, 198)


@pytest.mark.parametrize("variant", [tavla.HYPER, tavla.MOULTEZIM], ids=str)
def test_arrays_of_any_layout(variant):
    boards, dice = walk(variant, 60)
    expected = batch.afterstates(boards, dice, variant=variant)
    frozen = boards.copy()
    frozen.setflags(write=False)
    wide = np.zeros((60, 4, 52), dtype=np.uint8)
    wide[:, ::2, ::2] = boards
    for other in (
        frozen,
        np.asfortranarray(boards),
        wide[:, ::2, ::2],
        boards[::-1][::-1],
        boards.astype(np.int64),
        boards.astype(">i4"),
        boards.tolist(),
    ):
        found = batch.afterstates(other, dice.tolist(), variant=variant)
        assert np.array_equal(found.boards, expected.boards)
        assert np.array_equal(found.indptr, expected.indptr)


def test_the_input_is_copied():
    boards, dice = walk(tavla.HYPER, 10)
    succ = batch.afterstates(boards, dice, variant=tavla.HYPER)
    before = str(succ.play(0))
    boards[:] = 0
    assert str(succ.play(0)) == before


def test_pieces_have_at_most_so_many_rows_and_cover_everything():
    boards, dice = walk(tavla.BACKGAMMON, 200)
    for rolls in (dice, None):
        whole = batch.afterstates(boards, rolls, variant=tavla.BACKGAMMON)
        rows, next_position = [], 0
        for piece, succ in batch.iter_afterstates(
            boards, rolls, variant=tavla.BACKGAMMON, max_rows=6000
        ):
            assert piece.start == next_position
            next_position = piece.stop
            assert 0 < len(succ) <= 6000
            rows.append(succ.boards)
        assert next_position == 200
        assert np.array_equal(np.concatenate(rows), whole.boards)


def test_too_many_rows_are_an_error_with_the_number():
    boards, dice = walk(tavla.BACKGAMMON, 100)
    needed = len(batch.afterstates(boards, dice, variant=tavla.BACKGAMMON))
    exact = batch.afterstates(boards, dice, variant=tavla.BACKGAMMON, max_rows=needed)
    assert len(exact) == needed
    for options in (
        {"max_rows": needed - 1},
        {"out": np.empty((needed - 1, 2, 26), dtype=np.uint8)},
        {"out": np.empty((needed, 2, 26), dtype=np.uint8), "max_rows": 5},
    ):
        for threads in (1, 2):
            with pytest.raises(tavla.InvalidArgumentError, match=str(needed)):
                batch.afterstates(
                    boards, dice, variant=tavla.BACKGAMMON, threads=threads, **options
                )
    with pytest.raises(tavla.InvalidArgumentError, match="row"):
        batch.iter_afterstates(boards, dice, variant=tavla.BACKGAMMON, max_rows=3)


def test_argmin_and_argmax_pick_rows_by_segment():
    off = [3] + [0] * 25
    boards = np.array(
        [
            tavla.Position.start(tavla.HYPER).array,
            [tavla.HYPER.start, off],
            walk(tavla.HYPER, 5)[0][4],
        ]
    )
    succ = batch.afterstates(boards, (2, 1), variant=tavla.HYPER)
    rng = np.random.default_rng(1)
    for values in (
        rng.normal(size=len(succ)),
        rng.normal(size=len(succ)).astype(np.float32),
        rng.integers(-3, 3, len(succ)),
        rng.integers(-3, 3, len(succ)).astype(np.int8),
        np.zeros(len(succ)),
        np.full(len(succ), np.inf),
        rng.normal(size=2 * len(succ))[::2],
    ):
        for pick, best in ((succ.argmin, np.argmin), (succ.argmax, np.argmax)):
            rows = pick(values)
            assert rows.dtype == np.int64
            for i, row in enumerate(rows):
                a, b = succ.indptr[i : i + 2]
                assert row == (a + best(values[a:b]) if b > a else -1)
    assert succ.argmin(np.zeros(len(succ)))[1] == -1


def test_values_that_cannot_be_compared_are_refused():
    boards, dice = walk(tavla.HYPER, 5)
    succ = batch.afterstates(boards, dice, variant=tavla.HYPER)
    nan = np.zeros(len(succ))
    nan[3] = np.nan
    with pytest.raises(tavla.InvalidArgumentError, match="row 3"):
        succ.argmin(nan)
    for values in (
        np.zeros(len(succ) + 1),
        np.zeros((len(succ), 1)),
        np.zeros(len(succ), dtype=bool),
        np.zeros(len(succ), dtype=complex),
        ["a"] * len(succ),
        None,
    ):
        with pytest.raises(tavla.InvalidArgumentError, match="values"):
            succ.argmax(values)
    for row in (-1, len(succ), 1.5, True, None, "0", 10**30):
        with pytest.raises(tavla.InvalidArgumentError, match="row"):
            succ.play(row)


def test_the_first_bad_row_is_named_with_every_reason():
    boards, dice = walk(tavla.BACKGAMMON, 50)
    bad = boards.copy()
    bad[17, 0, 0] += 1
    bad[40] = 0
    for call in (
        lambda: batch.afterstates(bad, dice, variant=tavla.BACKGAMMON),
        lambda: batch.count_plays(bad, None, variant=tavla.BACKGAMMON),
        lambda: batch.pips(bad, variant=tavla.BACKGAMMON),
        lambda: batch.encode(bad, variant=tavla.BACKGAMMON),
    ):
        with pytest.raises(tavla.InvalidPositionError, match="row 17") as caught:
            call()
        assert caught.value.row == 17
        assert any("16 checkers" in reason for reason in caught.value.reasons)
        again = pickle.loads(pickle.dumps(caught.value))
        assert (again.row, again.reasons) == (17, caught.value.reasons)
    with pytest.raises(tavla.InvalidPositionError, match="row 0"):
        batch.pips(boards, variant=tavla.HYPER)
    rolls = dice.copy()
    rolls[31] = (0, 7)
    with pytest.raises(tavla.InvalidDiceError, match="row 31"):
        batch.afterstates(boards, rolls, variant=tavla.BACKGAMMON)


@pytest.mark.parametrize(
    "boards",
    [
        None,
        7,
        "boards",
        [],
        np.zeros((2, 26), dtype=np.uint8),
        np.zeros((3, 26, 2), dtype=np.uint8),
        np.zeros((3, 52), dtype=np.uint8),
        np.zeros((1, 2, 26)),
        np.zeros((1, 2, 26), dtype=bool),
        np.zeros((1, 2, 26), dtype=object),
        np.full((1, 2, 26), -1),
        np.full((1, 2, 26), 256),
        [[[1] * 26, [1] * 25]],
    ],
    ids=lambda value: (
        f"{type(value).__name__}{getattr(value, 'shape', '')}{getattr(value, 'dtype', '')}"
    ),
)
def test_arrays_that_are_no_boards_are_refused(boards):
    with pytest.raises(tavla.TavlaError, match="boards") as caught:
        batch.afterstates(boards, (6, 5), variant=tavla.HYPER)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "dice",
    [
        7,
        (6,),
        (6, 5, 4),
        (6.0, 5.0),
        (True, True),
        "65",
        (0, 1),
        (1, 7),
        (-1, 2),
        (300, 1),
        np.ones((2, 2), dtype=np.uint8),
    ],
    ids=str,
)
def test_arrays_that_are_no_dice_are_refused(dice):
    boards, _ = walk(tavla.HYPER, 3)
    with pytest.raises(tavla.InvalidDiceError, match="dice"):
        batch.afterstates(boards, dice, variant=tavla.HYPER)


@pytest.mark.parametrize(
    "out",
    [
        np.empty((500, 2, 26), dtype=np.int8),
        np.empty((500, 52), dtype=np.uint8),
        np.empty((500, 26, 2), dtype=np.uint8),
        np.empty((1000, 2, 26), dtype=np.uint8)[::2],
        np.broadcast_to(np.uint8(0), (500, 2, 26)),
        bytearray(500 * 52),
        [],
    ],
    ids=lambda value: type(value).__name__ + str(getattr(value, "shape", "")),
)
def test_buffers_that_do_not_fit_are_refused(out):
    boards, dice = walk(tavla.HYPER, 3)
    with pytest.raises(tavla.InvalidArgumentError, match="out"):
        batch.afterstates(boards, dice, variant=tavla.HYPER, out=out)
    with pytest.raises(tavla.InvalidArgumentError, match="out"):
        batch.hash64(boards, variant=tavla.HYPER, out=out)


@pytest.mark.parametrize("threads", [0, -1, 1025, 1.5, True, "2", 10**30])
def test_threads_out_of_range_are_refused(threads):
    boards, dice = walk(tavla.HYPER, 3)
    with pytest.raises(tavla.InvalidArgumentError, match="threads"):
        batch.afterstates(boards, dice, variant=tavla.HYPER, threads=threads)


def test_dice_of_games_and_turns():
    games, turns = np.arange(50)[:, None], np.arange(20)
    dice = batch.roll(games, turns, seed=9)
    assert dice.shape == (50, 20, 2)
    assert dice.dtype == np.uint8
    for game in (0, 7, 49):
        stream = tavla.DiceStream(9, game)
        assert [tuple(d) for d in dice[game].tolist()] == [stream.roll(turn) for turn in range(20)]
    assert batch.roll(3, 4, seed=9).tolist() == list(tavla.DiceStream(9, 3).roll(4))
    big = batch.roll(np.array([2**64 - 1], dtype=np.uint64), 2**60 - 1, seed=2**256 - 1)
    assert tuple(big[0].tolist()) == tavla.DiceStream(2**256 - 1, 2**64 - 1).roll(2**60 - 1)
    for games, turns in (
        (-1, 0),
        (0, -1),
        (0, 2**60),
        (1.5, 0),
        ([1, 2], [1, 2, 3]),
        (2**64, 0),
        (None, 0),
    ):
        with pytest.raises(tavla.InvalidArgumentError, match=r"games|turns"):
            batch.roll(games, turns, seed=1)


def stairs(count):
    return [float(count >= 1), float(count >= 2), float(count >= 3), max(0, count - 3) / 2]


def slow_encoding(position, encoding):
    """Encode in plain Python, from the description."""
    player, opponent = position.player, position.opponent
    if encoding == "counts":
        return [float(n) for n in player + opponent]
    if encoding == "tesauro":
        row = [
            unit
            for side in (player, opponent)
            for point in range(1, 25)
            for unit in stairs(side[point])
        ]
        return [*row, player[25] / 2, opponent[25] / 2, player[0] / 15, opponent[0] / 15, 1.0, 0.0]
    row = []
    for point in range(1, 25):
        row += stairs(player[point]) + stairs(opponent[position.variant.opponent_point(point)])
    variant = position.variant

    def away(side):
        if variant.first_away_pips is None:
            return 1.0
        reach = variant.start.index(variant.checkers) - variant.first_away_pips
        return float(any(side[: reach + 1]))

    return [
        *row,
        player[0] / 15,
        opponent[0] / 15,
        away(player),
        away(opponent),
        player[25] / 2,
        opponent[25] / 2,
    ]


@given(batches(), st.sampled_from(["counts", "tesauro", "parallel"]))
def test_encodings_are_those_of_plain_python(drawn, encoding):
    variant, positions = drawn
    boards = stack(positions)
    rows = batch.encode(boards, encoding, variant=variant)
    expected = np.array(
        [slow_encoding(position, encoding) for position in positions], dtype=np.float32
    )
    assert rows.dtype == np.float32
    assert rows.shape == expected.shape
    assert np.allclose(rows, expected, rtol=1e-6)
    units = batch.encode(boards, encoding, variant=variant, dtype=np.uint8)
    assert units.dtype == np.uint8
    scale = np.where(units > 0, expected / np.maximum(units, 1), 0)
    for value in np.unique(np.round(scale[units > 0], 6)):
        assert min(abs(value - s) for s in (1, 1 / 2, 1 / 15)) < 1e-5
    buffer = np.full(rows.shape, 9, dtype=np.float32)
    assert batch.encode(boards, encoding, variant=variant, out=buffer) is buffer
    assert np.array_equal(buffer, rows)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_bad_row_of_many_encodings_is_named(threads):
    boards = np.repeat(walk(tavla.BACKGAMMON, 50)[0], 1000, axis=0)
    boards[[30_000, 30_001, 45_000], 0, 0] += 1
    with pytest.raises(tavla.InvalidPositionError, match="row 30000 ") as caught:
        batch.encode(boards, variant=tavla.BACKGAMMON, dtype=np.uint8, threads=threads)
    assert caught.value.row == 30_000


def test_encodings_may_go_where_the_boards_were():
    boards, _ = walk(tavla.BACKGAMMON, 100)
    memory = np.zeros(99 * 198 + 100 * 52, dtype=np.uint8)
    for start in (0, 52, 5000):
        mine = memory[start : start + boards.size].reshape(boards.shape)
        mine[:] = boards
        expected = batch.encode(boards[:99], variant=tavla.BACKGAMMON, dtype=np.uint8)
        out = memory[: expected.size].reshape(expected.shape)
        batch.encode(mine[:99], variant=tavla.BACKGAMMON, out=out)
        assert np.array_equal(out, expected)


def test_encodings_that_do_not_exist_are_refused():
    boards, _ = walk(tavla.HYPER, 2)
    with pytest.raises(tavla.InvalidArgumentError, match="counts, tesauro, parallel"):
        batch.encode(boards, "chess", variant=tavla.HYPER)
    for dtype in (np.float64, "int8", "nonsense", None):
        with pytest.raises(tavla.InvalidArgumentError, match="dtype"):
            batch.encode(boards, variant=tavla.HYPER, dtype=dtype)


def test_many_python_threads_at_once():
    boards, dice = walk(tavla.BACKGAMMON, 1000)
    boards, dice = np.concatenate([boards] * 5), np.concatenate([dice] * 5)
    expected = batch.afterstates(boards, dice, variant=tavla.BACKGAMMON, threads=1)
    found = []

    def work():
        found.append(batch.afterstates(boards, dice, variant=tavla.BACKGAMMON, threads=2))

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 8
    assert all(np.array_equal(expected.boards, succ.boards) for succ in found)
