# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's data: meshes, materials, keys, units, properties. It knows no puzzle."""
