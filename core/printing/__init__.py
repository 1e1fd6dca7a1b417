# SPDX-License-Identifier: GPL-3.0-or-later
"""Printer, materials, bed layout, dots and the lines of a check. It knows no puzzle."""
