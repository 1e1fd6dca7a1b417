# SPDX-License-Identifier: GPL-3.0-or-later
"""Printer, materials, bed layout, gauges, the lines of a check, and the files that slicers read. It knows no puzzle."""
