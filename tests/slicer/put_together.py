# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts a puzzle together as the steps say, of what a slicer makes of its parts, with gravity; lengths are millimeters.

Each move must be free. What a step puts down without a word on holding it must stand: its middle lies over the outline
round what is below it, the table or other parts. Of the product only the places of the parts and the steps are asked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import manifold3d
import numpy as np
import shapely
import trimesh
from numpy.typing import NDArray

from puzzle_cubes.kind.part import UPSIDE_DOWN, Part, Step, offsets
from puzzle_cubes.library import Puzzle
from puzzle_cubes.packing.model.parts import LID, TRAY, PiecePart
from tests.slicer.printed_kit import Placed
from tests.slicer.printed_layers import Layer

SHARED = 0.05
"""In cubic millimeters: what two parts may share."""

STEPS_OF_MOVE = 8
"""At how many places of a move it is looked for what is in its way."""

SAGS = 0.6
"""How far something comes down onto what is below it: the gaps of a puzzle, and a layer."""

NEAR = 0.1
"""How far beside the outline a middle may be: so exactly nobody puts anything down."""

Body: TypeAlias = manifold3d.Manifold

Floats = NDArray[np.float64]

BOX = frozenset((TRAY, LID))

HELD = re.compile(r"\bhold\b", re.IGNORECASE)


def bodies_of(puzzle: Puzzle, layers: Mapping[str, Sequence[Layer]]) -> dict[str, Body]:
    """Return what the steps of a puzzle put together, in its place, as a slicer makes it."""
    keys = {key for step in puzzle.steps for key in step.keys}
    return {part.key: _body(part, layers[part.key]) for part in puzzle.parts if part.key in keys}


def faults(puzzle: Puzzle, bodies: Mapping[str, Body], steps: Sequence[Step] = ()) -> Iterator[tuple[str, float]]:
    """Yield for each step what is wrong with it, nothing mostly, and by how much: mm3 that are shared, or mm beside.

    The steps are those of the puzzle where none are given.
    """
    steps = steps or puzzle.steps
    up = _up(puzzle)
    ways = offsets(steps)
    stood: list[str] = []
    done, placed = 0, _placed(steps)
    for number, step in enumerate(steps):
        group = _group(steps, number)
        before = [key for key in stood if key in group and key not in step.keys]
        moving = _whole([bodies[key].translate(ways[key][done + len(step.moves)]) for key in step.keys])
        stays = _whole([bodies[key].translate(ways[key][done + len(step.moves)]) for key in before])
        may_share = SHARED * max(1, len(before))
        shared = _most_shared(moving, stays, step, 0.0)
        if shared > may_share:
            # Both what a move ends on and what moves are whole layers high, up to half a layer higher than drawn.
            shared = min(shared, _most_shared(moving, stays, step, puzzle.printer.layer))
        done += len(step.moves)
        stood += [key for key in step.keys if key not in stood]
        if shared > may_share:
            yield f"step {number + 1}: something is in the way", shared
        elif HELD.search(step.sentence) or _is_glued(puzzle, step) or _goes_on(steps, number):
            yield "", 0.0
        else:
            # What is put on later may wait below the table.
            floor = min(_low(bodies[key].translate(ways[key][max(done, placed[key])]), up) for key in group)
            beside = _beside(moving, stays, floor, up)
            yield (f"step {number + 1}: it tips over", beside) if beside > NEAR else ("", max(beside, 0.0))


def _body(part: Part, layers: Sequence[Layer]) -> Body:
    """Return a part in its place: a piece that is higher than drawn stands out to both sides, as it can be moved."""
    place = Placed.of(part)
    if isinstance(part, PiecePart):
        higher = layers[-1].high - part.printed_size[2]
        place = replace(place, moved=place.moved - place.turned[:, 2] * higher / 2)
    return place.body(layers)


def _placed(steps: Sequence[Step]) -> dict[str, int]:
    """Return how many moves are done when each part has first been put down."""
    placed: dict[str, int] = {}
    done = 0
    for step in steps:
        done += len(step.moves)
        placed = dict.fromkeys(step.keys, done) | placed
    return placed


def _up(puzzle: Puzzle) -> tuple[int, int]:
    """Return the way off the table: of a kit from the plate that lies on it, with its outer side down as in print."""
    if puzzle.kind.name != "oskar":
        return 2, 1
    first = next(step.keys[0] for step in puzzle.steps if step.keys[0].startswith("plate"))
    (up,) = (part.up for part in puzzle.parts if part.key == first)
    return up % UPSIDE_DOWN, 1 if up < UPSIDE_DOWN else -1


def _is_glued(puzzle: Puzzle, step: Step) -> bool:
    """Report whether a step belongs to a cross, which is put together in the hand."""
    return puzzle.kind.name == "oskar" and all(key.startswith("cross") for key in step.keys)


def _goes_on(steps: Sequence[Step], number: int) -> bool:
    """Report whether what a step moves is moved on by the next one, with the hand still at it."""
    following = steps[number + 1 : number + 2]
    return any(step.sentence.startswith("Then ") and set(steps[number].keys) <= set(step.keys) for step in following)


def _group(steps: Sequence[Step], number: int) -> frozenset[str]:
    """Return the parts that are put together on the table with those of a step: apart from others, or all but a box.

    The box comes round them when they stand.
    """
    own = set(steps[number].keys)
    if own & BOX:
        return frozenset(key for step in steps for key in step.keys)
    for later in steps[number + 1 :]:
        if len(later.keys) > len(own) and own <= set(later.keys):
            return frozenset(later.keys)
    return frozenset(key for step in steps for key in step.keys if key not in BOX)


def _most_shared(moving: Body, stays: Body, step: Step, early: float) -> float:
    """Return the most that bodies share on the last move of a step, where that ends so much too early."""
    if not step.moves:
        return 0.0
    shared, move = [], step.moves[-1]
    for share in np.linspace(0, 1, STEPS_OF_MOVE):
        way = np.zeros(3)
        way[move.axis] = -share * move.distance - math.copysign(early, move.distance)
        shared.append(float((moving.translate(way) ^ stays).volume()))
    return max(shared)


def _beside(moving: Body, stays: Body, floor: float, up: tuple[int, int]) -> float:
    """Return how far the middle of a body is beside the outline round what is below it, infinite for nothing."""
    axis, sign = up
    down = np.zeros(3)
    down[axis] = -sign * SAGS
    points = [_corners(moving.translate(down) ^ stays)]
    corners = _corners(moving)
    points.append(corners[sign * corners[:, axis] < floor + SAGS])
    below = np.delete(np.concatenate(points), axis, axis=1)
    if not len(below):
        return float("inf")
    mesh = moving.to_mesh()
    middle = trimesh.Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts, process=False).center_mass
    outline = shapely.MultiPoint(below).convex_hull
    return float(outline.distance(shapely.Point(np.delete(middle, axis))))


def _whole(bodies: Sequence[Body]) -> Body:
    return manifold3d.Manifold.compose(list(bodies))


def _corners(body: Body) -> Floats:
    return np.asarray(body.to_mesh().vert_properties[:, :3], dtype=np.float64).reshape(-1, 3)


def _low(body: Body, up: tuple[int, int]) -> float:
    axis, sign = up
    return float((sign * _corners(body)[:, axis]).min())
