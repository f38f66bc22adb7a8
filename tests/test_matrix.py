"""Matrices of zeros and ones: nested lists, NumPy arrays, SciPy's sparse matrices."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Problem, ProblemError
from tests.brute_force import brute_force

# jwg4/exact_cover#65: matrices in other layouts than C's were read wrongly.
ROWS = [
    [1, 0, 0, 1, 0],
    [0, 1, 1, 0, 0],
    [0, 0, 0, 0, 1],
    [1, 1, 0, 0, 0],
    [0, 0, 1, 1, 0],
    [0, 1, 0, 1, 0],
]
EXPECTED = Problem([[0, 3], [1, 2], [4], [0, 1], [2, 3], [1, 3]], primary=range(5))


def test_rows_are_options_and_columns_are_items():
    """A row's label is its number, an item is the number of its column."""
    problem = Problem.from_matrix(ROWS)
    assert problem == EXPECTED
    assert list(problem.solve()) == [(0, 1, 2), (2, 3, 4)]


@given(st.integers(0, 4).flatmap(
    lambda columns: st.lists(
        st.lists(st.booleans(), min_size=columns, max_size=columns), max_size=7)))  # fmt: skip
def test_a_matrix_means_what_it_says(rows):
    """Any matrix gives the covers that brute force finds; columns without a 1 leave none."""
    options = [[column for column, one in enumerate(row) if one] for row in rows]
    columns = range(len(rows[0]) if rows else 0)
    assert sorted(Problem.from_matrix(rows).solve()) == brute_force(options, columns)


def test_rows_may_be_any_sequences():
    """Tuples, generators and booleans serve as well as lists of ints; 1.0 is a 1."""
    assert Problem.from_matrix(tuple(tuple(map(bool, row)) for row in ROWS)) == EXPECTED
    assert Problem.from_matrix(map(float, row) for row in ROWS) == EXPECTED


def test_columns_may_be_secondary():
    """The columns named are secondary, all others primary, in their order."""
    problem = Problem.from_matrix([[1, 1, 0], [0, 1, 1], [0, 0, 1]], secondary=[1])
    assert (problem.primary, problem.secondary) == ((0, 2), (1,))
    assert list(problem.solve()) == [(0, 2)]


def test_every_column_is_an_item():
    """A column without a 1 can't be covered; without columns there is nothing to cover."""
    assert Problem.from_matrix([[1, 0]]).primary == (0, 1)
    assert Problem.from_matrix([[1, 0]]).count() == 0
    assert Problem.from_matrix([]).count() == 1
    assert Problem.from_matrix([[], []]).count() == 1


def test_costs_and_multiplicities_go_with_rows_and_columns():
    """Costs are by row, multiplicities by column."""
    problem = Problem.from_matrix([[1, 0], [1, 1]], costs=[2, 3], multiplicities={0: 2})
    assert (problem.costs, problem.multiplicities) == ((2, 3), {0: (2, 2)})


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 0], [1]], "row 1 has 1 columns, but row 0 has 2"),
        ([[1, 0], [1, 2]], "row 1, column 1 of the matrix is 2; it must be 0 or 1"),
        ([[1, "1"]], "row 0, column 1 of the matrix is '1'; it must be 0 or 1"),
        ([[[1]]], "row 0, column 0 of the matrix is [1]; it must be 0 or 1"),
        ([[float("nan")]], "row 0, column 0 of the matrix is nan; it must be 0 or 1"),
        (
            [1, 0],
            "row 0 is 1; a matrix is a list of rows, and a row a list of zeros and ones",
        ),
        (
            ["10", "01"],
            "row 0 is '10'; a matrix is a list of rows, and a row a list of zeros and ones",
        ),
        (
            7,
            "the matrix is 7; a matrix is a list of rows, and a row a list of zeros and ones",
        ),
        (
            None,
            "the matrix is None; a matrix is a list of rows, and a row a list of zeros and ones",
        ),
    ],
)
def test_what_is_no_matrix_is_refused(rows, message):
    """Ragged rows and other entries than 0 and 1 are named with their place."""
    with pytest.raises(ProblemError) as error:
        Problem.from_matrix(rows)
    assert str(error.value) == message


@pytest.mark.parametrize("column", [2, -1, "0", None])
def test_an_unknown_secondary_column_is_named(column):
    """Secondary columns must be there, counted from 0."""
    with pytest.raises(ProblemError) as error:
        Problem.from_matrix([[1, 0]], secondary=[column])
    assert str(error.value) == (f"secondary names column {column!r}; the matrix has columns 0 to 1")


