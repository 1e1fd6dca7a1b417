// SPDX-License-Identifier: GPL-3.0-or-later
// What is printed of a puzzle, in the program's own dimensions, but with sharp edges: a box with its cross, or pieces.
"use strict";

/** Return the parts of a scene's puzzle to be printed, as `threeMf` takes them. */
const printedParts = (scene) => (scene.game instanceof OskarGame ? boxAndCross(scene) : printedPieces(scene));

/** The box with the posts at its start and its end, and the cross in it, at the start. */
function boxAndCross({ puzzle, lines, crossLines, filaments, isWall, center }) {
  const layers = [...new Set([MILLIMETERS.end_marker, MILLIMETERS.start_marker])].sort((one, other) => one - other);
  const count = layers.length;
  // Posts stand beyond the high end of an axis, or its low one, where all boxes are so many later.
  const begins = MARKED_SIDES.map((side) => (side ? 0 : count));
  const longer = lines.map((line, axis) => (
    begins[axis] ? [...layers.map((one) => -one).reverse(), ...line] : [...line, ...layers.map((one) => line.at(-1) + one)]
  ));
  const filled = (...place) => {
    const cell = place.map((one, axis) => one - begins[axis]);
    const out = AXES.filter((axis) => cell[axis] < 0 || cell[axis] > 2 * puzzle.size[axis]);
    if (!out.length) return isWall(...cell);
    if (out.length > 1) return false;
    const [axis] = out;
    const height = layers[cell[axis] < 0 ? -1 - cell[axis] : cell[axis] - 2 * puzzle.size[axis] - 1];
    const isPost = (position) => AXES.every((one) => one === axis || Math.abs(cell[one] - 1 - 2 * position[one]) === 1);
    return (isPost(puzzle.start) && height <= MILLIMETERS.start_marker) || (isPost(puzzle.end) && height <= MILLIMETERS.end_marker);
  };
  const place = center(puzzle.start);
  const cross = closedMesh(crossLines, inCross);
  return [
    { name: "Box", color: filaments.plates[2], ...closedMesh(longer, filled) },
    { name: "Cross", color: filaments.cross, ...cross, places: cross.places.map((one) => plus(one, place)) },
  ];
}

/** The pieces in rows, each so that the fewest of its cubes hang in the air, the most are on the bed, and it is low. */
function printedPieces({ game, filaments }) {
  const { cube, inset } = MILLIMETERS;
  const forms = game.tokens.map(({ form }) => leastHanging(form));
  const places = waitingPlaces(forms, [0, 0, 0]);
  return forms.map((form, token) => {
    const mesh = closedMesh(...pieceSolid(form.map((cell) => plus(cell, places[token])), inset / cube));
    return {
      name: sentence("PIECE", { piece: game.tokens[token].name }),
      color: filaments.pieces[token % filaments.pieces.length],
      places: mesh.places.map(([x, y, z]) => [cube * x, cube * y, cube * z - inset]),
      triangles: mesh.triangles,
    };
  });
}

function leastHanging(cells) {
  const worth = (one) => {
    const filled = new Set(one.map(String));
    const below = one.filter(([x, y, z]) => !filled.has(String([x, y, z - 1])));
    const onBed = below.filter(([, , z]) => !z).length;
    return [below.length - onBed, -onBed, extent(one)[2], one];
  };
  return orientations(cells).sort((one, other) => inOrder(worth(one), worth(other)))[0];
}
