# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether a puzzle will print and work: each says what to do.

Of cut pieces the parts must go together straight and hold, no wall be thin, pegs fit, and names be legible.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...common.errors import InputError
from ...common.options import AXES
from ...common.words import about, counted, in_millimeters, listed
from ...kind.part import Part, check_parts
from ...polycubes.puzzle import PolycubePuzzle, buildable
from ...printing.checks import (
    ADVISED_LINES,
    BAD,
    DOUBTFUL,
    GOOD,
    LEAST_LINES,
    SLICER,
    Check,
    Report,
    check_footing,
    check_gap,
    check_supports,
    check_thickness,
    least_wall,
)
from ...printing.printer import HAIR, LEAST_PRESS, LOOSEST_JOINT, MATERIALS, STEP, Printer, gap_left
from ...solids.solid import Solid, cut_out, least_thickness
from ...solids.straight_moves import HEADINGS, Movable, is_free
from .as_printed import AsPrinted, lid_left
from .assembly import Whole, hands_text, taken_apart, used, wholes
from .carved import CarvedPart, carved_parts, check_carved
from .dimensions import DOWEL_SHARE, SUNK, Dimensions, Ears, ears, shown_solution
from .lettering import LEAST_LAYER
from .parts import PiecePart, pieces_of, puzzle_parts
from .pegs import Measures
from .piece_solid import check_hollow, lid_reach, piece_solid

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
    pegs = counted(sum(len(whole.pegs) for whole in cut), cut[0].pegs[0].noun)
    sentence = f"{', '.join(said)}, with {pegs}: all go in straight, and a part leaves only as it came."
    return Check("Cut Pieces", GOOD, sentence, tuple(part.key for whole in cut for part in whole.sections))


def _pieces(names: Sequence[str]) -> str:
    return f"{'piece' if len(names) == 1 else 'pieces'} {listed(names)}"


def _peg_gap(dimensions: Dimensions, printer: Printer) -> Check:
    """Report how a peg goes into its socket: what lies in a layer is wider, and heights are whole layers."""
    gap = Measures.of(dimensions).gap
    # What is bought is as wide as it says: only its hole is printed.
    left = gap - printer.widening if dimensions.dowel else gap_left(gap, printer)
    noun = "dowels" if dimensions.dowel else "pegs"
    words = (
        f"the {noun} do not go in",
        "they go in by force",
        f"the {noun} go in by hand, and glue holds them",
        "they wobble",
    )
    least = round(min(left, gap - printer.layer / 2), 4)
    suited = 0.0, LEAST_PRESS, LOOSEST_JOINT
    return check_gap("Joint", "Joint Gap", gap, (least, round(left, 4)), suited=suited, words=words)


def _strength(cut: Sequence[Whole], dimensions: Dimensions, printer: Printer) -> Check:
    """Report what is left round the sockets, and what the pegs bear by themselves."""
    measures = Measures.of(dimensions)
    thinnest, part = min(
        ((_thickness(part), part) for whole in cut for part in whole.sections), key=lambda measured: measured[0]
    )
    least, advised = (round(lines * printer.nozzle, 4) for lines in (LEAST_LINES, ADVISED_LINES))
    breaks = min(_breaks(whole, section, measures, printer) for whole in cut for section in whole.sections[1:])
    walls = f"sockets leave walls of {in_millimeters(min(thinnest, measures.side))} or more"
    fact = f"{'Dowels' if dimensions.dowel else 'Pegs'} are {in_millimeters(measures.width)} thick, and {walls}"
    if min(thinnest, measures.width) < least:
        advice = f"a nozzle of {printer.nozzle:g} mm needs at least {least:g} mm; give larger cubes"
        return Check("Pegs", BAD, f"{fact}; {advice}.", (part.key,))
    fact += f": without glue the weakest joint bears about {about(breaks)} N at the end of its piece"
    if min(thinnest, measures.width) < advised or breaks < STURDY:
        advice = "larger cubes"
        if dimensions.dowel and thinnest >= advised:
            # Its strength grows with the cube of its thickness, and not with the cubes of the puzzle.
            wanted = math.ceil(2 * max(advised, dimensions.dowel * math.cbrt(STURDY / breaks)) - HAIR) / 2
            is_room = wanted <= DOWEL_SHARE * dimensions.cube
            advice = f"Dowel {wanted:g} mm" if is_room else "larger cubes and a thicker dowel"
        return Check("Pegs", DOUBTFUL, f"{fact}; give {advice}.", (part.key,))
    return Check("Pegs", GOOD, f"{fact}.")


