# SPDX-License-Identifier: GPL-3.0-or-later
"""The names of Blender's icons, of which the type checker knows all."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import IconItems

    Icon: TypeAlias = IconItems
else:
    Icon = str
