# SPDX-License-Identifier: GPL-3.0-or-later
"""Who imports whom: read from the sources, nothing is run."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
TOPS = ("core", "blender_addon")


def modules() -> list[Path]:
    """Return the modules of the extension, as paths from the top folder."""
    return sorted(path.relative_to(REPOSITORY) for top in TOPS for path in (REPOSITORY / top).rglob("*.py"))


def imported_by(module: Path) -> set[Path]:
    """Return the modules of the extension that a module imports, wherever in it."""
    found: set[Path] = set()
    tree = ast.parse((REPOSITORY / module).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = module.parents[node.level - 1]
            target = base.joinpath(*(node.module or "").split("."))
            for name in node.names:
                found |= {_module(target / name.name) or _module(target) or target}
    return {target for target in found if target != module}


def _module(path: Path) -> Path | None:
    """Return the file of a module or of a package; None where there is neither."""
    for file in (path.with_name(path.name + ".py"), path / "__init__.py"):
        if (REPOSITORY / file).is_file():
            return file
    return None


def room_of(module: Path) -> str:
    """Return the room of a module: its folder, or itself where it lies loose in a folder that has rooms in it."""
    folder = module.parent
    if any((child / "__init__.py").is_file() for child in (REPOSITORY / folder).iterdir()):
        return str(module if module.name != "__init__.py" else folder / "__init__.py")
    return str(folder)


@cache
def arrows() -> dict[str, set[str]]:
    """Return, for each room, the other rooms that it uses."""
    used: dict[str, set[str]] = {room_of(module): set() for module in modules()}
    for module in modules():
        used[room_of(module)] |= {room_of(target) for target in imported_by(module)} - {room_of(module)}
    return used
