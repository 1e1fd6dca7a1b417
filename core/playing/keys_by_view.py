# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the keys of a game lead in a puzzle, as it is seen: to the right, up and away, whatever the view."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from .directions import Direction

RIGHT, UP, AWAY = range(3)
"""The directions of a view."""


def axes_in_view(view: Sequence[Sequence[float]]) -> tuple[Direction, Direction, Direction]:
    """Return the directions of a puzzle's grid that go to the right, up and away in a view.

    ``view`` has three vectors in the axes of the grid: to the right, up, and away from the eye. Each of its axes is one
    of the three, so that together they point that way as well as they can; where two choices are as good as each
    other, as where the view looks along a diagonal, it is the first one by the order of the axes.
    """
    x, y, z = max(
        permutations(range(3)), key=lambda axes: round(sum(abs(view[seen][axes[seen]]) for seen in range(3)), 6)
    )
    right, up, away = ((axis, 1 if view[seen][axis] >= 0 else -1) for seen, axis in enumerate((x, y, z)))
    return right, up, away
