# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle's files: written beside their place, looked at, and only then moved there.

Blender's exporter works on a scene of its own that holds copies of the objects, so the user's
scene, selection, visibility and mode are not touched.
"""

from __future__ import annotations

import errno
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import bpy
from mathutils import Matrix

from ..core.coupon import coupon
from ..core.dimensions import Dimensions
from ..core.errors import InputError
from ..core.output_sequence import output_sequence
from ..core.pose import printing_position
from ..core.stl import enclosed_volume, is_closed, triangles_from_stl
from .conversions import dimensions_from
from .kit_objects import printed_matrix
from .meshes import fill_mesh
from .modifier_inputs import uses_other_objects
from .names import BOX, CROSS, KIT, OUTPUT_SEQUENCE, PRINTABLE_STL, PUZZLE_JSON, SOLUTION_STL, TRACE, Part
from .puzzle_objects import cross_place, part_object, puzzle_of
from .units import millimeters_per_unit
from .wire_model import hide_wire


class ExportError(RuntimeError):
    """The files could not be written, or what was written is no good; the message tells why."""


@dataclass(frozen=True)
class WrittenFile:
    """A file that was written and checked; ``triangles`` is None for a text."""

    path: Path
    triangles: int | None


BED_NAMES = r"bed_\d+\.stl"

Placed = tuple[bpy.types.Object, Matrix]
"""An object and where it stands in a file, in Blender units."""


def export_puzzle(context: bpy.types.Context, collection: bpy.types.Collection, folder: str) -> list[WrittenFile]:
    """Write the STL files, the solution and the puzzle file of a puzzle into a folder; with them its kit, if it is one.

    Raises InputError for a folder that cannot be used and ExportError for files that could not be
    written or are damaged; what stood in the folder is then as it was.
    """
    group = collection.oskars_cube
    puzzle = puzzle_of(collection)
    pose = cross_place(puzzle.size, printing_position(puzzle), dimensions_from(group), group.built_scale)
    box, cross, trace = (_original(collection, part) for part in (BOX, CROSS, TRACE))
    solids = {
        PRINTABLE_STL: [(box, Matrix()), (cross, Matrix.Translation(pose))],
        SOLUTION_STL: [(box, Matrix()), (trace, Matrix())],
    }
    if group.way == KIT:
        solids |= _kit_files(collection)
    texts = {OUTPUT_SEQUENCE: output_sequence(puzzle), PUZZLE_JSON: group.puzzle_json}
    return _write_files(context, absolute(folder), solids, texts, group.built_scale)


def export_coupon(context: bpy.types.Context, path: str, dimensions: Dimensions) -> WrittenFile:
    """Write the coupon for some dimensions to an STL file; raises what ``export_puzzle`` raises."""
    target = Path(bpy.path.ensure_ext(str(absolute(path)), ".stl"))
    solids = coupon(dimensions)
    bodies = {name: bpy.data.meshes.new(name) for name in solids}
    objects = [bpy.data.objects.new(name, mesh) for name, mesh in bodies.items()]
    try:
        for name, solid in solids.items():
            fill_mesh(bodies[name], solid.mesh(), 1.0)
        # One unit of these meshes is a millimeter.
        placed = [(body, Matrix()) for body in objects]
        return _write_files(context, target.parent, {target.name: placed}, {}, meters_per_unit=0.001)[0]
    finally:
        for body in objects:
            bpy.data.objects.remove(body)
        for mesh in bodies.values():
            bpy.data.meshes.remove(mesh)


def _original(collection: bpy.types.Collection, part: Part) -> bpy.types.Object:
    """Return the object of a part; raises ExportError when it is gone."""
    original = part_object(collection, part)
    if original is None:
        raise ExportError(f"The {part.label.lower()} of this puzzle was deleted: press Rebuild to get it back.")
    return original


def _kit_files(collection: bpy.types.Collection) -> dict[str, list[Placed]]:
    """Return the files of the kit: one for each part and one for each bed."""
    group = collection.oskars_cube
    if group.kit_problem:
        raise ExportError(group.kit_problem)
    files: dict[str, list[Placed]] = {}
    for item in group.kit_parts:
        if item.part is None or not item.part.users_scene:
            raise ExportError("A part of this kit was deleted: press Rebuild to get it back.")
        files[f"{item.name}.stl"] = [(item.part, printed_matrix(item, on_bed=False))]
    for item in group.kit_parts:
        files.setdefault(f"bed_{item.bed + 1}.stl", []).append((item.part, printed_matrix(item, on_bed=True)))
    return files


def _write_files(
    context: bpy.types.Context,
    target: Path,
    solids: dict[str, list[Placed]],
    texts: dict[str, str],
    meters_per_unit: float,
) -> list[WrittenFile]:
    """Write STL files and texts into a folder, all or none."""
    with _folder(target), _temporary_folder(target) as temporary:
        triangles = {
            name: _write_stl(context, placed, temporary / name, millimeters_per_unit(meters_per_unit))
            for name, placed in solids.items()
        }
        names = (*solids, *texts)
        try:
            for name, text in texts.items():
                (temporary / name).write_text(text, encoding="utf-8")
            _move_into_place(temporary, target, names, _needless_beds(target, names))
        except OSError as error:
            raise ExportError(f"The files could not be written to '{target}': {error.strerror}.") from error
    return [WrittenFile(target / name, triangles.get(name)) for name in names]


def absolute(folder: str) -> Path:
    """Return the folder as an absolute path; raises InputError when there is none."""
    if not folder.strip():
        raise InputError("Folder is empty: choose where the files shall go.")
    if folder.startswith("//") and not bpy.data.filepath:
        raise InputError(
            f"Folder is '{folder}', which is relative to the .blend file, and that has not been saved yet: "
            "save it, or choose another folder."
        )
    try:
        return Path(bpy.path.abspath(folder)).expanduser().absolute()
    except RuntimeError as error:
        raise InputError(f"Folder '{folder}' cannot be found: {error}") from error


@contextmanager
def _folder(target: Path) -> Iterator[None]:
    """Make the folder and what is missing above it; take the new folders away again on an error."""
    missing: list[Path] = []
    try:
        try:
            missing += [folder for folder in (target, *target.parents) if not folder.exists()]
            target.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"Folder '{target}' cannot be made: {reason}.") from error
        yield
    except BaseException:
        for folder in missing:
            with suppress(OSError):
                folder.rmdir()
        raise


@contextmanager
def _temporary_folder(target: Path) -> Iterator[Path]:
    """Make a folder in the target, on the same disk so that moving a file is one step, and remove it."""
    try:
        temporary = Path(tempfile.mkdtemp(prefix=".oskars_cube-", dir=target))
    except OSError as error:
        raise InputError(f"Folder '{target}' cannot be written: {error.strerror}.") from error
    try:
        yield temporary
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _write_stl(context: bpy.types.Context, placed: Iterable[Placed], path: Path, scale: float) -> int:
    """Write objects, at their places, to one STL file in millimeters; check it and return its number of triangles.

    ``scale`` is millimeters per Blender unit.
    """
    scene = bpy.data.scenes.new("Oskar's Cube Export")
    copies: list[bpy.types.Object] = []
    try:
        for original, place in placed:
            copies.append(_bare_copy(original, place))
            scene.collection.objects.link(copies[-1])
        view_layer = scene.view_layers[0]
        with context.temp_override(scene=scene, view_layer=view_layer):
            _run_exporter(path, scale)
        counts = [_triangle_count(copy.evaluated_get(view_layer.depsgraph)) for copy in copies]
    finally:
        for copy in copies:
            bpy.data.objects.remove(copy)
        bpy.data.scenes.remove(scene)
    for (original, _), count in zip(placed, counts, strict=True):
        if not count:
            raise ExportError(f"'{original.name}' has no faces: press Rebuild to get them back. Nothing was exported.")
    return _checked_triangles(path, sum(counts))


def _run_exporter(path: Path, scale: float) -> None:
    """Write all objects of the present scene with Blender's exporter; ``scale`` is millimeters per unit."""
    try:
        bpy.ops.wm.stl_export(
            filepath=str(path),
            ascii_format=False,
            global_scale=scale,
            use_scene_unit=False,
            export_selected_objects=False,
            forward_axis="Y",
            up_axis="Z",
            apply_modifiers=True,
        )
    except RuntimeError as error:
        raise ExportError(f"{path.name} could not be written: {error}".strip()) from error


