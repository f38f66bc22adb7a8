"""A maker of puzzles: boards in colored regions, to be told by one queen in each.

The solver places a queen in each row, column and region such that no two touch; a fair puzzle has
exactly one answer. To make one, queens are placed first and regions grown around them. Most boards
made so have other answers too. Each of these is spoiled by giving one of its squares to the region
beside it: in that answer the one region then has no queen, the other has two. The intended answer
stays, as its own squares are never given away.
"""

from __future__ import annotations

import math
import random
from operator import index
from string import ascii_lowercase, ascii_uppercase
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from dlx import LimitReached, Stats
from nqueens.arguments import most_nodes, most_seconds, size_of
from nqueens.exact_cover import board_of, queens_problem
from nqueens.splitmix import SplitMix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dlx import Problem
    from nqueens.arguments import Square

    Regions = list[list[int]]
    """The number of each square's region, row by row."""

_LETTERS = ascii_uppercase + ascii_lowercase
_NONE = -1
_MOST_NODES = 500_000
_NODES_A_CUBE = 100
"""If nobody says how many nodes there may be: so many times n³, ten times what puzzles need."""
_NODES_OF_A_SEARCH = 10_000
"""Nodes after which a board is so far from having one answer that another is begun instead."""
_STEPS_A_ROW = 3
"""Squares that may change hands for each row of a board before another is begun instead."""


class Puzzle(NamedTuple):
    """A board in regions with one answer. It is a tuple, and prints as letters, a region each.

    Examples
    --------
    >>> from nqueens.puzzles import make_puzzle
    >>> puzzle = make_puzzle(5, seed=1)
    >>> print(puzzle)
    A B B B B
    A B B B C
    D D E C C
    D D D C C
    D D D D C
    >>> puzzle.answer, puzzle.effort
    ((3, 0, 2, 4, 1), 8)

    Its fields are plain data:

    >>> puzzle._asdict()["regions"]
    ('ABBBB', 'ABBBC', 'DDECC', 'DDDCC', 'DDDDC')
    """

    regions: tuple[str, ...]
    """A letter a square, row by row, as `solve_queens` takes them."""
    answer: tuple[int, ...]
    """The column of each row's queen."""
    effort: int
    """Nodes of the search that finds the answer and that there is no other; at least n + 1."""
    seed: int
    """What `make_puzzle` makes it again from."""

    def __str__(self) -> str:
        return "\n".join(map(" ".join, self.regions))


def make_puzzle(
    n: int,
    *,
    seed: int | None = None,
    effort: tuple[int, int | None] | None = None,
    max_nodes: int | None = None,
    seconds: float | None = None,
) -> Puzzle:
    """Make a board in n colored regions that has exactly one answer.

    One queen goes into each row, column and region, and no two touch, not even at a corner. Each
    region is in one piece.

    Parameters
    ----------
    n : int
        The size of the board: 1, or 4 to 52.
    seed : int, optional
        The same seed gives the same puzzle, on every platform. Left out, it is drawn at random;
        the puzzle knows it.
    effort : (least, most), optional
        How hard it may be, both included; None for `most` is no bound. No puzzle takes more than
        10000 nodes, and a small one takes fewer.
    max_nodes : int, optional
        How many nodes all searches together may enter; if left out, 100n³, but at most 500000. So
        it ends, after some seconds, where there is no puzzle of the effort.
    seconds : float, optional
        How long it may take.

    Returns
    -------
    Puzzle
        The regions, the answer, and the effort: the nodes of the search for all answers, by the
        problem that `queens_problem` gives with ``diagonals="adjacent"``. It is n + 1 if every step
        is forced, and grows with the number of times that the search must guess.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense, or there is no puzzle of that size or effort.
    dlx.LimitReached
        If a limit is reached before a puzzle is found. Its statistics are those of all searches;
        another seed, or a higher limit, may do.

    Notes
    -----
    Sizes of 2 and 3 have no puzzles, for queens that don't touch can't be placed there. A puzzle of
    size 8 takes some hundredths of a second, one of size 12 some tenths, one of size 16 some
    seconds; much larger ones may take more nodes than the limit allows.

    Examples
    --------
    >>> from nqueens import make_puzzle, solve_queens
    >>> puzzle = make_puzzle(6, seed=2)
    >>> print(puzzle)
    A A B B B B
    A A A B B B
    A C B B B B
    D D D E B F
    D D D D F F
    D D D D F F
    >>> list(solve_queens(6, regions=puzzle.regions, diagonals="adjacent")) == [puzzle.answer]
    True
    """
    size = size_of(n)
    if size in {2, 3}:
        raise ValueError(f"n is {n!r}; queens that don't touch can't be placed on such a board")
    if size not in range(1, len(_LETTERS) + 1):
        raise ValueError(f"n is {n!r}; a puzzle has from 1 to {len(_LETTERS)} regions")
    least, most = _bounds(effort, size)
    if max_nodes is None:
        max_nodes = min(_NODES_A_CUBE * size**3, _MOST_NODES)
    work = _Work(max_nodes, seconds)
    if seed is None:
        seed = random.randrange(2**32)
    dice = SplitMix(seed)
    while True:
        answer = work.random_answer(size, dice)
        regions = _grown(answer, dice)
        nodes = _repair(regions, answer, dice, work)
        if nodes is not None and least <= nodes and (most is None or nodes <= most):
            return Puzzle(_lettered(regions), answer, nodes, index(seed))


