"""The ledger: exact amounts, rows that sum to zero, players who join."""

import copy
import json
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostile import mutations
from tavla.errors import (
    DataError,
    InvalidArgumentError,
    TavlaError,
    UnbalancedRowError,
    UnknownPlayerError,
)
from tavla.scoring import Ledger, Row

THREE = Ledger(("ann", "bob", "cleo"))
NAMES = ("ann", "bob", "cleo", "dan")
amounts = st.fractions(min_value=-1000, max_value=1000, max_denominator=100)


@st.composite
def ledgers(draw):
    """Draw a ledger that players join between its rows."""
    ledger = Ledger(NAMES[:2])
    for name in (*NAMES[2:], None):
        for _ in range(draw(st.integers(0, 4))):
            named = draw(st.permutations(ledger.players))[: draw(st.integers(1, 4))]
            row = {one: draw(amounts) for one in named[1:]}
            row[named[0]] = -sum(row.values(), Fraction(0))
            ledger = ledger.with_row(row, draw(st.text(max_size=8)))
        ledger = ledger.with_players(name) if name else ledger
    return ledger


@pytest.mark.parametrize(
    ("given_amount", "expected"),
    [
        (2, Fraction(2)),
        (Fraction(1, 3), Fraction(1, 3)),
        (Decimal("0.1"), Fraction(1, 10)),
        ("1/3", Fraction(1, 3)),
        ("-0.25", Fraction(-1, 4)),
        (0, Fraction(0)),
    ],
)
def test_amounts_are_exact_numbers(given_amount, expected):
    row = Row.of({"ann": given_amount, "bob": -expected})
    assert row["ann"] == expected
    assert type(row["ann"]) is Fraction


@pytest.mark.parametrize(
    "wrong",
    [
        0.5,
        1.0,
        True,
        None,
        "",
        "half",
        "1/0",
        "1e400000000",
        "0x10",
        "1_000",
        "\u0661",
        Decimal("NaN"),
        Decimal("Infinity"),
        Decimal("1e400000000"),
        Decimal("1e-400000000"),
        10**400,
        "9" * 5000,
        [1],
    ],
    ids=lambda wrong: str(wrong)[:12],
)
def test_what_is_no_exact_number_is_refused(wrong):
    with pytest.raises(InvalidArgumentError, match="amount of 'ann': expected"):
        THREE.with_row({"ann": wrong, "bob": 0})


@pytest.mark.parametrize(
    "amounts",
    [
        {"ann": 1},
        {"ann": 1, "bob": 1},
        {"ann": "1/3", "bob": "-0.333333333"},
        {"ann": 2, "bob": -1, "cleo": Decimal("-0.999")},
    ],
)
def test_a_row_that_does_not_sum_to_zero_is_refused_and_nothing_changes(amounts):
    with pytest.raises(UnbalancedRowError, match=r"sum to 0, got .*: ann"):
        THREE.with_row(amounts)
    assert THREE.rows == ()
    read = tuple((name, Fraction(amount)) for name, amount in amounts.items())
    with pytest.raises(UnbalancedRowError):
        Row(read)


def test_a_row_names_only_those_it_is_about():
    ledger = THREE.with_row({"bob": 3, "cleo": -3}, label="a side bet")
    assert ledger.totals == {"ann": 0, "bob": 3, "cleo": -3}
    assert ledger.rows[0].names == ("bob", "cleo")
    assert ledger.rows[0]["ann"] == 0
    assert ledger.rows[0].label == "a side bet"


def test_players_may_join_later_and_start_with_nothing():
    ledger = THREE.with_row({"ann": 1, "bob": -1}).with_players("dan")
    assert ledger.players == ("ann", "bob", "cleo", "dan")
    assert ledger.totals["dan"] == 0
    assert ledger.with_row({"dan": 5, "ann": -5}).totals["ann"] == -4
    assert [*ledger.running()] == [{"ann": 1, "bob": -1, "cleo": 0, "dan": 0}]


def test_a_row_about_a_stranger_is_refused():
    with pytest.raises(UnknownPlayerError, match="ann, bob, cleo, got dan"):
        THREE.with_row({"ann": 1, "dan": -1})
    with pytest.raises(UnknownPlayerError, match="nobody, got ann"):
        Ledger().with_row({"ann": 0})


@pytest.mark.parametrize("names", [("ann", "ann"), ("ann", ""), ("ann", " "), ("ann", 7), "ann", 7])
def test_each_player_has_a_name_of_his_own(names):
    with pytest.raises(InvalidArgumentError, match="players: expected"):
        Ledger(names)


def test_a_player_joins_once():
    with pytest.raises(InvalidArgumentError, match="'ann' twice"):
        THREE.with_players("ann")


def test_a_row_is_about_somebody_and_its_label_is_text():
    with pytest.raises(InvalidArgumentError, match="somebody"):
        THREE.with_row({})
    with pytest.raises(InvalidArgumentError, match="label"):
        THREE.with_row({"ann": 0}, label=7)
    with pytest.raises(InvalidArgumentError, match="names with amounts"):
        THREE.with_row([("ann", 0)])
    with pytest.raises(InvalidArgumentError, match="expected a Row"):
        Ledger(("ann",), ({"ann": 0},))


def test_a_ledger_is_a_value():
    one = THREE.with_row({"ann": 1, "bob": -1})
    assert THREE.rows == ()
    assert one == THREE.with_row({"ann": "1", "bob": Decimal(-1)})
    assert {one: "found"}[copy.deepcopy(one)] == "found"
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.rows = ()
    with pytest.raises(AttributeError):
        one.rows[0].label = "changed"


def test_json_holds_fractions_as_text():
    row = THREE.with_row({"ann": "1/3", "bob": "-1/3", "cleo": 0}).to_dict()["rows"][0]
    assert row == {"amounts": {"ann": "1/3", "bob": "-1/3", "cleo": 0}, "label": ""}


@given(ledgers())
def test_every_state_of_a_ledger_sums_to_zero(ledger):
    for totals in ledger.running():
        assert sum(totals.values()) == 0
    assert sum(ledger.totals.values()) == 0
    assert [ledger.totals] == ([*ledger.running()][-1:] or [dict.fromkeys(ledger.players, 0)])


@given(ledgers())
def test_json_gives_the_ledger_back(ledger):
    assert Ledger.from_json(ledger.to_json()) == ledger
    assert Ledger.from_dict(ledger.to_dict()) == ledger


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{}", "[" * 100_000, '{"format": "tavla.ledger"}']
)
def test_what_is_no_ledger_is_refused(text):
    with pytest.raises(DataError):
        Ledger.from_json(text)


def test_every_changed_field_is_refused_or_kept():
    whole = THREE.with_row({"ann": "1/3", "bob": "-1/3"}, "one").with_row({"ann": 2, "cleo": -2})
    refused = kept = 0
    for changed in mutations(whole.to_dict()):
        try:
            found = Ledger.from_dict(copy.deepcopy(changed))
        except DataError:
            refused += 1
        except TavlaError as error:  # pragma: no cover
            raise AssertionError(changed) from error
        else:
            kept += 1
            assert json.dumps(found.to_dict()) == json.dumps(changed)
    assert refused > 100
    assert kept
