"""The doubling cube: what it shows, who may turn it, and what a turn of it costs.

Pure values that know nothing of a board. A `Cube` lies still; an `Offer` is a cube that has just been turned and waits
for an answer. `docs/cube.md` tells the rules and their sources.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tavla.errors import CubeError, InvalidArgumentError

__all__ = ["DEEPEST", "HIGHEST", "TURNS", "Cube", "Offer"]

TURNS = ("double", "beaver", "raccoon", "aardvark")
"""What the turns of one exchange are called, by depth; deeper ones are further aardvarks."""

DEEPEST = 64
"""How often a double can be turned again at most, whatever is agreed."""

HIGHEST = 1 << 63
"""The highest value of a cube in any game, whatever is agreed: 64 bits hold it, and so does every book."""


def _is_value(value: object) -> bool:
    """Whether a number can stand on a cube: 1, 2, 4 and so on."""
    return type(value) is int and value > 0 and value & (value - 1) == 0


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube at rest.

    Attributes:
        value: The stake of the game in units: a power of two.
        owner: The seat that alone may double, or None while the cube is centred.
        doubles: Doubles and redoubles taken so far, each exchange of beavers counting once.
        automatics: Automatic doubles so far.

    Raises:
        InvalidArgumentError: Not such a cube.

    Examples:
        >>> offer = Cube().offer(0)
        >>> offer.value, offer.price, offer.answerer
        (2, 1, 1)
        >>> offer.taken()
        Cube(value=2, owner=1, doubles=1, automatics=0)
    """

    value: int = 1
    owner: int | None = None
    doubles: int = 0
    automatics: int = 0

    def __post_init__(self) -> None:
        if not _is_value(self.value):
            raise InvalidArgumentError(f"cube: expected a power of two, got {self.value!r}")
        if self.owner is not None and (type(self.owner) is not int or self.owner not in (0, 1)):
            raise InvalidArgumentError(f"cube: expected seat 0, 1 or None, got {self.owner!r}")
        for name in ("doubles", "automatics"):
            count = getattr(self, name)
            if type(count) is not int or count < 0:
                raise InvalidArgumentError(f"cube: expected a count of {name}, got {count!r}")
        turned = self.doubles > 0
        if turned != (self.owner is not None):
            raise InvalidArgumentError("cube: it is owned once it was doubled, and not before")
        if self.value.bit_length() - 1 < self.doubles + self.automatics:
            raise InvalidArgumentError(f"cube: {self.value} is too low for its turns")
        if not turned and self.value != 1 << self.automatics:
            raise InvalidArgumentError("cube: a centred cube is turned by automatic doubles alone")

    @classmethod
    def at(cls, value: int, owner: int | None = None) -> Cube:
        """A cube that lies so, with the shortest history: an owner's was doubled, a centred one turned automatically.

        Raises:
            InvalidArgumentError: No power of two, or no seat.

        Examples:
            >>> Cube.at(4, 1)
            Cube(value=4, owner=1, doubles=2, automatics=0)
        """
        if not _is_value(value):
            raise InvalidArgumentError(f"cube: expected a power of two, got {value!r}")
        power = value.bit_length() - 1
        return cls(value, None, 0, power) if owner is None else cls(value, owner, power, 0)

    @property
    def is_centred(self) -> bool:
        """Whether either seat may double."""
        return self.owner is None

    def is_open_to(self, seat: int) -> bool:
        """Whether the seat has access: the cube is centred or the seat's own."""
        return self.owner is None or self.owner == seat

    def counts_gammons(self, *, jacoby: bool, auto_counts_as_turned: bool = False) -> bool:
        """Whether gammons and backgammons count more than once.

        Under Jacoby's rule they do once a double was taken; an automatic double does not do, unless so agreed. Without
        a cube in play `jacoby` must be False.
        """
        turned = self.doubles > 0 or (auto_counts_as_turned and self.automatics > 0)
        return turned or not jacoby

    def worth(self, multiplier: int, *, jacoby: bool, auto_counts_as_turned: bool = False) -> int:
        """The points of a game that was won single (1), as a gammon (2) or as a backgammon (3).

        Raises:
            InvalidArgumentError: Another multiplier.

        Examples:
            >>> Cube().worth(3, jacoby=True), Cube(value=2, owner=0, doubles=1).worth(3, jacoby=True)
            (1, 6)
        """
        if type(multiplier) is not int or multiplier not in (1, 2, 3):
            raise InvalidArgumentError(f"multiplier: expected 1, 2 or 3, got {multiplier!r}")
        counts = self.counts_gammons(jacoby=jacoby, auto_counts_as_turned=auto_counts_as_turned)
        return self.value * (multiplier if counts else 1)

    def doubled_automatically(self) -> Cube:
        """The cube after an automatic double: twice the value, still centred.

        Raises:
            CubeError: Somebody owns it, so that the game is past its opening.
        """
        if self.owner is not None:
            raise CubeError("automatic doubles come before anybody owns the cube")
        return replace(self, value=2 * self.value, automatics=self.automatics + 1)

    def offer(self, seat: int) -> Offer:
        """Turn the cube towards the other seat.

        Raises:
            CubeError: The other seat owns it.
        """
        if not self.is_open_to(seat):
            raise CubeError(f"seat {seat} cannot double: seat {self.owner} owns the cube")
        return Offer(self, seat)


@dataclass(frozen=True, slots=True)
class Offer:
    """A cube that was just turned, once or more, and waits for an answer.

    The first turn is the double. The answerer may turn it again at once: the doubled seat's turn is a beaver, the
    doubler's reply to it a raccoon, and so on. Whoever passes pays the value before the last turn; when the last turn
    is taken, the seat that was doubled first owns the cube, however deep the exchange went.

    Attributes:
        cube: The cube before the double.
        doubler: The seat that doubled.
        depth: Turns after the double: 0 a double, 1 a beaver, 2 a raccoon.
    """

    cube: Cube
    doubler: int
    depth: int = 0

    def __post_init__(self) -> None:
        if type(self.doubler) is not int or self.doubler not in (0, 1):
            raise InvalidArgumentError(f"offer: expected seat 0 or 1, got {self.doubler!r}")
        if type(self.depth) is not int or not 0 <= self.depth <= DEEPEST:
            raise InvalidArgumentError(
                f"offer: expected a depth from 0 to {DEEPEST}, got {self.depth!r}"
            )
        if not self.cube.is_open_to(self.doubler):
            raise InvalidArgumentError("offer: the doubler has no access to the cube")

    @property
    def name(self) -> str:
        """What the last turn is called."""
        return TURNS[min(self.depth, len(TURNS) - 1)]

    @property
    def next_name(self) -> str:
        """What the answerer's own turn would be called."""
        return TURNS[min(self.depth + 1, len(TURNS) - 1)]

    @property
    def value(self) -> int:
        """The stake when the last turn is taken."""
        return self.cube.value << (self.depth + 1)

    @property
    def price(self) -> int:
        """What passing costs: the value before the last turn."""
        return self.cube.value << self.depth

    @property
    def answerer(self) -> int:
        """The seat that is asked."""
        return 1 - self.doubler if self.depth % 2 == 0 else self.doubler

    @property
    def owner(self) -> int:
        """The seat that will own the cube: the one that was doubled."""
        return 1 - self.doubler

    def taken(self) -> Cube:
        """The cube once the last turn is taken."""
        cube = self.cube
        return Cube(self.value, self.owner, cube.doubles + 1, cube.automatics)

    def turned(self) -> Offer:
        """The exchange after the answerer's own turn of the cube."""
        return replace(self, depth=self.depth + 1)
