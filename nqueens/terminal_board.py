"""What the terminal player shows of a search for boards: queens, and which squares they attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlx.errors import counted
from dlx.terminal_cover import CoverShow
from dlx.terminal_player import Show, Window
from nqueens.traces import CoverTrace, MethodTrace, Replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from dlx.terminal_player import Event, Line
    from nqueens.arguments import Square
    from nqueens.traces import QueensTrace

    Piece = tuple[str, str]

_FREE = (".", "dim")
_COUNTERS = {
    "backtracking": ("placed", "skipped", "taken_back", "solutions"),
    "attack_counts": ("placed", "taken_back", "solutions"),
    "min_conflicts": ("moves", "restarts", "solutions"),
}
"""What there is to count of each method."""


def show_of(events: QueensTrace) -> Show:
    """Give what the terminal player shows of a trace."""
    if isinstance(events, CoverTrace):
        return CoverBoardShow(events)
    assert isinstance(events, MethodTrace)
    return MethodShow(events)


class CoverBoardShow(CoverShow):
    """A search by exact cover, on the board in place of the matrix."""

    def __init__(self, events: CoverTrace) -> None:
        super().__init__(events.problem, events, events.title)
        self._size, self._squares = events.n, list(events.problem)

    def _name(self, option: int) -> str:
        return f"the option of {_name(*self._squares[option])} ({self._entries[option]})"

    def picture(self, event: Event | None, width: int, height: int) -> list[Line]:
        """Draw the board: queens, squares whose options are hidden, the one that is dealt with."""
        about, _ = self._about(event)
        pieces: dict[Square, Piece] = {}
        for option, square in enumerate(self._squares):
            if option in self.replay.options or option in self._given:
                piece = ("Q", "bold")
            elif option in self._out or option not in self._choosable:
                piece = ("+", "dim")
            else:
                piece = _FREE
            pieces[square] = (piece[0], "bold yellow") if option == about else piece
        if event is None:
            self._rows, self._columns = Window(), Window()
        row, column = self._squares[about] if about >= 0 else (-1, -1)
        columns = self._columns.places(self._size, _columns_in(width, self._size), column)
        return _board(pieces, self._rows.places(self._size, height - 1, row), columns)


class MethodShow(Show):
    """A search by one of the other methods."""

    def __init__(self, events: MethodTrace) -> None:
        self.title, self.events = events.title, events
        self.listing, self._line_of = events.listing["lines"], events.listing["at"]
        self._method, self._size = events.method, events.n
        self._by = "column" if events.by == "columns" else "row"
        self._replay = Replay()
        self._rows, self._columns = Window(), Window()

    def forward(self, event: Event) -> None:
        """Go over an event."""
        self._replay.forward(event)

    def backward(self, event: Event) -> None:
        """Go back over the event that was gone over last."""
        self._replay.backward(event)

    def counters(self) -> list[tuple[str, int]]:
        """Tell what has been counted so far."""
        return [
            ("on the board", len(self._replay.queens)),
            *(
                (name.replace("_", " "), getattr(self._replay, name))
                for name in _COUNTERS[self._method]
            ),
        ]

    def line(self, event: Event) -> int | None:
        """Tell on which line of the listing the event happened."""
        line: int | None = self._line_of.get(event[0])
        return line

    def sentence(self, event: Event | None) -> str:
        """Say what the event did that was gone over last."""
        if event is None:
            return f"{counted(self._size, 'queen')} to be placed."
        word, *numbers = event
        return self._sentences()[word](*numbers)

    def _sentences(self) -> dict[str, Callable[..., str]]:
        by = self._by
        return {
            "call": lambda line: (
                f"Look for a square in {by} {line}."
                if line < self._size
                else f"Every {by} has its queen."
            ),
            "reject": lambda row, column, row2, column2: (
                f"Not {_name(row, column)}: the queen on {_name(row2, column2)} attacks it."
            ),
            "place": lambda row, column: f"Place a queen on {_name(row, column)}.",
            "dead": lambda row, column, line: (
                f"A queen on {_name(row, column)} leaves {by} {line} without a free square."
            ),
            "take back": lambda row, column: f"Take back the queen on {_name(row, column)}.",
            "no square": lambda line: f"No square is left in {by} {line}.",
            "return": lambda line: f"Return from {by} {line}.",
            "move": lambda row, column, column2, attackers: (
                (
                    f"The queen of row {row} stays on column {column}"
                    if column == column2
                    else f"Move the queen of row {row} from column {column} to column {column2}"
                )
                + f": attacked there by {counted(attackers, 'other')}."
            ),
            "restart": lambda number: f"The moves have led nowhere: begin anew, restart {number}.",
            "solution": lambda number: f"Solution {number}: {self._board_as_text()}.",
            "end": lambda done: (
                ("The search is done: " if done else "The trace ends here, at its limit: ")
                + f"{counted(self._replay.solutions, 'solution')}."
            ),
        }

    def _board_as_text(self) -> str:
        return "columns " + " ".join(str(column) for _, column in sorted(self._replay.queens))

    def picture(self, event: Event | None, width: int, height: int) -> list[Line]:
        """Draw the board: the queens, how many attack each square, and what the event is about."""
        queens = self._replay.queens
        numbers = self._method != "backtracking"
        # Who moves leaves her square, so in min-conflicts queens don't count along their rows.
        along_rows = self._method != "min_conflicts"
        pieces: dict[Square, Piece] = {}
        for row in range(self._size):
            for column in range(self._size):
                attackers = sum(
                    (row, column) != (r, c)
                    and (
                        (along_rows and r == row) or c == column or abs(r - row) == abs(c - column)
                    )
                    for r, c in queens
                )
                sign = "+" if not numbers or attackers > 9 else str(attackers)
                pieces[row, column] = (sign, "dim") if attackers else _FREE
        for row, column in queens:
            pieces[row, column] = ("Q", "bold")
        row, column = -1, -1
        if event is None:
            self._rows, self._columns = Window(), Window()
        else:
            row, column = self._mark(event, pieces)
        columns = self._columns.places(self._size, _columns_in(width, self._size), column)
        return _board(pieces, self._rows.places(self._size, height - 1, row), columns)

    def _mark(self, event: Event, pieces: dict[Square, Piece]) -> Square:
        """Mark the squares that an event is about, and give where to look; -1 where it is open."""
        word, *numbers = event
        if word in {"call", "no square", "return"}:
            line = numbers[0] if numbers[0] < self._size else -1
            return (line, -1) if self._by == "row" else (-1, line)
        if word not in {"reject", "place", "dead", "move", "take back"}:
            return -1, -1
        row: int = numbers[0]
        square = row, numbers[1]
        if word == "reject":
            pieces[square] = ("x", "bold red")
            pieces[numbers[2], numbers[3]] = ("Q", "bold red")
        elif word == "move":
            pieces[square] = (pieces[square][0], "bold yellow")
            pieces[row, numbers[2]] = ("Q", "bold green")
        elif word == "take back":
            pieces[square] = (pieces[square][0], "bold yellow")
        else:
            pieces[square] = ("Q", "bold red" if word == "dead" else "bold green")
        return row, numbers[2] if word == "move" else numbers[1]


def _name(row: int, column: int) -> str:
    return f"row {row}, column {column}"


def _columns_in(width: int, size: int) -> int:
    """Tell how many columns of a board there is room for, beside the numbers of its rows."""
    return (width - len(str(size)) - 1) // 2


def _board(pieces: dict[Square, Piece], rows: range, columns: range) -> list[Line]:
    """Draw some rows and columns of a board, with their numbers."""
    margin = len(str(max((row for row, _ in pieces), default=0) + 1)) + 1
    lines: list[Line] = [[(" " * margin + " ".join(str(column % 10) for column in columns), "dim")]]
    for row in rows:
        line: Line = [(f"{row:{margin - 1}} ", "dim")]
        for column in columns:
            line += [pieces[row, column], (" ", "")]
        lines.append(line)
    return lines
