# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether parts will print: each looks at one thing and says what to do about it.

A part in resin hangs from the printer's bed, and each layer is pressed to the floor of a vat. What is open toward that
floor and closed all round and toward the bed is a cup: it holds resin, and sucks at the floor each time the part is
lifted.

One asks whether a mesh, whatever was done to it, meets boxes that must stay free of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..common.errors import InputError
from ..common.words import about, counted, in_millimeters, in_words, listed
from ..solids.mesh import Mesh, ways_are_paired
from ..solids.solid import Solid, body_count
from ..solids.voxels import cross
from .estimate import Estimate, first_layer_area, shrunk
from .mesh_files import needs_brim
from .printed_object import Floats, Outline, lay_out
from .printer import MATERIALS, RESIN, Printer

GOOD, DOUBTFUL, BAD = "good", "doubtful", "bad"
"""The levels of a check: shown as green, yellow and red."""

LEAST_LINES = 2
ADVISED_LINES = 3
"""Lines of the nozzle side by side in a wall: fewer than the least will not hold, from the advised on it is sturdy."""

LEAST_FOOTING = 8.0
"""In square millimeters: what lies on less of the bed may come off it also with a brim."""

HAIR = 1e-6
"""Millimeters that make no difference."""

Place = tuple[tuple[float, float, float], tuple[float, float, float]]
"""The lowest and the highest corner of a box, in millimeters."""


@dataclass(frozen=True)
class OtherWay:
    """Another way to print, by its name, and a few words on what that takes."""

    way: str
    words: str


SUPPORTS = "Supports"
"""The name of the line on what needs supports."""


@dataclass(frozen=True)
class Check:
    """One line: what was looked at, how it is, and a sentence with what to do about it.

    ``parts`` are the keys of those that it speaks of, where it is about some only; ``where`` is a place in the first of
    them that it means, in the coordinates of that part. ``instead`` is another way to print that is better in this.
    """

    name: str
    level: str
    sentence: str
    parts: tuple[str, ...] = ()
    where: Place | None = None
    instead: OtherWay | None = None


@dataclass(frozen=True)
class Report:
    """All checks of a puzzle, the volume of its parts in mm3, and what making them takes."""

    checks: tuple[Check, ...]
    volume: float = 0.0
    cost: Estimate = Estimate(0.0, 0.0, "")

    def __repr__(self) -> str:
        """Return the verdict, and a line for each check."""
        return "\n".join((f"{self.verdict}.", *(f"  {check.level:8} {check.sentence}" for check in self.checks)))

    @property
    def level(self) -> str:
        """The worst level of its checks."""
        levels = {check.level for check in self.checks}
        return next((level for level in (BAD, DOUBTFUL) if level in levels), GOOD)

    @property
    def taken(self) -> str:
        """Grams or cuts, and time, as a panel has room for them; nothing where they are not known."""
        return self.cost.words if self.cost.basis else ""

    @property
    def verdict(self) -> str:
        """The whole report in one line."""
        count = sum(check.level == self.level for check in self.checks)
        can, cannot = ("Can be cut", "Cannot be cut") if self.cost.cut else ("Will print", "Will not print")
        if self.level == BAD:
            return f"{cannot}: {counted(count, 'thing')} to mend"
        says = can if self.level == GOOD else f"{counted(count, 'thing')} to look at"
        return f"{says}: {self.taken}" if self.taken else says


def least_wall(printer: Printer) -> float:
    """Return the thickness, in millimeters, that a wall must have at least."""
    return round(LEAST_LINES * printer.nozzle, 4)


def _all(number: int, thing: str, things: str) -> str:
    """Return the beginning of a sentence about all things, with its verb: "The mesh is", "All 2 meshes are"."""
    return f"The {thing}" if number == 1 else f"All {number} {things}"


def check_meshes(meshes: Mapping[str, Mesh]) -> Check:
    """Report whether meshes, by the names that users read, are closed."""
    broken = [name for name, mesh in meshes.items() if not ways_are_paired(mesh.faces.corners, mesh.faces.following)]
    if broken:
        return Check("Meshes", BAD, f"Not closed: {', '.join(broken)}. Please report this.")
    return Check("Meshes", GOOD, f"{_all(len(meshes), 'mesh is', 'meshes are')} closed.")


