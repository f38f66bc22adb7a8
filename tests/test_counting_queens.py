"""Counting n queens by bit masks and by quadrants: exact numbers, however it is asked for."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import threading
import warnings
from contextlib import suppress
from itertools import islice, permutations
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nqueens
from dlx import LimitReached
from nqueens import compiled, count_by_symmetry, quadrants, symmetries
from nqueens.bitmasks import Bitmasks
from nqueens.quadrants import LARGEST, PythonQuadrants, Quadrants, Task, tasks
from nqueens.turns import Turn

DATA = Path(__file__).parent / "data"
ENGINES = ["python", *(["compiled"] if compiled.kernel else [])]
KERNEL: Any = compiled.kernel
only_compiled = pytest.mark.skipif(not compiled.kernel, reason="takes too long in Python")
posix_only = pytest.mark.skipif(os.name != "posix", reason="sends a signal to a process")

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


@only_compiled
@pytest.mark.parametrize("figures", up_to(16, 13))
def test_compiled_masks_count_larger_boards(figures):
    """The compiled search is right where the one to read would take too long."""
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
    """The largest board of the compiled search is small, and it says so; the other one takes what
    the memory can hold, and refuses what it can't before it begins.
    """
    queens = [(row, column) for row, column in enumerate([*range(1, 65, 2), *range(0, 65, 2)])]
    assert next(Bitmasks(65, given=queens[:60]))[:60] == tuple(column for _, column in queens[:60])
    if compiled.kernel:
        with pytest.raises(ValueError, match="n is 65; compiled masks take boards of up to 64 row"):
            Bitmasks(65, engine="compiled")
    assert Bitmasks(10_000, max_nodes=0).steps == {"placed": 0}
    for n in (10_001, 10**9, 10**15):
        with pytest.raises(ValueError, match=rf"n is {n}; bit masks take .* up to 10000 rows"):
            Bitmasks(n)


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


# Quadrants.


def boards_of_task(n, task):
    """Count by masks the boards of a task with one queen in the middle column and one in the middle
    row: in the rows of the north-western quadrant queens stand to the left of the middle, in the
    other northern rows to the right of it.
    """
    half = n // 2
    occupied = [(task.middle_row, half), (half, task.middle_column)]
    empty = [
        (row, column)
        for row in range(half)
        for column in range(n)
        if row != task.middle_row and (column < half) != bool(task.north_west >> row & 1)
    ]
    return Bitmasks(n, given=occupied, blocked=empty).count()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("n", range(12))
def test_quadrants_count_what_masks_count_one_by_one(engine, n):
    """The two methods share nothing, and agree on every size, odd and even."""
    assert Quadrants(n, engine=engine).count() == Bitmasks(n).count()


@only_compiled
@pytest.mark.parametrize("figures", up_to(18, 16))
def test_compiled_quadrants_count_larger_boards(figures):
    """The numbers are those of the On-Line Encyclopedia of Integer Sequences."""
    assert Quadrants(figures["n"]).count() == figures["all"]


@only_compiled
@pytest.mark.parametrize("n", [2, 3, 6, 7, 10, 11])
def test_each_task_takes_the_same_steps_compiled_as_in_the_reference(n):
    """Boards, half boards and pairs of each task agree, not only their sums; and of parts of it."""
    reference, table = PythonQuadrants(n, 1), KERNEL.Quadrants(n, 1)
    assert reference.placements == table.placements
    for task in tasks(n):
        for southern in (0, 2):
            part = task._replace(southern=southern)
            assert reference.count(*part, 60) == table.count(*part, 60)


@only_compiled
@pytest.mark.parametrize(
    ("n", "task"),
    [
        *((13, task) for task in tasks(13) if task.middle_row < 6 and task.north_west in {5, 26}),
        # From 18 on some diagonals must be left out of a signature, or it would run over.
        (19, Task(0, 1, 2)),
        (19, Task(3, 7, 256)),
    ],
    ids=str,
)
def test_boards_of_a_task_are_those_that_masks_find(n, task):
    """A task has the boards that it says it has, times eight, also where words are nearly full."""
    boards, _, _, southern = KERNEL.Quadrants(n, 60).count(*task, 60)
    assert southern is None
    assert boards == 8 * boards_of_task(n, task)


@pytest.mark.parametrize("engine", ENGINES)
def test_threads_change_nothing_but_the_time(engine):
    """However many threads share the work, number and steps are the same."""
    alone = Quadrants(11, engine=engine)
    assert alone.count() == 2680
    for threads in (2, 3, 8):
        shared = Quadrants(11, threads=threads, engine=engine)
        assert (shared.count(), shared.steps) == (2680, alone.steps)
        assert (shared.count(), shared.stats.solutions) == (0, 2680)  # asked again


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_count_that_runs_out_of_time_goes_on_where_it_was(engine, threads):
    """No time is no answer; what was counted by then is told, and the next call counts the rest."""
    counting = Quadrants(12, threads=threads, engine=engine, seconds=0)
    with pytest.raises(LimitReached, match="its limit on seconds, after 0 nodes and 0 solutions"):
        counting.count()
    assert counting.count() == 14200
    counting = Quadrants(12, threads=threads, engine=engine, seconds=0.001)
    told = 0
    try:
        told = counting.count()
    except LimitReached as limit:
        assert limit.search is counting  # noqa: PT017 - a fast machine is through by then
        told = limit.solutions
        assert 0 <= told <= 14200  # all may have been found, and not all been looked through
    assert told + counting.count() == 14200
    assert counting.stats.solutions == 14200
    assert counting.steps == {"placements": 2635, "half_boards": 20855, "pairs": 436172}


def test_boards_beyond_what_is_known_are_refused_with_the_reason():
    """The largest board is told, and why it is the largest."""
    refused = "n is 21; quadrants count boards of up to 20 rows: beyond that no count has been comp"
    with pytest.raises(ValueError, match=refused):
        Quadrants(21)
    with pytest.raises(ValueError, match=refused):
        count_by_symmetry(21)
    if compiled.kernel:
        assert KERNEL.QUADRANTS_LARGEST == LARGEST


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"n": -1}, ValueError, "n is -1; the size of the board must be 0 or more"),
        ({"n": 8, "threads": 0}, ValueError, "threads is 0; it must be from 1 to 256"),
        ({"n": 8, "threads": "2"}, TypeError, "threads is '2'; it must be a whole number"),
        ({"n": 8, "seconds": -1}, ValueError, "seconds is -1; it must be 0 or more"),
        ({"n": 8, "engine": "gpu"}, ValueError, "there is no engine 'gpu'"),
    ],
)
def test_what_makes_no_sense_is_refused_before_counting(wrong, error, message):
    """The message names what is wrong, and says what would be right."""
    with pytest.raises(error, match=message):
        Quadrants(**wrong)
    with pytest.raises(error, match=message):
        count_by_symmetry(**wrong)


@only_compiled
def test_the_kernel_refuses_what_would_read_beyond_its_tables():
    """Whatever is passed to it: sizes, tasks, lists of squares."""
    kernel = KERNEL
    for size in (-1, 0, 1, 21, 64):
        with pytest.raises(ValueError, match="no quadrants of this size"):
            kernel.Quadrants(size, 1.0)
    even, odd = kernel.Quadrants(6, 1.0), kernel.Quadrants(7, 1.0)
    for task in [(3, 3, 8, 0), (3, 3, 7, 0), (0, 1, 0, 0), (3, 3, 0, -1), (-1, 3, 0, 0)]:
        with pytest.raises(ValueError, match="no such task"):
            even.count(*task, 1.0)
    for task in [(0, 1, 1, 0), (3, 1, 0, 0), (1, 3, 0, 0), (0, 4, 0, 0)]:
        with pytest.raises(ValueError, match="no such task"):
            odd.count(*task, 1.0)
    assert odd.count(0, 1, 0, 10**9, 1.0) == (0, 0, 0, None)
    with pytest.raises(ValueError, match="once"):
        even.__init__(6, 1.0)
    with pytest.raises(RuntimeError, match="not been made"):
        kernel.Quadrants.__new__(kernel.Quadrants).count(3, 3, 0, 0, 1.0)
    with pytest.raises(RuntimeError, match="not been set up"):
        kernel.Masks.__new__(kernel.Masks).run(1, 1, 1.0, True)  # noqa: FBT003 - positional in C
    with pytest.raises(ValueError, match="does not fit"):
        kernel.Masks((0,) * 65)
    for size in (1, 33):
        with pytest.raises(ValueError, match="2 to 32 rows"):
            kernel.count_half_turn(size)


COUNT_FOR_MINUTES = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from nqueens.bitmasks import Bitmasks
from nqueens.quadrants import Quadrants
counting = {}
print("ready", flush=True)
try:
    counting.count()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@only_compiled
@posix_only
@pytest.mark.parametrize(
    "counting",
    [
        "Bitmasks(20)",
        "Quadrants(20)",
        "Quadrants(20, threads=3)",
        "Quadrants(19)",
        "Quadrants(16, threads=2, engine='python')",
    ],
)
def test_ctrl_c_ends_a_count_at_once(counting):
    """Minutes of work end when they are interrupted, whatever the number of threads."""
    environment = {**os.environ, "PYTHONPATH": str(Path(nqueens.__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, "-c", COUNT_FOR_MINUTES.format(counting)],
        stdout=subprocess.PIPE,
        env=environment,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    assert out == b"interrupted\n"
    assert process.returncode == 0


@only_compiled
def test_other_threads_run_while_it_counts():
    """The GIL is let go of: other Python threads go on meanwhile."""
    counting = Quadrants(16)
    counted: list[int] = []
    thread = threading.Thread(target=lambda: counted.append(counting.count()))
    thread.start()
    ticks = 0
    while thread.is_alive():
        sleep(0.001)
        ticks += 1
    assert counted == [14772512]
    assert ticks >= 3


def test_one_count_is_not_counted_by_two_calls_at_once(monkeypatch):
    """A second call on the same count is refused, as each would do a part of the work alone."""

    class SecondCall(PythonQuadrants):
        """At each task somebody else asks for the count."""

        def count(self, *task):
            with pytest.raises(RuntimeError, match="running already: one call at a time"):
                counting.count()
            return super().count(*task)

    monkeypatch.setattr(quadrants, "PythonQuadrants", SecondCall)
    counting = Quadrants(8, engine="python")
    assert counting.count() == 92


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("method", [Quadrants, Bitmasks])
@pytest.mark.parametrize(("n", "boards"), [(0, 1), (1, 1), (2, 0), (8, 92)])
def test_what_has_been_counted_is_not_counted_again(method, engine, n, boards):
    """Both ways to count give what is left: nothing is counted before the first call, all boards
    are by it, and none by the next one.
    """
    counting = method(n, engine=engine)
    assert counting.stats.solutions == 0
    assert (counting.count(), counting.count()) == (boards, 0)
    assert counting.stats.solutions == boards


# Quadrants and interrupts.


class Interrupt(Exception):  # noqa: N818 - it is one, not an error
    """What a signal's handler raises, somewhere in the middle."""


