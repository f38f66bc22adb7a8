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

from typing import TYPE_CHECKING

from nqueens.arguments import has_boards, no_boards, size_of
from nqueens.compiled import kernel_for
from nqueens.large import (
    LARGEST_ARRAY,
    as_array,
    as_list,
    check_array,
    check_tuple,
    pieces,
    pieces_of_array,
    zeros,
)
from nqueens.protocol import Method
from nqueens.splitmix import SplitMix
from nqueens.turns import Turn

if TYPE_CHECKING:
    from array import array
    from typing import Self

_INSTEAD = (
    f"PermutationSearch(n).array() takes 4 bytes a queen, up to {LARGEST_ARRAY} of them, and twice "
    "as many while it searches"
)

_RUNNING = "this search is running already: one call at a time"

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
        If an argument makes no sense; and as soon as it is iterated, if `n` is above 10⁸: the tuple
        would take 40 bytes a queen, and `array` takes 4.
    RuntimeError
        If a board is asked for while another thread is searching for it.

    Notes
    -----
    `steps` has the ``tries`` of a column while setting up, the ``swaps`` that were tried in repairs
    and the ``restarts``, once there is a board.

    Time and memory are proportional to n. After Ctrl-C the next call begins anew, and finds the
    board that the seed chooses.

    Examples
    --------
    >>> from nqueens.permutation import PermutationSearch
    >>> search = PermutationSearch(8, seed=1)
    >>> next(search), search.steps
    ((0, 5, 7, 2, 6, 3, 1, 4), {'tries': 845, 'swaps': 1400, 'restarts': 10})
    """

    def __init__(self, n: int, *, seed: int = 0, engine: str = "auto") -> None:
        self._n = size_of(n)
        check_array(self._n)
        self._random = SplitMix(seed)
        self._kernel = kernel_for(engine)
        self._columns: array[int] | None = None  # a board, or None while there is none
        self._steps = (0, 0, 0)
        self._given = False
        self._turn = Turn()

    def __iter__(self) -> Self:
        """Give itself, unless the board is too large for a tuple."""
        check_tuple(self._n, _INSTEAD)
        return self

    def __next__(self) -> tuple[int, ...]:
        """Give the one board."""
        check_tuple(self._n, _INSTEAD)
        return self._turn.take(self._give, refusal=_RUNNING)

    def _give(self) -> tuple[int, ...]:
        if self._given or not has_boards(self._n):
            raise StopIteration
        board = tuple(as_list(pieces_of_array(self._found())))
        self._given = True
        return board

    def _found(self) -> array[int]:
        """Search for the board, if that has not been done."""
        if self._columns is None:
            if self._kernel is None or self._n == 0:
                search = PythonPermutation(self._n, SplitMix(self._random.state))
                columns, steps = search.columns, (search.tries, search.swaps, search.restarts)
            else:
                columns = zeros(self._n)
                steps = self._kernel.permutation(columns, self._random.state)
            self._steps, self._columns = steps, columns
        return self._columns

    def array(self) -> array[int]:
        """Give the columns of the one board as an array, of numbers of four bytes, code ``'i'``.

        Raises
        ------
        ValueError
            For n = 2 and 3, which have no board.
        RuntimeError
            If another thread is searching for the board.

        Examples
        --------
        >>> from nqueens.permutation import PermutationSearch
        >>> PermutationSearch(4).array()
        array('i', [1, 3, 0, 2])
        """
        if not has_boards(self._n):
            raise ValueError(no_boards(self._n))
        return self._turn.take(lambda: as_array(pieces_of_array(self._found())), refusal=_RUNNING)

    @property
    def steps(self) -> dict[str, int]:
        """What has been done to find the board; nothing, as long as there is none."""
        return dict(zip(("tries", "swaps", "restarts"), self._steps, strict=True))


class PythonPermutation:
    """The search to read: permutation.c does the same.

    Parameters
    ----------
    n : int
        The size of the board, neither 2 nor 3.
    random : SplitMix
        What chooses.
    """

    def __init__(self, n: int, random: SplitMix) -> None:
        self._n = n
        self._random = random
        self.tries = self.swaps = self.restarts = 0
        self._set_up()
        while not self._repair():
            self.restarts += 1
            self._set_up()

    def _set_up(self) -> None:
        """Give each row a column of its own, on a safe square if one is found soon."""
        n = self._n
        columns = self.columns = as_array(pieces(range(n)))
        # A count is a byte: it would take 256 queens on one diagonal to exceed it, where setting up
        # leaves a few on all of them together.
        rising = self._on_rising = bytearray(max(0, 2 * n - 1))
        falling = self._on_falling = bytearray(max(0, 2 * n - 1))
        self._attacks = 0
        for row in range(n):
            for _ in range(_TRIES):
                self.tries += 1
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
                    self.swaps += 1
                    self._swap_if_better(row, self._random.below(self._n))
        return True

    def _swap_if_better(self, row: int, other: int) -> None:
        """Swap the columns of two queens, and swap them back if that leaves as many attacks."""
        before = self._attacks
        self._swap(row, other)
        if self._attacks >= before:
            self._swap(row, other)

    def _swap(self, row: int, other: int) -> None:
        columns = self.columns
        if row != other:
            self._take(row)
            self._take(other)
            columns[row], columns[other] = columns[other], columns[row]
            self._put(row)
            self._put(other)

    def _is_attacked(self, row: int) -> bool:
        column = self.columns[row]
        # row - column, if below 0, counts from the end of the list.
        return self._on_rising[row + column] > 1 or self._on_falling[row - column] > 1

    def _put(self, row: int) -> None:
        """Count a queen on her diagonals; each queen but the first of a diagonal is an attack."""
        column = self.columns[row]
        self._attacks += (self._on_rising[row + column] > 0) + (self._on_falling[row - column] > 0)
        self._on_rising[row + column] += 1
        self._on_falling[row - column] += 1

    def _take(self, row: int) -> None:
        """Uncount her."""
        column = self.columns[row]
        self._on_rising[row + column] -= 1
        self._on_falling[row - column] -= 1
        self._attacks -= (self._on_rising[row + column] > 0) + (self._on_falling[row - column] > 0)
