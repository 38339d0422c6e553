"""A full evening of six players with house rules on: it loads for ever, and reads as it did.

`tests/golden/v1/chouette_evening.txt` is for people: it can be checked by hand, entry by entry.
"""

import json
from pathlib import Path

from chouette_helpers import transcript
from naive_chouette import NaiveBook
from tavla import Chouette, ChouetteRules

GOLDEN = Path(__file__).parent / "golden" / "v1"


def golden():
    return json.loads((GOLDEN / "chouette_evening.json").read_text(encoding="utf-8"))


def test_the_evening_reads_as_it_did():
    expected = (GOLDEN / "chouette_evening.txt").read_text(encoding="utf-8")
    assert transcript(Chouette.from_dict(golden())) == expected


def test_the_evening_is_stored_as_it_was():
    assert json.loads(Chouette.from_dict(golden()).to_json()) == golden()


def test_the_naive_book_keeper_agrees_on_the_evening():
    data = golden()
    naive = NaiveBook(data["rules"], dict(data["players"]))
    for entry in data["entries"]:
        naive.hear(entry)
    table = Chouette.from_dict(data)
    assert naive.won == table.totals
    assert tuple(naive.seats) == table.book.order


def test_the_evening_has_house_rules_on():
    on = set(golden()["rules"])
    # These exclude others that are on, or are the default with the others.
    left_out = {
        "cubes",
        "objectors",
        "jacoby",
        "jacoby_auto_counts_as_turned",
        "settlements",
        "partner_at",
        "partner_share",
    }
    assert on | left_out == set(ChouetteRules.__dataclass_fields__)
