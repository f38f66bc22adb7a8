"""The compiled engines do to the digit what the engine to read does, wherever they are stopped."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from array import array
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlx
from dlx import Problem
from dlx.engines import begin
from dlx.engines.algorithm_x import AlgorithmX
from dlx.engines.auto import Auto
from dlx.engines.instance import Instance
from dlx.engines.position import Position, UnreachableError

if dlx.engines() == ("python",):
    reason = "the extension has not been built: there was no compiler; CI makes that an error"
    pytest.skip(reason, allow_module_level=True)

from dlx.engines.compiled import COMPILED, Links

# Knuth, Dancing Links (arXiv cs/0011047): solutions, nodes and updates of n queens.
QUEENS = {
    8: (92, 1049, 16680),
    9: (352, 3440, 54818),
    10: (724, 11578, 198264),
    11: (2680, 45393, 783140),
}


def queens(n: int) -> Problem:
    """Rows and columns primary, from the middle outwards; diagonals of more than one square."""
    order = [(n + k if k % 2 == 0 else n - 1 - k) // 2 for k in range(n)]
    diagonals = [(kind, d) for kind in "ab" for d in range(1, 2 * n - 2)]
    known = set(diagonals)
    return Problem(
        {
            (r, c): [
                ("r", r),
                ("c", c),
                *(d for d in (("a", r + c), ("b", n - 1 - r + c)) if d in known),
            ]
            for r in range(n)
            for c in range(n)
        },
        primary=[(kind, k) for k in order for kind in "rc"],
        secondary=diagonals,
    )


def instance_of(
    options: list[list[tuple[int, int]]], primary: int, items: int, **more: Any
) -> Instance:
    """Build an instance from options as lists of (item, color)."""
    starts = array("i", [0])
    for option in options:
        starts.append(starts[-1] + len(option))
    return Instance(
        primary_count=primary,
        item_count=items,
        starts=starts,
        items=array("i", [item for option in options for item, _ in option]),
        colors=array("i", [color for option in options for _, color in option]),
        **more,
    )


@st.composite
def instances(draw: st.DrawFn) -> Instance:
    """Small problems of every kind: colors or none, empty options, options forced in and out."""
    primary = draw(st.integers(0, 6))
    items = primary + draw(st.integers(0, 4))
    colors = st.integers(0, draw(st.integers(0, 2)))
    options = draw(
        st.lists(
            st.lists(st.integers(0, items - 1), max_size=4, unique=True) if items else st.just([]),
            max_size=14,
        )
    )
    numbers = st.sets(st.integers(0, len(options) - 1), max_size=2) if options else st.just(set())
    instance = instance_of(
        [[(i, 0 if i < primary else draw(colors)) for i in option] for option in options],
        primary,
        items,
    )
    # `Problem` refuses given options without primary items, and those that are forced out too.
    forced_in = frozenset(filter(instance.has_primary, draw(numbers)))
    return instance.restricted(forced_in, frozenset(draw(numbers)) - forced_in)


def kept(engine: Any, options: int) -> list[tuple[int, ...]]:
    """The solutions of the last run, in the numbers of the instance."""
    solutions: list[tuple[int, ...]] = engine.kept(range(options), range(options))
    return solutions


def observed(engine: Any, options: int, *, updates: bool = True) -> tuple[Any, ...]:
    """All that can be seen of an engine at rest, and at each solution of its last run."""
    solutions = kept(engine, options)
    positions = [engine.position(), *(engine.position_at(k) for k in range(len(solutions)))]
    if not updates:
        positions = [position._replace(updates=None) for position in positions]
    totals = engine.nodes, engine.updates if updates else None, engine.solutions
    return totals, tuple(engine.profile), engine.path(), solutions, positions


@dataclass
class Budgets:
    """How far to run next, and whether to move to a new engine afterwards."""

    nodes: int | None
    solutions: int | None
    keep: bool
    move: bool
    swap: bool


budgets = st.builds(
    Budgets,
    nodes=st.none() | st.integers(0, 9),
    solutions=st.none() | st.integers(0, 3),
    keep=st.booleans(),
    move=st.booleans(),
    swap=st.booleans(),
)


@given(instances(), st.sampled_from([*COMPILED.values()]), st.lists(budgets, max_size=8))
@settings(max_examples=500, deadline=None)
def test_stops_and_goes_on_like_the_engine_to_read(
    instance: Instance, compiled: Any, plan: list[Budgets]
) -> None:
    """Solutions, order, totals, position and path agree at every stop, and at every solution; also
    after a change of engine.
    """
    one, other = AlgorithmX(instance), compiled(instance)
    lists, options = compiled is Links, instance.option_count
    for budget in [*plan, Budgets(None, None, keep=True, move=False, swap=False)]:
        limits: dict[str, Any] = {
            "nodes": budget.nodes,
            "solutions": budget.solutions,
            "keep": budget.keep,
        }
        assert one.run(**limits) == other.run(**limits)
        seen = observed(one, options, updates=lists)
        assert observed(other, options, updates=lists) == seen
        at, other_at = one.position(), other.position()
        if budget.swap:
            at, other_at = other_at._replace(updates=at.updates), at
        if budget.move or budget.swap:
            one, other = AlgorithmX(instance, at), compiled(instance, other_at)
            assert one.path() == other.path() == seen[2]


@given(instances(), st.data())
@settings(max_examples=200, deadline=None)
def test_below_a_prefix_it_finds_what_the_engine_to_read_finds(
    instance: Instance, data: st.DataObject
) -> None:
    """A search can be confined to the part below some choices."""
    scout = AlgorithmX(instance)
    scout.run(nodes=data.draw(st.integers(0, 12)))
    choices = scout.position().choices
    base = len(choices)
    position = Position(choices=choices, base=base, profile=(0,) * base)
    one, other = AlgorithmX(instance, position), Links(instance, position)
    assert one.run() == other.run() == "done"
    options = instance.option_count
    assert observed(one, options) == observed(other, options)


@given(instances(), st.data())
@settings(max_examples=200, deadline=None)
def test_an_impossible_position_is_explained_alike(instance: Instance, data: st.DataObject) -> None:
    """The same choice is named, with the same options left for the same item."""
    if not instance.option_count:
        return
    numbers = st.integers(0, instance.option_count - 1)
    position = Position(choices=tuple(data.draw(st.lists(numbers, max_size=3))))

    def outcome(engine: Any) -> Any:
        try:
            return engine(instance, position).position().choices
        except UnreachableError as error:
            return error.args
        except IndexError:
            return None

    if len(position.choices) <= instance.primary_count:
        assert outcome(AlgorithmX) == outcome(Links)


@given(instances(), st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_labels_come_in_the_order_of_the_user(instance: Instance, random: Any) -> None:
    """Solutions are labeled in C as in Python, given options and an order included."""
    order = list(range(instance.option_count))
    random.shuffle(order)
    labels = tuple(f"option {k}" for k in order)
    step = random.randint(-3, 3) or 1
    numbers = range(7, 7 + step * instance.option_count, step)
    one, other = AlgorithmX(instance), Links(instance)
    one.run()
    other.run()
    for names in (labels, numbers):
        assert other.kept(names, range(len(names))) == one.kept(names, range(len(names)))
        assert other.kept(names, array("i", order)) == one.kept(names, order)


@pytest.mark.parametrize("n", QUEENS)
def test_queens_to_the_digit(n: int) -> None:
    """Solutions, nodes and updates are those of Knuth's table."""
    engine = Links(queens(n).instance)
    assert engine.run(keep=False) == "done"
    assert (engine.solutions, engine.nodes, engine.updates) == QUEENS[n]


