# SPDX-License-Identifier: GPL-3.0-or-later
"""The same examples in every run, however slow the machine."""

from hypothesis import settings

settings.register_profile("reproducible", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("reproducible")
