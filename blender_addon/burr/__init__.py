# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of the extension for burrs only: they have what packing puzzles have."""
