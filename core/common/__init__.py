# SPDX-License-Identifier: GPL-3.0-or-later
"""Helpers that every room uses: errors, words, options, random draws, sets, codes; no puzzle and no solid."""

VERSION = "0.4.0"
"""Of the program, as its package and its manifest for Blender have it."""

FORMAT = 1
"""The number of the report's format, which goes up where a key goes or means something else."""
