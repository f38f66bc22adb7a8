"""SVG pictures of boards, problems, lists and search trees, as strings.

Sizes are in units of the picture; the style sheet lets it shrink to a narrow screen. Colors are the
style sheet's, so that a picture follows the page from light to dark.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from dlx import Colored
from dlx.engines.algorithm_x import AlgorithmX
from dlx.engines.links import Links

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from dlx import Problem

TINY = 1e-9


class Picture:
    """A growing SVG picture with a title and a description for whoever can't see it."""

    def __init__(self, kind: str, title: str, description: str) -> None:
        self.kind, self.title, self.description = kind, title, description
        self.parts: list[str] = []

    def add(self, tag: str, classes: str = "", text: str = "", **attributes: float | str) -> None:
        """Add an element; an underscore in an attribute's name stands for a hyphen."""
        words = [tag, *([f'class="{classes}"'] if classes else [])]
        for name, value in attributes.items():
            shown = f"{value:.4g}" if isinstance(value, float) else str(value)
            words.append(f'{name.replace("_", "-")}="{escape(shown)}"')
        self.parts.append(f"<{' '.join(words)}>{escape(text)}</{tag}>")

    def box(
        self, classes: str, x: float, y: float, width: float, height: float, **more: float
    ) -> None:
        """Add a rectangle around its middle."""
        self.add(
            "rect", classes, x=x - width / 2, y=y - height / 2, width=width, height=height, **more
        )

    def text(self, classes: str, x: float, y: float, text: str) -> None:
        """Add a text around its middle."""
        self.add("text", classes, text, x=x, y=y)

    def arrow(
        self, classes: str, points: Sequence[tuple[float, float]], *, both: bool = False
    ) -> None:
        """Add a line, or a curve if there are four points, with a head at its end or at both."""
        places = [f"{x:.1f} {y:.1f}" for x, y in points]
        if len(points) == 4:
            path = f"M {places[0]} C {places[1]}, {places[2]}, {places[3]}"
        else:
            path = f"M {places[0]} L {places[1]}"
        self.add("path", f"line {classes}", d=path)
        self._head(classes, points[-2], points[-1])
        if both:
            self._head(classes, points[1], points[0])

    def _head(self, classes: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        dx, dy = end[0] - start[0], end[1] - start[1]
        size = max((dx * dx + dy * dy) ** 0.5, TINY)
        dx, dy = dx / size, dy / size
        x, y = end[0] - 5 * dx, end[1] - 5 * dy
        corners = [end, *((x - side * dy, y + side * dx) for side in (2.6, -2.6))]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        self.add("polygon", f"head {classes}", points=points)

    def svg(self, width: float, height: float) -> str:
        """Give the whole picture."""
        return (
            f'<svg class="picture {self.kind}" role="img" viewBox="0 0 {width:g} {height:g}" '
            f'style="width: {width / 13:.4g}rem" '
            f'aria-label="{escape(self.title)}. {escape(self.description)}">'
            f"<title>{escape(self.title)}</title><desc>{escape(self.description)}</desc>"
            f"{''.join(self.parts)}</svg>"
        )


# Boards


def board(
    queens: Sequence[int | None], *, square: tuple[int, int] | None = None, attacked: bool = False
) -> str:
    """Draw a chessboard.

    Parameters
    ----------
    queens : sequence
        The column of each row's queen, or None.
    square : (row, column), optional
        A square whose row, column and diagonals are drawn through it.
    attacked : bool
        Whether to shade the squares that the queens attack.
    """
    n, side, margin = len(queens), 32, 22
    placed = [(row, column) for row, column in enumerate(queens) if column is not None]
    where = ", ".join(f"row {row} column {column}" for row, column in placed)
    description = f"Queens on {where}." if placed else "No queens."
    if square is not None:
        description += f" Marked are the four lines through row {square[0]}, column {square[1]}."
    picture = Picture("board", f"A board with {n} rows and columns", description)

    def middle(line: float) -> float:
        return margin + side * (line + 0.5)

    for line in range(n):
        picture.text("label", margin / 2, middle(line), f"r{line}")
        picture.text("label", middle(line), margin / 2, f"c{line}")
    for row in range(n):
        for column in range(n):
            shade = "odd" if (row + column) % 2 else "even"
            picture.box(f"square {shade}", middle(column), middle(row), side, side)
            on_line = (row, column) not in placed and any(
                0 in (row - r, column - c) or abs(row - r) == abs(column - c) for r, c in placed
            )
            if attacked and on_line:
                picture.add("circle", "attacked", cx=middle(column), cy=middle(row), r=4)
    if square is not None:
        _lines_through(picture, square, n, middle)
    for row, column in placed:
        _queen(picture, middle(column), middle(row), side * 0.36)
    picture.add("rect", "frame", x=margin, y=margin, width=n * side, height=n * side)
    return picture.svg(margin + n * side + margin + 10, margin + n * side + margin)


def _queen(picture: Picture, x: float, y: float, size: float) -> None:
    crown = [(-1, -0.75), (-0.5, 0), (-0.36, -0.95), (0, -0.1), (0.36, -0.95), (0.5, 0), (1, -0.75)]
    outline = [*crown, (0.68, 0.62), (-0.68, 0.62)]
    points = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in outline)
    picture.add("polygon", "queen", points=points)
    picture.box("queen", x, y + size * 0.86, size * 1.4, size * 0.26)


