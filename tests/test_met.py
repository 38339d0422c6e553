"""Match equity: values of files to the last digit, the recursions, take points and gammon values from textbooks."""

import itertools
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peer_files import gnubg_folder
from tavla.errors import DataError, InvalidArgumentError
from tavla.scoring.match import MatchScore
from tavla.scoring.met import MatchEquity, money_window
from tavla.scoring.met.cube import Spot
from tavla.scoring.met.models import Zadeh

PLAIN = MatchEquity.computed(gammon_rate=0.26, free_drops=(0.0, 0.0))
NO_GAMMONS = MatchEquity.computed(gammon_rate=0.0, free_drops=(0.0, 0.0))
ZADEH = MatchEquity(Zadeh())


def explicit(rows, trailers, length=None):
    """The text of a file with these values."""
    table = "".join(f"<row>{''.join(f'<me>{v}</me>' for v in row)}</row>" for row in rows)
    after = "".join(
        f'<post-crawford-table type="explicit" player="{player}"><row>'
        f"{''.join(f'<me>{v}</me>' for v in row)}</row></post-crawford-table>"
        for player, row in trailers.items()
    )
    return (
        '<?xml version="1.0"?><!DOCTYPE met PUBLIC "-//GNU Backgammon//DTD" "met.dtd">'
        f"<met><info><name>a  table</name><description>of\n three</description>"
        f"<length>{length or len(rows)}</length></info>"
        f'<pre-crawford-table type="explicit">{table}</pre-crawford-table>{after}</met>'
    )


THREE = [["0.5", "0.7", "0.75"], ["0.3", "0.50000", "0.6"], ["0.25", "0.4", "0.5"]]
TRAILER = ["0.5", "0.485", "0.3"]
SMALL = MatchEquity.from_xml(explicit(THREE, {"both": TRAILER}))


# --- the recursions --------------------------------------------------------------------------------------------------


def test_double_match_point_is_even():
    assert PLAIN.equity(1, 1) == PLAIN.equity(1, 1, post_crawford=True) == 0.5


@pytest.mark.parametrize("table", [PLAIN, NO_GAMMONS, ZADEH, MatchEquity.computed(0.583, 0.038)])
def test_equal_players_have_chances_that_sum_to_one(table):
    assert table.is_symmetric
    rows = table.table(15)
    for i, j in itertools.product(range(15), repeat=2):
        assert rows[i][j] + rows[j][i] == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("table", [PLAIN, NO_GAMMONS, ZADEH, MatchEquity.computed(0.583, 0.038)])
def test_fewer_points_to_go_are_better(table):
    for i, j in itertools.product(range(1, 20), repeat=2):
        assert table.equity(i, j) >= table.equity(i + 1, j)
        assert table.equity(i, j) > table.equity(i + 2, j)


def test_crawford_game_and_what_follows_by_hand():
    """Without gammons everything is a fair coin: a game is worth 1 in the Crawford game and 2 after it."""
    after = [NO_GAMMONS.equity(n, 1, post_crawford=True) for n in range(1, 8)]
    assert after == [1 / 2, 1 / 2, 1 / 4, 1 / 4, 1 / 8, 1 / 8, 1 / 16]
    crawford = [NO_GAMMONS.equity(n, 1, crawford=True) for n in range(2, 7)]
    assert crawford == pytest.approx([1 / 4, 1 / 4, 1 / 8, 1 / 8, 1 / 16])


def test_free_drop_lowers_the_trailer_at_two_and_four():
    table = MatchEquity.computed(0.26, free_drops=(0.015, 0.004))
    for n in range(1, 9):
        lost = PLAIN.equity(n, 1, post_crawford=True) - table.equity(n, 1, post_crawford=True)
        assert lost == pytest.approx({2: 0.015, 4: 0.004}.get(n, 0), abs=1e-12)


