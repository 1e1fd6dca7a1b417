# SPDX-License-Identifier: GPL-3.0-or-later
"""Declared options as properties of Blender, and back.

Ranges are soft: what is out of range is refused with a sentence by the core. An option that has names and can be typed
too has two properties, that of its name with ``_choice`` for the choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any, TypeVar
from zlib import crc32

import bpy
from bpy.props import (
    BoolProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    IntVectorProperty,
    StringProperty,
)

from ...core.common.options import (
    FILE,
    MILLIMETERS,
    OWN,
    SHARE,
    Choice,
    Option,
    Options,
    Value,
    declared,
    lengths,
    rounded,
)
from ...core.common.words import shortened
from ...core.kind.holding import HELD, holdable_options
from ...core.kind.kind import AnyKind
from ...core.kinds import KINDS
from ..data.interface import prop
from ..window.sidebar import pop_up
from . import hooks

O = TypeVar("O", bound=Options)  # noqa: E741

Update = Callable[[Any, Any], None]

RELATIVE_PATH: Any = {"PATH_SUPPORTS_BLEND_RELATIVE"} if bpy.app.version >= (4, 5) else set()
"""The option of a path property that may start with //; older Blenders take every path so."""

LENGTH_DIGITS = 4
"""So many digits of a millimeter are shown: what is typed, and not what single precision makes of it."""


def items(choices: Mapping[str, Choice]) -> list[Any]:
    """Return the items of an enumeration, under the headings of their groups where they have some.

    Files keep the number of an item, so it follows from the name and not from the place in the list.
    """
    listed: list[Any] = []
    group = ""
    for name, choice in choices.items():
        if choice.group != group:
            group = choice.group
            # So Blender knows a heading.
            listed.append(("", group, ""))
        listed.append((name.upper(), choice.label, choice.meaning, item_number(name)))
    return listed


def item_number(name: str) -> int:
    """Return the number of an item of an enumeration.

    It has 24 bits: the list that opens in the window holds it in single precision.
    """
    return crc32(name.encode()) >> 8


