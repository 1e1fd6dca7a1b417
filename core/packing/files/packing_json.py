# SPDX-License-Identifier: GPL-3.0-or-later
"""The native file of a packing puzzle, which people can also read and edit, with its solutions.

The goal is pictures of its layers from below, each with a string for each y and a letter for each x: ``#`` to fill,
``+`` may stay empty, ``.`` no cell. A solution is a string with a letter for each cell of the goal, in the
same order without the dots; cells with the same letter are one piece, and ``.`` is a cell that stays empty.
"""

from __future__ import annotations

import json
from textwrap import indent
from typing import Any

from ...common.errors import InputError
from ...common.words import shortened
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.solving.board import Board
from ...polycubes.terms.cells import Cell
from ...polycubes.terms.found import Counts, Found, Solution
from ...polycubes.terms.goal import LARGEST_GOAL, Goal
from ...polycubes.terms.piece import Piece
from ...polycubes.terms.placements import bits
from ...polycubes.terms.shape import Shape

FORMAT = "packing-cube"
VERSION = 1
LARGEST_TEXT = 12_000_000
"""Characters; 20,000 solutions of 512 cells have about 10,000,000."""

FILE = "The packing file"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""For the pieces of a solution; after these come others from 0x100 on."""


def puzzle_to_json(puzzle: PolycubePuzzle) -> str:
    """Return the text of a puzzle's file."""
    found = puzzle.found
    pieces = [
        {"name": one.name, "least": one.least, "most": one.most, "cells": one.shape.cells}
        | ({"weight": one.weight} if one.weight != 1 else {})
        | ({"groups": one.groups} if one.groups else {})
        for one in puzzle.pieces
    ]
    lines = [
        f'"format": "{FORMAT}"',
        f'"version": {VERSION}',
        f'"name": {json.dumps(puzzle.name)}',
        f'"pieces": {_rows(pieces)}',
        f'"goal": {_rows(_layers(puzzle.goal))}',
        f'"total": {found.counts.total}',
        f'"up_to_rotation": {found.counts.up_to_rotation}',
        f'"up_to_reflection": {found.counts.up_to_reflection}',
        f'"searched": {json.dumps(found.share)}',
        f'"nodes": {found.nodes}',
        f'"go_on_at": {json.dumps(found.path)}',
        f'"deepest": {json.dumps(_letters(found.deepest, puzzle.goal))}',
        f'"solutions": {_rows([_letters(solution, puzzle.goal) for solution in found.solutions])}',
    ]
    return "{\n" + indent(",\n".join(lines), "  ") + "\n}\n"


def _rows(values: list[Any]) -> str:
    """Return a list with a line for each value."""
    return "[\n" + indent(",\n".join(map(json.dumps, values)), "  ") + "\n]" if values else "[]"


def _layers(goal: Goal) -> list[list[str]]:
    width, depth, height = goal.size

    def letter(cell: Cell) -> str:
        return "#" if cell in goal.filled else "+" if cell in goal.optional else "."

    return [["".join(letter((x, y, z)) for x in range(width)) for y in range(depth)] for z in range(height)]


def _letters(solution: Solution, goal: Goal) -> str:
    letters = ["."] * len(goal.cells)
    for number, mask in enumerate(solution):
        for cell in bits(mask):
            letters[cell] = LETTERS[number] if number < len(LETTERS) else chr(0x100 + number)
    return "".join(letters)


def puzzle_from_json(text: str) -> PolycubePuzzle:
    """Read a puzzle's file; raises InputError, naming the place, for anything that is damaged or does not fit."""
    if len(text) > LARGEST_TEXT:
        raise InputError(f"{FILE} has {len(text):,} characters: at most {LARGEST_TEXT:,} are read.")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{FILE} is damaged or cut off at line {error.lineno}: {error.msg}.") from error
    except ValueError as error:
        raise InputError(f"{FILE} is damaged: it holds a number that is far too long.") from error
    except RecursionError as error:
        raise InputError(f"{FILE} is damaged: it is nested too deeply.") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(f'The file is not a packing file: its "format" must be "{FORMAT}".')
    if data.get("version") != VERSION or data["version"] is True:
        raise InputError(f"{FILE} has the version {shortened(data.get('version'))}: only version {VERSION} is known.")
    pieces = data.get("pieces")
    if not isinstance(pieces, list):
        raise InputError(f'{FILE}\'s "pieces" must be a list.')
    puzzle = PolycubePuzzle(
        tuple(_piece(piece, f"{FILE}'s piece {number}") for number, piece in enumerate(pieces, 1)),
        _goal(data.get("goal")),
        _text(data, "name", FILE + "'s"),
    )
    return PolycubePuzzle(puzzle.pieces, puzzle.goal, puzzle.name, _found(data, puzzle))


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
    found = {(x, y, z) for x, y, z in cells}
    if len(found) < len(cells):
        raise InputError(f"{place} has a cell that stands twice.")
    groups = data.get("groups", [])
    if not isinstance(groups, list) or not all(
        isinstance(group, list) and len(group) == 2 and all(type(number) is int for number in group) for group in groups
    ):
        raise InputError(f'{place} has the "groups" {shortened(groups)}: each must be two whole numbers.')
    try:
        return Piece(
            Shape.of(found),
            _whole(data, "least", place, 1),
            _whole(data, "most", place, 1),
            _text(data, "name", place),
            _whole(data, "weight", place, 1),
            tuple((group, count) for group, count in groups),
        )
    except InputError as error:
        raise InputError(f"{place}: {error}" if not str(error).startswith(place) else str(error)) from error


def _is_cell(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(type(number) is int and -LARGEST_GOAL <= number <= LARGEST_GOAL for number in value)
    )


def _goal(layers: object) -> Goal:
    place = f'{FILE}\'s "goal"'
    if not isinstance(layers, list) or not all(isinstance(layer, list) for layer in layers):
        raise InputError(f"{place} is {shortened(layers)}: it must be a list of layers, each a list of texts.")
    cells: dict[str, list[Cell]] = {"#": [], "+": []}
    for z, layer in enumerate(layers):
        for y, row in enumerate(layer):
            if not isinstance(row, str) or row.strip("#+."):
                raise InputError(f"{place}, layer {z}, row {y}, is {shortened(row)}: it may have '#', '+' and '.'.")
            for x, letter in enumerate(row):
                if letter != ".":
                    cells[letter].append((x, y, z))
    try:
        return Goal.of(cells["#"], cells["+"])
    except InputError as error:
        raise InputError(f"{place}: {error}") from error


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
    board = Board(puzzle.pieces, puzzle.goal) if solutions or deepest.strip(".") else None
    read = []
    for number, letters in enumerate(solutions, 1):
        solution = _solution(letters, puzzle.goal)
        if solution is None or board is None or not board.is_solution(solution):
            raise InputError(f"{place} solution {number} is {shortened(letters)}: it is not a solution of this puzzle.")
        read.append(solution)
    arrangement = _solution(deepest, puzzle.goal) if board else ()
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
    """Return the pieces of a solution as sets of cells; None for what is none."""
    if not isinstance(letters, str) or len(letters) != len(goal.cells):
        return None
    masks: dict[str, int] = {}
    for cell, letter in enumerate(letters):
        if letter != ".":
            masks[letter] = masks.get(letter, 0) | 1 << cell
    return tuple(sorted(masks.values()))
