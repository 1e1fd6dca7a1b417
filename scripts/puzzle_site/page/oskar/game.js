// SPDX-License-Identifier: GPL-3.0-or-later
// A game with an Oskar's Cube: the cross is moved by the rules of the faces.
"use strict";

const FACES = [["YZ", 1, 2, "right"], ["XZ", 0, 2, "front"], ["XY", 0, 1, "top"]]; // across x, y and z: names and axes
const STEP_LETTERS = "XxYyZz"; // of the ways in DIRECTIONS, in a game that is kept

class OskarGame {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.strides = [1, puzzle.size[0], puzzle.size[0] * puzzle.size[1]];
    this.restart();
    this.ways = this.shortestWays();
    this.distances = new Map();
    for (const [here, nearer] of this.ways) this.distances.set(here, here === nearer ? 0 : this.distances.get(nearer) + 1);
  }

  get position() {
    return this.way[this.way.length - 1];
  }

  get moves() {
    return this.way.length - 1;
  }

  get isSolved() {
    return isSame(this.position, this.puzzle.end);
  }

  /** How many moves it takes from here to the end, at least; undefined where no way leads there. */
  get movesLeft() {
    return this.distances.get(this.index(this.position));
  }

  /** What the board says besides the moves. */
  get progress() {
    return sentence("TO_THE_END", { moves: this.movesLeft });
  }

  /** What is said once it is solved. */
  get praise() {
    const shortest = this.distances.get(this.index(this.puzzle.start));
    const name = this.moves === shortest ? "SOLVED_SHORTEST" : "SOLVED_LONGER";
    return sentence(name, { moves: counted(this.moves, "move"), fewest: shortest });
  }

  /** Where everything is, to compare games by. */
  get state() {
    return this.position;
  }

  /** The game as a text to be kept. */
  get kept() {
    return this.way.slice(1).map((there, place) => {
      const way = minus(there, this.way[place]);
      return STEP_LETTERS[DIRECTIONS.findIndex((one) => isSame(step(one), way))];
    }).join("");
  }

  /** Go on with a game that was kept. */
  resume(kept) {
    this.restart();
    for (const letter of kept) {
      const direction = DIRECTIONS[STEP_LETTERS.indexOf(letter)];
      if (!direction || this.move(direction)) return;
    }
  }

  /** Move the cross by a cell; return a sentence where it cannot, otherwise nothing. */
  move(direction) {
    const found = this.obstacles(direction);
    if (!found.length) {
      this.way.push(plus(this.position, step(direction)));
      return "";
    }
    if (found.some((one) => one.isFrame)) return sentence("FRAME_IN_WAY");
    const [face, other] = found.map(({ across }) => FACES[across][3]);
    return sentence(other ? "WALLS_IN_WAY" : "WALL_IN_WAY", { face, other });
  }

  takeBack() {
    if (this.moves) this.way.pop();
  }

  restart() {
    this.way = [this.puzzle.start];
  }

  /** Return the next move of a shortest way to the end. */
  hint() {
    return DIRECTIONS.find((direction) => {
      const there = this.distances.get(this.index(this.position) + direction[1] * this.strides[direction[0]]);
      return this.isLegal(this.position, direction) && there === this.movesLeft - 1;
    });
  }

  /** Return the squares that keep the cross from a move: across which axis their face is, and where in its picture. */
  obstacles(direction, position = this.position) {
    const [axis, sign] = direction;
    const found = [];
    FACES.forEach(([name, ...axes], across) => {
      if (across === axis) return;
      const place = axes.slice(0, 2).map((one) => 2 * position[one] + (one === axis ? sign : 0));
      const square = this.puzzle.faces[name][place[1]]?.[place[0]];
      if (square !== ".") found.push({ across, place, isFrame: square === undefined });
    });
    return found;
  }

  /** Report whether both faces that see a move have its passage. */
  isLegal(position, direction) {
    const there = position[direction[0]] + direction[1];
    return there >= 0 && there < this.puzzle.size[direction[0]] && !this.obstacles(direction, position).length;
  }

  /** Return from each position that leads to the end the next one on a shortest way, by their indices, the nearest first. */
  shortestWays() {
    const end = this.index(this.puzzle.end);
    const ways = new Map([[end, end]]);
    for (const here of ways.keys()) {
      for (const direction of DIRECTIONS) {
        const next = here + direction[1] * this.strides[direction[0]];
        if (!ways.has(next) && this.isLegal(positionOf(this.puzzle.size, here), direction)) ways.set(next, here);
      }
    }
    return ways;
  }

  index(position) {
    return position.reduce((sum, cell, axis) => sum + cell * this.strides[axis], 0);
  }
}

/** Return the position of an index. */
const positionOf = ([columns, rows], index) => [index % columns, Math.floor(index / columns) % rows, Math.floor(index / columns / rows)];