def triples(options: int, items: int) -> Problem:
    """Make so many options of three items each."""
    return Problem(
        [[(k + j) % items for j in (0, k // items + 1, items // 2)] for k in range(options)]
    )


@pytest.mark.parametrize(
    ("problem", "engine"),
    [
        (triples(750, 200), "lanes"),
        (triples(751, 200), "bitset"),
        (triples(750, 257), "bitset"),  # more items than lanes
        (Problem(combinations(range(20), 2)), "bitset"),
        (triples(2000, 500), "bitset"),
        (triples(2000, 501), "links"),
        (triples(20_001, 500), "links"),
    ],
)
def test_auto_moves_to_the_engine_that_suits_the_size(problem: Problem, engine: str) -> None:
    """It goes on in `lanes` if the problem is small, in `bitset` if larger, else in `links`."""
    search = begin("auto", problem.instance, Position())
    search.run(nodes=len(problem) + 1)
    assert (search._engine if isinstance(search, Auto) else search).name == engine


def test_a_search_of_many_stops_is_the_search_without() -> None:
    """Stopping every 777 nodes changes nothing, solutions included."""
    whole, parts = (Links(queens(9).instance) for _ in range(2))
    whole.run()
    found = []
    reason = ""
    while reason != "done":
        reason = parts.run(nodes=777)
        found += kept(parts, 81)
    assert found == kept(whole, 81)
    assert parts.position() == whole.position()


def test_limits_that_are_reached_before_the_search_begins() -> None:
    """What ends a run is told in the order of the engine to read."""
    instance = queens(6).instance
    for engine in (AlgorithmX(instance), Links(instance)):
        assert engine.run(solutions=0) == "solutions"
        assert engine.run(nodes=0) == engine.run(nodes=0, seconds=0) == "nodes"
        assert engine.run(seconds=0) == "seconds"
        assert engine.run(solutions=1) == "solutions"
        engine.stop_requested = True
        assert engine.run(nodes=0) == engine.run() == "stopped"
        assert not engine.position().at_solution
        assert engine.run(solutions=0) == "solutions"
        engine.stop_requested = False
        assert engine.run() == "done"
        engine.stop_requested = True
        assert engine.run(solutions=0) == "done"


def test_a_budget_beyond_all_bounds_is_none() -> None:
    """A limit that no search can reach is no limit."""
    engine = Links(queens(5).instance)
    assert engine.run(nodes=10**30, solutions=2**63, seconds=float("inf")) == "done"


@pytest.mark.parametrize(
    "limits", [{"nodes": -1}, {"solutions": -(10**30)}, {"seconds": float("nan")}, {"depth": 1}]
)
def test_limits_that_make_no_sense(limits: dict[str, Any]) -> None:
    """They raise, and the engine is as before."""
    engine = Links(queens(5).instance)
    with pytest.raises((ValueError, TypeError)):
        engine.run(**limits)
    assert engine.run() == "done"


LARGE = queens(17)


def test_time_runs_out() -> None:
    """A deadline ends the run soon after, and the search can go on."""
    engine = Links(LARGE.instance)
    assert engine.run(seconds=0.05, keep=False) == "seconds"
    assert not engine.position().at_solution
    nodes = engine.nodes
    assert engine.run(nodes=1000, keep=False) == "nodes"
    assert engine.nodes == nodes + 1000


def test_stop_from_another_thread_and_statistics_meanwhile() -> None:
    """The GIL is free while a search runs; its statistics can be read, and it can be stopped."""
    engine = Links(LARGE.instance)
    reasons: list[str] = []
    thread = threading.Thread(target=lambda: reasons.append(engine.run(keep=False)))
    thread.start()
    while not engine.nodes:
        time.sleep(0.001)
    assert sum(engine.profile) == engine.nodes
    for method in (engine.run, engine.position, engine.path):
        with pytest.raises(RuntimeError, match="running already"):
            method()
    with pytest.raises(RuntimeError, match="running already"):
        engine.kept(LARGE.labels, range(len(LARGE)))
    engine.stop_requested = True
    thread.join(timeout=10)
    assert reasons == ["stopped"]
    assert engine.run() == "stopped"
    assert sum(engine.profile) == engine.nodes


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends signals")
def test_an_exception_from_a_signal_leaves_the_search_whole() -> None:
    """A handler runs while the search does; what it raises comes out, and the search can go on."""

    def handler(_number: int, _frame: object) -> None:
        raise KeyError("from the handler")

    engine = Links(LARGE.instance)
    previous = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyError, match="from the handler"):
            engine.run(keep=False)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    twin = Links(LARGE.instance)
    twin.run(nodes=engine.nodes, keep=False)
    assert twin.position() == engine.position()
    assert twin.path() == engine.path()
    assert engine.run(nodes=100, keep=False) == twin.run(nodes=100, keep=False) == "nodes"
    assert twin.position() == engine.position()


def test_two_searches_side_by_side() -> None:
    """Engines share nothing: two threads find what one finds."""
    instance = queens(10).instance
    engines = [Links(instance) for _ in range(4)]
    threads = [threading.Thread(target=engine.run) for engine in engines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = [kept(engine, 100) for engine in engines]
    assert all(solutions == found[0] for solutions in found)
    assert len(found[0]) == 724


GOOD = instance_of([[(0, 0), (1, 1)], [(0, 0)]], 1, 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"item_count": -1}, "item_count"),
        ({"item_count": 2**40}, "item_count"),
        ({"primary_count": 3}, "primary_count"),
        ({"starts": array("i")}, "fit together"),
        ({"starts": array("i", [0, 2, 4])}, "starts must run"),
        ({"starts": array("i", [1, 2, 3])}, "starts must run"),
        ({"starts": array("i", [0, 2**31 - 1, 3])}, "ends before it begins"),
        ({"starts": array("i", [0, -5, 3])}, "ends before it begins"),
        ({"items": array("i", [0, 2, 0])}, "does not exist"),
        ({"items": array("i", [0, -1, 0])}, "does not exist"),
        ({"items": array("i", [0, 0, 0]), "colors": array("i", [0, 0, 0])}, "twice"),
        ({"colors": array("i", [0, -1, 0])}, "color"),
        ({"colors": array("i", [1, 0, 0])}, "color"),
        ({"colors": array("i", [0, 1])}, "fit together"),
        ({"given": (2,)}, "given"),
        ({"without": frozenset([-1])}, "without"),
        ({"without": frozenset([2**70])}, "without"),
    ],
)
def test_numbers_that_make_no_problem(change: dict[str, Any], message: str) -> None:
    """The constructor believes nobody: ValueError, never a crash."""
    with pytest.raises(ValueError, match=message):
        Links(broken(**change))


