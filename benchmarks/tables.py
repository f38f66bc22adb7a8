"""The results of a run as tables, ratios before seconds.

`run.py` prints them, and the documentation's page on performance shows the same ones.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

MIB = 1 << 20
BASELINE = ", baseline"


@dataclass(frozen=True)
class Table:
    """Cells as text, the first column on the left; notes stand below."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Align the first column to the left, the others to the right."""
        lines = [self.head, *self.rows]
        widths = [max(len(line[k]) for line in lines) for k in range(len(self.head))]
        text = [self.title]
        for first, *others in lines:
            cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
            text.append("  ".join(["", first.ljust(widths[0]), *cells]).rstrip())
        return "\n".join([*text, *(f"  {note}" for note in self.notes), ""])


def digits(number: float) -> str:
    """Write three significant digits, never an exponent."""
    if number == 0:
        return "0"
    for places in range(7):
        if abs(number) * 10**places >= 99.5:
            return f"{number:.{places}f}"
    return f"{number:.7f}"


def machine(of: dict[str, Any]) -> str:
    """Name the machine and the day."""
    return f"{of['cpu']}, {of['cores']} cores, {of['os']}, {of['python']}, {of['date'][:10]}"


# Programs on problems


def base_of(programs: dict[str, Any]) -> str | None:
    """Return what the ratios are to: our `auto`, else the fastest."""
    timed = {name: of["seconds"] for name, of in programs.items() if "seconds" in of}
    if not timed:
        return None
    return "auto" if "auto" in timed else min(timed, key=lambda name: timed[name])


def why_not(program: dict[str, Any]) -> str:
    """Return why a program has no time."""
    return str(program.get("unable") or program.get("gave_up") or "not run")


def ratio(programs: dict[str, Any], name: str, base: str) -> float | None:
    """Return how many times as long as the base a program takes, if both have a time."""
    times = [programs.get(each, {}).get("seconds") for each in (name, base)]
    return times[0] / times[1] if None not in times else None


def rounds(results: dict[str, Any]) -> str:
    """Tell over how many rounds the medians are, by the program that was run most."""
    counts = [
        max((len(program.get("all_seconds", [])) for program in of["programs"].values()), default=0)
        for of in results["comparisons"]
    ]
    fewest, most = min(counts), max(counts)
    number = str(most) if fewest == most else f"{fewest} to {most}"
    return f"medians of {number} interleaved rounds"


def comparison(of: dict[str, Any]) -> Table:
    """Show all programs on one problem."""
    programs, base = of["programs"], base_of(of["programs"])
    rows, notes = [], []
    for name, program in programs.items():
        if "seconds" in program and base:
            wrong = " WRONG" if name in of["wrong"] else ""
            memory = f"{program['memory'] / MIB:.1f}"
            longer = digits(program["seconds"] / programs[base]["seconds"])
            rows.append([name + wrong, longer, digits(program["seconds"]), memory])
        else:
            notes.append(f"{name}: {why_not(program)}")
    solutions = "?" if of["solutions"] is None else f"{of['solutions']:,}"
    title = f"{of['title']}: {of['options']} options, {solutions} solutions"
    return Table(title, ["", "times as long", "CPU s", "peak MiB"], rows, notes)


def others(results: dict[str, Any]) -> list[str]:
    """Return the programs that are not this library's, in the order of the run."""
    return list(results["first_import_seconds"])


def ours(results: dict[str, Any]) -> list[str]:
    """Return this library's programs."""
    named = dict.fromkeys(name for of in results["comparisons"] for name in of["programs"])
    return [name for name in named if name not in others(results)]


def fastest_other(results: dict[str, Any], of: dict[str, Any]) -> str | None:
    """Return the fastest of the other packages that answer right."""
    programs = of["programs"]
    timed = [name for name in others(results) if "seconds" in programs.get(name, {})]
    right = [name for name in timed if name not in of["wrong"]]
    return min(right, key=lambda name: programs[name]["seconds"], default=None)


def summary(results: dict[str, Any]) -> Table:
    """Show on each problem how many times as long the fastest other package takes."""
    bases = ["auto", f"auto{BASELINE}", "links"]
    rows = []
    for of in results["comparisons"]:
        fastest = fastest_other(results, of)
        longer = [ratio(of["programs"], fastest, base) if fastest else None for base in bases]
        rows.append([of["title"], fastest or "", *map(digits_or_none, longer)])
    title = "How many times as long the fastest other package takes"
    return Table(title, ["", "fastest other", *(f"÷ {base}" for base in bases)], rows)


def digits_or_none(number: float | None) -> str:
    """Write a number, or nothing for none."""
    return "" if number is None else digits(number)


