# SPDX-License-Identifier: GPL-3.0-or-later
"""The presets that come along, as the files that Blender's preset menus read, made from the kinds' tables.

After a change to these, from the top folder: ``python -m tests.lint.presets presets``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from puzzle_cubes.common.options import values_of
from puzzle_cubes.kind.holding import HOLDING, preset_names
from puzzle_cubes.kind.model import Preset
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.printing.printer import BED


def write_presets(folder: Path) -> None:
    """Write a file for each preset of each kind below a folder."""
    for kind in KINDS.values():
        own = folder / "puzzle_cubes" / kind.name
        own.mkdir(parents=True, exist_ok=True)
        for preset in kind.presets.values():
            (own / f"{preset.label.replace(' ', '_')}.py").write_text(_script(kind.name, preset), encoding="utf-8")


def _script(kind: str, preset: Preset[Any]) -> str:
    """Return a preset as a script that puts its values into the scene; the bed is the user's own."""
    printer = {name: value for name, value in values_of(preset.printer).items() if name not in BED}
    names = [name for name in preset_names(type(preset.dimensions)) if name not in HOLDING]
    lines = [
        "# SPDX-License-Identifier: GPL-3.0-or-later",
        "import bpy",
        "",
        "scene = bpy.context.scene.puzzle_cubes",
        f"puzzle = scene.{kind}",
        "",
        *(f"puzzle.{name} = {_literal(getattr(preset.dimensions, name))}" for name in names),
        *(f"scene.{name} = {_literal(value)}" for name, value in printer.items()),
    ]
    return "\n".join(lines) + "\n"


def _literal(value: object) -> str:
    return f'"{value.upper()}"' if isinstance(value, str) else repr(value)


if __name__ == "__main__":
    write_presets(Path(sys.argv[1]))
