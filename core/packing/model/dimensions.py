# SPDX-License-Identifier: GPL-3.0-or-later
"""The dimensions of a printed packing puzzle, in millimeters, and the pieces that are printed, each where it lies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import ClassVar

from ...common.containers import triple
from ...common.errors import InputError
from ...common.options import STEPS, Choice, length, option
from ...kind.holding import HoldingDimensions, follows_option, held_option, hold_option
from ...kind.part import Point, colors_option
from ...polycubes.goal import letters
from ...polycubes.puzzle import PolycubePuzzle, Solution
from ...polycubes.shape import Cell, Cells, moved

SMALLEST_INSET = 0.01
"""Cubes that touch at an edge only would share it with less."""

THINNEST_SHARE = 0.25
"""The most of a cube's side that the insets may take."""

DEEPEST_LETTERS = 2.0
"""In millimeters; deeper ones are not read better."""

DEEPEST_SHARE = 0.2
"""The most of a cube's side that letters may be deep."""

DOWEL_SHARE = 0.28
"""The most of a cube's side that a dowel is thick: more leaves no walls round two of them."""

THINNEST_WALLS = 0.5
"""In millimeters; thinner ones of hollow pieces are hardly printed."""

LEAST_BOUGHT = 1.0
"""In millimeters; magnets and dowels that are thinner are lost before they are in their holes."""

LETTER, NAME = "letter", "name"
"""What the letters of a piece say: its letter, or its number or name."""

MOST_SHOWN = 20_000
"""Solutions that can be chosen; no more are kept."""

GRIP = 2.0
"""How far the lid's top stands out over the sides that fingers take it by, in millimeters."""


_CELL = "Side of a cell, as the pieces lie in the solution, along"


