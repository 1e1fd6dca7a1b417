# SPDX-License-Identifier: GPL-3.0-or-later
"""A dimension that is dragged moves the meshes that stand; they are as if built anew, whatever happened before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import bmesh
import bpy
import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from tests.blender.puzzles import installed, make_puzzle, only_puzzle, part, scene_puzzles, taken_from
from tests.blender.scene.hand_changes import in_edit_mode

SELECTIONS = {".select_vert", ".select_edge", ".select_poly"}

FORMS: dict[str, tuple[type[Any], int, str]] = {
    "FLOAT_VECTOR": (np.float32, 3, "vector"),
    "FLOAT2": (np.float32, 2, "vector"),
    "INT": (np.int32, 1, "value"),
    "INT32_2D": (np.int32, 2, "value"),
    "BOOLEAN": (np.bool_, 1, "value"),
}
"""By the types of attributes: how their values are read."""

LENGTHS = {
    "passage": (4.0, 9.0),
    "wall": (2.0, 6.0),
    "plate": (2.0, 6.0),
    "clearance": (0.2, 0.6),
    "overhang": (0.0, 5.0),
    "start_marker": (0.0, 4.0),
    "end_marker": (0.0, 4.0),
    "joint": (0.05, 0.12),
    "arm_chamfer": (0.0, 0.5),
    "marker_chamfer": (0.0, 0.5),
    "bed_chamfer": (0.0, 0.5),
}


def content(mesh: Any) -> dict[str, Any]:
    """Return all that a mesh holds but what is selected, and what Blender computes of it."""
    held = {"bounds": bounds(mesh), "triangles": len(mesh.loop_triangles)}
    for name, attribute in mesh.attributes.items():
        if name not in SELECTIONS:
            held[name] = values(attribute)
    for name, width in (("loop_start", 1), ("loop_total", 1), ("normal", 3)):
        numbers = np.empty(width * len(mesh.polygons), dtype=np.float32)
        mesh.polygons.foreach_get(name, numbers)
        held[f"polygon {name}"] = numbers.tobytes()
    return held


def values(attribute: Any) -> bytes:
    """Return the values of an attribute."""
    dtype, width, name = FORMS[attribute.data_type]
    numbers = np.empty(width * len(attribute.data), dtype=dtype)
    attribute.data.foreach_get(name, numbers)
    return numbers.tobytes()


def bounds(mesh: Any) -> list[tuple[float, ...]]:
    """Return the corners of a mesh's bounds, as an object of it has them."""
    probe = bpy.data.objects.new("Probe", mesh)
    corners = [tuple(corner) for corner in probe.bound_box]
    bpy.data.objects.remove(probe)
    return corners


def contents(group: Any) -> dict[str, Any]:
    """Return what all meshes of a puzzle hold."""
    return {item.name: content(item.part.data) for item in group.parts}


def as_if_built_anew(group: Any) -> dict[str, Any]:
    """Return the contents once all meshes were emptied and filled again."""
    for mesh in bpy.data.meshes:
        mesh.clear_geometry()
    bpy.context.view_layer.objects.active = group.carrier
    bpy.ops.puzzle_cubes.restore()
    return contents(group)


def select_nothing(mesh: Any) -> None:
    """Deselect all vertices in Edit Mode: meshes that are built anew have all selected."""
    for vertex in mesh.vertices:
        vertex.select = False
    mesh.update()


def is_moved(mesh: Any) -> bool:
    """Report whether a mesh in which nothing was selected still is the same one."""
    return not any(vertex.select for vertex in mesh.vertices)


def hundredths(least: float, most: float) -> draw.SearchStrategy[float]:
    """Draw a length in hundredths of a millimeter."""
    return draw.integers(round(100 * least), round(100 * most)).map(lambda number: number / 100)


