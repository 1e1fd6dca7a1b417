# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a puzzle of any kind: what goes into which, opened and written as STL, 3MF and texts, all or none."""
