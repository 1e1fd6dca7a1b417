# SPDX-License-Identifier: GPL-3.0-or-later
"""BurrTools' .xmpuzzle files, as far as they are about cubes.

A file has shapes, and problems: each names shapes as its pieces, and one as the result to be filled. The format is
described at the top of BurrTools' src/lib/puzzle.cpp. Solutions in a file are passed over, as their pieces are
turned by numbers of a table that is no part of the format; how many there are is read.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from xml.parsers.expat import ExpatError, ParserCreate

from ...common.errors import InputError
from ...common.unpacking import unpacked as unpacked_data
from ...common.words import counted, shortened
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.cells import Cell
from ...polycubes.terms.goal import LARGEST_GOAL, Goal
from ...polycubes.terms.piece import LARGEST_NAME, Groups, Piece
from ...polycubes.terms.shape import Shape

MOST_ELEMENTS = 100_000
MOST_TEXT = 1_000_000
"""Characters of an element."""

DEEPEST = 20
"""Elements within each other."""


@dataclass
class Element:
    """An element: its name, its attributes, the elements in it, and all text directly in it."""

    name: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> list[Element]:
        """Return the elements in it with a name."""
        return [child for child in self.children if child.name == name]


def read_xml(text: str, file: str, *, left_out: Collection[str] = ()) -> Element:
    """Return the outermost element of a text.

    Elements with names of ``left_out`` are passed over with all that is in them. ``file`` is what sentences call the
    text. Raises InputError for what is no XML, for a document type, by which entities come, and for too much.
    """
    outer = Element("", {})
    inside = [outer]
    passed_over = 0
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal passed_over, count
        if passed_over or name in left_out:
            passed_over += 1
            return
        count += 1
        if count > MOST_ELEMENTS or len(inside) > DEEPEST:
            raise InputError(f"{file} has too many XML elements, or too many within each other.")
        element = Element(name, attributes)
        inside[-1].children.append(element)
        inside.append(element)

    def end(_: str) -> None:
        nonlocal passed_over
        if passed_over:
            passed_over -= 1
        else:
            inside.pop()

    def characters(found: str) -> None:
        if passed_over:
            return
        inside[-1].text += found
        if len(inside[-1].text) > MOST_TEXT:
            raise InputError(f"{file} has an XML element with more than {MOST_TEXT:,} characters of text.")

    def refuse(*_: object) -> None:
        raise InputError(f"{file} has an XML document type: it must have none.")

    parser = ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except ExpatError as error:
        raise InputError(f"{file} is damaged or cut off at line {error.lineno}: it is not valid XML.") from error
    return outer.children[0]


LARGEST_TEXT = 40_000_000
"""Characters, unpacked; ten thousand solutions with how they come apart have as many."""

MOST_SHAPES = 2_000
MOST_PROBLEMS = 1_000
MOST_VOXELS = 100_000
"""Of a shape, with the empty ones."""

FILE = "The xmpuzzle file"
GRIDS = ("cubes", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra")
"""BurrTools' grids, by their numbers."""

_NUMBER = re.compile(r"-?\d{1,6}", re.ASCII)
_VOXEL = re.compile(r"([#+_])(\d*)", re.ASCII)


@dataclass(frozen=True)
class Problem:
    """A problem of a file: the puzzle, what BurrTools has counted, and sentences on what is not used.

    ``assemblies`` are all solutions up to rotation, ``solutions`` those of them that come apart; None where they are
    not all counted.
    """

    puzzle: PolycubePuzzle
    assemblies: int | None = None
    solutions: int | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Voxels:
    """A shape of a file."""

    name: str
    weight: int
    filled: tuple[Cell, ...]
    variable: tuple[Cell, ...]
    has_colors: bool


def unpacked(data: bytes) -> str:
    """Return the text of a file, which may be packed by gzip; raises InputError for anything that is damaged."""
    data = unpacked_data(data, LARGEST_TEXT, FILE)
    if len(data) > LARGEST_TEXT:
        raise InputError(f"{FILE} has more than {LARGEST_TEXT:,} characters: no more are read.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{FILE} is damaged: it is not UTF-8 text.") from error


def packed(text: str) -> bytes:
    """Return a text as BurrTools packs it: by gzip, the same text always to the same bytes."""
    packing = zlib.compressobj(wbits=31)
    return packing.compress(text.encode()) + packing.flush()


def problems_from_xmpuzzle(text: str) -> tuple[Problem, ...]:
    """Read the problems of a file that are about cubes.

    Problems that cannot be read are left out where there are others. Raises InputError, with a sentence on the first,
    where there are no others, and for a file that is damaged.
    """
    return tuple(problem for problem in _problems(text) if isinstance(problem, Problem))


