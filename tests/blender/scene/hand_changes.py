# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes that users make to a puzzle by hand, by Blender's own operators where there are some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import bmesh
import bpy
from mathutils import Matrix

from tests.blender.puzzles import make_puzzle, only_puzzle, part

Change = Callable[[Any], object]

KEYS = {
    "one piece": ("box", "cross"),
    "kit": ("plate_2_x_max", "cross_half_arm_peg"),
    "packing": ("piece_a", "piece_b"),
}
"""Of each way to print, the keys of two parts; the first one of a puzzle in one piece carries the others."""


def made(label: str) -> Any:
    """Make a puzzle in a way, and return its properties."""
    if label == "packing":
        bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="MEGARON")
        group = only_puzzle().puzzle_cubes
    else:
        group = make_puzzle(seed=7)
        group.oskar.way = "KIT" if label == "kit" else "ONE_PIECE"
    return group


def first(group: Any) -> Any:
    """Return the first part that a change is done to."""
    return shown(group, [key for key, _ in KEYS.values()])[0]


def second(group: Any) -> Any:
    """Return another part."""
    return shown(group, [key for _, key in KEYS.values()])[0]


def shown(group: Any, keys: Iterable[str] = ()) -> list[Any]:
    """Return the parts that are seen, all or those with some keys."""
    parts = [part(group, key) for key in keys or group.parts.keys()]
    return [piece for piece in parts if piece and piece.visible_get()]


def select(*chosen: Any) -> None:
    """Select objects, the first one active."""
    bpy.ops.object.select_all(action="DESELECT")
    for piece in chosen:
        piece.select_set(True)
    bpy.context.view_layer.objects.active = chosen[0]


def scale_all(group: Any, *factors: float) -> None:
    """Scale a puzzle by its carrier, as Blender scales what is selected."""
    group.carrier.scale = factors if len(factors) == 3 else factors * 3
    bpy.context.view_layer.update()


def scale_by_deltas(group: Any) -> None:
    """Scale a puzzle by 2, and make deltas of that, as Object > Apply does."""
    scale_all(group, 2.0)
    group.carrier.scale, group.carrier.delta_scale = (1, 1, 1), (2, 2, 2)
    bpy.context.view_layer.update()


def apply_to(*chosen: Any, location: bool = False, rotation: bool = False, scale: bool = False) -> None:
    """Apply transforms of objects to their meshes."""
    select(*chosen)
    bpy.ops.object.transform_apply(location=location, rotation=rotation, scale=scale)


def scale_and_apply(group: Any) -> None:
    """Scale the puzzle by 2 and apply that, to all that is seen."""
    scale_all(group, 2.0)
    carrier = [] if group.carrier.type == "EMPTY" or not group.carrier.visible_get() else [group.carrier]
    loose_pieces = [piece for piece in shown(group) if piece not in carrier]
    if not carrier:
        # Scaled each by itself, as they lie on the bed.
        scale_all(group, 1.0)
        for piece in loose_pieces:
            piece.scale = (2, 2, 2)
    apply_to(*carrier, *loose_pieces, scale=True)


def scale_one_and_apply(group: Any) -> None:
    """Scale one part by 2 and apply that."""
    first(group).scale = (2, 2, 2)
    apply_to(first(group), scale=True)


def move_and_apply(group: Any) -> None:
    """Move by 60 mm and apply all transforms."""
    first(group).location.x += 0.06
    bpy.context.view_layer.update()
    apply_to(first(group), location=True, rotation=True, scale=True)


def turn_and_apply(group: Any) -> None:
    """Turn by 30 degrees and apply that."""
    first(group).rotation_mode = "XYZ"
    first(group).rotation_euler = (0.0, 0.0, 0.5)
    bpy.context.view_layer.update()
    apply_to(first(group), rotation=True)


def in_edit_mode(piece: Any, work: Callable[[Any], object]) -> None:
    """Do something with the mesh of a part in Edit Mode, where all of it is selected."""
    select(piece)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    edited = bmesh.from_edit_mesh(piece.data)
    work(edited)
    bmesh.update_edit_mesh(piece.data)
    bpy.ops.object.mode_set(mode="OBJECT")


def move_side(piece: Any, axis: int, way: float) -> None:
    """Move the farthest vertices along an axis."""

    def move(edited: Any) -> None:
        farthest = max(vertex.co[axis] for vertex in edited.verts)
        for vertex in edited.verts:
            if vertex.co[axis] > farthest - 1e-5:
                vertex.co[axis] += way

    in_edit_mode(piece, move)


def pull_up(group: Any) -> None:
    """Pull the highest vertices up by 5 mm."""
    move_side(first(group), 2, 0.005)


def push_in(group: Any) -> None:
    """Push one side of a part 25 mm through the others."""
    move_side(first(group), 0, -0.025)


def shrink_second(group: Any) -> None:
    """Make another part smaller in Edit Mode."""
    in_edit_mode(second(group), lambda edited: edited.transform(Matrix.Scale(0.9, 4)))


def delete_faces(group: Any) -> None:
    """Delete faces of a part."""
    in_edit_mode(
        first(group),
        lambda edited: bmesh.ops.delete(edited, geom=list(edited.faces)[:3], context="FACES_ONLY"),
    )


def subdivide(group: Any) -> None:
    """Subdivide a part: its form stays, its mesh does not."""
    in_edit_mode(first(group), lambda edited: bmesh.ops.subdivide_edges(edited, edges=edited.edges, cuts=1))


def bevel(group: Any) -> None:
    """Add a bevel modifier."""
    modifier = first(group).modifiers.new("Bevel", "BEVEL")
    modifier.width = 0.0001


