# SPDX-License-Identifier: GPL-3.0-or-later
"""Sources of models, and carving them: files and manifold3d by command and library, objects in Blender."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from typing import Any

from ...common.errors import FailedError, InputError
from ...common.words import quoted
from ...polycubes.puzzle import Model
from ...solids.mesh import Mesh
from ...solids.voxels import Floats
from .models import Triangles, model_bytes, triangles_of

OBJECT = "object:"
"""What the source of a model begins with that is an object of Blender, before its name."""

Carve = Callable[[Floats, Sequence[Mesh]], list[Mesh]]
"""Returns what of a closed model is in each of some closed meshes; ``Floats`` are its corners, shape (n, 3, 3)."""


def triangles_of_file(path: str) -> Triangles:
    """Return the corners of a file's triangles, shape (n, 3, 3); raises FailedError or InputError for what has none."""
    try:
        return triangles_of(model_bytes(path))
    except FailedError as error:
        raise InputError(str(error)) from error


def carve_by_manifold(corners: Floats, regions: Sequence[Mesh]) -> list[Mesh]:
    """Carve by manifold3d, which is no part of what Blender packs; raises InputError where it is not installed."""
    try:
        library: Any = import_module("puzzle_shelf.carving")
    except ImportError as error:
        raise InputError(
            "Pieces with the surface of a model need manifold3d: pip install puzzle-cubes[shapes]. "
            "Or take cubes as the skin."
        ) from error
    carved: list[Mesh] = library.carve(corners, regions)
    return carved


@dataclass
class Workshop:
    """What reads models by their sources, and what carves them."""

    triangles: Callable[[str], Triangles] = triangles_of_file
    carve: Carve = carve_by_manifold


WORKSHOP = Workshop()
"""The one in use: the add-on gives it Blender's objects and Blender's boolean."""


def check_sum(triangles: Triangles) -> str:
    """Return a text that changes with any corner."""
    return sha256(triangles.astype("<f4").tobytes()).hexdigest()[:16]


def triangles_of_model(model: Model) -> Triangles:
    """Return the triangles that a puzzle was made from; raises InputError where they are not found, or others are."""
    triangles = WORKSHOP.triangles(model.source)
    if check_sum(triangles) != model.check:
        raise InputError(
            f"The model {quoted(model.source)} has changed since the puzzle was made from it: make the puzzle anew."
        )
    return triangles
