# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes on a grid, their closed meshes, chamfers, and looking at meshes. It knows no puzzle."""