@pytest.mark.parametrize(
    "change",
    [
        {"item_count": "2"},
        {"starts": [0, 2, 3]},
        {"items": array("q", [0, 1, 0])},
        {"items": array("I", [0, 1, 0])},
        {"colors": b"abc"},
        {"given": [0]},
        {"given": ("a",)},
        {"without": 5},
        {"without": frozenset("a")},
    ],
)
def test_things_that_are_no_numbers(change: dict[str, Any]) -> None:
    """The constructor takes arrays of C's int and whole numbers: else TypeError."""
    with pytest.raises(TypeError):
        Links(broken(**change))


def broken(**change: Any) -> Any:
    """Give what looks like an instance and is none."""

    class Broken:
        pass

    instance: Any = Broken()
    for name in ("primary_count", "item_count", "starts", "items", "colors", "given", "without"):
        setattr(instance, name, change.get(name, getattr(GOOD, name)))
    return instance


@pytest.mark.parametrize(
    "change",
    [
        {"choices": (2,)},
        {"choices": (-1,)},
        {"choices": [0]},
        {"base": 2},
        {"base": -1},
        {"nodes": -1},
        {"updates": 2**63},
        {"solutions": "1"},
        {"profile": (1, 1, 1)},
        {"profile": (-1,)},
        {"profile": ("a",)},
        {"profile": [1]},
    ],
)
def test_positions_that_are_none(change: dict[str, Any]) -> None:
    """A position out of bounds raises, and never leads the search astray."""
    with pytest.raises((ValueError, TypeError)):
        Links(GOOD, Position()._replace(**change))
    engine = Links(GOOD)
    with pytest.raises((ValueError, TypeError)):
        engine.go_to(*Position()._replace(**change))
    with pytest.raises(RuntimeError):
        engine.run()


