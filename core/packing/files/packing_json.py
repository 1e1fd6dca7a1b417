# SPDX-License-Identifier: GPL-3.0-or-later
"""The native file of a packing puzzle, which people can also read and edit, with its solutions.

The goal is pictures of its layers from below, each with a string for each y and a letter for each x: ``#`` to fill,
``+`` may stay empty, ``.`` no cell. A solution is a string with a letter for each cell of the goal, in the
same order without the dots; cells with the same letter are one piece, and ``.`` is a cell that stays empty.

Where cells have colors, these are numbered from 1: ``colors`` of a piece are those of its cells, 0 for none, and
``goal_colors`` are pictures of the goal, in which A is the first color, B the second, and so on. After the letters of a
solution follows such a picture of the colors that lie there.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from textwrap import indent
from typing import Any

from ...common.errors import InputError, located
from ...common.options import data_from_json
from ...common.words import shortened
from ...polycubes.board import Board
from ...polycubes.goal import LARGEST_GOAL, Goal, Piece, bits, colors_of, placement_at
from ...polycubes.puzzle import Counts, Found, Model, PolycubePuzzle, Solution
from ...polycubes.shape import MOST_COLORS, Cell, Colors, Shape

FORMAT = "packing-cube"
VERSION, VERSION_WITH_COLORS = 1, 2
"""Earlier versions of this program know the first only, and would pass over colors and a limit of empty cells."""

LARGEST_TEXT = 40_000_000
"""Characters; as many solutions as are kept have about 10,000,000, and twice as many with colors."""

FILE = "The puzzle file"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""For the pieces of a solution, and for colors; after these come others from 0x100 on."""


def puzzle_to_json(puzzle: PolycubePuzzle, format_name: str = FORMAT) -> str:
    """Return the text of a puzzle's file; other kinds of pieces made of cubes have other names for the format."""
    known = puzzle.found
    pieces = [
        {"name": piece.name, "least": piece.least, "most": piece.most, "cells": piece.shape.cells}
        | ({"weight": piece.weight} if piece.weight != 1 else {})
        | ({"groups": piece.groups} if piece.groups else {})
        | ({"colors": piece.shape.colors} if piece.shape.colors else {})
        for piece in puzzle.pieces
    ]
    goal, colors = puzzle.goal, puzzle.colors
    color_letters = {cell: _letter(color - 1) for cell, color in goal.colors}
    more = [
        *([f'"colors": {json.dumps(colors.palette)}'] if colors.palette else []),
        *([f'"color_pairs": {json.dumps(sorted(colors.pairs))}'] if colors.pairs else []),
        *([f'"goal_colors": {_rows(_pictures(goal, color_letters))}'] if goal.colors else []),
        *([] if goal.most_empty is None else [f'"most_empty": {goal.most_empty}']),
        *([] if puzzle.model is None else [f'"model": {_text_of(asdict(puzzle.model))}']),
    ]
    lines = [
        f'"format": "{format_name}"',
        f'"version": {VERSION_WITH_COLORS if more else VERSION}',
        f'"name": {json.dumps(puzzle.name)}',
        f'"pieces": {_rows(pieces)}',
        f'"goal": {_rows(_pictures(goal, dict.fromkeys(goal.filled, "#") | dict.fromkeys(goal.optional, "+")))}',
        *more,
        f'"total": {known.counts.total}',
        f'"up_to_rotation": {known.counts.up_to_rotation}',
        f'"up_to_reflection": {known.counts.up_to_reflection}',
        f'"searched": {json.dumps(known.share)}',
        f'"nodes": {known.nodes}',
        f'"go_on_at": {json.dumps(known.path)}',
        f'"deepest": {_text_of(_letters(known.deepest, goal))}',
        f'"solutions": {_rows([_letters(solution, goal) for solution in known.solutions])}',
    ]
    return "{\n" + indent(",\n".join(lines), "  ") + "\n}\n"


def _text_of(value: object) -> str:
    """Return a value in JSON, with each letter as itself: an escape would be six times as long."""
    return json.dumps(value, ensure_ascii=False)


def _rows(values: list[Any]) -> str:
    """Return a list with a line for each value."""
    return "[\n" + indent(",\n".join(map(_text_of, values)), "  ") + "\n]" if values else "[]"


def _pictures(goal: Goal, letters: Mapping[Cell, str]) -> list[list[str]]:
    """Return the layers of a goal, with a letter for each cell, and a dot for what has none."""
    width, depth, height = goal.size
    return [["".join(letters.get((x, y, z), ".") for x in range(width)) for y in range(depth)] for z in range(height)]


def _letter(number: int) -> str:
    return LETTERS[number] if number < len(LETTERS) else chr(0x100 + number)


_COLOR_OF = {_letter(number): number + 1 for number in range(MOST_COLORS)}


