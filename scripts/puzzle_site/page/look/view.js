// SPDX-License-Identifier: GPL-3.0-or-later
// Things drawn by WebGL in a canvas, seen from where the pointer has turned the view to.
"use strict";

const VERTEX_SHADER = `
attribute vec3 place, normal, color;
attribute float light;
uniform mat4 camera;
uniform mat3 turn;
uniform vec3 offset, scale;
uniform vec3 sun;
varying vec3 shown;
void main() {
  vec3 facing = turn * normal;
  float sky = 0.62 + 0.12 * facing.z;
  shown = color * light * (sky + 0.42 * max(dot(facing, sun), 0.0));
  gl_Position = camera * vec4(turn * (place * scale) + offset, 1.0);
}`;

const FRAGMENT_SHADER = `
precision mediump float;
uniform vec4 tint;
varying vec3 shown;
void main() {
  gl_FragColor = vec4(min(shown + tint.rgb, 1.0) * tint.a, tint.a);
}`;

const NUMBERS = 10;
const PARTS = [["place", 3, 0], ["normal", 3, 3], ["color", 3, 6], ["light", 1, 9]];
const MARGIN = 0.86; // of the picture, that is filled
const FIELD = 0.5; // radians from the top of the picture to its bottom
const UNTURNED = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const SECONDS = 0.13; // that a thing takes from cell to cell
const STEEPEST = 1.5; // radians
const RADIANS_A_PIXEL = 0.008;

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A canvas with things: `surface` of a solid, `place`, `turn`, `alpha` from 0 to 1, and `glow` added to its color.
 *
 * Also `scale` along each axis, `lines` where the surface is corners of lines, and `through` where it is seen through
 * all that stands before it. A thing whose place is changed by `move` goes there evenly, or at once where the reader
 * wants nothing to move. `drawn` is called after each drawing.
 */
class View {
  constructor(canvas) {
    this.canvas = canvas;
    // Before there is a context, which would make its picture anew.
    this.resize();
    this.gl = canvas.getContext("webgl", { antialias: true, premultipliedAlpha: true });
    this.things = [];
    this.buffers = new Map();
    this.drawn = () => {};
    this.look();
    if (this.gl) this.prepare();
    new ResizeObserver(() => this.isFitted || this.redraw()).observe(canvas);
  }

  /** Look from the default side, or from another one; angles are in radians. */
  look(azimuth = 0.5, elevation = 0.5) {
    Object.assign(this, { azimuth, elevation, zoom: 1 });
  }

  /** The directions to the right, up and away. */
  get directions() {
    const [c, s] = [Math.cos(this.azimuth), Math.sin(this.azimuth)];
    const [d, t] = [Math.cos(this.elevation), Math.sin(this.elevation)];
    return [[c, s, 0], [-s * t, c * t, d], [-s * d, c * d, -t]];
  }

  /** Show things, and of them all that lies between the lowest and highest corners of some boxes. */
  show(things, boxes) {
    for (const buffer of this.buffers.values()) this.gl.deleteBuffer(buffer);
    this.buffers.clear();
    this.things = things;
    for (const thing of things) {
      thing.turn ??= UNTURNED;
      thing.alpha ??= 1;
      thing.scale ??= [1, 1, 1];
      thing.target = thing.place;
    }
    this.enclosed = undefined;
    this.enclose(boxes);
  }

  /** Have all in the picture that lies between the lowest and highest corners of some boxes. */
  enclose(boxes) {
    if (String(boxes) === this.enclosed) return;
    this.enclosed = String(boxes);
    this.corners = boxes.flatMap(([low, high]) => cornersOf(low, high));
    this.fit();
    this.redraw();
  }

  /** Find the middle and the distance at which all of it is just seen; it stays so when the view is turned. */
  fit() {
    const { width, height } = this.frame();
    Object.assign(this, { width, height });
    const seen = this.corners.map((corner) => this.directions.map((way) => dot(way, corner)));
    const middle = AXES.map((axis) => (Math.min(...seen.map((one) => one[axis])) + Math.max(...seen.map((one) => one[axis]))) / 2);
    const reach = Math.tan(FIELD / 2) * MARGIN;
    this.middle = AXES.map((axis) => this.directions.reduce((sum, way, one) => sum + way[axis] * middle[one], 0));
    this.radius = Math.max(...seen.map((one) => Math.hypot(...minus(one, middle))));
    this.far = Math.max(...seen.map((one) => {
      const [x, y, z] = minus(one, middle);
      return Math.max((Math.abs(x) / reach / width) * height, Math.abs(y) / reach) - z;
    }));
  }

  /** Whether the canvas still is as large as it was when things were fitted into it. */
  get isFitted() {
    const { width, height } = this.frame();
    return this.width === width && this.height === height;
  }

  /** Let a thing go to a place. */
  move(thing, place) {
    Object.assign(thing, { from: thing.place, target: place, began: performance.now() });
    this.redraw();
  }

  /** Draw at the next chance, and on until all things are where they go. */
  redraw() {
    if (!this.gl || this.waiting) return;
    this.waiting = requestAnimationFrame((now) => {
      this.waiting = 0;
      if (this.advance(now)) this.redraw();
      this.draw();
    });
  }

  /** Turn the view by angles in radians. */
  turnBy(azimuth, elevation) {
    this.azimuth += azimuth;
    this.elevation = Math.max(-STEEPEST, Math.min(STEEPEST, this.elevation + elevation));
    this.redraw();
  }

  /** Bring the view nearer by a factor. */
  nearer(factor) {
    this.zoom = Math.max(0.6, Math.min(4, this.zoom * factor));
    this.redraw();
  }

