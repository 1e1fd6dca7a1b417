# SPDX-License-Identifier: GPL-3.0-or-later
"""The printed puzzle: dimensions, pieces, tray and lid, how they are put together, and checks."""