def _letters(solution: Solution, goal: Goal) -> str:
    """Return which piece of a solution is in each cell, and then the colors that lie there, if there are any."""
    letters, colors = ["."] * len(goal.cells), ["."] * len(goal.cells)
    for number, mask in enumerate(solution):
        for cell in bits(mask & goal.whole):
            letters[cell] = _letter(number)
        for cell, color in colors_of(mask, goal).items():
            colors[cell] = _letter(color - 1)
    picture = "".join(colors)
    return "".join(letters) + (f" {picture}" if picture.strip(".") else "")


def puzzle_from_json(text: str, format_name: str = FORMAT) -> PolycubePuzzle:
    """Read a puzzle's file; raises InputError, naming the place, for anything that is damaged or does not fit."""
    data = data_from_json(text, LARGEST_TEXT)
    if not isinstance(data, dict) or data.get("format") != format_name:
        raise InputError(f'The file is none of such a puzzle: its "format" must be "{format_name}".')
    version = data.get("version")
    if type(version) is not int or version not in (VERSION, VERSION_WITH_COLORS):
        raise InputError(
            f"{FILE} has the version {shortened(version)}: versions {VERSION} and {VERSION_WITH_COLORS} are known."
        )
    pieces = data.get("pieces")
    if not isinstance(pieces, list):
        raise InputError(f'{FILE}\'s "pieces" must be a list.')
    puzzle = PolycubePuzzle(
        tuple(_piece(piece, f"{FILE}'s piece {number}") for number, piece in enumerate(pieces, 1)),
        _goal(data),
        _text(data, "name", FILE + "'s"),
        colors=_colors(data),
        model=_model(data),
    )
    return replace(puzzle, found=_found(data, puzzle))


def _model(data: dict[str, Any]) -> Model | None:
    model, place = data.get("model"), f'{FILE}\'s "model"'
    if model is None:
        return None
    if not isinstance(model, dict):
        raise InputError(f'{place} must hold "source", "check" and "across".')
    return Model(_text(model, "source", place), _text(model, "check", place), _whole(model, "across", place, 0))


def _text(data: dict[str, Any], name: str, place: str) -> str:
    value = data.get(name, "")
    if not isinstance(value, str):
        raise InputError(f'{place} "{name}" is {shortened(value)}: it must be a text.')
    return value


def _whole(data: dict[str, Any], name: str, place: str, otherwise: int) -> int:
    value = data.get(name, otherwise)
    if type(value) is not int:
        raise InputError(f'{place} "{name}" is {shortened(value)}: it must be a whole number.')
    return value


def _piece(data: object, place: str) -> Piece:
    if not isinstance(data, dict):
        raise InputError(f'{place} must hold "name", "least", "most" and "cells".')
    cells = data.get("cells")
    if not isinstance(cells, list) or not 1 <= len(cells) <= LARGEST_GOAL or not all(map(_is_cell, cells)):
        raise InputError(f'{place} has the "cells" {shortened(cells)}: each must be three whole numbers.')
    places = {(x, y, z) for x, y, z in cells}
    if len(places) < len(cells):
        raise InputError(f"{place} has a cell twice.")
    groups = _pairs(data, "groups", place)
    colors = data.get("colors", [])
    if not isinstance(colors, list) or not (
        all(type(color) is int and 0 <= color <= MOST_COLORS for color in colors) and len(colors) in (0, len(cells))
    ):
        raise InputError(
            f'{place} has the "colors" {shortened(colors)}: each cell must have a whole number up to {MOST_COLORS}.'
        )
    try:
        return Piece(
            Shape.of(places, dict(zip(map(tuple, cells), colors, strict=False))),
            _whole(data, "least", place, 1),
            _whole(data, "most", place, 1),
            _text(data, "name", place),
            _whole(data, "weight", place, 1),
            groups,
        )
    except InputError as error:
        raise InputError(f"{place}: {error}" if not str(error).startswith(place) else str(error)) from error


def _is_cell(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(type(number) is int and -LARGEST_GOAL <= number <= LARGEST_GOAL for number in value)
    )


def _pairs(data: dict[str, Any], name: str, place: str) -> tuple[tuple[int, int], ...]:
    pairs = data.get(name, [])
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(type(number) is int for number in pair) for pair in pairs
    ):
        raise InputError(f'{place} has the "{name}" {shortened(pairs)}: each must be two whole numbers.')
    return tuple((first, second) for first, second in pairs)


def _colors(data: dict[str, Any]) -> Colors:
    palette = data.get("colors", [])
    if not isinstance(palette, list) or not all(isinstance(color, str) for color in palette):
        raise InputError(f'{FILE}\'s "colors" is {shortened(palette)}: it must be a list of texts.')
    return Colors(tuple(palette), frozenset(_pairs(data, "color_pairs", FILE)))


