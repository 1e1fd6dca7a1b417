# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes written into files: from parts to the triangles of a plan, and from these to STL and 3MF, looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from ..common.errors import ExportError
from ..kind.laid import turn_in_print
from ..kind.part import Part
from ..printing.gauge import CouponBody
from ..printing.printed_object import STL, Body, PrintedObject, marked_by, on_bed
from ..printing.three_mf import three_mf
from ..printing.three_mf_judge import checked_triangles
from ..solids.stl import enclosed_volume, is_closed, stl, triangles_from_stl
from .plan import FilePlan, PlacedPart

COUPON_COLOR = (0.8, 0.8, 0.8, 1.0)

WriteStl = Callable[[Path, Sequence[PrintedObject]], None]
"""Writes objects about their common origin to an STL file."""


def write_stl(path: Path, objects: Sequence[PrintedObject]) -> None:
    """Write objects about their common origin to an STL file in millimeters."""
    corners = [body.vertices[body.triangles] for one in objects for body in one.bodies]
    path.write_bytes(stl(np.concatenate(corners)))


def write_meshes(
    path: Path, plan: FilePlan, objects: Sequence[PrintedObject], to_stl: WriteStl = write_stl, advice: str = ""
) -> int:
    """Write objects, about the origin of their plan, in the format of a suffix; return the triangles that were found.

    An STL file knows no bed. Raises ExportError, with some advice, for a file that turns out to be no good.
    """
    try:
        if path.suffix == STL:
            to_stl(path, objects)
        else:
            path.write_bytes(three_mf(plan.title, _lying(plan, objects)))
        return read_back(path, plan, objects)
    except ValueError as error:
        raise ExportError(f"{path.name} is not usable: {error}.{advice} Nothing was exported.") from error


def read_back(path: Path, plan: FilePlan, objects: Sequence[PrintedObject]) -> int:
    """Return the triangles of a file; raises ValueError if it does not hold objects as they are planned, closed."""
    if path.suffix == STL:
        return _judge_stl(path.read_bytes(), sum(one.triangle_count for one in objects))
    return checked_triangles(path.read_bytes(), _lying(plan, objects))


def _lying(plan: FilePlan, objects: Sequence[PrintedObject]) -> Sequence[PrintedObject]:
    return on_bed(objects, plan.origin, centered=plan.centered)


def _judge_stl(data: bytes, expected: int) -> int:
    """Return the number of triangles of an STL file; raises ValueError if these are not so many closed ones."""
    triangles = triangles_from_stl(data)
    if len(triangles) != expected:
        raise ValueError(f"it has {len(triangles)} triangles instead of {expected}")
    if not is_closed(triangles) or enclosed_volume(triangles) <= 0:
        raise ValueError("it is not closed, so it would not print")
    return len(triangles)


def printed_objects(plan: FilePlan, parts: Mapping[str, Part]) -> list[PrintedObject]:
    """Return what goes into a file, made of the parts by their keys, about its origin."""
    return [
        PrintedObject(one.name, tuple(_body(placed, parts[placed.key]) for placed in one.parts)) for one in plan.objects
    ]


def _body(placed: PlacedPart, part: Part) -> Body:
    mesh = part.mesh()
    triangles, looks = mesh.split()
    vertices = mesh.vertices @ turn_in_print(placed.up, turned=placed.turned).T + np.array(placed.place)
    marked = marked_by(looks, part.marks)
    return Body(part.key, part.object_color, vertices, triangles, tuple(part.marks.values()), marked)


def coupon_objects(title: str, bodies: Mapping[str, CouponBody]) -> list[PrintedObject]:
    """Return what goes into the file of a coupon, made of its bodies by their names."""
    meshes = {name: body.mesh() for name, body in bodies.items()}
    printed = (Body(name, COUPON_COLOR, mesh.vertices, mesh.split()[0]) for name, mesh in meshes.items())
    return [PrintedObject(title, tuple(printed))]
