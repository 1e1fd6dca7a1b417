# SPDX-License-Identifier: GPL-3.0-or-later
"""What only Oskar's Cube has in Blender: playing, showing and animating the solution."""
