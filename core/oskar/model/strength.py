# SPDX-License-Identifier: GPL-3.0-or-later
"""The strength of the walls of a face and of the arms of the cross: how much they give and bear.

A wall is a tree of beams on the frame, and each beam a rectangle of the wall's width and the plate's thickness. How far
it gives is told in ``maze/wall_bending``. It breaks where the stress is largest: of bending 6 m / (t w^2), of tension
n / A and of torsion as Roark's table 10.1 has it for a rectangle, taken together by von Mises' rule
sqrt(s^2 + 3 t^2). A push at a post, along either axis of the face or across it, meets every beam between the post and
the frame; so a beam is judged by the posts that hang on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from ...printing.printer import Material
from ...solids.solid import Solid
from ..maze.faces import Face
from ..maze.wall_bending import WallSection, post_gives, post_places
from ..maze.wall_trees import Post, WallTrees, wall_trees
from .dimensions import Dimensions

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class WallStrength:
    """The walls of a face where they are weakest.

    ``aside`` and ``inward`` are how far a post moves at most, in mm per N, in the plane of the face and across it;
    ``breaks`` is the least force, in N, at which a wall breaks, and ``way`` has the posts from the frame to the one at
    which that force pushes.
    """

    aside: float
    inward: float
    breaks: float
    way: tuple[Post, ...]


def wall_strength(face: Face, dimensions: Dimensions, material: Material) -> WallStrength | None:
    """Return the strength of the weakest wall of a face; None where it has no wall that hangs on the frame."""
    trees = wall_trees(face)
    if not trees.posts:
        return None
    columns, rows = (post_places(cells, dimensions.passage, dimensions.wall) for cells in face.shape)
    section = WallSection(dimensions.wall, dimensions.plate, material.stiffness)
    first, second, across = (max(gives) for gives in zip(*post_gives(trees, (columns, rows), section), strict=True))
    stress, number = _largest_stress(trees, (columns, rows), section)
    return WallStrength(max(first, second), across, material.strength / stress, trees.way(number))


def bar_breaks(solid: Solid, material: Material) -> float:
    """Return the least force, in N, that breaks a bar at one of its ends, across any of its axes but its own.

    The bar is held in its middle, as an arm of the cross is, or by a plate that is as far from its end. A section bears
    the moment strength * I / c of the filled boxes there, I about their middle and c to the farthest of them.
    """
    least = inf
    for axis in range(3):
        line = solid.lines[axis]
        sections = np.moveaxis(solid.filled, axis, 0)
        for begin, end, filled in zip(line[:-1], line[1:], sections, strict=True):
            levers = [tip - inner for tip, inner in ((line[-1], max(begin, 0.0)), (-line[0], max(-end, 0.0)))]
            moment = material.strength * _section_modulus(filled, [solid.lines[one] for one in range(3) if one != axis])
            for lever, beyond in zip(levers, (end > 0, begin < 0), strict=True):
                least = min(least, moment / lever) if beyond else least
    return float(least)


def _section_modulus(filled: NDArray[np.bool_], lines: Sequence[Floats]) -> float:
    """Return the lesser section modulus of some boxes, in mm3: about the axes through their middle."""
    moduli = []
    widths = [np.diff(line) for line in lines]
    area = float(widths[0] @ filled @ widths[1])
    for axis in range(2):
        line = lines[axis]
        # How much of the boxes lies at each interval of this axis, in mm.
        depth = filled @ widths[1] if axis == 0 else widths[0] @ filled
        low, high = line[:-1], line[1:]
        middle = float((depth * (high**2 - low**2)).sum()) / 2 / area
        inertia = float((depth * ((high - middle) ** 3 - (low - middle) ** 3)).sum()) / 3
        inside = np.flatnonzero(depth)
        moduli.append(inertia / max(high[inside[-1]] - middle, middle - low[inside[0]]))
    return float(min(moduli))


def _torsion_modulus(section: WallSection) -> float:
    """Return the torque by the largest shear stress that it makes, in mm3."""
    longer, shorter = max(section.width, section.thickness), min(section.width, section.thickness)
    ratio = shorter / longer
    factor = 1 + ratio * (0.6095 + ratio * (0.8865 + ratio * (-1.8023 + ratio * 0.91)))
    return longer * shorter * shorter / 3 / factor


def _largest_stress(
    trees: WallTrees, places: tuple[list[float], list[float]], section: WallSection
) -> tuple[float, int]:
    """Return the largest stress in N/mm2 that a force of 1 N makes at any post, and the number of that post."""
    first, last = (np.array(ends) for ends in _hanging(trees))
    numbers = np.argsort(first)
    posts, parents = np.array(trees.posts), np.array(trees.parents)
    begins = np.where(parents[:, None] < 0, trees.roots, posts[parents])
    # Every beam is looked at where it begins and where it ends.
    sections = [
        np.stack([np.array(line)[ends[:, axis]] for axis, line in enumerate(places)]) for ends in (begins, posts)
    ]
    tips = sections[1][:, numbers]
    # Ranges that reach the end need something behind it.
    padded, ranges = np.append(tips, tips[:, -1:], axis=1), np.stack((first, last), axis=1).ravel()
    lows, highs = (extreme.reduceat(padded, ranges, axis=1)[:, ::2] for extreme in (np.minimum, np.maximum))
    along_first = begins[:, 1] == posts[:, 1]
    # The corner of what hangs on a beam is as far as its farthest post, or farther.
    most = np.stack([_stress(np.maximum(highs - here, here - lows), along_first, section) for here in sections])
    best, weakest = -inf, 0
    for one in np.argsort(-most, axis=None, kind="stable").tolist():
        end, number = divmod(one, len(posts))
        if most[end, number] <= best:
            break
        levers = np.abs(tips[:, first[number] : last[number]] - sections[end][:, number, None])
        found = _stress(levers, along_first[number], section)
        place = int(found.argmax())
        if found[place] > best:
            best, weakest = float(found[place]), int(numbers[first[number] + place])
    return best, weakest


def _stress(levers: Floats, along_first: NDArray[np.bool_] | np.bool_, section: WallSection) -> Floats:
    """Return the largest stress of beams by the levers of a push along both axes of the face, shape (2, number)."""
    width, thickness = section.width, section.thickness
    along, beside = np.where(along_first, levers, levers[::-1])
    in_plane = 6 / (thickness * width**2)
    bent = 6 / (width * thickness**2) * along
    twisted = beside / _torsion_modulus(section)
    pulled = 1 / section.area + in_plane * beside
    most: Floats = np.maximum(np.maximum(pulled, in_plane * along), np.sqrt(bent**2 + 3 * twisted**2))
    return most


def _hanging(trees: WallTrees) -> tuple[list[int], list[int]]:
    """Return a place for each post, so that all that hang on it follow it, and the place behind the last of those."""
    count = len(trees.posts)
    sizes = [1] * count
    for number in range(count - 1, -1, -1):
        if (parent := trees.parents[number]) >= 0:
            sizes[parent] += sizes[number]
    first: list[int] = []
    free: list[int] = []
    next_tree = 0
    for parent, size in zip(trees.parents, sizes, strict=True):
        if parent < 0:
            place, next_tree = next_tree, next_tree + size
        else:
            place = free[parent]
            free[parent] += size
        first.append(place)
        free.append(place + 1)
    return first, [place + size for place, size in zip(first, sizes, strict=True)]
