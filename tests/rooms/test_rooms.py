# SPDX-License-Identifier: GPL-3.0-or-later
"""The rooms are as CONTRIBUTING.md shows them: no circles, no kind where none belongs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzle_cubes.kinds import KINDS
from tests.rooms.imports import REPOSITORY, arrows, imported_by, modules
from tests.rooms.table import PAGE, renewed_page, rooms

WORDS = {"oskar": ("oskar", "maze", "kit", "plate_?", "solution", "trace", "one_piece"), "burr": ("sticks?",)}
"""What a file that knows a kind would say."""

BUILT_ON = {"burr": ("packing",)}
"""Kinds that have what others have, and add to it."""

LISTS = {Path("core/kinds.py")}
"""The one place where kinds are listed."""

EXAMPLES = {Path("core/library.py")}
"""Where kinds stand as examples in what users read."""


def test_contributing_shows_the_rooms_that_there_are() -> None:
    assert PAGE.read_text(encoding="utf-8") == renewed_page(), "write it anew: make written"


def circle(name: Callable[[Path], object]) -> set[object]:
    """Return what is left of a circle of imports between modules that are called by a name, which may be a folder's."""
    left: dict[object, set[object]] = {}
    for module in modules():
        left.setdefault(name(module), set()).update(map(name, imported_by(module)))
    left = {module_name: used - {module_name} for module_name, used in left.items()}
    while free := [module_name for module_name, used in left.items() if not used & left.keys()]:
        for module_name in free:
            del left[module_name]
    return set(left)


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circle(lambda module: module) == set()


def test_no_folders_import_each_other_in_a_circle() -> None:
    # What lies loose beside folders is by itself.
    folders = {module.parent for module in modules()}
    assert (
        circle(lambda module: module if any(module.parent in folder.parents for folder in folders) else module.parent)
        == set()
    )


def test_a_kind_uses_no_other_kind() -> None:
    for kind in KINDS:
        own = {Path(top) / kind for top in ("core", "blender_addon")}
        foreign = {
            Path(top) / second_kind
            for second_kind in KINDS
            if second_kind not in (kind, *BUILT_ON.get(kind, ()))
            for top in ("core", "blender_addon")
        }
        for module in modules():
            if own & set(module.parents):
                assert [used for used in imported_by(module) if foreign & set(used.parents)] == []


def knowing(kind: str) -> list[str]:
    """Return the files outside of a kind's rooms, and of those that are built on it, that have one of its words."""
    built = [kind, *(name for name, on in BUILT_ON.items() if kind in on)]
    own = {Path(top) / room_kind for top in ("core", "blender_addon") for room_kind in built}
    files = [module for module in modules() if not own & set(module.parents) and module not in EXAMPLES]
    files += [Path("__init__.py"), Path("blender_manifest.toml")]
    # Another kind, and what kinds are made of, may use the same words for what is their own, but the kind's name.
    foreign = {Path(top) / name for name in KINDS if name != kind for top in ("core", "blender_addon")}
    foreign.add(Path("core") / "polycubes")
    words = {
        is_other: re.compile("|".join(rf"(?<![a-z]){word}(?![a-z])" for word in sought), re.IGNORECASE)
        for is_other, sought in ((True, (kind,)), (False, (kind, *WORDS.get(kind, ()))))
    }
    return [
        str(file)
        for file in files
        if words[bool(foreign & set(file.parents))].search((REPOSITORY / file).read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_list_of_kinds_knows_a_kind(kind: str) -> None:
    assert knowing(kind) == [str(file) for file in LISTS]


def test_a_file_that_knows_a_kind_would_be_found() -> None:
    # All files of this kind's rooms count when they are not its own.
    assert "core/oskar/kind.py" in knowing("cube")
    assert "core/kinds.py" in knowing("oskar")


def test_the_tests_are_in_the_same_rooms() -> None:
    tests = REPOSITORY / "tests"
    folders = {path.parent.relative_to(tests) for path in (tests / "core").rglob("test_*.py")}
    of_code = {module.parent for module in modules() if module.parts[0] == "core"}
    # A folder of only an __init__.py holds others.
    holding = {
        folder for folder in of_code if [*(REPOSITORY / folder).glob("*.py")] == [REPOSITORY / folder / "__init__.py"]
    }
    assert folders <= of_code
    assert of_code - holding - folders == set()
    assert set(rooms()) <= set(arrows())
