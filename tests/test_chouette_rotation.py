"""Who has the box next: rotation and its variants, joining, leaving, absence, partners."""

from fractions import Fraction

import pytest

from chouette_helpers import new, order, play, started, totals
from tavla.errors import (
    GameInProgressError,
    HouseRuleError,
    InvalidArgumentError,
    InvalidRulesError,
    NoGameError,
    NotYourTurnError,
    RosterError,
    UnknownPlayerError,
)
from tavla.scoring.chouette import events, seat_order, still_tied

# A crew of three, box a, captain b. What happened, what each won, and who sits where by each rule.
BOX_WINS = "finish box"
CREW_WINS = "finish crew"
CAPTAIN_DROPS_BOX_WINS = "double ann; drop bob; take cat; take dan; finish box"
CAPTAIN_DROPS_CREW_WINS = "double ann; drop bob; take cat; take dan; finish crew"
BOX_DROPS_CAPTAIN_BEATS_OTHERS = "double bob; drop ann; finish box"
BOX_DROPS_CAPTAIN_LOSES = "double bob; drop ann; finish crew"
BOX_DROPS_ALL = "double bob; double cat; double dan; drop ann bob; drop ann cat; drop ann dan"
CREW_DROPS_ALL = "double ann; drop bob; drop cat; drop dan"
BOX_DROPS_TWO_BEATS_ONE = "double bob; double cat; drop ann bob; drop ann cat; finish box"
BOX_DROPS_CREW_BUT_CAPTAIN = "double cat; double dan; drop ann cat; drop ann dan; finish box"
LAST_ONE_PAYS = "double ann bob,cat; drop bob; drop cat; settle dan -1"
LAST_ONE_IS_PAID = "double ann bob,cat; drop bob; drop cat; settle dan 1"
ALL_AT_ZERO = "settle bob 0; settle cat 0; settle dan 0"
NOBODY = "finish nobody"


