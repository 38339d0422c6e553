"""A second, deliberately naive book-keeper of a chouette, written straight from the rules.

It shares no code with tavla, believes what it is told, and knows only who wins how much and who sits where. Events
are dictionaries as they are stored.
"""

from fractions import Fraction

DEFAULTS = {
    "cubes": "multi",
    "jacoby": True,
    "jacoby_auto_counts_as_turned": False,
    "automatics": "none",
    "cube_answer_order": "captain_first",
    "lone_taker": "nothing",
    "extras": "off",
    "retain_box": "beats_captain",
    "double_stand_up": False,
    "captain_out_claim": "captain_of_record",
    "settlement_zero": "box_stays",
    "join_at": "behind",
}


class NaiveBook:
    def __init__(self, rules, stakes):
        self.rules = DEFAULTS | rules
        self.stakes = {name: Fraction(stake) for name, stake in stakes.items()}
        self.won = {name: Fraction(0) for name in stakes}
        self.seats = list(stakes)  # the box, the captain, the rest of the line
        self.partner = None
        self.away = {}
        self.playing = False
        self.sent_down = []
        self.loser = None
        self.joining = []
        self.leaving = []

    def hear(self, event):
        words = dict(event)
        captain = self.captain() if self.playing else None
        getattr(self, "on_" + words.pop("type"))(**words)
        assert sum(self.won.values()) == 0
        if self.playing and not any(cube["live"] for cube in self.cubes):
            self.last_acting = captain
            self.game_over()
        return self

    # People

    def on_join(self, who, stake=None):
        if who not in self.stakes or stake is not None:
            self.stakes[who] = Fraction(
                next(iter(self.stakes.values())) if stake is None else stake
            )
        self.won.setdefault(who, Fraction(0))
        if self.playing:
            self.joining.append(who)
        else:
            self.sit_down(who)

    def sit_down(self, who):
        at = len(self.seats)
        if self.loser is not None:
            down = [name for name in self.seats if name in self.sent_down]
            if self.rules["join_at"] == "ahead" and down:
                at = self.seats.index(down[0])
            if self.rules["join_at"] == "after_loser" and self.loser in self.seats:
                at = self.seats.index(self.loser) + 1
        self.seats.insert(max(1, at), who)

    def on_leave(self, who):
        if who in self.joining:
            self.joining.remove(who)
            self.away.pop(who, None)
        elif self.playing:
            self.leaving.append(who)
        else:
            self.go_home(who)

    def go_home(self, who):
        self.away.pop(who, None)
        if who == self.partner:
            self.partner = None
            return
        had_the_box = self.seats[0] == who
        self.seats.remove(who)
        if had_the_box and self.partner:
            self.seats.insert(0, self.partner)
            self.partner = None

    def on_away(self, who, proxy=None):
        self.away[who] = proxy

    def on_back(self, who):
        del self.away[who]

    def everybody(self):
        return self.seats + self.joining + ([self.partner] if self.partner else [])

    def follows_captain(self, who):
        if who not in self.away:
            return False
        proxy = self.away[who]
        return (
            proxy is None
            or proxy not in self.everybody()
            or proxy in self.away
            or proxy in (self.seats[0], self.partner)
        )

    # A game

    def on_start(self, partner=None, declined=(), share=None):
        if self.partner and partner != self.partner:
            self.seats.append(self.partner)
        here = [name for name in self.seats if name not in self.away][:2]
        self.seats = here + [name for name in self.seats if name not in here]
        if partner in self.seats:
            self.seats.remove(partner)
        self.partner = partner
        self.share = share
        self.box, *self.crew = self.seats
        self.record_captain = self.crew[0]
        self.cubes = [self.new_cube(name, self.box) for name in self.crew]
        self.result = dict.fromkeys(self.crew, Fraction(0))
        self.round = None
        self.offers_of_extras = []
        self.end = None  # "box", "crew" or "nobody": who won the end of the game
        self.playing = True

    def new_cube(self, crew, box_side, value=1, owner=None, extra=False):
        stake = min(self.stakes[crew], self.stakes[box_side])
        return {
            "crew": crew,
            "box": box_side,
            "value": value,
            "owner": owner,
            "turned": extra,
            "autos": 0,
            "offer": None,  # (who turned first, the value now, who answers)
            "live": True,
            "stake": stake,
            "extra": extra,
        }

    def captain(self):
        playing = [cube["crew"] for cube in self.cubes if cube["live"] and not cube["extra"]]
        with_extras = [
            name
            for name in self.crew
            if any(cube["live"] and cube["extra"] and cube["crew"] == name for cube in self.cubes)
        ]
        names = playing + with_extras
        here = [name for name in names if name not in self.away]
        return (here + names + [self.record_captain])[0]

    def pair(self, name):
        for cube in self.cubes:
            if cube["crew"] == name and not cube["extra"]:
                return cube
        raise AssertionError

    def live_pairs(self):
        return [cube for cube in self.cubes if cube["live"] and not cube["extra"]]

    def pay(self, cube, points):
        """The crew's side wins so many points of the cube."""
        assert cube["live"]
        cube["live"], cube["offer"] = False, None
        amount = points * cube["stake"]
        self.won[cube["crew"]] += amount
        self.won[cube["box"]] -= amount
        if not cube["extra"]:
            self.result[cube["crew"]] = amount
            self.end = "crew" if amount > 0 else "box" if amount < 0 else "nobody"

    def on_automatic(self):
        for cube in self.cubes:
            cube["value"] *= 2
            cube["autos"] += 1

    def on_double(self, who, to=()):
        captain = self.captain()
        others = [name for name in to if name != self.box]
        if who == self.box:
            asked = [
                cube
                for cube in self.live_pairs()
                if cube["owner"] in (None, "box") and (not others or cube["crew"] in others)
            ]
            self.new_round("box")
        elif others:
            for cube in self.cubes:
                if cube["live"] and {cube["crew"], cube["box"]} == {who, others[0]}:
                    self.turn(cube, who)
            return
        else:
            if self.round is None or self.round["by"] == "box" or self.round["answered"]:
                self.new_round("crew")
            asked = [self.pair(who)]
            for cube in self.live_pairs():
                whole = self.rules["cubes"] == "single"
                follower = who == captain and self.follows_captain(cube["crew"])
                free = cube["offer"] is None and cube["owner"] in (None, "crew")
                if cube is not asked[0] and (whole or follower) and free:
                    asked.append(cube)
        for cube in asked:
            self.round["before"][cube["crew"]] = cube["value"]
            self.turn(cube, who if who == self.box else cube["crew"])

    def new_round(self, by):
        self.round = {
            "by": by,
            "before": {},
            "answered": {},
            "captain": self.captain(),
            "crew": [cube["crew"] for cube in self.live_pairs()],
            "reminded": False,
        }

    def turn(self, cube, who):
        answers = cube["box"] if who == cube["crew"] else cube["crew"]
        cube["offer"] = (who, cube["value"] * 2, answers)

    def on_take(self, who, against=None):
        for dropper, taker in list(self.offers_of_extras):
            if taker == who and against in (None, dropper):
                self.offers_of_extras.remove((dropper, taker))
                self.sell(dropper, taker)
                return
        self.answer("take", who, against)

    def on_drop(self, who, against=None):
        offered = any(taker == who for _, taker in self.offers_of_extras)
        rule = self.rules["lone_taker"] == "must_accept_extras"
        lone = rule and offered and self.is_lone_taker(who)
        for dropper, taker in list(self.offers_of_extras):
            if taker == who and against in (None, dropper) and not (lone and against is None):
                self.offers_of_extras.remove((dropper, taker))
                return
        if lone and against in (None, self.box) and self.pair(who)["offer"] is None:
            self.offers_of_extras = []
            self.pay(self.pair(who), -self.round["before"][who])
            return
        self.answer("drop", who, against)

    def on_beaver(self, who, against=None):
        self.answer("turn", who, against)

    on_raccoon = on_beaver

    def answer(self, how, who, against):
        waiting = [cube for cube in self.cubes if cube["offer"] and cube["offer"][2] == who]
        if against is not None:
            waiting = [cube for cube in waiting if against in (cube["crew"], cube["box"])]
        whole = self.rules["cubes"] == "single" and who == self.box
        mine = waiting if whole else waiting[:1]
        captain = self.captain()
        copies = []
        if not mine[0]["extra"] and who == captain:
            copies = [
                cube
                for cube in self.live_pairs()
                if cube["offer"]
                and cube["offer"][2] == cube["crew"] != who
                and self.follows_captain(cube["crew"])
            ]
        for cube in mine + copies:
            self.answer_one(cube, how)
        self.remind_lone_taker()

    def answer_one(self, cube, how):
        doubler, value, answerer = cube["offer"]
        name = cube["crew"]
        if not cube["extra"] and name in self.round["before"]:
            self.round["answered"].setdefault(name, how)
        if how == "drop":
            points = value // 2
            self.pay(cube, -points if answerer == cube["crew"] else points)
        elif how == "take":
            cube["value"] = value
            cube["owner"] = "box" if doubler == cube["crew"] else "crew"
            cube["turned"], cube["offer"] = True, None
        else:
            other = cube["box"] if answerer == cube["crew"] else cube["crew"]
            cube["offer"] = (doubler, value * 2, other)

    def remind_lone_taker(self):
        """A lone taker who simply took is asked again where he must beaver or drop."""
        now = self.round
        if now["by"] != "box" or len(now["before"]) < 2 or now["reminded"]:
            return
        if set(now["answered"]) != set(now["before"]) or set(now["crew"]) != set(now["before"]):
            return
        takers = [name for name, how in now["answered"].items() if how != "drop"]
        rule = self.rules["lone_taker"]
        must = rule == "must_beaver" or (
            rule == "captain_must_beaver" and takers == [now["captain"]]
        )
        if len(takers) == 1 and must:
            now["reminded"] = True
            cube = self.pair(takers[0])
            before = now["before"][takers[0]]
            if cube["live"] and now["answered"][takers[0]] == "take":
                cube["value"] = before
                cube["offer"] = (self.box, before * 2, cube["crew"])

    def is_lone_taker(self, who):
        takers = [name for name, how in self.round["answered"].items() if how != "drop"]
        all_answered = set(self.round["answered"]) == set(self.round["crew"])
        return all_answered and takers == [who] and len(self.round["crew"]) > 1

    def on_extra(self, who, against):
        lone = self.is_lone_taker(against)
        may_drop = lone and self.rules["lone_taker"] == "must_accept_extras"
        forced = self.rules["extras"] == "mandatory" or (
            self.rules["extras"] == "mandatory_lone_taker" and lone
        )
        if forced and not may_drop:
            self.sell(who, against)
        else:
            self.offers_of_extras.append((who, against))

    def sell(self, dropper, taker):
        before = self.round["before"][dropper]
        price = before * min(self.stakes[dropper], self.stakes[taker])
        self.won[dropper] -= price
        self.won[taker] += price
        self.cubes.append(self.new_cube(taker, dropper, before * 2, "crew", extra=True))

    def on_withdraw(self, names):
        for name in names:
            self.pay(self.pair(name), 0)

    def on_settle(self, who, points, against=None):
        for cube in self.cubes:
            sides = (cube["crew"], cube["box"])
            if cube["live"] and who in sides and (against is None or against in sides):
                self.pay(cube, Fraction(points) if who == cube["crew"] else -Fraction(points))
                return

    def on_finish(self, winner=None, kind=1):
        for cube in self.cubes:
            if not cube["live"]:
                continue
            turned = cube["turned"] or (
                self.rules["jacoby_auto_counts_as_turned"] and cube["autos"] > 0
            )
            times = kind if turned or not self.rules["jacoby"] else 1
            points = {"crew": 1, "box": -1, None: 0}[winner] * times * cube["value"]
            self.pay(cube, points)
        if winner is not None:
            self.end = winner

    # Afterwards

    def game_over(self):
        self.playing = False
        net = -sum(self.result.values())
        if self.partner:
            if self.share is not None:
                part = net * Fraction(self.share)
            else:
                points = net / self.stakes[self.box]
                part = (abs(points) // 2) * self.stakes[self.box] * (1 if points > 0 else -1)
            self.won[self.partner] += part
            self.won[self.box] -= part
        self.rotate(net)
        for name in self.leaving:
            self.go_home(name)
        for name in self.joining:
            self.sit_down(name)
        self.joining, self.leaving = [], []

    def rotate(self, net):
        rules, box, captain, crew = self.rules, self.box, self.record_captain, self.crew
        zero_is_the_crews = rules["settlement_zero"] == "captain_claims"

        def wins(result):
            return result > 0 or (result == 0 and zero_is_the_crews)

        claimant = (
            captain if rules["captain_out_claim"] == "captain_of_record" else self.last_acting
        )
        end_is_the_boxs = self.end == "box" or (self.end == "nobody" and not zero_is_the_crews)
        retain = rules["retain_box"]
        stands_up = (
            rules["double_stand_up"]
            and retain in ("beats_captain", "finisher")
            and self.result[claimant] < 0
            and not end_is_the_boxs
        )
        keeps = {
            "beats_captain": not wins(self.result[claimant]),
            "finisher": end_is_the_boxs and net >= 0,
            "profit": net > 0,
            "break_even": net >= 0,
            "beats_all": not any(wins(result) for result in self.result.values()),
        }[retain]
        new_box = None
        if keeps and not stands_up:
            self.seats = [box, *crew[1:], captain]
            self.sent_down, self.loser = [captain], captain
            return
        if not stands_up:
            if retain == "finisher" and end_is_the_boxs:
                new_box = None  # he won the game and lost points: the next in line
            elif wins(self.result[claimant]):
                new_box = claimant
            elif retain == "finisher":
                new_box = self.last_acting
        rest = [name for name in crew if name != new_box]
        if new_box is None:
            rest = [*crew[1:], captain, box]
            new_box = rest.pop(0)
            self.sent_down = [captain, box]
        elif captain != new_box and self.result[captain] < 0:
            rest.remove(captain)
            rest += [captain, box]
            self.sent_down = [captain, box]
        else:
            rest.append(box)
            self.sent_down = [box]
        if self.partner:
            rest.insert(0, self.partner)
            self.partner = None
        self.seats = [new_box, *rest]
        self.loser = box
