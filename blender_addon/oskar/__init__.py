# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of the extension for Oskar's Cube only: playing, showing and animating the solution."""
