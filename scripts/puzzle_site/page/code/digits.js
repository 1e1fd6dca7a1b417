// SPDX-License-Identifier: GPL-3.0-or-later
// The small numbers that one large number is made of, each of which has a base of its own.
"use strict";

const [PLACE_BASE, MOST_PLACES] = [8, 10];

class Digits {
  constructor(number) {
    this.left = number;
  }

  /** Return the next digit, of a base that is a number. */
  take(base) {
    return Number(this.takeLarge(BigInt(base)));
  }

  /** Return the next digit as a BigInt, of a base that is one. */
  takeLarge(base) {
    const digit = this.left % base;
    this.left /= base;
    return digit;
  }

  /** Return the next number whose size nothing else says. */
  takeNatural() {
    let [number, weight] = [0, 1];
    for (let place = 0; place < MOST_PLACES; place++) {
      number += this.take(PLACE_BASE) * weight;
      if (!this.take(2)) return number;
      weight *= PLACE_BASE;
      number += weight;
    }
    refuse("CODE_NUMBER");
  }

  takeSize() {
    return [this.takeNatural() + 1, this.takeNatural() + 1, this.takeNatural() + 1];
  }

  checkEnd() {
    if (this.left) refuse("CODE_TOO_MUCH");
  }
}
