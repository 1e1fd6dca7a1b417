// SPDX-License-Identifier: GPL-3.0-or-later
// How hard a cube is, as the program says it: by the moves of players who look some moves ahead and remember some forks.
"use strict";

/** Return how hard a game's cube is, as a word, a share of the scale and a sentence. */
function ratingOf(game) {
  const { levels, full, original, players, kept } = DIFFICULTY;
  const { ways } = game;
  const start = game.index(game.position);
  // To three digits, as the program keeps it.
  const wasted = ([player]) => Math.round(1000 * wastedMoves(ways, start, player, kept)) / 1000;
  const weight = players.reduce((sum, [, one]) => sum + one, 0);
  const times = 2 ** (players.reduce((sum, one) => sum + one[1] * Math.log2((1 + wasted(one)) / (1 + original[one[0]])), 0) / weight);
  const level = levels.findLastIndex(([, begin]) => times >= begin);
  const [begin, end] = [levels[level][1], levels[level + 1]?.[1] ?? full];
  const moves = counted(rounded(game.movesLeft + wasted([1])), "move");
  return {
    word: levels[level][0],
    share: (level + Math.min(1, (times - begin) / (end - begin))) / levels.length,
    sentence: sentence("LOOKS_AHEAD", { moves }),
  };
}

/** Return the moves beyond its length that the way from a start is expected to take a player who looks so far ahead. */
function wastedMoves(ways, start, player, kept) {
  const before = new Map([[start, undefined]]);
  for (let here = start; ways.get(here) !== here; here = ways.get(here)) before.set(ways.get(here), here);
  const inward = [...ways].slice(1).reverse();
  const beyond = new Map();
  for (const [here, nearer] of inward) beyond.set(nearer, Math.max(beyond.get(nearer) ?? 0, (beyond.get(here) ?? 0) + 1));
  const sides = new Map();
  let wasted = 0;
  for (const [here, nearer] of inward) {
    if (!before.has(here) && (beyond.get(here) ?? 0) < player) continue;
    const hanging = sides.get(here) ?? [];
    const fork = forkOf(hanging);
    if (before.has(here)) {
      const last = hanging.findIndex((side) => side.index === before.get(here));
      wasted += last < 0 ? fork.fromNowhere : fork.fromSide[last];
    }
    const known = hanging.length ? hanging.reduce((product, side) => product * side.known, 1) : kept;
    if (!sides.has(nearer)) sides.set(nearer, []);
    sides.get(nearer).push({ index: here, moves: 2 + fork.thereAndBack, known });
  }
  return wasted;
}

/** Return what is walked aside at a fork: coming from each side with the thread lost, from nowhere, and in a round. */
function forkOf(sides) {
  const every = (1 << sides.length) - 1;
  let fromSide = sides.map(() => 0);
  const walked = (left, others) => {
    const open = sides.filter((_, place) => left >> place & 1);
    const each = sides.map((side, place) => (left >> place & 1
      ? side.moves + side.known * walked(left ^ 1 << place, others) + (1 - side.known) * fromSide[place] : 0));
    return open.length ? each.reduce((sum, one) => sum + one) / (open.length + others) : 0;
  };
  // Each depends on the others a little: so often that no digit that is shown changes any more.
  for (let turn = 0; sides.length > 1 && turn < 100; turn++) fromSide = sides.map((_, place) => walked(every ^ 1 << place, 1));
  return { fromSide, fromNowhere: walked(every, 1), thereAndBack: walked(every, 0) };
}

/** Return a number in the two or three digits that mean something; halves go to the even one, as in the program. */
function rounded(number) {
  const even = (one) => (Math.abs(one % 1) === 0.5 ? 2 * Math.round(one / 2) : Math.round(one));
  const unit = 10 ** Math.max(0, String(even(number)).length - 3);
  return even(number / unit) * unit;
}