class _Work:
    """All searches for one puzzle, and what they may take together."""

    def __init__(self, max_nodes: int | None, seconds: float | None) -> None:
        self._nodes, self._most_nodes = 0, most_nodes(max_nodes)
        self._until = perf_counter() + most_seconds(seconds)

    def two_answers(self, regions: Regions) -> tuple[list[tuple[int, ...]], int]:
        """Give two answers of a board, or all it has, and the nodes that it took to find them.

        Where that takes long there are none.
        """
        problem = queens_problem(len(regions), regions=regions, diagonals="adjacent")
        return self._boards(problem, limit=2)

    def random_answer(self, size: int, dice: SplitMix) -> tuple[int, ...]:
        """Place queens that don't touch."""
        problem = queens_problem(size, diagonals="adjacent")
        while True:
            found, _ = self._boards(problem, limit=1, seed=dice.word())
            if found:
                return found[0]

    def _boards(
        self, problem: Problem, *, limit: int, seed: int | None = None
    ) -> tuple[list[tuple[int, ...]], int]:
        search = problem.search(
            limit=limit,
            seed=seed,
            max_nodes=min(_NODES_OF_A_SEARCH, self._most_nodes - self._nodes),
            seconds=None if self._until == math.inf else max(0.0, self._until - perf_counter()),
        )
        found: list[tuple[int, ...]] = []
        try:
            found += map(board_of, search)
        except LimitReached as limit_reached:
            found.clear()
            nodes = self._nodes + limit_reached.stats.nodes
            if limit_reached.reason != "nodes" or nodes == self._most_nodes:
                raise LimitReached(
                    limit_reached.reason,
                    solutions=0,
                    stats=Stats(nodes, updates=None, solutions=0, profile=(nodes,)),
                    search=search,
                ) from None
        nodes = search.stats.nodes
        self._nodes += nodes
        return found, nodes


def _bounds(effort: tuple[int, int | None] | None, size: int) -> tuple[int, int | None]:
    """Check how hard a puzzle may be."""
    if effort is None:
        return 0, None
    try:
        least, most = effort
        least, most = index(least), None if most is None else index(most)
    except (TypeError, ValueError):
        raise TypeError(
            f"effort is {effort!r}; it must be a pair of numbers of nodes, (least, most)"
        ) from None
    easiest, hardest = size + 1, _most_effort(size)
    if least > hardest or (most is not None and most < max(least, easiest)):
        raise ValueError(
            f"effort is {effort!r}; a puzzle of size {size} takes from {easiest} to {hardest} "
            "nodes, and the first number must not be above the second"
        )
    return least, most


