# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrows in the view drag dimensions and size, each drag is a step of undo, and Esc takes one back."""

from __future__ import annotations

import numpy as np
import pytest

from tests.gui.puzzle_by_hand import box_extent, make_packing, make_puzzle
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Place, Window

COLORS = {"wall": (1.0, 0.35, 0.85), "passage": (0.15, 0.8, 1.0), "y": (0.55, 0.86, 0.0), "z": (0.17, 0.56, 1.0)}
"""Of arrows, as they are painted nearly; nothing else has these, but the ball of axes in the corner."""

BALL = 130
"""Pixels from the upper right corner of the view to the end of that ball."""


def painted(window: Window, color: tuple[float, float, float], *, still: bool = True) -> Place:
    """Return the places in the 3D view that have nearly a color, as rows of x and y."""
    left, top, width, height = window.ask("free_view")
    whole = window.still_picture() if still else window.screen.picture()
    picture = whole[top : top + height, left : left + width].astype(float)
    # A gizmo is a little transparent.
    near = np.abs(picture - 255 * np.array(color)).max(axis=-1) < 45
    near[:BALL, -BALL:] = False
    rows, columns = np.nonzero(near)
    places: Place = np.stack([left + columns, top + rows], axis=-1).astype(float)
    return places


def arrow(window: Window, name: str) -> Place:
    """Return where the middle of the arrow of a dimension is."""
    window.leave_buttons()
    places = painted(window, COLORS[name])
    assert len(places) > 100, f"There is no arrow for {name}."
    middle: Place = np.median(places, axis=0)
    return middle


def seen(window: Window, x: float, y: float, z: float) -> Place:
    """Return where a place is seen that is so many millimeters from the origin of the box."""
    return np.array(window.ask("seen", part="box", way=[x, y, z], origin=True))


def test_a_wall_is_dragged(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 3, 3, 3)
    window.leave_buttons()
    window.save_picture("20-gizmos")
    x, y, _ = made["parts"]["box"]["extent"]
    way = seen(window, x / 2, -y / 2 + 2, 0) - seen(window, x / 2, -y / 2, 0)

    window.hold(arrow(window, "wall"), way)
    wait_for(lambda: window.puzzle()["oskar"]["wall"] > 4, "the wall follows while it is dragged")
    window.save_picture("20-gizmos-dragged")
    screen.keys("Escape")
    wait_for(lambda: window.puzzle() == made, "Esc leaves all as before")
    screen.release()

    window.hold(arrow(window, "wall"), way)
    screen.release()
    window.leave_buttons()
    window.settle()
    dragged = window.puzzle()
    wall = dragged["oskar"]["wall"]
    assert 4.4 < wall < 5.6
    assert dragged["parts"]["box"]["extent"] == box_extent([3, 3, 3], wall=wall)
    assert [dragged["oskar"][name] for name in ("passage", "plate")] == [5, 3.2]
    assert dragged["content"] == made["content"]
    screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle() == made, "one step of undo takes it back")
    screen.keys("ctrl+shift+z")
    wait_for(lambda: window.puzzle() == dragged, "and one of redo brings it again")
    assert_its_value_is_whole_at_the_edge(window)


def assert_its_value_is_whole_at_the_edge(window: Window) -> None:
    """Move the view until an arrow is at its lower edge, and look that what it says is above that."""
    _, top, _, height = window.ask("free_view")
    window.leave_buttons()
    while (place := arrow(window, "wall"))[1] < top + height - 45:
        window.screen.keys("ctrl+KP_8")
        window.settle()
    before = window.still_picture()
    window.screen.move(*place)
    window.settle()
    after = window.still_picture()
    window.save_picture("20-gizmos-edge")
    # White letters on a dark ground.
    came = (after.min(axis=2) > 230) & (before.min(axis=2) < 230)
    rows, _ = np.nonzero(came[top : top + height])
    assert np.ptp(rows) > 7
    assert rows.max() < height - 6


def test_the_size_is_dragged_by_a_cell(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_puzzle(sidebar, 3, 3, 3)
    window.leave_buttons()
    x, y, _ = made["parts"]["box"]["extent"]
    corner = seen(window, x / 2, -y / 2, 0)
    cell = seen(window, x / 2 + 8, -y / 2, 0) - corner
    begin = corner + 36 * cell / np.linalg.norm(cell)

    window.hold(begin, 0 * cell)
    held = window.still_picture()
    screen.move(*(begin + cell))
    wait_for(lambda: not np.array_equal(window.still_picture(), held), "the outline of the coming box is shown")
    window.save_picture("20-gizmos-size")
    assert window.puzzle() == made, "Nothing is made before it is let go."
    screen.keys("Escape")
    screen.release()
    window.leave_buttons()
    window.settle()
    assert window.puzzle() == made

    window.hold(begin, cell)
    screen.release()
    wait_for(lambda: window.puzzle()["content"]["size"] == [4, 3, 3], "the box has a cell more")
    larger = window.puzzle()
    assert larger["parts"]["box"]["extent"] == box_extent([4, 3, 3])
    settings = dict(made["content"]["settings"]) | {"size": [4, 3, 3]}
    assert larger["content"]["settings"] == settings
    window.leave_buttons()
    window.save_picture("20-gizmos-larger")
    screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle() == made, "one step of undo takes it back")


