"""The examples in README.md and docs/ are tests; stored tables of the tests are in a folder of their own."""

import os
import tempfile
from collections.abc import Iterator
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE

import pytest
from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser

pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | NORMALIZE_WHITESPACE),
        SkipParser(),
    ],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()


@pytest.fixture(scope="session", autouse=True)
def _own_cache() -> Iterator[None]:
    """Tables that this code built, and none that were there before, unless a folder is named."""
    if os.environ.get("TAVLA_CACHE"):
        yield
        return
    with (
        tempfile.TemporaryDirectory(prefix="tavla-tests-") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("TAVLA_CACHE", folder)
        yield
