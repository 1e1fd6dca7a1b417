# SPDX-License-Identifier: GPL-3.0-or-later
"""Playing without a window: refusals, the keys, and that the cross is kept where a game has left it."""

from __future__ import annotations

from math import radians
from types import SimpleNamespace
from typing import Any

import bpy
import pytest
from mathutils import Euler, Matrix

from tests.blender.oskar.animated import cells_at, solution_of
from tests.blender.puzzles import installed, make_puzzle, part, scene_puzzle

GAMES = {"OSKAR": ("play", "draw_walls"), "PACKING": ("play_pieces", "draw_pieces")}


def keys() -> Any:
    """Return the module of the keys that games share."""
    return installed("blender_addon.window.game")


@pytest.mark.parametrize("call", ["EXEC_DEFAULT", "INVOKE_DEFAULT"])
@pytest.mark.parametrize(("kind", "game"), [(kind, game) for kind, games in GAMES.items() for game in games])
def test_without_a_window_there_is_nothing_to_play(kind: str, game: str, call: str) -> None:
    bpy.ops.puzzle_cubes.generate(kind=kind)
    what = "Play" if game.startswith("play") else "Drawing"
    with pytest.raises(RuntimeError, match=f"{what} needs a 3D view in a window"):
        getattr(bpy.ops.puzzle_cubes, game)(call)


def test_in_another_mode_playing_is_refused() -> None:
    make_puzzle()
    bpy.ops.object.mode_set(mode="EDIT")
    with pytest.raises(RuntimeError, match="Go back to Object Mode first"):
        bpy.ops.puzzle_cubes.play()


def test_a_refused_game_hides_and_shows_nothing() -> None:
    group = make_puzzle()
    bpy.ops.puzzle_cubes.watch()
    parts = [part(group, key) for key in ("box", "cross")]
    for shown in parts:
        shown.hide_viewport = False
    parts[1].hide_set(True)

    def hidden() -> list[bool]:
        return [flag for owner in parts for flag in (owner.hide_viewport, owner.hide_render)]

    before = hidden()
    play = installed("blender_addon.oskar.play").Play
    with pytest.raises(ValueError, match="The cross is hidden"):
        play.set_up(SimpleNamespace(), bpy.context, scene_puzzle(), 0)
    assert hidden() == before
    bpy.ops.puzzle_cubes.remove_watch()
    assert hidden() == [False] * 4


def test_without_a_puzzle_every_button_says_what_to_do() -> None:
    for name in (
        *("play", "animate", "remove_animation", "add_turntable", "remove_turntable", "show_solution"),
        *("watch", "remove_watch", "put_cross", "check", "another", "remove"),
    ):
        with pytest.raises(RuntimeError, match="Select an object of a puzzle, or generate one first"):
            getattr(bpy.ops.puzzle_cubes, name)()


def view_from(*angles: float) -> Any:
    """Return a view whose camera was turned by angles in degrees, as Blender turns an object."""
    turned = Euler([radians(angle) for angle in angles]).to_matrix().to_4x4()
    return SimpleNamespace(view_matrix=turned.inverted())


FROM_ABOVE, FROM_FRONT, FROM_RIGHT = (0, 0, 0), (90, 0, 0), (90, 0, 90)


@pytest.mark.parametrize(
    ("angles", "right", "up", "away"),
    [
        (FROM_ABOVE, (0, 1), (1, 1), (2, -1)),
        (FROM_FRONT, (0, 1), (2, 1), (1, 1)),
        (FROM_RIGHT, (1, 1), (2, 1), (0, -1)),
    ],
)
def test_the_keys_lead_where_they_point_in_the_view(angles: Any, right: Any, up: Any, away: Any) -> None:
    moves = keys().moves_in_view(view_from(*angles), Matrix())
    assert [moves[key] for key in "DWE"] == [right, up, away]
    assert [moves[key] for key in "ASQ"] == [(axis, -step) for axis, step in (right, up, away)]
    arrows = ("RIGHT_ARROW", "LEFT_ARROW", "UP_ARROW", "DOWN_ARROW", "PAGE_UP", "PAGE_DOWN")
    assert [moves[arrow] for arrow in arrows] == [moves[letter] for letter in "DAWSEQ"]


def test_a_box_that_was_turned_is_played_as_it_is_seen() -> None:
    quarter = Matrix.Rotation(radians(90), 4, "Z") @ Matrix.Scale(3, 4)
    moves = keys().moves_in_view(view_from(*FROM_FRONT), quarter)
    assert [moves[key] for key in "DWE"] == [(1, -1), (2, 1), (0, 1)]