  /** Return where the ray through a point of the canvas begins, and which way it goes. */
  ray(x, y) {
    const { width, height, distance } = this.frame();
    const [right, up, away] = this.directions;
    const reach = Math.tan(FIELD / 2);
    const [h, v] = [((2 * x) / width - 1) * reach * (width / height), (1 - (2 * y) / height) * reach];
    const eye = this.middle.map((value, axis) => value - distance * away[axis]);
    return [eye, AXES.map((axis) => away[axis] + h * right[axis] + v * up[axis])];
  }

  /** Return where a place is seen in the canvas. */
  project(place) {
    const { width, height, distance } = this.frame();
    const from = minus(place, this.middle);
    const [right, up, away] = this.directions.map((way) => dot(way, from));
    const pixels = height / 2 / Math.tan(FIELD / 2) / (away + distance);
    return [width / 2 + right * pixels, height / 2 - up * pixels];
  }

  frame() {
    const { clientWidth, clientHeight } = this.canvas;
    const [width, height] = [clientWidth || this.canvas.width, clientHeight || this.canvas.height];
    return { width, height, distance: this.far / this.zoom };
  }

  /** Let the picture have as many pixels as are seen of it. */
  resize() {
    const { canvas } = this;
    const sharp = Math.min(2, window.devicePixelRatio || 1);
    const wanted = [Math.round(canvas.clientWidth * sharp), Math.round(canvas.clientHeight * sharp)];
    if (!wanted[0] || (canvas.width === wanted[0] && canvas.height === wanted[1])) return;
    [canvas.width, canvas.height] = wanted;
  }

  advance(now) {
    let moving = false;
    for (const thing of this.things) {
      if (thing.began === undefined) continue;
      const share = STILL.matches ? 1 : Math.min(1, (now - thing.began) / 1000 / SECONDS);
      thing.place = thing.from.map((value, axis) => value + Math.max(0, share) * (thing.target[axis] - value));
      if (share < 1) moving = true;
      else {
        thing.place = thing.target;
        delete thing.began;
      }
    }
    return moving;
  }

  prepare() {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, VERTEX_SHADER], [gl.FRAGMENT_SHADER, FRAGMENT_SHADER]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    const places = new Map();
    this.at = (name) => places.get(name) ?? places.set(name, gl.getUniformLocation(program, name)).get(name);
    this.attributes = PARTS.map(([name, ...rest]) => [gl.getAttribLocation(program, name), ...rest]);
    for (const [number] of this.attributes) gl.enableVertexAttribArray(number);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  draw() {
    const { gl, canvas } = this;
    if (!gl || !this.corners) return;
    if (!this.isFitted) this.fit();
    const { width, height, distance } = this.frame();
    this.resize();
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix4fv(this.at("camera"), false, this.camera(distance, width / height));
    const [right, up, away] = this.directions;
    const sun = AXES.map((axis) => -0.35 * right[axis] + 0.75 * up[axis] - 0.55 * away[axis]);
    gl.uniform3fv(this.at("sun"), sun);
    for (const thing of this.things) if (thing.alpha === 1) this.drawThing(thing);
    // What one sees through is drawn last: first its far sides, then its near ones.
    gl.depthMask(false);
    for (const culled of [gl.FRONT, gl.BACK]) {
      gl.cullFace(culled);
      for (const thing of this.things) if (thing.alpha < 1 && thing.alpha > 0) this.drawThing(thing);
    }
    gl.cullFace(gl.BACK);
    gl.depthMask(true);
    this.drawn();
  }

  drawThing(thing) {
    const { gl } = this;
    if (!this.buffers.has(thing.surface)) {
      const buffer = gl.createBuffer();
      this.buffers.set(thing.surface, buffer);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, thing.surface, gl.STATIC_DRAW);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.get(thing.surface));
    for (const [number, size, begin] of this.attributes) {
      gl.vertexAttribPointer(number, size, gl.FLOAT, false, 4 * NUMBERS, 4 * begin);
    }
    gl.uniformMatrix3fv(this.at("turn"), false, AXES.flatMap((column) => thing.turn.map((row) => row[column])));
    gl.uniform3fv(this.at("offset"), thing.place);
    gl.uniform3fv(this.at("scale"), thing.scale);
    gl.uniform4f(this.at("tint"), ...(thing.glow || [0, 0, 0]), thing.alpha);
    if (thing.through) gl.disable(gl.DEPTH_TEST);
    gl.drawArrays(thing.lines ? gl.LINES : gl.TRIANGLES, 0, thing.surface.length / NUMBERS);
    gl.enable(gl.DEPTH_TEST);
  }

  /** Return the camera as WebGL takes it, column by column. */
  camera(distance, aspect) {
    const [right, up, away] = this.directions;
    const eye = this.middle.map((value, axis) => value - distance * away[axis]);
    const [near, far] = [distance / 20, distance + 3 * this.radius];
    const scale = 1 / Math.tan(FIELD / 2);
    const along = (way) => -dot(way, eye);
    const rows = [
      [...right, along(right)].map((value) => (value * scale) / aspect),
      [...up, along(up)].map((value) => value * scale),
      [...away, along(away)].map((value, place) => {
        const slope = (far + near) / (far - near);
        return value * slope - (place === 3 ? (2 * far * near) / (far - near) : 0);
      }),
      [...away, along(away)],
    ];
    return [0, 1, 2, 3].flatMap((column) => rows.map((row) => row[column]));
  }
}

const dot = (one, other) => AXES.reduce((sum, axis) => sum + one[axis] * other[axis], 0);

/** Return the corners of a box, given its lowest and its highest one. */
const cornersOf = (low, high) => Array.from({ length: 8 }, (_, number) => AXES.map((axis) => (number >> axis & 1 ? high : low)[axis]));
