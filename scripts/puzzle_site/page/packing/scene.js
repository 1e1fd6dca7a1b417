// SPDX-License-Identifier: GPL-3.0-or-later
// How a packing puzzle is shown: its pieces, the floor and the edges of the box, and the shadow of a hint.
"use strict";

const GAP = 0.04; // of a cell, round each piece
const EDGE = 0.06; // of a cell: how thick the edges of the box are
const MIDDLE = 0.5; // of a cell, about which a piece turns
const SHADOW = 0.4; // how much is seen of where a hinted piece goes

/** Return the solid of a piece, its lines and which boxes are filled: cells smaller by a gap, and what joins neighbors. */
function pieceSolid(cells, gap) {
  const low = lowest(cells);
  const there = new Set(cells.map(String));
  const lines = extent(cells).map((count, axis) =>
    Array.from({ length: 2 * count }, (_, line) => low[axis] + Math.floor((line + 1) / 2) + (line % 2 ? -gap : gap)));
  const filled = (...square) => {
    let around = [[]];
    square.forEach((one, axis) => {
      const beside = one % 2 ? [(one - 1) / 2, (one + 1) / 2] : [one / 2];
      around = around.flatMap((begin) => beside.map((cell) => [...begin, cell + low[axis]]));
    });
    return around.every((cell) => there.has(String(cell)));
  };
  return [lines, filled];
}

class PackingScene {
  constructor(puzzle, theme) {
    this.game = new PackingGame(puzzle);
    const { tokens, size } = this.game;
    const filaments = (this.filaments = COLORS.packing[theme]);
    this.pieces = tokens.map((token, number) => {
      const color = rgb(filaments.pieces[number % filaments.pieces.length]);
      const [lines, filled] = pieceSolid(token.form, GAP);
      const aboutMiddle = lines.map((line) => line.map((one) => one - MIDDLE));
      return { surface: solidSurface(aboutMiddle, filled, () => color), place: [0, 0, 0], color };
    });
    const lines = size.map((cells) => [-EDGE, 0, cells, cells + EDGE]);
    const isEdge = (...cell) => cell.filter((one) => one !== 1).length >= 2 || cell[2] === 0;
    const tray = { surface: solidSurface(lines, isEdge, () => rgb(filaments.box)), place: [0, 0, 0] };
    this.shadow = { surface: this.pieces[0].surface, place: [0, 0, 0], alpha: 0, through: true };
    this.things = [...this.pieces, tray, this.shadow];
    const cells = this.game.state.flat();
    this.waiting = [lowest(cells), plus(lowest(cells), extent(cells))];
    this.place();
  }

  /** The box, and where pieces wait as long as any does. */
  get boxes() {
    return [[[0, 0, 0], this.game.size], ...(this.game.isSolved ? [] : [this.waiting])];
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

  /** Show where a hinted piece goes, or no longer. */
  showHint(hint) {
    this.shadow.alpha = hint ? SHADOW : 0;
    if (!hint) return;
    const { turn, place } = this.game.lyingAt(hint.token, hint.cells);
    Object.assign(this.shadow, { surface: this.pieces[hint.token].surface, turn, place: place.map((one) => one + MIDDLE) });
  }

  /** Return the drag of the piece that a pointer takes, which is chosen then; `play` moves and reports whether it did. */
  take(view, pointer, _isTouch, play) {
    const token = this.hit(...view.ray(...pointer));
    if (token === undefined) return undefined;
    this.wasChosen = this.game.chosen === token;
    this.game.chosen = token;
    const directions = axesInView(view.directions).slice(0, 2);
    return new GridDrag(view, pointer, this.pieces[token].place, directions.map(step), (number, sign) => {
      const [axis, way] = directions[number];
      return play([axis, way * sign]);
    });
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
