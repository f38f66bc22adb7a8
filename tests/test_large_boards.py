"""One board, however large: written down, or repaired until no queen is attacked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from array import array
from itertools import count, islice
from pathlib import Path
from statistics import median
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest

import nqueens
from nqueens import compiled, first_queens, solve_queens
from nqueens.construction import Construction
from nqueens.min_conflicts import MinConflicts
from nqueens.permutation import PermutationSearch, PythonPermutation
from nqueens.splitmix import SplitMix

if TYPE_CHECKING:
    from collections.abc import Callable

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


@pytest.mark.parametrize("n", [2**31 - 1, 10**12, 10**18])
def test_tuple_too_large_for_the_memory_is_refused_at_once(n):
    """Instead of taking gigabytes until there are none left, an error says what there is for such
    boards: as soon as somebody asks for the tuple, not at the first step.
    """
    ways: list[Callable[[], object]] = [
        lambda: next(Construction(n)),
        lambda: iter(Construction(n)),
        Construction(n).board,
        Construction(n).count,
        lambda: first_queens(n),
        lambda: solve_queens(n, method="construction"),
    ]
    if n < 2**31:
        ways += [
            lambda: next(PermutationSearch(n)),
            lambda: iter(PermutationSearch(n)),
            lambda: solve_queens(n, method="permutation"),
        ]
    for way in ways:
        with pytest.raises(ValueError, match=rf"n is {n}; more than {10**8} queens .*array\(\)"):
            way()


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


@pytest.mark.parametrize(("engine", "n"), [("python", 3000), ("compiled", 50_000)])
def test_board_that_another_thread_searches_for_is_refused_until_it_is_there(engine, n):
    """Whoever asks for a board gets one that is right, or is told that the search is running."""
    if engine not in ENGINES:
        pytest.skip("nothing is compiled here")
    for _ in range(5):
        search = PermutationSearch(n, seed=1, engine=engine)
        boards: list[Any] = []
        errors: list[str] = []

        def ask(search=search, boards=boards, errors=errors):
            try:
                boards.append(search.array())
            except RuntimeError as error:
                errors.append(str(error))

        asking = [threading.Thread(target=ask) for _ in range(4)]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        assert boards
        assert all(is_right(board, n) for board in boards)
        assert {*errors} <= {"this search is running already: one call at a time"}
        assert len(boards) + len(errors) == 4


class Interrupt(Exception):  # noqa: N818 - it is one, not an error
    """What a signal's handler raises, somewhere in the middle."""


def test_interrupted_search_finds_the_same_board(monkeypatch):
    """A search that begins anew gives the board of its seed, by the same steps, and none before."""
    whole = PermutationSearch(50, seed=3, engine="python")
    board = whole.array()
    swap, calls = PythonPermutation._swap_if_better, count(1)

    def interrupted(search, row, other):
        if next(calls) == 5:
            raise Interrupt
        swap(search, row, other)

    search = PermutationSearch(50, seed=3, engine="python")
    monkeypatch.setattr(PythonPermutation, "_swap_if_better", interrupted)
    with pytest.raises(Interrupt):
        search.array()
    assert search.steps == {"tries": 0, "swaps": 0, "restarts": 0}
    assert search.array() == board
    assert search.steps == whole.steps


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


INTERRUPTED_WITH_LITTLE_MEMORY = """
import os, resource, signal
from threading import Timer
from nqueens.construction import Construction
from nqueens.permutation import PermutationSearch
signal.signal(signal.SIGINT, signal.default_int_handler)
hard = resource.getrlimit(resource.RLIMIT_AS)[1]
resource.setrlimit(resource.RLIMIT_AS, (2**30, hard))
Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    {}
except (KeyboardInterrupt, MemoryError) as error:
    print(type(error).__name__)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on memory")
@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="as above")
@pytest.mark.parametrize(
    "call",
    [
        "next(Construction(10**8))",
        "Construction(10**8).board()",
        "Construction(10**9).array(engine='python')",
        pytest.param("Construction(10**9).array()", marks=only_compiled),
        pytest.param("PermutationSearch(10**9).array()", marks=only_compiled),
        "PermutationSearch(10**9, engine='python').array()",
    ],
)
def test_ctrl_c_ends_a_large_board_in_the_middle(call):
    """A board is written piece by piece, so that Ctrl-C is seen long before it is whole: here it
    comes when a small part of the memory is used, and there is no room for the whole.
    """
    environment = {**os.environ, "PYTHONPATH": str(Path(nqueens.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WITH_LITTLE_MEMORY.format(call)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=120,
    )
    assert done.stdout == "KeyboardInterrupt\n", done.stderr


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
