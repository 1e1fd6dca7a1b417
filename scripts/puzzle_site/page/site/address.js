// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the address that is added in Blender, where this page comes from a server.
"use strict";

if (location.protocol.startsWith("http")) {
  document.querySelector(".address").textContent = new URL("index.json", location.href).href;
}
