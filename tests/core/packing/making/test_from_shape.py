# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles from a shape, by the library and by the command: what was asked, told what was mended, opened again."""

from __future__ import annotations

import json
from contextlib import suppress
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import puzzle_cubes
from puzzle_cubes.command_line.run import run
from puzzle_cubes.common.errors import FailedError, InputError
from puzzle_cubes.common.task import finish
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.packing.files.xmpuzzle import puzzle_from_xmpuzzle, puzzle_to_xmpuzzle
from puzzle_cubes.packing.making import interlocking
from puzzle_cubes.packing.making.from_shape import ModelCells, model_cells
from puzzle_cubes.packing.making.interlocking import interlocking_in_steps
from puzzle_cubes.polycubes.puzzle import Found
from puzzle_cubes.polycubes.shape import Shape
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.polycubes.taking_apart import take_apart
from puzzle_cubes.printing.mesh_files import stl
from tests.core.packing.files.test_models import vox
from tests.core.packing.making.held_together import order_out, sets_that_move
from tests.core.polycubes.second_solver import packings
from tests.core.solids.test_voxels import ball, box


def test_a_model_becomes_a_puzzle_that_interlocks(tmp_path: Path) -> None:
    file = tmp_path / "pebble.stl"
    file.write_bytes(stl((ball(20, 30) * np.array([1, 0.8, 0.7])).astype("f4")))
    puzzle = puzzle_cubes.make("packing", shape=str(file), across=10, shape_pieces=6, seed=3)
    content = puzzle.content
    assert content.name == "pebble seed 3"
    assert content.goal.size == (10, 8, 7)
    mean = len(content.goal.cells) / 6
    assert all(mean / 3 <= len(piece.shape.cells) <= 3 * mean for piece in content.pieces)
    (solution,) = content.found.solutions
    order_out(content.blocks_of(solution))
    assert len(puzzle.steps) == 6
    again = puzzle_cubes.from_text(puzzle.texts["puzzle.json"])
    assert again.content == content
    opened = puzzle_from_xmpuzzle(puzzle_to_xmpuzzle(content))
    assert (opened.pieces, opened.goal) == (content.pieces, content.goal)
    assert puzzle.code is not None
    assert puzzle_cubes.from_code(puzzle.code).content.goal == content.goal
    same = puzzle_cubes.make("packing", shape=str(file), across=10, shape_pieces=6, seed=3)
    assert same.content == content


def test_the_command_says_how_it_comes_apart(tmp_path: Path) -> None:
    output = StringIO()
    arguments = ["packing", "--shape", "4x4x4", "--shape-pieces", "6", "--seed", "1", "--assemble", "--json"]
    assert run([*arguments, "--out", str(tmp_path / "puzzle")], output) == 0
    report = json.loads(output.getvalue())
    assert report["come_apart"] == 1
    assert report["levels"] == [1]
    assert len(report["moves"]) == 5
    assert {file.name for file in (tmp_path / "puzzle").iterdir()} >= {"piece_f.stl", "assembly.html", "puzzle.json"}


def test_a_key_alone_can_lock_the_pieces() -> None:
    wish: dict[str, Any] = {"shape": "5x4x4", "shape_pieces": 6, "seed": 1}
    puzzle = puzzle_cubes.make("packing", **wish, lock="key").content
    assert puzzle != puzzle_cubes.make("packing", **wish).content
    (solution,) = puzzle.found.solutions
    blocks = puzzle.blocks_of(solution)
    first, rest = sorted((going for going, _ in sets_that_move(blocks)), key=len)
    assert (len(first), len(rest)) == (1, 5)


def test_of_a_shape_one_solution_is_known_and_nothing_is_said_of_a_search() -> None:
    puzzle = puzzle_cubes.make("packing", shape="3x3x3", shape_pieces=4, seed=0)
    known = "4 different pieces, 1 solution known, others were not looked for"
    assert puzzle.summary == f"Packing Cube 3x3x3 seed 0: {known}"
    assembled = puzzle.asked("assemble").lines[0]
    assert assembled.startswith("1 of 1 known solution up to rotation can be put together ")
    assert puzzle.texts["solutions.txt"].startswith("3x3x3 seed 0: 1 solution known, others were not looked for.\n")
    texts = {line.name: line.text(puzzle.content) for line in puzzle.kind.measures}
    assert (texts["up_to_rotation"], texts["searched"]) == ("1 known", "")
    counted = puzzle.asked("count").summary
    assert counted.endswith(": 4 different pieces, 24 solutions, 1 up to rotation, 1 up to rotation and reflection")