def test_an_engine_begins_once() -> None:
    """Neither the constructor nor a position can be applied to an engine in use."""
    engine = Links(GOOD)
    assert engine.run() == "done"
    with pytest.raises(RuntimeError, match="once"):
        engine.go_to(*Position())
    with pytest.raises(RuntimeError, match="once"):
        engine.__init__(GOOD)  # type: ignore[misc]
    fresh = Links.__new__(Links)
    for method in (fresh.run, fresh.position, fresh.path):
        with pytest.raises(RuntimeError, match="set up"):
            method()
    assert (fresh.nodes, fresh.solutions, fresh.profile) == (0, 0, ())


def test_labels_that_do_not_fit() -> None:
    """Labels of the wrong number or kind raise, and the solutions are still there."""
    engine = Links(GOOD)
    engine.run()
    for labels in (range(3), ("a",), ()):
        with pytest.raises(ValueError, match="labels"):
            engine.kept(labels, range(2))
    wrong: Any
    for wrong in ([1, 2], "ab", None):
        with pytest.raises(TypeError):
            engine.kept(wrong, range(2))
    for numbers in (array("i", [0]), array("i", [7, -1])):
        with pytest.raises(ValueError, match="order"):
            engine.kept(range(2), numbers)
    with pytest.raises(TypeError):
        engine.kept(range(2), [0, 1])
    for place in (2, -1, 2**70):
        with pytest.raises(ValueError, match="solution"):
            engine.position_at(place)
    assert engine.kept(range(2), range(2)) == [(0,), (1,)]