def properties_of(
    options: Iterable[Option],
    update: Update | None = None,
    begins_with: Mapping[str, Value] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the properties of options, by their names, as the annotations of a class.

    ``begins_with`` are values that they have at first, where these are not the options' defaults.
    """
    properties: dict[str, Any] = {}
    for declaration in options:
        option = replace(declaration, default=begins_with.get(declaration.name, declaration.default))
        if option.choices and option.own is not None:
            own = {OWN: Choice("Own", "A value of your own")}
            properties[choice_name(option)] = prop(
                EnumProperty,
                option.label,
                option.tooltip,
                items=items({**option.choices, **own}),
                default=option.default_name.upper(),
                update=update,
            )
        properties[option.name] = _property(option, update)
    return properties


def choice_name(option: Option) -> str:
    """Return the name of the property that holds which name of an option was chosen."""
    return f"{option.name}_choice"


def draw_value(layout: bpy.types.UILayout, source: Any, option: Option) -> None:
    """Draw an option that a group or an operator holds: by its names, where it has some, or as a value."""
    if option.choices and option.own is not None:
        layout.prop(source, choice_name(option))
        if getattr(source, choice_name(option)) != OWN.upper():
            return
    layout.prop(source, option.name)


def picture_name(option: str) -> str:
    """Return the name of the property that chooses of an option, by its name, what a picture shows."""
    return f"{option}_picture"


def pictured_property(kind: AnyKind, option: Option) -> Any:
    """Return the property that chooses of an option of a kind by pictures; the option itself holds what is chosen."""
    return prop(
        EnumProperty,
        option.label,
        option.tooltip,
        items=hooks.items_of("tab.puzzle_list:picture_items", kind.name, option.name),
        get=hooks.read("scene.option_properties:picture_read", option.name),
        set=hooks.written("scene.option_properties:picture_written", option.name),
    )


def typed_name(length: str) -> str:
    """Return the name of the property in which a length is typed that then is held, and is shown as it is."""
    return f"{length}_typed"


def written_name(length: str) -> str:
    """Return the name of the property in which a length is written as a text, in any unit."""
    return f"{length}_written"


def kept_lengths(options: type[Options]) -> dict[str, Option]:
    """Return the lengths among declared options, and those that can be held, by the names under which they are kept."""
    plain = {option.name: option for option in lengths(options) if option.name != HELD}
    return plain | {typed_name(option.name): held_length(option) for option in holdable_options(options)}


def written_properties(options: type[Options]) -> dict[str, Any]:
    """Return the properties in which the lengths among declared options are written in any unit."""
    return {
        written_name(name): prop(
            StringProperty,
            option.own_label or option.label,
            f"{option.own_meaning or option.tooltip}: in millimeters, or in any unit, as 0.25in or 1.5cm",
            options=set(),
            get=hooks.read("scene.option_properties:written_read", name),
            set=hooks.written("scene.option_properties:written_changed", name, option.label),
        )
        for name, option in kept_lengths(options).items()
    }


def written_read(group: Any, name: str) -> str:
    """Return a length as text, in millimeters."""
    return f"{rounded(getattr(group, name)):.10g} mm"


def written_changed(group: Any, text: str, name: str, label: str) -> None:
    """Keep a length that was written, also with a decimal comma, or say what is wrong with it."""
    if text == written_read(group, name):
        # Tab has only left the field.
        return
    try:
        # Three digits behind a comma may be thousands: that is refused.
        plain = re.sub(r"(?<=\d),(?=\d{1,2}(?!\d))", ".", text)
        value = rounded(1000 * bpy.utils.units.to_value("METRIC", "LENGTH", plain, str_ref_unit="mm"))
    except ValueError:
        pop_up(label, f"{shortened(text)} is no length: write a number of millimeters, or a unit with it, as 0.25in")
        return
    setattr(group, name, value)


def pin_name(length: str) -> str:
    """Return the name of the property that holds such a length as it is, or lets it go."""
    return f"{length}_pinned"


def holdable_properties(kind: AnyKind) -> dict[str, Any]:
    """Return the properties of the lengths of a kind that can be held: each as a number and as a switch."""
    properties: dict[str, Any] = {}
    for option in holdable_options(kind.dimensions):
        about = option.name
        properties[typed_name(about)] = length_property(
            held_length(option),
            1.0,
            subtype="DISTANCE_CAMERA",
            options=set(),
            get=hooks.read("scene.build:held_read", about),
            set=hooks.written("scene.build:held_written", about),
        )
        properties[pin_name(about)] = prop(
            BoolProperty,
            f"Hold {option.label}",
            f"Hold the {option.label.lower()} while other dimensions change, one such length at a time, or let it go",
            options=set(),
            get=hooks.read("scene.build:pin_read", about),
            set=hooks.written("scene.build:pin_written", about),
        )
    return properties


def held_length(option: Option) -> Option:
    """Return a length that can be held, with what a tooltip says of it."""
    held = "what is typed is held, one such length at a time, and another dimension follows; 0 lets it go"
    return replace(option, meaning=f"{option.meaning}; {held}")


def picture_read(group: Any, option: str) -> int:
    """Return the number of what is chosen."""
    return item_number(getattr(group, option).lower())


def picture_written(group: Any, number: int, option: str) -> None:
    """Choose what has a number."""
    for item in group.bl_rna.properties[option].enum_items:
        if item.value == number:
            setattr(group, option, item.identifier)


def _property(option: Option, update: Update | None) -> Any:
    words: dict[str, Any] = {
        "name": option.own_label or option.label,
        "description": option.own_meaning or option.tooltip,
        "update": update,
    }
    typed = option.typed
    if isinstance(typed, bool):
        return prop(BoolProperty, default=typed, **words)
    if option.is_text:
        path: Any = {"subtype": "FILE_PATH", "options": RELATIVE_PATH} if option.unit == FILE else {"subtype": "NONE"}
        return prop(StringProperty, default=typed, **path, **words)
    if isinstance(typed, str):
        return prop(EnumProperty, items=items(option.choices), default=typed.upper(), **words)
    if isinstance(typed, tuple):
        if not option.whole:
            return prop(
                FloatVectorProperty,
                size=3,
                default=typed,
                soft_min=option.least,
                soft_max=option.most,
                subtype="XYZ",
                **words,
            )
        least, most = int(option.least), int(option.most)
        return prop(IntVectorProperty, size=3, default=typed, soft_min=least, soft_max=most, subtype="XYZ", **words)
    if isinstance(typed, int):
        return prop(IntProperty, default=typed, soft_min=int(option.least), soft_max=int(option.most), **words)
    if option.unit == SHARE:
        return prop(
            FloatProperty, default=typed, soft_min=option.least, soft_max=option.most, subtype="FACTOR", **words
        )
    # The camera's distances are the one kind of property that Blender shows in millimeters whatever
    # the scene's units are.
    return length_property(option, 1.0, subtype="DISTANCE_CAMERA", update=update)


def length_property(option: Option, units: float, *, precision: int = LENGTH_DIGITS, **more: Any) -> Any:
    """Return the property of a length that it keeps in some unit, of which so many are a millimeter."""
    typed: Any = option.typed
    # So far a length can be dragged; more can be typed.
    farthest = min(option.most, max(option.most / 10, 10 * typed))
    return prop(
        FloatProperty,
        option.own_label or option.label,
        option.own_meaning or option.tooltip,
        default=units * typed,
        soft_min=0.0 if option.zero else units * option.least,
        soft_max=units * farthest,
        # A tenth of a millimeter for a pixel.
        step=10 * units,
        precision=precision,
        **more,
    )


def values_in(source: Any, options: Iterable[Option]) -> dict[str, Value]:
    """Return the values of options that a group or an operator holds, by their names."""
    return {option.name: value_in(source, option) for option in options}


def value_in(source: Any, option: Option) -> Value:
    """Return the value of an option that a group or an operator holds, as the core wants it."""
    if option.unit == MILLIMETERS:
        # Blender keeps single-precision numbers, so 0.4 comes back as 0.40000000596.
        return rounded(getattr(source, option.name))
    if option.choices and option.own is not None:
        # A file may hold an item of the list that only another version knows: Blender gives no name for that.
        chosen = getattr(source, choice_name(option)).lower() or option.default_name
        if chosen != OWN:
            return option.named(chosen)
    value = getattr(source, option.name)
    if option.unit == FILE:
        return str(bpy.path.abspath(value))
    if option.is_text:
        return str(value)
    if isinstance(value, str):
        return value.lower() or option.default
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, int):
        return value
    x, y, z = value if option.whole else (round(number, 6) for number in value)
    return x, y, z


def put_value(target: Any, option: Option, value: Value) -> None:
    """Give a group or an operator the value of an option."""
    if option.choices and option.own is not None:
        name = next((name for name in option.choices if option.named(name) == value), OWN)
        setattr(target, choice_name(option), name.upper())
        if name != OWN or isinstance(value, str):
            return
    setattr(target, option.name, value.upper() if isinstance(value, str) and not option.is_text else value)


def options_in(source: Any, options: type[O]) -> O:
    """Read options from a group or an operator; raises InputError for values that cannot be."""
    cacheable: Any = options
    names, others = _lengths_and_others(cacheable)
    values: dict[str, Any] = values_in(source, others)
    # A drag of a length comes here at each step, so all of them are rounded together.
    return options(**values, **dict(zip(names, map(rounded, map(partial(getattr, source), names)), strict=True)))


@cache
def _lengths_and_others(options: Any) -> tuple[tuple[str, ...], tuple[Option, ...]]:
    """Return the names of the lengths among declared options, and the other options."""
    others = tuple(option for option in declared(options) if option.unit != MILLIMETERS)
    return tuple(option.name for option in declared(options) if option not in others), others


def looks_in(source: Any, kind: AnyKind) -> Options:
    """Return default dimensions with a group's colors, and all else that is chosen and no length."""
    dimensions: Any = kind.dimensions
    _, others = _lengths_and_others(dimensions)
    looks: Options = dimensions(**values_in(source, others))
    return looks


def put_options(target: Any, options: Options) -> None:
    """Give a group or an operator all values of some options."""
    for option in declared(type(options)):
        put_value(target, option, getattr(options, option.name))


def option_chosen(group: Any, scene: Any, kind_name: str, chosen: str) -> None:
    """Let other options of a kind, in a group of the scene's, follow the one that the user has chosen."""
    kind = KINDS[kind_name]
    options = {option.name: option for option in kind.options}
    values = {name: value_in(group, option) for name, option in options.items()}
    for name, value in kind.following_choice(chosen, values).items():
        put_value(group, options[name], value)


def is_given(operator: Any, option: Option) -> bool:
    """Report whether an operator was given a value of an option explicitly."""
    names = (option.name, choice_name(option)) if option.choices and option.own is not None else (option.name,)
    return any(operator.properties.is_property_set(name) for name in names)


def choose_given(operator: Any, options: Iterable[Option]) -> None:
    """Let a typed value that an operator was given count, where no name was chosen beside it."""
    for option in options:
        if option.choices and option.own is not None:
            is_set = operator.properties.is_property_set
            if is_set(option.name) and not is_set(choice_name(option)):
                setattr(operator, choice_name(option), OWN.upper())


def copy_ungiven(source: Any, operator: Any, options: Iterable[Option]) -> None:
    """Copy the values of options from a group to an operator, but for those that it was given explicitly.

    A choice that only another version knows, for which Blender gives no name, becomes the default.
    """
    for option in options:
        if not is_given(operator, option):
            for name in (option.name, choice_name(option)):
                value = getattr(source, name, "")
                if value != "":
                    setattr(operator, name, value)
