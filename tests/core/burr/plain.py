# SPDX-License-Identifier: GPL-3.0-or-later
"""A second, plain way to find levels and assemblies, which shares no code with the core: sets of cells, one by one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations, permutations, product
from math import prod

Cell = tuple[int, ...]
Places = tuple[Cell, ...]

STEPS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))

FAR = 20
"""Cells after which a part that still goes is away."""


def level(blocks: Sequence[Collection[Cell]], most: int = 20_000) -> int | None:
    """Return the fewest moves of sets of blocks until some are away; 0 where there are none, None where it is too long.

    Every proper set without the first block is tried in both directions along each axis, a cell at a time.
    """
    cells = [frozenset(block) for block in blocks]
    sizes = range(1, len(cells))
    sets = [frozenset(chosen) for size in sizes for chosen in combinations(sizes, size)]
    start: Places = ((0, 0, 0),) * len(cells)
    known = {start}
    layer = [start]
    moves = 0
    while layer and len(known) < most:
        moves += 1
        reached = []
        for places in layer:
            lying = [_moved(block, place) for block, place in zip(cells, places, strict=True)]
            for going in sets:
                moving = frozenset().union(*(lying[block] for block in going))
                staying = frozenset().union(*(lying[block] for block in range(len(cells)) if block not in going))
                for step in STEPS:
                    for distance in range(1, FAR + 1):
                        gone = _moved(moving, tuple(distance * part for part in step))
                        if gone & staying:
                            break
                        moved_places = tuple(
                            tuple(at + distance * part for at, part in zip(place, step, strict=True))
                            if block in going
                            else place
                            for block, place in enumerate(places)
                        )
                        if distance == FAR:
                            return moves
                        if moved_places not in known and distance < FAR // 2:
                            known.add(moved_places)
                            reached.append(moved_places)
        layer = reached
    return None if layer else 0


def _moved(block: Collection[Cell], by: Sequence[int]) -> frozenset[Cell]:
    x, y, z = by
    return frozenset((a + x, b + y, c + z) for a, b, c in block)


def assemblies(
    pieces: Sequence[Collection[Cell]], fixed: Collection[Cell], optional: Collection[Cell]
) -> list[tuple[frozenset[Cell], ...]]:
    """Return the ways to put pieces into a goal, one of those that a rotation of the goal makes of each other.

    Each is the cells of each piece; ways that differ in which of two equal pieces lies where are one. In turn the first
    cell that has to be filled and is not is filled in all ways.
    """
    goal = {*fixed, *optional}
    kinds = [min(map(sorted, _turned(piece))) for piece in pieces]
    places = [_places(piece, goal) for piece in pieces]
    order = sorted(fixed)
    ways_together: set[frozenset[tuple[frozenset[Cell], int]]] = set()
    every = []

    def fill(full: frozenset[Cell], lying: dict[int, frozenset[Cell]]) -> None:
        free = next((cell for cell in order if cell not in full), None)
        if len(lying) == len(pieces):
            if free is None:
                keep(lying)
            return
        met = set()
        for number, of_piece in enumerate(places):
            if number in lying or tuple(kinds[number]) in met:
                continue
            met.add(tuple(kinds[number]))
            for place in of_piece:
                if (free is None or free in place) and not place & full:
                    fill(full | place, {**lying, number: place})

    def keep(lying: dict[int, frozenset[Cell]]) -> None:
        names = {number: kinds.index(kind) for number, kind in enumerate(kinds)}
        way = frozenset((cells, names[number]) for number, cells in lying.items())
        if way not in ways_together:
            every.append(tuple(lying[number] for number in range(len(pieces))))
            for turn in turns:
                ways_together.add(frozenset((frozenset(map(turn, cells)), name) for cells, name in way))

    turns = _turns_onto_itself(goal, {*fixed})
    fill(frozenset(), {})
    return every


def _rotations() -> list[tuple[tuple[int, int], ...]]:
    """Return the rotations of a cube, each as the axis and the sign that each new axis has."""
    rotations = []
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            crossings = sum(axes[axis] > axes[second_axis] for axis, second_axis in combinations(range(3), 2))
            if prod(signs) == (-1) ** crossings:
                rotations.append(tuple(zip(axes, signs, strict=True)))
    return rotations


ROTATIONS = _rotations()


def _turn(cell: Cell, rotation: Sequence[tuple[int, int]]) -> Cell:
    return tuple(sign * cell[axis] for axis, sign in rotation)


def _turned(piece: Collection[Cell]) -> set[frozenset[Cell]]:
    """Return a piece as it is turned in all ways, its least cells at 0."""
    turned_pieces = set()
    for rotation in ROTATIONS:
        cells = [_turn(cell, rotation) for cell in piece]
        least = [min(cell[axis] for cell in cells) for axis in range(3)]
        turned_pieces.add(_moved(cells, [-part for part in least]))
    return turned_pieces


def _places(piece: Collection[Cell], goal: Collection[Cell]) -> list[frozenset[Cell]]:
    """Return all places of a piece in a goal."""
    places = set()
    for turned in _turned(piece):
        first = min(turned)
        for cell in goal:
            place = _moved(turned, [to - here for here, to in zip(first, cell, strict=True)])
            if place <= {*goal}:
                places.add(place)
    return sorted(places, key=sorted)


def _turns_onto_itself(goal: Collection[Cell], fixed: Collection[Cell]) -> list[Callable[[Cell], Cell]]:
    """Return the rotations that bring a goal onto itself."""
    turns: list[Callable[[Cell], Cell]] = []
    least, most = ([end(cell[axis] for cell in goal) for axis in range(3)] for end in (min, max))
    for rotation in ROTATIONS:
        # Twice the middle stays where it is.
        middle = tuple(low + high for low, high in zip(least, most, strict=True))
        shift = [doubled - here for doubled, here in zip(middle, _turn(middle, rotation), strict=True)]

        def turn(cell: Cell, rotation: Sequence[tuple[int, int]] = rotation, shift: Sequence[int] = shift) -> Cell:
            return tuple(part + by // 2 for part, by in zip(_turn(cell, rotation), shift, strict=True))

        is_even = all(by % 2 == 0 for by in shift)
        if is_even and all({*map(turn, cells)} == {*cells} for cells in (goal, fixed)):
            turns.append(turn)
    return turns