@dataclass(frozen=True)
class Dimensions(HoldingDimensions):
    """All dimensions that a user gives, in millimeters, the number of the solution that is shown, and the colors.

    Raises InputError, with a sentence for the user, when they cannot be built.
    """

    cube: float = length(15.0, "Cube", "Side of a unit cube, with the insets", least=1.0)
    cube_y: float = length(0.0, "Cube Y", f"{_CELL} Y, from the front to the back; 0 for a cube", least=1.0, zero=True)
    cube_z: float = length(0.0, "Cube Z", f"{_CELL} Z, upward; 0 for a cube", least=1.0, zero=True)
    inset: float = length(
        0.1,
        "Inset",
        "How far each side of a piece lies inside of its cubes; the gap between two pieces is twice as wide",
        least=SMALLEST_INSET,
        most=10.0,
    )
    bevel: float = length(
        0.4,
        "Bevel",
        "Width of the slopes at 45 degrees along the edges, on the bed 0.4 mm at most, so that no supports are needed; "
        "inner edges are filled by as much; 0 for none",
        most=100.0,
        zero=True,
    )
    letters: float = length(
        0.0,
        "Letters",
        "Depth of the letter in each piece, as in the assembly steps; it faces up in the print; 0 for none",
        most=DEEPEST_LETTERS,
        zero=True,
    )
    letter_text: str = option(
        LETTER,
        "Letter Text",
        "What the letters say",
        choices={
            LETTER: Choice("Letter", "The letter of the piece in the assembly steps"),
            NAME: Choice("Number or Name", "The number of a stick or board, or the name that a file gives the piece"),
        },
    )
    tray_wall: float = length(2.0, "Box Wall", "Thickness of the walls of tray and lid; 0 for no box", zero=True)
    tray_gap: float = length(0.4, "Box Gap", "Gap between the pieces and each side of the tray", most=100.0)
    lid_gap: float = length(0.2, "Lid Gap", "Gap between the tray and each side of its lid", most=100.0)
    joint: float = length(
        0.15,
        "Joint Gap",
        "Gap between a peg and each side of its socket, where pieces are cut into parts",
        most=2.0,
    )
    dowel: float = length(
        0.0,
        "Dowel",
        "Diameter of round bars that you buy, as wood or filament, in place of printed pegs; 0 for printed ones",
        least=LEAST_BOUGHT,
        most=20.0,
        zero=True,
    )
    magnet: float = length(
        0.0,
        "Magnet",
        "Diameter of four round magnets that you buy, which hold the lid on the tray; 0 for none",
        least=LEAST_BOUGHT,
        most=20.0,
        zero=True,
    )
    magnet_height: float = length(2.0, "Magnet Height", "How high a magnet for the lid is", least=0.5, most=10.0)
    magnet_gap: float = length(
        0.1,
        "Magnet Gap",
        "Gap between a magnet and its printed hole; a magnet is no wider than it says",
        most=2.0,
    )
    stand: float = length(
        0.0,
        "Stand",
        "How deep the puzzle stands in a stand of its own; 0 for no stand",
        least=1.0,
        most=50.0,
        zero=True,
    )
    hollow: float = length(
        0.0,
        "Hollow",
        "Thickness of the walls of pieces that are hollow, with two drain holes each, to save resin; 0 for full ones",
        least=THINNEST_WALLS,
        most=20.0,
        zero=True,
    )
    solution: int = option(
        1,
        "Solution",
        "The number of the solution in which the pieces are put together; beyond the last one it is the last",
        least=1,
        most=MOST_SHOWN,
        unit=STEPS,
        flag="show_solution",
    )
    colors: str = colors_option()
    hold: str = hold_option(
        {
            "outer": Choice(
                "Outer Size", "The longest side of the closed box with its lid, or of the pieces where there is none"
            )
        }
    )
    held: float = held_option()
    follows: str = follows_option({"cube": Choice("Cube", "The cubes become larger and smaller; gaps and walls stay")})

    seldom: ClassVar[frozenset[str]] = frozenset({"cube_y", "cube_z"})
    wishes: ClassVar[Collection[str]] = frozenset(("dowel", "magnet", "magnet_height", "stand", "hollow"))

    @property
    def pitch(self) -> Point:
        """The sides of a cell along X, Y and Z: how far its pieces are from cell to cell."""
        return self.cube, self.cube_y or self.cube, self.cube_z or self.cube

    @property
    def is_cubic(self) -> bool:
        """Whether cells are cubes."""
        return len(set(self.pitch)) == 1

    @property
    def pitch_text(self) -> str:
        """The sides of a cell in words: "15 mm", or "16 x 16 x 5.6 mm"."""
        sides = self.pitch[:1] if self.is_cubic else self.pitch
        return " x ".join(f"{side:g}" for side in sides) + " mm"

    @property
    def cell_text(self) -> str:
        """What the pieces are made of, in words: "cubes of 15 mm"."""
        return f"{'cubes' if self.is_cubic else 'cells'} of {self.pitch_text}"

    def check_together(self) -> None:
        """Raise InputError where nothing would be left of a cell, or letters or dowels have no room in it."""
        narrow = min(self.pitch)
        if 2 * self.inset > THINNEST_SHARE * narrow + 1e-9:
            raise InputError(
                f"Inset is {self.inset:g} mm: with {self.cell_text} it must be at most "
                f"{THINNEST_SHARE * narrow / 2:g} mm."
            )
        if self.letters and not self.is_cubic:
            raise InputError(f"Letters is {self.letters:g} mm: only cubes have room for them, so give 0, or one Cube.")
        if self.letters > DEEPEST_SHARE * self.cube + 1e-9:
            raise InputError(
                f"Letters is {self.letters:g} mm: with cubes of {self.cube:g} mm it must be at most "
                f"{DEEPEST_SHARE * self.cube:g} mm."
            )
        if self.dowel > DOWEL_SHARE * self.cube + 1e-9:
            raise InputError(
                f"Dowel is {self.dowel:g} mm: with cubes of {self.cube:g} mm it must be at most "
                f"{DOWEL_SHARE * self.cube:g} mm."
            )

    def least(self, name: str) -> float:
        """Return the least that a dimension may be that follows: cubes have room for insets, letters and dowels."""
        least = super().least(name)
        room = max(2 * self.inset / THINNEST_SHARE, self.letters / DEEPEST_SHARE, self.dowel / DOWEL_SHARE)
        return max(least, room) if name == "cube" else least

    def lengths_of(self, cells: Cell) -> dict[str, tuple[float, ...]]:
        """Return the sides of the closed box, or of the pieces where there is none."""
        return {"outer": outer_size(cells, self)}


