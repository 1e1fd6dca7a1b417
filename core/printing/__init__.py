# SPDX-License-Identifier: GPL-3.0-or-later
"""Printer, materials, bed layout, gauges, the lines of a check, and what is printed as 3MF. It knows no puzzle."""
