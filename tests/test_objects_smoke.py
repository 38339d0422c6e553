"""Every kind of object: made, shown, compared, hashed, pickled, copied."""

import copy
import io
import pickle

import numpy as np
import pytest

import tavla
from tavla.progress import reporter

START = tavla.Position.start(tavla.HYPER)
PLAYS = START.legal_plays((6, 5))
WON = tavla.Position(tavla.HYPER, player={0: 1, 6: 2}, opponent={0: 3})

OBJECTS = [
    tavla.HYPER,
    tavla.variant("moultezim pbm"),
    tavla.MOULTEZIM.replace(held_limits=((7, 12, 5),)),
    tavla.BACKGAMMON.replace(start={24: 2, 10: 3}, name="small"),
    START,
    WON,
    PLAYS,
    PLAYS[3],
    PLAYS[3].moves[0],
    START.explain("24/18 23/18", (6, 5)),
    START.explain("24/10", (6, 5)),
    WON.outcome,
    tavla.Reason("code", "words"),
    tavla.Perft(9, 8),
    tavla.DiceStream(7, game=3),
    tavla.Kind.BACKGAMMON,
    tavla.OPPONENT,
    tavla.Estimate(0.5, 0.1),
]


@pytest.mark.parametrize("made", OBJECTS, ids=lambda made: type(made).__name__)
def test_objects_are_values(made):
    for again in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
        assert again == made
        assert type(again) is type(made)
        assert hash(again) == hash(made)
    assert made != "something else"
    assert repr(made)
    assert str(made)
    if type(made) is not tavla.Estimate and not isinstance(made, int):
        with pytest.raises(AttributeError):
            made.code = made.name = 1


@pytest.mark.parametrize(
    "made",
    [made for made in OBJECTS if repr(made).startswith("tavla.")],
    ids=lambda made: type(made).__name__,
)
def test_what_repr_says_makes_an_equal_object(made):
    assert eval(repr(made)) == made


def test_presets_are_one_object_each():
    assert pickle.loads(pickle.dumps(tavla.HYPER)) is tavla.HYPER
    assert START.variant is tavla.HYPER
    assert tavla.variant("Hyper-Backgammon") is tavla.HYPER
    assert tavla.HYPER.replace() is tavla.HYPER
    assert tavla.HYPER.replace(max_result=2).replace(max_result=3, name="hyper") is tavla.HYPER


def test_outcome_as_the_design_shows_it():
    assert WON.outcome == tavla.Outcome(winner=tavla.OPPONENT, kind=tavla.SINGLE, multiplier=1)
    lost = tavla.Position(tavla.HYPER, player={6: 3}, opponent={0: 3})
    assert lost.outcome.kind is tavla.GAMMON
    assert repr(lost.outcome) == "Outcome(winner=OPPONENT, kind=GAMMON, multiplier=2)"
    assert START.outcome is None


def test_arrays():
    assert START.array.dtype == np.uint8
    assert START.array.shape == (2, 26)
    assert tavla.Position.from_array(tavla.HYPER, START.array) == START
    assert tavla.Position.from_array(tavla.HYPER, START.array.astype(np.int64)) == START
    assert tavla.Position(tavla.HYPER, *START.array) == START
    boards = PLAYS.boards
    assert boards.shape == (len(PLAYS), 2, 26)
    for play, board in zip(PLAYS, boards, strict=True):
        assert tavla.Position.from_array(tavla.HYPER, board) == play.result == START.after(play)


