/* The board by keyboard: one tab stop, arrows, Home and End; and a key for every tool. */

/* What the reader likes; the server writes it on the page. */
export const likes = (what) => document.documentElement.dataset.likes.split(" ").includes(what);

/* After every change: each grid is one tab stop (without scripts each point is one), and the aim stays. */
export function enter() {
  mark();
  for (const grid of document.querySelectorAll("[role=grid]")) {
    if (!grid.querySelector('[tabindex="0"]')) rove(grid.querySelector("[data-stop]"), false);
  }
}

function rove(cell, focus = true) {
  for (const other of cell.closest("[role=grid]").querySelectorAll("[role=gridcell]")) other.tabIndex = other === cell ? 0 : -1;
  if (focus) cell.focus();
}

function turn(event, cell) {
  const row = cell.parentElement;
  const column = [...row.children].indexOf(cell);
  const next = {
    ArrowLeft: () => cell.previousElementSibling,
    ArrowRight: () => cell.nextElementSibling,
    ArrowUp: () => row.previousElementSibling?.children[column],
    ArrowDown: () => row.nextElementSibling?.children[column],
    Home: () => row.firstElementChild,
    End: () => row.lastElementChild,
  }[event.key];
  if (!next) return false;
  event.preventDefault();
  const to = next();
  if (to) rove(to);
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input:not([type=radio]), select, textarea")) return;
  const cell = event.target.closest?.("[role=gridcell]");
  if (cell && turn(event, cell) || likes("keyless")) return;
  const key = pressed(event);
  if (key === "p") reach(document.querySelector("[name=do][value=pass]"));
  const tool = document.querySelector(`#play [data-key="${CSS.escape(key)}"]`);
  if (!tool) return;
  const held = document.querySelector("#play [name=do]:checked");
  if (!tool.value.startsWith("pencil")) tool.checked = true;
  else {
    const point = [":focus-visible", ":hover", ":focus"].map((state) => document.querySelector(`#play [name=at]${state}`)).find(Boolean);
    if (!point) return document.querySelector("#play [role=gridcell][tabindex='0']")?.focus();
    tool.checked = true;
    tool.form.requestSubmit(point);
    held.checked = true;
  }
});

/* The letter or digit of a key; where a layout has other letters, or an input method is on, that of its place. */
const pressed = ({ key, code }) => (/^[\x21-\x7e]$/.test(key) ? key : code.replace(/^(Key|Digit)/, "")).toLowerCase();

/* Go to a button, unfolding its menu; Escape leads back. */
function reach(button) {
  const here = document.activeElement, menu = button?.closest(".menu");
  if (menu) menu.open = true;
  button?.focus();
  menu?.addEventListener("keydown", ({ key }) => key === "Escape" && here.focus(), { once: true });
}

/* Where points are small, or where it is liked, a try is aimed first; a second tap, or the button, makes it. */
const SMALL = 28; // pixels
let aim = null;
export function aims(form, button) {
  const { do: tool } = Object.fromEntries(new FormData(form));
  const wanted = form.id === "play" && ["stone", "ghost"].includes(tool) && button?.value !== aim?.at && careful(form);
  aim = wanted ? { do: tool, at: button.value } : null;
  mark();
  return wanted;
}

function careful(form) {
  if (likes("confirm") || likes("direct")) return likes("confirm");
  return matchMedia("(pointer: coarse)").matches && form.querySelector("[role=gridcell]").offsetWidth < SMALL;
}

function mark() {
  const confirm = document.getElementById("confirm");
  if (!confirm) return;
  for (const point of document.querySelectorAll("#play [role=gridcell]")) point.classList.toggle("aimed", point.value === aim?.at);
  confirm.hidden = !aim;
  if (!aim) return;
  const button = confirm.querySelector("button");
  confirm.elements.do.value = aim.do;
  button.value = aim.at;
  button.textContent = button.dataset.words.replace("{point}", aim.at);
}
