# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzles of the core behind the collections of a scene: read from their texts, and kept while they are used."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import Options
from ...core.common.recent import Recent
from ...core.common.words import shortened
from ...core.kind.kind import AnyKind
from ...core.kind.model import Way
from ...core.kind.part import Part
from ...core.kind.reading import code_of
from ...core.kind.step import Step
from ...core.kinds import KINDS
from ...core.solids.skin import Skin
from ...core.solids.solid import Mesh
from .built import Built, built_from_json
from .option_properties import options_in
from .properties import FORMAT, PuzzleProperties, own_group, puzzle_group


def kind_of(group: PuzzleProperties) -> AnyKind:
    """Return the kind of a puzzle; raises InputError where this version knows neither it nor the form it is kept in."""
    if group.format > FORMAT:
        raise InputError(f"The puzzle was saved by a newer version, in the format {group.format}: update Puzzle Cubes.")
    if group.kind not in KINDS:
        raise InputError(f"The puzzle is of the kind {shortened(group.kind)}, which this version does not know.")
    return KINDS[group.kind]


def remembered_parts(kind: AnyKind, puzzle: Any, dimensions: Options, way: Way) -> tuple[Part, ...]:
    """Return the parts of a puzzle that comes into the scene, and keep both: there they are asked for by its text."""
    text = kind.files.to_json(puzzle)
    _puzzles.put((kind.name, text), puzzle)
    return _parts(kind.name, text, dimensions, way.name)


def puzzle_of(collection: bpy.types.Collection) -> Any:
    """Return the puzzle that a collection holds; raises InputError where its text is damaged."""
    group = puzzle_group(collection)
    return _puzzle(kind_of(group).name, group.puzzle)


def way_of(group: PuzzleProperties) -> Way:
    """Return the way in which a puzzle is printed."""
    # A file may hold an item of the list that only another version knows: Blender gives no name for that.
    kind = kind_of(group)
    return kind.model.way(own_group(group).way.lower() or kind.model.ways[0].name)


def dimensions_of(group: PuzzleProperties) -> Options:
    """Return the dimensions of a puzzle; raises InputError when they cannot be built."""
    # A kind that is unknown here has no group of its own either, so it is asked for first.
    kind = kind_of(group)
    dimensions: Options = options_in(own_group(group), kind.model.dimensions)
    return dimensions


def built_of(group: PuzzleProperties) -> Built | None:
    """Return what the objects of a puzzle were built with; None where they were never built.

    What a version has built that knows more than this one is none of this one's, either.
    """
    try:
        kind = kind_of(group)
    except InputError:
        return None
    return built_from_json(group.built, kind.model.dimensions)


def needed_built(group: PuzzleProperties) -> Built:
    """Return what the objects of a puzzle were built with; raises InputError where they never were."""
    built = built_of(group)
    if built is None:
        raise InputError("The puzzle was never built: press Rebuild.")
    return built


def parts_of(collection: bpy.types.Collection, dimensions: Options, way: Way) -> tuple[Part, ...]:
    """Return the parts of a puzzle in a way of printing; raises InputError where they cannot be built."""
    group = puzzle_group(collection)
    return _parts(kind_of(group).name, group.puzzle, dimensions, way.name)


@dataclass(frozen=True)
class Shown:
    """What the parts of a puzzle were shown with last, by their keys: their surfaces, and the wires of their walls.

    It only makes the next ones quicker, so it may be that of another state of the puzzle, or of a copy.
    """

    skins: dict[str, Skin] = field(default_factory=dict)
    wires: dict[str, Mesh] = field(default_factory=dict)


def shown_of(group: PuzzleProperties) -> Shown:
    """Return what the parts of a puzzle were shown with last; they are replaced here when others are shown."""
    return _shown.get((kind_of(group).name, group.puzzle), Shown)


def steps_of(collection: bpy.types.Collection) -> tuple[Step, ...]:
    """Return how the parts of a puzzle are put together, as they were built, in the way in which it is printed.

    There are none where that is not known. Raises InputError where it cannot be done.
    """
    group = puzzle_group(collection)
    built = built_of(group)
    if built is None:
        return ()
    return _steps(kind_of(group).name, group.puzzle, built.dimensions, way_of(group).name)


def measure_text(collection: bpy.types.Collection, kind: str, measure: str) -> str:
    """Return the text of a measure of a puzzle; nothing where it is of another kind or damaged."""
    try:
        puzzle = puzzle_of(collection)
    except InputError:
        return ""
    if puzzle_group(collection).kind != kind:
        return ""
    return next(one.text(puzzle) for one in KINDS[kind].facts.measures if one.name == measure)


def code_text(collection: bpy.types.Collection) -> str:
    """Return the code of a puzzle; nothing where it has none or is damaged."""
    try:
        puzzle = puzzle_of(collection)
    except InputError:
        return ""
    group = puzzle_group(collection)
    return _codes.get((group.kind, group.puzzle), lambda: code_of(KINDS[group.kind], puzzle) or "")


_puzzles = Recent[Any](16)
_codes = Recent[str](16)
_built_parts = Recent[tuple[Part, ...]](2)
_found_steps = Recent[tuple[Step, ...]](2)
# Typing would keep the class beyond the end of Blender, and with it this module and bpy, if it stood behind the name.
_shown: Recent[Shown] = Recent(2)


def _puzzle(kind: str, text: str) -> Any:
    return _puzzles.get((kind, text), lambda: KINDS[kind].files.from_json(text))


def _parts(kind: str, text: str, dimensions: Options, way: str) -> tuple[Part, ...]:
    return _built_parts.get(
        (kind, text, dimensions, way), lambda: KINDS[kind].model.parts(_puzzle(kind, text), dimensions, way)
    )


def _steps(kind: str, text: str, dimensions: Options, way: str) -> tuple[Step, ...]:
    return _found_steps.get(
        (kind, text, dimensions, way),
        lambda: KINDS[kind].model.assembly(_puzzle(kind, text), _parts(kind, text, dimensions, way), way),
    )
