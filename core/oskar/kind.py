# SPDX-License-Identifier: GPL-3.0-or-later
"""Oskar's Cube as a kind of puzzle: a box with a cross in one piece, or a kit.

Drawings on its faces are given by a line of text as the command line and the library take it: XZ=AB.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..common.errors import InputError
from ..common.options import Value
from ..common.words import in_millimeters, must_be
from ..kind.facts import Progress
from ..kind.kind import Answer, Asking, Codes, Drawing, DrawnText, Example, Files, Kind, Request, TextFormat
from ..kind.model import Assembled, Model, Way
from ..kind.part import Instructions, Part, Point, Step
from ..printing.checks import Report
from ..printing.estimate import Estimate
from ..printing.picture import Sides
from ..printing.printed_object import Floats
from ..printing.printer import Printer
from .facts import LABEL, OskarFacts
from .generating import OskarMaking, completed_in_steps, unmet
from .generators import STYLES, settings_with
from .making.by_hand import Drawn, lettered, pictured, places_between, still_drawn, with_drawn
from .making.puzzle import CODE_LETTER, Puzzle, puzzle_from_number, puzzle_to_number
from .making.settings import EFFORTS, check_size
from .maze.faces import FACE_NAMES, Size
from .model.as_printed import PRESETS, coupon, gaps
from .model.assembly import assembly, instructions, moves_in_words
from .model.box_and_cross import BOX, CROSS, LOOKS, SOLUTION, one_piece, printing_position, way_of_cross
from .model.checks import check_in_steps, estimate_in_one_piece
from .model.dimensions import Dimensions
from .model.kit import kit
from .model.sheet import OWN, UNUSED, check_sheet_in_steps, cutter, from_sheets, sheet_parts
from .puzzle_texts import (
    FORMAT,
    LARGEST_JSON,
    LARGEST_MAZECUBE,
    output_sequence,
    puzzle_from_json,
    puzzle_from_mazecube,
    puzzle_to_json,
    puzzle_to_mazecube,
)

LETTERS, PICTURE, SOLID_PICTURE, WALLS = "letters", "picture", "solid_picture", "walls"

FACES_WANTED = "one of XY, XZ, YZ: above and below, in front and behind, on the left and on the right"

GRAY_PICTURE = re.compile(rb"(?:\s|#[^\n]*\n)+".join((rb"P([25])", *[rb"(\d{1,5})"] * 3)) + rb"\s")
"""The beginning of a PGM file: numbers as text or as bytes, width, height, and what is white, with comments between."""

MOST_PIXELS = 2048**2
"""Of a PGM file; a face has 100 x 100 cells at most."""

LONGEST_TEXT = 1_000_000
"""Bytes of a picture or of walls as text."""

WALL, WAY = "#", "."
"""A picture as text has these for dark and bright; a drawing of walls has any other letter for what stays as it is."""

SOLUTION_IN_WORDS = "solution"


class OskarAsking(Asking[Puzzle]):
    """What is asked of a cube, and letters, pictures and walls that are drawn on its faces."""

    requests = (Request(SOLUTION_IN_WORDS, "say the moves of the solution, as 2 cells to the left"),)
    drawings = (
        Drawing(LETTERS, "FACE=TEXT", "letters and digits of walls on a face, as XZ=AB"),
        Drawing(PICTURE, "FACE=FILE", "the outline of a picture as walls: PGM, or lines of # and .", in_file=True),
        Drawing(SOLID_PICTURE, "FACE=FILE", "a picture whose dark cells are solid", in_file=True),
        Drawing(
            WALLS, "FACE=FILE", "walls where a text has #, a line a row of cells or walls, from above", in_file=True
        ),
    )

    def answer_in_steps(
        self, puzzle: Puzzle, asked: Collection[str], jobs: int = 1
    ) -> Generator[Progress[Puzzle], None, Answer[Puzzle]]:
        """Say the solution, seen from the front."""
        yield from ()
        moves = moves_in_words(puzzle) if SOLUTION_IN_WORDS in asked else ()
        return Answer(puzzle, lines=tuple(f"{number:3}. {move}" for number, move in enumerate(moves, 1)))

    def drawn_in_steps(
        self, puzzle: Puzzle, drawn: Sequence[DrawnText], *, make_rest_hard: bool = False, jobs: int = 1
    ) -> Generator[Progress[Puzzle], None, Puzzle]:
        """Draw on faces, and search for the rest of the walls where that is wished."""
        kept: Drawn = {}
        squares: Drawn
        wished = puzzle.settings
        for name, place, content in drawn:
            if place.strip().upper() not in FACE_NAMES:
                raise InputError(must_be("Face", place, FACE_NAMES, FACES_WANTED))
            face = FACE_NAMES.index(place.strip().upper())
            if name == LETTERS:
                puzzle, squares = lettered(puzzle, face, content.decode("utf-8", "replace"))
            elif name == WALLS:
                puzzle, squares = _walled(puzzle, face, content)
            else:
                puzzle, squares = pictured(puzzle, face, _grays(content), solid=name == SOLID_PICTURE)
            if still_drawn(puzzle, kept) != kept:
                raise InputError(f"Face {FACE_NAMES[face]} cannot keep all that is drawn on it: use another face, too.")
            kept = {**kept, **squares}
        if not make_rest_hard:
            return puzzle
        return (yield from completed_in_steps(puzzle, kept, EFFORTS["quick"], jobs, wished))

    def missed_by_drawing(self, before: Puzzle, drawn: Puzzle) -> tuple[str, ...]:
        """Return what was asked of the puzzle before and is not met by what is drawn."""
        settings = before.settings
        if settings is None:
            return ()
        missed = [wish.sentence for wish in STYLES[settings.style].wishes(settings, drawn) if wish.off > 0]
        if lacking := unmet(settings, drawn.measures, "the drawn puzzle"):
            missed.append(f"{lacking} Draw less, or on another face.")
        return tuple(missed)


def _rows(data: bytes, count: int = 0) -> list[str]:
    """Return the lines of a text, the last of them first: there a face has its first row.

    Of blank lines at the end those are left out that are more than so many in all. Raises InputError for a text that
    is too long.
    """
    if len(data) > LONGEST_TEXT:
        raise InputError(f"The text is too long to be drawn: it has more than {LONGEST_TEXT:,} bytes.")
    text = data.decode("utf-8-sig", "replace")
    lines = [line.rstrip() for line in text.splitlines()]
    if text.endswith("\n"):
        # A blank one may lie behind it.
        lines.append("")
    while len(lines) > count and not lines[-1]:
        lines.pop()
    return lines[::-1]


def _grays(data: bytes) -> NDArray[np.float64]:
    """Return the brightness of a picture, shape (width, height), from the lower left, from 0 to 1."""
    head = GRAY_PICTURE.match(data)
    if head is None:
        rows = _rows(data)
        if not rows or not rows[0] or set("".join(rows)) - {WALL, WAY} or len(set(map(len, rows))) > 1:
            raise InputError("The picture must be a PGM file, or lines of # and . of one length.")
        return np.array([[letter == WAY for letter in row] for row in rows], dtype=float).T
    is_text = head[1] == b"2"
    width, height, white = (int(number) for number in head.groups()[1:])
    wanted = np.dtype(np.uint8 if white < 256 else ">u2")
    count = width * height
    if count > MOST_PIXELS:
        raise InputError(f"The picture has {width:,} x {height:,} pixels: make it smaller, at most 2,048 x 2,048.")
    try:
        if not count * white:
            raise ValueError("it has no pixel, or no white")
        if is_text:
            shades = np.array(data[head.end() :].split(None, count)[:count], dtype=float)
        else:
            shades = np.frombuffer(data, wanted, count, head.end()).astype(float)
        if not np.isfinite(shades).all():
            raise ValueError("it has what is no shade")
        return shades.reshape(height, width)[::-1].T / white
    except ValueError as error:
        raise InputError("The picture is damaged: it is not whole.") from error


def _walled(puzzle: Puzzle, face: int, data: bytes) -> tuple[Puzzle, Drawn]:
    """Return the puzzle with walls on a face as a text has them, and what is drawn by that."""
    columns, height = (2 * cells - 1 for cells in puzzle.faces[face].shape)
    rows = _rows(data, height)
    if len(rows) != height or any(len(row) > columns for row in rows):
        raise InputError(f"Walls of face {FACE_NAMES[face]} must be {height} lines of {columns} letters.")
    places = [place for place in places_between(puzzle.faces[face]) if rows[place[1]][place[0] : place[0] + 1] == WALL]
    return with_drawn(puzzle, face, places)


ONE_PIECE, KIT, SHEET = "one_piece", "kit", "sheet"
"""The ways to make a puzzle."""

HOLE = (0.02, 0.02, 0.025, 1.0)
"""The color of what is open, in a small picture: there it is dark inside of the box."""

PRINTABLE, SOLVED = "printableMaze", "solutionMaze"


class OskarModel(Model[Puzzle, Dimensions]):
    """A box whose six faces are mazes, with a cross inside."""

    dimensions = Dimensions
    presets = PRESETS
    ways = (
        Way(
            ONE_PIECE,
            "One Piece",
            "The cross is printed inside the box, and supports have to come out through the mazes",
            apart=False,
            unused=("joint",),
        ),
        Way(
            KIT,
            "Kit",
            "Six plates and a cross in three parts, to be put together; all lie flat without supports",
            apart=True,
            unused=("marker_chamfer",),
            own=("stand",),
        ),
        Way(
            SHEET,
            "Sheet",
            "Plates and cross in layers, to be cut from sheets by a laser or a saw",
            apart=True,
            unused=UNUSED,
            own=OWN,
            cut=True,
        ),
    )
    # All of a kit lies flat: it prints on any printer, without supports.
    printed_first = KIT
    sizes = ("passage", "wall", "plate", "overhang", "start_marker", "end_marker", "held")
    has_coupon = True
    has_assembly = True
    coupon = staticmethod(coupon)
    gaps = staticmethod(gaps)

    def idle(self, dimensions: Dimensions) -> Mapping[str, str]:
        """Return what only a label has, where there is none."""
        return {} if dimensions.label_height else {"label_text": "only a label uses it, and Label Height is 0"}

    def cells(self, puzzle: Puzzle | None, values: Mapping[str, Value]) -> Size:
        """Return the size of the puzzle, or that which is asked for; raises InputError for none that can be."""
        asked: Any = values["size"] if puzzle is None else puzzle.size
        size: Size = asked
        check_size(size)
        return size

    def parts(self, puzzle: Puzzle, dimensions: Dimensions, way: str) -> tuple[Part, ...]:
        """Return box, cross and solution, or the parts of the kit, or what is cut from sheets."""
        if way == SHEET:
            return sheet_parts(puzzle, from_sheets(dimensions))
        return kit(puzzle, dimensions) if way == KIT else one_piece(puzzle, dimensions)

    def in_way(self, dimensions: Dimensions, way: str) -> Dimensions:
        """Return the dimensions, in which passages follow the sheets."""
        return from_sheets(dimensions) if way == SHEET else dimensions

    def machine(self, dimensions: Dimensions, printer: Printer, way: str) -> Printer:
        """Return the printer, or what cuts the sheets."""
        return cutter(dimensions, printer) if way == SHEET else printer

    def sides(self, puzzle: Puzzle, dimensions: Dimensions) -> Sides:
        """Return the three mazes, each in the color of its plates."""
        plates = reversed(LOOKS[dimensions.colors].plates)
        walls = (np.pad(face.inflate(), 1, constant_values=1)[..., None] for face in puzzle.faces)
        return Sides(*(np.where(wall, plate.color, HOLE) for wall, plate in zip(walls, plates, strict=True)))

    def check_in_steps(
        self,
        puzzle: Puzzle,
        dimensions: Dimensions,
        printer: Printer,
        way: str,
        parts: Sequence[Part] | None = None,
    ) -> Generator[float, None, Report]:
        """Look at the solids: motion, walls, gaps, bed and supports."""
        if way == SHEET:
            return check_sheet_in_steps(puzzle, from_sheets(dimensions), cutter(dimensions, printer), parts)
        return check_in_steps(puzzle, dimensions, printer, as_kit=way == KIT, parts=parts)

    def estimate(
        self, puzzle: Puzzle, dimensions: Dimensions, printer: Printer, way: str, parts: Sequence[Part]
    ) -> Estimate:
        """Return what making it takes; in one piece the cross is where it is printed."""
        if way != ONE_PIECE:
            return super().estimate(puzzle, dimensions, printer, way, parts)
        return estimate_in_one_piece(puzzle, dimensions, printer, parts)

    def reach(self, puzzle: Puzzle, dimensions: Dimensions) -> float:
        """Return how far an arm comes that is pushed fully to one side."""
        return dimensions.outer_size(puzzle.size)[0] / 2 + dimensions.half_arms(puzzle.size)[0]

    def room_of_others(
        self, puzzle: Puzzle, dimensions: Dimensions, way: str, parts: Sequence[Part], key: str
    ) -> Floats:
        """Return the other parts; the cross all along its way, and both also as they are printed in place."""
        dimensions = self.in_way(dimensions, way)
        others = super().room_of_others(puzzle, dimensions, way, parts, key)
        start, pose = (
            np.array(dimensions.center(puzzle.size, at))[:, None] for at in (puzzle.start, printing_position(puzzle))
        )
        if key == BOX:
            return np.concatenate([way_of_cross(puzzle, dimensions), others + pose - start])
        return np.concatenate([others, others + start - pose]) if key == CROSS else others

    def wire_width(self, dimensions: Dimensions) -> float:
        """Return an eighth of a plate's thickness."""
        return dimensions.plate / 8

    def assembly(self, puzzle: Puzzle, parts: Sequence[Part], way: str) -> tuple[Step, ...]:
        """Return how parts are put together, with the cross at the start; one piece takes no step."""
        return assembly(puzzle, parts) if way != ONE_PIECE else ()

    def instructions(self, puzzle: Puzzle, parts: Sequence[Part], way: str) -> Instructions:
        """Return what the marks of parts are, and the moves to try before they are glued."""
        return instructions(puzzle, parts, from_sheets=way == SHEET) if way != ONE_PIECE else Instructions()

    def assembled_files(self, puzzle: Puzzle, dimensions: Dimensions) -> Mapping[str, Assembled]:
        """Return the box with the cross as it is printed in place, and the box with the solution."""
        pose = dimensions.center(puzzle.size, printing_position(puzzle))
        origin = (0.0, 0.0, 0.0)
        return {
            PRINTABLE: Assembled({BOX: origin, CROSS: pose}, printed=True),
            SOLVED: Assembled({BOX: origin, SOLUTION: origin}, printed=False),
        }

    def derived_lengths(self, dimensions: Dimensions, puzzle: Puzzle) -> dict[str, float | Point]:
        """Return what follows from the dimensions and the size."""
        return {
            "pitch": dimensions.pitch,
            "arm_width": dimensions.arm_width,
            "cavity": dimensions.cavity(puzzle.size),
            "outer_size": dimensions.outer_size(puzzle.size),
            "half_arms": dimensions.half_arms(puzzle.size),
        }

    def derived_lines(
        self, dimensions: Dimensions, puzzle: Puzzle | None, values: Mapping[str, Value], way: str
    ) -> tuple[tuple[str, str], ...]:
        """Return the outer size, also with markers that stick out, and of what is cut the passages, which follow."""
        sides = dimensions.outer_size(self.cells(puzzle, values))
        box = ("Box", in_millimeters(*sides))
        marker = max(dimensions.start_marker, dimensions.end_marker)
        if way == ONE_PIECE and marker:
            return box, ("With Markers", in_millimeters(*(side + marker for side in sides)))
        return (box, ("Passages", f"{dimensions.passage:.4g} mm")) if dimensions.through else (box,)

    def print_lines(self, puzzle: Puzzle, way: str) -> tuple[tuple[str, str], ...]:
        """Return where the cross is when it is printed inside the box."""
        if way != ONE_PIECE:
            return ()
        place = printing_position(puzzle)
        return (("Cross Printed", "at the start" if place == puzzle.start else f"at {place}"),)


