# SPDX-License-Identifier: GPL-3.0-or-later
"""The page reads the codes of puzzles as the core does: the same puzzles, and what is refused there is refused here."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puzzle_cubes.burr.crossed import BOARDS, LENGTHS, PIECES, burr_of
from puzzle_cubes.common.codes import ALPHABET, code_text
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.words import CODE_CANNOT_BE
from puzzle_cubes.kind.kind import code_of, puzzle_of_code
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import Face, face_shape
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell, Shape, box_cells
from tests.core.burr.strategies import notched
from tests.site.chromium import Browser

OSKAR, BURR, PACKING = KINDS["oskar"], KINDS["burr"], KINDS["packing"]
CODES = 500
"""Of each kind."""

QUICK_STYLES = [name for name in STYLES if name not in {"hard", "longest"}]

READ = """
return arguments[0].map((code) => {
  try { return puzzleOfCode(code); }
  catch (error) { if (error instanceof CodeError) return error.message; throw error; }
});
"""


def tree_cube(draw: Random) -> Puzzle:
    """Return a cube of any style, as the program makes them."""
    size = draw.randint(2, 7), draw.randint(2, 7), draw.randint(2, 7)
    style, seed = draw.choice(QUICK_STYLES), draw.randrange(10**6)
    cube: Puzzle = OSKAR.make({**OSKAR.defaults, "size": size, "style": style, "seed": seed})
    return cube


def loose_cube(draw: Random) -> Puzzle:
    """Return a cube with faces of any passages, as people draw them, that can be solved."""
    while True:
        size = draw.randint(1, 5), draw.randint(1, 5), draw.randint(2, 5)
        faces = tuple(_loose_face(draw, face_shape(size, face)) for face in range(3))
        start, end = draw.sample([(x, y, z) for x, y, z in box_cells(size)], 2)
        puzzle = Puzzle(size, (faces[0], faces[1], faces[2]), start, end)
        try:
            _ = puzzle.solution
        except InputError:
            continue
        return puzzle


def _loose_face(draw: Random, shape: tuple[int, int]) -> Face:
    columns, rows = shape
    first = sum(1 << cell for cell in range(columns * rows) if cell % columns < columns - 1 and draw.random() < 0.8)
    return Face(shape, first, sum(1 << cell for cell in range(columns * (rows - 1)) if draw.random() < 0.8))


def cells_near(draw: Random, count: int) -> list[Cell]:
    """Return some cells that need not hang together."""
    side = draw.randint(2, 5)
    return draw.sample(list(box_cells((side, side, draw.randint(2, 4)))), min(count, 2 * side * side))


def grown(draw: Random, count: int) -> list[Cell]:
    """Return some cells that hang together."""
    cells = [(0, 0, 0)]
    while len(cells) < count:
        x, y, z = draw.choice(cells)
        axis, sign = draw.randrange(3), draw.choice((1, -1))
        beside = x + sign * (axis == 0), y + sign * (axis == 1), z + sign * (axis == 2)
        if beside not in cells:
            cells.append(beside)
    return cells


def pieces_puzzle(draw: Random) -> PolycubePuzzle:
    """Return pieces and a goal of any kind, whether they fit or not."""
    upright, once = draw.random() < 0.5, draw.random() < 0.5
    pieces = []
    for number in range(draw.randint(1, 8)):
        shape = Shape.of((grown if draw.random() < 0.7 else cells_near)(draw, draw.randint(1, 8)))
        shape = shape.upright if upright else Shape(draw.choice(shape.orientations))
        least = 1 if once else draw.randint(0, 3)
        pieces.append(Piece(shape, least, 1 if once else least + draw.randint(0, 9), "ABCDEFGH"[number]))
    form = draw.randrange(4)
    if form < 2:
        side = draw.randint(1, 12)
        goal = Goal.box((side, side, side) if form else (side, draw.randint(1, 5), draw.randint(1, 5)))
    else:
        cells = cells_near(draw, draw.randint(1, 12))
        optional = set(draw.sample(cells, draw.randrange(len(cells)))) if form == 3 else set()
        goal = Goal.of(set(cells) - optional, optional)
    return PolycubePuzzle(tuple(pieces), goal)


def named(kind: Any, puzzle: Any) -> dict[str, Any]:
    """Return what the page must find of a puzzle, from the puzzle's native file."""
    text = json.loads(kind.to_json(puzzle))
    keys = ("size", "start", "end", "faces") if kind is OSKAR else ("goal", "pieces")
    own = {"kind": kind.name, "name": kind.name_of(puzzle).split(" seed ")[0], "code": code_of(kind, puzzle)}
    return own | {key: text[key] for key in keys}


