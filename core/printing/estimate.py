# SPDX-License-Identifier: GPL-3.0-or-later
"""Estimates the plastic and the time that a print takes: what a slicer says, near enough, without slicing.

Solids are boxes on a grid, so a layer's area, its outline and what is left of it at some depth are exact sums. Of each
layer the outermost lines are walls; within them it is full where the surface is near above or below, else sparse. From
the lengths of these lines follow grams and minutes. What the numbers of this file are is an ordinary profile, and how a
printer moves; the tests compare what comes of it with a slicer.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from ..common.task import finish
from ..common.words import about, in_words
from ..solids.solid import Solid, body_count
from .printed_object import Floats
from .printer import MATERIALS, RESIN, Printer

Bools = NDArray[np.bool_]

PERIMETERS = 2
"""The lines of a wall beside each other, from its outer side."""

INFILL = 0.15
"""The share of plastic inside."""

FULL_ABOVE, FULL_BELOW = 5, 4
"""The layers below an upper side, and those above a lower one, that are full."""

WAVE = 1.5
"""How far it is between two bends of what fills a sparse layer, in widths of a line for each share of infill."""

SUPPORT_SHARE = 0.15
"""The share of plastic in supports: thin lines two millimeters apart."""

LINE_SHARE = 1.125
"""The width of a line in widths of the nozzle."""

OVERLAP = 0.4
"""How far what fills a layer reaches into its walls, in widths of a line."""

SUPPORT_MARGIN = 1.2
"""How much farther out than what hangs over its support is, in millimeters: slicers widen what is narrow."""

DENSE_LAYERS = 5
"""The layers of a support that are full, above and below together."""

OUTER_SPEED, INNER_SPEED, FILL_SPEED, TOP_SPEED, SUPPORT_SPEED, FIRST_SPEED = 25.0, 45.0, 80.0, 40.0, 50.0, 20.0
"""Of the outermost line, the others of a wall, what fills, the uppermost layer, supports, and the first layer: mm/s."""

ACCELERATION = 1000.0
"""Of the print head, in mm/s2: so short lines take longer than their lengths say."""

CORNER_SECONDS = 0.03
"""What a corner of a wall takes, where the head slows down."""

TRAVEL_SECONDS = 0.5
"""What it takes to draw back the plastic, lift the nozzle, go to the next line and begin there."""

BEGINNINGS_BY_CORNER = 0.2
"""Lines that begin at each corner inside of walls: what fills a layer is divided there."""

CURED_LAYER_SECONDS = 8.0
"""What a layer of resin takes, whatever is in it: to harden, to be lifted and to go down again."""


@dataclass(frozen=True)
class Estimate:
    """The cost of a print: grams of plastic with supports, minutes, and a few words on what these rest on.

    What is cut from sheets takes no plastic, but ``cut``, the length of all cuts in millimeters.
    """

    grams: float
    minutes: float
    basis: str
    cut: float = 0.0

    @property
    def amount(self) -> str:
        """The grams, or the length of all cuts, as people read them."""
        return f"{self.cut / 1000:.1f} m of cuts" if self.cut else f"{about(self.grams)} g"

    @property
    def words(self) -> str:
        """What it takes, as a panel has room for it."""
        return f"{self.amount}, {in_words(self.minutes)}"


def estimate(beds: Sequence[Sequence[Solid]], printer: Printer) -> Estimate:
    """Return what solids take that stand on z = 0 on beds, which are printed one after another."""
    return finish(estimate_in_steps(beds, printer))


def estimate_in_steps(beds: Sequence[Sequence[Solid]], printer: Printer) -> Generator[None, None, Estimate]:
    """Do what ``estimate`` does; yield after each solid."""
    density = MATERIALS[printer.material].density / 1000
    if printer.material == RESIN:
        volume = sum(solid.volume for bed in beds for solid in bed)
        layers = sum(max((_layer_count(solid, printer.layer) for solid in bed), default=0) for bed in beds)
        seconds = layers * CURED_LAYER_SECONDS
        basis = f"{printer.layer:g} mm layers of {CURED_LAYER_SECONDS:g} s, full, without supports"
        return Estimate(volume * density, seconds / 60, basis)
    volume, seconds, is_supported = 0.0, 0.0, False
    for bed in beds:
        for solid in bed:
            lines = _Lines(solid, printer)
            volume += float(lines.areas().sum()) * solid.extent[2] / len(lines.top)
            seconds += float(lines.seconds().sum())
            is_supported = is_supported or bool(lines.supports.areas.any())
            yield
    basis = f"{PERIMETERS} perimeters, {INFILL:.0%} infill, {printer.layer:g} mm layers"
    basis += ", with snug supports" if is_supported else ""
    return Estimate(volume * density, seconds / 60, basis)


def shrunk(solid: Solid, depth: float) -> Solid:
    """Return what is left of a solid when a depth is taken off all its sides, in millimeters."""
    filled, lines = solid.filled, []
    for axis, line in enumerate(solid.lines):
        within = _lines_within(line, depth)
        moved = np.moveaxis(filled, axis, 0)
        flat = _shrunk_along(moved.reshape(len(moved), -1), line, within, depth)
        filled = np.moveaxis(flat.reshape(len(flat), *moved.shape[1:]), 0, axis)
        lines.append(within)
    return Solid((lines[0], lines[1], lines[2]), filled)


SLOPE = 2 - math.sqrt(2)
"""How much shorter an outline is for a slope at 45 degrees, as a share of the width that it cuts of both sides."""


def cut_mass(volume: float, width: float, printer: Printer) -> float:
    """Return the grams by which slopes make a print lighter that cut a volume, in mm3, of its edges.

    A slope has walls, too: of what is deeper than these only the infill goes. ``width`` is what they cut of both sides.
    """
    density = MATERIALS[printer.material].density / 1000
    if not width or printer.material == RESIN:
        return density * volume
    walls = PERIMETERS * LINE_SHARE * printer.nozzle
    whole = width * width / 2
    shell = min(SLOPE * width * walls, whole)
    return density * volume * (shell + INFILL * (whole - shell)) / whole


def first_layer_area(solid: Solid) -> float:
    """Return the area of a solid that lies on the bed, in square millimeters."""
    x, y, _ = solid.lines
    return float(np.diff(x) @ solid.filled[:, :, 0] @ np.diff(y))


def _layer_count(solid: Solid, layer: float) -> int:
    return max(1, round(solid.extent[2] / layer))


@dataclass(frozen=True)
class _Section:
    """A level section, in millimeters and square millimeters: its area, the length and corners of its outline.

    ``loops`` are the closed lines of the outline, where they are counted.
    """

    area: float
    outline: float
    corners: int
    loops: int = 0


NOTHING = _Section(0.0, 0.0, 0)


class _Lines:
    """The lines that a printer lays down of a solid: arrays have a value for each layer, from the bed upward."""

    def __init__(self, solid: Solid, printer: Printer) -> None:
        self.line = LINE_SHARE * printer.nozzle
        # Lines have round sides and overlap, so that what they fill is full: their middles are so far apart.
        self.apart = self.line - min(printer.layer, self.line) * (1 - math.pi / 4)
        x, y, z = solid.lines
        slabs = np.ascontiguousarray(np.moveaxis(solid.filled, 2, 0))
        count = _layer_count(solid, printer.layer)
        middles = (np.arange(count) + 0.5) * solid.extent[2] / count
        at = np.clip(np.searchsorted(z - z[0], middles) - 1, 0, len(slabs) - 1)
        layers_of = np.maximum(np.bincount(at, minlength=len(slabs)), 1)
        depth = self.line / 2 + (PERIMETERS - 0.5) * self.apart
        within_x, within_y = _lines_within(x, depth), _lines_within(y, depth)
        within = [
            np.ascontiguousarray(_shrunk_along(_shrunk_along(slab, x, within_x, depth).T, y, within_y, depth).T)
            for slab in slabs
        ]
        self.whole = _Sections([_section(slab, x, y, with_loops=True) for slab in slabs], at)
        self.inner = _Sections([_section(slab, within_x, within_y) for slab in within], at)
        sparse, top = [], []
        known: dict[tuple[int, ...], tuple[_Section, float]] = {}
        for layer in range(count):
            around = range(layer - FULL_BELOW, layer + FULL_ABOVE + 1)
            near = sorted({int(at[neighbor]) if 0 <= neighbor < count else -1 for neighbor in around})
            form = (int(at[layer]), int(at[layer + 1]) if layer + 1 < count else -1, *near)
            if form not in known:
                known[form] = _inside(within, form, within_x, within_y)
            sparse.append(known[form][0])
            top.append(known[form][1])
        self.sparse, self.top = _Sections(sparse), np.array(top)
        supports, hanging = _supports(solid, slabs)
        self.supports = _Sections(supports, at)
        self.dense: Floats = DENSE_LAYERS * (np.array(hanging) / layers_of)[at]

    @property
    def filled(self) -> tuple[Floats, Floats]:
        """The areas within walls that are full, and those that are sparse, each with what reaches into the walls."""
        reach = OVERLAP * self.line
        sparse = self.sparse.areas + reach * self.sparse.outlines
        return np.maximum(self.inner.areas + reach * self.inner.outlines - sparse, 0.0), sparse

    @property
    def supported(self) -> Floats:
        """The area that the lines of supports cover, but for their full layers."""
        supported: Floats = SUPPORT_SHARE * (self.supports.areas + SUPPORT_MARGIN * self.supports.outlines)
        return supported

    def areas(self) -> Floats:
        """Return the area of each layer that lines cover, in square millimeters."""
        full, sparse = self.filled
        areas: Floats = self.whole.areas - self.inner.areas + full + INFILL * sparse + self.supported + self.dense
        return areas

    def seconds(self) -> Floats:
        """Return how long each layer takes."""
        full, sparse = (area / self.apart for area in self.filled)
        walls = (self.whole.areas - self.inner.areas) / self.apart
        outer = np.minimum(self.whole.outlines, walls)
        supports = (self.supported + self.dense) / self.apart
        top = np.minimum(self.top / self.apart, full)
        across = _mean_chord(self.inner.areas - self.sparse.areas, self.inner.outlines + self.sparse.outlines)
        seconds: Floats = (
            outer / OUTER_SPEED
            + (walls - outer) / INNER_SPEED
            + (full - top) * _pace(across, FILL_SPEED)
            + top * _pace(across, TOP_SPEED)
            + INFILL * sparse * _pace(np.array(WAVE * self.line / INFILL), FILL_SPEED)
            + supports * _pace(_mean_chord(self.supports.areas, self.supports.outlines), SUPPORT_SPEED)
            + CORNER_SECONDS * (self.whole.corners + self.inner.corners)
            + TRAVEL_SECONDS * (PERIMETERS * self.whole.loops + BEGINNINGS_BY_CORNER * self.inner.corners)
        )
        seconds[0] = max(seconds[0], float(walls[0] + full[0]) / FIRST_SPEED)
        return seconds


class _Sections:
    """The measures of many sections as arrays; ``at`` are the numbers of those that are wanted, if not all in turn."""

    def __init__(self, sections: Sequence[_Section], at: NDArray[np.intp] | None = None) -> None:
        measures = np.array([(cut.area, cut.outline, cut.corners, cut.loops) for cut in sections], dtype=np.float64)
        self.areas, self.outlines, self.corners, self.loops = (measures if at is None else measures[at]).T


def _inside(within: Sequence[Bools], form: tuple[int, ...], x: Floats, y: Floats) -> tuple[_Section, float]:
    """Return the sparse part of a layer, and the area of it that nothing lies on.

    ``form`` are the numbers of its slab, of that of the layer above, and of those of all layers near: -1 for none.
    """
    here, above, *near = form
    bare = within[here] if above < 0 else within[here] & ~within[above]
    top = _area(_padded(bare)[1:-1], x, y)
    if near[0] < 0:
        return NOTHING, top
    return _section(reduce(np.logical_and, [within[level] for level in near]), x, y), top


def _mean_chord(area: Floats, outline: Floats) -> Floats:
    """Return how long straight lines across regions are in the mean (M. Crofton, 1868), in millimeters."""
    chord: Floats = np.maximum(math.pi * area / np.maximum(outline, 1e-9), 0.1)
    return chord


def _pace(length: Floats, speed: float) -> Floats:
    """Return the seconds that a millimeter takes of lines of a length, from rest to rest."""
    full = speed * speed / ACCELERATION
    pace: Floats = np.where(
        length < full, 2 / np.sqrt(ACCELERATION * length), 1 / speed + speed / ACCELERATION / length
    )
    return pace


def _section(filled: Bools, x: Floats, y: Floats, *, with_loops: bool = False) -> _Section:
    """Return the measures of boxes between lines across x and y."""
    padded = _padded(filled)
    across_x, across_y = padded[1:] != padded[:-1], padded[:, 1:] != padded[:, :-1]
    # In a large section sides are few, so they are looked for, and not multiplied with all that is none.
    rows, columns = np.flatnonzero(across_y) // across_y.shape[1], np.flatnonzero(across_x) % across_x.shape[1]
    outline = float(np.diff(x)[rows - 1].sum() + np.diff(y)[columns - 1].sum())
    # At a corner one or three of the four boxes round it are filled, or two that touch only there.
    turns = across_x[:, 1:] != across_x[:, :-1]
    corners = np.count_nonzero(turns)
    touching = np.count_nonzero(across_x[:, 1:] & across_x[:, :-1] & across_y[1:] & across_y[:-1])
    loops = 0
    if with_loops and filled.any():
        islands = body_count(Solid((x, y, np.array([0.0, 1.0])), filled[:, :, None]))
        # Of three boxes two are across from each other.
        turns &= (padded[1:, 1:] & padded[:-1, :-1]) | (padded[1:, :-1] & padded[:-1, 1:])
        concave = np.count_nonzero(turns)
        # Islands less holes, by Euler's formula.
        loops = 2 * islands - (corners - 2 * concave + 2 * touching) // 4
    return _Section(_area(padded[1:-1], x, y), outline, corners + 2 * touching, loops)


def _padded(filled: Bools) -> Bools:
    """Return boxes with a margin of one round them that is empty; numpy's own way takes longer than their measures."""
    padded = np.zeros((filled.shape[0] + 2, filled.shape[1] + 2), dtype=bool)
    padded[1:-1, 1:-1] = filled
    return padded


