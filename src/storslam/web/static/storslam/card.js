// The declaration card: while it is typed the server counts, and a filled last row brings another.
"use strict";
{
  const WAIT = 250;
  const form = document.querySelector(".card-editor");
  const lines = form.querySelector(".card-lines");
  const summary = form.querySelector(".summary");
  const price = form.querySelector(".price output");
  let waiting, asked = 0, added = 0;

  const show = (row, faults) => {
    row.classList.toggle("wrong", Object.keys(faults).length > 0);
    row.querySelector(".error").textContent = Object.values(faults).join(" ");
    for (const field of row.querySelectorAll("input, select")) {
      if (field.name in faults) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
  };

  const blank = (row) => {
    for (const field of row.querySelectorAll("input, select")) field.value = "";
    show(row, {});
  };

  const removable = (row) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "link remove";
    button.textContent = "×";
    button.setAttribute("aria-label", form.dataset.remove);
    button.addEventListener("click", () => {
      if (lines.children.length > 1) row.remove();
      else blank(row);
      form.dispatchEvent(new Event("input"));
    });
    row.append(button);
  };

  const filled = (row) => [...row.querySelectorAll("input, select")].some((field) => field.value.trim());

  const count = async () => {
    const number = ++asked;
    const body = new URLSearchParams(new FormData(form));
    try {
      const answer = await fetch(location.href, { method: "POST", headers: { Accept: "application/json" }, body });
      if (number !== asked) return;
      if (!answer.ok) throw new Error(answer.statusText);
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
      price.classList.remove("stale");
    } catch {
      // What is typed stays; what it cost before must not pass for what it costs.
      price.textContent = form.dataset.stale;
      price.classList.add("stale");
    }
  };

  form.addEventListener("input", () => {
    const last = lines.lastElementChild;
    if (filled(last)) {
      const next = last.cloneNode(true);
      next.querySelector(".remove").remove();
      for (const details of next.querySelectorAll("details")) details.open = false;
      next.querySelector(".error").id = `fault-new-${++added}`;
      next.setAttribute("aria-describedby", `fault-new-${added}`);
      next.querySelector("legend").textContent = lines.dataset.new;
      blank(next);
      removable(next);
      lines.append(next);
    }
    clearTimeout(waiting);
    waiting = setTimeout(count, WAIT);
  });

  for (const row of lines.children) removable(row);
}