def socketed(part: PiecePart) -> Solid:
    """Return a part with its sockets, but without letters, where the cell (0, 0, 0) begins at the origin."""
    solid = piece_solid(part.cells, part.pitch, part.inset)
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
    modulus = len(pegs) * measures.width**3 / (6 if pegs[0].bought is None else 32 / math.pi)
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
        return Check(
            "Names", GOOD, f"The names of the parts have lines of {in_millimeters(min(lines.values()))} or more."
        )
    keys = tuple(part.key for part in thin)
    fact = f"The names of {counted(len(thin), 'part')} have lines thinner than the nozzle, or no room"
    return Check("Names", DOUBTFUL, f"{fact}: write them on with a pen.", keys)


UPRIGHT = 2
"""The axis along which tray and lid stand."""

LOOSEST_IN_TRAY = 1.0
"""What is left at most between the pieces and each side of the tray, once printed: with more they fall about."""

HOLDS = 0.1
"""A lid holds by friction as long as no more is left a side, and slides on freely up to ``LOOSEST_JOINT``."""

LEAST_ROUND_LID = 0.15
"""What must be left round a lid so that it goes on for sure, as a share of the room in which a part slides."""

LEAST_REACH = 3.0
"""How far a lid reaches over its tray at least, so that it does not tip off."""


def check_puzzle(
    puzzle: PolycubePuzzle,
    dimensions: Dimensions,
    printer: Printer,
    parts: Sequence[Part] | None = None,
    *,
    cut: bool = False,
) -> Report:
    """Look at the pieces of a puzzle as they are printed, whole or cut, and at the solution that is shown."""
    try:
        if parts is None:
            parts = (puzzle_parts if puzzle.model is None else carved_parts)(puzzle, dimensions, cut=cut)
    except InputError as error:
        return Report((Check("Pieces", BAD, str(error)),))
    carved = [part for part in parts if isinstance(part, CarvedPart)]
    report = check_parts(parts, printer, SLICER if cut or carved else "the dimension Hollow")
    printed = AsPrinted(pieces_of(parts), puzzle.goal.size, dimensions, printer)
    checks = [
        *report.checks,
        _assembly(puzzle, parts),
        _advised(_gap(printed, dimensions, printer), puzzle, dimensions, printer, cut=cut),
    ]
    # The ceilings of cavities are no overhangs that supports of resin could get to; a slicer's own grow in them, too.
    closed = dimensions.hollow and printer.material == "resin"
    full = puzzle_parts(puzzle, replace(dimensions, hollow=0.0), cut=cut) if closed else parts
    outsides = {part.label: part.printed for part in full if not part.beside}
    if carved:
        checks = [*(check for check in checks if check.name != "Bodies"), *check_carved(carved, printer)]
    else:
        checks += [
            _at_layer(check_supports(outsides), parts, printer),
            *_sized(parts, dimensions, printer, cut=cut),
        ]
    if not dimensions.is_cubic and puzzle.found.solutions:
        checks.append(_cells(puzzle, dimensions))
    if dimensions.tray_wall:
        checks.append(_tray(printed, dimensions, printer))
        checks.append(_lid(puzzle, dimensions, printer))
        checks.append(check_thickness("Walls", "wall is", dimensions.tray_wall, printer))
        if (own := ears(puzzle.goal.size, dimensions)) is not None:
            checks.append(_magnets(own, dimensions, printer, tuple(part.key for part in parts if part.walls)))
    if dimensions.stand and not any(part.label == "Stand" for part in parts):
        checks.append(Check("Stand", DOUBTFUL, "No solution is known, so the stand is left out: search for one."))
    if dimensions.letters:
        checks.append(_letters(parts, printer))
    if dimensions.hollow and not cut:
        checks.append(check_hollow(dimensions, printer))
    return replace(report, checks=tuple(_with_cube(check, puzzle, dimensions, printer, cut=cut) for check in checks))


