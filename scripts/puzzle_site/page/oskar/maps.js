// SPDX-License-Identifier: GPL-3.0-or-later
// Small maps of the three faces: on each, a dot shows where the arm through it stands. A move moves the dots of two.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

class FaceMaps {
  constructor(puzzle, filaments) {
    this.puzzle = puzzle;
    this.filaments = filaments;
    this.places = [];
  }

  /** Draw the maps into pictures, which are named by the axis across each face. */
  drawInto(pictures) {
    this.places = pictures.map((picture) => {
      const across = Number(picture.dataset.across);
      const [name, first, second] = FACES[across];
      const rows = this.puzzle.faces[name];
      const [columns, lines] = [rows[0].length, rows.length];
      picture.setAttribute("viewBox", `-1 -1 ${columns + 2} ${lines + 2}`);
      const walls = rows.map((row, y) => [...row].map((one, x) => (one === "#" ? `M${x} ${lines - 1 - y}h1v1h-1z` : "")).join(""));
      const frame = `M-1-1h${columns + 2}v${lines + 2}h-${columns + 2}zM0 0v${lines}h${columns}v-${lines}z`;
      const square = (position, color) => drawing("rect", {
        x: 2 * position[first], y: lines - 1 - 2 * position[second], width: 1, height: 1, fill: color,
      });
      const dot = drawing("circle", { r: 0.7, class: "dot" });
      const blocked = drawing("path", { fill: BLOCKING });
      picture.replaceChildren(
        drawing("path", { d: frame + walls.join(""), fill: this.filaments.plates[across] }),
        square(this.puzzle.start, this.filaments.start), square(this.puzzle.end, this.filaments.end), blocked, dot,
      );
      return { across, first, second, lines, dot, blocked };
    });
  }

  update(position) {
    for (const { first, second, lines, dot } of this.places) {
      const [x, y] = [2 * position[first] + 0.5, lines - 0.5 - 2 * position[second]];
      dot.style.transform = `translate(${x}px, ${y}px)`;
    }
  }

  /** Show the squares that are in the way. */
  block(found) {
    for (const { across, lines, blocked } of this.places) {
      const own = found.filter((one) => one.across === across).map(({ place: [x, y] }) => `M${x} ${lines - 1 - y}h1v1h-1z`);
      blocked.setAttribute("d", own.join(""));
    }
  }
}

/** Return a part of a picture. */
function drawing(name, values) {
  const found = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) found.setAttribute(key, value);
  return found;
}
