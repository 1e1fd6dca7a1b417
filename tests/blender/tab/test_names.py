# SPDX-License-Identifier: GPL-3.0-or-later
"""No option has the name of something that its operator or group can do: it would stand in the place of that."""

from __future__ import annotations

from typing import Any

import bpy

from tests.blender.tab.registered import NAME, operators, own_properties, property_groups


def done_by(known: Any) -> set[str]:
    """Return the names of all that a class, and Blender's own below it, can do."""
    names = {name for base in known.__mro__ for name, value in vars(base).items() if callable(value)}
    return names | set(known.bl_rna.functions.keys())


def test_options_of_operators() -> None:
    known = operators()
    for name, operator in known.items():
        rna = getattr(getattr(bpy.ops, NAME), name).get_rna_type()
        options = {option.identifier for option in own_properties(rna)}
        assert not options & done_by(operator), name
    assert "run_beside" in done_by(known["generate"])


def test_options_of_groups() -> None:
    for name, rna in property_groups().items():
        options = {option.identifier for option in own_properties(rna)}
        assert not options & done_by(bpy.types.PropertyGroup), name
    assert "items" in done_by(bpy.types.PropertyGroup)
