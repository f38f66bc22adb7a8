"""Problem: an exact cover problem in the words of whoever has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from operator import index
from typing import TYPE_CHECKING, Any, Self

from dlx.colored import Colored
from dlx.engines.position import Position
from dlx.errors import ProblemError, counted
from dlx.matrix import options_of_matrix
from dlx.numbering import check_multiplicities, numbered
from dlx.search import Search, resume, whole_number
from dlx.verify import check_cover, times

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from pathlib import Path

    from dlx.costs import Cost
    from dlx.engines.instance import Instance
    from dlx.trace import Trace


class Problem(Mapping[Any, tuple[Any, ...]]):
    """An exact cover problem: choose options such that each primary item is in exactly one of them.

    Secondary items may be left uncovered, but no two chosen options may have the same one, unless
    both use it in the same color. An option without primary items is never chosen. Options are told
    apart by position: two that look alike make two solutions. A problem without primary items has
    one solution, the empty one.

    A problem never changes. It can be compared, hashed and pickled, and solved any number of times,
    from several threads at once. It is a mapping from labels to options: ``problem[label]``,
    ``len(problem)``, ``for label in problem``. (So ``problem.items()`` are pairs of a label and an
    option, as for any mapping; the items to be covered are `primary` and `secondary`.)

    Parameters
    ----------
    options : iterable of options, or mapping from labels to options
        An option is an iterable of entries, each an item (anything hashable) or a `Colored` one.
        Without a mapping, the label of an option is its position, from 0.
    primary : iterable of items, optional
        The primary items, in the order in which ties go. Left out, they are all items that are not
        secondary, in the order in which the options name them. An item that no option has is
        allowed: the problem has no solutions then.
    secondary : iterable of items
        The items that are covered at most once, or by options that agree on its color.
    multiplicities : mapping, optional
        For exceptional primary items: how often to cover the item, as a number or as a pair
        ``(low, high)``. Searching with multiplicities is not available yet.
    costs : iterable of numbers, or mapping from labels to numbers, optional
        What each option costs. Floats count at their exact binary value. Costs do not change which
        solutions there are; looking for the cheapest is not available yet.

    Raises
    ------
    ProblemError
        If these make no problem; the message names the option and the item.

    Notes
    -----
    Sets have no order of their own that would be the same on every run, so the items of an option
    that is given as a set are taken in sorted order.

    Building takes time and memory in proportion to the number of entries, about 8 bytes an entry.

    Examples
    --------
    >>> from dlx import Problem
    >>> problem = Problem({
    ...     "cellar": ["C", "E", "F"],
    ...     "attic": ["A", "D"],
    ...     "both": ["A", "D", "G"],
    ...     "stairs": ["B", "G"],
    ... })
    >>> problem
    <Problem: 7 primary items, 0 secondary items, 4 options>
    >>> problem.first()
    ('cellar', 'attic', 'stairs')
    >>> problem["stairs"]
    ('B', 'G')
    """

    __slots__ = (
        "_colors",
        "_costs",
        "_instance",
        "_items",
        "_labels",
        "_multiplicities",
        "_places",
    )

    def __init__(
        self,
        options: Iterable[Iterable[Any]] | Mapping[Any, Iterable[Any]],
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
        multiplicities: Mapping[Any, int | tuple[int, int]] | None = None,
        costs: Iterable[Any] | Mapping[Any, Any] | None = None,
    ) -> None:
        numbering = numbered(options, primary, secondary)
        self._instance = numbering.instance
        self._items = numbering.items
        self._colors = numbering.colors
        self._labels = numbering.labels
        self._multiplicities: dict[Any, tuple[int, int]] = {}
        if multiplicities is not None:
            self._multiplicities = check_multiplicities(multiplicities, self.primary)
        self._costs: tuple[Cost, ...] | None = None
        if costs is not None:
            from dlx.costs import check_costs

            self._costs = check_costs(costs, self._labels)
        self._places = (
            None
            if isinstance(self._labels, range)
            else {label: place for place, label in enumerate(self._labels)}
        )

    # Other ways to say it.

    @classmethod
    def from_matrix(
        cls,
        rows: Any,
        secondary: Iterable[int] = (),
        *,
        multiplicities: Mapping[Any, int | tuple[int, int]] | None = None,
        costs: Iterable[Any] | None = None,
    ) -> Self:
        """Make a problem of a matrix of zeros and ones: a row is an option, a column an item.

        Parameters
        ----------
        rows : nested lists, NumPy array or SciPy sparse matrix
            Two-dimensional, of zeros and ones, or False and True.
        secondary : iterable of int
            The columns that are secondary items.
        multiplicities, costs
            As for `Problem`; items and labels are numbers of columns and rows, from 0.

        Returns
        -------
        Problem
            Every column is an item, also one without a 1.

        Raises
        ------
        ProblemError
            If the matrix is not rectangular or holds anything else; the message names the place.

        Examples
        --------
        >>> from dlx import Problem
        >>> Problem.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 1]]).count()
        2
        """
        options, columns = options_of_matrix(rows)
        secondary = list(_listed("secondary", secondary))
        for column in secondary:
            if column not in range(columns):
                raise ProblemError(
                    f"secondary names column {column!r}; the matrix has columns 0 to {columns - 1}"
                )
        primary = sorted(set(range(columns)).difference(secondary))
        return cls(
            options,
            primary=primary,
            secondary=secondary,
            multiplicities=multiplicities,
            costs=costs,
        )

    @classmethod
    def from_text(cls, text: str, *, source: str = "text") -> Self:
        """Read a problem in Knuth's text format.

        Parameters
        ----------
        text : str
            The problem; items and colors may be of any length.
        source : str
            What to call the text in errors, such as the name of a file.

        Raises
        ------
        ProblemError
            If the text is not in the format; the message begins with the source and the line.

        Examples
        --------
        >>> from dlx import Problem
        >>> problem = Problem.from_text('''
        ... | primary items, a bar, secondary items; then an option a line
        ... A B C | X Y
        ... A B X:0 Y:0
        ... A C X:1 Y:1
        ... X:0 Y:1
        ... B X:1
        ... C Y:1
        ... ''')
        >>> list(problem.solve())
        [(1, 3)]
        """
        from dlx.text_format import parse

        parsed = parse(text, source)
        return cls(
            parsed.options,
            primary=parsed.primary,
            secondary=parsed.secondary,
            multiplicities=parsed.multiplicities,
            costs=parsed.costs,
        )

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a problem in Knuth's text format from a file in UTF-8.

        Raises
        ------
        OSError
            If the file can't be read.
        ProblemError
            If it is not in the format; the message begins with the path and the line.
        """
        from pathlib import Path

        from dlx.text_format import decode

        return cls.from_text(decode(Path(path).read_bytes(), str(path)), source=str(path))

    def to_text(self) -> str:
        """Write the problem in Knuth's text format; `from_text` reads it back.

        Labels are not written: the options get their positions.

        Raises
        ------
        ProblemError
            If it can't be written: items and colors must be strings without blanks, items without
            ``:`` and ``|``, and there must be a primary item. The message names the item.

        Examples
        --------
        >>> from dlx import Problem
        >>> print(Problem([["a", "x"], ["b"]], secondary=["x"]).to_text(), end="")
        a b | x
        a x
        b
        """
        instance = self._instance
        if instance.given or instance.without:
            raise ProblemError(
                "options of this problem are forced in or out, and the text format can't say so"
            )
        from dlx.text_format import write

        return write(self.primary, self.secondary, self, self._multiplicities, self._costs)

    def restricted(self, given: Iterable[Any] = (), without: Iterable[Any] = ()) -> Self:
        """Give the same problem with options forced in or out.

        Parameters
        ----------
        given : iterable of labels
            Options that are in every solution.
        without : iterable of labels
            Options that are in none.

        Returns
        -------
        Problem
            With the same items, options and labels; its solutions still contain the given options.
            Given options that exclude each other leave no solutions. Restricting it again adds up.

        Raises
        ------
        ProblemError
            If a label is unknown, if an option is both given and without, or if a given option has
            no primary items.

        Notes
        -----
        Nothing is copied, so it costs little more than the labels that are named.

        Examples
        --------
        >>> from dlx import Problem
        >>> problem = Problem([["a"], ["b"], ["a", "b"]])
        >>> list(problem.restricted(given=[1]).solve())
        [(0, 1)]
        >>> list(problem.restricted(without=[1]).solve())
        [(2,)]
        """
        instance = self._instance
        forced_in = self._known_places("given", given)
        forced_out = self._known_places("without", without)
        forced_in.update(instance.given)
        forced_out.update(instance.without)
        for place in sorted(forced_in):
            if place in forced_out:
                raise ProblemError(
                    f"option {self._labels[place]!r} is both given and without; it can't be both"
                )
            if not instance.has_primary(place):
                raise ProblemError(
                    f"option {self._labels[place]!r} is given, but has no primary item; "
                    "such an option is never chosen"
                )
        new = object.__new__(type(self))
        for name in Problem.__slots__:
            setattr(new, name, getattr(self, name))
        new._instance = instance.restricted(frozenset(forced_in), frozenset(forced_out))
        return new

    # Solving it.

    def search(
        self,
        *,
        limit: int | None = None,
        engine: str = "auto",
        seed: int | None = None,
        max_nodes: int | None = None,
        seconds: float | None = None,
        prefix: Iterable[Any] = (),
    ) -> Search:
        """Begin a search that can be watched, stopped, saved and gone on with.

        Parameters
        ----------
        limit : int, optional
            The search is done when it has handed out so many solutions.
        engine : str
            What to search with; all engines give the same solutions in the same order.
        seed : int, optional
            Search in a random order that depends on the seed alone. Without one, items come in
            their order, the one with the fewest options left first, the leftmost of equals; and
            options in theirs.
        max_nodes, seconds : optional
            How many nodes to enter, and how long to search, before `LimitReached` is raised. Time
            is counted only while the search runs.
        prefix : iterable of labels
            Search only below these choices, made in this order.

        Returns
        -------
        Search
            An iterator of solutions, which does more.

        Raises
        ------
        ProblemError
            If the choices of `prefix` are none that the search makes; the message names the first.
        TypeError, ValueError
            If a limit is no number or below 0, or there is no such engine.
        NotImplementedError
            If the problem has multiplicities.

        Examples
        --------
        The parts below each first choice make up the whole:

        >>> from dlx import Problem
        >>> problem = Problem([["a", "b"], ["a"], ["b"], ["a", "b"]])
        >>> [list(problem.search(prefix=[first])) for first in (0, 1, 3)]
        [[(0,)], [(1, 2)], [(3,)]]
        """
        places = [self._known_place("prefix", label) for label in _listed("prefix", prefix)]
        position = Position(choices=tuple(places), base=len(places), profile=(0,) * len(places))
        return self._search(
            position=position,
            limit=limit,
            engine=engine,
            seed=seed,
            max_nodes=max_nodes,
            seconds=seconds,
        )

    def resume(
        self,
        state: Mapping[str, Any],
        *,
        limit: int | None = None,
        engine: str = "auto",
        max_nodes: int | None = None,
        seconds: float | None = None,
    ) -> Search:
        """Go on with a search that was saved by `Search.state`.

        Parameters
        ----------
        state : mapping
            What `Search.state` gave, perhaps written as JSON and read back.
        limit, engine, max_nodes, seconds
            As for `search`; limits count from here.

        Returns
        -------
        Search
            Its next solution is the one that the saved search would have given next.

        Raises
        ------
        ProblemError
            If it is no such state, or one of another problem.
        """
        self._refuse_multiplicities()
        return resume(
            self._instance,
            self._items,
            self._labels,
            state,
            limit=limit,
            engine=engine,
            max_nodes=max_nodes,
            seconds=seconds,
        )

    def solve(
        self,
        *,
        limit: int | None = None,
        engine: str = "auto",
        seed: int | None = None,
        max_nodes: int | None = None,
        seconds: float | None = None,
    ) -> Search:
        """Find the solutions, one after another, as they are asked for.

        Parameters
        ----------
        limit : int, optional
            Give at most so many solutions.
        engine, seed, max_nodes, seconds
            As for `search`.

        Returns
        -------
        iterator of tuples
            Each solution is a tuple of labels, ascending by position. Nothing is searched before
            the first is asked for; what was given is not kept. The iterator is a `Search`.

        Raises
        ------
        LimitReached
            While iterating, if `max_nodes` or `seconds` are spent.
        TypeError, ValueError
            At the call, if a limit is no number or below 0, or there is no such engine.
        NotImplementedError
            At the call, if the problem has multiplicities: searching with them is to come.

        Examples
        --------
        >>> from dlx import Problem
        >>> problem = Problem([["a"], ["b"], ["a", "b"]])
        >>> list(problem.solve())
        [(0, 1), (2,)]
        """
        return self.search(
            limit=limit, engine=engine, seed=seed, max_nodes=max_nodes, seconds=seconds
        )

    def first(
        self,
        *,
        engine: str = "auto",
        seed: int | None = None,
        max_nodes: int | None = None,
        seconds: float | None = None,
    ) -> tuple[Any, ...] | None:
        """Find the first solution; the parameters are those of `search`.

        Returns
        -------
        tuple of labels, or None
            None where there is no solution.

        Raises
        ------
        LimitReached
            If a budget is spent before a solution is found or excluded.

        Examples
        --------
        >>> from dlx import Problem
        >>> Problem([["a"], ["b"], ["a", "b"]]).first()
        (0, 1)
        >>> print(Problem([["a"]], primary=["a", "b"]).first())
        None
        """
        search = self._search(
            once=True, engine=engine, seed=seed, max_nodes=max_nodes, seconds=seconds
        )
        return next(search, None)

    def count(
        self,
        *,
        engine: str = "auto",
        max_nodes: int | None = None,
        seconds: float | None = None,
    ) -> int:
        """Count the solutions, by finding each one; the parameters are those of `search`.

        Returns
        -------
        int
            Their exact number.

        Raises
        ------
        LimitReached
            If a budget is spent first; it holds how many were found until then.

        Examples
        --------
        >>> from dlx import Problem
        >>> Problem([["a"], ["b"], ["a", "b"]]).count()
        2
        """
        return self._search(once=True, engine=engine, max_nodes=max_nodes, seconds=seconds).count()

    def has_solution(
        self,
        *,
        engine: str = "auto",
        max_nodes: int | None = None,
        seconds: float | None = None,
    ) -> bool:
        """Tell whether there is a solution; raises `LimitReached` where a budget leaves it open.

        Examples
        --------
        >>> from dlx import Problem
        >>> Problem([["a"], ["b"]]).has_solution()
        True
        """
        return self.first(engine=engine, max_nodes=max_nodes, seconds=seconds) is not None

    def has_unique_solution(
        self,
        *,
        engine: str = "auto",
        max_nodes: int | None = None,
        seconds: float | None = None,
    ) -> bool:
        """Tell whether there is exactly one solution; raises `LimitReached` where that stays open.

        Examples
        --------
        >>> from dlx import Problem
        >>> Problem([["a"], ["b"], ["a", "b"]]).has_unique_solution()
        False
        """
        search = self._search(
            once=True, limit=2, engine=engine, max_nodes=max_nodes, seconds=seconds
        )
        return search.count() == 1

    def trace(self, *, limit: int | None = None, max_events: int | None = None) -> Trace:
        """Tell the search step by step, as data from which every state follows.

        Parameters
        ----------
        limit : int, optional
            End after so many solutions.
        max_events : int, optional
            End after so many events.

        Returns
        -------
        dlx.trace.Trace
            An iterator of events: tuples of a word and numbers, described in `dlx.trace`. The last
            one, ``('end', done)``, tells whether the whole tree has been searched.

        Raises
        ------
        TypeError, ValueError
            At the call, if a limit is no number or below 0.
        NotImplementedError
            At the call, if the problem has multiplicities: searching with them is to come.

        Notes
        -----
        The search is that of the engine ``'python'``: with the same solutions, nodes and updates as
        every other. Without a limit a trace can be as long as the search.

        Examples
        --------
        >>> from dlx import Problem
        >>> for event in Problem([["a", "b"], ["b"]]).trace():
        ...     print(*event)
        enter 0
        choose 0 1
        hide 0 0
        cover 0
        try 0 1
        hide 1 1
        cover 1
        enter 1
        solution 1
        take back 0
        uncover 1
        unhide 1 1
        uncover 0
        unhide 0 0
        backtrack 0
        end 1
        """
        from dlx.trace import Trace

        self._refuse_multiplicities()
        return Trace(
            self._instance,
            self._items,
            self._labels,
            self._colors,
            limit=whole_number("limit", limit),
            max_events=whole_number("max_events", max_events),
        )

    def minimize(self, k: int = 1) -> list[tuple[Cost, tuple[Any, ...]]]:
        """Find the `k` cheapest solutions; not available yet.

        Raises
        ------
        NotImplementedError
            Always, in this release.
        """
        raise NotImplementedError(
            f"finding the {k} cheapest solutions is not available in this release"
        )

    def verify(self, solution: Iterable[Any]) -> None:
        """Check a claimed solution, independently of every engine.

        Parameters
        ----------
        solution : iterable of labels
            In any order.

        Raises
        ------
        ProblemError
            If it is no solution. The message names what is wrong: an unknown or repeated label, an
            item that is not covered or covered too often, an option without primary items, or one
            that is forced in or out.

        Examples
        --------
        >>> from dlx import Problem
        >>> problem = Problem([["a"], ["b"], ["a", "b"]])
        >>> problem.verify([0, 1])
        >>> problem.verify([0])
        Traceback (most recent call last):
        ...
        dlx.errors.ProblemError: item 'b' is not covered; it must be covered once
        """
        chosen: dict[Any, tuple[Any, ...]] = {}
        for label in _listed("the solution", solution):
            self._known_place("the solution", label)
            if label in chosen:
                raise ProblemError(
                    f"the solution names option {label!r} twice; a solution is a set of options"
                )
            chosen[label] = self[label]
        for label in self.given:
            if label not in chosen:
                raise ProblemError(
                    f"option {label!r} is given, so it is in every solution; it is not in this one"
                )
        for label in self.without:
            if label in chosen:
                raise ProblemError(
                    f"option {label!r} is forced out, so it is in no solution; it is in this one"
                )
        check_cover(chosen, {item: self._multiplicities.get(item, (1, 1)) for item in self.primary})

    # What it is made of.

    @property
    def primary(self) -> tuple[Any, ...]:
        """The primary items, in their order."""
        return self._items[: self._instance.primary_count]

    @property
    def secondary(self) -> tuple[Any, ...]:
        """The secondary items."""
        return self._items[self._instance.primary_count :]

    @property
    def labels(self) -> Sequence[Any]:
        """The labels of the options: a tuple, or a range where the options are only numbered."""
        return self._labels

    @property
    def multiplicities(self) -> dict[Any, tuple[int, int]]:
        """The bounds ``(low, high)`` of the items that are not simply covered once."""
        return dict(self._multiplicities)

    @property
    def costs(self) -> tuple[Cost, ...] | None:
        """The cost of each option, by position, or None if there are no costs."""
        return self._costs

    @property
    def given(self) -> tuple[Any, ...]:
        """The labels of the options that are in every solution, by position."""
        return tuple(self._labels[place] for place in self._instance.given)

    @property
    def without(self) -> tuple[Any, ...]:
        """The labels of the options that are in no solution, by position."""
        return tuple(self._labels[place] for place in sorted(self._instance.without))

    @property
    def instance(self) -> Instance:
        """The problem in numbers, as the engines read it; not to be changed."""
        return self._instance

    def __getitem__(self, label: Any) -> tuple[Any, ...]:
        """Give the entries of an option in the order in which they were given, or KeyError."""
        place = self._place(label)
        if place is None:
            raise KeyError(label)
        instance = self._instance
        return tuple(
            Colored(self._items[item], self._colors[color]) if color else self._items[item]
            for item, color in (
                (instance.items[entry], instance.colors[entry]) for entry in instance.entries(place)
            )
        )

    def __iter__(self) -> Iterator[Any]:
        return iter(self._labels)

    def __len__(self) -> int:
        return len(self._labels)

    def __repr__(self) -> str:
        primary = counted(len(self.primary), "primary item")
        secondary = counted(len(self.secondary), "secondary item")
        text = f"{primary}, {secondary}, {counted(len(self), 'option')}"
        instance = self._instance
        if instance.given or instance.without:
            text += f", {len(instance.given)} given, {len(instance.without)} without"
        return f"<Problem: {text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Problem.__slots__)

    def __hash__(self) -> int:
        return hash((self._items, self._labels, self._instance.fingerprint()))

    # Inside.

    def _place(self, label: Any) -> int | None:
        """Give the position of an option by its label, or None if there is no such option."""
        try:
            if self._places is not None:
                return self._places.get(label)
            place = index(label)
        except TypeError:
            return None
        return place if place in range(len(self._labels)) else None

    def _known_place(self, where: str, label: Any) -> int:
        place = self._place(label)
        if place is None:
            known = "labels are what the options were given by"
            if self._places is None:
                known = f"the options are numbered from 0 to {len(self._labels) - 1}"
            raise ProblemError(f"{where} names {label!r}, but no option has that label; {known}")
        return place

    def _known_places(self, where: str, labels: Iterable[Any]) -> set[int]:
        labels = list(_listed(where, labels))
        with suppress(KeyError, TypeError):  # all at once, if none is unknown
            places = set(map(index if self._places is None else self._places.__getitem__, labels))
            if not places or (min(places) >= 0 and max(places) < len(self._labels)):
                return places
        return {self._known_place(where, label) for label in labels}

    def _search(self, **how: Any) -> Search:
        self._refuse_multiplicities()
        return Search(self._instance, self._items, self._labels, **how)

    def _refuse_multiplicities(self) -> None:
        """Refuse to search in words: without their bounds the solutions would be wrong ones."""
        if self._multiplicities:
            item, bounds = next(iter(self._multiplicities.items()))
            raise NotImplementedError(
                f"item {item!r} is to be covered {times(*bounds)}; searching with multiplicities "
                "is not available in this release"
            )


def _listed(where: str, labels: Iterable[Any]) -> Iterable[Any]:
    """Refuse what is no collection of labels: one label alone is a common slip."""
    if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
        raise ProblemError(f"{where} is {labels!r}; it must be a list of labels")
    return labels
