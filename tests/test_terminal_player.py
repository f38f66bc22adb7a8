"""The terminal player: `dlx watch` and `nqueens watch`, with a terminal and without."""

from __future__ import annotations

import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dlx
import dlx.cli
import nqueens.cli
from dlx import Problem
from dlx.terminal_cover import CoverShow
from dlx.terminal_keys import Keys
from dlx.terminal_player import Player, Show, Window
from nqueens import queens_problem, solve_queens, trace
from nqueens.backtracking import Backtracking
from nqueens.terminal_board import show_of
from tests.strategies import Sample, samples
from tests.walks import walk_about

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dlx.terminal_player import Line

PROBLEMS = Path(__file__).parent / "data" / "problems"
METHODS = ["dlx", "backtracking", "attack_counts", "min_conflicts"]

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
with_rich = pytest.mark.extras


def seen(show: Show) -> Any:
    """All that there is to see of a show between two events."""
    return show.counters(), show.picture(None, 100, 100)


def read_show(name: str) -> CoverShow:
    """A show of all of the search of a problem in a file."""
    return cover_show(Problem.read(PROBLEMS / name))


def cover_show(problem: Problem) -> CoverShow:
    """A show of all of a problem's search, or its first events."""
    return CoverShow(problem, problem.trace(max_events=300), "A problem")


# Without a terminal


@pytest.mark.parametrize("method", METHODS)
def test_without_a_terminal_each_step_is_a_line(capsys, method):
    """In a pipe there is a numbered line for each event, in its order, and nothing else."""
    assert nqueens.cli.main(["watch", "5", "--method", method]) == 0
    printed = capsys.readouterr()
    events = list(trace(5, method=method))
    lines = printed.out.splitlines()
    assert [line.split()[0] for line in lines] == [str(k + 1) for k in range(len(events))]
    words = [event[0] for event in events]
    assert sum("Solution" in line for line in lines) == words.count("solution")
    assert lines[-1].split(maxsplit=1)[1].startswith("The search is done: ")
    assert printed.err == ""


def test_what_the_lines_say(capsys):
    """Squares by row and column, the queen that attacks, and the board in the end."""
    options = ["watch", "4", "--method", "backtracking", "--limit", "1"]
    assert nqueens.cli.main(options) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3] == "     4  Not row 0, column 1: the queen on row 0, column 0 attacks it."
    assert [line.split(maxsplit=1)[1] for line in lines[-2:]] == [
        "Solution 1: columns 2 0 3 1.",
        "The trace ends here, at its limit: 1 solution.",
    ]


