# SPDX-License-Identifier: GPL-3.0-or-later
"""Every eye tells the faces of a cube apart, from its marks, and from what is behind them in Blender's window."""

from __future__ import annotations

import pytest

from puzzle_cubes.kind.part import CLASSIC, THEMES, Part
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.box_and_cross import AT_END, AT_START, one_piece
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.packing.model.parts import LOOKS as PACKING_LOOKS
from tests.core.oskar.model.color_contrast import BACKGROUNDS, SIGHTS, contrasts, mark_contrasts

FACES_APART = 15.0
"""In lightness, between two faces."""

RATIO_BEHIND, BEHIND = 1.45, 40.0
"""Between a face and what is behind it: the ratio, and the difference."""

MARKS_APART = 22.0
"""The difference of two marks, and of a mark and a face; 2 can just be seen."""


@pytest.mark.parametrize("sight", SIGHTS)
def test_faces_differ_in_lightness_from_each_other_and_from_the_view(sight: str) -> None:
    pairs = [contrast for contrast in contrasts(CLASSIC) if contrast.sight == sight]
    between = [contrast for contrast in pairs if contrast.second not in BACKGROUNDS]
    behind = [contrast for contrast in pairs if contrast.second in BACKGROUNDS]
    assert (len(between), len(behind)) == (3, 6)
    assert min(contrast.lightness for contrast in between) >= FACES_APART
    assert min(contrast.ratio for contrast in behind) >= RATIO_BEHIND
    assert min(contrast.difference for contrast in behind) >= BEHIND


@pytest.mark.parametrize("sight", SIGHTS)
def test_marks_and_cross_differ_from_each_other_and_from_the_faces(sight: str) -> None:
    pairs = [contrast for contrast in mark_contrasts(CLASSIC) if contrast.sight == sight]
    assert len(pairs) == 12
    assert min(contrast.difference for contrast in pairs) >= MARKS_APART
    # Start and end also in lightness, should all hues look alike.
    assert (
        min(contrast.lightness for contrast in pairs if (contrast.first, contrast.second) == ("Start", "End"))
        >= FACES_APART
    )


@pytest.mark.parametrize("theme", THEMES)
def test_the_faces_of_every_theme_differ_in_lightness(theme: str) -> None:
    lightness = [contrast.lightness for contrast in contrasts(theme) if contrast.second not in BACKGROUNDS]
    assert min(lightness) >= FACES_APART - 1


def puzzle() -> Puzzle:
    """Return a small puzzle."""
    return generate(Settings(size=(3, 3, 3), seed=1))


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_colors_all_parts_alike_in_both_ways_to_print(theme: str) -> None:
    dimensions = Dimensions(colors=theme)
    box, cross, _ = one_piece(puzzle(), dimensions)
    plates = [part for part in kit(puzzle(), dimensions) if part.walls]
    assert [plate.looks[0] for plate in plates] == [box.looks[axis] for axis in (0, 0, 1, 1, 2, 2)]
    assert {part.looks[0] for part in kit(puzzle(), dimensions) if not part.walls} == {cross.looks[0]}
    classic = one_piece(puzzle(), Dimensions())
    assert labels(classic).isdisjoint(labels((box, cross))) == (theme != CLASSIC)
    # The marks are the same in all themes.
    assert [box.looks[number] for number in (AT_START, AT_END)] == list(classic[0].looks[3:])


def labels(parts: tuple[Part, ...]) -> set[str]:
    """Return what the looks of parts are called, but for those of the marks and the solution."""
    return {look.label for part in parts for look in part.looks if not look.mark and not part.beside}


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_have_a_color_for_each_in_a_theme(theme: str) -> None:
    looks = PACKING_LOOKS[theme]
    assert len({look.color for look in (*looks.pieces, looks.box)}) == len(looks.pieces) + 1
    assert looks.of_piece(len(looks.pieces)) == looks.pieces[0]
    # None is lost on the dark view: the luminance of its background is 0.047.
    assert min(max(look.color[:3]) for look in looks.pieces) > 0.2
