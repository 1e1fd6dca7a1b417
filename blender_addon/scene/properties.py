# SPDX-License-Identifier: GPL-3.0-or-later
"""The user's settings: on the scene for the next puzzle, on each puzzle's collection for that puzzle.

Both have a group for all kinds, and in it one for each kind with its options and dimensions, which follow from their
declarations in the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from ...core.common.options import Choice, Options, Value, declared, values_of
from ...core.kind.holding import holds
from ...core.kind.kind import AnyKind
from ...core.kinds import KINDS
from ...core.printing.printer import Printer
from ..data.interface import Items, frames, prop, with_properties
from . import hooks
from .option_properties import (
    RELATIVE_PATH,
    holdable_properties,
    items,
    options_in,
    picture_name,
    pictured_property,
    properties_of,
    put_value,
    values_in,
    written_properties,
)

NAME = "puzzle_cubes"
"""What the groups are called on a scene and on a collection."""

FORMAT = 2
"""The number of the form in which a collection holds a puzzle."""

BED, APART, TOGETHER = "BED", "APART", "TOGETHER"
"""Where the parts are seen that lie apart on the bed."""

CENTER, CORNER = "CENTER", "CORNER"
"""Which point of a box stands where the puzzle was put."""

SOLID, WIRE, GLASS = "SOLID", "WIRE", "GLASS"
"""The ways to show walls."""

_ADD_ON = __package__.rpartition(".")[0]


def module_of_kind(kind: str, name: str) -> ModuleType | None:
    """Return a module of the folder that the add-on has for a kind, by their names; None where it has none.

    A kind without a folder has that of the kind that it builds on.
    """
    for base in type(KINDS[kind]).__mro__:
        folder = f"{_ADD_ON}.{vars(base).get('name')}"
        if find_spec(folder) is not None and find_spec(f"{folder}.{name}") is not None:
            return import_module(f"{folder}.{name}")
    return None


def _group(kind: AnyKind, what: str, properties: Mapping[str, Any]) -> type[bpy.types.PropertyGroup]:
    idname = f"PUZZLE_CUBES_PG_{kind.name}_{what}"
    return type(idname, (bpy.types.PropertyGroup,), {"bl_idname": idname, "__annotations__": dict(properties)})


def _scene_properties(kind: AnyKind) -> dict[str, Any]:
    chosen = [option for option in kind.options if option.name in kind.headline and option.choices]
    return (
        # What follows a length that is held may depend on them.
        properties_of(kind.options, hooks.changed("scene.build:follow_dimensions"), kind.begins_with)
        | {
            name: made
            for option in chosen
            for name, made in properties_of(
                [option],
                hooks.changed("scene.option_properties:option_chosen", kind.name, option.name),
                kind.begins_with,
            ).items()
        }
        | properties_of(declared(kind.dimensions), hooks.changed("scene.build:dimension_changed"))
        | holdable_properties(kind)
        | written_properties(kind.dimensions)
        | {
            picture_name(option.name): pictured_property(kind, option)
            for option in kind.options
            if option.name in kind.pictured
        }
    )


def _puzzle_properties(kind: AnyKind) -> dict[str, Any]:
    ways = {way.name: Choice(way.label, way.meaning) for way in kind.ways}
    way = prop(
        EnumProperty,
        "Print As",
        "How the puzzle is printed",
        items=items(ways),
        default=kind.ways[0].name.upper(),
        options=set(),
        update=hooks.changed("scene.build:way_changed"),
    )
    # Shown as text with a tooltip; what is typed over it is ignored. Without a setter Blender would gray it out.
    texts = {
        f"{measure.name}_text": prop(
            StringProperty,
            measure.label,
            measure.meaning,
            get=hooks.read("scene.build:measure_read", kind.name, measure.name),
            set=hooks.ignore,
        )
        for measure in kind.measures
    }
    dimensions = properties_of(declared(kind.dimensions), hooks.changed("scene.build:dimension_changed"))
    own = module_of_kind(kind.name, "properties")
    return (
        {"way": way}
        | dimensions
        | holdable_properties(kind)
        | written_properties(kind.dimensions)
        | texts
        | ({} if own is None else dict(own.PUZZLE_PROPERTIES))
    )


SCENE_GROUPS: Mapping[str, Any] = MappingProxyType(
    {kind.name: _group(kind, "scene", _scene_properties(kind)) for kind in KINDS.values()}
)
PUZZLE_GROUPS: Mapping[str, Any] = MappingProxyType(
    {kind.name: _group(kind, "puzzle", _puzzle_properties(kind)) for kind in KINDS.values()}
)


def kind_property() -> Any:
    """Return the property that chooses the kind of a puzzle."""
    return prop(
        EnumProperty,
        "Kind",
        "The kind of puzzle to make",
        items=items({kind.name: Choice(kind.label, kind.meaning) for kind in KINDS.values()}),
        default=next(iter(KINDS)).upper(),
    )


@with_properties
class AssemblyPace:
    """The times of the animation that puts a puzzle together; shared with the operator."""

    frames_per_step: int = frames("Frames a Step", "Frames that a part takes to its place", 24, 1)
    step_pause: int = frames("Step Pause", "Frames in which nothing moves after each step", 8, 0)


class SceneProperties(bpy.types.PropertyGroup):
    """The settings of the next puzzle, and the printer, kept in the scene."""

    bl_idname = "PUZZLE_CUBES_PG_scene"
    __annotations__ = {
        "kind": kind_property(),
        "listed": prop(
            IntProperty,
            "Listed",
            "The active puzzle, by its place among the collections of the file",
            get=hooks.read("tab.puzzle_list:listed_read"),
            set=hooks.written("tab.puzzle_list:listed_written"),
        ),
        "folder": prop(
            StringProperty,
            "Folder",
            "The folder that was chosen last, for the next puzzle",
            default="//",
            subtype="DIR_PATH",
            options=RELATIVE_PATH,
        ),
        "earlier_end": prop(
            IntProperty, "Earlier End", "The scene's last frame before a puzzle was animated; 0 where none is"
        ),
        "animated_end": prop(IntProperty, "Animated End", "The scene's last frame by the animations; 0 without any"),
        "usual_printer": prop(StringProperty, "Usual Printer", "The usual printer that was chosen last"),
        **properties_of(declared(Printer), hooks.changed("scene.build:printer_changed")),
        **written_properties(Printer),
        **{
            kind.name: prop(
                PointerProperty, kind.label, f"The settings of the next {kind.label}", type=SCENE_GROUPS[kind.name]
            )
            for kind in KINDS.values()
        },
    }
    if TYPE_CHECKING:
        kind: str
        folder: str
        earlier_end: int
        animated_end: int
        usual_printer: str
        bed_x: float
        bed_y: float


@with_properties
class PartProperties(bpy.types.PropertyGroup):
    """A part of a puzzle and its object; its name is the part's key."""

    bl_idname = "PUZZLE_CUBES_PG_part"

    part: bpy.types.Object | None = prop(PointerProperty, "Part", "The object of the part", type=bpy.types.Object)
    way: str = prop(
        StringProperty, "Way", "In which way of printing the part is there; empty for one that is beside the puzzle"
    )
    walls: bool = prop(BoolProperty, "Walls", "Whether the part can be shown as wires or as glass")
    shape: str = prop(StringProperty, "Shape", "What the mesh was filled with, to see what is changed by hand")


