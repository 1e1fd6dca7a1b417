# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of puzzles: the one that Picture saves, and small ones of styles, rows of a shelf and puzzles of a scene.

Picture shows it as seen, framed, alone, and leaves the scene as it was. Few small ones are kept, and none after all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import addon_utils
import bpy
import numpy as np
import pytest
from installed_extension import MODULE
from numpy.typing import NDArray

from tests.blender.puzzles import installed, make_puzzle, only_puzzle, scene_puzzle
from tests.blender.scene.full_state import full_state
from tests.blender.tab.small_shelf import small_shelf

WIDTH, HEIGHT = 64, 48


def take(file: Path, **options: Any) -> NDArray[np.float32]:
    """Take a small picture into a file, and return its pixels, shape (height, width, 3), from the bottom up."""
    assert bpy.ops.puzzle_cubes.picture(filepath=str(file), resolution=(WIDTH, HEIGHT), **options) == {"FINISHED"}
    # The stubs do not know that its pixels are many.
    image: Any = bpy.data.images.load(str(file))
    assert tuple(image.size) == (WIDTH, HEIGHT)
    pixels = np.array(image.pixels[:], dtype=np.float32).reshape(HEIGHT, WIDTH, -1)[:, :, :3]
    bpy.data.images.remove(image)
    return pixels


