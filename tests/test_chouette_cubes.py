"""The cubes of a chouette: doubles, answers and their limits, beavers, extras, settlements, the single cube."""

from fractions import Fraction

import pytest

from chouette_helpers import event, new, play, script, started, totals
from tavla.errors import (
    CubeError,
    HouseRuleError,
    InvalidArgumentError,
    NoGameError,
    NotYourTurnError,
    OutOfGameError,
    SettlementError,
    UnknownPlayerError,
    WrongPhaseError,
)
from tavla.scoring.chouette import ChouetteBook, ChouetteRules, events


def refused(book, text, error, match=None):
    """The last event of these is refused, with what was allowed instead, and nothing is changed."""
    *before, last = script(text)
    for one in before:
        book = book.apply(one)
    with pytest.raises(error, match=match) as caught:
        book.apply(last)
    assert last not in book.allowed
    if hasattr(caught.value, "allowed"):
        assert caught.value.allowed == book.allowed


def crew_of(number, text="", **options):
    return started(number + 1, text, **options)


# Doubling


def test_each_member_has_a_cube():
    book = crew_of(3, "double bob; take ann; double ann cat; take cat; finish crew")
    assert totals(book) == [-5, 2, 2, 1]


def test_only_the_owner_redoubles():
    book = crew_of(2, "double bob; take ann")
    refused(book, "double bob", CubeError, "owns the cube")
    refused(crew_of(2, "double ann bob; take bob"), "double ann bob", CubeError, "owns the cube")
    assert book.apply(events.Double("ann", ("bob",))).game.pair("bob").offer.value == 4


def test_a_double_in_vain_when_no_cube_is_open():
    refused(crew_of(1, "double ann; take bob"), "double ann", CubeError, "no cube is open")


def test_the_crew_doubles_together_until_the_box_answers():
    book = crew_of(3, "double dan; double bob")
    assert book.game.round.members == ("bob", "dan")
    refused(book, "double bob", WrongPhaseError, "already")
    refused(play(book, "take ann bob"), "double cat", WrongPhaseError, "answers are due first: dan")
    book = play(book, "take ann bob; take ann dan; double cat")
    assert book.game.round.members == ("cat",)


def test_the_box_doubles_when_nothing_waits():
    refused(crew_of(2, "double bob"), "double ann", WrongPhaseError, "answers are due")


def test_who_is_out_or_unknown_does_not_double():
    refused(crew_of(2, "double bob; drop ann"), "double bob", OutOfGameError, "drop")
    refused(crew_of(2), "double zoe", UnknownPlayerError)
    refused(crew_of(2), "double ann zoe", UnknownPlayerError)
    refused(crew_of(2, "double bob; drop ann"), "double ann bob", OutOfGameError)


def test_nothing_but_answers_while_a_cube_waits():
    for text in ("finish box", "settle bob 0", "automatic"):
        refused(crew_of(2, "double bob", automatics="one"), text, WrongPhaseError)


def test_answers_come_from_whoever_is_asked():
    refused(crew_of(2), "take ann", WrongPhaseError, "no cube waits")
    refused(crew_of(2, "double bob"), "take bob", NotYourTurnError, "ann about bob")
    refused(
        crew_of(2, "double bob; double cat"), "take ann", NotYourTurnError, "against whom: bob, cat"
    )
    assert totals(crew_of(2, "double bob; drop ann")) == [-1, 1, 0]


def test_no_events_of_a_game_before_it():
    with pytest.raises(NoGameError):
        new(3).apply(event("double bob"))
    with pytest.raises(InvalidArgumentError):
        new(3).apply("double bob")


# Answers in order


@pytest.mark.parametrize(
    ("option", "orders"),
    [
        ("captain_first", ["bcd"]),
        ("captain_last", ["dcb"]),
        ("simultaneous", ["bcd", "dcb", "cbd"]),
    ],
)
def test_the_order_of_answers(option, orders):
    book = crew_of(3, "double ann", cube_answer_order=option)
    names = {"b": "bob", "c": "cat", "d": "dan"}
    for order in ("bcd", "dcb", "cbd"):
        text = "; ".join(f"take {names[letter]}" for letter in order)
        if order in orders:
            assert not play(book, text).game.waiting
        else:
            with pytest.raises(NotYourTurnError, match="is to answer first"):
                play(book, text)


