# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing cubes: a few different pieces, each made of unit cubes, that fill a box or any other set of cells."""
