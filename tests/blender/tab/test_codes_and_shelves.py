# SPDX-License-Identifier: GPL-3.0-or-later
"""A code makes the very puzzle that shows it, and a row of a shelf becomes its puzzle.

A damaged code is refused, and nothing changes; a shelf's rows are shown as they are asked for.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
import pytest

from puzzle_cubes.shelf.shelf import Shelf
from tests.blender.puzzles import make_puzzle, only_puzzle, scene_puzzles
from tests.blender.tab.small_shelf import SEEDS, small_shelf

pytestmark = pytest.mark.once


def test_the_shown_code_makes_the_same_puzzle() -> None:
    first = make_puzzle(size=(4, 3, 3), seed=7)
    assert first.code.startswith("M")
    assert bpy.ops.puzzle_cubes.from_code(code=first.code.lower().replace("-", " "), wall=4.5) == {"FINISHED"}
    second = scene_puzzles()[-1].puzzle_cubes
    assert len(scene_puzzles()) == 2
    content, second_content = json.loads(first.puzzle), json.loads(second.puzzle)
    assert {name: content[name] for name in content if name != "settings"} == {
        name: second_content[name] for name in second_content if name != "settings"
    }
    assert (second.code, second.oskar.wall) == (first.code, 4.5)


def test_a_code_says_its_kind() -> None:
    assert bpy.ops.puzzle_cubes.from_code(code="PREXH-QHDGV-F62PZ-PWC") == {"FINISHED"}
    (made,) = scene_puzzles()
    assert made.puzzle_cubes.kind == "packing"
    assert made.puzzle_cubes.code == "PREXH-QHDGV-F62PZ-PWC"


def test_what_is_typed_over_a_code_changes_nothing() -> None:
    group = make_puzzle()
    before = group.code
    group.code = "M1YZ9-68V4F-J"
    assert group.code == before


@pytest.mark.parametrize("code", ["", "M1YZ9-68V4F-K", "M1YZ9-68V4-J", "hello", "M1YZ9#68V4F-J"])
def test_a_damaged_code_is_refused(code: str) -> None:
    with pytest.raises(RuntimeError, match="Code is "):
        bpy.ops.puzzle_cubes.from_code(code=code)
    assert not scene_puzzles()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_shelf(tmp_path_factory.mktemp("shelf") / "small.shelf")


@pytest.fixture
def shown() -> Any:
    """The panel's request, as it is at first."""
    group = bpy.context.window_manager.puzzle_cubes_shelf
    for name in ("where", "lowest", "unique", "by_oskar", "by_packing", "filepath"):
        group.property_unset(name)
    return group


def test_rows_are_shown_sorted_and_chosen(file: Path, shown: Any) -> None:
    assert bpy.ops.puzzle_cubes.open_shelf(filepath=str(file)) == {"FINISHED"}
    assert len(shown.rows) == len(SEEDS)
    shown.by_oskar, shown.where, shown.lowest, shown.unique = "BITS", "dead_ends < 6 and bits > 2", True, True
    assert bpy.ops.puzzle_cubes.show_rows() == {"FINISHED"}
    with Shelf(file) as shelf:
        expected = [row for row in shelf.rows("oskar", unique=True) if row.figures["dead_ends"] == 5]
    expected.sort(key=lambda row: (row.figures["bits"], row.seed))
    assert 0 < len(expected) < len(SEEDS)
    assert [(row.seed, row.figure) for row in shown.rows] == [
        (row.seed, f"{row.figures['bits']:.10g}") for row in expected
    ]
    assert shown.count == f"{len(expected)} of {len(SEEDS)}"


def test_the_kind_that_is_made_next_is_shown(file: Path, shown: Any) -> None:
    bpy.context.scene.puzzle_cubes.kind = "PACKING"
    bpy.ops.puzzle_cubes.open_shelf(filepath=str(file))
    assert shown.kind == "packing"
    assert [float(row.figure) for row in shown.rows] == sorted((float(row.figure) for row in shown.rows), reverse=True)


def test_a_shelf_of_another_kind_shows_what_it_has(tmp_path: Path, shown: Any) -> None:
    only = small_shelf(tmp_path / "packing.shelf", ["packing"])
    bpy.context.scene.puzzle_cubes.kind = "OSKAR"
    bpy.ops.puzzle_cubes.open_shelf(filepath=str(only))
    assert (shown.kind, shown.count) == ("packing", f"{len(shown.rows)} of {len(SEEDS)}")
    assert len(shown.rows) > 0


@pytest.mark.parametrize("kind", ["OSKAR", "PACKING"])
def test_a_row_becomes_a_live_puzzle(kind: str, file: Path) -> None:
    assert bpy.ops.puzzle_cubes.from_shelf(filepath=str(file), kind=kind, series=1 + (kind == "PACKING"), seed=3) == {
        "FINISHED"
    }
    made = only_puzzle().puzzle_cubes
    assert made.kind == kind.lower()
    with Shelf(file) as shelf:
        assert made.code == next(row.code for row in shelf.rows(made.kind) if row.seed == 3)
    if kind == "OSKAR":
        assert json.loads(made.puzzle)["settings"]["seed"] == 3
        assert only_puzzle().name == "Oskar's Cube 3x2x2 seed 3"


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("open_shelf", {"filepath": __file__}, "cannot be read"),
        ("open_shelf", {"filepath": "/nowhere/x.shelf"}, "No such file"),
        ("from_shelf", {"seed": 99}, "has no row of the seed 99"),
        ("from_shelf", {"filepath": ""}, "There is no row to take"),
    ],
)
def test_what_is_not_there_is_refused(name: str, arguments: dict[str, Any], sentence: str, file: Path) -> None:
    with pytest.raises(RuntimeError, match=sentence):
        getattr(bpy.ops.puzzle_cubes, name)(**{"filepath": str(file)} | arguments)
    assert not scene_puzzles()


def test_the_row_that_was_taken_last_is_not_the_next_one() -> None:
    # Blender fills in what an operator was called with the last time, where it is called by a key.
    assert bpy.ops.puzzle_cubes.from_shelf.get_rna_type().properties["filepath"].is_skip_save


def test_a_path_that_is_typed_brings_its_rows_or_says_why_not(tmp_path: Path, shown: Any) -> None:
    shown.filepath = typed = str(small_shelf(tmp_path / "typed.shelf", ["packing"]))
    assert (shown.shown, len(shown.rows), shown.problem) == (typed, len(SEEDS), "")
    shown.filepath = str(tmp_path / "nowhere.shelf")
    assert "No such file" in shown.problem
    assert shown.shown == typed
    shown.filepath = typed
    assert (shown.problem, len(shown.rows)) == ("", len(SEEDS))


def test_a_condition_that_is_none_is_refused_and_the_rows_stay(file: Path, shown: Any) -> None:
    bpy.ops.puzzle_cubes.open_shelf(filepath=str(file))
    before = [row.seed for row in shown.rows]
    shown.where = "length; DROP TABLE rows_oskar"
    with pytest.raises(RuntimeError, match="Condition is "):
        bpy.ops.puzzle_cubes.show_rows()
    assert [row.seed for row in shown.rows] == before