def _sized(parts: Sequence[Part], dimensions: Dimensions, printer: Printer, *, cut: bool) -> list[Check]:
    """Report on what larger cubes make good."""
    thick = {part.label: _thickness(part) for part in parts if isinstance(part, PiecePart)}
    label = min(thick, key=thick.__getitem__)
    return [
        check_thickness("Thickness", f"is {label} with", thick[label], printer, "larger cubes"),
        check_footing({part.label: part.printed for part in parts if not part.beside}, printer, "larger cubes"),
        *(check_cut(parts, dimensions, printer) if cut else ()),
    ]


def _at_layer(supports: Check, parts: Sequence[Part], printer: Printer) -> Check:
    """Return the line on supports, which says where a slicer takes the ceilings of sockets in thin layers for more.

    For resin, supports are placed by hand.
    """
    cut = tuple(part.key for whole in wholes(parts) if whole.is_cut for part in whole.sections)
    if supports.level != GOOD or not cut or printer.layer >= LEAST_LAYER - HAIR or printer.material == "resin":
        return supports
    fact = f"In layers of {printer.layer:g} mm a slicer may support the ceilings of sockets, which need none"
    advice = f"give Layer Height {LEAST_LAYER:g} mm or more, or switch supports off"
    return replace(supports, level=DOUBTFUL, sentence=f"{fact}: {advice}.", parts=cut)


GROWTH = (1.1, 1.25, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0)
"""By how much larger cubes are tried."""


def _with_cube(check: Check, puzzle: PolycubePuzzle, dimensions: Dimensions, printer: Printer, *, cut: bool) -> Check:
    """Return a line that advises larger cubes with the size of those that make it good, where there are such."""
    before, advised, _ = check.sentence.partition("larger cubes")
    if not advised:
        return check
    for share in GROWTH:
        names = [name for name in ("cube", *dimensions.seldom) if getattr(dimensions, name)]
        sides = {name: math.ceil(2 * share * getattr(dimensions, name) - HAIR) / 2 for name in names}
        try:
            mended = replace(dimensions, **sides)
            lines = _sized(puzzle_parts(puzzle, mended, cut=cut), mended, printer, cut=cut)
        except InputError:
            continue
        if all(line.level == GOOD for line in lines if line.name == check.name):
            return replace(check, sentence=f"{before.removesuffix('give ')}give a Cube of {mended.pitch_text}.")
    return check


def _gap(printed: AsPrinted, dimensions: Dimensions, printer: Printer) -> Check:
    """Report what is left between two pieces of the shown solution, wherever they meet."""
    gap = round(2 * dimensions.inset, 4)
    upright = round(gap_left(gap, printer), 4)
    least = upright if printed.least_gap is None else printed.least_gap
    if printed.least_in_edges is not None and printed.least_in_edges <= 0:
        # Edges that go in do not rub before they touch. What a gap is wider counts twice between slopes.
        least = min(least, printed.least_in_edges / 2)
    left = least, upright
    suited = 0.0, MATERIALS[printer.material].slide / 6, LOOSEST_JOINT
    words = "the pieces will not go together", "tight", "the pieces go together", "loose"
    return check_gap("Gap", "Gap between two pieces", gap, left, suited=suited, words=words)