def thicken(group: Any) -> None:
    """Let a modifier make a part thicker by 2 mm, outward."""
    modifier = second(group).modifiers.new("Displace", "DISPLACE")
    modifier.strength, modifier.mid_level = 0.002, 0.0


def rename(group: Any) -> None:
    """Rename objects, meshes and the collection."""
    for number, piece in enumerate(shown(group)):
        piece.name = piece.data.name = f"thing {number}"
    group.id_data.name = "Gift"


def join(group: Any) -> None:
    """Join two parts."""
    select(first(group), second(group))
    bpy.ops.object.join()


def delete(group: Any) -> None:
    """Delete a part."""
    select(second(group))
    bpy.ops.object.delete()


def take_off(group: Any) -> None:
    """Take a part off the puzzle, where it stays."""
    select(second(group))
    bpy.ops.object.parent_clear(type="CLEAR_KEEP_TRANSFORM")


def hold(group: Any) -> None:
    """Give the puzzle a holder of twice the size."""
    holder = bpy.data.objects.new("Holder", None)
    bpy.context.scene.collection.objects.link(holder)
    holder.scale = (2, 2, 2)
    group.carrier.parent = holder
    bpy.context.view_layer.update()


def move_and_turn(group: Any) -> None:
    """Move and turn the whole puzzle."""
    group.carrier.location, group.carrier.rotation_euler = (0.1, 0.2, 0.3), (0.1, 0.2, 0.3)


def turn_second(group: Any) -> None:
    """Turn another part by itself."""
    second(group).rotation_mode = "XYZ"
    second(group).rotation_euler = (0.0, 0.0, 0.4)


WHOLE = r"The puzzle is scaled to 2 times its size: press Make It This Size, or Restore\."
SCALED = r"Scaled by hand, so that the parts do not fit together: .*\. Press Restore\."
APPLIED = r"Transforms were applied, so that the parts lie wrong in files: .*\. Press Restore\."
EDITED = (
    r"Edited by hand: .*\. Files include the edit if Check finds that the parts still fit; "
    r"Restore rebuilds it, Keep keeps it\."
)
IN_THE_WAY = r"Edited by hand, and in the way of other parts: .*\. Press Restore\. Nothing was exported\."
NOT_CLOSED = r".* is not usable: it is not closed"
DELETED = r".* was deleted: press Rebuild to get it back\."
ELSEWHERE = r"Turned or taken off by hand: .*\. Files do not include that\."
NOTHING = ""

Outcome = tuple[str, str]
"""What the panel says, and why nothing is exported; either may be nothing."""

LYING = {"one piece": (ELSEWHERE, NOTHING), "kit": (NOTHING, NOTHING), "packing": (NOTHING, NOTHING)}
MAYBE_IN_THE_WAY = {"one piece": (EDITED, NOTHING), "kit": (EDITED, "maybe"), "packing": (EDITED, "maybe")}

CHANGES: Mapping[str, tuple[Change, Outcome | Mapping[str, Outcome]]] = {
    "scaled by 2": (lambda group: scale_all(group, 2.0), (WHOLE, WHOLE)),
    "scaled by 2, as deltas": (scale_by_deltas, (WHOLE, WHOLE)),
    "scaled by 2, applied": (scale_and_apply, (WHOLE, WHOLE)),
    "one part scaled by 2, applied": (
        scale_one_and_apply,
        {"one piece": (WHOLE, WHOLE), "kit": (SCALED, SCALED), "packing": (SCALED, SCALED)},
    ),
    "stretched": (lambda group: scale_all(group, 1.0, 1.0, 1.5), (SCALED, SCALED)),
    "mirrored": (lambda group: scale_all(group, -1.0, 1.0, 1.0), (SCALED, SCALED)),
    "held by what is scaled by 2": (hold, (WHOLE, WHOLE)),
    "another part stretched": (lambda group: setattr(second(group), "scale", (1.0, 1.0, 1.5)), (SCALED, SCALED)),
    "moved by 60 mm, all applied": (move_and_apply, (APPLIED, APPLIED)),
    "turned, applied": (turn_and_apply, (APPLIED, APPLIED)),
    "moved and turned": (move_and_turn, (NOTHING, NOTHING)),
    "another part turned": (turn_second, LYING),
    "another part moved": (lambda group: setattr(second(group).location, "x", 0.02), (NOTHING, NOTHING)),
    "another part taken off": (take_off, (ELSEWHERE, NOTHING)),
    "pulled up by 5 mm": (pull_up, MAYBE_IN_THE_WAY),
    "pushed in by 25 mm": (
        push_in,
        {"one piece": (EDITED, IN_THE_WAY), "kit": (EDITED, IN_THE_WAY), "packing": (EDITED, "maybe")},
    ),
    "another part made smaller in Edit Mode": (shrink_second, (SCALED, SCALED)),
    "faces deleted": (delete_faces, (EDITED, NOT_CLOSED)),
    "subdivided": (subdivide, (EDITED, NOTHING)),
    "a bevel": (bevel, MAYBE_IN_THE_WAY),
    "thickened by a modifier": (thicken, (EDITED, IN_THE_WAY)),
    "renamed": (rename, (NOTHING, NOTHING)),
    "joined": (join, (EDITED, "maybe")),
    "deleted": (delete, (NOTHING, DELETED)),
}
"""What is done, and what comes of it: of all ways to print, or of each."""


def outcome(name: str, label: str) -> Outcome:
    """Return what comes of a change of a puzzle in a way to print."""
    outcomes = CHANGES[name][1]
    return outcomes[label] if isinstance(outcomes, Mapping) else outcomes
