# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact tables of all triples of mazes of the small boxes, counted by Dask, and the page that shows them."""
