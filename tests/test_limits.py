"""A search stops where it was told to, says why, and goes on as if it had never stopped."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import threading
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import LimitReached, Problem, Stats
from tests.strategies import samples

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[1]


def pigeonhole(holes):
    """Put one pigeon more than there are holes into them: no solutions, but a large tree."""
    return Problem(
        [[f"p{i}", f"h{j}"] for i in range(holes + 1) for j in range(holes)],
        primary=[f"p{i}" for i in range(holes + 1)],
        secondary=[f"h{j}" for j in range(holes)],
    )


def many():
    """Give a problem of 20^20 solutions: one of twenty options for each of twenty items."""
    return Problem([[item] for item in range(20) for _ in range(20)])


SMALL = Problem([["a"], ["b"], ["a", "b"], ["b"]])
SOLUTIONS = [(0, 1), (0, 3), (2,)]


# How many solutions.


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 4, None])
def test_a_limit_ends_quietly(limit):
    """`limit` gives so many solutions, or all, and ends without an exception."""
    assert list(SMALL.solve(limit=limit)) == SOLUTIONS[:limit]
    assert list(SMALL.search(limit=limit)) == SOLUTIONS[:limit]
    assert SMALL.search(limit=limit).count() == len(SOLUTIONS[:limit])
    search = SMALL.search(limit=limit)
    assert search.run()
    assert list(search) == SOLUTIONS[:limit]
    assert list(search) == []
    assert search.count() == 0


def test_a_limit_of_solutions_goes_no_further_than_it_must():
    """The first solutions of a problem of 20^20 come at once: nothing beyond them is searched."""
    search = many().search(limit=3)
    assert len(list(search)) == 3
    assert search.stats.nodes == 21 + 2
    assert many().first() is not None
    assert not many().has_unique_solution()


def test_counting_counts_what_has_not_been_handed_out():
    """`count` gives the number of solutions that are left, found already or not."""
    search = SMALL.search()
    assert next(search) == SOLUTIONS[0]
    assert search.run()
    assert search.count() == 2
    assert search.count() == 0
    assert list(search) == []
    assert search.stats.solutions == 3
    search = SMALL.search(limit=2)
    search.run(max_nodes=3)
    assert search.count() == 2


# How many nodes.


@given(samples(), st.integers(1, 30))
def test_max_nodes_stops_before_the_next_node(sample, budget):
    """A search enters just so many nodes, then raises; what was found until then was handed out.
    Allowed as many more each time, it comes to the same end.
    """
    problem = sample.problem()
    whole = problem.search()
    expected = list(whole)
    search, found = problem.search(max_nodes=budget), []
    for stop in range(1, (whole.stats.nodes - 1) // budget + 1):
        with pytest.raises(LimitReached) as caught:
            found.extend(search)
        limit = caught.value
        assert limit.reason == "nodes"
        assert limit.search is search
        assert limit.stats == search.stats
        assert limit.stats.nodes == stop * budget
        assert limit.solutions == limit.stats.solutions == len(found)
        assert limit.best is None
        search.allow(max_nodes=budget)
    found.extend(search)
    assert found == expected
    assert search.stats == whole.stats


def test_after_a_limit_a_search_has_none():
    """A limit is raised once; the search then goes on to its end, unless `allow` sets another."""
    search = SMALL.search(max_nodes=1)
    with pytest.raises(LimitReached):
        next(search)
    assert list(search) == SOLUTIONS


def test_new_limits_take_the_place_of_the_old():
    """`allow` sets both limits anew: what it leaves out is unlimited, and bad ones are refused."""
    search = SMALL.search(max_nodes=1, seconds=0)
    search.allow(max_nodes=2)
    with pytest.raises(LimitReached) as caught:
        next(search)
    assert (caught.value.reason, caught.value.stats.nodes) == ("nodes", 2)
    search.allow(seconds=0)
    with pytest.raises(LimitReached) as caught:
        next(search)
    assert (caught.value.reason, caught.value.stats.nodes) == ("seconds", 2)
    search.allow(max_nodes=0)
    search.allow()
    assert list(search) == SOLUTIONS
    with pytest.raises(ValueError, match=r"^max_nodes is -1; it must be 0 or more$"):
        search.allow(max_nodes=-1)


def test_a_budget_that_suffices_exactly_is_no_limit():
    """A tree of so many nodes as the budget allows is searched to its end."""
    search = SMALL.search()
    assert search.count() == 3
    nodes = search.stats.nodes
    assert SMALL.count(max_nodes=nodes) == 3
    with pytest.raises(LimitReached):
        SMALL.count(max_nodes=nodes - 1)


def test_no_budget_at_all_answers_nothing():
    """With a budget of 0 nodes or 0 seconds nothing is known, whatever is asked."""
    budgets: list[tuple[dict[str, Any], str]] = [
        ({"max_nodes": 0}, "nodes"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": 0.0}, "seconds"),
    ]
    for budget, reason in budgets:
        for problem in (SMALL, Problem([]), Problem([], primary=["a"])):
            calls: list[Callable[..., Any]] = [
                problem.count,
                problem.first,
                problem.has_solution,
                problem.has_unique_solution,
                lambda problem=problem, **budget: next(problem.solve(**budget)),
            ]
            for call in calls:
                with pytest.raises(LimitReached) as caught:
                    call(**budget)
                assert caught.value.reason == reason
                assert caught.value.stats._replace(updates=0) == Stats(0, 0, 0, ())


def test_what_was_counted_before_a_limit_is_kept():
    """`LimitReached` holds what was counted, and its search counts the rest."""
    with pytest.raises(LimitReached) as caught:
        SMALL.count(max_nodes=4)
    limit = caught.value
    assert str(limit) == (
        "stopped by its limit on nodes, after 4 nodes and 2 solutions; the search can go on"
    )
    assert limit.solutions == 2
    assert limit.solutions + limit.search.count() == 3


def test_first_and_the_others_hand_over_their_search():
    """Every method that searches can be gone on with after its limit."""
    with pytest.raises(LimitReached) as caught:
        SMALL.first(max_nodes=1)
    assert list(caught.value.search) == SOLUTIONS
    with pytest.raises(LimitReached) as caught:
        SMALL.has_unique_solution(max_nodes=3)
    assert caught.value.solutions == 1


# How long.


def test_seconds_stop_a_search_that_can_go_on():
    """A search that takes longer than it may raises, each time; it can be asked for more."""
    whole = pigeonhole(6).search()
    assert whole.count() == 0
    search = pigeonhole(6).search(seconds=1e-9)
    for _ in range(3):
        with pytest.raises(LimitReached) as caught:
            search.count()
        assert caught.value.reason == "seconds"
        assert caught.value.stats == search.stats
        assert search.run(max_nodes=100) is False
        search.allow(seconds=1e-9)
    search.allow()
    assert search.count() == 0
    assert search.stats == whole.stats


# Going on in slices.


def test_run_says_whether_the_search_is_done():
    """`run` returns False when its budget is spent, and True when the tree is done or the limit
    reached; the search's own budgets don't count, and what it finds waits for the iterator.
    """
    search = SMALL.search(max_nodes=1, seconds=0)
    assert search.run(max_nodes=0) is False
    assert search.run(max_nodes=2) is False
    assert search.stats.nodes == 2
    assert search.run(seconds=0) is False
    assert search.run(max_nodes=1) is False
    assert search.stats.solutions == 1
    assert search.run() is True
    assert search.run(max_nodes=0) is True
    assert list(search) == SOLUTIONS
    assert SMALL.search(limit=0).run(max_nodes=0) is True


def test_run_keeps_no_more_than_the_limit():
    """With a limit, `run` is done when so many solutions are waiting."""
    search = many().search(limit=2)
    assert search.run() is True
    assert search.run() is True
    assert search.stats.solutions == 2
    assert len(list(search)) == 2


def test_progress_is_0_at_the_beginning_and_1_at_the_end():
    """The progress of a search is between 0 and 1, and is there before the first node."""
    search = SMALL.search()
    assert search.progress() == 0
    assert list(search) == SOLUTIONS
    assert search.progress() == 1
    assert search.path() == []


# Stopping from elsewhere.


def test_stop_before_a_call_stops_the_next_one():
    """After `stop` the next call that searches raises at once; the one after that goes on."""
    for call in (next, list, lambda search: search.count(), lambda search: search.run()):
        search = SMALL.search()
        search.stop()
        with pytest.raises(LimitReached) as caught:
            call(search)
        assert caught.value.reason == "stopped"
        assert str(caught.value) == (
            "stopped by request, after 0 nodes and 0 solutions; the search can go on"
        )
        assert list(search) == SOLUTIONS


def test_what_was_found_before_a_stop_is_handed_out():
    """Solutions that wait are given without searching, so a stop waits as well."""
    search = SMALL.search()
    search.run(max_nodes=3)
    search.stop()
    assert next(search) == SOLUTIONS[0]
    with pytest.raises(LimitReached):
        next(search)
    assert list(search) == SOLUTIONS[1:]


@pytest.mark.parametrize("call", ["next", "count", "run"])
def test_stop_reaches_a_call_in_another_thread(call):
    """`stop` from any thread ends the call in progress; statistics can be asked for meanwhile, and
    the search goes on as if nothing had happened.
    """
    search = pigeonhole(11).search()
    raised, calls = [], {"next": lambda: next(search), "count": search.count, "run": search.run}

    def work():
        try:
            calls[call]()
        except LimitReached as limit:
            raised.append(limit)

    thread = threading.Thread(target=work)
    thread.start()
    while search.stats.nodes < 100:
        assert thread.is_alive()
    search.stop()
    thread.join()
    (limit,) = raised
    assert limit.reason == "stopped"
    assert limit.stats == search.stats
    again = pigeonhole(11).search()
    assert again.run(max_nodes=limit.stats.nodes) is False
    assert again.stats == limit.stats
    assert again.state() == search.state()
    assert search.run(max_nodes=50) is False
    assert search.stats.nodes == limit.stats.nodes + 50


def test_two_threads_may_not_run_one_search():
    """While a call is in progress every other one, but `stats` and `stop`, raises RuntimeError."""
    search = pigeonhole(11).search()
    stopped = []

    def work():
        try:
            search.count()
        except LimitReached:
            stopped.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    while search.stats.nodes < 100:
        assert thread.is_alive()
    calls = [
        lambda: next(search),
        search.count,
        search.run,
        search.state,
        search.path,
        search.progress,
    ]
    for call in calls:
        with pytest.raises(RuntimeError) as caught:
            call()
        assert str(caught.value) == (
            "this search is running already: one thread at a time, and only stop() and stats "
            "meanwhile"
        )
    search.stop()
    thread.join()
    assert stopped == [True]
    assert search.run(max_nodes=1) is False


# Ctrl-C.


def press_ctrl_c_when(search, nodes):
    """Start a thread that presses Ctrl-C once the search has entered so many nodes."""

    def press():
        while search.stats.nodes < nodes:
            pass
        signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    return thread


@pytest.fixture
def python_handles_ctrl_c():
    """Give SIGINT Python's own handler during a test, whatever was there before."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("python_handles_ctrl_c")
