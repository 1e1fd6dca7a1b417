# SPDX-License-Identifier: GPL-3.0-or-later
"""Filling shelves with many puzzles, on all cores or many machines by Dask, and writing what is on them elsewhere."""
