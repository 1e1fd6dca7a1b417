# SPDX-License-Identifier: GPL-3.0-or-later
"""Codes: short texts that are a puzzle; how a number becomes one, and how a number is made of small ones."""
