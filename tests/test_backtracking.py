"""The recursive searches: the right boards, and the steps that the textbooks count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nqueens.attack_counts import AttackCounts
from nqueens.backtracking import Backtracking, tell, trace

STEPS = json.loads(
    (Path(__file__).parent / "data" / "queens_steps.json").read_text(encoding="utf-8")
)
PLACED = list(enumerate(STEPS["backtracking, all boards: placed, n = 1..14"], start=1))
CALLS = list(enumerate(STEPS["backtracking, first board: calls, n = 1..12"], start=1))
VARIANTS = [(test, by) for test in ("pairs", "sets", "flags") for by in ("columns", "rows")]


def steps_of(search, name):
    """Give the steps of a search that a table has figures for."""
    return {step: search.steps[step] for step in STEPS[name]}


@pytest.mark.parametrize(("n", "calls"), CALLS)
def test_calls_to_the_first_board_are_those_of_the_textbook(n, calls):
    """Column by column, the search for one board calls itself as often as the textbook's does."""
    search = Backtracking(n)
    next(search, None)
    assert search.steps["calls"] == calls


@pytest.mark.parametrize(
    ("n", "placed"),
    [pytest.param(*row, marks=[pytest.mark.slow] if row[0] > 9 else []) for row in PLACED[:12]],
)
def test_placements_for_all_boards_are_the_known_ones(n, placed):
    """Row by row, the search for all boards places as many queens as is known."""
    search = Backtracking(n, by="rows", test="flags")
    search.count()
    assert search.steps["placed"] == search.steps["taken_back"] == placed


@pytest.mark.parametrize(("test", "by"), VARIANTS)
def test_steps_on_eight_queens(test, by):
    """Placed, skipped, taken back: each variant does what the textbook's simulator shows."""
    search = Backtracking(8, test=test, by=by)
    next(search)
    expected = dict(STEPS["backtracking, n = 8, first board"])
    if test != "pairs":
        expected["compared"] = 0  # nothing is compared where there are sets or flags
    assert {step: search.steps[step] for step in expected} == expected
    assert 1 + search.count() == 92
    name = "backtracking, n = 8, all boards"
    assert steps_of(search, name) == STEPS[name]


def test_steps_on_four_queens():
    """9 calls, 26 checks, 5 calls deep: the example that is done by hand."""
    search = Backtracking(4)
    next(search)
    name = "backtracking, n = 4, first board"
    assert steps_of(search, name) == STEPS[name]


@pytest.mark.parametrize("n", range(7))
@pytest.mark.parametrize("test", ["pairs", "sets", "flags"])
def test_by_columns_is_by_rows_on_the_mirrored_board(n, test):
    """Column by column come the boards of the other order, mirrored at the diagonal."""
    by_rows = list(Backtracking(n, test=test, by="rows"))
    by_columns = list(Backtracking(n, test=test))
    assert by_columns == [tuple(map(board.index, range(n))) for board in by_rows]
    assert by_rows == sorted(by_rows)


def test_attack_counts_on_eight_queens():
    """Calls, placements and dead squares are the known ones, for one board and for all."""
    search = AttackCounts(8)
    next(search)
    assert search.steps == STEPS["attack counts, n = 8, first board"]
    assert 1 + search.count() == 92
    assert search.steps == STEPS["attack counts, n = 8, all boards"]


def test_dead_square_loses_no_board():
    """A dead square ends its own branch alone: no board is lost, and they come in order."""
    for n in range(8):
        assert list(AttackCounts(n)) == list(Backtracking(n, by="rows", test="sets"))


# The search told step by step.


def attackers(queens, column, row):
    """Give the columns whose queens attack a square."""
    return [c for c, r in queens.items() if r == row or abs(r - row) == abs(c - column)]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("limit", [1, 2, None])
def test_trace_tells_the_search(n, limit):
    """Every square that is tried comes once, with the first column that attacks it, if any."""
    queens: dict[int, Any] = {}
    boards = []
    placed = rejected = 0
    for step in trace(n, limit=limit):
        if step.what in {"place", "reject"}:
            queens = {column: row for column, row in queens.items() if column < step.column}
            attacking = attackers(queens, step.column, step.row)
            assert step.attacker == (attacking[0] if attacking else None)
            assert (step.what == "reject") == bool(attacking)
            placed += not attacking
            rejected += bool(attacking)
            if not attacking:
                queens[step.column] = step.row
        elif step.what == "board":
            assert dict(enumerate(step.rows)) == queens
            boards.append(step.rows)
    search = Backtracking(n)
    found = [board for board, _ in zip(search, range(limit or 100), strict=False)]
    assert boards == [tuple(map(board.index, range(n))) for board in found]
    if limit is None:
        assert (placed, rejected) == (search.steps["placed"], search.steps["skipped"])


def test_four_queens_line_by_line():
    """26 squares are tried, 18 are attacked; 4 times no row works; then [1, 3, 0, 2] returns."""
    steps = list(trace(4))
    tried = [step for step in steps if step.what in {"place", "reject"}]
    assert len(tried) == 26
    assert all((step.attacker is not None) == (step.what == "reject") for step in tried)
    assert [step.what for step in steps].count("reject") == 18
    assert [step.what for step in steps].count("no row") == 4
    assert steps[-1].rows == (1, 3, 0, 2)
    lines = list(tell(steps))
    assert len(lines) == 26 + 4 + 1
    assert sum("row " in line and "no " not in line for line in lines) == 26
    assert sum(line.endswith("no row works") for line in lines) == 4
    assert lines[-1] == "return [1, 3, 0, 2]"


def test_columns_that_have_worked_are_told_apart():
    """After a board it is no other row that works: the words don't deny what has been found."""
    lines = list(tell(trace(4, limit=None)))
    after = lines.index("return [1, 3, 0, 2]")
    assert lines[after + 2] == "      column 3: no other row works"
    assert lines[-1] == "column 0: no other row works"
    assert lines[after + 1].endswith("row 3: attacked from column 1")


def test_trace_is_lazy():
    """The first steps of a search that would never end come at once."""
    assert next(trace(100)).what == "place"


# Arguments that make no sense.


@pytest.mark.parametrize("method", [Backtracking, AttackCounts])
def test_size_that_would_nest_too_deeply_is_refused(method):
    """Calls can't be nested without end: the message names the size and the largest one."""
    with pytest.raises(ValueError, match=r"201.*at most 200"):
        method(201)
    with pytest.raises(ValueError, match="-1"):
        method(-1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"test": "luck"}, r"test is 'luck'.*'pairs', 'sets' or 'flags'"),
        ({"by": "squares"}, r"by is 'squares'.*'columns' or 'rows'"),
        ({"given": [(8, 0)]}, r"\(8, 0\).*off the board"),
    ],
)
def test_bad_arguments_are_refused_by_name(arguments, message):
    """The message names what is wrong and says what would be right."""
    with pytest.raises(ValueError, match=message):
        Backtracking(8, **arguments)
