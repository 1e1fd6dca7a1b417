# SPDX-License-Identifier: GPL-3.0-or-later
"""A burr in the scene: all that can be done with packing puzzles can be done with it, and it needs no box."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

from puzzle_cubes.burr.crossed import sticks_of
from puzzle_cubes.burr.kind import BURR
from tests.blender.packing.test_packing_scene import pieces
from tests.blender.puzzles import only_puzzle, world_bounds
from tests.blender.scene.hand_changes import select

OPERATORS: Any = bpy.ops.puzzle_cubes

SOLID = "52 615 792 960 975 992"
BOARDS = "384 508 988 1021 1024 1596"


def made(**values: Any) -> Any:
    """Make a burr, put its sticks together, and return its collection."""
    OPERATORS.generate(kind="BURR", **values)
    collection = only_puzzle()
    collection.puzzle_cubes.explode = 0.0
    return collection


def burr_in(collection: Any) -> Any:
    """Return the burr that a collection holds."""
    return BURR.from_json(collection.puzzle_cubes.puzzle)


def width_of(collection: Any) -> float:
    """Return how wide the sticks are together, in millimeters."""
    ends = np.array([world_bounds(stick) for stick in pieces(collection).values()]).reshape(-1, 3)
    assert np.allclose(np.ptp(ends, axis=0), np.ptp(ends[:, 0]), atol=1e-3)
    return float(np.ptp(ends[:, 0]))


def test_six_sticks_cross_without_a_box() -> None:
    collection = made()
    assert collection.name == f"Burr {SOLID}"
    group = collection.puzzle_cubes
    assert {item.name for item in group.parts} == {f"piece_{letter}" for letter in "abcdef"}
    assert "Stick 615 (B)" in group.parts["piece_b"].part.name
    assert width_of(collection) == pytest.approx(89.8, abs=1e-3)
    own = group.burr
    assert (own.sticks_text, own.holes_text, own.level_text, own.total_text) == (SOLID, "0", "1", "12")
    assert not hasattr(own, "tray_wall")


def test_a_stick_has_one_name_wherever_it_is_spoken_of() -> None:
    group = made().puzzle_cubes
    select(*(group.parts[key].part for key in ("piece_a", "piece_b")))
    bpy.ops.object.join()
    OPERATORS.check()
    assert json.loads(group.checks)["lines"][0]["sentence"].startswith("Stick 615 (B) of this puzzle was deleted")
    with pytest.raises(RuntimeError, match=r"Edited by hand: Stick 52 \(A\)\. Press Restore"):
        OPERATORS.rebuild()
    assert OPERATORS.restore() == {"FINISHED"}
    assert len(pieces(only_puzzle())) == 6


def test_six_boards_make_the_cross_of_sticks(tmp_path: Path) -> None:
    collection = made(pieces="BOARDS", letters=1.0)
    assert collection.name == f"Board Burr {BOARDS}"
    group = collection.puzzle_cubes
    assert "Board 508 (B)" in group.parts["piece_b"].part.name
    assert width_of(collection) == pytest.approx(89.8, abs=1e-3)
    own = group.burr
    boards = f"{BOARDS} (Känel: 864 895 1015 256 1024 1935)"
    assert (own.boards_text, own.sticks_text, own.holes_text, own.level_text) == (boards, "", "9", "3.5.3.2.3")
    OPERATORS.check()
    assert {line["level"] for line in json.loads(group.checks)["lines"]} == {"good"}
    assert OPERATORS.animate_assembly() == {"FINISHED"}
    assert OPERATORS.remove_assembly() == {"FINISHED"}
    assert OPERATORS.export_xmpuzzle(filepath=str(tmp_path / "boards.xmpuzzle")) == {"FINISHED"}
    code = group.code
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert OPERATORS.load(filepath=str(tmp_path / "boards.xmpuzzle")) == {"FINISHED"}
    assert (only_puzzle().puzzle_cubes.kind, only_puzzle().puzzle_cubes.code) == ("burr", code)


def test_it_follows_its_dimensions() -> None:
    collection = made(sticks="1024x6", stick_length="8")
    assert width_of(collection) == pytest.approx(8 * 15 - 0.2, abs=1e-3)
    collection.puzzle_cubes.burr.cube = 10.0
    assert width_of(collection) == pytest.approx(8 * 10 - 0.2, abs=1e-3)
    collection.puzzle_cubes.burr.solution = 5
    assert len(pieces(collection)) == 6


def test_the_panel_begins_with_a_burr_by_numbers() -> None:
    own: Any = bpy.context.scene.puzzle_cubes.burr
    assert (own.made_by, own.sticks, own.owned, own.stick_length) == ("NUMBERS", SOLID, "", "6")
    assert (own.pieces, own.boards) == ("STICKS", BOARDS)
    assert (own.one_solution, own.level) == (True, 3)


@pytest.mark.parametrize(
    ("sticks", "sentence"),
    [
        ("1 2 3", "A burr has six sticks, not 3"),
        ("", "A burr has six sticks, not 0"),
        ("one", "Sticks has 'one'"),
        ("1x6", "144 cells"),
    ],
)
def test_sticks_that_make_no_burr_are_refused(sticks: str, sentence: str) -> None:
    with pytest.raises(RuntimeError, match=sentence):
        OPERATORS.generate(kind="BURR", sticks=sticks)
    assert not bpy.data.collections


def test_it_is_put_together_and_its_solutions_are_a_film() -> None:
    collection = made(sticks="1024x6")
    assert OPERATORS.animate_assembly() == {"FINISHED"}
    scene = bpy.context.scene
    scene.frame_set(scene.frame_end)
    assert width_of(collection) == pytest.approx(89.8, abs=1e-3)
    assert OPERATORS.animate_solutions(seconds_each=0.5) == {"FINISHED"}
    assert scene.frame_end - scene.frame_start + 1 >= 8 * 12
    assert OPERATORS.remove_assembly() == {"FINISHED"}


def test_its_layers_places_and_game_are_seen() -> None:
    collection = made()
    own: Any = collection.puzzle_cubes.burr
    own.view, own.layers = "LAYERS", 3
    assert len(own.layered.objects) > 1
    own.view = "PLACES"
    assert len(pieces(collection)) == 1
    own.view = "GAME"
    assert own.outline is not None
    for name in ("play_pieces", "draw_pieces", "type_piece", "box_around"):
        assert getattr(OPERATORS, name).poll(), name
    assert not OPERATORS.search_on.poll()


def test_one_stick_can_be_drawn_anew() -> None:
    collection = made()
    code = collection.puzzle_cubes.code
    assert OPERATORS.type_piece(piece=0, line="xxxxxx|xxxxxx,xxxxxx|xxxxxx") == {"FINISHED"}
    changed = only_puzzle()
    assert (changed.puzzle_cubes.kind, sticks_of(burr_in(changed))[0]) == ("burr", 1)
    assert changed.puzzle_cubes.code != code


def test_files_of_other_programs_and_codes_are_burrs_again(tmp_path: Path) -> None:
    code = made().puzzle_cubes.code
    files = [tmp_path / "burr.xmpuzzle", tmp_path / "burr.txt"]
    assert OPERATORS.export_xmpuzzle(filepath=str(files[0])) == {"FINISHED"}
    assert OPERATORS.export_text(filepath=str(files[1])) == {"FINISHED"}
    for operator, what in (
        ("load", {"filepath": str(files[0])}),
        ("load", {"filepath": str(files[1])}),
        ("from_code", {"code": code}),
    ):
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        assert getattr(OPERATORS, operator)(**what) == {"FINISHED"}
        collection = only_puzzle()
        assert (collection.puzzle_cubes.kind, collection.puzzle_cubes.code) == ("burr", code)


def test_it_stands_beside_a_packing_puzzle_and_is_kept_in_the_file(tmp_path: Path) -> None:
    made().puzzle_cubes.burr.cube = 12.0
    OPERATORS.generate(kind="PACKING")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "both.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "both.blend"))
    owners = {owner.puzzle_cubes.kind: owner for owner in bpy.data.collections if owner.puzzle_cubes.puzzle}
    assert set(owners) == {"burr", "packing"}
    assert owners["burr"].puzzle_cubes.burr.cube == pytest.approx(12.0)
    assert owners["burr"].puzzle_cubes.burr.sticks_text == SOLID
