# SPDX-License-Identifier: GPL-3.0-or-later
"""Another puzzle takes the place of the active one, and so does what a search goes on to find.

A difficulty chooses what makes it, and the search before says how long an effort takes on this computer.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

from puzzle_cubes.oskar.maze.space import canonical_form
from puzzle_cubes.oskar.puzzle_texts import puzzle_from_json
from tests.blender.oskar.animated import cells_at, cells_of_keys, solution_of
from tests.blender.puzzles import (
    faces_of,
    installed,
    make_puzzle,
    only_puzzle,
    part,
    parts_apart,
    save_and_open,
    scene_puzzles,
    settings_of,
    vertices,
)


def settings() -> Any:
    """Return what the panel shows of the next puzzle."""
    own = bpy.context.scene.puzzle_cubes.oskar
    own.style, own.size = "PRIM", (3, 3, 3)
    return own


def test_another_has_the_next_seed_and_all_that_was_set_of_the_first() -> None:
    settings().seed = 4
    group = make_puzzle(seed=4, style="PRIM")
    collection = only_puzzle()
    box = part(group, "box")
    box.location, box.rotation_euler = (1.0, 2.0, 3.0), (0.0, 0.0, 0.5)
    group.oskar.wall, group.display, group.folder = 4.0, "WIRE", "//mine"
    bpy.ops.puzzle_cubes.show_solution()
    before, walls = faces_of(collection), vertices(box)
    assert bpy.ops.puzzle_cubes.another() == {"FINISHED"}
    assert only_puzzle() == collection
    assert (settings_of(collection.puzzle_cubes)["seed"], settings().seed) == (5, 5)
    assert faces_of(collection) != before
    assert collection.name == "Oskar's Cube 3x3x3 seed 5"
    assert box.name == "Oskar's Cube 3x3x3 seed 5 Box"
    assert part(group, "box") == box
    assert not np.array_equal(vertices(box)[: len(walls)], walls[: len(vertices(box))])
    assert (tuple(box.location), box.rotation_euler.z) == ((1, 2, 3), 0.5)
    assert (group.oskar.wall, group.display, group.folder) == (4.0, "WIRE", "//mine")
    assert not part(group, "solution").hide_viewport


def test_another_passes_over_what_the_scene_has_however_it_is_turned_or_mirrored() -> None:
    own = settings()
    # There are three puzzles of this size, each of every third seed.
    own.style, own.size = "CLASSIC", (3, 2, 1)
    make_puzzle(size=(3, 2, 1), style="CLASSIC")
    collection = only_puzzle()
    forms = []
    for _ in range(8):
        puzzle = puzzle_from_json(collection.puzzle_cubes.puzzle)
        forms.append(canonical_form(puzzle.size, puzzle.faces, puzzle.start, puzzle.end))
        bpy.ops.puzzle_cubes.another()
    assert all(form != next_form for form, next_form in pairwise(forms))
    assert settings_of(collection.puzzle_cubes)["seed"] > 8
    # Who names a seed gets its puzzle.
    bpy.ops.puzzle_cubes.another(seed=0)
    assert settings_of(collection.puzzle_cubes)["seed"] == 0


def test_another_is_of_the_active_puzzles_kind_whichever_is_chosen_for_the_next() -> None:
    settings()
    make_puzzle(style="PRIM")
    bpy.context.scene.puzzle_cubes.kind = "PACKING"
    assert bpy.ops.puzzle_cubes.another() == {"FINISHED"}
    assert only_puzzle().puzzle_cubes.kind == "oskar"


def test_after_the_last_seed_comes_the_first_whatever_else_is_in_the_scene() -> None:
    bpy.ops.puzzle_cubes.generate(kind="PACKING")
    own = settings()
    own.seed = own.bl_rna.properties["seed"].soft_max - 1
    make_puzzle(style="PRIM", seed=own.seed)
    collection = scene_puzzles()[-1]
    seeds = []
    for _ in range(2):
        bpy.ops.puzzle_cubes.another()
        seeds.append(settings_of(collection.puzzle_cubes)["seed"])
    assert seeds == [own.bl_rna.properties["seed"].soft_max, 0]


def test_another_size_is_made_also_where_the_seed_makes_no_difference() -> None:
    own = settings()
    own.style = "SERPENTINE"
    make_puzzle(size=(3, 3, 3), style="SERPENTINE")
    collection = only_puzzle()
    assert bpy.ops.puzzle_cubes.replace(seed=0, size=(4, 3, 3)) == {"FINISHED"}
    assert only_puzzle() == collection
    assert puzzle_from_json(collection.puzzle_cubes.puzzle).size == (4, 3, 3)
    # The next one has the size of what is there.
    assert tuple(own.size) == (4, 3, 3)


def test_a_damaged_puzzle_in_the_scene_hinders_no_other() -> None:
    settings()
    make_puzzle(style="PRIM")
    only_puzzle().puzzle_cubes.puzzle = "{"
    make_puzzle(style="PRIM", seed=5)
    whole = next(puzzle for puzzle in scene_puzzles() if puzzle.puzzle_cubes.puzzle != "{")
    assert bpy.ops.puzzle_cubes.another() == {"FINISHED"}
    assert settings_of(whole.puzzle_cubes)["seed"] > 0


def test_where_there_is_no_other_it_says_so() -> None:
    own = settings()
    own.style, own.size = "CLASSIC", (2, 1, 1)
    make_puzzle(size=(2, 1, 1), style="CLASSIC")
    before = settings_of(only_puzzle().puzzle_cubes)["seed"]
    with pytest.raises(RuntimeError, match="100 seeds gave only puzzles that the scene has"):
        bpy.ops.puzzle_cubes.another()
    assert settings_of(only_puzzle().puzzle_cubes)["seed"] == before


def test_a_name_of_the_users_own_stays() -> None:
    make_puzzle(style="PRIM")
    only_puzzle().name = "For Ada"
    settings()
    bpy.ops.puzzle_cubes.another()
    assert only_puzzle().name == "For Ada"


def test_a_kit_stays_a_kit_and_an_animation_goes_along_the_new_solution() -> None:
    group = make_puzzle(size=(4, 4, 4), style="PRIM")
    settings().size = (3, 3, 4)
    bpy.ops.puzzle_cubes.animate()
    group.oskar.way = "KIT"
    kit = parts_apart(group)
    bpy.ops.puzzle_cubes.another()
    assert group.oskar.way == "KIT"
    assert parts_apart(group) == kit
    assert not group.problem
    group.oskar.way = "ONE_PIECE"
    solution = solution_of(only_puzzle())
    scene = bpy.context.scene
    assert cells_at(only_puzzle(), scene.frame_start) == pytest.approx(solution[0], abs=1e-3)
    assert cells_at(only_puzzle(), scene.frame_end) == pytest.approx(solution[-1], abs=1e-3)


def test_where_meshes_must_not_be_replaced_it_is_refused() -> None:
    make_puzzle(style="PRIM")
    settings()
    before = only_puzzle().puzzle_cubes.puzzle
    bpy.ops.object.mode_set(mode="EDIT")
    with pytest.raises(RuntimeError, match="is in Edit Mode"):
        bpy.ops.puzzle_cubes.another()
    assert only_puzzle().puzzle_cubes.puzzle == before


def test_a_difficulty_chooses_the_style_that_makes_it() -> None:
    own = bpy.context.scene.puzzle_cubes.oskar
    assert (own.style, own.difficulty, own.effort_choice) == ("HARD", "HARD", "QUICK")
    own.style = "PRIM"
    own.difficulty = "MEDIUM"
    assert own.style == "HARD"


def test_a_script_gets_the_first_way_to_print_whatever_stands_there() -> None:
    make_puzzle(seed=4).oskar.way = "KIT"
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=5)
    assert sorted(puzzle.puzzle_cubes.oskar.way for puzzle in scene_puzzles()) == ["KIT", "ONE_PIECE"]


def test_a_search_goes_on_in_place_with_its_animation_after_the_file_was_opened_again(tmp_path: Path) -> None:
    # A difficulty alone chooses the style.
    group = make_puzzle(size=(4, 4, 4), difficulty="EXTREME", effort=100)
    group.oskar.wall = 2.5
    bpy.ops.puzzle_cubes.animate()
    save_and_open(tmp_path)
    collection = only_puzzle()
    group, before = collection.puzzle_cubes, faces_of(collection)
    for effort in (200, 400, 800):
        assert bpy.ops.puzzle_cubes.search_on() == {"FINISHED"}
        assert settings_of(group)["effort"] == effort
    assert faces_of(collection) != before
    assert cells_of_keys(collection) == solution_of(collection)
    part(group, "box").location = (1.0, 2.0, 3.0)
    bpy.ops.puzzle_cubes.search_on()
    assert tuple(part(group, "box").location) == (1, 2, 3)
    assert group.oskar.wall == 2.5


def test_what_no_search_has_made_says_so() -> None:
    make_puzzle(style="CLASSIC")
    assert not bpy.ops.puzzle_cubes.search_on.poll()
    with pytest.raises(RuntimeError, match="The style Classic does not search"):
        bpy.ops.puzzle_cubes.search_on()


def test_a_search_shows_how_long_others_take_at_most() -> None:
    search, kind = installed("blender_addon.tab.search_on"), installed("core.kinds").KINDS["oskar"]
    search.PACES.clear()
    values = kind.defaults | {"style": "hard", "effort": 20_000}
    assert search.time_for(kind, values) == ""
    half = installed("core.kind.kind").Progress(1, 1, 0.5, None)
    # What is over at once shows nothing.
    search.keep_pace(kind, values, half, 0.09)
    assert search.time_for(kind, values) == ""
    search.keep_pace(kind, values, half, 2.0)
    assert search.time_for(kind, values) == "up to 4 s"
    assert search.time_for(kind, values | {"effort": 80_000}) == "up to 15 s"
    assert search.time_for(kind, values | {"style": "prim"}) == ""


def test_how_long_a_search_takes_is_known_from_the_first_puzzle_that_was_made() -> None:
    search, kind = installed("blender_addon.tab.search_on"), installed("core.kinds").KINDS["oskar"]
    search.PACES.clear()
    make_puzzle(size=(4, 4, 4), style="HARD", difficulty="EXTREME", effort=4000)
    assert search.time_for(kind, kind.defaults | {"style": "hard", "effort": 80_000}).startswith("up to ")