def test_the_box_answers_in_any_order():
    assert totals(crew_of(3, "double bob; double cat; drop ann cat; drop ann bob"))[:3] == [
        -2,
        1,
        1,
    ]


# Jacoby's rule and automatic doubles


def test_gammons_count_for_a_cube_only_once_it_was_turned():
    assert totals(crew_of(2, "double bob; take ann; finish crew 2")) == [-5, 4, 1]
    assert totals(crew_of(2, "double bob; take ann; finish crew 3", jacoby=False)) == [-9, 6, 3]


def test_an_automatic_double_turns_no_cube_for_jacoby():
    rules = {"automatics": "one"}
    assert totals(crew_of(2, "automatic; finish crew 2", **rules)) == [-4, 2, 2]
    rules["jacoby_auto_counts_as_turned"] = True
    assert totals(crew_of(2, "automatic; finish crew 2", **rules)) == [-8, 4, 4]


@pytest.mark.parametrize(
    ("option", "most"), [("none", 0), ("one", 1), ("first_then_box", 3), ("box_choice", 3)]
)
def test_automatic_doubles(option, most):
    book = crew_of(2, "; ".join(["automatic"] * most), automatics=option)
    assert [bet.cube.value for bet in book.game.bets] == [2**most] * 2
    if most < 3:
        refused(book, "automatic", HouseRuleError, "automatics")


def test_automatic_doubles_come_first():
    for before in ("double bob", "double bob; take ann", "double bob; drop ann", "settle bob 0"):
        refused(crew_of(2, before, automatics="one"), "automatic", WrongPhaseError)


def test_an_automatic_double_is_no_turned_cube_for_consulting():
    assert not crew_of(2, "automatic", automatics="one").may_consult("cat")


# Beavers


@pytest.mark.parametrize("option", ["none", "beaver", "raccoon"])
def test_beavers(option):
    book = crew_of(2, "double bob", beavers=option)
    if option == "none":
        refused(book, "beaver ann", CubeError, "beavers is 'none'")
        return
    book = play(book, "beaver ann")
    assert book.game.pair("bob").answerer == "bob"
    refused(book, "beaver bob", CubeError)
    if option == "beaver":
        refused(book, "raccoon bob", CubeError, "beavers is 'beaver'")
        return
    book = play(book, "raccoon bob; take ann")
    cube = book.game.pair("bob").cube
    assert (cube.value, cube.owner) == (8, 0), "the box, who was doubled, owns it"


def test_who_drops_a_beaver_pays_what_stood_before_it():
    assert totals(crew_of(2, "double bob; beaver ann; drop bob")) == [2, -2, 0]
    assert totals(crew_of(2, "double ann bob; beaver bob; drop ann")) == [-2, 2, 0]


def test_a_beaver_counts_as_a_turned_cube():
    assert totals(crew_of(1, "double bob; beaver ann; take bob; finish box 2")) == [8, -8]


# What the box must take


@pytest.mark.parametrize(
    ("option", "crew", "taken"),
    [
        ("free", 4, {0, 1, 2, 3, 4}),
        ("all_or_none", 4, {0, 4}),
        ("half_or_none", 4, {0, 2, 3, 4}),
        ("half_or_none", 5, {0, 3, 4, 5}),
        ("break_even", 3, {0, 1, 2, 3}),
        ("break_even", 4, {0, 2, 3, 4}),
        ("break_even", 6, {0, 2, 3, 4, 5, 6}),
        ("break_even", 7, {0, 3, 4, 5, 6, 7}),
    ],
)
def test_how_many_the_box_must_take_when_all_double_at_once(option, crew, taken):
    book = crew_of(crew, box_min_take=option)
    for member in book.game.line:
        book = book.apply(events.Double(member))
    members = book.game.line
    for number in range(crew + 1):
        takes = [events.Take("ann", one) for one in members[:number]]
        drops = [events.Drop("ann", one) for one in members[number:]]
        for answers in (takes + drops, drops + takes):
            if number in taken:
                assert (applied(book, answers).game is not None) == (number > 0)
            else:
                with pytest.raises(HouseRuleError, match=r"or none|win back"):
                    applied(book, answers)


def applied(book, answers):
    for answer in answers:
        book = book.apply(answer)
    return book


