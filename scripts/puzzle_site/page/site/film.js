// SPDX-License-Identifier: GPL-3.0-or-later
// The film can be stopped, and stands still for those who want nothing to move.
"use strict";

const film = document.querySelector(".film");
if (film) {
  const [picture, button] = [film.querySelector("img"), film.querySelector("button")];
  const { moving, still } = picture.dataset;
  const show = (isMoving) => {
    picture.src = isMoving ? moving : still;
    button.textContent = isMoving ? "Pause" : "Play the film";
  };
  film.querySelector("source").remove();
  show(!STILL.matches);
  button.hidden = false;
  button.addEventListener("click", () => show(picture.getAttribute("src") === still));
}
