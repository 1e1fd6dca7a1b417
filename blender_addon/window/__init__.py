# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's window: sidebar, texts, drawing, framing, operators that run on. It knows no puzzle."""