def _lines_through(
    picture: Picture, square: tuple[int, int], n: int, middle: Callable[[float], float]
) -> None:
    row, column = square
    a, b = row + column, n - 1 - row + column
    ends = {
        f"r{row}": ((row, 0), (row, n - 1)),
        f"c{column}": ((0, column), (n - 1, column)),
        f"a{a}": ((min(a, n - 1), max(0, a - n + 1)), (max(0, a - n + 1), min(a, n - 1))),
        f"b{b}": (
            (max(0, n - 1 - b), max(0, b - n + 1)),
            (n - 1 - max(0, b - n + 1), n - 1 - max(0, n - 1 - b)),
        ),
    }
    for name, ((top, left), (bottom, right)) in ends.items():
        (x1, y1), (x2, y2) = (middle(left), middle(top)), (middle(right), middle(bottom))
        diagonal = " diagonal" if name[0] in "ab" else ""
        picture.add("path", f"through{diagonal}", d=f"M {x1} {y1} L {x2} {y2}")
        if (top, left) == (bottom, right):
            continue
        # The name stands at the end where the board's own names are not.
        shift = 22 / max(abs(x2 - x1), abs(y2 - y1))
        picture.text("name", x2 + (x2 - x1) * shift * 1.35, y2 + (y2 - y1) * shift, name)


# Problems


def matrix(problem: Problem, solutions: Sequence[Sequence[object]]) -> str:
    """Draw a problem as a table, options down and items across, and mark up to two covers."""
    items = [*problem.primary, *problem.secondary]
    side, left, top = 15, 40, 26
    split = len(problem.primary)

    def x_of(place: int) -> float:
        return left + side * (place + 0.5) + (6 if place >= split else 0)

    marks = {label: k for k, solution in enumerate(solutions) for label in solution}
    picture = Picture(
        "matrix",
        f"The {len(problem)} options over {len(items)} items",
        " ".join(
            f"Cover {k + 1} is the options {', '.join(map(str, cover))}."
            for k, cover in enumerate(solutions)
        ),
    )
    for place, item in enumerate(items):
        picture.text("label", x_of(place), top - 8 - 9 * (place % 2), str(item))
    for row, (label, entries) in enumerate(problem.items()):
        y = top + side * (row + 0.5)
        name = ",".join(map(str, label)) if isinstance(label, tuple) else str(label)
        mark = f" cover{marks[label]}" if label in marks else ""
        width = x_of(len(items) - 1) + side / 2 - left
        picture.add("rect", f"row{mark}", x=left, y=y - side / 2, width=width, height=side)
        picture.text("label", left / 2, y, name)
        for place, item in enumerate(items):
            if item in entries:
                picture.box(f"one{mark}", x_of(place), y, side - 5, side - 5, rx=2)
            else:
                picture.add("circle", "zero", cx=x_of(place), cy=y, r=1)
    return picture.svg(x_of(len(items) - 1) + side, top + side * len(problem) + 4)


