"""What a file says was done, before anybody asked whether it can be."""

from __future__ import annotations

from tavla._engine import _Act as Act

__all__ = ["Act"]