@pytest.mark.parametrize("call", ["next", "count", "run"])
def test_ctrl_c_leaves_a_search_that_can_go_on(call):
    """Ctrl-C raises KeyboardInterrupt, as everywhere in Python, and the search goes on after it
    from a node of the same tree.
    """
    search = pigeonhole(11).search()
    calls = {"next": lambda: next(search), "count": search.count, "run": search.run}
    thread = press_ctrl_c_when(search, 100)
    with pytest.raises(KeyboardInterrupt):
        calls[call]()
    thread.join()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    again = pigeonhole(11).search()
    assert again.run(max_nodes=search.stats.nodes) is False
    assert again.state() == search.state()
    assert search.run(max_nodes=50) is again.run(max_nodes=50) is False
    assert again.state() == search.state()


@pytest.mark.usefixtures("python_handles_ctrl_c")
def test_ctrl_c_again_and_again_loses_no_solution():
    """A search that is interrupted over and over finds every solution, once, in order."""
    problem = Problem([[item] for item in range(7) for _ in range(4)])
    search = problem.search(engine="python")  # the others are through before they are interrupted
    for nodes in range(2000, 18_001, 4000):
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - should the search be too quick
            thread = press_ctrl_c_when(search, max(nodes, search.stats.nodes + 1))
            search.run()
            thread.join()
        thread.join()
    whole = problem.search(engine="python")
    assert list(search) == list(whole)
    assert search.stats == whole.stats


