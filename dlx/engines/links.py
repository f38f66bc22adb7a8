"""The doubly linked lists and the reversible steps on them.

The lists live in parallel arrays of numbers, as in Knuth's Algorithms X and C of section 7.2.2.1.
Number 0 is the root. The numbers from 1 to N are the items' headers, primary ones first. Above them
stand the nodes, one for each entry of each option, with a spacer before and after every option.
Two kinds of circular lists run through these numbers:

- the *items to cover*: the root and, by `llink` and `rlink`, the header of each primary item that
  is not covered yet. A secondary item never has to be covered, so its header is linked to itself;
- the *options of an item*: its header and, by `ulink` and `dlink`, the nodes of the options that
  can still be chosen for it, the first option on top.

Take the primary items a and b, the secondary item x, and the options "a x:1", "a b" and "b x:1".
Their headers are 1, 2 and 3; option 0 is the nodes 5 and 6, option 1 the nodes 8 and 9, and so on.
The list of a runs from its header down to node 5, to node 8, and back to the header:

>>> from dlx.engines.instance import Instance
>>> from array import array
>>> links = Links(Instance(primary_count=2, item_count=3, starts=array("i", [0, 2, 4, 6]),
...                        items=array("i", [0, 2, 0, 1, 1, 2]),
...                        colors=array("i", [0, 1, 0, 0, 0, 1])))
>>> print(links)
item     0   1   2   3
llink    2   0   1   3
rlink    1   2   0   3
length   .   2   2   2
<BLANKLINE>
node     1   2   3   4   5   6   7   8   9  10  11  12  13
top      .   .   .   0   1   3  -1   1   2  -2   2   3  -3
ulink    8  11  12   .   1   3   5   5   2   8   9   6  11
dlink    5   9   6   6   8  12   9   1  11  12   2   3   .
color    .   .   .   .   0   1   .   0   0   .   0   1   .

Covering a takes its header out of the items to cover, and takes the options that hold it out of all
their other lists: x loses node 6, and b loses node 9.

>>> links.cover(1)
>>> links.rlink[0], links.dlink[3], links.dlink[2], links.updates
(2, 12, 11, 3)

What was taken out still knows its neighbors. That is the dance: going backwards through the same
steps puts everything back.

>>> links.uncover(1)
>>> links.rlink[0], links.dlink[3], links.dlink[2]
(1, 6, 9)

Every step below has its inverse, and inverses are applied in the opposite order. The names in the
code are Knuth's: `i` and `j` are items, `p`, `q` and `x` nodes; `u` and `d` the neighbors above and
below; `l` and `r` those on the left and right.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dlx.engines.instance import Instance


class Links:
    """The lists of one search over one instance.

    Options that can't be chosen have no nodes. The given options are chosen from the start: their
    items are covered, or purified where they are colored, and stay so.

    Parameters
    ----------
    instance : Instance
        The problem in numbers. Item number `k` of it has the header `k + 1` here.

    Attributes
    ----------
    llink, rlink : list of int
        The neighbors of each header (and of the root) among the items to cover.
    length : list of int
        How many options are in the list of each item.
    ulink, dlink : list of int
        The neighbors of each node (and header) in the list of its item. In a spacer: the first
        node of the option before it, and the last node of the option after it.
    top : list of int
        The header of each node's item. In a spacer: 0 or less, and the spacer after the k-th option
        in the lists, counted from 1, holds -k.
    color : list of int
        The color of each node: positive where the option uses its item in a color, 0 where it does
        not, and -1 where the item has been given just that color, so that nothing is left to check.
    updates : int
        How many elements have been taken out of a list so far, headers included; putting back is
        not counted. The steps for the given options are not counted.
    """

    def __init__(self, instance: Instance) -> None:
        headers = range(1, instance.item_count + 1)
        primary = instance.primary_count
        self.llink = [primary, *range(primary), *range(primary + 1, instance.item_count + 1)]
        self.rlink = [*range(1, primary + 1), 0, *range(primary + 1, instance.item_count + 1)]
        self.length = [0] * (instance.item_count + 1)
        self.top: list[int] = [0, *headers]
        self.ulink = [0, *headers]
        self.dlink = [0, *headers]
        self.color = [0, *(0 for _ in headers)]
        self.updates = 0
        self._options: list[int] = []
        self._first_node: dict[int, int] = {}

        self._append_spacer()
        for option in instance.choosable():
            self._append_option(instance, option)
        for option in instance.given:
            if option in self._first_node:
                for p in self.nodes(option):
                    self.commit(p)
        self.updates = 0

    def _append_spacer(self) -> None:
        self.top.append(-len(self._options))
        self.ulink.append(self._first_node[self._options[-1]] if self._options else 0)
        self.dlink.append(0)
        self.color.append(0)

    def _append_option(self, instance: Instance, option: int) -> None:
        spacer = len(self.top) - 1
        self._options.append(option)
        self._first_node[option] = spacer + 1
        for place in instance.entries(option):
            i, p = instance.items[place] + 1, len(self.top)
            last = self.ulink[i]
            self.top.append(i)
            self.ulink.append(last)
            self.dlink.append(i)
            self.color.append(instance.colors[place])
            self.dlink[last] = self.ulink[i] = p
            self.length[i] += 1
        self.dlink[spacer] = len(self.top) - 1
        self._append_spacer()

    # Looking around.

    def nodes(self, option: int) -> range:
        """Give the nodes of an option, by its number in the instance; KeyError if it has none."""
        first = self._first_node[option]
        spacer = first
        while self.top[spacer] > 0:
            spacer += 1
        return range(first, spacer)

    def option(self, p: int) -> int:
        """Give the number, in the instance, of the option that node `p` belongs to."""
        spacer = p
        while self.top[spacer] > 0:
            spacer += 1
        return self._options[-self.top[spacer] - 1]

    def items_to_cover(self) -> Iterator[int]:
        """Go through the headers of the primary items that are not covered, in their order."""
        i = self.rlink[0]
        while i != 0:
            yield i
            i = self.rlink[i]

    def column(self, i: int) -> Iterator[int]:
        """Go through the nodes in the list of item `i`, from the top."""
        p = self.dlink[i]
        while p != i:
            yield p
            p = self.dlink[p]

    # The reversible steps. Each comment says what must hold before and what holds after.

    def cover(self, i: int) -> None:
        """Cover item `i`: take it from the items to cover, and hide all its options.

        Before: `i` is not covered. After: no list but its own shows `i` or an option that holds it.
        """
        for p in self.column(i):
            self.hide(p)
        l, r = self.llink[i], self.rlink[i]
        self.rlink[l], self.llink[r] = r, l
        self.updates += 1

    def uncover(self, i: int) -> None:
        """Undo `cover`: every list is as it was before."""
        l, r = self.llink[i], self.rlink[i]
        self.rlink[l] = self.llink[r] = i
        p = self.ulink[i]
        while p != i:
            self.unhide(p)
            p = self.ulink[p]

    def hide(self, p: int) -> None:
        """Take the option of node `p` out of all lists but the one of `p` itself.

        Before: the other nodes of the option are in their lists, but for those of color -1: their
        item is settled and its list no longer used. After: they are in none, their own links kept.
        """
        q = p + 1
        while q != p:
            i, u, d = self.top[q], self.ulink[q], self.dlink[q]
            if i <= 0:
                q = u  # from the spacer back to the first node of the option
                continue
            if self.color[q] >= 0:
                self.dlink[u], self.ulink[d] = d, u
                self.length[i] -= 1
                self.updates += 1
            q += 1

    def unhide(self, p: int) -> None:
        """Undo `hide`: the nodes return to their lists, last one first."""
        q = p - 1
        while q != p:
            i, u, d = self.top[q], self.ulink[q], self.dlink[q]
            if i <= 0:
                q = d  # from the spacer on to the last node of the option
                continue
            if self.color[q] >= 0:
                self.dlink[u] = self.ulink[d] = q
                self.length[i] += 1
            q -= 1

    def commit(self, p: int) -> None:
        """Settle the item of node `p` for good, as the choice of the option of `p` demands.

        Before: the item is not covered, and if it was purified, then for the color of `p`.
        After: only options that agree with this one are left in the lists.
        """
        if self.color[p] == 0:
            self.cover(self.top[p])
        elif self.color[p] > 0:
            self.purify(p)

    def uncommit(self, p: int) -> None:
        """Undo `commit`."""
        if self.color[p] == 0:
            self.uncover(self.top[p])
        elif self.color[p] > 0:
            self.unpurify(p)

    def purify(self, p: int) -> None:
        """Give the item of node `p` the color of `p`.

        Before: the item has no color yet. After: all options that use it in another color, or in
        none, are hidden; the nodes in this color are marked with -1, but for `p`, which remembers
        what the color was.
        """
        c = self.color[p]
        for q in self.column(self.top[p]):
            if self.color[q] != c:
                self.hide(q)
            elif q != p:
                self.color[q] = -1

    def unpurify(self, p: int) -> None:
        """Undo `purify`."""
        c, i = self.color[p], self.top[p]
        q = self.ulink[i]
        while q != i:
            if self.color[q] < 0:
                self.color[q] = c
            elif q != p:
                self.unhide(q)
            q = self.ulink[q]

    # Looking at the whole.

    def _check(self) -> None:
        """Verify what holds between any two steps.

        Neighbors know each other, in both kinds of lists. Each list holds the nodes of its own
        item, as many as `length` says, in the order of their options. The items to cover are
        primary and in their order.
        """
        items = [0, *islice(self.items_to_cover(), len(self.length))]
        assert items == sorted(set(items))
        for l, r in zip(items, [*items[1:], 0], strict=True):
            assert self.rlink[l] == r
            assert self.llink[r] == l
        for i in range(1, len(self.length)):
            # A broken list may never come back to its header.
            nodes = list(islice(self.column(i), len(self.top)))
            assert nodes == sorted(set(nodes))
            assert len(nodes) == self.length[i]
            assert all(self.top[p] == i for p in nodes)
            for u, d in zip([i, *nodes], [*nodes, i], strict=True):
                assert self.dlink[u] == d
                assert self.ulink[d] == u

    def __str__(self) -> str:
        """Draw the arrays: those of the headers, then those of headers and nodes together."""
        items, nodes = range(len(self.length)), range(1, len(self.top))
        spacers = {p for p in nodes if self.top[p] <= 0}
        unused = {"top": set(items), "color": {*items, *spacers}, "length": {0}}
        unused["ulink"] = {nodes[len(self.length) - 1]} if spacers else set()
        unused["dlink"] = {nodes[-1]} if spacers else set()

        def line(name: str, values: range | list[int], places: range) -> str:
            shown = ("." if p in unused.get(name, ()) else str(values[p]) for p in places)
            return f"{name:6}" + "".join(f"{value:>4}" for value in shown)

        upper = [("llink", self.llink), ("rlink", self.rlink), ("length", self.length)]
        lower = [("top", self.top), ("ulink", self.ulink), ("dlink", self.dlink)]
        return "\n".join(
            chain(
                [line("item", items, items)],
                (line(name, values, items) for name, values in upper),
                [""],
                [f"{'node':6}" + "".join(f"{p:>4}" for p in nodes)],
                (line(name, values, nodes) for name, values in [*lower, ("color", self.color)]),
            )
        )
