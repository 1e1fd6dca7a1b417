# SPDX-License-Identifier: GPL-3.0-or-later
"""The facts about an Oskar's Cube: its measures as lines for people, its difficulty, and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from types import MappingProxyType
from typing import Any

from ..common.words import about, counted
from ..kind.facts import Facts, Measure, Rating, Series, Wish
from .game import LOOKS_AHEAD
from .generating import DESIGNED_BY_DIFFICULTY
from .generators import STYLES
from .making.puzzle import Puzzle, size_text
from .maze.difficulty import (
    FORGETFUL_ORIGINAL,
    LOOK_AHEADS,
    level_of,
    share_of_scale,
    times_original,
    wasted_by_player,
)
from .maze.measures import Measures, corner_positions
from .maze.space import canonical_form

LABEL = "Oskar's Cube"

SMALL_REGION = 4
"""A start is odd where it reaches less than the largest region's positions divided by this."""


def rounded_moves(moves: float) -> str:
    """Return an expected number of moves in the two or three digits that mean something: ``1,050 moves``."""
    unit = 10 ** max(0, len(str(round(moves))) - 3)
    return counted(round(moves / unit) * unit, "move", grouped=True)


def _likely(look_ahead: int) -> Callable[[Puzzle], str]:
    """Return the text of a player's expected moves."""
    return lambda puzzle: rounded_moves(puzzle.likely_moves(look_ahead))


def _times_forgetful(puzzle: Puzzle) -> float | None:
    """Return the same for players who remember nothing; None where there are very many loops."""
    known = [moves for moves in puzzle.measures.expected_moves if moves is not None]
    if len(known) < len(LOOK_AHEADS):
        return None
    return times_original(wasted_by_player(known, puzzle.measures.length), original=FORGETFUL_ORIGINAL)


def _forgetful(puzzle: Puzzle) -> str:
    times = _times_forgetful(puzzle)
    return "Unknown" if times is None else f"{about(times)} x the original"


def _many(count: int) -> str:
    """Return a count that may be huge: loops multiply the ways."""
    return f"{count:,}" if count < 10**7 else f"10^{len(str(count)) - 1}"


def _in_the_mean(count: int, length: float) -> str:
    return f"{count}, {length:.1f} long" if count else "0"


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
        "reachable": ("Reachable", lambda puzzle: f"{puzzle.measures.reachable} of {puzzle.measures.positions}"),
        "corners": ("Corners", lambda puzzle: f"{puzzle.measures.corners} of {len(corner_positions(puzzle.size))}"),
        "loops": ("Loops", lambda puzzle: str(puzzle.measures.loops) if puzzle.measures.loops else ""),
        "shortest_ways": (
            "Shortest Ways",
            lambda puzzle: _many(puzzle.measures.shortest_ways) if puzzle.measures.loops else "",
        ),
        "components": (
            "Regions",
            lambda puzzle: f"{puzzle.measures.components}, the largest {puzzle.measures.largest_component}",
        ),
    }
)
"""Of the measures that are shown: the label, and the text; without one the line is left out."""

COMPARED = ("length", "decisions", "dead_ends")
"""The measures by which people compare puzzles; the others are details."""

_PLAYER = "Average moves of a player who forgets what they have tried at one dead end in four"

_PLAYERS = (
    _PLAYER,
    f"{_PLAYER}, and does not enter a side path that ends after one move",
    f"{_PLAYER}, and does not enter a side path that ends within two moves",
    f"{_PLAYER}, and does not enter a side path that ends within three moves",
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
        Measure(f"likely_moves_{look_ahead}", f"Looks {look_ahead} Ahead", meaning, _likely(look_ahead), detail=True)
        for look_ahead, meaning in enumerate(_PLAYERS)
    ),
    Measure(
        "forgetful_difficulty",
        "No Memory",
        "How many times as hard as the original cube it is for a player who remembers nothing",
        _forgetful,
        detail=True,
    ),
    *(
        Measure(name, label, _MEANINGS[name], text, detail=name not in COMPARED)
        for name, (label, text) in _LINES.items()
    ),
)
"""How the puzzle was made, and then its measures."""

