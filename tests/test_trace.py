"""Traces: what they tell is what the search does, and every state follows from them, both ways."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Problem
from dlx.engines.algorithm_x import AlgorithmX
from dlx.trace import VERSION, WORDS, Event, Replay
from nqueens import queens_problem
from tests.strategies import Sample, samples
from tests.walks import walk_about

LISTS = ("llink", "rlink", "length", "top", "ulink", "dlink", "color", "updates")


def seen(replay: Replay) -> tuple[Any, ...]:
    """All that a replay knows, to compare with later."""
    lists = tuple(
        value if isinstance(value, int) else tuple(value)
        for value in (getattr(replay.links, name) for name in LISTS)
    )
    return lists, tuple(replay.items), tuple(replay.options), replay.nodes, replay.solutions


@st.composite
def problems(draw):
    """Random problems with colors, some of them restricted."""
    sample: Sample = draw(samples())
    problem: Problem = sample.problem()
    usable = [k for k in range(len(problem)) if problem.instance.has_primary(k)]
    if usable and draw(st.booleans()):
        problem = problem.restricted(given=[draw(st.sampled_from(usable))])
    if len(problem) and draw(st.booleans()):
        out = draw(st.sampled_from(range(len(problem))))
        if out not in problem.given:
            problem = problem.restricted(without=[out])
    return problem


@given(problems())
def test_events_lead_to_the_lists_of_the_search_at_every_node(problem):
    """Replayed up to the entry of a node, all arrays are those of the search there."""
    replay, engine = Replay(problem.instance), AlgorithmX(problem.instance)
    for event in problem.trace():
        replay.forward(event)
        if event[0] == "enter":
            while engine.next_step != "X2":
                engine.step()
            for name in LISTS:
                assert getattr(replay.links, name) == getattr(engine.links, name), name
            assert event[1] == engine.l == len(replay.options)
            engine.step()
            assert replay.nodes == engine.nodes


@given(problems(), st.data())
def test_every_state_comes_back_walking_forth_and_back(problem, data):
    """After any walk along the events, the state at a place is what it was the first time."""
    events = list(problem.trace(max_events=300))
    replay = Replay(problem.instance)
    targets = data.draw(st.lists(st.integers(0, len(events)), max_size=6))
    walk_about(replay, events, targets, lambda: seen(replay))


@given(problems())
def test_a_whole_trace_tells_all_solutions_nodes_and_updates(problem):
    """What the events add up to is what the search reports."""
    replay, told = Replay(problem.instance), []
    for event in problem.trace():
        replay.forward(event)
        if event[0] == "solution":
            told.append(tuple(sorted((*problem.given, *replay.options))))
    search = problem.search(engine="python")
    assert told == list(search)
    stats = search.stats
    assert (replay.nodes, replay.links.updates) == (stats.nodes, stats.updates)
    assert replay.solutions == stats.solutions
    assert (replay.items, replay.options) == ([], [])


def test_eight_queens_take_as_many_events_as_their_nodes_and_updates_say() -> None:
    """The trace of 8 queens adds up to Knuth's 92 solutions, 1049 nodes and 16680 updates."""
    problem = queens_problem(8)
    replay = Replay(problem.instance)
    for event in problem.trace():
        replay.forward(event)
    assert (replay.solutions, replay.nodes, replay.links.updates) == (92, 1049, 16680)


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_a_limit_ends_a_trace_after_so_many_solutions(limit):
    """The last event says that the search was not done."""
    events = list(Problem([["a"], ["b"], ["a", "b"], ["a", "b"]]).trace(limit=limit))
    assert [event[0] for event in events].count("solution") == limit
    assert events[-1] == ("end", 0)


def test_max_events_ends_a_trace_after_so_many_events() -> None:
    """A budget of all events but the last is enough for the whole trace; one less is not."""
    problem = Problem([["a"], ["b"], ["a", "b"]])
    events = list(problem.trace())
    for budget in range(len(events)):
        told = list(problem.trace(max_events=budget))
        assert told[:-1] == events[:budget]
        assert told[-1] == ("end", int(budget == len(events) - 1))


def test_wrong_limits_are_refused_at_the_call() -> None:
    """The message names the argument."""
    problem = Problem([["a"]])
    with pytest.raises(ValueError, match="limit is -1"):
        problem.trace(limit=-1)
    with pytest.raises(TypeError, match="max_events is 'many'"):
        problem.trace(max_events="many")  # type: ignore[arg-type]


@given(problems())
def test_as_json_holds_the_problem_and_all_events(problem):
    """Written as JSON and read back, the same events are there, and the options they speak of."""
    told = json.loads(json.dumps(problem.trace().as_json()))
    events: list[Event] = [(told["words"][code], *numbers) for code, *numbers in told["events"]]
    assert events == list(problem.trace())
    assert (told["version"], told["words"]) == (VERSION, list(WORDS))
    assert told["items"] == [str(item) for item in (*problem.primary, *problem.secondary)]
    assert told["primary"] == len(problem.primary)
    assert [len(entries) for _, entries in told["options"]] == [len(problem[k]) for k in problem]
