// SPDX-License-Identifier: GPL-3.0-or-later
// A 3MF file of parts to print, made in the page, so that a phone that knows nothing but a code can print its puzzle.
"use strict";

const MODEL_SPACE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
const PACKAGE_SPACE = "http://schemas.openxmlformats.org/package/2006";
const MODEL_TYPE = "application/vnd.ms-package.3dmanufacturing-3dmodel+xml";
const MODEL_PATH = "3D/3dmodel.model";

/** Return the bytes of a file of parts: each has a name, a color as #rrggbb, places in millimeters, and triangles. */
function threeMf(title, parts) {
  const types = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="model" ContentType="${MODEL_TYPE}"/>`;
  const relation = `<Relationship Target="/${MODEL_PATH}" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>`;
  return zipped([
    ["[Content_Types].xml", xml(`<Types xmlns="${PACKAGE_SPACE}/content-types">${types}</Types>`)],
    ["_rels/.rels", xml(`<Relationships xmlns="${PACKAGE_SPACE}/relationships">${relation}</Relationships>`)],
    [MODEL_PATH, xml(model(title, parts))],
  ]);
}

const xml = (text) => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

function model(title, parts) {
  const rounded = (number) => String(Math.round(number * 1e4) / 1e4);
  const objects = parts.map(({ name, places, triangles }, number) => {
    const vertices = places.map(([x, y, z]) => `<vertex x="${rounded(x)}" y="${rounded(y)}" z="${rounded(z)}"/>`);
    const sides = triangles.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`);
    return `<object id="${number + 2}" type="model" name="${escaped(name)}" pid="1" pindex="${number}"><mesh>\n` +
      `<vertices>${vertices.join("\n")}</vertices>\n<triangles>${sides.join("\n")}</triangles>\n</mesh></object>`;
  });
  const materials = parts.map(({ name, color }) => `<base name="${escaped(name)}" displaycolor="${color.toUpperCase()}"/>`);
  return `<model unit="millimeter" xmlns="${MODEL_SPACE}"><metadata name="Title">${escaped(title)}</metadata>\n` +
    `<resources><basematerials id="1">${materials.join("")}</basematerials>\n${objects.join("\n")}</resources>\n` +
    `<build>${parts.map((_, number) => `<item objectid="${number + 2}"/>`).join("")}</build></model>`;
}

/** Return a zip of files, each a name and bytes, which are stored as they are. */
function zipped(files) {
  const [begun, listing] = [[], []];
  let place = 0;
  for (const [name, bytes] of files) {
    const label = new TextEncoder().encode(name);
    // Version 2.0, no flags, stored, on January 1, 1980; then check sum, sizes, and the length of the name.
    const common = [...low(20, 2), ...low(0, 6), ...low(0x21, 2), ...low(checkSum(bytes), 4), ...low(bytes.length, 4),
      ...low(bytes.length, 4), ...low(label.length, 2), 0, 0];
    const head = Uint8Array.from([0x50, 0x4b, 3, 4, ...common, ...label]);
    listing.push(Uint8Array.from([0x50, 0x4b, 1, 2, ...low(20, 2), ...common, ...low(0, 10), ...low(place, 4), ...label]));
    begun.push(head, bytes);
    place += head.length + bytes.length;
  }
  const size = listing.reduce((sum, one) => sum + one.length, 0);
  const counts = [...low(files.length, 2), ...low(files.length, 2)];
  return [...begun, ...listing, Uint8Array.from([0x50, 0x4b, 5, 6, ...low(0, 4), ...counts, ...low(size, 4), ...low(place, 4), 0, 0])];
}

/** Return a number as so many bytes, the lowest first. */
const low = (number, bytes) => Array.from({ length: bytes }, (_, byte) => (byte < 4 ? (number >>> (8 * byte)) & 255 : 0));

/** Return the CRC-32 of bytes. */
function checkSum(bytes) {
  checkSum.table ||= Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    return rest;
  });
  let sum = 0xffffffff;
  for (const byte of bytes) sum = checkSum.table[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
