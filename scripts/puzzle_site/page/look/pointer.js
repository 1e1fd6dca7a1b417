// SPDX-License-Identifier: GPL-3.0-or-later
// What the pointer does in a view: it drags what it takes, turns the view beside that, and two of them bring it nearer.
"use strict";

const TAP_PIXELS = 6; // that a pointer may go on its way in a tap
const DECIDED = 0.6; // of a cell: a drag goes on to the next one then
const LEAST_PIXELS = 4; // a cell that is seen shorter than that, end on, cannot be dragged along

/** Let the pointer act in a view: `take(x, y, isTouch)` returns what is dragged, or nothing; `tap(x, y)` is a tap. */
function followPointer(view, { take, tap }) {
  const { canvas } = view;
  const pointers = new Map();
  const distance = () => {
    const [one, other] = [...pointers.values()];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };
  const inCanvas = (event) => {
    const { left, top } = canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  // A finger that has taken something, which comes first, does not scroll the page.
  canvas.addEventListener("touchstart", (event) => {
    if (event.touches.length > 1 || [...pointers.values()].some(({ taken }) => taken)) event.preventDefault();
  }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    const taken = pointers.size ? undefined : take(...inCanvas(event), event.pointerType === "touch");
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, way: 0, taken });
  });
  canvas.addEventListener("pointermove", (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    const before = pointers.size === 2 ? distance() : 0;
    const [x, y] = [event.clientX - pointer.x, event.clientY - pointer.y];
    Object.assign(pointer, { x: event.clientX, y: event.clientY, way: pointer.way + Math.abs(x) + Math.abs(y) });
    if (before) view.nearer(distance() / before);
    else if (pointer.taken) pointer.taken.to(...inCanvas(event));
    else view.turnBy(-x * RADIANS_A_PIXEL, y * RADIANS_A_PIXEL);
  });
  const leave = (event) => {
    const pointer = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (pointer && pointer.way < TAP_PIXELS && event.type === "pointerup") tap(...inCanvas(event));
  };
  canvas.addEventListener("pointerup", leave);
  canvas.addEventListener("pointercancel", leave);
  canvas.addEventListener("wheel", (event) => {
    // Only one that has the focus keeps the wheel from the page.
    if (document.activeElement !== canvas) return;
    event.preventDefault();
    view.nearer(Math.exp(-event.deltaY / 600));
  }, { passive: false });
}

/** Something that follows the pointer from cell to cell, along one or two directions of the grid. */
class GridDrag {
  /** `ways` are a cell along each direction in the view; `move(number, sign)` moves by one and reports whether it did. */
  constructor(view, pointer, place, ways, move) {
    this.begin = pointer;
    const from = view.project(place);
    this.ways = ways.map((way) => view.project(plus(place, way)).map((one, axis) => one - from[axis]));
    this.done = ways.map(() => 0);
    this.move = move;
  }

  to(...pointer) {
    for (let next = this.next(pointer); next; next = this.next(pointer)) {
      const [number, sign] = next;
      const isNew = String(next) !== this.stopped;
      if (!isNew || !this.move(number, sign)) {
        this.stopped = String(next);
        return;
      }
      this.stopped = undefined;
      this.done[number] += sign;
    }
    this.stopped = undefined;
  }

  /** Return the direction, by its number, and the sign that it has to go to follow the pointer; nothing if it is there. */
  next(pointer) {
    if (this.ways.some((way) => Math.hypot(...way) < LEAST_PIXELS)) return undefined;
    const gone = pointer.map((one, axis) => one - this.begin[axis]);
    const asked = solved(this.ways, gone).map((one, number) => one - this.done[number]);
    const number = Math.abs(asked[0]) >= Math.abs(asked[1] || 0) ? 0 : 1;
    return Math.abs(asked[number]) < DECIDED ? undefined : [number, Math.sign(asked[number])];
  }
}

/** Return how much of one or two ways across the view make up a third one, as well as they can. */
function solved(ways, wanted) {
  const along = (one, other) => one[0] * other[0] + one[1] * other[1];
  const [first, second] = ways;
  if (!second) return [along(first, wanted) / along(first, first)];
  const size = first[0] * second[1] - first[1] * second[0];
  if (Math.abs(size) < 1e-6) return [0, 0];
  return [
    (wanted[0] * second[1] - wanted[1] * second[0]) / size,
    (first[0] * wanted[1] - first[1] * wanted[0]) / size,
  ];
}

/** Return how far a point is from a line between two others. */
function distanceTo(point, begin, end) {
  const [way, aside] = [end, point].map((one) => one.map((value, axis) => value - begin[axis]));
  const share = Math.max(0, Math.min(1, (way[0] * aside[0] + way[1] * aside[1]) / Math.max(1e-9, way[0] ** 2 + way[1] ** 2)));
  return Math.hypot(aside[0] - share * way[0], aside[1] - share * way[1]);
}