@pytest.mark.parametrize(
    ("shape", "cells"),
    [("3x3x3", 27), ("ball", 32), ("xxx|xxx|xxx,xxx|xxx|xxx,xxx|xxx|xx.", 26), ("XxX|xXx , xXx|XxX,xxx|xxx", 18)],
)
def test_a_shape_needs_no_file(shape: str, cells: int) -> None:
    values: dict[str, Any] = {"across": 4} if shape == "ball" else {}
    puzzle = puzzle_cubes.make("packing", shape=shape, shape_pieces=3, **values)
    assert len(puzzle.content.goal.cells) == cells
    assert puzzle.warnings == ()


def test_loose_parts_are_joined_or_left_out(tmp_path: Path) -> None:
    file = tmp_path / "parts.stl"
    parts = [box((0, 0, 0), (5, 5, 5)), box((6, 2, 2), (7, 3, 3)), box((11, 0, 0), (12, 2, 1))]
    file.write_bytes(stl(np.concatenate(parts)))
    puzzle = puzzle_cubes.make("packing", shape=str(file), across=12, shape_pieces=3)
    assert len(puzzle.content.goal.cells) == 127
    assert puzzle.warnings == (
        "Of the shape 1 loose part had to be joined to the rest, by 1 more cell.",
        "Of the shape 1 loose part had to be left out, of 2 cells.",
    )


def test_cells_come_from_files(tmp_path: Path) -> None:
    line, voxels = tmp_path / "cells.txt", tmp_path / "cells.vox"
    line.write_text("xxx|xxx|xxx,\nxxx|xxx|xxx,\n" + 100_000 * " " + "xxx|xxx|xxx\n")
    cells = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    voxels.write_bytes(vox(cells, 2))
    made = [puzzle_cubes.make("packing", shape=str(file), shape_pieces=3) for file in (line, voxels)]
    assert made[0].content.goal == made[1].content.goal
    assert made[1].warnings == ("The file has 2 models: the first one was taken.",)


def test_a_long_file_that_is_no_cells_is_refused_at_once(tmp_path: Path) -> None:
    """Where each place is looked at from each place before it, such a file takes minutes."""
    file = tmp_path / "cells.txt"
    file.write_text(99_999 * "x" + "y")
    with pytest.raises(FailedError, match="no line of letters"):
        puzzle_cubes.make("packing", shape=f"{file}")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"shape": " "}, "Shape is '': it must be"),
        ({"shape": "boll"}, "Shape is 'boll': did you mean ball"),
        ({"shape": "nothing.stl"}, r"Shape 'nothing\.stl' cannot be read"),
        ({"shape": "2x2x2"}, "Shape pieces is 8: the shape has 8 cells"),
        ({"shape": "4x4x4", "smallest": 9}, "of 8 pieces that have 64 cells together it must be 8 at most"),
        ({"shape": "4x4x4", "largest": 7}, "of 8 pieces that have 64 cells together it must be 8 at least"),
        ({"shape": "99x99x99"}, "The goal has 970,299 cells: it must have at most"),
        ({"across": 41}, "Cells across is 41: it must be from 4 to 40"),
        (
            {"shape": "ball", "design": 4},
            "makes no difference here: the puzzle is From a Shape, and only a Design uses",
        ),
        ({"puzzle": "soma", "across": 9}, "the puzzle is Soma, and only From a Shape uses it"),
        ({"puzzle": "design", "lock": "key"}, "the puzzle is Design, and only From a Shape uses it"),
        ({"puzzle": "soma", "seed": 9}, "the puzzle is Soma, and a Design and From a Shape use it"),
    ],
)
def test_what_cannot_be_is_said(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        puzzle_cubes.make("packing", **values)


def test_where_nothing_interlocks_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interlocking, "MOST_TRIALS", 100_000)
    with pytest.raises(InputError, match=r"was not divided into 3 pieces of 4 to 36 cells .* take fewer pieces"):
        puzzle_cubes.make("packing", shape="6x6x1", shape_pieces=3)


def test_a_search_that_is_stopped_says_which_sizes_its_pieces_have() -> None:
    kind = KINDS["packing"]
    sizes: dict[str, Any] = {"shape": "4x4x4", "smallest": 8, "largest": 8, "seed": 3}
    stopped = next(step.best for step in kind.in_steps(kind.values_with(sizes)) if step.best is not None)
    cells = [len(piece.shape.cells) for piece in stopped.pieces]
    assert kind.warnings(stopped) == (f"Pieces have {min(cells)} to {max(cells)} cells, in place of 8 to 8.",)


def test_all_solutions_can_be_looked_for_and_the_known_one_counts_once() -> None:
    puzzle = puzzle_cubes.make("packing", shape="3x3x3", shape_pieces=3, seed=2).content
    assert puzzle.found.is_given
    answer = solve(puzzle)
    assert answer.is_complete
    assert answer == solve(type(puzzle)(puzzle.pieces, puzzle.goal, puzzle.name, Found()))
    assert answer.counts.up_to_rotation >= 1


