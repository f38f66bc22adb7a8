"""Permutation search: a large board by swapping the columns of two queens, in linear time.

If the columns are a permutation, no two queens share a row or a column, and only diagonals are left
to care about. The search of Sosič and Gu [1]_ has two parts:

1. *Set up.* Row after row takes a random column among those that are left, and again if another
   queen attacks that square; after some tries it takes the last one all the same. Nearly all queens
   of a large board get a safe square, at three tries each.
2. *Repair.* As long as a queen is attacked, she swaps columns with a random other queen, if that
   leaves fewer attacks on the board. There is little to repair: some hundred queens of a million.

How many queens stand on each diagonal is kept up to date, so a try and a swap take constant time.
On small boards the repair may get stuck; then all begins anew, a *restart*.

The same program stands in `permutation.c`, and gives the same boards.

References
----------
.. [1] Sosič and Gu, "Fast search algorithms for the n-queens problem", IEEE Transactions on
   Systems, Man, and Cybernetics 21, 1991; "Efficient local search with conflict minimization: a
   case study of the n-queens problem", IEEE Transactions on Knowledge and Data Engineering 6, 1994.
"""

from __future__ import annotations

from array import array

from nqueens.arguments import has_boards, no_boards, size_of
from nqueens.compiled import kernel_for
from nqueens.protocol import Method
from nqueens.splitmix import SplitMix

_LARGEST = 2**31
"""The largest board whose columns fit into the four bytes of an array's element."""

# The same three numbers stand in permutation.c.
_TRIES = 50
"""Columns that a row tries. Fewer leave more to repair, which takes longer than trying."""
_SWAPS, _SWAPS_PER_QUEEN = 100, 5
"""Swaps after which a repair counts as stuck. Large boards need less than one for ten queens."""


class PermutationSearch(Method):
    """Find one board, of up to some hundred million queens.

    Parameters
    ----------
    n : int
        The size of the board, at most 2³¹. For n = 2 and 3 no board is given: none exists, which
        this method could never find out by itself, so it is told.
    seed : int
        Chooses the random numbers. The same seed gives the same board everywhere, compiled or not.
    engine : {'auto', 'python', 'compiled'}
        Whether to take the search to read or the same one in C, some 80 times as fast.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense.

    Notes
    -----
    `steps` has the ``tries`` of a column while setting up, the ``swaps`` that were tried in repairs
    and the ``restarts``.

    Time and memory are proportional to n.

    Examples
    --------
    >>> from nqueens.permutation import PermutationSearch
    >>> search = PermutationSearch(8, seed=1)
    >>> next(search), search.steps
    ((0, 5, 7, 2, 6, 3, 1, 4), {'tries': 845, 'swaps': 1400, 'restarts': 10})
    """

    def __init__(self, n: int, *, seed: int = 0, engine: str = "auto") -> None:
        self._n = size_of(n)
        if self._n > _LARGEST:
            raise ValueError(f"n is {n!r}; a permutation search takes boards up to {_LARGEST}")
        self._random = SplitMix(seed)
        self._kernel = kernel_for(engine)
        self._tries = self._swaps = self._restarts = 0
        self._found = self._given = False

    def __next__(self) -> tuple[int, ...]:
        """Give the one board."""
        if self._given or not has_boards(self._n):
            raise StopIteration
        board = tuple(self.array())
        self._given = True
        return board

    def array(self) -> array[int]:
        """Give the columns of the one board as an array, of numbers of four bytes, code ``'i'``.

        Raises
        ------
        ValueError
            For n = 2 and 3, which have no board.

        Examples
        --------
        >>> from nqueens.permutation import PermutationSearch
        >>> PermutationSearch(4).array()
        array('i', [1, 3, 0, 2])
        """
        if not has_boards(self._n):
            raise ValueError(no_boards(self._n))
        if not self._found:
            if self._kernel is None or self._n == 0:
                self._search()
            else:
                self._columns = array("i", [0]) * self._n
                steps = self._kernel.permutation(self._columns, self._random.state)
                self._tries, self._swaps, self._restarts = steps
            self._found = True
        return self._columns[:]

    def _search(self) -> None:
        """Set up and repair, until that succeeds; the search itself."""
        self._set_up()
        while not self._repair():
            self._restarts += 1
            self._set_up()

    def _set_up(self) -> None:
        """Give each row a column of its own, on a safe square if one is found soon."""
        n = self._n
        columns = self._columns = array("i", range(n))
        rising = self._on_rising = [0] * max(0, 2 * n - 1)
        falling = self._on_falling = [0] * max(0, 2 * n - 1)
        self._attacks = 0
        for row in range(n):
            for _ in range(_TRIES):
                self._tries += 1
                other = row + self._random.below(n - row)
                column = columns[other]
                if not (rising[row + column] or falling[row - column]):
                    break
            columns[other], columns[row] = columns[row], column
            self._put(row)

    def _repair(self) -> bool:
        """Swap queens until none is attacked; tell whether it has come to that."""
        swaps = 0
        while self._attacks:
            for row in range(self._n):
                while self._is_attacked(row):
                    if swaps == _SWAPS + _SWAPS_PER_QUEEN * self._n:
                        return False
                    swaps += 1
                    self._swaps += 1
                    self._swap_if_better(row, self._random.below(self._n))
        return True

    def _swap_if_better(self, row: int, other: int) -> None:
        """Swap the columns of two queens, and swap them back if that leaves as many attacks."""
        before = self._attacks
        self._swap(row, other)
        if self._attacks >= before:
            self._swap(row, other)

    def _swap(self, row: int, other: int) -> None:
        columns = self._columns
        if row != other:
            self._take(row)
            self._take(other)
            columns[row], columns[other] = columns[other], columns[row]
            self._put(row)
            self._put(other)

    def _is_attacked(self, row: int) -> bool:
        column = self._columns[row]
        # row - column, if below 0, counts from the end of the list.
        return self._on_rising[row + column] > 1 or self._on_falling[row - column] > 1

    def _put(self, row: int) -> None:
        """Count a queen on her diagonals; each queen but the first of a diagonal is an attack."""
        column = self._columns[row]
        self._attacks += (self._on_rising[row + column] > 0) + (self._on_falling[row - column] > 0)
        self._on_rising[row + column] += 1
        self._on_falling[row - column] += 1

    def _take(self, row: int) -> None:
        """Uncount her."""
        column = self._columns[row]
        self._on_rising[row + column] -= 1
        self._on_falling[row - column] -= 1
        self._attacks -= (self._on_rising[row + column] > 0) + (self._on_falling[row - column] > 0)

    @property
    def steps(self) -> dict[str, int]:
        """What has been done so far."""
        return {"tries": self._tries, "swaps": self._swaps, "restarts": self._restarts}
