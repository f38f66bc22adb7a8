"""Traces of searches for boards: they tell what the methods do, and lead to every board."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx.trace import Replay as CoverReplay
from nqueens import attacked_pairs, queens_problem, solve_queens, trace
from nqueens.attack_counts import AttackCounts
from nqueens.backtracking import Backtracking, first_attacker
from nqueens.min_conflicts import MinConflicts
from nqueens.traces import VERSION, WORDS, Event, Replay
from tests.walks import walk_about

METHODS = ["backtracking", "attack_counts", "min_conflicts"]


def seen(replay: Replay) -> dict[str, Any]:
    """All that a replay knows, to compare with later."""
    return {**vars(replay), "queens": tuple(replay.queens), "calls": tuple(replay.calls)}


def boards_in(events: list[Event], n: int) -> list[tuple[int, ...]]:
    """The boards at the solutions of a trace."""
    replay, boards = Replay(), []
    for event in events:
        replay.forward(event)
        if event[0] == "solution":
            board = [-1] * n
            for row, column in replay.queens:
                board[row] = column
            boards.append(tuple(board))
    return boards


@pytest.mark.parametrize("n", range(8))
@pytest.mark.parametrize("method", METHODS[:2])
def test_the_boards_of_a_trace_are_all_solutions(n, method):
    """Replayed, the queens at each solution are a board that the method finds, in its order."""
    boards = boards_in(list(trace(n, method=method)), n)
    assert sorted(boards) == sorted(solve_queens(n))
    if method == "attack_counts":
        assert boards == list(AttackCounts(n))
    else:
        assert boards == list(Backtracking(n))


@given(st.sampled_from([1, 4, 5, 6, 8]), st.integers(0, 2**32))
def test_min_conflicts_ends_with_a_board_without_attacks(n, seed):
    """Its board and its moves are those of the method itself with the same seed."""
    events = list(trace(n, method="min_conflicts", seed=seed))
    search = MinConflicts(n, seed=seed)
    assert boards_in(events, n) == [next(search)]
    replay = Replay()
    for event in events:
        replay.forward(event)
    assert {"moves": replay.moves, "restarts": replay.restarts} == search.steps


def test_counters_of_eight_queens_are_those_of_the_methods() -> None:
    """The first board takes 113 placed, 763 skipped, 105 taken back; dead squares are counted."""
    replay = Replay()
    for event in trace(8, method="backtracking", limit=1):
        replay.forward(event)
    assert (replay.placed, replay.skipped, replay.taken_back) == (113, 763, 105)
    words = [event[0] for event in trace(8, method="attack_counts")]
    counted = (words.count("call"), words.count("place"), words.count("dead"))
    assert counted == (1165, 1724, 560)


@given(
    st.integers(0, 6),
    st.sampled_from(METHODS),
    st.lists(st.integers(0, 400), max_size=8),
)
def test_every_board_comes_back_walking_forth_and_back(n, method, targets):
    """After any walk along the events, the state at a place is what it was the first time."""
    events = list(trace(n, method=method, max_events=400))
    replay = Replay()
    walk_about(replay, events, targets, lambda: seen(replay))


def test_a_rejected_square_is_attacked_by_the_queen_that_is_named() -> None:
    """She is the first who attacks it, and she stands on the board."""
    replay = Replay()
    for event in trace(6, method="backtracking"):
        if event[0] == "reject":
            _, row, column, row2, column2 = event
            assert (row2, column2) in replay.queens
            assert row == row2 or abs(row - row2) == abs(column - column2)
            rows = [queen[0] for queen in replay.queens]
            assert first_attacker(rows, column, row) == column2
        replay.forward(event)


def test_a_move_says_how_many_attack_the_queen_where_she_goes() -> None:
    """The number agrees with the pairs that `attacked_pairs` finds."""
    for seed in range(20):
        replay = Replay()
        for event in trace(8, method="min_conflicts", seed=seed):
            replay.forward(event)
            if event[0] == "move":
                _, row, _, _, attackers = event
                board = [column for _, column in sorted(replay.queens)]
                assert sum(row in pair for pair in attacked_pairs(board)) == attackers


@pytest.mark.parametrize("method", METHODS)
def test_limits_end_a_trace_and_say_so(method):
    """A trace cut after any number of events is the beginning of the whole one."""
    events = list(trace(5, method=method))
    assert events[-1] == ("end", 1)
    for budget in range(len(events) - 1):
        told = list(trace(5, method=method, max_events=budget))
        assert told == [*events[:budget], ("end", 0)]
    limited = list(trace(5, method=method, limit=1))
    assert [event[0] for event in limited].count("solution") == 1


def test_exact_cover_is_traced_with_the_squares_of_its_options() -> None:
    """The events are those of the problem; the squares say where its options put queens."""
    told = json.loads(json.dumps(trace(5, limit=3).as_json()))
    problem = queens_problem(5)
    assert told["kind"] == "exact cover"
    assert [tuple(square) for square in told["board"]["squares"]] == list(problem)
    events = [(told["words"][code], *numbers) for code, *numbers in told["events"]]
    assert events == list(problem.trace(limit=3))
    replay = CoverReplay(problem.instance)
    for event in events[:-1]:
        replay.forward(event)
    squares = [told["board"]["squares"][option] for option in replay.options]
    assert not attacked_pairs([column for _, column in sorted(squares)])


@pytest.mark.parametrize("method", METHODS)
def test_as_json_holds_all_events_and_the_line_of_each(method):
    """Each event that happens in the method's text has its line there."""
    told = json.loads(json.dumps(trace(4, method=method).as_json()))
    events = [(told["words"][code], *numbers) for code, *numbers in told["events"]]
    assert events == list(trace(4, method=method))
    assert (told["version"], told["words"], told["n"]) == (VERSION, list(WORDS), 4)
    lines, at = told["listing"]["lines"], told["listing"]["at"]
    assert {event[0] for event in events} - {"end"} <= at.keys()
    assert set(at.values()) <= set(range(len(lines)))


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=4))
def test_blocked_squares_never_get_a_queen(blocked):
    """In none of the methods that take them."""
    for method in ("backtracking", "attack_counts"):
        placed = {
            event[1:] for event in trace(5, method=method, blocked=blocked) if event[0] == "place"
        }
        assert not placed & blocked


def test_bad_arguments_are_refused_at_the_call() -> None:
    """The message names the method or the limit."""
    with pytest.raises(ValueError, match="method is 'magic'"):
        trace(4, method="magic")
    with pytest.raises(ValueError, match="'min_conflicts' can't take given"):
        trace(4, method="min_conflicts", given=[(0, 1)])
    with pytest.raises(ValueError, match="limit is -1"):
        trace(4, limit=-1)
    with pytest.raises(TypeError, match="max_events is 'x'"):
        trace(4, max_events="x")  # type: ignore[arg-type]
