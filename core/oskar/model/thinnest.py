# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds what is thin in a printed puzzle, and where its arms hit anything, from the solids alone.

An arm that goes through two opposite plates is a square bar. Moving by a cell it sweeps a rectangle over
both plates; where the rectangle meets filled boxes, the move is stopped. No face of the puzzle is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...common.words import in_millimeters
from ...kind.part import STAND, Part
from ...printing.checks import ADVISED_LINES, BAD, DOUBTFUL, GOOD, LEAST_LINES, Check
from ...printing.printer import Printer
from ...solids.solid import Solid, least_thickness
from ..maze.faces import FACE_AXES, Size
from .dimensions import Dimensions
from .joints import FLAT, PEG, SOCKET, cross_parts

LEAST_LAYERS = 3
"""Fewer layers on each other bend like paper."""

NEARLY = 0.95
"""A slicer lays lines so much narrower or wider than the nozzle without a word."""

PLACES_IN_CROSS = {FLAT: "the cross beside its hole", PEG: "the peg of the cross", SOCKET: "the wall of the socket"}
"""Where each part of the cross is thinnest."""


@dataclass(frozen=True)
class Thin:
    """Something thin: what users call it, its thickness beside the nozzle in millimeters, and the keys of its parts.

    What is ``short`` is held at both ends, so it needs not to be sturdy by itself. It is thicker with more of a
    dimension, its ``remedy``.
    """

    label: str
    thickness: float
    parts: tuple[str, ...]
    short: bool = False
    remedy: str = ""

    def level(self, printer: Printer) -> str:
        """Return whether a printer can print it."""
        lines = self.thickness / printer.nozzle / NEARLY if self.short else self.thickness / printer.nozzle
        least = 1 if self.short else LEAST_LINES
        if lines < least - 1e-9:
            return BAD
        return GOOD if lines >= (LEAST_LINES if self.short else ADVISED_LINES) - 1e-9 else DOUBTFUL


def thin_things(size: Size, dimensions: Dimensions, parts: Sequence[Part], *, as_kit: bool) -> list[Thin]:
    """Return all that is thin in the parts of a puzzle, where it is thinnest, seen along the layers."""
    walls = tuple(part.key for part in parts if part.walls)
    cross = tuple(part.key for part in parts if not (part.walls or part.key.endswith(STAND)))
    things = [
        Thin("the wall between two passages", dimensions.wall, walls),
        Thin("the plate", dimensions.plate, walls),
        Thin("the arm of the cross", dimensions.arm_width, cross),
    ]
    if not as_kit:
        return things
    # Where the neighbor has the corner of the frame, a plate has a strip of half its thickness, less the gap.
    things.append(
        Thin(
            "the bar of the frame in the joints",
            dimensions.plate / 2 - dimensions.joint,
            walls,
            short=True,
            remedy="plate",
        )
    )
    ups = {part.key: part.up for part in parts}
    for name, solid in cross_parts(size, dimensions).items():
        key = f"cross_{name}"
        beside = [axis for axis in range(3) if axis != ups[key] % 3]
        thickness = min(least_thickness(solid, axis) for axis in beside)
        if thickness < dimensions.arm_width - 1e-6:
            things.append(Thin(PLACES_IN_CROSS[name], thickness, (key,), short=True, remedy="passage"))
    return things


def check_thin(things: Sequence[Thin], printer: Printer) -> Check:
    """Report on what is most in need of being thicker, or else on what is thinnest."""
    order = (BAD, DOUBTFUL, GOOD)
    worst = min(things, key=lambda thing: (order.index(thing.level(printer)), thing.thickness))
    level = worst.level(printer)
    fact = f"The thinnest is {worst.label}, {in_millimeters(worst.thickness)}"
    least, advised = (round(lines * printer.nozzle, 4) for lines in (LEAST_LINES, ADVISED_LINES))
    if level == GOOD:
        sentence = f"{fact}."
    elif level == DOUBTFUL and not worst.short:
        sentence = f"{fact}: {in_millimeters(advised)} would be sturdier."
    else:
        sentence = f"{fact}: a nozzle of {printer.nozzle:g} mm needs at least {least:g} mm."
        if worst.remedy:
            sentence += f" A larger {worst.remedy} makes it thicker."
    return Check("Walls", level, sentence, worst.parts)