def _advised(check: Check, puzzle: PolycubePuzzle, dimensions: Dimensions, printer: Printer, *, cut: bool) -> Check:
    """Return the line on the gap between pieces with an advice that makes it good: that is tried before it is given.

    A bevel takes away what stands out of first layers, and leaves the gap where it suits; a wider inset does the rest.
    """
    if check.level == GOOD or "; give " not in check.sentence:
        return check
    fact, _, gap = check.sentence.rpartition("; give ")
    inset = math.ceil(500 * float(gap.split()[0]) - HAIR) / 1000
    least = 2 * printer.widening + MATERIALS[printer.material].slide / 3
    upright = max(dimensions.inset, math.ceil(500 * least - HAIR) / 1000)
    bevel = max(dimensions.bevel, round(math.ceil((printer.foot + printer.layer) / STEP - HAIR) * STEP, 3))
    tried: tuple[dict[str, Any], ...] = (
        {"bevel": bevel},
        {"inset": inset},
        {"inset": upright},
        {"inset": upright, "bevel": bevel},
        {"inset": inset, "bevel": bevel},
    )
    for changes in tried:
        try:
            mended = replace(dimensions, **changes)
            pieces = pieces_of(puzzle_parts(puzzle, mended, cut=cut))
        except InputError:
            continue
        if _gap(AsPrinted(pieces, puzzle.goal.size, mended, printer), mended, printer).level == GOOD:
            words = [
                f"{'an Inset' if name == 'inset' else 'a Bevel'} of {length:g} mm" for name, length in changes.items()
            ]
            return replace(check, sentence=f"{fact}; give {listed(words)}.")
    advice = "neither Inset nor Bevel make up for it; let the slicer correct the first layer, and enter a smaller Foot"
    return replace(check, sentence=f"{fact}: {advice}.")


def _tray(printed: AsPrinted, dimensions: Dimensions, printer: Printer) -> Check:
    """Report what the longest row of pieces leaves of the room in the tray, and whether pieces fall about in it."""
    gap = dimensions.tray_gap
    left = round(gap_left(gap, printer), 4)
    # A row of pieces goes in and out with ease if it has the room that a part has between two others.
    enough = MATERIALS[printer.material].slide / 3
    if left > LOOSEST_IN_TRAY + HAIR:
        fact = f"Box Gap is {in_millimeters(gap)}, of which {in_millimeters(left)} are left once printed"
        return Check("Tray", DOUBTFUL, f"{fact}: the pieces fall about.")
    row = printed.tightest
    if row is None:
        words = "the pieces do not go in", "tight", "the pieces go in", ""
        suited = 0.0, enough / 2, LOOSEST_IN_TRAY
        return check_gap("Tray", "Box Gap", gap, (left, left), suited=suited, words=words)
    rise, are, leave = ("stands", "is", "leaves") if row.pieces == 1 else ("stand", "are", "leave")
    pieces = f"{counted(row.pieces, 'piece')} in a row along {AXES[row.axis].lower()}"
    # The box has the gap on both sides of pieces, but only above them, where it grows by whole layers.
    short, layer = [(line.axis, enough - line.left) for line in printed.rows], printer.layer
    missing = max(math.ceil(length / layer) * layer if axis == UPRIGHT else length / 2 for axis, length in short)
    wider = math.ceil(100 * (gap + missing) - HAIR) / 100
    is_loose = gap_left(wider, printer) > LOOSEST_IN_TRAY
    advice = "give a wider Inset" if is_loose else f"give Box Gap {wider:g} mm, or a wider Inset"
    if row.left < -HAIR:
        misfit = f"{rise} too high for the lid" if row.axis == UPRIGHT else f"{are} too long for the tray"
        return Check("Tray", BAD, f"{pieces} {misfit} by {in_millimeters(-row.left)} once printed; {advice}.")
    where = "below the lid" if row.axis == UPRIGHT else "in the tray"
    fact = f"{pieces} {leave} {in_millimeters(max(row.left, 0.0))} of play {where} once printed"
    if row.left < enough - HAIR:
        return Check("Tray", DOUBTFUL, f"{fact}: tight; {advice}.")
    return Check("Tray", GOOD, f"{fact}.")


