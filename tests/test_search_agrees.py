"""A search gives the right solutions, the same ones in the same order however it is driven."""

from __future__ import annotations

import json
import pickle
import random
import threading
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dlx import LimitReached, Problem, ProblemError, Search
from tests.strategies import samples

SEEDS = st.none() | st.integers(0, 2**64)


def through_json(state):
    """Write a state as JSON and read it back, as one that is kept in a file is."""
    return json.loads(json.dumps(state))


@given(samples())
def test_solutions_are_those_of_the_definition(sample):
    """The solutions are exactly the sets of options that the definition allows, each once, in a
    stable order; counting and the yes-or-no questions agree with listing.
    """
    problem, expected = sample.problem(), sample.solutions()
    found = list(problem.solve())
    assert sorted(found) == expected
    assert list(problem.solve()) == found
    assert list(sample.problem().solve()) == found
    assert all(list(solution) == sorted(solution) for solution in found)
    assert problem.count() == len(expected)
    assert problem.first() == (found[0] if found else None)
    assert problem.has_solution() is bool(expected)
    assert problem.has_unique_solution() is (len(expected) == 1)


@given(samples(), st.data())
def test_verify_accepts_solutions_and_nothing_else(sample, data):
    """`verify` accepts every solution in any order, and rejects every other set of options."""
    problem, solutions = sample.problem(), sample.solutions()
    for solution in solutions:
        problem.verify(solution)
        problem.verify(reversed(solution))
    positions = range(len(sample.options))
    chosen = data.draw(st.sets(st.sampled_from(positions)) if positions else st.just(set()))
    if solutions:
        # A solution with one option changed is nearer to being one than a random set is.
        near = data.draw(st.sampled_from(solutions))
        chosen = data.draw(st.sampled_from([chosen, *({*near} ^ {option} for option in positions)]))
    if tuple(sorted(chosen)) not in solutions:
        with pytest.raises(ProblemError):
            problem.verify(chosen)


@given(samples(), st.lists(st.booleans(), max_size=12))
def test_two_iterators_do_not_disturb_each_other(sample, turns):
    """Two iterators over one problem, drawn from in any alternation, each give all solutions."""
    problem = sample.problem()
    expected = list(problem.solve())
    iterators = problem.solve(), problem.solve()
    found: tuple[list[Any], list[Any]] = ([], [])
    for turn in turns:
        found[turn].extend(islice(iterators[turn], 1))
    for iterator, so_far in zip(iterators, found, strict=True):
        so_far.extend(iterator)
    assert found == (expected, expected)


@given(samples(), st.integers(0, 4))
def test_an_iterator_closed_half_way_leaves_the_problem_as_it_was(sample, taken):
    """After an iterator is closed early, the next pass gives everything again."""
    problem = sample.problem()
    expected = list(problem.solve())
    iterator = problem.solve()
    assert list(islice(iterator, taken)) == expected[:taken]
    iterator.close()
    assert next(iterator, None) is None
    assert list(problem.solve()) == expected


@given(samples(), SEEDS, st.data())
def test_a_search_cut_anywhere_goes_on_to_the_same_end(sample, seed, data):
    """A search that rests after any budget, in any mixture of ways, and is saved as JSON and
    resumed each time, gives the solutions of one pass, in order, with the same nodes and updates.
    """
    problem = sample.problem()
    whole = problem.search(seed=seed)
    expected = list(whole)
    search = problem.search(seed=seed)
    found: list[tuple[Any, ...]] = []
    for _ in range(data.draw(st.integers(0, 5), label="cuts")):
        way = data.draw(st.sampled_from(["run", "next", "max_nodes", "limit", "count"]))
        amount = data.draw(st.integers(0, 4), label=way)
        if way == "run":
            search.run(max_nodes=amount)
        elif way == "next":
            found.extend(islice(search, amount))
        elif way == "max_nodes":
            search = problem.resume(through_json(search.state()), max_nodes=amount)
            with suppress(LimitReached):
                found.extend(islice(search, 1))
        elif way == "limit":
            search = problem.resume(through_json(search.state()), limit=amount)
            found.extend(search)
        else:
            assert problem.resume(through_json(search.state())).count() == len(expected) - len(
                found
            )
        search = problem.resume(through_json(search.state()))
    found.extend(search)
    assert found == expected
    assert search.stats == whole.stats


@given(samples(), SEEDS, st.integers(0, 3), st.integers(1, 6))
def test_a_limit_counts_what_was_found_before_the_search_was_saved(sample, seed, limit, nodes):
    """A resumed search keeps to its limit, also if more solutions than that came with its state."""
    problem = sample.problem()
    saved = problem.search(seed=seed)
    saved.run(max_nodes=nodes)
    state = through_json(saved.state())
    expected = list(problem.resume(state))[:limit]
    assert list(problem.resume(state, limit=limit)) == expected
    assert problem.resume(state, limit=limit).count() == len(expected)
    search = problem.resume(state, limit=limit)
    assert search.run()
    assert search.stats.solutions == max(saved.stats.solutions, len(expected))
    assert list(search) == expected