def check(browser: Browser, kind: Any, puzzles: list[Any]) -> None:
    """Fail if the page finds another puzzle in the code of one."""
    wanted = [named(kind, puzzle) for puzzle in puzzles]
    answers = browser.ask(READ, [entry["code"] for entry in wanted])
    assert [(answer, expected) for answer, expected in zip(answers, wanted, strict=True) if answer != expected] == []


@pytest.fixture
def page(browser: Browser, site: Path) -> Browser:
    browser.open(site / "play.html")
    return browser


def test_cubes_are_those_of_the_core(page: Browser) -> None:
    draw = Random(1)
    check(page, OSKAR, [(tree_cube if number % 2 else loose_cube)(draw) for number in range(CODES)])


def test_pieces_are_those_of_the_core(page: Browser) -> None:
    draw = Random(2)
    check(page, PACKING, [pieces_puzzle(draw) for _ in range(CODES)])


def test_the_largest_cube_and_all_classics_are_read(page: Browser) -> None:
    check(page, OSKAR, [OSKAR.make({**OSKAR.defaults, "size": (40, 40, 40), "style": "kruskal"})])
    check(page, PACKING, [classic.puzzle for classic in CLASSICS.values()])


def test_sticks_and_boards_are_those_of_the_core(page: Browser) -> None:
    draw = Random(4)
    burrs = []
    for _ in range(CODES // 4):
        length = draw.choice(LENGTHS)
        burrs.append(burr_of([draw.choice(notched(length)) for _ in range(PIECES)], length))
        burrs.append(burr_of([draw.choice(notched(6, BOARDS)) for _ in range(PIECES)], cut=BOARDS))
    burrs += [burr_of([52, 615, 792, 960, 975, 992]), burr_of([1024] * 6, 8), burr_of([2, *[1024] * 5])]
    check(page, BURR, [*burrs, *(pieces_puzzle(draw) for _ in range(20))])


@pytest.mark.parametrize("letter", "MBPX")
def test_any_number_is_the_puzzle_of_the_core_or_refused_as_there(page: Browser, letter: str) -> None:
    draw = Random(letter)
    codes = [code_text(letter, draw.getrandbits(draw.randint(1, 120))) for _ in range(100)]
    for code, answer in zip(codes, page.ask(READ, codes), strict=True):
        wanted = puzzle_or_refusal(code)
        # What only a code that was made up can be is refused by one sentence there.
        assert answer == wanted or (isinstance(wanted, str) and answer == CODE_CANNOT_BE), code


def puzzle_or_refusal(code: str) -> dict[str, Any] | str:
    """Return what the core has of a code, or says of one that is none."""
    try:
        kind, puzzle = puzzle_of_code(code, KINDS.values())
    except InputError as error:
        return str(error)
    # A puzzle may have several numbers, of which the core writes one.
    return {**named(kind, puzzle), "code": code}


def test_damaged_codes_are_refused_and_other_ways_to_type_are_not(page: Browser) -> None:
    draw = Random(3)
    whole = [code_of(OSKAR, tree_cube(draw)) or "" for _ in range(60)]
    damaged = []
    for code in whole:
        place = draw.choice([place for place, character in enumerate(code) if character != "-"])
        damaged.append(
            code[:place]
            + draw.choice([character for character in ALPHABET if character != code[place]])
            + code[place + 1 :]
        )
    assert page.ask(READ, damaged) == [puzzle_or_refusal(code) for code in damaged]
    typed = [code.lower().replace("-", " ").replace("0", "o").replace("1", "l").replace("v", "u") for code in whole]
    assert [entry["code"] for entry in page.ask(READ, typed)] == whole
    odd = ["", "M", "hello!", "M1TSS-SDH8P-Ä", "M1TSS-SDH8P-" * 5 + "?", "9" * 30_000, "M" * 50_000, "ABCDEFG"]
    assert page.ask(READ, odd) == [puzzle_or_refusal(text) for text in odd]


RATED = """
return arguments[0].map((code) => { const puzzle = puzzleOfCode(code); return ratingOf(new OskarGame(puzzle)); });
"""


def test_cubes_are_as_hard_as_in_the_core(page: Browser) -> None:
    draw = Random(5)
    cubes = [(loose_cube if number % 10 == 0 else tree_cube)(draw) for number in range(200)]
    for cube, shown in zip(cubes, page.ask(RATED, [code_of(OSKAR, cube) for cube in cubes]), strict=True):
        rating = OSKAR.rating(cube)
        assert rating
        assert (shown["word"], shown["sentence"]) == (rating.word, rating.sentence)
        assert shown["share"] == pytest.approx(rating.share, abs=1e-5)
