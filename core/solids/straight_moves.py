# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether a solid can be taken away along an axis, past others that stand: exact, and without trying distances.

Seen along the axis, a solid that goes away for good sweeps all that lies ahead of its rearmost place, over its whole
outline. So it is free if no other solid has a place ahead of that, in any of the columns in which both are. Two
coordinates for each column of a solid are enough to know, whatever is in between.

By such moves solids are put together, one after the other, each by one move along an axis. The order is found backward,
as solids are taken apart: what can go away along an axis while all others stand goes, and so on. Whatever goes makes
room for the others, so nothing that is taken can be a mistake: if there is an order of such moves at all, it is found
without trying others. Of those that can go, the one goes first that is wished last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..common.containers import triple
from ..common.errors import InputError
from .solid import Solid

TOLERANCE = 1e-5
"""Millimeters by which two solids may seem to overlap by the rounding of their coordinates."""

Heading = tuple[int, int]
"""An axis, and 1 for going up along it or -1 for going down."""


@dataclass(frozen=True)
class Columns:
    """A solid seen along an axis: the cuts of its grid along the two others, and where it begins and ends in each.

    ``lowest`` and ``highest`` are in millimeters, with a place for each column of the grid; an empty column begins
    above everything and ends below everything.
    """

    cuts: tuple[NDArray[np.float64], NDArray[np.float64]]
    lowest: NDArray[np.float64]
    highest: NDArray[np.float64]


class Movable:
    """A solid that is moved past others; what is known of it is kept, as it is asked for many times."""

    def __init__(self, solid: Solid) -> None:
        self._solid = solid

    @cached_property
    def bounds(self) -> NDArray[np.float64]:
        """The lowest and the highest coordinate of the grid along each axis, shape (3, 2)."""
        return np.array([line[[0, -1]] for line in self._solid.lines])

    @cached_property
    def columns(self) -> tuple[Columns, Columns, Columns]:
        """The solid seen along x, y and z."""
        return triple(_columns(self._solid, axis) for axis in range(3))


def is_free(moving: Iterable[Movable], standing: Iterable[Movable], way: Heading) -> bool:
    """Report whether some solids, moved as one, can go away along an axis for good while others stand."""
    others = tuple(standing)
    return not any(_is_in_the_way(mover, obstacle, way) for mover in moving for obstacle in others)


def _is_in_the_way(moving: Movable, standing: Movable, way: Heading) -> bool:
    axis, sign = way
    across = [along for along in range(3) if along != axis]
    mine, theirs = moving.bounds, standing.bounds
    if any(min(mine[side, 1], theirs[side, 1]) - max(mine[side, 0], theirs[side, 0]) < TOLERANCE for side in across):
        return False
    ends = ("lowest", "highest")[::sign]
    rear, ahead = _on_common_cuts(moving.columns[axis], standing.columns[axis], *ends)
    return bool((sign * ahead > sign * rear + TOLERANCE).any())


def _on_common_cuts(
    first: Columns, second: Columns, of_one: str, of_other: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return an end of each of two solids in the columns that both have room for."""
    places: list[list[NDArray[np.intp]]] = [[], []]
    for ours, theirs in zip(first.cuts, second.cuts, strict=True):
        cuts = np.unique(np.concatenate((ours, theirs)))
        cuts = cuts[(cuts >= max(ours[0], theirs[0])) & (cuts <= min(ours[-1], theirs[-1]))]
        # Cuts that should be equal leave slivers by their rounding, which are nothing.
        wide = np.diff(cuts) > TOLERANCE
        middles = ((cuts[:-1] + cuts[1:]) / 2)[wide]
        for place, line in zip(places, (ours, theirs), strict=True):
            place.append(np.searchsorted(line, middles, side="right") - 1)
    return getattr(first, of_one)[np.ix_(*places[0])], getattr(second, of_other)[np.ix_(*places[1])]


def _columns(solid: Solid, axis: int) -> Columns:
    layers = np.moveaxis(solid.filled, axis, 0)
    line = solid.lines[axis]
    first, last = layers.argmax(axis=0), len(layers) - layers[::-1].argmax(axis=0)
    is_empty = ~layers.any(axis=0)
    first_cuts, second_cuts = (solid.lines[along] for along in range(3) if along != axis)
    return Columns(
        (first_cuts, second_cuts),
        np.where(is_empty, np.inf, line[first]),
        np.where(is_empty, -np.inf, line[last]),
    )


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
    bounds = {key: Movable(solid).bounds for key, solid in solids.items()}
    # All places of a part so far, from where it waits to where it stands in the end.
    places: dict[str, NDArray[np.float64]] = {}
    far = []
    for joining in joinings:
        moving = [places.get(key, bounds[key]) for key in joining.keys]
        length = 0.0
        if joining.way is not None:
            axis, sign = joining.way
            passed = [place for key, place in places.items() if key not in joining.keys]
            length = (
                max((_distance(mover, obstacle, axis, sign) for mover in moving for obstacle in passed), default=0.0)
                + room
            )
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
        others = [movable[key] for neighbor in standing if neighbor is not body for key in neighbor.keys]
        ways = HEADINGS if body.leaves is None else (body.leaves, *(way for way in HEADINGS if way != body.leaves))
        for way in ways:
            if is_free(moving, others, way):
                return body, way
    return None


def _distance(place: NDArray[np.float64], obstacle: NDArray[np.float64], axis: int, sign: int) -> float:
    """Return how far one must go back along an axis to be past another; nothing where it never meets it."""
    across = [side for side in range(3) if side != axis]
    if any(place[side, 0] >= obstacle[side, 1] or place[side, 1] <= obstacle[side, 0] for side in across):
        return 0.0
    # It comes along the axis upward from below, or downward from above.
    length = place[axis, 1] - obstacle[axis, 0] if sign > 0 else obstacle[axis, 1] - place[axis, 0]
    return max(float(length), 0.0)
