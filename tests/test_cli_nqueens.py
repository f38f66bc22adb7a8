"""The command line `nqueens`: what it prints, where, and with which exit status."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import nqueens
from dlx import terminal
from nqueens import attacked_pairs, draw, first_queens, solve_queens
from nqueens.cli import main
from nqueens.methods import COUNTING_METHODS, METHODS, SOLVING_METHODS

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")

PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
from nqueens.cli import main
raise SystemExit(main())
"""
NINES = "9" * 5000
"""A number that is longer than Python reads without being told to."""
WITHOUT_RICH = "import sys\nsys.modules['rich'] = None\n" + PROGRAM


def start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, program=PROGRAM, **variables):
    """Start the command line in a process of its own, with pipes of bytes."""
    environment = {**os.environ, "PYTHONPATH": str(Path(nqueens.__file__).parents[1]), **variables}
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        env=environment,
    )


def run(*arguments, **options):
    """Run it to its end; give its exit status and what it wrote to stdout and stderr."""
    with start(*arguments, **options) as process:
        out, err = process.communicate()
        return process.returncode, out, err


# One board.


def test_board_and_what_to_try_next(capsys):
    """`nqueens 8` draws the first board on stdout; what to try next is on stderr."""
    assert main(["8"]) == 0
    out, err = capsys.readouterr()
    assert out == draw(first_queens(8) or ()) + "\n"
    assert "nqueens 8 --all" in err
    assert "nqueens count 8" in err


@pytest.mark.parametrize("n", [64, 65, 1000, 100_000])
def test_board_of_any_size_comes_at_once(n, capsys):
    """Where nothing else is asked for the board is written down; a large one as columns.

    100 queens ran without end, and a million were refused.
    """
    assert main([str(n)]) == 0
    out, err = capsys.readouterr()
    board: Any = first_queens(n)
    assert out == (draw(board) if n == 64 else " ".join(map(str, board))) + "\n"
    assert ("the column of each row. To see more" in err) == (n > 64)


@pytest.mark.parametrize(
    "words", ["--method dlx", "--seed 0", "--limit 1", "--format plain", "--max-nodes 99", "--all"]
)
def test_board_of_exact_cover_where_anything_is_asked(words, capsys):
    """A method, a seed, a limit or a list is what exact cover finds, as it is without a word."""
    assert main(["8", *words.split()]) == 0
    out, _ = capsys.readouterr()
    options: Any = {"seed": 0} if "seed" in words else {}
    first = next(solve_queens(8, **options))
    assert out.startswith((draw(first), " ".join(map(str, first))))


def test_completion_of_nothing_is_any_board(capsys):
    """Without given queens, completing is placing all; with some, exact cover finds the rest."""
    assert main(["complete", "100"]) == 0
    assert capsys.readouterr().out == " ".join(map(str, first_queens(100) or ())) + "\n"


@pytest.mark.parametrize("n", ["6", "100"])
def test_hints_can_be_typed(n, capsys):
    """The commands that are suggested work as they stand."""
    assert main([n]) == 0
    hints = re.findall(r"^ *nqueens (.*?)(?:  +.*)?$", capsys.readouterr().err, re.MULTILINE)
    assert len(hints) >= 2
    for hint in hints:
        assert main(hint.split()) == 0


def test_short_form_is_solve(capsys):
    """`nqueens 8` is short for `nqueens solve 8`, with options before or after the size."""
    outputs = []
    for words in ("5 --all", "--all 5", "solve 5 --all", "solve --all 5"):
        assert main(words.split()) == 0
        outputs.append(capsys.readouterr())
    assert outputs == [outputs[0]] * 4


@pytest.mark.parametrize("words", [["2"], ["3"], ["3", "--all"], ["2", "--format", "json"]])
def test_size_without_boards_is_status_1(words, capsys):
    """For 2 and 3 queens there is no board: nothing on stdout, a word on stderr, status 1."""
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "no way" in err


