# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds what is thin in a printed puzzle: walls, plates, arms, and in a kit what is left of them at the joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...kind.part import Part
from ...printing.checks import ADVISED_LINES, BAD, DOUBTFUL, GOOD, LEAST_LINES, Check
from ...printing.printer import Printer
from ...solids.thickness import least_thickness
from ..maze.faces import Size
from .cross_parts import FLAT, PEG, SOCKET, cross_parts
from .dimensions import Dimensions

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
    cross = tuple(part.key for part in parts if not part.walls)
    found = [
        Thin("the wall between two passages", dimensions.wall, walls),
        Thin("the plate", dimensions.plate, walls),
        Thin("the arm of the cross", dimensions.arm_width, cross),
    ]
    if not as_kit:
        return found
    # Where the neighbor has the corner of the frame, a plate has a strip of half its thickness, less the gap.
    found.append(
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
            found.append(Thin(PLACES_IN_CROSS[name], thickness, (key,), short=True, remedy="passage"))
    return found


def check_thin(things: Sequence[Thin], printer: Printer) -> Check:
    """Report on what is most in need of being thicker, or else on what is thinnest."""
    order = (BAD, DOUBTFUL, GOOD)
    worst = min(things, key=lambda thing: (order.index(thing.level(printer)), thing.thickness))
    level = worst.level(printer)
    fact = f"The thinnest is {worst.label}, {worst.thickness:g} mm"
    least, advised = (round(lines * printer.nozzle, 4) for lines in (LEAST_LINES, ADVISED_LINES))
    if level == GOOD:
        sentence = f"{fact}."
    elif level == DOUBTFUL and not worst.short:
        sentence = f"{fact}: {advised:g} mm would be sturdier."
    else:
        sentence = f"{fact}: a nozzle of {printer.nozzle:g} mm needs at least {least:g} mm."
        if worst.remedy:
            sentence += f" A larger {worst.remedy} makes it thicker."
    return Check("Walls", level, sentence, worst.parts)


def check_strips(dimensions: Dimensions, printer: Printer) -> Check:
    """Report whether what a plate has of the frame in its joints, half of its thickness, is enough layers."""
    height = dimensions.plate / 2
    least = round(LEAST_LAYERS * printer.layer, 4)
    fact = f"In the joints a plate is {height:g} mm thick"
    if height < least - 1e-9:
        advice = f"layers of {printer.layer:g} mm need plates of at least {2 * least:g} mm"
        return Check("Joint Strips", BAD, f"{fact}, half its thickness: {advice}.")
    return Check("Joint Strips", GOOD, f"{fact}, {height / printer.layer:.3g} layers.")
