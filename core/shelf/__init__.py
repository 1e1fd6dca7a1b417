# SPDX-License-Identifier: GPL-3.0-or-later
"""Shelves: files with the puzzles of many seeds and their numbers; opened, sorted, chosen from."""
