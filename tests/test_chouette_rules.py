"""The options of a chouette: kinds, contradictions, presets, storage; who may speak."""

import dataclasses
import re
from pathlib import Path

import pytest

from chouette_helpers import new, play, started
from tavla.errors import DataError, InvalidArgumentError, InvalidRulesError
from tavla.scoring.chouette import PRESETS, ChouetteBook, ChouetteRules


def test_defaults():
    rules = ChouetteRules()
    assert (rules.cubes, rules.jacoby, rules.beavers, rules.automatics) == (
        "multi",
        True,
        "beaver",
        "none",
    )
    assert (rules.consult_moves, rules.consult_cube) == ("after_cube_turned", "never")
    assert (rules.cube_answer_order, rules.box_min_take, rules.box_must_take_captain) == (
        "captain_first",
        "free",
        "no",
    )
    assert (rules.box_selective_double, rules.lone_taker, rules.extras) == (
        "any_subset",
        "nothing",
        "off",
    )
    assert (rules.retain_box, rules.double_stand_up, rules.captain_out_claim) == (
        "beats_captain",
        False,
        "captain_of_record",
    )
    assert (rules.settlement_zero, rules.partner, rules.partner_pick) == (
        "box_stays",
        "none",
        "last",
    )
    assert (rules.partner_share, rules.max_players, rules.join_at) == (
        "half_odd_box",
        None,
        "behind",
    )
    assert (rules.absent_member, rules.stakes, rules.settlements) == (
        "follow_captain",
        "equal",
        True,
    )
    assert not rules.both_or_none


@pytest.mark.parametrize("field", dataclasses.fields(ChouetteRules), ids=lambda f: f.name)
@pytest.mark.parametrize("value", ["no such word", 1.5, -1, object()], ids=str)
def test_an_option_of_the_wrong_kind_is_refused(field, value):
    with pytest.raises(InvalidRulesError, match=f"^{field.name}: expected"):
        ChouetteRules(**{field.name: value})


def test_everything_that_is_wrong_is_told_at_once():
    with pytest.raises(InvalidRulesError) as caught:
        ChouetteRules(cubes="two", jacoby=1, max_players=1)
    assert [reason.split(":")[0] for reason in caught.value.reasons] == [
        "cubes",
        "jacoby",
        "max_players",
    ]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"lone_taker": "must_beaver", "beavers": "none"}, ["lone_taker"]),
        ({"lone_taker": "captain_must_beaver", "beavers": "none"}, ["lone_taker"]),
        ({"lone_taker": "must_accept_extras"}, ["lone_taker"]),
        ({"cubes": "single", "box_min_take": "half_or_none"}, ["box_min_take"]),
        ({"cubes": "single", "box_must_take_captain": "all_at_once"}, ["box_must_take_captain"]),
        ({"cubes": "single", "three_handed": "both_or_none"}, ["three_handed"]),
        ({"cubes": "single", "box_selective_double": "all_or_none"}, ["box_selective_double"]),
        ({"cubes": "single", "lone_taker": "must_beaver"}, ["lone_taker"]),
        ({"cubes": "single", "beavers": "raccoon"}, ["beavers"]),
        ({"objectors": "may_withdraw"}, ["objectors"]),
        ({"jacoby_auto_counts_as_turned": True}, ["jacoby_auto_counts_as_turned"]),
        ({"three_handed": "free", "box_min_take": "all_or_none"}, ["three_handed"]),
        ({"partner_at": 7, "partner_pick": "next"}, ["partner_at", "partner_pick"]),
        ({"partner_must_at": 7, "partner_share": "agreed"}, ["partner_must_at", "partner_share"]),
        ({"partner": "mandatory", "partner_must_at": 7}, ["partner_must_at"]),
        ({"partner": "optional", "partner_must_at": 6}, ["partner_must_at"]),
        ({"partner": "optional", "max_players": 5}, ["partner_at"]),
    ],
)
def test_contradictions_are_refused(options, names):
    with pytest.raises(InvalidRulesError) as caught:
        ChouetteRules(**options)
    assert [reason.split(":")[0] for reason in caught.value.reasons] == names


def test_unknown_options_are_refused():
    with pytest.raises(InvalidRulesError, match="cube_count: no such option"):
        ChouetteRules().replace(cube_count=2)


def test_three_handed_follows_the_least_take_unless_it_is_said():
    assert ChouetteRules(box_min_take="half_or_none").both_or_none
    assert not ChouetteRules(box_min_take="half_or_none", three_handed="free").both_or_none
    assert ChouetteRules(three_handed="both_or_none").both_or_none


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("chouette_classic", {"cubes": "single", "consult_moves": "full"}),
        ("boston", {"jacoby": True, "beavers": "beaver", "legal_moves": "everyone"}),
        (
            "la",
            {
                "consult_moves": "never",
                "box_min_take": "break_even",
                "retain_box": "finisher",
                "double_stand_up": True,
                "max_players": 7,
            },
        ),
        ("cambridge", {"beavers": "none", "automatics": "box_choice", "settlements": False}),
        ("act", {"beavers": "raccoon", "automatics": "first_then_box", "max_players": 6}),
        ("clinton", {"beavers": "raccoon", "box_min_take": "half_or_none"}),
    ],
)
def test_presets(name, options):
    rules = ChouetteRules.preset(name)
    assert {option: getattr(rules, option) for option in options} == options


