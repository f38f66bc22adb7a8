"""The problems that are measured, built by code as plain data.

A problem is primary items in the order in which ties go, secondary items, and options; nothing here
knows any solver. An entry of an option is an item, or a pair (secondary item, color).
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

Entry = str | tuple[str, str]
Option = tuple[Entry, ...]
Square = tuple[int, int]


@dataclass(frozen=True)
class Instance:
    """A problem and the number of its solutions, where that is known."""

    name: str
    title: str
    primary: list[str]
    options: Sequence[Option]
    secondary: list[str] = field(default_factory=list)
    solutions: int | None = None


# Known counts: OEIS A000170, A014552 (times two: both directions), A004003, A001147, A000315.
QUEENS = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512]
# Nodes of the search in that order of items, root and solutions included.
QUEENS_NODES = {8: 1049, 9: 3440, 10: 11578, 11: 45393, 12: 211716, 13: 1046319, 14: 5474542}
QUEENS_NODES |= {15: 31214675, 16: 193032021}
LANGFORD = {3: 2, 4: 2, 7: 52, 8: 300, 11: 35584, 12: 216288}
DOMINOES = {4: 36, 6: 6728, 8: 12988816}
REDUCED_LATIN_SQUARES = {2: 1, 3: 1, 4: 4, 5: 56, 6: 9408, 7: 16942080}


def organ_pipe(n: int) -> list[int]:
    """Return 0 … n-1 from the middle outward: 4 3 5 2 6 1 7 0 for n = 8."""
    return [(n + k if k % 2 == 0 else n - 1 - k) // 2 for k in range(n)]


def queens(n: int) -> Instance:
    """Place n queens: rows and columns primary in organ-pipe order, diagonals secondary.

    Diagonals of length 1 clash with nothing and are left out.
    """
    up, down = [f"a{k}" for k in range(2 * n - 1)], [f"b{k}" for k in range(2 * n - 1)]
    secondary = up[1:-1] + down[1:-1]
    diagonals = set(secondary)

    def option(row: int, column: int) -> Option:
        crossed = (up[row + column], down[n - 1 - row + column])
        return (f"r{row}", f"c{column}", *(d for d in crossed if d in diagonals))

    return Instance(
        name=f"queens{n}",
        title=f"{n} queens",
        primary=[name for k in organ_pipe(n) for name in (f"r{k}", f"c{k}")],
        secondary=secondary,
        options=[option(row, column) for row in range(n) for column in range(n)],
        solutions=QUEENS[n] if n < len(QUEENS) else None,
    )


# A drawing of each piece: # is a cell of it.
PENTOMINOES = {
    "F": (".##", "##.", ".#."),
    "I": ("#####",),
    "L": ("####", "#..."),
    "N": ("###.", "..##"),
    "P": ("###", "##."),
    "T": ("###", ".#.", ".#."),
    "U": ("#.#", "###"),
    "V": ("#..", "#..", "###"),
    "W": ("#..", "##.", ".##"),
    "X": (".#.", "###", ".#."),
    "Y": ("####", ".#.."),
    "Z": ("##.", ".#.", ".##"),
}


def orientations(drawing: tuple[str, ...]) -> list[tuple[Square, ...]]:
    """Return the turns and reflections of a drawn shape, each moved into the corner, once."""
    shape = [(r, c) for r, line in enumerate(drawing) for c, mark in enumerate(line) if mark == "#"]
    found = set()
    for _ in range(2):
        shape = [(r, -c) for r, c in shape]
        for _ in range(4):
            shape = [(c, -r) for r, c in shape]
            top, left = min(r for r, _ in shape), min(c for _, c in shape)
            found.add(tuple(sorted((r - top, c - left) for r, c in shape)))
    return sorted(found)


def pentominoes(
    rows: int, columns: int, without: Iterable[Square] = (), solutions: int | None = None
) -> Instance:
    """Fill a board of 60 cells with the twelve pentominoes, all symmetric copies counted."""
    missing = set(without)
    board = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in missing]
    cells = {square: f"{square[0]}.{square[1]}" for square in board}
    options = []
    for piece, drawing in PENTOMINOES.items():
        for shape in orientations(drawing):
            for r, c in ((r, c) for r in range(rows) for c in range(columns)):
                placed = [(r + dr, c + dc) for dr, dc in shape]
                if all(square in cells for square in placed):
                    options.append((piece, *(cells[square] for square in placed)))
    return Instance(
        name=f"pentominoes{rows}x{columns}",
        title=f"pentominoes {rows}x{columns}" + (" less some cells" if missing else ""),
        primary=[*PENTOMINOES, *cells.values()],
        options=options,
        solutions=solutions,
    )


def pentominoes_6x10() -> Instance:
    """Return the usual board: 2339 solutions, four copies of each."""
    return pentominoes(6, 10, solutions=9356)


def pentominoes_3x20() -> Instance:
    """Return the longest board: two solutions, four copies of each."""
    return pentominoes(3, 20, solutions=8)


def pentominoes_8x8() -> Instance:
    """Return the chessboard without its middle: 65 solutions, eight copies of each."""
    return pentominoes(8, 8, [(3, 3), (3, 4), (4, 3), (4, 4)], solutions=520)


def pentomino_tilings(rows: int, columns: int) -> Instance:
    """Tile a board with pentominoes, each as often as one likes."""
    placed = pentominoes(rows, columns)
    return Instance(
        name=f"tilings{rows}x{columns}",
        title=f"pentominoes, any number of each, {rows}x{columns}",
        primary=[item for item in placed.primary if item not in PENTOMINOES],
        options=[option[1:] for option in placed.options],
    )


def langford(n: int) -> Instance:
    """Put two copies of each k = 1 … n into a row, k others between them."""
    return Instance(
        name=f"langford{n}",
        title=f"Langford pairs {n}",
        primary=[str(k) for k in range(1, n + 1)] + [f"s{j}" for j in range(1, 2 * n + 1)],
        options=[
            (str(k), f"s{j}", f"s{j + k + 1}") for k in range(1, n + 1) for j in range(1, 2 * n - k)
        ],
        solutions=LANGFORD.get(n),
    )


def dominoes(n: int) -> Instance:
    """Tile an n by n board with dominoes."""
    options = []
    for r, c in ((r, c) for r in range(n) for c in range(n)):
        if c + 1 < n:
            options.append((f"{r}.{c}", f"{r}.{c + 1}"))
        if r + 1 < n:
            options.append((f"{r}.{c}", f"{r + 1}.{c}"))
    return Instance(
        name=f"dominoes{n}x{n}",
        title=f"dominoes {n}x{n}",
        primary=[f"{r}.{c}" for r in range(n) for c in range(n)],
        options=options,
        solutions=DOMINOES.get(n),
    )


def matchings(n: int) -> Instance:
    """Match n points, n even: (n-1)(n-3)…1 ways."""
    solutions = 1
    for k in range(1, n, 2):
        solutions *= k
    points = [f"v{k}" for k in range(n)]
    return Instance(
        name=f"matchings{n}",
        title=f"matchings of {n} points",
        primary=points,
        options=list(combinations(points, 2)),
        solutions=solutions,
    )


def latin_squares(n: int) -> Instance:
    """Fill a Latin square of order n whose first row and first column are in order."""
    squares = range(n)
    options = {
        (r, c, d): (f"p{r}.{c}", f"r{r}.{d}", f"c{c}.{d}")
        for r in squares
        for c in squares
        for d in squares
    }
    given = {item for k in squares for rcd in ((0, k, k), (k, 0, k)) for item in options[rcd]}
    items = [f"{kind}{a}.{b}" for kind in "prc" for a in squares for b in squares]
    return Instance(
        name=f"latin{n}",
        title=f"reduced Latin squares of order {n}",
        primary=[item for item in items if item not in given],
        options=[option for option in options.values() if given.isdisjoint(option)],
        solutions=REDUCED_LATIN_SQUARES.get(n),
    )


FOUR_LETTERS = """
able acid acne acre afar aged airy ajar aloe also alto amen amid anew ante anti apex arch area arid
army atom aunt aura aver avid avow away axis baby back bald bane bare bark barn base bate bead beam
bean bear beat bell belt bend best bike bird bite blot blue boar boat body bold bolt bone book bore
born both bowl bulk burn busy cage cake calm came camp cane cape card care cart case cast cave cell
chef chin city clan clay clip club coal coat code cold come cone cook cool cope cord core corn cost
crab crew crop cube cure dale dame dare dark dart data date dead deal dean dear debt deed deer dent
desk dial dime dine dire dirt disc dish dive dome done door dose dove dual duel dull duty each earl
earn ease east easy echo edge edit emit epic even ever evil exit face fact fade fail fair fame fare
farm fast fate fear feed feel file film fine fire firm fish five flag flat flea flow foam fold fond
foot ford fore fork form four free fuel full gain gale game gate gear gene gift girl glad goal goat
gold gone good gray grid grim grin hair half hall halt hand hard harm hate have head heal heap hear
heat heel heir here hero hide high hill hint hire hole home hope horn host hour huge idea idle inch
into iris iron isle item keen lace lake lamb lame land lane last late lead leaf lean lent less life
lime line lion list live load loan lone long lose love made mail main male mane many mare mask mate
meal mean meat meet mend menu mere mild mile milk mine mint moan mode mole mood moon more most move
name near neat neck nest nine node none noon nose note oath oboe odor omen once only open oral oven
over pace page pail pain pair pale palm pane part past path peak pear peel pile pine pint pipe plan
plea poem pole pond pore port pose post race rage rail rain rake rare rate read real rear rent rest
rice ride ring riot ripe rise road roam role room root rope rose rule safe sail sale salt same sand
sane save seal seat seed seem sent shoe shop side sign site size slam slim slot snow soap soil sole
solo some song sore sort soul star stem step stir tail tale tame tape task teal team tear tent term
tide tile time tiny tire toad tone tool torn tour tree trim tube tuna vale vane vase vast veal vein
vent verb vest view vine vote wage wait wake wane warm wart wave wear weed well went west wine wing
wire wise wolf wood word wore year zero zone
"""


def words() -> Instance:
    """Write words of four letters across and down, a word in every row and column."""
    lexicon = FOUR_LETTERS.split()
    squares = range(4)
    across: list[Option] = [
        (f"A{r}", *((f"{r}.{c}", word[c]) for c in squares)) for r in squares for word in lexicon
    ]
    down: list[Option] = [
        (f"D{c}", *((f"{r}.{c}", word[r]) for r in squares)) for c in squares for word in lexicon
    ]
    return Instance(
        name="words4x4",
        title="word squares 4x4 (colors)",
        primary=[f"A{r}" for r in squares] + [f"D{c}" for c in squares],
        secondary=[f"{r}.{c}" for r in squares for c in squares],
        options=[*across, *down],
        solutions=1809,  # miniexact, xcover, pyxcc and CP-SAT agree
    )


def sudoku() -> Instance:
    """Return the empty sudoku; option 81·row + 9·column + digit - 1 fills a cell."""
    nine, digits = range(9), range(1, 10)
    return Instance(
        name="sudoku",
        title="sudoku",
        primary=[f"p{r}{c}" for r in nine for c in nine]
        + [f"{kind}{k}{d}" for kind in "rcb" for k in nine for d in digits],
        options=[
            (f"p{r}{c}", f"r{r}{d}", f"c{c}{d}", f"b{r // 3 * 3 + c // 3}{d}")
            for r in nine
            for c in nine
            for d in digits
        ],
    )


def filled(cells: str) -> list[int]:
    """Return the options of the digits of a sudoku, where 0 is an empty cell."""
    return [9 * k + int(digit) - 1 for k, digit in enumerate(cells) if digit != "0"]


def sudoku_puzzles(limit: int = 50) -> list[tuple[list[int], list[int]]]:
    """Return sudokus of 17 clues: the given options, and all options of the only answer."""
    lines = (Path(__file__).parent / "data" / "sudoku17.txt").read_text().splitlines()[:limit]
    return [(filled(puzzle), filled(answer)) for puzzle, answer in map(str.split, lines)]


def sparse(options: int, items: int, *, seed: int = 1) -> Instance:
    """Make random triples, among them some that part the items, a multiple of three."""
    rng = random.Random(seed)
    primary = [f"i{k}" for k in range(items)]
    deal = rng.sample(primary, items)
    planted = [tuple(deal[k : k + 3]) for k in range(0, items, 3)]
    others = [tuple(rng.sample(primary, 3)) for _ in range(options - len(planted))]
    return Instance(
        name=f"sparse{options}-{items}",
        title=f"random triples of {items} items",
        primary=primary,
        options=rng.sample([*planted, *others], options),
    )


def blocks(options: int, *, seed: int = 1) -> Instance:
    """Make about so many options in independent blocks: 120 random triples of 12 items each.

    Four triples that part the twelve items are among each block's, so that there is a solution.
    """
    rng = random.Random(seed)
    triples = list(combinations(range(12), 3))
    primary, rows = [], []
    for block in range(-(-options // 120)):
        items = [f"{block}.{k}" for k in range(12)]
        deal = rng.sample(range(12), 12)
        planted = {tuple(sorted(deal[k : k + 3])) for k in range(0, 12, 3)}
        others = rng.sample([triple for triple in triples if triple not in planted], 116)
        chosen = sorted([*planted, *others])
        primary += items
        rows += [tuple(items[k] for k in triple) for triple in chosen]
    return Instance(
        name=f"blocks{options}",
        title=f"blocks of random triples, {len(rows):,} options on {len(primary):,} items",
        primary=primary,
        options=rows,
    )