def test_numbers_of_positions():
    assert len(START.key) == 26
    for position in (START, WON, PLAYS[0].result):
        assert tavla.Position.from_key(tavla.HYPER, position.key) == position
        assert tavla.Position.from_index(tavla.HYPER, position.index) == position
        assert tavla.Position.from_dense_index(tavla.HYPER, position.dense_index) == position
        assert tavla.unrank(3, tavla.rank(position.player)) == position.player
        text = tavla.formats.gnubg.position_id(position)
        assert tavla.formats.gnubg.parse_position_id(text, tavla.HYPER) == position
    two = tavla.Position.start(tavla.HYPER.replace(start={24: 1, 23: 1}))
    assert tavla.Position.from_dense_index(two.variant, two.dense_index) == two
    with pytest.raises(tavla.UndefinedIndexError):
        _ = tavla.Position.start(tavla.FEVGA).index


def test_errors_keep_what_they_say_through_pickle():
    for ask in (
        lambda: tavla.HYPER.replace(track="up", head_limit=1),
        lambda: tavla.Position(tavla.HYPER, player=[1], opponent=[True] * 26),
        lambda: PLAYS.find("24/10"),
        lambda: PLAYS.find("x"),
        lambda: tavla.variant("chess"),
    ):
        with pytest.raises(tavla.TavlaError) as caught:
            ask()
        error = caught.value
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert isinstance(again, ValueError)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_progress_reports_shares_and_passes_errors_on():
    shares = []
    tavla.perft(START, 2, progress=shares.append)
    assert shares[-1] == 1.0

    def fail(share):
        raise RuntimeError(share)

    with pytest.raises(RuntimeError):
        tavla.perft(START, 2, progress=fail)
    with pytest.raises(tavla.InvalidArgumentError):
        tavla.perft(START, 1, progress=3)
    assert tavla.perft(START, 0, progress=False) == tavla.Perft(plays=1, distinct=1)


def test_threads_of_the_environment(monkeypatch):
    monkeypatch.setenv("TAVLA_THREADS", "2")
    assert len(tavla.simulate(tavla.HYPER, 10, seed=1)) == 10
    monkeypatch.setenv("TAVLA_THREADS", "many")
    with pytest.raises(tavla.InvalidArgumentError, match="TAVLA_THREADS"):
        tavla.simulate(tavla.HYPER, 10, seed=1)


def test_a_place_among_the_plays_is_found_by_text_as_membership_is():
    for number, play in enumerate(PLAYS):
        assert PLAYS.index(str(play)) == PLAYS.index(play) == number
        assert PLAYS.count(str(play)) == PLAYS.count(play) == 1
    assert "24/10" not in PLAYS
    assert PLAYS.count("24/10") == 0
    with pytest.raises(ValueError, match="24/10"):
        PLAYS.index("24/10")


def test_arguments_of_the_wrong_kind_are_errors_of_tavla():
    for ask in (
        lambda: tavla.perft(None, 1),
        lambda: tavla.Move(24, 18, 6, hit=1),
    ):
        with pytest.raises(tavla.InvalidArgumentError):
            ask()


def test_a_key_that_changes_the_dict_when_shown_is_refused_like_any_other():
    class Key:
        def __repr__(self):
            rules[len(rules)] = 1
            return "key"

    data = tavla.FEVGA.to_dict()
    rules = data["rules"]
    rules[Key()] = rules["more"] = 1
    with pytest.raises(tavla.DataError, match="there is no option key"):
        tavla.Variant.from_dict(data)


def test_no_bar_where_stderr_is_no_terminal(monkeypatch):
    class WritesOnly:
        def write(self, text):
            raise AssertionError(text)

    closed = io.StringIO()
    closed.close()
    for stream in (None, WritesOnly(), closed):
        monkeypatch.setattr("sys.stderr", stream)
        assert len(tavla.simulate(tavla.HYPER, 10, seed=1)) == 10


def test_a_bar_fits_a_narrow_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    drawn = io.StringIO()
    monkeypatch.setattr("sys.stderr", drawn)
    bar = reporter(True, "simulate hyper")
    bar(0.25)
    bar(0.5)
    bar.close()
    assert "simulate hyper" in drawn.getvalue()
    assert max(map(len, drawn.getvalue().replace("\r", "\n").splitlines())) < 30