# Lists


class Dance:
    """Steps on real `Links`, told in a problem's words, and what has come of them.

    A step is ``cover ITEM`` or ``uncover ITEM``, or one of ``hide``, ``unhide``, ``commit``,
    ``uncommit``, ``purify``, ``unpurify``, ``choose`` and ``unchoose`` with an option's number and
    an item: the node of that item in that option. To choose is to cover the item and to commit the
    other nodes of the option, from left to right.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.links = Links(problem.instance)
        self.names = ["", *map(str, (*problem.primary, *problem.secondary))]
        self.primary_count = len(problem.primary)
        self.covered: set[int] = set()
        self.chosen: list[int] = []

    def do(self, step: str) -> None:
        """Do one step."""
        verb, *words = step.split()
        if verb in {"cover", "uncover"}:
            getattr(self, f"_{verb}")(self.names.index(words[0]))
            return
        option, item = int(words[0]), self.names.index(words[1])
        node = next(p for p in self.links.nodes(option) if self.links.top[p] == item)
        if verb in {"hide", "unhide", "purify", "unpurify"}:
            getattr(self.links, verb)(node)
        else:
            getattr(self, f"_{verb}")(node)

    def _cover(self, i: int) -> None:
        self.links.cover(i)
        self.covered.add(i)

    def _uncover(self, i: int) -> None:
        self.links.uncover(i)
        self.covered.remove(i)

    def _commit(self, p: int) -> None:
        self.links.commit(p)
        if self.links.color[p] == 0:
            self.covered.add(self.links.top[p])

    def _uncommit(self, p: int) -> None:
        self.links.uncommit(p)
        self.covered.discard(self.links.top[p])

    def _choose(self, x: int) -> None:
        self._cover(self.links.top[x])
        for p in self._others(x):
            self._commit(p)
        self.chosen.append(self.links.option(x))

    def _unchoose(self, x: int) -> None:
        self.chosen.pop()
        for p in reversed(self._others(x)):
            self._uncommit(p)
        self._uncover(self.links.top[x])

    def _others(self, x: int) -> list[int]:
        nodes = self.links.nodes(self.links.option(x))
        return [*range(x + 1, nodes.stop), *range(nodes.start, x)]

    # What a picture shows.

    def shown_options(self) -> list[int]:
        """Give the options that have nodes."""
        return [k for k in range(len(self.problem)) if self.problem.instance.can_be_chosen(k)]

    def is_in_list(self, p: int) -> bool:
        """Tell whether a node is in the list of its item."""
        return self.links.dlink[self.links.ulink[p]] == p

    def neighbors(self) -> set[tuple[str, int, int]]:
        """Give all pairs of neighbors: across in the items to cover, down in an item's options."""
        items = [0, *self.links.items_to_cover(), 0]
        pairs = {("across", l, r) for l, r in pairwise(items) if l != r}
        for i in range(1, len(self.names)):
            pairs.update(("down", u, d) for u, d in pairwise([i, *self.links.column(i)]))
        return pairs

    def description(self) -> str:
        """Say in words what the lists hold."""
        names = ", ".join(self.names[i] for i in self.links.items_to_cover()) or "none"
        text = f"Items to cover: {names}."
        for i in range(1, len(self.names)):
            options = ", ".join(str(self.links.option(p)) for p in self.links.column(i)) or "none"
            state = ", covered" if i in self.covered else ""
            text += f" {self.names[i]}{state}: options {options}."
        hidden = [
            f"{self.names[self.links.top[p]]} of option {option}"
            for option in self.shown_options()
            for p in self.links.nodes(option)
            if not self.is_in_list(p)
        ]
        return text + (f" Hidden: {', '.join(hidden)}." if hidden else "")


