# SPDX-License-Identifier: GPL-3.0-or-later
"""The user's changes by hand to a puzzle: what stands in the scene, beside what was built.

A puzzle that nobody has changed is known by its meshes, which are as they were filled, and by how objects lie in their
carrier. Of other meshes it is looked for how what was built was moved, turned and scaled to become them: so applied
transforms are known from edits. What would be lost is refused before anything is rebuilt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from ...core.common.errors import InputError
from ...core.common.words import listed
from ...core.kind.part import Part
from ..data.geometry_nodes import wire_modifier
from ..data.interface import present
from ..data.meshes import POSITION, as_filled, values_of
from .properties import PartProperties
from .puzzle import ScenePuzzle, is_puzzle

TOLERANCE = 1e-4
"""How much a scale, a direction, or a place in shares of the part's size may be off by rounding."""

Transform = NDArray[np.float64]
"""How something was moved, turned and scaled, shape (4, 4)."""


@dataclass(frozen=True, eq=False)
class ChangedPart:
    """A part as it is now, which may have been changed by hand.

    ``deviation`` is how it differs from where it was built, None where its mesh was edited; ``applied`` is whether that
    is in the mesh, ``modifiers`` whether it has some of the user's, ``released`` whether it was taken off its carrier.
    """

    label: str
    deviation: Transform | None
    applied: bool
    modifiers: bool
    released: bool
    may_turn: bool

    @property
    def scale(self) -> float:
        """The factor of its size; 0 where that is not the same in all directions, or it is mirrored."""
        if self.deviation is None:
            return 1.0
        linear = self.deviation[:3, :3]
        scale = float(np.cbrt(np.linalg.det(linear)))
        is_even = scale > 0 and np.allclose(linear.T @ linear, scale**2 * np.eye(3), atol=TOLERANCE * scale**2)
        return scale if is_even else 0.0

    @property
    def is_scaled(self) -> bool:
        """Whether it has another size than it was built with."""
        return abs(self.scale - 1) > TOLERANCE

    @property
    def is_edited(self) -> bool:
        """Whether its mesh was edited, or has modifiers: files have both."""
        return self.deviation is None or self.modifiers

    @property
    def is_elsewhere(self) -> bool:
        """Whether it lies otherwise than it was built, which no file has."""
        is_turned = self.deviation is not None and not np.allclose(self.deviation[:3, :3], np.eye(3), atol=TOLERANCE)
        return self.released or (is_turned and not self.may_turn)


@dataclass(frozen=True, eq=False)
class ByHand:
    """The parts of a puzzle as they are, by their keys; none where nobody has changed any of them."""

    parts: Mapping[str, ChangedPart] = field(default_factory=dict)

    @property
    def scale(self) -> float:
        """The factor of the size of the puzzle as a whole; 1 where parts differ in that."""
        scales = [part.scale for part in self.parts.values()] or [1.0]
        return scales[0] if scales[0] and np.ptp(scales) < TOLERANCE else 1.0

    @property
    def is_scaled(self) -> bool:
        """Whether the puzzle as a whole has another size than it was built with."""
        return abs(self.scale - 1) > TOLERANCE

    @property
    def edited(self) -> tuple[str, ...]:
        """The keys of the parts that were edited."""
        return tuple(key for key, part in self.parts.items() if part.is_edited)

    @property
    def misfit(self) -> str:
        """A sentence on why the files would not be what is seen, with what to do; nothing where they are."""
        if self.is_scaled:
            return f"The puzzle is scaled to {self.scale:.4g} times its size: press Make It This Size, or Restore."
        if scaled := [part.label for part in self.parts.values() if part.is_scaled]:
            return f"Scaled by hand, so that the parts do not fit together: {listed(scaled)}. Press Restore."
        if applied := [part.label for part in self.parts.values() if part.applied]:
            return f"Transforms were applied, so that the parts lie wrong in files: {listed(applied)}. Press Restore."
        return ""

    @property
    def sentence(self) -> str:
        """A sentence on what was changed, and what can be done about it; nothing where nothing was."""
        if self.misfit:
            return self.misfit
        if self.edited:
            return (
                f"Edited by hand: {self.labels(self.edited)}. Files include the edit if Check finds that the parts "
                "still fit; Restore rebuilds it, Keep keeps it."
            )
        if elsewhere := tuple(key for key, part in self.parts.items() if part.is_elsewhere):
            return f"Turned or taken off by hand: {self.labels(elsewhere)}. Files do not include that."
        return ""

    def labels(self, keys: tuple[str, ...]) -> str:
        """Return what users read for some parts."""
        return listed([self.parts[key].label for key in keys])


