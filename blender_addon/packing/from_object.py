# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle from an object: its model is divided into pieces that interlock, and hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import bpy

from ...core.common.errors import InputError
from ...core.packing.files.models import OBJECT
from ...core.packing.files.pieces_text import line_of_cells
from ...core.packing.kind import PACKING, SHAPE_OPTIONS
from ...core.packing.making.from_shape import cells_of_model, name_of
from ...core.packing.making.options import MODEL, SHAPE
from ...core.polycubes.puzzle import PolycubePuzzle
from ..data.context import present, scene_of, view_layer_of
from ..scene.properties import next_group, scene_group
from ..scene.puzzle import is_puzzle
from ..tab.generate import Asked, Making
from ..window.running_operator import Needs, Result, refuse
from .carve import triangles_of_object

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
    _notes: tuple[str, ...] = ()

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
        """Take the object's cells as the shape; raises InputError for a model that is no shape."""
        sentence = why_no_model(context)
        if sentence:
            raise InputError(f"{sentence}.")
        model = present(context.active_object)
        try:
            triangles = triangles_of_object(model, context.evaluated_depsgraph_get())
            cells, self._notes = cells_of_model(triangles, self.across)
        except InputError as error:
            raise InputError(f"{model.name}: {error}") from error
        self._model, self.shape = model.name, line_of_cells(cells)
        if self.skin == MODEL.upper():
            # Its cells are told by the making, which keeps what it says in the puzzle's notes.
            self.shape, self._notes = OBJECT + model.name, ()

    def _add(self, context: bpy.types.Context, puzzle: PolycubePuzzle, *, at_work: bool) -> None:
        """Put the puzzle into the scene by the object's name, and hide the object."""
        named: Any = replace(puzzle, name=name_of(self._model, self.seed))
        super()._add(context, named, at_work=at_work)
        # What is made next is of the same model.
        scene_group(scene_of(context)).kind = self.kind
        for name in ("puzzle", "shape", *ASKED):
            setattr(next_group(scene_of(context), PACKING), name, getattr(self, name))
        # It may have been deleted, or be in another scene, while it was divided.
        if self._model in view_layer_of(context).objects:
            view_layer_of(context).objects[self._model].hide_set(True)
        for note in self._notes:
            self.report({"INFO"}, note)


def why_no_model(context: bpy.types.Context) -> str:
    """Return why the active object is no model, as a sentence; nothing where it is one."""
    model = context.active_object
    if model is None or model.type != "MESH":
        return "Select a mesh object first: its model becomes the puzzle"
    if any(map(is_puzzle, model.users_collection)):
        return "The active object is a part of a puzzle: select another one"
    return ""


CLASSES = (PuzzleFromObject,)
