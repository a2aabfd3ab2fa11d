/* A problem: what is answered is sent with all answers before, and the page's part is drawn anew by the server. */
import { enter } from "./board.js";
import { read, update } from "./yurei.js";

const part = () => document.getElementById("problem");
const connection = () => document.getElementById("connection");
const PAUSE = 2000, LATE = 500; // milliseconds until an answer is sent again, and until the page says that it is being worked out

/* One request at a time. The latest click meanwhile is made on the page that comes; but no try after a try, and no second click on a point. */
let busy = null, tried = false, queued = null;
const TRIES = ["stone", "ghost", "pass"];
async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  if (busy) {
    if (!(tried && TRIES.includes(body.get("do"))) && (button !== busy || button.id)) queued = selector(form, button);
    return;
  }
  busy = button ?? form;
  tried = TRIES.includes(body.get("do"));
  const sending = document.getElementById("sending"), late = setTimeout(() => { sending.textContent = part().dataset.wait; }, LATE);
  button?.classList.add("asked");
  const answer = await answered(form.action, body);
  busy = null;
  clearTimeout(late);
  sending.textContent = "";
  button?.classList.remove("asked");
  document.getElementById("notice").textContent = answer.ok ? "" : answer.text;
  if (answer.ok) show(answer.text, body.get("do"));
  const next = queued && part().querySelector(queued);
  queued = null;
  if (next?.form && !next.disabled) next.form.requestSubmit(next);
}

function selector(form, { id, name, value }) {
  const within = form.id ? `#${form.id}` : `form${form.className && `.${form.classList[0]}`}`;
  return id ? `#${id}` : `${within} button[name="${name}"][value="${value}"]`;
}

/* Without a connection it is sent again until there is one. */
async function answered(address, body) {
  for (;;) {
    try {
      const answer = await fetch(address, { method: "POST", body, headers: { "X-Requested-With": "yurei" } });
      const text = await answer.text();
      connection().textContent = "";
      return { ok: answer.ok, text };
    } catch {
      connection().textContent = connection().dataset.lost;
      await new Promise((go) => setTimeout(go, PAUSE));
    }
  }
}

function show(html, did) {
  const focused = document.activeElement, inside = part().contains(focused);
  const point = inside && focused.matches("[role=gridcell]") && focused.value;
  const held = document.querySelector("#play [name=do]:checked")?.value;
  update(part(), read(html));
  const tool = held && document.querySelector(`#play [name=do][value="${held}"]`);
  if (tool) tool.checked = true;
  enter();
  const same = point && document.querySelector(`#play [role=gridcell][value="${point}"]`);
  if (same) same.focus({ preventScroll: true });
  else if (inside && !part().contains(document.activeElement)) refocus(did);
  document.dispatchEvent(new Event("shown"));
}

/* Where the button in the focus is gone, the focus goes to what has taken its place. */
function refocus(did) {
  const steps = { walk: ".walking", look: ".stepping" }[did];
  const next = steps ? `${steps} button:not(:disabled):last-of-type` : ".ending a, #play [role=gridcell][tabindex='0']";
  document.querySelector(next)?.focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => {
  if (!("problem" in event.target.dataset)) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

/* What belongs to the reader comes by itself: the page around it is the same for everybody, and may be kept. */
async function progress(place) {
  try {
    const answer = await fetch(place.dataset.from, { headers: { "X-Requested-With": "yurei" } });
    if (answer.ok) place.replaceWith(read(await answer.text()));
  } catch { /* the link stays */ }
}
const practice = document.querySelector("#practice[data-from]");
if (practice) progress(practice);
enter();
