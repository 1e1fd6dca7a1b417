# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a script so that standard error has what Python writes there, and not what Blender writes by itself.

What Blender says at its start differs from machine to machine: a container may have no list of its disks, and a
version may write a log. ``python python_only.py SCRIPT ARGUMENT ...``
"""

from __future__ import annotations

import os
import runpy
import sys

if __name__ == "__main__":
    sys.stderr = os.fdopen(os.dup(2), "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123  (as the script runs, as little as possible is imported)
        os.dup2(nowhere.fileno(), 2)
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")
