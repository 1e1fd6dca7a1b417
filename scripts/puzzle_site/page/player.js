// SPDX-License-Identifier: GPL-3.0-or-later
// A puzzle that is open: it turns in 3D and is played by keys, on a keyboard or on the page.
"use strict";

const KINDS = {
  "oskar": { scene: OskarScene, size: (puzzle) => puzzle.size },
  "packing": { scene: PackingScene, size: (puzzle) => extent(goalCells(puzzle.goal).map((one) => one.cell)) },
};
const [RIGHT, UP, AWAY] = AXES;

/** Where keys lead in a view, as they lie on a keyboard, each with its word and other keys that do the same. */
const MOVES = {
  Q: [AWAY, -1, "nearer", "PageDown"], W: [UP, 1, "up", "ArrowUp"], E: [AWAY, 1, "away", "PageUp"],
  A: [RIGHT, -1, "left", "ArrowLeft"], S: [UP, -1, "down", "ArrowDown"], D: [RIGHT, 1, "right", "ArrowRight"],
};

/** Keys that turn a piece: what points into one direction of the view points into another one then. */
const TURNS = {
  U: [[UP, 1], [RIGHT, -1], "roll left"], I: [[UP, 1], [AWAY, 1], "tip away"], O: [[UP, 1], [RIGHT, 1], "roll right"],
  J: [[AWAY, -1], [RIGHT, -1], "turn left"], K: [[UP, 1], [AWAY, -1], "tip nearer"], L: [[AWAY, -1], [RIGHT, 1], "turn right"],
};

class Player {
  constructor(dialog) {
    this.dialog = dialog;
    this.find = (selector) => dialog.querySelector(selector);
    this.view = new View(this.find("canvas"));
    this.view.followPointer((x, y) => this.tap(x, y));
    this.actions = {
      H: ["Hint", () => this.giveHint()],
      Backspace: ["Take back", () => this.game.takeBack()],
      R: ["Restart", () => this.game.restart()],
    };
    this.packingActions = {
      N: ["Next piece", (event) => this.game.choose(event?.shiftKey ? -1 : 1)],
      Space: ["In or out", () => this.game.hop()],
    };
    dialog.addEventListener("keydown", (event) => this.pressKey(event));
    dialog.addEventListener("close", () => location.hash && history.replaceState(null, "", location.pathname + location.search));
    this.find(".close").addEventListener("click", () => dialog.close());
    this.find(".copy").addEventListener("click", () => this.copy());
  }

  /** Open the dialog with an entry of the gallery, in the filaments of a theme. */
  open(entry, theme) {
    this.entry = entry;
    this.scene = new KINDS[entry.kind].scene(JSON.parse(entry.text), theme);
    this.game = this.scene.game;
    this.hinted = undefined;
    this.find("#title").textContent = entry.title;
    this.find("canvas").setAttribute("aria-label", `${entry.title} in 3D`);
    showDifficulty(this.dialog, entry);
    this.find(".sentence").textContent = entry.sentence;
    this.find("dl").replaceChildren(...entry.lines.map(([label, text, meaning]) => fact(label, text, meaning)));
    this.find(".code code").textContent = entry.code;
    this.find(".downloads").replaceChildren(...this.downloads());
    this.showPads();
    if (!this.dialog.open) this.dialog.showModal();
    this.find("canvas").focus();
    this.view.look();
    this.view.show(this.scene.things, this.scene.boxes);
    this.update(this.view.gl ? "" : "This browser shows no 3D: WebGL is switched off.");
  }

  get hasPieces() {
    return this.entry.kind === "packing";
  }

  showPads() {
    const pad = (name, keys) => {
      const set = Object.assign(document.createElement("fieldset"), { className: "pad" });
      set.append(Object.assign(document.createElement("legend"), { textContent: name }));
      for (const [key, meaning] of Object.entries(keys)) {
        const word = meaning.find((one) => typeof one === "string");
        set.append(this.button(key, word, `${name} ${word}`.replace(/^Turn (?=turn|tip|roll)/, ""), () => this.press(key)));
      }
      return set;
    };
    this.find(".pads").replaceChildren(pad("Move", MOVES), ...(this.hasPieces ? [pad("Turn", TURNS)] : []));
    const actions = { ...(this.hasPieces ? this.packingActions : {}), ...this.actions };
    const tools = Object.entries(actions).map(([key, [word]]) => this.button(key, word, word, () => this.press(key), true));
    if (!this.hasPieces) {
      const glass = Object.assign(document.createElement("button"), { type: "button", textContent: "Glass walls", className: "glass" });
      glass.setAttribute("aria-pressed", "false");
      glass.addEventListener("click", () => {
        const pressed = glass.getAttribute("aria-pressed") !== "true";
        glass.setAttribute("aria-pressed", pressed);
        this.scene.seeThrough(pressed);
        this.view.redraw();
      });
      tools.push(glass);
    }
    this.find(".tools").replaceChildren(...tools);
    this.find("#how").textContent = this.hasPieces
      ? "Fill the box. Keys lead where you see them lead; drag to turn the view, tap a piece to choose it."
      : "Bring the cross from green to purple. Keys lead where you see them lead; drag to turn the view.";
  }

