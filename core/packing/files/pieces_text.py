# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces as plain text, and solutions as pictures for people, of the layers, with a letter for each piece.

A piece is a line: how many of it and then its cells, as numbers along x, y and z in turn. A number of times may be a
range, as in "0-6". In place of the cells may stand a line as puzzlecad has it, as in "2 xxx|.x."; before it the number
may be left out. What follows a # behind a piece is its name if it is short. A line "# Size 4 4 4" says which box is to
be filled, or "# Goal .x.|xxx" what else; any other that begins with a # is passed over. Without one it is the box
nearest to a cube that has as many cells as the pieces.

In puzzlecad's lines ``x`` is a cell and a dot is none. The letters of a row go along x, rows are divided by ``|`` and
go along y, and layers by commas and go upward. Spaces, quotes and brackets are passed over, so that what stands in a
program of puzzlecad can be pasted. A goal may have a ``+`` where a cell may stay empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable

from ...common.errors import InputError, located
from ...common.options import BETWEEN
from ...common.words import shortened
from ...polycubes.goal import LARGEST_GOAL, Goal, Piece, letters
from ...polycubes.puzzle import MOST_PIECES, PolycubePuzzle, Solution
from ...polycubes.shape import Cell, Cells, Shape, extent, lowest_corner

FILLED, OPTIONAL, EMPTY = "x", "+", "."
ROW, LAYER = "|", ","

PASSED_OVER = " \t\"'[]"

LARGEST_LINE = 100_000
"""Letters; what is far apart has many dots between."""


def line_of_cells(cells: Collection[Cell], optional: Collection[Cell] = ()) -> str:
    """Return the line of cells, wherever they are, and of optional ones; raises InputError for one that is too long."""
    everything = {*cells, *optional}
    width, depth, height = extent(everything)
    if (width + 1) * depth * height > LARGEST_LINE:
        raise InputError(f"The cells are too far apart for a line of text: it has at most {LARGEST_LINE:,} letters.")
    x, y, z = lowest_corner(everything)
    letters = dict.fromkeys(cells, FILLED) | dict.fromkeys(optional, OPTIONAL)
    return LAYER.join(
        ROW.join(
            "".join(letters.get((x + along, y + across, z + up), EMPTY) for along in range(width))
            for across in range(depth)
        )
        for up in range(height)
    )


def line_of_goal(goal: Goal) -> str:
    """Return the line of a goal; raises InputError as ``line_of_cells`` does."""
    return line_of_cells(goal.filled, goal.optional)


def cells_of_line(line: str) -> Cells:
    """Read the cells of a piece; raises InputError for anything that is none."""
    filled, _ = _read(line, FILLED)
    if not filled:
        raise InputError(f"The line {shortened(line)} has no cell: each is an x.")
    return filled


def goal_of_line(line: str) -> Goal:
    """Read a goal; raises InputError for anything that is none."""
    filled, optional = _read(line, FILLED + OPTIONAL)
    return Goal.of(filled, optional)


def _read(line: str, known: str) -> tuple[Cells, Cells]:
    """Return the cells with an x, and those with a plus."""
    if len(line) > LARGEST_LINE:
        raise InputError(f"The line has {len(line):,} letters: at most {LARGEST_LINE:,} are read.")
    text = "".join(letter for letter in line.lower() if letter not in PASSED_OVER).rstrip(LAYER)
    if wrong := next((letter for letter in text if letter not in known + EMPTY + ROW + LAYER), ""):
        raise InputError(f"A line has {shortened(wrong)}: it may have {' '.join(known)} . | and commas only.")
    letters = [
        ((x, y, z), letter)
        for z, layer in enumerate(text.split(LAYER))
        for y, row in enumerate(layer.split(ROW))
        for x, letter in enumerate(row)
    ]
    filled, optional = (tuple(cell for cell, letter in letters if letter == kind) for kind in (FILLED, OPTIONAL))
    return filled, optional


LONGEST_NAME, LARGEST_TEXT = 30, 1_000_000
"""Characters of a name behind a piece, and of a text; 512 pieces of a cell each have about 5,000."""

