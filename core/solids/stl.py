# SPDX-License-Identifier: GPL-3.0-or-later
"""Binary STL files: written from triangles, and looked at, as a slicer would, before they are called written."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .solid import edges_are_paired

_TEXT, _HEADER = 80, 84
_PROGRAM = "Puzzle Cubes"
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def stl(triangles: NDArray[np.floating[Any]]) -> bytes:
    """Return the bytes of a binary STL file with triangles of shape (n, 3 corners, 3 coordinates), and their normals.

    A triangle without an area has none.
    """
    rows = np.zeros(len(triangles), dtype=_TRIANGLE)
    rows["corners"] = triangles
    # Of the corners as they are written: a program that looks at both finds them to agree.
    across = cross_product(*np.diff(rows["corners"].transpose(1, 2, 0).astype(np.float64, order="C"), axis=0))
    lengths = np.sqrt((across * across).sum(axis=0))
    np.divide(across, lengths, out=rows["normal"].T, where=lengths > 0, casting="same_kind")
    return bytes(_TEXT) + len(triangles).to_bytes(4, "little") + rows.tobytes()


def named(data: bytes, name: str) -> bytes:
    """Return the bytes of a binary STL file with a name in its header, which programs pass over.

    The header begins with the name of this program: with "solid" it would be taken for a text. What is no ASCII is left
    out, and what has no room is cut off.
    """
    # Some programs read colors after an equals sign.
    text = f"{_PROGRAM}: {name}".replace("=", "-").encode("ascii", "ignore")[:_TEXT]
    return text.ljust(_TEXT, b"\0") + data[_TEXT:]


def stl_size(triangles: int) -> int:
    """Return the bytes of a binary STL file with so many triangles."""
    return _HEADER + triangles * _TRIANGLE.itemsize


def triangles_from_stl(data: bytes) -> NDArray[np.float32]:
    """Return the corners of the triangles, shape (n, 3 corners, 3 coordinates).

    Raises ValueError when the data is no binary STL, or is cut short.
    """
    if len(data) < _HEADER:
        raise ValueError("the file is too short for an STL file")
    count = int.from_bytes(data[80:84], "little")
    if len(data) != stl_size(count):
        raise ValueError(f"the file says {count} triangles, but its length does not fit")
    return np.frombuffer(data, dtype=_TRIANGLE, offset=_HEADER)["corners"]


def is_closed(triangles: NDArray[np.float32]) -> bool:
    """Report whether every edge is used once in each direction, and no corner is not a number.

    For a million corners an error is less likely than 1 in 10 million.
    """
    if not len(triangles) or not np.isfinite(triangles).all():
        return False
    return edges_are_paired(corner_keys(triangles))


def corner_keys(triangles: NDArray[np.float32]) -> NDArray[np.uint64]:
    """Return a 64-bit key of each corner, shape (n, 3), mixed from its coordinates.

    Corners that differ have the same key with odds of 1 in 2^64.
    """
    corners = np.ascontiguousarray(triangles + np.float32(0)).view(np.uint32).astype(np.uint64)
    return _mixed(_mixed(_mixed(corners[..., 0]) ^ corners[..., 1]) ^ corners[..., 2])


def open_edges(keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Report of each edge of triangles, from each corner to the next, whether it has an odd number of faces beside it.

    ``keys`` are those of the corners, shape (n, 3); an edge from a place to itself is never open.
    """
    following = np.roll(keys, -1, axis=1)
    edges = _mixed(np.minimum(keys, following)) ^ np.maximum(keys, following)
    edges[keys == following] = 0
    known, counts = np.unique(edges, return_counts=True)
    odd = known[(counts & 1).astype(bool) & (known != 0)]
    return np.isin(edges, odd)


def edges_are_balanced(keys: NDArray[np.uint64]) -> bool:
    """Report whether each edge of triangles goes one way as often as the other way."""
    begin, end = keys.ravel(), np.roll(keys, -1, axis=1).ravel()
    return np.array_equal(np.sort(_mixed(begin) ^ end), np.sort(_mixed(end) ^ begin))


def enclosed_volume(triangles: NDArray[np.floating[Any]]) -> float:
    """Return the volume that closed triangles enclose, positive when they face outward.

    The sum of the tetrahedra that the triangles span with one point (divergence theorem).
    """
    if not len(triangles):
        return 0.0
    a, b, c = triangles.transpose(1, 2, 0).astype(np.float64, order="C") - triangles[0, 0][:, None]
    return float((a * cross_product(b, c)).sum() / 6)


def cross_product(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the vectors across two ones each, shape (3, n): by whole rows, which is sooner than numpy's own."""
    (x, y, z), (x_2, y_2, z_2) = first, second
    return np.stack((y * z_2 - z * y_2, z * x_2 - x * z_2, x * y_2 - y * x_2))


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread the bits of 64-bit numbers (the finalizer of the splitmix64 generator, one to one)."""
    mixed = values + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> np.uint64(31)
