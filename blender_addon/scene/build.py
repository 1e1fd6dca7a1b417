# SPDX-License-Identifier: GPL-3.0-or-later
"""The meshes of a puzzle in the scene: they follow its dimensions and the way in which it is printed.

The collection's property group holds the puzzle and its dimensions and points at the objects.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import bpy
from mathutils import Matrix, Vector

from ...core.common.errors import InputError
from ...core.common.options import Options, rounded
from ...core.kind.holding import HOLD, HOLDING, NOTHING, HoldingDimensions, follower_of, holds, preset_names
from ...core.kind.kind import AnyKind
from ...core.kind.part import BETWEEN_BEDS, lay, next_bed
from ...core.kinds import KINDS
from ..data.interface import scene_of, units_per_millimeter, view_layer_of
from ..window.framing import frame_if_out_of_view, show_in_local_view, waiting
from . import hooks
from .built import Built
from .by_hand import by_hand, check_rebuildable, check_replaceable, check_unedited, place_carrier, straighten
from .option_properties import item_number, options_in, put_options
from .part_objects import (
    EXPLODED,
    add_missing_parts,
    add_missing_parts_apart,
    fill_parts,
    follow_assembly,
    follow_colors,
    follow_display,
    place_parts,
    room_of,
)
from .properties import CORNER, next_cells, next_dimensions, printer_of, scene_group
from .puzzle import ScenePuzzle, in_blender, is_puzzle, puzzles_in
from .startup import follow_puzzles, following_end, select_again, world_matrix


def rebuild(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Build the meshes anew, in place, from the same puzzle and its dimensions, and put the objects where they belong.

    Raises InputError, before anything is changed, when the dimensions cannot be built, or an object is in Edit Mode.
    """
    check_replaceable(puzzle)
    if puzzle.way.apart:
        # Those of the first way are looked at as they are filled.
        check_unedited(puzzle)
    way, earlier, group = puzzle.first_way, puzzle.built, puzzle.group
    parts = puzzle.parts(way, puzzle.dimensions)
    # Parts that it never had may come with other dimensions, where they lie apart.
    if way.apart and (new := [part for part in parts if group.parts.get(part.key) is None]):
        add_missing_parts(puzzle, new)
    now = Built(puzzle.dimensions, scene.unit_settings.scale_length)
    if earlier is not None:
        now = replace(earlier, dimensions=now.dimensions, meters_per_unit=now.meters_per_unit)
    units = units_per_millimeter(now.meters_per_unit)
    fill_parts(puzzle, parts, units)
    if group.carrier is not None and (earlier is None or earlier.meters_per_unit != now.meters_per_unit):
        # Of one that is empty Blender shows a cross of a whole unit, which may be a hundred puzzles wide.
        group.carrier.empty_display_size = units
    if earlier is not None:
        follow_colors(puzzle, earlier.dimensions, now.dimensions)
    puzzle.keep_built(now)
    show_followed(puzzle.own, now.dimensions)
    stand(puzzle)
    in_blender(puzzle.kind.name).follow(puzzle, earlier)
    if puzzle.way.apart:
        with following_end(scene):
            _follow_way(puzzle, scene, now)
    follow_display(puzzle)


def show_followed(group: Any, dimensions: Options) -> None:
    """Let a group show the dimension that has followed a length that is held."""
    if holds(dimensions):
        with hooks.without("scene.build:dimension_changed"):
            put_options(group, dimensions)


def rebuild_all(context: bpy.types.Context, puzzle: ScenePuzzle, dimensions: Options) -> None:
    """Give a puzzle new dimensions, bring back the objects that the user removed, and rebuild.

    Raises InputError, before anything is changed, when the puzzle cannot be built.
    """
    check_rebuildable(puzzle)
    dimensions = puzzle.kind.settled(dimensions, puzzle.puzzle)
    parts = puzzle.parts(puzzle.first_way, dimensions)
    live, puzzle.group.live = puzzle.group.live, False
    put_options(puzzle.own, dimensions)
    puzzle.group.live = live
    add_missing_parts(puzzle, parts)
    rebuild(puzzle.renewed(), scene_of(context))
    follow_puzzles(context)


