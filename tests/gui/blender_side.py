# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs in Blender and answers what the tests ask: ``blender --python blender_side.py -- FOLDER``.

A question is a file question.json in the folder, ``[name, arguments]``; the answer comes as answer.json.
Only the mouse and the keyboard change anything in Blender, but for what the next puzzle is made with; else here is only
looked. Places are pixels of the
window, counted from its upper left corner.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
import traceback
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import blf
import bpy
import gpu
from bpy_extras.view3d_utils import location_3d_to_region_2d
from gpu_extras.batch import batch_for_shader
from mathutils import Vector

Box = tuple[int, int, int, int]
"""Left, top, width and height of a rectangle."""

Item = tuple[str, str]
"""A text of a panel, and the name of what it belongs to: an operator, a property, or nothing."""

FOLDER = Path(sys.argv[-1])
CATEGORY = "Puzzle Cubes"
drawn: dict[str, list[Item]] = {}
draws: dict[str, Callable[[Any, Any], None]] = {}
shown: list[Any] = []
pages: list[str] = []


def ready() -> bool:
    """Report whether the window has been drawn with the areas that it will have."""
    return all(area.width > 100 for area in window().screen.areas if area.type == "VIEW_3D")


def begin_anew() -> None:
    """Open the scene that Blender starts with, and forget what was copied."""
    with bpy.context.temp_override(window=window()):
        bpy.ops.wm.read_homefile()
    bpy.context.window_manager.clipboard = ""
    set_preferences()


def set_preferences() -> None:
    """Set the preferences that the tests want, some of which belong to the views of the scene that is open."""
    bpy.context.preferences.view.show_splash = False
    runpy.run_path(str(FOLDER / "preferences.py"))


def place(region_type: str) -> Box:
    """Return where a region of the 3D view is; one that is closed is 1 pixel wide."""
    _, region = view_region(region_type)
    return region.x, window().height - region.y - region.height, region.width, region.height


def free_view() -> Box:
    """Return where the 3D view is, without what the sidebar covers, which may as well lie beside it."""
    left, top, width, height = place("WINDOW")
    return left, top, min(width, place("UI")[0] - left), height


def sidebar_is_open() -> bool:
    """Report whether the 3D view shows its sidebar."""
    return place("UI")[2] > 1


def status_bar() -> Box:
    """Return where the line below all areas is, in which Blender shows what is going on."""
    height = min(area.y for area in window().screen.areas)
    return 0, window().height - height, window().width, height


def windows() -> int:
    """Return how many windows are open."""
    return len(bpy.context.window_manager.windows)


def choose_file(path: str) -> bool:
    """Choose a file in the file browser, which Return then opens; report whether a browser is open."""
    for shown_window in bpy.context.window_manager.windows:
        for area in shown_window.screen.areas:
            if area.type == "FILE_BROWSER" and area.spaces.active.params is not None:
                params = area.spaces.active.params
                params.directory, params.filename = os.fsencode(Path(path).parent), Path(path).name
                return True
    return False


def tab() -> str:
    """Return the name of the sidebar's open tab."""
    return str(view_region("UI")[1].active_panel_category)


def under_pointer() -> list[str]:
    """Return the operator and the property of the button under the pointer, in the sidebar.

    An operator is its call without arguments; a property is named after the type of its owner: "Scene.wall",
    "Scene.size[0]".
    """
    names = []
    area, region = view_region("UI")
    with bpy.context.temp_override(window=window(), area=area, region=region):
        copy_command: Any = bpy.ops.ui.copy_python_command_button
        if copy_command.poll():
            copy_command()
            names.append(bpy.context.window_manager.clipboard.partition("(")[0])
        hovered: Any = bpy.context.property
        if hovered:
            owner, path, index = hovered
            name = path.rpartition(".")[2]
            names.append(f"{owner.bl_rna.identifier}.{name}" + (f"[{index}]" if index >= 0 else ""))
    return names


def panels() -> list[dict[str, str]]:
    """Return idname, label and parent of the panels of the tab that are to be seen now, in their order."""
    seen_panels = []
    area, region = view_region("UI")
    with bpy.context.temp_override(window=window(), area=area, region=region):
        for name in panel_names():
            panel = getattr(bpy.types, name)
            if not hasattr(panel, "poll") or panel.poll(bpy.context):
                parent = getattr(panel, "bl_parent_id", "")
                seen_panels.append({"idname": name, "label": panel.bl_label, "parent": parent})
    return seen_panels


def listen() -> None:
    """Begin to note what the panels of the tab draw."""
    listen_to = runpy.run_path(str(FOLDER / "noted_texts.py"))["listen_to"]
    for name in panel_names():
        if name not in draws:
            draws[name] = listen_to(getattr(bpy.types, name), drawn)
    drawn_items()


