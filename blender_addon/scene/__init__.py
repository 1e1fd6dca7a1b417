# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles of any kind in a scene: their objects, panels, operators and files."""
