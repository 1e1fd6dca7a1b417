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
    this.waysToEnd = this.distances(puzzle.end);
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
    const left = this.waysToEnd[this.index(this.position)];
    return left < 0 ? undefined : left;
  }

  /** What the board says besides the moves. */
  get progress() {
    return sentence("TO_THE_END", { moves: this.movesLeft });
  }

  /** What is said once it is solved. */
  get praise() {
    const shortest = this.waysToEnd[this.index(this.puzzle.start)];
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
      const there = this.waysToEnd[this.index(this.position) + direction[1] * this.strides[direction[0]]];
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

  /** Return how many moves it takes to an end from each position, by its number; -1 where no way leads there. */
  distances(end) {
    const found = new Int32Array(this.puzzle.size.reduce((one, other) => one * other)).fill(-1);
    found[this.index(end)] = 0;
    const waiting = [end];
    for (const here of waiting) {
      const number = this.index(here);
      for (const direction of DIRECTIONS) {
        const next = number + direction[1] * this.strides[direction[0]];
        if (found[next] === -1 && this.isLegal(here, direction)) {
          found[next] = found[number] + 1;
          waiting.push(plus(here, step(direction)));
        }
      }
    }
    return found;
  }

  index(position) {
    return position.reduce((sum, cell, axis) => sum + cell * this.strides[axis], 0);
  }
}
