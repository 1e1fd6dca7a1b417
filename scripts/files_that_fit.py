# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether the parts in the files of a puzzle go together, with trimesh and manifold3d.

An older revision uses this beside its own sources, too: it asks nothing of either but their files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import manifold3d
import numpy as np
import trimesh
from numpy.typing import NDArray

from tests.blender.packing.exported_pieces import in_place, manifold_of, overlap

OVERLAP = 0.05
"""Cubic millimeters in which parts may overlap: tray and pieces lie on each other in single precision."""

HAIR = 1e-3
"""The share by which sizes, and the millimeters by which places, may be off by rounding."""

HALF_PITCH = 4.0
"""Half of what a cross moves by with the default dimensions, in millimeters."""

Bodies = Mapping[str, manifold3d.Manifold]
"""Parts put together, by their keys."""

Laid = Mapping[str, Any]
"""Where the parts of a puzzle go that are printed apart, by their keys, as its collection keeps it."""


def meshes(folder: Path, laid: Laid) -> dict[str, trimesh.Trimesh]:
    """Return what the files of a folder hold of each part; of a puzzle in one piece the larger body is the box."""
    if laid:
        return {key: trimesh.load_mesh(folder / f"{key}.stl") for key in laid}
    split = trimesh.load_mesh(folder / "printableMaze.stl").split(only_watertight=False)
    keys = ("box", "cross", *map(str, range(len(split))))
    return dict(zip(keys, sorted(split, key=lambda body: -body.volume), strict=False))


def volume(folder: Path, laid: Laid) -> float:
    """Return the volume of all parts in the files of a folder, in cubic millimeters."""
    return float(sum(mesh.volume for mesh in meshes(folder, laid).values()))


def misfit(folder: Path, before: Path, laid: Laid) -> str:
    """Return why parts in the files of a folder do not go together, or do not print; nothing where they do.

    ``before`` has the files of the puzzle that nobody has changed.
    """
    now, then = meshes(folder, laid), meshes(before, laid)
    if now.keys() != then.keys():
        return f"{len(now)} bodies instead of {len(then)}"
    if holes := [key for key, mesh in now.items() if not mesh.is_watertight or not mesh.volume > 0]:
        return f"not closed: {', '.join(holes)}"
    scales = {key: _scale(mesh, then[key]) for key, mesh in now.items()}
    scale = min(scales.values())
    if max(scales.values()) - scale > HAIR:
        wrong = [f"{key} is {size:.3g} times as large" for key, size in scales.items() if size != 1]
        return f"of several scales: {', '.join(wrong)}"
    bodies, earlier = _together(folder, before, laid, scale), _together(before, before, laid)
    if (cubic := abs(overlap(bodies, {}))) > OVERLAP:
        return f"parts overlap by {cubic:.3g} mm3"
    if not any(key.startswith("cross") for key in bodies):
        return _wrong_on_bed(folder)
    box, cross = _box_and_cross(bodies)
    if not _is_inside(box, cross):
        return "the cross is not in its box"
    ways = [*_ways(*_box_and_cross(earlier))]
    # What was pushed through itself has a negative volume.
    blocked = sum(abs((box ^ cross.translate(scale * way)).volume()) > OVERLAP for way in ways)
    return f"the cross cannot go to {blocked} of its {len(ways)} places" if blocked else _wrong_on_bed(folder)


def _scale(now: trimesh.Trimesh, then: trimesh.Trimesh) -> float:
    """Return how many times as large a part has become, on average of the axes; 1 where it was only moved or edited."""
    sizes, volumes = np.prod(now.extents / then.extents), now.volume / then.volume
    return float(np.cbrt(volumes)) if abs(sizes / volumes - 1) < HAIR < abs(volumes - 1) else 1.0


def _together(folder: Path, before: Path, laid: Laid, scale: float = 1.0) -> Bodies:
    """Return the parts in the files of a folder put together, as those before are, with places so many times as far."""
    now, then = meshes(folder, laid), meshes(before, laid)
    if not laid:
        return {key: manifold_of(mesh) for key, mesh in now.items()}
    bodies = {}
    for key, place in laid.items():
        part: Any = SimpleNamespace(key=key, up=place["up"], assembled=scale * np.array(place["assembled"]))
        # A part that is only somewhere else in its file is put where it belongs by hand.
        is_moved = np.allclose(now[key].extents, then[key].extents, atol=HAIR)
        bodies[key] = in_place(folder, part, None if is_moved else before)
    return bodies


def _box_and_cross(bodies: Bodies) -> tuple[manifold3d.Manifold, manifold3d.Manifold]:
    crosses = [body for key, body in bodies.items() if key.startswith("cross")]
    boxes = [body for key, body in bodies.items() if not key.startswith("cross")]
    add = manifold3d.OpType.Add
    return manifold3d.Manifold.batch_boolean(boxes, add), manifold3d.Manifold.batch_boolean(crosses, add)


def _is_inside(box: manifold3d.Manifold, cross: manifold3d.Manifold) -> bool:
    """Report whether the middle of a cross is in its box, by the bounds of both."""
    (low, high), ends = (np.reshape(body.bounding_box(), (2, 3)) for body in (box, cross))
    middle = ends.mean(axis=0)
    return bool((low < middle).all() and (middle < high).all())


def _ways(box: manifold3d.Manifold, cross: manifold3d.Manifold) -> Iterator[NDArray[np.float64]]:
    """Yield how far a cross is from where it stands, wherever it can go in its box by steps of half a pitch."""
    known, found = {(0, 0, 0)}, [(0, 0, 0)]
    while found:
        steps = found.pop()
        yield HALF_PITCH * np.array(steps)
        for way in (*np.eye(3, dtype=int), *-np.eye(3, dtype=int)):
            x, y, z = (int(value) for value in way + steps)
            if (x, y, z) not in known:
                known.add((x, y, z))
                moved = cross.translate(HALF_PITCH * np.array((x, y, z)))
                if _is_inside(box, moved) and (box ^ moved).volume() < OVERLAP:
                    found.append((x, y, z))


def _wrong_on_bed(folder: Path) -> str:
    """Return what is wrong with the files of beds in a folder; nothing where parts lie on them beside each other."""
    for bed in folder.glob("bed_*.stl"):
        lying = [manifold_of(body) for body in trimesh.load_mesh(bed).split(only_watertight=False)]
        if overlap({str(number): body for number, body in enumerate(lying)}, {}) > OVERLAP:
            return "parts overlap on the bed"
        if any(abs(body.bounding_box()[2]) > HAIR for body in lying):
            return "parts do not stand on the bed"
    return ""
