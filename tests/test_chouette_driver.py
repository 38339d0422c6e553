"""`tavla.Chouette`: with a board and without, corrections, storage."""

import json
import pickle
from fractions import Fraction

import pytest

import tavla
from chouette_helpers import NAMES, event, script, totals
from hostile import mutations
from tavla import Chouette, ChouetteRules
from tavla.errors import (
    AmendmentError,
    BoardEntryError,
    CubeError,
    DataError,
    DiceSourceError,
    InvalidArgumentError,
    NoGameError,
    NothingToUndoError,
    NotYourTurnError,
    RecordError,
    StaleActionError,
    WrongPhaseError,
)
from tavla.game import actions
from tavla.scoring.chouette import events


def boardless(players, text="", **options):
    chouette = Chouette(NAMES[:players], ChouetteRules(**options))
    for one in script(text):
        chouette.apply(one)
    return chouette


def on_board(players=3, seed=7, variant=tavla.HYPER, **options):
    chouette = Chouette(NAMES[:players], ChouetteRules(**options), variant=variant, seed=seed)
    chouette.start()
    return chouette


def roll_and_move(chouette):
    """One turn: the dice of the seed and the first legal play; the opening throw until it decides."""
    while chouette.board.dice is None:
        chouette.roll()
    plays = [one for one in chouette.allowed if isinstance(one, actions.MakePlay)]
    chouette.apply(plays[0])


def to_roll(chouette, side):
    """Play until this side is to roll."""
    while chouette.board.seat != side or chouette.board.phase != "start":
        roll_and_move(chouette)


def play_out(chouette):
    while chouette.board is not None:
        roll_and_move(chouette)


# Boardless


def test_every_method_is_an_event():
    chouette = boardless(4, extras="optional")
    chouette.start()
    chouette.double("bob")
    chouette.beaver("ann")
    chouette.drop("bob")
    chouette.double("ann", "cat", "dan")
    chouette.take("cat")
    chouette.drop("dan")
    chouette.extra("dan", "cat")
    chouette.take("cat", "dan")
    chouette.settle("cat", "1/2", "dan")
    chouette.join("eve")
    chouette.leave("bob")
    chouette.away("cat", "dan")
    chouette.back("cat")
    chouette.finish("crew", 2)
    assert chouette.totals == {
        "ann": -1,
        "bob": -2,
        "cat": Fraction(11, 2),
        "dan": Fraction(-5, 2),
        "eve": 0,
    }
    assert [one.name for one in chouette.entries][:4] == ["start", "double", "beaver", "drop"]


def test_the_remaining_methods():
    chouette = Chouette(
        NAMES[:4],
        ChouetteRules(cubes="single", objectors="may_withdraw", automatics="one"),
    )
    chouette.start()
    chouette.automatic()
    chouette.double("bob")
    chouette.withdraw("cat", "dan")
    chouette.take("ann")
    chouette.finish(None)
    assert set(chouette.totals.values()) == {0}
    raccoon = boardless(2, "start; double bob; beaver ann", beavers="raccoon")
    raccoon.raccoon("bob")
    assert raccoon.game.pair("bob").offer.value == 8


def test_a_refused_entry_changes_nothing():
    chouette = boardless(3, "start; double bob")
    before = (chouette.book, chouette.entries)
    with pytest.raises(WrongPhaseError) as caught:
        chouette.finish("box")
    assert caught.value.allowed == chouette.allowed
    assert (chouette.book, chouette.entries) == before


def test_there_is_no_board_without_a_variant():
    chouette = boardless(3, "start")
    assert chouette.board is None
    assert chouette.mover is None
    for wrong in (chouette.roll, lambda: chouette.play("8/5"), lambda: chouette.resign(0)):
        with pytest.raises(NoGameError):
            wrong()


def test_expect_refuses_who_has_not_seen_everything():
    chouette = boardless(3, "start")
    with pytest.raises(StaleActionError):
        chouette.apply(event("double bob"), expect=0)
    chouette.apply(event("double bob"), expect=1)


def test_may_consult_is_asked_of_the_driver_too():
    chouette = boardless(3, "start; double bob; take ann")
    assert chouette.may_consult("bob")
    assert not chouette.may_consult("bob", about="cube")


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "hyper"},
        {"seed": 1},
        {"variant": tavla.HYPER, "seed": 1, "manual_dice": True},
        {"manual_dice": 1},
        {"stakes": 0},
    ],
)
def test_arguments_are_checked(options):
    with pytest.raises(InvalidArgumentError):
        Chouette(["ann", "bob"], **options)


