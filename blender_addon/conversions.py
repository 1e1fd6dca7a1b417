# SPDX-License-Identifier: GPL-3.0-or-later
"""From Blender's properties to the core's values."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any

from ..core.dimensions import Dimensions, rounded
from ..core.printer import Printer
from ..core.settings import EFFORTS, Settings
from .names import OWN


def settings_from(source: Any) -> Settings:
    """Read the generator's settings from a group or an operator."""
    return Settings(
        size=tuple(source.size),
        seed=source.seed,
        style=source.style.lower(),
        start=tuple(source.start) if source.start_choice == OWN else source.start_choice.lower(),
        end=source.end.lower(),
        minimum_length=source.minimum_length,
        attempts=source.attempts,
        all_corners=source.all_corners,
        no_loops=source.no_loops,
        effort=source.effort if source.effort_preset == OWN else EFFORTS[source.effort_preset.lower()],
        # Blender keeps single-precision numbers.
        length_share=round(source.length_share, 6),
        deceptiveness=round(source.deceptiveness, 6),
        choice=source.choice.lower(),
    )


def dimensions_from(source: Any) -> Dimensions:
    """Read the dimensions from a group or an operator; raises InputError when they cannot be built.

    Blender keeps single-precision numbers, so 0.4 comes back as 0.40000000596 and is rounded.
    """
    return Dimensions(**{dimension.name: rounded(getattr(source, dimension.name)) for dimension in fields(Dimensions)})


def built_dimensions(group: Any) -> Dimensions:
    """Return the dimensions that the meshes of a puzzle were built with, which may be older than those it has."""
    return Dimensions(*json.loads(group.built_dimensions))


def printer_from(source: Any) -> Printer:
    """Read the printer from a group or an operator; raises InputError for what cannot be."""
    lengths = {value.name: rounded(getattr(source, value.name)) for value in fields(Printer) if value.type == "float"}
    return Printer(**lengths, material=source.material.lower())


def copy_printer(printer: Printer, scene: Any) -> None:
    """Give a scene a printer."""
    for name, value in asdict(printer).items():
        setattr(scene.oskars_cube, name, value.upper() if isinstance(value, str) else value)


def copy_settings(source: Any, operator: Any, mixin: type) -> None:
    """Copy the properties of a mixin to an operator, but for those that it was given explicitly."""
    for name in mixin.__annotations__:
        if not operator.properties.is_property_set(name):
            setattr(operator, name, getattr(source, name))
