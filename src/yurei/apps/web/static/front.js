/* A part of a page that the server draws anew: by its own links, or by what is chosen in a form. The last one asked for counts.
   In a guided game and on the analysis board the browser's Back goes a step back; a lesson is one entry of the history. */
import { enter } from "./board.js";
import { read, update } from "./yurei.js";
let asked = 0;
export async function draw(part, address, mine = ++asked) {
  const text = await (await fetch(address, { headers: { "X-Requested-With": "yurei" } })).text();
  if (mine !== asked) return;
  update(document.getElementById(part), read(text));
  enter();
  document.dispatchEvent(new Event("shown"));
}
const STEPPED = ["guided", "analysis"];
const step = (part, address) => history[STEPPED.includes(part) ? "pushState" : "replaceState"](null, "", document.getElementById(part).dataset.address ?? address);
export const go = (part, address) => draw(part, address).then(() => step(part, address), () => location.assign(address));
addEventListener("popstate", () => STEPPED.filter((part) => document.getElementById(part)).forEach((part) => draw(part, location.href)));
document.addEventListener("input", ({ target: { form } }) => form?.id === "new" && draw("plan", `/new?${new URLSearchParams(new FormData(form))}`));
/* What was chosen before the scripts ran counts too; so does what the browser's Back brings again, after the page has loaded. */
const tell = (chosen) => ["input", "change"].forEach((kind) => chosen.dispatchEvent(new Event(kind, { bubbles: true })));
addEventListener("pageshow", () => setTimeout(() => document.querySelectorAll("#new [name=width], :is(#new, #choose) :checked:not(:default)").forEach(tell)));
document.addEventListener("click", (event) => {
  const { dataset: { part } = {}, href } = event.target.closest("a[data-part]") ?? {};
  if (!part || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(part, href);
  /* On a phone a step of a lesson shows its boards: what the page says above them has been read. */
  if (part === "lesson" && event.target.closest(".steps") && matchMedia("(max-width: 40rem)").matches) document.getElementById(part).scrollIntoView();
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event, { part } = form.dataset;
  if (part) event.preventDefault(), go(part, `${form.action}?${new URLSearchParams(new FormData(form, submitter))}`);
});
