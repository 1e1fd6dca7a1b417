// SPDX-License-Identifier: GPL-3.0-or-later
// What stays on the device: games by the codes of their puzzles, which are solved, and the colors that one likes.
"use strict";

const STORE = "puzzle-cubes";
const MOST_KEPT = 500; // games; the oldest go first

/** Return what is kept; nothing where the browser keeps nothing. */
function allKept() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) || {};
  } catch {
    return {};
  }
}

function keep(change) {
  const all = { games: {}, ...allKept() };
  change(all);
  for (const code of Object.keys(all.games).slice(0, -MOST_KEPT)) delete all.games[code];
  try {
    localStorage.setItem(STORE, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing plays on without.
  }
}

/** Return the game of a puzzle that was kept: `game` as a text, the `seconds` that it took, and whether it was `solved` at any time. */
const keptGame = (code) => allKept().games?.[code] || {};

/** Keep a game; one that is solved begins anew the next time. */
function keepGame(code, { kept, isSolved }, seconds) {
  const solved = isSolved || Boolean(keptGame(code).solved);
  keep((all) => {
    delete all.games[code];
    all.games[code] = { game: isSolved ? "" : kept, solved, seconds };
  });
}

const keptColors = () => (allKept().colors in THEMES ? allKept().colors : Object.keys(THEMES)[0]);
const keepColors = (colors) => keep((all) => Object.assign(all, { colors }));
