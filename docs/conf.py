# Sphinx reads this file: https://www.sphinx-doc.org/en/master/usage/configuration.html
# The site makes no request to other machines, neither when it is built nor when it is read.

import builtins
import collections.abc
import doctest
import re
import sys
import tomllib
import typing
from pathlib import Path

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))  # for its tables

with Path(__file__).parent.with_name("pyproject.toml").open("rb") as file:
    _project = tomllib.load(file)["project"]

project = _project["name"]
author = _project["authors"][0]["name"]
copyright = f"2026 {author}"  # noqa: A001 - Sphinx's name for it
version = release = _project["version"]

extensions = [
    # Ours, in _ext: all that is made when the site is built, examples that run, and a look at the
    # whole of it.
    "computed",
    "figures",
    "live",
    "quadrant_pictures",
    "measurements",
    "place",
    "players",
    "quiz",
    "whole",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinxcontrib.bibtex",
]
exclude_patterns = ["_build"]
default_role = "py:obj"  # `Problem` in a docstring is a link

# Pages

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
bibtex_bibfiles = ["refs.bib"]
bibtex_reference_style = "author_year"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# Reference

add_module_names = False
autodoc_member_order = "bysource"
napoleon_custom_sections = [("Attributes", "params_style")]  # a list, as for parameters
napoleon_google_docstring = False
napoleon_use_param = False  # types in docstrings are prose; those in signatures are links
napoleon_use_rtype = False
python_maximum_signature_line_length = 80
python_use_unqualified_type_names = True

# Examples: those in pages are run by Sphinx, those in docstrings by pytest.

doctest_global_setup = """
from dlx import Colored, Problem
from nqueens import count_queens, queens_problem, solve_queens
"""
doctest_default_flags = doctest.ELLIPSIS  # no more than pytest allows
doctest_test_doctest_blocks = ""

# Links: each must lead somewhere, except those to what is described elsewhere.


def _any_of(names: typing.Iterable[str]) -> str:
    return f"({'|'.join(map(re.escape, names))})"


nitpicky = True
nitpick_ignore_regex = [
    # Code in single backticks that is no name, such as `x[k]`.
    ("py:obj", r".*"),
    # Python's own, whose pages are not here. Annotations show them without their modules.
    ("py:.*", _any_of(dir(builtins))),
    ("py:class", _any_of([*collections.abc.__all__, *typing.__all__])),
    ("py:.*", rf"{_any_of(sys.stdlib_module_names)}(\..*)?"),
    ("py:class", "Path"),
    # Names for types that no page describes.
    ("py:class", "Cost|Event|Square|Tellable"),
]

# The site

html_theme = "furo"
html_js_files = ["access.js"]
html_title = f"{project} {version}"
html_math_renderer = "mathml"


def _math(translator: HTML5Translator, node: nodes.math | nodes.math_block) -> None:
    """Write a formula as MathML, which browsers draw unaided: MathJax would be fetched."""
    block = isinstance(node, nodes.math_block)
    formula = tex2mathml(node.astext(), as_block=block)
    translator.body.append(f"<div>{formula}</div>\n" if block else formula)
    raise nodes.SkipNode


def _mend(
    _app: Sphinx, what: str, _name: str, _object: object, _options: object, lines: list[str]
) -> None:
    """Change what would be misread in a docstring."""
    if what in {"attribute", "data", "property"}:
        # An empty comment goes first: of a first line 'a: b', Napoleon would take a for a type.
        lines[:0] = ["..", ""]
    # References become a numbered list: footnotes of two docstrings clash on a page, and those
    # within eval-rst are lost.
    lines[:] = [
        re.sub(r"\[(\d+)\]_(?!\w)", r"[\1]", re.sub(r"^\.\. \[(\d+)\] ", r"\1. ", line))
        for line in lines
    ]


def setup(app: Sphinx) -> None:
    """Tell Sphinx what is only here."""
    app.add_html_math_renderer("mathml", (_math, None), (_math, None))
    app.connect("autodoc-process-docstring", _mend, priority=100)  # before Napoleon's 500
