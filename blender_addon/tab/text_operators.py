# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators that write a puzzle as the text of another program, one for each text that a kind knows."""

from __future__ import annotations

from typing import Any

import bpy

from ...core.common.words import quoted
from ...core.export.text_files import write_text
from ...core.kind.files import TextFormat
from ...core.kind.kind import AnyKind
from ...core.kinds import KINDS
from ..data.paths import file_to_write
from ..scene.model import puzzle_of
from ..window.results import OperatorOptions, Result
from .file_choice import FileToWrite
from .operator_base import RefusingOperator, has_active_puzzle, needed_puzzle


class _ExportText(RefusingOperator, FileToWrite):
    """What these operators share."""

    bl_options: OperatorOptions = {"REGISTER"}
    kind_name: str
    written_format: TextFormat[Any]

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on an active puzzle of the kind."""
        return has_active_puzzle(cls, context, cls.kind_name)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file."""
        name = bpy.path.clean_name(needed_puzzle(context).name)
        return self.choose_file(context, name + self.written_format.suffix)

    def work(self, context: bpy.types.Context) -> Result:
        """Write the file."""
        write_text(self.written_format.write(puzzle_of(needed_puzzle(context))), file_to_write(self.filepath))
        self.report({"INFO"}, f"Exported {quoted(self.filepath)}")
        return {"FINISHED"}


def text_operator(kind: AnyKind, written_format: TextFormat[Any]) -> str:
    """Return the idname of the operator that writes a format of a kind."""
    return f"puzzle_cubes.export_{written_format.name}"


def _operator(kind: AnyKind, written_format: TextFormat[Any]) -> type:
    return type(
        f"PUZZLE_CUBES_OT_export_{written_format.name}",
        (_ExportText, bpy.types.Operator),
        {
            "__doc__": f"Write the active puzzle as {written_format.meaning}",
            "bl_idname": text_operator(kind, written_format),
            "bl_label": f"Export {written_format.label}",
            "kind_name": kind.name,
            "written_format": written_format,
        },
    )


CLASSES = tuple(_operator(kind, one) for kind in KINDS.values() for one in kind.files.formats)