def test_smallest_boards(capsys):
    """One queen has its board, and no queens have an empty one: both are found, status 0."""
    assert main(["1"]) == 0
    assert capsys.readouterr().out == "Q\n"
    assert main(["0"]) == 0
    assert capsys.readouterr().out.strip() == ""
    assert main(["0", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


# Lists.


def test_all_boards_a_line_each(capsys):
    """`nqueens 8 --all` lists the 92 boards, each a line of columns, and says nothing else."""
    assert main(["8", "--all"]) == 0
    out, err = capsys.readouterr()
    lines = [tuple(map(int, line.split(" "))) for line in out.splitlines()]
    assert lines == list(solve_queens(8))
    assert len(set(lines)) == 92
    assert not any(attacked_pairs(line) for line in lines)
    assert err == ""


def test_json_is_an_array_a_line(capsys):
    """With --format json each line is an array of columns."""
    assert main(["6", "--format", "json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [tuple(json.loads(line)) for line in lines] == list(solve_queens(6))


@pytest.mark.parametrize("limit", [0, 1, 3, 100])
def test_limit_lists_the_first_boards(limit, capsys):
    """With --limit K the first K boards are listed; wanting more than there are is fine."""
    assert main(["7", "--limit", str(limit)]) == 0
    out, err = capsys.readouterr()
    expected = [" ".join(map(str, board)) for board in solve_queens(7, limit=limit)]
    assert (out.splitlines(), err) == (expected, "")


def test_limit_of_none_finds_nothing_wrong(capsys):
    """With --limit 0 nothing was asked for, so nothing is missing: status 0, for 3 queens too."""
    assert main(["3", "--limit", "0"]) == 0
    assert capsys.readouterr() == ("", "")


def test_boards_are_written_as_they_are_found(monkeypatch):
    """Each board is written at once, though stdout is a pipe or a file."""

    class Pipe(io.RawIOBase):
        written: list[bytes] = []  # noqa: RUF012 - there is one pipe

        def writable(self):
            return True

        def write(self, content):
            self.written.append(bytes(content))
            return len(content)

    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(Pipe()), newline=""))
    assert main(["8", "--all"]) == 0
    assert len(Pipe.written) >= 92
    assert all(written.endswith(b"\n") for written in Pipe.written)


# Counts.


@pytest.mark.parametrize(("n", "count"), [(0, 1), (1, 1), (2, 0), (3, 0), (6, 4), (8, 92)])
def test_count_is_a_number_and_status_0(n, count, capsys):
    """`nqueens count 8` prints 92; a count of 0 is an answer too, with status 0."""
    assert main(["count", str(n)]) == 0
    assert capsys.readouterr() == (f"{count}\n", "")


def test_count_in_a_process_of_its_own():
    """The number is all that a process writes."""
    status, out, err = run("count", "8")
    assert (status, out.strip(), err) == (0, b"92", b"")


# Methods.


@pytest.mark.parametrize("method", SOLVING_METHODS)
def test_board_by_any_method(method, capsys):
    """`nqueens 8 --method M` shows a board of that method; one for each method is right."""
    assert main(["8", "--method", method, "--format", "plain"]) == 0
    out, err = capsys.readouterr()
    lines = [tuple(map(int, line.split(" "))) for line in out.splitlines()]
    assert lines == list(solve_queens(8, method=method))
    assert err == ""


@pytest.mark.parametrize("method", ["auto", *COUNTING_METHODS])
def test_count_by_any_method(method, capsys):
    """`nqueens count 8 --method M` prints 92, whatever the method."""
    assert main(["count", "8", "--method", method]) == 0
    assert capsys.readouterr() == ("92\n", "")


@pytest.mark.parametrize(
    ("n", "lines"),
    [
        (8, ["92 = 11 x 8 + 1 x 4", "12 however", "4 the same after a half turn, 0 of them"]),
        (5, ["10 = 1 x 8 + 1 x 2", "2 however", "2 the same after a half turn, 2 of them"]),
        (3, ["0", "0 however", "0 the same"]),
        (1, ["1 = 1 x 1", "1 however", "1 the same"]),
        (10, ["724 = 89 x 8 + 3 x 4", "92 however", "12 the same"]),
    ],
)
@pytest.mark.parametrize("more", ["", "--method dlx", "--threads 2"])
def test_count_by_symmetry(n, lines, more, capsys):
    """With --by-symmetry the count is cut up by how many boards each different one is."""
    assert main(f"count {n} --by-symmetry {more}".split()) == 0
    out, err = capsys.readouterr()
    printed = out.splitlines()
    assert printed[0] == lines[0]
    assert [line.startswith(start) for line, start in zip(printed, lines, strict=True)] == [
        True
    ] * 3
    assert err == ""


def test_seed_chooses_another_board(capsys):
    """`--seed` is passed to the methods that take one, and gives the same board each time."""
    boards = []
    for words in (["--seed", "1"], ["--seed", "1"], ["--seed", "2"], ["--seed", "-3"]):
        assert main(["12", "--method", "permutation", "--limit", "1", *words]) == 0
        boards.append(capsys.readouterr().out)
    assert boards[0] == boards[1]
    assert len(set(boards)) == 3


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("8 --method magic", ["'magic'", "'dlx'", "'construction'"]),
        ("count 8 --method construction", ["'construction'", "can't count", "'auto'"]),
        ("8 --method construction --seconds 1", ["'construction'", "seconds", "'dlx'"]),
        ("8 --method backtracking --seed 1", ["'backtracking'", "seed", "'permutation'"]),
        ("complete 8 --given b4 --method min_conflicts", ["'min_conflicts'", "given"]),
        ("count 8 --method dlx --threads 2", ["'dlx'", "threads", "'quadrants'"]),
        ("count 21", ["21", "20 rows"]),
        ("compare 8 --methods dlx,magic", ["'magic'", "'dlx'"]),
        ("compare 8 --methods ,", ["--methods names none", "dlx"]),
        ("5000 --limit 1", ["too large", "'construction'", "'permutation'"]),
    ],
)
def test_method_that_can_not_is_refused_by_name(words, parts, capsys):
    """What a method can't do is status 2; the message names it, the option, and who can."""
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert all(part in err for part in parts)


