/* The replay: slider, steps and keys fetch the boards in place. Of several answers on their way the last one asked for counts. */
import { morph, read } from "./yurei.js";

let asked = 0;
async function turnTo(moment) {
  const slider = document.getElementById("moment");
  const mine = ++asked;
  slider.value = moment;
  const address = `${slider.dataset.replay}/replay?at=${slider.value}`;
  const answer = await fetch(address, { headers: { "X-Requested-With": "yurei" } });
  const text = await answer.text();
  if (mine !== asked || !answer.ok) return;
  morph(document.getElementById("replay"), read(text));
  history.replaceState(null, "", address);
}

document.addEventListener("input", ({ target }) => { if (target.id === "moment") turnTo(target.value); });
document.addEventListener("click", (event) => {
  const { moment } = event.target.dataset;
  if (moment === undefined) return;
  event.preventDefault();
  turnTo(moment);
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("#moment, [role=gridcell]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const { value, max } = document.getElementById("moment");
  const moment = { ArrowLeft: Number(value) - 1, ArrowRight: Number(value) + 1, Home: 0, End: max }[event.key];
  if (moment === undefined) return;
  event.preventDefault();
  turnTo(moment);
});
// A hand may have been at the slider before this script was.
const slider = document.getElementById("moment");
if (slider.value !== slider.defaultValue) turnTo(slider.value);
