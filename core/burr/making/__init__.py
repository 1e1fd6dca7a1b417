# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs of six pieces that are searched for: by a wish, of a set of pieces, or all of them."""
