// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts that a page needs only further down come once all else is there, one after the other.
"use strict";

const LATER_MILLISECONDS = 100;

async function loadLater() {
  for (const src of document.body.dataset.later.split(" ")) {
    await new Promise((done) => {
      document.head.append(Object.assign(document.createElement("script"), { src, onload: done }));
    });
  }
  delete document.body.dataset.later;
  if (player.puzzle && !gamePlace.dataset.code) showKnown();
}

if (document.body.dataset.later) settled.then(() => setTimeout(loadLater, LATER_MILLISECONDS));
