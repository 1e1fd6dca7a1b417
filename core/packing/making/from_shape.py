# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles from a shape: a model, as cells that it fills for the most part, is divided into pieces that interlock.

The cells stay together in pieces that have its own surface. One that the model fills by half is a unit. One that it
fills less belongs to a neighbor: to that with which it shares the most of a side, the largest sides of all first. A
side between two units holds what is on one from moving through it only if both cells are well filled and the model goes
through enough of it; and a piece hangs together by such sides, too. But whatever of the model is in a cell is in the
way.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import heappop, heappush
from itertools import product
from pathlib import Path
from random import Random

import numpy as np

from ...common.containers import Recent, UnionFind
from ...common.errors import FailedError, InputError, located
from ...common.task import Task
from ...common.words import counted, must_be, nearest, quoted
from ...kind.facts import Progress
from ...kind.kind import NotFoundError, decoded
from ...polycubes.goal import LARGEST_NAME, Goal, Piece, letters
from ...polycubes.puzzle import Counts, Found, Model, PolycubePuzzle
from ...polycubes.shape import Cell, Shape, along, connected_parts, neighbors, step
from ...solids.voxels import Floats, filling, placed_model, sections
from ..files.models import (
    OBJECT,
    WORKSHOP,
    Triangles,
    cells_of_vox,
    check_sum,
    is_vox,
    model_bytes,
    triangles_of,
)
from ..files.pieces_text import LARGEST_LINE, cells_of_line
from .interlocking import Interlocking, Pair, Units, interlocking_in_steps
from .options import BALL, KEY, MODEL, PackingOptions, check_piece_sizes

FULL = 0.5
"""The share of a cell that a model fills at least."""

HELD = 0.3
"""The share of a side that is inside of a model at least, where it holds or hangs together."""

_UP = tuple(along(axis, 1) for axis in range(3))


@dataclass(frozen=True)
class ModelCells:
    """A goal of all cells that any of a model is in, which stay together, how much of sides is inside, and of cells.

    ``filled`` are those that are filled by half. ``corners`` are those of the model, in cells of the goal, shape
    (n, 3, 3); ``notes`` are sentences on what was odd.
    """

    goal: Goal
    units: Units
    sides: dict[Pair, float]
    filled: frozenset[int]
    corners: Floats
    notes: tuple[str, ...]

    @cached_property
    def necks(self) -> list[tuple[float, Pair]]:
        """The shares of sides, the largest first, with the numbers of both cells."""
        return sorted(((share, pair) for pair, share in self.sides.items()), reverse=True)


_TOO_THIN = "The model is too thin: it fills half of no cell. Take more cells across, or a thicker model."

_known: Recent[ModelCells] = Recent(4)


def model_cells(triangles: Triangles, across: int) -> ModelCells:
    """Return what of a model is in which cells; its longest side has ``across`` of them.

    ``triangles`` have shape (n, 3 corners, 3 coordinates). Raises InputError for a model that is not closed, or too
    thin, or of which no inside can be told.
    """
    return _known.get((across, triangles.tobytes()), lambda: _model_cells(triangles, across))


def _model_cells(triangles: Triangles, across: int) -> ModelCells:
    model = placed_model(triangles, across)
    if not model.is_oriented:
        raise InputError(
            "Faces of the model point outward and inward: pieces cannot have its surface. "
            "Turn its faces outward, or take cubes as the skin."
        )
    layers = sections(model)
    full = {tuple(cell) for cell in np.argwhere(layers.shares >= FULL).tolist()}
    if not full:
        raise InputError(_TOO_THIN)
    met = {tuple(cell): float(layers.shares[tuple(cell)]) for cell in np.argwhere(layers.is_met).tolist()}
    sides = {
        (cell, after): float(layers.floors[axis][after])
        for cell in met
        for axis, way in enumerate(_UP)
        if (after := step(cell, way)) in met
    }
    owner = _owners(full, met, sides)
    whole, bonds, left = _with_bonds(owner, sides, full)
    goal = Goal.of(whole)
    first = np.array(whole).min(axis=0)
    numbers = {cell: goal.numbers[step(cell, tuple((-first).tolist()))] for cell in whole}
    units = {cell: unit for unit, cell in enumerate(sorted(full & set(whole), key=lambda cell: cell[::-1]))}
    inside = {
        (numbers[cell], numbers[after]): share
        for (cell, after), share in sides.items()
        if cell in numbers and after in numbers
    }
    held = {numbers[cell] for cell in units}
    notes = model.notes
    if left:
        notes += (f"Of the shape {counted(left, 'cell')} of loose parts had to be left out.",)
    of_cell = {numbers[cell]: units[owner[cell]] for cell in whole}
    return ModelCells(
        goal,
        Units(
            tuple(of_cell[number] for number in range(len(goal.cells))),
            frozenset((numbers[cell], numbers[after]) for cell, after in bonds if cell in numbers),
            frozenset(pair for pair, share in inside.items() if share >= HELD and held.issuperset(pair)),
        ),
        inside,
        frozenset(held),
        model.corners - first,
        notes,
    )