def check_strips(dimensions: Dimensions, printer: Printer) -> Check:
    """Report whether what a plate has of the frame in its joints, half of its thickness, is enough layers."""
    height = dimensions.plate / 2
    least = round(LEAST_LAYERS * printer.layer, 4)
    fact = f"In the joints a plate is {in_millimeters(height)} thick"
    if height < least - 1e-9:
        advice = f"layers of {printer.layer:g} mm need plates of at least {2 * least:g} mm"
        return Check("Joint Strips", BAD, f"{fact}, half its thickness: {advice}.")
    return Check("Joint Strips", GOOD, f"{fact}, {height / printer.layer:.3g} layers.")


TOLERANCE = 1e-6
"""Millimeters by which two solids may seem to touch by the rounding of their coordinates."""


Collisions = list[tuple[NDArray[np.bool_], NDArray[np.bool_]]]


def collisions(solids: Iterable[Solid], size: Size, dimensions: Dimensions) -> Collisions:
    """Return where the arms hit a box of one or several solids: at rest in each cell, and on the way to the next.

    There is a pair for each face XY, XZ and YZ. Each array is boolean and indexed [column, row]; the second one has a
    first axis for the two directions of the face, and holds the way from a cell to the next one up that direction.
    The last cell of a direction has no such way.
    """
    hits = [
        (np.zeros((size[first], size[second]), dtype=bool), np.zeros((2, size[first], size[second]), dtype=bool))
        for first, second in FACE_AXES
    ]
    half = dimensions.arm_width / 2
    for solid in solids:
        for axes, (at_rest, on_the_way) in zip(FACE_AXES, hits, strict=True):
            # What an arm could hit is what is filled anywhere along it, seen in the direction of the arm.
            shadow = solid.filled.any(axis=3 - sum(axes))
            lowest = dimensions.center(size, (0, 0, 0))
            still, far = (
                [
                    _boxes_between(
                        solid.lines[axis], lowest[axis] + np.arange(size[axis]) * dimensions.pitch, reach, half
                    )
                    for axis in axes
                ]
                for reach in (0.0, dimensions.pitch)
            )
            at_rest[:] |= _any_between(shadow, still[0], still[1])
            on_the_way[0] |= _any_between(shadow, far[0], still[1])
            on_the_way[1] |= _any_between(shadow, still[0], far[1])
    return hits


def _boxes_between(
    lines: NDArray[np.float64], centers: NDArray[np.float64], reach: float, half: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the boxes of a grid that a bar touches which moves from a center upward, for each of some centers.

    They are the numbers of the first one and of the one after the last.
    """
    first = np.searchsorted(lines, centers - half + TOLERANCE, side="right") - 1
    last = np.searchsorted(lines, centers + reach + half - TOLERANCE, side="left")
    return np.maximum(first, 0), np.minimum(last, len(lines) - 1)


def _any_between(
    shadow: NDArray[np.bool_],
    columns: tuple[NDArray[np.intp], NDArray[np.intp]],
    rows: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> NDArray[np.bool_]:
    """Report for each rectangle, from some columns and some rows, whether any of it is set.

    The numbers of what is set are summed up along both axes, so four of the sums are enough for a rectangle (Crow,
    "Summed-area tables for texture mapping", 1984).
    """
    sums = np.pad(shadow.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32), ((1, 0), (1, 0)))
    along = sums[columns[1]] - sums[columns[0]]
    is_any: NDArray[np.bool_] = along[:, rows[1]] > along[:, rows[0]]
    return is_any