@pytest.mark.extras
def test_numpy_arrays_of_any_type_and_order():
    """Every dtype, C and Fortran order, transposed, strided and reversed views: all read alike."""
    import numpy as np

    plain = np.array(ROWS)
    for dtype in ("bool", "int8", "uint8", "int32", "uint64", "float16", "float64", "complex128",
                  "object", ">i4", "<i4"):  # fmt: skip
        assert Problem.from_matrix(plain.astype(dtype)) == EXPECTED
    padded = np.full((12, 10), 7)
    padded[::2, ::2] = plain
    layouts = [
        np.asfortranarray(plain),
        plain.T.copy().T,
        padded[::2, ::2],
        plain[::-1][::-1],
        plain[:, ::-1].copy()[:, ::-1],
        np.broadcast_to(plain, plain.shape),
    ]
    for layout in layouts:
        assert Problem.from_matrix(layout) == EXPECTED
    assert Problem.from_matrix(list(plain)) == EXPECTED


@pytest.mark.extras
def test_the_items_of_a_numpy_array_are_plain_numbers():
    """Items and labels are Python's ints, which can be written and pickled anywhere."""
    import numpy as np

    problem = Problem.from_matrix(np.array(ROWS))
    assert {type(item) for item in problem.primary} == {int}
    assert {type(label) for solution in problem.solve() for label in solution} == {int}


@pytest.mark.extras
def test_numpy_arrays_of_other_shapes_are_refused():
    """An array must have two dimensions; one without rows still has its columns."""
    import numpy as np

    for shape in ((3,), (2, 2, 2), ()):
        with pytest.raises(ProblemError) as error:
            Problem.from_matrix(np.zeros(shape))
        assert str(error.value) == (
            f"the matrix has the shape {shape}; it must have two dimensions, options and items"
        )
    assert Problem.from_matrix(np.zeros((0, 3))).primary == (0, 1, 2)
    assert Problem.from_matrix(np.zeros((0, 3))).count() == 0
    assert Problem.from_matrix(np.zeros((3, 0))).count() == 1
    with pytest.raises(
        ProblemError, match=r"^row 0, column 1 of the matrix is 2; it must be 0 or 1"
    ):
        Problem.from_matrix(np.array([[0, 2]]))


@pytest.mark.extras
def test_numpys_numbers_serve_as_items_and_labels():
    """An item that is a NumPy number is the equal Python number; so is a label."""
    import numpy as np

    problem = Problem([np.array([0, 3]), [1, 2], [4], [0, 1], [2, 3], [1, 3]], primary=np.arange(5))
    assert list(problem.solve()) == [(0, 1, 2), (2, 3, 4)]
    assert problem[np.int64(1)] == (1, 2)
    problem.verify(np.array([0, 1, 2]))
    assert problem.restricted(given=np.array([3])).count() == 1
    assert Problem([["a"], ["b"]], costs=np.array([1.5, 2])).costs == (1.5, 2)


@pytest.mark.extras
def test_scipys_sparse_matrices_of_every_format():
    """Each sparse format, matrix or array, is read as the dense one it stands for."""
    from scipy import sparse

    for kind in ("csr", "csc", "coo", "lil", "dok", "dia", "bsr"):
        for form in ("matrix", "array"):
            for dtype in ("int8", "bool", "float64"):
                rows = getattr(sparse, f"{kind}_{form}")(ROWS, dtype=dtype)
                assert Problem.from_matrix(rows) == EXPECTED


@pytest.mark.extras
def test_sparse_matrices_with_places_stored_twice_or_as_zero():
    """A place that is stored several times means the sum, one that is stored as 0 is a 0; what is
    read stays as it was.
    """
    import numpy as np
    from scipy import sparse

    values, places = np.array([1, 0, 1]), (np.array([0, 0, 1]), np.array([1, 0, 0]))
    rows = sparse.coo_array((values, places), shape=(2, 3))
    assert dict(Problem.from_matrix(rows)) == {0: (1,), 1: (0,)}
    assert Problem.from_matrix(rows).primary == (0, 1, 2)
    assert rows.nnz == 3
    twice = sparse.coo_array((np.array([1, 1]), (np.array([0, 0]), np.array([1, 1]))), shape=(1, 2))
    with pytest.raises(
        ProblemError, match=r"^row 0, column 1 of the matrix is 2; it must be 0 or 1"
    ):
        Problem.from_matrix(twice)


def test_forty_thousand_rows_are_no_trouble():
    """Numbers of rows beyond 16 bits are kept apart: jwg4/exact_cover overflowed at 40,000."""
    rows = [[1, 0]] * 40_000 + [[0, 1]]
    problem = Problem.from_matrix(rows)
    assert problem.count() == 40_000
    assert all(second - first == 1 for (first, _), (second, _) in pairwise(problem.solve(limit=50)))
    assert problem.restricted(given=[39_999]).first() == (39_999, 40_000)
