# SPDX-License-Identifier: GPL-3.0-or-later
"""Playing with pieces on a grid: what a move may do, and when the puzzle is solved."""
