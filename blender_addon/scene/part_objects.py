# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects of a puzzle's parts: made where they are missing, and given the meshes and the looks of the parts.

Parts that are printed apart: put together, taken apart, or lying on the printer's beds, and on their way by keys.

Where each part stands and lies is kept with the puzzle, so the slider between the two only moves the objects. In an
animation of the assembly the parts wait apart, and go to their places step by step; its keys are those of what Blender
adds to an object's own place, so it stays what it is, whatever moves that. A film of a kind's own has such keys, too.

The colors follow the theme of the puzzle; materials of the user's own stay. Walls are shown solid, as wires, or as
glass, in the viewport and in the render: their meshes and materials stay as they are, and so do the files. Glass lies
over the materials in the slots of the object, and the wires are shown by a modifier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isclose
from types import MappingProxyType
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

from ...core.common.containers import Recent
from ...core.common.errors import InputError
from ...core.common.options import Options
from ...core.kind.model import Way
from ...core.kind.part import COLORS, Look, Part, Step, keyframes, offsets, turn_in_print
from ...core.printing.printed_object import Color
from ...core.solids.chamfer_cuts import Skin
from ..data.animation_keys import check_last_frame, key_curves, keyed_frames, remove_keys, set_keys
from ..data.geometry_nodes import hide_wire, show_wire
from ..data.interface import present, root_of, units_per_millimeter
from ..data.meshes import (
    GLASS_ALPHA,
    Filling,
    fill_meshes,
    filled_before,
    found_glass,
    glass_material,
    materials_of,
    shared_material,
)
from .by_hand import check_unedited
from .option_properties import item_number
from .properties import APART, BED, GLASS, NAME, SOLID, TOGETHER, WIRE
from .puzzle import ScenePuzzle
from .startup import deselect, select_again, world_matrix


def add_missing_parts(puzzle: ScenePuzzle, parts: Sequence[Part]) -> None:
    """Give a puzzle the objects that it lacks of the parts of its first way.

    What is beside the puzzle is hidden at first.
    """
    _add_missing_carrier(puzzle, parts)
    for part in parts:
        added = _object_of(puzzle, part, f"{puzzle.name} {part.label}", puzzle.first_way)
        if added.users_scene:
            continue
        puzzle.collection.objects.link(added)
        if added != puzzle.group.carrier:
            added.parent = puzzle.group.carrier
        if part.beside:
            # The object's own, not its view layer's, so that it stays hidden wherever it is taken.
            added.hide_viewport = added.hide_render = True


def add_missing_parts_apart(
    puzzle: ScenePuzzle, scene: bpy.types.Scene, parts: Iterable[Part], patterns: Iterable[Part]
) -> None:
    """Give a puzzle a collection with an object for each part of its way, which is not the first.

    ``patterns`` are the parts whose materials they take where they look alike.
    """
    collection, apart = puzzle.collection, puzzle.parts_collection
    if apart is None:
        apart = bpy.data.collections.new(f"{puzzle.name} {puzzle.way.label}")
        getattr(apart, NAME).holds_parts = True
    elif apart.name in {f"{puzzle.name} {way.label}" for way in puzzle.kind.ways}:
        # A name that the user gave it stays.
        apart.name = f"{puzzle.name} {puzzle.way.label}"
    children = (*root_of(scene).children_recursive, *collection.children_recursive)
    if apart not in children:
        collection.children.link(apart)
    for part in parts:
        added = _object_of(puzzle, part, part.label, puzzle.way, patterns)
        if not added.users_scene:
            apart.objects.link(added)


_skins = Recent[dict[str, Skin]](2)
"""The surfaces of parts as they were shown last, by their keys: they make the next ones quicker.

They may be those of another state of the puzzle, or of a copy.
"""


def _known_by(puzzle: ScenePuzzle) -> tuple[str, str]:
    """Return by what surfaces of a puzzle are remembered."""
    return puzzle.kind.name, puzzle.text


def fill_parts(puzzle: ScenePuzzle, parts: Sequence[Part], units: float) -> None:
    """Give the objects of parts their meshes, and those that the carrier carries their places.

    ``units`` is Blender units per millimeter. One that was taken off the carrier stays where the user has put it.
    Where a mesh was edited by hand nothing is changed; raises InputError if it would become another one now.
    """
    group, skins = puzzle.group, _skins.get(_known_by(puzzle), dict)
    objects = {item.name: item.part for item in group.parts if item.part is not None}
    meshes = {key: owner.data for key, owner in objects.items() if isinstance(owner.data, bpy.types.Mesh)}
    filled = [part for part in parts if part.key in meshes]
    fillings: list[Filling] = []
    for part in filled:
        skin = skins[part.key] = part.skin(skins.get(part.key))
        # What is beside the puzzle is not the user's.
        known = "" if part.beside else group.parts[part.key].shape
        fillings.append((meshes[part.key], skin.positions(units), skin.faces, known))
    shapes = fill_meshes(fillings, units)
    if shapes is None:
        # What is only shown again stays as it was edited.
        if not filled_before(fillings):
            check_unedited(puzzle)
        return
    for part, shape in zip(filled, shapes, strict=True):
        group.parts[part.key].shape = shape
        if len(meshes[part.key].materials) < len(part.looks):
            _add_missing_marks(puzzle, meshes[part.key], part)
        placed = puzzle.carried_object(part.key)
        if placed is not None and not part.beside:
            x, y, z = part.assembled
            placed.location = (units * x, units * y, units * z)


