# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts of a puzzle: its native file, that of MazeCubeGenerator, and the solution in words."""
