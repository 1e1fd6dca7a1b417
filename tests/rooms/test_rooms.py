# SPDX-License-Identifier: GPL-3.0-or-later
"""The rooms are as CONTRIBUTING.md shows them: no circles, no arrows upward, no kind where none belongs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.kinds import KINDS
from tests.rooms.imports import REPOSITORY, arrows, imported_by, modules

ROOM = re.compile(r"^\| `(?P<room>[\w/.]+)` \| (?P<holds>[^|]+) \| ?(?P<uses>[^|]*?) ?\|$", re.MULTILINE)

WORDS = {"oskar": ("oskar", "maze", "kit", "plate_?", "solution", "trace", "one_piece")}
"""What a file that knows a kind would say."""

LISTS = {Path("core/kinds.py")}
"""The one place where kinds are listed."""


def pictured() -> dict[str, set[str]]:
    """Return the rooms that CONTRIBUTING.md shows, in their order, each with those that it uses."""
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return {found["room"]: set(re.findall(r"`([\w/.]+)`", found["uses"])) for found in ROOM.finditer(text)}


def test_contributing_shows_the_rooms_that_there_are() -> None:
    empty = {"core/__init__.py", "core/oskar/__init__.py", "core/packing/__init__.py"}
    assert set(pictured()) == set(arrows()) - empty
    assert all(not arrows()[room] for room in empty)


@pytest.mark.parametrize("room", sorted(arrows()))
def test_a_room_uses_the_rooms_that_contributing_says(room: str) -> None:
    assert arrows()[room] == pictured().get(room, set())


def test_every_arrow_goes_down() -> None:
    order = list(pictured())
    assert [(room, used) for room in order for used in pictured()[room] if order.index(used) >= order.index(room)] == []


def test_no_files_import_each_other_in_a_circle() -> None:
    left = {module: imported_by(module) for module in modules()}
    while left:
        free = [module for module, used in left.items() if not used & set(left)]
        assert free, f"These import each other in a circle: {sorted(map(str, left))}"
        for module in free:
            del left[module]


def knowing(kind: str) -> list[str]:
    """Return the files outside of a kind's rooms that have one of its words."""
    own = {Path("core") / kind, Path("blender_addon") / kind}
    files = [module for module in modules() if not own & set(module.parents)]
    files += [Path("__init__.py"), Path("blender_manifest.toml")]
    # Another kind may use the same words for what is its own, but the kind's name.
    others = {Path(top) / other for other in KINDS if other != kind for top in ("core", "blender_addon")}
    words = {
        is_other: re.compile("|".join(rf"(?<![a-z]){word}(?![a-z])" for word in sought), re.IGNORECASE)
        for is_other, sought in ((True, (kind,)), (False, (kind, *WORDS.get(kind, ()))))
    }
    return [
        str(file)
        for file in files
        if words[bool(others & set(file.parents))].search((REPOSITORY / file).read_text(encoding="utf-8"))
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
    rooms = {Path(room) if not room.endswith(".py") else Path(room).parent for room in arrows()}
    assert folders <= rooms
    assert {room for room in rooms if room.parts[0] == "core"} - folders <= {Path("core")}
