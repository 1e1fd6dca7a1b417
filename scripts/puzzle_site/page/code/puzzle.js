// SPDX-License-Identifier: GPL-3.0-or-later
// The puzzle that a code stands for, of any kind.
"use strict";

const CODE_KINDS = { M: ["oskar", oskarFromNumber], P: ["packing", packingFromNumber] };

/** Return the puzzle of a code with its kind and the code as it is printed; throws a CodeError for what is none. */
function puzzleOfCode(text) {
  const [letter, number] = codeNumber(text);
  if (!(letter in CODE_KINDS)) throw new CodeError("This page knows no kind of puzzle whose codes begin so.");
  const [kind, read] = CODE_KINDS[letter];
  return { ...read(number), kind, code: groupedCode(text) };
}
