# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing Cubes as a kind of puzzle: their making, and their solids, which are pieces, tray and lid."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from ..common.options import Option, Value, declared
from ..common.task import Task
from ..common.words import in_millimeters, listed
from ..kind.facts import Progress, Values
from ..kind.kind import Codes, Files, Kind, Making, TextFormat
from ..kind.model import Model, Way
from ..kind.part import Instructions, Part, Point, Step
from ..polycubes.goal import letters
from ..polycubes.puzzle import Found, PolycubePuzzle, puzzle_from_number, puzzle_to_number
from ..polycubes.shape import Cell
from ..polycubes.solver import solve_in_steps
from ..polycubes.taking_apart import easiest_first
from ..printing.checks import Report
from ..printing.picture import Sides
from ..printing.printed_object import Floats
from ..printing.printer import Printer
from .asking import PackingAsking
from .facts import LABEL, PackingFacts, level_of
from .files import packing_json, pieces_text, xmpuzzle
from .files.packing_json import puzzle_from_json, puzzle_to_json
from .files.pieces_text import solutions_text
from .making.by_hand import empty_puzzle
from .making.design import design_in_steps
from .making.from_shape import has_cells, shape_in_steps
from .making.options import CLASSICS, DESIGN, FIRST, OWN, SHAPE, PackingOptions, named_as
from .model.as_printed import PRESETS, coupon, gaps
from .model.assembly import assembly, instructions
from .model.carved import carved_parts
from .model.checks import check_puzzle
from .model.dimensions import LETTER, Dimensions, copies, outer_size, pieces_size
from .model.lettering import written
from .model.parts import LOOKS, puzzle_parts
from .model.piece_solid import needs_box


def _empty_in_steps(options: PackingOptions) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Make what is yet to be drawn, in no step: no solution of it is looked for."""
    yield from ()
    return empty_puzzle(options.size)


def solved_in_steps(
    puzzle: PolycubePuzzle, jobs: int = 1, *, first: bool = False
) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Search for solutions of a puzzle where its search was left, and yield the puzzle with what was found so far.

    In the end the solution that is shown first is looked for.
    """
    solving = Task(solve_in_steps(puzzle, first=first, jobs=jobs))
    for known in solving:
        yield Progress(1, 1, known.share, replace(puzzle, found=known), known.counts.up_to_rotation)
    solved = replace(puzzle, found=solving.result)
    ordering = Task(easiest_first(solved))
    for _ in ordering:
        yield Progress(1, 1, 1.0, solved, solved.found.counts.up_to_rotation)
    return ordering.result


SHAPE_ONLY = ("shape", "across", "skin", "shape_pieces", "lock")
"""What is asked of a puzzle from a shape, and of no other."""

SHAPE_OPTIONS = (*SHAPE_ONLY, "seed", "smallest", "largest")
"""What is asked of a puzzle from a shape."""

_OTHERS = {"puzzle", "search", *SHAPE_ONLY}

DESIGN_OPTIONS = tuple(option.name for option in declared(PackingOptions) if option.name not in _OTHERS)
"""What is asked of a design, and of classics never."""

NEEDS = MappingProxyType({DESIGN: DESIGN_OPTIONS, SHAPE: SHAPE_OPTIONS, OWN: ("size",)})
"""What is asked of a puzzle besides; of a classic it is how long to search."""

_LABELS = {DESIGN: "a Design", SHAPE: "From a Shape", OWN: "Your Own"}


def _users(name: str) -> str:
    """Return who uses an option that not every puzzle uses, as the beginning of a sentence."""
    users = [_LABELS[puzzle] for puzzle, names in NEEDS.items() if name in names]
    if not users:
        return "only classics use"
    return f"only {users[0]} uses" if len(users) == 1 else f"{listed(users)} use"


def _declared() -> tuple[Option, ...]:
    """Return the options, each with the words whose it is."""
    return tuple(
        replace(option, users="" if option.name == "puzzle" else _users(option.name))
        for option in declared(PackingOptions)
    )


