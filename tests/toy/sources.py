# SPDX-License-Identifier: GPL-3.0-or-later
"""A tree of the extension's sources with one kind more: the toy, a folder and its name in the list of kinds."""

from __future__ import annotations

import shutil
from pathlib import Path

from installed_extension import ROOT, SOURCES

TOY = Path(__file__).with_name("kind.py")
LIST = Path("core/kinds.py")


def toy_sources(folder: Path) -> Path:
    """Make the tree in a folder that is not there yet, and return it."""
    folder.mkdir()
    for source in (*SOURCES, "scripts"):
        path = ROOT / source
        if path.is_dir():
            shutil.copytree(path, folder / source, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, folder / source)
    (folder / "core" / "toy").mkdir()
    (folder / "core" / "toy" / "__init__.py").touch()
    shutil.copy(TOY, folder / "core" / "toy" / "kind.py")
    listed = (folder / LIST).read_text(encoding="utf-8")
    listed = listed.replace("import OSKAR\n", "import OSKAR\nfrom .toy.kind import KIND as TOY\n")
    (folder / LIST).write_text(listed.replace("(OSKAR,)", "(OSKAR, TOY)"), encoding="utf-8")
    return folder