def pieces_size(size: Cell, dimensions: Dimensions) -> tuple[float, float, float]:
    """Return the size of the pieces put together, in millimeters, for a goal of so many cells."""
    return triple(cells * side - 2 * dimensions.inset for cells, side in zip(size, dimensions.pitch, strict=True))


def grips(size: Cell) -> tuple[float, float]:
    """Return how far the grips of a lid stand out along x and y: over the sides of more cells, where a hand is put."""
    return (GRIP, 0.0) if size[0] <= size[1] else (0.0, GRIP)


SUNK = 0.2
"""How much deeper than a magnet its hole is, in millimeters, so that magnets never keep a lid open."""

LEAST_FLOOR = 0.8
"""In millimeters: what is left of the lid above a magnet, and inward of it, is half of a wall but at least so much."""


@dataclass(frozen=True)
class Ears:
    """Ears with magnets, one on each of two sides of tray and lid, in millimeters.

    They are on the sides across ``axis``, those without grips; each is ``wide`` along its side and stands ``out`` of
    the tray. A hole is ``deep`` and wider than a magnet all round; the lid is ``thick`` there.
    """

    axis: int
    hole: float
    middle: float
    deep: float
    wide: float
    out: float
    thick: float
    floor: float


def ears(size: Cell, dimensions: Dimensions) -> Ears | None:
    """Return the ears of a box; None for one without magnets."""
    if not (dimensions.magnet and dimensions.tray_wall):
        return None
    hole, wall = dimensions.magnet + 2 * dimensions.magnet_gap, dimensions.tray_wall
    axis = grips(size).index(0.0)
    wide = hole + 2 * wall
    deep, floor = dimensions.magnet_height + SUNK, max(LEAST_FLOOR, wall / 2)
    middle = dimensions.lid_gap + floor + hole / 2
    return Ears(axis, hole, middle, deep, wide, middle + hole / 2 + wall, max(wall, deep + floor), floor)


def outer_size(size: Cell, dimensions: Dimensions) -> tuple[float, float, float]:
    """Return the size of the closed box, or of the pieces where there is none."""
    x, y, z = pieces_size(size, dimensions)
    wall = dimensions.tray_wall
    if not wall:
        return x, y, z
    around = dimensions.tray_gap + 2 * wall + dimensions.lid_gap
    beyond = list(grips(size))
    if (own := ears(size, dimensions)) is not None:
        # An ear stands out of the tray, which is within the lid.
        beyond[own.axis] = max(0.0, own.out - wall - dimensions.lid_gap)
    return x + 2 * (around + beyond[0]), y + 2 * (around + beyond[1]), z + dimensions.tray_gap + 2 * wall


MOST_COPIES = 256
"""Pieces that are printed at most."""


@dataclass(frozen=True)
class Copy:
    """A piece that is printed: the number of its piece, and which of those alike it is, both from 0.

    ``letter`` is what it is called, ``title`` its designer's name. ``cells`` are where it lies, None if it is not used.
    """

    piece: int
    number: int
    letter: str
    cells: Cells | None
    title: str = ""

    @property
    def name(self) -> str:
        """The name of the copy: "B", or "B 2" for the second of several."""
        return f"{self.letter} {self.number + 1}" if self.number else self.letter

    @property
    def key(self) -> str:
        """The key of the part that it is printed as."""
        return "piece_" + self.name.lower().replace(" ", "_")

    @property
    def label(self) -> str:
        """What users read of it."""
        return f"Piece {self.name}"

    def part_names(self, section: int) -> tuple[str, str]:
        """Return the key and the label of a part of it, by its number from 1, or of the whole where that is 0."""
        if not section:
            return self.key, f"{self.label} ({self.title})" if self.title not in {"", self.letter} else self.label
        key, label = f"part_{self.letter.lower()}{section}", f"Part {self.letter}{section}"
        return (f"{key}_{self.number + 1}", f"{label} of {self.name}") if self.number else (key, label)