@pytest.mark.once
def test_a_long_search_after_a_drag_is_stopped_and_its_best_kept(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    window.expected.append("kept the best so far")
    # It takes far longer than this test, so that nothing but Esc ends it.
    long_search = {"style": "HARD", "difficulty": "EXTREME", "effort_choice": "OWN", "effort": 2_000_000}
    window.put("oskar", size=(6, 6, 6), seed=7, **long_search)
    sidebar.press("puzzle_cubes.generate")
    window.wait_until_searches("generate")
    window.leave()
    made = window.puzzle()
    window.settle()
    x, y, z = made["parts"]["box"]["extent"]
    for name, grown, corner, cell in (
        ("z", [6, 6, 7], (-x / 2, -y / 2, z), (0, 0, 8)),
        ("y", [6, 7, 7], (x / 2, -y / 2, 0), (0, -8, 0)),
    ):
        way = seen(window, *np.add(corner, cell)) - seen(window, *corner)
        before, place = window.puzzle(), arrow(window, name)
        # It stands at its own corner, not at that above or below it.
        ends = [np.linalg.norm(place - seen(window, *corner[:2], height)) for height in (0, z)]
        assert np.argmin(ends) == (corner[2] > 0)
        window.hold(place, way)
        screen.release()
        window.wait_until_searches("replace")
        window.leave_buttons()
        window.settle()
        window.save_picture(f"20-gizmos-search-{name}", still=False)
        # The puzzle of before is in sight meanwhile, and nothing to be dragged.
        assert window.puzzle()["content"] == before["content"]
        wait_for(lambda: len(painted(window, COLORS["wall"], still=False)) < 20, "no arrow is there")
        window.leave()
        assert window.puzzle()["content"]["size"] == grown
    screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle()["content"]["size"] == [6, 6, 7], "one step of undo takes a size back")


@pytest.mark.thorough
def test_there_is_nothing_to_drag_while_something_else_is_done(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    make_puzzle(sidebar, 3, 3, 3)
    arrow(window, "wall")

    def are_gone() -> bool:
        return len(painted(window, COLORS["wall"])) < 20

    window.leave_buttons()
    for what, key, back in (("edited", "Tab", "Tab"), ("shown without", "ctrl+grave", "ctrl+grave")):
        screen.keys(key)
        wait_for(are_gone, f"the arrows are gone while it is {what}")
        screen.keys(back)
        wait_for(lambda: not are_gone(), "the arrows are there again")
    window.search("add empty")
    wait_for(are_gone, "the arrows are gone while something else is active")
    window.save_picture("20-gizmos-other")
    screen.keys("ctrl+z")
    wait_for(lambda: not are_gone(), "the arrows are there again")


@pytest.mark.once
def test_there_is_nothing_to_drag_while_it_is_played(sidebar: Sidebar) -> None:
    window = sidebar.window
    make_puzzle(sidebar, 3, 3, 3)
    for name in COLORS:
        arrow(window, name)
    # The keys of the game have the colors of the axes, too, and their rims some pixels that come near the others.
    dimensions = {name: COLORS[name] for name in ("wall", "passage")}
    before = {name: len(painted(window, color)) for name, color in dimensions.items()}
    sidebar.begin("play")
    window.settle()
    pictured = {name: len(painted(window, color)) for name, color in dimensions.items()}
    window.save_picture("20-gizmos-played", still=False)
    window.leave()
    assert all(number < before[name] / 4 for name, number in pictured.items()), (pictured, before)
    arrow(window, "wall")


@pytest.mark.once
def test_the_plates_of_a_kit_follow_and_what_follows_a_held_size_has_no_arrow(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    make_puzzle(sidebar, 3, 3, 3)
    sidebar.choose_way("Kit", "KIT")
    window.save_picture("20-gizmos-kit")
    before = window.puzzle()
    window.hold(arrow(window, "wall"), np.array([25.0, 0.0]))
    screen.release()
    wait_for(lambda: window.puzzle()["oskar"]["wall"] > 3, "the wall follows")
    window.settle()
    dragged = window.puzzle()
    plates = [name for name, part in before["parts"].items() if part["visible"] and "plate" in name]
    assert len(plates) == 6
    assert all(dragged["parts"][name]["extent"] != before["parts"][name]["extent"] for name in plates)
    screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle() == before, "one step of undo takes it back")
    arrow(window, "passage")
    sidebar.open_panel("Dimensions")
    sidebar.type_into("Object.outer", "40")
    wait_for(lambda: window.puzzle()["oskar"]["hold"] == "OUTER", "the size is held")
    window.leave_buttons()
    wait_for(lambda: len(painted(window, COLORS["passage"])) < 20, "the passage, which follows, has no arrow")
    arrow(window, "wall")


@pytest.mark.once
def test_the_cubes_of_a_packing_cube_follow(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    made = make_packing(sidebar)
    window.leave_buttons()
    window.save_picture("20-gizmos-packing")
    window.hold(arrow(window, "wall"), np.array([4.0, 0.0]))
    screen.release()
    wait_for(lambda: window.puzzle()["packing"]["inset"] > made["packing"]["inset"], "the inset follows")
    window.leave_buttons()
    window.settle()
    screen.keys("ctrl+z")
    wait_for(lambda: window.puzzle() == made, "one step of undo takes it back")
