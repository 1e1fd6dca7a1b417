# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings that are refused, by the command line as by Blender's operators."""

from __future__ import annotations

import math
from typing import Any

WRONG_SETTINGS: list[tuple[dict[str, Any], list[str], list[str]]] = [
    ({"size": (0, 5, 5)}, ["--size", "0", "5", "5"], ["Size X", "0", "from 1 to 100"]),
    ({"size": (1, 1, 1)}, ["--size", "1", "1", "1"], ["Size", "1 x 1 x 1", "at least two cells"]),
    ({"start": (5, 0, 0)}, ["--start", "5", "0", "0"], ["Start X", "5", "from 0 to 4"]),
    ({"clearance": 2.4}, ["--clearance", "2.4"], ["Clearance", "2.4 mm", "at most 2.3 mm"]),
    ({"wall": 0.0}, ["--wall", "0"], ["Wall", "0 mm", "from 0.01 to 1000 mm"]),
    ({"passage": 0.3, "clearance": 0.01}, ["--passage", "0.3", "--clearance", "0.01"], ["passage", "0.3 mm", "0.4 mm"]),
    ({"overhang": -1.0}, ["--overhang", "-1"], ["Overhang", "-1 mm", "0, or from 0.01"]),
    ({"wall": math.nan}, ["--wall", "nan"], ["all", "nan", "from 0.01 to 1000 mm"]),
    ({"minimum_length": 125}, ["--min-length", "125"], ["Minimum length", "125", "from 0 to 124"]),
    ({"attempts": 0}, ["--attempts", "0"], ["Attempts", "0", "from 1"]),
    ({"effort": 0}, ["--effort", "0"], ["Effort", "0", "from 1"]),
    ({"length_share": 1.5}, ["--length", "1.5"], ["Solution length", "1.5", "from 0 to 1"]),
    ({"seed": -1}, ["--seed", "-1"], ["Seed", "-1", "from 0"]),
]
"""What is asked: the operator's properties, the same as arguments, and what the sentence must say."""


def assert_says(sentence: str, said: list[str]) -> None:
    assert [piece for piece in said if piece not in sentence] == [], sentence