def _goal(data: dict[str, Any]) -> Goal:
    place = f'{FILE}\'s "goal"'
    letters = _letters_in(data.get("goal"), "#+", place)
    filled, optional = ([cell for cell, letter in letters.items() if letter == kind] for kind in "#+")
    pictures = data.get("goal_colors", [])
    colors = _letters_in(pictures, _COLOR_OF, f'{FILE}\'s "goal_colors"')
    most_empty = None if "most_empty" not in data else _whole(data, "most_empty", FILE + "'s", 0)
    with located(place):
        return Goal.of(filled, optional, {cell: _COLOR_OF[letter] for cell, letter in colors.items()}, most_empty)


def _letters_in(layers: object, known: Collection[str], place: str) -> dict[Cell, str]:
    """Return the letters of the pictures of layers, by their cells; raises InputError for one that is not known."""
    if not isinstance(layers, list) or not all(isinstance(layer, list) for layer in layers):
        raise InputError(f"{place} is {shortened(layers)}: it must be a list of layers, each a list of texts.")
    letters: dict[Cell, str] = {}
    for z, layer in enumerate(layers):
        for y, row in enumerate(layer):
            if not isinstance(row, str) or any(letter != "." and letter not in known for letter in row):
                shown = "'#', '+' and '.'" if "#" in known else "letters of colors and '.'"
                raise InputError(f"{place}, layer {z}, row {y}, is {shortened(row)}: it may have {shown}.")
            letters |= {(x, y, z): letter for x, letter in enumerate(row) if letter != "."}
    return letters


def _found(data: dict[str, Any], puzzle: PolycubePuzzle) -> Found:
    """Read what is known of the solutions; a file that people have written may say nothing of it."""
    place = f"{FILE}'s"
    names = ("total", "up_to_rotation", "up_to_reflection")
    total, up_to_rotation, up_to_reflection = (_whole(data, name, place, 0) for name in names)
    if not 0 <= up_to_reflection <= up_to_rotation <= total:
        raise InputError(f"{place} numbers of solutions do not fit together: {', '.join(names)} must not rise.")
    share = data.get("searched", 0)
    if type(share) not in (int, float) or not 0 <= share <= 1:
        raise InputError(f'{place} "searched" is {shortened(share)}: it must be from 0 to 1.')
    nodes = _whole(data, "nodes", place, 0)
    if nodes < 0:
        raise InputError(f'{place} "nodes" is {shortened(nodes)}: it must be 0 or more.')
    path = data.get("go_on_at", [])
    if path is not None and not (isinstance(path, list) and all(type(number) is int for number in path)):
        raise InputError(f'{place} "go_on_at" is {shortened(path)}: it must be null or a list of whole numbers.')
    solutions = data.get("solutions", [])
    if not isinstance(solutions, list) or len(solutions) > up_to_rotation:
        raise InputError(f'{place} "solutions" must be a list of at most "up_to_rotation" ones.')
    deepest = _text(data, "deepest", place)
    board = Board(puzzle.pieces, puzzle.goal, puzzle.colors) if solutions or deepest.strip(". ") else None
    read = []
    for number, letters in enumerate(solutions, 1):
        solution = _solution(letters, puzzle.goal)
        if solution is None or board is None or not board.is_solution(solution):
            raise InputError(f"{place} solution {number} is {shortened(letters)}: it is not a solution of this puzzle.")
        read.append(solution)
    turns = sum(not turn.is_mirrored for turn, _ in puzzle.goal.symmetries) if total > up_to_rotation else 1
    if total > (most := turns * up_to_rotation):
        raise InputError(
            f'{place} "total" is {shortened(total)}: it must be at most {most}, {turns} times "up_to_rotation".'
        )
    arrangement = _solution(deepest, puzzle.goal) if deepest.strip(". ") else ()
    if arrangement is None or (board and not all(mask in board.number_of for mask in arrangement)):
        raise InputError(f'{place} "deepest" is {shortened(deepest)}: its letters must be pieces of this puzzle.')
    return Found(
        Counts(total, up_to_rotation, up_to_reflection),
        tuple(read),
        None if path is None else tuple(path),
        float(share),
        arrangement,
        nodes,
    )


def _solution(letters: object, goal: Goal) -> Solution | None:
    """Return the pieces of a solution as sets of cells with their colors; None for what is none."""
    count = len(goal.cells)
    if not isinstance(letters, str) or len(letters) not in (count, 2 * count + 1) or letters[count : count + 1].strip():
        return None
    colors = [0 if letter == "." else _COLOR_OF.get(letter, -1) for letter in letters[count + 1 :]]
    if -1 in colors:
        return None
    cells: dict[str, list[int]] = {}
    for cell, letter in enumerate(letters[:count]):
        if letter != ".":
            cells.setdefault(letter, []).append(cell)
    return tuple(
        sorted(
            placement_at([goal.cells[cell] for cell in own], [colors[cell] for cell in own] if colors else (), goal)
            for own in cells.values()
        )
    )