def test_live_cubes_at_two_away_two_away():
    """Both cubes die with the first double, so that the line between the cash points is symmetric about a half."""
    assert PLAIN.equity(2, 2) == 0.5
    spot = PLAIN.spot(2, 2, wins=(0.26, 0), losses=(0.26, 0))
    assert spot.live_cash_point() == spot.dead_cash_point() == 1 - PLAIN.equity(2, 1)


def test_the_line_between_the_cash_points_leads_from_a_point_lost_to_a_point_won():
    rates = (0.26, 0.0)
    for i, j in ((3, 5), (7, 2), (9, 9), (12, 4)):
        spot = PLAIN.spot(i, j, wins=rates, losses=rates)
        high, low = spot.live_cash_point(), 1 - spot.other().live_cash_point()
        lost, won = PLAIN.equity(i, j - 1), PLAIN.equity(i - 1, j)
        share = (PLAIN.equity(i, j) - lost) / (won - lost)
        assert low + share * (high - low) == pytest.approx(0.5)


def test_a_stronger_player_has_more_chances_everywhere():
    strong = MatchEquity.computed(0.26, win_rate=0.55, free_drops=(0.0, 0.0))
    assert not strong.is_symmetric
    for i, j in itertools.product(range(1, 9), repeat=2):
        assert strong.equity(i, j) > PLAIN.equity(i, j)
        assert strong.equity(i, j) + strong.equity(j, i, seat=1) == pytest.approx(1)
    assert strong.equity(1, 1) == 0.55


def test_long_matches_come_near_to_money_play():
    assert PLAIN.take_point(80, 80) == pytest.approx(0.25, abs=0.002)
    assert PLAIN.double_point(80, 80) == pytest.approx(0.5, abs=0.01)
    assert PLAIN.gammon_value(80, 80) == pytest.approx(0.5, abs=0.01)
    assert NO_GAMMONS.take_point(60, 60, efficiency=1.0) == pytest.approx(0.2, abs=0.005)


# Of GNU Backgammon 1.07 with its file zadeh.xml, shown in per cent to four places.
ZADEH_ROWS = {
    2: (31.2500, 50.0000, 60.3017, 67.7106, 74.7389, 80.5867, 84.6234, 87.9936, 90.5113),
    5: (15.2641, 25.2611, 34.9172, 42.2818, 50.0000, 56.8277, 62.7639, 67.9336, 72.6422),
    9: (5.2000, 9.4887, 15.6530, 21.0649, 27.3578, 33.2741, 39.1618, 44.6225, 50.0000),
}
ZADEH_AFTER = (50.0000, 48.5000, 31.2500, 30.2875, 17.9688, 17.4203, 10.6445, 10.3186, 6.2378)


@pytest.mark.parametrize("away", ZADEH_ROWS)
def test_zadeh_as_another_program_computes_it(away):
    shown = [100 * ZADEH.equity(away, n) for n in range(1, 10)]
    assert shown == pytest.approx(ZADEH_ROWS[away], abs=0.00006)


def test_zadeh_after_the_crawford_game_as_another_program_computes_it():
    shown = [100 * ZADEH.equity(n, 1, post_crawford=True) for n in range(1, 10)]
    assert shown == pytest.approx(ZADEH_AFTER, abs=0.00006)


# --- the cube ----------------------------------------------------------------------------------------------------------


def test_money_points_of_a_dead_and_of_a_live_cube():
    dead, live = money_window(), money_window(efficiency=1)
    assert (dead.take, dead.double, dead.redouble, dead.too_good) == (0.25, 0.5, 0.5, 1.0)
    assert (live.take, live.double, live.redouble) == pytest.approx((0.2, 0.8, 0.8))


def test_money_points_with_gammons():
    """Half of the games lost are gammons: a dead take needs (1.5 - 0.5) / (1 + 1.5)."""
    assert money_window(loss_value=1.5).take == pytest.approx(1 - 2 / 2.5)
    assert money_window(win_value=1.5, loss_value=1).take == pytest.approx(1 - 1.5 / 2.5)


