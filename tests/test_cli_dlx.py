"""The command line `dlx`: what it prints, where, and with which exit status."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import dlx
from dlx import Problem
from dlx.cli import main
from nqueens import queens_problem

DATA = Path(__file__).parent / "data"
PROBLEMS = DATA / "problems"
TOY_X, TOY_C = str(PROBLEMS / "toy_x.dlx"), str(PROBLEMS / "toy_c.dlx")

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
from dlx.cli import main
raise SystemExit(main())
"""


def start(*arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, **options):
    """Start the command line in a process of its own, with pipes of bytes."""
    environment = {**os.environ, "PYTHONPATH": str(Path(dlx.__file__).parents[1])}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment,
        **options,
    )


def run(*arguments, text=None):
    """Run it to its end; give its exit status and what it wrote to stdout and stderr."""
    with start(*arguments, stdin=subprocess.PIPE) as process:
        out, err = process.communicate(text)
        return process.returncode, out, err


@pytest.fixture
def stdin(monkeypatch):
    """Give a function that sets the bytes that stdin will have."""

    def set_stdin(content):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return set_stdin


@pytest.fixture
def file(tmp_path):
    """Give a function that writes a file and gives its name."""

    def write(content, name="problem.dlx"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


@pytest.fixture
def endless(file):
    """Give a file with a problem that takes days: 17 queens."""
    return file(queens_problem(17).to_text())


# Solutions.


@pytest.mark.parametrize("name", ["toy_x", "toy_c", "queens8o", "sudoku4", "langford8"])
def test_knuths_format_is_his_byte_for_byte(name, capsysbinary):
    """With --format knuth the output is what Knuth's programs print, byte for byte."""
    assert main(["solve", "--format", "knuth", str(PROBLEMS / f"{name}.dlx")]) == 0
    expected = (DATA / "knuth_output" / f"{name}.txt").read_bytes()
    assert capsysbinary.readouterr().out == expected


def test_knuths_format_from_a_process_is_his_too():
    """A process of its own writes the same bytes, a long output whole, and ends with status 0."""
    status, out, err = run("solve", "--format", "knuth", str(PROBLEMS / "sudoku4.dlx"))
    expected = (DATA / "knuth_output" / "sudoku4.txt").read_bytes()
    assert (status, out.replace(b"\r\n", b"\n"), err) == (0, expected, b"")


def test_plain_format_is_a_solution_a_line(capsys):
    """Without a format a solution is a line, with a bar between its options; all else is silent."""
    assert main(["solve", TOY_X]) == 0
    assert capsys.readouterr() == ("C E F | A D | B G\n", "")


def test_plain_format_shows_colors(capsys):
    """Colors are written as in the file, item:color."""
    assert main(["solve", TOY_C]) == 0
    assert capsys.readouterr().out == "A C X:1 Y:1 | B X:1\n"


@pytest.mark.parametrize("name", ["toy_x", "toy_c", "queens8o"])
def test_json_lines_can_be_read_and_verified(name, capsys):
    """Each line of --format json is an object: positions of options, and what is in them."""
    path = PROBLEMS / f"{name}.dlx"
    problem = Problem.read(path)
    assert main(["solve", "--format", "json", str(path)]) == 0
    solutions = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [tuple(solution["options"]) for solution in solutions] == list(problem.solve())
    option_lines = [
        line.split()
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("|")
    ][1:]
    for solution in solutions:
        problem.verify(solution["options"])
        assert solution["entries"] == [option_lines[place] for place in solution["options"]]


@pytest.mark.parametrize("form", ["plain", "json", "knuth"])
@pytest.mark.parametrize("limit", [0, 1, 3, 1000])
def test_limit_prints_the_first_solutions(form, limit, capsys):
    """With --limit K the first K solutions come, the same as without, and the status is 0."""
    file = str(PROBLEMS / "queens8o.dlx")
    assert main(["solve", "--format", form, file]) == 0
    solutions = re.findall(r"\d+:\n(?: .*\n)+|.+\n", capsys.readouterr().out)
    assert len(solutions) == 92
    assert main(["solve", "--format", form, "--limit", str(limit), file]) == 0
    assert capsys.readouterr() == ("".join(solutions[:limit]), "")


def test_no_solution_is_status_1_and_a_word_on_stderr(file, capsys):
    """Where there is no solution nothing is on stdout, stderr says so, and the status is 1."""
    name = file("a b c\na b\nb c\n")
    assert main(["solve", name]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "no solution" in err
    assert run("solve", name)[0] == 1


def test_count_prints_the_number(file, capsys):
    """A count is a number on stdout and status 0, also when it is 0."""
    assert main(["count", str(PROBLEMS / "langford8.dlx")]) == 0
    assert capsys.readouterr() == ("300\n", "")
    assert main(["count", file("a b\na\na b\n")]) == 0
    assert capsys.readouterr() == ("1\n", "")
    assert main(["count", file("a b c\na b\nb c\n")]) == 0
    assert capsys.readouterr() == ("0\n", "")


def test_option_without_primary_items_is_in_no_solution(file, capsys):
    """An option of secondary items alone is in no solution, though nothing speaks against it."""
    name = file("a | s t\na s\nt\n")
    assert main(["solve", "--format", "json", name]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == [0]


def test_file_as_windows_or_an_old_program_writes_it(file, capsys):
    """CR LF, comments, empty lines, a byte order mark and no final newline are all fine."""
    text = (
        "| stock list\r\na b c | s\r\na s:1\r\n\r\nb c s:1\r\n"
        "| last line has no newline\r\na b\r\nc s:2"
    )
    for content in (text.encode(), b"\xef\xbb\xbf" + text.encode()):
        assert main(["solve", file(content)]) == 0
        assert capsys.readouterr().out == "a s:1 | b c s:1\na b | c s:2\n"


def test_names_in_any_script(file, capsys):
    """Items and colors may be in any script."""
    assert main(["solve", file("größe 駒 | цвет\ngröße цвет:赤\n駒 цвет:赤\n")]) == 0
    assert capsys.readouterr().out == "größe цвет:赤 | 駒 цвет:赤\n"


# Standard input.


@pytest.mark.parametrize(
    ("command", "expected"),
    [("solve", "C E F | A D | B G\n"), ("count", "1\n"), ("check", "5 primary items")],
)
def test_a_dash_reads_from_stdin(command, expected, stdin, capsys):
    """With - for the file each command reads the problem from stdin."""
    stdin(Path(TOY_X).read_bytes())
    assert main([command, "-"]) == 0
    out, err = capsys.readouterr()
    assert expected in out
    assert err == ""


def test_stdin_of_a_process_is_read_whole():
    """A pipe into `dlx solve -` gives what the file gives."""
    text = (PROBLEMS / "queens8o.dlx").read_bytes()
    assert run("solve", "-", text=text) == run("solve", str(PROBLEMS / "queens8o.dlx"))


# Bad input: status 2, and a message that says where and what.


def test_missing_file_is_named(capsys, tmp_path):
    """A file that is not there is bad input, and the message names it."""
    assert main(["solve", str(tmp_path / "nowhere.dlx")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "nowhere.dlx" in err
    status, out, err = run("count", str(tmp_path / "nowhere.dlx"))
    assert (status, out) == (2, b"")
    assert b"Traceback" not in err


def test_folder_as_file_is_named(capsys, tmp_path):
    """A folder is no problem file, and the message names it."""
    folder = tmp_path / "puzzles"
    folder.mkdir()
    assert main(["check", str(folder)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "puzzles" in err


BAD_FILES = {
    "unknown item": ("| hi\na b\n\na wheel\n", 4, "'wheel'"),
    "item twice in an option": ("a b\na b a\n", 2, "'a'"),
    "item twice among the items": ("a b | a\na\n", 1, "'a'"),
    "color on a primary item": ("a b\na:red b\n", 2, "'a:red'"),
    "color without a name": ("a | s\na s:\n", 2, "'s:'"),
    "second bar": ("a | s | t\na\n", 1, "'|'"),
    "bounds that can't be met": ("3:2|a b\na b\n", 1, "'3:2|a'"),
    "bounds on a secondary item": ("a | 2|s\na s\n", 1, "'2|s'"),
    "cost that is no number": ("a b\na b |cheap\n", 2, "'|cheap'"),
    "empty": ("", 1, "no items"),
    "only comments": ("| a\n| b\n", 1, "no items"),
    "no text": (b"a b\na\xff b\n", 2, "UTF-8"),
}


@pytest.mark.parametrize("command", ["solve", "count", "check"])
@pytest.mark.parametrize("fault", BAD_FILES.values(), ids=BAD_FILES)
def test_bad_file_is_told_by_name_and_line(command, fault, file, capsys):
    """A fault in a file is status 2; stderr has the file's name, the line and the faulty word."""
    content, line, word = fault
    name = file(content)
    assert main([command, name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"dlx: {name}:{line}: ")
    assert word in err


@pytest.mark.parametrize(("content", "line", "word"), BAD_FILES.values(), ids=BAD_FILES)
def test_bad_stdin_is_told_by_line(content, line, word, stdin, capsys):
    """A fault in what is read from stdin is told in the same way."""
    stdin(content if isinstance(content, bytes) else content.encode())
    assert main(["solve", "-"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"dlx: stdin:{line}: ")
    assert word in err


def test_multiplicities_are_read_but_not_searched_yet(file, capsys):
    """A file with multiplicities is good; searching it is refused in words, not done wrongly."""
    name = file("A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n")
    assert main(["check", name]) == 0
    assert "1 multiplicity" in capsys.readouterr().out
    assert main(["solve", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "multiplicities" in err
    assert "'C'" in err


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "COMMAND"),
        (["solve"], "FILE"),
        (["slove", TOY_X], "slove"),
        (["solve", TOY_X, "--limit", "-1"], "-1"),
        (["solve", TOY_X, "--limit", "many"], "many"),
        (["solve", TOY_X, "--limit", "9" * 5000], "9999999999... (5000 characters) is too large"),
        (["solve", TOY_X, "--max-nodes", "x" * 5000], "'xxxxxxxxxx... (5000 characters)' is no"),
        (["count", TOY_X, "--seconds", "-" + "9" * 5000], "-999999999... (5001 characters) is no"),
        (["solve", TOY_X, "--format", "yaml"], "yaml"),
        (["solve", TOY_X, "--max-nodes", "1.5"], "1.5"),
        (["count", TOY_X, "--seconds", "-1"], "-1"),
        (["count", TOY_X, "--seconds", "nan"], "nan"),
        (["count", TOY_X, "--seconds", "soon"], "soon"),
        (["count", TOY_X, TOY_C], "toy_c"),
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


# Warnings.


def test_option_without_primary_items_is_warned_of(capsys):
    """An option that is never chosen is legal, but gets a warning on stderr that shows it."""
    assert main(["count", TOY_C]) == 0
    out, err = capsys.readouterr()
    assert out == "1\n"
    assert re.search(r"warning.*option 2\b.*X:0 Y:1.*primary", err)
    assert len(err.splitlines()) == 1


def test_primary_item_without_options_is_warned_of(file, capsys):
    """A primary item that no option has is legal, but gets a warning on stderr that names it."""
    name = file("a lonely b | s\na b\n")
    assert main(["solve", name]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert re.search("warning.*lonely", err.splitlines()[0])
    assert main(["check", name]) == 0
    assert re.search("warning.*lonely", capsys.readouterr().err)


def test_secondary_item_without_options_is_no_slip(file, capsys):
    """A secondary item that no option has changes nothing and is not warned of."""
    assert main(["solve", file("a | s\na\n")]) == 0
    assert capsys.readouterr() == ("a\n", "")


# Check.


def test_check_says_what_is_in_the_file(capsys, file):
    """The command check tells how many items, options and colors there are, and of costs."""
    assert main(["check", TOY_C]) == 0
    out = capsys.readouterr().out
    assert "toy_c.dlx" in out
    for part in ("3 primary", "2 secondary", "5 options", "2 colors"):
        assert part in out
    assert "cost" not in out
    assert main(["check", file("a b\na b |3\na\nb |1.5\n")]) == 0
    out = capsys.readouterr().out
    for part in ("2 primary", "0 secondary", "3 options", "3 costs"):
        assert part in out


# Limits.


@pytest.mark.parametrize("command", ["solve", "count"])
@pytest.mark.parametrize("limit", [("--max-nodes", "3"), ("--max-nodes", "0"), ("--seconds", "0")])
def test_spent_budget_is_status_3(command, limit, capsys):
    """A search that spends its budget is status 3, never 'no solution' and never a count."""
    assert main([command, str(PROBLEMS / "queens8o.dlx"), *limit]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "limit" in err
    assert limit[0].removeprefix("--max-").removeprefix("--") in err
    assert "no solution" not in err


def test_spent_budget_keeps_what_was_found(capsys):
    """Solutions that were found before the budget was spent are printed, in their order."""
    file = str(PROBLEMS / "queens8o.dlx")
    assert main(["solve", file, "--max-nodes", "100"]) == 3
    some = capsys.readouterr().out.splitlines()
    assert main(["solve", file]) == 0
    everything = capsys.readouterr().out.splitlines()
    assert 0 < len(some) < 92
    assert some == everything[: len(some)]
    assert run("solve", file, "--max-nodes", "100")[0] == 3


def test_budget_that_suffices_changes_nothing(capsys):
    """A budget that is not spent is as good as none."""
    file = str(PROBLEMS / "queens8o.dlx")
    assert main(["count", file, "--max-nodes", "1049", "--seconds", "1000000"]) == 0
    assert capsys.readouterr() == ("92\n", "")


# Pipes and signals.


def test_reader_that_has_seen_enough_ends_it_quietly(endless):
    """In `dlx solve FILE | head -1` the search ends with its reader: status 0, stderr empty."""
    with start("solve", endless) as process:
        first = process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        status = process.wait()
    assert first.count(b" | ") == 16
    assert (status, err) == (0, b"")


def test_reader_that_is_gone_already_ends_it_quietly():
    """A number that nobody reads is lost quietly too."""
    reading, writing = os.pipe()
    os.close(reading)
    with start("count", TOY_X, stdout=writing) as process:
        os.close(writing)
        err = process.stderr.read()
        status = process.wait()
    assert (status, err) == (0, b"")


@posix_only
def test_ctrl_c_is_status_130(endless):
    """Ctrl-C ends a search with status 130 and a word on stderr; all printed lines are whole."""
    with start("solve", endless) as process:
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()  # communicate() would lose what was read ahead with the first
        err = process.stderr.read()
    assert process.returncode == 130
    assert err == b"dlx: interrupted\n"
    for line in (first + rest).splitlines(keepends=True):
        assert line.endswith(b"\n")
        assert line.count(b" | ") == 16


def test_solutions_are_written_as_they_are_found(monkeypatch):
    """Each solution is written at once, though stdout is a pipe or a file."""

    class Pipe(io.RawIOBase):
        written: list[bytes] = []  # noqa: RUF012 - there is one pipe

        def writable(self):
            return True

        def write(self, content):
            self.written.append(bytes(content))
            return len(content)

    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(Pipe()), newline=""))
    assert main(["solve", str(PROBLEMS / "queens8o.dlx")]) == 0
    assert len(Pipe.written) >= 92
    assert all(written.endswith(b"\n") for written in Pipe.written)


# Help.


def test_help_tells_commands_and_exit_statuses(capsys):
    """`dlx --help` names the commands and what each exit status means."""
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    for word in ("solve", "count", "check", "Exit status", "130"):
        assert word in re.sub(r"\s+", " ", out)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("solve", ["FILE", "stdin", "--limit", "--format", "knuth", "--max-nodes", "--seconds"]),
        ("count", ["FILE", "stdin", "--max-nodes", "--seconds"]),
        ("check", ["FILE", "stdin"]),
    ],
)
def test_help_of_a_command_tells_its_options(command, words, capsys):
    """`dlx COMMAND --help` names all its options."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    for word in words:
        assert word in out


def test_help_from_a_process_is_status_0():
    """Help goes to stdout, with nothing on stderr and status 0."""
    status, out, err = run("--help")
    assert (status, err) == (0, b"")
    assert b"FILE" in out