@pytest.mark.parametrize(
    ("options", "happened", "expected"),
    [
        # The captain's own result decides, by default.
        ({}, BOX_WINS, "acdb"),
        ({}, CREW_WINS, "bcda"),
        ({}, CREW_DROPS_ALL, "acdb"),
        ({}, BOX_DROPS_ALL, "bcda"),
        ({}, CAPTAIN_DROPS_BOX_WINS, "acdb"),
        ({}, CAPTAIN_DROPS_CREW_WINS, "acdb"),
        ({}, BOX_DROPS_CAPTAIN_BEATS_OTHERS, "bcda"),
        ({}, BOX_DROPS_CAPTAIN_LOSES, "bcda"),
        ({}, BOX_DROPS_CREW_BUT_CAPTAIN, "acdb"),
        ({}, "settle bob 1; finish box", "bcda"),
        ({}, "settle bob -1/2; finish crew", "acdb"),
        # Settled at zero.
        ({}, "settle bob 0; finish crew", "acdb"),
        ({"settlement_zero": "captain_claims"}, "settle bob 0; finish box", "bcda"),
        ({}, ALL_AT_ZERO, "acdb"),
        ({"settlement_zero": "captain_claims"}, ALL_AT_ZERO, "bcda"),
        ({}, NOBODY, "acdb"),
        # Both lost.
        ({"double_stand_up": True}, CAPTAIN_DROPS_CREW_WINS, "cdba"),
        ({"double_stand_up": True}, CAPTAIN_DROPS_BOX_WINS, "acdb"),
        ({"double_stand_up": True}, CREW_WINS, "bcda"),
        ({"double_stand_up": True}, LAST_ONE_IS_PAID, "cdba"),
        ({"double_stand_up": True}, LAST_ONE_PAYS, "acdb"),
        # The acting captain inherits the claim; a captain who lost goes to the end.
        ({"captain_out_claim": "acting_captain"}, CAPTAIN_DROPS_CREW_WINS, "cdba"),
        ({"captain_out_claim": "acting_captain"}, CAPTAIN_DROPS_BOX_WINS, "acdb"),
        ({"captain_out_claim": "acting_captain"}, BOX_DROPS_CAPTAIN_BEATS_OTHERS, "acdb"),
        ({"captain_out_claim": "acting_captain"}, BOX_DROPS_CAPTAIN_LOSES, "cbda"),
        ({"captain_out_claim": "acting_captain"}, CREW_WINS, "bcda"),
        # The finisher: who wins the end of the game, and does not lose on the whole.
        ({"retain_box": "finisher"}, BOX_WINS, "acdb"),
        ({"retain_box": "finisher"}, CREW_WINS, "bcda"),
        ({"retain_box": "finisher"}, BOX_DROPS_CAPTAIN_BEATS_OTHERS, "acdb"),
        ({"retain_box": "finisher"}, BOX_DROPS_TWO_BEATS_ONE, "cdba"),
        ({"retain_box": "finisher"}, BOX_DROPS_CAPTAIN_LOSES, "bcda"),
        ({"retain_box": "finisher"}, CAPTAIN_DROPS_CREW_WINS, "cdba"),
        ({"retain_box": "finisher", "double_stand_up": True}, CAPTAIN_DROPS_CREW_WINS, "cdba"),
        ({"retain_box": "finisher"}, LAST_ONE_PAYS, "acdb"),
        ({"retain_box": "finisher"}, LAST_ONE_IS_PAID, "dcba"),
        ({"retain_box": "finisher", "double_stand_up": True}, LAST_ONE_IS_PAID, "cdba"),
        ({"retain_box": "finisher"}, CREW_DROPS_ALL, "acdb"),
        ({"retain_box": "finisher"}, BOX_DROPS_ALL, "bcda"),
        # A profit, or at least none lost.
        ({"retain_box": "profit"}, BOX_DROPS_CAPTAIN_BEATS_OTHERS, "acdb"),
        ({"retain_box": "profit"}, BOX_DROPS_TWO_BEATS_ONE, "bcda"),
        ({"retain_box": "profit"}, BOX_DROPS_CREW_BUT_CAPTAIN, "cdba"),
        ({"retain_box": "profit"}, ALL_AT_ZERO, "cdba"),
        ({"retain_box": "break_even"}, ALL_AT_ZERO, "acdb"),
        ({"retain_box": "break_even"}, "settle bob 1; settle cat -1; settle dan 0", "acdb"),
        ({"retain_box": "profit"}, "settle bob 1; settle cat -1; settle dan 0", "bcda"),
        ({"retain_box": "break_even"}, BOX_DROPS_TWO_BEATS_ONE, "bcda"),
        # All of them beaten.
        ({"retain_box": "beats_all"}, BOX_WINS, "acdb"),
        ({"retain_box": "beats_all"}, BOX_DROPS_CAPTAIN_BEATS_OTHERS, "bcda"),
        ({"retain_box": "beats_all"}, BOX_DROPS_CREW_BUT_CAPTAIN, "cdba"),
        ({"retain_box": "beats_all"}, ALL_AT_ZERO, "acdb"),
    ],
)
def test_rotation(options, happened, expected):
    assert order(started(4, happened, **options)) == expected


def test_the_initial_order_is_that_of_the_names():
    book = started(4)
    assert (book.game.box, book.game.captain, book.game.line) == (
        "ann",
        "bob",
        ("bob", "cat", "dan"),
    )


def test_the_highest_throw_has_the_box():
    assert seat_order([{"ann": 2, "bob": 6, "cat": 4}]) == ("bob", "cat", "ann")
    assert seat_order([{"ann": 12, "bob": 7}]) == ("ann", "bob"), "more dice than one"
    assert seat_order([]) == ()


def test_ties_are_thrown_again_among_those_who_are_tied():
    throws = [{"ann": 3, "bob": 5, "cat": 3, "dan": 5}]
    assert still_tied(throws) == {"ann", "bob", "cat", "dan"}
    throws.append({"ann": 6, "bob": 1, "cat": 6, "dan": 2})
    assert still_tied(throws) == {"ann", "cat"}
    with pytest.raises(InvalidArgumentError, match="still tied: ann, cat"):
        seat_order(throws)
    assert seat_order([*throws, {"ann": 1, "cat": 2}]) == ("dan", "bob", "cat", "ann")
    with pytest.raises(InvalidArgumentError, match="further throws of ann, cat"):
        seat_order([*throws, {"ann": 1, "bob": 2}])


