"""GNU Backgammon's Position ID: 14 characters for the checkers of a position.

The id holds neither the variant nor the checkers borne off; who reads it says the variant. It exists for games with
hits, played in contrary directions: backgammon, Nackgammon, Hyper-Backgammon and what is composed from them.
"""

from tavla._engine import BACKGAMMON, Position, Variant
from tavla.errors import InvalidArgumentError

__all__ = ["parse_position_id", "position_id"]


def position_id(position: Position) -> str:
    """Give the Position ID of a position.

    Raises:
        InvalidIdError: The id cannot say positions of this variant.

    Examples:
        >>> import tavla
        >>> position_id(tavla.Position.start(tavla.BACKGAMMON))
        '4HPwATDgc/ABMA'
    """
    if not isinstance(position, Position):
        raise InvalidArgumentError(f"position: expected a Position, got {position!r}")
    return position.gnubg_id


def parse_position_id(text: str, variant: Variant = BACKGAMMON) -> Position:
    """Read a Position ID as a position of `variant`, strictly: 14 characters, every bit in use.

    Raises:
        InvalidIdError: Not an id, or no position of the variant.

    Examples:
        >>> import tavla
        >>> parse_position_id("4HPwATDgc/ABMA") == tavla.Position.start(tavla.BACKGAMMON)
        True
    """
    return Position.from_gnubg_id(text, variant)
