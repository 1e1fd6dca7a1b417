# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzle Cubes, an extension for Blender 4.2 and later.

Blender is imported inside the functions only, so that the tests of the core can run where it is missing.
"""


def register() -> None:
    """Make the extension's panels, operators and properties known to Blender."""
    from . import blender_addon

    blender_addon.register(__path__[0])


def unregister() -> None:
    """Take back everything that ``register`` did."""
    from . import blender_addon

    blender_addon.unregister()