def test_janowski_points_meet_his_equities():
    """At each point the equities before and after the turn are the same."""
    w, loss, x = 1.3, 1.2, 0.68
    window, slope = money_window(w, loss, x), w + loss + x / 2

    def owner(p):
        return p * slope - loss

    def against(p):
        return p * slope - loss - x / 2

    def centred(p):
        return 4 / (4 - x) * (p * slope - loss - x / 4)

    assert owner(window.redouble) == pytest.approx(2 * against(window.redouble))
    assert centred(window.double) == pytest.approx(2 * against(window.double))
    assert 2 * against(window.cash) == pytest.approx(1)
    assert owner(window.too_good) == pytest.approx(1)


def test_two_away_four_away():
    """The leader's double is taken with the automatic redouble: pass and be behind 1-4, or play for the match."""
    assert PLAIN.spot(2, 4).stake == 4
    assert PLAIN.take_point(4, 2) == pytest.approx(PLAIN.equity(4, 1))
    # The trailer's double kills the cube for the leader, who plays for the match against 2-2.
    lead = PLAIN.equity(2, 3)
    assert PLAIN.take_point(2, 4) == pytest.approx((lead - 0.5) / 0.5)
    assert PLAIN.spot(4, 2).stake == 2


def test_four_away_four_away():
    """A pass leaves 4-3, a loss 4-2, a win 2-4."""
    low, high = PLAIN.equity(4, 2), PLAIN.equity(2, 4)
    dead = (PLAIN.equity(4, 3) - low) / (high - low)
    assert PLAIN.take_point(4, 4) == pytest.approx(dead)
    # Live: the taker owns a cube at 2, which he will cash when the other side, 4 away, has no more than a dead take.
    cash = 1 - (PLAIN.equity(4, 2) - 0) / 1
    live = cash * (PLAIN.equity(4, 3) - low) / (high - low)
    assert PLAIN.take_point(4, 4, efficiency=1.0) == pytest.approx(live)


def test_textbook_points_with_round_numbers():
    """With 30 % against a leader 1 away: 30 % to take at 2-2, and at 2-3 (50 - 30) / (100 - 30)."""
    assert SMALL.take_point(2, 2) == pytest.approx(0.30)
    assert SMALL.take_point(2, 3) == pytest.approx(2 / 7)
    assert SMALL.double_point(2, 2) == pytest.approx(0.5)
    assert SMALL.gammon_value(3, 3) == pytest.approx((0.75 - 0.6) / (0.6 - 0.4))


def test_after_crawford_the_trailer_doubles_at_once_and_is_taken():
    for n in (2, 3, 4, 5):
        assert PLAIN.double_point(n, 1, wins=(0.26, 0.0)) == pytest.approx(0)
        assert PLAIN.double_point(1, n) == 1.0  # never by the leader
    # At an even number the pass is free, but for the free drop: a take needs no more than an even game.
    assert PLAIN.take_point(1, 2) == pytest.approx(0.5)
    assert PLAIN.take_point(1, 3) == pytest.approx(0.0)


def test_gammons_are_worth_nothing_where_a_single_wins():
    assert PLAIN.gammon_value(1, 1) == 0
    assert PLAIN.gammon_value(2, 5, 2) == 0
    assert PLAIN.backgammon_value(2, 5) == 0
    assert PLAIN.gammon_value(2, 1) == pytest.approx(
        1
    )  # after Crawford: 0, then 1/2, then the match


def test_too_good_only_with_gammons():
    assert PLAIN.window(5, 5).too_good == 1.0
    window = PLAIN.window(5, 5, wins=(0.6, 0.0))
    assert window.double < window.cash < window.too_good < 1.0


def test_efficiency_lies_between_dead_and_live():
    dead, part, live = (PLAIN.take_point(9, 7, efficiency=x) for x in (0.0, 0.68, 1.0))
    assert live < part < dead
    assert PLAIN.cash_point(7, 9, efficiency=0.68) == pytest.approx(1 - part)


