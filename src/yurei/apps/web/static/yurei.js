/* The browser's part: it sends tries, takes in fragments that the server has drawn, and moves the focus. */

import { aims, enter } from "./board.js";
import { answered, closed, deliver, opened } from "./sending.js";

document.documentElement.classList.add("js");

const table = () => document.getElementById("table");
const notice = (text) => { document.getElementById("notice").textContent = text; };

/* Make one element like another, touching only what differs: focus stays, and a stone drops once. */
export function morph(now, next) {
  if (now.isEqualNode(next)) return;
  if (now.nodeType !== Node.ELEMENT_NODE || now.nodeName !== next.nodeName || now.id !== next.id) {
    now.replaceWith(next.cloneNode(true));
    return;
  }
  for (const { name } of [...now.attributes]) {
    /* What a reader has unfolded for himself stays so; where the tab key enters a board is settled here. */
    const own = name === "tabindex" || (name === "open" && "own" in now.dataset);
    if (!own && !next.hasAttribute(name)) now.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  const known = new Map([...now.children].filter((child) => child.id).map((child) => [child.id, child]));
  let here = now.firstChild;
  for (const child of [...next.childNodes]) {
    const same = child.id ? known.get(child.id) : here && !here.id && here.nodeName === child.nodeName ? here : null;
    if (!same) {
      now.insertBefore(child.cloneNode(true), here);
      continue;
    }
    if (same === here) here = here.nextSibling;
    else now.insertBefore(same, here);
    morph(same, child);
  }
  while (here) { const gone = here; here = here.nextSibling; gone.remove(); }
}

export function read(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/* Answers and pushes may come in any order; the higher number is the newer. */
function show(html) {
  const next = read(html);
  if (!next || Number(next.dataset.number) < Number(table().dataset.number)) return;
  const point = document.activeElement.closest("#play [name=at]")?.value;
  const waited = !document.querySelector("[data-goes]");
  morph(table(), next);
  /* Who has asked for what has just begun goes there by himself. */
  if (waited) document.querySelector("[data-goes]")?.click();
  enter();
  document.dispatchEvent(new Event("shown"));
  /* On one screen the other seat's board takes this one's place: the focus stays on the point. */
  if (point && document.activeElement === document.body) document.querySelector(`#play [value="${point}"]`)?.focus();
}

/* The answer to a request is the fragment; what was done over the socket comes as everything does that happens. */
async function send(form, button) {
  const answer = await deliver(form.action, new URLSearchParams(new FormData(form, button)));
  if (!answer) return;
  notice(answer.ok ? "" : answer.text);
  if (!answer.ok) return;
  if (answer.text) show(answer.text);
  if ("clears" in form.dataset) form.reset();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("live" in form.dataset)) return;
  event.preventDefault();
  if (aims(form, event.submitter)) return;
  form.closest(".menu")?.removeAttribute("open");
  send(form, event.submitter);
  const typed = form.querySelector("#typed");
  if (typed) typed.value = "";
});

/* The socket: the fragment whole, then what of it has changed. It stays open in a hidden tab: "your turn" must come. */
let wait = 250;
function listen() {
  const here = table();
  if (!here) return;
  const socket = new WebSocket(new URL(here.dataset.live, location.href.replace(/^http/, "ws")));
  const lost = document.getElementById("connection");
  socket.onopen = () => { wait = 250; lost.textContent = ""; opened(socket); };
  let known = "";
  const kept = (piece) => typeof piece === "string" ? piece : known.substr(...piece);
  socket.onmessage = ({ data }) => {
    if (data.startsWith("{")) return answered(JSON.parse(data));
    known = data.startsWith("[") ? JSON.parse(data).map(kept).join("") : data;
    show(known);
  };
  socket.onclose = (event) => {
    closed();
    lost.textContent = lost.dataset.lost;
    if (event.code === 1013) wait = 30000; /* too many pages are open, or the server is full: not at once again */
    setTimeout(listen, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, 2000);
  };
}

/* Phones cut sockets silently: look once when the page is seen again. */
document.addEventListener("visibilitychange", async () => {
  if (document.hidden || !table()) return;
  try {
    const answer = await fetch(table().dataset.page, { headers: { "X-Requested-With": "yurei" } });
    if (answer.ok) show(await answer.text());
  } catch { /* the socket reconnects by itself */ }
});
/* A page that comes back from the browser's memory may show what another player must not see. */
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

document.addEventListener("click", (event) => {
  /* The second half of a double click on a point must not lift the curtain that has just fallen. */
  if (event.detail > 1 && event.target.closest(".curtain")) {
    event.preventDefault();
    return;
  }
  const { copies } = event.target.dataset;
  if (copies) {
    navigator.clipboard?.writeText(copies).then(() => { event.target.dataset.done = ""; });
    event.target.parentElement.querySelector("input")?.select();
  }
});

/* Who goes on elsewhere is done with a menu. */
const unfolded = (but) => [...document.querySelectorAll(":is(.menu, .languages details)[open]")].filter((menu) => !menu.contains(but));
document.addEventListener("pointerdown", ({ target }) => unfolded(target).forEach((menu) => menu.removeAttribute("open")));
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") unfolded(null).forEach((menu) => menu.removeAttribute("open")); });

/* In how many games it is one's turn, beside the way to them; every page of a server's is the same but for this. */
const badge = document.getElementById("turns");
let turns = 0, changes = 0;
function count(now) {
  if (!badge) return;
  turns = Math.max(0, now);
  badge.textContent = turns;
  badge.hidden = !turns;
  badge.setAttribute("aria-label", badge.dataset.words.replace("{number}", turns));
}
async function waiting() {
  if (!badge || document.hidden) return;
  const before = changes;
  try {
    const { turns: now } = await (await fetch("/you/turns")).json();
    if (before === changes) count(now); else waiting();
  } catch { /* it is asked again */ }
}
/* Of this game the page knows by itself whether the turn has come or gone. */
let turn = table()?.dataset.turn;
document.addEventListener("shown", () => {
  const here = table();
  const changed = here?.dataset.turn !== turn;
  turn = here?.dataset.turn;
  if (here?.classList.contains("ended")) waiting();
  else if (changed) { changes += 1; count(turns + (turn ? 1 : -1)); }
});
document.addEventListener("visibilitychange", waiting);
setInterval(waiting, table() ? 120000 : 30000);

enter();
/* Not before every module of the page listens too: the first who comes after us must not come unheard. */
document.addEventListener("DOMContentLoaded", listen);
waiting();
