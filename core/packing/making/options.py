# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of a packing puzzle before it is made, and the classics: boxes, with the pieces that fill them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import prod
from types import MappingProxyType

from ...common.errors import InputError
from ...common.options import CELLS, FILE, STEPS, Choice, Options, option, seed_option
from ...common.words import counted
from ...polycubes.goal import LARGEST_GOAL, Goal, Piece, letters
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.shape import Cell, Shape


@dataclass(frozen=True)
class Classic:
    """A puzzle by its label, what it is like, its box, and its pieces.

    ``pieces`` has how many there are of each piece, and its cells as digits of x, y and z. ``full_search`` has what
    takes minutes to find: how many pieces the search for all solutions tries, and how many there are up to rotation.
    """

    label: str
    meaning: str
    size: Cell
    pieces: tuple[tuple[int, str], ...]
    full_search: tuple[int, int] | None = None

    @property
    def puzzle(self) -> PolycubePuzzle:
        """The puzzle, with nothing known of its solutions."""
        pieces = tuple(
            Piece(Shape.of((int(cell[0]), int(cell[1]), int(cell[2])) for cell in digits.split()), many, many, name)
            for (many, digits), name in zip(self.pieces, letters(), strict=False)
        )
        return PolycubePuzzle(pieces, Goal.box(self.size), self.label)


CLASSICS: Mapping[str, Classic] = MappingProxyType(
    {
        "megaron": Classic(
            "Megaron",
            "Six different pieces of 4 and 5 cells; one solution",
            (3, 3, 3),
            (
                (1, "000 100 200 101"),
                (1, "000 100 200 101 010"),
                (1, "000 100 101 110 210"),
                (1, "000 001 010 110 120"),
                (1, "000 100 010 001"),
                (1, "000 100 010 101"),
            ),
        ),
        "soma": Classic(
            "Soma",
            "Piet Hein's seven pieces of 3 and 4 cells; 240 solutions, without rotations and reflections",
            (3, 3, 3),
            (
                (1, "000 001 010"),
                (1, "000 001 002 010"),
                (1, "000 001 002 011"),
                (1, "000 001 011 012"),
                (1, "000 001 100 110"),
                (1, "000 001 100 011"),
                (1, "000 001 100 010"),
            ),
        ),
        "diabolical": Classic(
            "Diabolical",
            "Six pieces of 2 to 7 cells; 13 solutions, without rotations and reflections",
            (3, 3, 3),
            (
                (1, "000 001"),
                (1, "000 001 100"),
                (1, "000 001 100 101"),
                (1, "000 001 100 200 201"),
                (1, "000 001 002 100 101 200"),
                (1, "000 001 100 101 200 201 202"),
            ),
        ),
        "slothouber_graatsma": Classic(
            "Slothouber-Graatsma",
            "Six blocks of 1x2x2 and three single cells; one solution",
            (3, 3, 3),
            (
                (6, "000 001 010 011"),
                (3, "000"),
            ),
        ),
        "conway": Classic(
            "Conway",
            "John Conway's blocks: thirteen of 1x2x4, and five others; 572 solutions",
            (5, 5, 5),
            (
                (13, "000 001 002 003 010 011 012 013"),
                (1, "000 001 010 011"),
                (1, "000 001 100 101 010 011 110 111"),
                (3, "000 001 002"),
            ),
        ),
        "bedlam": Classic(
            "Bedlam",
            "Thirteen pieces of 4 and 5 cells; 19,186 solutions, which take minutes to find",
            (4, 4, 4),
            (
                (1, "001 100 101 102 202"),
                (1, "001 100 101 102 201"),
                (1, "000 001 101 102 202"),
                (1, "002 101 102 110 111"),
                (1, "001 100 101 102 111"),
                (1, "001 101 102 110 111"),
                (1, "001 101 110 111 112"),
                (1, "000 100 101 102 110"),
                (1, "002 100 101 102 110"),
                (1, "100 101 102 012 112"),
                (1, "101 102 010 011 111"),
                (1, "001 100 101 102 110"),
                (1, "000 100 101 111"),
            ),
            full_search=(36_287_099, 19_186),
        ),
        "tetris": Classic(
            "Tetris",
            "Twelve pieces of 5 and 6 cells; 9,839 solutions, which take minutes to find",
            (4, 4, 4),
            (
                (1, "000 100 200 010 020"),
                (1, "000 010 110 020 030"),
                (1, "000 001 100 010 110"),
                (1, "000 001 010 110 210 120"),
                (1, "000 100 200 010 011"),
                (1, "000 100 200 110 111"),
                (1, "000 100 110 111 211"),
                (1, "010 110 120 210 101 111"),
                (1, "000 100 200 010 020 011"),
                (1, "000 100 200 010 020 021"),
                (1, "000 001 100 110 210"),
                (1, "000 010 110 120 130"),
            ),
            full_search=(34_493_175, 9_839),
        ),
    }
)
"""The classics, by their names; the first one is the default."""