def colored(pixels: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which pixels show something that is neither the pale table nor a shadow on it."""
    strongest: NDArray[np.float32] = pixels.max(axis=2)
    is_colored: NDArray[np.bool_] = strongest - pixels.min(axis=2) > 0.35 * strongest
    return is_colored


def test_the_puzzle_fills_the_picture_and_all_is_as_before(tmp_path: Path) -> None:
    make_puzzle()
    before = full_state()
    shown = colored(take(tmp_path / "cube.png"))
    assert full_state() == before
    rows, columns = shown.any(axis=1).nonzero()[0], shown.any(axis=0).nonzero()[0]
    assert 0.7 * HEIGHT < np.ptp(rows) < HEIGHT
    assert columns.min() > 0
    assert columns.max() < WIDTH - 1
    assert shown.mean() > 0.1


def test_nothing_else_is_in_the_picture(tmp_path: Path) -> None:
    make_puzzle()
    alone = take(tmp_path / "alone.png")
    wanted = bpy.context.active_object
    make_puzzle(seed=2)
    bpy.ops.mesh.primitive_monkey_add(size=0.05, location=(0, 0, 0.06))
    bpy.context.view_layer.objects.active = wanted
    assert np.array_equal(take(tmp_path / "among others.png"), alone)


def test_what_is_hidden_is_not_shown(tmp_path: Path) -> None:
    group = make_puzzle()
    both = take(tmp_path / "both.png")
    group.parts["cross"].part.hide_set(True)
    assert not np.array_equal(take(tmp_path / "box.png"), both)
    group.parts["box"].part.hide_set(True)
    with pytest.raises(RuntimeError, match="All of the puzzle is hidden"):
        take(tmp_path / "nothing.png")
    assert not (tmp_path / "nothing.png").exists()


def test_what_is_seen_in_place_of_the_parts_is_shown(tmp_path: Path) -> None:
    group = make_puzzle()
    solid = take(tmp_path / "solid.png")
    bpy.ops.puzzle_cubes.watch()
    watched = take(tmp_path / "watched.png")
    assert not np.array_equal(watched, solid)
    assert np.ptp(watched) > 0.3
    bpy.context.view_layer.objects.active = group.carrier
    bpy.ops.puzzle_cubes.remove_watch()
    assert np.array_equal(take(tmp_path / "again.png"), solid)


def test_from_below_one_looks_from_just_above_the_table(tmp_path: Path) -> None:
    make_puzzle()
    assert colored(take(tmp_path / "below.png", direction=(1, 1, -1))).mean() > 0.1
    assert colored(take(tmp_path / "straight below.png", direction=(0, 0, -1))).mean() > 0.1
    assert colored(take(tmp_path / "above.png", direction=(0, 0, 1))).mean() > 0.1


def test_what_cannot_be_saved_is_said(tmp_path: Path) -> None:
    make_puzzle()
    (tmp_path / "folder.png").mkdir()
    rendered: list[Any] = []

    def note(*scene: Any) -> None:
        rendered.append(scene)

    bpy.app.handlers.render_init.append(note)
    for path, said in (("no/cube.png", "there is no folder"), ("folder.png", "cannot be written")):
        with pytest.raises(RuntimeError, match=said):
            bpy.ops.puzzle_cubes.picture(filepath=str(tmp_path / path), resolution=(WIDTH, HEIGHT))
    bpy.app.handlers.render_init.remove(note)
    # It is said before anybody has waited for the picture.
    assert not rendered
    assert only_puzzle() is not None
    assert [scene.name for scene in bpy.data.scenes] == ["Scene"]


def pixels_of(shown: Any) -> NDArray[np.uint8]:
    """Return the pixels that Blender has of a picture, shape (side, side, 4), from the lower left."""
    preview = installed("blender_addon.window.sidebar").preview_of(shown)
    values = np.empty(preview.image_size[0] * preview.image_size[1], dtype=np.int32)
    preview.image_pixels.foreach_get(values)
    return values.view(np.uint8).reshape(*preview.image_size, 4)


def colors_in(shown: Any) -> set[tuple[int, ...]]:
    """Return the colors of a picture that are seen well."""
    colors, counts = np.unique(pixels_of(shown).reshape(-1, 4), axis=0, return_counts=True)
    return {
        tuple(color[:3]) for color, often in zip(colors.tolist(), counts, strict=True) if often > 15 and color[3] == 255
    }


def screen_colors(colors: Any) -> set[tuple[int, ...]]:
    """Return linear colors as pixels have them."""
    shown = installed("core.printing.picture").screen_color(np.array([color[:3] for color in colors]))
    return {tuple(color) for color in shown.tolist()}


def own_kind(name: str) -> Any:
    """Return the kind that the installed extension has."""
    return installed("core.kinds").KINDS[name]


def test_each_style_has_a_picture_in_the_colors_of_the_faces() -> None:
    kind = own_kind("oskar")
    example = installed("blender_addon.tab.puzzle_list").example
    plates = installed("core.oskar.model.box_and_cross").LOOKS
    (style,) = (option for option in kind.options if option.name == "style")
    for theme in ("classic", "ocean"):
        looks = kind.dimensions(colors=theme)
        shown = {name: example(kind, "style", name, looks) for name in style.choices}
        wanted = screen_colors(plate.color for plate in plates[theme].plates)
        assert all(wanted <= colors_in(picture) for picture in shown.values())
        assert len({pixels_of(picture).tobytes() for picture in shown.values()}) == len(style.choices)


def test_a_style_is_chosen_by_its_picture() -> None:
    group = bpy.context.scene.puzzle_cubes.oskar
    for name in (item.identifier for item in group.bl_rna.properties["style"].enum_items if item.identifier):
        group.style_picture = name
        assert group.style == group.style_picture == name
    group.style = "PRIM"
    assert group.style_picture == "PRIM"


@pytest.mark.parametrize("kind", ["oskar", "packing"])
def test_rows_of_a_shelf_show_their_puzzles_and_how_hard_they_are(kind: str, tmp_path: Path) -> None:
    bpy.context.scene.puzzle_cubes.kind = kind.upper()
    bpy.ops.puzzle_cubes.open_shelf(filepath=str(small_shelf(tmp_path / "small.shelf", [kind])))
    group = getattr(bpy.context.scene.puzzle_cubes, kind)
    rows = bpy.context.window_manager.puzzle_cubes_shelf.rows
    picture_of = installed("blender_addon.tab.puzzle_list").picture_of_code
    shown = {row.code: picture_of(own_kind(kind), row.code, group) for row in rows}
    assert len(shown) > 4
    assert len({pixels_of(picture).tobytes() for picture in shown.values()}) == len(shown)
    for picture in shown.values():
        assert 0 <= picture.beside.share <= 1
        assert picture.beside.word
        assert len(colors_in(picture)) >= 3
    again = rows[0].code
    assert picture_of(own_kind(kind), again, group) is shown[again]


def test_a_puzzle_of_the_scene_has_a_picture_in_its_own_colors() -> None:
    group = make_puzzle(size=(4, 4, 4), style="WILSON")

    def shown() -> Any:
        return installed("blender_addon.tab.puzzle_list").picture_of_puzzle(scene_puzzle())

    plates = installed("core.oskar.model.box_and_cross").LOOKS
    first = shown()
    assert screen_colors(plate.color for plate in plates["classic"].plates) <= colors_in(first)
    assert first.beside == scene_puzzle().kind.rating(scene_puzzle().puzzle)
    group.oskar.wall = 2.0
    assert shown() is first
    group.oskar.colors = "OCEAN"
    assert screen_colors(plate.color for plate in plates["ocean"].plates) <= colors_in(shown())
    group.puzzle = "{"
    assert shown().beside is None
    group.kind = "unknown"
    assert shown().icon == 0


def test_few_pictures_are_kept_and_none_when_the_extension_is_off() -> None:
    sidebar = installed("blender_addon.window.sidebar")

    def plain() -> Any:
        yield
        return np.zeros((2, 2, 4), np.uint8), "made"

    shown = [sidebar.picture(number, plain) for number in range(sidebar.MOST_PICTURES + 5)]
    assert sidebar.picture(sidebar.MOST_PICTURES + 4, plain) is shown[-1]
    assert shown[0].beside == "made"
    with pytest.raises(KeyError):
        sidebar.preview_of(shown[0])
    assert pixels_of(shown[-1]).shape == (2, 2, 4)
    addon_utils.disable(MODULE)
    with pytest.raises(IndexError):
        sidebar.preview_of(shown[-1])
    addon_utils.enable(MODULE)
    assert sidebar.picture(1, plain) is not shown[1]
