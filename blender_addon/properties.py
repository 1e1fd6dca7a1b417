# SPDX-License-Identifier: GPL-3.0-or-later
"""What the user sets: on the scene for the next puzzle, on each puzzle's collection for that puzzle.

The mixins are shared by these groups and by the operators, so every setting can also be given to
an operator from Python. Ranges are soft: what is out of range is refused with a sentence by the core.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any
from zlib import crc32

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    IntVectorProperty,
    PointerProperty,
    StringProperty,
)

from ..core.dimensions import Dimensions
from ..core.generators import STYLES
from ..core.measures import Measures
from ..core.printer import MATERIALS, Printer
from ..core.settings import (
    CHOICES,
    EFFORTS,
    ENDS,
    LARGEST_ATTEMPTS,
    LARGEST_EFFORT,
    LARGEST_SEED,
    LARGEST_SIDE,
    STARTS,
    Settings,
)
from .dimension_update import dimension_changed, display_changed, explode_changed, printer_changed, way_changed
from .measure_texts import MEASURE_TEXTS, keep
from .names import GLASS, KIT, ONE_PIECE, OWN, PARTS, SOLID, WIRE
from .solution_properties import SolutionProperties

RELATIVE_PATH: Any = {"PATH_SUPPORTS_BLEND_RELATIVE"} if bpy.app.version >= (4, 5) else set()
"""The option of a path property that may start with //; older Blenders take every path so."""


