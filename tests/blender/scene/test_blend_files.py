# SPDX-License-Identifier: GPL-3.0-or-later
"""A .blend file that version 0.3.0 has saved lives on; damaged data, or that of a newer version, gives a sentence."""

from __future__ import annotations

import json
from contextlib import redirect_stderr
from functools import partial
from io import StringIO
from math import inf, nan
from pathlib import Path
from typing import Any

import bpy
import pytest
import trimesh

from tests.blender.fuzz.blend_files import put_raw
from tests.blender.puzzles import (
    extent,
    installed,
    make_puzzle,
    part,
    parts_apart,
    refusal,
    scene_puzzle,
    scene_puzzles,
)
from tests.core.export.written import folder_state

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
    assert {collection.puzzle_cubes.kind for collection in made.values()} == {"oskar", "packing", "burr"}
    assert own(made["Cube in One Piece"]).wall == 2.5
    assert (own(made["Cube as a Kit"]).passage, own(made["Cube as a Kit"]).way) == (6.0, "KIT")
    assert (own(made["Pieces"]).cube, own(made["Burr"]).cube) == (12.5, 9.0)


def test_the_panel_shows_the_dimensions_that_are_kept(opened: Any) -> None:
    kept = own(opened)
    shown = getattr(opened.puzzle_cubes.carrier.puzzle_cubes_lengths, f"{opened.puzzle_cubes.kind}_mm")
    assert shown.outer > 0
    for name in ("wall", "passage") if opened.puzzle_cubes.kind == "oskar" else ("cube", "inset"):
        assert getattr(shown, name) == pytest.approx(getattr(kept, name))


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


@pytest.mark.parametrize(
    "values",
    [{"kind": "board_burr"}, {"kind": "x" * 5000}, {"format": 3}, {"kind": ""}],
    ids=lambda case: str(case)[:20],
)
def test_a_puzzle_that_only_a_newer_version_knows_is_left_as_it_is(values: dict[str, Any], tmp_path: Path) -> None:
    group = make_puzzle()
    for name, value in values.items():
        setattr(group, name, value)
    errors = StringIO()
    with redirect_stderr(errors):
        group.display = "WIRE"
        group.oskar.wall = 4.0
        group.explode = 0.3
        group.display = "SOLID"
    # What Blender calls when a property changes has no other place to say what went wrong.
    assert "Traceback" not in errors.getvalue()
    # It is no puzzle to work on.
    assert "Select an object of a puzzle" in refusal(bpy.ops.puzzle_cubes.rebuild)
    assert "Select an object of a puzzle" in refusal(bpy.ops.puzzle_cubes.export, directory=str(tmp_path))
    assert not folder_state(tmp_path)


DAMAGES: dict[str, Any] = {
    "cut off": lambda data: json.dumps(data)[:-5],
    "no object": lambda _: "7",
    "nested": lambda _: "[" * 100_000,
    "another format": lambda data: json.dumps({**data, "format": 99}),
    "no dimensions": lambda data: json.dumps({**data, "dimensions": None}),
    "an unknown dimension": lambda data: json.dumps({**data, "dimensions": {"color": 1}}),
    "a text for a dimension": lambda data: json.dumps({**data, "dimensions": {"wall": "thick"}}),
    "no scale": lambda data: json.dumps({**data, "meters_per_unit": 0}),
    "an endless scale": lambda data: json.dumps({**data, "meters_per_unit": inf}),
    "a place too few": lambda data: json.dumps({**data, "laid": {key: {} for key in data["laid"]}}),
    "a place of two": lambda data: json.dumps(
        {**data, "laid": {key: {**place, "printed": [0, 0]} for key, place in data["laid"].items()}}
    ),
    "a bed far away": lambda data: json.dumps(
        {**data, "laid": {key: {**place, "bed": 10**9} for key, place in data["laid"].items()}}
    ),
}


def test_what_was_built_is_built_anew_where_it_cannot_be_read(subtests: pytest.Subtests) -> None:
    group = make_puzzle(size=(2, 2, 2))
    group.oskar.way = "KIT"
    good = json.loads(group.built)
    assert good["laid"]
    for name, damage in DAMAGES.items():
        with subtests.test(damage=name):
            group.built = damage(good)
            errors = StringIO()
            with redirect_stderr(errors):
                group.display = "SOLID"
                group.explode = 0.3
                group.display = "WIRE"
                group.oskar.way = "ONE_PIECE"
                group.oskar.way = "KIT"
                group.explode = 1.0
            assert "Traceback" not in errors.getvalue()
            bpy.ops.puzzle_cubes.rebuild()
            assert json.loads(group.built) == good
            assert len(parts_apart(group)) == len(good["laid"])


