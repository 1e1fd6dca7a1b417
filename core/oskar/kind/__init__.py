# SPDX-License-Identifier: GPL-3.0-or-later
"""Oskar's Cube as a kind of puzzle."""