def test_no_such_preset():
    with pytest.raises(InvalidRulesError, match="expected one of chouette_classic, boston"):
        ChouetteRules.preset("paris")


def test_the_documentation_lists_every_option_and_value():
    path = Path(__file__).parent.parent / "docs" / "chouette.md"
    listed, option = {}, None
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().strip("`").strip('"') for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4:
            option = cells[0] or option
            listed.setdefault(option, []).append(cells[1])
    for field in dataclasses.fields(ChouetteRules):
        values = re.findall(r"'(\w+)'", field.type) or [str(field.default)]
        values += ["None"] if field.name == "three_handed" else []
        values += ["True", "False"] if field.type == "bool" else []
        assert set(listed[field.name]) == set(values), field.name
        assert listed[field.name][0] == str(field.default), "the default stands first"


@pytest.mark.parametrize("name", PRESETS)
def test_rules_come_back_from_plain_data(name):
    rules = ChouetteRules.preset(name)
    assert ChouetteRules.from_dict(rules.to_dict()) == rules
    assert rules.to_dict() == PRESETS[name]


@pytest.mark.parametrize("data", [None, [], {"cubes": 3}, {"no": 1}, {1: 2}, {"cubes": ["multi"]}])
def test_damaged_rules_are_refused(data):
    with pytest.raises(DataError, match="rules"):
        ChouetteRules.from_dict(data)


@pytest.mark.parametrize(
    "names", [[], ["ann"], ["ann", "ann"], ["ann", ""], ["ann", " bob"], ["ann", "b/c"], "ann", 3]
)
def test_names_are_checked(names):
    with pytest.raises(InvalidArgumentError):
        ChouetteBook.new(names)


@pytest.mark.parametrize("stakes", [0, "-1", 0.5, {"ann": 1}, {"ann": 1, "bob": 1, "cat": None}])
def test_stakes_are_checked(stakes):
    with pytest.raises(InvalidArgumentError):
        ChouetteBook.new(["ann", "bob", "cat"], None, stakes)


# Who may speak


@pytest.mark.parametrize(
    ("option", "before", "after"),
    [("never", "", ""), ("after_cube_turned", "", "c"), ("full", "bcd", "bcd")],
)
def test_consulting_about_moves(option, before, after):
    book = started(4, consult_moves=option)
    assert "".join(n[0] for n in book.players if book.may_consult(n)) == before
    book = play(book, "double cat; take ann")
    assert "".join(n[0] for n in book.players if book.may_consult(n)) == after


def test_an_offer_that_waits_is_no_turned_cube():
    assert not started(4, "double cat").may_consult("cat")


def test_the_captain_may_ask_before_his_cube_is_turned_and_not_give_his_opinion():
    book = started(4, "double cat; take ann")
    assert book.may_ask("bob")
    assert not book.may_consult("bob")
    assert not book.may_ask("cat")
    assert not started(4).may_ask("bob"), "nobody may answer"


@pytest.mark.parametrize(("option", "who"), [("never", ""), ("allowed", "bcd")])
def test_consulting_about_cubes(option, who):
    book = started(4, consult_cube=option)
    assert "".join(n[0] for n in book.players if book.may_consult(n, about="cube")) == who


def test_who_dropped_is_silent():
    book = started(4, "double ann; drop bob; take cat; take dan", consult_moves="full")
    assert not book.may_consult("bob")
    assert book.may_consult("cat")


def test_box_and_partner_consult_unless_nobody_does():
    for option, expected in (("after_cube_turned", True), ("never", False)):
        book = play(new(6, partner="optional", consult_moves=option), "start with fay")
        assert book.may_consult("fay") is expected
        assert book.may_consult("ann") is expected
    assert not started(6).may_consult("ann"), "the box alone has nobody to speak to"


def test_who_is_away_is_silent():
    assert not started(4, "away cat", consult_moves="full").may_consult("cat")


def test_consulting_is_about_a_move_or_a_cube():
    with pytest.raises(InvalidArgumentError, match="about"):
        new(3).may_consult("ann", about="dice")


@pytest.mark.parametrize(
    ("option", "who"), [("players", "acd"), ("players_and_out", "abcd"), ("everyone", "abcd")]
)
def test_who_must_point_out_an_illegal_play(option, who):
    book = started(4, "double ann; drop bob; take cat; take dan", legal_moves=option)
    assert "".join(n[0] for n in book.players if book.must_speak_up(n)) == who
    assert book.must_speak_up("a spectator") is (option == "everyone")