def test_the_box_scores_against_each_of_the_crew():
    assert totals(started(4, BOX_WINS)) == [3, -1, -1, -1]
    assert totals(started(4, CREW_WINS)) == [-3, 1, 1, 1]


def test_two_players_change_places():
    assert order(started(2, CREW_WINS)) == "ba"
    assert order(started(2, BOX_WINS)) == "ab"


def test_the_next_in_line_acts_when_the_captain_is_out():
    book = started(4, "double ann; drop bob; take cat; take dan")
    assert (book.acting_captain, book.game.captain) == ("cat", "bob")
    book = play(book, "double cat; drop ann")
    assert book.acting_captain == "dan"


def test_no_game_before_the_start_and_none_twice():
    with pytest.raises(NoGameError):
        play(new(3), "finish box")
    with pytest.raises(GameInProgressError):
        started(3, "start")


# Joining and leaving


@pytest.mark.parametrize(
    ("option", "one", "two"),
    [
        ("behind", "bcdae", "bcdaef"),
        ("ahead", "bcdea", "bcdefa"),
        ("after_loser", "bcdae", "bcdafe"),
    ],
)
def test_where_new_players_stand(option, one, two):
    book = started(4, "join eve; finish crew", join_at=option)
    assert order(book) == one
    assert order(play(book, "join fay")) == two


def test_ahead_of_both_when_both_were_sent_down():
    happened = CAPTAIN_DROPS_CREW_WINS + "; join eve"
    assert order(started(4, happened, join_at="ahead", double_stand_up=True)) == "cdeba"


def test_before_the_first_game_new_players_stand_at_the_end():
    for option in ("behind", "ahead", "after_loser"):
        assert order(play(new(3, join_at=option), "join dan")) == "abcd"


def test_who_joins_during_a_game_plays_the_next():
    book = started(3, "join dan")
    assert book.game.line == ("bob", "cat")
    assert order(play(book, "finish box")) == "acbd"


def test_max_players():
    assert order(play(new(3, max_players=4), "join dan")) == "abcd"
    with pytest.raises(RosterError, match="split"):
        play(new(3, max_players=4), "join dan; join eve")
    with pytest.raises(InvalidRulesError, match="max_players"):
        new(5, max_players=4)


def test_nobody_joins_twice():
    with pytest.raises(RosterError):
        play(new(3), "join ann")
    with pytest.raises(RosterError):
        started(3, "join dan; join dan")


def test_leaving_between_games():
    assert order(play(new(4), "leave cat")) == "abd"
    assert order(play(new(4), "leave ann")) == "bcd"
    with pytest.raises(UnknownPlayerError):
        play(new(4), "leave zoe")


def test_leaving_during_a_game_needs_a_settled_bet():
    with pytest.raises(RosterError, match="bet"):
        started(4, "leave cat")
    with pytest.raises(RosterError, match="box"):
        started(4, "leave ann")
    book = started(4, "settle cat 0; leave cat")
    assert book.game.line == ("bob", "cat", "dan")
    assert order(play(book, "finish crew")) == "bda"
    with pytest.raises(RosterError, match="already"):
        play(book, "leave cat")


def test_who_left_keeps_his_score_and_may_come_again():
    book = started(3, "finish crew; leave cat; join cat")
    assert order(book) == "bac"
    assert totals(book) == [-2, 1, 1]


def test_a_captain_who_won_and_left_leaves_the_box_to_the_next():
    assert order(started(4, "double bob; drop ann; leave bob; finish box")) == "cda"


def test_a_game_needs_two_who_are_here():
    with pytest.raises(RosterError, match="box and a captain"):
        play(new(3), "leave bob; leave cat; start")
    with pytest.raises(RosterError, match="box and a captain"):
        play(new(2), "away bob; start")


# Absence


def test_an_absent_player_is_passed_over_as_captain_and_as_box():
    assert order(play(new(4), "away bob; start; finish box")) == "abdc"
    assert order(play(new(4), "away ann; start")) == "bcad"


def test_an_absent_captain_leaves_the_dice_to_the_next():
    book = started(4, "away bob")
    assert (book.acting_captain, book.game.captain) == ("cat", "bob")
    assert play(book, "back bob").acting_captain == "bob"


