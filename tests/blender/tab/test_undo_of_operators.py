# SPDX-License-Identifier: GPL-3.0-or-later
"""Every operator that declares undo is one step of the history, with all that it changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import bpy
import numpy as np
import pytest

from tests.blender.picture_files import write_picture
from tests.blender.puzzles import make_puzzle
from tests.blender.scene.full_state import full_state
from tests.blender.scene.hand_changes import pull_up, scale_all
from tests.blender.tab.registered import NAME, operators
from tests.blender.tab.small_shelf import small_shelf

Arguments = dict[str, Any]


def with_puzzle(folder: Path) -> Arguments:
    """Make a puzzle: what an operator needs that is not listed below."""
    make_puzzle()
    return {}


def in_empty_scene(folder: Path) -> Arguments:
    """Change nothing."""
    return {}


def with_file(folder: Path) -> Arguments:
    """Write a puzzle's files."""
    make_puzzle()
    bpy.ops.puzzle_cubes.export(directory=str(folder))
    return {"filepath": str(folder / "puzzle.json")}


def with_code(folder: Path) -> Arguments:
    """Change nothing."""
    return {"code": "M1YZ9-68V4F-J"}


def with_shelf(folder: Path) -> Arguments:
    """Make a shelf."""
    folder.mkdir(exist_ok=True)
    return {"filepath": str(small_shelf(folder / "small.shelf")), "seed": 2}


def not_yet_built(folder: Path) -> Arguments:
    """Make a puzzle whose meshes are older than its dimensions."""
    group = make_puzzle()
    group.live = False
    group.oskar.wall = 5.0
    return {"directory": str(folder)}


def to_be_printed(folder: Path) -> Arguments:
    """Make a puzzle that will print, and name a folder."""
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    return {"directory": str(folder)}


def with_pieces(folder: Path) -> Arguments:
    """Make a puzzle of pieces."""
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="SOMA", search="FIRST")
    return {}


def with_typed_piece(folder: Path) -> Arguments:
    """Make a puzzle of pieces, and give the line of one of them."""
    return {**with_pieces(folder), "piece": 1, "line": "xxx|.x.", "most": 2}


def with_room_for_letters(folder: Path) -> Arguments:
    """Make a puzzle whose faces have room for a letter."""
    make_puzzle(size=(6, 8, 8))
    return {}


def with_picture(folder: Path) -> Arguments:
    """Make a puzzle, and a picture that is bright above."""
    make_puzzle(size=(4, 4, 4))
    write_picture(folder / "picture.png", np.repeat([[1.0], [0.0]], 2, axis=1))
    return {"filepath": str(folder / "picture.png")}


def without_cross(folder: Path) -> Arguments:
    """Make a puzzle, shown as a kit and as wires, and delete its cross."""
    group = make_puzzle()
    group.oskar.way = "KIT"
    group.display = "WIRE"
    bpy.data.objects.remove(group.parts["cross"].part)
    return {"wall": 5.0}


def animated(folder: Path) -> Arguments:
    """Make a puzzle that is animated."""
    make_puzzle()
    bpy.ops.puzzle_cubes.animate()
    return {}


def with_turntable(folder: Path) -> Arguments:
    """Make a puzzle that is animated, with a turntable."""
    animated(folder)
    bpy.ops.puzzle_cubes.add_turntable()
    return {}


def watched(folder: Path) -> Arguments:
    """Make a puzzle of which something is watched."""
    make_puzzle()
    bpy.ops.puzzle_cubes.watch(watched="TREMAUX")
    return {}


def to_be_watched(folder: Path) -> Arguments:
    """Make a puzzle, and name what is to be watched of it."""
    make_puzzle()
    return {"watched": "TREMAUX"}


def to_be_moved(folder: Path) -> Arguments:
    """Make a puzzle, and name a position where its cross does not stand."""
    make_puzzle()
    return {"free_place": (2, 1, 0)}


