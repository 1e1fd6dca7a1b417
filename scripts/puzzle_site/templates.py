# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of the site as texts with names to be filled in, and their scripts in one file."""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template

PAGE = Path(__file__).resolve().parent / "page"

PLAYING = ("code", "look", "oskar", "packing", "play")
"""The folders of scripts that a game needs."""

FIRST = ("look/grid.js", "look/solid.js", "code/text.js", "oskar/game.js", "packing/game.js")
"""Scripts that others build on as they are read."""

AFTER = ("site/puzzle.js", "site/film.js", "site/code_box.js", "site/later.js")


class Markup(str):
    """A text that is markup already."""

    __slots__ = ()


def filled(template: str, /, **values: object) -> Markup:
    """Return a template with values, which are escaped if they are no markup."""
    texts = {key: value if isinstance(value, Markup) else escape(str(value)) for key, value in values.items()}
    return Markup(Template((PAGE / template).read_text(encoding="utf-8")).substitute(texts))


def playing_script(before: str) -> str:
    """Return the script of all pages: a text, and then all that a game needs.

    In one file, since each that a page asks for takes its time, and none can ask for others where it comes from a disk.
    """
    rest = sorted(path.relative_to(PAGE).as_posix() for one in PLAYING for path in (PAGE / one).glob("*.js"))
    # What a list names comes in its order; a script that uses others only in functions can be anywhere.
    names = dict.fromkeys((*FIRST, *rest, *AFTER))
    return before + "".join((PAGE / name).read_text(encoding="utf-8") for name in names)
