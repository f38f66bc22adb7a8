"""Attack counts: every square knows how many queens attack it, and a row without a way out is seen.

The queens go onto the board row by row. Placing one adds 1 to the counter of every square that she
attacks, taking her back subtracts it again; a square is free while its counter is 0. If a queen
leaves some later row without a free square, hers is a *dead* square: no board can come of it. The
search takes her back at once and tries the next square of her row. (It must not leave the row,
which would lose boards.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqueens.arguments import free_squares, given_and_blocked, recursive_size_of
from nqueens.unbroken import Generated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nqueens.arguments import Square


class AttackCounts(Generated):
    """Search for boards row by row, with a counter for each square of the queens that attack it.

    Parameters
    ----------
    n : int
        The size of the board, from 0 to 200: the search calls itself once for each queen.
    given, blocked : iterable of (row, column)
        Squares that have a queen, and squares that have none. A blocked square starts as if one
        queen attacked it, and so does every other square in the row of a given one; so a row that
        they leave without a way out is seen as early as any.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense; the message names the square.
    RuntimeError
        While searching, after the search was interrupted, by Ctrl-C say.

    Notes
    -----
    `steps` has ``calls`` of the recursive function, ``placements`` of a queen, and how many of
    these were on ``dead`` squares.

    A placement takes time proportional to n. Squares of earlier rows have their queens; their
    counters are not kept.

    Examples
    --------
    >>> from nqueens.attack_counts import AttackCounts
    >>> search = AttackCounts(8)
    >>> next(search), search.steps
    ((0, 4, 7, 5, 2, 6, 1, 3), {'calls': 54, 'placements': 88, 'dead': 35})
    >>> 1 + search.count(), search.steps
    (92, {'calls': 1165, 'placements': 1724, 'dead': 560})
    """

    def __init__(
        self, n: int, *, given: Iterable[Square] = (), blocked: Iterable[Square] = ()
    ) -> None:
        self._n = recursive_size_of(n, "attack counts")
        occupied, empty = given_and_blocked(given, blocked, self._n)
        self._attacks = [[1] * self._n for _ in range(self._n)]
        self._free = [0] * self._n
        for row, columns in enumerate(free_squares(occupied, empty, self._n)):
            self._free[row] = len(columns)
            for column in columns:
                self._attacks[row][column] = 0
        self._columns = [-1] * self._n
        self._calls = self._placements = self._dead = 0
        super().__init__(self._place(0))

    def _place(self, row: int) -> Iterator[tuple[int, ...]]:
        """Place queens in this row and those after it, in every way; the search itself."""
        self._calls += 1
        if row == self._n:
            yield tuple(self._columns)
            return
        for column in range(self._n):
            if self._attacks[row][column]:
                continue
            self._columns[row] = column
            self._placements += 1
            self._attack(row, column)
            if 0 in self._free[row + 1 :]:
                self._dead += 1
            else:
                yield from self._place(row + 1)
            self._withdraw(row, column)

    def _attack(self, row: int, column: int) -> None:
        """Count the attacks of a new queen on the rows after hers."""
        for later, attacked in self._lines(row, column):
            if self._attacks[later][attacked] == 0:
                self._free[later] -= 1
            self._attacks[later][attacked] += 1

    def _withdraw(self, row: int, column: int) -> None:
        """Uncount them."""
        for later, attacked in self._lines(row, column):
            self._attacks[later][attacked] -= 1
            if self._attacks[later][attacked] == 0:
                self._free[later] += 1

    def _lines(self, row: int, column: int) -> Iterator[Square]:
        """Give the squares after this row on the column and the diagonals of a queen."""
        for later in range(row + 1, self._n):
            reach = later - row
            for attacked in (column - reach, column, column + reach):
                if 0 <= attacked < self._n:
                    yield later, attacked

    @property
    def steps(self) -> dict[str, int]:
        """What has been done so far."""
        return {"calls": self._calls, "placements": self._placements, "dead": self._dead}
