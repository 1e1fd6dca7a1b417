// SPDX-License-Identifier: GPL-3.0-or-later
// The box for a code, as it is printed on a frame: it opens any puzzle, also one that the gallery does not have.
"use strict";

for (const form of document.querySelectorAll(".code-box")) {
  const [field, problem] = [form.elements.code, form.querySelector(".problem")];
  const complain = (sentence) => {
    problem.textContent = sentence;
    field.setAttribute("aria-invalid", String(Boolean(sentence)));
  };
  field.addEventListener("input", () => complain(""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      const { code } = puzzleOfCode(field.value);
      complain("");
      location.href = `${form.action.split("#")[0]}#${code}`;
    } catch (error) {
      if (!(error instanceof CodeError)) throw error;
      complain(error.message);
      field.focus();
    }
  });
}
