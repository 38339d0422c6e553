"""What readers and writers share: the head, and the units of values."""

__all__ = ["EQUITY", "HEAD", "PROBABILITY", "ROLLS", "TWENTY_FOUR_BITS"]

HEAD = 40
ROLLS = 32
"""Numbers of rolls that a one-sided file has chances of, from none on."""
PROBABILITY = 65535
EQUITY = 32767.5
TWENTY_FOUR_BITS = 2**24 - 1
