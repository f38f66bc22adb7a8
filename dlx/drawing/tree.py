"""The tree of a search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dlx.drawing.picture import LONGEST, Picture, fitted, label_text, text_width
from dlx.engines.algorithm_x import AlgorithmX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dlx import Problem


_SIZE, _CHOICE = 12, 11
"""The sizes of what stands in the nodes and on the branches, as the style sheet has them."""


@dataclass
class _Node:
    choice: str
    """The option chosen to get here."""
    text: str = ""
    """The item that is branched on here, or what the node is."""
    length: str = ""
    """How many options are left for the item, with what parts it from the item."""
    below: list[_Node] = field(default_factory=list)

    @property
    def whole(self) -> str:
        """All that the node says."""
        return self.text + self.length

    @property
    def shown(self) -> str:
        """What there is room for."""
        return fitted(self.text, LONGEST, _SIZE) + self.length

    @property
    def width(self) -> float:
        """How wide its box is."""
        least = 56 if self.below else 66
        return max(least, text_width(self.shown, _SIZE) + 12)

    @property
    def choice_width(self) -> float:
        """How wide the name of the option is that stands on the branch."""
        return text_width(fitted(self.choice, LONGEST, _CHOICE), _CHOICE) + 4


def draw_tree(problem: Problem) -> Picture:
    """Draw the whole tree of a search, walked by the engine that is read.

    Each node names the item that is covered there and how many options are left for it; each branch
    names its option. The tree is drawn whole, so the search should be a short one.

    Examples
    --------
    >>> from dlx import Problem
    >>> from dlx.drawing import draw_tree
    >>> draw_tree(Problem([["a"], ["b"], ["a", "b"]])).title
    'The search tree: 4 nodes, 2 of them solutions'
    """
    root = _walk(problem)
    leaves = _leaves(root)
    solutions = sum(node.whole == "solution" for node in leaves)
    nodes = list(_all(root))
    rise, top = 66, 18
    # Names of options stand halfway; those that are too long for that, near where there is most
    # room: at the lower ends of the branches.
    broadest = max(node.choice_width for node in nodes)
    halfway = 0.5 if broadest <= 38 else 0.7
    along = 0.5 if broadest <= 38 else (0.7 * rise - 12) / (rise - 24)
    width_of_leaf = max(84.0, max(node.width for node in nodes) + 18, (broadest + 4) / along)
    picture = Picture("tree", "A search tree", _told(root))
    place = {id(leaf): width_of_leaf * (k + 0.5) for k, leaf in enumerate(leaves)}
    deepest = 0

    def draw(node: _Node, level: int) -> None:
        nonlocal deepest
        deepest = max(deepest, level)
        y = top + rise * level
        for child in node.below:
            draw(child, level + 1)
            place.setdefault(id(node), 0)
        if node.below:
            ends = [place[id(child)] for child in node.below]
            place[id(node)] = (ends[0] + ends[-1]) / 2
        x = place[id(node)]
        for child in node.below:
            x2, y2 = place[id(child)], y + rise
            picture.add("path", "line branch", d=f"M {x} {y + 12} L {x2} {y2 - 12}")
        for child in node.below:
            middle = x + along * (place[id(child)] - x), y + halfway * rise
            shown = fitted(child.choice, LONGEST, _CHOICE)
            picture.box("paper", *middle, child.choice_width, 14)
            picture.text("choice", *middle, shown, whole=child.choice)
        kind = " solution" if node.whole == "solution" else " dead" if not node.below else ""
        picture.box(f"place{kind}", x, y, node.width, 24, rx=12)
        picture.text(f"item{kind}", x, y, node.shown, whole=node.whole)

    draw(root, 0)
    picture.title = f"The search tree: {len(nodes)} nodes, {solutions} of them solutions"
    picture.width, picture.height = width_of_leaf * len(leaves), top + rise * deepest + 18
    return picture


def _walk(problem: Problem) -> _Node:
    names = [*map(str, (*problem.primary, *problem.secondary))]
    engine = AlgorithmX(problem.instance)
    root = _Node("")
    stack: list[_Node] = []
    while engine.next_step:
        step = engine.next_step
        engine.step()
        if step == "X2":
            choice = ""
            if stack:
                label = problem.labels[engine.links.option(engine.x[engine.l - 1])]
                choice = label_text(label)
            node = _Node(choice) if stack else root
            del stack[engine.l :]
            if stack:
                stack[-1].below.append(node)
            stack.append(node)
            if engine.next_step == "X8":
                node.text = "solution"
        elif step == "X3":
            length = engine.links.length[engine.i]
            stack[-1].text, stack[-1].length = names[engine.i - 1], f": {length}"
    return root


def _all(node: _Node) -> Iterator[_Node]:
    yield node
    for child in node.below:
        yield from _all(child)


def _leaves(node: _Node) -> list[_Node]:
    return [each for each in _all(node) if not each.below]


def _told(node: _Node) -> str:
    return node.whole + "".join(f"; option {c.choice} leads to ({_told(c)})" for c in node.below)
