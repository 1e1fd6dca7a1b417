# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles as small pictures: of the choices of an option, and in the rows of lists, there with how hard they are."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import Options
from ...core.kind.kind import AnyKind
from ...core.kind.making import Progress
from ...core.kind.reading import puzzle_of_code
from ...core.kind.sides import drawn
from ...core.kinds import KINDS
from ..scene.option_properties import item_number, looks_in
from ..scene.puzzle import ScenePuzzle, puzzle_of_text
from ..window.icons import Making, Picture, picture

EXAMPLE, ROW = 128, 80
"""Pixels along the side of a picture of a choice, and of one in a row, on a screen with small dots."""

HEIGHT, BAR = 1.8, 0.75
"""How high a picture in a row is, and the bar below the text, in lines."""

MOST_STEPS = 100
"""So far what a code leaves out is searched for."""

LONGEST = 8000
"""How hard a puzzle is takes long to find out where its text has more characters."""

Finding = Generator[None, None, Any]
"""Yields now and then, and returns a puzzle."""

_items: dict[tuple[str, str], list[Any]] = {}
"""The items that were given to Blender last, which keeps no texts of them."""


def picture_of_puzzle(puzzle: ScenePuzzle) -> Picture:
    """Return the picture of a puzzle in a scene; none of one that cannot be read."""
    try:
        kind, looks = puzzle.kind, looks_in(puzzle.own, puzzle.kind)
    except InputError:
        return Picture("", 0)
    text = puzzle.text

    def find() -> Finding:
        yield
        return puzzle_of_text(kind, text)

    return _picture(kind, looks, text, find)


def picture_of_code(kind: AnyKind, code: str, group: Any) -> Picture:
    """Return the picture of a puzzle that a code stands for, in the colors of a group."""

    def find() -> Finding:
        _, puzzle = puzzle_of_code(code, [kind])
        yield
        completed = None if kind.files.codes is None else kind.files.codes.completed
        return puzzle if completed is None else (yield from _finished(completed(puzzle), MOST_STEPS))

    return _picture(kind, looks_in(group, kind), code, find)


def _picture(kind: AnyKind, looks: Options, text: str, find: Callable[[], Finding]) -> Picture:
    def make() -> Making:
        try:
            puzzle = yield from find()
            sides = kind.model.sides(puzzle, looks)
            yield
            rating = kind.facts.rating(puzzle) if len(text) <= LONGEST else None
        except InputError:
            return None, None
        return None if sides is None else drawn(sides, ROW), rating

    return picture((kind.name, text, looks), make)


def draw_puzzle(layout: bpy.types.UILayout, shown: Picture) -> bpy.types.UILayout:
    """Draw a puzzle as a row, with a bar that says how hard it is; return where there is room for more above that."""
    row = layout.row()
    row.template_icon(icon_value=shown.icon, scale=HEIGHT)
    lines = row.column(align=True)
    room = lines.row()
    # A click chooses a row where the room is, so the bar is not as high.
    bar = lines.row()
    bar.scale_y = BAR
    if shown.beside is None:
        bar.label(text="")
    else:
        bar.progress(factor=shown.beside.share, text=shown.beside.word)
    return room


def example(kind: AnyKind, option: str, name: str, looks: Options) -> Picture:
    """Return the picture that shows what a choice of an option means."""

    def make() -> Making:
        values = kind.making.defaults | dict(kind.making.examples[option]) | {option: name}
        try:
            puzzle = yield from _finished(kind.making.in_steps(values))
        except InputError:
            return None, None
        sides = kind.model.sides(puzzle, looks)
        yield
        return None if sides is None else drawn(sides, EXAMPLE), None

    return picture((kind.name, option, name, looks), make)


def _finished(making: Generator[Progress[Any], None, Any], most: int = 0) -> Finding:
    """Make a puzzle, and yield as often as that does; so often at most where that is given."""
    for number in count(1):
        try:
            best = next(making).best
        except StopIteration as done:
            return done.value
        yield
        if number == most:
            return best


def _picture_items(group: Any, kind_name: str, option: str) -> list[Any]:
    """Return the choices of an option of a kind with their pictures, in the colors of a group."""
    kind = KINDS[kind_name]
    looks = looks_in(group, kind)
    choices = next(one.choices for one in kind.making.options if one.name == option)
    _items[kind_name, option] = [
        # Without a window no icon is shown.
        (
            name.upper(),
            choice.label,
            choice.meaning,
            0 if bpy.app.background else example(kind, option, name, looks).icon,
            item_number(name),
        )
        for name, choice in choices.items()
    ]
    return _items[kind_name, option]


HOOKS: Mapping[str, Callable[..., Any]] = MappingProxyType({"picture_items": _picture_items})
"""The functions by the names under which properties call them."""
