# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells, turns, shapes, pieces, goals, and the ways in which a shape fits into a goal."""
