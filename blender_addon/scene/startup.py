# SPDX-License-Identifier: GPL-3.0-or-later
"""The scene that Blender starts with: a puzzle of some centimeters stands inside of its cube.

Its cube is two meters wide, and camera and light are as far away. Where they still are as Blender ships them, the cube
goes, and camera and light are set up for the puzzle, and follow what is made until the user moves them; anything else
in a scene is somebody's work, and stays as it is.

The scene's last frame, which animations of puzzles set, and which is put back when the last one is removed.

A puzzle as what is selected: all of it that is seen, so that Blender moves, turns and deletes it as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

from ..data.animation_keys import LAST_FRAME, keyed_frames
from ..data.interface import narrowed, present, scene_of, view_layer_of
from ..data.meshes import standing_vertices
from ..window.framing import views_of
from .properties import WIRE, scene_group
from .puzzle import ScenePuzzle, in_blender, puzzles_in

SHIPPED = {
    "MESH": (0.0, 0.0, 0.0),
    "CAMERA": (7.3589, -6.9258, 4.9583),
    "LIGHT": (4.0762, 1.0055, 5.9039),
}
"""The types of the objects and where they are, in meters."""

NEAR = 0.001
"""How exactly they must be there."""

SHIPPED_POWER = 1000.0
"""The light's, in watts."""

ROOM = 1.15
"""How much larger than the puzzle what the camera sees is."""

SET_UP = "puzzle_cubes_set_up"
"""The name of a camera's and a light's own property: how they were set up. One that differs is the user's now."""

CLIP_START, CLIP_END = 1.0, 100_000.0
"""What the camera sees, in millimeters from the eye."""


def is_untouched(scene: bpy.types.Scene) -> bool:
    """Report whether a scene is the one that Blender starts with, just as it is shipped."""
    objects = list(scene.objects)
    units = scene.unit_settings
    if bpy.data.filepath or sorted(shipped.type for shipped in objects) != sorted(SHIPPED):
        return False
    if (units.system, units.scale_length) != ("METRIC", 1.0):
        return False
    return all(_is_as_shipped(shipped) for shipped in objects)


def set_up(context: bpy.types.Context) -> None:
    """Let an untouched scene be one for puzzles: without the cube, and with a camera and a light that follow them.

    Its 3D views show parts as they are.
    """
    for space in views_of(context):
        # From each part a dotted line would go to what carries it.
        space.overlay.show_relationship_lines = False
    for shipped in list(scene_of(context).objects):
        if isinstance(shipped.data, bpy.types.Mesh):
            bpy.data.batch_remove([shipped, *([shipped.data] if shipped.data.users == 1 else ())])
            continue
        if isinstance(shipped.data, bpy.types.Camera):
            shipped.data.clip_start, shipped.data.clip_end = CLIP_START, CLIP_END
            shipped.rotation_euler = Vector(SHIPPED["CAMERA"]).to_track_quat("Z", "Y").to_euler()
        shipped[SET_UP] = _state(shipped)
    view_layer_of(context).update()


def follow_puzzles(context: bpy.types.Context) -> None:
    """Let camera and light have all that is seen of puzzles in the picture, as long as the user has not set them."""
    scene = scene_of(context)
    followers = [
        follower for follower in scene.objects if follower.get(SET_UP) and follower[SET_UP] == _state(follower)
    ]
    if not followers:
        return
    shown = [part for puzzle in puzzles_in(scene) for part in puzzle.seen_objects if part.type == "MESH"]
    depsgraph = view_layer_of(context).depsgraph
    if not shown or depsgraph is None:
        return
    places = standing_vertices((part, world_matrix(part)) for part in shown)
    if not len(places):
        return
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    for follower in followers:
        if follower.type == "CAMERA":
            wide = middle + ROOM * (places - middle)
            follower.location = follower.camera_fit_coords(depsgraph, wide.ravel().tolist())[0]
        else:
            light = narrowed(follower.data, bpy.types.PointLight)
            # The cube's corners are the square root of three from its middle.
            scale = float(np.linalg.norm(places - middle, axis=1).max()) / 3**0.5
            follower.location = Vector(middle) + scale * Vector(SHIPPED["LIGHT"])
            light.shadow_soft_size *= scale / (light.energy / SHIPPED_POWER) ** 0.5
            light.energy = SHIPPED_POWER * scale * scale
        follower[SET_UP] = _state(follower)


def world_matrix(part: bpy.types.Object) -> Matrix:
    """Return where an object will stand: Blender works it out later, and all that follows, which takes milliseconds."""
    if part.parent is None:
        return part.matrix_basis
    return world_matrix(part.parent) @ part.matrix_parent_inverse @ part.matrix_basis


