# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs: sticks with notches, or boards, that cross each other and hold themselves together."""
