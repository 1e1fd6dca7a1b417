# SPDX-License-Identifier: GPL-3.0-or-later
"""The formats of files that are printed."""

STL, THREE_MF = ".stl", ".3mf"
"""Their suffixes."""
