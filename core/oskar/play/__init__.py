# SPDX-License-Identifier: GPL-3.0-or-later
"""The cross on its way: games and animations."""
