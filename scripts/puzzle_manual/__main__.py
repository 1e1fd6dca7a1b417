# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the copy of the manual for the zip, or the manual as a site: ``python -m puzzle_manual [--site FOLDER]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from whole_folder import written_whole

from puzzle_cubes.common.errors import InputError

from .building import COPY, write_copy, write_site


def main() -> int:
    """Write the one or the other, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="puzzle_manual", description="Write the copy of the manual that the extension's zip has."
    )
    parser.add_argument("--site", type=Path, metavar="FOLDER", help="write the manual as a site in place of the copy")
    options = parser.parse_args()
    if options.site is None:
        write_copy(COPY)
    else:
        try:
            with written_whole(options.site) as folder:
                write_site(folder)
        except InputError as error:
            print(f"puzzle_manual: {error}", file=sys.stderr)
            return 1
    print(f"The manual in {(options.site or COPY) / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
