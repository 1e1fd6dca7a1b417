# SPDX-License-Identifier: GPL-3.0-or-later
"""What every room uses: errors, words, declared options, random draws, sets, codes. It knows no puzzle and no solid."""
