# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab in the sidebar of the 3D view: panels with a way to their help, lists, small pictures, texts as wide as it.

Pictures are made one after the other beside Blender's own work, those that were drawn last first.
"""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Generator, Hashable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

import bpy
import bpy.utils.previews
import numpy as np
from bpy.props import StringProperty
from numpy.typing import NDArray

from ...core.common.task import Task
from ..data.interface import manager_of, preferences_of, present, prop, scene_of, with_properties, with_shown_unit
from .drawing import text_width
from .framing import redraw_sidebars
from .running_operator import Result, refuse

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import IconItems, RegionTypeItems, SpaceTypeItems

    # Of the names of Blender's icons the type checker knows all.
    Icon: TypeAlias = IconItems
else:
    Icon = str


def labeled(layout: bpy.types.UILayout, label: str, share: float = 0.4) -> bpy.types.UILayout:
    """Draw a label, usually aligned as the properties are, and return where its value goes."""
    split = layout.split(factor=share)
    name = split.row()
    name.alignment = "RIGHT"
    name.label(text=label)
    return split


def line(layout: bpy.types.UILayout, label: str, value: str) -> None:
    """Draw a value that cannot be changed; a long one beside a short label has some of the label's room."""
    labeled(layout, label, 0.25 if len(value) > 22 and len(label) < 9 else 0.4).label(text=value)


def message(layout: bpy.types.UILayout, context: bpy.types.Context, text: str) -> None:
    """Draw a sentence on what is wrong."""
    box = layout.box().column(align=True)
    box.alert = True
    sentence(box, context, text, "ERROR")


def pop_up(title: str, text: str) -> None:
    """Say what is wrong with what was chosen or typed, at the pointer, where a window is."""
    if not bpy.app.background:
        manager_of(bpy.context).popup_menu(
            lambda menu, _: present(menu.layout).label(text=text), title=title, icon="ERROR"
        )


STOP_SHARE = 0.22
"""The share of a row that the button takes which stops a work: where it was, nothing is that begins one."""


def progress_row(row: bpy.types.UILayout, share: float, text: str, stop: str) -> None:
    """Draw how far a work is, and the button of an operator that stops it, in the row of the buttons that begin one."""
    split = row.split(factor=1 - STOP_SHARE, align=True)
    split.progress(factor=share, text=text)
    split.operator(stop, text="Stop")


BUTTON = 28
"""The width of a small button with the space before it, in pixels at a scale of 1."""

MARGINS = 96
"""What tabs, borders, the frame of a message and an icon take of the sidebar's width, in pixels at a scale of 1."""

LEAST_ROOM = 100
"""A sidebar that is nearly closed shows no more lines than one of this room, in pixels at a scale of 1."""


def sentence(layout: bpy.types.UILayout, context: bpy.types.Context, text: str, icon: Icon, buttons: int = 0) -> None:
    """Draw a sentence in as many lines as the sidebar's width asks for, the first with an icon.

    So many small buttons stand beside it.
    """
    preferences = preferences_of(context)
    scale = preferences.system.ui_scale
    room = present(context.region).width - scale * (MARGINS + BUTTON * buttons)
    letters = scale * preferences.ui_styles[0].widget.points
    text = with_shown_unit(text, scene_of(context))
    for number, line in enumerate(wrapped(text, max(room, scale * LEAST_ROOM), letters)):
        layout.label(text=line, icon=icon if number == 0 else "BLANK1")


def wrapped(text: str, room: float, letters: float) -> Iterator[str]:
    """Yield the lines of a text for so many pixels, with letters of a size; a longer word has a line of its own."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, letters) > room:
            yield line
            longer = word
        line = longer
    yield line


MANUAL = Path(__file__).parents[2] / "manual"


def topic_of(label: str) -> str:
    """Return what a heading is called in addresses: that on a panel is the panel's label."""
    return label.lower().replace(" ", "-")


def help_address(topic: str) -> str:
    """Return the address of a heading of the manual, on whichever page it is; of the first page where there is none."""
    for page in sorted(MANUAL.glob("*.html")):
        if f'id="{topic}"' in page.read_text(encoding="utf-8"):
            return f"{page.as_uri()}#{topic}"
    return (MANUAL / "index.html").as_uri()


@with_properties
class OpenHelp(bpy.types.Operator):
    """Show in the web browser what this panel is about; the manual came with the extension"""

    bl_idname = "puzzle_cubes.help"
    bl_label = "Help"
    topic: str = prop(StringProperty, "Topic", "The heading that is shown")

    def execute(self, context: bpy.types.Context) -> Result:
        """Open the manual."""
        address = help_address(self.topic)
        if not webbrowser.open(address):
            return refuse(self, f"No web browser was found. The manual is in the folder {MANUAL}.")
        return {"FINISHED"}


CLASSES = (OpenHelp,)


def split_layout(layout: bpy.types.UILayout | None) -> bpy.types.UILayout:
    """Return a panel's layout, with labels before values and nothing to animate behind them."""
    layout = present(layout)
    layout.use_property_split = True
    layout.use_property_decorate = False
    return layout


