"""Region puzzles: exactly one answer, regions in one piece, the same for the same seed."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from dlx import LimitReached
from nqueens import Puzzle, count_queens, draw, make_puzzle, queens_problem, solve_queens
from nqueens.cli import main


def pieces(regions):
    """Count the pieces that the regions of a board fall into, by walking from square to square."""
    squares = {(row, column) for row in range(len(regions)) for column in range(len(regions))}
    number = 0
    while squares:
        number += 1
        at_hand = [squares.pop()]
        while at_hand:
            row, column = at_hand.pop()
            for beside in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if beside in squares and regions[beside[0]][beside[1]] == regions[row][column]:
                    squares.remove(beside)
                    at_hand.append(beside)
    return number


def check(puzzle, n):
    """Check all that a puzzle promises, its answer by counting all placements."""
    assert isinstance(puzzle, Puzzle)
    assert [len(row) for row in puzzle.regions] == [n] * n
    colors = {color for row in puzzle.regions for color in row}
    assert len(colors) == n == pieces(puzzle.regions)
    assert sorted(puzzle.answer) == list(range(n))
    assert all(abs(above - below) > 1 for above, below in pairwise(puzzle.answer))
    assert {puzzle.regions[row][column] for row, column in enumerate(puzzle.answer)} == colors
    boards = list(solve_queens(n, regions=puzzle.regions, diagonals="adjacent"))
    assert boards == [puzzle.answer]


SIZES = [
    *((n, 10) for n in (1, 4, 5, 6, 7)),
    (8, 5),
    (10, 2),
    (12, 1),
    *(
        pytest.param(n, seeds, marks=pytest.mark.slow)
        for n, seeds in ((9, 20), (10, 12), (11, 8), (12, 5))
    ),
]


@pytest.mark.parametrize(("n", "seeds"), SIZES)
def test_puzzles_have_exactly_one_answer(n, seeds):
    """Whatever the seed, a puzzle has n regions, each in one piece, and exactly one answer."""
    for seed in range(seeds):
        check(make_puzzle(n, seed=seed), n)


@pytest.mark.parametrize(
    ("n", "seed", "regions"),
    [
        (4, 0, None),
        (5, 1, ("ABBBB", "ABBBC", "DDECC", "DDDCC", "DDDDC")),
        (6, 2, ("AABBBB", "AAABBB", "ACBBBB", "DDDEBF", "DDDDFF", "DDDDFF")),
    ],
)
def test_same_seed_gives_the_same_puzzle(n, seed, regions):
    """A seed stands for one puzzle, on every platform and in every run."""
    puzzle = make_puzzle(n, seed=seed)
    assert puzzle == make_puzzle(n, seed=seed)
    assert regions in {None, puzzle.regions}


def test_seeds_give_different_puzzles():
    """Other seeds give other puzzles, negative and large ones too; regions and answers differ."""
    puzzles = [make_puzzle(7, seed=seed) for seed in (-1, 0, 1, 2, 3, 2**63)]
    assert len({puzzle.regions for puzzle in puzzles}) == 6
    assert len({puzzle.answer for puzzle in puzzles}) > 1
    assert [puzzle.seed for puzzle in puzzles] == [-1, 0, 1, 2, 3, 2**63]


def test_puzzle_without_a_seed_can_be_made_again():
    """Without a seed a puzzle is one of many, and knows the seed that makes it again."""
    first, second = make_puzzle(8), make_puzzle(8)
    assert first.seed != second.seed
    assert make_puzzle(8, seed=first.seed) == first


def test_effort_is_that_of_the_search():
    """The effort is the number of nodes of the search for all answers, by any engine."""
    for seed in range(5):
        puzzle = make_puzzle(7, seed=seed)
        problem = queens_problem(7, regions=puzzle.regions, diagonals="adjacent")
        search = problem.search(engine="python")
        assert search.count() == 1
        assert puzzle.effort == search.stats.nodes >= 8


@pytest.mark.parametrize("effort", [(7, 7), (12, 30), (10, None)])
def test_effort_can_be_asked_for(effort):
    """A puzzle is as hard as it was asked to be; with n + 1 nodes there is nothing to guess."""
    least, most = effort
    for seed in range(3):
        puzzle = make_puzzle(6, seed=seed, effort=effort)
        check(puzzle, 6)
        assert least <= puzzle.effort <= (most or puzzle.effort)


def test_puzzle_is_plain_data():
    """A puzzle is a tuple that never changes, prints as letters, and goes through JSON."""
    puzzle = make_puzzle(6, seed=2)
    assert str(puzzle).replace(" ", "").split("\n") == list(puzzle.regions)
    assert "".join(dict.fromkeys("".join(puzzle.regions))) == "ABCDEF"
    fields = json.loads(json.dumps(puzzle._asdict()))
    assert fields == {
        "regions": list(puzzle.regions),
        "answer": list(puzzle.answer),
        "effort": puzzle.effort,
        "seed": 2,
    }
    assert count_queens(6, regions=fields["regions"], diagonals="adjacent") == 1
    with pytest.raises(AttributeError):
        setattr(puzzle, "effort", 0)  # noqa: B010 - mypy knows that it can't be set


@pytest.mark.parametrize(
    ("n", "fault"),
    [(0, "n is 0.*1 to 52"), (2, "n is 2.*touch"), (3, "n is 3.*touch"), (53, "n is 53.*1 to 52")],
)
def test_sizes_without_puzzles_are_refused(n, fault):
    """Where there is no puzzle the message says why: queens that don't touch find no place."""
    with pytest.raises(ValueError, match=fault):
        make_puzzle(n)