def test_the_least_take_is_for_all_at_once_and_centred_cubes():
    book = crew_of(3, "double bob; double cat", box_min_take="all_or_none")
    assert totals(play(book, "take ann bob; drop ann cat")) == [-1, 0, 1, 0]
    book = crew_of(2, "double bob; take ann; double ann bob; take bob", box_min_take="all_or_none")
    book = play(book, "double bob; double cat; take ann bob")
    assert totals(play(book, "drop ann cat")) == [-1, 0, 1], "one cube was not centred"


def test_the_least_take_weighs_stakes():
    stakes = {"ann": 9, "bob": 1, "cat": 1, "dan": 4}
    rules = ChouetteRules(box_min_take="break_even", stakes="smaller")
    book = ChouetteBook.new(list(stakes), rules, stakes)
    book = play(book, "start; double bob; double cat; double dan; drop ann dan")
    assert play(book, "take ann bob; take ann cat").game.live_members == ("bob", "cat")
    refused(book, "take ann bob; drop ann cat", HouseRuleError, "win back")


@pytest.mark.parametrize(("option", "both"), [("free", False), ("both_or_none", True)])
def test_of_a_crew_of_two_both_or_none(option, both):
    book = crew_of(2, "double bob; double cat; take ann bob", three_handed=option)
    if both:
        refused(book, "drop ann cat", HouseRuleError, "both are taken or none")
    else:
        assert totals(play(book, "drop ann cat")) == [-1, 0, 1]
    assert totals(
        crew_of(2, "double bob; double cat; drop ann bob; drop ann cat", three_handed=option)
    ) == [-2, 1, 1]


def test_both_or_none_is_the_default_with_a_least_take():
    book = crew_of(2, "double bob; double cat; take ann bob", box_min_take="half_or_none")
    refused(book, "drop ann cat", HouseRuleError, "both")


# The captain's cube


def test_the_box_need_not_take_the_captain():
    assert totals(crew_of(2, "double bob; drop ann")) == [-1, 1, 0]


def test_the_captain_must_be_taken_when_possible():
    rule = {"box_must_take_captain": "when_possible"}
    refused(crew_of(2, "double bob", **rule), "drop ann", HouseRuleError, "bob's, must be taken")
    both = crew_of(2, "double bob; double cat", **rule)
    refused(both, "take ann cat; drop ann bob", HouseRuleError, "must be taken")
    refused(both, "drop ann bob; take ann cat", HouseRuleError, "must be taken")
    assert totals(play(both, "take ann bob; drop ann cat")) == [-1, 0, 1]
    assert totals(play(both, "drop ann bob; drop ann cat")) == [-2, 1, 1], "giving up the game"


def test_the_captain_need_not_be_taken_once_others_were():
    rule = {"box_must_take_captain": "when_possible"}
    assert totals(crew_of(2, "double cat; take ann; double bob; drop ann", **rule)) == [-1, 1, 0]


def test_the_acting_captain_counts():
    rule = {"box_must_take_captain": "when_possible"}
    book = crew_of(3, "double ann bob; drop bob; double cat", **rule)
    refused(book, "drop ann", HouseRuleError, "cat's, must be taken")


def test_the_captain_must_be_taken_when_all_double_at_once():
    rule = {"box_must_take_captain": "all_at_once"}
    assert totals(crew_of(2, "double bob; drop ann", **rule)) == [-1, 1, 0]
    book = crew_of(3, "double bob; double cat; double dan; take ann dan", **rule)
    refused(book, "drop ann bob", HouseRuleError, "must be taken")
    assert totals(play(book, "take ann bob; drop ann cat")) == [-1, 0, 1, 0]


# Whom the box doubles


def test_the_box_doubles_any_of_them():
    assert crew_of(3, "double ann cat").game.round.members == ("cat",)
    assert crew_of(3, "double ann dan,bob").game.round.members == ("bob", "dan")


def test_the_box_doubles_the_captain_among_others_while_cubes_are_level():
    rule = {"box_selective_double": "captain_if_level"}
    refused(crew_of(3, **rule), "double ann cat", HouseRuleError, "captain, bob")
    assert crew_of(3, "double ann bob,dan", **rule).game.round.members == ("bob", "dan")
    book = crew_of(3, "double cat; take ann; double ann cat", **rule)
    assert book.game.round.members == ("cat",), "the cubes are not level"


