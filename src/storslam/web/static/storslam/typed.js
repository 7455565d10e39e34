// Travellers at the keyboard: the score shows while a line is typed, Enter stores it.
"use strict";
{
  const LINE = /^([1-7])\s*(NT|N|[CDHSKR])\s*(XX|X|)\s*([NESWÖV])\s*(=|[+-]\d{1,2}|\d{1,2})(\s+[CDHSKR]\s*(10|KN|[2-9TJQKADE]))?$/;
  const SUITS = { K: "C", R: "D", N: "NT" };
  const form = document.querySelector(".travellers-typed");
  const vulnerable = { ns: form.dataset.ns === "1", ew: form.dataset.ew === "1" };
  const lines = [...form.querySelectorAll("input[name^=line-]")];

  // Points to North-South of a typed line; NaN for what is no line.
  const points = (text) => {
    const line = text.trim().toUpperCase().replace("−", "-");
    if (["P", "PASS", "UP"].includes(line)) return 0;
    const found = LINE.exec(line);
    if (!found) return NaN;
    const [, level, strain, doubling, seat, tricks] = found;
    const declarer = { Ö: "E", V: "W" }[seat] || seat;
    return law77.northSouth({ level, strain: SUITS[strain] || strain, doubling, declarer, tricks }, vulnerable);
  };

  const show = (input) => {
    const row = input.closest("tr");
    const score = points(input.value);
    row.querySelector("output").textContent = Number.isNaN(score) ? "" : String(score).replace("-", "−");
    row.querySelector("td:has(input)").classList.toggle("wrong", input.value !== "" && Number.isNaN(score));
  };

  const store = async (input) => {
    const row = input.closest("tr");
    const told = row.querySelector(".error");
    const fields = new URLSearchParams({ key: form.elements.key.value, [input.name]: input.value });
    try {
      const answer = await fetch(location.pathname, {
        method: "POST",
        headers: { Accept: "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
        body: fields,
      });
      const { faults } = await answer.json();
      told.textContent = faults[input.name.slice(5)] || "";
      if (!answer.ok) return;
      input.readOnly = true;
      row.classList.add("stored");
      told.textContent = form.dataset.stored;
    } catch {
      // The line stays as it is typed; the button below sends all that is left.
      row.querySelector("td:has(input)").classList.add("wrong");
    }
  };

  for (const [index, input] of lines.entries()) {
    input.addEventListener("input", () => show(input));
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (Number.isNaN(points(input.value))) return;
      store(input);
      const next = lines[index + 1];
      if (next) next.focus();
      else document.querySelector("[rel=next]")?.focus();
    });
  }
  lines[0]?.focus();
}