def _lid(puzzle: PolycubePuzzle, dimensions: Dimensions, printer: Printer) -> Check:
    """Report how the lid goes over the tray, and whether it reaches far enough."""
    left = lid_left(dimensions, printer)
    holds = left <= HOLDS + HAIR
    words = (
        "it does not go over the tray",
        "it may not go over the tray",
        "it holds by friction" if holds else "it slides on freely",
        "it falls off",
    )
    suited = 0.0, MATERIALS[printer.material].slide * LEAST_ROUND_LID, LOOSEST_JOINT
    check = check_gap("Lid", "Lid Gap", dimensions.lid_gap, (left, left), suited=suited, words=words)
    reach = round(lid_reach(puzzle.goal.size, dimensions), 2)
    if check.level == GOOD and reach < LEAST_REACH:
        return Check(
            "Lid", DOUBTFUL, f"The lid reaches {reach:g} mm over the tray: under {LEAST_REACH:g} mm it tips off."
        )
    return check


def _magnets(own: Ears, dimensions: Dimensions, printer: Printer, keys: tuple[str, ...]) -> Check:
    """Report whether magnets go into their holes, and whether the nozzle can draw what is left round these."""
    least = least_wall(printer)
    if own.floor < least - HAIR:
        fact = f"Holes for magnets leave walls of {in_millimeters(own.floor)}"
        return Check("Magnets", BAD, f"{fact}; give Box Wall {2 * least:g} mm.", keys)
    gap, apart = dimensions.magnet_gap, dimensions.lid_gap + 2 * SUNK
    left = round(gap - printer.widening, 4)
    walls = f"have walls of {in_millimeters(own.floor)}, and meet {in_millimeters(apart)} apart"
    words = (
        "the magnets do not go in",
        "they go in by force",
        f"the magnets go in with a drop of glue, {walls}",
        "much glue is needed",
    )
    check = check_gap("Magnets", "Magnet Gap", gap, (left, left), suited=(0.0, 0.02, LOOSEST_JOINT), words=words)
    return replace(check, parts=keys)


def _letters(parts: Sequence[Part], printer: Printer) -> Check:
    """Report whether the nozzle can draw the letters of all pieces."""
    lines = {part: part.letter.pixel for part in parts if isinstance(part, PiecePart) and part.letter is not None}
    narrowest = round(min(lines.values(), default=0.0), 2)
    thin = [part for part, width in lines.items() if width < printer.nozzle]
    if not thin:
        return Check("Letters", GOOD, f"The letters have lines of {narrowest:g} mm or more.")
    return Check(
        "Letters",
        DOUBTFUL,
        f"The letters of {counted(len(thin), 'piece')} have lines of {narrowest:g} mm, thinner than the nozzle.",
        tuple(part.key for part in thin),
    )


def _cells(puzzle: PolycubePuzzle, dimensions: Dimensions) -> Check:
    """Report how many solutions there are for pieces whose cells are no cubes."""
    shown = shown_solution(puzzle, dimensions.solution)
    fact = f"{buildable(puzzle, shown, dimensions.pitch):,} of {counted(len(puzzle.found.solutions), 'known solution')}"
    sides = f"Cells of {dimensions.pitch_text} lie on some sides only"
    return Check("Cells", GOOD, f"{sides}: {fact} can be built of these pieces.")


def _assembly(puzzle: PolycubePuzzle, parts: Sequence[Part]) -> Check:
    if not puzzle.found.solutions:
        known = "The puzzle has no solution" if puzzle.found.is_complete else "No solution is known yet"
        return Check("Assembly", BAD if puzzle.found.is_complete else DOUBTFUL, f"{known}.")
    try:
        taken = taken_apart(puzzle, used(parts))
    except InputError as error:
        return Check("Assembly", BAD if "cannot" in str(error) else DOUBTFUL, str(error))
    level = f", level {'.'.join(map(str, taken.levels))}" if max(taken.levels, default=0) > 1 else ""
    sentence = f"The pieces are put together by {counted(len(taken.moves), 'straight move')}{level}."
    sentence += f" {hands_text(puzzle, used(parts))}"
    if not taken.groups:
        return Check("Assembly", GOOD, sentence)
    pieces = used(parts)
    names = listed(["-".join(pieces[block].name for block in group) for group in taken.groups])
    sentence = f"{sentence} {names} stay together, as the design says: straight moves do not part them."
    return Check("Assembly", DOUBTFUL, sentence)
