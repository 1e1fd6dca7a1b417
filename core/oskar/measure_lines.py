# SPDX-License-Identifier: GPL-3.0-or-later
"""What a puzzle is like, as lines for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType

from ..common.words import counted
from ..kind.kind import Measure
from .generators import STYLES
from .maze.difficulty import times_original, wasted_by_player
from .maze.measures import Measures, corner_positions
from .puzzle import Puzzle


def rounded_moves(moves: float) -> str:
    """Return an expected number of moves in the two or three digits that mean something: ``1,050 moves``."""
    unit = 10 ** max(0, len(str(round(moves))) - 3)
    return f"{round(moves / unit) * unit:,} moves"


def _expected(look_ahead: int) -> Callable[[Puzzle], str]:
    """Return the text of a player's expected moves."""

    def text(puzzle: Puzzle) -> str:
        moves = puzzle.measures.expected_moves[look_ahead]
        return "Unknown" if moves is None else rounded_moves(moves)

    return text


def _many(count: int) -> str:
    """Return a count that may be huge: loops multiply the ways."""
    return f"{count:,}" if count < 10**7 else f"10^{len(str(count)) - 1}"


def _in_the_mean(count: int, length: float) -> str:
    return f"{count}, {length:.1f} long" if count else "0"


def _reachable(puzzle: Puzzle) -> str:
    return f"{puzzle.measures.reachable} of {puzzle.measures.positions}"


def _corners(puzzle: Puzzle) -> str:
    return f"{puzzle.measures.corners} of {len(corner_positions(puzzle.size))}"


def _regions(puzzle: Puzzle) -> str:
    return f"{puzzle.measures.components}, the largest {puzzle.measures.largest_component}"


_LINES: Mapping[str, tuple[str, Callable[[Puzzle], str]]] = MappingProxyType(
    {
        "length": ("Length", lambda puzzle: counted(puzzle.measures.length, "move")),
        "straight_moves": ("Straight Moves", lambda puzzle: str(puzzle.measures.straight_moves)),
        "turns": ("Turns", lambda puzzle: str(puzzle.measures.turns)),
        "decisions": ("Decisions", lambda puzzle: str(puzzle.measures.decisions)),
        "dead_ends": ("Dead Ends", lambda puzzle: str(puzzle.measures.dead_ends)),
        "alcoves": (
            "Alcoves",
            lambda puzzle: _in_the_mean(puzzle.measures.alcoves, puzzle.measures.alcove_length),
        ),
        "forward_dead_ends": (
            "Forward",
            lambda puzzle: _in_the_mean(puzzle.measures.forward_dead_ends, puzzle.measures.forward_length),
        ),
        "backward_dead_ends": (
            "Backward",
            lambda puzzle: _in_the_mean(puzzle.measures.backward_dead_ends, puzzle.measures.backward_length),
        ),
        "reachable": ("Reachable", _reachable),
        "corners": ("Corners", _corners),
        "loops": ("Loops", lambda puzzle: str(puzzle.measures.loops) if puzzle.measures.loops else ""),
        "shortest_ways": (
            "Shortest Ways",
            lambda puzzle: _many(puzzle.measures.shortest_ways) if puzzle.measures.loops else "",
        ),
        "components": ("Regions", _regions),
    }
)
"""Of the measures that are shown: the label, and the text; without one the line is left out."""

COMPARED = ("length", "decisions", "dead_ends")
"""The measures by which people compare puzzles; the others are details."""

_PLAYERS = (
    "Moves that a player needs in the mean who enters every way, each with the same chance, and remembers nothing",
    "The same for a player who does not enter a side path that ends after one move",
    "The same for a player who does not enter a side path that ends within two moves",
    "The same for a player who does not enter a side path that ends within three moves",
)

_MEANINGS = {measure.name: str(measure.metadata["meaning"]) for measure in fields(Measures)}

MEASURE_LINES: tuple[Measure[Puzzle], ...] = (
    Measure(
        "made",
        "Style",
        "How the puzzle was made",
        lambda puzzle: "From a file" if puzzle.settings is None else STYLES[puzzle.settings.style].label,
        detail=True,
    ),
    Measure(
        "seed",
        "Seed",
        "The seed that the puzzle was made from",
        lambda puzzle: "Unknown" if puzzle.settings is None else str(puzzle.settings.seed),
        detail=True,
    ),
    *(
        Measure(
            f"expected_moves_{look_ahead}", f"Looks {look_ahead} Ahead", meaning, _expected(look_ahead), detail=True
        )
        for look_ahead, meaning in enumerate(_PLAYERS)
    ),
    *(
        Measure(name, label, _MEANINGS[name], text, detail=name not in COMPARED)
        for name, (label, text) in _LINES.items()
    ),
)
"""How the puzzle was made, and then its measures."""

FIGURES = (
    "difficulty",
    *(name for name in _MEANINGS if name != "expected_moves"),
    *(f"expected_moves_{look_ahead}" for look_ahead in range(len(_PLAYERS))),
)
"""The numbers by which puzzles are compared: the difficulty in times the original cube's, and all measures."""


def figures_of(puzzle: Puzzle) -> dict[str, float | None]:
    """Return the numbers by which puzzles are compared, by their names."""
    values = vars(puzzle.measures).copy()
    expected = values.pop("expected_moves")
    wasted = wasted_by_player(expected, puzzle.measures.length)
    # Rounded, since the library's own powers need not have the same last bits on every machine.
    difficulty = None if wasted is None else round(times_original(wasted), 4)
    return dict(zip(FIGURES, (difficulty, *values.values(), *expected), strict=True))
