# SPDX-License-Identifier: GPL-3.0-or-later
"""Oskar's Cube: a box whose six faces are mazes, with a cross inside."""
