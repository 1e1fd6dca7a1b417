# SPDX-License-Identifier: GPL-3.0-or-later
"""The site: a gallery of puzzles from a shelf, the manual, the extension's repository, and an asset library."""
