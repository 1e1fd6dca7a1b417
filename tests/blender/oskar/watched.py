# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what is seen of a puzzle that is watched, at the frames of a scene, as Blender evaluates it."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.oskar.courses import watch
from puzzle_cubes.oskar.looks import LOOKS
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.puzzle_json import puzzle_from_json
from puzzle_cubes.oskar.watched import EDGE_LOOK, Block, Watched, boxes_of, edges_of

SIDES = 6
"""Of a box."""

Seen = set[tuple[float, float, float, str]]
"""The centers of boxes in cells, each with the name of its material."""


def watched_by_core(collection: Any, name: str, *, seed: int = 1, from_end: bool = False) -> Watched:
    """Return what is to be seen of a puzzle."""
    return watch(name, puzzle_from_json(collection.puzzle_cubes.puzzle), seed, from_end=from_end)


def evaluated(owner: Any, frame: int) -> Any:
    """Return an object as it is at a frame."""
    bpy.context.scene.frame_set(frame)
    return owner.evaluated_get(bpy.context.evaluated_depsgraph_get())


def seen_at(collection: Any, frame: int) -> Seen:
    """Return the boxes that are seen at a frame."""
    mesh = evaluated(collection.puzzle_cubes.oskar.watch_blocks, frame).data
    centers = np.empty(3 * len(mesh.polygons))
    mesh.polygons.foreach_get("center", centers)
    numbers = np.empty(len(mesh.polygons), dtype=np.int32)
    mesh.polygons.foreach_get("material_index", numbers)
    names = [material.name for material in mesh.materials]
    means = centers.reshape(-1, SIDES, 3).mean(axis=1)
    return {(*place(mean), names[number]) for mean, number in zip(means, numbers[::SIDES], strict=True)}


def expected_at(watched: Watched, step: int) -> Seen:
    """Return the boxes that are to be seen at a step."""
    return boxes(watched.size, watched.seen(step))


def boxes(size: Size, blocks: list[Block]) -> Seen:
    """Return the boxes of blocks, and those of the edges of the room."""
    looks = [block.look for block in blocks]
    inside = zip(boxes_of(size, blocks)[0], looks, strict=True)
    outside = ((center, EDGE_LOOK) for center in edges_of(size)[0])
    return {(*place(center), f"Oskar's Cube {LOOKS[look].label}") for center, look in (*inside, *outside)}


def place(center: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return a place without the noise of single precision."""
    x, y, z = (round(float(value), 3) + 0.0 for value in center)
    return x, y, z


def letters_at(collection: Any, frame: int) -> bytes:
    """Return the shape of the line that is seen at a frame."""
    mesh = evaluated(collection.puzzle_cubes.oskar.watch_text, frame).data
    vertices = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", vertices)
    return vertices.round(3).tobytes()
