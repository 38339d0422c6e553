"""Any legal evening: the ledger at zero, the line whole, each bet settled once, and a second book-keeper agrees."""

import random
from fractions import Fraction

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import tavla
from chouette_helpers import NAMES
from naive_chouette import NaiveBook
from tavla import Chouette, ChouetteRules
from tavla.errors import AmendmentError, InvalidRulesError, TavlaError
from tavla.game import actions
from tavla.scoring.chouette import events

VALUES = {
    "cubes": ("multi", "multi", "multi", "single"),
    "jacoby": (True, False),
    "jacoby_auto_counts_as_turned": (False, True),
    "beavers": ("none", "beaver", "raccoon"),
    "automatics": ("none", "one", "first_then_box", "box_choice"),
    "cube_answer_order": ("captain_first", "captain_last", "simultaneous"),
    "box_min_take": ("free", "all_or_none", "half_or_none", "break_even"),
    "box_must_take_captain": ("no", "when_possible", "all_at_once"),
    "three_handed": (None, "free", "both_or_none"),
    "box_selective_double": ("any_subset", "captain_if_level", "all_or_none"),
    "lone_taker": ("nothing", "must_beaver", "captain_must_beaver", "must_accept_extras"),
    "extras": ("off", "optional", "mandatory_lone_taker", "mandatory"),
    "retain_box": ("beats_captain", "finisher", "profit", "break_even", "beats_all"),
    "double_stand_up": (False, True),
    "captain_out_claim": ("captain_of_record", "acting_captain"),
    "settlement_zero": ("box_stays", "captain_claims"),
    "partner": ("none", "optional", "mandatory"),
    "partner_at": (4, 5, 6),
    "partner_must_at": (None, 6, 7),
    "partner_pick": ("last", "next", "third"),
    "partner_share": ("half_odd_box", "agreed"),
    "max_players": (None, None, 6, 8),
    "join_at": ("behind", "ahead", "after_loser"),
    "absent_member": ("follow_captain", "proxy"),
    "stakes": ("equal", "smaller"),
    "settlements": (True, False),
    "objectors": ("stay", "may_withdraw"),
}


def rules_of(options):
    """Rules of these options, without those that contradict others."""
    while True:
        try:
            return ChouetteRules(**options)
        except InvalidRulesError as error:
            wrong = {reason.split(":")[0] for reason in error.reasons}
            options = {name: value for name, value in options.items() if name not in wrong}


def open_events(book, draw):
    """An event whose values are open; it may well be refused."""
    names = [*book.players, *NAMES[:8]]
    name = lambda: draw(st.sampled_from(names))  # noqa: E731
    points = lambda: Fraction(draw(st.integers(-6, 6)), draw(st.sampled_from((1, 1, 2))))  # noqa: E731
    stake = draw(st.sampled_from((None, None, "1/2", 1, 3)))
    some = tuple(
        draw(st.lists(st.sampled_from(book.players or NAMES[:2]), max_size=3, unique=True))
    )
    kinds = {
        "join": lambda: events.Join(name(), stake),
        "leave": lambda: events.Leave(name()),
        "away": lambda: events.Away(name(), draw(st.sampled_from((None, name())))),
        "back": lambda: events.Back(name()),
        "settle": lambda: events.Settle(name(), points(), draw(st.sampled_from((None, name())))),
        "withdraw": lambda: events.Withdraw(some),
        "double": lambda: events.Double(name(), some),
        "answer": lambda: draw(
            st.sampled_from((events.Take, events.Drop, events.Beaver, events.Raccoon))
        )(name(), draw(st.sampled_from((None, name())))),
        "start": lambda: events.Start(name(), some[:1], draw(st.sampled_from((None, "1/3", 1)))),
    }
    return kinds[draw(st.sampled_from(sorted(kinds)))]()


