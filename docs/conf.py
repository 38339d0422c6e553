"""Sphinx settings."""

from importlib.metadata import version as installed_version

project = "tavla"
author = "tavla contributors"
copyright = "2026, tavla contributors"
release = version = installed_version("tavla")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["deflist", "smartquotes"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"tavla {release}"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
