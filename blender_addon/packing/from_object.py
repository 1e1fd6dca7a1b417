# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle from an object: its model is carved by Blender's boolean into pieces that interlock, and hidden."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

from ...core.common.errors import InputError
from ...core.common.words import in_millimeters, quoted
from ...core.packing.files.models import OBJECT, WORKSHOP, Triangles, Workshop, triangles_of_file
from ...core.packing.kind import PACKING, SHAPE_OPTIONS
from ...core.packing.making.options import SHAPE
from ...core.packing.model.carved import bodies_of
from ...core.packing.model.dimensions import pieces_size
from ...core.polycubes.puzzle import PolycubePuzzle
from ...core.solids.mesh import Faces, Mesh
from ...core.solids.voxels import Floats
from ..data.interface import present, scene_of, units_per_millimeter, view_layer_of
from ..data.meshes import fill_mesh, triangles_of
from ..scene.exports import depsgraph_of, scene_apart
from ..scene.properties import next_group, scene_group
from ..scene.puzzle import is_puzzle
from ..tab.generate import Asked, Making
from ..tab.operator_base import given_dimensions
from ..window.running_operator import Needs, Result, refuse

SOLVERS = ("MANIFOLD", "EXACT")
"""Of Blender's boolean, the best one first; older versions have only the other."""


