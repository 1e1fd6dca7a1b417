# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a puzzle of any kind: what goes into which, whose lie in a folder, opening and writing them."""
