# SPDX-License-Identifier: GPL-3.0-or-later
"""All that can be watched in a puzzle, step by step: its mazes growing, and ways to solve it."""
