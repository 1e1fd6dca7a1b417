# SPDX-License-Identifier: GPL-3.0-or-later
"""Files on a disk: written all or none, folders locked, places looked at. It knows no puzzle."""
