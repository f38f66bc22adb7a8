"""Problems as 0/1 matrices, for the packages that take NumPy arrays."""

import numpy as np
from harness import Answer, Problem
from numpy.typing import NDArray

Matrix = NDArray[np.bool_]


def matrix(problem: Problem) -> Matrix:
    """Make a row of each option, a column of each item; slack rows stand in where needed."""
    slack = problem.with_slack()
    rows = np.zeros((len(slack.options), len(slack.primary)), dtype=np.bool_)
    for row, option in zip(rows, slack.numbered(), strict=True):
        row[option] = True
    return rows


def left_by(rows: Matrix, given: Answer) -> tuple[NDArray[np.intp], Matrix]:
    """Return the rows that don't clash with the given ones, and what is left of them."""
    covered = rows[given].any(axis=0)
    kept = np.flatnonzero(~rows[:, covered].any(axis=1))
    return kept, rows[kept][:, ~covered]
