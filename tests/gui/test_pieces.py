# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing Cubes and burrs: made or opened, solutions gone through, played, exported, sliced and shown in a film."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle_cubes.burr.kind import BURR
from puzzle_cubes.common.playing import Direction, axes_in_view
from puzzle_cubes.packing.facts import level_of
from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.game import Game
from tests.gui.debian import Debian
from tests.gui.puzzle_by_hand import begin_to_play, game_in, keys_in_view, make_packing
from tests.gui.reader import Point, changed_box
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window
from tests.slicer.judges import slicing_complaints
from tests.slicer.supports import prusa_support

YELLOW = (255, 199, 31)
"""The color in which a board says what was refused."""

TURN_KEYS = {"i": ((1, 1), (2, 1)), "l": ((2, -1), (0, 1)), "o": ((1, 1), (0, 1))}
"""Which direction of the view a key turns into which other one; 0 is to the right, 1 up, 2 away."""

SEVERAL = """<puzzle version="2">
<shapes><voxel x="1" y="1" z="1">#</voxel><voxel x="3" y="2" z="1">######</voxel></shapes><problems>
<problem name="Cubes"><shapes><shape id="0" count="6"/></shapes><result id="1"/></problem>
<problem name="Block"><shapes><shape id="1"/></shapes><result id="1"/></problem></problems></puzzle>"""


def yellow_pixels(window: Window) -> int:
    """Return how many pixels of the 3D view are as yellow as what a board says."""
    left, top, width, height = window.ask("free_view")
    seen = window.screen.picture()[top : top + height, left : left + width]
    return int((np.abs(seen.astype(int) - YELLOW).max(axis=2) < 20).sum())


