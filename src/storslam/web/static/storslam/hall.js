// The hall's display: the clock ticks here, and the next view is fetched when its time has come.
"use strict";

const two = (number) => String(Math.floor(number)).padStart(2, "0");

// By the moment of its end and not by seconds left, for this page may come from a cache.
function tick() {
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const now = clock.dataset.paused ? Date.parse(clock.dataset.paused) : Date.now();
    const left = Math.ceil((Date.parse(clock.dataset.ends) - now) / 1000);
    const shown = Math.abs(left);
    clock.textContent = `${left < 0 ? "−" : ""}${two(shown / 60)}:${two(shown % 60)}`;
    clock.classList.toggle("over", left <= 0);
  }
}

async function turn() {
  const here = document.getElementById("hall");
  try {
    const answer = await fetch(`?visa=${here.dataset.next}`, { cache: "no-cache" });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      here.replaceWith(page.getElementById("hall"));
      tick();
    }
  } catch {
    // Without a network the view stays; the next turn tries again.
  }
  plan();
}

function plan() {
  setTimeout(turn, 1000 * Number(document.getElementById("hall").dataset.seconds));
}

tick();
setInterval(tick, 250);
plan();