def _add_missing_marks(puzzle: ScenePuzzle, mesh: bpy.types.Mesh, part: Part) -> None:
    """Give a mesh the materials of the marks, where an older version has made it without; the user's own stay."""
    marks, label = [look for look in part.looks if look.mark], puzzle.kind.label
    if list(mesh.materials) == [look_material(label, look) for look in part.looks if not look.mark]:
        for look in marks:
            mesh.materials.append(look_material(label, look))


def _add_missing_carrier(puzzle: ScenePuzzle, parts: Sequence[Part]) -> None:
    """Let the first part carry the others where these stand in the puzzle, and else an empty."""
    group, way = puzzle.group, puzzle.first_way
    # What hung on one that was deleted hangs on nothing now.
    left = () if group.carrier else [part for part in puzzle.objects.values() if part.parent is None]
    if not way.apart:
        group.carrier = _object_of(puzzle, parts[0], f"{puzzle.name} {parts[0].label}", way)
    else:
        group.carrier = group.carrier or bpy.data.objects.new(puzzle.name, None)
        if not group.carrier.users_scene:
            puzzle.collection.objects.link(group.carrier)
    for part in left:
        part.parent = group.carrier


def _object_of(puzzle: ScenePuzzle, part: Part, name: str, way: Way, patterns: Iterable[Part] = ()) -> bpy.types.Object:
    """Return the object of a part, a new one where there is none."""
    group = puzzle.group
    item = group.parts.get(part.key)
    if item is None:
        item = group.parts.add()
        item.name, item.way, item.walls = part.key, "" if part.beside else way.name, part.walls
    if item.part is None:
        mesh = bpy.data.meshes.new(name)
        for look in part.looks:
            mesh.materials.append(_material(puzzle, look, patterns))
        item.part = bpy.data.objects.new(name, mesh)
        item.shape = ""
        item.part.color = part.object_color
        item.part.parent = group.carrier
    return item.part


def _material(puzzle: ScenePuzzle, look: Look, patterns: Iterable[Part]) -> bpy.types.Material | None:
    """Return the material that a pattern with the same look has, maybe one of the user's, or else the shared one."""
    for pattern in patterns:
        like = puzzle.kept_object(pattern.key)
        if look in pattern.looks and like is not None:
            materials = materials_of(like)
            if materials:
                return materials[min(pattern.looks.index(look), len(materials) - 1)]
    return look_material(puzzle.kind.label, look)


PATH, TURN_PATH = "delta_location", "delta_rotation_quaternion"
"""What is animated: in a film parts are turned, too, which no assembly does."""

EXPLODED: Mapping[str, float] = MappingProxyType({BED: 1.0, APART: 0.5, TOGETHER: 0.0})
"""Where the slider is for the three places that parts have."""


def place_parts(puzzle: ScenePuzzle) -> None:
    """Move the parts to where the slider says.

    In the first half of its way they come off the puzzle, in the second half they lie down on the bed.
    """
    built, explode = puzzle.built, puzzle.group.explode
    if built is None:
        return
    coming_off, lying_down = min(2 * explode, 1.0), max(2 * explode - 1, 0.0)
    for key, laid in built.laid.items():
        moved = puzzle.carried_object(key)
        if moved is None:
            continue
        off = built.units * (Vector(laid.assembled) + coming_off * Vector(laid.outward))
        on_bed = Vector(laid.printed) + Vector((built.first_bed + laid.bed * built.next_bed, 0.0, 0.0))
        moved.location = off.lerp(built.units * on_bed, lying_down)
        moved.rotation_mode = "QUATERNION"
        turned = Matrix(turn_in_print(laid.up, turned=laid.turned, angle=laid.angle).tolist())
        moved.rotation_quaternion = Quaternion().slerp(turned.to_quaternion(), lying_down)


LYING = 0.75
"""From which place of the slider on the parts are on their way to the bed."""


