# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzle and its solids: plain Python and numpy, no Blender, no files, no printing."""
