"""The doubly linked lists of a search, after some of its steps."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from dlx import Colored, ProblemError
from dlx.drawing.picture import LONGEST, Picture, fitted, text_width
from dlx.engines.links import Links

if TYPE_CHECKING:
    from dlx import Problem


_OF_ITEMS = ("cover", "uncover")
_OF_NODES = ("hide", "unhide", "commit", "uncommit", "purify", "unpurify", "choose", "unchoose")


class Dance:
    """Steps on the real lists, told in a problem's words, and a picture of what has come of them.

    A step is ``cover ITEM`` or ``uncover ITEM``, or one of ``hide``, ``unhide``, ``commit``,
    ``uncommit``, ``purify``, ``unpurify``, ``choose`` and ``unchoose`` with an option's number and
    an item: the node of that item in that option. To choose is to cover the item and to commit the
    other nodes of the option, from left to right.

    Steps are to be undone in the opposite order; nothing checks that they are, so that a picture
    can show what comes of it if they are not. In a notebook a dance shows its picture.

    Attributes
    ----------
    links : Links
        The lists, which count the updates.

    Examples
    --------
    >>> from dlx import Problem
    >>> from dlx.drawing import Dance
    >>> dance = Dance(Problem([["a"], ["b"], ["a", "b"]]))
    >>> dance.do("cover a")
    >>> dance.links.updates, dance.description()
    (2, 'Items to cover: b. a, covered: options 0, 2. b: options 1. Hidden: b of option 2.')
    """

    def __init__(self, problem: Problem) -> None:
        self._steps: list[str] = []
        self.problem = problem
        self.links = Links(problem.instance)
        self.names = ["", *map(str, (*problem.primary, *problem.secondary))]
        self.primary_count = len(problem.primary)
        self.covered: set[int] = set()
        self.chosen: list[int] = []
        self._remember()

    def _remember(self) -> None:
        """Keep how everything is, so that a picture can mark what the next step changes."""
        self._neighbors_before = self.neighbors()
        self._colors_before = list(self.links.color)
        self._hidden_before = {
            p
            for option in self.shown_options()
            for p in self.links.nodes(option)
            if not self.is_in_list(p)
        }

    def draw(self) -> Picture:
        """Draw the lists as they are now; what the last step has changed is marked."""
        title = "The lists at the start"
        if self._steps:
            title = f"The lists after {', '.join(self._steps)}"
        drawing = _LinksDrawing(self, Picture("links", title, self.description()))
        return drawing.draw(self._neighbors_before, self._hidden_before, self._colors_before)

    def _repr_svg_(self) -> str:
        return self.draw().svg()

    def do(self, step: str) -> None:
        """Do one step.

        Parameters
        ----------
        step : str
            As ``'cover a'`` or ``'choose 0 a'``. All that follows the verb, or the option's number,
            is the item's name, blanks included.

        Raises
        ------
        ProblemError
            If it is no step: the message says what is wrong with it. Nothing is done then.
        """
        verb, _, rest = step.strip().partition(" ")
        if verb in _OF_ITEMS:
            place = self._item(step, rest.strip())
            if verb == "uncover" and place not in self.covered:
                raise ProblemError(f"step {step!r}: the item isn't covered")
        elif verb in _OF_NODES:
            number, _, name = rest.strip().partition(" ")
            place = self._node(step, number, self._item(step, name.strip()))
            if verb == "unchoose" and self.links.option(place) not in self.chosen:
                raise ProblemError(f"step {step!r}: the option isn't chosen")
        else:
            raise ProblemError(
                f"{step!r} is no step; a step is {' or '.join(_OF_ITEMS)} with an item, as "
                f"'cover {self._some_item()}', or one of {', '.join(_OF_NODES)} with an option's "
                f"number and an item, as 'hide 0 {self._some_item()}'"
            )
        self._remember()
        self._steps.append(step)
        if verb in {"hide", "unhide", "purify", "unpurify"}:
            getattr(self.links, verb)(place)
        else:
            getattr(self, f"_{verb}")(place)

    def _some_item(self) -> str:
        return self.names[-1] if len(self.names) == 1 else self.names[1]

    def _item(self, step: str, name: str) -> int:
        """Give an item's header."""
        if not name or name not in self.names:
            raise ProblemError(
                f"step {step!r}: there is no item {name!r}; the items are "
                f"{', '.join(map(repr, self.names[1:]))}"
            )
        return self.names.index(name)

    def _node(self, step: str, number: str, item: int) -> int:
        """Give the node of an item in an option."""
        options = {str(option): option for option in self.shown_options()}
        if number not in options:
            raise ProblemError(
                f"step {step!r}: no option {number!r} is in the lists; those that are have the "
                f"numbers {', '.join(options)}"
            )
        nodes = self.links.nodes(options[number])
        node = next((p for p in nodes if self.links.top[p] == item), None)
        if node is None:
            items = ", ".join(repr(self.names[self.links.top[p]]) for p in nodes)
            raise ProblemError(
                f"step {step!r}: option {number} doesn't have the item; it has {items}"
            )
        return node

    def _cover(self, i: int) -> None:
        self.links.cover(i)
        self.covered.add(i)

    def _uncover(self, i: int) -> None:
        self.links.uncover(i)
        self.covered.discard(i)

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
        self.chosen.remove(self.links.option(x))
        for p in reversed(self._others(x)):
            self._uncommit(p)
        self._uncover(self.links.top[x])

    def _others(self, x: int) -> list[int]:
        nodes = self.links.nodes(self.links.option(x))
        return [*range(x + 1, nodes.stop), *range(nodes.start, x)]

    # What a picture shows.

    def shown_options(self) -> list[int]:
        """Give the options that have nodes."""
        return list(self.problem.instance.choosable())

    def is_in_list(self, p: int) -> bool:
        """Tell whether a node is in the list of its item."""
        neighbor: int = self.links.dlink[self.links.ulink[p]]
        return neighbor == p

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


