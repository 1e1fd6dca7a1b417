# SPDX-License-Identifier: GPL-3.0-or-later
"""The same examples in every run, however slow the machine: few for a change, many in ``make test-all``."""

import os

from hypothesis import settings

for name, examples in {"few": 10, "many": 100}.items():
    settings.register_profile(name, derandomize=True, deadline=None, max_examples=examples)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "few"))
