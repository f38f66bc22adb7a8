"""A problem is what the user wrote, copied and checked; every fault in it is named."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Colored, Problem, ProblemError
from tests.strategies import samples

if TYPE_CHECKING:
    from collections.abc import Callable


def refused(message, *arguments, **keywords):
    """Check that `Problem` refuses these arguments with just this message."""
    with pytest.raises(ProblemError) as error:
        Problem(*arguments, **keywords)
    assert str(error.value) == message


# What is wrong with a problem.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (None, "options is None; it must be a list or another iterable"),
        (3, "options is 3; it must be a list or another iterable"),
        ("ab", "options is the string 'ab', which would be taken apart; put it into a list"),
        (b"ab", "options is the string b'ab', which would be taken apart; put it into a list"),
        ([1], "option 0 is 1; it must be a list or another iterable"),
        (
            [["p"], "pq"],
            "option 1 is the string 'pq', which would be taken apart; put it into a list",
        ),
        (
            {"first": "pq"},
            "option 'first' is the string 'pq', which would be taken apart; put it into a list",
        ),
        (
            [{"a": "red"}],
            "option 0 is a mapping, {'a': 'red'}; it must be a list, with Colored for colors",
        ),
        (
            [["a", ["b"]]],
            "option 0 names ['b'], which is not hashable; use a tuple, a string or a number",
        ),
        (
            {"k": ["a", {}]},
            "option 'k' names {}, which is not hashable; use a tuple, a string or a number",
        ),
        ([["a"], ["b", "a", "b"]], "option 1 has item 'b' twice; an item goes into an option once"),
        ({"k": [1, True]}, "option 'k' has item 1 twice; an item goes into an option once"),
        (
            [[Colored("a", "red")]],
            (
                "option 0 gives item 'a' the color 'red', but the item is primary; only secondary "
                "items have colors"
            ),
        ),
        (
            [[Colored(Colored("a", 1), 2)]],
            "option 0 gives Colored('a', 1) a color, but it has one; an item has one color",
        ),
        (
            [["a", Colored("x", ["red"])]],
            "option 0 names ['red'], which is not hashable; use a tuple, a string or a number",
        ),
        (
            [["a", Colored(["x"], "red")]],
            "option 0 names ['x'], which is not hashable; use a tuple, a string or a number",
        ),
    ],
)
def test_a_faulty_option_is_named(options, message):
    """What is wrong with an option is said with its label and the item, in the user's words."""
    refused(message, options)


def test_an_item_may_not_be_twice_in_an_option_in_any_guise():
    """A secondary item counts once too, colored or not, in one color or two."""
    message = "option 0 has item 'x' twice; an item goes into an option once"
    for entries in (["x", "x"], ["x", Colored("x", 1)], [Colored("x", 1), Colored("x", 1)]):
        refused(message, [["a", *entries]], secondary=["x"])
    refused("option 0 has item 'y' twice; an item goes into an option once",
            [["a", "x", Colored("y", 1), Colored("y", 2)]], secondary=["x", "y"])  # fmt: skip


def test_an_unknown_item_is_named_where_all_are_declared():
    """With `primary` declared, an item that is in neither list is a slip, and is named."""
    message = "option 'k' names item 'c', which is neither in primary nor in secondary"
    refused(message, {"k": ["a", "c"]}, primary=["a"], secondary=["x"])
    refused(message, {"k": ["a", Colored("c", 1)]}, primary=["a"], secondary=["x"])


