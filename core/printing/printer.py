# SPDX-License-Identifier: GPL-3.0-or-later
"""The printer of a puzzle: nozzle, material and bed, and how the printed part differs from the drawn one.

Two numbers say how it differs, both of the plane of the bed: each side is printed farther out by the ``widening``, and
that of the first layer by the ``foot`` besides. What else is known of printers makes no difference to whether parts go
together. A line is about an eighth wider than the nozzle, and so rounds convex corners, which only takes away there.
Plastic shrinks by 0.2 to 0.8 percent in the plane, in all parts alike: a gap, where parts slide or where they join,
changes by that share of itself and of a part's thickness, a hundredth of a millimeter. Heights become whole layers.

From these follow the gaps that a printer leaves, and the gaps that suit it. All lengths are millimeters.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from ..common.errors import InputError
from ..common.options import Choice, Options, length, option
from ..common.words import must_be


@dataclass(frozen=True)
class Material:
    """A material: its density in g/cm3, and the room a side, in millimeters, in which printed parts slide.

    ``stiffness`` is Young's modulus and ``strength`` the stress at which it breaks, both in N/mm2, as printed.
    """

    label: str
    density: float
    slide: float
    stiffness: float
    strength: float


MATERIALS: Mapping[str, Material] = MappingProxyType(
    {
        "pla": Material("PLA", 1.24, 0.3, stiffness=2300.0, strength=40.0),
        "petg": Material("PETG", 1.27, 0.3, stiffness=1700.0, strength=40.0),
        "resin": Material("Resin", 1.15, 0.1, stiffness=2200.0, strength=50.0),
    }
)
"""The materials. Makers' guides agree on 0.2 to 0.3 mm a side for what slides, and half of that where light hardens.

Data sheets of printed bars have 2 to 3.5 GPa and 40 to 65 MPa for PLA, 1.5 to 2.5 GPa and 40 to 55 MPa for PETG, and 2
to 2.8 GPa and 40 to 65 MPa for stiff resins, more the longer they are cured. Low ones are taken, as there are notches,
and a slicer leaves something hollow.
"""


ACROSS_LAYERS = 0.6
"""The share of its strength that a material has where layers are pulled off each other, by the same data sheets."""

LEAST_WIDENING = -0.3
"""In millimeters; a printer that lays so much less plastic than it should is out of order."""


@dataclass(frozen=True)
class Printer(Options):
    """A printer; raises InputError, with a sentence for the user, for what cannot be."""

    nozzle: float = length(0.4, "Nozzle", "Width of a line that the printer lays", 0.01, 5.0)
    layer: float = length(0.2, "Layer Height", "Height of a layer; parts are printed in whole layers", 0.01, 2.0)
    widening: float = length(
        0.05,
        "Widening",
        "How much farther out than drawn each side of a part is printed, negative if farther in; the coupon shows "
        "it, and a printer in good order has at most 0.05",
        LEAST_WIDENING,
        0.5,
    )
    foot: float = length(
        0.15,
        "Foot",
        "How much farther out than the others the sides of the first layer are printed, unless the slicer makes up "
        "for it; the coupon shows it",
        0.0,
        1.0,
    )
    bed_x: float = length(220.0, "Bed X", "Width of the printer's bed", 1.0, 5000.0)
    bed_y: float = length(220.0, "Bed Y", "Depth of the printer's bed", 1.0, 5000.0)
    round_bed: bool = option(
        False, "Round Bed", "Whether the bed is round, like those of delta printers; the shorter side is how wide it is"
    )
    spacing: float = length(5.0, "Spacing", "Distance between two parts on the bed", 0.1, 1000.0)
    material: str = option(
        "pla",
        "Material",
        "The material of the print, which decides the gaps that it needs and its weight",
        choices={
            name: Choice(material.label, f"Slides with {material.slide:g} mm left on each side")
            for name, material in MATERIALS.items()
        },
    )

    @property
    def diameter(self) -> float:
        """How wide a round bed is, in millimeters."""
        return min(self.bed_x, self.bed_y)

    @property
    def surface(self) -> str:
        """What parts lie on, in a word."""
        return "bed"

    @property
    def room(self) -> tuple[float, float]:
        """The sides of what of the bed is used."""
        return self.bed_x, self.bed_y

    @property
    def bed_text(self) -> str:
        """The size of the bed in words."""
        return f"{self.diameter:g} mm across" if self.round_bed else f"{self.bed_x:g} x {self.bed_y:g} mm"

    @property
    def middle_of_bed(self) -> tuple[float, float]:
        """Where the middle of the bed is, from where slicers begin to count: round ones have it there."""
        return (0.0, 0.0) if self.round_bed else (self.bed_x / 2, self.bed_y / 2)


BED = ("bed_x", "bed_y", "round_bed", "spacing")
"""What of the printer decides where parts lie on it; the same whatever is printed, so no preset holds it."""


WIDEST_ON_BED = 0.4
"""In millimeters: slicers support the upper part of a wider chamfer on the bed, at 45 degrees and layers of 0.2 mm."""


PRESS = 0.05
"""What must be left between two parts that are pushed together by hand and hold by friction, and what an arm needs to
slide through a hole by force of two fingers."""

LEAST_PRESS = 0.02
"""What must be left of a gap, where lines stand out most, between parts that go together without force."""

THINNEST_LINE = 0.85
"""The width of the thinnest line as a share of the nozzle's, but for its round sides, as PrusaSlicer lays it."""

