"""A search told as data: small tuples, from which every state follows, forwards and back.

Each event is a tuple of a word and whole numbers: items by their numbers (primary ones first, each
kind in its order), options by their positions, levels from 0. In the order of the algorithm:

==============================  ====================================================================
``('enter', level)``            a node is entered
``('solution', number)``        all items are covered; solutions are numbered from 1
``('choose', item, length)``    the item to cover next, and how many options are left for it
``('hide', option, item)``      an option leaves all its lists but the one of `item`, which is being
                                covered or purified
``('cover', item)``             the item leaves the items to cover: all its options are hidden now
``('dead end', item)``          no option is left for the chosen item
``('try', option, place)``      the option is chosen; it is the one at this place, from 1, of those
                                for the item
``('purify', item, option)``    the item gets the color in which this option uses it: its options of
                                the same color need no second look, the others are hidden next
``('take back', option)``       the option is no longer chosen; what it covered is uncovered next
``('unpurify', item, option)``  the item has no color any more
``('uncover', item)``           the item is to be covered again; its options are unhidden next
``('unhide', option, item)``    the option returns to its lists
``('backtrack', item)``         all options of the item have been tried: its level is left
``('end', done)``               the last event: 1 when the whole tree has been searched, 0 when a
                                limit ended the trace
==============================  ====================================================================

An event is a change and holds all that its undoing needs, so a list of events can be walked in both
directions. `Replay` does it, and nothing in it searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlx.engines.algorithm_x import AlgorithmX
from dlx.engines.links import Links

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from dlx.engines.instance import Instance

Event = tuple[Any, ...]

VERSION = 1
"""The version of the events and of their form as JSON."""

WORDS = (
    "enter",
    "solution",
    "choose",
    "hide",
    "cover",
    "dead end",
    "try",
    "purify",
    "take back",
    "unpurify",
    "uncover",
    "unhide",
    "backtrack",
    "end",
)
"""The words that events begin with."""

LISTING: dict[str, Any] = {
    "title": "Algorithm X",
    "lines": [
        "X1. Set up the lists. No option is chosen: this is level 0.",
        "X2. Enter a level. If no item is left to cover, here is a solution: go to X8.",
        "X3. Choose an item with the fewest options left, the first of these.",
        "X4. Cover the item: take its options out of all other lists, then the item itself.",
        "X5. Try its next option: cover the option's other items, go to X2. None left: go to X7.",
        "X6. Take the option back: uncover its other items, from right to left. Go to X5.",
        "X7. Uncover the item: put back what X4 took out.",
        "X8. Leave the level. At level 0 the search is done; otherwise go to X6, one level up.",
    ],
    "at": {
        "enter": 1,
        "solution": 1,
        "choose": 2,
        "hide": 4,
        "cover": 4,
        "dead end": 4,
        "try": 4,
        "purify": 4,
        "take back": 5,
        "unpurify": 5,
        "uncover": 5,
        "unhide": 5,
        "backtrack": 7,
        "end": 7,
    },
    "own": {"hide": 3, "cover": 3, "uncover": 6, "unhide": 6},
}
"""The steps of the search in plain words, to be shown beside it.

