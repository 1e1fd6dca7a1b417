# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps back all that Blender prints by itself, past Python's own standard output."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def quiet() -> Iterator[TextIO]:
    """Keep all back that the process prints, and give a stream that is shown; where an error comes, all is shown."""
    sys.stdout.flush()
    sys.stderr.flush()
    outputs = [os.dup(number) for number in (1, 2)]
    with tempfile.TemporaryFile() as kept, os.fdopen(os.dup(1), "w", encoding="utf-8") as shown:
        for number in (1, 2):
            os.dup2(kept.fileno(), number)
        try:
            yield shown
        except BaseException:
            kept.seek(0)
            os.write(outputs[1], kept.read())
            raise
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, output in enumerate(outputs, 1):
                os.dup2(output, number)
                os.close(output)
