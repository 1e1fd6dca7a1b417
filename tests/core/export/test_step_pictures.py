# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures show whatever is printed, however thin it is beside its length."""

from __future__ import annotations

import numpy as np
import pytest

import puzzle_cubes
from puzzle_cubes.export.assembly_page import picture_of_part, pictures_of_steps
from puzzle_cubes.kind.part import Look, Part
from puzzle_cubes.solids.chamfer import Chamfer
from puzzle_cubes.solids.solid import solid_from_boxes

SIDE = 120


@pytest.mark.parametrize("shift", [0.0, 2.0, 4.0, 6.0])
def test_a_cross_of_arms_thinner_than_a_pixel_is_seen_up_to_its_ends(shift: float) -> None:
    # Of a kit of 100x100x100 cells; beside the middle, it meets pixels otherwise.
    half, thick = 800.0, 4.2
    arms = (
        ((-half, half), (shift, shift + thick), (0, thick)),
        ((shift, shift + thick), (-half, half), (0, thick)),
    )
    part = Part("cross", "Cross", solid_from_boxes(arms), (Look("Cross", (0.8, 0.1, 0.1, 1.0)),), chamfer=Chamfer(0.4))
    pixels = picture_of_part(part, SIDE)
    seen = pixels[..., 3] > 0
    height, width = seen.shape
    # Nearly as large as the picture, and seen in every column and row; empty between the arms.
    assert 0.9 * SIDE < width <= SIDE
    assert 0.8 * SIDE < height <= SIDE
    assert seen.any(axis=0).all()
    assert seen.any(axis=1).all()
    assert seen.mean() < 0.1
    reds = pixels[seen][:, :3].astype(int)
    assert np.all(reds[:, 0] >= reds[:, 1:].max(axis=1))


def test_a_stick_a_thousand_times_as_long_as_thick_is_seen_from_end_to_end() -> None:
    stick = solid_from_boxes([((0, 2000), (0, 2), (0, 2))])
    part = Part("stick", "Stick", stick, (Look("Stick", (0.1, 0.1, 0.8, 1.0)),))
    pixels = picture_of_part(part, SIDE)
    assert pixels.shape[1] > 0.9 * SIDE
    assert (pixels[..., 3] > 0).any(axis=0).all()


def test_the_notches_of_every_plate_that_is_put_on_are_seen_from_inside() -> None:
    kit = puzzle_cubes.make("oskar", size=3, seed=5)
    told = kit.kind.instructions(kit.content, kit.all_parts, kit.way.name)
    pictures = list(pictures_of_steps(kit.all_parts, kit.steps, told, 300))
    inside = [picture.inside for step, picture in zip(kit.steps, pictures, strict=True) if picture.inside is not None]
    own = [step.keys for step, picture in zip(kit.steps, pictures, strict=True) if picture.inside is not None]
    plates = {part.key for part in kit.parts if part.walls}
    assert len(inside) == 5
    assert {key for keys in own for key in keys} < plates
    for pixels in inside:
        # A notch is nearly black, and nothing else of a plate is.
        dark = (pixels[..., :3].max(axis=2) < 90) & (pixels[..., 3] > 250)
        assert dark.sum() > 20
    soma = puzzle_cubes.make("packing", puzzle="soma")
    told = soma.kind.instructions(soma.content, soma.all_parts, soma.way.name)
    assert all(picture.inside is None for picture in pictures_of_steps(soma.all_parts, soma.steps, told, 60))


def test_a_piece_that_gives_way_later_is_seen_in_every_step_before() -> None:
    burr = puzzle_cubes.make("burr", sticks=(144, 632, 855, 864, 960, 1024))
    told = burr.kind.instructions(burr.content, burr.all_parts, burr.way.name)
    first = burr.steps[0].keys[0]
    assert sum(first in step.keys for step in burr.steps) == 2
    pictures = list(pictures_of_steps(burr.all_parts, burr.steps, told, SIDE))
    red = [int(((p.pixels[..., 0] > 120) & (p.pixels[..., 1:3].max(axis=2) < 90)).sum()) for p in pictures[:3]]
    assert min(red) > 300, red
    # The cross of a kit waits apart, until its plate lies on the table and it comes.
    kit = puzzle_cubes.make("oskar", size=3, seed=5)
    told = kit.kind.instructions(kit.content, kit.all_parts, kit.way.name)
    plate = next(number for number, step in enumerate(kit.steps) if step.keys == ("plate_5_z_min",))
    pixels = list(pictures_of_steps(kit.all_parts, kit.steps, told, SIDE))[plate].pixels
    assert not ((pixels[..., 2] > 180) & (pixels[..., 0] < 150)).any()