def test_automatic_doubles_leave_cubes_level():
    rule = {"box_selective_double": "captain_if_level", "automatics": "one"}
    refused(crew_of(3, "automatic", **rule), "double ann cat", HouseRuleError)


def test_the_box_doubles_all_or_none():
    rule = {"box_selective_double": "all_or_none"}
    refused(crew_of(3, **rule), "double ann bob,cat", HouseRuleError, "all that he can")
    book = crew_of(3, "double ann; take bob; drop cat; take dan", **rule)
    book = play(book, "double bob; take ann; double ann")
    assert book.game.round.members == ("bob",), "the only cube open to him"


# The lone taker


@pytest.mark.parametrize("rule", ["must_beaver", "captain_must_beaver"])
def test_a_lone_taker_must_beaver_or_drop(rule):
    captain_last = crew_of(
        3, "double ann; drop dan; drop cat", lone_taker=rule, cube_answer_order="captain_last"
    )
    refused(captain_last, "take bob", HouseRuleError, "lone taker")
    assert totals(play(captain_last, "drop bob")) == [3, -1, -1, -1]
    assert play(captain_last, "beaver bob; take ann").game.pair("bob").cube.value == 4


def test_a_take_becomes_a_lone_one_when_the_others_drop():
    book = crew_of(3, "double ann; take bob; drop cat; drop dan", lone_taker="must_beaver")
    assert book.game.round.lone == "bob"
    assert book.game.pair("bob").answerer == "bob", "he is asked again"
    refused(book, "take bob", HouseRuleError, "lone taker")
    refused(book, "finish box", WrongPhaseError)
    assert totals(play(book, "drop bob")) == [3, -1, -1, -1]
    assert totals(play(book, "beaver bob; drop ann")) == [0, 2, -1, -1]


def test_only_a_captain_who_is_alone_must_beaver():
    rule = {"lone_taker": "captain_must_beaver", "cube_answer_order": "simultaneous"}
    book = crew_of(3, "double ann; take cat; drop bob; drop dan", **rule)
    assert not book.game.waiting
    book = crew_of(3, "double ann; take bob; drop cat; drop dan", **rule)
    assert book.game.waiting


def test_a_beaver_before_the_others_dropped_is_enough():
    book = crew_of(3, "double ann; beaver bob; drop cat; drop dan", lone_taker="must_beaver")
    assert play(book, "take ann").game.pair("bob").cube.value == 4
    book = crew_of(
        3, "double ann; beaver bob; take ann; drop cat; drop dan", lone_taker="must_beaver"
    )
    assert not book.game.waiting


def test_nothing_is_asked_of_a_lone_taker_by_default_or_where_not_all_were_doubled():
    assert not crew_of(3, "double ann; take bob; drop cat; drop dan").game.waiting
    book = crew_of(3, "double ann bob,cat; take bob; drop cat", lone_taker="must_beaver")
    assert not book.game.waiting, "dan was not doubled"
    book = crew_of(2, "double bob; drop ann; double ann; take cat", lone_taker="must_beaver")
    assert not book.game.waiting, "he is the only one in the game, no lone taker"


# Extras


def test_an_extra_costs_a_point_and_is_a_cube_against_who_dropped():
    book = crew_of(2, "double ann; drop bob; take cat; extra bob cat; take cat", extras="optional")
    assert totals(book) == [1, -2, 1]
    extra = book.game.bets[-1]
    assert (extra.name, extra.cube.value, extra.cube.owner) == ("cat/bob", 2, 1)
    assert totals(play(book, "finish crew 2")) == [-3, -6, 9], "gammons count"
    assert totals(play(book, "finish box")) == [3, 0, -3]


def test_an_extra_may_be_declined_where_it_is_optional():
    book = crew_of(2, "double ann; drop bob; take cat; extra bob cat; drop cat", extras="optional")
    assert totals(book) == [1, -1, 0]
    assert len(book.game.bets) == 2


def test_an_extra_waits_for_its_answer():
    book = crew_of(2, "double ann; drop bob; take cat; extra bob cat", extras="optional")
    refused(book, "double cat", WrongPhaseError)
    refused(book, "finish box", WrongPhaseError)
    refused(book, "take ann", WrongPhaseError, "answer the extra")


