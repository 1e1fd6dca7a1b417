# SPDX-License-Identifier: GPL-3.0-or-later
"""What follows when the box of a puzzle was built anew: the cross, its keys, the turntable, what is watched."""

from __future__ import annotations

import bpy
import numpy as np
from numpy.typing import NDArray

from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.maze.faces import Size
from ...core.oskar.model.box_and_cross import CROSS
from ...core.oskar.play.free_place import standing_position
from ..data.animation_keys import change_keys, key_curves
from ..scene.built import Built
from ..scene.properties import puzzle_group
from ..scene.puzzles import kept_object
from .puzzle import oskar_group, place_in
from .turntable import fit_turntable
from .watch_objects import fit_watched


def follow(collection: bpy.types.Collection, puzzle: Puzzle, earlier: Built | None, now: Built) -> None:
    """Put the cross, its keys, the turntable and what is watched to their new places."""
    group = oskar_group(collection)
    if earlier is None:
        group.cross_position = puzzle.start
    cross = kept_object(puzzle_group(collection), CROSS)
    # A cross that was taken off the box stays where the user has put it.
    if cross is not None and cross.parent == puzzle_group(collection).carrier:
        if earlier is not None:
            _move_keys(cross, puzzle.size, earlier, now)
        x, y, z = group.cross_position
        cross.location = place_in(puzzle.size, standing_position(puzzle, (x, y, z)), now)
    fit_turntable(group, puzzle.size, now)
    fit_watched(group, puzzle.size, now)


def _move_keys(cross: bpy.types.Object, size: Size, earlier: Built, now: Built) -> None:
    """Let the keys of the cross stay at their cells when the puzzle gets other dimensions."""
    if not key_curves(cross, "location"):
        return
    old, new = (np.array([place_in(size, (cell, cell, cell), built) for cell in (0, 1)]) for built in (earlier, now))

    def moved(axis: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        # Rounded, so that single precision loses nothing however often the dimensions change.
        cells = ((values - old[0, axis]) / (old[1, axis] - old[0, axis])).round(3)
        places: NDArray[np.float64] = new[0, axis] + cells * (new[1, axis] - new[0, axis])
        return places

    change_keys(cross, "location", moved)
