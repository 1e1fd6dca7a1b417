# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzle as solids: dimensions, parts, kit, motion, checks and presets."""
