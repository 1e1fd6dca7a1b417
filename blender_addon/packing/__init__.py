# SPDX-License-Identifier: GPL-3.0-or-later
"""What only Packing Cubes have in Blender: their solutions, one after another, and the search for more of them."""
