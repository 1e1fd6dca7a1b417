# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing Cubes as a kind of puzzle."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from ..common.options import Value, declared
from ..common.words import counted
from ..kind.kind import PUZZLE_FILE, Kind, Rating, TextFormat
from ..kind.making import Progress
from ..kind.part import Part, Point
from ..kind.request import Answer
from ..kind.step import Step
from ..kind.way import Way
from ..printing.checks import Report
from ..printing.printer import Printer
from ..solids.solid import Solid
from .answering import REQUESTS, answer_in_steps, solution_numbers
from .files import packing_json, pieces_text, xmpuzzle
from .files.packing_json import puzzle_from_json, puzzle_to_json
from .files.puzzle_code import puzzle_from_number, puzzle_to_number
from .files.solutions_text import solutions_text
from .making.make import make_in_steps
from .making.options import DESIGN, PackingOptions
from .making.options import FIRST as FIRST_ONLY
from .measure_lines import FIGURES, MEASURE_LINES, figures_of, rating_of, why_there_is_none
from .model.assembly import assembly
from .model.box import outer_size, pieces_size
from .model.checks import check_puzzle
from .model.coupon import coupon
from .model.dimensions import Dimensions
from .model.parts import puzzle_parts
from .model.presets import PRESETS
from .puzzle import PackingPuzzle
from .solving.canonical import canonical_form
from .terms.goal import Goal

SOLUTIONS_FILE = "solutions.txt"

DESIGN_OPTIONS = (
    "size",
    "seed",
    "design",
    "smallest",
    "largest",
    "all_different",
    "no_planar",
    "no_symmetric",
    "most_solutions",
    "designs",
)
"""What is asked of a design only."""

PIECES_TEXT = TextFormat(
    "text",
    "Pieces Text",
    "a plain text with a line for each piece",
    ".txt",
    pieces_text.puzzle_to_text,
    pieces_text.puzzle_from_text,
    pieces_text.is_pieces_text,
    pieces_text.LARGEST_TEXT,
)
XMPUZZLE = TextFormat(
    "xmpuzzle",
    "BurrTools",
    "a file that the program BurrTools reads",
    ".xmpuzzle",
    xmpuzzle.puzzle_to_xmpuzzle,
    xmpuzzle.puzzle_from_xmpuzzle,
    lambda text: text[:1000].lstrip().startswith("<"),
    xmpuzzle.LARGEST_TEXT,
)


