// SPDX-License-Identifier: GPL-3.0-or-later
// Solids made of the boxes between lines across x, y and z, as triangles to be drawn.
"use strict";

/** How dark a corner is of whose three neighbors so many are filled. */
const SHADE = [1, 0.8, 0.66, 0.55];

/**
 * Return the surface of a solid: for each corner of its triangles place, normal, color and light, ten numbers.
 *
 * `lines` has the coordinates of the lines along each axis, `filled(i, j, k)` whether a box between them is, and
 * `color(cell, axis)` the red, green and blue from 0 to 1 of a side of it across an axis. Corners into which little
 * light falls are darker.
 */
function solidSurface(lines, filled, color) {
  const isFilled = within(lines, filled);
  const numbers = [];
  for (const [cell, axis, sign] of sidesOf(lines, filled)) {
    numbers.push(...side(cell, axis, sign, lines, isFilled, color(cell, axis)));
  }
  return new Float32Array(numbers);
}

/** Return such a solid as a closed mesh: its places, each once, and triangles, which turn left as seen from outside. */
function closedMesh(lines, filled) {
  const [places, numbers, triangles] = [[], new Map(), []];
  const numberOf = (at) => {
    const key = String(at);
    if (!numbers.has(key)) {
      numbers.set(key, places.length);
      places.push(at.map((line, axis) => lines[axis][line]));
    }
    return numbers.get(key);
  };
  for (const [cell, axis, sign] of sidesOf(lines, filled)) {
    const [a, b, c, d] = cornersOfSide(cell, axis, sign).map(({ at }) => numberOf(at));
    triangles.push(...(sign > 0 ? [[a, b, c], [a, c, d]] : [[c, b, a], [d, c, a]]));
  }
  return { places, triangles };
}

/** Return what reports whether a box is there and filled. */
const within = (lines, filled) => (cell) =>
  cell.every((one, axis) => one >= 0 && one < lines[axis].length - 1) && filled(...cell);

/** Yield the sides of a solid that nothing lies on: the box, the axis across the side, and 1 or -1. */
function* sidesOf(lines, filled) {
  const isFilled = within(lines, filled);
  for (let i = 0; i < lines[0].length - 1; i++) {
    for (let j = 0; j < lines[1].length - 1; j++) {
      for (let k = 0; k < lines[2].length - 1; k++) {
        if (!filled(i, j, k)) continue;
        for (const [axis, sign] of DIRECTIONS) {
          if (!isFilled(plus([i, j, k], step([axis, sign])))) yield [[i, j, k], axis, sign];
        }
      }
    }
  }
}

/** Return the corners of a side of a box, by their lines, each with whether it is the farther one along the next axes. */
function cornersOfSide(cell, axis, sign) {
  return [[0, 0], [1, 0], [1, 1], [0, 1]].map(([u, v]) => {
    const at = [...cell];
    at[axis] += sign > 0 ? 1 : 0;
    at[(axis + 1) % 3] += u;
    at[(axis + 2) % 3] += v;
    return { at, u, v };
  });
}

/** Return the edges of such a solid as lines, in one color: those at which its surface bends. */
function solidEdges(lines, filled, shown) {
  const isFilled = within(lines, filled);
  const numbers = [];
  for (const axis of AXES) {
    const [across, along] = [(axis + 1) % 3, (axis + 2) % 3];
    for (let i = 0; i < lines[axis].length - 1; i++) {
      for (let j = 0; j < lines[across].length; j++) {
        for (let k = 0; k < lines[along].length; k++) {
          const cell = (u, v) => {
            const at = [];
            [at[axis], at[across], at[along]] = [i, j - u, k - v];
            return isFilled(at);
          };
          const around = [cell(0, 0), cell(0, 1), cell(1, 1), cell(1, 0)];
          const count = around.filter(Boolean).length;
          if (count === 0 || count === 4 || (count === 2 && around[0] !== around[2])) continue;
          for (const end of [i, i + 1]) {
            const at = [];
            [at[axis], at[across], at[along]] = [lines[axis][end], lines[across][j], lines[along][k]];
            numbers.push(...at, 0, 0, 1, ...shown, 1);
          }
        }
      }
    }
  }
  return new Float32Array(numbers);
}

/** Return one side of a box as two triangles. */
function side(cell, axis, sign, lines, isFilled, rgb) {
  const [across, along] = [(axis + 1) % 3, (axis + 2) % 3];
  const normal = step([axis, sign]);
  const beyond = plus(cell, normal);
  const corners = cornersOfSide(cell, axis, sign).map(({ at, u, v }) => {
    const beside = step([across, u ? 1 : -1]);
    const above = step([along, v ? 1 : -1]);
    const near = [isFilled(plus(beyond, beside)), isFilled(plus(beyond, above))];
    const dark = near[0] && near[1] ? 3 : near[0] + near[1] + isFilled(plus(plus(beyond, beside), above));
    return { light: SHADE[dark], numbers: at.map((line, one) => lines[one][line]) };
  });
  // The triangles meet between the two lighter corners, so that a dark one darkens only its own.
  const light = corners.map((one) => one.light);
  const order = light[0] + light[2] >= light[1] + light[3] ? [0, 1, 2, 0, 2, 3] : [1, 2, 3, 1, 3, 0];
  if (sign < 0) order.reverse();
  return order.flatMap((one) => [...corners[one].numbers, ...normal, ...rgb, corners[one].light]);
}

/** Return a color, written as #rrggbb, as three numbers from 0 to 1. */
const rgb = (text) => [1, 3, 5].map((place) => parseInt(text.slice(place, place + 2), 16) / 255);