class Evening(RuleBasedStateMachine):
    """An evening of events, most of them legal."""

    @initialize(data=st.data())
    def sit_down(self, data):
        options = {name: data.draw(st.sampled_from(values)) for name, values in VALUES.items()}
        rules = rules_of(options)
        number = data.draw(st.integers(2, min(7, rules.max_players or 7)))
        worth = (1, 2, Fraction(1, 2), 5) if rules.stakes == "smaller" else (1,)
        stakes = {name: data.draw(st.sampled_from(worth)) for name in NAMES[:number]}
        self.table = Chouette(NAMES[:number], rules, stakes=stakes)
        self.naive = NaiveBook(rules.to_dict(), stakes)

    def enter(self, event):
        self.table.apply(event)
        self.naive.hear(event.to_dict())

    @rule(data=st.data())
    def something_legal(self, data):
        allowed = self.table.allowed
        if not allowed:
            return
        # By kind first: of all that is allowed most are ways to end the game.
        kinds = sorted({one.name for one in allowed})
        kind = data.draw(st.sampled_from(kinds))
        self.enter(data.draw(st.sampled_from([one for one in allowed if one.name == kind])))

    @rule(data=st.data())
    def something_open(self, data):
        event = open_events(self.table.book, data.draw)
        before = (self.table.book, self.table.entries)
        if self.table.book.accepts(event):
            self.enter(event)
            return
        with pytest.raises(TavlaError):
            self.table.apply(event)
        assert (self.table.book, self.table.entries) == before

    @rule()
    def save_and_load(self):
        again = Chouette.from_json(self.table.to_json())
        assert again.book == self.table.book
        assert again.to_dict() == self.table.to_dict()
        self.table = again

    @precondition(lambda self: self.table.entries)
    @rule(data=st.data())
    def undo_and_enter_again(self, data):
        entries, book = self.table.entries, self.table.book
        count = data.draw(st.integers(1, len(entries)))
        self.table.undo(count)
        for one in entries[len(entries) - count :]:
            self.table.apply(one)
        assert self.table.book == book

    @precondition(lambda self: self.table.entries)
    @rule(data=st.data())
    def amend_and_amend_back(self, data):
        entries, book = self.table.entries, self.table.book
        number = data.draw(st.integers(1, len(entries)))
        try:
            if data.draw(st.booleans()):
                self.table.remove(number)
            else:
                other = open_events(self.table.before(number), data.draw)
                self.table.amend(number, other)
        except AmendmentError:
            assert (self.table.entries, self.table.book) == (entries, book)
            return
        assert sum(self.table.totals.values()) == 0
        if len(self.table.entries) == len(entries):
            self.table.amend(number, entries[number - 1])
        elif number > len(self.table.entries):
            self.table.apply(entries[number - 1])
        else:
            self.table.insert(number, entries[number - 1])
        assert (self.table.entries, self.table.book) == (entries, book)

    @invariant()
    def the_ledger_is_at_zero(self):
        book = self.table.book
        assert sum(book.totals.values()) == 0
        for game in book.games:
            assert sum(game.totals.values()) == 0

    @invariant()
    def the_line_is_whole(self):
        book = self.table.book
        assert len(set(book.players)) == len(book.players)
        if book.game is not None:
            game = book.game
            sitting = [game.box, *filter(None, [game.partner]), *game.line]
            assert sorted([*sitting, *book.joining]) == sorted(book.players)

    @invariant()
    def each_pair_is_settled_once(self):
        for game in self.table.book.games:
            assert [bet.member for bet in game.pairs] == list(game.line)
            assert all(bet.points is not None for bet in game.bets)
            sold = sum(bet.is_extra for bet in game.bets)
            shared = sum("partner of" in row.label for row in game.rows)
            assert len(game.rows) == len(game.bets) + sold + shared

    @invariant()
    def the_naive_book_keeper_agrees(self):
        book = self.table.book
        assert self.naive.won == book.totals
        if book.game is None:
            assert (tuple(self.naive.seats), self.naive.partner) == (book.order, book.partner)
        else:
            assert self.naive.captain() == book.acting_captain


def people(book, luck):
    """Now and then somebody comes, goes, or looks away."""
    if luck.random() > 0.1:
        return []
    name, other = luck.choice(NAMES), luck.choice(NAMES)
    found = [events.Join(name, 2), events.Leave(name), events.Away(name, other), events.Away(name)]
    back = [events.Back(one) for one in sorted(book.absent)]
    return [one for one in (*found, *back) if book.accepts(one) and len(book.players) > 3]