@given(samples(), SEEDS)
def test_run_in_slices_gives_the_same_as_one_pass(sample, seed):
    """Slices of one node each, to the end, find every solution, with the statistics of one pass;
    the progress never falls, and ends at 1.
    """
    problem = sample.problem()
    whole = problem.search(seed=seed)
    expected = list(whole)
    search, progress = problem.search(seed=seed), [0.0]
    while not search.run(max_nodes=1):
        assert sum(search.stats.profile) == search.stats.nodes
        progress.append(search.progress())
        assert 0 <= progress[-1] < 1 + 1e-9
    assert progress == sorted(progress)
    assert search.progress() == 1.0
    assert list(search) == expected
    assert search.stats == whole.stats


def first_choices(problem, seed=None):
    """List the options among which a search chooses first: those of the item it covers first."""
    search = problem.search(seed=seed)
    search.run(max_nodes=1)
    if not search.path():
        return []  # the item has none
    item, _, _, length = search.path()[0]
    labels = [label for label in problem if item in problem[label]]
    assert len(labels) == length
    return labels


@given(samples(min_primary=1), SEEDS)
def test_the_parts_below_each_first_choice_make_up_the_whole(sample, seed):
    """The searches below each first choice together give the solutions and nodes of the whole, the
    root being one node more; without a seed, in the order of the whole.
    """
    problem = sample.problem()
    labels = first_choices(problem, seed)
    whole = problem.search(seed=seed)
    expected = list(whole)
    parts = [problem.search(prefix=[label], seed=seed) for label in labels]
    found = [solution for part in parts for solution in part]
    assert sorted(found) == sorted(expected)
    if seed is None:
        assert found == expected
    assert 1 + sum(part.stats.nodes for part in parts) == whole.stats.nodes
    total = [
        sum(nodes) for nodes in zip(*_padded(part.stats.profile for part in parts), strict=True)
    ]
    assert (1, *total[1:]) == whole.stats.profile


def _padded(profiles):
    profiles = list(profiles)
    longest = max(map(len, profiles), default=0)
    return [[*profile, *[0] * (longest - len(profile))] for profile in profiles]


@given(samples(min_primary=1), st.integers(1, 4), SEEDS)
def test_a_part_can_be_saved_and_resumed(sample, nodes, seed):
    """A search below a prefix stays below it after it was saved and resumed."""
    problem = sample.problem()
    labels = first_choices(problem, seed)
    assume(labels)
    label = labels[-1]
    expected = list(problem.search(prefix=[label], seed=seed))
    part = problem.search(prefix=[label], seed=seed)
    part.run(max_nodes=nodes)
    assert list(problem.resume(through_json(part.state()))) == expected
    assert all(label in solution for solution in expected)


def test_a_prefix_that_no_search_takes_is_refused():
    """A prefix must be choices that the search makes, in its order; the message names the first
    that is not, and what could be chosen instead.
    """
    problem = Problem({"A": ["a"], "B": ["b"], "B2": ["b"], "AB": ["a", "b"]})
    assert list(problem.search(prefix=["A", "B2"])) == [("A", "B2")]
    for prefix, message in [
        (
            ["B"],
            (
                "choice 0 can't be option 'B': there item 'a' is covered, and the options left for "
                "it are: 'A', 'AB'"
            ),
        ),
        (
            ["A", "AB"],
            (
                "choice 1 can't be option 'AB': there item 'b' is covered, and the options "
                "left for it are: 'B', 'B2'"
            ),
        ),
        (["AB", "A"], "choice 1 can't be option 'A': there all items are covered already"),
        (
            ["?"],
            (
                "prefix names '?', but no option has that label; labels are what the options were "
                "given by"
            ),
        ),
        ("AB", "prefix is 'AB'; it must be a list of labels"),
    ]:
        with pytest.raises(ProblemError) as error:
            problem.search(prefix=prefix)
        assert str(error.value) == message


@given(samples(), st.integers(0, 2**64))
def test_a_seed_changes_the_order_and_nothing_else(sample, seed):
    """With a seed come the same solutions in another order, the same one each time."""
    problem = sample.problem()
    found = list(problem.solve(seed=seed))
    assert sorted(found) == sample.solutions()
    assert list(problem.solve(seed=seed)) == found
    assert problem.first(seed=seed) == (found[0] if found else None)


