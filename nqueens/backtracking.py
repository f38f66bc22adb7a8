"""Backtracking: the recursive search of the textbooks, and its two faster tests of a square.

The queens go onto the board column by column. A column tries its rows from the top; on the first
that no queen attacks it places its queen, and the next column does the same. A column that has no
row left returns to the one before, which takes its queen back and tries its next row.

The whole search is `Backtracking._place`. The board is one array: ``rows[column]`` is the row of
that column's queen. Whether a square is attacked can be found out in three ways: by comparing it
with every queen (`Pairs`), or with a look at three sets (`Sets`) or three rows of flags (`Flags`).
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple, Protocol

from nqueens.arguments import (
    UNLIMITED,
    free_squares,
    given_and_blocked,
    number_of,
    recursive_size_of,
)
from nqueens.unbroken import Generated, Unbroken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nqueens.arguments import Square


class Step(NamedTuple):
    """One step of a search, as `trace` tells it."""

    what: str
    """``'place'``, ``'reject'``, ``'no row'`` at the end of a column, or ``'board'``."""
    column: int
    """The column that it happens in; for a board, their number."""
    row: int | None = None
    """The row of the square that was placed on or rejected."""
    attacker: int | None = None
    """The first column whose queen attacks a square that was rejected."""
    rows: tuple[int, ...] = ()
    """A board: the row of each column's queen."""


class Backtracking(Generated):
    """Search for boards by placing a queen in one column after another.

    Parameters
    ----------
    n : int
        The size of the board, from 0 to 200: the search calls itself once for each queen.
    test : {'pairs', 'sets', 'flags'}
        How to find out whether a square is attacked: by comparing it with each queen, or in
        constant time by three sets or three arrays of flags. It changes nothing but the time.
    by : {'columns', 'rows'}
        Whether a queen is placed in one column after another or in one row after another, which is
        the same search on the board mirrored at its diagonal.
    given, blocked : iterable of (row, column)
        Squares that have a queen, and squares that have none. A column with a given queen tries no
        other square, and blocked squares are not tried.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense; the message names the square.
    RuntimeError
        While searching, after the search was interrupted, by Ctrl-C say.

    Notes
    -----
    `steps` has ``calls`` of the recursive function, ``checks`` of a square, pairs of queens
    ``compared`` (0 but for ``'pairs'``), queens ``placed``, squares ``skipped`` because they were
    attacked, queens ``taken_back``, and the ``deepest`` the calls were nested.

    Examples
    --------
    The rows of the first board's queens are 1, 3, 0, 2, column by column; row by row that is:

    >>> from nqueens.backtracking import Backtracking
    >>> search = Backtracking(4)
    >>> next(search)
    (2, 0, 3, 1)
    >>> search.steps["calls"], search.steps["checks"]
    (9, 26)
    >>> search.count(), search.steps["placed"]
    (1, 16)
    """

    def __init__(
        self,
        n: int,
        *,
        test: str = "pairs",
        by: str = "columns",
        given: Iterable[Square] = (),
        blocked: Iterable[Square] = (),
    ) -> None:
        self._n = recursive_size_of(n, "backtracking")
        if not isinstance(test, str) or test not in _TESTS:
            raise ValueError(f"test is {test!r}; it must be {_listed(_TESTS)}")
        if by not in _ORDERS:
            raise ValueError(f"by is {by!r}; it must be {_listed(_ORDERS)}")
        self._by_rows = by == "rows"
        occupied, empty = given_and_blocked(given, blocked, self._n)
        if not self._by_rows:
            occupied = {(column, row): None for row, column in occupied}
            empty = {(column, row): None for row, column in empty}
        self._allowed = free_squares(occupied, empty, self._n)
        self._rows = [-1] * self._n
        self._test = _TESTS[test](self._n, self._rows)
        self._calls = self._placed = self._skipped = self._taken_back = self._deepest = 0
        self._every_step = False
        self._search = Unbroken(self._place(0))
        super().__init__(self._boards())

    def _boards(self) -> Iterator[tuple[int, ...]]:
        for step in self._search:
            yield step.rows if self._by_rows else _mirrored(step.rows)

    def _place(self, column: int) -> Iterator[Step]:
        """Place queens in this column and those after it, in every way; the search itself."""
        self._calls += 1
        self._deepest = max(self._deepest, column + 1)
        if column == self._n:
            yield Step("board", column, rows=tuple(self._rows))
            return
        for row in self._allowed[column]:
            if self._test.is_safe(column, row):
                if self._every_step:
                    yield Step("place", column, row)
                self._rows[column] = row
                self._test.place(column, row)
                self._placed += 1
                yield from self._place(column + 1)
                self._test.take_back(column, row)
                self._taken_back += 1
            else:
                if self._every_step:
                    attacker = first_attacker(self._rows, column, row)
                    yield Step("reject", column, row, attacker)
                self._skipped += 1
        if self._every_step:
            yield Step("no row", column)

    @property
    def steps(self) -> dict[str, int]:
        """What has been done so far."""
        return {
            "calls": self._calls,
            "checks": self._placed + self._skipped,
            "compared": self._test.compared,
            "placed": self._placed,
            "skipped": self._skipped,
            "taken_back": self._taken_back,
            "deepest": self._deepest,
        }

    def every_step(self) -> Iterator[Step]:
        """Go on searching, and give every step instead of the boards alone."""
        self._every_step = True
        return self._search