@pytest.mark.parametrize(
    ("primary", "secondary", "message"),
    [
        ("ab", (), "primary is the string 'ab', which would be taken apart; put it into a list"),
        (["a"], "x", "secondary is the string 'x', which would be taken apart; put it into a list"),
        (7, (), "primary is 7; it must be a list or another iterable"),
        (["a"], None, "secondary is None; it must be a list or another iterable"),
        (
            {"a": 1},
            (),
            "primary is a mapping, {'a': 1}; it must be a list, with Colored for colors",
        ),
        (["a", "a"], (), "primary names item 'a', but primary has named it before; name it once"),
        (["a"], ["a"], "secondary names item 'a', but primary has named it before; name it once"),
        (
            ["a"],
            ["x", "x"],
            "secondary names item 'x', but secondary has named it before; name it once",
        ),
        (
            [["a"]],
            (),
            "primary names ['a'], which is not hashable; use a tuple, a string or a number",
        ),
        (
            ["a"],
            [Colored("x", 1)],
            "secondary names Colored('x', 1); it names items, and options give them colors",
        ),
        (
            [Colored("a", 1)],
            (),
            "primary names Colored('a', 1); it names items, and options give them colors",
        ),
    ],
)
def test_faulty_declarations_are_named(primary, secondary, message):
    """What is wrong with `primary` or `secondary` is said with the item."""
    refused(message, [], primary=primary, secondary=secondary)


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ([1], "there are 1 costs for 2 options; each option needs one"),
        ([1, 2, 3], "there are 3 costs for 2 options; each option needs one"),
        ([1, "2"], "the cost of option 'b' is '2'; it must be a finite number"),
        ([None, 2], "the cost of option 'a' is None; it must be a finite number"),
        ([1, float("inf")], "the cost of option 'b' is inf; it must be a finite number"),
        ([1, float("nan")], "the cost of option 'b' is nan; it must be a finite number"),
        ([1, 1j], "the cost of option 'b' is 1j; it must be a finite number"),
        ({"a": 1}, "costs does not name option 'b'; each option needs a cost"),
        ({"a": 1, "b": 2, "c": 3}, "costs names 'c', but no option has that label"),
        ("12", "costs is the string '12', which would be taken apart; put it into a list"),
        (12, "costs is 12; it must be a list or another iterable"),
    ],
)
def test_faulty_costs_are_named(costs, message):
    """Each option needs one finite number; what is amiss is said with the option's label."""
    refused(message, {"a": ["p"], "b": ["q"]}, costs=costs)


BOUNDS = (
    "it must be a whole number from 1 on, or a pair (low, high) of them with 0 <= low <= high and "
    "high >= 1"
)


@pytest.mark.parametrize(
    ("multiplicities", "message"),
    [
        ({"q": 2}, "multiplicities names 'q', which is no primary item"),
        ({"x": 2}, "multiplicities names 'x', which is no primary item"),
        *(
            ({"p": wanted}, f"the multiplicity of item 'p' is {wanted!r}; {BOUNDS}")
            for wanted in (0, -1, 1.5, "2", None, (2, 1), (-1, 1), (0, 0), (1, 2, 3), (1.0, 2))
        ),
        ([("p", 2)], "multiplicities is [('p', 2)]; it must be a mapping from items to numbers"),
    ],
)
def test_faulty_multiplicities_are_named(multiplicities, message):
    """Only primary items have multiplicities, whole numbers that can be met."""
    with pytest.raises(ProblemError) as error:
        Problem([["p", "x"]], secondary=["x"], multiplicities=multiplicities)
    # How a list that is no mapping is refused is not laid down to the letter.
    if isinstance(multiplicities, dict):
        assert str(error.value) == message
    else:
        assert str(error.value).startswith("multiplicities is [('p', 2)]")


# What is kept.


def test_a_problem_keeps_what_it_was_given():
    """Items, options and their entries come back as they were written, in their order."""
    options = {"k": ["a", Colored("x", "red")], 7: ("b", "x"), ("t",): [], None: ["x", "a", "b"]}
    problem = Problem(options, secondary=["x", "y"])
    assert problem.primary == ("a", "b")
    assert problem.secondary == ("x", "y")
    assert tuple(problem.labels) == ("k", 7, ("t",), None)
    assert {label: list(entries) for label, entries in problem.items()} == {
        label: list(entries) for label, entries in options.items()
    }
    assert problem.costs is None
    assert problem.multiplicities == {}
    assert problem.given == problem.without == ()


