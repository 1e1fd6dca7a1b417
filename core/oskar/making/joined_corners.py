# SPDX-License-Identifier: GPL-3.0-or-later
"""Random ways that join all corners of the box to one region."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from ...common.draws import index_below, shuffle_in_steps, toss
from ..maze.faces import Size
from ..maze.measures import corner_positions
from ..maze.space import Position, index_of
from .loop_free_faces import LoopFreeFaces

ATTEMPTS = 12
"""So often ways are laid anew that have come to an end; each time they are straighter, and at last quite straight."""

MOST_ASTRAY = 0.6
"""How often a way goes anywhere at first, and not toward its end."""

STEPS_PER_CELL = 40
"""So many steps a way takes at most, for each cell between the corners that it joins."""

Way = list[tuple[Position, int]]
"""New positions in their order, each with the direction of the move there; -1 for the corner that it begins at."""


def join_corners(size: Size, random: Random) -> tuple[LoopFreeFaces, list[Way]]:
    """Return faces in which all corners are joined, with the ways: one from each corner, the first only a corner.

    Straight ways along the edges of the box can always be laid, from each corner to the next one that differs in one
    axis (Gray's code): no face gets a loop by them.
    """
    corners = list(_corners_in_order(size, random))
    attempt = 0
    while True:
        attempt += 1
        faces = LoopFreeFaces(size)
        astray = MOST_ASTRAY * max(0.0, 1 - attempt / ATTEMPTS)
        ways: list[Way] = [[(corners[0], -1)]]
        for goal, corner in pairwise(corners):
            way = _way(faces, size, (corner, goal), astray, random)
            if way is None:
                break
            ways.append(way)
        else:
            return faces, ways


def _corners_in_order(size: Size, random: Random) -> Iterator[Position]:
    """Yield all corners, each but the first one beside the one before."""
    axes = [axis for axis in range(3) if size[axis] > 1]
    order = list(shuffle_in_steps(axes, random))
    here = [(side - 1) * toss(random) for side in size]
    yield here[0], here[1], here[2]
    for number in range(1, len(corner_positions(size))):
        # The axis that changes is that of the lowest bit of the number.
        axis = order[(number & -number).bit_length() - 1]
        here[axis] = size[axis] - 1 - here[axis]
        yield here[0], here[1], here[2]


def _way(
    faces: LoopFreeFaces, size: Size, ends: tuple[Position, Position], astray: float, random: Random
) -> Way | None:
    """Lay a way from a corner until it is connected with its goal; return None where it comes to no end."""
    start, goal = ends
    here = start
    way = [(start, -1)]
    known = {start}
    target = index_of(size, goal)
    for _ in range(STEPS_PER_CELL * sum(size)):
        if faces.are_connected(index_of(size, here), target):
            return way
        axis, up = _direction(here, goal, astray, random)
        there = list(here)
        there[axis] += 1 if up else -1
        beside = there[0], there[1], there[2]
        if 0 <= there[axis] < size[axis] and faces.open_move(axis, min(here, beside)):
            here = beside
            if here not in known:
                known.add(here)
                way.append((here, 2 * axis + (not up)))
    return None


def _direction(here: Position, goal: Position, astray: float, random: Random) -> tuple[int, bool]:
    """Return an axis, and whether to go up: any, or toward the goal."""
    apart = [axis for axis in range(3) if here[axis] != goal[axis]]
    if not apart or random.random() < astray:
        return index_below(3, random), toss(random)
    axis = apart[index_below(len(apart), random)]
    return axis, goal[axis] > here[axis]
