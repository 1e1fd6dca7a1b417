# SPDX-License-Identifier: GPL-3.0-or-later
"""All solutions of a puzzle, counted by the symmetries of its goal."""