def links(problem: Problem, steps: Iterable[str]) -> tuple[str, int]:
    """Draw the lists after some steps; also give the updates that they took.

    What the last step has changed is marked.
    """
    dance = Dance(problem)
    before, hidden_before, colors_before = dance.neighbors(), set(), list(dance.links.color)
    steps = list(steps)
    for step in steps:
        before, colors_before = dance.neighbors(), list(dance.links.color)
        hidden_before = {
            p
            for k in dance.shown_options()
            for p in dance.links.nodes(k)
            if not dance.is_in_list(p)
        }
        dance.do(step)
    title = f"The lists after {', '.join(steps)}" if steps else "The lists at the start"
    if not steps:
        before = dance.neighbors()
    drawing = _LinksDrawing(dance, Picture("links", title, dance.description()))
    return drawing.draw(before, hidden_before, colors_before), dance.links.updates


class _LinksDrawing:
    HEADER, NODE = (30, 30), (28, 20)

    def __init__(self, dance: Dance, picture: Picture) -> None:
        self.dance, self.links, self.picture = dance, dance.links, picture
        self.pitch = 44 if len(dance.names) > 6 else 54
        self.header_y, self.first_y, self.row = 64, 116, 38
        self.rows = {option: k for k, option in enumerate(dance.shown_options())}

    def x_of(self, i: int) -> float:
        return 24 + self.pitch * i + (8 if i > self.dance.primary_count else 0)

    def y_of(self, p: int) -> float:
        if p < len(self.dance.names):
            return self.header_y
        return self.first_y + self.row * self.rows[self.links.option(p)]

    def half(self, p: int) -> float:
        return (self.HEADER if p < len(self.dance.names) else self.NODE)[1] / 2

    def draw(
        self, before: set[tuple[str, int, int]], hidden_before: set[int], colors_before: list[int]
    ) -> str:
        dance, picture = self.dance, self.picture
        last = len(dance.names) - 1
        width = self.x_of(last) + self.NODE[0] / 2 + 18
        for option in dance.chosen:
            y = self.first_y + self.row * self.rows[option]
            picture.add("rect", "chosen", x=2, y=y - 16, width=width - 4, height=32, rx=6)
        self._dangling_links()
        for pair in sorted(dance.neighbors() - before) + sorted(before & dance.neighbors()):
            kind, start, end = pair
            new = " new" if pair not in before else ""
            if kind == "across":
                self._across(start, end, new)
            else:
                kept = " kept" if self.links.top[end] in dance.covered else ""
                self._down(start, end, f"{new}{kept}")
        self._headers()
        for option in self.rows:
            y = self.first_y + self.row * self.rows[option]
            picture.text("option", 24, y, str(option))
            for p in self.links.nodes(option):
                self._node(p, was_in_list=p not in hidden_before, color_before=colors_before[p])
        height = self.first_y + self.row * (len(self.rows) - 1) + 24
        return picture.svg(width, height)

    def _headers(self) -> None:
        picture, (width, height) = self.picture, self.HEADER
        picture.box("header root", 24, self.header_y, width, height, rx=15)
        picture.text("small", 24, self.header_y, "root")
        picture.text("small", 24, self.first_y - self.row + 6, "option")
        for i, name in enumerate(self.dance.names[1:], start=1):
            out = " out" if i in self.dance.covered else ""
            secondary = " secondary" if i > self.dance.primary_count else ""
            rx = 15 if secondary else 3
            picture.box(
                f"header{secondary}{out}", self.x_of(i), self.header_y, width, height, rx=rx
            )
            picture.text(f"item{out}", self.x_of(i), self.header_y - 5, name)
            picture.text(f"small{out}", self.x_of(i), self.header_y + 8, str(self.links.length[i]))

    def _node(self, p: int, *, was_in_list: bool, color_before: int) -> None:
        picture, (width, height) = self.picture, self.NODE
        x, y, i = self.x_of(self.links.top[p]), self.y_of(p), self.links.top[p]
        state = ""
        if not self.dance.is_in_list(p):
            state = " out just" if was_in_list else " out"
        elif not was_in_list:
            state = " just"
        elif i in self.dance.covered:
            state = " kept"
        picture.box(f"node{state}", x, y, width, height, rx=3)
        picture.text(f"number{state}", x, y, str(p))
        color = self.links.color[p]
        if color:
            just = " just" if color != color_before else ""
            out = " out" if "out" in state else ""
            picture.add("circle", f"badge{just}{out}", cx=x - width / 2, cy=y - height / 2, r=8)
            shown = "−1" if color < 0 else self._color_of(p)
            picture.text(f"badge{just}{out}", x - width / 2, y - height / 2, shown)

    def _color_of(self, p: int) -> str:
        """Give the user's name for a node's color: the arrays have numbers."""
        name = self.dance.names[self.links.top[p]]
        entries = self.dance.problem[self.dance.problem.labels[self.links.option(p)]]
        return next(str(e.color) for e in entries if isinstance(e, Colored) and str(e.item) == name)

    def _across(self, l: int, r: int, new: str) -> None:
        x1, x2, half = self.x_of(l), self.x_of(r), self.HEADER[0] / 2
        if r == l + 1:
            y = self.header_y
            self.picture.arrow(f"across{new}", [(x1 + half + 1, y), (x2 - half - 1, y)], both=True)
            return
        # Over what lies between; back from the last item to the root, over everything.
        y = self.header_y - self.HEADER[1] / 2 - 1
        if r == 0:
            rise, x1, x2 = 58, x1 + 7, x2 - 7
        else:
            rise, x1, x2 = 16 + 5 * (r - l), x1 + 3, x2 - 3
        self.picture.arrow(
            f"across{new}", [(x1, y), (x1, y - rise), (x2, y - rise), (x2, y)], both=True
        )

    def _down(self, u: int, d: int, state: str) -> None:
        x, y1, y2 = self.x_of(self.links.top[d]), self.y_of(u), self.y_of(d)
        if not self._between(u, d):
            points = [(x, y1 + self.half(u) + 1), (x, y2 - self.half(d) - 1)]
        else:
            x1, out = x + self.NODE[0] / 2 + 1, x + self.NODE[0] / 2 + 15
            points = [(x1, y1 + 4), (out, y1 + 4), (out, y2 - 1), (x1, y2 - 1)]
        self.picture.arrow(f"down{state}", points, both=True)

    def _between(self, u: int, d: int) -> bool:
        """Tell whether there are nodes between two of the same list, all of them hidden."""
        i = self.links.top[d]
        return any(
            self.links.top[p] == i and (u < p < d or (u == i and p < d))
            for option in self.rows
            for p in self.links.nodes(option)
        )

    def _dangling_links(self) -> None:
        """Draw what covered headers and hidden nodes still know of their neighbors."""
        half = self.HEADER[0] / 2 + 1
        for i in self.dance.covered:
            if i > self.dance.primary_count:
                continue
            for j, side in ((self.links.llink[i], -1), (self.links.rlink[i], 1)):
                if abs(j - i) == 1:
                    start, end = self.x_of(i) + side * half, self.x_of(j) - side * half
                    self.picture.arrow("across out", [(start, self.header_y), (end, self.header_y)])
        for option in self.rows:
            for p in self.links.nodes(option):
                if self.dance.is_in_list(p):
                    continue
                x, y = self.x_of(self.links.top[p]), self.y_of(p)
                u, d = self.links.ulink[p], self.links.dlink[p]
                # What lies on the way is drawn later, on top.
                end = self.y_of(u) + self.half(u) + 1
                self.picture.arrow("down out", [(x - 4, y - 11), (x - 4, end)])
                if d >= len(self.dance.names):
                    end = self.y_of(d) - self.half(d) - 1
                    self.picture.arrow("down out", [(x + 4, y + 11), (x + 4, end)])


# Search trees


@dataclass
class _Node:
    choice: str
    """The option chosen to get here."""
    text: str = ""
    """The item that is branched on here, or what the node is."""
    below: list[_Node] = field(default_factory=list)


def tree(problem: Problem) -> str:
    """Draw the whole tree of a search, walked by the engine that is read."""
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
    return picture.svg(width_of_leaf * len(leaves), top + rise * deepest + 18)


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