def shows_beds(puzzle: ScenePuzzle) -> bool:
    """Report whether the beds of a puzzle are shown: where no part is about to lie there they are not."""
    built, carrier, group = puzzle.built, puzzle.group.carrier, puzzle.group
    is_lying = group.explode >= LYING and puzzle.way.apart and not group.problem
    return is_lying and built is not None and carrier is not None and bool(carrier.users_scene)


def room_of(puzzle: ScenePuzzle) -> list[Vector]:
    """Return the corners in the world of what is seen of a puzzle, and the two ends of the row of its beds."""
    corners = [world_matrix(part) @ Vector(corner) for part in puzzle.objects_in_sight for corner in part.bound_box]
    if shows_beds(puzzle):
        built, place = puzzle.needed_built, world_matrix(present(puzzle.group.carrier))
        corners += [place @ Vector((built.units * end, 0.0, 0.0)) for end in built.bed_ends]
    return corners


def parts_at_read(group: Any) -> int:
    """Return the number of the place where the parts are; all between the two ends of the slider is apart."""
    ends = {value: name for name, value in EXPLODED.items() if name != APART}
    return item_number(ends.get(group.explode, APART).lower())


def assembly_frames(puzzle: ScenePuzzle) -> tuple[int, int] | None:
    """Return the first and the last frame of a puzzle's assembly, or its film; None where it is not animated."""
    return keyed_frames(_parts(puzzle), PATH)


def is_film(puzzle: ScenePuzzle) -> bool:
    """Report whether what is animated of a puzzle is a film, in which parts jump from place to place."""
    return keyed_frames(_parts(puzzle), TURN_PATH) is not None


def steps_of(puzzle: ScenePuzzle) -> tuple[Step, ...]:
    """Return the steps that put the parts together, as they were built, in the way in which the puzzle is printed.

    There are none where that is not known. Raises InputError where it cannot be done.
    """
    if puzzle.built is None:
        return ()
    steps, problem = puzzle.as_built.assembly
    if problem:
        raise InputError(problem)
    return steps


def animate_assembly(
    puzzle: ScenePuzzle, first_frame: int, frames_per_step: int, step_pause: int
) -> list[tuple[int, int]]:
    """Let the parts go to their places one after another from a frame on; return frames and the moves done by then.

    Earlier keys of it are replaced. Raises InputError, before anything is changed, for a pace that cannot be.
    """
    steps, objects = steps_of(puzzle), puzzle.objects
    keys = keyframes(steps, first_frame, frames_per_step, step_pause)
    frames = [frame for frame, _ in keys]
    check_last_frame(frames[-1])
    remove_assembly(puzzle)
    units = units_per_millimeter(puzzle.needed_built.meters_per_unit)
    for key, places in offsets(steps).items():
        if key in objects:
            set_keys(objects[key], PATH, frames, units * np.array([places[done] for _, done in keys]))
    return keys


def follow_assembly(puzzle: ScenePuzzle) -> None:
    """Let an animation of the assembly that there is follow what was built anew; it goes where that cannot be."""
    frames = assembly_frames(puzzle)
    if frames is not None and not is_film(puzzle):
        try:
            animate_assembly(puzzle, frames[0], puzzle.group.frames_per_step, puzzle.group.step_pause)
        except InputError:
            # What is not known how to put together, or takes too long, can be printed nevertheless.
            remove_assembly(puzzle)
            puzzle.group.explode = puzzle.group.earlier_explode


def remove_assembly(puzzle: ScenePuzzle) -> None:
    """Take the keys away, also those of a film, and leave the parts at their own places."""
    for animated in _parts(puzzle):
        for path, rest in ((PATH, Vector()), (TURN_PATH, Quaternion())):
            if key_curves(animated, path):
                remove_keys(animated, path)
                setattr(animated, path, rest)


def _parts(puzzle: ScenePuzzle) -> list[bpy.types.Object]:
    """Return the objects that can be animated: of the way in which a puzzle is printed, and of whole pieces."""
    ways = [puzzle.way, *([puzzle.first_way] if puzzle.first_way.apart and puzzle.way != puzzle.first_way else ())]
    return [item.part for way in ways for item in puzzle.items_of(way) if item.part is not None]


def look_material(kind_label: str, look: Look) -> bpy.types.Material:
    """Return the material that all puzzles of a kind share for a look; the user's changes to it stay."""
    return shared_material(_name(kind_label, look), look.color)


def _name(kind_label: str, look: Look) -> str:
    return f"{kind_label} {look.label}"


def colors_differ(first: Options, second: Options) -> bool:
    """Report whether dimensions name different themes; those of some kinds name none."""
    return getattr(first, COLORS, None) != getattr(second, COLORS, None)


