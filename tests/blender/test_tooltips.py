# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that the extension shows has a name and a tooltip, in Blender's form."""

from __future__ import annotations

from typing import Any

import bpy
from installed_extension import MODULE


def properties_of(rna: Any) -> list[Any]:
    """Return the properties that the extension itself gives to a type."""
    inherited = {"rna_type", "name", "bl_idname"} if rna.base is None else {p.identifier for p in rna.base.properties}
    return [one for one in rna.properties if one.identifier not in inherited | {"rna_type", "bl_system_properties_get"}]


def check_tooltip(text: str, where: str) -> None:
    """Assert that a tooltip is there, begins with a capital and has no full stop, which Blender adds."""
    assert text, where
    assert text[0].isupper() or text[0].isdigit() or text[0] == "/", where
    assert not text.endswith("."), where
    assert text != "(undocumented operator)", where


def names(kind: str) -> list[str]:
    """Return the names of the extension's types of a kind: PT for panels, MT for menus."""
    return [name for name in dir(bpy.types) if name.startswith(f"OSKARS_CUBE_{kind}_")]


def test_operators() -> None:
    idnames = dir(bpy.ops.oskars_cube)
    assert len(idnames) >= 8
    for idname in idnames:
        rna = getattr(bpy.ops.oskars_cube, idname).get_rna_type()
        check_tooltip(rna.description, idname)
        assert rna.name[0].isupper()
        for one in properties_of(rna):
            check_tooltip(one.description, f"{idname}.{one.identifier}")
            assert one.name


def test_properties_and_their_choices() -> None:
    groups = [group for group in bpy.types.PropertyGroup.__subclasses__() if group.__module__.startswith(MODULE)]
    assert len(groups) >= 2
    for group in groups:
        for one in properties_of(group.bl_rna):
            where = f"{group.__name__}.{one.identifier}"
            if one.identifier == "name":
                continue
            check_tooltip(one.description, where)
            assert one.name, where
            for item in one.enum_items if one.type == "ENUM" else ():
                check_tooltip(item.description, f"{where}.{item.identifier}")
                assert item.name


def test_panels_and_menus() -> None:
    assert len(names("PT")) >= 4
    assert names("MT")
    for name in names("PT") + names("MT"):
        shown = getattr(bpy.types, name)
        assert shown.bl_label
        check_tooltip(shown.bl_description, name)
