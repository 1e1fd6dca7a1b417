# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle's files: those of its parts, the texts, and the coupon that shows which gaps suit a printer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix, Vector

from ...core.common.errors import ExportError, InputError
from ...core.common.options import Options
from ...core.kind.kind import Kind
from ...core.kind.part import Part
from ...core.printing.printer import Printer
from ..data.context import scene_of
from ..data.export_scene import PlacedBody, PlacedObject
from ..data.mesh_files import STL, THREE_MF, MeshFile, write_mesh_file
from ..data.meshes import fill_mesh
from ..data.transaction import Transaction
from ..data.units import millimeters_per_unit, units_per_millimeter
from .apart import printed_matrix
from .built import Built
from .export_folder import occupant
from .model import built_of, kind_of, parts_of, puzzle_of, way_of
from .option_properties import options_in
from .properties import puzzle_group, scene_group
from .puzzles import deleted, part_object

BED_NAMES = r"bed_\d+\.(stl|3mf)"

COUPON_COLOR = (0.8, 0.8, 0.8, 1.0)


class OccupiedError(ExportError):
    """Another puzzle's files lie in the folder; the message says which."""


@dataclass(frozen=True)
class WrittenFile:
    """A file that was written and checked; ``triangles`` is None for a text."""

    path: Path
    triangles: int | None


def export_puzzle(
    context: bpy.types.Context, collection: bpy.types.Collection, target: Path, *, overwrite: bool = False
) -> list[WrittenFile]:
    """Write the files of a puzzle, as it is printed, into a folder, and keep with the puzzle where they are.

    Raises InputError for a folder that cannot be used, OccupiedError where files of another puzzle would be replaced
    and that was not asked for, and ExportError for files that could not be written or are damaged; what stood in the
    folder is then as it was.
    """
    with Transaction() as transaction:
        files = prepare_puzzle(context, collection, target, transaction, overwrite=overwrite)
        transaction.commit()
    puzzle_group(collection).exported = str(target)
    return files


def prepare_puzzle(
    context: bpy.types.Context,
    collection: bpy.types.Collection,
    target: Path,
    transaction: Transaction,
    *,
    overwrite: bool = False,
) -> list[WrittenFile]:
    """Prepare the files of a puzzle for a folder; return what will be there.

    Raises what ``export_puzzle`` raises.
    """
    meshes, texts, built = _contents(context, collection)
    # Whether it is another puzzle's is seen only where nothing is under way in the folder.
    transaction.begin(target)
    found = occupant(target, collection, (*meshes, *texts))
    if found and not overwrite:
        raise OccupiedError(found)
    return _write(context, target, meshes, texts, built.meters_per_unit, transaction=transaction)


def occupied(context: bpy.types.Context, collection: bpy.types.Collection, target: Path) -> str:
    """Return a sentence on another puzzle's files that an export to a folder would replace; nothing if there are none.

    Raises what ``export_puzzle`` raises.
    """
    meshes, texts, _ = _contents(context, collection)
    return occupant(target, collection, (*meshes, *texts))


def own_names(context: bpy.types.Context, collection: bpy.types.Collection) -> set[str]:
    """Return the names of the files that an export of a puzzle writes; raises what ``export_puzzle`` raises."""
    meshes, texts, _ = _contents(context, collection)
    return {*meshes, *texts}


def _contents(
    context: bpy.types.Context, collection: bpy.types.Collection
) -> tuple[dict[str, MeshFile], Mapping[str, str], Built]:
    """Return what goes into the files of a puzzle, meshes and texts, by their names, and what it was built with."""
    group = puzzle_group(collection)
    kind, puzzle, way, built = kind_of(group), puzzle_of(collection), way_of(group), built_of(group)
    if built is None:
        raise ExportError("The puzzle was never built: press Rebuild.")
    if way.apart and group.problem:
        raise ExportError(group.problem)
    parts = {part.key: part for part in parts_of(collection, built.dimensions, way)}
    if way.apart and built.laid.keys() != {key for key, part in parts.items() if not part.beside}:
        # Another version may have divided it in another way.
        raise ExportError(f"The parts of this {way.label.lower()} are no longer what was built: press Rebuild.")
    printer = options_in(scene_group(scene_of(context)), Printer)
    middle = printer.bed_x / 2, printer.bed_y / 2
    files = _files_apart if way.apart else _assembled_files
    return files(collection, parts, built, middle), kind.texts(puzzle), built


def export_coupon(context: bpy.types.Context, target: Path, kind: Kind[Any, Any], dimensions: Options) -> WrittenFile:
    """Write the coupon of a kind for some dimensions to an STL file; raises what ``export_puzzle`` raises."""
    with Transaction() as transaction:
        file = prepare_coupon(context, target, kind, dimensions, transaction)
        transaction.commit()
    return file


