# SPDX-License-Identifier: GPL-3.0-or-later
"""Build the extension's zip into a folder: ``python scripts/build.py dist``."""

import sys
from pathlib import Path

from installed_extension import build_zip

if __name__ == "__main__":
    print(f"Built {build_zip(Path(sys.argv[1]))}")
