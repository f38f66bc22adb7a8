"""One board, however large: written down, or repaired until no queen is attacked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from array import array
from itertools import islice
from pathlib import Path
from statistics import median
from time import sleep
from typing import Any

import pytest

import nqueens
from nqueens import compiled
from nqueens.construction import Construction
from nqueens.min_conflicts import MinConflicts
from nqueens.permutation import PermutationSearch
from nqueens.splitmix import SplitMix

ENGINES = ["python", *(["compiled"] if compiled.kernel else [])]
only_compiled = pytest.mark.skipif(compiled.kernel is None, reason="nothing is compiled here")
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


def is_right(board, n):
    """Tell in linear time whether a board has n queens that don't attack each other."""
    return (
        len(board) == n
        and set(board) == set(range(n))
        and len({row + column for row, column in enumerate(board)}) == n
        and len({row - column for row, column in enumerate(board)}) == n
    )


# Construction.


@pytest.mark.parametrize("n", [0, 1, *range(4, 201)])
def test_constructed_board_is_right(n):
    """For every n up to 200 that has a board the construction is one, in all its forms."""
    construction = Construction(n)
    (board,) = construction
    assert is_right(board, n)
    assert construction.board() == list(construction.columns()) == list(board)
    for engine in ENGINES:
        columns = construction.array(engine=engine)
        assert (columns.typecode, list(columns)) == ("i", list(board))
    assert construction.steps == {"queens": n}


@pytest.mark.parametrize("n", [10**6 - 1, 10**6, 10**6 + 4])
def test_constructed_board_of_a_million_queens_is_right(n):
    """A million queens, of each of the three kinds of n, don't attack each other."""
    board = Construction(n).board()
    assert is_right(board, n)
    assert Construction(n).array().tolist() == board


def test_construction_is_lazy():
    """The first columns of a board that no memory could hold come at once."""
    assert list(islice(Construction(10**18).columns(), 3)) == [1, 3, 5]
    assert list(islice(Construction(6 * 10**17 + 2).columns(), 2)) == [3 * 10**17, 3 * 10**17 + 2]


@pytest.mark.parametrize("n", [2, 3])
def test_boards_that_do_not_exist_are_not_written_down(n):
    """For 2 and 3 queens the list forms say that there is no board; the iterator is empty."""
    construction = Construction(n)
    assert list(construction) == []
    for form in (construction.columns, construction.board, construction.array):
        with pytest.raises(ValueError, match=f"n is {n}.*can't be placed"):
            form()
    with pytest.raises(ValueError, match=f"n is {n}.*can't be placed"):
        PermutationSearch(n).array()


def test_array_too_large_for_its_elements_is_refused():
    """Where four bytes are too few for a column, nothing is allocated: an error says so."""
    with pytest.raises(ValueError, match=str(2**31 + 1)):
        Construction(2**31 + 1).array()
    with pytest.raises(ValueError, match=str(2**31 + 1)):
        PermutationSearch(2**31 + 1)


# Permutation search.


@pytest.mark.parametrize("n", [0, 1, *range(4, 40), 100, 1000])
@pytest.mark.parametrize("engine", ENGINES)
def test_permutation_search_finds_a_board(n, engine):
    """Whatever the size and the seed, a right board is found, once."""
    for seed in range(3):
        search = PermutationSearch(n, seed=seed, engine=engine)
        board = next(search)
        assert is_right(board, n)
        assert list(search.array()) == list(board)
        assert next(search, None) is None


@only_compiled
@pytest.mark.parametrize("n", [1, 4, 6, 8, 13, 50, 333, 20_000])
def test_compiled_permutation_search_is_the_one_to_read(n):
    """In C and in Python the same seed gives the same board by the same steps."""
    for seed in (0, 1, 2**64 - 1, -1, 10**30):
        searches = [PermutationSearch(n, seed=seed, engine=engine) for engine in ENGINES]
        boards = [next(search) for search in searches]
        assert boards[0] == boards[1]
        assert searches[0].steps == searches[1].steps


@only_compiled
def test_permutation_search_places_a_million_queens():
    """A million queens are placed, checked in linear time; there is nearly nothing to repair."""
    search = PermutationSearch(10**6, seed=7)
    assert is_right(search.array(), 10**6)
    steps = search.steps
    assert 2 * 10**6 < steps["tries"] < 4 * 10**6
    assert steps["swaps"] < 10**5
    assert steps["restarts"] == 0