@with_properties
class PuzzleProperties(bpy.types.PropertyGroup):
    """A puzzle, kept in its collection; an empty ``puzzle`` means that the collection is none."""

    bl_idname = "PUZZLE_CUBES_PG_puzzle"

    format: int = prop(IntProperty, "Format", "The number of the form in which the puzzle is kept", default=FORMAT)
    kind: str = prop(StringProperty, "Kind", "What kind of puzzle it is")
    puzzle: str = prop(StringProperty, "Puzzle", "The puzzle itself, in the form of puzzle.json")
    code: str = prop(
        StringProperty,
        "Code",
        "The whole puzzle as a short text that can be typed and read aloud: From Code makes it again",
        get=hooks.read("scene.build:code_read"),
        set=hooks.ignore,
    )
    parts: Items[PartProperties] = prop(
        CollectionProperty, "Parts", "The parts of the puzzle and their objects", type=PartProperties
    )
    carrier: bpy.types.Object | None = prop(
        PointerProperty, "Carrier", "The object that carries all others", type=bpy.types.Object
    )
    holds_parts: bool = prop(
        BoolProperty, "Holds Parts", "Whether the collection is that of a puzzle's parts that are printed apart"
    )
    # Blender before 4.4 crashes at an undo where a collection points at another one whose objects are hidden.
    apart: bpy.types.Collection | None = prop(
        PointerProperty, "Parts Apart", "Where an earlier version has put such parts", type=bpy.types.Collection
    )
    live: bool = prop(
        BoolProperty, "Live", "Rebuild the meshes whenever a dimension changes; turn off for very large puzzles"
    )
    built: str = prop(StringProperty, "Built", "What the objects were built with, and where the parts lie on the bed")
    problem: str = prop(StringProperty, "Problem", "Why the puzzle cannot be printed in the way that was chosen")
    explode: float = prop(
        FloatProperty,
        "Explode",
        "The parts put together (0), taken apart (0.5), and lying on the bed as they are printed (1)",
        min=0.0,
        max=1.0,
        default=1.0,
        subtype="FACTOR",
        options=set(),
        update=hooks.changed("scene.build:explode_changed"),
    )
    origin: str = prop(
        EnumProperty,
        "Origin",
        "Which point of the puzzle stands where it was put, and stays there as dimensions change",
        items=items(
            {
                CENTER.lower(): Choice("Center", "The middle of its lowest face"),
                CORNER.lower(): Choice(
                    "Corner",
                    "The lowest corner of the box, or of the pieces together, at the left in front: faces are flush",
                ),
            }
        ),
        default=CENTER,
        options=set(),
        update=hooks.changed("scene.build:origin_changed"),
    )
    from_origin: list[float] = prop(
        FloatVectorProperty,
        "From Origin",
        "The way from that point to the middle of the lowest face, in Blender units, as it was built",
    )
    parts_at: str = prop(
        EnumProperty,
        "Parts",
        "Where the parts are seen",
        items=items(
            {
                BED.lower(): Choice("Bed", "The parts lie on the bed as they are printed"),
                APART.lower(): Choice("Apart", "The parts are taken apart, each near its place"),
                TOGETHER.lower(): Choice("Together", "The parts are put together"),
            }
        ),
        options=set(),
        get=hooks.read("scene.part_objects:parts_at_read"),
        set=hooks.written("scene.build:parts_at_written"),
    )
    earlier_explode: float = prop(
        FloatProperty, "Earlier Explode", "What Explode was before the assembly was animated", default=1.0
    )
    display: str = prop(
        EnumProperty,
        "Display",
        "How the walls are shown, in the viewport and in the render; the exported files stay the same",
        items=items(
            {
                SOLID.lower(): Choice("Solid", "Walls as they are printed"),
                WIRE.lower(): Choice("Wire", "The edges of the walls only, to watch what is inside"),
                GLASS.lower(): Choice("Glass", "Walls to look through, to watch what is inside"),
            }
        ),
        default=SOLID,
        options=set(),
        update=hooks.changed("scene.build:display_changed"),
    )
    displayed: str = prop(StringProperty, "Displayed", "How the walls are shown now", default=SOLID)
    checks: str = prop(StringProperty, "Checks", "What the last check of the puzzle found, and what it was made for")
    by_hand: str = prop(StringProperty, "By Hand", "The changes by hand that are to stay, as they are")
    folder: str = prop(
        StringProperty,
        "Folder",
        "Where Export makes a folder with the puzzle's name; // is the folder of the .blend file",
        subtype="DIR_PATH",
        options=RELATIVE_PATH,
        update=hooks.changed("scene.build:folder_changed"),
    )
    opened_from: str = prop(
        StringProperty,
        "Opened From",
        "What the puzzle's folder is called: as typed, or as its file; empty where as the puzzle itself",
    )
    # Other texts take no name of a folder that is not UTF-8.
    exported: str = prop(StringProperty, "Exported", "The folder that the last export wrote to", subtype="DIR_PATH")
    exported_as: str = prop(StringProperty, "Exported As", "What the last export was made of, to see what is changed")
    if TYPE_CHECKING:
        frames_per_step: int
        step_pause: int


