# SPDX-License-Identifier: GPL-3.0-or-later
"""A printer that cannot be is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.printing.printer import Printer


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"nozzle": 0.0}, "Nozzle is 0 mm: it must be from 0.01 to 5 mm."),
        ({"bed_x": -1.0}, "Bed x is -1 mm"),
        ({"bed_y": float("nan")}, "Bed y is nan mm"),
        ({"material": "cheese"}, "Material is 'cheese': it must be one of pla, petg, resin."),
    ],
)
def test_a_printer_that_cannot_be_is_refused(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        replace(Printer(), **values)
    assert sentence in str(refused.value)
