# SPDX-License-Identifier: GPL-3.0-or-later
"""Properties that Blender registers and the type checker knows.

Blender wants a property as an annotation, which a type checker takes for a type. So a class declares it as a typed
attribute, ``live: bool = prop(BoolProperty, "Live", ...)``, and the decorator hands it to Blender.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

import bpy

Class = TypeVar("Class", bound=type)
Item_co = TypeVar("Item_co", covariant=True)


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