def test_what_another_version_divided_in_another_way_is_made_anew_before_it_is_exported(tmp_path: Path) -> None:
    group = make_puzzle(size=(2, 2, 2))
    group.oskar.way = "KIT"
    data = json.loads(group.built)
    data["laid"]["handle"] = data["laid"].pop("plate_1_x_min")
    group.built = json.dumps(data)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    files = folder_state(tmp_path)
    assert "plate_1_x_min.stl" in files
    bpy.ops.puzzle_cubes.rebuild()
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    assert folder_state(tmp_path) == files


def test_checks_that_cannot_be_read_are_none() -> None:
    group = make_puzzle(size=(2, 2, 2))
    bpy.ops.puzzle_cubes.check()
    kept_report = installed("blender_addon.tab.checking").kept_report
    good = group.checks
    for text in (
        *("{", "7", "[]", "[" * 100, '{"lines": [7]}'),
        *('{"lines": [{"level": "x"}], "for": 1}', '{"lines": [], "taken": [1], "for": 1}'),
        good.replace('"instead": null', '"instead": {"way": "other", "words": "so"}', 1),
        # Of another version.
        *(json.dumps(json.loads(good) | {"format": version}) for version in (1, 99)),
    ):
        group.checks = good
        assert kept_report(scene_puzzle(), bpy.context.scene)
        group.checks = text
        assert kept_report(scene_puzzle(), bpy.context.scene) is None, text


@pytest.mark.parametrize(
    "place", ["way", "display", "kind", "style", "start_choice", "effort_choice", "material", "label_text"]
)
def test_an_item_of_a_list_that_only_another_version_knows_is_the_first_one(place: str, tmp_path: Path) -> None:
    group, scene = make_puzzle(size=(2, 2, 2)), bpy.context.scene.puzzle_cubes
    owner = next(data for data in (group.oskar, group, scene, scene.oskar) if place in data.bl_rna.properties)
    put_raw(scene if place == "kind" else owner, place, 12345)
    bpy.ops.puzzle_cubes.rebuild()
    bpy.ops.puzzle_cubes.check()
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    bpy.ops.puzzle_cubes.generate("INVOKE_DEFAULT")
    assert len(bpy.context.scene.collection.children) == 2


@pytest.mark.parametrize("length", [nan, inf, -1.0])
def test_a_bed_that_cannot_be_is_refused_by_the_export(length: float, tmp_path: Path) -> None:
    make_puzzle(size=(2, 2, 2))
    bpy.context.scene.puzzle_cubes.bed_y = length
    assert "Bed y is" in refusal(bpy.ops.puzzle_cubes.export, directory=str(tmp_path))
    assert not folder_state(tmp_path)


TEXTS = ("puzzle", "built", "checks", "problem", "displayed", "by_hand", "folder", "opened_from", "exported")


@pytest.mark.parametrize("name", TEXTS)
def test_bytes_that_are_no_text_damage_that_puzzle_alone(name: str, tmp_path: Path) -> None:
    first = make_puzzle(size=(2, 2, 2), seed=1)
    bpy.ops.puzzle_cubes.check()
    make_puzzle(size=(2, 2, 3), seed=2, wall=3.5)
    if name not in {"puzzle", "built", "checks"}:
        setattr(first, name, "is nowhere else in the file")
    text = getattr(first, name).encode()
    file = tmp_path / "damaged.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(file), compress=False)
    data = file.read_bytes()
    assert text in data
    file.write_bytes(data.replace(text, b"\xff\xfe" + text[2:]))
    bpy.ops.wm.open_mainfile(filepath=str(file))
    damaged, sound = bpy.context.scene.collection.children
    for collection in (sound, damaged):
        bpy.context.view_layer.objects.active = next(part for part in collection.all_objects if part.type == "MESH")
        export = partial(bpy.ops.puzzle_cubes.export, directory=str(tmp_path / collection.name))
        for operator in (bpy.ops.puzzle_cubes.rebuild, bpy.ops.puzzle_cubes.check, export):
            if collection is damaged and name == "puzzle":
                assert "is damaged" in refusal(operator)
            else:
                assert operator() == {"FINISHED"}
