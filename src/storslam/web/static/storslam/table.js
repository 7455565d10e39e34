// The screen of a seat: what is sent is kept in the phone until the server has answered.
"use strict";
{
  const KEPT = "storslam.sent";
  const AGAIN = 4000;
  const ASK = 6000;
  let dirty = false;
  let sending = false;

  const screen = () => document.getElementById("screen");
  const kept = () => JSON.parse(localStorage.getItem(KEPT) || "[]");
  const keep = (list) => localStorage.setItem(KEPT, JSON.stringify(list));
  const cookie = (name) =>
    document.cookie.split("; ").find((one) => one.startsWith(`${name}=`))?.split("=")[1] || "";
  const key = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

  const say = (text, kind = "") => {
    const line = screen().querySelector(".queue");
    line.hidden = !text;
    line.textContent = text;
    line.classList.toggle("fault", kind === "fault");
  };

  const shown = () => {
    const list = kept();
    for (const item of list) {
      const board = document.getElementById(`board-${item.board}`);
      if (board && item.url.startsWith(location.pathname))
        board.querySelector(".state").textContent = screen().dataset.kept;
    }
    if (list.length) say(`${list.length} ${screen().dataset.waiting}`);
  };

  // One after the other, the oldest first; what the server has answered is forgotten.
  const send = async () => {
    if (sending) return;
    sending = true;
    try {
      while (kept().length) {
        const item = kept()[0];
        const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value || "";
        const answer = await fetch(item.url, {
          method: "POST",
          headers: { Accept: "application/json", "X-CSRFToken": token || cookie("csrftoken") },
          body: new URLSearchParams(item.fields),
        });
        if (answer.status >= 500 || answer.status === 429) throw new Error("again");
        const told = await answer.json();
        keep(kept().filter((one) => one.fields.key !== item.fields.key));
        // What was refused stays in the form, to be mended.
        if (answer.ok) await renew();
        say(told.said || told.refused || "", answer.ok ? "" : "fault");
      }
    } catch {
      shown();
      setTimeout(send, AGAIN);
    } finally {
      sending = false;
    }
  };

  // The page as it is now, in place of the one that is shown.
  const renew = async () => {
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("screen");
    if (!fresh) return location.reload();
    screen().replaceWith(fresh);
    dirty = false;
    ready();
    shown();
  };

  const ask = async () => {
    if (document.hidden || sending) return;
    try {
      const answer = await fetch(screen().dataset.ask, { headers: { Accept: "application/json" } });
      if (answer.status === 403) return location.reload();
      const { mark } = await answer.json();
      if (mark === screen().dataset.mark) return;
      if (dirty) say(screen().dataset.changed);
      else await renew();
    } catch {
      // Without a network there is nothing new to show; the next question comes soon.
      return;
    }
  };

  const score = (form) => {
    const board = form.closest(".board-now");
    const given = Object.fromEntries(new FormData(form));
    const points = law77.northSouth(given, { ns: board.dataset.ns === "1", ew: board.dataset.ew === "1" });
    const output = form.querySelector("output");
    if (output) output.textContent = Number.isNaN(points) ? "" : `NS ${String(points).replace("-", "−")}`;
  };

  const ready = () => {
    for (const form of document.querySelectorAll("form.entry")) {
      form.addEventListener("input", () => {
        dirty = true;
        score(form);
      });
    }
    for (const form of document.querySelectorAll("form.send")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const fields = Object.fromEntries(new FormData(form, event.submitter));
        delete fields.csrfmiddlewaretoken;
        const needed = ["level", "strain", "declarer", "tricks"];
        if (form.classList.contains("entry") && !fields.contract && needed.some((name) => !fields[name])) {
          say(screen().dataset.missing, "fault");
          screen().querySelector(".queue").scrollIntoView({ block: "nearest" });
          return;
        }
        fields.key = key();
        keep([...kept(), { url: form.action.replace(location.origin, ""), board: fields.board, fields }]);
        dirty = false;
        shown();
        send();
      });
    }
  };

  addEventListener("online", send);
  setInterval(ask, ASK);
  ready();
  shown();
  send();
}