def test_a_taker_may_hold_extras_of_several():
    text = (
        "double ann; drop bob; take cat; drop dan; extra bob cat; take cat; extra dan cat; take cat"
    )
    book = crew_of(3, text, extras="optional")
    assert [bet.name for bet in book.game.live] == ["cat", "cat/bob", "cat/dan"]
    assert totals(play(book, "finish crew")) == [0, -4, 8, -4]


def test_the_price_of_an_extra_is_what_stood_before_the_double():
    book = crew_of(2, "double bob; take ann; double cat; take ann", extras="optional")
    book = play(book, "double ann; drop bob; take cat; extra bob cat; take cat")
    assert totals(book) == [2, -4, 2]
    assert book.game.bets[-1].cube.value == 4


def test_an_extra_is_redoubled_on_the_turn_of_its_owners_side():
    text = "double ann; drop bob; take cat; take dan; extra bob cat; take cat; double cat bob"
    book = crew_of(3, text + "; take bob", extras="optional")
    refused(book, "double dan; double bob cat", WrongPhaseError, "crew's turn")
    book = play(book, "double bob cat; take cat")
    assert [bet.cube.value for bet in book.game.bets if bet.is_extra] == [8]


def test_extras_are_off_by_default():
    refused(crew_of(2, "double ann; drop bob; take cat"), "extra bob cat", HouseRuleError)


@pytest.mark.parametrize("option", ["mandatory", "mandatory_lone_taker"])
def test_a_lone_taker_accepts_a_mandatory_extra(option):
    book = crew_of(2, "double ann; drop bob; take cat; extra bob cat", extras=option)
    assert totals(book) == [1, -2, 1]


def test_other_takers_accept_only_where_it_is_mandatory_for_all():
    text = "double ann; drop bob; take cat; take dan; extra bob cat"
    assert totals(crew_of(3, text, extras="mandatory")) == [1, -2, 1, 0]
    assert crew_of(3, text, extras="mandatory_lone_taker").game.extra_offers == (("bob", "cat"),)


def test_a_lone_taker_who_must_accept_extras_may_drop_instead():
    rule = {"extras": "optional", "lone_taker": "must_accept_extras"}
    book = crew_of(
        3, "double ann; drop bob; take cat; drop dan; extra bob cat; extra dan cat", **rule
    )
    refused(book, "drop cat bob", HouseRuleError, "accepts the extras")
    assert totals(play(book, "drop cat")) == [3, -1, -1, -1]
    assert totals(play(book, "drop cat ann")) == [3, -1, -1, -1]
    assert totals(play(book, "take cat bob; take cat dan")) == [2, -2, 2, -2]
    refused(play(book, "take cat bob"), "drop cat ann", HouseRuleError, "any more")
    rule["extras"] = "mandatory"
    assert totals(
        crew_of(2, "double ann; drop bob; take cat; extra bob cat; drop cat", **rule)
    ) == [
        2,
        -1,
        -1,
    ]


def test_nobody_drops_for_extras_who_turned_the_cube_again():
    rule = {"extras": "optional", "lone_taker": "must_accept_extras"}
    book = crew_of(2, "double ann; drop bob; beaver cat; take ann; extra bob cat", **rule)
    refused(book, "drop cat ann", CubeError, "turned the cube again")


@pytest.mark.parametrize(
    "text",
    [
        "extra bob cat",
        "double ann; drop bob; extra bob cat",
        "double ann; drop bob; take cat; extra dan cat",
        "double ann; drop bob; take cat; take dan; extra cat dan",
        "double ann; drop bob; take cat; take dan; extra bob cat; extra bob cat",
        "double ann; drop bob; take cat; take dan; extra bob cat; take cat; extra bob cat",
        "double ann; drop bob; beaver cat; take dan; extra bob cat",
        "double ann; drop bob; take cat; take dan; double cat; take ann; extra bob cat",
    ],
)
def test_extras_that_cannot_be(text):
    refused(crew_of(3, extras="optional"), text, WrongPhaseError)