def pebble(across: int = 10) -> ModelCells:
    """Return the cells of a ball that is pressed flat."""
    return model_cells((ball(20, 30) * np.array([1, 0.8, 0.7])).astype("f4"), across)


def test_each_corner_of_the_surface_is_in_a_cell() -> None:
    cells = pebble()
    inward = cells.corners * (1 - 1e-3) + 1e-3 * cells.corners.mean(axis=(0, 1))
    assert set(map(tuple, np.floor(inward).astype(int).reshape(-1, 3).tolist())) <= set(cells.goal.cells)
    # What is filled by half is a unit of its own, as many as cubes would have.
    filled = np.prod([10, 8, 7]) * np.pi / 6
    assert max(cells.units.of_cell) + 1 == pytest.approx(filled, rel=0.05)


@pytest.mark.parametrize("seed", range(3))
def test_pieces_interlock_where_only_what_is_well_filled_holds(seed: int) -> None:
    model, pieces = pebble(), 5
    units = max(model.units.of_cell) + 1
    sizes = units // (3 * pieces), 3 * units // pieces
    division = finish(interlocking_in_steps(model.goal, pieces, sizes, Random(seed), model.units))
    assert division is not None
    assert not division.off
    blocks: list[list[tuple[int, int, int]]] = [[] for _ in range(pieces)]
    for cell, unit in zip(model.goal.cells, model.units.of_cell, strict=True):
        blocks[division.owners[unit]].append(cell)
    holds = {(model.goal.cells[held], model.goal.cells[holder]) for held, holder in model.units.holds}
    assert len(holds) < len(model.sides)
    placed = [tuple(block) for block in blocks]
    assert order_out(placed, holds) == list(range(pieces - 2))
    # The engine says the same of all cells, by straight moves that meet none of the others.
    taken = take_apart(placed)
    assert taken is not None
    assert [set(move.blocks) for move in taken.moves[: pieces - 2]] == [{number} for number in range(pieces - 2)]


def test_a_cell_that_is_hardly_filled_belongs_to_the_neighbor_with_the_largest_side() -> None:
    # In the middle of the grid the upper layer is filled by 0.35, and by 0.65 below what stands on it.
    parts = [box((0, 0, 0), (5, 4, 4)), box((1, 1, 4), (3, 3, 4.3))]
    model = model_cells(np.concatenate(parts).astype("f4"), 5)
    unit_at = dict(zip(model.goal.cells, model.units.of_cell, strict=True))
    assert (len(unit_at), len(set(unit_at.values()))) == (100, 84)
    assert unit_at[0, 0, 4] == unit_at[0, 0, 3] != unit_at[0, 0, 2]
    assert unit_at[1, 1, 4] != unit_at[1, 1, 3]


def test_faces_of_both_directions_have_no_inside() -> None:
    triangles = box((0, 0, 0), (4, 4, 4))
    triangles[0] = triangles[0, ::-1]
    with pytest.raises(InputError, match="Turn its faces outward, or take cubes as the skin"):
        model_cells(triangles.astype("f4"), 4)


@pytest.mark.parametrize(
    ("shape", "pieces", "across", "seed"),
    [
        ("3x3x3", 3, 12, 1),
        ("4x4x3", 5, 12, 2),
        ("ball", 6, 6, 3),
        *(
            pytest.param(*design, seed, marks=pytest.mark.thorough)
            for design in (("5x4x4", 6, 12), ("ball", 8, 8), ("4x4x4", 6, 12))
            for seed in range(10)
        ),
    ],
)
def test_pieces_go_together_by_the_steps_as_another_solver_finds(
    shape: str, pieces: int, across: int, seed: int
) -> None:
    values: dict[str, Any] = {"across": across} if shape == "ball" else {}
    puzzle = puzzle_cubes.make("packing", shape=shape, shape_pieces=pieces, seed=seed, tray_wall=0.0, **values)
    assert [len(step.moves) for step in puzzle.steps] == [0, *[1] * (pieces - 1)]
    own = {f"piece_{piece.name.lower()}": piece.shape.upright for piece in puzzle.content.pieces}
    stated = [own[key] for step in reversed(puzzle.steps) for key in step.keys]
    assert len(stated) == len(own) == pieces
    orders = []
    for packing in packings(puzzle.content):
        blocks = [tuple(sorted(cell for cell, _ in block)) for block in packing]
        # The same pieces may go together in another way, too, in which they do not come out one at a time.
        with suppress(AssertionError):
            orders.append([Shape.of(blocks[number]).upright for number in order_out(blocks)])
    assert stated[: pieces - 2] in orders
