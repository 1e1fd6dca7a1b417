# SPDX-License-Identifier: GPL-3.0-or-later
"""The order in which solids can be put together, each by one straight move along an axis, and how far that move is.

The order is found backward, as solids are taken apart: what can go away along an axis while all others stand goes, and
so on. Whatever goes makes room for the others, so nothing that is taken can be a mistake: if there is an order of such
moves at all, it is found without trying others. Of those that can go, the one goes first that is wished last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..common.errors import InputError
from .solid import Solid
from .straight_moves import Heading, Movable, is_free

HEADINGS: tuple[Heading, ...] = tuple((axis, sign) for axis in (2, 0, 1) for sign in (1, -1))
"""All ways along an axis: those upright are tried first."""


@dataclass(frozen=True)
class Body:
    """Solids that are moved as one, by their keys, and the way by which it is wished that they leave."""

    keys: tuple[str, ...]
    leaves: Heading | None = None


@dataclass(frozen=True)
class Joining:
    """A solid that is put to what stands, and the way that it goes: none for what is only laid down."""

    keys: tuple[str, ...]
    way: Heading | None = None


def order_of_joining(solids: Mapping[str, Solid], bodies: Sequence[Body]) -> tuple[Joining, ...]:
    """Return how bodies are put together, in the order that is wished as far as that can be.

    ``solids`` are in their places. The first body is laid down, each of the others goes a straight way that leads past
    all that then stands. Raises InputError where no order of such ways does it.
    """
    movable = {key: Movable(solid) for key, solid in solids.items()}
    standing = list(bodies)
    taken: list[Joining] = []
    while len(standing) > 1:
        leaving = _what_can_leave(movable, standing)
        if leaving is None:
            raise InputError("The parts cannot be put together by straight moves, one after another.")
        body, (axis, sign) = leaving
        taken.append(Joining(body.keys, (axis, -sign)))
        standing.remove(body)
    taken += [Joining(body.keys) for body in standing]
    return tuple(reversed(taken))


def distances(solids: Mapping[str, Solid], joinings: Sequence[Joining], room: float) -> tuple[float, ...]:
    """Return how far each way is, in millimeters, so that nothing is in the way of a part that waits for its turn.

    Each part begins past all that it will go by, where that is and where it was waiting before, and so much ``room``
    farther. What is laid down goes no way.
    """
    bounds = {key: np.array([line[[0, -1]] for line in solid.lines]) for key, solid in solids.items()}
    # All places of a part so far, from where it waits to where it stands in the end.
    places: dict[str, NDArray[np.float64]] = {}
    far = []
    for joining in joinings:
        moving = [places.get(key, bounds[key]) for key in joining.keys]
        length = 0.0
        if joining.way is not None:
            axis, sign = joining.way
            passed = [place for key, place in places.items() if key not in joining.keys]
            length = max((_distance(one, other, axis, sign) for one in moving for other in passed), default=0.0) + room
        far.append(length)
        for key, place in zip(joining.keys, moving, strict=True):
            waiting = place.copy()
            if joining.way is not None:
                axis, sign = joining.way
                waiting[axis] -= sign * length
            places[key] = np.stack(
                (np.minimum(place[:, 0], waiting[:, 0]), np.maximum(place[:, 1], waiting[:, 1])), axis=1
            )
    return tuple(far)


def _what_can_leave(movable: Mapping[str, Movable], standing: Sequence[Body]) -> tuple[Body, Heading] | None:
    """Return the last of the bodies that can leave, and its way."""
    for body in reversed(standing):
        moving = [movable[key] for key in body.keys]
        others = [movable[key] for other in standing if other is not body for key in other.keys]
        ways = HEADINGS if body.leaves is None else (body.leaves, *(way for way in HEADINGS if way != body.leaves))
        for way in ways:
            if is_free(moving, others, way):
                return body, way
    return None


def _distance(one: NDArray[np.float64], other: NDArray[np.float64], axis: int, sign: int) -> float:
    """Return how far one must go back along an axis to be past another; nothing where it never meets it."""
    across = [side for side in range(3) if side != axis]
    if any(one[side, 0] >= other[side, 1] or one[side, 1] <= other[side, 0] for side in across):
        return 0.0
    # It comes along the axis upward from below, or downward from above.
    length = one[axis, 1] - other[axis, 0] if sign > 0 else other[axis, 1] - one[axis, 0]
    return max(float(length), 0.0)
