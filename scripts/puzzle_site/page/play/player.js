// SPDX-License-Identifier: GPL-3.0-or-later
// A puzzle that is played with in its place on a page: by keys, by buttons, and by dragging.
"use strict";

const HINT_MILLISECONDS = 20000; // that a solution is searched for at most
const KNOCK_MILLISECONDS = 350;
const LABEL_PIXELS = 16; // that the middle of a label is inside of the picture at least

class Player {
  constructor(place) {
    this.place = place;
    this.find = (selector) => place.querySelector(selector);
    this.canvas = this.find("canvas");
    this.view = new View(this.canvas);
    this.view.drawn = () => this.labelArms();
    // What was drawn is gone once it was shown.
    addEventListener("beforeprint", () => this.view.draw());
    this.actions = {
      H: () => this.giveHint(),
      Backspace: () => this.game.takeBack(),
      R: () => this.game.restart(),
      N: (event) => this.game.choose?.(event?.shiftKey ? -1 : 1),
      Space: () => this.game.hop?.(),
    };
    followPointer(this.view, {
      take: (x, y, isTouch) => this.scene.take(this.view, [x, y], isTouch, (direction) => this.move(direction)),
      tap: () => this.tap(),
    });
    place.addEventListener("keydown", (event) => this.pressKey(event));
    place.addEventListener("click", (event) => {
      const key = event.target.closest("[data-key]")?.dataset.key;
      if (key) this.press(key);
    });
    this.find(".glass").addEventListener("click", ({ currentTarget }) => {
      const pressed = currentTarget.getAttribute("aria-pressed") !== "true";
      currentTarget.setAttribute("aria-pressed", pressed);
      this.scene.seeThrough(pressed);
      this.view.redraw();
    });
    this.find(".result").addEventListener("click", ({ currentTarget }) => answer(currentTarget, () => copied(this.result)));
    const colors = this.find("select");
    colors.value = keptColors();
    colors.addEventListener("change", () => {
      keepColors(colors.value);
      this.open(this.puzzle);
    });
  }

  /** Open a puzzle, and go on with the game of it that was kept. */
  open(puzzle) {
    this.puzzle = puzzle;
    this.place.dataset.kind = puzzle.kind;
    this.scene = new (this.hasPieces ? PackingScene : OskarScene)(puzzle, this.find("select").value);
    this.game = this.scene.game;
    const { game, seconds } = keptGame(puzzle.code);
    if (game) this.game.resume(game);
    this.begun = performance.now() - (game ? 1000 * seconds || 0 : 0);
    this.hinted = undefined;
    this.find(".glass").setAttribute("aria-pressed", "true");
    this.scene.maps?.drawInto([...this.place.querySelectorAll(".maps svg")]);
    this.view.look();
    this.view.show(this.scene.things, this.scene.boxes);
    this.update(this.view.gl ? "" : sentence("NO_3D"));
  }

  get hasPieces() {
    return "pieces" in this.puzzle;
  }

  pressKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select, input")) return;
    const key = keyOf(event);
    // A button that has the focus is pressed by the space bar.
    if (key === "Space" && event.target.closest("button, a")) return;
    if (this.press(key, event)) event.preventDefault();
  }

  /** Do what a key asks for, and report whether it asks for anything. */
  press(key, event) {
    let said, told;
    if (key in MOVES) {
      this.move(seenDirection(this.view, MOVES[key]), key);
      return true;
    }
    if (key in this.actions) said = this.actions[key](event);
    else if (this.hasPieces && key in TURNS) {
      said = this.game.turn(...TURNS[key].map((one) => seenDirection(this.view, one)));
      told = sentence("PIECE_MOVED", { way: this.wordOf(key), piece: this.pieceName });
    } else return false;
    if (key !== "H") this.forgetHint();
    this.update(typeof said === "string" ? said : "", told);
    return true;
  }

  /** Move, and report whether that could be done. */
  move(direction, key = keyToward(this.view, direction)) {
    this.forgetHint();
    const said = this.game.move(direction);
    if (said) {
      this.scene.knock?.(this.view, direction);
      this.markKey(key);
    }
    const gaps = { way: this.wordOf(key), piece: this.pieceName };
    this.update(said, sentence(this.hasPieces ? "PIECE_MOVED" : "MOVED", gaps));
    return !said;
  }

  /** Return what the button of a key says that it does. */
  wordOf(key) {
    return this.find(`.pad [data-key="${key}"] span`).textContent;
  }

  /** The name of the chosen piece. */
  get pieceName() {
    return this.hasPieces && this.game.tokens[this.game.chosen].name;
  }

  /** What is said of the chosen piece. */
  get choice() {
    return sentence("PIECE_CHOSEN", { piece: this.pieceName });
  }

  /** Say the next move, or where a piece goes; asked again, put it there. */
  giveHint() {
    if (this.game.isSolved) return "";
    if (!this.hasPieces) {
      const direction = this.game.hint();
      this.hinted = { key: keyToward(this.view, direction), direction };
      return sentence("HINT", { way: this.wordOf(this.hinted.key) });
    }
    if (this.hinted) {
      const said = this.game.put(this.hinted);
      this.forgetHint();
      return said;
    }
    const search = this.game.hint();
    const begin = performance.now();
    const found = search.next();
    if (found.done) return this.showHint(found.value);
    this.search = search;
    setTimeout(() => this.searchOn(search, begin));
    return sentence("LOOKING");
  }

  /** Go on with a search that takes long, in parts that leave the page alive. */
  searchOn(search, begin) {
    if (this.search !== search) return;
    const slice = performance.now();
    let found;
    do found = search.next(); while (!found.done && performance.now() - slice < 30);
    if (found.done) this.update(this.showHint(found.value));
    else if (performance.now() - begin > HINT_MILLISECONDS) this.update(sentence("NO_HINT", { seconds: HINT_MILLISECONDS / 1000 }));
    else setTimeout(() => this.searchOn(search, begin));
  }

  showHint(hint) {
    if (!hint) return sentence("NONE_LIKE_THIS");
    this.hinted = hint;
    this.game.chosen = hint.token;
    this.scene.showHint(hint);
    return sentence("HINT_AGAIN", { hint: sentence("GOES_THERE", { piece: this.pieceName }) });
  }

  forgetHint() {
    this.hinted = this.search = undefined;
    this.scene.showHint?.();
  }

  /** A tap on a piece chooses it; on the chosen one, it goes in or out. */
  tap() {
    if (!this.hasPieces) return;
    this.forgetHint();
    this.update(this.scene.wasChosen ? this.game.hop() : "");
    this.scene.wasChosen = false;
  }

  /** What one may send who has solved it: how, in which time, and the code. */
  get result() {
    const time = `${Math.floor(this.seconds / 60)}:${String(this.seconds % 60).padStart(2, "0")}`;
    const { name, code } = this.puzzle;
    return sentence("RESULT", { puzzle: name, praise: this.game.praise.toLowerCase(), time, code });
  }

  /** Show how the game stands; `said` is a sentence for all, `told` one for those who hear the page. */
  update(said, told = this.hasPieces ? `${this.choice}.` : "") {
    const { game } = this;
    this.scene.update(this.view);
    this.view.enclose(this.scene.boxes);
    this.find(".moves").textContent = counted(game.moves, "move");
    this.find(".progress").textContent = game.progress;
    if (!game.moves) this.begun = performance.now();
    if (!game.isSolved || this.find(".result").hidden) this.seconds = Math.round((performance.now() - this.begun) / 1000);
    this.find(".result").hidden = !game.isSolved;
    const shown = game.isSolved ? game.praise : said;
    this.find(".said").textContent = shown;
    this.place.classList.toggle("solved", game.isSolved);
    const heard = shown || `${told} ${game.progress}.`;
    // What is said twice is heard twice.
    const voice = this.find(".voice");
    voice.textContent = voice.textContent === heard ? `${heard}\u00a0` : heard;
    if (this.hasPieces) {
      const color = this.scene.pieces[game.chosen].color.map((one) => Math.round(255 * one));
      this.find(".swatch").style.background = `rgb(${color})`;
      this.find(".name").textContent = this.choice;
    }
    for (const button of this.place.querySelectorAll("[data-key]")) {
      button.classList.toggle("hinted", button.dataset.key === this.hinted?.key);
    }
    if (game.moves || keptGame(this.puzzle.code).game) keepGame(this.puzzle.code, game, this.seconds);
  }

  markKey(key) {
    const { classList } = this.find(`.pad [data-key="${key}"]`);
    classList.add("knocked");
    setTimeout(() => classList.remove("knocked"), KNOCK_MILLISECONDS);
  }

  /** Put the letters of keys at the ends of the arms that they move. */
  labelArms() {
    const labels = this.place.querySelectorAll(".arm-keys kbd");
    for (const label of labels) label.hidden = true;
    if (!this.scene?.armEnds) return;
    const { width, height } = this.view.frame();
    const inside = (at, far) => Math.max(LABEL_PIXELS, Math.min(far - LABEL_PIXELS, at));
    this.scene.armEnds(this.view).forEach(([direction, [x, y]], number) => {
      const key = keyToward(this.view, direction);
      labels[number].hidden = false;
      labels[number].textContent = key;
      labels[number].classList.toggle("hinted", key === this.hinted?.key);
      labels[number].style.transform = `translate(${Math.round(inside(x, width))}px, ${Math.round(inside(y, height))}px) translate(-50%, -50%)`;
    });
  }
}