def _state(follower: bpy.types.Object) -> str:
    """Return what a user changes of a camera or a light that he makes his own; of what else there is, nothing."""
    data = follower.data
    is_guided = follower.library or follower.parent or follower.animation_data or follower.constraints
    if is_guided or not isinstance(data, bpy.types.Camera | bpy.types.PointLight):
        return ""
    energy = data.energy if isinstance(data, bpy.types.PointLight) else 0.0
    return " ".join(map(str, [data.type, energy, *np.array(follower.matrix_basis).ravel().tolist()]))


def _is_as_shipped(shipped: bpy.types.Object) -> bool:
    """Report whether an object is where Blender has put it, with nothing added to it."""
    if (
        (shipped.location - Vector(SHIPPED[shipped.type])).length > NEAR
        or shipped.animation_data
        or shipped.modifiers
        or shipped.children
    ):
        return False
    if shipped.type == "MESH":
        vertices = narrowed(shipped.data, bpy.types.Mesh).vertices
        plain = len(vertices) == 8 and all(
            abs(abs(number) - 1) < NEAR for vertex in vertices for number in vertex.co[:]
        )
        return plain and shipped.scale == Vector((1, 1, 1)) and shipped.rotation_euler == Euler((0, 0, 0))
    if shipped.type == "LIGHT":
        return isinstance(shipped.data, bpy.types.PointLight) and abs(shipped.data.energy - SHIPPED_POWER) < NEAR
    return True


def put_end_back(scene: bpy.types.Scene) -> None:
    """Let a scene end with the longest animation of its puzzles; without any, where it ended before there was one."""
    group, last = scene_group(scene), _last_animated(scene)
    if group.animated_end not in (0, scene.frame_end):
        # The user has set another one meanwhile, which is not lost.
        group.earlier_end = scene.frame_end
    group.animated_end = min(last, LAST_FRAME)
    if last:
        group.earlier_end = group.earlier_end or scene.frame_end
        scene.frame_end = group.animated_end
    elif group.earlier_end:
        scene.frame_end, group.earlier_end = group.earlier_end, 0


@contextmanager
def following_end(scene: bpy.types.Scene) -> Iterator[None]:
    """Let a scene's end follow what changes where animations end; after all other changes the user's own end stays."""
    before = _last_animated(scene)
    yield
    if _last_animated(scene) != before:
        put_end_back(scene)


def _last_animated(scene: bpy.types.Scene) -> int:
    """Return the frame at which the longest animation of a scene's puzzles ends; 0 where there is none."""
    last = 0
    for puzzle in puzzles_in(scene):
        # What is watched, or another way to print, hides parts, and how these move.
        parts = [part for part in puzzle.objects.values() if part.users_scene and not part.hide_render]
        ends = [frames[1] for path in ("location", "delta_location") if (frames := keyed_frames(parts, path))]
        last = max(last, in_blender(puzzle.kind.name).last_frame(puzzle, scene) or 0, *ends)
    return last


def activate(context: bpy.types.Context, chosen: bpy.types.Object | None) -> None:
    """Make an object the active one, and select nothing."""
    objects = present(view_layer_of(context).objects)
    for selected in present(objects.selected):
        # What was removed a moment ago is an empty place there.
        if selected is not None:
            selected.select_set(False)
    objects.active = chosen


def choose(context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Make a puzzle the active one, and select it alone, as Blender does with whatever it adds."""
    activate(context, puzzle.group.carrier)
    select(puzzle)


def select(puzzle: ScenePuzzle) -> None:
    """Select all of a puzzle that is seen.

    Not where its carrier is hidden, which would stay behind when the others are moved; and not where the walls are
    wires: the outline of what is selected would cover each of these.
    """
    carrier = puzzle.group.carrier
    if carrier is not None and carrier.visible_get() and puzzle.group.display != WIRE:
        for seen in (carrier, *puzzle.seen_objects):
            seen.select_set(True)


def select_again(puzzle: ScenePuzzle) -> None:
    """Select a puzzle that is active where nothing is selected: what kept it from being selected may be over."""
    objects = present(view_layer_of(bpy.context).objects)
    if puzzle.group.carrier is not None and objects.active == puzzle.group.carrier and not present(objects.selected):
        select(puzzle)


def deselect(puzzle: ScenePuzzle) -> None:
    """Deselect all of a puzzle: of what is left selected of it a part could be moved without the others."""
    for part in (puzzle.group.carrier, *puzzle.objects.values()):
        if part is not None and part.select_get():
            part.select_set(False)
