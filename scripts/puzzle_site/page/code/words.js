// SPDX-License-Identifier: GPL-3.0-or-later
// Words of sentences for the user. The sentences themselves are the program's own: the site writes them as SENTENCES.
"use strict";

/** Return a sentence of the program with what it has in braces filled in. */
const sentence = (name, gaps = {}) => SENTENCES[name].replace(/\{(\w+)\}/g, (_, gap) => gaps[gap]);

/** Return a number with the word for what is counted: "1 move", "2 moves". */
const counted = (number, thing) => `${grouped(number)} ${thing}${number === 1 ? "" : "s"}`;

/** Return a number with commas between the thousands. */
const grouped = (number) => number.toLocaleString("en-US");

/** Return words as a sentence lists them: "one", "one and two", "one, two and three". */
const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words[0]);

/** Return a text in quotes, cut off where it is long. */
function shortened(text) {
  const whole = `'${text}'`;
  return whole.length <= 40 ? whole : `${whole.slice(0, 36)}...'`;
}