def test_a_count_that_was_stopped_leaves_nothing_to_the_next_one(monkeypatch):
    """One interrupt stops the work, a second one the waiting for another thread, which is still at
    a task: the next count is right, whenever that thread ends.
    """
    helping, may_end = threading.Event(), threading.Event()
    helpers: list[threading.Thread] = []

    class Interrupted(PythonQuadrants):
        """The caller is interrupted, once the other thread is at a task that takes long."""

        def count(self, *task):
            if threading.current_thread() in helpers:
                helping.set()
                may_end.wait()
                return super().count(*task)
            helping.wait()
            raise Interrupt

    class Impatient(threading.Thread):
        """The thread, whose end nobody waits for."""

        def start(self):
            helpers.append(self)
            super().start()

        def join(self, timeout=None):
            raise Interrupt(timeout)

    monkeypatch.setattr(quadrants, "PythonQuadrants", Interrupted)
    monkeypatch.setattr(quadrants, "Thread", Impatient)
    counting = Quadrants(10, threads=2, engine="python")
    with pytest.raises(Interrupt):
        counting.count()
    monkeypatch.setattr(quadrants, "Thread", threading.Thread)
    (helper,) = helpers
    helpers.clear()
    assert helper.is_alive()

    class Overtaken(PythonQuadrants):
        """In the middle of the next count the thread of the stopped one ends, if it hasn't yet."""

        def count(self, *task):
            may_end.set()
            threading.Thread.join(helper)
            return super().count(*task)

    monkeypatch.setattr(quadrants, "PythonQuadrants", Overtaken)
    assert counting.count() == 724
    assert counting.stats.solutions == 724
    alone = Quadrants(10, engine="python")
    alone.count()
    assert counting.steps == alone.steps