def test_comparison_of_methods(capsys):
    """`nqueens compare N` prints a table with a line for each method."""
    assert main(["compare", "6"]) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == ["method", *METHODS]
    assert err == ""
    assert main(["compare", "6", "--methods", "dlx, bitmasks"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["dlx", "4"], ["bitmasks", "4"]]
    assert main(["compare", "6", "--methods", ",dlx,, bitmasks, "]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]] == [
        "dlx",
        "bitmasks",
    ]


def test_comparison_says_what_it_leaves_out(capsys):
    """Methods that would take minutes are left out of a large comparison, and stderr names them."""
    assert main(["compare", "2000"]) == 0
    out, err = capsys.readouterr()
    compared = [line.split()[0] for line in out.splitlines()[1:]]
    assert 0 < len(compared) < len(METHODS)
    for name in METHODS:
        assert (name in compared) != (name in err)


# Completion.


@pytest.mark.parametrize(
    "given",
    [["b4,d5"], ["b4", "d5"], ["B4, D5"], ["4,1", "3,3"], ["4,1,3,3"], ["b4,3,3"], ["4 1; 3 3"]],
    ids=" ".join,
)
def test_squares_in_any_notation(given, capsys):
    """Squares are written as in chess, from below, or as row,column from above, as one likes."""
    words = [word for squares in given for word in ("--given", squares)]
    assert main(["complete", "8", *words, "--all"]) == 0
    out, err = capsys.readouterr()
    lines = [tuple(map(int, line.split(" "))) for line in out.splitlines()]
    assert lines == list(solve_queens(8, given=[(4, 1), (3, 3)]))
    assert err == ""