LEAST_LAID = 0.25
"""What is thinner, as a share of the nozzle's width and but for a line's round sides, is not printed at all."""

LEVEL = 0.65
"""A gap between two level sides, as a share of a layer, that is printed as a whole layer and not as none."""

UNEVEN = 0.05
"""How far a line is laid aside, as a share of the nozzle's width: where a wall ends, turns, or has a mark beside it, a
slicer changes the widths of its lines, and their edges move by 0.01 to 0.05 mm with a common nozzle."""

HAIR = 1e-6
"""A share of a layer that makes no difference."""

LOOSEST_JOINT = 0.3
"""What is left at most between two parts that do not wobble."""

STEP = 0.05
"""Widths of chamfers are whole multiples of it."""

MEASURED_GAPS = tuple(round(0.1 + 0.05 * number, 2) for number in range(13))
"""The gaps round what goes into the holes of a coupon; the first hole has one dot, and so on. The last one lets an arm
through where sides are 0.1 mm wider and the foot is 0.2 mm."""


def laid_aside(printer: Printer) -> float:
    """Return how far a line is laid aside at worst; where light hardens resin, there are no lines."""
    return 0.0 if printer.material == RESIN else UNEVEN * printer.nozzle


def gap_left(gap: float, printer: Printer) -> float:
    """Return what is left of a gap between two upright sides, each of which is printed farther out than drawn."""
    return gap - 2 * printer.widening


def foot_left(printer: Printer, chamfer: float, thickness: float = math.inf) -> float:
    """Return how far the first layer stands out beside the layers above it, with a chamfer at the bed.

    A slicer cuts the middle of a layer, where the chamfer has taken away its width less half of the layer. What is so
    thin there that it has no line's width stands out to both sides: ``thickness`` is that on the bed without the
    chamfer, which is on one side of it.
    """
    cut = max(0.0, chamfer - printer.layer / 2)
    return max(0.0, printer.foot + thin_left(printer, thickness - cut) - cut)


def thin_left(printer: Printer, thickness: float, stem: float = 0.0) -> float:
    """Return how far each side of something thin stands out: it is laid as a line, where no resin is hardened.

    What goes on a thicker ``stem`` is laid with it, as the line goes on to the end.
    """
    sides = printer.layer * (1 - math.pi / 4)
    is_lost = thickness <= 0 or max(thickness, stem) < LEAST_LAID * printer.nozzle + sides
    line = THINNEST_LINE * printer.nozzle + sides
    return 0.0 if is_lost or printer.material == RESIN else max(0.0, (line - thickness) / 2)


