/* What every page does: it takes in fragments of the server, folds menus, and counts one's turns. */

import { enter } from "./board.js";
document.documentElement.classList.add("js", ...(navigator.share ? ["shares"] : []));

/* Days are counted in the reader's zone. Over TLS the cookie has the prefix that the server gives its own. */
const zone = `yurei-zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`, secure = location.protocol === "https:", named = secure ? `__Host-${zone}` : zone;
if (!document.cookie.split("; ").includes(named)) document.cookie = `${named}; path=/; max-age=31536000; samesite=lax${secure ? "; secure" : ""}`;

export const table = () => document.getElementById("table");

/* What changes alone: sections, the rows of a board, clocks. What stands around them is the layout of a page. */
const SECTIONS = "[data-section], .board [id], .clock";

/* Replace what differs between a page and the page as it is drawn now; all of it where the layout differs. */
export function update(now, next) {
  if (layout(now) !== layout(next)) return replace(now, next);
  copyAttributes(now, next);
  for (const section of next.querySelectorAll(SECTIONS)) replace(document.getElementById(section.id), section);
}

function layout(page) {
  const copy = page.cloneNode(true);
  for (const { name } of [...copy.attributes]) if (name.startsWith("data-")) copy.removeAttribute(name);
  for (const section of copy.querySelectorAll(`${SECTIONS}, [data-kept]`)) section.replaceWith(section.id);
  for (const own of copy.querySelectorAll("details[data-toggled]")) { own.open = false; delete own.dataset.toggled; }
  return copy.outerHTML;
}

const KEPT = ["tabindex", "data-changed"]; // they are set here, not by the server
function copyAttributes(now, next) {
  for (const { name } of [...now.attributes]) if (!KEPT.includes(name) && !next.hasAttribute(name)) now.removeAttribute(name);
  for (const { name, value } of next.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value);
}

/* What a reader has unfolded, typed, scrolled or focused stays so. A point stays the same element under the pointer. */
export function replace(old, next) {
  if (old.isEqualNode(next)) return;
  if (old.closest("[role=log]") && old.querySelector("li")) return addLines(old, next);
  if (old.matches("[role=row]")) return [...old.children].forEach((point, at) => copyAttributes(point, next.children[at]));
  for (const stone of old.matches("g") ? next.querySelectorAll(".stone") : []) {
    const { x, y } = stone.attributes, shown = old.querySelector(`.stone[x="${x.value}"][y="${y.value}"]`);
    stone.classList.toggle("dropped", !shown);
    if (shown) stone.classList.remove("unveiled");
  }
  if (old.matches("#table:not(.ended)") && next.matches(".ended")) next.dataset.changed = "";
  const ends = (page) => page.querySelector(".voice.result, .told-line.result");
  if (ends(next) && !ends(old)) scrollTo(0, 0);
  const focus = old.contains(document.activeElement) && address(document.activeElement);
  const kept = [...old.querySelectorAll("details[data-own], input[id], ol[id]")].map((own) => [own, own.scrollTop, own.scrollHeight]);
  old.replaceWith(next);
  const unveiled = matchMedia("(prefers-reduced-motion: reduce)").matches ? [] : next.querySelectorAll("[data-changed] .unveiled");
  unveiled.forEach((stone, at) => stone.animate({ opacity: [0, 1] }, { duration: 500, delay: 400 + at * Math.min(250, 2800 / unveiled.length), fill: "both" }));
  for (const { dataset } of old.querySelectorAll("[data-done]")) markCopied(next, dataset.copies);
  const said = next.querySelector("#said");
  /* A screen reader reads what changes in a live region, not a new region: a result that comes with a new page is put in once more. */
  if (said && said.textContent !== old.querySelector("#said")?.textContent) setTimeout(() => said.append(...said.childNodes), 100);
  for (const [own, top, height] of kept) {
    const same = document.getElementById(own.id);
    if (!same) continue;
    if (own.matches("input")) same.value = own.value;
    if (own.matches("[data-toggled]") || section(own) === section(same)) same.open = own.open;
    if (own.matches("[data-toggled]")) same.dataset.toggled = "";
    if (top) same.scrollTop = top + same.scrollHeight - height; // new lines stand above the old
  }
  if (focus) (document.querySelector(focus) ?? document.getElementById("content")).focus({ preventScroll: true });
}

