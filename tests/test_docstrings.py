import doctest
import importlib
import pkgutil

import pytest

import tavla

MODULES = ["tavla", *(m.name for m in pkgutil.walk_packages(tavla.__path__, "tavla."))]
MODULES = [name for name in MODULES if not name.endswith("__main__")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
