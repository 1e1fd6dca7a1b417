# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles and settings in the form of version 0.1.0, format 1: one flat group of values for all that there was.

That version was another extension, so its values are found among the data that no extension has declared. They are
taken over by name, and the old group is removed: a file is upgraded once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import bpy

from ...core.common.options import declared, rounded
from ...core.kind.laid import BETWEEN_BEDS, Laid
from ...core.oskar.generators import OPTIONS
from ...core.oskar.kind.kind import OSKAR
from ...core.oskar.kind.model import KIT, ONE_PIECE
from ...core.oskar.model.box_and_cross import BOX, CROSS, SOLUTION
from ...core.oskar.model.dimensions import Dimensions
from ...core.printing.printer import Printer
from ..data.units import units_per_millimeter
from ..data.wire_model import WIRE_MARK
from ..scene.built import Built
from ..scene.option_properties import choice_name
from ..scene.properties import FORMAT, PuzzleProperties, own_group, puzzle_group, scene_group
from .properties import TURNTABLE_LABELS

OLD = "oskars_cube"
"""What the groups were called."""

OLD_WIRE_MARK = "oskars_cube_wire"

POINTERS = {BOX: "box", CROSS: "cross", SOLUTION: "trace"}
"""Of the parts in one piece: the property that pointed at each."""

DIMENSION_ORDER = ("passage", "wall", "plate", "clearance", "overhang", "start_marker", "end_marker", "joint")
"""The order in which the dimensions were kept that the meshes were built with."""


def upgrade() -> None:
    """Bring all scenes and puzzles of the open file into the present form."""
    data: Any = bpy.data
    for nodes in data.node_groups:
        if nodes.get(OLD_WIRE_MARK):
            nodes[WIRE_MARK] = True
            del nodes[OLD_WIRE_MARK]
    for scene in data.scenes:
        old = _taken(scene)
        if old:
            _upgrade_scene(scene_group(scene), old)
    for collection in data.collections:
        if collection.library is None:
            old = _taken(collection)
            if isinstance(old.get("puzzle_json"), str) and old["puzzle_json"]:
                _upgrade_puzzle(collection, old)


def _taken(owner: Any) -> Mapping[str, Any]:
    """Return the old values of a scene or a collection, and remove them; none where there are none."""
    # From Blender 5.0 what extensions declare is kept apart from what users add.
    places = [owner]
    if hasattr(owner, "bl_system_properties_get"):
        system = owner.bl_system_properties_get()
        places += [system] if system is not None else []
    found: dict[str, Any] = {}
    for place in places:
        old = place.get(OLD)
        if old is not None:
            found |= {name: _plain(value) for name, value in old.items()}
            del place[OLD]
    return found


def _plain(value: Any) -> Any:
    """Return a value that outlives the group that it is in: Blender's own are gone with it."""
    if isinstance(value, bpy.types.ID):
        return value
    if hasattr(value, "items"):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value.to_list() if hasattr(value, "to_list") else value


def _upgrade_scene(group: Any, old: Mapping[str, Any]) -> None:
    own = getattr(group, OSKAR.name)
    for option in declared(Printer):
        _put(group, option.name, old)
    for option in OPTIONS:
        _put(own, option.name, old)
    _put(own, choice_name(next(option for option in OPTIONS if option.name == "start")), old)
    _put(own, "effort_choice", {"effort_choice": old["effort_preset"]} if "effort_preset" in old else {})
    for option in declared(Dimensions):
        _put(own, option.name, old)