def test_a_long_solution() -> None:
    """Depth costs no stack, and a solution may use every option."""
    n = 10_000
    engine = Links(instance_of([[(k, 0)] for k in range(n)], n, n))
    assert engine.run(solutions=1) == "solutions"
    assert kept(engine, n) == [tuple(range(n))]
    assert engine.run() == "done"
    assert engine.nodes == n + 1


def test_nothing_is_left_behind() -> None:
    """Engines, their arrays and their buffers are freed."""
    instance = queens(6).instance
    for _ in range(3):
        engine = Links(instance)
        engine.run()
        kept(engine, 36)
        del engine
    gc.collect()
    before = sys.getrefcount(instance.starts), sys.getrefcount(Links)
    for _ in range(100):
        engine = Links(instance)
        engine.run()
        kept(engine, 36)
        engine.path()
        with pytest.raises(ValueError, match="choices"):
            Links(instance, Position(choices=(36,)))
        with pytest.raises(UnreachableError):
            Links(instance, Position(choices=(35,)))
        del engine
    gc.collect()
    assert (sys.getrefcount(instance.starts), sys.getrefcount(Links)) == before
    instance.starts.append(0)  # no engine holds the array any more


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on memory")
@pytest.mark.skipif(
    "libasan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer needs memory"
)
def test_memory_that_runs_out_is_a_memory_error() -> None:
    """A buffer that can't grow raises MemoryError; nothing is lost, and the search can go on."""
    program = """
import resource
from array import array
from dlx.engines.compiled import Links
from dlx.engines.instance import Instance
n = 21
starts, items = array("i", range(2 * n + 1)), array("i", [k // 2 for k in range(2 * n)])
engine = Links(Instance(n, n, starts, items, array("i", bytes(8 * n))))
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (64 << 20), resource.RLIM_INFINITY))
try:
    engine.run()
except MemoryError:
    kept = engine.solutions
    assert kept > 0 and engine.position().at_solution, kept
    assert engine.position_at(kept - 1) == engine.position()
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert engine.run() == "done"
    assert engine.solutions == 2 ** n
    print("fine")
"""
    if not Path("/proc/self/statm").exists():
        pytest.skip("needs /proc")
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120
    )
    assert result.stdout == "fine\n", result.stderr


@pytest.mark.parametrize("value", ["baseline", "avx2", "all", "", "nonsense"])
def test_all_instruction_sets_walk_the_same_tree(value):
    """DLX_SIMD chooses how far the engines go beyond what every processor has; unset, all the way.

    Whatever the processor lacks isn't used, so on some of them two of these are the same.
    """
    program = (
        "import dlx, nqueens\n"
        "from dlx.engines import _kernel\n"
        "print(_kernel.SIMD)\n"
        "squares = [(r, c) for r in range(4) for c in range(5)]\n"
        "dominoes = dlx.Problem([[s, t] for s in squares for t in squares"
        " if s < t and abs(s[0] - t[0]) + abs(s[1] - t[1]) == 1])\n"
        "wide = dlx.Problem([[k % 3, 3 + k % 5, 8 + k % 2] for k in range(60)])\n"
        "for problem in (nqueens.queens_problem(9), dominoes, wide):\n"
        "    for engine in ('lanes', 'bitset', 'links'):\n"
        "        search = problem.search(engine=engine)\n"
        "        print(hash(tuple(search)), search.stats.nodes)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "DLX_SIMD": value},
        capture_output=True,
        text=True,
        check=True,
    )
    level, *lines = result.stdout.splitlines()
    assert level == (value if value in {"baseline", "avx2"} else "all")
    assert len(lines) == 9
    for first in range(0, 9, 3):
        assert len(set(lines[first : first + 3])) == 1
    assert len(set(lines)) == 3


def test_restricted_instances_share_their_arrays() -> None:
    """Given options that conflict leave no solution, and such an engine still runs."""
    instance = GOOD._replace(given=(0, 1))
    engine = Links(instance)
    assert engine.run() == "done"
    assert (engine.solutions, engine.nodes) == (0, 1)
