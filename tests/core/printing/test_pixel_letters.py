# SPDX-License-Identifier: GPL-3.0-or-later
"""Letters of pixels differ from each other, and squares that make them up meet along whole sides."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.codes import ALPHABET
from puzzle_cubes.printing.gauge import LETTERS, MIXED_LETTERS, PARTS, ROWS, Font, columns, pixels, strokes
from puzzle_cubes.solids.solid import solid_from_boxes
from tests.core.solids.measured import mesh_flaws

TEXTS = draw.text("".join(LETTERS), min_size=1, max_size=12)
FONTS = pytest.mark.parametrize("font", [LETTERS, MIXED_LETTERS], ids=["letters", "mixed"])


@FONTS
def test_no_two_letters_are_alike_nor_is_one_another_one_upside_down_but_six_and_nine(font: Font) -> None:
    for letter, second_letter in combinations(font, 2):
        assert not np.array_equal(pixels(letter, font), pixels(second_letter, font))
        # A seven is no capital.
        alike = letter.isupper() != second_letter.isupper() or {letter, second_letter} == {"6", "9"}
        assert alike or not np.array_equal(pixels(letter, font), pixels(second_letter, font)[::-1, ::-1])


def test_no_two_digits_of_a_code_differ_in_a_single_pixel() -> None:
    for digit, second_digit in combinations("0123456789", 2):
        assert np.count_nonzero(pixels(digit, MIXED_LETTERS) != pixels(second_digit, MIXED_LETTERS)) >= 2
    assert np.count_nonzero(pixels("6", MIXED_LETTERS) != pixels("8", MIXED_LETTERS)) >= 5


@given(TEXTS)
def test_a_text_is_its_letters_side_by_side_with_a_gap_between_two(text: str) -> None:
    grid = pixels(text)
    assert grid.shape == (columns(text), ROWS)
    for number, letter in enumerate(text):
        assert np.array_equal(grid[4 * number : 4 * number + 3], pixels(letter))
    assert not grid[3::4].any()


def test_letters_of_codes_are_wider_than_digits() -> None:
    assert set(ALPHABET) <= set(MIXED_LETTERS)
    for letter in ALPHABET:
        assert (columns(letter, MIXED_LETTERS) > 3) == letter.isalpha()
        # A gap between two is the only empty column.
        assert pixels(letter, MIXED_LETTERS).any(axis=1).all()


@given(draw.text(ALPHABET + "-", min_size=1, max_size=12))
def test_wide_letters_stand_side_by_side(text: str) -> None:
    gap = np.zeros((1, ROWS), dtype=bool)
    parts = [part for letter in text for part in (pixels(letter, MIXED_LETTERS), gap)]
    assert np.array_equal(pixels(text, MIXED_LETTERS), np.concatenate(parts[:-1]))
    assert columns(text, MIXED_LETTERS) == sum(map(len, parts[:-1]))


def test_a_seven_stands_upright_and_is_not_mirrored() -> None:
    shown = "\n".join("".join(".#"[int(pixel)] for pixel in row) for row in pixels("7").T[::-1])
    assert shown == "###\n..#\n..#\n..#\n..#"


@given(TEXTS.filter(str.strip))
def test_what_is_raised_by_the_strokes_is_closed_and_touches_nowhere_along_an_edge_only(text: str) -> None:
    boxes = [(*square, (0, 1)) for square in strokes(text).tolist()]
    solid = solid_from_boxes(boxes)
    assert mesh_flaws(solid.mesh()) == []
    # An eighth of a pixel more wherever two pixels touch at a corner only.
    grid = pixels(text).tolist()
    corners = sum(
        pixel == opposite != beside == across
        for left, right in pairwise(grid)
        for (pixel, beside), (across, opposite) in zip(pairwise(left), pairwise(right), strict=True)
    )
    assert solid.volume == PARTS**2 * pixels(text).sum() + corners * PARTS**2 / 8


def test_a_letter_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        pixels("5q")
