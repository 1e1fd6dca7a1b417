// SPDX-License-Identifier: GPL-3.0-or-later
// The search runs in a worker, which browsers refuse to a page that is opened from a folder. There a hidden frame does
// its work: it loads the worker's script, and messages go between it and the page.
"use strict";
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      // What the worker's script calls by these names; scripts are loaded one after another.
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...scripts) =>
        scripts.reduce((before, script) => before.then(() => this.load(script)), Promise.resolve());
      this.loaded = this.load(address);
    }

    load(address) {
      return new Promise((done, failed) => {
        const script = this.frame.contentDocument.createElement("script");
        script.onload = done;
        script.onerror = failed;
        script.src = address;
        this.frame.contentDocument.body.append(script);
      });
    }

    postMessage(data) {
      this.loaded.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
