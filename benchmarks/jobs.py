"""What is measured: problems, what is done with them, how often and for how long."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import instances
from environments import make as environments
from instances import Instance

GIB = 1 << 30


@dataclass(frozen=True)
class Job:
    """A problem and what is to be done with it: count, list, or each (of the givens)."""

    name: str
    title: str
    task: str
    build: Callable[[], Instance]
    puzzles: int = 0

    def load(self) -> tuple[dict[str, Any], Any]:
        """Return the job as a driver reads it, and the right answer where it is known."""
        instance = self.build()
        puzzles = instances.sudoku_puzzles(self.puzzles)
        job = {
            "task": self.task,
            "primary": instance.primary,
            "secondary": instance.secondary,
            "options": instance.options,
            "givens": [given for given, _ in puzzles],
        }
        return job, [answer for _, answer in puzzles] if puzzles else instance.solutions


def counted(name: str, title: str, build: Callable[[], Instance]) -> Job:
    """Count all solutions."""
    return Job(f"{name}-count", f"{title}, counted", "count", build)


def listed(name: str, title: str, build: Callable[[], Instance]) -> Job:
    """Hand all solutions over."""
    return Job(f"{name}-list", f"{title}, listed", "list", build)


def sudokus(number: int) -> Job:
    """Solve sudokus one after another; they start from the same problem."""
    return Job("sudoku17", f"{number} sudokus of 17 clues", "each", instances.sudoku, number)


FULL = [
    counted("queens8", "8 queens", lambda: instances.queens(8)),
    counted("queens12", "12 queens", lambda: instances.queens(12)),
    listed("queens12", "12 queens", lambda: instances.queens(12)),
    counted("queens14", "14 queens", lambda: instances.queens(14)),
    counted("pentominoes8x8", "pentominoes 8x8 less the middle", instances.pentominoes_8x8),
    counted("pentominoes3x20", "pentominoes 3x20", instances.pentominoes_3x20),
    counted("langford11", "Langford pairs 11", lambda: instances.langford(11)),
    listed("langford11", "Langford pairs 11", lambda: instances.langford(11)),
    counted("langford12", "Langford pairs 12", lambda: instances.langford(12)),
    sudokus(50),
    counted("dominoes6x6", "dominoes 6x6", lambda: instances.dominoes(6)),
    counted("matchings14", "matchings of 14 points", lambda: instances.matchings(14)),
    counted("latin6", "reduced Latin squares of order 6", lambda: instances.latin_squares(6)),
    counted("words4x4", "word squares 4x4 (colors)", instances.words),
    counted("pentominoes6x10", "pentominoes 6x10", instances.pentominoes_6x10),
    counted("dominoes8x8", "dominoes 8x8", lambda: instances.dominoes(8)),
]

QUICK = [
    counted("queens12", "12 queens", lambda: instances.queens(12)),
    counted("pentominoes3x20", "pentominoes 3x20", instances.pentominoes_3x20),
    counted("langford11", "Langford pairs 11", lambda: instances.langford(11)),
    sudokus(10),
]
QUICK_RIVALS = ["miniexact", "xcover", "exact-cover"]


@dataclass(frozen=True)
class Settings:
    """What is run, how often and for how long: seconds of CPU time, `enough` for one median."""

    jobs: list[Job]
    rivals: list[str]
    rounds: int
    timeout: float
    enough: float
    nodes_limit: float
    nodes_sizes: range
    memory_sizes: list[int]
    large: int
    interrupts: int
    imports: int
    memory_limit: int = 6 * GIB

    @property
    def hard_timeout(self) -> float:
        """Seconds on the clock, for what hangs; the machine may have other work too."""
        return 30 + 20 * self.timeout


FULL_SETTINGS = Settings(
    jobs=FULL,
    rivals=list(environments.RIVALS),
    rounds=5,
    timeout=60,
    enough=0.3,
    nodes_limit=10,
    nodes_sizes=range(8, 16),
    memory_sizes=[10**3, 10**4, 10**5, 10**6],
    large=10**6,
    interrupts=5,
    imports=15,
)
QUICK_SETTINGS = Settings(
    jobs=QUICK,
    rivals=QUICK_RIVALS,
    rounds=2,
    timeout=5,
    enough=0.1,
    nodes_limit=0.3,
    nodes_sizes=range(8, 13),
    memory_sizes=[10**3, 10**4],
    large=10**4,
    interrupts=1,
    imports=5,
)