def restore(context: bpy.types.Context, puzzle: ScenePuzzle, dimensions: Options) -> None:
    """Build a puzzle as it was before it was changed by hand, with dimensions, where it stands and as it is turned.

    Raises InputError, before anything is changed, when it cannot be built.
    """
    check_replaceable(puzzle)
    puzzle.parts(puzzle.first_way, dimensions)
    carrier, changed = puzzle.group.carrier, by_hand(puzzle).parts
    if carrier is not None:
        own = next((part for key, part in changed.items() if puzzle.kept_object(key) == carrier), None)
        place_carrier(carrier, own, view_layer_of(context))
    for item in puzzle.group.parts:
        item.shape = ""
    for item in puzzle.items_of(puzzle.way):
        if item.part is not None:
            straighten(item.part, carrier, apart=puzzle.way.apart)
    rebuild_all(context, puzzle.renewed(), dimensions)


def has_corner(puzzle: ScenePuzzle) -> bool:
    """Report whether the sides of a puzzle, put together, are known, so that a corner of it can be its origin."""
    built = puzzle.built
    return puzzle.group.carrier is not None and isinstance(built and built.dimensions, HoldingDimensions)


def stand(puzzle: ScenePuzzle) -> None:
    """Move a puzzle so that its origin, the middle or a corner of its lowest face, stays where it is."""
    group, carrier, built = puzzle.group, puzzle.group.carrier, puzzle.built
    if carrier is None or built is None or not has_corner(puzzle):
        return
    way = Vector()
    cells = puzzle.kind.cells(puzzle.puzzle, {})
    if group.origin == CORNER and cells is not None and isinstance(built.dimensions, HoldingDimensions):
        x, y, _ = built.dimensions.lengths_of(cells)["outer"]
        way = Vector((x, y, 0.0)) * (built.units / 2)
    if way != Vector(group.from_origin):
        carrier.location += carrier.matrix_basis.to_3x3() @ (way - Vector(group.from_origin))
        group.from_origin = [way.x, way.y, way.z]


def followed(puzzle: ScenePuzzle | None, kind: AnyKind, group: Any) -> str:
    """Return the name of the dimension that follows a length that is held; nothing where none does."""
    if not issubclass(kind.dimensions, HoldingDimensions) or group.hold == NOTHING.upper():
        return ""
    try:
        dimensions = options_in(group, kind.dimensions)
        cells = next_cells(group) if puzzle is None else kind.cells(puzzle.puzzle, {})
    except InputError:
        return ""
    return follower_of(dimensions, cells or (2, 2, 2))


def follow_dimensions(group: Any, scene: bpy.types.Scene) -> None:
    """Rebuild the live puzzle that a group of dimensions is of, if they were changed to something that can be built.

    What cannot be built leaves the meshes as they are; the panel shows why (see ``problem``). Dimensions of the next
    puzzle have no meshes that could follow, but one of them may follow the others.
    """
    if not isinstance(group.id_data, bpy.types.Collection):
        with suppress(InputError):
            show_followed(group, next_dimensions(group))
        return
    puzzle = ScenePuzzle(group.id_data)
    if not puzzle.group.live:
        return
    with suppress(InputError):
        asked, built = (puzzle.dimensions, scene.unit_settings.scale_length), puzzle.built
        if built is None or (built.dimensions, built.meters_per_unit) != asked:
            rebuild(puzzle, scene)
        else:
            show_followed(group, built.dimensions)


def dimension_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Let the puzzle follow what was typed, and the picture the puzzle."""
    follow_dimensions(group, scene)
    follow_puzzles(bpy.context)


def show_as_printed(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Show a puzzle in one piece or with its parts apart, whichever way it is printed, as it was built."""
    # A damaged puzzle is reported elsewhere; things then stay as they are.
    with suppress(InputError), following_end(scene):
        if puzzle.built is not None:
            _follow_way(puzzle, scene, puzzle.built)
            follow_display(puzzle)


def way_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Show the puzzle in the way it is printed."""
    puzzle = ScenePuzzle(group.id_data)
    with waiting(bpy.context):
        show_as_printed(puzzle, scene)
    select_again(puzzle)
    bring_into_view(puzzle)


def bring_into_view(puzzle: ScenePuzzle) -> None:
    """Let the view in which the user works, and the picture, show all parts of a puzzle that have moved."""
    follow_puzzles(bpy.context)
    shown = puzzle.renewed().seen_objects
    show_in_local_view(bpy.context, shown)
    frame_if_out_of_view(bpy.context, shown)


def parts_at_written(group: Any, number: int) -> None:
    """Move the parts to a place, and into view."""
    for name, value in EXPLODED.items():
        if item_number(name.lower()) == number:
            group.explode = value
    bring_into_view(ScenePuzzle(group.id_data))


def explode_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Move the parts that lie apart."""
    puzzle = ScenePuzzle(group.id_data)
    _free_beds(puzzle, scene)
    place_parts(puzzle)
    if is_puzzle(puzzle.collection):
        in_blender(group.kind).placed(puzzle)
    follow_puzzles(bpy.context)


