# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists what the extension has registered with Blender, by asking Blender: nothing new can be left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy
from installed_extension import MODULE

NAME = "puzzle_cubes"
"""What the operators begin with, and what the groups on Blender's own data are called."""


def operators() -> dict[str, Any]:
    """Return the classes of all operators, by their names."""
    return {name: getattr(bpy.types, f"{NAME.upper()}_OT_{name}") for name in dir(getattr(bpy.ops, NAME))}


def known_of(operator: str) -> Any:
    """Return what Blender knows of an operator, by its name."""
    return getattr(getattr(bpy.ops, NAME), operator).get_rna_type()


def types_named(kind: str) -> dict[str, Any]:
    """Return the types of a kind by their names: PT for panels, MT for menus."""
    return {name: getattr(bpy.types, name) for name in dir(bpy.types) if name.startswith(f"{NAME.upper()}_{kind}_")}


def property_groups() -> dict[str, Any]:
    """Return what Blender knows of the groups on its own data, and of those inside of them, by their names."""
    owners = (getattr(bpy.types, name) for name in dir(bpy.types))
    groups: dict[str, Any] = {}
    for owner in owners:
        known = getattr(owner, "bl_rna", None)
        for prop in () if known is None else known.properties:
            if prop.identifier.startswith(NAME) and prop.type == "POINTER":
                _add_groups(prop.fixed_type, groups)
    return groups


def preferences() -> Any:
    """Return the user's preferences for the extension."""
    return bpy.context.preferences.addons[MODULE].preferences


def own_properties(rna: Any) -> list[Any]:
    """Return the properties that the extension itself gives to a type."""
    inherited = (
        {"rna_type", "name", "bl_idname"} if rna.base is None else {prop.identifier for prop in rna.base.properties}
    )
    return [
        prop for prop in rna.properties if prop.identifier not in inherited | {"rna_type", "bl_system_properties_get"}
    ]


def all_properties() -> Iterator[tuple[str, Any]]:
    """Yield all properties of operators, groups and preferences, each with a name that says where it is."""
    for name in operators():
        yield from ((f"{name}.{prop.identifier}", prop) for prop in own_properties(known_of(name)))
    for name, rna in (property_groups() | {"preferences": preferences().bl_rna}).items():
        yield from ((f"{name}.{prop.identifier}", prop) for prop in own_properties(rna))


def _add_groups(rna: Any, groups: dict[str, Any]) -> None:
    """Add a group, and the groups that it holds."""
    groups[rna.identifier] = rna
    for prop in own_properties(rna):
        inner = prop.fixed_type if prop.type in ("POINTER", "COLLECTION") else None
        if inner is not None and inner.base is not None and inner.base.identifier == "PropertyGroup":
            _add_groups(inner, groups)
