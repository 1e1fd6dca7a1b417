# SPDX-License-Identifier: GPL-3.0-or-later
"""The one place that converts between millimeters and Blender's units.

A Blender unit is ``unit_settings.scale_length`` meters, in metric and imperial scenes alike.
"""

from __future__ import annotations


def units_per_millimeter(meters_per_unit: float) -> float:
    """Return the factor from millimeters to Blender units."""
    return 0.001 / meters_per_unit


def millimeters_per_unit(meters_per_unit: float) -> float:
    """Return the factor from Blender units to millimeters."""
    return 1000.0 * meters_per_unit
