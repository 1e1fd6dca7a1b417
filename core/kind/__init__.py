# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface of a kind of puzzle, divided by who asks, and the base of all kinds: parts, ways to print, codes."""