def puzzle_from_xmpuzzle(text: str) -> PolycubePuzzle:
    """Read the first problem of a file that can be read; its notes say which others there are.

    Raises InputError where there is none, and for a file that is damaged.
    """
    problems = _problems(text)
    number, problem = next((place, one) for place, one in enumerate(problems, 1) if isinstance(one, Problem))
    notes = list(problem.notes)
    if len(problems) > 1:
        name = f", {shortened(problem.puzzle.name)}," if problem.puzzle.name else ""
        notes.append(f"The file has {len(problems)} problems: number {number}{name} was opened, no other.")
    refused = next((one for one in problems if isinstance(one, InputError)), None)
    if refused is not None:
        notes.append(f"Not all of them can be read. {refused}")
    return replace(problem.puzzle, notes=tuple(notes))


def _problems(text: str) -> list[Problem | InputError]:
    """Return the problems of a file, or why one cannot be read; raises InputError where none can be."""
    if len(text) > LARGEST_TEXT:
        raise InputError(f"{FILE} has {len(text):,} characters: at most {LARGEST_TEXT:,} are read.")
    root = read_xml(text, FILE, left_out=("solutions", "assembler", "comment"))
    if root.name != "puzzle":
        raise InputError(f"{FILE} is not a puzzle: its outermost element is {shortened(root.name)}.")
    if root.attributes.get("version") not in {"1", "2"}:
        raise InputError(f"{FILE} has the version {shortened(root.attributes.get('version'))}: 1 and 2 are known.")
    for grid in root.all("gridType"):
        number = _number(grid, "type", "its grid")
        if number:
            name = GRIDS[number] if number < len(GRIDS) else f"number {number}"
            raise InputError(f"{FILE} is about a grid of {name}: only cubes can be read.")
    shapes = [voxels for holder in root.all("shapes") for voxels in holder.all("voxel")]
    problems = [problem for holder in root.all("problems") for problem in holder.all("problem")]
    if len(shapes) > MOST_SHAPES or len(problems) > MOST_PROBLEMS:
        raise InputError(f"{FILE} has too much: at most {MOST_SHAPES:,} shapes and {MOST_PROBLEMS:,} problems.")
    if not problems:
        raise InputError(f"{FILE} has no problem.")
    voxels = [_voxels(shape, f"shape {number}") for number, shape in enumerate(shapes)]
    found: list[Problem | InputError] = []
    for number, problem in enumerate(problems, 1):
        try:
            found.append(_problem(problem, voxels, f"problem {number}"))
        except InputError as error:
            found.append(error)
    if isinstance(found[0], InputError) and not any(isinstance(one, Problem) for one in found):
        raise found[0]
    return found


def _number(element: Element, name: str, place: str, otherwise: int | None = None) -> int:
    """Return an attribute as a whole number of at most six digits."""
    text = element.attributes.get(name)
    if text is None and otherwise is not None:
        return otherwise
    if text is None or not _NUMBER.fullmatch(text) or (text[0] == "-" and name != "weight"):
        raise InputError(f"{FILE}, {place}: {name} is {shortened(text)}; it must be a whole number.")
    return int(text)


def _voxels(element: Element, place: str) -> _Voxels:
    size = [_number(element, axis, place) for axis in "xyz"]
    count = size[0] * size[1] * size[2]
    if not 1 <= count <= MOST_VOXELS:
        raise InputError(f"{FILE}, {place}: it has {count:,} voxels; it must have from 1 to {MOST_VOXELS:,}.")
    if _number(element, "type", place, 0):
        raise InputError(f"{FILE}, {place}: its type is {element.attributes['type']}; only type 0 is known.")
    text = "".join(element.text.split())
    found = _VOXEL.findall(text)
    if sum(len(state) + len(color) for state, color in found) != len(text):
        wrong = _VOXEL.sub("", text)
        raise InputError(f"{FILE}, {place}: {shortened(wrong[:1])} is not a voxel; a voxel is #, + or _.")
    if len(found) != count:
        raise InputError(f"{FILE}, {place}: it has {len(found):,} voxels; its size needs {count:,}.")
    filled, variable = [], []
    for number, (state, _) in enumerate(found):
        cell = number % size[0], number // size[0] % size[1], number // size[0] // size[1]
        if state == "#":
            filled.append(cell)
        elif state == "+":
            variable.append(cell)
    return _Voxels(
        _name(element),
        _number(element, "weight", place, 1),
        tuple(filled),
        tuple(variable),
        any(color.strip("0") and state != "_" for state, color in found),
    )


def _problem(element: Element, shapes: Sequence[_Voxels], place: str) -> Problem:
    name = _name(element)
    results = element.all("result")
    if len(results) != 1 or len(element.all("shapes")) != 1:
        raise InputError(f"{FILE}, {place}: it must have a list of shapes and a result, each once.")
    result = _shape(results[0], shapes, f"{place}, the result")
    goal = _goal(result, place)
    pieces = []
    has_colors = False
    for number, part in enumerate(element.all("shapes")[0].all("shape"), 1):
        voxels = _shape(part, shapes, f"{place}, piece {number}")
        has_colors |= voxels.has_colors
        pieces.append(_piece(part, voxels, f"{place}, piece {number}"))
    if result.has_colors and has_colors:
        raise InputError(f"{FILE}, {place}: it has rules for colors; these cannot be used.")
    if "maxHoles" in element.attributes:
        _check_holes(_number(element, "maxHoles", place), pieces, goal, place)
    try:
        puzzle = PolycubePuzzle(tuple(pieces), goal, name)
    except InputError as error:
        raise InputError(f"{FILE}, {place}: {error}") from error
    notes = []
    if has_colors or result.has_colors:
        notes.append("Colors are not used.")
    is_counted = element.attributes.get("state") == "2"
    counts = [
        _number(element, what, place) if is_counted and what in element.attributes else None
        for what in ("assemblies", "solutions")
    ]
    return Problem(puzzle, counts[0], counts[1], tuple(notes))


