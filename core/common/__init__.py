# SPDX-License-Identifier: GPL-3.0-or-later
"""Helpers that every room uses: errors, words, options, random draws, sets, codes; no puzzle and no solid."""
