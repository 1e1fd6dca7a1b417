# SPDX-License-Identifier: GPL-3.0-or-later
"""The same settings make the puzzle that they made before, as of mazes in oskar/generators/test_fingerprints.py."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from puzzle_cubes import library
from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.making.interlocking import interlocking_in_steps
from puzzle_cubes.polycubes.goal import Goal


@pytest.mark.parametrize(
    ("kind", "values", "code"),
    [
        ("packing", {"design": 4, "size": 3, "seed": 1}, "PDXG0-N5C8T-4MRES-J43DA-T4PVV"),
        (
            "packing",
            {"design": 5, "size": 3, "seed": 2, "all_different": True, "no_planar": True},
            "P2530-PCGMA-7GVF3-P5B26-6TJ",
        ),
        ("packing", {"design": 6, "size": "3x3x4", "seed": 4}, "P1KE4-7JHP6-RZ5YX-4E3YQ-WGHYB-7S2"),
        ("burr", {"level": 3, "seed": 1}, "B5ZVF-YR7NC-X3X8X-G3D"),
        ("burr", {"level": 5, "form": "holey", "seed": 4}, "B5ZVA-KSQA7-XGFA4-PSK"),
        ("burr", {"level": 3, "of": "boards"}, "BXZFF-TBKPW-XQ7AZ-WCT"),
    ],
)
def test_settings_make_what_they_made_before(kind: str, values: dict[str, Any], code: str) -> None:
    assert library.make(kind, **values).code == code


@pytest.mark.parametrize(
    ("key", "sizes", "seed", "owners"),
    [(False, (5, 8), 6, "333002012323022011311331001"), (True, (6, 7), 9, "011331033012022023012112033")],
)
def test_pieces_that_interlock_are_those_of_before(key: bool, sizes: tuple[int, int], seed: int, owners: str) -> None:
    divided = finish(interlocking_in_steps(Goal.box((3, 3, 3)), 4, sizes, Random(seed), key=key))
    assert divided is not None
    assert "".join(map(str, divided.owners)) == owners