@given(
    st.integers(2, 12),
    st.integers(2, 12),
    st.sampled_from((1, 2, 4)),
    st.floats(0, 0.5),
    st.floats(0, 0.5),
)
def test_take_points_make_take_and_pass_equal(away, theirs, cube, mine, other):
    """The taker at his dead take point has the same chances in the match either way."""
    rates = (mine, 0.05), (other, 0.02)
    taker = PLAIN.spot(away, theirs, cube, wins=rates[0], losses=rates[1])
    doubler = taker.other()
    point = PLAIN.take_point(away, theirs, cube, wins=rates[0], losses=rates[1])
    assert point <= 1
    if doubler.away > cube:  # before, a pass loses the match
        taken = point * taker.won(doubler.stake) + (1 - point) * taker.lost(doubler.stake)
        passed = PLAIN.equity(away, max(theirs - cube, 0))
        assert taken == pytest.approx(max(passed, taker.lost(doubler.stake)))


def test_a_live_cube_is_turned_at_the_cash_point():
    for i, j, cube in ((5, 7, 1), (9, 4, 2), (12, 12, 4)):
        for centred in (True, False):
            point = PLAIN.double_point(i, j, cube, efficiency=1.0, centred=centred)
            assert point == pytest.approx(PLAIN.cash_point(i, j, cube, efficiency=1.0))


@pytest.mark.parametrize("centred", [True, False])
def test_double_points_rise_with_the_efficiency(centred):
    points = [
        PLAIN.double_point(9, 9, efficiency=x, centred=centred) for x in (0.0, 0.3, 0.68, 1.0)
    ]
    assert points == sorted(points)
    assert points[0] == PLAIN.double_point(9, 9)


def test_a_redouble_gives_up_more_than_a_first_double():
    first, again = (PLAIN.double_point(9, 9, efficiency=0.68, centred=c) for c in (True, False))
    assert first < again


def test_double_points_of_long_matches_come_near_to_money_play():
    """Redoubles as Janowski has them; he scales the centred cube otherwise than by mixing dead and live."""
    for x in (0.0, 0.5, 1.0):
        found = NO_GAMMONS.double_point(60, 60, efficiency=x, centred=False)
        assert found == pytest.approx(money_window(efficiency=x).redouble, abs=0.01)


def test_players_of_unequal_strength_have_points_of_their_own():
    strong = MatchEquity.computed(0.26, win_rate=0.6)
    assert strong.take_point(5, 5) != strong.take_point(5, 5, seat=1)
    assert strong.equity(5, 5) + strong.equity(5, 5, seat=1) == pytest.approx(1)


def test_scores_of_matches():
    for score, chance in (
        (MatchScore(3, (2, 1)), PLAIN.equity(1, 2)),
        (MatchScore(3, (2, 1), crawford_played=True), PLAIN.equity(1, 2, post_crawford=True)),
        (MatchScore(3, (2, 1), crawford=False), PLAIN.equity(1, 2, post_crawford=True)),
        (MatchScore(7), 0.5),
        (MatchScore(7, (7, 3)), 1.0),
    ):
        assert PLAIN.chance(score) == pytest.approx(chance)
        assert PLAIN.chance(score, seat=1) == pytest.approx(1 - chance)


# --- files -----------------------------------------------------------------------------------------------------------


def test_values_of_a_file_are_given_as_they_stand():
    assert (SMALL.name, SMALL.description, SMALL.length) == ("a table", "of three", 3)
    for i, row in enumerate(THREE, start=1):
        for j, text in enumerate(row, start=1):
            assert SMALL.equity(i, j) == float(text)
    for i, text in enumerate(TRAILER, start=1):
        assert SMALL.equity(i, 1, post_crawford=True) == float(text)
        assert SMALL.equity(1, i, post_crawford=True) == 1 - float(text)