class PackingMaking(Making[PolycubePuzzle]):
    """The making of Packing Cubes: classics, designs, shapes, and what is yet to be drawn."""

    options = _declared()
    headline: tuple[str, ...] = ("puzzle", "size", "seed", "design")
    # Further solutions are found on request.
    unwatched: ClassVar[Values] = MappingProxyType({"search": FIRST})

    def in_steps(self, values: Values, jobs: int = 1) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
        """Search for solutions of a classic, make designs, divide a shape, or nothing but a box to draw in."""
        given: dict[str, object] = dict(values)
        options = PackingOptions(**given)  # type: ignore[arg-type]
        if options.puzzle == DESIGN:
            return design_in_steps(options)
        if options.puzzle == SHAPE:
            return shape_in_steps(options)
        if options.puzzle == OWN:
            return _empty_in_steps(options)
        return solved_in_steps(CLASSICS[options.puzzle].puzzle, jobs, first=options.search == FIRST)

    def search_on(
        self, puzzle: PolycubePuzzle, jobs: int = 1
    ) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
        """Search for further solutions."""
        return solved_in_steps(puzzle, jobs)

    def is_over(self, puzzle: PolycubePuzzle) -> str:
        """Say where all solutions are known."""
        return "All solutions of the puzzle are known" if puzzle.found.is_complete else ""

    def stands(self, values: Values, puzzle: PolycubePuzzle) -> bool:
        """Return whether a first solution is known: a search changes no pieces of a classic."""
        return values["puzzle"] not in NEEDS and bool(puzzle.found.solutions)

    def lacks(self, values: Values, puzzle: PolycubePuzzle) -> str:
        """Return the level that was asked of a puzzle, where it is not known to have that."""
        level: Any = values["level"] if ("level", True) in self.shown(values) else 1
        return f"level {level}" if level > next(iter(level_of(puzzle)), 1) else ""

    def stopped_at(self, values: Values, progress: Progress[PolycubePuzzle]) -> Values:
        """Return the values with one solution, or with the designs that were made."""
        if values["puzzle"] == DESIGN:
            return {**values, "designs": max(1, progress.attempt - 1)}
        return {**values, "search": FIRST}

    def implied(self, given: Values) -> dict[str, Value]:
        """Return what asks for a shape or a design, as only these use it."""
        if given.keys() & set(SHAPE_ONLY):
            return {"puzzle": SHAPE}
        return {"puzzle": DESIGN} if given.keys() & DESIGN_OPTIONS else {}

    def needs_watching(self, values: Values) -> str:
        """Say how pieces of one's own are given where they are not drawn."""
        if values["puzzle"] != OWN:
            return ""
        return "Your Own is drawn in Blender: here give its pieces, by --pieces FILE, or by from_text in Python."

    def who_uses(self, name: str, values: Values) -> str:
        """Return who uses an option."""
        puzzle = str(values["puzzle"])
        if name == "across" and puzzle == SHAPE:
            return "the shape has cells of its own, and only a model or ball uses it"
        label = next(option for option in declared(PackingOptions) if option.name == "puzzle").choices[puzzle].label
        return f"the puzzle is {label}, and {_users(name)} it"

    def shown(self, values: Values) -> tuple[tuple[str, bool], ...]:
        """Return the options of a classic, of a design, of a shape, or of what is to be drawn."""
        names = NEEDS.get(str(values["puzzle"]), ("search",))
        idle = {"across"} if has_cells(str(values["shape"])) else set()
        return tuple((name, name not in idle) for name in ("puzzle", *names))


PARTS, CUT = "parts", "cut"
"""The two ways to print a puzzle."""

LIGHT = (1.0, 0.65, 0.4)
"""How bright top, front and right side are in a small picture."""


