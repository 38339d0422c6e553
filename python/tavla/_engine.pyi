"""The compiled core of tavla; import the package `tavla` instead."""

from typing import Final

__version__: Final[str]