def _upgrade_puzzle(collection: bpy.types.Collection, old: Mapping[str, Any]) -> None:
    group = puzzle_group(collection)
    group.format, group.kind, group.puzzle = FORMAT, OSKAR.name, old["puzzle_json"]
    own = own_group(group)
    for key, pointer in POINTERS.items():
        _add_part(group, key, "" if key == SOLUTION else ONE_PIECE, _object(old.get(pointer)), walls=key == BOX)
    group.carrier = _object(old.get(POINTERS[BOX]))
    kit = old.get("kit")
    group.apart = kit if isinstance(kit, bpy.types.Collection) else None
    for item in _kit_parts(old):
        _add_part(group, item["name"], KIT, _object(item.get("part")), walls=item["name"].startswith("plate"))
    for option in declared(Dimensions):
        _put(own, option.name, old)
    for name in ("cross_position", "frames_per_move", "turn_pause", "earlier_camera", *TURNTABLE_LABELS):
        _put(own, name, old)
    # The objects are as they were built: what follows from them is kept before anything can ask for it.
    # What cannot be read there is built anew.
    with suppress(ValueError, TypeError, KeyError, AttributeError, ArithmeticError):
        group.built = _built(old).to_json()
    _put(group, "displayed", old)
    for name in ("folder", "explode", "display"):
        _put(group, name, old)
    _put(own, "way", old)
    _put(group, "problem", {"problem": old.get("kit_problem", "")})
    group.live = bool(old.get("live", False))


def _kit_parts(old: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return what was kept of the parts of a kit, as far as each has a name."""
    items = old.get("kit_parts", ())
    named = items if isinstance(items, list | tuple) else ()
    return [item for item in named if isinstance(item, Mapping) and isinstance(item.get("name"), str)]


def _object(pointed: Any) -> bpy.types.Object | None:
    return pointed if isinstance(pointed, bpy.types.Object) else None


def _add_part(group: PuzzleProperties, key: str, way: str, pointed: bpy.types.Object | None, *, walls: bool) -> None:
    item = group.parts.add()
    item.name, item.way, item.walls, item.part = key, way, walls, pointed


def _built(old: Mapping[str, Any]) -> Built:
    """Return what the objects were built with; raises InputError for dimensions that cannot be."""
    meters_per_unit = float(old.get("built_scale", 1.0))
    millimeters = 1 / units_per_millimeter(meters_per_unit)
    values: dict[str, Any] = dict(zip(DIMENSION_ORDER, json.loads(old["built_dimensions"]), strict=True))
    beds = [item for item in _kit_parts(old) if item.get("bed", 0)]
    next_bed = rounded(beds[0]["bed_offset"] / beds[0]["bed"] * millimeters) if beds else 220.0 + BETWEEN_BEDS
    laid = {item["name"]: _laid(item, millimeters) for item in _kit_parts(old)}
    return Built(Dimensions(**values), meters_per_unit, laid, next_bed)


def _laid(item: Mapping[str, Any], millimeters: float) -> Laid:
    def point(name: str) -> tuple[float, float, float]:
        x, y, z = (rounded(value * millimeters) for value in item.get(name, (0.0, 0.0, 0.0)))
        return x, y, z

    x, y, z = point("printed")
    return Laid(
        assembled=point("assembled"),
        outward=point("outward"),
        printed=(rounded(x - float(item.get("bed_offset", 0.0)) * millimeters), y, z),
        up=int(item.get("up", 0)),
        turned=bool(item.get("turned", False)),
        bed=int(item.get("bed", 0)),
    )


def _put(group: Any, name: str, old: Mapping[str, Any]) -> None:
    """Give a group an old value, if there is one; of an enumeration the old file has the item's number."""
    if name not in old:
        return
    value, declared_property = old[name], group.bl_rna.properties[name]
    if declared_property.type == "ENUM":
        known = {item.value: item.identifier for item in declared_property.enum_items}
        if not isinstance(value, int) or value not in known:
            return
        value = known[value]
    elif declared_property.type == "POINTER" and not isinstance(value, bpy.types.ID):
        # So a file holds what points at nothing.
        return
    elif declared_property.type == "BOOLEAN":
        value = bool(value)
    # A damaged file may hold anything: its other values are still good.
    with suppress(TypeError, ValueError, OverflowError):
        setattr(group, name, value)
