# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzles of this kind in the scene: what works on them, and where their cross stands."""

from __future__ import annotations

from itertools import product

from mathutils import Matrix, Vector

from ...core.common.playing import FinePosition
from ...core.oskar.game import square_boxes
from ...core.oskar.kind import OskarModel
from ...core.oskar.maze.faces import Size, Square
from ...core.oskar.model.dimensions import Dimensions
from ..data.interface import narrowed
from ..scene.built import Built
from ..scene.puzzle import ScenePuzzle
from ..tab.operator_base import Need, PuzzleOperator


class OskarOperator(PuzzleOperator):
    """An operator that changes the active puzzle, which is of this kind."""

    model = OskarModel


IN_ONE_PIECE: Need = (lambda puzzle: not puzzle.way.apart, "The puzzle is shown as a kit: choose One Piece under Print")
"""What an operator needs that works with box and cross."""


def dimensions_of(built: Built) -> Dimensions:
    """Return the dimensions that a puzzle of this kind was built with."""
    return narrowed(built.dimensions, Dimensions)


def square_corners(square: Square, size: Size, built: Built, place: Matrix) -> list[list[Vector]]:
    """Return the corners in the world of the walls of a square, numbered by bits; the box's origin is at a place."""
    return [
        # The first axis is the lowest bit of a corner's number.
        [place @ (built.units * Vector(corner[::-1])) for corner in product(*ends[::-1].tolist())]
        for ends in square_boxes(square, size, dimensions_of(built))
    ]


def place_in(size: Size, position: FinePosition, built: Built) -> list[float]:
    """Return where the cross stands at a position in a box as it was built, from the box's origin, in Blender units."""
    return [built.units * place for place in dimensions_of(built).center(size, position)]


def built_place(puzzle: ScenePuzzle, position: FinePosition) -> list[float]:
    """Return where the cross of a puzzle stands at a position, from the box's origin, in Blender units."""
    return place_in(puzzle.puzzle.size, position, puzzle.needed_built)
