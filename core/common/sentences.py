# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentences that are said of codes, and of puzzles of all kinds, also by the page of a site.

What stands in braces is filled in.
"""

from __future__ import annotations

from typing import Final

CODE_LENGTH: Final = "Code is {code}: it has {count} and must have from {least} to {most}."
CODE_TOO_LONG: Final = "Code has {count} characters: at most {most} are read."
CODE_CHARACTER: Final = "Code is {code}: {character} at place {place} is not a letter or digit of codes."
CODE_WRONG: Final = "Code is {code}: a character of it is wrong, missing or too many."
CODE_OF_NO_KIND: Final = "Code is {code}: this version knows no kind of puzzle whose codes begin so."
CODE_NUMBER: Final = "The code is damaged: it holds a number that is far too long."
CODE_TOO_MUCH: Final = "The code is damaged: it holds more than a puzzle."
CODE_CELLS: Final = "The code is damaged: it holds cells that cannot be."
CODE_PIECES: Final = "The code has {count} pieces: it must have at most {most}."
CODE_CANNOT_BE: Final = "The code is damaged: it is of a puzzle that cannot be."
UNRATED: Final = "How hard it is shows once all its solutions are counted, and one comes apart."
COUNT_SAYS: Final = "{unrated} The command below counts them if you add --count."
HINT: Final = "Hint: {way}."
NO_3D: Final = "This browser shows no 3D: WebGL is switched off."
