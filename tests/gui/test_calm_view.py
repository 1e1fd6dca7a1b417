# SPDX-License-Identifier: GPL-3.0-or-later
"""A view without stumbling: what is painted covers nothing else, a solution can be followed, and nothing gets lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import combinations, product

import numpy as np
import pytest

from tests.gui.puzzle_by_hand import make_puzzle
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.test_gizmos import arrow
from tests.gui.test_screens import THEME
from tests.gui.wait_until import wait_for
from tests.gui.window import Window


def part_state(window: Window, key: str, number: int = 0) -> dict[str, object]:
    """Return the state of a part of a puzzle."""
    state: dict[str, object] = window.state()["puzzles"][number]["parts"][key]
    return state


@pytest.mark.wide
def test_a_solution_is_followed_and_a_puzzle_is_found_again(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    make_puzzle(sidebar, 5, 5, 5)
    window.settle()
    sidebar.press("puzzle_cubes.show_solution")
    wait_for(lambda: part_state(window, "solution")["visible"], "the solution is shown")
    window.settle()
    window.save_picture("51-solution")
    assert window.puzzle()["display"] == "GLASS"
    assert not part_state(window, "cross")["visible"]
    sidebar.press("puzzle_cubes.show_solution")
    wait_for(lambda: part_state(window, "cross")["visible"], "the cross is back")
    assert window.puzzle()["display"] == "SOLID"

    # What is watched is explained where the panel of the operation is not.
    sidebar.press("puzzle_cubes.watch")
    window.stop_playing()
    window.settle()
    window.save_picture("51-watched")
    drag_what_is_watched(sidebar)
    sidebar.press("puzzle_cubes.remove_watch")
    wait_for(lambda: part_state(window, "box")["visible"], "the walls are back")

    # A puzzle that is made in Edit Mode is seen.
    window.leave_buttons()
    screen.keys("Tab")
    wait_for(lambda: window.ask("mode") == "EDIT", "it is Edit Mode")
    # It is searched for beside, so the mode is left before.
    window.put("oskar", size=(5, 5, 6), style="HARD", effort_choice="QUICK")
    sidebar.generate(2)
    window.save_picture("51-made-in-edit-mode")
    assert window.ask("mode") == "OBJECT"

    # A box that is deleted leaves its puzzle the active one.
    sidebar.press("puzzle_cubes.another")
    window.leave_buttons()
    window.settle()
    deleted = window.ask("active")
    # Blender asks whether it is meant.
    screen.keys("x")
    window.settle()
    screen.keys("Return")
    wait_for(lambda: window.ask("active") == "", "the active object is deleted")
    window.settle()
    window.save_picture("51-box-deleted")
    assert deleted
    assert "PUZZLE_CUBES_PT_result" in {panel["idname"] for panel in window.ask("panels")}
    sidebar.press("puzzle_cubes.rebuild")
    wait_for(lambda: part_state(window, "box", 1)["visible"], "the box is back")


def drag_what_is_watched(sidebar: Sidebar) -> None:
    """Drag a wall while the walls are hidden, and take that back."""
    window, screen = sidebar.window, sidebar.window.screen
    watched = window.puzzle()
    window.hold(arrow(window, "wall"), np.array([40.0, 0.0]))
    screen.release()
    wait_for(lambda: window.puzzle()["oskar"]["wall"] > 3.2, "the wall follows")
    window.leave_buttons()
    window.settle()
    window.save_picture("51-watched-dragged")
    assert window.puzzle()["oskar"]["watch_line"] == watched["oskar"]["watch_line"]
    assert not part_state(window, "box")["visible"]
    screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle() == watched, "one step of undo takes it back")


@pytest.mark.once
@pytest.mark.wide
@pytest.mark.parametrize(("theme", "scale"), [("Dark", 1.5), pytest.param("Light", 1.5, marks=pytest.mark.thorough)])
def test_what_is_painted_covers_nothing(
    start: Callable[..., AbstractContextManager[Window]], theme: str, scale: float
) -> None:
    with start("--python-expr", THEME.format(theme, scale)) as window:
        sidebar = open_sidebar(window)
        make_puzzle(sidebar, 5, 5, 5)
        window.settle()
        open_last_operation(sidebar)
        sidebar.begin("play")
        window.screen.keys("h")
        window.settle()
        window.save_picture(f"52-{theme.lower()}-play", still=False)
        painted = window.ask("painted")
        assert len(painted["panel"]) == 1
        assert len(painted["PlayDrawing"]) == 4
        assert_clear(window, painted)
        assert_readable(window, painted["PlayDrawing"])
        window.leave()

        # What is drawn on is above the board, which is above the panel.
        window.search("draw walls")
        (board,) = wait_for(lambda: drawn_of("WallsDrawing", window), "it is painted")["WallsDrawing"]
        window.leave_buttons()
        window.settle()
        window.save_picture(f"52-{theme.lower()}-walls", still=False)
        _, top, _, height = window.ask("place", region_type="WINDOW")
        half = np.array(window.puzzle()["parts"]["box"]["extent"]) / 2
        for signs in product((-1, 1), repeat=3):
            _, y = window.ask("seen", part="box", way=(np.array(signs) * half).tolist())
            assert top < y < top + height - board[3]
        window.leave()

        # What a search has found so far is shown beside the panel, too.
        window.put("oskar", size=(12, 12, 12), style="HARD")
        window.expected.append("Stopped; kept the best so far")
        sidebar.press("puzzle_cubes.generate")
        painted = wait_for(lambda: drawn_of("Inset", window), "the best so far is shown")
        window.save_picture(f"52-{theme.lower()}-search", still=False)
        assert_clear(window, painted)
        window.leave_buttons()
        window.screen.keys("Escape")
        wait_for(lambda: len(window.state()["puzzles"]) == 2, "the search has ended")

        # So it is wherever something is drawn by hand, and in the game with pieces.
        for kind, tools in TOOLS.items():
            if kind != "Oskar's Cube":
                window.search(kind.lower())
                wait_for(lambda: kind.split()[0] in window.ask("active"), "there is a puzzle")  # noqa: B023
            for words, painting in tools.items():
                window.search(words)
                painted = wait_for(lambda: drawn_of(painting, window), "it is painted")  # noqa: B023
                window.leave_buttons()
                window.settle()
                window.save_picture(f"52-{theme.lower()}-{words.replace(' ', '-')}", still=False)
                painted = window.ask("painted")
                assert_clear(window, painted)
                assert_readable(window, painted[painting])
                window.leave()


TOOLS = {
    "Oskar's Cube": {"draw walls": "WallsDrawing"},
    "Packing Cube": {"play with pieces": "PlayDrawing", "draw pieces": "PiecesDrawing"},
    "Burr": {"draw pieces": "PiecesDrawing"},
}
"""What is done by hand, by its kind, as Blender's search finds it, and what paints it."""


