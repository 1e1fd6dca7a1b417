# SPDX-License-Identifier: GPL-3.0-or-later
"""Ways to name edges of a solid: all, those along some axes, on the bed, in some region or outside of it.

``BedSide`` is the side that lies on the bed: its outline, the pits in it, and where the outline comes near to these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..common.containers import fixed, of_array, triple
from .solid import SLIVER, Solid, with_lines

Edges = tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]
"""For the edges along x, y and z: which of the grid's segments are chosen.

An array has the shape of the grid's boxes along its own axis, and of the grid's lines along the two others. It does
not matter what it holds where the solid has no edge. Choices are combined by ``either`` and ``both``.
"""

EdgeChoice = Callable[[Solid], Edges]
"""Chooses edges of any solid."""


def every_edge(solid: Solid) -> Edges:
    """Choose all edges."""
    return edges_along(solid, range(3))


def no_edge(solid: Solid) -> Edges:
    """Choose no edge."""
    return edges_along(solid, ())


def edges_along(solid: Solid, axes: Iterable[int]) -> Edges:
    """Choose the edges that are parallel to one of some axes."""
    wanted = set(axes)
    return triple(np.full(_shape(solid, axis), axis in wanted) for axis in range(3))


def bed_line(solid: Solid, axis: int = 2, *, downward: bool = False) -> tuple[int, int]:
    """Return an axis, and which line across it the lowest faces are on, or the highest where it points downward."""
    layers = np.moveaxis(solid.filled, axis, 0).any(axis=(1, 2))
    return axis, len(layers) - int(layers[::-1].argmax()) if downward else int(layers.argmax())


def lowest_edges(solid: Solid, axis: int = 2, *, downward: bool = False) -> Edges:
    """Choose the edges that bound the lowest faces along an axis, or the highest where it points downward.

    They are those on the bed, if the axis stands upright there; the very same again for the same boxes.
    """

    def chosen() -> Edges:
        edges, line = no_edge(solid), bed_line(solid, axis, downward=downward)[1]
        for along in {0, 1, 2} - {axis}:
            np.moveaxis(edges[along], axis, 0)[line] = True
        return triple(map(fixed, edges))

    return of_array(solid.filled, "lowest", (axis, downward), chosen)


def edges_between(solid: Solid, low: tuple[float, float, float], high: tuple[float, float, float]) -> Edges:
    """Choose the edges in a region, from its lowest to its highest corner, in millimeters.

    An edge is chosen from one line of the grid to the next if both its ends are in the region or on its border.
    """
    return _marked(no_edge(solid), _spans(solid, np.array([(low, high)])), is_chosen=True)


def _spans(solid: Solid, regions: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the lines in regions, by axis the first ones and those after the last, shape (3, 2, n)."""
    lows, highs = regions.T.swapaxes(0, 1)
    ends = zip(solid.lines, lows, highs, strict=True)
    return np.array([(line.searchsorted(low), line.searchsorted(high, "right")) for line, low, high in ends])


def _marked(choice: Edges, spans: NDArray[np.intp], *, is_chosen: bool) -> Edges:
    """Choose the edges between some lines, or choose them no more; return the choice, which was changed."""
    for of_axes in spans.transpose(2, 0, 1).tolist():
        for axis, along in enumerate(choice):
            # An edge goes from one line to the next.
            within = (slice(low, max(low, high - (side == axis))) for side, (low, high) in enumerate(of_axes))
            along[tuple(within)] = is_chosen
    return triple(map(fixed, choice))


def either(some: Edges, others: Edges) -> Edges:
    """Choose what is chosen by one of two choices."""
    return triple(mine | theirs for mine, theirs in zip(some, others, strict=True))


def both(some: Edges, others: Edges) -> Edges:
    """Choose what is chosen by two choices."""
    return triple(mine & theirs for mine, theirs in zip(some, others, strict=True))


def all_but(some: Edges, others: Edges) -> Edges:
    """Choose what is chosen by the first of two choices, and not by the second one."""
    return triple(mine & ~theirs for mine, theirs in zip(some, others, strict=True))


def _shape(solid: Solid, axis: int) -> tuple[int, ...]:
    return tuple(len(line) - (along == axis) for along, line in enumerate(solid.lines))


Corner = tuple[float, float, float]

Region = tuple[Corner, Corner]
"""The lowest and the highest corner of a box, in millimeters; it may be flat, or a line."""


def divided(solid: Solid, regions: Iterable[Region]) -> Solid:
    """Return a solid with lines where regions end, so that its edges can be chosen up to there."""
    ends = [sorted({round(corner[axis], 6) for region in regions for corner in region}) for axis in range(3)]
    return with_lines(solid, ends)


def edges_outside(solid: Solid, regions: Sequence[Region], choice: EdgeChoice = every_edge) -> Edges:
    """Choose the edges that another choice makes anew, by the boxes alone, but those in regions, and on their borders.

    They are the very same ones again as long as lengths move no line over a border.
    """
    # A line that would have been a sliver beside another one was not added.
    spans = _spans(solid, np.array(regions).reshape(-1, 2, 3) + np.array([[-2], [2]]) * SLIVER)
    key = choice, spans.tobytes()
    return of_array(solid.filled, "outside", key, lambda: _marked(choice(solid), spans, is_chosen=False))


Mask = NDArray[np.bool_]

Span = tuple[float, float]


