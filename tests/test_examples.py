"""The programs in `examples/`."""

import importlib.util
import json
from pathlib import Path

import pytest

import tavla
from tavla.game import GameState
from tavla.game.fair import verify
from tavla.players import PipPlayer

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def http():
    pytest.importorskip("flask")
    return example("http_service").create_app().test_client()


class Client:
    """One player's program: it knows nothing but what the service says."""

    def __init__(self, http, game, seed):
        self.http, self.path = http, f"/games/{game}"
        joined = http.post(f"{self.path}/seats", json={"seed": seed}).get_json()
        self.seat, self.seed = joined["seat"], seed
        self.headers = {"Authorization": f"Bearer {joined['token']}"}

    def view(self):
        return self.http.get(self.path, headers=self.headers).get_json()

    def send(self, action, expect):
        body = {"action": action, "expect": expect}
        return self.http.post(f"{self.path}/actions", json=body, headers=self.headers)

    def act(self):
        """One action where it is this player's turn: what "pip" would do."""
        view = self.view()
        if self.seat not in view["to_act"]:
            return None
        state = GameState.from_dict(
            {
                name: value
                for name, value in view.items()
                if name in GameState.__dataclass_fields__ or name == "version"
            }
            | {"format": "tavla.state"}
        )
        if state.seat is None:
            return self.send(
                {"type": "opening_roll", "seat": self.seat, "dice": None}, view["events"]
            )
        return self.send(PipPlayer().choose(state, self.seat).to_dict(), view["events"])


def created(http, variant="hyper", rules=None):
    made = http.post("/games", json={"variant": variant, "rules": rules or {"cube": True}})
    assert made.status_code == 201
    return made.get_json()


def test_the_service_is_short():
    assert len((EXAMPLES / "http_service.py").read_text().splitlines()) < 100


@pytest.mark.parametrize("variant", ["hyper", "moultezim"])
def test_two_clients_play_a_whole_game_with_fair_dice(http, variant):
    game = created(http, variant)
    clients = [Client(http, game["game"], seed) for seed in ("ann's words", "bob's words")]
    assert [client.seat for client in clients] == [0, 1]
    while clients[0].view()["phase"] != "over":
        answers = [client.act() for client in clients]
        assert {answer.status_code for answer in answers if answer} == {200}
    record = tavla.GameRecord.from_dict(http.get(f"/games/{game['game']}/record").get_json())
    verify(record, commitment=game["commitment"], seeds=[client.seed for client in clients])
    assert record.result.to_dict() == clients[1].view()["result"]


def test_nothing_secret_is_sent_while_the_game_goes_on(http):
    game = created(http)
    ann, _ = (Client(http, game["game"], seed) for seed in ("a", "b"))
    assert ann.act().status_code == 200
    for client in (
        ann.view(),
        http.get(ann.path).get_json(),
        http.get(f"{ann.path}/record").get_json(),
    ):
        text = json.dumps(client)
        assert '"server_seed": null' in text
        assert game["commitment"] in text
        assert '"seeds": ["61", "62"]' in text


def test_each_seat_sees_what_it_can_do(http):
    game = created(http)
    clients = [Client(http, game["game"], seed) for seed in ("a", "b")]
    view = clients[0].act().get_json()
    while view["phase"] == "opening":
        view = clients[0].act().get_json()
    for client in clients:
        view = client.view()
        assert view["you"] == client.seat
        assert {action["seat"] for action in view["legal_actions"]} == {client.seat}
    assert http.get(clients[0].path).get_json()["you"] is None


def test_wrong_requests_are_refused_and_change_nothing(http):
    game = created(http)
    ann = Client(http, game["game"], "a")
    waiting = ann.act()
    assert waiting.status_code == 409
    assert waiting.get_json()["error"] == "DiceSourceError"
    bob = Client(http, game["game"], "b")
    while ann.view()["phase"] == "opening":
        ann.act()
    view = ann.view()
    mover, other = (ann, bob) if view["seat"] == 0 else (bob, ann)
    events = view["events"]
    play = {"type": "play", "seat": mover.seat, "moves": []}
    cases = [
        (mover, play, events, 409, "IllegalPlayError"),
        (mover, play, events - 1, 409, "StaleActionError"),
        (mover, play, None, 400, "Bad Request"),
        (mover, play, float("inf"), 409, "InvalidArgumentError"),
        (mover, play, str(events), 409, "InvalidArgumentError"),
        (
            mover,
            {"type": "roll", "seat": mover.seat, "dice": [1, 1]},
            events,
            409,
            "WrongPhaseError",
        ),
        (other, {"type": "double", "seat": other.seat}, events, 409, "NotYourTurnError"),
        (other, play, events, 403, "Forbidden"),
        (mover, {"type": "fly", "seat": 0}, events, 400, "DataError"),
        (mover, [], events, 400, "DataError"),
    ]
    for client, action, expect, code, error in cases:
        refused = client.send(action, expect)
        told = refused.get_json()
        assert (refused.status_code, told["error"]) == (code, error)
        assert told["message"]
        if code == 409:
            assert told["allowed"] == client.view()["legal_actions"]
        assert ann.view()["events"] == events


def test_dice_cannot_be_asked_for_beforehand(http):
    game = created(http)
    clients = [Client(http, game["game"], seed) for seed in ("a", "b")]
    while (view := clients[0].view())["turn"] == 0:
        clients[view["seat"] or 0].act()
    view = clients[0].view()
    mover = clients[view["seat"]]
    rolled = mover.send({"type": "roll", "seat": mover.seat, "dice": [1, 1]}, view["events"])
    assert rolled.status_code == 200
    assert rolled.get_json()["phase"] == "move"


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/games", {"variant": "chess"}, 400),
        ("/games", {"variant": "hyper", "rules": {"cube": 7}}, 400),
        ("/games", {}, 400),
        ("/games", [], 400),
        ("/games/none/seats", {"seed": "a"}, 404),
        ("/games/none/actions", {"action": {}, "expect": 0}, 404),
        ("/nowhere", {}, 404),
    ],
)
def test_requests_that_cannot_be_are_refused_in_json(http, path, body, code):
    refused = http.post(path, json=body)
    assert refused.status_code == code
    assert refused.get_json()["message"]


def test_bodies_that_are_no_json_are_refused(http):
    for body in (b"", b"{", b"\xff", b"[" * 100_000):
        refused = http.post("/games", data=body)
        assert (refused.status_code, refused.get_json()["error"]) == (400, "DataError")


def test_a_game_has_two_seats_and_seeds_of_sense(http):
    path = f"/games/{created(http)['game']}/seats"
    assert http.post(path, json={"seed": ""}).status_code == 400
    assert [http.post(path, json={"seed": "s"}).status_code for _ in range(3)] == [201, 201, 409]


def test_the_openings_of_hyper_are_those_of_the_solutions():
    rows = example("hyper_openings").openings(2)
    assert len(rows) == 21
    start = tavla.Position.start(tavla.hyper.variant(2))
    cubeless, money = tavla.hyper.load(checkers=2), tavla.hyper.load("money", checkers=2)
    for dice, row in zip(tavla.ROLLS, rows, strict=True):
        assert row[0] == f"{dice[0]}-{dice[1]}"
        assert row[1] == str(cubeless.best_play(start, dice))
        assert row[3] == str(money.best_play(start, dice))
        assert row[6] == f"{money.plays(start, dice, jacoby=True)[0].equity:+.6f}"
