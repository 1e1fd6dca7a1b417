# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual in docs/, written as a site of its own, and as the small copy that the extension's zip has."""
