// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of the gallery: chosen, sorted, and more of them as one scrolls; and the puzzle of the day.
"use strict";

const CARDS_AT_ONCE = 24;
const MILLISECONDS_A_DAY = 86400000;
const ORDERS = {
  mixed: () => 0,
  hardest: (one, other) => other.share - one.share,
  easiest: (one, other) => one.share - other.share,
  smallest: (one, other) => one.cells - other.cells || one.share - other.share,
  largest: (one, other) => other.cells - one.cells || other.share - one.share,
};

/** Return the card of an entry: the page's own template, filled in. */
function cardOf(entry) {
  const item = document.getElementById("card").content.firstElementChild.cloneNode(true);
  const fill = (text) => text.replace(/\$(\w+)/g, (_, name) => entry[name]);
  const walker = document.createTreeWalker(item, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = item; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) node.data = fill(node.data);
    else for (const { name, value } of [...node.attributes]) if (value.includes("$")) node.setAttribute(name, fill(value));
  }
  return item;
}

/** Mark the cards of puzzles that were solved on this device. */
function markSolved(list) {
  const { games = {} } = allKept();
  for (const item of list.children) item.classList.toggle("is-solved", Boolean(games[item.dataset.code]?.solved));
}

class Gallery {
  constructor(form, list) {
    this.form = form;
    this.list = list;
    this.more = document.querySelector(".more");
    // The first cards are in the page as it comes; the rest follows once one scrolls.
    this.chosen = PUZZLES;
    markSolved(list);
    form.addEventListener("change", () => this.choose());
    new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.add(), { rootMargin: "600px" }).observe(this.more);
    addEventListener("pageshow", () => markSolved(list));
    // A browser that goes back may fill the form in anew.
    if ([...form.elements].some((one) => one.selectedIndex > 0)) this.choose();
  }

  choose() {
    const { kind, size, difficulty, order } = this.form.elements;
    this.chosen = PUZZLES.filter((entry) =>
      [[kind, entry.kind], [size, entry.size], [difficulty, entry.difficulty]].every(([one, value]) => !one.value || one.value === value),
    ).sort(ORDERS[order.value]);
    this.list.replaceChildren();
    this.add();
    this.form.elements.count.value = counted(this.chosen.length, "puzzle");
  }

  /** Add the next cards, until the last is out of sight. */
  add() {
    const shown = this.list.children.length;
    const next = this.chosen.slice(shown, shown + CARDS_AT_ONCE);
    this.list.append(...next.map(cardOf));
    markSolved(this.list);
    if (next.length) requestAnimationFrame(() => this.more.getBoundingClientRect().top < innerHeight + 600 && this.add());
  }
}

/** Return the entry of a day, another one each day until all were there. */
function puzzleOfDay(date) {
  const day = Math.floor((date.getTime() - date.getTimezoneOffset() * 60000) / MILLISECONDS_A_DAY);
  return PUZZLES[day % PUZZLES.length];
}

const choices = document.querySelector(".choices");
const gallery = choices && new Gallery(choices, document.querySelector(".cards"));
if (gallery) {
  const today = puzzleOfDay(new Date());
  const link = document.querySelector(".today");
  link.href = `puzzles/${today.id}.html`;
  link.querySelector("span").textContent = `${today.title}, ${today.difficulty}`;
}
