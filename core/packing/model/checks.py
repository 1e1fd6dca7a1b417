# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a puzzle will print and work: each check says what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...common.errors import InputError
from ...common.words import counted, listed
from ...kind.laid import check_parts
from ...kind.part import Part
from ...polycubes.puzzle import PolycubePuzzle
from ...printing.checks import BAD, DOUBTFUL, GOOD, Check, Report, check_gap, check_supports, check_walls
from ...printing.gaps import LOOSEST_JOINT, foot_left, gap_left
from ...printing.overhangs import WIDEST_ON_BED
from ...printing.printer import MATERIALS, Printer
from .assembly import taken_apart
from .dimensions import Dimensions
from .parts import PiecePart, pieces_of, puzzle_parts


def check_puzzle(
    puzzle: PolycubePuzzle, dimensions: Dimensions, printer: Printer, parts: Sequence[Part] | None = None
) -> Report:
    """Look at the pieces of a puzzle as they are printed, and at the solution that is shown."""
    try:
        parts = puzzle_parts(puzzle, dimensions) if parts is None else parts
    except InputError as error:
        return Report((Check("Pieces", BAD, str(error)),))
    report = check_parts(parts, printer)
    words = "the pieces will not go together", "tight", "the pieces go together", "loose"
    gap = round(2 * dimensions.inset, 4)
    left = round(gap_left(gap, printer) - foot_left(printer, dimensions.bevel), 4)
    suited = 0.0, MATERIALS[printer.material].slide / 6, LOOSEST_JOINT
    checks = [
        *report.checks,
        _assembly(puzzle, parts),
        check_gap("Gap", "Gap between two pieces", gap, (left, left), suited=suited, words=words),
        _supports(parts, dimensions),
    ]
    if dimensions.tray_wall:
        checks.append(check_walls(dimensions.tray_wall, printer))
    if dimensions.letters:
        checks.append(_letters(parts, printer))
    return replace(report, checks=tuple(checks))


def _supports(parts: Sequence[Part], dimensions: Dimensions) -> Check:
    """Report which parts need supports, and whether slicers support the bevels on the bed, too."""
    check = check_supports({part.label: part.printed for part in parts})
    if dimensions.bevel <= WIDEST_ON_BED:
        return check
    bevel = f"Bevel is {dimensions.bevel:g} mm: where it is on the bed, slicers support more than {WIDEST_ON_BED:g} mm."
    return Check(check.name, DOUBTFUL, bevel if check.level == GOOD else f"{check.sentence} {bevel}")


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


def _assembly(puzzle: PolycubePuzzle, parts: Sequence[Part]) -> Check:
    if not puzzle.found.solutions:
        known = "The puzzle has no solution" if puzzle.found.is_complete else "No solution is known yet"
        return Check("Assembly", BAD if puzzle.found.is_complete else DOUBTFUL, f"{known}.")
    try:
        taken = taken_apart(puzzle, pieces_of(parts))
    except InputError as error:
        return Check("Assembly", BAD if "cannot" in str(error) else DOUBTFUL, str(error))
    level = f", level {'.'.join(map(str, taken.levels))}" if max(taken.levels, default=0) > 1 else ""
    sentence = f"The pieces are put together by {counted(len(taken.moves), 'straight move')}{level}."
    if not taken.groups:
        return Check("Assembly", GOOD, sentence)
    pieces = pieces_of(parts)
    names = listed(["-".join(pieces[block].name for block in group) for group in taken.groups])
    sentence = f"{sentence} {names} stay together, as the design says: straight moves do not part them."
    return Check("Assembly", DOUBTFUL, sentence)
