# SPDX-License-Identifier: GPL-3.0-or-later
"""The version of the program, as its package and its manifest for Blender have it."""

VERSION = "0.4.0"