PuzzleProperties.__annotations__.update(AssemblyPace.__annotations__)
for _kind in KINDS.values():
    PuzzleProperties.__annotations__[_kind.name] = prop(
        PointerProperty, _kind.label, f"What only {_kind.label} has", type=PUZZLE_GROUPS[_kind.name]
    )


def scene_group(scene: bpy.types.Scene) -> SceneProperties:
    """Return what is set on a scene: the kind, the printer, and a group for each kind."""
    group: SceneProperties = getattr(scene, NAME)
    return group


def next_group(scene: bpy.types.Scene, kind: AnyKind) -> Any:
    """Return what is set on a scene for the next puzzle of a kind: its options and dimensions."""
    return getattr(scene_group(scene), kind.name)


def next_dimensions(group: Any) -> Options:
    """Return the dimensions of the next puzzle, by its group on a scene; raises InputError for what cannot be."""
    kind, values = _kind_and_values(group)
    dimensions: Options = options_in(group, kind.dimensions)
    return kind.settled(dimensions, None, values) if holds(dimensions) else dimensions


def next_cells(group: Any) -> tuple[int, int, int] | None:
    """Return the cells of the next puzzle, as far as they are known; raises InputError for what cannot be."""
    kind, values = _kind_and_values(group)
    return kind.cells(None, values)


def _kind_and_values(group: Any) -> tuple[AnyKind, dict[str, Value]]:
    kind = next(kind for kind in KINDS.values() if isinstance(group, SCENE_GROUPS[kind.name]))
    return kind, values_in(group, kind.options)


def printer_of(scene: bpy.types.Scene) -> Printer:
    """Return the printer that is set on a scene; raises InputError for one that cannot be."""
    return options_in(scene_group(scene), Printer)


def put_printer(scene: bpy.types.Scene, printer: Printer) -> None:
    """Give a scene the values of a printer, but for those that it has: each new one lays out all parts anew."""
    group, now = scene_group(scene), values_of(printer_of(scene))
    for option in declared(Printer):
        value = getattr(printer, option.name)
        if value != now[option.name]:
            put_value(group, option, value)


CLASSES = (*SCENE_GROUPS.values(), *PUZZLE_GROUPS.values(), SceneProperties, PartProperties, PuzzleProperties)
