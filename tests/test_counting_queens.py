"""Counting n queens by bit masks and by quadrants: exact numbers, however it is asked for."""

from __future__ import annotations

import csv
from itertools import islice, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import LimitReached
from nqueens import compiled
from nqueens.bitmasks import Bitmasks

DATA = Path(__file__).parent / "data"
ENGINES = ["python", *(["compiled"] if compiled.kernel else [])]

with (DATA / "queens_counting.tsv").open(encoding="utf-8") as _file:
    _rows = csv.DictReader((line for line in _file if line[0] != "#"), delimiter="\t")
    FIGURES = [{name: int(number) for name, number in row.items() if number} for row in _rows]


def boards_of(n, occupied=(), empty=()):
    """Give all boards in lexicographic order, from all permutations, by the rules of chess."""
    return [
        board
        for board in permutations(range(n))
        if all(abs(board[r] - board[s]) != s - r for s in range(n) for r in range(s))
        and all(board[row] == column for row, column in occupied)
        and all(board[row] != column for row, column in empty)
    ]


def up_to(largest, fast):
    """Give the figures of boards up to a size; those of large ones make slow tests."""
    return [
        pytest.param(
            figures,
            id=str(figures["n"]),
            marks=[pytest.mark.slow] if figures["n"] > fast else [],
        )
        for figures in FIGURES[:largest]
    ]


@st.composite
def boards_with_squares(draw):
    """Draw a small board with some queens given and some squares blocked."""
    n = draw(st.integers(1, 7))
    squares = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    occupied = draw(st.lists(squares, max_size=2, unique=True))
    empty = draw(st.lists(squares, max_size=8))
    return n, occupied, [square for square in empty if square not in occupied]


# Bit masks.


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("figures", up_to(9, 9))
def test_masks_count_all_boards_and_place_as_many_queens_as_known(engine, figures):
    """The numbers of solutions are right, and the steps are those of backtracking by rows."""
    search = Bitmasks(figures["n"], engine=engine)
    assert search.count() == figures["all"]
    assert search.steps == {"placed": figures["placed"]}


@pytest.mark.parametrize("figures", up_to(16, 13))
def test_compiled_masks_count_larger_boards(figures):
    """The compiled search is right where the one to read would take too long."""
    if not compiled.kernel and figures["n"] > 9:
        pytest.skip("takes minutes in Python")
    search = Bitmasks(figures["n"])
    assert search.count() == figures["all"]
    assert search.steps["placed"] == figures.get("placed", search.steps["placed"])


@pytest.mark.parametrize("engine", ENGINES)
@given(boards_with_squares())
def test_masks_list_what_all_permutations_give_in_lexicographic_order(engine, board):
    """Given queens and blocked squares are respected; the order is row by row, leftmost first."""
    n, occupied, empty = board
    listed = list(Bitmasks(n, given=occupied, blocked=empty, engine=engine))
    assert listed == boards_of(n, occupied, empty)
    assert Bitmasks(n, given=occupied, blocked=empty, engine=engine).count() == len(listed)


@pytest.mark.parametrize("engine", ENGINES)
def test_steps_are_those_up_to_the_board_that_was_handed_out(engine):
    """However far the search looks ahead, the steps tell of the board in hand: 113 for the first
    of 8 queens, and at every later board as many as a search that stops there.
    """
    search = Bitmasks(8, engine=engine)
    assert search.steps == {"placed": 0}
    next(search)
    assert search.steps == {"placed": 113}
    for found, _ in enumerate(search, start=2):
        exact = Bitmasks(8, engine="python", max_nodes=search.steps["placed"])
        assert len(list(islice(exact, found))) == found
    assert search.steps == {"placed": 2056}


@pytest.mark.parametrize("engine", ENGINES)
@given(most=st.integers(0, 2100), listed=st.integers(0, 95))
def test_a_limit_on_queens_is_no_end_and_the_search_goes_on(engine, most, listed):
    """Boards before the limit are handed out, then `LimitReached` comes, and then the rest."""
    search = Bitmasks(8, engine=engine, max_nodes=most)
    boards: list[tuple[int, ...]] = []
    limits: list[LimitReached] = []
    try:
        boards.extend(islice(search, listed))
        rest = search.count()
    except LimitReached as limit:
        limits.append(limit)
        rest = limit.solutions - len(boards) + search.count()
    assert len(boards) + rest == 92
    assert len(limits) == (most < 2056)
    assert all(limit.reason == "nodes" and limit.search is search for limit in limits)
    assert all(limit.stats.nodes == most for limit in limits)
    assert search.steps == {"placed": 2056}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_on_time_is_no_end_either(engine):
    """With no time at all nothing is found, and that is not taken for 'no solution'."""
    search = Bitmasks(8, engine=engine, seconds=0)
    with pytest.raises(LimitReached, match="its limit on seconds, after 0 nodes and 0 solutions"):
        next(search)
    assert search.count() == 92


@pytest.mark.parametrize("engine", ENGINES)
def test_boards_without_end_come_one_by_one(engine):
    """The first of very many boards comes at once."""
    first = next(Bitmasks(20, engine=engine))
    assert sorted(first) == list(range(20))
    assert first[:3] == (0, 2, 4)


def test_masks_of_more_than_64_rows_are_searched_in_python():
    """There is no largest board; only the compiled search has one, and says so."""
    queens = [(row, column) for row, column in enumerate([*range(1, 65, 2), *range(0, 65, 2)])]
    assert next(Bitmasks(65, given=queens[:60]))[:60] == tuple(column for _, column in queens[:60])
    if compiled.kernel:
        with pytest.raises(ValueError, match="n is 65; compiled masks take boards of up to 64 row"):
            Bitmasks(65, engine="compiled")


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"n": -1}, ValueError, "n is -1; the size of the board must be 0 or more"),
        ({"n": 4, "given": [(4, 0)]}, ValueError, r"given has the square \(4, 0\), .* off the boa"),
        ({"n": 4, "max_nodes": -1}, ValueError, "max_nodes is -1; it must be 0 or more"),
        ({"n": 4, "max_nodes": 1.5}, TypeError, "max_nodes is 1.5; it must be a whole number"),
        ({"n": 4, "seconds": "1"}, TypeError, "seconds is '1'; it must be a number of seconds"),
        ({"n": 4, "seconds": float("nan")}, ValueError, "seconds is nan; it must be 0 or more"),
        ({"n": 4, "engine": "gpu"}, ValueError, "there is no engine 'gpu'; the engines are 'auto"),
    ],
)
def test_what_makes_no_sense_is_refused_at_the_call(wrong, error, message):
    """The message names what is wrong, and says what would be right."""
    with pytest.raises(error, match=message):
        Bitmasks(**wrong)


# Without the compiled part.


def test_nothing_compiled_is_needed_and_its_absence_is_told_once(monkeypatch):
    """Without the extension the numbers are the same, and a warning says why it takes longer."""
    monkeypatch.setattr(compiled, "kernel", None)
    compiled._say_that_nothing_is_compiled.cache_clear()
    with pytest.warns(RuntimeWarning, match="without its compiled part") as warned:
        assert [Bitmasks(n).count() for n in range(8)] == [1, 1, 0, 0, 2, 10, 4, 40]
    assert len(warned) == 1
    with pytest.raises(ValueError, match="the engine 'compiled' has not been built"):
        Bitmasks(8, engine="compiled")
