# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's data: meshes, materials, keys, units, properties, copies to export. It knows no puzzle."""
