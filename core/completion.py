# SPDX-License-Identifier: GPL-3.0-or-later
"""Joining the cells that a growth never visited, so that every face becomes a spanning tree.

After a growth, every move from a reachable position to one that is not is forbidden by a
face that has visited both cells. A passage that joins an unvisited cell never opens such a move, so
completing leaves the reachable part, and with it the solution, as they are. Loops could
still arise among the other positions; a union-find over all positions keeps them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from .configuration import ConfigurationSpace
from .faces import FACE_AXES, Face, Size
from .growth import GrowingFace

_Indices = NDArray[np.intp]


def complete(
    size: Size, growing: tuple[GrowingFace, GrowingFace, GrowingFace], random: Random
) -> tuple[Face, Face, Face]:
    """Return the faces with every unvisited cell joined on, in random order.

    A passage that would close a loop in the configuration space is taken only where an unvisited
    cell cannot be joined otherwise.
    """
    arrays = [face.arrays() for face in growing]
    space = ConfigurationSpace.from_arrays(size, *((first, second) for first, second, _ in arrays))
    components = _Components(space.components())
    # Views of the passages by (axis along, axis across), indexed [cell along, cell across].
    views = {}
    for (first_axis, second_axis), (first, second, _) in zip(FACE_AXES, arrays, strict=True):
        views[first_axis, second_axis] = first.T
        views[second_axis, first_axis] = second
    for axes, (_, _, visited) in zip(FACE_AXES, arrays, strict=True):
        _FaceCompletion(axes, visited.T, views, space.steps, components).run(random)
    xy, xz, yz = (Face.from_arrays(first, second) for first, second, _ in arrays)
    return xy, xz, yz


class _Components:
    """A union-find over positions, by their index."""

    def __init__(self, labels: _Indices) -> None:
        self._parent: list[int] = labels.tolist()

    def _root(self, position: int) -> int:
        parent = self._parent
        while parent[position] != position:
            parent[position] = position = parent[parent[position]]
        return position

    def closes_loop(self, sources: list[int], targets: list[int]) -> bool:
        """Tell whether moves between these positions, all added at once, close a loop."""
        pairs = [(self._root(a), self._root(b)) for a, b in zip(sources, targets, strict=True)]
        if len({root for pair in pairs for root in pair}) == 2 * len(pairs):
            return False
        joined: dict[int, int] = {}
        for pair in pairs:
            a, b = (_last(joined, root) for root in pair)
            if a == b:
                return True
            joined[a] = b
        return False

    def join(self, sources: list[int], targets: list[int]) -> None:
        """Connect each source with its target."""
        for a, b in zip(sources, targets, strict=True):
            self._parent[self._root(a)] = self._root(b)


def _last(followers: dict[int, int], first: int) -> int:
    while first in followers:
        first = followers[first]
    return first


class _FaceCompletion:
    """One face while its unvisited cells are joined on; ``visited`` is indexed ``[i, j]``.

    A candidate (along, i, j) is the passage from cell (i, j) to the next one along the face's
    first (0) or second (1) axis.
    """

    def __init__(
        self,
        axes: tuple[int, int],
        visited: NDArray[np.bool_],
        views: dict[tuple[int, int], NDArray[np.bool_]],
        steps: tuple[int, int, int],
        components: _Components,
    ) -> None:
        self._axes = axes
        self._visited = visited
        self._views = views
        self._steps = steps
        self._components = components

    def run(self, random: Random) -> None:
        """Join on all cells, each time by a random passage between a visited and an unvisited cell."""
        frontier = [
            candidate for i, j in np.argwhere(~self._visited).tolist() for candidate in self._candidates(i, j, True)
        ]
        closing: list[tuple[int, int, int]] = []
        while frontier or closing:
            last_resort = not frontier
            candidate = _take_random(closing if last_resort else frontier, random)
            new = self._unvisited_end(candidate)
            if new is None:
                continue
            sources, targets = self._moves_opened(candidate)
            if not last_resort and self._components.closes_loop(sources, targets):
                closing.append(candidate)
                continue
            self._components.join(sources, targets)
            along, i, j = candidate
            self._views[self._axes[along], self._axes[1 - along]][(i, j) if along == 0 else (j, i)] = True
            self._visited[new] = True
            frontier += self._candidates(*new, False)

    def _candidates(self, i: int, j: int, visited: bool) -> Iterator[tuple[int, int, int]]:
        """Yield the passages from a cell to its visited, or else its unvisited, neighbors."""
        columns, rows = self._visited.shape
        if i > 0 and self._visited[i - 1, j] == visited:
            yield 0, i - 1, j
        if i < columns - 1 and self._visited[i + 1, j] == visited:
            yield 0, i, j
        if j > 0 and self._visited[i, j - 1] == visited:
            yield 1, i, j - 1
        if j < rows - 1 and self._visited[i, j + 1] == visited:
            yield 1, i, j

    def _unvisited_end(self, candidate: tuple[int, int, int]) -> tuple[int, int] | None:
        along, i, j = candidate
        for cell in ((i, j), (i + 1, j) if along == 0 else (i, j + 1)):
            if not self._visited[cell]:
                return cell
        return None

    def _moves_opened(self, candidate: tuple[int, int, int]) -> tuple[list[int], list[int]]:
        """Return both ends of the moves that a passage makes legal.

        These are the moves along its axis, at all cells of the axis that crosses the face, where the
        other face that sees the move has its passage already.
        """
        along, i, j = candidate
        axis, (first, second) = self._axes[along], self._axes
        across = 3 - first - second
        levels = np.flatnonzero(self._views[axis, across][(i, j)[along]])
        sources = i * self._steps[first] + j * self._steps[second] + levels * self._steps[across]
        return sources.tolist(), (sources + self._steps[axis]).tolist()


def _take_random(candidates: list[tuple[int, int, int]], random: Random) -> tuple[int, int, int]:
    """Remove and return a random element, in constant time."""
    place = int(random.random() * len(candidates))
    candidates[place], candidates[-1] = candidates[-1], candidates[place]
    return candidates.pop()
