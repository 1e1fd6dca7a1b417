# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle's code is shown, and makes that very puzzle; a damaged one is refused and nothing changes."""

from __future__ import annotations

import json

import bpy
import pytest

from tests.blender.puzzles import make_puzzle, scene_puzzles

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
