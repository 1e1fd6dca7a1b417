# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs as a kind of puzzle: what packing puzzles have, of sticks or boards by their numbers."""
