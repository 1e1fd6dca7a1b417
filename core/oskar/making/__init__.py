# SPDX-License-Identifier: GPL-3.0-or-later
"""What the styles share: settings, wishes, and the forms that faces take while they are made."""