def origin_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Stand the puzzle with its middle or its corner where the other one was."""
    with suppress(InputError):
        stand(ScenePuzzle(group.id_data))


def display_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Show the walls in the way that was chosen."""
    follow_display(ScenePuzzle(group.id_data))


def folder_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Keep the folder for the next puzzle."""
    scene_group(scene).folder = group.folder


def printer_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Lay all parts that lie apart in the printer's scene out anew."""
    for puzzle in puzzles_in(group.id_data):
        if puzzle.way.apart and not puzzle.is_linked:
            show_as_printed(puzzle, group.id_data)
    follow_puzzles(bpy.context)


def held_read(group: Any, length: str) -> float:
    """Return a length that can be held: the value it is held at, or what follows; 0 where that is not known.

    Of a puzzle whose dimensions cannot be it is that of its meshes.
    """
    if pin_read(group, length):
        return float(group.held)
    try:
        if isinstance(group.id_data, bpy.types.Collection):
            puzzle = ScenePuzzle(group.id_data)
            dimensions, cells = _last_possible(puzzle), puzzle.kind.cells(puzzle.puzzle, {})
        else:
            dimensions, cells = next_dimensions(group), next_cells(group)
    except InputError:
        return 0.0
    if cells is None or not isinstance(dimensions, HoldingDimensions):
        return 0.0
    # A puzzle of another kind has others.
    return max(dimensions.lengths_of(cells).get(length, (0.0,)))


def _last_possible(puzzle: ScenePuzzle) -> Options:
    """Return the dimensions of a puzzle, or where these cannot be, those of its meshes; raises InputError without."""
    try:
        return puzzle.dimensions
    except InputError:
        if puzzle.built is None:
            raise
        return puzzle.built.dimensions


def held_written(group: Any, value: float, length: str) -> None:
    """Hold a length at what was typed; at 0 nothing is held any more."""
    with hooks.without("scene.build:dimension_changed"):
        group.held = value
    group.hold = (length if value > 0 else NOTHING).upper()


def pin_read(group: Any, length: str) -> bool:
    """Report whether a length is held."""
    return bool(group.hold == length.upper())


def pin_written(group: Any, pinned: bool, length: str) -> None:
    """Hold a length as it is, or let it go."""
    held_written(group, rounded(held_read(group, length)) if pinned else 0.0, length)


def measure_read(group: Any, kind: str, measure: str) -> str:
    """Return the text of a measure of a puzzle; nothing where it is of another kind or damaged."""
    puzzle = ScenePuzzle(group.id_data)
    if puzzle.group.kind != kind:
        return ""
    with suppress(InputError):
        return next(known.text(puzzle.puzzle) for known in KINDS[kind].measures if known.name == measure)
    return ""


def code_read(group: Any) -> str:
    """Return the code of a puzzle; nothing where it has none or is damaged."""
    with suppress(InputError):
        return ScenePuzzle(group.id_data).code
    return ""


def copy_dimensions(source: Any, puzzle: ScenePuzzle) -> None:
    """Give a puzzle the lengths of another group, also such that cannot be built, without rebuilding it.

    What the puzzle holds stays where the other group holds nothing.
    """
    live, puzzle.group.live = puzzle.group.live, False
    dimensions = puzzle.kind.dimensions
    is_held = getattr(source, HOLD, NOTHING.upper()) != NOTHING.upper()
    for name in preset_names(dimensions):
        if is_held or name not in HOLDING:
            setattr(puzzle.own, name, getattr(source, name))
    puzzle.group.live = live


def problem(puzzle: ScenePuzzle) -> str:
    """Return why the puzzle cannot be built now; nothing where it can."""
    try:
        check_rebuildable(puzzle)
        _ = puzzle.dimensions
    except InputError as error:
        return str(error)
    return ""


