# SPDX-License-Identifier: GPL-3.0-or-later
"""Oskar's Cube as a kind of puzzle."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import Any, ClassVar

from ..common.options import Value
from ..common.words import counted
from ..kind.assembled import Assembled
from ..kind.kind import PUZZLE_FILE, Kind, Rating, TextFormat
from ..kind.making import Progress
from ..kind.part import Part, Point
from ..kind.step import Step
from ..kind.way import Way
from ..printing.checks import Report
from ..printing.printer import Printer
from ..solids.solid import Solid
from .files import mazecube
from .files.output_sequence import output_sequence
from .files.puzzle_json import FORMAT, LARGEST_TEXT, puzzle_from_json, puzzle_to_json
from .generate import generate_in_steps
from .generators import OPTIONS, STYLES, settings_with
from .making.settings import EFFORTS, SearchOptions, check_size
from .maze.difficulty import level_of, share_of_scale, times_original, wasted_by_player
from .maze.symmetry import canonical_form
from .measure_lines import FIGURES, MEASURE_LINES, figures_of, rounded_moves
from .model.assembly import assembly
from .model.box_and_cross import BOX, CROSS, SOLUTION, one_piece
from .model.checks import check_puzzle
from .model.coupon import coupon
from .model.dimensions import Dimensions
from .model.kit import kit
from .model.presets import PRESETS
from .model.printing_position import printing_position
from .puzzle import Puzzle, size_text
from .puzzle_code import CODE_LETTER, puzzle_from_number, puzzle_to_number

ONE_PIECE, KIT = "one_piece", "kit"
"""The two ways to print a puzzle."""

DESIGNED_BY_DIFFICULTY = "hard"
"""The style that makes what difficulty is asked for."""

WORK_BESIDE_CELLS = 75
"""A step of a search takes a time that is about in proportion to the cells and this many more."""

SMALL_REGION = 4
"""A start is odd where it reaches less than the largest region's positions divided by this."""

PRINTABLE, SOLVED = "printableMaze", "solutionMaze"
OUTPUT_SEQUENCE = "outputSequence.txt"

MAZECUBE = TextFormat(
    "mazecube",
    "MazeCube Text",
    "a text that the program MazeCubeGenerator and others read",
    ".txt",
    mazecube.puzzle_to_mazecube,
    mazecube.puzzle_from_mazecube,
    # Its first line has two numbers.
    lambda text: text[:1].isdigit() and len(text.partition("\n")[0].split()) <= 2,
    mazecube.LARGEST_TEXT,
)


