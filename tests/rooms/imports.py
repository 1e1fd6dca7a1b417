# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads from the sources who imports whom; nothing is run."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from puzzle_cubes.kinds import KINDS

REPOSITORY = Path(__file__).parents[2]
TOPS = ("core", "blender_addon")

OF_A_KIND = "<kind>"
"""How the folders of all kinds are called, which are one room."""


def modules() -> list[Path]:
    """Return the modules of the extension, as paths from the top folder."""
    return sorted(path.relative_to(REPOSITORY) for top in TOPS for path in (REPOSITORY / top).rglob("*.py"))


@cache
def imported_by(module: Path) -> frozenset[Path]:
    """Return the modules of the extension that a module imports, wherever in it."""
    modules_used: set[Path] = set()
    for node in ast.walk(ast.parse((REPOSITORY / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            target = module.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            modules_used |= {_module(target / name.name) or _module(target) or target for name in node.names}
    return frozenset(modules_used - {module})


def _module(path: Path) -> Path | None:
    """Return the file of a module or of a package; None where there is neither."""
    for file in (path.with_name(path.name + ".py"), path / "__init__.py"):
        if (REPOSITORY / file).is_file():
            return file
    return None


def room_of(module: Path) -> str:
    """Return the room of a module, its folder below the top one; of a loose file there, the file's own name.

    The list of kinds belongs to these.
    """
    top, name, *rest = module.parts
    if name in KINDS or name == "kinds.py":
        name = OF_A_KIND
    return f"{top}/{name}" if rest or name == OF_A_KIND else str(module)


@cache
def arrows() -> dict[str, set[str]]:
    """Return, for each room and each loose file, the others that it uses."""
    used: dict[str, set[str]] = {}
    for module in modules():
        room = room_of(module)
        used.setdefault(room, set()).update({room_of(target) for target in imported_by(module)} - {room})
    return used
