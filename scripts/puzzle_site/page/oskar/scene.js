// SPDX-License-Identifier: GPL-3.0-or-later
// How an Oskar's Cube is shown: walls of glass, the cross in them, its outline at the end, and the walls that block.
"use strict";

const { passage: PASSAGE, wall: WALL, plate: PLATE, clearance: CLEARANCE } = MILLIMETERS;
const [GLASS, GHOST, BLOCKED] = [0.3, 0.16, 0.8]; // how much is seen of each
const BLOCKING = "#ff2a1a";
const BLOCKED_MILLISECONDS = 1200;
const ARM_PIXELS = { mouse: 14, touch: 24 }; // how near to an arm's middle line the pointer takes it

/** Report whether a box of the cross, three along each axis, is in an arm. */
const inCross = (...cell) => cell.filter((one) => one === 1).length >= 2;

class OskarScene {
  constructor(puzzle, theme) {
    this.puzzle = puzzle;
    this.filaments = COLORS.oskar[theme];
    this.game = new OskarGame(puzzle);
    this.lines = puzzle.size.map((cells) => {
      const found = [0, PLATE];
      for (let square = 0; square < 2 * cells - 1; square++) found.push(found.at(-1) + (square % 2 ? WALL : PASSAGE));
      return [...found, found.at(-1) + PLATE];
    });
    const last = puzzle.size.map((cells) => 2 * cells);
    this.isWall = this.walls(last);
    this.box = { surface: solidSurface(this.lines, this.isWall, this.colors(last)), place: [0, 0, 0], alpha: GLASS };
    this.arms = puzzle.size.map((cells) => (cells - 1) * (PASSAGE + WALL) + PASSAGE / 2 + PLATE);
    const half = PASSAGE / 2 - CLEARANCE;
    const crossLines = this.crossLines = this.arms.map((arm) => [-arm, -half, half, arm]);
    const [end, place] = [rgb(this.filaments.end), this.center(puzzle.end)];
    this.cross = { surface: solidSurface(crossLines, inCross, () => rgb(this.filaments.cross)), place: this.center(puzzle.start) };
    this.ghosts = [
      { surface: solidSurface(crossLines, inCross, () => end), place, alpha: GHOST, scale: [0.98, 0.98, 0.98] },
      { surface: solidEdges(crossLines, inCross, end), place, alpha: 0.99, lines: true },
    ];
    const cube = solidSurface([[0, 1], [0, 1], [0, 1]], () => true, () => rgb(BLOCKING));
    this.blocked = Array.from({ length: 4 }, () => ({ surface: cube, place: [0, 0, 0], alpha: 0, through: true }));
    this.things = [this.cross, this.box, ...this.ghosts, ...this.blocked];
    this.maps = new FaceMaps(puzzle, this.filaments);
  }

  /** The box, and the cross at its start and at its end. */
  get boxes() {
    const reaches = [this.puzzle.start, this.puzzle.end].map((position) => this.center(position)).flatMap((place) =>
      AXES.map((axis) => [-1, 1].map((sign) => plus(place, step([axis, sign * this.arms[axis]])))));
    return [[[0, 0, 0], this.lines.map((line) => line.at(-1))], ...reaches];
  }

  /** Bring the things to where the game has them. */
  update(view) {
    if (!isSame(this.cross.target, this.center(this.game.position))) view.move(this.cross, this.center(this.game.position));
    for (const ghost of this.ghosts) ghost.alpha = this.game.isSolved ? 0 : ghost.lines ? 0.99 : GHOST;
    this.maps.update(this.game.position);
    view.redraw();
  }

  /** Light up the walls that keep the cross from a move, for a moment. */
  knock(view, direction) {
    const found = this.game.obstacles(direction);
    const boxes = found.flatMap(({ across, place }) => this.squareBoxes(across, place));
    this.blocked.forEach((thing, number) => {
      thing.alpha = number < boxes.length ? BLOCKED : 0;
      if (thing.alpha) [thing.place, thing.scale] = boxes[number];
    });
    this.maps.block(found);
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.calm(view), BLOCKED_MILLISECONDS);
    view.redraw();
  }

  calm(view) {
    for (const thing of this.blocked) thing.alpha = 0;
    this.maps.block([]);
    view.redraw();
  }

  /** Return where a square of a face stands in both of its plates: its lowest corner and its size. */
  squareBoxes(across, square) {
    const [low, size] = [[0, 0, 0], [0, 0, 0]];
    FACES[across].slice(1, 3).forEach((axis, place) => {
      low[axis] = this.lines[axis][square[place] + 1];
      size[axis] = this.lines[axis][square[place] + 2] - low[axis];
    });
    size[across] = PLATE;
    return [0, this.lines[across].at(-1) - PLATE].map((at) => [low.map((one, axis) => (axis === across ? at : one)), size]);
  }

  /** Let the walls be of glass, or not. */
  seeThrough(glass) {
    this.box.alpha = glass ? GLASS : 1;
  }

  /** Return the drag of the arm that a pointer takes, if one is near; `play(direction)` moves and reports whether it did. */
  take(view, pointer, isTouch, play) {
    const { place } = this.cross;
    const ends = (axis) => [-1, 1].map((sign) => view.project(plus(place, step([axis, sign * this.arms[axis]]))));
    const near = AXES.filter((axis) => this.puzzle.size[axis] > 1)
      .map((axis) => [distanceTo(pointer, ...ends(axis)), axis])
      .filter(([distance]) => distance < (isTouch ? ARM_PIXELS.touch : ARM_PIXELS.mouse))
      .sort(inOrder);
    if (!near.length) return undefined;
    const [[, axis]] = near;
    return new GridDrag(view, pointer, place, [step([axis, PASSAGE + WALL])], (_, sign) => play([axis, sign]));
  }

  /** Return where the ends of the arms are seen, by direction, a little beyond them. */
  armEnds(view) {
    return DIRECTIONS.filter(([axis]) => this.puzzle.size[axis] > 1).map(([axis, sign]) => [
      [axis, sign], view.project(plus(this.cross.place, step([axis, sign * (this.arms[axis] + PLATE)]))),
    ]);
  }

  center(position) {
    return position.map((cell) => PLATE + PASSAGE / 2 + cell * (PASSAGE + WALL));
  }

  /** Return which boxes are wall: the frame, and in a face what its picture shows. */
  walls(last) {
    return (...cell) => {
      const across = AXES.filter((axis) => cell[axis] === 0 || cell[axis] === last[axis]);
      if (across.length !== 1) return across.length > 1;
      const [name, first, second] = FACES[across[0]];
      return this.puzzle.faces[name][cell[second] - 1][cell[first] - 1] === "#";
    };
  }

  /** Return the colors of walls: beside the start and the end, on all faces, those of their marks. */
  colors(last) {
    const { plates, start: startColor, end: endColor } = this.filaments;
    const shown = [...plates, startColor, endColor].map(rgb);
    const [START, END] = [3, 4];
    const near = (cell, position, axes) => axes.every((axis) => Math.abs(cell[axis] - 1 - 2 * position[axis]) === 1);
    return (cell, side) => {
      const across = AXES.filter((axis) => cell[axis] === 0 || cell[axis] === last[axis]);
      if (across.length > 1) return shown[side];
      const axes = AXES.filter((axis) => axis !== across[0]);
      if (near(cell, this.puzzle.end, axes)) return shown[END];
      return shown[near(cell, this.puzzle.start, axes) ? START : across[0]];
    };
  }
}