def shown_solution(puzzle: PolycubePuzzle, number: int) -> Solution:
    """Return the solution with a number from 1, the last one for larger numbers.

    Where there is none, it is the arrangement of the most pieces that was met.
    """
    solutions = puzzle.found.solutions
    return solutions[min(number, len(solutions)) - 1] if solutions else puzzle.found.deepest


def copies(puzzle: PolycubePuzzle, number: int) -> tuple[Copy, ...]:
    """Return the pieces that are printed, as they lie in the solution with a number from 1.

    Of a piece that may be used a range of times there are as many as some solution needs, as far as these are
    known. Raises InputError for very many.
    """
    return _lying_in(puzzle, shown_solution(puzzle, number), _printed(puzzle))


def copies_in_all(puzzle: PolycubePuzzle, solutions: Iterable[Solution]) -> Iterator[tuple[Copy, ...]]:
    """Yield the pieces that are printed as they lie in each of some solutions; raises InputError for very many."""
    counts = _printed(puzzle)
    for solution in solutions:
        yield _lying_in(puzzle, solution, counts)


def placed(puzzle: PolycubePuzzle, copies: Iterable[Copy]) -> Iterator[tuple[Copy, Cells]]:
    """Yield the cells of pieces, also of those that are not used: they stand in a row beside."""
    aside = puzzle.goal.size[0] + 2
    for copy in copies:
        cells = copy.cells
        if cells is None:
            shape = puzzle.pieces[copy.piece].shape
            cells = moved(shape.cells, (aside, 0, 0))
            aside += shape.extent[0] + 1
        yield copy, cells


def _printed(puzzle: PolycubePuzzle) -> tuple[int, ...]:
    """Return how many of each piece are printed; raises InputError for very many."""
    counts = copies_of_pieces(puzzle)
    if sum(counts) > MOST_COPIES:
        raise InputError(f"The puzzle has {sum(counts)} pieces to print: at most {MOST_COPIES} can be.")
    return counts


def _lying_in(puzzle: PolycubePuzzle, solution: Solution, counts: Sequence[int]) -> tuple[Copy, ...]:
    """Return so many copies of each piece as they lie in a solution."""
    lying: list[list[Cells]] = [[] for _ in puzzle.pieces]
    for piece, cells in puzzle.lying(solution):
        if piece >= 0:
            lying[piece].append(cells)
    names = tuple(islice(letters(), len(puzzle.pieces)))
    return tuple(
        Copy(piece, copy, names[piece], cells[copy] if copy < len(cells) else None, puzzle.pieces[piece].name)
        for piece, (count, cells) in enumerate(zip(counts, lying, strict=True))
        for copy in range(max(count, len(cells)))
    )


@lru_cache(maxsize=8)
def copies_of_pieces(puzzle: PolycubePuzzle) -> tuple[int, ...]:
    """Return how many of each piece are printed."""
    if all(piece.least == piece.most for piece in puzzle.pieces):
        return tuple(piece.most for piece in puzzle.pieces)
    most = [piece.least for piece in puzzle.pieces]
    for solution in puzzle.found.solutions or (puzzle.found.deepest,):
        used = [0] * len(most)
        for piece in puzzle.pieces_of(solution):
            if piece >= 0:
                used[piece] += 1
        most = [max(pair) for pair in zip(most, used, strict=True)]
    # As long as nobody knows which of many sticks are needed, one of each is shown.
    return tuple(most) if any(most) else (1,) * len(most)
