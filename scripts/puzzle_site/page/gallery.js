// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of the gallery: chosen, sorted, and with a picture once they are seen.
"use strict";

const ORDERS = {
  hardest: (one, other) => other.share - one.share,
  easiest: (one, other) => one.share - other.share,
  smallest: (one, other) => one.cells - other.cells || one.share - other.share,
  largest: (one, other) => other.cells - one.cells || other.share - one.share,
  kind: (one, other) => one.label.localeCompare(other.label) || one.cells - other.cells || one.share - other.share,
};

/** Fill the selections of the form, from what puzzles there are. */
function fillChoices(form, entries) {
  const values = {
    kind: new Map(entries.map((entry) => [entry.kind, entry.label])),
    size: new Map([...entries].sort((one, other) => one.cells - other.cells).map((entry) => [entry.size, entry.size])),
    difficulty: new Map([...entries].sort(ORDERS.easiest).map((entry) => [entry.difficulty, entry.difficulty])),
  };
  values.colors = Object.entries(THEMES);
  for (const [name, options] of Object.entries(values)) {
    for (const [value, text] of options) form.elements[name].add(new Option(text, value));
  }
}

/** Return the card of an entry. */
function cardOf(entry) {
  const item = document.getElementById("card").content.firstElementChild.cloneNode(true);
  item.querySelector("a").href = `#${entry.id}`;
  item.querySelector("h2").textContent = entry.title;
  item.querySelector("canvas").setAttribute("aria-label", `Picture of ${entry.title}`);
  item.querySelector("code").textContent = entry.code;
  showDifficulty(item, entry);
  item.querySelector("dl").append(...entry.lines.slice(0, 3).map(([label, text, meaning]) => fact(label, text, meaning)));
  return item;
}

/** Draws the pictures of cards, those that are seen first; all by one view, as a page has few of them. */
class Painter {
  constructor(theme, done) {
    this.theme = theme;
    this.view = new View(Object.assign(document.createElement("canvas"), { width: 440, height: 340 }));
    this.waiting = new Map();
    this.done = done;
    this.seen = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) this.waiting.set(target, target.entry);
        else this.waiting.delete(target);
      }
      this.paintSoon();
    }, { rootMargin: "150px" });
  }

  watch(item, entry) {
    item.entry = entry;
    this.seen.observe(item);
  }

  paintSoon() {
    if (!this.running) this.running = setTimeout(() => this.paint());
  }

  /** Paint for a part of a frame, and then go on. */
  paint() {
    const begin = performance.now();
    this.running = 0;
    for (const [item, entry] of this.waiting) {
      this.waiting.delete(item);
      this.seen.unobserve(item);
      this.paintOne(item.querySelector("canvas"), entry);
      if (performance.now() - begin > 12) break;
    }
    if (this.waiting.size) this.paintSoon();
    else this.done();
  }

  paintOne(canvas, entry) {
    if (!this.view.gl) return;
    const scene = new KINDS[entry.kind].scene(JSON.parse(entry.text), this.theme());
    scene.showSolution?.();
    this.view.show(scene.things, scene.boxes);
    this.view.draw();
    canvas.getContext("2d").drawImage(this.view.canvas, 0, 0);
    canvas.dataset.painted = "";
  }
}

/** The dialog in which a puzzle is played with. */
const player = new Player(document.querySelector(".player"));

function begin() {
  for (const entry of PUZZLES) {
    const size = KINDS[entry.kind].size(JSON.parse(entry.text));
    Object.assign(entry, { size: size.join("x"), cells: size.reduce((one, other) => one * other) });
  }
  const form = document.querySelector(".choices");
  const list = document.querySelector(".cards");
  const theme = () => form.elements.colors.value;
  const painter = new Painter(theme, () => {
    // How long it took from the beginning until what is seen is there, in milliseconds.
    document.body.dataset.ready ??= Math.round(performance.now());
  });
  fillChoices(form, PUZZLES);
  const cards = new Map(PUZZLES.map((entry) => [entry, cardOf(entry)]));

  const show = () => {
    const { kind, size, difficulty, order } = form.elements;
    const chosen = PUZZLES.filter((entry) =>
      [[kind, entry.kind], [size, entry.size], [difficulty, entry.difficulty]].every(([one, value]) => !one.value || one.value === value),
    ).sort(ORDERS[order.value]);
    list.replaceChildren(...chosen.map((entry) => cards.get(entry)));
    form.elements.count.value = `${chosen.length} ${chosen.length === 1 ? "puzzle" : "puzzles"}`;
  };
  const openNamed = () => {
    const entry = PUZZLES.find((one) => one.id === location.hash.slice(1));
    if (entry) player.open(entry, theme());
    else if (player.dialog.open) player.dialog.close();
  };
  const watch = () => cards.forEach((item, entry) => painter.watch(item, entry));
  form.addEventListener("change", show);
  form.elements.colors.addEventListener("change", watch);
  addEventListener("hashchange", openNamed);
  show();
  watch();
  openNamed();
}

begin();