def test_an_extra_is_redoubled_by_itself():
    text = "double ann; drop bob; take cat; extra bob cat; take cat; double cat bob"
    book = crew_of(2, text, extras="optional")
    assert book.game.waiting[0].name == "cat/bob"
    refused(book, "take ann", NotYourTurnError)
    assert totals(play(book, "drop bob")) == [1, -4, 3]
    book = play(book, "take bob")
    refused(book, "double cat bob", CubeError, "bob owns the cube")
    assert totals(play(book, "double bob cat; take cat; finish box")) == [3, 6, -9]


def test_only_those_who_have_an_extra_double_each_other():
    refused(crew_of(2, extras="optional"), "double cat bob", OutOfGameError, "no bet")


def test_extras_that_can_be_offered_are_among_what_is_allowed():
    book = crew_of(3, "double ann; drop bob; take cat; take dan", extras="optional")
    offered = {one for one in book.allowed if one.name == "extra"}
    assert offered == {events.Extra("bob", "cat"), events.Extra("bob", "dan")}
    book = play(book, "extra bob cat; take cat")
    assert events.Double("cat", ("bob",)) in book.allowed


def test_a_game_goes_on_while_an_extra_is_live():
    text = "double ann; drop bob; take cat; extra bob cat; take cat; double cat; drop ann"
    book = crew_of(2, text, extras="optional")
    assert book.game is not None
    assert (book.game.acting_captain(), book.game.acting_box()) == ("cat", "bob")
    assert totals(play(book, "finish crew")) == [-1, -4, 5]


def test_who_sold_an_extra_stays_until_it_is_settled():
    book = crew_of(2, "double ann; drop bob; take cat; extra bob cat; take cat", extras="optional")
    refused(book, "leave bob", ValueError, "has a bet")


# Settlements


def test_a_pair_may_settle():
    book = crew_of(2, "settle bob 3/2")
    assert totals(book) == [Fraction(-3, 2), Fraction(3, 2), 0]
    refused(book, "settle bob 1", OutOfGameError)
    assert totals(play(book, "settle ann 2 cat")) == [Fraction(1, 2), Fraction(3, 2), -2]


def test_the_box_says_with_whom_he_settles():
    refused(crew_of(2), "settle ann 1", NotYourTurnError, "against whom: bob, cat")


def test_settlements_may_be_excluded():
    refused(crew_of(2, settlements=False), "settle bob 1", SettlementError, "excluded")


def test_an_extra_may_be_settled():
    book = crew_of(2, "double ann; drop bob; take cat; extra bob cat; take cat", extras="optional")
    assert totals(play(book, "settle bob -1 cat")) == [1, -3, 2]


# Stakes


def test_a_pair_plays_for_the_smaller_stake():
    stakes = {"ann": 2, "bob": 5, "cat": "1/2"}
    book = new(3, stakes="1/2")
    assert totals(play(book, "start; finish box")) == [1, Fraction(-1, 2), Fraction(-1, 2)]
    rules = book.rules.replace(stakes="smaller", extras="optional")
    book = ChouetteBook.new(list(stakes), rules, stakes)
    assert totals(play(book, "start; finish box")) == [Fraction(5, 2), -2, Fraction(-1, 2)]
    book = play(book, "start; double ann; drop bob; take cat; extra bob cat; take cat")
    assert totals(book) == [2, Fraction(-5, 2), Fraction(1, 2)]


def test_a_new_player_brings_his_stake():
    rules = new(3).rules.replace(stakes="smaller")
    book = ChouetteBook.new(["ann", "bob"], rules, {"ann": 2, "bob": 2})
    assert totals(play(book, "join cat 1; start; finish box")) == [3, -2, -1]
    with pytest.raises(HouseRuleError, match="say what a point is worth"):
        play(book, "join cat")
    assert play(book, "join cat 1; leave cat; join cat").players == ("ann", "bob", "cat")
    with pytest.raises(HouseRuleError, match="equal"):
        play(new(3, stakes=2), "join dan 1")
    with pytest.raises(ValueError, match="differ"):
        ChouetteBook.new(["ann", "bob"], None, {"ann": 2, "bob": 1})


# The single cube


def single(crew, text="", **options):
    return crew_of(crew, text, cubes="single", **options)


