# SPDX-License-Identifier: GPL-3.0-or-later
"""A search shows its progress, is stopped with its best kept, goes on from there, and repeats what was adjusted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import psutil
import pytest
from numpy.typing import NDArray

from puzzle_cubes.common.sharing import processors
from puzzle_cubes.oskar.making.annealing import PARTS
from tests.gui.blender_by_hand import save_and_quit
from tests.gui.puzzle_by_hand import box_extent, make_puzzle
from tests.gui.reader import Box
from tests.gui.screen import HEIGHT, WIDTH
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.wait_until import longest_wait, wait_for
from tests.gui.window import Window

pytestmark = pytest.mark.once

REFUSED = "A search is running: press Esc to stop it and keep its best puzzle."
EFFORT = 1_500_000
STOP = "Stop"
KEPT = "kept the best so far"
AMBER = np.array([255, 181, 54])


def test_escape_keeps_the_best(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.reader.learn(["Esc"])
    for axis in range(3):
        sidebar.type_into(f"Scene.size[{axis}]", "8")
    begin(sidebar)
    status_bar = window.ask("status_bar")
    wait_for_progress(sidebar, status_bar)
    window.save_picture("04-search", still=False)
    searching = searching_for(window)
    assert sidebar.reader.points("Esc", window.screen.picture(), status_bar)
    window.screen.keys("Escape")
    assert_kept(sidebar)
    assert_ended(searching)
    # It stopped where it was, long before its end.
    assert 0 < window.ask("efforts")[-1] < EFFORT / 4


def test_a_blender_that_ends_leaves_no_process(sidebar: Sidebar) -> None:
    window = sidebar.window
    begin(sidebar)
    searching = searching_for(window)
    window.process.terminate()
    window.process.wait()
    assert_ended(searching)


def searching_for(window: Window) -> list[psutil.Process]:
    """Wait for the processes that search for Blender, as many as there are cores, and return them."""
    blender = psutil.Process(window.process.pid)
    wait_for(lambda: len(blender.children()) == min(PARTS, processors()), "all cores search")
    helpers: list[psutil.Process] = blender.children()
    return helpers


def assert_ended(searching: list[psutil.Process]) -> None:
    """Look that processes end."""
    _, alive = psutil.wait_procs(searching, timeout=longest_wait())
    assert not alive


@pytest.mark.thorough
def test_the_button_keeps_the_best(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.reader.learn([STOP])
    begin(sidebar)
    box = sidebar.box()
    wait_for_progress(sidebar, box)
    (button,) = wait_for(lambda: sidebar.reader.points(STOP, window.screen.picture(), box), "the button is there")
    window.ask("pause_after_stop", seconds=longest_wait())
    window.click(*button)
    assert_kept(sidebar)
    # The second one of two fast clicks means nothing that comes in the place of Stop.
    window.click(*button)
    window.settle()
    assert window.ask("windows") == 1
    window.ask("pause_after_stop", seconds=0)
    window.leave_buttons()
    window.click(*button)
    wait_for(lambda: window.ask("windows") == 2, "the file browser is opened")


@pytest.mark.thorough
def test_the_search_goes_on_until_it_is_stopped(sidebar: Sidebar) -> None:
    window, reader = sidebar.window, sidebar.reader
    reader.learn([REFUSED])

    def is_refused() -> bool:
        return bool(reader.points(REFUSED, window.screen.picture(), (0, 0, WIDTH, HEIGHT)))

    begin(sidebar)
    # Escape that closes a menu does not end the search.
    window.leave_buttons()
    window.screen.keys("shift+a")
    window.settle()
    window.screen.keys("Escape")
    window.settle()
    assert window.runs("generate")
    # Nor does an undo, of what was set before it began.
    share = window.ask("search_share")
    effort = window.state()["settings"]["oskar"]["effort"]
    window.screen.keys("ctrl+z")
    wait_for(lambda: window.state()["settings"]["oskar"]["effort"] != effort, "the setting is undone")
    wait_for(lambda: window.ask("search_share") > share, "the search goes on")
    assert window.runs("generate")
    window.expected.append(REFUSED)
    window.search("mesh oskar")
    wait_for(is_refused, "the second search is refused")
    window.save_picture("04-search-refused", still=False)
    assert window.state()["running"].count("PUZZLE_CUBES_OT_generate") == 1

    def is_stopped() -> bool:
        # The first Escape may close the message.
        window.screen.keys("Escape")
        window.settle()
        return not window.runs("generate")

    wait_for(is_stopped, "the search has stopped")
    assert_kept(sidebar)


@pytest.mark.thorough
def test_the_best_so_far_is_seen_in_the_view(sidebar: Sidebar) -> None:
    window = sidebar.window

    def corner() -> bytes:
        """Return the lower left part of the 3D view."""
        left, top, width, height = window.ask("free_view")
        box = window.screen.picture()[top + height * 2 // 3 : top + height, left : left + width // 3]
        return box.tobytes()

    # Of a small one the best is there at once, and nothing better comes.
    for axis in range(3):
        sidebar.type_into(f"Scene.size[{axis}]", "2")
    before = corner()
    begin(sidebar)
    wait_for(lambda: corner() != before, "the best so far is there")
    window.save_picture("04-best-so-far", still=False)
    seen = {corner()}

    def is_turned() -> bool:
        window.screen.keys("KP_4")
        seen.add(corner())
        return len(seen) >= 4

    window.leave_buttons()
    wait_for(is_turned, "it turns with the view")

    curves = set()

    def lowest() -> NDArray[np.uint8]:
        """Return the lowest part of the 3D view."""
        left, top, width, height = window.ask("free_view")
        return window.screen.picture()[top + height * 8 // 9 : top + height, left : left + width]

    def goes_on() -> bool:
        """Look whether the curve below it, which is some hundred pixels wide, has been drawn anew five times."""
        low = lowest()
        if (np.abs(low - AMBER) < 10).all(axis=2).any(axis=0).sum() > 100:
            curves.add(low.tobytes())
        return len(curves) > 5

    wait_for(goes_on, "a curve shows for how long it has been the best")
    # It is read before a dark box, whatever is behind that.
    assert (lowest().max(axis=2) < 45).sum() > 5000
    window.screen.keys("Escape")
    assert_kept(sidebar)


def begin(sidebar: Sidebar) -> None:
    """Begin a search that takes minutes."""
    # A difficulty that is met would end it.
    sidebar.choose("Scene.difficulty", "Extreme")
    sidebar.choose("Scene.effort_choice", "Own")
    sidebar.type_into("Scene.effort", str(EFFORT))
    sidebar.begin("generate")


def wait_for_progress(sidebar: Sidebar, box: Box) -> None:
    """Wait until a part of the screen has changed three times, while there is no puzzle yet."""
    left, top, width, height = box
    seen: set[bytes] = set()

    def has_moved() -> bool:
        seen.add(sidebar.window.screen.picture()[top : top + height, left : left + width].tobytes())
        return len(seen) >= 4

    wait_for(has_moved, "the progress has moved three times")
    assert not sidebar.window.state()["puzzles"]


def assert_kept(sidebar: Sidebar) -> None:
    """Look that the search stops, says so, and leaves a puzzle."""
    window = sidebar.window
    window.expected.append(KEPT)
    wait_for(lambda: not window.runs("generate"), "the search has stopped")
    window.save_picture("04-search-stopped", still=False)
    puzzle = window.puzzle()
    assert puzzle["content"]["settings"]["style"] == "hard"
    assert puzzle["parts"]["box"]["visible"]
    assert puzzle["content"]["measures"]["length"] > 0


def search_and_stop(sidebar: Sidebar) -> Any:
    """Begin a search that takes minutes, stop it, and return the puzzle."""
    begin(sidebar)
    return stopped(sidebar.window, "generate")


def stopped(window: Window, name: str) -> Any:
    """Press Esc once an operator has searched for a while, and return the puzzle that is kept."""
    window.expected.append(KEPT)
    window.wait_until_searches(name)
    window.leave()
    return window.puzzle()


def test_it_goes_on_in_another_session(start: Callable[..., AbstractContextManager[Window]]) -> None:
    with start() as window:
        sidebar = open_sidebar(window)
        before = search_and_stop(sidebar)
        saved = save_and_quit(window, sidebar, "search.blend")
    with start(saved["file"]) as window:
        sidebar = open_sidebar(window)
        sidebar.press("puzzle_cubes.search_on")
        after = stopped(window, "search_on")
        window.save_picture("04-searched-on")
        asked, made = (puzzle["content"]["settings"]["effort"] for puzzle in (before, after))
        assert asked < made < 2 * asked
        assert after["name"] == before["name"]


def test_what_is_adjusted_is_searched_for_beside(sidebar: Sidebar) -> None:
    window, reader = sidebar.window, sidebar.reader
    before = search_and_stop(sidebar)
    reader.learn(["Generate Puzzle", "Steps"])
    reader.click("Generate Puzzle")
    window.leave_buttons()
    window.save_picture("02-adjust-search")
    left, _, width, _ = box = window.ask("place", region_type="HUD")
    # What was asked can be changed: it was stopped, so it would be repeated in a moment.
    ((_, y),) = reader.points("Steps", window.still_picture(), box)
    window.fill_in(left + 0.7 * width, y, "2500000")
    window.wait_until_runs("replace")
    # The puzzle of before is in sight meanwhile.
    assert window.puzzle()["content"] == before["content"]
    after = stopped(window, "replace")
    window.save_picture("02-adjusted-search")
    assert after["content"]["settings"]["effort"] == 2_500_000
    assert after["name"] == before["name"]


def test_seed_and_size_are_adjusted(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 3, 3, 3, style="HARD")
    reader = sidebar.reader
    reader.learn(["Generate Puzzle", "Seed", "Size X", "Effort", "Steps"])
    reader.click("Generate Puzzle")
    window.leave_buttons()
    window.save_picture("02-adjust")
    # Steps are typed only where no name of an effort is chosen.
    picture, panel = window.still_picture(), window.ask("place", region_type="HUD")
    assert [len(reader.points(label, picture, panel)) for label in ("Effort", "Steps")] == [1, 0]

    def type_into(label: str, text: str) -> None:
        left, _, width, _ = box = window.ask("place", region_type="HUD")
        ((_, y),) = reader.points(label, window.still_picture(), box)
        window.fill_in(left + 0.7 * width, y, text)
        window.leave_buttons()

    def is_adjusted(size: list[int], seed: int) -> bool:
        puzzles = window.state()["puzzles"]
        return [(puzzle["content"]["size"], puzzle["content"]["settings"]["seed"]) for puzzle in puzzles] == [
            (size, seed)
        ]

    type_into("Seed", "8")
    wait_for(lambda: is_adjusted([3, 3, 3], 8), "the puzzle has another seed")
    assert window.puzzle()["content"]["faces"] != made["content"]["faces"]
    assert window.puzzle()["oskar"]["seed_text"] == "8"
    type_into("Size X", "4")
    wait_for(lambda: is_adjusted([4, 3, 3], 8), "the puzzle has another size")
    assert window.puzzle()["parts"]["box"]["extent"] == box_extent([4, 3, 3])
    window.save_picture("02-adjusted")
    # Each was searched for beside Blender, as a hard one takes a while: so each is a step of its own.
    window.screen.keys("ctrl+z")
    wait_for(lambda: is_adjusted([3, 3, 3], 8), "a step of undo takes back the size")
    window.screen.keys("ctrl+z")
    wait_for(lambda: is_adjusted([3, 3, 3], 7), "a step of undo takes back the seed")
    window.screen.keys("ctrl+z")
    wait_for(lambda: not window.state()["puzzles"], "a step of undo takes the puzzle away")
