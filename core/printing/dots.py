# SPDX-License-Identifier: GPL-3.0-or-later
"""Dots that a print is marked with, raised or sunk, so that they can be counted."""

from __future__ import annotations

DOT_WIDTH = 0.8
"""The width of a dot that prints well, in millimeters, and of the space between two: two lines of a common nozzle."""

DOT_HEIGHT = 0.6
"""How far a dot stands out or goes in, in millimeters: three common layers."""