def _bare_copy(original: bpy.types.Object, place: Matrix) -> bpy.types.Object:
    """Return a copy with the same mesh and the user's modifiers at a place, without parent, motion or hiding.

    Raises ExportError for a modifier that works with another object: the copy stands elsewhere.
    """
    for modifier in original.modifiers:
        if uses_other_objects(modifier):
            raise ExportError(
                f"The modifier '{modifier.name}' of '{original.name}' uses another object: "
                "apply it, or remove it, to export."
            )
    copy = original.copy()
    hide_wire(copy)
    copy.parent = None
    copy.animation_data_clear()
    copy.constraints.clear()
    copy.matrix_world = place
    copy.hide_viewport = copy.hide_render = False
    return copy


def _triangle_count(evaluated: bpy.types.Object) -> int:
    """Count the triangles of an object's mesh: a polygon with n corners is cut into n - 2."""
    # In Edit Mode the evaluated object's own data need not hold a mesh yet.
    mesh = evaluated.to_mesh()
    count = len(mesh.loops) - 2 * len(mesh.polygons)
    evaluated.to_mesh_clear()
    return count


def _checked_triangles(path: Path, expected: int) -> int:
    """Read an STL file back and return its number of triangles; raises ExportError if it is no good."""
    try:
        triangles = triangles_from_stl(path.read_bytes())
    except (OSError, ValueError) as error:
        raise ExportError(f"{path.name} could not be read back: {error}.") from error
    if len(triangles) != expected:
        raise ExportError(f"{path.name} has {len(triangles)} triangles instead of {expected}; nothing was exported.")
    if not is_closed(triangles) or enclosed_volume(triangles) <= 0:
        raise ExportError(
            f"{path.name} is not closed, so it would not print: were the meshes edited, or has a modifier opened "
            "them? Nothing was exported."
        )
    return len(triangles)


def _needless_beds(target: Path, names: Iterable[str]) -> set[str]:
    """Return the beds of an earlier kit that a new one does not need: who prints all would print parts twice."""
    new = {name for name in names if re.fullmatch(BED_NAMES, name)}
    return {file.name for file in target.iterdir() if re.fullmatch(BED_NAMES, file.name)} - new if new else set()


def _move_into_place(temporary: Path, target: Path, names: tuple[str, ...], stale: set[str]) -> None:
    """Move the files into the target and stale ones away, all or none: on an error the earlier files come back."""
    earlier = temporary / "earlier"
    earlier.mkdir()
    moved: list[str] = []
    try:
        for name in names:
            if (target / name).is_dir():
                raise IsADirectoryError(errno.EISDIR, f"'{name}' is a folder there")
            if (target / name).exists():
                (target / name).replace(earlier / name)
            (temporary / name).replace(target / name)
            moved.append(name)
        for name in stale:
            (target / name).replace(earlier / name)
    except BaseException:
        # Even when the user interrupts the process, the earlier files must not go with the temporary folder.
        for name in moved:
            (target / name).unlink()
        for file in earlier.iterdir():
            file.replace(target / file.name)
        raise
