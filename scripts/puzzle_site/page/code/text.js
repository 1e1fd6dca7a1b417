// SPDX-License-Identifier: GPL-3.0-or-later
// A code as people type it: its letter, the number that it writes, and whether a character of it is wrong.
"use strict";

const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LOOK_ALIKES = { O: "0", I: "1", L: "1", U: "V" };
const BETWEEN = /[ \t\r\n\-_\u00ad\u2010-\u2014\u2212\u00a0]/g;
const [CHECK_PRIME, CHECK_CHARACTERS, CODE_GROUP, LONGEST_CODE] = [1021n, 2, 5, 20000];

/** By the letters of codes: the kind, and what reads the number; each kind adds its own. */
const CODE_KINDS = {};

/** What a user can mend in a code; its message is a sentence. */
class CodeError extends Error {}

/** Refuse a code with one of the program's sentences. */
function refuse(name, gaps) {
  throw new CodeError(sentence(name, gaps));
}

/** Return the characters of a code in its alphabet, without what stands between them. */
function plainCode(text) {
  if (text.length > 2 * LONGEST_CODE) refuse("CODE_TOO_LONG", { count: grouped(text.length), most: grouped(LONGEST_CODE) });
  const typed = [...text.split(".html#").pop().replace(BETWEEN, "")];
  const characters = typed.map((one) => LOOK_ALIKES[one.toUpperCase()] || one.toUpperCase());
  const wrong = characters.findIndex((one) => one.length > 1 || !CODE_ALPHABET.includes(one));
  const code = shortened(text);
  if (wrong >= 0) refuse("CODE_CHARACTER", { code, character: shortened(typed[wrong]), place: wrong + 1 });
  if (characters.length <= CHECK_CHARACTERS || characters.length > LONGEST_CODE) {
    const [count, most] = [counted(characters.length, "character"), grouped(LONGEST_CODE)];
    refuse("CODE_LENGTH", { code, count, least: CHECK_CHARACTERS + 1, most });
  }
  return characters.join("");
}

/** Return the number that characters of the alphabet write. */
const codeValue = (characters) =>
  BigInt(`0b0${[...characters].map((one) => CODE_ALPHABET.indexOf(one).toString(2).padStart(5, "0")).join("")}`);

/** Return the letter and the number of a code; throws a CodeError for a damaged one. */
function codeNumber(text) {
  const characters = plainCode(text);
  const [letter, digits, checks] = [characters[0], characters.slice(1, -CHECK_CHARACTERS), characters.slice(-CHECK_CHARACTERS)];
  if (letter === "0" || digits[0] === "0" || codeValue(letter + digits) % CHECK_PRIME !== codeValue(checks)) {
    refuse("CODE_WRONG", { code: shortened(text) });
  }
  return [letter, codeValue(digits)];
}

/** Return a code as it is printed. */
const groupedCode = (text) => plainCode(text).match(new RegExp(`.{1,${CODE_GROUP}}`, "g")).join("-");
