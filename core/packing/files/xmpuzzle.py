# SPDX-License-Identifier: GPL-3.0-or-later
"""BurrTools' .xmpuzzle files, as far as they are about cubes.

A file has shapes, and problems: each names shapes as its pieces, and one as the result to be filled. The format is
described at the top of BurrTools' src/lib/puzzle.cpp. Solutions in a file are passed over, as their pieces are
turned by numbers of a table that is no part of the format. A file may have very many shapes and problems, so a shape
is read when a problem that is asked for needs it.

Files are from anybody: their XML is read without entities, and no more of it than is sensible.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from html import escape
from itertools import starmap
from xml.parsers.expat import ExpatError, ParserCreate

from ...common.errors import InputError, located
from ...common.words import counted, shortened
from ...polycubes.goal import LARGEST_GOAL, LARGEST_NAME, Goal, Groups, Piece
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.shape import MOST_COLORS, NO_COLORS, Cell, Colors, Shape, box_cells, extent

LARGEST_TEXT = 40_000_000
"""Characters, unpacked; ten thousand solutions with how they come apart have as many."""

MOST_SHAPES = 2_000
MOST_PROBLEMS = 1_000
MOST_VOXELS = 1_000_000
"""Of a shape, with the empty ones."""

MOST_READ, FOR_A_CELL = 3_000_000, 10
"""Voxels of shapes that are read for a puzzle, about a second's; a filled one takes as long as some, wherever used."""

