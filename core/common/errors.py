# SPDX-License-Identifier: GPL-3.0-or-later
"""The errors for what a user can mend."""

from __future__ import annotations


class InputError(ValueError):
    """A value that a user gave cannot be used.

    The message is one sentence for the user: the field, the value, and what is allowed.
    """


class ExportError(RuntimeError):
    """Files could not be written, or what was written is no good; the message says why."""