class PackingCube(Kind[PackingPuzzle, Dimensions]):
    """A few pieces, each made of cubes, that fill a box."""

    name = "packing"
    label = "Packing Cube"
    meaning = "A few pieces, each made of cubes, that fill a box"
    options = declared(PackingOptions)
    headline = ("puzzle", "size", "seed", "design")
    dimensions = Dimensions
    presets = PRESETS
    ways = (Way("parts", "Parts", "All pieces, the tray and the lid lie apart on the bed", apart=True),)
    measures = MEASURE_LINES
    formats = (PIECES_TEXT, XMPUZZLE)
    has_coupon = True
    has_assembly = True
    # The pieces are seen as they go together, and yet each of them.
    first_explode = 0.35
    requests = REQUESTS
    source_flags = ("--pieces",)
    source_options = ("size",)
    needs_folder = False
    largest_text = packing_json.LARGEST_TEXT
    figures = FIGURES
    hardness = "tries"
    in_series: ClassVar[Mapping[str, Value]] = MappingProxyType({"puzzle": DESIGN})
    # As in packing.
    code_letter = "P"

    def make_in_steps(self, values: Mapping[str, Value]) -> Generator[Progress[PackingPuzzle], None, PackingPuzzle]:
        """Make a classic with its solutions, or a design."""
        return make_in_steps(values)

    def values_with(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """Return all values; a number of pieces asks for a design, and further solutions are found on request."""
        implied: dict[str, Value] = {"search": FIRST_ONLY}
        if "design" in given:
            implied["puzzle"] = DESIGN
        return {**self.defaults, **implied, **given}

    def completed(self, puzzle: PackingPuzzle, given: Mapping[str, Value]) -> PackingPuzzle:
        """Return the pieces of a file with the box that was given in place of the file's goal."""
        size: Any = given.get("size")
        if size is None:
            return puzzle
        return PackingPuzzle(puzzle.pieces, Goal.box(size), puzzle.name, notes=puzzle.notes)

    def answer_in_steps(
        self, puzzle: PackingPuzzle, asked: Collection[str]
    ) -> Generator[Progress[PackingPuzzle], None, Answer[PackingPuzzle]]:
        """Search for solutions, and look whether they come apart."""
        return answer_in_steps(puzzle, asked)

    def stopped_at(self, values: Mapping[str, Value], progress: Progress[PackingPuzzle]) -> Mapping[str, Value]:
        """Return the values with one solution, or with the designs that were made."""
        if values["puzzle"] == DESIGN:
            return {**values, "designs": max(1, progress.attempt - 1)}
        return {**values, "search": FIRST_ONLY}

    def shown_options(self, values: Mapping[str, Value]) -> tuple[tuple[str, bool], ...]:
        """Return the options of a classic, or those of a design."""
        names = DESIGN_OPTIONS if values["puzzle"] == DESIGN else ("search",)
        return tuple((name, True) for name in ("puzzle", *names))

    def parts(self, puzzle: PackingPuzzle, dimensions: Dimensions, way: str) -> tuple[Part, ...]:
        """Return the pieces, the tray and the lid."""
        return puzzle_parts(puzzle, dimensions)

    def to_json(self, puzzle: PackingPuzzle) -> str:
        """Return the text of the native file, with what is known of the solutions."""
        return puzzle_to_json(puzzle)

    def from_json(self, text: str) -> PackingPuzzle:
        """Read a native file."""
        return puzzle_from_json(text)

    def recognizes(self, text: str) -> bool:
        """Report whether a text has the format's name."""
        return f'"{packing_json.FORMAT}"' in text[:200]

    def to_number(self, puzzle: PackingPuzzle) -> int:
        """Return the number of the goal and the pieces."""
        return puzzle_to_number(puzzle)

    def from_number(self, number: int) -> PackingPuzzle:
        """Return the puzzle of a number, of whose solutions nothing is known."""
        return puzzle_from_number(number)

    def figures_of(self, puzzle: PackingPuzzle) -> Mapping[str, float | None]:
        """Return how many pieces, placements and solutions there are, and how hard it is."""
        return figures_of(puzzle)

    def canonical_form(self, puzzle: PackingPuzzle) -> bytes:
        """Return the form of all puzzles with these pieces and this goal, turned or mirrored."""
        return canonical_form(puzzle)

    def puzzle_name(self, puzzle: PackingPuzzle) -> str:
        """Return the kind and the puzzle's name, or the size of its goal."""
        return f"{self.label} {puzzle.name or self.size_text(puzzle)}"

    def size_text(self, puzzle: PackingPuzzle) -> str:
        """Return the cells of the goal along each axis."""
        return "x".join(map(str, puzzle.goal.size))

    def brief(self, puzzle: PackingPuzzle) -> str:
        """Return how many solutions are known."""
        found = puzzle.found
        known = counted(found.counts.up_to_rotation, "solution", grouped=True)
        rating = self.rating(puzzle)
        if rating is not None:
            return f"{known}, {rating.word}"
        return known if found.is_complete else f"{known} so far"

    def summary(self, puzzle: PackingPuzzle) -> str:
        """Return the pieces and how many solutions they have."""
        found = puzzle.found
        counts = found.counts
        so_far = "" if found.is_complete else f" so far ({found.share:.1%} searched)"
        return (
            f"{self.puzzle_name(puzzle)}: {counted(len(puzzle.pieces), 'different piece')}, "
            f"{counted(counts.total, 'solution', grouped=True)}, {counts.up_to_rotation:,} up to rotation, "
            f"{counts.up_to_reflection:,} up to rotation and reflection{so_far}"
        )

    def warnings(self, puzzle: PackingPuzzle) -> tuple[str, ...]:
        """Return why there is no solution, and what of a file is kept and not used."""
        notes = list(puzzle.notes)
        if any(piece.groups for piece in puzzle.pieces):
            notes.append("Groups of pieces are kept; they are not used in taking apart.")
        if any(piece.weight != 1 for piece in puzzle.pieces):
            notes.append("Weights of pieces are kept; they are not used in taking apart.")
        if not all(piece.shape.is_connected for piece in puzzle.pieces):
            notes.append("A piece does not hang together: it would be printed as several bodies.")
        return tuple(dict.fromkeys((*why_there_is_none(puzzle), *notes)))

    def rating(self, puzzle: PackingPuzzle) -> Rating | None:
        """Return how many pieces a search tries for each solution, as a level."""
        return rating_of(puzzle)

    def numbers(self, puzzle: PackingPuzzle) -> dict[str, Any]:
        """Return pieces, placements and solutions."""
        return solution_numbers(puzzle)

    def derived_lengths(self, dimensions: Dimensions, puzzle: PackingPuzzle) -> dict[str, float | Point]:
        """Return the gap between pieces, and the sizes of the pieces together and of the box."""
        size = puzzle.goal.size
        return {
            "gap": 2 * dimensions.inset,
            "pieces_size": pieces_size(size, dimensions),
            "outer_size": outer_size(size, dimensions),
        }

    def derived_lines(
        self, dimensions: Dimensions, puzzle: PackingPuzzle | None, values: Mapping[str, Value]
    ) -> tuple[tuple[str, str], ...]:
        """Return the gap, and for a puzzle the sizes of the pieces together and of the box."""
        lines = [("Gap", f"{2 * dimensions.inset:.2f} mm")]
        if puzzle is not None:
            for label, size in (("Pieces", pieces_size), ("Box", outer_size)):
                sides = size(puzzle.goal.size, dimensions)
                lines.append((label, " x ".join(f"{side:.4g}" for side in sides) + " mm"))
        return tuple(lines)

    def check(
        self,
        puzzle: PackingPuzzle,
        dimensions: Dimensions,
        printer: Printer,
        way: str,
        parts: Sequence[Part] | None = None,
    ) -> Report:
        """Look at the pieces, their gaps and their supports, and whether they go together."""
        return check_puzzle(puzzle, dimensions, printer, parts)

    def assembly(self, puzzle: PackingPuzzle, parts: Sequence[Part], way: str) -> tuple[Step, ...]:
        """Return how the pieces of the shown solution are put together."""
        return assembly(parts)

    def coupon(self, dimensions: Dimensions) -> Mapping[str, Solid]:
        """Return a coupon for the inset."""
        return coupon(dimensions)

    def texts(self, puzzle: PackingPuzzle) -> Mapping[str, str]:
        """Return the puzzle itself, and its solutions as pictures of layers."""
        texts = {PUZZLE_FILE: puzzle_to_json(puzzle)}
        if puzzle.found.solutions:
            texts[SOLUTIONS_FILE] = solutions_text(puzzle)
        return texts


PACKING = PackingCube()
