# SPDX-License-Identifier: GPL-3.0-or-later
"""Films: at each frame the pieces fill the very cells of the solution, or of the placement, whose turn it is."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import bpy
import pytest
from mathutils import Vector

from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.model.assembly import placement
from puzzle_cubes.packing.model.dimensions import copies
from puzzle_cubes.polycubes.shape import Cell
from tests.blender.packing.test_packing_scene import made, pieces
from tests.blender.puzzles import installed, scene_puzzle

OPERATORS: Any = bpy.ops.puzzle_cubes
SECONDS, EACH = 0.25, 6
"""Of each solution, and its frames at Blender's 24 a second."""


def filled(collection: Any) -> dict[str, set[Cell]]:
    """Return the cells that each piece that is seen fills in the box, by its object's place and turn."""
    bpy.context.view_layer.update()
    places = installed("blender_addon.packing.view")
    built = places.built_pieces(scene_puzzle())
    own = collection.puzzle_cubes.packing
    content = puzzle_from_json(collection.puzzle_cubes.puzzle)
    x, y, _ = (-cells * own.cube / 2 for cells in content.goal.size)
    corner, half = Vector((x, y, own.tray_wall - own.inset)), Vector((0.5, 0.5, 0.5))
    cells_of = {}
    for key, piece in pieces(collection).items():
        middles = [corner + own.cube * (Vector(cell) + half) for cell in built[key].cells]
        world = [1000 * (piece.matrix_world @ ((middle - Vector(built[key].assembled)) / 1000)) for middle in middles]
        cells = [(place - corner) / own.cube - half for place in world]
        assert all(abs(value - round(value)) < 1e-3 for cell in cells for value in cell)
        cells_of[key] = {(round(cell.x), round(cell.y), round(cell.z)) for cell in cells}
    return cells_of


def in_solution(collection: Any, number: int) -> dict[str, set[Cell]]:
    """Return the cells that each piece fills in a solution."""
    content = puzzle_from_json(collection.puzzle_cubes.puzzle)
    return {copy.key: {*copy.cells} for copy in copies(content, number) if copy.cells}


def is_solution(collection: Any, frame: int, number: int) -> bool:
    """Report whether the pieces lie as in a solution at a frame."""
    bpy.context.scene.frame_set(frame)
    return filled(collection) == in_solution(collection, number)


def are_animated(collection: Any) -> bool:
    """Report whether a piece has keys."""
    owners = [item.part.animation_data for item in collection.puzzle_cubes.parts]
    return any(owner is not None and owner.action is not None for owner in owners)


def key_curves(collection: Any) -> list[Any]:
    """Return the curves that animate the pieces."""
    known = installed("blender_addon.data.animation_keys").animating_curves
    return [curve for item in collection.puzzle_cubes.parts for curve in known(item.part)]


def rendered(collection: Any) -> set[str]:
    """Return the keys of the parts that are rendered."""
    return {item.name for item in collection.puzzle_cubes.parts if not item.part.hide_render}


def film() -> Any:
    """Make the film of a puzzle with 26 solutions, taken apart before, and return its collection."""
    collection = made(puzzle="DIABOLICAL")
    collection.puzzle_cubes.explode = 0.5
    collection.puzzle_cubes.packing.solution = 5
    assert OPERATORS.animate_solutions(seconds_each=SECONDS) == {"FINISHED"}
    return collection


def test_at_each_frame_of_a_film_the_pieces_lie_as_in_its_solution() -> None:
    scene = bpy.context.scene
    scene.frame_start = 11
    collection = film()
    assert (scene.frame_current, scene.frame_end) == (11, 10 + 26 * EACH)
    for number in range(26):
        begin = 11 + number * EACH
        assert is_solution(collection, begin, number + 1)
        assert is_solution(collection, begin + EACH - 1, number + 1)
    assert len({str(sorted(in_solution(collection, number).items())) for number in range(1, 27)}) == 26
    assert all(collection.puzzle_cubes.parts[name].part.hide_render for name in ("tray", "lid"))


def test_a_film_follows_what_is_changed() -> None:
    collection = film()
    own = collection.puzzle_cubes.packing
    own.cube = 20.0
    assert is_solution(collection, 1 + 6 * EACH, 7)
    own.solution = 17
    for number in (1, 5, 17, 26):
        assert is_solution(collection, number * EACH, number)
    assert OPERATORS.rebuild(cube=15.0) == {"FINISHED"}
    assert is_solution(collection, 26 * EACH, 26)
    own.view = "GAME"
    assert not are_animated(collection)
    assert bpy.context.scene.frame_end == 250


def test_a_film_of_which_one_key_was_left_follows_what_is_changed() -> None:
    collection = film()
    for curve in key_curves(collection):
        while len(curve.keyframe_points) > 1:
            curve.keyframe_points.remove(curve.keyframe_points[-1])
    collection.puzzle_cubes.packing.cube = 20.0
    assert is_solution(collection, 1, 1)
    assert is_solution(collection, 1 + 6 * 2, 7)


