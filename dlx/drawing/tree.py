"""The tree of a search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dlx.drawing.picture import Picture
from dlx.engines.algorithm_x import AlgorithmX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dlx import Problem


@dataclass
class _Node:
    choice: str
    """The option chosen to get here."""
    text: str = ""
    """The item that is branched on here, or what the node is."""
    below: list[_Node] = field(default_factory=list)


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
    width_of_leaf, rise, top = 84, 66, 18
    leaves = _leaves(root)
    solutions = sum(node.text == "solution" for node in leaves)
    nodes = list(_all(root))
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
            picture.box("paper", (x + x2) / 2, (y + y2) / 2, 6.2 * len(child.choice) + 4, 14)
            picture.text("choice", (x + x2) / 2, (y + y2) / 2, child.choice)
        kind = " solution" if node.text == "solution" else " dead" if not node.below else ""
        picture.box(f"place{kind}", x, y, 66 if kind else 56, 24, rx=12)
        picture.text(f"item{kind}", x, y, node.text)

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
                choice = ",".join(map(str, label)) if isinstance(label, tuple) else str(label)
            node = _Node(choice) if stack else root
            del stack[engine.l :]
            if stack:
                stack[-1].below.append(node)
            stack.append(node)
            if engine.next_step == "X8":
                node.text = "solution"
        elif step == "X3":
            length = engine.links.length[engine.i]
            stack[-1].text = f"{names[engine.i - 1]}: {length}"
    return root


def _all(node: _Node) -> Iterator[_Node]:
    yield node
    for child in node.below:
        yield from _all(child)


def _leaves(node: _Node) -> list[_Node]:
    return [each for each in _all(node) if not each.below]


def _told(node: _Node) -> str:
    return f"{node.text}" + "".join(
        f"; option {c.choice} leads to ({_told(c)})" for c in node.below
    )