def prepare_coupon(
    context: bpy.types.Context, target: Path, kind: Kind[Any, Any], dimensions: Options, transaction: Transaction
) -> WrittenFile:
    """Prepare the coupon of a kind for some dimensions; raises what ``export_puzzle`` raises."""
    solids = kind.coupon(dimensions)
    if not solids:
        raise InputError(f"{kind.label} has no test coupon.")
    bodies = {name: bpy.data.meshes.new(name) for name in solids}
    objects = [bpy.data.objects.new(name, mesh) for name, mesh in bodies.items()]
    try:
        for name, solid in solids.items():
            fill_mesh(bodies[name], solid.mesh(), 1.0)
        # One unit of these meshes is a millimeter.
        bodies_placed = tuple(PlacedBody(body, Matrix(), COUPON_COLOR) for body in objects)
        content = MeshFile(target.stem, (PlacedObject(target.stem, bodies_placed),))
        return _write(context, target.parent, {target.name: content}, {}, 0.001, transaction=transaction)[0]
    finally:
        for body in objects:
            bpy.data.objects.remove(body)
        for mesh in bodies.values():
            bpy.data.meshes.remove(mesh)


def _placed_body(collection: bpy.types.Collection, part: Part, place: Matrix) -> PlacedBody:
    """Return a part at a place; raises InputError when its object is gone."""
    original = part_object(collection, part.key)
    if original is None:
        raise deleted(collection, part.key)
    return PlacedBody(original, place, part.object_color)


def _assembled_files(
    collection: bpy.types.Collection, parts: Mapping[str, Part], built: Built, middle: tuple[float, float]
) -> dict[str, MeshFile]:
    """Return the files in which parts stand together: one object, so that no slicer moves them apart."""
    scale = units_per_millimeter(built.meters_per_unit)
    kind, puzzle = kind_of(puzzle_group(collection)), puzzle_of(collection)
    title = kind.puzzle_name(puzzle)
    files: dict[str, MeshFile] = {}
    for name, assembled in kind.assembled_files(puzzle, built.dimensions).items():
        bodies = tuple(
            _placed_body(collection, parts[key], Matrix.Translation(Vector([scale * value for value in place])))
            for key, place in assembled.places.items()
        )
        content = MeshFile(title, (PlacedObject(title, bodies),), middle, centered=True)
        files |= {name + suffix: content for suffix in ((STL, THREE_MF) if assembled.printed else (STL,))}
    return files


def _files_apart(
    collection: bpy.types.Collection, parts: Mapping[str, Part], built: Built, middle: tuple[float, float]
) -> dict[str, MeshFile]:
    """Return a file for each part that lies apart, those of each bed, and one of all beds side by side."""
    scale = units_per_millimeter(built.meters_per_unit)
    group = puzzle_group(collection)
    title = kind_of(group).puzzle_name(puzzle_of(collection))

    def lying(key: str, place: Matrix) -> PlacedObject:
        return PlacedObject(parts[key].label, (_placed_body(collection, parts[key], place),))

    files = {
        f"{key}{STL}": MeshFile(title, (lying(key, printed_matrix(laid, built, on_bed=False)),))
        for key, laid in built.laid.items()
    }
    places = {key: printed_matrix(laid, built, on_bed=True) for key, laid in built.laid.items()}
    for bed in range(built.beds):
        on_bed = tuple(lying(key, places[key]) for key, laid in built.laid.items() if laid.bed == bed)
        content = MeshFile(f"{title}, bed {bed + 1}", on_bed, middle)
        files |= {f"bed_{bed + 1}{suffix}": content for suffix in (STL, THREE_MF)}
    all_beds = tuple(
        lying(key, Matrix.Translation((scale * laid.bed * built.next_bed, 0.0, 0.0)) @ places[key])
        for key, laid in built.laid.items()
    )
    return files | {f"{way_of(group).name}{THREE_MF}": MeshFile(title, all_beds, middle)}


def _write(
    context: bpy.types.Context,
    target: Path,
    meshes: Mapping[str, MeshFile],
    texts: Mapping[str, str],
    meters_per_unit: float,
    *,
    transaction: Transaction,
) -> list[WrittenFile]:
    """Prepare meshes and texts for a folder."""
    scale = millimeters_per_unit(meters_per_unit)
    triangles: dict[str, int] = {}

    def write_meshes(content: MeshFile, path: Path) -> None:
        triangles[path.name] = write_mesh_file(context, content, path, scale)

    def write_text(text: str, path: Path) -> None:
        path.write_text(text, encoding="utf-8")

    writers: dict[str, Callable[[Path], None]] = {
        **{name: partial(write_meshes, content) for name, content in meshes.items()},
        **{name: partial(write_text, text) for name, text in texts.items()},
    }
    transaction.write(target, writers, BED_NAMES)
    return [WrittenFile(target / name, triangles.get(name)) for name in writers]