def check_bodies(solids: Mapping[str, Solid], cause: str = "") -> Check:
    """Report whether each solid is in one piece; ``cause`` is what makes it fall apart, to follow "as"."""
    for name, solid in solids.items():
        count = body_count(solid)
        if count != 1:
            why = f", as {cause}" if cause else ""
            return Check("Bodies", BAD, f"{name.capitalize()}: falls into {counted(count, 'body', 'bodies')}{why}.")
    whole = "in one piece" if len(solids) == 1 else "each in one piece"
    return Check("Bodies", GOOD, f"{counted(len(solids), 'body', 'bodies')}, {whole}.")


def check_thickness(name: str, what: str, thickness: float, printer: Printer, remedy: str = "") -> Check:
    """Report whether the printer can print what is so thin, in millimeters, called "wall is" or "Piece A with".

    With ``remedy``, as "larger cubes", it would be thicker.
    """
    fact = f"The thinnest {what} {in_millimeters(thickness)}"
    least, advised = least_wall(printer), round(ADVISED_LINES * printer.nozzle, 4)
    give = f"; give {remedy}" if remedy else ""
    if thickness < least - HAIR:
        return Check(name, BAD, f"{fact}: a nozzle of {printer.nozzle:g} mm needs at least {least:g} mm{give}.")
    if thickness < advised - HAIR:
        return Check(name, DOUBTFUL, f"{fact}: {in_millimeters(advised)} would be sturdier{give}.")
    return Check(name, GOOD, f"{fact}.")


def check_footing(solids: Mapping[str, Solid], printer: Printer, remedy: str) -> Check:
    """Report on how little of the bed parts stand, by their labels; the 3MF files advise a brim for these.

    With ``remedy``, as "larger cubes", they would stand on more.
    """
    areas = {label: first_layer_area(solid) for label, solid in solids.items()}
    label = min(areas, key=areas.__getitem__)
    fact = f"{label} has the least area on the bed, {about(areas[label])} mm2"
    small = [label for label, solid in solids.items() if needs_brim(solid)]
    if not small or printer.material == RESIN:
        return Check("First Layer", GOOD, f"{fact}.")
    brim = f"{fact}: print {listed(small)} with a brim, as the 3MF files say"
    level = DOUBTFUL if areas[label] < LEAST_FOOTING else GOOD
    return Check("First Layer", level, f"{brim}{f'; give {remedy}' if level == DOUBTFUL else ''}.")


def check_gap(
    name: str,
    label: str,
    gap: float,
    left: tuple[float, float],
    *,
    suited: tuple[float, float, float],
    words: tuple[str, str, str, str],
    advice: str | None = None,
) -> Check:
    """Report what becomes of a gap between two parts once they are printed; all lengths are in millimeters.

    ``label`` is what the sentence calls the gap, ``left`` what is left of it where that is the least and the most.
    ``suited`` are the least below which it is bad, the least that is enough and the most that is not too much;
    ``words`` say what comes of less than the first, less than the second, what suits, and more than the third. The
    ``advice`` is what to do where it is not enough, or else to give what is missing.
    """
    least, enough, most = suited
    low, high = left
    fact = f"{label} is {in_millimeters(gap)}, of which {in_millimeters(max(low, 0.0))} are left once printed"
    # Hundredths are rounded up so that the advice can be followed.
    more = f"give {math.ceil(100 * (gap + enough - low) - 1e-6) / 100:g} mm" if advice is None else advice
    if low < least - HAIR:
        return Check(name, BAD, f"{fact}: {words[0]}; {more}.")
    if low < enough - HAIR:
        return Check(name, DOUBTFUL, f"{fact}: {words[1]}; {more}.")
    if high > most + HAIR:
        fact = f"{label} is {in_millimeters(gap)}, of which {in_millimeters(high)} are left once printed"
        return Check(name, DOUBTFUL, f"{fact}: {words[3]}.")
    return Check(name, GOOD, f"{fact}: {words[2]}.")


def check_bed(width: float, depth: float, printer: Printer) -> Check:
    """Report whether a print, turned or not, has room on the bed; width and depth are in millimeters."""
    bed, sides = sorted((printer.bed_x, printer.bed_y)), sorted((width, depth))
    fact = f"The print covers {in_millimeters(width, depth)}"
    fits = math.hypot(*sides) <= bed[0] if printer.round_bed else sides[0] <= bed[0] and sides[1] <= bed[1]
    if not fits:
        return Check("Bed", BAD, f"{fact}: the bed of {printer.bed_text} is too small.")
    return Check("Bed", GOOD, f"{fact} of the bed.")