FILE = "The xmpuzzle file"
ONLY_CELLS = "The pieces have the surface of a model: these are their cells."
GRIDS = ("cubes", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra")
"""BurrTools' grids, by their numbers."""

_NUMBER = re.compile(r"-?\d{1,6}", re.ASCII)
_FILLED = re.compile(r"[#+]")
_VOXEL = re.compile(r"([#+_])(\d*)", re.ASCII)


@dataclass(frozen=True)
class _Voxels:
    """A shape of a file."""

    name: str
    weight: int
    filled: tuple[Cell, ...]
    variable: tuple[Cell, ...]
    colors: Mapping[Cell, int]


def problem_names(text: str) -> tuple[str, ...]:
    """Return the names of a file's problems, also of those that cannot be read; raises InputError as reading does."""
    return tuple(_name(problem) for problem in _elements(text)[2])


def puzzle_from_xmpuzzle(text: str, chosen: int | None = None) -> PolycubePuzzle:
    """Read a problem of a file by its number from 1, otherwise the first that can be read.

    Its notes say which others there are. Raises InputError where there is none that can be, where the chosen one cannot
    or is not there, and for a file that is damaged.
    """
    colors, shapes, problems = _elements(text)
    if chosen is not None and not 1 <= chosen <= len(problems):
        raise InputError(f"{FILE} has {counted(len(problems), 'problem')}: there is no problem {chosen}.")
    palette = tuple(_color(color, f"color {number}") for number, color in enumerate(colors, 1))
    known = _Shapes(shapes)

    def read(number: int) -> PolycubePuzzle | InputError:
        try:
            return _problem(problems[number - 1], known, palette, f"problem {number}")
        except _TooMuchError:
            raise
        except InputError as error:
            return error

    refused: InputError | None = None
    for number in range(1, len(problems) + 1) if chosen is None else [chosen]:
        puzzle = read(number)
        if isinstance(puzzle, PolycubePuzzle):
            break
        refused = refused or puzzle
    else:
        raise refused or InputError(f"{FILE} has no problem.")
    if len(problems) == 1 or chosen is not None:
        return puzzle
    name = f", {shortened(puzzle.name)}," if puzzle.name else ""
    notes = [f"The file has {len(problems)} problems: number {number}{name} was opened; Problem chooses another."]
    # Nobody has asked for the others, so they are looked at only as far as that is soon done.
    with suppress(_TooMuchError):
        problems_read = map(read, range(number + 1, len(problems) + 1))
        refused = refused or next((problem for problem in problems_read if isinstance(problem, InputError)), None)
    if refused is not None:
        notes.append(f"Not all of them can be read. {refused}")
    return replace(puzzle, notes=tuple(notes))


class _TooMuchError(InputError):
    """More would have to be read than is sensible."""


class _Shapes:
    """The shapes of a file, each read when it is first needed; what is read and used of them is counted."""

    def __init__(self, elements: Sequence[_Element]) -> None:
        self._elements = elements
        self._read: dict[int, _Voxels] = {}
        self._left = MOST_READ

    def __len__(self) -> int:
        return len(self._elements)

    def used(self, number: int) -> _Voxels:
        """Return a shape by its number from 0; raises InputError for a damaged one, and where all are too much."""
        if number not in self._read:
            self._take(len(self._elements[number].text))
            self._read[number] = _voxels(self._elements[number], f"shape {number}")
        voxels = self._read[number]
        self._take(FOR_A_CELL * (len(voxels.filled) + len(voxels.variable)))
        return voxels

    def _take(self, voxels: int) -> None:
        self._left -= voxels
        if self._left < 0:
            raise _TooMuchError(f"{FILE} has too much: for a puzzle at most {MOST_READ:,} voxels of shapes are read.")


def _elements(text: str) -> tuple[list[_Element], list[_Element], list[_Element]]:
    """Return the colors, the shapes and the problems of a file; raises InputError where it is none about cubes."""
    if len(text) > LARGEST_TEXT:
        raise InputError(f"{FILE} has {len(text):,} characters: at most {LARGEST_TEXT:,} are read.")
    root = _read_xml(text, left_out=("solutions", "assembler", "comment"))
    if root.name != "puzzle":
        raise InputError(f"{FILE} is not a puzzle: its outermost element is {shortened(root.name)}.")
    if root.attributes.get("version") not in {"1", "2"}:
        raise InputError(f"{FILE} has the version {shortened(root.attributes.get('version'))}: 1 and 2 are known.")
    for grid in root.all("gridType"):
        number = _number(grid, "type", "its grid")
        if number:
            name = GRIDS[number] if number < len(GRIDS) else f"number {number}"
            raise InputError(f"{FILE} is about a grid of {name}: only cubes can be read.")
    colors, shapes, problems = (
        [element for holder in root.all(several) for element in holder.all(single)]
        for several, single in (("colors", "color"), ("shapes", "voxel"), ("problems", "problem"))
    )
    if len(shapes) > MOST_SHAPES or len(problems) > MOST_PROBLEMS:
        raise InputError(f"{FILE} has too much: at most {MOST_SHAPES:,} shapes and {MOST_PROBLEMS:,} problems.")
    if not problems:
        raise InputError(f"{FILE} has no problem.")
    return colors, shapes, problems


def _number(element: _Element, name: str, place: str, otherwise: int | None = None) -> int:
    """Return an attribute as a whole number of at most six digits."""
    text = element.attributes.get(name)
    if text is None and otherwise is not None:
        return otherwise
    if text is None or not _NUMBER.fullmatch(text) or (text[0] == "-" and name != "weight"):
        raise InputError(f"{FILE}, {place}: {name} is {shortened(text)}; it must be a whole number.")
    return int(text)


def _voxels(element: _Element, place: str) -> _Voxels:
    size = [_number(element, axis, place) for axis in "xyz"]
    count = size[0] * size[1] * size[2]
    if not 1 <= count <= MOST_VOXELS:
        raise InputError(f"{FILE}, {place}: it has {count:,} voxels; it must have from 1 to {MOST_VOXELS:,}.")
    if _number(element, "type", place, 0):
        raise InputError(f"{FILE}, {place}: its type is {element.attributes['type']}; only type 0 is known.")
    text = "".join(element.text.split())
    cells = text.count("#") + text.count("+")
    is_plain = {*text} <= {"#", "+", "_"}
    if not is_plain and (wrong := _VOXEL.sub("", text)):
        raise InputError(f"{FILE}, {place}: {shortened(wrong[:1])} is not a voxel; a voxel is #, + or _.")
    if cells + text.count("_") != count:
        raise InputError(f"{FILE}, {place}: it has {cells + text.count('_'):,} voxels; its size needs {count:,}.")
    if cells > LARGEST_GOAL:
        raise InputError(f"{FILE}, {place}: it has {cells:,} cells that are not empty; the most is {LARGEST_GOAL:,}.")
    if is_plain:
        voxels = [(match.start(), match[0], "") for match in _FILLED.finditer(text)]
    else:
        every = enumerate(_VOXEL.finditer(text))
        voxels = [(number, match[1], match[2]) for number, match in every if match[1] != "_"]
    filled: list[Cell] = []
    variable: list[Cell] = []
    colors: dict[Cell, int] = {}
    for number, state, color in voxels:
        cell = number % size[0], number // size[0] % size[1], number // size[0] // size[1]
        (filled if state == "#" else variable).append(cell)
        if color.strip("0"):
            colors[cell] = min(int(color[:9]), MOST_COLORS + 1)
    return _Voxels(
        _name(element),
        _number(element, "weight", place, 1),
        tuple(filled),
        tuple(variable),
        colors,
    )


def _color(element: _Element, place: str) -> str:
    """Return a color as six digits."""
    light = [_number(element, name, place) for name in ("red", "green", "blue")]
    if max(light) > 255:
        raise InputError(f"{FILE}, {place}: it has {max(light)} of a light; the most is 255.")
    return "#" + "".join(f"{channel:02x}" for channel in light)


def _problem(element: _Element, shapes: _Shapes, palette: tuple[str, ...], place: str) -> PolycubePuzzle:
    name = _name(element)
    results = element.all("result")
    if len(results) != 1 or len(element.all("shapes")) != 1:
        raise InputError(f"{FILE}, {place}: it must have a list of shapes and a result, each once.")
    result = _shape(results[0], shapes, f"{place}, the result")
    parts = [
        (part, _shape(part, shapes, f"{place}, piece {number}"))
        for number, part in enumerate(element.all("shapes")[0].all("shape"), 1)
    ]
    pieces = [_piece(*part, f"{place}, piece {number}") for number, part in enumerate(parts, 1)]
    most_empty = _most_empty(element, result, pieces, place)
    with located(f"{FILE}, {place}"):
        goal = Goal.of(result.filled, result.variable, result.colors, most_empty)
        has_colors = bool(goal.colors) or any(voxels.colors for _, voxels in parts)
        colors = Colors(palette, _color_pairs(element, place)) if has_colors else NO_COLORS
        return PolycubePuzzle(tuple(pieces), goal, name, colors=colors)


def _color_pairs(element: _Element, place: str) -> frozenset[tuple[int, int]]:
    """Return which colors of pieces may lie on which of the goal; the file counts them from 0."""
    return frozenset(
        (_number(pair, "piece", place) + 1, _number(pair, "result", place) + 1)
        for holder in element.all("bitmap")
        for pair in holder.all("pair")
    )


def _shape(element: _Element, shapes: _Shapes, place: str) -> _Voxels:
    text = element.attributes.get("id", "")
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) >= len(shapes):
        raise InputError(
            f"{FILE}, {place}: its id is {shortened(text)}; the file has {counted(len(shapes), 'shape')}, from 0."
        )
    return shapes.used(int(text))


