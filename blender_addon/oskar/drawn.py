# SPDX-License-Identifier: GPL-3.0-or-later
"""The drawings by hand on the faces of a puzzle: kept with it, and put into the scene."""

from __future__ import annotations

import json

import bpy

from ...core.oskar.making.by_hand import Drawn
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.maze.faces import Square
from ..scene.puzzle import ScenePuzzle
from ..scene.replacing import replace_puzzle


def drawn_on(puzzle: ScenePuzzle) -> dict[Square, bool]:
    """Return the squares of a puzzle's faces that were drawn: whether each is a wall."""
    text: str = puzzle.own.drawn
    return {Square(face, (along, across)): bool(wall) for face, along, across, wall in json.loads(text or "[]")}


def replace_drawn(context: bpy.types.Context, before: ScenePuzzle, puzzle: Puzzle, drawn: Drawn) -> ScenePuzzle:
    """Put a puzzle on which something was drawn in the place of another one; raises InputError as that does."""
    replace_puzzle(context, before, puzzle)
    now = before.renewed()
    now.own.drawn = json.dumps([[square.face, *square.place, int(wall)] for square, wall in drawn.items()])
    return now