def test_sizes_without_puzzles_have_no_placements():
    """On boards of size 2 and 3 no queens can be placed, however the regions; on 4 they can."""
    assert [count_queens(n, diagonals="adjacent") for n in (2, 3, 4)] == [0, 0, 2]


@pytest.mark.parametrize(
    ("effort", "error"),
    [
        ((3, 8), ValueError),
        ((20, 10), ValueError),
        ((10_001, None), ValueError),
        ((20_000, None), ValueError),
        ((20_000, 30_000), ValueError),
        (9, TypeError),
        ((9, "x"), TypeError),
    ],
)
def test_effort_that_no_puzzle_has_is_refused(effort, error):
    """An effort below n + 1 nodes, or none at all, is refused by value instead of looked for."""
    bad: Any = effort
    with pytest.raises(error, match="effort is"):
        make_puzzle(8, effort=bad)


@pytest.mark.parametrize("limit", [{"max_nodes": 5}, {"seconds": 0}])
def test_limits_are_told(limit):
    """A limit that is reached is no missing puzzle; nodes are those of all searches."""
    with pytest.raises(LimitReached) as caught:
        make_puzzle(12, seed=1, **limit)
    assert caught.value.reason == ("nodes" if "max_nodes" in limit else "seconds")
    assert caught.value.stats.nodes == limit.get("max_nodes", 0)


@pytest.mark.parametrize(("n", "most"), [(1, 2), (4, 209), (5, 1546), (6, 10_000), (52, 10_000)])
def test_effort_beyond_every_puzzle_names_the_range(n, most):
    """What no search can take is refused at once, with what it can take; it was looked for."""
    for effort in ((most + 1, None), (most + 1, 2 * most)):
        with pytest.raises(ValueError, match=rf"size {n} takes from {n + 1} to {most} nodes"):
            make_puzzle(n, effort=effort)
    assert make_puzzle(1, effort=(2, None)).effort == make_puzzle(1, effort=(0, 2)).effort == 2


def test_an_effort_out_of_reach_ends():
    """An effort that no puzzle of the size has ends with the limit on nodes, asked for or not."""
    for n, limits, nodes in (
        (4, {"max_nodes": 2000}, 2000),
        (4, {}, 6400),
        (4, {"max_nodes": None}, 6400),
    ):
        with pytest.raises(LimitReached) as caught:
            make_puzzle(n, seed=1, effort=(200, None), **limits)
        assert caught.value.stats.nodes == nodes
        assert caught.value.reason == "nodes"


@pytest.mark.parametrize("limit", [{"max_nodes": -1}, {"seconds": -1}])
def test_limits_that_make_no_sense_are_refused(limit):
    """A limit below 0 is refused by name."""
    (name,) = limit
    with pytest.raises(ValueError, match=name):
        make_puzzle(6, **limit)


# The command line.


def test_command_prints_a_puzzle(capsys):
    """`nqueens puzzle` prints the board, and says on stderr how to see the answer."""
    assert main(["puzzle", "6", "--seed", "2"]) == 0
    puzzle = make_puzzle(6, seed=2)
    out, err = capsys.readouterr()
    assert out == f"{puzzle}\n"
    assert "nqueens puzzle 6 --seed 2 --answer" in err
    assert main(["puzzle", "6", "--seed", "2", "--answer"]) == 0
    assert capsys.readouterr().out == f"{puzzle}\n\n{draw(puzzle.answer)}\n"


def test_command_makes_a_puzzle_of_size_eight(capsys):
    """Without a size it is 8, and without a seed one that can be made again."""
    assert main(["puzzle"]) == 0
    out, err = capsys.readouterr()
    assert [len(line) for line in out.splitlines()] == [15] * 8
    (seed,) = (int(word) for word in err.split() if word.isdigit() and word != "8")
    assert out == f"{make_puzzle(8, seed=seed)}\n"


def test_command_prints_json(capsys):
    """With --format json come the regions, the answer, the effort and the seed."""
    assert main(["puzzle", "5", "--seed", "1", "--format", "json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert Puzzle(tuple(fields["regions"]), tuple(fields["answer"]), fields["effort"], 1) == (
        make_puzzle(5, seed=1)
    )


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["3"], 2, "n is 3"),
        (["x"], 2, "'x'"),
        (["12", "--seed", "1", "--max-nodes", "5"], 3, "--max-nodes was reached after 5 nodes"),
        (["12", "--seed", "1", "--seconds", "0"], 3, "--seconds was reached"),
    ],
)
def test_command_refuses(capsys, words, status, message):
    """Sizes without puzzles are bad input; a limit that is reached has a status of its own."""
    assert main(["puzzle", *words]) == status
    out, err = capsys.readouterr()
    assert (out, message in err) == ("", True)
