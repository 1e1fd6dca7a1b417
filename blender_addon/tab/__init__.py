# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab in the sidebar and all that can be done with puzzles of any kind: operators, panels, menus, presets."""
