# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how much the walls of a maze give, for searches that wish them stiff.

A maze has no dimensions: passages and walls are five to three here, as they are by default, and walls as thick as wide.
What the worst post gives then has no unit, and says only which of two mazes is stiffer.
"""

from __future__ import annotations

from ...common.logarithm import log2
from ..maze.faces import Face, Faces
from ..maze.wall_bending import WallSection, post_gives, post_places
from ..maze.wall_trees import wall_trees

PASSAGE, WALL = 5.0, 3.0

SECTION = WallSection(WALL, WALL, 1000.0)

STURDINESS = 2.0
"""What it is worth that the walls of a puzzle give half as much, beside the difficulty and the other wishes.

From random mazes on so much makes walls some three times as stiff; more would be taken from the length.
"""


def weakest_give(face: Face) -> float:
    """Return how far the worst post of a face gives, along any axis; 0 where it has no walls."""
    columns, rows = (post_places(cells, PASSAGE, WALL) for cells in face.shape)
    return max((max(gives) for gives in post_gives(wall_trees(face), (columns, rows), SECTION)), default=0.0)


def weakest_gives(faces: Faces) -> list[float]:
    """Return how far the worst post of each face gives."""
    return [weakest_give(face) for face in faces]


def wall_cost(gives: list[float]) -> float:
    """Return what it costs a puzzle that its faces give so far; never less than 0, and 0 for none."""
    return STURDINESS * log2(1 + max(gives)) if gives else 0.0
