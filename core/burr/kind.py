# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs as a kind of puzzle, which has what packing puzzles have.

Its solids are sticks or boards, which need no box; its facts are those of packing puzzles, and its level and its holes.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from ..common.errors import InputError
from ..common.options import Value
from ..kind.facts import NO_VALUES, Measure, Progress, Rating, Values
from ..kind.kind import Codes, Example, TextFormat
from ..kind.model import Preset
from ..kind.part import Part, Point
from ..packing import facts as packing
from ..packing.facts import level_of
from ..packing.kind import PackingCube, PackingMaking, PackingModel, solved_in_steps
from ..packing.model.as_printed import PRESETS
from ..packing.model.as_printed import gaps as packing_gaps
from ..packing.model.dimensions import Dimensions as PackingDimensions
from ..packing.model.parts import PiecePart
from ..polycubes.puzzle import PolycubePuzzle
from ..printing.printer import Printer
from .crossed import (
    BOARDS,
    Numbered,
    boards_of,
    burr_of,
    cut_of,
    holes,
    in_its_cross,
    kaenel_boards_of,
    length_of,
    numbered,
    numbers_of,
    puzzle_from_number,
    puzzle_to_number,
    sticks_of,
)
from .options import CUTS, NEEDS, NUMBERS, OF_BOARDS, WISH, BurrOptions, declared_options, users_of
from .search import wished_in_steps


@dataclass(frozen=True)
class Dimensions(PackingDimensions):
    """The dimensions of the pieces. Those of a box are there, but nobody is asked for them."""

    tray_wall: float = 0.0
    tray_gap: float = PackingDimensions.tray_gap
    lid_gap: float = PackingDimensions.lid_gap
    magnet: float = 0.0
    magnet_height: float = PackingDimensions.magnet_height
    magnet_gap: float = PackingDimensions.magnet_gap


BOX = frozenset(Dimensions.__annotations__)
"""Dimensions of a box: a burr needs none."""


def _without_box(preset: Preset[PackingDimensions]) -> Preset[PackingDimensions]:
    own = {side.name: getattr(preset.dimensions, side.name) for side in fields(Dimensions) if side.name not in BOX}
    return replace(preset, dimensions=Dimensions(**own))


class BurrModel(PackingModel):
    """Sticks or boards with notches that hold each other."""

    dimensions = Dimensions
    presets = MappingProxyType({name: _without_box(preset) for name, preset in PRESETS.items()})
    ways = (replace(PackingModel.ways[0], meaning="All pieces lie apart on the bed"), *PackingModel.ways[1:])
    sizes = ("cube", "cube_y", "cube_z", "held")

    def following(self, puzzle: PolycubePuzzle) -> Mapping[str, float]:
        """Return nothing: there is no box."""
        return {}

    @staticmethod
    def gaps(printer: Printer) -> dict[str, Any]:
        """Return the inset that follows from a printer."""
        return {name: gap for name, gap in packing_gaps(printer).items() if name not in BOX}

    def parts(self, puzzle: PolycubePuzzle, dimensions: PackingDimensions, way: str) -> tuple[Part, ...]:
        """Return the pieces, each called by its number, too."""
        known = numbered(puzzle)
        return tuple(_called(part, known) for part in super().parts(puzzle, dimensions, way))

    def piece_texts(self, puzzle: PolycubePuzzle) -> tuple[str, ...]:
        """Return what can be written on the pieces: their numbers, or the names of those that have none."""
        texts = zip(super().piece_texts(puzzle), numbered(puzzle), strict=True)
        return tuple(text if known is None else str(known.number) for text, known in texts)

    def as_drawn(self, puzzle: PolycubePuzzle) -> PolycubePuzzle:
        """Return a burr that was drawn with the cross that its pieces need: it has holes where they leave some."""
        return in_its_cross(puzzle)

    def piece_names(self, puzzle: PolycubePuzzle) -> tuple[str, ...]:
        """Return the letters of the pieces, each with its number if it has one."""
        names = zip(super().piece_names(puzzle), numbered(puzzle), strict=True)
        return tuple(name if known is None else f"{name} {known.number}" for name, known in names)

    def derived_lengths(self, dimensions: PackingDimensions, puzzle: PolycubePuzzle) -> dict[str, float | Point]:
        """Return the gap between pieces, and the size of the burr."""
        lengths = super().derived_lengths(dimensions, puzzle)
        del lengths["outer_size"]
        return lengths

    def derived_lines(
        self, dimensions: PackingDimensions, puzzle: PolycubePuzzle | None, values: Mapping[str, Value], way: str
    ) -> tuple[tuple[str, str], ...]:
        """Return the gap, and for a burr its size."""
        return tuple(line for line in super().derived_lines(dimensions, puzzle, values, way) if line[0] != "Box")


