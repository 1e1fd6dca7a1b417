// SPDX-License-Identifier: GPL-3.0-or-later
// How hard a cube without loops is, as the program says it: by the moves of players who look some moves ahead.
"use strict";

/** Return how hard a game's cube is, as a word, a share of the scale and a sentence; undefined where there are loops. */
function ratingOf(game) {
  const sides = sidesOfWay(game);
  if (!sides) return undefined;
  const { levels, full, original, players } = DIFFICULTY;
  // To three digits, as the program keeps it.
  const wasted = ([player]) => Math.round(1000 * wastedMoves(sides(player))) / 1000;
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

/** Return what tells the sides that hang on the way to the end for a player: place, how many, and positions of each. */
function sidesOfWay(game) {
  const { position: start, waysToEnd: far, puzzle: { size } } = game;
  const places = Array.from(far.keys()).filter((index) => far[index] >= 0).sort((one, other) => far[one] - far[other]);
  const cellOf = (index) => [index % size[0], Math.floor(index / size[0]) % size[1], Math.floor(index / size[0] / size[1])];
  const beside = (index) => DIRECTIONS.filter((way) => game.isLegal(cellOf(index), way))
    .map(([axis, sign]) => index + sign * game.strides[axis]);
  const nearer = new Map(places.map((index) => [index, beside(index).filter((one) => far[one] < far[index])]));
  if ([...nearer.values()].some((ways) => ways.length > 1)) return undefined;
  const way = new Map();
  for (let index = game.index(start); index !== undefined; [index] = nearer.get(index)) way.set(index, way.size);
  const hangsOn = new Map();
  for (const index of places) hangsOn.set(index, way.get(index) ?? hangsOn.get(nearer.get(index)[0]));
  const beyond = new Map(places.map((index) => [index, 0]));
  for (const index of [...places].reverse()) {
    const [next] = nearer.get(index);
    if (next !== undefined) beyond.set(next, Math.max(beyond.get(next), beyond.get(index) + 1));
  }
  const aside = places.filter((index) => !way.has(index));
  return (player) => {
    const seen = aside.filter((index) => beyond.get(index) >= player);
    const found = Array.from({ length: way.size - 1 }, (_, place) => ({ place, count: 0, hanging: 0 }));
    for (const index of seen) {
      const side = found[hangsOn.get(index)];
      if (!side) continue;
      side.hanging++;
      if (way.has(nearer.get(index)[0])) side.count++;
    }
    return found.filter(({ count }) => count);
  };
}

/** Return the moves beyond its length that a way is expected to take. */
function wastedMoves(sides) {
  let [wasted, aside] = [0, 0];
  for (const { place, count, hanging } of sides) {
    wasted += place ? ((count + 1) * hanging + count * (place + aside)) / (count + 2) : (count * hanging) / (count + 1);
    aside += hanging;
  }
  return 2 * wasted;
}

/** Return a number in the two or three digits that mean something; halves go to the even one, as in the program. */
function rounded(number) {
  const even = (one) => (Math.abs(one % 1) === 0.5 ? 2 * Math.round(one / 2) : Math.round(one));
  const unit = 10 ** Math.max(0, String(even(number)).length - 3);
  return even(number / unit) * unit;
}
