# SPDX-License-Identifier: GPL-3.0-or-later
"""All that is declared to Blender has a name and a tooltip in its form, choices that can be chosen, limits that can be.

No option has the name of something that its operator or group can do: it would stand in the place of that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy
import numpy as np
from installed_extension import MODULE

from puzzle_cubes.common.options import MILLIMETERS, Option, declared, merged
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.printing.printer import Printer
from tests.blender.puzzles import make_puzzle
from tests.blender.tab.registered import (
    all_properties,
    known_of,
    operators,
    own_properties,
    property_groups,
    types_named,
)

MOST_ASKED = 4
"""More are looked through by nobody."""


def check_tooltip(text: str, where: str) -> None:
    """Assert that a tooltip is there, begins with a capital and has no full stop, which Blender adds."""
    assert text, where
    assert text[0].isupper() or text[0].isdigit() or text[0] == "/", where
    assert not text.endswith("."), where
    assert text != "(undocumented operator)", where


def test_operators_have_names_and_tooltips() -> None:
    assert len(operators()) >= 17
    for idname in operators():
        check_tooltip(known_of(idname).description, idname)
        assert known_of(idname).name[0].isupper()


def test_few_things_are_asked_when_an_operator_is_adjusted() -> None:
    for idname, operator in operators().items():
        shown = [known.identifier for known in own_properties(known_of(idname)) if not known.is_hidden]
        assert len(getattr(operator, "asked", ())) <= MOST_ASKED
        own = [base for base in operator.__mro__ if base.__module__.startswith(MODULE)]
        # What has more says itself what is drawn of it.
        assert len(shown) <= MOST_ASKED or any("draw" in vars(base) for base in own), idname


def test_properties_and_their_choices_have_names_and_tooltips() -> None:
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


def test_panels_and_menus_have_names_and_tooltips() -> None:
    assert len(types_named("PT")) >= 5
    assert len(types_named("MT")) >= 1 + len(KINDS)
    for name, shown in (types_named("PT") | types_named("MT")).items():
        assert shown.bl_label
        check_tooltip(shown.bl_description, name)
        # They are shown in the units of the scene.
        assert "in millimeters" not in shown.bl_description, name


def done_by(known: Any) -> set[str]:
    """Return the names of all that a class, and Blender's own below it, can do."""
    names = {name for base in known.__mro__ for name, value in vars(base).items() if callable(value)}
    return names | set(known.bl_rna.functions.keys())


def test_options_have_names_of_their_own() -> None:
    owners = {name: (known_of(name), operator) for name, operator in operators().items()}
    owners |= {name: (rna, bpy.types.PropertyGroup) for name, rna in property_groups().items()}
    for name, (rna, owner) in owners.items():
        options = {option.identifier for option in own_properties(rna)}
        assert not options & done_by(owner), name
    assert "run_beside" in done_by(operators()["generate"])
    assert "items" in done_by(bpy.types.PropertyGroup)


def test_numbers_of_choices_survive_single_precision() -> None:
    # Blender's lists hold the number of an item in single precision; a rounded one would choose nothing.
    lists = {where: owned.enum_items for where, owned in all_properties() if owned.type == "ENUM"}
    assert {"SceneProperties.material", "PUZZLE_CUBES_PG_oskar_scene.style", "generate.style"} <= set(lists)
    for where, items in lists.items():
        numbers = [item.value for item in items]
        assert [int(np.float32(number)) for number in numbers] == numbers, where
        # Equal ones would choose each other.
        assert len(set(numbers)) == len(numbers), where


def dragged() -> Iterator[tuple[Any, Option]]:
    """Yield all options with numbers, with the groups in which they are dragged."""
    settings = bpy.context.scene.puzzle_cubes
    puzzle = make_puzzle()
    for kind in KINDS.values():
        dimensions = declared(kind.dimensions)
        yield from ((getattr(settings, kind.name), option) for option in merged((kind.options, dimensions)))
        yield from ((getattr(puzzle, kind.name), option) for option in dimensions)
    yield from ((settings, option) for option in declared(Printer))


def test_both_ends_of_what_is_dragged_can_be() -> None:
    tried = set()
    for group, option in dragged():
        if not isinstance(option.typed, (bool, str)):
            known = group.bl_rna.properties[option.name]
            for end in (known.soft_min, known.soft_max):
                # Blender keeps single precision.
                number = int(end) if known.type == "INT" else round(end, 6)
                option.check((number,) * 3 if isinstance(option.typed, tuple) else number)
            tried.add(option.name)
    assert {"size", "seed", "passage", "overhang", "inset", "nozzle", "bed_x", "widening", "bias"} <= tried


def test_a_length_is_dragged_no_farther_than_anybody_would() -> None:
    lengths = [
        (group.bl_rna.properties[option.name], option) for group, option in dragged() if option.unit == MILLIMETERS
    ]
    ends = {option.name: round(known.soft_max, 3) for known, option in lengths}
    # A tenth of the most that can be, or ten times what it is at first.
    assert {"wall": 100, "cube": 150, "bed_x": 2200, "nozzle": 4, "layer": 2}.items() <= ends.items()
    # A pixel is a tenth of a millimeter, as Blender counts by hundredths; four digits of one are shown.
    assert {(known.step, known.precision) for known, _ in lengths} == {(10, 4)}