def test_blender_knows_all_the_keys() -> None:
    known = set(bpy.types.Event.bl_rna.properties["type"].enum_items.keys())
    module, own = keys(), installed("blender_addon.oskar.play_drawing")
    used = {*module.KEYS, *module.KEEP, own.HINT, own.TAKE_BACK, own.RESTART, module.LEAVE}
    assert used <= known
    passed = {kind for kind in known if module.is_for_blender(kind, ctrl=False, alt=False)}
    assert not used & passed
    assert {"MIDDLEMOUSE", "WHEELUPMOUSE", "WHEELDOWNMOUSE", "NUMPAD_7", "NUMPAD_PLUS", "NUMPAD_PERIOD"} <= passed
    assert {"MOUSEMOVE", "TIMER", "TRACKPADPAN", "TRACKPADZOOM", "MOUSEROTATE", "NDOF_MOTION"} <= passed
    assert not {"LEFTMOUSE", "RIGHTMOUSE", "Z", "X", "DEL", "TAB", "SPACE", "F3"} & passed
    assert not module.is_for_blender("NUMPAD_0", ctrl=True, alt=True)
    assert not module.is_for_blender("WHEELUPMOUSE", ctrl=False, alt=True)


def test_the_cross_stays_where_it_was_left_when_a_dimension_changes() -> None:
    group = make_puzzle(size=(4, 3, 5), seed=2)
    collection = group.id_data
    start, *_, left = solution_of(collection)[:4]
    assert tuple(group.oskar.cross_position) == start
    group.oskar.cross_position = left
    group.oskar.wall = 4.0
    assert cells_at(collection, 1) == pytest.approx(left, abs=1e-3)
    bpy.ops.puzzle_cubes.rebuild(wall=2.0)
    assert cells_at(collection, 1) == pytest.approx(left, abs=1e-3)
    bpy.ops.puzzle_cubes.animate()
    bpy.ops.puzzle_cubes.remove_animation()
    assert cells_at(collection, 1) == pytest.approx(left, abs=1e-3)


@pytest.mark.parametrize("position", [(-1, -1, -1), (4, 0, 0), (0, 3, 0), (9, 9, 9)])
def test_a_cross_that_was_left_nowhere_stands_at_the_start(position: tuple[int, int, int]) -> None:
    group = make_puzzle(size=(4, 3, 5), seed=2)
    group.oskar.cross_position, group.oskar.wall = position, 4.0
    assert cells_at(group.id_data, 1) == pytest.approx(solution_of(group.id_data)[0], abs=1e-3)


def test_the_solution_is_shown_and_hidden() -> None:
    trace = part(make_puzzle(), "solution")
    for shown in (True, False, True):
        assert bpy.ops.puzzle_cubes.show_solution() == {"FINISHED"}
        assert trace.visible_get() == shown
        assert trace.hide_render != shown
    # However it was hidden, one press shows it.
    trace.hide_viewport = True
    bpy.ops.puzzle_cubes.show_solution()
    assert trace.visible_get()


def test_walls_are_looked_through_while_the_solution_is_shown() -> None:
    group = make_puzzle()
    cross = part(group, "cross")
    bpy.ops.puzzle_cubes.show_solution()
    assert (group.display, part(group, "box").display_type) == ("GLASS", "WIRE")
    assert not cross.visible_get()
    assert not bpy.context.selected_objects
    bpy.ops.puzzle_cubes.show_solution()
    assert (group.display, part(group, "box").display_type) == ("SOLID", "TEXTURED")
    assert cross.visible_get()
    # A cross that goes along it stays, and one that is to go along it comes back.
    bpy.ops.puzzle_cubes.animate()
    bpy.ops.puzzle_cubes.show_solution()
    assert cross.visible_get()
    bpy.ops.puzzle_cubes.remove_animation()
    for _ in range(2):
        bpy.ops.puzzle_cubes.show_solution()
    assert not cross.visible_get()
    bpy.ops.puzzle_cubes.animate()
    assert cross.visible_get()
    bpy.ops.puzzle_cubes.show_solution()
    # What the user chooses stays, before it is shown or meanwhile.
    for earlier in ("WIRE", "SOLID"):
        group.display = earlier
        bpy.ops.puzzle_cubes.show_solution()
        group.display = "WIRE"
        bpy.ops.puzzle_cubes.show_solution()
        assert group.display == "WIRE"


def test_a_solution_in_an_excluded_collection_is_not_shown() -> None:
    group = make_puzzle()
    bpy.context.view_layer.layer_collection.children[group.id_data.name].exclude = True
    with pytest.raises(RuntimeError, match="is in no collection of this view layer"):
        bpy.ops.puzzle_cubes.show_solution()
    assert part(group, "solution").hide_render


@pytest.mark.parametrize(
    ("key", "operator"), [("solution", "show_solution"), ("cross", "animate"), ("box", "add_turntable")]
)
def test_what_was_deleted_is_not_shown(key: str, operator: str) -> None:
    group = make_puzzle()
    with bpy.context.temp_override(selected_objects=[part(group, key)]):
        bpy.ops.object.delete()
    with pytest.raises(RuntimeError, match=f"{key.capitalize()} of this puzzle was deleted: press Rebuild"):
        getattr(bpy.ops.puzzle_cubes, operator)()