def test_the_cube_of_an_absent_member_follows_the_captain():
    book = started(4, "away dan; double bob")
    assert book.game.round.members == ("bob", "dan")
    book = play(book, "take ann bob; drop ann dan")
    assert totals(book) == [-1, 0, 0, 1]
    book = started(4, "away dan; double ann; beaver bob")
    assert book.game.pair("dan").offer.depth == 1
    book = started(4, "away dan; double ann; drop bob")
    assert totals(book) == [2, -1, 0, -1]
    assert book.game.round.unanswered == ("cat",)


def test_an_absent_member_does_not_decide_himself():
    with pytest.raises(NotYourTurnError, match="follows"):
        started(4, "away dan; double dan")
    with pytest.raises(NotYourTurnError, match="bob is to answer first"):
        started(4, "away dan; double ann; take dan")
    with pytest.raises(NotYourTurnError, match="follows"):
        started(4, "away dan; settle dan 0")


def test_an_absent_member_follows_through_beavers():
    book = started(4, "away dan; double bob; beaver ann bob; beaver ann dan")
    with pytest.raises(NotYourTurnError, match="follows"):
        play(book, "drop dan")
    book = play(book, "drop bob")
    assert totals(book) == [4, -2, 0, -2]


def test_an_absent_member_is_answered_for_where_the_captain_is_not_asked():
    assert totals(started(4, "away dan; double ann dan; drop dan")) == [1, 0, 0, -1]


def test_with_all_of_the_crew_away_the_first_in_line_decides():
    book = started(3, "double cat; drop ann; away bob; double ann; drop bob")
    assert totals(book) == [0, -1, 1]
    book = started(3, "away bob; away cat; double ann; beaver bob")
    assert book.game.pair("cat").offer.depth == 1
    assert totals(play(book, "drop ann bob; drop ann cat")) == [-4, 2, 2]


def test_a_proxy_decides_for_an_absent_member():
    book = started(4, "away dan cat; double bob")
    assert book.game.round.members == ("bob",)
    assert play(book, "double dan").game.round.members == ("bob", "dan")


def test_a_proxy_in_the_box_is_none():
    book = play(new(4), "away dan bob")
    assert book.following == frozenset()
    assert play(book, "start; finish crew").following == {"dan"}, "bob has the box"


def test_a_proxy_may_be_demanded():
    with pytest.raises(HouseRuleError, match="proxy"):
        play(new(4, absent_member="proxy"), "away dan")
    assert play(new(4, absent_member="proxy"), "away dan cat").absent == {"dan"}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("away dan dan", RosterError),
        ("away dan zoe", UnknownPlayerError),
        ("away cat; away dan cat", RosterError),
        ("away dan; away dan", RosterError),
        ("back dan", RosterError),
        ("start; away ann", RosterError),
        ("start; away dan ann", RosterError),
    ],
)
def test_absences_that_cannot_be(text, error):
    with pytest.raises(error):
        play(new(4), text)


# A partner in the box


def test_no_partner_unless_agreed_and_enough_players():
    with pytest.raises(HouseRuleError):
        play(new(6), "start with fay")
    with pytest.raises(HouseRuleError):
        play(new(5, partner="optional"), "start with eve")
    assert play(new(6, partner="optional"), "start").game.partner is None
    assert play(new(5, partner="optional", partner_at=5), "start with eve").game.partner == "eve"


def test_a_mandatory_partner():
    with pytest.raises(HouseRuleError, match="has a partner"):
        play(new(6, partner="mandatory"), "start")
    assert play(new(5, partner="mandatory"), "start").game.partner is None
    both = {"partner": "optional", "partner_must_at": 7}
    assert play(new(6, **both), "start").game.partner is None
    with pytest.raises(HouseRuleError, match="has a partner"):
        play(new(7, **both), "start")


def test_a_partner_is_a_matter_of_how_many_are_here():
    book = play(new(6, partner="mandatory"), "away dan; start")
    assert book.game.partner is None
    with pytest.raises(HouseRuleError, match="with 5 players"):
        play(new(6, partner="optional"), "away dan; start with fay")


