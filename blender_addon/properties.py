# SPDX-License-Identifier: GPL-3.0-or-later
"""What the user sets: on the scene for the next puzzle, on each puzzle's collection for that puzzle.

The mixins are shared by these groups and by the operators, so every setting can also be given to
an operator from Python. Ranges are soft: what is out of range is refused with a sentence by the core.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import bpy
from bpy.props import (
    BoolProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    IntVectorProperty,
    PointerProperty,
    StringProperty,
)

from ..core.dimensions import Dimensions
from ..core.generators import STYLES
from ..core.measures import Measures
from ..core.settings import ENDS, LARGEST_ATTEMPTS, LARGEST_SEED, LARGEST_SIDE, Settings
from .dimension_update import dimension_changed
from .names import PARTS

RELATIVE_PATH: Any = {"PATH_SUPPORTS_BLEND_RELATIVE"} if bpy.app.version >= (4, 5) else set()
"""The option of a path property that may start with //; older Blenders take every path so."""


class GeneratorProperties:
    """The settings that make a puzzle."""

    size: IntVectorProperty(  # type: ignore[valid-type]
        name="Size",
        description="Cells of the mazes along X, Y and Z; from 1 to 100 each, two in all at least",
        size=3,
        default=Settings.size,
        soft_min=1,
        soft_max=LARGEST_SIDE,
        subtype="XYZ",
    )
    seed: IntProperty(  # type: ignore[valid-type]
        name="Seed",
        description="The same seed with the same settings gives the same puzzle, on every computer",
        default=Settings.seed,
        soft_min=0,
        soft_max=LARGEST_SEED,
    )
    style: EnumProperty(  # type: ignore[valid-type]
        name="Style",
        description="How the puzzle is made",
        items=[(name.upper(), name.capitalize(), "", number) for number, name in enumerate(STYLES)],
    )
    end: EnumProperty(  # type: ignore[valid-type]
        name="End",
        description="Which dead end of the maze becomes the end of the puzzle",
        items=[(name.upper(), f"{name.capitalize()} Leaf", text, i) for i, (name, text) in enumerate(ENDS.items())],
    )
    custom_start: BoolProperty(  # type: ignore[valid-type]
        name="Choose Start",
        description="Start at a position of your own; otherwise at the center of the top layer",
    )
    start: IntVectorProperty(  # type: ignore[valid-type]
        name="Start",
        description="Cell of the cross's center at the start, counted from 0 along X, Y and Z",
        size=3,
        soft_min=0,
        soft_max=LARGEST_SIDE - 1,
        subtype="XYZ",
    )
    minimum_length: IntProperty(  # type: ignore[valid-type]
        name="Min Length",
        description="Least number of moves of the solution; puzzles are tried until one has it. 0 takes the first",
        default=Settings.minimum_length,
        soft_min=0,
    )
    attempts: IntProperty(  # type: ignore[valid-type]
        name="Attempts",
        description="How many puzzles are tried to reach the minimum length",
        default=Settings.attempts,
        soft_min=1,
        soft_max=LARGEST_ATTEMPTS,
    )


class DimensionProperties:
    """The dimensions, in millimeters in every scene, with the defaults and meanings of the core."""

    # The camera's distances are the one kind of property that Blender shows in millimeters whatever
    # the scene's units are.
    __annotations__ = {
        dimension.name: FloatProperty(
            name=dimension.metadata["label"],
            description=dimension.metadata["meaning"] + ", in millimeters",
            default=dimension.default,
            soft_min=0.0,
            soft_max=100.0,
            step=10,
            precision=2,
            subtype="DISTANCE_CAMERA",
            update=dimension_changed,
        )
        for dimension in fields(Dimensions)
    }


class SceneSettings(GeneratorProperties, DimensionProperties, bpy.types.PropertyGroup):
    """The settings of the next puzzle, kept in the scene."""

    bl_idname = "OSKARS_CUBE_PG_scene_settings"


class PuzzleProperties(DimensionProperties, bpy.types.PropertyGroup):
    """A puzzle, kept in its collection; an empty ``puzzle_json`` means that the collection is none."""

    bl_idname = "OSKARS_CUBE_PG_puzzle"
    __annotations__ = {
        "puzzle_json": StringProperty(name="Puzzle", description="The puzzle itself, in the form of puzzle.json"),
        "size": IntVectorProperty(name="Size", description="Cells of the puzzle along X, Y and Z", size=3),
        "origin": StringProperty(name="Made", description="How the puzzle was made"),
        "seed": StringProperty(name="Seed", description="The seed that the puzzle was made from"),
        "live": BoolProperty(
            name="Live", description="Rebuild the meshes whenever a dimension changes; turn off for very large puzzles"
        ),
        "built_dimensions": StringProperty(
            name="Built Dimensions", description="The dimensions that the meshes were built with"
        ),
        "built_scale": FloatProperty(
            name="Built Scale", description="Meters in a Blender unit when the meshes were built", default=1.0
        ),
        "folder": StringProperty(
            name="Folder",
            description="Where Export writes the files; // is the folder of the .blend file",
            subtype="DIR_PATH",
            options=RELATIVE_PATH,
        ),
        **{
            measure.name: (FloatProperty if measure.type == "float" else IntProperty)(
                name=measure.name.replace("_", " ").title(), description=measure.metadata["meaning"]
            )
            for measure in fields(Measures)
        },
        **{
            part.key: PointerProperty(
                type=bpy.types.Object, name=part.label, description=f"The object of the puzzle's {part.label.lower()}"
            )
            for part in PARTS
        },
    }


CLASSES = (SceneSettings, PuzzleProperties)