def test_seed_gives_the_same_board_for_good():
    """The board of a seed is part of what is promised: here are some, written down."""
    assert next(PermutationSearch(8, seed=1)) == (0, 5, 7, 2, 6, 3, 1, 4)
    assert next(MinConflicts(8, seed=4)) == (3, 6, 4, 1, 5, 0, 2, 7)
    assert next(PermutationSearch(8, seed=1 + 2**64)) == next(PermutationSearch(8, seed=1))
    assert len({next(PermutationSearch(12, seed=seed)) for seed in range(20)}) > 10


def test_random_numbers_are_those_of_the_published_generator():
    """The generator is SplitMix64: its first words from 1234567 are those that others print."""
    stream = SplitMix(1234567)
    assert [stream.word() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    assert all(0 <= SplitMix(seed).below(7) < 7 for seed in range(100))
    assert SplitMix(5).below(1) == 0


@only_compiled
@pytest.mark.parametrize("columns", [bytearray(16), memoryview(bytes(16)).cast("i")])
def test_kernel_writes_on_nothing_but_arrays(columns):
    """What is no writable array of four-byte numbers is refused, and not written on."""
    kernel: Any = compiled.kernel
    with pytest.raises((ValueError, BufferError)):
        kernel.permutation(columns, 0)
    with pytest.raises((ValueError, BufferError)):
        kernel.progression(columns, 0, 1)
    with pytest.raises(ValueError, match="no board"):
        kernel.permutation(array("i", [0, 0, 0]), 0)
    with pytest.raises(ValueError, match="below 2"):
        kernel.progression(array("i", [0, 0]), 2**31 - 1, 1)


PLACE_MANY = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from nqueens.permutation import PermutationSearch
print("ready", flush=True)
PermutationSearch(20_000_000, engine="compiled").array()
"""


@only_compiled
@posix_only
def test_ctrl_c_reaches_the_compiled_search():
    """Ctrl-C ends a compiled search that would take seconds within a moment."""
    environment = {**os.environ, "PYTHONPATH": str(Path(nqueens.__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, "-c", PLACE_MANY],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode != 0
    assert err.rstrip().endswith(b"KeyboardInterrupt")


@only_compiled
def test_other_threads_run_during_the_compiled_search():
    """While a board is searched for in C, other Python threads go on."""
    search = PermutationSearch(2_000_000, engine="compiled")
    searching = threading.Thread(target=search.array)
    searching.start()
    ticks = 0
    while searching.is_alive():
        sleep(0.001)
        ticks += 1
    searching.join()
    assert ticks > 5
    assert search.steps["tries"] > 0


# Min-conflicts.


@pytest.mark.parametrize("n", [0, 1, *range(4, 30), 100])
def test_min_conflicts_finds_a_board(n):
    """Whatever the size and the seed, a right board is found, once: no run walks in circles."""
    for seed in range(5):
        search = MinConflicts(n, seed=seed)
        assert is_right(next(search), n)
        assert next(search, None) is None


@pytest.mark.parametrize(("n", "moves"), [(6, 59), (8, 25), (12, 52)])
def test_min_conflicts_takes_as_many_moves_as_known(n, moves):
    """The median of the moves, restarts included, is near what an independent program takes."""
    searches = [MinConflicts(n, seed=seed) for seed in range(200)]
    for search in searches:
        next(search)
    assert moves / 1.5 < median(search.steps["moves"] for search in searches) < moves * 1.5


def test_min_conflicts_starts_anew_at_its_cap():
    """An attempt has 4n moves: a run that has started anew has made that many each time."""
    restarted = 0
    for seed in range(50):
        search = MinConflicts(6, seed=seed)
        next(search)
        steps = search.steps
        assert 24 * steps["restarts"] <= steps["moves"] <= 24 * (steps["restarts"] + 1)
        restarted += steps["restarts"] > 0
    assert restarted


@pytest.mark.parametrize("search", [MinConflicts, PermutationSearch])
@pytest.mark.parametrize("seed", ["one", 1.5, None])
def test_seed_that_is_no_number_is_refused(search, seed):
    """A seed is a whole number; the message shows what was given instead."""
    with pytest.raises(TypeError, match="seed is"):
        search(8, seed=seed)
