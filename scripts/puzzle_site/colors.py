# SPDX-License-Identifier: GPL-3.0-or-later
"""The names of kinds and the filaments of all themes, as the page takes them."""

from __future__ import annotations

import json
from collections.abc import Iterable

from puzzle_cubes.kind.part import Look
from puzzle_cubes.kind.themes import THEMES
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.model import looks as oskar_looks
from puzzle_cubes.packing.model import looks as packing_looks
from puzzle_cubes.printing.picture import screen_color


def colors_script() -> str:
    """Return the script: the labels of kinds and themes, and by theme the colors of what a maze or pieces have."""
    marks = {"start": _shown(oskar_looks.START_LOOK), "end": _shown(oskar_looks.END_LOOK)}
    colors = {
        "oskar": {
            theme: {"plates": _all_shown(looks.plates), "cross": _shown(looks.cross), **marks}
            for theme, looks in oskar_looks.LOOKS.items()
        },
        "packing": {
            theme: {"pieces": _all_shown(looks.pieces), "box": _shown(looks.box)}
            for theme, looks in packing_looks.LOOKS.items()
        },
    }
    constants = {
        "LABELS": {kind.name: kind.label for kind in KINDS.values()},
        "THEMES": {theme: choice.label for theme, choice in THEMES.items()},
        "COLORS": colors,
    }
    return '"use strict";\n' + "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())


def _all_shown(looks: Iterable[Look]) -> list[str]:
    return [_shown(look) for look in looks]


def _shown(look: Look) -> str:
    """Return a look's color as pages name it."""
    return "#" + screen_color(look.color[:3]).tobytes().hex()
