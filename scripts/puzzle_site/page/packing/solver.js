// SPDX-License-Identifier: GPL-3.0-or-later
// The search for a way to fill a goal with pieces of which some lie already: Knuth's dancing links ("Dancing Links",
// 2000), where a piece that may be used several times leaves the choice once it is used up.
"use strict";

const NODES_A_SLICE = 3000;

class Cover {
  /** Take how many cells there are, which of them must be filled, and the pieces with `least` and `most`. */
  constructor(cells, isRequired, pieces) {
    this.cells = cells;
    this.isRequired = isRequired;
    this.pieces = pieces;
    this.used = pieces.map(() => 0);
    const columns = cells + pieces.length;
    this.size = Array(columns).fill(0);
    this.isCovered = Array(columns).fill(false);
    // The nodes 0 to columns - 1 are the heads of the columns.
    const heads = Array.from({ length: columns }, (_, column) => column);
    [this.left, this.right, this.up, this.down, this.column] = [[...heads], [...heads], [...heads], [...heads], [...heads]];
  }

  /** Add a placement of a piece. */
  add(piece, placement) {
    const first = this.column.length;
    const columns = [this.cells + piece, ...placement];
    columns.forEach((column, place) => {
      const node = first + place;
      this.column[node] = column;
      this.left[node] = first + ((place + columns.length - 1) % columns.length);
      this.right[node] = first + ((place + 1) % columns.length);
      [this.up[node], this.down[node]] = [this.up[column], column];
      this.down[this.up[column]] = node;
      this.up[column] = node;
      this.size[column]++;
    });
  }

  /** Search, and yield now and then; return nodes of the rows that were chosen, or nothing where there is no way. */
  * search() {
    const chosen = [];
    const tried = []; // by depth: the column, and the node of the row that is tried
    let [column, node] = this.begin();
    for (let nodes = 1; column !== undefined; nodes++) {
      if (nodes % NODES_A_SLICE === 0) yield;
      if (node !== column) {
        this.choose(column, node);
        chosen.push(node);
        tried.push([column, node]);
        [column, node] = this.begin();
        continue;
      }
      if (column < this.cells) this.uncover(column);
      if (!tried.length) return undefined;
      [column, node] = tried.pop();
      chosen.pop();
      this.unchoose(column, node);
      node = this.down[node];
    }
    return chosen;
  }

  /** Return the narrowest column that must be filled, covered if it is a cell, and its first row; nothing if all is done. */
  begin() {
    let best;
    for (let column = 0; column < this.size.length; column++) {
      const piece = column - this.cells;
      const isWanted = piece < 0 ? this.isRequired[column] : this.used[piece] < this.pieces[piece].least;
      if (isWanted && !this.isCovered[column] && (best === undefined || this.size[column] < this.size[best])) best = column;
    }
    if (best === undefined) return [];
    if (best < this.cells) this.cover(best);
    return [best, this.down[best]];
  }

  choose(from, row) {
    let node = row;
    do {
      const column = this.column[node];
      const piece = column - this.cells;
      if (piece < 0 ? column !== from : ++this.used[piece] === this.pieces[piece].most) this.cover(column);
      node = this.right[node];
    } while (node !== row);
  }

  unchoose(from, row) {
    let node = row;
    do {
      node = this.left[node];
      const column = this.column[node];
      const piece = column - this.cells;
      if (piece < 0 ? column !== from : this.used[piece]-- === this.pieces[piece].most) this.uncover(column);
    } while (node !== row);
  }

  cover(column) {
    this.isCovered[column] = true;
    for (let row = this.down[column]; row !== column; row = this.down[row]) {
      for (let node = this.right[row]; node !== row; node = this.right[node]) {
        this.down[this.up[node]] = this.down[node];
        this.up[this.down[node]] = this.up[node];
        this.size[this.column[node]]--;
      }
    }
  }

  uncover(column) {
    for (let row = this.up[column]; row !== column; row = this.up[row]) {
      for (let node = this.left[row]; node !== row; node = this.left[node]) {
        this.size[this.column[node]]++;
        this.down[this.up[node]] = node;
        this.up[this.down[node]] = node;
      }
    }
    this.isCovered[column] = false;
  }

  /** Return the piece and the cells of a row, by one of its nodes. */
  placement(row) {
    const columns = [this.column[row]];
    for (let node = this.right[row]; node !== row; node = this.right[node]) columns.push(this.column[node]);
    const piece = Math.max(...columns) - this.cells;
    return { piece, cells: columns.filter((one) => one < this.cells).sort((one, other) => one - other) };
  }
}

/**
 * Search for placements that fill a goal with some that lie already, each with its piece and its sorted cells.
 *
 * Yields now and then, and returns the others; nothing where there is no way.
 */
function* filling(goal, pieces, lying) {
  const numbers = new Map(goal.map((one, number) => [String(one.cell), number]));
  const taken = new Set(lying.flatMap(({ cells }) => cells));
  const left = pieces.map((piece, number) => {
    const used = lying.filter((one) => one.piece === number).length;
    return { least: piece.least - used, most: piece.most - used };
  });
  if (left.some(({ most }) => most < 0)) return undefined;
  const cover = new Cover(goal.length, goal.map((one, number) => one.letter === "#" && !taken.has(number)), left);
  pieces.forEach((piece, number) => {
    if (!left[number].most) return;
    for (const form of orientations(piece.cells)) {
      for (const { cell } of goal) {
        const cells = form.map((one) => numbers.get(String(plus(cell, minus(one, form[0])))));
        if (cells.every((one) => one !== undefined && !taken.has(one))) cover.add(number, cells);
      }
    }
  });
  const rows = yield* cover.search();
  return rows?.map((row) => cover.placement(row));
}