def is_current(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> bool:
    """Report whether the meshes were built with the present dimensions and unit scale."""
    built, meters_per_unit = puzzle.built, scene.unit_settings.scale_length
    return built is not None and has_current_dimensions(puzzle) and built.meters_per_unit == meters_per_unit


def has_current_dimensions(puzzle: ScenePuzzle) -> bool:
    """Report whether the meshes were built with the present dimensions, at whatever unit scale."""
    built = puzzle.built
    with suppress(InputError):
        return built is not None and puzzle.dimensions == built.dimensions
    return False


def _follow_way(puzzle: ScenePuzzle, scene: bpy.types.Scene, built: Built) -> None:
    """Show the parts of the way in which the puzzle is printed, and hide the others, and those that are no more.

    Where the parts cannot lie apart they stay as they are and the puzzle's problem says why; as long as there are none,
    those of the first way stay in sight.
    """
    group, way = puzzle.group, puzzle.way
    group.problem = ""
    if way.apart:
        try:
            built = _laid_apart(puzzle, scene, built)
        except InputError as error:
            group.problem = str(error)
    apart = puzzle.shows_apart
    shown = way if apart else puzzle.first_way
    for item in group.parts:
        # What is beside the puzzle is in no way, and shown as the user wishes.
        if item.part is not None and item.way:
            gone = way.apart and bool(built.laid) and item.name not in built.laid
            item.part.hide_viewport = item.part.hide_render = item.way != shown.name or (gone and shown.apart)
    if (collection := puzzle.parts_collection) is not None:
        collection.hide_viewport = collection.hide_render = not apart
    if way.apart:
        in_blender(puzzle.kind.name).placed(puzzle)


def _free_beds(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Put the beds at the puzzle, or so far to the right that they are clear of other puzzles in the scene."""
    built, carrier = puzzle.built, puzzle.group.carrier
    if built is None or carrier is None or not (built.laid and puzzle.way.apart) or puzzle.is_linked:
        return
    millimeters = (world_matrix(carrier) @ Matrix.Scale(built.units, 4)).inverted_safe()
    rooms = [room_of(neighbor) for neighbor in puzzles_in(scene) if neighbor.collection != puzzle.collection]
    moved = replace(built, first_bed=0.0)
    for ends in sorted(([(millimeters @ corner).x for corner in room] for room in rooms if room), key=max):
        begin, end = moved.bed_ends
        if min(ends) < end and max(ends) > begin:
            moved = replace(moved, first_bed=moved.first_bed + max(ends) + BETWEEN_BEDS - begin)
    if moved != built:
        puzzle.keep_built(moved)


def _laid_out(puzzle: ScenePuzzle, scene: bpy.types.Scene, built: Built) -> tuple[list[Any], Built]:
    """Return the parts that lie apart, and what is built once they lie on the beds of the scene's printer."""
    machine = puzzle.kind.machine(built.dimensions, printer_of(scene), puzzle.way.name)
    parts = [part for part in puzzle.parts(puzzle.way, built.dimensions) if not part.beside]
    return parts, replace(built, laid=lay(parts, machine), next_bed=next_bed(machine))


def lies_as_printed(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> bool:
    """Report whether parts that are printed apart lie as on the beds of the scene's printer.

    They may come from a scene that has another one, or from a version that divided the puzzle in another way.
    """
    built = puzzle.needed_built
    with suppress(InputError):
        return not puzzle.way.apart or _laid_out(puzzle, scene, built)[1] == built
    return False


def _laid_apart(puzzle: ScenePuzzle, scene: bpy.types.Scene, built: Built) -> Built:
    """Make the parts that are missing, lay all on the beds of the scene's printer, and return what is built then.

    Raises InputError, before anything is changed, when they cannot be built or have no room.
    """
    way, first = puzzle.way, puzzle.first_way
    parts, now = _laid_out(puzzle, scene, built)
    check_replaceable(puzzle)
    if way != first:
        add_missing_parts_apart(puzzle, scene, parts, puzzle.parts(first, built.dimensions))
        # The unit of the carrier, even if the scene's has changed since.
        fill_parts(puzzle, parts, units_per_millimeter(built.meters_per_unit))
    puzzle.keep_built(now)
    _free_beds(puzzle, scene)
    place_parts(puzzle)
    follow_assembly(puzzle)
    return now
