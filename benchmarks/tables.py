"""The results of a run as text: ratios before seconds."""

from collections.abc import Sequence
from typing import Any

MIB = 1 << 20


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Align the first column to the left, the others to the right."""
    widths = [max(len(row[k]) for row in rows if k < len(row)) for k in range(len(rows[0]))]
    return "\n".join(
        "  "
        + "  ".join(
            cell.ljust(width) if k == 0 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=False))
        ).rstrip()
        for row in rows
    )


def digits(number: float) -> str:
    """Write three significant digits, never an exponent."""
    if number == 0:
        return "0"
    for places in range(7):
        if abs(number) * 10**places >= 99.5:
            return f"{number:.{places}f}"
    return f"{number:.7f}"


def machine(of: dict[str, Any]) -> str:
    """Name the machine and what was measured."""
    return (
        f"{of['cpu']}, {of['cores']} cores, {of['os']}, {of['python']}, {of['date']}\n"
        f"medians of {of['rounds']} interleaved rounds, CPU seconds of building and searching\n"
    )


def base_of(programs: dict[str, Any]) -> str | None:
    """Return what the ratios are to: our `auto`, else the fastest."""
    timed = {name: of["seconds"] for name, of in programs.items() if "seconds" in of}
    if not timed:
        return None
    return "auto" if "auto" in timed else min(timed, key=lambda name: timed[name])


def comparison(of: dict[str, Any]) -> str:
    """Show all programs on one problem."""
    programs, base = of["programs"], base_of(of["programs"])
    rows = [["", "times as long", "CPU s", "peak MiB"]]
    notes = []
    for name, program in programs.items():
        if "seconds" in program and base:
            ratio = program["seconds"] / programs[base]["seconds"]
            wrong = " WRONG" if name in of["wrong"] else ""
            memory = f"{program['memory'] / MIB:.1f}"
            rows.append([name + wrong, digits(ratio), digits(program["seconds"]), memory])
        else:
            reason = program.get("unable") or program.get("gave_up") or "not run"
            notes.append(f"  {name}: {reason}")
    solutions = "?" if of["solutions"] is None else f"{of['solutions']:,}"
    title = f"{of['title']}: {of['options']} options, {solutions} solutions"
    return "\n".join([title, aligned(rows), *notes, ""])


def imports(results: dict[str, Any]) -> str:
    """Show import times, and the first import ever: some packages compile themselves then."""
    rows = [["", "version", "import, CPU s", "first import after install, s"]]
    seen = set()
    for result in results["comparisons"]:
        for name, program in result["programs"].items():
            if "import_seconds" in program and name not in seen:
                seen.add(name)
                first = results["first_import_seconds"].get(name)
                rows.append(
                    [
                        name,
                        program["version"],
                        f"{program['import_seconds']:.3f}",
                        "" if first is None else f"{first:.1f}",
                    ]
                )
    return "\n".join(["What is not in the times above", aligned(rows), ""])


def nodes(growth: dict[str, Any]) -> str:
    """Show the speed by the number of queens."""
    sizes = sorted({point["n"] for points in growth.values() for point in points if "n" in point})
    rows = [["n", *map(str, sizes)]]
    for engine, points in growth.items():
        speed = {
            point["n"]: f"{point['nodes'] / max(point['seconds'], 1e-6) / 1e6:.2f}"
            for point in points
            if "n" in point
        }
        rows.append([engine, *(speed.get(n, "") for n in sizes)])
    return "\n".join(["Million nodes a second, n queens", aligned(rows), ""])


def memory(of: dict[str, Any]) -> str:
    """Show bytes an option by the number of options."""
    rows = [["options", "problem B/option", "engine", "peak", "build, s", "first solution, s"]]
    notes = []
    for point in of["points"]:
        if "unable" in point:
            notes.append(f"  {point['unable']}")
            continue
        options = point["options"]
        peak = max(point["build_peak_bytes"], point["problem_bytes"] + point["search_peak_bytes"])
        rows.append(
            [
                f"{options:,}",
                f"{point['problem_bytes'] / options:.0f}",
                f"{point['engine_bytes'] / options:.0f}",
                f"{peak / options:.0f}",
                digits(point["build_seconds"]),
                digits(point["first_seconds"]),
            ]
        )
    title = f"Memory and time by the number of options, engine {of['engine']}"
    return "\n".join([title, aligned(rows), *notes, ""])


def interrupts(delays: dict[str, list[float | None]]) -> str:
    """Show the worst delay of each engine."""
    rows = [["", "Ctrl-C: worst delay, ms"]]
    for engine, all_ in delays.items():
        known = [delay for delay in all_ if delay is not None]
        worst = f"{max(known) * 1000:.1f}" if len(known) == len(all_) else "not stopped"
        rows.append([engine, worst])
    return aligned(rows) + "\n"


def large(of: dict[str, Any]) -> str:
    """Show what a large problem costs beside a search."""
    if "unable" in of:
        return f"The large problem, engine {of['engine']}: {of['unable']}\n"
    options = of["options"]
    return (
        f"{options:,.0f} options, {of['items']:,.0f} items, engine {of['engine']}: "
        f"{of['times_queens14']:.1f} times 14 queens ({digits(of['queens14_seconds'])} s)\n"
        f"  build {digits(of['build_seconds'])} s, first solution {digits(of['first_seconds'])} s\n"
        f"  bytes an option: problem {of['problem_bytes'] / options:.0f}, "
        f"engine {of['engine_bytes'] / options:.0f}, "
        f"peak while building {of['build_peak_bytes'] / options:.0f}\n"
    )


def import_time(of: dict[str, float]) -> str:
    """Show what importing this library costs."""
    return (
        f"import dlx: {of['more_seconds'] * 1000:.1f} ms more than bare Python "
        f"({of['bare_seconds'] * 1000:.1f} ms)\n"
    )
