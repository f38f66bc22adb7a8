"""Charts of what was measured, on logarithmic scales, as pictures in the library's style."""

from __future__ import annotations

from math import ceil, floor, log, log10
from typing import TYPE_CHECKING, Any

import tables

from dlx.drawing import Picture

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTH = 620
MARGIN = 1.3
LINE = 13  # from one line of text to the next


class Scale:
    """A logarithmic scale for some values, from one place of a picture to another."""

    def __init__(self, values: Iterable[float], start: float, end: float) -> None:
        values = list(values)
        self.low, self.high = min(values) / MARGIN, max(values) * MARGIN
        self.start, self.end = start, end

    def place(self, value: float) -> float:
        """Return where a value is."""
        part = log(value / self.low) / log(self.high / self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Return the round numbers 1, 2, 5, 10, 20 and so on that are on the scale."""
        powers = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
        steps = (step * 10.0**power for power in powers for step in (1, 2, 5))
        return [step for step in steps if self.low <= step <= self.high]


def comparison(results: dict[str, Any]) -> Picture:
    """Draw how many times as long as `auto` the other packages take: a row for each problem."""
    rows = []
    for of in results["comparisons"]:
        fastest = tables.fastest_other(results, of)
        if fastest and "auto" in of["programs"]:
            names = [*tables.others(results), "links"]
            known = {name: tables.ratio(of["programs"], name, "auto") for name in names}
            right = {n: r for n, r in known.items() if r is not None and n not in of["wrong"]}
            rows.append((of["title"], fastest, right))
    if not rows:
        raise LookupError("nothing was compared")
    left, top, step = 245, 14, 26
    bottom = top + step * len(rows)
    scale = Scale([1, *(r for _, _, known in rows for r in known.values())], left, WIDTH - 20)
    told = [
        f"{title}: {fastest} takes {tables.digits(known[fastest])} times as long"
        for title, fastest, known in rows
    ]
    picture = Picture(
        "chart", "Times as long as auto: the fastest other package on each problem", "; ".join(told)
    )
    picture.width, picture.height = WIDTH, bottom + 26
    for tick in scale.ticks():
        x = scale.place(tick)
        kind = "unit" if tick == 1 else "grid"
        picture.add("path", kind, d=f"M {x:.1f} {top - 6} V {bottom}")
        picture.text("label", x, bottom + 12, f"{tick:g}")
    for number, (title, fastest, known) in enumerate(rows):
        y = top + step * (number + 0.5)
        picture.text("row", left - 12, y, title)
        for name, longer in known.items():
            kind = "fastest" if name == fastest else "links" if name == "links" else "other"
            mark = {"cx": scale.place(longer), "cy": y, "r": 3.2 if kind == "other" else 4.2}
            picture.add("circle", f"dot {kind}", **mark)
        at = scale.place(known[fastest])
        picture.text("beside", at, y - 9, f"{fastest} {tables.digits(known[fastest])}")
    return picture


def nodes(growth: dict[str, Any]) -> Picture:
    """Draw million nodes a second by the number of queens: a line for each engine."""
    lines = {
        engine: [(point["n"], tables.speed_of(point)) for point in points if "n" in point]
        for engine, points in growth.items()
        if engine != "auto"  # it is one of the others
    }
    lines = {engine: points for engine, points in lines.items() if points}
    sizes = sorted({n for points in lines.values() for n, _ in points})
    left, right, top, bottom = 46, 540, 12, 262
    scale = Scale((speed for points in lines.values() for _, speed in points), bottom, top)

    def across(n: int) -> float:
        return left + (n - sizes[0] + 0.5) * (right - left) / len(sizes)

    told = [
        f"{engine}: {', '.join(f'{tables.digits(speed)} at {n}' for n, speed in points)}"
        for engine, points in lines.items()
    ]
    picture = Picture("chart", "Million nodes a second by the number of queens", "; ".join(told))
    picture.width, picture.height = WIDTH, bottom + 40
    for tick in scale.ticks():
        y = scale.place(tick)
        picture.add("path", "grid", d=f"M {left} {y:.1f} H {right}")
        picture.text("row", left - 8, y, f"{tick:g}")
    for n in sizes:
        picture.text("label", across(n), bottom + 14, str(n))
    picture.text("label", (left + right) / 2, bottom + 30, "queens")
    lowest = top  # where a line's name may stand
    for engine, points in sorted(lines.items(), key=lambda line: -line[1][-1][1]):
        places = [(across(n), scale.place(speed)) for n, speed in points]
        picture.add("path", "line", d="M " + " L ".join(f"{x:.1f} {y:.1f}" for x, y in places))
        for x, y in places:
            picture.add("circle", "dot fastest", cx=x, cy=y, r=3)
        x, y = places[-1]
        picture.text("end", x + 9, max(y, lowest), engine)
        lowest = max(y, lowest) + LINE
    return picture
