# SPDX-License-Identifier: GPL-3.0-or-later
"""The style serpentine: one way through every position, the longest that there can be, for every size.

XY and XZ have all passages along x, so every line of positions along x is free. YZ is a path
that winds through all its cells: it puts these lines in an order. XY has one passage between any two
rows, and XZ too; they lie at alternate ends of the lines, so a line is left at the other end than it was entered,
and the way goes through all of it. From its one end to its other it has one move less than there are positions. The
other axes can take the place of x; the seed chooses that, and the mirror images.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

from ...common.draws import pick, toss
from ..making.settings import Draft, Drafting, Pause, Settings, Style
from ..maze.faces import faces_of, no_passages


def make(settings: Settings, random: Random) -> Drafting:
    """Lay the way."""
    yield Pause(0.0)
    size = settings.size
    roles = tuple(permutations(range(3)))
    line, inner, outer = pick(roles, random)
    passages = no_passages(size)
    for along, across in ((line, inner), (line, outer), (inner, outer)):
        passages[along, across][: size[along] - 1] = True
    # The changes from line to line are counted along the way, and lie at its far end when the count is odd.
    far_end = size[line] - 1
    for cell in range(size[inner] - 1):
        passages[inner, line][cell, far_end * (cell % 2)] = True
    for cell in range(size[outer] - 1):
        changes_before = (cell + 1) * size[inner] - 1
        passages[outer, line][cell, far_end * (changes_before % 2)] = True
        passages[outer, inner][cell, 0 if cell % 2 else size[inner] - 1] = True
    mirrored = [toss(random) for _ in range(3)]
    for (along, across), cut in passages.items():
        if mirrored[along]:
            cut[: size[along] - 1] = cut[: size[along] - 1][::-1].copy()
        if mirrored[across]:
            cut[:] = cut[:, ::-1].copy()
    return Draft(faces_of(passages))


STYLE = Style(
    "Serpentine",
    "One way through every position, the longest there can be in any size, and alike in all seeds; a start of your own "
    "cuts it short",
    make,
    start="best",
    special=True,
)