def by_program(
    title: str,
    results: dict[str, Any],
    names: Iterable[str],
    cell: Callable[[dict[str, Any], str], str],
) -> Table:
    """Show something of each program on each problem."""
    names = list(names)
    rows = [[of["title"], *(cell(of, name) for name in names)] for of in results["comparisons"]]
    return Table(title, ["", *names], rows)


def ratios(results: dict[str, Any], names: Iterable[str]) -> Table:
    """Show how many times as long as `auto` some programs take."""

    def cell(of: dict[str, Any], name: str) -> str:
        base, program = base_of(of["programs"]), of["programs"].get(name, {})
        if base is None or "seconds" not in program:
            return short_reason(program)
        wrong = " wrong" if name in of["wrong"] else ""
        return digits(program["seconds"] / of["programs"][base]["seconds"]) + wrong

    return by_program("Times as long as auto", results, names, cell)


def seconds(results: dict[str, Any], names: Iterable[str]) -> Table:
    """Show the CPU seconds of some programs."""

    def cell(of: dict[str, Any], name: str) -> str:
        program = of["programs"].get(name, {})
        return digits(program["seconds"]) if "seconds" in program else short_reason(program)

    return by_program("CPU seconds", results, names, cell)


def peaks(results: dict[str, Any], names: Iterable[str]) -> Table:
    """Show the peak memory of some programs."""

    def cell(of: dict[str, Any], name: str) -> str:
        program = of["programs"].get(name, {})
        return f"{program['memory'] / MIB:.0f}" if "memory" in program else short_reason(program)

    return by_program("Peak memory, MiB", results, names, cell)


def short_reason(program: dict[str, Any]) -> str:
    """Return in a word or two why a program has no time."""
    if "unable" in program:
        return "unable"
    over = program.get("gave_up", "")
    return over.replace("over", ">") if over.startswith("over") else "failed" if over else ""


def imports(results: dict[str, Any]) -> Table:
    """Show import times, and the first import ever: some packages compile themselves then."""
    rows, seen = [], set()
    for result in results["comparisons"]:
        for name, program in result["programs"].items():
            package = name if name in others(results) else "this library"
            if "import_seconds" in program and package not in seen:
                seen.add(package)
                first = results["first_import_seconds"].get(name)
                cells = [
                    f"{program['import_seconds']:.3f}",
                    "" if first is None else f"{first:.1f}",
                ]
                rows.append([package, program["version"], *cells])
    head = ["", "version", "import, CPU s", "first import after install, s"]
    return Table("What is not in the times above", head, rows)


# This library alone


def nodes(growth: dict[str, Any]) -> Table:
    """Show the speed by the number of queens."""
    sizes = sorted({point["n"] for points in growth.values() for point in points if "n" in point})
    rows = []
    for engine, points in growth.items():
        speed = {point["n"]: f"{speed_of(point):.2f}" for point in points if "n" in point}
        rows.append([engine, *(speed.get(n, "") for n in sizes)])
    return Table("Million nodes a second, n queens", ["n", *map(str, sizes)], rows)


def speed_of(point: dict[str, Any]) -> float:
    """Return million nodes a second."""
    return float(point["nodes"] / max(point["seconds"], 1e-6) / 1e6)


def memory(of: dict[str, Any]) -> Table:
    """Show bytes an option by the number of options."""
    rows, notes = [], []
    for point in of["points"]:
        if "unable" in point:
            notes.append(point["unable"])
            continue
        options = point["options"]
        peak = max(point["build_peak_bytes"], point["problem_bytes"] + point["search_peak_bytes"])
        sizes = [point["problem_bytes"], point["engine_bytes"], peak]
        times = [point["build_seconds"], point["first_seconds"]]
        rows.append(
            [f"{options:,}", *(f"{size / options:.0f}" for size in sizes), *map(digits, times)]
        )
    head = ["options", "problem, B/option", "engine, B/option", "peak, B/option"]
    head += ["build, CPU s", "first solution, CPU s"]
    title = f"Memory and time by the number of options, engine {of['engine']}"
    return Table(title, head, rows, notes)


def interrupts(delays: dict[str, list[float | None]]) -> Table:
    """Show the worst delay of each engine."""
    rows = []
    for engine, all_ in delays.items():
        known = [delay for delay in all_ if delay is not None]
        worst = f"{max(known) * 1000:.1f}" if len(known) == len(all_) else "not stopped"
        rows.append([engine, worst])
    return Table("From Ctrl-C to KeyboardInterrupt", ["", "worst delay, ms"], rows)