def test_only_entries_are_entered():
    with pytest.raises(InvalidArgumentError):
        boardless(3, "start").apply("double bob")


# With a board


def test_box_and_captain_throw_for_the_start():
    chouette = on_board()
    assert chouette.mover is None
    chouette.roll()
    assert chouette.mover == ("ann", "bob")[chouette.board.seat]


def test_only_the_box_and_the_acting_captain_roll():
    chouette = on_board()
    to_roll(chouette, 1)
    with pytest.raises(NotYourTurnError, match="bob rolls"):
        chouette.roll(who="cat")
    chouette.double("bob")
    chouette.drop("ann", "bob")
    assert chouette.mover == "cat"
    chouette.roll(who="cat")


def test_who_is_away_does_not_roll():
    chouette = on_board()
    to_roll(chouette, 1)
    chouette.away("bob")
    assert chouette.mover == "cat"


def test_the_end_of_the_board_settles_every_live_cube():
    chouette = on_board(3, jacoby=False)
    to_roll(chouette, 1)
    chouette.double("cat")
    chouette.take("ann")
    play_out(chouette)
    (record,) = chouette.records
    sign = 1 if record.result.winner == 1 else -1
    kind = int(record.result.kind)
    assert totals(chouette) == [-3 * sign * kind, sign * kind, 2 * sign * kind]
    assert record.players == ("ann", "bob")
    assert record.replay().result == record.result


def test_the_cubes_are_in_the_book_and_not_on_the_board():
    chouette = on_board()
    to_roll(chouette, 0)
    with pytest.raises(CubeError):
        chouette.apply(actions.Double(0))


def test_doubles_come_on_ones_own_turn_before_the_roll():
    chouette = on_board()
    with pytest.raises(WrongPhaseError, match="before a roll"):
        chouette.double("bob")
    to_roll(chouette, 0)
    with pytest.raises(NotYourTurnError, match="the box is on roll"):
        chouette.double("bob")
    chouette.roll()
    with pytest.raises(WrongPhaseError, match="before a roll"):
        chouette.double("ann")
    to_roll(chouette, 1)
    with pytest.raises(NotYourTurnError, match="the crew is on roll"):
        chouette.double("ann")


def test_nobody_rolls_while_a_cube_waits():
    chouette = on_board()
    to_roll(chouette, 0)
    chouette.double("ann", "cat")
    with pytest.raises(WrongPhaseError, match="waits for an answer"):
        chouette.roll()
    assert not any(isinstance(one, actions.Action) for one in chouette.allowed)


def test_extras_are_doubled_on_the_turn_of_their_side():
    chouette = on_board(3, extras="optional")
    to_roll(chouette, 0)
    for one in script("double ann; drop bob; take cat; extra bob cat; take cat bob"):
        chouette.apply(one)
    with pytest.raises(NotYourTurnError):
        chouette.double("cat", "bob")
    to_roll(chouette, 1)
    chouette.double("cat", "bob")
    chouette.take("bob")


def test_no_extra_after_the_roll():
    chouette = on_board(3, extras="optional")
    to_roll(chouette, 0)
    for one in script("double ann; drop bob; take cat"):
        chouette.apply(one)
    chouette.roll()
    with pytest.raises(WrongPhaseError):
        chouette.extra("bob", "cat")


def test_settlements_come_between_turns():
    chouette = on_board()
    with pytest.raises(WrongPhaseError):
        chouette.settle("bob", 1)
    to_roll(chouette, 0)
    chouette.roll()
    with pytest.raises(WrongPhaseError):
        chouette.settle("bob", 1)
    to_roll(chouette, 1)
    chouette.settle("bob", 1)
    assert totals(chouette) == [-1, 1, 0]


def test_the_board_says_how_the_game_ends():
    chouette = on_board()
    with pytest.raises(BoardEntryError):
        chouette.finish("box")
    assert not any(isinstance(one, events.Finish) for one in chouette.allowed)


def test_a_game_whose_cubes_are_all_settled_leaves_its_board():
    chouette = on_board()
    to_roll(chouette, 0)
    for one in script("double ann; drop bob; drop cat"):
        chouette.apply(one)
    assert chouette.board is None
    assert chouette.book.order == ("ann", "cat", "bob")
    (record,) = chouette.records
    assert record.result is None


