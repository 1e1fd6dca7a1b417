# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: its arguments, its progress and its report."""