class OskarsCube(Kind[Puzzle, Dimensions]):
    """A box whose six faces are mazes, with a cross inside."""

    name = "oskar"
    label = "Oskar's Cube"
    meaning = "A box whose six faces are mazes, with a cross inside that all of them guide"
    options = OPTIONS
    headline = ("size", "difficulty", "seed")
    # Of this difficulty a quick search finds a puzzle at once.
    begins_with: ClassVar[Mapping[str, Value]] = MappingProxyType(
        {"style": DESIGNED_BY_DIFFICULTY, "difficulty": "hard", "effort": EFFORTS["quick"]}
    )
    dimensions = Dimensions
    presets = PRESETS
    ways = (
        Way(
            ONE_PIECE,
            "One Piece",
            "The cross is printed inside of the box; supports have to come out through the mazes",
            apart=False,
            unused=("joint",),
        ),
        Way(
            KIT,
            "Kit",
            "Six plates and a cross in three parts, to be put together; all lie flat without supports",
            apart=True,
        ),
    )
    measures = MEASURE_LINES
    formats = (MAZECUBE,)
    has_coupon = True
    has_assembly = True
    largest_text = LARGEST_TEXT
    figures = FIGURES
    hardness = "difficulty"
    hardest: ClassVar[Mapping[str, Value]] = MappingProxyType({"style": DESIGNED_BY_DIFFICULTY})
    code_letter = CODE_LETTER

    def make_in_steps(self, values: Mapping[str, Value]) -> Generator[Progress[Puzzle], None, Puzzle]:
        """Make a puzzle from settings by name."""
        return generate_in_steps(settings_with(**values))

    def stopped_at(self, values: Mapping[str, Value], progress: Progress[Puzzle]) -> Mapping[str, Value]:
        """Return the settings with the effort and the attempts that were made."""
        effort = settings_with(**values).options_of(SearchOptions).effort
        return {**values, "effort": max(1, round(progress.share * effort)), "attempts": max(1, progress.attempt)}

    def shown_options(self, values: Mapping[str, Value]) -> tuple[tuple[str, bool], ...]:
        """Return what everybody sets, the style and its own options; attempts make a difference where one wishes."""
        style = STYLES[str(values["style"])]
        wished = bool(values["minimum_length"] or values["all_corners"])
        owned = [name for name in style.option_names if name not in self.headline]
        names = ("style", *owned, "start", "end", "minimum_length", "all_corners")
        return (
            ("size", True),
            ("difficulty", "difficulty" in style.option_names),
            ("seed", True),
            *((name, True) for name in names),
            ("attempts", wished and not style.searched),
        )

    def following(self, chosen: str, values: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return the style that makes what difficulty is asked for, once the user asks for one."""
        return {"style": DESIGNED_BY_DIFFICULTY} if chosen == "difficulty" else {}

    def work(self, values: Mapping[str, Value]) -> float:
        """Return the steps of a search, by how long each takes for the cells."""
        size, effort = values["size"], values["effort"]
        if not STYLES[str(values["style"])].searched or not isinstance(size, tuple) or not isinstance(effort, int):
            return 0.0
        x, y, z = size
        return float(effort * (x * y * z + WORK_BESIDE_CELLS))

    def parts(self, puzzle: Puzzle, dimensions: Dimensions, way: str) -> tuple[Part, ...]:
        """Return box, cross and solution, or the parts of the kit."""
        return kit(puzzle, dimensions) if way == KIT else one_piece(puzzle, dimensions)

    def to_json(self, puzzle: Puzzle) -> str:
        """Return the text of puzzle.json."""
        return puzzle_to_json(puzzle)

    def from_json(self, text: str) -> Puzzle:
        """Read a puzzle.json."""
        return puzzle_from_json(text)

    def recognizes(self, text: str) -> bool:
        """Report whether a text has the format's name."""
        return f'"{FORMAT}"' in text[:200]

    def to_number(self, puzzle: Puzzle) -> int:
        """Return the number of the size, the ends and the faces."""
        return puzzle_to_number(puzzle)

    def from_number(self, number: int) -> Puzzle:
        """Return the puzzle of a number."""
        return puzzle_from_number(number)

    def with_values(self, puzzle: Puzzle, values: Mapping[str, Value]) -> Puzzle:
        """Return a puzzle with its settings."""
        return replace(puzzle, settings=settings_with(**values))

    def figures_of(self, puzzle: Puzzle) -> Mapping[str, float | None]:
        """Return the difficulty and all measures."""
        return figures_of(puzzle)

    def canonical_form(self, puzzle: Puzzle) -> bytes:
        """Return the form of all puzzles that the box's symmetries make of each other."""
        return canonical_form(puzzle.size, puzzle.faces, puzzle.start, puzzle.end)

    def puzzle_name(self, puzzle: Puzzle) -> str:
        """Return the kind, the size and the seed."""
        seed = "" if puzzle.settings is None else f" seed {puzzle.settings.seed}"
        return f"{self.label} {size_text(puzzle.size)}{seed}"

    def size_text(self, puzzle: Puzzle) -> str:
        """Return the cells along each axis."""
        return size_text(puzzle.size)

    def brief(self, puzzle: Puzzle) -> str:
        """Return the length and the difficulty."""
        rating = self.rating(puzzle)
        return counted(puzzle.measures.length, "move") + ("" if rating is None else f", {rating.word}")

    def summary(self, puzzle: Puzzle) -> str:
        """Return the length and what can be reached."""
        measures = puzzle.measures
        moves = f"{counted(measures.length, 'move')} ({measures.straight_moves} straight)"
        space = f"{measures.reachable} of {measures.positions} positions reachable"
        loops = f", {counted(measures.loops, 'loop')}" if measures.loops else ""
        return f"{self.label} {size_text(puzzle.size)}: {moves}, {space}{loops}"

    def warnings(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return what is wrong with the faces, and with the start."""
        return puzzle.flaws + _small_region(puzzle)

    def missed(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return what the style's options asked for in vain."""
        settings = puzzle.settings
        return () if settings is None else STYLES[settings.style].missed(settings, puzzle.measures)

    def rating(self, puzzle: Puzzle) -> Rating | None:
        """Return the level of difficulty; it is not known where there are very many loops."""
        measures = puzzle.measures
        wasted = wasted_by_player(measures.expected_moves, measures.length)
        if wasted is None:
            return None
        times = times_original(wasted)
        expected = rounded_moves(measures.length + wasted[1])
        return Rating(
            level_of(times).label,
            share_of_scale(times),
            f"A player who looks one move ahead needs about {expected}.",
        )

    def numbers(self, puzzle: Puzzle) -> dict[str, Any]:
        """Return what the puzzle was made from, its ends and its measures."""
        settings = puzzle.settings
        return {
            "size": puzzle.size,
            "seed": settings and settings.seed,
            "style": settings and settings.style,
            "start": puzzle.start,
            "end": puzzle.end,
            **asdict(puzzle.measures),
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
        self, dimensions: Dimensions, puzzle: Puzzle | None, values: Mapping[str, Value]
    ) -> tuple[tuple[str, str], ...]:
        """Return the arm's width, the pitch and the outer size."""
        size: Any = values["size"] if puzzle is None else puzzle.size
        check_size(size)
        return (
            ("Arm Width", f"{dimensions.arm_width:.2f} mm"),
            ("Pitch", f"{dimensions.pitch:.2f} mm"),
            ("Outer Size", " x ".join(map(_short, dimensions.outer_size(size))) + " mm"),
        )

    def print_lines(self, puzzle: Puzzle, way: str) -> tuple[tuple[str, str], ...]:
        """Return where the cross is when it is printed inside of the box."""
        if way == KIT:
            return ()
        place = printing_position(puzzle)
        return (("Cross Printed", "at the start" if place == puzzle.start else f"at {place}"),)

    def wire_width(self, dimensions: Dimensions) -> float:
        """Return an eighth of a plate's thickness."""
        return dimensions.plate / 8

    def reach(self, puzzle: Puzzle, dimensions: Dimensions) -> float:
        """Return how far an arm comes that is pushed fully to one side."""
        return dimensions.outer_size(puzzle.size)[0] / 2 + dimensions.half_arms(puzzle.size)[0]

    def check(
        self,
        puzzle: Puzzle,
        dimensions: Dimensions,
        printer: Printer,
        way: str,
        parts: Sequence[Part] | None = None,
    ) -> Report:
        """Look at the solids: motion, walls, gaps, bed and supports."""
        return check_puzzle(puzzle, dimensions, printer, as_kit=way == KIT, parts=parts)

    def assembly(self, puzzle: Puzzle, parts: Sequence[Part], way: str) -> tuple[Step, ...]:
        """Return how a kit is put together, with the cross at the start; one piece takes no step."""
        return assembly(puzzle, parts) if way == KIT else ()

    def assembled_files(self, puzzle: Puzzle, dimensions: Dimensions) -> Mapping[str, Assembled]:
        """Return the box with the cross as it is printed in place, and the box with the solution."""
        pose = dimensions.center(puzzle.size, printing_position(puzzle))
        origin = (0.0, 0.0, 0.0)
        return {
            PRINTABLE: Assembled({BOX: origin, CROSS: pose}, printed=True),
            SOLVED: Assembled({BOX: origin, SOLUTION: origin}, printed=False),
        }

    def texts(self, puzzle: Puzzle) -> Mapping[str, str]:
        """Return the solution, step by step, and the puzzle itself."""
        return {OUTPUT_SEQUENCE: output_sequence(puzzle), PUZZLE_FILE: puzzle_to_json(puzzle)}

    def coupon(self, dimensions: Dimensions) -> Mapping[str, Solid]:
        """Return a coupon for the clearance and the joint gap."""
        return coupon(dimensions)


def _small_region(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a sentence where the start lies in a small part of the positions, as a start of one's own may."""
    reachable, largest = puzzle.measures.reachable, puzzle.measures.largest_component
    if SMALL_REGION * reachable >= largest:
        return ()
    found = f"the cross reaches only {reachable} positions from there, and the largest region has {largest}."
    advice = "" if puzzle.settings is None else " Let the start be Automatic, or take another position or seed."
    return (f"Start is {puzzle.start}: {found}{advice}",)


def _short(millimeters: float) -> str:
    """Return a length in as many digits as the sidebar has room for three times."""
    return f"{millimeters:.3g}" if millimeters < 100 else f"{millimeters:.0f}"


OSKAR = OskarsCube()