@given(samples())
def test_every_entry_comes_back(sample):
    """Any problem gives back its items and options just as they were written."""
    problem = sample.problem()
    assert list(problem.primary) == sample.primary
    assert list(problem.secondary) == sample.secondary
    assert [list(option) for option in problem.values()] == sample.options
    assert list(problem) == list(problem.labels) == list(range(len(sample.options)))


def test_options_may_come_from_any_iterable():
    """Generators, tuples and dictionary views serve as well as lists, and are read once."""
    expected = Problem([["a", "b"], ["c"]], secondary=["x"])
    assert (
        Problem((iter(option) for option in (("a", "b"), "c")), secondary=iter(["x"])) == expected
    )
    assert Problem([{"a": 1, "b": 2}.keys(), ("c",)], secondary=("x",)) == expected


def test_costs_are_kept_exactly():
    """Whole numbers, fractions and floats are kept at their exact values, by position or label."""
    costs = [3, -2.5, Fraction(1, 3), 10**30]
    problem = Problem({"a": ["p"], "b": ["p"], "c": ["p"], "d": ["p"]}, costs=costs)
    assert problem.costs == tuple(costs)
    by_label = dict(zip("dcba", reversed(costs), strict=True))
    assert Problem({"a": ["p"], "b": ["p"], "c": ["p"], "d": ["p"]}, costs=by_label) == problem


def test_costs_do_not_hinder_solving():
    """A problem with costs is solved and counted as one without."""
    options = [["a"], ["b"], ["a", "b"]]
    assert list(Problem(options, costs=[5, -1, 0.5]).solve()) == list(Problem(options).solve())


def test_multiplicities_are_kept_and_searching_with_them_is_refused():
    """Multiplicities are part of the problem; what can't search with them yet says so at once."""
    problem = Problem([["a"], ["b"]], multiplicities={"a": 2, "b": (1, 1)})
    assert problem.multiplicities == {"a": (2, 2)}
    message = (
        "item 'a' is to be covered 2 times; searching with multiplicities is not available in "
        "this release"
    )
    calls: list[Callable[..., Any]] = [
        problem.solve,
        problem.search,
        problem.count,
        problem.first,
        problem.has_solution,
        problem.has_unique_solution,
        lambda: problem.resume({}),
    ]
    for call in calls:
        with pytest.raises(NotImplementedError) as error:
            call()
        assert str(error.value) == message


def test_once_is_the_usual_multiplicity():
    """An item that is to be covered just once may be said so: it is no exception."""
    assert Problem([["a"]], multiplicities={"a": 1}) == Problem([["a"]])
    assert Problem([["a"]], multiplicities={"a": 1}).count() == 1


def test_minimizing_is_refused():
    """Looking for the cheapest says that it isn't there yet."""
    with pytest.raises(NotImplementedError) as error:
        Problem([["a"]], costs=[1]).minimize(k=3)
    assert str(error.value) == "finding the 3 cheapest solutions is not available in this release"


def test_what_the_caller_changes_afterwards_does_not_matter():
    """A problem copies what it is given: changing the lists later changes nothing."""
    options = [["a", "b"], ["c"], ["a"], ["b", "c"]]
    primary, secondary, costs = ["a", "b", "c"], ["x"], [1, 2, 3, 4]
    multiplicities = {"a": 1}
    problem = Problem(options, primary=primary, secondary=secondary, costs=costs,
                      multiplicities=multiplicities)  # fmt: skip
    expected = list(problem.solve())
    options[0].append("c")
    options.pop()
    primary.clear()
    secondary.append("y")
    costs.clear()
    multiplicities["a"] = 2
    assert list(problem.solve()) == expected == [(0, 1), (2, 3)]
    assert (problem.primary, problem.secondary) == (("a", "b", "c"), ("x",))
    problem.multiplicities["a"] = (2, 2)
    assert problem.multiplicities == {}


# A mapping from labels to options.