@pytest.mark.parametrize("way", ["ONE_PIECE", "KIT"])
def test_any_dimensions_after_any_others_give_what_is_built_anew(way: str) -> None:
    group = make_puzzle(size=(3, 2, 3))
    group.oskar.way = way
    change = draw.sampled_from(sorted(LENGTHS)).flatmap(
        lambda name: draw.tuples(draw.just(name), hundredths(*LENGTHS[name]) | draw.sampled_from(LENGTHS[name]))
    )

    @given(changes=draw.lists(change, min_size=1, max_size=4))
    @run_with(max_examples=8, deadline=None, database=None)
    def follow(changes: list[tuple[str, float]]) -> None:
        for name, length in changes:
            setattr(group.oskar, name, length)
        meshes = contents(group)
        assert meshes == as_if_built_anew(group)

    follow()


@pytest.mark.parametrize("way", ["ONE_PIECE", "KIT"])
def test_a_label_comes_and_goes(way: str) -> None:
    group = make_puzzle()
    group.oskar.way = way
    bare = contents(group)
    group.oskar.label_height = 2.0
    labeled = contents(group)
    assert {name for name in bare if labeled[name] != bare[name]} == (
        {"box"} if way == "ONE_PIECE" else {"box", "cross_flat"}
    )
    assert labeled == as_if_built_anew(group)
    group.oskar.label_height = 0.0
    assert contents(group) == bare


def test_slivers_whose_vertices_are_rounded_lie_on_the_uv_map_as_if_built_anew() -> None:
    group = make_puzzle(size=(3, 2, 3))
    for name, length in (("passage", 8.49), ("wall", 2.01), ("end_marker", 0.58)):
        setattr(group.oskar, name, length)
    as_if_built_anew(group)
    for name, length in (("marker_chamfer", 0.01), ("plate", 2.04)):
        setattr(group.oskar, name, length)
    meshes = contents(group)
    assert meshes == as_if_built_anew(group)


def test_what_is_selected_stays_selected_while_only_lengths_change() -> None:
    group = make_puzzle()
    box = part(group, "box").data
    select_nothing(box)
    for name, length in (("wall", 3.5), ("passage", 6.0), ("plate", 4.0), ("clearance", 0.3), ("start_marker", 3.5)):
        setattr(group.oskar, name, length)
        assert is_moved(box), name
    for name, length, moved in (("start_marker", 0.0, False), ("bed_chamfer", 0.5, False), ("wall", 3.6, True)):
        setattr(group.oskar, name, length)
        assert is_moved(box) == moved, name
        select_nothing(box)


def test_a_kit_is_moved_too() -> None:
    # At 3 mm a mark ends just where a finger does, so that plate's lines are others beside it.
    group = make_puzzle(wall=3.02)
    group.oskar.way = "KIT"
    plates = [item.part.data for item in group.parts if item.name.startswith("plate")]
    assert len(plates) == 6
    for plate in plates:
        select_nothing(plate)
    group.oskar.wall = 3.04
    assert all(map(is_moved, plates))


def add_a_loose_edge(box: Any) -> None:
    """Add an edge between two vertices that have none."""
    box.data.edges.add(1)
    box.data.edges[-1].vertices = (0, len(box.data.vertices) - 1)
    box.data.update()


def delete_a_face(edited: Any) -> None:
    """Delete a face of a mesh in Edit Mode."""
    bmesh.ops.delete(edited, geom=[next(iter(edited.faces))], context="FACES_ONLY")


EDITS: dict[str, Callable[[Any], object]] = {
    "a loose edge": add_a_loose_edge,
    "a deleted face": lambda box: in_edit_mode(box, delete_a_face),
    "a face turned round": lambda box: in_edit_mode(box, lambda edited: next(iter(edited.faces)).normal_flip()),
    "a moved vertex": lambda box: setattr(box.data.vertices[3].co, "x", 1.0),
    "a painted face": lambda box: setattr(box.data.polygons[0], "material_index", 4),
    "a smooth face": lambda box: setattr(box.data.polygons[0], "use_smooth", True),
    "a hidden face": lambda box: setattr(box.data.polygons[0], "hide", True),
    "nothing": lambda box: box.data.clear_geometry(),
}
"""What is left of a box that is edited by hand."""