def follow_colors(puzzle: ScenePuzzle, earlier: Options, now: Options) -> None:
    """Give all objects of a puzzle the looks of its theme, where they have those of the earlier one.

    Both are dimensions with which the puzzle was built, or is.
    """
    if not colors_differ(earlier, now):
        return
    before, after = (
        {part.key: part for part in puzzle.parts(puzzle.first_way, dimensions)} for dimensions in (earlier, now)
    )
    pairs = [(before[key], after[key]) for key in before.keys() & after.keys()]
    for key, shown in puzzle.objects.items():
        # What is only there in another way to print takes after all parts of the first one.
        own = [(before[key], after[key])] if key in before and key in after else pairs
        _recolor(puzzle.kind.label, shown, own)


def _recolor(kind_label: str, shown: bpy.types.Object, pairs: list[tuple[Part, Part]]) -> None:
    """Give an object the looks of parts in place of those that they had before."""
    if isinstance(shown.data, bpy.types.Mesh):
        news = {
            _name(kind_label, old): new
            for before, after in pairs
            for old, new in zip(before.looks, after.looks, strict=True)
            if old != new
        }
        for number, material in enumerate(materials_of(shown)):
            if material is not None and material.name in news:
                _replace(shown, number, material, look_material(kind_label, news[material.name]))
    for before, after in pairs:
        colors = [(before.object_color, after.object_color)]
        colors += [(old.color, new.color) for old, new in zip(before.looks, after.looks, strict=True)]
        if new := next((new for old, new in colors if _is_color(shown, old)), None):
            shown.color[:3] = new[:3]
            return


def _replace(shown: bpy.types.Object, number: int, old: bpy.types.Material, new: bpy.types.Material) -> None:
    """Put a material in the place of another, and the glass of it where the other's glass lies over that."""
    slot = shown.material_slots[number]
    is_glass = slot.link == "OBJECT" and slot.material is not None and slot.material == found_glass(old)
    shown.data.materials[number] = new  # type: ignore[union-attr]
    if is_glass:
        slot.material = glass_material(new)


def _is_color(shown: bpy.types.Object, color: Color) -> bool:
    """Report whether an object has a color, however dense it is."""
    return all(
        isclose(channel, wanted, abs_tol=1e-6) for channel, wanted in zip(shown.color[:3], color[:3], strict=True)
    )


MERGED = 0.6
"""Corners of walls that are shown as wires are one where they are so near, in millimeters: those of usual chamfers."""


def follow_display(puzzle: ScenePuzzle) -> None:
    """Show the walls of a puzzle in the way that was chosen; walls that are shown solid already are not touched."""
    group = puzzle.group
    if group.display == group.displayed == SOLID or puzzle.built is None:
        return
    units = units_per_millimeter(puzzle.built.meters_per_unit)
    width = units * puzzle.kind.wire_width(puzzle.built.dimensions)
    if group.display == WIRE != group.displayed:
        # The outlines of what is selected would cover the wires.
        deselect(puzzle)
    for walls, in_use in _walls(puzzle):
        if group.displayed == GLASS and group.display != GLASS:
            _remove_glass(walls)
        if group.displayed == WIRE and group.display != WIRE:
            hide_wire(walls)
        if group.display == GLASS:
            _add_glass(walls)
        elif group.display == WIRE and in_use and isinstance(walls.data, bpy.types.Mesh):
            show_wire(walls, width, units * MERGED)
    were_wires, group.displayed = group.displayed == WIRE, group.display
    if were_wires and group.display != WIRE:
        select_again(puzzle)


def _walls(puzzle: ScenePuzzle) -> Iterator[tuple[bpy.types.Object, bool]]:
    """Yield all walls, and whether they are in use: one way's are hidden while another's are shown.

    Walls that are linked from another file, overridden or not, are shown as they are there.
    """
    if puzzle.collection.override_library:
        return
    first, apart = puzzle.first_way.name, puzzle.shows_apart
    for item in puzzle.group.parts:
        if item.walls and item.part is not None and not item.part.library:
            yield item.part, apart != (item.way == first)


def _add_glass(walls: bpy.types.Object) -> None:
    """Lay glass over all materials but those that the user laid over them."""
    for slot, material in zip(walls.material_slots, materials_of(walls), strict=True):
        if slot.link == "DATA":
            slot.link = "OBJECT"
            slot.material = slot.material or glass_material(material)
    # A density of the user's own stays.
    if walls.color[3] == 1.0:
        walls.color[3] = GLASS_ALPHA


def _remove_glass(walls: bpy.types.Object) -> None:
    """Take the glass off; a material of the user's own that lay there can be laid there again."""
    for slot, material in zip(walls.material_slots, materials_of(walls), strict=True):
        if slot.link == "OBJECT":
            if slot.material == glass_material(material):
                slot.material = None
            slot.link = "DATA"
    if isclose(walls.color[3], GLASS_ALPHA, abs_tol=1e-6):
        walls.color[3] = 1.0