FIGURES = (
    "difficulty",
    "forgetful_difficulty",
    *(name for name in _MEANINGS if name != "expected_moves"),
    *(f"expected_moves_{look_ahead}" for look_ahead in LOOK_AHEADS),
)
"""The numbers by which puzzles are compared: the difficulty in times the original cube's, that of players who remember
nothing, and all measures."""


class OskarFacts(Facts[Puzzle], Series[Puzzle]):
    """The facts about an Oskar's Cube, and the numbers by which many are compared."""

    measures = MEASURE_LINES
    figures = FIGURES
    hardness = "difficulty"
    series_hardest = MappingProxyType({"style": DESIGNED_BY_DIFFICULTY})

    def name_of(self, puzzle: Puzzle) -> str:
        """Return the kind, the size and the seed."""
        seed = "" if puzzle.settings is None else f" seed {puzzle.settings.seed}"
        return f"{LABEL} {size_text(puzzle.size)}{seed}"

    def size_of(self, puzzle: Puzzle) -> str:
        """Return the cells along each axis."""
        return size_text(puzzle.size)

    def brief(self, puzzle: Puzzle) -> str:
        """Return the length and the difficulty."""
        rating = self.rating(puzzle)
        return counted(puzzle.measures.length, "move") + ("" if rating is None else f", {rating.word}")

    def summary(self, puzzle: Puzzle) -> str:
        """Return the length and what can be reached."""
        measures = puzzle.measures
        moves = f"{counted(measures.length, 'move')} ({measures.straight_moves} straight)"
        space = f"{measures.reachable} of {measures.positions} positions reachable"
        loops = f", {counted(measures.loops, 'loop')}" if measures.loops else ""
        return f"{LABEL} {size_text(puzzle.size)}: {moves}, {space}{loops}"

    def canonical_form(self, puzzle: Puzzle) -> bytes:
        """Return the least of all ways to turn and mirror the faces, with start and end."""
        return canonical_form(puzzle.size, puzzle.faces, puzzle.start, puzzle.end)

    def warnings(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the flaws of the mazes, and a sentence where the start lies in a small part of the positions."""
        return puzzle.flaws + _small_region(puzzle)

    def wishes(self, puzzle: Puzzle) -> tuple[Wish, ...]:
        """Return what the style's options ask for."""
        settings = puzzle.settings
        return () if settings is None else STYLES[settings.style].wishes(settings, puzzle)

    def rating(self, puzzle: Puzzle) -> Rating | None:
        """Return the level of difficulty."""
        times = puzzle.times_original()
        expected = rounded_moves(puzzle.likely_moves(1))
        return Rating(level_of(times).label, share_of_scale(times), LOOKS_AHEAD.format(moves=expected))

    def numbers(self, puzzle: Puzzle) -> dict[str, Any]:
        """Return what the puzzle was made from, its ends and its measures."""
        settings = puzzle.settings
        return {
            "size": puzzle.size,
            "seed": settings and settings.seed,
            "style": settings and settings.style,
            "start": puzzle.start,
            "end": puzzle.end,
            **asdict(puzzle.measures),
        }

    def solutions(self, puzzle: Puzzle) -> list[Any]:
        """Return the one way of the cross."""
        return [puzzle.solution]

    def figures_of(self, puzzle: Puzzle) -> dict[str, float | None]:
        """Return the difficulty and all measures."""
        measures = vars(puzzle.measures).copy()
        expected = measures.pop("expected_moves")
        forgetful = _times_forgetful(puzzle)
        values = (
            # Rounded, since the library's own powers need not have the same last bits on every machine.
            round(puzzle.times_original(), 4),
            None if forgetful is None else round(forgetful, 4),
            *measures.values(),
            *expected,
        )
        return dict(zip(FIGURES, values, strict=True))


def _small_region(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a sentence where the start lies in a small part of the positions, as a start of one's own may."""
    reachable, largest = puzzle.measures.reachable, puzzle.measures.largest_component
    if SMALL_REGION * reachable >= largest:
        return ()
    fact = f"the cross reaches only {reachable} positions from there, and the largest region has {largest}."
    advice = ""
    if puzzle.settings is not None:
        advice = f" Choose another {'seed' if puzzle.settings.start == 'auto' else 'start or seed'}."
    return (f"Start is {puzzle.start}: {fact}{advice}",)
