# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks of cut pieces: their parts go together straight and hold, no wall is thin, pegs fit, names can be read."""

from __future__ import annotations

from collections.abc import Sequence

from ...common.errors import InputError
from ...common.words import counted, listed
from ...kind.part import Part
from ...printing.checks import ADVISED_LINES, BAD, DOUBTFUL, GOOD, LEAST_LINES, Check, check_gap
from ...printing.gaps import LOOSEST_JOINT, gap_left
from ...printing.printer import MATERIALS, Printer
from ...solids.boxes import cut_out
from ...solids.putting_together import HEADINGS
from ...solids.solid import Solid
from ...solids.straight_moves import Movable, is_free
from ...solids.thickness import least_thickness
from .dimensions import Dimensions
from .gluing import Whole, wholes
from .parts import PiecePart
from .pegs import Measures
from .piece_solid import piece_solid

STURDY = 2.0
"""In newtons; with the glue in it, a joint that bears as much by itself is not broken in play."""


def check_cut(parts: Sequence[Part], dimensions: Dimensions, printer: Printer) -> list[Check]:
    """Report on the parts and pegs of cut pieces; on nothing but that, where none is cut."""
    cut = [whole for whole in wholes(parts) if whole.is_cut]
    if not cut:
        return [Check("Cut Pieces", GOOD, "No piece needs to be cut.")]
    return [_joints(cut), _peg_gap(dimensions, printer), _strength(cut, dimensions, printer), _names(cut, printer)]


def _joints(cut: Sequence[Whole]) -> Check:
    """Report whether all parts go to their places straight, and can leave only as they came."""
    for whole in cut:
        try:
            joinings = whole.joinings()
        except InputError:
            return Check("Cut Pieces", BAD, f"The parts of piece {whole.name} do not go together. Please report this.")
        movable = {key: Movable(solid) for key, solid in whole.solids.items()}
        standing: list[str] = []
        for joining in joinings:
            others = [movable[key] for key in standing]
            moving = [movable[key] for key in joining.keys]
            is_part = joining.keys[0] in {part.key for part in whole.sections}
            free = [way for way in HEADINGS if is_part and others and is_free(moving, others, way)]
            if joining.way is not None and is_part and free != [(joining.way[0], -joining.way[1])]:
                return Check("Cut Pieces", BAD, f"The parts of piece {whole.name} do not hold. Please report this.")
            standing += joining.keys
    counts: dict[int, list[str]] = {}
    for whole in cut:
        counts.setdefault(len(whole.sections), []).append(whole.name)
    (count, names), *more = sorted(counts.items())
    said = [f"P{_pieces(names)[1:]} {'is' if len(names) == 1 else 'are'} printed in {count} parts"]
    said += [f"{_pieces(names)} in {count}" for count, names in more]
    pegs = counted(sum(len(whole.pegs) for whole in cut), "peg")
    sentence = f"{', '.join(said)}, with {pegs}: all go in straight, and a part leaves only as it came."
    return Check("Cut Pieces", GOOD, sentence, tuple(part.key for whole in cut for part in whole.sections))


def _pieces(names: Sequence[str]) -> str:
    return f"{'piece' if len(names) == 1 else 'pieces'} {listed(names)}"


def _peg_gap(dimensions: Dimensions, printer: Printer) -> Check:
    """Report how a peg goes into its socket: what lies in a layer is wider, and heights are whole layers."""
    gap = Measures.of(dimensions).gap
    left = gap_left(gap, printer)
    words = "the pegs do not go in", "they go in by force", "the pegs go in by hand, and glue holds them", "they wobble"
    least = round(min(left, gap - printer.layer / 2), 4)
    suited = 0.0, 0.02, LOOSEST_JOINT
    return check_gap("Joint", "Joint Gap", gap, (least, round(left, 4)), suited=suited, words=words)


def _strength(cut: Sequence[Whole], dimensions: Dimensions, printer: Printer) -> Check:
    """Report what is left round the sockets, and what the pegs bear by themselves."""
    measures = Measures.of(dimensions)
    thinnest, part = min(((_thickness(part), part) for whole in cut for part in whole.sections), key=lambda one: one[0])
    least, advised = (round(lines * printer.nozzle, 4) for lines in (LEAST_LINES, ADVISED_LINES))
    breaks = min(_breaks(whole, section, measures, printer) for whole in cut for section in whole.sections[1:])
    walls = f"sockets leave walls of {min(thinnest, measures.side):.2g} mm or more"
    fact = f"Pegs are {measures.width:g} mm thick, and {walls}"
    if min(thinnest, measures.width) < least:
        advice = f"a nozzle of {printer.nozzle:g} mm needs at least {least:g} mm: larger cubes have more"
        return Check("Pegs", BAD, f"{fact}; {advice}.", (part.key,))
    fact += f": without glue the weakest joint bears about {breaks:.2g} N at the end of its piece"
    if min(thinnest, measures.width) < advised or breaks < STURDY:
        return Check("Pegs", DOUBTFUL, f"{fact}; larger cubes are stronger.", (part.key,))
    return Check("Pegs", GOOD, f"{fact}.")


def socketed(part: PiecePart) -> Solid:
    """Return a part with its sockets, but without letters, where the cell (0, 0, 0) begins at the origin."""
    solid = piece_solid(part.cells, part.cube, part.inset)
    for recess in part.recesses:
        if not recess.pixel:
            solid = cut_out(solid, recess.boxes)
    return solid


def _thickness(part: PiecePart) -> float:
    """Return how thick a part is at its sockets, where it is thinnest."""
    solid = socketed(part)
    return min(least_thickness(solid, axis) for axis in range(3))


def _breaks(whole: Whole, section: PiecePart, measures: Measures, printer: Printer) -> float:
    """Return the force, in N, at the farthest end of a part that breaks the pegs on which it is.

    Pegs lie flat in print, so that their lines run along them.
    """
    pegs = [peg for peg in whole.pegs if peg.section == section.section]
    lever = 0.0
    for axis, line in enumerate(section.in_place.lines):
        middles = [peg.assembled[axis] for peg in pegs]
        lever = max(lever, float(line[-1]) - min(middles), max(middles) - float(line[0]))
    modulus = len(pegs) * measures.width**3 / 6
    return MATERIALS[printer.material].strength * modulus / lever


def _names(cut: Sequence[Whole], printer: Printer) -> Check:
    """Report whether the nozzle can draw the names beside the holes."""
    lines = {
        part: min((recess.pixel for recess in part.recesses if recess.pixel), default=0.0)
        for whole in cut
        for part in whole.sections
    }
    thin = [part for part, width in lines.items() if width < printer.nozzle]
    if not thin:
        return Check("Names", GOOD, f"The names of the parts have lines of {min(lines.values()):g} mm or more.")
    keys = tuple(part.key for part in thin)
    fact = f"The names of {counted(len(thin), 'part')} have lines thinner than the nozzle, or no room"
    return Check("Names", DOUBTFUL, f"{fact}: write them on with a pen.", keys)
