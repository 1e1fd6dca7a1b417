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

from tests.blender.puzzles import make_puzzle, write_picture
from tests.blender.scene.full_state import full_state
from tests.blender.scene.hand_changes import pull_up, scale_all
from tests.blender.scene.kits import make_kit
from tests.blender.tab.registered import NAME, operators
from tests.blender.tab.small_shelf import small_shelf

Arguments = dict[str, Any]


Setup = Callable[[Path], Arguments]
"""Makes the scene that an operator needs, with files in a folder, and returns the arguments for it."""


def after(*steps: Callable[[], object], **given: Any) -> Setup:
    """Return what does some steps, and gives arguments."""

    def prepare(folder: Path) -> Arguments:
        for step in steps:
            step()
        return given

    return prepare


def with_file(folder: Path) -> Arguments:
    """Write a puzzle's files."""
    make_puzzle()
    bpy.ops.puzzle_cubes.export(directory=str(folder))
    return {"filepath": str(folder / "puzzle.json")}


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


def with_picture(folder: Path) -> Arguments:
    """Make a puzzle, and a picture that is bright above."""
    make_puzzle(size=(4, 4, 4))
    write_picture(folder / "picture.png", np.repeat([[1.0], [0.0]], 2, axis=1))
    return {"filepath": str(folder / "picture.png")}


def make_kit_without_cross() -> None:
    """Make a puzzle, shown as a kit and as wires, and delete its cross."""
    group = make_kit()
    group.display = "WIRE"
    bpy.data.objects.remove(group.parts["cross"].part)


def make_pieces(puzzle: str, search: str = "ALL") -> None:
    """Make a puzzle of pieces, with all solutions or the first one."""
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle=puzzle, search=search)


def make_instance() -> None:
    """Make a puzzle of which the scene has only an instance."""
    collection = make_puzzle().id_data
    bpy.context.scene.collection.children.unlink(collection)
    bpy.ops.object.collection_instance_add(collection=collection.name)


def edit() -> None:
    """Make a puzzle, and edit its box by hand."""
    pull_up(make_puzzle())


def scale() -> None:
    """Make a puzzle, and scale it by hand."""
    scale_all(make_puzzle(), 2.0)


CALLED = bpy.ops.puzzle_cubes
SOMA = partial(make_pieces, "SOMA", "FIRST")

SETUPS: Mapping[str, Setup] = MappingProxyType(
    {
        "add_turntable": after(make_puzzle, CALLED.animate),
        "animate_assembly": after(make_kit),
        "animate_solutions": after(partial(make_pieces, "DIABOLICAL")),
        "box_around": after(SOMA),
        "draw_letters": after(partial(make_puzzle, size=(6, 8, 8))),
        "draw_picture": with_picture,
        "from_code": after(code="M1YZ9-68V4F-J"),
        "from_object": after(bpy.ops.mesh.primitive_monkey_add, across=7, shape_pieces=3, seed=1),
        "from_shelf": with_shelf,
        "export": not_yet_built,
        "generate": after(),
        "load": with_file,
        "make_editable": after(make_instance),
        "keep": after(edit),
        "make_this_size": after(scale),
        "rebuild": after(make_kit_without_cross, wall=5.0),
        "restore": after(edit),
        "remove_animation": after(make_puzzle, CALLED.animate),
        "remove_assembly": after(make_kit, CALLED.animate_assembly),
        "remove_turntable": after(make_puzzle, CALLED.animate, CALLED.add_turntable),
        "remove_watch": after(make_puzzle, partial(CALLED.watch, watched="TREMAUX")),
        "put_cross": after(make_puzzle, free_place=(2, 1, 0)),
        "watch": after(make_puzzle, watched="TREMAUX"),
        "search_on": after(partial(make_pieces, "DIABOLICAL", "FIRST")),
        "set_millimeters": after(make_puzzle, CALLED.animate, CALLED.add_turntable),
        "my_printer": after(make_puzzle, goes_in=3, goes_through=4),
        "usual_printer": after(make_kit, printer="FLSUN_Q5"),
        "print": to_be_printed,
        "show_parts": after(make_puzzle, part_keys="cross"),
        "show_step": after(make_kit, step=4),
        "type_piece": after(SOMA, piece=1, line="xxx|.x.", most=2),
    }
)
"""What each operator needs; the others need a puzzle."""

WITHOUT_UNDO = re.compile(
    r"add_\w+_preset|copy_code|export_\w+|frame|help|open_folder|open_shelf|picture|show_rows|stop_\w+"
    r"|take_picture"
)
"""The names of the operators that have nothing to undo themselves.

They write files, look, or call on a window or a search.
"""

NEED_A_WINDOW = MappingProxyType(
    {
        "draw_pieces": "it is drawn with the mouse, and its undo is tested in tests/gui/test_draw_pieces.py",
        "draw_walls": "it is drawn with the mouse, and its undo is tested in tests/gui/test_draw.py",
        "play": "it is played with keys, and its undo is tested in tests/gui/test_play.py",
        "play_pieces": "it is played with keys, and its undo is tested in tests/gui/test_pieces.py",
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
            given = SETUPS.get(name, after(make_puzzle))(tmp_path / name)
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


@pytest.mark.parametrize("with_undo", [False, True])
def test_a_call_without_undo_is_found_out(*, with_undo: bool) -> None:
    steps = steps_of(partial(bpy.ops.puzzle_cubes.generate, "EXEC_DEFAULT", with_undo, size=(2, 2, 2)))
    assert steps.after != steps.before
    assert (steps.undone == steps.before) == with_undo