def _owners(full: set[Cell], met: dict[Cell, float], sides: dict[tuple[Cell, Cell], float]) -> dict[Cell, Cell]:
    """Return to which well filled cell each cell belongs, by the largest sides first."""
    around: dict[Cell, list[tuple[float, float, Cell]]] = {}
    for (cell, after), share in sides.items():
        around.setdefault(cell, []).append((-share, -met[cell], after))
        around.setdefault(after, []).append((-share, -met[after], cell))
    owner = {cell: cell for cell in full}
    # Where no line goes through a side, that of a cell with more in it comes first.
    waiting = [
        (share, filled, cell, neighbor) for cell in sorted(full) for share, filled, neighbor in around.get(cell, ())
    ]
    waiting.sort()
    while waiting:
        *_, cell, neighbor = heappop(waiting)
        if neighbor not in owner:
            owner[neighbor] = owner[cell]
            for share, filled, following in around.get(neighbor, ()):
                heappush(waiting, (share, filled, neighbor, following))
    return owner


def _with_bonds(
    owner: dict[Cell, Cell], sides: dict[tuple[Cell, Cell], float], full: set[Cell]
) -> tuple[list[Cell], list[tuple[Cell, Cell]], int]:
    """Return the cells that hang together, the sides by which, and how many others there are.

    What hangs on less than is wished hangs on its largest side.
    """
    numbers = {cell: number for number, cell in enumerate(sorted(full))}
    sets = UnionFind(range(len(numbers)))
    bonds = []
    for share, cell, after in sorted(((share, *pair) for pair, share in sides.items()), reverse=True):
        if not share or cell not in owner or after not in owner:
            continue
        group, next_group = (sets.root(numbers[owner[place]]) for place in (cell, after))
        if share >= HELD or group != next_group:
            bonds.append((cell, after))
            sets.join(group, next_group)
    parts: dict[int, list[Cell]] = {}
    for cell in sorted(owner):
        parts.setdefault(sets.root(numbers[owner[cell]]), []).append(cell)
    whole = max(parts.values(), key=len)
    return whole, bonds, len(owner) - len(whole)


_BOX = re.compile(r"(\d{1,3})x(\d{1,3})x(\d{1,3})", re.ASCII)
# What does not match ends after one look, however long it is: only one way leads to the first cell.
_LINE = re.compile(r"[.|,\s\"'\[\]]*[xX][xX.|,\s\"'\[\]]*", re.ASCII)

NEAR = 2
"""Cells that are added at most, to join a loose part with the others."""

LEAST_CELLS = 3
"""Of a piece, on average: smaller ones do not interlock."""

Notes = tuple[str, ...]


