// SPDX-License-Identifier: GPL-3.0-or-later
// A packing puzzle, from its puzzle.json: how it looks, and a game with its pieces.
"use strict";

const ROOM = 2; // cells beyond the box and where the pieces wait, besides the longest piece's
const GAP = 0.04; // of a cell, round each piece
const EDGE = 0.06; // of a cell: how thick the edges of the box are
const APART = 0.4; // how far pieces of a solution are from where they lie, of their distance from the middle
const MIDDLE = 0.5; // of a cell, about which a piece turns
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Pieces on a grid on which the goal begins at 0; one of them is chosen, and moves. */
class PackingGame {
  constructor(puzzle) {
    this.goal = goalCells(puzzle.goal);
    this.filled = this.goal.filter((one) => one.letter === "#").map((one) => String(one.cell));
    this.numbers = new Map(this.goal.map((one, number) => [String(one.cell), number]));
    this.size = extent(this.goal.map((one) => one.cell));
    this.pieces = puzzle.pieces;
    this.tokens = puzzle.pieces.flatMap((piece, number) => Array(piece.most).fill(number)).map((piece, number) => ({
      piece,
      name: puzzle.pieces[piece].name || LETTERS[number % LETTERS.length],
      form: aboutPivot(puzzle.pieces[piece].cells),
    }));
    this.solutions = puzzle.solutions.map((letters) => this.placements(letters));
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
    return `${this.placed.length} of ${this.tokens.length} pieces in the box`;
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
    if (!ways.length) return `Piece ${this.tokens[this.chosen].name} fits nowhere in the box as it is turned.`;
    return this.attempt({ turn, place: plus(place, ways[0]) });
  }

  /** Choose a piece, and put it where a hint says that it belongs. */
  put({ token, cells }) {
    this.chosen = token;
    const { form } = this.tokens[token];
    const turn = ROTATIONS.find((one) => inOrder(normalized(form.map((cell) => turned(one, cell))), normalized(cells)) === 0);
    return this.attempt({ turn, place: minus(lowest(cells), lowest(form.map((cell) => turned(turn, cell)))) });
  }

  takeBack() {
    if (this.earlier.length) [this.chosen, this.lying] = this.earlier.pop();
  }

  restart() {
    Object.assign(this, { lying: [...this.waiting], earlier: [], chosen: 0 });
  }

  /** Return where a piece goes in a known solution with all that lies in the goal, first the chosen one, or nothing. */
  hint() {
    const lying = this.placed.map((token) => String(this.cells(token).map((cell) => this.numbers.get(String(cell))).sort((a, b) => a - b)));
    const tokens = this.tokens.map((_, token) => token);
    const waiting = [this.chosen, ...tokens.filter((token) => token !== this.chosen)].filter((token) => !this.isPlaced(token));
    for (const solution of this.solutionsWith(lying)) {
      const left = solution.filter((placement) => !lying.includes(String(placement)));
      for (const token of waiting) {
        const shape = String(orientations(this.tokens[token].form)[0]);
        const found = left.find((placement) => String(orientations(this.cellsOf(placement))[0]) === shape);
        if (found) return { token, cells: this.cellsOf(found) };
      }
    }
    return undefined;
  }

