# SPDX-License-Identifier: GPL-3.0-or-later
"""What games of all kinds share: where keys lead in a view, and how things are seen on their way."""