INTERRUPT_TWICE = """
import os, random, signal, threading, time
from nqueens.quadrants import Quadrants
signal.signal(signal.SIGINT, signal.default_int_handler)
chance = random.Random(3)

pressed = []

def press_twice():
    for most in (0.02, 0.003):
        time.sleep(chance.uniform(0, most))
        os.kill(os.getpid(), signal.SIGINT)
        pressed.append(True)

for round in range(1, 31):
    counting, told = Quadrants(13, threads=4), 0
    pressing = threading.Thread(target=press_twice)
    try:
        pressing.start()
        told = counting.count()
    except KeyboardInterrupt:
        pass
    while len(pressed) < 2 * round:
        try:
            time.sleep(0.001)
        except KeyboardInterrupt:
            pass
    try:
        time.sleep(0.002)
    except KeyboardInterrupt:
        pass
    told += counting.count()
    assert told == counting.stats.solutions == 73712, (told, counting.stats)
print("fine")
"""


@only_compiled
@posix_only
def test_ctrl_c_pressed_twice_spoils_no_count():
    """However soon Ctrl-C is pressed again, the next count is right, and no limit is made up."""
    environment = {**os.environ, "PYTHONPATH": str(Path(nqueens.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPT_TWICE],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=120,
    )
    assert done.stdout == "fine\n", done.stderr


@posix_only
def test_no_interrupt_leaves_the_turn_taken():
    """Wherever an interrupt comes, the next call is let in."""
    turn = Turn()
    assert turn.take(lambda: 7, refusal="taken") == 7
    with pytest.raises(RuntimeError, match="taken"):
        turn.take(lambda: turn.take(int, refusal="taken"), refusal="not yet taken")

    interrupts = 0

    def interrupt(*_):
        nonlocal interrupts
        interrupts += 1
        raise Interrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for _ in range(3000):
            with suppress(Interrupt):
                signal.setitimer(signal.ITIMER_REAL, 20e-6)
                for _ in range(5000):  # far more than the time allows
                    turn.take(int, refusal="taken")
        assert interrupts > 2000
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# Up to symmetry.


@pytest.mark.parametrize("figures", up_to(16, 14))
def test_counts_up_to_symmetry_are_the_known_ones(figures):
    """All boards, and those that differ however they are turned or mirrored, for n to 16."""
    if not compiled.kernel and figures["n"] > 12:
        pytest.skip("takes minutes in Python")
    counted = count_by_symmetry(figures["n"])
    assert (counted.total, counted.fundamental) == (figures["all"], figures["up_to_symmetry"])
    assert counted.half_turn == figures.get("half_turn", counted.half_turn)
    assert counted.quarter_turn == figures["quarter_turn"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("n", range(9))
def test_symmetric_boards_are_those_that_look_the_same(engine, n):
    """Every board is turned and mirrored, and looked at; the classes follow from that."""
    boards = boards_of(n)
    views = [symmetries(board) for board in boards]
    sizes = [len(set(view)) for view in views]
    counted = count_by_symmetry(n, engine=engine)
    assert tuple(counted) == (
        len(boards),
        len({min(view) for view in views}),
        sum(view[2] == board for view, board in zip(views, boards, strict=True)),
        sum(view[1] == board for view, board in zip(views, boards, strict=True)),
    )
    assert counted.classes == {size: sizes.count(size) // size for size in (8, 4, 2, 1)}


# Without the compiled part.


def test_nothing_compiled_is_needed_and_its_absence_is_told_once(monkeypatch):
    """Without the extension the numbers are the same, and a warning says why it takes longer."""
    monkeypatch.setattr(compiled, "kernel", None)
    compiled._say_that_nothing_is_compiled.cache_clear()
    with pytest.warns(RuntimeWarning, match="without its compiled part"):
        search = Bitmasks(8)
    assert search.count() == 92
    with warnings.catch_warnings(action="error"):
        assert Quadrants(8, threads=2).count() == 92
        assert count_by_symmetry(8).fundamental == 12
    with pytest.raises(ValueError, match="the engine 'compiled' has not been built"):
        Bitmasks(8, engine="compiled")
    with pytest.raises(ValueError, match="the engine 'compiled' has not been built"):
        Quadrants(8, engine="compiled")


@pytest.mark.parametrize("value", ["baseline", "avx2", "all"])
def test_every_set_of_instructions_counts_the_same(value):
    """DLX_SIMD chooses how far quadrants go beyond what every processor has."""
    program = (
        "from nqueens.quadrants import Quadrants\n"
        "counts = [Quadrants(n) for n in range(8, 14)]\n"
        "print([(counting.count(), counting.steps['pairs']) for counting in counts])\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "DLX_SIMD": value},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [Quadrants(n) for n in range(8, 14)]
    assert result.stdout.strip() == str([(q.count(), q.steps["pairs"]) for q in here])
