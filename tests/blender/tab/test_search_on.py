# SPDX-License-Identifier: GPL-3.0-or-later
"""Search On goes on with the search of the active puzzle, also after the file was saved and opened again."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from tests.blender.oskar.animated import cells_of_keys, solution_of
from tests.blender.puzzles import faces_of, make_puzzle, only_puzzle, part, settings_of

OPERATORS = bpy.ops.puzzle_cubes


def test_it_goes_on_in_place_after_the_file_was_opened_again(tmp_path: Path) -> None:
    group = make_puzzle(size=(4, 4, 4), style="HARD", difficulty="EXTREME", effort=100)
    group.oskar.wall = 2.5
    part(group, "box").location = (1.0, 2.0, 3.0)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "cube.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "cube.blend"))
    collection = only_puzzle()
    before = faces_of(collection)
    for effort in (200, 400, 800):
        assert OPERATORS.search_on() == {"FINISHED"}
        assert settings_of(only_puzzle().puzzle_cubes)["effort"] == effort
    group = collection.puzzle_cubes
    assert faces_of(collection) != before
    assert tuple(part(group, "box").location) == (1, 2, 3)
    assert group.oskar.wall == 2.5


def test_an_animation_goes_along_what_was_found() -> None:
    make_puzzle(size=(4, 4, 4), style="HARD", difficulty="EXTREME", effort=100)
    collection = only_puzzle()
    OPERATORS.animate()
    before = solution_of(collection)
    assert OPERATORS.search_on() == {"FINISHED"}
    assert solution_of(collection) != before
    assert cells_of_keys(collection) == solution_of(collection)


def test_what_no_search_has_made_says_so() -> None:
    make_puzzle(style="CLASSIC")
    assert not OPERATORS.search_on.poll()
    with pytest.raises(RuntimeError, match="The style Classic does not search"):
        OPERATORS.search_on()
