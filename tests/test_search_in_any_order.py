"""Whatever is asked of a search, and in whatever order, it stands where its user is."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dlx
import dlx.search
from dlx import LimitReached, Stats
from dlx.engines.algorithm_x import AlgorithmX
from dlx.engines.shuffle import Shuffle
from tests.strategies import samples

SEEDS = st.none() | st.integers(0, 2**64)
ENGINES = st.sampled_from(["auto", *dlx.engines()])
ACTIONS = st.sampled_from(
    [
        "next",
        "next",
        "next",
        "next",
        "stats",
        "path",
        "progress",
        "state",
        "pickle",
        "stop",
        "allow",
    ]
)


def step_by_step(problem, seed):
    """Search with the engine to read, and stop it dead at each solution to look around."""
    shuffle = Shuffle(problem.instance, seed)
    engine, landmarks = AlgorithmX(shuffle.instance), []
    while engine.run(solutions=1) == "solutions":
        (solution,) = engine.kept(problem.labels, shuffle.options)
        stats = Stats(engine.nodes, engine.updates, engine.solutions, tuple(engine.profile))
        labels = [problem.labels[shuffle.options[branch.option]] for branch in engine.path()]
        landmarks.append((solution, stats, labels))
    return landmarks


def extend(found, search):
    """Add the next solution, if there is one; give the limit that was reached instead, if any."""
    try:
        found.extend(solution for solution in [next(search, None)] if solution is not None)
    except LimitReached as limit:
        return limit
    return None


@given(samples(), SEEDS, ENGINES, st.sampled_from([0.0, 10.0]))
def test_everything_known_of_a_search_is_as_of_its_last_solution(sample, seed, engine, patience):
    """After each solution, statistics, path and state are those of a search that stops there."""
    problem = sample.problem()
    expected = step_by_step(problem, seed)
    before, dlx.search._PATIENCE = dlx.search._PATIENCE, patience
    try:
        search = problem.search(seed=seed, engine=engine)
        looks = problem.search(seed=seed, engine=engine)
        for place, (solution, stats, labels) in enumerate(expected):
            assert next(search) == solution
            seen = search.stats
            assert (seen.nodes, seen.solutions, seen.profile) == (
                stats.nodes,
                stats.solutions,
                stats.profile,
            )
            assert seen.updates in (None, stats.updates)
            rest = list(problem.resume(search.state()))
            assert rest == [later for later, _, _ in expected[place + 1 :]]
            assert next(looks) == solution
            assert [choice.label for choice in looks.path()] == labels
        assert next(search, None) is None
        assert search.progress() == 1.0
    finally:
        dlx.search._PATIENCE = before


@given(samples(), SEEDS, ENGINES, st.lists(ACTIONS, max_size=30), st.data())
def test_no_order_of_calls_loses_or_repeats_a_solution(sample, seed, engine, actions, data):
    """Between any calls the solutions that were handed out are the first ones, in their order; what
    is counted at the end are the others; and progress never falls.
    """
    problem = sample.problem()
    expected = [solution for solution, _, _ in step_by_step(problem, seed)]
    search, progress = problem.search(seed=seed, engine=engine), 0.0
    found: list[tuple[int, ...]] = []
    for action in actions:
        if action == "next":
            reached = extend(found, search)
            assert reached is None or reached.solutions == len(found)
        elif action == "stop":
            search.stop()
        elif action == "allow":
            search.allow(max_nodes=data.draw(st.integers(0, 9)))
        elif action == "path":
            assert len(search.path()) <= len(problem)
        elif action == "stats":
            assert search.stats.nodes == sum(search.stats.profile)
        elif action == "progress":
            assert search.progress() >= progress
            progress = search.progress()
        elif action == "state":
            another = data.draw(ENGINES)
            search = problem.resume(json.loads(json.dumps(search.state())), engine=another)
        else:
            search = pickle.loads(pickle.dumps(search))
        assert found == expected[: len(found)]
    search.allow()
    try:
        rest = search.count()
    except LimitReached:  # it was asked to stop at the end
        rest = search.count()
    assert len(found) + rest == len(expected)
    assert search.stats.solutions == len(expected)


@given(samples(), SEEDS, ENGINES, st.lists(st.integers(0, 5), max_size=8))
def test_run_and_next_may_alternate(sample, seed, engine, turns):
    """What `run` finds and what `next` searches for come out as one sequence."""
    problem = sample.problem()
    expected = [solution for solution, _, _ in step_by_step(problem, seed)]
    search = problem.search(seed=seed, engine=engine)
    found: list[tuple[int, ...]] = []
    for nodes in turns:
        search.run(max_nodes=nodes)
        extend(found, search)
    assert found == expected[: len(found)]
    assert [*found, *search] == expected


def test_run_does_not_use_up_the_limits_of_the_search():
    """`run` does not look at a search's own limits: they hold for what is searched after it."""
    search = dlx.Problem([[item] for item in "abcd" for _ in range(3)]).search(max_nodes=10)
    assert not search.run(max_nodes=40)
    nodes, waiting = search.stats.nodes, search.stats.solutions
    found = [next(search) for _ in range(waiting)]
    with pytest.raises(LimitReached, match="limit on nodes"):
        found.extend(search)
    assert search.stats.nodes == nodes + 10
    assert len(found) + search.count() == 81