def as_kit(folder: Path) -> Arguments:
    """Make a puzzle that is shown as a kit."""
    make_puzzle().oskar.way = "KIT"
    return {}


def with_parts_to_show(folder: Path) -> Arguments:
    """Make a puzzle, and name one of its parts."""
    make_puzzle()
    return {"part_keys": "cross"}


def with_coupon(folder: Path) -> Arguments:
    """Make a puzzle, and name what a coupon shows."""
    make_puzzle()
    return {"goes_in": 3, "goes_through": 4}


def with_instance(folder: Path) -> Arguments:
    """Make a puzzle of which the scene has only an instance."""
    collection = make_puzzle().id_data
    bpy.context.scene.collection.children.unlink(collection)
    bpy.ops.object.collection_instance_add(collection=collection.name)
    return {}


def not_all_found(folder: Path) -> Arguments:
    """Make a puzzle of pieces of which one solution is known."""
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="DIABOLICAL", search="FIRST")
    return {}


def with_solutions(folder: Path) -> Arguments:
    """Make a puzzle of pieces with 26 solutions."""
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="DIABOLICAL")
    return {}


def animated_kit(folder: Path) -> Arguments:
    """Make a kit whose assembly is animated."""
    as_kit(folder)
    bpy.ops.puzzle_cubes.animate_assembly()
    return {}


def edited(folder: Path) -> Arguments:
    """Make a puzzle, and edit its box by hand."""
    pull_up(make_puzzle())
    return {}


def scaled(folder: Path) -> Arguments:
    """Make a puzzle, and scale it by hand."""
    scale_all(make_puzzle(), 2.0)
    return {}


SETUPS: Mapping[str, Callable[[Path], Arguments]] = MappingProxyType(
    {
        "add_turntable": animated,
        "animate_assembly": as_kit,
        "animate_solutions": with_solutions,
        "box_around": with_pieces,
        "draw_letters": with_room_for_letters,
        "draw_picture": with_picture,
        "from_code": with_code,
        "from_shelf": with_shelf,
        "export": not_yet_built,
        "generate": in_empty_scene,
        "load": with_file,
        "make_editable": with_instance,
        "keep": edited,
        "make_this_size": scaled,
        "rebuild": without_cross,
        "restore": edited,
        "remove_animation": animated,
        "remove_assembly": animated_kit,
        "remove_turntable": with_turntable,
        "remove_watch": watched,
        "put_cross": to_be_moved,
        "watch": to_be_watched,
        "search_on": not_all_found,
        "set_millimeters": with_turntable,
        "my_printer": with_coupon,
        "print": to_be_printed,
        "show_parts": with_parts_to_show,
        "type_piece": with_typed_piece,
    }
)
"""What makes the scene that an operator needs, and returns the arguments for it."""

WITHOUT_UNDO = re.compile(
    r"add_\w+_preset|copy_code|draw_(pieces|walls)|export_\w+|frame|help|open_folder|open_shelf|picture|show_rows|stop_search"
    r"|take_picture"
)
"""The names of the operators that have nothing to undo themselves.

They write files, look, call on a window or a search, or make a step at each click.
"""

NEED_A_WINDOW = MappingProxyType(
    {
        "play": "it is played with keys, and its undo is tested in tests/gui/test_play.py",
        "play_pieces": "it is played with keys, and its undo is tested in tests/gui/test_packing.py",
    }
)
"""The operators that cannot be run without a window, and why."""


class Steps(NamedTuple):
    """The states of the file that a call leads through: before it, after it, undone, and done again."""

    before: object
    after: object
    undone: object
    redone: object


def steps_of(call: Callable[[], set[str]]) -> Steps:
    """Call, undo and redo, and return the states of the file."""
    scene = bpy.context.scene
    # Without a window Blender keeps no history until it is asked to. The step before must differ, too, so that a call
    # that makes no step of its own is found out: undo then goes back farther.
    for name in ("Earlier", "Before"):
        scene.name = name
        bpy.ops.ed.undo_push(message=name)
    before = full_state()
    assert call() == {"FINISHED"}
    after = full_state()
    bpy.ops.ed.undo()
    undone = full_state()
    bpy.ops.ed.redo()
    return Steps(before, after, undone, full_state())