class PackingModel(Model[PolycubePuzzle, Dimensions]):
    """A few pieces, each made of cubes, that fill a box."""

    dimensions = Dimensions
    presets = PRESETS
    ways = (
        Way(
            PARTS,
            "Parts",
            "All pieces, the tray and the lid lie apart on the bed",
            apart=True,
            unused=("joint", "dowel"),
        ),
        Way(
            CUT,
            "Cut Pieces",
            "Pieces that would need supports are cut into parts that need none, with pegs to join them",
            apart=True,
            unused=("hollow",),
        ),
    )
    sizes: tuple[str, ...] = ("cube", "cube_y", "cube_z", "tray_wall", "held")
    has_coupon = True
    has_assembly = True
    # The pieces are seen as they go together, and yet each of them.
    first_explode = 0.35
    coupon = staticmethod(coupon)
    gaps = staticmethod(gaps)

    def idle(self, dimensions: Dimensions) -> Mapping[str, str]:
        """Return what only a box, its magnets or letters have, where there are none."""
        magnets, box = ("magnet_height", "magnet_gap"), ("tray_gap", "lid_gap", "magnet")
        users = {
            **({} if dimensions.letters else {"letter_text": "only letters use it, and Letters is 0"}),
            **({} if dimensions.magnet else dict.fromkeys(magnets, "only magnets use it, and Magnet is 0")),
        }
        return users if dimensions.tray_wall else users | dict.fromkeys(box, "only a box uses it, and Box Wall is 0")

    def following(self, puzzle: PolycubePuzzle) -> Mapping[str, float]:
        """Return no wall of tray and lid for a puzzle that needs none."""
        return {} if needs_box(puzzle) else {"tray_wall": 0.0}

    def cells(self, puzzle: PolycubePuzzle | None, values: Values) -> Cell | None:
        """Return the size of the box; None where it is not known before the puzzle is made."""
        return None if puzzle is None else puzzle.goal.size

    def parts(self, puzzle: PolycubePuzzle, dimensions: Dimensions, way: str) -> tuple[Part, ...]:
        """Return the pieces, whole or cut, the tray, the lid and the pegs."""
        if puzzle.model is not None:
            return carved_parts(puzzle, dimensions, cut=way == CUT)
        texts = () if dimensions.letter_text == LETTER else self.piece_texts(puzzle)
        return puzzle_parts(puzzle, dimensions, cut=way == CUT, texts=texts)

    def piece_texts(self, puzzle: PolycubePuzzle) -> tuple[str, ...]:
        """Return what can be written on the pieces: their own names, as far as there are such letters."""
        return tuple(written(piece.name) for piece in puzzle.pieces)

    def fills_box(self, puzzle: PolycubePuzzle) -> bool:
        """Return whether its goal is a box."""
        return puzzle.goal.is_box

    def sides(self, puzzle: PolycubePuzzle, dimensions: Dimensions) -> Sides:
        """Return the pieces as they lie in the solution that is shown, or what they have to fill where none is known.

        Where the goal is no box, the cells that come first are seen.
        """
        looks, cells = LOOKS[dimensions.colors], np.zeros((*puzzle.goal.size, 4))
        lying = [
            (placed.piece, placed.cells) for placed in copies(puzzle, dimensions.solution) if placed.cells is not None
        ]
        for piece, places in lying:
            cells[tuple(np.transpose(places))] = looks.of_piece(piece).color
        if not lying:
            cells[tuple(np.transpose(puzzle.goal.cells))] = looks.box.color
        top, front, right = cells[:, :, ::-1], cells.swapaxes(1, 2), cells[::-1].transpose(1, 2, 0, 3)
        return Sides(
            *(_seen(side) * (*[light] * 3, 1.0) for side, light in zip((top, front, right), LIGHT, strict=True))
        )

    def derived_lengths(self, dimensions: Dimensions, puzzle: PolycubePuzzle) -> dict[str, float | Point]:
        """Return the gap between pieces, and the sizes of the pieces together and of the box."""
        size = puzzle.goal.size
        return {
            "gap": 2 * dimensions.inset,
            "pieces_size": pieces_size(size, dimensions),
            "outer_size": outer_size(size, dimensions),
        }

    def derived_lines(
        self, dimensions: Dimensions, puzzle: PolycubePuzzle | None, values: Mapping[str, Value], way: str
    ) -> tuple[tuple[str, str], ...]:
        """Return the gap, and for a puzzle the sizes of the pieces together and of the box."""
        lines = [("Gap", f"{2 * dimensions.inset:.2f} mm")]
        if puzzle is not None:
            for label, size in (("Pieces", pieces_size), ("Box", outer_size)):
                sides = size(puzzle.goal.size, dimensions)
                lines.append((label, in_millimeters(*sides)))
        return tuple(lines)

    def check_in_steps(
        self,
        puzzle: PolycubePuzzle,
        dimensions: Dimensions,
        printer: Printer,
        way: str,
        parts: Sequence[Part] | None = None,
    ) -> Generator[float, None, Report]:
        """Look at the pieces, their gaps and their supports, and whether they go together."""
        yield 0.0
        return check_puzzle(puzzle, dimensions, printer, parts, cut=way == CUT)

    def instructions(self, puzzle: PolycubePuzzle, parts: Sequence[Part], way: str) -> Instructions:
        """Return how the pieces are told apart, and what the sentences call left and front."""
        return instructions(puzzle, parts)

    def as_drawn(self, puzzle: PolycubePuzzle) -> PolycubePuzzle:
        """Return a puzzle that was drawn by hand as it is meant."""
        return puzzle

    def piece_names(self, puzzle: PolycubePuzzle) -> tuple[str, ...]:
        """Return what the pieces are called beside each other: by their letters."""
        return tuple(islice(letters(), len(puzzle.pieces)))

    def assembly(self, puzzle: PolycubePuzzle, parts: Sequence[Part], way: str) -> tuple[Step, ...]:
        """Return how the pieces of the shown solution are put together."""
        return assembly(puzzle, parts)


