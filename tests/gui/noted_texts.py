# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs in Blender and notes the texts that panels draw, while they draw them as ever.

Blender can list the texts of a layout itself, but its version 5.2 crashes now and then when it does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Item = tuple[str, str]
"""A text, and the name of the operator or the property that it belongs to; a label belongs to none."""


Draw = Callable[["Listener", Any], None]
"""Draws a panel or a menu into a layout, in a context."""


class StandIn:
    """A panel or a menu with another layout than that which Blender gives it."""

    def __init__(self, original: Any, layout: Listener) -> None:
        self._original, self.layout = original, layout

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._original, name)
        return value.__get__(self) if hasattr(value, "__get__") else value


def draw_of(original: Any) -> Draw:
    """Return what draws a panel or a menu, by its class, as it does by itself."""
    draw = original.draw
    return lambda layout, context: draw(StandIn(original, layout), context)


def listen_to(panel: Any, drawn: dict[str, list[Item]]) -> Draw:
    """Have a panel note in a dictionary, by its idname, what it draws; return how it draws by itself."""
    draw = draw_of(panel)

    def draw_and_note(self: Any, context: Any) -> None:
        items: list[Item] = []
        draw(Listener(self.layout, items), context)
        drawn[panel.bl_idname] = items

    panel.draw = draw_and_note
    return draw


def drawn_nowhere(draw: Draw, context: Any) -> list[Item]:
    """Return what a panel would draw, also where it is closed."""
    items: list[Item] = []
    draw(Listener(Nowhere(), items), context)
    return items


class Nowhere:
    """A layout of nothing, which takes whatever is drawn into it."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: Nowhere()


class Listener:
    """A layout of Blender, and a list of what has been drawn into it."""

    def __init__(self, layout: Any, items: list[Item]) -> None:
        vars(self).update(layout=layout, items=items)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.layout, name, value)

    def __getattr__(self, name: str) -> Any:
        member = getattr(self.layout, name)
        if not callable(member):
            return member

        def call(*arguments: Any, **options: Any) -> Any:
            result = member(*arguments, **options)
            self.items.extend(items_of(name, arguments, options))
            return Listener(result, self.items) if isinstance(result, type(self.layout)) else result

        return call


def items_of(function: str, arguments: tuple[Any, ...], options: dict[str, Any]) -> list[Item]:
    """Return what a call of a layout's function draws, as far as it is text."""
    text = options.get("text")
    if function == "prop":
        return property_items(*arguments, **options)
    if function == "operator":
        (idname,) = arguments
        return [(operator_label(idname) if text is None else text, f"bpy.ops.{idname}")]
    return [(text, "")] if text else [(options["heading"], "")] if options.get("heading") else []


def property_items(
    owner: Any, name: str, text: str | None = None, expand: bool = False, index: int = -1, **_: Any
) -> list[Item]:
    """Return the label of a property and its value, or that of one of its axes; numbers with units are left out."""
    owned, value = owner.bl_rna.properties[name], getattr(owner, name)
    label = owned.name if text is None else text
    full_name = f"{owner.bl_rna.identifier}.{name}"
    if owned.type == "ENUM":
        values = [item.name for item in owned.enum_items if expand or item.identifier == value]
        return ([] if expand else [(label, "")]) + [(shown, full_name) for shown in values]
    if owned.type == "BOOLEAN":
        return [(label, full_name)]
    if getattr(owned, "is_array", False):
        axes = [f"{label} X", "Y", "Z"]
        values = [str(component) if owned.type == "INT" else "" for component in value]
        names = [f"{full_name}[{number}]" for number in range(len(values))]
        if index >= 0:
            return [(values[index], names[index])]
        return [(axis, "") for axis in axes] + list(zip(values, names, strict=True))
    return [(label, ""), (str(value) if owned.type in {"INT", "STRING"} else "", full_name)]


def operator_label(idname: str) -> str:
    """Return what an operator calls itself."""
    import bpy

    category, name = idname.split(".")
    return str(getattr(getattr(bpy.ops, category), name).get_rna_type().name)
