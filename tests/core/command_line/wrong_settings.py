# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings that are refused, by the command line as by Blender's operators."""

from __future__ import annotations

import math
from typing import Any

WRONG_SETTINGS: list[tuple[dict[str, Any], list[str], list[str]]] = [
    ({"size": (0, 5, 5)}, ["--size", "0", "5", "5"], ["Size X", "0", "from 1 to 100"]),
    ({"size": (5, -3, 5)}, ["--size", "5", "-3", "5"], ["Size Y", "-3", "from 1 to 100"]),
    ({"size": (5, 5, 101)}, ["--size", "5", "5", "101"], ["Size Z", "101", "from 1 to 100"]),
    ({"size": (1, 1, 1)}, ["--size", "1", "1", "1"], ["Size", "1 x 1 x 1", "at least two cells"]),
    ({"start": (5, 0, 0)}, ["--start", "5", "0", "0"], ["Start X", "5", "from 0 to 4"]),
    ({"start": (0, -1, 0)}, ["--start", "0", "-1", "0"], ["Start Y", "-1", "from 0 to 4"]),
    ({"clearance": 2.4}, ["--clearance", "2.4"], ["Clearance", "2.4 mm", "at most 2.3 mm"]),
    ({"clearance": -0.1}, ["--clearance", "-0.1"], ["Clearance", "-0.1 mm", "from 0.01 to 1000 mm"]),
    ({"clearance": 0.0}, ["--clearance", "0"], ["Clearance", "0 mm", "from 0.01 to 1000 mm"]),
    ({"wall": 0.0}, ["--wall", "0"], ["Wall", "0 mm", "from 0.01 to 1000 mm"]),
    ({"wall": -2.0}, ["--wall", "-2"], ["Wall", "-2 mm", "from 0.01 to 1000 mm"]),
    ({"plate": 0.0}, ["--plate", "0"], ["Plate", "0 mm", "from 0.01 to 1000 mm"]),
    ({"plate": -1.0}, ["--plate", "-1"], ["Plate", "-1 mm", "from 0.01 to 1000 mm"]),
    ({"passage": 0.0}, ["--passage", "0"], ["Passage", "0 mm", "from 0.01 to 1000 mm"]),
    ({"passage": -5.0}, ["--passage", "-5"], ["Passage", "-5 mm", "from 0.01 to 1000 mm"]),
    ({"passage": 0.3, "clearance": 0.01}, ["--passage", "0.3", "--clearance", "0.01"], ["passage", "0.3 mm", "0.4 mm"]),
    ({"overhang": -1.0}, ["--overhang", "-1"], ["Overhang", "-1 mm", "0, or from 0.01"]),
    ({"start_marker": -1.0}, ["--start-marker", "-1"], ["Start marker", "-1 mm", "0, or from 0.01"]),
    ({"end_marker": 2000.0}, ["--end-marker", "2000"], ["End marker", "2000 mm", "1000 mm"]),
    ({"joint": 0.0}, ["--joint", "0"], ["Joint gap", "0 mm", "from 0.01 to 1000 mm"]),
    ({"wall": math.nan}, ["--wall", "nan"], ["all", "nan", "from 0.01 to 1000 mm"]),
    ({"clearance": math.nan}, ["--clearance", "nan"], ["learance", "nan", "from 0.01 to 1000 mm"]),
    ({"minimum_length": 125}, ["--min-length", "125"], ["Minimum length", "125", "from 0 to 124"]),
    ({"minimum_length": -1}, ["--min-length", "-1"], ["Minimum length", "-1", "from 0 to 124"]),
    ({"attempts": 0}, ["--attempts", "0"], ["Attempts", "0", "from 1"]),
    ({"effort": 0}, ["--effort", "0"], ["Effort", "0", "from 1"]),
    ({"effort": -5}, ["--effort", "-5"], ["Effort", "-5", "from 1"]),
    ({"length_share": 1.5}, ["--length", "1.5"], ["Solution length", "1.5", "from 0 to 1"]),
    ({"seed": -1}, ["--seed", "-1"], ["Seed", "-1", "from 0"]),
]
"""What is asked: the operator's properties, the same as arguments, and what the sentence must say."""


def assert_says(sentence: str, said: list[str]) -> None:
    """Check that a sentence says everything that it should."""
    assert [piece for piece in said if piece not in sentence] == [], sentence