``at`` says which line each word belongs to, and ``own`` does so where the event is about the item
that was chosen last and not left.
"""

_COLORED_STEP = (
    "X5. Try its next option: cover the option's other items, or give them its color, go to X2. "
    "None left: go to X7."
)


def listing_of(instance: Instance) -> dict[str, Any]:
    """Give the steps of the search of one problem: those of Algorithm C if it has colors."""
    colored, lines = any(instance.colors), list(LISTING["lines"])
    if colored:
        lines[4] = _COLORED_STEP
    return {**LISTING, "title": "Algorithm C" if colored else "Algorithm X", "lines": lines}


class Trace:
    """The events of a search, as they happen: an iterator of tuples.

    `Problem.trace` makes one. It searches step by step, in Python, as far as it is asked.

    Examples
    --------
    >>> from dlx import Problem
    >>> for event in Problem([["a"], ["b"], ["a", "b"]]).trace(limit=1):
    ...     print(*event)
    enter 0
    choose 0 2
    hide 0 0
    hide 2 0
    cover 0
    try 0 1
    enter 1
    choose 1 1
    hide 1 1
    cover 1
    try 1 1
    enter 2
    solution 1
    end 0
    """

    def __init__(
        self,
        instance: Instance,
        items: Sequence[Hashable],
        labels: Sequence[Hashable],
        colors: Sequence[Hashable],
        *,
        limit: int | None = None,
        max_events: int | None = None,
    ) -> None:
        self._instance, self._items, self._labels, self._colors = instance, items, labels, colors
        self._limit, self._events_left = limit, max_events
        self._step_events: list[Event] = []
        """The events of the last step of the algorithm, of which the first have been given."""
        self._given = 0
        self._ended = False
        self._engine = _TracedAlgorithmX(instance, self._step_events.append)

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        """Give the next event."""
        if self._ended:
            raise StopIteration
        while self._given == len(self._step_events):
            self._step_events.clear()
            self._given = 0
            if self._engine.solutions == self._limit or not self._engine.next_step:
                return self._end()
            self._engine.step()
        if self._events_left == 0:
            return self._end()
        if self._events_left is not None:
            self._events_left -= 1
        self._given += 1
        return self._step_events[self._given - 1]

    def _end(self) -> Event:
        self._ended = True
        return "end", int(not self._engine.next_step and self._given == len(self._step_events))

    def as_json(self, *, title: str = "A search by dancing links") -> dict[str, Any]:
        """Give the problem and the events that are left as plain data, to be written as JSON.

        Parameters
        ----------
        title : str
            What is searched, to be read by people.

        Returns
        -------
        dict
            With the keys ``version``; ``kind``, here ``'exact cover'``; ``title``; ``items``, the
            names of all items; ``primary``, how many of these are primary; ``options``, of each its
            label and its entries, pairs of an item and the number of a color, 0 for none;
            ``colors``, their names; ``given`` and ``without``, lists of options; ``words``;
            ``events``, lists that begin with the place of their word in ``words``; and ``listing``,
            as `LISTING`. Names are strings.

        Examples
        --------
        >>> from dlx import Problem
        >>> told = Problem([["a"]]).trace().as_json()
        >>> told["items"], told["options"], told["events"][1]
        (['a'], [['0', [[0, 0]]]], [2, 0, 1])
        """
        instance = self._instance
        code = {word: number for number, word in enumerate(WORDS)}
        entries = [
            [[instance.items[place], instance.colors[place]] for place in instance.entries(option)]
            for option in range(instance.option_count)
        ]
        return {
            "version": VERSION,
            "kind": "exact cover",
            "title": title,
            "items": [str(item) for item in self._items],
            "primary": instance.primary_count,
            "options": [
                [str(label), pairs] for label, pairs in zip(self._labels, entries, strict=True)
            ],
            "colors": [str(color) for color in self._colors[1:]],
            "given": list(instance.given),
            "without": sorted(instance.without),
            "words": list(WORDS),
            "events": [[code[word], *numbers] for word, *numbers in self],
            "listing": listing_of(instance),
        }


class Replay:
    """What a search knew between two events of its trace, found by walking along them.

    Parameters
    ----------
    instance : Instance
        That of the problem whose trace it is, ``problem.instance``.

    Attributes
    ----------
    links : Links
        The lists, in which item number `k` has the header ``k + 1``. Its `updates` are counted.
    items, options : list of int
        The items that the search has chosen and not left, and the options that are chosen.
    nodes, solutions : int
        How many nodes have been entered and solutions found.

    Examples
    --------
    >>> from dlx import Problem
    >>> from dlx.trace import Replay
    >>> problem = Problem([["a"], ["b"], ["a", "b"]])
    >>> replay, events = Replay(problem.instance), list(problem.trace(limit=1))
    >>> for event in events:
    ...     replay.forward(event)
    >>> replay.options, replay.nodes, replay.links.updates
    ([0, 1], 3, 3)
    >>> for event in reversed(events):
    ...     replay.backward(event)
    >>> replay.options, replay.nodes, replay.links.updates
    ([], 0, 0)
    """

    def __init__(self, instance: Instance) -> None:
        self.links = Links(instance)
        self.items: list[int] = []
        self.options: list[int] = []
        self.nodes = self.solutions = 0

    def forward(self, event: Event) -> None:
        """Go over an event, to what the search knew after it."""
        self._go(event, forwards=True)

    def backward(self, event: Event) -> None:
        """Go back over the event that was gone over last, to what the search knew before it."""
        self._go(event, forwards=False)

    def _go(self, event: Event, *, forwards: bool) -> None:
        word, *numbers = event
        sign = 1 if forwards else -1
        if word == "enter":
            self.nodes += sign
        elif word == "solution":
            self.solutions += sign
        elif word in {"choose", "backtrack"}:
            _push_or_pop(self.items, numbers[0], push=forwards == (word == "choose"))
        elif word in {"try", "take back"}:
            _push_or_pop(self.options, numbers[0], push=forwards == (word == "try"))
        elif word in {"hide", "unhide"}:
            self._hide_or_unhide(*numbers, hide=forwards == (word == "hide"))
        elif word in {"cover", "uncover"}:
            self._cover_or_uncover(numbers[0] + 1, cover=forwards == (word == "cover"))
        elif word in {"purify", "unpurify"}:
            self._mark_or_unmark(*numbers, mark=forwards == (word == "purify"))
        if word in {"hide", "cover"}:
            self.links.updates += sign * self._updates_of(word, *numbers)

    def _node(self, option: int, item: int) -> int:
        return next(p for p in self.links.nodes(option) if self.links.top[p] == item + 1)

    def _updates_of(self, word: str, option: int, item: int = -1) -> int:
        if word == "cover":
            return 1
        links = self.links
        return sum(links.color[p] >= 0 and links.top[p] != item + 1 for p in links.nodes(option))

    def _hide_or_unhide(self, option: int, item: int, *, hide: bool) -> None:
        links, p = self.links, self._node(option, item)
        updates = links.updates
        if hide:
            links.hide(p)
        else:
            links.unhide(p)
        links.updates = updates  # they are counted by the event alone, in both directions

    def _cover_or_uncover(self, i: int, *, cover: bool) -> None:
        links = self.links
        l, r = links.llink[i], links.rlink[i]
        links.rlink[l], links.llink[r] = (r, l) if cover else (i, i)

    def _mark_or_unmark(self, item: int, option: int, *, mark: bool) -> None:
        links, p = self.links, self._node(option, item)
        for q in links.column(item + 1):
            if mark and q != p and links.color[q] == links.color[p]:
                links.color[q] = -1
            elif not mark and links.color[q] < 0:
                links.color[q] = links.color[p]


def _push_or_pop(stack: list[int], number: int, *, push: bool) -> None:
    if push:
        stack.append(number)
    else:
        stack.pop()


class _TracedAlgorithmX(AlgorithmX):
    """The engine to read, telling its steps; the steps themselves are those of `AlgorithmX`."""

    def __init__(self, instance: Instance, tell: Callable[[Event], None]) -> None:
        super().__init__(instance)
        self.links = _TracedLinks(instance, tell)
        self._tell = tell

    def _enter_level(self) -> str:
        next_step = super()._enter_level()
        self._tell(("enter", self.l))
        if next_step == "X8":
            self._tell(("solution", self.solutions))
        return next_step

    def _choose_item(self) -> str:
        next_step = super()._choose_item()
        self._tell(("choose", self.i - 1, self.links.length[self.i]))
        return next_step

    def _cover_item(self) -> str:
        next_step = super()._cover_item()
        if self.x[self.l] == self.i:
            self._tell(("dead end", self.i - 1))
        return next_step

    def _try_option(self) -> str:
        x = self.x[self.l]
        if x != self.i:
            place = list(self.links.column(self.i)).index(x) + 1
            self._tell(("try", self.links.option(x), place))
        return super()._try_option()

    def _try_again(self) -> str:
        self._tell(("take back", self.links.option(self.x[self.l])))
        return super()._try_again()

    def _backtrack(self) -> str:
        next_step = super()._backtrack()
        self._tell(("backtrack", self.i - 1))
        return next_step


class _TracedLinks(Links):
    """The lists, telling what is done to them."""

    def __init__(self, instance: Instance, tell: Callable[[Event], None]) -> None:
        self._tell: Callable[[Event], object] = bool  # given options are chosen before the search
        super().__init__(instance)
        self._tell = tell

    def cover(self, i: int) -> None:
        super().cover(i)
        self._tell(("cover", i - 1))

    def uncover(self, i: int) -> None:
        self._tell(("uncover", i - 1))
        super().uncover(i)

    def hide(self, p: int) -> None:
        self._tell(("hide", self.option(p), self.top[p] - 1))
        super().hide(p)

    def unhide(self, p: int) -> None:
        super().unhide(p)
        self._tell(("unhide", self.option(p), self.top[p] - 1))

    def purify(self, p: int) -> None:
        self._tell(("purify", self.top[p] - 1, self.option(p)))
        super().purify(p)

    def unpurify(self, p: int) -> None:
        super().unpurify(p)
        self._tell(("unpurify", self.top[p] - 1, self.option(p)))
