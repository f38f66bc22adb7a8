"""Construction: a board for every n that has one, written down without any search.

The first such construction is by Pauls in 1874 [1]_; this one is by Hoffman, Loessi and Moore [2]_.
Let n = 2h, and count rows and columns from 0.

*If n leaves a remainder other than 2 when divided by 6*, the queens go like knights, two columns to
the right for each row down: row i has column 2i + 1, and row h + i has column 2i, for 0 ≤ i < h.
The odd columns are used first, then the even ones, so no two queens share a column. On the falling
diagonals column - row is i + 1 in the upper half, which is above 0, and i - h in the lower half,
which is below 0, and no value comes twice. On the rising diagonals column + row is 3i + 1 in the
upper half and 3i + h in the lower one. For two of them to be equal h - 1 must be divisible by 3;
then n = 2h leaves the remainder 2, the case that was left out.

*If n leaves the remainder 2 and is 8 or more*, row i has column c(i) = (2i + h - 1) mod n for 0 ≤ i
< h, and the lower half is the upper one after half a turn: row n - 1 - i has column n - 1 - c(i).
The columns of the upper half are all odd or all even, those of the lower half the other way round.
Count modulo n:

- column - row is i + h - 1 in the upper half, and its negative in the lower. Within a half all are
  different. A diagonal with row i of the upper and the turned row k of the lower half is only
  possible for i + k = 2; but there column - row, not modulo n, is one of h - 1, h, h + 1 above, and
  below the negative of one of them.
- column + row is 3i + h - 1 in the upper half, and -2 minus that in the lower. As 3 doesn't divide
  n, all in a half are different. For one of each half to be equal, 3(i + k) must be divisible by n,
  so i = k = 0; but there column + row is h - 1 above and 3h - 1 below.

*If n is odd*, take the board of n - 1 and put one more queen in the new corner, the last row and
column. That is always possible: in both cases column - row is never 0, so no queen stands on the
corner's diagonal.

What is left is n = 2 and n = 3, where trying shows that there is no board.

References
----------
.. [1] Pauls, "Das Maximalproblem der Damen auf dem Schachbrete", Deutsche Schachzeitung 29, 1874.
.. [2] Hoffman, Loessi and Moore, "Constructions for the solution of the m queens problem",
   Mathematics Magazine 42, 1969.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from nqueens.arguments import has_boards, no_boards, size_of
from nqueens.compiled import kernel_for
from nqueens.large import LARGEST_ARRAY, as_array, as_list, check_array, check_tuple, pieces, zeros
from nqueens.protocol import Method

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator
    from types import ModuleType
    from typing import Self

_INSTEAD = (
    "Construction(n).columns() gives them one by one, and array() takes 4 bytes a queen, up to "
    f"{LARGEST_ARRAY} of them"
)


class Construction(Method):
    """Write one board down.

    It is an iterator that gives the board as a tuple, or none if there is none. There are three
    more forms: a list, `board`; for large boards an `array`; and for boards of any size `columns`.

    Parameters
    ----------
    n : int
        The size of the board.

    Raises
    ------
    TypeError, ValueError
        If `n` is no size of a board; and as soon as it is iterated, if it is above 10⁸: the tuple
        would take 40 bytes a queen.

    Notes
    -----
    The board consists of at most five runs of columns, each two to the right of the one before. So
    the time is proportional to n, and nothing is searched. `steps` has the ``queens`` that were
    placed.

    Examples
    --------
    >>> from nqueens.construction import Construction
    >>> list(Construction(8))
    [(3, 5, 7, 1, 6, 0, 2, 4)]
    >>> list(Construction(3))
    []
    """

    def __init__(self, n: int) -> None:
        self.n = size_of(n)
        self._given = False

    def __iter__(self) -> Self:
        """Give itself, unless the board is too large for a tuple."""
        check_tuple(self.n, _INSTEAD)
        return self

    def __next__(self) -> tuple[int, ...]:
        """Give the one board."""
        check_tuple(self.n, _INSTEAD)
        if self._given or not has_boards(self.n):
            raise StopIteration
        board = tuple(self.board())
        self._given = True
        return board

    def columns(self) -> Iterator[int]:
        """Give the columns of the queens lazily, row by row.

        Raises
        ------
        ValueError
            For n = 2 and 3, which have no board.

        Examples
        --------
        >>> from itertools import islice
        >>> list(islice(Construction(10**15).columns(), 5))
        [1, 3, 5, 7, 9]
        """
        return chain.from_iterable(self._runs())

    def board(self) -> list[int]:
        """Give the columns as a list.

        Raises
        ------
        ValueError
            For n = 2 and 3, which have no board; and above 10⁸, where a list would take 40 bytes a
            queen.
        """
        check_tuple(self.n, _INSTEAD)
        return as_list(self._pieces())

    def array(self, *, engine: str = "auto") -> array[int]:
        """Give the columns as an array of numbers of four bytes, type code ``'i'``.

        Parameters
        ----------
        engine : {'auto', 'python', 'compiled'}
            What fills the array; the numbers are the same.

        Raises
        ------
        ValueError
            For n = 2 and 3, which have no board; above 2³¹, where four bytes are too few; and if
            there is no such engine.

        Notes
        -----
        It takes 4n bytes, and where the package is compiled about a millisecond for a million
        queens.

        Examples
        --------
        >>> Construction(6).array()
        array('i', [1, 3, 5, 0, 2, 4])
        """
        check_array(self.n)
        kernel = kernel_for(engine)
        return as_array(self._pieces() if kernel is None else _written(self._pieces(), kernel))

    @property
    def steps(self) -> dict[str, int]:
        """What has been done so far."""
        return {"queens": self.n if self._given else 0}

    def _pieces(self) -> Iterator[range]:
        """Give the columns as short runs."""
        return chain.from_iterable(map(pieces, self._runs()))

    def _runs(self) -> list[range]:
        """Give the columns as runs, one below the other."""
        n = self.n
        if not has_boards(n):
            raise ValueError(no_boards(n))
        even = n - n % 2
        corner = [range(even, n)]
        if n % 6 not in {2, 3}:
            return [range(1, even, 2), range(0, even, 2), *corner]
        half = even // 2
        right = range(half - 1, even, 2)
        left = range(right[-1] + 2 - even, half - 2, 2)  # where it goes on beyond the edge
        turned = [range(even - 1 - run[-1], even - run[0], 2) for run in (left, right)]
        return [right, left, *turned, *corner]


def _written(columns: Iterator[range], kernel: ModuleType) -> Iterator[array[int]]:
    """Give short runs as arrays, each of which lasts until the next one."""
    block = zeros(0)
    for run in columns:
        if len(block) != len(run):
            block = zeros(len(run))
        kernel.progression(block, run.start, run.step)
        yield block
