# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that the extension shows has a name and a tooltip, in Blender's form."""

from __future__ import annotations

import bpy
from installed_extension import MODULE

from puzzle_cubes.common.options import declared, merged
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.printing.printer import Printer
from tests.blender.tab.registered import NAME, all_properties, operators, own_properties, property_groups, types_named

MOST_ASKED = 4
"""More are looked through by nobody."""


def check_tooltip(text: str, where: str) -> None:
    """Assert that a tooltip is there, begins with a capital and has no full stop, which Blender adds."""
    assert text, where
    assert text[0].isupper() or text[0].isdigit() or text[0] == "/", where
    assert not text.endswith("."), where
    assert text != "(undocumented operator)", where


def test_operators() -> None:
    assert len(operators()) >= 17
    for idname in operators():
        rna = getattr(getattr(bpy.ops, NAME), idname).get_rna_type()
        check_tooltip(rna.description, idname)
        assert rna.name[0].isupper()


def test_few_things_are_asked_when_an_operator_is_adjusted() -> None:
    for idname, operator in operators().items():
        rna = getattr(getattr(bpy.ops, NAME), idname).get_rna_type()
        shown = [known.identifier for known in own_properties(rna) if not known.is_hidden]
        assert len(getattr(operator, "asked", ())) <= MOST_ASKED
        own = [base for base in operator.__mro__ if base.__module__.startswith(MODULE)]
        # What has more says itself what is drawn of it.
        assert len(shown) <= MOST_ASKED or any("draw" in vars(base) for base in own), idname


def test_properties_and_their_choices() -> None:
    for where, prop in all_properties():
        check_tooltip(prop.description, where)
        assert prop.name, where
        for item in prop.enum_items if prop.type == "ENUM" else ():
            check_tooltip(item.description, f"{where}.{item.identifier}")
            assert item.name


def test_every_group_is_reached() -> None:
    classes = {
        group.bl_rna.identifier
        for group in bpy.types.PropertyGroup.__subclasses__()
        if group.__module__.startswith(MODULE) and group.is_registered
    }
    assert classes == set(property_groups())
    assert len(classes) >= 4 + 2 * len(KINDS)


def test_every_option_is_reached() -> None:
    reached = {where for where, _ in all_properties()}
    assert {"preferences.log_games", "preferences.games_folder"} <= reached
    for kind in KINDS.values():
        settings = {option.name for option in merged((kind.options, declared(kind.dimensions)))}
        assert {f"PUZZLE_CUBES_PG_{kind.name}_scene.{name}" for name in settings} <= reached
        assert {f"generate.{name}" for name in settings} <= reached
        dimensions = {option.name for option in declared(kind.dimensions)}
        assert {f"PUZZLE_CUBES_PG_{kind.name}_puzzle.{name}" for name in dimensions} <= reached
        assert {f"{operator}.{name}" for operator in ("rebuild", "load") for name in dimensions} <= reached
    assert {f"SceneProperties.{option.name}" for option in declared(Printer)} <= reached


def test_panels_and_menus() -> None:
    assert len(types_named("PT")) >= 5
    assert len(types_named("MT")) >= 1 + len(KINDS)
    for name, shown in (types_named("PT") | types_named("MT")).items():
        assert shown.bl_label
        check_tooltip(shown.bl_description, name)
