// SPDX-License-Identifier: GPL-3.0-or-later
// Begins the game of a page, and lets its puzzle be shared and its code copied.
"use strict";

const KEPT_MILLISECONDS = 60000; // that a file is there to be taken
const LONGEST_OPENING = 1000; // milliseconds that the puzzle is seen alone, at most

const gamePlace = document.querySelector(".player");
let player;
let beSeen;

/** Kept once the puzzle is seen and all that the page has asked for is there: what else it asks for comes then. */
const settled = Promise.all([
  new Promise((done) => { beSeen = done; }),
  new Promise((done) => addEventListener("load", done)),
]);

/** Do something that a button asks for, and show its answer on it for a moment. */
async function answer(button, act) {
  const label = button.dataset.label ??= button.textContent;
  button.textContent = await act();
  setTimeout(() => { button.textContent = label; }, 1500);
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch {
    prompt("Copy this:", text);
    return "Done";
  }
}

/** Show the puzzle whose code stands behind the # in the address, on the page that shows any. */
function openNamed() {
  const page = document.querySelector("main");
  const problem = page.querySelector(".no-puzzle");
  const named = decodeURIComponent(location.hash.slice(1));
  page.classList.add("empty");
  problem.textContent = "";
  if (!named) return;
  try {
    const puzzle = puzzleOfCode(named);
    player.open(puzzle);
    page.classList.remove("empty");
    page.dataset.kind = puzzle.kind;
    page.querySelector("h1").textContent = document.title = puzzle.name;
    page.querySelector(".stage canvas").setAttribute("aria-label", `${puzzle.name} in 3D`);
    page.querySelector(".puzzle-code").textContent = puzzle.code;
    shortenOnPaper();
    showKnown();
    page.querySelector(".command").textContent = `puzzle-cubes ${puzzle.kind} --code ${puzzle.code} --out cubes`;
    takeKeys();
  } catch (error) {
    if (!(error instanceof CodeError)) throw error;
    problem.textContent = error.message;
  }
}

/** Let paper have the beginning of a long code, and where the whole is. */
function shortenOnPaper() {
  const code = document.querySelector(".puzzle-code");
  const groups = code.textContent.split("-");
  const values = { begin: groups.slice(0, FIRST_GROUPS).join("-"), count: groups.length };
  if (groups.length > MOST_GROUPS) code.dataset.onPaper = sentence("CODE_BEGINS", values);
  else delete code.dataset.onPaper;
}

/** Show how hard the puzzle of a code is, as far as it is known, and where the gallery has its own page. */
function showKnown() {
  const [page, { puzzle, game }] = [document.querySelector("main"), player];
  const known = typeof PUZZLES === "undefined" ? undefined : PUZZLES.find(({ code }) => code === puzzle.code);
  const rating = known || RATINGS[puzzle.code] || (puzzle.kind === "oskar" ? ratingOf(new OskarGame(puzzle)) : undefined);
  page.querySelector(".difficulty").hidden = !rating;
  page.querySelector(".difficulty .word").textContent = rating?.difficulty || rating?.word || "";
  page.querySelector(".difficulty .bar span").style.width = `${100 * (rating?.share || 0)}%`;
  const unrated = sentence("UNRATED");
  page.querySelector(".sentence").textContent = rating
    ? rating.sentence || known.fact : game.pieces ? sentence("COUNT_SAYS", { unrated }) : unrated;
  const own = page.querySelector(".own");
  own.hidden = !known;
  if (known) own.href = `puzzles/${known.id}.html`;
}

/** Make the file to print the puzzle of a code, and give it to the browser to keep. */
function givePrint() {
  const { name, code } = player.puzzle;
  const file = new Blob(threeMf(name, printedParts(player.scene)), { type: "model/3mf" });
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: `${code}.3mf` }).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MILLISECONDS);
}

/** On its own page the puzzle takes keys at once; on the first one a reader begins at the top. */
function takeKeys() {
  const isOwnPage = document.body.classList.contains("puzzle-page");
  if (isOwnPage && !matchMedia("(pointer: coarse)").matches) player.canvas.focus({ preventScroll: true });
}

/** Begin the game. */
function beginGame() {
  player = new Player(gamePlace);
  if (gamePlace.dataset.code) {
    player.open(puzzleOfCode(gamePlace.dataset.code));
    if (document.querySelector(".puzzle-code")) shortenOnPaper();
    takeKeys();
  } else {
    addEventListener("hashchange", openNamed);
    openNamed();
  }
  openWithPuzzle();
}

/** Show the puzzle, and the rest of the page once it is seen; not where one sees the page already, or goes past it. */
function openWithPuzzle() {
  const { classList } = document.documentElement;
  const showAll = () => {
    classList.remove("opening");
    document.body.dataset.ready = "yes";
    beSeen();
  };
  const goesElsewhere = gamePlace.dataset.code && location.hash;
  if (!player.view.gl || goesElsewhere || performance.getEntriesByType("paint").length) {
    requestAnimationFrame(() => setTimeout(showAll));
    return;
  }
  classList.add("opening");
  new PerformanceObserver(showAll).observe({ type: "paint", buffered: true });
  setTimeout(showAll, LONGEST_OPENING);
}

if (gamePlace) beginGame();
for (const button of document.querySelectorAll(".make")) button.addEventListener("click", givePrint);
document.querySelector(".copy")?.addEventListener("click", ({ currentTarget }) =>
  answer(currentTarget, () => copied(document.querySelector(".puzzle-code").textContent)));
document.querySelector(".share")?.addEventListener("click", ({ currentTarget }) => {
  const { href } = location;
  if (navigator.share) navigator.share({ title: document.title, url: href }).catch(() => {});
  else answer(currentTarget, () => copied(href));
});
