# SPDX-License-Identifier: GPL-3.0-or-later
"""The faces, the space of the cross's positions that they leave, and what both are like as numbers."""
