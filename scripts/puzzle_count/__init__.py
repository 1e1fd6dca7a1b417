# SPDX-License-Identifier: GPL-3.0-or-later
"""Counting the solutions of packing puzzles on a cluster, part by part of the search."""
