"""A search for boards told as data: small tuples, from which every board follows, forth and back.

A trace of exact cover is that of its problem (`dlx.trace`). The other methods tell these events,
each a tuple of a word and whole numbers. A *line* is a column where the queens go onto the board
column by column, and a row where they go row by row.

==============================================  ====================================================
``('call', line)``                              the function that fills this line and those after it
                                                is called
``('reject', row, column, row2, column2)``      a square is attacked by the queen on the second one
``('place', row, column)``                      a queen is placed
``('dead', row, column, line)``                 the queen just placed leaves no free square on this
                                                line
``('take back', row, column)``                  the queen is taken back
``('no square', line)``                         all squares of the line have been tried
``('return', line)``                            the function returns
``('move', row, column, column2, attackers)``   the row's queen moves from one column to another,
                                                perhaps the same, where so many others attack her
``('restart', number)``                         the moves have led nowhere: set up anew; restarts
                                                are numbered from 1
``('solution', number)``                        no queen attacks another; boards are numbered from 1
``('end', done)``                               the last event: 1 when the search is through, 0 when
                                                a limit ended the trace
==============================================  ====================================================

An event is a change and holds all that its undoing needs. `Replay` walks along them.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from dlx.errors import counted
from nqueens.arguments import has_boards, number_of
from nqueens.attack_counts import AttackCounts
from nqueens.backtracking import Backtracking
from nqueens.exact_cover import queens_problem
from nqueens.min_conflicts import MinConflicts
from nqueens.unbroken import Unbroken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dlx import Problem
    from dlx.trace import Trace
    from nqueens.arguments import Square

Event = tuple[Any, ...]

VERSION = 1
"""The version of the events and of their form as JSON."""

WORDS = (
    "call",
    "reject",
    "place",
    "dead",
    "take back",
    "no square",
    "return",
    "move",
    "restart",
    "solution",
    "end",
)
"""The words that events begin with."""

_NAMES = {
    "dlx": "dancing links",
    "backtracking": "backtracking",
    "attack_counts": "attack counts",
    "min_conflicts": "min-conflicts",
}
"""What the methods that can be traced are called."""

METHODS = tuple(_NAMES)
"""The methods that can be traced."""

_LISTINGS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "backtracking": (
        ("place(column):", ("call",)),
        ("    if column = n: report the board, and return", ("solution",)),
        ("    for each row from the top:", ()),
        ("        if a queen attacks (row, column): go on to the next row", ("reject",)),
        ("        put a queen there", ("place",)),
        ("        place(column + 1)", ()),
        ("        take the queen back", ("take back",)),
        ("    no row is left", ("no square",)),
        ("    return", ("return",)),
    ),
    "attack_counts": (
        ("place(row):", ("call",)),
        ("    if row = n: report the board, and return", ("solution",)),
        ("    for each square of the row that no queen attacks:", ()),
        ("        put a queen there; add 1 to what she attacks in later rows", ("place",)),
        ("        if a later row has no free square left: she is on a dead square", ("dead",)),
        ("        else: place(row + 1)", ()),
        ("        take the queen back; subtract 1 again", ("take back",)),
        ("    return", ("return",)),
    ),
    "min_conflicts": (
        ("set up: each row's queen where the fewest before her attack her", ("place",)),
        ("repeat, 4n times at most:", ()),
        ("    if no queen is attacked: report the board, and stop", ("solution",)),
        ("    take a random one of those that are attacked", ()),
        ("    move her, in her row, to where the fewest attack her", ("move",)),
        ("clear the board, and begin anew", ("restart", "take back")),
    ),
}
"""What each method does, line by line, and the words of the events that happen there."""


def trace(
    n: int,
    *,
    method: str = "dlx",
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
    seed: int = 0,
    limit: int | None = None,
    max_events: int | None = None,
) -> QueensTrace:
    """Tell a search for boards step by step, as data.

    Parameters
    ----------
    n : int
        The size of the board.
    method : {'dlx', 'backtracking', 'attack_counts', 'min_conflicts'}
        How to search: by exact cover; by the recursive function of the textbooks, column by column;
        with attack counts and dead squares, row by row; or by moving queens until none is attacked.
    given, blocked : iterable of (row, column)
        Squares that have a queen, and squares that have none; not for ``'min_conflicts'``.
    seed : int
        For ``'min_conflicts'``: chooses the random numbers.
    limit : int, optional
        End after so many boards.
    max_events : int, optional
        End after so many events.

    Returns
    -------
    QueensTrace
        An iterator of events.

    Raises
    ------
    TypeError, ValueError
        At the call, if an argument makes no sense; the message names it.

    Examples
    --------
    >>> from nqueens import trace
    >>> for event in trace(2, method="backtracking"):
    ...     print(*event)
    call 0
    place 0 0
    call 1
    reject 0 1 0 0
    reject 1 1 0 0
    no square 1
    return 1
    take back 0 0
    place 1 0
    call 1
    reject 0 1 1 0
    reject 1 1 1 0
    no square 1
    return 1
    take back 1 0
    no square 0
    return 0
    end 1
    """
    most = None if limit is None else number_of("limit", limit)
    budget = None if max_events is None else number_of("max_events", max_events)
    occupied, empty = tuple(given), tuple(blocked)
    if method == "dlx":
        problem = queens_problem(n, given=occupied, blocked=empty)
        return CoverTrace(n, problem, problem.trace(limit=most, max_events=budget))
    if method == "backtracking":
        events = _backtracking(Backtracking(n, given=occupied, blocked=empty))
    elif method == "attack_counts":
        events = _AttackCounts(n, given=occupied, blocked=empty).events()
    elif method == "min_conflicts":
        if occupied or empty:
            raise ValueError("method 'min_conflicts' can't take given or blocked squares")
        events = _MinConflicts(n, seed=seed).events()
    else:
        known = ", ".join(map(repr, METHODS))
        raise ValueError(f"method is {method!r}; the methods that can be traced are {known}")
    return MethodTrace(n, method, _limited(events, most, budget), given=occupied, blocked=empty)


class QueensTrace(Unbroken[Event]):
    """The events of a search for boards, as they happen: an iterator of tuples.

    `trace` makes one. In a notebook `nqueens.player.Player` plays it.

    Attributes
    ----------
    n : int
        The size of the board.
    title : str
        What is searched, and how.
    """

    def __init__(self, n: int, method: str, events: Iterator[Event]) -> None:
        super().__init__(events)
        self.n = n
        self.title = f"{counted(n, 'queen')} by {_NAMES[method]}"

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """Give the events that are left, and what they are about, to be written as JSON.

        Returns
        -------
        dict
            Of plain data. ``kind`` says which: ``'exact cover'`` as `dlx.trace.Trace.as_json` tells
            it, with one key more, ``board``, a dict of the numbers of ``rows`` and ``columns`` and
            of the ``squares`` of the options; or ``'queens'`` with the keys ``version``, ``title``,
            ``method``, ``n``, ``given`` and ``blocked`` (lists of squares), ``by`` (``'rows'`` or
            ``'columns'``: what the lines are), ``words``, ``events`` and ``listing``: its ``lines``
            say what the method does, and ``at`` says for each word on which of them, from 0, its
            events happen.
        """


class CoverTrace(QueensTrace):
    """The events of a search by exact cover, those of `dlx.trace`.

    Attributes
    ----------
    problem : dlx.Problem
        The problem, whose options are labeled with squares.
    """

    def __init__(self, n: int, problem: Problem, events: Trace) -> None:
        super().__init__(n, "dlx", events)
        self.problem, self._trace = problem, events

    def as_json(self) -> dict[str, Any]:
        """Give the problem and the events; `QueensTrace.as_json` tells how."""
        board = {"rows": self.n, "columns": self.n, "squares": [*map(list, self.problem)]}
        return {**self._trace.as_json(title=self.title), "board": board}


class MethodTrace(QueensTrace):
    """The events of one of the other methods.

    Attributes
    ----------
    method : str
        Its name.
    by : str
        ``'rows'`` or ``'columns'``: what lines are.
    listing : dict
        What the method does, as in `as_json`.
    """

    def __init__(
        self,
        n: int,
        method: str,
        events: Iterator[Event],
        *,
        given: Sequence[Square] = (),
        blocked: Sequence[Square] = (),
    ) -> None:
        super().__init__(n, method, events)
        self.method, self._given, self._blocked = method, given, blocked
        self.by = "columns" if method == "backtracking" else "rows"
        lines = _LISTINGS[method]
        self.listing: dict[str, Any] = {
            "title": _NAMES[method].capitalize(),
            "lines": [line for line, _ in lines],
            "at": {word: place for place, (_, words) in enumerate(lines) for word in words},
        }

    def as_json(self) -> dict[str, Any]:
        """Give the events; `QueensTrace.as_json` tells how."""
        code = {word: number for number, word in enumerate(WORDS)}
        return {
            "version": VERSION,
            "kind": "queens",
            "title": self.title,
            "method": self.method,
            "n": self.n,
            "given": [*map(list, self._given)],
            "blocked": [*map(list, self._blocked)],
            "by": self.by,
            "listing": self.listing,
            "words": list(WORDS),
            "events": [[code[word], *numbers] for word, *numbers in self],
        }


class Replay:
    """What is on the board between two events of a trace, found by walking along them.

    Attributes
    ----------
    queens : list of (row, column)
        The squares of the queens, in the order in which they were placed.
    calls : list of int
        The lines of the calls in progress, the first call first.
    placed, skipped, taken_back, moves, restarts, solutions : int
        How many events of these kinds there have been.

    Examples
    --------
    >>> from nqueens import trace
    >>> from nqueens.traces import Replay
    >>> replay, events = Replay(), list(trace(4, method="backtracking", limit=1))
    >>> for event in events:
    ...     replay.forward(event)
    >>> replay.queens, replay.calls, replay.placed, replay.skipped, replay.taken_back
    ([(1, 0), (3, 1), (0, 2), (2, 3)], [0, 1, 2, 3, 4], 8, 18, 4)
    >>> for event in reversed(events):
    ...     replay.backward(event)
    >>> replay.queens, replay.calls, replay.placed
    ([], [], 0)
    """

    def __init__(self) -> None:
        self.queens: list[Square] = []
        self.calls: list[int] = []
        self.placed = self.skipped = self.taken_back = 0
        self.moves = self.restarts = self.solutions = 0

    def forward(self, event: Event) -> None:
        """Go over an event, to the board after it."""
        self._go(event, 1)

    def backward(self, event: Event) -> None:
        """Go back over the event that was gone over last, to the board before it."""
        self._go(event, -1)

    def _go(self, event: Event, sign: int) -> None:
        word, *numbers = event
        if word in {"place", "take back"}:
            if (word == "place") == (sign > 0):
                self.queens.append((numbers[0], numbers[1]))
            else:
                self.queens.pop()
        elif word in {"call", "return"}:
            if (word == "call") == (sign > 0):
                self.calls.append(numbers[0])
            else:
                self.calls.pop()
        elif word == "move":
            row, *columns, _ = numbers
            before, after = columns[::sign]
            self.queens[self.queens.index((row, before))] = row, after
        counter = _COUNTERS.get(word)
        if counter is not None:
            setattr(self, counter, getattr(self, counter) + sign)


_COUNTERS = {
    "place": "placed",
    "reject": "skipped",
    "take back": "taken_back",
    "move": "moves",
    "restart": "restarts",
    "solution": "solutions",
}


def _limited(events: Iterator[Event], limit: int | None, max_events: int | None) -> Iterator[Event]:
    """Give events with their solutions numbered, up to a limit, and then the last event."""
    solutions, done = 0, 1
    for told, event in enumerate(events):
        if solutions == limit or told == max_events:
            done = 0
            break
        if event[0] == "solution":
            solutions += 1
            yield "solution", solutions
        else:
            yield event
    yield "end", done


def _backtracking(search: Backtracking) -> Iterator[Event]:
    queens: list[Square] = []
    yield "call", 0
    for what, column, row, attacker, _ in search.every_step():
        if what == "place":
            queens.append((row or 0, column))
            yield "place", row, column
            yield "call", column + 1
            continue
        if what == "reject":
            yield "reject", row, column, *queens[attacker or 0]
            continue
        yield ("solution",) if what == "board" else ("no square", column)
        yield "return", column
        if queens:
            yield "take back", *queens.pop()


class _AttackCounts(AttackCounts):
    """The search with attack counts, telling its steps."""

    def events(self) -> Iterator[Event]:
        self._told: list[Event] = []
        return self._place(0)

    def _place(self, row: int) -> Iterator[Event]:
        yield from self._flush()
        yield "call", row
        for event in super()._place(row):
            yield from self._flush()
            yield ("solution",) if row == self._n else event
        yield from self._flush()
        yield "return", row

    def _attack(self, row: int, column: int) -> None:
        super()._attack(row, column)
        self._told.append(("place", row, column))
        if 0 in self._free[row + 1 :]:
            self._told.append(("dead", row, column, self._free.index(0, row + 1)))

    def _withdraw(self, row: int, column: int) -> None:
        super()._withdraw(row, column)
        self._told.append(("take back", row, column))

    def _flush(self) -> Iterator[Event]:
        told, self._told = self._told, []
        yield from told


class _MinConflicts(MinConflicts):
    """The search by moving queens, telling its steps."""

    def events(self) -> Iterator[Event]:
        if not has_boards(self._n):
            return
        self._told: list[Event] = []
        while not self._attempt():
            yield from self._told
            yield from (("take back", *queen) for queen in reversed([*enumerate(self._columns)]))
            self._restarts += 1
            yield "restart", self._restarts
        yield from self._told
        yield ("solution",)

    def _set_up(self) -> None:
        super()._set_up()
        self._told = [("place", *queen) for queen in enumerate(self._columns)]

    def _move(self, row: int) -> None:
        before = self._columns[row]
        super()._move(row)
        after = self._columns[row]
        self._told.append(("move", row, before, after, self._attackers(row, after)))
