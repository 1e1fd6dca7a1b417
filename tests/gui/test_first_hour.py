# SPDX-License-Identifier: GPL-3.0-or-later
"""A first hour: printing leads to the kit, buttons keep their places, and messages say what was done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzle_cubes.kind.facts import is_farther
from puzzle_cubes.oskar.game import Game
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.by_hand import is_wall
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import Square
from tests.gui.blender_by_hand import add_menu_entry, appearing
from tests.gui.puzzle_by_hand import keys_in_view, make_packing, make_puzzle, puzzle_in
from tests.gui.reader import Point
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.test_draw import XZ, point_at
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

PRINT = "PUZZLE_CUBES_PT_print"
BUTTONS = tuple(f"bpy.ops.puzzle_cubes.{name}" for name in ("generate", "another", "play", "print", "check"))
NOTHING_DONE = "Stopped: nothing was checked or written"
RESULT = "PUZZLE_CUBES_PT_result"
STOP = "Stop"
FOLDER_ASKED = "Print to Folder"
REASON = "every seed gives the same puzzle"
STOPPED = "Esc has stopped the picture: nothing was saved"
RENDERING, BUSY = "RENDER_OT_render", "A picture is being rendered: wait for it"
LONG_RENDERS = """
import bpy
bpy.context.preferences.view.render_display_type = "NONE"
bpy.context.scene.render.engine = "CYCLES"
bpy.context.scene.cycles.use_adaptive_sampling = False
bpy.context.scene.cycles.samples = 1 << 20
bpy.context.scene.cycles.use_denoising = False
"""


def places_of(sidebar: Sidebar, names: tuple[str, ...] = BUTTONS) -> dict[str, Point]:
    """Return where buttons are now."""
    return {name: sidebar.finder.button(name) for name in names}


def assert_stay(window: Window, places: dict[str, Point]) -> None:
    """Look that buttons are where they were."""
    for name, place in places.items():
        window.screen.move(*place)
        assert name in window.ask("under_pointer"), name
    window.leave_buttons()


def assert_all_in_view(window: Window) -> None:
    """Look that each corner of each part that is shown is in the part of the view that the sidebar leaves free."""
    left, top, width, height = window.ask("free_view")
    for key, part in window.puzzle()["parts"].items():
        if part["visible"]:
            for signs in product((-0.5, 0.5), repeat=3):
                x, y = window.ask("seen", part=key, way=(np.array(signs) * part["extent"]).tolist())
                assert left <= x <= left + width, key
                assert top <= y <= top + height, key


def texts_of(window: Window) -> list[str]:
    """Return what stands in the panel on printing."""
    return [text for text, _ in window.drawn_items()[PRINT]]


def wait_until_said(sidebar: Sidebar, text: str) -> None:
    """Wait until a text that was learned stands in the line below all areas, also while Blender answers nothing."""
    screen, box = sidebar.window.screen, (0, sidebar.window.screen.height - 40, sidebar.window.screen.width, 40)
    wait_for(lambda: sidebar.reader.points(text, screen.picture(), box), f"it is said: {text}")


@pytest.mark.wide
def test_whoever_prints_meets_the_kit(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 5, 5, 5, style="HARD")
    same = f"'{made['name']} (2)' is the same puzzle as '{made['name']}': other settings give a new one"
    sidebar.reader.learn([same])
    places = places_of(sidebar)
    window.click(*places["bpy.ops.puzzle_cubes.check"])
    wait_for(lambda: window.puzzle()["checks"], "it is checked")
    window.leave_buttons()
    window.settle()
    window.save_picture("33-one-piece-checked")
    offer = next(text for text in texts_of(window) if text.startswith("Kit: "))
    # One click leads there.
    sidebar.choose_way(offer, "KIT")
    window.save_picture("33-kit")
    assert_stay(window, places)
    assert_all_in_view(window)

    # Seen from near it is put together, and laid on the bed: the view follows.
    sidebar.reader.learn(["Together", "Bed"])
    for place, explode in (("Together", 0), ("Bed", 1)):
        window.screen.scroll(*window.middle_of_view(), -12)
        # Titles of panels below have the words, too.
        found = sidebar.reader.points(place, window.still_picture(), sidebar.box())
        window.click(*min(found, key=lambda point: point[1]))
        wait_for(lambda: window.puzzle()["explode"] == explode, "the parts move")  # noqa: B023
        window.leave_buttons()
        window.settle()
        assert_all_in_view(window)

    # It is played with whole, and lies there again afterwards.
    kit = window.puzzle()
    view = window.ask("view")
    sidebar.begin("play")
    parts = window.puzzle()["parts"]
    assert [key for key, part in parts.items() if part["visible"]] == ["box", "cross"]
    window.save_picture("33-kit-played", still=False)
    window.leave()
    assert window.puzzle() == kit
    now = window.ask("view")
    assert (now["perspective"], now["distance"]) == (view["perspective"], pytest.approx(view["distance"]))
    assert now["location"] == pytest.approx(view["location"])

    window.click(*places["bpy.ops.puzzle_cubes.generate"])
    wait_until_said(sidebar, same)
    window.save_picture("33-same-puzzle", still=False)
    # Who prints kits gets the next one as a kit, too.
    assert [puzzle["oskar"]["way"] for puzzle in window.state()["puzzles"]] == ["KIT", "KIT"]


LARGE = """
import bpy
bpy.context.preferences.view.show_tooltips = False
group = bpy.context.scene.puzzle_cubes
group.bed_x = group.bed_y = 3000.0
"""


@pytest.fixture
def sidebar_of_large(start: Callable[..., AbstractContextManager[Window]]) -> Iterator[Sidebar]:
    """Give the sidebar for a large bed, where no tooltip covers what stands below the pointer on a slow machine."""
    with start("--python-expr", LARGE) as window:
        yield open_sidebar(window)


@pytest.mark.once
@pytest.mark.wide
def test_a_large_kit_is_checked_and_printed_beside_blender(sidebar_of_large: Sidebar, user: Path) -> None:
    sidebar = sidebar_of_large
    window, screen = sidebar.window, sidebar.window.screen
    window.expected.append(NOTHING_DONE)
    window.put("oskar", passage=16.0, wall=8.0, plate=8.0)
    made = make_puzzle(sidebar, 60, 60, 60, style="KRUSKAL")
    sidebar.reader.learn([FOLDER_ASKED, NOTHING_DONE])
    sidebar.choose_way("Kit", "KIT")
    places = places_of(sidebar, tuple(f"bpy.ops.puzzle_cubes.{name}" for name in ("check", "print", "open_folder")))
    check, to_print, stop = places.values()

    # Stopped by the key or the button, it has changed nothing.
    kit = window.puzzle()
    window.click(*check)
    screen.keys("Escape")
    wait_until_said(sidebar, NOTHING_DONE)
    window.click(*to_print)
    wait_for(lambda: STOP in texts_of(window), "it is at work beside Blender, and can be stopped")
    window.click(*stop)
    wait_for(lambda: STOP not in texts_of(window), "the button stops it")
    assert window.puzzle() == kit
    assert not [*user.glob("Oskar*")]

    window.click(*check)
    # The pointer rests on the progress: what follows that is no bar.
    screen.move(*to_print)
    wait_for(lambda: window.puzzle()["checks"], "it is checked to the end")
    window.settle()
    verdict = next(text for text in texts_of(window) if " to look at" in text)
    sidebar.reader.learn([verdict])
    box = sidebar.box()
    wait_for(lambda: sidebar.reader.points(verdict, screen.picture(), box), "the verdict is no bar")
    window.leave_buttons()
    assert_stay(window, {name: place for name, place in places.items() if "folder" not in name})
    window.click(*to_print)
    window.save_picture("33-large-kit", still=False)
    wait_for(lambda: window.ask("windows") == 2, "a folder is asked for once all is worked out")
    sidebar.reader.click_away(FOLDER_ASKED)
    wait_for(lambda: [*user.glob("Oskar*/kit.3mf")], "the files are written")
    (folder,) = user.glob("Oskar*")
    assert {"assembly.html", "assembly.txt", "bed_1.stl", "puzzle.json"} <= {file.name for file in folder.iterdir()}
    assert window.puzzle()["content"] == made["content"]


@pytest.mark.once
def test_a_search_speaks_of_the_wish_and_never_loses(sidebar: Sidebar) -> None:
    window = sidebar.window
    window.expected.append("Stopped; kept the best so far, with ")
    window.put("oskar", size=(8, 8, 8), difficulty="EASY", effort_choice="OWN", effort=5_000_000)
    play: dict[str, Point] = {}
    puzzles: list[Puzzle] = []
    for button in ("generate", "search_on"):
        # Seen from near the puzzle is not whole in view.
        window.screen.scroll(*window.middle_of_view(), -12)
        sidebar.begin(button)
        if play:
            assert_stay(window, play)
        else:
            window.wait_until_searches(button)
        window.save_picture(f"33-wish-{button}", still=False)
        window.leave()
        puzzles.append(puzzle_in(window.puzzle()))
        window.settle()
        assert_all_in_view(window)
        window.save_picture(f"33-wish-{button}-stopped")
        play = {} if len(puzzles) > 1 else places_of(sidebar, ("bpy.ops.puzzle_cubes.play",))
        # The search is gone on with where it is said what is missing.
        texts = [text for text, _ in window.drawn_items()[RESULT]]
        assert " times too hard" in " ".join(texts)
        assert "Search On" in texts
    assert not is_farther(*(OSKAR.wishes(puzzle) for puzzle in puzzles))


@pytest.mark.once
def test_a_kind_from_the_menu_is_the_panels_and_has_no_other(sidebar: Sidebar) -> None:
    window, screen, reader = sidebar.window, sidebar.window.screen, sidebar.reader
    reader.learn([REASON])
    window.click(*add_menu_entry(window, reader, "Packing Cube"))
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    assert window.state()["settings"]["kind"] == "PACKING"
    before = window.puzzle()
    place = sidebar.finder.button("bpy.ops.puzzle_cubes.another")
    window.click(*place)
    window.leave_buttons()
    assert window.puzzle()["content"] == before["content"]
    entries = appearing(window, reader)
    for step in range(5):
        screen.move(place[0] + step, place[1])
        window.settle()
    wait_for(lambda: entries(REASON), "the tooltip says why")
    window.save_picture("33-no-other", still=False)


@pytest.mark.wide
def test_a_picture_that_is_stopped_is_said(sidebar: Sidebar, user: Path) -> None:
    window = sidebar.window
    window.expected.extend(["CUEW initialization failed", STOPPED])
    make_puzzle(sidebar, 5, 5, 5)
    before = window.puzzle()
    sidebar.reader.learn(["Save Picture", STOPPED])
    sidebar.press("puzzle_cubes.picture")
    wait_for(lambda: window.ask("windows") == 2, "the file browser is open")
    sidebar.reader.click("Save Picture")
    window.wait_until_runs("take_picture")
    window.leave_buttons()
    window.screen.keys("shift+a", "Escape")
    wait_until_said(sidebar, STOPPED)
    window.save_picture("33-picture-stopped", still=False)
    assert window.puzzle() == before
    assert not [*user.glob("*.png")]


@pytest.fixture
def sidebar_beside_a_render(start: Callable[..., AbstractContextManager[Window]]) -> Iterator[Sidebar]:
    """Give the sidebar where F12 renders for hours, without a window of its own."""
    with start("--python-expr", LONG_RENDERS) as window:
        yield open_sidebar(window)


@pytest.mark.wide
@pytest.mark.once
def test_a_picture_waits_for_what_blender_renders(sidebar_beside_a_render: Sidebar) -> None:
    sidebar = sidebar_beside_a_render
    window, screen = sidebar.window, sidebar.window.screen
    window.expected.append("CUEW initialization failed")
    sidebar.reader.learn([BUSY])
    make_puzzle(sidebar, 2, 2, 2)
    place = sidebar.finder.button("bpy.ops.puzzle_cubes.picture")
    screen.move(*window.middle_of_view())
    screen.keys("F12")
    wait_for(lambda: RENDERING in window.state()["running"], "Blender renders")
    entries = appearing(window, sidebar.reader)
    for step in range(5):
        screen.move(place[0] + step, place[1])
        window.settle()
    wait_for(lambda: entries(BUSY), "the tooltip says what to wait for")
    window.save_picture("33-picture-waits", still=False)


def draw_a_wall(window: Window) -> None:
    """Click on what lies between two cells on the front of the box."""
    puzzle = puzzle_in(window.puzzle())
    squares = [Square(XZ, place) for place in ((1, 2), (2, 3), (5, 4), (4, 1), (2, 5))]
    point_at(window, puzzle, next(square for square in squares if is_wall(puzzle, square)))
    window.screen.click()


def move_the_cross(window: Window) -> None:
    """Press a key that moves the cross from the start."""
    puzzle = puzzle_in(window.puzzle())
    keys = keys_in_view(window)
    window.screen.keys(next(key for way, key in keys.items() if Game(puzzle, puzzle.start).move(way)))


TOOLS: dict[str, list[tuple[str, Callable[[Window], None]]]] = {
    "OSKAR": [("play", move_the_cross), ("draw_walls", draw_a_wall)],
    "PACKING": [
        ("play_pieces", lambda window: window.screen.keys("space")),
        ("draw_pieces", lambda window: window.screen.keys("n")),
    ],
}
"""What goes on in a view until it is left, by the kind, and what changes something in it."""

SAID = {
    "play": "Left the cross at ",
    "play_pieces": "Left the game with 1 of 6 pieces in place",
    "draw_pieces": "Drew 'Packing Cube",
}
"""What is said where something is left that was changed; of walls it is seen."""


@pytest.mark.parametrize("kind", TOOLS)
def test_one_rule_for_all_that_is_left(sidebar: Sidebar, kind: str) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    if kind == "OSKAR":
        make_puzzle(sidebar, 4, 4, 4)
    else:
        make_packing(sidebar)
    for tool, change in TOOLS[kind]:

        def begin_and_change() -> Any:
            """Begin, see the rule, change something, and return the puzzle as it is then."""
            sidebar.begin(tool)  # noqa: B023  (called at once, as all here)
            begun = told(window, kind)
            window.settle()
            assert white_pixels_of_boards(window) > 200
            window.save_picture(f"33-rule-{tool}", still=False)  # noqa: B023
            change(window)  # noqa: B023
            wait_for(lambda: told(window, kind) != begun, "something is changed")
            return begun

        before = window.puzzle()
        begun = begin_and_change()
        screen.keys("ctrl+z")
        wait_for(lambda: told(window, kind) == begun, "Ctrl Z takes it back")  # noqa: B023
        change(window)
        wait_for(lambda: told(window, kind) != begun, "it is changed again")  # noqa: B023
        window.leave()
        assert told(window, kind) == told_of(before, kind)
        assert window.puzzle()["parts"] == before["parts"]
        begin_and_change()
        window.leave("Return")
        assert told(window, kind) != told_of(before, kind)
        assert tool not in SAID or SAID[tool] in window.console()
        window.leave_buttons()
        screen.keys("ctrl+z")
        wait_for(lambda: told(window, kind) == told_of(before, kind), "all is one step of undo")  # noqa: B023


def white_pixels_of_boards(window: Window) -> int:
    """Return how many pixels are as white as the names of keys, of all that is painted over the view."""
    left, top, _, height = window.ask("place", region_type="WINDOW")
    picture = window.still_picture()
    boards = [
        picture[round(top + height - upper) : round(top + height - low), round(left + begin) : round(left + end)]
        for name, rectangles in window.ask("painted").items()
        if name.endswith("Drawing")
        for begin, low, end, upper in rectangles
    ]
    return sum(int((board.min(axis=2) > 200).sum()) for board in boards)


def told(window: Window, kind: str) -> Any:
    """Return what a tool changes of a puzzle."""
    return told_of(window.puzzle(), kind)


def told_of(puzzle: Any, kind: str) -> Any:
    """Return what a tool changes of a puzzle in a state."""
    # Where the slider was when another view was chosen is kept for the next time.
    own = {name: value for name, value in puzzle[kind.lower()].items() if name != "viewed_explode"}
    return own | {"puzzle": puzzle["puzzle"], "checks": puzzle["checks"], "name": puzzle["name"]}
