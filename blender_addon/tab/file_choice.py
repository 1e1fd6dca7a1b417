# SPDX-License-Identifier: GPL-3.0-or-later
"""Choosing the file or the folder that an operator reads or writes."""

from __future__ import annotations

import bpy
from bpy.props import BoolProperty, StringProperty

from ..data.context import manager_of
from ..data.property_groups import prop, with_properties
from ..scene.properties import RELATIVE_PATH
from ..window.results import OperatorPart, Result


def let_choose(operator: bpy.types.Operator, context: bpy.types.Context) -> Result:
    """Open the file browser; the operator is executed with what is chosen there."""
    manager_of(context).fileselect_add(operator)
    return {"RUNNING_MODAL"}


@with_properties
class FileToWrite(OperatorPart):
    """What the operators share that write one file, which the user chooses."""

    filepath: str = prop(
        StringProperty,
        name="File",
        description="The file to write; // is the folder of the .blend file",
        subtype="FILE_PATH",
        options=RELATIVE_PATH | {"SKIP_SAVE"},
    )
    check_existing: bool = prop(
        BoolProperty,
        name="Check Existing",
        description="Warn before a file is overwritten",
        default=True,
        options={"HIDDEN"},
    )

    def choose_file(self, context: bpy.types.Context, name: str) -> Result:
        """Open the file browser, with a name to begin with."""
        self.filepath = self.filepath or name
        return let_choose(self, context)