def check_beds(sizes: Mapping[str, tuple[float, float]], printer: Printer, outline: Outline | None = None) -> Check:
    """Report on how many beds parts lie; ``sizes`` and ``outline`` are those of ``lay_out``."""
    try:
        places = lay_out(sizes, printer, outline)
    except InputError as error:
        return Check("Bed", BAD, str(error))
    beds = 1 + max(place.bed for place in places.values())
    angles = {f"{label} by {place.angle:g} degrees" for label, place in places.items() if place.angle}
    turned = f": turned is {listed(sorted(angles))}" if angles else ""
    fit = _all(len(sizes), "part fits", "parts fit")
    return Check("Bed", GOOD, f"{fit} on {counted(beds, printer.surface)}{turned}.")


def check_supports(solids: Mapping[str, Solid]) -> Check:
    """Report whether a slicer would support solids, by the names that users read, each as it stands in print."""
    hanging = [name for name, solid in solids.items() if solid.overhangs]
    if hanging:
        return Check(SUPPORTS, DOUBTFUL, f"Parts with overhangs, which need supports: {', '.join(hanging)}.")
    need = _all(len(solids), "part lies flat and needs", "parts lie flat and need")
    return Check(SUPPORTS, GOOD, f"{need} no supports.")


def check_material(taken: Estimate, outer: tuple[float, float, float] | None, printer: Printer) -> Check:
    """Report what printing takes; ``outer`` is the size of the box without markers, in millimeters."""
    fact = f"About {taken.amount} of {MATERIALS[printer.material].label} and {in_words(taken.minutes)}"
    size = "" if outer is None else f"; the box is {in_millimeters(*outer)}"
    return Check("Material", GOOD, f"{fact}, at {taken.basis}{size}.")


Bools = NDArray[np.bool_]

DEEPEST_CUP, LARGEST_CUP = 5.0, 500.0
"""In millimeters and cubic millimeters: a cup that is less deep or smaller does no harm."""

HOLLOW_WALL = 2.0
"""The thickness of the walls that makers leave of hollow parts, in millimeters."""

WORTH_IT = 5.0
"""In grams; to hollow what saves less is not worth the holes."""


def cup(solid: Solid) -> tuple[float, float]:
    """Return the volume in mm3 and the depth in mm of the cups of a solid as it stands on the bed, both 0 for none."""
    x, y, z = solid.lines
    slabs = np.moveaxis(solid.filled, 2, 0)
    enclosed = np.array([_enclosed(slab) for slab in slabs])
    # Air comes in by an opening to a side once it is out of the vat, and so to all that is printed after it.
    held = enclosed.copy()
    for level in range(1, len(slabs)):
        vented = ~slabs[level - 1] & ~held[level - 1]
        held[level] &= ~_reached(vented, ~slabs[level])
    volume = float(np.einsum("zxy,z,x,y->", held, np.diff(z), np.diff(x), np.diff(y)))
    return volume, float((held.any(axis=(1, 2)) * np.diff(z)).sum())


def _enclosed(slab: Bools) -> Bools:
    """Return what is empty in a section, and shut off from the outside all round."""
    empty = np.pad(~slab, 1, constant_values=True)
    border = np.zeros_like(empty)
    border[[0, -1], :] = border[:, [0, -1]] = True
    return (empty & ~_reached(border, empty))[1:-1, 1:-1]


def _reached(begin: Bools, through: Bools) -> Bools:
    """Return where one comes from some boxes of a section through others, from side to side."""
    reached = begin & through
    while True:
        wider = reached.copy()
        wider[1:] |= reached[:-1]
        wider[:-1] |= reached[1:]
        wider[:, 1:] |= reached[:, :-1]
        wider[:, :-1] |= reached[:, 1:]
        wider &= through
        if np.array_equal(wider, reached):
            return reached
        reached = wider


SLICER = "your slicer"
"""What hollows parts where nothing else does."""