def test_one_completion_and_what_to_try_next(capsys):
    """Without a list one board is drawn, and the hint on stderr can be typed."""
    assert main(["complete", "8", "--given", "a8", "--blocked", "c1,d2"]) == 0
    out, err = capsys.readouterr()
    squares: Any = {"given": [(0, 0)], "blocked": [(7, 2), (6, 3)]}
    assert out == draw(next(solve_queens(8, **squares))) + "\n"
    (hint,) = re.findall(r"^ *nqueens (.*?)  +.*$", err, re.MULTILINE)
    assert main(hint.split()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(list(solve_queens(8, **squares)))


@pytest.mark.parametrize("method", ["dlx", "bitmasks", "backtracking", "attack_counts"])
def test_no_completion_is_status_1(method, capsys):
    """Where the given queens can't be completed there is no board: status 1, and a word why."""
    for given in ("a1", "a1,d4", "b1,b2"):
        assert main(["complete", "4", "--given", given, "--method", method]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert "no way" in err


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("8 --given b9", ["b9", "off the board", "a1 to h8"]),
        ("8 --given i1", ["i1", "off the board", "a1 to h8"]),
        ("8 --given a0", ["a0", "off the board"]),
        ("8 --given 8,0", ["(8, 0)", "off the board"]),
        ("0 --given a1", ["a1", "off the board"]),
        ("8 --given b4x", ["'b4x'", "no square"]),
        ("8 --given=-1,2", ["(-1, 2)", "off the board", "0 to 7"]),
        ("8 --given -1,2", ["(-1, 2)", "off the board", "0 to 7"]),
        ("8 --blocked -1,2 --all", ["blocked", "(-1, 2)", "off the board"]),
        ("8 --given -b4", ["'-b4'", "no square"]),
        ("-5 --given a1", ["-5", "0 or more"]),
        (f"8 --given {NINES},1", ["9999999999... (5000 characters)", "row,column"]),
        (f"8 --given a{NINES}", ["a999999999... (5001 characters)", "row,column"]),
        (f"8 --given {'x' * 5000}", ["xxxxxxxxxx... (5000 characters)", "row,column"]),
        ("8 --given 4", ["4", "row,column"]),
        ("8 --given 4,1,2", ["2", "row,column"]),
        ("8 --given 4,b4", ["'b4'"]),
        ("8 --given b4 --blocked 4,1", ["(4, 1)", "both given and blocked"]),
        ("8 --given b4,4,1", ["(4, 1)", "twice"]),
        ("eight --given b4", ["'eight'"]),
    ],
)
def test_squares_that_make_no_sense_are_refused_by_name(words, parts, capsys):
    """A square that is none, off the board or there twice is status 2, and named."""
    assert main(["complete", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert all(part in err for part in parts)


# Bad input and limits.


@pytest.mark.parametrize("command", [[], ["solve"], ["count"]])
@pytest.mark.parametrize("size", ["-1", "eight", "2.5", "", "0x8"])
def test_size_that_is_none_is_refused_with_the_reason(command, size, capsys):
    """A size below 0, or that is no whole number, is status 2; the message names it and why."""
    assert main([*command, size]) == 2
    out, reason = capsys.readouterr()
    assert out == ""
    assert size in reason
    assert ("0 or more" if size == "-1" else "whole number") in reason


@pytest.mark.parametrize(
    "command", [[], *([name] for name in ("solve", "count", "complete", "compare", "watch"))]
)
def test_size_of_thousands_of_digits_is_refused_in_short(command, capsys):
    """A number too long to be read is bad input like any other; it was a traceback."""
    for size in (NINES, f"-{NINES}", "9" * 19):
        assert main([*command, size]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "too large" in err
        assert "18 digits" in err
        assert len(err) < 200
    assert main(["count", "0" * 5000 + "8"]) == 0
    assert capsys.readouterr().out == "92\n"
    assert main([*command, "x" * 5000]) == 2
    assert len(capsys.readouterr().err) < 200


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (f"8 --limit {NINES}", ["--limit", "9999999999... (5000 characters)", "18 digits"]),
        (f"8 --seed {NINES}", ["--seed", "9999999999... (5000 characters)", "1000 digits"]),
        (f"count 8 --max-nodes -{NINES}", ["--max-nodes", "18 digits"]),
        (f"count 8 --threads {NINES}", ["--threads", "18 digits"]),
        (f"count 8 --seconds x{NINES}", ["--seconds", "no number of seconds"]),
        (f"watch 8 --max-events {NINES}", ["--max-events", "18 digits"]),
        ("8 --limit few", ["--limit", "'few' is no whole number"]),
        ("8 --seed few", ["--seed", "'few' is no whole number"]),
    ],
)
def test_number_of_an_option_is_refused_in_short(words, parts, capsys):
    """The message names the option and what is wrong, and doesn't repeat thousands of digits."""
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert all(part in last for part in parts)
    assert len(last) < 200


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "COMMAND"),
        (["count"], "N"),
        (["8", "9"], "9"),
        (["8", "--limit", "-3"], "-3"),
        (["8", "--limit", "few"], "few"),
        (["8", "--format", "knuth"], "knuth"),
        (["count", "8", "--max-nodes", "x"], "x"),
        (["count", "8", "--seconds", "-0.5"], "-0.5"),
        (["count", "8", "--every"], "--every"),
    ],
)
def test_bad_arguments_are_refused_by_name(arguments, word, capsys):
    """Arguments that make no sense are status 2, and stderr names the one that is wrong."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert word in err.splitlines()[-1]


@pytest.mark.parametrize(
    "words", ["8 --max-nodes 3", "count 8 --max-nodes 100", "count 8 --seconds 0", "8 --seconds 0"]
)
def test_spent_budget_is_status_3(words, capsys):
    """A spent budget is status 3, never 'no way' and never a number that is too small."""
    assert main(words.split()) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert re.search("limit --(max-nodes|seconds) was reached", err)
    assert "no way" not in err


def test_seconds_hold_for_building_the_problem_too(capsys):
    """The problem of a large board takes long to build, and its limit holds meanwhile."""
    assert main(["complete", "300", "--given", "0,0", "--seconds", "0.02"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "limit --seconds was reached" in err
    with pytest.raises(SystemExit):
        main(["complete", "--help"])
    assert "building" in capsys.readouterr().out


def test_spent_budget_keeps_what_was_found(capsys):
    """Boards that were found before the budget was spent are listed."""
    assert main(["8", "--all", "--max-nodes", "100"]) == 3
    some = capsys.readouterr().out.splitlines()
    expected = [" ".join(map(str, board)) for board in solve_queens(8, limit=len(some))]
    assert 0 < len(some) < 92
    assert some == expected


def test_exit_statuses_of_a_process():
    """A shell sees the statuses: 0 done, 1 no board, 2 bad input, 3 limit reached."""
    assert [
        run(*words.split())[0] for words in ("4", "3", "-1", "eight", "count 8 --max-nodes 9")
    ] == [0, 1, 2, 2, 3]


# Pipes, signals, terminals.


def test_reader_that_has_seen_enough_ends_it_quietly():
    """In `nqueens 17 --all | head -1` the search ends with its reader: status 0, stderr empty."""
    with start("17", "--all") as process:
        first = process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        status = process.wait()
    assert not attacked_pairs([int(column) for column in first.split()])
    assert (status, err) == (0, b"")


@posix_only
def test_ctrl_c_is_status_130():
    """Ctrl-C ends a search with status 130 and a word on stderr; the listed boards are whole."""
    with start("17", "--all") as process:
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()  # communicate() would lose what was read ahead with the first
        err = process.stderr.read()
    assert process.returncode == 130
    assert err == b"nqueens: interrupted\n"
    assert (first + rest).endswith(b"\n")
    for line in (first + rest).splitlines():
        board = [int(column) for column in line.split()]
        assert len(board) == 17
        assert not attacked_pairs(board)


class Terminal:
    """A pseudo-terminal: `end` is what a program gets, and what it writes there can be read."""

    def __init__(self):
        self.reading, self.end = os.openpty()

    def until(self, word):
        """Read until the word, or until all programs have gone; give all that was read."""
        seen = b""
        while word is None or word not in seen:
            try:
                content = os.read(self.reading, 4096)
            except OSError:  # so Linux says that nobody is at the other end
                break
            if not content:
                break
            seen += content
        return seen


@pytest.fixture
def tty():
    """Give a pseudo-terminal, and close it afterwards."""
    terminal = Terminal()
    yield terminal
    with contextlib.suppress(OSError):
        os.close(terminal.end)
    os.close(terminal.reading)


ANY_TERMINAL = {"TERM": "xterm", "COLUMNS": "120", "TTY_COMPATIBLE": "", "TTY_INTERACTIVE": ""}


@pytest.mark.extras
@posix_only
def test_long_run_shows_its_progress_on_a_terminal(tty):
    """A long count shows on a terminal how far it is; Ctrl-C still ends it with status 130."""
    # The limit only ends the test where no progress would ever come.
    with start("count", "20", "--seconds", "60", stderr=tty.end, **ANY_TERMINAL) as process:
        os.close(tty.end)
        shown = tty.until(b" nodes")
        process.send_signal(signal.SIGINT)
        rest = tty.until(None)
        out = process.stdout.read()
        status = process.wait()
    assert b" nodes" in shown
    assert b"%" in shown
    assert status == 130
    assert b"interrupted" in rest
    assert b"Traceback" not in rest
    assert out == b""


@posix_only
def test_list_on_a_terminal_is_not_disturbed_by_progress(tty):
    """While boards are listed on a terminal no progress is written between them."""
    with start("17", "--all", "--seconds", "0.02", stdout=tty.end, stderr=tty.end) as process:
        os.close(tty.end)
        *lines, last = tty.until(None).splitlines()
        status = process.wait()
    assert status == 3
    assert b"limit --seconds" in last
    assert lines
    for line in lines:
        assert re.fullmatch(rb"\d+( \d+){16}", line)


@posix_only
def test_terminal_without_rich_gets_the_number_all_the_same(tty):
    """Without the extra cli there is no progress, and nothing else is missing."""
    with start("count", "8", stderr=tty.end, program=WITHOUT_RICH, **ANY_TERMINAL) as process:
        os.close(tty.end)
        seen = tty.until(None)
        out = process.stdout.read()
        status = process.wait()
    assert (status, out.strip(), seen) == (0, b"92", b"")


def test_no_progress_where_nobody_sees_it():
    """Where stderr is no terminal, a long run writes nothing there but why it stopped."""
    status, out, err = run("count", "20", "--seconds", "1.5")
    assert (status, out) == (3, b"")
    assert len(err.splitlines()) == 1


class SeenStream(io.StringIO):
    """A text stream that says it is a terminal."""

    def isatty(self):
        """Say so."""
        return True


@pytest.mark.extras
@pytest.mark.parametrize(
    ("words", "status"), [("count 8", 0), ("8 --all", 0), ("8 --all --max-nodes 500", 3), ("8", 0)]
)
def test_progress_changes_no_result(words, status, monkeypatch, capsys):
    """Progress on the terminal leaves the results as they are, and where they are to go.

    A list that went into a file lost its lines to the terminal once the bar was there.
    """
    assert main(words.split()) == status
    expected = capsys.readouterr().out
    monkeypatch.setattr(terminal, "_SLICE", 0.001)
    monkeypatch.setattr(terminal, "_LONG", 0.0)
    monkeypatch.setattr(sys, "stderr", SeenStream())
    assert main(words.split()) == status
    assert capsys.readouterr().out == expected


def test_output_can_be_captured():
    """Called from Python, it writes to whatever stands for stdout: a notebook, a StringIO."""
    for words, expected in [
        ("4", draw((1, 3, 0, 2)) + "\n"),
        ("4 --all", "1 3 0 2\n2 0 3 1\n"),
        ("count 4", "2\n"),
    ]:
        with (
            contextlib.redirect_stdout(io.StringIO()) as out,
            contextlib.redirect_stderr(io.StringIO()),
        ):
            assert main(words.split()) == 0
        assert out.getvalue() == expected


# Help.


def test_help_tells_commands_and_exit_statuses(capsys):
    """`nqueens --help` names the commands, the short form and what each exit status means."""
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    out = re.sub(r"\s+", " ", capsys.readouterr().out)
    for word in (
        "solve",
        "count",
        "complete",
        "compare",
        "nqueens N",
        "--all",
        "Exit status",
        "130",
    ):
        assert word in out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("solve --help", ["--all", "--limit", "--format", "json", "--max-nodes", "--seconds"]),
        ("8 --help", ["--all", "--limit", "--format", "json", "--max-nodes", "--seconds"]),
        ("count --help", ["--method", "--threads", "--by-symmetry", "--max-nodes"]),
        ("complete --help", ["--given", "--blocked", "b4", "4,1", "--all", "--method"]),
        ("compare --help", ["--methods", "construction"]),
    ],
)
def test_help_of_a_command_tells_its_options(words, expected, capsys):
    """`nqueens COMMAND --help` names all its options."""
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 0
    out = capsys.readouterr().out
    for word in expected:
        assert word in out


@pytest.mark.parametrize("encoding", ["ascii", "cp850"])
def test_help_in_any_encoding(encoding):
    """Help and refusals can be printed where a terminal or a pipe takes no more than ASCII."""
    status, out, err = run("--help", PYTHONIOENCODING=encoding)
    assert (status, err) == (0, b"")
    assert b"solve" in out
    status, out, err = run("8", "9", PYTHONIOENCODING=encoding)
    assert (status, out) == (2, b"")
    assert b"Traceback" not in err
