# SPDX-License-Identifier: GPL-3.0-or-later
"""Each part goes into the right file and lies there as it is printed, or as it is put together."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with

import puzzle_cubes
from puzzle_cubes.common.errors import ExportError
from puzzle_cubes.export.plan import FilePlan, WriteStl, write_meshes, write_stl
from puzzle_cubes.export.puzzle import Puzzle as AnyPuzzle
from puzzle_cubes.kind.part import turn_in_print
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.printing.checks import SUPPORTS, OtherWay
from puzzle_cubes.printing.mesh_files import stl, triangles_from_stl
from puzzle_cubes.printing.printed_object import Body, Placed
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.solid import solid_from_boxes
from tests.core.command_line.command import run_here
from tests.core.oskar import strategies
from tests.core.printing.read_by_lib3mf import read

KIND = KINDS["oskar"]
KIT = KIND.way("kit")
PRINTER = replace(Printer(), bed_x=250.0, bed_y=270.0)


def placed(plan: FilePlan) -> dict[str, Placed]:
    return {key: place for places in plan.objects.values() for key, place in places.items()}


@given(strategies.puzzles(4), strategies.kit_dimensions())
@run_with(max_examples=10)
def test_every_part_has_a_file_and_lies_on_one_bed(puzzle: Puzzle, dimensions: Dimensions) -> None:
    printed = AnyPuzzle(KIND, puzzle, dimensions, PRINTER, KIT)
    parts, laid, plans = {part.key: part for part in printed.parts}, printed.laid, printed.plans
    beds = 1 + max(place.bed for place in laid.values())
    numbers = range(1, beds + 1)
    suffixes = (".stl", ".3mf")
    names = {f"{key}.stl" for key in parts} | {f"bed_{number}{suffix}" for number in numbers for suffix in suffixes}
    assert set(plans) == names | {"kit.3mf"}
    on_beds = [key for number in numbers for key in placed(plans[f"bed_{number}.3mf"])]
    assert sorted(on_beds) == sorted(parts)
    assert list(plans["kit.3mf"].objects) == [part.label for part in parts.values()]
    for number in numbers:
        assert plans[f"bed_{number}.stl"] == plans[f"bed_{number}.3mf"]
        assert plans[f"bed_{number}.3mf"].origin == (125.0, 135.0)
    for plan in plans.values():
        for key, place in placed(plan).items():
            # By another way: the solid as it is printed, with its middle in the place.
            vertices = parts[key].mesh().vertices @ turn_in_print(place.up, turned=place.turned).T
            low, high = (
                (vertices + np.array(place.printed)).min(axis=0),
                (vertices + np.array(place.printed)).max(axis=0),
            )
            width, depth, height = parts[key].printed_size
            sides = (depth, width, height) if place.turned else (width, depth, height)
            np.testing.assert_allclose(high - low, sides, atol=1e-9)
            np.testing.assert_allclose(low[2], 0, atol=1e-9)
    for number in numbers:
        for key, place in placed(plans[f"bed_{number}.3mf"]).items():
            width, depth, _ = parts[key].printed_size
            along_x, along_y = (depth, width) if place.turned else (width, depth)
            assert abs(place.printed[0]) + along_x / 2 <= PRINTER.bed_x / 2 + 1e-6
            assert abs(place.printed[1]) + along_y / 2 <= PRINTER.bed_y / 2 + 1e-6


def test_all_beds_of_a_kit_lie_side_by_side_in_its_file() -> None:
    printer = Printer(bed_x=50.0, bed_y=80.0)
    printed = AnyPuzzle(KIND, generate(Settings(size=(3, 4, 3), seed=5)), Dimensions(), printer, KIT)
    plans = printed.plans
    beds = 1 + max(place.bed for place in printed.laid.values())
    assert beds > 2
    whole = placed(plans["kit.3mf"])
    for bed in range(beds):
        for key, place in placed(plans[f"bed_{bed + 1}.3mf"]).items():
            x, y, z = place.printed
            # 20 mm between two beds, as they are shown in the scene.
            assert whole[key].printed == pytest.approx((x + bed * 70, y, z))
            assert replace(whole[key], printed=place.printed) == place


@given(strategies.puzzles(4), strategies.all_dimensions())
@run_with(max_examples=10)
def test_in_one_piece_what_is_printed_is_a_3mf_too(puzzle: Puzzle, dimensions: Dimensions) -> None:
    plans = AnyPuzzle(KIND, puzzle, dimensions, PRINTER, KIND.way("one_piece")).plans
    assert set(plans) == {"printableMaze.stl", "printableMaze.3mf", "solutionMaze.stl"}
    assert len(plans["printableMaze.3mf"].objects) == 1
    assert list(placed(plans["printableMaze.3mf"])) == ["box", "cross"]
    assert plans["printableMaze.3mf"].origin == (125.0, 135.0)


@pytest.mark.parametrize("bed", [(90.0, 60.0), (60.0, 90.0)])
def test_parts_stand_apart_in_the_middle_of_a_bed_that_is_not_square(bed: tuple[float, float], tmp_path: Path) -> None:
    made = {"size": (3, 4, 3), "seed": 5, "way": "kit", "bed_x": bed[0], "bed_y": bed[1], "spacing": 3.0}
    puzzle_cubes.make("oskar", **made).write(tmp_path)  # type: ignore[arg-type]
    files = sorted(tmp_path.glob("bed_*.3mf"))
    assert len(files) > 1
    for number, file in enumerate(files, 1):
        written = read(file.read_bytes())
        assert written.metadata["Title"].endswith(f", bed {number}")
        lows, highs = (np.array([end(item.vertices, axis=0) for item in written.items]) for end in (np.min, np.max))
        assert lows.min() == pytest.approx(0, abs=1e-3)
        assert (lows.min(axis=0)[:2] + highs.max(axis=0)[:2]) / 2 == pytest.approx(np.array(bed) / 2, abs=1e-3)
        for part, second_part in combinations(range(len(lows)), 2):
            gaps = np.maximum(lows[part] - highs[second_part], lows[second_part] - highs[part])
            assert gaps[:2].max() >= 3.0 - 1e-3


def test_in_one_piece_it_stands_in_the_middle_of_the_bed_in_all_its_colors(tmp_path: Path) -> None:
    puzzle = puzzle_cubes.make("oskar", size=(3, 2, 2), one_piece=True, bed_x=250.0, bed_y=150.0)
    puzzle.write(tmp_path)
    (item,) = read((tmp_path / "printableMaze.3mf").read_bytes()).items
    low, high = item.vertices.min(axis=0), item.vertices.max(axis=0)
    assert [*(low + high)[:2] / 2, low[2]] == pytest.approx([125, 75, 0], abs=1e-3)
    # Box and cross, and the start and the end on the box.
    assert (
        len(set(item.colors))
        == len({color for part in puzzle.parts for color in (part.color, *part.marks.values())})
        == 4
    )


def test_parts_that_lie_apart_come_with_their_steps_or_why_there_are_none(tmp_path: Path) -> None:
    kit = puzzle_cubes.make("oskar", size=(2, 2, 2), way="kit")
    steps = [f"{number}. {step.sentence}" for number, step in enumerate(kit.steps, 1)]
    assert kit.texts["assembly.txt"].splitlines()[2:] == steps != []
    assert "assembly.txt" not in kit.changed(way="one_piece").texts
    (tmp_path / "pieces.txt").write_text("2 0 0 0\n")
    unknown = "No solution is known yet in which the pieces could be put together."
    assert puzzle_cubes.read(tmp_path / "pieces.txt").texts["assembly.txt"].splitlines()[2:] == [unknown]


def test_what_needs_supports_names_the_way_to_print_that_needs_none() -> None:
    whole = puzzle_cubes.make("oskar", size=(3, 3, 3), way="one_piece")
    kit = whole.changed(way="kit")
    (supports,) = (check for check in whole.check().checks if check.name == SUPPORTS)
    words = kit.estimate.words
    assert supports.instead == OtherWay("kit", words)
    assert supports.sentence.endswith(f" Printed as Kit: no supports, {words}.")
    assert all(check.instead is None for check in kit.check().checks)
    # On a bed that is too small for it a kit is no help.
    narrow = whole.changed(bed_x=10.0, bed_y=10.0)
    assert all(check.instead is None for check in narrow.check().checks)


def inside_out(path: Path, bodies: Sequence[Body]) -> None:
    """Write bodies to an STL file with their insides outward."""
    path.write_bytes(stl(np.concatenate([body.vertices[body.triangles[:, ::-1]] for body in bodies])))


@pytest.mark.parametrize(
    ("writer", "sentence"),
    [
        (inside_out, "it is not closed, so it would not print"),
        (lambda path, bodies: write_stl(path, [*bodies, *bodies]), "it has 24 triangles instead of 12"),
    ],
    ids=["inside out", "twice"],
)
def test_a_file_that_would_not_print_is_refused(writer: WriteStl, sentence: str, tmp_path: Path) -> None:
    mesh = solid_from_boxes([((0, 1), (0, 1), (0, 1))]).mesh()
    cube = {"Cube": [Body("Cube", (1.0, 1.0, 1.0, 1.0), mesh.vertices, mesh.split()[0])]}
    plan = FilePlan("Cube", {})
    assert write_meshes(tmp_path / "cube.stl", plan, cube) == 12
    with pytest.raises(ExportError, match=f"^cube.stl is not usable: {sentence}\\. Nothing was exported\\.$"):
        write_meshes(tmp_path / "cube.stl", plan, cube, writer)
    # What keeps nothing stands for a disk that keeps something else.
    with pytest.raises(ExportError, match="is not usable: it does not hold what was written"):
        write_meshes(Path(os.devnull), plan, cube)


SAME = "oskar", {"size": (2, 2, 2), "seed": 1, "way": "one_piece"}


@pytest.mark.parametrize(
    ("present", "sentence"),
    [
        ({}, ""),
        ({"mine.txt": "1"}, ""),
        ({"puzzle.json": SAME}, ""),
        (
            {"puzzle.json": ("oskar", {"size": (2, 2, 2), "seed": 2})},
            "has the files of another puzzle: Oskar's Cube 2x2x2",
        ),
        ({"puzzle.json": ("packing", {"puzzle": "soma"})}, "has the files of another puzzle: Packing Cube Soma."),
        ({"puzzle.json": "{"}, "has a puzzle.json that cannot be read."),
        # What is no file cannot be replaced, and the writing says so.
        ({"puzzle.json/a": "1", "solutionMaze.stl": "solid"}, ""),
        ({"solutionMaze.stl": "solid"}, "has a file solutionMaze.stl, but no puzzle.json that says which puzzle it"),
    ],
)
def test_only_another_puzzles_files_are_in_the_way(present: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    kind, values = SAME
    puzzle = puzzle_cubes.make(kind, **values)  # type: ignore[arg-type]
    for name, content in present.items():
        text = content if isinstance(content, str) else puzzle_cubes.make(content[0], **content[1]).json
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    said = puzzle.occupant(tmp_path)
    assert said.startswith(f"Folder '{tmp_path}' {sentence}") if sentence else said == ""


def test_more_that_is_known_of_solutions_takes_the_place_of_less_and_not_the_other_way_round(tmp_path: Path) -> None:
    soma = puzzle_cubes.make("packing", puzzle="soma")
    first, counted = soma.asked("first"), soma.asked("count")
    (tmp_path / "puzzle.json").write_text(first.json)
    assert counted.occupant(tmp_path) == first.occupant(tmp_path) == ""
    (tmp_path / "puzzle.json").write_text(counted.json)
    assert counted.occupant(tmp_path) == ""
    for less in (soma, first):
        assert less.occupant(tmp_path).endswith(
            "has the files of this puzzle, with more that is known of its solutions."
        )


def test_files_of_earlier_beds_go_where_a_kit_is_written_and_nothing_else(tmp_path: Path) -> None:
    puzzle = puzzle_cubes.make("oskar", size=(2, 2, 2), one_piece=True)
    (tmp_path / "bed_10.3mf").mkdir()
    for name in ("bed_9.stl", "bed_9.txt", "bed_frame.stl"):
        (tmp_path / name).write_text("earlier")
    puzzle.write(tmp_path)
    assert (tmp_path / "bed_9.stl").exists()
    puzzle.changed(way="kit").write(tmp_path)
    assert not (tmp_path / "bed_9.stl").exists()
    assert all((tmp_path / name).exists() for name in ("bed_9.txt", "bed_frame.stl", "bed_10.3mf"))


def test_stl_files_are_called_as_their_parts_are(tmp_path: Path) -> None:
    made = puzzle_cubes.make("packing", puzzle="soma")
    made.write(tmp_path)
    for name, called in (("piece_a.stl", "Packing Cube Soma, Piece A"), ("bed_1.stl", "Packing Cube Soma, bed 1")):
        assert (tmp_path / name).read_bytes()[:80].rstrip(b"\0").decode() == f"Puzzle Cubes: {called}"


GIVEN = {
    "oskar": ("--size", "3", "--seed", "1"),
    "packing": ("--puzzle", "soma"),
    "burr": ("--sticks", "52 615 792 960 975 992"),
}


@pytest.mark.parametrize("kind", GIVEN)
def test_each_part_is_an_object_in_its_place(kind: str, tmp_path: Path) -> None:
    done = run_here(kind, *GIVEN[kind], "--assembled", str(tmp_path / "whole"), "--json")
    assert done.code == 0, done.errors
    (file,) = json.loads(done.output)["files"]
    assert file["path"] == str(tmp_path / "whole.3mf")
    assert [path.name for path in tmp_path.iterdir()] == ["whole.3mf"]
    names = [name.removeprefix("--") for name in GIVEN[kind][::2]]
    values: dict[str, Any] = dict(zip(names, GIVEN[kind][1::2], strict=True))
    puzzle = puzzle_cubes.make(kind, **values)
    assert puzzle.write_assembled(tmp_path / "again.3MF").read_bytes() == (tmp_path / "whole.3mf").read_bytes()
    objects = {item.name: item.vertices for item in read((tmp_path / "whole.3mf").read_bytes()).items}
    assert sorted(objects) == sorted(part.label for part in puzzle.parts)
    placed = {part.label: part.in_place for part in puzzle.parts}
    low = {label: np.array([line[0] for line in solid.lines]) for label, solid in placed.items()}
    first = next(iter(objects))
    for name, corners in objects.items():
        # All of them are moved together, onto the middle of the bed.
        moved = (corners.min(axis=0) - objects[first].min(axis=0)) - (low[name] - low[first])
        assert np.allclose(moved, 0, atol=1e-3)


def test_stl_by_its_name_beside_other_files_of_which_none_goes(tmp_path: Path) -> None:
    beds = tmp_path / "bed_7.stl"
    beds.write_text("mine")
    for name in ("bed_1.stl", "whole.STL"):
        done = run_here("packing", "--puzzle", "soma", "--assembled", str(tmp_path / name))
        assert done.code == 0, done.errors
    assert beds.read_text() == "mine"
    data = [(tmp_path / name).read_bytes() for name in ("bed_1.stl", "whole.STL")]
    assert data[0] == data[1]
    bodies = sum(len(part.mesh().split()[0]) for part in puzzle_cubes.make("packing", puzzle="soma").parts)
    assert len(triangles_from_stl(data[0])) == bodies