def _piece(element: _Element, voxels: _Voxels, place: str) -> Piece:
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
    with located(f"{FILE}, {place}"):
        # There is no room for more of them than for one a cell, whatever the file says.
        most = min(most, max(least, LARGEST_GOAL))
        return Piece(Shape.of(voxels.filled, voxels.colors), least, most, voxels.name, voxels.weight, groups)


def _most_empty(element: _Element, result: _Voxels, pieces: Sequence[Piece], place: str) -> int | None:
    """Return how many cells may stay empty; None where any that may are fine."""
    if "maxHoles" not in element.attributes:
        return None
    limit = _number(element, "maxHoles", place)
    fewest_filled = max(len(result.filled), sum(piece.least * len(piece.shape.cells) for piece in pieces))
    return limit if len(result.filled) + len(result.variable) - fewest_filled > limit else None


def puzzle_to_xmpuzzle(puzzle: PolycubePuzzle) -> str:
    """Return a puzzle as the text of a file with one problem, which BurrTools can solve anew.

    Raises InputError for cells that lie too far apart for a file to be read again.
    """
    shapes = [
        _voxel_text(dict.fromkeys(piece.shape.cells, "#"), piece.shape.color_of, piece.name, piece.weight)
        for piece in puzzle.pieces
    ]
    goal = puzzle.goal
    states = dict.fromkeys(goal.filled, "#") | dict.fromkeys(goal.optional, "+")
    shapes.append(_voxel_text(states, goal.color_of, "", 1))
    light = [[int(color[start : start + 2], 16) for start in (1, 3, 5)] for color in puzzle.colors.palette]
    colors = [f'    <color red="{red}" green="{green}" blue="{blue}"/>' for red, green, blue in light]
    pairs = [
        f'        <pair piece="{first - 1}" result="{second - 1}"/>' for first, second in sorted(puzzle.colors.pairs)
    ]
    limit = "" if goal.most_empty is None else f' maxHoles="{goal.most_empty}"'
    name = f' name="{escape(puzzle.name)}"' if puzzle.name else ""
    return "\n".join(
        [
            '<?xml version="1.0"?>',
            '<puzzle version="2">',
            '  <gridType type="0"/>',
            "  <colors>",
            *colors,
            "  </colors>",
            "  <shapes>",
            *shapes,
            "  </shapes>",
            "  <problems>",
            f'    <problem{name} state="0"{limit}>',
            "      <shapes>",
            *starmap(_shape_text, enumerate(puzzle.pieces)),
            "      </shapes>",
            f'      <result id="{len(puzzle.pieces)}"/>',
            "      <bitmap>",
            *pairs,
            "      </bitmap>",
            "    </problem>",
            "  </problems>",
            f"  <comment>{ONLY_CELLS}</comment>" if puzzle.model is not None else "  <comment/>",
            "</puzzle>",
            "",
        ]
    )


