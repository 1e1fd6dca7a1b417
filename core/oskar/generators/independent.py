# SPDX-License-Identifier: GPL-3.0-or-later
"""The style independent: three random mazes, each made without a look at the others.

This is the naive way, for comparison: each face is one of all its spanning trees with equal probability,
and what the cross can do is left to chance.
"""

from __future__ import annotations

from random import Random

from ...common.containers import triple
from ..making.settings import Draft, Drafting, Pause, Settings, Style
from ..maze.faces import Face, face_shape, uniform_tree


def make(settings: Settings, random: Random) -> Drafting:
    """Draw three faces."""
    faces = []
    for number in range(3):
        yield Pause(number / 3)
        shape = face_shape(settings.size, number)
        faces.append(Face.from_tree(shape, uniform_tree(shape, random)))
    return Draft(triple(faces))


STYLE = Style(
    "Independent",
    "Three mazes that know nothing of each other: much stays out of reach",
    make,
    start="best",
    special=True,
)