def undoable() -> set[str]:
    """Return the names of the operators that declare undo."""
    return {name for name, operator in operators().items() if "UNDO" in getattr(operator, "bl_options", ())}


def test_every_operator_that_declares_undo_is_one_step(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for name in sorted(undoable() - NEED_A_WINDOW.keys()):
        with subtests.test(operator=name):
            bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
            given = SETUPS.get(name, with_puzzle)(tmp_path / name)
            operator = getattr(getattr(bpy.ops, NAME), name)
            steps = steps_of(partial(operator, "EXEC_DEFAULT", True, **given))
            assert steps.after != steps.before
            assert steps.undone == steps.before
            assert steps.redone == steps.after


def test_what_is_listed_by_name_declares_undo() -> None:
    assert NEED_A_WINDOW.keys() | SETUPS.keys() <= undoable()


def test_what_declares_no_undo_has_nothing_to_undo(tmp_path: Path) -> None:
    without = operators().keys() - undoable()
    assert [name for name in sorted(without) if not WITHOUT_UNDO.fullmatch(name)] == []
    assert [name for name in sorted(undoable()) if WITHOUT_UNDO.fullmatch(name)] == []
    make_puzzle()
    before = full_state()
    # Those for another kind cannot be asked for here.
    exports = [name for name in sorted(without) if name.startswith("export_")]
    written = [name for name in exports if getattr(getattr(bpy.ops, NAME), name).poll()]
    for name in written:
        assert getattr(getattr(bpy.ops, NAME), name)(filepath=str(tmp_path / f"{name}.stl")) == {"FINISHED"}
        assert full_state() == before, name
    assert len(list(tmp_path.iterdir())) == len(written) >= 2


def test_what_is_refused_is_no_step() -> None:
    make_puzzle()
    for name in ("Earlier", "Before"):
        bpy.context.scene.name = name
        bpy.ops.ed.undo_push(message=name)
    with pytest.raises(RuntimeError, match="Wall is -1 mm"):
        bpy.ops.puzzle_cubes.rebuild("EXEC_DEFAULT", True, wall=-1.0)
    bpy.ops.ed.undo()
    assert bpy.context.scene.name == "Earlier"


class Widen(bpy.types.Operator):
    """Change a dimension of the next puzzle"""

    bl_idname = "puzzle_cubes_test.widen"
    bl_label = "Widen"
    bl_options = {"REGISTER"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Change it."""
        context.scene.puzzle_cubes.oskar.wall = 5.0
        return {"FINISHED"}


class WidenWithUndo(Widen):
    """Change a dimension of the next puzzle, as a step of the history"""

    bl_options = {"REGISTER", "UNDO"}


@pytest.mark.parametrize("operator", [Widen, WidenWithUndo])
def test_an_operator_that_does_not_declare_undo_is_found_out(operator: type) -> None:
    bpy.utils.register_class(operator)
    try:
        steps = steps_of(partial(bpy.ops.puzzle_cubes_test.widen, "EXEC_DEFAULT", True))
    finally:
        bpy.utils.unregister_class(operator)
    assert steps.after != steps.before
    assert (steps.undone == steps.before) == (operator is WidenWithUndo)
    assert (steps.redone == steps.after) == (operator is WidenWithUndo)


@pytest.mark.parametrize("with_undo", [False, True])
def test_a_call_without_undo_is_found_out(*, with_undo: bool) -> None:
    steps = steps_of(partial(bpy.ops.puzzle_cubes.generate, "EXEC_DEFAULT", with_undo, size=(2, 2, 2)))
    assert steps.after != steps.before
    assert (steps.undone == steps.before) == with_undo