def by_hand(puzzle: ScenePuzzle) -> ByHand:
    """Return what was changed of the parts that are shown; raises InputError for a damaged puzzle."""
    built, carrier = puzzle.built, puzzle.group.carrier
    if built is None or puzzle.is_linked or carrier is None:
        return ByHand()
    shown = {item.name: item for item in puzzle.items_of(puzzle.way) if item.part and item.part.users_scene}
    scale = np.eye(4)
    factors = np.array(carrier.scale) * np.array(carrier.delta_scale)
    scale[:3, :3] = np.diag(np.array(carrier.matrix_world.to_scale()) if carrier.parent else factors)
    apart = puzzle.way.apart
    changes = [_changed(item, carrier, scale, apart=apart) for item in shown.values()]
    # Nothing more is asked for where nobody has changed anything: that is looked for whenever a panel is drawn.
    if not any(part.is_edited or part.is_scaled or part.is_elsewhere for part in changes):
        return ByHand()
    parts = {part.key: part for part in puzzle.as_built.all_parts if part.key in shown and not part.beside}
    return ByHand({key: _changed(shown[key], carrier, scale, parts[key], built.units, apart=apart) for key in parts})


def copied(puzzle: ScenePuzzle, active: bpy.types.Object | None) -> str:
    """Return a sentence where the active object is a copy of a part that Blender has made; nothing where it is none."""
    parts = {part.name for part in (*puzzle.objects.values(), puzzle.group.carrier) if part is not None}
    if active is None or active.name in parts or (pattern := active.name.rpartition(".")[0]) not in parts:
        return ""
    return f"'{active.name}' is a mere copy: what is set here changes '{pattern}'. Duplicate Puzzle copies all of it."


def check_in_place(puzzle: ScenePuzzle) -> None:
    """Raise InputError where transforms were applied, so that what moves in the puzzle would be out of place."""
    changed = by_hand(puzzle)
    if any(part.applied for part in changed.parts.values()):
        raise InputError(changed.misfit)


def edited_parts(puzzle: ScenePuzzle) -> list[str]:
    """Return the keys of the parts whose meshes were edited by hand."""
    ways = {puzzle.first_way.name, puzzle.way.name}
    known = {item: item.part for item in puzzle.group.parts if item.part is not None and item.way in ways}
    unedited = as_filled([(part.data, item.shape) for item, part in known.items()])
    return [item.name for item, is_same in zip(known, unedited, strict=True) if not is_same]


def check_unedited(puzzle: ScenePuzzle) -> None:
    """Raise InputError when a mesh was edited by hand, which would be lost if it was built anew."""
    if edited := edited_parts(puzzle):
        names = listed(puzzle.labels(edited))
        raise InputError(f"Edited by hand: {names}. Press Restore before anything is rebuilt.")


def check_rebuildable(puzzle: ScenePuzzle) -> None:
    """Raise InputError when a mesh must not be replaced, or was edited by hand."""
    check_replaceable(puzzle)
    check_unedited(puzzle)


def check_replaceable(puzzle: ScenePuzzle) -> None:
    """Raise InputError when a mesh of the puzzle as it is shown must not be replaced: the user is at work on it."""
    if puzzle.is_linked:
        raise InputError(f"'{puzzle.name}' is linked from another file: make it local to rebuild it.")
    ways = {puzzle.first_way.name, puzzle.way.name, ""}
    for item in puzzle.group.parts:
        if item.part is not None and item.way in ways:
            _check_mesh(item.part)
    own = _lasting_meshes(puzzle)
    for collection in bpy.data.collections:
        is_other = collection != puzzle.collection and collection.users and is_puzzle(collection)
        # It would change with this one, and its dimensions would not show it.
        if is_other and not own.isdisjoint(_lasting_meshes(ScenePuzzle(collection))):
            raise InputError(
                f"'{collection.name}' has the same meshes: delete one of the two, or make the meshes single-user."
            )


def _lasting_meshes(puzzle: ScenePuzzle) -> set[bpy.types.ID | None]:
    """Return the meshes of the parts that are always there."""
    ways = {puzzle.first_way.name, ""}
    return {item.part.data for item in puzzle.group.parts if item.part is not None and item.way in ways}


