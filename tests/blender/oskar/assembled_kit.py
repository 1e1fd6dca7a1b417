# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of an exported kit, put together again as a user does."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import trimesh

from tests.blender.oskar.exported_meshes import solid
from tests.blender.puzzles import only_puzzle, parts_apart
from tests.core.export.written import CROSS_PARTS, PLATES


def part_of(folder: Path, name: str) -> trimesh.Trimesh:
    """Return the only body in the file of a part."""
    body = trimesh.load_mesh(folder / f"{name}.stl")
    # This finds out sooner than trimesh whether there are several.
    assert len(solid(body).decompose()) == 1
    return body


def assembled(folder: Path) -> dict[str, trimesh.Trimesh]:
    """Return the parts in the files, in the places where the scene shows them when the kit is put together.

    A file's z is the axis across a plate, or the one that the cross is split along for its flat piece and the next
    but one for the others; x and y are the axes that follow. The upper plates and the half arm with the socket lie
    upside down: their y and z run the other way.
    """
    size = json.loads((folder / "puzzle.json").read_text(encoding="utf-8"))["size"]
    split = max(range(3), key=lambda axis: (size[axis], axis))
    up = {name: number // 2 for number, name in enumerate(PLATES)}
    up |= dict(zip(CROSS_PARTS, (split, (split + 2) % 3, (split + 2) % 3), strict=True))
    group = only_puzzle().puzzle_cubes
    group.explode = 0.0
    bodies = {}
    for name, part in parts_apart(group).items():
        bodies[name] = part_of(folder, name)
        ways = (1, -1, -1) if name.endswith(("max", "socket")) else (1, 1, 1)
        upright = np.roll(ways * (bodies[name].vertices - bodies[name].bounds.mean(axis=0)), up[name] + 1, axis=1)
        bodies[name].vertices = upright + np.array(part.location) * 1000
    return bodies