MAZECUBE = TextFormat(
    "mazecube",
    "MazeCube Text",
    "a text that the program MazeCubeGenerator and others read",
    ".txt",
    puzzle_to_mazecube,
    puzzle_from_mazecube,
    # Its first line has two numbers, and no cells of a piece.
    lambda text: re.match(r"\d++[^\S\n]*(\d+\s*)?$", text, re.ASCII | re.MULTILINE) is not None,
    LARGEST_MAZECUBE,
)


class OskarFiles(Files[Puzzle]):
    """The texts of Oskar's Cubes."""

    format_name = FORMAT
    largest_text = LARGEST_JSON
    formats = (MAZECUBE,)
    codes = Codes(
        CODE_LETTER,
        puzzle_to_number,
        puzzle_from_number,
        lambda puzzle, values: replace(puzzle, settings=settings_with(**values)),
    )
    to_json = staticmethod(puzzle_to_json)
    from_json = staticmethod(puzzle_from_json)

    def other_texts(self, puzzle: Puzzle) -> Mapping[str, str]:
        """Return the way of the cross as people write it down."""
        return {"outputSequence.txt": output_sequence(puzzle)}


class OskarsCube(OskarMaking, OskarModel, OskarFacts, OskarFiles, OskarAsking, Kind[Puzzle, Dimensions]):
    """Oskar's Cube."""

    name = "oskar"
    label = LABEL
    meaning = "A box whose six faces are mazes that guide a cross inside"
    examples = (
        Example("--difficulty hard --out cube", "a hard cube's kit; without any option it is hard, too"),
        Example("--size 4x4x6 --style growing-tree --seed 7 --check", "whether one prints, and how long"),
        Example("--from cube/puzzle.json --preset petg --out again", "the same cube for another printer"),
    )


OSKAR = OskarsCube()
