# SPDX-License-Identifier: GPL-3.0-or-later
"""A length that is held: files are as large as it says, and a dimension follows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.holding import HELD, HOLD, NOTHING
from puzzle_cubes.library import Puzzle, from_text, make
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.command_line.command import report_of

EXACT = 0.01
"""Millimeters by which a file may differ from what was typed."""

NO_MARKS = "--start-marker 0 --end-marker 0"

STICKS = "--sticks 52 615 792 960 975 992"


def written(folder: Path, arguments: str) -> Any:
    """Write the files of a puzzle, and return the report."""
    return report_of(*arguments.split(), "--out", str(folder))


def oskars(puzzle: Puzzle) -> Dimensions:
    assert isinstance(puzzle.dimensions, Dimensions)
    return puzzle.dimensions


def sides(*files: Path) -> list[float]:
    """Return the sizes of all bodies of some files."""
    bodies = [body for file in files for body in trimesh.load_mesh(file).split(only_watertight=True)]
    return [float(side) for body in bodies for side in body.extents]


@pytest.mark.parametrize(
    ("arguments", "outer"),
    [
        ("--size 5x5x5", 60),
        ("--size 3x3x3", 60),
        ("--size 2x3x4", 40),
        ("--size 7x2x2 --follows wall", 120),
        ("--size 4x4x4 --follows wall", 43.21),
        ("--size 4x5x6 --passage 6.25", 99.9),
        ("--size 5x5x5 --wall 1.2", 33.3),
        ("--size 6x6x6 --plate 5 --clearance 0.2", 215.9),
        ("--size 5x5x5 --preset large", 120),
        ("--size 3x3x3 --preset resin", 25.4),
        ("--size 1x2x3 --preset pocket", 19.05),
        ("--size 5x5x5 --clearance 2.4", 100),
    ],
)
def test_a_box_is_as_large_as_it_is_held(tmp_path: Path, arguments: str, outer: float) -> None:
    report = written(tmp_path, f"oskar {arguments} {NO_MARKS} --one-piece --outer {outer}")
    # Beside the box stands the line of the solution, which is inside of it.
    assert max(sides(tmp_path / "solutionMaze.stl")) == pytest.approx(outer, abs=EXACT)
    assert max(report["dimensions"]["outer_size"]) == pytest.approx(outer, abs=1e-4)


def test_a_kit_is_as_large_as_it_is_held(tmp_path: Path) -> None:
    written(tmp_path, "oskar --size 2x3x3 --outer 88.9")
    assert max(sides(*tmp_path.glob("plate_*.stl"))) == pytest.approx(88.9, abs=EXACT)


@pytest.mark.parametrize(
    ("arguments", "outer"),
    [("", 60), ("--puzzle bedlam --first --inset 0.2", 95.5), ("--puzzle soma --tray-wall 3", 70)],
)
def test_a_packing_box_is_as_large_as_it_is_held(tmp_path: Path, arguments: str, outer: float) -> None:
    report = written(tmp_path, f"packing {arguments} --outer {outer}")
    lid = trimesh.load_mesh(tmp_path / "lid.stl").extents
    height = trimesh.load_mesh(tmp_path / "tray.stl").extents[2] + report["dimensions"]["tray_wall"]
    assert np.max([*lid[:2], height]) == pytest.approx(outer, abs=EXACT)
    assert report["dimensions"]["outer_size"] == pytest.approx([*lid[:2], height], abs=EXACT)


@pytest.mark.parametrize(
    ("arguments", "outer"),
    [(f"burr {STICKS}", 60), (f"burr {STICKS} --inset 0.25", 101.6), ("packing --puzzle soma --tray-wall 0", 45)],
)
def test_pieces_are_as_large_as_they_are_held(tmp_path: Path, arguments: str, outer: float) -> None:
    report = written(tmp_path, f"{arguments} --outer {outer}")
    assert max(report["dimensions"]["pieces_size"]) == pytest.approx(outer, abs=1e-4)
    longest = max(sides(*tmp_path.glob("piece_*.stl")))
    # The longest piece of Soma has three cells, and all of the burr have as many as it has.
    assert longest == pytest.approx(outer, abs=EXACT)


@pytest.mark.parametrize(
    ("kind", "values", "limit", "dimension", "most"),
    [
        ("oskar", {"size": 5, "outer": 20}, 24.4, "wall", 1.9),
        ("oskar", {"size": 4, "outer": 60, "wall": 30}, 101.2, "wall", 16.2666),
        ("oskar", {"size": 5, "outer": 30, "follows": "wall"}, 31.44, "passage", 4.712),
        ("oskar", {"pitch": 2, "wall": 0.5, "clearance": 1.0}, 2.9, None, None),
        ("packing", {"puzzle": "soma", "outer": 30, "tray_wall": 14}, 64, "tray_wall", 5.5),
    ],
)
def test_the_limits_that_are_said_are_limits(
    kind: str, values: dict[str, Any], limit: float, dimension: str | None, most: float | None
) -> None:
    """Of the length, and of the dimension that takes most of it, where making it smaller helps."""
    said = rf"it must be at least {limit} mm"
    if dimension is None or most is None:
        said += r"\.$"
    else:
        said += rf", or \w+( \w+)? at most {most} mm\.$"
        make(kind, **{**values, dimension: most})
        with pytest.raises(InputError, match="it must be at least"):
            make(kind, **{**values, dimension: most + 0.001})
    with pytest.raises(InputError, match=said):
        make(kind, **values)
    make(kind, **{**values, "outer" if "outer" in values else "pitch": limit})


def test_what_is_held_stays_while_others_change() -> None:
    puzzle = make("oskar", size=(4, 4, 4), outer=60)
    for wall in (1.0, 2.5, 7.0):
        puzzle = puzzle.changed(wall=wall)
        assert oskars(puzzle).outer_size((4, 4, 4)) == pytest.approx((60, 60, 60))
        assert oskars(puzzle).wall == wall
    # What followed is typed: the other one follows, and once both are nothing is held any more.
    puzzle = puzzle.changed(passage=9)
    assert oskars(puzzle).outer_size((4, 4, 4)) == pytest.approx((60, 60, 60))
    assert (oskars(puzzle).passage, oskars(puzzle).follows) == (9, "wall")
    puzzle = puzzle.changed(passage=5, wall=3)
    assert puzzle.dimensions == Dimensions()


def test_what_follows_is_chosen_while_a_length_is_held(tmp_path: Path) -> None:
    puzzle = make("oskar", size=3, outer=60).changed(follows="wall", passage=6)
    assert (oskars(puzzle).passage, oskars(puzzle).held, oskars(puzzle).follows) == (6, 60, "wall")
    with pytest.raises(InputError, match="Follows is wall: Arm Width does not depend on that"):
        make("oskar", size=3, arm_width=4).changed(follows="wall")
    file = tmp_path / "held.json"
    file.write_text(make("oskar", size=3, outer=60, passage=6).changed(follows="passage", wall=2).json)
    dimensions = report_of("oskar", "--from", str(file), "--follows", "wall", "--passage", "7")["dimensions"]
    assert (dimensions["passage"], max(dimensions["outer_size"])) == (7, 60)


def test_what_is_held_by_the_names_that_a_puzzle_has_passes_nothing_over() -> None:
    free = make("oskar", size=5)
    held = free.changed(hold="outer", held=70, passage=6)
    assert held == free.changed(outer=70, passage=6)
    assert held.changed(hold="outer", follows="passage").changed(wall=3) == free.changed(outer=70)
    assert oskars(held.changed(held=80, passage=7)).outer_size((5, 5, 5)) == pytest.approx((80, 80, 80))


@pytest.mark.parametrize(
    ("first", "then", "words"),
    [
        (
            {},
            {"hold": "outer", "held": 70, "passage": 6, "wall": 2},
            "Outer Size is held beside Passage and Wall: leave",
        ),
        ({"outer": 60}, {"held": 70, "passage": 6, "wall": 4}, "Outer Size is held beside Passage and Wall: leave one"),
        ({"outer": 60}, {"follows": "wall", "wall": 3}, "Outer Size is held beside Wall: leave it out, and it follows"),
        ({"outer": 60}, {"hold": "arm_width", "passage": 6}, "Held Length is missing"),
        ({}, {"hold": "outer"}, "Held Length is missing"),
        ({}, {"held": 70}, "Held Length makes no difference here: give Outer Size, Pitch or Arm Width, too"),
        ({}, {"outer": 80, "hold": "nothing"}, "Outer Size and Held are given: only one of them"),
        ({}, {"outer": 80, "held": 70}, "Outer Size and Held Length are given: only one of them"),
    ],
)
def test_what_cannot_be_held_beside_what_is_given_is_refused(
    first: dict[str, Any], then: dict[str, Any], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        make("oskar", size=5, **first).changed(**then)


@pytest.mark.parametrize("values", [{"outer": 60, "follows": "wall"}, {"arm_width": 4}])
@pytest.mark.parametrize("letting_go", [{"hold": "nothing", "passage": 6, "wall": 2}, {"passage": 6, "wall": 2}])
def test_a_puzzle_that_was_let_go_is_one_that_never_held(values: dict[str, Any], letting_go: dict[str, Any]) -> None:
    free = make("oskar", size=3, passage=6, wall=2)
    assert make("oskar", size=3, **values).changed(**letting_go) == free
    # An arm's width follows from the passage only, not from the wall.
    assert make("oskar", size=3, wall=2, arm_width=4).changed(passage=6) == free


@pytest.mark.parametrize(
    ("kind", "values", "later"),
    [
        ("oskar", {"size": (3, 4, 5), "outer": 61.5, "follows": "wall", "one_piece": True}, {"plate": 2.0}),
        ("oskar", {"size": 2, "pitch": 9.25}, {"plate": 2.0}),
        ("oskar", {"size": 3, "arm_width": 6, "one_piece": True}, {"plate": 2.0}),
        ("packing", {"puzzle": "soma", "outer": 70}, {"inset": 0.2}),
        ("burr", {"sticks": STICKS.split()[1:], "outer": 60}, {"inset": 0.2}),
    ],
)
def test_a_file_of_the_puzzle_holds_the_same(kind: str, values: dict[str, Any], later: dict[str, Any]) -> None:
    """And so its files are the same, as test_printed_with.py shows."""
    puzzle = make(kind, **values)
    opened = from_text(puzzle.json)
    assert opened == puzzle
    held = getattr(opened.dimensions, HELD)
    assert getattr(opened.dimensions, HOLD) != NOTHING
    assert held > 0
    # What is held goes on holding.
    assert getattr(opened.changed(**later).dimensions, HELD) == held


def test_an_arm_for_a_rod() -> None:
    assert oskars(make("oskar", arm_width=6, clearance=0.3)).passage == pytest.approx(6.6)
    with pytest.raises(InputError, match="There is no 'outr': did you mean outer"):
        make("oskar", outr=60)
