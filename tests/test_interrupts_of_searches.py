"""A search for queens that was interrupted goes on, or says that it can't: it never seems done."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from itertools import count
from typing import Any

import pytest

from dlx import LimitReached
from nqueens import backtracking, solve_queens, trace
from nqueens.methods import begin_counting
from nqueens.unbroken import Unbroken


class Interrupt(Exception):  # noqa: N818 - it stands for what a signal handler raises
    """What comes from outside, between any two lines."""


def interrupted_at(number, call, files):
    """Call a function, and raise an exception before the line of that number in these files.

    Returns
    -------
    bool
        Whether the function got so far.
    """
    lines = count()

    def trace_line(_frame, event, _):
        if event == "line" and next(lines) == number:
            raise Interrupt
        return trace_line

    def trace_call(frame, _event, _):
        name = frame.f_code.co_filename.replace("\\", "/")
        return trace_line if name.endswith(files) else None

    before = sys.gettrace()
    sys.settrace(trace_call)
    try:
        call()
    except Interrupt:
        return True
    finally:
        sys.settrace(before)
    return False


FILES = (
    "nqueens/backtracking.py",
    "nqueens/attack_counts.py",
    "nqueens/min_conflicts.py",
    "nqueens/traces.py",
)
SEARCHES: dict[str, Any] = {
    "backtracking": lambda: solve_queens(5, method="backtracking"),
    "attack_counts": lambda: solve_queens(5, method="attack_counts"),
    "min_conflicts": lambda: solve_queens(5, method="min_conflicts"),
    "steps": lambda: backtracking.trace(4, limit=None),
    "events of backtracking": lambda: trace(4, method="backtracking"),
    "events of attack counts": lambda: trace(4, method="attack_counts"),
    "events of min-conflicts": lambda: trace(5, method="min_conflicts"),
}


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES.keys())
def test_interrupted_search_says_that_it_cannot_go_on(search):
    """Wherever an exception comes in the middle of a step, the next call says so, and each later.

    It was StopIteration, as if there were no more boards; for min-conflicts, as if none existed.
    """
    whole = list(search())
    interrupted = 0
    for number in count(step=53):
        steps = search()
        seen: list[Any] = []
        if not interrupted_at(number, partial(seen.extend, steps), FILES):
            break
        interrupted += 1
        assert seen == whole[: len(seen)]
        for _ in range(2):
            with pytest.raises(RuntimeError, match=r"interrupted in the middle.*begin a new one"):
                next(steps)
    assert interrupted > 5
    assert seen == whole


@pytest.mark.parametrize("method", ["backtracking", "attack_counts"])
def test_interrupted_count_is_no_count(method):
    """After an exception in the middle of counting, counting again gives no number."""
    search: Any = begin_counting(method, 6)
    assert interrupted_at(100, search.count, FILES)
    with pytest.raises(RuntimeError, match="interrupted in the middle"):
        search.count()
    with pytest.raises(RuntimeError, match="interrupted in the middle"):
        next(search)
    assert all(number >= 0 for number in search.steps.values())


def test_whole_search_ends_again_and_again():
    """A search that has come to its end stays there: no word of an interrupt."""
    search = Unbroken(iter("ab"))
    assert list(search) == ["a", "b"]
    assert list(search) == []
    counted = begin_counting("backtracking", 6)
    assert (counted.count(), counted.count()) == (4, 0)


@pytest.mark.parametrize("engine", ["auto", "python"])
@pytest.mark.parametrize("method", ["dlx", "bitmasks"])
def test_no_board_is_lost_between_two(method, engine):
    """An exception outside the engines loses no board: the next call gives what was to come."""
    files = ("nqueens/bitmasks.py", "nqueens/exact_cover.py", "nqueens/board.py")
    whole = list(solve_queens(6, method=method, engine=engine))
    torn = 0
    for number in count():
        search = solve_queens(6, method=method, engine=engine)
        seen: list[Any] = []
        if not interrupted_at(number, partial(seen.extend, search), files):
            break
        try:
            seen += search
        except RuntimeError:  # in the middle of a step of the engine in Python
            assert (method, engine) != ("dlx", "auto")
            torn += 1
        else:
            left = Counter(whole)
            left.subtract(seen)
            # The line before which it came may be that which hands the board out.
            assert sum(left.values()) <= 1
            assert min(left.values()) == 0
    assert torn == 0 or method == "bitmasks"


@pytest.mark.parametrize(("method", "columns"), [("dlx", None), ("dlx", 9), ("bitmasks", None)])
def test_limited_list_goes_on_after_its_limit(method, columns):
    """After LimitReached the iterator gives the boards that are left, whatever the board's width.

    With `columns` it gave none.
    """
    board: Any = {} if columns is None else {"columns": columns}
    seen: list[Any] = []
    boards = solve_queens(8, method=method, max_nodes=300, **board)
    with pytest.raises(LimitReached) as caught:
        seen.extend(boards)
    assert caught.value.solutions == len(seen) > 0
    rest = list(boards)
    assert seen + rest == list(solve_queens(8, method=method, **board))
    assert {getattr(found, "width", None) for found in rest} == {columns}
