"""Sudokus of 17 clues: each has one answer, and the search finds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dlx import Problem

LINES = (Path(__file__).parent / "data" / "sudoku17.txt").read_text(encoding="utf-8").splitlines()
SUDOKUS = [tuple(line.split()) for line in LINES if not line.startswith("#")]


def empty_grid():
    """Write down the rules: a digit a cell; each digit once in each row, column and box."""
    return Problem(
        {
            (row, column, digit): [
                ("cell", row, column),
                ("row", row, digit),
                ("column", column, digit),
                ("box", row // 3, column // 3, digit),
            ]
            for row in range(9)
            for column in range(9)
            for digit in "123456789"
        }
    )


GRID = empty_grid()


@pytest.mark.parametrize(("clues", "answer"), SUDOKUS)
def test_a_sudoku_of_17_clues_has_its_one_answer(clues, answer):
    """With the clues given, the answer is found, is the only one, and holds the clues."""
    given = [(*divmod(cell, 9), digit) for cell, digit in enumerate(clues) if digit != "0"]
    assert len(given) == 17
    problem = GRID.restricted(given=given)
    (solution,) = problem.solve()
    assert "".join(digit for _, _, digit in solution) == answer
    assert problem.has_unique_solution()
    problem.verify(solution)


def test_one_clue_less_leaves_many_answers():
    """No sudoku of 16 clues has only one answer (McGuire, Tugemann and Civario, 2012)."""
    clues, _ = SUDOKUS[0]
    given = [(*divmod(cell, 9), digit) for cell, digit in enumerate(clues) if digit != "0"]
    problem = GRID.restricted(given=given[1:])
    assert not problem.has_unique_solution()
    assert len(list(problem.solve(limit=3))) == 3