_MANY = re.compile(r"(\d{1,40})(?:-(\d{1,40}))?", re.ASCII)  # The piece says which are too many.
_NUMBER = re.compile(r"-?\d{1,4}", re.ASCII)
_SIZE = re.compile(r"#\s*Size(|\s+\d.*)", re.ASCII | re.IGNORECASE)
_GOAL = re.compile(r"#\s*Goal(|\s+[x+.|,\"'\[].*)", re.ASCII | re.IGNORECASE)
# In these no letter can be passed in two ways: what does not match ends after one look, however long it is.
_DRAWN = re.compile(r"(?:(\d+(?:-\d+)?)\s++)?([^\dx|]*[x|]\D*)", re.ASCII | re.IGNORECASE)
"""A line of cells, also one with a sign that is none: reading it says which."""

_BEGINNING = re.compile(
    r"\d+(?:-\d+)?(?:\s+-?\d{1,4}){3,}|(?:\d+(?:-\d+)?\s++)?[x.|,\s\"'\[\]]*x", re.ASCII | re.IGNORECASE
)

LINE = "The text of the pieces, line {}"
"""Where something is wrong in it."""

RECOGNIZED_LINES = 50
"""Lines in which the first piece is looked for."""


def puzzle_to_text(puzzle: PolycubePuzzle) -> str:
    """Return the text of a puzzle; raises InputError for colors, groups and a limit of empty cells."""
    goal = puzzle.goal
    if puzzle.has_colors or puzzle.has_groups:
        what = "colors" if puzzle.has_colors else "groups of pieces"
        raise InputError(f"The puzzle has {what}: plain text holds none, so write a BurrTools file.")
    if goal.most_empty is not None:
        raise InputError("The goal has a limit of empty cells: plain text holds none, so write a BurrTools file.")
    shown = f"Size {' '.join(map(str, goal.size))}" if goal.is_box else f"Goal {line_of_goal(goal)}"
    unsaid = "# The weights of its pieces are left out\n" if any(piece.weight != 1 for piece in puzzle.pieces) else ""
    return f"# {shown}\n{unsaid}{pieces_to_text(puzzle.pieces)}"


def puzzle_from_text(text: str) -> PolycubePuzzle:
    """Read a puzzle; raises InputError, naming the line, for anything that is damaged."""
    pieces, goals = pieces_from_text(text), []
    for number, line in enumerate(text.splitlines(), 1):
        with located(LINE.format(number)):
            if size := _SIZE.fullmatch(line.strip()):
                goals.append(Goal.box(_sides(size[1].strip())))
            elif shape := _GOAL.fullmatch(line.strip()):
                goals.append(goal_of_line(shape[1]))
            if len(goals) > 1:
                raise InputError("what is to be filled is said once more: one line with # Size or # Goal says it.")
    # A piece that may be left out counts as often as it can be used.
    cells = sum(piece.most * len(piece.shape.cells) for piece in pieces)
    if not goals and not cells:
        raise InputError("The text has 0 of every piece: there must be at least one.")
    return PolycubePuzzle(pieces, goals[0] if goals else Goal.box(_nearest_to_cube(cells)))


def is_pieces_text(text: str) -> bool:
    """Report whether a text begins as one of pieces."""
    for line in text[:100_000].splitlines()[:RECOGNIZED_LINES]:
        if _SIZE.fullmatch(line.strip()) or _GOAL.fullmatch(line.strip()):
            return True
        if words := line.partition("#")[0].strip():
            return bool(_BEGINNING.match(words))
    return False


