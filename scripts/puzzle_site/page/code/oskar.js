// SPDX-License-Identifier: GPL-3.0-or-later
// An Oskar's Cube from the number of its code, as puzzle.json has it: size, start, end, and the faces as pictures.
"use strict";

const CODED_FACES = { XY: [0, 1], XZ: [0, 2], YZ: [1, 2] };
const LARGEST_SIDE = 100;

/** Return the cube of a number; throws a CodeError for what is none, or has an end that cannot be reached. */
function oskarFromNumber(number) {
  const digits = new Digits(number);
  const size = digits.take(2) ? digits.takeSize() : Array(3).fill(digits.takeNatural() + 1);
  const positions = size.reduce((one, other) => one * other);
  if (Math.max(...size) > LARGEST_SIDE || positions < 2) refuse("CODE_CANNOT_BE");
  const start = digits.take(positions);
  const end = digits.take(positions - 1);
  const isAnyFace = digits.take(2);
  const faces = {};
  for (const [name, axes] of Object.entries(CODED_FACES)) {
    faces[name] = takenFace(digits, axes.map((axis) => size[axis]), isAnyFace);
  }
  digits.checkEnd();
  const name = `${LABELS.oskar} ${size.join("x")}`;
  const [from, to] = [start, end + (end >= start ? 1 : 0)].map((index) => positionOf(size, index));
  const puzzle = { name, size, start: from, end: to, faces };
  if (!new OskarGame(puzzle).movesLeft) refuse("CODE_CANNOT_BE");
  return puzzle;
}

/** Return the picture of the next face: a row of the squares along its first axis for each along its second. */
function takenFace(digits, shape, isAny) {
  const cells = shape[0] * shape[1];
  const passages = passagesOf(shape);
  const known = new KnownTree(cells, passages);
  const [columns, rows] = shape.map((count) => 2 * count - 1);
  const picture = Array.from({ length: rows }, () => Array(columns).fill("#"));
  if (cells === 1) picture[0][0] = ".";
  for (const [cell, beside, axis] of passages) {
    const isOpen = (isAny ? undefined : known.mustBe(cell, beside)) ?? digits.take(2) === 1;
    known.note(cell, beside, isOpen);
    if (!isOpen) continue;
    // A cell that no passage leads to is filled.
    const [column, row] = [2 * (cell % shape[0]), 2 * Math.floor(cell / shape[0])];
    for (const far of [0, 1, 2]) picture[row + (axis ? far : 0)][column + (axis ? 0 : far)] = ".";
  }
  return picture.map((row) => row.join(""));
}

CODE_KINDS.M = ["oskar", oskarFromNumber];
