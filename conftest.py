"""The examples in README.md and docs/ are tests; stored tables of the tests are in a folder of their own."""

import os
import tempfile
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


def pytest_configure(config: pytest.Config) -> None:
    """Use tables that this code built, and none that were there before, unless a folder is named."""
    if not os.environ.get("TAVLA_CACHE"):
        folder = tempfile.TemporaryDirectory(prefix="tavla-tests-")
        os.environ["TAVLA_CACHE"] = folder.name
        config.add_cleanup(folder.cleanup)
        config.add_cleanup(lambda: os.environ.pop("TAVLA_CACHE"))
