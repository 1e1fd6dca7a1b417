# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects of what is watched: blocks that come and go by the frame, who walks, and a line that explains.

They are made once, in cells, and hang on the box: then only the frame changes, and the dimensions scale them. Box and
cross are hidden meanwhile, as one could not look into a large puzzle past so many walls.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin
from typing import Any

import bmesh
import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray

from ...core.oskar.kind import OSKAR
from ...core.oskar.maze.space import position_of
from ...core.oskar.model.box_and_cross import BOX, CROSS
from ...core.oskar.watched import EDGE_LOOK, LOOKS, Pace, Phase, Tint, Watched, boxes_of, edges_of, sentence_at
from ...core.solids.mesh import Faces, Mesh
from ..data.animation_keys import LAST_FRAME, check_last_frame, set_keys
from ..data.geometry_nodes import Letters, Lines, remove_shown_by_frame, show_faces_by_frame, show_lines_by_frame
from ..data.interface import mesh_of, present, scene_of
from ..data.meshes import fill_mesh
from ..scene.adding import remove_object
from ..scene.part_objects import look_material
from ..scene.puzzle import ScenePuzzle
from ..scene.startup import choose, put_end_back
from .properties import WATCH_LABELS, OskarProperties
from .puzzle import built_place

CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
QUADS = np.array([(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
"""Of a box: its corners, in halves of its sides, and its sides by their corners, counterclockwise from outside."""

WALKER_RADIUS = 0.42
"""In cells; it hides what it stands on."""

FACING, LEANING = 1.0, 1.1
"""In radians: how far the line is turned to the right, and raised from the ground."""

LINE_SHARE = 11
"""So many letters stand over each other along the widest side of a puzzle."""

SMALLEST_LETTERS = 0.2
LINES = 2.5
"""The room for lines below each other above a puzzle, in heights of letters."""

LINE_WIDTH = 1.3
"""How much wider than the widest side the lines may be."""


@dataclass(frozen=True)
class Line:
    """The sentences for the frames, kept with a puzzle."""

    pace: Pace
    phases: tuple[Phase, ...]

    def sentence(self, frame: int) -> str:
        """Return the sentence that explains a frame."""
        return sentence_at(self.phases, self.pace.step_at(frame))

    def to_json(self) -> str:
        """Return the text in which this is kept."""
        return json.dumps({"pace": vars(self.pace), "phases": self.phases})


def line_of(puzzle: ScenePuzzle) -> Line | None:
    """Return what explains the frames of what is watched; None where nothing is, or a file holds something else."""
    try:
        data: dict[str, Any] = json.loads(puzzle.own.watch_line or "null")
        numbers = {name: int(data["pace"][name]) for name in ("first", "frames", "last_step")}
        phases = tuple(Phase(int(first), str(text)) for first, text in data["phases"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return None
    return Line(Pace(**numbers), phases) if phases and numbers["frames"] > 0 else None


def is_watched(puzzle: ScenePuzzle) -> bool:
    """Report whether something of a puzzle is watched, even where the user has deleted the objects."""
    return bool(puzzle.own.watch_line)


def show_watched(puzzle: ScenePuzzle, watched: Watched, pace: Pace) -> None:
    """Make the objects, in place of earlier ones; raises InputError for a time after the last frame of Blender."""
    check_last_frame(pace.end)
    remove_watched(puzzle)
    own: OskarProperties = puzzle.own
    own.watch_blocks = blocks = _new_object(puzzle, "watch_blocks", puzzle.group.carrier)
    _fill_blocks(blocks, watched, pace)
    if watched.walk is not None:
        own.watch_walker = walker = _new_object(puzzle, "watch_walker", blocks)
        _fill_walker(walker, watched, pace)
    own.watch_text = text = _new_object(puzzle, "watch_text", blocks)
    _fill_line(text, watched, pace)
    own.watch_line = Line(pace, watched.phases).to_json()
    hide_walls(puzzle)
    fit_watched(puzzle)


def fit_watched(puzzle: ScenePuzzle) -> None:
    """Let what is watched, if anything is, stand in the box as it was built."""
    own: OskarProperties = puzzle.own
    blocks = own.watch_blocks
    if blocks is None:
        return
    first, second = (Vector(built_place(puzzle, place)) for place in ((0, 0, 0), (1, 0, 0)))
    blocks.location = first
    blocks.scale = [(second - first).length] * 3


def remove_watched(puzzle: ScenePuzzle) -> None:
    """Remove what is watched, if anything is, with materials that nothing else has, and its frames; show the walls."""
    own: OskarProperties = puzzle.own
    materials: list[bpy.types.Material] = []
    for key in reversed(WATCH_LABELS):
        removed: bpy.types.Object | None = getattr(own, key)
        if removed is None:
            continue
        if isinstance(removed.data, bpy.types.Mesh):
            materials += [material for material in removed.data.materials if material is not None]
        remove_shown_by_frame(removed)
        remove_object(removed)
    unused: list[bpy.types.ID] = [material for material in dict.fromkeys(materials) if not material.users]
    bpy.data.batch_remove(unused)
    own.watch_line = ""
    show_walls(puzzle)
    put_end_back(scene_of(bpy.context))


def leave_watched(context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Remove what is watched, if anything is, with its frames, and make the puzzle active where that was."""
    if is_watched(puzzle):
        remove_watched(puzzle)
        choose(context, puzzle)


def _new_object(puzzle: ScenePuzzle, key: str, parent: bpy.types.Object | None) -> bpy.types.Object:
    name = f"{puzzle.name} {WATCH_LABELS[key]}"
    added = bpy.data.objects.new(name, bpy.data.meshes.new(name))
    puzzle.collection.objects.link(added)
    added.parent = parent
    return added


def _fill_blocks(blocks: bpy.types.Object, watched: Watched, pace: Pace) -> None:
    boxes, edges = boxes_of(watched.size, watched.blocks), edges_of(watched.size)
    centers, halves = (np.concatenate(pair) for pair in zip(boxes, edges, strict=True))
    seen = [(block.look, block.first, block.until) for block in watched.blocks]
    seen += [(EDGE_LOOK, 0, None)] * len(edges[0])
    looks, firsts, untils = zip(*seen, strict=True)
    # What is there from the first step on is there before, and what stays stays for ever.
    first = _frames(firsts, pace)
    first[[step == 0 for step in firsts]] = -LAST_FRAME
    until = _frames([pace.last_step if step is None else step for step in untils], pace)
    until[[step is None for step in untils]] = 2 * LAST_FRAME
    used, numbers = np.unique(looks, return_inverse=True)
    mesh = mesh_of(blocks)
    for look in used:
        mesh.materials.append(look_material(OSKAR.label, LOOKS[look]))
    vertices = (centers[:, None] + halves[:, None] * CORNERS).reshape(-1, 3)
    quads = (np.arange(len(centers))[:, None, None] * len(CORNERS) + QUADS).reshape(-1, 4)
    fill_mesh(mesh, Mesh(vertices, Faces.alike(quads, np.repeat(numbers, len(QUADS)).astype(np.int8))), 1.0)
    show_faces_by_frame(blocks, np.repeat(first, len(QUADS)), np.repeat(until, len(QUADS)))


def _frames(steps: Sequence[int], pace: Pace) -> NDArray[np.int64]:
    return pace.frames_of(np.array(steps, dtype=np.int64))


def _fill_walker(walker: bpy.types.Object, watched: Watched, pace: Pace) -> None:
    """Let a ball go from position to position; where several moves fall on a frame it is where the last one led."""
    mesh, walk = mesh_of(walker), present(watched.walk)
    ball = bmesh.new()
    bmesh.ops.create_uvsphere(ball, u_segments=24, v_segments=12, radius=WALKER_RADIUS)
    ball.to_mesh(mesh)
    ball.free()
    mesh.shade_smooth()
    mesh.materials.append(look_material(OSKAR.label, LOOKS[Tint.WALKER]))
    frames = np.unique(_frames(range(pace.last_step + 1), pace)).tolist()
    places = [position_of(watched.size, int(walk[pace.step_at(frame)])) for frame in frames]
    set_keys(walker, "location", frames, np.array(places, dtype=np.float64))


def _fill_line(text: bpy.types.Object, watched: Watched, pace: Pace) -> None:
    """Let a line stand above the puzzle, turned to where Blender's view looks from at first, and lean back.

    Below it panels of the view would cover it.
    """
    letters_look, board_look = (look_material(OSKAR.label, LOOKS[look]) for look in (Tint.LETTERS, Tint.BOARD))
    # Else it shines gray in the light of Blender's solid views.
    board_look.metallic = 1.0
    for look in (letters_look, board_look):
        mesh_of(text).materials.append(look)
    steps = np.array([pace.step_at(frame) for frame in range(pace.first, pace.end + 1)])
    firsts = np.array([phase.first for phase in watched.phases])
    lines = np.searchsorted(firsts, steps, side="right") - 1
    widest = max(watched.size)
    letters = Letters(max(SMALLEST_LETTERS, widest / LINE_SHARE), LINE_WIDTH * widest + 1)
    texts = [phase.text for phase in watched.phases]
    show_lines_by_frame(text, Lines(pace.first, texts, lines, steps - firsts[lines] + 1), letters)
    text.rotation_euler = (LEANING, 0.0, FACING)
    right = Vector((cos(FACING), sin(FACING), 0.0))
    text.location = Vector([(cells - 1) / 2 for cells in watched.size]) - letters.width / 2 * right
    text.location.z = watched.size[2] + LINES * letters.size


def hide_walls(puzzle: ScenePuzzle) -> None:
    """Hide box and cross, and keep which of them were seen."""
    hidden = []
    for key in (BOX, CROSS):
        part = puzzle.kept_object(key)
        if part is not None and not part.library and not part.hide_viewport:
            part.hide_viewport = part.hide_render = True
            hidden.append(key)
    puzzle.own.watch_hidden = " ".join(hidden)


def show_walls(puzzle: ScenePuzzle) -> None:
    """Show what was hidden, but where the kit is shown now."""
    for key in puzzle.own.watch_hidden.split():
        part = puzzle.kept_object(key)
        if part is not None and not puzzle.shows_apart:
            part.hide_viewport = part.hide_render = False
    puzzle.own.watch_hidden = ""
