/* A page that is live: it sends what is done there, and shows what happens. */

import { aims, enter } from "./board.js";
import { answered, closed, deliver, opened, turns } from "./sending.js";
import { asking, morph, read } from "./yurei.js";

const table = () => document.getElementById("table");
const notice = (text) => { document.getElementById("notice").textContent = text; };
asking.turns = turns;

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
/* Not before every module of the page listens too: the first who comes after us must not come unheard. */
document.addEventListener("DOMContentLoaded", listen);
