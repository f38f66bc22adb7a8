"""OR-Tools CP-SAT (C++), one worker: a Boolean an option; it picks its own order."""

# ruff: noqa: D103 (what the tasks do stands in harness.main)

from collections.abc import Callable

from harness import Answer, Problem, importing, left_by, main

with importing():
    from ortools.sat.python import cp_model


class Counter(cp_model.CpSolverSolutionCallback):
    """Counts solutions, or keeps up with them as tuples of options."""

    def __init__(self, options: list[cp_model.IntVar], *, listed: bool) -> None:
        super().__init__()
        self.options, self.listed, self.found = options, listed, 0

    def on_solution_callback(self) -> None:
        """Take note of a solution."""
        if self.listed:
            tuple(k for k, option in enumerate(self.options) if self.boolean_value(option))
        self.found += 1


def build(problem: Problem, left: list[int]) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Ask for exactly one option a primary item, at most one a secondary item or color of it."""
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(str(k)) for k in left]
    users: dict[str, list[cp_model.IntVar]] = {item: [] for item in problem.primary}
    colors: dict[str, dict[str, list[cp_model.IntVar]]] = {}
    for k, option in zip(left, chosen, strict=True):
        for entry in problem.options[k]:
            if isinstance(entry, str):
                users.setdefault(entry, []).append(option)
            else:
                colors.setdefault(entry[0], {}).setdefault(entry[1], []).append(option)
    for item in problem.primary:
        model.add_exactly_one(users.pop(item))
    for item, by_color in colors.items():
        for color, options in by_color.items():
            has_color = model.new_bool_var(f"{item}:{color}")
            model.add_max_equality(has_color, options)
            users.setdefault(item, []).append(has_color)
    for options in users.values():
        model.add_at_most_one(options)
    return model, chosen


def solver() -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver


def count(problem: Problem, *, listed: bool = False) -> Callable[[], int]:
    def run() -> int:
        model, options = build(problem, list(range(len(problem.options))))
        counter, cp_sat = Counter(options, listed=listed), solver()
        cp_sat.parameters.enumerate_all_solutions = True
        cp_sat.solve(model, counter)
        return counter.found

    return run


def listing(problem: Problem) -> Callable[[], int]:
    return count(problem, listed=True)


def each(problem: Problem, givens: list[Answer]) -> Callable[[], list[Answer]]:
    numbered = problem.numbered()

    def solution(given: Answer) -> Answer:
        covered, kept = left_by(numbered, given)
        items = [item for k, item in enumerate(problem.primary) if k not in covered]
        model, options = build(Problem(items, [], problem.options), kept)
        cp_sat = solver()
        cp_sat.solve(model)
        chosen = zip(kept, map(cp_sat.boolean_value, options), strict=True)
        return sorted([*given, *(k for k, value in chosen if value)])

    return lambda: [solution(given) for given in givens]


if __name__ == "__main__":
    main("ortools", count=count, listing=listing, each=each)