def panels_around(name: str) -> list[dict[str, str]]:
    """Return the panel that has an operator or a property, by how it is named, after the one that it is in."""
    drawn_nowhere = runpy.run_path(str(FOLDER / "noted_texts.py"))["drawn_nowhere"]
    seen = {panel["idname"]: panel for panel in panels()}
    area, region = view_region("UI")
    with bpy.context.temp_override(window=window(), area=area, region=region):
        for idname, panel in seen.items():
            names = {item_name for _, item_name in drawn_nowhere(draws[idname], bpy.context)}
            if name in names | {item_name.partition(".")[2] for item_name in names}:
                return [seen[around] for around in (panel["parent"], idname) if around]
    return []


def button_names() -> list[tuple[str, str]]:
    """Return what stands on the buttons of the extension's operators, and what each of these calls itself.

    Also of those in closed panels and in the extension's menu.
    """
    noted = runpy.run_path(str(FOLDER / "noted_texts.py"))
    parents = {panel["idname"]: panel["parent"] for panel in panels()}
    # One that is inside of another is seen only where that is.
    seen = [name for name, parent in parents.items() if not parent or parent in parents]
    on_buttons = []
    area, region = view_region("UI")
    with bpy.context.temp_override(window=window(), area=area, region=region):
        menu = noted["draw_of"](bpy.types.PUZZLE_CUBES_MT_puzzle)
        for draw in [draws[idname] for idname in draws if idname in seen] + [menu]:
            items = noted["drawn_nowhere"](draw, bpy.context)
            on_buttons += [(text, name) for text, name in items if text and name.startswith("bpy.ops.puzzle_cubes.")]
    return [(text, noted["operator_label"](name.removeprefix("bpy.ops."))) for text, name in on_buttons]


def drawn_items(again: bool = True) -> dict[str, list[Item]]:
    """Return what every open panel has drawn since all was drawn again, and have all drawn again, if that is wanted."""
    items = dict(drawn)
    if again:
        drawn.clear()
        view_region("UI")[1].tag_redraw()
    return items


def letters() -> tuple[str, float, float]:
    """Return what makes all texts look as they do: Blender's version, and the scale and the size of its letters."""
    preferences = bpy.context.preferences
    return bpy.app.version_string, preferences.system.ui_scale, preferences.ui_styles[0].widget.points


def show_texts(texts: list[str]) -> list[Box]:
    """Write the first of some texts over the 3D view, in the font of the buttons, and return where each will be.

    They stand above the panel of the last operation, which would cover them, as many as there is room for.
    """
    left, top, _, height = place("WINDOW")
    low = 50 + height_of_last_operation()
    scale = bpy.context.preferences.system.ui_scale
    line = round(24 * scale)
    del texts[max(1, round((height - low - 90 * scale) / line)) :]
    size = bpy.context.preferences.ui_styles[0].widget.points * scale
    blf.size(0, size)
    widths = [round(blf.dimensions(0, text)[0]) for text in texts]

    def draw() -> None:
        shader = gpu.shader.from_builtin("UNIFORM_COLOR")
        shader.uniform_float("color", (0.2, 0.2, 0.2, 1.0))
        right, lower, upper = 140 + max(widths), low - 10, low + 10 + len(texts) * line
        corners = [(90, lower), (right, lower), (right, upper), (90, upper)]
        batch_for_shader(shader, "TRI_FAN", {"pos": corners}).draw(shader)
        blf.size(0, size)
        blf.color(0, 0.9, 0.9, 0.9, 1.0)
        for number, text in enumerate(texts):
            blf.position(0, 100, low + number * line, 0)
            blf.draw(0, text)

    shown.append(bpy.types.SpaceView3D.draw_handler_add(draw, (), "WINDOW", "POST_PIXEL"))
    view_region("WINDOW")[1].tag_redraw()
    above, below = round(10 * scale), round(3 * scale)
    return [
        (left + 99, top + height - low - number * line - above, width + 2, above + below)
        for number, width in enumerate(widths)
    ]


def height_of_last_operation() -> int:
    """Return up to which height of the 3D view the panel of the last operation reaches, if it is there."""
    area, view_part = view_region("WINDOW")
    # One that is hidden lies in the corner of the window.
    panel_regions = [region for region in area.regions if region.type == "HUD" and region.y >= view_part.y]
    return max([region.y + region.height - view_part.y for region in panel_regions], default=0)


def hide_texts() -> None:
    """Take the texts away."""
    bpy.types.SpaceView3D.draw_handler_remove(shown.pop(), "WINDOW")
    view_region("WINDOW")[1].tag_redraw()


def view_directions() -> list[list[float]]:
    """Return where the view's right, its upper side and what is away from the eye are in the world."""
    right, up, back = view_region("WINDOW")[0].spaces.active.region_3d.view_matrix.to_3x3()
    return [list(right), list(up), list(-back)]


