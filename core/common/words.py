# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of sentences for the user, and the sentences that the page of a site says, too, of codes and of all kinds.

What stands in braces is filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

LONGEST_VALUE, LONGEST_PATH, LONGEST_SENTENCE = 40, 150, 300
"""Characters that a sentence has room for."""


def shortened(value: object) -> str:
    """Return a value as a sentence can show it: as Python writes it, and cut off where it is long."""
    # What a long text is cut off from need not be written first.
    cut = value[: LONGEST_VALUE + 1] if isinstance(value, str) else value
    try:
        text = repr(cut)
    except RecursionError:
        return "nested too deeply"
    except ValueError:
        return "a number that is far too long"
    if len(text) <= LONGEST_VALUE:
        return text
    end = "..." + (text[-1] if isinstance(value, str) else "")
    return text[: LONGEST_VALUE - len(end)] + end


def printable(text: str) -> str:
    """Return a text as one line that any output takes: as escapes, what cannot be seen or is half a character."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text
    )


def quoted(path: object) -> str:
    """Return a path or a name in quotes, as a sentence can show it: the middle of a very long one is left out."""
    text = str(path)
    if len(text) > LONGEST_PATH:
        half = LONGEST_PATH // 2
        text = f"{text[:half]}...{text[-half:]}"
    return f"'{printable(text)}'"


_JOINTS = re.compile(r"(?<=[^\W_])[-_ ]+(?=[^\W_])")
"""What joins the words of a name; a minus before a number is none."""


def folded(text: str) -> str:
    """Return a name without what people do not agree on: capitals, and hyphens, underscores or spaces in it."""
    return _JOINTS.sub("", text.strip().lower())


def nearest(text: str, names: Iterable[str]) -> str:
    """Return that one of some names that a text was probably meant to be; nothing where none is near."""
    by_folded = {folded(name): name for name in names}
    near = get_close_matches(folded(text[:LONGEST_VALUE]), by_folded, 1)
    return by_folded[near[0]] if near else ""


def must_be(what: str, given: object, names: Iterable[str], wanted: str = "", near: str | None = None) -> str:
    """Return a sentence on what is none of some names, with the nearest of them.

    ``wanted`` are the words for what it must be, where these are not the names alone, and ``near`` is what was meant
    probably, where that is known.
    """
    names = tuple(names)
    near = nearest(given, names) if near is None and isinstance(given, str) else near
    wanted = wanted or f"one of {', '.join(names)}"
    return f"{what} is {shortened(given)}: {f'did you mean {near}? It' if near else 'it'} must be {wanted}."


def counted(number: int, thing: str, plural: str | None = None, *, grouped: bool = False) -> str:
    """Return a number with the word for what is counted: "1 move", "2 moves".

    ``plural`` is the word for several things, where it is not the one thing with an s; ``grouped`` puts commas
    between the thousands.
    """
    word = thing if number == 1 else plural or f"{thing}s"
    return f"{number:,} {word}" if grouped else f"{number} {word}"


def in_millimeters(*sides: float) -> str:
    """Return a length, or several of something, as a maker reads them: in hundredths of a millimeter at the finest."""
    return f"{' x '.join(f'{round(side, 2):g}' for side in sides)} mm"


def about(amount: float) -> str:
    """Return grams, areas or forces with at least two digits, where they are so few that it matters."""
    return f"{amount:.0f}" if amount >= 10 else f"{amount:.2g}"


def in_words(minutes: float) -> str:
    """Return a time as people say it, rounded to five minutes, and from ten hours on to half hours."""
    fives = max(1, round(minutes / 5))
    if fives < 12:
        return f"{5 * fives} min"
    if fives >= 120:
        return f"{round(minutes / 30) / 2:,g} h"
    hours, remaining = divmod(5 * fives, 60)
    return f"{hours} h {remaining} min" if remaining else f"{hours} h"


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Return words as a sentence lists them: "one", "one and two", "one, two and three"."""
    *before, last = words
    return f"{', '.join(before)} {joint} {last}" if before else last


def ordinal(number: int) -> str:
    """Return a number as the place of something in a row: "1st", "2nd", "11th"."""
    is_teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


CODE_LENGTH: Final = "Code is {code}: it has {count} and must have from {least} to {most}."
CODE_TOO_LONG: Final = "Code has {count} characters: at most {most} are read."
CODE_CHARACTER: Final = "Code is {code}: {character} at place {place} is not a letter or digit of codes."
CODE_WRONG: Final = "Code is {code}: a character of it is wrong, missing or too many."
CODE_OF_NO_KIND: Final = "Code is {code}: this version knows no kind of puzzle whose codes begin like that."
CODE_NUMBER: Final = "The code is damaged: it holds a number that is far too long."
CODE_TOO_MUCH: Final = "The code is damaged: it holds more than a puzzle."
CODE_CELLS: Final = "The code is damaged: it holds impossible cells."
CODE_PIECES: Final = "The code has {count} pieces: it must have at most {most}."
CODE_CANNOT_BE: Final = "The code is damaged: its puzzle is impossible."
CODE_BEGINS: Final = "{begin} ..., {count} groups in all: the page in the browser has the whole code."
UNRATED: Final = "Nobody knows how hard it is until all its solutions are counted, and one comes apart."
COUNT_SAYS: Final = "{unrated} The command below counts them if you add --count."
HINT: Final = "Hint: {way}."
NO_3D: Final = "This browser shows no 3D: WebGL is switched off."
