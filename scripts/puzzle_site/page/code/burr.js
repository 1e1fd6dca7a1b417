// SPDX-License-Identifier: GPL-3.0-or-later
// A burr from the number of its code: six sticks or boards that cross, by their numbers, or other pieces that were drawn.
"use strict";

const STICK_LENGTHS = [4, 6, 8, 10];
const FIRST_LENGTHS = 3; // that the first digit tells from each other; the last one says how often so many come before
const [CROSSING, NUMBERED] = [6, 4096];
// The two ways to cut the cross: how long a piece is and how high, of four cells across, and the cells that it may lack, by
// their bits in its number: the column, front to back, and upward.
const STICKS = { lengths: STICK_LENGTHS, height: 2, notched: [
  ...[0, 1].flatMap((depth) => [0, 1, 2, 3].map((column) => [column, depth, 1])),
  ...[0, 1].flatMap((depth) => [1, 2].map((column) => [column, depth, 0])),
] };
const BOARDS = { lengths: [6], height: 1, notched: [0, 1, 2, 3].flatMap((depth) => (
  (depth % 3 ? [0, 1, 2, 3] : [1, 2]).map((column) => [column, depth, 0])
)) };

/** Return the puzzle of a number; throws a CodeError for what is none. */
function burrFromNumber(number) {
  if (number % 2n) {
    const puzzle = packingFromNumber(number / 2n);
    return { ...puzzle, name: puzzle.name.replace(LABELS.packing, LABELS.burr) };
  }
  const digits = new Digits(number / 2n);
  const first = digits.take(FIRST_LENGTHS);
  const numbers = Array.from({ length: CROSSING }, () => 1 + digits.take(NUMBERED));
  const last = digits.take(4);
  digits.checkEnd();
  const cut = [STICKS, BOARDS][last % 2];
  const length = STICK_LENGTHS[first + Math.floor(last / 2) * FIRST_LENGTHS];
  if (!cut.lengths.includes(length)) refuse("CODE_CANNOT_BE");
  const pieces = [...new Set(numbers)].map((one) => {
    const count = numbers.filter((other) => other === one).length;
    return { name: String(one), least: count, most: count, cells: numberedCells(one, length, cut) };
  });
  const owners = new Map();
  for (const cell of crossedCells(length)) owners.set(String(cell), (owners.get(String(cell)) || 0) + 1);
  const cells = pieces.reduce((sum, piece) => sum + piece.most * piece.cells.length, 0);
  if (cells > owners.size || !pieces.every((piece) => hangTogether(piece.cells))) refuse("CODE_CANNOT_BE");
  const letter = (count) => (count > 1 && cells < owners.size ? "+" : "#");
  const goal = layersOf([length, length, length], (cell) => (owners.has(String(cell)) ? letter(owners.get(String(cell))) : "."));
  const all = pieces.flatMap((piece) => Array(piece.most).fill(piece.name));
  return { name: `${cut === BOARDS ? LABELS.boards : LABELS.burr} ${all.join(" ")}`, goal, pieces };
}

/** Return the cells of a piece along x. */
function numberedCells(number, length, { height, notched }) {
  const begin = (length - 4) / 2;
  const missing = notched.filter((_, bit) => ((number - 1) >> bit) & 1).map(([column, depth, height]) => String([begin + column, depth, height]));
  const all = Array.from({ length: 4 * length }, (_, place) => [place >> 2, Math.floor((place % 4) / height), place % height]);
  return normalized(all.filter((cell) => !missing.includes(String(cell))));
}

/** Return the cells of the six places of a cross, those of several places as often. */
function crossedCells(length) {
  const middle = length / 2;
  return AXES.flatMap((axis) => [middle - 2, middle].flatMap((begin) => Array.from({ length: 4 * length }, (_, place) => {
    const cell = [0, 0, 0];
    cell[axis] = place >> 2;
    cell[(axis + 1) % 3] = begin + ((place >> 1) & 1);
    cell[(axis + 2) % 3] = middle - 1 + (place & 1);
    return cell;
  })));
}

/** Return whether one can go from each cell to each other one through faces. */
function hangTogether(cells) {
  const left = new Map(cells.map((cell) => [String(cell), cell]));
  const found = [cells[0]];
  left.delete(String(cells[0]));
  for (const cell of found) {
    for (const beside of neighbors(cell)) if (left.delete(String(beside))) found.push(beside);
  }
  return !left.size;
}

CODE_KINDS.B = ["burr", burrFromNumber];
