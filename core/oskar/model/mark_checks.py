# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the signs on the plates of a kit survive the print: numbers, and marks of start and end."""

from __future__ import annotations

from collections.abc import Iterator

from ...printing.checks import DOUBTFUL, GOOD, Check
from ...printing.printer import Printer
from ..making.puzzle import Puzzle
from .dimensions import Dimensions
from .joints import finger_length
from .kit_markers import lies_on_frame, mark_size
from .plates import notch_size

LEAST_LINES, LEAST_LAYERS = 2, 2
"""How many lines of the nozzle a recess is wide, and how many layers deep, at least, that no slicer fills."""


def check_marks(puzzle: Puzzle, dimensions: Dimensions, printer: Printer) -> Check:
    """Return a line of the check on the notches that number the plates, and on the pits and grooves."""
    width, depth = LEAST_LINES * printer.nozzle, LEAST_LAYERS * printer.layer
    found = list(_marks(puzzle, dimensions))
    lost = [
        f"{name} ({own_width:.2g} and {own_depth:.2g} mm)"
        for name, own_width, own_depth in found
        if own_width < width - 1e-9 or own_depth < depth - 1e-9
    ]
    least = f"{width:g} mm wide and {depth:g} mm deep"
    if lost:
        advice = f"what is at least {least} is printed, so thicken walls and plates"
        return Check("Marks", DOUBTFUL, f"{_in_words(lost)} may be lost: {advice}.")
    names = _in_words([name for name, _, _ in found])
    return Check("Marks", GOOD, f"{names} are at least {least}, so they are printed.")


def _marks(puzzle: Puzzle, dimensions: Dimensions) -> Iterator[tuple[str, float, float]]:
    """Yield each kind of mark as it is called, and how wide and deep it is where it has least room."""
    finger = min(finger_length(length, dimensions) for length in dimensions.outer_size(puzzle.size))
    yield ("the notches that number the plates", *notch_size(finger, dimensions))
    for name, depth, position in (
        ("the pits at the start", dimensions.start_marker, puzzle.start),
        ("the grooves at the end", dimensions.end_marker, puzzle.end),
    ):
        on_frame = lies_on_frame(puzzle, position)
        width, deep = mark_size(depth, dimensions, on_frame=on_frame)
        if deep and on_frame:
            # It is open to the joint, so both are seen as one.
            yield f"{name} on the frame", width + dimensions.joint, deep
        elif deep:
            yield name, width, deep


def _in_words(names: list[str]) -> str:
    """Return a list as the beginning of a sentence."""
    *first, last = names
    words = f"{', '.join(first)} and {last}" if first else last
    return words[0].upper() + words[1:]
