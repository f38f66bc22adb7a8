"""Problems that some program got wrong, after public bug reports: data/cases.json names each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dlx import Colored, LimitReached, Problem, ProblemError

CASES = json.loads((Path(__file__).parent / "data" / "cases.json").read_text(encoding="utf-8"))
WITHOUT_ERROR = [case for case in CASES if "error" not in case["expected"]]
WITH_ERROR = [case for case in CASES if "error" in case["expected"]]


def build(problem):
    """Build the problem of a case: "x:A" is item x in color A, unless it is declared itself."""
    declared = {*problem["primary"], *problem["secondary"]}

    def entry(word):
        if word in declared or not isinstance(word, str):
            return word
        return Colored(*word.split(":"))

    return Problem(
        [[entry(word) for word in option] for option in problem["options"]],
        primary=problem["primary"],
        secondary=problem["secondary"],
        costs=problem.get("costs"),
        multiplicities={
            item: tuple(bounds) for item, bounds in problem.get("multiplicities", {}).items()
        },
    )


def kind(case):
    """Name a case in the output of pytest."""
    return case["kind"]


@pytest.mark.parametrize("case", WITHOUT_ERROR, ids=kind)
def test_the_right_solutions(case):
    """Count, solutions and the yes-or-no questions come out right, on each pass."""
    problem, expected = build(case["problem"]), case["expected"]
    problems = [problem]
    if "text" in case["problem"]:
        problems.append(Problem.from_text(case["problem"]["text"]))
    if "matrix" in case["problem"]:
        problems.append(Problem.from_matrix(case["problem"]["matrix"]))
    for one in problems:
        found = list(one.solve())
        assert len(found) == len(set(found)) == expected["count"]
        assert list(one.solve()) == found
        assert one.count() == one.count() == expected["count"]
        if "solutions" in expected:
            assert sorted(map(list, found)) == sorted(expected["solutions"])
        assert one.first() == (found[0] if found else None)
        assert one.has_solution() is (expected["count"] > 0)
        assert one.has_unique_solution() is (expected["count"] == 1)
        for solution in found:
            one.verify(solution)


@pytest.mark.parametrize("case", WITH_ERROR, ids=kind)
def test_what_must_be_refused(case):
    """Nonsense, and what isn't there yet, are errors and never a wrong count."""
    errors = {"ValueError": ValueError, "NotImplementedError": NotImplementedError}
    with pytest.raises(errors[case["expected"]["error"]]):
        build(case["problem"]).count()


def test_the_message_of_an_item_that_is_twice_in_an_option():
    """Knuth's DLX1 says 'Duplicate item name in this option'; here both are named."""
    with pytest.raises(ProblemError) as error:
        Problem([["b"], ["a", "a"]])
    assert str(error.value) == "option 1 has item 'a' twice; an item goes into an option once"


def test_an_item_may_be_named_with_a_colon():
    """With `Colored` for colors, an item that is really named 'a:red' is an item like any other."""
    problem = Problem([["a:red", Colored("x", "red")], ["b"]], secondary=["x"])
    assert list(problem.solve()) == [(0, 1)]


def test_changing_the_lists_after_building():
    """Sage's dancing_links.pyx keeps the caller's lists: here a problem has copies of its own."""
    options = [["a", "b", "c"], ["d", "e", "f"], ["a", "b"], ["c", "d", "e", "f"], ["a"],
               ["b", "c", "d", "e", "f"], ["f"], ["d", "e"]]  # fmt: skip
    problem = Problem(options, primary=list("abcdef"))
    options[0].append("d")
    options.pop()
    assert problem.count() == 4


def test_what_is_handed_out_is_no_way_in():
    """Sage's rows() hands out its own list; what a problem hands out can't be changed."""
    problem = Problem([["a"], ["b"]])
    assert isinstance(problem[0], tuple)
    assert all(isinstance(option, tuple) for option in problem.values())
    with pytest.raises(TypeError):
        problem[0] = ("b",)  # type: ignore[index]
    with pytest.raises(AttributeError):
        problem.primary = ("b",)  # type: ignore[misc]


def test_three_thousand_forced_items():
    """A search deeper than Python's recursion limit is no trouble (morluto/jacobian#3238,
    keon/algorithms#516), and an item that lost its option is seen at once.
    """
    n = 3000
    options = [[f"i{k}"] for k in range(n)]
    primary = [f"i{k}" for k in range(n)]
    assert list(Problem(options, primary=primary).solve()) == [tuple(range(n))]
    without = Problem(options[:1500] + options[1501:], primary=primary)
    search = without.search()
    assert list(search) == []
    assert search.stats.nodes == 1


def pigeonhole(holes):
    """Put one pigeon more than there are holes into the holes, at most one in each."""
    return Problem(
        [[f"p{i}", f"h{j}"] for i in range(holes + 1) for j in range(holes)],
        primary=[f"p{i}" for i in range(holes + 1)],
        secondary=[f"h{j}" for j in range(holes)],
    )


def test_a_limit_is_no_answer():
    """A limit that is reached is never reported as 'no solution' (morluto/jacobian#2256,
    prefix-dev/resolvo#8, grantm/sudoku-web-app#11); where the tree is done, 0 is the answer.
    """
    large = pigeonhole(11)
    calls = [large.count, large.first, large.has_solution, large.has_unique_solution,
             lambda **limits: list(large.solve(**limits))]  # fmt: skip
    for call in calls:
        for limits in ({"max_nodes": 1000}, {"seconds": 0.01}):
            with pytest.raises(LimitReached):
                call(**limits)
    assert pigeonhole(5).count() == 0
    assert pigeonhole(5).first() is None


def test_copies_of_a_piece_count_apart_when_they_are_named():
    """Four named copies of one piece give 4! times as many covers as the piece without names
    (knewjade/solution-finder#3).
    """
    case = next(case for case in CASES if "identical pieces" in case["kind"])["problem"]
    options = [[*option, copy] for option in case["options"] for copy in range(4)]
    assert Problem(options, primary=[*case["primary"], *range(4)]).count() == 48
