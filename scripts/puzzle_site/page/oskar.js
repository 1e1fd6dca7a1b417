// SPDX-License-Identifier: GPL-3.0-or-later
// An Oskar's Cube, from its puzzle.json: how it looks, and a game with it.
"use strict";

const FACES = [["YZ", 1, 2], ["XZ", 0, 2], ["XY", 0, 1]]; // across x, y and z: their names and axes
const [PASSAGE, WALL, PLATE, CLEARANCE] = [5, 3, 3, 0.4]; // millimeters, as the program's own

/** The cross of a puzzle, moved by the rules of its faces. */
class OskarGame {
  constructor(puzzle) {
    this.puzzle = puzzle;
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

  /** What the board says besides the moves. */
  get progress() {
    const left = this.waysToEnd.get(String(this.position));
    return `${left} to the end`;
  }

  /** Where everything is, to compare games by. */
  get state() {
    return this.position;
  }

  /** Move the cross by a cell; return a sentence where it cannot, otherwise nothing. */
  move(direction) {
    const there = plus(this.position, step(direction));
    if (!this.isLegal(this.position, direction)) return "A wall is in the way.";
    this.way.push(there);
    return "";
  }

  takeBack() {
    if (this.moves) this.way.pop();
  }

  restart() {
    this.way = [this.puzzle.start];
  }

  /** Return the next move of a shortest way to the end. */
  hint() {
    const here = this.waysToEnd.get(String(this.position));
    return AXES.flatMap((axis) => [[axis, 1], [axis, -1]]).find(
      (direction) =>
        this.isLegal(this.position, direction) &&
        this.waysToEnd.get(String(plus(this.position, step(direction)))) === here - 1,
    );
  }

  /** Report whether both faces that see a move have its passage. */
  isLegal(position, [axis, sign]) {
    const there = position[axis] + sign;
    if (there < 0 || there >= this.puzzle.size[axis]) return false;
    return FACES.every(([name, first, second], across) => {
      if (across === axis) return true;
      const square = [first, second].map((one) => 2 * position[one] + (one === axis ? sign : 0));
      return this.puzzle.faces[name][square[1]][square[0]] === ".";
    });
  }

  /** Return how many moves it takes to an end, by positions as texts. */
  distances(end) {
    const found = new Map([[String(end), 0]]);
    const waiting = [end];
    for (const here of waiting) {
      for (const direction of AXES.flatMap((axis) => [[axis, 1], [axis, -1]])) {
        const there = plus(here, step(direction));
        if (this.isLegal(here, direction) && !found.has(String(there))) {
          found.set(String(there), found.get(String(here)) + 1);
          waiting.push(there);
        }
      }
    }
    return found;
  }
}

/** How an Oskar's Cube is shown: the box, and the cross in it. */
class OskarScene {
  constructor(puzzle, theme) {
    this.puzzle = puzzle;
    this.filaments = COLORS.oskar[theme];
    this.game = new OskarGame(puzzle);
    const lines = puzzle.size.map((cells) => {
      const found = [0, PLATE];
      for (let square = 0; square < 2 * cells - 1; square++) found.push(found.at(-1) + (square % 2 ? WALL : PASSAGE));
      return [...found, found.at(-1) + PLATE];
    });
    const last = puzzle.size.map((cells) => 2 * cells);
    this.box = { surface: solidSurface(lines, this.isWall(last), this.colors(last)), place: [0, 0, 0] };
    const arms = puzzle.size.map((cells) => (cells - 1) * (PASSAGE + WALL) + PASSAGE / 2 + PLATE);
    const half = PASSAGE / 2 - CLEARANCE;
    const inArm = (...cell) => cell.filter((one) => one === 1).length >= 2;
    const crossLines = arms.map((arm) => [-arm, -half, half, arm]);
    this.cross = { surface: solidSurface(crossLines, inArm, () => rgb(this.filaments.cross)), place: [0, 0, 0] };
    this.cross.place = this.center(puzzle.start);
    this.things = [this.cross, this.box];
    this.outer = lines.map((line) => line.at(-1));
    this.arms = arms;
  }

  /** The box, and the cross where it is. */
  get boxes() {
    const reach = (axis, sign) => plus(this.cross.place, step([axis, sign * this.arms[axis]]));
    return [[[0, 0, 0], this.outer], ...AXES.map((axis) => [reach(axis, -1), reach(axis, 1)])];
  }

  /** Bring the things to where the game has them. */
  update(view) {
    view.move(this.cross, this.center(this.game.position));
  }

  /** Let the walls be of glass, or not. */
  seeThrough(glass) {
    this.box.alpha = glass ? 0.28 : 1;
  }

  center(position) {
    return position.map((cell) => PLATE + PASSAGE / 2 + cell * (PASSAGE + WALL));
  }

  /** Return which boxes are wall: the frame, and in a face what its picture shows. */
  isWall(last) {
    return (...cell) => {
      const across = AXES.filter((axis) => cell[axis] === 0 || cell[axis] === last[axis]);
      if (across.length !== 1) return across.length > 1;
      const [name, first, second] = FACES[across[0]];
      return this.puzzle.faces[name][cell[second] - 1][cell[first] - 1] === "#";
    };
  }

  /** Return the colors of walls: those of the marks round the start and round the end, on all faces. */
  colors(last) {
    const { plates, start: startColor, end: endColor } = this.filaments;
    const shown = [...plates, startColor, endColor].map(rgb);
    const [START, END] = [3, 4];
    const near = (cell, position, axes) => axes.every((axis) => Math.abs(cell[axis] - 1 - 2 * position[axis]) <= 1);
    return (cell, side) => {
      const across = AXES.filter((axis) => cell[axis] === 0 || cell[axis] === last[axis]);
      const axes = AXES.filter((axis) => axis !== across[0]);
      const [start, end] = [near(cell, this.puzzle.start, axes), near(cell, this.puzzle.end, axes)];
      // Where both are seen as one, the corners are of the start and the sides of the end.
      if (start && end) return shown[(cell[axes[0]] + cell[axes[1]]) % 2 ? END : START];
      if (start || end) return shown[start ? START : END];
      return shown[across.length > 1 ? side : across[0]];
    };
  }
}
