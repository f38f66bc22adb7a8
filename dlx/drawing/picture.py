"""An SVG picture that grows, and tells whoever can't see it what it shows."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TINY = 1e-9

LONGEST = 160.0
"""How wide a name may be in a picture; of a longer one the beginning is shown."""

_NARROW, _WIDE = frozenset(" .,:;!|'()[]-/Iijlfrt"), frozenset("mwMW@%&—…")


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Estimate how wide a text is in a font of this size: fonts differ, so rather too much."""
    ems = sum(map(_ems, text))
    return ems * size * (1.1 if bold else 1)


def _ems(letter: str) -> float:
    if letter in _NARROW:
        return 0.41
    if letter in _WIDE or east_asian_width(letter) in {"W", "F"}:
        return 1.0
    return 0.73 if letter.isupper() else 0.63


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Give so much of a text as a width has room for, with "…" for what is left out."""
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(text + "…", size, bold=bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def label_text(label: object) -> str:
    """Give an option's label as it stands in a picture."""
    return ",".join(map(str, label)) if isinstance(label, tuple) else str(label)


class Picture:
    """An SVG picture with a title and a description for whoever can't see it.

    In a notebook it shows itself. Its colors follow the page that it stands in, from light to dark.

    Attributes
    ----------
    title, description : str
        What it is, and what it shows, in words.
    width, height : float
        Its size in units of its own, of which 13 are as wide as the letter m.
    """

    def __init__(self, kind: str, title: str, description: str) -> None:
        self._kind, self.title, self.description = kind, title, description
        self.width = self.height = 0.0
        self._parts: list[str] = []

    def add(self, tag: str, classes: str = "", text: str = "", **attributes: float | str) -> None:
        """Add an element; an underscore in an attribute's name stands for a hyphen."""
        words = [tag, *([f'class="{classes}"'] if classes else [])]
        for name, value in attributes.items():
            shown = f"{value:.4g}" if isinstance(value, float) else str(value)
            words.append(f'{name.replace("_", "-")}="{escape(shown)}"')
        self._parts.append(f"<{' '.join(words)}>{escape(text)}</{tag}>")

    def box(
        self, classes: str, x: float, y: float, width: float, height: float, *, rx: float = 0
    ) -> None:
        """Add a rectangle around its middle, its corners rounded by `rx`."""
        self.add(
            "rect", classes, x=x - width / 2, y=y - height / 2, width=width, height=height, rx=rx
        )

    def text(
        self, classes: str, x: float, y: float, text: str, *, whole: str = "", **more: str
    ) -> None:
        """Add a text around its middle; if it isn't the whole text, that is shown when pointed at.

        Further attributes are as in `add`.
        """
        self.add("text", classes, text, x=x, y=y, **more)
        if whole not in {"", text}:
            end = "</text>"
            self._parts[-1] = (
                f"{self._parts[-1].removesuffix(end)}<title>{escape(whole)}</title>{end}"
            )

    def arrow(
        self, classes: str, points: Sequence[tuple[float, float]], *, both: bool = False
    ) -> None:
        """Add a line, or a curve if there are four points, with a head at its end or at both."""
        places = [f"{x:.1f} {y:.1f}" for x, y in points]
        if len(points) == 4:
            path = f"M {places[0]} C {places[1]}, {places[2]}, {places[3]}"
        else:
            path = f"M {places[0]} L {places[1]}"
        self.add("path", f"line {classes}", d=path)
        self._head(classes, points[-2], points[-1])
        if both:
            self._head(classes, points[1], points[0])

    def _head(self, classes: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        dx, dy = end[0] - start[0], end[1] - start[1]
        size = max((dx * dx + dy * dy) ** 0.5, TINY)
        dx, dy = dx / size, dy / size
        x, y = end[0] - 5 * dx, end[1] - 5 * dy
        corners = [end, *((x - side * dy, y + side * dx) for side in (2.6, -2.6))]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        self.add("polygon", f"head {classes}", points=points)

    def svg(self, *, styled: bool = True) -> str:
        """Give the whole picture.

        Parameters
        ----------
        styled : bool
            Whether the colors go with it, so that it can stand alone. A page with many pictures
            does better to take them once, from `style`.

        Returns
        -------
        str
            An ``svg`` element.
        """
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="picture {self._kind}" role="img" '
            f'viewBox="0 0 {self.width:g} {self.height:g}" style="width: {self.width / 13:.4g}rem" '
            f'aria-label="{escape(self.title)}. {escape(self.description)}">'
            f"<title>{escape(self.title)}</title><desc>{escape(self.description)}</desc>"
            f"{f'<style>{style()}</style>' if styled else ''}{''.join(self._parts)}</svg>"
        )

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, usually one whose name ends with ``.svg``.

        Raises
        ------
        OSError
            If the file can't be written.
        """
        from pathlib import Path

        Path(path).write_text(self.svg() + "\n", encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg()


def style() -> str:
    """Give the style sheet of all pictures, as CSS.

    Where a page sets no colors of its own (Furo's variables, ``--color-foreground-primary`` and so
    on), they are those of the system.
    """
    return files("dlx.drawing").joinpath("pictures.css").read_text(encoding="utf-8")
