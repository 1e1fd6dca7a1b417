# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions of the command line are answered: as many solutions as are wished, and whether they come apart."""

from __future__ import annotations

from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Shape, box_cells
from tests.core.polycubes import known


def test_solutions_are_counted_and_those_that_come_apart_too() -> None:
    answer = finish(PACKING.answer_in_steps(CLASSICS["diabolical"].puzzle, {"count", "assemble"}))
    assert answer.puzzle.found.counts == known.DIABOLICAL.counts
    assert answer.numbers["come_apart"] == 26
    placed, moves = answer.numbers["placed"], answer.numbers["moves"]
    assert sorted(piece["piece"] for piece in placed) == list("ABCDEF")
    assert sorted(cell for piece in placed for cell in piece["cells"]) == sorted(box_cells((3, 3, 3)))
    # What is never moved lies there first.
    assert len({number for move in moves for number in move["placed"]}) == len(placed) - 1
    assert all(sum(map(bool, move["by"])) == 1 for move in moves)
    assert answer.lines == ("26 of 26 solutions up to rotation can be put together by straight moves, at level 1.",)


def test_shares_rise_while_it_is_answered() -> None:
    shares: list[float] = []
    finish(
        PACKING.answer_in_steps(CLASSICS["soma"].puzzle, {"assemble"}), lambda progress: shares.append(progress.share)
    )
    assert shares == sorted(shares)
    assert shares[-1] <= 1


def test_solutions_are_written_as_pictures_of_layers() -> None:
    answer = finish(PACKING.answer_in_steps(CLASSICS["megaron"].puzzle, {"solutions"}))
    lines = answer.texts["solutions"].splitlines()
    assert lines[0].startswith("Megaron: 24 solutions in all, 1 up to rotation")
    picture = "".join("".join(line.split()) for line in lines[4:])
    sizes = {piece.name: len(piece.shape.cells) for piece in answer.puzzle.pieces}
    assert {name: picture.count(name) for name in sizes} == sizes
    assert len(picture) == 27


def test_one_is_enough_where_only_one_is_wished() -> None:
    answer = finish(PACKING.answer_in_steps(CLASSICS["soma"].puzzle, {"first"}))
    assert len(answer.puzzle.found.solutions) == 1
    again = finish(PACKING.answer_in_steps(answer.puzzle, {"first"}))
    assert again.puzzle == answer.puzzle
    assert finish(PACKING.answer_in_steps(answer.puzzle, {"count"})).puzzle.found.counts == known.SOMA.counts


def test_what_is_quickly_known_is_found_unasked() -> None:
    answer = finish(PACKING.answer_in_steps(CLASSICS["megaron"].puzzle, ()))
    assert answer.puzzle.found.counts == known.MEGARON.counts
    numbers = PACKING.numbers(answer.puzzle)
    assert numbers["placements"] == known.MEGARON_PLACEMENTS
    assert numbers["solutions"]["complete"] is True


def test_solutions_that_lock_are_not_counted_as_coming_apart() -> None:
    shell = Piece(Shape.of({*box_cells((3, 3, 3))} - {(1, 1, 1)}))
    puzzle = PolycubePuzzle((shell, Piece(Shape.of([(0, 0, 0)]))), Goal.box((3, 3, 3)))
    answer = finish(PACKING.answer_in_steps(puzzle, {"assemble"}))
    assert [answer.numbers[name] for name in ("come_apart", "placed", "moves")] == [0, None, None]
