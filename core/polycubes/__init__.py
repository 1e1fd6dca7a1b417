# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles of pieces that are made of cubes: terms, solutions, and whether they come apart."""