class _LinksDrawing:
    HEADER, NODE = (30, 30), (28, 20)
    """The least width of a header and of a node, and their heights."""
    NAME, NUMBER, BADGE = 13, 11, 9
    """The sizes of the texts, as the style sheet has them."""

    def __init__(self, dance: Dance, picture: Picture) -> None:
        self.dance, self.links, self.picture = dance, dance.links, picture
        self.header_y, self.first_y, self.row = 64, 116, 38
        self.rows = {option: k for k, option in enumerate(dance.shown_options())}
        self.node_width = max(
            self.NODE[0], text_width(str(len(self.links.top) - 1), self.NUMBER) + 4
        )
        self.badges = {
            p: self._color_of(p) for p in range(len(self.links.top)) if self._has_color(p)
        }
        badge = max((self._badge_width(text) for text in self.badges.values()), default=16)
        gap = (14 if len(dance.names) > 6 else 24) + badge - 16
        least = max(self.HEADER[0], self.node_width + 2)
        self.shown = [fitted(name, LONGEST, self.NAME, bold=True) for name in dance.names]
        self.widths = [
            max(least, text_width(name, self.NAME, bold=True) + 8) for name in self.shown
        ]
        self.x = [24.0]
        for i in range(1, len(dance.names)):
            apart = 8 if i == dance.primary_count + 1 else 0
            across = (self.widths[i - 1] + self.widths[i]) / 2
            self.x.append(self.x[-1] + across + gap + apart)

    def x_of(self, i: int) -> float:
        return self.x[i]

    def _has_color(self, p: int) -> bool:
        return self.links.top[p] > 0 and self.links.color[p] != 0

    def _badge_width(self, text: str) -> float:
        return max(16, text_width(fitted(text, 60, self.BADGE), self.BADGE) + 5)

    def y_of(self, p: int) -> float:
        if p < len(self.dance.names):
            return self.header_y
        return self.first_y + self.row * self.rows[self.links.option(p)]

    def half(self, p: int) -> float:
        return (self.HEADER if p < len(self.dance.names) else self.NODE)[1] / 2

    def draw(
        self, before: set[tuple[str, int, int]], hidden_before: set[int], colors_before: list[int]
    ) -> Picture:
        dance, picture = self.dance, self.picture
        last = len(dance.names) - 1
        width = self.x_of(last) + self.widths[last] / 2 + 17
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
        picture.width, picture.height = width, height
        return picture

    def _headers(self) -> None:
        picture, height = self.picture, self.HEADER[1]
        picture.box("header root", 24, self.header_y, self.widths[0], height, rx=15)
        picture.text("small", 24, self.header_y, "root")
        picture.text("small", 24, self.first_y - self.row + 6, "option")
        for i, name in enumerate(self.dance.names[1:], start=1):
            out = " out" if i in self.dance.covered else ""
            secondary = " secondary" if i > self.dance.primary_count else ""
            rx = 15 if secondary else 3
            x, y, width = self.x_of(i), self.header_y, self.widths[i]
            picture.box(f"header{secondary}{out}", x, y, width, height, rx=rx)
            picture.text(f"item{out}", x, y - 5, self.shown[i], whole=name)
            picture.text(f"small{out}", self.x_of(i), self.header_y + 8, str(self.links.length[i]))

    def _node(self, p: int, *, was_in_list: bool, color_before: int) -> None:
        picture, width, height = self.picture, self.node_width, self.NODE[1]
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
            whole = "−1" if color < 0 else self.badges[p]
            wide = self._badge_width(whole)
            # It grows to the left, where there is room for it.
            x, y = x - width / 2 + 8 - wide / 2, y - height / 2
            picture.box(f"badge{just}{out}", x, y, wide, 16, rx=8)
            shown = fitted(whole, 60, self.BADGE)
            picture.text(f"badge{just}{out}", x, y, shown, whole=whole)

    def _color_of(self, p: int) -> str:
        """Give the user's name for a node's color: the arrays have numbers."""
        name = self.dance.names[self.links.top[p]]
        entries = self.dance.problem[self.dance.problem.labels[self.links.option(p)]]
        return next(str(e.color) for e in entries if isinstance(e, Colored) and str(e.item) == name)

    def _across(self, l: int, r: int, new: str) -> None:
        x1, x2, y = self.x_of(l), self.x_of(r), float(self.header_y)
        if r == l + 1:
            x1, x2 = x1 + self.widths[l] / 2 + 1, x2 - self.widths[r] / 2 - 1
            self.picture.arrow(f"across{new}", [(x1, y), (x2, y)], both=True)
            return
        # Over what lies between; back from the last item to the root, over everything.
        y -= self.HEADER[1] / 2 + 1
        if r == 0:
            rise, x1, x2 = 58, x1 + 7, x2 - 7
        else:
            rise, x1, x2 = 16 + 5 * (r - l), x1 + 3, x2 - 3
        self.picture.arrow(
            f"across{new}", [(x1, y), (x1, y - rise), (x2, y - rise), (x2, y)], both=True
        )

    def _down(self, u: int, d: int, state: str) -> None:
        i = self.links.top[d]
        x, y1, y2 = self.x_of(i), self.y_of(u), self.y_of(d)
        if not self._between(u, d):
            points = [(x, y1 + self.half(u) + 1), (x, y2 - self.half(d) - 1)]
        else:
            x2 = x + self.node_width / 2 + 1
            x1 = x + self.widths[i] / 2 if u == i else x2
            out = max(x1, x2) + 14
            points = [(x1, y1 + 4), (out, y1 + 4), (out, y2 - 1), (x2, y2 - 1)]
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
        for i in self.dance.covered:
            if i > self.dance.primary_count:
                continue
            for j, side in ((self.links.llink[i], -1), (self.links.rlink[i], 1)):
                if abs(j - i) == 1:
                    start = self.x_of(i) + side * (self.widths[i] / 2 + 1)
                    end = self.x_of(j) - side * (self.widths[j] / 2 + 1)
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
