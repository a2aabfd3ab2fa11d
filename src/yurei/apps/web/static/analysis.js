/* The analysis board: another board as soon as it is chosen, keys for the steps, and how far a board is solved. */
import { likes } from "./board.js";
import { draw, go } from "./front.js";

const PART = "analysis";

document.addEventListener("change", ({ target: { form } }) => form?.id === "choose" && form.requestSubmit());

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || likes("keyless") || target.closest("input:not([type=radio]), select")) return;
  const link = document.querySelector(`#${PART} a[data-key="${CSS.escape(key.toLowerCase())}"]`);
  if (!link) return;
  event.preventDefault();
  if (!link.ariaDisabled) go(PART, link.href);
});

/* While the board is being solved, its progress. */
let next = 0;
function follow() {
  clearTimeout(next);
  if (document.querySelector(`#${PART} progress`)) next = setTimeout(() => draw(PART, document.getElementById(PART).dataset.address).catch(follow), 1000);
}
document.addEventListener("shown", follow);
follow();
