"""The order of solutions is part of the interface: it is the same on every run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from dlx import Colored, Problem

ROOT = Path(__file__).resolve().parents[1]

PROBLEMS = {
    "lists of strings": """
        Problem([["ab", "cd"], ["cd"], ["ab"], ["ef"], ["ab", "ef"], ["cd", "ef"], ["ef"]])
    """,
    "options given as sets": """
        Problem([{"ab", "cd", "ef"}, {"ab"}, {"cd", "ef"}, {"ef"}, {"cd"}, frozenset(["ab", "ef"])])
    """,
    "sets of mixed items": """
        Problem([{"ab", 1, 2.5, ("t", "u"), None}, {"ab", 1}, {2.5, ("t", "u")}, {None}, {1},
                 {"ab"}])
    """,
    "items declared as sets": """
        Problem([["ab", "x"], ["cd", "y"], ["ab", "cd"], ["ab"], ["cd"]],
                primary={"ab", "cd"}, secondary={"x", "y"})
    """,
    "a set of tuples": """
        Problem({("ab", "cd"), ("ab",), ("cd",), ("cd", "ef"), ("ef",), ("ab", "ef")})
    """,
    "a set of sets": """
        Problem({frozenset(["ab", "cd"]), frozenset(["ab"]), frozenset(["cd"]),
                 frozenset(["cd", "ef"]), frozenset(["ef"]), frozenset(["ab", "ef"])})
    """,
    "sets as items of a set": """
        Problem([{frozenset(["ab", "kl"]), frozenset(["cd", "ij"]), frozenset(["ef", "gh"])},
                 [frozenset(["ab", "kl"])], [frozenset(["cd", "ij"])], [frozenset(["ef", "gh"])]])
    """,
    "colors in a set": """
        Problem([{"ab", Colored("x", "red")}, {"cd", Colored("x", "red"), Colored("y", "red")},
                 {"cd", "y"}, {"ab", Colored("x", "green")}], secondary=["x", "y"])
    """,
}

# A line a problem. Items that are sets are printed sorted: how Python prints a set is random.
SCRIPT = """
from dlx import Colored, Problem
def plain(item):
    return sorted(item) if isinstance(item, frozenset) else item
for problem in [{problems}]:
    print(
        list(map(plain, problem.primary)), list(map(plain, problem.secondary)),
        [list(map(plain, option)) for option in problem.values()],
        list(problem.solve()), list(problem.solve(seed=3)), problem.search().state(),
    )
"""


def test_the_order_does_not_depend_on_how_strings_hash():
    """Items, options and solutions come in the same order in every process, whatever the value of
    PYTHONHASHSEED; also where items or options were given as sets.
    """
    problems = ",".join(f"\n{problem.strip()}" for problem in PROBLEMS.values())
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT.format(problems=problems)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.splitlines()
        for seed in ("0", "1", "2", "3")
    ]
    assert len(outputs[0]) == len(PROBLEMS)
    differing = [
        name for name, *lines in zip(PROBLEMS, *outputs, strict=True) if len(set(lines)) > 1
    ]
    assert differing == []


def test_the_item_with_the_fewest_options_comes_first_and_the_leftmost_of_equals():
    """Items are covered in the documented order, and options tried in the order in which they were
    given.
    """
    problem = Problem(
        [["c"], ["b"], ["c"], ["b"], ["a"], ["a"], ["a"]],
        primary=["a", "b", "c"],
    )
    search = problem.search()
    assert next(search) == (0, 1, 4)
    assert [(choice.item, choice.place, choice.length) for choice in search.path()] == [
        ("b", 1, 2),
        ("c", 1, 2),
        ("a", 1, 3),
    ]
    assert list(problem.solve(limit=4)) == [(0, 1, 4), (0, 1, 5), (0, 1, 6), (1, 2, 4)]


def test_primary_items_come_in_the_order_in_which_options_name_them():
    """Where no primary items are declared, the order in which the options name them breaks ties."""
    problem = Problem([["b", "x"], ["a"], ["c", "a"]], secondary=["x"])
    assert problem.primary == ("b", "a", "c")
    assert problem.secondary == ("x",)


def test_a_solution_lists_its_options_by_position_not_by_choice():
    """A solution is ascending by position, also with labels, and whatever was chosen first."""
    problem = Problem({"z": ["a"], "y": ["b"], "x": ["b"], "w": ["a"], "v": ["c"]})
    assert list(problem.solve()) == [
        ("z", "y", "v"),
        ("z", "x", "v"),
        ("y", "w", "v"),
        ("x", "w", "v"),
    ]


def test_options_given_as_sets_are_sorted():
    """An option that is given as a set is taken in sorted order, kinds of items apart."""
    problem = Problem([{"b", "a", 2, 1, Colored("x", "red")}], secondary=["x"])
    assert problem[0] == (Colored("x", "red"), 1, 2, "a", "b")
