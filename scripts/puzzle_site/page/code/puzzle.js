// SPDX-License-Identifier: GPL-3.0-or-later
// The puzzle that a code stands for, of any kind.
"use strict";

/** Return the puzzle of a code with its kind and the code as it is printed; throws a CodeError for what is none. */
function puzzleOfCode(text) {
  const [letter, number] = codeNumber(text);
  if (!(letter in CODE_KINDS)) refuse("CODE_OF_NO_KIND", { code: shortened(text) });
  const [kind, read] = CODE_KINDS[letter];
  const [puzzle, code] = [read(number), groupedCode(text)];
  const name = code in NAMES ? `${LABELS[kind]} ${NAMES[code]}` : puzzle.name;
  return { ...puzzle, name, kind, code };
}
