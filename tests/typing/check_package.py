"""Read by mypy only: the types that users meet."""

from typing import assert_type

import tavla

assert_type(tavla.__version__, str)
