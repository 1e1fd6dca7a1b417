// SPDX-License-Identifier: GPL-3.0-or-later
// What the passages of a face that are known so far say of the next one, where the face is a spanning tree.
"use strict";

/** Return all passages that a face can have, cell by cell: two cells, the lower one first, and the axis. */
function passagesOf([columns, rows]) {
  const found = [];
  for (let cell = 0; cell < columns * rows; cell++) {
    if (cell % columns < columns - 1) found.push([cell, cell + 1, 0]);
    if (cell < columns * (rows - 1)) found.push([cell, cell + columns, 1]);
  }
  return found;
}

class KnownTree {
  constructor(cells, passages) {
    this.parents = Array.from({ length: cells }, (_, cell) => cell);
    this.ways = Array(cells).fill(0); // by the root of what is connected: passages from it that are not known yet
    for (const [cell, beside] of passages) {
      this.ways[cell]++;
      this.ways[beside]++;
    }
  }

  root(cell) {
    const { parents } = this;
    while (parents[cell] !== cell) cell = parents[cell] = parents[parents[cell]];
    return cell;
  }

  /** Return whether the next passage must be there or cannot; undefined where both can be. */
  mustBe(cell, beside) {
    const [here, there] = [this.root(cell), this.root(beside)];
    if (here === there) return false;
    return this.ways[here] === 1 || this.ways[there] === 1 ? true : undefined;
  }

  note(cell, beside, isOpen) {
    const [here, there] = [this.root(cell), this.root(beside)];
    this.ways[here]--;
    this.ways[there]--;
    if (isOpen && here !== there) {
      this.parents[here] = there;
      this.ways[there] += this.ways[here];
    }
  }
}