@cache
def _by_content() -> Mapping[tuple[tuple[Piece, ...], Goal], Classic]:
    return {(classic.puzzle.pieces, classic.puzzle.goal): classic for classic in CLASSICS.values()}


def named_as(puzzle: PolycubePuzzle) -> Classic | None:
    """Return the classic that a puzzle is, piece by piece, whatever its own name; None where it is none."""
    return _by_content().get((puzzle.pieces, puzzle.goal))


DESIGN = "design"
"""The puzzle that is no classic, but cut from a box."""

SHAPE = "shape"
"""The puzzle whose pieces interlock in a shape."""

OWN = "own"
"""The puzzle that is yet to be drawn."""

STAGES, KEY = "stages", "key"
"""What pieces of a shape lock."""

CUBES, MODEL = "cubes", "model"
"""What the pieces of a shape look like."""

BALL = "ball"
"""The shape that needs no file."""

ALL, FIRST = "all", "first"
"""How far solutions are searched for."""

LARGEST_DESIGN = 216
"""Cells of a box that is cut."""

LARGEST_LEVEL = 50

LEAST_NOT_FLAT = 4
"""Cells of a piece that is not flat."""

MOST_ACROSS = 40
"""Cells of a model along its longest side."""

LEAST_WITH_INSIDE = 3
"""Cells along an axis of a box that has cells inside."""