def test_a_problem_is_a_mapping_from_labels_to_options():
    """Labels find their options, in order; unknown ones raise KeyError."""
    problem = Problem({"k": ["a"], "l": ["a", "b"]})
    assert problem["l"] == ("a", "b")
    assert (list(problem), len(problem)) == (["k", "l"], 2)
    assert "k" in problem
    assert "m" not in problem
    assert ["k"] not in problem
    assert problem.get("m") is None
    with pytest.raises(KeyError, match="'m'"):
        problem["m"]


def test_without_labels_options_are_numbered_from_0():
    """Positions serve as labels; negative ones, as a list has them, are unknown."""
    problem = Problem([["a"], ["b"]])
    assert (problem[1], list(problem), problem.labels) == (("b",), [0, 1], range(2))
    for unknown in (2, -1, "0", 0.0, None, [0]):
        assert unknown not in problem
        with pytest.raises(KeyError):
            problem[unknown]


@given(samples(), samples())
def test_problems_are_equal_when_they_were_written_alike(one, other):
    """Equal words make equal problems with equal hashes; different ones are different."""
    assert one.problem() == one.problem()
    assert hash(one.problem()) == hash(one.problem())
    assert copy.copy(one.problem()) == copy.deepcopy(one.problem()) == one.problem()
    assert (one.problem() == other.problem()) is (one == other)


def test_problems_differ_by_anything_that_was_said():
    """Items, order, colors, labels, costs, bounds, restrictions: each makes a difference."""
    options = [["a", "x"], ["b"]]
    problem = Problem(options, secondary=["x"])
    others = [
        Problem(options[::-1], secondary=["x"]),
        Problem(options, secondary=["x", "y"]),
        Problem(options, primary=["b", "a"], secondary=["x"]),
        Problem([["x", "a"], ["b"]], primary=["a", "b"], secondary=["x"]),
        Problem([["a", Colored("x", 1)], ["b"]], secondary=["x"]),
        Problem([["a", Colored("x", 2)], ["b"]], secondary=["x"]),
        Problem({"k": ["a", "x"], "l": ["b"]}, secondary=["x"]),
        Problem(options, secondary=["x"], costs=[1, 2]),
        Problem(options, secondary=["x"], multiplicities={"a": 2}),
        problem.restricted(given=[0]),
        problem.restricted(without=[0]),
    ]
    for k, one in enumerate([problem, *others]):
        for other in [problem, *others][:k]:
            assert one != other
    assert problem != options
    assert len({problem, *others, Problem(options, secondary=["x"])}) == len(others) + 1


def test_a_problem_describes_itself():
    """Its representation says how large it is, and what is forced."""
    problem = Problem([["a", "x"], ["b"]], secondary=["x"])
    assert repr(problem) == "<Problem: 2 primary items, 1 secondary item, 2 options>"
    assert repr(problem.restricted(given=[0], without=[1])) == (
        "<Problem: 2 primary items, 1 secondary item, 2 options, 1 given, 1 without>"
    )


def test_colored_is_equal_to_its_like_only():
    """An item in a color is equal to the same item in the same color, and to no tuple."""
    assert Colored("x", 1) == Colored("x", 1)
    assert hash(Colored("x", 1)) == hash(Colored("x", 1))
    assert Colored("x", 1) != Colored("x", 2)
    others: list[object] = [("x", 1), "x", "x:1"]
    assert all(Colored("x", 1) != other for other in others)
    assert repr(Colored("x", 1)) == "Colored('x', 1)"
    with pytest.raises(AttributeError):
        Colored("x", 1).color = 2  # type: ignore[misc]


def test_items_are_told_apart_as_python_does():
    """A tuple is an item like any other, and so is a name with a colon."""
    problem = Problem([["a:1", ("x", 1)], [("x", 1)], ["a:1"]])
    assert problem.primary == ("a:1", ("x", 1))
    assert list(problem.solve()) == [(0,), (1, 2)]


# Restricting it.