def view() -> dict[str, Any]:
    """Return how the 3D view looks: through the camera or not, at what, from which side and how far away."""
    seen_by = view_region("WINDOW")[0].spaces.active.region_3d
    return {
        "perspective": seen_by.view_perspective,
        "location": list(seen_by.view_location),
        "rotation": list(seen_by.view_rotation),
        "distance": seen_by.view_distance,
    }


def seen(part: str, way: list[float], origin: bool = False) -> tuple[float, float]:
    """Return where on the screen the middle of a part of the only puzzle is, or its origin, moved by millimeters."""
    (collection,) = (group for group in window().scene.collection.children_recursive if group.puzzle_cubes.puzzle)
    piece = next(item.part for item in collection.puzzle_cubes.parts if item.name == part)
    middle = Vector() if origin else sum((Vector(corner) for corner in piece.bound_box), Vector()) / 8
    return on_screen(piece.matrix_world, middle, way)


def seen_on_carrier(way: list[float]) -> tuple[float, float]:
    """Return where on the screen a place is, in millimeters from what carries the parts of the only puzzle."""
    (collection,) = (group for group in window().scene.collection.children_recursive if group.puzzle_cubes.puzzle)
    return on_screen(collection.puzzle_cubes.carrier.matrix_world, Vector(), way)


def on_screen(place: Any, middle: Any, way: list[float]) -> tuple[float, float]:
    """Return where on the screen something is that is a way in millimeters from a middle, both as in a place."""
    area, region = view_region("WINDOW")
    millimeters = 1000 * window().scene.unit_settings.scale_length
    point = place @ (middle + Vector(way) / millimeters)
    x, y = location_3d_to_region_2d(region, area.spaces.active.region_3d, point)
    return region.x + x, window().height - region.y - y


def clipboard() -> str:
    """Return what was copied last."""
    return str(bpy.context.window_manager.clipboard)


class NotedBrowser(webbrowser.BaseBrowser):
    """A browser that shows nothing, and notes what it is to show."""

    def open(self, url: str, *_: object) -> bool:
        """Note an address."""
        pages.append(url)
        return True


def note_pages() -> None:
    """Make that browser the user's, as there is none here."""
    webbrowser.register("noted", None, NotedBrowser(), preferred=True)


def opened_pages() -> list[str]:
    """Return the addresses that it was to show."""
    return pages


def window() -> Any:
    """Return the main window, which was opened first."""
    return bpy.context.window_manager.windows[0]


def view_region(region_type: str) -> tuple[Any, Any]:
    """Return the 3D view and a region of it."""
    (area,) = (area for area in window().screen.areas if area.type == "VIEW_3D")
    (region,) = (region for region in area.regions if region.type == region_type)
    return area, region


def panel_names() -> list[str]:
    """Return the idnames of the panels of the tab, in the order of their registration."""
    classes = [panel for panel in bpy.types.Panel.__subclasses__() if getattr(panel, "bl_category", "") == CATEGORY]
    return [panel.bl_idname for panel in classes]


scene = runpy.run_path(str(FOLDER / "scene_side.py"))

QUESTIONS: dict[str, Callable[..., Any]] = {
    question.__name__: question
    for question in (
        *(
            ready,
            begin_anew,
            place,
            free_view,
            sidebar_is_open,
            status_bar,
            windows,
            choose_file,
            tab,
            under_pointer,
            panels,
            listen,
            panels_around,
            button_names,
            drawn_items,
            note_pages,
            opened_pages,
        ),
        *(letters, show_texts, hide_texts, view_directions, view, seen, seen_on_carrier, clipboard),
        *(
            scene[name]
            for name in (
                "put",
                "drive",
                "state",
                "efforts",
                "search_share",
                "pause_after_stop",
                "painted",
                "said",
                "local_view",
                "active",
                "selected",
                "mode",
            )
        ),
    )
}


def answers() -> Iterator[float]:
    """Answer for ever; yield the seconds until the next look."""
    file = FOLDER / "question.json"
    while True:
        if file.exists():
            name, arguments = json.loads(file.read_text(encoding="utf-8"))
            file.unlink()
            # What the mouse and the keys did before the question was asked is done when Blender comes back here.
            yield 0.01
            yield 0.01
            temporary = FOLDER / "answer.part"
            temporary.write_text(answer(name, arguments), encoding="utf-8")
            temporary.rename(FOLDER / "answer.json")
        yield 0.01


def answer(name: str, arguments: dict[str, Any]) -> str:
    """Return the answer to a question, or why there is none."""
    try:
        return json.dumps({"answer": QUESTIONS[name](**arguments)})
    except Exception:  # noqa: BLE001  (whatever it is, the test must fail with it)
        return json.dumps({"error": traceback.format_exc()})


set_preferences()
bpy.app.timers.register(answers().__next__, persistent=True)