SCRIPT = """
from dlx import Problem
problem = Problem([[item] for item in range(20) for _ in range(20)])
search = problem.search()
try:
    print("ready", flush=True)
    search.run()
except KeyboardInterrupt:
    again = problem.search()
    print(again.run(max_nodes=search.stats.nodes), again.state() == search.state())
    print(next(search) == next(again), search.run(max_nodes=50))
"""


def test_a_real_ctrl_c_in_another_process():
    """A SIGINT from outside interrupts a search in a process of its own, which has found the same
    solutions as one that was not interrupted, and goes on.
    """
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate()
    assert output == "False True\nTrue False\n"
    assert process.returncode == 0


def interrupted_at(moment, call):
    """Call, press Ctrl-C just before the given instruction of it, and tell whether it got there."""
    left = moment

    def trace(frame, event, _):
        nonlocal left
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= 1
            if left == 0:
                signal.raise_signal(signal.SIGINT)
        return trace

    gc.disable()  # what is interrupted must be the call, not the collector
    sys.settrace(trace)
    try:
        call()
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(None)
        gc.enable()
    return left <= 0


def test_ctrl_c_at_any_moment_leaves_the_search_unlocked():
    """Whichever instruction Ctrl-C hits, the search can be asked for the next solution. At most the
    one that was just about to be handed out is gone.
    """
    for moment in count(1):
        search = SMALL.search()
        if not interrupted_at(moment, lambda search=search: next(search)):
            break
        assert list(search) in (SOLUTIONS, SOLUTIONS[1:])
    assert moment > 100


