// SPDX-License-Identifier: GPL-3.0-or-later
// What keys do: where they lead in a view, and how they turn a piece.
"use strict";

const [RIGHT, UP, AWAY] = AXES;

/** Where keys lead in a view, each with another key that does the same. */
const MOVES = {
  Q: [AWAY, -1, "PageDown"], W: [UP, 1, "ArrowUp"], E: [AWAY, 1, "PageUp"],
  A: [RIGHT, -1, "ArrowLeft"], S: [UP, -1, "ArrowDown"], D: [RIGHT, 1, "ArrowRight"],
};

/** Keys that turn a piece: what points into one direction of the view points into another one then. */
const TURNS = {
  U: [[UP, 1], [RIGHT, -1]], I: [[UP, 1], [AWAY, 1]], O: [[UP, 1], [RIGHT, 1]],
  J: [[AWAY, -1], [RIGHT, -1]], K: [[UP, 1], [AWAY, -1]], L: [[AWAY, -1], [RIGHT, 1]],
};

/** Return the key of an event, as the buttons name it. */
function keyOf(event) {
  const named = Object.entries(MOVES).find(([, move]) => move[2] === event.key)?.[0];
  return named || (event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key);
}

/** Return the direction of the grid that a direction of a view is. */
function seenDirection(view, [one, sign]) {
  const [axis, way] = axesInView(view.directions)[one];
  return [axis, sign * way];
}

/** Return the key that leads into a direction of the grid. */
const keyToward = (view, direction) => Object.keys(MOVES).find((key) => isSame(seenDirection(view, MOVES[key]), direction));