def test_texts_and_files_have_their_encoding():
    text = GOOD.replace('"1.0"?', '"1.0" encoding="ISO-8859-1"?').replace("a  table", "J\xf6rn")
    for source in (text, text.encode("latin-1")):
        assert MatchEquity.from_xml(source).name == "J\xf6rn"


def test_the_last_value_after_crawford_may_be_missing():
    table = MatchEquity.from_xml(explicit(THREE, {"both": TRAILER[:2]}))
    assert table.equity(3, 1, post_crawford=True) == pytest.approx(0.5 * (0.74 * 0.5 + 0.26))


def test_a_file_is_extended_past_its_length():
    longer = SMALL.equity(4, 4), SMALL.equity(4, 2), SMALL.equity(1, 5), SMALL.equity(60, 60)
    assert (longer[0], longer[3]) == pytest.approx((0.5, 0.5))
    assert longer[1] < SMALL.equity(3, 2)
    assert longer[2] == pytest.approx(1 - SMALL.equity(5, 1))
    assert SMALL.equity(5, 1, post_crawford=True) < SMALL.equity(3, 1, post_crawford=True)


def test_unequal_players_have_a_trailer_each():
    rows = [["0.6", "0.8"], ["0.4", "0.6"]]
    table = MatchEquity.from_xml(explicit(rows, {"0": ["0.6", "0.55"], "1": ["0.4", "0.35"]}))
    assert table.equity(2, 1, post_crawford=True) == 0.55
    assert table.equity(2, 1, post_crawford=True, seat=1) == 0.35
    assert table.equity(1, 2, post_crawford=True) == 1 - 0.35
    assert table.model.win_rate == 0.6


def parameters(kind, before, after):
    def block(values):
        cells = "".join(f'<parameter name="{n}">{v}</parameter>' for n, v in values.items())
        return f"<parameters>{cells}</parameters>"

    return (
        "<met><info><name>n</name><description>d</description><length>-1</length></info>"
        f'<pre-crawford-table type="{kind}">{block(before)}</pre-crawford-table>'
        f'<post-crawford-table type="{kind}" player="both">{block(after)}</post-crawford-table></met>'
    )


DROPS = {"free-drop-2-away": 0.015, "free-drop-4-away": 0.004}
MEC = {"gammon-rate": 0.26, "win-rate": 0.5}
ZADEH_FIRST = {
    "gammon-rate-leader": 0.25,
    "gammon-rate-trailer": 0.15,
    "delta": 0.08,
    "delta-bar": 0.06,
}


def test_parameters_of_both_models_are_read(tmp_path):
    path = tmp_path / "mec.xml"
    path.write_text(parameters("mec", MEC, MEC | DROPS))
    for source in (path, str(path), path.read_text(), path.read_bytes()):
        assert MatchEquity.from_xml(source).table(9) == MatchEquity.computed(0.26).table(9)
    text = parameters("zadeh", ZADEH_FIRST, {"gammon-rate-trailer": 0.25} | DROPS)
    assert MatchEquity.from_xml(text).table(9) == ZADEH.table(9)


BOMB = '<!DOCTYPE met [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><met>&b;</met>'
GOOD = explicit(THREE, {"both": TRAILER})


