# SPDX-License-Identifier: GPL-3.0-or-later
"""Making packing puzzles: the classics, and new ones that are designed from a seed."""
