# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds out whether a solution can be put together by straight moves, and by which."""