@pytest.mark.parametrize(
    "text",
    [
        "<met>",
        "<met></met>",
        "<table></table>",
        "<met></met><met></met>",
        BOMB,
        GOOD.replace("0.75", "1.5"),
        GOOD.replace("0.75", "-0.1"),
        GOOD.replace("0.5", "0"),
        GOOD.replace("0.5", "1"),
        "",
        GOOD.replace("0.75", "nan"),
        GOOD.replace("0.75", "0_1"),
        GOOD.replace("0.75", ""),
        GOOD.replace("<me>0.75</me>", ""),
        GOOD.replace("<row>", "<line>").replace("</row>", "</line>"),
        GOOD.replace("explicit", "other"),
        GOOD.replace('player="both"', 'player="2"'),
        GOOD.replace('player="both"', 'player="0"'),
        GOOD.replace('type="explicit" player', 'type="mec" player'),
        explicit(THREE, {"both": TRAILER}, 4),
        explicit(THREE, {"both": TRAILER}, "three"),
        explicit(THREE, {"both": TRAILER}, "9" * 5000),
        explicit(THREE, {"both": TRAILER}, 1),
        explicit(THREE, {"both": TRAILER[:1]}),
        explicit(THREE, {"both": [*TRAILER, "0.2"]}),
        explicit(THREE, {}),
        parameters("mec", MEC, MEC),
        parameters("mec", {"gammon-rate": 0.26}, MEC | DROPS),
        parameters("mec", MEC | {"gammon-rate": 2}, MEC | DROPS),
        parameters("mec", MEC | {"win-rate": 0}, MEC | DROPS),
        parameters("zadeh", ZADEH_FIRST | {"delta": -1}, {"gammon-rate-trailer": 0.25} | DROPS),
        parameters("zadeh", MEC, {"gammon-rate-trailer": 0.25} | DROPS),
        b"<met>\xff</met>",
        " " * 10 + "<" + "x" * 5_000_000,
    ],
)
def test_damaged_files_are_refused(text):
    with pytest.raises(DataError):
        MatchEquity.from_xml(text)


def test_a_missing_file_is_told_by_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        MatchEquity.from_xml(tmp_path / "none.xml")


@pytest.mark.parametrize(
    "call",
    [
        lambda: PLAIN.equity(-1, 2),
        lambda: PLAIN.equity(0, 0),
        lambda: PLAIN.equity(2, 201),
        lambda: PLAIN.equity(2.0, 3),
        lambda: PLAIN.equity(True, 3),
        lambda: PLAIN.equity(2, 3, crawford=True),
        lambda: PLAIN.equity(2, 3, post_crawford=True),
        lambda: PLAIN.equity(0, 1, post_crawford=True),
        lambda: PLAIN.equity(1, 3, crawford=True, post_crawford=True),
        lambda: PLAIN.equity(2, 3, seat=2),
        lambda: PLAIN.take_point(2, 3, 3),
        lambda: PLAIN.take_point(0, 3),
        lambda: PLAIN.take_point(2, 3, efficiency=2.0),
        lambda: PLAIN.take_point(2, 3, wins=(0.9, 0.2)),
        lambda: PLAIN.take_point(2, 3, wins=0.5),
        lambda: PLAIN.cash_point(2, 3, efficiency="live"),
        lambda: PLAIN.table(0),
        lambda: PLAIN.chance("2-1"),
        lambda: MatchEquity.computed(1.5),
        lambda: MatchEquity.computed(0.9, 0.9),
        lambda: MatchEquity.computed(win_rate=1.0),
        lambda: MatchEquity.computed(free_drops=(0.5, 0.5)),
        lambda: MatchEquity.computed(length=0),
        lambda: MatchEquity.from_xml(5),
        lambda: money_window(0.5),
        lambda: money_window(efficiency=-1),
    ],
)
def test_arguments_are_checked(call):
    with pytest.raises(InvalidArgumentError):
        call()


# --- the tables of GNU Backgammon ------------------------------------------------------------------------------------

EXPLICIT = (
    "Kazaross-XG2",
    "Rockwell-Kazaross",
    "g11",
    "jac050",
    "jac100",
    "jacobs",
    "mec26",
    "ortega",
    "snowie",
    "woolsey",
)


