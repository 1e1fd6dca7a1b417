# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of packing puzzles: the native one, plain text, and BurrTools' XML."""
