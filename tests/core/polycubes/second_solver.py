# SPDX-License-Identifier: GPL-3.0-or-later
"""A second solver, slow and without any idea: it uses nothing of the core but the puzzle, and judges the first one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from puzzle_cubes.polycubes.puzzle import Counts, PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell

Block = frozenset[tuple[Cell, int]]
"""Cells with their colors, 0 for none."""

Packing = frozenset[Block]
Map = Callable[[Cell], Cell]


def _spin(cell: Cell) -> Cell:
    """Turn about z by a quarter."""
    x, y, z = cell
    return -y, x, z


def _tip(cell: Cell) -> Cell:
    """Turn about x by a quarter."""
    x, y, z = cell
    return x, -z, y


def _mirror(cell: Cell) -> Cell:
    x, y, z = cell
    return -x, y, z


def _group(generators: list[Map]) -> list[Map]:
    """Return all maps that are made by some maps one after another."""
    corner = (1, 2, 3)
    map_of: dict[Cell, Map] = {corner: lambda cell: cell}
    waiting = [corner]
    while waiting:
        last_map = map_of[waiting.pop()]
        for generator in generators:

            def both(cell: Cell, last_map: Map = last_map, generator: Map = generator) -> Cell:
                return generator(last_map(cell))

            if both(corner) not in map_of:
                map_of[both(corner)] = both
                waiting.append(both(corner))
    return list(map_of.values())


ROTATIONS = _group([_spin, _tip])
WITH_MIRRORED = _group([_spin, _tip, _mirror])


def _turned(block: Block, turn: Map) -> Block:
    """Return a block turned, with its lowest cells at 0."""
    cells = [(turn(cell), color) for cell, color in block]
    low = [min(along) for along in zip(*(cell for cell, _ in cells), strict=True)]
    return frozenset(((x - low[0], y - low[1], z - low[2]), color) for (x, y, z), color in cells)


def _kind(block: Block) -> Block:
    """Return what all congruent blocks have in common."""
    return min((_turned(block, turn) for turn in ROTATIONS), key=sorted)


def packings(puzzle: PolycubePuzzle) -> set[Packing]:
    """Return all solutions of a puzzle as they lie."""
    least: Counter[Block] = Counter()
    most: Counter[Block] = Counter()
    for piece in puzzle.pieces:
        cells = piece.shape.cells
        kind = _kind(frozenset(zip(cells, piece.shape.colors or [0] * len(cells), strict=True)))
        least[kind] += piece.least
        most[kind] += piece.most
    goal = puzzle.goal
    lying = {kind: _places(kind, puzzle) for kind in most}
    most_empty = len(goal.optional) if goal.most_empty is None else goal.most_empty

    def fill(free: list[Cell], empty: int, blocks: list[Block], used: Counter[Block]) -> Iterator[Packing]:
        if not free:
            if empty <= most_empty and all(used[kind] >= number for kind, number in least.items()):
                yield frozenset(blocks)
            return
        first, *rest = free
        room = {*free}
        if first in goal.optional:
            yield from fill(rest, empty + 1, blocks, used)
        for kind, places in lying.items():
            if used[kind] < most[kind]:
                for place in places[first]:
                    taken = {cell for cell, _ in place}
                    if taken <= room:
                        left = [cell for cell in free if cell not in taken]
                        yield from fill(left, empty, [*blocks, place], used + Counter([kind]))

    # What has to be filled comes first: where no piece is left, all that may stay empty does.
    return set(fill([*sorted(goal.filled), *sorted(goal.optional)], 0, [], Counter()))


def _places(kind: Block, puzzle: PolycubePuzzle) -> dict[Cell, list[Block]]:
    pairs, on = puzzle.colors.pairs, dict(puzzle.goal.colors)
    places: dict[Cell, list[Block]] = {cell: [] for cell in puzzle.goal.filled | puzzle.goal.optional}
    for block in {_turned(kind, turn) for turn in ROTATIONS}:
        (x, y, z), _ = min(block)
        for p, q, r in list(places):
            place = frozenset(((a + p - x, b + q - y, c + r - z), color) for (a, b, c), color in block)
            if all(
                cell in places and (not color or not on.get(cell) or (color, on[cell]) in pairs)
                for cell, color in place
            ):
                for cell, _ in place:
                    places[cell].append(place)
    return places


def counts(puzzle: PolycubePuzzle) -> Counts:
    """Return how many solutions there are, by putting all together that are the same."""
    solutions = packings(puzzle)
    rotated, reflected = (len(_apart(puzzle, solutions, turns)) for turns in (ROTATIONS, WITH_MIRRORED))
    return Counts(len(solutions), rotated, reflected)


def up_to_rotation(puzzle: PolycubePuzzle) -> list[Packing]:
    """Return one of those solutions that rotations of the goal make of each other."""
    return _apart(puzzle, packings(puzzle), ROTATIONS)


def _apart(puzzle: PolycubePuzzle, solutions: set[Packing], turns: list[Map]) -> list[Packing]:
    """Return one of each set of solutions that turns of the goal make of each other."""
    goal = puzzle.goal
    maps = []
    for turn in turns:
        turned = {cell: turn(cell) for cell in goal.filled | goal.optional}
        low = [min(along) for along in zip(*turned.values(), strict=True)]
        landed = {cell: (x - low[0], y - low[1], z - low[2]) for cell, (x, y, z) in turned.items()}
        colors = {(landed[cell], color) for cell, color in goal.colors}
        filled = {landed[cell] for cell in goal.filled}
        if filled == goal.filled and {*landed.values()} == {*landed} and colors == goal.colors:
            maps.append(landed)
    left = set(solutions)
    apart = []
    while left:
        solution = left.pop()
        apart.append(solution)
        left -= {
            frozenset(frozenset((landed[cell], color) for cell, color in block) for block in solution)
            for landed in maps
        }
    return apart
