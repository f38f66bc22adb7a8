"""n queens on an n×n board: one way to place them, all of them, or their number, by many methods.

>>> from nqueens import solve_queens
>>> next(solve_queens(8))
(3, 6, 4, 2, 0, 5, 7, 1)
"""

from nqueens.board import (
    attacked_pairs,
    classes,
    draw,
    is_fundamental,
    orbit,
    symmetries,
)
from nqueens.exact_cover import queens_problem
from nqueens.methods import compare_methods, count_queens, first_queens, solve_queens
from nqueens.puzzles import Puzzle, make_puzzle
from nqueens.symmetric import CountBySymmetry, count_by_symmetry
from nqueens.traces import trace

__all__ = [
    "CountBySymmetry",
    "Puzzle",
    "attacked_pairs",
    "classes",
    "compare_methods",
    "count_by_symmetry",
    "count_queens",
    "draw",
    "first_queens",
    "is_fundamental",
    "make_puzzle",
    "orbit",
    "queens_problem",
    "solve_queens",
    "symmetries",
    "trace",
]
