# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of the extension for Packing Cubes only: solutions, one after another, and the search for more of them."""
