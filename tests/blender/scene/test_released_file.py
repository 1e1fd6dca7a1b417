# SPDX-License-Identifier: GPL-3.0-or-later
"""A file with puzzles of every kind that version 0.3.0 has saved: everything in it lives on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import pytest
import trimesh

from puzzle_cubes.kinds import KINDS
from tests.blender.puzzles import extent, part, scene_puzzles

RELEASED = Path(__file__).with_name("released.blend")
"""What ``tests/blender/scene/released_blend.py`` has made by version 0.3.0."""

FIRST = {"Cube in One Piece": "box", "Cube as a Kit": "plate_1_x_min", "Pieces": "piece_a", "Burr": "piece_a"}
"""A part of each puzzle that is seen."""

OPERATORS: Any = bpy.ops.puzzle_cubes


@pytest.fixture(params=FIRST)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Open the file, and give the collection of one of its puzzles, which is the active one."""
    bpy.ops.wm.open_mainfile(filepath=str(RELEASED))
    (collection,) = (known for known in scene_puzzles() if known.name == request.param)
    bpy.context.view_layer.objects.active = part(collection.puzzle_cubes, FIRST[request.param])
    return collection


def own(collection: Any) -> Any:
    """Return the dimensions of a puzzle."""
    return getattr(collection.puzzle_cubes, collection.puzzle_cubes.kind)


def longest(collection: Any) -> float:
    """Return the longest side of the seen part of a puzzle, in millimeters."""
    return float(max(extent(part(collection.puzzle_cubes, FIRST[collection.name]), 0.001)))


def test_all_kinds_are_there_as_they_were_set() -> None:
    bpy.ops.wm.open_mainfile(filepath=str(RELEASED))
    made = {collection.name: collection for collection in scene_puzzles()}
    assert made.keys() == FIRST.keys()
    assert {collection.puzzle_cubes.kind for collection in made.values()} <= set(KINDS)
    assert own(made["Cube in One Piece"]).wall == 2.5
    assert (own(made["Cube as a Kit"]).passage, own(made["Cube as a Kit"]).way) == (6.0, "KIT")
    assert (own(made["Pieces"]).cube, own(made["Burr"]).cube) == (12.5, 9.0)


def test_dimensions_are_changed_held_and_undone(opened: Any) -> None:
    name = "wall" if opened.puzzle_cubes.kind == "oskar" else "cube"
    before, value = longest(opened), getattr(own(opened), name)
    setattr(own(opened), name, value + 1.0)
    assert longest(opened) > before + 0.99
    setattr(own(opened), name, value)
    assert longest(opened) == pytest.approx(before, abs=1e-4)
    own(opened).outer_typed = 70.0
    assert own(opened).hold == "OUTER"
    held = longest(opened)
    assert held != before
    own(opened).outer_pinned = False
    assert OPERATORS.rebuild() == {"FINISHED"}
    assert longest(opened) == pytest.approx(held, abs=1e-4)


def test_it_is_checked_and_exported_with_its_steps(opened: Any, tmp_path: Path) -> None:
    assert OPERATORS.check() == {"FINISHED"}
    assert opened.puzzle_cubes.checks
    assert OPERATORS.export(directory=str(tmp_path)) == {"FINISHED"}
    assert any(trimesh.load_mesh(file).is_watertight for file in tmp_path.rglob("*.stl"))
    texts = [file.read_text("utf-8") for file in tmp_path.rglob("assembly.txt")]
    assert [bool(text.strip()) for text in texts] == ([True] if own(opened).way != "ONE_PIECE" else [])
    if own(opened).way != "ONE_PIECE":
        assert OPERATORS.animate_assembly() == {"FINISHED"}


def test_what_is_watched_and_solved_goes_on() -> None:
    bpy.ops.wm.open_mainfile(filepath=str(RELEASED))
    cube: Any = next(collection for collection in scene_puzzles() if collection.name == "Cube in One Piece")
    bpy.context.view_layer.objects.active = cube.puzzle_cubes.carrier
    assert own(cube).watch_line
    assert not part(cube.puzzle_cubes, "box").visible_get()
    assert OPERATORS.remove_watch() == {"FINISHED"}
    assert part(cube.puzzle_cubes, "box").visible_get()
    assert OPERATORS.watch() == {"FINISHED"}
    assert OPERATORS.remove_watch() == {"FINISHED"}
    for operator in (OPERATORS.animate, OPERATORS.show_solution):
        assert operator() == {"FINISHED"}
    cross = part(cube.puzzle_cubes, "cross")
    assert cross.animation_data.action is not None
