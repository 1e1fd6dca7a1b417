# SPDX-License-Identifier: GPL-3.0-or-later
"""What a kind of puzzle is, divided by who asks, and what all kinds have: parts, ways to print them, steps, codes."""