def test_with_a_single_cube_the_captain_doubles_for_all():
    refused(single(3), "double cat", NotYourTurnError, "captain, bob")
    book = single(3, "double bob")
    assert book.game.round.members == ("bob", "cat", "dan")
    assert totals(play(book, "drop ann")) == [-3, 1, 1, 1]
    assert totals(play(book, "take ann; finish crew 2")) == [-12, 4, 4, 4]


def test_with_a_single_cube_the_box_answers_all_at_once():
    refused(single(2, "double bob"), "take ann cat", HouseRuleError, "all at once")


def test_with_a_single_cube_each_member_answers_the_box():
    book = single(3, "double ann; drop bob; take cat; take dan")
    assert (book.acting_captain, totals(book)) == ("cat", [1, -1, 0, 0])
    assert play(book, "double cat").game.round.members == ("cat", "dan")
    refused(single(3), "double ann cat", HouseRuleError, "all that he can")


def test_with_a_single_cube_only_the_box_beavers():
    refused(single(2, "double ann"), "beaver bob", HouseRuleError, "only the box")
    book = single(2, "double bob; beaver ann; take bob; drop cat")
    assert totals(play(book, "finish crew")) == [-2, 4, -2]


def test_objectors_may_withdraw():
    rule = {"objectors": "may_withdraw"}
    refused(single(3, "double bob"), "withdraw cat dan", HouseRuleError, "objectors")
    refused(single(3, **rule), "withdraw cat dan", WrongPhaseError)
    refused(single(3, "double bob", **rule), "withdraw cat", HouseRuleError, "half of the crew")
    refused(single(3, "double bob", **rule), "withdraw bob cat", NotYourTurnError)
    refused(single(3, "double bob; take ann", **rule), "withdraw cat dan", WrongPhaseError)
    book = single(3, "double bob; withdraw cat dan; take ann; finish crew", **rule)
    assert totals(book) == [-2, 2, 0, 0]


# What is allowed


def test_what_is_allowed_tells_who_may_do_what():
    assert new(3).allowed == (events.Start(),)
    allowed = crew_of(2).allowed
    assert events.Double("bob") in allowed
    assert events.Double("ann", ("cat",)) in allowed
    assert events.Finish("crew", 2) in allowed
    assert events.Take("ann", "bob") not in allowed
    allowed = crew_of(2, "double bob").allowed
    assert allowed == (
        events.Double("cat"),
        events.Take("ann", "bob"),
        events.Drop("ann", "bob"),
        events.Beaver("ann", "bob"),
    )
    assert single(2, "double bob").allowed == (
        events.Take("ann"),
        events.Drop("ann"),
        events.Beaver("ann"),
    )


def test_every_row_of_a_game_says_what_it_is_about():
    book = crew_of(
        2, "double ann; drop bob; take cat; extra bob cat; take cat; finish crew", extras="optional"
    )
    assert [row.label for row in book.ledger.rows] == [
        "game 1, bob: drop",
        "game 1, cat/bob: price of an extra",
        "game 1, cat: single",
        "game 1, cat/bob: single",
    ]


# Data


@pytest.mark.parametrize(
    "one",
    [
        events.Start("bob", ("cat",), Fraction(1, 3)),
        events.Double("ann", ("bob", "cat")),
        events.Take("ann"),
        events.Settle("ann", Fraction(-1, 2), "bob"),
        events.Finish("crew", 3),
        events.Finish(None),
        events.Join("dan", 2),
        events.Away("dan", "bob"),
        events.Withdraw(("bob", "cat")),
    ],
)
def test_events_come_back_from_plain_data(one):
    assert events.read(one.to_dict()) == one


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"type": "no"},
        {"type": ["take"]},
        {"type": "take"},
        {"type": "take", "who": 3},
        {"type": "take", "who": "ann", "more": 1},
        {"type": "take", "who": "x" * 41},
        {"type": "double", "who": "ann", "to": "bob"},
        {"type": "double", "who": "ann", "to": ["bob", "bob"]},
        {"type": "finish", "winner": "ann"},
        {"type": "finish", "winner": "box", "kind": 4},
        {"type": "finish", "winner": "box", "kind": True},
        {"type": "settle", "who": "ann", "points": 0.5},
        {"type": "join", "who": "ann", "stake": 0},
        {"type": "start", "share": 2},
    ],
)
def test_damaged_events_are_refused(data):
    with pytest.raises(ValueError, match="event"):
        events.read(data)
