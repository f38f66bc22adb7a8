"""Exact cover by dancing links.

>>> from dlx import Problem
>>> problem = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])
>>> list(problem.solve())
[(0, 1), (2, 3)]
"""

from dlx.colored import Colored
from dlx.engines import engines
from dlx.errors import LimitReached, ProblemError
from dlx.problem import Problem
from dlx.search import Choice, Search, Stats

__all__ = [
    "Choice",
    "Colored",
    "LimitReached",
    "Problem",
    "ProblemError",
    "Search",
    "Stats",
    "engines",
]
