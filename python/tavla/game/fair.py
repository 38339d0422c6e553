"""Provably fair dice for servers: nobody can choose them, and everybody can check them afterwards.

The server draws a secret seed and publishes its SHA-256, the commitment, before the game. Each player then gives a seed
of his own. All three seeds together are the key of the dice. When the game is over the server reveals its seed, and
`verify` proves every throw of the record. `docs/embedding.md` has the exact construction, `tests/vectors/fair.txt` known
answers.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tavla._engine import DiceStream
from tavla.errors import DiceSourceError, FairnessError, InvalidArgumentError, TavlaError
from tavla.game.actions import OpeningRoll, Roll
from tavla.game.plain import checked_seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavla.game.record import GameRecord

__all__ = ["FairDice", "Proof", "commitment_of", "key_of", "prove", "verify"]

Dice = tuple[int, int]
Seed = str | bytes

LABEL = b"tavla/fair/1"
LONGEST_SEED = 256


def commitment_of(server_seed: bytes) -> str:
    """What is published of a server's seed before the game: its SHA-256, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def key_of(server_seed: bytes, seeds: tuple[bytes, bytes]) -> bytes:
    """The 32 bytes that seed the dice: HMAC-SHA256 with the server's seed as key.

    The message is a label and the seeds of seat 0 and seat 1, each after its length as 8 bytes, the lowest first.

    Examples:
        >>> key_of(bytes(32), (b"ann", b"bob")).hex()[:16]
        'a375710d66924c55'
    """
    parts = (LABEL, *seeds)
    message = b"".join(len(part).to_bytes(8, "little") + part for part in parts)
    return hmac.digest(server_seed, message, "sha256")


class FairDice:
    """Dice from a seed of the server and one of each player, for one game.

    They throw nothing before both players have given their seeds with `join`. Use a fresh source for each game, and undo
    nothing once a game is over, since the server's seed is revealed then.

    Args:
        server_seed: The server's 32 secret bytes; None draws them.
        game: The number of the game.
        seeds: The players' seeds, as far as they are known.

    Raises:
        InvalidArgumentError: Not such seeds, or no such number.

    Examples:
        >>> import tavla
        >>> dice = FairDice(bytes(32))
        >>> dice.published(over=False)["commitment"][:16]  # sent to both before they give their seeds
        '66687aadf862bd77'
        >>> dice.join(0, "ann's own words"); dice.join(1, "bob's own words")
        >>> game = tavla.Game(tavla.HYPER, dice=dice)
        >>> _ = game.roll(), game.resign(3), game.accept()
        >>> verify(game.record, commitment=commitment_of(bytes(32)))
    """

    def __init__(
        self,
        server_seed: bytes | None = None,
        game: int = 0,
        seeds: Sequence[Seed | None] = (None, None),
    ) -> None:
        if server_seed is None:
            server_seed = secrets.token_bytes(32)
        if type(server_seed) is not bytes or len(server_seed) != 32:
            raise InvalidArgumentError("server_seed: expected 32 bytes")
        if not isinstance(seeds, tuple | list) or len(seeds) != 2:
            raise InvalidArgumentError(f"seeds: expected two seeds or None, got {seeds!r}")
        self._server_seed = server_seed
        if type(game) is not int:
            raise InvalidArgumentError(f"game: expected a whole number, got {game!r}")
        self._game = DiceStream(server_seed, game).game
        self._seeds: list[bytes | None] = [None, None]
        self._stream: DiceStream | None = None
        for seat, seed in enumerate(seeds):
            if seed is not None:
                self.join(seat, seed)

    @property
    def commitment(self) -> str:
        """What is published before the game: the SHA-256 of the server's seed, in hex."""
        return commitment_of(self._server_seed)

    @property
    def is_ready(self) -> bool:
        """Whether both players have given their seeds."""
        return self._stream is not None

    def join(self, seat: int, seed: Seed) -> None:
        """Add a player's own seed, once: text, which stands for its UTF-8, or bytes.

        Raises:
            InvalidArgumentError: No seat, a seed of another kind or length, or a seat that has given its seed.
        """
        checked_seat(seat)
        if self._seeds[seat] is not None:
            raise InvalidArgumentError(f"seed: seat {seat} has given its seed already")
        self._seeds[seat] = _checked_seed(seed)
        first, second = self._seeds
        if first is not None and second is not None:
            key = key_of(self._server_seed, (first, second))
            self._stream = DiceStream(key, self._game)

    def opening(self, attempt: int) -> Dice:
        """An opening throw.

        Raises:
            DiceSourceError: A player has yet to give his seed.
        """
        return self._ready().opening(attempt)

    def roll(self, turn: int) -> Dice:
        """The dice of a turn.

        Raises:
            DiceSourceError: A player has yet to give his seed.
        """
        return self._ready().roll(turn)

    def _ready(self) -> DiceStream:
        if self._stream is None:
            missing = [str(seat) for seat, seed in enumerate(self._seeds) if seed is None]
            raise DiceSourceError(
                f"roll: the dice wait for the seed of seat {' and '.join(missing)}"
            )
        return self._stream

    def to_dict(self) -> dict[str, Any]:
        """All the seeds, the server's secret one too, for storage."""
        return {
            "source": "fair",
            "server_seed": self._server_seed.hex(),
            "game": self._game,
            "seeds": [None if seed is None else seed.hex() for seed in self._seeds],
        }

    def published(self, *, over: bool) -> dict[str, Any] | None:
        """The commitment at once, the players' seeds when both are in, the server's when the game is over."""
        found = self.to_dict() | {"commitment": self.commitment}
        if not self.is_ready:
            found["seeds"] = None
        if not (over and self.is_ready):
            found["server_seed"] = None
        return found


