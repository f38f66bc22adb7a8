"""Place them yourself: a board for a web page, to put queens on, which names each attack.

All solutions of its boards are found here, when the page is made. The page itself never searches:
its hints and counts are looked up among them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import dlx.player
from nqueens.arguments import regions_of, size_of
from nqueens.methods import solve_queens
from nqueens.player import script, style

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

VERSION = 1
"""The version of what `data` gives."""

_SIZES = (8, 4, 5, 6, 7, 9, 10)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def data(
    sizes: Iterable[int] = _SIZES,
    puzzles: Mapping[str, Sequence[Sequence[Hashable]]] | None = None,
) -> dict[str, Any]:
    """Give the boards to place queens on, with all their solutions, as plain data.

    Parameters
    ----------
    sizes : iterable of int
        The sizes of plain boards, from 0 to 36.
    puzzles : mapping from names to regions, optional
        Boards with regions, as for `nqueens.solve_queens`, each of which wants one queen; queens on
        them may not touch, and attack each other only along rows and columns.

    Returns
    -------
    dict
        With the keys ``version`` and ``boards``; the comment at the top of ``place.js`` says what
        is in them.

    Raises
    ------
    TypeError, ValueError
        If a size or the regions make no sense.

    Notes
    -----
    All solutions are listed: 724 for n = 10, and for each larger board about 4 to 6 times as many.

    Examples
    --------
    >>> from nqueens.player import place
    >>> place.data([4])["boards"][0]["solutions"]
    ['1302', '2031']
    """
    boards = []
    for n in sizes:
        name = "1 queen" if n == 1 else f"{n} queens"
        boards.append({"name": name, "n": _checked(n), "diagonals": "long", "regions": None})
        boards[-1]["solutions"] = _words(solve_queens(n))
    for name, regions in (puzzles or {}).items():
        n = _checked(len(regions))
        squares = regions_of(regions, n)
        number = {square: k for k, line in enumerate(squares.values()) for square in line}
        rows = [[number[row, column] for column in range(n)] for row in range(n)]
        boards.append({"name": name, "n": n, "diagonals": "adjacent", "regions": rows})
        boards[-1]["solutions"] = _words(solve_queens(n, regions=rows, diagonals="adjacent"))
    return {"version": VERSION, "boards": boards}


def embed(told: Mapping[str, Any] | None = None) -> str:
    """Give the piece of a page that becomes a board there.

    The page must load `nqueens.player.script` and `nqueens.player.style`, once.

    Parameters
    ----------
    told : mapping, optional
        What `data` gives; that of the sizes from 4 to 10 if left out.

    Returns
    -------
    str
        HTML.
    """
    packed = dlx.player.pack(data() if told is None else told)
    return (
        '<div class="queens-place">'
        f'<script type="text/plain">{packed}</script>'
        "<noscript>The board that stands here needs JavaScript.</noscript></div>"
    )


def page(told: Mapping[str, Any] | None = None, *, title: str = "Place them yourself") -> str:
    """Give a page with a board to place queens on, which holds all that it needs.

    Parameters
    ----------
    told : mapping, optional
        What `data` gives; that of the sizes from 4 to 10 if left out.
    title : str
        The page's heading.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> from nqueens.player import place
    >>> "<h1>Eight queens</h1>" in place.page(place.data([8]), title="Eight queens")
    True
    """
    return dlx.player.document(embed(told), title=title, scripts=[script()], styles=[style()])


def _checked(n: int) -> int:
    size = size_of(n)
    if size > len(_DIGITS):
        raise ValueError(f"n is {n}; the page takes boards with at most {len(_DIGITS)} rows")
    return size


def _words(boards: Iterable[Sequence[int]]) -> list[str]:
    return ["".join(_DIGITS[column] for column in board) for board in boards]