  /** Let the chosen piece lie like this, if it can. */
  attempt(there) {
    const { name } = this.tokens[this.chosen];
    const cells = this.cells(this.chosen, there);
    const [low, high] = this.room;
    if (!cells.every((cell) => AXES.every((axis) => low[axis] <= cell[axis] && cell[axis] <= high[axis]))) {
      return `Piece ${name} can go no further.`;
    }
    const taken = this.taken(this.chosen);
    const inWay = [...new Set(cells.map((cell) => taken.get(String(cell))).filter((one) => one !== undefined))];
    if (inWay.length) {
      const names = inWay.sort((a, b) => a - b).map((token) => this.tokens[token].name);
      const who = names.length > 1 ? `Pieces ${names.slice(0, -1).join(", ")} and ${names.at(-1)} are` : `Piece ${names[0]} is`;
      return `${who} in the way of piece ${name}.`;
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

  /** Return the placements of a solution, each as numbers of cells in their order. */
  placements(letters) {
    const found = new Map();
    [...letters].forEach((letter, number) => letter !== "." && found.set(letter, [...(found.get(letter) || []), number]));
    return [...found.values()];
  }

  /** Return the known solutions, as they lie in the goal in every way, that have placements. */
  solutionsWith(lying) {
    const found = [];
    for (const turn of ROTATIONS) {
      const places = this.goal.map((one) => turned(turn, one.cell));
      const low = lowest(places);
      const numbers = places.map((place) => this.numbers.get(String(minus(place, low))));
      const fits = numbers.every((number, here) => number !== undefined && this.goal[number].letter === this.goal[here].letter);
      for (const solution of fits ? this.solutions : []) {
        const there = solution.map((placement) => placement.map((cell) => numbers[cell]).sort((a, b) => a - b));
        if (lying.every((one) => there.some((other) => String(other) === one))) found.push(there);
      }
    }
    return found;
  }

  cellsOf(placement) {
    return placement.map((number) => this.goal[number].cell);
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

/** Return the different sets of cells that rotations make of some, in order. */
function orientations(cells) {
  const found = new Map(ROTATIONS.map((turn) => normalized(cells.map((cell) => turned(turn, cell)))).map((one) => [String(one), one]));
  return [...found.values()].sort(inOrder);
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

/** Return the surface of a piece: its cells a little smaller, and what joins neighbors. */
function pieceSurface(cells, color) {
  const low = lowest(cells);
  const there = new Set(cells.map(String));
  const lines = extent(cells).map((count, axis) =>
    Array.from({ length: 2 * count }, (_, line) => low[axis] + Math.floor((line + 1) / 2) + (line % 2 ? -GAP : GAP) - MIDDLE));
  const filled = (...square) => {
    let around = [[]];
    square.forEach((one, axis) => {
      const beside = one % 2 ? [(one - 1) / 2, (one + 1) / 2] : [one / 2];
      around = around.flatMap((begin) => beside.map((cell) => [...begin, cell + low[axis]]));
    });
    return around.every((cell) => there.has(String(cell)));
  };
  return solidSurface(lines, filled, () => color);
}

/** How a packing puzzle is shown: its pieces, and the floor and the edges of the box that they fill. */
class PackingScene {
  constructor(puzzle, theme) {
    this.game = new PackingGame(puzzle);
    const { tokens, size } = this.game;
    const filaments = COLORS.packing[theme];
    this.pieces = tokens.map((token, number) => {
      const color = rgb(filaments.pieces[number % filaments.pieces.length]);
      return { surface: pieceSurface(token.form, color), place: [0, 0, 0], color };
    });
    const lines = size.map((cells) => [-EDGE, 0, cells, cells + EDGE]);
    const isEdge = (...cell) => cell.filter((one) => one !== 1).length >= 2 || cell[2] === 0;
    const tray = { surface: solidSurface(lines, isEdge, () => rgb(filaments.box)), place: [0, 0, 0] };
    this.things = [...this.pieces, tray];
    const cells = this.game.state.flat();
    this.boxes = [[lowest(cells), plus(lowest(cells), extent(cells))], [[0, 0, 0], size]];
    this.place();
  }

  /** Show a solution instead of where the pieces wait, its pieces a little apart. */
  showSolution() {
    const { game } = this;
    while (game.hint() && !game.put(game.hint()));
    this.place();
    const middle = game.size.map((cells) => cells / 2);
    for (const [token, piece] of this.pieces.entries()) {
      const cells = game.cells(token);
      const away = lowest(cells).map((low, axis) => low + extent(cells)[axis] / 2 - middle[axis]);
      piece.place = plus(piece.place, away.map((one) => APART * one));
    }
    this.things = this.pieces;
    this.boxes = [[game.size.map((cells) => -APART * cells / 4), game.size.map((cells) => cells + APART * cells / 4)]];
  }

  /** Bring the things to where the game has them. */
  update(view) {
    const { game } = this;
    for (const [token, piece] of this.pieces.entries()) {
      const { turn, place } = this.lying(token);
      piece.turn = turn;
      piece.glow = Array(3).fill(token === game.chosen ? 0.13 : -0.05);
      if (!isSame(piece.target, place)) view.move(piece, place);
    }
    view.redraw();
  }

  place() {
    for (const [token, piece] of this.pieces.entries()) {
      Object.assign(piece, this.lying(token));
    }
  }

  lying(token) {
    const { turn, place } = this.game.lying[token];
    return { turn, place: place.map((one) => one + MIDDLE) };
  }

  /** Return the piece that a ray hits first, from its beginning and its way; nothing where it hits none. */
  hit(eye, way) {
    let [best, nearest] = [undefined, Infinity];
    this.game.state.forEach((cells, token) => cells.forEach((cell) => {
      const ends = AXES.map((axis) => [cell[axis], cell[axis] + 1].map((at) => (at - eye[axis]) / way[axis]).sort((a, b) => a - b));
      const [enters, leaves] = [Math.max(...ends.map((one) => one[0])), Math.min(...ends.map((one) => one[1]))];
      if (enters < leaves && enters < nearest) [best, nearest] = [token, enters];
    }));
    return best;
  }
}
