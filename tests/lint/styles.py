# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of the styles says of each what its docstring says.

After a change to these, from the top folder: ``python -m tests.lint.styles``.
"""

from __future__ import annotations

from importlib import import_module
from inspect import getdoc
from pathlib import Path

from renewal import renewed

from puzzle_cubes.oskar.generators import STYLES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "styles.md"


def told(name: str) -> str:
    """Return what is said of a style, under its label: by its file where that is about it alone, or by its function."""
    style, its_name = STYLES[name], f"The style {name}: "
    text = str(import_module(style.make.__module__).__doc__)
    if not text.startswith(its_name):
        text = str(getdoc(style.make))
    first, _, rest = text.strip().removeprefix(its_name).partition("\n\n")
    sentence = " ".join(first.split())
    return f"**{style.label}**: {sentence[0].lower()}{sentence[1:]}\n{rest}".rstrip()


def renewed_page() -> str:
    """Return the page with what is said of the styles as they are."""
    return renewed(PAGE.read_text(encoding="utf-8"), ways="\n\n".join(map(told, STYLES)))


if __name__ == "__main__":
    PAGE.write_text(renewed_page(), encoding="utf-8")