def _items(choices: dict[str, tuple[str, str]]) -> list[tuple[str, str, str, int]]:
    """Return the items of an enumeration from labels and meanings.

    Files keep the number of an item, so it follows from the name and not from the place in the list. It
    has 24 bits: the list that opens in the window holds it in single precision.
    """
    return [(name.upper(), label, text, crc32(name.encode()) >> 8) for name, (label, text) in choices.items()]


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
        items=_items({name: (style.label, style.meaning) for name, style in STYLES.items()}),
        default=Settings.style.upper(),
    )
    effort_preset: EnumProperty(  # type: ignore[valid-type]
        name="Effort",
        description="How long the search goes on; you can stop it at any time and keep the best so far",
        items=_items(
            {name: (name.capitalize(), f"{steps:,} steps") for name, steps in EFFORTS.items()}
            | {OWN.lower(): ("Own", "As many steps as you like")}
        ),
        default="NORMAL",
    )
    effort: IntProperty(  # type: ignore[valid-type]
        name="Steps",
        description="Steps of the search; each tries one change of the mazes",
        default=Settings.effort,
        soft_min=1,
        soft_max=LARGEST_EFFORT,
    )
    length_share: FloatProperty(  # type: ignore[valid-type]
        name="Solution Length",
        description="Moves of the solution that the search aims at, as a share of all positions",
        default=Settings.length_share,
        soft_min=0.0,
        soft_max=1.0,
        subtype="FACTOR",
    )
    deceptiveness: FloatProperty(  # type: ignore[valid-type]
        name="Deceptiveness",
        description="Share of the solution's positions where the way goes on in more than one direction. "
        "The fewer these are, the longer are the false paths",
        default=Settings.deceptiveness,
        soft_min=0.0,
        soft_max=1.0,
        subtype="FACTOR",
    )
    choice: EnumProperty(  # type: ignore[valid-type]
        name="Grows From",
        description="From which of its positions the tree grows on",
        items=_items({name: (name.capitalize(), text) for name, text in CHOICES.items()}),
        default=Settings.choice.upper(),
    )
    end: EnumProperty(  # type: ignore[valid-type]
        name="End",
        description="Which position becomes the end of the puzzle",
        items=_items(
            {name: (name.capitalize() + (" Leaf" if name != "farthest" else ""), text) for name, text in ENDS.items()}
        ),
        default=Settings.end.upper(),
    )
    start_choice: EnumProperty(  # type: ignore[valid-type]
        name="Start",
        description="Where the cross is at the start",
        items=_items(
            {name: (name.capitalize(), text) for name, text in STARTS.items()}
            | {OWN.lower(): ("Own", "A position of your own")}
        ),
        default="CENTER",
    )
    start: IntVectorProperty(  # type: ignore[valid-type]
        name="Start Position",
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
        description="How many puzzles are tried to meet your wishes; a style that searches makes one",
        default=Settings.attempts,
        soft_min=1,
        soft_max=LARGEST_ATTEMPTS,
    )
    all_corners: BoolProperty(  # type: ignore[valid-type]
        name="All Corners",
        description="The cross shall be able to reach all eight corners of the box",
        default=Settings.all_corners,
    )
    no_loops: BoolProperty(  # type: ignore[valid-type]
        name="No Loops",
        description="There shall be no way round in a circle",
        default=Settings.no_loops,
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


BED = ("bed_x", "bed_y", "spacing")
"""What of the printer tells where the parts of a kit lie; the same whatever is printed."""


class PrinterProperties:
    """What the puzzles are printed with."""

    __annotations__ = {
        **{
            value.name: FloatProperty(
                name=value.metadata["label"],
                description=value.metadata["meaning"] + ", in millimeters",
                default=value.default,
                soft_min=0.0,
                soft_max=1000.0,
                step=10,
                precision=2,
                subtype="DISTANCE_CAMERA",
                update=printer_changed,
            )
            for value in fields(Printer)
            if "label" in value.metadata
        },
        "material": EnumProperty(
            name="Material",
            description="What the puzzle is printed of: the gaps that it needs, and its weight",
            items=_items(
                {
                    name: (
                        material.label,
                        f"Clearance {material.least_clearance:g} to {material.most_clearance:g} mm",
                    )
                    for name, material in MATERIALS.items()
                }
            ),
            default=Printer.material.upper(),
            update=printer_changed,
        ),
    }


class SceneSettings(GeneratorProperties, DimensionProperties, PrinterProperties, bpy.types.PropertyGroup):
    """The settings of the next puzzle, and the printer, kept in the scene."""

    bl_idname = "OSKARS_CUBE_PG_scene_settings"


class KitPartProperties(bpy.types.PropertyGroup):
    """A part of a puzzle's kit: its object, and where it goes, in Blender units; its name is that of its file."""

    bl_idname = "OSKARS_CUBE_PG_kit_part"
    __annotations__ = {
        "part": PointerProperty(type=bpy.types.Object, name="Part", description="The object of the part"),
        "assembled": FloatVectorProperty(name="Assembled", description="Where the part stands in the box"),
        "outward": FloatVectorProperty(name="Outward", description="How far the part comes off the box"),
        "bed": IntProperty(name="Bed", description="On which bed the part lies, from 0"),
        "bed_offset": FloatProperty(name="Bed Offset", description="How far that bed stands beside the first one"),
        "printed": FloatVectorProperty(name="Printed", description="Where the part lies on the bed"),
        "up": IntProperty(name="Up", description="The axis of the box that looks up when the part is printed, from 0"),
        "turned": BoolProperty(name="Turned", description="Whether the part is turned by a quarter on the bed"),
    }


class PuzzleProperties(DimensionProperties, SolutionProperties, bpy.types.PropertyGroup):
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
        "pose": StringProperty(
            name="Printed", description="Where the cross is in the STL file: in the top layer, where it can get there"
        ),
        "way": EnumProperty(
            name="Print As",
            description="How the puzzle is printed",
            items=_items(
                {
                    ONE_PIECE.lower(): (
                        "One Piece",
                        "The cross is printed inside of the box; supports have to come out through the mazes",
                    ),
                    KIT.lower(): (
                        "Kit",
                        "Six plates and a cross in three parts, to be put together; all lie flat without supports",
                    ),
                }
            ),
            default=ONE_PIECE,
            options=set(),
            update=way_changed,
        ),
        "kit": PointerProperty(
            type=bpy.types.Collection, name="Kit", description="The collection with the parts of the kit"
        ),
        "kit_parts": CollectionProperty(
            type=KitPartProperties, name="Kit Parts", description="The parts of the kit, and where they go"
        ),
        "kit_problem": StringProperty(name="Kit Problem", description="Why there is no kit with these dimensions"),
        "explode": FloatProperty(
            name="Explode",
            description="The kit put together (0), taken apart (0.5), and lying on the bed as it is printed (1)",
            min=0.0,
            max=1.0,
            default=1.0,
            subtype="FACTOR",
            options=set(),
            update=explode_changed,
        ),
        "display": EnumProperty(
            name="Display",
            description="How the walls are shown, in the viewport and in the render; the exported files stay the same",
            items=_items(
                {
                    SOLID.lower(): ("Solid", "Walls as they are printed"),
                    WIRE.lower(): ("Wire", "The edges of the walls only, to watch the cross and the solution inside"),
                    GLASS.lower(): ("Glass", "Walls to look through, to watch the cross and the solution inside"),
                }
            ),
            default=SOLID,
            options=set(),
            update=display_changed,
        ),
        "displayed": StringProperty(name="Displayed", description="How the walls are shown now", default=SOLID),
        "checks": StringProperty(name="Checks", description="What the last check of the puzzle found"),
        "checked_for": StringProperty(
            name="Checked For", description="The dimensions and the printer that the last check was made for"
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
        # Shown as text with a tooltip; what is typed over it is ignored. Without a setter Blender would gray it out.
        **{
            f"{measure.name}_text": StringProperty(
                name=MEASURE_TEXTS[measure.name][0],
                description=measure.metadata["meaning"],
                get=MEASURE_TEXTS[measure.name][1],
                set=keep,
            )
            for measure in fields(Measures)
            if measure.name in MEASURE_TEXTS
        },
        **{
            part.key: PointerProperty(
                type=bpy.types.Object, name=part.label, description=f"The object of the puzzle's {part.label.lower()}"
            )
            for part in PARTS
        },
    }


CLASSES = (SceneSettings, KitPartProperties, PuzzleProperties)
