// SPDX-License-Identifier: GPL-3.0-or-later
// Places and directions on a grid: [x, y, z] with x to the right, y away and z up, and directions as [axis, 1 or -1].
"use strict";

const AXES = [0, 1, 2];

const plus = (one, other) => one.map((value, axis) => value + other[axis]);
const minus = (one, other) => one.map((value, axis) => value - other[axis]);
const isSame = (one, other) => one.every((value, axis) => value === other[axis]);
const step = ([axis, sign]) => AXES.map((one) => (one === axis ? sign : 0));
const DIRECTIONS = AXES.flatMap((axis) => [[axis, 1], [axis, -1]]);
const neighbors = (cell) => DIRECTIONS.map((direction) => plus(cell, step(direction)));

/** Return what lists of numbers, however deep, are compared by: the first number that differs. */
function inOrder(one, other) {
  if (typeof one === "number") return one - other;
  for (let place = 0; place < Math.min(one.length, other.length); place++) {
    const found = inOrder(one[place], other[place]);
    if (found) return found;
  }
  return one.length - other.length;
}

/** Return the lowest coordinates of cells along each axis. */
const lowest = (cells) => AXES.map((axis) => Math.min(...cells.map((cell) => cell[axis])));

/** Return how many cells long a set is along each axis. */
const extent = (cells) => AXES.map((axis) => Math.max(...cells.map((cell) => cell[axis])) - lowest(cells)[axis] + 1);

/** Return cells in order, the lowest along each axis at 0. */
function normalized(cells) {
  const low = lowest(cells);
  return cells.map((cell) => minus(cell, low)).sort(inOrder);
}

/** Return where a turn, a matrix of three rows, brings a place. */
const turned = (turn, place) => turn.map((row) => row[0] * place[0] + row[1] * place[1] + row[2] * place[2]);

/** Return what two turns one after the other do. */
const after = (first, then) => {
  const columns = AXES.map((axis) => turned(then, first.map((row) => row[axis])));
  return AXES.map((row) => columns.map((column) => column[row]));
};

/** Return the quarter turn after which what points into one direction points into another one across it. */
function quarter([one, sign], [other, way]) {
  const third = 3 - one - other;
  const turn = AXES.map(() => [0, 0, 0]);
  turn[other][one] = sign * way;
  turn[one][other] = -sign * way;
  turn[third][third] = 1;
  return turn;
}

/** The 24 rotations of a cube, the first of which changes nothing; in the order that the program has them in. */
const ROTATIONS = (() => {
  const found = [[[1, 0, 0], [0, 1, 0], [0, 0, 1]]];
  const quarters = [quarter([0, 1], [1, 1]), quarter([1, 1], [2, 1])];
  for (const turn of found) {
    for (const next of quarters.map((one) => after(turn, one))) {
      if (!found.some((one) => inOrder(one, next) === 0)) found.push(next);
    }
  }
  const key = (turn) => [turn.map((row) => row.findIndex((one) => one)), turn.map((row) => -row.find((one) => one))];
  return found.sort((one, other) => inOrder(key(one), key(other)));
})();

/**
 * Return the directions of a puzzle's grid that go to the right, up and away in a view, given as three vectors.
 *
 * Each axis of the grid is one of the three, so that together they point that way as well as they can; of choices that
 * are as good as each other it is the first one.
 */
function axesInView(view) {
  const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
  const fit = (axes) => Math.round(axes.reduce((sum, axis, seen) => sum + Math.abs(view[seen][axis]), 0) * 1e6);
  const best = orders.reduce((one, other) => (fit(other) > fit(one) ? other : one));
  return best.map((axis, seen) => [axis, view[seen][axis] >= 0 ? 1 : -1]);
}