@given(samples(), st.integers(0, 2**64))
def test_a_seed_permutes_items_and_options_as_documented(sample, seed):
    """A seeded search is the search of the problem whose items, then options, are sorted by keys
    from random.Random(seed).random(), primary items before secondary ones.
    """
    key = random.Random(seed).random
    items = [*sample.primary, *sample.secondary]
    item_keys = {item: key() for item in items}
    option_keys = [key() for _ in sample.options]
    order = sorted(range(len(sample.options)), key=option_keys.__getitem__)
    permuted = Problem(
        {position: sample.options[position] for position in order},
        primary=sorted(sample.primary, key=item_keys.__getitem__),
        secondary=sorted(sample.secondary, key=item_keys.__getitem__),
    )
    expected = [tuple(sorted(solution)) for solution in permuted.solve()]
    assert list(sample.problem().solve(seed=seed)) == expected


def test_seeds_lead_to_different_solutions():
    """First solutions under different seeds differ, so that a seed is of use to a puzzle maker."""
    problem = Problem([[item] for item in "aaabbbccc"])
    assert len({problem.first(seed=seed) for seed in range(50)}) > 10


@given(samples())
def test_many_threads_may_solve_one_problem_at_once(sample):
    """Threads that share a problem each get all its solutions."""
    problem = sample.problem()
    found: list[list[tuple[Any, ...]]] = []
    barrier = threading.Barrier(4)

    def solve():
        barrier.wait()
        found.append(list(problem.solve()))

    threads = [threading.Thread(target=solve) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [list(problem.solve())] * 4


@given(samples(), SEEDS, st.integers(0, 6))
def test_problems_and_searches_survive_pickling(sample, seed, nodes):
    """A pickled problem is equal to the original and solves alike; a pickled search goes on from
    where it stood, and leaves the original alone.
    """
    problem = sample.problem()
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem
    assert hash(again) == hash(problem)
    expected = list(problem.solve(seed=seed))
    assert list(again.solve(seed=seed)) == expected
    search = problem.search(seed=seed)
    search.run(max_nodes=nodes)
    copy = pickle.loads(pickle.dumps(search))
    assert isinstance(copy, Search)
    assert copy.stats == search.stats
    assert list(copy) == expected
    assert list(search) == expected


def test_a_pickled_search_keeps_its_limit_and_its_budget():
    """What is left of the limit goes with the search; so does the budget."""
    problem = Problem([["a"]] * 5)
    search = problem.search(limit=3, max_nodes=4)
    first = next(search)
    copy = pickle.loads(pickle.dumps(search))
    assert [first, *copy] == [(0,), (1,), (2,)]
    copy = pickle.loads(pickle.dumps(problem.search(max_nodes=2)))
    with pytest.raises(LimitReached, match="limit on nodes"):
        copy.count()


def test_exceptions_survive_pickling():
    """Both exceptions come back from another process with message and attributes; the search in a
    `LimitReached` can go on there.
    """
    problem = Problem([["a"], ["b"], ["a", "b"], ["b"]])
    with pytest.raises(LimitReached) as caught:
        list(problem.solve(max_nodes=3))
    limit = caught.value
    again = pickle.loads(pickle.dumps(limit))
    assert type(again) is LimitReached
    assert str(again) == str(limit)
    assert (again.reason, again.solutions, again.best) == ("nodes", 1, None)
    assert again.stats == limit.stats
    assert list(again.search) == list(limit.search) == [(0, 3), (2,)]
    with pytest.raises(ProblemError) as refused:
        Problem([["a", "a"]])
    again = pickle.loads(pickle.dumps(refused.value))
    assert type(again) is ProblemError
    assert again.args == refused.value.args


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "the state has version 2; this release reads version 1"),
        (
            {"problem": 1},
            "the state was saved in a search of another problem; resume it with the same one",
        ),
        (
            {"choices": [7]},
            "this is not a state saved by Search.state(): it names options that do not exist",
        ),
        (
            {"found": [[7]]},
            "this is not a state saved by Search.state(): it names options that do not exist",
        ),
        ({"choices": None}, "this is not a state saved by Search.state(): "),
        ({"base": 3}, "this is not a state saved by Search.state(): "),
        ({"nodes": "many"}, "this is not a state saved by Search.state(): "),
    ],
)
def test_a_state_of_something_else_is_refused(change, message):
    """`resume` takes back what `state` gave for the same problem, and says so of all else."""
    problem = Problem([["a"], ["a"]])
    with pytest.raises(ProblemError) as error:
        problem.resume(problem.search().state() | change)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("state", [{}, [], "state", None])
def test_what_is_no_state_is_refused(state):
    """Something that is no state at all is named as such."""
    with pytest.raises(ProblemError, match=r"^this is not a state saved by Search\.state\(\): "):
        Problem([["a"]]).resume(state)


def test_a_state_holds_plain_numbers():
    """A state is plain data: numbers, truth values, None and lists of numbers."""
    search = Problem([["a"], ["b"], ["a", "b"]]).search()
    search.run(max_nodes=3)
    state = search.state()
    assert through_json(state) == state
    assert state["found"] == [[0, 1]]
