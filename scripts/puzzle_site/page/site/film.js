// SPDX-License-Identifier: GPL-3.0-or-later
// The film comes once all else is there. It can be stopped, and stands still for those who want nothing to move.
"use strict";

const FILM_MILLISECONDS = 800; // after all else: what comes later does not hold up what one waits for

const film = document.querySelector(".film");
if (film) {
  const [picture, button] = [film.querySelector("img"), film.querySelector("button")];
  const still = picture.getAttribute("src");
  const show = (isMoving) => {
    picture.src = isMoving ? picture.dataset.moving : still;
    button.textContent = isMoving ? button.dataset.pause : button.dataset.play;
  };
  settled.then(() => setTimeout(() => STILL.matches || show(true), FILM_MILLISECONDS));
  button.hidden = false;
  button.addEventListener("click", () => show(picture.getAttribute("src") === still));
}
