// A bot in JavaScript, without any package: Node 18 or newer, or whatever else has fetch.
//
//     node examples/bot.mjs http://localhost:8000 Sei
//
// It is known for good by a token, which it keeps in a file; it finds an opponent in the lobby, hears of all its games on one
// stream, and goes on where it, or the server, was stopped. It tries points of which it does not know that they are taken.

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** What the server says where something is wrong. */
export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** Ask for something, and ask again where the server is gone for a while, or has too much to do. */
export async function ask(server, token, method, path, body) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  for (;;) {
    let answer, said;
    try {
      answer = await fetch(server + path, { method, headers, body: body && JSON.stringify(body) });
      said = await answer.json();
    } catch {
      await pause(1);
      continue;
    }
    if (answer.ok) return said;
    if (![429, 503].includes(answer.status)) throw new Refused(answer.status, said.error);
    await pause(Number(answer.headers.get("Retry-After")) || 5);
  }
}

/** All events of a bot's stream, for ever: {event, data}. A new stream begins with every game that goes on. */
export async function* events(server, token) {
  for (;;) {
    try {
      const answer = await fetch(`${server}/api/stream`, { headers: { Authorization: `Bearer ${token}` } });
      if (answer.status === 401 || answer.status === 403) throw new Refused(answer.status, (await answer.json()).error);
      let text = "";
      for await (const piece of answer.ok ? answer.body.pipeThrough(new TextDecoderStream()) : []) {
        const blocks = (text + piece).split("\n\n");
        text = blocks.pop();
        for (const block of blocks) {
          const fields = Object.fromEntries(block.split("\n").map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 2)]));
          if (fields.data) yield { ...fields, data: JSON.parse(fields.data) }; // else it is a heartbeat
        }
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    await pause(1);
  }
}

/** The points where nothing of one's own stands, without one's own eyes, and without what was refused since a capture. */
export function worthTrying({ board, heard }) {
  const refused = new Set();
  for (const told of heard) {
    if (told.verdict === "illegal" && told.try) refused.add(told.try.point);
    else if (told.captured_count || told.lost_count || told.vanished?.length) refused.clear();
  }
  const rows = board.split("/");
  const at = (column, row) => rows[row]?.[column];
  return rows
    .flatMap((line, row) => [...line].map((cell, column) => ({ cell, column, row })))
    .filter(({ cell }) => cell === ".")
    .filter(({ column, row }) => [[0, 1], [1, 0], [0, -1], [-1, 0]].some(([x, y]) => at(column + x, row + y) === "."))
    .map(({ column, row }) => `${COLUMNS[column]}${rows.length - row}`)
    .filter((point) => !refused.has(point));
}

/** What is to be done now; undefined for nothing. */
function wish(seen, whole) {
  const { ended, settings } = seen;
  if (ended?.playing_out) return { do: "give-in" };
  if (ended) return ended.counting && !ended.agreed.includes(seen.seat) ? { do: "settle", dead: ended.dead } : undefined;
  const points = worthTrying(whole);
  if (points.length && seen.number < 4 * seen.board.length) {
    return { do: "stone", point: points[Math.floor(Math.random() * points.length)] };
  }
  return { do: settings.passing === "none" ? "resign" : "pass" };
}

/** Play one game to its end, one that goes on already or a new one; who has won. */
export async function play(server, token, settings) {
  const numbers = {}; // how much is known of each game
  for await (const { event, data } of events(server, token)) {
    if (event === "ready") {
      const ended = Object.keys(numbers).find((address) => !data.games.some((game) => game.address === address)); // meanwhile
      if (ended) return (await ask(server, token, "GET", ended)).ended.winner;
      if (!data.games.length && !data.challenges.length) await ask(server, token, "POST", "/api/lobby", { settings });
    }
    if (event !== "game" || data.seen.number < (numbers[data.address] ?? 0)) continue;
    const { address, seen } = data;
    numbers[address] = seen.number;
    if (seen.ended && !seen.ended.counting) return seen.ended.winner;
    if (!seen.your_turn && !seen.ended) continue;
    const whole = await ask(server, token, "GET", address);
    for (let doing; (doing = wish(seen, whole)); ) {
      try {
        // With an id of its own it happens once, however often it is asked for.
        const answer = await ask(server, token, "POST", address, { ...doing, id: crypto.randomUUID() });
        numbers[address] = answer.number;
        break;
      } catch (error) {
        if (error.status === 409) break; // meanwhile it is too late for that; there is more on the stream
        if (error.status !== 422 || !doing.point) throw error;
        whole.heard.push({ verdict: "illegal", try: { point: doing.point } }); // a stone is known to stand there: no try
      }
    }
  }
}

if (globalThis.process?.argv[1] && import.meta.url.endsWith("bot.mjs")) {
  const { readFile, writeFile } = await import("node:fs/promises");
  const [server = "", name = "Sei", kept = "bot.token", size = "9"] = process.argv.slice(2);
  if (!/^https?:\/\/./.test(server)) {
    console.error("Say where the server is: node examples/bot.mjs http://localhost:8000 [NAME] [FILE OF THE TOKEN] [SIZE]");
    process.exit(2);
  }
  let token = await readFile(kept, "ascii").catch(() => "");
  if (!token) {
    token = (await ask(server, "", "POST", "/api/bots", { name })).token;
    await writeFile(kept, token, { mode: 0o600 });
  }
  const winner = await play(server, token, { width: Number(size), height: Number(size) });
  console.log(`${winner ?? "nobody"} has won`);
  process.exit(0);
}
