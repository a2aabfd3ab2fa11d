/* A page that is live: it sends what is done there, and shows what happens. */

import { aims, enter } from "./board.js";
import { answered, closed, deliver, isOpen, opened, turns } from "./sending.js";
import { asking, count, read, replace, table, update } from "./yurei.js";

const SETTLES = 400; // milliseconds in which the second half of a double click on the curtain plays nothing on the board below it
let lifted = -SETTLES;
const notice = (text) => { const box = document.getElementById("notice"); box.textContent = text; box.getAnimations().forEach((fades) => { fades.currentTime = 0; }); };
if (table()?.dataset.page.startsWith("/g/")) asking.turns = turns; /* elsewhere a socket brings the number, and answers nothing */

/* What a lobby or an evening has news of, by place and words: the live region is told what was not there before. */
const news = () => new Map([...document.querySelectorAll("[data-news]")].map((each) => [each.closest("[id]").id + each.textContent, each.textContent]));

/* Where announcements and chat are one list, what is new stands at its top: it goes there unless somebody scrolls in it, or writes. */
const SCROLLS = 5000;
let scrolled = -SCROLLS;
document.addEventListener("scroll", () => { scrolled = performance.now(); }, true);
const toTop = () => document.querySelector(".playing > aside")?.scrollTo(0, 0);

/* Show a frame of the socket, or a page drawn whole. They may come in any order; the higher number is the newer. */
function show({ number, table: whole, sections = {}, clocks, at }, arrived = performance.now()) {
  if (number < Number(table().dataset.number)) return;
  const waited = !document.querySelector("[data-goes]"), curtained = table().matches(".curtained"), known = news();
  if (whole) update(table(), whole);
  for (const [id, html] of Object.entries(sections)) {
    const old = document.getElementById(id);
    if (!old) return look(); /* the page was replaced by a newer one */
    replace(old, read(html));
  }
  table().dataset.number = number;
  if (performance.now() - scrolled > SCROLLS && !document.activeElement.closest(".chat")) toTop();
  const added = [...news()].filter(([words]) => !known.has(words)).map(([, words]) => words);
  if (added.length) document.getElementById("news").textContent = added.join(" ");
  if (curtained && !table().matches(".curtained")) lifted = performance.now();
  /* Who has asked for what has just begun goes there by himself. */
  if (waited) document.querySelector("[data-goes]")?.click();
  putAside();
  enter();
  document.dispatchEvent(new CustomEvent("shown", { detail: { clocks, at, arrived } }));
}

function showWhole(html, frame, arrived) {
  const whole = read(html);
  if (whole) show({ ...frame, number: Number(whole.dataset.number), table: whole }, arrived);
}

/* Who has placed a ghost tries a stone next, unless another tool is chosen; a refused ghost is tried again elsewhere. */
const told = () => document.getElementById("told");
let ghost = null;
function putAside() {
  if (ghost === null || told()?.dataset.told === ghost) return;
  const refused = told()?.matches("[data-outcome=illegal]:not([data-who])");
  const [held, stone] = ["ghost", "stone"].map((tool) => document.querySelector(`#play [name=do][value=${tool}]`));
  if (!refused && held?.checked && stone) stone.checked = true;
  ghost = null;
}

/* The answer to a request is the page, for when no socket is open. An open one brings whatever happens, in order. */
async function send(form, button) {
  button?.classList.add("asked");
  const body = new URLSearchParams(new FormData(form, button));
  if (body.get("do") === "ghost") ghost = told()?.dataset.told;
  const answer = await deliver(form.action, body);
  button?.classList.remove("asked");
  if (!answer) return;
  notice(answer.ok ? "" : answer.text);
  if (!answer.ok) return;
  if (answer.text && !isOpen()) showWhole(answer.text);
  /* The page may have been replaced meanwhile, and the text that was typed kept in its new form. */
  if ("clears" in form.dataset) document.querySelectorAll(`form[data-clears][action="${form.getAttribute("action")}"]`).forEach((each) => { each.reset(); toTop(); });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("live" in form.dataset)) return;
  event.preventDefault();
  if (form.id === "play" && performance.now() - lifted < SETTLES) return;
  if (aims(form, event.submitter)) return;
  const menu = form.closest(".menu");
  /* Inside a folded menu nothing can have the focus: it would fall back to the top of the page. */
  if (menu?.contains(document.activeElement)) menu.querySelector("summary").focus({ preventScroll: true });
  menu?.removeAttribute("open");
  send(form, event.submitter);
  for (const typed of form.querySelectorAll("#typed")) typed.value = "";
});

/* A button that was drawn anew between press and release would not be clicked: frames wait for the release, one second at most. */
let released;
for (const [press, release] of [["pointerdown", "pointerup"], ["keydown", "keyup"]]) {
  document.addEventListener(press, ({ target }) => {
    if (!target.closest?.("button:not([role=gridcell]), summary")) return;
    released = Promise.all([released, new Promise((go) => {
      document.addEventListener(release, () => setTimeout(go), { once: true });
      setTimeout(go, 1000);
    })]);
  });
}

/* The socket: the page whole, then its sections as they change. It stays open in a hidden tab: "your turn" must come.
   Where a proxy lets no socket through, the page is fetched instead, every two seconds. */
let wait = 250, failed = 0;
const lost = document.getElementById("connection");
for (const [kind, text] of [["offline", lost.dataset.lost], ["online", ""]]) addEventListener(kind, () => { lost.textContent = text; if (!text && table()) look(); });
function listen() {
  const here = table();
  if (!here) return;
  const socket = new WebSocket(new URL(here.dataset.live, location.href.replace(/^http/, "ws")));
  setTimeout(() => { if (!socket.readyState) socket.close(); }, 10000);
  socket.onopen = () => { wait = 250; failed = 0; lost.textContent = ""; opened(socket); };
  socket.onmessage = async ({ data }) => {
    const arrived = performance.now();
    await released;
    if (data.startsWith("<")) return showWhole(data); // the lobby or an evening
    const frame = JSON.parse(data);
    if (frame.id !== undefined) answered(frame);
    else if ("turns" in frame) count(frame.turns);
    else if (frame.table) showWhole(frame.table, frame, arrived);
    else show(frame, arrived);
  };
  socket.onclose = (event) => {
    closed();
    if ((failed += 1) > 3) look(); else lost.textContent = lost.dataset.lost;
    if (event.code === 1013) wait = 30000; /* too many pages are open, or the server is full: not at once again */
    setTimeout(listen, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, 2000);
  };
}

async function look() {
  try {
    const answer = await fetch(table().dataset.page, { headers: { "X-Requested-With": "yurei" } });
    if (answer.ok) showWhole(await answer.text());
    if (answer.ok && failed > 3) lost.textContent = "";
  } catch { if (failed > 3) lost.textContent = lost.dataset.lost; }
}
document.addEventListener("visibilitychange", () => { if (!document.hidden && table()) look(); }); // phones cut sockets silently
for (const id of document.querySelectorAll("#table [name=request]")) id.setAttribute("value", ""); // a script makes its own
/* Not before every module of the page listens too: the first who comes after us must not come unheard. */
document.addEventListener("DOMContentLoaded", listen);
