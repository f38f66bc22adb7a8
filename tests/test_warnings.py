"""What is warned of points at the line of whoever calls, not into the library."""

from __future__ import annotations

from importlib import import_module

import pytest

import dlx
import nqueens
from nqueens import compiled
from nqueens.bitmasks import Bitmasks
from nqueens.construction import Construction
from nqueens.permutation import PermutationSearch
from nqueens.quadrants import Quadrants
from nqueens.symmetric import with_symmetric


@pytest.mark.parametrize(
    "call",
    [
        lambda: Bitmasks(4),
        lambda: Quadrants(4),
        lambda: PermutationSearch(4),
        lambda: Construction(4).array(),
        lambda: with_symmetric(8, 92),
        lambda: nqueens.count_by_symmetry(4),
        lambda: nqueens.count_queens(4),
        lambda: nqueens.solve_queens(4, method="bitmasks"),
    ],
)
def test_that_nothing_is_compiled_for_queens_is_told_where_it_matters(call, monkeypatch):
    """However deep inside it is noticed, the warning names the file and line that asked."""
    monkeypatch.setattr(compiled, "kernel", None)
    compiled._say_that_nothing_is_compiled.cache_clear()
    with pytest.warns(RuntimeWarning, match="nqueens runs without its compiled part") as warned:
        call()
    assert [(one.filename, one.lineno) for one in warned] == [
        (__file__, call.__code__.co_firstlineno)
    ]


engines = import_module("dlx.engines")  # dlx.engines is a function


@pytest.mark.parametrize(
    "call",
    [
        lambda: list(dlx.Problem([["a"]]).solve()),
        lambda: dlx.Problem([["a"]]).count(),
        lambda: next(nqueens.solve_queens(4)),
    ],
)
def test_that_nothing_is_compiled_for_exact_cover_is_told_where_it_matters(call, monkeypatch):
    """The same is true of exact cover, also where it is queens that are asked for."""
    monkeypatch.setattr(engines, "ENGINES", {"python": engines.ENGINES["python"]})
    engines._say_that_nothing_is_compiled.cache_clear()
    with pytest.warns(RuntimeWarning, match="dlx runs without its compiled engines") as warned:
        call()
    assert [(one.filename, one.lineno) for one in warned] == [
        (__file__, call.__code__.co_firstlineno)
    ]