def _called(part: Part, known: Sequence[Numbered | None]) -> Part:
    """Return a part of a burr as it is called: a piece, also one that is cut, by its number and its name."""
    if not isinstance(part, PiecePart) or (stick := known[part.piece]) is None:
        return part
    label = f"{stick.cut.name.capitalize()} {stick.number} ({part.name})"
    return replace(part, piece_label=label, label=part.label if part.section else label)


LABEL, BOARD_LABEL = "Burr", "Board Burr"

LEVELS = ((1.0, "Easy"), (3.0, "Medium"), (5.0, "Hard"), (8.0, "Very Hard"), (float("inf"), "Extreme"))
"""Up to how many moves until the first part comes off a burr is called so."""


def _text(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _boards_text(puzzle: PolycubePuzzle) -> str:
    """Return the numbers of the boards, and those that Känel and puzzlecad give them."""
    numbers = boards_of(puzzle)
    return f"{_text(numbers)} (Känel: {_text(kaenel_boards_of(puzzle))})" if numbers else ""


MEASURE_LINES: tuple[Measure[PolycubePuzzle], ...] = (
    Measure("sticks", "Sticks", "The numbers of the sticks", lambda puzzle: _text(sticks_of(puzzle))),
    Measure("boards", "Boards", "The numbers of the boards, here and as Känel and puzzlecad number them", _boards_text),
    Measure("holes", "Holes", "How many cells stay empty inside", lambda puzzle: str(holes(puzzle))),
    packing.LEVEL,
    *(
        replace(
            line, meaning=line.meaning.replace("the box", "the cross").removesuffix(": the measure of the difficulty")
        )
        for line in packing.MEASURE_LINES
        if line.name not in {"box", "pieces", "piece_sizes", "level"}
    ),
)
"""The pieces, and what is known of the solutions."""


class BurrFacts(packing.PackingFacts):
    """The facts about a burr, and the numbers by which many are compared."""

    measures = MEASURE_LINES
    figures = ("level", "holes", *packing.FIGURES)
    hardness = "level"
    series_begins_with = MappingProxyType({"made_by": WISH, "one_solution": True, "level": 3})

    def name_of(self, puzzle: PolycubePuzzle) -> str:
        """Return the kind and the puzzle's name, or the numbers of its pieces."""
        cut = cut_of(puzzle)
        label = BOARD_LABEL if cut is BOARDS else LABEL
        return f"{label} {puzzle.name or _text(numbers_of(puzzle, cut)) or packing.size_text(puzzle)}"

    def rating(self, puzzle: PolycubePuzzle) -> Rating | None:
        """Return how hard a burr is, by its level; None where that is not known, or not all solutions are."""
        level = level_of(puzzle) if puzzle.found.is_complete else ()
        if not level:
            return None
        moves = "It takes one move" if level[0] == 1 else f"It takes {level[0]} moves"
        return packing.rated(level[0], LEVELS, f"{moves} until the first part comes off.")

    def numbers(self, puzzle: PolycubePuzzle) -> dict[str, Any]:
        """Return what is known of a burr for a report that programs read."""
        return {
            **super().numbers(puzzle),
            "sticks": sticks_of(puzzle),
            "boards": boards_of(puzzle),
            "kaenel_boards": kaenel_boards_of(puzzle),
            "length": length_of(puzzle),
            "holes": holes(puzzle),
            "level": next(iter(level_of(puzzle)), None),
        }

    def figures_of(self, puzzle: PolycubePuzzle) -> dict[str, float | None]:
        """Return level, holes, and the figures of packing puzzles."""
        level = level_of(puzzle) if puzzle.found.is_complete else ()
        return {"level": level[0] if level else None, "holes": holes(puzzle), **super().figures_of(puzzle)}


FORMAT = "burr-puzzle"


def _that_cross(form: TextFormat[PolycubePuzzle]) -> TextFormat[PolycubePuzzle]:
    """Return the format of packing puzzles as one that holds burrs: texts of other pieces are none."""

    def is_burr(text: str) -> bool:
        try:
            return form.recognizes(text) and cut_of(form.read(text)) is not None
        except InputError:
            return False

    return replace(form, recognizes=is_burr)


class BurrMaking(PackingMaking):
    """The making of burrs by the numbers of their pieces, or by a wish."""

    options = declared_options()
    headline = ("made_by", "pieces", "sticks", "boards", "level", "seed")
    everyday = ("sticks", "boards", "level", "one_solution", "seed")
    begins_with = MappingProxyType({"one_solution": True, "level": 3})
    unwatched = NO_VALUES

    def in_steps(self, values: Values, jobs: int = 1) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
        """Search for solutions of numbers, or for a burr that is as wished."""
        given: dict[str, object] = dict(values)
        options = BurrOptions(**given)  # type: ignore[arg-type]
        if options.made_by == WISH:
            options.check_wish()
            return wished_in_steps(options)
        burr = burr_of(options.numbers, options.length, options.cut)
        return solved_in_steps(burr, jobs)

    def stands(self, values: Values, puzzle: PolycubePuzzle) -> bool:
        """Return whether a first solution is known: a search changes no pieces that are given by their numbers."""
        return values["made_by"] == NUMBERS and bool(puzzle.found.solutions)

    def stopped_at(self, values: Values, progress: Progress[PolycubePuzzle]) -> Values:
        """Return the numbers of the best burr in place of a wish."""
        of = str(values["pieces"])
        numbers = [] if progress.best is None else numbers_of(progress.best, CUTS[of])
        if values["made_by"] != WISH or not numbers:
            return values
        return {**values, "made_by": NUMBERS, of: " ".join(map(str, numbers))}

    def implied(self, given: Values) -> dict[str, Value]:
        """Return what asks for a wish, as only wishes use it, and that numbers of boards ask for boards."""
        implied: dict[str, Value] = {}
        if any(NEEDS[name][0] == WISH for name in given):
            implied["made_by"] = WISH
        if OF_BOARDS in given:
            implied["pieces"] = OF_BOARDS
        return implied

    def needs_watching(self, values: Values) -> str:
        """Return nothing: a burr is never drawn."""
        return ""

    def who_uses(self, name: str, values: Values) -> str:
        """Return who uses an option."""
        of = values["pieces"]
        burr = f"a wish of {of}" if values["made_by"] == WISH else f"one of {of} by numbers"
        return f"the burr is {burr}, and {users_of(name)} it"

    def shown(self, values: Values) -> tuple[tuple[str, bool], ...]:
        """Return the options of a burr by numbers, or of a wish."""
        chosen = {"", values["made_by"], values["pieces"]}
        return tuple((name, True) for name, needs in NEEDS.items() if chosen.issuperset(needs))


class Burr(BurrMaking, BurrModel, BurrFacts, PackingCube):
    """A burr: what is not said here is as with packing puzzles."""

    name = "burr"
    label = LABEL
    meaning = "Six sticks or boards that cross, and hold each other"
    format_name = FORMAT
    formats = tuple(map(_that_cross, PackingCube.formats))
    codes = Codes("B", puzzle_to_number, puzzle_from_number, completed=solved_in_steps)
    source_flags = ()
    source_options = ()
    examples = (
        Example("--sticks 52 615 792 960 975 992 --count --assemble", "how these six sticks go together"),
        Example("--level 5 --unique --notchable --seed 3 --out burr", "a burr as you wish, to print"),
        Example("--of boards --level 3", "a burr of boards"),
        Example("--owned 1 52x2 256 888 824 928 975 1024x2 615", "a burr of sticks that you have"),
    )

    def completed(self, puzzle: PolycubePuzzle, given: Values) -> PolycubePuzzle:
        """Return the burr: nothing can be given with its file."""
        return puzzle


BURR = Burr()