def printed_height(height: float, printer: Printer, *, at_least: bool = False) -> float:
    """Return how high something that is drawn so high becomes at most, or at least: whole layers.

    These differ where half a layer is left: some slicers make a layer of it, and some none.
    """
    layers = math.floor(height / printer.layer + 0.5 + (-HAIR if at_least else HAIR))
    return round(max(layers, 0) * printer.layer, 6)


def sliding_gap(printer: Printer) -> float:
    """Return the gap a side in which a part slides."""
    return round(2 * printer.widening + MATERIALS[printer.material].slide, 3)


def holding_gap(printer: Printer) -> float:
    """Return the gap between two parts that are put together by hand and hold by friction.

    It is more than half of a layer: where the parts meet at the height of a layer's end, less is printed as nothing.
    """
    least = max(PRESS, LEAST_PRESS + laid_aside(printer))
    return round(max(2 * printer.widening + least, least, LEVEL * printer.layer), 3)


def chamfer_for(printer: Printer) -> float:
    """Return how wide a chamfer at the bed must be so that the first layer does not stand out, with some reserve.

    It is no wider than what slicers leave without supports.
    """
    least = printer.foot + printer.layer / 2
    return round(min(WIDEST_ON_BED, STEP * (1 + math.ceil(least / STEP - 1e-6))), 3) if printer.foot else 0.0


def measured(printer: Printer, goes_in: int, goes_through: int) -> Printer:
    """Return a printer by what its coupon shows: the numbers of two holes, counted from 1.

    What lies on the bed goes upright into a hole: the hole takes it in where the gap is as wide as both are printed
    farther out, and as its own foot; and through, where the foot of the hole has room, too. Raises InputError for holes
    that the coupon has not, or in an order that cannot be.
    """
    for label, number in (("Goes In", goes_in), ("Goes Through", goes_through)):
        if not 1 <= number <= len(MEASURED_GAPS):
            raise InputError(f"{label} is {number}: the holes have 1 to {len(MEASURED_GAPS)} dots.")
    if goes_through < goes_in:
        raise InputError(
            f"Goes Through is {goes_through}: what goes through a hole also goes into it, so it must be at least "
            f"{goes_in}."
        )
    first, second = MEASURED_GAPS[goes_in - 1], MEASURED_GAPS[goes_through - 1]
    foot = round(second - first, 3)
    # Without a minus before a zero.
    return replace(printer, foot=foot, widening=round((first - foot - PRESS) / 2, 4) + 0.0)


RESIN = "resin"
"""The preset, and the material, of printers that harden resin."""


@dataclass(frozen=True)
class NamedPrinter:
    """Printers that people have: who makes them, their models, their bed in millimeters, and what they print with."""

    maker: str
    models: tuple[str, ...]
    bed: tuple[float, float]
    nozzle: float = 0.4
    layer: float = 0.2
    is_round: bool = False
    is_resin: bool = False

    @property
    def label(self) -> str:
        """What they are called where one is chosen."""
        note = " (resin)" if self.is_resin else " (round)" if self.is_round else ""
        return f"{self.maker} {', '.join(self.models)}{note}"

    @property
    def names(self) -> set[str]:
        """What people call them: a model, alone or behind its maker or the first word of that."""
        makers = ("", self.maker, self.maker.split()[0])
        return {_plain(maker + model) for maker in makers for model in self.models}

    @property
    def values(self) -> dict[str, Any]:
        """The values of a ``Printer`` that follow, by their names; the material only where it must be resin."""
        own = {"bed_x": self.bed[0], "bed_y": self.bed[1], "nozzle": self.nozzle, "layer": self.layer}
        return {**own, "round_bed": self.is_round, **({"material": RESIN} if self.is_resin else {})}


