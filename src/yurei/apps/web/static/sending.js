/* What somebody does is sent until it is answered: each time with the same id, so that it happens once. */

const LONGEST = 30000, SILENCE = 10000; // milliseconds: so long it is sent again; and so long an answer is waited for
const LOST = [502, 503, 504]; // answers of who does not know better, or cannot write it down just now
const FRAME = 128; // characters: whatever is done, so much is sent; the length tells no point to who listens on the network
const sign = () => document.getElementById("sending");
const rest = (time) => new Promise((go) => setTimeout(go, time));
/* Not randomUUID: browsers have that over TLS alone. */
const made = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/* The socket of the page while it is open: what is done at its table goes there, with less ado than a request. */
let socket = null;
const waiting = new Map();
const settle = (id, answer) => { waiting.get(id)?.(answer); waiting.delete(id); };
export const isOpen = () => socket !== null;
export const opened = (own) => { socket = own; };
export const closed = () => { socket = null; for (const id of [...waiting.keys()]) settle(id, null); };
export const answered = ({ id, status, said, after, turns }) =>
  settle(id, { ok: status === 200, lost: LOST.includes(status), after: 1000 * after, text: said, turns });

function spoken({ request: id, ...asked }) {
  return new Promise((go) => {
    waiting.set(id, go);
    setTimeout(settle, SILENCE, id, null);
    socket.send(JSON.stringify({ ...asked, id }).padEnd(FRAME));
  });
}
export const turns = async () => (socket && await spoken({ do: "turns", at: "", request: made() }))?.turns;

/* One answer; null where none has come. */
async function asked(address, body) {
  if (socket && new URL(address).pathname === document.getElementById("table")?.dataset.page) return spoken(Object.fromEntries(body));
  try {
    const headers = { "X-Requested-With": "yurei" }, signal = AbortSignal.timeout(SILENCE);
    const answer = await fetch(address, { method: "POST", body, headers, signal });
    const after = 1000 * Number(answer.headers.get("Retry-After"));
    return { ok: answer.ok, lost: LOST.includes(answer.status), after, text: await answer.text() };
  } catch { return null; }
}

/* Doubled each time, and spread: not everybody who was cut off comes back in the same moment. */
async function until(address, body) {
  const end = performance.now() + LONGEST;
  for (let wait = 250; ; wait = Math.min(2 * wait, 4000)) {
    const answer = await asked(address, body);
    if (answer && !answer.lost) return answer;
    trouble += 1;
    const pause = Math.max(answer?.after ?? 0, wait * (0.75 + Math.random() / 2));
    if (performance.now() + pause > end) return answer ?? { ok: false, text: sign().dataset.unknown };
    sign().textContent = sign().dataset.again;
    await rest(pause);
  }
}

/* One after the other. A try that was made before the answer to another came was meant for a table that has changed: it is dropped.
   So is one out of turn: where the network is slow it could arrive when it is one's turn. */
let before = Promise.resolve(), trouble = 0, trying = false;
export function deliver(address, body) {
  const known = trouble, tries = ["stone", "ghost", "pass"].includes(body.get("do"));
  if (tries && (trying || document.querySelector("#turn:not(.yours)"))) return trying ? null : { ok: false, text: sign().dataset.wait };
  trying ||= tries;
  body.set("request", made());
  const own = before.then(async () => {
    if (known !== trouble) return null;
    const answer = await until(address, body);
    if (known !== trouble) trouble += 1;
    sign().textContent = "";
    return answer;
  }).finally(() => { if (tries) trying = false; });
  before = own.catch(() => {});
  return own;
}