def _checked_seed(seed: object) -> bytes:
    try:
        found = seed.encode() if isinstance(seed, str) else seed
    except UnicodeError:
        raise InvalidArgumentError("seed: expected text that UTF-8 can hold") from None
    if not isinstance(found, bytes) or not 0 < len(found) <= LONGEST_SEED:
        raise InvalidArgumentError(f"seed: expected text or bytes, 1 to {LONGEST_SEED} bytes long")
    return found


class Proof(StrEnum):
    """What a record proves of its dice."""

    FAIR = "fair"
    """The seeds of both players and a server that was bound beforehand."""
    SEED = "seed"
    """A seed that somebody chose."""
    NONE = "none"
    """Nothing: the dice were thrown by hand, say, or the game goes on and the seed is still secret."""


def prove(record: GameRecord) -> Proof:
    """Replay a record, check its dice as far as it tells where they come from, and say how far that was.

    Raises:
        RecordError: It does not replay.
        FairnessError: Dice are not those of their source, `event` being the first, or the game is over and the server's
            seed was not revealed.
    """
    dice = record.dice or {}
    goes_on = record.result is None
    if dice.get("source") == "fair" and not (goes_on and dice.get("server_seed") is None):
        verify(record)
        return Proof.FAIR
    if dice.get("source") == "seeded":
        _check(record, _stream(_bytes("seed", dice.get("seed")), dice.get("game")))
        return Proof.SEED
    record.replay()
    return Proof.NONE


def verify(
    record: GameRecord,
    *,
    commitment: str | None = None,
    seeds: Sequence[Seed | None] = (None, None),
) -> None:
    """Prove that a record of provably fair dice replays and that every throw in it follows from the seeds.

    A record alone proves that it agrees with itself. To prove that the server was bound, give what was seen before the
    game.

    Args:
        record: The record of a game that is over.
        commitment: The commitment that the server published before the game.
        seeds: The seeds that seat 0 and seat 1 gave, as far as the caller knows them.

    Raises:
        FairnessError: The dice are of another source, the server's seed was not revealed, it is not the one committed
            to, or a throw is not the one that follows from the seeds; `event` is the first such throw.
        RecordError: The record does not replay.
    """
    dice = record.dice or {}
    if dice.get("source") != "fair":
        raise FairnessError(
            f"dice: expected provably fair ones, and their source is {dice.get('source')!r}"
        )
    if dice.get("server_seed") is None:
        raise FairnessError("server_seed: it was not revealed, so nothing can be proved")
    server_seed = _bytes("server_seed", dice["server_seed"])
    found = commitment_of(server_seed)
    for published in (dice.get("commitment"), found if commitment is None else commitment):
        if published != found:
            raise FairnessError(
                f"commitment: {published!r} was published, and the server's seed has {found!r}"
            )
    key = key_of(server_seed, _players_seeds(dice.get("seeds"), seeds))
    _check(record, _stream(key, dice.get("game")))


def _players_seeds(recorded: object, given: Sequence[Seed | None]) -> tuple[bytes, bytes]:
    """The players' seeds of a record, which must be those given."""
    if not isinstance(recorded, list) or len(recorded) != 2:
        raise FairnessError(f"seeds: expected those of both players, got {recorded!r}")
    first, second = (_bytes("seeds", seed) for seed in recorded)
    for seat, (mine, found) in enumerate(zip(given, (first, second), strict=True)):
        if mine is not None and _checked_seed(mine) != found:
            raise FairnessError(f"seeds: seat {seat} gave another seed than the one recorded")
    return first, second


def _bytes(what: str, value: object) -> bytes:
    """Bytes from hex."""
    try:
        return bytes.fromhex(value)  # type: ignore[arg-type]  # what is no text raises
    except (TypeError, ValueError):
        raise FairnessError(f"{what}: expected bytes in hex, got {value!r}") from None


def _stream(seed: bytes, game: object) -> DiceStream:
    if type(game) is not int:
        raise FairnessError(f"game: expected a whole number, got {game!r}")
    try:
        return DiceStream(seed, game)
    except TavlaError as error:
        raise FairnessError(f"dice: {error}") from None


def _check(record: GameRecord, stream: DiceStream) -> None:
    """Check every throw of a record against a stream, and the record itself."""
    if record.start.dice is not None:
        raise FairnessError("start: it has dice that were thrown before, so nothing proves them")
    states = record.states()
    for number, (event, state) in enumerate(zip(record.events, states, strict=False)):
        action = event.action
        if isinstance(action, OpeningRoll):
            due = stream.opening(state.attempt)
        elif isinstance(action, Roll):
            due = stream.roll(state.turn)
        else:
            continue
        if action.dice != due:
            raise FairnessError(
                f"event {number}: {action.name}: the dice should be {due}, and {action.dice} are recorded",
                number,
            )
    record.replay()
