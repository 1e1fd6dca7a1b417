// SPDX-License-Identifier: GPL-3.0-or-later
// A game with the pieces of a packing puzzle.
"use strict";

const ROOM = 2; // cells beyond the box and where the pieces wait, besides the longest piece's

/** Pieces on a grid on which the goal begins at 0; one of them is chosen, and moves. */
class PackingGame {
  constructor(puzzle) {
    this.goal = goalCells(puzzle.goal);
    this.filled = this.goal.filter((one) => one.letter === "#").map((one) => String(one.cell));
    this.numbers = new Map(this.goal.map((one, number) => [String(one.cell), number]));
    this.size = extent(this.goal.map((one) => one.cell));
    this.pieces = puzzle.pieces;
    this.tokens = puzzle.pieces.flatMap(({ name, most, cells }, piece) => {
      // There are never more of a piece than have room.
      const count = Math.min(most, Math.floor(this.goal.length / cells.length) || 1);
      return Array(count).fill({ piece, name, form: aboutPivot(cells) });
    });
    this.waiting = this.waitingLying();
    this.room = this.roomFor(this.waiting);
    this.restart();
  }

  get moves() {
    return this.earlier.length;
  }

  get placed() {
    return this.tokens.map((_, token) => token).filter((token) => this.isPlaced(token));
  }

  get isSolved() {
    const filled = new Set(this.placed.flatMap((token) => this.cells(token).map(String)));
    const used = this.pieces.map((_, piece) => this.placed.filter((token) => this.tokens[token].piece === piece).length);
    return this.filled.every((cell) => filled.has(cell)) &&
      this.pieces.every((piece, number) => piece.least <= used[number] && used[number] <= piece.most);
  }

  /** What the board says besides the moves. */
  get progress() {
    return sentence("IN_PLACE", { placed: this.placed.length, all: this.tokens.length });
  }

  /** What is said once it is solved. */
  get praise() {
    return sentence("SOLVED", { moves: counted(this.moves, "move") });
  }

  /** The game as a text to be kept: for each piece how it is turned, and where it is. */
  get kept() {
    return this.lying.map(({ turn, place }) => [ROTATIONS.findIndex((one) => inOrder(one, turn) === 0), ...place].join(" ")).join(",");
  }

  /** Go on with a game that was kept. */
  resume(kept) {
    this.restart();
    const lying = kept.split(",").map((one) => one.split(" ").map(Number)).map(([turn, ...place]) => ({ turn: ROTATIONS[turn], place }));
    const isWhole = lying.length === this.tokens.length && lying.every(({ turn, place }) => turn && place.length === 3 && place.every(Number.isInteger));
    if (isWhole && inOrder(lying.map(({ place }) => place), this.waiting.map(({ place }) => place))) {
      const filled = lying.flatMap((one, token) => this.cells(token, one).map(String));
      if (new Set(filled).size === filled.length) Object.assign(this, { lying });
    }
  }

  /** Where everything is, to compare games by. */
  get state() {
    return this.tokens.map((_, token) => this.cells(token));
  }

  cells(token, lying = this.lying[token]) {
    return this.tokens[token].form.map((cell) => plus(turned(lying.turn, cell), lying.place));
  }

  isPlaced(token) {
    return this.cells(token).every((cell) => this.numbers.has(String(cell)));
  }

  choose(change) {
    this.chosen = (this.chosen + change + this.tokens.length) % this.tokens.length;
  }

  /** Move the chosen piece by a cell; return a sentence where it cannot, otherwise nothing. */
  move(direction) {
    const { turn, place } = this.lying[this.chosen];
    return this.attempt({ turn, place: plus(place, step(direction)) });
  }

  /** Turn the chosen piece, so that what points into one direction points into another one then. */
  turn(begin, end) {
    const { turn, place } = this.lying[this.chosen];
    return this.attempt({ turn: after(turn, quarter(begin, end)), place });
  }

  /** Lift the chosen piece into the goal, to the nearest place where it fits, or out of it. */
  hop() {
    if (this.isPlaced(this.chosen)) return this.attempt(this.waiting[this.chosen]);
    const here = this.cells(this.chosen);
    const taken = this.taken(this.chosen);
    const free = new Set([...this.numbers.keys()].filter((cell) => !taken.has(cell)));
    const distance = (way) => [way.reduce((sum, one) => sum + Math.abs(one), 0), way];
    const ways = this.goal
      .map((one) => minus(one.cell, here[0]))
      .filter((way) => here.every((cell) => free.has(String(plus(cell, way)))))
      .sort((one, other) => inOrder(distance(one), distance(other)));
    const { turn, place } = this.lying[this.chosen];
    if (!ways.length) return sentence("FITS_NOWHERE", { piece: this.tokens[this.chosen].name });
    return this.attempt({ turn, place: plus(place, ways[0]) });
  }

  /** Choose a piece, and put it where a hint says that it belongs. */
  put({ token, cells }) {
    this.chosen = token;
    return this.attempt(this.lyingAt(token, cells));
  }

  /** Return how a piece lies that fills some cells. */
  lyingAt(token, cells) {
    const { form } = this.tokens[token];
    const turn = ROTATIONS.find((one) => inOrder(normalized(form.map((cell) => turned(one, cell))), normalized(cells)) === 0);
    return { turn, place: minus(lowest(cells), lowest(form.map((cell) => turned(turn, cell)))) };
  }

  takeBack() {
    if (this.earlier.length) [this.chosen, this.lying] = this.earlier.pop();
  }