def test_any_evening():
    run_state_machine_as_test(
        Evening, settings=settings(settings.default, stateful_step_count=40, deadline=None)
    )


# What chance alone seldom puts together.
TOGETHER = (
    {"cubes": "multi", "lone_taker": "must_beaver", "beavers": "raccoon"},
    {"cubes": "multi", "lone_taker": "captain_must_beaver", "beavers": "beaver"},
    {"lone_taker": "must_accept_extras", "extras": "optional", "cubes": "multi"},
    {"extras": "mandatory", "stakes": "smaller", "jacoby": False},
    {"cubes": "single", "objectors": "may_withdraw", "extras": "optional"},
    {"retain_box": "finisher", "double_stand_up": True, "settlement_zero": "captain_claims"},
    {"retain_box": "finisher", "captain_out_claim": "acting_captain", "partner": "none"},
    {"retain_box": "beats_captain", "captain_out_claim": "acting_captain"},
    {"retain_box": "beats_captain", "double_stand_up": True, "cubes": "multi"},
    {"partner": "mandatory", "partner_at": 5, "partner_share": "half_odd_box"},
    {"box_must_take_captain": "when_possible", "cubes": "multi", "box_min_take": "half_or_none"},
    {"join_at": "after_loser", "partner": "none"},
)


@pytest.mark.parametrize("seed", range(len(TOGETHER)))
def test_long_evenings(seed):
    """Many games by a fixed dice, the naive book-keeper at the side."""
    luck = random.Random(seed)
    options = {name: luck.choice(values) for name, values in VALUES.items()}
    rules = rules_of(options | TOGETHER[seed % len(TOGETHER)])
    stakes = {
        name: luck.choice((1, 2, 5)) if rules.stakes == "smaller" else 1 for name in NAMES[:6]
    }
    table, naive = Chouette(NAMES[:6], rules, stakes=stakes), NaiveBook(rules.to_dict(), stakes)
    for _ in range(150):
        allowed = [*table.allowed, *people(table.book, luck)]
        if not allowed:  # a share must be agreed on
            allowed = [events.Start(name, share="1/3") for name in table.book.players]
            allowed = [one for one in allowed if table.book.accepts(one)]
        kind = luck.choice(sorted({one.name for one in allowed}))
        event = luck.choice([one for one in allowed if one.name == kind])
        table.apply(event)
        naive.hear(event.to_dict())
        assert naive.won == table.totals
    assert len(table.book.games) > 5
    assert Chouette.from_json(table.to_json()).book == table.book


@pytest.mark.parametrize("seed", range(6))
def test_an_evening_on_a_board_is_one_that_a_scorer_can_enter(seed):
    """Cubes by chance on a board; a scorer beside it enters the same book, and a save in the middle goes on."""
    luck = random.Random(seed)
    options = {name: luck.choice(values) for name, values in VALUES.items()}
    rules = rules_of(options | {"partner": "none", "stakes": "equal", "max_players": None})
    table = Chouette(NAMES[:4], rules, variant=(tavla.HYPER, tavla.FEVGA)[seed % 2], seed=seed)
    beside = Chouette(NAMES[:4], rules)
    while len(table.book.games) < 4:
        entry = a_choice(table.allowed, luck)
        automatics = 0 if table.game is None else table.game.automatics
        games = len(table.book.games)
        table.apply(entry)
        if not isinstance(entry, actions.Action):
            beside.apply(entry)
        elif len(table.book.games) > games:
            over = table.book.games[-1]
            beside.finish(over.winner, over.kind or 1)
        elif table.game.automatics > automatics:
            beside.automatic()
        assert beside.book == table.book
        if luck.random() < 0.02:
            table = Chouette.from_json(table.to_json())
    assert sum(table.totals.values()) == 0
    assert len(table.records) == len(table.book.games)


def a_choice(allowed, luck):
    """Mostly a roll or a move; no resignations, which would end every game at once."""
    on_board = [one for one in allowed if isinstance(one, actions.OpeningRoll | actions.Roll)]
    on_board += [one for one in allowed if isinstance(one, actions.MakePlay)][:3]
    cubes = [one for one in allowed if not isinstance(one, actions.Action)]
    return luck.choice(on_board if on_board and luck.random() < 0.9 else cubes or on_board)