def test_a_resignation_settles_every_live_cube():
    chouette = on_board()
    to_roll(chouette, 1)
    chouette.resign(1)
    with pytest.raises(WrongPhaseError):
        chouette.double("bob")
    chouette.decline()
    chouette.resign(1)
    chouette.accept()
    assert totals(chouette) == [2, -1, -1]


def tied_seed(first, later=False):
    """A seed whose first opening throw is a tie, and the second one too or not."""
    for seed in range(5000):
        dice = tavla.DiceStream(seed, 0)
        ties = [len(set(dice.opening(attempt))) == 1 for attempt in (0, 1, 2)]
        if ties == [first, later, False]:
            return seed
    raise AssertionError


@pytest.mark.parametrize(
    ("option", "value", "offered"),
    [("none", 1, False), ("one", 2, False), ("first_then_box", 2, False), ("box_choice", 1, True)],
)
def test_equal_opening_dice(option, value, offered):
    chouette = on_board(3, seed=tied_seed(True), automatics=option)
    chouette.roll()
    assert [bet.cube.value for bet in chouette.game.bets] == [value] * 2
    assert (events.Automatic() in chouette.allowed) is offered


def test_later_ties_are_the_boxs_to_decide():
    chouette = on_board(3, seed=tied_seed(True, True), automatics="first_then_box")
    chouette.roll()
    chouette.roll()
    chouette.automatic()
    assert chouette.game.bets[0].cube.value == 4
    with pytest.raises(WrongPhaseError, match="once for each tie"):
        chouette.automatic()
    chouette.roll()
    with pytest.raises(WrongPhaseError):
        chouette.automatic()


def test_the_dice_are_those_of_the_seed_for_each_game():
    chouette = on_board(2, seed=11)
    play_out(chouette)
    chouette.start()
    chouette.roll()
    opening = tavla.DiceStream(11, 1).opening(0)
    assert chouette.entries[-1].dice == opening


def test_dice_by_hand():
    chouette = Chouette(["ann", "bob"], variant=tavla.BACKGAMMON, manual_dice=True)
    chouette.start()
    with pytest.raises(DiceSourceError):
        chouette.roll()
    chouette.roll((3, 1))
    chouette.play("8/5 6/5", who="ann")
    assert chouette.mover == "bob"
    again = Chouette.from_json(chouette.to_json())
    assert again.board == chouette.board


def test_single_moves_and_other_games_have_boards_too():
    chouette = on_board(3, variant=tavla.FEVGA)
    play_out(chouette)
    assert sum(chouette.totals.values()) == 0
    assert len(chouette.book.games) == 1


def test_a_view_holds_no_secret():
    chouette = on_board(seed=123)
    to_roll(chouette, 1)
    chouette.double("bob")
    view = json.loads(json.dumps(chouette.view()))
    assert chouette.to_dict()["board"]["dice"]["seed"] not in json.dumps(view)
    assert view["game"]["roles"] == {"ann": "box", "bob": "captain", "cat": "crew"}
    assert view["game"]["bets"][0] == {
        "bet": "bob",
        "value": 1,
        "owner": None,
        "asked": "ann",
        "points": None,
        "end": None,
    }
    assert {"type": "take", "who": "ann", "against": "bob"} in view["allowed"]
    assert view["mover"] == "bob"


def test_books_are_values():
    chouette = boardless(3, "start; double bob")
    assert len({chouette.book, pickle.loads(pickle.dumps(chouette.book))}) == 1


# Corrections

GAME = "start; double bob; take ann; double cat; drop ann; finish crew 2"


def test_undo():
    chouette = boardless(3, GAME)
    chouette.undo()
    assert totals(chouette) == [-1, 0, 1]
    chouette.undo(5)
    assert chouette.entries == ()
    with pytest.raises(NothingToUndoError):
        chouette.undo()
    with pytest.raises(InvalidArgumentError):
        chouette.undo(0)


def test_any_earlier_entry_can_be_amended():
    chouette = boardless(3, GAME)
    assert totals(chouette) == [-5, 4, 1]
    chouette.amend(5, event("take ann"))
    assert totals(chouette) == [-8, 4, 4]
    chouette.amend(6, event("finish box"))
    assert totals(chouette) == [4, -2, -2]


