# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether a puzzle will print and work: each says what to do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ...common.errors import InputError
from ...common.options import AXES
from ...common.words import counted, listed
from ...kind.laid import check_parts
from ...kind.part import Part
from ...polycubes.puzzle import PolycubePuzzle
from ...printing.checks import BAD, DOUBTFUL, GOOD, Check, Report, check_gap, check_supports, check_walls
from ...printing.gaps import HAIR, LOOSEST_JOINT, gap_left
from ...printing.printer import MATERIALS, Printer
from .as_printed import AsPrinted, lid_left
from .assembly import taken_apart, used
from .box import lid_reach
from .cut_checks import check_cut
from .dimensions import Dimensions
from .parts import PiecePart, pieces_of, puzzle_parts

UPRIGHT = 2
"""The axis along which tray and lid stand."""

LOOSEST_IN_TRAY = 1.0
"""What is left at most between the pieces and each side of the tray, once printed: with more they fall about."""

HOLDS = 0.1
"""A lid holds by friction as long as no more is left a side, and slides on freely up to ``LOOSEST_JOINT``."""

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
        parts = puzzle_parts(puzzle, dimensions, cut=cut) if parts is None else parts
    except InputError as error:
        return Report((Check("Pieces", BAD, str(error)),))
    report = check_parts(parts, printer)
    printed = AsPrinted(pieces_of(parts), puzzle.goal.size, dimensions, printer)
    checks = [
        *report.checks,
        _assembly(puzzle, parts),
        _gap(printed, dimensions, printer),
        _supports(parts, cut=cut),
        *(check_cut(parts, dimensions, printer) if cut else ()),
    ]
    if dimensions.tray_wall:
        checks.append(_tray(printed, dimensions, printer))
        checks.append(_lid(puzzle, dimensions, printer))
        checks.append(check_walls(dimensions.tray_wall, printer))
    if dimensions.letters:
        checks.append(_letters(parts, printer))
    return replace(report, checks=tuple(checks))


def _supports(parts: Sequence[Part], *, cut: bool) -> Check:
    """Report whether parts need supports, and if so, that none of a cut piece does."""
    check = check_supports({part.label: part.printed for part in parts})
    if cut or check.level == GOOD:
        return check
    return replace(check, sentence=f"{check.sentence} Printed as cut pieces they need none.")


def _gap(printed: AsPrinted, dimensions: Dimensions, printer: Printer) -> Check:
    """Report what is left between two pieces of the shown solution, wherever they meet."""
    gap = round(2 * dimensions.inset, 4)
    upright = round(gap_left(gap, printer), 4)
    least = upright if printed.least_gap is None else printed.least_gap
    if printed.least_in_edges is not None and printed.least_in_edges < 0:
        # Edges that go in do not rub, however near they come. What a gap is wider counts twice between slopes.
        least = min(least, printed.least_in_edges / 2)
    left = least, upright
    suited = 0.0, MATERIALS[printer.material].slide / 6, LOOSEST_JOINT
    words = "the pieces will not go together", "tight", "the pieces go together", "loose"
    return check_gap("Gap", "Gap between two pieces", gap, left, suited=suited, words=words)


def _tray(printed: AsPrinted, dimensions: Dimensions, printer: Printer) -> Check:
    """Report what the longest row of pieces leaves of the room in the tray, and whether pieces fall about in it."""
    gap = dimensions.tray_gap
    left = round(gap_left(gap, printer), 4)
    # A row of pieces goes in and out with ease if it has the room that a part has between two others.
    enough = MATERIALS[printer.material].slide / 3
    if left > LOOSEST_IN_TRAY + HAIR:
        fact = f"Box Gap is {gap:g} mm, of which {left:.2g} mm are left once printed"
        return Check("Tray", DOUBTFUL, f"{fact}: the pieces fall about.")
    row = printed.tightest
    if row is None:
        words = "the pieces do not go in", "tight", "the pieces go in", ""
        suited = 0.0, enough / 2, LOOSEST_IN_TRAY
        return check_gap("Tray", "Box Gap", gap, (left, left), suited=suited, words=words)
    pieces = f"{counted(row.pieces, 'piece')} in a row along {AXES[row.axis].lower()}"
    # The box has the gap on both sides of them, but only above them.
    missing = (enough - row.left) / (1 if row.axis == UPRIGHT else 2)
    advice = f"give Box Gap {math.ceil(100 * (gap + missing) - HAIR) / 100:g} mm, or a wider Inset"
    if row.left < -HAIR:
        what = "stand too high for the lid" if row.axis == UPRIGHT else "are too long for the tray"
        return Check("Tray", BAD, f"{pieces} {what} by {-row.left:.2g} mm once printed; {advice}.")
    where = "below the lid" if row.axis == UPRIGHT else "in the tray"
    verb = "leaves" if row.pieces == 1 else "leave"
    fact = f"{pieces} {verb} {max(row.left, 0.0):.2g} mm of play {where} once printed"
    if row.left < enough - HAIR:
        return Check("Tray", DOUBTFUL, f"{fact}: tight; {advice}.")
    return Check("Tray", GOOD, f"{fact}.")


def _lid(puzzle: PolycubePuzzle, dimensions: Dimensions, printer: Printer) -> Check:
    """Report how the lid goes over the tray, and whether it reaches far enough."""
    left = lid_left(dimensions, printer)
    holds = left <= HOLDS + HAIR
    words = (
        "it does not go over the tray",
        "it does not go over the tray",
        "it holds by friction" if holds else "it slides on freely",
        "it falls off",
    )
    check = check_gap("Lid", "Lid Gap", dimensions.lid_gap, (left, left), suited=(0.0, 0.0, LOOSEST_JOINT), words=words)
    reach = round(lid_reach(puzzle.goal.size, dimensions), 2)
    if check.level == GOOD and reach < LEAST_REACH:
        return Check(
            "Lid", DOUBTFUL, f"The lid reaches {reach:g} mm over the tray: under {LEAST_REACH:g} mm it tips off."
        )
    return check


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
        taken = taken_apart(puzzle, used(parts))
    except InputError as error:
        return Check("Assembly", BAD if "cannot" in str(error) else DOUBTFUL, str(error))
    level = f", level {'.'.join(map(str, taken.levels))}" if max(taken.levels, default=0) > 1 else ""
    sentence = f"The pieces are put together by {counted(len(taken.moves), 'straight move')}{level}."
    if not taken.groups:
        return Check("Assembly", GOOD, sentence)
    pieces = used(parts)
    names = listed(["-".join(pieces[block].name for block in group) for group in taken.groups])
    sentence = f"{sentence} {names} stay together, as the design says: straight moves do not part them."
    return Check("Assembly", DOUBTFUL, sentence)
