/* The replay: slider, links, keys and the playing clock fetch the boards in place. Of several answers the last one asked for counts. */
import { read, update } from "./yurei.js";

const find = (what) => document.getElementById(what);
let here = new URL(location.href);
let asked = 0;

async function turn(wanted, posted) {
  here = wanted;
  const mine = ++asked;
  if (here.searchParams.has("at")) find("moment").value = here.searchParams.get("at");
  let text = find("connection").dataset.lost, ok = false;
  try {
    const answer = await fetch(posted ?? wanted, { method: posted ? "POST" : "GET", headers: { "X-Requested-With": "yurei" } });
    text = await answer.text();
    ok = answer.ok;
  } catch { /* said below */ }
  if (mine !== asked) return;
  find("notice").textContent = ok ? "" : text;
  if (!ok) return void (here = new URL(location.href));
  update(find("replay"), read(text));
  history.replaceState(null, "", wanted);
  reveal();
  follow();
}

/* As long as the game is being looked at again, how far that is. */
let next = 0;
function follow() {
  clearTimeout(next);
  if (document.querySelector("#review progress")) next = setTimeout(() => turn(here), 1500);
}

function changed(changes) {
  const address = new URL(here);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") address.searchParams.delete(name); else address.searchParams.set(name, value);
  }
  return address;
}
const by = (step) => changed({ at: Math.min(Math.max(Number(find("moment").value) + Number(step), 0), find("moment").max) });

/* The try that is looked at, in sight within its list. */
function reveal() {
  const list = find("tries"), now = list?.querySelector("[aria-current]");
  if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
}

let clock = 0;
const playing = () => "playing" in document.documentElement.dataset;
function play(on) {
  clearTimeout(clock);
  document.documentElement.toggleAttribute("data-playing", on);
  if (on) clock = setTimeout(tick, find("speed").value);
}
async function tick() {
  await turn(by(1));
  if (playing()) play(Number(find("moment").value) < find("moment").max);
}
async function start() {
  if (find("moment").value === find("moment").max) await turn(changed({ at: 0 }));
  play(true);
}

document.addEventListener("input", ({ target }) => {
  if (target.id !== "moment") return;
  play(false);
  turn(changed({ at: target.value }));
});
document.addEventListener("change", ({ target }) => {
  if (!target.form?.matches(".turns") || target.id === "moment") return;
  turn(changed({ [target.name]: target.value, ...(target.name === "referee" && { sight: "" }) }));
});
document.addEventListener("click", (event) => {
  if (event.target.closest("#run")) { if (playing()) play(false); else start(); }
  const curve = event.target.closest("svg.curve");
  if (curve) {
    const { left, width } = curve.getBoundingClientRect();
    play(false);
    turn(changed({ at: Math.round(Math.min(Math.max((event.clientX - left) / width, 0), 1) * curve.dataset.last) }));
  }
  const link = event.target.closest('#replay a[href^="?"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!link.closest(".tabs")) play(false);
  turn(link.dataset.step ? by(link.dataset.step) : new URL(link.getAttribute("href"), here));
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("#review form")) return;
  event.preventDefault();
  turn(here, event.target.action);
});
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("[role=gridcell], select, input:not(#moment)")) return;
  /* What such a key does on a button, and on the slider, the browser knows. */
  if (key === " " ? target.closest("button, summary") : target.closest("#moment") && !event.shiftKey) return;
  const wanted = key === " " ? "#run" : `#replay [data-key="${CSS.escape((event.shiftKey ? "Shift+" : "") + key)}"]`;
  const found = document.querySelector(wanted);
  if (!found) return;
  event.preventDefault();
  found.click();
});
/* A hand may have been at the slider before this script was. */
if (find("moment").value !== find("moment").defaultValue) turn(changed({ at: find("moment").value }));
reveal();
follow();