def test_entries_can_be_removed_and_inserted():
    chouette = boardless(3, GAME)
    chouette.insert(1, event("join dan"))
    assert totals(chouette) == [-6, 4, 1, 1]
    chouette.remove(1)
    assert totals(chouette) == [-5, 4, 1]


def test_several_entries_can_be_replaced_by_others():
    chouette = boardless(3, GAME + "; start")
    with pytest.raises(AmendmentError, match="entry 7, start"):
        chouette.remove(6)
    chouette.amend(3, *script("drop ann; double cat; drop ann"), count=4)
    assert totals(chouette) == [-2, 1, 1]
    chouette.amend(5, *script("take ann; finish box"))
    assert totals(chouette) == [1, 1, -2]
    chouette.remove(1, 6)
    chouette.insert(1, *script("start; finish crew"))
    assert totals(chouette) == [-2, 1, 1]
    for number, count in ((1, 0), (2, 3), (1, True), (1, "1")):
        with pytest.raises(InvalidArgumentError, match="count: expected a number from 1"):
            chouette.remove(number, count)


@pytest.mark.parametrize("entry", ["start", None, 3])
def test_amendments_are_entries(entry):
    chouette = boardless(3, GAME)
    for amend in (chouette.amend, chouette.insert):
        with pytest.raises(InvalidArgumentError, match="an event or an action"):
            amend(1, entry)
    with pytest.raises(InvalidArgumentError, match="expected an entry"):
        chouette.amend(1)


def test_an_amendment_that_makes_a_later_entry_impossible_is_refused_with_the_reason():
    chouette = boardless(3, GAME + "; start; double cat")
    before = (chouette.entries, chouette.book)
    with pytest.raises(AmendmentError, match=r"entry 5, drop ann: .*against whom") as caught:
        chouette.remove(3)
    assert caught.value.event == 5
    assert isinstance(caught.value.__cause__, NotYourTurnError)
    with pytest.raises(AmendmentError, match=r"entry 4, double cat: .*owns the cube"):
        chouette.amend(2, event("double cat"))
    with pytest.raises(AmendmentError, match="entry 1, finish box"):
        chouette.insert(1, event("finish box"))
    assert (chouette.entries, chouette.book) == before


@pytest.mark.parametrize("number", [0, 7, -1, "1", True, 1.0])
def test_amendments_name_an_entry(number):
    chouette = boardless(3, GAME)
    for amend in (chouette.remove, lambda n: chouette.amend(n, event("start"))):
        with pytest.raises(InvalidArgumentError, match="a number from 1 to 6"):
            amend(number)


def test_an_amended_rotation_moves_who_sits_where():
    chouette = boardless(3, "start; finish crew; start; finish box")
    assert chouette.book.order == ("bob", "ann", "cat")
    chouette.amend(2, event("finish box"))
    assert chouette.book.order == ("ann", "bob", "cat")


def test_undo_on_a_board_throws_the_same_dice():
    chouette = on_board()
    to_roll(chouette, 1)
    chouette.roll()
    dice = chouette.board.dice
    chouette.undo()
    chouette.roll()
    assert chouette.board.dice == dice


@pytest.mark.parametrize(
    ("side", "first", "second"),
    [
        (1, "double bob; take ann", "double cat"),
        (0, "double ann bob; take bob", "double ann cat"),
    ],
)
def test_nobody_waits_for_the_answers_to_others_before_he_doubles(side, first, second):
    chouette = on_board()
    to_roll(chouette, side)
    for one in script(first):
        chouette.apply(one)
    with pytest.raises(WrongPhaseError, match="before this roll are answered"):
        chouette.apply(event(second))
    assert event(second) not in chouette.allowed
    roll_and_move(chouette)
    to_roll(chouette, side)
    chouette.apply(event(second))


def test_the_crew_doubles_together_before_a_roll_on_a_board():
    chouette = on_board()
    to_roll(chouette, 1)
    for one in script("double bob; double cat; take ann bob; take ann cat"):
        chouette.apply(one)
    assert [bet.cube.value for bet in chouette.game.bets] == [2, 2]


