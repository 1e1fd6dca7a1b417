# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a solution can be put together by straight moves, and how."""
