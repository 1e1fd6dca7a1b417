# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs of six sticks that are searched for: by a wish, of a set of sticks, or all of them."""