def large(of: dict[str, Any]) -> Table:
    """Show what a large problem costs beside a search."""
    if "unable" in of:
        return Table("The large problem", ["engine", "result"], [[of["engine"], of["unable"]]])
    options = of["options"]
    rows = [
        ["build and first solution, times 14 queens", digits(of["times_queens14"])],
        ["build, CPU s", digits(of["build_seconds"])],
        ["first solution, CPU s", digits(of["first_seconds"])],
        ["14 queens counted, CPU s", digits(of["queens14_seconds"])],
        ["problem, bytes an option", f"{of['problem_bytes'] / options:.0f}"],
        ["engine, bytes an option", f"{of['engine_bytes'] / options:.0f}"],
        ["peak while building, bytes an option", f"{of['build_peak_bytes'] / options:.0f}"],
    ]
    title = f"{options:,.0f} options on {of['items']:,.0f} items, engine {of['engine']}"
    return Table(title, ["", of["engine"]], rows)


def import_time(of: dict[str, float]) -> Table:
    """Show what importing this library costs."""
    bare, more = (f"{of[key] * 1000:.1f}" for key in ("bare_seconds", "more_seconds"))
    return Table(
        "Import, CPU ms", ["", "CPU ms"], [["bare Python", bare], ["import dlx, more", more]]
    )


def knuth(results: dict[str, Any]) -> Table:
    """Show the table for n queens, and whether it is the published one."""
    rows = []
    for row in results["rows"]:
        figures = [
            f"{row[key]:,}" if row[key] is not None else ""
            for key in ("solutions", "nodes", "updates")
        ]
        times = [digits(row["cpu_seconds"]), digits(row["seconds"])]
        wrong = f"no: {', '.join(row['wrong'])}" if row["wrong"] else "yes"
        rows.append([str(row["n"]), row["engine"], *figures, *times, wrong])
    head = ["n", "engine", "solutions", "nodes", "updates", "CPU s", "elapsed s", "as published"]
    title = f"n queens, processes: {results['processes']}"
    return Table(title, head, rows)


def thresholds(results: dict[str, Any]) -> Table:
    """Show how much faster than `links` the other engines are, and how soon a solution is there."""

    def faster(engines: dict[str, Any], name: str) -> str:
        if name not in engines:
            return ""
        return f"{engines['links']['walk_seconds'] / engines[name]['walk_seconds']:.2f}"

    def first(engines: dict[str, Any], name: str) -> str:
        if name not in engines:
            return ""
        time = engines[name]["first_seconds"]
        return f"> {results['patience'] * 1000:.0f}" if time is None else digits(time * 1000)

    rows = [
        [
            row["title"],
            f"{row['options']:,}",
            f"{row['items']:,}",
            row["auto"],
            *(faster(row["engines"], name) for name in ("bitset", "lanes")),
            *(first(row["engines"], name) for name in ("links", "bitset", "lanes")),
        ]
        for row in results["rows"]
    ]
    head = ["", "options", "primary items", "auto takes", "bitset, times as fast", "lanes"]
    head += ["first solution, ms: links", "bitset", "lanes"]
    return Table("How many times as fast as links on the same nodes", head, rows)


# Counting n queens


def counting(of: dict[str, Any]) -> Table:
    """Show all ways of counting one board."""
    programs = of["programs"]
    plain, alone = programs.get(of["plain"]), programs["quadrants"]["wall_seconds"]
    rows = []
    for name, program in programs.items():
        wall = program["wall_seconds"]
        rows.append(
            [
                name + (" WRONG" if name in of["wrong"] else ""),
                digits(plain["seconds"] / program["seconds"]) if plain else "",
                digits(program["seconds"]),
                digits(wall) if wall else "",
                digits(wall / alone) if "threads" in name else "",
                f"{program['memory'] / MIB:.1f}" if program["memory"] else "",
            ]
        )
    head = ("", "times as fast", "CPU s", "wall s, best", "of one thread's", "peak MiB")
    return Table(f"{of['n']} queens, {of['solutions']:,} boards", head, rows)


def counting_summary(results: dict[str, Any]) -> Table:
    """Show how many times as fast as the yardstick each way of counting is."""
    boards = results["boards"]
    names = list(dict.fromkeys(name for of in boards for name in of["programs"]))
    rows = []
    for name in names:
        row = [name]
        for of in boards:
            plain, program = of["programs"].get(of["plain"]), of["programs"].get(name)
            if not program:
                row.append("")
            elif name == of["plain"]:
                row.append(f"{digits(program['seconds'])} s")
            else:
                row.append(digits(plain["seconds"] / program["seconds"]) if plain else "")
        rows.append(row)
    head = ["times as fast, CPU time", *(f"n = {of['n']}" for of in boards)]
    return Table("Counting n queens", head, rows)