@pytest.mark.peers
@pytest.mark.parametrize("name", EXPLICIT)
def test_tables_of_gnubg_are_reproduced_exactly(name):
    path = gnubg_folder("met") / f"{name}.xml"
    table, tree = MatchEquity.from_xml(path), ET.parse(path)
    rows = [[cell.text for cell in row] for row in tree.find("pre-crawford-table")]
    assert table.length == len(rows) == int(tree.find("info/length").text)
    for i, row in enumerate(rows, start=1):
        assert [table.equity(i, j) for j in range(1, len(row) + 1)] == [float(v) for v in row]
    for after in tree.findall("post-crawford-table"):
        player = after.get("player")
        for seat in (0, 1) if player == "both" else (int(player),):
            for i, cell in enumerate(after.find("row"), start=1):
                found = table.equity(i, 1, post_crawford=True, seat=seat)
                assert found == pytest.approx(float(cell.text), abs=0 if seat == 0 else 1e-15)


@pytest.mark.peers
@pytest.mark.parametrize("name", ["mec", "zadeh"])
def test_models_of_gnubg_are_read(name):
    table = MatchEquity.from_xml(gnubg_folder("met") / f"{name}.xml")
    same = MatchEquity.computed(0.26) if name == "mec" else ZADEH
    assert table.length is None
    assert table.table(25) == same.table(25)


@pytest.mark.peers
def test_the_recursion_gives_the_table_of_mec():
    """Its printed values, of the program mec with gammon rate 0.26, to the last of their three digits."""
    table = MatchEquity.from_xml(gnubg_folder("met") / "mec26.xml")
    for i, j in itertools.product(range(1, 26), repeat=2):
        assert PLAIN.equity(i, j) == pytest.approx(table.equity(i, j), abs=0.00051)


@pytest.mark.peers
def test_textbook_take_points_with_woolseys_table():
    table = MatchEquity.from_xml(gnubg_folder("met") / "woolsey.xml")
    assert table.take_point(2, 2) == pytest.approx(0.30)
    assert table.take_point(4, 4) == pytest.approx(0.25)
    assert table.take_point(4, 2) == pytest.approx(0.17)  # with the automatic redouble
    assert table.take_point(2, 4) == pytest.approx(0.20)


@pytest.mark.peers
def test_unequal_players_of_gnubg():
    folder = gnubg_folder("met")
    plain, strong = (MatchEquity.from_xml(folder / f"{n}.xml") for n in ("jacobs", "jac100"))
    assert (plain.is_symmetric, strong.is_symmetric) == (True, False)
    for i, j in itertools.product(range(2, 30), repeat=2):
        assert strong.equity(i, j) >= plain.equity(i, j) - 0.001


def test_spots_are_plain_values():
    spot = PLAIN.spot(4, 2)
    assert spot == Spot(spot.chance, 4, 2)
    assert spot.other().other().won(2) == pytest.approx(spot.won(2))


# Of `show marketwindow` in GNU Backgammon 1.07 with Kazaross-XG2, in per cent: gammons of the doubler's wins and losses;
# double, cash with a dead cube, cash with a live one.
MARKET = [
    (4, 4, (0.25, 0.25), (0.05, 0.05), (38.92, 50.98, 65.06)),
    (4, 4, (0.05, 0.05), (0.25, 0.25), (61.08, 75.69, 76.48)),
    (2, 4, (0.0, 0.0), (0.0, 0.0), (76.35, 81.44, 81.44)),
    (4, 2, (0.0, 0.0), (0.0, 0.0), (65.11, 80.11, 80.11)),
    (13, 11, (0.2, 0.01), (0.3, 0.02), (51.92, 71.41, 74.90)),
    (11, 13, (0.3, 0.02), (0.2, 0.01), (48.08, 67.05, 73.77)),
]


@pytest.mark.peers
@pytest.mark.parametrize(("away", "theirs", "wins", "losses", "shown"), MARKET)
def test_windows_as_another_program_shows_them(away, theirs, wins, losses, shown):
    table = MatchEquity.from_xml(gnubg_folder("met") / "Kazaross-XG2.xml")
    rates = {"wins": wins, "losses": losses}
    window = table.window(away, theirs, **rates)
    found = window.double, window.cash, table.cash_point(away, theirs, efficiency=1.0, **rates)
    assert [100 * point for point in found] == pytest.approx(shown, abs=0.006)
