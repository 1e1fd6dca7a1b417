# SPDX-License-Identifier: GPL-3.0-or-later
"""The site: a gallery of puzzles from a shelf, and the extension's own repository for Blender."""
