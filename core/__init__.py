# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles and their solids: plain Python and numpy, no Blender, no input or output."""