  button(key, word, name, act, beside = false) {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.dataset.key = key;
    button.setAttribute("aria-label", `${name} (${key})`);
    const shown = Object.assign(document.createElement("kbd"), { textContent: key });
    const text = Object.assign(document.createElement("span"), { textContent: word });
    if (beside) button.append(text, " ", Object.assign(document.createElement("small"), { textContent: key }));
    else button.append(shown, text);
    button.addEventListener("click", act);
    return button;
  }

  pressKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const named = Object.entries(MOVES).find(([, move]) => move[3] === event.key)?.[0];
    const key = named || (event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key);
    // A button that has the focus is pressed by the space bar.
    if (key === "Space" && event.target.closest("button, a")) return;
    if (this.press(key, event)) event.preventDefault();
  }

  /** Do what a key asks for, and report whether it asks for anything. */
  press(key, event) {
    const axes = axesInView(this.view.directions);
    const seen = ([one, sign]) => [axes[one][0], sign * axes[one][1]];
    let said = "";
    if (key in MOVES) said = this.game.move(seen(MOVES[key]));
    else if (key in this.actions) said = this.actions[key][1]();
    else if (this.hasPieces && key in TURNS) said = this.game.turn(seen(TURNS[key][0]), seen(TURNS[key][1]));
    else if (this.hasPieces && key in this.packingActions) said = this.packingActions[key][1](event);
    else return false;
    if (key !== "H") this.hinted = undefined;
    this.update(typeof said === "string" ? said : "");
    if (said && key in MOVES) this.knock(key);
    return true;
  }

  /** Say the next move, or where a piece goes; asked again, put it there. */
  giveHint() {
    if (this.game.isSolved) return "";
    if (!this.hasPieces) {
      this.hinted = this.keyOf(this.game.hint());
      return `Hint: ${MOVES[this.hinted][2]} (${this.hinted}).`;
    }
    if (this.hinted) {
      const said = this.game.put(this.hinted);
      this.hinted = undefined;
      return said;
    }
    this.hinted = this.game.hint();
    if (!this.hinted) return "No known solution has the pieces in the box like this.";
    this.game.chosen = this.hinted.token;
    return `Hint: piece ${this.game.tokens[this.hinted.token].name}. Press H again to put it where it belongs.`;
  }

  /** Return the key that leads into a direction. */
  keyOf(direction) {
    const axes = axesInView(this.view.directions);
    return Object.keys(MOVES).find((key) => isSame([axes[MOVES[key][0]][0], MOVES[key][1] * axes[MOVES[key][0]][1]], direction));
  }

  tap(x, y) {
    const token = this.scene.hit?.(...this.view.ray(x, y));
    if (token === undefined) return;
    this.game.chosen = token;
    this.update("");
  }

  update(said) {
    const { game } = this;
    this.scene.update(this.view);
    this.find(".moves").textContent = `${game.moves} ${game.moves === 1 ? "move" : "moves"}`;
    this.find(".progress").textContent = `· ${game.progress}`;
    this.find(".chosen").hidden = !this.hasPieces;
    if (this.hasPieces) {
      const color = this.scene.pieces[game.chosen].color.map((one) => Math.round(255 * one));
      this.find(".swatch").style.background = `rgb(${color})`;
      this.find(".name").textContent = `Piece ${game.tokens[game.chosen].name} chosen`;
    }
    this.find(".said").textContent = game.isSolved ? `Solved in ${game.moves} moves!` : said;
    this.find(".said").classList.toggle("solved", game.isSolved);
    for (const button of this.dialog.querySelectorAll("[data-key]")) {
      button.classList.toggle("hinted", button.dataset.key === this.hinted);
    }
  }

  knock(key) {
    const { classList } = this.find(`[data-key="${key}"]`);
    classList.add("knocked");
    setTimeout(() => classList.remove("knocked"), 350);
  }

  async copy() {
    const button = this.find(".copy");
    try {
      await navigator.clipboard.writeText(this.entry.code);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(this.find(".code code"));
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  }

  /** Return the links to the files; the puzzle itself is written by the page. */
  downloads() {
    const { entry } = this;
    if (this.native) URL.revokeObjectURL(this.native);
    this.native = URL.createObjectURL(new Blob([entry.text], { type: "application/json" }));
    const files = [["puzzle.json", this.native, entry.text.length, `${entry.id}.json`], ...entry.files];
    return files.map(([label, href, bytes, name]) => {
      const link = Object.assign(document.createElement("a"), { href, download: name || "" });
      const size = bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
      link.append(label, Object.assign(document.createElement("small"), { textContent: size }));
      const item = document.createElement("li");
      item.append(link);
      return item;
    });
  }
}

/** Return a line of a list of facts. */
function fact(label, text, meaning) {
  const line = document.createElement("div");
  if (meaning) line.title = meaning;
  line.append(
    Object.assign(document.createElement("dt"), { textContent: label }),
    Object.assign(document.createElement("dd"), { textContent: text }),
  );
  return line;
}

/** Show how hard a puzzle is, as a word and a bar. */
function showDifficulty(place, entry) {
  place.querySelector(".difficulty .word").textContent = entry.difficulty;
  place.querySelector(".difficulty .bar span").style.width = `${Math.round(100 * entry.share)}%`;
}