def _area(filled: Bools, x: Floats, y: Floats) -> float:
    """Return the area of boxes between lines across x and y, which have a margin of one at both ends along y."""
    ends = np.flatnonzero(filled[:, 1:] != filled[:, :-1])
    # In a row what is filled begins and ends in turn.
    places, row = y[ends % len(y)], ends[::2] // len(y)
    return float(((places[1::2] - places[::2]) * np.diff(x)[row]).sum())


def _lines_within(line: Floats, depth: float) -> Floats:
    """Return the lines between which a section is the same once a depth is taken off all round."""
    shifted = np.unique(np.round(np.concatenate([line - depth, line + depth]), 6))
    within: Floats = shifted[(shifted >= line[0]) & (shifted <= line[-1])]
    return within


def _shrunk_along(filled: Bools, line: Floats, finer: Floats, depth: float) -> Bools:
    """Return what is left when a depth is taken off both ends of all that is filled along the first axis."""
    middles = (finer[:-1] + finer[1:]) / 2
    empty = ~_padded(filled)[:, 1:-1]
    before = np.zeros((len(empty) + 1, filled.shape[1]), dtype=np.int16)
    np.cumsum(empty, axis=0, dtype=np.int16, out=before[1:])
    first = np.clip(np.searchsorted(line, middles - depth), 0, len(line))
    last = np.clip(np.searchsorted(line, middles + depth), 0, len(line))
    shrunk: Bools = before[last + 1] == before[first]
    return shrunk


def _supports(solid: Solid, slabs: Bools) -> tuple[list[_Section], list[float]]:
    """Return for each slab of a solid the support in it, and the area that hangs over what lies below it."""
    x, y, _ = solid.lines
    widths, depths = np.diff(x), np.diff(y)
    count = len(slabs)
    needed = np.zeros(slabs.shape[1:], dtype=bool)
    sections, hanging = [NOTHING] * count, [0.0] * count
    over = solid.overhangs
    for level in range(count - 2, -1, -1):
        if level in over:
            hanging[level] = float(widths @ over[level] @ depths)
            needed = needed | over[level]
        needed = needed & ~slabs[level]
        if needed.any():
            sections[level] = _section(needed, x, y)
    return sections, hanging
