/* A part of a page that the server draws anew: by its own links, or by what is chosen in a form. The last one asked for counts. */
import { morph, read } from "./yurei.js";

let asked = 0;
async function draw(part, address) {
  const mine = ++asked;
  const answer = await fetch(address, { headers: { "X-Requested-With": "yurei" } });
  const text = await answer.text();
  if (mine === asked) morph(document.getElementById(part), read(text));
}

document.addEventListener("input", ({ target: { form } }) => {
  if (form?.dataset.draws) draw("plan", `${form.dataset.draws}?${new URLSearchParams(new FormData(form))}`);
});