def triangles_of_object(model: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> Triangles:
    """Return the corners of an object as it is seen, with its modifiers, in its place, shape (n, 3, 3)."""
    seen = model.evaluated_get(depsgraph)
    turn = np.array(seen.matrix_world)[:3, :3]
    mesh = _read(seen)
    corners: Triangles = (mesh.vertices @ turn.T)[mesh.faces.corners.reshape(-1, 3)].astype(np.float32)
    # What is mirrored would be inside-out.
    return corners[:, ::-1] if np.linalg.det(turn) < 0 else corners


def _read(seen: bpy.types.Object) -> Mesh:
    """Return an evaluated object's mesh in triangles."""
    places, triangles = triangles_of(present(seen.to_mesh()))
    seen.to_mesh_clear()
    return Mesh(places.astype(np.float64), Faces.alike(triangles))


def _triangles(source: str) -> Triangles:
    """Return the triangles of a source: an object by its name, or a file."""
    if not source.startswith(OBJECT):
        return triangles_of_file(_found(source))
    model: bpy.types.Object | None = bpy.data.objects.get(source.removeprefix(OBJECT))
    if model is None or model.type != "MESH":
        name = quoted(source.removeprefix(OBJECT))
        raise InputError(f"There is no object {name}: undo that, give it its name back, or make a puzzle anew.")
    with scene_apart() as scene:
        # What is hidden elsewhere is seen here.
        scene.collection.objects.link(model)
        try:
            return triangles_of_object(model, depsgraph_of(scene))
        finally:
            scene.collection.objects.unlink(model)


def _found(source: str) -> str:
    """Return where a model's file is: where it was, or else as it lay to the .blend file that it was moved with."""
    folder, parts = Path(bpy.data.filepath).parent, Path(source).parts
    moved = [str(folder.joinpath(*parts[above:])) for above in range(1, len(parts))] if bpy.data.filepath else []
    # What is no path at all is answered where it is read.
    return next((place for place in (source, *moved) if os.path.isfile(place)), source)  # noqa: PTH113


def _object(scene: bpy.types.Scene, mesh: Mesh) -> bpy.types.Object:
    """Return a new object of a scene with a mesh, a unit of which is a millimeter."""
    data = bpy.data.meshes.new("Carving")
    fill_mesh(data, mesh, 1.0)
    made = bpy.data.objects.new("Carving", data)
    scene.collection.objects.link(made)
    return made


def _operate(model: bpy.types.Object, body: bpy.types.Object, operation: str) -> str:
    """Add a boolean with another body; return its solver."""
    boolean: Any = model.modifiers.new("Carving", "BOOLEAN")
    solvers = boolean.bl_rna.properties["solver"].enum_items.keys()
    boolean.solver = next(solver for solver in SOLVERS if solver in solvers)
    boolean.operation, boolean.object = operation, body
    return str(boolean.solver)


def carve(corners: Floats, regions: Sequence[Mesh]) -> list[Mesh]:
    """Return what of a closed model is in each of some closed meshes; ``corners`` have shape (n, 3, 3).

    Raises InputError for a model that the solver of an older Blender cannot cut.
    """
    vertices, places = np.unique(corners.reshape(-1, 3).round(5), axis=0, return_inverse=True)
    triangles = places.reshape(-1, 3)
    whole = Mesh(vertices, Faces.alike(triangles[(triangles != np.roll(triangles, 1, axis=1)).all(axis=1)]))
    pieces = []
    with scene_apart() as scene:
        first, *further = bodies_of(whole)
        model = _object(scene, first)
        for body in further:
            faces = body.faces.corners.reshape(-1, 3)
            is_hollow = body.volume < 0
            mesh = Mesh(body.vertices, Faces.alike(faces[:, ::-1] if is_hollow else faces))
            _operate(model, _object(scene, mesh), "DIFFERENCE" if is_hollow else "UNION")
        filled = _object(scene, _read(model.evaluated_get(depsgraph_of(scene))))
        for region in regions:
            room = _object(scene, region)
            solver = _operate(filled, room, "INTERSECT")
            pieces.append(_read(filled.evaluated_get(depsgraph_of(scene))))
            # It leaves nothing where it takes a surface that crosses itself for none.
            if solver != SOLVERS[0] and not len(pieces[-1].vertices):
                raise InputError(
                    "This version of Blender cannot cut the model: give it a Remesh modifier, use Blender 4.5 or "
                    "later, or choose the skin Cubes."
                )
            filled.modifiers.clear()
    return pieces


def use_blender() -> None:
    """Let Blender read and carve models."""
    WORKSHOP.triangles, WORKSHOP.carve = _triangles, carve


def leave_blender() -> None:
    """Let files and manifold3d do it again."""
    usual = Workshop()
    WORKSHOP.triangles, WORKSHOP.carve = usual.triangles, usual.carve


ASKED = tuple(name for name in SHAPE_OPTIONS if name != "shape")
"""The options that are adjusted after the puzzle was made."""

REGISTERED = "PUZZLE_CUBES_OT_from_object"
"""How Blender names the operator in its list of what was done."""


class PuzzleFromObject(Asked, Needs, Making, bpy.types.Operator):
    """Divide the active object into pieces that interlock: one at a time can be moved. The object is hidden"""

    bl_idname = "puzzle_cubes.from_object"
    bl_label = "Puzzle from Object"
    if TYPE_CHECKING:
        puzzle: str
        shape: str
        across: int
        skin: str
        seed: int

    _model = ""
    """The name of the object."""

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        """Need a mesh that is no puzzle.

        The panel of the last operation is drawn where that could be used; before it is repeated, its puzzle is gone.
        """
        done = present(context.window_manager).operators
        return "" if done and done[-1].bl_idname == REGISTERED else why_no_model(context)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw what is likely to be changed after the puzzle was made."""
        layout = present(self.layout)
        layout.use_property_split = True
        for name in ASKED:
            layout.prop(self, name)

    def take_over(self, context: bpy.types.Context) -> None:
        """Take over the panel's settings; the shape is the object's."""
        self.kind, self.puzzle = PACKING.name.upper(), SHAPE.upper()
        super().take_over(context)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Divide the object as the panel's settings say."""
        try:
            self.take_over(context)
            self._take_shape(context)
        except InputError as error:
            return refuse(self, error)
        return super().invoke(context, event)

    def execute(self, context: bpy.types.Context) -> Result:
        """Divide the object as the operator's own properties say."""
        self.kind, self.puzzle = PACKING.name.upper(), SHAPE.upper()
        try:
            self._take_shape(context)
        except InputError as error:
            return refuse(self, error)
        return super().execute(context)

    def _take_shape(self, context: bpy.types.Context) -> None:
        """Take the object as the shape; raises InputError where it is none."""
        sentence = why_no_model(context)
        if sentence:
            raise InputError(f"{sentence}.")
        model = present(context.active_object)
        self._model, self.shape = model.name, OBJECT + model.name

    def _add(self, context: bpy.types.Context, puzzle: PolycubePuzzle, *, at_work: bool) -> None:
        """Put the puzzle into the scene by the object's name, and hide the object."""
        super()._add(context, puzzle, at_work=at_work)
        # What is made next is of the same model.
        scene_group(scene_of(context)).kind = self.kind
        for name in ("puzzle", "shape", *ASKED):
            setattr(next_group(scene_of(context), PACKING), name, getattr(self, name))
        # It may have been deleted, or be in another scene, while it was divided.
        if self._model in view_layer_of(context).objects:
            model = view_layer_of(context).objects[self._model]
            self._say_size(context, puzzle)
            model.hide_set(True)
            model.hide_render = True

    def _say_size(self, context: bpy.types.Context, puzzle: PolycubePuzzle) -> None:
        """Say how large the puzzle is beside its model, and which cubes make it as large."""
        dimensions: Any = given_dimensions(self, PACKING, puzzle)
        units = units_per_millimeter(scene_of(context).unit_settings.scale_length)
        sides = pieces_size(puzzle.goal.size, dimensions), np.ptp(_triangles(self.shape).reshape(-1, 3), axis=0) / units
        # From the longest on, as the puzzle may stand otherwise than its model.
        size, model_size = (sorted(map(float, lengths), reverse=True) for lengths in sides)
        told = f"The puzzle is {in_millimeters(*size)}, the object {in_millimeters(*model_size)}"
        cube = dimensions.cube * model_size[0] / size[0]
        self.report({"INFO"}, f"{told}: a Cube of {cube:.3g} mm makes it as large")


def why_no_model(context: bpy.types.Context) -> str:
    """Return why the active object is no model, as a sentence; nothing where it is one."""
    model = context.active_object
    if model is None or model.type != "MESH":
        return "Select a mesh object first: its model becomes the puzzle"
    if any(map(is_puzzle, model.users_collection)):
        return "The active object is a part of a puzzle: select another one"
    return ""


CLASSES = (PuzzleFromObject,)
