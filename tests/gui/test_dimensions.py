# SPDX-License-Identifier: GPL-3.0-or-later
"""Dimensions by hand: typed in any unit, dragged, held, keyed, driven, and kept as presets."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import pytest

from tests.gui.blender_by_hand import appearing
from tests.gui.puzzle_by_hand import box_extent, make_puzzle
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

REFUSED = (
    "Clearance is 3 mm: with a passage of 5 mm the arms would be -1 mm wide, and they need 0.4 mm; "
    "it must be at most 2.3 mm."
)

IMPERIAL = "import bpy; units = bpy.context.scene.unit_settings; units.system, units.length_unit = 'IMPERIAL', 'INCHES'"


def test_typed(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 3, 3, 3)
    sidebar.type_into("Object.wall", "4.5")
    wait_until_it_is(window, "wall", 4.5)
    window.save_picture("03-wall-typed")
    changed = window.puzzle()
    assert changed["parts"]["box"]["extent"] == box_extent([3, 3, 3], wall=4.5)
    assert changed["content"]["faces"] == made["content"]["faces"]
    assert_refused_whole_and_once(sidebar, "03-refused")


def assert_refused_whole_and_once(sidebar: Sidebar, picture: str) -> None:
    """Type a clearance that cannot be for a puzzle that was checked: one panel says so, in lines that have room."""
    window = sidebar.window
    sidebar.open_panel("Print")
    sidebar.check()
    assert not is_red(sidebar, "Object.clearance")
    sidebar.type_into("Object.clearance", "3")
    wait_until_it_is(window, "clearance", 3)
    assert is_red(sidebar, "Object.clearance")
    texts = [text for items in window.drawn_items().values() for text, _ in items]
    (first,) = (number for number, text in enumerate(texts) if text.startswith("Clearance is 3 mm: "))
    (last,) = (number for number, text in enumerate(texts) if text.endswith(" 2.3 mm."))
    lines = texts[first : last + 1]
    assert " ".join(lines) == REFUSED
    sidebar.reader.learn(lines)
    left, top, width, height = sidebar.box()
    window.screen.scroll(left + width / 2, top + height / 2, 40)
    window.leave_buttons()
    window.save_picture(picture)
    shown = window.still_picture()
    assert [line for line in lines if not sidebar.reader.points(line, shown, sidebar.box())] == []


def is_red(sidebar: Sidebar, name: str) -> bool:
    """Report whether the field of a property is red."""
    x, y = map(int, sidebar.finder.button(name))
    sidebar.window.leave_buttons()
    field = sidebar.window.still_picture()[y - 4 : y + 4, x - 20 : x + 20, :3]
    red, green, blue = np.median(field.reshape(-1, 3).astype(int), axis=0)
    return bool(red > 1.5 * max(green, blue))


def test_dragged(sidebar: Sidebar) -> None:
    window = sidebar.window
    made = make_puzzle(sidebar, 3, 3, 3)
    window.drag(sidebar.finder.button("Object.wall"), 40)
    wait_for(lambda: window.puzzle()["oskar"]["wall"] > 3, "the wall becomes thicker")
    window.save_picture("03-wall-dragged")
    dragged = window.puzzle()
    assert dragged["parts"]["box"]["extent"] == box_extent([3, 3, 3], wall=dragged["oskar"]["wall"])
    window.screen.drag_on(40)
    wait_for(lambda: window.puzzle()["oskar"]["wall"] > dragged["oskar"]["wall"], "the wall becomes still thicker")
    window.screen.release()
    window.leave_buttons()
    window.settle()
    released = window.puzzle()
    assert released["parts"]["box"]["extent"] == box_extent([3, 3, 3], wall=released["oskar"]["wall"])
    assert released["content"]["faces"] == dragged["content"]["faces"] == made["content"]["faces"]


def dimension(window: Window, name: str) -> Any:
    """Return a dimension of the only puzzle, in millimeters."""
    return window.puzzle()["oskar"][name]


def wait_until_it_is(window: Window, name: str, value: object) -> None:
    """Wait until a dimension of the only puzzle has a value, in millimeters."""
    wait_for(lambda: dimension(window, name) == value, f"{name} is {value}")


def box_width(window: Window) -> float:
    """Return the width of the box, in millimeters."""
    return float(window.puzzle()["parts"]["box"]["extent"][0])


def expected_width(window: Window) -> float:
    """Return how wide a box of three cells is with the present dimensions."""
    own = window.puzzle()["oskar"]
    return float(round(3 * own["passage"] + 2 * own["wall"] + 2 * own["plate"] + own["start_marker"], 2))


def shows_an_error(window: Window) -> bool:
    """Report whether the bar at the bottom has something red."""
    red, green, blue = np.moveaxis(window.screen.picture()[-24:, :, :3].astype(int), 2, 0)
    return bool((red > 2 * np.maximum(green, blue)).any())


def in_sight(sidebar: Sidebar, text: str) -> bool:
    """Report whether the sidebar shows a text."""
    sidebar.reader.learn([text])
    return bool(sidebar.reader.points(text, sidebar.window.still_picture(), sidebar.box()))


@pytest.mark.once
def test_lengths_are_typed_in_any_unit_and_held(sidebar: Sidebar) -> None:
    window = sidebar.window
    # Blender's start scene is one of meters.
    sidebar.open_panel("Dimensions")
    # Tab goes on to the lengths that can be held, which stay as they are.
    window.fill_in(*sidebar.finder.button("Scene.wall_written"), "0.25in", None, None)
    window.leave_buttons()
    wait_for(lambda: window.state()["settings"]["oskar"]["wall"] == 6.35, "the next wall is a quarter of an inch")
    assert window.state()["settings"]["oskar"]["hold"] == "NOTHING"
    window.save_picture("16-written-in-a-scene-of-meters")
    make_puzzle(sidebar, 3, 3, 3)
    assert dimension(window, "wall") == 6.35
    sidebar.type_into("Object.passage", "11.25")
    wait_until_it_is(window, "passage", 11.25)
    assert box_width(window) == expected_width(window)
    wait_for(lambda: in_sight(sidebar, "11.25 mm"), "what was typed is shown")
    window.save_picture("16-quarter-of-an-inch")
    sidebar.type_into("Object.outer", "2.5in")
    wait_until_it_is(window, "held", 63.5)
    window.save_picture("16-outer-size-held")
    sidebar.type_into("Object.wall", "4")
    wait_until_it_is(window, "wall", 4)
    own = window.puzzle()["oskar"]
    assert 3 * own["passage"] + 2 * own["wall"] + 2 * own["plate"] == pytest.approx(63.5, abs=1e-3)
    held, before = box_width(window), own["passage"]
    window.leave_buttons()
    window.screen.keys("ctrl+z", "ctrl+z")
    wait_until_it_is(window, "hold", "NOTHING")
    assert (dimension(window, "wall"), dimension(window, "passage")) == (6.35, 11.25)
    window.screen.keys("ctrl+shift+z", "ctrl+shift+z")
    wait_until_it_is(window, "wall", 4)
    assert (dimension(window, "held"), dimension(window, "passage")) == (63.5, before)
    assert box_width(window) == held
    # The pin beside it lets it go, and holds it again.
    for state in ("NOTHING", "OUTER"):
        window.click(*sidebar.finder.button("Collection.outer_pinned"))
        window.leave_buttons()
        wait_until_it_is(window, "hold", state)
    # Its corner stands where its middle was.
    middle = np.array(window.puzzle()["parts"]["box"]["location"])
    sidebar.finder.button("Collection.origin")
    sidebar.reader.learn(["Corner"])
    sidebar.reader.click("Corner")
    wait_for(lambda: window.puzzle()["origin"] == "CORNER", "the corner is the origin")
    corner = np.array(window.puzzle()["parts"]["box"]["location"])
    assert corner - middle == pytest.approx([31.75, 31.75, 0], abs=0.011)
    window.save_picture("16-corner-at-the-origin")
    sidebar.open_alone("Print")
    sidebar.type_into("Scene.bed_x", "8.5in")
    wait_for(lambda: round(window.state()["settings"]["bed_x"], 3) == 215.9, "the bed is 8.5 inches wide")
    assert in_sight(sidebar, "215.9 mm")
    # A size that cannot be held with so thick a wall is refused in red at the bottom; a fault would be in the console.
    title = sidebar.finder.title("Dimensions")
    sidebar.open_alone("Dimensions")
    sidebar.type_into("Object.wall", "30")
    wait_until_it_is(window, "wall", 30)
    sidebar.open_alone("Print")
    # The closed panel is marked: its title has a sign before it.
    assert sidebar.finder.title("Dimensions")[0] > title[0] + 10
    sidebar.press("puzzle_cubes.check")
    wait_for(lambda: shows_an_error(window), "Check says what is wrong")
    window.save_picture("16-cannot-be-held")


def test_a_field_that_tab_only_leaves_stays_as_it_is(sidebar: Sidebar) -> None:
    window = sidebar.window
    make_puzzle(sidebar, 3, 3, 3)
    window.fill_in(*sidebar.finder.button("Object.outer"), "60", None, None, "4")
    wait_until_it_is(window, "plate", 4)
    assert (dimension(window, "hold"), dimension(window, "outer_typed")) == ("OUTER", 60)
    window.leave_buttons()
    sidebar.type_into("Object.outer", "0")
    wait_until_it_is(window, "hold", "NOTHING")
    before, passage = dimension(window, "outer_typed"), dimension(window, "passage")
    # Blender shows the former size in the field that Tab opens.
    window.fill_in(*sidebar.finder.button("Object.wall"), "5", None)
    wait_until_it_is(window, "wall", 5)
    window.leave_buttons()
    window.settle()
    assert (dimension(window, "hold"), dimension(window, "passage")) == ("NOTHING", passage)
    # Escape leaves it, too, and who types that size means it.
    sidebar.type_into("Object.wall", "3")
    wait_until_it_is(window, "wall", 3)
    before = dimension(window, "outer_typed")
    window.click(*sidebar.finder.button("Object.wall"), times=2)
    window.screen.keys("ctrl+a")
    window.screen.type("5")
    window.screen.keys("Tab", "Escape")
    window.leave_buttons()
    wait_until_it_is(window, "wall", 5)
    sidebar.type_into("Object.outer", f"{before:.4f}")
    wait_until_it_is(window, "hold", "OUTER")
    assert dimension(window, "outer_typed") == pytest.approx(before, abs=1e-3)


@pytest.mark.once
def test_inches_in_a_scene_of_inches(start: Callable[..., AbstractContextManager[Window]]) -> None:
    with start("--python-expr", IMPERIAL) as window:
        sidebar = open_sidebar(window)
        make_puzzle(sidebar, 3, 3, 3)
        assert window.state()["units"][0] == "IMPERIAL"
        for text, value in (("0.25in", 6.35), ("5mm", 5), ("1/8in", 3.175)):
            sidebar.type_into("Object.wall", text)
            wait_until_it_is(window, "wall", value)
            assert box_width(window) == pytest.approx(expected_width(window), abs=0.011)
        window.save_picture("16-in-inches")
        window.drag(sidebar.finder.button("Object.wall"), 20)
        window.screen.release()
        window.leave_buttons()
        wait_for(lambda: dimension(window, "wall") > 3.175, "the wall is dragged")
        assert dimension(window, "wall") < 20


def test_a_dimension_is_driven_and_keyed(sidebar: Sidebar) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    make_puzzle(sidebar, 3, 3, 3)
    window.search("plain axes")
    wait_for(lambda: window.ask("active") == "Empty", "there is an empty")
    window.ask("drive", length="passage", driving="Empty", expression="5 + abs(var) / 10")
    window.leave_buttons()
    window.settle()
    screen.keys("g", "x")
    window.settle()
    before = 5.0
    for _ in range(2):
        screen.drag_on(40)
        wait_for(lambda: dimension(window, "passage") > before, "the passage follows the hand")  # noqa: B023
        before = dimension(window, "passage")
        assert box_width(window) == pytest.approx(expected_width(window), abs=0.011)
    window.save_picture("16-driven", still=False)
    screen.click()
    window.settle()
    driven = dimension(window, "passage")
    assert driven > 5
    window.leave_buttons()
    screen.keys("ctrl+z")
    wait_until_it_is(window, "passage", 5)
    assert box_width(window) == expected_width(window)
    screen.keys("ctrl+shift+z")
    wait_until_it_is(window, "passage", driven)

    screen.move(*sidebar.finder.button("Object.wall"))
    window.settle()
    screen.keys("i")
    window.leave_buttons()
    screen.keys("Right")
    wait_for(lambda: window.state()["frames"][1] == 2, "it is the next frame")
    sidebar.type_into("Object.wall", "4.5")
    screen.move(*sidebar.finder.button("Object.wall"))
    window.settle()
    screen.keys("i")
    window.leave_buttons()
    for key, wall in (("Left", 3), ("Right", 4.5)):
        screen.keys(key)
        wait_until_it_is(window, "wall", wall)
        assert box_width(window) == pytest.approx(expected_width(window), abs=0.011)
    plate = sidebar.finder.button("Object.plate")
    sidebar.reader.learn(["Add Driver", "Insert Keyframe"])
    screen.move(*plate)
    window.settle()
    entries = appearing(window, sidebar.reader)
    screen.click(button=3)
    for entry in ("Add Driver", "Insert Keyframe"):
        wait_for(lambda: entries(entry), f"the menu of a dimension has '{entry}'")  # noqa: B023
    window.save_picture("16-menu-of-a-dimension")
    screen.keys("Escape")
