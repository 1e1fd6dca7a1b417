# SPDX-License-Identifier: GPL-3.0-or-later
"""Single changes of a face: squares that flip, walls and solid cells that are wanted, and the loop of a passage."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...common.errors import InputError
from ...common.union_find import UnionFind
from ..maze.faces import FACE_NAMES, Face

Place = tuple[int, int]
"""The place of a square on the inflated grid of a face."""


def places_between(face: Face) -> Iterator[Place]:
    """Yield the places between two cells, of walls and passages."""
    columns, rows = face.shape
    for across in range(2 * rows - 1):
        for along in range(2 * columns - 1):
            if (along + across) % 2:
                yield along, across


def cells_beside(face: Face, place: Place) -> tuple[int, int]:
    """Return the cells on both sides of a place between two, the lower one first."""
    along, across = place
    cell = along // 2 + face.shape[0] * (across // 2)
    return cell, cell + (1 if along % 2 else face.shape[0])


def is_open(face: Face, place: Place) -> bool:
    """Report whether a passage is at a place between two cells."""
    lower, _ = cells_beside(face, place)
    return bool((face.first if place[0] % 2 else face.second) >> lower & 1)


def flipped(face: Face, *places: Place) -> Face:
    """Return a face with passages for the walls, and walls for the passages, at places between two cells."""
    for place in places:
        bit = 1 << cells_beside(face, place)[0]
        face = (
            Face(face.shape, face.first ^ bit, face.second)
            if place[0] % 2
            else Face(face.shape, face.first, face.second ^ bit)
        )
    return face


def with_walls(face: Face, number: int, walls: Collection[Place], solid: Collection[int] = ()) -> Face:
    """Return a face with walls where they are wanted, with cells that are solid, and otherwise as much as it was.

    That is Kruskal's rule (1956): first what is a passage, then what was a wall, then what is to be one. Raises
    InputError where solid cells part the others.
    """
    filled = face.solid | frozenset(solid)
    places = sorted(places_between(face), key=lambda place: (place in walls, not is_open(face, place)))
    cells = face.shape[0] * face.shape[1]
    joined = UnionFind(range(cells))
    grown, parts = Face(face.shape, 0, 0), cells - len(filled)
    for place in places:
        one, other = cells_beside(face, place)
        if not {one, other} & filled and joined.root(one) != joined.root(other):
            joined.join(one, other)
            grown, parts = flipped(grown, place), parts - 1
    if parts != 1 or grown.solid - filled:
        raise InputError(f"Solid cells would part the others of face {FACE_NAMES[number]}: leave a way between them.")
    return grown


def on_loop(face: Face, place: Place) -> list[Place]:
    """Return the places that keep the passages of a face a tree if one of them changes with a place.

    For a wall they are the passages on the only way between its cells; for a passage the walls between the two parts
    that the face is without it. Nothing is beside a solid cell.
    """
    one, other = cells_beside(face, place)
    near: dict[int, list[tuple[int, Place]]] = {cell: [] for cell in range(face.shape[0] * face.shape[1])}
    walls, solid = [], face.solid
    for between in places_between(face):
        first, second = cells_beside(face, between)
        if between == place or {first, second} & solid:
            continue
        if is_open(face, between):
            near[first].append((second, between))
            near[second].append((first, between))
        else:
            walls.append((first, second, between))
    came: dict[int, tuple[int, Place | None]] = {one: (one, None)}
    reached = [one]
    for cell in reached:
        for beside, between in near[cell]:
            if beside not in came:
                came[beside] = cell, between
                reached.append(beside)
    if is_open(face, place):
        return [between for first, second, between in walls if (first in came) != (second in came)]
    way = []
    while other != one:
        other, passed = came[other]
        way += [] if passed is None else [passed]
    return way