def _shape_text(number: int, piece: Piece) -> str:
    many = f'count="{piece.least}"' if piece.least == piece.most else f'min="{piece.least}" max="{piece.most}"'
    groups = "".join(f'<group group="{group}" count="{count}"/>' for group, count in piece.groups)
    return f'        <shape id="{number}" {many}>{groups}</shape>'


def _voxel_text(states: Mapping[Cell, str], colors: Mapping[Cell, int], name: str, weight: int) -> str:
    x, y, z = extent(states)
    if x * y * z > MOST_VOXELS:
        raise InputError(
            f"The puzzle has a shape in a box of {x} x {y} x {z}: an xmpuzzle file is opened here only if no shape "
            f"has one of over {MOST_VOXELS:,} cells, so choose another format."
        )
    voxels = {cell: f"{state}{colors.get(cell, '')}" for cell, state in states.items()}
    text = "".join(voxels.get(cell[::-1], "_") for cell in box_cells((z, y, x)))
    more = (f' weight="{weight}"' if weight != 1 else "") + (f' name="{escape(name)}"' if name else "")
    return f'    <voxel x="{x}" y="{y}" z="{z}"{more} type="0">{text}</voxel>'


def _name(element: _Element) -> str:
    """Return the name that an element has, or as much of it as can be kept."""
    return "".join(letter for letter in element.attributes.get("name", "") if letter.isprintable())[:LARGEST_NAME]


MOST_ELEMENTS = 100_000
MOST_TEXT = 1_000_000
"""Characters of an element."""

DEEPEST = 20
"""Elements within each other."""


@dataclass
class _Element:
    """An element: its name, its attributes, the elements in it, and all text directly in it."""

    name: str
    attributes: dict[str, str]
    children: list[_Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> list[_Element]:
        """Return the elements in it with a name."""
        return [child for child in self.children if child.name == name]


def _read_xml(text: str, *, left_out: Collection[str] = ()) -> _Element:
    """Return the outermost element of a text.

    Elements in it with names of ``left_out`` are passed over with all that is in them. Raises InputError for what is no
    XML, for a document type, by which entities come, and for too much.
    """
    outer = _Element("", {})
    inside = [outer]
    passed_over = 0
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal passed_over, count
        if passed_over or (name in left_out and len(inside) > 1):
            passed_over += 1
            return
        count += 1
        if count > MOST_ELEMENTS or len(inside) > DEEPEST:
            raise InputError(f"{FILE} has too many XML elements, or too many within each other.")
        element = _Element(name, attributes)
        inside[-1].children.append(element)
        inside.append(element)

    def end(_: str) -> None:
        nonlocal passed_over
        if passed_over:
            passed_over -= 1
        else:
            inside.pop()

    def characters(text: str) -> None:
        if passed_over:
            return
        inside[-1].text += text
        if len(inside[-1].text) > MOST_TEXT:
            raise InputError(f"{FILE} has an XML element with more than {MOST_TEXT:,} characters of text.")

    parser = ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = _refuse_document_type
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except ExpatError as error:
        raise InputError(f"{FILE} is damaged or cut off at line {error.lineno}: it is not valid XML.") from error
    return outer.children[0]


def _refuse_document_type(*_: object) -> None:
    raise InputError(f"{FILE} has an XML document type: it must have none.")
