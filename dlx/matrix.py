"""Matrices of zeros and ones, read without needing NumPy or SciPy."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from dlx.errors import ProblemError


def options_of_matrix(rows: Any) -> tuple[list[list[int]], int]:
    """Give the columns of the ones of each row, and the number of columns.

    Parameters
    ----------
    rows : nested lists, NumPy array or SciPy sparse matrix
        Two-dimensional, of zeros and ones.

    Raises
    ------
    ProblemError
        If it is not two-dimensional, not rectangular, or holds anything else.
    """
    if hasattr(rows, "to_numpy"):
        rows = rows.to_numpy()  # a data frame would be read by the names of its columns
    shape = getattr(rows, "shape", None)
    if shape is not None and len(shape) != 2:
        raise ProblemError(
            f"the matrix has the shape {shape}; it must have two dimensions, options and items"
        )
    columns = None if shape is None else int(shape[1])
    if columns is not None and hasattr(rows, "tocsr"):
        return _options_of_sparse(rows), columns
    values = rows.tolist() if hasattr(rows, "tolist") else rows
    options = []
    for number, row in enumerate(_listed("the matrix", values)):
        ones = list(_listed(f"row {number}", row))
        columns = len(ones) if columns is None else columns
        if len(ones) != columns:
            raise ProblemError(f"row {number} has {len(ones)} columns, but row 0 has {columns}")
        options.append([c for c, value in enumerate(ones) if _is_one(number, c, value)])
    return options, columns or 0


def _options_of_sparse(rows: Any) -> list[list[int]]:
    # A coordinate matrix may hold a place several times, and means their sum.
    compressed = rows.tocsr(copy=True)
    compressed.sum_duplicates()
    starts, columns = compressed.indptr.tolist(), compressed.indices.tolist()
    values = compressed.data.tolist()
    return [
        sorted(columns[k] for k in range(start, stop) if _is_one(number, columns[k], values[k]))
        for number, (start, stop) in enumerate(pairwise(starts))
    ]


def _is_one(row: int, column: int, value: Any) -> bool:
    if value in (0, 1):
        return bool(value)
    raise ProblemError(f"row {row}, column {column} of the matrix is {value!r}; it must be 0 or 1")


def _listed(where: str, values: Any) -> Any:
    if isinstance(values, str | bytes | dict | set | frozenset) or not hasattr(values, "__iter__"):
        raise ProblemError(
            f"{where} is {values!r}; a matrix is a list of rows, and a row a list of zeros and ones"
        )
    return values