def test_a_search_torn_in_the_middle_of_a_step_says_so():
    """A signal handler of the user's own may raise anywhere: the search is lost then, and says so
    instead of giving wrong answers; the problem is as good as before.
    """

    class AlarmError(Exception):
        pass

    def handler(_signal, _frame):
        raise AlarmError

    problem = pigeonhole(11)
    search = problem.search()
    before = signal.signal(signal.SIGINT, handler)
    try:
        thread = press_ctrl_c_when(search, 100)
        with pytest.raises(AlarmError):
            search.count()
        thread.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert search.stats.nodes >= 100
    for call in (lambda: next(search), search.count, search.run, search.state, search.path):
        with pytest.raises(RuntimeError) as caught:
            call()
        assert str(caught.value) == (
            "this search was torn in the middle of a step by an exception: begin a new one"
        )
    assert problem.search().run(max_nodes=10) is False


# Bad limits.


@pytest.mark.parametrize(
    ("limits", "error", "message"),
    [
        ({"limit": -1}, ValueError, "limit is -1; it must be 0 or more"),
        ({"limit": 1.5}, TypeError, "limit is 1.5; it must be a whole number, or None"),
        ({"limit": "3"}, TypeError, "limit is '3'; it must be a whole number, or None"),
        ({"max_nodes": -5}, ValueError, "max_nodes is -5; it must be 0 or more"),
        (
            {"max_nodes": 1e6},
            TypeError,
            "max_nodes is 1000000.0; it must be a whole number, or None",
        ),
        ({"seconds": -0.5}, ValueError, "seconds is -0.5; it must be 0 or more"),
        ({"seconds": float("nan")}, ValueError, "seconds is nan; it must be 0 or more"),
        ({"seconds": "1"}, TypeError, "seconds is '1'; it must be a number of seconds, or None"),
        (
            {"seconds": Decimal(1)},
            TypeError,
            "seconds is Decimal('1'); it must be a number of seconds, or None",
        ),
    ],
)
def test_bad_limits_are_refused_at_the_call(limits, error, message):
    """A limit that makes no sense is refused when the method is called, not when it searches."""
    calls: list[Callable[..., Any]] = [
        SMALL.solve,
        SMALL.search,
        lambda **limits: SMALL.resume(SMALL.search().state(), **limits),
    ]
    if "limit" not in limits:
        calls += [SMALL.count, SMALL.first, SMALL.has_solution, SMALL.has_unique_solution,
                  SMALL.search().run]  # fmt: skip
    for call in calls:
        with pytest.raises(error) as caught:
            call(**limits)
        assert str(caught.value) == message


def test_a_seed_must_be_a_whole_number():
    """A seed that is no whole number is refused at the call, and named."""
    for seed in ("3", 1.5):
        with pytest.raises(TypeError, match=r"^seed is "):
            SMALL.solve(seed=seed)  # type: ignore[arg-type]


def test_limits_of_any_integer_type_and_infinite_time_are_accepted():
    """Numbers that can serve as an index do, and so does an infinite time."""
    assert list(SMALL.solve(limit=True)) == SOLUTIONS[:1]
    assert SMALL.count(seconds=float("inf"), max_nodes=10**30) == 3
