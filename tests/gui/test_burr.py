# SPDX-License-Identifier: GPL-3.0-or-later
"""A burr is made by the numbers of its sticks, looked at, checked and exported, as a person does it."""

from __future__ import annotations

import pytest
import trimesh

from puzzle_cubes.burr.crossed import boards_of, sticks_of
from puzzle_cubes.burr.kind.facts import level_of
from puzzle_cubes.burr.kind.kind import BURR
from puzzle_cubes.packing.play.game import Game, Token, lying_from_text
from tests.gui.debian import Debian
from tests.gui.packing_by_hand import RUNNING
from tests.gui.sidebar import Sidebar
from tests.gui.test_packing import files_in
from tests.gui.wait_until import wait_for

STICKS = "256 928 960 992 1024x2"

KEYS = ("piece_a", "piece_b", "piece_c", "piece_d", "piece_e", "piece_e_2")


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
    assert sticks_of(BURR.files.from_json(made["puzzle"])) == [256, 928, 960, 992, 1024, 1024]
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


@pytest.mark.thorough
def test_played_with_hints(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    sidebar.choose("Scene.kind", "Burr")
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    burr = BURR.files.from_json(window.puzzle()["puzzle"])
    tokens = [Token(name, number) for name, number in zip("ABCDEF", range(6), strict=True)]

    def game() -> Game:
        return Game(burr, tokens, lying_from_text(window.puzzle()["burr"]["lying"]))

    sidebar.press("puzzle_cubes.play_pieces")
    wait_for(lambda: RUNNING in window.state()["running"], "the game runs")
    window.settle()
    window.save_picture("40-burr-waiting", still=False)
    for number in range(6):
        screen.keys("Tab", "h", "h")
        wait_for(lambda: len(game().placed) == number + 1, "one stick more is in place")  # noqa: B023
    window.settle()
    window.save_picture("40-burr-solved", still=False)
    assert game().is_solved
    screen.keys("Return")
    wait_for(lambda: RUNNING not in window.state()["running"], "the game has ended")


@pytest.mark.thorough
def test_as_wished_and_another_one(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.choose("Scene.kind", "Burr")
    sidebar.choose("Scene.made_by", "Wish")
    wait_for(lambda: "puzzle_cubes.generate" in sidebar.in_sight(), "the panel is drawn")
    sidebar.type_into("Scene.level", "2")
    window.settle()
    window.save_picture("40-burr-wish")
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    first = BURR.files.from_json(window.puzzle()["puzzle"])
    assert level_of(first)[0] >= 2
    assert first.found.counts.up_to_rotation == 1
    sidebar.press("puzzle_cubes.another")
    wait_for(lambda: sticks_of(BURR.files.from_json(window.puzzle()["puzzle"])) != sticks_of(first), "it is another")
    window.settle()
    window.save_picture("40-burr-another")


@pytest.mark.thorough
def test_boards_by_their_numbers(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.choose("Scene.kind", "Burr")
    sidebar.choose("Scene.pieces", "Boards")
    window.settle()
    window.save_picture("40-burr-boards-new")
    sidebar.press("puzzle_cubes.generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    assert len(boards_of(BURR.files.from_json(window.puzzle()["puzzle"]))) == 6
    sidebar.open_alone("Active Puzzle")
    window.settle()
    window.save_picture("40-burr-boards")