def drawn_of(name: str, window: Window) -> dict[str, list[list[float]]]:
    """Return what is painted over the view, if a painting of a name is there; else nothing."""
    painted: dict[str, list[list[float]]] = window.ask("painted")
    return painted if painted.get(name) else {}


def open_last_operation(sidebar: Sidebar) -> None:
    """Open the panel of the last operation by a click on its title, which stands at the lower left of the view."""
    window = sidebar.window
    left, top, _, height = window.ask("place", region_type="HUD")
    window.click(left + 20, top + height / 2)
    window.leave_buttons()
    wait_for(lambda: window.ask("painted")["panel"], "the panel of the last operation is open")


READABLE = 4.5
"""The contrast that a text must have at least, as people with weak eyes need it."""


def assert_readable(window: Window, parts: list[list[float]]) -> None:
    """Look that the texts in rectangles over the view stand out of what is behind them."""
    left, top, _, height = window.ask("place", region_type="WINDOW")
    levels = window.screen.picture() / 255
    light = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4) @ (0.2126, 0.7152, 0.0722)
    for x, low, right, high in np.round(parts).astype(int).tolist():
        part = light[top + height - high : top + height - low, left + x : left + right]
        assert (np.percentile(part, 99) + 0.05) / (np.median(part) + 0.05) >= READABLE


def assert_clear(window: Window, painted: dict[str, list[list[float]]]) -> None:
    """Look that no two rectangles over the view have pixels in common, and that none lies under the sidebar."""
    _, _, width, _ = window.ask("free_view")
    parts = [(name, part) for name, parts in painted.items() for part in parts]
    assert [name for name, part in parts if part[2] > width] == []
    for (first_name, a), (second_name, b) in combinations(parts, 2):
        across = min(a[2], b[2]) - max(a[0], b[0])
        up = min(a[3], b[3]) - max(a[1], b[1])
        assert across <= 0 or up <= 0, (first_name, second_name)
