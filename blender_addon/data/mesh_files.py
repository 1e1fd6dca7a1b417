# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of meshes: what goes into one, and the one table of formats, with how each is written and judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import bpy

from ...core.common.errors import ExportError
from ...core.printing.file_types import STL, THREE_MF
from ...core.printing.on_bed import on_bed
from ...core.printing.printed_object import PrintedObject
from ...core.printing.three_mf import three_mf
from ...core.printing.three_mf_judge import checked_triangles
from .export_scene import PlacedObject, export_scene
from .stl_files import judge_stl, write_stl


@dataclass(frozen=True, eq=False)
class MeshFile:
    """What goes into a file: its title, its objects about its origin, and where that lies on the bed, in millimeters.

    ``origin`` is counted from the bed's near left corner; ``centered`` are objects that are moved, together, to stand
    on the bed above it. An STL file knows no bed.
    """

    title: str
    objects: tuple[PlacedObject, ...]
    origin: tuple[float, float] = (0.0, 0.0)
    centered: bool = False


@dataclass(frozen=True)
class MeshFormat:
    """How a format is written, with what is exported as the present scene, and how it is judged.

    ``write`` is given the path, what goes into the file, its meshes, and the millimeters in a unit. ``judge`` returns
    the number of triangles of a file's bytes, and raises ValueError, with a clause that says why, for a bad one.
    """

    write: Callable[[Path, MeshFile, Sequence[PrintedObject], float], None]
    judge: Callable[[bytes, Sequence[PrintedObject]], int]


def _write_three_mf(path: Path, content: MeshFile, objects: Sequence[PrintedObject], scale: float) -> None:
    path.write_bytes(three_mf(content.title, objects))


def _write_stl(path: Path, content: MeshFile, objects: Sequence[PrintedObject], scale: float) -> None:
    write_stl(path, sum(one.triangle_count for one in objects), scale)


FORMATS: Mapping[str, MeshFormat] = MappingProxyType(
    {STL: MeshFormat(_write_stl, judge_stl), THREE_MF: MeshFormat(_write_three_mf, checked_triangles)}
)


def write_mesh_file(context: bpy.types.Context, content: MeshFile, path: Path, scale: float) -> int:
    """Write a file in the format of its suffix, look at it, and return its number of triangles.

    ``scale`` is millimeters per Blender unit. Raises ExportError where it could not be written or is no good.
    """
    file_format = FORMATS[path.suffix]
    with export_scene(context, content.objects, scale) as meshes:
        objects = on_bed(meshes, content.origin, centered=content.centered)
        file_format.write(path, content, objects, scale)
    try:
        return file_format.judge(path.read_bytes(), objects)
    except (OSError, ValueError) as error:
        raise ExportError(
            f"{path.name} is no good: {error}. Were the meshes edited, or has a modifier opened them? "
            "Nothing was exported."
        ) from error