@given(samples(), st.data())
def test_restricting_keeps_the_solutions_that_fit(sample, data):
    """With options forced in or out, those solutions are left that contain the one and none of the
    other; nested restrictions add up; the original is as it was.
    """
    problem = sample.problem()
    choosable = [
        position for position, option in enumerate(sample.options)
        if any(item in sample.primary for item in option if not isinstance(item, Colored))
    ]  # fmt: skip
    given = data.draw(
        st.sets(st.sampled_from(choosable), max_size=2) if choosable else st.just(set())
    )
    rest = [position for position in range(len(sample.options)) if position not in given]
    without = data.draw(st.sets(st.sampled_from(rest), max_size=3) if rest else st.just(set()))
    expected = sample.solutions(given, without)
    restricted = problem.restricted(given=given, without=without)
    found = list(restricted.solve())
    assert sorted(found) == expected
    assert restricted.count() == len(expected)
    assert sorted(restricted.solve(seed=1)) == expected
    nested = problem
    for position in sorted(given):
        nested = nested.restricted(given=[position])
    for position in sorted(without):
        nested = nested.restricted(without=[position])
    assert nested == restricted
    assert list(nested.solve()) == found
    assert restricted.given == tuple(sorted(given))
    assert restricted.without == tuple(sorted(without))
    assert list(restricted) == list(problem)
    for solution in found:
        restricted.verify(solution)
    assert sorted(problem.solve()) == sample.solutions()


def test_given_options_that_clash_leave_no_solutions():
    """Options that exclude each other may both be given: there is no solution, and no error."""
    problem = Problem({"k": ["a", "x"], "l": ["b", "x"], "m": ["b"]}, secondary=["x"])
    assert list(problem.restricted(given=["k", "l"]).solve()) == []
    assert list(problem.restricted(given=["k", "m", "k"]).solve()) == [("k", "m")]


@pytest.mark.parametrize(
    ("given", "without", "message"),
    [
        (["?"], [], ("given names '?', but no option has that label; labels are what the options "
                    "were given by")),
        ([], [["k"]], ("without names ['k'], but no option has that label; labels are what the "
                      "options were given by")),
        (["k"], ["k"], "option 'k' is both given and without; it can't be both"),
        (["n"], [], "option 'n' is given, but has no primary item; such an option is never chosen"),
        ("k", [], "given is 'k'; it must be a list of labels"),
        ([], "k", "without is 'k'; it must be a list of labels"),
        (3, [], "given is 3; it must be a list of labels"),
    ],
)  # fmt: skip
def test_faulty_restrictions_are_named(given, without, message):
    """Unknown labels and contradictions are refused, with the label."""
    problem = Problem({"k": ["a", "x"], "l": ["b"], "n": ["x"]}, secondary=["x"])
    with pytest.raises(ProblemError) as error:
        problem.restricted(given=given, without=without)
    assert str(error.value) == message


def test_nested_restrictions_may_not_contradict():
    """An option that is given can't be forced out later, nor the other way round."""
    problem = Problem([["a"], ["b"]])
    for one, other in (({"given": [0]}, {"without": [0]}), ({"without": [0]}, {"given": [0]})):
        with pytest.raises(ProblemError) as error:
            problem.restricted(**one).restricted(**other)
        assert str(error.value) == "option 0 is both given and without; it can't be both"


def test_an_unknown_position_is_named_with_the_known_ones():
    """Where options are only numbered the message says from what to what."""
    with pytest.raises(ProblemError) as error:
        Problem([["a"], ["b"]]).restricted(given=[2])
    assert str(error.value) == (
        "given names 2, but no option has that label; the options are numbered from 0 to 1"
    )


# Verifying a solution.


