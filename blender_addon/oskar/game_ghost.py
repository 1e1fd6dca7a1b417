# SPDX-License-Identifier: GPL-3.0-or-later
"""The goal of a game: a ghost of the cross that stands at the end, in the color of the end."""

from __future__ import annotations

from mathutils import Matrix, Vector

from ...core.oskar.model.box_and_cross import CROSS
from ...core.oskar.model.looks import END_LOOK
from ...core.oskar.play.game import Game
from ..data.context import mesh_of
from ..scene.puzzles import part_object, puzzle_named
from ..window.ghost import Shadow
from .puzzle import built_place


def cross_at_end(name: str, game: Game) -> Shadow | None:
    """Return the cross of a puzzle, by its name, at the end; nothing once it is there."""
    collection = puzzle_named(name)
    cross = None if collection is None else part_object(collection, CROSS)
    if game.solved or collection is None or cross is None:
        return None
    end = Vector(built_place(collection, game.puzzle.end))
    parent = cross.matrix_world @ cross.matrix_basis.inverted_safe()
    return Shadow(mesh_of(cross), parent @ Matrix.Translation(end), END_LOOK.color)
