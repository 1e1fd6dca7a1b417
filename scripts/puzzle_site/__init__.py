# SPDX-License-Identifier: GPL-3.0-or-later
"""The site: a gallery of puzzles from a shelf, the extension's own repository for Blender, and an asset library."""