def _nearest_to_cube(cells: int) -> Cell:
    """Return the box of so many cells whose sides differ least; raises InputError for more than a goal can have."""
    sizes = [
        (x, y, cells // x // y)
        for x in range(1, min(cells, LARGEST_GOAL) + 1)
        if not cells % x
        for y in range(1, x + 1)
        if not cells // x % y and cells // x // y <= y
    ]
    return min(sizes, key=lambda size: max(size) - min(size), default=(cells, 1, 1))


def pieces_to_text(pieces: Iterable[Piece]) -> str:
    """Return the lines of pieces, each with its name where that is another one than its letter."""
    lines = []
    for piece, letter in zip(pieces, letters(), strict=False):
        many = f"{piece.least}" if piece.least == piece.most else f"{piece.least}-{piece.most}"
        named = [] if piece.name.strip() in {"", letter} else ["#", piece.name.strip()]
        lines.append(" ".join([many, *(str(number) for cell in piece.shape.cells for number in cell), *named]))
    return "\n".join(lines) + "\n"


def pieces_from_text(text: str) -> tuple[Piece, ...]:
    """Read pieces; raises InputError, naming the line, for anything that is no piece."""
    if len(text) > LARGEST_TEXT:
        raise InputError(f"The text of the pieces has {len(text):,} characters: at most {LARGEST_TEXT:,} are read.")
    pieces: list[Piece] = []
    for number, line in enumerate(text.splitlines(), 1):
        words, _, name = map(str.strip, line.partition("#"))
        if words:
            with located(LINE.format(number)):
                if len(pieces) == MOST_PIECES:
                    raise InputError(f"at most {MOST_PIECES} pieces are read.")
                pieces.append(_piece(words, name if len(name) <= LONGEST_NAME and name.isprintable() else ""))
    if not pieces:
        raise InputError("The text has no pieces: each is a line with how many of it, and its cells.")
    return tuple(pieces)


def _sides(text: str) -> Cell:
    """Return the size of a box; raises InputError for what is none."""
    sides = BETWEEN.split(text)
    if len(sides) != 3 or not all(_NUMBER.fullmatch(side) for side in sides):
        raise InputError(f"Size is {shortened(text)}: it must be three whole numbers, as 4 4 4.")
    return int(sides[0]), int(sides[1]), int(sides[2])


def _piece(text: str, name: str) -> Piece:
    drawn = _DRAWN.fullmatch(text)
    words = [drawn[1] or "1"] if drawn else text.split()
    many = _MANY.fullmatch(words[0])
    if not many:
        wanted = "is how many of a piece there are; it must be a whole number or a range"
        if not any(map(str.isdigit, words[0])):
            wanted = "is no piece; it must be cells as xxx|.x., or how many of it, and three numbers for each cell"
        raise InputError(f"{shortened(words[0])} {wanted}.")
    cells = cells_of_line(drawn[2]) if drawn else _cells(words)
    return Piece(Shape.of(cells), int(many[1]), int(many[2] or many[1]), name)


def _cells(words: list[str]) -> list[Cell]:
    """Return the cells that stand as numbers after that of the pieces."""
    wrong = [word for word in words[1:] if not _NUMBER.fullmatch(word)]
    if wrong:
        raise InputError(f"{shortened(wrong[0])} must be a whole number of at most four digits.")
    if len(words) == 1 or len(words) % 3 != 1:
        raise InputError(f"{len(words) - 1} numbers follow; the cells must have three numbers each.")
    numbers = [int(word) for word in words[1:]]
    cells = list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
    if len(set(cells)) < len(cells):
        raise InputError("the piece has a cell twice.")
    return cells


def solutions_text(puzzle: PolycubePuzzle) -> str:
    """Return all solutions that are kept, the layers from below side by side, each seen from above."""
    kept = len(puzzle.found.solutions)
    lines = [
        f"{puzzle.name or 'A puzzle'}: {puzzle.found.in_words(' in all')}."
        + (f" The first {kept:,} up to rotation follow." if kept < puzzle.found.counts.up_to_rotation else ""),
        "Layers from below, each seen from above: X to the right, Y up. A letter is a piece, a dot is no cell."
        + (" A2 is a second piece like A." if any(piece.most > 1 for piece in puzzle.pieces) else ""),
    ]
    for number, solution in enumerate(puzzle.found.solutions, 1):
        lines += ["", f"Solution {number}", *_picture(puzzle, solution)]
    return "\n".join(lines) + "\n"


def layers(puzzle: PolycubePuzzle, solution: Solution) -> list[list[list[str]]]:
    """Return the names of the pieces in the layers from below: each has rows from the back to the front, along x."""
    names = letters()
    name_of = [next(names) for _ in puzzle.pieces]
    shown: dict[Cell, str] = {}
    copies: Counter[int] = Counter()
    for piece, cells in puzzle.lying(solution):
        copies[piece] += 1
        # As the parts are called that are printed: A, A 2 and so on.
        number = str(copies[piece]) if copies[piece] > 1 else ""
        shown |= dict.fromkeys(cells, name_of[piece] + number if piece >= 0 else "?")
    width, depth, height = puzzle.goal.size
    return [[[shown.get((x, y, z), ".") for x in range(width)] for y in reversed(range(depth))] for z in range(height)]


def _picture(puzzle: PolycubePuzzle, solution: Solution) -> list[str]:
    """Return the lines of a solution: a row of cells for each y, of all layers."""
    pictured = layers(puzzle, solution)
    width = max(len(name) for layer in pictured for row in layer for name in row)
    return [
        "   ".join(" ".join(name.ljust(width) for name in row) for row in rows).rstrip()
        for rows in zip(*pictured, strict=True)
    ]