  restart() {
    Object.assign(this, { lying: [...this.waiting], earlier: [], chosen: 0 });
  }

  /**
   * Search for where a piece goes in a solution with all that lies in the goal, first the chosen one.
   *
   * Yields now and then, and returns the piece with its cells; nothing where there is no such solution.
   */
  * hint() {
    const lying = this.placed.map((token) => ({
      piece: this.tokens[token].piece,
      cells: this.cells(token).map((cell) => this.numbers.get(String(cell))).sort((one, other) => one - other),
    }));
    const isThere = (one, others) => others.some((other) => other.piece === one.piece && isSame(other.cells, one.cells));
    // A solution that was found goes on to be used as long as what lies there is of it.
    if (!this.solution || !lying.every((one) => isThere(one, this.solution))) {
      const others = yield* filling(this.goal, this.pieces, lying);
      if (!others) return undefined;
      this.solution = [...lying, ...others];
    }
    const waiting = [this.chosen, ...this.tokens.keys()].filter((token) => !this.isPlaced(token));
    const left = this.solution.filter((one) => !isThere(one, lying));
    for (const token of waiting) {
      const found = left.find((one) => one.piece === this.tokens[token].piece);
      if (found) return { token, cells: found.cells.map((number) => this.goal[number].cell) };
    }
    return undefined;
  }

  /** Let the chosen piece lie like this, if it can. */
  attempt(there) {
    const { name } = this.tokens[this.chosen];
    const cells = this.cells(this.chosen, there);
    const [low, high] = this.room;
    if (!cells.every((cell) => AXES.every((axis) => low[axis] <= cell[axis] && cell[axis] <= high[axis]))) {
      return sentence("NO_FURTHER", { piece: name });
    }
    const taken = this.taken(this.chosen);
    const inWay = [...new Set(cells.map((cell) => taken.get(String(cell))).filter((one) => one !== undefined))];
    if (inWay.length) {
      const names = inWay.sort((a, b) => a - b).map((token) => this.tokens[token].name);
      return sentence(names.length > 1 ? "PIECES_IN_WAY" : "PIECE_IN_WAY", { names: listed(names), piece: name });
    }
    const here = this.lying[this.chosen];
    if (!isSame(here.place, there.place) || inOrder(here.turn, there.turn)) {
      this.earlier.push([this.chosen, [...this.lying]]);
      this.lying[this.chosen] = there;
    }
    return "";
  }

  /** Return the cells that the other pieces fill, as texts, each with the piece. */
  taken(chosen) {
    const others = this.tokens.map((_, token) => token).filter((token) => token !== chosen);
    return new Map(others.flatMap((token) => this.cells(token).map((cell) => [String(cell), token])));
  }

  waitingLying() {
    const flats = this.tokens.map((token) => flat(token.form));
    const places = waitingPlaces(flats, this.size);
    return this.tokens.map(({ form }, token) => {
      const turn = ROTATIONS.find((one) => inOrder(normalized(form.map((cell) => turned(one, cell))), flats[token]) === 0);
      return { turn, place: minus(places[token], lowest(form.map((cell) => turned(turn, cell)))) };
    });
  }

  roomFor(waiting) {
    const cells = [...this.tokens.flatMap((_, token) => this.cells(token, waiting[token])), ...this.goal.map((one) => one.cell)];
    const more = ROOM + Math.max(...this.tokens.flatMap((token) => extent(token.form)));
    const [low, size] = [lowest(cells), extent(cells)];
    return [low.map((one) => one - more), low.map((one, axis) => one + size[axis] - 1 + more)];
  }
}

/** Return the cells of a goal in the order in which solutions count them, each with its letter. */
function goalCells(layers) {
  const found = [];
  layers.forEach((rows, z) => rows.forEach((row, y) => [...row].forEach((letter, x) => {
    if (letter !== ".") found.push({ cell: [x, y, z], letter });
  })));
  return found;
}

/** Return the orientation in which cells lie lowest, and then are longest along x. */
function flat(cells) {
  const key = (one) => [extent(one)[2], extent(one)[1], one];
  return orientations(cells).sort((one, other) => inOrder(key(one), key(other)))[0];
}

/** Return the lowest corners of places for sets of cells, in rows before a box that begins at 0. */
function waitingPlaces(lying, size) {
  const sizes = lying.map(extent);
  const area = sizes.reduce((sum, [x, y]) => sum + (x + 1) * (y + 1), 0);
  const width = Math.max(Math.floor(Math.sqrt(2 * area)) + 1, size[0], ...sizes.map(([x]) => x));
  const left = Math.floor((size[0] - width) / 2);
  let [x, back, depth] = [left, -1, 0];
  return sizes.map(([wide, deep]) => {
    if (x > left && x + wide > left + width) [x, back, depth] = [left, back - depth - 1, 0];
    const place = [x, back - deep, 0];
    x += wide + 1;
    depth = Math.max(depth, deep);
    return place;
  });
}

/** Return the cells of a piece with the one at 0 that is nearest to their middle: about this it turns. */
function aboutPivot(cells) {
  const sums = AXES.map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0));
  const distance = (cell) => cell.reduce((sum, one, axis) => sum + (cells.length * one - sums[axis]) ** 2, 0);
  const pivot = [...cells].sort((one, other) => inOrder([distance(one), one], [distance(other), other]))[0];
  return cells.map((cell) => minus(cell, pivot));
}