def check_resin(solids: Mapping[str, Solid], printer: Printer, hollowed_by: str = SLICER) -> tuple[Check, ...]:
    """Report on parts in resin, by their labels, as they stand on the bed; nothing for other materials."""
    if printer.material != RESIN:
        return ()
    cups = {label: cup(solid) for label, solid in solids.items()}
    harmful = {label: own for label, own in cups.items() if own[0] > LARGEST_CUP and own[1] > DEEPEST_CUP}
    if harmful:
        volume, depth = map(max, zip(*harmful.values(), strict=True))
        held = f"{about(volume / 1000)} ml and {about(depth)} mm deep"
        fact = f"{listed(list(harmful))} would hold resin as a cup, up to {held}"
        tilted = "tilt it" if len(harmful) == 1 else "tilt them"
        advice = "with the opening to a side, or let the slicer add drain holes of 3 mm beside the bed"
        cup_line = Check("Cups", DOUBTFUL, f"{fact}: {tilted} on supports, {advice}.")
    else:
        cup_line = Check("Cups", GOOD, "No part holds resin as a cup.")
    density = MATERIALS[printer.material].density / 1000
    saved = {label: density * shrunk(solid, HOLLOW_WALL).volume for label, solid in solids.items()}
    total = sum(saved.values())
    if total < WORTH_IT:
        fact = f"Hollowing parts would save less than {WORTH_IT:g} g, which is not worth the holes."
        return (cup_line, Check("Hollow", GOOD, fact))
    thick = listed([label for label, grams in saved.items() if grams > total / (2 * len(saved))])
    advice = (
        f"with walls of {HOLLOW_WALL:g} mm, and two drain holes of 3 mm in each, they take about {total:.0f} g less"
    )
    return (cup_line, Check("Hollow", GOOD, f"Printed full; {hollowed_by} can hollow {thick}: {advice}."))


ROUNDING = 2e-3
"""Millimeters by which a mesh may reach into a box: single precision, which STL files have, rounds by less."""


def boxes_of(solid: Solid) -> Floats:
    """Return boxes whose union is a solid, none of which overlap, shape (n, 3 axes, 2 ends), in millimeters."""
    filled = solid.filled
    ends = np.diff(filled.astype(np.int8), axis=2, prepend=0, append=0)
    # The places of both are in the same order: column by column, upward.
    x, y, low = np.nonzero(ends > 0)
    high = np.nonzero(ends < 0)[2]
    lines = solid.lines
    pairs = [(lines[0][x], lines[0][x + 1]), (lines[1][y], lines[1][y + 1]), (lines[2][low], lines[2][high])]
    boxes: Floats = np.stack([np.stack(pair, axis=-1) for pair in pairs], axis=1)
    return boxes


def meets(vertices: Floats, triangles: NDArray[np.int32], boxes: Floats) -> bool:
    """Report whether a closed mesh shares room with any box: its surface does, or the box is inside of it.

    ``vertices`` is in millimeters, shape (v, 3); ``triangles`` numbers them, shape (t, 3); ``boxes`` are as those of
    ``boxes_of``. What only touches does not meet.
    """
    corners = vertices[triangles]
    lows, highs = corners.min(axis=1), corners.max(axis=1)
    for box in boxes:
        low, high = box[:, 0] + ROUNDING, box[:, 1] - ROUNDING
        near = ((lows < high) & (highs > low)).all(axis=1)
        if near.any() and cross(corners[near], (low + high) / 2, (high - low) / 2).any():
            return True
    return any(_is_inside(corners, lows, highs, box.mean(axis=1)) for box in boxes)


def _is_inside(corners: Floats, lows: Floats, highs: Floats, point: Floats) -> bool:
    """Report whether a point is inside of a closed mesh: a ray upward from it leaves an odd number of times."""
    # A point on an edge as seen from above would be counted twice.
    x, y, z = point + np.array([0.000123, 0.000217, 0.0])
    above = (lows[:, 0] < x) & (highs[:, 0] > x) & (lows[:, 1] < y) & (highs[:, 1] > y) & (highs[:, 2] > z)
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners[above].transpose(1, 2, 0)
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    area = np.where(area == 0, 1e-30, area)
    b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    is_hit = (b > 0) & (c > 0) & (b + c < 1) & (az + b * (bz - az) + c * (cz - az) > z)
    return int(is_hit.sum()) % 2 == 1
