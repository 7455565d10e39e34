// Clocks count on by themselves; what they start from comes with the page.
"use strict";
{
  const started = new WeakMap();
  const show = (seconds) => {
    const whole = Math.abs(seconds);
    const rest = String(whole % 60).padStart(2, "0");
    return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${rest}`;
  };
  setInterval(() => {
    for (const clock of document.querySelectorAll(".clock[data-seconds]")) {
      const from = Number(clock.dataset.seconds);
      const known = started.get(clock);
      if (!known || known.from !== from) {
        started.set(clock, { from, at: Date.now() });
        continue;
      }
      if ("paused" in clock.dataset) continue;
      const left = from - Math.floor((Date.now() - known.at) / 1000);
      clock.textContent = show(left);
      clock.classList.toggle("over", left < 0);
    }
  }, 500);
}
