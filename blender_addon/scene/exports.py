# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a puzzle in a scene, with the meshes of its parts as they stand there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import bpy
import numpy as np

from ...core.common.errors import ExportError
from ...core.common.words import listed
from ...core.export.plan import FilePlan, WrittenFile, objects_of, write_meshes
from ...core.kind.part import Part
from ...core.printing.checks import meets
from ...core.printing.printed_object import Placed
from ...core.solids.mesh import Mesh
from ..data.context import millimeters_per_unit, scene_of
from ..data.export_scene import standing_meshes, write_stl
from .by_hand import ByHand, by_hand
from .properties import printer_of
from .puzzle import RememberedPuzzle, ScenePuzzle

ADVICE = " Were the meshes edited, or has a modifier opened them?"
"""What is said of a file that is no good."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BuiltPuzzle(RememberedPuzzle):
    """A puzzle as it was built in a scene: its files have the meshes as they stand there, by Blender's exporter."""

    scene_puzzle: ScenePuzzle
    meshes: dict[str, Mesh] = field(default_factory=dict, init=False)
    """Those that were read from Blender, by the keys of their parts: most are in several files."""

    @cached_property
    def laid(self) -> Mapping[str, Placed]:
        """The places of the parts as they were built."""
        return self.scene_puzzle.needed_built.laid

    def write_file(self, plan: FilePlan, path: Path) -> int:
        """Write the meshes of a plan as they are in Blender, and return their triangles; raises ExportError."""
        parts = {part.key: part for part in self.all_parts}
        planned = [key for places in plan.objects.values() for key in places]
        if unknown := [parts[key] for key in planned if key not in self.meshes]:
            self.meshes.update(_standing(self.scene_puzzle, unknown))
        return write_meshes(path, plan, objects_of(plan, parts, self.meshes), write_stl, ADVICE)


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
    puzzle = BuiltPuzzle(kind, content, built.dimensions, printer, way, text=text, scene_puzzle=scene_puzzle)
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
    if wrong := edits_in_the_way(puzzle, by_hand(puzzle)):
        raise ExportError(f"{wrong} Nothing was exported.")
    files = built.export(target, overwrite=overwrite)
    puzzle.group.exported = str(target)
    return files


def edited_meshes(puzzle: ScenePuzzle, changed: ByHand) -> dict[str, Mesh]:
    """Return the meshes of the parts that were edited by hand as files have them, in millimeters about their middles.

    Raises ExportError for an object that cannot be exported.
    """
    return _standing(puzzle, [part for part in puzzle.as_built.all_parts if part.key in changed.edited])


def edits_in_the_way(puzzle: ScenePuzzle, changed: ByHand) -> str:
    """Return a sentence on edits by which parts would not fit together; nothing where none is in the way of another.

    Raises what ``edited_meshes`` raises.
    """
    if not changed.edited:
        return ""
    built = puzzle.as_built
    places = {part.key: np.array(part.assembled) for part in built.all_parts}
    wrong = [
        changed.parts[key].label
        for key, mesh in edited_meshes(puzzle, changed).items()
        if meets(mesh.vertices + places[key], mesh.split()[0], built.room_of_others(key))
    ]
    return f"Edited by hand, and in the way of other parts: {listed(wrong)}. Press Restore." if wrong else ""


def _standing(puzzle: ScenePuzzle, parts: Iterable[Part]) -> dict[str, Mesh]:
    """Return the meshes of parts as they stand in Blender, by their keys; raises InputError where one was deleted."""
    filled = {}
    for part in parts:
        shown = puzzle.part_object(part.key)
        if shown is None:
            raise puzzle.deleted(part.key)
        filled[part.key] = shown, part.mesh()
    return standing_meshes(filled, millimeters_per_unit(puzzle.needed_built.meters_per_unit))