@pytest.mark.parametrize(
    ("solution", "message"),
    [
        ([], "item 'a' is not covered; it must be covered once"),
        (["k"], "item 'b' is not covered; it must be covered once"),
        (["k", "ab"], ("item 'a' is covered 2 times, by the options 'k', 'ab'; it must be covered "
                      "once")),
        (["k", "k"], "the solution names option 'k' twice; a solution is a set of options"),
        (["k", "?"], ("the solution names '?', but no option has that label; labels are what the "
                     "options were given by")),
        (["k", "l", "only x"], ("option 'only x' has no primary item, so it can't be part of a "
                               "solution")),
        (["k", "l"], ("item 'x' is used by options that exclude each other: option 'k' uses it in "
                     "color 'red', option 'l' uses it in color 'green'; only equal colors share an "
                     "item")),
        (["k", "m"], ("item 'x' is used by options that exclude each other: option 'k' uses it in "
                     "color 'red', option 'm' uses it without a color; only equal colors share an "
                     "item")),
        (["a plain", "m"], ("item 'x' is used by options that exclude each other: option 'a plain' "
                           "uses it without a color, option 'm' uses it without a color; only "
                           "equal colors share an item")),
        ("k", "the solution is 'k'; it must be a list of labels"),
        (None, "the solution is None; it must be a list of labels"),
    ],
)  # fmt: skip
def test_verify_says_what_is_wrong(solution, message):
    """A wrong solution is refused with the item and the options that are at fault."""
    problem = Problem(
        {
            "k": ["a", Colored("x", "red")],
            "l": ["b", Colored("x", "green")],
            "m": ["b", "x"],
            "n": ["b", Colored("x", "red")],
            "ab": ["a", "b"],
            "a plain": ["a", "x"],
            "only x": ["x"],
        },
        secondary=["x"],
    )
    problem.verify(["n", "k"])
    with pytest.raises(ProblemError) as error:
        problem.verify(solution)
    assert str(error.value) == message


def test_verify_knows_what_is_forced():
    """A solution must contain the given options, and none that is forced out."""
    problem = Problem([["a"], ["b"], ["a", "b"], ["b"]])
    with pytest.raises(ProblemError) as error:
        problem.restricted(given=[2]).verify([0, 1])
    assert str(error.value) == (
        "option 2 is given, so it is in every solution; it is not in this one"
    )
    with pytest.raises(ProblemError) as error:
        problem.restricted(without=[1]).verify([0, 1])
    assert str(error.value) == (
        "option 1 is forced out, so it is in no solution; it is in this one"
    )


def test_verify_counts_by_the_multiplicities():
    """Where an item is to be covered several times, `verify` holds a solution to that."""
    problem = Problem(
        [["a"], ["a"], ["a"], ["b"], ["b"], ["b"]], multiplicities={"a": 2, "b": (0, 1)}
    )
    problem.verify([0, 1])
    problem.verify([0, 2, 3])
    with pytest.raises(ProblemError) as error:
        problem.verify([0, 3])
    assert str(error.value) == ("item 'a' is covered once, by option 0; it must be covered 2 times")
    with pytest.raises(ProblemError) as error:
        problem.verify([0, 1, 3, 4])
    assert str(error.value) == (
        "item 'b' is covered 2 times, by the options 3, 4; it must be covered 0 to 1 times"
    )


# Some that a definition could get wrong.


def test_the_empty_problem_has_one_solution():
    """Nothing to cover is covered by nothing; so is a problem of secondary items alone."""
    for problem in (Problem([]), Problem({}), Problem([[]]), Problem([["x"]], secondary=["x"])):
        assert list(problem.solve()) == [()]
        assert problem.first() == ()
        assert problem.count() == 1
        assert problem.has_solution()
        assert problem.has_unique_solution()
        problem.verify(())


def test_an_item_without_options_leaves_no_solutions():
    """A primary item that no option has is allowed, and can't be covered."""
    problem = Problem([["a"]], primary=["a", "b"])
    assert list(problem.solve()) == []
    assert problem.first() is None
    assert not problem.has_solution()
    assert not problem.has_unique_solution()


def test_an_unknown_engine_is_refused():
    """The name of an engine is checked at the call, and the message lists those there are."""
    problem = Problem([["a"]])
    assert problem.count(engine="python") == 1
    for call in (problem.solve, problem.search, problem.count, problem.first):
        with pytest.raises(
            ValueError, match=r"^there is no engine 'quick'; the engines are 'auto', "
        ):
            call(engine="quick")
