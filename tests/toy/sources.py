# SPDX-License-Identifier: GPL-3.0-or-later
"""A tree of the extension's sources with more kinds, like the toy: each a folder and its name in the list of kinds.

It has a toy style, too, which is a file in the folder of styles.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from installed_extension import copy_sources

TOY = Path(__file__).with_name("kind.py")
LIST = Path("core/kinds.py")

STYLE = Path(__file__).with_name("style.py")
STYLES = Path("core/oskar/generators")


def toy_sources(folder: Path, **more_files: Path) -> Path:
    """Make the tree with the toys in a folder that is not there yet, and return it.

    Other kinds are given by the names of their folders with the files that are their ``kind.py``.
    """
    copy_sources(folder)
    shutil.copy(STYLE, folder / STYLES / "toy_style.py")
    listed = (folder / LIST).read_text(encoding="utf-8")
    for name, file in {"toy": TOY, **more_files}.items():
        room = folder / "core" / name
        room.mkdir()
        (room / "__init__.py").touch()
        text = file.read_text(encoding="utf-8")
        (room / "kind.py").write_text(f"{text}\n\n{name.upper()} = KIND\n", encoding="utf-8")
        listed = listed.replace('NAMES = ("oskar",', f'NAMES = ("oskar", "{name}",')
    (folder / LIST).write_text(listed, encoding="utf-8")
    return folder