def test_removed_all_is_as_it_was() -> None:
    collection = film()
    assert OPERATORS.remove_assembly() == {"FINISHED"}
    group, scene = collection.puzzle_cubes, bpy.context.scene
    assert (group.explode, scene.frame_end) == (0.5, 250)
    assert not group.parts["tray"].part.hide_viewport
    group.explode = 0.0
    for frame in (1, 100):
        scene.frame_set(frame)
        assert filled(collection) == in_solution(collection, 5)
    assert not bpy.data.actions


def test_the_assembly_takes_the_place_of_a_film_and_a_film_that_of_an_assembly() -> None:
    collection = film()
    scene = bpy.context.scene
    assert OPERATORS.animate_assembly() == {"FINISHED"}
    scene.frame_set(scene.frame_end)
    assert filled(collection) == in_solution(collection, 5)
    assert not collection.puzzle_cubes.parts["tray"].part.hide_viewport
    assert OPERATORS.animate_solutions(seconds_each=2.0) == {"FINISHED"}
    assert is_solution(collection, 26 * 2 * 24, 26)
    # Who asks for no other time gets the last one.
    for values in ({"seconds_each": SECONDS}, {}):
        assert OPERATORS.animate_solutions(**values) == {"FINISHED"}
        assert scene.frame_end == 26 * EACH


def test_another_puzzle_in_its_place_has_no_film() -> None:
    collection = made(puzzle="DESIGN", design=5, seed=4)
    assert OPERATORS.animate_solutions() == {"FINISHED"}
    assert OPERATORS.replace(puzzle="DESIGN", design=5, seed=5) == {"FINISHED"}
    assert not are_animated(collection)
    assert bpy.context.scene.frame_end == 250


@pytest.mark.parametrize(("number", "count"), [(1, 72), (6, 96)])
def test_a_film_of_the_places_of_a_piece_shows_each(number: int, count: int) -> None:
    collection = made()
    own = collection.puzzle_cubes.packing
    own.view, own.piece = "PLACES", number
    assert OPERATORS.animate_solutions(seconds_each=SECONDS) == {"FINISHED"}
    content = puzzle_from_json(collection.puzzle_cubes.puzzle)
    scene, seen = bpy.context.scene, set()
    assert scene.frame_end == count * EACH
    for place in range(1, count + 1):
        scene.frame_set(place * EACH)
        (cells,) = filled(collection).values()
        assert cells == {*(placement(content, number - 1, place) or ())}
        seen.add(frozenset(cells))
    assert len(seen) == count
    # Another piece takes its place.
    own.piece = 3
    scene.frame_set(20 * EACH)
    (cells,) = filled(collection).values()
    assert cells == {*(placement(content, 2, 20) or ())}
    assert OPERATORS.remove_assembly() == {"FINISHED"}
    assert own.view == "PLACES"
    assert len(pieces(collection)) == 1


def test_what_cannot_be_a_film_is_refused_and_changes_nothing() -> None:
    collection = made(puzzle="SOMA")
    bpy.context.scene.render.fps = 120
    with pytest.raises(RuntimeError, match="the last one that Blender has is"):
        OPERATORS.animate_solutions(seconds_each=600.0)
    assert bpy.context.scene.frame_end == 250
    assert not bpy.data.actions
    assert collection.puzzle_cubes.packing.seconds_each == 2.0


def test_a_film_shows_whole_pieces_where_parts_are_printed() -> None:
    collection = made(puzzle="DESIGN", design=4, seed=2, most_solutions=10)
    collection.puzzle_cubes.packing.way = "CUT"
    cut = rendered(collection)
    assert OPERATORS.animate_solutions(seconds_each=SECONDS) == {"FINISHED"}
    assert is_solution(collection, 1, 1)
    assert rendered(collection) == {f"piece_{letter}" for letter in "abcd"}
    assert OPERATORS.remove_assembly() == {"FINISHED"}
    assert not are_animated(collection)
    assert rendered(collection) == cut


def test_a_film_of_the_search_puts_pieces_in_and_takes_them_out_until_all_lie() -> None:
    collection, scene = made(puzzle="MEGARON"), bpy.context.scene
    assert OPERATORS.animate_solutions(film="SEARCH", seconds_each=SECONDS) == {"FINISHED"}
    content = puzzle_from_json(collection.puzzle_cubes.puzzle)
    goal, counts = {*content.goal.cells}, []
    frames = range(scene.frame_start, scene.frame_end + 1, EACH)
    for frame in frames:
        scene.frame_set(frame)
        cells = filled(collection)
        inside = [some for some in cells.values() if some & goal]
        # Those in the box lie in it whole, and none where another one lies, nor where one waits.
        assert all(some <= goal for some in inside)
        assert len(set.union(*cells.values())) == sum(map(len, cells.values()))
        counts.append(len(inside))
    assert counts[-1] == len(cells)
    assert any(after <= before for before, after in pairwise(counts))
    collection.puzzle_cubes.packing.film = "SOLUTIONS"
    OPERATORS.animate_solutions(seconds_each=SECONDS)
    assert is_solution(collection, 1, 1)
