# SPDX-License-Identifier: GPL-3.0-or-later
"""The UV maps of parts: each face has there its own shape and size, also after lengths were changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.blender.puzzles import make_puzzle, only_puzzle, part

UNIT = 100.0
"""Millimeters of a unit of the map, as the manual says."""


def corners_of(mesh: Any, meters_per_unit: float) -> tuple[NDArray[np.float64], NDArray[np.float64], list[int]]:
    """Return where the corners of all faces are, in millimeters, and on the map, and where each face begins."""
    places = np.empty(3 * len(mesh.vertices))
    mesh.vertices.foreach_get("co", places)
    vertices = np.empty(len(mesh.loops), dtype=np.int64)
    mesh.loops.foreach_get("vertex_index", vertices)
    (layer,) = mesh.uv_layers
    assert mesh.uv_layers.active == layer
    assert layer.active_render
    mapped = np.empty(2 * len(mesh.loops))
    layer.uv.foreach_get("vector", mapped)
    return (
        1000 * meters_per_unit * places.reshape(-1, 3)[vertices],
        UNIT * mapped.reshape(-1, 2),
        [face.loop_start for face in mesh.polygons],
    )


def check_maps(group: Any, meters_per_unit: float = 1.0) -> int:
    """Hold each side and each area of the faces of all parts to those on the map; return how many are slanted."""
    slanted = 0
    for mesh in {item.part.data for item in group.parts}:
        places, mapped, begins = corners_of(mesh, meters_per_unit)
        for begin, end in zip(begins, [*begins[1:], len(places)], strict=True):
            face, flat = places[begin:end], mapped[begin:end]
            for of_face, of_flat in ((face, flat), (np.roll(face, -1, axis=0), np.roll(flat, -1, axis=0))):
                lengths = [np.linalg.norm(some - some[0], axis=1) for some in (of_face, of_flat)]
                assert np.abs(lengths[1] - lengths[0]).max() < 2e-3
            normal = np.cross(face, np.roll(face, -1, axis=0)).sum(axis=0) / 2
            # Seen from outside: else pictures would be mirrored.
            turned = np.roll(flat, -1, axis=0)
            area = (flat[:, 0] * turned[:, 1] - flat[:, 1] * turned[:, 0]).sum() / 2
            assert abs(area - np.linalg.norm(normal)) < max(2e-3, 1e-3 * area)
            slanted += np.abs(normal).max() < 0.99 * np.linalg.norm(normal)
    return slanted


def test_faces_are_as_large_on_the_map_as_they_are() -> None:
    group = make_puzzle(size=(2, 2, 2))
    assert check_maps(group) == 0
    group.oskar.wall = 5.0
    assert check_maps(group) == 0
    group.oskar.arm_chamfer = 0.5
    assert check_maps(group) > 0
    group.oskar.passage = 7.5
    assert check_maps(group) > 0
    group.oskar.way = "KIT"
    group.oskar.plate = 4.0
    assert check_maps(group) > 0
    bpy.context.scene.unit_settings.scale_length = 0.001
    bpy.ops.puzzle_cubes.rebuild()
    assert check_maps(group, 0.001) > 0


def test_pieces_have_maps_and_get_them_back() -> None:
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="SOMA")
    group = only_puzzle().puzzle_cubes
    assert check_maps(group) > 0
    mesh = group.parts[0].part.data
    mesh.uv_layers.remove(mesh.uv_layers[0])
    group.packing.inset = 0.15
    assert check_maps(group) > 0
    # In layers, pieces have meshes of their own.
    group.packing.view = "LAYERS"
    assert all(len(shown.data.uv_layers) == 1 for shown in group.packing.layered.objects)


def test_other_programs_get_them_in_a_glb(tmp_path: Path) -> None:
    group = make_puzzle()
    bpy.ops.export_scene.gltf(filepath=str(tmp_path / "cube.glb"))
    data = (tmp_path / "cube.glb").read_bytes()
    content = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    written = [primitive["attributes"] for mesh in content["meshes"] for primitive in mesh["primitives"]]
    assert len(written) >= len(group.parts)
    assert all("TEXCOORD_0" in attributes for attributes in written)


def test_other_programs_get_them(tmp_path: Path) -> None:
    box = part(make_puzzle(), "box")
    bpy.ops.object.select_all(action="DESELECT")
    box.select_set(True)
    bpy.ops.wm.obj_export(filepath=str(tmp_path / "cube.obj"), export_selected_objects=True)
    lines = (tmp_path / "cube.obj").read_text(encoding="utf-8").splitlines()
    mapped = np.array([line.split()[1:] for line in lines if line.startswith("vt ")], dtype=float)
    _, own, _ = corners_of(box.data, 1.0)
    assert [mapped.min(axis=0), mapped.max(axis=0)] == pytest.approx(
        np.array([own.min(axis=0), own.max(axis=0)]) / UNIT, abs=1e-5
    )