function addLines(old, next) { // a screen reader reads what is added to a log
  const has = (list, { id }) => [...list.querySelectorAll("li")].some((line) => line.id === id);
  const added = [...next.querySelectorAll("li")].filter((line) => !has(old, line));
  for (const line of old.querySelectorAll("li")) if (!has(next, line)) line.remove();
  old.querySelector("ol").prepend(...added);
}

/* Also on a button that has been drawn anew while the link was being copied. */
function markCopied(page, value) {
  for (const { dataset } of page.querySelectorAll("[data-copies]")) if (dataset.copies === value) dataset.done = "";
}

const section = (element) => element.closest("[data-section]")?.id;
/* By its value on the board, since another seat's board may take this one's place. */
function address(element) {
  if (element.matches("[role=gridcell]")) return `#play [value="${element.value}"]`;
  if (element.matches("summary")) return `#${element.parentElement.id} > summary`;
  return element.id ? `#${element.id}` : `[name="${element.name}"][value="${element.value}"]`;
}

export function read(html) {
  const template = document.createElement("template"), drawn = html.startsWith("<g");
  template.innerHTML = drawn ? `<svg>${html}</svg>` : html;
  return drawn ? template.content.firstChild.firstChild : template.content.firstElementChild;
}

/* After the next frame: a stone stands there sooner. A hidden tab has no frames. */
export const afterwards = (what) => document.hidden ? setTimeout(what) : requestAnimationFrame(() => setTimeout(what));

/* A page that comes back from the browser's memory may show what another player must not see. */
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

document.addEventListener("click", (event) => {
  /* The second half of a double click presses nothing that the first has brought. */
  if (event.detail > 1 && event.target.closest(".curtain, .menu > .panel")) return event.preventDefault();
  const own = event.target.closest("details[data-own] > summary");
  if (own) own.parentElement.dataset.toggled = "";
  const { copies, shares } = event.target.dataset;
  if (shares) navigator.share({ [/^https?:/.test(shares) ? "url" : "text"]: shares }).catch(() => {}); // who closes the menu shares nothing
  if (copies) {
    event.target.parentElement.querySelector("input")?.select();
    if (navigator.clipboard) navigator.clipboard.writeText(copies).then(() => markCopied(document, copies));
    else if (document.execCommand("copy")) markCopied(document, copies); // plain http has no clipboard
  }
});

/* Who goes on elsewhere is done with a menu; a click on the board tries nothing then. */
const unfolded = (but) => [...document.querySelectorAll(":is(.menu, .languages details)[open]")].filter((menu) => !menu.contains(but));
const fold = (menu) => { menu.open = false; };
document.addEventListener("click", (event) => {
  const menus = unfolded(event.target);
  if (menus[0] && event.target.matches("#play [name=at]")) event.preventDefault();
  menus.forEach(fold);
});
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") unfolded(null).forEach(fold); });

/* The number of games in which it is one's turn. */
const badge = document.getElementById("turns");
let turns = 0, changes = 0;
export function count(now) {
  if (!badge) return;
  turns = Math.max(0, now);
  badge.textContent = turns;
  badge.hidden = !turns;
  badge.setAttribute("aria-label", badge.dataset.words.replace("{number}", turns));
  entitle(plain);
}
/* The title of a live page begins with the number of other games in which it is one's turn. */
const own = document.title;
let plain = own;
export function entitle(words = own) {
  plain = words;
  const others = table() ? turns - (title() ? 1 : 0) : 0;
  document.title = others > 0 ? `(${others}) ${plain}` : plain;
}
export const asking = { turns: async () => undefined }; // a page with a socket asks there
async function waiting() {
  if (!badge || document.hidden) return;
  const before = changes;
  try {
    const now = (await asking.turns()) ?? (await (await fetch("/you/turns")).json()).turns;
    if (before === changes) count(now + (ended() && title() ? 1 : 0)); else waiting(); // 1: the next round of an evening
  } catch { /* it is asked again */ }
}
/* Of this game the page knows by itself whether the turn has come or gone. */
export const title = () => document.getElementById("turn")?.dataset.title;
const ended = () => table()?.matches(".ended");
let turn = title();
document.addEventListener("shown", () => {
  const changed = title() !== turn;
  turn = title();
  if (ended()) waiting();
  else if (changed) { changes += 1; count(turns + (turn ? 1 : -1)); }
});
document.addEventListener("visibilitychange", waiting);
setInterval(waiting, table() ? 120000 : 30000);

enter();
waiting();