def _shape(element: Element, shapes: Sequence[_Voxels], place: str) -> _Voxels:
    text = element.attributes.get("id", "")
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) >= len(shapes):
        raise InputError(
            f"{FILE}, {place}: its id is {shortened(text)}; the file has {counted(len(shapes), 'shape')}, from 0."
        )
    return shapes[int(text)]


def _goal(voxels: _Voxels, place: str) -> Goal:
    try:
        return Goal.of(voxels.filled, voxels.variable)
    except InputError as error:
        raise InputError(f"{FILE}, {place}: {error}") from error


def _piece(element: Element, voxels: _Voxels, place: str) -> Piece:
    if voxels.variable or not voxels.filled:
        raise InputError(f"{FILE}, {place}: a piece must have filled voxels, and none that may stay empty.")
    if "count" in element.attributes or not {"min", "max"} <= set(element.attributes):
        least = most = _number(element, "count", place, 1)
    else:
        least, most = (_number(element, name, place) for name in ("min", "max"))
    groups: Groups = tuple(
        (_number(group, "group", place), _number(group, "count", place)) for group in element.all("group")
    )
    if whole := _number(element, "group", place, 0):
        groups = ((whole, most),)
    try:
        # There is no room for more of them than for one a cell, whatever the file says.
        return Piece(
            Shape.of(voxels.filled), least, min(most, max(least, LARGEST_GOAL)), voxels.name, voxels.weight, groups
        )
    except InputError as error:
        raise InputError(f"{FILE}, {place}: {error}") from error


def _check_holes(most_holes: int, pieces: Sequence[Piece], goal: Goal, place: str) -> None:
    """Raise InputError where a limit of empty cells would forbid a solution."""
    fewest_filled = max(len(goal.filled), sum(piece.least * len(piece.shape.cells) for piece in pieces))
    if len(goal.cells) - fewest_filled > most_holes:
        raise InputError(
            f"{FILE}, {place}: it has a limit of {counted(most_holes, 'hole')}; such a limit cannot be used."
        )


def puzzle_to_xmpuzzle(puzzle: PolycubePuzzle) -> str:
    """Return a puzzle as the text of a file with one problem, which BurrTools can solve anew."""
    shapes = [
        _voxel_text(piece.shape.cells, (), piece.shape.extent, piece.name, piece.weight) for piece in puzzle.pieces
    ]
    goal = puzzle.goal
    shapes.append(_voxel_text(tuple(goal.filled), tuple(goal.optional), goal.size, "", 1))
    parts = []
    for number, piece in enumerate(puzzle.pieces):
        many = f'count="{piece.least}"' if piece.least == piece.most else f'min="{piece.least}" max="{piece.most}"'
        groups = "".join(f'<group group="{group}" count="{count}"/>' for group, count in piece.groups)
        parts.append(f'        <shape id="{number}" {many}>{groups}</shape>')
    name = f' name="{escape(puzzle.name)}"' if puzzle.name else ""
    return "\n".join(
        [
            '<?xml version="1.0"?>',
            '<puzzle version="2">',
            '  <gridType type="0"/>',
            "  <colors/>",
            "  <shapes>",
            *shapes,
            "  </shapes>",
            "  <problems>",
            f'    <problem{name} state="0">',
            "      <shapes>",
            *parts,
            "      </shapes>",
            f'      <result id="{len(puzzle.pieces)}"/>',
            "      <bitmap/>",
            "    </problem>",
            "  </problems>",
            "  <comment/>",
            "</puzzle>",
            "",
        ]
    )


def _voxel_text(filled: Sequence[Cell], variable: Sequence[Cell], size: Cell, name: str, weight: int) -> str:
    states = dict.fromkeys(filled, "#") | dict.fromkeys(variable, "+")
    text = "".join(states.get((x, y, z), "_") for z in range(size[2]) for y in range(size[1]) for x in range(size[0]))
    more = (f' weight="{weight}"' if weight != 1 else "") + (f' name="{escape(name)}"' if name else "")
    return f'    <voxel x="{size[0]}" y="{size[1]}" z="{size[2]}"{more} type="0">{text}</voxel>'


def _name(element: Element) -> str:
    """Return the name that an element has, or as much of it as can be kept."""
    return "".join(letter for letter in element.attributes.get("name", "") if letter.isprintable())[:LARGEST_NAME]