def _most_effort(size: int) -> int:
    """Give a number of nodes that no puzzle exceeds.

    No two nodes of a search have placed the same queens, and queens share no row and no column: k
    of them can be placed in at most (n over k)² k! ways.
    """
    most = sum(math.comb(size, k) ** 2 * math.factorial(k) for k in range(size + 1))
    return min(most, _NODES_OF_A_SEARCH)


def _grown(answer: Sequence[int], dice: SplitMix) -> Regions:
    """Grow regions from the queens, square by square, until they fill the board.

    Some grow faster than others. Small regions leave little choice, so that boards with regions of
    very different sizes soon have one answer and are easy; it is left to chance how different.
    """
    size = len(answer)
    regions = [[_NONE] * size for _ in answer]
    beside: list[list[Square]] = [[] for _ in answer]

    def take(square: Square, region: int) -> None:
        row, column = square
        regions[row][column] = region
        beside[region] += _neighbors(square, size)

    for row, column in enumerate(answer):
        take((row, column), row)
    # The larger the board, the more unlike its regions must be if it is to have one answer soon.
    power = max(1, size // 6) + dice.below(3)
    too_many_bits = max(0, 8 * (power - 3))  # for `below`
    weights = [max(1, (1 + dice.below(256)) ** power >> too_many_bits) for _ in answer]
    while growing := [region for region in range(size) if beside[region]]:
        number = dice.below(sum(weights[region] for region in growing))
        for region in growing:
            number -= weights[region]
            if number < 0:
                break
        row, column = _drawn(beside[region], dice)
        if regions[row][column] == _NONE:
            take((row, column), region)
    return regions


def _repair(regions: Regions, answer: tuple[int, ...], dice: SplitMix, work: _Work) -> int | None:
    """Spoil all answers but one.

    Returns
    -------
    int or None
        The nodes of the search that finds no other answer; None if the board resists.
    """
    size = len(answer)
    for _ in range(_STEPS_A_ROW * size):
        found, nodes = work.two_answers(regions)
        if found == [answer]:
            return nodes
        others = [board for board in found if board != answer]
        changes = [
            (row, column, regions[beside][across])
            for board in others[:1]
            for row, column in enumerate(board)
            if column != answer[row] and _may_leave((row, column), regions)
            for beside, across in _neighbors((row, column), size)
            if regions[beside][across] != regions[row][column]
        ]
        if not changes:
            return None
        row, column, region = changes[dice.below(len(changes))]
        regions[row][column] = region
    return None


def _may_leave(square: Square, regions: Regions) -> bool:
    """Tell whether the region of a square stays in one piece without it."""
    size = len(regions)
    region = regions[square[0]][square[1]]

    def of_region(beside: Square) -> list[Square]:
        return [(r, c) for r, c in _neighbors(beside, size) if regions[r][c] == region]

    rest = of_region(square)
    reached = {square, *rest[:1]}
    at_hand = rest[:1]
    while at_hand:
        new = set(of_region(at_hand.pop())) - reached
        reached |= new
        at_hand += new
    return reached.issuperset(rest)


def _neighbors(square: Square, size: int) -> list[Square]:
    row, column = square
    around = (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)
    return [(r, c) for r, c in around if 0 <= r < size and 0 <= c < size]


def _drawn(squares: list[Square], dice: SplitMix) -> Square:
    """Take a random one out of a list."""
    place = dice.below(len(squares))
    squares[place], squares[-1] = squares[-1], squares[place]
    return squares.pop()


def _lettered(regions: Regions) -> tuple[str, ...]:
    """Give the regions letters in the order in which they turn up."""
    order = dict.fromkeys(region for row in regions for region in row)
    letter = dict(zip(order, _LETTERS, strict=False))
    return tuple("".join(letter[region] for region in row) for row in regions)
