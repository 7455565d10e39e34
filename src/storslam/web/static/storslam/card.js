// The declaration card: while it is typed the server counts, and a filled last row brings another.
"use strict";
{
  const WAIT = 250;
  const form = document.querySelector(".card-editor");
  const lines = form.querySelector(".card-lines");
  const summary = form.querySelector(".summary");
  const price = form.querySelector(".price output");
  let waiting, asked = 0;

  const show = (row, faults) => {
    row.classList.toggle("wrong", Object.keys(faults).length > 0);
    row.querySelector(".error").textContent = Object.values(faults).join(" ");
    for (const field of row.querySelectorAll("input, select")) {
      field.toggleAttribute("aria-invalid", field.name in faults);
    }
  };

  const filled = (row) => [...row.querySelectorAll("input, select")].some((field) => field.value.trim());

  const count = async () => {
    const number = ++asked;
    const body = new URLSearchParams(new FormData(form));
    try {
      const answer = await fetch(location.href, { method: "POST", headers: { Accept: "application/json" }, body });
      if (!answer.ok || number !== asked) return;
      const told = await answer.json();
      const open = summary.querySelector("details")?.open;
      summary.innerHTML = told.summary;
      price.textContent = told.price;
      if (open) summary.querySelector("details")?.setAttribute("open", "");
      // Blank rows are not counted: the faults are those of the rows that say something.
      const rows = [...lines.children];
      rows.filter(filled).forEach((row, index) => show(row, told.faults[index] || {}));
      rows.filter((row) => !filled(row)).forEach((row) => show(row, {}));
      for (const error of form.querySelectorAll("[data-of]")) error.textContent = told.texts[error.dataset.of] || "";
    } catch {
      // Without the network nothing is counted; what is typed stays.
    }
  };

  form.addEventListener("input", () => {
    const last = lines.lastElementChild;
    if (filled(last)) {
      const next = last.cloneNode(true);
      for (const field of next.querySelectorAll("input, select")) field.value = "";
      for (const details of next.querySelectorAll("details")) details.open = false;
      show(next, {});
      lines.append(next);
    }
    clearTimeout(waiting);
    waiting = setTimeout(count, WAIT);
  });
}
