"""Plain turns are followed by the engine in one call, plain rows are cut by it, and checking makes no records: what comes
of that is what comes of looking at every turn and every row by itself."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from mutations import mutated
from records_of import random_match
from tavla._engine import _Act, _follow, _plain_rows, _unpacked_turn
from tavla.formats import files, mat, records, sgf
from tavla.formats.mat import lines
from tavla.formats.mat.cells import cut
from tavla.formats.replay import GameReplay

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
FIELDS = ("kind", "seat", "line", "column", "text", "dice", "value", "sure", "comment")


def told(reading):
    """All that a reading says."""
    return records.to_dict(reading.match), reading.findings, reading.rolls, reading.replayed


def fields(acts):
    return [tuple(getattr(act, name) for name in FIELDS) for act in acts]


@pytest.fixture
def compared(monkeypatch):
    """Reads quickly and carefully, compares, and counts the turns that were followed quickly."""
    quick_follow, quick_rows = GameReplay._follow, _plain_rows
    counts = {"followed": 0, "rolls": 0}

    def counting(self, acts, first):
        followed = quick_follow(self, acts, first)
        counts["followed"] += followed
        return followed

    def compare(data, **options):
        monkeypatch.setattr(GameReplay, "_follow", counting)
        monkeypatch.setattr(lines, "_plain_rows", quick_rows)
        quick = files.read(data, **options)
        assert files.check(data, **options) == quick.check
        monkeypatch.setattr(GameReplay, "_follow", lambda *_: 0)
        monkeypatch.setattr(lines, "_plain_rows", lambda rows: [None] * len(rows))
        careful = files.read(data, **options)
        assert told(quick) == told(careful)
        counts["rolls"] += quick.rolls
        return counts

    return compare


@pytest.mark.parametrize("form", [mat, sgf])
def test_matches_read_alike(compared, form):
    for seed in range(30):
        counts = compared(form.write(random_match(seed, faults=seed % 2 == 1)).encode())
    assert counts["followed"] > counts["rolls"] * 0.8


@pytest.mark.parametrize("form", [mat, sgf])
def test_spoiled_matches_read_alike(compared, form):
    for seed in range(60):
        data = form.write(random_match(seed, most_games=2, faults=True)).encode()
        counts = compared(mutated(random.Random(seed), data))
    assert counts["followed"] > 400


@pytest.mark.parametrize("variant", tavla.VARIANTS.values(), ids=lambda variant: variant.name)
def test_every_variant_reads_alike(compared, variant):
    """Rows with the plays of random games, some of them of the wrong turn."""
    for seed in range(12):
        rng = random.Random(seed)
        rows, position = [], tavla.Position.start(variant)
        while not position.is_finished and len(rows) < 300:
            dice = tuple(rng.sample(range(1, 7), 2)) if not rows else rng.choices(range(1, 7), k=2)
            play = rng.choice(position.legal_plays(dice))
            text = "Cannot Move" if play.is_dance else str(play)
            position = play.result
            if rng.random() < 0.01:
                text = str(rng.choice(position.legal_plays(dice)))
            rows.append(f"{dice[0]}{dice[1]}: {text}")
        pairs = zip(rows[::2], rows[1::2], strict=False)
        laid = [f"{number:3}) {left:30} {right}" for number, (left, right) in enumerate(pairs, 1)]
        text = "\n".join([" 0 point match", " Game 1", " ann : 0      bob : 0", *laid])
        counts = compared(text.encode(), variant=variant)
    assert counts["followed"] > counts["rolls"] / 2


@pytest.mark.parametrize("pattern", ["matches/*.txt", "gnubg*/*.mat", "gnubg*/*.sgf"])
def test_the_handed_files_read_alike(compared, pattern):
    paths = sorted(SHARED.glob(pattern))
    if not paths:
        pytest.skip("the handed files are not beside the project")
    for path in paths:
        counts = compared(path.read_bytes())
    assert counts["followed"] > counts["rolls"] * 0.9


@pytest.mark.slow
def test_the_handed_files_read_alike_when_they_are_spoiled(compared):
    paths = [
        *SHARED.glob("matches/*.txt"),
        *SHARED.glob("gnubg*/*.mat"),
        *SHARED.glob("gnubg*/*.sgf"),
    ]
    if not paths:
        pytest.skip("the handed files are not beside the project")
    for path in sorted(paths):
        data = path.read_bytes()
        for seed in range(8):
            compared(mutated(random.Random(f"{path.name} {seed}"), data))


@given(st.text("0123456789/*() barofBOCanot Move):;\t\u00a0é", max_size=60))
def test_a_plain_row_is_cut_as_any_other(rest):
    line = f" 12) 31: {rest}"
    (plain,) = _plain_rows([line])
    if plain is not None:
        row, odd = cut(1, line, 4)
        assert not odd
        assert fields(row) == fields(plain)


def test_the_common_rows_are_plain():
    row = " 12) 31: 8/5 6/5          42: Cannot Move"
    (left, right), none = _plain_rows([row, " 13)  Doubles => 2"])
    assert fields([left]) == [("roll", 0, 1, 6, "8/5 6/5", "31", None, True, None)]
    assert (right.seat, right.column, right.text) == (1, 27, "Cannot Move")
    assert none is None


def roll(seat, text, dice="31", **more):
    return _Act("roll", seat, 1, 1, text, dice, **more)


@pytest.mark.parametrize(
    "odd",
    [
        roll(1, "24/23 13/10"),
        roll(0, "24/23 13/10", comment="well played"),
        roll(0, "24/23 13/10", dice="310"),
        roll(0, "24/23 13/10", dice="71"),
        roll(0, "24/23 13/11"),
        roll(0, "24/23 13/10\ud800"),
        roll(0, ", 24/23 13/10"),
        roll(0, "dance"),
        roll(0, ""),
        _Act("double", 0, 1, 1, "Doubles => 2", "", 2),
        _Act("throw", 0, 1, 1, "", "31"),
    ],
    ids=lambda act: ascii((act.kind, act.text, act.dice)),
)
def test_following_stops_at_what_is_not_plain(odd):
    start = tavla.Position.start(tavla.BACKGAMMON)
    turns, last = _follow(start, 0, [roll(0, "8/5 6/5"), roll(1, "8/5 6/5"), odd], 0)
    assert [_unpacked_turn(turn)[:2] for turn in turns] == [(0, (3, 1)), (1, (3, 1))]
    assert str(last) == "8/5 6/5"
    assert _follow(start, 0, [odd], 0) == ([], None)


def test_following_keeps_dice_as_written_and_hits_as_made():
    start = tavla.Position.start(tavla.BACKGAMMON)
    acts = [roll(0, "24/23 13/8", "15"), roll(1, "8/5* 6/5", "31"), roll(0, "25/22 6/5*", "13")]
    turns, last = _follow(start, 0, acts, 0)
    found = [_unpacked_turn(turn) for turn in turns]
    assert [dice for _, dice, _ in found] == [(1, 5)]
    assert found[0][2] == start.legal_plays((5, 1)).find("24/23 13/8").moves
    assert last.result == last.position.after(last)


def test_following_leaves_the_second_dance_in_a_row():
    shut = {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 25: 3}
    both = tavla.Position(tavla.BACKGAMMON, player=shut, opponent=shut)
    turns, last = _follow(both, 0, [roll(0, ""), roll(1, ""), roll(0, "")], 0)
    assert len(turns) == 1
    assert last.is_dance
