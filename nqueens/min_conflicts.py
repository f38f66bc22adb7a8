"""Min-conflicts: all queens are on the board from the start, and move until none is attacked.

Each row gets a queen, one after another, on a square that the fewest queens attack. From then on a
step takes a random queen among those that are attacked and moves her, in her row, to a square that
the fewest other queens attack. Of several such squares a random one is taken, perhaps the one where
she stands. That is the rule of Minton and others [1]_.

The rule as it stands may walk in circles for good. So after 4n steps without a board the queens are
set up anew: a *restart*.

References
----------
.. [1] Minton, Johnston, Philips and Laird, "Minimizing conflicts: a heuristic repair method for
   constraint satisfaction and scheduling problems", Artificial Intelligence 58, 1992.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqueens.arguments import has_boards, size_of
from nqueens.splitmix import SplitMix
from nqueens.unbroken import Generated

if TYPE_CHECKING:
    from collections.abc import Iterator

_STEPS_PER_QUEEN = 4
"""After so many steps for each queen, start anew. Few runs that succeed take longer."""


class MinConflicts(Generated):
    """Find one board by moving attacked queens.

    Parameters
    ----------
    n : int
        The size of the board. For n = 2 and 3 no board is given: none exists, which this method
        could never find out by itself, so it is told.
    seed : int
        Chooses the random numbers. The same seed gives the same board everywhere; another seed will
        often give another board.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense.
    RuntimeError
        While searching, after the search was interrupted, by Ctrl-C say.

    Notes
    -----
    `steps` has the ``moves`` that were made, a queen who stayed where she was included, and the
    ``restarts``.

    A step takes time proportional to n. The number of steps hardly grows with n; on small boards
    it varies much.

    Examples
    --------
    >>> from nqueens.min_conflicts import MinConflicts
    >>> search = MinConflicts(8, seed=4)
    >>> next(search), search.steps
    ((3, 6, 4, 1, 5, 0, 2, 7), {'moves': 20, 'restarts': 0})
    """

    def __init__(self, n: int, *, seed: int = 0) -> None:
        self._n = size_of(n)
        self._random = SplitMix(seed)
        self._moves = self._restarts = 0
        super().__init__(self._search_boards())

    def _search_boards(self) -> Iterator[tuple[int, ...]]:
        if not has_boards(self._n):
            return
        while not self._attempt():
            self._restarts += 1
        yield tuple(self._columns)

    def _attempt(self) -> bool:
        """Set the queens up and move them; tell whether a board came of it before the cap."""
        self._set_up()
        for _ in range(_STEPS_PER_QUEEN * self._n):
            attacked = [
                row for row, column in enumerate(self._columns) if self._attackers(row, column) > 0
            ]
            if not attacked:
                return True
            self._move(self._choice(attacked))
        return not any(map(self._attackers, range(self._n), self._columns))

    def _set_up(self) -> None:
        """Put the queens onto the empty board, each where the fewest before her attack her."""
        self._columns = [-1] * self._n
        self._on_column = [0] * self._n
        self._on_rising = [0] * (2 * self._n - 1)
        self._on_falling = [0] * (2 * self._n - 1)
        for row in range(self._n):
            self._put(row)

    def _move(self, row: int) -> None:
        """Take the queen of a row off the board, and put her down again."""
        self._count(row, self._columns[row], -1)
        self._columns[row] = -1
        self._put(row)
        self._moves += 1

    def _put(self, row: int) -> None:
        """Put the queen of a row where the fewest others attack her."""
        attackers = [self._attackers(row, column) for column in range(self._n)]
        fewest = min(attackers)
        best = [column for column, number in enumerate(attackers) if number == fewest]
        self._columns[row] = self._choice(best)
        self._count(row, self._columns[row], 1)

    def _attackers(self, row: int, column: int) -> int:
        """Count the queens that attack a square, other than one who stands there."""
        lines = (
            self._on_column[column]
            + self._on_rising[row + column]
            + self._on_falling[row - column]  # a negative one counts from the end of the list
        )
        return lines - 3 if self._columns[row] == column else lines

    def _count(self, row: int, column: int, change: int) -> None:
        self._on_column[column] += change
        self._on_rising[row + column] += change
        self._on_falling[row - column] += change

    def _choice(self, candidates: list[int]) -> int:
        return candidates[self._random.below(len(candidates))]

    @property
    def steps(self) -> dict[str, int]:
        """What has been done so far."""
        return {"moves": self._moves, "restarts": self._restarts}
