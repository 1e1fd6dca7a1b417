// SPDX-License-Identifier: GPL-3.0-or-later
// A packing puzzle from the number of its code, as puzzle.json has it: the goal in layers, and the pieces.
"use strict";

const MOST_LISTED = 6; // cubes of the pieces that are numbered
const [MOST_PIECES, LARGEST_GOAL, LARGEST_PICTURE] = [512, 10000, 1 << 18];

/** Return the puzzle of a number; throws a CodeError for what is none. */
function packingFromNumber(number) {
  const digits = new Digits(number);
  const goal = takenGoal(digits);
  const count = digits.takeNatural() + 1;
  if (count > MOST_PIECES) refuse("CODE_PIECES", { count: grouped(count), most: MOST_PIECES });
  const [isTurned, isCounted] = [digits.take(2), digits.take(2)];
  const pieces = Array.from({ length: count }, (_, place) => {
    let cells = takenShape(digits);
    if (isTurned) {
      const ways = orientations(cells);
      cells = ways[digits.take(ways.length)];
    }
    const least = isCounted ? digits.takeNatural() : 1;
    const most = isCounted ? least + digits.takeNatural() : 1;
    if (most > LARGEST_GOAL) refuse("CODE_CANNOT_BE");
    return { name: pieceName(place), least, most, cells };
  });
  digits.checkEnd();
  return { name: `${LABELS.packing} ${extent(goalCells(goal).map(({ cell }) => cell)).join("x")}`, goal, pieces };
}

/** Return the letters of a piece: A to Z, then AA, AB and so on. */
const pieceName = (number) =>
  (number >= 26 ? pieceName(Math.floor(number / 26) - 1) : "") + String.fromCharCode(65 + (number % 26));

/** Return the different sets of cells that rotations make of some, in order. */
function orientations(cells) {
  const ways = new Map(ROTATIONS.map((turn) => normalized(cells.map((cell) => turned(turn, cell)))).map((one) => [String(one), one]));
  return [...ways.values()].sort(inOrder);
}

/** Return all shapes of so many cubes that hang together, upright and in order; mirror images are two. */
function listedShapes(cubes) {
  listedShapes.known ||= [, [[[0, 0, 0]]]];
  return (listedShapes.known[cubes] ||= (() => {
    const found = new Map();
    for (const cells of listedShapes(cubes - 1)) {
      for (const beside of cells.flatMap(neighbors)) {
        if (cells.some((cell) => isSame(cell, beside))) continue;
        const [upright] = orientations([...cells, beside]);
        found.set(String(upright), upright);
      }
    }
    return [...found.values()].sort(inOrder);
  })());
}

function takenShape(digits) {
  const cubes = digits.take(MOST_LISTED + 1);
  if (!cubes) return orientations(takenCells(digits))[0];
  const listed = listedShapes(cubes);
  return listed[digits.take(listed.length)];
}

/** Return the next goal in layers from below, each in rows from the front: "#" is to be filled, "+" may be. */
function takenGoal(digits) {
  const form = digits.take(3);
  if (form < 2) {
    const size = form ? digits.takeSize() : Array(3).fill(digits.takeNatural() + 1);
    if (Math.max(...size) > LARGEST_GOAL || size.reduce((one, other) => one * other) > LARGEST_GOAL) refuse("CODE_CANNOT_BE");
    return layersOf(size, () => "#");
  }
  const key = ([x, y, z]) => [z, y, x];
  const cells = takenCells(digits).sort((one, other) => inOrder(key(one), key(other)));
  const hasOptional = digits.take(2);
  const letters = new Map(cells.map((cell) => [cell, hasOptional && digits.take(2) ? "+" : "#"]));
  const low = lowest(cells);
  const named = new Map([...letters].map(([cell, letter]) => [String(minus(cell, low)), letter]));
  return layersOf(extent(cells), (cell) => named.get(String(cell)) || ".");
}

function layersOf(size, letter) {
  const [x, y, z] = size.map((count) => Array.from({ length: count }, (_, place) => place));
  return z.map((k) => y.map((j) => x.map((i) => letter([i, j, k])).join("")));
}

/** Return the next set of cells: the box round them, how many, and which of all sets of so many they are. */
function takenCells(digits) {
  const size = digits.takeSize();
  const count = digits.takeNatural() + 1;
  const room = size.reduce((one, other) => one * other);
  if (room > LARGEST_PICTURE || count > Math.min(room, LARGEST_GOAL)) refuse("CODE_CELLS");
  let sets = waysToChoose(room, count);
  let rank = digits.takeLarge(sets);
  const places = [];
  // `sets` is how many sets of the number of places there are below the place; it goes down with both.
  for (let [place, number] = [room, count]; number; number--) {
    while (sets > rank) {
      sets = (sets * BigInt(place - number)) / BigInt(place);
      place--;
    }
    rank -= sets;
    places.push(place);
    // Of as many places as are to be chosen there is one set, where there was none of one more.
    sets = place < number ? 1n : (sets * BigInt(number)) / BigInt(place - number + 1);
  }
  return places.sort((one, other) => one - other).map((place) => [
    Math.floor(place / (size[1] * size[2])), Math.floor(place / size[2]) % size[1], place % size[2],
  ]);
}

function waysToChoose(all, some) {
  let found = 1n;
  for (let one = 1; one <= Math.min(some, all - some); one++) found = (found * BigInt(all - one + 1)) / BigInt(one);
  return found;
}

CODE_KINDS.P = ["packing", packingFromNumber];
