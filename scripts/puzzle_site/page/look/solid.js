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
  const isFilled = (cell) => cell.every((one, axis) => one >= 0 && one < lines[axis].length - 1) && filled(...cell);
  const numbers = [];
  for (let i = 0; i < lines[0].length - 1; i++) {
    for (let j = 0; j < lines[1].length - 1; j++) {
      for (let k = 0; k < lines[2].length - 1; k++) {
        if (!filled(i, j, k)) continue;
        for (const axis of AXES) {
          for (const sign of [1, -1]) {
            if (!isFilled(plus([i, j, k], step([axis, sign])))) {
              numbers.push(...side([i, j, k], axis, sign, lines, isFilled, color([i, j, k], axis)));
            }
          }
        }
      }
    }
  }
  return new Float32Array(numbers);
}

/** Return the edges of such a solid as lines, in one color: those at which its surface bends. */
function solidEdges(lines, filled, shown) {
  const isFilled = (cell) => cell.every((one, axis) => one >= 0 && one < lines[axis].length - 1) && filled(...cell);
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
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([u, v]) => {
    const at = [...cell];
    at[axis] += sign > 0 ? 1 : 0;
    at[across] += u;
    at[along] += v;
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
