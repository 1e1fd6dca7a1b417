# SPDX-License-Identifier: GPL-3.0-or-later
"""Strategies for hypothesis: sizes, settings, dimensions, puzzles and faces of any kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn, SearchStrategy

from puzzle_cubes.common.options import LARGEST_SEED
from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.generators.growing import CHOICES, FORMS
from puzzle_cubes.oskar.generators.hard import LOOK_AHEADS
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import ENDS, STARTS, Settings
from puzzle_cubes.oskar.making.texture import EQUAL, POINT, SYMMETRIES
from puzzle_cubes.oskar.maze.difficulty import LEVELS
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.model.dimensions import Dimensions

Triple = tuple[int, int, int]

SHAPES = ((0, 1), (0, 2), (1, 2))


def sizes(largest: int) -> SearchStrategy[Triple]:
    """Draw a size of at least two cells."""
    side = draw.integers(1, largest)
    return draw.tuples(side, side, side).filter(lambda size: size != (1, 1, 1))


@draw.composite
def positions(draw_one: DrawFn, size: Triple) -> Triple:
    """Draw a position in a box."""
    x, y, z = (draw_one(draw.integers(0, cells - 1)) for cells in size)
    return x, y, z


@draw.composite
def all_settings(draw_one: DrawFn, largest: int, styles: Sequence[str] = tuple(STYLES), effort: int = 60) -> Settings:
    """Draw valid settings without wishes: any size, seed, start and end, and one of some styles."""
    size = draw_one(sizes(largest))
    return settings_with(
        size=size,
        seed=draw_one(draw.integers(0, LARGEST_SEED)),
        style=draw_one(draw.sampled_from(styles)),
        start=draw_one(draw.sampled_from(tuple(STARTS)) | positions(size)),
        end=draw_one(draw.sampled_from(tuple(ENDS))),
        attempts=20,
        effort=draw_one(draw.integers(1, effort)),
        sturdy=draw_one(draw.booleans()),
        length_share=draw_one(draw.floats(0, 1)),
        difficulty=draw_one(draw.sampled_from(tuple(LEVELS))),
        look_ahead=draw_one(draw.sampled_from(tuple(LOOK_AHEADS))),
        choice=draw_one(draw.sampled_from(tuple(CHOICES))),
        form=draw_one(draw.sampled_from(tuple(FORMS))),
        newest_share=draw_one(draw.floats(0, 1)),
        newest_count=draw_one(draw.integers(1, 20)),
        eagerness=draw_one(draw.just(0.0) | draw.floats(0, 1)),
        trees=draw_one(draw.integers(1, 20)),
        sprouting=draw_one(draw.just(0.0) | draw.floats(0, 1)),
        bias=draw_one(draw.just((0.5, 0.5, 0.5)) | draw.tuples(*[draw.floats(0, 1)] * 3)),
        run=draw_one(draw.just(0.5) | draw.floats(0, 1)),
        river=draw_one(draw.just(0.5) | draw.floats(0, 1)),
        symmetry=draw_one(draw.sampled_from(symmetries_of(size))),
    )


def symmetries_of(size: Triple) -> tuple[str, ...]:
    """Return the symmetries that faces of a size can have."""
    return tuple(symmetry for symmetry in SYMMETRIES if not has_no_faces(symmetry, size))


def has_no_faces(symmetry: str, size: Triple) -> bool:
    """Report whether no faces of a size have a symmetry."""
    even = sum(side % 2 == 0 for side in size)
    return (symmetry == EQUAL and len(set(size)) > 1) or (symmetry == POINT and even > 1)


def puzzles(largest: int) -> SearchStrategy[Puzzle]:
    """Draw a generated puzzle of any style."""
    return all_settings(largest).map(generate_from_anywhere)


def generate_from_anywhere(settings: Settings) -> Puzzle:
    """Make a puzzle; where no maze allows a move from the start, make one that starts elsewhere."""
    try:
        return generate(settings)
    except NotFoundError:
        return generate(replace(settings, start="best"))


@draw.composite
def starts_and_ends(draw_one: DrawFn, size: Triple) -> tuple[Triple, Triple]:
    """Draw two positions of a box, also beside each other."""
    start = draw_one(positions(size))
    return start, draw_one(positions(size).filter(lambda position: position != start))


@draw.composite
def marked_puzzles(draw_one: DrawFn, largest: int) -> Puzzle:
    """Draw a puzzle with its start and its end anywhere."""
    puzzle = draw_one(puzzles(largest))
    start, end = draw_one(starts_and_ends(puzzle.size))
    return replace(puzzle, start=start, end=end, settings=None)


@draw.composite
def faces(draw_one: DrawFn, shape: tuple[int, int]) -> Face:
    """Draw a face with any passages, mostly no tree."""
    columns, rows = shape
    grid = np.ones((2 * columns - 1, 2 * rows - 1), dtype=np.uint8)
    grid[::2, ::2] = 0
    passages = [(i, j) for i in range(grid.shape[0]) for j in range(grid.shape[1]) if (i + j) % 2]
    for i, j in passages:
        # Many passages, so that the faces together still allow moves.
        grid[i, j] = draw_one(draw.integers(0, 3)) == 0
    return Face.deflate(grid)


@draw.composite
def puzzles_of_any_faces(draw_one: DrawFn, largest: int) -> Puzzle:
    """Draw a puzzle whose faces may have loops and closed parts; its end may be out of reach."""
    size = draw_one(sizes(largest))
    xy, xz, yz = (draw_one(faces((size[first], size[second]))) for first, second in SHAPES)
    return Puzzle(size, (xy, xz, yz), *draw_one(starts_and_ends(size)))


def lengths(smallest: float, largest: float) -> SearchStrategy[float]:
    """Draw a length in hundredths of a millimeter."""
    return draw.integers(round(100 * smallest), round(100 * largest)).map(lambda hundredths: hundredths / 100)


@draw.composite
def all_dimensions(draw_one: DrawFn) -> Dimensions:
    """Draw dimensions that can be built, with and without overhang and markers, also of equal height; sharp ones."""
    clearance = draw_one(lengths(0.01, 3))
    heights = draw.sampled_from((0.0, 1.5)) | lengths(0, 6)
    return Dimensions(
        passage=round(2 * clearance + draw_one(lengths(0.4, 10)), 2),
        wall=draw_one(lengths(0.05, 10)),
        plate=draw_one(lengths(0.05, 10)),
        clearance=clearance,
        overhang=draw_one(draw.just(0.0) | lengths(0, 10)),
        start_marker=draw_one(heights),
        end_marker=draw_one(heights),
        arm_chamfer=0.0,
        bed_chamfer=0.0,
    )


def chamfer_widths() -> SearchStrategy[dict[str, Any]]:
    """Draw the widths of the chamfers of arms, of markers and on the bed by their names, one of them at least."""
    width = draw.just(0.0) | lengths(0.05, 1)
    names = ("arm_chamfer", "marker_chamfer", "bed_chamfer")
    return draw.fixed_dictionaries(dict.fromkeys(names, width)).filter(lambda widths: any(widths.values()))


@draw.composite
def kit_dimensions(draw_one: DrawFn) -> Dimensions:
    """Draw dimensions that a kit can be built with, with joint gaps up to the largest that they allow."""
    heights = draw.sampled_from((0.0, 1.5)) | lengths(0.1, 6)
    clearance = draw_one(lengths(0.05, 0.8))
    dimensions = Dimensions(
        passage=round(2 * clearance + draw_one(lengths(0.8, 10)), 2),
        wall=draw_one(lengths(0.4, 8)),
        plate=draw_one(lengths(0.6, 8)),
        clearance=clearance,
        overhang=draw_one(draw.just(0.0) | lengths(0, 10)),
        start_marker=draw_one(heights),
        end_marker=draw_one(heights),
    )
    most = min(0.5, dimensions.plate / 8, dimensions.wall / 4, dimensions.passage / 16, dimensions.arm_width / 8)
    return replace(dimensions, joint=draw_one(lengths(0.01, int(100 * most + 1e-6) / 100)))