@dataclass(frozen=True)
class BedSide:
    """The lowest faces of any solid along an axis, or the highest where it points downward.

    What is open in them is a pit where there is something of the solid above it; what is open all through is none.
    """

    axis: int
    downward: bool = False

    def pits(self, solid: Solid) -> Mask:
        """Return which boxes of the grid, of the shape of the solid's, are in pits."""
        layers = self._upward(solid.filled)
        covered = np.logical_or.accumulate(layers[::-1], axis=0)[::-1]
        open_below = ~np.logical_or.accumulate(layers, axis=0)
        pits = np.zeros_like(solid.filled)
        self._upward(pits)[:] = covered & open_below
        return pits

    def outline(self, solid: Solid) -> Edges:
        """Choose the edges that bound the lowest faces, but not those round pits."""
        chosen = no_edge(solid)
        covered, _, level = self._lowest(solid)
        padded = np.pad(covered, 1)
        for along, sides in zip(
            self._across,
            (padded[1:-1, 1:] != padded[1:-1, :-1], padded[1:, 1:-1] != padded[:-1, 1:-1]),
            strict=True,
        ):
            np.moveaxis(chosen[along], self.axis, 0)[level] = sides
        return chosen

    def near_pits(self, solid: Solid, reach: float, shortest: float) -> list[Region]:
        """Return the parts of the outline that are less than ``reach`` from a pit, as regions that are lines.

        They are longer where else a part of a straight side, in them or not, would be shorter than ``shortest``, which
        is at most twice ``reach`` and the width of a pit; a side that is shorter as a whole is in them or not.
        """
        level, rectangles, sides = of_array(solid.filled, "pits", self, partial(self._pits_and_sides, solid))
        regions: list[Region] = []
        for place, (along, runs) in enumerate(zip(self._across, sides, strict=True)):
            across = self._across[1 - place]
            line, beside = solid.lines[along], solid.lines[across]
            at, begins, ends = beside[runs[0]], line[runs[1]], line[runs[2]]
            (low, high), (first, last) = line[rectangles[:, place].T], beside[rectangles[:, 1 - place].T]
            low, high, first, last = low - reach, high + reach, first - reach, last + reach
            near = (at > first[:, None]) & (at < last[:, None]) & (begins < high[:, None]) & (ends > low[:, None])
            spans: dict[int, list[Span]] = {}
            for rectangle, run in np.argwhere(near).tolist():
                spans.setdefault(run, []).append((float(low[rectangle]), float(high[rectangle])))
            for run, some in spans.items():
                for span in _of_a_side(some, float(begins[run]), float(ends[run]), shortest):
                    corner = [float(solid.lines[self.axis][level])] * 3
                    corner[across] = float(at[run])
                    (a, b, c), (x, y, z) = (
                        [end if side == along else corner[side] for side in range(3)] for end in span
                    )
                    regions.append(((a, b, c), (x, y, z)))
        return regions

    @property
    def _across(self) -> tuple[int, int]:
        """The two axes along the bed."""
        first, second = (axis for axis in range(3) if axis != self.axis)
        return first, second

    def _pits_and_sides(self, solid: Solid) -> tuple[int, NDArray[np.intp], tuple[NDArray[np.intp], ...]]:
        """Return the number of the line below the lowest layer, the pits as rectangles, and the sides by their axes."""
        covered, pits, level = self._lowest(solid)
        return level, _rectangles(pits), (_runs(covered), _runs(covered.T))

    def _upward(self, boxes: Mask) -> Mask:
        layers: Mask = np.moveaxis(boxes, self.axis, 0)
        return layers[::-1] if self.downward else layers

    def _lowest(self, solid: Solid) -> tuple[Mask, Mask, int]:
        """Return the lowest layer with its pits as if they were filled, the pits, and the number of the line below."""
        _, level = bed_line(solid, self.axis, downward=self.downward)
        layers = np.moveaxis(solid.filled, self.axis, 0)
        covered = layers.any(axis=0)
        return covered, covered & ~layers[level - self.downward], level


def _rectangles(mask: Mask) -> NDArray[np.intp]:
    """Return rectangles that are together what is set, by the numbers of the lines along both axes, shape (n, 2, 2)."""
    changes = np.flatnonzero((mask[1:] != mask[:-1]).any(axis=1)) + 1
    padded = np.pad(mask, [(0, 0), (1, 1)])
    steps = padded[:, 1:] != padded[:, :-1]
    rectangles = []
    for low, high in pairwise((0, *changes.tolist(), len(mask))):
        ends = np.flatnonzero(steps[low]).tolist()
        rectangles += [((low, high), span) for span in zip(ends[::2], ends[1::2], strict=True)]
    return np.array(rectangles, dtype=np.intp).reshape(-1, 2, 2)


def _runs(mask: Mask) -> NDArray[np.intp]:
    """Return the straight sides along the first axis of what is set, as the numbers of lines, shape (3, n).

    They are that of the line across, and those where the side begins and ends.
    """
    padded = np.pad(mask, [(1, 1), (1, 1)])
    sides = (padded[:, 1:] != padded[:, :-1]).T
    goes_on = sides[:, 1:] & sides[:, :-1] & (padded[1:, 1:] == padded[:-1, 1:]).T
    across, begin = np.nonzero(sides[:, 1:] & ~goes_on)
    end = np.nonzero(sides[:, :-1] & ~goes_on)[1]
    return np.stack((across, begin, end))


def _of_a_side(spans: Iterable[Span], begin: float, end: float, shortest: float) -> list[Span]:
    """Return parts of a side with some spans in them, of which none is too short, nor what is left between them."""
    parts: list[Span] = []
    for span in sorted(spans):
        low, high = min(span[0], end - shortest), max(span[1], begin + shortest)
        first, last = begin if low - begin < shortest else low, end if end - high < shortest else high
        if parts and first - parts[-1][1] < shortest:
            first, last = parts[-1][0], max(last, parts.pop()[1])
        parts.append((first, last))
    return parts
