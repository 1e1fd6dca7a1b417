# SPDX-License-Identifier: GPL-3.0-or-later
"""The base of all styles: settings, wishes, and the forms that faces take while they are made."""
