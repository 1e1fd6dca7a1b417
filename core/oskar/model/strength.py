# SPDX-License-Identifier: GPL-3.0-or-later
"""How much the walls of a face give and bear, and the arms of the cross.

A wall is a tree of beams on the frame, and each beam a rectangle of the wall's width and the plate's thickness. How far
it gives is told in ``maze/wall_bending``. It breaks where the stress is largest: of bending 6 m / (t w^2), of tension
n / A and of torsion as Roark's table 10.1 has it for a rectangle, taken together by von Mises' rule
sqrt(s^2 + 3 t^2). A push at a post, along either axis of the face or across it, meets every beam between the post and
the frame; so a beam is judged by the posts that hang on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from ...printing.printer import Material
from ..maze.faces import Face, Size
from ..maze.wall_bending import WallSection, post_gives, post_places
from ..maze.wall_trees import Post, WallTrees, wall_trees
from .dimensions import Dimensions

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class WallStrength:
    """The walls of a face where they are weakest.

    ``gives`` is how far a post moves at most, in mm per N, in the plane of the face or across it; ``breaks`` the least
    force, in N, at which a wall breaks, and ``way`` the posts from the frame to the one where that force pushes.
    """

    gives: float
    breaks: float
    way: tuple[Post, ...]


def wall_strength(face: Face, dimensions: Dimensions, material: Material) -> WallStrength | None:
    """Return the strength of the weakest wall of a face; None where it has no wall that hangs on the frame."""
    trees = wall_trees(face)
    if not trees.posts:
        return None
    columns, rows = (post_places(cells, dimensions.passage, dimensions.wall) for cells in face.shape)
    section = WallSection(dimensions.wall, dimensions.plate, material.stiffness)
    gives = max(map(max, post_gives(trees, (columns, rows), section)))
    stress, number = _largest_stress(trees, (columns, rows), section)
    return WallStrength(gives, material.strength / stress, trees.way(number))


def arm_breaks(size: Size, dimensions: Dimensions, material: Material) -> float:
    """Return the force, in N, that breaks the longest arm of the cross at its end: it is a square bar held at one end.

    What is held is the cross's middle, or the plate that the arm comes out of: both are as far from its end.
    """
    side = dimensions.arm_width
    lever = max(dimensions.half_arms(size)) - side / 2
    return material.strength * side * side * side / 6 / lever


def arm_gives(size: Size, dimensions: Dimensions, material: Material) -> float:
    """Return how far the longest arm gives at its end, in mm per N."""
    side = dimensions.arm_width
    lever = max(dimensions.half_arms(size)) - side / 2
    return 4 * lever * lever * lever / (material.stiffness * side * side * side * side)


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