@pytest.mark.parametrize("edit", EDITS)
def test_nothing_is_left_of_what_was_done_to_a_mesh(edit: str) -> None:
    group = make_puzzle()
    group.oskar.wall = 3.5
    EDITS[edit](part(group, "box"))
    group.oskar.wall = 4.0
    bpy.ops.puzzle_cubes.restore()
    meshes = contents(group)
    assert meshes == as_if_built_anew(group)
    assert set(meshes["box"]) >= {"position", "sharp_face", "material_index"}


@pytest.mark.parametrize("way", ["ONE_PIECE", "KIT"])
def test_after_undo_and_redo_meshes_still_follow(way: str) -> None:
    group = make_puzzle()
    bpy.ops.ed.undo_push(message="Start")
    # Other faces, then only other lengths, then other faces again.
    steps = (("way", way), ("start_marker", 0.0), ("wall", 3.5), ("bed_chamfer", 0.3), ("wall", 4.0))
    states = [contents(group)]
    for name, value in steps:
        setattr(only_puzzle().puzzle_cubes.oskar, name, value)
        bpy.ops.ed.undo_push(message=name)
        states.append(contents(only_puzzle().puzzle_cubes))
    for state in reversed(states[:-1]):
        bpy.ops.ed.undo()
        assert contents(only_puzzle().puzzle_cubes) == state
    for state in states[1:4]:
        bpy.ops.ed.redo()
        assert contents(only_puzzle().puzzle_cubes) == state
    # What was built last has a chamfer, what stands has none.
    group = only_puzzle().puzzle_cubes
    for name, length in (("wall", 5.0), ("plate", 4.0)):
        setattr(group.oskar, name, length)
        meshes = contents(group)
        assert meshes == as_if_built_anew(group)


def test_meshes_follow_after_they_were_saved_and_opened(tmp_path: Path) -> None:
    group = make_puzzle()
    group.oskar.wall = 3.5
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "puzzle.blend"))
    group.oskar.start_marker = 0.0
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "puzzle.blend"))
    group = only_puzzle().puzzle_cubes
    for wall in (4.0, 4.5):
        group.oskar.wall = wall
        meshes = contents(group)
        assert meshes == as_if_built_anew(group)


def test_copies_of_a_puzzle_follow_each_by_itself(tmp_path: Path) -> None:
    name = make_puzzle().id_data.name
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "library.blend"), copy=True)
    taken_from(tmp_path / "library.blend", name, link=False)
    groups = [collection.puzzle_cubes for collection in scene_puzzles()]
    for number in range(3):
        for copy, group in enumerate(groups):
            group.oskar.wall = 3.0 + copy + number / 10
            group.oskar.start_marker = 3.0 * ((copy + number) % 2)
    before_edits = [contents(group) for group in groups]
    for group, before in zip(groups, before_edits, strict=True):
        for item in group.parts:
            item.part.data.clear_geometry()
        bpy.context.view_layer.objects.active = group.carrier
        bpy.ops.puzzle_cubes.restore()
        assert contents(group) == before


@pytest.mark.parametrize("way", ["ONE_PIECE", "KIT"])
def test_a_change_asks_the_kind_for_the_parts_of_each_way_once(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    group = make_puzzle()
    group.oskar.way = way
    kind, asked = installed("core.kinds").KINDS["oskar"], []
    parts = kind.parts

    def parts_noted(self: Any, puzzle: Any, dimensions: Any, way: str) -> Any:
        asked.append(way)
        return parts(puzzle, dimensions, way)

    monkeypatch.setattr(type(kind), "parts", parts_noted)
    monkeypatch.setattr(type(kind), "from_json", None)
    group.oskar.wall = 4.0
    assert asked == (["one_piece"] if way == "ONE_PIECE" else ["one_piece", "kit"])
    # What shows, checks and exports what stands asks for nothing anew.
    group.display = "WIRE"
    group.explode = 0.5
    bpy.ops.puzzle_cubes.check()
    group.oskar.wall = 4.0
    assert len(asked) == len(set(asked))
