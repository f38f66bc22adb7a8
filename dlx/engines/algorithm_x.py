"""The engine to read: Knuth's Algorithm X, and C where there are colors, step by step.

A search goes down and up a tree. At each node it chooses an item that is not covered yet, the one
with the fewest options left, and the first such item among equals; below the node there is one
branch for each of these options. All that it knows is in the lists (see `links`) and in these
registers, which have Knuth's names:

- `l`, the level: how many options are chosen;
- `x`, a stack: `x[k]` is the node of the option chosen on level k, in the list of the item that was
  chosen there;
- `i`, the item chosen on the current level.

Each step of the algorithm is a method, which says what is to be done and returns the name of the
step that follows. So the search can rest between any two steps, and nothing in it recurses.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

from dlx.engines.links import Links
from dlx.engines.position import Branch, Position, UnreachableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dlx.engines.instance import Instance


class AlgorithmX:
    """One search over one instance, which can rest anywhere and go on.

    Parameters
    ----------
    instance : Instance
        The problem in numbers.
    position : Position, optional
        Where to begin; the root if not given.

    Attributes
    ----------
    nodes, updates, solutions, profile
        What the search has done, as in `Position`; positions that it is put back to are not
        counted again.
    stop_requested : bool
        Set it, from any thread, and `run` returns before the next node.
    next_step : str
        The name of the step that comes next; empty when the search is done.

    Raises
    ------
    UnreachableError
        If the search can't get to the position.

    Examples
    --------
    The problem of Knuth's first paper on dancing links:

    >>> from dlx import Problem
    >>> options = ["C E F", "A D G", "B C F", "A D", "B G", "D E G"]
    >>> problem = Problem([option.split() for option in options], primary="A B C D E F G".split())
    >>> search = AlgorithmX(problem.instance)
    >>> search.run()
    'done'
    >>> search.kept(problem.labels, order=range(len(problem)))
    [(0, 3, 4)]
    >>> search.position_at(0).choices
    (3, 0, 4)
    >>> search.nodes, search.updates
    (6, 30)
    """

    name: ClassVar[str] = "python"

    def __init__(self, instance: Instance, position: Position | None = None) -> None:
        position = position or Position()
        self.links = Links(instance)
        self.l = 0
        self.x: list[int] = []
        self.i = 0
        self.next_step = "X1"
        self.stop_requested = False
        self._base = position.base
        self._given = instance.given
        self._kept: list[Position] = []
        self._steps: dict[str, Callable[[], str]] = {
            "X1": self._initialize,
            "X2": self._enter_level,
            "X3": self._choose_item,
            "X4": self._cover_item,
            "X5": self._try_option,
            "X6": self._try_again,
            "X7": self._backtrack,
            "X8": self._leave_level,
        }
        self.step()
        for option in position.choices:
            self._choose(option)
        if position.at_solution:
            self.next_step = "X8"
        if position.done:
            self.next_step = ""
        self.nodes, self.solutions = position.nodes, position.solutions
        self.links.updates = position.updates or 0
        self._updates_known = position.updates is not None
        self.profile = list(position.profile)

    @property
    def updates(self) -> int | None:
        """How many elements have been taken out of lists; None if that is not known any more."""
        return self.links.updates if self._updates_known else None

    # The algorithm.

    def step(self) -> None:
        """Do the next step."""
        self.next_step = self._steps[self.next_step]()

    def _initialize(self) -> str:
        # X1. Initialize. The lists are set up already.
        self.l = 0
        return "X2"

    def _enter_level(self) -> str:
        # X2. Enter level l. If no item is left to cover, x[0] … x[l - 1] is a solution.
        self.nodes += 1
        if self.l == len(self.profile):
            self.profile.append(0)
        self.profile[self.l] += 1
        if self.links.rlink[0] != 0:
            return "X3"
        self.solutions += 1
        return "X8"

    def _choose_item(self) -> str:
        # X3. Choose i: the item with the fewest options left, the leftmost of these.
        # `min` takes the first of equals.
        self.i = min(self.links.items_to_cover(), key=self.links.length.__getitem__)
        return "X4"

    def _cover_item(self) -> str:
        # X4. Cover i, and take its first option.
        self.links.cover(self.i)
        self.x.append(self.links.dlink[self.i])
        return "X5"

    def _try_option(self) -> str:
        # X5. Try x[l]: commit the other items of its option, from left to right, cyclically.
        # If x[l] is the header, all options of i have been tried.
        links, x = self.links, self.x[self.l]
        if x == self.i:
            return "X7"
        p = x + 1
        while p != x:
            if links.top[p] <= 0:
                p = links.ulink[p]
            else:
                links.commit(p)
                p += 1
        self.l += 1
        return "X2"

    def _try_again(self) -> str:
        # X6. Try again: uncommit them, from right to left, and move on to the next option of i.
        links, x = self.links, self.x[self.l]
        p = x - 1
        while p != x:
            if links.top[p] <= 0:
                p = links.dlink[p]
            else:
                links.uncommit(p)
                p -= 1
        self.i = links.top[x]
        self.x[self.l] = links.dlink[x]
        return "X5"

    def _backtrack(self) -> str:
        # X7. Backtrack: i has no more options.
        self.links.uncover(self.i)
        self.x.pop()
        return "X8"

    def _leave_level(self) -> str:
        # X8. Leave level l: the search is done when it would leave the level where it began.
        if self.l == self._base:
            return ""
        self.l -= 1
        return "X6"

    # Running it, and moving it elsewhere.

    def run(
        self,
        *,
        solutions: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        keep: bool = True,
    ) -> str:
        """Search on until something is reached.

        Parameters
        ----------
        solutions, nodes, seconds : optional
            How many more solutions to find, how many more nodes to enter, how long to search.
        keep : bool
            Whether to keep the solutions that are found, until the next run.

        Returns
        -------
        str
            ``'done'``, ``'solutions'``, ``'nodes'``, ``'seconds'`` or ``'stopped'``: why the search
            rests. Unless it is done it is about to enter a node, or has just found a solution.
        """
        last_solution = None if solutions is None else self.solutions + solutions
        last_node = None if nodes is None else self.nodes + nodes
        deadline = None if seconds is None else perf_counter() + seconds
        self._kept = []
        while self.next_step:
            if self.solutions == last_solution:
                return "solutions"
            if self.next_step == "X2":
                if self.stop_requested:
                    return "stopped"
                if self.nodes == last_node:
                    return "nodes"
                if deadline is not None and perf_counter() >= deadline:
                    return "seconds"
            before = self.solutions
            self.step()
            if keep and self.solutions > before:
                self._kept.append(self.position())
        return "done"

    def kept(self, labels: Sequence[Any], order: Sequence[int]) -> list[tuple[Any, ...]]:
        """Give the solutions that the last run has kept.

        Parameters
        ----------
        labels : sequence
            The label of each option in the user's order.
        order : sequence of int
            The place in the user's order of each option of the instance.

        Returns
        -------
        list of tuples
            The labels of each solution, in the user's order, the given options included.
        """
        return [
            tuple(
                labels[place]
                for place in sorted(order[option] for option in (*self._given, *position.choices))
            )
            for position in self._kept
        ]

    def position_at(self, solution: int) -> Position:
        """Say where the search stood when it had found a solution that the last run has kept."""
        return self._kept[solution]

    def position(self) -> Position:
        """Say where the search rests."""
        return Position(
            choices=self._choices(),
            at_solution=self.next_step == "X8",
            done=not self.next_step,
            base=self._base,
            nodes=self.nodes,
            updates=self.updates,
            solutions=self.solutions,
            profile=tuple(self.profile),
        )

    def path(self) -> list[Branch]:
        """Tell, for each choice, which item it is for and which of how many options it is."""
        branches = []
        for x in self.x[: self.l]:
            i = self.links.top[x]
            place = list(self.links.column(i)).index(x) + 1
            branches.append(Branch(i - 1, self.links.option(x), place, self.links.length[i]))
        return branches

    def _choices(self) -> tuple[int, ...]:
        return tuple(self.links.option(x) for x in self.x[: self.l])

    def _choose(self, option: int) -> None:
        """Go one level down, to the given option, or raise `UnreachableError`."""
        links = self.links
        if links.rlink[0] == 0:
            raise UnreachableError(self.l, option, None, ())
        self._choose_item()
        options = {links.option(x): x for x in links.column(self.i)}
        if option not in options:
            raise UnreachableError(self.l, option, self.i - 1, tuple(options))
        self._cover_item()
        self.x[self.l] = options[option]
        self.next_step = self._try_option()
