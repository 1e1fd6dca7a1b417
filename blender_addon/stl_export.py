# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle's files: written beside their place, looked at, and only then moved there.

Blender's exporter works on a scene of its own that holds copies of the objects, so the user's
scene, selection, visibility and mode are not touched.
"""

from __future__ import annotations

import errno
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import bpy
from mathutils import Matrix

from ..core.errors import InputError
from ..core.output_sequence import output_sequence
from ..core.pose import printing_position
from ..core.stl import enclosed_volume, is_closed, triangles_from_stl
from .conversions import dimensions_from
from .names import BOX, CROSS, OUTPUT_SEQUENCE, PRINTABLE_STL, PUZZLE_JSON, SOLUTION_STL, TRACE, Part
from .puzzle_objects import cross_place, part_object, puzzle_of
from .units import millimeters_per_unit


class ExportError(RuntimeError):
    """The files could not be written, or what was written is no good; the message tells why."""


@dataclass(frozen=True)
class WrittenFile:
    """A file that was written and checked; ``triangles`` is None for a text."""

    path: Path
    triangles: int | None


def export_puzzle(context: bpy.types.Context, collection: bpy.types.Collection, folder: str) -> list[WrittenFile]:
    """Write the STL files, the solution and the puzzle file of a puzzle into a folder.

    Raises InputError for a folder that cannot be used and ExportError for files that could not be
    written or are damaged; what stood in the folder is then as it was.
    """
    target = _absolute(folder)
    group = collection.oskars_cube
    puzzle = puzzle_of(collection)
    pose = cross_place(puzzle.size, printing_position(puzzle), dimensions_from(group), group.built_scale)
    box, cross, trace = (BOX, (0.0, 0.0, 0.0)), (CROSS, pose), (TRACE, (0.0, 0.0, 0.0))
    with _folder(target), _temporary_folder(target) as temporary:
        triangles = {
            PRINTABLE_STL: _write_stl(context, collection, (box, cross), temporary / PRINTABLE_STL),
            SOLUTION_STL: _write_stl(context, collection, (box, trace), temporary / SOLUTION_STL),
        }
        try:
            (temporary / OUTPUT_SEQUENCE).write_text(output_sequence(puzzle), encoding="utf-8")
            (temporary / PUZZLE_JSON).write_text(group.puzzle_json, encoding="utf-8")
            names = (PRINTABLE_STL, SOLUTION_STL, OUTPUT_SEQUENCE, PUZZLE_JSON)
            _move_into_place(temporary, target, names)
        except OSError as error:
            raise ExportError(f"The files could not be written to '{target}': {error.strerror}.") from error
    return [WrittenFile(target / name, triangles.get(name)) for name in names]


def _absolute(folder: str) -> Path:
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


def _write_stl(
    context: bpy.types.Context,
    collection: bpy.types.Collection,
    parts: Iterable[tuple[Part, Sequence[float]]],
    path: Path,
) -> int:
    """Write parts, at their places, to one STL file in millimeters; check it and return its number of triangles."""
    scene = bpy.data.scenes.new("Oskar's Cube Export")
    copies: list[bpy.types.Object] = []
    try:
        for part, place in parts:
            original = part_object(collection, part)
            if original is None:
                raise ExportError(f"The {part.label.lower()} of this puzzle was deleted: press Rebuild to get it back.")
            copies.append(_bare_copy(original, place))
            scene.collection.objects.link(copies[-1])
        view_layer = scene.view_layers[0]
        with context.temp_override(scene=scene, view_layer=view_layer):
            _run_exporter(path, millimeters_per_unit(collection.oskars_cube.built_scale))
        expected = sum(_triangle_count(copy.evaluated_get(view_layer.depsgraph)) for copy in copies)
    finally:
        for copy in copies:
            bpy.data.objects.remove(copy)
        bpy.data.scenes.remove(scene)
    return _checked_triangles(path, expected)


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


def _bare_copy(original: bpy.types.Object, place: Sequence[float]) -> bpy.types.Object:
    """Return a copy with the same mesh and modifiers at a place, with no parent, motion or hiding of its own.

    Raises ExportError for a modifier that works with another object: the copy stands elsewhere.
    """
    for modifier in original.modifiers:
        for pointer in modifier.bl_rna.properties:
            if pointer.type == "POINTER" and isinstance(getattr(modifier, pointer.identifier), bpy.types.Object):
                raise ExportError(
                    f"The modifier '{modifier.name}' of '{original.name}' uses another object: "
                    "apply it, or remove it, to export."
                )
    copy = original.copy()
    copy.parent = None
    copy.animation_data_clear()
    copy.constraints.clear()
    copy.matrix_world = Matrix.Translation(place)
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


def _move_into_place(temporary: Path, target: Path, names: tuple[str, ...]) -> None:
    """Move the files into the target, all or none: if one cannot be moved, the earlier files come back."""
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
    except BaseException:
        # Even when the user interrupts the process, the earlier files must not go with the temporary folder.
        for name in moved:
            (target / name).unlink()
        for file in earlier.iterdir():
            file.replace(target / file.name)
        raise
