# SPDX-License-Identifier: GPL-3.0-or-later
"""Long counts on a cluster, part by part: the solutions of packing puzzles, and all burrs that sticks make."""
