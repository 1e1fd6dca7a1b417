# SPDX-License-Identifier: GPL-3.0-or-later
"""Picture saves the puzzle as one sees it, framed, alone, and leaves the scene as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.blender.puzzles import make_puzzle, only_puzzle
from tests.blender.scene.full_state import full_state

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
