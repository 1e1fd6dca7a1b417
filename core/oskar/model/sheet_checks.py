# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether parts can be cut from sheets and work: each looks at the real solids and says what to do."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ...common.errors import InputError
from ...common.words import in_millimeters
from ...kind.part import Part, on_beds
from ...printing.checks import BAD, DOUBTFUL, GOOD, Check, Report, check_beds, check_bodies, check_meshes
from ...printing.estimate import in_words
from ...printing.sheet import Cutter, cuts_taken, narrowest
from ..making.puzzle import Puzzle
from .checks import FLOATING, RATTLING_SHARE, Lines, about_parts, check_motion, report_in_steps
from .kit import PLATE_NAMES
from .sheet import SheetDimensions, sheet_parts

GLUE = 0.03
"""What a layer of glue between two sheets adds, in millimeters."""

LEAST_LEFT = 0.1
"""What must be left on each side of an arm, in millimeters: cut edges are not quite upright."""

FRICTION = 0.1
"""The play up to which parts hold by friction, in millimeters."""

LEAST_BRIDGE = 0.4
"""How narrow what is left between two cuts may be, as a share of the thickness: less burns or breaks."""


def check_sheet_in_steps(
    puzzle: Puzzle, dimensions: SheetDimensions, cutter: Cutter, parts: Sequence[Part] | None = None
) -> Generator[float, None, Report]:
    """Look at what is cut from sheets, which is built where it is not given; yield the share that is done."""
    try:
        parts = sheet_parts(puzzle, dimensions) if parts is None else parts
    except InputError as error:
        return Report((Check("Play", BAD, str(error)),))
    return (yield from report_in_steps(_lines(puzzle, dimensions, cutter, parts), parts, about_parts(parts)))


def _lines(puzzle: Puzzle, dimensions: SheetDimensions, cutter: Cutter, parts: Sequence[Part]) -> Lines:
    yield check_meshes({part.label: part.mesh() for part in parts})
    yield check_bodies({part.label: part.solid for part in parts}, FLOATING)
    yield check_motion(puzzle, dimensions, [part.in_place for part in parts[: len(PLATE_NAMES)]])
    yield from check_widths(parts, cutter)
    yield check_clearance(dimensions)
    yield check_play(dimensions)
    yield check_beds(*on_beds(parts, cutter))
    taken = cuts_taken((part.printed for part in parts), cutter)
    size = in_millimeters(*dimensions.outer_size(puzzle.size))
    fact = f"About {taken.cut / 1000:.1f} m of cuts, {in_words(taken.minutes)} at {taken.basis}; the puzzle is {size}"
    yield Check("Cuts", GOOD, f"{fact}.")
    return taken


def check_widths(parts: Sequence[Part], cutter: Cutter) -> Generator[Check, None, None]:
    """Yield a line on what is narrowest between two cuts, beside the thickness, and on the slots, beside the kerf."""
    widths = {part: narrowest(part.printed) for part in parts}
    part = min(parts, key=lambda part: widths[part][0])
    bridge, thickness = widths[part][0], cutter.thickness
    fact = f"The narrowest is {part.label} with {bridge:.3g} mm, in a sheet of {thickness:g} mm"
    if bridge < max(LEAST_BRIDGE * thickness, 2 * cutter.kerf):
        wanted = f"it burns or breaks, and {max(thickness, 2 * cutter.kerf):g} mm would hold"
        yield Check("Bridges", BAD, f"{fact}: {wanted}; give wider walls, a wider rim or thinner sheets.", (part.key,))
    elif bridge < 0.9 * thickness:
        advice = "as wide as the sheet is thick would be sturdier"
        yield Check("Bridges", DOUBTFUL, f"{fact}: {advice}.", (part.key,))
    else:
        yield Check("Bridges", GOOD, f"{fact}.", (part.key,))
    part = min(parts, key=lambda part: widths[part][1])
    slot = widths[part][1]
    fact = f"The narrowest slot is in {part.label}, {slot:.3g} mm"
    if slot <= cutter.kerf:
        yield Check(
            "Slots", BAD, f"{fact}: a kerf of {cutter.kerf:g} mm cannot cut it; give thicker sheets.", (part.key,)
        )
    else:
        yield Check("Slots", GOOD, f"{fact}, with a kerf of {cutter.kerf:g} mm.", (part.key,))


def check_clearance(dimensions: SheetDimensions) -> Check:
    """Report what is left beside an arm: with glue between its layers it is a little thicker."""
    thicker = (dimensions.layers - 1) * GLUE
    left = dimensions.clearance - thicker / 2
    arm = f"{dimensions.layers} sheets and their glue, {dimensions.arm_width + thicker:.4g} mm"
    fact = f"An arm is {arm}; in passages of {dimensions.passage:.4g} mm it has {max(left, 0.0):.2g} mm on each side"
    most = RATTLING_SHARE * dimensions.passage
    if left < LEAST_LEFT - 1e-9:
        level = BAD if left < LEAST_LEFT / 2 else DOUBTFUL
        return Check("Clearance", level, f"{fact}: too thick; give a clearance of {LEAST_LEFT + thicker / 2:.2f} mm.")
    if left > most:
        return Check("Clearance", DOUBTFUL, f"{fact}: it rattles.")
    return Check("Clearance", GOOD, f"{fact}: it slides.")


def check_play(dimensions: SheetDimensions) -> Check:
    """Report how the joints hold."""
    holds = (
        "the parts hold by friction" if dimensions.joint <= FRICTION else "the parts go together freely, so use glue"
    )
    return Check("Play", GOOD, f"Play is {dimensions.joint:g} mm, where the kerf is as given: {holds}.")