@pytest.mark.once
def test_solved_with_the_keys(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    make_packing(sidebar)
    game = begin_to_play(sidebar)
    window.settle()
    window.save_picture("16-packing-waiting", still=False)
    # The box that is to be filled is there as an outline.
    assert [name for name in window.ask("local_view") if name.endswith("Outline")]

    # A move and a turn, as the view shows them.
    keys = keys_in_view(window)
    axes = axes_in_view(window.ask("view_directions"))
    up: Direction = (2, 1)
    screen.keys(keys[up])
    assert game.move(up) == ""
    wait_for(lambda: game_in(window).lying == game.lying, "the piece has moved up")
    for key, ((begin, sign), (end, step)) in TURN_KEYS.items():
        refused = game.turn((axes[begin][0], sign * axes[begin][1]), (axes[end][0], step * axes[end][1]))
        assert not refused
        screen.keys(key)
        wait_for(lambda: game_in(window).lying == game.lying, f"{key} has turned the piece")
    window.save_picture("16-packing-turned", still=False)
    screen.keys("r")
    game.restart()
    wait_for(lambda: game_in(window).lying == game.lying, "all pieces wait again")

    # One is lifted into the box, and another one is stopped by it.
    screen.keys("space", "Tab", "space")
    assert game.hop() == ""
    game.choose(1)
    game.hop()
    wait_for(lambda: game_in(window).lying == game.lying, "two pieces were lifted")
    screen.keys("shift+Tab")
    game.choose(-1)
    blocked = next((way for way in keys if "in the way" in Game(game.puzzle, game.tokens, game.lying).move(way)), None)
    if blocked is not None:
        assert yellow_pixels(window) < 50
        screen.keys(keys[blocked])
        # It is said for some seconds.
        wait_for(lambda: yellow_pixels(window) > 50, "the board says what is in the way")
        window.save_picture("16-packing-stopped", still=False)
        assert game_in(window).lying == game.lying
    screen.keys("BackSpace")
    assert game.take_back()
    wait_for(lambda: game_in(window).lying == game.lying, "the last move was taken back")
    screen.keys("r")
    game.restart()

    for number in range(6):
        screen.keys("Tab", "h")
        if number == 3:
            window.settle()
            window.save_picture("16-packing-hint", still=False)
        screen.keys("h")
        wait_for(lambda: len(game_in(window).placed) == number + 1, "one piece more is in the box")  # noqa: B023
    assert game_in(window).is_solved
    window.settle()
    window.save_picture("16-packing-solved", still=False)
    window.leave("Return")
    assert "Info: Solved in 6 moves" in window.console()
    parts = window.puzzle()["parts"]
    together = np.array([part["location"] for key, part in parts.items() if key.startswith("piece")])
    assert np.abs(together[:, :2]).max() < 22.5

    # This one has a tray; what is made from a shape lies in none, in what is listed and in what is seen.
    assert {"tray", "lid"} <= parts.keys()
    sidebar.choose("Scene.puzzle", "From a Shape")
    sidebar.generate(2)
    window.save_picture("16-packing-from-a-shape", still=False)
    made = window.state()["puzzles"][-1]
    assert sorted(made["parts"]) == [f"piece_{letter}" for letter in "abcdefgh"]


def purple(window: Window) -> NDArray[np.bool_]:
    """Return where the free part of the view has the color of the sixth piece, which it alone has."""
    left, top, width, height = window.ask("free_view")
    shown = window.still_picture()[top : top + height, left : left + width].astype(int)
    red, green, blue = np.moveaxis(shown, 2, 0)
    is_purple: NDArray[np.bool_] = (blue > red + 15) & (red > green + 25) & (green < 90)
    return is_purple


@pytest.mark.once
@pytest.mark.thorough
def test_a_click_chooses_a_piece(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_packing(sidebar)
    begin_to_play(sidebar)
    window.settle()
    left, top, _, _ = window.ask("free_view")
    rows, columns = np.nonzero(purple(window))
    window.click(left + float(np.median(columns)), top + float(np.median(rows)))
    screen.keys("space")
    wait_for(lambda: game_in(window).placed == [5], "the piece that was clicked is in the box")
    screen.keys("BackSpace")
    wait_for(lambda: not game_in(window).placed, "the piece is out of the box again")
    window.settle()
    lying = game_in(window).lying
    rows, columns = np.nonzero(purple(window))
    screen.move(left + float(np.median(columns)), top + float(np.median(rows)))
    window.settle()
    screen.press()
    screen.drag_on(0, 260)
    window.settle()
    screen.release()
    wait_for(lambda: game_in(window).lying[5].place != lying[5].place, "the piece follows the mouse")
    window.save_picture("16-packing-dragged", still=False)
    assert [piece for piece in range(len(lying)) if game_in(window).lying[piece] != lying[piece]] == [5]
    window.leave()
    # Nothing of the game is left.
    before, after = (
        (state["parts"], state["packing"]["view"], state["packing"]["lying"]) for state in (made, window.puzzle())
    )
    assert after == before


def files_in(folder: Path) -> set[str]:
    """Return the names of the files in a folder; none while they are being written."""
    names = {file.name for file in folder.iterdir()} if folder.is_dir() else set()
    return set() if [name for name in names if name.startswith(".puzzle_cubes")] else names


@pytest.mark.once
def test_what_a_design_lacks_that_was_stopped_is_said(sidebar: Sidebar) -> None:
    window = sidebar.window
    window.expected.append("kept the best so far")
    sidebar.choose("Scene.kind", "Packing Cube")
    wait_for(lambda: window.state()["settings"]["kind"] == "PACKING", "the kind is chosen")
    window.put("packing", puzzle="DESIGN", size=(3, 3, 3), design=2, level=30)
    sidebar.press("puzzle_cubes.generate")
    window.wait_until_searches("generate")
    window.leave_buttons()
    window.screen.keys("Escape")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    assert "Stopped before level 30 was found; kept the best so far, with 1 solution" in window.console()


@pytest.mark.once
@pytest.mark.thorough
def test_the_pieces_are_there_at_once_and_solutions_are_counted_behind(sidebar: Sidebar) -> None:
    window = sidebar.window
    window.expected.append("kept the best so far")
    made = make_packing(sidebar, "Bedlam")
    window.wait_until_runs("search_on")
    assert len([name for name, part in made["parts"].items() if part["visible"] and name.startswith("piece_")]) == 13
    known = solutions_of(made)
    share = window.ask("search_share")
    wait_for(lambda: window.ask("search_share") > share, "the search goes on")
    left, top, width, height = window.ask("free_view")

    def blue() -> int:
        """Return how many pixels in the lower left corner of the view are blue."""
        corner = window.screen.picture()[top + height * 2 // 3 : top + height, left : left + width // 3].astype(int)
        return int((corner[..., 2] > corner[..., :2].max(axis=2) + 40).sum())

    wait_for(lambda: blue() > 200, "the picture of the best shows its pieces")
    window.save_picture("16-packing-counting", still=False)
    window.leave()
    wait_for(lambda: not blue(), "its picture is taken away")
    counted = window.puzzle()
    assert solutions_of(counted) > known
    assert counted["parts"] == made["parts"]
    # What is undone meanwhile takes nothing from a search.
    sidebar.begin("search_on")
    window.screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle() == made, "what was counted before is undone")
    share = window.ask("search_share")
    wait_for(lambda: window.ask("search_share") > share, "the search goes on")
    window.leave()
    assert solutions_of(window.puzzle()) >= solutions_of(counted)
    window.screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle() == made, "one step of undo takes back what was counted")
    window.screen.keys("ctrl+z")
    wait_for(lambda: not window.state()["puzzles"], "and one the pieces")


def solutions_of(state: Any) -> int:
    """Return how many solutions of a puzzle are known."""
    return len(puzzle_from_json(state["puzzle"]).found.solutions)


@pytest.mark.once
def test_a_problem_of_a_file_with_several_is_chosen_from_a_list(sidebar: Sidebar, debian: Debian) -> None:
    window, screen, reader = sidebar.window, sidebar.window.screen, sidebar.reader
    file = debian.folder / "several.xmpuzzle"
    file.write_text(SEVERAL)
    before, number = screen.picture(), window.ask("windows")
    sidebar.press("puzzle_cubes.load")
    wait_for(lambda: window.ask("windows") > number, "the file browser is open")
    window.settle()
    wait_for(lambda: window.ask("choose_file", path=debian.inside(file)), "the file is chosen")

    screen.give_keys_to("File View")
    screen.move(600, 600)
    screen.keys("Return")

    def items(label: str) -> list[Point]:
        picture = screen.picture()
        return reader.points(label, picture, changed_box(before, picture))

    reader.learn(["1: Cubes", "2: Block"])
    place = wait_for(lambda: items("2: Block"), "the list of problems is open")[0]
    window.save_picture("31-problems", still=False)
    assert window.state()["puzzles"] == []
    window.click(*place)
    wait_for(lambda: window.state()["puzzles"], "a problem is opened")
    assert window.puzzle()["content"]["name"] == "Block"
    window.leave_buttons()
    assert "Opened 'Packing Cube Block': no solution known yet" in window.console()
    sidebar.open_alone("Solutions")
    drawn = window.drawn_items()["PUZZLE_CUBES_PT_solutions"]
    assert [name for _, name in drawn if name.endswith("search_on")]
    window.save_picture("31-problem-opened")
    screen.keys("ctrl+z")
    wait_for(lambda: not window.state()["puzzles"], "one step of undo takes it away")


@pytest.mark.once
def test_from_a_wish_to_sliced_files_and_a_film(sidebar: Sidebar, debian: Debian) -> None:
    window = sidebar.window
    sidebar.choose("Scene.kind", "Burr")
    sidebar.choose("Scene.made_by", "Wish")
    wait_for(lambda: not sidebar.out_of_sight("puzzle_cubes.generate"), "the panel is drawn")
    sidebar.type_into("Scene.level", "5")
    window.settle()
    window.save_picture("41-burr-wish")
    sidebar.generate()
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
    first = window.state()["frames"][0]
    wait_for(lambda: window.state()["playing"] and window.state()["frames"][1] > first + 3, "the assembly is played")
    window.save_picture("41-burr-film", still=False)
    window.stop_playing()
    window.screen.keys("shift+Right")
    wait_for(lambda: window.state()["frames"][1] == window.state()["frames"][2], "the last frame is shown")
    window.save_picture("41-burr-film-end")