def first_attacker(rows: Sequence[int], column: int, row: int) -> int | None:
    """Give the first of the columns before this one whose queen attacks the square.

    Parameters
    ----------
    rows : sequence of int
        The row of each column's queen.
    column, row : int
        The square.

    Returns
    -------
    int or None
        None if the square is safe from all of them.

    Examples
    --------
    >>> from nqueens.backtracking import first_attacker
    >>> first_attacker([0, 2], 2, 3), first_attacker([0, 3], 2, 1)
    (1, None)
    """
    for other in range(column):
        if rows[other] == row or abs(rows[other] - row) == column - other:
            return other
    return None


def trace(n: int, *, limit: int | None = 1) -> Iterator[Step]:
    """Tell a search step by step: column by column, compared pair by pair.

    Parameters
    ----------
    n : int
        The size of the board.
    limit : int, optional
        After how many boards to stop; None for all of them.

    Returns
    -------
    iterator of Step
        Each square that is tried comes once: it is placed on or rejected. When a column has no row
        left, the queen of the column before is taken back, which is no step of its own.

    Examples
    --------
    >>> from nqueens.backtracking import trace
    >>> steps = list(trace(4))
    >>> steps[1]
    Step(what='reject', column=1, row=0, attacker=0, rows=())
    >>> steps[-1].rows
    (1, 3, 0, 2)
    """
    most = None if limit is None else min(number_of("limit", limit), UNLIMITED)
    return Unbroken(_until(most, Backtracking(n).every_step()))


def tell(steps: Iterable[Step]) -> Iterator[str]:
    r"""Put the steps of a search into words, a line each; deeper columns are indented.

    Examples
    --------
    >>> from nqueens.backtracking import tell, trace
    >>> print(*tell(trace(2)), sep="\n")
    column 0, row 0: placed
      column 1, row 0: attacked from column 0
      column 1, row 1: attacked from column 0
      column 1: no row works
    column 0, row 1: placed
      column 1, row 0: attacked from column 0
      column 1, row 1: attacked from column 0
      column 1: no row works
    column 0: no row works
    """
    worked: set[int] = set()
    for what, column, row, attacker, rows in steps:
        indented = "  " * column
        if what == "place":
            yield f"{indented}column {column}, row {row}: placed"
        elif what == "reject":
            yield f"{indented}column {column}, row {row}: attacked from column {attacker}"
        elif what == "board":
            worked = set(range(column))
            yield f"return {list(rows)}"
        else:
            other = " other" if column in worked else ""
            worked.discard(column)
            yield f"{indented}column {column}: no{other} row works"