def test_a_double_can_be_entered_later_into_a_game_on_a_board():
    chouette = on_board(2, jacoby=False)
    to_roll(chouette, 1)
    number = len(chouette.entries) + 1
    play_out(chouette)
    before = totals(chouette)
    with pytest.raises(AmendmentError, match="waits for an answer"):
        chouette.insert(number, event("double bob"))
    assert totals(chouette) == before


# Storage


def full():
    chouette = on_board(3, extras="optional", automatics="first_then_box")
    to_roll(chouette, 0)
    for one in script("double ann; drop bob; take cat; extra bob cat; take cat bob"):
        chouette.apply(one)
    play_out(chouette)
    chouette.join("dan")
    chouette.start()
    to_roll(chouette, 1)
    return chouette


def test_an_evening_comes_back_from_json():
    for chouette in (full(), boardless(3, GAME), Chouette(["ann", "bob"], stakes="1/2")):
        again = Chouette.from_json(chouette.to_json())
        assert again.to_dict() == chouette.to_dict()
        assert (again.book, again.board) == (chouette.book, chouette.board)


def test_stakes_come_back():
    stakes = {"ann": 2, "bob": "1/2", "cat": 3}
    chouette = Chouette(["ann", "bob", "cat"], ChouetteRules(stakes="smaller"), stakes=stakes)
    assert Chouette.from_json(chouette.to_json()).book == chouette.book


def test_the_format_is_named():
    data = boardless(3, GAME).to_dict()
    assert (data["format"], data["version"]) == ("tavla.chouette", 1)
    assert data["entries"][1] == {"type": "double", "who": "bob"}


def damaged(**changes):
    data = json.loads(boardless(3, GAME).to_json())
    return data | changes


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        damaged(format="tavla.game"),
        damaged(version=2),
        damaged(version=True),
        damaged(more=1),
        damaged(rules={"cubes": 2}),
        damaged(players=["ann", "bob"]),
        damaged(players=[["ann", 1]]),
        damaged(players=[["ann", 1], ["ann", 1]]),
        damaged(players=[["ann", 1], ["bob", 0.5]]),
        damaged(players=[["ann", 1], ["bob", 2]]),
        damaged(board={}),
        damaged(board={"variant": "hyper", "dice": {"seed": "0" * 64}}),
        damaged(board={"variant": tavla.HYPER.to_dict(), "dice": {"seed": "z" * 64}}),
        damaged(board={"variant": tavla.HYPER.to_dict(), "dice": None}),
        damaged(entries={}),
        damaged(entries=[3]),
        damaged(entries=[{"type": "no"}]),
        damaged(entries=[{"board": {"type": "no"}}]),
    ],
)
def test_damaged_data_are_refused(data):
    with pytest.raises(DataError):
        Chouette.from_dict(data)


def test_entries_that_could_not_have_happened_are_refused_with_their_number():
    entries = [{"type": "start"}, {"type": "take", "who": "ann"}]
    with pytest.raises(RecordError, match=r"entry 2, take ann: .*no cube waits") as caught:
        Chouette.from_dict(damaged(entries=entries))
    assert caught.value.event == 2


def test_stored_throws_have_dice():
    data = on_board().to_dict()
    data["entries"].append({"board": {"type": "opening_roll", "seat": 0, "dice": None}})
    with pytest.raises(RecordError, match="expected dice"):
        Chouette.from_dict(data)


@pytest.mark.parametrize("kind", ["boardless", "board", "stakes"])
def test_whatever_one_exchanges_is_refused_or_read_as_it_stands(kind):
    chouette = {
        "boardless": lambda: boardless(3, GAME + "; join dan; away cat dan", max_players=5),
        "board": full,
        "stakes": lambda: Chouette(["ann", "bob"], stakes="1/2"),
    }[kind]()
    data = json.loads(chouette.to_json())
    data["entries"] = data["entries"][:12]
    for changed in mutations(data, closed=("rules", "variant", "moves")):
        try:
            found = Chouette.from_dict(changed)
        except DataError:  # RecordError is one
            continue
        assert Chouette.from_dict(found.to_dict()).to_dict() == found.to_dict()


@pytest.mark.parametrize("text", ["", "{", b"\xff", "[" * 100_000])
def test_no_json_is_refused(text):
    with pytest.raises(DataError):
        Chouette.from_json(text)


def test_every_truncation_of_a_save_is_refused():
    text = boardless(3, GAME).to_json()
    for length in range(len(text)):
        with pytest.raises(DataError):
            Chouette.from_json(text[:length])