def _check_mesh(owner: bpy.types.Object) -> None:
    """Raise InputError when the mesh of an object must not be replaced."""
    mesh = owner.data
    if not isinstance(mesh, bpy.types.Mesh):
        raise InputError(f"'{owner.name}' is no longer a mesh: convert it back to one to rebuild the puzzle.")
    if mesh.library:
        raise InputError(f"'{owner.name}' is linked from another file: make it local to rebuild the puzzle.")
    if mesh.is_editmode:
        raise InputError(f"'{owner.name}' is in Edit Mode: leave it to rebuild the puzzle.")
    if mesh.shape_keys:
        raise InputError(f"'{owner.name}' has shape keys: remove them to rebuild the puzzle.")


def _changed(
    item: PartProperties,
    carrier: bpy.types.Object,
    scale: Transform,
    part: Part | None = None,
    units: float = 0.0,
    *,
    apart: bool,
) -> ChangedPart:
    """Return how a part is; with what it was built from, a mesh is compared with that where it is not as it was filled.

    ``scale`` is that of the carrier, ``units`` is Blender units per millimeter.
    """
    shown = present(item.part)
    in_mesh: Transform | None = np.eye(4)
    if not as_filled([(shown.data, item.shape)])[0]:
        in_mesh = None if part is None else _transform_of(shown, part, units)
    local = np.eye(4)
    if shown == carrier:
        local = scale
    elif shown.parent == carrier:
        local = scale @ np.array(shown.matrix_parent_inverse @ shown.matrix_basis)
        local[:3, 3] = 0.0
    return ChangedPart(
        (part.label if part else item.name),
        None if in_mesh is None else local @ in_mesh,
        in_mesh is not None and not np.array_equal(in_mesh, np.eye(4)),
        any(modifier != wire_modifier(shown) for modifier in shown.modifiers),
        carrier not in (shown, shown.parent),
        apart,
    )


def _transform_of(shown: bpy.types.Object, part: Part, units: float) -> Transform | None:
    """Return how the mesh of a part was moved, turned and scaled since it was built; None where it was edited.

    It is what brings the vertices nearest to where they are now, by least squares, if that is near enough.
    """
    if not isinstance(shown.data, bpy.types.Mesh):
        return None
    skin = part.skin()
    built = skin.positions(units).astype(np.float64)
    if (len(shown.data.vertices), len(shown.data.polygons)) != (len(built), len(skin.faces)):
        return None
    now = values_of(shown.data, POSITION).astype(np.float64)
    transform = np.eye(4)
    hair = TOLERANCE * np.ptp(built, axis=0).max()
    if np.abs(now - built).max() > hair:
        known = np.column_stack([built, np.ones(len(built))])
        matrix, *_ = np.linalg.lstsq(known, now, rcond=None)
        transform[:3] = matrix.T
        if np.abs(known @ matrix - now).max() > hair * max(1.0, np.abs(matrix[:3]).max()):
            return None
    return transform


def place_carrier(carrier: bpy.types.Object, changed: ChangedPart | None, view_layer: bpy.types.ViewLayer) -> None:
    """Take the scale off a carrier; where transforms were applied to it, it gets back those that made no difference."""
    carrier.scale = carrier.delta_scale = (1.0, 1.0, 1.0)
    if changed is not None and changed.deviation is not None and changed.scale:
        rigid = changed.deviation.copy()
        rigid[:3, :3] /= changed.scale
        carrier.matrix_basis = carrier.matrix_basis @ Matrix(rigid.tolist())
        carrier.scale = (1.0, 1.0, 1.0)
    if carrier.parent is not None:
        # What it hangs on may be scaled, too.
        view_layer.update()
        location, rotation, _ = carrier.matrix_world.decompose()
        carrier.matrix_world = Matrix.LocRotScale(location, rotation, None)
        view_layer.update()


def straighten(shown: bpy.types.Object, carrier: bpy.types.Object | None, *, apart: bool) -> None:
    """Take off a part what files would have besides its mesh, and let one that stands in its puzzle stand straight."""
    kept = wire_modifier(shown)
    for modifier in [stacked for stacked in shown.modifiers if stacked != kept]:
        shown.modifiers.remove(modifier)
    if shown == carrier:
        return
    shown.parent = carrier
    if not apart:
        shown.rotation_euler = shown.delta_rotation_euler = (0.0, 0.0, 0.0)
        shown.rotation_quaternion = (1.0, 0.0, 0.0, 0.0)
        shown.rotation_axis_angle = (0.0, 0.0, 1.0, 0.0)
    shown.scale = shown.delta_scale = (1.0, 1.0, 1.0)
    shown.matrix_parent_inverse.identity()