def _resin(maker: str, models: tuple[str, ...], x: float, y: float, pixel: float) -> NamedPrinter:
    return NamedPrinter(maker, models, (x, y), pixel, 0.05, is_resin=True)


PRINTERS: Mapping[str, NamedPrinter] = MappingProxyType(
    {
        "prusa_mk4": NamedPrinter("Prusa", ("MK3S", "MK4", "Core One"), (250.0, 210.0)),
        "prusa_mini": NamedPrinter("Prusa", ("MINI",), (180.0, 180.0)),
        "prusa_xl": NamedPrinter("Prusa", ("XL",), (360.0, 360.0)),
        "bambu_x1": NamedPrinter("Bambu Lab", ("X1", "P1", "A1"), (256.0, 256.0)),
        "bambu_a1_mini": NamedPrinter("Bambu Lab", ("A1 mini",), (180.0, 180.0)),
        "ender_3": NamedPrinter("Creality", ("Ender 3", "K1"), (220.0, 220.0)),
        "k1_max": NamedPrinter("Creality", ("K1 Max", "CR-10"), (300.0, 300.0)),
        "neptune_4": NamedPrinter("Elegoo", ("Neptune 4",), (225.0, 225.0)),
        "kobra_2": NamedPrinter("Anycubic", ("Kobra 2",), (220.0, 220.0)),
        "voron_0": NamedPrinter("Voron", ("0",), (120.0, 120.0)),
        "voron_350": NamedPrinter("Voron", ("2.4", "Trident 350"), (350.0, 350.0)),
        "flsun_v400": NamedPrinter("FLSUN", ("V400",), (300.0, 300.0), is_round=True),
        "flsun_q5": NamedPrinter("FLSUN", ("Q5",), (200.0, 200.0), is_round=True),
        "mars_3": _resin("Elegoo", ("Mars 3", "Mars 4"), 143.0, 89.6, 0.035),
        "saturn_3": _resin("Elegoo", ("Saturn 3", "Saturn 4"), 218.8, 122.8, 0.03),
        "photon_mono": _resin("Anycubic", ("Photon Mono 4",), 153.4, 87.0, 0.02),
        "form_3": _resin("Formlabs", ("Form 3",), 145.0, 145.0, 0.085),
        "sl1s": _resin("Prusa", ("SL1S",), 127.0, 80.0, 0.05),
    }
)
"""The printers by the names that the command knows."""


LEAST_OF_NAME = 2
"""Characters by which a name that was begun says which printer is meant."""


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def printer_named(name: object) -> NamedPrinter:
    """Return the printer with a name, however it is written: that of the command, or of a model with or without maker.

    The beginning of a name is enough where it is that of one printer only, and a letter more makes no difference, as
    in MK4S. Raises InputError for another name.
    """
    typed = _plain(name) if isinstance(name, str) else ""
    names = {own: {_plain(own), *named.names} for own, named in PRINTERS.items()}
    shorter = typed[:-1] if typed[-1:].isalpha() else typed
    ways: tuple[Callable[[str], bool], ...] = (
        lambda known: known == typed,
        lambda known: len(typed) >= LEAST_OF_NAME and known.startswith(typed),
        lambda known: known == shorter,
    )
    for is_meant in ways:
        meant = [own for own, known in names.items() if any(map(is_meant, known))]
        if len(meant) == 1:
            return PRINTERS[meant[0]]
    raise InputError(must_be("Printer", name, PRINTERS))


def as_named(printer: Printer, named: NamedPrinter) -> Printer:
    """Return a printer with bed, nozzle and layer of a named one, and PLA for resin where that hardens none."""
    material = "pla" if printer.material == RESIN and not named.is_resin else printer.material
    return replace(printer, **{"material": material, **named.values})