def _seen(cells: Floats) -> Floats:
    """Return the first cell with a color along the third axis, everywhere; none is transparent."""
    first = (cells[..., 3] > 0).argmax(axis=2)[..., None, None]
    seen: Floats = np.take_along_axis(cells, first, axis=2)[:, :, 0]
    return seen


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
    xmpuzzle.problem_names,
    xmpuzzle.puzzle_from_xmpuzzle,
)


def _of_number(number: int) -> PolycubePuzzle:
    """Return the puzzle of a code's number; a classic has its name again, which no code has room for."""
    puzzle = puzzle_from_number(number)
    called = named_as(puzzle)
    return replace(puzzle, name=called.label) if called else puzzle


class PackingFiles(Files[PolycubePuzzle]):
    """The texts of packing puzzles."""

    format_name = packing_json.FORMAT
    largest_text = packing_json.LARGEST_TEXT
    formats: tuple[TextFormat[PolycubePuzzle], ...] = (PIECES_TEXT, XMPUZZLE)
    # As in packing.
    codes = Codes("P", puzzle_to_number, _of_number, completed=solved_in_steps)

    def to_json(self, puzzle: PolycubePuzzle) -> str:
        """Return a puzzle as the text of a native file, which begins with the kind's own name."""
        return puzzle_to_json(puzzle, self.format_name)

    def from_json(self, text: str) -> PolycubePuzzle:
        """Return the puzzle of a native file; raises InputError, naming the place, for what is damaged or cannot be."""
        return puzzle_from_json(text, self.format_name)

    def known_apart(self, puzzle: PolycubePuzzle) -> tuple[PolycubePuzzle, tuple[float, ...]]:
        """Return the pieces and their goal, and how much was searched and how many solutions are kept."""
        return replace(puzzle, found=Found()), (puzzle.found.share, len(puzzle.found.solutions))

    def other_texts(self, puzzle: PolycubePuzzle) -> Mapping[str, str]:
        """Return the solutions as pictures of their layers, where any are known."""
        return {"solutions.txt": solutions_text(puzzle)} if puzzle.found.solutions else {}


class PackingCube(
    PackingMaking, PackingModel, PackingFacts, PackingFiles, PackingAsking, Kind[PolycubePuzzle, Dimensions]
):
    """A packing puzzle."""

    name = "packing"
    label = LABEL
    meaning = "A few pieces, each made of cubes, that fill a box"


PACKING = PackingCube()
