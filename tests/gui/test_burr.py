# SPDX-License-Identifier: GPL-3.0-or-later
"""A burr is wished for, sliced and shown in a film, or made by its numbers and exported, as a person does it."""

from __future__ import annotations

import pytest
import trimesh

from puzzle_cubes.burr.crossed import sticks_of
from puzzle_cubes.burr.kind import BURR, level_of
from tests.gui.debian import Debian
from tests.gui.sidebar import Sidebar
from tests.gui.test_packing import files_in
from tests.gui.wait_until import wait_for
from tests.slicer.judges import slicing_complaints
from tests.slicer.supports import prusa_support

STICKS = "256 928 960 992 1024x2"

KEYS = ("piece_a", "piece_b", "piece_c", "piece_d", "piece_e", "piece_e_2")


@pytest.mark.thorough
def test_by_its_numbers_to_files(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    sidebar.choose("Scene.kind", "Burr")
    wait_for(lambda: window.state()["settings"]["kind"] == "BURR", "the kind is chosen")
    window.settle()
    window.save_picture("40-burr-new")
    sidebar.type_into("Scene.sticks", STICKS)
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    window.settle()
    window.save_picture("40-burr-made")
    made = window.puzzle()
    assert sticks_of(BURR.from_json(made["puzzle"])) == [256, 928, 960, 992, 1024, 1024]
    assert set(made["parts"]) == set(KEYS)
    sidebar.press("puzzle_cubes.check")
    wait_for(lambda: window.puzzle()["checks"], "it is checked")
    sidebar.open_alone("Print")
    window.settle()
    window.save_picture("40-burr-checked")
    folder = debian.folder / "burr"
    sidebar.type_into("Collection.folder", debian.inside(folder))
    sidebar.press("puzzle_cubes.export")
    written = folder / "Burr_256_928_960_992_1024_1024"
    wait_for(lambda: files_in(written) >= {"piece_e_2.stl", "bed_1.3mf", "puzzle.json"}, "the files are there")
    for name in KEYS:
        mesh = trimesh.load_mesh(written / f"{name}.stl")
        assert mesh.is_watertight, name
        assert len(mesh.split()) == 1, name
    sidebar.open_alone("Solutions")
    window.settle()
    window.save_picture("40-burr-solutions")


@pytest.mark.once
def test_from_a_wish_to_sliced_files_and_a_film(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    sidebar.choose("Scene.kind", "Burr")
    sidebar.choose("Scene.made_by", "Wish")
    wait_for(lambda: not sidebar.out_of_sight("puzzle_cubes.generate"), "the panel is drawn")
    sidebar.type_into("Scene.level", "5")
    window.settle()
    window.save_picture("41-burr-wish")
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    burr = BURR.from_json(window.puzzle()["puzzle"])
    assert level_of(burr)[0] >= 5
    assert burr.found.counts.up_to_rotation == 1

    sidebar.open_alone("Print")
    # Pieces that hang are cut.
    sidebar.choose_way("Cut Pieces", "CUT")
    folder = debian.folder / "wished"
    sidebar.type_into("Collection.folder", debian.inside(folder))
    sidebar.press("puzzle_cubes.export")
    (written,) = wait_for(lambda: [*folder.glob("*")], "a folder is there")
    wait_for(lambda: files_in(written) >= {"bed_1.3mf", "puzzle.json"}, "the files are there")
    # All parts lie on the bed.
    assert not [*slicing_complaints(written / "bed_1.stl", (220.0, 220.0))]
    assert prusa_support(written / "bed_1.stl", threshold=45, layer=0.2) == 0

    sidebar.press("puzzle_cubes.animate_assembly")
    wait_for(lambda: window.state()["frames"][1] > window.state()["frames"][2] // 2, "half of the assembly is played")
    window.save_picture("41-burr-film", still=False)
    window.stop_playing()
    window.screen.keys("shift+Right")
    wait_for(lambda: window.state()["frames"][1] == window.state()["frames"][2], "the last frame is shown")
    window.save_picture("41-burr-film-end")
