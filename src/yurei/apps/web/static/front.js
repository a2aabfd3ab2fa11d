/* A part of a page that the server draws anew: by its own links, or by what is chosen in a form. The last one asked for counts. */
import { enter } from "./board.js";
import { read, update } from "./yurei.js";
let asked = 0;
async function draw(part, address) {
  const mine = ++asked;
  const text = await (await fetch(address, { headers: { "X-Requested-With": "yurei" } })).text();
  if (mine !== asked) return;
  update(document.getElementById(part), read(text));
  enter();
  document.dispatchEvent(new Event("shown"));
}
const go = (part, address) => draw(part, address).then(() => history.replaceState(null, "", address), () => location.assign(address));
document.addEventListener("input", ({ target: { form } }) => form?.id === "new" && draw("plan", `/new?${new URLSearchParams(new FormData(form))}`));
document.addEventListener("click", (event) => {
  const { dataset: { part } = {}, href } = event.target.closest("a[data-part]") ?? {};
  if (!part || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(part, href);
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.dataset.part) return;
  event.preventDefault();
  go(form.dataset.part, `${form.action}?${new URLSearchParams(new FormData(form, submitter))}`);
});
