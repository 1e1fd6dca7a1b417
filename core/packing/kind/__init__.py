# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing Cubes as a kind of puzzle."""