class Sidebar:
    """The base of all panels: their place in the sidebar."""

    bl_space_type: SpaceTypeItems = "VIEW_3D"
    bl_region_type: RegionTypeItems = "UI"
    bl_category = "Puzzle Cubes"

    if TYPE_CHECKING:
        bl_label: str
        layout: bpy.types.UILayout | None

    @property
    def is_inside(self) -> bool:
        """Whether it stands inside of another panel."""
        return bool(getattr(self, "bl_parent_id", ""))

    def draw_header_preset(self, context: bpy.types.Context) -> None:
        """Draw a question mark at the end of the title, which opens the help on the panel.

        It stands once for a panel and those inside of it, whose headings follow on the page.
        """
        if self.layout is not None and not self.is_inside:
            # The stubs do not know which properties it has.
            opener: Any = self.layout.operator(OpenHelp.bl_idname, text="", icon="QUESTION", emboss=False)
            opener.topic = topic_of(self.bl_label)


class ClosedSidebar(Sidebar):
    """The base of panels that are closed at first."""

    # The stubs know no type for it that this could be.
    bl_options: Any = {"DEFAULT_CLOSED"}


class ItemList:
    """The base of all lists: Blender hands over far more than a row needs."""

    # So many arguments Blender asks for.
    def draw_item(  # noqa: PLR0917
        self,
        context: bpy.types.Context,
        layout: bpy.types.UILayout,
        data: Any,
        item: Any,
        icon: Any,
        active_data: Any,
        active_property: str | None,
        index: int | None = 0,
        flt_flag: int | None = 0,
    ) -> None:
        """Draw an item of the list."""
        self.draw_row(layout, item)

    def draw_row(self, layout: bpy.types.UILayout, item: Any) -> None:
        """Draw what a row shows of its item."""


MOST_PICTURES = 400
"""So many pictures are kept: more than what is in sight at once."""

BUSY, REST, TOGETHER = 0.01, 0.02, 0.2
"""Seconds for pictures before Blender may do other things, for these, and until a sidebar shows what was made."""

Made = tuple[NDArray[np.uint8] | None, Any]
"""Pixels of shape (side, side, 4) from the top left, or None, and what is to be told beside."""

Making = Generator[None, None, Made]
"""Yields now and then; returns what was made."""


@dataclass
class Picture:
    """A picture: its number for layouts, empty until it is made, and what was told beside it then."""

    name: str
    icon: int
    beside: Any = None


_previews: list[Any] = []
"""Blender's collection of previews, while the extension is registered."""

_pictures: dict[Hashable, Picture] = {}
_waiting: dict[Hashable, Task[None, Made]] = {}
_numbers = count()
_unseen: list[float] = []  # when pictures were made that no sidebar shows yet


def picture(key: Hashable, make: Callable[[], Making]) -> Picture:
    """Return the picture with a key, which is made as soon as Blender has time; without a window, at once."""
    kept = _pictures.pop(key, None)
    if kept is None:
        name = str(next(_numbers))
        kept = Picture(name, _previews[0].new(name).icon_id)
        _waiting[key] = Task(make())
    _pictures[key] = kept
    if key in _waiting:
        _waiting[key] = _waiting.pop(key)
        if bpy.app.background:
            while not _advance(key):
                pass
        elif not bpy.app.timers.is_registered(_work):
            bpy.app.timers.register(_work, first_interval=REST, persistent=True)
    while len(_pictures) > MOST_PICTURES:
        oldest = next(iter(_pictures))
        _waiting.pop(oldest, None)
        del _previews[0][_pictures.pop(oldest).name]
    return kept


def _work() -> float | None:
    """Make pictures for a moment; return when to go on, None where none is waited for."""
    end = monotonic() + BUSY
    while _waiting and monotonic() < end:
        if _advance(next(reversed(_waiting))):
            _unseen.append(end)
    if _unseen and (not _waiting or end - _unseen[0] > TOGETHER):
        _unseen.clear()
        redraw_sidebars(bpy.context)
    return REST if _waiting else None


def _advance(key: Hashable) -> bool:
    """Do a step of making a picture; report whether it is done."""
    if not _waiting[key].advance(0.0):
        return False
    pixels, _pictures[key].beside = _waiting.pop(key).result
    if pixels is not None:
        preview = preview_of(_pictures[key])
        preview.image_size = pixels.shape[:2]
        # Blender has the lowest row first, colors multiplied by alpha, and four bytes as one number.
        rows = pixels[::-1].copy()
        rows[..., :3] = np.round(rows[..., :3] * (rows[..., 3:] / 255))
        preview.image_pixels.foreach_set(rows.view(np.int32).ravel())
    return True


def preview_of(shown: Picture) -> Any:
    """Return the pixels that Blender has of a picture."""
    return _previews[0][shown.name]


def register() -> None:
    """Begin without pictures."""
    _previews.append(bpy.utils.previews.new())


def unregister() -> None:
    """Free all pictures."""
    if bpy.app.timers.is_registered(_work):
        bpy.app.timers.unregister(_work)
    _waiting.clear()
    _pictures.clear()
    bpy.utils.previews.remove(_previews.pop())
