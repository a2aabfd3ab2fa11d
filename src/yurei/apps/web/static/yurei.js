/* What every page does by itself: it takes in fragments that the server has drawn, folds menus, and counts one's turns. */

import { enter } from "./board.js";

document.documentElement.classList.add("js");

const table = () => document.getElementById("table");

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

/* What can wait until a change is on the screen waits: a stone stands there sooner. Nothing is drawn in a hidden tab. */
export const afterwards = (what) => document.hidden ? setTimeout(what) : requestAnimationFrame(() => setTimeout(what));

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
export const asking = { turns: async () => undefined }; // a page with a socket asks there
async function waiting() {
  if (!badge || document.hidden) return;
  const before = changes;
  try {
    const now = (await asking.turns()) ?? (await (await fetch("/you/turns")).json()).turns;
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
waiting();
