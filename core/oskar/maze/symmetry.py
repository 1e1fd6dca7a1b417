# SPDX-License-Identifier: GPL-3.0-or-later
"""One form for all puzzles that the symmetries of the box, rotations and reflections, make of each other."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from .faces import FACE_AXES, Faces, Size
from .space import Position


def canonical_form(size: Size, faces: Faces, start: Position, end: Position) -> bytes:
    """Return bytes that are the same for two puzzles where one is the other turned or mirrored, and only then."""
    turned, places, mirrored = _turns(size)
    passages = np.concatenate([along.ravel() for face in faces for along in face.arrays()])
    forms = np.packbits(passages[places], axis=1)
    sides = np.array(size)[turned]
    ends = [np.where(mirrored, sides - 1 - at, at) for at in (np.array(start)[turned], np.array(end)[turned])]
    rows = np.concatenate((forms, *ends), axis=1).astype(np.uint8)
    lowest: bytes = min(row.tobytes() for row in rows)
    return bytes(sorted(size)) + lowest


@lru_cache(maxsize=4)
def _turns(size: Size) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]:
    """Return the symmetries, up to 48, that bring a box onto the one with its sides sorted.

    For each these are the axis that becomes each of x, y and z, where each passage comes from, as an index into all
    arrays of the three faces, and which axes are mirrored.
    """
    axes_of, places, mirrored = [], [], []
    for axes in permutations(range(3)):
        if [size[axis] for axis in axes] == sorted(size):
            for flips in product((False, True), repeat=3):
                axes_of.append(axes)
                mirrored.append(flips)
                places.append(np.concatenate([_origins(size, axes, flips, face) for face in range(3)]))
    return np.array(axes_of), np.array(places), np.array(mirrored)


def _origins(size: Size, axes: tuple[int, ...], flips: tuple[bool, ...], face: int) -> NDArray[np.intp]:
    """Return where the passages of a face of the turned box come from."""
    found = []
    spanned = FACE_AXES[face]
    for direction in spanned:
        # The cells of the turned face from which a passage can lead in the direction.
        ends = [size[axes[axis]] - (axis == direction) for axis in spanned]
        cells = np.indices(ends)
        came = {
            axes[axis]: end - 1 - along if flips[axis] else along
            for axis, end, along in zip(spanned, ends, cells, strict=True)
        }
        first, second = sorted(came)
        index = came[first] + size[first] * came[second]
        found.append(index.ravel() + _offset(size, (first, second), axes[direction]))
    return np.concatenate(found)


def _offset(size: Size, spanned: tuple[int, int], direction: int) -> int:
    """Return where the array of a face's passages in a direction begins among all arrays of the three faces."""
    arrays = [((first, second), along) for first, second in FACE_AXES for along in (first, second)]
    before = arrays[: arrays.index((spanned, direction))]
    return sum(size[first] * size[second] for (first, second), _ in before)
