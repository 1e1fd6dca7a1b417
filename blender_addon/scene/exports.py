# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a puzzle in a scene, with the meshes of its parts as they stand there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import bpy
from mathutils import Matrix, Vector

from ...core.common.errors import ExportError
from ...core.common.words import listed
from ...core.export.plan import FilePlan, WrittenFile, write_meshes
from ...core.kind.part import Part
from ...core.printing.checks import meets
from ...core.printing.printed_object import Body, Placed
from ..data.context import millimeters_per_unit, scene_of, units_per_millimeter
from ..data.export_scene import PlacedBody, export_scene, write_stl
from .by_hand import ByHand, by_hand
from .part_objects import turned
from .properties import printer_of
from .puzzle import RememberedPuzzle, ScenePuzzle

ADVICE = " Were the meshes edited, or has a modifier opened them?"
"""What is said of a file that is no good."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BuiltPuzzle(RememberedPuzzle):
    """A puzzle as it was built in a scene: its files have the meshes as they stand there, by Blender's exporter."""

    context: bpy.types.Context
    scene_puzzle: ScenePuzzle

    @cached_property
    def laid(self) -> Mapping[str, Placed]:
        """The places of the parts as they were built."""
        return self.scene_puzzle.needed_built.laid

    def write_file(self, plan: FilePlan, path: Path) -> int:
        """Write the meshes of a plan as they are in Blender, and return their triangles; raises ExportError."""
        meters_per_unit = self.scene_puzzle.needed_built.meters_per_unit
        scale, millimeters = units_per_millimeter(meters_per_unit), millimeters_per_unit(meters_per_unit)
        parts = {part.key: part for part in self.all_parts}
        objects = [
            (name, [_placed_body(self.scene_puzzle, parts[key], place, scale) for key, place in places.items()])
            for name, places in plan.objects.items()
        ]
        with export_scene(self.context, objects, millimeters) as meshes:
            return write_meshes(path, plan, meshes, partial(write_stl, scale=millimeters), ADVICE)


def as_built(context: bpy.types.Context, scene_puzzle: ScenePuzzle) -> BuiltPuzzle:
    """Return a puzzle of a scene to write its files; raises ExportError for one that is not as it was built."""
    built, way = scene_puzzle.built, scene_puzzle.way
    if built is None:
        raise ExportError("The puzzle was never built: press Rebuild.")
    if way.apart and scene_puzzle.group.problem:
        raise ExportError(scene_puzzle.group.problem)
    changed = by_hand(scene_puzzle)
    if misfit := changed.misfit:
        raise ExportError(misfit)
    if way.cut and changed.edited:
        raise ExportError(f"Edited by hand: {listed(changed.edited)}. Sheets are cut as built, so press Restore.")
    printer = printer_of(scene_of(context))
    kind, content, text = scene_puzzle.kind, scene_puzzle.puzzle, scene_puzzle.text
    puzzle = BuiltPuzzle(
        kind, content, built.dimensions, printer, way, text=text, context=context, scene_puzzle=scene_puzzle
    )
    if way.apart and puzzle.laid.keys() != {part.key for part in puzzle.parts}:
        # Another version may have divided it in another way.
        raise ExportError(f"The parts of this {way.label.lower()} are no longer what was built: press Rebuild.")
    return puzzle


def export_puzzle(
    context: bpy.types.Context, puzzle: ScenePuzzle, target: Path, *, overwrite: bool = False
) -> list[WrittenFile]:
    """Write the files of a puzzle, as it is printed, into a folder, and keep with the puzzle where they are.

    Raises InputError for a folder that cannot be used, OccupiedError where files of another puzzle would be replaced
    and that was not asked for, and ExportError for files that could not be written or are damaged; what stood in the
    folder is then as it was.
    """
    built = as_built(context, puzzle)
    if wrong := edits_in_the_way(context, puzzle, by_hand(puzzle)):
        raise ExportError(f"{wrong} Nothing was exported.")
    files = built.export(target, overwrite=overwrite)
    puzzle.group.exported = str(target)
    return files


def occupied(context: bpy.types.Context, puzzle: ScenePuzzle, target: Path) -> str:
    """Return a sentence on another puzzle's files that an export to a folder would replace; nothing if there are none.

    Raises what ``export_puzzle`` raises.
    """
    return as_built(context, puzzle).occupant(target)


def edited_bodies(context: bpy.types.Context, puzzle: ScenePuzzle, changed: ByHand) -> dict[str, Body]:
    """Return the meshes of the parts that were edited by hand as files have them, put together, in millimeters.

    Raises ExportError for an object that cannot be exported.
    """
    scale = units_per_millimeter(puzzle.needed_built.meters_per_unit)
    parts = {part.key: part for part in puzzle.as_built.all_parts}
    objects = [(key, [_standing_body(puzzle, parts[key], scale)]) for key in changed.edited]
    with export_scene(context, objects, 1 / scale) as meshes:
        return {mesh.name: mesh.bodies[0] for mesh in meshes}


def edits_in_the_way(context: bpy.types.Context, puzzle: ScenePuzzle, changed: ByHand) -> str:
    """Return a sentence on edits by which parts would not fit together; nothing where none is in the way of another.

    Raises what ``edited_bodies`` raises.
    """
    if not changed.edited:
        return ""
    built = puzzle.as_built
    bodies = edited_bodies(context, puzzle, changed)
    wrong = [
        changed.parts[key].label
        for key, body in bodies.items()
        if meets(body.vertices, body.triangles, built.room_of_others(key))
    ]
    return f"Edited by hand, and in the way of other parts: {listed(wrong)}. Press Restore." if wrong else ""


def _standing_body(puzzle: ScenePuzzle, part: Part, scale: float) -> PlacedBody:
    """Return a part where it stands in the puzzle put together."""
    original = puzzle.part_object(part.key)
    if original is None:
        raise puzzle.deleted(part.key)
    return PlacedBody(original, Matrix.Translation(scale * Vector(part.assembled)), part.object_color)


def _placed_body(puzzle: ScenePuzzle, part: Part, placed: Placed, scale: float) -> PlacedBody:
    original = puzzle.part_object(part.key)
    if original is None:
        raise puzzle.deleted(part.key)
    place = Matrix.Translation(Vector([scale * value for value in placed.printed]))
    turned_place = place @ turned(placed).to_4x4()
    return PlacedBody(original, turned_place, part.object_color, part.marks, part.mesh())
