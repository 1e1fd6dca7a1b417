# SPDX-License-Identifier: GPL-3.0-or-later
"""Styles, rows of a shelf and puzzles of a scene have small pictures, of which few are kept and none after all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import addon_utils
import bpy
import numpy as np
import pytest
from installed_extension import MODULE
from numpy.typing import NDArray

from tests.blender.puzzles import installed, make_puzzle, only_puzzle
from tests.blender.tab.small_shelf import small_shelf


def pixels_of(shown: Any) -> NDArray[np.uint8]:
    """Return the pixels that Blender has of a picture, shape (side, side, 4), from the lower left."""
    preview = installed("blender_addon.window.icons").preview_of(shown)
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
    pictures, puzzles = installed("blender_addon.tab.puzzle_list"), installed("blender_addon.scene.puzzle")

    def shown() -> Any:
        return pictures.picture_of_puzzle(puzzles.ScenePuzzle(only_puzzle()))

    plates = installed("core.oskar.model.box_and_cross").LOOKS
    first = shown()
    assert screen_colors(plate.color for plate in plates["classic"].plates) <= colors_in(first)
    assert first.beside == puzzles.ScenePuzzle(only_puzzle()).kind.rating(puzzles.ScenePuzzle(only_puzzle()).puzzle)
    group.oskar.wall = 2.0
    assert shown() is first
    group.oskar.colors = "OCEAN"
    assert screen_colors(plate.color for plate in plates["ocean"].plates) <= colors_in(shown())
    group.puzzle = "{"
    assert shown().beside is None
    group.kind = "unknown"
    assert shown().icon == 0


def test_few_pictures_are_kept_and_none_when_the_extension_is_off() -> None:
    icons = installed("blender_addon.window.icons")

    def plain() -> Any:
        yield
        return np.zeros((2, 2, 4), np.uint8), "made"

    shown = [icons.picture(number, plain) for number in range(icons.MOST + 5)]
    assert icons.picture(icons.MOST + 4, plain) is shown[-1]
    assert shown[0].beside == "made"
    with pytest.raises(KeyError):
        icons.preview_of(shown[0])
    assert pixels_of(shown[-1]).shape == (2, 2, 4)
    addon_utils.disable(MODULE)
    with pytest.raises(IndexError):
        icons.preview_of(shown[-1])
    addon_utils.enable(MODULE)
    assert icons.picture(1, plain) is not shown[1]
