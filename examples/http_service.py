"""A service for two players over HTTP, with provably fair dice: `flask --app examples/http_service.py run`.

Games live in memory; `game.to_json()` is what a database would hold. Seats are told apart by secret tokens, sent as
`Authorization: Bearer TOKEN`. Every error is JSON, with what the caller could do instead.
"""

import secrets
import threading
from dataclasses import dataclass, field
from typing import Any

import flask
from werkzeug.exceptions import HTTPException

import tavla
from tavla.game import FairDice, actions
from tavla.game.plain import read_json


@dataclass
class Table:
    """A game with its dice, its lock, and the token of each seat that is taken."""

    game: tavla.Game
    dice: FairDice
    lock: Any = field(default_factory=threading.RLock)
    tokens: list[str] = field(default_factory=list)

    def view(self) -> dict[str, Any]:
        """What the caller may see; whoever holds no seat is a spectator."""
        token = flask.request.headers.get("Authorization", "").removeprefix("Bearer ")
        with self.lock:
            seat = self.tokens.index(token) if token in self.tokens else None
            return self.game.view(seat) | {"you": seat, "fair": self.game.record.dice}


def create_app() -> flask.Flask:
    """The service with no games yet."""
    app = flask.Flask(__name__)
    tables: dict[str, Table] = {}

    def table(key: str) -> Table:
        return tables[key] if key in tables else flask.abort(404, "no such game")

    def body(*wanted: str) -> Any:
        data = read_json(flask.request.get_data())
        if not isinstance(data, dict) or None in map(data.get, wanted):
            flask.abort(400, f"expected a JSON object with {', '.join(wanted)}")
        return data

    @app.post("/games")
    def create() -> Any:
        data, dice, key = body("variant"), FairDice(), secrets.token_urlsafe(9)
        rules = tavla.GameRules.from_dict(data.get("rules", {}))
        tables[key] = Table(tavla.Game(tavla.variant(str(data["variant"])), rules, dice=dice), dice)
        return {"game": key, "commitment": dice.commitment}, 201

    @app.post("/games/<key>/seats")
    def join(key: str) -> Any:
        seed, one = body("seed")["seed"], table(key)
        with one.lock:
            if (seat := len(one.tokens)) == 2:
                flask.abort(409, "both seats are taken")
            one.dice.join(seat, seed)
            one.tokens.append(secrets.token_urlsafe(18))
            return {"seat": seat, "token": one.tokens[seat]}, 201

    app.get("/games/<key>")(lambda key: table(key).view())

    @app.get("/games/<key>/record")
    def record(key: str) -> Any:
        with table(key).lock:
            return table(key).game.record.to_dict()

    @app.post("/games/<key>/actions")
    def act(key: str) -> Any:
        data, one = body("action", "expect"), table(key)
        action = actions.read(data["action"])
        if isinstance(action, actions.OpeningRoll | actions.Roll):
            action = type(action)(action.seat)  # the dice are the server's
        with one.lock:
            if one.view()["you"] != action.seat:
                flask.abort(403, "expected the token of the seat that acts")
            try:
                one.game.apply(action, expect=data["expect"])
            except tavla.TavlaError as error:
                return refused(error, 409, one.view()["legal_actions"])
            return one.view()

    @app.errorhandler(tavla.TavlaError)
    def refused(error: Exception, code: int = 400, allowed: Any = ()) -> Any:
        return {"error": type(error).__name__, "message": str(error), "allowed": [*allowed]}, code

    @app.errorhandler(HTTPException)
    def failed(error: HTTPException) -> Any:
        return {"error": error.name, "message": error.description, "allowed": []}, error.code

    return app
