# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's interface as the extension relies on it: what is there while it works, properties, paths and units.

The type checker knows what Blender's stubs leave open. Blender wants a property as an annotation, which a type checker
takes for a type. So a class declares it as a typed attribute, ``live: bool = prop(BoolProperty, "Live", ...)``, and the
decorator hands it to Blender.

Paths are as users type them, and may be relative to the .blend file. A Blender unit is ``unit_settings.scale_length``
meters, in metric and imperial scenes alike: nowhere else is it converted to millimeters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

import bpy

from ...core.export import paths

Value = TypeVar("Value")
Class = TypeVar("Class", bound=type)
Item_co = TypeVar("Item_co", covariant=True)


def present(value: Value | None) -> Value:
    """Return what must be there; raises RuntimeError where it is not, as while Blender starts or ends."""
    if value is None:
        raise RuntimeError("Blender is not ready: it has no scene, window or view layer now.")
    return value


def narrowed(value: object, kind: type[Value]) -> Value:
    """Return something as the narrower type that it has; raises TypeError where it has another one."""
    if not isinstance(value, kind):
        raise TypeError(f"Blender gave a {type(value).__name__} in place of a {kind.__name__}.")
    return value


def scene_of(context: bpy.types.Context) -> bpy.types.Scene:
    """Return the scene."""
    return present(context.scene)


def view_layer_of(context: bpy.types.Context) -> bpy.types.ViewLayer:
    """Return the view layer."""
    return present(context.view_layer)


def manager_of(context: bpy.types.Context) -> bpy.types.WindowManager:
    """Return the window manager."""
    return present(context.window_manager)


def preferences_of(context: bpy.types.Context) -> bpy.types.Preferences:
    """Return the user's preferences."""
    return present(context.preferences)


def root_of(scene: bpy.types.Scene) -> bpy.types.Collection:
    """Return the collection that holds all of a scene."""
    return present(scene.collection)


def mesh_of(owner: bpy.types.Object) -> bpy.types.Mesh:
    """Return the mesh of an object; raises RuntimeError where it has none."""
    if not isinstance(owner.data, bpy.types.Mesh):
        raise RuntimeError(f"'{owner.name}' has no mesh.")
    return owner.data


class Items(Protocol[Item_co]):
    """A collection property: Blender's own type of it, of which the stubs know the items in part only."""

    def __iter__(self) -> Iterator[Item_co]:
        """Yield the items in their order."""

    def __len__(self) -> int:
        """Return how many there are."""

    def __getitem__(self, name: str) -> Item_co:
        """Return the item with a name."""

    def get(self, name: str) -> Item_co | None:
        """Return the item with a name; None where there is none."""

    def find(self, name: str) -> int:
        """Return the number of the item with a name; -1 where there is none."""

    def remove(self, number: int) -> None:
        """Remove the item with a number."""

    def add(self) -> Item_co:
        """Add an item and return it."""


def prop(make: Callable[..., object], name: str, description: str, **arguments: Any) -> Any:
    """Declare a property with its label and its tooltip, by one of the functions of ``bpy.props`` and its arguments.

    The stubs claim that these functions return None, so all that keeps what they return goes through here. A text is
    declared like a file's name: of those Blender gives also what is no UTF-8, as a damaged .blend file may hold it, and
    raises nothing. What points to data can be overridden: in a file that is opened again it would otherwise point to
    the linked objects, which are not in the scene.
    """
    if make is bpy.props.StringProperty:
        arguments = {"subtype": "FILE_NAME", **arguments}
    elif make in {bpy.props.PointerProperty, bpy.props.CollectionProperty}:
        arguments = {"override": {"LIBRARY_OVERRIDABLE"}, **arguments}
    return make(name=name, description=description, **arguments)


_DEFERRED = type(prop(bpy.props.BoolProperty, "", ""))


def with_properties(owner: Class) -> Class:
    """Turn the properties that a class declares into the annotations that Blender reads, and drop all others."""
    declared = {name: value for name, value in vars(owner).items() if isinstance(value, _DEFERRED)}
    for name in declared:
        delattr(owner, name)
    owner.__annotations__ = declared
    return owner


def frames(name: str, description: str, default: int, smallest: int) -> Any:
    """Declare a number of frames, of which dragging gives no fewer than the smallest."""
    return prop(bpy.props.IntProperty, name, description, default=default, soft_min=smallest)


def all_properties(owner: type) -> Mapping[str, Any]:
    """Return the properties of a class and of those that it inherits from, these first, by their names."""
    annotated = [vars(base).get("__annotations__", {}) for base in reversed(owner.__mro__)]
    return {name: value for known in annotated for name, value in known.items() if isinstance(value, _DEFERRED)}


def property_names(owner: type) -> tuple[str, ...]:
    """Return the names of the properties of a class and of those that it inherits from, these first."""
    return tuple(all_properties(owner))


@contextmanager
def remembered(operator: bpy.types.Operator, owner: type, group: object) -> Iterator[None]:
    """Give an operator what a group has kept of a class's properties, but for what it was called with, and keep all."""
    for name in property_names(owner):
        if not operator.properties.is_property_set(name):
            setattr(operator, name, getattr(group, name))
    yield
    for name in property_names(owner):
        setattr(group, name, getattr(operator, name))


def absolute(path: str, what: str = "Folder") -> Path:
    """Return a path as an absolute one; raises InputError, with a word for ``what`` it is, when there is none."""
    return paths.absolute(path, what, bpy.data.filepath)


def file_to_write(path: str, suffix: str = "") -> Path:
    """Return the absolute path of a file that is to be written, with a suffix where it has none.

    Raises InputError where there is none, where it is a folder's, or where nothing can be written there.
    """
    return paths.file_to_write(path, suffix, bpy.data.filepath)


SHOWN_UNITS: Mapping[str, tuple[str, float]] = MappingProxyType(
    {"INCHES": ("in", 25.4), "THOU": ("thou", 0.0254), "CENTIMETERS": ("cm", 10.0), "MICROMETERS": ("um", 0.001)}
)
"""The units, beside millimeters, in which fields show the lengths of a puzzle, and their millimeters."""

_NUMBER = r"-?\d+(?:\.\d+)?"
_LENGTHS = re.compile(rf"(?<![^\s(])((?:{_NUMBER} (?:to|x|and|or) )*{_NUMBER}) mm(?=[,;:)]|\.?(?:\s|$))")


def with_shown_unit(text: str, scene: bpy.types.Scene) -> str:
    """Return a sentence of the core with its lengths also in the unit in which the scene's fields show them."""
    unit, size = SHOWN_UNITS.get(scene.unit_settings.length_unit, ("", 1.0))

    def shown(lengths: re.Match[str]) -> str:
        return re.sub(_NUMBER, lambda number: f"{float(number[0]) / size:.4g}", lengths[1])

    return _LENGTHS.sub(lambda lengths: f"{lengths[0]} ({shown(lengths)} {unit})", text) if unit else text


def units_per_millimeter(meters_per_unit: float) -> float:
    """Return the factor from millimeters to Blender units."""
    return 0.001 / meters_per_unit


def millimeters_per_unit(meters_per_unit: float) -> float:
    """Return the factor from Blender units to millimeters."""
    return 1000.0 * meters_per_unit
