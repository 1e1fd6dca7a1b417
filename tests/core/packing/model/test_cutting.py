# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces are cut into as few parts as stand without supports, in an order in which they can be joined."""

from __future__ import annotations

import hashlib
from itertools import permutations, product

import pytest
from hypothesis import given

from puzzle_cubes.packing.model import cutting as cutting_module
from puzzle_cubes.packing.model.cutting import cutting, needs_supports
from puzzle_cubes.packing.model.lettering import sides_in_print
from puzzle_cubes.packing.model.piece_solid import piece_solid
from puzzle_cubes.polycubes.shape import Cells, Shape, are_connected, normalized
from puzzle_cubes.solids.straight_moves import HEADINGS, Movable, is_free
from tests.core.packing.model.hanging import CROSS, hanging_pieces
from tests.core.polycubes.strategies import polycubes

SMALL = hanging_pieces(12, (6, 7, 8))
LARGE = hanging_pieces(12, (12, 16, 24), seed=3)


def stands(cells: Cells) -> bool:
    """Report whether cells hang together and stand on one of their sides."""
    return are_connected(cells) and any(not sides_in_print(cells, up)[0] for up in range(6))


def can_be_joined(parts: tuple[Cells, ...]) -> bool:
    """Report whether parts can be joined in some order, each by a straight move that ends head on."""
    for order in permutations(parts):
        before: set[tuple[int, int, int]] = set(order[0])
        for part in order[1:]:
            solid, base = (
                Movable(piece_solid(part, (10.0, 10.0, 10.0), 0.1)),
                Movable(piece_solid(tuple(sorted(before)), (10.0, 10.0, 10.0), 0.1)),
            )
            if not any(
                is_free([solid], [base], (axis, sign))
                and any(tuple(at - sign * (along == axis) for along, at in enumerate(cell)) in before for cell in part)
                for axis, sign in HEADINGS
            ):
                break
            before |= set(part)
        else:
            return True
    return False


def fewest(cells: Cells, most: int) -> int:
    """Return into how few parts a piece can be cut, by all ways to give its cells to that many."""
    for count in range(1, most + 1):
        for owners in product(range(count), repeat=len(cells) - 1):
            parts = [
                tuple(cell for cell, owner in zip(cells, (0, *owners), strict=True) if owner == number)
                for number in range(count)
            ]
            if all(part and stands(part) for part in parts) and can_be_joined(tuple(parts)):
                return count
    return most + 1


@given(polycubes(most=7))
def test_only_what_would_hang_is_cut(shape: Shape) -> None:
    cells = normalized(shape.cells)
    assert (cutting(cells) is None) == stands(cells)


@pytest.mark.parametrize("cells", [CROSS, *SMALL, *LARGE], ids=len)
def test_all_parts_stand_and_are_joined_in_turn(cells: Cells) -> None:
    cut = cutting(cells)
    assert cut is not None
    assert sorted(cell for part in cut.parts for cell in part) == list(cells)
    for part, up in zip(cut.parts, cut.ups, strict=True):
        assert are_connected(part)
        assert sides_in_print(part, up)[0] == 0
    before = set(cut.parts[0])
    for part, joint in zip(cut.parts[1:], cut.joints, strict=True):
        axis, sign = joint.way
        assert is_free(
            [Movable(piece_solid(part, (10.0, 10.0, 10.0), 0.1))],
            [Movable(piece_solid(tuple(sorted(before)), (10.0, 10.0, 10.0), 0.1))],
            joint.way,
        )
        assert 1 <= len(joint.faces) <= 2
        for face in joint.faces:
            assert face in before
            assert tuple(at + sign * (along == axis) for along, at in enumerate(face)) in part
        before |= set(part)


@pytest.mark.parametrize("cells", [CROSS, *SMALL], ids=len)
def test_no_cutting_has_fewer_parts(cells: Cells) -> None:
    cut = cutting(cells)
    assert cut is not None
    assert len(cut.parts) == fewest(cells, 3)


def test_the_same_piece_is_cut_the_same_way() -> None:
    first = [cutting(cells) for cells in LARGE]
    cutting.cache_clear()
    assert [cutting(cells) for cells in LARGE] == first


def test_a_part_that_is_printed_anew_fits_those_of_earlier_versions() -> None:
    cut = [
        (cut_cells.parts, cut_cells.ups, [(joint.way, joint.faces) for joint in cut_cells.joints])
        for cut_cells in map(cutting, (CROSS, *SMALL, *LARGE))
        if cut_cells is not None
    ]
    assert hashlib.sha256(repr(cut).encode()).hexdigest()[:16] == "f0bed97e74aa4c65"


def test_where_all_ways_are_too_many_the_largest_part_that_stands_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting_module, "MOST_EXACT", 1)
    cutting.cache_clear()
    cut = [parts_cut for parts_cut in map(cutting, SMALL) if parts_cut is not None]
    cutting.cache_clear()
    assert len(cut) > 5
    for parts_cut in cut:
        assert all(map(stands, parts_cut.parts))
        assert can_be_joined(parts_cut.parts)


def test_what_does_not_hang_together_is_not_cut() -> None:
    x, y, z = CROSS[0]
    assert needs_supports((*CROSS, (x + 9, y, z)))
    assert cutting((*CROSS, (x + 9, y, z))) is None
