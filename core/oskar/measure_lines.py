# SPDX-License-Identifier: GPL-3.0-or-later
"""What a puzzle is like, as lines for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from math import log10
from types import MappingProxyType

from ..kind.kind import Measure
from .generators import STYLES
from .maze.measures import Measures, corner_positions
from .puzzle import Puzzle

READABLE = 20.0
"""Up to this power of two, a million, a number is written out."""


def power_of_two(exponent: float) -> str:
    """Return a power of two as one reads it: two digits and zeros, or a power of ten."""
    if exponent > READABLE:
        return f"10^{log10(2) * exponent:.0f}"
    return f"{int(float(f'{2**exponent:.1e}')):,}"


def _reachable(puzzle: Puzzle) -> str:
    return f"{puzzle.measures.reachable} of {puzzle.measures.positions}"


def _corners(puzzle: Puzzle) -> str:
    return f"{puzzle.measures.corners} of {len(corner_positions(puzzle.size))}"


def _regions(puzzle: Puzzle) -> str:
    return f"{puzzle.measures.components}, the largest {puzzle.measures.largest_component}"


_LINES: Mapping[str, tuple[str, Callable[[Puzzle], str]]] = MappingProxyType(
    {
        "length": ("Length", lambda puzzle: f"{puzzle.measures.length} moves"),
        "straight_moves": ("Straight Moves", lambda puzzle: str(puzzle.measures.straight_moves)),
        "decisions": ("Decisions", lambda puzzle: str(puzzle.measures.decisions)),
        "bits": ("Guessed Right", lambda puzzle: f"1 in {power_of_two(puzzle.measures.bits)}"),
        "dead_ends": ("Dead Ends", lambda puzzle: str(puzzle.measures.dead_ends)),
        "reachable": ("Reachable", _reachable),
        "corners": ("Corners", _corners),
        "loops": ("Loops", lambda puzzle: str(puzzle.measures.loops)),
        "components": ("Regions", _regions),
    }
)
"""Of the measures that are shown: the label, and the text."""

_MEANINGS = {measure.name: str(measure.metadata["meaning"]) for measure in fields(Measures)}

MEASURE_LINES: tuple[Measure[Puzzle], ...] = (
    Measure(
        "made",
        "Made",
        "How the puzzle was made",
        lambda puzzle: "From a file" if puzzle.settings is None else STYLES[puzzle.settings.style].label,
    ),
    Measure(
        "seed",
        "Seed",
        "The seed that the puzzle was made from",
        lambda puzzle: "Unknown" if puzzle.settings is None else str(puzzle.settings.seed),
    ),
    *(Measure(name, label, _MEANINGS[name], text) for name, (label, text) in _LINES.items()),
)
"""How the puzzle was made, and then its measures."""