@dataclass(frozen=True)
class PackingOptions(Options):
    """The user's settings; raises InputError, with a sentence for the user, for what cannot be."""

    puzzle: str = option(
        next(iter(CLASSICS)),
        "Puzzle",
        "A classic, a new design, a shape, or your own",
        choices={name: Choice(classic.label, classic.meaning) for name, classic in CLASSICS.items()}
        | {
            DESIGN: Choice("Design", "A box that is cut into pieces from a seed, until it has few enough solutions"),
            SHAPE: Choice("From a Shape", "A model that is divided into pieces that interlock: one at a time can move"),
            OWN: Choice("Your Own", "An empty box and one cube, to draw your own pieces with Draw"),
        },
    )
    search: str = option(
        ALL,
        "Search",
        "How long to search for solutions; the search can be continued later",
        choices={
            ALL: Choice("All Solutions", "All solutions, however long it takes; stopping keeps what was found"),
            FIRST: Choice("First Solution", "One solution, so that the pieces can be shown together"),
        },
    )
    size: Cell = option((3, 3, 3), "Size", "Cells of the box along X, Y and Z", least=1, most=LARGEST_GOAL, unit=CELLS)
    seed: int = seed_option()
    design: int = option(6, "Pieces", "The number of pieces into which the box is cut", least=2, most=64, unit=STEPS)
    smallest: int = option(
        0,
        "Smallest Piece",
        "The fewest cells that a piece may have; 0 for 3, or fewer with many pieces; of a shape a third of the average",
        most=LARGEST_GOAL,
        unit=STEPS,
    )
    largest: int = option(
        0,
        "Largest Piece",
        "The most cells that a piece may have; 0 for twice the average; of a shape three times",
        most=LARGEST_GOAL,
        unit=STEPS,
    )
    all_different: bool = option(False, "All Different", "No two pieces are the same", heading="Pieces")
    no_planar: bool = option(
        False, "None Flat", "No piece is flat: all are two cells high, however they lie", heading="Pieces"
    )
    no_symmetric: bool = option(
        False, "None Symmetric", "No piece looks the same after any turn or in any mirror", heading="Pieces"
    )
    most_solutions: int = option(
        1,
        "Solutions",
        "The most solutions that there may be, counted once if a rotation of the box turns one into the other",
        least=1,
        most=10_000,
        unit=STEPS,
    )
    level: int = option(
        1,
        "Level",
        "The moves until the first part comes off, at least; above 1 cells inside the box may stay empty",
        least=1,
        most=LARGEST_LEVEL,
        unit=STEPS,
    )
    designs: int = option(
        1, "Designs", "The number of designs that are made; the hardest is kept", least=1, most=1000, unit=STEPS
    )

    shape: str = option(
        BALL,
        "Shape",
        "The file of a model (STL, OBJ, .vox or cells as text), a box as 4x4x4, cells as xx|x.,xx, or ball",
        unit=FILE,
    )
    across: int = option(
        12, "Cells Across", "The cells of a model along its longest side", least=4, most=MOST_ACROSS, unit=STEPS
    )
    skin: str = option(
        CUBES,
        "Skin",
        "What the pieces of a shape look like",
        choices={
            CUBES: Choice("Cubes", "The pieces are made of cubes"),
            MODEL: Choice("As the Model", "The pieces have the model's own surface; gaps and bevels are inside only"),
        },
    )
    shape_pieces: int = option(
        8, "Shape Pieces", "The number of pieces into which the shape is divided", least=3, most=60, unit=STEPS
    )
    lock: str = option(
        STAGES,
        "Lock",
        "How far the pieces of a shape lock each other",
        choices={
            STAGES: Choice("At Every Stage", "One piece can move, then one of the rest, and so on to the last two"),
            KEY: Choice("By a Key", "One piece can move at first; once it is out, several can"),
        },
    )

    def __post_init__(self) -> None:
        """Check each option by itself, and whether a box can be cut as is wished."""
        super().__post_init__()
        if self.puzzle != DESIGN:
            return
        cells = prod(self.size)
        if cells > LARGEST_DESIGN:
            raise InputError(f"Size is {' x '.join(map(str, self.size))}: at most {LARGEST_DESIGN} cells can be cut.")
        if self.level > 1 and min(self.size) < LEAST_WITH_INSIDE:
            raise InputError(
                f"Level is {self.level}: a box that is less than {LEAST_WITH_INSIDE} cells wide always has level 1. "
                "Take a larger size."
            )
        if self.design > cells:
            raise InputError(f"Pieces is {self.design}: a box of {cells} cells can be cut into {cells} at most.")
        check_piece_sizes(self.design, cells, *self.piece_sizes)
        if self.no_planar and self.design * LEAST_NOT_FLAT > cells:
            raise InputError(
                f"Pieces is {self.design}: a piece that is not flat has {LEAST_NOT_FLAT} cells at least, so of "
                f"{cells} cells there are at most {cells // LEAST_NOT_FLAT}."
            )

    @property
    def piece_sizes(self) -> tuple[int, int]:
        """The fewest and the most cells that a piece of a design has."""
        cells = prod(self.size)
        return self.smallest or max(1, min(3, cells // self.design - 1)), self.largest or -(-2 * cells // self.design)


def check_piece_sizes(pieces: int, cells: int, least: int, most: int) -> None:
    """Raise InputError where so many pieces, of ``least`` to ``most`` cells, cannot have so many cells together."""
    so_many = f"of {counted(pieces, 'piece')} that have {cells:,} cells together it must be"
    if pieces * least > cells:
        raise InputError(f"Smallest piece is {least}: {so_many} {cells // pieces} at most.")
    if pieces * most < cells:
        raise InputError(f"Largest piece is {most}: {so_many} {-(-cells // pieces)} at least.")