def shape_in_steps(options: PackingOptions) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Divide a shape into pieces that interlock, and yield now and then the one that is nearest to what is wished.

    Raises InputError for what is no shape, and NotFoundError, with the one that came nearest, where there is none.
    """
    units: Units | None = None
    if options.skin == MODEL:
        goal, name, notes, model, units = _goal_of_model(options)
        cells = max(units.of_cell) + 1
    else:
        goal, name, notes = goal_of_shape(options)
        model, cells = None, len(goal.cells)
    sizes = _sizes(options, cells)
    pieces = options.shape_pieces

    def puzzle_of(design: Interlocking) -> PolycubePuzzle:
        own = [design.owners.count(piece) for piece in range(pieces)]
        missed = f"Pieces have {min(own)} to {max(own)} cells, in place of {sizes[0]} to {sizes[1]}."
        owners = design.owners if units is None else tuple(design.owners[unit] for unit in units.of_cell)
        remarks = (*notes, missed) if design.off else notes
        return replace(_puzzle(goal, replace(design, owners=owners), name, remarks), model=model)

    search = Task(interlocking_in_steps(goal, pieces, sizes, Random(options.seed), units, key=options.lock == KEY))
    shown: tuple[Interlocking, PolycubePuzzle] | None = None
    for latest in search:
        if latest.best is not None and (shown is None or latest.best is not shown[0]):
            shown = latest.best, puzzle_of(latest.best)
        worth = None if shown is None else -float(shown[0].off)
        yield Progress(1, 1, latest.share, None if shown is None else shown[1], worth)
    design = search.result
    if design is None or design.off:
        raise NotFoundError(
            f"The shape was not divided into {counted(pieces, 'piece')} of {sizes[0]} to {sizes[1]} cells that "
            f"interlock: take fewer pieces, {_larger(options.shape)}, other sizes or another seed.",
            None if shown is None else shown[1],
        )
    return puzzle_of(design)


def _goal_of_model(options: PackingOptions) -> tuple[Goal, str, Notes, Model, Units]:
    """Return what ``goal_of_shape`` does of a model whose surface the pieces have, the model, and what stays together.

    Raises InputError for what is no shape, and for what has no surface of its own.
    """
    source = options.shape.strip()
    if not source or source.lower() == BALL or has_cells(source):
        raise InputError("Skin is model: the shape must be the file of a model, STL or OBJ. Or take cubes.")
    triangles = WORKSHOP.triangles(source)
    with _named(source):
        cells = model_cells(triangles, options.across)
    model = Model(source, check_sum(triangles), options.across)
    return cells.goal, name_of(_stem(source), options.seed), cells.notes, model, cells.units


def _named(source: str) -> AbstractContextManager[None]:
    """Have the sentence on what is wrong with a model begin with its file, or with the object of Blender that it is."""
    is_object = source.startswith(OBJECT)
    return located(source.removeprefix(OBJECT) if is_object else f"Shape {quoted(source)}", FailedError)


def _stem(source: str) -> str:
    """Return what a model is called, as an object, or as a file."""
    return source.removeprefix(OBJECT) if source.startswith(OBJECT) else Path(source).stem


def _sizes(options: PackingOptions, cells: int) -> tuple[int, int]:
    """Return the fewest and the most cells of a piece; raises InputError where these cannot be."""
    pieces = options.shape_pieces
    if cells < LEAST_CELLS * pieces:
        raise InputError(
            f"Shape pieces is {pieces}: the shape has {counted(cells, 'cell', grouped=True)}, and pieces must have "
            f"{LEAST_CELLS} on average. Take fewer pieces or {_larger(options.shape)}."
        )
    least, most = options.smallest or max(1, -(-cells // (3 * pieces))), options.largest or 3 * cells // pieces
    check_piece_sizes(pieces, cells, least, most)
    return least, most


def _puzzle(goal: Goal, design: Interlocking, name: str, notes: Notes) -> PolycubePuzzle:
    """Return the puzzle of pieces, the smallest first, with the one solution that is known."""
    cells: list[list[Cell]] = [[] for _ in range(len(design.ways) + 1)]
    masks = [0] * len(cells)
    for number, owner in enumerate(design.owners):
        cells[owner].append(goal.cells[number])
        masks[owner] |= 1 << number
    shapes = sorted((Shape.of(own).upright for own in cells), key=lambda shape: (len(shape.cells), shape.cells))
    pieces = tuple(Piece(shape, name=letter) for shape, letter in zip(shapes, letters(), strict=False))
    known = Found(Counts(1, 1, 1), (tuple(sorted(masks)),))
    return PolycubePuzzle(pieces, goal, name, known, notes)


def has_cells(shape: str) -> bool:
    """Report whether a shape says its cells itself, as a box or as a line, and is no file and no ball."""
    return bool(_BOX.fullmatch(shape.strip().lower()) or _LINE.fullmatch(shape.strip()))


def _larger(shape: str) -> str:
    """Return in words what a larger shape is."""
    return "a larger shape" if has_cells(shape) else "more cells across"


def goal_of_shape(options: PackingOptions) -> tuple[Goal, str, Notes]:
    """Return the cells of a shape, what it is called, and sentences on what was done to it.

    Raises InputError, or FailedError, for what is no shape.
    """
    given, across = options.shape.strip(), options.across
    if given.lower() == BALL:
        return Goal.of(_ball(across)), f"Ball {across} seed {options.seed}", ()
    if box := _BOX.fullmatch(given.lower()):
        size = int(box[1]), int(box[2]), int(box[3])
        return Goal.box(size), f"{given.lower()} seed {options.seed}", ()
    if _LINE.fullmatch(given):
        cells, notes = _in_one(cells_of_line(given))
        return Goal.of(cells), f"Cells seed {options.seed}", notes
    if not given or (nearest(given, [BALL]) and not Path(given).suffix and not Path(given).exists()):
        wanted = "the file of a model, a box as 4x4x4, cells as xx|x.,xx or ball"
        raise InputError(must_be("Shape", given, [BALL], wanted))
    cells, notes = _of_file(given, across)
    return Goal.of(cells), name_of(_stem(given), options.seed), notes


def name_of(shape: str, seed: int) -> str:
    """Return what the puzzle of a shape is called, from what the shape is."""
    name = "".join(letter for letter in shape if letter.isprintable())[: LARGEST_NAME - 20]
    return f"{name} seed {seed}"


def _ball(across: int) -> Iterable[Cell]:
    """Return the cells of a ball, whose middles are inside it."""
    sides = range(across)
    return (
        (x, y, z)
        for x, y, z in product(sides, sides, sides)
        if sum((2 * place + 1 - across) ** 2 for place in (x, y, z)) <= across**2
    )


def _of_file(path: str, across: int) -> tuple[Collection[Cell], Notes]:
    """Return the cells of a file, or of an object of Blender, and sentences on what was done to it."""
    if path.startswith(OBJECT):
        triangles = WORKSHOP.triangles(path)
        with _named(path):
            return cells_of_model(triangles, across)
    data = model_bytes(path)
    if is_vox(data):
        cells, models = cells_of_vox(data)
        notes = (f"The file has {models} models: the first one was taken.",) if models > 1 else ()
        joined, more = _in_one(cells)
        return joined, notes + more
    text = decoded(data[: LARGEST_LINE + 1])
    if _LINE.fullmatch(text):
        return _in_one(cells_of_line("".join(decoded(data).split())))
    with _named(path):
        return cells_of_model(triangles_of(data), across)


def cells_of_model(triangles: Triangles, across: int) -> tuple[Collection[Cell], Notes]:
    """Return the cells that a closed model fills by half at least, and sentences on what was done to it.

    ``triangles`` have shape (n, 3 corners, 3 coordinates); the longest side has ``across`` cells. Raises InputError
    for a model that is not closed, or too thin.
    """
    filled = filling(triangles, across)
    cells = tuple((x, y, z) for x, y, z in np.argwhere(filled.shares >= FULL).tolist())
    if not cells:
        raise InputError(_TOO_THIN)
    joined, more = _in_one(cells)
    return joined, filled.notes + more


def _in_one(cells: Collection[Cell]) -> tuple[Collection[Cell], Notes]:
    """Return cells that hang together, and sentences on loose parts, which are joined or left out."""
    whole, *parts = sorted(connected_parts(cells), key=lambda part: (-len(part), sorted(part)))
    together, added, left = {*whole}, 0, []
    for part in parts:
        between = _between(part, together)
        if between is None:
            left.append(len(part))
        else:
            together |= {*part, *between}
            added += len(between)
    notes = []
    if len(left) < len(parts):
        parts_text = counted(len(parts) - len(left), "loose part")
        notes.append(f"Of the shape {parts_text} had to be joined to the rest, by {counted(added, 'more cell')}.")
    if left:
        left_text = counted(len(left), "loose part")
        notes.append(f"Of the shape {left_text} had to be left out, of {counted(sum(left), 'cell', grouped=True)}.")
    return together, tuple(notes)


def _between(part: Collection[Cell], whole: Collection[Cell]) -> list[Cell] | None:
    """Return the fewest cells that join a part with the whole; None where more than ``NEAR`` are needed."""
    came: dict[Cell, Cell | None] = dict.fromkeys(sorted(part))
    layer = list(came)
    for _ in range(NEAR + 1):
        following = []
        for cell in layer:
            for neighbor in neighbors(cell):
                if neighbor in whole:
                    way, here = [], cell
                    while (before := came[here]) is not None:
                        way.append(here)
                        here = before
                    return way
                if neighbor not in came:
                    came[neighbor] = cell
                    following.append(neighbor)
        layer = following
    return None
