# SPDX-License-Identifier: GPL-3.0-or-later
"""Styles for those who look for them: one way through every position, and mazes that know nothing of each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from math import prod
from random import Random

from ...common.containers import triple
from ...common.draws import index_below, pick, toss
from ..making.loop_free_faces import ROOT, GrowthRecord
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..maze.faces import Face, Size, face_shape, faces_of, no_passages, uniform_tree
from ..maze.space import index_of


def serpentine(settings: Settings, random: Random) -> Drafting:
    """One way through every position, the longest that there can be, for every size.

    XY and XZ have all passages along x, so every line of positions along x is free. YZ is a path that winds through
    all its cells: it puts these lines in an order. XY has one passage between any two rows, and XZ too; they lie at
    alternate ends of the lines, so a line is left at the other end than it was entered, and the way goes through
    all of it. From its one end to its other it has one move less than there are positions. The other axes can take
    the place of x; the seed chooses that, and the mirror images.
    """
    yield Pause(0.0)
    size = settings.size
    roles = tuple(permutations(range(3)))
    line, inner, outer = pick(roles, random)
    passages = no_passages(size)
    for along, across in ((line, inner), (line, outer), (inner, outer)):
        passages[along, across][: size[along] - 1] = True
    # The changes from line to line are counted along the way, and lie at its far end when the count is odd.
    far_end = size[line] - 1
    for cell in range(size[inner] - 1):
        passages[inner, line][cell, far_end * (cell % 2)] = True
    for cell in range(size[outer] - 1):
        changes_before = (cell + 1) * size[inner] - 1
        passages[outer, line][cell, far_end * (changes_before % 2)] = True
        passages[outer, inner][cell, 0 if cell % 2 else size[inner] - 1] = True
    mirrored = [toss(random) for _ in range(3)]
    for (along, across), cut in passages.items():
        if mirrored[along]:
            cut[: size[along] - 1] = cut[: size[along] - 1][::-1].copy()
        if mirrored[across]:
            cut[:] = cut[:, ::-1].copy()
    return Draft(faces_of(passages))


Cell = tuple[int, int]
"""Column and row."""

FEW_CELLS = 25
"""A plane with at most so many cells has few trees of blocks: there the last rows may be plain, for more variety."""


def unicursal_walk(columns: int, rows: int, random: Random) -> list[Cell]:
    """Return a random walk through all cells; the steps between two rows, and two columns, are of one parity."""
    if 1 in {columns, rows}:
        walk = [(column, row) for row in range(rows) for column in range(columns)]
    elif (columns % 2 and not rows % 2) or (columns % 2 == rows % 2 and toss(random)):
        walk = [(column, row) for row, column in _walk(rows, columns, random)]
    else:
        walk = _walk(columns, rows, random)
    if toss(random):
        walk = [(columns - 1 - column, row) for column, row in walk]
    if toss(random):
        walk = [(column, rows - 1 - row) for column, row in walk]
    return walk


def _walk(columns: int, rows: int, random: Random) -> list[Cell]:
    """Return a walk through two columns and two rows or more; the columns may be odd only where the rows are, too."""
    winding = rows
    if columns * rows <= FEW_CELLS:
        least = 2 + rows % 2
        winding = least + 2 * index_below((rows - least) // 2 + 1, random)
    even = _round(columns // 2, winding // 2, random)
    if columns % 2:
        walk = _with_odd_column(columns, winding, even)
    elif winding % 2:
        # From the left end of the last row of blocks down to the odd row.
        walk = [*_cut(even, (0, winding - 2)), *((column, winding - 1) for column in range(columns))]
    elif winding == rows:
        walk = _cut(even, even[index_below(len(even), random)])
    else:
        walk = _cut(even, (0, winding - 1))
    for row in range(winding, rows):
        plain = [(column, row) for column in range(columns)]
        walk += plain if walk[-1][0] == 0 else reversed(plain)
    return walk


def _with_odd_column(columns: int, rows: int, even: list[Cell]) -> list[Cell]:
    """Return a walk down the last column, round the tree the other way, and along the last row; both are odd."""
    beside = [(columns - 1, row) for row in range(rows - 2)]
    around = _cut(even[::-1], (columns - 2, rows - 2))
    below = [(columns - 1, rows - 2), *((column, rows - 1) for column in range(columns - 1, -1, -1))]
    return [*beside, *around, *below]


def _cut(circle: list[Cell], last: Cell) -> list[Cell]:
    """Return a closed walk as one that ends at a cell."""
    first = circle.index(last) + 1
    return circle[first:] + circle[:first]


def _round(columns: int, rows: int, random: Random) -> list[Cell]:
    """Return the closed walk, to the right in the top row, round a random tree of blocks."""
    joined: set[tuple[Cell, Cell]] = set()
    for number, parent in enumerate(uniform_tree((columns, rows), random)):
        if parent >= 0:
            block, beside = (number % columns, number // columns), (parent % columns, parent // columns)
            joined |= {(block, beside), (beside, block)}
    circle = [(0, 0)]
    while True:
        column, row = circle[-1]
        block = column // 2, row // 2
        # By the corner of the block: the step into another block, if the tree goes there, or else to the next corner.
        out, onward = {
            (0, 0): ((0, -1), (1, 0)),
            (1, 0): ((1, 0), (0, 1)),
            (1, 1): ((0, 1), (-1, 0)),
            (0, 1): ((-1, 0), (0, -1)),
        }[column % 2, row % 2]
        step = out if (block, (block[0] + out[0], block[1] + out[1])) in joined else onward
        following = column + step[0], row + step[1]
        if following == (0, 0):
            return circle
        circle.append(following)


def unicursal(settings: Settings, random: Random) -> Drafting:
    """One way through every position, another one in nearly every seed.

    In the plane a random way through all cells, without a branch, is a walk round a random tree of blocks of two by
    two cells, as in the labyrinths of old. Here such a walk on one face puts all lines of positions across that
    face in an order, and both other faces have all passages along the lines. From line to line the way changes at
    alternate ends, so a line is left at the other end than it was entered. Those faces have one passage between any
    two rows of lines, which lies at one end: so all changes between these rows must have the same parity along the
    way. They have, because a walk round a tree goes to the right in even rows and to the left in odd ones, up in
    even columns and down in odd ones, or the other way round everywhere. An odd row or column is led along the side
    of the blocks by the same rule. Where few such trees are, in small boxes, some seeds are alike.
    """
    yield Pause(0.0)
    size = settings.size
    line = pick([axis for axis in range(3) if size[axis] == 1] or range(3), random)
    inner, outer = (axis for axis in range(3) if axis != line)
    walk = unicursal_walk(size[inner], size[outer], random)
    passages = no_passages(size)
    for across in (inner, outer):
        passages[line, across][: size[line] - 1] = True
    mirrored = toss(random)
    for number, ((i, j), (k, m)) in enumerate(pairwise(walk)):
        end = 0 if number % 2 != mirrored else size[line] - 1
        along, across, cell, beside = (inner, outer, min(i, k), j) if j == m else (outer, inner, min(j, m), i)
        passages[along, across][cell, beside] = True
        passages[along, line][cell, end] = True
    record = GrowthRecord()
    yield from _note(record, size, line, walk, mirrored)
    return Draft(faces_of(passages), record=record)


def _note(record: GrowthRecord, size: Size, line: int, walk: list[Cell], mirrored: bool) -> Iterator[Pause]:
    """Note all moves of the way, from its one end to its other."""
    inner, outer = (axis for axis in range(3) if axis != line)
    step = prod(size[:line])
    before = walk[0]
    for number, (i, j) in enumerate(walk):
        back = number % 2 != mirrored
        cells = {inner: i, outer: j, line: size[line] - 1 if back else 0}
        index = index_of(size, (cells[0], cells[1], cells[2]))
        direction = 2 * (inner if j == before[1] else outer) + ((i, j) < before)
        record.add(index, direction if number else ROOT)
        for _ in range(size[line] - 1):
            index += -step if back else step
            record.add(index, 2 * line + back)
        before = i, j
        if number % max(1, POSITIONS_BETWEEN_PAUSES // size[line]) == 0:
            yield Pause(number / len(walk))


def independent(settings: Settings, random: Random) -> Drafting:
    """Three random mazes, each made without a look at the others.

    This is the naive way, for comparison: each face is one of all its spanning trees with equal probability, and
    what the cross can do is left to chance.
    """
    faces = []
    for number in range(3):
        yield Pause(number / 3)
        shape = face_shape(settings.size, number)
        faces.append(Face.from_tree(shape, uniform_tree(shape, random)))
    return Draft(triple(faces))


STYLES = {
    "serpentine": Style(
        "Serpentine",
        "One way through every position, the longest there can be in any size, and alike in all seeds; a start of your "
        "own cuts it short",
        serpentine,
        start="best",
        special=True,
    ),
    "unicursal": Style(
        "Unicursal",
        "One way through every position without a branch, winding by the seed; a start of your own cuts it short",
        unicursal,
        start="best",
        special=True,
    ),
    "independent": Style(
        "Independent",
        "Three mazes that know nothing of each other: much stays out of reach",
        independent,
        start="best",
        special=True,
    ),
}
