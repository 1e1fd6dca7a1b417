# SPDX-License-Identifier: GPL-3.0-or-later
"""The results that operators return to Blender, and the base of classes that are a part of operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import bpy

from ...core.common.words import printable

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems, OperatorTypeFlagItems

    Result: TypeAlias = set[OperatorReturnItems]
    OperatorOptions: TypeAlias = set[OperatorTypeFlagItems]
    OperatorPart: TypeAlias = bpy.types.Operator
else:
    Result = OperatorOptions = set
    # Blender would take a class that inherits from its own for one to register.
    OperatorPart = object


def refuse(operator: bpy.types.Operator, reason: Exception | str) -> Result:
    """Report what is wrong; nothing was changed."""
    # A name of Blender's may hold what no report can, and Blender would show a traceback in its place.
    operator.report({"ERROR"}, printable(str(reason)))
    return {"CANCELLED"}
