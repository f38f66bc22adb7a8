"""The doubly linked lists: each step can be undone exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.engines.links import Links
from tests.strategies import samples

KNUTHS_OPTIONS = ["c e", "a d g", "b c f", "a d f", "b g", "d e g"]


def knuths_links():
    """Build the lists of the example of section 7.2.2.1, whose arrays are printed in Table 1."""
    problem = Problem([option.split() for option in KNUTHS_OPTIONS], primary=list("abcdefg"))
    return Links(problem.instance)


def arrays(links):
    """Copy everything that a step may change, and what none may."""
    names = ("llink", "rlink", "length", "ulink", "dlink", "top", "color")
    return {name: list(getattr(links, name)) for name in names}


class Dance:
    """Applies steps that are legal where the lists stand, and takes them back."""

    def __init__(self, links):
        self.links = links
        self.settled = set()  # items that were covered, purified or left half hidden
        self.undo = []  # for each step: what undoes it, the arrays before it, what it settled

    def legal(self):
        """List the steps that may come next, in an order that is the same on every run."""
        links, steps = self.links, []
        for i in range(1, len(links.length)):
            if i in self.settled:
                continue
            steps.append((links.cover, links.uncover, i, i))
            for p in links.column(i):
                steps.append((links.hide, links.unhide, p, i))
                steps.append((links.commit, links.uncommit, p, i))
                if links.color[p] > 0:
                    steps.append((links.purify, links.unpurify, p, i))
        return steps

    def do(self, step):
        """Take a step, and hold the lists and the counter to what they promise."""
        forward, backward, argument, item = step
        links, before = self.links, arrays(self.links)
        updates, to_cover = links.updates, list(links.items_to_cover())
        forward(argument)
        links._check()
        covers = forward == links.cover or (forward == links.commit and links.color[argument] == 0)
        assert links.updates - updates == sum(before["length"]) - sum(links.length) + covers
        gone = [item] if covers else []
        assert list(links.items_to_cover()) == [i for i in to_cover if i not in gone]
        self.undo.append((backward, argument, item, before))
        self.settled.add(item)

    def take_back(self):
        """Undo the latest step: every array must be what it was."""
        backward, argument, item, before = self.undo.pop()
        updates = self.links.updates
        backward(argument)
        self.links._check()
        assert arrays(self.links) == before
        assert self.links.updates == updates
        self.settled.remove(item)


@given(samples(), st.data())
def test_any_steps_can_be_taken_back(sample, data):
    """Whatever steps are taken and taken back, in any mixture, every array is as it was; each step
    counts as many updates as elements left their lists, and taking it back counts none.
    """
    dance = Dance(Links(sample.problem().instance))
    dance.links._check()
    start = arrays(dance.links)
    for _ in range(data.draw(st.integers(0, 12), label="moves")):
        steps = dance.legal()
        if dance.undo and (not steps or data.draw(st.integers(0, 3), label="back if 0") == 0):
            dance.take_back()
        elif steps:
            dance.do(steps[data.draw(st.integers(0, len(steps) - 1), label="step")])
    while dance.undo:
        dance.take_back()
    assert arrays(dance.links) == start


def test_the_arrays_are_those_of_knuths_table_1():
    """The lists begin as Table 1 of section 7.2.2.1 prints them, number for number."""
    table = (Path(__file__).parent / "data" / "table1.txt").read_text(encoding="utf-8")
    assert f"{knuths_links()}\n" == table


def test_covering_takes_out_the_item_and_hides_its_options():
    """Covering 'a' takes it and the options "a d g" and "a d f" out of the other lists: one header
    and four nodes. Uncovering puts them back.
    """
    links = knuths_links()
    before = arrays(links)
    links.cover(1)
    assert list(links.items_to_cover()) == [2, 3, 4, 5, 6, 7]
    assert links.length[1:] == [2, 2, 2, 1, 2, 1, 2]
    assert links.updates == 5  # the header of a; d and g of "a d g"; d and f of "a d f"
    links.uncover(1)
    assert arrays(links) == before


def test_purifying_keeps_the_options_of_one_color():
    """After x is given the color of an option, only options that agree are left in other lists."""
    options: list[list[Any]] = [
        ["a", Colored("x", 1)],
        ["b", Colored("x", 1)],
        ["b", Colored("x", 2)],
        ["b", "x"],
    ]
    links = Links(Problem(options, primary=["a", "b"], secondary=["x"]).instance)
    p = links.nodes(0)[1]
    links.purify(p)
    assert [links.option(q) for q in links.column(2)] == [1]
    assert links.color[p] == 1
    assert links.color[links.nodes(1)[1]] == -1


def test_breaking_a_list_is_noticed():
    """The check of the lists is no formality: it fails when a single link is wrong."""
    breaks = [("llink", 3, 1), ("rlink", 2, 4), ("length", 3, 1), ("ulink", 3, 9), ("dlink", 3, 17)]
    for name, place, wrong in breaks:
        links = knuths_links()
        assert getattr(links, name)[place] != wrong
        getattr(links, name)[place] = wrong
        with pytest.raises(AssertionError):
            links._check()


def test_options_know_their_nodes():
    """Each node of an option leads back to the option; an option without primary items has none."""
    links = Links(Problem([["x"], ["a", "x"], ["a"]], primary=["a"], secondary=["x"]).instance)
    for option, length in ((1, 2), (2, 1)):
        nodes = links.nodes(option)
        assert len(nodes) == length
        assert [links.option(p) for p in nodes] == [option] * length
    with pytest.raises(KeyError):
        links.nodes(0)


@given(samples(min_primary=1))
def test_given_options_are_chosen_from_the_start(sample):
    """A given option's items are covered, and settled in its colors, as if the search had chosen
    it; the updates for that are not counted.
    """
    problem = sample.problem()
    instance = problem.instance
    for option in range(len(problem)):
        if not instance.has_primary(option):
            continue
        restricted = Links(problem.restricted(given=[option]).instance)
        restricted._check()
        assert restricted.updates == 0
        by_hand = Links(instance)
        for p in by_hand.nodes(option):
            by_hand.commit(p)
        assert arrays(restricted) == arrays(by_hand)


def test_given_options_that_clash_leave_empty_lists():
    """Where given options exclude each other nothing can be chosen, and the items stay open."""
    problem = Problem([["a"], ["a", "b"], ["b"]]).restricted(given=[0, 1])
    links = Links(problem.instance)
    links._check()
    assert list(links.items_to_cover()) == [1, 2]
    assert links.length == [0, 0, 0]