def test_a_problem_with_colors_is_told_in_its_own_names(capsys):
    """Items, options and colors are called as in the file."""
    assert dlx.cli.main(["watch", str(PROBLEMS / "toy_c.dlx")]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = [line.split(maxsplit=1)[1] for line in lines]
    assert "Try option 1 (A C X:1 Y:1)." in told
    assert "Item X gets the color that it has in option 1 (A C X:1 Y:1)." in told
    assert told[-1] == "The search is done: 1 solution."


def test_a_trace_can_be_cut(capsys):
    """A limit on events ends it, and the last line says so."""
    assert nqueens.cli.main(["watch", "8", "--max-events", "10"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert lines[-1].endswith("The trace ends here, at its limit: 0 solutions.")


def test_given_and_blocked_squares_are_kept(capsys):
    """In chess notation as for `nqueens complete`."""
    options = ["watch", "5", "--method", "attack_counts", "--given", "a5", "--blocked", "0,1"]
    assert nqueens.cli.main(options) == 0
    out = capsys.readouterr().out
    boards = re.findall(r"columns ([0-9 ]+)\.", out)
    expected = [" ".join(map(str, board)) for board in solve_queens(5, given=[(0, 0)])]
    assert sorted(boards) == sorted(expected)


def test_a_solution_has_its_given_options(capsys):
    """Options that are chosen from the start are among those of each solution."""
    assert nqueens.cli.main(["watch", "6", "--given", "b3"]) == 0
    told = re.findall(r"Solution \d+: (.*)\.", capsys.readouterr().out)
    boards = [{*enumerate(board)} for board in solve_queens(6, given=[(3, 1)])]
    squares = [{(int(r), int(c)) for r, c in re.findall(r"\((\d), (\d)\)", line)} for line in told]
    assert sorted(map(sorted, squares)) == sorted(map(sorted, boards)) != []


@given(samples())
def test_solutions_are_told_as_the_problem_gives_them(sample: Sample):
    """Each with all its options, those given included."""
    problem = sample.problem()
    show = CoverShow(problem, problem.trace(), "A problem")
    told = []
    for event in show.events:
        show.forward(event)
        if event[0] == "solution":
            told.append(show.sentence(event))
    expected = [
        f"Solution {number}: {', '.join(map(str, solution))}."
        for number, solution in enumerate(problem.solve(engine="python"), start=1)
    ]
    assert told == expected


def test_the_task_says_which_items_may_stay_free() -> None:
    """Only primary items must be covered; colors may be shared; the listing knows of them."""
    plain, colored = cover_show(Problem([["a"], ["b"]])), read_show("toy_c.dlx")
    assert plain.sentence(None) == (
        "Choose options such that every item is in exactly one: 2 items, 2 options."
    )
    assert show_of(trace(8)).sentence(None) == (
        "Choose options such that every primary item is in exactly one, and every secondary item "
        "in one at most: 16 primary items, 26 secondary items, 64 options."
    )
    assert "or in several that give it one color" in colored.sentence(None)
    for show in (plain, colored):
        told = show.problem.trace().as_json()["listing"]
        assert list(show.listing) == told["lines"]
        assert ("give them its color" in " ".join(show.listing)) is (show is colored)


def test_bad_words_are_told(capsys):
    """An unknown method ends with status 2 and the list of those that can be traced."""
    assert nqueens.cli.main(["watch", "5", "--method", "magic"]) == 2
    assert "are 'dlx', 'backtracking', 'attack_counts', 'min_conflicts'" in capsys.readouterr().err


def test_html_is_a_page_of_its_own(capsys, tmp_path):
    """It has the board's script with it; a page that was cut says how to get more."""
    file = tmp_path / "out.html"
    options = ["watch", "5", "--method", "backtracking", "--html", str(file)]
    assert nqueens.cli.main(options) == 0
    assert capsys.readouterr() == ("", "")
    html = file.read_text(encoding="utf-8")
    assert "<h1>5 queens by backtracking</h1>" in html
    assert "queensBoard" in html
    assert nqueens.cli.main([*options, "--max-events", "10"]) == 0
    assert "the page ends after 10 events; allow more with --max-events" in capsys.readouterr().err


@pytest.mark.parametrize("method", ["dlx", "backtracking"])
def test_a_page_that_is_complete_is_not_said_to_end_early(capsys, tmp_path, method):
    """A limit that is just large enough cuts nothing, nor does one of solutions that came first."""
    options = ["watch", "4", "--method", method, "--html", str(tmp_path / "out.html")]
    whole = len(list(trace(4, method=method))) - 1
    first = len(list(trace(4, method=method, limit=1))) - 1
    for most, more, said in [
        (whole, [], False),
        (whole - 1, [], True),
        (first, ["--limit", "1"], False),
        (first - 1, ["--limit", "1"], True),
        (first, [], True),
    ]:
        assert nqueens.cli.main([*options, "--max-events", str(most), *more]) == 0
        assert ("the page ends after" in capsys.readouterr().err) is said, (most, more)


# The shows


@given(samples(), st.lists(st.integers(0, 300), max_size=6))
def test_what_is_shown_of_a_cover_depends_on_the_place_alone(sample: Sample, targets):
    """After any walk, counters and matrix are those of the first time there."""
    problem = sample.problem()
    walk_a_show(cover_show(problem), targets)


@given(st.sampled_from(METHODS), st.integers(0, 6), st.lists(st.integers(0, 300), max_size=6))
def test_what_is_shown_of_boards_depends_on_the_place_alone(method, n, targets):
    """After any walk, counters and board are those of the first time there."""
    walk_a_show(show_of(trace(n, method=method, max_events=300)), targets)


class Speaking:
    """A show that has something to say of each event that it goes over."""

    def __init__(self, show: Show) -> None:
        self.show = show

    def forward(self, event: Any) -> None:
        """Say something, and go over it."""
        assert self.show.sentence(event).strip()
        self.show.forward(event)

    def backward(self, event: Any) -> None:
        """Go back over it."""
        self.show.backward(event)


def walk_a_show(show: Show, targets: list[int]) -> None:
    """Go to the end, then about, and compare."""
    walk_about(Speaking(show), list(show.events), targets, lambda: seen(show))


def test_every_queen_is_on_the_board_that_is_drawn() -> None:
    """At a solution the picture has the queens of the board, row by row."""
    for method in METHODS:
        show, boards = show_of(trace(6, method=method)), []
        for event in show.events:
            show.forward(event)
            if event[0] == "solution":
                rows = ["".join(text for text, _ in line) for line in show.picture(None, 80, 30)]
                boards.append(tuple(row.split()[1:].index("Q") for row in rows[1:]))
        expected = set(solve_queens(6))
        assert set(boards) <= expected
        assert len(boards) == (1 if method == "min_conflicts" else 4)


def test_a_picture_is_as_large_as_there_is_room() -> None:
    """Of a large matrix or board the part is drawn that the event is about."""
    show = show_of(trace(30, method="backtracking", max_events=400))
    events = list(show.events)
    for event in events[:300]:
        show.forward(event)
    lines = show.picture(events[299], 30, 10)
    assert len(lines) == 10
    assert all(len("".join(text for text, _ in line)) <= 30 for line in lines)
    cover = cover_show(Problem([[k, k + 1] for k in range(0, 60, 2)]))
    lines = cover.picture(("try", 17, 1), 40, 6)
    assert len(lines) == 6
    assert any("17" in line[0][0] for line in lines)


@given(st.integers(0, 50), st.lists(st.tuples(st.integers(-3, 20), st.integers(-1, 49))))
def test_a_window_has_what_it_is_about(count, looks):
    """As many as there is room for, all of them there, with the one last asked for among them."""
    seen_through, last = Window(), 0
    for room, around in looks:
        shown = seen_through.places(count, room, around)
        last = last if around < 0 else around
        assert set(shown) <= set(range(count))
        assert len(shown) == min(count, max(room, 1))
        assert last not in range(count) or last in shown


def test_a_window_stays_until_what_is_looked_at_leaves_it() -> None:
    """It is where it was for all that is in it, and for what is about no place at all."""
    window = Window()
    looks = [(9, 0), (12, 7), (-1, 7), (7, 7), (16, 7), (17, 12), (-1, 12), (0, 0)]
    for around, first in looks:
        assert window.places(40, 10, around) == range(first, first + 10)


def texts(lines: list[Line]) -> list[str]:
    """The lines of a picture without their styles."""
    return ["".join(text for text, _ in line) for line in lines]


@pytest.mark.parametrize("method", ["matrix", *METHODS])
def test_a_part_of_a_large_picture_stays_while_it_can(method):
    """Rows move only when what an event is about isn't among them; its square is in view."""
    problem = queens_problem(8)
    show: Show = CoverShow(problem, problem.trace(max_events=500), "8 queens")
    if method != "matrix":
        show = show_of(trace(20, method=method, max_events=500))
    names = 8 if method == "matrix" else 3
    before = [line[:names].strip(" *") for line in texts(show.picture(None, 24, 9))[1:]]
    moves = 0
    for event in show.events:
        show.forward(event)
        lines = texts(show.picture(event, 24, 9))
        rows = [line[:names].strip(" *") for line in lines[1:]]
        if event[0] in {"try", "take back"} and method == "matrix":
            assert str(list(problem)[event[1]]) in rows
        elif method != "dlx" and event[0] in {"place", "take back", "reject", "move"}:
            assert str(event[1]) in rows
            column = event[3] if event[0] == "move" else event[2]
            assert str(column % 10) in lines[0].split()
        elif event[0] in {"cover", "uncover", "enter", "backtrack", "solution", "end"}:
            assert rows == before
        moves += rows != before
        before = rows
    assert moves < 250


# The whole page


NAMES = Problem(
    {
        "Ann works the long shift, which she likes": ["Ann Miller", "morning shift", "noon shift"],
        "Ann works": ["Ann Miller", "morning shift"],
        "Bo": ["Bo", "noon shift"],
        "Bo is off": ["Bo"],
    }
)


@given(
    st.sampled_from(["matrix", "names", *METHODS]),
    st.integers(0, 400),
    st.integers(24, 130),
    st.integers(8, 40),
)
def test_a_page_fits_its_terminal(method, place, width, height):
    """Its lines are no wider and no more than the terminal has; some of the picture is there."""
    if method in METHODS:
        show: Show = show_of(trace(6, method=method, max_events=400))
        part = r"\d( [.+Q0-9x]){3}"
    else:
        problem = queens_problem(6) if method == "matrix" else NAMES
        show = CoverShow(problem, problem.trace(max_events=400), "A problem")
        part = r"[* ] (\(\d, \d\)|Ann w.*|Bo)"
    player = Player(show)
    player.step(place)
    lines = texts(player.page(width, height))
    assert len(lines) <= height
    assert max(map(len, lines)) <= width
    assert sum(re.match(part, line) is not None for line in lines) >= 2


@pytest.mark.parametrize("method", METHODS)
def test_80_columns_have_room_for_the_whole_listing(method):
    """Long steps are broken into lines: no word of them is cut off."""
    show = show_of(trace(8, method=method))
    player = Player(show)
    player.step(20)
    said = " ".join(" ".join(texts(player.page(80, 24))).split())
    for step in show.listing:
        for word in step.split():
            assert word in said
    assert "…" not in said


def test_the_head_says_less_in_a_narrow_terminal() -> None:
    """Title and place have a gap between them; what there is no room for is left out."""
    player = Player(show_of(trace(8, method="min_conflicts", seed=1)))
    player.press("end")
    heads = {width: texts(player.page(width, 24))[0] for width in (100, 60, 40, 30)}
    place = f"event {player.place:,}"
    start = f"8 queens by min-conflicts  +{place} of {player.place:,}"
    assert re.fullmatch(rf"{start} · paused, 4 a second · \? keys · q quit", heads[100])
    assert re.fullmatch(rf"{start} · \? keys", heads[60])
    assert re.fullmatch(rf"8 queens by min-conflicts  +{place}", heads[40])
    assert re.fullmatch(rf"8 queens by.*…  {place}", heads[30])
    assert {width: len(head) for width, head in heads.items()} == {w: w for w in heads}


# Keys


def test_keys_step_as_the_list_says() -> None:
    """Arrows, Home and End, next and previous solution, Space and speeds."""
    events = list(trace(6, method="backtracking"))
    solutions = [k + 1 for k, event in enumerate(events) if event[0] == "solution"]
    player = Player(show_of(trace(6, method="backtracking")))
    for key, place in [
        ("left", 0),
        ("right", 1),
        ("right", 2),
        ("left", 1),
        ("n", solutions[0]),
        ("shift right", solutions[1]),
        ("p", solutions[0]),
        ("shift left", 0),
        ("end", len(events)),
        ("right", len(events)),
        ("p", solutions[-1]),
        ("home", 0),
        ("x", 0),
    ]:
        player.press(key)
        assert player.place == place, key
    player.press(" ")
    assert player.playing
    player.press("right")
    assert not player.playing
    player.press("end")
    player.press(" ")  # plays again from the start
    assert (player.playing, player.place) == (True, 0)
    player.step(10**6)
    assert (player.playing, player.place) == (False, len(events))


def test_the_search_goes_on_only_as_far_as_it_is_watched() -> None:
    """A search that nobody could wait for can be watched from its start."""
    taken = 0

    def counted_events() -> Iterator[Any]:
        nonlocal taken
        for event in trace(30, method="backtracking"):
            taken += 1
            yield event

    show = show_of(trace(30, method="backtracking"))
    show.events = counted_events()
    player = Player(show)
    player.step(5)
    assert taken == 5


@posix_only
def test_keys_are_read_from_what_terminals_send() -> None:
    """Both kinds of arrows and Home and End, several at once, and Esc alone."""
    from_here, to_keys = os.pipe()
    keys = Keys(from_here)
    os.write(to_keys, b"a\x1b[C\x1bOD\x1b[H\x1b[4~\x1b[1;2C\x1b[5~ +\x1b")
    read = [keys.read(1) for _ in range(10)]
    assert read == [
        *("a", "right", "left", "home", "end", "shift right", "unknown", " ", "+", "escape")
    ]
    assert keys.read(0) is None
    os.write(to_keys, "−".encode())
    assert keys.read(1) == "−"
    os.close(to_keys)
    with pytest.raises(EOFError):
        keys.read(1)
    os.close(from_here)


# In a real terminal


class Terminal:
    """A pseudo-terminal with a command in it."""

    def __init__(self, program: str, *words: str, first: str = "") -> None:
        import pty
        import termios

        self.ours, self.theirs = pty.openpty()
        termios.tcsetwinsize(self.theirs, (30, 100))
        self.before = termios.tcgetattr(self.theirs)
        start = first + (
            "\nimport signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
            f"from {program}.cli import main; raise SystemExit(main())"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", start, *words],
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            start_new_session=True,
            env={
                **os.environ,
                "PYTHONPATH": str(Path(dlx.__file__).parents[1]),
                "TERM": "xterm-256color",
            },
        )
        self.whole = self.shown = ""
        """All that was shown; and what was shown since the last text that was waited for."""

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self.ours, keys.encode())

    def wait_for(self, text: str) -> None:
        """Read what is shown until there is a text; fail after some seconds."""
        until = time.monotonic() + 20
        while text not in self.plain():
            assert time.monotonic() < until, f"{text!r} is not in {self.plain()!r}"
            self.read(0.2)
        self.whole += self.shown
        self.shown = ""

    def read(self, seconds: float) -> None:
        """Read what there is."""
        if select.select([self.ours], [], [], seconds)[0]:
            self.shown += os.read(self.ours, 65536).decode(errors="replace")

    def plain(self) -> str:
        """What was shown lately, without what steers the terminal."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.shown)

    def end(self) -> int:
        """Wait for the command's end; give its status."""
        while self.process.poll() is None:
            self.read(0.05)
        self.read(0.05)
        return self.process.returncode

    def is_as_before(self) -> bool:
        """Tell whether lines and their echo are as they were, and the screen and cursor too."""
        import termios

        whole = self.whole + self.shown
        back = whole.rfind("\x1b[?1049l") > whole.rfind("\x1b[?1049h")
        cursor = whole.rfind("\x1b[?25h") > whole.rfind("\x1b[?25l")
        return termios.tcgetattr(self.theirs) == self.before and back and cursor

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture
def terminal() -> Iterator[Any]:
    """Give a function that starts a command in a terminal."""
    started: list[Terminal] = []

    def start(*words: str, first: str = "") -> Terminal:
        started.append(Terminal(*words, first=first))
        return started[-1]

    yield start
    for each in started:
        each.close()


@with_rich
@posix_only
def test_keys_in_a_terminal(terminal):
    """Steps forwards and back are shown, with the sentence; q leaves all as it was."""
    inside = terminal("nqueens", "watch", "6", "--method", "backtracking")
    inside.wait_for("event 0")
    inside.send("\x1b[C" * 4)
    inside.wait_for("Not row 0, column 1: the queen on row 0, column 0 attacks it.")
    inside.send("\x1b[D")
    inside.wait_for("event 3")
    inside.send("n")
    inside.wait_for(f"Solution 1: columns {' '.join(map(str, next(Backtracking(6))))}.")
    inside.send("?")
    inside.wait_for("to the previous, to the next solution")
    inside.send("?\x1b[F")
    inside.wait_for("The search is done: 4 solutions.")
    inside.send("q")
    assert inside.end() == 0
    assert inside.is_as_before()


@with_rich
@posix_only
def test_it_plays_in_a_terminal(terminal):
    """Space starts it, faster with +, to the end."""
    inside = terminal("dlx", "watch", str(PROBLEMS / "toy_c.dlx"))
    inside.wait_for("event 0")
    inside.send("+" * 12 + " ")
    inside.wait_for("The search is done: 1 solution.")
    inside.send("q")
    assert inside.end() == 0
    assert inside.is_as_before()


@with_rich
@posix_only
def test_ctrl_c_leaves_the_terminal_as_it_was(terminal):
    """Typed, as a signal; the status is 130."""
    inside = terminal("nqueens", "watch", "8")
    inside.wait_for("event 0")
    inside.send(" ")
    inside.wait_for("a second")
    os.kill(inside.process.pid, signal.SIGINT)
    assert inside.end() == 130
    assert "nqueens: interrupted" in inside.plain()
    assert inside.is_as_before()


@with_rich
@posix_only
def test_an_error_leaves_the_terminal_as_it_was(monkeypatch):
    """Whatever goes wrong while it plays."""
    import pty
    import termios

    from rich.console import Console

    from dlx.terminal_keys import pressed

    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    show = show_of(trace(4))
    during: list[Any] = []

    def play() -> None:
        with pressed() as keys:
            during.append(termios.tcgetattr(theirs))
            os.write(ours, b"\x1b[C")
            Player(show).run(Console(file=io.StringIO()), keys)

    with open(theirs, "r+b", buffering=0, closefd=False) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        monkeypatch.setattr(show, "forward", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            play()
    assert termios.tcgetattr(theirs) == before != during[0]
    os.close(ours)
    os.close(theirs)


@posix_only
def test_without_rich_a_terminal_gets_lines_too(terminal):
    """And is told, on stderr, what would let it step."""
    inside = terminal("nqueens", "watch", "4", first="import sys; sys.modules['rich'] = None")
    inside.wait_for("The search is done: 2 solutions.")
    assert inside.end() == 0
    assert "to step through it here, install rich" in inside.whole + inside.shown