class _Test(Protocol):
    """How a search finds out whether a square is safe from the queens in the columns before."""

    compared: int
    """Pairs of queens that were compared."""

    def __init__(self, n: int, rows: Sequence[int]) -> None: ...

    def is_safe(self, column: int, row: int) -> bool:
        """Tell whether no queen attacks the square."""

    def place(self, column: int, row: int) -> None:
        """Note that a queen is placed."""

    def take_back(self, column: int, row: int) -> None:
        """Forget her again."""


class Pairs:
    """The array is all there is: a square is compared with queen after queen."""

    def __init__(self, _n: int, rows: Sequence[int]) -> None:
        self._rows = rows
        self.compared = 0

    def is_safe(self, column: int, row: int) -> bool:
        """Tell whether no queen attacks the square."""
        attacker = first_attacker(self._rows, column, row)
        self.compared += column if attacker is None else attacker + 1
        return attacker is None

    def place(self, column: int, row: int) -> None:
        """Do nothing: the queen is in the array."""

    def take_back(self, column: int, row: int) -> None:
        """Do nothing: the columns from the queen's on are not looked at."""


class Sets:
    """The rows and diagonals that are taken, in three sets.

    Along a diagonal that rises row + column stays the same, along one that falls row - column.
    """

    def __init__(self, _n: int, _rows: Sequence[int]) -> None:
        self.compared = 0
        self._rows: set[int] = set()
        self._rising: set[int] = set()
        self._falling: set[int] = set()

    def is_safe(self, column: int, row: int) -> bool:
        """Tell whether no queen attacks the square."""
        return (
            row not in self._rows
            and row + column not in self._rising
            and row - column not in self._falling
        )

    def place(self, column: int, row: int) -> None:
        """Take the queen's lines."""
        self._rows.add(row)
        self._rising.add(row + column)
        self._falling.add(row - column)

    def take_back(self, column: int, row: int) -> None:
        """Free them."""
        self._rows.remove(row)
        self._rising.remove(row + column)
        self._falling.remove(row - column)


class Flags:
    """The same in three arrays of flags; row - column, which may be negative, counts from the end.

    Python's lists have places from -n to n - 1, which fits: row - column goes from -(n - 1) to
    n - 1, and in a list of 2n - 1 places no two of these meet.
    """

    def __init__(self, n: int, _rows: Sequence[int]) -> None:
        self.compared = 0
        self._rows = [False] * n
        self._rising = [False] * (2 * n - 1)
        self._falling = [False] * (2 * n - 1)

    def is_safe(self, column: int, row: int) -> bool:
        """Tell whether no queen attacks the square."""
        return not (self._rows[row] or self._rising[row + column] or self._falling[row - column])

    def place(self, column: int, row: int) -> None:
        """Take the queen's lines."""
        self._rows[row] = self._rising[row + column] = self._falling[row - column] = True

    def take_back(self, column: int, row: int) -> None:
        """Free them."""
        self._rows[row] = self._rising[row + column] = self._falling[row - column] = False


_TESTS: dict[str, type[_Test]] = {"pairs": Pairs, "sets": Sets, "flags": Flags}
_ORDERS = ("columns", "rows")


def _listed(words: Iterable[str]) -> str:
    *first, last = map(repr, words)
    return f"{', '.join(first)} or {last}"


def _mirrored(rows: Sequence[int]) -> tuple[int, ...]:
    """Turn the rows of the columns' queens into the columns of the rows' queens."""
    columns = [0] * len(rows)
    for column, row in enumerate(rows):
        columns[row] = column
    return tuple(columns)


def _until(limit: int | None, steps: Iterator[Step]) -> Iterator[Step]:
    """Give steps up to the board of that number."""
    boards = repeat(None) if limit is None else repeat(None, limit)
    for _ in boards:
        for step in steps:
            yield step
            if step.what == "board":
                break
        else:
            return
