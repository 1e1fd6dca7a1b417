# SPDX-License-Identifier: GPL-3.0-or-later
"""Dimensions that cannot be built are refused with a sentence that a user understands."""

from __future__ import annotations

import re
from dataclasses import replace
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import LARGEST_LENGTH, MILLIMETERS, declared
from puzzle_cubes.kind.holding import HELD
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.box_and_cross import box, cross, trace
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.oskar import strategies
from tests.core.oskar.model.reference_geometry import outer_length
from tests.core.solids.measured import filled_boxes, smallest_gap

LENGTHS = [
    length
    for length in declared(Dimensions)
    if length.unit == MILLIMETERS and length.most == LARGEST_LENGTH and length.name != HELD
]
"""The lengths of a puzzle; those of a sheet may be larger."""

LABELS = {length.name: length.label.capitalize() for length in LENGTHS}
"""What sentences call them."""

NEVER_ZERO = [length.name for length in LENGTHS if not length.zero]


def with_length(name: str, value: Any) -> Dimensions:
    """Return the default dimensions, but for one length."""
    return replace(Dimensions(), **{name: value})


@pytest.mark.parametrize("name", LABELS)
@pytest.mark.parametrize("value", [-0.5, -1e9, nan, inf, -inf, 1000.5, 1e30])
def test_what_no_dimension_may_be(name: str, value: float) -> None:
    shown = re.escape(f"{value:g}")
    with pytest.raises(InputError, match=rf"^{LABELS[name]} is {shown} mm: it must be .*1000 mm\.$"):
        with_length(name, value)


@pytest.mark.parametrize("name", NEVER_ZERO)
def test_zero_is_too_little_for_what_a_puzzle_cannot_do_without(name: str) -> None:
    with pytest.raises(InputError, match=rf"^{LABELS[name]} is 0 mm: it must be from ") as refused:
        with_length(name, 0.0)
    limits = re.search(r"from ([\d.]+) to ([\d.]+) mm\.$", str(refused.value))
    assert limits
    least, most = map(float, limits.groups())
    assert 0 < least < most
    # A passage needs room for the arm as well, so only the others can be so small.
    if name != "passage":
        assert getattr(with_length(name, least), name) == least


@pytest.mark.parametrize("name", sorted(set(LABELS) - set(NEVER_ZERO)))
def test_zero_is_enough_for_the_others(name: str) -> None:
    assert getattr(with_length(name, 0.0), name) == 0


@given(strategies.lengths(0.01, 20), strategies.lengths(0.01, 12))
def test_arms_are_never_thinner_than_allowed(passage: float, clearance: float) -> None:
    # In whole hundredths, so that nothing is lost in rounding.
    if round(100 * passage) - 2 * round(100 * clearance) >= 40:
        assert Dimensions(passage=passage, clearance=clearance).arm_width >= 0.4 - 1e-9
    else:
        with pytest.raises(InputError, match="Clearance is"):
            Dimensions(passage=passage, clearance=clearance)


@pytest.mark.parametrize("clearance", [1.0, 1.37])
def test_the_advice_on_a_clearance_can_be_followed(clearance: float) -> None:
    for hundredths in range(1, 201):
        passage = hundredths / 100
        with pytest.raises(InputError) as refused:
            Dimensions(passage=passage, clearance=clearance)
        advice = re.search(
            r"; (it|the passage) must be (?:at most|at least|more than) ([\d.]+) mm\.$", str(refused.value)
        )
        assert advice
        if advice[1] == "it":
            assert Dimensions(passage=passage, clearance=float(advice[2])).arm_width == pytest.approx(0.4)
        else:
            assert passage <= float(advice[2])


@given(strategies.sizes(100), strategies.all_dimensions())
def test_derived_sizes(size: strategies.Triple, dimensions: Dimensions) -> None:
    outer = [outer_length(cells, dimensions) for cells in size]
    assert dimensions.pitch == pytest.approx(dimensions.passage + dimensions.wall)
    assert dimensions.arm_width == pytest.approx(dimensions.passage - 2 * dimensions.clearance)
    assert list(dimensions.outer_size(size)) == pytest.approx(outer)
    assert list(dimensions.cavity(size)) == pytest.approx([length - 2 * dimensions.plate for length in outer])


def test_the_defaults_make_the_cube_of_the_drawing() -> None:
    assert Dimensions().outer_size((5, 5, 5)) == pytest.approx((43.4, 43.4, 43.4))
    assert Dimensions().arm_width == pytest.approx(4.2)
    assert Dimensions().half_arms((5, 5, 5)) == (37.7, 37.7, 37.7)


@given(
    draw.sampled_from(sorted(LABELS)),
    draw.sampled_from((5e-324, 1e-20, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3)) | draw.floats(min_value=0, max_value=1),
)
def test_what_is_accepted_can_be_built(name: str, value: float) -> None:
    try:
        dimensions = with_length(name, value)
    except InputError:
        return
    assert_can_be_printed(dimensions)


@pytest.mark.parametrize("difference", [1e-15, 1e-9, 1e-6])
def test_markers_of_almost_the_same_height_can_be_built(difference: float) -> None:
    assert_can_be_printed(Dimensions(start_marker=3.0, end_marker=3.0 + difference))


def assert_can_be_printed(dimensions: Dimensions) -> None:
    """Assert that no part of a puzzle shrinks to nothing in the single precision of an STL file, and no gap does."""
    puzzle = generate(Settings(size=(5, 5, 5), seed=1))
    shell, inner = box(puzzle, dimensions), cross(puzzle.size, dimensions)
    for solid in (shell, inner, trace(puzzle, dimensions)):
        for line in solid.lines:
            assert (np.diff(line.astype(np.float32)) > 0).all()
    place = np.array(dimensions.center(puzzle.size, puzzle.start))
    arms, walls = (filled_boxes(solid, shift).astype(np.float32) for solid, shift in ((inner, place), (shell, None)))
    assert smallest_gap(arms, walls) > 0