@pytest.mark.parametrize(("pick", "who"), [("last", "fay"), ("next", "cat"), ("third", "cat")])
def test_who_is_the_partner(pick, who):
    book = new(6, partner="optional", partner_pick=pick)
    assert play(book, f"start with {who}").game.partner == who
    for other in {"bob", "cat", "eve", "fay"} - {who}:
        with pytest.raises(HouseRuleError, match=f"{who} is to be asked"):
            play(book, f"start with {other}")


def test_who_may_refuse_to_be_the_partner():
    start = events.Start("eve", declined=("fay",))
    assert new(6, partner="optional").apply(start).game.partner == "eve"
    start = events.Start("dan", declined=("cat",))
    assert new(6, partner="optional", partner_pick="third").apply(start).game.partner == "dan"
    with pytest.raises(HouseRuleError, match="accept, or leave"):
        new(6, partner="optional", partner_pick="next").apply(start)
    with pytest.raises(HouseRuleError, match="asked are, in turn, fay, eve"):
        new(6, partner="optional").apply(events.Start("fay", declined=("eve",)))


def test_the_partner_has_no_bet_and_half_of_the_result():
    book = play(new(6, partner="optional"), "start with fay")
    assert book.game.line == ("bob", "cat", "dan", "eve")
    assert totals(play(book, "finish box")) == [2, -1, -1, -1, -1, 2]


@pytest.mark.parametrize(
    ("happened", "box", "partner"),
    [
        ("settle bob -1; settle cat 0; settle dan 0; settle eve 0", 1, 0),
        ("settle bob -3; settle cat 0; settle dan 0; settle eve 0", 2, 1),
        ("settle bob 3; settle cat 0; settle dan 0; settle eve 0", -2, -1),
        ("settle bob 5/2; settle cat 0; settle dan 0; settle eve 0", Fraction(-3, 2), -1),
    ],
)
def test_the_odd_point_stays_with_the_box_won_or_lost(happened, box, partner):
    book = play(new(6, partner="optional"), f"start with fay; {happened}")
    assert (book.totals["ann"], book.totals["fay"]) == (box, partner)


def test_the_odd_point_is_worth_the_stake():
    book = play(new(6, partner="optional", stakes="1/2"), "start with fay; double bob; take ann")
    book = play(book, "settle cat 0; settle dan 0; settle eve 1; finish box 1")
    assert (book.totals["ann"], book.totals["fay"]) == (Fraction(1, 2), 0)


def test_an_agreed_share():
    book = new(6, partner="optional", partner_share="agreed")
    book = play(book.apply(events.Start("fay", share="1/4")), "finish box")
    assert (book.totals["ann"], book.totals["fay"]) == (3, 1)
    with pytest.raises(HouseRuleError, match="agreed"):
        play(new(6, partner="optional", partner_share="agreed"), "start with fay")
    with pytest.raises(HouseRuleError, match="half"):
        new(6, partner="optional").apply(events.Start("fay", share="1/4"))


def test_when_the_box_loses_his_partner_is_captain():
    book = play(new(6, partner="optional"), "start with fay; finish crew")
    assert (order(book), book.partner) == ("bfcdea", None)


def test_when_box_and_captain_lose_the_partner_is_captain_too():
    happened = "start with fay; double ann; drop bob; take cat; take dan; take eve; finish crew"
    book = play(new(6, partner="optional", double_stand_up=True), happened)
    assert order(book) == "cfdeba"


def test_when_the_box_wins_the_partnership_stays():
    book = play(new(6, partner="mandatory"), "start with fay; finish box")
    assert (order(book), book.partner) == ("acdeb", "fay")
    book = play(book, "leave eve; start with fay")
    assert book.game.partner == "fay", "also among fewer than six"


def test_a_partnership_that_ends_sends_the_partner_to_the_end():
    book = play(new(6, partner="optional"), "start with fay; finish box; start")
    assert (book.game.partner, book.game.line) == (None, ("cat", "dan", "eve", "bob", "fay"))


def test_the_partner_of_a_box_who_leaves_has_the_box():
    book = play(new(6, partner="optional"), "start with fay; finish box; leave ann")
    assert (order(book), book.partner) == ("fcdeb", None)
